import Foundation
import ListEngineDiff

extension DiffableDataSource: OutlineOwner {
    package func ownPath(_ path: ElementPath) -> ElementPath? { path }
    package func listPath(_ path: ElementPath) -> ElementPath? { path }

    /// The tree of a section. A section that was not shown as an outline is a tree without branches; one that is not in the
    /// list is empty.
    /// - Complexity: O(1) for an outline, otherwise O(items of the section).
    public func snapshot(for section: SectionIdentifier) -> SectionSnapshot<ItemIdentifier> { outline(of: section) }

    /// The place of an item in its outline; nil if the item's section is not shown as an outline.
    /// - Complexity: O(level).
    public func outlineState(of item: ItemIdentifier) -> OutlineState? { placeInOutline(of: item) }

    // MARK: Changing outlines

    /// Shows an outline as the items of one section. If the section is not in the list, it is appended.
    ///
    /// Each cell of the section receives its ``CollectionViewCell/outlineState``. The outline is used until an update
    /// of another kind changes the items of the section.
    public func apply(
        _ outline: SectionSnapshot<ItemIdentifier>, to section: SectionIdentifier, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        showOutline(outline, of: section, animated: animatingDifferences, completion)
    }

    /// Shows the children of an item of an outline. Nothing happens if the item is not in an outline or is already expanded.
    ///
    /// The handlers ``SectionSnapshotHandlers/shouldExpandItem`` and ``SectionSnapshotHandlers/willExpandItem`` are not
    /// called: they are for the user's actions.
    /// - Complexity: That of an ``edit(animatingDifferences:_:completion:)`` that inserts the items that become visible.
    public func expand(_ item: ItemIdentifier, animatingDifferences: Bool = true, completion: Completion? = nil) {
        setExpanded(true, item, animated: animatingDifferences, completion)
    }

    /// Hides the descendants of an item of an outline. They keep their own state. Nothing happens if the item is not in an
    /// outline or is not expanded.
    public func collapse(_ item: ItemIdentifier, animatingDifferences: Bool = true, completion: Completion? = nil) {
        setExpanded(false, item, animated: animatingDifferences, completion)
    }

    /// Expands or collapses an item as the user does with a key or a disclosure control: if the handlers permit it.
    /// - Returns: False if the item cannot be expanded or collapsed.
    @discardableResult
    public func toggleExpansion(
        of item: ItemIdentifier, animatingDifferences: Bool = true, completion: Completion? = nil
    ) -> Bool {
        toggle(item, animated: animatingDifferences, completion)
    }

    /// Loads the children of an item again that ``SectionSnapshotHandlers/loadChildren`` could not load. An item that is not expanded is
    /// expanded. Nothing happens if the item has children, or they are being loaded.
    ///
    ///     dataSource.sectionSnapshotHandlers.failedItem = { folder, error in -folder }
    ///     dataSource.loadAgain(childrenOf: 1)
    public func loadAgain(childrenOf item: ItemIdentifier, completion: Completion? = nil) {
        loadAgain(item, animated: true, completion)
    }

    /// Stops loading the children of an item. The item is collapsed, and loads them again when it is expanded. The task that runs
    /// ``SectionSnapshotHandlers/loadChildren`` is cancelled, and its result is ignored.
    /// - Returns: False if the children are not being loaded.
    @discardableResult
    public func cancelLoading(childrenOf item: ItemIdentifier) -> Bool { cancelLoading(item) }

    // MARK: The user's actions

    /// Expands or collapses an item of an outline for an arrow key. If there is nothing to expand, the focus moves to the
    /// first child; if there is nothing to collapse, to the parent.
    public func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool {
        ElementPath(indexPath).map { setExpandedByKey(isExpanded, at: $0, in: collectionView) } ?? false
    }
}
