extension Changeset {
    /// Pairs of an old and a new index, by ascending new index, stored as runs.
    ///
    /// Iterating takes O(1) for each pair. A subscript takes O(log *runs*). Use ``runs`` to read whole runs.
    public struct PairList: Hashable, Sendable {
        /// One run. The memory layout is that of `le_diff_pair_run` in the C core. `end` is the number of pairs in this run and
        /// all runs before it. The top bit of `old` is set if old indices descend.
        struct Run: Hashable, Sendable {
            static let descending: UInt32 = 0x8000_0000

            var old: UInt32
            var new: UInt32
            var end: UInt32
        }

        var storage: [Run] = []

        init() {}

        init(storage: [Run]) { self.storage = storage }

        /// A list of pairs with ascending new indices.
        init(_ pairs: some Sequence<Pair>) {
            for pair in pairs { append(pair) }
        }

        /// Adds a pair, whose new index must be greater than all others.
        mutating func append(_ pair: Pair) {
            guard let last = storage.last else {
                storage = [Run(old: UInt32(pair.old), new: UInt32(pair.new), end: 1)]
                return
            }
            let position = storage.count - 1
            let before = position == 0 ? 0 : storage[position - 1].end
            let count = Int(last.end - before)
            let lastOld = Int(last.old & ~Run.descending)
            let descends = last.old & Run.descending != 0
            guard pair.new >= Int(last.new) + count else {
                fatalError("new index \(pair.new) is not above those before it")
            }
            if pair.new == Int(last.new) + count {
                if !descends && pair.old == lastOld + count {
                    storage[position].end += 1
                    return
                }
                if (descends || count == 1) && pair.old == lastOld - count {
                    storage[position].end += 1
                    storage[position].old = last.old | Run.descending
                    return
                }
            }
            storage.append(Run(old: UInt32(pair.old), new: UInt32(pair.new), end: last.end + 1))
        }
    }
}

extension Changeset.PairList: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { Int(storage.last?.end ?? 0) }

    /// - Complexity: O(log *runs*).
    public subscript(position: Int) -> Changeset.Pair {
        Changeset.check(position, below: endIndex)
        var low = 0
        var high = storage.count
        while low < high {
            let middle = (low + high) / 2
            if Int(storage[middle].end) <= position { low = middle + 1 } else { high = middle }
        }
        let step = position - (low == 0 ? 0 : Int(storage[low - 1].end))
        return runs[low].pair(at: step)
    }

    public struct Iterator: IteratorProtocol {
        let storage: [Changeset.PairList.Run]
        var run = 0
        var position: UInt32 = 0
        var before: UInt32 = 0

        init(_ storage: [Changeset.PairList.Run]) { self.storage = storage }

        public mutating func next() -> Changeset.Pair? {
            guard run < storage.count else { return nil }
            let current = storage[run]
            let step = Int(position - before)
            let start = Int(current.old & ~Changeset.PairList.Run.descending)
            let old = current.old & Changeset.PairList.Run.descending != 0 ? start - step : start + step
            position += 1
            if position == current.end {
                before = position
                run += 1
            }
            return Changeset.Pair(old: old, new: Int(current.new) + step)
        }
    }

    public func makeIterator() -> Iterator { Iterator(storage) }
}

extension Changeset.PairList {
    /// The same pairs as runs of consecutive indices.
    public var runs: Runs { Runs(storage: storage) }

    /// A run of pairs. New indices ascend by one. Old indices ascend by one, or descend by one if the run was reversed.
    public struct PairRun: Hashable, Sendable {
        /// The first pair.
        public let first: Changeset.Pair

        /// The number of pairs, at least 1.
        public let count: Int

        /// Whether old indices descend.
        public let isDescending: Bool

        /// The range of the old indices, in either direction.
        public var old: Range<Int> {
            isDescending ? first.old - count + 1..<first.old + 1 : first.old..<first.old + count
        }

        /// The new indices.
        public var new: Range<Int> { first.new..<first.new + count }

        /// The run without its first pairs.
        func dropping(_ dropped: Int) -> PairRun {
            PairRun(first: pair(at: dropped), count: count - dropped, isDescending: isDescending && count > dropped + 1)
        }

        /// The pair at `step` from the first.
        public func pair(at step: Int) -> Changeset.Pair {
            Changeset.Pair(old: isDescending ? first.old - step : first.old + step, new: first.new + step)
        }
    }

    /// Runs of pairs, by ascending new index.
    public struct Runs: RandomAccessCollection, Hashable, Sendable {
        let storage: [Run]

        public var startIndex: Int { 0 }
        public var endIndex: Int { storage.count }

        public subscript(position: Int) -> PairRun {
            Changeset.check(position, below: endIndex)
            let before = position == 0 ? 0 : storage[position - 1].end
            let run = storage[position]
            let first = Changeset.Pair(old: Int(run.old & ~Run.descending), new: Int(run.new))
            return PairRun(first: first, count: Int(run.end - before), isDescending: run.old & Run.descending != 0)
        }
    }
}
