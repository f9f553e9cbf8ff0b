/// Matches two lists of any hashable elements.
///
/// Both lists are walked together, comparing by `==`. Where they differ, the place where they agree again is searched
/// among the next few elements by `==`, then in a window by hash. An element that stands where it was expected is
/// never hashed. What is skipped is hashed, and joined by the C core; pairs of equal hashes are verified by `==`.
///
/// As in the core, matches earn credit and searches spend it. When it is used up all that is left is hashed and
/// joined. The search does not decide what matches, only how soon: with unique elements every equality is the match.
@usableFromInline
struct PredictedMatch<Element: Hashable> {
    @usableFromInline let old: UnsafeBufferPointer<Element>
    @usableFromInline let new: UnsafeBufferPointer<Element>
    @usableFromInline var segments: [MatchedSegment] = []
    @usableFromInline var oldHashes: [UInt64] = []
    @usableFromInline var newHashes: [UInt64] = []

    /// Only common ends were matched so far: no best script is lost by them.
    @usableFromInline var matchedEndsOnly = true

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

    /// Hashes the elements between a match and the next.
    @inlinable
    mutating func skip(old oldRange: Range<Int>, new newRange: Range<Int>) {
        for i in oldRange { oldHashes.append(hash(old[i])) }
        for j in newRange { newHashes.append(hash(new[j])) }
    }

    @inlinable
    mutating func add(old i: Int, new j: Int, count: Int) {
        if count > 0 { segments.append(MatchedSegment(old: i, new: j, count: count)) }
    }

    @inlinable
    mutating func changeset(options: ChangesetOptions) -> Changeset {
        let limit = Swift.min(old.count, new.count)
        var prefix = 0
        while prefix < limit && old[prefix] == new[prefix] { prefix += 1 }
        var suffix = 0
        while suffix < limit - prefix && old[old.count - 1 - suffix] == new[new.count - 1 - suffix] { suffix += 1 }
        add(old: 0, new: 0, count: prefix)
        match(old: prefix..<old.count - suffix, new: prefix..<new.count - suffix)
        add(old: old.count - suffix, new: new.count - suffix, count: suffix)

        let joined = join(options: options)
        if let joined, joined.isFinal { return joined.changes }
        return changesetOfNumbers(options: options, fallback: joined?.changes)
    }

    /// Walks through what lies between the common ends.
    @inlinable
    mutating func match(old oldRange: Range<Int>, new newRange: Range<Int>) {
        var i = oldRange.lowerBound
        var j = newRange.lowerBound
        var credit = 256 + (oldRange.count + newRange.count) / 16
        while i < oldRange.upperBound && j < newRange.upperBound {
            let limit = Swift.min(oldRange.upperBound - i, newRange.upperBound - j)
            var count = 0
            while count < limit && old[i + count] == new[j + count] { count += 1 }
            if count > 0 {
                add(old: i, new: j, count: count)
                matchedEndsOnly = false
                i += count
                j += count
                credit += count
                continue
            }
            guard credit > 0, let step = resync(i..<oldRange.upperBound, j..<newRange.upperBound, &credit) else {
                break
            }
            skip(old: i..<i + step.old, new: j..<j + step.new)
            i += step.old
            j += step.new
        }
        skip(old: i..<oldRange.upperBound, new: j..<newRange.upperBound)
    }

    /// How much of each list to skip until both agree again.
    @inlinable
    mutating func resync(_ oldRest: Range<Int>, _ newRest: Range<Int>, _ credit: inout Int) -> (old: Int, new: Int)? {
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
        joinHashes(
            segments, oldHashes, newHashes, oldCount: old.count, newCount: new.count, options: options,
            matchedEndsOnly: matchedEndsOnly
        ) { old[$0] == new[$1] }
    }

    /// Numbers all elements exactly, and diffs the numbers. Stands in where hashes collide; and where duplicates were
    /// met, because the core can find the best pairs of duplicates only when it sees all elements.
    @inlinable
    func changesetOfNumbers(options: ChangesetOptions, fallback: Changeset?) -> Changeset {
        var numbers: [Element: UInt32] = [:]
        numbers.reserveCapacity(old.count)
        func number(_ element: Element) -> UInt32 {
            let next = UInt32(truncatingIfNeeded: numbers.count)
            let index = numbers.index(forKey: element)
            if let index { return numbers.values[index] }
            numbers[element] = next
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
    let isFinal = joined.changes.isMinimal || !(joined.hasDuplicates || oldCount + newCount <= shortList)
    return (joined.changes, isFinal)
}
