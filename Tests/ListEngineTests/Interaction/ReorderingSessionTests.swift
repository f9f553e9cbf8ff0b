import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

/// Random drags, drops, cancels, scrolls and updates, compared with a plain model.
@MainActor
@Suite("Random sessions of moving items")
struct ReorderingSessionTests {
    private final class Source: DiffableDataSource<String, Int> {}

    /// Visible cells, by will-display and did-end-display calls.
    private final class Ledger: CollectionViewDelegate {
        var shown: Set<ObjectIdentifier> = []
        var fault: String?
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { if !shown.insert(ObjectIdentifier(cell)).inserted { fault = "a cell is shown twice" } }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { if shown.remove(ObjectIdentifier(cell)) == nil { fault = "an end without a start" } }
    }

    /// The state that a cancel must restore.
    private struct Trace: Equatable {
        var elements: [LayoutAttributes]
        var names: [String]
        var offset: CGPoint
        var size: CGSize
        var screen: [String]
        var selected: [IndexPath]
    }

    @MainActor
    private struct Session {
        var random: TestRandom
        let recorder = RecorderHost()
        let view: CollectionView
        let source: Source
        let ledger = Ledger()
        var model: [[Int]] = []
        var count = 0
        var dragged: Int?
        var draggedCell: CollectionViewCell?
        /// The other items that move with the dragged one.
        var companions: Set<Int> = []
        var before: Trace?
        var gathered = 0

