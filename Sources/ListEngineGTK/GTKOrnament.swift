#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    import ListEngine

    /// The widget of a line or of a sign of activity. The row around it keeps it alive.
    @MainActor
    final class OrnamentWidget {
        let pointer: UnsafeMutablePointer<GtkWidget>
        private let line: GTKLine?

        init(_ ornament: ListOrnament) {
            switch ornament {
            case .line:
                let new = GTKLine()
                (line, pointer) = (new, new.reference.pointer)
            case .activity: (line, pointer) = (nil, gtk_spinner_new())
            case .pages: (line, pointer) = (nil, gtk_label_new(nil))
            }
            show(ornament)
        }

        func show(_ ornament: ListOrnament) {
            switch ornament {
            case .line(let color, let insets): line?.show(color, insets)
            case .activity(let isRunning):
                if line == nil { gtk_spinner_set_spinning(OpaquePointer(pointer), isRunning ? 1 : 0) }
            case .pages(let count, let current):
                if line == nil { gtk_label_set_markup(OpaquePointer(pointer), Self.dots(count, current)) }
            }
        }
    }

    extension OrnamentWidget {
        /// The most dots. More pages are shown as numbers.
        private static let mostDots = 16

        /// Dots in the colour of the theme's text. Those of other pages are weak, as in the indicators of GNOME's programs.
        fileprivate static func dots(_ count: Int, _ current: Int) -> String {
            guard count <= mostDots else { return ListOrnament.pageNumbers(count, current) }
            return (0..<count).map { $0 == current ? "●" : "<span alpha=\"30%\">●</span>" }.joined(separator: " ")
        }
    }

    /// A line, and how it is drawn.
    @MainActor
    private final class GTKLine {
        private var color: ItemColor?
        private var insets = SectionInsets.zero
        private(set) lazy var reference = LineReference(self)

        private var widget: UnsafeMutablePointer<GtkWidget> { reference.pointer }

        func show(_ color: ItemColor?, _ insets: SectionInsets) {
            (self.color, self.insets) = (color, insets)
            gtk_widget_queue_draw(widget)
        }

        func draw(in context: OpaquePointer, _ size: CGSize) {
            let isMirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            let width = size.width - insets.leading - insets.trailing
            guard width > 0 else { return }
            var shown = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
            if case .rgb(let red, let green, let blue) = color {
                shown = GdkRGBA(red: Float(red) / 255, green: Float(green) / 255, blue: Float(blue) / 255, alpha: 1)
            } else {
                // A weak form of the colour of text, as the lines of themes.
                gtk_style_context_get_color(gtk_widget_get_style_context(widget), &shown)
                shown.alpha *= 0.15
            }
            gdk_cairo_set_source_rgba(context, &shown)
            cairo_rectangle(
                context, isMirrored ? insets.trailing : insets.leading, insets.top, width,
                size.height - insets.top - insets.bottom)
            cairo_fill(context)
        }
    }

    /// Owns the widget, which asks its line no longer than the line lives.
    private final class LineReference {
        nonisolated(unsafe) let pointer: UnsafeMutablePointer<GtkWidget>

        @MainActor
        init(_ line: GTKLine) {
            var events = le_gtk_drawing_events(
                measure: { _, _, _ in 1 },
                draw: { owner, context, width, height in
                    nonisolated(unsafe) let context = context
                    let address = UInt(bitPattern: owner)
                    MainActor.assumeIsolated {
                        guard let owner = UnsafeRawPointer(bitPattern: address), let context else { return }
                        Unmanaged<GTKLine>.fromOpaque(owner).takeUnretainedValue()
                            .draw(in: context, CGSize(width: Int(width), height: Int(height)))
                    }
                })
            pointer = le_gtk_drawing_new(&events, Unmanaged.passUnretained(line).toOpaque())
        }

        deinit {
            le_gtk_drawing_remove_owner(pointer)
            g_object_unref(pointer)
        }
    }
#endif
