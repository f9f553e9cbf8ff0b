#if GTK
    import CGTK

    /// Widgets next to each other, or one below the other.
    public final class GTKBox: GTKWidget {
        public enum Axis: UInt32, Sendable {
            case horizontal, vertical
        }

        /// - Parameter spacing: The room between two widgets, in points.
        public init(_ axis: Axis, spacing: Int = 0, _ children: [GTKWidget] = []) {
            super.init { gtk_box_new(GtkOrientation(rawValue: axis.rawValue), CInt(clamping: spacing)) }
            for child in children { append(child) }
        }

        /// Adds a widget after the others.
        public func append(_ child: GTKWidget) { gtk_box_append(cast(), child.pointer) }

        /// Adds a widget after another one, or before all others if that is nil.
        public func insert(_ child: GTKWidget, after other: GTKWidget?) {
            gtk_box_insert_child_after(cast(), child.pointer, other?.pointer)
        }

        /// Removes a widget. Nothing happens if it is not in the box.
        public func remove(_ child: GTKWidget) {
            if gtk_widget_get_parent(child.pointer) == pointer { gtk_box_remove(cast(), child.pointer) }
        }
    }
#endif
