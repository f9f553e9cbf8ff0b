import Foundation
import ListEngine
import ListEngineLayout

// The methods of ListingKit's context. Each does what the section's own method does.
//
//     context?.insertItems(newItems, afterItem: theItem, in: self, animatingDifferences: true, completion: nil)
//     insertItems(newItems, afterItem: theItem)
extension ListContext {
    // MARK: Items

    /// Adds items at the end of a section. See `ListSection.append(items:animatingDifferences:completion:)`.
    public func append<Section: ListSection>(
        section: Section, items: [Section.Item], animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) { section.append(items: items, animatingDifferences: animatingDifferences, completion: completion) }

    /// Inserts items after another item of a section. See
    /// `ListSection.insertItems(_:afterItem:animatingDifferences:completion:)`.
    public func insertItems<Section: ListSection>(
        _ items: [Section.Item], afterItem item: Section.Item, in section: Section, animatingDifferences: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        section.insertItems(
            items, afterItem: item, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Inserts items before another item of a section. See
    /// `ListSection.insertItems(_:beforeItem:animatingDifferences:completion:)`.
    public func insertItems<Section: ListSection>(
        _ items: [Section.Item], beforeItem item: Section.Item, in section: Section,
        animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) {
        section.insertItems(
            items, beforeItem: item, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Deletes items of a section. See `ListSection.deleteItems(_:animatingDifferences:completion:)`.
    public func deleteItems<Section: ListSection>(
        _ items: [Section.Item], in section: Section, animatingDifferences: Bool = true,
        completion: UpdateCompletion? = nil
    ) { section.deleteItems(items, animatingDifferences: animatingDifferences, completion: completion) }

    /// Moves an item after another one of the same section.
    public func moveItem<Section: ListSection>(
        _ item: Section.Item, afterItem other: Section.Item, in section: Section, animatingDifferences: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        section.moveItem(item, afterItem: other, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Moves an item before another one of the same section.
    public func moveItem<Section: ListSection>(
        _ item: Section.Item, beforeItem other: Section.Item, in section: Section, animatingDifferences: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        section.moveItem(item, beforeItem: other, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Shows changed content of items. See `ListSection.reconfigure(items:animatingDifferences:completion:)`.
    public func reconfigureItems<Section: ListSection>(
        _ items: [Section.Item], in section: Section, animatingDifferences: Bool = true,
        completion: UpdateCompletion? = nil
    ) { section.reconfigure(items: items, animatingDifferences: animatingDifferences, completion: completion) }

    // MARK: Sections

    /// Shows the current items of a section.
    public func update<Section: ListSection>(
        section: Section, reloadingItems items: [Section.Item], reloadingHeader: Bool = false,
        reloadingFooter: Bool = false, animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) {
        section.update(
            reconfiguring: items, reconfiguringHeader: reloadingHeader, reconfiguringFooter: reloadingFooter,
            animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Shows the current items of a section, with one flag for header and footer.
    public func update<Section: ListSection>(
        section: Section, reconfigureItems items: [Section.Item], reloadHeaderAndFooter: Bool,
        animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) {
        section.update(
            reconfiguring: items, reconfiguringHeader: reloadHeaderAndFooter,
            reconfiguringFooter: reloadHeaderAndFooter,
            animatingDifferences: animatingDifferences, completion: completion)
    }

    /// Shows the current items of a section without animation, in other cells.
    public func reload(section: some ListSection, completion: UpdateCompletion? = nil) {
        section.reload(completion: completion)
    }

    /// Removes a section from the list.
    public func delete(
        section: some ListSection, animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) { section.removeFromDataSource(animatingDifferences: animatingDifferences, completion: completion) }

    /// The index of a section; nil if it is not in the list.
    public func index(for section: any ListSection) -> Int? { sectionIndex(of: section) }

    /// Requests the sizes, insets and spacings of all sections again, or their layouts.
    public func relayout(animated: Bool, completion: UpdateCompletion? = nil) {
        guard let dataSource else {
            completion?(.failed(UpdateError.dataSourceReleased))
            return
        }
        let sections = (0..<dataSource.sectionCount).compactMap { dataSource.section(at: $0) }
        guard let last = sections.last else {
            completion?(.applied)
            return
        }
        for section in sections.dropLast() { section.relayout(animatingDifferences: animated) }
        last.relayout(animatingDifferences: animated, completion: completion)
    }

    // MARK: Visible views

    /// Configures the visible cells of items immediately.
    public func reloadCells<Section: ListSection>(for items: [Section.Item], in section: Section) {
        section.reloadCells(for: items)
    }

    /// Requests the visible header of a section again, in place and immediately.
    public func reloadHeader(in section: some ListSection) { section.reloadHeader() }

    /// Requests the visible footer of a section again, in place and immediately.
    public func reloadFooter(in section: some ListSection) { section.reloadFooter() }

    /// Requests the visible supplementary views of a kind again, in place and immediately.
    /// - Parameter indexPath: The index path of one of them. The others of the section are requested as well.
    public func reloadSupplementaryElement(kind: String, in section: some ListSection, at indexPath: IndexPath) {
        section.reconfigureSupplementaryViews(ofKind: ElementKind(kind))
    }

    /// The cell that shows an item; nil if the item is not visible or its cell is of another class.
    public func cell<Cell: CollectionViewCell, Section: ListSection>(
        for item: Section.Item, in section: Section
    ) -> Cell? { section.cell(for: item) }

    /// A supplementary view of an item, or the first one of the section if there is no item; nil if it is not visible or
    /// is of another class.
    public func supplementaryView<View: CollectionReusableView, Section: ListSection>(
        in section: Section, kind: String, for item: Section.Item?
    ) -> View? {
        guard let item else { return section.supplementaryView(for: 0, kind: ElementKind(kind)) }
        return section.supplementaryView(for: item, kind: kind)
    }

    // MARK: Scrolling

    /// Scrolls to an item. Does nothing if the list does not show the item.
    public func scrollTo<Section: ListSection>(
        item: Section.Item, in section: Section, at position: ItemScrollPosition = .start, animated: Bool = true
    ) { section.scrollTo(item: item, at: position, animated: animated) }

    /// Scrolls to the header of a section.
    public func scrollToHeader(in section: some ListSection, animated: Bool = true) {
        section.scrollToHeader(animated: animated)
    }
}
