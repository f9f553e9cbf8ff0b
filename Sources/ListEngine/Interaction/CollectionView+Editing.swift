import Foundation
import ListEngineLayout

/// What the user can do with a list while it is being edited.
struct EditingState {
    var isEditing = false
    var canSelect = false
    var canSelectMany = false
    var followsFocus = false
}

extension CollectionView {
    /// The list is being edited: cells show it, and what can be selected is another question. False by default.
    public var isEditing: Bool {
        get { editing.isEditing }
        set {
            guard newValue != editing.isEditing else { return }
            editing.isEditing = newValue
            keepOneSelected()
            for cell in visibleCells { cell.isEditing = newValue }
        }
    }

    /// The user can select items while the list is being edited. False by default.
    public var allowsSelectionDuringEditing: Bool {
        get { editing.canSelect }
        set { editing.canSelect = newValue }
    }

    /// The user can select several items while the list is being edited. False by default.
    public var allowsMultipleSelectionDuringEditing: Bool {
        get { editing.canSelectMany }
        set {
            editing.canSelectMany = newValue
            keepOneSelected()
        }
    }

    /// Moving the focus to an item selects it. False by default.
    public var selectionFollowsFocus: Bool {
        get { editing.followsFocus }
        set { editing.followsFocus = newValue }
    }

    // MARK: By the user

    /// The user has chosen the button that deletes an item, or inserts one, which cells show while the list is being
    /// edited. The data source is told, where the delegate lets the item be edited.
    /// - Parameter indexPath: What is not in the list is reported.
    /// - Returns: False where the item cannot be edited.
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

    /// What holds now, edited or not.
    var canSelectNow: Bool { isEditing ? editing.canSelect || editing.canSelectMany : canSelect }
    var canSelectManyNow: Bool { isEditing ? editing.canSelectMany : canSelectMany }

    /// Where one item can be selected, leaves the first of several.
    func keepOneSelected() {
        guard !canSelectManyNow, let first = selection.items.min() else { return }
        positions.following(first) { item in deselect { $0 != item.path } }
    }
}
