import Foundation

/// Processor time of the process and time on the clock, in milliseconds.
struct Times {
    var processor: Double
    var wall: Double

    static func now() -> Times {
        func read(_ clock: clockid_t) -> Double {
            var time = timespec()
            clock_gettime(clock, &time)
            return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
        }
        return Times(processor: read(CLOCK_PROCESS_CPUTIME_ID), wall: read(CLOCK_MONOTONIC))
    }

    static func - (left: Times, right: Times) -> Times {
        Times(processor: left.processor - right.processor, wall: left.wall - right.wall)
    }
}

func median(_ values: [Double]) -> Double { quantile(values, 0.5) }

func quantile(_ values: [Double], _ part: Double) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
}

/// One line of the table: a name, and for each number of rows what was measured.
struct Line {
    var name: String
    var goal: String
    var results: [String]
}

nonisolated(unsafe) var lines: [Line] = []

func record(_ name: String, goal: String = "", _ result: String) {
    if let place = lines.firstIndex(where: { $0.name == name }) {
        lines[place].results.append(result)
    } else {
        lines.append(Line(name: name, goal: goal, results: [result]))
    }
    FileHandle.standardError.write(Data("\(name): \(result)\n".utf8))
}

/// Runs a measure some times, and records the median and the 95th percentile of its processor time, with the median on the clock.
func measure(_ name: String, goal: String = "", rounds: Int = 11, _ body: () async throws -> Void) async throws {
    var times: [Times] = []
    for _ in 0..<rounds {
        let start = Times.now()
        try await body()
        times.append(Times.now() - start)
    }
    let processor = times.map(\.processor)
    record(
        name, goal: goal,
        "\(text(median(processor))) / \(text(quantile(processor, 0.95))) (\(text(median(times.map(\.wall)))))")
}

func text(_ milliseconds: Double) -> String {
    String(format: milliseconds < 1 ? "%.3f" : milliseconds < 100 ? "%.1f" : "%.0f", milliseconds)
}

/// Private memory of the process, in kB.
func privateMemory() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { $0.hasPrefix("Private_") }
        .compactMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }.reduce(0, +)
}
