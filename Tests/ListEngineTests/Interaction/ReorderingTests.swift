import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

/// Names that the user can move.
@MainActor
private final class Shelf: CollectionViewDataSource, CollectionViewDelegate {
    var sections: [[String]]
    let recorder = RecorderHost()
    let view: CollectionView
    var log: [String] = []
    var fixed: Set<String> = []
    var target: ((IndexPath) -> IndexPath)?

    init(_ sections: [[String]], layout: any CollectionViewLayoutRecipe = ListRecipe()) {
        self.sections = sections
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        view.host = recorder
        view.dataSource = self
        view.delegate = self
        view.diagnostics.handler = { _ in }
        view.layoutIfNeeded()
    }

    var shown: [String] { view.visibleCells.map { ($0 as? NameCell)?.name ?? "?" } }
    func cell(_ name: String) -> NameCell? {
        view.visibleCells.compactMap { $0 as? NameCell }.first { $0.name == name }
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }
    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        sections[section].count
    }
    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        let cell = collectionView.dequeueReusableCell(NameCell.self, for: indexPath)
        cell.name = sections[indexPath.section][indexPath.item]
        return cell
    }
    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        collectionView.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
    }
    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        !fixed.contains(sections[indexPath.section][indexPath.item])
    }
    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath
    ) {
        log.append("move \(text(sourceIndexPath)) to \(text(destinationIndexPath))")
        let name = sections[sourceIndexPath.section].remove(at: sourceIndexPath.item)
        sections[destinationIndexPath.section].insert(name, at: destinationIndexPath.item)
    }
    func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath { target?(proposedIndexPath) ?? proposedIndexPath }
}

private func path(_ item: Int, _ section: Int = 0) -> IndexPath {
    IndexPath(item: item, section: section)
}
private func at(_ y: CGFloat) -> CGPoint { CGPoint(x: 50, y: y) }

@MainActor
@Suite("Moving items by hand")
struct ReorderingTests {
    @Test func othersMakeRoomAndTheDataFollowsOnce() {
        let shelf = Shelf(names(5))
        let cell = shelf.cell("a0")
        #expect(shelf.view.hostBeginReordering(itemAt: path(0)))
        #expect(cell?.isReordering == true)
        shelf.view.hostReorder(to: at(65))
        #expect(shelf.shown == ["a1", "a0", "a2"])
        #expect(cell?.frame == CGRect(x: 0, y: 45, width: 100, height: 40))
        #expect(shelf.cell("a1")?.frame.minY == 0)
        // The data has not changed: index paths are those of the data.
        #expect(shelf.view.indexPath(for: cell!) == path(0))
        #expect(shelf.log.isEmpty)
        #expect(shelf.view.reorderedItem?.to == path(1))
        #expect(shelf.view.hostEndReordering())
        #expect(shelf.log == ["move 0.0 to 0.1"])
        #expect(shelf.cell("a0") === cell && cell?.isReordering == false)
        #expect(cell?.frame == CGRect(x: 0, y: 40, width: 100, height: 40))
        #expect(shelf.view.indexPath(for: cell!) == path(1))
        #expect(shelf.view.reorderedItem == nil && !shelf.view.hostEndReordering())
    }

    @Test func aCancelLeavesNoTrace() {
        let shelf = Shelf(names(50, 20), layout: ListRecipe(header: 12))
        shelf.view.hostDidScroll(to: point(130))
        shelf.view.selectItem(at: path(4), animated: false)
        let (offset, elements, cells) = (
            shelf.view.contentOffset, shelf.view.visibleElements, shelf.view.visibleCells
        )
        let (screen, size, shownBefore) = (shelf.recorder.screen, shelf.view.contentSize, shelf.shown)
        #expect(shelf.view.hostBeginReordering(itemAt: path(4)))
        for step in 1...60 {
            shelf.view.hostDidScroll(to: point(130 + CGFloat(step) * 31))
            shelf.view.hostReorder(to: at(170 + CGFloat(step) * 31))
        }
        let dragged = shelf.cell("a4")
        #expect(dragged?.isReordering == true && dragged?.frame.midY == 170 + 60 * 31)
        #expect(shelf.view.hostCancelReordering())
        #expect(shelf.view.contentOffset == offset && shelf.view.visibleElements == elements)
        #expect(shelf.view.contentSize == size && shelf.recorder.screen.count == screen.count)
        #expect(Set(shelf.recorder.screen.values.map { "\($0)" }) == Set(screen.values.map { "\($0)" }))
        #expect(shelf.shown == shownBefore)
        #expect(shelf.cell("a4") === cells.first { $0 === dragged })
        #expect(shelf.view.indexPathsForSelectedItems == [path(4)])
        #expect(shelf.log.isEmpty)
    }

