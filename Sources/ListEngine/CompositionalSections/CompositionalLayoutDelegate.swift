import Foundation
import ListEngineLayout

/// The delegate of a list of ``CompositionalLayoutableSection``s: tells the delegate of the section that a message is about,
/// with index paths of the whole list. Of scrolling, and of what is about no item, the delegates of all sections hear, in
/// order.
@MainActor
open class CompositionalLayoutDelegate: CollectionViewDelegate {
    public private(set) weak var provider: (any CompositionalLayoutProvider)?

    /// - Parameter provider: Not kept alive.
    public init(provider: any CompositionalLayoutProvider) { self.provider = provider }

    private func sections(_ collectionView: CollectionView) -> [CompositionalLayoutableSection] {
        collectionView.compositionalSections ?? provider?.compositionalLayoutSections ?? []
    }

    /// The delegate of the section of an element; nil for those of the list itself.
    private func delegate(
        _ collectionView: CollectionView, _ indexPath: IndexPath?
    ) -> (any CompositionalLayoutableSectionDelegate)? {
        guard let indexPath, let path = ElementPath(indexPath) else { return nil }
        return delegate(collectionView, ofSection: path.section)
    }

    private func delegate(
        _ collectionView: CollectionView, ofSection section: Int
    ) -> (any CompositionalLayoutableSectionDelegate)? {
        let sections = sections(collectionView)
        return sections.indices.contains(section) ? sections[section].delegate : nil
    }

    private func forEachDelegate(
        _ collectionView: CollectionView, _ body: (any CompositionalLayoutableSectionDelegate) -> Void
    ) { for section in sections(collectionView) { if let delegate = section.delegate { body(delegate) } } }

    // MARK: Display

    open func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        delegate(collectionView, indexPath)?.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        delegate(collectionView, indexPath)?.collectionView(
            collectionView, didEndDisplaying: cell, forItemAt: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        delegate(collectionView, indexPath)?.collectionView(
            collectionView, willDisplaySupplementaryView: view, forElementKind: kind, at: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        delegate(collectionView, indexPath)?.collectionView(
            collectionView, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        delegate(collectionView, ofSection: element.section)?.collectionView(
            collectionView, initialLayoutAttributesForAppearing: element)
    }

    open func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        delegate(collectionView, ofSection: element.section)?.collectionView(
            collectionView, finalLayoutAttributesForDisappearing: element)
    }

    // MARK: Highlighting and selection

    open func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        delegate(collectionView, indexPath)?.collectionView(collectionView, shouldHighlightItemAt: indexPath) ?? true
    }

    open func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        delegate(collectionView, indexPath)?.collectionView(collectionView, didHighlightItemAt: indexPath)
    }

    open func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        delegate(collectionView, indexPath)?.collectionView(collectionView, didUnhighlightItemAt: indexPath)
    }

    open func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        delegate(collectionView, indexPath)?.collectionView(collectionView, shouldSelectItemAt: indexPath) ?? true
    }

    open func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        delegate(collectionView, indexPath)?.collectionView(collectionView, shouldDeselectItemAt: indexPath) ?? true
    }

    open func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        delegate(collectionView, indexPath)?.collectionView(collectionView, didSelectItemAt: indexPath)
    }

    open func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        delegate(collectionView, indexPath)?.collectionView(collectionView, didDeselectItemAt: indexPath)
    }

    // MARK: Moving and editing

    open func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        delegate(collectionView, originalIndexPath)?.collectionView(
            collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: originalIndexPath,
            atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath) ?? proposedIndexPath
    }

    open func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        delegate(collectionView, indexPath)?.collectionView(collectionView, canEditItemAt: indexPath) ?? true
    }

    open func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        delegate(collectionView, indexPath)?.collectionView(collectionView, willBeginEditingItemAt: indexPath)
    }

    open func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        guard let indexPath else {
            return forEachDelegate(collectionView) { $0.collectionView(collectionView, didEndEditingItemAt: nil) }
        }
        delegate(collectionView, indexPath)?.collectionView(collectionView, didEndEditingItemAt: indexPath)
    }

    open func collectionView(_ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath)
        -> CollectionSwipeActions?
    {
        delegate(collectionView, indexPath)?.collectionView(collectionView, leadingSwipeActionsForItemAt: indexPath)
    }

    open func collectionView(_ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath)
        -> CollectionSwipeActions?
    {
        delegate(collectionView, indexPath)?.collectionView(collectionView, trailingSwipeActionsForItemAt: indexPath)
    }

    // MARK: Primary action and selecting many

    open func collectionView(_ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath)
        -> Bool
    {
        delegate(collectionView, indexPath)?.collectionView(collectionView, canPerformPrimaryActionForItemAt: indexPath)
            ?? true
    }

    open func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        delegate(collectionView, indexPath)?.collectionView(collectionView, performPrimaryActionForItemAt: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool {
        delegate(collectionView, indexPath)?.collectionView(
            collectionView, shouldBeginMultipleSelectionInteractionAt: indexPath) ?? false
    }

    open func collectionView(
        _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) {
        delegate(collectionView, indexPath)?.collectionView(
            collectionView, didBeginMultipleSelectionInteractionAt: indexPath)
    }

    open func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
        forEachDelegate(collectionView) { $0.collectionViewDidEndMultipleSelectionInteraction(collectionView) }
    }

    open func collectionView(_ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath)
        -> Bool
    {
        delegate(collectionView, indexPath)?.collectionView(collectionView, selectionFollowsFocusForItemAt: indexPath)
            ?? collectionView.selectionFollowsFocus
    }

    // MARK: Context menus

    open func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        delegate(collectionView, indexPath)?.collectionView(
            collectionView, contextMenuForItemAt: indexPath, point: point)
    }

    /// Asked of the section of the first item, with all items. Nil for none.
    open func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        delegate(collectionView, indexPaths.first)?.collectionView(
            collectionView, contextMenuForItemsAt: indexPaths, point: point)
    }

    open func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        delegate(collectionView, indexPath)?.collectionView(
            collectionView, contextMenu: contextMenu, highlightPreviewForItemAt: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        delegate(collectionView, indexPath)?.collectionView(
            collectionView, contextMenu: contextMenu, dismissalPreviewForItemAt: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
    ) {
        forEachDelegate(collectionView) { $0.collectionView(collectionView, willDisplayContextMenu: contextMenu) }
    }

    open func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {
        forEachDelegate(collectionView) {
            $0.collectionView(collectionView, willEndContextMenuInteraction: contextMenu)
        }
    }

    open func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {
        forEachDelegate(collectionView) {
            $0.collectionView(collectionView, willPerformPreviewActionForMenu: contextMenu)
        }
    }

    // MARK: Scrolling, told to all

    open func collectionViewDidScroll(_ collectionView: CollectionView) {
        forEachDelegate(collectionView) { $0.collectionViewDidScroll(collectionView) }
    }

    open func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
        forEachDelegate(collectionView) { $0.collectionViewDidEndScrollingAnimation(collectionView) }
    }

    open func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        forEachDelegate(collectionView) { $0.collectionViewWillBeginDragging(collectionView) }
    }

    open func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        var target = targetContentOffset
        forEachDelegate(collectionView) {
            $0.collectionViewWillEndDragging(collectionView, withVelocity: velocity, targetContentOffset: &target)
        }
        targetContentOffset = target
    }

    open func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
        forEachDelegate(collectionView) { $0.collectionViewDidEndDecelerating(collectionView) }
    }
}
