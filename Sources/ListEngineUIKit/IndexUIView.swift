#if canImport(UIKit)
    import ListEngine
    import UIKit

    /// The index titles of a list, one below the other at its trailing edge. A touch or a drag there scrolls to the section.
    @MainActor
    final class IndexUIView: UIView {
        private static let width: CGFloat = 20
        private static let leastHeight: CGFloat = 14

        private weak var list: CollectionView?
        private var titles: [String] = []
        private var labels: [UILabel] = []
        /// The title that was chosen last.
        private var chosen: Int?
        var isOutdated = true

        override init(frame: CGRect) {
            super.init(frame: frame)
            isAccessibilityElement = true
            accessibilityTraits = .adjustable
        }

        required init?(coder: NSCoder) { nil }

        /// Reads the titles when they may have changed, and stays at the edge of the visible bounds.
        func show(_ isShown: Bool, in view: UIScrollView, of list: CollectionView) {
            self.list = list
            if isOutdated {
                isOutdated = false
                let isVertical = list.collectionViewLayout.scrollDirection == .vertical
                let new = isShown && isVertical ? list.indexTitles : []
                if new != titles {
                    titles = new
                    chosen = nil
                    setNeedsLayout()
                }
            }
            guard !titles.isEmpty else { return removeFromSuperview() }
            if superview == nil { view.addSubview(self) }
            let bounds = view.bounds
            let isMirrored = list.flowDirection == .rightToLeft
            frame = CGRect(
                x: isMirrored ? bounds.minX : bounds.maxX - Self.width, y: bounds.minY, width: Self.width,
                height: bounds.height)
        }

        /// Where there is no room for all titles, some of them are shown, at equal distances.
        override func layoutSubviews() {
            super.layoutSubviews()
            let count = min(titles.count, max(1, Int(bounds.height / Self.leastHeight)))
            while labels.count > count { labels.removeLast().removeFromSuperview() }
            while labels.count < count {
                let label = UILabel(frame: .zero)
                label.font = .preferredFont(forTextStyle: .caption2)
                label.textColor = .tintColor
                label.isUserInteractionEnabled = false
                addSubview(label)
                labels.append(label)
            }
            // With enough room, they are in the middle.
            let height = min(bounds.height / CGFloat(max(1, count)), 20)
            let top = (bounds.height - height * CGFloat(count)) / 2
            for (row, label) in labels.enumerated() {
                label.text = titles[row * titles.count / count]
                label.frame = CGRect(x: 0, y: top + CGFloat(row) * height, width: Self.width, height: height)
            }
        }

        /// Scrolls to the title at a height of the view.
        func choose(at y: CGFloat) {
            guard let first = labels.first, let last = labels.last, !titles.isEmpty, y.isFinite else { return }
            let part = (y - first.frame.minY) / max(1, last.frame.maxY - first.frame.minY)
            choose(Int((min(max(part, 0), 1) * CGFloat(titles.count)).rounded(.down)))
        }

        private func choose(_ index: Int) {
            guard !titles.isEmpty, let list else { return }
            let index = min(max(index, 0), titles.count - 1)
            guard index != chosen else { return }
            chosen = index
            accessibilityValue = titles[index]
            // The sections may have changed since the last frame.
            guard list.indexTitles.indices.contains(index) else { return }
            list.scrollToIndexTitle(at: index, animated: false)
        }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            chosen = nil
            if let touch = touches.first { choose(at: touch.location(in: self).y) }
        }

        // The rest of the touch is that of a pan, and no touch of the list.
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {}

        override func accessibilityIncrement() { choose((chosen ?? -1) + 1) }
        override func accessibilityDecrement() { choose((chosen ?? 1) - 1) }
    }
#endif
