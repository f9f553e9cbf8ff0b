#if SQLite
    import Foundation
    import ListEngineData

    /// Sections of a list by the first column of its order: rows with equal values, with the same first letter, or of the same day.
    public struct SQLiteSections: Sendable {
        enum Kind: Sendable {
            case column
            case letter
            case day(unitsPerSecond: Int64, TimeZone)
        }

        let kind: Kind
        let title: @Sendable (SQLiteValue) -> String

        /// One section for each value of the column.
        /// - Parameter title: Returns the title of a value. The default is its text, and nothing for NULL and blobs.
        public static func column(
            title: @escaping @Sendable (SQLiteValue) -> String = { $0.string ?? "" }
        ) -> SQLiteSections {
            SQLiteSections(kind: .column, title: title)
        }

        /// One section for each first letter of a text, one for all numbers, with the title "#", and sections without a
        /// title for empty strings, NULL and blobs. If the order ignores case, a letter and its capital are one
        /// section, with the capital letter as its title.
        public static let letter = SQLiteSections(kind: .letter) { $0.string ?? "" }

        /// One section for each day. The column has numbers of seconds since 1970, or strings that begin as "2026-11-27".
        /// - Parameters:
        ///   - unitsPerSecond: 1 for seconds, 1,000 for milliseconds.
        ///   - timeZone: Where a number's day begins.
        ///   - title: Returns the title of a day, which it gets as "2026-11-27".
        public static func day(
            unitsPerSecond: Int64 = 1, timeZone: TimeZone = .current,
            title: @escaping @Sendable (_ day: String) -> String = { $0 }
        ) -> SQLiteSections {
            SQLiteSections(kind: .day(unitsPerSecond: max(1, unitsPerSecond), timeZone)) { title($0.string ?? "") }
        }

        /// Whether titles are made from values of rows.
        var showsValues: Bool { if case .column = kind { true } else { false } }

        /// - Throws: ``SQLiteError`` if the order has no such sections.
        func check(_ plan: RowPlan) throws {
            if case .column = kind { return }
            let name = plan.keys.terms[0].collation.name
            guard plan.encodesText, ["BINARY", "NOCASE"].contains(name) else {
                throw SQLiteError(
                    .noSuchCollation,
                    "sections by letter or day need strings in UTF-8 and the collation BINARY or NOCASE, found \(name)\(plan.encodesText ? "" : " in UTF-16")"
                )
            }
        }
    }

    extension RowPlan {
        var encodesText: Bool { encoding == 1 }
    }

    /// A section, as a range of values of the first term.
    struct ValueRange {
        enum Extent {
            /// The rows whose first value is the same.
            case equal
            /// The values from `from` (or the smallest one) up to but not including `to`, or up to the largest one.
            case values(from: SQLiteValue?, to: SQLiteValue?)
        }

        var extent: Extent
        var title: String

        init(_ extent: Extent, _ title: String) {
            self.extent = extent
            self.title = title
        }
    }

    extension SQLiteSections {
        /// The section of a value of the first term.
        /// - Parameters:
        ///   - shown: The value of a row. The value in a key has no capital letters if the order ignores case.
        ///   - isNumeric: Whether SQLite converts text to a number when it compares the text with the column.
        func range(of value: SQLiteValue, shown: SQLiteValue?, ignoresCase: Bool, isNumeric: Bool) -> ValueRange {
            switch (kind, value) {
            case (.column, _), (_, .null): ValueRange(.equal, title(shown ?? value))
            case (_, .blob): ValueRange(.values(from: .blob([]), to: nil), "")
            case (.letter, .integer), (.letter, .real):
                ValueRange(.values(from: .real(-.infinity), to: .text([])), title(.text("#")))
            case (.letter, .text(let bytes)): letter(bytes, ignoresCase: ignoresCase, isNumeric)
            case (.day(let units, let zone), .integer(let number)):
                // Integer division: as a floating-point number, the last nanoseconds of a day would round up to the
                // next day.
                day(seconds: Double(number / units - (number % units < 0 ? 1 : 0)), units, zone)
            case (.day(let units, let zone), .real(let number)): day(seconds: number / Double(units), units, zone)
            case (.day, .text(let bytes)):
                if bytes.count >= 10, bytes[..<10].allSatisfy({ $0 == 45 || (48...57).contains($0) }) {
                    textRange(
                        Array(bytes[..<10]), ignoresCase: false, isNumeric, title: title(.text(Array(bytes[..<10]))))
                } else {
                    ValueRange(.equal, title(value))
                }
            }
        }

        private func letter(_ bytes: [UInt8], ignoresCase: Bool, _ isNumeric: Bool) -> ValueRange {
            // NOCASE compares only the bytes before a byte 0.
            guard let first = bytes.first, first != 0 else {
                return ValueRange(.values(from: .text([]), to: .text([1])), "")
            }
            let length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
            let letter = Array(bytes.prefix(length))
            // The text ends within its first letter.
            if letter.count < length || letter.contains(0) {
                return ValueRange(.equal, title(.text(bytes)))
            }
            let text = String(decoding: letter, as: UTF8.self)
            return textRange(
                letter, ignoresCase: ignoresCase, isNumeric,
                title: title(.text(ignoresCase ? text.uppercased() : text)))
        }

        /// The strings that begin with bytes.
        private func textRange(_ bytes: [UInt8], ignoresCase: Bool, _ isNumeric: Bool, title: String) -> ValueRange {
            var end = bytes
            while end.last == 255 { end.removeLast() }
            if let last = end.last {
                // A comparison without case knows no capital letters.
                end[end.count - 1] = ignoresCase && last == 64 ? 91 : last + 1
            }
            // A numeric column has no text that spells a number, and compares with the number. The next text ends with a byte 0.
            func bound(_ bytes: [UInt8]) -> SQLiteValue {
                let digits = bytes.first == 45 ? bytes.dropFirst() : bytes[...]
                let isNumber = !digits.isEmpty && digits.allSatisfy { (48...57).contains($0) }
                return .text(isNumeric && isNumber ? bytes + [0] : bytes)
            }
            return ValueRange(.values(from: bound(bytes), to: end.isEmpty ? .blob([]) : bound(end)), title)
        }

        private func day(seconds: Double, _ units: Int64, _ zone: TimeZone) -> ValueRange {
            let limit = SectionDay.limit
            let bound = SQLiteValue.real(limit * Double(units))
            if seconds >= limit { return ValueRange(.values(from: bound, to: .text([])), title(.text(""))) }
            if seconds < -limit {
                return ValueRange(
                    .values(from: .real(-.infinity), to: .real(-limit * Double(units))), title(.text("")))
            }
            let day = SectionDay(containing: seconds, in: zone)
            func value(_ seconds: Double) -> SQLiteValue { .real(seconds * Double(units)) }
            return ValueRange(.values(from: value(day.start), to: value(day.end)), title(.text(day.title)))
        }
    }
#endif
