#if SQLite
    import CListEngineSQLite
    import CSQLite
    import Foundation
    import ListEngineData

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

            /// Whether a key has the string of a value in addition to its bytes.
            func hasOriginal(_ value: SQLiteValue) -> Bool {
                guard case .program = collation.kind, case .text = value else { return false }
                return true
            }
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
            guard !hasProgramCollation else { return encodeWithOriginals(value) }
            return withUnsafeTemporaryAllocation(of: le_sqlite_value.self, capacity: terms.count) { values in
                var bound = 0
                for index in terms.indices {
                    values.initializeElement(at: index, to: value(index))
                    bound += le_sqlite_key_bound(&values[index])
                }
                // One allocation of the right size: a list keeps a key for each page, and a row has two.
                let bytes = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bound) { buffer in
                    var count = 0
                    for (index, term) in terms.enumerated() {
                        count += le_sqlite_key_append(
                            &values[index], term.collation.builtIn, term.isDescending, buffer.baseAddress! + count)
                    }
                    return [UInt8](buffer[..<count])
                }
                return SQLiteKey(bytes: bytes)
            }
        }

        private var hasProgramCollation: Bool {
            terms.contains { if case .program = $0.collation.kind { true } else { false } }
        }

        private func encodeWithOriginals(_ value: (Int) -> le_sqlite_value) -> SQLiteKey {
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

        /// The key of a rowid, the only term.
        func key(ofRowid rowid: Int64) -> SQLiteKey {
            var value = le_sqlite_value()
            (value.type, value.integer) = (LE_SQLITE_INTEGER, rowid)
            return encode { _ in value }
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
            let read = read(key, terms.count)
            return read.values.count == terms.count && read.length == key.bytes.count ? read.values : nil
        }

        /// The values of the key of a row, or of a place before or after the rows that begin with the same terms. A
        /// place has the values of these first terms only. Nil if the bytes are neither.
        func place(of key: SQLiteKey) -> (values: [SQLiteValue], isPast: Bool)? {
            let read = read(key, terms.count)
            let isPast = key.bytes.count == read.length + 1 && key.bytes.last == 0xff
            return !read.values.isEmpty && (isPast || read.length == key.bytes.count) ? (read.values, isPast) : nil
        }

        /// The value of the first term, and the number of bytes that it has.
        func firstValue(of key: SQLiteKey) -> (value: SQLiteValue, length: Int)? {
            let read = read(key, 1)
            return read.values.first.map { ($0, read.length) }
        }

        /// The place before the rows that begin with a value.
        func bound(_ value: SQLiteValue) -> SQLiteKey {
            var first = self
            first.terms.removeLast(terms.count - 1)
            func encode(_ type: le_sqlite_type, _ bytes: [UInt8]) -> SQLiteKey {
                bytes.withUnsafeBufferPointer { bytes in
                    var raw = le_sqlite_value()
                    (raw.type, raw.bytes, raw.length) = (type, bytes.baseAddress, bytes.count)
                    return first.encode { _ in raw }
                }
            }
            var raw = le_sqlite_value()
            switch value {
            case .null: raw.type = LE_SQLITE_NULL
            case .integer(let number): (raw.type, raw.integer) = (LE_SQLITE_INTEGER, number)
            case .real(let number): (raw.type, raw.real) = (LE_SQLITE_REAL, number)
            case .text(let bytes): return encode(LE_SQLITE_TEXT, bytes)
            case .blob(let bytes): return encode(LE_SQLITE_BLOB, bytes)
            }
            return first.encode { _ in raw }
        }

        /// The values of up to `count` terms, up to the first one whose bytes are damaged, and the number of bytes
        /// read.
        private func read(_ key: SQLiteKey, _ count: Int) -> (values: [SQLiteValue], length: Int) {
            var values: [SQLiteValue] = []
            var offset = 0
            var originals = key.originals[...]
            key.bytes.withUnsafeBufferPointer { bytes in
                for term in terms.prefix(count) where offset < bytes.count {
                    let (collation, isDescending) = (term.collation.builtIn, term.isDescending)
                    var (raw, next) = (le_sqlite_value(), offset)
                    let size = le_sqlite_key_scratch(bytes.baseAddress, bytes.count, offset, collation, isDescending)
                    var isValid = false
                    let content = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                        isValid = le_sqlite_key_read(
                            bytes.baseAddress, bytes.count, &next, collation, isDescending, &raw, buffer.baseAddress,
                            size)
                        count = isValid ? size : 0
                    }
                    guard isValid else { return }
                    switch raw.type {
                    case LE_SQLITE_INTEGER: values.append(.integer(raw.integer))
                    case LE_SQLITE_REAL: values.append(.real(raw.real))
                    case LE_SQLITE_TEXT:
                        if case .program = term.collation.kind {
                            guard let original = originals.popFirst() else { return }
                            values.append(.text(original))
                        } else {
                            values.append(.text(content))
                        }
                    case LE_SQLITE_BLOB: values.append(.blob(content))
                    default: values.append(.null)
                    }
                    offset = next
                }
            }
            return (values, offset)
        }
    }
#endif
