/// What turns one snapshot into another: sections and items deleted, inserted and moved, and what to reload.
///
///     let changes = after.changeset(from: before)
///     for move in changes.movedItems { print(move.old, "->", move.new) }
///
/// The fewest possible sections are moved. An item that stays in a section which is on both sides is no move on
/// account of its section moving; within such a section the fewest possible items move. An item found in another
/// section is a move, also out of a deleted and into an inserted section.
///
/// ``items`` has the same as numbers: indices that count through all sections. To tell a collection view, make
/// ``BatchUpdates`` of it.
public struct SnapshotChangeset: Hashable, Sendable {
    /// Deleted (old), inserted (new) and moved sections, by position.
    public let sections: Changeset

    /// Deleted (old), inserted (new) and moved items, as indices that count through all sections.
    public let items: Changeset

    /// Sections marked for reload that are on both sides, by position.
    public let reloadedSections: Changeset.PairList

    /// Items marked for reload that are on both sides, as indices that count through all sections. Items of reloaded
    /// sections are not listed.
    public let reloadedItemIndices: Changeset.PairList

    /// Items marked for a new configuration that are on both sides and not reloaded, as indices that count through
    /// all sections.
    public let reconfiguredItemIndices: Changeset.PairList

    /// For each new section its old position, or nil if it is new.
    public let oldSections: [Int?]

    /// For each section on the old side the index of its first item, and the count of all.
    public let oldSectionStarts: [Int]

    /// For each section on the new side the index of its first item, and the count of all.
    public let newSectionStarts: [Int]

    /// Nothing changed, and nothing is to be reloaded.
    public var isEmpty: Bool {
        sections.isEmpty && items.isEmpty && reloadedSections.isEmpty && reloadedItemIndices.isEmpty
            && reconfiguredItemIndices.isEmpty
    }
}

extension SnapshotChangeset {
    /// An item on both sides.
    public struct ItemPair: Hashable, Sendable {
        /// Its position on the old side.
        public var old: ItemIndexPath

        /// Its position on the new side.
        public var new: ItemIndexPath

        public init(old: ItemIndexPath, new: ItemIndexPath) {
            self.old = old
            self.new = new
        }
    }

    /// Items that are gone, by their old positions, ascending; those of deleted sections too.
    public var deletedItems: [ItemIndexPath] { Self.paths(items.deletes, oldSectionStarts) }

    /// Items that are new, by their new positions, ascending; those of inserted sections too.
    public var insertedItems: [ItemIndexPath] { Self.paths(items.inserts, newSectionStarts) }

    /// Items that moved, by ascending new position.
    public var movedItems: [ItemPair] { pairs(items.moves) }

    /// Items to reload, by ascending new position.
    public var reloadedItems: [ItemPair] { pairs(reloadedItemIndices) }

    /// Items to configure again, by ascending new position.
    public var reconfiguredItems: [ItemPair] { pairs(reconfiguredItemIndices) }

    /// The position of an item on the old side from its index through all sections.
    public func oldPath(_ index: Int) -> ItemIndexPath { Self.path(index, oldSectionStarts) }

    /// The position of an item on the new side from its index through all sections.
    public func newPath(_ index: Int) -> ItemIndexPath { Self.path(index, newSectionStarts) }

    /// Neighbours are mostly in one section, so the one of the last pair is tried first.
    private func pairs(_ list: Changeset.PairList) -> [ItemPair] {
        var (oldSection, newSection) = (0, 0)
        var pairs: [ItemPair] = []
        pairs.reserveCapacity(list.count)
        for pair in list {
            let old = Self.path(pair.old, oldSectionStarts, near: &oldSection)
            pairs.append(ItemPair(old: old, new: Self.path(pair.new, newSectionStarts, near: &newSection)))
        }
        return pairs
    }

    /// Ascending indices, so sections are walked once.
    private static func paths(_ indices: Changeset.IndexList, _ starts: [Int]) -> [ItemIndexPath] {
        var section = 0
        var paths: [ItemIndexPath] = []
        paths.reserveCapacity(indices.count)
        for index in indices {
            while starts[section + 1] <= index { section += 1 }
            paths.append(ItemIndexPath(section: section, item: index - starts[section]))
        }
        return paths
    }

    private static func path(_ index: Int, _ starts: [Int], near section: inout Int) -> ItemIndexPath {
        if section + 1 < starts.count, starts[section] <= index, index < starts[section + 1] {
            return ItemIndexPath(section: section, item: index - starts[section])
        }
        let path = path(index, starts)
        section = path.section
        return path
    }

    private static func path(_ index: Int, _ starts: [Int]) -> ItemIndexPath {
        guard index >= 0 && index < starts[starts.count - 1] else {
            fatalError("item \(index) is outside of 0..<\(starts[starts.count - 1])")
        }
        var low = 0
        var high = starts.count - 1
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle } else { high = middle }
        }
        return ItemIndexPath(section: low, item: index - starts[low])
    }
}

extension SnapshotChangeset: CustomStringConvertible {
    /// One line, as in `sections: delete [1]; items: insert [[0, 2]] move [[0, 0] -> [1, 3]]`.
    public var description: String {
        var words: [String] = []
        func add(_ word: String, _ list: [some CustomStringConvertible]) {
            if !list.isEmpty { words.append("\(word) \(list.map(\.description))") }
        }
        add("delete sections", Array(sections.deletes))
        add("insert sections", Array(sections.inserts))
        add("move sections", sections.moves.map { "\($0.old)->\($0.new)" })
        add("delete", deletedItems)
        add("insert", insertedItems)
        add("move", movedItems.map { "\($0.old)->\($0.new)" })
        add("reload sections", reloadedSections.map { "\($0.old)" })
        add("reload", reloadedItems.map { "\($0.old)" })
        add("reconfigure", reconfiguredItems.map { "\($0.new)" })
        return words.joined(separator: ", ")
    }
}
