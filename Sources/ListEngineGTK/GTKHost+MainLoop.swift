#if GTK
    import CGTK
    import GLibMainActor
    import ListEngine

    extension GTKHost {
        /// Runs GLib's main loop until a window is closed or hidden, or until a condition holds. Call it after
        /// `gtk_window_present`.
        ///
        /// The window may be freed when the user closes it, so a program must not read it in its own loop without a reference.
        /// This method holds one. A program that is a GTK application has its loop run by GTK, and does not need this method.
        /// - Parameters:
        ///   - window: A window that was presented.
        ///   - isDone: Called after each turn of the loop.
        public static func runMainLoop(
            untilClosed window: UnsafeMutablePointer<GtkWindow>, orWhen isDone: () -> Bool = { false }
        ) {
            g_object_ref(window)
            defer { g_object_unref(window) }
            let widget = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self)
            GLibMainLoop.run { gtk_widget_get_mapped(widget) == 0 || isDone() }
        }
    }
#endif
