#if PostgreSQL
    import Foundation
    import ListEngineData

    /// Sections of a list by the first column of its order: rows with equal values, with the same first letter, or of the same day.
    public struct PostgresSections: Sendable {
        enum Kind: Sendable {
            case column
            case letter
            case day(unitsPerSecond: Int64, TimeZone)
        }

        let kind: Kind
        let title: @Sendable (ColumnValue) -> String

        /// One section for each value of the column.
        /// - Parameter title: Returns the title of a value, as a row has it. The default is its text, and nothing for NULL and bytes.
        public static func column(
            title: @escaping @Sendable (ColumnValue) -> String = { $0.string ?? "" }
        ) -> PostgresSections {
            PostgresSections(kind: .column, title: title)
        }

        /// One section for each first letter of a text in the collation C, and sections without a title for empty strings and NULL. Capital
        /// letters have their own sections, as in the order.
        public static let letter = PostgresSections(kind: .letter) { $0.string ?? "" }

        /// One section for each day. The column has dates, times with or without a time zone, or numbers of seconds since 1970.
        /// - Parameters:
        ///   - unitsPerSecond: For numbers: 1 for seconds, 1,000 for milliseconds.
        ///   - timeZone: Where the day of a number or of a time with a time zone begins.
        ///   - title: Returns the title of a day, which it gets as "2026-11-27".
        public static func day(
            unitsPerSecond: Int64 = 1, timeZone: TimeZone = .current,
            title: @escaping @Sendable (_ day: String) -> String = { $0 }
        ) -> PostgresSections {
            PostgresSections(kind: .day(unitsPerSecond: max(1, unitsPerSecond), timeZone)) { title($0.string ?? "") }
        }

        /// - Throws: ``PostgresError`` if the order has no such sections.
        func check(_ plan: PostgresPlan) throws {
            let term = plan.terms[0]
            switch (kind, term.type) {
            case (.column, _): return
            case (.letter, .text) where plan.keys.terms[0].sortKey == nil && term.isUTF8: return
            case (.day, .signed(let number)) where number != 1083: return
            case (.letter, _):
                throw PostgresError(
                    .type,
                    "expected text in UTF-8 with the collation C for sections by letter, found a different column \(term.column)"
                )
            case (.day, _):
                throw PostgresError(
                    .type,
                    "expected dates, times or whole numbers for sections by day, found a different column \(term.column)"
                )
            }
        }
    }

    /// A section, as a range of values of the first term.
    enum PostgresRange {
        /// The rows whose first value is the same.
        case equal
        /// The values from `from` on, in the server's binary form, or from the smallest one, up to but not including `to`, or up to the largest one.
        case values(from: [UInt8]?, to: [UInt8]?)
    }

    extension PostgresSections {
        /// The section of a value of the first term. The title is nil if it is that of the row's value.
        func range(of value: [UInt8], _ type: PostgresType) -> (range: PostgresRange, title: String?) {
            switch kind {
            case .column: return (.equal, nil)
            case .letter: return letter(value)
            case .day(let units, let zone):
                let number = value.reduce(value.first.map { $0 & 0x80 != 0 ? -1 : 0 } ?? 0) { $0 << 8 | Int64($1) }
                return day(number, value.count, type.number, units, zone)
            }
        }

        private func letter(_ bytes: [UInt8]) -> (range: PostgresRange, title: String?) {
            guard let letter = String(decoding: bytes.prefix(4), as: UTF8.self).unicodeScalars.first else {
                return (.equal, title(.text([])))
            }
            let first = Array(String(letter).utf8)
            // The next letter. Between the last two bytes of D7FF and E000 are no letters.
            let number = letter.value == 0xd7ff ? 0xe000 : letter.value + 1
            let next = Unicode.Scalar(number).map { Array(String($0).utf8) }
            return (.values(from: first, to: next), title(.text(first)))
        }

        /// The microseconds from 1970 to 2000, where the server's times begin.
        private static let epoch: Int64 = 946_684_800_000_000

        private func day(
            _ number: Int64, _ size: Int, _ type: UInt32, _ units: Int64, _ zone: TimeZone
        ) -> (range: PostgresRange, title: String?) {
            let isEndless =
                switch type {
                case 1082: number == Int64(Int32.min) || number == Int64(Int32.max)
                case 1114, 1184: number == .min || number == .max
                default: false
                }
            if isEndless { return (.equal, title(.text([]))) }
            if type == 1082 { return (.equal, title(.text(SectionDay.title(ofDay: Int(number) + 10_957)))) }
            /// The values from a number on, if the type has such numbers.
            func bound(_ number: Double) -> [UInt8]? {
                guard let exact = Int64(exactly: number.rounded(.up)),
                    size == 8 || Int64(Int32(clamping: exact)) == exact,
                    size != 2 || Int64(Int16(clamping: exact)) == exact
                else { return nil }
                return (0..<size).map { UInt8(truncatingIfNeeded: exact >> Int64(8 * (size - 1 - $0))) }
            }
            func floor(_ number: Int64, _ divisor: Int64) -> Int64 {
                number / divisor - (number % divisor < 0 ? 1 : 0)
            }
            if type == 1114 {
                let length: Int64 = 86_400_000_000
                let day = floor(number, length)
                return (
                    .values(from: bound(Double(day) * Double(length)), to: bound(Double(day + 1) * Double(length))),
                    title(.text(SectionDay.title(ofDay: Int(day) + 10_957)))
                )
            }
            let (perSecond, start) = type == 1184 ? (1_000_000, Self.epoch) : (units, 0)
            let seconds = Double(floor(number, perSecond)) + Double(start / perSecond)
            let limit = SectionDay.limit
            func value(_ seconds: Double) -> [UInt8]? {
                bound((seconds - Double(start / perSecond)) * Double(perSecond))
            }
            if seconds >= limit { return (.values(from: value(limit), to: nil), title(.text([]))) }
            if seconds < -limit { return (.values(from: nil, to: value(-limit)), title(.text([]))) }
            let day = SectionDay(containing: seconds, in: zone)
            return (.values(from: value(day.start), to: value(day.end)), title(.text(day.title)))
        }
    }
#endif
