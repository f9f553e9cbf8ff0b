import Foundation
import ListEngine

/// The size of a component of a section: a cell, a header or a footer.
@MainActor
public protocol ComponentSize {
    /// Returns the size of the component, in points, in a list with the size `container`.
    func size(in container: CGSize) -> CGSize
}

/// A size whose width and height are each either fixed or a share of the list's width or height.
///
///     ViewComponentSize(height: 44)                                           // as wide as the list
///     ViewComponentSize(width: .relative(0.5), aspectRatio: 16 / 9)
public struct ViewComponentSize: ComponentSize, Sendable, Hashable {
    public enum Length: Sendable, Hashable {
        /// A length in points.
        case absolute(CGFloat)
        /// A share of the list's width or height.
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

    /// Width divided by height. If it is set, the height is computed from the width, and `height` is ignored.
    public var aspectRatio: CGFloat?

    /// Added to the computed size. Ignored if both sides are fixed and there is no aspect ratio.
    public var additionalSize: CGSize

    /// The indentation level of the content. See ``IndentableComponent``.
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

    nonisolated public func hash(into hasher: inout Hasher) {
        hasher.combine(width)
        hasher.combine(height)
        hasher.combine(aspectRatio)
        hasher.combine(additionalSize)
        hasher.combine(indentLevel)
    }

    /// A component that is as wide as the list and has a fixed height.
    public init(height: CGFloat, indentLevel: Int = 0) {
        self.init(width: .relative(1), height: .absolute(height), indentLevel: indentLevel)
    }

    /// A component of a fixed size.
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

/// The size of the cells of a grid. The columns have equal widths and share the list's width, less the spacing
/// between them and the padding on both sides.
public struct GridViewComponentSize: ComponentSize, Sendable, Hashable {
    public var numberOfColumns: Int

    /// Width divided by height.
    public var aspectRatio: CGFloat

    /// Space between two columns, in points. Set the section's interitem spacing to the same value.
    public var spacing: CGFloat

    /// Space at each side of the grid, in points. Set the section's insets to the same value.
    public var padding: CGFloat

    /// Added to the height that the aspect ratio gives, in points.
    public var additionalHeight: CGFloat

    /// - Precondition: `numberOfColumns` is at least 1.
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
