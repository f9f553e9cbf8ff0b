// Every edit changes the descriptions and lays all out again.
extension ReferenceLayout {
    public mutating func insert(_ new: [ReferenceSection], at index: Int) {
        sections.insert(contentsOf: new, at: index)
        prepare()
    }

    public mutating func removeSections(_ range: Range<Int>) {
        sections.removeSubrange(range)
        prepare()
    }

    /// Moves sections so that the first of them gets index `to`, counted without them.
    public mutating func moveSections(_ range: Range<Int>, to index: Int) {
        sections.moveRange(range, to: index)
        prepare()
    }

    /// Replaces the description of a section, its items included.
    public mutating func replaceSection(_ index: Int, with section: ReferenceSection) {
        sections[index] = section
        prepare()
    }

    /// Inserts items into a list, flow or waterfall.
    public mutating func insertItems(_ sizes: [ReferenceSize], at index: Int, inSection section: Int) {
        sections[section].sizes.insert(contentsOf: sizes, at: index)
        prepare()
    }

    /// Inserts items into a grid.
    public mutating func insertItems(count: Int, inGrid section: Int) {
        sections[section].gridCount += count
        prepare()
    }

    public mutating func removeItems(_ range: Range<Int>, inSection section: Int) {
        if sections[section].kind == .grid {
            sections[section].gridCount -= range.count
        } else {
            sections[section].sizes.removeSubrange(range)
        }
        prepare()
    }

    /// Moves items so that the first of them gets index `to`, counted without them.
    public mutating func moveItems(_ range: Range<Int>, to index: Int, inSection section: Int) {
        if sections[section].kind != .grid { sections[section].sizes.moveRange(range, to: index) }
        prepare()
    }

    public mutating func resizeItems(from first: Int, to sizes: [ReferenceSize], inSection section: Int) {
        sections[section].sizes.replaceSubrange(first..<(first + sizes.count), with: sizes)
        prepare()
    }

    /// Applies a script. Each edit refers to the items before the script.
    public mutating func apply(
        _ script: [ReferenceEdit], inserting new: [ReferenceSize], inSection section: Int
    ) {
        sections[section].sizes = script.applied(to: sections[section].sizes, inserting: new)
        prepare()
    }
}

/// One edit of a script: removes `removed` entries from index `at` on and inserts `inserted` entries in their place. Indices are
/// those before the script. The inserted entries are `source ..< source + inserted` of the new entries or, with `moved`, of
/// those before the script.
public struct ReferenceEdit: Sendable, Hashable {
    public var at: Int
    public var removed: Int
    public var inserted: Int
    public var source: Int
    public var moved: Bool

    public init(at: Int, removed: Int, inserted: Int, source: Int = 0, moved: Bool = false) {
        self.at = at
        self.removed = removed
        self.inserted = inserted
        self.source = source
        self.moved = moved
    }
}

extension [ReferenceEdit] {
    /// The entries after the script. Edits are in ascending order and do not overlap.
    public func applied<Entry>(to old: [Entry], inserting new: [Entry]) -> [Entry] {
        var result: [Entry] = []
        result.reserveCapacity(old.count + new.count)
        var kept = 0
        for edit in self {
            result += old[kept..<edit.at]
            let from = edit.moved ? old : new
            result += from[edit.source..<(edit.source + edit.inserted)]
            kept = edit.at + edit.removed
        }
        result += old[kept...]
        return result
    }
}

extension Array {
    /// Moves a range so that its first element gets index `to`, counted without them.
    mutating func moveRange(_ range: Range<Int>, to index: Int) {
        let moved = Array(self[range])
        removeSubrange(range)
        insert(contentsOf: moved, at: index)
    }
}
