import ListEngineReference
import TestSupport
import XCTest

@testable import ListEngineDiff

/// After any sequence of operations a snapshot equals the reference: the same order, the same results, the same
/// refusals.
final class SnapshotLawTests: XCTestCase {
    func testAnySequenceOfEditsEqualsTheReferenceSnapshot() {
        checkLaw("any history equals the obvious snapshot", share: 0.2, scales: [.small]) { random, _ in
            try self.history(steps: 40, identifiers: 24, sections: 6, filled: 0, &random)
        }
    }

    func testLongSectionsSplitAndJoinTheirChunks() {
        checkLaw("long sections split and join their chunks", share: 0.2, scales: [.medium]) { random, _ in
            try self.history(steps: 40, identifiers: 4000, sections: 3, filled: 3000, &random)
        }
    }

    private func history(
        steps: Int, identifiers: Int, sections: Int, filled: Int, _ random: inout TestRandom
    ) throws {
        var snapshot = DiffableSnapshot<Int, String>()
        var reference = ReferenceSnapshot<Int, String>()
        if filled > 0 {
            let all = (0..<filled).map { "\($0)" }.shuffled(using: &random)
            snapshot.appendSections(Array(0..<sections))
            snapshot.appendItems(all)
            reference.sections = (0..<sections).map { .init($0) }
            reference.sections[sections - 1].items = all
        }
        for _ in 0..<steps {
            let before = snapshot
            let beforeReference = reference
            if random.below(12) == 0 {
                let next = Self.rebuild(reference, on: snapshot, &random)
                snapshot = next.0
                reference = next.1
            }
            let text = try Self.step(&snapshot, &reference, identifiers: identifiers, sections: sections, &random)
            try Self.compare(snapshot, reference, text)
            try Self.compare(before, beforeReference, "the copy made before \(text)")
            try Self.compareLookups(snapshot, reference, text, &random)
        }
    }

    /// The same state, built from scratch on top of the previous one, possibly with changes.
    private static func rebuild(
        _ reference: ReferenceSnapshot<Int, String>, on base: DiffableSnapshot<Int, String>, _ random: inout TestRandom
    ) -> (DiffableSnapshot<Int, String>, ReferenceSnapshot<Int, String>) {
        var next = DiffableSnapshot(basedOn: base)
        var sections = reference.sections
        if random.below(2) == 0 { sections.shuffle(using: &random) }
        for position in sections.indices where !sections[position].items.isEmpty {
            switch random.below(4) {
            case 0: sections[position].items.remove(at: random.below(sections[position].items.count))
            case 1: sections[position].items.insert("new\(random.next())", at: 0)
            case 2:
                let cut = random.below(sections[position].items.count)
                sections[position].items = Array(sections[position].items[cut...] + sections[position].items[..<cut])
            default: break
            }
        }
        next.appendSections(sections.map(\.identifier))
        for section in sections {
            let cut = random.below(section.items.count + 1)
            next.appendItems(section.items[..<cut], toSection: section.identifier)
            if random.below(3) > 0 {
                next.appendItems(section.items[cut...], toSection: section.identifier)
            } else {
                for item in section.items[cut...] { next.appendItems([item], toSection: section.identifier) }
            }
        }
        return (next, ReferenceSnapshot(sections))
    }

    static func compare(
        _ snapshot: DiffableSnapshot<Int, String>, _ reference: ReferenceSnapshot<Int, String>, _ text: String
    ) throws {
        let fault = snapshot.order.firstFault() ?? snapshot.itemInterner.firstFault()
        try require(fault == nil, "\(fault!) after \(text)")
        try require(snapshot.sectionIdentifiers == reference.sectionIdentifiers, "sections after \(text)")
        for section in reference.sections {
            try require(
                snapshot.itemIdentifiers(inSection: section.identifier) == section.items,
                "items of \(section.identifier) after \(text): \(snapshot) instead of \(section.items)")
        }
        try require(snapshot.itemIdentifiers == reference.itemIdentifiers, "items after \(text)")
        try require(Set(snapshot.reloadedItemIdentifiers) == reference.reloadedItems, "reloaded after \(text)")
        try require(Set(snapshot.reconfiguredItemIdentifiers) == reference.reconfiguredItems, "reconfigured")
        try require(Set(snapshot.reloadedSectionIdentifiers) == reference.reloadedSections, "reloaded sections")
    }

    private static func compareLookups(
        _ snapshot: DiffableSnapshot<Int, String>, _ reference: ReferenceSnapshot<Int, String>, _ text: String,
        _ random: inout TestRandom
    ) throws {
        var flat = 0
        for (position, section) in reference.sections.enumerated() {
            try require(snapshot.indexOfSection(section.identifier) == position, "index of section after \(text)")
            if let item = section.items.randomElement(using: &random) {
                let index = section.items.firstIndex(of: item)!
                let path = ItemIndexPath(section: position, item: index)
                try require(snapshot.indexPath(of: item) == path, "path of \(item) after \(text)")
                try require(snapshot.itemIdentifier(at: path) == item, "item at \(path) after \(text)")
                try require(snapshot.indexOfItem(item) == flat + index, "index of \(item) after \(text)")
                try require(snapshot.sectionIdentifier(containingItem: item) == section.identifier, "section")
            }
            flat += section.items.count
        }
        try require(snapshot.indexPath(of: "never") == nil, "an item that never was")
    }

