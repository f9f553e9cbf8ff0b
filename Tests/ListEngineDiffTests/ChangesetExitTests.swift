import Foundation
import ListEngineDiff
import Testing

/// A broken precondition of a changeset ends the program, and names the position and the valid range.
@Suite struct ChangesetExitTests {
    private func message(_ result: ExitTest.Result?) -> String {
        result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    }

    @Test func aPositionPastTheIndicesEndsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = [1, 2].changeset(from: [1, 2, 3]).deletes[1]
        }
        #expect(message(result).contains("position 1 is outside of 0..<1"))
    }

    @Test func aPositionPastThePairsEndsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = [2, 1].changeset(from: [1, 2]).moves[-1]
        }
        #expect(message(result).contains("position -1 is outside of 0..<1"))
    }

    @Test func aPositionPastTheRunsEndsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = [2, 1].changeset(from: [1, 2]).moves.runs[1]
        }
        #expect(message(result).contains("position 1 is outside of 0..<1"))
    }

    @Test func aPositionPastTheRunsOfIndicesEndsTheProgram() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = [1, 2].changeset(from: [1, 2, 3]).deletes.runs[1]
        }
        #expect(message(result).contains("position 1 is outside of 0..<1"))
    }
}
