#if GTK
    import CGTK
    import GLibMainActor

    /// The display of the user's session.
    enum GTKDisplay {
        /// Opens the display, if GTK was not used before, and lets GLib's main loop run the main actor. Returns false if there is no
        /// display.
        @MainActor
        static func open() -> Bool {
            GLibMainLoop.attach()
            return gtk_init_check() != 0
        }
    }

    /// Why a list cannot be shown in a window.
    public enum GTKHostError: Error, CustomStringConvertible {
        case noDisplay

        public var description: String {
            "GTK cannot open a display. Expected a Wayland or X11 session in WAYLAND_DISPLAY or DISPLAY."
        }
    }
#endif
