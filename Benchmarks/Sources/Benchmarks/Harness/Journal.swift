import Foundation

/// The measures that a run has done, in a file with a line of JSON for each. A run that was ended is continued with it.
///
/// The first line names the build and the machine. A file of another build or machine is discarded. So is a last line that
/// is not whole, because the run was ended while it was written.
struct Journal {
    struct Entry: Codable {
        let measure: String
        /// The time that the measure took, with its set-up.
        let seconds: Double
        /// Nil if the measure cannot be taken here.
        let record: Record?
        let skipped: String?
    }

    private struct Head: Codable {
        let key: String
        /// The day on which the run began.
        let begun: String
    }

    let file: URL
    /// The day on which the run began.
    private(set) var begun: String
    /// The measures that were done before, by full name.
    private(set) var done: [String: Entry] = [:]
    /// What was discarded, and why.
    private(set) var message: String?

    /// Continues the file if it has this key, or begins a new one today.
    init(at path: String, key: String, today: String) throws {
        begun = today
        file = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        if let data = try? Data(contentsOf: file), try read(data, key: key) { return }
        try Self.line(Head(key: key, begun: begun)).write(to: file)
    }

    /// The program that runs, as a number that depends on each byte of it, and what else a time depends on.
    static func key(program: String, machine: String) throws -> String {
        // FNV-1a.
        let hash = try Data(contentsOf: URL(fileURLWithPath: program)).reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16) + ", " + machine
    }

    func add(_ entry: Entry) throws {
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        try handle.seekToEnd()
        try handle.write(contentsOf: Self.line(entry))
    }

    /// After a whole run: the next one measures everything again.
    func remove() throws { try FileManager.default.removeItem(at: file) }

    /// False if the file is not of this key.
    private mutating func read(_ data: Data, key: String) throws -> Bool {
        var whole = 0
        var isHead = true
        for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            if isHead {
                guard let head = try? Self.decoder.decode(Head.self, from: line), head.key == key else {
                    message = "\(file.path) is of another build or machine: discarded"
                    return false
                }
                begun = head.begun
                isHead = false
            } else if let entry = try? Self.decoder.decode(Entry.self, from: line) {
                done[entry.measure] = entry
            } else {
                break
            }
            whole += line.count + 1
        }
        if isHead {
            message = "\(file.path) has no first line: discarded"
            return false
        }
        if whole < data.count {
            message = "\(file.path): \(data.count - whole) bytes at its end are no whole line: discarded"
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: UInt64(whole))
            try handle.close()
        }
        return true
    }

    private static func line(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try encoder.encode(value) + [UInt8(ascii: "\n")]
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return decoder
    }
}
