#if canImport(UIKit) || canImport(AppKit)
    import ListEngine

    #if canImport(UIKit) && !LISTENGINE_APPKIT
        import UIKit
    #else
        import AppKit
    #endif

    /// The index titles of a list, one below the other at its trailing edge. A touch or a drag there scrolls to the section.
    @MainActor
    package final class IndexStripView: ArrangedView {
        private static let width: CGFloat = 20
        private static let leastHeight: CGFloat = 14
        private static let usualHeight: CGFloat = 20

        private weak var list: CollectionView?
        private var titles: [String] = []
        private var labels: [ToolkitLabel] = []
        /// The title that was chosen last.
        private var chosen: Int?
        package var isOutdated = true

        package override init(frame: CGRect) {
            super.init(frame: frame)
            describeAsAdjustable()
        }

        package required init?(coder: NSCoder) { nil }

        /// Reads the titles when they may have changed, and stays at the edge of the visible bounds.
        /// - Parameters:
        ///   - view: The view that contains the canvas.
        ///   - bounds: The visible part of that view.
        package func show(_ isShown: Bool, in view: ToolkitView, at bounds: CGRect, of list: CollectionView) {
            self.list = list
            if isOutdated {
                isOutdated = false
                let isVertical = list.collectionViewLayout.scrollDirection == .vertical
                let new = isShown && isVertical ? list.indexTitles : []
                if new != titles {
                    titles = new
                    chosen = nil
                    setNeedsArrangement()
                }
            }
            guard !titles.isEmpty else { return removeFromSuperview() }
            if superview == nil { view.addSubview(self) }
            let isMirrored = list.flowDirection == .rightToLeft
            frame = CGRect(
                x: isMirrored ? bounds.minX : bounds.maxX - Self.width, y: bounds.minY, width: Self.width,
                height: bounds.height)
        }

        /// Where there is no room for all titles, some of them are shown, at equal distances.
        override func arrange() {
            let count = min(titles.count, max(1, Int(bounds.height / Self.leastHeight)))
            while labels.count > count { labels.removeLast().removeFromSuperview() }
            while labels.count < count {
                let label = ToolkitLabel(frame: .zero)
                addSubview(label)
                labels.append(label)
            }
            // With enough room, they are in the middle.
            let height = min(bounds.height / CGFloat(max(1, count)), Self.usualHeight)
            let top = (bounds.height - height * CGFloat(count)) / 2
            for (row, label) in labels.enumerated() {
                label.show(titles[row * titles.count / count], .caption2, .accent, lines: 1)
                label.center()
                label.frame = CGRect(x: 0, y: top + CGFloat(row) * height, width: Self.width, height: height)
            }
        }

        /// Scrolls to the title at a height of the view.
        package func choose(at y: CGFloat) {
            guard let first = labels.first, let last = labels.last, y.isFinite else { return }
            let part = (y - first.frame.minY) / max(1, last.frame.maxY - first.frame.minY)
            choose(Int((min(max(part, 0), 1) * CGFloat(titles.count)).rounded(.down)))
        }

        private func choose(_ index: Int) {
            guard !titles.isEmpty, let list else { return }
            let index = min(max(index, 0), titles.count - 1)
            guard index != chosen else { return }
            chosen = index
            describe(value: titles[index])
            // The sections may have changed since the last frame.
            guard list.indexTitles.indices.contains(index) else { return }
            list.scrollToIndexTitle(at: index, animated: false)
        }

        /// A touch begins, or the mouse is pressed.
        private func begin(at y: CGFloat) {
            chosen = nil
            choose(at: y)
        }

        private func chooseNext() { choose((chosen ?? -1) + 1) }
        private func choosePrevious() { choose((chosen ?? 1) - 1) }

        #if canImport(UIKit) && !LISTENGINE_APPKIT
            package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
                if let touch = touches.first { begin(at: touch.location(in: self).y) }
            }

            // The rest of the touch is that of a pan, and no touch of the list.
            package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
            package override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
            package override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

            package override func accessibilityIncrement() { chooseNext() }
            package override func accessibilityDecrement() { choosePrevious() }
        #else
            package override func mouseDown(with event: NSEvent) { begin(at: height(of: event)) }
            package override func mouseDragged(with event: NSEvent) { choose(at: height(of: event)) }
            package override func mouseUp(with event: NSEvent) {}
            private func height(of event: NSEvent) -> CGFloat { convert(event.locationInWindow, from: nil).y }

            package override func accessibilityPerformIncrement() -> Bool {
                chooseNext()
                return true
            }
            package override func accessibilityPerformDecrement() -> Bool {
                choosePrevious()
                return true
            }
        #endif
    }
#endif
