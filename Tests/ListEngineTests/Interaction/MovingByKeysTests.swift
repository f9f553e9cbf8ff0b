import Foundation
import ListEngineDiff
import ListEngineLayout
import ListEngineTestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Items that keys move")
struct MovingByKeysTests {
    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 20))
    private let source: DiffableDataSource<String, Int>

    init() {
        source = DiffableDataSource(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.reorderingHandlers.canReorderItem = { $0 != 99 }
        view.allowsMultipleSelection = true
        show(["a": Array(0..<10), "b": [20, 21, 99]])
    }

    private func show(_ sections: [String: [Int]]) {
        var snapshot = source.snapshot()
        snapshot.deleteAllItems()
        for (section, items) in sections.sorted(by: { $0.key < $1.key }) {
            snapshot.appendSections([section])
            snapshot.appendItems(items, toSection: section)
        }
        source.apply(snapshot)
        view.layoutIfNeeded()
    }

    private var items: [Int] { source.snapshot().itemIdentifiers }

    private func select(_ items: [Int]) {
        source.selectedItemIdentifiers = items
        source.focusedItemIdentifier = items[0]
    }

    @Test func oneItemMovesThroughItsSectionAndToTheNext() {
        #expect(!view.hostMoveItems(toward: .down), "nothing has the focus")
        source.focusedItemIdentifier = 8
        #expect(view.hostMoveItems(toward: .down) && items.prefix(10) == [0, 1, 2, 3, 4, 5, 6, 7, 9, 8])
        #expect(source.focusedItemIdentifier == 8)
        #expect(view.hostMoveItems(toward: .down) && source.indexPath(for: 8)?.section == 1)
        #expect(view.hostMoveItems(toward: .up) && source.indexPath(for: 8)?.section == 0)
        source.focusedItemIdentifier = 99
        #expect(!view.hostMoveItems(toward: .up), "the data source refuses")
        source.focusedItemIdentifier = 0
        #expect(!view.hostMoveItems(toward: .up), "the first item")
        #expect(view.reorderedItem == nil && view.visibleCells.allSatisfy { !$0.isReordering })
    }

    @Test func severalSelectedItemsMoveTogether() {
        select([3, 4, 7])
        #expect(view.hostMoveItems(toward: .up) && items.prefix(10) == [0, 1, 3, 4, 2, 5, 7, 6, 8, 9])
        #expect(source.selectedItemIdentifiers == [3, 4, 7] && source.focusedItemIdentifier == 3)
        #expect(view.hostMoveItems(toward: .down) && view.hostMoveItems(toward: .down))
        #expect(items.prefix(10) == [0, 1, 2, 5, 3, 4, 6, 8, 7, 9])
        // Those at the end stay, and the others come closer.
        select([0, 2])
        #expect(view.hostMoveItems(toward: .up) && items.prefix(3) == [0, 2, 1])
        #expect(!view.hostMoveItems(toward: .up) && items.prefix(3) == [0, 2, 1])
        select([21, 99])
        #expect(view.hostMoveItems(toward: .up) && items.suffix(3) == [21, 20, 99])
        // The focus is on an item that is not selected: it moves alone.
        source.focusedItemIdentifier = 20
        #expect(view.hostMoveItems(toward: .up) && items.suffix(3) == [20, 21, 99])
    }

    @Test func leftAndRightAreThoseOfTheScreen() {
        let layout = ListRecipe(height: 20)
        layout.scrollDirection = .horizontal
        view.collectionViewLayout = layout
        view.flowDirection = .rightToLeft
        select([3, 4])
        #expect(view.hostMoveItems(toward: .left) && items.prefix(6) == [0, 1, 2, 5, 3, 4])
        view.hostDeselectAll()
        source.focusedItemIdentifier = 0
        #expect(view.hostMoveItems(toward: .left) && items.prefix(2) == [1, 0])
        #expect(view.hostMoveItems(toward: .right) && items.prefix(2) == [0, 1])
    }

    /// The list scrolls along.
    @Test func theFocusedItemStaysOnTheScreen() {
        source.focusedItemIdentifier = 4
        view.hostMoveItems(toward: .down)
        view.hostMoveItems(toward: .down)
        #expect(view.cellForItem(at: source.indexPath(for: 4)!).map { view.bounds.contains($0.frame) } == true)
    }

    /// The program changes the list while its items move: by an update, a removed section, a reload or a new data source.
    @Test(arguments: 0..<4) func aProgramThatChangesTheListInTheMiddle(kind: Int) {
        select([3, 4, 7])
        var count = 0
        var other: DiffableDataSource<String, Int>?
        source.reorderingHandlers.didReorder = { [self] _ in
            count += 1
            guard count == 1 else { return }
            switch kind {
            case 0: source.edit { $0.deleteItems([4, 5]) }
            case 1: source.edit { $0.deleteSections(["a"]) }
            case 2: view.reloadData()
            default: other = DiffableDataSource(collectionView: view) { _, _, _ in nil }
            }
        }
        view.hostMoveItems(toward: .up)
        view.layoutIfNeeded()
        #expect(view.reorderedItem == nil && count >= 1)
        if kind == 0 { #expect(items.prefix(8) == [0, 1, 3, 2, 6, 7, 8, 9]) }
        if kind == 1 { #expect(items == [20, 21, 99]) }
        if kind == 3 { #expect(view.numberOfSections == 0 && other != nil) }
    }

    @Test func theDelegateDecidesWhere() {
        final class Delegate: CollectionViewDelegate {
            func collectionView(
                _ view: CollectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath original: IndexPath,
                atCurrentIndexPath current: IndexPath, toProposedIndexPath proposed: IndexPath
            ) -> IndexPath { proposed.item < 2 ? original : proposed }
        }
        let delegate = Delegate()
        view.delegate = delegate
        source.focusedItemIdentifier = 3
        #expect(view.hostMoveItems(toward: .up) && !view.hostMoveItems(toward: .up))
        #expect(items.prefix(4) == [0, 1, 3, 2])
    }
}
