#if PostgreSQL
    import ListEngineData

    /// How the values of a selected column are read.
    enum PostgresReading: Sendable {
        case integer, real, text, blob

        /// - Parameter type: The number that the server has for the type. Nil: it is read as text, after a conversion.
        init?(_ type: UInt32) {
            switch type {
            case 20, 21, 23: self = .integer
            case 700, 701: self = .real
            case 17: self = .blob
            case 19, 25, 1042, 1043: self = .text
            default: return nil
            }
        }

        /// A value in the server's binary form as a row has it.
        func value(_ raw: [UInt8]) -> ColumnValue {
            let bits = raw.reduce(raw.first.map { $0 & 0x80 != 0 ? -1 : 0 } ?? 0) { $0 << 8 | Int64($1) }
            return switch self {
            case .integer: .integer(bits)
            case .real where raw.count == 4: .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
            case .real: .real(Double(bitPattern: UInt64(bitPattern: bits)))
            case .text: .text(raw)
            case .blob: .blob(raw)
            }
        }
    }
#endif
