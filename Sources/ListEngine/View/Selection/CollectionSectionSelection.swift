import ListEngineLayout

// The rules for selecting an item while other items are selected, in a list with several providers. All lists made of
// sections use these rules.

/// The effect on the selection when the user chooses an item elsewhere.
public enum CollectionSectionSelectionPolicy: Sendable, Hashable {
    /// Items of one section can be selected at a time, or of one provider of several sections. While an item is selected,
    /// no item of another section can be. If the section allows a single selected item, that item must be deselected before
    /// another can be selected.
    case exclusive

    /// The new selection replaces the items that prevent it: the items of all other providers, and the provider's own
    /// item if it allows a single selected item.
    case swapping
}

/// The items of a provider that the user can select.
public struct CollectionSectionSelectionSettings: Sendable, Hashable {
    public var allowsSelection = true
    public var allowsMultipleSelection = false
    public var allowsSelectionDuringEditing = false
    public var allowsMultipleSelectionDuringEditing = false
    /// Whether moving the focus to an item selects it. If this is false, the host's default applies, unless the program sets
    /// ``CollectionView/selectionFollowsFocus``.
    public var selectionFollowsFocus = false

    public init() {}

    /// Whether an item may be selected, before the delegate is called.
    /// - Parameters:
    ///   - isEditing: Whether the list is being edited.
    ///   - hasSelection: Whether an item of the provider is selected.
    func allows(isEditing: Bool, hasSelection: Bool) -> Bool {
        allowsSelection && (!isEditing || allowsSelectionDuringEditing)
            && (!hasSelection || allowsMultipleSelection)
            && (!isEditing || !hasSelection || allowsMultipleSelectionDuringEditing)
    }

    func allowsMany(isEditing: Bool) -> Bool {
        allowsMultipleSelection && (!isEditing || allowsMultipleSelectionDuringEditing)
    }

    /// The list must allow what a provider allows. Nothing is disallowed again, because other providers may need it.
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
    /// Whether the user may select an item of some sections, before delegates are called.
    /// - Parameters:
    ///   - own: The sections of the item's provider.
    ///   - settings: The provider's settings. Nil means that the list's own settings apply.
    ///   - policy: Nil means that the selection elsewhere does not matter.
    /// - Complexity: O(sections with selected items).
    func allowsSelection(
        in own: Range<Int>, _ settings: CollectionSectionSelectionSettings?,
        _ policy: CollectionSectionSelectionPolicy?
    ) -> Bool {
        var hasSelection = false
        for section in selection.items.sections {
            if own.contains(section) {
                hasSelection = true
            } else if policy == .exclusive {
                return false
            }
        }
        return settings?.allows(isEditing: isEditing, hasSelection: hasSelection && policy != .swapping) ?? true
    }

    /// Deselects the items that a new selection replaces, and notifies the delegate.
    /// - Parameters:
    ///   - own: The sections of the item's provider.
    ///   - keepsOwn: Whether several items of the provider can be selected.
    func swapSelection(for chosen: ElementPath, in own: Range<Int>, keepsOwn: Bool) {
        positions.following(chosen) { item in
            let changes = positions.changes
            selection.deselectAndTell { other in
                // If the list changed, the sections have other indices.
                positions.changes == changes && other != item.path && !(keepsOwn && own.contains(other.section))
            }
        }
    }
}
