/// A value of a column. Strings are bytes, because a database can hold strings that are not valid UTF-8 or contain a zero.
public enum ColumnValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    /// The bytes of a text in UTF-8, as they are.
    case text([UInt8])
    case blob([UInt8])

    public static func text(_ string: String) -> ColumnValue { .text(Array(string.utf8)) }

    /// The text, or the number as text. Bytes that are not UTF-8 are replaced. Nil for null and blobs.
    public var string: String? {
        switch self {
        case .null, .blob: nil
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
}

/// The values of the selected columns of a row, in their order. The sources of `ListEngineSQLite` and
/// `ListEnginePostgres` have rows of this type.
public struct ColumnRow: Hashable, Sendable {
    public var values: [ColumnValue]

    public init(_ values: [ColumnValue]) { self.values = values }

    /// - Precondition: The index is that of a selected column.
    public subscript(column: Int) -> ColumnValue {
        guard values.indices.contains(column) else {
            fatalError("column \(column) of a row with \(values.count) columns")
        }
        return values[column]
    }
}
