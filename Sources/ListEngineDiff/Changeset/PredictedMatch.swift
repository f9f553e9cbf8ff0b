/// Matches two lists of any hashable elements.
///
/// Both lists are walked together, comparing by `==`. Where they differ, the place where they agree again is searched
/// among the next few elements by `==`, then in a window by hash, then by a sample of the whole old list; what it finds
/// is extended by `==`. An element that stands where it was expected, or moved with its neighbours, is not hashed (but
/// for the sample). What is skipped is hashed, and joined by the C core; pairs of equal hashes are verified by `==`.
///
/// As in the core, matches earn credit and searches spend it. When it is used up all that is left is hashed and
/// joined. The search does not decide what matches, only how soon: with unique elements every equality is the match.
@usableFromInline
struct PredictedMatch<Element: Hashable> {
    @usableFromInline let old: UnsafeBufferPointer<Element>
    @usableFromInline let new: UnsafeBufferPointer<Element>

    /// By ascending new index; old ranges are disjoint.
    @usableFromInline var segments: [MatchedSegment] = []

    /// Only common ends were matched so far: no best script is lost by them.
    @usableFromInline var matchedEndsOnly = true

    @usableFromInline var credit = 0

    /// Wide searches that led to a few elements only, less those that led to more.
    @usableFromInline var poorHits = 0
    @usableFromInline var isAbandoned = false

    /// Once anchors are made, what `segments` hold of the old list.
    @usableFromInline var anchors: Anchors?
    @usableFromInline var used = IndexBits(count: 0)

    /// Of what was skipped.
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

    /// Walks through what lies between the common ends.
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

        // A list that was reversed starts with what was last.
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
                    // The old list goes on with what was matched before: step over it.
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
        // A join of everything beats gathering a rest from between a few short segments.
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
                for k in at..<range.lowerBound { result.append(known.take(at: k) ?? hash(list[k])) }
                at = range.upperBound
            }
            for k in at..<list.count { result.append(known.take(at: k) ?? hash(list[k])) }
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

    /// How much of each list to skip until both agree again.
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

    /// The nearest agreement within two windows, by hash.
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

    /// Joins what was skipped. `nil` when two elements have the same hash and are not equal.
    @inlinable
    func join(options: ChangesetOptions) -> (changes: Changeset, isFinal: Bool)? {
        let hashes = hashesOfRest()
        return joinHashes(
            segments, hashes.old, hashes.new, oldCount: old.count, newCount: new.count, options: options,
            matchedEndsOnly: matchedEndsOnly
        ) { old[$0] == new[$1] }
    }

    /// Numbers all elements exactly, and diffs the numbers. Stands in where hashes collide; and where duplicates were
    /// met, because the core can find the best pairs of duplicates only when it sees all elements.
    @inlinable
    func changesetOfNumbers(options: ChangesetOptions, fallback: Changeset?) -> Changeset {
        var numbers: [Element: UInt32] = [:]
        numbers.reserveCapacity(old.count)
        var next: UInt32 = 0
        func number(_ element: Element) -> UInt32 {
            // What differs from itself, as NaN does, is never found again. Many of them would share a place in the table.
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

/// Lists this short are diffed once more by number when the first result is not proven to be minimal.
private let shortList = 4096

/// Lists longer than this are not diffed once more by number where duplicates were met: numbering them would take longer
/// than all before, and the core would not refine the result, for the same reason.
private let longList = 200_000

/// Joins hashes by the core. `isFinal` says that looking at all elements would not make it better, or is too much.
@usableFromInline
func joinHashes(
    _ segments: [MatchedSegment], _ oldHashes: [UInt64], _ newHashes: [UInt64], oldCount: Int, newCount: Int,
    options: ChangesetOptions, matchedEndsOnly: Bool, areEqual: (Int, Int) -> Bool
) -> (changes: Changeset, isFinal: Bool)? {
    // Elements may be promised to be unique; their hashes never are. Told otherwise, the core would be free to leave
    // out pairs of colliding hashes, and no verification would notice.
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