        init(seed: UInt64) {
            random = TestRandom(seed: seed)
            let layouts: [any CollectionViewLayoutRecipe] = [
                ListRecipe(height: 20, header: 8), ListRecipe(height: 33, header: 5, pinsHeader: true),
                CollectionViewCompositionalLayout { section, _ in
                    .grid(columns: 1 + section % 3, itemHeight: .absolute(25))
                },
            ]
            view = CollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 120),
                collectionViewLayout: layouts[random.below(layouts.count)])
            view.host = recorder
            view.diagnostics.handler = { _ in }
            source = Source(collectionView: view) { view, indexPath, number in
                let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
                cell.name = "\(number)"
                return cell
            }
            source.supplementaryViewProvider = { view, kind, indexPath in
                view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
            }
            source.reorderingHandlers.canReorderItem = { $0 % 7 != 3 }
            view.delegate = ledger
            view.allowsMultipleSelection = true
            model = (0..<3).map { _ in newItems(random.below(20)) }
            apply()
        }

        mutating func newItems(_ number: Int) -> [Int] {
            count += number
            return Array(count - number..<count)
        }

        func apply() {
            source.apply(
                DiffableSnapshot(sections: model.enumerated().map { ("\($0)", $1) }), animatingDifferences: false)
        }

        var names: [String] { view.visibleCells.map { ($0 as? NameCell)?.name ?? "?" } }

        var trace: Trace {
            Trace(
                elements: view.visibleElements, names: names, offset: view.contentOffset, size: view.contentSize,
                screen: recorder.screen.values.map { "\($0)" }.sorted(), selected: view.indexPathsForSelectedItems)
        }

        /// The visible order: that of the model, with the dragged item where it would fall.
        var shownModel: [[Int]] {
            var shown = model
            guard let (from, to) = view.reorderedItem else { return shown }
            shown[to.section].insert(shown[from.section].remove(at: from.item), at: to.item)
            return shown
        }

        /// The order after a drop: the other items are next to the dragged one, in the order of the list.
        var droppedModel: [[Int]] {
            guard let dragged, let (from, to) = view.reorderedItem, from != to else { return shownModel }
            let items = model.joined().filter { $0 == dragged || companions.contains($0) }
            let place = items.firstIndex(of: dragged) ?? 0
            return shownModel.map { section in
                section.filter { !companions.contains($0) }.flatMap {
                    $0 == dragged ? items[..<place] + [dragged] + items[(place + 1)...] : [$0]
                }
            }
        }

        mutating func act() -> String? {
            switch random.below(11) {
            case 0,
                1 where dragged == nil:
                let items = view.indexPathsForVisibleItems
                guard dragged == nil, !items.isEmpty else { break }
                let marked = items.filter { view.isItemSelected(at: $0) }
                let item = marked.isEmpty || random.chance(oneIn: 3) ? items[random.below(items.count)] : marked[0]
                let name = model[item.section][item.item]
                let now = trace
                guard view.hostBeginReordering(itemAt: item) == (name % 7 != 3) else { return "\(name) can be moved?" }
                guard name % 7 != 3 else { break }
                (before, dragged, draggedCell) = (now, name, view.cellForItem(at: item))
                let selected = view.indexPathsForSelectedItems.map { model[$0.section][$0.item] }
                companions = selected.contains(name) ? Set(selected.filter { $0 != name && $0 % 7 != 3 }) : []
            case 1, 2, 3:
                let offset = view.contentOffset
                let location = CGPoint(
                    x: CGFloat(random.below(100)),
                    y: view.contentOffset.y + CGFloat(random.below(160)) - 20)
                guard view.hostReorder(to: location) == (dragged != nil) else { return "a drag that is not known" }
                if let item = dragged, let cell = draggedCell {
                    // Under the finger, even if the content has become shorter than the scroll position.
                    let finger = location.y - offset.y + view.contentOffset.y
                    let middle = CGPoint(x: cell.frame.midX, y: cell.frame.midY)
                    guard abs(middle.x - location.x) < 1e-6, abs(middle.y - finger) < 1e-6 else {
                        return "\(item) is dragged to \(location), and stands at \(middle)"
                    }
                }
            case 4:
                view.hostDidScroll(to: point(CGFloat(random.below(max(1, Int(view.contentSize.height) - 100)))))
            case 5:
                guard dragged != nil else { break }
                let order = droppedModel
                if order != shownModel { gathered += 1 }
                guard view.hostEndReordering() else { return "a drop without a drag" }
                model = order
                // Items that move next to it can move it out of the bounds.
                if let cell = draggedCell as? NameCell, let item = dragged, companions.isEmpty, cell.name != "\(item)" {
                    return "the cell of \(item) was given to \(cell.name)"
                }
                (dragged, before, draggedCell, companions) = (nil, nil, nil, [])
            case 6:
                guard dragged != nil else { break }
                guard view.hostCancelReordering() else { return "a cancel without a drag" }
                if let before, before != trace { return "a cancel left \(trace) of \(before)" }
                (dragged, before, draggedCell, companions) = (nil, nil, nil, [])
            case 7:
                update()
            default:
                let items = view.indexPathsForVisibleItems
                guard dragged == nil, !items.isEmpty else { break }
                let item = random.pick(items[0], items[random.below(items.count)])
                if view.isItemSelected(at: item) {
                    view.deselectItem(at: item, animated: false)
                } else {
                    view.selectItem(at: item, animated: false)
                }
            }
            view.layoutIfNeeded()
            return fault()
        }

        /// Changes the data, now and then by deleting the dragged item.
        mutating func update() {
            before = nil
            for section in model.indices {
                model[section].removeAll { item in
                    random.chance(oneIn: 8) && (item != dragged || random.chance(oneIn: 2))
                }
                for item in newItems(random.below(4)) {
                    model[section].insert(item, at: random.below(model[section].count + 1))
                }
                if random.chance(oneIn: 4), model[section].count > 1 {
                    model[section].insert(model[section].removeLast(), at: 0)
                }
            }
            apply()
            companions.formIntersection(model.joined())
            if let item = dragged, !model.joined().contains(item) {
                (dragged, draggedCell, companions) = (nil, nil, [])
            }
        }

        func fault() -> String? {
            if let fault = ledger.fault { return fault }
            if view.diagnostics.recent.contains(where: { $0.code != .reorderingCancelled }) {
                return "\(view.diagnostics.recent)"
            }
            guard (view.reorderedItem != nil) == (dragged != nil) else {
                return "dragged \(String(describing: dragged))"
            }
            guard view.numberOfReorderedItems == (dragged == nil ? 0 : companions.count + 1) else {
                return "\(view.numberOfReorderedItems) items, and \(companions) with the dragged one"
            }
            for case let cell as NameCell in view.visibleCells {
                let isDragged = Int(cell.name).map { $0 == dragged || companions.contains($0) }
                guard cell.isReordering == isDragged else { return "\(cell.name) is dragged: \(cell.isReordering)" }
                guard cell.layoutAttributes?.alpha == (isDragged == true && cell !== draggedCell ? 0.5 : 1) else {
                    return "\(cell.name) has the alpha \(String(describing: cell.layoutAttributes?.alpha))"
                }
            }
            guard source.snapshot().itemIdentifiers == Array(model.joined()) else { return "the data is another" }
            let order = shownModel
            let recipe = view.collectionViewLayout
            let container = ListContainer(size: view.bounds.size)
            guard let fresh = try? recipe.layout(itemCounts: order.map(\.count), in: container) else {
                return "no fresh layout"
            }
            guard view.contentSize == fresh.contentSize else {
                return "\(view.contentSize), fresh \(fresh.contentSize)"
            }
            // Every item but the dragged one is where a fresh layout of the visible order places it.
            let visible = fresh.layoutAttributes(in: view.viewport).filter { $0.category == .item }
            var expected: [String: CGRect] = [:]
            for element in visible { expected["\(order[element.section][element.item])"] = element.frame }
            if let dragged { expected["\(dragged)"] = nil }
            var found: [String: CGRect] = [:]
            for cell in view.visibleCells where cell !== draggedCell {
                found[(cell as? NameCell)?.name ?? "?"] = cell.frame
            }
            guard found == expected else { return "shown \(found), of the model \(expected)" }
            if let draggedCell, !view.visibleCells.contains(where: { $0 === draggedCell }) {
                return "the cell was lost"
            }
            for path in view.indexPathsForVisibleItems {
                let name = (view.cellForItem(at: path) as? NameCell)?.name
                guard name == "\(model[path.section][path.item])" else {
                    return "\(path) is shown by \(name ?? "none")"
                }
            }
            guard Set(view.visibleCells.map(ObjectIdentifier.init)) == ledger.shown else {
                return "cells were not told"
            }
            return nil
        }
    }

    @Test func whatIsShownIsTheModelWithTheItemWhereItWouldFall() {
        var gathered = 0
        let seeds = LawCases.seeds(60)
        for seed in seeds {
            var session = Session(seed: seed)
            for step in 0..<80 {
                if let fault = session.act() {
                    Issue.record("LE_SEED=\(seed), step \(step): \(fault)")
                    return
                }
            }
            gathered += session.gathered
        }
        #expect(gathered > seeds.count / 2, "\(gathered) drops of several items")
    }
}
