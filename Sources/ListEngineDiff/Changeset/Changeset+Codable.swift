extension Changeset: Codable {
    private enum CodingKeys: String, CodingKey {
        case oldCount, newCount, deletes, inserts, moves, updates, isMinimal
    }

    /// Writes runs as flat arrays of numbers: start and length of each run of indices; old start, new start and length of each
    /// run of pairs. The length is negative if the old indices of the run descend.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(oldCount, forKey: .oldCount)
        try container.encode(newCount, forKey: .newCount)
        try container.encode(deletes.runs.flatMap { [$0.lowerBound, $0.count] }, forKey: .deletes)
        try container.encode(inserts.runs.flatMap { [$0.lowerBound, $0.count] }, forKey: .inserts)
        try container.encode(moves.numbers, forKey: .moves)
        try container.encode(updates.numbers, forKey: .updates)
        try container.encode(isMinimal, forKey: .isMinimal)
    }

    /// Reads the format of ``encode(to:)``. Throws if the data is not a valid changeset: if indices are out of range or out of
    /// order, if an element is in two places, or if counts do not fit.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func refuse(_ key: CodingKeys, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
        }
        let oldCount = try container.decode(Int.self, forKey: .oldCount)
        let newCount = try container.decode(Int.self, forKey: .newCount)
        guard 0...Int(Int32.max) ~= oldCount, 0...Int(Int32.max) ~= newCount else {
            throw refuse(.oldCount, "counts must be in 0 ..< 2^31")
        }
        func indices(_ key: CodingKeys, below limit: Int) throws -> IndexList {
            guard let list = IndexList(numbers: try container.decode([Int].self, forKey: key), below: limit) else {
                throw refuse(key, "indices must ascend below \(limit)")
            }
            return list
        }
        func pairs(_ key: CodingKeys) throws -> PairList {
            let numbers = try container.decode([Int].self, forKey: key)
            guard let list = PairList(numbers: numbers, oldBelow: oldCount, newBelow: newCount) else {
                throw refuse(key, "pairs must ascend by new index, below \(oldCount) and \(newCount)")
            }
            return list
        }
        self.init(
            oldCount: oldCount, newCount: newCount, deletes: try indices(.deletes, below: oldCount),
            inserts: try indices(.inserts, below: newCount), moves: try pairs(.moves), updates: try pairs(.updates),
            isMinimal: try container.decode(Bool.self, forKey: .isMinimal))
        guard deletes.count + moves.count <= oldCount, oldCount - deletes.count == newCount - inserts.count else {
            throw refuse(.newCount, "the counts of deletes, inserts and moves do not lead from one count to the other")
        }
        if let index = Self.firstOverlap(deletes.runs.map { $0 } + moves.runs.map(\.old)) {
            throw refuse(.moves, "old index \(index) is in two places")
        }
        if let index = Self.firstOverlap(inserts.runs.map { $0 } + moves.runs.map(\.new)) {
            throw refuse(.moves, "new index \(index) is in two places")
        }
        if !hasOnlyMatches(updates) { throw refuse(.updates, "an update names elements that do not match") }
    }

    /// An index that is in two of the ranges.
    private static func firstOverlap(_ ranges: [Range<Int>]) -> Int? {
        var end = 0
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if range.lowerBound < end { return range.lowerBound }
            end = range.upperBound
        }
        return nil
    }

    /// Whether all pairs are elements that this changeset matches.
    /// - Complexity: O(*r* log *r*) for *r* runs of changes.
    private func hasOnlyMatches(_ pairs: PairList) -> Bool {
        var rest = pairs.runs.makeIterator()
        var next = rest.next()
        if next == nil { return true }
        let fits = forEachMatchedRun { matches in
            while let run = next, run.new.lowerBound < matches.new.upperBound {
                // The new elements before these matches are inserted, or were handled before.
                let new = run.new.clamped(to: matches.new)
                if new.lowerBound != run.new.lowerBound || new.isEmpty { return false }
                let first = matches.pair(at: new.lowerBound - matches.new.lowerBound)
                if first != run.first { return false }
                if new.count > 1, run.isDescending != matches.isDescending { return false }
                next = new.count < run.count ? run.dropping(new.count) : rest.next()
            }
            return true
        }
        return fits && next == nil
    }
}

extension Changeset.IndexList {
    /// Starts and lengths of runs, checked.
    fileprivate init?(numbers: [Int], below limit: Int) {
        guard numbers.count % 2 == 0 else { return nil }
        var next = 0
        for k in stride(from: 0, to: numbers.count, by: 2) {
            let start = numbers[k]
            let count = numbers[k + 1]
            guard start >= next, start < limit, count > 0, count <= limit - start else { return nil }
            append(start)
            storage[storage.count - 1].end += UInt32(count - 1)
            next = start + count
        }
    }
}

extension Changeset.PairList {
    /// Old start, new start and length of each run. The length is negative if the old indices descend.
    fileprivate var numbers: [Int] {
        runs.flatMap { [$0.first.old, $0.first.new, $0.isDescending ? -$0.count : $0.count] }
    }

    fileprivate init?(numbers: [Int], oldBelow oldLimit: Int, newBelow newLimit: Int) {
        guard numbers.count % 3 == 0 else { return nil }
        var next = 0
        for k in stride(from: 0, to: numbers.count, by: 3) {
            let first = Changeset.Pair(old: numbers[k], new: numbers[k + 1])
            guard numbers[k + 2] != 0, numbers[k + 2] != .min else { return nil }
            let count = abs(numbers[k + 2])
            let descends = numbers[k + 2] < 0
            guard first.new >= next, first.new < newLimit, count <= newLimit - first.new, first.old >= 0,
                first.old < oldLimit, descends ? count <= first.old + 1 : count <= oldLimit - first.old
            else { return nil }
            append(first, count: count, isDescending: descends)
            next = first.new + count
        }
    }
}
