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

    /// What holds now, edited or not.
    var canSelectNow: Bool { isEditing ? editing.canSelect || editing.canSelectMany : canSelect }
    var canSelectManyNow: Bool { isEditing ? editing.canSelectMany : canSelectMany }

    /// Where one item can be selected, leaves the first of several.
    private func keepOneSelected() {
        guard !canSelectManyNow, !selection.isEmpty else { return }
        for path in selection.sorted.dropFirst() { setSelected(path, false) }
    }
}
