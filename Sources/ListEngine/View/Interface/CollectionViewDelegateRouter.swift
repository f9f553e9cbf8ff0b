import Foundation
import ListEngineLayout

/// Forwards the calls of a collection view to the delegates of its sections. Each call goes to the owner of its
/// section, and before that to an outer delegate, which receives the calls of the whole list.
///
/// The rules are the same for all lists:
///
/// - An event is sent to the outer delegate, then to the owner.
/// - A question is first put to the outer delegate. If it returns a value other than the default, that value is used
///   and the owner is not called. Otherwise the owner's value is used. An action that is allowed by default therefore
///   needs permission from both. An action that is not allowed by default needs permission from one of them. Of
///   menus, swipe actions and similar values, the first one is shown.
/// - The outer delegate first chooses the target of a moved item. Its choice is then proposed to the owner.
///
/// Without an owner, the results are those of a delegate that implements nothing.
@MainActor
open class CollectionViewDelegateRouter: CollectionViewDelegate {
    /// Whether an owner may prefetch items.
    func mayPrefetch(in collectionView: CollectionView) -> Bool { true }

    // MARK: Delegates

    /// Receives all delegate calls before the owners, with index paths of the whole list.
    ///
    /// Highlighting, selecting, deselecting or editing an item and performing its primary action need permission from
    /// both. If the outer delegate refuses, the owner is not called. Selecting several items with one gesture needs
    /// permission from one of them. Menus, swipe actions, previews, texts and attributes come from the outer
    /// delegate, or from the owner if the outer delegate has none. The reference is weak.
    open var outerDelegate: (any CollectionViewDelegate)? {
        get { hasOuterDelegate ? storedOuterDelegate : nil }
        set {
            storedOuterDelegate = newValue
            hasOuterDelegate = newValue != nil
            CollectionView.partnerChanges &+= 1
        }
    }
    private weak var storedOuterDelegate: (any CollectionViewDelegate)?
    /// Whether an outer delegate was set. Reading a weak reference costs a call, even if the reference is nil.
    private var hasOuterDelegate = false

    public init() {}

    // MARK: Owners

    /// The owner of an element, and its index path in the owner; nil if there is none.
    open func owner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? { nil }

