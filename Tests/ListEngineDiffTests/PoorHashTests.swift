import Foundation
import XCTest

@testable import ListEngineDiff

/// Identifiers whose type defines `hashValue`, so that their hashes differ in a few bits only. Comparisons and hashes are counted.
final class PoorHashTests: XCTestCase {
    private struct Item: Hashable {
        nonisolated(unsafe) static var comparisons = 0
        nonisolated(unsafe) static var hashes = 0

        let word: UInt64

        static func == (a: Item, b: Item) -> Bool {
            comparisons += 1
            return a.word == b.word
        }

        var hashValue: Int {
            Item.hashes += 1
            return Int(truncatingIfNeeded: word)
        }

        func hash(into hasher: inout Hasher) { hasher.combine(word) }
    }

    /// Distinct hashes, by what they look like.
    private func words(_ count: Int) -> [(name: String, words: [UInt64])] {
        let numbers = 0..<UInt64(count)
        var all: [(String, [UInt64])] = []
        for shift in 0...(64 - (UInt64.bitWidth - count.leadingZeroBitCount)) {
            all.append(("n << \(shift)", numbers.map { $0 << UInt64(shift) }))
        }
        all.append(("n << 22 beside a time", numbers.map { (1_760_000_000_000 + $0) << 22 }))
        all.append(("as NSNumber of n << 32", numbers.map { ($0 << 32) &* 2_654_435_761 }))
        for step in [1, 64, 1_000, 4_096, 65_536] as [UInt64] {
            all.append(("halves that are alike, by \(step)", numbers.map { ($0 * step) << 32 | ($0 * step) }))
            all.append(
                ("halves that add up, by \(step)", numbers.map { ($0 * step) << 32 | (UInt64(UInt32.max) - $0 * step) })
            )
        }
        all.append(("rows and columns", numbers.map { ($0 / 170) << 32 | $0 % 170 }))
        all.append(("bits of doubles", numbers.map { Double($0).bitPattern }))
        all.append(("bits of large doubles", numbers.map { Double($0 << 40).bitPattern }))
        return all
    }

    /// Creating a snapshot, looking all identifiers up, and taking them over from another list compares each of them a few times.
    func testComparisonsOfSnapshotsDoNotDependOnHashes() {
        for count in [1_000, 4_000] {
            for (name, words) in words(count) {
                let items = words.map(Item.init)
                XCTAssertEqual(Set(words).count, count, name)
                Item.comparisons = 0
                var snapshot = DiffableSnapshot<Int, Item>()
                snapshot.appendSections([0])
                snapshot.appendItems(items)
                let built = Item.comparisons
                for (index, item) in items.enumerated() where snapshot.indexOfItem(item) != index {
                    return XCTFail("\(name): \(index) is not found")
                }
                let found = Item.comparisons - built
                snapshot.deleteItems(Array(items[..<(count / 2)]))
                snapshot.appendItems(items[..<(count / 2)].reversed())
                XCTAssertEqual(snapshot.indexOfItem(items[0]), count - 1)
                let edited = Item.comparisons - built - found
                XCTAssertLessThan(built, 3 * count, "made of \(count), \(name)")
                XCTAssertLessThan(found, 2 * count, "looked up in \(count), \(name)")
                XCTAssertLessThan(edited, 4 * count, "edited, \(count), \(name)")
            }
        }
    }

    /// Searches are short, as with random hashes.
    func testObjectsThatDefineTheirHash() {
        for shift in [0, 16, 22, 32, 40] as [UInt64] {
            let interner = IdentifierInterner<NSNumber>()
            let numbers = (0..<20_000).map { NSNumber(value: $0 << shift) }
            let tokens = numbers.map { interner.intern($0) }
            XCTAssertEqual(Set(tokens).count, 20_000)
            XCTAssertEqual(numbers.map { interner.token(for: $0) }, tokens)
            let steps = numbers.map { interner.find($0, hash: IdentifierInterner<NSNumber>.generalHash($0)).steps }
            XCTAssertLessThan(steps.reduce(0, +), 60_000, "<< \(shift)")
        }
    }

    /// A block that moves far is found with a sample of the list by their hashes.
    func testHashesOfALongMoveDoNotDependOnThem() {
        var all: [(String, Int)] = []
        for (name, words) in words(20_000) {
            let old = words.map(Item.init)
            let new = Array(old[12_000...] + old[..<12_000])
            Item.hashes = 0
            let changeset = new.changeset(from: old)
            XCTAssertEqual(changeset.moves.count, 8_000, name)
            all.append((name, Item.hashes))
        }
        let fewest = all.map(\.1).min()!
        for (name, hashes) in all { XCTAssertLessThan(hashes, 2 * fewest, name) }
    }
}
