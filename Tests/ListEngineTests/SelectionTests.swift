import Foundation
import ListEngine
import ListEngineLayout
import Testing

private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

/// Records the calls that it receives, and returns what a test sets.
@MainActor
private final class Listener: CollectionViewDelegate {
    var log: [String] = []
    var refused: Set<String> = []

    private func ask(_ question: String, _ indexPath: IndexPath) -> Bool {
        log.append("\(question) \(text(indexPath))?")
        return !refused.contains(question)
    }

    func take() -> [String] {
        defer { log = [] }
        return log
    }

    func collectionView(_ view: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        ask("highlight", indexPath)
    }
    func collectionView(_ view: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        log.append("highlighted \(text(indexPath))")
    }
    func collectionView(_ view: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        log.append("unhighlighted \(text(indexPath))")
    }
    func collectionView(_ view: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        ask("select", indexPath)
    }
    func collectionView(_ view: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        ask("deselect", indexPath)
    }
    func collectionView(_ view: CollectionView, didSelectItemAt indexPath: IndexPath) {
        log.append("selected \(text(indexPath))")
    }
    func collectionView(_ view: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        log.append("deselected \(text(indexPath))")
    }
    func collectionViewWillBeginDragging(_ view: CollectionView) { log.append("drag") }
    func collectionViewWillEndDragging(
        _ view: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        log.append("release \(Int(velocity.y))")
        targetContentOffset.y = (targetContentOffset.y / 40).rounded() * 40
    }
    func collectionViewDidEndDecelerating(_ view: CollectionView) { log.append("rest") }
}

@MainActor
private func listened(_ sections: [[String]] = names(100)) -> (NameList, Listener) {
    let list = NameList(sections)
    let listener = Listener()
    list.view.delegate = listener
    list.view.diagnostics.handler = { _ in }
    list.view.layoutIfNeeded()
    return (list, listener)
}

