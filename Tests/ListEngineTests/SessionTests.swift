import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Random sessions of one user, compared with a plain model.
@MainActor
@Suite("Random sessions")
struct SessionTests {
    /// Pairs will-display and did-end by cell.
    private final class Ledger: CollectionViewDelegate {
        var shown: [ObjectIdentifier: String] = [:]
        var fault: String?

        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) {
            let name = (cell as? NameCell)?.name ?? "?"
            if let other = shown.updateValue(name, forKey: ObjectIdentifier(cell)) {
                fault = fault ?? "a cell that shows \(other) is to show \(name)"
            }
        }

        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) {
            if shown.removeValue(forKey: ObjectIdentifier(cell)) == nil {
                fault = fault ?? "an end of \(indexPath) without a start"
            }
        }
    }

    @MainActor
    private struct Session {
        var random: TestRandom
        let list: NameList
        let ledger = Ledger()
        var count = 0
        /// Names of the selected items.
        var selected: Set<String> = []

        init(seed: UInt64) {
            random = TestRandom(seed: seed)
            let layouts: [any CollectionViewLayoutRecipe] = [
                ListRecipe(header: 12), ListRecipe(height: 33, header: 5, pinsHeader: true),
                CollectionViewFlowLayout(),
                CollectionViewCompositionalLayout { section, _ in
                    .grid(columns: 1 + section % 3, itemHeight: .absolute(25))
                },
            ]
            list = NameList([], layout: layouts[random.below(layouts.count)])
            list.view.delegate = ledger
            list.view.allowsMultipleSelection = true
            list.sections = (0..<random.below(5)).map { _ in newItems(random.below(30)) }
            list.recorder.holdsAnimations = random.chance(oneIn: 2)
        }

        mutating func newItems(_ number: Int) -> [String] {
            count += number
            return (count - number..<count).map { "n\($0)" }
        }

        /// Performs one action. Returns the fault afterwards.
        mutating func act() -> String? {
            let view = list.view
            var act = "scroll"
            switch random.below(9) {
            case 0, 1, 2:
                let most = Int(view.contentSize.height) + 50
                view.hostDidScroll(to: point(CGFloat(random.below(max(1, most)))))
            case 3:
                act = "reload"
                list.sections = (0..<random.below(5)).map { _ in newItems(random.below(30)) }
                view.reloadData()
                selected = []
            case 4:
                act = "end animations"
                list.recorder.endAnimations()
            case 5:
                act = "resize"
                view.bounds.size = CGSize(width: 80 + random.below(60), height: 60 + random.below(120))
            case 6:
                act = "tap"
                let items = view.visibleElements.filter { $0.category == .item }
                guard !items.isEmpty else { break }
                let item = items[random.below(items.count)]
                view.hostTap(at: CGPoint(x: item.frame.midX, y: item.frame.midY))
                selected.formSymmetricDifference([list.sections[item.section][item.item]])
            default:
                act = "batch"
                if let error = batch() { return "a legal batch was refused: \(error)" }
                selected.formIntersection(list.sections.joined())
            }
            view.layoutIfNeeded()
            return fault().map { "after \(act): \($0)" }
        }

        /// A random legal batch.
        mutating func batch() -> CollectionViewUpdateError? {
            let old = list.sections
            var deleted: [Int] = []
            var moved: [Int] = []
            var reloaded: [Int] = []
            var order: [Int?] = []
            for section in old.indices {
                switch random.below(8) {
                case 0: deleted.append(section)
                case 1: moved.append(section)
                case 2:
                    reloaded.append(section)
                    order.append(section)
                default: order.append(section)
                }
            }
            for section in moved { order.insert(section, at: random.below(order.count + 1)) }
            for _ in 0..<random.below(3) { order.insert(nil, at: random.below(order.count + 1)) }

            // The contents of each section after the update, by its index.
            var after: [[String]] = []
            var free: [Int] = []
            var travellers: [(name: String, from: IndexPath)] = []
            var deletes: [IndexPath] = []
            var reloads: [IndexPath] = []
            var reconfigures: [IndexPath] = []
            for (place, section) in order.enumerated() {
                guard let section, !reloaded.contains(section) else {
                    after.append(newItems(random.below(6)))
                    continue
                }
                free.append(place)
                var kept: [String] = []
                for (item, name) in old[section].enumerated() {
                    let path = IndexPath(item: item, section: section)
                    switch random.below(20) {
                    case 0, 1: deletes.append(path)
                    case 2: travellers.append((name, path))
                    case 3:
                        reloads.append(path)
                        kept.append(name)
                    case 4:
                        reconfigures.append(path)
                        kept.append(name)
                    default: kept.append(name)
                    }
                }
                after.append(kept)
            }
            for section in deleted where random.chance(oneIn: 2) {
                deletes += old[section].indices.prefix(2).map { IndexPath(item: $0, section: section) }
            }
            var new: Set<String> = []
            for place in free where random.chance(oneIn: 2) {
                for name in newItems(random.below(4)) {
                    after[place].insert(name, at: random.below(after[place].count + 1))
                    new.insert(name)
                }
            }
            if free.isEmpty { travellers = [] }
            for traveller in travellers {
                let place = free[random.below(free.count)]
                after[place].insert(traveller.name, at: random.below(after[place].count + 1))
            }
            var places: [String: IndexPath] = [:]
            for (section, names) in after.enumerated() {
                for (item, name) in names.enumerated() { places[name] = IndexPath(item: item, section: section) }
            }
            let view = list.view
            let isAnimated = !random.chance(oneIn: 4)
            return view.performBatchUpdates(animated: isAnimated) {
                list.sections = after
                view.deleteSections(IndexSet(deleted))
                view.reloadSections(IndexSet(reloaded))
                for section in moved { view.moveSection(section, toSection: order.firstIndex(of: section) ?? -1) }
                view.insertSections(IndexSet(order.indices.filter { order[$0] == nil }))
                view.deleteItems(at: deletes)
                view.reloadItems(at: reloads)
                view.reconfigureItems(at: reconfigures)
                view.insertItems(at: new.compactMap { places[$0] })
                for traveller in travellers {
                    if let target = places[traveller.name] { view.moveItem(at: traveller.from, to: target) }
                }
            }
        }

        /// The fault in what is shown.
        func fault() -> String? {
            let view = list.view
            if let fault = ledger.fault { return fault }
            if let first = view.diagnostics.recent.first { return "\(first)" }
            // The layout equals a fresh one of the model.
            let recipe = view.collectionViewLayout
            let container = ListContainer(size: view.bounds.size)
            guard let fresh = try? recipe.layout(itemCounts: list.sections.map(\.count), in: container) else {
                return "no fresh layout"
            }
            guard view.contentSize == fresh.contentSize else {
                return "content \(view.contentSize), fresh \(fresh.contentSize)"
            }
            let visible = fresh.layoutAttributes(in: view.viewport)
            guard view.visibleElements == visible else {
                return "shown \(view.visibleElements.map(\.path)), visible \(visible.map(\.path))"
            }
            let items = visible.filter { $0.category == .item }
            let names = items.map { list.sections[$0.section][$0.item] }
            guard list.shown == names else { return "shown \(list.shown), of the model \(names)" }
            let chosen = view.indexPathsForSelectedItems.map { list.sections[$0.section][$0.item] }
            guard Set(chosen) == selected else { return "selected \(chosen), of the model \(selected)" }
            let cells = view.visibleCells
            guard zip(cells, names).allSatisfy({ $0.isSelected == selected.contains($1) }) else {
                return "a cell does not know whether it is selected"
            }
            guard Set(cells.map(ObjectIdentifier.init)).count == cells.count else { return "a cell in two places" }
            guard Set(cells.map(ObjectIdentifier.init)) == Set(ledger.shown.keys) else {
                return "\(ledger.shown.count) cells were announced, \(cells.count) are shown"
            }
            for (cell, item) in zip(cells, items) {
                guard let frame = list.recorder.screen[RecorderHost.name(of: cell)], frame == item.frame else {
                    return "\(item.path) stands at \(item.frame), and was placed elsewhere"
                }
            }
            return nil
        }
    }

    @Test func visibleCellsAreAlwaysThoseOfTheModel() {
        for seed in LawCases.seeds(60) {
            var session = Session(seed: seed)
            session.list.view.diagnostics.handler = { _ in }
            session.list.view.layoutIfNeeded()
            for step in 0..<60 {
                if let fault = session.act() {
                    Issue.record("LE_SEED=\(seed), step \(step): \(fault)")
                    return
                }
            }
        }
    }
}
