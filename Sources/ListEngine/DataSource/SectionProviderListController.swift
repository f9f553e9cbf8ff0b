import Foundation
import ListEngineLayout

/// Owns a collection view whose list is put together from ``SectionProvider``s.
///
/// All that the collection view asks and tells goes to the ``sectionProviderList``, and from there to the provider that
/// owns the section. Every member can be overridden; calling `super` passes it on.
@MainActor
open class SectionProviderListController: CollectionViewController, ItemIdentifying {
    /// The providers, and who owns which section.
    public let sectionProviderList: SectionProviderList

    /// - Parameters:
    ///   - layout: The layout that the view is made with.
    ///   - scheduler: When updates are shown.
    public init(collectionViewLayout layout: any CollectionViewLayoutRecipe, scheduler: UpdateScheduler = .immediate) {
        sectionProviderList = SectionProviderList(scheduler: scheduler)
        super.init(collectionViewLayout: layout)
    }

    override func didMake(_ view: CollectionView) {
        sectionProviderList.attach(to: view)
        super.didMake(view)
    }

    // MARK: CollectionViewDataSource

    open override func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {
        sectionProviderList.collectionView(collectionView, willLoad: scope)
    }

    open override func numberOfSections(in collectionView: CollectionView) -> Int {
        sectionProviderList.numberOfSections(in: collectionView)
    }

    open override func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        sectionProviderList.collectionView(collectionView, numberOfItemsInSection: section)
    }

    open override func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        sectionProviderList.collectionView(collectionView, cellForItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        sectionProviderList.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
    }

    // MARK: CollectionViewDataSourcePrefetching

    open override func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        sectionProviderList.collectionView(collectionView, prefetchItemsAt: indexPaths)
    }

    open override func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {
        sectionProviderList.collectionView(collectionView, cancelPrefetchingForItemsAt: indexPaths)
    }

    // MARK: Display

    open override func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        sectionProviderList.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        sectionProviderList.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        sectionProviderList.collectionView(
            collectionView, willDisplaySupplementaryView: view, forElementKind: kind, at: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        sectionProviderList.collectionView(
            collectionView, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, textForItemAt indexPath: IndexPath
    ) -> String? {
        sectionProviderList.collectionView(collectionView, textForItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        sectionProviderList.collectionView(collectionView, initialLayoutAttributesForAppearing: element)
    }

    open override func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        sectionProviderList.collectionView(collectionView, finalLayoutAttributesForDisappearing: element)
    }

    // MARK: Highlighting and selection

    open override func collectionView(
        _ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath
    ) -> Bool {
        sectionProviderList.collectionView(collectionView, shouldHighlightItemAt: indexPath)
    }

    open override func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        sectionProviderList.collectionView(collectionView, didHighlightItemAt: indexPath)
    }

    open override func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        sectionProviderList.collectionView(collectionView, didUnhighlightItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath
    ) -> Bool {
        sectionProviderList.collectionView(collectionView, shouldSelectItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath
    ) -> Bool {
        sectionProviderList.collectionView(collectionView, shouldDeselectItemAt: indexPath)
    }

    open override func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        sectionProviderList.collectionView(collectionView, didSelectItemAt: indexPath)
    }

    open override func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        sectionProviderList.collectionView(collectionView, didDeselectItemAt: indexPath)
    }

    // MARK: Interaction

    open override func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        sectionProviderList.collectionView(collectionView, canMoveItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        sectionProviderList.collectionView(collectionView, moveItemAt: sourceIndexPath, to: destinationIndexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {
        sectionProviderList.collectionView(collectionView, commit: editingStyle, forItemAt: indexPath)
    }

    // MARK: ItemIdentifying

    open func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        sectionProviderList.collectionView(collectionView, identityOfItemAt: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        sectionProviderList.collectionView(collectionView, indexPathsOfItemsWithIdentities: identities)
    }

    open override func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        sectionProviderList.collectionView(
            collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: originalIndexPath,
            atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath)
    }

    open override func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        sectionProviderList.collectionView(collectionView, canEditItemAt: indexPath)
    }

    open override func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        sectionProviderList.collectionView(collectionView, willBeginEditingItemAt: indexPath)
    }

    open override func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        sectionProviderList.collectionView(collectionView, didEndEditingItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        sectionProviderList.collectionView(collectionView, leadingSwipeActionsForItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        sectionProviderList.collectionView(collectionView, trailingSwipeActionsForItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool {
        sectionProviderList.collectionView(collectionView, canPerformPrimaryActionForItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath
    ) {
        sectionProviderList.collectionView(collectionView, performPrimaryActionForItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool {
        sectionProviderList.collectionView(collectionView, shouldBeginMultipleSelectionInteractionAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) {
        sectionProviderList.collectionView(collectionView, didBeginMultipleSelectionInteractionAt: indexPath)
    }

    open override func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
        sectionProviderList.collectionViewDidEndMultipleSelectionInteraction(collectionView)
    }

    open override func collectionView(
        _ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath
    ) -> Bool {
        sectionProviderList.collectionView(collectionView, selectionFollowsFocusForItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        sectionProviderList.collectionView(collectionView, contextMenuForItemAt: indexPath, point: point)
    }

    open override func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        sectionProviderList.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point)
    }

    open override func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        sectionProviderList.collectionView(
            collectionView, contextMenu: contextMenu, highlightPreviewForItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        sectionProviderList.collectionView(
            collectionView, contextMenu: contextMenu, dismissalPreviewForItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
    ) {
        sectionProviderList.collectionView(collectionView, willDisplayContextMenu: contextMenu)
    }

    open override func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {
        sectionProviderList.collectionView(collectionView, willEndContextMenuInteraction: contextMenu)
    }

    open override func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {
        sectionProviderList.collectionView(collectionView, willPerformPreviewActionForMenu: contextMenu)
    }

    // MARK: Scrolling

    open override func collectionViewDidScroll(_ collectionView: CollectionView) {
        sectionProviderList.collectionViewDidScroll(collectionView)
    }

    open override func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
        sectionProviderList.collectionViewDidEndScrollingAnimation(collectionView)
    }

    open override func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        sectionProviderList.collectionViewWillBeginDragging(collectionView)
    }

    open override func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        sectionProviderList.collectionViewWillEndDragging(
            collectionView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
    }

    open override func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
        sectionProviderList.collectionViewDidEndDecelerating(collectionView)
    }
}
