import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }
private func at(_ y: CGFloat) -> CGPoint { CGPoint(x: 50, y: y) }

/// Queries and notifications of interaction reach controllers and providers.
@MainActor
@Suite("Forwarding of interaction")
struct InteractionForwardingTests {
    private class Base: CollectionViewController { var called: Set<String> = [] }

    /// Overrides every member.
    private final class Whole: Base {
        override func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 5 }
        override func collectionView(_ view: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
            called.insert("can move")
            return true
        }
        override func collectionView(
            _ view: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
        ) { called.insert("move") }
        override func collectionView(
            _ view: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
        ) { called.insert("commit") }
        override func collectionView(
            _ collectionView: CollectionView,
            targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
            atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
        ) -> IndexPath {
            called.insert("targetIndexPathForMoveOfItemFromOriginalIndexPath")
            return proposedIndexPath
        }
        override func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
            called.insert("canEditItemAt")
            return true
        }
        override func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
            called.insert("willBeginEditingItemAt")
        }
        override func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
            called.insert("didEndEditingItemAt")
        }
        override func collectionView(
            _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? {
            called.insert("leadingSwipeActionsForItemAt")
            return CollectionSwipeActions([CollectionSwipeAction(title: "a") { $2($1.item >= 0) }])
        }
        override func collectionView(
            _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? {
            called.insert("trailingSwipeActionsForItemAt")
            return CollectionSwipeActions([CollectionSwipeAction(title: "a") { $2($1.item >= 0) }])
        }
        override func collectionView(
            _ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath
        ) -> Bool {
            called.insert("canPerformPrimaryActionForItemAt")
            return true
        }
        override func collectionView(
            _ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath
        ) { called.insert("performPrimaryActionForItemAt") }
        override func collectionView(
            _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
        ) -> Bool {
            called.insert("shouldBeginMultipleSelectionInteractionAt")
            return true
        }
        override func collectionView(
            _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
        ) { called.insert("didBeginMultipleSelectionInteractionAt") }
        override func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
            called.insert("collectionViewDidEndMultipleSelectionInteraction")
        }
        override func collectionView(
            _ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath
        ) -> Bool {
            called.insert("selectionFollowsFocusForItemAt")
            return true
        }
        override func collectionView(
            _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
        ) -> CollectionContextMenu? {
            called.insert("contextMenuForItemAt")
            return CollectionContextMenu()
        }
        override func collectionView(
            _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
        ) -> CollectionContextMenu? {
            called.insert("contextMenuForItemsAt")
            return super.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point)
        }
        override func collectionView(
            _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
            highlightPreviewForItemAt indexPath: IndexPath
        ) -> CollectionItemPreview? {
            called.insert("highlightPreviewForItemAt")
            return CollectionItemPreview()
        }
        override func collectionView(
            _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
            dismissalPreviewForItemAt indexPath: IndexPath
        ) -> CollectionItemPreview? {
            called.insert("dismissalPreviewForItemAt")
            return CollectionItemPreview()
        }
        override func collectionView(
            _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
        ) { called.insert("willDisplayContextMenu") }
        override func collectionView(
            _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
        ) { called.insert("willEndContextMenuInteraction") }
        override func collectionView(
            _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
        ) { called.insert("willPerformPreviewActionForMenu") }
    }

    @Test func everyMemberThatIsOverriddenIsCalled() {
        let controller = Whole(collectionViewLayout: ListRecipe(height: 20))
        let view = controller.collectionView
        view.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        view.layoutIfNeeded()
        view.hostTap(at: at(5))
        view.hostKey(.down)
        view.hostBeginReordering(itemAt: path(0))
        view.hostReorder(to: at(50))
        view.hostEndReordering()
        view.hostCommit(.delete, forItemAt: path(0))
        for way in [CGFloat(30), -30] {
            view.hostBeginSwipe(at: at(5))
            view.hostSwipe(by: way)
            view.hostEndSwipe()
        }
        _ = view.hostContextMenu(at: at(5))
        _ = view.hostHighlightPreview(forItemAt: path(0))
        _ = view.hostDismissalPreview(forItemAt: path(0))
        view.hostPerformPreviewAction()
        view.hostEndContextMenu()
        view.hostBeginMultipleSelection(at: at(5))
        view.hostEndMultipleSelection()
        #expect(view.contextMenu == nil)
        let all: Set<String> = [
            "can move", "move", "commit", "targetIndexPathForMoveOfItemFromOriginalIndexPath", "canEditItemAt",
            "willBeginEditingItemAt", "didEndEditingItemAt", "leadingSwipeActionsForItemAt",
            "trailingSwipeActionsForItemAt", "canPerformPrimaryActionForItemAt", "performPrimaryActionForItemAt",
            "shouldBeginMultipleSelectionInteractionAt", "didBeginMultipleSelectionInteractionAt",
            "collectionViewDidEndMultipleSelectionInteraction", "selectionFollowsFocusForItemAt",
            "contextMenuForItemAt", "contextMenuForItemsAt", "highlightPreviewForItemAt", "dismissalPreviewForItemAt",
            "willDisplayContextMenu", "willEndContextMenuInteraction", "willPerformPreviewActionForMenu",
        ]
        #expect(all.subtracting(controller.called) == [])
    }

    // MARK: Providers

    /// Sections of numbers whose items can move to other providers if both agree.
    private final class Numbers: SectionProvider {
        var shown: [[Int]]
        var log: [String] = []
        var agrees = true

        init(_ shown: [[Int]]) { self.shown = shown }

        func numberOfSections(in collectionView: CollectionView) -> Int { shown.count }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            shown[section].count
        }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell {
            let cell = collectionView.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(shown[indexPath.section][indexPath.item])"
            return cell
        }
        func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { true }
        func collectionView(
            _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
        ) {
            log.append("\(text(sourceIndexPath)) to \(text(destinationIndexPath))")
            let number = shown[sourceIndexPath.section].remove(at: sourceIndexPath.item)
            shown[destinationIndexPath.section].insert(number, at: destinationIndexPath.item)
        }
        func collectionView(_ collectionView: CollectionView, canMoveItemBetweenProviders move: ProviderMove) -> Bool {
            agrees
        }
        func collectionView(_ collectionView: CollectionView, moveItemBetweenProviders move: ProviderMove) {
            guard let source = move.source as? Numbers, let target = move.destination as? Numbers else { return }
            let (from, to) = (move.sourceIndexPath, move.destinationIndexPath)
            if source === self {
                log.append("gives \(text(from))")
                let number = shown[from.section].remove(at: from.item)
                target.shown[to.section].insert(number, at: to.item)
            } else {
                log.append("takes \(text(to))")
            }
        }
        func collectionView(
            _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
        ) -> CollectionContextMenu? { CollectionContextMenu(payload: indexPaths.map(text)) }
        func collectionView(_ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu)
        {
            log.append("menu")
        }
    }

    @Test func movesReachTheProviderThatOwnsTheItemOrBoth() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 300), collectionViewLayout: ListRecipe(height: 20))
        let list = SectionProviderList()
        list.attach(to: view)
        let (one, two) = (Numbers([[1], [2, 3]]), Numbers([[4, 5]]))
        list.update(animated: false) { $0.providers = [one, two] }
        func drag(_ item: IndexPath, to y: CGFloat) {
            #expect(view.hostBeginReordering(itemAt: item))
            view.hostReorder(to: at(y))
            view.hostEndReordering()
        }
        drag(path(1, 1), to: 22)
        #expect(one.shown == [[1], [3, 2]] && one.log == ["1.1 to 1.0"] && two.log == [])
        drag(path(0, 0), to: 62)
        #expect(one.shown == [[], [3, 2]] && two.shown == [[1, 4, 5]])
        #expect(one.log.last == "gives 0.0" && two.log == ["takes 0.0"])
        two.agrees = false
        drag(path(0, 1), to: 80)
        #expect(one.shown == [[], [3, 2]] && two.log.count == 1)
        #expect(view.visibleCells.map { ($0 as? NameCell)?.name } == ["3", "2", "1", "4", "5"])
        #expect(view.diagnostics.recent.isEmpty)
    }

    @Test func itemsOfSeveralProvidersHaveNoCommonMenu() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 300), collectionViewLayout: ListRecipe(height: 20))
        let list = SectionProviderList()
        list.attach(to: view)
        let (one, two) = (Numbers([[1], [2, 3]]), Numbers([[4, 5]]))
        list.update(animated: false) { $0.providers = [one, two] }
        view.allowsMultipleSelection = true
        for item in [path(0, 2), path(1, 2)] { view.selectItem(at: item, animated: false) }
        #expect(view.hostContextMenu(at: at(65))?.payload as? [String] == ["0.0", "0.1"])
        #expect(one.log == ["menu"] && two.log == ["menu"])
        view.selectItem(at: path(0, 0), animated: false)
        // The item under the pointer has one.
        #expect(view.hostContextMenu(at: at(65))?.payload as? [String] == ["0.0"])
        #expect(view.indexPathsForContextMenu == [path(0, 2)])
        #expect(view.hostContextMenu(at: at(25))?.payload as? [String] == ["1.0"])
    }
}
