import Foundation

/// Space at the four sides of a rectangle. Compositional layouts use this name for ``SectionInsets``.
public typealias DirectionalEdgeInsets = SectionInsets

/// Edges of a rectangle. Leading and trailing follow the flow direction.
public struct DirectionalRectEdge: OptionSet, Sendable, Hashable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let top = DirectionalRectEdge(rawValue: 1)
    public static let leading = DirectionalRectEdge(rawValue: 2)
    public static let bottom = DirectionalRectEdge(rawValue: 4)
    public static let trailing = DirectionalRectEdge(rawValue: 8)
    public static let all: DirectionalRectEdge = [.top, .leading, .bottom, .trailing]

    /// 0: leading, 1: middle, 2: trailing. Both edges, or none of them, mean the middle.
    var horizontal: Int32 { 1 - (contains(.leading) ? 1 : 0) + (contains(.trailing) ? 1 : 0) }

    /// 0: top, 1: middle, 2: bottom.
    var vertical: Int32 { 1 - (contains(.top) ? 1 : 0) + (contains(.bottom) ? 1 : 0) }
}

/// A position in a rectangle: the middle of an edge, a corner or the centre.
public enum RectAlignment: Sendable, Hashable {
    case none
    case top
    case topLeading
    case leading
    case bottomLeading
    case bottom
    case bottomTrailing
    case trailing
    case topTrailing

    /// 0: leading, 1: middle, 2: trailing.
    var horizontal: Int32 {
        switch self {
        case .topLeading, .leading, .bottomLeading: 0
        case .none, .top, .bottom: 1
        case .topTrailing, .trailing, .bottomTrailing: 2
        }
    }

    /// 0: top, 1: middle, 2: bottom.
    var vertical: Int32 {
        switch self {
        case .topLeading, .top, .topTrailing: 0
        case .none, .leading, .trailing: 1
        case .bottomLeading, .bottom, .bottomTrailing: 2
        }
    }
}

/// A point of a rectangle to which a supplementary item is attached. It consists of edges and an offset from them.
public struct CollectionLayoutAnchor: Sendable, Hashable {
    public let edges: DirectionalRectEdge

    /// In points, or as fractions of the supplementary item's own size.
    public let offset: CGPoint

    public let isFractionalOffset: Bool

    public var isAbsoluteOffset: Bool { !isFractionalOffset }

    public init(edges: DirectionalRectEdge) {
        self.init(edges: edges, absoluteOffset: .zero)
    }

    /// - Parameters:
    ///   - edges: Two adjacent edges mean their corner, one edge its middle, and none the centre.
    ///   - absoluteOffset: The offset in points; x runs from leading to trailing, y downward.
    public init(edges: DirectionalRectEdge, absoluteOffset: CGPoint) {
        self.edges = edges
        offset = absoluteOffset
        isFractionalOffset = false
    }

    /// - Parameters:
    ///   - edges: Two adjacent edges mean their corner, one edge its middle, and none the centre.
    ///   - fractionalOffset: The offset as fractions of the supplementary item's own width and height.
    public init(edges: DirectionalRectEdge, fractionalOffset: CGPoint) {
        self.edges = edges
        offset = fractionalOffset
        isFractionalOffset = true
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(edges)
        hasher.combine(offset)
        hasher.combine(isFractionalOffset)
    }
}
