#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import ListEngine
    import ListEngineAdapters

    #if canImport(QuartzCore)
        import QuartzCore
    #endif

    /// A view of a list that makes its own `NSView`.
    ///
    ///     final class TitleView: CollectionReusableView, NSViewMaking {
    ///         let label = NSTextField(frame: .zero)
    ///         func makeNSView() -> NSView { label }
    ///     }
    @MainActor
    public protocol NSViewMaking: CollectionReusableView {
        /// Called once for each host that shows the view.
        func makeNSView() -> NSView
    }

    /// Shows a `CollectionView` of ListEngine in an `NSScrollView`.
    ///
    ///     let host = AppKitHost(collectionView)
    ///     window.contentView = host.view
    ///
    /// The views of cells are those of ready-made cells (`ContentCell`), of classes that conform to ``NSViewMaking``, or plain views.
    ///
    /// Each of these views gets a layer, which has the transform and the z index of its element.
    ///
    /// The document of the scroll view is as large as the content. All cells are in one view that moves along with the visible part,
    /// and their own frames are relative to a point near it, so that they are small numbers at any depth of the list.
    ///
    /// A host keeps its list alive, and the list holds its host weakly: keep the host.
    @MainActor
    open class AppKitHost: ScrollingHost {
        /// The view to add to a window. Insets, scrollers and the background are set as on any scroll view.
        public let view: NSScrollView

        let document = ListDocumentView(frame: .zero)
        package let canvas: NSView = FlippedView(frame: .zero)
        package let frames = FrameTimer()
        /// Whether the ``CollectionView/indexTitles`` of a vertical list are at its trailing edge. The mouse scrolls to the section of a
        /// title. The default is true.
        public var showsIndex = true {
            didSet {
                input.index.isOutdated = true
                requestFrame()
            }
        }
        private var stage = Stage.idle
        /// Whether something else than the scroll view moves, so that a further frame is needed.
        private var isMoving = false
        let input = AppKitInput()
        /// Whether the document has the colour around grouped boxes.
        private var hasOwnBackground = false
        /// The window that has the list.
        private weak var window: NSWindow?

        private enum Stage { case idle, takingBounds, frame }

        /// Becomes the host of a list.
        public override init(_ list: CollectionView) {
            let scrollView = ListClipScrollView(frame: CGRect(origin: .zero, size: list.bounds.size))
            view = scrollView
            super.init(list)
            animationDuration = 0.25
            list.register(
                AppKitBackground.self,
                forDecorationViewOfKind: ElementKind(CollectionLayoutListConfiguration.backgroundKind))
            view.hasVerticalScroller = true
            view.hasHorizontalScroller = true
            scrollView.host = self
            document.host = self
            view.documentView = document
            document.addSubview(canvas)
            frames.tick = { [weak document] in document?.needsLayout = true }
            input.attach(to: self)
        }

        // MARK: Frames

        /// AppKit lays out the document when it is requested, and when the clip view moves. While something else moves, each frame does.
        open override func scheduleFrame() {
            switch stage {
            case .idle: document.needsLayout = true
            case .takingBounds: break
            case .frame: isMoving = true
            }
        }

        /// Brings the list up to date. AppKit calls it before each frame in which the visible part moved or the list requested a frame.
        func layOut() {
            isMoving = false
            stage = .takingBounds
            takeSurroundings()
            input.holdTypedCell(self)
            if isAwayFromList { list.hostDidScroll(to: view.contentView.bounds.origin) }
            stage = .frame
            frame(at: FrameTimer.now)
            // Smooth scrolls, and items that the user holds near an end, scroll the list.
            if isAwayFromList { scrollView(to: list.contentOffset) }
            placeCanvas()
            showAppearance()
            input.afterFrame(self)
            stage = .idle
            if isMoving { frames.start() } else { frames.stop() }
        }

        private var isAwayFromList: Bool { isAway(from: view.contentView.bounds.origin) }

        /// Gestures end when the list leaves a window.
        func windowChanged() {
            defer { window = view.window }
            if view.window != nil {
                document.needsLayout = true
                guard let window, window !== view.window else { return }
            }
            frames.stop()
            input.end(in: self)
            list.closeSwipe()
        }

        private func scrollView(to offset: CGPoint) {
            view.contentView.scroll(to: offset)
            view.reflectScrolledClipView(view.contentView)
        }

        private func takeSurroundings() {
            let insets = view.contentInsets
            list.displayScale = view.window?.backingScaleFactor ?? 1
            setFlowDirection(isRightToLeft: view.userInterfaceLayoutDirection == .rightToLeft)
            list.contentInset = SectionInsets(
                top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
            let size = view.contentView.bounds.size
            if list.bounds.size != size { list.bounds = CGRect(origin: list.contentOffset, size: size) }
            prefersReducedMotion = NSWorkspace.shared.accessibilityDisplayShouldReduceMotion
        }

        /// The colour around grouped boxes.
        private func showAppearance() {
            let layout = list.collectionViewLayout as? CollectionViewCompositionalLayout
            let isGrouped =
                switch layout?.listAppearance {
                case .grouped, .insetGrouped: true
                case .plain, .sidebar, nil: false
                }
            guard isGrouped != hasOwnBackground else { return }
            hasOwnBackground = isGrouped
            document.show(background: isGrouped ? .underPageBackgroundColor : nil)
        }

        private func placeCanvas() {
            let (origin, bounds) = (list.placementOrigin, view.contentView.bounds)
            canvas.frame = bounds
            canvas.setBoundsOrigin(CGPoint(x: bounds.minX - origin.x, y: bounds.minY - origin.y))
        }

        /// The document is as large as the content, and at least as large as the visible part.
        private func sizeDocument() {
            let (content, visible) = (list.contentSize, view.contentView.bounds.size)
            let size = CGSize(width: max(content.width, visible.width), height: max(content.height, visible.height))
            if document.frame.size != size { document.setFrameSize(size) }
        }

        // MARK: Views

        open override var isOnScreen: Bool { view.window != nil }

        open override var usualItemExtent: CGFloat { 44 }

        /// The arrow keys select, as in other lists on a Mac.
        open override var selectionFollowsFocus: Bool { true }

        open override func makeView(for view: CollectionReusableView) -> AnyObject? {
            if let view = view as? any NSViewMaking { return view.makeNSView() }
            if view is ContentCell || view is ContentView { return ContentPartsView(for: view) }
            if let view = view as? EmptyContentView { return EmptyContentPartsView(view.content) }
            if let view = view as? any OrnamentView { return OrnamentPartsView(view.ornament) }
            return FlippedView(frame: .zero)
        }

        open override func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
            super.place(view, at: placement)
            showInOrder(view, at: placement)
        }

        /// - Parameter offset: How far the view is drawn from its place.
        package func show(_ view: NSView, at placement: ElementPlacement, movedBy offset: CGPoint = .zero) {
            // A new frame may end the transform of a layer.
            view.frame = frameOnPixels(placement, movedBy: offset)
            view.depth = CGFloat(placement.zIndex)
            view.draw(with: placement.transform)
            view.alphaValue = CGFloat(placement.alpha)
            view.isHidden = placement.isHidden
        }

        /// An edit and a swipe end with the item that the view has shown.
        private func endUse(of view: CollectionReusableView) {
            input.swiped.forget(view, in: self)
            guard let hosted = view.hostView as? NSView, let window = self.view.window,
                let responder = window.firstResponder as? NSView, responder.isDescendant(of: hosted)
            else { return }
            window.makeFirstResponder(document)
        }

        open override func recycle(_ view: CollectionReusableView) {
            endUse(of: view)
            super.recycle(view)
            (view.hostView as? NSView)?.isHidden = true
        }

        open override func remove(_ view: CollectionReusableView) {
            endUse(of: view)
            super.remove(view)
            (view.hostView as? NSView)?.removeFromSuperview()
        }

        /// The size of a view that is as wide as the list, or as high in a horizontal one. Constraints measure a view of the program.
        open override func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
            guard let view = view.hostView as? NSView else { return nil }
            let isVertical = list.collectionViewLayout.scrollDirection == .vertical
            if let parts = view as? ArrangedView {
                if isVertical { return parts.sizeThatFits(size) }
                return CGSize(width: naturalSize(of: view).width, height: size.height)
            }
            let old = view.frame.size
            view.setFrameSize(
                isVertical
                    ? CGSize(width: size.width, height: old.height) : CGSize(width: old.width, height: size.height))
            view.layoutSubtreeIfNeeded()
            let fitting = view.fittingSize
            return isVertical
                ? CGSize(width: size.width, height: fitting.height) : CGSize(width: fitting.width, height: size.height)
        }

        open override func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize? {
            guard let hosted = view.hostView as? NSView else { return nil }
            let natural = naturalSize(of: hosted)
            return natural.width > width
                ? measure(view, fitting: CGSize(width: width, height: natural.height)) : natural
        }

        private func naturalSize(of view: NSView) -> CGSize {
            (view as? ContentPartsView)?.naturalSize ?? view.fittingSize
        }

        // MARK: Scrolling

        open override func setContentSize(_ size: CGSize) {
            super.setContentSize(size)
            sizeDocument()
        }

        open override func contentDidChange(_ change: ContentChange) {
            super.contentDidChange(change)
            input.index.isOutdated = true
        }

        open override func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool {
            let isMoving = super.setContentOffset(offset, animated: animated && view.window != nil)
            if !isMoving {
                sizeDocument()
                scrollView(to: offset)
            }
            return isMoving
        }

        open override func setPlacementOrigin(_ origin: CGPoint) { placeCanvas() }

        open override func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
            guard view.window != nil, animationDuration > 0, !prefersReducedMotion else { return completion() }
            let origin = list.placementOrigin
            for animation in animations {
                guard let hosted = animation.view.hostView as? NSView else { continue }
                show(hosted, at: ElementPlacement(animation.initial, relativeTo: origin))
            }
            NSAnimationContext.runAnimationGroup { context in
                context.duration = animationDuration
                for animation in animations {
                    guard let hosted = animation.view.hostView as? NSView else { continue }
                    show(hosted.animator(), at: ElementPlacement(animation.final, relativeTo: origin))
                }
            } completionHandler: {
                MainActor.assumeIsolated { completion() }
            }
        }

        open override func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {
            input.swiped.follow(cell, swipe, in: self)
        }

        open override func extent(of actions: [CollectionSwipeAction], behind cell: CollectionViewCell) -> CGFloat {
            input.swiped.extent(of: actions, in: list)
        }
    }

    /// A view whose y axis points down.
    @MainActor
    class FlippedView: NSView {
        override var isFlipped: Bool { true }
    }

    /// The box around the rows of a section in a list with the appearance `grouped` or `insetGrouped`. A program registers its own
    /// background after the host was created.
    @MainActor
    open class AppKitBackground: CollectionReusableView, NSViewMaking {
        open func makeNSView() -> NSView {
            let view = FlippedView(frame: .zero)
            view.show(background: .controlBackgroundColor)
            view.layer?.cornerRadius = 10
            return view
        }

        open override var accessibilityRole: AccessibilityRole { .ornament }
    }

    /// Says when a frame is drawn, while something moves that is not the scroll view.
    @MainActor
    package final class FrameTimer {
        var tick: () -> Void = {}
        package private(set) var timer: Timer?

        /// The time of the current frame, in seconds.
        static var now: TimeInterval { CACurrentMediaTime() }

        func start() {
            guard timer == nil else { return }
            let timer = Timer(timeInterval: 1 / 60, repeats: true) { [weak self] timer in
                guard let self else { return timer.invalidate() }
                MainActor.assumeIsolated { self.tick() }
            }
            RunLoop.main.add(timer, forMode: .common)
            self.timer = timer
        }

        func stop() {
            timer?.invalidate()
            timer = nil
        }
    }
#endif
