import Foundation
import ListEngineDiff
import ListEngineLayout
import Testing

@testable import ListEngine

@MainActor
@Suite("Providers of sections")
struct SectionProviderTests {
    /// Records the calls that it receives.
    private final class Words: SnapshotProvider<String, String> {
        var log: [String] = []

        func show(_ sections: [(String, [String])], in list: SectionProviderList) {
            let after = Self.snapshot(sections).adopted(by: shown)
            list.update(animated: false) { update in
                update.change(self, after.changeset(from: self.shown))
                self.shown = after
            }
        }

        override func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { log.append("end \(indexPath.section).\(indexPath.item) \((cell as? WordCell)?.item ?? "?")") }
        override func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
            log.append("select \(indexPath.section).\(indexPath.item)")
        }
        override func didMove(to list: SectionProviderList?) { log.append(list == nil ? "left" : "joined") }
    }

    private typealias WordCell = ItemCell<String>

    private func view() -> (CollectionView, SectionProviderList) {
        let layout = CollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 10)
        layout.minimumLineSpacing = 0
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 1000), collectionViewLayout: layout)
        let list = SectionProviderList()
        list.attach(to: view)
        return (view, list)
    }

    private func words(_ view: CollectionView) -> [String] { view.visibleCells.compactMap { ($0 as? WordCell)?.item } }

    @Test func providersCanHaveAnyNumberOfSections() {
        let (view, list) = view()
        let one = Words([("a", ["a0"])])
        let two = Words([("b", ["b0", "b1"]), ("c", ["c0"])])
        let none = Words([])
        let last = Words([("d", ["d0"])])
        list.update(animated: false) { $0.providers = [one, two, none, last] }
        #expect(words(view) == ["a0", "b0", "b1", "c0", "d0"])
        #expect(list.sections(of: last) == 3..<4)
        #expect(list.relative(IndexPath(item: 0, section: 3))?.provider === last)
        none.show([("n", ["n0"])], in: list)
        #expect(words(view) == ["a0", "b0", "b1", "c0", "n0", "d0"])
        // The second is removed, and is notified of its own cells by its own index paths.
        two.log = []
        last.log = []
        list.update(animated: false) { $0.providers = [last, one, none] }
        #expect(words(view) == ["d0", "a0", "n0"])
        #expect(two.log == ["left", "end 0.0 b0", "end 0.1 b1", "end 1.0 c0"])
        #expect(last.log == [])
        #expect(view.diagnostics.recent == [])
    }

    @Test func aViewThatShowedTheListBeforeKeepsOnlyItsOwnPartners() {
        final class Loader: CollectionViewDataSourcePrefetching {
            func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {}
        }
        let (first, list) = view()
        let (second, third) = (view().0, view().0)
        #expect(first.dataSource === list && first.delegate === list && first.prefetchDataSource === list)
        list.attach(to: second)
        #expect(first.dataSource == nil && first.delegate == nil && first.prefetchDataSource == nil)
        let loader = Loader()
        second.prefetchDataSource = loader
        list.attach(to: third)
        #expect(second.dataSource == nil && second.prefetchDataSource === loader)
    }

    @Test func providersCanBeMovedAndChangedTogether() {
        let (view, list) = view()
        let one = Words([("a", ["a0", "a1"]), ("b", ["b0"])])
        let two = Words([("c", ["c0"])])
        list.update(animated: false) { $0.providers = [one, two] }
        let after = Words.snapshot([("b", ["b1", "b0"]), ("a", ["a1"])]).adopted(by: one.shown)
        list.update(animated: false) { update in
            update.providers = [two, one]
            update.change(one, after.changeset(from: one.shown))
            one.shown = after
        }
        #expect(words(view) == ["c0", "b1", "b0", "a1"])
        #expect(view.diagnostics.recent == [])
    }

    @Test func visibleItemsAreMeasuredAgainWhenTheirSectionIsLaidOutAgain() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 50),
            collectionViewLayout: ListRecipe(height: 10, estimated: true))
        let recorder = RecorderHost()
        recorder.sizes = { _, size in CGSize(width: size.width, height: 25) }
        view.host = recorder
        let list = SectionProviderList()
        list.attach(to: view)
        let provider = Words([("a", (0..<9).map { "a\($0)" })])
        list.update(animated: false) { $0.providers = [provider] }
        // Five were shown as estimated; two remain.
        #expect(view.contentSize.height == 165)
        #expect(words(view) == ["a0", "a1"])
        list.update(animated: false) { $0.relayout(provider) }
        #expect(view.contentSize.height == 120)
        #expect(words(view) == ["a0", "a1"])
    }
}
