import Foundation

/// The texts of fortunes and fortunes-min: sayings, verses and drawings of one to some forty lines. Real varying heights.
enum Fortunes {
    /// The number of texts in Debian's packages 1:1.99.1-7.3. With another version the measures are skipped.
    static let count = 15_217
    private static let folder = "/usr/share/games/fortunes"

    /// Heights of rows that show the texts at a width of 390, in the order of the files. Read once.
    static func heights() throws -> [Double] { try loaded.get() }

    private static let loaded = Result {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var heights: [Double] = []
        // Names with an extension are indices, and other names of the same files.
        for name in names.sorted() where !name.contains(".") {
            var text = try DataFiles.read("\(folder)/\(name)", of: "fortunes")
            if text.last == UInt8(ascii: "\n") { text.removeLast() }
            var lines = 0
            for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                if line.elementsEqual([UInt8(ascii: "%")]) {
                    if lines > 0 { heights.append(height(lines: lines)) }
                    lines = 0
                } else {
                    lines += rows(of: line)
                }
            }
            if lines > 0 { heights.append(height(lines: lines)) }
        }
        guard heights.count == count else {
            throw Skipped(
                "\(folder) holds \(heights.count) texts, not the \(count) of 1.99.1 (Debian package fortunes)")
        }
        return heights
    }

    /// A line of the file wraps after 48 characters.
    private static func rows(of line: ArraySlice<UInt8>) -> Int {
        var length = 0
        for byte in line where byte & 0xC0 != 0x80 { length += 1 }
        return max(1, (length + 47) / 48)
    }

    /// The same formula as for a Unihan record.
    private static func height(lines: Int) -> Double { Double(lines) * 20.5 + 23 }
}
