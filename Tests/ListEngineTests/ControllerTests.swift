import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Controllers")
struct ControllerTests {
    /// Overrides everything and records the calls.
    private class Base: CollectionViewController {
        var called: Set<String> = []
    }

    private final class Whole: Base {
        var loads = 0
        var count = 40
        override func viewDidLoad() { loads += 1 }
        override func numberOfSections(in collectionView: CollectionView) -> Int {
            called.insert("sections")
            return 1
        }
        override func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
            called.insert("items")
            return count
        }
        override func collectionView(
            _ view: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell {
            called.insert("cell")
            return view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        override func collectionView(
            _ view: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
        ) -> CollectionReusableView? {
            called.insert("supplementary")
            return view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
        }
        override func collectionView(_ view: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
            called.insert("prefetch")
        }
        override func collectionView(_ view: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
            called.insert("cancel")
        }
        override func collectionView(
            _ view: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { called.insert("will") }
        override func collectionView(
            _ view: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { called.insert("end") }
        override func collectionView(
            _ view: CollectionView, willDisplaySupplementaryView supplementary: CollectionReusableView,
            forElementKind kind: ElementKind, at indexPath: IndexPath
        ) { called.insert("will supplementary") }
        override func collectionView(
            _ view: CollectionView, didEndDisplayingSupplementaryView supplementary: CollectionReusableView,
            forElementKind kind: ElementKind, at indexPath: IndexPath
        ) { called.insert("end supplementary") }
        override func collectionView(
            _ view: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
        ) -> LayoutAttributes? {
            called.insert("initial")
            return nil
        }
        override func collectionView(
            _ view: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
        ) -> LayoutAttributes? {
            called.insert("final")
            return nil
        }
        override func collectionView(_ view: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
            called.insert("should highlight")
            return true
        }
        override func collectionView(_ view: CollectionView, didHighlightItemAt indexPath: IndexPath) {
            called.insert("did highlight")
        }
        override func collectionView(_ view: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
            called.insert("did unhighlight")
        }
        override func collectionView(_ view: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
            called.insert("should select")
            return true
        }
        override func collectionView(_ view: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
            called.insert("should deselect")
            return true
        }
        override func collectionView(_ view: CollectionView, didSelectItemAt indexPath: IndexPath) {
            called.insert("did select")
        }
        override func collectionView(_ view: CollectionView, didDeselectItemAt indexPath: IndexPath) {
            called.insert("did deselect")
        }
        override func collectionViewDidScroll(_ collectionView: CollectionView) { called.insert("scroll") }
        override func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
            called.insert("end scroll")
        }
        override func collectionViewWillBeginDragging(_ collectionView: CollectionView) { called.insert("drag") }
        override func collectionViewWillEndDragging(
            _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
        ) { called.insert("release") }
        override func collectionViewDidEndDecelerating(_ collectionView: CollectionView) { called.insert("rest") }
    }

    @Test func everyMemberThatIsOverriddenIsCalled() {
        let controller = Whole(collectionViewLayout: ListRecipe(header: 20))
        #expect(controller.viewIfLoaded == nil && controller.loads == 0)
        let view = controller.collectionView
        let host = RecorderHost()
        view.host = host
        view.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        view.layoutIfNeeded()
        view.allowsMultipleSelection = true
        view.hostTap(at: point(30))
        view.hostTap(at: point(30))
        controller.count += 1
        view.insertItems(at: [IndexPath(item: 0, section: 0)])
        controller.count -= 1
        view.deleteItems(at: [IndexPath(item: 0, section: 0)])
        view.hostWillBeginDragging()
        for step in 1...40 { view.hostDidScroll(to: point(CGFloat(step) * 10)) }
        _ = view.hostWillEndDragging(withVelocity: .zero, targetContentOffset: point(400))
        view.hostDidEndDecelerating()
        view.hostDidScroll(to: point(390))
        view.setContentOffset(point(380), animated: true)
        #expect(controller.loads == 1)
        #expect(controller.collectionView === view && controller.loads == 1)
        let all: Set<String> = [
            "sections", "items", "cell", "supplementary", "prefetch", "cancel", "will", "end", "will supplementary",
            "end supplementary", "initial", "final", "should highlight", "did highlight", "did unhighlight",
            "should select", "should deselect", "did select", "did deselect", "scroll", "end scroll", "drag",
            "release", "rest",
        ]
        #expect(all.subtracting(controller.called).isEmpty)
    }

    @Test func aControllerAloneShowsNothingAndIsReleasedWithItsOwner() {
        weak var gone: CollectionViewController?
        weak var goneView: CollectionView?
        do {
            let controller = CollectionViewController(collectionViewLayout: ListRecipe())
            controller.collectionView.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
            controller.collectionView.layoutIfNeeded()
            #expect(controller.collectionView.visibleCells.isEmpty)
            (gone, goneView) = (controller, controller.collectionView)
        }
        #expect(gone == nil && goneView == nil)
    }
}
