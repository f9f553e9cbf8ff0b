import Foundation
import ListEngine
import ListEngineLayout

// Places in the list.
extension RowSection {
    /// Scrolls to a share of the rows, as a scroll bar's thumb does: 0 is the first row, 1 the last.
    /// - Returns: The position of the row among all rows; nil if there are none.
    @discardableResult
    public func scroll(toFraction fraction: Double) -> Int? {
        guard rows.numberOfItems > 0 else { return nil }
        let share = fraction.isNaN ? 0 : min(max(0, fraction), 1)
        let position = Int(share * Double(rows.numberOfItems - 1))
        scroll(toItem: position, .start)
        return position
    }

    /// Scrolls to the row with a key, or to the first row after it. If it is not loaded, it is read first.
    /// - Parameter completion: Called once, with whether the list was scrolled.
    public func scroll(
        to key: Source.Key, at position: ItemScrollPosition = .start, completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        rows.load(key) { [weak self] item in
            if let item { self?.scroll(toItem: item, position) }
            completion?(item != nil)
        }
    }

    private func scroll(toItem item: Int, _ position: ItemScrollPosition) {
        if let path = listPath(of: item) { list?.collectionView?.scrollToItem(at: path, at: position, animated: false) }
    }
}

extension RowSection where Source.Key: Hashable {
    /// The place of a list by the key of a row. It can be stored if the key can.
    public typealias Anchor = ListAnchor<String, Source.Key>

    /// The place that the collection view keeps, by the key of a row. Nil if the row there is not loaded, or belongs to another section.
    public func listAnchor() -> Anchor? {
        guard let list, let view = list.collectionView else { return nil }
        return view.listAnchor(in: list) { [self] path in
            guard let position = position(ofListItem: path.indexPath), let key = rows.key(at: position) else {
                return nil
            }
            return (listIdentifier, key)
        }
    }

    /// Scrolls to a place, even if its row is not loaded: it is read first. If the row was deleted, the first one after it takes its place.
    ///
    /// From then on, the row stays where it is on the screen while counts and other rows arrive.
    /// - Parameter completion: Called once, with whether the list was scrolled.
    public func scroll(to anchor: Anchor, completion: (@MainActor (Bool) -> Void)? = nil) {
        guard case .item(let key, _, _, _, _) = anchor else {
            completion?(scroll(to: anchor, position: nil))
            return
        }
        rows.load(key) { [weak self] position in
            completion?(position != nil && self?.scroll(to: anchor, position: position) ?? false)
        }
    }

    private func scroll(to anchor: Anchor, position: Int?) -> Bool {
        guard let list, let view = list.collectionView else { return false }
        return view.scroll(to: anchor, in: list, animated: false) { _, _, _ in
            position.flatMap { listPath(of: $0) }.flatMap { ElementPath($0) }
        }
    }

    /// The place, and the selected and expanded rows.
    public var state: RowSectionState<Source.Key, Source.ID> {
        RowSectionState(place: listAnchor(), selection: selection, expansion: expansion)
    }

    /// Selects and expands the rows of a stored state, and scrolls to its place.
    /// - Parameter completion: Called once, with whether the list was scrolled. A state without a place scrolls nothing.
    public func restore(
        _ state: RowSectionState<Source.Key, Source.ID>, completion: (@MainActor (Bool) -> Void)? = nil
    ) {
        select(state.selection)
        expand(state.expansion)
        if let place = state.place { scroll(to: place, completion: completion) } else { completion?(false) }
    }
}
