/// A menu for one or several items. The delegate and the host agree on its content.
@MainActor
public struct CollectionContextMenu {
    /// The identifier of the menu.
    public var identifier: AnyHashable?

    /// The content for the host. The engine does not read it.
    public var payload: Any?

    public init(identifier: AnyHashable? = nil, payload: Any? = nil) {
        self.identifier = identifier
        self.payload = payload
    }
}

/// The appearance of an item while its menu opens or closes, for hosts that lift the item.
@MainActor
public struct CollectionItemPreview {
    /// The preview for the host. `UIKitHost` shows a `UITargetedPreview`. The engine does not read it.
    public var payload: Any?

    public init(payload: Any? = nil) { self.payload = payload }
}
