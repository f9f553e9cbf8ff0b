/// The changes that turn one snapshot into another: deleted, inserted and moved sections and items, and elements to reload.
///
///     let changes = after.changeset(from: before)
///     for move in changes.movedItems { print(move.old, "->", move.new) }
///
/// The fewest possible sections move. If a section moves and an item stays in it, the item does not count as a move. Within a
/// section that is in both snapshots, the fewest possible items move. An item that is found in another section is a move, even
/// if its old section was deleted or its new section was inserted.
///
/// ``items`` has the item changes as indices that count through all sections. To update a collection view, make
/// ``BatchUpdates`` from the changeset.
public struct SnapshotChangeset: Hashable, Sendable {
    /// Deleted (old), inserted (new) and moved sections, by position.
    public let sections: Changeset

    /// Deleted (old), inserted (new) and moved items, as indices that count through all sections.
    public let items: Changeset

    /// Sections marked for reload that are in both snapshots, by position.
    public let reloadedSections: Changeset.PairList

    /// Items marked for reload that are in both snapshots, as indices that count through all sections. Items of reloaded
    /// sections are not listed.
    public let reloadedItemIndices: Changeset.PairList

    /// Items marked for reconfiguration that are in both snapshots and not reloaded, as indices that count through all
    /// sections.
    public let reconfiguredItemIndices: Changeset.PairList

    /// For each new section its old position, or nil if it is new.
    public let oldSections: [Int?]

    /// For each old section the index of its first item, followed by the count of all items.
    public let oldSectionStarts: [Int]

    /// For each new section the index of its first item, followed by the count of all items.
    public let newSectionStarts: [Int]

    /// Whether there are no changes, reloads and reconfigurations.
    public var isEmpty: Bool {
        sections.isEmpty && items.isEmpty && reloadedSections.isEmpty && reloadedItemIndices.isEmpty
            && reconfiguredItemIndices.isEmpty
    }
}

extension SnapshotChangeset {
    /// An item that is in both snapshots.
    public struct ItemPair: Hashable, Sendable {
        /// Its position in the old snapshot.
        public var old: ItemIndexPath

        /// Its position in the new snapshot.
        public var new: ItemIndexPath

        public init(old: ItemIndexPath, new: ItemIndexPath) {
            self.old = old
            self.new = new
        }
    }

    /// Deleted items, including those of deleted sections, by ascending old position.
    public var deletedItems: [ItemIndexPath] { Self.paths(items.deletes, oldSectionStarts) }

    /// Inserted items, including those of inserted sections, by ascending new position.
    public var insertedItems: [ItemIndexPath] { Self.paths(items.inserts, newSectionStarts) }

    /// Items that moved, by ascending new position.
    public var movedItems: [ItemPair] { pairs(items.moves) }

    /// Items to reload, by ascending new position.
    public var reloadedItems: [ItemPair] { pairs(reloadedItemIndices) }

    /// Items to reconfigure, by ascending new position.
    public var reconfiguredItems: [ItemPair] { pairs(reconfiguredItemIndices) }

    /// The position in the old snapshot of the item with this index through all sections.
    public func oldPath(_ index: Int) -> ItemIndexPath { Self.path(index, oldSectionStarts) }

    /// The position in the new snapshot of the item with this index through all sections.
    public func newPath(_ index: Int) -> ItemIndexPath { Self.path(index, newSectionStarts) }

    private func pairs(_ list: Changeset.PairList) -> [ItemPair] { pairs(list) { ItemPair(old: $0, new: $1) } }

    /// Makes a value of each pair. Consecutive items are mostly in one section, so the section of the last pair is tried first.
    @inline(__always)
    func pairs<Value>(
        _ list: Changeset.PairList, _ value: (_ old: ItemIndexPath, _ new: ItemIndexPath) -> Value
    ) -> [Value] {
        let isOneSection = oldSectionStarts.count == 2 && newSectionStarts.count == 2
        var (oldSection, newSection) = (0, 0)
        return [Value](unsafeUninitializedCapacity: list.count) { values, count in
            guard let start = values.baseAddress else { return }
            for run in list.storage {
                let step: UInt32 = run.old & Changeset.PairList.Run.descending != 0 ? .max : 1
                var (old, new) = (run.old & ~Changeset.PairList.Run.descending, run.new)
                repeat {
                    let value =
                        isOneSection
                        ? value(ItemIndexPath(section: 0, item: Int(old)), ItemIndexPath(section: 0, item: Int(new)))
                        : value(
                            Self.path(Int(old), oldSectionStarts, near: &oldSection),
                            Self.path(Int(new), newSectionStarts, near: &newSection))
                    (start + count).initialize(to: value)
                    old &+= step
                    new &+= 1
                    count &+= 1
                } while count < Int(run.end)
            }
        }
    }

    /// The indices ascend, so one pass over the sections is enough.
    private static func paths(_ indices: Changeset.IndexList, _ starts: [Int]) -> [ItemIndexPath] {
        [ItemIndexPath](unsafeUninitializedCapacity: indices.count) { paths, count in
            var (section, start, end) = (-1, 0, 0)
            var before: UInt32 = 0
            for run in indices.storage {
                for index in Int(run.start)..<Int(run.start) &+ Int(run.end &- before) {
                    while index >= end {
                        section &+= 1
                        (start, end) = (starts[section], starts[section &+ 1])
                    }
                    (paths.baseAddress.unsafelyUnwrapped + count).initialize(
                        to: ItemIndexPath(section: section, item: index &- start))
                    count &+= 1
                }
                before = run.end
            }
        }
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
    /// One line, for example `sections: delete [1]; items: insert [[0, 2]] move [[0, 0] -> [1, 3]]`.
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
