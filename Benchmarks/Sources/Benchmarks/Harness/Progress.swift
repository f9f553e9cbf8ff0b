import Foundation

/// Says what is measured now: on a terminal in a line that the next row replaces, else in a line of its own. On standard
/// error, so that a redirected table holds rows alone.
enum Progress {
    private static let isTerminal = isatty(STDERR_FILENO) != 0

    static func show(_ text: String) { write(isTerminal ? "\r\u{1B}[K\(text)" : "\(text)\n") }

    static func clear() { if isTerminal { write("\r\u{1B}[K") } }

    private static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}

/// How long a run still takes: each measure as long as those before it with as many items, to a power of ten.
struct Remaining {
    private var done: [Int: (seconds: Double, measures: Int)] = [:]

    mutating func add(_ measure: Measure, seconds: Double) {
        let magnitude = Self.magnitude(measure)
        let before = done[magnitude] ?? (0, 0)
        done[magnitude] = (before.seconds + seconds, before.measures + 1)
    }

    /// Nil before the first measure. Where none of a size was done yet, those of the nearest size count; of two that are as
    /// near, the larger one.
    func seconds(for measures: some Sequence<Measure>) -> Double? {
        if done.isEmpty { return nil }
        return measures.reduce(0) { sum, measure in
            let magnitude = Self.magnitude(measure)
            let nearest = done.keys.min { (abs($0 - magnitude), -$0) < (abs($1 - magnitude), -$1) }
            return sum + nearest.map { done[$0]!.seconds / Double(done[$0]!.measures) }!
        }
    }

    /// For example "about 14 min left".
    func text(for measures: some Sequence<Measure>) -> String? {
        seconds(for: measures).map {
            $0 < 90 ? "about \(Int($0.rounded(.up))) s left" : "about \(Int(($0 / 60).rounded(.up))) min left"
        }
    }

    /// The number of digits. Inputs that know their size themselves have about a million items.
    private static func magnitude(_ measure: Measure) -> Int { "\(measure.n ?? 1_000_000)".count }
}
