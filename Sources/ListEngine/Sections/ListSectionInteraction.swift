import Foundation

/// A section whose items can be moved, swiped aside, edited or asked for a menu, or that has a say in what is selected.
/// A ``ListSection`` conforms besides; all members have defaults, which allow selection and nothing more.
///
///     extension RestaurantsSection: ListSectionInteraction {
///         func canMoveItem(for itemIdentifier: String, at indexPath: IndexPath) -> Bool { true }
///
///         func didMoveItem(for itemIdentifier: String, from source: IndexPath, to destination: IndexPath) {
///             items.insert(items.remove(at: source.item), at: destination.item)
///         }
///     }
///
/// What the user has moved is shown already when the section hears of it: ``ListSection/items`` is to follow, and nothing
/// is to be called to show it.
@MainActor
public protocol ListSectionInteraction<ItemIdentifier>: AnyObject {
    /// That of the section.
    associatedtype ItemIdentifier

    // MARK: Selection

    func shouldHighlightItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool
    func shouldSelectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool
    func shouldDeselectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    /// True by default, unless the list is being edited.
    func canPerformPrimaryAction(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    /// The user has chosen an item, and extends no selection.
    func performPrimaryAction(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    // MARK: Moving

    /// False by default.
    func canMoveItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    /// Where an item falls that the user holds over another place of the section. That place by default.
    func targetIndexPath(
        forMoving itemIdentifier: ItemIdentifier, from source: IndexPath, toProposed destination: IndexPath
    ) -> IndexPath

    /// An item is elsewhere in the section now.
    /// - Parameter destination: Counted without the item: where it goes in once it was taken out.
    func didMoveItem(for itemIdentifier: ItemIdentifier, from source: IndexPath, to destination: IndexPath)

    /// An item of another section may be dropped here. Asked where both have one type of identifiers, and this section does
    /// not show that identifier. False by default.
    func acceptsItem(for itemIdentifier: ItemIdentifier, from other: any ListSection, at indexPath: IndexPath) -> Bool

    /// An item has gone to another section, which hears of it next.
    func didGiveItem(for itemIdentifier: ItemIdentifier, to other: any ListSection, from indexPath: IndexPath)

    /// An item has come from another section.
    func didAcceptItem(for itemIdentifier: ItemIdentifier, from other: any ListSection, at indexPath: IndexPath)

    // MARK: Swiping and editing

    /// None by default. The index paths of handlers are of the whole list.
    func leadingSwipeActions(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionSwipeActions?
    func trailingSwipeActions(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionSwipeActions?

    /// An item can be swiped aside and edited. True by default.
    func canEditItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool

    /// The user has asked for an item to be deleted or inserted.
    func commit(_ style: CollectionEditingStyle, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    // MARK: Menus

    /// None by default.
    func contextMenu(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu?
}

extension ListSectionInteraction {
    public func shouldHighlightItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool { true }
    public func shouldSelectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool { true }
    public func shouldDeselectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool { true }
    public func performPrimaryAction(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}
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
}

extension ListSectionInteraction where Self: ListSection {
    public func canPerformPrimaryAction(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool {
        !(context?.collectionView?.isEditing ?? false)
    }
}
