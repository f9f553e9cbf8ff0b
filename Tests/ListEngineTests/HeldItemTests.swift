import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// A cell in which the user types stays alive outside of the visible bounds.
@MainActor
@Suite("Held items")
struct HeldItemTests {
    private let view: CollectionView
    private let source: DiffableDataSource<Int, Int>

    /// A hundred rows of 20 points, ten of them visible.
    init() {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 100, height: 20)
        flow.minimumLineSpacing = 0
        view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: flow)
        source = DiffableDataSource(collectionView: view, scheduler: .immediate) { view, indexPath, _ in
            view.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
        }
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.edit(animatingDifferences: false) {
            $0.appendSections([0])
            $0.appendItems(Array(0..<100))
        }
        view.layoutIfNeeded()
    }

    private func scroll(to y: CGFloat) {
        view.hostDidScroll(to: CGPoint(x: 0, y: y))
        view.layoutIfNeeded()
    }

    private func cell(_ item: Int) -> CollectionViewCell? {
        source.indexPath(for: item).flatMap { view.cellForItem(at: $0) }
    }

    @Test func theCellOfTheHeldItemStaysUntilAnotherItemIsHeld() throws {
        let held = try #require(cell(3))
        view.heldItem = IndexPath(item: 3, section: 0)
        for y in stride(from: CGFloat(0), through: 1_800, by: 90) {
            scroll(to: y)
            #expect(cell(3) === held && held.frame.minY == 60)
        }
        #expect(view.visibleCells.count == 11 && cell(2) == nil)
        view.heldItem = nil
        view.layoutIfNeeded()
        #expect(cell(3) == nil && view.visibleCells.count == 10)
        view.heldItem = IndexPath(item: 500, section: 0)
        #expect(view.heldItem == nil)
    }

    /// All visible items are deleted. The next item after them keeps its place, and not the held one, which is elsewhere.
    @Test func theListStaysAtTheNearestItemAlthoughAnotherOneIsHeld() {
        view.heldItem = IndexPath(item: 99, section: 0)
        scroll(to: 400)
        source.edit(animatingDifferences: false) {
            $0.deleteItems(Array(18..<32))
            $0.insertItems(Array(200..<203), beforeItem: 50)
        }
        #expect(view.contentOffset.y == 120)
        #expect(source.indexPath(for: 32).map { view.layout.frame(ofItem: $0.item, inSection: 0).minY } == 360)
    }

    @Test func theHeldCellStaysInItsPlaceWhileAnotherItemIsDraggedToAnotherSection() throws {
        source.edit(animatingDifferences: false) {
            $0.appendSections([1])
            $0.appendItems([500])
        }
        scroll(to: 1_800)
        view.heldItem = IndexPath(item: 99, section: 0)
        let held = try #require(cell(99))
        scroll(to: 1_700)
        #expect(view.hostBeginReordering(itemAt: IndexPath(item: 90, section: 0)))
        view.hostReorder(to: CGPoint(x: 50, y: 5_000))
        #expect(view.reorderedItem?.to == IndexPath(item: 1, section: 1))
        scroll(to: 0)
        // It has moved up, to the place of the dragged item.
        #expect(cell(99) === held && held.frame.minY == 1_960)
        view.hostEndReordering()
        #expect(cell(99) === held && view.heldItem == IndexPath(item: 98, section: 0))
    }

    @Test func theHeldCellFollowsItsItem() throws {
        let held = try #require(cell(3))
        view.heldItem = IndexPath(item: 3, section: 0)
        scroll(to: 1_000)
        source.edit(animatingDifferences: false) {
            $0.insertItems(Array(200..<210), beforeItem: 0)
            $0.moveItem(3, afterItem: 99)
        }
        view.layoutIfNeeded()
        #expect(cell(3) === held && view.heldItem == IndexPath(item: 109, section: 0) && held.frame.minY == 2_180)
        // An item that is dragged beside it.
        let dragged = try #require(view.indexPathsForVisibleItems.first)
        #expect(view.hostBeginReordering(itemAt: dragged))
        #expect(view.hostReorder(to: CGPoint(x: 50, y: view.bounds.midY)))
        #expect(cell(3) === held && held.frame.minY == 2_180)
        view.hostCancelReordering()
        source.edit(animatingDifferences: false) { $0.deleteItems([3]) }
        view.layoutIfNeeded()
        #expect(view.heldItem == nil && !view.visibleCells.contains { $0 === held } && view.visibleCells.count <= 11)
    }

    @Test func aFullReloadReleasesTheHeldItem() {
        view.heldItem = IndexPath(item: 3, section: 0)
        scroll(to: 1_000)
        view.reloadData()
        view.layoutIfNeeded()
        #expect(view.heldItem == nil && cell(3) == nil && view.visibleCells.count == 10)
        view.heldItem = IndexPath(item: 50, section: 0)
        source.edit(animatingDifferences: false) { $0.deleteItems(Array(0..<100)) }
        view.layoutIfNeeded()
        #expect(view.heldItem == nil && view.visibleCells.isEmpty)
    }
}
