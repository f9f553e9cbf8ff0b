import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

/// Every overridable member of the objects between a list and its layoutable sections is overridden and called.
@MainActor
@Suite("Compositional layoutable sections: overriding")
struct LayoutableOverrideTests {
    private final class Provider: CompositionalLayoutProvider {
        var compositionalLayoutSections = [CompositionalLayoutableSection()]
    }

    private let view = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
    private let path = indexPath(0, 0)
    private let cell = WordCell()
    private let menu = CollectionContextMenu()

    private final class Source: CompositionalLayoutDataSource {
        var called: [String] = []
        override func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {
            called.append(":willLoad")
            super.collectionView(collectionView, willLoad: scope)
        }
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
        override func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath)
            -> AnyHashable?
        {
            called.append(":identityOfItemAt")
            return super.collectionView(collectionView, identityOfItemAt: indexPath)
        }
        override func collectionView(
            _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
        ) -> [IndexPath?] {
            called.append(":indexPathsOfItemsWithIdentities")
            return super.collectionView(collectionView, indexPathsOfItemsWithIdentities: identities)
        }
    }

    @Test func everyMemberOfTheDataSource() {
        let provider = Provider()
        let source = Source(provider: provider)
        let whole: any CollectionViewDataSource & ItemIdentifying = source
        whole.collectionView(view, willLoad: .everything)
        _ = whole.numberOfSections(in: view)
        _ = whole.collectionView(view, numberOfItemsInSection: 0)
        _ = whole.collectionView(view, cellForItemAt: path)
        _ = whole.collectionView(view, viewForSupplementaryElementOfKind: .header, at: path)
        _ = whole.collectionView(view, canMoveItemAt: path)
        whole.collectionView(view, moveItemAt: path, to: path)
        whole.collectionView(view, commit: .delete, forItemAt: path)
        _ = whole.collectionView(view, identityOfItemAt: path)
        // The call requests the count of the one section.
        _ = whole.collectionView(view, indexPathsOfItemsWithIdentities: [])
        #expect(source.called.count == 11)
        #expect(Set(source.called).count == 10)
    }

    private final class Ahead: CompositionalLayoutDataSourcePrefetching {
        var called: [String] = []
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
    }

    @Test func everyMemberOfThePrefetchSource() {
        let provider = Provider()
        let ahead = Ahead(provider: provider)
        let whole: any CollectionViewDataSourcePrefetching = ahead
        whole.collectionView(view, prefetchItemsAt: [path])
        whole.collectionView(view, cancelPrefetchingForItemsAt: [path])
        #expect(Set(ahead.called).count == 2)
    }

    private final class Told: CompositionalLayoutDelegate {
        var called: [String] = []
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

    @Test func everyMemberOfTheDelegate() {
        let provider = Provider()
        let told = Told(provider: provider)
        let element = LayoutAttributes(.item(0, inSection: 0), frame: .zero)
        var target = CGPoint.zero
        let whole: any CollectionViewDelegate = told
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
        #expect(told.called.count == 37)
        #expect(Set(told.called).count == 37)
    }

    private final class Section: CompositionalLayoutableSection {
        var called: [String] = []
        override func reloadData() -> Bool {
            called.append("reload")
            return super.reloadData()
        }
    }

    @Test func aSection() {
        let section = Section()
        let base: CompositionalLayoutableSection = section
        #expect(!base.reloadData())
        #expect(section.called == ["reload"])
    }
}
