#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    import ListEngine

    // The menu of rows, and keys that perform its actions.
    extension GTKHost {
        func openMenu(at point: CGPoint) -> Bool {
            let place = inContent(point)
            guard let menu = list.hostHeaderMenu(at: place) ?? list.hostItemMenu(at: place) else { return false }
            return open(menu, at: point)
        }

        func open(_ menu: ItemMenu, at point: CGPoint) -> Bool {
            self.menu = menu
            for path in list.indexPathsForContextMenu {
                (list.cellForItem(at: path)?.hostView as? GTKRow)?.hasMenu = true
            }
            var entries = MenuEntries()
            entries.add(menu.elements)
            defer { entries.free() }
            le_gtk_area_open_menu(widget, entries.all, CInt(entries.all.count), point.x, point.y)
            return true
        }

        func closeMenu() {
            for cell in list.visibleCells { (cell.hostView as? GTKRow)?.hasMenu = false }
            list.hostEndContextMenu()
        }

        /// The menu key opens the menu in the middle of the row that receives keys.
        func openMenuOfFocus() -> Bool {
            guard let cell = list.focusedIndexPath.flatMap({ list.cellForItem(at: $0) }) else { return false }
            return openMenu(at: CGPoint(x: cell.frame.midX - list.bounds.minX, y: cell.frame.midY - list.bounds.minY))
        }

        func choose(_ index: Int) {
            guard let menu else { return }
            let actions = menu.actions
            if actions.indices.contains(index) { actions[index].perform() }
        }

        /// The keys as a shortcut of a menu: delete, function keys, and characters with control or alt. Others are typed.
        static func shortcut(_ key: CUnsignedInt, _ state: CUnsignedInt) -> ItemShortcut? {
            var held: ItemShortcut.Modifiers = []
            if state & GDK_SHIFT_MASK.rawValue != 0 { held.insert(.shift) }
            if state & GDK_ALT_MASK.rawValue != 0 { held.insert(.alt) }
            if state & GDK_CONTROL_MASK.rawValue != 0 { held.insert(.control) }
            switch Int32(bitPattern: key) {
            case GDK_KEY_Delete, GDK_KEY_KP_Delete: return ItemShortcut(.delete, held)
            case GDK_KEY_F1...GDK_KEY_F12:
                return ItemShortcut(.function(Int(Int32(bitPattern: key) - GDK_KEY_F1) + 1), held)
            default:
                guard !held.subtracting(.shift).isEmpty, let scalar = Unicode.Scalar(gdk_keyval_to_unicode(key)),
                    scalar.value > 0x20
                else { return nil }
                return ItemShortcut(.character(Character(scalar)), held)
            }
        }
    }

    /// The entries of a menu in C.
    @MainActor
    private struct MenuEntries {
        private(set) var all: [le_gtk_menu_entry] = []
        private var texts: [UnsafeMutablePointer<CChar>?] = []
        private var icons: [OpaquePointer] = []
        private var count = 0

        mutating func add(_ elements: [ItemMenu.Element]) {
            for element in elements {
                switch element {
                case .action(let action): add(action)
                case .submenu(let title, let image, let elements): add(LE_GTK_MENU_SUBMENU, title, elements, image)
                case .section(let title, let elements): add(LE_GTK_MENU_SECTION, title, elements)
                }
            }
        }

        private mutating func add(_ action: ItemMenu.Action) {
            let check = action.isChecked.map { $0 ? LE_GTK_MENU_CHECKED : LE_GTK_MENU_UNCHECKED } ?? 0
            let flags = action.isEnabled ? check : check | LE_GTK_MENU_DISABLED
            all.append(
                le_gtk_menu_entry(
                    kind: CInt(LE_GTK_MENU_ITEM), flags: CInt(flags), index: CInt(count), title: copy(action.title),
                    shortcut: copy(action.shortcut.map { Self.accelerator($0) }), icon: icon(of: action.image)))
            count += 1
        }

        private mutating func add(
            _ kind: Int, _ title: String?, _ elements: [ItemMenu.Element], _ image: ItemImage? = nil
        ) {
            all.append(
                le_gtk_menu_entry(
                    kind: CInt(kind), flags: 0, index: 0, title: copy(title), shortcut: nil, icon: icon(of: image)))
            add(elements)
            all.append(
                le_gtk_menu_entry(
                    kind: CInt(LE_GTK_MENU_END), flags: 0, index: 0, title: nil, shortcut: nil, icon: nil))
        }

        /// The icon of the theme or the picture that an image shows. Characters are no icon.
        private mutating func icon(of image: ItemImage?) -> OpaquePointer? {
            let icon: OpaquePointer?
            switch image?.source {
            case .name(let name): icon = GTKImage.hasIcon(name) ? g_themed_icon_new(name) : nil
            case .data(let bytes):
                let data = g_bytes_new(bytes, gsize(bytes.count))
                icon = g_bytes_icon_new(data)
                g_bytes_unref(data)
            case .file(let path):
                let file = g_file_new_for_path(path)
                icon = g_file_icon_new(file)
                if let file { g_object_unref(UnsafeMutableRawPointer(file)) }
            case nil: icon = nil
            }
            if let icon { icons.append(icon) }
            return icon
        }

        private mutating func copy(_ text: String?) -> UnsafePointer<CChar>? {
            guard let copy = text.flatMap({ strdup($0) }) else { return nil }
            texts.append(copy)
            return UnsafePointer(copy)
        }

        /// A name that gtk_accelerator_parse reads.
        private static func accelerator(_ shortcut: ItemShortcut) -> String {
            var name = ""
            if shortcut.modifiers.contains(.control) { name += "<Control>" }
            if shortcut.modifiers.contains(.alt) { name += "<Alt>" }
            if shortcut.modifiers.contains(.shift) { name += "<Shift>" }
            switch shortcut.key {
            case .character(let character):
                let key = character.unicodeScalars.first.map { gdk_unicode_to_keyval($0.value) } ?? 0
                return name + (gdk_keyval_name(key).map { String(cString: $0) } ?? "")
            case .delete: return name + "Delete"
            case .function(let number): return name + "F\(number)"
            }
        }

        func free() {
            for text in texts { Foundation.free(text) }
            for icon in icons { g_object_unref(UnsafeMutableRawPointer(icon)) }
        }
    }
#endif
