// `EngineLayout` and `EngineDiffableDataSource` are in ListEngineAdapters, once for UIKit and AppKit. The module is empty where
// UIKit is not.
#if canImport(UIKit)
    @_exported import ListEngine
    @_exported import ListEngineAdapters
#endif
