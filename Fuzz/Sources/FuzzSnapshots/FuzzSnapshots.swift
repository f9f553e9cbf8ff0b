import ListEngineDiff
import ListEngineReference

/// The bytes are a history of operations on a snapshot and on the obvious one. After each operation both must agree on
/// the order and on refusals. Now and then the changes since the last time become a batch, which the rule book must
/// accept and which must give the new state.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSnapshots(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var history = History(bytes: UnsafeBufferPointer(start: start, count: count))
    history.run()
    return 0
}

private struct History {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0
    var snapshot = DiffableSnapshot<UInt8, UInt16>()
    var plain = ReferenceSnapshot<UInt8, UInt16>()
    var shown = DiffableSnapshot<UInt8, UInt16>()
    var shownPlain = ReferenceSnapshot<UInt8, UInt16>()

    mutating func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        position += 1
        return bytes[position - 1]
    }

    mutating func section() -> UInt8 { (next() ?? 0) % 12 }
    mutating func item() -> UInt16 { UInt16(next() ?? 0) }

    /// Usually runs, so that chunks fill and split.
    mutating func items() -> [UInt16] {
        let first = UInt16(next() ?? 0)
        let count = next() ?? 0
        if count < 128 { return (0..<UInt16(count % 8)).map { (first &+ $0 &* 7) % 256 } }
        return (0..<UInt16(count)).map { 256 + (first &* 16 &+ $0) % 4096 }
    }

    mutating func run() {
        while let operation = next() {
            let choice = Int(operation >> 5) % 3
            let policy = DuplicatePolicy.allCases[choice]
            let plainPolicy = ReferenceSnapshot<UInt8, UInt16>.Policy.allCases[choice]
            perform(operation & 31, policy, plainPolicy)
        }
        show()
    }

    private mutating func perform(
        _ operation: UInt8, _ policy: DuplicatePolicy, _ plainPolicy: ReferenceSnapshot<UInt8, UInt16>.Policy
    ) {
        switch operation {
        case 0...2:
            let sections = [section(), section()]
            both {
                try $0.appendSections(validating: sections, duplicates: policy)
            } _: {
                try $0.insertSections(sections, at: $0.sections.count, plainPolicy)
            }
        case 3:
            let sections = [section()]
            let target = section()
            both {
                try $0.insertSections(validating: sections, beforeSection: target, duplicates: policy)
            } _: {
                guard let index = $0.indexOfSection(target) else { throw Disagreement.unknown }
                try $0.insertSections(sections, at: index, plainPolicy)
            }
        case 4:
            let sections = [section()]
            both {
                $0.deleteSections(sections)
            } _: {
                $0.deleteSections(sections)
            }
        case 5, 6:
            let (moved, target) = (section(), section())
            if operation == 5 {
                both {
                    try $0.moveSection(validating: moved, beforeSection: target)
                } _: {
                    try $0.moveSection(moved, before: target)
                }
            } else {
                both {
                    try $0.moveSection(validating: moved, afterSection: target)
                } _: {
                    try $0.moveSection(moved, after: target)
                }
            }
        case 7...12:
            let target = section()
            let list = items()
            both {
                try $0.appendItems(validating: list, toSection: target, duplicates: policy)
            } _: {
                try $0.appendItems(list, to: target, plainPolicy)
            }
        case 13...16:
            let target = item()
            let list = items()
            if operation < 15 {
                both {
                    try $0.insertItems(validating: list, beforeItem: target, duplicates: policy)
                } _: {
                    try $0.insertItems(list, before: target, plainPolicy)
                }
            } else {
                both {
                    try $0.insertItems(validating: list, afterItem: target, duplicates: policy)
                } _: {
                    try $0.insertItems(list, after: target, plainPolicy)
                }
            }
        case 17...19:
            let list = items()
            both {
                $0.deleteItems(list)
            } _: {
                $0.deleteItems(list)
            }
        case 20...22:
            let (moved, target) = (item(), item())
            both {
                try $0.moveItem(validating: moved, afterItem: target)
            } _: {
                try $0.moveItem(moved, after: target)
            }
        case 23:
            let target = section()
            let list = items()
            both {
                try $0.replaceItems(inSection: target, validating: list, duplicates: policy)
            } _: {
                try $0.replaceItems(of: target, with: list, plainPolicy)
            }
        case 24:
            let list = [item()]
            both {
                try $0.reloadItems(validating: list)
            } _: {
                try $0.reloadItems(list)
            }
        case 25:
            let list = [item()]
            both {
                try $0.reconfigureItems(validating: list)
            } _: {
                try $0.reconfigureItems(list)
            }
        case 26:
            let list = [section()]
            both {
                try $0.reloadSections(validating: list)
            } _: {
                try $0.reloadSections(list)
            }
        case 27: rebuild()
        default: show()
        }
    }

    private enum Disagreement: Error { case unknown }

    /// Performs one operation on both, and compares the results.
    private mutating func both(
        _ mine: (inout DiffableSnapshot<UInt8, UInt16>) throws -> Void,
        _ theirs: (inout ReferenceSnapshot<UInt8, UInt16>) throws -> Void
    ) {
        var isRefused = false
        var isPlainRefused = false
        do { try mine(&snapshot) } catch { isRefused = true }
        do { try theirs(&plain) } catch { isPlainRefused = true }
        check(isRefused == isPlainRefused, "one refuses and the other does not")
        compare()
    }

    private func compare() {
        check(snapshot.sectionIdentifiers == plain.sectionIdentifiers, "sections differ")
        check(snapshot.itemIdentifiers == plain.itemIdentifiers, "items differ")
        for (position, section) in plain.sections.enumerated() {
            check(snapshot.numberOfItems(inSectionAt: position) == section.items.count, "counts differ")
            guard let last = section.items.last else { continue }
            let path = ItemIndexPath(section: position, item: section.items.count - 1)
            check(snapshot.indexPath(of: last) == path, "an item is not where it is")
        }
    }

    /// The same state, built from scratch on top of the current one.
    private mutating func rebuild() {
        var built = DiffableSnapshot(basedOn: snapshot)
        built.appendSections(plain.sectionIdentifiers)
        for section in plain.sections { built.appendItems(section.items, toSection: section.identifier) }
        snapshot = built
        plain.reloadedItems = []
        plain.reconfiguredItems = []
        plain.reloadedSections = []
        compare()
    }

    /// The changes for a view since the last time.
    private mutating func show() {
        let changes = snapshot.changeset(from: shown)
        let batch = BatchUpdates(changes)
        var model = BatchUpdateModel(itemCounts: shownPlain.sections.map(\.items.count))
        do { try model.perform(batch) } catch { check(false, "\(error)\n\(batch)") }
        check(model.itemCounts == plain.sections.map(\.items.count), "the batch leads to other counts")
        for (section, origins) in model.origins.enumerated() {
            for (item, origin) in origins.enumerated() {
                guard let origin else { continue }
                let before = shownPlain.sections[origin.section].items[origin.item]
                check(before == plain.sections[section].items[item], "the batch takes an item for another")
            }
        }
        snapshot.settle()
        plain.reloadedItems = []
        plain.reconfiguredItems = []
        plain.reloadedSections = []
        shown = snapshot
        shownPlain = plain
    }

    private func check(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { fatalError(message()) }
    }
}
