/// The Unihan database as lists of rows: a key for each record, and the orders in which a program might show them.
struct UnihanLists {
    /// Code point and property of each record, for example "U+4e00 kMandarin": unique, and too long for a String to
    /// hold without storage of its own.
    let keys: [String]
    private let unihan: Unihan

    /// Makes the keys once; later calls return the same value or throw the same `Skipped`.
    static func load() throws -> UnihanLists { try loaded.get() }

    private static let loaded = Result { try UnihanLists() }

    private init() throws {
        unihan = try Unihan.load()
        let properties = unihan.properties.map { " " + $0 }
        var codePoint: (number: UInt32, text: String) = (0, "")
        keys = unihan.records.map { record in
            if record.codePoint != codePoint.number || codePoint.text.isEmpty {
                codePoint = (record.codePoint, "U+" + String(record.codePoint, radix: 16))
            }
            return codePoint.text + properties[Int(record.property)]
        }
    }

    /// Numbers of the records, sorted by code point, the order of the files kept within one.
    func byCodePoint() -> [Int] {
        sorted { UInt64(unihan.records[$0].codePoint) }
    }

    /// Sorted by property, the order of the files kept within one.
    func byProperty() -> [Int] {
        sorted { UInt64(unihan.records[$0].property) }
    }

    /// Sorted by the first Mandarin reading of the code point, then by code point. Code points without a reading are
    /// last.
    func byReading() -> [Int] {
        var readings: [UInt32: String] = [:]
        if let property = unihan.properties.firstIndex(of: "kMandarin") {
            for record in unihan.records where record.property == property {
                let first = unihan.value(of: record).split(separator: " ").first
                readings[record.codePoint] = first.map(String.init)
            }
        }
        let ranks = Dictionary(
            uniqueKeysWithValues: Set(readings.values).sorted().enumerated().map { ($0.element, UInt64($0.offset)) })
        let rankOfCodePoint = readings.mapValues { ranks[$0]! }
        return sorted { number in
            let codePoint = unihan.records[number].codePoint
            return (rankOfCodePoint[codePoint] ?? UInt64(ranks.count)) << 32 | UInt64(codePoint)
        }
    }

    /// The records of a list whose value contains a text (ASCII letters, ignoring case).
    func holding(_ text: String, among numbers: [Int]) -> [Int] {
        let wanted = text.utf8.map { $0 | 0x20 }
        return unihan.text.withUnsafeBufferPointer { bytes in
            numbers.filter { number in
                let value = unihan.records[number].value
                guard value.count >= wanted.count else { return false }
                return (value.lowerBound...value.upperBound - wanted.count).contains { start in
                    wanted.indices.allSatisfy { bytes[start + $0] | 0x20 == wanted[$0] }
                }
            }
        }
    }

    /// The keys of records, in unshared storage, as if they had been read again.
    func freshKeys(_ numbers: [Int]) -> [String] {
        numbers.map { number in
            var key = keys[number]
            return key.withUTF8 { utf8 in
                String(unsafeUninitializedCapacity: utf8.count) { $0.initialize(fromContentsOf: utf8) }
            }
        }
    }

    /// Records by rank; records with the same rank keep their order.
    private func sorted(by rank: (Int) -> UInt64) -> [Int] {
        let ranks = unihan.records.indices.map(rank)
        return unihan.records.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    }
}
