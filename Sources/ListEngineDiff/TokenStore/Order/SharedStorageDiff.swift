/// Finds the edits between two orders with a common ancestor, without a diff of all their items.
///
/// Blocks and chunks that both orders share are runs of matched items. A chunk that was edited in place still has its
/// number, so its two versions are compared from both ends. The remaining items are called loose. There are about as
/// many of them as were edited, and they are matched by token.
///
/// If the matches are not in ascending order, the heaviest ascending sequence is kept and the others are moves. The
/// result is minimal: on neither side is there an item between those of a run, so a run is kept or moved as a whole.
struct SharedStorageDiff {
    /// Consecutive matched items. Indices count through all sections.
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
    /// Numbers of the blocks and chunks of the old order that have a match in the new one.
    private var usedBlocks: NumberSet
    private var usedChunks: NumberSet
    private var looseOld: ContiguousArray<Loose> = []
    private var looseNew: ContiguousArray<Loose> = []
    /// Matched runs that stay in their section, in the order of the sections.
    private var runs: [Run] = []
    /// The index of the first run of the section that is being matched. Runs never cross sections.
    private var firstRun = 0
    /// If there are more loose items than this, the C core is faster.
    private let limit: Int
    private var isTooLoose: Bool { looseOld.count + looseNew.count > limit }

    init(old: TokenOrder, new: TokenOrder, oldSections: [Int?]) {
        self.old = old
        self.new = new
        self.oldSections = oldSections
        usedBlocks = NumberSet(limit: old.blockPlaces.count)
        usedChunks = NumberSet(limit: old.places.count)
        limit = 1024 + (old.itemCount + new.itemCount) / 128
    }

    /// Returns the changes; nil if the orders share too little for this method to be faster.
    mutating func run(skipping isIdentical: ContiguousArray<Bool>) -> Changeset? {
        let oldStarts = old.sectionStartsAndCount()
        let newStarts = new.sectionStartsAndCount()
        var isOldSectionSeen = ContiguousArray(repeating: false, count: old.sections.count)
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
        list.forEachChunk { entry, position in
            addLooseNew(entry, 0..<entry.pointee.count, start + position, section)
            return !isTooLoose
        }
    }

    private mutating func addLooseOld(_ list: TokenList, start: Int, section: Int) {
        list.forEachChunk { entry, position in
            addLooseOld(entry, 0..<entry.pointee.count, start + position, section)
            return !isTooLoose
        }
    }

    /// - Parameter start: The index of the chunk's first item.
    private mutating func addLooseNew(
        _ entry: UnsafePointer<TokenEntry>, _ offsets: Range<Int>, _ start: Int, _ section: Int
    ) {
        for offset in offsets {
            looseNew.append(Loose(token: entry.pointee.tokens[offset], index: start + offset, section: section))
        }
    }

    private mutating func addLooseOld(
        _ entry: UnsafePointer<TokenEntry>, _ offsets: Range<Int>, _ start: Int, _ section: Int
    ) {
        for offset in offsets {
            looseOld.append(Loose(token: entry.pointee.tokens[offset], index: start + offset, section: section))
        }
    }

    /// Matches the blocks and chunks of one section on both sides.
    private mutating func match(
        _ a: TokenList, at oldStart: Int, _ oldSection: Int, _ b: TokenList, at newStart: Int, _ newSection: Int
    ) {
        firstRun = runs.count
        let section = new.sections[newSection].token
        for ordinal in b.blocks.indices {
            let start = newStart + Int(b.blocks[ordinal].start)
            let number = b.blocks[ordinal].number
            if let before = old.ordinal(ofBlock: number, inSection: section),
                a.blocks[before].contents.toOpaque() == b.blocks[ordinal].contents.toOpaque()
            {
                addRun(
                    Run(old: oldStart + Int(a.blocks[before].start), new: start, count: b.count(ofBlock: ordinal)))
                usedBlocks.insert(number)
                continue
            }
            let block = b.blocks[ordinal].contents
            for slot in 0..<block._withUnsafeGuaranteedRef(\.count) {
                if isTooLoose { return }
                let entry = b.entry(ordinal, slot)
                match(a, at: oldStart, oldSection, entry, at: start + Int(entry.pointee.start), newSection)
            }
        }
        for ordinal in a.blocks.indices where !usedBlocks.contains(a.blocks[ordinal].number) {
            let start = oldStart + Int(a.blocks[ordinal].start)
            for slot in 0..<a.blocks[ordinal].contents._withUnsafeGuaranteedRef(\.count) {
                if isTooLoose { return }
                let entry = a.entry(ordinal, slot)
                if usedChunks.contains(entry.pointee.number) { continue }
                addLooseOld(entry, 0..<entry.pointee.count, start + Int(entry.pointee.start), oldSection)
            }
        }
    }

