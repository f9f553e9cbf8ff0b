import Testing

@testable import BenchmarkHarness

/// The rounds, on a clock that only the contestants move on.
@Suite struct RunnerTests {
    private final class FakeClock {
        var now = 0
    }

    private let clock = FakeClock()

    /// Milliseconds of a call, and of `before` for each loop.
    private func contestant(_ role: Contestant.Role, call: Int, before: Int = 0) -> Contestant {
        Contestant(role, before: { _ in clock.now += before * 1_000_000 }, run: { clock.now += $0 * call * 1_000_000 })
    }

    private func rounds(_ runner: Runner, _ contestants: Contestant...) -> [Int] {
        var runner = runner
        runner.now = { clock.now }
        var field = Field()
        field.contestants = contestants
        return runner.run(field).map(\.samples.count)
    }

    @Test func shortCallsRunAllRounds() {
        #expect(rounds(Runner(), contestant(.product, call: 1), contestant(.reference, call: 1)) == [31, 31])
        #expect(rounds(.full, contestant(.product, call: 1), contestant(.reference, call: 1)) == [11, 11])
    }

    @Test func callsOfSecondsRunOnceInAFullRunAndTheProductTwice() {
        #expect(
            rounds(Runner(), contestant(.product, call: 2_000), contestant(.rival("array"), call: 3_000)) == [5, 1])
        #expect(rounds(.full, contestant(.product, call: 2_000), contestant(.rival("array"), call: 3_000)) == [2, 1])
    }

    @Test func eachContestantRunsHoweverLongTheOthersTake() {
        let found = rounds(
            .full, contestant(.rival("array"), call: 50), contestant(.rival("rope"), call: 9_000),
            contestant(.product, call: 1), contestant(.reference, call: 40))
        #expect(found == [1, 1, 2, 1])
    }

    @Test func theTimeOfPreparationsCounts() {
        // A round takes 101 ms, and finding the number of calls took as long.
        #expect(rounds(.full, contestant(.product, call: 1, before: 100)) == [5])
        #expect(rounds(Runner(), contestant(.product, call: 1, before: 100)) == [31])
    }

    @Test func aTimeIsThatOfOneOperation() {
        var runner = Runner()
        runner.now = { clock.now }
        var field = Field(contestant(.product, call: 4, before: 100))
        field.operationsPerCall = 8
        #expect(runner.run(field)[0].median == 500_000)
    }
}