    @Test func withoutScrollingACancelKeepsEveryCell() {
        let shelf = Shelf(names(9), layout: ListRecipe(height: 21))
        let (cells, elements, screen) = (
            shelf.view.visibleCells, shelf.view.visibleElements, shelf.recorder.screen
        )
        shelf.view.hostBeginReordering(itemAt: path(1))
        for y in stride(from: 20, to: 95, by: 7) { shelf.view.hostReorder(to: at(CGFloat(y))) }
        #expect(shelf.shown != cells.map { ($0 as? NameCell)?.name })
        shelf.view.hostCancelReordering()
        #expect(zip(shelf.view.visibleCells, cells).allSatisfy { $0 === $1 })
        #expect(shelf.view.visibleElements == elements && shelf.recorder.screen == screen)
    }

    @Test func anItemMovesToAnotherSectionAndIntoAnEmptyOne() {
        let shelf = Shelf([["a0", "a1"], [], ["c0"]], layout: ListRecipe(height: 10, header: 10))
        // Headers at 0, 30 and 40; c0 at 50.
        shelf.view.hostBeginReordering(itemAt: path(0))
        shelf.view.hostReorder(to: at(25))
        shelf.view.hostReorder(to: at(34))
        #expect(shelf.view.reorderedItem?.to == path(0, 1))
        shelf.view.hostEndReordering()
        #expect(shelf.sections == [["a1"], ["a0"], ["c0"]])
        shelf.view.hostBeginReordering(itemAt: path(0, 1))
        // After the last item.
        shelf.view.hostReorder(to: at(90))
        shelf.view.hostEndReordering()
        #expect(shelf.sections == [["a1"], [], ["c0", "a0"]])
        #expect(shelf.view.diagnostics.recent.isEmpty && shelf.shown == ["a1", "c0", "a0"])
    }

    @Test func theDataSourceDecidesWhichItemsMoveAndWhere() {
        let shelf = Shelf(names(5))
        shelf.fixed = ["a1"]
        #expect(!shelf.view.hostBeginReordering(itemAt: path(1)))
        #expect(!shelf.view.hostReorder(to: at(5)) && !shelf.view.hostCancelReordering())
        #expect(!shelf.view.hostBeginReordering(itemAt: path(9)))
        #expect(shelf.view.diagnostics.count(of: .indexOutOfRange) == 1)
        #expect(shelf.view.hostBeginReordering(itemAt: path(0)))
        #expect(!shelf.view.hostBeginReordering(itemAt: path(2)))
        shelf.target = { _ in path(0) }
        shelf.view.hostReorder(to: at(90))
        #expect(shelf.view.reorderedItem?.to == path(0))
        shelf.target = { _ in path(77) }
        shelf.view.hostReorder(to: at(90))
        #expect(shelf.view.reorderedItem?.to == path(0))
        shelf.target = nil
        shelf.view.hostReorder(to: CGPoint(x: CGFloat.nan, y: 0))
        #expect(shelf.view.diagnostics.count(of: .unusableGeometry) == 1)
        shelf.view.hostEndReordering()
        #expect(shelf.log.isEmpty)
    }

    @Test func aSmallItemOverALargeOneGoesOnceAndStays() {
        let layout = CollectionViewFlowLayout()
        let sizes = Sizes([20, 100, 20])
        layout.delegate = sizes
        layout.minimumLineSpacing = 0
        let shelf = Shelf(names(3), layout: layout)
        shelf.view.bounds.size.height = 300
        shelf.view.layoutIfNeeded()
        shelf.view.hostBeginReordering(itemAt: path(0))
        var orders: [[String]] = []
        for y in stride(from: 10, through: 118, by: 4) {
            shelf.view.hostReorder(to: at(CGFloat(y)))
            if orders.last != shelf.shown { orders.append(shelf.shown) }
        }
        #expect(orders == [["a0", "a1", "a2"], ["a1", "a0", "a2"]])
    }

    private final class Sizes: CollectionViewFlowLayoutDelegate {
        let heights: [CGFloat]
        init(_ heights: [CGFloat]) { self.heights = heights }
        func flowLayout(
            _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
        ) -> CGSize? { CGSize(width: 100, height: heights[item]) }
    }

    // MARK: Updates during a drag

