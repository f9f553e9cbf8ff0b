import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

/// Every overridable member of a section controller is overridden and called.
@MainActor
@Suite("Section controllers: overriding")
struct SectionControllerOverrideTests {
    private final class Whole: CollectionSectionController<String, String> {
        var called: [String] = []
        override var scrollDirection: ScrollDirection {
            called.append("scroll direction")
            return super.scrollDirection
        }
        override var interSectionSpacing: CGFloat {
            called.append("spacing")
            return super.interSectionSpacing
        }
        override var contentInsetReference: ContentInsetsReference {
            called.append("insets")
            return super.contentInsetReference
        }
        override var boundarySupplementaryItems: [CollectionLayoutBoundarySupplementaryItem] {
            called.append("boundary items")
            return super.boundarySupplementaryItems
        }
        override var boundarySupplementaryViewProvider: BoundarySupplementaryViewProvider? {
            called.append("boundary views")
            return super.boundarySupplementaryViewProvider
        }
        override var isEditing: Bool {
            get { super.isEditing }
            set {
                called.append("editing")
                super.isEditing = newValue
            }
        }
        override func viewDidLoad() { called.append("load") }
        override func numberOfSections(in collectionView: CollectionView) -> Int {
            called.append("numberOfSectionsin")
            return super.numberOfSections(in: collectionView)
        }
        override func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            called.append(":numberOfItemsInSection")
            return super.collectionView(collectionView, numberOfItemsInSection: section)
        }
        override func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath)
            -> CollectionViewCell
        {
            called.append(":cellForItemAt")
            return super.collectionView(collectionView, cellForItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
            at indexPath: IndexPath
        ) -> CollectionReusableView? {
            called.append(":viewForSupplementaryElementOfKind:at")
            return super.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
            called.append(":prefetchItemsAt")
            super.collectionView(collectionView, prefetchItemsAt: indexPaths)
        }
        override func collectionView(
            _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
        ) {
            called.append(":cancelPrefetchingForItemsAt")
            super.collectionView(collectionView, cancelPrefetchingForItemsAt: indexPaths)
        }
        override func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) {
            called.append(":willDisplay:forItemAt")
            super.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) {
            called.append(":didEndDisplaying:forItemAt")
            super.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
            forElementKind kind: ElementKind, at indexPath: IndexPath
        ) {
            called.append(":willDisplaySupplementaryView:forElementKind:at")
            super.collectionView(
                collectionView, willDisplaySupplementaryView: view, forElementKind: kind, at: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
            forElementKind kind: ElementKind, at indexPath: IndexPath
        ) {
            called.append(":didEndDisplayingSupplementaryView:forElementKind:at")
            super.collectionView(
                collectionView, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
        ) -> LayoutAttributes? {
            called.append(":initialLayoutAttributesForAppearing")
            return super.collectionView(collectionView, initialLayoutAttributesForAppearing: element)
        }
        override func collectionView(
            _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
        ) -> LayoutAttributes? {
            called.append(":finalLayoutAttributesForDisappearing")
            return super.collectionView(collectionView, finalLayoutAttributesForDisappearing: element)
        }
        override func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath)
            -> Bool
        {
            called.append(":shouldHighlightItemAt")
            return super.collectionView(collectionView, shouldHighlightItemAt: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
            called.append(":didHighlightItemAt")
            super.collectionView(collectionView, didHighlightItemAt: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
            called.append(":didUnhighlightItemAt")
            super.collectionView(collectionView, didUnhighlightItemAt: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool
        {
            called.append(":shouldSelectItemAt")
            return super.collectionView(collectionView, shouldSelectItemAt: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath)
            -> Bool
        {
            called.append(":shouldDeselectItemAt")
            return super.collectionView(collectionView, shouldDeselectItemAt: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
            called.append(":didSelectItemAt")
            super.collectionView(collectionView, didSelectItemAt: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
            called.append(":didDeselectItemAt")
            super.collectionView(collectionView, didDeselectItemAt: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
            called.append(":canMoveItemAt")
            return super.collectionView(collectionView, canMoveItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
        ) {
            called.append(":moveItemAt:to")
            super.collectionView(collectionView, moveItemAt: sourceIndexPath, to: destinationIndexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle,
            forItemAt indexPath: IndexPath
        ) {
            called.append(":commit:forItemAt")
            super.collectionView(collectionView, commit: editingStyle, forItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView,
            targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
            atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
        ) -> IndexPath {
            called.append(":targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:toProposedIndexPath")
            return super.collectionView(
                collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: originalIndexPath,
                atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath)
        }
        override func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
            called.append(":canEditItemAt")
            return super.collectionView(collectionView, canEditItemAt: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
            called.append(":willBeginEditingItemAt")
            super.collectionView(collectionView, willBeginEditingItemAt: indexPath)
        }
        override func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
            called.append(":didEndEditingItemAt")
            super.collectionView(collectionView, didEndEditingItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? {
            called.append(":leadingSwipeActionsForItemAt")
            return super.collectionView(collectionView, leadingSwipeActionsForItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? {
            called.append(":trailingSwipeActionsForItemAt")
            return super.collectionView(collectionView, trailingSwipeActionsForItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath
        ) -> Bool {
            called.append(":canPerformPrimaryActionForItemAt")
            return super.collectionView(collectionView, canPerformPrimaryActionForItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath
        ) {
            called.append(":performPrimaryActionForItemAt")
            super.collectionView(collectionView, performPrimaryActionForItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
        ) -> Bool {
            called.append(":shouldBeginMultipleSelectionInteractionAt")
            return super.collectionView(collectionView, shouldBeginMultipleSelectionInteractionAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
        ) {
            called.append(":didBeginMultipleSelectionInteractionAt")
            super.collectionView(collectionView, didBeginMultipleSelectionInteractionAt: indexPath)
        }
        override func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
            called.append("collectionViewDidEndMultipleSelectionInteraction")
            super.collectionViewDidEndMultipleSelectionInteraction(collectionView)
        }
        override func collectionView(
            _ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath
        ) -> Bool {
            called.append(":selectionFollowsFocusForItemAt")
            return super.collectionView(collectionView, selectionFollowsFocusForItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
        ) -> CollectionContextMenu? {
            called.append(":contextMenuForItemAt:point")
            return super.collectionView(collectionView, contextMenuForItemAt: indexPath, point: point)
        }
        override func collectionView(
            _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
        ) -> CollectionContextMenu? {
            called.append(":contextMenuForItemsAt:point")
            return super.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point)
        }
        override func collectionView(
            _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
            highlightPreviewForItemAt indexPath: IndexPath
        ) -> CollectionItemPreview? {
            called.append(":contextMenu:highlightPreviewForItemAt")
            return super.collectionView(collectionView, contextMenu: contextMenu, highlightPreviewForItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
            dismissalPreviewForItemAt indexPath: IndexPath
        ) -> CollectionItemPreview? {
            called.append(":contextMenu:dismissalPreviewForItemAt")
            return super.collectionView(collectionView, contextMenu: contextMenu, dismissalPreviewForItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
        ) {
            called.append(":willDisplayContextMenu")
            super.collectionView(collectionView, willDisplayContextMenu: contextMenu)
        }
        override func collectionView(
            _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
        ) {
            called.append(":willEndContextMenuInteraction")
            super.collectionView(collectionView, willEndContextMenuInteraction: contextMenu)
        }
        override func collectionView(
            _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
        ) {
            called.append(":willPerformPreviewActionForMenu")
            super.collectionView(collectionView, willPerformPreviewActionForMenu: contextMenu)
        }
        override func collectionViewDidScroll(_ collectionView: CollectionView) {
            called.append("collectionViewDidScroll")
            super.collectionViewDidScroll(collectionView)
        }
        override func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
            called.append("collectionViewDidEndScrollingAnimation")
            super.collectionViewDidEndScrollingAnimation(collectionView)
        }
        override func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
            called.append("collectionViewWillBeginDragging")
            super.collectionViewWillBeginDragging(collectionView)
        }
        override func collectionViewWillEndDragging(
            _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
        ) {
            called.append("collectionViewWillEndDragging:withVelocity:targetContentOffset")
            super.collectionViewWillEndDragging(
                collectionView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
        }
        override func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
            called.append("collectionViewDidEndDecelerating")
            super.collectionViewDidEndDecelerating(collectionView)
        }
    }

    @Test func everyMemberCallsTheSubclass() {
        let controller = Whole(sectionProviders: [WordProvider("one")])
        let view = controller.collectionView
        #expect(
            controller.called == [
                "scroll direction", "spacing", "insets", "boundary items", "boundary views", "load",
            ])
        controller.isEditing = true
        #expect(controller.called.last == "editing")
        controller.called = []
        let (path, cell, menu) = (indexPath(0, 0), WordCell(), CollectionContextMenu())
        let element = LayoutAttributes(.item(0, inSection: 0), frame: .zero)
        var target = CGPoint.zero
        let whole: any CollectionViewDataSource & CollectionViewDelegate & CollectionViewDataSourcePrefetching =
            controller
        _ = whole.numberOfSections(in: view)
        _ = whole.collectionView(view, numberOfItemsInSection: 0)
        _ = whole.collectionView(view, cellForItemAt: path)
        _ = whole.collectionView(view, viewForSupplementaryElementOfKind: .header, at: path)
        whole.collectionView(view, prefetchItemsAt: [path])
        whole.collectionView(view, cancelPrefetchingForItemsAt: [path])
        whole.collectionView(view, willDisplay: cell, forItemAt: path)
        whole.collectionView(view, didEndDisplaying: cell, forItemAt: path)
        whole.collectionView(view, willDisplaySupplementaryView: cell, forElementKind: .header, at: path)
        whole.collectionView(view, didEndDisplayingSupplementaryView: cell, forElementKind: .header, at: path)
        _ = whole.collectionView(view, initialLayoutAttributesForAppearing: element)
        _ = whole.collectionView(view, finalLayoutAttributesForDisappearing: element)
        _ = whole.collectionView(view, shouldHighlightItemAt: path)
        whole.collectionView(view, didHighlightItemAt: path)
        whole.collectionView(view, didUnhighlightItemAt: path)
        _ = whole.collectionView(view, shouldSelectItemAt: path)
        _ = whole.collectionView(view, shouldDeselectItemAt: path)
        whole.collectionView(view, didSelectItemAt: path)
        whole.collectionView(view, didDeselectItemAt: path)
        _ = whole.collectionView(view, canMoveItemAt: path)
        whole.collectionView(view, moveItemAt: path, to: path)
        whole.collectionView(view, commit: .delete, forItemAt: path)
        _ = whole.collectionView(
            view, targetIndexPathForMoveOfItemFromOriginalIndexPath: path, atCurrentIndexPath: path,
            toProposedIndexPath: path)
        _ = whole.collectionView(view, canEditItemAt: path)
        whole.collectionView(view, willBeginEditingItemAt: path)
        whole.collectionView(view, didEndEditingItemAt: path)
        _ = whole.collectionView(view, leadingSwipeActionsForItemAt: path)
        _ = whole.collectionView(view, trailingSwipeActionsForItemAt: path)
        _ = whole.collectionView(view, canPerformPrimaryActionForItemAt: path)
        whole.collectionView(view, performPrimaryActionForItemAt: path)
        _ = whole.collectionView(view, shouldBeginMultipleSelectionInteractionAt: path)
        whole.collectionView(view, didBeginMultipleSelectionInteractionAt: path)
        whole.collectionViewDidEndMultipleSelectionInteraction(view)
        _ = whole.collectionView(view, selectionFollowsFocusForItemAt: path)
        _ = whole.collectionView(view, contextMenuForItemAt: path, point: .zero)
        _ = whole.collectionView(view, contextMenuForItemsAt: [path], point: .zero)
        _ = whole.collectionView(view, contextMenu: menu, highlightPreviewForItemAt: path)
        _ = whole.collectionView(view, contextMenu: menu, dismissalPreviewForItemAt: path)
        whole.collectionView(view, willDisplayContextMenu: menu)
        whole.collectionView(view, willEndContextMenuInteraction: menu)
        whole.collectionView(view, willPerformPreviewActionForMenu: menu)
        whole.collectionViewDidScroll(view)
        whole.collectionViewDidEndScrollingAnimation(view)
        whole.collectionViewWillBeginDragging(view)
        whole.collectionViewWillEndDragging(view, withVelocity: .zero, targetContentOffset: &target)
        whole.collectionViewDidEndDecelerating(view)
        #expect(controller.called.count == 46)
        #expect(Set(controller.called).count == 46)
    }

    @Test func scrollingCallsTheSubclass() {
        let provider = WordProvider("one")
        let controller = Whole(sectionProviders: [provider])
        let view = controller.collectionView
        view.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        provider.show(("a", 100))
        view.layoutIfNeeded()
        controller.called = []
        view.hostDidScroll(to: CGPoint(x: 0, y: 300))
        for name in [":cellForItemAt", ":willDisplay:forItemAt", ":didEndDisplaying:forItemAt", ":prefetchItemsAt"] {
            #expect(controller.called.contains(name), "\(name)")
        }
    }
}
