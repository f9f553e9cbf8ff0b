import Foundation

/// A case of `Golden/compositional.txt`, with its descriptions as in the file: in width and height, top and leading.
struct CompositionalCase {
    enum Dimension {
        case points(Double)
        case shareOfWidth(Double)
        case shareOfHeight(Double)
        case estimated(Double)
    }

    struct Size {
        var width: Dimension
        var height: Dimension
    }

    struct Insets {
        var top = 0.0
        var leading = 0.0
        var bottom = 0.0
        var trailing = 0.0
    }

    struct Space {
        var points = 0.0
        var isFlexible = false
    }

    struct Badge {
        var kind: String
        var size: Size
        /// "top-trailing" and the like.
        var edges: Set<String>
        var isShare: Bool
        var offset: CGPoint
    }

    final class Node {
        var type: String
        var size: Size
        /// The number of equal parts, for a group with one child.
        var parts: Int?
        var between = Space()
        var insets = Insets()
        /// By the edge's name.
        var edges: [String: Space] = [:]
        var badges: [Badge] = []
        var children: [Node] = []

        init(type: String, size: Size) {
            self.type = type
            self.size = size
        }
    }

    struct Boundary {
        var kind: String
        var size: Size
        /// "top", "topLeading" and the like.
        var alignment: String
        var measuredHeight: Double?
        var pins: Bool
    }

    struct Backdrop {
        var kind: String
        var insets: Insets
    }

    struct Section {
        var items: Int
        var spacing: Double
        var insets: Insets
        var scrolls: Bool
        var boundariesIgnoreInsets: Bool
        var group: Node!
        var boundaries: [Boundary] = []
        var backdrops: [Backdrop] = []
    }

    var golden: GoldenCase
    var container = CGSize.zero
    var scale = 0.0
    var tolerance = 0.0
    var adjusted = Insets()
    var offset = CGPoint.zero
    var sectionSpacing = 0.0
    var sections: [Section] = []

    /// The visible bounds minus the insets that bars cover.
    var visible: CGRect {
        CGRect(
            x: offset.x + adjusted.leading, y: offset.y + adjusted.top,
            width: container.width - adjusted.leading - adjusted.trailing,
            height: container.height - adjusted.top - adjusted.bottom)
    }

    init(_ golden: GoldenCase) throws {
        self.golden = golden
        // The last node of each depth.
        var path: [Node] = []
        for (key, words) in golden.lines {
            let numbers = words.numbers().map(Double.init)
            switch key {
            case "container":
                container = CGSize(width: numbers[0], height: numbers[1])
                scale = try Self.number(words, after: "scale")
                guard words.last == "vertical" else { throw Unreadable(word: words.last ?? "") }
            case "tolerance": tolerance = numbers[0]
            case "adjusted": adjusted = Self.insets(words)
            case "offset": offset = CGPoint(x: numbers[0], y: numbers[1])
            case "spacing": sectionSpacing = numbers[0]
            case "section":
                path = []
                sections.append(
                    Section(
                        items: Int(try Self.number(words, after: "items")),
                        spacing: (try? Self.number(words, after: "spacing")) ?? 0, insets: Self.insets(words),
                        scrolls: words.contains("scrolls"),
                        boundariesIgnoreInsets: words.contains("boundaries-ignore-insets")))
            case "node":
                let node = try Self.node(words)
                let depth = Int(words[0])!
                path = path.prefix(depth) + [node]
                if depth == 0 {
                    sections[sections.count - 1].group = node
                } else {
                    path[depth - 1].children.append(node)
                }
            case "badge":
                let at = try Self.index(words, of: "at")
                path.last!.badges.append(
                    Badge(
                        kind: words[0], size: try Self.size(words),
                        edges: Set(words[at + 1].split(separator: "-").map(String.init)),
                        isShare: words[at + 2] == "share",
                        offset: CGPoint(x: Double(words[at + 3])!, y: Double(words[at + 4])!)))
            case "boundary":
                sections[sections.count - 1].boundaries.append(
                    Boundary(
                        kind: words[0], size: try Self.size(words),
                        alignment: words[try Self.index(words, of: "at") + 1],
                        measuredHeight: try? Self.number(words, after: "measured"), pins: words.contains("pins")))
            case "backdrop":
                sections[sections.count - 1].backdrops.append(Backdrop(kind: words[0], insets: Self.insets(words)))
            case "source", "confidence", "note", "expect": break
            default: throw Unreadable(word: key)
            }
        }
    }

    struct Unreadable: Error { var word: String }

    private static func node(_ words: [String]) throws -> Node {
        let node = Node(type: words[1], size: try size(words))
        node.parts = (try? number(words, after: "parts")).map { Int($0) }
        node.insets = insets(words)
        func space(_ word: String) -> Space? {
            words.firstIndex(of: word).map {
                Space(points: Double(words[$0 + 2])!, isFlexible: words[$0 + 1] == "flexible")
            }
        }
        node.between = space("between") ?? Space()
        for edge in ["top", "leading", "bottom", "trailing"] { node.edges[edge] = space(edge) }
        return node
    }

    private static func index(_ words: [String], of word: String) throws -> Int {
        guard let index = words.firstIndex(of: word) else { throw Unreadable(word: word) }
        return index
    }

    private static func number(_ words: [String], after word: String) throws -> Double {
        guard let number = Double(words[try index(words, of: word) + 1]) else { throw Unreadable(word: word) }
        return number
    }

    private static func insets(_ words: [String]) -> Insets {
        guard let four = words.numbers(after: "insets", count: 4)?.map(Double.init) else { return Insets() }
        return Insets(top: four[0], leading: four[1], bottom: four[2], trailing: four[3])
    }

    private static func size(_ words: [String]) throws -> Size {
        func dimension(_ word: String) throws -> Dimension {
            let text = words[try index(words, of: word) + 1]
            guard let last = text.last, let value = Double(last.isNumber ? text : String(text.dropLast())) else {
                throw Unreadable(word: text)
            }
            switch last {
            case "w": return .shareOfWidth(value)
            case "h": return .shareOfHeight(value)
            case "?": return .estimated(value)
            default: return .points(value)
            }
        }
        return Size(width: try dimension("width"), height: try dimension("height"))
    }
}
