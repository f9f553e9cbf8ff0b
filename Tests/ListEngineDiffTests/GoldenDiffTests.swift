import Foundation
import ListEngineDiff
import ListEngineReference
import XCTest

/// The results of differs of other projects, from `Tests/Golden/diff.txt`. Scripts of algorithms that the library
/// offers must be equal: Heckel's equals the reference, shortest edit scripts have the same length. All scripts must
/// turn old into new.
final class GoldenDiffTests: XCTestCase {
    func testEveryCase() throws {
        let cases = try GoldenDiff.load()
        XCTAssertEqual(cases.count, 108)
        var asserted = 0
        for golden in cases {
            do { asserted += try check(golden) } catch { XCTFail("\(golden.id): \(error)") }
        }
        // The file still contains its cases.
        XCTAssertGreaterThan(asserted, 90)
    }

    /// Returns the number of results that were compared besides the round trip.
    private func check(_ golden: GoldenDiff) throws -> Int {
        let changes = golden.new.changeset(from: golden.old, by: \.identity, comparing: { $0.content == $1.content })
        let result = try golden.old.applying(changes, insertingFrom: golden.new)
        try require(result == golden.new, "does not lead from old to new: \(changes)")
        try require(changes.isMinimal, "not proven minimal: \(changes)")
        switch golden.algorithm {
        case "paul-heckel": return try checkHeckel(golden, changes)
        case "listable-arraydiff": return try checkMinimal(golden, changes)
        case "myers", "myers-with-moves", "lcs", "myers-patch-default", "myers-patch-deletions-first",
            "myers-patch-insertions-first":
            return try checkLength(golden, changes)
        case "any-sectioned", "lcs-2d", "differencekit-staged", "heckel-deepdiff": return 0
        default: throw LawBroken(description: "unknown algorithm \(golden.algorithm)")
        }
    }

    private func checkHeckel(_ golden: GoldenDiff, _ changes: Changeset) throws -> Int {
        // The batch form of one project turns updates into deletes and inserts, which is no longer Heckel's algorithm.
        if golden.id.contains("BatchUpdateResult") { return 0 }
        let diff = heckelDiff(from: golden.old.map(\.identity), to: golden.new.map(\.identity))
        let moves = diff.moves.map { "\($0.old)->\($0.new)" }
        for (question, answer) in golden.answers {
            switch question {
            case "deletes": try require(diff.deletes.map(String.init) == answer, "deletes \(diff.deletes)")
            case "inserts": try require(diff.inserts.map(String.init) == answer, "inserts \(diff.inserts)")
            case "moves": try require(Set(moves) == Set(answer), "moves \(moves)")
            case "movesContain": try require(Set(moves).isSuperset(of: answer), "moves \(moves)")
            case "updates": try require(changes.updates.map { "\($0.old)" }.sorted() == answer, "\(changes.updates)")
            case "changeCount":
                let count = diff.deletes.count + diff.inserts.count + diff.moves.count + changes.updates.count
                try require(answer == ["\(count)"], "\(count) changes")
            case "netCount":
                let count = golden.old.count + diff.inserts.count - diff.deletes.count
                try require(answer == ["\(count)"], "\(count) elements")
            case "oldIndex":
                for pair in answer {
                    let parts = pair.split(separator: "=").map(String.init)
                    let index = golden.old.firstIndex { $0.identity == parts[0] }
                    try require(index.map(String.init) ?? "nothing" == parts[1], "index of \(parts[0])")
                }
            default: throw LawBroken(description: "unknown question \(question)")
            }
        }
        return golden.answers.count
    }

