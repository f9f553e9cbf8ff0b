import ListEngineDiff

/// Some adjacent pages, with the pages that replace them.
struct PagePatch<Source: RowSource> {
    /// The old pages. They may be none.
    var pages: Range<Int>
    var new: [Page<Source>]
    /// Whether the last placeholders of a stretch stay, because rows were loaded at its end. Otherwise the first ones stay.
    var keepsEnd = false
}

/// Compares the items of pages before and after an update.
///
/// 1. Rows are matched by identity, with as few moves as possible. Rows in the same order divide a patch into stretches.
/// 2. In a stretch, the old placeholders become the new placeholders and the rows that were not in memory before, in order. If their numbers
///    differ, the surplus is deleted or inserted at one end.
struct PageDifference<Source: RowSource> {
    /// Pages of one patch, with the position of their first item.
    struct Side {
        var start: Int
        var pages: ArraySlice<Page<Source>>
    }

    /// A patch, or the part of it in one section.
    struct Part {
        var old: Side
        var new: Side
        /// See ``PagePatch/keepsEnd``.
        var keepsEnd = false
    }

    private(set) var update = RowsUpdate()
    private var old = Items()
    private var new = Items()
    /// For each loaded old row the number of the new one, and the other way round, if the row stays.
    private var newRows: [Int?] = []

    /// The items of all patches on one side: placeholders as runs, rows one by one.
    private struct Items {
        /// A run of placeholders, or a number of loaded rows.
        struct Run {
            var positions: Range<Int>
            /// The number of the first row; nil for placeholders.
            var firstRow: Int?
        }

        var runs: [[Run]] = []
        var rows: [LoadedRow<Source>] = []
        var positions: [Int] = []
        var patches: [Int] = []

        mutating func add(_ side: Side) {
            var runs: [Run] = []
            var position = side.start
            for page in side.pages {
                let end = position + page.count
                if let loaded = page.rows {
                    runs.append(Run(positions: position..<end, firstRow: rows.count))
                    rows += loaded
                    positions += position..<end
                    patches += repeatElement(self.runs.count, count: loaded.count)
                } else {
                    runs.append(Run(positions: position..<end))
                }
                position = end
            }
            self.runs.append(runs)
        }
    }

    /// - Parameter patches: The pages before and after, in ascending order.
    init(_ patches: [Part]) {
        for patch in patches {
            old.add(patch.old)
            new.add(patch.new)
        }
        matchRows()
        for (number, patch) in patches.enumerated() { matchPlaceholders(number, keepsEnd: patch.keepsEnd) }
        update.deleted.sort { $0.lowerBound < $1.lowerBound }
        update.inserted.sort { $0.lowerBound < $1.lowerBound }
        update.changed.sort()
    }

    private mutating func matchRows() {
        newRows = Array(repeating: nil, count: old.rows.count)
        let changes = new.rows.map(\.id).changeset(from: old.rows.map(\.id))
        for row in changes.deletes { update.deleted.append(old.positions[row]..<old.positions[row] + 1) }
        var (isGone, isNew) = (
            [Bool](repeating: false, count: old.rows.count), [Bool](repeating: false, count: new.rows.count)
        )
        for row in changes.deletes { isGone[row] = true }
        for row in changes.inserts { isNew[row] = true }
        for move in changes.moves {
            (isGone[move.old], isNew[move.new]) = (true, true)
            add(move.old, movedTo: move.new)
            compare(move.old, move.new)
        }
        var next = 0
        for row in old.rows.indices where !isGone[row] {
            while isNew[next] { next += 1 }
            // A row that stays among the others of the patches has passed the pages between two patches.
            if old.patches[row] == new.patches[next] { newRows[row] = next } else { add(row, movedTo: next) }
            compare(row, next)
            next += 1
        }
        moved = Set(update.moves.map(\.to))
    }

    private var moved: Set<Int> = []

    private mutating func add(_ row: Int, movedTo target: Int) {
        update.moves.append(RowsUpdate.Move(from: old.positions[row], to: new.positions[target]))
    }

    private mutating func compare(_ row: Int, _ other: Int) {
        if !Self.isSame(old.rows[row].row, new.rows[other].row) { update.changed.append(old.positions[row]) }
    }

