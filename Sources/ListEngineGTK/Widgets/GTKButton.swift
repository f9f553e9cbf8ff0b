#if GTK
    import CGTK

    /// A button with a title or an icon.
    public final class GTKButton: GTKWidget {
        public init(_ title: String, _ clicked: @escaping @MainActor () -> Void) {
            super.init { gtk_button_new_with_label(title) }
            on("clicked", clicked)
        }

        /// - Parameters:
        ///   - icon: The name of an icon of the theme.
        ///   - label: The name of the button for assistive technologies, and its tooltip.
        public init(icon: String, label: String, _ clicked: @escaping @MainActor () -> Void) {
            super.init { gtk_button_new_from_icon_name(icon) }
            accessibilityLabel = label
            tooltip = label
            on("clicked", clicked)
        }

        /// The title. Empty for a button with an icon.
        public var title: String {
            get { gtk_button_get_label(cast()).map { String(cString: $0) } ?? "" }
            set { if newValue != title { gtk_button_set_label(cast(), newValue) } }
        }

        /// The name of the icon; nil for a button with a title.
        public var icon: String? {
            get { gtk_button_get_icon_name(cast()).map { String(cString: $0) } }
            set { if let newValue, newValue != icon { gtk_button_set_icon_name(cast(), newValue) } }
        }
    }

    /// A switch.
    public final class GTKSwitch: GTKWidget {
        /// - Parameter changed: Receives each new state, also those that the program sets.
        public init(_ isOn: Bool = false, _ changed: @escaping @MainActor (Bool) -> Void = { _ in }) {
            super.init { gtk_switch_new() }
            aligned(vertically: .center)
            self.isOn = isOn
            // The widget can live longer than this object.
            nonisolated(unsafe) let widget = opaque
            on("notify::active") { changed(gtk_switch_get_active(widget) != 0) }
        }

        public var isOn: Bool {
            get { gtk_switch_get_active(opaque) != 0 }
            set { if newValue != isOn { gtk_switch_set_active(opaque, newValue ? 1 : 0) } }
        }
    }
#endif
