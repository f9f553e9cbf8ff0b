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
    package func listAnchor<SectionIdentifier, ItemIdentifier>(
        in source: any CollectionViewDataSource,
        _ names: (ElementPath) -> (section: SectionIdentifier, item: ItemIdentifier)?
    ) -> ListAnchor<SectionIdentifier, ItemIdentifier>? {
        layoutIfNeeded()
        guard isShowing(source) else { return nil }
        switch anchoring.keptPlace(in: self).subject {
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
    ///   - animated: Whether the host scrolls there smoothly.
    ///   - path: Returns the position of an item, or of the item that replaces it.
    /// - Returns: False, without scrolling, if the place does not exist.
    package func scroll<SectionIdentifier, ItemIdentifier>(
        to anchor: ListAnchor<SectionIdentifier, ItemIdentifier>, in source: any CollectionViewDataSource,
        animated: Bool,
        _ path: (ItemIdentifier, SectionIdentifier, Int) -> ElementPath?
    ) -> Bool {
        layoutIfNeeded()
        guard isShowing(source) else { return false }
        let target: ScrollTarget
        switch anchor {
        case .start: target = .start
        case .end: target = .end
        case .item(let item, let section, let index, let edge, let distance):
            guard let path = path(item, section, index) else { return false }
            target = .anchor(ScrollAnchor(path, edge: edge, distance: distance))
        }
        scrolling.scroll(to: target, animated: animated)
        layoutIfNeeded()
        return true
    }
}

extension CollectionView {
    /// Whether the list shows the current data of a data source, so that names in it are those of shown elements.
    private func isShowing(_ source: any CollectionViewDataSource) -> Bool { isUpdated(by: source) && showsData }
}
