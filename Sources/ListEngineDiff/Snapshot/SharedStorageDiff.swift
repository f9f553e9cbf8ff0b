/// Finds the edits between two orders with a common past, without a diff of all their items.
///
/// Chunks that both share are runs of matched items. A chunk that was edited in place still has its number, so its
/// ends are compared from both sides. What remains are loose items, about as many as were edited, joined by token.
/// If runs and loose matches do not ascend, the heaviest ascending ones are kept and the others are moves. That is
/// minimal: no item stands between those of a run on either side, so a run is kept or moved as a whole.
struct SharedStorageDiff {
    /// Items matched in a row: indices through all sections.
    private struct Run {
        var old: Int
        var new: Int
        var count: Int
        var isKept = true
    }

    private struct Loose {
        var token: Token
        var index: Int
        var section: Int
    }

    let old: TokenOrder
    let new: TokenOrder
    let oldSections: [Int?]
    private var looseOld: ContiguousArray<Loose> = []
    private var looseNew: ContiguousArray<Loose> = []
    /// Matched runs that stay in their section, section by section.
    private var runs: [Run] = []
    /// Where the runs of the section begin that is being matched. Runs never reach across sections.
    private var firstRun = 0
    /// With more loose items than this the C core is faster.
    private let limit: Int
    private var isTooLoose: Bool { looseOld.count + looseNew.count > limit }

    init(old: TokenOrder, new: TokenOrder, oldSections: [Int?]) {
        self.old = old
        self.new = new
        self.oldSections = oldSections
        limit = 1024 + (old.itemCount + new.itemCount) / 128
    }

    /// The changes, or nil when too little is shared for this way to pay.
    mutating func run(skipping isIdentical: ContiguousArray<Bool>) -> Changeset? {
        var newStarts: [Int] = []
        var isOldSectionSeen = ContiguousArray(repeating: false, count: old.sections.count)
        var oldStarts: [Int] = []
        var sum = 0
        for section in old.sections {
            oldStarts.append(sum)
            sum += section.items.count
        }
        sum = 0
        for section in new.sections {
            newStarts.append(sum)
            sum += section.items.count
        }
        for position in new.sections.indices {
            guard let before = oldSections[position] else {
                addLooseNew(new.sections[position].items, start: newStarts[position], section: position)
                if isTooLoose { return nil }
                continue
            }
            isOldSectionSeen[before] = true
            if isIdentical[position] { continue }
            match(
                old.sections[before].items, at: oldStarts[before], before,
                new.sections[position].items, at: newStarts[position], position)
            if isTooLoose { return nil }
        }
        for before in old.sections.indices where !isOldSectionSeen[before] {
            addLooseOld(old.sections[before].items, start: oldStarts[before], section: before)
            if isTooLoose { return nil }
        }
        return join()
    }

    private mutating func addLooseNew(_ list: TokenList, start: Int, section: Int) {
        for entry in list.entries where !isTooLoose {
            for (offset, token) in entry.chunk.contents.enumerated() {
                looseNew.append(Loose(token: token, index: start + Int(entry.start) + offset, section: section))
            }
        }
    }

    private mutating func addLooseOld(_ list: TokenList, start: Int, section: Int) {
        for entry in list.entries where !isTooLoose {
            for (offset, token) in entry.chunk.contents.enumerated() {
                looseOld.append(Loose(token: token, index: start + Int(entry.start) + offset, section: section))
            }
        }
    }

    /// Matches the chunks of one section on both sides.
    private mutating func match(
        _ a: TokenList, at oldStart: Int, _ oldSection: Int, _ b: TokenList, at newStart: Int, _ newSection: Int
    ) {
        firstRun = runs.count
        let section = new.sections[newSection].token
        var isUsed = ContiguousArray(repeating: false, count: a.entries.count)
        for entry in b.entries {
            if isTooLoose { return }
            let index = newStart + Int(entry.start)
            guard let ordinal = old.ordinal(ofChunk: entry.number, inSection: section), !isUsed[ordinal] else {
                for (offset, token) in entry.chunk.contents.enumerated() {
                    looseNew.append(Loose(token: token, index: index + offset, section: newSection))
                }
                continue
            }
            isUsed[ordinal] = true
            let partner = a.entries[ordinal]
            let oldIndex = oldStart + Int(partner.start)
            if partner.chunk === entry.chunk || partner.chunk.holdsTheSame(as: entry.chunk) {
                addRun(Run(old: oldIndex, new: index, count: Int(entry.count)))
                continue
            }
            // Edited in place, or another chunk that got the same number: compared from both ends.
            let before = partner.chunk.contents
            let after = entry.chunk.contents
            let shorter = min(before.count, after.count)
            var head = 0
            while head < shorter && before[head] == after[head] { head += 1 }
            var tail = 0
            while tail < shorter - head && before[before.count - 1 - tail] == after[after.count - 1 - tail] {
                tail += 1
            }
            if head > 0 { addRun(Run(old: oldIndex, new: index, count: head)) }
            for offset in head..<(before.count - tail) {
                looseOld.append(Loose(token: before[offset], index: oldIndex + offset, section: oldSection))
            }
            for offset in head..<(after.count - tail) {
                looseNew.append(Loose(token: after[offset], index: index + offset, section: newSection))
            }
            if tail > 0 {
                addRun(Run(old: oldIndex + before.count - tail, new: index + after.count - tail, count: tail))
            }
        }
        for ordinal in isUsed.indices where !isUsed[ordinal] && !isTooLoose {
            let entry = a.entries[ordinal]
            for (offset, token) in entry.chunk.contents.enumerated() {
                looseOld.append(
                    Loose(token: token, index: oldStart + Int(entry.start) + offset, section: oldSection))
            }
        }
    }

