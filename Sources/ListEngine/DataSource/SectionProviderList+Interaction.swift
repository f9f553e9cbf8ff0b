import Foundation

// Moving, editing and menus: asked of and told to the outer delegate and the provider that owns the item, as
// ``DelegateRouting`` says. The data is the provider's alone.

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
        let proposedIndexPath =
            outerDelegate?.collectionView(
                collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: originalIndexPath,
                atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath) ?? proposedIndexPath
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
        ask(collectionView, indexPath, silent: true) { $0.collectionView(collectionView, canEditItemAt: $1) }
    }

    public func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, willBeginEditingItemAt: $1) }
    }

    /// Of an item that is gone all providers are told, with nil.
    public func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        guard let indexPath else {
            return tellAll(collectionView) { $0.collectionView(collectionView, didEndEditingItemAt: nil) }
        }
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didEndEditingItemAt: $1) }
    }

    public func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        first(collectionView, indexPath) { $0.collectionView(collectionView, leadingSwipeActionsForItemAt: $1) }
    }

    public func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        first(collectionView, indexPath) { $0.collectionView(collectionView, trailingSwipeActionsForItemAt: $1) }
    }

    // MARK: Primary action and selection

    public func collectionView(
        _ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath
    ) -> Bool {
        ask(collectionView, indexPath, silent: !collectionView.isEditing) {
            $0.collectionView(collectionView, canPerformPrimaryActionForItemAt: $1)
        }
    }

    public func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, performPrimaryActionForItemAt: $1) }
    }

    public func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool {
        ask(collectionView, indexPath, silent: false) {
            $0.collectionView(collectionView, shouldBeginMultipleSelectionInteractionAt: $1)
        }
    }

    public func collectionView(
        _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) {
        tell(collectionView, indexPath) {
            $0.collectionView(collectionView, didBeginMultipleSelectionInteractionAt: $1)
        }
    }

    /// Told to all providers.
    public func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
        tellAll(collectionView) { $0.collectionViewDidEndMultipleSelectionInteraction(collectionView) }
    }

    // MARK: Context menus

    public func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        first(collectionView, indexPath) {
            $0.collectionView(collectionView, contextMenuForItemAt: $1, point: point)
        }
    }

    /// The outer delegate's menu. Where it has none and all items are one provider's, that one's; none otherwise.
    public func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        if let menu = outerDelegate?.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point) {
            return menu
        }
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
        first(collectionView, indexPath) {
            $0.collectionView(collectionView, contextMenu: contextMenu, highlightPreviewForItemAt: $1)
        }
    }

    public func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? {
        first(collectionView, indexPath) {
            $0.collectionView(collectionView, contextMenu: contextMenu, dismissalPreviewForItemAt: $1)
        }
    }

    /// Told to all providers, as the other two.
    public func collectionView(
        _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
    ) { tellAll(collectionView) { $0.collectionView(collectionView, willDisplayContextMenu: contextMenu) } }

    public func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) { tellAll(collectionView) { $0.collectionView(collectionView, willEndContextMenuInteraction: contextMenu) } }

    public func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) { tellAll(collectionView) { $0.collectionView(collectionView, willPerformPreviewActionForMenu: contextMenu) } }
}
