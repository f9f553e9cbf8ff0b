import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Loading children of outlines")
struct OutlineLoadingTests {
    /// Children that arrive when the test says so.
    @MainActor
    private final class Shop {
        struct Failure: Error {}
        let screen = OutlineScreen()
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
        #expect(screen.focused == "loading a", "the focus stays where the user is")
        await shop.deliver("a…", nil)
        #expect(screen.focused == "failed a")
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
        var screen: OutlineScreen? = OutlineScreen()
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
}
