import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

/// A list stops calling classes that leave a call about cells to its default. No other object may lose a call by that.
@MainActor
@Suite("Calls that are left to defaults")
struct DefaultCallsTests {
    private final class Silent: CollectionViewDelegate {}

    private class Speaking: CollectionViewDelegate {
        var shown: [IndexPath] = []
        var ended: [IndexPath] = []
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { shown.append(indexPath) }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { ended.append(indexPath) }
    }

    private final class Inheriting: Speaking {}

    /// Has one of the two calls.
    private final class HalfSilent: CollectionViewDelegate {
        var ended = 0
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { ended += 1 }
    }

    private func list(_ delegate: any CollectionViewDelegate) -> NameList {
        let list = NameList(names(1_000))
        list.view.delegate = delegate
        list.view.layoutIfNeeded()
        for step in 1...3 { list.view.hostDidScroll(to: point(CGFloat(step) * 200)) }
        return list
    }

    @Test func aDelegateIsCalledAfterOneThatImplementsNothing() {
        let silent = Silent()
        let list = list(silent)
        for delegate in [Speaking(), Inheriting()] {
            list.view.delegate = delegate
            let before = list.view.indexPathsForVisibleItems
            list.view.hostDidScroll(to: point(list.view.contentOffset.y + 200))
            #expect(delegate.shown == list.view.indexPathsForVisibleItems && delegate.ended == before)
        }
        list.view.delegate = silent
        list.view.hostDidScroll(to: point(0))
    }

    @Test func eachOfTheTwoCallsIsNotedSeparately() {
        let delegate = HalfSilent()
        let list = list(delegate)
        let before = delegate.ended
        list.view.hostDidScroll(to: point(2_000))
        #expect(before > 0 && delegate.ended == before + 3)
    }

    // MARK: Providers

    private class Part: SectionProvider {
        func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 50 }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        { collectionView.dequeueReusableCell(NameCell.self, for: indexPath) }
    }

    private final class Attentive: SectionProvider {
        var shown = 0
        var ended = 0
        var prefetched: [IndexPath] = []
        func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 50 }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        { collectionView.dequeueReusableCell(NameCell.self, for: indexPath) }
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { shown += 1 }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { ended += 1 }
        func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
            prefetched += indexPaths
        }
    }

    private func attached(_ providers: [any SectionProvider]) -> (SectionProviderList, NameList) {
        // Only its view and its host are used.
        let shown = NameList(names(1))
        let list = SectionProviderList()
        list.attach(to: shown.view)
        list.update(animated: false) { $0.providers = providers }
        shown.view.layoutIfNeeded()
        return (list, shown)
    }

    @Test func providersAreCalledNextToOnesThatImplementNothing() {
        let attentive = Attentive()
        let (list, shown) = attached([Part(), attentive, Part()])
        let outer = Speaking()
        list.outerDelegate = outer
        for step in 1...60 { shown.view.hostDidScroll(to: point(CGFloat(step) * 100)) }
        #expect(attentive.shown == 50 && attentive.ended == 50)
        // The first three items were shown before there was an outer delegate.
        #expect(outer.shown.count == 147 && outer.ended.count == 150)
        #expect(Set(attentive.prefetched.map(\.item)) == Set(0..<50))
    }

    @Test func aProviderThatPrefetchesIsCalledWhenItComesLater() {
        let (list, shown) = attached([Part()])
        for step in 1...5 { shown.view.hostDidScroll(to: point(CGFloat(step) * 50)) }
        #expect(shown.view.prefetching.state.named.isEmpty)
        let attentive = Attentive()
        list.update(animated: false) { $0.providers.append(attentive) }
        for step in 5...40 { shown.view.hostDidScroll(to: point(CGFloat(step) * 50)) }
        #expect(!attentive.prefetched.isEmpty)
    }

    // MARK: Sections

    private final class Plain: ListSection {
        weak var context: ListContext?
        let listIdentifier = "plain"
        let items = names(20)[0]
        func itemIdentifier(of item: String) -> String { item }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: NameCell? = dequeueCell(at: indexPath)
            return cell
        }
    }

    private final class Watching: ListSection {
        weak var context: ListContext?
        let listIdentifier = "watching"
        let items = names(20)[0]
        var log: [String] = []
        func itemIdentifier(of item: String) -> String { item }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: NameCell? = dequeueCell(at: indexPath)
            return cell
        }
        func willDisplay(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
            log.append("will \(itemIdentifier) \(text(indexPath))")
        }
    }

    @Test func sectionsAreCalledNextToOnesThatImplementNothing() {
        let shown = NameList(names(1))
        let list = ListDataSource()
        list.attach(to: shown.view)
        let watching = Watching()
        list.append(newSections: [Plain(), watching], animatingDifferences: false)
        for step in 1...40 { shown.view.hostDidScroll(to: point(CGFloat(step) * 40)) }
        #expect(watching.log == watching.items.enumerated().map { "will \($1) 1.\($0)" })
    }

    @Test func aClosureThatIsSetLaterIsCalled() {
        let shown = NameList(names(1))
        let list = ListDataSource()
        list.attach(to: shown.view)
        let block = ListBlock("block", Array(0..<100), id: \.self) { (_: NameCell, _: Int) in }
        list.build(animatingDifferences: false) { block }
        shown.view.layoutIfNeeded()
        shown.view.hostDidScroll(to: point(200))
        var (began, ended): ([Int], [Int]) = ([], [])
        block.onWillDisplay { _, item, _ in began.append(item) }
            .onDidEndDisplay { _, item, _ in ended.append(item) }
        let before = shown.view.indexPathsForVisibleItems.map { $0[1] }
        shown.view.hostDidScroll(to: point(1_000))
        #expect(began == shown.view.indexPathsForVisibleItems.map { $0[1] } && ended == before)
    }
}
