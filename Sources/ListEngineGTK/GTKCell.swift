#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    import ListEngine

    /// A view of a list whose content is a widget.
    @MainActor
    public protocol GTKContent: CollectionReusableView {
        /// Creates the widget that the view shows, or returns the one that it had in another host. Called once for each host.
        /// The view keeps the widget for its element and configures it again for the next one.
        func makeWidget() -> GTKWidget
    }

    /// A cell that shows a widget of the program.
    ///
    ///     final class NameCell: GTKCell {
    ///         let name = GTKLabel()
    ///         override func makeWidget() -> GTKWidget { name }
    ///     }
    ///
    /// The widget is inside a row, which has the theme's background and shows selection and focus.
    open class GTKCell: CollectionViewCell, GTKContent {
        open func makeWidget() -> GTKWidget { GTKWidget(gtk_label_new(nil)) }

        /// A program refers to the widget by its pointer, so it lives as long as the cell.
        fileprivate final var content: GTKWidget?

        /// Whether the pointer is over the cell. The host sets it. The theme shows it without further work.
        open var isHovered = false

        open override var isSelected: Bool {
            didSet { (hostView as? GTKRow)?.isSelected = isSelected }
        }

        open override var isFocused: Bool {
            didSet { (hostView as? GTKRow)?.isFocused = isFocused }
        }
    }

    /// A header, a footer or a badge that shows a widget.
    open class GTKView: CollectionReusableView, GTKContent {
        open func makeWidget() -> GTKWidget { GTKWidget(gtk_label_new(nil)) }

        fileprivate final var content: GTKWidget?
    }

    /// The background of a section's rows. A list in a `GTKHost` uses it for
    /// ``CollectionLayoutListConfiguration/backgroundKind``.
    ///
    /// Rows on it are clipped to its corners.
    open class GTKBackground: CollectionReusableView, GTKContent {
        open func makeWidget() -> GTKWidget {
            let frame = gtk_frame_new(nil)!
            gtk_widget_add_css_class(frame, "view")
            return GTKWidget(frame)
        }

        open override var accessibilityRole: AccessibilityRole { .ornament }
    }

    /// The row widget around the widget of a view.
    @MainActor
    final class GTKRow: ContentDisplay, OrnamentDisplay, EmptyContentDisplay {
        nonisolated(unsafe) let pointer: UnsafeMutablePointer<GtkWidget>
        /// Its part in the list, or in a table.
        let part: le_gtk_part
        /// The widgets of a ready-made cell, view or field; nil for one of the program.
        private let contents: (any ShownWidgets)?
        /// The widget of an ornament, or those of an empty list.
        private var others: (ornament: OrnamentWidget?, empty: EmptyWidgets?)

        /// The extents of the last measurement, and the natural width if the row was measured along both axes.
        private var measured: (axis: GtkOrientation, across: CGFloat, result: CGFloat, natural: CGFloat?)?
        private var description: (position: Int?, count: Int?, label: String?, value: String?, isExpanded: Bool?)?
        private var actions: [String] = []

        /// Nil if GTK has no widget for the view.
        init?(_ view: CollectionReusableView) {
            let role = Self.roles[view.accessibilityRole] ?? GTK_ACCESSIBLE_ROLE_GROUP
            if view is TableCell || view is TableHeaderView {
                (contents, part) = (nil, view is TableCell ? LE_GTK_TABLE_ROW : LE_GTK_TABLE_HEADER)
                pointer = le_gtk_table_row_new(view is TableHeaderView)
            } else if let view = view as? any GTKContent {
                let widget = view.makeWidget()
                (view as? GTKCell)?.content = widget
                (view as? GTKView)?.content = widget
                contents = nil
                part = Self.part(of: view)
                pointer =
                    part == LE_GTK_ROW
                    ? le_gtk_row_new(widget.pointer, role)
                    : le_gtk_cell_new(widget.pointer, part == LE_GTK_TABLE_TITLE)
            } else if view is ContentCell || view is ContentView {
                part = Self.part(of: view)
                switch part {
                case LE_GTK_TABLE_CELL: (contents, pointer) = FieldWidgets.make()
                case LE_GTK_TABLE_TITLE: (contents, pointer) = TitleWidgets.make()
                default:
                    let widgets = ContentWidgets(view)
                    (contents, pointer) = (widgets, le_gtk_row_new(widgets.root.pointer, role))
                }
            } else if let view = view as? EmptyContentView {
                let shown = EmptyWidgets(view)
                (contents, others.empty, part) = (nil, shown, LE_GTK_ROW)
                pointer = le_gtk_row_new(shown.root.pointer, role)
            } else if let view = view as? any OrnamentView {
                let shown = OrnamentWidget(view.ornament)
                (contents, others.ornament, part) = (nil, shown, LE_GTK_ROW)
                pointer = le_gtk_row_new(shown.pointer, role)
            } else {
                return nil
            }
        }

        /// In a header, such as one with sums, a field that is a cell looks like a cell.
        private static func part(of view: CollectionReusableView) -> le_gtk_part {
            guard view.isField else { return LE_GTK_ROW }
            return view is CollectionViewCell ? LE_GTK_TABLE_CELL : LE_GTK_TABLE_TITLE
        }

        /// The widgets of a title of a table; nil for others.
        var title: TitleWidgets? { contents as? TitleWidgets }
        /// The widgets of a ready-made field; nil for others.
        var field: FieldWidgets? { contents as? FieldWidgets }

        /// Shows an entry in a ready-made cell, or its content again.
        /// - Returns: Whether that is a change.
        func edit(in entry: GTKEntry?) -> Bool { contents?.edit(in: entry) ?? false }

        /// How a field differs from the others of its row. The style sheet shows it.
        var fieldState: FieldState = [] {
            didSet {
                guard fieldState != oldValue else { return }
                for (state, name) in [(FieldState.focused, "focused-field"), (.selected, "selected-field")] {
                    if fieldState.contains(state) {
                        gtk_widget_add_css_class(pointer, name)
                    } else {
                        gtk_widget_remove_css_class(pointer, name)
                    }
                }
            }
        }

        /// The ``CollectionReusableView/fieldChanges`` of the fields that are placed in the row and of those that are described,
        /// the number of changes of the list before the description, and whether the row had the focus then.
        var fieldChanges = (placed: 0, described: -1, list: -1, wasFocused: false)

        func show(_ content: ItemContent, of view: CollectionReusableView) { contents?.show(content, of: view) }

        /// The accessory of a ready-made cell whose widget is or contains another one.
        func accessory(at widget: UnsafeMutablePointer<GtkWidget>) -> ItemAccessory.Kind? {
            (contents as? ContentWidgets)?.accessory(at: widget)
        }

        func show(_ shown: ListOrnament) { others.ornament?.show(shown) }

        func show(_ content: EmptyContent, of view: EmptyContentView) { others.empty?.show(content, of: view) }

        /// The row is no longer on the screen, and will show another element.
        func recycle() {
            (isHovered, hasMenu, isDoubted, fieldState) = (false, false, false, [])
            contents?.forget()
        }

        private static let roles: [AccessibilityRole: GtkAccessibleRole] = [
            .listItem: GTK_ACCESSIBLE_ROLE_LIST_ITEM, .heading: GTK_ACCESSIBLE_ROLE_HEADING,
            .button: GTK_ACCESSIBLE_ROLE_BUTTON, .checkBox: GTK_ACCESSIBLE_ROLE_CHECKBOX,
            .image: GTK_ACCESSIBLE_ROLE_IMG, .link: GTK_ACCESSIBLE_ROLE_LINK,
            .ornament: GTK_ACCESSIBLE_ROLE_PRESENTATION,
        ]

        deinit { le_gtk_row_free(pointer) }

        var isSelected = false {
            didSet { if isSelected != oldValue { le_gtk_row_set_selected(pointer, isSelected) } }
        }

        var isFocused = false {
            didSet {
                // A cell of a table does not receive keys. Its row does.
                if isFocused != oldValue, part != LE_GTK_TABLE_CELL { le_gtk_row_set_focused(pointer, isFocused) }
            }
        }

        var isHovered = false {
            didSet { if isHovered != oldValue { le_gtk_row_set_hovered(pointer, isHovered) } }
        }

        /// Whether the open menu is for the row.
        var hasMenu = false {
            didSet { if hasMenu != oldValue { le_gtk_row_set_has_menu(pointer, hasMenu) } }
        }

        /// Whether the row does not fit its place, and was measured again for that.
        var isDoubted = false

        /// Whether the row was reported because it does not fit its place.
        var isReported = false

        /// Returns the extent along an axis that the row needs at its extent across.
        func measure(_ axis: GtkOrientation, _ across: CGFloat) -> CGFloat {
            let limit = CInt(min(across, 1e6))
            let isCell = part == LE_GTK_TABLE_CELL
            let result = CGFloat(
                isCell ? le_gtk_cell_measure(pointer, axis, limit) : le_gtk_row_measure(pointer, axis, limit))
            measured = (axis, across, result, nil)
            return result
        }

        /// The size at the width at which nothing is cut or wrapped, up to a width.
        func naturalSize(upTo limit: CGFloat) -> CGSize {
            let natural = naturalWidth
            let width = min(natural, limit)
            let height = measure(GTK_ORIENTATION_VERTICAL, width)
            measured?.natural = natural
            return CGSize(width: width, height: height)
        }

        private var naturalWidth: CGFloat {
            CGFloat(
                part == LE_GTK_TABLE_CELL
                    ? le_gtk_cell_measure(pointer, GTK_ORIENTATION_HORIZONTAL, -1)
                    : le_gtk_row_measure(pointer, GTK_ORIENTATION_HORIZONTAL, -1))
        }

        /// Whether the row needs a different size than at its last measurement. GTK remembers its measurements.
        func hasOutgrown() -> Bool {
            guard let last = measured else { return false }
            if let natural = last.natural, natural != naturalWidth { return true }
            return measure(last.axis, last.across) != last.result
        }

        func describe(_ new: AccessibilityDescription) {
            let offered = (new.position, new.count, new.label, new.value, new.isExpanded)
            if let description, description == offered { return }
            description = offered
            le_gtk_row_describe(
                pointer, CInt(clamping: new.position ?? 0), CInt(clamping: new.count ?? 0), new.label, new.value,
                new.isExpanded.map { $0 ? 1 : 0 } ?? -1)
        }

        /// The actions that assistive technologies offer.
        func offer(_ names: [String]) {
            guard names != actions else { return }
            actions = names
            let copies = names.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            var pointers = copies.map { UnsafePointer($0) } + [nil]
            le_gtk_row_set_actions(pointer, &pointers)
        }
    }
#endif
