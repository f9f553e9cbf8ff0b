#if canImport(UIKit)
    import ListEngine
    import UIKit

    /// Shows a `CollectionView` of ListEngine in a `UIScrollView`.
    ///
    ///     let host = UIKitHost(collectionView)
    ///     view.addSubview(host.view)
    ///
    /// The views of cells are those of ``UIKitCell``, of classes that conform to ``UIViewMaking``, or plain views.
    ///
    /// The scroll view's bounds lie as deep in the content as the user has scrolled: a million messages are longer than a 32-bit
    /// float can tell pixels apart. All cells are therefore in one view that moves along with the bounds, and their own frames are
    /// relative to a point near by.
    ///
    /// A host keeps its list alive, and the list holds its host weakly: keep the host.
    @MainActor
    open class UIKitHost: NSObject, CollectionViewHost, UIScrollViewDelegate {
        public let list: CollectionView

        /// The view to add to an app's own. Its delegate is the host. Insets, bars and bouncing are set as on any scroll view.
        public let view: UIScrollView

        /// The duration of animated updates, in seconds. The curve is that of UIKit's animations.
        open var animationDuration: TimeInterval = 0.3

        private let canvas = UIView(frame: .zero)
        /// The target of a smooth scroll; nil if there is none.
        private var smoothTarget: CGPoint?
        /// How far the list has moved the bounds since the last frame, other than to keep its anchor in place.
        private var jump: CGPoint?
        private var touch: UITouch?

        /// Becomes the host of a list.
        public init(_ list: CollectionView) {
            self.list = list
            let scrollView = ListScrollView(frame: CGRect(origin: .zero, size: list.bounds.size))
            view = scrollView
            super.init()
            scrollView.host = self
            scrollView.delegate = self
            scrollView.addSubview(canvas)
            list.host = self
        }

        // MARK: Frames

        /// Brings the list up to date. UIKit calls it before each frame in which the bounds changed or the list requested a frame.
        fileprivate func layOut() {
            takeSurroundings()
            if jump != nil { stop() }
            if let target = smoothTarget, let now = list.smoothScrollTarget, now != target {
                // What was measured on the way, and updates, move the target.
                smoothTarget = now
                view.setContentOffset(now, animated: true)
            }
            // UIKit rounds offsets to pixels. The list keeps its exact one until the user has moved it.
            let (offset, exact) = (view.contentOffset, list.contentOffset)
            let pixel = 1 / max(1, list.displayScale)
            if abs(offset.x - exact.x) < pixel, abs(offset.y - exact.y) < pixel {
                list.layoutIfNeeded()
            } else {
                list.hostDidScroll(to: offset)
            }
            placeCanvas()
        }

        /// The program has set an offset: that ends a smooth scroll and a fling.
        private func stop() {
            jump = nil
            view.setContentOffset(view.contentOffset, animated: false)
            endSmoothScroll()
        }

        private func endSmoothScroll() {
            guard smoothTarget != nil else { return }
            smoothTarget = nil
            list.hostDidEndScrollingAnimation()
        }

        private func takeSurroundings() {
            let insets = view.adjustedContentInset
            list.displayScale = view.traitCollection.displayScale
            list.flowDirection =
                view.effectiveUserInterfaceLayoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
            list.contentInset = SectionInsets(
                top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
            if list.bounds.size != view.bounds.size {
                list.bounds = CGRect(origin: list.contentOffset, size: view.bounds.size)
            }
            if view.isScrollEnabled != list.isScrollEnabled { view.isScrollEnabled = list.isScrollEnabled }
        }

        private func placeCanvas() {
            let (origin, bounds) = (list.placementOrigin, view.bounds)
            canvas.frame = bounds
            canvas.bounds = CGRect(
                x: bounds.minX - origin.x, y: bounds.minY - origin.y, width: bounds.width, height: bounds.height)
        }

        // MARK: What the list calls

        open func makeView(for view: CollectionReusableView) -> AnyObject? {
            (view as? any UIViewMaking)?.makeUIView() ?? UIView(frame: .zero)
        }

        public func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
            guard let hosted = view.hostView as? UIView else { return }
            // Touches find views by their order, not by their z-position.
            let isInFront = placement.zIndex > 0
            if hosted.superview !== canvas || (hosted.layer.zPosition > 0) != isInFront {
                if isInFront { canvas.addSubview(hosted) } else { canvas.insertSubview(hosted, at: order(of: view)) }
            }
            show(hosted, at: placement)
        }

        /// Fields of a table are added in front of its cells. Other views are added behind all existing ones.
        private func order(of view: CollectionReusableView) -> Int {
            guard list.columns != nil, !(view is TableCell), !(view is TableHeaderView),
                view.layoutAttributes?.category != .decoration
            else { return 0 }
            return canvas.subviews.firstIndex { $0.layer.zPosition > 0 } ?? canvas.subviews.count
        }

        private func show(_ view: UIView, at placement: ElementPlacement) {
            // Edges are rounded in the content, so that no view changes its size while the content moves.
            let origin = placement.origin
            func onPixel(_ length: CGFloat, _ origin: CGFloat) -> CGFloat {
                let scale = list.displayScale
                return scale > 0 ? ((length + origin) * scale).rounded() / scale - origin : length
            }
            let frame = placement.frame
            let (left, right) = (onPixel(frame.minX, origin.x), onPixel(frame.maxX, origin.x))
            let (top, bottom) = (onPixel(frame.minY, origin.y), onPixel(frame.maxY, origin.y))
            // The frame of a transformed view is not defined.
            view.bounds.size = CGSize(width: right - left, height: bottom - top)
            view.center = CGPoint(x: (left + right) / 2, y: (top + bottom) / 2)
            let transform = placement.transform
            view.transform = CGAffineTransform(
                a: CGFloat(transform.a), b: CGFloat(transform.b), c: CGFloat(transform.c), d: CGFloat(transform.d),
                tx: CGFloat(transform.tx), ty: CGFloat(transform.ty))
            view.layer.zPosition = CGFloat(placement.zIndex)
            view.alpha = CGFloat(placement.alpha)
            view.isHidden = placement.isHidden
        }

        public func recycle(_ view: CollectionReusableView) { (view.hostView as? UIView)?.isHidden = true }

        public func remove(_ view: CollectionReusableView) { (view.hostView as? UIView)?.removeFromSuperview() }

        /// Measures a view by its constraints. The extent across the list is fixed.
        open func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
            (view.hostView as? UIView).map { list.measuredSize(of: $0, fitting: size) }
        }

        public func setContentSize(_ size: CGSize) { view.contentSize = size }

        public func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool {
            if animated, view.window != nil {
                smoothTarget = offset
                view.setContentOffset(offset, animated: true)
                return true
            }
            // Unlike `setContentOffset`, a new origin of the bounds lets the user's drag or fling continue.
            let old = view.contentOffset
            jump = CGPoint(x: offset.x - old.x + (jump?.x ?? 0), y: offset.y - old.y + (jump?.y ?? 0))
            view.bounds.origin = offset
            return false
        }

        /// The list has scrolled to keep its anchor in place. Movements go on relative to the content.
        public func contentDidChange(_ change: ContentChange) {
            guard let distance = jump else { return }
            jump = nil
            // The scroll to an item follows the item: see ``layOut()``.
            if let target = smoothTarget, list.smoothScrollTarget == nil {
                smoothTarget = CGPoint(x: target.x + distance.x, y: target.y + distance.y)
                view.setContentOffset(smoothTarget!, animated: true)
            }
        }

        public func requestFrame() { view.setNeedsLayout() }

        public func setPlacementOrigin(_ origin: CGPoint) { placeCanvas() }

        open func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
            guard view.window != nil, animationDuration > 0 else { return completion() }
            let origin = list.placementOrigin
            func show(_ animation: ElementAnimation, at attributes: LayoutAttributes) {
                guard let hosted = animation.view.hostView as? UIView else { return }
                self.show(hosted, at: ElementPlacement(attributes, relativeTo: origin))
            }
            UIView.performWithoutAnimation { for animation in animations { show(animation, at: animation.initial) } }
            UIView.animate(
                withDuration: animationDuration, delay: 0, options: [.allowUserInteraction, .beginFromCurrentState],
                animations: { for animation in animations { show(animation, at: animation.final) } },
                completion: { _ in completion() })
        }

        // MARK: UIScrollViewDelegate

        open func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
            list.hostWillBeginDragging()
            endSmoothScroll()
        }

        open func scrollViewWillEndDragging(
            _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
            targetContentOffset: UnsafeMutablePointer<CGPoint>
        ) {
            // UIKit states the velocity in points per millisecond.
            targetContentOffset.pointee = list.hostWillEndDragging(
                withVelocity: CGPoint(x: velocity.x * 1_000, y: velocity.y * 1_000),
                targetContentOffset: targetContentOffset.pointee)
        }

        open func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
            if !decelerate { list.hostDidEndDecelerating() }
        }

        open func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { list.hostDidEndDecelerating() }

        open func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { endSmoothScroll() }

        // MARK: Input

        fileprivate func began(_ touches: Set<UITouch>) {
            guard touch == nil else { return }
            touch = touches.first
            report(.began, touches)
        }

        fileprivate func report(_ phase: CollectionViewTouch.Phase, _ touches: Set<UITouch>) {
            guard let touch, touches.contains(touch) else { return }
            if phase == .ended || phase == .cancelled { self.touch = nil }
            list.hostTouch(CollectionViewTouch(phase, at: touch.location(in: view)))
        }

        /// Returns the presses that the list did not handle.
        fileprivate func unhandled(_ presses: Set<UIPress>) -> Set<UIPress> {
            presses.filter { press in
                var isHandled = false
                for key in keys(of: press) { isHandled = list.hostKey(key) || isHandled }
                return !isHandled
            }
        }

        private func keys(of press: UIPress) -> [CollectionViewKey] {
            guard let key = press.key else { return [] }
            switch key.keyCode {
            case .keyboardUpArrow: return [.up]
            case .keyboardDownArrow: return [.down]
            case .keyboardLeftArrow: return [.left]
            case .keyboardRightArrow: return [.right]
            case .keyboardPageUp: return [.pageUp]
            case .keyboardPageDown: return [.pageDown]
            case .keyboardHome: return [.home]
            case .keyboardEnd: return [.end]
            case .keyboardReturnOrEnter, .keyboardSpacebar: return [.select]
            case .keyboardTab: return [key.modifierFlags.contains(.shift) ? .previous : .next]
            default: return key.characters.map { .character($0) }
            }
        }

        fileprivate var focusedView: UIView? {
            list.focusedIndexPath.flatMap { list.cellForItem(at: $0)?.hostView as? UIView }
        }

        /// The item whose view receives the system's focus receives the list's.
        fileprivate func didMoveFocus(to view: UIView) {
            let cell = list.visibleCells.first { ($0.hostView as? UIView).map(view.isDescendant) ?? false }
            if let cell { list.focusedIndexPath = cell.layoutAttributes?.indexPath }
        }

        /// The shown views in reading order. The order of subviews is that in which cells were reused.
        fileprivate var viewsInReadingOrder: [UIView] {
            list.visibleViews.compactMap { view in
                view.layoutAttributes?.category == .decoration ? nil : view.hostView as? UIView
            }
        }
    }

    extension CollectionView {
        /// The size of a view by its constraints, with the given extent across the list.
        package func measuredSize(of view: UIView, fitting size: CGSize) -> CGSize {
            let isVertical = collectionViewLayout.scrollDirection == .vertical
            let open = UIView.layoutFittingCompressedSize
            return view.systemLayoutSizeFitting(
                isVertical
                    ? CGSize(width: size.width, height: open.height) : CGSize(width: open.width, height: size.height),
                withHorizontalFittingPriority: isVertical ? .required : .fittingSizeLevel,
                verticalFittingPriority: isVertical ? .fittingSizeLevel : .required)
        }
    }

    /// What UIKit reports to views only.
    @MainActor
    private final class ListScrollView: UIScrollView {
        weak var host: UIKitHost?

        override func layoutSubviews() {
            super.layoutSubviews()
            host?.layOut()
        }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            super.touchesBegan(touches, with: event)
            host?.began(touches)
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            super.touchesMoved(touches, with: event)
            host?.report(.moved, touches)
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            super.touchesEnded(touches, with: event)
            host?.report(.ended, touches)
        }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            super.touchesCancelled(touches, with: event)
            host?.report(.cancelled, touches)
        }

        override var canBecomeFirstResponder: Bool { true }

        override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
            let rest = host?.unhandled(presses) ?? presses
            if !rest.isEmpty { super.pressesBegan(rest, with: event) }
        }

        override var preferredFocusEnvironments: [any UIFocusEnvironment] {
            host?.focusedView.map { [$0] } ?? super.preferredFocusEnvironments
        }

        override func didUpdateFocus(
            in context: UIFocusUpdateContext, with coordinator: UIFocusAnimationCoordinator
        ) {
            super.didUpdateFocus(in: context, with: coordinator)
            if let view = context.nextFocusedView { host?.didMoveFocus(to: view) }
        }

        override var accessibilityElements: [Any]? {
            get { host?.viewsInReadingOrder }
            set {}
        }
    }
#endif
