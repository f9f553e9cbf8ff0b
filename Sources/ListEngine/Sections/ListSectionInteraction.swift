import Foundation

/// A section that controls selection, moving, swiping, editing and menus of its items. A ``ListSection`` adopts it in
/// addition. All members have defaults, which allow selection and nothing else.
///
///     extension RestaurantsSection: ListSectionInteraction {
///         func canMoveItem(for itemIdentifier: String, at indexPath: IndexPath) -> Bool { true }
///
///         func didMoveItem(for itemIdentifier: String, from source: IndexPath, to destination: IndexPath) {
///             items.insert(items.remove(at: source.item), at: destination.item)
///         }
///     }
///
/// When the section is notified of a move, the list already shows it. The section only updates ``ListSection/items``,
/// and calls nothing to show the move.
@MainActor
public protocol ListSectionInteraction<ItemIdentifier>: AnyObject {
    /// The item identifier of the section.
    associatedtype ItemIdentifier

    // MARK: Selection

    func shouldHighlightItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool
    func shouldSelectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool
    func shouldDeselectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    /// True by default, unless the list is being edited.
    func canPerformPrimaryAction(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    /// The user chose an item without extending the selection.
    func performPrimaryAction(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// The text of an item, with which the user finds it by typing. None by default.
    func searchText(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> String?

    /// The content of an item in a column of a table, for copying, typing ahead and editing. None by default. See
    /// ``CollectionViewDataSource/collectionView(_:field:ofItemAt:)``.
    func field(_ column: String, of itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> TableField?

    /// The user expands or collapses an item, with an expander, an arrow key or a drag that rests over the item. Change what the section
    /// shows, and set ``CollectionViewCell/outlineState`` when cells are configured. Returns false, the default, if there is nothing to
    /// expand or collapse: an arrow key then moves the focus.
    func setExpanded(_ isExpanded: Bool, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    // MARK: Moving

    /// False by default.
    func canMoveItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    /// The index path at which a dragged item is dropped, while the user holds it over another place of the section.
    /// The default is that place.
    func targetIndexPath(
        forMoving itemIdentifier: ItemIdentifier, from source: IndexPath, toProposed destination: IndexPath
    ) -> IndexPath

    /// An item was moved within the section.
    /// - Parameter destination: The insertion index path, after the item was removed from `source`.
    func didMoveItem(for itemIdentifier: ItemIdentifier, from source: IndexPath, to destination: IndexPath)

    /// Whether an item of another section may be dropped here. Called if both sections have the same identifier type
    /// and this section does not contain that identifier. False by default.
    func acceptsItem(for itemIdentifier: ItemIdentifier, from other: any ListSection, at indexPath: IndexPath) -> Bool

    /// An item was moved to another section, which is notified next.
    func didGiveItem(for itemIdentifier: ItemIdentifier, to other: any ListSection, from indexPath: IndexPath)

    /// An item of another section was moved here.
    func didAcceptItem(for itemIdentifier: ItemIdentifier, from other: any ListSection, at indexPath: IndexPath)

    // MARK: Deleting by keys and menus

    /// Whether ``ItemCommand/delete`` deletes an item. False by default.
    func canDeleteItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    /// The user deletes items of the section, in one call: delete them in the data, and show the section again.
    func deleteItems(_ itemIdentifiers: [ItemIdentifier])

    // MARK: Dragging between lists

    /// The content that is dragged when the user drags an item out of the list. None by default.
    func dragItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionDragItem?

    /// A drag has ended. After a move, delete the items. Called if the section still has items of the drag.
    /// - Parameter operation: `none` if the drag was cancelled, or if the items were dropped on their own list.
    func didEndDragging(_ itemIdentifiers: [ItemIdentifier], operation: CollectionDropOperation)

    /// The operation that a drop of dragged items would perform. By default they cannot be dropped.
    func dropOperation(for drag: CollectionDrag, at indexPath: IndexPath) -> CollectionDropOperation

    /// The user dropped the items: insert them at the index path. Returns false if that is impossible.
    func performDrop(of drag: CollectionDrag, at indexPath: IndexPath, operation: CollectionDropOperation) -> Bool

    /// The operation that a drop onto an item would perform. By default an item takes nothing.
    func dropOperation(
        for drag: CollectionDrag, onto itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> CollectionDropOperation

    /// The user dropped the items onto an item. Returns false if that is impossible.
    func performDrop(
        of drag: CollectionDrag, onto itemIdentifier: ItemIdentifier, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool

    // MARK: Swiping and editing

    /// None by default. The handlers receive index paths of the whole list.
    func leadingSwipeActions(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionSwipeActions?
    func trailingSwipeActions(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionSwipeActions?

    /// Whether an item can be swiped and edited. True by default.
    func canEditItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    /// The user requested to delete or insert an item.
    func commit(_ style: CollectionEditingStyle, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    // MARK: Menus

    /// None by default.
    func contextMenu(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu?

    /// The menu of several selected items, all of this section. None by default: the menu of the item at the point is then
    /// shown.
    func contextMenu(forItems itemIdentifiers: [ItemIdentifier], point: CGPoint) -> CollectionContextMenu?
}

extension ListSectionInteraction {
    public func shouldHighlightItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool { true }
    public func shouldSelectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool { true }
    public func shouldDeselectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool { true }
    public func performPrimaryAction(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}
    public func searchText(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> String? { nil }
    public func field(_ column: String, of itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> TableField? {
        nil
    }
    public func setExpanded(
        _ isExpanded: Bool, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> Bool { false }
    public func canMoveItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool { false }

    public func targetIndexPath(
        forMoving itemIdentifier: ItemIdentifier, from source: IndexPath, toProposed destination: IndexPath
    ) -> IndexPath { destination }

    public func didMoveItem(for itemIdentifier: ItemIdentifier, from source: IndexPath, to destination: IndexPath) {}

    public func acceptsItem(
        for itemIdentifier: ItemIdentifier, from other: any ListSection, at indexPath: IndexPath
    ) -> Bool { false }

    public func didGiveItem(
        for itemIdentifier: ItemIdentifier, to other: any ListSection, from indexPath: IndexPath
    ) {}

    public func didAcceptItem(
        for itemIdentifier: ItemIdentifier, from other: any ListSection, at indexPath: IndexPath
    ) {}

    public func canDeleteItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool { false }

    public func deleteItems(_ itemIdentifiers: [ItemIdentifier]) {}

    public func dragItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionDragItem? { nil }

    public func didEndDragging(_ itemIdentifiers: [ItemIdentifier], operation: CollectionDropOperation) {}

    public func dropOperation(for drag: CollectionDrag, at indexPath: IndexPath) -> CollectionDropOperation { .cancel }

    public func performDrop(
        of drag: CollectionDrag, at indexPath: IndexPath, operation: CollectionDropOperation
    ) -> Bool { false }

    public func dropOperation(
        for drag: CollectionDrag, onto itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> CollectionDropOperation { .cancel }

    public func performDrop(
        of drag: CollectionDrag, onto itemIdentifier: ItemIdentifier, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool { false }

    public func leadingSwipeActions(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    public func trailingSwipeActions(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    public func canEditItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool { true }

    public func commit(_ style: CollectionEditingStyle, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}

    public func contextMenu(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { nil }

    public func contextMenu(forItems itemIdentifiers: [ItemIdentifier], point: CGPoint) -> CollectionContextMenu? {
        nil
    }
}

extension ListSectionInteraction where Self: ListSection {
    public func canPerformPrimaryAction(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool {
        !(context?.collectionView?.isEditing ?? false)
    }
}
