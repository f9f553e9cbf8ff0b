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

    /// Whether items were deleted, inserted or moved, in sections that stay or with their sections.
    var changesPlaces: Bool {
        !(deleted.isEmpty && inserted.isEmpty && moves.isEmpty && deletedSections.isEmpty && insertedSections.isEmpty)
    }

    /// The index before the update of a section that is kept.
    func formerIndex(ofSection section: Int) -> Int {
        // The n-th kept section is the n-th one that is not deleted.
        var index = section - insertedSections.count { $0 < section }
        for deleted in deletedSections where deleted <= index { index += 1 }
        return index
    }

    /// The new position of a kept item, or of the place where a deleted one was. For many items, prepare ``NewPositions``.
    func newPosition(of position: Int) -> Int { changesPlaces ? NewPositions(self)[position] : position }
}

/// The new positions of the items of a list after an update.
///
/// Preparing it sorts the moves. A position is then found in O(log *n*), where *n* is the number of ranges and moves of the update.
struct NewPositions {
    private let moved: [Int: Int]
    /// The items that leave their places, by positions before the update.
    private let removed: RunningRanges
    /// The items that come to their places, by positions after the update.
    private let added: RunningRanges
    private let deleted: RunningRanges

    init(_ update: RowsUpdate) {
        moved = Dictionary(update.moves.lazy.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        removed = RunningRanges(update.deleted, update.moves.map(\.from))
        added = RunningRanges(update.inserted, update.moves.map(\.to))
        deleted = RunningRanges(update.deleted, [])
    }

    /// The new position of a kept item, or of the place where a deleted one was.
    subscript(position: Int) -> Int {
        if let to = moved[position] { return to }
        let left = position - removed.count(before: position)
        return left + added.count(around: left)
    }

    /// The new position of an item; nil if it was deleted.
    func ofKept(_ position: Int) -> Int? {
        moved[position] == nil && deleted.contains(position) ? nil : self[position]
    }
}

/// Ascending ranges without overlaps, with the number of positions in those before each.
private struct RunningRanges {
    private let ranges: [Range<Int>]
    /// Has one element more than there are ranges.
    private var before = [0]

    init(_ ranges: [Range<Int>], _ positions: [Int]) {
        self.ranges = (ranges + positions.map { $0..<$0 + 1 }).sorted { $0.lowerBound < $1.lowerBound }
        for range in self.ranges { before.append(before[before.count - 1] + range.count) }
    }

    /// The index of the first range that satisfies a predicate, as all ranges after it do.
    private func first(where isAfter: (Int) -> Bool) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    func contains(_ position: Int) -> Bool { count(before: position + 1) > count(before: position) }

    /// The number of positions in the ranges that are less than a position.
    func count(before position: Int) -> Int {
        let range = first { ranges[$0].upperBound > position }
        guard range < ranges.count else { return before[range] }
        return before[range] + max(0, position - ranges[range].lowerBound)
    }

    /// The number of positions in the ranges that come before an item, if `position` is its position without them.
    func count(around position: Int) -> Int { before[first { ranges[$0].lowerBound - before[$0] > position }] }
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
