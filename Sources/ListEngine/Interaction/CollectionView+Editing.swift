import Foundation
import ListEngineLayout

/// The settings of a list for editing.
struct EditingState {
    var isEditing = false
    var canSelect = false
    var canSelectMany = false
    var followsFocus = false
}

extension CollectionView {
    /// Whether the list is being edited. Cells show it, and other settings apply to the selection. The default is
    /// false.
    public var isEditing: Bool {
        get { editing.isEditing }
        set {
            guard newValue != editing.isEditing else { return }
            editing.isEditing = newValue
            keepOneSelected()
            for cell in visibleCells { cell.isEditing = newValue }
        }
    }

    /// Whether the user can select items while the list is being edited. The default is false.
    public var allowsSelectionDuringEditing: Bool {
        get { editing.canSelect }
        set { editing.canSelect = newValue }
    }

    /// Whether the user can select several items while the list is being edited. The default is false.
    public var allowsMultipleSelectionDuringEditing: Bool {
        get { editing.canSelectMany }
        set {
            editing.canSelectMany = newValue
            keepOneSelected()
        }
    }

    /// Whether moving the focus to an item selects it. The default is false.
    public var selectionFollowsFocus: Bool {
        get { editing.followsFocus }
        set { editing.followsFocus = newValue }
    }

    // MARK: Editing by the user

    /// Reports that the user chose the delete or insert button, which a cell shows while the list is being edited.
    /// The data source is called if the delegate allows editing the item.
    /// - Parameter indexPath: The item. An index path that is not in the list is reported.
    /// - Returns: False if the item cannot be edited.
    @discardableResult
    public func hostCommit(_ editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath) -> Bool {
        guard isReadyForUser(), let path = known(indexPath), let dataSource else { return false }
        return positions.following(path) { item in
            guard delegate?.collectionView(self, canEditItemAt: indexPath) ?? true, let path = item.path,
                dataSource === self.dataSource
            else { return false }
            dataSource.collectionView(self, commit: editingStyle, forItemAt: path.indexPath)
            return true
        }
    }

    /// The settings that apply now, during editing or otherwise.
    var canSelectNow: Bool { isEditing ? editing.canSelect || editing.canSelectMany : canSelect }
    var canSelectManyNow: Bool { isEditing ? editing.canSelectMany : canSelectMany }

    /// If a single item can be selected, keeps only the first selected item.
    func keepOneSelected() {
        guard !canSelectManyNow, let first = selection.items.min() else { return }
        positions.following(first) { item in deselect { $0 != item.path } }
    }
}
