internal import CListEngine

/// Keys of one side of a diff, as the C core takes them: equal keys are the same element.
enum DiffKeys {
    case wide(UnsafeBufferPointer<UInt64>)
    case narrow(UnsafeBufferPointer<UInt32>)

    var count: Int {
        switch self {
        case .wide(let keys): keys.count
        case .narrow(let keys): keys.count
        }
    }

    fileprivate var side: le_diff_side {
        var side = le_diff_side()
        switch self {
        case .wide(let keys): side.keys = keys.baseAddress
        case .narrow(let keys): side.tokens = keys.baseAddress
        }
        side.count = count
        return side
    }
}

/// The diff of two lists of keys, both wide or both narrow. Links `le_diff`.
func changeset(from old: DiffKeys, to new: DiffKeys, unique: Bool) -> Changeset {
    let workspace = DiffWorkspace()
    var oldSide = old.side
    var newSide = new.side
    var options = le_diff_options()
    options.unique = unique
    options.seed = diffSeed
    var result = le_diff_result()
    DiffWorkspace.check(le_diff(workspace.pointer, &oldSide, &newSide, &options, &result), old.count, new.count)
    return Changeset(result, oldCount: old.count, newCount: new.count)
}

/// The same for wide keys.
func changeset(ofKeys old: [UInt64], to new: [UInt64], unique: Bool) -> Changeset {
    old.withUnsafeBufferPointer { old in
        new.withUnsafeBufferPointer { changeset(from: .wide(old), to: .wide($0), unique: unique) }
    }
}

/// The differences that the core finds from segments matched before and from the hashes of all other elements.
struct JoinedChangeset {
    var changes: Changeset

    /// Some hash occurred more than once.
    var hasDuplicates: Bool
}

/// The diff of two lists of which `segments` are matched already, and the others have the given hashes as keys.
/// Returns `nil` when a pair of equal hashes is no pair of equal elements, as `areEqual` (old index, new index) says.
/// Links `le_diff`.
func joinedChangeset(
    segments: [MatchedSegment], oldHashes: [UInt64], newHashes: [UInt64], oldCount: Int, newCount: Int, unique: Bool,
    areEqual: (Int, Int) -> Bool
) -> JoinedChangeset? {
    let workspace = DiffWorkspace()
    var options = le_diff_options()
    options.unique = unique
    options.seed = diffSeed
    var result = le_diff_result()
    let status = oldHashes.withUnsafeBufferPointer { oldHashes in
        newHashes.withUnsafeBufferPointer { newHashes in
            segments.withUnsafeBytes { segments in
                var oldSide = DiffKeys.wide(oldHashes).side
                oldSide.count = oldCount
                var newSide = DiffKeys.wide(newHashes).side
                newSide.count = newCount
                options.segments = segments.baseAddress?.assumingMemoryBound(to: le_diff_segment.self)
                options.segment_count = segments.count / MemoryLayout<le_diff_segment>.stride
                return le_diff(workspace.pointer, &oldSide, &newSide, &options, &result)
            }
        }
    }
    DiffWorkspace.check(status, oldCount, newCount)
    // Only what was joined by hash needs to be verified: segments were matched by `==`. Without segments there was
    // nothing to leave out, and pairs are read off the script.
    let changes = Changeset(result, oldCount: oldCount, newCount: newCount)
    let hasDuplicates = result.paths & UInt32(LE_DIFF_PATH_DUPLICATES) != 0
    guard let joined = result.joined else {
        let isRight = changes.forEachMatch { areEqual($0, $1) }
        return isRight ? JoinedChangeset(changes: changes, hasDuplicates: hasDuplicates) : nil
    }
    var number = 0
    var new = 0
    for segment in segments + [MatchedSegment(old: oldCount, new: newCount, count: 0)] {
        while new < Int(segment.new) {
            let old = joined[number]
            if old != UInt32.max && !areEqual(Int(old), new) { return nil }
            number += 1
            new += 1
        }
        new += Int(segment.count)
    }
    return JoinedChangeset(changes: changes, hasDuplicates: hasDuplicates)
}
