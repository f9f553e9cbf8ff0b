import Foundation
import ListEngineDiff
import ListEngineLayout
import Testing

@testable import ListEngine

@MainActor
@Suite("Diffable data sources")
struct DiffableDataSourceTests {
    private final class NumberCell: CollectionViewCell {
        var number = -1
    }

    private typealias Source = DiffableDataSource<String, Int>

    private func list(
        _ scheduler: UpdateScheduler = .immediate
    ) -> (view: CollectionView, source: Source, recorder: RecorderHost) {
        let layout = CollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 20)
        layout.minimumLineSpacing = 0
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        let recorder = RecorderHost()
        view.host = recorder
        let source = Source(collectionView: view, scheduler: scheduler) { view, indexPath, number in
            let cell = view.dequeueReusableCell(NumberCell.self, for: indexPath)
            cell.number = number
            return cell
        }
        return (view, source, recorder)
    }

    private func shown(_ view: CollectionView) -> [Int] {
        view.visibleCells.compactMap { ($0 as? NumberCell)?.number }
    }

    private func snapshot(_ items: [Int], _ section: String = "a") -> Source.Snapshot {
        Source.Snapshot(sections: [(section, items)])
    }

    @Test func anAppliedSnapshotIsShown() {
        let (view, source, host) = list()
        source.apply(snapshot([1, 2, 3]))
        #expect(shown(view) == [1, 2, 3])
        source.apply(snapshot([3, 4, 1]))
        #expect(shown(view) == [3, 4, 1])
        #expect(source.indexPath(for: 4) == IndexPath(item: 1, section: 0))
        #expect(source.itemIdentifier(for: IndexPath(item: 2, section: 0)) == 1)
        #expect(source.itemIdentifier(for: IndexPath(item: 3, section: 0)) == nil)
        #expect(view.host === host && view.diagnostics.recent == [])
    }

    /// A program makes its first list on another thread, from the empty snapshot of the data source.
    @Test func theFirstListCanBeMadeElsewhere() async {
        let (view, source, _) = list()
        let empty = source.snapshot()
        let all = await Task.detached {
            var all = Source.Snapshot(basedOn: empty)
            all.appendSections(["a"])
            all.appendItems(Array(0..<1000), toSection: "a")
            return all
        }.value
        await source.apply(all)
        #expect(shown(view) == [0, 1, 2, 3, 4] && source.snapshot().isRelated(to: all))
        var few = all
        few.deleteItems(Array(3..<1000))
        await source.apply(few)
        #expect(shown(view) == [0, 1, 2] && all.itemIdentifiers == Array(0..<1000))
    }

    /// The program's snapshot and those of lists that have shown it do not share what equal identifiers contain.
    @Test func contentsOfIdentifiersDoNotTravel() {
        struct Named: Hashable {
            var id: Int
            var name: String
            static func == (left: Named, right: Named) -> Bool { left.id == right.id }
            func hash(into hasher: inout Hasher) { hasher.combine(id) }
        }
        let sources = (0..<2).map { _ in
            let view = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
            return DiffableDataSource<Int, Named>(collectionView: view) { _, _, _ in nil }
        }
        func snapshot(_ items: Named...) -> DiffableSnapshot<Int, Named> { DiffableSnapshot(sections: [(0, items)]) }
        var mine = snapshot(Named(id: 1, name: "one"))
        for source in sources { source.apply(mine) }
        sources[1].apply(snapshot(Named(id: 2, name: "old")))
        sources[0].apply(snapshot(Named(id: 2, name: "new")))
        #expect(sources[0].snapshot().itemIdentifiers.map(\.name) == ["new"])
        mine.appendItems([Named(id: 2, name: "mine")])
        #expect(mine.itemIdentifiers.map(\.name) == ["one", "mine"])
    }

    @Test func listsOfOneSnapshotChangeIndependently() {
        let (first, second) = (list(), list())
        var mine = snapshot([1, 2, 3])
        first.source.apply(mine)
        second.source.apply(mine)
        mine.appendItems([4])
        first.source.edit { $0.deleteItems([1]) }
        second.source.edit { $0.insertItems([5], beforeItem: 2) }
        #expect(shown(first.view) == [2, 3] && shown(second.view) == [1, 5, 2, 3])
        first.source.apply(mine)
        #expect(shown(first.view) == [1, 2, 3, 4] && second.source.snapshot().itemIdentifiers == [1, 5, 2, 3])
    }

    /// Programs keep index paths too long, or count below zero.
    @Test func indexPathsWithoutAnItemHaveNoIdentifier() {
        let (view, source, _) = list()
        source.apply(snapshot([1, 2, 3]))
        let places: [IndexPath] = [
            [], [0], [0, 3], [0, -1], [-1, 0], [1, 0], [0, 1 << 32], [1 << 32, 0], [0, .max], [.min, .min], [0, 0, 0],
        ]
        for place in places {
            #expect(source.itemIdentifier(for: place) == nil, "\(place)")
            #expect(source.collectionView(view, cellForItemAt: place) is PlaceholderCell, "\(place)")
            #expect(source.collectionView(view, identityOfItemAt: place) == nil, "\(place)")
        }
    }

    @Test func cellsOfRemainingItemsAreKept() {
        let (view, source, _) = list()
        source.apply(snapshot([1, 2, 3]))
        let before = view.visibleCells.map(ObjectIdentifier.init)
        source.apply(snapshot([3, 1, 2]))
        let after = view.visibleCells.map(ObjectIdentifier.init)
        #expect(after == [before[2], before[0], before[1]])
    }

    @Test func waitingSnapshotsAreShownAsOne() {
        let scheduler = UpdateScheduler.manual()
        let (view, source, _) = list(scheduler)
        var results: [String] = []
        source.apply(snapshot([1])) { results.append("first \($0)") }
        source.edit {
            $0.appendItems([7], toSection: "a")
        } completion: {
            results.append("edit \($0)")
        }
        source.apply(snapshot([1, 2])) { results.append("second \($0)") }
        source.edit {
            try $0.insertItems(validating: [3], beforeItem: 1)
        } completion: {
            results.append("third \($0)")
        }
        source.edit {
            try $0.insertItems(validating: [3], beforeItem: 99)
        } completion: { result in
            if case .failed = result { results.append("fourth failed") }
        }
        #expect(shown(view) == [])
        scheduler.runPending()
        #expect(shown(view) == [3, 1, 2])
        #expect(results == ["first superseded", "edit superseded", "second applied", "third applied", "fourth failed"])
    }

    @Test func anUpdateFromWithinAPassWaitsForItsEnd() {
        let (view, source, host) = list()
        var isNested = false
        final class Listener: CollectionViewDelegate {
            var body: () -> Void = {}
            func collectionView(
                _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
            ) { body() }
        }
        let listener = Listener()
        view.delegate = listener
        listener.body = { [unowned source] in
            guard !isNested else { return }
            isNested = true
            source.apply(snapshot([5, 6]))
            #expect(source.snapshot().itemIdentifiers == [1])
        }
        source.apply(snapshot([1]))
        #expect(shown(view) == [5, 6])
        #expect(view.host === host && view.diagnostics.recent == [])
    }

    @Test func snapshotsCanBeAppliedFromOtherThreads() async {
        let (view, source, _) = list()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [snapshot = snapshot([8, 9])] in
                source.apply(snapshot) { _ in continuation.resume() }
            }
        }
        #expect(shown(view) == [8, 9])
    }

    @Test func aMoveToNoPlaceIsRefused() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 20))
        let source = DiffableDataSource<String, String>(collectionView: view) { _, _, _ in nil }
        source.apply(DiffableSnapshot(sections: [("a", ["1", "2", "3"]), ("b", ["4"])]))
        let before = source.snapshot().itemIdentifiers
        for (item, section) in [(-1, 0), (3, 0), (2, 1), (-1, 1), (0, -1), (0, 2), (Int.max, 0), (0, Int.max)] {
            source.collectionView(
                view, moveItemAt: IndexPath(item: 0, section: 0), to: IndexPath(item: item, section: section))
            #expect(source.snapshot().itemIdentifiers == before)
        }
        source.collectionView(view, moveItemAt: IndexPath(item: 0, section: 0), to: IndexPath(item: 1, section: 1))
        #expect(source.snapshot().itemIdentifiers == ["2", "3", "4", "1"])
    }
}
