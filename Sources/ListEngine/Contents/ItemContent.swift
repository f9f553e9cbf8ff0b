/// The content of a ready-made cell: a title, other text and signs around it, and controls.
///
///     ListBlock("mails", mails) { mail in
///         var content = ItemContent(mail.subject, subtitle: mail.sender, trailing: mail.time)
///         content.mark = mail.isRead ? nil : .unread
///         content.accessories = [.disclosure]
///         return content
///     }
///
/// A content is a value that needs no toolkit. A ``ContentCell`` holds it, or a ``ContentView`` for headers and footers.
/// Each host draws it with the means of its platform: a terminal as lines of text, a window as widgets.
///
/// Two contents are equal if they look the same: the handlers of accessories are not compared. A cell that receives an
/// equal content is not drawn again.
///
/// Assistive technologies read the same content. See ``accessibilityLabel`` and ``accessibilityValue``.
public struct ItemContent: Sendable, Equatable {
    /// The main text. Hosts that search for typed characters compare them with it.
    public var title: String

    /// Text in smaller or weaker letters below the title.
    public var subtitle: String?

    /// Text in weaker letters at the trailing edge, such as a time or a size.
    public var trailing: String?

    /// The picture at the leading edge.
    public var image: ItemImage?

    /// A short text in a coloured field at the trailing edge, such as a number of new messages.
    public var badge: String?

    /// A sign at the leading edge.
    public var mark: ItemMark?

    /// The part that is done, from 0 to 1. Nil shows no bar. Values outside of the range count as its nearest end, and a
    /// value that is not a number as 0.
    public var progress: Double?

    /// The colour behind the content. Nil is the background of the list.
    public var background: ItemColor?

    /// The line below the item. Nil is that of the list's appearance.
    public var separator: ItemSeparator?

    /// The colour of mark, badge, progress and of an image that is a symbol. Nil is the accent colour of the platform.
    public var tint: ItemColor?

    /// Whether the content is drawn in weak colours, as something that cannot be chosen.
    public var isDimmed = false

    /// The controls at the trailing edge, in order. An outline expander is at the leading edge.
    public var accessories: [ItemAccessory]

    /// The number of steps by which the content is indented. Nil is the level of the item in an outline, or 0.
    public var indentation: Int?

    /// The most lines of the title: it wraps up to this number, and the rest is cut off. 0 means any number.
    public var titleLineLimit = 1

    /// The most lines of the subtitle. 0 means any number.
    public var subtitleLineLimit = 1

    /// The text that assistive technologies read instead of the title.
    public var accessibilityLabel: String?

    /// The text that assistive technologies read after the label. Nil is composed of subtitle, trailing text, badge, mark, progress
    /// and the state of a switch, with English words for the last three.
    public var accessibilityValue: String?

    public init(
        _ title: String = "", subtitle: String? = nil, trailing: String? = nil, image: ItemImage? = nil,
        badge: String? = nil, mark: ItemMark? = nil, progress: Double? = nil, accessories: [ItemAccessory] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.trailing = trailing
        self.image = image
        self.badge = badge
        self.mark = mark
        self.progress = progress
        self.accessories = accessories
    }

    /// An item that says that others are being loaded.
    ///
    ///     let content = ItemContent.loading { [weak dataSource] in dataSource?.cancelLoading(childrenOf: 1) }
    /// - Parameter cancel: Stops loading when the user presses a button. Nil shows none.
    public static func loading(
        _ title: String = ListText.loading.text, cancel: (@MainActor () -> Void)? = nil
    ) -> ItemContent {
        var content = ItemContent(title, accessories: [.activity])
        if let cancel { content.accessories.append(.button(ListText.cancel.text, cancel)) }
        content.isDimmed = true
        return content
    }

    /// An item that says that others could not be loaded.
    ///
    ///     let content = ItemContent.failed("The folder cannot be read") { [weak dataSource] in dataSource?.loadAgain(childrenOf: 1) }
    /// - Parameters:
    ///   - text: The reason.
    ///   - retry: Loads again when the user presses a button. Nil shows none.
    public static func failed(
        _ title: String = ListText.notLoaded.text, text: String? = nil, retry: (@MainActor () -> Void)? = nil
    ) -> ItemContent {
        var content = ItemContent(title, subtitle: text, image: .icon("dialog-warning-symbolic", text: "!"))
        content.tint = .warning
        content.subtitleLineLimit = 0
        if let retry { content.accessories = [.button(ListText.tryAgain.text, retry)] }
        return content
    }

    /// ``progress`` as a host draws it: from 0 to 1.
    public var shownProgress: Double? { progress.map { $0 > 0 ? min($0, 1) : 0 } }
}

/// A sign at the leading edge of an item.
public enum ItemMark: Sendable, Hashable {
    /// The user has not seen the item: a dot.
    case unread
    /// The item is done: a check mark.
    case checked
    /// The item can be done, and is not: an empty field for a check mark.
    case unchecked
}
