#if GTK
    import CGTK

    /// Widgets in one place, of which one is visible.
    public final class GTKStack: GTKWidget {
        public init() { super.init { gtk_stack_new() } }

        /// Shows the widget that was added under a name, or adds one.
        /// - Parameter make: Returns the widget. Called if no page has this name.
        public func show(_ name: String, _ make: () -> GTKWidget) {
            if gtk_stack_get_child_by_name(opaque, name) == nil { gtk_stack_add_named(opaque, make().pointer, name) }
            gtk_stack_set_visible_child_name(opaque, name)
        }
    }
#endif
