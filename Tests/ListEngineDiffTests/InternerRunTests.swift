import Foundation
import TestSupport
import XCTest

@testable import ListEngineDiff

/// Integers that increase are numbered without a table, until there were many searches.
final class InternerRunTests: XCTestCase {
    /// Whether an interner has numbered these, and the integers next to them are unknown.
    private func check<Word: FixedWidthInteger>(_ words: [Word], line: UInt = #line) {
        let interner = IdentifierInterner<Word>()
        XCTAssertEqual(interner.intern(words), words.indices.map { UInt32($0) }, line: line)
        XCTAssertEqual(interner.state.pointee.run.count, words.count, line: line)
        XCTAssertEqual(interner.state.pointee.array.room, 0, line: line)
        XCTAssertEqual(interner.state.pointee.table.count, 0, line: line)
        let known = Set(words)
        for (token, word) in words.enumerated() {
            XCTAssertEqual(interner.token(for: word), UInt32(token), line: line)
            XCTAssertEqual(interner.intern(word), UInt32(token), line: line)
            for next in [word &- 1, word &+ 1] where !known.contains(next) {
                XCTAssertNil(interner.token(for: next), line: line)
            }
        }
        // Few identifiers never dissolve the run, however many searches there were. A list of many does.
        let few = Array(words.prefix(63))
        XCTAssertEqual(interner.intern(few), few.indices.map { UInt32($0) }, line: line)
        XCTAssertEqual(interner.state.pointee.run.count, words.count, line: line)
        XCTAssertNil(interner.firstFault(), line: line)
        XCTAssertEqual(interner.intern(words), words.indices.map { UInt32($0) }, line: line)
        if words.count > 1_000 { XCTAssertEqual(interner.state.pointee.run.count, 0, line: line) }
        XCTAssertEqual(words.map { interner.token(for: $0) }, words.indices.map { UInt32($0) }, line: line)
        XCTAssertNil(interner.firstFault(), line: line)
    }

    private func withEnds<Word: FixedWidthInteger>(_ words: [Word]) -> [Word] { [Word.min] + words + [Word.max] }

    func testIncreasingIntegersAreInTheRun() {
        for count in [16, 63, 64, 65, 66, 129, 256, 257, 5_000] {
            check(Array(0..<count))
            check((0..<count).map { $0 * 1_000 - 7_777 } as [Int])
            let inner = 2..<count
            check(withEnds(inner.map { $0 << 30 } as [Int]))
            check(withEnds(inner.map { UInt64($0) << 48 + UInt64(1) << 63 } as [UInt64]))
            check((0..<count).map { UInt64(Int64.max) - 9 + UInt64($0) } as [UInt64])
            check(withEnds(inner.map { Int32($0 * 1_001 - 2_000_000) } as [Int32]))
            check(withEnds(inner.map { UInt32($0 * 333_333 + 2_000_000_000) } as [UInt32]))
            // With steps of growing size, guesses are wrong.
            check((0..<min(count, 63)).map { (1 << $0) - 1 } as [Int])
        }
    }

    /// Equal integers one after the other, an integer that is smaller, and duplicates at the end.
    func testTheRunEndsWhereIntegersDoNotIncrease() {
        for length in [16, 64, 65, 127, 128, 200, 300, 1_000] {
            let words = Array(0..<length).map { $0 * 3 }
            for end in [[words.last!], [words.last! - 1], [0], [words[length / 2]], [Int.min], Array(words.suffix(9))]
                as [[Int]]
            {
                let interner = IdentifierInterner<Int>()
                let all = words + end + [9_000, 1]
                var numbers: [Int: UInt32] = [:]
                let expected = all.map { word -> UInt32 in
                    // Integers larger than the whole run continue it.
                    if numbers[word] == nil { numbers[word] = UInt32(numbers.count) }
                    return numbers[word]!
                }
                let tokens = interner.intern(all)
                XCTAssertEqual(Set(tokens), Set(expected))
                XCTAssertEqual(tokens.map { interner[$0] }, all)
                XCTAssertEqual(Array(tokens[..<length]), words.indices.map { UInt32($0) })
                XCTAssertEqual(interner.intern(all), tokens)
                XCTAssertNil(interner.firstFault())
            }
        }
    }

