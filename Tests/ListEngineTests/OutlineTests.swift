import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Outlines")
struct OutlineTests {
    private final class NodeCell: CollectionViewCell {
        var name = ""
        /// One line: signs for the level, `+` or `-` before an item that can be expanded or is expanded, and the name.
        var line: String {
            guard let outlineState else { return name }
            let sign = outlineState.isExpandable ? (outlineState.isExpanded ? "-" : "+") : ""
            return String(repeating: ".", count: outlineState.level) + sign + name
        }
    }

    private typealias Source = DiffableDataSource<String, String>

    @MainActor
    private final class Screen {
        let view: CollectionView
        let source: Source
        let scheduler: UpdateScheduler

        init(_ scheduler: UpdateScheduler = .immediate, cells: CollectionViewFlowLayout = CollectionViewFlowLayout()) {
            cells.itemSize = CGSize(width: 100, height: 20)
            cells.minimumLineSpacing = 0
            self.scheduler = scheduler
            view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 4000), collectionViewLayout: cells)
            source = Source(collectionView: view, scheduler: scheduler) { view, indexPath, name in
                let cell = view.dequeueReusableCell(NodeCell.self, for: indexPath)
                cell.name = name
                return cell
            }
        }

        var lines: [String] {
            view.layoutIfNeeded()
            return view.visibleCells.compactMap { ($0 as? NodeCell)?.line }
        }

        func focus(_ item: String) { view.focusedIndexPath = source.indexPath(for: item) }
        var focused: String? { view.focusedIndexPath.flatMap { source.itemIdentifier(for: $0) } }
    }

    private static var food: SectionSnapshot<String> {
        var outline = SectionSnapshot<String>()
        outline.append(["fruit", "nuts"])
        outline.append(["apple", "pear"], to: "fruit")
        outline.append(["red", "green"], to: "apple")
        return outline
    }

    // MARK: Loading

    /// Children that arrive when the test says so.
    @MainActor
    private final class Shop {
        struct Failure: Error {}
        let screen = Screen()
        private var waiting: [String: [CheckedContinuation<SectionSnapshot<String>, any Error>]] = [:]
        var begun: [String] = []
        var ended = 0

        init() {
            screen.source.sectionSnapshotHandlers.canLoadChildren = { $0.hasSuffix("…") }
            screen.source.sectionSnapshotHandlers.loadingItem = { "loading " + $0.dropLast() }
            screen.source.sectionSnapshotHandlers.loadChildren = { [unowned self] item in
                begun.append(item)
                defer { ended += 1 }
                return try await withCheckedThrowingContinuation { waiting[item, default: []].append($0) }
            }
            var outline = SectionSnapshot<String>()
            outline.append(["a…", "b"])
            screen.source.apply(outline, to: "shop", animatingDifferences: false)
        }

        // Outside of asynchronous functions, where other forms of these methods are called.
        func expand(_ item: String) { screen.source.expand(item) }
        func collapse(_ item: String) { screen.source.collapse(item) }
        func loadAgain(_ item: String) { screen.source.loadAgain(childrenOf: item) }
        func show(_ outline: SectionSnapshot<String>) { screen.source.apply(outline, to: "shop") }
        func deleteSection() { screen.source.edit { $0.deleteSections(["shop"]) } }
        func append(_ item: String) { screen.source.edit { $0.appendItems([item]) } }
        func reload() { screen.source.applySnapshotUsingReloadData(screen.source.snapshot()) }

        /// Waits for a state of the program, never for a duration.
        func wait(_ isDone: () -> Bool) async {
            await TestSupport.wait { isDone() }
            #expect(isDone())
        }

        func deliver(_ item: String, _ children: [String]?) async {
            await wait { waiting[item]?.isEmpty == false }
            let before = ended
            let continuation = waiting[item]?.removeFirst()
            if let children {
                var tree = SectionSnapshot<String>()
                tree.append(children)
                continuation?.resume(returning: tree)
            } else {
                continuation?.resume(throwing: Failure())
            }
            await wait { ended > before }
            // The data source continues in the same turn of the main actor or in the next ones.
            for _ in 0..<20 { await Task.yield() }
        }
    }

    @Test func childrenAreLoadedWhenAnItemIsExpanded() async {
        let shop = Shop()
        let screen = shop.screen
        #expect(screen.lines == ["+a…", "b"])
        screen.focus("a…")
        #expect(screen.view.hostKey(.right) && screen.lines == ["-a…", ".loading a", "b"])
        // Collapsed and expanded meanwhile: it is loaded once.
        #expect(screen.view.hostKey(.left) && screen.lines == ["+a…", "b"])
        shop.expand("a…")
        #expect(screen.lines == ["-a…", ".loading a", "b"])
        await shop.deliver("a…", ["c…", "d"])
        #expect(screen.lines == ["-a…", ".+c…", ".d", "b"] && shop.begun == ["a…"])
        // A failure: the user can try again.
        shop.expand("c…")
        await shop.deliver("c…", nil)
        #expect(screen.lines == ["-a…", ".+c…", ".d", "b"])
        shop.expand("c…")
        await shop.deliver("c…", ["b"])
        #expect(screen.lines == ["-a…", ".+c…", ".d", "b"], "an item that is in the list already")
        #expect(screen.view.diagnostics.recent.last?.code == .duplicateIdentifier)
        // Collapsed when they arrive.
        shop.expand("c…")
        shop.collapse("c…")
        await shop.deliver("c…", ["e"])
        #expect(screen.lines == ["-a…", ".+c…", ".d", "b"])
        shop.expand("c…")
        #expect(screen.lines == ["-a…", ".-c…", "..e", ".d", "b"] && shop.begun.count == 4)
    }

    @Test func aFailureToLoadChildrenIsShownAndTriedAgain() async {
        let shop = Shop()
        let screen = shop.screen
        var errors: [String] = []
        screen.source.sectionSnapshotHandlers.failedItem = { item, error in
            errors.append("\(type(of: error))")
            return "failed " + item.dropLast()
        }
        shop.expand("a…")
        await shop.deliver("a…", nil)
        #expect(screen.lines == ["-a…", ".failed a", "b"] && errors == ["Failure"])
        // The return key on the item that says so.
        screen.focus("failed a")
        #expect(screen.view.hostKey(.activate) && screen.lines == ["-a…", ".loading a", "b"])
        await shop.deliver("a…", nil)
        // Collapsed and expanded.
        shop.collapse("a…")
        #expect(screen.lines == ["+a…", "b"] && shop.begun.count == 2)
        shop.expand("a…")
        #expect(screen.lines == ["-a…", ".loading a", "b"])
        await shop.deliver("a…", ["b"])
        // The loaded children are in the list already.
        #expect(screen.lines == ["-a…", ".failed a", "b"] && errors.count == 3)
        // By the program, for the item and for one that has children.
        shop.loadAgain("b")
        shop.loadAgain("a…")
        shop.loadAgain("a…")
        #expect(screen.lines == ["-a…", ".loading a", "b"])
        await shop.deliver("a…", ["x"])
        #expect(screen.lines == ["-a…", ".x", "b"] && shop.begun.count == 4)
        shop.loadAgain("a…")
        #expect(screen.lines == ["-a…", ".x", "b"] && shop.begun.count == 4)
        screen.focus("x")
        _ = screen.view.hostKey(.activate)
        #expect(shop.begun.count == 4)
    }

    @Test func anOutlineWithoutTheFailureTriesAgain() async {
        let shop = Shop()
        shop.screen.source.sectionSnapshotHandlers.failedItem = { item, _ in "failed " + item.dropLast() }
        shop.expand("a…")
        await shop.deliver("a…", nil)
        var outline = shop.screen.source.snapshot(for: "shop")
        outline.delete(["failed a"])
        outline.collapse(["a…"])
        shop.show(outline)
        #expect(shop.screen.lines == ["+a…", "b"])
        shop.expand("a…")
        #expect(shop.screen.lines == ["-a…", ".loading a", "b"])
        await shop.deliver("a…", ["x"])
        #expect(shop.screen.lines == ["-a…", ".x", "b"])
    }

    @Test func loadingIsCancelled() async {
        let shop = Shop()
        let screen = shop.screen
        screen.source.sectionSnapshotHandlers.failedItem = { item, _ in "failed " + item.dropLast() }
        var wasCancelled = 0
        screen.source.sectionSnapshotHandlers.loadChildren = { [unowned shop] item in
            shop.begun.append(item)
            defer { wasCancelled += Task.isCancelled ? 1 : 0 }
            while !Task.isCancelled { await Task.yield() }
            var late = SectionSnapshot<String>()
            late.append(["late"])
            return late
        }
        #expect(!screen.source.cancelLoading(childrenOf: "a…"))
        shop.expand("a…")
        await shop.wait { shop.begun.count == 1 }
        #expect(screen.lines == ["-a…", ".loading a", "b"])
        #expect(screen.source.cancelLoading(childrenOf: "a…") && !screen.source.cancelLoading(childrenOf: "a…"))
        #expect(screen.lines == ["+a…", "b"])
        await shop.wait { wasCancelled == 1 }
        #expect(screen.lines == ["+a…", "b"])
        // It is loaded once more when it is expanded.
        shop.expand("a…")
        await shop.wait { shop.begun.count == 2 }
        #expect(screen.lines == ["-a…", ".loading a", "b"])
        screen.source.cancelLoading(childrenOf: "a…")
        await shop.wait { wasCancelled == 2 }
    }

    @Test func loadingEndsWithTheDataSource() async {
        final class Task { var hasBegun = false, isCancelled = false }
        let task = Task()
        var screen: Screen? = Screen()
        screen?.source.sectionSnapshotHandlers.canLoadChildren = { _ in true }
        screen?.source.sectionSnapshotHandlers.loadChildren = { _ in
            task.hasBegun = true
            while !_Concurrency.Task.isCancelled { await _Concurrency.Task.yield() }
            task.isCancelled = true
            return SectionSnapshot()
        }
        func begin() {
            var outline = SectionSnapshot<String>()
            outline.append(["a"])
            screen?.source.apply(outline, to: "s")
            screen?.source.expand("a")
        }
        begin()
        await TestSupport.wait { task.hasBegun }
        screen = nil
        await TestSupport.wait { task.isCancelled }
        #expect(task.isCancelled)
    }

    /// A program that makes a new loading item in each call.
    @Test func aLoadingItemIsMadeOnce() async {
        let shop = Shop()
        var number = 0
        shop.screen.source.sectionSnapshotHandlers.loadingItem = { _ in
            number += 1
            return "loading \(number)"
        }
        shop.expand("a…")
        #expect(shop.screen.lines == ["-a…", ".loading 1", "b"])
        await shop.deliver("a…", ["x"])
        #expect(shop.screen.lines == ["-a…", ".x", "b"] && number == 1)
    }

    /// An update, a new tree, a removed item and section, a reload, a section that is an ordinary one again, and a data source that is
    /// released.
    @Test(arguments: 0..<6) func theListChangesWhileChildrenAreLoaded(kind: Int) async {
        let shop = Shop()
        let source = shop.screen.source
        shop.expand("a…")
        var outline = source.snapshot(for: "shop")
        var expected: [String]
        switch kind {
        case 0:
            outline.insert(["new"], before: "a…")
            shop.show(outline)
            expected = ["new", "-a…", ".x", "b"]
        case 1:
            outline.delete(["a…"])
            shop.show(outline)
            expected = ["b"]
        case 2:
            shop.deleteSection()
            expected = []
        case 3:
            outline.replace(childrenOf: "a…", using: SectionSnapshot())
            outline.append(["own"], to: "a…")
            shop.show(outline)
            expected = ["-a…", ".own", "b"]
        case 4:
            shop.append("last")
            expected = ["a…", "b", "last"]
        default:
            shop.reload()
            expected = ["-a…", ".x", "b"]
        }
        await shop.deliver("a…", ["x"])
        #expect(shop.screen.lines == expected)
        #expect(shop.screen.view.diagnostics.recent.isEmpty)
    }

    // MARK: Blocks

    /// A list that is a function of a tree.
    @MainActor
    private final class Blocks {
        let view = CollectionView(size: CGSize(width: 100, height: 400))
        let host = RecorderHost()
        var tree = OutlineTests.food
        var dropped: [String] = []
        private(set) var list: ListDataSource!

        init(_ flow: FlowDirection = .leftToRight) {
            view.host = host
            view.flowDirection = flow
            list = ListDataSource(in: view)
            show()
        }

        func show() {
            list.build(animatingDifferences: false) {
                ListBlock("before", ["x"])
                ListBlock("food", tree.visibleItems, id: \.self) { ItemContent($0, accessories: [.outline]) }
                    .height(20)
                    .outline(tree) {
                        $0 == "nuts"
                    } _: { [unowned self] item, isExpanded in
                        if isExpanded { tree.expand([item]) } else { tree.collapse([item]) }
                        if item == "nuts", isExpanded, !tree.hasChildren(item) { tree.append(["hazel"], to: item) }
                        show()
                    }
                    .cell(where: { $0 == "pear" }) { (cell: NodeCell, item) in cell.name = item }
                    .onDropOnItem { [unowned self] drag, item in dropped.append("\(drag.text ?? "") onto \(item)") }
            }
            view.layoutIfNeeded()
        }

        var lines: [String] {
            view.visibleCells.compactMap { cell in
                guard let state = cell.outlineState else { return nil }
                let name = (cell as? NodeCell)?.name ?? (cell as? ContentCell)?.content.title ?? ""
                let sign = state.isExpandable ? (state.isExpanded ? "-" : "+") : ""
                return String(repeating: ".", count: state.level) + sign + name
            }
        }

        func cell(_ name: String) -> ContentCell? {
            view.visibleCells.compactMap { $0 as? ContentCell }.first { $0.content.title == name }
        }
        func focus(_ name: String) {
            view.focusedIndexPath = tree.index(of: name).map { IndexPath(item: $0, section: 1) }
        }
        var focused: String? {
            view.focusedIndexPath.flatMap { $0.section == 1 ? tree.visibleItems[$0.item] : nil }
        }
    }

    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft]) func aBlockIsAnOutline(flow: FlowDirection) {
        let blocks = Blocks(flow)
        let view = blocks.view
        let (open, close): (CollectionViewKey, CollectionViewKey) =
            flow == .leftToRight ? (.right, .left) : (.left, .right)
        #expect(blocks.lines == ["+fruit", "+nuts"])
        blocks.focus("fruit")
        #expect(view.hostKey(open) && blocks.lines == ["-fruit", ".+apple", ".pear", "+nuts"])
        // There is nothing to expand: to the first child. There is nothing to collapse: to the parent.
        #expect(view.hostKey(open) && blocks.focused == "apple")
        #expect(view.hostKey(open) && blocks.lines == ["-fruit", ".-apple", "..red", "..green", ".pear", "+nuts"])
        blocks.focus("pear")
        #expect(view.hostKey(close) && blocks.focused == "fruit")
        // The expander of a ready-made cell, and one whose children are made when they are shown.
        #expect(blocks.cell("apple")?.indentation == 1)
        #expect(blocks.cell("apple")?.perform(.pressed, accessoryAt: 0) == true)
        #expect(blocks.lines == ["-fruit", ".+apple", ".pear", "+nuts"])
        #expect(blocks.cell("nuts")?.perform(.pressed, accessoryAt: 0) == true)
        #expect(blocks.lines == ["-fruit", ".+apple", ".pear", "-nuts", ".hazel"])
        #expect(view.hostKey(close) && blocks.lines == ["+fruit", "-nuts", ".hazel"])
        // An item of an ordinary block.
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        view.hostKey(open)
        #expect(blocks.lines == ["+fruit", "-nuts", ".hazel"])
    }

    @Test func itemsAreDroppedIntoAParentOfABlock() {
        let blocks = Blocks()
        let fruit = blocks.cell("fruit")?.frame ?? .zero
        let drag = CollectionDrag(text: "kiwi")
        // A drag that rests over an item expands it.
        blocks.view.hostSpringLoad(itemAt: IndexPath(item: 0, section: 1))
        blocks.view.layoutIfNeeded()
        #expect(blocks.lines.first == "-fruit")
        #expect(blocks.view.hostDrop(drag, at: CGPoint(x: fruit.midX, y: fruit.midY)) == .cancel, "only items of lists")
        let dragged = CollectionView(size: CGSize(width: 100, height: 100))
        let source = ListDataSource(in: dragged)
        source.build(animatingDifferences: false) {
            ListBlock("a", ["kiwi"], id: \.self) { ItemContent($0) }
                .onDrag { CollectionDragItem(payload: $0, text: $0) }
        }
        dragged.layoutIfNeeded()
        guard let items = dragged.hostBeginItemDrag(at: IndexPath(item: 0, section: 0)) else {
            Issue.record("no drag")
            return
        }
        #expect(blocks.view.hostDragOver(items, at: CGPoint(x: fruit.midX, y: fruit.midY)) == .move)
        #expect(blocks.view.hostDrop(items, at: CGPoint(x: fruit.midX, y: fruit.midY)) == .move)
        #expect(blocks.dropped == ["kiwi onto fruit"])
    }

    // MARK: Expanding and collapsing

    @Test func cellsKnowTheirPlaceInTheOutline() {
        let screen = Screen()
        screen.source.apply(Self.food, to: "food")
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
        let screen = Screen()
        screen.source.apply(Self.food, to: "food")
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
        let screen = Screen()
        screen.source.apply(Source.Snapshot(sections: [("plain", ["a", "b"])]))
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
        let screen = Screen()
        screen.source.apply(Self.food, to: "food")
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
        let screen = Screen()
        screen.source.apply(Self.food, to: "food")
        #expect(screen.lines == ["+fruit", "nuts"])
        let plain = Source(collectionView: screen.view) { view, indexPath, name in
            let cell = view.dequeueReusableCell(NodeCell.self, for: indexPath)
            cell.name = name
            return cell
        }
        plain.apply(Source.Snapshot(sections: [("plain", ["a", "b"])]))
        #expect(screen.lines == ["a", "b"])
        #expect(screen.view.visibleCells.allSatisfy { $0.outlineState == nil })
    }

    @Test func aPreparedUpdateShowsPlainItemsWithoutAnOutline() async throws {
        let screen = Screen()
        await screen.source.apply(Self.food, to: "food")
        await screen.source.expand("fruit")
        let next = Source.Snapshot(sections: [("food", ["fruit", "nuts"])])
        let prepared = try await screen.source.prepare(next)
        #expect(screen.source.swapIn(prepared) != .stale)
        #expect(screen.lines == ["fruit", "nuts"])
        await screen.source.apply(Self.food, to: "food")
        #expect(screen.lines == ["+fruit", "nuts"])
        await screen.source.collapse("fruit")
        #expect(screen.lines == ["+fruit", "nuts"])
    }

    // MARK: Handlers

    @Test func childrenAreLoadedWhenAnItemIsExpanded() {
        let screen = Screen()
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
        let screen = Screen()
        screen.source.sectionSnapshotHandlers.snapshotForExpandingParent = { _, _ in
            var children = SectionSnapshot<String>()
            children.append(["nuts"])
            return children
        }
        screen.source.apply(Self.food, to: "food")
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
        let screen = Screen()
        screen.source.apply(Self.food, to: "food")
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
        let screen = Screen()
        screen.view.bounds.size.height = 40
        screen.source.apply(Source.Snapshot(sections: [("plain", (0..<50).map { "\($0)" })]))
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
        let screen = Screen()
        screen.source.apply(Self.food, to: "food")
        screen.source.sectionSnapshotHandlers.willExpandItem = { [source = screen.source] _ in
            source.edit { $0.deleteItems(["nuts"]) }
        }
        screen.source.toggleExpansion(of: "fruit")
        #expect(screen.lines == ["fruit"])
        screen.source.sectionSnapshotHandlers.willExpandItem = { [source = screen.source] item in
            source.expand(item)
            source.apply(Self.food, to: "food")
        }
        screen.source.apply(Self.food, to: "food")
        screen.source.toggleExpansion(of: "fruit")
        #expect(screen.lines == ["-fruit", ".+apple", ".pear", "nuts"])
        screen.source.sectionSnapshotHandlers = SectionSnapshotHandlers()
        screen.source.sectionSnapshotHandlers.snapshotForExpandingParent = { [source = screen.source] _, below in
            source.collapse("fruit")
            source.applySnapshotUsingReloadData(Source.Snapshot(sections: [("z", ["z"])]))
            return below
        }
        screen.source.expand("apple")
        #expect(screen.lines == ["z"])
    }

    // MARK: Keys

    @Test(arguments: [false, true])
    func arrowKeysWalkThroughTheTree(isMirrored: Bool) {
        let screen = Screen()
        screen.view.flowDirection = isMirrored ? .rightToLeft : .leftToRight
        let (open, close): (CollectionViewKey, CollectionViewKey) = isMirrored ? (.left, .right) : (.right, .left)
        screen.source.apply(Self.food, to: "food")
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

    // MARK: Histories

    /// The tree in the plainest form: a list of lines.
    private struct Model {
        struct Node {
            var name: String
            var level: Int
            var isExpanded = false
        }

        /// Nil after the tree's section was changed otherwise.
        var tree: [Node]?
        /// The items of the tree's section.
        var items: [String] = []

        func end(of place: Int) -> Int {
            let tree = tree ?? []
            return (place + 1..<tree.count).first { tree[$0].level <= tree[place].level } ?? tree.count
        }

        /// The places of the visible nodes.
        var visible: [Int] {
            guard let tree else { return [] }
            var found: [Int] = []
            var place = 0
            while place < tree.count {
                found.append(place)
                place = tree[place].isExpanded ? place + 1 : end(of: place)
            }
            return found
        }

        /// Whether the section has the items that the tree shows.
        var isInForce: Bool { tree != nil && items == visible.map { tree![$0].name } }

        var lines: [String] {
            guard let tree else { return items }
            return visible.map { place in
                let isParent = end(of: place) > place + 1
                return String(repeating: ".", count: tree[place].level)
                    + (isParent ? (tree[place].isExpanded ? "-" : "+") : "") + tree[place].name
            }
        }

        var outline: SectionSnapshot<String> {
            var outline = SectionSnapshot<String>()
            var parents: [String] = []
            for node in tree ?? [] {
                parents.removeSubrange(node.level...)
                outline.append([node.name], to: parents.last)
                parents.append(node.name)
            }
            outline.expand((tree ?? []).filter(\.isExpanded).map(\.name))
            return outline
        }

        static func random(_ random: inout TestRandom) -> [Node] {
            var level = 0
            // A part of the names, so that two trees have some in common.
            let names = (0..<20).filter { _ in random.below(2) == 0 }
            return names.enumerated().map { place, number in
                level = place == 0 ? 0 : random.below(level + 2)
                return Node(name: "n\(number)", level: level, isExpanded: random.below(3) == 0)
            }
        }
    }

    /// Two sections. An item that one of them shows leaves the other.
    private struct Models {
        var sections = [Model(), Model()]

        mutating func showTree(_ section: Int) {
            let items = sections[section].visible.map { sections[section].tree![$0].name }
            sections[section].items = items
            sections[1 - section].items.removeAll(where: items.contains)
        }

        mutating func setExpanded(_ isExpanded: Bool, _ name: String) {
            let showing = sections.firstIndex { $0.items.contains(name) }
            let hiding = sections.firstIndex { $0.tree?.contains { $0.name == name } == true }
            guard let section = showing ?? hiding, sections[section].isInForce,
                let place = sections[section].tree!.firstIndex(where: { $0.name == name }),
                sections[section].tree![place].isExpanded != isExpanded
            else { return }
            sections[section].tree![place].isExpanded = isExpanded
            showTree(section)
        }

        mutating func endTurn() {
            for section in 0..<2 where !sections[section].isInForce { sections[section].tree = nil }
        }
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func randomEditsShowTheModel(seed: UInt64) {
        var random = TestRandom(seed: seed)
        let screen = Screen(.manual())
        var model = Models()
        screen.source.apply(Source.Snapshot(sections: [("0", []), ("1", [])]))
        screen.scheduler.runPending()
        for step in 0..<40 {
            // Updates that wait together are shown as one.
            for _ in 0...random.below(3) {
                let (name, section) = ("n\(random.below(20))", random.below(2))
                switch random.below(8) {
                case 0, 1:
                    screen.source.expand(name)
                    model.setExpanded(true, name)
                case 2:
                    screen.source.collapse(name)
                    model.setExpanded(false, name)
                case 3, 4:
                    model.sections[section].tree = Model.random(&random)
                    model.showTree(section)
                    screen.source.apply(model.sections[section].outline, to: "\(section)")
                case 5:
                    // A whole snapshot, made of what is shown now.
                    var next = screen.source.snapshot()
                    if random.below(2) == 0 { next.deleteItems([name]) }
                    for section in 0..<2 { model.sections[section].items = next.itemIdentifiers(inSectionAt: section) }
                    screen.source.apply(next)
                case 6:
                    guard screen.source.toggleExpansion(of: name) else { continue }
                    // The user sees what is shown, not what waits.
                    model.setExpanded(!screen.source.outlineState(of: name)!.isExpanded, name)
                default:
                    screen.source.edit { if $0.contains(item: name) { $0.deleteItems([name]) } }
                    for section in 0..<2 { model.sections[section].items.removeAll { $0 == name } }
                }
            }
            screen.scheduler.runPending()
            model.endTurn()
            let (lines, expected) = (screen.lines, model.sections.flatMap(\.lines))
            if lines != expected {
                Issue.record("seed \(seed), step \(step): \(lines), expected \(expected)")
                return
            }
            for section in 0..<2 {
                #expect(screen.source.snapshot(for: "\(section)").visibleItems == model.sections[section].items)
            }
        }
    }

    // MARK: Moving

    @Test func aMovedItemBelongsWhereItWasDropped() {
        let screen = Screen()
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        screen.source.apply(Self.food, to: "food")
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
        let screen = Screen()
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
        let screen = Screen(.manual())
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        screen.source.apply(Self.food, to: "food")
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
            screen.source.apply(Self.food, to: "food")
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
        let screen = Screen()
        screen.source.reorderingHandlers.canReorderItem = { _ in true }
        screen.source.apply(Self.food, to: "food")
        screen.source.edit { $0.appendSections(["others"]) }
        screen.source.edit { $0.appendItems(["apple"], toSection: "others") }
        #expect(screen.lines == ["+fruit", "nuts", "apple"])
        #expect(screen.view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 1)))
        screen.view.hostReorder(to: CGPoint(x: 50, y: 30))
        screen.view.hostEndReordering()
        #expect(screen.lines == ["fruit", "apple", "nuts"])
    }
}
