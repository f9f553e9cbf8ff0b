/// A table of sampled old elements by hash, to find a block that moved further than the search windows.
///
/// It is lossy: of two samples in one slot the later one is kept. A hit is verified by `==`.
@usableFromInline
struct Anchors {
    /// The high half of a hash over the index of its element plus one; 0 where there is none.
    @usableFromInline var slots: [UInt64]

    /// Makes room for a number of samples.
    @inlinable
    init(count: Int) {
        var size = 16
        while size < count * 4 { size *= 2 }
        slots = [UInt64](repeating: 0, count: size)
    }

    @inlinable @inline(__always)
    func slot(of hash: UInt64) -> Int { Int(truncatingIfNeeded: mixedHash(hash)) & (slots.count - 1) }

    @inlinable
    mutating func insert(_ index: Int, hash: UInt64) {
        slots[slot(of: hash)] = hash & ~0xffff_ffff | UInt64(index + 1)
    }

    /// The index of an element that may have this hash.
    @inlinable
    func candidate(hash: UInt64) -> Int? {
        let slot = slots[slot(of: hash)]
        if slot == 0 || (slot ^ hash) >> 32 != 0 { return nil }
        return Int(slot & 0xffff_ffff) - 1
    }
}

extension PredictedMatch {
    /// Samples every 64th old element of a range, or fewer of a very long one, and records which elements are already matched.
    /// Returns false if this is not worth its cost.
    @inlinable
    mutating func makeAnchors(_ oldRange: Range<Int>, matchedFrom firstSegment: Int) -> Bool {
        var stride = 64
        if oldRange.count < 2 * stride { return false }
        while oldRange.count / stride > 65_536 { stride *= 2 }
        var anchors = Anchors(count: oldRange.count / stride)
        var i = oldRange.lowerBound
        while i < oldRange.upperBound {
            anchors.insert(i, hash: hash(old[i]))
            i += stride
        }
        self.anchors = anchors
        used = IndexBits(count: old.count)
        for segment in segments[firstSegment...] { used.insert(segment.oldRange) }
        return true
    }

    /// Finds the next block of new elements with an anchor, and adds it as a segment. Reversed blocks that are found before it
    /// become segments too. Returns where to continue, or `nil` if no more blocks are found or they are not worth the cost.
    @inlinable
    mutating func jumpToAnchor(
        old oldRange: Range<Int>, new newRange: Range<Int>, matchedFrom firstSegment: Int, unique: Bool
    ) -> (old: Int, new: Int)? {
        if anchors == nil && !makeAnchors(oldRange, matchedFrom: firstSegment) { return nil }
        // New elements before are matched, or passed by.
        var floor = newRange.lowerBound
        if segments.count > firstSegment, let last = segments.last { floor = Int(last.new) + Int(last.count) }
        var j = newRange.lowerBound
        while j < newRange.upperBound {
            credit -= 1
            if credit < 0 { return nil }
            let hash = hash(new[j])
            newHashes.append(hash, at: j)
            guard let i = anchors!.candidate(hash: hash), !used[i], old[i] == new[j] else {
                j += 1
                continue
            }
            var segment = block(around: i, j, old: oldRange, new: floor..<newRange.upperBound, unique: unique)
            if used.first(in: segment.oldRange) < segment.oldRange.upperBound {
                // Duplicates of matched elements: only this pair is a match, and the join matches the rest.
                credit -= 8 + Int(segment.count) / 8
                segment = MatchedSegment(old: i, new: j, count: 1)
            }
            used.insert(segment.oldRange)
            add(segment)
            credit += Int(segment.count)
            floor = Int(segment.new) + Int(segment.count)
            countHit(Int(segment.count))
            if isAbandoned { return nil }
            if !segment.isDescending { return (segment.oldRange.upperBound, floor) }
            j = floor
        }
        return nil
    }

    /// The block of equal elements around a pair, in the same order or reversed.
    @inlinable
    mutating func block(
        around i: Int, _ j: Int, old oldRange: Range<Int>, new newRange: Range<Int>, unique: Bool
    ) -> MatchedSegment {
        let ahead = equalAhead(i, j, Swift.min(oldRange.upperBound - i, newRange.upperBound - j))
        let behind = equalBehind(i, j, Swift.min(i - oldRange.lowerBound, j - newRange.lowerBound))
        let straight = MatchedSegment(old: i - behind, new: j - behind, count: ahead + behind)
        if ahead + behind >= 4 { return straight }
        // Reversed, old elements go down from here, and up before it.
        let down = equalReversed(i, j, Swift.min(i + 1 - oldRange.lowerBound, newRange.upperBound - j))
        let limit = Swift.min(oldRange.upperBound - 1 - i, j - newRange.lowerBound)
        var up = 0
        while up < limit && old[i + 1 + up] == new[j - 1 - up] { up += 1 }
        if down + up <= ahead + behind { return straight }
        if !unique && !areDistinct(j - up, down + up) {
            credit -= (down + up) / 8  // Read for nothing.
            return straight
        }
        return MatchedSegment(oldDescendingFrom: i + up, new: j - up, count: down + up)
    }

    /// Counts what a wide search found. If many searches find only a few elements each, the list is shuffled.
    @inlinable
    mutating func countHit(_ count: Int) {
        if count < 8 {
            poorHits += 1
        } else if poorHits > 0 {
            poorHits -= 1
        }
        if poorHits > 4 + Swift.max(old.count, new.count) / 16_384 { isAbandoned = true }
    }

    /// Whether the first few of some new elements differ from each other. In lists with many duplicates, parts read the same in
    /// both directions by chance although they were not reversed.
    @inlinable
    func areDistinct(_ start: Int, _ count: Int) -> Bool {
        for j in start..<start + Swift.min(count, 24) {
            for k in start..<j where new[k] == new[j] { return false }
        }
        return true
    }
}
