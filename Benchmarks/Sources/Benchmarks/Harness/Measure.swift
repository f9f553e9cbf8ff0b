/// One line of the table: an operation on an input of one size.
struct Measure {
    /// `area.kind.operation/input`, for example `layout.list.prepare/varied`. The size is appended where it is shown.
    let name: String
    /// How many items; nil where only the input says, which then is in the field.
    let n: Int?
    /// Builds everybody who takes part. Runs just before the measuring, outside of what is timed; what it built is
    /// dropped after. Throws `Skipped` where the input cannot be had.
    let field: () throws -> Field

    init(_ name: String, _ n: Int?, field: @escaping () throws -> Field) {
        self.name = name
        self.n = n
        self.field = field
    }

    var fullName: String { n.map { "\(name)/\($0)" } ?? name }
}

/// Who takes part in a measure, and what else is worth a column.
struct Field {
    var contestants: [Contestant]
    /// How many items there are, where the measure does not know.
    var n: Int?
    /// How many operations one call is, where a call does several; times are divided by it.
    var operationsPerCall = 1
    /// Memory of the product, in bytes an item.
    var bytesPerItem: Double?
    /// Facts for the record, for example a number of moves.
    var extra: [String: Fact] = [:]

    init(_ contestants: Contestant?...) {
        self.contestants = contestants.compactMap { $0 }
    }
}

/// One side of a comparison.
struct Contestant {
    enum Role: Equatable {
        /// This library, through its public Swift interface.
        case product
        /// Something else that a good programmer would use. The fastest of a measure counts.
        case rival(String)
        /// The obvious pure-Swift version from `ListEngineReference`.
        case reference
        /// What the memory of this machine allows: reading or copying the same bytes.
        case limit
        /// Shown, but not compared with.
        case column(String)
    }

    let role: Role
    /// How many single calls to time one by one, for the 99th percentile and the worst. Zero: none.
    let singles: Int
    /// How many calls there can be in a row, where each has to be set up.
    let mostCalls: Int
    /// Called before each timed stretch, untimed, with the number of calls to come: undoes what the last ones did.
    let before: ((Int) -> Void)?
    /// Performs the operation so many times, each time on the next instance.
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

/// Why a measure cannot be taken here.
struct Skipped: Error {
    let why: String

    init(_ why: String) {
        self.why = why
    }
}

/// A number or a word in the `extra` of a record.
enum Fact: Encodable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
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
}
