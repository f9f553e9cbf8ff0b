// Lists as SwiftUI views. The module is empty where SwiftUI is not, and where the host is not: today it is UIKit's. A UIKit without views
// is on watchOS.
#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
    @_exported import ListEngine
#endif
