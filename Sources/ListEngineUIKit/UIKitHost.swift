#if canImport(UIKit)
    import ListEngine
    import ListEngineAdapters
    import UIKit

    /// Shows a `CollectionView` of ListEngine in a `UIScrollView`.
    ///
    ///     let host = UIKitHost(collectionView)
    ///     view.addSubview(host.view)
    ///
    /// The views of cells are those of ready-made cells (`ContentCell`), of ``UIKitCell``, of classes that conform to ``UIViewMaking``,
    /// or plain views.
    ///
    /// The scroll view's bounds lie as deep in the content as the user has scrolled: a million messages are longer than a 32-bit
    /// float can tell pixels apart. All cells are therefore in one view that moves along with the bounds, and their own frames are
    /// relative to a point near them.
    ///
    /// A host keeps its list alive, and the list holds its host weakly: keep the host.
    @MainActor
    open class UIKitHost: ScrollingHost {
        /// The view to add to an app's own. Insets, bars and bouncing are set as on any scroll view; its delegate is the host's.
        public let view: UIScrollView

        package let canvas = UIView(frame: .zero)
        private let events = ScrollEvents()
        private let frames = FrameClock()
        /// The target of a smooth scroll; nil if there is none.
        private var smoothTarget: CGPoint?
        /// How far the list has moved the bounds since the last frame, other than to keep its anchor in place.
        private var jump: CGPoint?
        private var stage = Stage.idle
        /// Whether something else than the scroll view moves, so that a further frame is needed.
        private var isMoving = false
        let input = UIKitInput()
        /// Whether the list has set the colour of the scroll view.
        private var hasOwnBackground = false
        /// The window that has the list.
        private weak var window: UIWindow?
        /// The text size with which items were measured.
        private var textSize: UIContentSizeCategory?

        /// Whether the ``CollectionView/indexTitles`` of a vertical list are at its trailing edge. A touch or a drag there scrolls to
        /// the section. The default is true.
        public var showsIndex = true {
            didSet {
                input.index.isOutdated = true
                requestFrame()
            }
        }

        private enum Stage { case idle, takingBounds, frame }

        /// Becomes the host of a list.
        public override init(_ list: CollectionView) {
            let scrollView = ListScrollView(frame: CGRect(origin: .zero, size: list.bounds.size))
            view = scrollView
            super.init(list)
            animationDuration = 0.3
            list.register(
                UIKitBackground.self,
                forDecorationViewOfKind: ElementKind(CollectionLayoutListConfiguration.backgroundKind))
            scrollView.host = self
            events.host = self
            scrollView.delegate = events
            scrollView.addSubview(canvas)
            frames.tick = { [weak scrollView] in scrollView?.setNeedsLayout() }
            input.observe(self)
            input.gestures.attach(to: self)
            input.drags.attach(to: self)
        }

        // MARK: Frames

        /// UIKit lays out the scroll view when its bounds change. While something else moves, each frame does.
        open override func scheduleFrame() {
            switch stage {
            case .idle: view.setNeedsLayout()
            case .takingBounds: break
            case .frame: isMoving = true
            }
        }

        /// Brings the list up to date. UIKit calls it before each frame in which the bounds changed or the list requested a frame.
        func layOut() {
            isMoving = false
            stage = .takingBounds
            takeSurroundings()
            if jump != nil { stop() }
            if let target = smoothTarget, let now = list.smoothScrollTarget, now != target {
                // Measured sizes and updates move the target.
                scrollSmoothly(to: now)
            }
            // UIKit rounds offsets to pixels. The list keeps its exact one until the user has moved it.
            if isAwayFromList { list.hostDidScroll(to: view.contentOffset) }
            stage = .frame
            frame(at: FrameClock.now)
            // An item that the user holds near an end has scrolled the list.
            if jump == nil, isAwayFromList { view.bounds.origin = list.contentOffset }
            placeCanvas()
            showAppearance()
            input.afterFrame(self)
            stage = .idle
            if isMoving { frames.start() } else { frames.stop() }
        }

        private var isAwayFromList: Bool { isAway(from: view.contentOffset) }

        /// Ends the movement of the content where it is.
        open override func stop() {
            super.stop()
            jump = nil
            view.setContentOffset(view.contentOffset, animated: false)
            endSmoothScroll()
        }

        /// Gestures and movements end when the list leaves a window.
        func windowChanged() {
            defer { window = view.window }
            if view.window != nil {
                view.setNeedsLayout()
                guard let window, window !== view.window else { return }
            }
            frames.stop()
            endPan(velocity: .zero, cancelled: true)
            endDragged(at: FrameClock.now, cancelled: true)
            if let touch = input.touch { report(.cancelled, [touch], nil) }
            list.closeSwipe()
            endSmoothScroll()
        }

        /// UIKit does not report the end of a scroll to where the content is.
        private func scrollSmoothly(to target: CGPoint) {
            smoothTarget = target
            if isAway(from: view.contentOffset, target) { return view.setContentOffset(target, animated: true) }
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
            setFlowDirection(isRightToLeft: view.effectiveUserInterfaceLayoutDirection == .rightToLeft)
            list.contentInset = SectionInsets(
                top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
            if list.bounds.size != view.bounds.size {
                list.bounds = CGRect(origin: list.contentOffset, size: view.bounds.size)
            }
            if view.isScrollEnabled != list.isScrollEnabled { view.isScrollEnabled = list.isScrollEnabled }
            prefersReducedMotion = UIAccessibility.isReduceMotionEnabled
            // All sizes were measured with the old text size.
            let newSize = view.traitCollection.preferredContentSizeCategory
            if let textSize, textSize != newSize {
                list.measuredSizes.removeAll()
                list.invalidateLayout()
            }
            textSize = newSize
        }

        /// The colour around grouped boxes.
        private func showAppearance() {
            let layout = list.collectionViewLayout as? CollectionViewCompositionalLayout
            switch layout?.listAppearance {
            case .grouped, .insetGrouped:
                if view.backgroundColor == nil {
                    view.backgroundColor = .systemGroupedBackground
                    hasOwnBackground = true
                }
            case .plain, .sidebar, nil:
                if hasOwnBackground, view.backgroundColor == .systemGroupedBackground { view.backgroundColor = nil }
                hasOwnBackground = false
            }
        }

        private func placeCanvas() {
            let (origin, bounds) = (list.placementOrigin, view.bounds)
            canvas.frame = bounds
            canvas.bounds = CGRect(
                x: bounds.minX - origin.x, y: bounds.minY - origin.y, width: bounds.width, height: bounds.height)
        }

        // MARK: Views

        open override var isOnScreen: Bool { view.window != nil }

        open override var usualItemExtent: CGFloat { 44 }

        open override func makeView(for view: CollectionReusableView) -> AnyObject? {
            if let view = view as? any UIViewMaking { return view.makeUIView() }
            if view is ContentCell || view is ContentView { return ContentPartsView(for: view) }
            if let view = view as? EmptyContentView { return EmptyContentPartsView(view.content) }
            if let view = view as? any OrnamentView { return OrnamentPartsView(view.ornament) }
            return UIView(frame: .zero)
        }

        open override func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
            super.place(view, at: placement)
            showInOrder(view, at: placement)
        }

        /// - Parameter offset: How far the view is drawn from its place.
        package func show(_ view: UIView, at placement: ElementPlacement, movedBy offset: CGPoint = .zero) {
            let frame = frameOnPixels(placement, movedBy: offset)
            // The frame of a transformed view is not defined.
            view.bounds.size = frame.size
            view.center = CGPoint(x: frame.midX, y: frame.midY)
            let transform = placement.transform
            view.transform = CGAffineTransform(
                a: CGFloat(transform.a), b: CGFloat(transform.b), c: CGFloat(transform.c), d: CGFloat(transform.d),
                tx: CGFloat(transform.tx), ty: CGFloat(transform.ty))
            view.depth = CGFloat(placement.zIndex)
            view.alpha = CGFloat(placement.alpha)
            view.isHidden = placement.isHidden
        }

        open override func recycle(_ view: CollectionReusableView) {
            endUse(of: view)
            super.recycle(view)
            (view.hostView as? UIView)?.isHidden = true
        }

        /// An edit and a swipe end with the item that the view has shown.
        private func endUse(of view: CollectionReusableView) {
            (view.hostView as? UIView)?.endEditing(true)
            input.swiped.forget(view, in: self)
        }

        open override func remove(_ view: CollectionReusableView) {
            endUse(of: view)
            super.remove(view)
            (view.hostView as? UIView)?.removeFromSuperview()
        }

        /// Measures a view by its constraints. The extent across the list is fixed.
        open override func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
            (view.hostView as? UIView).map { list.measuredSize(of: $0, fitting: size) }
        }

        /// Measures a view by its constraints, without a fixed width. A view that would be wider than the largest width is measured with
        /// that.
        open override func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize? {
            guard let view = view.hostView as? UIView else { return nil }
            let natural = view.systemLayoutSizeFitting(
                UIView.layoutFittingCompressedSize, withHorizontalFittingPriority: .fittingSizeLevel,
                verticalFittingPriority: .fittingSizeLevel)
            guard natural.width > width else { return natural }
            return view.systemLayoutSizeFitting(
                CGSize(width: width, height: UIView.layoutFittingCompressedSize.height),
                withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
        }

        // MARK: Scrolling

        open override func setContentSize(_ size: CGSize) {
            super.setContentSize(size)
            view.contentSize = size
        }

        open override func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool {
            if animated, view.window != nil, !prefersReducedMotion, isAway(from: view.contentOffset, offset) {
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
        open override func contentDidChange(_ change: ContentChange) {
            super.contentDidChange(change)
            input.index.isOutdated = true
            guard let distance = jump else { return }
            jump = nil
            // The scroll to an item follows the item: see ``layOut()``.
            if let target = smoothTarget, list.smoothScrollTarget == nil {
                smoothTarget = CGPoint(x: target.x + distance.x, y: target.y + distance.y)
                view.setContentOffset(smoothTarget!, animated: true)
            }
        }

        open override func setPlacementOrigin(_ origin: CGPoint) { placeCanvas() }

        open override func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
            guard view.window != nil, animationDuration > 0, !prefersReducedMotion else { return completion() }
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

        open override func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {
            input.swiped.follow(cell, swipe, in: self)
        }

        open override func extent(of actions: [CollectionSwipeAction], behind cell: CollectionViewCell) -> CGFloat {
            input.swiped.extent(of: actions, in: list)
        }

        fileprivate func willDrag() {
            list.hostWillBeginDragging()
            endSmoothScroll()
        }

        fileprivate func didEndSmoothScroll() { endSmoothScroll() }
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

    /// The delegate of the scroll view.
    @MainActor
    private final class ScrollEvents: NSObject, UIScrollViewDelegate, UIScrollViewAccessibilityDelegate {
        weak var host: UIKitHost?

        func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { host?.willDrag() }

        func scrollViewWillEndDragging(
            _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
            targetContentOffset: UnsafeMutablePointer<CGPoint>
        ) {
            guard let host else { return }
            // UIKit states the velocity in points per millisecond.
            targetContentOffset.pointee = host.list.hostWillEndDragging(
                withVelocity: CGPoint(x: velocity.x * 1_000, y: velocity.y * 1_000),
                targetContentOffset: targetContentOffset.pointee)
        }

        func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
            if !decelerate { host?.list.hostDidEndDecelerating() }
        }

        func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { host?.list.hostDidEndDecelerating() }

        func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { host?.didEndSmoothScroll() }

        /// VoiceOver reads it after the user has scrolled.
        func accessibilityScrollStatus(for scrollView: UIScrollView) -> String? { host?.list.scrollStatus }
    }
#endif
