import Testing

@testable import BenchmarkHarness

@Suite struct RemainingTests {
    private func measure(_ n: Int?) -> Measure { Measure("any", n) { Field() } }

    @Test func nothingIsKnownBeforeTheFirstMeasure() {
        #expect(Remaining().seconds(for: [measure(1_000)]) == nil)
        #expect(Remaining().text(for: [measure(1_000)]) == nil)
    }

    @Test func aMeasureTakesAsLongAsThoseOfItsSize() {
        var remaining = Remaining()
        remaining.add(measure(1_000), seconds: 1)
        remaining.add(measure(1_000), seconds: 3)
        remaining.add(measure(10_000_000), seconds: 20)
        #expect(remaining.seconds(for: [measure(1_000), measure(2_500), measure(10_000_000)]) == 24)
        #expect(remaining.seconds(for: [Measure]()) == 0)
    }

    @Test func aSizeWithoutMeasuresCountsAsTheNearest() {
        var remaining = Remaining()
        remaining.add(measure(1_000), seconds: 1)
        remaining.add(measure(10_000_000), seconds: 20)
        #expect(remaining.seconds(for: [measure(10_000)]) == 1)
        #expect(remaining.seconds(for: [measure(1_000_000_000)]) == 20)
        // As far from both.
        #expect(remaining.seconds(for: [measure(100_000)]) == 20)
        // Inputs that know their size themselves.
        #expect(remaining.seconds(for: [measure(nil)]) == 20)
    }

    @Test(arguments: [
        (0.2, "about 1 s left"), (89, "about 89 s left"), (90, "about 2 min left"), (1_500, "about 25 min left"),
    ])
    func theTimeIsRoundedUp(_ seconds: Double, _ text: String) {
        var remaining = Remaining()
        remaining.add(measure(1_000), seconds: seconds)
        #expect(remaining.text(for: [measure(1_000)]) == text)
    }
}
