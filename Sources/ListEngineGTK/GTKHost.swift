#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    @_exported import ListEngine
    import ListEngineLayout

    /// Shows a list in a GTK 4 window.
    ///
    /// ``widget`` is a widget like any other. Cells show widgets of the program; see ``GTKCell``. Rows whose height is
    /// estimated are measured by GTK, also when they change by themselves. Keep the host as long as the list is shown.
    ///
    /// GLib's main loop also runs what is dispatched to the main actor, so updates from other threads arrive.
    public final class GTKHost: ScrollingHost {
        private let area: AreaReference
        /// When a character was typed last, in seconds.
        var lastTyped: TimeInterval = 0
        /// The font with which rows were measured.
        private var font: CUnsignedInt = 0
        /// The pointer in the visible bounds, and the cell that it is over.
        var pointer: CGPoint?
        weak var hovered: CollectionViewCell?
        var menu: ItemMenu?
        /// Items from elsewhere that are dragged over the list.
        var foreignDrag: CollectionDrag?
        /// Fingers on a touchpad have moved since they touched it; nil if there are none.
        var hasTouchpadMoved: Bool?
        /// A finger has stopped the content. That is no tap.
        var isStopping = false
        private var swiped: SwipedRow?
        /// The titles of the buttons of actions, in their order on the screen.
        private var buttons: [SwipeButton] = []

        /// Whether the ``CollectionView/indexTitles`` of a vertical list stand beside its rows. A press or a drag there scrolls to
        /// a title. The default is false, because the titles of all sections are then read after each change.
        public var showsIndex = false {
            didSet { if showsIndex != oldValue { setNeedsIndex() } }
        }
        /// Whether the scroll bars are above the rows, and fade when they are not used. If it is false, or the user's
        /// settings say so, the bars are next to the rows and below them. The default is true, as in GTK's scrolled
        /// windows.
        public var usesOverlayScrollBar = true {
            didSet { le_gtk_area_set_overlay(widget, usesOverlayScrollBar) }
        }

        /// Whether the list wants to be as high as its items, for example in a popover, or on a page with more below it. It is less
        /// high where there is less room, and then scrolls. The default is false: the program states the height, or lets the
        /// list expand.
        ///
        /// It is meant for short lists: items are measured when they become visible, and those further down count with their estimates.
        public var isAsHighAsItems: Bool {
            get { le_gtk_area_is_fitting(widget) }
            set { le_gtk_area_set_fitting(widget, newValue) }
        }

        private let index = ShownIndex()
        /// What the pointer and the keys do in the header of a table.
        let table = TableInput()

        /// The widget that shows the list. It belongs to the host; a window that it is put into adds a reference.
        public var widget: UnsafeMutablePointer<GtkWidget> { area.pointer }

        /// Whether the widget is shown. A page of a stack or a notebook that is not the visible one is not.
        public override var isOnScreen: Bool { gtk_widget_get_mapped(widget) != 0 }

        /// The arrow keys select, as in GTK's lists.
        public override var selectionFollowsFocus: Bool { true }

        /// Becomes the host of a list. It opens the display if GTK was not used before.
        public init(showing list: CollectionView) throws(GTKHostError) {
            guard GTKDisplay.open() else { throw .noDisplay }
            var events = Self.events
            area = AreaReference(le_gtk_area_new(&events))
            super.init(list)
            animationDuration = 0.25
            le_gtk_area_set_owner(widget, Unmanaged.passUnretained(self).toOpaque())
            registerOrnaments()
        }

        /// The backgrounds of list appearances. A program registers others after the host was created.
        private func registerOrnaments() {
            typealias Kinds = CollectionLayoutListConfiguration
            list.register(GTKBackground.self, forDecorationViewOfKind: ElementKind(Kinds.backgroundKind))
        }

        /// The theme draws sidebars, and what is around boxes in the color of the window.
        private func showAppearance() {
            let layout = list.collectionViewLayout as? CollectionViewCompositionalLayout
            let name: String? =
                switch layout?.listAppearance {
                case .sidebar: "navigation-sidebar"
                case .grouped, .insetGrouped: "background"
                case .plain, nil: nil
                }
            guard name != area.appearance else { return }
            if let old = area.appearance { gtk_widget_remove_css_class(widget, old) }
            if let name { gtk_widget_add_css_class(widget, name) }
            area.appearance = name
        }

        // MARK: Frames

        public override func scheduleFrame() { le_gtk_area_schedule(widget) }

        func allocate(at time: TimeInterval, _ size: CGSize) {
            prefersReducedMotion = !le_gtk_area_animates(widget)
            list.displayScale = CGFloat(gtk_widget_get_scale_factor(widget))
            list.flowDirection = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? .rightToLeft : .leftToRight
            if list.bounds.size != size { list.bounds.size = size }
            for view in list.visibleViews {
                if let row = view.hostView as? GTKRow, hasOutgrown(row) {
                    list.invalidateMeasurement(of: view)
                }
            }
            // All sizes were measured with the old font.
            let newFont = le_gtk_area_font(widget)
            if font != newFont, font != 0 {
                list.measuredSizes.removeAll()
                list.invalidateLayout()
            }
            font = newFont
            showAppearance()
            frame(at: time)
            le_gtk_area_set_content_height(widget, height)
            moveSwipedRow(at: time)
            showStripes()
            showEditedTitle()
            var (below, belowHeader): (UnsafeMutablePointer<GtkWidget>?, UnsafeMutablePointer<GtkWidget>?)
            for shown in viewsWithoutFields {
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
                placeFields(of: shown, in: row)
                // The headers of a table are above its rows.
                let isHeader = row.part == LE_GTK_TABLE_HEADER
                let least = shown.placement.transform.withCore {
                    le_gtk_area_place(
                        widget, row.pointer, isHeader ? belowHeader : below, frame.minX, frame.minY, frame.width,
                        frame.height, Double(shown.placement.alpha), $0)
                }
                if isHeader { belowHeader = row.pointer } else { below = row.pointer }
                reportIfTooLarge(shown.view, row, least)
            }
            let moved = list.sectionMoveMark?.offsetBy(dx: -list.bounds.minX, dy: -list.bounds.minY)
            var mark = dropPlaceholderFrame ?? moved ?? .zero
            if let band = bandSelectionFrame {
                mark = band.intersection(CGRect(origin: .zero, size: size).insetBy(dx: -8, dy: -8))
            }
            le_gtk_area_mark(widget, mark.minX, mark.minY, mark.width, mark.height)
            showMovedCount()
            showAcceptedTypes()
            showRefreshing(size)
            showOverscroll(size)
            showFieldStates()
            le_gtk_area_end_places(widget)
            table.wasMoving = list.movedColumn != nil || isAnimating
            // A title that was not placed does not take the keyboard later.
            table.wantedFocus = nil
            showIndex()
            updateHover()
            describe()
            le_gtk_area_set_orientation(
                widget, isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
            let range = offsetRange
            le_gtk_area_set_scroll(
                widget, false, offset, range.lowerBound, range.upperBound + visibleExtent, visibleExtent)
            let across = crossOffsetRange
            le_gtk_area_set_scroll(
                widget, true, crossOffset, across.lowerBound, across.upperBound + visibleCrossExtent,
                visibleCrossExtent)
        }

        /// Before GTK places the widget for the first time, the items are laid out in a place of the natural width, so that a popover
        /// opens with its final height.
        func naturalHeight(atWidth width: CInt) -> CInt {
            if list.bounds.size == .zero {
                list.bounds.size = CGSize(width: width > 0 ? Int(width) : 240, height: 1_000)
                list.layoutIfNeeded()
            }
            return height
        }

        private var height: CInt { CInt(min(list.contentSize.height.rounded(.up), 1e6)) }

        /// The number of rows that move together, on the row under the pointer.
        private func showMovedCount() {
            let count = list.numberOfReorderedItems
            let dragged = count > 1 ? list.reorderedItem.flatMap { list.cellForItem(at: $0.from) } : nil
            let frame = dragged.flatMap { dragged in viewsWithoutFields.first { $0.view === dragged }?.frame } ?? .zero
            le_gtk_area_show_count(
                widget, dragged == nil ? 0 : CInt(clamping: count), frame.minX, frame.minY, frame.width, frame.height)
        }

        private func showAcceptedTypes() {
            let types = list.acceptedMediaTypes
            guard types != area.types else { return }
            area.types = types
            let copies = types.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            var pointers = copies.map { UnsafePointer($0) } + [nil]
            le_gtk_area_accept(widget, &pointers)
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
            // At a corner, the larger of the two distances counts.
            let isAcross = abs(crossOverscroll) > abs(overscroll)
            let beyond = isAcross ? crossOverscroll : overscroll
            let isAtTopOrBottom = isVertical != isAcross
            let extent = bounces || pulledDistance > 0 ? 0 : abs(beyond)
            let isStart = (beyond < 0) != (!isAtTopOrBottom && list.flowDirection == .rightToLeft)
            let side =
                isAtTopOrBottom
                ? (isStart ? GTK_POS_TOP : GTK_POS_BOTTOM) : isStart ? GTK_POS_LEFT : GTK_POS_RIGHT
            le_gtk_area_glow(widget, side, extent, CInt(size.width), CInt(size.height))
        }

        // MARK: The index

        public override func contentDidChange(_ change: ContentChange) {
            super.contentDidChange(change)
            table.listChanges += 1
            setNeedsIndex()
        }

        private func setNeedsIndex() {
            index.isOutdated = true
            requestFrame()
        }

        private func showIndex() {
            guard index.isOutdated else { return }
            index.isOutdated = false
            let titles = showsIndex && isVertical ? list.indexTitles : []
            guard titles != index.titles else { return }
            index.titles = titles
            let copies = titles.map { strdup($0) }
            defer { for copy in copies { free(copy) } }
            var pointers = copies.map { UnsafePointer($0) } + [nil]
            le_gtk_area_set_index(widget, &pointers)
        }

        /// GTK does not make a widget smaller than its least size.
        private func reportIfTooLarge(_ view: CollectionReusableView, _ row: GTKRow, _ least: GtkRequisition) {
            let (needed, given) =
                isVertical ? (CGFloat(least.height), view.frame.height) : (CGFloat(least.width), view.frame.width)
            // An ornament can be as thin as a line.
            guard needed >= given + 1, !row.isReported, view.accessibilityRole != .ornament, !(view is EmptyContentView)
            else { return }
            // The size may be that of an earlier cell of the item. If it is an estimate, the next frame measures the row.
            guard row.isDoubted else {
                row.isDoubted = true
                list.invalidateMeasurement(of: view)
                return requestFrame()
            }
            row.isReported = true
            let element = list.indexPath(for: view).map { "\($0.section), \($0.item)" } ?? "of the list"
            let what = view is CollectionViewCell ? "the cell" : "the view"
            list.report(
                .contentTooLarge, nil,
                "\(what) \(element) needs \(needed) points along the scroll axis, has \(given), and covers adjacent items. "
                    + "Use an estimated size, which is measured.")
        }

        var isVertical: Bool { list.layout.scrollDirection == .vertical }

        /// What assistive technologies say about the rows.
        private func describe() {
            var focused: UnsafeMutablePointer<GtkWidget>?
            for cell in list.visibleCells {
                guard let row = cell.hostView as? GTKRow else { continue }
                if row.isSelected != cell.isSelected { row.isSelected = cell.isSelected }
                if row.isFocused != cell.isFocused { row.isFocused = cell.isFocused }
                if cell.isFocused { focused = row.pointer }
                // The description of a row of a table has the texts of all of its fields.
                let changes = (row.fieldChanges.placed, cell.fieldChanges, table.listChanges, cell.isFocused)
                if cell is TableCell, !cell.isFocused, row.fieldChanges == changes { continue }
                row.fieldChanges = changes
                let description = list.accessibilityDescription(of: cell)
                if let description { row.describe(description) }
                row.offer((cell.isFocused ? actions(of: cell) : description?.actions ?? []).map(\.name))
            }
            le_gtk_area_set_active(widget, focused)
            for view in list.visibleViews where view is ContentView || view is PageDots {
                guard let row = view.hostView as? GTKRow, let description = list.accessibilityDescription(of: view)
                else { continue }
                row.describe(description)
                row.offer(description.actions.map(\.name))
            }
        }

        /// The actions for assistive technologies. Those at the sides of a row are asked for while the row has the focus.
        func actions(of view: CollectionReusableView) -> [AccessibilityAction] {
            (view as? CollectionViewCell)?.isFocused == true
                ? list.accessibilityActions(of: view) : list.accessibilityDescription(of: view)?.actions ?? []
        }

        /// Without a window there are no frames.
        public override func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
            if gtk_widget_get_mapped(widget) != 0 {
                super.run(animations, completion: completion)
            } else {
                completion()
            }
        }

        public override func fieldEditDidChange(_ edit: FieldEdit?) {
            showEntry(for: edit)
            requestFrame()
        }

        public override func copy(_ items: CollectionDrag) {
            withContent(of: items) {
                le_gtk_area_copy(widget, $0) { MainActor.assumeIsolated { CollectionDrag.forgetCopied() } }
            }
        }

        public override func paste(_ receive: @escaping @MainActor (CollectionDrag) -> Void) -> Bool {
            if le_gtk_area_has_copied(widget) { return super.paste(receive) }
            let receiver = Unmanaged.passRetained(PasteReceiver(receive))
            if le_gtk_area_paste(widget, receiver.toOpaque()) { return true }
            receiver.release()
            return false
        }

        // MARK: Views

        public override func makeView(for view: CollectionReusableView) -> AnyObject? {
            guard let row = GTKRow(view) else { return nil }
            le_gtk_area_add(widget, row.pointer, row.part)
            return row
        }

        public override func recycle(_ view: CollectionReusableView) {
            super.recycle(view)
            if view === swiped?.cell { endSwipe() }
            guard let row = view.hostView as? GTKRow else { return }
            // The cells of a row that was hidden before stay in it, for the next item.
            let isInHidden = row.part == LE_GTK_TABLE_CELL && le_gtk_cell_is_in_hidden_row(row.pointer)
            // An entry with the keyboard gives it to the list, before the row loses the entry.
            if !isInHidden { le_gtk_area_hide(row.pointer) }
            row.recycle()
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

        public override var usualItemExtent: CGFloat { list.columns == nil ? 44 : usualHeights.row }
        public override var usualTitleExtent: CGFloat { list.columns == nil ? 44 : usualHeights.titles }

        public override func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize? {
            (view.hostView as? GTKRow)?.naturalSize(upTo: width)
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
            let wanted = actions.map { SwipeButton($0) }
            if buttons != wanted, buttons != wanted.reversed() { showActions(actions) }
            return actionsExtent
        }

        private var actionsExtent: CGFloat { CGFloat(le_gtk_area_measure_actions(widget, swipeAxis)) }

        private var swipeAxis: GtkOrientation { isVertical ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL }

        private func showActions(_ actions: [CollectionSwipeAction]) {
            let wanted = actions.map { SwipeButton($0) }
            guard buttons != wanted else { return }
            buttons = wanted
            let texts: [[UnsafeMutablePointer<CChar>?]] = buttons.map { button in
                [strdup(button.title), button.icon.flatMap { strdup($0) }, button.style.flatMap { strdup($0) }]
            }
            defer { for text in texts.joined() { free(text) } }
            let all = texts.map {
                le_gtk_action(title: UnsafePointer($0[0]), icon: UnsafePointer($0[1]), style: UnsafePointer($0[2]))
            }
            le_gtk_area_set_actions(widget, all, CInt(all.count), swipeAxis)
        }

        private func endSwipe() {
            swiped = nil
            buttons = []
            le_gtk_area_set_actions(widget, nil, 0, swipeAxis)
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

        func performAction(_ index: Int) {
            guard let swipe = list.swipe else { return }
            list.hostPerformSwipeAction(at: swipe.edge == .leading ? index : swipe.actions.count - 1 - index)
        }
    }

    /// A button for a swipe action.
    @MainActor
    private struct SwipeButton: Equatable {
        let title: String
        /// The name of an icon.
        var icon: String?
        /// The class that the style sheet knows.
        let style: String?

        init(_ action: CollectionSwipeAction) {
            var text = action.title
            if case .name(let name) = action.image?.source, GTKImage.hasIcon(name) {
                icon = name
            } else if let sign = action.image?.text, !sign.isEmpty {
                text = sign + " " + text
            }
            title = text
            let color = action.color.map { "item-action-" + ContentStyle.name(of: $0) }
            style = color ?? (action.style == .destructive ? "destructive-action" : nil)
        }
    }

    extension ElementTransform {
        /// Calls a closure with the transform in the form of the C part; nil if there is none. The pointer is valid during
        /// the call.
        fileprivate func withCore<Result>(_ body: (UnsafePointer<le_gtk_transform>?) -> Result) -> Result {
            guard self != .identity else { return body(nil) }
            return withUnsafePointer(to: le_gtk_transform(a: a, b: b, c: c, d: d, tx: tx, ty: ty), body)
        }
    }

    /// The program's items receive what the clipboard has, when it arrives.
    final class PasteReceiver {
        let receive: @MainActor (CollectionDrag) -> Void

        init(_ receive: @escaping @MainActor (CollectionDrag) -> Void) { self.receive = receive }
    }

    /// The titles of the index that are shown.
    private final class ShownIndex {
        var isOutdated = false
        var titles: [String] = []
    }

    /// Owns the area, which reports to its host no longer than the host lives.
    private final class AreaReference {
        let pointer: UnsafeMutablePointer<GtkWidget>
        /// The style class for the appearance of the list.
        var appearance: String?
        /// The media types that it takes.
        var types: [String] = []

        init(_ pointer: UnsafeMutablePointer<GtkWidget>) { self.pointer = pointer }

        deinit { le_gtk_area_release(pointer) }
    }
#endif
