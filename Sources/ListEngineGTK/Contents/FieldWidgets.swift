#if GTK
    import CGTK
    import CListEngineGTK
    import ListEngine

    /// A ready-made field of a table: a text that the cell draws without a widget, or the widgets of a ready-made
    /// cell if it is more than a text.
    @MainActor
    final class FieldWidgets: ShownWidgets {
        private let cell: UnsafeMutablePointer<GtkWidget>
        private var widgets: ContentWidgets?
        private var isDimmed = false
        /// The text for assistive technologies; nil if they read the widgets.
        private var label: String?
        /// The content that is shown, and its view.
        private var content: ItemContent?
        private weak var view: CollectionReusableView?
        /// Called when the content changes, because assistive technologies read all fields in their row.
        var contentDidChange: (@MainActor () -> Void)?
        /// The entry in which the user edits the field.
        private var entry: GTKEntry?

        private init(_ cell: UnsafeMutablePointer<GtkWidget>) { self.cell = cell }

        /// The caller owns the cell, which lives as long as what it shows.
        static func make() -> (FieldWidgets, UnsafeMutablePointer<GtkWidget>) {
            ContentStyle.load()
            let cell = le_gtk_cell_new(nil, false)!
            return (FieldWidgets(cell), cell)
        }

        /// Shows an entry instead of the content, or the content again.
        /// - Returns: Whether that is a change.
        @discardableResult
        func edit(in new: GTKEntry?) -> Bool {
            guard new !== entry else { return false }
            entry = new
            if let new {
                le_gtk_cell_set_content(cell, new.pointer)
            } else if let content, let view {
                show(content, of: view)
            } else {
                le_gtk_cell_set_content(cell, nil)
            }
            return true
        }

        private func read(_ new: String?) {
            guard new != label else { return }
            label = new
            le_gtk_set_accessible_label(cell, new)
        }

        func show(_ content: ItemContent, of view: CollectionReusableView) {
            (self.content, self.view) = (content, view)
            contentDidChange?()
            guard entry == nil else { return }
            guard content.isText else {
                let shown = widgets ?? ContentWidgets(view)
                widgets = shown
                le_gtk_cell_set_content(cell, shown.root.pointer)
                read(nil)
                return shown.show(content, of: view)
            }
            // The colours of the last content are those of the cell.
            widgets?.show(content, of: view)
            le_gtk_cell_set_content(cell, nil)
            le_gtk_cell_set_text(cell, content.title, CInt(clamping: max(0, content.titleLineLimit)))
            read(content.accessibilityLabel ?? content.title)
            guard isDimmed != content.isDimmed else { return }
            isDimmed = content.isDimmed
            if isDimmed {
                gtk_widget_add_css_class(cell, "dim-label")
            } else {
                gtk_widget_remove_css_class(cell, "dim-label")
            }
        }

        func forget() {
            edit(in: nil)
            widgets?.forget()
            content = nil
        }
    }

    extension ItemContent {
        /// Whether the content is nothing but its title.
        fileprivate var isText: Bool {
            accessories.isEmpty && image == nil && mark == nil && badge == nil && progress == nil && background == nil
                && (subtitle ?? "").isEmpty && (trailing ?? "").isEmpty && (indentation ?? 0) == 0
        }
    }

    /// A title in the header of a table: a text, and the theme's sign of an order.
    @MainActor
    final class TitleWidgets: ShownWidgets {
        private let button: UnsafeMutablePointer<GtkWidget>
        private let label: GTKLabel
        private let number: GTKLabel
        private let sign: GTKWidget
        private let box: GTKBox

        private init() {
            label = GTKLabel().expanding()
            number = GTKLabel().style("dim-label", "numeric")
            number.isVisible = false
            sign = GTKWidget(le_gtk_sort_indicator_new())
            box = GTKBox(.horizontal, [label, number, sign])
            button = le_gtk_cell_new(box.pointer, true)
        }

        /// The caller owns the button, which lives as long as what it shows.
        static func make() -> (TitleWidgets, UnsafeMutablePointer<GtkWidget>) {
            let title = TitleWidgets()
            return (title, title.button)
        }

        func show(_ content: ItemContent, of view: CollectionReusableView) {
            label.text = content.title
            le_gtk_set_accessible_label(button, content.accessibilityLabel ?? content.title)
        }

        /// Shows the place of a column in the order by which a table is sorted.
        func show(_ column: Column, in order: [ColumnSort]) {
            let place = order.firstIndex { $0.column == column.id }
            le_gtk_title_set_sort(button, sign.pointer, place.map { order[$0].isAscending ? 1 : -1 } ?? 0)
            let text = order.count > 1 ? place.map { String($0 + 1) } ?? "" : ""
            number.text = text
            number.isVisible = !text.isEmpty
            let align: Float = column.alignment == .leading ? 0 : column.alignment == .center ? 0.5 : 1
            if gtk_label_get_xalign(label.opaque) != align { gtk_label_set_xalign(label.opaque, align) }
        }

        /// Whether the pointer moves the column.
        var isHeld = false {
            didSet {
                guard isHeld != oldValue else { return }
                if isHeld {
                    gtk_widget_add_css_class(button, "dnd")
                } else {
                    gtk_widget_remove_css_class(button, "dnd")
                }
            }
        }

        func edit(in entry: GTKEntry?) -> Bool { false }

        func forget() {
            le_gtk_cell_set_pressed(button, false)
            isHeld = false
        }
    }
#endif
