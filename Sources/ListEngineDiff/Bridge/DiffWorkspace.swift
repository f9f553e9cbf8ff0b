internal import CListEngine

/// Scratch and results of the C differ, borrowed from its process-wide pool for as long as this value lives.
///
/// Links `le_diff_workspace_borrow` and `le_diff_workspace_return`.
struct DiffWorkspace: ~Copyable {
    let pointer: OpaquePointer

    init() {
        guard let pointer = le_diff_workspace_borrow() else { fatalError("no memory for a diff") }
        self.pointer = pointer
    }

    deinit { le_diff_workspace_return(pointer) }

    /// Stops the program if the core reports an error that Swift callers cannot cause, or cannot recover from.
    static func check(_ status: le_status, _ oldCount: Int, _ newCount: Int) {
        if status == LE_OK { return }
        fatalError("diff of \(oldCount) and \(newCount) elements: \(String(cString: le_status_text(status)))")
    }
}

/// Keys are hashed with a number that is secret to the process, so that no one can construct input that collides.
let diffSeed = UInt64.random(in: 1 ... .max)

extension Changeset {
    init(_ result: le_diff_result, oldCount: Int, newCount: Int) {
        self.init(
            oldCount: oldCount, newCount: newCount, deletes: IndexList(result.deletes),
            inserts: IndexList(result.inserts), moves: PairList(result.moves), updates: PairList(result.updates),
            isMinimal: result.is_minimal)
    }
}

extension Changeset.IndexList {
    /// Copies the runs: `Run` has the fields of `le_diff_run`, in that order.
    init(_ indices: le_diff_indices) {
        if indices.run_count == 0 { return }
        storage = [Run](unsafeUninitializedCapacity: indices.run_count) { buffer, count in
            UnsafeMutableRawPointer(buffer.baseAddress!)
                .copyMemory(from: indices.runs, byteCount: indices.run_count * MemoryLayout<Run>.stride)
            count = indices.run_count
        }
    }
}

extension Changeset.PairList {
    /// Copies the runs: `Run` has the fields of `le_diff_pair_run`, in that order.
    init(_ pairs: le_diff_pairs) {
        if pairs.run_count == 0 { return }
        storage = [Run](unsafeUninitializedCapacity: pairs.run_count) { buffer, count in
            UnsafeMutableRawPointer(buffer.baseAddress!)
                .copyMemory(from: pairs.runs, byteCount: pairs.run_count * MemoryLayout<Run>.stride)
            count = pairs.run_count
        }
    }
}