    @Test func anUpdateThatKeepsTheItemIsShownAndTheDragGoesOn() {
        let shelf = Shelf(names(6), layout: ListRecipe(height: 20))
        let cell = shelf.cell("a0")
        shelf.view.hostBeginReordering(itemAt: path(0))
        shelf.view.hostReorder(to: at(50))
        #expect(shelf.shown == ["a1", "a2", "a0", "a3", "a4"])
        shelf.sections = [["new", "a0", "a2", "a3", "a4", "a5"]]
        shelf.view.performBatchUpdates {
            shelf.view.deleteItems(at: [path(1)])
            shelf.view.insertItems(at: [path(0)])
        }
        #expect(shelf.shown == ["new", "a2", "a0", "a3", "a4"])
        #expect(shelf.cell("a0") === cell && cell?.isReordering == true)
        #expect(shelf.view.reorderedItem?.from == path(1))
        shelf.view.hostEndReordering()
        #expect(shelf.sections == [["new", "a2", "a0", "a3", "a4", "a5"]])
        #expect(shelf.view.diagnostics.recent.isEmpty)
    }

    @Test func deletingTheItemEndsTheDragAndIsReported() {
        let shelf = Shelf(names(6))
        shelf.view.hostBeginReordering(itemAt: path(1))
        shelf.view.hostReorder(to: at(5))
        shelf.sections[0].remove(at: 1)
        shelf.view.deleteItems(at: [path(1)])
        #expect(shelf.view.diagnostics.count(of: .reorderingCancelled) == 1)
        #expect(shelf.shown == ["a0", "a2", "a3"] && shelf.view.reorderedItem == nil)
        #expect(!shelf.view.hostReorder(to: at(50)))
        shelf.view.hostBeginReordering(itemAt: path(1))
        shelf.view.reloadData()
        shelf.view.layoutIfNeeded()
        #expect(shelf.view.diagnostics.count(of: .reorderingCancelled) == 2)
        #expect(shelf.view.visibleCells.allSatisfy { !$0.isReordering })
    }

    @Test func aDataSourceThatDoesNotFollowAMoveIsReported() {
        let list = Stubborn()
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100),
            collectionViewLayout: ListRecipe(height: 20))
        view.dataSource = list
        view.diagnostics.handler = { _ in }
        view.hostBeginReordering(itemAt: path(0))
        view.hostReorder(to: at(70))
        view.hostEndReordering()
        #expect(
            view.diagnostics.count(of: .rejectedUpdate) == 1 && view.numberOfItems(inSection: 0) == 2)
    }

    /// Allows its items to leave, but keeps them.
    private final class Stubborn: CollectionViewDataSource {
        func numberOfSections(in collectionView: CollectionView) -> Int { 2 }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int)
            -> Int
        { 2 }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell { NameCell() }
        func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath)
            -> Bool
        { true }
    }

    // MARK: Diffable data sources

    @Test func aDiffableDataSourceReportsTheStatesBeforeAndAfterAMove() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200),
            collectionViewLayout: ListRecipe(height: 20, header: 10))
        let source = DiffableDataSource<String, Int>(collectionView: view) { view, indexPath, number in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(number)"
            return cell
        }
        source.supplementaryViewProvider = { view, kind, indexPath in
            view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
        }
        var snapshot = source.snapshot()
        snapshot.appendSections(["a", "b", "c"])
        snapshot.appendItems([1, 2, 3], toSection: "a")
        snapshot.appendItems([4], toSection: "b")
        source.apply(snapshot)
        #expect(!view.hostBeginReordering(itemAt: path(0)))
        source.reorderingHandlers.canReorderItem = { $0 != 2 }
        var model = [1, 2, 3, 4]
        var transactions: [ReorderingTransaction<String, Int>] = []
        source.reorderingHandlers.didReorder = { transaction in
            transactions.append(transaction)
            model = model.applying(transaction.difference) ?? []
        }
        #expect(!view.hostBeginReordering(itemAt: path(1)))
        func drag(_ item: IndexPath, to y: CGFloat) {
            #expect(view.hostBeginReordering(itemAt: item))
            view.hostReorder(to: at(y))
            view.hostEndReordering()
        }
        drag(path(0), to: 60)
        #expect(source.snapshot().itemIdentifiers(inSection: "a") == [2, 3, 1])
        drag(path(0, 1), to: 15)
        #expect(source.snapshot().itemIdentifiers(inSection: "a") == [4, 2, 3, 1])
        drag(path(3), to: 95)
        #expect(source.snapshot().itemIdentifiers(inSection: "b") == [1])
        #expect(source.snapshot().itemIdentifiers == model)
        #expect(transactions.count == 3 && transactions[0].changes.movedItems.count == 1)
        #expect(transactions[1].initialSnapshot.itemIdentifiers == [2, 3, 1, 4])
        #expect(view.visibleCells.map { ($0 as? NameCell)?.name } == model.map { "\($0)" })
        #expect(view.diagnostics.recent.isEmpty)
    }
}
