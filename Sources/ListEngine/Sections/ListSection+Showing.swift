import Foundation
import ListEngineLayout

// Questions of a section to the list that shows it.
extension ListSection {
    /// The section's index in its list; nil if it is in no list.
    public var sectionIndex: Int? { context?.sectionIndex(of: self) }

    /// The size of the list's visible bounds, in points; zero if there is no list.
    public var listSize: CGSize { context?.listSize ?? .zero }

    /// The identifier of this section's item at an index path; nil if there is none.
    public func itemIdentifier(at indexPath: IndexPath) -> ItemIdentifier? {
        guard let path = ElementPath(indexPath), let listed = context?.dataSource?.typed(self),
            listed.index == path.section
        else { return nil }
        return listed.shownIdentifier(path.item)
    }

    /// The index path of an item; nil if the list does not show it.
    public func indexPath(for itemIdentifier: ItemIdentifier) -> IndexPath? {
        context?.indexPath(for: itemIdentifier, in: self)
    }

    // MARK: Visible views

    /// The cell that shows an item; nil if the item is not visible or its cell is of another class.
    public func cell<Cell: CollectionViewCell>(for item: Item) -> Cell? {
        guard let indexPath = indexPath(for: itemIdentifier(of: item)) else { return nil }
        return context?.collectionView?.cellForItem(at: indexPath) as? Cell
    }

    /// The header; nil if it is not visible or is of another class.
    public func headerView<View: CollectionReusableView>() -> View? { supplementaryView(for: 0, kind: .header) }

    /// The footer; nil if it is not visible or is of another class.
    public func footerView<View: CollectionReusableView>() -> View? { supplementaryView(for: 0, kind: .footer) }

    /// A supplementary view; nil if it is not visible or is of another class.
    /// - Parameters:
    ///   - item: The index of the item that the view belongs to. For headers and similar views, the view's own index.
    ///   - kind: The element kind that the layout uses.
    public func supplementaryView<View: CollectionReusableView>(for item: Int, kind: ElementKind) -> View? {
        guard let section = sectionIndex else { return nil }
        let indexPath = IndexPath(item, inSection: section)
        return context?.collectionView?.supplementaryView(forElementKind: kind, at: indexPath) as? View
    }

    // MARK: Scrolling

    /// Scrolls to an item. Does nothing if the list does not show the item.
    public func scrollTo(item: Item, at position: ItemScrollPosition = .start, animated: Bool = true) {
        guard let indexPath = indexPath(for: itemIdentifier(of: item)) else { return }
        context?.collectionView?.scrollToItem(at: indexPath, at: position, animated: animated)
    }

    /// Scrolls to the section's header, or to the start of a section without a header, as far as the content allows.
    public func scrollToHeader(animated: Bool = true) {
        guard let section = sectionIndex else { return }
        context?.collectionView?.scrollToHeader(ofSection: section, animated: animated)
    }
}
