#if GTK
    /// Why a list cannot be shown in a window.
    public enum GTKHostError: Error, CustomStringConvertible {
        case noDisplay

        public var description: String {
            "GTK cannot open a display. Expected a Wayland or X11 session in WAYLAND_DISPLAY or DISPLAY."
        }
    }
#endif
