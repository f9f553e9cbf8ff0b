import ListEngineUIKit
import Testing
import UIKit

/// Folders and files in an app's own collection view: item 1 has the children 11, 12 and 13, and 12 has 121 and 122.
@MainActor
private final class FolderScreen {
    let fixture: Fixture
    var source: Fixture.Source { fixture.source }
    /// The places in outlines with which cells were configured.
    var places: [Int: OutlineState?] = [:]

    init() {
        fixture = Fixture(rows())
        fixture.preferredHeight = { [weak self] item in
            self?.places[item] = self?.source.outlineState(of: item)
            return nil
        }
    }

    static var tree: SectionSnapshot<Int> {
        var tree = SectionSnapshot<Int>()
        tree.append([1, 2])
        tree.append([11, 12, 13], to: 1)
        tree.append([121, 122], to: 12)
        return tree
    }

    func show(_ tree: SectionSnapshot<Int>) {
        source.apply(tree, to: "files", animatingDifferences: true)
        settle()
    }

    /// Waits for other tasks of the main actor, for at most a thousand turns.
    func wait(until isDone: () -> Bool) async {
        for _ in 0..<1_000 where !isDone() {
            await Task.yield()
            settle()
        }
    }

    func toggle(_ item: Int) -> Bool {
        defer { settle() }
        return source.toggleExpansion(of: item)
    }

    func settle() {
        fixture.view.layoutIfNeeded()
        fixture.view.finishAnimations()
        fixture.checkCells()
    }

    /// The rows on the screen, from top to bottom.
    var items: [Int] {
        fixture.view.indexPathsForVisibleItems.compactMap { (fixture.view.cellForItem(at: $0) as? Fixture.Cell)?.item }
    }

    func move(_ path: IndexPath, to y: CGFloat) -> Bool {
        guard fixture.view.beginInteractiveMovementForItem(at: path) else { return false }
        fixture.view.updateInteractiveMovementTargetPosition(CGPoint(x: 100, y: y))
        fixture.view.endInteractiveMovement()
        return true
    }
}

/// The items that a program has read, each time.
@MainActor
private final class ReadItems {
    let source: Fixture.Source
    var items: [[Int]] = []
    init(_ source: Fixture.Source) { self.source = source }
    func read() { items.append(source.snapshot().itemIdentifiers) }
}

@MainActor
@Suite struct EngineOutlineTests {
    /// From the control of a cell to the data, the cells and their state.
    @Test func anItemIsExpandedAndCollapsed() {
        let screen = FolderScreen()
        screen.fixture.show([("above", [100])])
        screen.show(FolderScreen.tree)
        #expect(screen.items == [100, 1, 2])
        #expect(screen.places[1] == OutlineState(level: 0, isExpandable: true, isExpanded: false))
        #expect(screen.places[2] == OutlineState(level: 0, isExpandable: false, isExpanded: false))
        #expect(screen.toggle(1))
        #expect(screen.items == [100, 1, 11, 12, 13, 2])
        #expect(screen.places[1] == OutlineState(level: 0, isExpandable: true, isExpanded: true))
        #expect(screen.toggle(12))
        #expect(screen.items == [100, 1, 11, 12, 121, 122, 13, 2])
        #expect(screen.places[121] == OutlineState(level: 2, isExpandable: false, isExpanded: false))
        // The branch keeps its own state.
        #expect(screen.toggle(1) && screen.items == [100, 1, 2])
        #expect(screen.toggle(1) && screen.items == [100, 1, 11, 12, 121, 122, 13, 2])
        #expect(!screen.toggle(2) && !screen.toggle(100) && !screen.toggle(999))
        let shown = screen.source.snapshot(for: "files")
        #expect(shown.isExpanded(12) && shown.children(of: 1) == [11, 12, 13])
        #expect(screen.source.snapshot(for: "above").items == [100] && screen.source.snapshot(for: "none").items == [])
        #expect(screen.source.snapshot().itemIdentifiers == [100, 1, 11, 12, 121, 122, 13, 2])
    }

