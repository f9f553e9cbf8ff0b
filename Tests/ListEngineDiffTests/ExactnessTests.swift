import Foundation
import ListEngineDiff
import ListEngineReference
import XCTest

/// Law 3: the diff is exact. Applied to the old list it gives the new one. With unique elements the number of moves is
/// the number of matched elements minus the longest common subsequence. Checked for each way in which elements become
/// keys.
final class ExactnessTests: XCTestCase {
    func testIntegers() {
        Law.run(cases: 300, full: 100_000) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(200), duplicates: random.below(4) == 0)
            try checkExact(old, new, promising: random.below(2) == 0)
        }
    }

    func testIntegersOf32Bits() {
        Law.run(cases: 100, full: 20_000) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(200), duplicates: random.below(4) == 0)
            try checkExact(old.map { Int32(truncatingIfNeeded: $0) }, new.map { Int32(truncatingIfNeeded: $0) })
        }
    }

    func testStrings() {
        Law.run(cases: 200, full: 50_000) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(200), duplicates: random.below(4) == 0)
            let prefix = random.below(2) == 0 ? "" : "a prefix that takes it to the heap "
            try checkExact(
                old.map { prefix + "\($0)" }, new.map { prefix + "\($0)" }, promising: random.below(2) == 0)
        }
    }

    func testDifferencesOfUUIDsAreExact() {
        func uuid(_ x: Int) -> UUID {
            let b = (0..<8).map { UInt8(truncatingIfNeeded: x >> (8 * $0)) }
            return UUID(uuid: (b[0], b[1], b[2], b[3], 0, 0, 0, 0, 7, 7, 7, 7, b[4], b[5], b[6], b[7]))
        }
        Law.run(cases: 100, full: 20_000) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(200), duplicates: random.below(4) == 0)
            try checkExact(old.map(uuid), new.map(uuid), promising: random.below(2) == 0)
        }
    }

    func testElementsWhoseHashesCollide() {
        Law.run(cases: 2_000, full: 10_000) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(60), duplicates: random.below(4) == 0)
            try checkExact(old.map(PoorlyHashed.init), new.map(PoorlyHashed.init), promising: random.below(2) == 0)
        }
    }

    func testTenThousandElements() {
        Law.run(cases: 3, full: 500) { random in
            let (old, new) = DiffWorkload.random(&random, count: 5000 + random.below(10000), duplicates: false)
            try checkExact(old, new)
            try checkExact(old.map { "item-\($0)" }, new.map { "item-\($0)" })
        }
    }

    func testBlocksThatWentFarAway() {
        // Longer than any window, so that anchors have to find blocks, also among duplicates.
        Law.run(cases: 10, full: 2_000) { random in
            let kinds: [DiffWorkload] = [
                .block, .swappedBlocks, .partlyReversed, .reversal, .shuffledBlocks, .truncated, .longInsert, .moved,
            ]
            var (old, new) = kinds[random.below(kinds.count)].lists(count: 1_500 + random.below(3_000), &random)
            if random.below(2) == 0 {
                let again = kinds[random.below(3)].lists(count: new.count, &random)
                let places = Dictionary(
                    again.old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
                new = again.new.compactMap { places[$0] }.map { new[$0] }
            }
            if random.below(3) == 0 {
                let values = 1 + random.below(old.count)
                let fold: (Int) -> Int = { Int(UInt(bitPattern: $0) % UInt(values)) }
                (old, new) = (old.map(fold), new.map(fold))
            } else if random.below(2) == 0 {
                for _ in 0..<50 where !old.isEmpty && !new.isEmpty {
                    old[random.below(old.count)] = old[random.below(old.count)]
                    new[random.below(new.count)] = new[random.below(new.count)]
                }
            }
            try checkExact(old.map { "item-\($0)" }, new.map { "item-\($0)" }, promising: random.below(2) == 0)
        }
    }

    func testElementsThatMoveTogetherAreHardlyHashed() throws {
        let count = 20_000
        let old = (0..<count).map(HashCounted.init)
        func hashes(_ new: [HashCounted]) throws -> Int {
            HashCounted.hashes = 0
            let changes = new.changeset(from: old)
            let hashes = HashCounted.hashes
            XCTAssertEqual(try old.applying(changes, insertingFrom: new), new)
            XCTAssertEqual(changes.moves.count, hashJoinDiff(from: old, to: new).moves.count)
            return hashes
        }
        XCTAssertEqual(try hashes(old), 0)
        XCTAssertEqual(try hashes(old.reversed()), 0)
        let block = Array(old[10_000..<12_000] + old[..<10_000] + old[12_000...])
        XCTAssertLessThan(try hashes(block), count / 4)
        let turned = Array(old[..<5_000] + old[5_000..<15_000].reversed() + old[15_000...])
        XCTAssertLessThan(try hashes(turned), count / 4)
        let blocks = Array(old[15_000...] + old[5_000..<10_000] + old[10_000..<15_000].reversed() + old[..<5_000])
        XCTAssertLessThan(try hashes(blocks), count / 4)
        XCTAssertGreaterThanOrEqual(try hashes(old.shuffled()), 2 * count)
        // Skipped elements are hashed once, either when they are skipped or at the end.
        let scattered = old.flatMap { element -> [HashCounted] in
            switch element.value % 100 {
            case 20: [HashCounted(count + element.value), element]
            case 70: []
            default: [element]
            }
        }
        XCTAssertEqual(try hashes(scattered), 2 * count / 100)
        // Except for the sample of the old list, and two windows of 32 and 512 elements on each side.
        let samples = (count + 63) / 64 + 2 * (32 + 512)
        XCTAssertLessThanOrEqual(try hashes(old.map { HashCounted(count + $0.value) }), 2 * count + samples)
    }

    /// A block is found by one of its elements, and extended in both directions up to the ends of the lists.
    func testAReversedBlockBehindNewElementsIsFoundUpToItsEnds() throws {
        for count in [10_000, 10_001, 10_063] {
            let old = (0..<count).map(HashCounted.init)
            let new = (0..<600).map { HashCounted(count + $0) } + old.reversed()
            HashCounted.hashes = 0
            let changes = new.changeset(from: old)
            XCTAssertLessThan(HashCounted.hashes, count / 4)
            XCTAssertEqual(try old.applying(changes, insertingFrom: new), new)
            XCTAssertEqual(changes.moves.count, count - 1)
        }
    }

    func testAMillionElements() throws {
        guard (Law.fraction ?? 0) >= 0.5 else { throw XCTSkip("LE_CASES is below 0.5") }
        Law.run(cases: 1, full: 20) { random in
            let kinds: [DiffWorkload] = [
                .shuffle, .reversal, .disjoint, .block, .shuffledBlocks, .halfReplaced, .jitter,
            ]
            let (old, new) = kinds[random.below(kinds.count)].lists(count: 1_000_000, &random)
            try checkExact(old, new, promising: random.below(2) == 0)
        }
    }

    func testEveryPairOfShortLists() throws {
        // Lists of up to four elements with three values: duplicates in all combinations.
        var lists: [[Int]] = [[]]
        var longest: [[Int]] = [[]]
        for _ in 0..<4 {
            longest = longest.flatMap { list in (0..<3).map { list + [$0] } }
            lists += longest
        }
        for old in lists {
            for new in lists {
                try checkExact(old, new)
                if old.count < 4 && new.count < 4 {
                    try checkExact(old.map(PoorlyHashed.init), new.map(PoorlyHashed.init))
                }
            }
        }
    }

    func testEveryOrderOfSixElements() throws {
        let old = Array(0..<6)
        for new in permutations(old) {
            try checkExact(old, new)
            try checkExact(old.map { "\($0)" }, new.filter { $0 != 2 }.map { "\($0)" })
        }
    }

    func testListsThatReadTheSameBackwardsAreNotTakenForReversed() throws {
        // One move turns one list into the other; as a reversal all elements but one would move.
        let old = (0..<30_000).map { $0 % 3 == 2 ? 1 : 0 }
        let new = (0..<30_000).map { $0 % 3 == 1 ? 1 : 0 }
        let changes = new.changeset(from: old)
        XCTAssertEqual(try old.applying(changes, insertingFrom: new), new)
        XCTAssertEqual(changes.moves.count, 1)
    }

    func testCollectionsThatAreNoArrays() throws {
        let old = [1, 2, 3, 4, 5]
        let changes = old.reversed().changeset(from: old[1...])
        XCTAssertEqual(try old[1...].applying(changes, insertingFrom: Array(old.reversed())), [5, 4, 3, 2, 1])
        XCTAssertEqual(Array("hello").changeset(from: Array("jello")).changeCount, 2)
        XCTAssertEqual("hello".changeset(from: "hello world").deletes.count, 6)
    }
}

