/// Measures the contestants of a field against each other.
///
/// Each contestant's inner loop is calibrated to a millisecond or more. Then all of them run round by round, so that
/// a noisy moment of the machine hits everybody, and ratios are taken within a round.
struct Runner {
    /// Wanted length of an inner loop, in nanoseconds.
    var stretch = 1_000_000
    /// Rounds at most, and at least; a slow contestant leaves after the least.
    var rounds = 31
    var fewestRounds = 5
    /// Time for one measure, in nanoseconds; the fewest rounds are run whatever they take.
    var budget = 900_000_000

    struct Outcome {
        let role: Contestant.Role
        /// Nanoseconds an operation, one entry a round.
        var samples: [Double] = []
        /// Single operations, timed one by one.
        var percentile99: Double?
        var worst: Double?

        var median: Double { samples.median }
        var min: Double { samples.min() ?? .nan }
    }

    func run(_ field: Field) -> [Outcome] {
        let contestants = field.contestants
        let operations = Double(field.operationsPerCall)
        var outcomes = contestants.map { Outcome(role: $0.role) }
        let calls = contestants.map(calibrate)
        var spent = contestants.map { _ in 0 }
        let share = budget / max(1, contestants.count)

        for round in 0..<rounds {
            var ran = false
            for (index, contestant) in contestants.enumerated() {
                if round >= fewestRounds && spent[index] > share { continue }
                contestant.before?(calls[index])
                let time = Clock.time { contestant.run(calls[index]) }
                spent[index] += time
                outcomes[index].samples.append(Double(time) / Double(calls[index]) / operations)
                ran = true
            }
            if !ran { break }
        }
        for (index, contestant) in contestants.enumerated() where contestant.singles > 0 {
            timeSingles(of: contestant, into: &outcomes[index], operations: operations)
        }
        return outcomes
    }

    /// The number of calls that takes a stretch. Warms up on the way.
    private func calibrate(_ contestant: Contestant) -> Int {
        var calls = 1
        while true {
            contestant.before?(calls)
            let time = Clock.time { contestant.run(calls) }
            if time >= stretch || calls >= 1 << 30 { return calls }
            let wanted = Double(stretch) * 1.1 / Double(Swift.max(time, 1)) * Double(calls)
            calls = Swift.min(Swift.max(calls * 2, Int(wanted)), calls * 100)
        }
    }

    private func timeSingles(of contestant: Contestant, into outcome: inout Outcome, operations: Double) {
        let group = 1_000
        var times: [Double] = []
        times.reserveCapacity(contestant.singles)
        let start = Clock.now()
        while times.count < contestant.singles && Clock.now() - start < 2 * budget {
            contestant.before?(group)
            for _ in 0..<group {
                let processorStart = Clock.processorTime()
                var time = Clock.time { contestant.run(1) }
                // A long one may be the kernel's doing, who let another process run: then its processor time counts.
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
    /// The middle value, NaN of nothing.
    var median: Double {
        let sorted = sorted()
        guard !isEmpty else { return .nan }
        let middle = count / 2
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
