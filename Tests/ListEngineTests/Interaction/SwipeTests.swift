import Foundation
import ListEngine
import ListEngineLayout
import Testing

private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }
private func at(_ y: CGFloat) -> CGPoint { CGPoint(x: 50, y: y) }

/// Ten mails, a hundred points wide, which can be deleted and flagged.
@MainActor
private final class Mails: CollectionViewDataSource, CollectionViewDelegate {
    var mails = (0..<10).map { "m\($0)" }
    let recorder = RecorderHost()
    let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 300, height: 100), collectionViewLayout: ListRecipe(height: 20))
    var log: [String] = []
    var pending: [@MainActor (Bool) -> Void] = []
    var isFull = true

    init() {
        view.host = recorder
        view.dataSource = self
        view.delegate = self
        view.diagnostics.handler = { _ in }
        view.layoutIfNeeded()
    }

    func take() -> [String] {
        defer { log = [] }
        return log
    }

    func swipes() -> [String] { recorder.take().filter { $0.hasPrefix("swipe") } }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { mails.count }
    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        let cell = collectionView.dequeueReusableCell(NameCell.self, for: indexPath)
        cell.name = mails[indexPath.item]
        return cell
    }
    func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        mails[indexPath.item] != "m4"
    }
    func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        log.append("begin \(text(indexPath))")
    }
    func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        log.append("end \(indexPath.map(text) ?? "gone")")
    }
    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        log.append("select \(text(indexPath))")
    }
    func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        log.append("leading?")
        guard indexPath.item < 2 else { return nil }
        return CollectionSwipeActions(
            [
                CollectionSwipeAction(title: "Flag") { [unowned self] _, indexPath, completion in
                    log.append("flag \(text(indexPath))")
                    pending.append(completion)
                }
            ], performsFirstActionWithFullSwipe: isFull)
    }
    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        log.append("trailing?")
        let delete = CollectionSwipeAction(.destructive, title: "Delete") { [unowned self] _, indexPath, completion in
            mails.remove(at: indexPath.item)
            view.deleteItems(at: [indexPath])
            completion(true)
            completion(true)
        }
        return CollectionSwipeActions([delete])
    }
    func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) { log.append("\(editingStyle) \(text(indexPath))") }
}

