/// Maps each token to its holder: the number of the chunk that holds it plus one, or 0 if there is none.
///
/// ```text
/// ContiguousArray         Branch: 64 leaves                Leaf: 1,024 tokens
/// +---------+             +--------------------------+
/// | branch -|-----------> | numbers: nil, runs       |     up to four runs of equal holders, in 24 bytes
/// | branch  |             | numbers -----------------|---> 1,024 holders of 4 bytes
/// | nil     |             | ...                      |
/// +---------+             +--------------------------+     nil: no token of the branch has a holder
/// ```
///
/// Copies share branches and leaves, and copy each when they first write to it.
///
/// Tokens are assigned in order, so the leaf of a new list is three or four runs of equal holders. A leaf gets a number for each token
/// when a single one of its tokens is written, unless it is the first, or when four runs are not enough. It then stays that way.
///
/// Gain over one array of holders: an edit of a copy writes 1,024 holders instead of all. Gain of the runs: a new list of a million items
/// takes 32 KB here instead of 4 MB, 4 bytes an item.
struct ChunkMap {
    /// The holders of the tokens of one leaf, one by one.
    final class LeafNumbers: ManagedBuffer<Void, UInt32> {
        static func make() -> LeafNumbers {
            unsafeDowncast(create(minimumCapacity: ChunkMap.leafSize) { _ in }, to: LeafNumbers.self)
        }

        var numbers: TokenBuffer { withUnsafeMutablePointerToElements { TokenBuffer($0) } }
    }

    /// Holders one by one, or else as runs.
    struct Leaf {
        fileprivate var numbers: LeafNumbers?
        fileprivate var runs = LeafRuns()

        var isCompact: Bool { numbers == nil }
        fileprivate var isEmpty: Bool { numbers == nil && runs.isEmpty }
    }

    final class Branch: ManagedBuffer<Void, Leaf> {
        static func make(copying branch: Branch?) -> Branch {
            let made = unsafeDowncast(create(minimumCapacity: ChunkMap.branchSize) { _ in }, to: Branch.self)
            made.withUnsafeMutablePointerToElements { leaves in
                // One at a time: a single call would use the type's metadata at run time.
                for leaf in 0..<ChunkMap.branchSize { (leaves + leaf).initialize(to: branch?[leaf] ?? Leaf()) }
            }
            return made
        }

        deinit {
            withUnsafeMutablePointerToElements { leaves in
                for leaf in 0..<ChunkMap.branchSize where leaves[leaf].numbers != nil {
                    (leaves + leaf).deinitialize(count: 1)
                }
            }
        }

        /// Written only while no other map has the branch.
        fileprivate subscript(leaf: Int) -> Leaf {
            @inline(__always) _read { yield withUnsafeMutablePointerToElements { $0 }[leaf] }
            @inline(__always) _modify { yield &withUnsafeMutablePointerToElements { $0 }[leaf] }
        }
    }

    static var leafSize: Int { 1024 }
    static var branchSize: Int { 64 }

    private var branches: ContiguousArray<Branch?> = []
    /// No leaf from this one on has been written. New tokens have their holders there.
    private var leafCount = 0

    /// Leaves that are not shared with another map and not compact, by number. They stay so while one operation changes the
    /// map. In a shuffled list nearly every token is in another leaf than the one before it.
    struct UniqueLeaves {
        fileprivate var leaves: ContiguousArray<TokenBuffer?> = []

        fileprivate func has(_ number: Int) -> Bool { number < leaves.count && leaves[number] != nil }
    }

    /// The leaf that an operation used last. Consecutive tokens of a list usually have their holders in one leaf.
    struct LastLeaf {
        fileprivate var number = -1
        /// The holders one by one, of a leaf that is written or is not compact.
        fileprivate var numbers: TokenBuffer?
        /// Those of a compact leaf that is read.
        fileprivate var runs = LeafRuns()
    }

    /// The position of a token's holder in its leaf.
    @inline(__always)
    static func offset(of token: Token) -> Int { Int(token) & (leafSize - 1) }

    /// The holders of a token's leaf. They can be written to until the map is copied.
    @inline(__always)
    mutating func leaf(of token: Token, _ last: inout LastLeaf) -> TokenBuffer {
        let number = Int(token) >> 10
        if let numbers = last.numbers, number == last.number { return numbers }
        let numbers = writable(number)
        last = LastLeaf(number: number, numbers: numbers)
        return numbers
    }

    /// The holder of a token. Does not copy a shared leaf.
    @inline(__always)
    func holder(of token: Token, reading last: inout LastLeaf) -> UInt32 {
        let number = Int(token) >> 10
        if number != last.number {
            if number >= leafCount { return 0 }
            last.number = number
            (last.numbers, last.runs) = (nil, LeafRuns())
            if let branch = branches[number >> 6] {
                // In a list that is edited again and again, most leaves are not compact.
                if let numbers = branch[number & 63].numbers {
                    last.numbers = numbers.numbers
                } else {
                    last.runs = branch[number & 63].runs
                }
            }
        }
        let offset = Self.offset(of: token)
        return last.numbers.map { $0[offset] } ?? last.runs.holder(at: offset)
    }

