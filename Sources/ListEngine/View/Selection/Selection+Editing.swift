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
        get { selection.editing.isEditing }
        set {
            guard newValue != selection.editing.isEditing else { return }
            selection.editing.isEditing = newValue
            selection.keepOne()
            for cell in visibleCells { cell.isEditing = newValue }
        }
    }

    /// Whether the user can select items while the list is being edited. The default is false.
    public var allowsSelectionDuringEditing: Bool {
        get { selection.editing.canSelect }
        set { selection.editing.canSelect = newValue }
    }

    /// Whether the user can select several items while the list is being edited. The default is false.
    public var allowsMultipleSelectionDuringEditing: Bool {
        get { selection.editing.canSelectMany }
        set {
            selection.editing.canSelectMany = newValue
            selection.keepOne()
        }
    }

    /// Whether moving the focus to an item selects it. The default is false.
    public var selectionFollowsFocus: Bool {
        get { selection.editing.followsFocus }
        set { selection.editing.followsFocus = newValue }
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
}