@MainActor
@Suite("Swiping items aside")
struct SwipeTests {
    @Test func halfOfTheActionsIsEnoughToStayOpen() {
        let list = Mails()
        #expect(list.view.hostBeginSwipe(at: at(25)))
        list.view.hostSwipe(by: -30)
        #expect(list.view.swipe?.phase == .dragging && list.view.swipe?.actions.map(\.title) == ["Delete"])
        list.view.hostSwipe(by: -41)
        list.view.hostEndSwipe()
        #expect(list.view.swipe?.phase == .open && list.view.swipe?.offset == -80)
        #expect(list.take() == ["trailing?", "begin 0.1"])
        list.view.hostBeginSwipe(at: at(25))
        list.view.hostSwipe(by: 50)
        #expect(list.view.swipe?.offset == -30)
        list.view.hostEndSwipe()
        #expect(list.view.swipe == nil && list.take() == ["end 0.1"])
        #expect(
            list.swipes() == [
                "swipe c2 dragging trailing -30", "swipe c2 dragging trailing -41", "swipe c2 open trailing -80",
                "swipe c2 dragging trailing -30", "swipe c2 closed trailing 0",
            ])
    }

    @Test func aFastSwipeOpensAndASlowOneDoesNot() {
        let list = Mails()
        for (velocity, opens) in [(CGFloat(-100), true), (-90, false), (400, false), (.nan, false)] {
            list.view.hostBeginSwipe(at: at(25))
            list.view.hostSwipe(by: -16)
            list.view.hostEndSwipe(velocity: velocity)
            #expect((list.view.swipe != nil) == opens)
            list.view.closeSwipe()
        }
    }

    @Test func aFullSwipePerformsTheFirstActionAndTheItemIsDeleted() {
        let list = Mails()
        list.view.hostBeginSwipe(at: at(5))
        list.view.hostSwipe(by: -180)
        #expect(list.view.swipe?.isFull == false)
        list.view.hostSwipe(by: -181)
        #expect(list.view.swipe?.isFull == true)
        list.view.hostEndSwipe()
        #expect(list.mails.first == "m1" && list.view.swipe == nil)
        #expect(list.take() == ["trailing?", "begin 0.0", "end gone"])
        #expect((list.view.visibleCells.first as? NameCell)?.name == "m1")
    }

    /// The item has no actions on its other edge.
    @Test(arguments: [CGFloat(0), 10]) func aFullSwipeThatReturnsPerformsNothing(translation: CGFloat) {
        let list = Mails()
        list.view.hostBeginSwipe(at: at(65))
        list.view.hostSwipe(by: -250)
        #expect(list.view.swipe?.isFull == true)
        list.view.hostSwipe(by: translation)
        #expect(list.view.swipe?.offset == 0 && list.view.swipe?.isFull == false)
        list.view.hostEndSwipe()
        #expect(list.view.swipe == nil && list.mails.count == 10)
    }

    @Test(arguments: [(CGFloat(0), CGFloat(0)), (0.5, 0.5), (-3, 0), (.infinity, 0), (.nan, 0)])
    func anOpenSwipeIsAsWideAsItsActions(width: CGFloat, opened: CGFloat) {
        final class Host: CollectionViewHost {
            var width: CGFloat = 0
            func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
            func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
            func recycle(_ view: CollectionReusableView) {}
            func remove(_ view: CollectionReusableView) {}
            func extent(of actions: [CollectionSwipeAction], behind cell: CollectionViewCell) -> CGFloat { width }
        }
        let (list, host) = (Mails(), Host())
        list.isFull = false
        host.width = width
        list.view.host = host
        list.view.layoutIfNeeded()
        list.view.hostBeginSwipe(at: at(5))
        list.view.hostSwipe(by: 100)
        list.view.hostEndSwipe()
        #expect(list.view.swipe?.offset == opened)
    }

    @Test func withoutFullSwipesItOnlyOpens() {
        let list = Mails()
        list.isFull = false
        list.view.hostBeginSwipe(at: at(5))
        list.view.hostSwipe(by: 290)
        #expect(list.view.swipe?.isFull == false && list.view.swipe?.edge == .leading)
        list.view.hostEndSwipe()
        #expect(list.view.swipe?.offset == 80 && !list.view.hostPerformSwipeAction(at: 1))
        #expect(list.view.hostPerformSwipeAction(at: 0))
        #expect(list.view.swipe?.phase == .performing)
        // While the action is in progress, neither the finger nor another choice affects it.
        #expect(!list.view.hostPerformSwipeAction(at: 0) && !list.view.hostSwipe(by: -10))
        #expect(list.take() == ["leading?", "begin 0.0", "flag 0.0"])
        list.pending[0](false)
        #expect(list.view.swipe == nil && list.take() == ["end 0.0"])
        list.pending[0](true)
        #expect(list.take() == [])
    }

    @Test func aLateCompletionDoesNotCloseALaterSwipe() {
        let list = Mails()
        list.view.hostBeginSwipe(at: at(5))
        list.view.hostSwipe(by: 80)
        list.view.hostEndSwipe()
        list.view.hostPerformSwipeAction(at: 0)
        list.view.hostBeginSwipe(at: at(25))
        list.view.hostSwipe(by: 80)
        #expect(list.view.swipe?.indexPath == path(1))
        list.pending[0](true)
        #expect(list.view.swipe?.indexPath == path(1))
    }

    @Test func anyOtherInteractionClosesTheSwipe() {
        let list = Mails()
        func open() {
            list.view.hostBeginSwipe(at: at(25))
            list.view.hostSwipe(by: 60)
            list.view.hostEndSwipe()
            #expect(list.view.swipe?.phase == .open)
            _ = list.take()
        }
        open()
        list.view.hostDidScroll(to: point(3))
        #expect(list.take() == ["end 0.1"])
        list.view.hostDidScroll(to: .zero)
        open()
        // A tap closes the swipe and selects nothing.
        list.view.hostTap(at: at(45))
        #expect(list.take() == ["end 0.1"] && list.view.indexPathsForSelectedItems.isEmpty)
        open()
        list.view.hostBeginSwipe(at: at(45))
        #expect(list.take() == ["end 0.1"])
        open()
        list.mails.insert("new", at: 0)
        list.view.insertItems(at: [path(0)])
        #expect(list.take() == ["end 0.2"] && list.view.swipe == nil)
        list.view.hostBeginSwipe(at: at(5))
        list.view.hostSwipe(by: 60)
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(list.take().last == "end gone" && list.view.swipe == nil)
    }

    @Test func anItemWithoutActionsDoesNotMove() {
        let list = Mails()
        list.view.hostBeginSwipe(at: at(45))
        #expect(!list.view.hostSwipe(by: 30))
        #expect(list.view.swipe == nil && list.take() == ["leading?"])
        #expect(!list.view.hostSwipe(by: 40) && list.take() == [])
        list.view.hostEndSwipe()
        #expect(!list.view.hostBeginSwipe(at: at(85)))
        #expect(!list.view.hostBeginSwipe(at: at(2000)))
        #expect(list.take() == [])
    }

    @Test func theLeadingEdgeIsTheRightOneInRightToLeftLists() {
        let list = Mails()
        list.view.flowDirection = .rightToLeft
        list.view.hostBeginSwipe(at: at(5))
        list.view.hostSwipe(by: -30)
        #expect(list.view.swipe?.edge == .leading)
    }
}

@MainActor
@Suite("Editing")
struct EditingTests {
    @Test func cellsAreNotifiedOfEditingAndDeletionsAreCommitted() {
        let list = Mails()
        list.view.isEditing = true
        #expect(list.view.visibleCells.map(\.isEditing) == Array(repeating: true, count: 5))
        list.view.hostDidScroll(to: point(60))
        #expect(list.view.visibleCells.map(\.isEditing) == Array(repeating: true, count: 5))
        #expect(list.view.hostCommit(.delete, forItemAt: path(3)) && list.view.hostCommit(.insert, forItemAt: path(5)))
        #expect(
            !list.view.hostCommit(.delete, forItemAt: path(4)) && !list.view.hostCommit(.delete, forItemAt: path(44)))
        #expect(list.take() == ["delete 0.3", "insert 0.5"])
        list.view.isEditing = false
        #expect(list.view.visibleCells.map(\.isEditing) == Array(repeating: false, count: 5))
    }

    @Test func editingHasItsOwnSelection() {
        let list = Mails()
        list.view.isEditing = true
        list.view.hostTap(at: at(5))
        #expect(list.view.indexPathsForSelectedItems == [])
        list.view.allowsSelectionDuringEditing = true
        list.view.hostTap(at: at(5))
        list.view.hostTap(at: at(25))
        #expect(list.view.indexPathsForSelectedItems == [path(1)])
        list.view.allowsMultipleSelectionDuringEditing = true
        list.view.hostTap(at: at(45))
        #expect(list.view.indexPathsForSelectedItems == [path(1), path(2)])
        list.view.isEditing = false
        #expect(list.view.indexPathsForSelectedItems == [path(1)])
    }
}
