/// A diff as plain lists of indices.
public struct ReferenceDiff: Equatable, Sendable {
    public var deletes: [Int] = []
    public var inserts: [Int] = []
    public var moves: [ReferenceMove] = []

    @inlinable
    public init() {}
}

public struct ReferenceMove: Equatable, Sendable {
    public var old: Int
    public var new: Int

    @inlinable
    public init(old: Int, new: Int) {
        self.old = old
        self.new = new
    }
}

/// The simple exact diff of unique elements: look each new element up in a table of the old ones, then keep the
/// longest increasing subsequence of old positions (patience sorting) and move the rest.
///
/// With duplicates the script is valid: equal elements pair in order, and the number of moves is minimal for that
/// pairing.
@inlinable
public func hashJoinDiff<Element: Hashable>(from old: [Element], to new: [Element]) -> ReferenceDiff {
    // Positions of each old element, last one first, so that the first is popped first.
    var positions: [Element: [Int]] = [:]
    positions.reserveCapacity(old.count)
    for i in old.indices.reversed() { positions[old[i], default: []].append(i) }

    var diff = ReferenceDiff()
    var matched: [ReferenceMove] = []
    var isGone = [Bool](repeating: true, count: old.count)
    for j in new.indices {
        if let i = positions[new[j]]?.popLast() {
            matched.append(ReferenceMove(old: i, new: j))
            isGone[i] = false
        } else {
            diff.inserts.append(j)
        }
    }
    diff.deletes = old.indices.filter { isGone[$0] }
    let kept = longestIncreasingSubsequence(matched.map(\.old))
    var next = 0
    for (k, move) in matched.enumerated() {
        if next < kept.count && kept[next] == k { next += 1 } else { diff.moves.append(move) }
    }
    return diff
}

/// The indices of a longest increasing subsequence of distinct values, ascending (Fredman 1975).
@inlinable
public func longestIncreasingSubsequence(_ values: [Int]) -> [Int] {
    var ends: [Int] = []  // ends[k]: index of the smallest value that ends an increasing subsequence of k + 1
    var before = [Int](repeating: -1, count: values.count)
    for i in values.indices {
        var low = 0
        var high = ends.count
        while low < high {
            let middle = (low + high) / 2
            if values[ends[middle]] < values[i] { low = middle + 1 } else { high = middle }
        }
        if low > 0 { before[i] = ends[low - 1] }
        if low == ends.count { ends.append(i) } else { ends[low] = i }
    }
    var result: [Int] = []
    var i = ends.last ?? -1
    while i >= 0 {
        result.append(i)
        i = before[i]
    }
    return result.reversed()
}
