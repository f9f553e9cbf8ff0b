#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    import ListEngine

    /// A cell that draws its content with cairo and pango, instead of showing a widget of the program.
    ///
    /// Override ``draw(in:size:)`` and ``extent(along:across:)``. The theme's background, selection and focus of the row
    /// are below the drawing.
    ///
    /// GTK 4.8 has no public interface for what a drawing shows: assistive technologies find the row, and its text only if
    /// the program sets it in ``CollectionReusableView/accessibility``.
    open class GTKDrawnCell: GTKCell {
        private var drawing: DrawingReference?

        /// The widget that is drawn, for example for a tooltip. Nil before the cell was shown for the first time.
        public final var widget: UnsafeMutablePointer<GtkWidget>? { drawing?.pointer }

        /// Draws the content. The default draws nothing.
        ///
        /// GTK keeps the result while the cell moves. It is drawn again when the cell gets another element, another size,
        /// font or theme, or after ``setNeedsDisplay()``. Content longer than 4,096 points is drawn in several calls, each
        /// clipped to a part. Do not close the window in this method: GTK would use the freed window.
        /// - Parameters:
        ///   - context: A `cairo_t` whose origin is the corner of the content, in points. Valid during this call.
        ///   - size: The size of the content.
        open func draw(in context: OpaquePointer, size: CGSize) {}

        /// Returns the extent that the content needs along an axis, in points. The default is 30.
        ///
        /// GTK remembers the result until ``setNeedsMeasuring()``. NaN and negative extents count as 0.
        /// - Parameters:
        ///   - axis: Vertical in a vertical list.
        ///   - across: The extent across the axis, or nil if there is no limit.
        open func extent(along axis: GtkOrientation, across: CGFloat?) -> CGFloat { 30 }

        /// Draws the content again in the next frame.
        public final func setNeedsDisplay() {
            if let widget { gtk_widget_queue_draw(widget) }
        }

        /// Measures and draws the content again in the next frame.
        public final func setNeedsMeasuring() {
            if let widget { gtk_widget_queue_resize(widget) }
        }

        /// The colour of text in the theme, for `gdk_cairo_set_source_rgba`.
        public final var textColor: GdkRGBA {
            var color = GdkRGBA(red: 0, green: 0, blue: 0, alpha: 1)
            if let widget { gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color) }
            return color
        }

        /// Makes a `PangoLayout` of a text in the font of the list. Release it with `g_object_unref`.
        ///
        /// Nil before the cell was shown for the first time.
        public final func makeTextLayout(_ text: String) -> OpaquePointer? {
            widget.flatMap { gtk_widget_create_pango_layout($0, text) }
        }

        public final override func makeWidget() -> GTKWidget {
            let new = DrawingReference(self)
            drawing = new
            return GTKWidget(new.pointer)
        }

        open override func prepareForReuse() {
            super.prepareForReuse()
            setNeedsMeasuring()
        }
    }

    /// Owns the widget, which asks its cell no longer than the cell lives.
    private final class DrawingReference {
        nonisolated(unsafe) let pointer: UnsafeMutablePointer<GtkWidget>

        @MainActor
        init(_ cell: GTKDrawnCell) {
            var events = le_gtk_drawing_events(
                measure: { owner, axis, across in
                    withCell(owner) { cell in
                        let extent = cell.extent(along: axis, across: across < 0 ? nil : CGFloat(across))
                        // GTK's sizes are whole, and its own limit is below that of 32 bits.
                        return extent > 0 ? CInt(min(extent.rounded(.up), 1e6)) : 0
                    } ?? 0
                },
                draw: { owner, context, width, height in
                    nonisolated(unsafe) let context = context
                    withCell(owner) { cell in
                        context.map { cell.draw(in: $0, size: CGSize(width: Int(width), height: Int(height))) }
                    }
                })
            pointer = le_gtk_drawing_new(&events, Unmanaged.passUnretained(cell).toOpaque())
        }

        deinit {
            le_gtk_drawing_remove_owner(pointer)
            g_object_unref(pointer)
        }
    }

    /// GTK calls on the main thread, which is the main actor's. The cell may be released in the call.
    private func withCell<Result: Sendable>(
        _ owner: UnsafeMutableRawPointer?, _ body: @MainActor (GTKDrawnCell) -> Result
    ) -> Result? {
        let address = UInt(bitPattern: owner)
        return MainActor.assumeIsolated {
            guard let owner = UnsafeRawPointer(bitPattern: address) else { return nil }
            return body(Unmanaged<GTKDrawnCell>.fromOpaque(owner).takeUnretainedValue())
        }
    }
#endif
