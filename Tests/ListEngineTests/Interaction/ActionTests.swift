import Foundation
import ListEngine
import ListEngineLayout
import Testing

private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }
private func at(_ y: CGFloat) -> CGPoint { CGPoint(x: 50, y: y) }

@MainActor
private final class Listener: CollectionViewDelegate {
    var log: [String] = []
    var selectable = true
    var begins = true
    var followed: Set<Int> = []

    func take() -> [String] {
        defer { log = [] }
        return log
    }

    func collectionView(_ view: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool { selectable }
    func collectionView(_ view: CollectionView, didSelectItemAt indexPath: IndexPath) {
        log.append("select \(text(indexPath))")
    }
    func collectionView(_ view: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        log.append("deselect \(text(indexPath))")
    }
    func collectionView(_ view: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        log.append("do \(text(indexPath))")
    }
    func collectionView(_ view: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath) -> Bool {
        followed.contains(indexPath.item)
    }
    func collectionView(
        _ view: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool { begins }
    func collectionView(_ view: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        log.append("begin \(text(indexPath))")
    }
    func collectionViewDidEndMultipleSelectionInteraction(_ view: CollectionView) { log.append("end") }
    func collectionView(
        _ view: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        log.append("menu \(indexPaths.map(text))?")
        return indexPaths.isEmpty ? nil : CollectionContextMenu(identifier: "menu", payload: indexPaths.count)
    }
    func collectionView(_ view: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu) {
        log.append("open")
    }
    func collectionView(_ view: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu) {
        log.append("close")
    }
    func collectionView(_ view: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu) {
        log.append("preview")
    }
    func collectionView(
        _ view: CollectionView, contextMenu: CollectionContextMenu, highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { CollectionItemPreview(payload: "bright \(text(indexPath))") }
}

@MainActor
@Suite("Primary actions, menus and selecting many")
struct ActionTests {
    private func list() -> (NameList, Listener) {
        let list = NameList(names(9), layout: ListRecipe(height: 20))
        let listener = Listener()
        list.view.delegate = listener
        list.view.layoutIfNeeded()
        return (list, listener)
    }

    @Test func choosingAnItemSelectsItAndPerformsItsPrimaryAction() {
        let (list, listener) = list()
        list.view.hostTap(at: at(5))
        #expect(listener.take() == ["select 0.0", "do 0.0"])
        // Already selected: its action is still performed.
        list.view.hostTap(at: at(5))
        #expect(listener.take() == ["do 0.0"])
        // Not selectable: its action is performed all the same.
        listener.selectable = false
        list.view.hostTap(at: at(25))
        #expect(listener.take() == ["do 0.1"])
        // Extending a selection performs no action.
        listener.selectable = true
        list.view.allowsMultipleSelection = true
        list.view.hostTap(at: at(45))
        #expect(listener.take() == ["select 0.2"])
        list.view.isEditing = true
        list.view.hostTap(at: at(65))
        #expect(listener.take() == [])
    }

    @Test func movingTheFocusSelectsItemsIfTheDelegateAllowsIt() {
        let (list, listener) = list()
        listener.followed = [1, 2]
        for _ in 0..<4 { list.view.hostKey(.down) }
        #expect(listener.take() == ["select 0.1", "deselect 0.1", "select 0.2"])
        #expect(list.view.focusedIndexPath == path(3))
    }

    @Test func aMenuIsForTheSelectionOrForTheItem() {
        let (list, listener) = list()
        list.view.allowsMultipleSelection = true
        for item in [1, 3] { list.view.selectItem(at: path(item), animated: false) }
        #expect(list.view.hostContextMenu(at: at(25))?.payload as? Int == 2)
        #expect(listener.take() == ["menu [\"0.1\", \"0.3\"]?", "open"])
        #expect(list.view.hostHighlightPreview(forItemAt: path(1))?.payload as? String == "bright 0.1")
        #expect(list.view.hostDismissalPreview(forItemAt: path(1)) == nil)
        list.sections[0].remove(at: 0)
        list.sections[0].remove(at: 0)
        list.view.deleteItems(at: [path(0), path(1)])
        #expect(list.view.indexPathsForContextMenu == [path(1)])
        list.view.hostPerformPreviewAction()
        // Another menu closes the previous one.
        #expect(list.view.hostContextMenu(at: at(5))?.payload as? Int == 1)
        #expect(listener.take() == ["preview", "close", "menu [\"0.0\"]?", "open"])
        #expect(list.view.hostContextMenu(at: at(5000)) == nil)
        #expect(listener.take() == ["close", "menu []?"])
        list.view.hostEndContextMenu()
        list.view.hostPerformPreviewAction()
        #expect(listener.take() == [] && list.view.hostHighlightPreview(forItemAt: path(0)) == nil)
    }

    @Test func oneMovementSelectsManyAndTurnsBack() {
        let (list, listener) = list()
        list.view.selectItem(at: path(2), animated: false)
        listener.begins = false
        #expect(!list.view.hostBeginMultipleSelection(at: at(5)))
        listener.begins = true
        #expect(list.view.hostBeginMultipleSelection(at: at(25)))
        #expect(list.view.isEditing)
        list.view.hostMultipleSelection(to: at(85))
        #expect(list.view.indexPathsForSelectedItems == (1...4).map { path($0) })
        list.view.hostMultipleSelection(to: at(5))
        #expect(list.view.indexPathsForSelectedItems == (0...2).map { path($0) })
        list.view.hostEndMultipleSelection()
        list.view.hostEndMultipleSelection()
        #expect(
            listener.take() == [
                "begin 0.1", "select 0.1", "select 0.3", "select 0.4", "deselect 0.3", "deselect 0.4", "select 0.0",
                "end",
            ])
    }

    /// Marks are in lists that are edited, and need no permission.
    @Test func aDragOverMarksSelectsWhatTheDelegateAllowsInAnyList() {
        let (list, listener) = list()
        let view = list.view
        view.isEditing = true
        listener.begins = false
        #expect(!view.hostBeginMultipleSelection(at: at(5), isOnMark: true), "one item can be selected, or none")
        view.allowsMultipleSelectionDuringEditing = true
        #expect(!view.hostBeginMultipleSelection(at: CGPoint(x: CGFloat.nan, y: 5), isOnMark: true))
        #expect(view.hostBeginMultipleSelection(at: at(45), isOnMark: true))
        view.hostMultipleSelection(to: at(5))
        view.hostEndMultipleSelection()
        #expect(view.indexPathsForSelectedItems == (0...2).map { path($0) })
        #expect(view.hostToggleSelection(ofItemAt: path(1)) && view.hostToggleSelection(ofItemAt: path(4)))
        #expect(view.indexPathsForSelectedItems == [0, 2, 4].map { path($0) })
        #expect(!view.hostToggleSelection(ofItemAt: path(99)))
        view.allowsMultipleSelectionDuringEditing = false
        #expect(!view.hostToggleSelection(ofItemAt: path(0)))
        // A list without a delegate.
        view.delegate = nil
        view.isEditing = false
        view.allowsMultipleSelection = true
        let host = ScrollingHost(view)
        #expect(host.beginMarkSelection(at: at(25)))
        host.extendMarkSelection(to: at(65))
        host.endMarkSelection()
        #expect(
            view.indexPathsForSelectedItems == [0, 1, 2, 3].map { path($0) }, "0 is the first that stayed selected")
        // Cancelled.
        view.deselectItem(at: path(2), animated: false)
        #expect(host.beginMarkSelection(at: at(45)))
        host.extendMarkSelection(to: at(85))
        #expect(view.indexPathsForSelectedItems.count == 5 && host.endMarkSelection(cancelled: true))
        #expect(view.indexPathsForSelectedItems == [0, 1, 3].map { path($0) } && !host.endMarkSelection())
    }

    /// An update, a reload, a removed section, and a list that no longer allows it.
    @Test(arguments: 0..<4) func theListChangesDuringADragOverMarks(kind: Int) {
        let (list, _) = list()
        let view = list.view
        view.allowsMultipleSelection = true
        let host = ScrollingHost(view)
        #expect(host.beginMarkSelection(at: at(5)))
        host.extendMarkSelection(to: at(45))
        switch kind {
        case 0:
            list.sections[0].remove(at: 1)
            view.deleteItems(at: [path(1)])
        case 1: view.reloadData()
        case 2:
            list.sections = []
            view.deleteSections([0])
        default: view.allowsMultipleSelection = false
        }
        host.frame(at: 0)
        host.extendMarkSelection(to: at(65))
        host.frame(at: 1)
        host.endMarkSelection()
        #expect(view.indexPathsForSelectedItems.allSatisfy { $0.item < view.numberOfItems(inSection: $0.section) })
        #expect(kind != 0 || view.indexPathsForSelectedItems == (0...3).map { path($0) })
        #expect(kind != 3 || view.indexPathsForSelectedItems.count == 1)
        #expect(host.beginMarkSelection(at: at(5)) == (kind < 2))
    }

    @Test func beginningToSelectManyKeepsTheSelection() {
        let (list, listener) = list()
        list.view.allowsMultipleSelection = true
        for item in [1, 3] { list.view.selectItem(at: path(item), animated: false) }
        #expect(list.view.hostBeginMultipleSelection(at: at(5)))
        #expect(list.view.indexPathsForSelectedItems == [0, 1, 3].map { path($0) })
        list.view.hostMultipleSelection(to: at(85))
        list.view.hostMultipleSelection(to: at(5))
        #expect(list.view.indexPathsForSelectedItems == [0, 1, 3].map { path($0) })
        #expect(
            listener.take() == [
                "begin 0.0", "select 0.0", "select 0.2", "select 0.4", "deselect 0.2", "deselect 0.4",
            ])
    }
}
