import Foundation

/// A width or height of an item or a group: an absolute length, a fraction of the container, or an estimate.
///
///     CollectionLayoutSize(widthDimension: .fractionalWidth(0.5), heightDimension: .absolute(44))
///
/// A fraction can refer to the other axis. For example, a width and a height of `.fractionalWidth(0.25)` make a
/// square.
public struct CollectionLayoutDimension: Sendable, Hashable {
    package enum Kind: UInt8, Sendable, Hashable {
        case fractionalWidth
        case fractionalHeight
        case absolute
        case estimated
        case uniform
    }

    package let kind: Kind

    /// The fraction, or the length in points.
    public let dimension: CGFloat

    /// A fraction of the container's width.
    public static func fractionalWidth(_ fraction: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .fractionalWidth, dimension: fraction)
    }

    /// A fraction of the container's height.
    public static func fractionalHeight(_ fraction: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .fractionalHeight, dimension: fraction)
    }

    /// A length in points.
    public static func absolute(_ points: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .absolute, dimension: points)
    }

    /// An estimate in points that is used until the item is measured. A group with an estimated length is as long as
    /// its content.
    public static func estimated(_ points: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .estimated, dimension: points)
    }

    /// An estimate in points that is used until the item is measured. After that, all siblings with this kind of
    /// dimension are as long as the longest of them.
    public static func uniformAcrossSiblings(estimate points: CGFloat) -> CollectionLayoutDimension {
        CollectionLayoutDimension(kind: .uniform, dimension: points)
    }

    public var isFractionalWidth: Bool { kind == .fractionalWidth }
    public var isFractionalHeight: Bool { kind == .fractionalHeight }
    public var isAbsolute: Bool { kind == .absolute }
    public var isEstimated: Bool { kind == .estimated }
    public var isUniformAcrossSiblings: Bool { kind == .uniform }

    /// Whether the length is known only after measuring.
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

    /// The size of the container.
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
