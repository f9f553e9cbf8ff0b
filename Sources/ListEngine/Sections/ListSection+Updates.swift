import Foundation
import ListEngineLayout

// What a section calls when it has changed what it holds. All wait their turn, are animated unless told otherwise, and complete
// once, also where there is nothing to do. Without a list they fail with ``UpdateError/unknownSection(_:)``. Those that state what has changed (`append`,
// `insertItems`, `deleteItems`, `moveItem`) cost their own work; the others compare what is shown with what is held.
extension ListSection {
    public typealias Completion = UpdateCompletion

    /// ``selectionSettings`` are others: what they allow the collection view is made to allow.
    public func selectionSettingsDidChange() { context?.dataSource?.selectionSettingsDidChange(of: self) }

    // MARK: Stated changes

    /// Shows items at the end of the section. Those that are shown already are left out, and reported.
    ///
    ///     restaurants += page
    ///     append(items: page)
    public func append(items: [Item], animatingDifferences: Bool = true, completion: Completion? = nil) {
        guard let context else { return done(completion) }
        context.append(items: items, to: self, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Shows items before another one. Where that is not shown nothing happens, which is reported.
    public func insertItems(
        _ items: [Item], beforeItem item: Item, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        guard let context else { return done(completion) }
        context.insertItems(
            items, beforeItem: item, in: self, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Shows items after another one. Where that is not shown nothing happens, which is reported.
    public func insertItems(
        _ items: [Item], afterItem item: Item, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        guard let context else { return done(completion) }
        context.insertItems(
            items, afterItem: item, in: self, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Shows items no longer. Those that are not shown are ignored.
    public func deleteItems(_ items: [Item], animatingDifferences: Bool = true, completion: Completion? = nil) {
        guard let context else { return done(completion) }
        context.deleteItems(items, in: self, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Shows an item before another one. Where one is not shown nothing happens, which is reported.
    public func moveItem(
        _ item: Item, beforeItem other: Item, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        guard let context else { return done(completion) }
        context.moveItem(
            item, beforeItem: other, in: self, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Shows an item after another one. Where one is not shown nothing happens, which is reported.
    public func moveItem(
        _ item: Item, afterItem other: Item, animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        guard let context else { return done(completion) }
        context.moveItem(
            item, afterItem: other, in: self, animatingDifferences: animatingDifferences, completion: completion)
    }

    // MARK: What is held now

    /// Shows what ``items`` holds now. What stays keeps its cells and sizes; ``relayout(animatingDifferences:completion:)`` asks for
    /// the sizes of all items.
    /// - Parameters:
    ///   - items: Those of which the content has changed: their cells, where they are visible, are asked for in place and
    ///     configured again, and their sizes are asked for.
    ///   - reloadingHeader: The header is configured again, in place, where it is visible.
    ///   - reloadingFooter: The footer alike.
    ///   - animatingDifferences: The host gets descriptions of all that moves.
    ///   - completion: Called once.
    public func update(
        reconfiguring items: [Item] = [], reloadingHeader: Bool = false, reloadingFooter: Bool = false,
        animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        guard let dataSource = context?.dataSource else { return done(completion) }
        dataSource.update(
            self, reconfiguring: items, header: reloadingHeader, footer: reloadingFooter,
            animated: animatingDifferences,
            completion)
    }

    /// Shows what ``items`` holds now, without animation and in cells and supplementary views that are requested again.
    public func reload(completion: Completion? = nil) {
        guard let dataSource = context?.dataSource else { return done(completion) }
        dataSource.reload(self, completion)
    }

    /// The content of items has changed: ``cell(for:at:)`` is called again for those that are visible, and dequeues the
    /// cell that is there. Those that are not shown are left out, and reported.
    public func reconfigure(items: [Item], animatingDifferences: Bool = true, completion: Completion? = nil) {
        guard let dataSource = context?.dataSource else { return done(completion) }
        dataSource.reconfigure(self, items, animated: animatingDifferences, completion)
    }

    /// Asks for sizes, insets and spacings again, or for ``layout(in:)``.
    public func relayout(animatingDifferences: Bool = true, completion: Completion? = nil) {
        guard let dataSource = context?.dataSource else { return done(completion) }
        dataSource.relayout(self, animated: animatingDifferences, completion)
    }

    /// Takes the section out of its list.
    public func removeFromDataSource(animatingDifferences: Bool = true, completion: Completion? = nil) {
        guard let context else { return done(completion) }
        context.delete(sections: [self], animatingDifferences: animatingDifferences, completion: completion)
    }

    private func done(_ completion: Completion?) {
        completion?(.failed(UpdateError.unknownSection(listIdentifier)))
    }

    // MARK: At once

    /// Configures the cells of items, where they are visible: at once, without asking for cells or sizes.
    public func reloadCells(for items: [Item]) {
        let identifiers = Set(items.map { itemIdentifier(of: $0) })
        context?.dataSource?.typed(self)?.forEachVisibleCell { cell, identifier, indexPath in
            if identifiers.contains(identifier) { configure(cell: cell, for: identifier, at: indexPath) }
        }
    }

    /// Configures the header, where it is visible: at once.
    public func reloadHeader() {
        context?.dataSource?.listed(self)?.configureVisibleSupplementaryViews { $0 == .header }
    }

    /// Configures the footer, where it is visible: at once.
    public func reloadFooter() {
        context?.dataSource?.listed(self)?.configureVisibleSupplementaryViews { $0 == .footer }
    }
}
