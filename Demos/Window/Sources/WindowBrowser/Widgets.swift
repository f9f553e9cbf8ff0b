import CGTK
import ListEngineGTK

// Short names for the widgets that the samples use.

typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
    func cast<Other>(to type: Other.Type = Other.self) -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Other.self)
    }

    var opaque: OpaquePointer { OpaquePointer(self) }

    func styled(_ classes: String...) -> Widget {
        for name in classes { gtk_widget_add_css_class(self, name) }
        return self
    }

    /// Takes the room that others leave.
    func expanding(vertically: Bool = false) -> Widget {
        gtk_widget_set_hexpand(self, 1)
        if vertically { gtk_widget_set_vexpand(self, 1) }
        return self
    }

    func show(if isVisible: Bool) { gtk_widget_set_visible(self, isVisible ? 1 : 0) }
}

@MainActor func box(_ axis: GtkOrientation, spacing: Int32 = 0, _ children: [Widget]) -> Widget {
    let box = gtk_box_new(axis, spacing)!
    for child in children { gtk_box_append(box.cast(), child) }
    return box
}

@MainActor func row(spacing: Int32 = 8, _ children: Widget...) -> Widget {
    box(GTK_ORIENTATION_HORIZONTAL, spacing: spacing, children)
}

@MainActor func column(spacing: Int32 = 0, _ children: Widget...) -> Widget {
    box(GTK_ORIENTATION_VERTICAL, spacing: spacing, children)
}

/// Text in a line that is cut at its end, or wrapped.
@MainActor final class Label {
    let widget: Widget = gtk_label_new(nil)

    init(wraps: Bool = false, _ classes: String...) {
        gtk_label_set_xalign(widget.opaque, 0)
        if wraps {
            gtk_label_set_wrap(widget.opaque, 1)
            gtk_label_set_wrap_mode(widget.opaque, PANGO_WRAP_WORD_CHAR)
        } else {
            gtk_label_set_ellipsize(widget.opaque, PANGO_ELLIPSIZE_END)
        }
        for name in classes { gtk_widget_add_css_class(widget, name) }
    }

    var text: String {
        get { String(cString: gtk_label_get_text(widget.opaque)) }
        set { gtk_label_set_text(widget.opaque, newValue) }
    }
}

/// A field for the text of a filter.
@MainActor func searchField(_ changed: @escaping @MainActor (String) -> Void) -> Widget {
    let field = gtk_search_entry_new()!.expanding()
    // "search-changed" waits until the user pauses; here every key counts.
    on(field, "changed") { changed(String(cString: gtk_editable_get_text(field.opaque))) }
    return field
}

@MainActor func button(_ title: String, _ clicked: @escaping @MainActor () -> Void) -> Widget {
    let button = gtk_button_new_with_label(title)!
    on(button, "clicked", clicked)
    return button
}

/// A button with a triangle that unfolds what is below.
@MainActor final class Disclosure {
    let widget: Widget = gtk_button_new()
    var toggle: @MainActor () -> Void = {}

    init() {
        _ = widget.styled("flat", "disclosure")
        gtk_widget_set_focusable(widget, 0)
        gtk_widget_set_valign(widget, GTK_ALIGN_START)
        on(widget, "clicked") { [unowned self] in toggle() }
    }

    var isOpen = false {
        didSet { gtk_button_set_icon_name(widget.cast(), isOpen ? "pan-down-symbolic" : "pan-end-symbolic") }
    }
}

/// Buttons of which one is pressed.
@MainActor func choice(_ titles: [String], _ chosen: @escaping @MainActor (Int) -> Void) -> Widget {
    let row = row(spacing: 0).styled("linked")
    var first: UnsafeMutablePointer<GtkToggleButton>?
    for (number, title) in titles.enumerated() {
        let button = gtk_toggle_button_new_with_label(title)!
        gtk_toggle_button_set_group(button.cast(), first)
        gtk_toggle_button_set_active(button.cast(), number == 0 ? 1 : 0)
        first = first ?? button.cast()
        gtk_box_append(row.cast(), button)
        on(button, "toggled") { if gtk_toggle_button_get_active(button.cast()) != 0 { chosen(number) } }
    }
    return row
}

// MARK: - Signals

private final class Handler: Sendable {
    let body: @MainActor () -> Void
    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
}

/// Calls a closure at each signal of an object, until the object is released.
@MainActor func on(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void) {
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

/// Rules that the samples add to the theme.
@MainActor func loadStyle() {
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(
        provider,
        """
        .title { background: mix(@theme_bg_color, @theme_fg_color, 0.06); padding: 6px 12px; margin: -2px; font-weight: bold; }
        .sample { padding: 6px 10px; }
        .item { padding: 4px 8px; }
        .name { font-weight: bold; }
        .disclosure { min-width: 20px; min-height: 20px; padding: 0; }
        .status { padding: 4px 10px; }
        .bubble { background: mix(@theme_bg_color, @theme_fg_color, 0.08); border-radius: 10px; padding: 6px 10px; }
        .bubble.own { background: mix(@theme_bg_color, @theme_selected_bg_color, 0.35); }
        .glyph { font-size: 20px; min-width: 34px; }
        """, -1)
    gtk_style_context_add_provider_for_display(
        gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
}
