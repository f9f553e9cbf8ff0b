// What the blocks of code about differences use without declaring it: see Scripts/documentation-code.py.
import Foundation
import ListEngineDiff

@MainActor final class Context {}

struct Row: Equatable {
    var id: Int
    var text: String
}

@MainActor var snapshot = DiffableSnapshot<String, Int>()
@MainActor var before = snapshot
@MainActor var after = snapshot
@MainActor let messages: [Row] = []
@MainActor let lines = [1, 2]
@MainActor let edited: [Int] = []
@MainActor let (old, new) = (["a"], ["b"])
@MainActor let (rows, oldRows): ([Row], [Row]) = ([], [])
@MainActor let changes = after.changeset(from: before)
@MainActor let batch = BatchUpdates(changes).stages[0]
@MainActor func perform(_ stage: BatchUpdates.Stage) {}
