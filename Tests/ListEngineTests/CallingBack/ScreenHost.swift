import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// A host that records what is on its screen.
@MainActor
final class ScreenHost: CollectionViewHost {
    weak var program: HostileProgram?
    /// Frames of the views on the screen.
    private(set) var screen: [ObjectIdentifier: CGRect] = [:]
    var holdsAnimations = false
    private var running: [@MainActor () -> Void] = []
    var isAnimating: Bool { !running.isEmpty }
    var measures: (@MainActor (CollectionReusableView) -> CGSize?)?

    private final class Mark {
        weak var host: ScreenHost?
        init(_ host: ScreenHost) { self.host = host }
    }

    private func check(_ view: CollectionReusableView, _ what: String) {
        if (view.hostView as? Mark)?.host !== self { program?.note("a host has to \(what) the view of another one") }
    }

    func makeView(for view: CollectionReusableView) -> AnyObject? {
        program?.reach(.make)
        return Mark(self)
    }

    func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
        check(view, "place")
        screen[ObjectIdentifier(view)] = placement.frame.offsetBy(dx: placement.origin.x, dy: placement.origin.y)
        program?.reach(.place)
    }

    func recycle(_ view: CollectionReusableView) {
        check(view, "recycle")
        screen[ObjectIdentifier(view)] = nil
        program?.reach(.recycle)
    }

    func remove(_ view: CollectionReusableView) {
        check(view, "remove")
        screen[ObjectIdentifier(view)] = nil
        program?.reach(.remove)
    }

    func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
        check(view, "measure")
        program?.reach(.measure)
        return measures?(view)
    }

    func setContentSize(_ size: CGSize) { program?.reach(.contentSize) }

    func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool {
        program?.reach(.contentOffset)
        return false
    }

    func contentDidChange(_ change: ContentChange) { program?.reach(.contentChange) }

    func requestFrame() { program?.reach(.frame) }

    func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
        program?.reach(.run)
        if holdsAnimations { running.append(completion) } else { completion() }
    }

    func endAnimations() {
        let ended = running
        running = []
        for completion in ended { completion() }
    }
}
