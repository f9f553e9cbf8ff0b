import Foundation

/// The file `.bench/results.json`: an array of objects, all times of one object in its unit.
enum ResultsFile {
    private struct Entry: Encodable {
        let record: Record

        enum Key: String, CodingKey {
            case name, n, unit, median, min, p99, reference, rival, rivalName, limit, bytesPerItem, extra
        }

        func encode(to encoder: any Encoder) throws {
            let unit = record.unit
            func scaled(_ nanoseconds: Double?) -> Double? {
                nanoseconds.map { ($0 / unit.nanoseconds * 1e5).rounded() / 1e5 }
            }
            var extra = record.extra
            for (name, outcome) in record.rivals + record.columns {
                extra[name] = scaled(outcome.median).map(Fact.number)
            }
            extra["worst"] = scaled(record.product?.worst).map(Fact.number)
            extra["advantage"] = record.advantage.map { Fact.number(($0 * 1e3).rounded() / 1e3) }
            extra["backend"] = .text(Machine.backend)

            var object = encoder.container(keyedBy: Key.self)
            try object.encode(record.fullName, forKey: .name)
            try object.encode(record.n, forKey: .n)
            try object.encode(unit.rawValue, forKey: .unit)
            // An Optional that is encoded as a value writes null.
            try object.encode(scaled(record.product?.median), forKey: .median)
            try object.encode(scaled(record.product?.min), forKey: .min)
            try object.encode(scaled(record.product?.percentile99), forKey: .p99)
            try object.encode(scaled(record.reference?.median), forKey: .reference)
            try object.encode(scaled(record.bestRival?.outcome.median), forKey: .rival)
            try object.encode(record.bestRival?.name, forKey: .rivalName)
            try object.encode(scaled(record.limit?.median), forKey: .limit)
            try object.encode(record.bytesPerItem.map { ($0 * 100).rounded() / 100 }, forKey: .bytesPerItem)
            try object.encode(extra, forKey: .extra)
        }
    }

    static func write(_ records: [Record], to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(records.map(Entry.init)).write(to: file)
    }
}