    /// The holder of a token. A token that was never set has holder 0.
    subscript(token: Token) -> UInt32 {
        get {
            let number = Int(token) >> 10
            guard number < leafCount, let branch = branches[number >> 6] else { return 0 }
            let offset = Self.offset(of: token)
            if let numbers = branch[number & 63].numbers { return numbers.numbers[offset] }
            return branch[number & 63].runs.holder(at: offset)
        }
        set { writable(Int(token) >> 10)[Self.offset(of: token)] = newValue }
    }

    /// Whether the leaf of a token consists of runs. For tests.
    func isCompact(leafOf token: Token) -> Bool {
        let branch = Int(token) >> 16
        return branch >= branches.count || branches[branch]?[(Int(token) >> 10) & 63].isCompact ?? true
    }

    /// Sets the holder of all these tokens.
    mutating func set(_ tokens: TokenRun, to holder: UInt32) {
        var index = 0
        while index < tokens.count {
            let length = ascendingCount(in: tokens, at: index)
            let (number, offset) = (Int(tokens[index]) >> 10, Self.offset(of: tokens[index]))
            if length == 1 && !isEmpty(number)
                || !changeCompact(number, { $0.set(from: offset, to: offset + length, holder) })
            {
                writable(number).fill(from: offset, count: length, holder)
            }
            index += length
        }
    }

    /// Sets the holder of these tokens, up to the first token that already has one, which may come from this call.
    /// Returns the number of tokens that were set.
    /// - Parameter leaves: The leaves that earlier calls of one operation have made unique.
    mutating func claim(_ tokens: TokenRun, _ holder: UInt32, _ leaves: inout UniqueLeaves) -> Int {
        var index = 0
        var last = LastLeaf()
        while index < tokens.count {
            let (number, offset) = (Int(tokens[index]) >> 10, Self.offset(of: tokens[index]))
            let length = ascendingCount(in: tokens, at: index)
            if number != last.number {
                if !leaves.has(number), length > 1 || isEmpty(number) {
                    var free = 0
                    let isDone = changeCompact(number) { runs in
                        free = runs.count(of: 0, from: offset, to: offset + length)
                        return runs.set(from: offset, to: offset + free, holder)
                    }
                    if isDone {
                        if free < length { return index + free }
                        index += length
                        continue
                    }
                }
                last = LastLeaf(number: number, numbers: unique(number, &leaves))
            }
            let numbers = last.numbers!.from(offset)
            if length == 1 {
                if numbers[0] != 0 { return index }
                numbers[0] = holder
                index += 1
                continue
            }
            var sum: UInt32 = 0
            for place in 0..<length { sum |= numbers[place] }
            if sum != 0 {
                var free = 0
                while numbers[free] == 0 { free += 1 }
                numbers.fill(from: 0, count: free, holder)
                return index + free
            }
            numbers.fill(from: 0, count: length, holder)
            index += length
        }
        return index
    }

    /// Whether no token of a leaf has a holder.
    private func isEmpty(_ number: Int) -> Bool {
        number >= leafCount || branches[number >> 6]?[number & 63].isEmpty ?? true
    }

    /// Changes a leaf that is compact and can stay so. Otherwise returns false, and nothing changes.
    @inline(__always)
    private mutating func changeCompact(_ number: Int, _ change: (inout LeafRuns) -> Bool) -> Bool {
        let branch = writableBranch(number)
        return branch[number & 63].numbers == nil && change(&branch[number & 63].runs)
    }

    /// The holders of a leaf, which one operation makes unique once.
    private mutating func unique(_ number: Int, _ leaves: inout UniqueLeaves) -> TokenBuffer {
        if number >= leaves.leaves.count {
            let count = max(number + 1, branches.count * ChunkMap.branchSize)
            leaves.leaves.append(contentsOf: repeatElement(nil, count: count - leaves.leaves.count))
        }
        if let known = leaves.leaves[number] { return known }
        let numbers = writable(number)
        leaves.leaves[number] = numbers
        return numbers
    }

    /// The number of tokens, from an index on, that count up by one within one leaf. Most tokens do, because numbers
    /// are assigned in order.
    @inline(__always)
    private func ascendingCount(in tokens: TokenRun, at index: Int) -> Int {
        let first = tokens[index]
        // In a shuffled list this test fails for nearly every token.
        guard index &+ 1 < tokens.count, tokens[index &+ 1] == first &+ 1 else { return 1 }
        let limit = min(tokens.count &- index, ChunkMap.leafSize &- Self.offset(of: first))
        return tokens.ascendingCount(from: index, limit: limit)
    }

    /// Calls `body` with the index and the holder of each token. `body` may change the holder.
    mutating func update(_ tokens: TokenRun, _ body: (_ index: Int, _ holder: inout UInt32) -> Void) {
        var last = LastLeaf()
        for (index, token) in tokens.enumerated() {
            body(index, &leaf(of: token, &last)[Self.offset(of: token)])
        }
    }

