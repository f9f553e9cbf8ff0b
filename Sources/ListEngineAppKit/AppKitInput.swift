#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import ListEngine
    import ListEngineAdapters

    /// The state of the mouse, of drags and of gestures.
    @MainActor
    final class AppKitInput: NSObject {
        weak var host: AppKitHost?
        let swiped = SwipedRowView(frame: .zero)
        // Observers can be removed on any thread.
        private nonisolated(unsafe) var observers: [any NSObjectProtocol] = []
        /// Whether a section was beyond an end in the last frame.
        private var wasBeyondEnds = false
        /// Where the button was pressed, in the visible bounds. Nil when it is not, or when the press has become a drag.
        var pressed: CGPoint?
        var isDragging = false
        /// Whether a gesture on a touchpad moves a row aside, or a section.
        var isPanning = false
        /// The items that the user drags out of the list.
        var drag: CollectionDrag?
        /// The content that another program drags over the list.
        var foreign: CollectionDrag?
        var menu: OpenMenu?
        let index = IndexStripView(frame: .zero)
        private let activity = ToolkitActivity.make(isLarge: true)
        /// The cell in which the user types.
        private weak var typedCell: CollectionViewCell?
        private let marks = (drop: MarkView(frame: .zero), band: MarkView(frame: .zero))

        func attach(to host: AppKitHost) {
            self.host = host
            let clip = host.view.contentView
            clip.postsBoundsChangedNotifications = true
            observe(NSView.boundsDidChangeNotification, of: clip) { $0.document.needsLayout = true }
            observe(NSScrollView.willStartLiveScrollNotification, of: host.view) { $0.list.hostWillBeginDragging() }
            observe(NSScrollView.didEndLiveScrollNotification, of: host.view) { $0.list.hostDidEndDecelerating() }
        }

        private func observe(
            _ name: Notification.Name, of object: NSView, _ act: @escaping @MainActor (AppKitHost) -> Void
        ) {
            observers.append(
                NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { [weak self] _ in
                    MainActor.assumeIsolated { if let host = self?.host { act(host) } }
                })
        }

        nonisolated deinit {
            for each in observers { NotificationCenter.default.removeObserver(each) }
        }

        /// The press, the drag or the gesture ends without an effect.
        func end(in host: AppKitHost) {
            if isPanning { host.endPan(velocity: .zero, cancelled: true) }
            if isDragging { host.endDragged(at: FrameTimer.now, cancelled: true) }
            if let pressed, !isDragging { host.cancelTouch(at: pressed) }
            (isPanning, isDragging, pressed) = (false, false, nil)
            if foreign != nil || host.list.dropTarget != nil { host.leaveDrag() }
        }

        func afterFrame(_ host: AppKitHost) {
            host.showSectionsBeyondEnds(&wasBeyondEnds)
            swiped.afterFrame(host, at: FrameTimer.now)
            if host.document.registeredDraggedTypes != host.acceptedTypes {
                host.document.registerForDraggedTypes(host.acceptedTypes)
            }
            for case let cell as ContentCell in host.list.visibleViews {
                (cell.hostView as? ContentPartsView)?.showState(of: cell)
            }
            marks.drop.showDrop(in: host)
            let bounds = host.list.bounds
            marks.band.show(
                at: host.bandSelectionFrame?.offsetBy(dx: bounds.minX, dy: bounds.minY), isFaint: true, in: host)
            index.show(host.showsIndex, in: host.document, at: host.view.contentView.bounds, of: host.list)
            showRefreshing(host)
            host.describeViews()
        }

        /// A Mac has no gesture that refreshes a list. While a key or the program refreshes it, a sign of activity is at its start.
        private func showRefreshing(_ host: AppKitHost) {
            activity.run(host.list.isRefreshing)
            guard host.list.isRefreshing else { return activity.removeFromSuperview() }
            if activity.superview == nil { host.document.addSubview(activity) }
            let (visible, size) = (host.view.contentView.bounds, activity.size(upTo: .zero))
            activity.frame = CGRect(
                x: visible.midX - size.width / 2, y: visible.minY + 8, width: size.width, height: size.height)
        }

        /// A cell in which the user types stays when it leaves the screen, with its views.
        func holdTypedCell(_ host: AppKitHost) {
            let list = host.list
            let responder = host.view.window?.firstResponder as? NSView
            let cell = responder.flatMap { responder in
                list.visibleCells.first { ($0.hostView as? NSView).map(responder.isDescendant) == true }
            }
            if let cell {
                if typedCell !== cell { list.heldItem = list.indexPath(for: cell) }
            } else if let typedCell, list.heldItem == list.indexPath(for: typedCell) {
                list.heldItem = nil
            }
            typedCell = cell
        }

    }

    extension AppKitHost: ToolkitHost {
        package var isInWindow: Bool { view.window != nil }

        func visiblePoint(_ event: NSEvent) -> CGPoint {
            let point = document.convert(event.locationInWindow, from: nil)
            return visible(point)
        }

        func visible(_ point: CGPoint) -> CGPoint {
            CGPoint(x: point.x - list.bounds.minX, y: point.y - list.bounds.minY)
        }
    }

    // MARK: The mouse

    extension AppKitHost {
        /// How far the mouse moves before a press becomes a drag, in points.
        private static let dragDistance: CGFloat = 4
        /// How near the mouse must be to the edge of a column to resize it, in points.
        private static let edgeTolerance: CGFloat = 5

        func press(_ event: NSEvent) {
            let point = visiblePoint(event)
            stop()
            input.pressed = point
            // The release of the last press can be lost, for example to a modal window.
            if input.isDragging { endDragged(at: FrameTimer.now, cancelled: true) }
            input.isDragging = false
            // The edge of a column is no part of its title.
            if let column = list.columnEdge(at: inContent(point), tolerance: Self.edgeTolerance) {
                if event.clickCount == 2 { list.fitColumn(column) }
                return
            }
            report(.began, event)
        }

        private func report(_ phase: CollectionViewTouch.Phase, _ event: NSEvent) {
            let point = visiblePoint(event)
            var touch = CollectionViewTouch(phase, at: inContent(point))
            touch.pointer = .mouse
            touch.clickCount = event.clickCount
            touch.modifiers = InputModifiers(event.modifierFlags)
            list.hostTouch(touch)
        }

        /// - Parameter point: Of the visible bounds.
        func cancelTouch(at point: CGPoint) {
            var touch = CollectionViewTouch(.cancelled, at: inContent(point))
            touch.pointer = .mouse
            list.hostTouch(touch)
        }

        func drag(_ event: NSEvent) {
            let point = visiblePoint(event)
            if input.isDragging { return moveDragged(to: point, at: FrameTimer.now) }
            guard let start = input.pressed,
                abs(point.x - start.x) + abs(point.y - start.y) >= Self.dragDistance
            else { return }
            cancelTouch(at: start)
            input.pressed = nil
            input.isDragging = beginDrag(at: start, event)
            if input.isDragging { moveDragged(to: point, at: FrameTimer.now) }
        }

        func release(_ event: NSEvent) {
            if input.isDragging {
                moveDragged(to: visiblePoint(event), at: FrameTimer.now)
                endDragged(at: FrameTimer.now)
            } else if input.pressed != nil {
                report(.ended, event)
            }
            input.isDragging = false
            input.pressed = nil
        }

        /// - Returns: Whether the mouse moves something in the list. A drag out of the list is a session of AppKit.
        private func beginDrag(at start: CGPoint, _ event: NSEvent) -> Bool {
            if list.hostBeginColumnDrag(at: inContent(start), tolerance: Self.edgeTolerance) { return true }
            if list.columns == nil, beginMovingSection(at: start) { return true }
            switch accessory(at: start) {
            case .selection: return beginMarkSelection(at: start)
            case .reorder where beginReordering(at: start): return true
            default: break
            }
            if let drag = beginItemDrag(at: start) {
                beginSession(drag, event)
                return false
            }
            return beginReordering(at: start) || beginSectionDrag(at: start)
                || beginBandSelection(at: start, InputModifiers(event.modifierFlags))
        }

        private func accessory(at point: CGPoint) -> ItemAccessory.Kind? {
            let place = inContent(point)
            guard let path = list.indexPathForItem(at: place),
                let row = list.cellForItem(at: path)?.hostView as? ContentPartsView
            else { return nil }
            return row.accessory(at: row.convert(place, from: document), tolerance: 0)
        }

        // MARK: A touchpad

        /// A gesture across the list moves a row aside or a section.
        /// - Returns: False if the scroll view scrolls.
        func scroll(_ event: NSEvent) -> Bool {
            let distance = CGPoint(x: event.scrollingDeltaX, y: event.scrollingDeltaY)
            if event.phase == .began {
                let point = visiblePoint(event)
                input.isPanning = canPanAcross(at: point, by: distance)
                if input.isPanning { beginPan(at: point, by: distance) }
                return input.isPanning
            }
            guard input.isPanning else { return false }
            switch event.phase {
            case .changed: pan(by: distance)
            case .ended, .cancelled:
                input.isPanning = false
                endPan(velocity: .zero, cancelled: event.phase == .cancelled)
            default: break
            }
            return true
        }

        // MARK: Keys

        /// - Returns: Whether the key had an effect.
        func press(key event: NSEvent) -> Bool {
            let flags = event.modifierFlags
            if flags.contains(.option), let key = event.specialKey, let direction = Self.directions[key] {
                return flags.contains(.shift)
                    ? list.hostMoveSection(toward: direction) : list.hostMoveItems(toward: direction)
            }
            if let shortcut = Self.shortcut(event), list.hostPerform(shortcut) { return true }
            let modifiers = InputModifiers(flags)
            if let key = event.specialKey {
                if let known = Self.keys[key] { return press(known, modifiers: modifiers) }
                return false
            }
            guard let characters = event.charactersIgnoringModifiers, !characters.isEmpty else { return false }
            if flags.contains(.command) {
                switch characters.lowercased() {
                case "a": return flags.contains(.shift) ? list.hostDeselectAll() : list.hostSelectAll()
                case "r": return list.beginRefreshing()
                default: return false
                }
            }
            if characters == "\u{1B}" {
                guard input.isDragging else { return false }
                endDragged(at: FrameTimer.now, cancelled: true)
                input.isDragging = false
                return true
            }
            if characters == " " { return press(.mark, modifiers: modifiers) }
            var isHandled = false
            for character in characters { isHandled = press(.character(character), modifiers: modifiers) || isHandled }
            return isHandled
        }

        private static let directions: [NSEvent.SpecialKey: MoveDirection] = [
            .upArrow: .up, .downArrow: .down, .leftArrow: .left, .rightArrow: .right,
        ]

        private static let keys: [NSEvent.SpecialKey: CollectionViewKey] = [
            .upArrow: .up, .downArrow: .down, .leftArrow: .left, .rightArrow: .right, .pageUp: .pageUp,
            .pageDown: .pageDown, .home: .home, .end: .end, .f2: .edit, .carriageReturn: .activate, .enter: .activate,
            .tab: .next, .backTab: .previous,
        ]

        /// The keys as a shortcut of a menu: delete, F2, and characters with command or option. Others are typed.
        private static func shortcut(_ event: NSEvent) -> ItemShortcut? {
            var held: ItemShortcut.Modifiers = []
            if event.modifierFlags.contains(.shift) { held.insert(.shift) }
            if event.modifierFlags.contains(.option) { held.insert(.alt) }
            if event.modifierFlags.contains(.command) { held.insert(.control) }
            switch event.specialKey {
            case .delete, .deleteForward: return ItemShortcut(.delete, held)
            case .f2: return ItemShortcut(.function(2), held)
            case nil:
                guard !held.subtracting(.shift).isEmpty, let character = event.charactersIgnoringModifiers?.first else {
                    return nil
                }
                return ItemShortcut(.character(character), held)
            default: return nil
            }
        }
    }

    extension InputModifiers {
        init(_ flags: NSEvent.ModifierFlags) {
            self = []
            if flags.contains(.shift) { insert(.extend) }
            if flags.contains(.command) { insert(.toggle) }
        }
    }

    // MARK: The views that receive events

    /// The document of the scroll view.
    @MainActor
    final class ListDocumentView: FlippedView {
        weak var host: AppKitHost?

        override func layout() {
            super.layout()
            host?.layOut()
        }

        override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            host?.windowChanged()
        }

        override var acceptsFirstResponder: Bool { true }

        override func mouseDown(with event: NSEvent) {
            window?.makeFirstResponder(self)
            host?.press(event)
        }
        override func mouseDragged(with event: NSEvent) { host?.drag(event) }
        override func mouseUp(with event: NSEvent) { host?.release(event) }
        override func keyDown(with event: NSEvent) {
            if host?.press(key: event) != true { super.keyDown(with: event) }
        }
        /// The user presses escape in a field of a cell.
        override func cancelOperation(_ sender: Any?) {
            guard let list = host?.list, list.fieldEdit != nil, list.hostEndFieldEdit(cancelled: true) else {
                #if canImport(ObjectiveC)
                    nextResponder?.doCommand(by: #selector(cancelOperation(_:)))
                #else
                    nextResponder?.cancelOperation(sender)
                #endif
                return
            }
        }
        override func menu(for event: NSEvent) -> NSMenu? { host?.menu(at: event) ?? super.menu(for: event) }

        override func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation { host?.dragOver(sender) ?? [] }
        override func draggingUpdated(_ sender: any NSDraggingInfo) -> NSDragOperation { host?.dragOver(sender) ?? [] }
        override func draggingExited(_ sender: (any NSDraggingInfo)?) { host?.leaveDrag() }
        override func performDragOperation(_ sender: any NSDraggingInfo) -> Bool { host?.drop(sender) == true }
        override func draggingEnded(_ sender: any NSDraggingInfo) { host?.leaveDrag() }

        override func accessibilityChildren() -> [Any]? { host?.describedViews ?? super.accessibilityChildren() }
    }

    /// Gestures across the list are not those of the scroll view.
    @MainActor
    final class ListClipScrollView: NSScrollView {
        weak var host: AppKitHost?

        override func scrollWheel(with event: NSEvent) {
            if host?.scroll(event) != true { super.scrollWheel(with: event) }
        }
    }
#endif