    @Test func theHandlersAreCalled() {
        let screen = FolderScreen()
        var log: [String] = []
        var handlers = SectionSnapshotHandlers<Int>()
        handlers.shouldExpandItem = { $0 != 12 }
        handlers.willExpandItem = { log.append("expand \($0)") }
        handlers.shouldCollapseItem = { _ in log.count < 2 }
        handlers.willCollapseItem = { log.append("collapse \($0)") }
        handlers.canLoadChildren = { $0 == 2 }
        handlers.snapshotForExpandingParent = { parent, old in
            guard parent == 2 else { return old }
            var children = SectionSnapshot<Int>()
            children.append([21])
            return children
        }
        screen.source.sectionSnapshotHandlers = handlers
        screen.show(FolderScreen.tree)
        #expect(screen.toggle(1) && !screen.toggle(12) && screen.toggle(1) && screen.toggle(2))
        #expect(screen.items == [1, 2, 21] && !screen.toggle(2))
        #expect(log == ["expand 1", "collapse 1", "expand 2"])
    }

    @Test func childrenAreLoadedLater() async {
        let screen = FolderScreen()
        var calls = 0
        screen.source.sectionSnapshotHandlers.canLoadChildren = { $0 == 2 }
        screen.source.sectionSnapshotHandlers.loadChildren = { item in
            calls += 1
            if calls == 1 { throw UpdateError.dataSourceReleased }
            var children = SectionSnapshot<Int>()
            children.append([21, 22])
            return children
        }
        screen.source.sectionSnapshotHandlers.loadingItem = { -$0 }
        screen.source.sectionSnapshotHandlers.failedItem = { item, _ in -10 * item }
        screen.show(FolderScreen.tree)
        #expect(screen.toggle(2) && screen.items == [1, 2, -2])
        await screen.wait { screen.items.last != -2 }
        #expect(screen.items == [1, 2, -20])
        screen.source.loadAgain(childrenOf: 2)
        screen.settle()
        #expect(screen.items == [1, 2, -2])
        await screen.wait { screen.items.last != -2 }
        #expect(screen.items == [1, 2, 21, 22] && calls == 2)
    }

    @Test func anotherUpdateOfTheSectionEndsTheOutline() {
        let screen = FolderScreen()
        screen.show(FolderScreen.tree)
        #expect(screen.toggle(1))
        // A change elsewhere does not.
        var snapshot = screen.source.snapshot()
        snapshot.appendSections(["more"])
        snapshot.appendItems([500])
        screen.source.apply(snapshot)
        screen.settle()
        #expect(screen.source.outlineState(of: 11)?.level == 1)
        snapshot.deleteItems([13])
        screen.source.apply(snapshot)
        screen.settle()
        #expect(screen.source.outlineState(of: 11) == nil && !screen.toggle(1))
        #expect(screen.places[1] == .some(nil), "the visible cells are configured again")
        #expect(screen.items == [1, 11, 12, 2, 500])
    }

    /// A difference in stages shows other items in between, which does not end the outline.
    @Test func anUpdateInStagesKeepsTheOutline() {
        let screen = FolderScreen()
        screen.show(FolderScreen.tree)
        screen.fixture.show([("files", [1, 2]), ("old", [3, 4])])
        screen.show(FolderScreen.tree)
        #expect(screen.toggle(1))
        let batches = screen.fixture.view.batchCount
        var snapshot = screen.source.snapshot()
        snapshot.appendSections(["new"])
        snapshot.moveItem(3, afterItem: 4)
        snapshot.appendItems([5], toSection: "new")
        snapshot.moveItem(4, afterItem: 5)
        snapshot.deleteSections(["old"])
        screen.source.apply(snapshot)
        screen.settle()
        #expect(screen.fixture.view.batchCount > batches + 1)
        #expect(screen.source.outlineState(of: 12)?.isExpandable == true && screen.toggle(12))
        #expect(screen.items == [1, 11, 12, 121, 122, 13, 2, 5, 4])
    }

