import ListEngineSQLite

/// A value of a row as text in one line.
public struct FieldText: Sendable, Hashable {
    public enum Kind: Sendable {
        case text, number
        /// NULL or a blob: what is shown is not the value.
        case description
    }

    public var text: String
    public var kind: Kind

    /// The most characters of a text that are shown.
    public static let limit = 400
    /// The most bytes of a value that are read: more than the characters that are shown have.
    static let valueLimit = 4 * limit + 4

    /// The text that is copied: all that was read of the value.
    static func copied(_ value: SQLiteValue) -> String {
        switch value {
        case .null: ""
        case .integer, .real, .text: (value.string ?? "") + (isCut(value) ? "…" : "")
        case .blob(let bytes):
            "x'" + bytes.map { String(format: "%02X", $0) }.joined() + (isCut(value) ? "…'" : "'")
        }
    }

    /// Whether the value is longer than what was read of it.
    static func isCut(_ value: SQLiteValue) -> Bool {
        switch value {
        case .text(let bytes), .blob(let bytes): bytes.count >= valueLimit
        default: false
        }
    }

    /// - Complexity: O(``limit``), however long the value is.
    public init(_ value: SQLiteValue) {
        switch value {
        case .null: (text, kind) = ("NULL", .description)
        case .integer, .real: (text, kind) = (value.string ?? "", .number)
        case .text(let bytes): (text, kind) = (Self.shown(bytes), .text)
        case .blob(let bytes):
            let digits = Array("0123456789ABCDEF")
            let start = bytes.prefix(8).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
            let more = bytes.count >= Self.valueLimit ? " or more" : ""
            text = "x'\(String(start))\(bytes.count > 8 ? "…" : "")' \(bytes.count) bytes\(more)"
            kind = .description
        }
    }

    /// The start of a text. Characters that control a terminal or the direction of text are shown as signs.
    static func shown(_ bytes: [UInt8]) -> String {
        // No character of UTF-8 is longer than four bytes.
        let read = bytes.count > 4 * limit ? bytes.prefix(4 * limit) : bytes[...]
        var scalars = String.UnicodeScalarView()
        var count = 0
        for scalar in String(decoding: read, as: UTF8.self).unicodeScalars {
            if count == limit {
                scalars.append("…")
                return String(scalars)
            }
            scalars.append(sign(of: scalar))
            count += 1
        }
        if read.count < bytes.count { scalars.append("…") }
        return String(scalars)
    }

    private static func sign(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        case 0x80..<0xA0, 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: "\u{FFFD}"
        case 0x2028, 0x2029: "\u{2424}"
        default: scalar
        }
    }
}
