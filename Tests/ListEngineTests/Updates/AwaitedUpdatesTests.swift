import Foundation
import ListEngine
import ListEngineTestSupport
import Testing

/// Awaited updates return what happened, whatever goes away in the meantime.
@MainActor
@Suite("Awaited updates")
struct AwaitedUpdatesTests {
    @MainActor
    private final class Flag { var isSet = false }

    /// Starts an update, and returns when it was requested.
    private func start(_ update: @escaping @MainActor () async -> UpdateResult) async -> Task<UpdateResult, Never> {
        let flag = Flag()
        let task = Task {
            flag.isSet = true
            return await update()
        }
        while !flag.isSet { await Task.yield() }
        return task
    }

    /// Waits for the end of an update whose scheduler runs only here.
    private func value(
        of task: Task<UpdateResult, Never>, running scheduler: UpdateScheduler
    ) async -> UpdateResult {
        let flag = Flag()
        Task {
            _ = await task.value
            flag.isSet = true
        }
        while !flag.isSet {
            scheduler.runPending()
            await Task.yield()
        }
        return await task.value
    }

    private func failure(_ result: UpdateResult) -> UpdateError? {
        if case .failed(let error) = result { error as? UpdateError } else { nil }
    }

    private func isCancelled(_ result: UpdateResult) -> Bool {
        if case .failed(let error) = result { error is CancellationError } else { false }
    }

    @Test func sectionsAndListsReturnWhatWasDone() async {
        let test = SectionList(height: 400)
        let (a, b) = (DishSection("a", "a0"), DishSection("b", "b0"))
        var isApplied: [Bool] = []
        func note(_ result: UpdateResult) { isApplied.append(result.isApplied) }
        note(await test.list.append(newSections: [a]))
        note(await test.list.insert(newSections: [b], beforeSection: a))
        #expect(test.shown == "b0 a0")
        note(await test.list.move(section: b, afterSection: a))
        note(await test.list.move(section: a, beforeSection: b))
        note(await test.list.delete(sections: [b]))
        note(await test.list.insert(newSections: [b], afterSection: a))
        #expect(test.shown == "a0 b0")

        a.items.append(Dish("a1"))
        note(await a.append(items: [Dish("a1")]))
        a.items = ["a3", "a0", "a2", "a1"].map { Dish($0) }
        note(await a.insertItems([Dish("a2")], afterItem: Dish("a0")))
        note(await a.insertItems([Dish("a3")], beforeItem: Dish("a0")))
        #expect(test.shown == "a3 a0 a2 a1 b0")
        note(await a.moveItem(Dish("a1"), beforeItem: Dish("a3")))
        note(await a.moveItem(Dish("a3"), afterItem: Dish("a2")))
        note(await a.deleteItems([Dish("a0")]))
        #expect(test.shown == "a1 a2 a3 b0")
        note(await a.update(reconfiguring: [Dish("a2")]))
        #expect(test.shown == "a3 a0 a2 a1 b0")
        note(await a.reconfigure(items: [Dish("a2")]))
        note(await a.relayout())
        note(await a.reload())
        a.items.removeLast()
        note(await a.updatePreparing())
        #expect(test.shown == "a3 a0 a2 b0")
        note(await a.removeFromDataSource())
        note(await test.list.update(newSections: [a, b]))
        note(await test.list.reload(newSections: [b]))
        note(await test.list.build { DishSection("c", "c0") })
        #expect(test.shown == "c0")
        #expect(isApplied == Array(repeating: true, count: 21))

        // What could not be done is returned too.
        #expect(failure(await b.append(items: [])) == .unknownSection("b"))
        #expect(failure(await test.list.move(section: a, beforeSection: b)) == .unknownSection("a"))
        #expect(test.codes == [.unknownIdentifier, .unknownIdentifier])
    }

    /// Whether an update runs an animation. Its end is awaited.
    private func isAnimated(_ host: RecorderHost, _ update: @escaping @MainActor () async -> UpdateResult) async -> Bool
    {
        let flag = Flag()
        Task {
            _ = await update()
            flag.isSet = true
        }
        while !flag.isSet, host.running.isEmpty { await Task.yield() }
        defer { host.endAnimations() }
        return !host.running.isEmpty
    }

