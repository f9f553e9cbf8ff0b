#if PostgreSQL
    /// A type whose values a list can order. Its values are compared as bytes, after a change that keeps their order.
    enum PostgresType: Sendable, Equatable {
        /// A signed number of fixed size in two's complement: whole numbers, dates and times.
        case signed(UInt32)
        /// Bytes of fixed size that compare as they are.
        case unsigned(UInt32)
        case real(UInt32)
        case numeric
        /// Text of any length.
        case text(UInt32)
        /// Text without the spaces at its end.
        case paddedText
        case blob

        /// - Parameter number: The number that the server has for the type.
        init?(_ number: UInt32) {
            switch number {
            // bigint, smallint, integer, date, time, timestamp, timestamptz
            case 20, 21, 23, 1082, 1083, 1114, 1184: self = .signed(number)
            case 16, 18, 26, 2950: self = .unsigned(number)  // bool, "char", oid, uuid
            case 700, 701: self = .real(number)
            case 1700: self = .numeric
            case 19, 25: self = .text(number)  // name, text
            case 1043: self = .text(25)  // varchar, which is compared as text
            case 1042: self = .paddedText
            case 17: self = .blob
            default: return nil
            }
        }

        var number: UInt32 {
            switch self {
            case .signed(let number), .unsigned(let number), .real(let number), .text(let number): number
            case .numeric: 1700
            case .paddedText: 1042
            case .blob: 17
            }
        }

        /// The name of the type in SQL.
        var name: String {
            switch number {
            case 16: "boolean"
            case 17: "bytea"
            case 18: "\"char\""
            case 19: "name"
            case 20: "bigint"
            case 21: "smallint"
            case 23: "integer"
            case 26: "oid"
            case 700: "real"
            case 701: "double precision"
            case 1042: "bpchar"
            case 1082: "date"
            case 1083: "time"
            case 1114: "timestamp"
            case 1184: "timestamptz"
            case 1700: "numeric"
            case 2950: "uuid"
            default: "text"
            }
        }

        var isText: Bool {
            switch self {
            case .text, .paddedText: true
            case .signed, .unsigned, .real, .numeric, .blob: false
            }
        }

        /// The number of bytes; nil if it varies.
        private var size: Int? {
            switch self {
            case .signed(let number), .unsigned(let number), .real(let number):
                switch number {
                case 16, 18: 1
                case 21: 2
                case 23, 26, 700, 1082: 4
                case 2950: 16
                default: 8
                }
            case .numeric, .text, .paddedText, .blob: nil
            }
        }

        // MARK: - To bytes that compare

        /// The bytes of a value in the server's binary form, as bytes that compare. No value's bytes begin with those of a different value.
        func ordered(_ raw: UnsafeRawBufferPointer) -> [UInt8] {
            switch self {
            case .unsigned: return Array(raw)
            case .signed:
                var bytes = Array(raw)
                if !bytes.isEmpty { bytes[0] ^= 0x80 }
                return bytes
            case .real: return Self.orderedReal(Array(raw))
            case .numeric: return Self.orderedNumeric(raw)
            case .text, .blob: return Self.terminated(raw)
            case .paddedText:
                let end = raw.lastIndex { $0 != 0x20 }.map { $0 + 1 } ?? 0
                return Self.terminated(UnsafeRawBufferPointer(rebasing: raw[..<end]))
            }
        }

        /// Positive and negative zero are equal, and NaN is the largest number.
        private static func orderedReal(_ raw: [UInt8]) -> [UInt8] {
            let isSingle = raw.count == 4
            let bits = raw.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let number = isSingle ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
            var bytes = raw
            if number.isNaN {
                bytes = [0x7f] + [UInt8](repeating: 0xff, count: raw.count - 1)
            } else if number == 0 {
                bytes = [UInt8](repeating: 0, count: raw.count)
            }
            if bytes[0] & 0x80 != 0 { return bytes.map { ~$0 } }
            bytes[0] ^= 0x80
            return bytes
        }

        /// The server's form: the number of digits to the base 10,000, the place of the first one, the sign, the number of decimals, and the
        /// digits, in two bytes each.
        private static func orderedNumeric(_ raw: UnsafeRawBufferPointer) -> [UInt8] {
            func word(_ place: Int) -> UInt16 { UInt16(raw[2 * place]) << 8 | UInt16(raw[2 * place + 1]) }
            guard raw.count >= 8, raw.count >= 8 + 2 * Int(word(0)) else { return [] }
            switch word(2) {
            case 0xc000: return [6]  // NaN
            case 0xd000: return [5]
            case 0xf000: return [1]
            case let sign:
                var digits = (0..<Int(word(0))).map { word(4 + $0) }
                while digits.last == 0 { digits.removeLast() }
                if digits.isEmpty { return [3] }
                var bytes: [UInt8] = []
                // A digit is at most 9,999, so digits plus one have no zero.
                for word in [word(1) ^ 0x8000] + digits.map({ $0 + 1 }) + [0] {
                    bytes += [UInt8(word >> 8), UInt8(word & 0xff)]
                }
                return sign == 0 ? [4] + bytes : [2] + bytes.map { ~$0 }
            }
        }

        private static func terminated(_ raw: UnsafeRawBufferPointer) -> [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(raw.count + 2)
            for byte in raw {
                bytes.append(byte)
                if byte == 0 { bytes.append(0xff) }
            }
            bytes += [0, 0]
            return bytes
        }

        // MARK: - And back

        /// The value at the beginning of bytes that compare, in the server's binary form, and the number of bytes read. Nil if they are
        /// damaged.
        func raw(_ bytes: ArraySlice<UInt8>) -> (value: [UInt8], length: Int)? {
            if let size {
                guard bytes.count >= size else { return nil }
                var value = Array(bytes.prefix(size))
                switch self {
                case .signed: value[0] ^= 0x80
                case .real: value = value[0] & 0x80 != 0 ? [value[0] ^ 0x80] + value[1...] : value.map { ~$0 }
                case .unsigned, .numeric, .text, .paddedText, .blob: break
                }
                return (value, size)
            }
            if self == .numeric { return Self.rawNumeric(bytes) }
            var value: [UInt8] = []
            var place = bytes.startIndex
            while place < bytes.endIndex {
                let byte = bytes[place]
                if byte == 0 {
                    guard place + 1 < bytes.endIndex else { return nil }
                    if bytes[place + 1] == 0 { return (value, place + 2 - bytes.startIndex) }
                    place += 1
                }
                value.append(byte)
                place += 1
            }
            return nil
        }

        private static func rawNumeric(_ bytes: ArraySlice<UInt8>) -> (value: [UInt8], length: Int)? {
            func number(_ digits: [UInt16], weight: UInt16 = 0, sign: UInt16 = 0) -> [UInt8]? {
                // No number of the server has as many digits.
                guard let count = UInt16(exactly: digits.count) else { return nil }
                // Digits after the decimal point are kept only if they are announced.
                // The server allows no more than these, and the digits are in groups of four.
                let decimals = min(16_383, max(0, (digits.count - 1 - Int(Int16(bitPattern: weight))) * 4))
                return ([count, weight, sign, UInt16(decimals)] + digits).flatMap {
                    [UInt8($0 >> 8), UInt8($0 & 0xff)]
                }
            }
            guard let first = bytes.first else { return nil }
            func special(_ sign: UInt16 = 0) -> (value: [UInt8], length: Int)? {
                number([], sign: sign).map { ($0, 1) }
            }
            switch first {
            case 6: return special(0xc000)
            case 5: return special(0xd000)
            case 1: return special(0xf000)
            case 3: return special()
            case 2, 4:
                var words: [UInt16] = []
                var place = bytes.startIndex + 1
                while place + 1 < bytes.endIndex {
                    let word = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
                    words.append(first == 4 ? word : ~word)
                    place += 2
                    if words.count > 1, words.last == 0 {
                        let digits = words[1...].dropLast().map { $0 - 1 }
                        let value = number(digits, weight: words[0] ^ 0x8000, sign: first == 4 ? 0 : 0x4000)
                        return value.map { ($0, place - bytes.startIndex) }
                    }
                }
                return nil
            default: return nil
            }
        }
    }
#endif
