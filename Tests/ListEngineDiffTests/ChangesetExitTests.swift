import ListEngineDiff
import Testing

/// Preconditions of changesets stop the program.
@Suite struct ChangesetExitTests {
    @Test func aPositionPastTheIndicesStops() async {
        await #expect(processExitsWith: .failure) {
            _ = [1, 2].changeset(from: [1, 2, 3]).deletes[1]
        }
    }

    @Test func aPositionPastThePairsStops() async {
        await #expect(processExitsWith: .failure) {
            _ = [2, 1].changeset(from: [1, 2]).moves[-1]
        }
    }

    @Test func aPositionPastTheRunsStops() async {
        await #expect(processExitsWith: .failure) {
            _ = [2, 1].changeset(from: [1, 2]).moves.runs[1]
        }
    }
}
