#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    import ListEngine

    // The tab key moves the keyboard focus through the widgets of all rows, and the list follows.
    extension GTKHost {
        /// How far the tab key looks for the next widget that takes the focus, in screens. A list of text could be of any length.
        private static let searchedScreens: CGFloat = 4

        /// Moves the keyboard focus to the next widget after a row that takes it, or to the first one on the screen.
        /// - Parameter row: The row with the focus; 0 if it is outside of the list.
        /// - Returns: Whether there is one.
        func focusNext(after row: UInt, isForward: Bool) -> Bool {
            list.layoutIfNeeded()
            guard let current = list.visibleViews.first(where: { address($0) == row && row != 0 }) else {
                return focusFirst(of: views(isForward), isForward)
            }
            // The user may have scrolled away from it.
            reveal(current)
            list.layoutIfNeeded()
            let start = offset
            var searched: CGFloat = 0
            var last: CollectionReusableView? = current
            while true {
                let views = views(isForward)
                let rest = views.firstIndex { $0 === last }.map { views[($0 + 1)...] } ?? views[...]
                if focusFirst(of: Array(rest), isForward) { return true }
                // Half a screen further, the last cell is still there.
                let item = (rest.last { $0 is CollectionViewCell } ?? last).flatMap { list.indexPath(for: $0) }
                let before = offset
                move(to: clamped(offset + (isForward ? 0.5 : -0.5) * visibleExtent))
                searched += 0.5
                guard offset != before, searched <= Self.searchedScreens else {
                    move(to: clamped(start))
                    return false
                }
                last = item.flatMap { list.cellForItem(at: $0) }
            }
        }

        /// The rows by their place, from the first to the last or back. The row with the focus may be outside of the screen.
        private func views(_ isForward: Bool) -> [CollectionReusableView] {
            let empty = list.emptyView.flatMap { $0.layoutAttributes == nil ? nil : $0 }
            let places = (list.visibleViews + [empty].compactMap(\.self)).map { view in
                (view: view, along: list.layout.contentOffset(of: view.frame), across: across(view.frame))
            }
            let sorted = places.sorted { ($0.along, $0.across) < ($1.along, $1.across) }
            return (isForward ? sorted : sorted.reversed()).map(\.view)
        }

        private func across(_ frame: CGRect) -> CGFloat {
            guard isVertical else { return frame.minY }
            return list.flowDirection == .rightToLeft ? -frame.maxX : frame.minX
        }

        private func focusFirst(of views: [CollectionReusableView], _ isForward: Bool) -> Bool {
            for view in views {
                guard let row = view.hostView as? GTKRow, le_gtk_row_focus(row.pointer, isForward) else { continue }
                revealFocus(in: UInt(bitPattern: row.pointer))
                return true
            }
            return false
        }

        /// Scrolls to the widget with the keyboard focus.
        func revealFocus(in row: UInt) {
            guard row != 0, let view = list.visibleViews.first(where: { address($0) == row }) else { return }
            reveal(view)
        }

        func address(_ view: CollectionReusableView) -> UInt {
            UInt(bitPattern: (view.hostView as? GTKRow)?.pointer)
        }

        /// Scrolls to a row, or, if it is longer than the screen, to the widget with the keyboard focus in it.
        private func reveal(_ view: CollectionReusableView) {
            let isItem = view is CollectionViewCell
            if isItem, extent(view.frame) <= visibleExtent, let path = list.indexPath(for: view) {
                return list.scrollToItem(at: path, at: .nearest, animated: false)
            }
            var part = view.frame
            var bounds = graphene_rect_t()
            if let row = view.hostView as? GTKRow, le_gtk_row_focus_bounds(row.pointer, &bounds) {
                part = CGRect(
                    x: part.minX + CGFloat(bounds.origin.x), y: part.minY + CGFloat(bounds.origin.y),
                    width: CGFloat(bounds.size.width), height: CGFloat(bounds.size.height))
            }
            let start = list.layout.contentOffset(of: part)
            let end = start + min(extent(part), visibleExtent)
            if start < offset { scroll(to: start) }
            if end > offset + visibleExtent { scroll(to: end - visibleExtent) }
        }

        private func extent(_ frame: CGRect) -> CGFloat { isVertical ? frame.height : frame.width }
    }
#endif