    @Test func updatesOfSectionsAndListsAreAnimatedByDefault() async {
        let test = SectionList(height: 400)
        test.recorder.holdsAnimations = true
        let (list, a, b, c) = (test.list, DishSection("a", "0 1 2 3"), DishSection("b", "b0"), DishSection("c", "c0"))
        list.append(newSections: [a], animatingDifferences: false, completion: nil)
        #expect(test.shown == "0 1 2 3")
        func expectAnimation(_ name: Comment, _ update: @escaping @MainActor () async -> UpdateResult) async {
            #expect(await isAnimated(test.recorder, update), name)
        }
        await expectAnimation("append sections") { await list.append(newSections: [b]) }
        await expectAnimation("insert before") { await list.insert(newSections: [c], beforeSection: b) }
        await expectAnimation("delete") { await list.delete(sections: [c]) }
        await expectAnimation("insert after") { await list.insert(newSections: [c], afterSection: a) }
        await expectAnimation("move after") { await list.move(section: c, afterSection: b) }
        await expectAnimation("move before") { await list.move(section: c, beforeSection: b) }
        await expectAnimation("update sections") { await list.update(newSections: [a, b]) }
        await expectAnimation("build") { await list.build { a } }
        await expectAnimation("build, prepared") {
            await list.buildPreparing {
                a
                b
            }
        }
        await expectAnimation("delete items") { await a.deleteItems([Dish("0")]) }
        await expectAnimation("append items") { await a.append(items: [Dish("0")]) }
        await expectAnimation("insert items before") { await a.insertItems([Dish("4")], beforeItem: Dish("1")) }
        await expectAnimation("insert items after") { await a.insertItems([Dish("5")], afterItem: Dish("1")) }
        await expectAnimation("move before an item") { await a.moveItem(Dish("0"), beforeItem: Dish("1")) }
        await expectAnimation("move after an item") { await a.moveItem(Dish("0"), afterItem: Dish("2")) }
        a.items.removeLast()
        await expectAnimation("update") { await a.update() }
        a.items.removeLast()
        await expectAnimation("update, prepared") { await a.updatePreparing() }
        await expectAnimation("remove") { await a.removeFromDataSource() }
    }