    /// The owner of an element that was removed from the list, and its old position in the owner.
    func formerOwner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        owner(of: indexPath, in: collectionView)
    }

    /// Calls with each owner, in the order of the list. Does nothing, unless overridden.
    open func forEachOwner(in collectionView: CollectionView, _ body: @MainActor (any CollectionViewDelegate) -> Void) {
    }

    /// Calls `body` with the owners and other objects that receive scroll events, other than the outer delegate.
    func forEachScrollObserver(
        in collectionView: CollectionView, _ body: @MainActor (any CollectionViewScrollDelegate) -> Void
    ) { forEachOwner(in: collectionView) { body($0) } }

    final func tell(
        _ collectionView: CollectionView, _ indexPath: IndexPath,
        _ message: @MainActor (any CollectionViewDelegate, IndexPath) -> Void
    ) {
        if let outerDelegate { message(outerDelegate, indexPath) }
        if let (delegate, own) = owner(of: indexPath, in: collectionView) { message(delegate, own) }
    }

    /// Sends an event about an element that was removed from the list.
    final func sendEnd(
        _ collectionView: CollectionView, _ indexPath: IndexPath,
        _ message: @MainActor (any CollectionViewDelegate, IndexPath) -> Void
    ) {
        if let outerDelegate { message(outerDelegate, indexPath) }
        if let (delegate, own) = formerOwner(of: indexPath, in: collectionView) { message(delegate, own) }
    }

    /// Sends an event that is not about an element to all owners.
    final func sendToAll(_ collectionView: CollectionView, _ message: @MainActor (any CollectionViewDelegate) -> Void) {
        if let outerDelegate { message(outerDelegate) }
        forEachOwner(in: collectionView, message)
    }

    /// Sends a scroll event.
    final func sendScroll(
        _ collectionView: CollectionView, _ message: @MainActor (any CollectionViewScrollDelegate) -> Void
    ) {
        if let outerDelegate { message(outerDelegate) }
        forEachScrollObserver(in: collectionView, message)
    }

    /// - Parameter silent: The result of a delegate that does not implement the member.
    final func ask(
        _ collectionView: CollectionView, _ indexPath: IndexPath, silent: Bool,
        _ question: @MainActor (any CollectionViewDelegate, IndexPath) -> Bool
    ) -> Bool {
        if let outerDelegate {
            let answer = question(outerDelegate, indexPath)
            if answer != silent { return answer }
        }
        guard let (delegate, own) = owner(of: indexPath, in: collectionView) else { return silent }
        return question(delegate, own)
    }

    /// Returns the first result that is not nil.
    final func first<Answer>(
        _ collectionView: CollectionView, _ indexPath: IndexPath,
        _ question: @MainActor (any CollectionViewDelegate, IndexPath) -> Answer?
    ) -> Answer? {
        if let answer = outerDelegate.flatMap({ question($0, indexPath) }) { return answer }
        return owner(of: indexPath, in: collectionView).flatMap { question($0.delegate, $0.indexPath) }
    }

    // MARK: Display

    open func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { tell(collectionView, indexPath) { $0.collectionView(collectionView, willDisplay: cell, forItemAt: $1) } }

    open func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        sendEnd(collectionView, indexPath) { $0.collectionView(collectionView, didEndDisplaying: cell, forItemAt: $1) }
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
        sendEnd(collectionView, indexPath) {
            $0.collectionView(collectionView, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: $1)
        }
    }

    open func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        first(collectionView, indexPath) { $0.collectionView(collectionView, textForItemAt: $1) }
    }

    open func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        if let start = outerDelegate?.collectionView(collectionView, initialLayoutAttributesForAppearing: element) {
            return start
        }
        return owner(of: element.path.indexPath, in: collectionView).flatMap { owner in
            Self.renamed(element, owner) {
                owner.delegate.collectionView(collectionView, initialLayoutAttributesForAppearing: $0)
            }
        }
    }

    open func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? {
        if let end = outerDelegate?.collectionView(collectionView, finalLayoutAttributesForDisappearing: element) {
            return end
        }
        return formerOwner(of: element.path.indexPath, in: collectionView).flatMap { owner in
            Self.renamed(element, owner) {
                owner.delegate.collectionView(collectionView, finalLayoutAttributesForDisappearing: $0)
            }
        }
    }

    /// Calls the owner with the index path that it knows for the element.
    private static func renamed(
        _ element: LayoutAttributes, _ owner: RoutedElement,
        _ question: @MainActor (LayoutAttributes) -> LayoutAttributes?
    ) -> LayoutAttributes? {
        var own = element
        if element.section >= 0 { own.section = owner.indexPath[0] }
        var answer = question(own)
        answer?.section = element.section
        return answer
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

    open func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool {
        ask(collectionView, indexPath, silent: false) { $0.collectionView(collectionView, canDeleteItemAt: $1) }
    }

    /// The outer delegate deletes all items, or each owner deletes its own.
    open func collectionView(_ collectionView: CollectionView, deleteItemsAt indexPaths: [IndexPath]) -> Bool {
        if let outerDelegate {
            let changes = collectionView.positions.changes
            if outerDelegate.collectionView(collectionView, deleteItemsAt: indexPaths) { return true }
            // It has changed the list and does not say so.
            guard changes == collectionView.positions.changes else { return true }
        }
        // When an owner deletes items, the program can also change the items of the other owners.
        var groups: [(delegate: any CollectionViewDelegate, paths: [ElementPath])] = []
        for indexPath in indexPaths {
            guard let delegate = owner(of: indexPath, in: collectionView)?.delegate else { continue }
            if groups.isEmpty || groups[groups.count - 1].delegate !== delegate { groups.append((delegate, [])) }
            groups[groups.count - 1].paths.append(.item(indexPath[1], inSection: indexPath[0]))
        }
        let followed = groups.map { MenuItems($0.paths) }
        for items in followed { collectionView.menus.follow(items) }
        var hasDeleted = false
        for (number, items) in followed.enumerated() {
            guard number == 0 || collectionView.isReadyForUser() else { break }
            var (delegate, own): ((any CollectionViewDelegate)?, [IndexPath]) = (nil, [])
            for path in items.paths {
                guard let owner = owner(of: path.indexPath, in: collectionView) else { continue }
                if delegate == nil { delegate = owner.delegate }
                if owner.delegate === delegate { own.append(owner.indexPath) }
            }
            if let delegate, delegate.collectionView(collectionView, deleteItemsAt: own) { hasDeleted = true }
        }
        return hasDeleted
    }

    open func collectionView(
        _ collectionView: CollectionView, dragItemForItemAt indexPath: IndexPath
    ) -> CollectionDragItem? {
        first(collectionView, indexPath) { $0.collectionView(collectionView, dragItemForItemAt: $1) }
    }

    open func collectionView(
        _ collectionView: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) { sendToAll(collectionView) { $0.collectionView(collectionView, didEndDragging: drag, operation: operation) } }

    open func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation {
        let operation: CollectionDropOperation? = first(collectionView, indexPath) {
            let operation = $0.collectionView(collectionView, dropOperationFor: drag, at: $1)
            return operation == .cancel ? nil : operation
        }
        return operation ?? .cancel
    }

    open func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        ask(collectionView, indexPath, silent: false) {
            $0.collectionView(collectionView, performDropOf: drag, at: $1, operation: operation)
        }
    }

    open func collectionView(
        _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation {
        let operation: CollectionDropOperation? = first(collectionView, indexPath) {
            let operation = $0.collectionView(collectionView, dropOperationFor: drag, ontoItemAt: $1)
            return operation == .cancel ? nil : operation
        }
        return operation ?? .cancel
    }

    open func collectionView(
        _ collectionView: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        ask(collectionView, indexPath, silent: false) {
            $0.collectionView(collectionView, performDropOf: drag, ontoItemAt: $1, operation: operation)
        }
    }

    open func collectionView(_ collectionView: CollectionView, springLoadItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, springLoadItemAt: $1) }
    }

    open func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
        ask(collectionView, indexPath, silent: true) { $0.collectionView(collectionView, canEditItemAt: $1) }
    }

    open func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {
        tell(collectionView, indexPath) { $0.collectionView(collectionView, willBeginEditingItemAt: $1) }
    }

    /// If the item is no longer in the list, all owners are called with nil.
    open func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
        guard let indexPath else {
            return sendToAll(collectionView) { $0.collectionView(collectionView, didEndEditingItemAt: nil) }
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

    /// Sent to all owners.
    open func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {
        sendToAll(collectionView) { $0.collectionViewDidEndMultipleSelectionInteraction(collectionView) }
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

    /// The outer delegate's menu. If it returns none, the menu of the first item's owner, which is called with all
    /// items.
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

    /// Sent to all owners, like the two methods above.
    open func collectionView(
        _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
    ) { sendToAll(collectionView) { $0.collectionView(collectionView, willDisplayContextMenu: contextMenu) } }

    open func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) { sendToAll(collectionView) { $0.collectionView(collectionView, willEndContextMenuInteraction: contextMenu) } }

    open func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) { sendToAll(collectionView) { $0.collectionView(collectionView, willPerformPreviewActionForMenu: contextMenu) } }

    // MARK: Scrolling

    open func collectionViewDidScroll(_ collectionView: CollectionView) {
        sendScroll(collectionView) { $0.collectionViewDidScroll(collectionView) }
    }

    open func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
        sendScroll(collectionView) { $0.collectionViewDidEndScrollingAnimation(collectionView) }
    }

    open func collectionViewWillBeginDragging(_ collectionView: CollectionView) {
        sendScroll(collectionView) { $0.collectionViewWillBeginDragging(collectionView) }
    }

    open func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        sendScroll(collectionView) {
            $0.collectionViewWillEndDragging(
                collectionView, withVelocity: velocity, targetContentOffset: &targetContentOffset)
        }
    }

    open func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {
        sendScroll(collectionView) { $0.collectionViewDidEndDecelerating(collectionView) }
    }
}

/// The owner of an element, and its index path there.
public typealias RoutedElement = (delegate: any CollectionViewDelegate, indexPath: IndexPath)
