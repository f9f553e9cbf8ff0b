// `EngineLayout` and `EngineDiffableDataSource` are in ListEngineAdapters, once for UIKit and AppKit. The module is empty where
// AppKit is not. Mac Catalyst has some of AppKit, but not its views.
#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    @_exported import ListEngine
    @_exported import ListEngineAdapters
#endif
