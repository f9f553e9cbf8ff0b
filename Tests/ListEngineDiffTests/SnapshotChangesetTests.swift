import ListEngineReference
import XCTest

@testable import ListEngineDiff

/// A changeset of snapshots is exact and has the fewest moves, whichever way it was computed.
final class SnapshotChangesetTests: XCTestCase {
    func testChangesOfEditedCopiesAreExactAndMinimal() {
        checkLaw("changes of an edited copy are exact and minimal", share: 0.5) { random, scale in
            let before = SnapshotCase.random(items: scale.items, sections: 6, &random)
            var after = before
            for _ in 0..<random.below(scale.edits(10)) { after.edit(&random) }
            try Self.check(before, after, after.snapshot)
        }
    }

    func testChangesOfSnapshotsBuiltFromScratchAreExactAndMinimal() {
        checkLaw("changes of a snapshot built from scratch are exact and minimal", share: 0.5) { random, scale in
            let before = SnapshotCase.random(items: scale.items, sections: 6, &random)
            var after = before
            for _ in 0..<random.below(scale.edits(20)) { after.edit(&random) }
            var built =
                random.below(2) == 0
                ? DiffableSnapshot(basedOn: before.snapshot) : DiffableSnapshot<Int, String>()
            built.appendSections(after.plain.sectionIdentifiers)
            for section in after.plain.sections { built.appendItems(section.items, toSection: section.identifier) }
            try Self.check(before, after, built)
        }
    }

    func testChangesOfAListBuiltOnTheOneBeforeAreExactAndMinimal() {
        checkLaw("changes of a list built on the one before are exact and minimal", share: 0.25) { random, scale in
            let before = SnapshotCase.random(items: scale.items, sections: 1, &random)
            var after = before
            for _ in 0..<random.below(scale.edits(20)) { after.edit(&random) }
            var built = DiffableSnapshot(basedOn: before.snapshot)
            built.appendSections(after.plain.sectionIdentifiers)
            for section in after.plain.sections { built.appendItems(section.items, toSection: section.identifier) }
            XCTAssertNil(built.order.firstFault(), "\(before.plain.text) -> \(after.plain.text)")
            try Self.check(before, after, built)
            // An edit after that counts too.
            guard let last = after.plain.sections.last?.items.last else { return }
            built.deleteItems([last])
            XCTAssertNil(built.order.firstFault())
            XCTAssertEqual(
                built.changeset(from: before.snapshot).items,
                built.order.changes(from: before.snapshot.order, usingSharedStorage: false).items)
        }
    }

    /// Items that are deleted and inserted between others leave the chunks where they are. A moved or a repeated item does
    /// not take this way.
    func testAListBuiltOnTheOneBeforeIsMadeOfItsChunks() {
        var base = DiffableSnapshot<Int, Int>()
        base.appendSections([0])
        base.appendItems(Array(0..<2000))
        func built(_ items: [Int]) -> DiffableSnapshot<Int, Int> {
            var next = DiffableSnapshot(basedOn: base)
            next.appendSections([0])
            _ = try? next.appendItems(validating: items, toSection: 0, duplicates: .keepFirst)
            XCTAssertNil(next.order.firstFault())
            return next
        }
        func isKnown(_ next: DiffableSnapshot<Int, Int>) -> Bool { next.base?.edits != nil }

        let all = Array(0..<2000)
        let cases: [(items: [Int], deletes: [Int], inserts: [Int])] = [
            (all, [], []), (all + [5000, 5001], [], [2000, 2001]), ([5000] + all, [], [0]),
            (Array(all[3...]), [0, 1, 2], []), (Array(all[..<1999]), [1999], []),
            (all.filter { !(446..<450).contains($0) }, [446, 447, 448, 449], []),
            (Array(all[..<447]) + [5000] + all[448...], [447], [447]),
        ]
        for (items, deletes, inserts) in cases {
            let next = built(items)
            XCTAssertTrue(isKnown(next), "\(deletes) \(inserts)")
            XCTAssertEqual(next.itemIdentifiers, items)
            let changes = next.changeset(from: base).items
            XCTAssertEqual(Array(changes.deletes), deletes)
            XCTAssertEqual(Array(changes.inserts), inserts)
            XCTAssertTrue(changes.moves.isEmpty)
        }
        let others: [[Int]] = [
            [1, 0] + all[2...], Array(all[1...]) + [0], all.reversed(), all + [7], [5000, 5000] + all,
            Array(all[..<100]) + [5000] + all[100...] + [5000], Array(5000..<7000), [3],
        ]
        for items in others {
            let next = built(items)
            XCTAssertFalse(isKnown(next), "\(items.prefix(4))")
            var seen: Set<Int> = []
            XCTAssertEqual(next.itemIdentifiers, items.filter { seen.insert($0).inserted })
        }
    }

