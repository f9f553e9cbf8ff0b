import ListEngineReference

/// A section as a test makes it: the reference's description, and item sizes in points.
public struct TestSection: Sendable {
    /// Its `sizes` are the rounded `pointSizes`.
    public var description: ReferenceSection
    public var pointSizes: [PointSize]

    public init(_ description: ReferenceSection, pointSizes: [PointSize] = []) {
        self.description = description
        self.pointSizes = pointSizes
        if description.kind == .list || description.kind == .flow || description.kind == .waterfall {
            self.description.sizes = pointSizes.map { $0.units(in: description) }
        }
    }

    /// A section of a reference layout; its sizes are already rounded, so they are exact in points.
    public init(standing description: ReferenceSection) {
        self.description = description
        pointSizes = description.sizes.map {
            PointSize(main: ReferenceUnits.points($0.main), cross: ReferenceUnits.points($0.cross))
        }
    }
}

/// One edit of a layout, for any implementation of it.
public enum LayoutEdit: Sendable {
    case insertSections([TestSection], at: Int)
    case removeSections(Range<Int>)
    case moveSections(Range<Int>, to: Int)
    /// Another description for the section's items, which are kept.
    case describe(section: Int, ReferenceSection)
    case insertItems([PointSize], at: Int, section: Int)
    case insertGridItems(count: Int, at: Int, section: Int)
    case removeItems(Range<Int>, section: Int)
    case moveItems(Range<Int>, to: Int, section: Int)
    case resizeItems(first: Int, [PointSize], section: Int)
    case apply([ReferenceEdit], [PointSize], section: Int)
    case setCross(Int64)
}

extension LayoutEdit: CustomStringConvertible {
    public var description: String {
        switch self {
        case .insertSections(let sections, let at):
            let what = sections.map { "\($0.description.kind) of \($0.description.itemCount)" }
            return "insert sections \(what.prefix(20)) at \(at)"
        case .removeSections(let range): return "remove sections \(range)"
        case .moveSections(let range, let to): return "move sections \(range) to \(to)"
        case .describe(let section, let new): return "describe section \(section): \(new.kind)"
        case .insertItems(let sizes, let at, let section):
            return "insert \(sizes.count) items at \(at) in \(section): \(sizes.prefix(8))"
        case .insertGridItems(let count, let at, let section):
            return "insert \(count) grid items at \(at) in \(section)"
        case .removeItems(let range, let section): return "remove items \(range) in \(section)"
        case .moveItems(let range, let to, let section): return "move items \(range) to \(to) in \(section)"
        case .resizeItems(let first, let sizes, let section):
            return "resize \(sizes.count) items from \(first) in \(section): \(sizes.prefix(8))"
        case .apply(let script, let sizes, let section):
            return "script of \(script.count) edits, \(sizes.count) sizes, in \(section): \(script.prefix(6))"
        case .setCross(let cross): return "set cross extent \(cross)"
        }
    }
}

extension ReferenceLayout {
    public mutating func perform(_ edit: LayoutEdit) {
        switch edit {
        case .insertSections(let new, let at): insert(new.map(\.description), at: at)
        case .removeSections(let range): removeSections(range)
        case .moveSections(let range, let to): moveSections(range, to: to)
        case .describe(let section, var new):
            new.sizes = sections[section].sizes
            new.gridCount = sections[section].gridCount
            replaceSection(section, with: new)
        case .insertItems(let sizes, let at, let section):
            insertItems(units(sizes, inSection: section), at: at, inSection: section)
        case .insertGridItems(let count, _, let section): insertItems(count: count, inGrid: section)
        case .removeItems(let range, let section): removeItems(range, inSection: section)
        case .moveItems(let range, let to, let section): moveItems(range, to: to, inSection: section)
        case .resizeItems(let first, let sizes, let section):
            resizeItems(from: first, to: units(sizes, inSection: section), inSection: section)
        case .apply(let script, let sizes, let section):
            apply(script, inserting: units(sizes, inSection: section), inSection: section)
        case .setCross(let cross): self.cross = cross
        }
    }

    private func units(_ sizes: [PointSize], inSection section: Int) -> [ReferenceSize] {
        sizes.map { $0.units(in: sections[section]) }
    }
}
