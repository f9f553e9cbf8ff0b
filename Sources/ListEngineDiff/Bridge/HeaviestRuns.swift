internal import CListEngine

/// Chooses which runs of items keep their order: those with the most items. Links `le_diff_heaviest_runs`.
/// - Parameters:
///   - ranks: The position of each run among all runs in old order, in new order.
///   - weights: The items of each run.
func heaviestRuns(ranks: [UInt32], weights: [UInt32]) -> [Bool] {
    let workspace = DiffWorkspace()
    return [Bool](unsafeUninitializedCapacity: ranks.count) { kept, count in
        count = ranks.count
        let status = le_diff_heaviest_runs(workspace.pointer, ranks, weights, count, kept.baseAddress)
        DiffWorkspace.check(status, count, count)
    }
}
