/// One line of the table: an operation on an input of one size.
struct Measure {
    /// `area.kind.operation/input`, for example `layout.list.prepare/varied`. The size is appended when it is shown.
    let name: String
    /// The number of items; nil if only the input knows it, which then sets it in the field.
    let n: Int?
    /// Builds all contestants. Runs just before the measure, outside of the timed part; they are released after it.
    /// Throws `Skipped` if the input is not available.
    let field: () throws -> Field

    init(_ name: String, _ n: Int?, field: @escaping () throws -> Field) {
        self.name = name
        self.n = n
        self.field = field
    }

    var fullName: String { n.map { "\(name)/\($0)" } ?? name }
}

/// The contestants of a measure, and additional facts for the table.
struct Field {
    var contestants: [Contestant]
    /// The number of items, if the measure does not know it.
    var n: Int?
    /// The number of operations in one call; times are divided by it.
    var operationsPerCall = 1
    /// Memory of the product, in bytes per item.
    var bytesPerItem: Double?
    /// Facts for the record, for example a number of moves.
    var extra: [String: Fact] = [:]

    init(_ contestants: Contestant?...) {
        self.contestants = contestants.compactMap { $0 }
    }
}

/// One side of a comparison.
struct Contestant {
    enum Role: Equatable, Codable {
        /// This library, through its public Swift interface.
        case product
        /// An alternative that a good programmer would use. The fastest rival of a measure counts.
        case rival(String)
        /// The obvious pure-Swift version from `ListEngineReference`.
        case reference
        /// The limit of this machine's memory: reading or copying the same bytes.
        case limit
        /// Shown, but not compared.
        case column(String)
    }

    let role: Role
    /// The number of single calls to time one by one, for the 99th percentile and the maximum. Zero: none.
    let singles: Int
    /// The most calls in a row, if each has to be set up.
    let mostCalls: Int
    /// Called before each timed loop, untimed, with the number of calls to come: undoes the effects of the previous
    /// ones.
    let before: ((Int) -> Void)?
    /// Performs the operation this many times, each time on the next instance.
    let run: (Int) -> Void

    init(
        _ role: Role, singles: Int = 0, mostCalls: Int = 1 << 30, before: ((Int) -> Void)? = nil,
        run: @escaping (_ calls: Int) -> Void
    ) {
        self.role = role
        self.singles = singles
        self.mostCalls = mostCalls
        self.before = before
        self.run = run
    }
}

/// The reason why a measure cannot be taken here.
struct Skipped: Error {
    let why: String

    init(_ why: String) {
        self.why = why
    }
}

/// A number or a text in the `extra` of a record.
enum Fact: Codable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    case number(Double)
    case text(String)

    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(stringLiteral value: String) { self = .text(value) }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }
}
