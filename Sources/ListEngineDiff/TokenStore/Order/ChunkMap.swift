/// Maps each token to its holder: the number of the chunk that holds it plus one, or 0 if there is none.
///
/// ```text
/// ContiguousArray         Branch: 16 leaves        Leaf: 1,024 tokens
/// +---------+             +---------+
/// | branch -|-----------> | leaf ---|------------> 1,024 holders of 4 bytes
/// | branch  |             | nil     |              nil: no token of the leaf has had a holder
/// | nil     |             | ...     |
/// +---------+             +---------+              nil: no leaf of the branch is there
/// ```
///
/// Copies share branches and leaves, and copy each when they first write to it.
///
/// Gain over one array of holders: an edit of a copy writes 4 KB instead of 4 bytes for each token. Cost: 4 bytes a token. Leaves that
/// held their tokens as runs of equal holders took none of them in a new list, in a hundred lines more.
struct ChunkMap {
    final class Leaf: ManagedBuffer<Void, UInt32> {
        static func make() -> Leaf {
            unsafeDowncast(create(minimumCapacity: ChunkMap.leafSize) { _ in }, to: Leaf.self)
        }

        var holders: TokenBuffer { withUnsafeMutablePointerToElements { TokenBuffer($0) } }
    }

    final class Branch: ManagedBuffer<Void, Leaf?> {
        static func make(copying branch: Branch?) -> Branch {
            let made = unsafeDowncast(create(minimumCapacity: ChunkMap.branchSize) { _ in }, to: Branch.self)
            made.withUnsafeMutablePointerToElements { leaves in
                // One at a time: a single call would use the type's metadata at run time.
                for leaf in 0..<ChunkMap.branchSize { (leaves + leaf).initialize(to: branch?[leaf]) }
            }
            return made
        }

        deinit {
            withUnsafeMutablePointerToElements { leaves in
                for leaf in 0..<ChunkMap.branchSize where leaves[leaf] != nil {
                    (leaves + leaf).deinitialize(count: 1)
                }
            }
        }

        /// Written only while no other map has the branch.
        fileprivate subscript(leaf: Int) -> Leaf? {
            @inline(__always) _read { yield withUnsafeMutablePointerToElements { $0 }[leaf] }
            @inline(__always) _modify { yield &withUnsafeMutablePointerToElements { $0 }[leaf] }
        }
    }

    static var leafSize: Int { 1024 }
    static var branchSize: Int { 16 }

    private var branches: ContiguousArray<Branch?> = []
    /// No leaf from this one on has been written. New tokens have their holders there.
    private var leafCount = 0

    /// Leaves that are not shared with another map, by number. They stay so while one operation changes the map. In a shuffled list
    /// nearly every token is in another leaf than the one before it.
    struct UniqueLeaves {
        fileprivate var leaves: ContiguousArray<TokenBuffer?> = []
    }

    /// The leaf that an operation used last. Consecutive tokens of a list usually have their holders in one leaf.
    struct LastLeaf {
        fileprivate var number = -1
        /// Nil if the leaf is not there.
        fileprivate var holders: TokenBuffer?
    }

    /// The position of a token's holder in its leaf.
    @inline(__always)
    static func offset(of token: Token) -> Int { Int(token) & (leafSize - 1) }

    /// The holders of a token's leaf. They can be written to until the map is copied.
    @inline(__always)
    mutating func leaf(of token: Token, _ last: inout LastLeaf) -> TokenBuffer {
        let number = Int(token) >> 10
        if let holders = last.holders, number == last.number { return holders }
        let holders = writable(number)
        last = LastLeaf(number: number, holders: holders)
        return holders
    }

    /// The holder of a token. Does not copy a shared leaf.
    @inline(__always)
    func holder(of token: Token, reading last: inout LastLeaf) -> UInt32 {
        let number = Int(token) >> 10
        if number != last.number {
            if number >= leafCount { return 0 }
            last = LastLeaf(number: number, holders: leaf(number)?.holders)
        }
        return last.holders.map { $0[Self.offset(of: token)] } ?? 0
    }

    /// The holder of a token. A token that was never set has holder 0.
    subscript(token: Token) -> UInt32 {
        get {
            let number = Int(token) >> 10
            guard number < leafCount, let leaf = leaf(number) else { return 0 }
            return leaf.holders[Self.offset(of: token)]
        }
        set { writable(Int(token) >> 10)[Self.offset(of: token)] = newValue }
    }

    /// Sets the holder of all these tokens.
    mutating func set(_ tokens: TokenRun, to holder: UInt32) {
        var index = 0
        while index < tokens.count {
            let length = ascendingCount(in: tokens, at: index)
            let holders = writable(Int(tokens[index]) >> 10)
            holders.fill(from: Self.offset(of: tokens[index]), count: length, holder)
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
            if number != last.number { last = LastLeaf(number: number, holders: unique(number, &leaves)) }
            let numbers = last.holders!.from(offset)
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

    /// The holders of a leaf, which one operation makes unique once.
    private mutating func unique(_ number: Int, _ leaves: inout UniqueLeaves) -> TokenBuffer {
        if number >= leaves.leaves.count {
            let count = max(number + 1, branches.count * ChunkMap.branchSize)
            leaves.leaves.append(contentsOf: repeatElement(nil, count: count - leaves.leaves.count))
        }
        if let known = leaves.leaves[number] { return known }
        let holders = writable(number)
        leaves.leaves[number] = holders
        return holders
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

    /// A leaf below ``leafCount``, if any of its tokens has had a holder.
    @inline(__always)
    private func leaf(_ number: Int) -> Leaf? { branches[number >> 4]?[number & 15] }

    /// The branch of a leaf, not shared with another map.
    private mutating func writableBranch(_ leaf: Int) -> Branch {
        let branch = leaf >> 4
        if branch >= branches.count {
            branches.append(contentsOf: repeatElement(nil, count: branch + 1 - branches.count))
        }
        if branches[branch] == nil || !isKnownUniquelyReferenced(&branches[branch]) {
            branches[branch] = Branch.make(copying: branches[branch])
        }
        if leaf >= leafCount { leafCount = leaf + 1 }
        return branches[branch]!
    }

    /// The holders of a leaf that is not shared with another map.
    private mutating func writable(_ number: Int) -> TokenBuffer {
        let branch = writableBranch(number)
        let slot = number & 15
        if branch[slot] == nil || !isKnownUniquelyReferenced(&branch[slot]) {
            let made = Leaf.make()
            if let shared = branch[slot] {
                made.holders.write(shared.holders.run(ChunkMap.leafSize))
            } else {
                made.holders.fill(from: 0, count: ChunkMap.leafSize, 0)
            }
            branch[slot] = made
        }
        return branch[slot]!.holders
    }
}
