import AllocationCounter
import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Showing what is visible")
struct DisplayTests {
    @Test func theFirstPassShowsTheVisibleItems() {
        let list = NameList(names(5))
        #expect(
            list.trace() == [
                "content 100x200",
                "make c1", "make c2", "make c3",
                "will 0.0 a0", "place c1 0.0 0,0 100x40",
                "will 0.1 a1", "place c2 0.1 0,40 100x40",
                "will 0.2 a2", "place c3 0.2 0,80 100x40",
            ])
        #expect(list.view.indexPathsForVisibleItems.map(text) == ["0.0", "0.1", "0.2"])
    }

    @Test func scrollingReusesTheCellThatLeft() {
        let list = NameList(names(6))
        list.view.layoutIfNeeded()
        #expect(
            list.trace { list.view.hostDidScroll(to: point(60)) } == [
                "recycle c1", "end 0.0 a0",
                "will 0.3 a3", "place c1 0.3 0,120 100x40",
            ])
        #expect(list.shown == ["a1", "a2", "a3"])
    }

    @Test func aScrollStepWithoutVisibleChangesMakesNoCallsAndNoAllocations() {
        let list = NameList(names(1_000))
        list.view.layoutIfNeeded()
        for step in 0..<40 { list.view.hostDidScroll(to: point(61 + CGFloat(step) / 8)) }
        let questions = list.questions
        _ = list.recorder.take()
        let before = allocation_count()
        for step in 0..<100 { list.view.hostDidScroll(to: point(61 + CGFloat(step) / 8)) }
        let allocations = allocation_count() - before
        #expect(list.questions == questions)
        #expect(list.recorder.take() == [])
        if allocation_counter_works() { #expect(allocations == 0) }
    }

    /// Item 1 is drawn 80 points lower. It is found there, and the others are found as before, on the screen and off it.
    @Test func anItemWithATransformIsWhereItIsDrawn() {
        final class Lower: VisibleElementsAdjuster {
            func elementsToAdjust(in collectionView: CollectionView) -> [ElementPath] { [] }
            func adjust(_ element: inout LayoutAttributes, in collectionView: CollectionView) {
                if element.category == .item, element.item == 1 { element.transform = ElementTransform(ty: 80) }
            }
        }
        let list = NameList(names(100))
        let lower = Lower()
        list.view.visibleElementsAdjuster = lower
        list.view.layoutIfNeeded()
        func item(at y: CGFloat) -> Int? { list.view.indexPathForItem(at: CGPoint(x: 10, y: y))?.item }
        #expect(item(at: 10) == 0 && item(at: 50) == nil && item(at: 90) == 2)
        #expect(item(at: 130) == 1 && item(at: 170) == 4 && item(at: 2_010) == 50)
    }

    @Test func aPinnedHeaderIsMovedAndNothingElse() {
        let list = NameList(names(10), layout: ListRecipe(header: 20, pinsHeader: true))
        list.view.layoutIfNeeded()
        list.view.hostDidScroll(to: point(21))
        #expect(
            list.trace { list.view.hostDidScroll(to: point(22)) } == ["place v1 0.header 0,22 100x20"])
    }

    @Test func headersAppearAndDisappear() {
        let list = NameList(names(2, 2), layout: ListRecipe(header: 20))
        #expect(
            list.trace().filter { !$0.hasPrefix("make") } == [
                "content 100x200",
                "will header 0.0", "place v1 0.header 0,0 100x20",
                "will 0.0 a0", "place c2 0.0 0,20 100x40",
                "will 0.1 a1", "place c3 0.1 0,60 100x40",
            ])
        #expect(list.view.visibleSupplementaryViews(ofKind: .header).count == 1)
        #expect(
            list.trace { list.view.hostDidScroll(to: point(20)) } == [
                "recycle v1", "end header 0.0", "will header 1.0", "place v1 1.header 0,100 100x20",
            ])
        let header = list.view.supplementaryView(forElementKind: .header, at: IndexPath(item: 0, section: 1))
        #expect((header as? HeaderView)?.title == "header 1")
    }

    @Test func reloadingShowsEverythingAgain() {
        let list = NameList(names(2))
        list.view.layoutIfNeeded()
        list.sections = [["x"]]
        #expect(
            list.trace { list.view.reloadData() } == [
                "recycle c1", "end 0.0 a0", "recycle c2", "end 0.1 a1",
                "content 100x40",
                "will 0.0 x", "place c2 0.0 0,0 100x40",
            ])
    }

    @Test func manyChangesRequestOneFrame() {
        let list = NameList(names(50))
        list.view.layoutIfNeeded()
        _ = list.recorder.take()
        list.view.contentOffset = point(10)
        list.view.contentOffset = point(80)
        list.view.reloadData()
        #expect(list.recorder.wantsFrame)
        #expect(list.shown == ["a0", "a1", "a2"])
        list.view.layoutIfNeeded()
        #expect(list.shown == ["a2", "a3", "a4"])
    }

    @Test func scrollingInCodeNotifiesTheHostAndScrollingByTheHostDoesNot() {
        let list = NameList(names(50))
        list.view.layoutIfNeeded()
        #expect(list.trace { list.view.contentOffset = point(1) } == ["offset 0,1"])
        #expect(list.trace { list.view.hostDidScroll(to: point(2)) } == [])
    }

    @Test func theHostPerformsSmoothScrolling() {
        let list = NameList(names(50))
        list.view.layoutIfNeeded()
        list.recorder.scrollsSmoothly = true
        #expect(list.trace { list.view.setContentOffset(point(40), animated: true) } == ["offset 0,40 smoothly"])
        #expect(list.view.contentOffset == .zero)
        list.recorder.scrollsSmoothly = false
        #expect(list.trace { list.view.setContentOffset(point(4), animated: true) } == ["offset 0,4"])
    }

    @Test func contentThatShrinksBringsTheOffsetBack() {
        let list = NameList(names(50))
        list.view.contentOffset = point(1_500)
        list.view.layoutIfNeeded()
        list.sections = names(10)
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset == point(300))
        #expect(list.shown == ["a7", "a8", "a9"])
    }

    @Test func insetsMoveTheRangeOfOffsets() {
        let list = NameList(names(1))
        list.view.contentInset = SectionInsets(top: 30, bottom: 10)
        list.view.contentOffset = point(-30)
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset == point(-30))
        list.view.contentOffset = point(70)
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset == point(-30))
    }

    @Test func aNewLayoutKeepsCellsAndTheFirstVisibleItem() {
        let list = NameList(names(100))
        list.view.contentOffset = point(400)
        list.view.layoutIfNeeded()
        let cell = list.view.cellForItem(at: IndexPath(item: 10, section: 0))
        #expect(cell != nil)
        list.view.collectionViewLayout = ListRecipe(height: 25)
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset == point(250))
        #expect(list.shown == ["a10", "a11", "a12", "a13"])
        #expect(list.view.cellForItem(at: IndexPath(item: 10, section: 0)) === cell)
    }

    @Test func aNewSizeLaysOutAgain() {
        let list = NameList(names(9), layout: CollectionViewFlowLayout())
        list.view.layoutIfNeeded()
        #expect(list.shown.count == 2)
        list.view.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
        list.view.layoutIfNeeded()
        #expect(list.shown.count == 6)
    }

    @Test func deepContentIsPlacedFromANearOrigin() {
        let list = NameList(names(1_000_000))
        list.view.layoutIfNeeded()
        list.view.hostDidScroll(to: point(20_000_000))
        #expect(list.view.placementOrigin.y == (20_000_000 / 4096.0).rounded() * 4096)
        #expect(list.shown == ["a500000", "a500001", "a500002"])
        #expect(list.recorder.screen["c1"] != nil)
    }

    @Test func compositionalSectionsAreShown() {
        let layout = CollectionViewCompositionalLayout { section, _ in
            .grid(columns: 2, itemHeight: .absolute(50))
        }
        let list = NameList(names(3, 4), layout: layout)
        list.view.layoutIfNeeded()
        #expect(list.shown == ["a0", "a1", "a2"])
    }

    @Test func aNewHostReceivesTheVisibleViews() {
        let list = NameList(names(3))
        list.view.layoutIfNeeded()
        let other = RecorderHost()
        list.view.host = other
        #expect(
            other.take() == [
                "origin 0,0", "content 100x120", "offset 0,0",
                "make c1", "place c1 0.0 0,0 100x40", "make c2", "place c2 0.1 0,40 100x40",
                "make c3", "place c3 0.2 0,80 100x40",
            ])
        #expect(list.recorder.screen.isEmpty)
        #expect(list.recorder.take().suffix(3) == ["remove c1", "remove c2", "remove c3"])
    }

    @Test func scrollObserversAreCalledAfterTheDelegateInOrder() {
        final class Observer: CollectionViewDelegate {
            var note: () -> Void = {}
            func collectionViewDidScroll(_ collectionView: CollectionView) { note() }
        }
        let list = NameList(names(50))
        let (delegate, first, second) = (Observer(), Observer(), Observer())
        var calls: [String] = []
        delegate.note = { calls.append("delegate") }
        first.note = { calls.append("first") }
        second.note = { calls.append("second") }
        list.view.delegate = delegate
        list.view.addScrollObserver(first)
        list.view.addScrollObserver(second)
        list.view.contentOffset = point(3)
        #expect(calls == ["delegate", "first", "second"])
        list.view.removeScrollObserver(first)
        list.view.hostDidScroll(to: point(4))
        #expect(calls == ["delegate", "first", "second", "delegate", "second"])
    }

    @Test func aViewDoesNotRetainTheObjectsThatItRefersTo() {
        weak var source: NameList?
        let view = {
            let list = NameList(names(3))
            list.view.layoutIfNeeded()
            source = list
            return list.view
        }()
        #expect(source == nil)
        view.reloadData()
        view.layoutIfNeeded()
        #expect(view.visibleCells.isEmpty)
    }
}

