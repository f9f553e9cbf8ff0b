import Foundation
import ListEngineLayout

// The methods that a section calls after it has changed its items. Updates run one at a time, and are animated by
// default. Each completion is called once, even if there is nothing to do. Without a list the updates fail with
// ``UpdateError/unknownSection(_:)`` or ``UpdateError/dataSourceReleased``. The cost of `append`, `insertItems`,
// `deleteItems` and `moveItem` depends on the size of the change. The other methods compare the displayed items with
// the current ones.
extension ListSection {
    public typealias Completion = UpdateCompletion

    /// Call this method after ``selectionSettings`` changed. The collection view is set to allow what they allow.
    public func selectionSettingsDidChange() { context?.dataSource?.selectionSettingsDidChange(of: self) }

    // MARK: Stated changes

    /// Adds items at the end of the section. Items that the section already shows are left out and reported.
    ///
    ///     extension RestaurantsSection {
    ///         func addNextPage(_ page: [Restaurant]) {
    ///             items += page
    ///             append(items: page)
    ///         }
    ///     }
    public func append(items: [Item], animatingDifferences: Bool = true, completion: Completion? = nil) {
        change(.append(items.map { itemIdentifier(of: $0) }), animatingDifferences, completion)
    }

    /// Inserts items before another one. Items that the section already shows are left out and reported. If the list
    /// does not show the other item, the call does nothing and reports it.
    public func insertItems(
        _ items: [Item], beforeItem item: Item, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let identifiers = items.map { itemIdentifier(of: $0) }
        change(.insert(identifiers, .before, itemIdentifier(of: item)), animatingDifferences, completion)
    }

    /// Inserts items after another one. Items that the section already shows are left out and reported. If the list
    /// does not show the other item, the call does nothing and reports it.
    public func insertItems(
        _ items: [Item], afterItem item: Item, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let identifiers = items.map { itemIdentifier(of: $0) }
        change(.insert(identifiers, .after, itemIdentifier(of: item)), animatingDifferences, completion)
    }

    /// Deletes items. Items that are not in the list are ignored.
    public func deleteItems(_ items: [Item], animatingDifferences: Bool = true, completion: Completion? = nil) {
        change(.delete(items.map { itemIdentifier(of: $0) }), animatingDifferences, completion)
    }

    /// Moves an item before another one. If the list does not show one of them, the call does nothing and reports it.
    public func moveItem(
        _ item: Item, beforeItem other: Item, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let (moved, place) = (itemIdentifier(of: item), itemIdentifier(of: other))
        change(.move(moved, .before, place), animatingDifferences, completion)
    }

    /// Moves an item after another one. If the list does not show one of them, the call does nothing and reports it.
    public func moveItem(
        _ item: Item, afterItem other: Item, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let (moved, place) = (itemIdentifier(of: item), itemIdentifier(of: other))
        change(.move(moved, .after, place), animatingDifferences, completion)
    }

    private func change(_ edit: ItemsEdit<ItemIdentifier>, _ animated: Bool, _ completion: Completion?) {
        dataSource(orEnd: completion)?.add(ItemsChange(edit, in: self), animated: animated, completion)
    }

    // MARK: Current items

    /// Shows the current ``items``. Kept items keep their cells and sizes. To request the sizes of all items,
    /// call ``relayout(animatingDifferences:completion:)``.
    /// - Parameters:
    ///   - items: The items whose content has changed. The list requests their visible cells again in place,
    ///     configures them and requests the sizes of the items.
    ///   - reconfiguringHeader: Whether to request the visible header again, in place.
    ///   - reconfiguringFooter: Whether to request the visible footer again, in place.
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once.
    public func update(
        reconfiguring items: [Item] = [], reconfiguringHeader: Bool = false, reconfiguringFooter: Bool = false,
        animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        let identifiers = items.map { itemIdentifier(of: $0) }
        change(
            .current(reconfigured: identifiers, header: reconfiguringHeader, footer: reconfiguringFooter),
            animatingDifferences,
            completion)
    }

    /// Shows the current ``items`` without animation. Requests all cells and supplementary views again.
    public func reload(completion: Completion? = nil) {
        change(.reload, false, completion)
    }

    /// Shows changed content of items. ``cell(for:at:)`` is called again for the visible items, and dequeues the
    /// existing cell. Items that the list does not show are left out and reported.
    public func reconfigure(items: [Item], animatingDifferences: Bool = true, completion: Completion? = nil) {
        change(.reconfigure(items.map { itemIdentifier(of: $0) }), animatingDifferences, completion)
    }

    /// Requests sizes, insets and spacings again, or ``layout(in:)``.
    public func relayout(animatingDifferences: Bool = true, completion: Completion? = nil) {
        dataSource(orEnd: completion)?.add(SectionsChange.relayout(self), animated: animatingDifferences, completion)
    }

    /// Removes the section from its list.
    public func removeFromDataSource(animatingDifferences: Bool = true, completion: Completion? = nil) {
        dataSource(orEnd: completion)?.delete(
            sections: [self], animatingDifferences: animatingDifferences, completion: completion)
    }

    /// The data source of the section's list. If there is none, the update ends with the reason.
    func dataSource(orEnd completion: Completion?) -> ListDataSource? {
        if let dataSource = context?.dataSource { return dataSource }
        completion?(
            .failed(context == nil ? UpdateError.unknownSection(listIdentifier) : UpdateError.dataSourceReleased))
        return nil
    }

    // MARK: Immediate changes

    /// Configures the visible cells of items immediately, without requesting cells or sizes.
    public func reconfigureCells(for items: [Item]) {
        let identifiers = Set(items.map { itemIdentifier(of: $0) })
        context?.dataSource?.typed(self)?.forEachVisibleCell { cell, identifier, indexPath in
            if identifiers.contains(identifier) { configure(cell: cell, for: identifier, at: indexPath) }
        }
    }

    /// Requests the visible header again, in place and immediately: `headerView(for:)` is called and dequeues the
    /// existing view, then `configureHeaderView(_:at:)`.
    public func reconfigureHeader() {
        context?.dataSource?.listed(self)?.configureVisibleSupplementaryViews(outdatedOnly: false) { $0 == .header }
    }

    /// Does the same as ``reconfigureHeader()`` for the footer.
    public func reconfigureFooter() {
        context?.dataSource?.listed(self)?.configureVisibleSupplementaryViews(outdatedOnly: false) { $0 == .footer }
    }

    /// Does the same as ``reconfigureHeader()`` for the views of a kind.
    public func reconfigureSupplementaryViews(ofKind kind: ElementKind) {
        context?.dataSource?.listed(self)?.configureVisibleSupplementaryViews(outdatedOnly: false) { $0 == kind }
    }
}
