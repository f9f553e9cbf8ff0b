// Lists as SwiftUI views, in the host of UIKit, and on a Mac in that of AppKit. The module is empty where SwiftUI is not, and on
// watchOS, where UIKit has no views.
#if canImport(SwiftUI) && (canImport(UIKit) && !os(watchOS) || canImport(AppKit))
    @_exported import ListEngine
#endif
