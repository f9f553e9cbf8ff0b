import Foundation
import ListEngine
import ListEngineLayout

/// A line between sections: a footer of each but the last, where a section has none of its own.
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

    /// What is left free of the footer, in points.
    public var insets: SectionInsets

    /// Points along the scroll axis.
    public var thickness: CGFloat

    public init(
        color: Color = Color(red: 0.78, green: 0.78, blue: 0.8), insets: SectionInsets = .zero, thickness: CGFloat = 1
    ) {
        self.color = color
        self.insets = insets
        self.thickness = thickness
    }
}

/// The footer that a separator is drawn in.
@MainActor
open class SeparatorView: CollectionReusableView {
    open var separator = ListSeparator()
}

/// The footer under the last section while a further page is loaded.
@MainActor
open class PagingFooterView: CollectionReusableView {
    /// An indicator is turning.
    open var isAnimating = false

    open override func prepareForReuse() { isAnimating = false }
}
