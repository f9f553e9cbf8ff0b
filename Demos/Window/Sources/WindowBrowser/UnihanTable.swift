import ListEngineGTK
import PackageBrowser

/// The Unihan database: what Unicode knows about each Han character, 1.4 million records of a property and its value.
struct UnihanTable: Sendable {
    typealias Snapshot = DiffableSnapshot<Int, Int>

    /// What is shown.
    struct Query: Sendable, Equatable {
        var text = ""
        /// By radical otherwise.
        var byProperty = false
        /// By code point otherwise.
        var byLength = false
    }

    struct Record: Sendable {
        var codePoint: UInt32
        var property: UInt8
        /// From 1 to 214; 0 if it is not known.
        var radical: UInt8
        /// The line of the record and its value, in the text.
        var start: Int32
        var value: Int32
        var end: Int32
    }

    private(set) var records: [Record] = []
    private(set) var properties: [String] = []
    private let text: [UInt8]

    /// Reads the files of Debian's package unicode-data.
    static func load() throws -> UnihanTable {
        let folder = "/usr/share/unicode"
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            $0.hasPrefix("Unihan_")
        }
        guard !files.isEmpty else { throw NoData(description: "it needs Debian's package unicode-data.") }
        // Some versions of the package have the files packed. This leaves others as they are.
        return UnihanTable(try output(["bzip2", "-dcf"] + files.sorted().map { "\(folder)/\($0)" }))
    }

    /// - Parameter text: Lines of "U+4E00", a property and a value, with tabs between them. Other lines are skipped.
    init(_ text: [UInt8]) {
        self.text = text
        var numbers: [String: UInt8] = [:]
        var radicals: [UInt32: UInt8] = [:]
        text.withUnsafeBytes { text in
            var start = 0
            while start < text.count {
                var end = start
                var tabs: [Int] = []
                while end < text.count, text[end] != 0x0A {
                    if text[end] == 0x09 { tabs.append(end) }
                    end += 1
                }
                defer { start = end + 1 }
                guard text[start] == UInt8(ascii: "U"), tabs.count >= 2,
                    let codePoint = UInt32(String(decoding: text[(start + 2)..<tabs[0]], as: UTF8.self), radix: 16)
                else { continue }
                let name = String(decoding: text[(tabs[0] + 1)..<tabs[1]], as: UTF8.self)
                if numbers[name] == nil {
                    numbers[name] = UInt8(truncatingIfNeeded: properties.count)
                    properties.append(name)
                }
                let property = numbers[name]!
                if name == "kRSUnicode" {
                    // "85.4": the radical, and the number of other strokes.
                    let digits = text[(tabs[1] + 1)..<end].prefix { (0x30...0x39).contains($0) }
                    radicals[codePoint] = UInt8(String(decoding: digits, as: UTF8.self)) ?? 0
                }
                records.append(
                    Record(
                        codePoint: codePoint, property: property, radical: 0, start: Int32(start),
                        value: Int32(tabs[1] + 1), end: Int32(end)))
            }
        }
        for index in records.indices { records[index].radical = radicals[records[index].codePoint] ?? 0 }
    }

    func value(of record: Int) -> String {
        String(decoding: text[Int(records[record].value)..<Int(records[record].end)], as: UTF8.self)
    }

    // MARK: Queries

    /// The records whose line contains a text, in the order of the files.
    func matching(_ wanted: String) -> [Int] {
        let wanted = Array(wanted.utf8)
        guard let first = wanted.first else { return Array(records.indices) }
        var found: [Int] = []
        text.withUnsafeBytes { text in
            for (number, record) in records.enumerated() {
                var position = Int(record.start)
                let last = Int(record.end) - wanted.count
                while position <= last,
                    let hit = memchr(text.baseAddress! + position, CInt(first), last - position + 1)
                {
                    if memcmp(hit, wanted, wanted.count) == 0 {
                        found.append(number)
                        break
                    }
                    position = UnsafeRawPointer(hit) - text.baseAddress! + 1
                }
            }
        }
        return found
    }

    /// The records of a query, by section.
    func snapshot(_ query: Query, basedOn base: Snapshot) -> Snapshot {
        var sections: [[Int]] = Array(repeating: [], count: 256)
        for record in matching(query.text) {
            let entry = records[record]
            sections[Int(query.byProperty ? entry.property : entry.radical)].append(record)
        }
        var next = Snapshot(basedOn: base)
        for (number, members) in sections.enumerated() where !members.isEmpty {
            // Keys with the record in the lower half: sorting integers is fast.
            let keys = members.map { record -> Int in
                let entry = records[record]
                let key = query.byLength ? Int(entry.end - entry.value) : Int(entry.codePoint)
                return key << 32 | record
            }
            next.appendSections([number])
            next.appendItems(keys.sorted().map { $0 & 0xFFFF_FFFF }, toSection: number)
        }
        return next
    }
}
