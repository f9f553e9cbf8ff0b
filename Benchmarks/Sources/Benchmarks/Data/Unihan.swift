/// The Unihan database: 1,437,651 records "code point, property, value" over 98,060 code points and 100 properties.
/// A real list of over a million items with real strings.
struct Unihan {
    /// The number of records in Debian's unicode-data 15.0.0. With another version the measures are skipped.
    static let recordCount = 1_437_651
    static let codePointCount = 98_060
    static let propertyCount = 100
    private static let version = "15.0.0"

    struct Record {
        let codePoint: UInt32
        /// Index into `properties`.
        let property: UInt8
        /// The range of the value in `text`, UTF-8.
        let value: Range<Int>
        /// The length of the value in Unicode scalars.
        let length: Int
    }

    /// In the order of the files: by file, code point and property.
    let records: [Record]
    let properties: [String]
    let text: [UInt8]

    /// The value of a record as a string.
    func value(of record: Record) -> String {
        String(decoding: text[record.value], as: UTF8.self)
    }

    /// Records sorted by code point, the order of the files kept within one.
    func sortedByCodePoint() -> [Record] {
        records.enumerated().sorted {
            ($0.element.codePoint, $0.offset) < ($1.element.codePoint, $1.offset)
        }.map(\.element)
    }

    /// Records sorted by property, the order of the files kept within one.
    func sortedByProperty() -> [Record] {
        records.enumerated().sorted {
            ($0.element.property, $0.offset) < ($1.element.property, $1.offset)
        }.map(\.element)
    }

    /// Reads the database once; later calls return the same value or throw the same `Skipped`.
    static func load() throws -> Unihan { try loaded.get() }

    private static let loaded = Result { try Unihan() }

    private init() throws {
        let files = [
            "DictionaryIndices", "DictionaryLikeData", "IRGSources", "NumericValues", "OtherMappings",
            "RadicalStrokeCounts", "Readings", "Variants",
        ]
        var text: [UInt8] = []
        for file in files {
            text += try DataFiles.readUnpacked("/usr/share/unicode/Unihan_\(file).txt", of: "unicode-data")
        }
        var records: [Record] = []
        records.reserveCapacity(Self.recordCount)
        var indices: [ArraySlice<UInt8>: UInt8] = [:]
        var properties: [String] = []
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            defer { start = end + 1 }
            guard start < end, text[start] == UInt8(ascii: "U"),
                let first = text[start..<end].firstIndex(of: UInt8(ascii: "\t")),
                let second = text[(first + 1)..<end].firstIndex(of: UInt8(ascii: "\t"))
            else { continue }
            let name = text[(first + 1)..<second]
            let property: UInt8
            if let known = indices[name] {
                property = known
            } else {
                property = UInt8(properties.count)
                indices[name] = property
                properties.append(String(decoding: name, as: UTF8.self))
            }
            var codePoint: UInt32 = 0
            for digit in text[(start + 2)..<first] {
                codePoint = codePoint << 4 | UInt32(digit <= 0x39 ? digit - 0x30 : digit - 0x41 + 10)
            }
            let value = (second + 1)..<end
            var length = 0
            for index in value where text[index] & 0xC0 != 0x80 { length += 1 }
            records.append(Record(codePoint: codePoint, property: property, value: value, length: length))
        }
        guard records.count == Self.recordCount else {
            throw Skipped(
                "unicode-data holds \(records.count) Unihan records, not the \(Self.recordCount) of version \(Self.version)"
            )
        }
        self.records = records
        self.properties = properties
        self.text = text
    }
}

extension Unihan.Record {
    /// The height of a row that shows the value at a width of 390: a 17 pt line for each 48 characters, and a margin.
    var height: Double { Double((length + 47) / 48) * 20.5 + 23 }
}
