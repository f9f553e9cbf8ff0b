import Foundation
import ListEngineDiff
import ListEngineLayout

/// A place in a list by identity: it is found again when the list was sorted, filtered, or launched again.
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
    ///   - item: Its identifier.
    ///   - section: Its section when the anchor was taken.
    ///   - index: Its index there. Where the item is gone, the one that is there now is taken, or the last one of the
    ///     section; where the section is gone or empty, there is no such place any more.
    ///   - edge: Of its frame, along the scroll axis.
    ///   - distance: From the start of the visible bounds, less the inset there, in points.
    case item(
        ItemIdentifier, section: SectionIdentifier, index: Int, edge: ElementEdge = .start, distance: CGFloat = 0)
}

extension ListAnchor: Sendable where SectionIdentifier: Sendable, ItemIdentifier: Sendable {}
extension ListAnchor: Encodable where SectionIdentifier: Encodable, ItemIdentifier: Encodable {}
extension ListAnchor: Decodable where SectionIdentifier: Decodable, ItemIdentifier: Decodable {}

extension DiffableDataSource {
    public typealias Anchor = ListAnchor<SectionIdentifier, ItemIdentifier>

    /// What keeps its place now, as the collection view's ``CollectionView/anchorPolicy`` says; nil where no item is
    /// visible.
    /// - Complexity: O(log *n* + visible elements).
    public func listAnchor() -> Anchor? {
        guard let collectionView else { return nil }
        collectionView.layoutIfNeeded()
        switch collectionView.keptPlace().subject {
        case .end: return .end
        case .offset: return collectionView.isAtStart ? .start : nil
        case .element(let shown, let named):
            // While an item is dragged, others are shown elsewhere than the data has them.
            guard named.category == .item else { return nil }
            let path = ItemIndexPath(section: named.section, item: named.item)
            return .item(
                snapshot().itemIdentifier(at: path), section: snapshot().sectionIdentifier(at: named.section),
                index: named.item, edge: named.edge, distance: collectionView.distance(of: shown))
        }
    }

    /// Scrolls to a place, as far as the content reaches. What is measured on the way there does not move it.
    /// - Returns: False, and nothing is done, where there is no such place any more.
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