    @Test func anItemOfAnotherSectionMovesToTheOutline() {
        let screen = FolderScreen()
        screen.fixture.show([("a", [100, 1]), ("files", [])])
        var isApplied = false
        screen.source.apply(FolderScreen.tree, to: "files") { if case .applied = $0 { isApplied = true } }
        screen.settle()
        #expect(isApplied && screen.items == [100, 1, 2])
        #expect(screen.source.snapshot().itemIdentifiers(inSection: "files") == [1, 2])
        #expect(screen.toggle(1) && screen.items == [100, 1, 11, 12, 13, 2])
    }

    /// Without a window an update is shown immediately, and its completion is called before `apply` returns.
    @Test func aCompletionReadsTheOutlineThatWasApplied() {
        let screen = FolderScreen()
        screen.fixture.view.removeFromSuperview()
        let source = screen.source
        var applied: [[Int]] = []
        source.apply(FolderScreen.tree, to: "files") { _ in
            var next = source.snapshot()
            applied.append(next.itemIdentifiers)
            next.appendSections(["more"])
            next.appendItems([500])
            source.apply(next)
        }
        #expect(applied == [[1, 2]] && source.snapshot().itemIdentifiers == [1, 2, 500])
        #expect(source.itemIdentifier(for: [1, 0]) == 500)
        source.toggleExpansion(of: 1) { _ in applied.append(source.snapshot().itemIdentifiers) }
        #expect(applied.last == [1, 11, 12, 13, 2, 500])
    }

    /// A provider that is called in a stage of an update.
    @Test func aProviderReadsTheOutlineThatIsBeingShown() {
        let screen = FolderScreen()
        screen.show(FolderScreen.tree)
        var seen: [[Int]] = []
        let configure = screen.fixture.preferredHeight
        screen.fixture.preferredHeight = { item in
            seen.append(screen.source.snapshot().itemIdentifiers)
            return configure(item)
        }
        #expect(screen.toggle(1) && !seen.isEmpty)
        #expect(seen.allSatisfy { $0 == [1, 11, 12, 13, 2] })
        screen.fixture.preferredHeight = configure
    }

    /// Updates that wait do not hide from a completion what the update before them has shown.
    @Test func aCompletionReadsTheOutlineWhileAnotherWaits() {
        let screen = FolderScreen()
        screen.fixture.view.removeFromSuperview()
        let source = screen.source
        let log = ReadItems(source)
        var other = SectionSnapshot<Int>()
        other.append([300, 301])
        screen.fixture.show([("above", [100])])
        source.apply(source.snapshot()) { _ in
            source.apply(FolderScreen.tree, to: "files") { _ in log.read() }
            source.apply(other, to: "more") { _ in log.read() }
        }
        #expect(log.items == [[100, 1, 2], [100, 1, 2, 300, 301]])
        // A snapshot that waits is what the program has read last.
        source.apply(source.snapshot()) { _ in
            source.toggleExpansion(of: 1) { _ in log.read() }
            var next = source.snapshot()
            next.deleteItems([100])
            source.apply(next)
            log.read()
        }
        #expect(log.items.suffix(2) == [[1, 2, 300, 301], [1, 2, 300, 301]])
        #expect(source.snapshot().itemIdentifiers == [1, 2, 300, 301])
    }

    /// Toolkits prepare cells before they are visible.
    @Test func aPreparedCellFollowsItsPlace() {
        let screen = FolderScreen()
        var tree = SectionSnapshot<Int>()
        tree.append(Array(1..<60))
        tree.append([100], to: 50)
        screen.show(tree)
        let view = screen.fixture.view
        let cells = [49, 54].map { screen.source.collectionView(view, cellForItemAt: [0, $0]) }
        #expect(screen.source.toggleExpansion(of: 50) && view.reconfigured == [[0, 49]])
        #expect(screen.source.toggleExpansion(of: 50) && view.reconfigured == [[0, 49]])
        // A cell that the toolkit does not configure again is not waited for.
        screen.source.apply(screen.source.snapshot())
        var next = screen.source.snapshot()
        next.appendSections(["more"])
        screen.source.apply(next)
        #expect(view.reconfigured == [] && cells.count == 2)
    }

    // MARK: Moves

