#if GTK
    import CGTK
    import CListEngineGTK

    /// A window with a bar for its title, and one widget in it.
    public final class GTKWindow: GTKWidget {
        /// - Parameters:
        ///   - title: The text in the bar.
        ///   - width: The width at first, in points.
        ///   - height: The height at first, in points.
        ///   - hasBar: Whether the window draws the bar. Otherwise the desktop does, if it draws bars.
        public init(_ title: String, width: Int = 400, height: Int = 600, hasBar: Bool = true) {
            super.init { gtk_window_new() }
            if hasBar { gtk_window_set_titlebar(cast(), bar.pointer) }
            gtk_window_set_default_size(cast(), CInt(clamping: width), CInt(clamping: height))
            self.title = title
        }

        /// The bar with the title.
        private lazy var bar = GTKWidget { gtk_header_bar_new() }

        public var title: String {
            get { gtk_window_get_title(cast()).map { String(cString: $0) } ?? "" }
            set { gtk_window_set_title(cast(), newValue) }
        }

        /// The widget in the window.
        public var child: GTKWidget? {
            didSet { gtk_window_set_child(cast(), child?.pointer) }
        }

        /// Adds a widget to the bar. It is not shown in a window that does not draw the bar.
        public func addToBar(_ widget: GTKWidget, atEnd: Bool = false) {
            if atEnd {
                gtk_header_bar_pack_end(bar.opaque, widget.pointer)
            } else {
                gtk_header_bar_pack_start(bar.opaque, widget.pointer)
            }
        }

        /// Shows the window, or brings it to the front.
        public func present() { gtk_window_present(cast()) }

        /// Closes the window, which cannot be shown again.
        public func close() { gtk_window_destroy(cast()) }

        /// Whether the window is on the screen.
        public var isOpen: Bool { gtk_widget_get_mapped(pointer) != 0 }

        /// Shows the window, and runs GLib's main loop until the user closes it, or until a condition holds.
        /// - Parameter isDone: Called after each turn of the loop.
        public func run(orWhen isDone: () -> Bool = { false }) {
            present()
            GTKHost.runMainLoop(untilClosed: cast(), orWhen: isDone)
        }
    }
#endif
