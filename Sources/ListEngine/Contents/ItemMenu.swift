/// A menu that every host draws.
///
///     ListBlock("mails", mails) { mail in ItemContent(mail.subject) }
///         .menu { mail in
///             CollectionContextMenu(ItemMenu([
///                 .action(ItemMenu.Action("Mark as read", isChecked: mail.isRead) { mails[mail.id].isRead.toggle() }),
///                 .submenu("Move to", ["Work", "Home"].map { folder in .action(ItemMenu.Action(folder) { print(mail, folder) }) }),
///                 .section(elements: [
///                     .action(ItemMenu.Action("Delete", shortcut: .delete, isDestructive: true) { mails.remove(at: mail.id) })
///                 ]),
///             ]))
///         }
@MainActor
public struct ItemMenu {
    /// A line of a menu, or a group of lines.
    public enum Element {
        /// A line that performs an action.
        case action(Action)
        /// A menu that opens next to its title.
        case submenu(_ title: String, image: ItemImage? = nil, _ elements: [Element])
        /// Elements between lines, below a title if there is one.
        case section(_ title: String? = nil, elements: [Element])
    }

    /// What the user chooses in a menu.
    public struct Action {
        /// The text of the line.
        public var title: String
        /// Shown next to the title, by hosts whose menus have images.
        public var image: ItemImage?
        /// Keys that perform the action without the menu, while the list has the keyboard. See
        /// ``CollectionView/hostPerform(_:)``.
        public var shortcut: ItemShortcut?
        /// Whether the action loses something, so that it is shown in the colour of errors.
        public var isDestructive: Bool
        /// Whether the user can choose the action. If not, it is shown in a weak colour.
        public var isEnabled: Bool
        /// Whether a check mark is shown. Nil leaves no room for one.
        public var isChecked: Bool?
        /// Called when the user chooses the action.
        public var perform: @MainActor () -> Void

        /// - Parameter isChecked: Whether a check mark is shown. Nil leaves no room for one.
        public init(
            _ title: String, image: ItemImage? = nil, shortcut: ItemShortcut? = nil, isDestructive: Bool = false,
            isEnabled: Bool = true, isChecked: Bool? = nil, perform: @escaping @MainActor () -> Void
        ) {
            self.title = title
            self.image = image
            self.shortcut = shortcut
            self.isDestructive = isDestructive
            self.isEnabled = isEnabled
            self.isChecked = isChecked
            self.perform = perform
        }
    }

    /// The lines and groups of the menu, from top to bottom.
    public var elements: [Element]

    /// Creates a menu of lines, submenus and sections.
    public init(_ elements: [Element]) { self.elements = elements }

    /// Creates a menu without sections and submenus.
    @_disfavoredOverload  // for an empty array
    public init(_ actions: [Action]) { elements = actions.map { .action($0) } }

    /// All actions, in reading order, with those of sections and submenus.
    public var actions: [Action] { Self.actions(of: elements) }

    private static func actions(of elements: [Element]) -> [Action] {
        elements.flatMap { element in
            switch element {
            case .action(let action): [action]
            case .submenu(_, _, let elements), .section(_, let elements): actions(of: elements)
            }
        }
    }
}

extension CollectionContextMenu {
    /// A menu that every host draws.
    public init(_ menu: ItemMenu) { self.init(payload: menu) }
}
