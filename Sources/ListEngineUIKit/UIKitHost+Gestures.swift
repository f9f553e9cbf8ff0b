#if canImport(UIKit)
    import ListEngine
    import ListEngineAdapters
    import UIKit

    // Gestures in addition to those of the scroll view: pans across it, menus, and pulling to refresh.

    /// The gestures on a scroll view. UIKit holds delegates and targets weakly.
    @MainActor
    final class UIKitGestures: NSObject {
        private weak var host: UIKitHost?
        private let pan = UIPanGestureRecognizer()
        private let twoFingers = UIPanGestureRecognizer()
        /// How far the pan has moved so far.
        private var moved = CGPoint.zero
        private var part: PannedPart?
        /// Where a menu was opened, in the content.
        private var pressed = CGPoint.zero

        func attach(to host: UIKitHost) {
            self.host = host
            pan.maximumNumberOfTouches = 1
            #if !os(tvOS)
                // A gesture on a trackpad moves a section or an item as a touch does.
                pan.allowedScrollTypesMask = .continuous
            #endif
            twoFingers.minimumNumberOfTouches = 2
            twoFingers.maximumNumberOfTouches = 2
            #if canImport(ObjectiveC)
                pan.addTarget(self, action: #selector(panAct))
                twoFingers.addTarget(self, action: #selector(selectAct))
            #else
                pan.addTarget(self) { [weak self] in self?.panned() }
                twoFingers.addTarget(self) { [weak self] in self?.selected() }
            #endif
            for recognizer in [pan, twoFingers] {
                recognizer.delegate = self
                host.view.addGestureRecognizer(recognizer)
            }
            // A pan that moves a section or an item does not scroll the list.
            host.view.panGestureRecognizer.require(toFail: pan)
            host.view.addInteraction(UIContextMenuInteraction(delegate: self))
        }

        #if canImport(ObjectiveC)
            @objc private func panAct() { panned() }
            @objc private func selectAct() { selected() }
        #endif

        private func start(of recognizer: UIPanGestureRecognizer, in host: UIKitHost) -> CGPoint {
            let (point, way) = (recognizer.location(in: host.view), recognizer.translation(in: host.view))
            return host.visiblePoint(CGPoint(x: point.x - way.x, y: point.y - way.y))
        }

        private func panned() {
            guard let host, let part else { return }
            let point = host.visiblePoint(pan.location(in: host.view))
            guard part == .content else {
                switch pan.state {
                case .began:
                    host.beginDrag(of: part, at: start(of: pan, in: host))
                    host.followPan(of: part, to: point)
                case .changed: host.followPan(of: part, to: point)
                case .ended:
                    host.followPan(of: part, to: point)
                    host.endDragged(at: FrameClock.now)
                default: host.endDragged(at: FrameClock.now, cancelled: true)
                }
                return
            }
            // The direction was decided before the pan began, and the distance may be a different one now.
            if pan.state == .began { host.beginPan(at: point, by: moved) }
            let distance = pan.translation(in: host.view)
            let step = CGPoint(x: distance.x - moved.x, y: distance.y - moved.y)
            moved = distance
            switch pan.state {
            case .began, .changed: host.pan(by: step)
            case .ended:
                host.pan(by: step)
                host.endPan(velocity: pan.velocity(in: host.view))
            default: host.endPan(velocity: .zero, cancelled: true)
            }
        }

        /// A pan with two touches selects items. The scroll view would scroll with it.
        private func selected() {
            guard let host else { return }
            let point = host.visiblePoint(twoFingers.location(in: host.view))
            switch twoFingers.state {
            case .began:
                guard host.beginMarkSelection(at: start(of: twoFingers, in: host), isOnMark: false) else { return }
                // This cancels the movement of the scroll view.
                host.view.panGestureRecognizer.isEnabled = false
                host.view.panGestureRecognizer.isEnabled = true
                host.extendMarkSelection(to: point)
            case .changed: host.extendMarkSelection(to: point)
            case .ended:
                host.extendMarkSelection(to: point)
                host.endMarkSelection()
            default: host.endMarkSelection(cancelled: true)
            }
        }
    }

    /// A part that a pan moves instead of the list.
    enum PannedPart {
        /// An item aside, or a section that scrolls independently.
        case content
        case reorderHandle, selectionMark, column, index
    }

    extension UIKitGestures: UIGestureRecognizerDelegate {
        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
            guard let host else { return false }
            guard gestureRecognizer === pan else { return gestureRecognizer === twoFingers }
            moved = pan.translation(in: host.view)
            part = host.part(from: start(of: pan, in: host), by: moved)
            return part != nil
        }

        /// Only the delegate of the list knows whether two touches select, and it is called when the pan begins. Until then the list scrolls.
        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { gestureRecognizer === twoFingers && otherGestureRecognizer === host?.view.panGestureRecognizer }
    }

    extension UIKitGestures: UIContextMenuInteractionDelegate {
        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
        ) -> UIContextMenuConfiguration? {
            // A point of the scroll view is one of its content.
            pressed = location
            guard let list = host?.list, let menu = list.hostHeaderMenu(at: location) ?? list.hostItemMenu(at: location)
            else { return nil }
            return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
                UIMenu(children: menu.elements.map { UIMenuElement.element(for: $0) })
            }
        }

        /// The cell of the item is lifted. Without a view, UIKit would lift the whole list.
        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
            highlightPreviewForItemWithIdentifier identifier: any NSCopying
        ) -> UITargetedPreview? { preview { $0.hostHighlightPreview(forItemAt: $1) } ?? pointPreview }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
            dismissalPreviewForItemWithIdentifier identifier: any NSCopying
        ) -> UITargetedPreview? { preview { $0.hostDismissalPreview(forItemAt: $1) } }

        /// The preview of the list's delegate, or of the cell. Nil if the item is not on the screen, or no longer.
        private func preview(_ own: (CollectionView, IndexPath) -> CollectionItemPreview?) -> UITargetedPreview? {
            guard let host, let path = host.list.indexPathsForContextMenu.first else { return nil }
            if let preview = own(host.list, path)?.payload as? UITargetedPreview { return preview }
            guard let cell = host.list.cellForItem(at: path), let view = cell.hostView as? UIView, view.window != nil
            else { return nil }
            guard host.list.columns != nil else { return UITargetedPreview(view: view) }
            // The fields of a table are next to the view of their row.
            let picture = host.canvas.resizableSnapshotView(
                from: view.frame, afterScreenUpdates: false, withCapInsets: .zero)
            return picture.map { preview($0, in: host, at: CGPoint(x: view.frame.midX, y: view.frame.midY)) }
        }

        /// Nothing, at the place of the touch: the title of a column and the room outside of all items are not lifted.
        private var pointPreview: UITargetedPreview? {
            guard let host, host.view.window != nil else { return nil }
            let (origin, nothing) = (host.list.placementOrigin, UIView(frame: CGRect(x: 0, y: 0, width: 1, height: 1)))
            return preview(nothing, in: host, at: CGPoint(x: pressed.x - origin.x, y: pressed.y - origin.y))
        }

        private func preview(_ view: UIView, in host: UIKitHost, at center: CGPoint) -> UITargetedPreview {
            UITargetedPreview(
                view: view, parameters: UIPreviewParameters(),
                target: UIPreviewTarget(container: host.canvas, center: center))
        }

        /// The user has tapped the preview.
        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction,
            willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
            animator: any UIContextMenuInteractionCommitAnimating
        ) {
            host?.list.hostPerformPreviewAction()
        }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
            animator: (any UIContextMenuInteractionAnimating)?
        ) {
            host?.list.hostEndContextMenu()
        }
    }

    extension UIMenuElement {
        fileprivate static func element(for element: ItemMenu.Element) -> UIMenuElement {
            switch element {
            case .action(let action):
                var attributes: UIMenuElement.Attributes = []
                if !action.isEnabled { attributes.insert(.disabled) }
                if action.isDestructive { attributes.insert(.destructive) }
                return UIAction(
                    title: action.title, image: action.image?.toolkitImage, attributes: attributes,
                    state: action.isChecked == true ? .on : .off
                ) { _ in action.perform() }
            case .submenu(let title, let image, let elements):
                return UIMenu(
                    title: title, image: image?.toolkitImage, children: elements.map { UIMenuElement.element(for: $0) })
            case .section(let title, let elements):
                return UIMenu(
                    title: title ?? "", options: .displayInline,
                    children: elements.map { UIMenuElement.element(for: $0) })
            }
        }
    }

    extension UIKitHost {
        /// A point of the content in the visible bounds.
        func visiblePoint(_ point: CGPoint) -> CGPoint {
            CGPoint(x: point.x - list.bounds.minX, y: point.y - list.bounds.minY)
        }

        /// How near a touch must be to the edge of a column to resize it, in points.
        private static let edgeTolerance: CGFloat = 12
        /// How far a touch can be from a handle or a mark, in points.
        private static let markTolerance: CGFloat = 14

        /// The part that a touch moves from a point of the visible bounds by a distance. Nil means that the list scrolls.
        func part(from start: CGPoint, by distance: CGPoint) -> PannedPart? {
            let point = inContent(start)
            if input.index.superview != nil, input.index.frame.contains(point) { return .index }
            switch accessory(at: point) {
            case .reorder: return .reorderHandle
            case .selection: return .selectionMark
            default: break
            }
            let isOnTitle =
                list.columnEdge(at: point, tolerance: Self.edgeTolerance) != nil || list.columnTitle(at: point) != nil
            if isOnTitle, abs(distance.x) > abs(distance.y) { return .column }
            let now = CGPoint(x: start.x + distance.x, y: start.y + distance.y)
            return canPanAcross(at: now, by: distance) ? .content : nil
        }

        /// The accessory of a ready-made cell at a point of the content.
        private func accessory(at point: CGPoint) -> ItemAccessory.Kind? {
            guard let path = list.indexPathForItem(at: point),
                let row = list.cellForItem(at: path)?.hostView as? ContentPartsView
            else { return nil }
            return row.accessory(at: row.convert(point, from: view), tolerance: Self.markTolerance)
        }

        /// Begins to drag a part from a point of the visible bounds. Nothing moves if it cannot be dragged.
        func beginDrag(of part: PannedPart, at start: CGPoint) {
            switch part {
            case .reorderHandle: _ = beginReordering(at: start)
            case .selectionMark: _ = beginMarkSelection(at: start)
            case .column: list.hostBeginColumnDrag(at: inContent(start), tolerance: Self.edgeTolerance)
            case .content, .index: break
            }
        }

        func followPan(of part: PannedPart, to point: CGPoint) {
            if part == .index { return input.index.choose(at: point.y) }
            moveDragged(to: point, at: FrameClock.now)
        }

        /// The control with which the user pulls the list to refresh it, while the list can be refreshed.
        func showRefreshing() {
            guard list.refreshHandler != nil else {
                if input.refresh != nil { view.refreshControl = nil }
                input.refresh = nil
                return
            }
            let control = input.refresh ?? UIRefreshControl()
            if input.refresh == nil {
                input.refresh = control
                control.addAction(UIAction { [weak list] _ in list?.beginRefreshing() }, for: .valueChanged)
                view.refreshControl = control
            }
            if list.isRefreshing, !control.isRefreshing { control.beginRefreshing() }
            if !list.isRefreshing, control.isRefreshing { control.endRefreshing() }
        }
    }
#endif
