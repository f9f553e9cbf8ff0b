#if !GTK
    struct NoWindow: Error, CustomStringConvertible {
        var description: String { "this program was built without the trait GTK, so it has no window" }
    }

    /// Shows a file in a window until the user closes it.
    @MainActor
    public func showTableWindow(_ path: String) async throws -> [String] { throw NoWindow() }
#endif
