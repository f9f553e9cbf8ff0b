// A double of the part of UIKit that this package uses, written from Apple's public documentation: declarations to check
// against, and a collection view that enforces the documented rules. Swift has optional requirements of protocols only in
// Objective-C, so here they are requirements with a default.
@_exported import Foundation

extension IndexPath {
    public init(item: Int, section: Int) { self = [section, item] }
    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }
    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}

public struct UIEdgeInsets: Equatable, Sendable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }
    public static let zero = UIEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
}

public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }

@MainActor
open class UITraitCollection {
    open var displayScale: CGFloat = 2
    open var preferredContentSizeCategory = UIContentSizeCategory.large
    static let standard = UITraitCollection()
    // Newer than the oldest supported systems, for the check that finds uses of such declarations.
    @available(iOS 17, tvOS 17, *)
    open var typesettingLanguage: String?
    public init() {}
}

public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
    public static let accessibilityLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityL")
    /// How much larger text is than usual.
    var scale: CGFloat { self == .accessibilityLarge ? 2 : 1 }
}
