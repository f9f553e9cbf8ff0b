#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    @_exported import ListEngine
    import ListEngineLayout

    /// Why a list cannot be shown in a window.
    public enum GTKHostError: Error, CustomStringConvertible {
        case noDisplay

        public var description: String {
            "GTK cannot open a display. Expected a Wayland or X11 session in WAYLAND_DISPLAY or DISPLAY."
        }
    }

    /// Shows a list in a GTK 4 window.
    ///
    /// ``widget`` is a widget like any other. Cells show widgets of the program; see ``GTKCell``. Rows whose height is
    /// estimated are measured by GTK, also when they change by themselves. Keep the host as long as the list is shown.
    ///
    /// GLib's main loop also runs what is dispatched to the main actor, so updates from other threads arrive.
    public final class GTKHost: ScrollingHost {
        private let area: AreaReference
        /// When a character was typed last, in seconds.
        private var lastTyped: TimeInterval = 0
        /// The font with which rows were measured.
        private var font: CUnsignedInt = 0
        /// The pointer in the visible bounds, and the cell that it is over.
        private var pointer: CGPoint?
        private weak var hovered: GTKCell?
        private var menu: GTKMenu?
        /// Items from elsewhere that are dragged over the list.
        private var foreignDrag: CollectionDrag?
        /// Fingers on a touchpad have moved since they touched it; nil if there are none.
        private var hasTouchpadMoved: Bool?
        /// A finger has stopped the content. That is no tap.
        private var isStopping = false
        private var swiped: SwipedRow?
        /// The titles of the buttons of actions, in their order on the screen.
        private var buttons: [String] = []

        /// Whether the ``CollectionView/indexTitles`` of a vertical list stand beside its rows. A press or a drag there scrolls to
        /// a title. The default is false, because the titles of all sections are then read after each change.
        public var showsIndex = false {
            didSet { if showsIndex != oldValue { setNeedsIndex() } }
        }
        /// Whether the scroll bar is above the rows, and fades when it is not used. If it is false, or the user's settings say so,
        /// the bar stands beside the rows. The default is true, as in GTK's scrolled windows.
        public var usesOverlayScrollBar = true {
            didSet { le_gtk_area_set_overlay(widget, usesOverlayScrollBar) }
        }

        private var needsIndex = false
        private var index: [String] = []

        /// The widget that shows the list. It belongs to the host; a window that it is put into adds a reference.
        public var widget: UnsafeMutablePointer<GtkWidget> { area.pointer }

        /// Becomes the host of a list. It opens the display if GTK was not used before.
        public init(showing list: CollectionView) throws(GTKHostError) {
            guard le_gtk_start() else { throw .noDisplay }
            var events = Self.events
            area = AreaReference(le_gtk_area_new(&events))
            super.init(list)
            animationDuration = 0.25
            le_gtk_area_set_owner(widget, Unmanaged.passUnretained(self).toOpaque())
            registerOrnaments()
        }

        /// The separators and backgrounds of list appearances. A program registers others after the host was created.
        private func registerOrnaments() {
            typealias Kinds = CollectionLayoutListConfiguration
            list.register(GTKSeparator.self, forDecorationViewOfKind: ElementKind(Kinds.separatorKind))
            list.register(GTKBackground.self, forDecorationViewOfKind: ElementKind(Kinds.backgroundKind))
        }

        // MARK: Frames

        public override func scheduleFrame() { le_gtk_area_schedule(widget) }

        fileprivate func allocate(at time: TimeInterval, _ size: CGSize) {
            prefersReducedMotion = !le_gtk_area_animates(widget)
            list.displayScale = CGFloat(gtk_widget_get_scale_factor(widget))
            list.flowDirection = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
            if list.bounds.size != size { list.bounds.size = size }
            for view in list.visibleViews {
                if let row = view.hostView as? GTKRow, row.hasOutgrown() { list.invalidateMeasurement(of: view) }
            }
            // All sizes were measured with the old font.
            let newFont = le_gtk_area_font(widget)
            if font != newFont, font != 0 {
                list.measuredSizes.removeAll()
                list.invalidateLayout()
            }
            font = newFont
            frame(at: time)
            moveSwipedRow(at: time)
            var below: UnsafeMutablePointer<GtkWidget>?
            for shown in viewsInDrawingOrder {
                guard let row = shown.view.hostView as? GTKRow else { continue }
                guard !shown.placement.isHidden else {
                    le_gtk_area_hide(row.pointer)
                    continue
                }
                var frame = shown.frame
                if let swiped, swiped.cell === shown.view {
                    placeActions(beside: frame, swiped.offset)
                    frame = frame.offsetBy(dx: isVertical ? swiped.offset : 0, dy: isVertical ? 0 : swiped.offset)
                }
                // A background can be longer than GTK can draw exactly. Its ends are drawn only near the screen.
                if shown.view is GTKBackground {
                    frame = frame.intersection(CGRect(origin: .zero, size: size).insetBy(dx: -256, dy: -256))
                }
                // A held row is anywhere. GTK has it beside the screen.
                frame.origin.x = min(max(frame.minX, -frame.width - 8), size.width + 8)
                frame.origin.y = min(max(frame.minY, -frame.height - 8), size.height + 8)
                le_gtk_area_place(
                    widget, row.pointer, below, frame.minX, frame.minY, frame.width, frame.height,
                    Double(shown.placement.alpha))
                below = row.pointer
            }
            var mark = list.dropTarget?.mark.offsetBy(dx: -list.bounds.minX, dy: -list.bounds.minY) ?? .zero
            if let band = bandSelectionFrame {
                mark = band.intersection(CGRect(origin: .zero, size: size).insetBy(dx: -8, dy: -8))
            }
            le_gtk_area_mark(widget, mark.minX, mark.minY, mark.width, mark.height)
            showRefreshing(size)
            showOverscroll(size)
            showIndex()
            updateHover()
            describe()
            le_gtk_area_set_orientation(
                widget, isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
            let range = offsetRange
            le_gtk_area_set_scroll(
                widget, offset, range.lowerBound, range.upperBound + visibleExtent, visibleExtent)
        }

        /// A spinner comes in at the start while the user pulls, and stays while the list is refreshed.
        private func showRefreshing(_ size: CGSize) {
            let share = list.isRefreshing ? 1 : min(1, pulledDistance / max(1, refreshDistance))
            let along = -12 + 40 * share
            let (x, y) = isVertical ? (size.width / 2, along) : (along, size.height / 2)
            le_gtk_area_spin(widget, x, y, share, list.isRefreshing)
        }

        /// GTK shows a glow where the user drags the content further than it goes.
        private func showOverscroll(_ size: CGSize) {
            let extent = bounces || pulledDistance > 0 ? 0 : abs(overscroll)
            let isStart = (overscroll < 0) != (!isVertical && list.flowDirection == .rightToLeft)
            let side = isVertical ? (isStart ? GTK_POS_TOP : GTK_POS_BOTTOM) : isStart ? GTK_POS_LEFT : GTK_POS_RIGHT
            le_gtk_area_glow(widget, side, extent, CInt(size.width), CInt(size.height))
        }

        // MARK: The index

        public override func contentDidChange(_ change: ContentChange) {
            super.contentDidChange(change)
            setNeedsIndex()
        }

        private func setNeedsIndex() {
            needsIndex = true
            requestFrame()
        }

        private func showIndex() {
            guard needsIndex else { return }
            needsIndex = false
            let titles = showsIndex && isVertical ? list.indexTitles : []
            guard titles != index else { return }
            index = titles
            let copies = titles.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            var pointers = copies.map { UnsafePointer($0) } + [nil]
            le_gtk_area_set_index(widget, &pointers)
        }

        private var isVertical: Bool { list.layout.scrollDirection == .vertical }

        /// What assistive technologies say about the rows.
        private func describe() {
            var focused: UnsafeMutablePointer<GtkWidget>?
            for cell in list.visibleCells {
                guard let row = cell.hostView as? GTKRow else { continue }
                if row.isSelected != cell.isSelected { row.isSelected = cell.isSelected }
                if row.isFocused != cell.isFocused { row.isFocused = cell.isFocused }
                if cell.isFocused { focused = row.pointer }
                if let description = list.accessibilityDescription(of: cell) { row.describe(description) }
                row.offer(actions(of: cell).map(\.name))
            }
            le_gtk_area_set_active(widget, focused)
        }

        /// The actions for assistive technologies. Those at the sides of a row are asked for while the row has the focus.
        private func actions(of cell: CollectionViewCell) -> [AccessibilityAction] {
            cell.isFocused ? list.accessibilityActions(of: cell) : cell.accessibility?.actions ?? []
        }

        /// Without a window there are no frames.
        public override func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
            if gtk_widget_get_mapped(widget) != 0 {
                super.run(animations, completion: completion)
            } else {
                completion()
            }
        }

        // MARK: Views

        public override func makeView(for view: CollectionReusableView) -> AnyObject? {
            guard let content = view as? any GTKContent else { return nil }
            let row = GTKRow(content)
            le_gtk_area_add(widget, row.pointer)
            return row
        }

        public override func recycle(_ view: CollectionReusableView) {
            super.recycle(view)
            if view === swiped?.cell { endSwipe() }
            if let row = view.hostView as? GTKRow { le_gtk_area_hide(row.pointer) }
        }

        public override func remove(_ view: CollectionReusableView) {
            super.remove(view)
            if view === swiped?.cell { endSwipe() }
            if let row = view.hostView as? GTKRow { le_gtk_area_remove(widget, row.pointer) }
        }

        public override func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
            guard let row = view.hostView as? GTKRow else { return nil }
            return isVertical
                ? CGSize(width: size.width, height: row.measure(GTK_ORIENTATION_VERTICAL, size.width))
                : CGSize(width: row.measure(GTK_ORIENTATION_HORIZONTAL, size.height), height: size.height)
        }

        // MARK: Swiped rows

        public override func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {
            if swiped?.cell !== cell {
                guard swipe.phase != .closed else { return }
                endSwipe()
                swiped = SwipedRow(cell, swipe)
            }
            swiped?.follow(swipe)
            // Without a window there are no frames.
            if gtk_widget_get_mapped(widget) == 0, swipe.phase == .closed { return endSwipe() }
            showActions(swipe.edge == .leading ? swipe.actions : swipe.actions.reversed())
            requestFrame()
        }

        public override func extent(of actions: [CollectionSwipeAction], behind cell: CollectionViewCell) -> CGFloat {
            let titles = actions.map(\.title)
            if buttons != titles, buttons != titles.reversed() { showActions(actions) }
            return actionsExtent
        }

        private var actionsExtent: CGFloat { CGFloat(le_gtk_area_measure_actions(widget, swipeAxis)) }

        private var swipeAxis: GtkOrientation { isVertical ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }

        private func showActions(_ actions: [CollectionSwipeAction]) {
            guard buttons != actions.map(\.title) else { return }
            buttons = actions.map(\.title)
            let titles = buttons.map { strdup($0) }
            defer { for title in titles { free(title) } }
            var pointers = titles.map { UnsafePointer($0) } + [nil]
            let destroy = actions.map { $0.style == .destructive }
            le_gtk_area_set_actions(widget, &pointers, destroy, swipeAxis)
        }

        private func endSwipe() {
            swiped = nil
            buttons = []
            le_gtk_area_set_actions(widget, nil, nil, swipeAxis)
        }

        private func moveSwipedRow(at time: TimeInterval) {
            guard swiped?.advance(to: time, atOnce: prefersReducedMotion) == false else {
                if swiped?.isBack == true { endSwipe() }
                return
            }
            requestFrame()
        }

        /// The buttons move with the row, in the place that it leaves.
        private func placeActions(beside row: CGRect, _ offset: CGFloat) {
            let extent = max(actionsExtent, abs(offset))
            var place = row
            if isVertical {
                place.size.width = extent
                place.origin.x = offset > 0 ? row.minX + offset - extent : row.maxX + offset
            } else {
                place.size.height = extent
                place.origin.y = offset > 0 ? row.minY + offset - extent : row.maxY + offset
            }
            le_gtk_area_place_actions(widget, place.minX, place.minY, place.width, place.height)
        }

        fileprivate func performAction(_ index: Int) {
            guard let swipe = list.swipe else { return }
            list.hostPerformSwipeAction(at: swipe.edge == .leading ? index : swipe.actions.count - 1 - index)
        }

        // MARK: Input

        fileprivate func scroll(_ delta: CGPoint, isWheel: Bool, at location: CGPoint) {
            // As GTK's own scrolled windows.
            let step = isWheel ? pow(visibleExtent, 2 / 3) : touchpadFactor
            let distance = CGPoint(x: delta.x * step, y: delta.y * step)
            guard !isWheel, let hasMoved = hasTouchpadMoved else {
                return scroll(by: distance, at: location, smoothly: isWheel)
            }
            // The content follows the fingers, so they move the other way.
            let moved = CGPoint(x: -distance.x, y: -distance.y)
            if hasMoved { pan(by: moved) } else { beginPan(at: location, by: moved) }
            hasTouchpadMoved = true
        }

        fileprivate func touchTouchpad() {
            stop()
            hasTouchpadMoved = false
        }

        fileprivate func leaveTouchpad(velocity: CGPoint) {
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

        fileprivate func pan(_ phase: le_gtk_phase, at location: CGPoint, _ distance: CGPoint) {
            switch phase {
            case LE_GTK_BEGAN: beginPan(at: location, by: distance)
            case LE_GTK_MOVED: pan(by: distance)
            default: endPan(velocity: distance, cancelled: phase == LE_GTK_CANCELLED)
            }
        }

        fileprivate func touch(
            _ phase: le_gtk_phase, at point: CGPoint, _ clicks: CInt, _ modifiers: CUnsignedInt, isFinger: Bool
        ) {
            if phase == LE_GTK_BEGAN { isStopping = isFinger && isScrolling }
            if isStopping { return stop() }
            var touch = CollectionViewTouch(
                phase == LE_GTK_BEGAN ? .began : phase == LE_GTK_ENDED ? .ended : .cancelled, at: inContent(point))
            touch.pointer = isFinger ? .finger : .mouse
            touch.clickCount = Int(clicks)
            touch.modifiers = Self.modifiers(modifiers)
            list.hostTouch(touch)
        }

        fileprivate func drag(
            _ phase: le_gtk_phase, to point: CGPoint, _ modifiers: CUnsignedInt, isFinger: Bool
        ) -> Bool {
            switch phase {
            case LE_GTK_BEGAN:
                if let drag = beginItemDrag(at: point) {
                    start(drag, at: point)
                    return false
                }
                if beginReordering(at: point) { return true }
                return !isFinger && beginBandSelection(at: point, Self.modifiers(modifiers))
            case LE_GTK_MOVED:
                reorder(to: point)
                extendBandSelection(to: point)
            default: endPointerDrag(cancelled: phase == LE_GTK_CANCELLED)
            }
            return true
        }

        private func endPointerDrag(cancelled: Bool) {
            endReordering(cancelled: cancelled)
            endBandSelection(cancelled: cancelled)
        }

        private func start(_ drag: CollectionDrag, at point: CGPoint) {
            let path = list.indexPathForItem(at: inContent(point))
            let cell = path.flatMap { list.cellForItem(at: $0) }
            let items = Unmanaged.passRetained(drag)
            if let cell, let row = cell.hostView as? GTKRow,
                le_gtk_area_begin_drag(
                    widget, items.toOpaque(), row.pointer, inContent(point).x - cell.frame.minX,
                    inContent(point).y - cell.frame.minY, CInt(clamping: drag.items.count), drag.text)
            {
                return
            }
            items.release()
            drag.end()
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

        fileprivate func dragOver(_ items: UInt, _ action: GdkDragAction, at point: CGPoint) -> GdkDragAction {
            Self.action(dragOver(drag(of: items, action), at: point))
        }

        fileprivate func leaveDrag() {
            foreignDrag = nil
            dragDidLeave()
        }

        fileprivate func drop(
            _ items: UInt, _ text: String?, _ action: GdkDragAction, at point: CGPoint
        ) -> GdkDragAction {
            if items == 0 { foreignDrag = CollectionDrag(text: text) }
            let result = drop(drag(of: items, action), at: point)
            foreignDrag = nil
            return Self.action(result)
        }

        private static func action(_ operation: CollectionDropOperation) -> GdkDragAction {
            switch operation {
            case .none: GdkDragAction(rawValue: 0)
            case .copy: GDK_ACTION_COPY
            case .move: GDK_ACTION_MOVE
            }
        }

        private func inContent(_ point: CGPoint) -> CGPoint {
            CGPoint(x: list.bounds.minX + point.x, y: list.bounds.minY + point.y)
        }

        // A cell notices the pointer in the next frame: GTK does not allow that a program closes the window while the pointer
        // enters or leaves it.
        fileprivate func hover(at point: CGPoint?) {
            pointer = point
            if cellUnderPointer !== hovered { requestFrame() }
        }

        private var cellUnderPointer: GTKCell? {
            let path = pointer.flatMap { list.indexPathForItem(at: inContent($0)) }
            return path.flatMap { list.cellForItem(at: $0) } as? GTKCell
        }

        private func updateHover() {
            let cell = cellUnderPointer
            guard cell !== hovered else { return }
            hovered?.isHovered = false
            hovered = cell
            cell?.isHovered = true
        }

        fileprivate func openMenu(at point: CGPoint) -> Bool {
            guard let menu = list.hostContextMenu(at: inContent(point))?.payload as? GTKMenu, !menu.items.isEmpty else {
                list.hostEndContextMenu()
                return false
            }
            self.menu = menu
            let titles = menu.items.map { strdup($0.title) }
            defer { for title in titles { free(title) } }
            var pointers = titles.map { UnsafePointer($0) } + [nil]
            le_gtk_area_open_menu(widget, &pointers, point.x, point.y)
            return true
        }

        /// The menu key opens the menu in the middle of the row that receives keys.
        private func openMenuOfFocus() -> Bool {
            guard let cell = list.focusedIndexPath.flatMap({ list.cellForItem(at: $0) }) else { return false }
            return openMenu(at: CGPoint(x: cell.frame.midX - list.bounds.minX, y: cell.frame.midY - list.bounds.minY))
        }

        /// A row with the keyboard focus stays when it leaves the screen, with its widgets.
        fileprivate func holdRow(_ row: UInt) {
            list.heldItem = cell(row).flatMap { list.indexPath(for: $0) }
        }

        private func cell(_ row: UInt) -> CollectionViewCell? {
            guard row != 0 else { return nil }
            return list.visibleCells.first { UInt(bitPattern: ($0.hostView as? GTKRow)?.pointer) == row }
        }

        /// An assistive technology performs an action that the program stated, or activates the row as a finger does.
        fileprivate func act(_ row: UInt, _ action: Int) {
            guard let cell = cell(row) else { return }
            if action < 0 {
                list.hostTap(at: CGPoint(x: cell.frame.midX, y: cell.frame.midY))
            } else {
                let actions = actions(of: cell)
                if actions.indices.contains(action) { actions[action].perform() }
            }
        }

        fileprivate func choose(_ index: Int) {
            guard let menu, menu.items.indices.contains(index) else { return }
            menu.items[index].action()
        }

        fileprivate func press(_ key: CUnsignedInt, _ modifiers: CUnsignedInt) -> Bool {
            if key == CUnsignedInt(GDK_KEY_Escape), list.reorderedItem != nil || bandSelectionFrame != nil {
                endPointerDrag(cancelled: true)
                return true
            }
            if key == CUnsignedInt(GDK_KEY_Menu)
                || key == CUnsignedInt(GDK_KEY_F10) && modifiers & GDK_SHIFT_MASK.rawValue != 0
            {
                return openMenuOfFocus()
            }
            guard let key = Self.key(key), modifiers & (GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) == 0 else {
                return false
            }
            guard case .character = key else { return list.hostKey(key, modifiers: Self.modifiers(modifiers)) }
            guard modifiers & GDK_CONTROL_MASK.rawValue == 0 else {
                // Others are shortcuts of the program.
                return key == .character("a") && list.hostSelectAll()
            }
            let now = TimeInterval(g_get_monotonic_time()) / 1e6
            if now - lastTyped > 1 { list.hostDidPauseTyping() }
            lastTyped = now
            return list.hostKey(key)
        }

        private static func modifiers(_ state: CUnsignedInt) -> InputModifiers {
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
            GDK_KEY_Return: .select, GDK_KEY_KP_Enter: .select, GDK_KEY_space: .select, GDK_KEY_KP_Space: .select,
        ]

        private static func key(_ key: CUnsignedInt) -> CollectionViewKey? {
            if let known = keys[Int32(bitPattern: key)] { return known }
            guard let scalar = Unicode.Scalar(gdk_keyval_to_unicode(key)), scalar.value >= 0x20, scalar.value != 0x7F
            else { return nil }
            return .character(Character(scalar))
        }

        private static var events: le_gtk_events {
            le_gtk_events(
                allocate: { owner, time, width, height in
                    withHost(owner) { $0.allocate(at: time, CGSize(width: Int(width), height: Int(height))) }
                },
                unmap: { owner in
                    withHost(owner) {
                        $0.endAnimations()
                        $0.leaveDrag()
                        $0.endBandSelection()
                    }
                },
                scroll: { owner, dx, dy, isWheel, x, y in
                    withHost(owner) {
                        $0.scroll(CGPoint(x: dx, y: dy), isWheel: isWheel, at: CGPoint(x: x, y: y))
                    }
                },
                begin_drag: { owner in withHost(owner) { $0.touchTouchpad() } },
                end_drag: { owner, vx, vy in withHost(owner) { $0.leaveTouchpad(velocity: CGPoint(x: vx, y: vy)) } },
                touch: { owner, phase, x, y, clicks, modifiers, isFinger in
                    withHost(owner) {
                        $0.touch(phase, at: CGPoint(x: x, y: y), clicks, modifiers, isFinger: isFinger)
                    }
                },
                pan: { owner, phase, x, y, dx, dy in
                    withHost(owner) { $0.pan(phase, at: CGPoint(x: x, y: y), CGPoint(x: dx, y: dy)) }
                },
                perform: { owner, index in withHost(owner) { $0.performAction(Int(index)) } },
                drag: { owner, phase, x, y, modifiers, isFinger in
                    withHost(owner) { $0.drag(phase, to: CGPoint(x: x, y: y), modifiers, isFinger: isFinger) } ?? false
                },
                drag_over: { owner, items, action, x, y in
                    let items = UInt(bitPattern: items)
                    return withHost(owner) { $0.dragOver(items, action, at: CGPoint(x: x, y: y)) } ?? none
                },
                drag_left: { owner in withHost(owner) { $0.leaveDrag() } },
                drop: { owner, items, text, action, x, y in
                    let (items, text) = (UInt(bitPattern: items), text.map { String(cString: $0) })
                    return withHost(owner) { $0.drop(items, text, action, at: CGPoint(x: x, y: y)) } ?? none
                },
                drag_ended: { items, action in
                    let address = UInt(bitPattern: items)
                    MainActor.assumeIsolated {
                        guard let items = UnsafeRawPointer(bitPattern: address) else { return }
                        let drag = Unmanaged<CollectionDrag>.fromOpaque(items).takeRetainedValue()
                        drag.end(action == GDK_ACTION_MOVE ? .move : action == GDK_ACTION_COPY ? .copy : .none)
                    }
                },
                focus: { owner, row in
                    let row = UInt(bitPattern: row)
                    withHost(owner) { $0.holdRow(row) }
                },
                act: { owner, row, action in
                    let row = UInt(bitPattern: row)
                    withHost(owner) { $0.act(row, Int(action)) }
                },
                key: { owner, key, modifiers in withHost(owner) { $0.press(key, modifiers) } ?? false },
                index: { owner, index in
                    withHost(owner) { $0.list.scrollToIndexTitle(at: Int(index), animated: false) }
                },
                thumb: { owner, value in withHost(owner) { $0.scroll(to: value) } },
                hover: { owner, isInside, x, y in
                    withHost(owner) { $0.hover(at: isInside ? CGPoint(x: x, y: y) : nil) }
                },
                menu: { owner, x, y in withHost(owner) { $0.openMenu(at: CGPoint(x: x, y: y)) } ?? false },
                choose: { owner, index in withHost(owner) { $0.choose(Int(index)) } },
                menu_closed: { owner in withHost(owner) { $0.list.hostEndContextMenu() } })
        }
    }

    /// No action of a drag.
    private let none = GdkDragAction(rawValue: 0)

    /// Points for each point that fingers move on a touchpad, as in GTK's own scrolled windows.
    private let touchpadFactor: CGFloat = 2.5

    /// GTK calls on the main thread, which is the main actor's.
    private func withHost<Result: Sendable>(
        _ owner: UnsafeMutableRawPointer?, _ body: @MainActor (GTKHost) -> Result
    ) -> Result? {
        let address = UInt(bitPattern: owner)
        return MainActor.assumeIsolated {
            guard let owner = UnsafeRawPointer(bitPattern: address) else { return nil }
            return body(Unmanaged<GTKHost>.fromOpaque(owner).takeUnretainedValue())
        }
    }

    /// Owns the area, which reports to its host no longer than the host lives.
    private final class AreaReference {
        let pointer: UnsafeMutablePointer<GtkWidget>

        init(_ pointer: UnsafeMutablePointer<GtkWidget>) { self.pointer = pointer }

        deinit { le_gtk_area_release(pointer) }
    }
#endif
