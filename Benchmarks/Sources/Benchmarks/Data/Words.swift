import Foundation

/// The 663,473 words of wamerican-insane.
enum Words {
    static let count = 663_473

    /// Lengths of the words in characters, in the order of the file. Read once.
    static func lengths() throws -> [Int] { try loaded.get() }

    /// One chip per word: as wide as its text at 7.5 points a character, plus a margin.
    static func sizes() throws -> [CGSize] {
        try lengths().map { CGSize(width: Double($0) * 7.5 + 16, height: 28) }
    }

    private static let loaded = Result {
        let text = try DataFiles.read("/usr/share/dict/american-english-insane", of: "wamerican-insane")
        var lengths: [Int] = []
        lengths.reserveCapacity(count)
        var length = 0
        for byte in text {
            if byte == UInt8(ascii: "\n") {
                lengths.append(length)
                length = 0
            } else if byte & 0xC0 != 0x80 {
                length += 1
            }
        }
        guard lengths.count == count else {
            throw Skipped("the word list holds \(lengths.count) words, not the \(count) of version 2020.12.07")
        }
        return lengths
    }
}
