import ListEngineDiff
import Testing

/// A broken precondition of a changeset ends the program.
@Suite struct ChangesetExitTests {
    @Test func aPositionPastTheIndicesEndsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            _ = [1, 2].changeset(from: [1, 2, 3]).deletes[1]
        }
    }

    @Test func aPositionPastThePairsEndsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            _ = [2, 1].changeset(from: [1, 2]).moves[-1]
        }
    }

    @Test func aPositionPastTheRunsEndsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            _ = [2, 1].changeset(from: [1, 2]).moves.runs[1]
        }
    }
}
