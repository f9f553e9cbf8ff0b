/// Measures the contestants of a field against each other.
///
/// The inner loop of each contestant is calibrated to at least a millisecond. Then all of them run round by round, so
/// that noise of the machine affects all of them, and ratios are computed within a round.
///
/// A contestant whose single call is slow is neither warmed up nor repeated often: its first call counts as a round,
/// and unless it is the product this round may be the only one.
struct Runner {
    /// The target duration of an inner loop, in nanoseconds.
    var stretch = 1_000_000
    /// The most rounds, and the fewest for the product and for others; a slow contestant stops after the fewest.
    var rounds = 31
    var fewestRounds = 5
    var fewestRoundsOfOthers = 3
    /// A call of this duration, in nanoseconds, counts as a round from the first on, and suffices for contestants other
    /// than the product.
    var slowCall = 100_000_000
    /// The time for one measure, in nanoseconds; the fewest rounds are run in any case.
    var budget = 500_000_000
    /// The time after which no further round begins, in nanoseconds. It includes what `before` takes. Each contestant runs
    /// at least once, the product twice.
    var allowance = Int.max
    /// The clock of the rounds.
    var now: () -> Int = Clock.now

    /// For all measures with the sizes 10^4, 10^7 and 10^9. Where a call takes seconds, one round has to do.
    static var full: Runner { Runner(rounds: 11, budget: 200_000_000, allowance: 600_000_000) }

    struct Outcome: Codable {
        let role: Contestant.Role
        /// Nanoseconds per operation, one entry per round.
        var samples: [Double] = []
        /// Single operations, timed one by one.
        var percentile99: Double?
        var worst: Double?

        var median: Double { samples.median }
        var min: Double { samples.min() ?? .nan }
    }

    func run(_ field: Field) -> [Outcome] {
        let start = now()
        let contestants = field.contestants
        let operations = Double(field.operationsPerCall)
        var outcomes = contestants.map { Outcome(role: $0.role) }
        var spent: [Int] = []
        var calls: [Int] = []
        var least: [Int] = []
        for (index, contestant) in contestants.enumerated() {
            let (count, slow) = calibrate(contestant)
            calls.append(count)
            spent.append(slow ?? 0)
            least.append(contestant.role == .product ? fewestRounds : slow == nil ? fewestRoundsOfOthers : 1)
            if let slow { outcomes[index].samples.append(Double(slow) / operations) }
        }

        for round in 0..<rounds {
            var ran = false
            for (index, contestant) in contestants.enumerated() {
                let count = outcomes[index].samples.count
                // The first call of the product alone would be its cold one.
                let fewest = contestants[index].role == .product ? 2 : 1
                if count >= fewest && now() - start >= allowance { continue }
                // The product's figure matters most: it may take a third of the time.
                let share = budget / (contestant.role == .product ? min(3, contestants.count) : contestants.count)
                if count > round || count >= least[index] && spent[index] > share { continue }
                contestant.before?(calls[index])
                let time = self.time { contestant.run(calls[index]) }
                spent[index] += time
                outcomes[index].samples.append(Double(time) / Double(calls[index]) / operations)
                ran = true
            }
            if !ran && round > 0 { break }
        }
        for (index, contestant) in contestants.enumerated() where contestant.singles > 0 {
            timeSingles(of: contestant, into: &outcomes[index], operations: operations)
        }
        return outcomes
    }

    private func time(_ body: () -> Void) -> Int {
        let start = now()
        body()
        return now() - start
    }

    /// The number of calls that fill an inner loop, and the time of the first call if that was slow. Warms up at the
    /// same time.
    private func calibrate(_ contestant: Contestant) -> (calls: Int, slow: Int?) {
        var calls = 1
        while true {
            contestant.before?(calls)
            let time = self.time { contestant.run(calls) }
            if time >= stretch || calls >= contestant.mostCalls {
                return (calls, calls == 1 && time >= slowCall ? time : nil)
            }
            let wanted = Double(stretch) * 1.1 / Double(Swift.max(time, 1)) * Double(calls)
            calls = Swift.min(Swift.max(calls * 2, Int(wanted)), calls * 100, contestant.mostCalls)
        }
    }

    private func timeSingles(of contestant: Contestant, into outcome: inout Outcome, operations: Double) {
        // As many at a time as fit a short interval: the time is checked between groups.
        let group = Swift.min(1_000, Swift.max(10, Int(5e7 / Swift.max(1, outcome.median * operations))))
        var times: [Double] = []
        times.reserveCapacity(contestant.singles)
        let start = Clock.now()
        while times.count < contestant.singles && Clock.now() - start < 2 * budget {
            contestant.before?(group)
            for _ in 0..<group {
                let processorStart = Clock.processorTime()
                var time = Clock.time { contestant.run(1) }
                // A long one may be caused by the kernel, which let another process run: then its processor time
                // counts.
                if time > 20_000 { time = min(time, Clock.processorTime() - processorStart) }
                times.append(Double(time) / operations)
            }
        }
        times.sort()
        outcome.percentile99 = times[times.count * 99 / 100]
        outcome.worst = times.last
    }
}

extension [Double] {
    /// The median, NaN of an empty array.
    var median: Double {
        let sorted = sorted()
        guard !isEmpty else { return .nan }
        let middle = count / 2
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
