/// Matches two lists of any hashable elements.
///
/// Both lists are read together and compared by `==`. At a difference, the next match is searched among the next few
/// elements by `==`, then in a window by hash, then with a sample of the whole old list. Each match is extended in both
/// directions by `==`. An element that is where it is expected, or that moved together with those around it, is not hashed, except for
/// the sample. Skipped elements are hashed and joined by the C core. Pairs of equal hashes are verified by `==`.
///
/// The constants are not those of the core (`lock_step.h`), which does the same with keys of 4 or 8 bytes: the core compares a window in
/// vectors, while a window here fills a dictionary, which costs about as much as hashing and joining its elements.
///
/// As in the core, matches add to a credit and searches reduce it. When the credit is used up, all remaining elements are
/// hashed and joined. The search changes only the cost and not the matches: with unique elements, two equal elements always
/// match.
@usableFromInline
struct PredictedMatch<Element: Hashable> {
    @usableFromInline let old: UnsafeBufferPointer<Element>
    @usableFromInline let new: UnsafeBufferPointer<Element>

    /// By ascending new index; old ranges are disjoint.
    @usableFromInline var segments: [MatchedSegment] = []

    /// Only common ends were matched so far. Some minimal changeset contains these matches.
    @usableFromInline var matchedEndsOnly = true

    @usableFromInline var credit = 0

    /// The number of wide searches that found only a few elements, minus those that found more.
    @usableFromInline var poorHits = 0
    @usableFromInline var isAbandoned = false

    /// Once anchors are made: the old elements that are in `segments`.
    @usableFromInline var anchors: Anchors?
    @usableFromInline var used = IndexBits(count: 0)

    /// Hashes of skipped elements.
    @usableFromInline var oldHashes = KnownHashes()
    @usableFromInline var newHashes = KnownHashes()

    @inlinable
    init(_ old: UnsafeBufferPointer<Element>, _ new: UnsafeBufferPointer<Element>) {
        self.old = old
        self.new = new
    }

    @inlinable
    func hash(_ element: Element) -> UInt64 {
        if let words = element as? WordPair { return words.folded }
        return UInt64(truncatingIfNeeded: element.hashValue)
    }

    @inlinable
    mutating func add(_ segment: MatchedSegment) {
        if segment.count > 0 { segments.append(segment) }
    }

    /// How many elements are equal from two indices on.
    @inlinable
    func equalAhead(_ i: Int, _ j: Int, _ limit: Int) -> Int {
        var count = 0
        while count < limit && old[i + count] == new[j + count] { count += 1 }
        return count
    }

    /// How many are equal before two indices.
    @inlinable
    func equalBehind(_ i: Int, _ j: Int, _ limit: Int) -> Int {
        var count = 0
        while count < limit && old[i - 1 - count] == new[j - 1 - count] { count += 1 }
        return count
    }

    /// How many are equal when the old list is read downwards.
    @inlinable
    func equalReversed(_ i: Int, _ j: Int, _ limit: Int) -> Int {
        var count = 0
        while count < limit && old[i - count] == new[j + count] { count += 1 }
        return count
    }

    @inlinable
    mutating func changeset(options: ChangesetOptions) -> Changeset {
        let limit = Swift.min(old.count, new.count)
        let prefix = equalAhead(0, 0, limit)
        let suffix = equalBehind(old.count, new.count, limit - prefix)
        add(MatchedSegment(old: 0, new: 0, count: prefix))
        match(
            old: prefix..<old.count - suffix, new: prefix..<new.count - suffix,
            unique: options.contains(.assumingUnique))
        add(MatchedSegment(old: old.count - suffix, new: new.count - suffix, count: suffix))

        let joined = join(options: options)
        if let joined, joined.isFinal { return joined.changes }
        return changesetOfNumbers(options: options, fallback: joined?.changes)
    }

