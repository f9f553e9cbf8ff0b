import Foundation
import ListEngineDiff
import ListEngineLayout

extension DiffableDataSource {
    public typealias Anchor = ListAnchor<SectionIdentifier, ItemIdentifier>

    /// Returns the place that the collection view's ``CollectionView/anchorPolicy`` currently keeps. Nil if no item
    /// is visible, or while the collection view does not show the data source's current data: in callbacks that lay
    /// out an update, for example.
    /// - Complexity: O(log *n* + visible elements).
    public func listAnchor() -> Anchor? {
        collectionView?.listAnchor(in: self) { path in
            let snapshot = snapshot()
            return (
                snapshot.sectionIdentifier(at: path.section),
                snapshot.itemIdentifier(at: ItemIndexPath(section: path.section, item: path.item))
            )
        }
    }

    /// Scrolls to a place, as far as the content allows. Sizes measured on the way do not move the place.
    /// - Parameter animated: Whether the host scrolls there smoothly.
    /// - Returns: False, without scrolling, if the place no longer exists, or while the collection view does not show the
    ///   current data.
    @discardableResult
    public func scroll(to anchor: Anchor, animated: Bool = false) -> Bool {
        collectionView?.scroll(to: anchor, in: self, animated: animated) { path(of: $0, in: $1, $2) } ?? false
    }

    private func path(of item: ItemIdentifier, in section: SectionIdentifier, _ index: Int) -> ElementPath? {
        let snapshot = snapshot()
        if let path = snapshot.indexPath(of: item) { return .item(path.item, inSection: path.section) }
        guard let section = snapshot.indexOfSection(section) else { return nil }
        let count = snapshot.numberOfItems(inSectionAt: section)
        return count == 0 ? nil : .item(min(max(0, index), count - 1), inSection: section)
    }
}
