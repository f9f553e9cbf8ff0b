import Foundation

/// A case of `Tests/Golden`: a name, and lines of words.
struct GoldenCase {
    var name: String
    /// The first word of each line, and the rest.
    var lines: [(key: String, words: [String])] = []

    func words(_ key: String) -> [String]? { lines.first { $0.key == key }?.words }

    var isKnown: Bool { words("confidence")?.first == "known" }

    /// Words as pairs of a name and a value.
    static func pairs(_ words: [String]) -> [String: String] {
        var pairs: [String: String] = [:]
        for index in stride(from: 0, to: words.count - 1, by: 2) { pairs[words[index]] = words[index + 1] }
        return pairs
    }

    /// The cases of a file.
    static func read(_ file: String) throws -> [GoldenCase] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: folder.appendingPathComponent("Golden/\(file)"), encoding: .utf8)
        var cases: [GoldenCase] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            var words = line.split(separator: " ").map(String.init)
            let key = words.removeFirst()
            if key == "case" {
                cases.append(GoldenCase(name: words[0]))
            } else {
                cases[cases.count - 1].lines.append((key, words))
            }
        }
        return cases
    }
}

extension [String] {
    /// The words from an index on as numbers.
    func numbers(from start: Int = 0, count: Int? = nil) -> [CGFloat] {
        self[start...].prefix(count ?? self.count).compactMap { Double($0).map { CGFloat($0) } }
    }

    /// The numbers after a word.
    func numbers(after word: String, count: Int) -> [CGFloat]? {
        firstIndex(of: word).map { numbers(from: $0 + 1, count: count) }
    }
}
