// The module is empty where UIKit is not.
#if canImport(UIKit)
    @_exported import ListEngineDiff
    @_exported import ListEngineLayout
#endif