    /// Calls `body` with the index and the holder of each of these tokens.
    @inline(__always)
    func forEach(_ tokens: TokenRun, _ body: (_ index: Int, _ holder: UInt32) -> Void) {
        var last = LastLeaf()
        for (index, token) in tokens.enumerated() { body(index, holder(of: token, reading: &last)) }
    }

    /// The branch of a leaf, not shared with another map.
    private mutating func writableBranch(_ leaf: Int) -> Branch {
        let branch = leaf >> 6
        if branch >= branches.count {
            branches.append(contentsOf: repeatElement(nil, count: branch + 1 - branches.count))
        }
        if branches[branch] == nil || !isKnownUniquelyReferenced(&branches[branch]) {
            branches[branch] = Branch.make(copying: branches[branch])
        }
        if leaf >= leafCount { leafCount = leaf + 1 }
        return branches[branch]!
    }

    /// The holders of a leaf that is not shared with another map, one by one.
    private mutating func writable(_ number: Int) -> TokenBuffer {
        let branch = writableBranch(number)
        let slot = number & 63
        if branch[slot].numbers == nil || !isKnownUniquelyReferenced(&branch[slot].numbers) {
            let made = LeafNumbers.make()
            if let shared = branch[slot].numbers {
                made.numbers.write(shared.numbers.run(ChunkMap.leafSize))
            } else {
                branch[slot].runs.expand(to: made.numbers)
            }
            branch[slot].numbers = made
        }
        return branch[slot].numbers!.numbers
    }
}

/// The holders of a leaf as up to four runs of equal holders.
struct LeafRuns {
    /// The offsets at which the runs start, in ascending order: 16 bits each, the first in the lowest bits. The first is 0. Those
    /// of runs that do not exist are larger than every offset.
    private var starts: UInt64 = 0x7FFF_7FFF_7FFF_0000
    /// The holders of the runs: 32 bits each.
    private var holders: (UInt64, UInt64) = (0, 0)

    private static var lanes: UInt64 { 0x0001_0001_0001_0001 }

    /// The run that holds an offset. All starts are compared at once. A lane keeps its highest bit if its start is not
    /// larger than the offset, and the multiplication counts these bits.
    @inline(__always)
    private func run(at offset: Int) -> Int {
        let differences = (UInt64(truncatingIfNeeded: offset) &* Self.lanes | Self.lanes &<< 15) &- starts
        return Int(((differences &>> 15 & Self.lanes) &* Self.lanes) &>> 48) &- 1
    }

    @inline(__always)
    private func holder(of run: Int) -> UInt32 {
        let pair = run & 2 == 0 ? holders.0 : holders.1
        return UInt32(truncatingIfNeeded: pair &>> UInt64(truncatingIfNeeded: run &<< 5))
    }

    @inline(__always)
    func holder(at offset: Int) -> UInt32 { holder(of: run(at: offset)) }

    /// No token of the leaf has a holder.
    var isEmpty: Bool { holders == (0, 0) }

    private func start(of run: Int) -> Int { run < 4 ? Int(starts >> UInt64(16 * run) & 0xFFFF) : ChunkMap.leafSize }

    /// The end of a run; at most the size of a leaf.
    private func end(of run: Int) -> Int { min(start(of: run + 1), ChunkMap.leafSize) }

    private var count: Int { run(at: ChunkMap.leafSize - 1) + 1 }

    /// The number of equal holders with this value from an offset on, up to an end.
    func count(of holder: UInt32, from offset: Int, to end: Int) -> Int {
        var run = run(at: offset)
        var reached = offset
        while reached < end, self.holder(of: run) == holder {
            reached = self.end(of: run)
            run += 1
        }
        return min(reached, end) - offset
    }

    /// Sets the holders of a range. Returns false, and changes nothing, if the leaf would have more than four runs.
    mutating func set(from start: Int, to end: Int, _ holder: UInt32) -> Bool {
        if start == end { return true }
        var made = LeafRuns()
        var count = 0
        func add(_ start: Int, _ holder: UInt32) -> Bool {
            if count > 0, made.holder(of: count - 1) == holder { return true }
            if count == 4 { return false }
            let shift = UInt64(16 * count)
            made.starts = made.starts & ~(0xFFFF << shift) | UInt64(start) << shift
            let placed = UInt64(holder) << UInt64(32 * (count & 1))
            if count < 2 { made.holders.0 |= placed } else { made.holders.1 |= placed }
            count += 1
            return true
        }
        let runs = self.count
        for run in 0..<runs where self.start(of: run) < start {
            if !add(self.start(of: run), self.holder(of: run)) { return false }
        }
        if !add(start, holder) { return false }
        for run in 0..<runs where self.end(of: run) > end {
            if !add(max(self.start(of: run), end), self.holder(of: run)) { return false }
        }
        self = made
        return true
    }

    /// Writes the holders one by one.
    func expand(to target: TokenBuffer) {
        for run in 0..<count {
            target.fill(from: start(of: run), count: end(of: run) &- start(of: run), holder(of: run))
        }
    }
}
