import Foundation

/// What the user types: words that a line must contain, in any order.
///
/// A word matches letters in both cases, unless it has a capital letter. Only the letters from A to Z have two cases here.
public struct Query: Sendable, Hashable {
    public let text: String
    private let words: [Word]

    private struct Word: Sendable, Hashable {
        var bytes: [UInt8]
        var ignoresCase: Bool
    }

    public init(_ text: String) {
        self.text = text
        words = text.split(separator: " ").map { word in
            let bytes = Array(word.utf8)
            return Word(bytes: bytes, ignoresCase: !bytes.contains { (65...90).contains($0) })
        }
    }

    public var isEmpty: Bool { words.isEmpty }

    /// Whether each line that matches this query also matched the other one, whose text was continued.
    public func narrows(_ other: Query) -> Bool {
        // A capital letter changes what the word before it matches, but only to fewer lines.
        text.hasPrefix(other.text)
    }

    private static func lower(_ byte: UInt8) -> UInt8 { (65...90).contains(byte) ? byte | 32 : byte }

    /// The first place of a word in a line.
    private static func find(_ word: Word, _ line: UnsafeRawBufferPointer) -> Int? {
        let length = word.bytes.count
        guard length <= line.count, let base = line.baseAddress else { return nil }
        let bytes = base.assumingMemoryBound(to: UInt8.self)
        return word.bytes.withUnsafeBufferPointer { wanted in
            let (first, ignoresCase) = (wanted[0], word.ignoresCase)
            let other = ignoresCase && (97...122).contains(first) ? first & ~32 : first
            for place in 0...line.count - length where bytes[place] == first || bytes[place] == other {
                var next = 1
                while next < length {
                    let byte = bytes[place + next]
                    guard byte == wanted[next] || ignoresCase && lower(byte) == wanted[next] else { break }
                    next += 1
                }
                if next == length { return place }
            }
            return nil
        }
    }

    func matches(_ line: UnsafeRawBufferPointer) -> Bool {
        for word in words where Self.find(word, line) == nil { return false }
        return true
    }

    /// The bytes of a line that the words matched, in ascending order, without overlaps.
    public func matches(in line: [UInt8]) -> [Range<Int>] {
        let found = words.compactMap { word in
            line.withUnsafeBytes { Self.find(word, $0) }.map { $0..<$0 + word.bytes.count }
        }
        var ranges: [Range<Int>] = []
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = ranges.last, range.lowerBound <= last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
        return ranges
    }
}

extension Lines {
    /// The numbers of the lines from `first` on that match a query, in ascending order. All processors search.
    /// - Throws: `CancellationError`, if the task was cancelled.
    public func matching(_ query: Query, from first: Int = 0) throws -> [Int] {
        if query.isEmpty { return Array(first..<max(first, count)) }
        let places = chunks.indices.filter { starts[$0] + chunks[$0].ends.count > first }
        let found = Found(places.count)
        try Task.checkCancellation()
        DispatchQueue.concurrentPerform(iterations: places.count) { index in
            let (chunk, start) = (chunks[places[index]], starts[places[index]])
            var numbers: [Int] = []
            chunk.bytes.withUnsafeBytes { bytes in
                var lineStart = 0
                for (line, end) in chunk.ends.enumerated() {
                    defer { lineStart = Int(end) }
                    guard start + line >= first else { continue }
                    if query.matches(UnsafeRawBufferPointer(rebasing: bytes[lineStart..<Int(end)])) {
                        numbers.append(start + line)
                    }
                }
            }
            found.set(numbers, at: index)
        }
        return found.all()
    }

    /// The numbers among these whose lines match a query.
    public func matching(_ query: Query, among lines: some Sequence<Int>) -> [Int] {
        lines.filter { line in
            let place = bytes(ofLine: line)
            return place.withUnsafeBytes { query.matches($0) }
        }
    }
}

/// The results of the chunks, in their order.
private final class Found: @unchecked Sendable {
    private let lock = NSLock()
    private var parts: [[Int]]

    init(_ count: Int) { parts = Array(repeating: [], count: count) }

    func set(_ part: [Int], at index: Int) { lock.withLock { parts[index] = part } }

    func all() -> [Int] { lock.withLock { Array(parts.joined()) } }
}