    /// Matches the elements between the common ends.
    @inlinable
    mutating func match(old oldRange: Range<Int>, new newRange: Range<Int>, unique: Bool) {
        var i = oldRange.lowerBound
        var j = newRange.lowerBound
        var oldEnd = oldRange.upperBound
        let newEnd = newRange.upperBound
        if oldRange.isEmpty || newRange.isEmpty { return }
        let firstSegment = segments.count
        let length = Swift.min(oldRange.count, newRange.count)
        var matched = 0
        credit = 256 + (oldRange.count + newRange.count) / 16

        // A reversed list starts with the last old element.
        if length >= 2 && old[oldEnd - 1] == new[j] && old[oldEnd - 2] == new[j + 1] {
            let count = equalReversed(oldEnd - 1, j, length)
            if unique || areDistinct(j, count) {
                add(MatchedSegment(oldDescendingFrom: oldEnd - 1, new: j, count: count))
                oldEnd -= count
                j += count
                matched += count
            }
        }
        var searched = false  // The last step was a wide search.
        while j < newEnd {
            if i < oldEnd {
                var count = equalAhead(i, j, Swift.min(oldEnd - i, newEnd - j))
                if count > 0 && anchors != nil {
                    // Only duplicates can be equal to what is matched already. They are paired later.
                    let free = used.first(in: i..<i + count) - i
                    used.insert(i..<i + free)
                    if free < count { credit -= 8 + count / 8 }
                    count = free
                }
                if searched { countHit(count) }
                searched = false
                if isAbandoned { break }
                if count > 0 {
                    add(MatchedSegment(old: i, new: j, count: count))
                    credit += count
                    matched += count
                    i += count
                    j += count
                    continue
                }
                if credit < 0 { break }
                if anchors != nil && used[i] {
                    // The next old elements are already matched: skip them.
                    i = used.firstMissing(in: i..<oldEnd)
                    continue
                }
                let before = credit
                if let step = resync(i..<oldEnd, j..<newEnd) {
                    searched = before - credit > 4
                    // No step at all: a duplicate of something matched.
                    let newStep = step.old + step.new == 0 ? 1 : step.new
                    skip(old: i..<i + step.old, new: j..<j + newStep)
                    i += step.old
                    j += newStep
                    continue
                }
            }
            let segmentCount = segments.count
            let place = jumpToAnchor(
                old: oldRange.lowerBound..<oldEnd, new: j..<newEnd, matchedFrom: firstSegment, unique: unique)
            for segment in segments[segmentCount...] { matched += Int(segment.count) }
            guard let place else { break }
            i = place.old
            j = place.new
        }
        // Joining everything is faster than collecting the elements between a few short segments.
        if (isAbandoned || credit < 0) && matched * 16 < length {
            segments.removeSubrange(firstSegment...)
        }
        if segments.count > firstSegment { matchedEndsOnly = false }
    }

    /// Hashes the elements between a match and the next while they are in the cache.
    @inlinable
    mutating func skip(old oldRange: Range<Int>, new newRange: Range<Int>) {
        for i in oldRange { oldHashes.append(hash(old[i]), at: i) }
        for j in newRange { newHashes.append(hash(new[j]), at: j) }
    }

    /// The hashes of the elements outside of segments, of each list in order.
    @inlinable
    func hashesOfRest() -> (old: [UInt64], new: [UInt64]) {
        let matched = segments.reduce(0) { $0 + Int($1.count) }
        func hashes(
            _ list: UnsafeBufferPointer<Element>, outside ranges: some Sequence<Range<Int>>, known: KnownHashes
        ) -> [UInt64] {
            var known = known
            var result: [UInt64] = []
            result.reserveCapacity(list.count - matched)
            var at = 0
            for range in ranges {
                for k in at..<range.lowerBound { result.append(known.hash(at: k) ?? hash(list[k])) }
                at = range.upperBound
            }
            for k in at..<list.count { result.append(known.hash(at: k) ?? hash(list[k])) }
            return result
        }
        var oldRanges = segments.map(\.oldRange)
        if anchors != nil || segments.contains(where: \.isDescending) {
            oldRanges.sort { $0.lowerBound < $1.lowerBound }
        }
        return (
            hashes(old, outside: oldRanges, known: oldHashes),
            hashes(new, outside: segments.lazy.map(\.newRange), known: newHashes)
        )
    }

    /// The number of elements of each list to skip until both lists match again.
    @inlinable
    mutating func resync(_ oldRest: Range<Int>, _ newRest: Range<Int>) -> (old: Int, new: Int)? {
        let i = oldRest.lowerBound
        let j = newRest.lowerBound
        let reach = Swift.min(oldRest.count, newRest.count)
        credit -= 4
        // One element replaced, then up to seven deleted or inserted.
        if reach > 2 && old[i + 1] == new[j + 1] && old[i + 2] == new[j + 2] { return (1, 1) }
        for step in 1..<8 {
            if step < oldRest.count && old[i + step] == new[j] { return (step, 0) }
            if step < newRest.count && old[i] == new[j + step] { return (0, step) }
        }
        credit -= 32
        if let step = searchWindow(oldRest.prefix(32), newRest.prefix(32)) { return step }
        credit -= 256
        return searchWindow(oldRest.prefix(512), newRest.prefix(512))
    }

