// View controllers and nib files for programs that come from the five libraries. The module is empty where UIKit is not.
#if canImport(UIKit)
    @_exported import ListEngineCompatibility
    @_exported import ListEngineUIKit
#endif
