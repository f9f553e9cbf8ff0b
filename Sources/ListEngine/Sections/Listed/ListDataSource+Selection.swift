import Foundation
import ListEngineLayout

extension ListDataSource {
    /// Returns the selected items of a section that are in the list, in reading order.
    ///
    /// Empty while the collection view does not show the list's current data: in callbacks that lay out an update, for example.
    /// - Parameters:
    ///   - section: The identifier of the section.
    ///   - type: The type of the section's item identifiers.
    /// - Complexity: O(selected items).
    public func selectedItems<ItemIdentifier>(
        inSection section: String, ofItems type: ItemIdentifier.Type = String.self
    ) -> [ItemIdentifier] {
        guard let collectionView else { return [] }
        collectionView.layoutIfNeeded()
        guard collectionView.showsData, let listed = listed(named: section), let place = listed.index else { return [] }
        return collectionView.selection.sorted.compactMap {
            $0.section == place ? listed.identifier(ofItem: $0.item, as: type) : nil
        }
    }

    /// Replaces the selected items of the whole list by some items of a section. Does not call the delegate. An item that is not
    /// in the list is selected when it is inserted. If only one item can be selected, the first one is selected.
    /// - Complexity: O(list).
    public func selectItems<ItemIdentifier: Hashable>(_ items: [ItemIdentifier], inSection section: String) {
        collectionView?.selection.replace(
            by: items.map { .name(AnyHashable(ItemOfSection(section: section, item: $0))) })
    }
}
