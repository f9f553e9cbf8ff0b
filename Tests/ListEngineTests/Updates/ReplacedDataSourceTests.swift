import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// A collection view has one data source. One that was replaced, or belongs to another view, does not change what the view
/// shows.
@MainActor
@Suite("Replaced data sources")
struct ReplacedDataSourceTests {
    private typealias Source = DiffableDataSource<Int, Int>

    private static func view() -> CollectionView {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 100, height: 20)
        flow.minimumLineSpacing = 0
        return CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: flow)
    }

    private static func source(_ view: CollectionView, _ items: [Int]) -> Source {
        let source = Source(collectionView: view, scheduler: .immediate) { view, indexPath, number in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(number)"
            return cell
        }
        source.apply(Source.Snapshot(sections: [(0, items)]))
        return source
    }

    private static func list(_ view: CollectionView, _ items: [String]) -> ListDataSource {
        let list = ListDataSource(scheduler: .immediate)
        list.attach(to: view)
        build(list, items)
        return list
    }

    private static func build(_ list: ListDataSource, _ items: [String]) {
        list.build {
            ListBlock("names", items, id: \.self) { (cell: NameCell, name) in cell.name = name }
                .minimumLineSpacing(0)
        }
    }

    private static func shown(_ view: CollectionView) -> [String] {
        view.layoutIfNeeded()
        return view.visibleCells.map { ($0 as? NameCell)?.name ?? "?" }
    }

    @Test func aReplacedDataSourceChangesItsDataOnly() {
        let view = Self.view()
        let old = Self.source(view, [1, 2, 3])
        let new = Self.source(view, [7, 8, 9])
        #expect(Self.shown(view) == ["7", "8", "9"])
        var results: [Bool] = []
        old.edit(animatingDifferences: true) {
            try $0.moveItem(validating: 3, beforeItem: 1)
        } completion: {
            results.append($0.isApplied)
        }
        old.apply(Source.Snapshot(sections: [(0, [4, 5, 6])]))
        old.applySnapshotUsingReloadData(Source.Snapshot(sections: [(0, [4, 5, 6])]))
        old.edit { $0.reconfigureItems([5]) }
        old.edit { $0.reloadItems([5]) }
        #expect(Self.shown(view) == ["7", "8", "9"] && results == [false])
        #expect(
            old.snapshot().itemIdentifiers == [4, 5, 6] && old.collectionView == nil && new.collectionView === view)
        #expect(view.diagnostics.recent == [])
        // It can be given back.
        view.dataSource = old
        #expect(Self.shown(view) == ["4", "5", "6"])
        old.edit { $0.deleteItems([5]) }
        new.edit { $0.deleteItems([8]) }
        #expect(Self.shown(view) == ["4", "6"] && old.collectionView === view && new.collectionView == nil)
    }

    @Test func aReplacedListDoesNotShowWhatIsBuiltLate() {
        let view = Self.view()
        let old = Self.list(view, ["a", "b", "c"])
        let new = Self.list(view, ["x", "y", "z"])
        #expect(Self.shown(view) == ["x", "y", "z"])
        Self.build(old, ["c", "a", "b"])
        #expect(Self.shown(view) == ["x", "y", "z"])
        Self.build(old, ["c", "b"])
        #expect(Self.shown(view) == ["x", "y", "z"])
        Self.build(new, ["x", "z"])
        #expect(Self.shown(view) == ["x", "z"])
        #expect(old.collectionView == nil && new.collectionView === view && view.diagnostics.recent == [])
    }

    /// Also not when the two have nothing in common.
    @Test func aListAndADiffableDataSourceReplaceEachOther() {
        let view = Self.view()
        let list = Self.list(view, ["a", "b", "c"])
        #expect(Self.shown(view) == ["a", "b", "c"])
        let source = Self.source(view, [7, 8, 9])
        Self.build(list, ["c", "b", "a"])
        #expect(Self.shown(view) == ["7", "8", "9"])
        // The old list receives no calls about the new items.
        #expect(view.delegate == nil && view.prefetchDataSource == nil)
        list.attach(to: view)
        source.edit { try $0.moveItem(validating: 9, beforeItem: 7) }
        #expect(Self.shown(view) == ["c", "b", "a"])
        #expect(view.delegate != nil)
    }

    @Test func aPreparedUpdateOfAReplacedDataSourceIsNotShown() throws {
        let view = Self.view()
        let old = Self.source(view, [1, 2, 3])
        var prepared: Source.Prepared?
        old.prepare(Source.Snapshot(sections: [(0, [3, 1, 2])])) { prepared = try? $0.get() }
        wait { prepared != nil }
        let new = Self.source(view, [7, 8, 9])
        #expect(Self.shown(view) == ["7", "8", "9"])
        #expect(old.swapIn(try #require(prepared)) == .edited)
        #expect(old.snapshot().itemIdentifiers == [3, 1, 2])
        #expect(Self.shown(view) == ["7", "8", "9"] && new.collectionView === view)
    }

    private func wait(_ isDone: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 60)
        while !isDone(), Date() < end {
            RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.001))
            UpdateScheduler.immediate.runPending()
        }
    }

    /// An object that passes calls on, as a controller does, is the view's data source for the one that it calls.
    @Test func aDataSourceBehindAnotherOneIsShown() {
        @MainActor final class Passing: CollectionViewDataSource {
            var inner: any CollectionViewDataSource
            init(_ inner: any CollectionViewDataSource) { self.inner = inner }
            func numberOfSections(in view: CollectionView) -> Int { inner.numberOfSections(in: view) }
            func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
                inner.collectionView(view, numberOfItemsInSection: section)
            }
            func collectionView(_ view: CollectionView, cellForItemAt path: IndexPath) -> CollectionViewCell {
                inner.collectionView(view, cellForItemAt: path)
            }
        }
        let view = Self.view()
        let (first, second) = (Self.source(view, [1, 2, 3]), Self.source(view, [7, 8, 9]))
        let passing = Passing(second)
        view.dataSource = passing
        second.edit { $0.deleteItems([8]) }
        #expect(Self.shown(view) == ["7", "9"])
        second.edit { $0.appendItems([8]) }
        first.edit { try $0.moveItem(validating: 3, beforeItem: 1) }
        #expect(Self.shown(view) == ["7", "9", "8"])
        passing.inner = first
        view.reloadData()
        #expect(Self.shown(view) == ["3", "1", "2"])
        second.edit { try $0.moveItem(validating: 8, beforeItem: 7) }
        first.edit { $0.deleteItems([1]) }
        #expect(Self.shown(view) == ["3", "2"])
    }

    /// A data source that replaces another one while that is called.
    @Test func aDataSourceIsReplacedInTheMiddleOfAnUpdate() {
        let view = Self.view()
        let old = Self.source(view, [1, 2, 3])
        #expect(Self.shown(view) == ["1", "2", "3"])
        var new: Source?
        var results: [Bool] = []
        old.edit { snapshot in
            snapshot.deleteItems([2])
            new = Self.source(view, [7, 8, 9])
        } completion: {
            results.append($0.isApplied)
        }
        #expect(Self.shown(view) == ["7", "8", "9"] && results.count == 1 && old.snapshot().itemIdentifiers == [1, 3])
        withExtendedLifetime(new) {}
    }

    @Test func aSecondViewIsNotNotifiedAndSaysSo() {
        let (first, second) = (Self.view(), Self.view())
        let source = Self.source(first, [1, 2, 3])
        second.dataSource = source
        #expect(Self.shown(second) == ["1", "2", "3"])
        #expect(second.diagnostics.recent.map(\.code) == [.sharedDataSource])
        source.edit { $0.deleteItems([2]) }
        #expect(Self.shown(first) == ["1", "3"] && source.collectionView === first)
        second.reloadData()
        #expect(Self.shown(second) == ["1", "3"])
        // Said once for each time that the data source is set.
        #expect(second.diagnostics.count(of: .sharedDataSource) == 1 && first.diagnostics.recent == [])
        let list = Self.list(first, ["a"])
        second.dataSource = list.list
        #expect(Self.shown(second) == ["a"] && second.diagnostics.count(of: .sharedDataSource) == 2)
    }
}