    func testIntegersThatDoNotIncreaseBeginNoRun() {
        for words in [
            Array((0..<1_000).reversed()), Array(0..<15), (0..<1_000).map { $0 ^ 1 }, [Int](repeating: 5, count: 100),
        ] {
            let interner = IdentifierInterner<Int>()
            XCTAssertEqual(interner.intern(words).map { interner[$0] }, words)
            XCTAssertEqual(interner.state.pointee.run.count, 0)
        }
    }

    /// New rows have larger keys, and never make a table.
    func testLargerIntegersContinueTheRun() {
        let interner = IdentifierInterner<UInt64>()
        var next: UInt64 = 0
        var expected: UInt32 = 0
        for length in [100, 1, 1, 7, 300, 1, 2_000] {
            let words = (0..<length).map { next + UInt64($0) * 5 }
            let tokens = length == 1 ? [interner.intern(words[0])] : interner.intern(words)
            XCTAssertEqual(tokens, words.indices.map { expected + UInt32($0) })
            (next, expected) = (words.last! + 3, expected + UInt32(length))
        }
        XCTAssertEqual(interner.state.pointee.run.count, Int(expected))
        XCTAssertEqual(interner.state.pointee.table.count, 0)
    }

    /// Random runs, continued and not, many at a time and alone, dissolved at any time, against a dictionary.
    func testRandomRunsHaveTheTokensOfADictionary() {
        func run<Word: FixedWidthInteger>(_: Word.Type, _ random: inout TestRandom) throws {
            let interner = IdentifierInterner<Word>()
            var known: [Word: UInt32] = [:]
            var last = random.below(3) == 0 ? Word.min : Word(truncatingIfNeeded: random.below(1_000) - 500)
            for _ in 0..<(1 + random.below(20)) {
                let spread = [1, 2, 50, 1 << 20, 1 << 40][random.below(5)]
                var words: [Word] = []
                for _ in 0..<[1, 3, 16, 17, 100, 300, 700][random.below(7)] {
                    words.append(last)
                    let (next, isLast) = last.addingReportingOverflow(
                        Word(truncatingIfNeeded: (1 + random.below(spread)) & (1 << 30 - 1)))
                    last = isLast ? Word.max : next
                }
                switch random.below(6) {
                case 0: words.shuffle(using: &random)
                case 1: words += words.prefix(random.below(5)) + [.max, .min]
                case 2: last = known.keys.randomElement(using: &random) ?? last
                case 3: words += known.keys.prefix(random.below(400))
                default: break
                }
                let tokens = random.below(4) == 0 ? words.map { interner.intern($0) } : interner.intern(words)
                for (word, token) in zip(words, tokens) {
                    try require(known[word] ?? token == token, "\(word) had another token than \(token)")
                    known[word] = token
                }
                for probe in [last &+ 1, last &- 1, words[0] &- 1, .min, .max] {
                    try require(interner.token(for: probe) == known[probe], "\(probe)")
                }
                let fault = interner.firstFaultOfRun()
                try require(fault == nil, fault ?? "")
            }
            try require(interner.count == known.count, "\(interner.count) identifiers, not \(known.count)")
            try require(Set(known.values).count == known.count, "two integers have one token")
            for (word, token) in known {
                try require(interner.token(for: word) == token && interner[token] == word, "\(word) lost \(token)")
            }
            let fault = interner.firstFault()
            try require(fault == nil, fault ?? "")
        }
        Law.run(cases: 300) { random in
            try run(Int.self, &random)
            try run(UInt64.self, &random)
            try run(Int32.self, &random)
            try run(UInt32.self, &random)
        }
    }
}
