import Foundation
import ListEngine

/// How large a component of a section is: a cell, a header or a footer.
@MainActor
public protocol ComponentSize {
    /// The size in a list of some size, in points.
    func size(in container: CGSize) -> CGSize
}

/// A size of which each side is fixed, or a share of the list's.
///
///     ViewComponentSize(height: 44)                                           // as wide as the list
///     ViewComponentSize(width: .relative(0.5), aspectRatio: 16 / 9)
public struct ViewComponentSize: ComponentSize, Sendable, Hashable {
    public enum Length: Sendable, Hashable {
        /// Points.
        case absolute(CGFloat)
        /// A share of the list's own length.
        case relative(CGFloat)

        func points(of whole: CGFloat) -> CGFloat {
            switch self {
            case .absolute(let points): points
            case .relative(let share): share * whole
            }
        }

        var isAbsolute: Bool {
            if case .absolute = self { true } else { false }
        }
    }

    public var width: Length
    public var height: Length

    /// Width over height; the height follows from the width where it is given.
    public var aspectRatio: CGFloat?

    /// Added in the end, unless both sides are fixed.
    public var additionalSize: CGSize

    /// How far the content stands in, in levels. See ``IndentableComponent``.
    public var indentLevel: Int

    public init(
        width: Length, height: Length = .absolute(0), aspectRatio: CGFloat? = nil, additionalSize: CGSize = .zero,
        indentLevel: Int = 0
    ) {
        self.width = width
        self.height = height
        self.aspectRatio = aspectRatio
        self.additionalSize = additionalSize
        self.indentLevel = indentLevel
    }

    /// As wide as the list.
    public init(height: CGFloat, indentLevel: Int = 0) {
        self.init(width: .relative(1), height: .absolute(height), indentLevel: indentLevel)
    }

    /// Fixed.
    public init(size: CGSize, indentLevel: Int = 0) {
        self.init(width: .absolute(size.width), height: .absolute(size.height), indentLevel: indentLevel)
    }

    public func size(in container: CGSize) -> CGSize {
        var size = CGSize(width: width.points(of: container.width), height: height.points(of: container.height))
        if width.isAbsolute, height.isAbsolute, aspectRatio == nil { return size }
        if let aspectRatio, aspectRatio > 0 { size.height = size.width / aspectRatio }
        size.width += additionalSize.width
        size.height += additionalSize.height
        return size
    }
}

/// The size of the cells of a grid: so many columns share the list's width, less the space beside and between them.
public struct GridViewComponentSize: ComponentSize, Sendable, Hashable {
    public var numberOfColumns: Int

    /// Width over height.
    public var aspectRatio: CGFloat

    /// Space between two columns, in points. The section's interitem spacing is to be the same.
    public var spacing: CGFloat

    /// Space at either side, in points. The section's insets are to be the same.
    public var padding: CGFloat

    /// Added to the height that the ratio gives.
    public var additionalHeight: CGFloat

    /// - Precondition: There is a column at least.
    public init(
        numberOfColumns: Int, aspectRatio: CGFloat = 1, spacing: CGFloat = 0, padding: CGFloat = 0,
        additionalHeight: CGFloat = 0
    ) {
        guard numberOfColumns > 0 else { fatalError("a grid of \(numberOfColumns) columns; valid are 1 and more") }
        self.numberOfColumns = numberOfColumns
        self.aspectRatio = aspectRatio
        self.spacing = spacing
        self.padding = padding
        self.additionalHeight = additionalHeight
    }

    public func size(in container: CGSize) -> CGSize {
        let columns = CGFloat(numberOfColumns)
        let width = ((container.width - 2 * padding - spacing * (columns - 1)) / columns).rounded(.down)
        return CGSize(width: width, height: (aspectRatio > 0 ? width / aspectRatio : 0) + additionalHeight)
    }
}
