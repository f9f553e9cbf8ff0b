import Foundation
import ListEngineLayout

extension ListDataSource {
    /// The place that the collection view's ``CollectionView/anchorPolicy`` currently keeps. Nil if no item is
    /// visible, if the item has an identifier of another type, or while the collection view does not show the list's
    /// current data: in callbacks that lay out an update, for example.
    ///
    ///     let place = list.listAnchor()                     // written to disk as JSON, say
    ///     list.update(newSections: sections) { _ in if let place { list.scroll(to: place) } }
    ///
    /// - Complexity: O(log *n* + visible elements).
    public func listAnchor<ItemIdentifier>(
        ofItems type: ItemIdentifier.Type = String.self
    ) -> ListAnchor<String, ItemIdentifier>? {
        collectionView?.listAnchor(in: list) { path in
            guard let section = listed(at: path.section), let item = section.identifier(ofItem: path.item, as: type)
            else { return nil }
            return (section.identifier, item)
        }
    }

    /// Scrolls to a place, as far as the content allows. Sizes measured on the way do not move the place.
    /// - Parameter animated: Whether the host scrolls there smoothly.
    /// - Returns: False, without scrolling, if the place no longer exists, or while the collection view does not show the
    ///   current data.
    @discardableResult
    public func scroll<ItemIdentifier>(
        to anchor: ListAnchor<String, ItemIdentifier>, animated: Bool = false
    ) -> Bool {
        let scrolls = collectionView?.scroll(to: anchor, in: list, animated: animated) { item, section, index in
            guard let listed = listed(named: section), let place = listed.index else { return nil }
            if let item = listed.position(ofItem: item) { return .item(item, inSection: place) }
            let count = list.collectionView?.numberOfItems(inSection: place) ?? 0
            return count == 0 ? nil : .item(min(max(0, index), count - 1), inSection: place)
        }
        return scrolls ?? false
    }
}
