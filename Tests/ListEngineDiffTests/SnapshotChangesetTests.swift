import ListEngineReference
import XCTest

@testable import ListEngineDiff

/// A changeset of snapshots is exact, and its moves are the fewest, whichever way it was found.
final class SnapshotChangesetTests: XCTestCase {
    func testChangesOfEditedCopiesAreExactAndMinimal() {
        Law.run(cases: 600) { random in
            let before = SnapshotCase.random(items: 40, sections: 6, &random)
            var after = before
            for _ in 0..<random.below(8) { after.edit(&random) }
            try Self.check(before, after, after.snapshot, &random)
        }
    }

    func testChangesOfLongEditedCopiesAreExactAndMinimal() {
        Law.run(cases: 6) { random in
            let before = SnapshotCase.random(items: 3000, sections: 3, &random)
            var after = before
            for _ in 0..<random.below(12) { after.edit(&random) }
            try Self.check(before, after, after.snapshot, &random)
        }
    }

    func testChangesOfSnapshotsBuiltAnewAreExactAndMinimal() {
        Law.run(cases: 400) { random in
            let before = SnapshotCase.random(items: 40, sections: 6, &random)
            var after = before
            for _ in 0..<random.below(20) { after.edit(&random) }
            var built =
                random.below(2) == 0
                ? DiffableSnapshot(basedOn: before.snapshot) : DiffableSnapshot<Int, String>()
            built.appendSections(after.plain.sectionIdentifiers)
            for section in after.plain.sections { built.appendItems(section.items, toSection: section.identifier) }
            try Self.check(before, after, built, &random)
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
        _ before: SnapshotCase, _ after: SnapshotCase, _ new: DiffableSnapshot<Int, String>, _ random: inout SplitMix
    ) throws {
        let text = "\(before.plain.text) -> \(after.plain.text)"
        let changes = new.changeset(from: before.snapshot)
        let old = before.plain.itemIdentifiers
        let target = after.plain.itemIdentifiers
        let moves = Array(changes.items.moves)
        let deletes = Array(changes.items.deletes)
        let inserts = Array(changes.items.inserts)
        let isThere = Set(target)
        let wasThere = Set(old)
        try require(deletes == old.indices.filter { !isThere.contains(old[$0]) }, "deletes of \(text)")
        try require(inserts == target.indices.filter { !wasThere.contains(target[$0]) }, "inserts of \(text)")
        for move in moves { try require(old[move.old] == target[move.new], "a move of \(text)") }
        try require(moves.map(\.new) == moves.map(\.new).sorted(), "order of moves of \(text)")
        // What is kept stands in its section on both sides, in the same order.
        let expected = after.plain.fewestMoves(from: before.plain)
        try require(moves.count == expected.items, "\(moves.count) moves instead of \(expected.items) of \(text)")
        try require(
            changes.sections.moves.count == expected.sections,
            "\(changes.sections.moves.count) section moves instead of \(expected.sections) of \(text)")
        if new.isRelated(to: before.snapshot) {
            let thorough = new.order.changes(from: before.snapshot.order, usingSharedStorage: false)
            try require(thorough.items.deletes == changes.items.deletes, "deletes found by the core of \(text)")
            try require(thorough.items.inserts == changes.items.inserts, "inserts found by the core of \(text)")
            try require(thorough.items.moves.count == moves.count, "moves found by the core of \(text)")
            try require(thorough.oldSections == changes.oldSections, "sections found by the core of \(text)")
        }
        let movedOld = Set(moves.map(\.old) + deletes)
        let movedNew = Set(moves.map(\.new) + inserts)
        for (position, section) in after.plain.sections.enumerated() {
            let kept = section.items.indices
                .filter { !movedNew.contains(changes.newSectionStarts[position] + $0) }.map { section.items[$0] }
            guard let origin = before.plain.indexOfSection(section.identifier) else {
                try require(kept.isEmpty && changes.oldSections[position] == nil, "an inserted section of \(text)")
                continue
            }
            try require(changes.oldSections[position] == origin, "the old place of a section of \(text)")
            let keptBefore = before.plain.sections[origin].items.indices
                .filter { !movedOld.contains(changes.oldSectionStarts[origin] + $0) }
                .map { before.plain.sections[origin].items[$0] }
            try require(kept == keptBefore, "kept items of \(text)")
        }
        let sections = before.plain.sectionIdentifiers
        let keptSections = sections.indices.filter {
            !changes.sections.deletes.contains($0) && !changes.sections.moves.map(\.old).contains($0)
        }
        let newSections = after.plain.sectionIdentifiers
        let keptAfter = newSections.indices.filter {
            !changes.sections.inserts.contains($0) && !changes.sections.moves.map(\.new).contains($0)
        }
        try require(keptSections.map { sections[$0] } == keptAfter.map { newSections[$0] }, "sections of \(text)")
    }
}

/// A snapshot and the obvious one, edited alike.
struct SnapshotCase {
    var snapshot = DiffableSnapshot<Int, String>()
    var plain = ReferenceSnapshot<Int, String>()
    var fresh = 0

