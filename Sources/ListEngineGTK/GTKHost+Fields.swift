#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    import ListEngine
    import ListEngineLayout

    // Single fields of a table: the focus, a range, copying and editing.
    extension GTKHost {
        /// Shows which fields have the focus or are selected, and the entry in the field that the user edits.
        func showFieldStates() {
            let isUsed = list.focusedColumn != nil || list.fieldEdit != nil
            guard isUsed || table.showsFields else { return }
            table.showsFields = isUsed
            for view in list.visibleViews where view is TableCell {
                for field in view.fields { showState(of: field.view as? CollectionViewCell) }
            }
            // The entry has its place, and its text, since it is in the window.
            if list.fieldEdit != nil, let entry = table.entry, table.wantsEntryFocus,
                gtk_widget_get_mapped(entry.pointer) != 0
            {
                table.wantsEntryFocus = false
                entry.grabFocus()
                if list.columns == nil { entry.selectAll() } else { entry.moveCursorToEnd() }
            }
        }

        /// Shows the entry in which the user edits the title of an item, before the row is placed: GTK draws no row that changed after that.
        func showEditedTitle() {
            guard list.columns == nil, list.fieldEdit != nil || table.showsFields else { return }
            for case let cell as ContentCell in list.visibleViews { showState(of: cell) }
        }

        private func showState(of cell: CollectionViewCell?) {
            guard let cell, let row = cell.hostView as? GTKRow else { return }
            row.fieldState = cell.fieldState
            let entry = cell.fieldState.contains(.edited) ? table.entry : nil
            guard row.edit(in: entry) else { return }
            // The height that the row needs may differ.
            requestFrame()
            // The entry has left another cell, and the keyboard has left the entry.
            if entry != nil, keyboardIsHereOrNowhere { table.wantsEntryFocus = true }
        }

        private var keyboardIsHereOrNowhere: Bool {
            guard let root = gtk_widget_get_root(widget), let focus = gtk_root_get_focus(root) else { return true }
            return focus == widget || gtk_widget_is_ancestor(focus, widget) != 0
        }

        func showEntry(for edit: FieldEdit?) {
            let entry = table.entry
            table.entry = nil
            if let edit {
                table.entry = makeEntry(edit)
                table.wantsEntryFocus = true
            } else if let entry, gtk_widget_get_focus_child(widget) != nil, entry.isEnabled {
                gtk_widget_grab_focus(widget)
            }
        }

        private func makeEntry(_ edit: FieldEdit) -> GTKEntry {
            let entry = GTKEntry(edit.text) { [weak self] text in self?.list.hostChangeFieldEdit(text) }
            entry.width = 1
            entry.expanding().style("field-entry")
            entry.accessibilityLabel = edit.original
            // GTK uses the entry after it has reported the key.
            entry.on("activate") { [weak self] in
                GTKWidget.later { [weak self] in _ = self?.list.hostEndFieldEdit() }
            }
            return entry
        }

        /// Ends the edit and moves the focus. A text that is refused keeps the keyboard.
        private func endFieldEdit(goingTo next: CollectionViewKey) -> Bool {
            if list.hostEndFieldEdit() { list.hostKey(next) }
            return true
        }

        /// Keys for fields.
        /// - Returns: False if the key has its usual effect.
        func pressInTable(_ key: CUnsignedInt, _ modifiers: CUnsignedInt) -> Bool {
            guard list.columns != nil || list.fieldEdit != nil else { return false }
            let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
            // With caps lock, the character is large.
            let key = gdk_keyval_to_lower(key)
            // Shortcuts of the program come first.
            if [GDK_KEY_F2, GDK_KEY_F7, GDK_KEY_c].contains(Int32(bitPattern: key)), list.fieldEdit == nil,
                let shortcut = Self.shortcut(key, modifiers), list.hostPerform(shortcut)
            {
                return true
            }
            switch Int32(bitPattern: key) {
            case GDK_KEY_Escape where list.fieldEdit != nil: return list.hostEndFieldEdit(cancelled: true)
            case GDK_KEY_Escape where list.focusedColumn != nil:
                list.focusedColumn = nil
                requestFrame()
                return true
            case GDK_KEY_Tab where list.fieldEdit != nil && !isControl: return endFieldEdit(goingTo: .next)
            case GDK_KEY_ISO_Left_Tab where list.fieldEdit != nil && !isControl: return endFieldEdit(goingTo: .previous)
            case GDK_KEY_F2: return list.hostKey(.edit)
            case GDK_KEY_F7 where list.columns != nil:
                list.focusedColumn = list.focusedColumn == nil ? list.visibleColumns.first : nil
                requestFrame()
                return true
            case GDK_KEY_c where isControl && list.fieldEdit == nil:
                guard let copied = list.copiedFields() else { return false }
                gdk_clipboard_set_text(gtk_widget_get_clipboard(widget), copied.tabSeparated)
                return true
            default: return false
            }
        }
    }
#endif
