import ListEngineDiff
import ListEngineReference
import XCTest

/// Law 3: the diff is exact. Applied to the old list it gives the new one, and with unique elements the number of
/// moves is matched elements minus the longest common subsequence.
final class ExactnessTests: XCTestCase {
    func testAppliedToOldEveryDiffGivesNew() {
        Law.run(cases: 300) { random in
            let (old, new) = DiffWorkload.random(&random, count: random.below(200), duplicates: random.below(4) == 0)
            try checkExact(old, new)
        }
    }

    func testEveryPairOfShortLists() throws {
        // Lists of up to four of three values: duplicates in all constellations.
        var lists: [[Int]] = [[]]
        var longest: [[Int]] = [[]]
        for _ in 0..<4 {
            longest = longest.flatMap { list in (0..<3).map { list + [$0] } }
            lists += longest
        }
        for old in lists { for new in lists { try checkExact(old, new) } }
    }

    func testEveryOrderOfSixElements() throws {
        let old = Array(0..<6)
        for new in permutations(old) {
            try checkExact(old, new)
            try checkExact(old, new.filter { $0 != 2 })
        }
    }
}

/// Diffs the lists and checks the script: valid; minimal where elements are unique.
func checkExact(_ old: [Int], _ new: [Int]) throws {
    let changes = new.changeset(from: old)
    func about() -> String { old.count + new.count < 80 ? "\(old) -> \(new): \(changes)" : "\(changes.changeCount)" }
    try require(try old.applying(changes, insertingFrom: new) == new, "does not give new: \(about())")
    let matched = matchedCount(old, new)
    try require(changes.deletes.count == old.count - matched, "deletes: \(about())")
    try require(changes.inserts.count == new.count - matched, "inserts: \(about())")
    try require(changes.moves.allSatisfy { old[$0.old] == new[$0.new] }, "moves: \(about())")
    let minimum = matched - longestCommonSubsequenceLength(old, new)
    let isUnique = Set(old).count == old.count && Set(new).count == new.count
    if isUnique || changes.isMinimal {
        try require(changes.moves.count == minimum, "\(minimum) moves would do: \(about())")
    } else {
        try require(changes.moves.count >= minimum, "too few moves: \(about())")
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
