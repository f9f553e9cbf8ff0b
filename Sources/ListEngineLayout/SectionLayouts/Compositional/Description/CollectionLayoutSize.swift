import Foundation

/// A length of an item or a group: an exact one, a share of the container's, or an estimate.
///
///     CollectionLayoutSize(widthDimension: .fractionalWidth(0.5), heightDimension: .absolute(44))
///
/// Fractions may be of the other axis: a height of `.fractionalWidth(0.25)` beside a width of the same makes squares.
public struct CollectionLayoutDimension: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, Hashable {
        case fractionalWidth
        case fractionalHeight
        case absolute
        case estimated
        case uniform
    }

    package let kind: Kind

    /// The fraction, or the points.
    public let dimension: CGFloat

    /// A share of the container's width.
    public static func fractionalWidth(_ fraction: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .fractionalWidth, dimension: fraction)
    }

    /// A share of the container's height.
    public static func fractionalHeight(_ fraction: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .fractionalHeight, dimension: fraction)
    }

    /// Points.
    public static func absolute(_ points: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .absolute, dimension: points)
    }

    /// Points until the item is measured. A group of an estimated length is as long as what it holds.
    public static func estimated(_ points: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .estimated, dimension: points)
    }

    /// An estimate, and once measured all siblings of this kind grow to the largest of them.
    public static func uniformAcrossSiblings(estimate points: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .uniform, dimension: points)
    }

    public var isFractionalWidth: Bool { kind == .fractionalWidth }
    public var isFractionalHeight: Bool { kind == .fractionalHeight }
    public var isAbsolute: Bool { kind == .absolute }
    public var isEstimated: Bool { kind == .estimated }
    public var isUniformAcrossSiblings: Bool { kind == .uniform }

    /// Known only after measuring.
    var isOpen: Bool { kind == .estimated || kind == .uniform }
}

/// Width and height of an item, a group or a supplementary item.
public struct CollectionLayoutSize: Sendable, Hashable {
    public let widthDimension: CollectionLayoutDimension
    public let heightDimension: CollectionLayoutDimension

    public init(widthDimension width: CollectionLayoutDimension, heightDimension height: CollectionLayoutDimension) {
        widthDimension = width
        heightDimension = height
    }

    /// All of the container.
    static let whole = CollectionLayoutSize(
        widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1))

    /// The length along the scroll axis.
    func main(horizontal: Bool) -> CollectionLayoutDimension { horizontal ? widthDimension : heightDimension }

    /// The same size with another number of points along the scroll axis.
    func estimating(_ points: CGFloat, horizontal: Bool) -> CollectionLayoutSize {
        let main = CollectionLayoutDimension(kind: main(horizontal: horizontal).kind, dimension: points)
        return CollectionLayoutSize(
            widthDimension: horizontal ? main : widthDimension, heightDimension: horizontal ? heightDimension : main)
    }
}