    /// The nearest match within two windows, by hash.
    @inlinable
    func searchWindow(_ oldWindow: Range<Int>, _ newWindow: Range<Int>) -> (old: Int, new: Int)? {
        var places: [UInt64: Int] = [:]
        places.reserveCapacity(oldWindow.count)
        // Last first, so that the nearest of equals stays.
        for i in oldWindow.reversed() { places[hash(old[i])] = i }
        var best: (old: Int, new: Int)?
        var nearest = oldWindow.count + newWindow.count
        for j in newWindow where j - newWindow.lowerBound < nearest {
            guard let i = places[hash(new[j])], old[i] == new[j] else { continue }
            let step = (old: i - oldWindow.lowerBound, new: j - newWindow.lowerBound)
            if step.old + step.new < nearest {
                nearest = step.old + step.new
                best = step
            }
        }
        return best
    }

    /// Joins the skipped elements. `nil` if two elements have the same hash and are not equal.
    @inlinable
    func join(options: ChangesetOptions) -> (changes: Changeset, isFinal: Bool)? {
        let hashes = hashesOfRest()
        return joinHashes(
            segments, hashes.old, hashes.new, oldCount: old.count, newCount: new.count, options: options,
            matchedEndsOnly: matchedEndsOnly
        ) { old[$0] == new[$1] }
    }

    /// Numbers all elements exactly and diffs the numbers. Used if hashes collide, and if there are duplicates, because the core
    /// must see all elements to find the best pairs of duplicates.
    @inlinable
    func changesetOfNumbers(options: ChangesetOptions, fallback: Changeset?) -> Changeset {
        var numbers: [Element: UInt32] = [:]
        numbers.reserveCapacity(old.count)
        var next: UInt32 = 0
        func number(_ element: Element) -> UInt32 {
            // An element that differs from itself, such as NaN, is never found again. Many of them would share a table slot.
            if element == element {
                if let index = numbers.index(forKey: element) { return numbers.values[index] }
                numbers[element] = next
            }
            defer { next &+= 1 }
            return next
        }
        let oldNumbers = old.map(number)
        let newNumbers = new.map(number)
        return diffNumbers(from: oldNumbers, to: newNumbers, options: options)
    }
}

/// Diffs small numbers that stand for elements.
@usableFromInline
func diffNumbers(from old: [UInt32], to new: [UInt32], options: ChangesetOptions) -> Changeset {
    old.withUnsafeBufferPointer { old in
        new.withUnsafeBufferPointer { new in
            changeset(from: .narrow(old), to: .narrow(new), unique: options.contains(.assumingUnique))
        }
    }
}

/// Lists up to this length are diffed again by number if the first result is not proven to be minimal.
private let shortList = 4096

/// Lists longer than this are not diffed again by number if there are duplicates. Numbering them would take longer than the
/// first diff, and the core would not refine the result of so many elements.
private let longList = 200_000

/// Joins hashes in the core. `isFinal`: diffing all elements would not improve the result, or would cost too much.
@usableFromInline
func joinHashes(
    _ segments: [MatchedSegment], _ oldHashes: [UInt64], _ newHashes: [UInt64], oldCount: Int, newCount: Int,
    options: ChangesetOptions, matchedEndsOnly: Bool, areEqual: (Int, Int) -> Bool
) -> (changes: Changeset, isFinal: Bool)? {
    // Even if elements are promised to be unique, their hashes are not. With `unique` set, the core could omit pairs of
    // colliding hashes, and the verification would not see them.
    guard
        var joined = joinedChangeset(
            segments: segments, oldHashes: oldHashes, newHashes: newHashes, oldCount: oldCount, newCount: newCount,
            unique: false, areEqual: areEqual)
    else { return nil }
    if !joined.hasDuplicates && (matchedEndsOnly || options.contains(.assumingUnique)) {
        joined.changes.isMinimal = true
    }
    let count = oldCount + newCount
    let isFinal = joined.changes.isMinimal || count > (joined.hasDuplicates ? longList : shortList)
    return (joined.changes, isFinal)
}
