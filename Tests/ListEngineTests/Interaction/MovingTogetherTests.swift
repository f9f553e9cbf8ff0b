import Foundation
import ListEngineDiff
import ListEngineLayout
import ListEngineTestSupport
import Testing

@testable import ListEngine

/// Several selected items in a drag. Random drags are in ``ReorderingSessionTests``.
@MainActor
@Suite("Selected items that are dragged together")
struct MovingTogetherTests {
    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 300), collectionViewLayout: ListRecipe(height: 20))
    private let host: ScrollingHost
    private let source: DiffableDataSource<String, Int>

    init() {
        host = ScrollingHost(view)
        source = DiffableDataSource(collectionView: view, scheduler: .immediate) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.reorderingHandlers.canReorderItem = { $0 != 99 }
        view.allowsMultipleSelection = true
        source.edit {
            $0.appendSections(["a", "b"])
            $0.appendItems(Array(0..<8), toSection: "a")
            $0.appendItems([20, 21, 99], toSection: "b")
        }
        host.frame(at: 0)
    }

    private func items(_ section: String) -> [Int] { source.snapshot().itemIdentifiers(inSection: section) }

    /// Begins a drag of an item, and carries it to the place of another one.
    private func carry(_ item: Int, to target: Int) {
        func middle(_ item: Int) -> CGPoint {
            let path = ElementPath(source.indexPath(for: item)!)!
            let frame = view.layout.frame(ofItem: path.item, inSection: path.section)
            return CGPoint(x: frame.midX - view.bounds.minX, y: frame.midY - view.bounds.minY)
        }
        #expect(host.beginReordering(at: middle(item)))
        host.reorder(to: middle(target))
    }

    @Test func theItemsAreNextToTheDroppedOneInTheirOrder() {
        source.selectedItemIdentifiers = [1, 3, 6, 20, 99]
        carry(3, to: 4)
        #expect(view.numberOfReorderedItems == 4, "the data source refuses 99")
        #expect(items("a") == Array(0..<8), "the data changes at the end")
        host.endReordering()
        #expect(items("a") == [0, 2, 4, 1, 3, 6, 20, 5, 7] && items("b") == [21, 99])
        #expect(source.selectedItemIdentifiers == [1, 3, 6, 20, 99] && view.numberOfReorderedItems == 0)
        // Into another section.
        carry(20, to: 99)
        host.endReordering()
        #expect(items("a") == [0, 2, 4, 5, 7] && items("b") == [21, 1, 3, 6, 20, 99])
    }

    @Test func anItemThatIsNotSelectedMovesAlone() {
        source.selectedItemIdentifiers = [1, 6]
        carry(3, to: 4)
        #expect(view.numberOfReorderedItems == 1)
        host.endReordering()
        #expect(items("a") == [0, 1, 2, 4, 3, 5, 6, 7])
    }

    @Test func aDropAtTheOldPlaceAndACancelMoveNothing() {
        source.selectedItemIdentifiers = [1, 3, 6]
        carry(3, to: 5)
        host.endReordering(cancelled: true)
        carry(3, to: 3)
        host.endReordering()
        #expect(items("a") == Array(0..<8) && view.visibleCells.allSatisfy { !$0.isReordering })
    }

    /// Items that already are in their places are not moved, and each of the others once.
    @Test(arguments: [
        (Array(0..<8), 5, 7, [0, 1, 2, 3, 4, 5, 6, 7], 0), ([2, 3, 4, 6], 3, 4, [0, 1, 2, 3, 4, 6, 5, 7], 1),
        ([3, 4, 5, 7], 7, 4, [0, 1, 2, 3, 4, 5, 7, 6], 1), ([0, 4, 5, 6], 0, 5, [1, 2, 3, 0, 4, 5, 6, 7], 1),
        ([0, 3, 4, 7], 7, 3, [1, 2, 0, 3, 4, 7, 5, 6], 2), ([0, 1, 2, 6], 6, 4, [3, 0, 1, 2, 6, 4, 5, 7], 4),
        ([2, 5, 7], 7, 3, [0, 1, 2, 5, 7, 3, 4, 6], 2), ([0, 2, 5], 0, 4, [1, 3, 4, 0, 2, 5, 6, 7], 2),
    ])
    func eachItemMovesAtMostOnce(selected: [Int], dragged: Int, target: Int, expected: [Int], updates: Int) {
        source.selectedItemIdentifiers = selected
        var count = 0
        source.reorderingHandlers.didReorder = { _ in count += 1 }
        carry(dragged, to: target)
        host.endReordering()
        #expect(items("a") == expected && count == updates)
        #expect(view.reorderedItem == nil && view.visibleCells.allSatisfy { !$0.isReordering })
    }

    @Test func aHorizontalListFromRightToLeft() {
        let layout = ListRecipe(height: 20)
        layout.scrollDirection = .horizontal
        view.collectionViewLayout = layout
        view.flowDirection = .rightToLeft
        host.frame(at: 0)
        source.selectedItemIdentifiers = [0, 2]
        carry(2, to: 1)
        host.endReordering()
        #expect(items("a").prefix(4) == [0, 2, 1, 3])
    }

    /// Items that are dragged out of the list and stay over it.
    @Test func aDragBetweenListsMovesItsItemsInTheirOwnList() throws {
        final class Delegate: CollectionViewDelegate {
            func collectionView(_ view: CollectionView, dragItemForItemAt indexPath: IndexPath) -> CollectionDragItem? {
                CollectionDragItem(payload: indexPath)
            }
        }
        let delegate = Delegate()
        view.delegate = delegate
        source.selectedItemIdentifiers = [1, 3, 6]
        let drag = try #require(host.beginItemDrag(at: CGPoint(x: 50, y: 70)))
        // The items of the drag move, whatever the program selects meanwhile.
        source.selectedItemIdentifiers = [3, 7]
        #expect(host.dragOver(drag, at: CGPoint(x: 50, y: 90)) == .move && view.reorderedItem?.from.item == 3)
        #expect(host.drop(drag, at: CGPoint(x: 50, y: 90)) == .move)
        drag.end(.move)
        #expect(items("a") == [0, 2, 4, 1, 3, 6, 5, 7])
    }

    // MARK: Changes in the middle

    /// The program changes the list while items are dragged, or while they move.
    enum Change: CaseIterable {
        case update, removedSection, reload, otherSource, closed, deselection, otherDrag
    }

    private func apply(_ change: Change) -> AnyObject? {
        switch change {
        case .update: source.edit { $0.deleteItems([6, 4]) }
        case .removedSection: source.edit { $0.deleteSections(["b"]) }
        case .reload: view.reloadData()
        case .otherSource:
            return DiffableDataSource<String, Int>(collectionView: view, scheduler: .immediate) { _, _, _ in nil }
        case .closed: view.host = nil
        case .deselection: source.selectedItemIdentifiers = []
        case .otherDrag:
            view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0))
            view.hostReorder(to: CGPoint(x: 50, y: 130))
            view.hostEndReordering()
        }
        return nil
    }

    @Test(arguments: Change.allCases) func theProgramChangesTheListDuringTheDrag(change: Change) {
        source.selectedItemIdentifiers = [1, 3, 6, 20]
        carry(3, to: 5)
        let other = apply(change)
        host.frame(at: 1)
        host.endReordering()
        host.frame(at: 2)
        withExtendedLifetime(other) {}
        #expect(view.reorderedItem == nil && view.numberOfReorderedItems == 0)
        #expect(view.visibleCells.allSatisfy { !$0.isReordering })
        switch change {
        case .update: #expect(items("a") == [0, 2, 5, 1, 3, 20, 7])
        case .removedSection: #expect(items("a") == [0, 2, 4, 5, 1, 3, 6, 7])
        // A list without a host has no gestures.
        case .reload, .otherSource, .closed: #expect(items("a") == Array(0..<8) && items("b") == [20, 21, 99])
        // The drag goes on, or the other one takes its place.
        case .deselection: #expect(items("a") == [0, 2, 4, 5, 1, 3, 6, 20, 7])
        case .otherDrag: #expect((items("a") + items("b")).sorted() == [0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 99])
        }
    }

    @Test(arguments: Change.allCases, 1...3) func theProgramChangesTheListWhileItemsMove(change: Change, after: Int) {
        source.selectedItemIdentifiers = [1, 3, 6, 20]
        carry(3, to: 5)
        var count = 0
        var other: AnyObject?
        source.reorderingHandlers.didReorder = { [self] _ in
            count += 1
            if count == after { other = apply(change) }
        }
        host.endReordering()
        host.frame(at: 2)
        #expect(count >= after && view.reorderedItem == nil && view.visibleCells.allSatisfy { !$0.isReordering })
        let all = items("a") + (source.snapshot().sectionIdentifiers.contains("b") ? items("b") : [])
        switch change {
        case .update: #expect(all.sorted() == [0, 1, 2, 3, 5, 7, 20, 21, 99])
        case .removedSection: #expect(Set(0..<8).isSubset(of: all))
        default: #expect(all.sorted() == [0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 99])
        }
        if change == .closed || change == .deselection { #expect(items("a") == [0, 2, 4, 5, 1, 3, 6, 20, 7]) }
        withExtendedLifetime(other) {}
    }

    /// The delegate keeps items in their sections.
    @Test func refusedItemsStay() {
        final class Delegate: CollectionViewDelegate {
            func collectionView(
                _ view: CollectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath original: IndexPath,
                atCurrentIndexPath current: IndexPath, toProposedIndexPath proposed: IndexPath
            ) -> IndexPath { proposed.section == original.section ? proposed : current }
        }
        let delegate = Delegate()
        view.delegate = delegate
        source.selectedItemIdentifiers = [1, 3, 6, 20]
        carry(3, to: 5)
        host.endReordering()
        #expect(items("a") == [0, 2, 4, 5, 1, 3, 6, 7] && items("b") == [20, 21, 99])
    }

    @Test func aDataSourceThatChangesTheListWhileADragBegins() {
        source.selectedItemIdentifiers = [1, 3, 6]
        source.reorderingHandlers.canReorderItem = { [self] item in
            if item == 6 { source.edit { $0.deleteItems([1]) } }
            return true
        }
        #expect(!view.hostBeginReordering(itemAt: IndexPath(item: 3, section: 0)))
        #expect(view.reorderedItem == nil && items("a") == [0, 2, 3, 4, 5, 6, 7])
    }
}
