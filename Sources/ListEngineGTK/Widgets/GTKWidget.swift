#if GTK
    import CGTK
    import CListEngineGTK

    /// A widget of GTK as an object in Swift.
    ///
    /// This class and its subclasses have what a program needs around a list and in its own cells: labels, boxes, buttons,
    /// images, fields for text, windows, style classes and signals. They are not a binding of GTK. For all else, a program that
    /// imports `CGTK` calls the functions of GTK with ``pointer``.
    ///
    ///     let name = GTKLabel("Name").style("heading")
    ///     let field = GTKEntry { text in print(text) }
    ///     let form = GTKBox(.horizontal, spacing: 8, [name, field])
    ///
    /// An object keeps its widget alive, and so does the widget or the window that the widget is in. A closure for a signal lives as
    /// long as the widget: if it refers to an object that keeps the widget, it should do so weakly.
    @MainActor
    open class GTKWidget {
        public typealias Pointer = UnsafeMutablePointer<GtkWidget>

        public nonisolated(unsafe) let pointer: Pointer

        /// Keeps a widget that was made by a function of GTK, or the widget of a host: `GTKWidget(host.widget)`.
        public init(_ pointer: Pointer) {
            self.pointer = pointer
            g_object_ref_sink(pointer)
        }

        /// Opens the display before the first widget is made. Without a display it ends the program with a message: a program that
        /// can do without calls ``GTKHost/init(showing:)`` first, which throws.
        init(making pointer: () -> Pointer?) {
            guard GTKDisplay.open(), let pointer = pointer() else { fatalError(GTKHostError.noDisplay.description) }
            self.pointer = pointer
            g_object_ref_sink(pointer)
        }

        deinit { g_object_unref(pointer) }

        /// The pointer as one to the structure of another class of GTK.
        func cast<Other>(to type: Other.Type = Other.self) -> UnsafeMutablePointer<Other> {
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Other.self)
        }

        /// The pointer to a widget whose structure GTK does not publish.
        var opaque: OpaquePointer { OpaquePointer(pointer) }

        // MARK: Style

        /// Adds style classes, which the theme or the style sheet of the program knows, such as `heading` or `dim-label`.
        @discardableResult
        public func style(_ classes: String...) -> Self {
            for name in classes { gtk_widget_add_css_class(pointer, name) }
            return self
        }

        public func removeStyle(_ classes: String...) {
            for name in classes { gtk_widget_remove_css_class(pointer, name) }
        }

        public func hasStyle(_ name: String) -> Bool { gtk_widget_has_css_class(pointer, name) != 0 }

        /// Adds rules of CSS to the theme, for all windows of the program. Opens the display if GTK was not used before.
        public static func addStyleRules(_ rules: String) {
            guard GTKDisplay.open() else { return }
            let provider = gtk_css_provider_new()
            gtk_css_provider_load_from_data(provider, rules, -1)
            gtk_style_context_add_provider_for_display(
                gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
            g_object_unref(provider)
        }

        // MARK: Place

        /// Lets the widget take the room that others leave.
        @discardableResult
        public func expanding(horizontally: Bool = true, vertically: Bool = false) -> Self {
            gtk_widget_set_hexpand(pointer, horizontally ? 1 : 0)
            gtk_widget_set_vexpand(pointer, vertically ? 1 : 0)
            return self
        }

        /// Where a widget is in a place that is larger than it needs.
        public enum Alignment: UInt32, Sendable {
            case fill, start, end, center
        }

        @discardableResult
        public func aligned(horizontally: Alignment = .fill, vertically: Alignment = .fill) -> Self {
            gtk_widget_set_halign(pointer, GtkAlign(rawValue: horizontally.rawValue))
            gtk_widget_set_valign(pointer, GtkAlign(rawValue: vertically.rawValue))
            return self
        }

        /// Sets the empty room around the widget, in points.
        @discardableResult
        public func margins(horizontal: Int = 0, vertical: Int = 0) -> Self {
            gtk_widget_set_margin_start(pointer, CInt(clamping: horizontal))
            gtk_widget_set_margin_end(pointer, CInt(clamping: horizontal))
            gtk_widget_set_margin_top(pointer, CInt(clamping: vertical))
            gtk_widget_set_margin_bottom(pointer, CInt(clamping: vertical))
            return self
        }

        /// Sets the empty room before and after the widget in the direction of the text, in points.
        @discardableResult
        public func margins(leading: Int, trailing: Int = 0) -> Self {
            gtk_widget_set_margin_start(pointer, CInt(clamping: leading))
            gtk_widget_set_margin_end(pointer, CInt(clamping: trailing))
            return self
        }

        /// Sets the least size, in points. Nil is the size that the widget needs.
        @discardableResult
        public func leastSize(width: Int? = nil, height: Int? = nil) -> Self {
            gtk_widget_set_size_request(pointer, CInt(clamping: width ?? -1), CInt(clamping: height ?? -1))
            return self
        }

        // MARK: State

        public var isVisible: Bool {
            get { gtk_widget_get_visible(pointer) != 0 }
            set { if newValue != isVisible { gtk_widget_set_visible(pointer, newValue ? 1 : 0) } }
        }

        /// Whether the user can use the widget.
        public var isEnabled: Bool {
            get { gtk_widget_get_sensitive(pointer) != 0 }
            set { if newValue != isEnabled { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) } }
        }

        /// Whether the tab key reaches the widget.
        public var isFocusable: Bool {
            get { gtk_widget_get_focusable(pointer) != 0 }
            set { gtk_widget_set_focusable(pointer, newValue ? 1 : 0) }
        }

        public var tooltip: String? {
            get { gtk_widget_get_tooltip_text(pointer).map { String(cString: $0) } }
            set { gtk_widget_set_tooltip_text(pointer, newValue) }
        }

        /// Moves the keyboard focus to the widget.
        public func grabFocus() { gtk_widget_grab_focus(pointer) }

        /// The name that assistive technologies read. Nil: the text that the widget shows.
        public var accessibilityLabel: String? {
            didSet { if accessibilityLabel != oldValue { le_gtk_set_accessible_label(pointer, accessibilityLabel) } }
        }

        // MARK: Signals

        /// Calls a closure at each signal of the widget, until the widget is released.
        /// - Parameter signal: The name of a signal that expects no result from its handlers, such as `clicked`.
        public func on(_ signal: String, _ body: @escaping @MainActor () -> Void) {
            Self.on(signal, of: pointer, body)
        }

        /// Calls a closure at each signal of any object of GObject, until the object is released.
        /// - Parameter signal: The name of a signal that expects no result from its handlers.
        public static func on(
            _ signal: String, of object: UnsafeMutableRawPointer, _ body: @escaping @MainActor () -> Void
        ) {
            let callback: @convention(c) (UnsafeMutableRawPointer) -> Void = { handler in
                let handler = Unmanaged<Handler>.fromOpaque(handler).takeUnretainedValue()
                MainActor.assumeIsolated { handler.body() }
            }
            g_signal_connect_data(
                object, signal, unsafeBitCast(callback, to: GCallback.self),
                Unmanaged.passRetained(Handler(body)).toOpaque(),
                { handler, _ in if let handler { Unmanaged<Handler>.fromOpaque(handler).release() } },
                G_CONNECT_SWAPPED)
        }

        /// Calls a closure in the next turn of the main loop, before any frame and any input.
        static func later(_ body: @escaping @MainActor () -> Void) {
            g_idle_add_full(
                -100,  // G_PRIORITY_HIGH, a macro
                { handler in
                    guard let handler else { return 0 }
                    let body = Unmanaged<Handler>.fromOpaque(handler).takeUnretainedValue()
                    MainActor.assumeIsolated { body.body() }
                    return 0
                },
                Unmanaged.passRetained(Handler(body)).toOpaque(),
                { handler in if let handler { Unmanaged<Handler>.fromOpaque(handler).release() } })
        }
    }

    private final class Handler: Sendable {
        let body: @MainActor () -> Void
        init(_ body: @escaping @MainActor () -> Void) { self.body = body }
    }
#endif
