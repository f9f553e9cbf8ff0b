import ListEngineReference
import XCTest

/// The references have the properties that they claim.
final class ReferenceDiffTests: XCTestCase {
    func testHashJoinIsMinimalForUniqueElements() {
        Law.run(cases: 200) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(100), duplicates: false)
            let diff = hashJoinDiff(from: old, to: new)
            let matched = matchedCount(old, new)
            try require(diff.deletes.count == old.count - matched, "\(diff)")
            try require(diff.moves.count == matched - longestCommonSubsequenceLength(old, new), "\(diff)")
            try require(replay(diff, old, new) == new, "\(diff)")
        }
    }

    func testHeckelsExample() {
        // The example of the paper: twelve common words, in order.
        let old =
            "much writing is like snow , a mass of long words and phrases falls upon the relevant facts covering up the details ."
            .split(separator: " ")
        let new = "a mass of latin words falls upon the relevant facts like soft snow , covering up the details ."
            .split(separator: " ")
        let diff = heckelDiff(from: old, to: new)
        XCTAssertEqual(diff.deletes, [0, 1, 2, 9, 11, 12])
        XCTAssertEqual(diff.inserts, [3, 11])
    }

    func testHeckelIsValidAndNotMinimal() {
        Law.run(cases: 200) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(100), duplicates: false)
            let diff = heckelDiff(from: old, to: new)
            let matched = matchedCount(old, new)
            try require(diff.deletes.count == old.count - matched, "\(diff)")
            try require(diff.inserts.count == new.count - matched, "\(diff)")
            try require(diff.moves.count >= hashJoinDiff(from: old, to: new).moves.count, "\(diff)")
            try require(diff.moves.allSatisfy { old[$0.old] == new[$0.new] }, "\(diff)")
        }
        // The last of three moves to the front: one move would suffice.
        XCTAssertEqual(hashJoinDiff(from: [1, 2, 3], to: [3, 1, 2]).moves.count, 1)
        XCTAssertEqual(heckelDiff(from: [1, 2, 3], to: [3, 1, 2]).moves.count, 3)
    }

    /// Removes deleted and moved elements, then inserts inserted and moved ones at their new places.
    private func replay(_ diff: ReferenceDiff, _ old: [Int], _ new: [Int]) -> [Int] {
        let gone = Set(diff.deletes + diff.moves.map(\.old))
        var list = old.indices.filter { !gone.contains($0) }.map { old[$0] }
        let arriving = diff.inserts.map { ($0, new[$0]) } + diff.moves.map { ($0.new, old[$0.old]) }
        for (index, element) in arriving.sorted(by: { $0.0 < $1.0 }) { list.insert(element, at: index) }
        return list
    }
}