    func testAnUnchangedCopyHasNoChanges() {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([1, 2])
        snapshot.appendItems(0..<3000, toSection: 1)
        let copy = snapshot
        XCTAssertTrue(copy.changeset(from: snapshot).isEmpty)
        XCTAssertTrue(DiffableSnapshot<Int, Int>().changeset(from: .init()).isEmpty)
    }

    func testOneMoveInALongListIsOneMove() {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(0..<10_000)
        var after = snapshot
        after.moveItem(9_000, beforeItem: 100)
        let changes = after.changeset(from: snapshot)
        XCTAssertEqual(changes.description, "move [\"[0, 9000]->[0, 100]\"]")
    }

    private static func check(
        _ before: SnapshotCase, _ after: SnapshotCase, _ new: DiffableSnapshot<Int, String>
    ) throws {
        func text() -> String { "\(before.plain.text) -> \(after.plain.text)" }
        let changes = new.changeset(from: before.snapshot)
        let old = before.plain.itemIdentifiers
        let target = after.plain.itemIdentifiers
        let moves = Array(changes.items.moves)
        let deletes = Array(changes.items.deletes)
        let inserts = Array(changes.items.inserts)
        let isThere = Set(target)
        let wasThere = Set(old)
        try require(deletes == old.indices.filter { !isThere.contains(old[$0]) }, "deletes of \(text())")
        try require(inserts == target.indices.filter { !wasThere.contains(target[$0]) }, "inserts of \(text())")
        for move in moves { try require(old[move.old] == target[move.new], "a move of \(text())") }
        try require(moves.map(\.new) == moves.map(\.new).sorted(), "order of moves of \(text())")
        // Kept items are in the same section on both sides, in the same order.
        let expected = after.plain.fewestMoves(from: before.plain)
        try require(moves.count == expected.items, "\(moves.count) moves instead of \(expected.items) of \(text())")
        try require(
            changes.sections.moves.count == expected.sections,
            "\(changes.sections.moves.count) section moves instead of \(expected.sections) of \(text())")
        if new.isRelated(to: before.snapshot) {
            let thorough = new.order.changes(from: before.snapshot.order, usingSharedStorage: false)
            try require(thorough.items.deletes == changes.items.deletes, "deletes found by the core of \(text())")
            try require(thorough.items.inserts == changes.items.inserts, "inserts found by the core of \(text())")
            try require(thorough.items.moves.count == moves.count, "moves found by the core of \(text())")
            try require(thorough.oldSections == changes.oldSections, "sections found by the core of \(text())")
        }
        let movedOld = Set(moves.map(\.old) + deletes)
        let movedNew = Set(moves.map(\.new) + inserts)
        for (position, section) in after.plain.sections.enumerated() {
            let kept = section.items.indices
                .filter { !movedNew.contains(changes.newSectionStarts[position] + $0) }.map { section.items[$0] }
            guard let origin = before.plain.indexOfSection(section.identifier) else {
                try require(kept.isEmpty && changes.oldSections[position] == nil, "an inserted section of \(text())")
                continue
            }
            try require(changes.oldSections[position] == origin, "the old place of a section of \(text())")
            let keptBefore = before.plain.sections[origin].items.indices
                .filter { !movedOld.contains(changes.oldSectionStarts[origin] + $0) }
                .map { before.plain.sections[origin].items[$0] }
            try require(kept == keptBefore, "kept items of \(text())")
        }
        let sections = before.plain.sectionIdentifiers
        let leaving = Set(Array(changes.sections.deletes) + changes.sections.moves.map(\.old))
        let arriving = Set(Array(changes.sections.inserts) + changes.sections.moves.map(\.new))
        let keptSections = sections.indices.filter { !leaving.contains($0) }
        let newSections = after.plain.sectionIdentifiers
        let keptAfter = newSections.indices.filter { !arriving.contains($0) }
        try require(keptSections.map { sections[$0] } == keptAfter.map { newSections[$0] }, "sections of \(text())")
    }
}
