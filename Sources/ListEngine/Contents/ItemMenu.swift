/// A menu that every host draws.
///
///     ListBlock("mails", mails) { mail in ItemContent(mail.subject) }
///         .menu { mail in
///             CollectionContextMenu(ItemMenu([
///                 ItemMenu.Action("Mark as read") { mails[mail.id].isRead = true },
///                 ItemMenu.Action("Delete all", isDestructive: true) { mails = [] },
///             ]))
///         }
@MainActor
public struct ItemMenu {
    public struct Action {
        public var title: String
        /// Whether the action loses something, so that it is shown in the colour of errors.
        public var isDestructive: Bool
        public var isEnabled = true
        /// Whether a check mark is shown. Nil leaves no room for one.
        public var isChecked: Bool?
        public var perform: @MainActor () -> Void

        public init(
            _ title: String, isDestructive: Bool = false, perform: @escaping @MainActor () -> Void
        ) {
            self.title = title
            self.isDestructive = isDestructive
            self.perform = perform
        }
    }

    public var actions: [Action]

    public init(_ actions: [Action]) { self.actions = actions }
}

extension CollectionContextMenu {
    /// A menu that every host draws.
    public init(_ menu: ItemMenu) { self.init(payload: menu) }
}
