import Foundation
import TestSupport
import XCTest

@testable import ListEngineDiff

/// The first list of an interner: all its integers and UUIDs are probably new, and are entered in blocks.
final class InternerFillingTests: XCTestCase {
    /// Tokens count up in the order in which identifiers occur first, and the table has exactly those identifiers.
    private func check<Word: Hashable>(
        _ lists: [[Word]], _ message: String, _ state: InternerState = InternerState()
    ) {
        let interner = IdentifierInterner<Word>(state)
        var expected: [Word: Token] = [:]
        for words in lists {
            let tokens = interner.intern(words)
            for (word, token) in zip(words, tokens) {
                let first = expected[word, default: Token(expected.count)]
                expected[word] = first
                if token != first { return XCTFail("\(message): \(word) has token \(token), not \(first)") }
            }
            XCTAssertEqual(interner.count, expected.count, message)
            XCTAssertEqual(interner.state.pointee.table.count, expected.count, message)
            XCTAssertNil(interner.firstFault(), message)
        }
    }

    private func words(_ count: Int, _ random: inout TestRandom) -> [UInt64] { (0..<count).map { _ in random.next() } }

    func testTokensCountUpInTheOrderOfTheList() {
        var random = TestRandom(seed: 1)
        for count in [257, 512, 1_000, 30_000] {
            let words = words(count, &random)
            check([words], "\(count) integers")
            check([words, Array(words.reversed())], "\(count) integers, then the same")
            check([words.map { Int64(bitPattern: $0) }], "\(count) integers with a sign")
            let identifiers = words.map { UUID(uuid: unsafeBitCast((UInt64(1), $0), to: uuid_t.self)) }
            check([identifiers], "\(count) UUIDs")
            check([identifiers + identifiers[...(count / 2)]], "\(count) UUIDs, some of them twice")
        }
    }

    /// Integers that occur again, in the same block, in a later one, or that an earlier list had.
    func testIntegersThatAreNotNew() {
        for seed in 0..<60 as Range<UInt64> {
            var random = TestRandom(seed: seed)
            var all = words(300 + random.below(1_500), &random)
            let before = words(random.below(60), &random)
            for _ in 0..<[1, 3, 200][Int(seed % 3)] {
                let index = random.below(all.count)
                let other = random.below(all.count)
                all[index] = before.isEmpty || random.below(2) == 0 ? all[other] : before[other % before.count]
            }
            check([before, all, words(700, &random), all], "seed \(seed)")
        }
        check([(0..<600).map { UInt64($0 % 2) << 50 }], "two integers again and again")
    }

    /// With these seeds all hashes are equal, or those of words with equal low halves.
    func testIntegersThatCollide() {
        for count in [300, 900] {
            var random = TestRandom(seed: UInt64(count))
            var all = words(count, &random)
            check([all], "\(count) equal hashes", InternerState(seeds: (0, 0)))
            all[count - 7] = all[3]
            check([all], "\(count) equal hashes, one integer twice", InternerState(seeds: (0, 0)))
            let alike = (0..<count).map { UInt64($0 / 40) << 40 }
            check([alike], "groups of equal integers", InternerState(seeds: (7, 1)))
        }
    }
}
