import ListEngineReference
import TestSupport
import XCTest

@testable import ListEngineDiff

/// Runs a law of snapshots with the counts of ``LawCases``.
func checkLaw(
    _ law: String, share: Double = 1, scales: [CaseScale] = CaseScale.allCases, file: StaticString = #filePath,
    line: UInt = #line, _ body: (inout TestRandom, CaseScale) throws -> Void
) {
    let failure = LawCases.firstFailure(of: law, share: share, scales: scales) { one in
        var random = TestRandom(seed: one.seed)
        do { try body(&random, one.scale) } catch { return "\(error)" }
        return nil
    }
    XCTAssertNil(failure, failure ?? "", file: file, line: line)
}

extension CaseScale {
    /// The largest number of items with which a snapshot of this scale starts.
    var items: Int {
        switch self {
        case .small: 40
        case .medium: 10_000
        case .large: 1_000_000
        }
    }

    /// The largest number of edits in a case: few in a long list, because each rebuilds the reference.
    func edits(_ most: Int) -> Int { self == .large ? 4 : most }
}

/// A snapshot and a simple reference of it, with the same edits.
struct SnapshotCase {
    var snapshot = DiffableSnapshot<Int, String>()
    var plain = ReferenceSnapshot<Int, String>()
    var fresh = 0

    static func random(items: Int, sections: Int, _ random: inout TestRandom) -> SnapshotCase {
        var made = SnapshotCase()
        let count = random.below(sections + 1)
        made.snapshot.appendSections(Array(0..<count))
        made.plain.sections = (0..<count).map { .init($0) }
        if count > 0 {
            for item in 0..<random.below(items + 1) {
                // Long sequences in one section, so that chunks fill.
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

    /// One edit that is always valid.
    mutating func edit(_ random: inout TestRandom) {
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
                // Items move to a section.
                let list = Array(Set((0..<random.below(5)).compactMap { _ in items.randomElement(using: &random) }))
                snapshot.appendItems(list, toSection: section)
                try! plain.appendItems(list, to: section, .moveExisting)
            }
        default: edit(adding: &random)
        }
    }

    private mutating func edit(adding random: inout TestRandom) {
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
    var text: String {
        let text = sections.map { "\($0.identifier) \($0.items.prefix(100))" }.joined(separator: ", ")
        return text.count > 4000 ? text.prefix(4000) + "..." : text
    }

    /// The fewest moves that turn `old` into this: sections among themselves, items within each section that is on both
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