    /// From the gesture of the collection view to the snapshot and the handlers.
    @Test func anItemIsReordered() throws {
        let screen = FolderScreen()
        screen.fixture.show([("a", Array(0..<6)), ("b", [10, 11])])
        #expect(!screen.move([0, 1], to: 130), "no item can be moved without a handler")
        var log: [String] = []
        screen.source.reorderingHandlers.canReorderItem = { $0 != 0 }
        screen.source.reorderingHandlers.willReorder = { log.append("will \($0.finalSnapshot.itemIdentifiers)") }
        screen.source.reorderingHandlers.didReorder = { [weak source = screen.source] transaction in
            log.append("did \(source?.snapshot().itemIdentifiers == transaction.finalSnapshot.itemIdentifiers)")
            let after = transaction.initialSnapshot.itemIdentifiers.applying(transaction.difference)
            #expect(after == transaction.finalSnapshot.itemIdentifiers)
        }
        #expect(!screen.move([0, 0], to: 130))
        #expect(screen.move([0, 1], to: 130))
        #expect(screen.items == [0, 2, 3, 1, 4, 5, 10, 11])
        #expect(log == ["will [0, 2, 3, 1, 4, 5, 10, 11]", "did true"])
        #expect(screen.move([0, 5], to: 250))
        #expect(screen.source.snapshot().itemIdentifiers(inSection: "b") == [5, 10, 11])
        screen.settle()
        // The next snapshot is compared with the new order.
        screen.fixture.show([("a", [0, 2, 3, 1, 4]), ("b", [5, 10, 11, 12])])
        #expect(screen.items == [0, 2, 3, 1, 4, 5, 10, 11, 12])
    }

    /// The collection view is in the middle of the move, and takes no batch.
    @Test func aHandlerMayApplyASnapshot() async {
        let screen = FolderScreen()
        screen.fixture.show([("a", Array(0..<6))])
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        screen.source.reorderingHandlers.didReorder = { [weak source = screen.source] transaction in
            var next = transaction.finalSnapshot
            next.appendItems([100])
            source?.apply(next)
        }
        #expect(screen.move([0, 0], to: 90))
        #expect(screen.items == [1, 2, 0, 3, 4, 5])
        await screen.wait { screen.source.itemIdentifier(for: [0, 6]) != nil }
        #expect(screen.items == [1, 2, 0, 3, 4, 5, 100])
    }

    @Test func aMoveInAnOutlineFindsItsLevel() async {
        let screen = FolderScreen()
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        screen.show(FolderScreen.tree)
        #expect(screen.toggle(1))
        // 1, 11, 12, 13, 2. A folder is not moved alone.
        #expect(!screen.move([0, 0], to: 170) && !screen.move([0, 2], to: 170))
        #expect(screen.move([0, 4], to: 50))
        let child = OutlineState(level: 1, isExpandable: false, isExpanded: false)
        await screen.wait { screen.places[2] == child }
        #expect(screen.places[2] == child)
        #expect(screen.items == [1, 2, 11, 12, 13])
        #expect(screen.source.snapshot(for: "files").children(of: 1) == [2, 11, 12, 13])
        #expect(screen.toggle(1) && screen.items == [1])
    }

    // MARK: Index titles

    @Test func theIndexLeadsToItsSection() {
        let screen = FolderScreen()
        screen.fixture.show([("a", Array(0..<20)), ("b", []), ("c", Array(20..<40)), ("d", [])])
        #expect(screen.source.indexTitles(for: screen.fixture.view) == nil)
        screen.source.indexTitleProvider = { $0 == "a" ? nil : $0.uppercased() }
        #expect(screen.source.indexTitles(for: screen.fixture.view) == ["B", "C", "D"])
        screen.fixture.view.chooseIndexTitle(1)
        screen.settle()
        #expect(screen.items.first == 20)
        screen.fixture.scroll(to: 0)
        screen.fixture.view.chooseIndexTitle(0)
        screen.settle()
        #expect(screen.items.first == 20, "an empty section leads to the next item")
        #expect(
            screen.source.collectionView(screen.fixture.view, indexPathForIndexTitle: "D", at: 2) == [2, 19],
            "after the last item there is none")
        #expect(screen.source.collectionView(screen.fixture.view, indexPathForIndexTitle: "?", at: 99) == [0, 0])
    }
}