    /// Matches a new chunk with the old chunk of the same number.
    /// - Parameter start: The index of the chunk's first item.
    private mutating func match(
        _ a: TokenList, at oldStart: Int, _ oldSection: Int, _ after: UnsafePointer<TokenEntry>, at start: Int,
        _ newSection: Int
    ) {
        let number = after.pointee.number
        guard let place = old.place(ofChunk: number, inSection: new.sections[newSection].token),
            !usedChunks.contains(number)
        else {
            addLooseNew(after, 0..<after.pointee.count, start, newSection)
            return
        }
        usedChunks.insert(number)
        let before = a.entry(place.ordinal, place.slot)
        let oldIndex = oldStart + Int(a.blocks[place.ordinal].start) + Int(before.pointee.start)
        let (beforeCount, afterCount) = (before.pointee.count, after.pointee.count)
        if before.pointee.tokens == after.pointee.tokens
            || beforeCount == afterCount && before.pointee.holds(after.pointee.tokens)
        {
            addRun(Run(old: oldIndex, new: start, count: afterCount))
            return
        }
        // The chunk was edited in place, or is another chunk with the same number. It is compared from both ends.
        let (old, new) = (before.pointee.tokens, after.pointee.tokens)
        let shorter = min(beforeCount, afterCount)
        var head = 0
        while head < shorter && old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head && old[beforeCount - 1 - tail] == new[afterCount - 1 - tail] { tail += 1 }
        if head > 0 { addRun(Run(old: oldIndex, new: start, count: head)) }
        addLooseOld(before, head..<(beforeCount - tail), oldIndex, oldSection)
        addLooseNew(after, head..<(afterCount - tail), start, newSection)
        if tail > 0 {
            addRun(Run(old: oldIndex + beforeCount - tail, new: start + afterCount - tail, count: tail))
        }
    }

    /// Adds a run, or extends the last run if the new one continues it.
    private mutating func addRun(_ run: Run) {
        if runs.count > firstRun, let last = runs.last, last.old + last.count == run.old,
            last.new + last.count == run.new
        {
            runs[runs.count - 1].count += run.count
        } else {
            runs.append(run)
        }
    }

    /// Matches loose items, decides which runs are kept, and writes the changes.
    private mutating func join() -> Changeset {
        let oldStarts = old.sectionStartsAndCount()
        var inserts: [Int] = []
        var moved: [Run] = []
        var finder = TokenFinder(old)
        // The section of the last run, if that run consists of loose items.
        var looseSection: Int?
        // The order on the other side finds the position of an item, so no table of loose items is needed.
        for loose in looseNew {
            guard let path = finder.path(of: loose.token) else {
                inserts.append(loose.index)
                continue
            }
            let index = oldStarts[path.section] + path.item
            if oldSections[loose.section] != path.section {
                moved.append(Run(old: index, new: loose.index, count: 1))
            } else if let last = runs.last, looseSection == loose.section, last.old + last.count == index,
                last.new + last.count == loose.index
            {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(old: index, new: loose.index, count: 1))
                looseSection = loose.section
            }
        }
        var deletes: [Int] = []
        for loose in looseOld where !new.contains(loose.token) { deletes.append(loose.index) }
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

    /// Keeps, in each section, the ascending runs with the most items. In `runs` the sections follow each other.
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

    /// Finds the heaviest increasing subsequence with a tree of prefix maxima over the ranks of old positions (Fenwick,
    /// "A new data structure for cumulative frequency tables", 1994). O(r log r) for r runs.
    private mutating func keepHeaviest(in range: Range<Int>) {
        let ranked = range.sorted { runs[$0].old < runs[$1].old }
        var rank = [Int](repeating: 0, count: range.count)
        for (position, run) in ranked.enumerated() { rank[run - range.lowerBound] = position + 1 }
        // For each node of the tree: the run that ends the heaviest sequence below the node.
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
    /// The ordinal of a block in a section; nil if the section has no block with that number.
    fileprivate func ordinal(ofBlock number: UInt32, inSection section: Token) -> Int? {
        guard number < blockPlaces.count else { return nil }
        let place = blockPlaces[Int(number)]
        guard place.section == section, let position = sectionPosition(of: section) else { return nil }
        let ordinal = Int(place.ordinal)
        return sections.withUnsafeBufferPointer { sections in
            sections[position].items.blocks.withUnsafeBufferPointer { blocks in
                ordinal < blocks.count && blocks[ordinal].number == number ? ordinal : nil
            }
        }
    }

    /// The position of a chunk in a section; nil if the section has no chunk with that number.
    fileprivate func place(ofChunk number: UInt32, inSection section: Token) -> (ordinal: Int, slot: Int)? {
        guard number < places.count else { return nil }
        let place = places[Int(number)]
        guard let ordinal = ordinal(ofBlock: place.block, inSection: section) else { return nil }
        let slot = Int(place.slot)
        return sections.withUnsafeBufferPointer { sections in
            sections[sectionPosition(of: section)!].items.blocks.withUnsafeBufferPointer { blocks in
                blocks[ordinal].contents._withUnsafeGuaranteedRef { block in
                    slot < block.count && block.entries[slot].number == number ? (ordinal, slot) : nil
                }
            }
        }
    }
}
