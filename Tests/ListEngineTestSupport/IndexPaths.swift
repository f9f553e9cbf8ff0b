// On Apple's systems `IndexPath.item` and `section`, which the tests use, come with UIKit or AppKit.
#if canImport(UIKit)
    @_exported import UIKit
#elseif canImport(AppKit)
    @_exported import AppKit
#endif
