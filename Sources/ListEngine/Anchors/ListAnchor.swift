import Foundation
import ListEngineDiff
import ListEngineLayout

/// A place in a list by identity. It can be found again after the list was sorted or filtered, and after a restart of
/// the program.
///
///     let place = dataSource.listAnchor()                     // written to disk as JSON, say
///     dataSource.apply(snapshot) { _ in dataSource.scroll(to: place) }
public enum ListAnchor<SectionIdentifier: Hashable, ItemIdentifier: Hashable>: Hashable {
    /// The very start of the list.
    case start
    /// The end of the list, as far as it can be scrolled.
    case end
    /// An edge of an item.
    ///
    /// - Parameters:
    ///   - item: The item's identifier.
    ///   - section: The item's section when the anchor was created.
    ///   - index: The item's index in that section. If the item was deleted, the anchor uses the item now at this
    ///     index, or the last item of the section. If the section was deleted or is empty, the place no longer
    ///     exists.
    ///   - edge: The edge of the item's frame along the scroll axis.
    ///   - distance: The distance from the start of the visible bounds, without the inset there, in points.
    case item(
        ItemIdentifier, section: SectionIdentifier, index: Int, edge: ElementEdge = .start, distance: CGFloat = 0)
}

extension ListAnchor: Sendable where SectionIdentifier: Sendable, ItemIdentifier: Sendable {}
extension ListAnchor: Encodable where SectionIdentifier: Encodable, ItemIdentifier: Encodable {}
extension ListAnchor: Decodable where SectionIdentifier: Decodable, ItemIdentifier: Decodable {}

extension DiffableDataSource {
    public typealias Anchor = ListAnchor<SectionIdentifier, ItemIdentifier>

    /// Returns the place that the collection view's ``CollectionView/anchorPolicy`` currently keeps. Nil if no item
    /// is visible.
    /// - Complexity: O(log *n* + visible elements).
    public func listAnchor() -> Anchor? {
        guard let collectionView else { return nil }
        collectionView.layoutIfNeeded()
        switch collectionView.keptPlace().subject {
        case .end: return .end
        case .offset: return collectionView.isAtStart ? .start : nil
        case .element(let shown, let named):
            // While an item is dragged, other items are shown at positions that differ from the data.
            guard named.category == .item else { return nil }
            let path = ItemIndexPath(section: named.section, item: named.item)
            return .item(
                snapshot().itemIdentifier(at: path), section: snapshot().sectionIdentifier(at: named.section),
                index: named.item, edge: named.edge, distance: collectionView.distance(of: shown))
        }
    }

    /// Scrolls to a place, as far as the content allows. Sizes measured on the way do not move the place.
    /// - Returns: False, without scrolling, if the place no longer exists.
    @discardableResult
    public func scroll(to anchor: Anchor) -> Bool {
        guard let collectionView else { return false }
        collectionView.layoutIfNeeded()
        switch anchor {
        case .start: collectionView.scroll(to: .start)
        case .end: collectionView.scroll(to: .end)
        case .item(let item, let section, let index, let edge, let distance):
            guard let path = path(of: item, section, index) else { return false }
            collectionView.scroll(to: .anchor(ScrollAnchor(path, edge: edge, distance: distance)))
        }
        return true
    }

    private func path(of item: ItemIdentifier, _ section: SectionIdentifier, _ index: Int) -> ElementPath? {
        let snapshot = snapshot()
        if let path = snapshot.indexPath(of: item) { return .item(path.item, inSection: path.section) }
        guard let section = snapshot.indexOfSection(section) else { return nil }
        let count = snapshot.numberOfItems(inSectionAt: section)
        return count == 0 ? nil : .item(min(max(0, index), count - 1), inSection: section)
    }
}