@MainActor
@Suite("Selecting")
struct SelectionTests {
    @Test func aTapHighlightsThenSelectsAndTheOneBeforeIsDeselected() {
        let (list, listener) = listened()
        list.view.hostTap(at: point(10))
        #expect(
            listener.take() == [
                "highlight 0.0?", "highlighted 0.0", "unhighlighted 0.0", "select 0.0?", "selected 0.0",
            ]
        )
        list.view.hostTap(at: point(50))
        #expect(listener.take().suffix(3) == ["select 0.1?", "deselected 0.0", "selected 0.1"])
        #expect(list.view.visibleCells.map(\.isSelected) == [false, true, false])
        list.view.hostTap(at: point(50))
        #expect(list.view.indexPathsForSelectedItems == [path(1)])
    }

    @Test func severalAreSelectedAndDeselectedByASecondTap() {
        let (list, listener) = listened()
        list.view.allowsMultipleSelection = true
        list.view.hostTap(at: point(90))
        list.view.hostTap(at: point(10))
        #expect(list.view.indexPathsForSelectedItems == [path(0), path(2)])
        _ = listener.take()
        list.view.hostTap(at: point(10))
        #expect(listener.take().suffix(2) == ["deselect 0.0?", "deselected 0.0"])
        #expect(list.view.indexPathsForSelectedItems == [path(2)])
        listener.refused = ["deselect"]
        list.view.hostTap(at: point(90))
        #expect(list.view.indexPathsForSelectedItems == [path(2)])
    }

    @Test(arguments: ["highlight", "select"])
    func aDelegateRefuses(question: String) {
        let (list, listener) = listened()
        listener.refused = [question]
        list.view.hostTap(at: point(10))
        #expect(list.view.indexPathsForSelectedItems.isEmpty)
        #expect(listener.take().contains("selected 0.0") == false)
        listener.refused = []
        list.view.allowsSelection = false
        list.view.hostTap(at: point(10))
        #expect(list.view.indexPathsForSelectedItems.isEmpty)
    }

    @Test func aTouchThatLeavesItsItemSelectsNothing() {
        let (list, listener) = listened()
        list.view.hostTouch(CollectionViewTouch(.began, at: point(10)))
        #expect(list.view.visibleCells.map(\.isHighlighted) == [true, false, false])
        list.view.hostTouch(CollectionViewTouch(.moved, at: point(50)))
        list.view.hostTouch(CollectionViewTouch(.ended, at: point(10)))
        #expect(listener.take() == ["highlight 0.0?", "highlighted 0.0", "unhighlighted 0.0"])
    }

    /// A host can lose the end of a touch, for example to a menu.
    @Test func aTouchWhoseEndIsMissingLeavesNoHighlight() {
        let (list, listener) = listened()
        list.view.hostTouch(CollectionViewTouch(.began, at: point(10)))
        _ = listener.take()
        list.view.hostTouch(CollectionViewTouch(.began, at: point(50)))
        #expect(list.view.visibleCells.map(\.isHighlighted) == [false, true, false])
        #expect(listener.take() == ["highlight 0.1?", "unhighlighted 0.0", "highlighted 0.1"])
    }

    @Test func selectingInCodeDoesNotCallTheDelegate() {
        let (list, listener) = listened()
        list.view.selectItem(at: path(50), animated: false, scrollPosition: .center)
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset == point(50 * 40 + 20 - 50))
        #expect(list.view.visibleCells.map(\.isSelected) == [false, true, false])
        list.view.selectItem(at: path(3), animated: false)
        #expect(list.view.indexPathsForSelectedItems == [path(3)])
        list.view.deselectItem(at: path(3), animated: false)
        list.view.selectItem(at: path(100), animated: false)
        #expect(list.view.indexPathsForSelectedItems.isEmpty)
        #expect(list.view.diagnostics.count(of: .indexOutOfRange) == 1)
        #expect(listener.take() == [])
    }

    @Test func aSelectionFollowsItsItemAndItsCellsAreNotified() {
        let (list, _) = listened(names(10, 10))
        list.view.allowsMultipleSelection = true
        for item in [0, 2, 4] { list.view.selectItem(at: path(item), animated: false) }
        list.view.performBatchUpdates {
            list.sections[0].remove(at: 0)
            list.sections[1].insert(list.sections[0].remove(at: 1), at: 5)
            list.sections[0].insert("x", at: 0)
            list.view.deleteItems(at: [path(0)])
            list.view.moveItem(at: path(2), to: path(5, 1))
            list.view.insertItems(at: [path(0)])
        }
        #expect(list.view.indexPathsForSelectedItems == [path(3), path(5, 1)])
        list.view.hostDidScroll(to: point(120))
        #expect((list.view.cellForItem(at: path(3)) as? NameCell)?.name == "a4")
        #expect(list.view.cellForItem(at: path(3))?.isSelected == true)
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(list.view.indexPathsForSelectedItems.isEmpty)
        #expect(list.view.visibleCells.allSatisfy { !$0.isSelected })
    }

    @Test func aCellIsNotifiedFirst() {
        final class Button: CollectionViewCell {
            var log: [String] = []
            var keeps: Set<String> = []
            override func handle(_ touch: CollectionViewTouch) -> Bool {
                log.append("\(touch.phase)")
                return keeps.contains("touch")
            }
            override func handleTap(at point: CGPoint) -> Bool {
                log.append("tap \(Int(point.y))")
                return keeps.contains("tap")
            }
            override func handle(_ key: CollectionViewKey) -> Bool {
                log.append("\(key)")
                return keeps.contains("key")
            }
        }
        final class Source: CollectionViewDataSource {
            func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
            func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
                view.dequeueReusableCell(Button.self, for: indexPath)
            }
        }
        let source = Source()
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe())
        view.dataSource = source
        view.layoutIfNeeded()
        guard let button = view.visibleCells[1] as? Button else {
            Issue.record("no button")
            return
        }
        button.keeps = ["tap"]
        view.hostTap(at: point(45))
        #expect(button.log == ["began", "tap 5"])
        button.keeps = ["touch"]
        button.log = []
        view.hostTap(at: point(45))
        #expect(button.log == ["began", "ended"])
        #expect(view.indexPathsForSelectedItems.isEmpty)
        button.keeps = ["key"]
        button.log = []
        view.focusedIndexPath = path(1)
        #expect(view.hostKey(.character("x")) && view.hostKey(.down))
        #expect(button.log == ["character(\"x\")", "down"] && view.focusedIndexPath == path(1))
        button.keeps = []
        #expect(view.hostKey(.select) && !view.hostKey(.character("x")))
        #expect(view.indexPathsForSelectedItems == [path(1)])
    }
}

@MainActor
@Suite("Keys, scrolling to items and dragging")
struct NavigationTests {
    @Test func keysMoveTheFocusAndBringItIntoView() {
        let (list, _) = listened(names(10, 0, 3))
        func press(_ key: CollectionViewKey) -> String? {
            list.view.hostKey(key)
            return list.view.focusedIndexPath.map(text)
        }
        #expect(press(.down) == "0.0")
        #expect(press(.down) == "0.1" && press(.next) == "0.2" && press(.up) == "0.1")
        #expect(press(.pageDown) == "0.3" || list.view.focusedIndexPath == path(4))
        #expect(press(.end) == "2.2")
        #expect(list.view.contentOffset == point(13 * 40 - 100))
        #expect(!list.view.hostKey(.down))
        #expect(press(.up) == "2.1" && press(.up) == "2.0" && press(.up) == "0.9")
        #expect(press(.home) == "0.0")
        #expect(list.view.contentOffset == .zero)
        #expect(list.view.indexPathForFirstItem == path(0) && list.view.indexPathForLastItem == path(2, 2))
    }

