import Foundation
import ListEngineLayout

/// The delegate of a list of ``CompositionalLayoutableSection``s: tells the delegate of the section that a message is about,
/// with index paths of the whole list. Of scrolling, and of what is about no item, the delegates of all sections hear, in
/// order. The ``outerDelegate`` hears of everything before them.
@MainActor
open class CompositionalLayoutDelegate: CollectionViewDelegate, DelegateRouting {
    public private(set) weak var provider: (any CompositionalLayoutProvider)?

    /// Hears all that a delegate does before the sections do, and is asked first, by the rules of
    /// ``SectionProviderList/outerDelegate``.
    open weak var outerDelegate: (any CollectionViewDelegate)?

    /// - Parameter provider: Not kept alive.
    public init(provider: any CompositionalLayoutProvider) { self.provider = provider }

    private func sections(_ collectionView: CollectionView) -> [CompositionalLayoutableSection] {
        collectionView.compositionalSections ?? provider?.compositionalLayoutSections ?? []
    }

    // MARK: Whom it concerns

    /// The delegate of the section of an element; nil for those of the list itself.
    func owner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        guard let path = ElementPath(indexPath), let delegate = delegate(collectionView, ofSection: path.section)
        else { return nil }
        return (delegate, indexPath)
    }

    func formerOwner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        owner(of: indexPath, in: collectionView)
    }

    private func delegate(
        _ collectionView: CollectionView, ofSection section: Int
    ) -> (any CompositionalLayoutableSectionDelegate)? {
        let sections = sections(collectionView)
        return sections.indices.contains(section) ? sections[section].delegate : nil
    }

    func forEachOwner(in collectionView: CollectionView, _ body: @MainActor (any CollectionViewDelegate) -> Void) {
        for section in sections(collectionView) { if let delegate = section.delegate { body(delegate) } }
    }

    func forEachScrollObserver(
        in collectionView: CollectionView, _ body: @MainActor (any CollectionViewScrollDelegate) -> Void
    ) {
        forEachOwner(in: collectionView) { body($0) }
    }

    // MARK: Display

    open func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { tell(collectionView, indexPath) { $0.collectionView(collectionView, willDisplay: cell, forItemAt: $1) } }

    open func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        tellEnd(collectionView, indexPath) { $0.collectionView(collectionView, didEndDisplaying: cell, forItemAt: $1) }
    }

    open func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        tell(collectionView, indexPath) {
            $0.collectionView(collectionView, willDisplaySupplementaryView: view, forElementKind: kind, at: $1)
        }
    }

    open func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        tellEnd(collectionView, indexPath) {
            $0.collectionView(collectionView, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: $1)
        }
    }

    open func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        first(collectionView, indexPath) { $0.collectionView(collectionView, textForItemAt: $1) }
    }

    open func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        outerDelegate?.collectionView(collectionView, initialLayoutAttributesForAppearing: element)
            ?? delegate(collectionView, ofSection: element.section)?.collectionView(
                collectionView, initialLayoutAttributesForAppearing: element)
    }

    open func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        outerDelegate?.collectionView(collectionView, finalLayoutAttributesForDisappearing: element)
            ?? delegate(collectionView, ofSection: element.section)?.collectionView(
                collectionView, finalLayoutAttributesForDisappearing: element)
    }

    // MARK: Highlighting and selection

    open func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        ask(collectionView, indexPath, silent: true) {
            $0.collectionView(collectionView, shouldHighlightItemAt: $1)
        }
    }

    open func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didHighlightItemAt: $1) }
    }

    open func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didUnhighlightItemAt: $1) }
    }

    open func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        ask(collectionView, indexPath, silent: true) { $0.collectionView(collectionView, shouldSelectItemAt: $1) }
    }

    open func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        ask(collectionView, indexPath, silent: true) { $0.collectionView(collectionView, shouldDeselectItemAt: $1) }
    }

    open func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didSelectItemAt: $1) }
    }

    open func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didDeselectItemAt: $1) }
    }

    // MARK: Moving and editing

    open func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        let proposedIndexPath =
            outerDelegate?.collectionView(
                collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: originalIndexPath,
                atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath) ?? proposedIndexPath
        guard let (delegate, original) = owner(of: originalIndexPath, in: collectionView) else {
            return proposedIndexPath
        }
        return delegate.collectionView(
            collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: original,
            atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath)
    }

    open func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        ask(collectionView, indexPath, silent: true) { $0.collectionView(collectionView, canEditItemAt: $1) }
    }

    open func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, willBeginEditingItemAt: $1) }
    }

    /// Of an item that is gone all sections are told, with nil.
    open func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        guard let indexPath else {
            return tellAll(collectionView) { $0.collectionView(collectionView, didEndEditingItemAt: nil) }
        }
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didEndEditingItemAt: $1) }
    }

    open func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        first(collectionView, indexPath) { $0.collectionView(collectionView, leadingSwipeActionsForItemAt: $1) }
    }

    open func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        first(collectionView, indexPath) { $0.collectionView(collectionView, trailingSwipeActionsForItemAt: $1) }
    }

    // MARK: Primary action and selection

    open func collectionView(
        _ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool {
        ask(collectionView, indexPath, silent: !collectionView.isEditing) {
            $0.collectionView(collectionView, canPerformPrimaryActionForItemAt: $1)
        }
    }

    open func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, performPrimaryActionForItemAt: $1) }
    }

    open func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool {
        ask(collectionView, indexPath, silent: false) {
            $0.collectionView(collectionView, shouldBeginMultipleSelectionInteractionAt: $1)
        }
    }

    open func collectionView(
        _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) {
        tell(collectionView, indexPath) {
            $0.collectionView(collectionView, didBeginMultipleSelectionInteractionAt: $1)
        }
    }

    /// Told to all sections.
    open func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
        tellAll(collectionView) { $0.collectionViewDidEndMultipleSelectionInteraction(collectionView) }
    }

    open func collectionView(
        _ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath
    ) -> Bool {
        ask(collectionView, indexPath, silent: collectionView.selectionFollowsFocus) {
            $0.collectionView(collectionView, selectionFollowsFocusForItemAt: $1)
        }
    }

    // MARK: Context menus

    open func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        first(collectionView, indexPath) {
            $0.collectionView(collectionView, contextMenuForItemAt: $1, point: point)
        }
    }

    /// The outer delegate's menu. Where it has none that of the section of the first item, which is asked with all items.
    open func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        if let menu = outerDelegate?.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point) {
            return menu
        }
        guard let first = indexPaths.first, let (delegate, _) = owner(of: first, in: collectionView) else { return nil }
        return delegate.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point)
    }

    open func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        first(collectionView, indexPath) {
            $0.collectionView(collectionView, contextMenu: contextMenu, highlightPreviewForItemAt: $1)
        }
    }

    open func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        first(collectionView, indexPath) {
            $0.collectionView(collectionView, contextMenu: contextMenu, dismissalPreviewForItemAt: $1)
        }
    }

    /// Told to all sections, as the other two.
    open func collectionView(
        _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
    ) { tellAll(collectionView) { $0.collectionView(collectionView, willDisplayContextMenu: contextMenu) } }

    open func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) { tellAll(collectionView) { $0.collectionView(collectionView, willEndContextMenuInteraction: contextMenu) } }

    open func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) { tellAll(collectionView) { $0.collectionView(collectionView, willPerformPreviewActionForMenu: contextMenu) } }

    // MARK: Scrolling, told to all

    open func collectionViewDidScroll(_ collectionView: CollectionView) {
        tellScroll(collectionView) { $0.collectionViewDidScroll(collectionView) }
    }

    open func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
        tellScroll(collectionView) { $0.collectionViewDidEndScrollingAnimation(collectionView) }
    }

    open func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        tellScroll(collectionView) { $0.collectionViewWillBeginDragging(collectionView) }
    }

    open func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        tellScroll(collectionView) {
            $0.collectionViewWillEndDragging(
                collectionView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
        }
    }

    open func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
        tellScroll(collectionView) { $0.collectionViewDidEndDecelerating(collectionView) }
    }
}
