// AppKit's collection view leaves gestures on a touchpad to its scroll view, so there a program scrolls sections itself.
#if canImport(UIKit) && !os(watchOS) && !LISTENGINE_APPKIT
    import ListEngine
    import ListEngineLayout
    import UIKit

    /// The gesture that scrolls a section of an app's collection view. The view holds it. When the layout is replaced, the layout
    /// removes it.
    @MainActor
    final class SectionPan: UIPanGestureRecognizer, UIGestureRecognizerDelegate {
        private weak var layout: EngineLayout?
        private let frames = FrameClock()
        private var lastFrame: TimeInterval?
        private var section: Int?
        private var moved = CGPoint.zero

        func attach(to view: UICollectionView, of layout: EngineLayout) {
            self.layout = layout
            delegate = self
            maximumNumberOfTouches = 1
            #if !os(tvOS)
                // A gesture on a trackpad scrolls a section as a touch does.
                allowedScrollTypesMask = .continuous
            #endif
            #if canImport(ObjectiveC)
                addTarget(self, action: #selector(act))
            #else
                addTarget(self) { [weak self] in self?.panned() }
            #endif
            frames.tick = { [weak self] in self?.frame() }
            view.addGestureRecognizer(self)
            // A pan that moves a section does not scroll the list.
            view.panGestureRecognizer.require(toFail: self)
        }

        #if canImport(ObjectiveC)
            @objc private func act() { panned() }
        #endif

        private var shownLayout: EngineLayout? { layout.flatMap { $0.collectionView === view ? $0 : nil } }

        func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
            guard let layout = shownLayout, let view = layout.collectionView, view.isScrollEnabled else { return false }
            let (place, way) = (location(in: view), translation(in: view))
            let across = layout.isVertical ? way.x : way.y
            guard abs(across) > abs(way.x + way.y - across) else { return false }
            section = layout.scrollingSection(at: CGPoint(x: place.x - way.x, y: place.y - way.y))
            moved = .zero
            return section != nil
        }

        func gestureRecognizer(
            _ gestureRecognizer: UIGestureRecognizer,
            shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
        ) -> Bool { false }

        private func panned() {
            guard let layout = shownLayout, let view = layout.collectionView else { return }
            let way = translation(in: view)
            let step = layout.leading(CGPoint(x: way.x - moved.x, y: way.y - moved.y))
            moved = way
            if state == .began, let section { layout.changeSections { sections, _ in sections.begin(section) } }
            if state != .cancelled { layout.changeSections { $0.drag(by: step, in: $1) } }
            guard state != .began, state != .changed else { return }
            let velocity = state == .ended ? layout.leading(velocity(in: view)) : 0
            layout.changeSections {
                $0.end(velocity: velocity, immediately: UIAccessibility.isReduceMotionEnabled, in: $1)
            }
            lastFrame = FrameClock.now
            frames.start()
        }

        private func frame() {
            guard let layout = shownLayout, let view = layout.collectionView else { return frames.stop() }
            let now = FrameClock.now
            // Without a window there are no frames: a section is then where it comes to rest.
            let interval = view.window == nil ? 60 : now - (lastFrame ?? now)
            lastFrame = now
            layout.changeSections {
                $0.advance(by: interval, tolerance: 0.5 / max(1, view.traitCollection.displayScale), in: $1)
            }
            if !layout.hasMovingSections { frames.stop() }
        }
    }
#endif
