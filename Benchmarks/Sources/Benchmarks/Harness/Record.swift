import Foundation

/// The results of one measure. Times are in nanoseconds per operation.
struct Record: Codable {
    let name: String
    let n: Int
    let outcomes: [Runner.Outcome]
    let bytesPerItem: Double?
    let extra: [String: Fact]

    init(_ measure: Measure, _ field: Field, _ outcomes: [Runner.Outcome]) {
        name = measure.name
        n = measure.n ?? field.n ?? 0
        self.outcomes = outcomes
        bytesPerItem = field.bytesPerItem
        extra = field.extra
    }

    var product: Runner.Outcome? { outcome(.product) }
    var reference: Runner.Outcome? { outcome(.reference) }
    var limit: Runner.Outcome? { outcome(.limit) }

    var rivals: [(name: String, outcome: Runner.Outcome)] {
        outcomes.compactMap { if case .rival(let name) = $0.role { (name, $0) } else { nil } }
    }

    var columns: [(name: String, outcome: Runner.Outcome)] {
        outcomes.compactMap { if case .column(let name) = $0.role { (name, $0) } else { nil } }
    }

    private func outcome(_ role: Contestant.Role) -> Runner.Outcome? { outcomes.first { $0.role == role } }

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
