import Foundation

/// A layout as a JSON file describes it: see `Demos/README.md`.
struct LayoutFile: Decodable {
    var container: [CGFloat]
    var scale: CGFloat?
    var scrollDirection: String?
    var rightToLeft: Bool?
    var interSectionSpacing: CGFloat?
    var adjustedContentInset: Insets?
    var contentOffset: [CGFloat]?
    var boundarySupplementaries: [Boundary]?
    var sections: [Section]

    struct Section: Decodable {
        var group: Node
        var itemCount: Int
        var insets: Insets?
        var interGroupSpacing: CGFloat?
        var orthogonalScrolling: String?
        var scrollOffset: CGFloat?
        var boundarySupplementaries: [Boundary]?
        var supplementariesFollowContentInsets: Bool?
        var decorations: [Decoration]?
    }

    /// An item or a group.
    final class Node: Decodable {
        var type: String
        var size: Size
        var insets: Insets?
        var edgeSpacing: EdgeSpacing?
        var supplementaries: [Supplementary]?
        var subitems: [Node]?
        var subitem: Node?
        var count: Int?
        var repeats: Bool?
        var interItemSpacing: Spacing?
    }

    struct Size: Decodable {
        var width: Dimension
        var height: Dimension
    }

    struct Dimension: Decodable {
        var fractionalWidth: CGFloat?
        var fractionalHeight: CGFloat?
        var absolute: CGFloat?
        var estimated: CGFloat?
        var uniformAcrossSiblings: CGFloat?
    }

    struct Insets: Decodable {
        var top: CGFloat?
        var leading: CGFloat?
        var bottom: CGFloat?
        var trailing: CGFloat?
    }

    struct Spacing: Decodable {
        var fixed: CGFloat?
        var flexible: CGFloat?
    }

    struct EdgeSpacing: Decodable {
        var leading: Spacing?
        var top: Spacing?
        var trailing: Spacing?
        var bottom: Spacing?
    }

    struct Supplementary: Decodable {
        var kind: String
        var size: Size
        var anchor: Anchor
        var itemAnchor: Anchor?
        var zIndex: Int?
    }

    struct Anchor: Decodable {
        var edges: [String]
        var fractionalOffset: [CGFloat]?
        var absoluteOffset: [CGFloat]?
    }

    struct Boundary: Decodable {
        var kind: String
        var size: Size
        var alignment: String
        var absoluteOffset: [CGFloat]?
        var extendsBoundary: Bool?
        var pinToVisibleBounds: Bool?
        var measuredHeight: CGFloat?
    }

    struct Decoration: Decodable {
        var kind: String
        var insets: Insets?
    }
}

/// A file of many layouts.
struct CaseFile: Decodable {
    struct Case: Decodable {
        var id: String
        var input: Description
    }

    var cases: [Case]
}

/// An input error, described for the user.
struct Unreadable: Error, CustomStringConvertible {
    var description: String
}
