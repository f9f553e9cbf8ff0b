// Uses of declarations that the oldest supported systems do not have. Scripts/apple-floor.py must find the marked lines, and
// no others.
import Foundation
import Synchronization
import UIKit

func unguarded(_ values: [Int]) -> Int {
    let span = values.span  // found
    return span.count
}

func guarded(_ values: [Int]) -> Int {
    if #available(iOS 26, macOS 26, tvOS 26, visionOS 26, *) {
        return values.span.count
    }
    guard #available(iOS 26, macOS 26, tvOS 26, visionOS 26, *) else { return 0 }
    return values.span.count
}

@available(iOS 18, macOS 15, tvOS 18, visionOS 2, *)
func declared() -> Mutex<Int> { Mutex(1) }

@MainActor func ofUIKit(_ traits: UITraitCollection) { traits.typesettingLanguage = nil }  // found

// The compiler derives a hash that needs CGRect's.
struct Derived: Hashable {
    var rect: CGRect
}
