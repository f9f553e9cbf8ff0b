#if !GTK
    import Chat

    struct NoWindow: Error, CustomStringConvertible {
        var description: String { "this program was built without the trait GTK, so it has no window" }
    }

    /// Shows a chat in a window until the user closes it.
    @MainActor
    public func showChatWindow<Store: MessageStore>(_ store: Store) throws { throw NoWindow() }
#endif
