import Foundation
import ListEngineDiff
import ListEngineLayout
import Testing

@testable import ListEngine

/// Every update ends once, with its actual result.
@MainActor
@Suite("Ends of updates")
struct EndsOfUpdatesTests {
    private func view() -> CollectionView {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 20))
        view.diagnostics.handler = { _ in }
        return view
    }

    /// Shows numbers in one section, with any count.
    private final class Numbers: CollectionViewDataSource, SectionProvider {
        var count: Int
        init(_ count: Int) { self.count = count }
        func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { count }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell { collectionView.dequeueReusableCell(NameCell.self, for: indexPath) }
    }

    private func name(_ result: UpdateResult) -> String {
        switch result {
        case .applied: "applied"
        case .superseded: "superseded"
        case .failed(let error): "\(type(of: error))"
        }
    }

    @Test func aSnapshotOfAReplacedDataSourceHasFailed() {
        let view = view()
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.apply(DiffableSnapshot(sections: [(0, [1, 2])]))
        // The list has another data source now.
        let other = Numbers(3)
        view.dataSource = other
        view.layoutIfNeeded()
        var results: [String] = []
        source.apply(DiffableSnapshot(sections: [(0, [1, 2, 3, 4, 5])])) { results.append(name($0)) }
        #expect(results == ["UpdateError"])
        #expect(view.visibleCells.count == 3)
    }

    @Test func aPreparedUpdateOfAReplacedDataSourceHasFailed() throws {
        for hasRecipes in [true, false] {
            let (view, scheduler) = (view(), UpdateScheduler.manual())
            let source = DiffableDataSource<Int, Int>(collectionView: view, scheduler: scheduler) { view, path, _ in
                view.dequeueReusableCell(NameCell.self, for: path)
            }
            source.apply(DiffableSnapshot(sections: [(0, [1, 2])]))
            scheduler.runPending()
            let rows = SharedSectionRecipes { _, items, context in
                let count = items.map { ranges in ranges.reduce(0) { $0 + $1.count } }
                return .list(count: count ?? context.itemCount, height: 20)
            }
            let recipes = hasRecipes ? rows : nil
            func wait(_ isDone: () -> Bool) {
                for _ in 0..<120_000 where !isDone() {
                    scheduler.runPending()
                    Thread.sleep(forTimeInterval: 0.0005)
                }
            }
            var prepared: DiffableDataSource<Int, Int>.Prepared?
            source.prepare(DiffableSnapshot(sections: [(0, [1, 2, 3])]), recipes: recipes) {
                prepared = try? $0.get()
            }
            wait { prepared != nil }
            // The list has another data source now.
            let other = Numbers(3)
            view.dataSource = other
            view.layoutIfNeeded()
            var results: [String] = []
            source.swapIn(try #require(prepared)) { results.append(name($0)) }
            #expect(results == ["UpdateError"])
            results = []
            source.applyPreparing(DiffableSnapshot(sections: [(0, Array(0..<9))]), recipes: recipes) {
                results.append(name($0))
            }
            wait { !results.isEmpty }
            #expect(results == ["UpdateError"])
            #expect(view.visibleCells.count == 3)
        }
    }

    @Test func anUpdateOfProvidersThatTheListRefusesHasFailed() {
        let view = view()
        let list = SectionProviderList()
        list.attach(to: view)
        let numbers = Numbers(2)
        list.update(animated: false) { $0.providers = [numbers] }
        var results: [String] = []
        list.update(animated: false) { update in
            // Reports one inserted item, but has three more.
            update.change(numbers, section: 0, inserting: [0])
            numbers.count = 5
        } completion: {
            results.append(name($0))
        }
        #expect(results == ["CollectionViewUpdateError"])
        #expect(view.visibleCells.count == 5)
    }

    @Test func aListThatIsReleasedWhileItsUpdateIsShownEndsTheUpdate() {
        final class Releasing: CollectionViewDelegate {
            var body: (() -> Void)?
            func collectionView(
                _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
            ) {
                body?()
                body = nil
            }
        }
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        var list: ListDataSource? = ListDataSource()
        list?.attach(to: view)
        list?.append(newSections: [DishSection("a", "a0")])
        view.layoutIfNeeded()
        let releasing = Releasing()
        list?.collectionDelegate = releasing
        var results: [String] = []
        releasing.body = { list = nil }
        list?.append(newSections: [DishSection("b", "b0")]) { results.append(name($0)) }
        #expect(list == nil)
        #expect(results == ["applied"])
    }

    @Test func updatesOfASectionWithoutAListFail() {
        let section = DishSection("a", "a0")
        var results: [String] = []
        section.update { if case .failed(let error) = $0 { results.append("\(error)") } }
        section.append(items: []) { if case .failed(let error) = $0 { results.append("\(error)") } }
        #expect(results == Array(repeating: "section a is not in the list", count: 2))
        var list: ListDataSource? = ListDataSource()
        list?.append(newSections: [section])
        // The context is kept, so the section knows that it was in a list.
        let context = section.context
        list = nil
        section.removeFromDataSource { results.append("\($0)") }
        #expect(results.last == "failed(\(UpdateError.dataSourceReleased))" && context != nil)
    }

    @Test func failedChangesAreReportedByName() {
        let test = SectionList()
        let section = DishSection("a", "a0 a1")
        test.list.append(newSections: [section])
        var results: [String] = []
        section.moveItem(Dish("a0"), beforeItem: Dish("nowhere")) { results.append(name($0)) }
        test.list.move(section: DishSection("b", ""), beforeSection: section) { results.append(name($0)) }
        #expect(results == ["SnapshotError", "UpdateError"])
        #expect(test.codes == [.unknownIdentifier, .unknownIdentifier])
        let other = Numbers(7)
        test.view.diagnostics.handler = { _ in }
        test.view.dataSource = other
        test.view.layoutIfNeeded()
        section.append(items: [Dish("a2")]) { results.append(name($0)) }
        #expect(results.last == "UpdateError" && test.list.diagnostics.recent == [])
    }

    @Test func manySnapshotsThatWaitAreShownAsOne() {
        let scheduler = UpdateScheduler.manual()
        let view = view()
        let source = DiffableDataSource<Int, Int>(collectionView: view, scheduler: scheduler) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        var ends: [String: Int] = [:]
        for number in 0..<20_000 {
            source.apply(DiffableSnapshot(sections: [(0, [number])])) { ends[name($0), default: 0] += 1 }
        }
        scheduler.runPending()
        #expect(ends == ["applied": 1, "superseded": 19_999])
        #expect(source.snapshot().itemIdentifiers == [19_999])
    }

    @Test func waitingUpdatesRunInOrder() {
        let line = FirstInFirstOut<Int>()
        var (added, left) = (0, 0)
        for round in 0..<200 {
            for _ in 0..<round % 17 {
                line.append(added)
                added += 1
            }
            for _ in 0..<round % 13 {
                guard let element = line.popFirst() else { break }
                #expect(element == left)
                left += 1
            }
        }
        while let element = line.popFirst() {
            #expect(element == left)
            left += 1
        }
        #expect(left == added && line.isEmpty)
    }

    @Test func anUpdateCanBeAwaited() async {
        let test = SectionList()
        let section = DishSection("a", "a0")
        let result = await UpdateResult.of { test.list.append(newSections: [section], completion: $0) }
        #expect(name(result) == "applied")
        #expect(test.shown == "a0")
    }
}
