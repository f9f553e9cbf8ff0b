#if canImport(UIKit) && !os(watchOS) && !LISTENGINE_APPKIT
    import UIKit

    // Swift without Objective-C has no selectors, so the stubs of UIKit take closures. The lines with `#selector` are the only ones of
    // the modules for UIKit that are not compiled with the stubs.

    /// Says when a frame is drawn, while something moves that is not the scroll view.
    @MainActor
    package final class FrameClock {
        package var tick: () -> Void = {}
        private var link: CADisplayLink?

        /// The time of the current frame, in seconds.
        package static var now: TimeInterval { CACurrentMediaTime() }

        package init() {}

        package func start() {
            guard link == nil else { return }
            // The link retains its target, and the run loop the link.
            let target = FrameTarget(self)
            #if canImport(ObjectiveC)
                let link = CADisplayLink(target: target, selector: #selector(FrameTarget.act(_:)))
            #else
                let link = CADisplayLink(target: target, action: target.act)
            #endif
            link.add(to: .main, forMode: .common)
            self.link = link
        }

        package func stop() {
            link?.invalidate()
            link = nil
        }
    }

    @MainActor
    private final class FrameTarget: NSObject {
        private weak var clock: FrameClock?

        init(_ clock: FrameClock) { self.clock = clock }

        #if canImport(ObjectiveC)
            @objc func act(_ link: CADisplayLink) { tick(link) }
        #else
            func act(_ link: CADisplayLink) { tick(link) }
        #endif

        private func tick(_ link: CADisplayLink) {
            if let clock { clock.tick() } else { link.invalidate() }
        }
    }
#endif
