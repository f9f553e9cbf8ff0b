import Foundation
import ListEngineDiff
import ListEngineLayout

/// A place in a list by identity. It can be found again after the list was sorted or filtered, and after a restart of
/// the program.
///
///     let place = dataSource.listAnchor()                     // written to disk as JSON, say
///     dataSource.apply(snapshot) { _ in if let place { dataSource.scroll(to: place) } }
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

extension CollectionView {
    /// The place that is currently kept; nil if no item is visible or the item has no name.
    /// - Parameter source: The data source that knows the names.
    func listAnchor<SectionIdentifier, ItemIdentifier>(
        in source: any CollectionViewDataSource,
        _ names: (ElementPath) -> (section: SectionIdentifier, item: ItemIdentifier)?
    ) -> ListAnchor<SectionIdentifier, ItemIdentifier>? {
        layoutIfNeeded()
        guard isShowing(source) else { return nil }
        switch keptPlace().subject {
        case .end: return .end
        case .offset: return isAtStart ? .start : nil
        case .element(let shown, let named):
            // While an item is dragged, the displayed positions of other items differ from those in the data.
            guard named.category == .item, let (section, item) = names(.item(named.item, inSection: named.section))
            else { return nil }
            return .item(item, section: section, index: named.item, edge: named.edge, distance: distance(of: shown))
        }
    }

    /// Scrolls to a place.
    /// - Parameters:
    ///   - source: The data source that knows the names.
    ///   - path: Returns the position of an item, or of the item that replaces it.
    /// - Returns: False, without scrolling, if the place does not exist.
    func scroll<SectionIdentifier, ItemIdentifier>(
        to anchor: ListAnchor<SectionIdentifier, ItemIdentifier>, in source: any CollectionViewDataSource,
        _ path: (ItemIdentifier, SectionIdentifier, Int) -> ElementPath?
    ) -> Bool {
        layoutIfNeeded()
        guard isShowing(source) else { return false }
        switch anchor {
        case .start: scroll(to: .start)
        case .end: scroll(to: .end)
        case .item(let item, let section, let index, let edge, let distance):
            guard let path = path(item, section, index) else { return false }
            scroll(to: .anchor(ScrollAnchor(path, edge: edge, distance: distance)))
        }
        return true
    }
}

extension CollectionView {
    /// Whether the list shows the current data of a data source, so that names in it are those of shown elements.
    private func isShowing(_ source: any CollectionViewDataSource) -> Bool { dataSource === source && showsData }
}

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
    /// - Returns: False, without scrolling, if the place no longer exists, or while the collection view does not show the
    ///   current data.
    @discardableResult
    public func scroll(to anchor: Anchor) -> Bool {
        collectionView?.scroll(to: anchor, in: self) { path(of: $0, in: $1, $2) } ?? false
    }

    private func path(of item: ItemIdentifier, in section: SectionIdentifier, _ index: Int) -> ElementPath? {
        let snapshot = snapshot()
        if let path = snapshot.indexPath(of: item) { return .item(path.item, inSection: path.section) }
        guard let section = snapshot.indexOfSection(section) else { return nil }
        let count = snapshot.numberOfItems(inSectionAt: section)
        return count == 0 ? nil : .item(min(max(0, index), count - 1), inSection: section)
    }
}

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
    /// - Returns: False, without scrolling, if the place no longer exists, or while the collection view does not show the
    ///   current data.
    @discardableResult
    public func scroll<ItemIdentifier>(to anchor: ListAnchor<String, ItemIdentifier>) -> Bool {
        let scrolls = collectionView?.scroll(to: anchor, in: list) { item, section, index in
            guard let listed = listed(named: section), let place = listed.index else { return nil }
            if let item = listed.position(ofItem: item) { return .item(item, inSection: place) }
            let count = list.collectionView?.numberOfItems(inSection: place) ?? 0
            return count == 0 ? nil : .item(min(max(0, index), count - 1), inSection: place)
        }
        return scrolls ?? false
    }
}
