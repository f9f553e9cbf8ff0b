import Foundation
import XCTest

@testable import ListEngineDiff

/// Each snapshot is built from scratch, with the previous one as a hint: identifiers are predicted, and chunks are shared.
final class FollowingTests: XCTestCase {
    /// Histories of one list. Each version is built on the one before it, in one call or in two.
    func testVersionsOfAListAreWhatTheyWereMadeOf() {
        Law.run(cases: 120, full: 6_000) { random in
            switch random.below(6) {
            case 0: try Self.history(&random) { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
            case 1: try Self.history(&random) { $0 }
            case 2: try Self.history(&random) { Int32(truncatingIfNeeded: $0) &* 7 }
            case 3: try Self.history(&random) { "\($0)" }
            case 4:
                try Self.history(&random) { number in
                    let bytes = (0..<3).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
                    return UUID(uuid: (bytes[0], 0, 0, 0, 0, 0, bytes[1], 0, 0, 0, 0, 0, 0, bytes[2], 0, 0))
                }
            // Numbers that begin close together and continue elsewhere.
            default: try Self.history(&random) { $0 % 3 == 0 ? $0 : $0 &* 1_000_003 }
            }
        }
    }

    private static func history<Item: Hashable & Sendable>(
        _ random: inout SplitMix, _ item: (Int) -> Item
    ) throws {
        // 448 items are a chunk, and chunks are put into blocks of 48.
        let count = random.below(8) == 0 ? random.below(30_000) : random.below(3_000)
        var numbers = Array(0..<count)
        var fresh = count
        var shown = DiffableSnapshot<Int, Item>()
        shown.appendSections([0])
        shown.appendItems(numbers.map(item))
        for step in 0..<4 {
            let before = numbers
            edit(&numbers, &fresh, &random)
            let items = numbers.map(item)
            var next = DiffableSnapshot(basedOn: shown)
            next.appendSections([0])
            let cut = random.below(3) == 0 ? random.below(items.count + 1) : items.count
            next.appendItems(items[..<cut])
            if cut < items.count { next.appendItems(items[cut...]) }
            try require(next.order.firstFault() == nil, "step \(step): \(next.order.firstFault() ?? "")")
            try require(next.itemIdentifiers == items, "items of step \(step)")
            for place in 0..<min(5, items.count) {
                let place = place * items.count / 5
                try require(next.indexPath(of: items[place])?.item == place, "place of item \(place) in step \(step)")
            }
            let changes = next.changeset(from: shown).items
            let (old, new) = (Set(before), Set(numbers))
            try require(
                Array(changes.deletes) == before.indices.filter { !new.contains(before[$0]) }, "deletes of step \(step)"
            )
            try require(
                Array(changes.inserts) == numbers.indices.filter { !old.contains(numbers[$0]) },
                "inserts of step \(step)")
            try require(changes.moves.allSatisfy { before[$0.old] == numbers[$0.new] }, "moves of step \(step)")
            // Another snapshot with the same items, without guesses.
            var plain = DiffableSnapshot<Int, Item>()
            plain.appendSections([0])
            plain.appendItems(items)
            try require(plain.changeset(from: next).isEmpty, "the items of step \(step) without guesses")
            if random.below(2) == 0 { next.settle() }
            shown = next
        }
    }

    /// Deletes, inserts and moves some numbers; numbers that were deleted may come back.
    private static func edit(_ numbers: inout [Int], _ fresh: inout Int, _ random: inout SplitMix) {
        let edits = [0, 1, 3, numbers.count / 100, numbers.count / 12, numbers.count / 2][random.below(6)]
        let kinds = [[0], [1], [0, 1], [0, 1, 2], [0, 1, 3], [0, 1, 2, 3, 4]][random.below(6)]
        for _ in 0..<edits {
            let place = random.below(numbers.count + 1)
            switch kinds[random.below(kinds.count)] {
            case 0:
                if place < numbers.count { numbers.remove(at: place) }
            case 1:
                numbers.insert(fresh, at: place)
                fresh += 1
            case 2:
                guard place < numbers.count else { continue }
                let moved = numbers.remove(at: place)
                numbers.insert(moved, at: random.below(numbers.count + 1))
            case 3:
                // A few are replaced in a row.
                let end = min(numbers.count, place + random.below(20))
                numbers.replaceSubrange(place..<end, with: fresh..<fresh + random.below(20))
                fresh += 20
            default:
                // A stretch moves to the end.
                let end = min(numbers.count, place + random.below(600))
                let stretch = numbers[place..<end]
                numbers.removeSubrange(place..<end)
                numbers += stretch
            }
        }
    }

    /// An identifier that is given twice is found, wherever the two are, and whether it is new or not.
    func testAnIdentifierThatIsGivenTwiceIsFound() throws {
        let items = (0..<2_000).map { UInt64($0) &* 0x9E37_79B9_7F4A_7C15 }
        var base = DiffableSnapshot<Int, UInt64>()
        base.appendSections([0])
        base.appendItems(items)
        for (first, second) in [(3, 4), (3, 700), (10, 1_999), (447, 448), (0, 2_000)] {
            for identifier in [7, items[1_200], items[5]] {
                var given = items
                given.removeAll { $0 == identifier }
                given.insert(identifier, at: first)
                given.insert(identifier, at: second)
                var next = DiffableSnapshot(basedOn: base)
                next.appendSections([0])
                XCTAssertThrowsError(try next.appendItems(validating: given)) {
                    XCTAssertEqual(
                        $0 as? SnapshotError,
                        .duplicateItem(identifier: "\(identifier)", first: first, again: second))
                }
                XCTAssertEqual(next.numberOfItems, 0)
                XCTAssertNil(next.order.firstFault())
            }
        }
    }
}