    @Test func pagesReachBothEnds() {
        let (list, _) = listened(names(1_000))
        list.view.focusedIndexPath = path(0)
        var pages = 0
        while list.view.hostKey(.pageDown) { pages += 1 }
        #expect(list.view.focusedIndexPath == path(999))
        #expect((300...520).contains(pages))
        while list.view.hostKey(.pageUp) { pages -= 1 }
        #expect(list.view.focusedIndexPath == path(0))
    }

    @Test func theFocusStaysWithItsItem() {
        let (list, _) = listened()
        list.view.focusedIndexPath = path(5)
        list.sections[0].remove(at: 2)
        list.view.deleteItems(at: [path(2)])
        #expect(list.view.focusedIndexPath == path(4))
        list.sections[0].remove(at: 4)
        list.view.deleteItems(at: [path(4)])
        #expect(list.view.focusedIndexPath == nil)
    }

    @Test func scrollingShowsTheItemHeaderOrRectAtTheRequestedPosition() {
        let list = NameList(names(10, 10), layout: ListRecipe(header: 20))
        list.view.scrollToItem(at: path(5), at: .start, animated: false)
        #expect(list.view.contentOffset == point(220))
        list.view.scrollToItem(at: path(5), at: .end, animated: false)
        #expect(list.view.contentOffset == point(160))
        list.view.scrollToItem(at: path(4), at: .nearest, animated: false)
        #expect(list.view.contentOffset == point(160))
        list.view.scrollToHeader(ofSection: 1, animated: false)
        #expect(list.view.contentOffset == point(420))
        list.view.scrollRectToVisible(CGRect(x: 0, y: 600, width: 10, height: 30), animated: false)
        #expect(list.view.contentOffset == point(530))
        list.view.scrollRectToVisible(CGRect(x: 0, y: 540, width: 10, height: 30), animated: false)
        #expect(list.view.contentOffset == point(530))
        list.view.scrollToItem(at: path(9, 1), at: .start, animated: false)
        #expect(list.view.contentOffset == point(740))
        #expect(list.view.contentOffset(forItemAt: path(0), at: .start) == point(20))
    }

    @Test func anItemScrolledToKeepsItsPlaceWhenItIsMeasured() {
        let list = NameList(names(100), layout: ListRecipe(height: 40, estimated: true))
        list.recorder.sizes = { _, size in CGSize(width: size.width, height: 17) }
        list.view.layoutIfNeeded()
        list.view.scrollToItem(at: path(60), at: .end, animated: false)
        list.view.layoutIfNeeded()
        #expect(list.view.cellForItem(at: path(60))?.frame.maxY == list.view.contentOffset.y + 100)
    }

    @Test func visibleItemsAreMeasuredAgainForANewWidth() {
        let layouts: [any CollectionViewLayoutRecipe] = [
            ListRecipe(height: 10, estimated: true),
            CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(10))),
        ]
        for layout in layouts {
            let list = NameList(names(100), layout: layout)
            // A line of text of 1,700 points, wrapped.
            list.recorder.sizes = { _, size in CGSize(width: size.width, height: (1_700 / size.width).rounded(.up)) }
            list.view.layoutIfNeeded()
            list.view.hostDidScroll(to: point(17 * 20))
            #expect(list.view.visibleCells.first?.frame == CGRect(x: 0, y: 340, width: 100, height: 17))
            let (first, name) = (list.view.visibleCells[0], list.shown[0])
            list.view.bounds.size.width = 50
            list.view.layoutIfNeeded()
            #expect(list.view.visibleCells.first === first && list.shown[0] == name)
            #expect(list.view.visibleCells.map(\.frame.height) == [34, 34, 34])
            #expect(first.frame.minY == list.view.contentOffset.y)
        }
    }

    @Test func aDragComesToRestWhereTheDelegateSays() {
        let (list, listener) = listened()
        list.view.hostTouch(CollectionViewTouch(.began, at: point(10)))
        _ = listener.take()
        list.view.hostWillBeginDragging()
        list.view.hostDidScroll(to: point(30))
        let target = list.view.hostWillEndDragging(
            withVelocity: point(900), targetContentOffset: CGPoint(x: 0, y: 333))
        #expect(target == point(320))
        let beyond = list.view.hostWillEndDragging(
            withVelocity: point(1), targetContentOffset: CGPoint(x: 0, y: 9_000))
        #expect(beyond == point(3_900))
        list.view.hostDidEndDecelerating()
        #expect(listener.take() == ["unhighlighted 0.0", "drag", "release 900", "release 1", "rest"])
    }
}