@MainActor
@Suite("Calls from within calls")
struct ReentranceTests {
    final class Meddler: CollectionViewDelegate {
        var onDisplay: (CollectionView, IndexPath) -> Void = { _, _ in }
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { onDisplay(collectionView, indexPath) }
    }

    @Test(arguments: [ScrollDirection.vertical, .horizontal])
    func theOriginOfPlacementsFollowsTheContent(direction: ScrollDirection) {
        let recipe = ListRecipe(height: 40)
        recipe.scrollDirection = direction
        let list = NameList(names(1_000), layout: recipe)
        let recorder = RecorderHost()
        list.view.host = recorder
        list.view.layoutIfNeeded()
        _ = recorder.take()
        let isVertical = direction == .vertical
        list.view.contentOffset = isVertical ? CGPoint(x: 0, y: 10_000) : CGPoint(x: 10_000, y: 0)
        list.view.layoutIfNeeded()
        // To the nearest multiple of 4,096.
        #expect(recorder.take().filter { $0.hasPrefix("origin") } == [isVertical ? "origin 0,8192" : "origin 8192,0"])
        list.view.contentOffset = isVertical ? CGPoint(x: 0, y: 11_000) : CGPoint(x: 11_000, y: 0)
        list.view.layoutIfNeeded()
        #expect(!recorder.take().contains { $0.hasPrefix("origin") })
    }

