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

/// The footer for a separator. A program draws it: register a subclass, as for any view. No host of this package draws it yet.
@MainActor
open class SeparatorView: CollectionReusableView {
    open var separator = ListSeparator()
}

/// The footer of the last section while the next page is loading. A program draws it; no host of this package does so yet.
@MainActor
open class PagingFooterView: CollectionReusableView {
    /// Whether the activity indicator is animating.
    open var isAnimating = false

    open override func prepareForReuse() { isAnimating = false }
}
