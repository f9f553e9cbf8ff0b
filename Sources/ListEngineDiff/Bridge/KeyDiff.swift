internal import CListEngine

/// The diff of two lists of 64-bit keys, where equal keys are the same element. Links `le_diff`.
func changeset(
    ofKeys old: UnsafeBufferPointer<UInt64>, to new: UnsafeBufferPointer<UInt64>, unique: Bool,
    oldVersions: UnsafeBufferPointer<UInt64>? = nil, newVersions: UnsafeBufferPointer<UInt64>? = nil
) -> Changeset {
    let workspace = DiffWorkspace()
    var oldSide = le_diff_side()
    oldSide.keys = old.baseAddress
    oldSide.count = old.count
    oldSide.versions = oldVersions?.baseAddress
    var newSide = le_diff_side()
    newSide.keys = new.baseAddress
    newSide.count = new.count
    newSide.versions = newVersions?.baseAddress
    var options = le_diff_options()
    options.unique = unique
    options.seed = diffSeed
    var result = le_diff_result()
    DiffWorkspace.check(le_diff(workspace.pointer, &oldSide, &newSide, &options, &result), old.count, new.count)
    return Changeset(result, oldCount: old.count, newCount: new.count)
}
