import ListEngineGTK

@MainActor func row(spacing: Int = 8, _ children: GTKWidget...) -> GTKBox {
    GTKBox(.horizontal, spacing: spacing, children)
}

@MainActor func column(spacing: Int = 0, _ children: GTKWidget...) -> GTKBox {
    GTKBox(.vertical, spacing: spacing, children)
}

/// A label with style classes.
@MainActor func label(_ classes: String..., lineLimit: Int = 1) -> GTKLabel {
    let label = GTKLabel(lineLimit: lineLimit)
    for name in classes { label.style(name) }
    return label
}

/// A field for the text of a filter.
@MainActor func searchField(_ changed: @escaping @MainActor (String) -> Void) -> GTKEntry {
    GTKEntry(kind: .search, changed).expanding()
}

/// A button with a triangle that unfolds what is below.
@MainActor final class Disclosure {
    private(set) lazy var widget = GTKButton(icon: "pan-end-symbolic", label: "Details") { [unowned self] in toggle() }
        .style("flat", "disclosure").aligned(vertically: .start)
    var toggle: @MainActor () -> Void = {}

    init() {
        // The arrow keys unfold a row.
        widget.isFocusable = false
        widget.tooltip = nil
    }

    var isOpen = false {
        didSet { widget.icon = isOpen ? "pan-down-symbolic" : "pan-end-symbolic" }
    }
}

/// Rules that the samples add to the theme.
@MainActor func loadStyle() {
    GTKWidget.addStyleRules(
        """
        .title { background: mix(@theme_bg_color, @theme_fg_color, 0.06); padding: 6px 12px; margin: -2px; font-weight: bold; }
        .sample { padding: 6px 10px; }
        .item { padding: 4px 8px; }
        .name { font-weight: bold; }
        .disclosure { min-width: 20px; min-height: 20px; padding: 0; }
        .status { padding: 4px 10px; }
        .glyph { font-size: 20px; min-width: 34px; }
        """)
}