    /// Whether a row is known to have the same contents.
    static func isSame(_ left: Source.Row?, _ right: Source.Row?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        guard let left = left as? any Equatable else { return false }
        return left.isSame(as: right)
    }

    // MARK: Placeholders

    /// Placeholders and rows between two kept rows.
    private struct Stretch {
        var old: [Range<Int>] = []
        var new: [Range<Int>] = []
        /// Those of the new positions that have rows.
        var rows: [Range<Int>] = []
    }

    private mutating func matchPlaceholders(_ patch: Int, keepsEnd: Bool) {
        var stretch = Stretch()
        var newRuns = new.runs[patch][...]
        /// Takes the new items up to a kept row, or all.
        func takeNew(upTo end: Int?) {
            while let run = newRuns.first {
                if let end, run.positions.lowerBound > end { return }
                newRuns.removeFirst()
                guard let first = run.firstRow else {
                    stretch.new.add(run.positions)
                    continue
                }
                for position in run.positions {
                    if position == end {
                        if position + 1 < run.positions.upperBound {
                            let rest = position + 1..<run.positions.upperBound
                            newRuns =
                                [.init(positions: rest, firstRow: first + rest.lowerBound - run.positions.lowerBound)]
                                + newRuns
                        }
                        return
                    }
                    if moved.contains(position) { continue }
                    stretch.new.add(position..<position + 1)
                    stretch.rows.add(position..<position + 1)
                }
            }
        }
        for run in old.runs[patch] {
            guard let first = run.firstRow else {
                stretch.old.add(run.positions)
                continue
            }
            for row in first..<first + run.positions.count {
                guard let target = newRows[row] else { continue }
                takeNew(upTo: new.positions[target])
                close(stretch, keepsEnd)
                stretch = Stretch()
            }
        }
        takeNew(upTo: nil)
        close(stretch, keepsEnd)
    }

    private mutating func close(_ stretch: Stretch, _ keepsEnd: Bool) {
        let (oldCount, newCount) = (stretch.old.total, stretch.new.total)
        let kept = min(oldCount, newCount)
        let (oldKept, deleted) = stretch.old.divided(keeping: kept, atEnd: keepsEnd)
        let (newKept, inserted) = stretch.new.divided(keeping: kept, atEnd: keepsEnd)
        update.deleted += deleted
        update.inserted += inserted
        // Both have the same number of positions, and the n-th old one becomes the n-th new one.
        var (old, oldStart) = (oldKept[...], 0)
        var (rows, newStart) = (stretch.rows[...], 0)
        for range in newKept {
            while let run = rows.first, run.lowerBound < range.upperBound {
                // The places of the rows among the kept ones.
                var place = newStart + max(run.lowerBound, range.lowerBound) - range.lowerBound
                let end = newStart + min(run.upperBound, range.upperBound) - range.lowerBound
                while place < end, let here = old.first {
                    if place >= oldStart + here.count {
                        (old, oldStart) = (old.dropFirst(), oldStart + here.count)
                        continue
                    }
                    let count = min(end, oldStart + here.count) - place
                    let first = here.lowerBound + place - oldStart
                    update.loaded.add(first..<first + count)
                    place += count
                }
                if run.upperBound <= range.upperBound { rows = rows.dropFirst() } else { break }
            }
            newStart += range.count
        }
    }
}

extension [Range<Int>] {
    fileprivate var total: Int { reduce(0) { $0 + $1.count } }

    /// Divides positions into those that are kept, at one end, and the others.
    fileprivate func divided(keeping kept: Int, atEnd: Bool) -> (kept: [Range<Int>], others: [Range<Int>]) {
        var (first, rest): ([Range<Int>], [Range<Int>]) = ([], [])
        var left = atEnd ? total - kept : kept
        for range in self {
            let part = Swift.min(left, range.count)
            first.add(range.lowerBound..<range.lowerBound + part)
            rest.add(range.lowerBound + part..<range.upperBound)
            left -= part
        }
        return atEnd ? (rest, first) : (first, rest)
    }
}

extension Equatable {
    fileprivate func isSame(as other: Any) -> Bool { (other as? Self) == self }
}