    private func checkMinimal(_ golden: GoldenDiff, _ changes: Changeset) throws -> Int {
        // Any of several equal elements can be the new one, so only the counts are determined.
        let isUnique = Set(golden.new.map(\.identity)).count == golden.new.count
        // That project does not count a moved element as updated.
        let moved = Set(changes.moves)
        let updates = changes.updates.filter { !moved.contains($0) }
        for (question, answer) in golden.answers where isUnique || question == "changeCount" {
            func pairs(_ list: Changeset.PairList) -> [String] { list.map { "\($0.old)->\($0.new)" } }
            switch question {
            case "deletes": try require(changes.deletes.map(String.init) == answer, "\(changes)")
            case "deletesInOrder": try require(changes.deletes.reversed().map(String.init) == answer, "\(changes)")
            case "inserts": try require(changes.inserts.map(String.init) == answer, "\(changes)")
            case "moves": try require(pairs(changes.moves) == answer, "\(changes)")
            case "updates": try require(updates.map { "\($0.old)->\($0.new)" } == answer, "\(changes)")
            case "changeCount":
                let count = changes.deletes.count + changes.inserts.count + changes.moves.count + updates.count
                try require(answer == ["\(count)"], "\(changes)")
            case "kept":
                let moved = Set(pairs(changes.moves))
                for pair in answer {
                    let parts = pair.components(separatedBy: "->").compactMap { Int($0) }
                    try require(golden.old[parts[0]].identity == golden.new[parts[1]].identity, pair)
                    try require(!moved.contains(pair), "\(changes)")
                }
            default: throw LawBroken(description: "unknown question \(question)")
            }
        }
        return golden.answers.count
    }

    /// A shortest edit script has as many removals as the library has deletes and moves, and as many insertions as it
    /// has inserts and moves. (A script with moves counts each as one of both.)
    private func checkLength(_ golden: GoldenDiff, _ changes: Changeset) throws -> Int {
        for (_, answer) in golden.answers {
            let moves = answer.filter { $0.hasPrefix("M") }.count
            let removals = answer.filter { $0.hasPrefix("D") }.count + moves
            let insertions = answer.filter { $0.hasPrefix("I") }.count + moves
            try require(changes.deletes.count + changes.moves.count == removals, "\(removals) removals: \(changes)")
            try require(changes.inserts.count + changes.moves.count == insertions, "\(insertions): \(changes)")
        }
        return golden.answers.count
    }
}

/// One case of the file.
struct GoldenDiff {
    struct Element: Equatable {
        var identity: String
        var content: String
    }

    var id = ""
    var algorithm = ""
    var old: [Element] = []
    var new: [Element] = []
    var answers: [(question: String, answer: [String])] = []

    static func load() throws -> [GoldenDiff] {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Golden/diff.txt")
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.components(separatedBy: "\n\n").filter { $0.hasPrefix("case ") }.map(GoldenDiff.init)
    }

    private init(_ paragraph: String) {
        for line in paragraph.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            switch words[0] {
            case "case":
                id = words[1]
                algorithm = words[2]
            case "old": old = words.dropFirst().map(Self.element)
            case "new": new = words.dropFirst().map(Self.element)
            case "old-sections": old = Self.flattened(words.dropFirst())
            case "new-sections": new = Self.flattened(words.dropFirst())
            case "then":
                if words[1].hasSuffix(":") { answers.append((String(words[1].dropLast()), Array(words.dropFirst(2)))) }
            default: break
            }
        }
        if paragraph.split(separator: "\n")[0].hasSuffix("identity lowercased") {
            func lowered(_ element: Element) -> Element {
                Element(identity: element.identity.lowercased(), content: element.content)
            }
            old = old.map(lowered)
            new = new.map(lowered)
        }
    }

    /// `a` is its own content; `a=1` is a with the content 1.
    private static func element(_ word: String) -> Element {
        let parts = word.split(separator: "=").map(String.init)
        return Element(identity: parts[0], content: parts[parts.count - 1])
    }

    /// Two levels as one list: a section precedes its items.
    private static func flattened(_ words: ArraySlice<String>) -> [Element] {
        words.filter { $0 != "|" }.map(element)
    }
}
