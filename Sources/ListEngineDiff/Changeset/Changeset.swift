/// What turns one list into another: deletes, inserts, moves and updates, as indices.
///
///     let changes = new.changeset(from: old)
///     for move in changes.moves { print(move.old, "->", move.new) }
///
/// A changeset holds no elements and no closures. Its indices are stored as runs of 32-bit numbers, so a block of any
/// length that was inserted or moved takes twelve bytes.
///
/// An element that is on both sides is either *kept* or *moved*. Kept elements have the same order on both sides, and
/// are not listed; deleting what is in ``deletes`` and lifting what is in ``moves`` leaves them. Either kind may also
/// be *updated*.
public struct Changeset: Hashable, Sendable {
    /// The number of elements before.
    public let oldCount: Int

    /// The number of elements after.
    public let newCount: Int

    /// Elements that are gone: indices into the old list, ascending.
    public let deletes: IndexList

    /// Elements that are new: indices into the new list, ascending.
    public let inserts: IndexList

    /// Elements on both sides that changed their place among the others: index in the old list and in the new one,
    /// by ascending new index.
    public let moves: PairList

    /// Elements on both sides, kept or moved, whose content changed: index in the old list and in the new one, by
    /// ascending new index. Empty unless contents were compared.
    public internal(set) var updates: PairList

    /// The number of moves is proven to be the smallest possible.
    ///
    /// Where elements are unique it is the smallest in any case. It is proven when uniqueness was promised
    /// (`assumingUnique`), when every element that could be a duplicate was seen, or when nothing moved.
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

    /// Nothing changed.
    public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty && updates.isEmpty }

    /// The number of deletes, inserts, moves and updates together.
    public var changeCount: Int { deletes.count + inserts.count + moves.count + updates.count }

    /// The number of elements on both sides.
    public var matchedCount: Int { oldCount - deletes.count }

    /// The number of elements on both sides that did not move.
    public var keptCount: Int { matchedCount - moves.count }
}

extension Changeset {
    /// An element on both sides.
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
    /// Stops the program on a position outside of a list of changes.
    @inline(__always)
    static func check(_ position: Int, below count: Int) {
        if position < 0 || position >= count { fatalError("position \(position) is outside of 0..<\(count)") }
    }
}
