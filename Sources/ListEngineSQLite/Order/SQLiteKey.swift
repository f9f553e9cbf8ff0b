#if SQLite
    import CListEngineSQLite
    import CSQLite
    import Foundation

    /// The place of a row in the order of a list, or its identity. Keys of one list compare as SQLite orders the rows.
    ///
    /// A key is bytes, so that it compares fast, takes little memory, and holds every value that a database can have.
    public struct SQLiteKey: Hashable, Comparable, Sendable, Codable {
        /// The terms of the order, one after the other, in a form that compares byte by byte.
        public let bytes: [UInt8]
        /// The strings of terms with a collation of the program. They do not take part in the comparison.
        let originals: [[UInt8]]

        init(bytes: [UInt8], originals: [[UInt8]] = []) {
            self.bytes = bytes
            self.originals = originals
        }

        /// The place before all rows.
        static let start = SQLiteKey(bytes: [])

        public static func < (left: SQLiteKey, right: SQLiteKey) -> Bool {
            left.bytes.withUnsafeBytes { left in
                right.bytes.withUnsafeBytes { right in
                    let common = min(left.count, right.count)
                    let order = common == 0 ? 0 : memcmp(left.baseAddress!, right.baseAddress!, common)
                    return order == 0 ? left.count < right.count : order < 0
                }
            }
        }

        public static func == (left: SQLiteKey, right: SQLiteKey) -> Bool { left.bytes == right.bytes }

        public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
    }

    /// How strings are ordered in a term of an order.
    public struct SQLiteCollation: Sendable {
        enum Kind: Sendable {
            case builtIn(le_sqlite_collation)
            case program(@Sendable ([UInt8]) -> [UInt8])
        }

        /// The name that the connection knows.
        public let name: String
        let kind: Kind

        /// Compares bytes.
        public static let binary = SQLiteCollation(name: "BINARY", kind: .builtIn(LE_SQLITE_BINARY))
        /// Compares bytes, and A to Z as a to z.
        public static let noCase = SQLiteCollation(name: "NOCASE", kind: .builtIn(LE_SQLITE_NOCASE))
        /// Compares bytes without the spaces at the end.
        public static let trimmedRight = SQLiteCollation(name: "RTRIM", kind: .builtIn(LE_SQLITE_RTRIM))

        /// A collation that the program defines on each of its connections.
        /// - Parameters:
        ///   - name: Its name.
        ///   - sortKey: Turns a text into bytes that compare, byte by byte, as the collation compares the strings. Strings that the collation
        ///     takes for equal need equal bytes. It is called from any thread. `strxfrm` is such a function.
        public static func program(_ name: String, sortKey: @escaping @Sendable ([UInt8]) -> [UInt8]) -> SQLiteCollation
        {
            SQLiteCollation(name: name, kind: .program(sortKey))
        }

        var builtIn: le_sqlite_collation {
            if case .builtIn(let collation) = kind { collation } else { LE_SQLITE_BINARY }
        }

        /// Whether strings are compared as they are stored, in the encoding of the database.
        var comparesStoredBytes: Bool {
            if case .builtIn(LE_SQLITE_BINARY) = kind { true } else { false }
        }
    }

    /// Turns the values of an order's terms into keys, and back.
    struct KeyCoder: Sendable {
        struct Term: Sendable {
            var collation: SQLiteCollation
            var isDescending: Bool
        }

        var terms: [Term]

        /// The key of the terms in the first columns of a row.
        func key(of statement: SQLiteStatement, from first: Int = 0) -> SQLiteKey {
            encode { index in
                le_sqlite_column_value(
                    statement.pointer, Int32(first + index), terms[index].collation.comparesStoredBytes)
            }
        }

        /// The key of values. The strings of terms that compare stored bytes must be in the encoding of the database.
        func encode(_ value: (Int) -> le_sqlite_value) -> SQLiteKey {
            var bytes: [UInt8] = []
            var originals: [[UInt8]] = []
            for (index, term) in terms.enumerated() {
                var raw = value(index)
                if case .program(let sortKey) = term.collation.kind, raw.type == LE_SQLITE_TEXT {
                    let original = Array(UnsafeBufferPointer(start: raw.bytes, count: raw.length))
                    originals.append(original)
                    sortKey(original).withUnsafeBufferPointer {
                        raw.bytes = $0.baseAddress
                        raw.length = $0.count
                        Self.append(&raw, term, to: &bytes)
                    }
                } else {
                    Self.append(&raw, term, to: &bytes)
                }
            }
            return SQLiteKey(bytes: bytes, originals: originals)
        }

        private static func append(_ value: inout le_sqlite_value, _ term: Term, to bytes: inout [UInt8]) {
            let bound = le_sqlite_key_bound(&value)
            bytes.append(
                contentsOf: [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
                    count = le_sqlite_key_append(&value, term.collation.builtIn, term.isDescending, buffer.baseAddress!)
                })
        }

        /// The values of a key. They are equal to those of the row, but not always the same: `1` for `1.0`, and lower case for
        /// a term without case. Nil if the key is not one of this order.
        func values(of key: SQLiteKey) -> [SQLiteValue]? {
            var values: [SQLiteValue] = []
            var offset = 0
            var originals = key.originals[...]
            let isRead = key.bytes.withUnsafeBufferPointer { bytes in
                for term in terms {
                    let (collation, isDescending) = (term.collation.builtIn, term.isDescending)
                    var raw = le_sqlite_value()
                    let size = le_sqlite_key_scratch(bytes.baseAddress, bytes.count, offset, collation, isDescending)
                    var isValid = false
                    let content = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                        isValid = le_sqlite_key_read(
                            bytes.baseAddress, bytes.count, &offset, collation, isDescending, &raw, buffer.baseAddress,
                            size)
                        count = isValid ? size : 0
                    }
                    guard isValid else { return false }
                    switch raw.type {
                    case LE_SQLITE_INTEGER: values.append(.integer(raw.integer))
                    case LE_SQLITE_REAL: values.append(.real(raw.real))
                    case LE_SQLITE_TEXT:
                        if case .program = term.collation.kind {
                            guard let original = originals.popFirst() else { return false }
                            values.append(.text(original))
                        } else {
                            values.append(.text(content))
                        }
                    case LE_SQLITE_BLOB: values.append(.blob(content))
                    default: values.append(.null)
                    }
                }
                return true
            }
            return isRead && offset == key.bytes.count ? values : nil
        }
    }
#endif
