import Foundation
import Testing

@testable import LinePicker

@Suite("Lines that arrive in pieces")
struct LinesTests {
    private static func take(_ splitter: inout LineSplitter, _ bytes: ArraySlice<UInt8>) -> Lines.Chunk {
        Array(bytes).withUnsafeBytes { splitter.take($0) }
    }

    private func lines(_ text: [UInt8], pieces: (Int) -> Int) -> Lines {
        var (lines, splitter, start) = (Lines(), LineSplitter(), 0)
        while start < text.count {
            let end = min(text.count, start + pieces(start))
            lines.append(Self.take(&splitter, text[start..<end]))
            start = end
        }
        lines.append(splitter.finish())
        return lines
    }

    private func all(_ lines: Lines) -> [String] { (0..<lines.count).map { lines.text(ofLine: $0) } }

    @Test func piecesOfAnySizeGiveTheSameLines() {
        var random = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: 0..<UInt64.max, using: &random)
        var state = seed
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<200 {
            let wanted = (0..<next(400)).map { _ in String(repeating: "é", count: next(9)) + "\(next(100))" }
            let endsWithBreak = next(2) == 0
            let text = Array((wanted.joined(separator: "\n") + (endsWithBreak && !wanted.isEmpty ? "\n" : "")).utf8)
            let found = lines(text) { _ in 1 + next(40) }
            #expect(all(found) == wanted, "seed \(seed)")
        }
    }

    @Test func linesAreKeptAsTheyAre() {
        #expect(all(lines(Array("a\r\n\n b \n".utf8)) { _ in 3 }) == ["a\r", "", " b "])
        #expect(all(lines([]) { _ in 1 }).isEmpty)
        #expect(all(lines([10]) { _ in 1 }) == [""])
        let invalid = lines([0xFF, 10, 0, 10]) { _ in 1 }
        #expect(Array(invalid.bytes(ofLine: 0)) == [0xFF] && Array(invalid.bytes(ofLine: 1)) == [0])
    }

    @Test func manySmallPiecesBecomeFewChunks() {
        var (lines, splitter) = (Lines(), LineSplitter())
        for number in 0..<20_000 { lines.append(Self.take(&splitter, Array("line \(number)\n".utf8)[...])) }
        #expect(lines.count == 20_000 && lines.chunks.count < 40, "\(lines.chunks.count) chunks")
        #expect(lines.text(ofLine: 12_345) == "line 12345")
    }

    @Test func aLongLineIsShownInPart() {
        let long = lines(Array(repeating: 120, count: 3_000_000)) { _ in 70_000 }
        #expect(long.count == 1 && long.text(ofLine: 0).utf8.count == 4_096 && long.bytes(ofLine: 0).count == 3_000_000)
    }
}

@Suite("Queries")
struct QueryTests {
    private func found(_ query: String, _ text: [String]) throws -> [String] {
        var (lines, splitter) = (Lines(), LineSplitter())
        for line in text { lines.append(Array((line + "\n").utf8).withUnsafeBytes { splitter.take($0) }) }
        let query = Query(query)
        let numbers = try lines.matching(query)
        #expect(numbers == lines.matching(query, among: 0..<lines.count))
        for first in 0...lines.count {
            #expect(try lines.matching(query, from: first) == numbers.filter { $0 >= first })
        }
        return numbers.map { text[$0] }
    }

    @Test func aLineMustContainAllWords() throws {
        let fruits = ["red apple", "green apple", "red pear", "", "APPLE red"]
        #expect(try found("apple", fruits) == ["red apple", "green apple", "APPLE red"])
        #expect(try found("red app", fruits) == ["red apple", "APPLE red"])
        #expect(try found("Apple", fruits) == [])
        #expect(try found("APP", fruits) == ["APPLE red"])
        #expect(try found("", fruits) == fruits)
        #expect(try found("  ", fruits) == fruits)
        #expect(try found("d p", fruits) == ["red apple", "red pear", "APPLE red"])
    }

    @Test func signsBesideTheLettersHaveOneCase() throws {
        // These differ in the bit in which capital and small letters differ.
        #expect(try found("[a]", ["{A}", "[A]", "[a]"]) == ["[A]", "[a]"])
        #expect(try found("@", ["`", "@"]) == ["@"])
        #expect(try found("ö", ["Ö", "ö"]) == ["ö"])
    }

    @Test func rangesOfMatchesAreApart() {
        func ranges(_ query: String, _ line: String) -> [Range<Int>] { Query(query).matches(in: Array(line.utf8)) }
        #expect(ranges("an na", "banana") == [1..<4])
        #expect(ranges("b e", "abcdef") == [1..<2, 4..<5])
        #expect(ranges("x", "abc").isEmpty && ranges("", "abc").isEmpty)
    }

    @Test func aContinuedQueryFindsFewerLines() throws {
        let words = (0..<3_000).map { "w\($0 * 7919 % 10_007) X\($0 % 13)" }
        for text in ["w1", "w1 X", "w12 x", "1"] {
            for more in ["2", " ", "x", "X1"] {
                let (before, after) = (
                    try found(text, Array(words.prefix(60))), try found(text + more, Array(words.prefix(60)))
                )
                #expect(Set(after).isSubset(of: before), "\(text)\(more)")
                #expect(Query(text + more).narrows(Query(text)))
            }
        }
        #expect(!Query("a").narrows(Query("ab")))
    }
}
