import Foundation
import ListEngineLayout

/// Supplies the numbers of sections and items of a list, and the views that show them.
///
/// The collection view holds a weak reference to its data source.
@MainActor
public protocol CollectionViewDataSource: AnyObject {
    /// Called before the list loads data from the data source. A data source that shows a copy of its model makes the
    /// copy here. The other methods must not change the data. The default does nothing.
    func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope)

    /// Returns the number of sections. The default is 1.
    func numberOfSections(in collectionView: CollectionView) -> Int

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int

    /// Returns the cell for an item. It is usually a dequeued cell.
    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell

    /// Returns the view for a header, a footer or a supplementary item. If it returns nil, the default, a
    /// ``PlaceholderView`` is shown and a diagnostic is reported.
    /// - Parameter indexPath: The index path. For elements of the list itself it consists of their index only.
    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView?

    /// Returns a section's title in the index of the list, such as the first letter of its names. If it returns nil, the
    /// default, the section is not in the index. See ``CollectionView/indexTitles``.
    func collectionView(_ collectionView: CollectionView, indexTitleForSection section: Int) -> String?

    /// Returns the content of an item in a column of a table, for copying, typing ahead and editing. Also called
    /// for items that are not visible. If it returns nil, the default, ready-made fields on the screen can be copied, and no field can be edited.
    /// - Parameter column: The `Column.id` of the column. In a list without columns it is ``TableField/title``.
    func collectionView(
        _ collectionView: CollectionView, field column: String, ofItemAt indexPath: IndexPath
    ) -> TableField?

    /// Returns whether the user can move an item. The default is false.
    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool

    /// Called after the user moved an item. Move the item in the data. The list shows the new order after this method
    /// returns, and does not load cells. The default does nothing.
    /// - Parameters:
    ///   - sourceIndexPath: The old position of the item.
    ///   - destinationIndexPath: The new position, counted after the item was removed from the old one.
    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)

    /// Called when the user deletes an item, or inserts one at its position. Change the data and update the
    /// collection view, as for any other update. The default does nothing.
    func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath)

    /// Called when the user presses an arrow key on the focused item: the one toward the end of a line expands an item of an
    /// outline, the other one collapses it. If it returns false, the default, the key moves the focus.
    func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool
}

extension CollectionViewDataSource {
    public func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {}

    public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

    public func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? { nil }

    public func collectionView(_ collectionView: CollectionView, indexTitleForSection section: Int) -> String? { nil }

    public func collectionView(
        _ collectionView: CollectionView, field column: String, ofItemAt indexPath: IndexPath
    ) -> TableField? { nil }

    public func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }

    public func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}

    public func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {}

    public func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool { false }
}

extension CalledUpdates {
    /// The part of the data that is loaded from the data source; nil if there is none.
    var scope: CollectionViewLoadScope? {
        let isOfItems =
            deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty && movedSections.isEmpty
        guard isOfItems else { return .sections }
        return deletedItems.isEmpty && insertedItems.isEmpty && reloadedItems.isEmpty && movedItems.isEmpty
            ? nil : .items
    }

    var isEmpty: Bool { scope == nil && reconfiguredItems.isEmpty }
}
