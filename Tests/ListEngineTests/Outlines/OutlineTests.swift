import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Outlines")
struct OutlineTests {
    // MARK: Expanding and collapsing

    @Test func cellsKnowTheirPlaceInTheOutline() {
        let screen = OutlineScreen()
        screen.source.apply(OutlineScreen.food, to: "food")
        #expect(screen.lines == ["+fruit", "nuts"])
        screen.source.expand("fruit")
        #expect(screen.lines == ["-fruit", ".+apple", ".pear", "nuts"])
        screen.source.expand("apple")
        #expect(screen.lines == ["-fruit", ".-apple", "..red", "..green", ".pear", "nuts"])
        screen.source.collapse("fruit")
        #expect(screen.lines == ["+fruit", "nuts"])
        // An item that is not visible changes its state only.
        screen.source.collapse("apple")
        screen.source.expand("fruit")
        #expect(screen.lines == ["-fruit", ".+apple", ".pear", "nuts"])
        #expect(
            screen.source.outlineState(of: "apple") == OutlineState(level: 1, isExpandable: true, isExpanded: false))
        #expect(screen.source.snapshot(for: "food").isExpanded("fruit"))
    }

    @Test func cellsOfKeptItemsAreConfiguredAgainAndNotReplaced() {
        let screen = OutlineScreen()
        screen.source.apply(OutlineScreen.food, to: "food")
        let fruit = screen.view.cellForItem(at: IndexPath(item: 0, section: 0))
        screen.source.expand("fruit")
        #expect(screen.view.cellForItem(at: IndexPath(item: 0, section: 0)) === fruit)
        var other = screen.source.snapshot(for: "food")
        other.append(["hazel"], to: "nuts")
        screen.source.apply(other, to: "food")
        #expect(screen.lines == ["-fruit", ".+apple", ".pear", "+nuts"])
        #expect(screen.view.cellForItem(at: IndexPath(item: 0, section: 0)) === fruit)
    }

    @Test func itemsThatAreNotInAnOutlineAreIgnored() {
        let screen = OutlineScreen()
        screen.source.apply(OutlineScreen.Source.Snapshot(sections: [("plain", ["a", "b"])]))
        var results: [String] = []
        screen.source.expand("a") { results.append("\($0)") }
        screen.source.collapse("x") { results.append("\($0)") }
        #expect(results == ["applied", "applied"])
        #expect(screen.lines == ["a", "b"])
        #expect(!screen.source.toggleExpansion(of: "a"))
        #expect(screen.source.snapshot(for: "plain").items == ["a", "b"])
        #expect(screen.source.snapshot(for: "none").items == [])
    }

    @Test func anOutlineEndsWhenItsItemsAreChangedOtherwise() {
        let screen = OutlineScreen()
        screen.source.apply(OutlineScreen.food, to: "food")
        screen.source.expand("fruit")
        // Another section: the outline stays.
        screen.source.edit { $0.appendSections(["more"]) }
        screen.source.edit { $0.appendItems(["tea"], toSection: "more") }
        #expect(screen.lines == ["-fruit", ".+apple", ".pear", "nuts", "tea"])
        screen.source.edit { $0.deleteItems(["pear"]) }
        #expect(screen.source.outlineState(of: "fruit") == nil)
        #expect(screen.lines == ["fruit", "apple", "nuts", "tea"])
    }

    @Test func cellsOfAnotherDataSourceAreNotInTheOutline() {
        let screen = OutlineScreen()
        screen.source.apply(OutlineScreen.food, to: "food")
        #expect(screen.lines == ["+fruit", "nuts"])
        let plain = OutlineScreen.Source(collectionView: screen.view) { view, indexPath, name in
            let cell = view.dequeueReusableCell(OutlineCell.self, for: indexPath)
            cell.name = name
            return cell
        }
        plain.apply(OutlineScreen.Source.Snapshot(sections: [("plain", ["a", "b"])]))
        #expect(screen.lines == ["a", "b"])
        #expect(screen.view.visibleCells.allSatisfy { $0.outlineState == nil })
    }

    @Test func aPreparedUpdateShowsPlainItemsWithoutAnOutline() async throws {
        let screen = OutlineScreen()
        await screen.source.apply(OutlineScreen.food, to: "food")
        await screen.source.expand("fruit")
        let next = OutlineScreen.Source.Snapshot(sections: [("food", ["fruit", "nuts"])])
        let prepared = try await screen.source.prepare(next)
        #expect(screen.source.swapIn(prepared) != .stale)
        #expect(screen.lines == ["fruit", "nuts"])
        await screen.source.apply(OutlineScreen.food, to: "food")
        #expect(screen.lines == ["+fruit", "nuts"])
        await screen.source.collapse("fruit")
        #expect(screen.lines == ["+fruit", "nuts"])
    }

    // MARK: Handlers

    @Test func childrenAreLoadedWhenAnItemIsExpanded() {
        let screen = OutlineScreen()
        var loaded: [String] = []
        screen.source.sectionSnapshotHandlers.canLoadChildren = { $0.hasSuffix("/") }
        screen.source.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, below in
            loaded.append(parent)
            guard below.count == 0 else { return below }
            var children = SectionSnapshot<String>()
            children.append([parent + "a/", parent + "b"])
            return children
        }
        var roots = SectionSnapshot<String>()
        roots.append(["/", "readme"])
        screen.source.apply(roots, to: "files")
        #expect(screen.lines == ["+/", "readme"])
        screen.source.expand("/")
        screen.source.expand("/a/")
        #expect(screen.lines == ["-/", ".-/a/", "..+/a/a/", "../a/b", "./b", "readme"])
        screen.source.collapse("/")
        screen.source.expand("/")
        #expect(screen.lines == ["-/", ".-/a/", "..+/a/a/", "../a/b", "./b", "readme"])
        #expect(loaded == ["/", "/a/", "/"])
    }

    @Test func childrenThatAreInTheTreeAlreadyAreRefused() {
        let screen = OutlineScreen()
        screen.source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
            var children = SectionSnapshot<String>()
            children.append(["nuts"])
            return children
        }
        screen.source.apply(OutlineScreen.food, to: "food")
        var result: UpdateResult?
        screen.source.expand("fruit") { result = $0 }
        guard case .failed(let error)? = result, case .itemAlreadyPresent? = error as? SnapshotError else {
            Issue.record("\(String(describing: result))")
            return
        }
        #expect(screen.lines == ["+fruit", "nuts"])
        screen.source.sectionSnapshotHandlers.snapshotForExpandingParent = nil
        screen.source.expand("fruit")
        #expect(screen.lines == ["-fruit", ".+apple", ".pear", "nuts"])
    }

    @Test func theUsersActionsAskTheHandlers() {
        let screen = OutlineScreen()
        screen.source.apply(OutlineScreen.food, to: "food")
        var calls: [String] = []
        screen.source.sectionSnapshotHandlers.shouldExpandItem = { $0 != "apple" }
        screen.source.sectionSnapshotHandlers.willExpandItem = { calls.append("expand \($0)") }
        screen.source.sectionSnapshotHandlers.shouldCollapseItem = { _ in calls.count < 3 }
        screen.source.sectionSnapshotHandlers.willCollapseItem = { calls.append("collapse \($0)") }
        #expect(screen.source.toggleExpansion(of: "fruit"))
        #expect(!screen.source.toggleExpansion(of: "apple"))
        #expect(!screen.source.toggleExpansion(of: "nuts"))
        #expect(screen.source.toggleExpansion(of: "fruit"))
        #expect(screen.source.toggleExpansion(of: "fruit"))
        #expect(!screen.source.toggleExpansion(of: "fruit"))
        #expect(calls == ["expand fruit", "collapse fruit", "expand fruit"])
        #expect(screen.lines == ["-fruit", ".+apple", ".pear", "nuts"])
    }

    @Test func aHandlerThatScrollsShowsRowsAsTheyAreAfterTheUpdate() {
        let screen = OutlineScreen()
        screen.view.bounds.size.height = 40
        screen.source.apply(OutlineScreen.Source.Snapshot(sections: [("plain", (0..<50).map { "\($0)" })]))
        #expect(screen.lines == ["0", "1"])
        var deeper = SectionSnapshot<String>()
        deeper.append(["0"])
        deeper.append((1..<50).map { "\($0)" }, to: "0")
        deeper.expand(["0"])
        screen.source.sectionSnapshotHandlers.canLoadChildren = { [weak view = screen.view] _ in
            view?.contentOffset.y = 800
            view?.layoutIfNeeded()
            return false
        }
        screen.source.apply(deeper, to: "outline")
        #expect(screen.lines == [".40", ".41"])
    }

    @Test func handlersCanCallBack() {
        let screen = OutlineScreen()
        screen.source.apply(OutlineScreen.food, to: "food")
        screen.source.sectionSnapshotHandlers.willExpandItem = { [source = screen.source] _ in
            source.edit { $0.deleteItems(["nuts"]) }
        }
        screen.source.toggleExpansion(of: "fruit")
        #expect(screen.lines == ["fruit"])
        screen.source.sectionSnapshotHandlers.willExpandItem = { [source = screen.source] item in
            source.expand(item)
            source.apply(OutlineScreen.food, to: "food")
        }
        screen.source.apply(OutlineScreen.food, to: "food")
        screen.source.toggleExpansion(of: "fruit")
        #expect(screen.lines == ["-fruit", ".+apple", ".pear", "nuts"])
        screen.source.sectionSnapshotHandlers = SectionSnapshotHandlers()
        screen.source.sectionSnapshotHandlers.snapshotForExpandingParent = { [source = screen.source] _, below in
            source.collapse("fruit")
            source.applySnapshotUsingReloadData(OutlineScreen.Source.Snapshot(sections: [("z", ["z"])]))
            return below
        }
        screen.source.expand("apple")
        #expect(screen.lines == ["z"])
    }

    // MARK: Keys

    @Test(arguments: [false, true])
    func arrowKeysWalkThroughTheTree(isMirrored: Bool) {
        let screen = OutlineScreen()
        screen.view.flowDirection = isMirrored ? .rightToLeft : .leftToRight
        let (open, close): (CollectionViewKey, CollectionViewKey) = isMirrored ? (.left, .right) : (.right, .left)
        screen.source.apply(OutlineScreen.food, to: "food")
        screen.focus("fruit")
        #expect(screen.view.hostKey(open))
        #expect(screen.focused == "fruit")
        #expect(screen.view.hostKey(open))
        #expect(screen.focused == "apple")
        #expect(screen.view.hostKey(open))
        #expect(screen.lines == ["-fruit", ".-apple", "..red", "..green", ".pear", "nuts"])
        #expect(screen.view.hostKey(close))
        #expect(screen.lines == ["-fruit", ".+apple", ".pear", "nuts"])
        #expect(screen.view.hostKey(close))
        #expect(screen.focused == "fruit")
        #expect(screen.view.hostKey(close))
        #expect(screen.lines == ["+fruit", "nuts"])
        screen.focus("nuts")
        #expect(!screen.view.hostKey(open))
        #expect(!screen.view.hostKey(close))
    }

    // MARK: Moving

    @Test func aMovedItemBelongsWhereItWasDropped() {
        let screen = OutlineScreen()
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        screen.source.apply(OutlineScreen.food, to: "food")
        screen.source.expand("fruit")
        func move(_ item: String, to target: Int) -> Bool {
            screen.view.layoutIfNeeded()
            let path = screen.source.indexPath(for: item)!
            guard screen.view.hostBeginReordering(itemAt: path) else { return false }
            screen.view.hostReorder(to: CGPoint(x: 50, y: 20 * Double(target) + 10))
            screen.view.hostEndReordering()
            return true
        }
        // fruit, apple, pear, nuts
        #expect(!move("fruit", to: 3))
        #expect(move("nuts", to: 1))
        #expect(screen.lines == ["-fruit", ".nuts", ".+apple", ".pear"])
        #expect(move("pear", to: 0))
        #expect(screen.lines == ["pear", "-fruit", ".nuts", ".+apple"])
        #expect(move("pear", to: 3))
        #expect(screen.lines == ["-fruit", ".nuts", ".+apple", ".pear"])
        #expect(screen.source.snapshot(for: "food").children(of: "fruit") == ["nuts", "apple", "pear"])
    }

    /// Where the user drops an item whose children were loaded during the drag: behind its own children, elsewhere, or in
    /// another section.
    @Test(arguments: [1, 2, 4, 6], [true, false])
    func anItemThatReceivedChildrenWhileItIsDraggedStays(target: Int, isExpanded: Bool) {
        let screen = OutlineScreen()
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        var outline = SectionSnapshot<String>()
        outline.append(["1", "2", "3"])
        screen.source.apply(outline, to: "a")
        screen.source.edit {
            $0.appendSections(["b"])
            $0.appendItems(["8", "9"], toSection: "b")
        }
        screen.view.layoutIfNeeded()
        #expect(screen.view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0)))
        outline.append(["11", "12"], to: "1")
        if isExpanded { outline.expand(["1"]) }
        screen.source.apply(outline, to: "a")
        screen.view.hostReorder(to: CGPoint(x: 50, y: 20 * Double(target) + 10))
        #expect(screen.view.reorderedItem?.from != screen.view.reorderedItem?.to)
        #expect(screen.view.hostEndReordering())
        #expect(screen.view.reorderedItem == nil)
        #expect(screen.lines == (isExpanded ? ["-1", ".11", ".12"] : ["+1"]) + ["2", "3", "8", "9"])
        #expect(screen.source.snapshot(for: "a") == outline)
        #expect(screen.view.diagnostics.recent.map(\.code) == [.reorderingCancelled])
        screen.source.collapse("1")
        screen.source.expand("1")
        #expect(screen.lines == ["-1", ".11", ".12", "2", "3", "8", "9"])
        // Without children it moves.
        #expect(screen.view.hostBeginReordering(itemAt: IndexPath(item: 3, section: 0)))
        screen.view.hostReorder(to: CGPoint(x: 50, y: 30))
        #expect(screen.view.hostEndReordering())
        #expect(screen.lines == ["-1", ".2", ".11", ".12", "3", "8", "9"])
    }

    /// Edits that wait together are made before any of them is shown.
    @Test func aDropBetweenTwoEditsOfOneTurnUsesTheShownOutline() {
        let screen = OutlineScreen(.manual())
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        screen.source.apply(OutlineScreen.food, to: "food")
        screen.source.edit {
            $0.appendSections(["others"])
            $0.appendItems(["x", "y"], toSection: "others")
        }
        screen.scheduler.runPending()
        screen.view.layoutIfNeeded()
        for (from, to) in [(3, 1), (1, 2), (2, 3)] {
            #expect(screen.view.hostBeginReordering(itemAt: IndexPath(item: from % 2, section: from / 2)))
            screen.view.hostReorder(to: CGPoint(x: 50, y: 20 * Double(to) + 10))
            var other = SectionSnapshot<String>()
            other.append(["new"])
            screen.source.apply(other, to: "food")
            screen.source.edit { _ in _ = screen.view.hostEndReordering() }
            screen.scheduler.runPending()
            #expect(screen.lines == ["new", "x", "y"])
            screen.source.apply(OutlineScreen.food, to: "food")
            screen.scheduler.runPending()
        }
        // A program that moves an item itself: an outline cannot show a parent without its children.
        screen.source.collectionView(
            screen.view, moveItemAt: IndexPath(item: 0, section: 0), to: IndexPath(item: 1, section: 1))
        screen.scheduler.runPending()
        #expect(screen.source.snapshot(for: "others").rootItems == ["x", "fruit", "y"])
        #expect(screen.source.outlineState(of: "nuts") == nil)
    }

    @Test func anItemThatTheOutlineHidesElsewhereEndsIt() {
        let screen = OutlineScreen()
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        screen.source.apply(OutlineScreen.food, to: "food")
        screen.source.edit { $0.appendSections(["others"]) }
        screen.source.edit { $0.appendItems(["apple"], toSection: "others") }
        #expect(screen.lines == ["+fruit", "nuts", "apple"])
        #expect(screen.view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 1)))
        screen.view.hostReorder(to: CGPoint(x: 50, y: 30))
        screen.view.hostEndReordering()
        #expect(screen.lines == ["fruit", "apple", "nuts"])
    }
}
