#if PostgreSQL
    import ListEngineData

    /// Turns the values of an order's terms into keys, and back.
    ///
    /// A term is a byte that says whether it is NULL, and the bytes of the value, inverted in a descending term. So keys compare byte by
    /// byte, and a key of the first terms comes before all keys that begin with them.
    struct PostgresKeys: Sendable {
        struct Term: Sendable {
            var type: PostgresType
            var isDescending = false
            var isNullFirst = false
            var sortKey: (@Sendable ([UInt8]) -> [UInt8])?
        }

        static let nullFirst: UInt8 = 1
        private static let value: UInt8 = 2
        static let nullLast: UInt8 = 3

        var terms: [Term]

        /// The key of the values in consecutive columns of a row.
        func key(_ result: PostgresResult, _ row: Int, from first: Int) -> ColumnKey {
            var (bytes, originals): ([UInt8], [[UInt8]]) = ([], [])
            for (index, term) in terms.enumerated() {
                Self.append(result.bytes(row, first + index), term, &bytes, &originals)
            }
            return ColumnKey(bytes: bytes, originals: originals)
        }

        /// The place before the rows that begin with a value in the server's binary form.
        func bound(_ raw: UnsafeRawBufferPointer) -> ColumnKey {
            var (bytes, originals): ([UInt8], [[UInt8]]) = ([], [])
            Self.append(raw, terms[0], &bytes, &originals)
            return ColumnKey(bytes: bytes, originals: originals)
        }

        private static func append(
            _ raw: UnsafeRawBufferPointer?, _ term: Term, _ bytes: inout [UInt8], _ originals: inout [[UInt8]]
        ) {
            guard let raw else { return bytes.append(term.isNullFirst ? nullFirst : nullLast) }
            bytes.append(value)
            var ordered = term.type.ordered(raw)
            if let sortKey = term.sortKey {
                // Strings with equal sort keys are in the order of their bytes.
                ordered = sortKey(Array(raw)).withUnsafeBytes { PostgresType.blob.ordered($0) } + ordered
                originals.append(Array(raw))
            }
            bytes += term.isDescending ? ordered.map { ~$0 } : ordered
        }

        /// The values of the key of a row, or of a place before or after the rows that begin with the same terms. A place has the values of
        /// these first terms only. Nil if the bytes are neither.
        func place(of key: ColumnKey) -> (values: [[UInt8]?], isPast: Bool)? {
            var values: [[UInt8]?] = []
            var (rest, originals) = (key.bytes[...], key.originals[...])
            for term in terms {
                guard let first = rest.first, first != 0xff else { break }
                guard let value = Self.read(term, &rest, &originals) else { return nil }
                values.append(value)
            }
            let isPast = rest.elementsEqual([0xff])
            return isPast || rest.isEmpty ? (values, isPast) : nil
        }

        /// Takes the value of a term from the beginning of a key. Nil if the bytes are damaged; the value is nil for NULL.
        static func read(
            _ term: Term, _ rest: inout ArraySlice<UInt8>, _ originals: inout ArraySlice<[UInt8]>
        ) -> [UInt8]?? {
            switch rest.popFirst() {
            case nullFirst, nullLast: return .some(nil)
            case value:
                let bytes = term.isDescending ? rest.map { ~$0 }[...] : rest
                var length = 0
                if term.sortKey != nil {
                    guard let sorted = PostgresType.blob.raw(bytes) else { return nil }
                    length = sorted.length
                }
                guard let (value, own) = term.type.raw(bytes.dropFirst(length)) else { return nil }
                rest = rest.dropFirst(length + own)
                guard term.sortKey != nil else { return value }
                guard let original = originals.popFirst() else { return nil }
                return original
            default: return nil
            }
        }
    }
#endif
