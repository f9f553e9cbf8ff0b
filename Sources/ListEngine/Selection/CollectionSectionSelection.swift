import ListEngineLayout

// What can be selected besides what is selected already, in a list of several providers: one rule for all lists that are put
// together from sections.

/// What becomes of a selection when the user chooses an item elsewhere.
public enum CollectionSectionSelectionPolicy: Sendable, Hashable {
    /// One provider at a time: while an item of one provider is selected, no other provider's can be; and where a provider
    /// allows one selected item, that has to be deselected before another can be selected.
    case exclusiveProvider

    /// The new selection takes the place of what is in its way: of all other providers', and where the provider allows one
    /// selected item, of its own.
    case swapping
}

/// What the user can select of a provider.
public struct CollectionSectionSelectionSettings: Sendable, Hashable {
    public var allowsSelection = true
    public var allowsMultipleSelection = false
    public var allowsSelectionDuringEditing = false
    public var allowsMultipleSelectionDuringEditing = false
    public var selectionFollowsFocus = false

    public init() {}

    /// Whether an item may be selected, before the delegate is asked.
    /// - Parameters:
    ///   - isEditing: The list is being edited.
    ///   - hasSelection: An item of the provider is selected.
    func allows(isEditing: Bool, hasSelection: Bool) -> Bool {
        allowsSelection && (!isEditing || allowsSelectionDuringEditing)
            && (!hasSelection || allowsMultipleSelection)
            && (!isEditing || !hasSelection || allowsMultipleSelectionDuringEditing)
    }

    func allowsMany(isEditing: Bool) -> Bool {
        allowsMultipleSelection && (!isEditing || allowsMultipleSelectionDuringEditing)
    }

    /// What a provider allows the list has to allow. Nothing that is allowed is taken back: others may need it.
    @MainActor
    func raiseFlags(of view: CollectionView) {
        if allowsSelection { view.allowsSelection = true }
        if allowsMultipleSelection { view.allowsMultipleSelection = true }
        if allowsSelectionDuringEditing { view.allowsSelectionDuringEditing = true }
        if allowsMultipleSelectionDuringEditing { view.allowsMultipleSelectionDuringEditing = true }
        if selectionFollowsFocus { view.selectionFollowsFocus = true }
    }
}

extension CollectionView {
    /// Whether the user may select an item of some sections, before delegates are asked.
    /// - Parameters:
    ///   - own: The sections of the item's provider.
    ///   - settings: Of the provider; nil: it says nothing, and what the list allows it does.
    ///   - policy: Nil: what is selected elsewhere does not matter.
    /// - Complexity: O(selected items).
    func allowsSelection(
        in own: Range<Int>, _ settings: CollectionSectionSelectionSettings?,
        _ policy: CollectionSectionSelectionPolicy?
    ) -> Bool {
        var hasSelection = false
        for path in selection.items {
            if own.contains(path.section) {
                hasSelection = true
            } else if policy == .exclusiveProvider {
                return false
            }
        }
        return settings?.allows(isEditing: isEditing, hasSelection: hasSelection && policy != .swapping) ?? true
    }

    /// Takes back what a new selection replaces, and tells the delegate.
    /// - Parameters:
    ///   - own: The sections of the item's provider.
    ///   - keepsOwn: Several items of them can be selected.
    func swapSelection(for chosen: ElementPath, in own: Range<Int>, keepsOwn: Bool) {
        positions.following(chosen) { item in
            let changes = positions.changes
            deselectAndTell { other in
                // Where the list has changed, the sections are others.
                positions.changes == changes && other != item.path && !(keepsOwn && own.contains(other.section))
            }
        }
    }
}
