import Foundation

// Moving, editing and menus: asked of and told to the provider that owns the item. What a program asks for is told to
// the outer delegate as well.

extension SectionProviderList {
    // MARK: Moving

    public func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return false }
        return provider.collectionView(collectionView, canMoveItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard let (source, from) = relative(sourceIndexPath), let (destination, to) = relative(destinationIndexPath)
        else { return }
        if source === destination {
            source.collectionView(collectionView, moveItemAt: from, to: to)
            return
        }
        let move = ProviderMove(
            source: source, sourceIndexPath: from, destination: destination, destinationIndexPath: to)
        source.collectionView(collectionView, moveItemBetweenProviders: move)
        destination.collectionView(collectionView, moveItemBetweenProviders: move)
    }

    public func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        guard let (source, from) = relative(originalIndexPath), let (destination, to) = relative(proposedIndexPath)
        else { return currentIndexPath }
        if source === destination {
            // Elsewhere at the moment, it is where it came from as far as this provider knows.
            let now = relative(currentIndexPath).flatMap { $0.provider === source ? $0.indexPath : nil } ?? from
            let target = source.collectionView(
                collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: from, atCurrentIndexPath: now,
                toProposedIndexPath: to)
            return absolute(target, of: source) ?? currentIndexPath
        }
        let move = ProviderMove(
            source: source, sourceIndexPath: from, destination: destination, destinationIndexPath: to)
        let areAgreed =
            source.collectionView(collectionView, canMoveItemBetweenProviders: move)
            && destination.collectionView(collectionView, canMoveItemBetweenProviders: move)
        return areAgreed ? proposedIndexPath : currentIndexPath
    }

    // MARK: Editing

    public func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, commit: editingStyle, forItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return false }
        return provider.collectionView(collectionView, canEditItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        outerDelegate?.collectionView(collectionView, willBeginEditingItemAt: indexPath)
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, willBeginEditingItemAt: own)
    }

    /// Of an item that is gone all providers are told, with nil.
    public func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        outerDelegate?.collectionView(collectionView, didEndEditingItemAt: indexPath)
        guard let indexPath else {
            for provider in providers { provider.collectionView(collectionView, didEndEditingItemAt: nil) }
            return
        }
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, didEndEditingItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        guard let (provider, own) = relative(indexPath) else { return nil }
        return provider.collectionView(collectionView, leadingSwipeActionsForItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        guard let (provider, own) = relative(indexPath) else { return nil }
        return provider.collectionView(collectionView, trailingSwipeActionsForItemAt: own)
    }

    // MARK: Primary action and selection

    public func collectionView(
        _ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return false }
        return provider.collectionView(collectionView, canPerformPrimaryActionForItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        outerDelegate?.collectionView(collectionView, performPrimaryActionForItemAt: indexPath)
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, performPrimaryActionForItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return false }
        return provider.collectionView(collectionView, shouldBeginMultipleSelectionInteractionAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) {
        outerDelegate?.collectionView(collectionView, didBeginMultipleSelectionInteractionAt: indexPath)
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, didBeginMultipleSelectionInteractionAt: own)
    }

    /// Told to all providers.
    public func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
        outerDelegate?.collectionViewDidEndMultipleSelectionInteraction(collectionView)
        for provider in providers { provider.collectionViewDidEndMultipleSelectionInteraction(collectionView) }
    }

    public func collectionView(
        _ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath
    ) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return collectionView.selectionFollowsFocus }
        return provider.collectionView(collectionView, selectionFollowsFocusForItemAt: own)
    }

    // MARK: Context menus

    public func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        guard let (provider, own) = relative(indexPath) else { return nil }
        return provider.collectionView(collectionView, contextMenuForItemAt: own, point: point)
    }

    /// Where all items are one provider's, its menu; none otherwise.
    public func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        let owned = indexPaths.compactMap { relative($0) }
        guard let provider = owned.first?.provider, owned.count == indexPaths.count,
            owned.allSatisfy({ $0.provider === provider })
        else { return nil }
        return provider.collectionView(collectionView, contextMenuForItemsAt: owned.map(\.indexPath), point: point)
    }

    public func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        guard let (provider, own) = relative(indexPath) else { return nil }
        return provider.collectionView(collectionView, contextMenu: contextMenu, highlightPreviewForItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        guard let (provider, own) = relative(indexPath) else { return nil }
        return provider.collectionView(collectionView, contextMenu: contextMenu, dismissalPreviewForItemAt: own)
    }

    /// Told to all providers, as the other two.
    public func collectionView(
        _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
    ) {
        outerDelegate?.collectionView(collectionView, willDisplayContextMenu: contextMenu)
        for provider in providers { provider.collectionView(collectionView, willDisplayContextMenu: contextMenu) }
    }

    public func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {
        outerDelegate?.collectionView(collectionView, willEndContextMenuInteraction: contextMenu)
        for provider in providers {
            provider.collectionView(collectionView, willEndContextMenuInteraction: contextMenu)
        }
    }

    public func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {
        outerDelegate?.collectionView(collectionView, willPerformPreviewActionForMenu: contextMenu)
        for provider in providers {
            provider.collectionView(collectionView, willPerformPreviewActionForMenu: contextMenu)
        }
    }
}