    /// One random operation on both; they must agree whether it is refused, and why.
    static func step(
        _ snapshot: inout DiffableSnapshot<Int, String>, _ reference: inout ReferenceSnapshot<Int, String>,
        identifiers: Int, sections: Int, _ random: inout TestRandom
    ) throws -> String {
        func items(_ random: inout TestRandom) -> [String] {
            let first = random.below(identifiers)
            let count = random.below(3) == 0 ? random.below(identifiers / 3 + 1) : random.below(4)
            // Usually a run, which has no duplicates; sometimes anything.
            return random.below(3) > 0
                ? (0..<count).map { "\((first + $0) % identifiers)" }
                : (0..<min(count, 12)).map { _ in "\(random.below(identifiers))" }
        }
        func sectionList(_ random: inout TestRandom) -> [Int] {
            (0..<random.below(4)).map { _ in random.below(sections) }
        }
        let list = items(&random)
        let item = "\(random.below(identifiers))"
        let other = "\(random.below(identifiers))"
        let section = random.below(sections)
        let otherSection = random.below(sections)
        let sectionsGiven = sectionList(&random)
        let choice = random.below(3)
        let policy = DuplicatePolicy.allCases[choice]
        let plain = ReferenceSnapshot<Int, String>.Policy.allCases[choice]
        let operation = random.below(18)
        let name =
            "operation \(operation) \(policy) \(list) \(item) \(other) \(section) \(otherSection) \(sectionsGiven)"
        var found: [DuplicateItem<String>] = []
        let before = reference
        let mine = Result {
            switch operation {
            case 0, 1: try snapshot.appendSections(validating: sectionsGiven, duplicates: policy)
            case 2:
                try snapshot.insertSections(validating: sectionsGiven, beforeSection: section, duplicates: policy)
            case 3: try snapshot.insertSections(validating: sectionsGiven, afterSection: section, duplicates: policy)
            case 4: snapshot.deleteSections(Array(sectionsGiven.prefix(1)))
            case 5: try snapshot.moveSection(validating: section, beforeSection: otherSection)
            case 6: try snapshot.moveSection(validating: section, afterSection: otherSection)
            case 7, 8: found = try snapshot.appendItems(validating: list, toSection: section, duplicates: policy)
            case 9: found = try snapshot.appendItems(validating: list, duplicates: policy)
            case 10: found = try snapshot.insertItems(validating: list, beforeItem: item, duplicates: policy)
            case 11: found = try snapshot.insertItems(validating: list, afterItem: item, duplicates: policy)
            case 12: snapshot.deleteItems(list)
            case 13: try snapshot.moveItem(validating: item, beforeItem: other)
            case 14: try snapshot.moveItem(validating: item, afterItem: other)
            case 15:
                try snapshot.reloadItems(validating: list.prefix(2))
                try snapshot.reconfigureItems(validating: [item])
            case 16: try snapshot.reloadSections(validating: sectionsGiven.prefix(1))
            default: found = try snapshot.replaceItems(inSection: section, validating: list, duplicates: policy)
            }
        }
        let theirs = Result {
            switch operation {
            case 0, 1: try reference.insertSections(sectionsGiven, at: reference.sections.count, plain)
            case 2, 3:
                guard let index = reference.indexOfSection(section) else {
                    throw ReferenceSnapshot<Int, String>.Refusal.unknownSection
                }
                try reference.insertSections(sectionsGiven, at: index + operation - 2, plain)
            case 4: reference.deleteSections(Array(sectionsGiven.prefix(1)))
            case 5: try reference.moveSection(section, before: otherSection)
            case 6: try reference.moveSection(section, after: otherSection)
            case 7, 8: try reference.appendItems(list, to: section, plain)
            case 9: try reference.appendItems(list, to: nil, plain)
            case 10: try reference.insertItems(list, before: item, plain)
            case 11: try reference.insertItems(list, after: item, plain)
            case 12: reference.deleteItems(list)
            case 13: try reference.moveItem(item, before: other)
            case 14: try reference.moveItem(item, after: other)
            case 15:
                try reference.reloadItems(Array(list.prefix(2)))
                try reference.reconfigureItems([item])
            case 16: try reference.reloadSections(Array(sectionsGiven.prefix(1)))
            default: try reference.replaceItems(of: section, with: list, plain)
            }
        }
        try require(kind(of: mine) == kind(of: theirs), "\(kind(of: mine)) instead of \(kind(of: theirs)) in \(name)")
        for duplicate in found {
            try require(list[duplicate.again] == duplicate.identifier, "report of \(name)")
            switch duplicate.first {
            case .argument(let first):
                try require(list[first] == duplicate.identifier && first < duplicate.again, "report of \(name)")
            case .snapshot(let path):
                let position = before.position(of: duplicate.identifier)!
                try require(position == (path.section, path.item), "report of \(name)")
            }
        }
        return name
    }

    private static func kind(of result: Result<Void, any Error>) -> String {
        switch result {
        case .success: "success"
        case .failure(SnapshotError.noSection): "noSection"
        case .failure(let error): Mirror(reflecting: error).children.first?.label ?? "\(error)"
        }
    }
}
