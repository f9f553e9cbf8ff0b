import Foundation
import ListEngineDiff
import ListEngineLayout

// The state of items by their identifiers. The collection view remembers which items are selected and focused when an update, a
// filter or a reload removes them, until the user or the program replaces the selection.
extension DiffableDataSource {
    /// The selected items that are in the list, in reading order. Setting it replaces the selection and does not call the
    /// delegate. An item that was removed from the list is selected when it is inserted again. If only one item can be
    /// selected, the first one is selected.
    ///
    /// Empty while the collection view does not show the data source's current data: in callbacks that lay out an update, for
    /// example.
    /// - Complexity: O(selected items), and O(list) when set.
    public var selectedItemIdentifiers: [ItemIdentifier] {
        get {
            guard let list = collectionView else { return [] }
            list.layoutIfNeeded()
            guard list.showsData else { return [] }
            return list.selection.sorted.compactMap { current.item(at: $0) }
        }
        set {
            guard let list = collectionView else { return }
            list.layoutIfNeeded()
            list.selection.replace(by: newValue.compactMap { current.number(of: $0).map { .number($0) } })
        }
    }

    /// The item that receives keys, if it is in the list. See ``CollectionView/focusedIndexPath``.
    public var focusedItemIdentifier: ItemIdentifier? {
        get {
            guard let list = collectionView, list.showsData else { return nil }
            return list.focusedIndexPath.flatMap { itemIdentifier(for: $0) }
        }
        set {
            guard let list = collectionView else { return }
            list.layoutIfNeeded()
            if list.showsData { list.focusedIndexPath = newValue.flatMap { indexPath(for: $0) } }
        }
    }
}
