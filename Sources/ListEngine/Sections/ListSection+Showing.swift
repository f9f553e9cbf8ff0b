import Foundation
import ListEngineLayout

// What a section asks of the list that shows it.
extension ListSection {
    /// The section's index in its list; nil where it is in none.
    public var sectionIndex: Int? { context?.sectionIndex(of: self) }

    /// Size of the list's visible bounds, in points; zero where there is none.
    public var listSize: CGSize { context?.listSize ?? .zero }

    /// The identifier of this section's item that is shown at an index path; nil where there is none.
    public func itemIdentifier(at indexPath: IndexPath) -> ItemIdentifier? {
        guard let path = ElementPath(indexPath), let listed = context?.dataSource?.typed(self),
            listed.index == path.section
        else { return nil }
        return listed.shownIdentifier(path.item)
    }

    /// Where an item is shown; nil where it is not.
    public func indexPath(for itemIdentifier: ItemIdentifier) -> IndexPath? {
        context?.indexPath(for: itemIdentifier, in: self)
    }

    // MARK: Visible views

    /// The cell that shows an item; nil where the item is not visible, or its cell is of another class.
    public func cell<Cell: CollectionViewCell>(for item: Item) -> Cell? {
        guard let indexPath = indexPath(for: itemIdentifier(of: item)) else { return nil }
        return context?.collectionView?.cellForItem(at: indexPath) as? Cell
    }

    /// The header; nil where it is not visible, or of another class.
    public func headerView<View: CollectionReusableView>() -> View? { supplementaryView(for: 0, kind: .header) }

    /// The footer; nil where it is not visible, or of another class.
    public func footerView<View: CollectionReusableView>() -> View? { supplementaryView(for: 0, kind: .footer) }

    /// A supplementary view; nil where it is not visible, or of another class.
    /// - Parameters:
    ///   - item: The index of the item that it belongs to; of headers and the like their own.
    ///   - kind: As the layout names it.
    public func supplementaryView<View: CollectionReusableView>(for item: Int, kind: ElementKind) -> View? {
        guard let section = sectionIndex else { return nil }
        let indexPath = IndexPath(item: item, section: section)
        return context?.collectionView?.supplementaryView(forElementKind: kind, at: indexPath) as? View
    }

    // MARK: Scrolling

    /// Scrolls to an item. One that is not shown is ignored.
    public func scrollTo(item: Item, at position: ItemScrollPosition = .start, animated: Bool = true) {
        guard let indexPath = indexPath(for: itemIdentifier(of: item)) else { return }
        context?.collectionView?.scrollToItem(at: indexPath, at: position, animated: animated)
    }

    /// Scrolls to the section's header, or where it has none to its start, as far as the content reaches.
    public func scrollToHeader(animated: Bool = true) {
        guard let section = sectionIndex else { return }
        context?.collectionView?.scrollToHeader(ofSection: section, animated: animated)
    }
}
