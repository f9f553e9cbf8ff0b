/// An update of the items that show the rows of a source: which positions were deleted, inserted and moved.
///
/// All other items stay, in order. Among these are placeholders that show a row now. Positions count the items of all sections.
public struct RowsUpdate: Hashable, Sendable {
    public struct Move: Hashable, Sendable {
        /// The position before the update.
        public var from: Int
        /// The position after the update.
        public var to: Int
    }

    /// Positions before the update, ascending.
    public var deleted: [Range<Int>] = []
    /// Positions after the update, ascending.
    public var inserted: [Range<Int>] = []
    /// Rows that have a new place among the others.
    public var moves: [Move] = []
    /// Placeholders that show a row now. Positions before the update, ascending.
    public var loaded: [Range<Int>] = []
    /// Kept rows with new contents. Positions before the update, ascending.
    public var changed: [Int] = []

    /// Indices of sections before the update, ascending. Their items are deleted, or move to other sections.
    public var deletedSections: [Int] = []
    /// Indices of sections after the update, ascending.
    public var insertedSections: [Int] = []
    /// The sections before the update.
    public var sectionsBefore = RowSectionStarts()
    /// The sections after the update.
    public var sectionsAfter = RowSectionStarts()

    public init() {}

    /// An update that changes the contents of items only.
    init(changed: [Int], in sections: RowSectionStarts) {
        self.changed = changed
        (sectionsBefore, sectionsAfter) = (sections, sections)
    }

    public var isEmpty: Bool {
        deleted.isEmpty && inserted.isEmpty && moves.isEmpty && loaded.isEmpty && changed.isEmpty
            && deletedSections.isEmpty && insertedSections.isEmpty
    }

    /// The index before the update of a section that is kept.
    func formerIndex(ofSection section: Int) -> Int {
        // The n-th kept section is the n-th one that is not deleted.
        var index = section - insertedSections.count { $0 < section }
        for deleted in deletedSections where deleted <= index { index += 1 }
        return index
    }

    /// The new position of a kept item, or of the place where a deleted one was.
    func newPosition(of position: Int) -> Int {
        if let move = moves.first(where: { $0.from == position }) { return move.to }
        var new = position
        for range in deleted { new -= range.clamped(to: 0..<position).count }
        for move in moves where move.from < position { new -= 1 }
        for range in (inserted + moves.map { $0.to..<$0.to + 1 }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound > new { break }
            new += range.count
        }
        return new
    }
}

extension [Range<Int>] {
    /// Adds a range after all others. Adjacent ranges become one.
    mutating func add(_ range: Range<Int>) {
        if range.isEmpty { return }
        if let last, last.upperBound == range.lowerBound {
            self[count - 1] = last.lowerBound..<range.upperBound
        } else {
            append(range)
        }
    }
}
