import Foundation

/// Space around the content of a section or of a viewport, in points. Leading and trailing follow the flow direction.
///
///     SectionInsets(top: 8, leading: 16, bottom: 8, trailing: 16)
///     SectionInsets.all(16)
public struct SectionInsets: Sendable, Hashable {
    public var top: CGFloat
    public var leading: CGFloat
    public var bottom: CGFloat
    public var trailing: CGFloat

    public init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    /// Creates insets from the names that other toolkits use. Left means leading and right means trailing, whichever
    /// direction the list flows in.
    public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
        self.init(top: top, leading: left, bottom: bottom, trailing: right)
    }

    /// No space.
    public static let zero = SectionInsets()

    /// The same space on all four sides.
    public static func all(_ inset: CGFloat) -> SectionInsets {
        SectionInsets(top: inset, leading: inset, bottom: inset, trailing: inset)
    }

    /// The same space at both ends of each axis.
    public static func symmetric(horizontal: CGFloat = 0, vertical: CGFloat = 0) -> SectionInsets {
        SectionInsets(top: vertical, leading: horizontal, bottom: vertical, trailing: horizontal)
    }

    /// Insets at start and end along the scroll axis, then across it.
    func edges(along direction: ScrollDirection) -> (
        mainStart: CGFloat, mainEnd: CGFloat, crossStart: CGFloat, crossEnd: CGFloat
    ) {
        switch direction {
        case .vertical: (top, bottom, leading, trailing)
        case .horizontal: (leading, trailing, top, bottom)
        }
    }
}
