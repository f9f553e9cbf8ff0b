// Lists as SwiftUI views. The module is empty where SwiftUI is not, and where the host is not: today it is UIKit's.
#if canImport(SwiftUI) && canImport(UIKit)
    @_exported import ListEngine
#endif
