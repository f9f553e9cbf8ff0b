import Foundation
import ListEngineDiff
import ListEngineReference
import XCTest

/// Operations on changesets: inverse, composition, updates, conversion, coding, text.
final class ChangesetTests: XCTestCase {
    func testTheInverseRestoresTheOldList() {
        Law.run(cases: 300, full: 20_000) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(120), duplicates: random.below(4) == 0)
            let changes = new.changeset(from: old)
            let back = changes.inverse
            try require(try new.applying(back, insertingFrom: old) == old, "\(old) -> \(new): \(back)")
            try require(back.moves.count == changes.moves.count, "\(back)")
            try require(back.inverse == changes, "twice: \(changes) became \(back.inverse)")
        }
    }

    func testAChangesetFollowedByAnotherIsOne() {
        Law.run(cases: 300, full: 20_000) { random in
            let (first, second) = DiffWorkload.random(&random, count: random.below(80), duplicates: false)
            var third = second
            third.shuffle(using: &random)
            third = third.filter { _ in random.below(5) > 0 } + (0..<random.below(5)).map { -1 - $0 }
            let one = second.changeset(from: first)
            let two = third.changeset(from: second)
            let both = try one.followed(by: two)
            try require(try first.applying(both, insertingFrom: third) == third, "\(one) then \(two): \(both)")
            // An element that was deleted and inserted again is another element, so only elements in all three lists
            // match.
            let survivors = Set(first).intersection(second).intersection(third)
            try require(both.matchedCount == survivors.count, "\(both)")
            let direct = third.filter(survivors.contains).changeset(from: first.filter(survivors.contains))
            try require(both.moves.count == direct.moves.count, "\(both) against \(direct)")
        }
    }

    func testCompositionKeepsUpdates() throws {
        let one = [("a", 1), ("b", 2)].map(Row.init).changeset(
            from: [("a", 0), ("b", 2)].map(Row.init), by: \.id, comparing: ==)
        let two = [("b", 3), ("a", 1)].map(Row.init).changeset(
            from: [("a", 1), ("b", 2)].map(Row.init), by: \.id, comparing: ==)
        XCTAssertEqual(Array(try one.followed(by: two).updates), [.init(old: 1, new: 0), .init(old: 0, new: 1)])
        XCTAssertThrowsError(try one.followed(by: [1].changeset(from: []))) {
            XCTAssertEqual($0 as? ChangesetError, .oldCountDiffers(expected: 0, actual: 2))
        }
    }

    func testUpdatesAreMatchedElementsWithOtherContents() {
        Law.run(cases: 200, full: 10_000) { random in
            let (oldIDs, newIDs) = DiffWorkload.random(&random, count: random.below(120), duplicates: false)
            let old = oldIDs.map { Row(id: "\($0)", content: random.below(5)) }
            let new = newIDs.map { Row(id: "\($0)", content: random.below(5)) }
            let changes = new.changeset(from: old, by: \.id, options: .assumingUnique, comparing: ==)
            let before = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
            let expected = new.indices.compactMap { j -> Changeset.Pair? in
                guard let i = before[new[j].id], old[i] != new[j] else { return nil }
                return Changeset.Pair(old: i, new: j)
            }
            try require(Array(changes.updates) == expected, "\(changes)")
            try require(try old.applying(changes, insertingFrom: new) == new, "\(changes)")
        }
    }

    func testTheStandardLibrarysDifference() {
        Law.run(cases: 200, full: 10_000) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(100), duplicates: random.below(4) == 0)
            let changes = new.changeset(from: old)
            let difference = try changes.difference(from: old, to: new)
            try require(old.applying(difference) == new, "\(changes) became \(difference)")
            let back = try Changeset(difference, oldCount: old.count)
            try require(back.moves == changes.moves && back.deletes == changes.deletes, "\(back)")
            let inferred = try Changeset(new.difference(from: old).inferringMoves(), oldCount: old.count)
            try require(try old.applying(inferred, insertingFrom: new) == new, "\(inferred)")
        }
    }

    func testACodedChangesetIsEqual() {
        Law.run(cases: 200, full: 5_000) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(150), duplicates: random.below(4) == 0)
            let changes = new.changeset(from: old, by: { $0 }, comparing: { _, _ in random.below(3) > 0 })
            let data = try JSONEncoder().encode(changes)
            try require(try JSONDecoder().decode(Changeset.self, from: data) == changes, "\(changes)")
        }
    }

    func testCodedNonsenseIsRefused() throws {
        func decode(_ fields: [String: Any]) throws -> Changeset {
            var all: [String: Any] = [
                "oldCount": 4, "newCount": 4, "deletes": [Int](), "inserts": [Int](), "moves": [0, 3, 1],
                "updates": [Int](), "isMinimal": true,
            ]
            all.merge(fields) { $1 }
            return try JSONDecoder().decode(Changeset.self, from: JSONSerialization.data(withJSONObject: all))
        }
        XCTAssertEqual(try decode([:]).moves.count, 1)
        let nonsense: [[String: Any]] = [
            ["oldCount": -1], ["oldCount": 5], ["deletes": [0, 1]], ["deletes": [3, 2], "inserts": [0, 2]],
            ["deletes": [0]], ["deletes": [2, 1, 1, 1], "inserts": [0, 2]], ["deletes": [1, 0]],
            ["deletes": [1, -1]], ["moves": [4, 0, 1]], ["moves": [0, 4, 1]], ["moves": [0, 0]],
            ["moves": [0, 0, 0]], ["moves": [0, 0, -2]], ["moves": [0, 0, 5]], ["moves": [0, 0, Int.min]],
            ["moves": [0, 3, 1, 1, 3, 1]], ["moves": [0, 2, 1, 0, 3, 1]], ["moves": [0, 2, 1, 1, 1, 1]],
            ["deletes": [0, 1], "inserts": [0, 1]], ["updates": [0, 0, 1]], ["updates": [1, 0, 4]],
            ["inserts": [3, 1], "deletes": [1, 1]], ["deletes": [Int.max, 1]], ["deletes": [0, Int.max]],
        ]
        for fields in nonsense {
            XCTAssertThrowsError(try decode(fields), "\(fields)") { XCTAssertTrue($0 is DecodingError) }
        }
    }

    func testListsThatDoNotFitAreRefused() {
        let changes = [1, 2, 3].changeset(from: [1, 2])
        XCTAssertThrowsError(try [1].applying(changes, insertingFrom: [1, 2, 3])) {
            XCTAssertEqual($0 as? ChangesetError, .oldCountDiffers(expected: 2, actual: 1))
        }
        XCTAssertThrowsError(try [1, 2].applying(changes, insertingFrom: [1, 2])) {
            XCTAssertEqual($0 as? ChangesetError, .newCountDiffers(expected: 3, actual: 2))
        }
        XCTAssertThrowsError(try Changeset([1].difference(from: [1, 2]), oldCount: 1)) {
            XCTAssertEqual($0 as? ChangesetError, .oldCountDiffers(expected: 2, actual: 1))
        }
    }

    func testTheDescriptionOfAChangesetListsItsChanges() {
        XCTAssertEqual([1, 2].changeset(from: [1, 2]).description, "2 -> 2: no changes")
        XCTAssertEqual([9, 1, 2].changeset(from: [1, 2, 5, 6]).description, "4 -> 3: deletes [2...3], inserts [0]")
        XCTAssertEqual([3, 2, 1].changeset(from: [1, 2, 3]).description, "3 -> 3: moves [2...1->0...1]")
        XCTAssertEqual(["b", "c", "a"].changeset(from: ["a", "b", "c"]).description, "3 -> 3: moves [0->2]")
    }

    func testRunsAndElementsOfAListAgree() {
        Law.run(cases: 100) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(150), duplicates: random.below(4) == 0)
            let changes = new.changeset(from: old)
            for list in [changes.deletes, changes.inserts] {
                try require(list.runs.flatMap { Array($0) } == Array(list), "\(list)")
                try require(list.indices.map { list[$0] } == Array(list), "\(list)")
            }
            let moves = changes.moves
            try require(
                moves.runs.flatMap { run in (0..<run.count).map { run.pair(at: $0) } } == Array(moves), "\(moves)")
            try require(moves.indices.map { moves[$0] } == Array(moves), "\(moves)")
            try require(
                moves.runs.flatMap { $0.isDescending ? $0.old.reversed() : Array($0.old) } == moves.map(\.old),
                "\(moves)")
        }
    }
}

/// An element whose identifier differs from its content.
struct Row: Equatable {
    var id: String
    var content: Int
}