    @Test func scrollingWhileShowingIsDoneInTheSamePass() {
        let list = NameList(names(50))
        let meddler = Meddler()
        list.view.delegate = meddler
        meddler.onDisplay = { view, indexPath in if indexPath.item == 0 { view.contentOffset = point(400) } }
        list.view.layoutIfNeeded()
        #expect(list.shown == ["a10", "a11", "a12"])
    }

    @Test func reloadingWhileShowingIsDoneInTheSamePass() {
        let list = NameList(names(3))
        let meddler = Meddler()
        list.view.delegate = meddler
        meddler.onDisplay = { view, _ in
            guard list.sections[0].count == 3 else { return }
            list.sections = [["x", "y"]]
            view.reloadData()
            view.layoutIfNeeded()
        }
        list.view.layoutIfNeeded()
        #expect(list.shown == ["x", "y"])
    }

    @Test func aListThatNeverComesToRestIsReportedAndContinuesInTheNextFrame() {
        let list = NameList(names(50))
        let meddler = Meddler()
        list.view.delegate = meddler
        list.view.diagnostics.handler = { _ in }
        meddler.onDisplay = { view, _ in view.reloadData() }
        list.view.layoutIfNeeded()
        #expect(list.view.diagnostics.count(of: .unsettled) == 1)
        // The cells may no longer be in the data.
        #expect(list.recorder.wantsFrame && list.view.visibleCells.isEmpty)
        meddler.onDisplay = { _, _ in }
        list.view.layoutIfNeeded()
        #expect(list.shown == ["a0", "a1", "a2"])
    }

    @Test func aListThatScrollsEachTimeKeepsItsCells() {
        let list = NameList(names(50))
        let meddler = Meddler()
        list.view.delegate = meddler
        list.view.diagnostics.handler = { _ in }
        meddler.onDisplay = { view, path in view.contentOffset.y = path.item < 25 ? 1_500 : 0 }
        list.view.layoutIfNeeded()
        #expect(list.view.diagnostics.count(of: .unsettled) == 1 && !list.view.visibleCells.isEmpty)
    }
}