    @Test func updatesOfDataSourcesAreAnimatedByDefault() async {
        let host = RecorderHost()
        host.holdsAnimations = true
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 400), collectionViewLayout: ListRecipe(height: 20))
        view.host = host
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.apply(DiffableSnapshot(sections: [(0, [1])]), animatingDifferences: false, completion: nil)
        view.layoutIfNeeded()
        var outline = SectionSnapshot<Int>()
        outline.append([1])
        outline.append([2, 3], to: 1)
        #expect(await isAnimated(host) { await source.edit { $0.appendItems([4]) } })
        #expect(await isAnimated(host) { await source.apply(outline, to: 0) })
        #expect(await isAnimated(host) { await source.expand(1) })
        #expect(await isAnimated(host) { await source.collapse(1) })
        #expect(await isAnimated(host) { await source.apply(DiffableSnapshot(sections: [(0, [5, 6])])) })
        #expect(await isAnimated(host) { await source.applyPreparing(DiffableSnapshot(sections: [(0, [6])])) })
    }

    @Test func dataSourcesAndCollectionViewsReturnWhatWasDone() async throws {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        view.diagnostics.handler = { _ in }
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(DishCell.self, for: indexPath)
        }
        let first = DiffableSnapshot(sections: [(0, [1, 2])])
        #expect(await source.apply(first).isApplied)
        #expect(await source.edit { $0.appendItems([3], toSection: 0) }.isApplied)
        #expect(source.snapshot().itemIdentifiers == [1, 2, 3])
        #expect(await source.applyPreparing(first).isApplied)
        #expect(await source.applySnapshotUsingReloadData(DiffableSnapshot(sections: [(0, [4])])).isApplied)
        var outline = SectionSnapshot<Int>()
        outline.append([5, 6])
        #expect(await source.apply(outline, to: 1).isApplied)
        #expect(source.snapshot().itemIdentifiers == [4, 5, 6])
        let result = await source.edit { try $0.insertItems(validating: [7], beforeItem: 9) }
        #expect(!result.isApplied)
        // From another isolation.
        await Task.detached { #expect(await source.apply(first).isApplied) }.value
        #expect(view.numberOfItems(inSection: 0) == 2)

        #expect(await view.performBatchUpdates {}.isApplied)
        // The data source has no other item.
        guard case .failed(let error) = await view.performBatchUpdates({ view.deleteItems(at: [[0, 0]]) }) else {
            Issue.record("a batch that does not fit was applied")
            return
        }
        #expect(error is CollectionViewUpdateError)
        let changes = DiffableSnapshot(sections: [(0, [1])]).changeset(from: first)
        #expect(await !view.performUpdates(changes) {}.isApplied)
    }

    @Test func aDataSourceIsReleasedBeforeTheUpdatesTurn() async {
        let scheduler = UpdateScheduler.manual()
        let section = DishSection("a", "a0")
        var list: ListDataSource? = ListDataSource(scheduler: scheduler)
        list?.append(newSections: [section], completion: nil)
        scheduler.runPending()
        let task = await start { await section.append(items: [Dish("a1")]) }
        let prepared = await start { await section.updatePreparing() }
        list = nil
        #expect(failure(await value(of: task, running: scheduler)) == .dataSourceReleased)
        #expect(failure(await value(of: prepared, running: scheduler)) == .dataSourceReleased)
    }

    @Test func aCollectionViewIsReleasedDuringTheAnimation() async {
        let recorder = RecorderHost()
        recorder.holdsAnimations = true
        let section = DishSection("a", "a0 a1")
        let list = ListDataSource()
        var view: CollectionView? = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        view?.host = recorder
        list.attach(to: view!)
        list.append(newSections: [section], completion: nil)
        view?.layoutIfNeeded()
        let task = await start { await section.deleteItems([Dish("a0")]) }
        #expect(recorder.running.count == 1)
        view = nil
        // The host still holds the animation.
        #expect(await task.value.isApplied)
        recorder.endAnimations()
    }

    @Test func aHostIsReplacedOrReleasedDuringTheAnimation() async {
        for isReplaced in [true, false] {
            let test = SectionList()
            var recorder: RecorderHost? = RecorderHost()
            recorder?.holdsAnimations = true
            test.view.host = recorder
            let section = DishSection("a", "a0 a1")
            test.list.append(newSections: [section], completion: nil)
            test.view.layoutIfNeeded()
            let task = await start { await section.deleteItems([Dish("a0")]) }
            #expect(recorder?.running.count == 1)
            if isReplaced { test.view.host = test.recorder } else { recorder = nil }
            #expect(await task.value.isApplied)
        }
    }

    @Test func aCancelledTaskGetsWhatHappened() async {
        let scheduler = UpdateScheduler.manual()
        let test = SectionList(ListDataSource(scheduler: scheduler))
        let section = DishSection("a", "a0")
        test.list.append(newSections: [section], completion: nil)
        scheduler.runPending()
        section.items.append(Dish("a1"))
        let task = await start { await section.append(items: [Dish("a1")]) }
        task.cancel()
        #expect(test.shown == "a0")
        scheduler.runPending()
        #expect(await task.value.isApplied && test.shown == "a0 a1")

        // A preparation ends where the task ends.
        section.items = []
        let prepared = await start { await section.updatePreparing() }
        prepared.cancel()
        #expect(isCancelled(await value(of: prepared, running: scheduler)) && test.shown == "a0 a1")
    }

    @Test func aTaskThatWasCancelledBeforehandPreparesNothing() async {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(DishCell.self, for: indexPath)
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await source.applyPreparing(DiffableSnapshot(sections: [(0, [1])]))
        }
        #expect(isCancelled(await task.value))
        #expect(source.snapshot().numberOfItems == 0)
    }
}
