import Foundation
import ListEngineDiff
import ListEngineLayout
import Testing

@testable import ListEngine

/// Updates that wait in a scheduler that no one can run any more, because it was released with its data sources.
@MainActor
@Suite("Schedulers that are released")
struct DroppedSchedulerTests {
    private final class Results { var all: [String] = [] }

    private func note(_ results: Results) -> UpdateCompletion {
        { result in
            guard case .failed(let error) = result else { return results.all.append("\(result)") }
            results.all.append("\(error as? UpdateError == .dataSourceReleased ? "released" : "\(error)")")
        }
    }

    private func view() -> CollectionView {
        CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 20))
    }

    /// Waits until the results are there; a second one would come at the same time.
    private func wait(_ results: Results, _ count: Int) async {
        for _ in 0..<60_000 where results.all.count < count { try? await Task.sleep(nanoseconds: 1_000_000) }
        try? await Task.sleep(nanoseconds: 2_000_000)
    }

    @Test func waitingUpdatesOfADiffableDataSourceEnd() async {
        let (view, results) = (view(), Results())
        weak var scheduler: UpdateScheduler?
        weak var source: DiffableDataSource<Int, Int>?
        do {
            let made = UpdateScheduler.manual()
            let list = DiffableDataSource<Int, Int>(collectionView: view, scheduler: made) { view, path, _ in
                view.dequeueReusableCell(NameCell.self, for: path)
            }
            (scheduler, source) = (made, list)
            list.apply(DiffableSnapshot(sections: [(0, [1])]), completion: note(results))
            list.edit({ _ in }, completion: note(results))
            list.applyPreparing(DiffableSnapshot(sections: [(0, [1])]), completion: note(results))
            list.apply(DiffableSnapshot(sections: [(0, [2])]), completion: note(results))
            // Not in the middle of what the program does.
            #expect(results.all == [])
        }
        #expect(source == nil)
        await wait(results, 4)
        #expect(results.all == Array(repeating: "released", count: 4))
        #expect(scheduler == nil)
    }

    @Test func waitingUpdatesOfAListOfSectionsEnd() async {
        let (view, results) = (view(), Results())
        weak var scheduler: UpdateScheduler?
        let section = DishSection("a", "a0")
        do {
            let made = UpdateScheduler.manual()
            let list = ListDataSource(scheduler: made)
            list.attach(to: view)
            scheduler = made
            list.append(newSections: [section], completion: note(results))
            made.runPending()
            #expect(results.all == ["applied"])
            section.append(items: [Dish("a1")], completion: note(results))
            section.updatePreparing(completion: note(results))
            list.delete(sections: [section], completion: note(results))
        }
        await wait(results, 4)
        #expect(results.all == ["applied"] + Array(repeating: "released", count: 3))
        #expect(scheduler == nil)
    }

    @Test func anUpdateThatIsBeingPreparedEnds() async {
        let (view, results) = (view(), Results())
        weak var scheduler: UpdateScheduler?
        do {
            let made = UpdateScheduler.manual()
            let list = DiffableDataSource<Int, Int>(collectionView: view, scheduler: made) { view, path, _ in
                view.dequeueReusableCell(NameCell.self, for: path)
            }
            scheduler = made
            list.applyPreparing(DiffableSnapshot(sections: [(0, [1])]), completion: note(results))
            list.apply(DiffableSnapshot(sections: [(0, [2])]), completion: note(results))
            // The first one is prepared on another thread, and its result waits for the scheduler.
            made.runPending()
        }
        await wait(results, 2)
        // A fast preparation ends before the scheduler has run everything.
        #expect(results.all == ["released", "released"] || results.all == ["applied", "applied"])
        #expect(scheduler == nil)
    }

    @Test func aSchedulerThatIsKeptEndsThemItself() {
        let (view, results) = (view(), Results())
        let scheduler = UpdateScheduler.manual()
        do {
            let list = DiffableDataSource<Int, Int>(collectionView: view, scheduler: scheduler) { view, path, _ in
                view.dequeueReusableCell(NameCell.self, for: path)
            }
            list.apply(DiffableSnapshot(sections: [(0, [1])]), completion: note(results))
        }
        #expect(results.all == [])
        scheduler.runPending()
        #expect(results.all == ["released"])
    }

    @Test func aDataSourceThatIsKeptKeepsItsScheduler() {
        let (view, results) = (view(), Results())
        weak var scheduler: UpdateScheduler?
        let list: DiffableDataSource<Int, Int>
        do {
            let made = UpdateScheduler.manual()
            scheduler = made
            list = DiffableDataSource(collectionView: view, scheduler: made) { view, path, _ in
                view.dequeueReusableCell(NameCell.self, for: path)
            }
        }
        list.apply(DiffableSnapshot(sections: [(0, [1])]), completion: note(results))
        #expect(scheduler?.runPending() == 1)
        #expect(results.all == ["applied"])
    }
}
