import Foundation

// Core Graphics' types are hashable since iOS 18 and macOS 15 only. Types of this package that contain them hash their
// numbers with these functions. A synthesized `hash(into:)` compiles and fails on older systems.
extension Hasher {
    package mutating func combine(_ point: CGPoint) {
        combine(point.x)
        combine(point.y)
    }

    package mutating func combine(_ size: CGSize) {
        combine(size.width)
        combine(size.height)
    }

    package mutating func combine(_ rect: CGRect) {
        combine(rect.origin)
        combine(rect.size)
    }
}
