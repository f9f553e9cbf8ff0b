#if canImport(UIKit) || canImport(AppKit)
    import Foundation
    import ListEngine

    #if canImport(UIKit) && !LISTENGINE_APPKIT
        import UIKit
    #else
        import AppKit
    #endif

    /// The row that is swiped aside, and the buttons of its actions behind it.
    @MainActor
    package final class SwipedRowView: ArrangedView {
        private var row: SwipedRow?
        private var buttons: [ActionButton] = []
        private var actions: [Shown] = []
        private var isMirrored = false

        /// How an action looks.
        private struct Shown: Equatable {
            let title: String
            let image: ItemImage?
            let color: ItemColor?
            let isDestructive: Bool

            @MainActor init(_ action: CollectionSwipeAction) {
                (title, image, color) = (action.title, action.image, action.color)
                isDestructive = action.style == .destructive
            }
        }

        package func follow(_ cell: CollectionViewCell, _ swipe: CollectionSwipe, in host: any ToolkitHost) {
            if row?.cell !== cell {
                end(in: host)
                row = SwipedRow(cell, swipe)
            }
            row?.follow(swipe)
            // Without a window there are no frames.
            if !host.isInWindow, swipe.phase == .closed { return end(in: host) }
            // The first action is nearest to its edge.
            isMirrored = swipe.offset < 0
            show(swipe.actions, in: host.list)
            host.requestFrame()
        }

        /// The cell that is aside, or on its way back.
        package var cell: CollectionViewCell? { row?.cell }

        /// The cell is used for a different item, or no longer.
        package func forget(_ view: CollectionReusableView, in host: any ToolkitHost) {
            if row?.cell === view { end(in: host) }
        }

        package func extent(of actions: [CollectionSwipeAction], in list: CollectionView) -> CGFloat {
            show(actions, in: list)
            return buttons.reduce(0) { $0 + width(of: $1) }
        }

        private func width(of button: ActionButton) -> CGFloat {
            max(74, button.size(upTo: CGSize(width: 1_000, height: 100)).width + 32)
        }

        private func show(_ new: [CollectionSwipeAction], in list: CollectionView) {
            let wanted = new.map { Shown($0) }
            guard wanted != actions else { return }
            actions = wanted
            for button in buttons { button.removeFromSuperview() }
            buttons = wanted.indices.map { index in
                let button = ActionButton.make { [weak list] in _ = list?.hostPerformSwipeAction(at: index) }
                button.show(title: wanted[index].title)
                button.show(wanted[index].image?.toolkitImage)
                button.show(
                    tint: .white,
                    background: wanted[index].color?.toolkitColor
                        ?? (wanted[index].isDestructive ? .systemRed : .systemGray))
                addSubview(button)
                return button
            }
        }

        private func end(in host: any ToolkitHost) {
            guard let cell = row?.cell else { return }
            row = nil
            actions = []
            for button in buttons { button.removeFromSuperview() }
            buttons = []
            removeFromSuperview()
            place(cell, offset: 0, in: host)
        }

        private func place(_ cell: CollectionViewCell, offset: CGFloat, in host: any ToolkitHost) {
            guard let view = cell.hostView as? ToolkitView, let placement = host.placement(of: cell) else { return }
            let isVertical = host.list.collectionViewLayout.scrollDirection == .vertical
            host.show(view, at: placement, movedBy: CGPoint(x: isVertical ? offset : 0, y: isVertical ? 0 : offset))
        }

        /// Moves the row on in time, and the buttons into the place that it leaves.
        package func afterFrame(_ host: any ToolkitHost, at time: TimeInterval) {
            guard row != nil else { return }
            let isThere = row?.advance(to: time, atOnce: host.prefersReducedMotion) ?? true
            guard let row else { return }
            if isThere, row.isBack { return end(in: host) }
            if !isThere { host.requestFrame() }
            place(row.cell, offset: row.offset, in: host)
            guard let placement = host.placement(of: row.cell), row.offset != 0 else {
                isHidden = true
                return
            }
            isHidden = placement.isHidden
            // A box around the rows is behind the buttons.
            if let view = row.cell.hostView as? ToolkitView, superview !== host.canvas || depth != view.depth {
                host.canvas.add(self, below: view)
                depth = view.depth
            }
            let isVertical = host.list.collectionViewLayout.scrollDirection == .vertical
            var place = placement.frame
            if isVertical {
                place.size.width = abs(row.offset)
                if row.offset < 0 { place.origin.x = placement.frame.maxX + row.offset }
            } else {
                place.size.height = abs(row.offset)
                if row.offset < 0 { place.origin.y = placement.frame.maxY + row.offset }
            }
            frame = place
            layOutButtons(isVertical)
        }

        /// Each button has its share. The first one is at the edge from which the row moves away.
        private func layOutButtons(_ isVertical: Bool) {
            let all = buttons.reduce(0) { $0 + width(of: $1) }
            guard all > 0 else { return }
            var start: CGFloat = 0
            let length = isVertical ? bounds.width : bounds.height
            for button in isMirrored ? buttons.reversed() : buttons {
                let share = length * width(of: button) / all
                button.frame =
                    isVertical
                    ? CGRect(x: start, y: 0, width: share, height: bounds.height)
                    : CGRect(x: 0, y: start, width: bounds.width, height: share)
                start += share
            }
        }
    }

    extension ToolkitHost {
        /// Views of sections beyond their ends are drawn away from their places.
        /// - Parameter wasBeyondEnds: Whether a section was beyond an end in the last frame.
        package func showSectionsBeyondEnds(_ wasBeyondEnds: inout Bool) {
            guard isBeyondEnds || wasBeyondEnds else { return }
            wasBeyondEnds = isBeyondEnds
            let isVertical = list.collectionViewLayout.scrollDirection == .vertical
            for shown in list.visibleViews {
                guard let view = shown.hostView as? ToolkitView, let placement = placement(of: shown) else { continue }
                let beyond = -distanceBeyondEnd(of: shown)
                show(view, at: placement, movedBy: CGPoint(x: isVertical ? beyond : 0, y: isVertical ? 0 : beyond))
            }
        }
    }
#endif
