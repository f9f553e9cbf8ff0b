#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    import ListEngine

    // What the user does with the pointer, fingers, keys and assistive technologies, as GTK's controllers report it.
    extension GTKHost {
        func scroll(_ delta: CGPoint, isWheel: Bool, at location: CGPoint, _ held: CUnsignedInt) {
            // As GTK's own scrolled windows.
            let step = isWheel ? pow(visibleExtent, 2 / 3) : touchpadFactor
            let distance = CGPoint(x: delta.x * step, y: delta.y * step)
            guard !isWheel, let hasMoved = hasTouchpadMoved else {
                return scroll(
                    by: distance, at: location, smoothly: isWheel, modifiers: isWheel ? Self.modifiers(held) : [])
            }
            // The content follows the fingers, so they move the other way.
            let moved = CGPoint(x: -distance.x, y: -distance.y)
            if hasMoved { pan(by: moved) } else { beginPan(at: location, by: moved) }
            hasTouchpadMoved = true
        }

        func touchTouchpad() {
            stop()
            hasTouchpadMoved = false
        }

        func leaveTouchpad(velocity: CGPoint) {
            let velocity = CGPoint(x: velocity.x * touchpadFactor, y: velocity.y * touchpadFactor)
            if hasTouchpadMoved == true {
                endPan(velocity: CGPoint(x: -velocity.x, y: -velocity.y))
            } else {
                // X11 counts the movements as steps of a wheel.
                beginDrag()
                endDrag(velocity: velocity)
            }
            hasTouchpadMoved = nil
        }

        func pan(_ phase: le_gtk_phase, at location: CGPoint, _ distance: CGPoint) {
            switch phase {
            case LE_GTK_BEGAN: beginPan(at: location, by: distance)
            case LE_GTK_MOVED: pan(by: distance)
            default: endPan(velocity: distance, cancelled: phase == LE_GTK_CANCELLED)
            }
        }

        func touch(
            _ phase: le_gtk_phase, at point: CGPoint, _ clicks: CInt, _ modifiers: CUnsignedInt, isFinger: Bool
        ) {
            if phase == LE_GTK_BEGAN { isStopping = isFinger && isScrolling }
            if isStopping { return stop() }
            if touchHeader(phase, at: point, clicks) { return }
            var touch = CollectionViewTouch(
                phase == LE_GTK_BEGAN ? .began : phase == LE_GTK_ENDED ? .ended : .cancelled, at: inContent(point))
            touch.pointer = isFinger ? .finger : .mouse
            touch.clickCount = Int(clicks)
            touch.modifiers = Self.modifiers(modifiers)
            touch.isOnSelectionMark = accessory(at: point) == .selection
            if touch.isOnSelectionMark { touch.modifiers.insert(.toggle) }
            list.hostTouch(touch)
        }

        /// The accessory of a ready-made cell at a point of the visible bounds.
        private func accessory(at point: CGPoint) -> ItemAccessory.Kind? {
            guard let row = cellUnder(point)?.hostView as? GTKRow,
                let widget = le_gtk_area_widget_at(self.widget, point.x, point.y)
            else { return nil }
            return row.accessory(at: widget)
        }

        func drag(
            _ phase: le_gtk_phase, to point: CGPoint, _ modifiers: CUnsignedInt, isFinger: Bool
        ) -> Bool {
            switch phase {
            case LE_GTK_BEGAN:
                if beginColumnDrag(at: point) { return true }
                if list.columns == nil, beginMovingSection(at: point) { return true }
                switch accessory(at: point) {
                case .selection: return beginMarkSelection(at: point)
                case .reorder where beginReordering(at: point): return true
                default: break
                }
                if !isFinger, beginFieldRange(at: point, Self.modifiers(modifiers)) { return true }
                if let drag = beginItemDrag(at: point) {
                    start(drag, at: point)
                    return false
                }
                if beginReordering(at: point) { return true }
                if isFinger { return false }
                return beginSectionDrag(at: point)
                    || beginBandSelection(at: point, Self.modifiers(modifiers), onItems: true)
            case LE_GTK_MOVED:
                dragColumn(to: point)
                reorder(to: point)
                moveSection(to: point)
                extendBandSelection(to: point)
                extendMarkSelection(to: point)
                extendFieldRange(to: point)
                dragSection(to: point, at: ProcessInfo.processInfo.systemUptime)
            default: endPointerDrag(cancelled: phase == LE_GTK_CANCELLED)
            }
            return true
        }

        private func endPointerDrag(cancelled: Bool) {
            endColumnDrag(cancelled: cancelled)
            endReordering(cancelled: cancelled)
            endBandSelection(cancelled: cancelled)
            endMarkSelection(cancelled: cancelled)
            endFieldRange()
            endMovingSection(cancelled: cancelled)
            endSectionDrag(at: cancelled ? nil : ProcessInfo.processInfo.systemUptime)
        }

        private func start(_ drag: CollectionDrag, at point: CGPoint) {
            let held = list.indexPathForItem(at: inContent(point))
            // The row under the pointer, and two more that are on the screen.
            let paths =
                [held].compactMap { $0 } + drag.indexPaths.filter { $0 != held && list.cellForItem(at: $0) != nil }
            let rows = paths.prefix(3).map { (list.cellForItem(at: $0)?.hostView as? GTKRow)?.pointer }
            let items = Unmanaged.passRetained(drag)
            let hasBegun = withContent(of: drag) { content in
                guard !rows.isEmpty, rows.allSatisfy({ $0 != nil }) else { return false }
                return le_gtk_area_begin_drag(
                    widget, items.toOpaque(), rows, CInt(rows.count), point.x, point.y,
                    CInt(clamping: drag.items.count), content)
            }
            if hasBegun { return }
            items.release()
            drag.end()
        }

        /// Content for other programs, as C has it during the call.
        func withContent<Result>(
            of drag: CollectionDrag, _ body: (UnsafePointer<le_gtk_content>) -> Result
        ) -> Result {
            let uris = drag.files.map { strdup($0.absoluteString) }
            let data = drag.data.sorted { $0.key < $1.key }.map { type, bytes in
                let copy = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
                copy.copyMemory(from: bytes, byteCount: bytes.count)
                return le_gtk_data(type: UnsafePointer(strdup(type)), bytes: copy, length: bytes.count)
            }
            let text: UnsafeMutablePointer<CChar>? = drag.text.flatMap { strdup($0) }
            defer {
                for uri in uris { free(uri) }
                for each in data {
                    free(UnsafeMutablePointer(mutating: each.type))
                    UnsafeMutableRawPointer(mutating: each.bytes)?.deallocate()
                }
                free(text)
            }
            let pointers = uris.map { UnsafePointer($0) } + [nil]
            return pointers.withUnsafeBufferPointer { uris in
                data.withUnsafeBufferPointer { data in
                    var content = le_gtk_content(
                        text: UnsafePointer(text), uris: uris.baseAddress, data: data.baseAddress,
                        count: data.count)
                    return body(&content)
                }
            }
        }

        /// The items that are dragged over the list.
        private func drag(of items: UInt, _ action: GdkDragAction) -> CollectionDrag {
            let drag =
                UnsafeRawPointer(bitPattern: items)
                .map { Unmanaged<CollectionDrag>.fromOpaque($0).takeUnretainedValue() }
                ?? foreignDrag ?? CollectionDrag()
            if items == 0 { foreignDrag = drag }
            drag.isCopyRequested = action == GDK_ACTION_COPY
            return drag
        }

        func dragOver(_ items: UInt, _ action: GdkDragAction, at point: CGPoint) -> GdkDragAction {
            Self.action(dragOver(drag(of: items, action), at: point))
        }

        func leaveDrag() {
            foreignDrag = nil
            dragDidLeave()
        }

        func drop(
            _ items: UInt, _ content: Content, _ action: GdkDragAction, at point: CGPoint
        ) -> GdkDragAction {
            if items == 0 { foreignDrag = content.drag }
            let result = drop(drag(of: items, action), at: point)
            foreignDrag = nil
            return Self.action(result)
        }

        private static func action(_ operation: CollectionDropOperation) -> GdkDragAction {
            switch operation {
            case .cancel: GdkDragAction(rawValue: 0)
            case .copy: GDK_ACTION_COPY
            case .move: GDK_ACTION_MOVE
            }
        }

        // A cell notices the pointer in the next frame: GTK does not allow that a program closes the window while the pointer
        // enters or leaves it.
        func hover(at point: CGPoint?) {
            pointer = point
            showEdge(at: point)
            if cellUnderPointer !== hovered { requestFrame() }
        }

        // The cell that is seen there: rows are elsewhere than in the layout while they move or are dragged.
        private var cellUnderPointer: CollectionViewCell? { pointer.flatMap { cellUnder($0) } }

        private func cellUnder(_ point: CGPoint) -> CollectionViewCell? {
            cell(UInt(bitPattern: le_gtk_area_row_at(widget, point.x, point.y)))
        }

        func updateHover() {
            let cell = cellUnderPointer
            guard cell !== hovered else { return }
            (hovered?.hostView as? GTKRow)?.isHovered = false
            (hovered as? GTKCell)?.isHovered = false
            hovered = cell
            (cell?.hostView as? GTKRow)?.isHovered = true
            (cell as? GTKCell)?.isHovered = true
        }

        /// A row with the keyboard focus stays when it leaves the screen, with its widgets.
        func holdRow(_ row: UInt) {
            list.heldItem = cell(row).flatMap { list.indexPath(for: $0) }
        }

        private func cell(_ row: UInt) -> CollectionViewCell? {
            guard row != 0 else { return nil }
            return list.visibleCells.first { UInt(bitPattern: ($0.hostView as? GTKRow)?.pointer) == row }
        }

        /// An assistive technology performs an action that the program stated, or activates the row as a finger does.
        func act(_ row: UInt, _ action: Int) {
            guard let view = list.visibleViews.first(where: { address($0) == row }) else { return }
            if action < 0 {
                list.hostTap(at: CGPoint(x: view.frame.midX, y: view.frame.midY))
            } else {
                let actions = actions(of: view)
                if actions.indices.contains(action) { actions[action].perform() }
            }
        }

        func press(_ key: CUnsignedInt, _ modifiers: CUnsignedInt) -> Bool {
            let isDragging =
                list.reorderedItem != nil || bandSelectionFrame != nil || list.isDraggingColumn
                || list.movedSection != nil
            if key == CUnsignedInt(GDK_KEY_Escape), endMarkSelection(cancelled: true) || isDragging {
                endPointerDrag(cancelled: true)
                return true
            }
            let isMenuKey =
                key == CUnsignedInt(GDK_KEY_Menu)
                || key == CUnsignedInt(GDK_KEY_F10) && modifiers & GDK_SHIFT_MASK.rawValue != 0
            if let column = focusedTitle {
                return isMenuKey ? openMenu(ofTitle: column) : pressTitle(column, key, modifiers)
            }
            if isMenuKey { return openMenuOfFocus() }
            if pressInTable(key, modifiers) { return true }
            if pressInList(key, modifiers) || moveItems(key, modifiers) { return true }
            return Self.shortcut(key, modifiers).map { list.hostPerform($0) } ?? false
        }

        /// The arrow keys with alt move items, and with shift as well the section.
        private func moveItems(_ key: CUnsignedInt, _ modifiers: CUnsignedInt) -> Bool {
            let held = modifiers & (GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue | GDK_CONTROL_MASK.rawValue)
            guard held == GDK_ALT_MASK.rawValue else { return false }
            let direction: MoveDirection
            switch Self.key(key) {
            case .up: direction = .up
            case .down: direction = .down
            case .left: direction = .left
            case .right: direction = .right
            default: return false
            }
            let isSection = modifiers & GDK_SHIFT_MASK.rawValue != 0
            return isSection ? list.hostMoveSection(toward: direction) : list.hostMoveItems(toward: direction)
        }

        private func pressInList(_ key: CUnsignedInt, _ modifiers: CUnsignedInt) -> Bool {
            guard let key = Self.key(key), modifiers & (GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) == 0 else {
                return false
            }
            guard case .character(let character) = key else { return press(key, modifiers: Self.modifiers(modifiers)) }
            guard modifiers & GDK_CONTROL_MASK.rawValue == 0 else {
                // Other keys are shortcuts of the program. With caps lock, the character is large without shift.
                return switch (character.lowercased(), modifiers & GDK_SHIFT_MASK.rawValue != 0) {
                case ("a", false): list.hostSelectAll()
                case ("a", true): list.hostDeselectAll()
                case ("i", true): list.hostInvertSelection()
                default: false
                }
            }
            let now = TimeInterval(g_get_monotonic_time()) / 1e6
            if now - lastTyped > 1 { list.hostDidPauseTyping() }
            lastTyped = now
            return list.hostKey(key)
        }

        static func modifiers(_ state: CUnsignedInt) -> InputModifiers {
            var modifiers: InputModifiers = []
            if state & GDK_SHIFT_MASK.rawValue != 0 { modifiers.insert(.extend) }
            if state & GDK_CONTROL_MASK.rawValue != 0 { modifiers.insert(.toggle) }
            return modifiers
        }

        private static let keys: [Int32: CollectionViewKey] = [
            GDK_KEY_Up: .up, GDK_KEY_Down: .down, GDK_KEY_Left: .left, GDK_KEY_Right: .right, GDK_KEY_KP_Up: .up,
            GDK_KEY_KP_Down: .down, GDK_KEY_KP_Left: .left, GDK_KEY_KP_Right: .right, GDK_KEY_Page_Up: .pageUp,
            GDK_KEY_Page_Down: .pageDown, GDK_KEY_KP_Page_Up: .pageUp, GDK_KEY_KP_Page_Down: .pageDown,
            GDK_KEY_Home: .home, GDK_KEY_End: .end, GDK_KEY_KP_Home: .home, GDK_KEY_KP_End: .end,
            GDK_KEY_Return: .activate, GDK_KEY_KP_Enter: .activate, GDK_KEY_space: .mark, GDK_KEY_KP_Space: .mark,
        ]

        static func key(_ key: CUnsignedInt) -> CollectionViewKey? {
            if let known = keys[Int32(bitPattern: key)] { return known }
            guard let scalar = Unicode.Scalar(gdk_keyval_to_unicode(key)), scalar.value >= 0x20, scalar.value != 0x7F
            else { return nil }
            return .character(Character(scalar))
        }
    }

    /// Points for each point that fingers move on a touchpad, as in GTK's own scrolled windows.
    private let touchpadFactor: CGFloat = 2.5
#endif