    /// Adds a run, joined to the last one if it goes on there.
    private mutating func addRun(_ run: Run) {
        if runs.count > firstRun, let last = runs.last, last.old + last.count == run.old,
            last.new + last.count == run.new
        {
            runs[runs.count - 1].count += run.count
        } else {
            runs.append(run)
        }
    }

    /// Joins loose items, decides what is kept, and writes the changes.
    private mutating func join() -> Changeset {
        var partners: [Token: Int] = [:]
        partners.reserveCapacity(looseOld.count)
        for (position, loose) in looseOld.enumerated() { partners[loose.token] = position }
        var isMatched = ContiguousArray(repeating: false, count: looseOld.count)
        var inserts: [Int] = []
        var moved: [Run] = []
        for loose in looseNew {
            guard let position = partners[loose.token] else {
                inserts.append(loose.index)
                continue
            }
            isMatched[position] = true
            let run = Run(old: looseOld[position].index, new: loose.index, count: 1)
            if oldSections[loose.section] == looseOld[position].section { runs.append(run) } else { moved.append(run) }
        }
        var deletes: [Int] = []
        for position in looseOld.indices where !isMatched[position] { deletes.append(looseOld[position].index) }
        runs.sort { $0.new < $1.new }
        keepHeaviest()
        for run in runs where !run.isKept { moved.append(run) }
        moved.sort { $0.new < $1.new }
        inserts.sort()
        deletes.sort()
        var moves = Changeset.PairList()
        for run in moved {
            for step in 0..<run.count { moves.append(.init(old: run.old + step, new: run.new + step)) }
        }
        return Changeset(
            oldCount: old.itemCount, newCount: new.itemCount, deletes: Changeset.IndexList(deletes),
            inserts: Changeset.IndexList(inserts), moves: moves)
    }

    /// Keeps, in each section, the ascending runs with the most items. Sections follow each other in `runs`.
    private mutating func keepHeaviest() {
        var first = 0
        var section = 0
        var end = 0
        while first < runs.count {
            while runs[first].new >= end {
                end += new.sections[section].items.count
                section += 1
            }
            var last = first
            var ascends = true
            while last + 1 < runs.count && runs[last + 1].new < end {
                if runs[last + 1].old < runs[last].old { ascends = false }
                last += 1
            }
            if !ascends { keepHeaviest(in: first..<(last + 1)) }
            first = last + 1
        }
    }

    /// The heaviest increasing subsequence, by a tree of prefix maxima over the ranks of old positions (Fenwick,
    /// "A new data structure for cumulative frequency tables", 1994). O(r log r) for r runs.
    private mutating func keepHeaviest(in range: Range<Int>) {
        let ranked = range.sorted { runs[$0].old < runs[$1].old }
        var rank = [Int](repeating: 0, count: range.count)
        for (position, run) in ranked.enumerated() { rank[run - range.lowerBound] = position + 1 }
        // For each node of the tree the run that ends the heaviest sequence below it.
        var best = [Int](repeating: -1, count: range.count + 1)
        var weight = [Int](repeating: 0, count: range.count)
        var previous = [Int](repeating: -1, count: range.count)
        var heaviest = -1
        for run in 0..<range.count {
            var node = rank[run] - 1
            while node > 0 {
                if best[node] >= 0 && (previous[run] < 0 || weight[best[node]] > weight[previous[run]]) {
                    previous[run] = best[node]
                }
                node &= node - 1
            }
            weight[run] = runs[range.lowerBound + run].count + (previous[run] < 0 ? 0 : weight[previous[run]])
            if heaviest < 0 || weight[run] > weight[heaviest] { heaviest = run }
            node = rank[run]
            while node <= range.count {
                if best[node] < 0 || weight[best[node]] < weight[run] { best[node] = run }
                node += node & -node
            }
        }
        for run in range { runs[run].isKept = false }
        while heaviest >= 0 {
            runs[range.lowerBound + heaviest].isKept = true
            heaviest = previous[heaviest]
        }
    }
}

extension TokenOrder {
    /// The position of a chunk in its section, if there is one of that number.
    fileprivate func ordinal(ofChunk number: UInt32, inSection section: Token) -> Int? {
        guard number < places.count else { return nil }
        let place = places[Int(number)]
        guard place.section == section, let position = sectionPosition(of: section) else { return nil }
        let entries = sections[position].items.entries
        guard place.ordinal < entries.count, entries[Int(place.ordinal)].number == number else { return nil }
        return Int(place.ordinal)
    }
}
