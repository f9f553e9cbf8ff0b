/// A control or a sign at the edge of a ready-made cell.
///
///     ListBlock("settings", settings) { setting in
///         ItemContent(setting.name, accessories: [.toggle(setting.isOn) { isOn in settings[setting.id].isOn = isOn }])
///     }
///
/// The state of a control lives in the program's data. When the user changes it, the handler receives the new value. It
/// changes the data and shows the list again. A handler that changes nothing leaves the old value in the data, and the next
/// build shows it.
///
/// A handler is called for changes by the user only, not when the program sets a new content.
public struct ItemAccessory: Sendable, Equatable {
    public enum Kind: Sendable, Hashable {
        /// The item leads to another page.
        case disclosure
        /// The item is chosen among others.
        case checkmark
        case toggle(isOn: Bool)
        case button(title: String)
        /// A field for text. The placeholder is shown while it is empty.
        case entry(text: String, placeholder: String)
        /// Shows or hides the children of an item in an outline. The state is ``CollectionViewCell/outlineState``, and a
        /// host shows nothing if that is nil or if the item has no children.
        case outline
        /// The user drags the item by this handle.
        case reorder
        /// Deletes the item.
        case delete
        /// Inserts an item.
        case insert
        /// A sign that something is being loaded.
        case activity
        /// Shows whether the item is selected. A click selects or deselects it, and a drag from one mark to another selects all
        /// items between them.
        case selection
    }

    /// A change of a control by the user.
    public enum Change: Sendable, Hashable {
        case pressed
        case switched(isOn: Bool)
        case edited(text: String)
    }

    /// When an accessory is shown.
    public enum Visibility: Sendable, Hashable {
        case always
        /// While the list is being edited. See ``CollectionView/isEditing``.
        case whileEditing
        case whileNotEditing
    }

    public var kind: Kind

    /// Whether the user can use the control.
    public var isEnabled = true

    public var visibility: Visibility

    /// The name that assistive technologies read. Nil is the title of a button, or an English word.
    public var accessibilityLabel: String?

    var handler: (@MainActor (Change) -> Void)?

    /// - Parameter handler: Receives what the user does.
    public init(
        _ kind: Kind, visibility: Visibility = .always, handler: (@MainActor (Change) -> Void)? = nil
    ) {
        self.kind = kind
        self.visibility = visibility
        self.handler = handler
    }

    /// Whether two accessories look the same. Handlers are not compared.
    public static func == (one: ItemAccessory, other: ItemAccessory) -> Bool {
        one.kind == other.kind && one.isEnabled == other.isEnabled && one.visibility == other.visibility
            && one.accessibilityLabel == other.accessibilityLabel
    }

    // MARK: Accessories by name

    public static let activity = ItemAccessory(.activity)
    public static let disclosure = ItemAccessory(.disclosure)
    public static let checkmark = ItemAccessory(.checkmark)
    /// The expander of an item in an outline.
    public static let outline = ItemAccessory(.outline)
    /// The handle by which the user drags the item. It is shown while the list is being edited.
    public static let reorder = ItemAccessory(.reorder, visibility: .whileEditing)

    /// A switch.
    /// - Parameter changed: Receives the state that the user wants.
    public static func toggle(_ isOn: Bool, _ changed: @escaping @MainActor (Bool) -> Void) -> ItemAccessory {
        ItemAccessory(.toggle(isOn: isOn)) { if case .switched(let isOn) = $0 { changed(isOn) } }
    }

    public static func button(_ title: String, _ pressed: @escaping @MainActor () -> Void) -> ItemAccessory {
        ItemAccessory(.button(title: title)) { _ in pressed() }
    }

    /// A field for text.
    /// - Parameter changed: Receives the text that the user wants.
    public static func entry(
        _ text: String, placeholder: String = "", _ changed: @escaping @MainActor (String) -> Void
    ) -> ItemAccessory {
        ItemAccessory(.entry(text: text, placeholder: placeholder)) { if case .edited(let text) = $0 { changed(text) } }
    }

    /// A button that deletes the item. It is shown while the list is being edited.
    /// - Parameter pressed: Deletes the item. Nil calls the data source, as ``CollectionView/hostCommit(_:forItemAt:)`` does.
    public static func delete(_ pressed: (@MainActor () -> Void)? = nil) -> ItemAccessory {
        guard let pressed else { return ItemAccessory(.delete, visibility: .whileEditing) }
        return ItemAccessory(.delete, visibility: .whileEditing) { _ in pressed() }
    }

    /// A button that inserts an item. It is shown while the list is being edited.
    /// - Parameter pressed: Inserts an item. Nil calls the data source, as ``CollectionView/hostCommit(_:forItemAt:)`` does.
    public static func insert(_ pressed: (@MainActor () -> Void)? = nil) -> ItemAccessory {
        guard let pressed else { return ItemAccessory(.insert, visibility: .whileEditing) }
        return ItemAccessory(.insert, visibility: .whileEditing) { _ in pressed() }
    }

    /// A mark that shows whether the item is selected, and changes it. It is shown while the list is being edited. Set
    /// ``CollectionView/allowsMultipleSelectionDuringEditing`` as well.
    public static let selection = ItemAccessory(.selection, visibility: .whileEditing)

    // MARK: Changes

    func isShown(whileEditing isEditing: Bool) -> Bool {
        switch visibility {
        case .always: true
        case .whileEditing: isEditing
        case .whileNotEditing: !isEditing
        }
    }

    /// Applies a change by the user.
    /// - Returns: False if the control cannot have it, or already has the value.
    mutating func apply(_ change: Change) -> Bool {
        guard isEnabled else { return false }
        switch (kind, change) {
        case (.toggle(let old), .switched(let new)):
            kind = .toggle(isOn: new)
            return new != old
        case (.entry(let old, let placeholder), .edited(let new)):
            kind = .entry(text: new, placeholder: placeholder)
            return new != old
        case (.button, .pressed), (.delete, .pressed), (.insert, .pressed), (.outline, .pressed),
            (.selection, .pressed):
            return true
        default: return false
        }
    }
}
