import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// Updates from several threads, from within callbacks, and under a main loop other than that of the dispatch queue.
@MainActor
@Suite("Scheduling of updates")
struct UpdateSchedulingTests {
    private typealias Source = DiffableDataSource<Int, Int>

    private final class NumberCell: CollectionViewCell { var number = -1 }

    private func list(_ scheduler: UpdateScheduler) -> (view: CollectionView, source: Source) {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: ListRecipe(height: 20))
        let source = Source(collectionView: view, scheduler: scheduler) { view, indexPath, number in
            let cell = view.dequeueReusableCell(NumberCell.self, for: indexPath)
            cell.number = number
            return cell
        }
        return (view, source)
    }

    private func shown(_ view: CollectionView) -> [Int] {
        view.visibleCells.compactMap { ($0 as? NumberCell)?.number }
    }

    nonisolated private static func snapshot(_ items: [Int]) -> DiffableSnapshot<Int, Int> {
        DiffableSnapshot(sections: [(0, items)])
    }

    /// A main loop as in a toolkit: it sleeps until it is woken, and runs only what it was given.
    private final class Loop: @unchecked Sendable {
        private let condition = NSCondition()
        private var isWoken = false

        func wakeUp() {
            condition.lock()
            isWoken = true
            condition.signal()
            condition.unlock()
        }

        /// Runs until a condition holds. False if it did not within half a minute.
        @MainActor func run(_ scheduler: UpdateScheduler, until isDone: () -> Bool) -> Bool {
            let end = Date(timeIntervalSinceNow: 30)
            while !isDone() {
                condition.lock()
                while !isWoken {
                    guard condition.wait(until: end) else {
                        condition.unlock()
                        return false
                    }
                }
                isWoken = false
                condition.unlock()
                scheduler.runPending()
            }
            return true
        }
    }

    /// How often the completion of each update was called, and with which result.
    @MainActor
    private final class Tally {
        var ends: [Int: [String]] = [:]
        func end(_ number: Int, _ result: UpdateResult) {
            let name =
                switch result {
                case .applied: "applied"
                case .superseded: "superseded"
                case .failed: "failed"
                }
            ends[number, default: []].append(name)
        }
    }

    @Test func aForeignMainLoopIsServedFromManyThreads() {
        // This test does not return to the main actor's executor, so nothing that waits for the main queue would ever
        // run.
        let loop = Loop()
        let scheduler = UpdateScheduler.hostDriven { loop.wakeUp() }
        let (view, source) = list(scheduler)
        let tally = Tally()
        let (threads, each) = (4, 40)
        for thread in 0..<threads {
            Thread.detachNewThread {
                var random = TestRandom(seed: UInt64(thread))
                for number in 0..<each {
                    let items = (0..<10).map { $0 * 7 + number + thread }.shuffled(using: &random)
                    source.apply(Self.snapshot(items), animatingDifferences: number % 2 == 0) { result in
                        tally.end(thread * each + number, result)
                    }
                }
            }
        }
        let isDone = loop.run(scheduler) { tally.ends.count == threads * each }
        #expect(isDone)
        #expect(tally.ends.values.allSatisfy { $0.count == 1 && $0 != ["failed"] })
        #expect(tally.ends.values.contains(["applied"]))
        #expect(shown(view) == source.snapshot().itemIdentifiers)
        #expect(source.snapshot().numberOfItems == 10)
        #expect(view.diagnostics.recent == [])
        // The last update of this thread is shown.
        source.apply(Self.snapshot([1, 2, 3])) { tally.end(-1, $0) }
        #expect(loop.run(scheduler) { tally.ends[-1] != nil })
        #expect(shown(view) == [1, 2, 3])
    }

    @Test func aForeignMainLoopRunsItsOwnUpdatesImmediatelyOnRequest() {
        let loop = Loop()
        let scheduler = UpdateScheduler.hostDriven(runsAtOnce: true) { loop.wakeUp() }
        let (view, source) = list(scheduler)
        source.apply(Self.snapshot([4, 5]))
        #expect(shown(view) == [4, 5])
        let tally = Tally()
        Thread.detachNewThread { source.apply(Self.snapshot([6])) { tally.end(0, $0) } }
        #expect(loop.run(scheduler) { !tally.ends.isEmpty })
        #expect(shown(view) == [6])
    }

    @Test func updatesFromManyThreadsEachEndOnce() async {
        let (view, source) = list(.immediate)
        let tally = Tally()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<25 {
                        await withCheckedContinuation { continuation in
                            source.apply(Self.snapshot([thread, 100 + number])) { result in
                                tally.end(thread * 25 + number, result)
                                continuation.resume()
                            }
                        }
                    }
                }
            }
        }
        #expect(tally.ends.count == 100)
        #expect(tally.ends.values.allSatisfy { $0.count == 1 && $0 != ["failed"] })
        #expect(shown(view) == source.snapshot().itemIdentifiers)
    }

    // MARK: Updates within callbacks

    @Test func updatesFromWithinAnEditWait() {
        let (view, source) = list(.immediate)
        source.apply(Self.snapshot([1, 2]))
        var results: [String] = []
        source.edit {
            source.apply(Self.snapshot([7, 8])) { results.append("inner \($0)") }
            #expect(source.snapshot().itemIdentifiers == [1, 2])
            $0.appendItems([3], toSection: 0)
        } completion: {
            results.append("outer \($0), shown \(shown(view))")
        }
        #expect(results == ["outer applied, shown [1, 2, 3]", "inner applied"])
        #expect(shown(view) == [7, 8])
    }

    @Test func updatesFromWithinAnUpdateThatWaitedForAPassWait() {
        // The outer update runs after the pass, not when it is passed in.
        final class Listener: CollectionViewDelegate {
            var body: (() -> Void)?
            func collectionView(
                _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
            ) {
                let once = body
                body = nil
                once?()
            }
        }
        let (view, source) = list(.immediate)
        source.apply(Self.snapshot(Array(0..<50)))
        let listener = Listener()
        view.delegate = listener
        var results: [String] = []
        listener.body = {
            source.edit {
                source.apply(Self.snapshot([7, 8])) { results.append("inner \($0)") }
                $0.appendItems([60], toSection: 0)
            } completion: {
                results.append("outer \($0), items \(source.snapshot().numberOfItems)")
            }
        }
        view.hostDidScroll(to: point(300))
        #expect(results == ["outer applied, items 51", "inner applied"])
        #expect(shown(view) == [7, 8])
        #expect(view.diagnostics.recent == [])
    }

    @Test func aManualSchedulerRunsNothingUntilCalled() {
        let scheduler = UpdateScheduler.manual()
        let (view, source) = list(scheduler)
        source.apply(Self.snapshot([1]))
        // During a batch the list is busy: an update that is run waits, and not for the batch alone.
        view.performBatchUpdates { #expect(scheduler.runPending() == 1) }
        #expect(shown(view) == [])
        scheduler.runPending()
        #expect(shown(view) == [1])
    }

    @Test func updatesFromWithinSizesAndCounts() {
        final class Asking: CollectionViewFlowLayoutDelegate {
            var body: (() -> Void)?
            func flowLayout(
                _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
            ) -> CGSize? {
                let once = body
                body = nil
                once?()
                return CGSize(width: 100, height: 20)
            }
        }
        let (view, source) = list(.immediate)
        let flow = CollectionViewFlowLayout()
        let asking = Asking()
        flow.delegate = asking
        view.collectionViewLayout = flow
        source.apply(Self.snapshot([1, 2]))
        asking.body = { source.apply(Self.snapshot([5])) }
        view.performBatchUpdates { view.reloadItems(at: [IndexPath(item: 0, section: 0)]) }
        #expect(shown(view) == [5])
        #expect(view.diagnostics.recent == [])
    }

    @Test func changesStatedWithinAnUpdateReloadTheList() {
        let (view, source) = list(.immediate)
        source.apply(Self.snapshot([1, 2, 3]))
        let after = Self.snapshot([3, 1])
        let changes = after.changeset(from: source.snapshot())
        final class Fixed: CollectionViewDataSource {
            var count = 3
            func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { count }
            func collectionView(
                _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
            ) -> CollectionViewCell { collectionView.dequeueReusableCell(NumberCell.self, for: indexPath) }
        }
        let fixed = Fixed()
        view.dataSource = fixed
        view.layoutIfNeeded()
        var completions: [Bool] = []
        let error = view.performUpdates(changes) {
            fixed.count = 1
            view.deleteItems(at: [IndexPath(item: 0, section: 0)])
            view.performBatchUpdates({}) { completions.append($0.isApplied) }
        } completion: {
            completions.append($0.isApplied)
        }
        #expect(error == nil)
        #expect(view.visibleCells.count == 1)
        #expect(completions == [true, true])
    }

    @Test func aBatchWithinAnUpdateThatThrowsEndsBeforeIt() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe())
        let list = SectionProviderList()
        list.attach(to: view)
        var ends: [String] = []
        list.update(animated: false) { _ in
            view.performBatchUpdates({}) { ends.append("batch \($0)") }
            view.whenIdle { ends.append("idle") }
            throw CancellationError()
        } completion: { _ in
            ends.append("update")
        }
        #expect(ends.last == "update" && ends.count == 3)
        // The same if everything is reloaded.
        ends = []
        list.update(animated: false) { update in
            view.performBatchUpdates({}) { ends.append("batch \($0)") }
            update.reloadData()
        } completion: { _ in
            ends.append("update")
        }
        #expect(ends.sorted() == ["batch applied", "update"])
    }

    // MARK: Releasing

    @Test func updatesOfReleasedListsFail() {
        let scheduler = UpdateScheduler.manual()
        var results: [String] = []
        do {
            let (_, source) = list(scheduler)
            source.apply(Self.snapshot([1])) { results.append("\($0)") }
            source.edit({ _ in }, completion: { results.append("\($0)") })
            let list = SectionProviderList(scheduler: scheduler)
            list.update(animated: false, { _ in }, completion: { results.append("\($0)") })
        }
        #expect(scheduler.runPending() == 3)
        #expect(results.count == 3 && results.allSatisfy { $0.contains("was released") })
    }

    @Test func nothingKeepsAListAlive() {
        weak var view: CollectionView?
        weak var source: Source?
        weak var provider: Empty?
        weak var list: SectionProviderList?
        do {
            let made = self.list(.immediate)
            (view, source) = (made.view, made.source)
            made.source.apply(Self.snapshot([1, 2]))
            made.source.edit { $0.appendItems([3], toSection: 0) }
            #expect(shown(made.view) == [1, 2, 3])
            let providers = SectionProviderList()
            let empty = Empty()
            (list, provider) = (providers, empty)
            providers.attach(to: made.view)
            providers.update(animated: true) { $0.providers = [empty] }
            providers.update(animated: true) { _ in throw CancellationError() }
        }
        #expect(view == nil)
        #expect(source == nil)
        #expect(list == nil)
        #expect(provider == nil)
    }

    private final class Notes: @unchecked Sendable { var all: [String] = [] }

    /// Parts of long work do not delay other updates, and each call runs one of them.
    @Test func partsOfLongWorkRunOneByOne() {
        let notes = Notes()
        let scheduler = UpdateScheduler.hostDriven(runsAtOnce: true) { notes.all.append("wake") }
        for part in 1...3 {
            scheduler.schedulePart {
                notes.all.append("part \(part)")
                // It runs in the same turn.
                scheduler.scheduleOnMain { notes.all.append("stored \(part)") }
                return true
            }
        }
        #expect(notes.all == ["wake"])
        notes.all = []
        // As much as a program does that waits for nothing.
        scheduler.scheduleOnMain { notes.all.append("update") }
        #expect(notes.all == ["update", "wake"])
        notes.all = []
        #expect(scheduler.runPending() == 2 && scheduler.runPending() == 2 && scheduler.runPending() == 2)
        #expect(
            notes.all == ["part 1", "stored 1", "wake", "part 2", "stored 2", "wake", "part 3", "stored 3"])
        #expect(scheduler.runPending() == 0)
        // After the last one, the next part wakes the host again.
        scheduler.schedulePart { true }
        #expect(notes.all.last == "wake")
    }

    /// A part that came too late costs no turn.
    @Test func partsWithoutWorkDoNotDelayTheNextOne() {
        let notes = Notes()
        let scheduler = UpdateScheduler.manual()
        for part in 1...5 {
            scheduler.schedulePart {
                guard part % 2 == 0 else { return false }
                notes.all.append("part \(part)")
                return true
            }
        }
        #expect(scheduler.runPending() == 1 && notes.all == ["part 2"])
        #expect(scheduler.runPending() == 1 && notes.all == ["part 2", "part 4"])
        #expect(scheduler.runPending() == 0)
    }

    /// A scheduler that runs updates immediately wakes itself until no part is left.
    @Test func partsOfTheImmediateSchedulerRun() async {
        let notes = Notes()
        for part in 1...3 {
            UpdateScheduler.immediate.schedulePart {
                notes.all.append("part \(part)")
                return true
            }
        }
        #expect(notes.all.isEmpty)
        await wait { notes.all.count >= 3 }
        #expect(notes.all == ["part 1", "part 2", "part 3"])
    }

    @Test func partsOfAReleasedSchedulerRun() async {
        let notes = Notes()
        var scheduler: UpdateScheduler? = .manual()
        for part in 1...2 {
            scheduler?.schedulePart {
                notes.all.append("part \(part)")
                return true
            }
        }
        scheduler = nil
        await wait { notes.all.count >= 2 }
        #expect(notes.all == ["part 1", "part 2"])
    }

    @Test func objectsRemovedFromAListAreReleased() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe())
        let list = SectionProviderList()
        list.attach(to: view)
        weak var left: Empty?
        do {
            let provider = Empty()
            left = provider
            list.update(animated: false) { $0.providers = [provider] }
        }
        #expect(left != nil)
        list.update(animated: false) { $0.providers = [] }
        #expect(left == nil)
    }

    private final class Empty: SectionProvider {
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell { PlaceholderCell() }
    }

    @Test func aProviderIsListedOnce() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe())
        let list = SectionProviderList()
        list.attach(to: view)
        let provider = Empty()
        var results: [String] = []
        list.update(animated: false) {
            $0.providers = [provider, Empty(), provider]
        } completion: {
            results.append("\($0)")
        }
        #expect(results.count == 1 && results[0].contains("position 2"))
        #expect(list.providers.isEmpty)
    }
}
