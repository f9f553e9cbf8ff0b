import ListEngineReference

/// Measured extents in points, as a caller passes them; the library and the reference each round them once.
public struct PointMeasurement: Sendable {
    public var index: Int
    public var main: Double?
    public var cross: Double?

    public init(_ index: Int, main: Double?, cross: Double?) {
        self.index = index
        self.main = main
        self.cross = cross
    }

    public var units: ReferenceMeasurement {
        ReferenceMeasurement(
            index, main: main.map { ReferenceUnits.units($0) }, cross: cross.map { ReferenceUnits.units($0) })
    }
}

/// One edit of a layout with compositional sections, for any implementation of it.
public enum CompositionalEdit: Sendable {
    /// Consecutive sections: section s has `counts[s]` items and `compositions[which[s]]`.
    case insertComposed([ReferenceComposition], which: [Int], counts: [Int], at: Int)
    case insertPlain(TestSection, spacing: Int64, at: Int)
    case removeSections(Range<Int>)
    case moveSections(Range<Int>, to: Int)
    case setComposition(ReferenceComposition, section: Int)
    case insertItems(count: Int, at: Int, section: Int)
    case removeItems(Range<Int>, section: Int)
    case moveItems(Range<Int>, to: Int, section: Int)
    case apply([ReferenceEdit], inserting: Int, section: Int)
    case measureItems([PointMeasurement], section: Int)
    /// Of a section, or of the whole layout (nil).
    case measureBoundaries([PointMeasurement], section: Int?)
    /// The supplementary views have one kind.
    case measureBadges([PointMeasurement], kind: Int, section: Int)
    case setBoundaries([ReferenceBoundary], scale: Double)
    case setContainer(ReferenceAxes<Int64>)
}

extension CompositionalEdit: CustomStringConvertible {
    public var description: String {
        switch self {
        case .insertComposed(let compositions, let which, let counts, let at):
            return "insert compositions \(which.prefix(20)) of \(counts.prefix(20)) at \(at):\n"
                + compositions.map(\.description).joined(separator: "\n")
        case .insertPlain(let section, let spacing, let at):
            return
                "insert \(section.description.kind) of \(section.description.itemCount), spacing \(spacing), at \(at)"
        case .removeSections(let range): return "remove sections \(range)"
        case .moveSections(let range, let to): return "move sections \(range) to \(to)"
        case .setComposition(let composition, let section):
            return "set composition of \(section):\n\(composition.description)"
        case .insertItems(let count, let at, let section): return "insert \(count) items at \(at) in \(section)"
        case .removeItems(let range, let section): return "remove items \(range) in \(section)"
        case .moveItems(let range, let to, let section): return "move items \(range) to \(to) in \(section)"
        case .apply(let script, let count, let section):
            return "script of \(script.count) edits, \(count) new, in \(section): \(script.prefix(6))"
        case .measureItems(let measured, let section):
            return "measure in \(section): \(measured.prefix(8).map { ($0.index, $0.main, $0.cross) })"
        case .measureBoundaries(let measured, let section):
            return "measure boundaries of \(section as Any): \(measured.map { ($0.index, $0.main, $0.cross) })"
        case .measureBadges(let measured, let kind, let section):
            return "measure badges \(kind) of \(section): \(measured.map { ($0.index, $0.main, $0.cross) })"
        case .setBoundaries(let boundaries, let scale): return "set boundaries at \(scale): \(boundaries)"
        case .setContainer(let container): return "set container \(container.main) x \(container.cross)"
        }
    }
}

extension ReferenceComposition {
    public var description: String {
        let spaces = "spacing \(groupSpacing) insets \(insets.text), then \(sectionSpacing)"
        return "  composition orthogonal \(isOrthogonal) loops \(loops) scale \(scale) \(spaces)\n\(group.text(2))\n"
            + boundaries.map { "    \($0)\n" }.joined() + backdrops.map { "    \($0)\n" }.joined()
    }
}

extension ReferenceInsets {
    fileprivate var text: String { "\(main.start) \(main.end) \(cross.start) \(cross.end)" }
}

extension ReferenceNode {
    fileprivate func text(_ depth: Int) -> String {
        var line = String(repeating: "  ", count: depth)
        var children: [ReferenceNode] = []
        switch content {
        case .item: line += "item"
        case .custom(let count, _): line += "custom \(count)"
        case .group(let group):
            line += "group \(group.axis) \(group.repetition) between \(group.between.text)"
            children = group.children
        }
        line += " \(size.main) x \(size.cross) insets \(insets.text) edges \(edges.main.start.text) "
        line += "\(edges.main.end.text) \(edges.cross.start.text) \(edges.cross.end.text)"
        for badge in badges { line += "\n" + String(repeating: "  ", count: depth + 2) + "\(badge)" }
        return ([line] + children.map { $0.text(depth + 1) }).joined(separator: "\n")
    }
}

extension ReferenceSpace {
    fileprivate var text: String { "\(least)\(isFlexible ? "~" : "")" }
}

extension ReferenceCompositionalLayout {
    public mutating func perform(_ edit: CompositionalEdit) {
        switch edit {
        case .insertComposed(let compositions, let which, let counts, let at):
            insert(
                zip(which, counts).map { .composed(ReferenceComposedSection(compositions[$0], items: $1)) }, at: at)
        case .insertPlain(let section, let spacing, let at):
            insert([.plain(section.description, spacing: spacing)], at: at)
        case .removeSections(let range): removeSections(range)
        case .moveSections(let range, let to): moveSections(range, to: to)
        case .setComposition(let composition, let section): setComposition(composition, ofSection: section)
        case .insertItems(let count, let at, let section): insertItems(count: count, at: at, inSection: section)
        case .removeItems(let range, let section): removeItems(range, inSection: section)
        case .moveItems(let range, let to, let section): moveItems(range, to: to, inSection: section)
        case .apply(let script, let count, let section): apply(script, inserting: count, inSection: section)
        case .measureItems(let measured, let section): measureItems(measured.map(\.units), inSection: section)
        case .measureBoundaries(let measured, let section):
            measureBoundaries(measured.map(\.units), inSection: section)
        case .measureBadges(let measured, let kind, let section):
            measureBadges(measured.map(\.units), kind: kind, inSection: section)
        case .setBoundaries(let boundaries, let scale): setBoundaries(boundaries, scale: scale)
        case .setContainer(let container): setContainer(container)
        }
    }
}
