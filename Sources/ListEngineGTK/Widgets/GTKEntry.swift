#if GTK
    import CGTK
    import CListEngineGTK

    /// A field for a line of text.
    public final class GTKEntry: GTKWidget {
        public enum Kind: Sendable {
            case text
            /// With the sign of a search, and a button that empties it.
            case search
        }

        /// - Parameter changed: Receives the text after each change, also after those by the program.
        public init(
            _ text: String = "", placeholder: String = "", kind: Kind = .text,
            _ changed: @escaping @MainActor (String) -> Void = { _ in }
        ) {
            super.init { kind == .search ? gtk_search_entry_new() : gtk_entry_new() }
            self.text = text
            self.placeholder = placeholder
            le_gtk_set_placeholder(pointer, placeholder)
            // A search entry reports "search-changed" after a pause; here every key counts.
            // The widget can live longer than this object.
            nonisolated(unsafe) let widget = opaque
            on("changed") { changed(String(cString: gtk_editable_get_text(widget))) }
        }

        /// The text. If the program sets another one, the cursor stays at its character as far as the text has so many.
        public var text: String {
            get { String(cString: gtk_editable_get_text(opaque)) }
            set {
                guard newValue != text else { return }
                let cursor = gtk_editable_get_position(opaque)
                gtk_editable_set_text(opaque, newValue)
                gtk_editable_set_position(opaque, min(cursor, CInt(clamping: newValue.unicodeScalars.count)))
            }
        }

        /// The text that is shown while the field is empty.
        public var placeholder = "" {
            didSet { if placeholder != oldValue { le_gtk_set_placeholder(pointer, placeholder) } }
        }

        /// The usual width, in characters. Nil is that of the theme.
        public var width: Int? {
            didSet { gtk_editable_set_width_chars(opaque, CInt(clamping: width ?? -1)) }
        }

        /// Moves the cursor behind the text.
        public func moveCursorToEnd() { gtk_editable_set_position(opaque, -1) }

        /// Selects the whole text.
        public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }
    }
#endif
