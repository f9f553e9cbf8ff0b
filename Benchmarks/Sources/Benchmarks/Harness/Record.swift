import Foundation

/// The results of one measure. Times are in nanoseconds per operation.
struct Record {
    let name: String
    let n: Int
    var product: Runner.Outcome?
    var rivals: [(name: String, outcome: Runner.Outcome)] = []
    var columns: [(name: String, outcome: Runner.Outcome)] = []
    var reference: Runner.Outcome?
    var limit: Runner.Outcome?
    var bytesPerItem: Double?
    var extra: [String: Fact] = [:]

    init(_ measure: Measure, _ field: Field, _ outcomes: [Runner.Outcome]) {
        name = measure.name
        n = measure.n ?? field.n ?? 0
        bytesPerItem = field.bytesPerItem
        extra = field.extra
        for outcome in outcomes {
            switch outcome.role {
            case .product: product = outcome
            case .rival(let name): rivals.append((name, outcome))
            case .reference: reference = outcome
            case .limit: limit = outcome
            case .column(let name): columns.append((name, outcome))
            }
        }
    }

    var fullName: String { "\(name)/\(n)" }

    /// The fastest rival.
    var bestRival: (name: String, outcome: Runner.Outcome)? {
        rivals.min { $0.outcome.median < $1.outcome.median }
    }

    /// The best rival's time divided by the product's: the median over the rounds in which both ran.
    var advantage: Double? {
        guard let product, let rival = bestRival?.outcome else { return nil }
        return zip(rival.samples, product.samples).map { $0 / $1 }.median
    }

    /// The unit of the record, chosen by the product's time.
    var unit: TimeUnit {
        let outcome = product ?? bestRival?.outcome ?? reference ?? limit
        return TimeUnit(for: outcome?.median ?? 0)
    }
}

/// From nanoseconds to seconds.
enum TimeUnit: String {
    case ns
    case us = "µs"
    case ms
    case s

    init(for nanoseconds: Double) {
        self = nanoseconds >= 1e9 ? .s : nanoseconds >= 1e6 ? .ms : nanoseconds >= 1e3 ? .us : .ns
    }

    var nanoseconds: Double {
        switch self {
        case .ns: 1
        case .us: 1e3
        case .ms: 1e6
        case .s: 1e9
        }
    }

    /// Three significant digits and the unit, for example "0.152 µs".
    static func text(_ nanoseconds: Double) -> String {
        let unit = TimeUnit(for: nanoseconds)
        return "\(digits(nanoseconds / unit.nanoseconds)) \(unit.rawValue)"
    }

    static func digits(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        if value > 0, value < 0.01 { return String(format: "%.2g", value) }
        let decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
        return String(format: "%.\(decimals)f", value)
    }
}

/// The file `.bench/results.json`: an array of objects, all times of one object in its unit.
enum ResultsFile {
    private struct Entry: Encodable {
        let record: Record

        enum Key: String, CodingKey {
            case name, n, unit, median, min, p99, reference, rival, rivalName, limit, bytesPerItem, extra
        }

        func encode(to encoder: any Encoder) throws {
            let unit = record.unit
            func scaled(_ nanoseconds: Double?) -> Double? {
                nanoseconds.map { ($0 / unit.nanoseconds * 1e5).rounded() / 1e5 }
            }
            var extra = record.extra
            for (name, outcome) in record.rivals + record.columns {
                extra[name] = scaled(outcome.median).map(Fact.number)
            }
            extra["worst"] = scaled(record.product?.worst).map(Fact.number)
            extra["advantage"] = record.advantage.map { Fact.number(($0 * 1e3).rounded() / 1e3) }
            extra["backend"] = .text(Machine.backend)

            var object = encoder.container(keyedBy: Key.self)
            try object.encode(record.fullName, forKey: .name)
            try object.encode(record.n, forKey: .n)
            try object.encode(unit.rawValue, forKey: .unit)
            // An Optional that is encoded as a value writes null.
            try object.encode(scaled(record.product?.median), forKey: .median)
            try object.encode(scaled(record.product?.min), forKey: .min)
            try object.encode(scaled(record.product?.percentile99), forKey: .p99)
            try object.encode(scaled(record.reference?.median), forKey: .reference)
            try object.encode(scaled(record.bestRival?.outcome.median), forKey: .rival)
            try object.encode(record.bestRival?.name, forKey: .rivalName)
            try object.encode(scaled(record.limit?.median), forKey: .limit)
            try object.encode(record.bytesPerItem.map { ($0 * 100).rounded() / 100 }, forKey: .bytesPerItem)
            try object.encode(extra, forKey: .extra)
        }
    }

    static func write(_ records: [Record], to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(records.map(Entry.init)).write(to: file)
    }
}
