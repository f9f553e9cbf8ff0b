#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    import ListEngine
    import ListEngineLayout

    // Tables: cells in their rows, and what the user does with the header.
    extension GTKHost {
        // MARK: Heights

        /// The heights of a table in the theme and its font.
        var usualHeights: UsualHeights {
            let (font, isDense) = (le_gtk_area_font(widget), gtk_widget_has_css_class(widget, "data-table") != 0)
            let usual = table.usual
            guard usual.font != font || usual.isDense != isDense else { return usual }
            let (field, cell) = FieldWidgets.make()
            let (title, button) = TitleWidgets.make()
            let view = ContentView()
            le_gtk_area_add(widget, cell, LE_GTK_TABLE_CELL)
            le_gtk_area_add(widget, button, LE_GTK_TABLE_TITLE)
            field.show(ItemContent("X"), of: view)
            title.show(ItemContent("X"), of: view)
            usual.row = CGFloat(le_gtk_cell_measure(cell, GTK_ORIENTATION_VERTICAL, 1_000))
            usual.titles = CGFloat(le_gtk_row_measure(button, GTK_ORIENTATION_VERTICAL, 1_000))
            (usual.font, usual.isDense) = (font, isDense)
            for measured in [cell, button] {
                le_gtk_area_remove(widget, measured)
                g_object_unref(measured)
            }
            return usual
        }

        // MARK: Cells

        /// Places the fields of a row, if they have changed. They move with their row.
        func placeFields(of shown: HostedView, in row: GTKRow) {
            guard row.part == LE_GTK_TABLE_ROW || row.part == LE_GTK_TABLE_HEADER else { return }
            let moved = list.movedColumn
            let changes = shown.view.fieldChanges
            guard row.fieldChanges.placed != changes || moved != nil || table.wasMoving || isAnimating else { return }
            row.fieldChanges.placed = changes
            showParity(of: shown.view, row)
            let columns = list.columns
            var fields = hostedFields(of: shown.view)
            // The column that the pointer holds is above all others.
            if let moved, let place = fields.firstIndex(where: { $0.column == moved }) {
                fields.append(fields.remove(at: place))
            }
            let showsTitles = (shown.view as? TableHeaderView)?.showsTitles == true
            var below: UnsafeMutablePointer<GtkWidget>?
            var (left, right) = (-CGFloat.infinity, CGFloat.infinity)
            for field in fields {
                guard let cell = field.view.hostView as? GTKRow, let name = field.column else { continue }
                var x = field.frame.minX - shown.frame.minX
                let isHeld = name == moved
                if isHeld, let held = table.held { x = held.inList - held.inColumn - shown.frame.minX }
                le_gtk_table_row_place(
                    row.pointer, cell.pointer, below, x, field.frame.width, shown.frame.height,
                    isHeld || field.pinnedEdge != nil)
                below = cell.pointer
                cell.field?.contentDidChange = { [weak row] in row?.fieldChanges.described = -1 }
                if field.pinnedEdge != nil, !isHeld {
                    let isAtLeft = (field.pinnedEdge == .leading) == (list.flowDirection == .leftToRight)
                    if isAtLeft { left = max(left, x + field.frame.width) } else { right = min(right, x) }
                }
                guard let column = columns?[name] else { continue }
                if let title = cell.title {
                    title.show(column, in: showsTitles ? columns?.sortOrder ?? [] : [])
                    title.isHeld = isHeld
                } else {
                    le_gtk_cell_set_alignment(
                        cell.pointer, column.alignment == .leading ? 0 : column.alignment == .center ? 0.5 : 1)
                }
                if name == table.wantedFocus, showsTitles {
                    table.wantedFocus = nil
                    gtk_widget_grab_focus(cell.pointer)
                }
            }
            le_gtk_table_row_end(row.pointer, below)
            let isCut = left.isFinite || right.isFinite
            let width = shown.frame.width
            le_gtk_table_row_cut(
                row.pointer, isCut ? max(left, 0) : 0, isCut ? min(right, max(width, 0)) : 0)
        }

        /// Whether a row may need a size that it did not need when it was measured. Only the list knows which cells of a table count.
        func hasOutgrown(_ row: GTKRow) -> Bool {
            let isOfTable = row.part == LE_GTK_TABLE_ROW || row.part == LE_GTK_TABLE_HEADER
            return isOfTable ? le_gtk_table_row_has_changed(row.pointer) : row.hasOutgrown()
        }

        /// Finds out whether the program wants every second row to look different.
        func showStripes() {
            let isStriped = gtk_widget_has_css_class(widget, "alternating-rows") != 0
            guard isStriped != table.isStriped else { return }
            table.isStriped = isStriped
            for view in list.visibleViews where view is TableCell {
                (view.hostView as? GTKRow)?.fieldChanges.placed = -1
            }
        }

        private func showParity(of view: CollectionReusableView, _ row: GTKRow) {
            if table.isStriped, let item = view.layoutAttributes?.path.indexPath.item, item % 2 == 1 {
                gtk_widget_add_css_class(row.pointer, "odd")
            } else {
                gtk_widget_remove_css_class(row.pointer, "odd")
            }
        }

        // MARK: The header

        /// How far the pointer can be from an edge of a column that it drags, in points.
        private static let edgeTolerance: CGFloat = 5

        private func edge(at point: CGPoint) -> String? {
            list.columnEdge(at: inContent(point), tolerance: Self.edgeTolerance)
        }

        /// The title at a point of the visible bounds.
        private func title(at point: CGPoint) -> (column: String, row: GTKRow)? {
            let place = inContent(point)
            // Titles of the list are the last ones, and above the headers of sections.
            for view in list.visibleViews.reversed() where view is TableHeaderView && view.frame.contains(place) {
                // Pinned titles are above the others, and the last ones.
                let field = view.fields.last { $0.view.frame.minX <= place.x && place.x < $0.view.frame.maxX }
                if let field, let row = field.view.hostView as? GTKRow { return (field.column, row) }
            }
            return nil
        }

        /// Takes a touch on the edge of a column. Others are those of the list.
        func touchHeader(_ phase: le_gtk_phase, at point: CGPoint, _ clicks: CInt) -> Bool {
            guard phase == LE_GTK_BEGAN else {
                setPressed(nil)
                guard table.holdsEdge else { return false }
                // A drag ends the click, and continues.
                if phase == LE_GTK_ENDED || !table.movesEdge { endColumnDrag(cancelled: phase != LE_GTK_ENDED) }
                return true
            }
            guard list.columns != nil else { return false }
            if let column = edge(at: point) {
                table.holdsEdge = true
                if clicks == 2 {
                    list.fitColumn(column)
                } else {
                    list.hostBeginColumnDrag(at: inContent(point), tolerance: Self.edgeTolerance)
                }
                return true
            }
            setPressed(title(at: point)?.row)
            return false
        }

        private func setPressed(_ title: GTKRow?) {
            if let old = table.pressed { le_gtk_cell_set_pressed(old.pointer, false) }
            table.pressed = title
            if let title { le_gtk_cell_set_pressed(title.pointer, true) }
        }

        /// The pointer begins to move, after it was pressed at a point.
        func beginColumnDrag(at point: CGPoint) -> Bool {
            if table.holdsEdge {
                table.movesEdge = true
                return true
            }
            guard list.columns != nil, title(at: point) != nil,
                list.hostBeginColumnDrag(at: inContent(point), tolerance: Self.edgeTolerance)
            else { return false }
            if let column = list.movedColumn, let place = list.columns?.place(of: column, at: crossOffset) {
                table.held = (point.x - (place.minX - list.bounds.minX), point.x)
            }
            requestFrame()
            return true
        }

        func dragColumn(to point: CGPoint) {
            guard list.isDraggingColumn else { return }
            table.held?.inList = point.x
            list.hostColumnDrag(to: inContent(point))
            requestFrame()
        }

        func endColumnDrag(cancelled: Bool) {
            (table.holdsEdge, table.movesEdge) = (false, false)
            guard list.isDraggingColumn || table.held != nil else { return }
            table.held = nil
            list.hostEndColumnDrag(cancelled: cancelled)
            requestFrame()
        }

        /// The pointer has another shape where it can drag an edge.
        func showEdge(at point: CGPoint?) {
            let isOnEdge = table.holdsEdge || (list.columns != nil && point.flatMap { edge(at: $0) } != nil)
            guard isOnEdge != table.hasCursor else { return }
            table.hasCursor = isOnEdge
            le_gtk_area_set_cursor(widget, isOnEdge ? "col-resize" : nil)
        }

        // MARK: Keys

        /// The column whose title has the keyboard focus.
        var focusedTitle: String? {
            guard list.columns != nil, let focus = le_gtk_area_focused_title(widget) else { return nil }
            for view in list.visibleViews where view is TableHeaderView {
                for field in view.fields where (field.view.hostView as? GTKRow)?.pointer == focus {
                    return field.column
                }
            }
            return nil
        }

        /// A key while the title of a column has the keyboard focus.
        func pressTitle(_ column: String, _ key: CUnsignedInt, _ modifiers: CUnsignedInt) -> Bool {
            let isMirrored = list.flowDirection == .rightToLeft
            let isExtending = modifiers & GDK_SHIFT_MASK.rawValue != 0
            switch Self.key(key) {
            case .left: return focusTitle(from: column, by: isMirrored ? 1 : -1)
            case .right: return focusTitle(from: column, by: isMirrored ? -1 : 1)
            case .home: return focusTitle(from: nil, by: 1)
            case .end: return focusTitle(from: nil, by: -1)
            case .activate, .mark: return list.sort(by: column, extending: isExtending)
            case .down:
                gtk_widget_grab_focus(widget)
                return true
            default: return false
            }
        }

        /// The menu key opens the menu of the column whose title has the keyboard focus.
        func openMenu(ofTitle column: String) -> Bool {
            guard let menu = list.headerMenu(of: column), let focus = le_gtk_area_focused_title(widget) else {
                return false
            }
            var bounds = graphene_rect_t()
            guard gtk_widget_compute_bounds(focus, widget, &bounds) != 0 else { return false }
            return open(
                menu,
                at: CGPoint(
                    x: CGFloat(bounds.origin.x + bounds.size.width / 2),
                    y: CGFloat(bounds.origin.y + bounds.size.height / 2)))
        }

        /// Moves the keyboard focus to the next shown column, or to the first or last one, and scrolls to it.
        private func focusTitle(from column: String?, by step: Int) -> Bool {
            guard let columns = list.columns else { return false }
            var index = column.flatMap { columns.index(of: $0) } ?? (step > 0 ? -1 : columns.count)
            // A column without a width has no title.
            repeat {
                index += step
            } while (0..<columns.count).contains(index)
                && (columns.width(of: columns[index].id) ?? 0) <= 0
            guard (0..<columns.count).contains(index) else { return true }
            let next = columns[index].id
            scroll(toColumn: next, of: columns)
            table.wantedFocus = next
            for view in list.visibleViews where view is TableHeaderView {
                (view.hostView as? GTKRow)?.fieldChanges.placed = -1
            }
            requestFrame()
            return true
        }

        /// Scrolls sideways until a column is visible.
        private func scroll(toColumn column: String, of columns: ColumnLayout) {
            guard let place = columns.place(of: column, at: crossOffset), place.pinnedEdge == nil else { return }
            // Between the pinned columns.
            let visible = columns.columns(at: crossOffset)
            let start = visible.filter { $0.pinnedEdge == .leading }.reduce(0) { $0 + $1.width }
            let end = visibleCrossExtent - visible.filter { $0.pinnedEdge == .trailing }.reduce(0) { $0 + $1.width }
            // From the leading edge of the window.
            let lead =
                list.flowDirection == .rightToLeft ? list.bounds.maxX - place.maxX : place.minX - list.bounds.minX
            if lead < start || place.width > end - start {
                scrollAcross(to: crossOffset + lead - start)
            } else if lead + place.width > end {
                scrollAcross(to: crossOffset + lead + place.width - end)
            }
        }
    }
#endif
