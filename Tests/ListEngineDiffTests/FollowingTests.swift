import Foundation
import TestSupport
import XCTest

@testable import ListEngineDiff

/// Each snapshot is built from scratch, with the previous one as a hint: identifiers are predicted, and chunks are shared.
final class FollowingTests: XCTestCase {
    /// Random edits of one list. Each version is built on the one before it, in one call or in two.
    func testVersionsOfAListAreWhatTheyWereMadeOf() {
        Law.run(cases: 60, full: 6_000) { random in
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
        _ random: inout TestRandom, _ item: (Int) -> Item
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
            let fault = next.order.firstFault() ?? next.itemInterner.firstFault()
            try require(fault == nil, "step \(step): \(fault ?? "")")
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
    private static func edit(_ numbers: inout [Int], _ fresh: inout Int, _ random: inout TestRandom) {
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

    /// Random edits of lists with sections, which are filled in any order, in parts, or with other edits in between. What a snapshot
    /// holds is checked while it is filled as well.
    func testSnapshotsBasedOnPreviousOnesHaveTheItemsTheyWereFilledWith() {
        Law.run(cases: 100, full: 20_000) { random in
            let length = [3, 12, 100, 600, 1_500][random.below(5)]
            var lists = SectionLists(count: 1 + random.below(length > 500 ? 4 : 12), length: length, &random)
            var shown = DiffableSnapshot<Int, Int>()
            shown.appendSections(lists.sections.map(\.identifier))
            for section in lists.sections { shown.appendItems(section.items, toSection: section.identifier) }
            for step in 0..<4 {
                let before = lists
                lists.edit(&random)
                var next = DiffableSnapshot(basedOn: shown)
                var filled = SectionLists()
                var order = Array(lists.sections.indices)
                if random.below(4) == 0 { order.shuffle(using: &random) }
                let isOneByOne = random.below(3) == 0
                if !isOneByOne {
                    next.appendSections(lists.sections.map(\.identifier))
                    filled.sections = lists.sections.map { ($0.identifier, []) }
                }
                for place in order {
                    let (section, items) = lists.sections[place]
                    if isOneByOne {
                        next.appendSections([section])
                        filled.sections.append((section, []))
                    }
                    let cut = random.below(6) == 0 ? random.below(items.count + 1) : items.count
                    for part in [items[..<cut], items[cut...]] where !part.isEmpty || random.below(2) == 0 {
                        next.appendItems(part, toSection: section)
                        filled.append(Array(part), to: section)
                    }
                    if random.below(12) == 0 {
                        try filled.check(next, from: shown, before, "step \(step), section \(section)")
                    }
                    if random.below(10) == 0 { filled.edit(&next, before, &random) }
                    if random.below(40) == 0 {
                        // An edit of a copy does not change the original.
                        var copy = next
                        copy.appendItems([-1], toSection: section)
                        try require(copy.order.firstFault() == nil, "a copy in step \(step)")
                        try require(next.indexPath(of: -1) == nil, "an item of a copy")
                    }
                }
                try filled.check(next, from: shown, before, "step \(step)")
                if random.below(2) == 0 { next.settle() }
                try filled.check(next, from: shown, before, "step \(step), settled")
                (shown, lists) = (next, filled)
            }
        }
    }

    /// A few edits in each of many sections are found while the sections are filled, and chunks are shared.
    func testSectionsBuiltOnThoseBeforeAreMadeOfTheirChunks() throws {
        var base = DiffableSnapshot<Int, Int>()
        base.appendSections(Array(0..<50))
        for section in 0..<50 { base.appendItems(section * 100..<section * 100 + 100, toSection: section) }
        func next(skipping skipped: Set<Int>, _ items: (Int) -> [Int]) -> DiffableSnapshot<Int, Int> {
            var next = DiffableSnapshot(basedOn: base)
            next.appendSections(Array(0..<50))
            for section in 0..<50 where !skipped.contains(section) {
                next.appendItems(items(section), toSection: section)
            }
            XCTAssertNil(next.order.firstFault())
            return next
        }
        // The first item of each section is deleted, and one is appended.
        let edited = next(skipping: [3, 48, 49]) { section in
            Array(section * 100 + 1..<section * 100 + 100) + [10_000 + section]
        }
        XCTAssertNotNil(edited.base?.edits)
        let changes = edited.changeset(from: base)
        XCTAssertEqual(changes.items.inserts.count, 47)
        XCTAssertEqual(changes.items.deletes.count, 47 + 300)
        XCTAssertEqual(changes, edited.relatedChangeset(withoutKnownEditsFrom: base))
        // Two unchanged sections share their storage, and so does what follows a section whose items have moved.
        let moved = next(skipping: []) { section in
            section == 5 ? Array((500..<600).reversed()) : Array(section * 100..<section * 100 + 100)
        }
        XCTAssertNil(moved.base?.edits)
        for section in 0..<50 where section != 5 {
            XCTAssertTrue(moved.order.sections[section].items.isIdentical(to: base.order.sections[section].items))
        }
        XCTAssertEqual(moved.changeset(from: base).items.moves.count, 99)
    }

    /// A snapshot adopted by another one has none of the items that only the other one has, and later versions share its chunks.
    func testAnAdoptedSnapshotKeepsNothingOfItsBase() {
        var base = DiffableSnapshot<Int, Int>()
        base.appendSections(Array(0..<10))
        for section in 0..<10 { base.appendItems(section * 1_000..<section * 1_000 + 1_000, toSection: section) }
        var other = DiffableSnapshot<Int, Int>()
        other.appendSections([0])
        other.appendItems(0..<1_000)
        let adopted = other.adopted(by: base)
        XCTAssertTrue(adopted.order.unfilled.isEmpty)
        XCTAssertNil(adopted.order.firstFault())
        var next = DiffableSnapshot(basedOn: adopted)
        next.appendSections([0])
        next.appendItems(0..<1_000)
        XCTAssertTrue(next.order.sections[0].items.isIdentical(to: adopted.order.sections[0].items))
    }

    /// When many sections exchange their items, chunks are no longer shared. The result is the same.
    func testSectionsMayExchangeTheirItems() {
        var base = DiffableSnapshot<Int, Int>()
        base.appendSections(Array(0..<40))
        for section in 0..<40 { base.appendItems(section * 20..<section * 20 + 20, toSection: section) }
        for shift in [1, 39, 20] {
            var next = DiffableSnapshot(basedOn: base)
            next.appendSections(Array(0..<40))
            for section in 0..<40 {
                let other = (section + shift) % 40
                next.appendItems(other * 20..<other * 20 + 20, toSection: section)
                XCTAssertNil(next.order.firstFault())
            }
            XCTAssertTrue(next.order.unfilled.isEmpty)
            XCTAssertEqual(next.changeset(from: base).items.moves.count, 800)
        }
    }

    /// Replacing the items of one section of many does not copy the list of sections, whether the items can be used or not.
    func testReplacingItemsDoesNotCopyTheListOfSections() {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections(Array(0..<100))
        for section in 0..<100 { snapshot.appendItems(section * 20..<section * 20 + 20, toSection: section) }
        func list() -> UnsafeRawPointer? {
            snapshot.order.sections.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
        }
        let before = list()
        for section in 0..<100 {
            snapshot.replaceItems(inSection: section, with: (section * 20 + 5..<section * 20 + 20).reversed())
        }
        XCTAssertEqual(list(), before)
        XCTAssertThrowsError(try snapshot.replaceItems(inSection: 7, validating: [145, 1, 145]))
        XCTAssertEqual(list(), before)
        XCTAssertEqual(snapshot.itemIdentifiers(inSection: 7), (145..<160).reversed())
        XCTAssertNil(snapshot.order.firstFault())
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

/// Sections with items, by identifier, as arrays.
private struct SectionLists {
    var sections: [(identifier: Int, items: [Int])] = []
    private var fresh = 0

    init() {}

    init(count: Int, length: Int, _ random: inout TestRandom) {
        for section in 0..<count {
            let items = fresh..<fresh + random.below(length + 1)
            fresh += length
            sections.append((section, Array(items)))
        }
    }

    private mutating func makeItems(_ count: Int) -> [Int] {
        defer { fresh += count }
        return Array(fresh..<fresh + count)
    }

    mutating func edit(_ random: inout TestRandom) {
        fresh = max(fresh, 1 + (sections.flatMap(\.items).max() ?? 0))
        let kinds = [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3, 4], [0, 1, 5], [0, 1, 2, 3, 4, 5, 6]][random.below(6)]
        for _ in 0..<[0, 2, 10, 40][random.below(4)] {
            guard !sections.isEmpty else { return }
            let section = random.below(sections.count)
            let place = random.below(sections[section].items.count + 1)
            let end = min(sections[section].items.count, place + 1 + random.below(3))
            switch kinds[random.below(kinds.count)] {
            case 0: sections[section].items.removeSubrange(place..<end)
            case 1: sections[section].items.insert(contentsOf: makeItems(1 + random.below(3)), at: place)
            case 2:
                // Items move, often to another section.
                let moved = sections[section].items[place..<end]
                sections[section].items.removeSubrange(place..<end)
                let target = random.below(sections.count)
                sections[target].items.insert(
                    contentsOf: moved, at: random.below(sections[target].items.count + 1))
            case 3: sections[section].items = makeItems(random.below(20))
            case 4: sections[section].items.shuffle(using: &random)
            case 5: sections[section].items = []
            default:
                if random.below(2) == 0 {
                    sections.remove(at: section)
                } else {
                    sections.insert((1 + (sections.map(\.identifier).max() ?? 0), makeItems(5)), at: section)
                }
            }
        }
    }

    private mutating func remove(_ items: [Int]) {
        let items = Set(items)
        for section in sections.indices { sections[section].items.removeAll(where: items.contains) }
    }

    /// Items that are here already move.
    mutating func append(_ items: [Int], to identifier: Int) {
        remove(items)
        sections[sections.firstIndex { $0.identifier == identifier }!].items += items
    }

    /// The same edit of both, which may bring an item that a section had in the state before.
    mutating func edit(
        _ snapshot: inout DiffableSnapshot<Int, Int>, _ before: SectionLists, _ random: inout TestRandom
    ) {
        let known = before.sections.flatMap(\.items)
        let filled = sections.indices.filter { !sections[$0].items.isEmpty }
        guard let section = filled.randomElement(using: &random) else { return }
        let place = random.below(sections[section].items.count)
        let target = sections[section].items[place]
        switch random.below(5) {
        case 0:
            snapshot.deleteItems([target])
            remove([target])
        case 1:
            let item = known.randomElement(using: &random) ?? -2
            guard item != target else { return }
            snapshot.insertItems([item], beforeItem: target)
            remove([item])
            sections[section].items.insert(item, at: sections[section].items.firstIndex(of: target)!)
        case 2:
            let other = filled.randomElement(using: &random)!
            guard let item = sections[other].items.last, item != target else { return }
            snapshot.moveItem(item, afterItem: target)
            remove([item])
            sections[section].items.insert(item, at: sections[section].items.firstIndex(of: target)! + 1)
        case 3:
            let items = (0..<3).map { _ in known.randomElement(using: &random) ?? -3 }
            let unique = items.enumerated().filter { items.firstIndex(of: $1) == $0 }.map(\.1)
            snapshot.replaceItems(inSection: sections[section].identifier, with: unique)
            remove(unique)
            sections[section].items = unique
        default:
            let other = sections.randomElement(using: &random)!.identifier
            guard other != sections[section].identifier else { return }
            snapshot.moveSection(sections[section].identifier, beforeSection: other)
            let moved = sections.remove(at: section)
            sections.insert(moved, at: sections.firstIndex { $0.identifier == other }!)
        }
    }

    func check(
        _ snapshot: DiffableSnapshot<Int, Int>, from shown: DiffableSnapshot<Int, Int>, _ before: SectionLists,
        _ when: String
    ) throws {
        try require(snapshot.order.firstFault() == nil, "\(when): \(snapshot.order.firstFault() ?? "")")
        try require(snapshot.sectionIdentifiers == sections.map(\.identifier), "\(when): sections")
        try require(snapshot.itemIdentifiers == sections.flatMap(\.items), "\(when): items")
        var absent = Set(before.sections.flatMap(\.items))
        for (position, section) in sections.enumerated() {
            for (place, item) in section.items.enumerated() {
                absent.remove(item)
                try require(
                    snapshot.indexPath(of: item) == ItemIndexPath(section: position, item: place),
                    "\(when): item \(item)")
                try require(snapshot.sectionIdentifier(containingItem: item) == section.identifier, "\(when): \(item)")
            }
        }
        for item in absent {
            try require(snapshot.indexPath(of: item) == nil, "\(when): \(item) is there")
            try require(snapshot.sectionIdentifier(containingItem: item) == nil, "\(when): \(item) has a section")
        }
        let changes = snapshot.changeset(from: shown)
        try require(changes == snapshot.relatedChangeset(withoutKnownEditsFrom: shown), "\(when): \(changes)")
        let unshared = snapshot.order.changes(from: shown.order, usingSharedStorage: false)
        try require(
            changes.items.deletes == unshared.items.deletes && changes.items.inserts == unshared.items.inserts
                && changes.items.moves.count == unshared.items.moves.count, "\(when): \(changes)")
        // The other way as well.
        let back = shown.order.changes(from: snapshot.order)
        let plain = shown.order.changes(from: snapshot.order, usingSharedStorage: false)
        try require(
            back.items.deletes == plain.items.deletes && back.items.inserts == plain.items.inserts
                && back.items.moves.count == plain.items.moves.count, "\(when): back")
    }
}

extension DiffableSnapshot {
    /// The changeset without the edits that were found while this snapshot was filled.
    fileprivate func relatedChangeset(withoutKnownEditsFrom old: DiffableSnapshot) -> SnapshotChangeset {
        var copy = self
        if copy.base != nil { copy.base?.edits = nil }
        return copy.changeset(from: old)
    }
}