/// Diffs the lists and checks that the script is valid, and minimal if elements are unique or if the result says so.
func checkExact<Element: Hashable>(_ old: [Element], _ new: [Element], promising: Bool = false) throws {
    let isUnique = Set(old).count == old.count && Set(new).count == new.count
    let changes = new.changeset(from: old, options: isUnique && promising ? .assumingUnique : [])
    func about() -> String { old.count + new.count < 80 ? "\(old) -> \(new): \(changes)" : "\(changes.changeCount)" }
    try require(try old.applying(changes, insertingFrom: new) == new, "does not give new: \(about())")
    let matched = matchedCount(old, new)
    try require(changes.deletes.count == old.count - matched, "deletes: \(about())")
    try require(changes.inserts.count == new.count - matched, "inserts: \(about())")
    try require(changes.moves.allSatisfy { old[$0.old] == new[$0.new] }, "moves: \(about())")
    try require(changes.updates.isEmpty, "updates: \(about())")
    if isUnique {
        let minimum = hashJoinDiff(from: old, to: new).moves.count
        try require(changes.moves.count == minimum, "\(minimum) moves would do: \(about())")
        if promising { try require(changes.isMinimal, "minimal, and does not say so: \(about())") }
    }
    if old.count * new.count < 100_000 {
        // Numbers compare faster than strings, and the table has one cell per pair.
        let numbers = Dictionary((old + new).enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let minimum = matched - longestCommonSubsequenceLength(old.map { numbers[$0]! }, new.map { numbers[$0]! })
        try require(changes.moves.count >= minimum, "too few moves: \(about())")
        if changes.isMinimal { try require(changes.moves.count == minimum, "\(minimum) would do: \(about())") }
        try require(changes.isMinimal, "short, and not proven minimal: \(about())")
    }
}

/// An element whose hash many others share.
struct PoorlyHashed: Hashable {
    var value: Int

    init(_ value: Int) { self.value = value }

    func hash(into hasher: inout Hasher) { hasher.combine(value & 3) }
}

/// An element that counts how often elements are hashed.
struct HashCounted: Hashable {
    nonisolated(unsafe) static var hashes = 0

    var value: Int

    init(_ value: Int) { self.value = value }

    func hash(into hasher: inout Hasher) {
        HashCounted.hashes += 1
        hasher.combine(value)
    }
}

func permutations(_ list: [Int]) -> [[Int]] {
    if list.count < 2 { return [list] }
    return list.indices.flatMap { i in
        var rest = list
        let first = rest.remove(at: i)
        return permutations(rest).map { [first] + $0 }
    }
}
