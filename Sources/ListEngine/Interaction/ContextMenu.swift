/// A menu for one or several items. What is in it, the delegate and the host agree upon.
@MainActor
public struct CollectionContextMenu {
    /// Tells menus apart.
    public var identifier: AnyHashable?

    /// What the host shows: the engine does not look at it.
    public var payload: Any?

    public init(identifier: AnyHashable? = nil, payload: Any? = nil) {
        self.identifier = identifier
        self.payload = payload
    }
}

/// How an item looks while its menu opens or closes. The engine does not look at it.
@MainActor
public struct CollectionItemPreview {
    public var payload: Any?

    public init(payload: Any? = nil) { self.payload = payload }
}