    static func random(items: Int, sections: Int, _ random: inout SplitMix) -> SnapshotCase {
        var made = SnapshotCase()
        let count = random.below(sections + 1)
        made.snapshot.appendSections(Array(0..<count))
        made.plain.sections = (0..<count).map { .init($0) }
        if count > 0 {
            for item in 0..<random.below(items + 1) {
                // Long stretches in one section, so that chunks fill.
                let section = items > 100 ? item * count / items : random.below(count)
                made.plain.sections[section].items.append("\(item)")
            }
            for section in made.plain.sections {
                made.snapshot.appendItems(section.items, toSection: section.identifier)
            }
        }
        made.fresh = items
        return made
    }

    /// One edit that is never refused.
    mutating func edit(_ random: inout SplitMix) {
        let items = plain.itemIdentifiers
        let sections = plain.sectionIdentifiers
        switch random.below(10) {
        case 0, 1:
            guard let section = sections.randomElement(using: &random) else { return edit(adding: &random) }
            let list = (0..<random.below(4)).map { _ in next() }
            snapshot.appendItems(list, toSection: section)
            try! plain.appendItems(list, to: section, .moveExisting)
        case 2:
            guard let item = items.randomElement(using: &random) else { return }
            let list = (0..<random.below(4)).map { _ in next() }
            snapshot.insertItems(list, beforeItem: item)
            try! plain.insertItems(list, before: item, .moveExisting)
        case 3, 4:
            let list = (0..<random.below(4)).compactMap { _ in items.randomElement(using: &random) }
            snapshot.deleteItems(list)
            plain.deleteItems(list)
        case 5, 6:
            guard let item = items.randomElement(using: &random), let other = items.randomElement(using: &random) else {
                return
            }
            snapshot.moveItem(item, afterItem: other)
            try! plain.moveItem(item, after: other)
        case 7:
            guard let section = sections.randomElement(using: &random),
                let other = sections.randomElement(using: &random)
            else { return }
            snapshot.moveSection(section, beforeSection: other)
            try! plain.moveSection(section, before: other)
        case 8:
            guard let section = sections.randomElement(using: &random) else { return }
            if random.below(3) == 0 {
                snapshot.deleteSections([section])
                plain.deleteSections([section])
            } else {
                // Items wander into a section.
                let list = Array(Set((0..<random.below(5)).compactMap { _ in items.randomElement(using: &random) }))
                snapshot.appendItems(list, toSection: section)
                try! plain.appendItems(list, to: section, .moveExisting)
            }
        default: edit(adding: &random)
        }
    }

    private mutating func edit(adding random: inout SplitMix) {
        let position = random.below(plain.sections.count + 1)
        fresh += 1
        if position == plain.sections.count {
            snapshot.appendSections([fresh])
        } else {
            snapshot.insertSections([fresh], beforeSection: plain.sections[position].identifier)
        }
        try! plain.insertSections([fresh], at: position, .moveExisting)
        let own = (0..<random.below(4)).map { _ in next() }
        var list = own
        if let item = plain.itemIdentifiers.randomElement(using: &random) { list.append(item) }
        snapshot.appendItems(list, toSection: fresh - own.count)
        try! plain.appendItems(list, to: fresh - own.count, .moveExisting)
    }

    private mutating func next() -> String {
        fresh += 1
        return "\(fresh)"
    }
}

extension ReferenceSnapshot {
    var text: String { sections.map { "\($0.identifier) \($0.items)" }.joined(separator: ", ") }

    /// The fewest moves that turn `old` into this: sections among themselves, items in each section that is on both
    /// sides, and every item that changed its section.
    func fewestMoves(from old: ReferenceSnapshot) -> (sections: Int, items: Int) {
        let here = Set(sectionIdentifiers)
        let there = Set(old.sectionIdentifiers)
        let both = here.intersection(there).count
        let sectionMoves = both - longestCommonSubsequenceLength(old.sectionIdentifiers, sectionIdentifiers)
        var itemMoves = Set(itemIdentifiers).intersection(old.itemIdentifiers).count
        for section in sections {
            guard let origin = old.indexOfSection(section.identifier) else { continue }
            let before = old.sections[origin].items
            if before.count * section.items.count < 10_000 {
                itemMoves -= longestCommonSubsequenceLength(before, section.items)
            } else {
                let places = Dictionary(uniqueKeysWithValues: zip(before, before.indices))
                itemMoves -= longestIncreasingSubsequence(section.items.compactMap { places[$0] }).count
            }
        }
        return (sectionMoves, itemMoves)
    }
}
