import Foundation

/// The place of a row in an order by columns, or the identity of a row. Keys of one list compare as the database orders the rows.
///
/// A key is bytes, so that it compares fast, takes little memory, and holds every value that a database can have.
public struct ColumnKey: Hashable, Comparable, Sendable, Codable {
    /// The terms of the order, one after the other, in a form that compares byte by byte.
    public let bytes: [UInt8]
    /// The strings of terms with a collation of the program. They do not take part in the comparison.
    package let originals: [[UInt8]]

    package init(bytes: [UInt8], originals: [[UInt8]] = []) {
        self.bytes = bytes
        self.originals = originals
    }

    /// The place before all rows.
    package static let start = ColumnKey(bytes: [])

    /// The place after the rows whose keys begin with this one. No term begins with the byte.
    package var past: ColumnKey { ColumnKey(bytes: bytes + [0xff], originals: originals) }

    public static func < (left: ColumnKey, right: ColumnKey) -> Bool {
        left.bytes.withUnsafeBytes { left in
            right.bytes.withUnsafeBytes { right in
                let common = min(left.count, right.count)
                let order = common == 0 ? 0 : memcmp(left.baseAddress!, right.baseAddress!, common)
                return order == 0 ? left.count < right.count : order < 0
            }
        }
    }

    public static func == (left: ColumnKey, right: ColumnKey) -> Bool { left.bytes == right.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
