#if canImport(UIKit)
    import ListEngine
    import UIKit

    // Gestures in addition to those of the scroll view: pans across it, menus, and pulling to refresh.

    /// The gestures on a scroll view. UIKit holds delegates and targets weakly.
    @MainActor
    final class UIKitGestures: NSObject {
        private weak var host: UIKitHost?
        private let pan = UIPanGestureRecognizer()
        private var moved = CGPoint.zero

        func attach(to host: UIKitHost) {
            self.host = host
            #if canImport(ObjectiveC)
                pan.addTarget(self, action: #selector(panAct))
            #else
                pan.addTarget(self) { [weak self] in self?.panned() }
            #endif
            pan.delegate = self
            host.view.addGestureRecognizer(pan)
            // A pan that moves a section or an item does not scroll the list.
            host.view.panGestureRecognizer.require(toFail: pan)
            host.view.addInteraction(UIContextMenuInteraction(delegate: self))
        }

        #if canImport(ObjectiveC)
            @objc private func panAct() { panned() }
        #endif

        private func panned() {
            guard let host else { return }
            let distance = pan.translation(in: host.view)
            let step = CGPoint(x: distance.x - moved.x, y: distance.y - moved.y)
            moved = distance
            switch pan.state {
            case .began: host.beginPan(at: host.visiblePoint(pan.location(in: host.view)), by: step)
            case .changed: host.pan(by: step)
            case .ended:
                host.pan(by: step)
                host.endPan(velocity: pan.velocity(in: host.view))
            default: host.endPan(velocity: .zero, cancelled: true)
            }
        }
    }

    extension UIKitGestures: UIGestureRecognizerDelegate {
        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
            guard let host, gestureRecognizer === pan else { return false }
            moved = .zero
            return host.canPanAcross(
                at: host.visiblePoint(pan.location(in: host.view)), by: pan.translation(in: host.view))
        }
    }

    extension UIKitGestures: UIContextMenuInteractionDelegate {
        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
        ) -> UIContextMenuConfiguration? {
            // A point of the scroll view is one of its content.
            guard let list = host?.list, let menu = list.hostHeaderMenu(at: location) ?? list.hostItemMenu(at: location)
            else { return nil }
            return UIContextMenuConfiguration(identifier: nil, previewProvider: nil) { _ in
                UIMenu(children: menu.elements.map { UIMenuElement.element(for: $0) })
            }
        }

        /// The cell of the item is lifted. Without it, UIKit lifts the whole list.
        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
            highlightPreviewForItemWithIdentifier identifier: any NSCopying
        ) -> UITargetedPreview? { preview }

        func contextMenuInteraction(
            _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
            dismissalPreviewForItemWithIdentifier identifier: any NSCopying
        ) -> UITargetedPreview? { preview }

        private var preview: UITargetedPreview? {
            guard let list = host?.list, let path = list.indexPathsForContextMenu.first,
                let view = list.cellForItem(at: path)?.hostView as? UIView, view.window != nil
            else { return nil }
            return UITargetedPreview(view: view)
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
                    title: action.title, image: action.image?.uiImage, attributes: attributes,
                    state: action.isChecked == true ? .on : .off
                ) { _ in action.perform() }
            case .submenu(let title, let image, let elements):
                return UIMenu(
                    title: title, image: image?.uiImage, children: elements.map { UIMenuElement.element(for: $0) })
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
