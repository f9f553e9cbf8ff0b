#if GTK
    import CGTK
    import ListEngine

    /// The rules for ready-made cells that themes do not have, and the style classes of colors.
    ///
    /// The rules come after those of the theme and before those of the program, which can override them by the names of classes.
    @MainActor
    enum ContentStyle {
        private static let provider = makeProvider(GTK_STYLE_PROVIDER_PRIORITY_THEME)
        /// For properties that the theme's rules for buttons set as well. The theme has the priority of settings.
        private static let buttonProvider = makeProvider(GTK_STYLE_PROVIDER_PRIORITY_SETTINGS)
        private static var rules = base
        private static var buttonRules = themeColors.map { buttonRule($0.name, $0.color, on: $0.text) }.joined()
        private static var colors: Set<String> = []
        private static var isLoaded = false
        /// As many colors are exact. Others are rounded to four bits for each part.
        private static let colorLimit = 256

        private static let base =
            """
            .item-content { padding: 6px 8px; min-height: 28px; }
            .item-header { padding: 14px 8px 4px 8px; }
            .empty-content { padding: 12px; }
            .empty-sign { font-size: 300%; }
            .item-footer { padding: 4px 8px 12px 8px; }
            .item-header, .item-footer { background: none; }
            .item-subtitle { font-size: smaller; }
            .item-badge { font-size: smaller; font-weight: bold; padding: 1px 7px; border-radius: 9999px; }
            .item-mark { min-width: 10px; min-height: 10px; border-radius: 9999px; }
            .item-mark.unchecked { min-width: 12px; min-height: 12px; border: 2px solid alpha(currentColor, 0.45); }
            .item-mark.checked { min-width: 16px; min-height: 16px; }
            .item-expander { min-width: 20px; min-height: 20px; padding: 0; }
            .item-content button { min-height: 24px; }
            .item-delete { color: @error_color; }
            .item-content entry { min-height: 26px; }
            cell.focused-field { outline: 2px solid @theme_selected_bg_color; outline-offset: -2px; }
            cell.selected-field { background-image: image(alpha(@theme_selected_bg_color, 0.25)); }
            row:selected > cell.focused-field { outline-color: @theme_selected_fg_color; }
            entry.field-entry { min-height: 20px; padding: 0 4px; margin: -2px -4px; }
            cell > .item-content { padding: 0; min-height: 0; }
            listview.item-table { background: none; }
            columnview.alternating-rows > listview > row.odd { background-image: image(alpha(currentColor, 0.04)); }

            """
            + themeColors.map { rules($0.name, $0.color, on: $0.text, background: "alpha(\($0.color), 0.2)") }.joined()

        private static let themeColors: [(name: String, color: String, text: String)] = [
            ("accent", "@theme_selected_bg_color", "@theme_selected_fg_color"), ("success", "@success_color", "white"),
            ("warning", "@warning_color", "black"), ("error", "@error_color", "white"),
            ("neutral", "alpha(currentColor, 0.35)", "currentColor"),
        ]

        private static func makeProvider(_ priority: Int32) -> UnsafeMutablePointer<GtkCssProvider>? {
            let provider = gtk_css_provider_new()
            gtk_style_context_add_provider_for_display(
                gdk_display_get_default(), OpaquePointer(provider), CUnsignedInt(priority) + 1)
            return provider
        }

        private static func buttonRule(_ name: String, _ color: String, on text: String) -> String {
            "button.item-action-\(name) { background: image(\(color)); color: \(text); transition: none; }\n"
        }

        private static func rules(_ name: String, _ color: String, on text: String, background: String) -> String {
            """
            .item-tint-\(name) .item-badge { background-color: \(color); color: \(text); }
            .item-tint-\(name) .item-mark.unread { background-color: \(color); }
            .item-tint-\(name) .item-mark.checked, .item-tint-\(name) .item-symbol { color: \(color); }
            .item-tint-\(name) progressbar > trough > progress { background: \(color); border-color: \(color); }
            row.item-background-\(name):not(:selected), cell.item-background-\(name) { background-image: image(\(background)); }

            """
        }

        /// Returns the part of the names of style classes that stands for a color.
        static func name(of color: ItemColor) -> String {
            load()
            switch color {
            case .accent: return "accent"
            case .success: return "success"
            case .warning: return "warning"
            case .error: return "error"
            case .neutral: return "neutral"
            case .rgb(let red, let green, let blue):
                var parts = [Int(red), Int(green), Int(blue)]
                if colors.count >= colorLimit, !colors.contains(name(parts)) { parts = parts.map { $0 / 17 * 17 } }
                let name = name(parts)
                if colors.insert(name).inserted { add(name, parts) }
                return name
            }
        }

        private static func name(_ parts: [Int]) -> String {
            "rgb-" + parts.map { String($0, radix: 16) }.joined(separator: "-")
        }

        private static func add(_ name: String, _ parts: [Int]) {
            let color = "rgb(\(parts[0]), \(parts[1]), \(parts[2]))"
            // The text has the better contrast.
            let isLight = parts[0] * 299 + parts[1] * 587 + parts[2] * 114 > 128_000
            let text = isLight ? "black" : "white"
            rules += Self.rules(name, color, on: text, background: color)
            buttonRules += buttonRule(name, color, on: text)
            rules += "row.item-background-\(name):not(:selected), cell.item-background-\(name) { color: \(text); }\n"
            isLoaded = false
            load()
        }

        static func load() {
            guard !isLoaded else { return }
            isLoaded = true
            gtk_css_provider_load_from_data(provider, rules, -1)
            gtk_css_provider_load_from_data(buttonProvider, buttonRules, -1)
        }
    }
#endif
