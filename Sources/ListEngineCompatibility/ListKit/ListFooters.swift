import Foundation
import ListEngine
import ListEngineLayout

/// A separator line between sections. It is drawn in the footer of each section except the last, if the section has
/// no other footer.
public struct ListSeparator: Sendable, Hashable {
    /// Red, green, blue and opacity, each from 0 to 1.
    public struct Color: Sendable, Hashable {
        public var red: Float
        public var green: Float
        public var blue: Float
        public var alpha: Float

        public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
            self.red = red
            self.green = green
            self.blue = blue
            self.alpha = alpha
        }
    }

    public var color: Color

    /// The insets of the line inside the footer, in points.
    public var insets: SectionInsets

    /// The extent of the line along the scroll axis, in points.
    public var thickness: CGFloat

    public init(
        color: Color = Color(red: 0.78, green: 0.78, blue: 0.8), insets: SectionInsets = .zero, thickness: CGFloat = 1
    ) {
        self.color = color
        self.insets = insets
        self.thickness = thickness
    }
}

/// The footer for a separator. Every host draws its line.
@MainActor
open class SeparatorView: CollectionReusableView, OrnamentView {
    open var separator = ListSeparator() { didSet { ornamentDidChange() } }

    open var ornament: ListOrnament { .line(ItemColor(separator.color), insets: separator.insets) }

    open override var accessibilityRole: AccessibilityRole { .ornament }
}

/// The footer of the last section while the next page is loading. Every host draws a sign of activity.
@MainActor
open class PagingFooterView: CollectionReusableView, OrnamentView {
    /// Whether the activity indicator is animating.
    open var isAnimating = false { didSet { if isAnimating != oldValue { ornamentDidChange() } } }

    open var ornament: ListOrnament { .activity(isRunning: isAnimating) }

    open override func prepareForReuse() { isAnimating = false }
}

extension ItemColor {
    /// The colour on a white background.
    fileprivate init(_ color: ListSeparator.Color) {
        func part(_ part: Float) -> UInt8 {
            let opacity = color.alpha > 0 ? min(color.alpha, 1) : 0
            let mixed = (part > 0 ? min(part, 1) : 0) * opacity + 1 - opacity
            return UInt8((mixed * 255).rounded())
        }
        self = .rgb(red: part(color.red), green: part(color.green), blue: part(color.blue))
    }
}
