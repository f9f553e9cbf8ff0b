/// The changes that turn one list into another: deletes, inserts, moves and updates, as indices.
///
///     let changes = new.changeset(from: old)
///     for move in changes.moves { print(move.old, "->", move.new) }
///
/// A changeset holds no elements and no closures. It stores indices as runs of 32-bit numbers, so an inserted or moved block
/// of any length takes twelve bytes.
///
/// An element that is in both lists is either *kept* or *moved*. Kept elements have the same order in both lists, and are not
/// listed: they are the old elements that are neither in ``deletes`` nor in ``moves``. Both kept and moved elements may also be
/// *updated*.
public struct Changeset: Hashable, Sendable {
    /// The number of elements in the old list.
    public let oldCount: Int

    /// The number of elements in the new list.
    public let newCount: Int

    /// Deleted elements: indices in the old list, ascending.
    public let deletes: IndexList

    /// Inserted elements: indices in the new list, ascending.
    public let inserts: IndexList

    /// Elements in both lists that changed their order among the others: old index and new index, by ascending new index.
    public let moves: PairList

    /// Elements in both lists, kept or moved, whose content changed: old index and new index, by ascending new index. Empty
    /// unless contents were compared.
    public internal(set) var updates: PairList

    /// Whether the number of moves is proven to be the smallest possible.
    ///
    /// If elements are unique, it always is the smallest. It is proven if uniqueness was promised (`assumingUnique`), if the
    /// differ read every element that could be a duplicate, or if no element moved.
    public internal(set) var isMinimal: Bool

    init(
        oldCount: Int, newCount: Int, deletes: IndexList = IndexList(), inserts: IndexList = IndexList(),
        moves: PairList = PairList(), updates: PairList = PairList(), isMinimal: Bool = true
    ) {
        self.oldCount = oldCount
        self.newCount = newCount
        self.deletes = deletes
        self.inserts = inserts
        self.moves = moves
        self.updates = updates
        self.isMinimal = isMinimal
    }

    /// Whether the lists are equal: there are no deletes, inserts, moves and updates.
    public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty }

    /// The number of deletes, inserts, moves and updates together.
    public var changeCount: Int { deletes.count + inserts.count + moves.count + updates.count }

    /// The number of elements that are in both lists.
    public var matchedCount: Int { oldCount - deletes.count }

    /// The number of elements that are in both lists and did not move.
    public var keptCount: Int { matchedCount - moves.count }
}

extension Changeset {
    /// An element that is in both lists.
    public struct Pair: Hashable, Sendable {
        /// Index in the old list.
        public var old: Int

        /// Index in the new list.
        public var new: Int

        public init(old: Int, new: Int) {
            self.old = old
            self.new = new
        }
    }
}

extension Changeset {
    /// Stops the program if a position is outside a list of changes.
    @inline(__always)
    static func check(_ position: Int, below count: Int) {
        if position < 0 || position >= count { fatalError("position \(position) is outside of 0..<\(count)") }
    }
}
