extension Changeset {
    /// Ascending indices, stored as runs.
    ///
    /// Iterating takes O(1) for each index. A subscript takes O(log *runs*). Use ``runs`` to read whole ranges.
    public struct IndexList: Hashable, Sendable {
        /// One run: `start`, `start + 1`, ... `end` is the number of indices in this run and all runs before it. The memory
        /// layout is that of `le_diff_run` in the C core.
        struct Run: Hashable, Sendable {
            var start: UInt32
            var end: UInt32
        }

        var storage: [Run] = []

        init() {}

        init(storage: [Run]) { self.storage = storage }

        /// A list of consecutive indices.
        init(_ range: Range<Int>) {
            if !range.isEmpty { storage = [Run(start: UInt32(range.lowerBound), end: UInt32(range.count))] }
        }

        /// A list of ascending indices.
        init(_ indices: some Sequence<Int>) {
            for index in indices { append(index) }
        }

        /// Adds consecutive indices, all of which must be greater than all other indices.
        @inline(__always)
        mutating func append(_ range: Range<Int>) {
            if range.isEmpty { return }
            let count = UInt32(truncatingIfNeeded: range.count)
            var total: UInt32 = 0
            if let last = storage.last {
                total = last.end
                let before = storage.count > 1 ? storage[storage.count &- 2].end : 0
                let next = Int(last.start) &+ Int(total &- before)
                guard range.lowerBound >= next else {
                    fatalError("index \(range.lowerBound) is not above those before it")
                }
                if range.lowerBound == next {
                    storage[storage.count &- 1].end = total &+ count
                    return
                }
            }
            storage.append(Run(start: UInt32(range.lowerBound), end: total &+ count))
        }

        /// Adds an index, which must be greater than all others.
        mutating func append(_ index: Int) { append(index..<index + 1) }
    }
}

extension Changeset.IndexList: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { Int(storage.last?.end ?? 0) }

    /// - Complexity: O(log *runs*).
    public subscript(position: Int) -> Int {
        Changeset.check(position, below: endIndex)
        var low = 0
        var high = storage.count
        while low < high {
            let middle = (low + high) / 2
            if Int(storage[middle].end) <= position { low = middle + 1 } else { high = middle }
        }
        let before = low == 0 ? 0 : Int(storage[low - 1].end)
        return Int(storage[low].start) + position - before
    }

    public struct Iterator: IteratorProtocol {
        let storage: [Changeset.IndexList.Run]
        var run = 0
        var position: UInt32 = 0
        var upcoming: UInt32 = 0

        init(_ storage: [Changeset.IndexList.Run]) {
            self.storage = storage
            upcoming = storage.first?.start ?? 0
        }

        public mutating func next() -> Int? {
            guard run < storage.count else { return nil }
            let index = upcoming
            position += 1
            upcoming += 1
            if position == storage[run].end {
                run += 1
                if run < storage.count { upcoming = storage[run].start }
            }
            return Int(index)
        }
    }

    public func makeIterator() -> Iterator { Iterator(storage) }
}

extension Changeset.IndexList {
    /// The same indices as ascending ranges that do not touch.
    public var runs: Runs { Runs(storage: storage) }

    /// The same as an array, which another module reads without a call for each element.
    package var rangeArray: [Range<Int>] {
        if isEmpty { return [] }
        return [Range<Int>](unsafeUninitializedCapacity: storage.count) { ranges, count in
            var before: UInt32 = 0
            for run in storage {
                let start = Int(run.start)
                ranges.initializeElement(at: count, to: start..<start &+ Int(run.end &- before))
                before = run.end
                count &+= 1
            }
        }
    }

    /// Ranges of indices.
    public struct Runs: RandomAccessCollection, Hashable, Sendable {
        let storage: [Run]

        public var startIndex: Int { 0 }
        public var endIndex: Int { storage.count }

        public subscript(position: Int) -> Range<Int> {
            Changeset.check(position, below: endIndex)
            let before = position == 0 ? 0 : storage[position - 1].end
            let start = Int(storage[position].start)
            return start..<start + Int(storage[position].end - before)
        }
    }
}
