import CollectionViewRules

// Gesture recognizers, interactions and menus. Pages below developer.apple.com/documentation/uikit/: uigesturerecognizer,
// uipangesturerecognizer, uigesturerecognizerdelegate, uicontextmenuinteraction, uimenu, uirefreshcontrol.

@MainActor public protocol UIGestureRecognizerDelegate: AnyObject {
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool
}

@MainActor
open class UIGestureRecognizer: NSObject {
    public enum State: Int, Sendable { case possible, began, changed, ended, cancelled, failed }
    open internal(set) var state = State.possible
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    open internal(set) weak var view: UIView?
    /// "If you change this property to false while a gesture recognizer is currently recognizing a gesture, the gesture recognizer
    /// transitions to a cancelled state": uigesturerecognizer/isenabled.
    open var isEnabled = true { didSet { if !isEnabled { cancelled?() } } }
    fileprivate var cancelled: (() -> Void)?
    /// In the coordinates of the window.
    var point = CGPoint.zero
    /// "weak": the recognizer does not retain its target.
    private weak var target: AnyObject?
    private var action: (() -> Void)?
    fileprivate var mustFailFirst: [UIGestureRecognizer] = []
    public override init() {}
    /// On Apple's systems it takes a selector.
    open func addTarget(_ target: AnyObject, action: @escaping () -> Void) {
        (self.target, self.action) = (target, action)
    }
    open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
        mustFailFirst.append(otherGestureRecognizer)
    }
    open func location(in view: UIView?) -> CGPoint { view?.point(fromWindow: point) ?? point }
    fileprivate func enter(_ new: State) {
        state = new
        if target != nil { action?() }
        if new == .ended || new == .cancelled || new == .failed { state = .possible }
    }
}

@MainActor
open class UIPanGestureRecognizer: UIGestureRecognizer {
    fileprivate var start = CGPoint.zero
    fileprivate var speed = CGPoint.zero
    open var minimumNumberOfTouches = 1
    open var maximumNumberOfTouches = Int.max
    /// "Setting this mask enables the pan gesture to recognize scroll events": uipangesturerecognizer/allowedscrolltypesmask.
    @available(tvOS, unavailable)
    open var allowedScrollTypesMask: UIScrollTypeMask {
        get { scrollTypes }
        set { scrollTypes = newValue }
    }
    fileprivate var scrollTypes: UIScrollTypeMask = []
    open func translation(in view: UIView?) -> CGPoint { CGPoint(x: point.x - start.x, y: point.y - start.y) }
    open func velocity(in view: UIView?) -> CGPoint { speed }
}

public struct UIScrollTypeMask: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let discrete = UIScrollTypeMask(rawValue: 1 << 0)
    public static let continuous = UIScrollTypeMask(rawValue: 1 << 1)
}

/// For tests: a touch that moves over the screen. It is a touch of the view under it until a gesture recognizer takes it.
@MainActor
public final class Finger {
    private let window: UIWindow
    private let touch: UITouch
    /// The number of touches that move together. 0 is a gesture on a trackpad.
    private let count: Int
    /// Whether the distance of a pan is 0 when it begins. It is not documented, so tests do both.
    public static var beginsAtZero = false
    private var pan: UIPanGestureRecognizer?
    /// The scroll view that follows the touch; nil if there is none.
    public private(set) var scrolled: ScrollDouble?
    private let start: CGPoint
    private var isDecided = false
    public var view: UIView? { touch.view }

    public init(in window: UIWindow, at point: CGPoint, count: Int = 1) {
        self.window = window
        self.count = count
        start = point
        touch = count > 0 ? window.touchDown(at: point) : window.pointer(at: point)
    }

    /// A pan is recognized after about ten points. The recognizers that others wait for come first; one whose delegate refuses has
    /// failed. Then the touch is cancelled for its view.
    public func move(by distance: CGPoint, velocity: CGPoint = .zero) {
        touch.point = CGPoint(x: touch.point.x + distance.x, y: touch.point.y + distance.y)
        if !isDecided, abs(touch.point.x - start.x) + abs(touch.point.y - start.y) >= 10 { decide() }
        if let pan {
            (pan.point, pan.speed) = (touch.point, velocity)
            pan.enter(pan.state == .possible ? .began : .changed)
            if pan.state == .began { pan.state = .changed }
        }
        if let scrolled {
            scrolled.drag(by: -distance.y)
        } else if pan == nil {
            touch.view?.touchesMoved([touch], with: nil)
        }
        window.layoutIfNeeded()
    }

    private func decide() {
        isDecided = true
        var views: [UIView] = []
        var next = touch.view
        while let view = next {
            views.append(view)
            next = view.superview
        }
        let pans = views.flatMap { $0.gestureRecognizers ?? [] }.compactMap { $0 as? UIPanGestureRecognizer }
            .filter { pan in
                guard pan.isEnabled else { return false }
                if count == 0 {
                    return !pan.scrollTypes.isEmpty || (pan.view as? UIScrollView)?.panGestureRecognizer === pan
                }
                return pan.minimumNumberOfTouches <= count && count <= pan.maximumNumberOfTouches
            }
            .sorted { $1.mustFailFirst.contains($0) && !$0.mustFailFirst.contains($1) }
        var first: UIPanGestureRecognizer?
        for pan in pans {
            if let first {
                let permits =
                    first.delegate?.gestureRecognizer(first, shouldRecognizeSimultaneouslyWith: pan) == true
                    || pan.delegate?.gestureRecognizer(pan, shouldRecognizeSimultaneouslyWith: first) == true
                // A recognizer that waits for one that was recognized has failed.
                guard permits, !pan.mustFailFirst.contains(first) else { continue }
            }
            (pan.start, pan.point) = (start, touch.point)
            let owner = (pan.view as? ScrollDouble).flatMap { $0.panGestureRecognizer === pan ? $0 : nil }
            guard owner?.isScrollEnabled ?? (pan.delegate?.gestureRecognizerShouldBegin(pan) ?? true) else { continue }
            if Self.beginsAtZero { pan.start = touch.point }
            if first == nil { touch.view?.touchesCancelled([touch], with: nil) }
            first = pan
            if let owner {
                scrolled = owner
                owner.beginDrag()
                pan.cancelled = { [weak self] in self?.endScroll() }
            } else {
                self.pan = pan
                pan.cancelled = { [weak self] in self?.endPan(.cancelled) }
            }
        }
    }

    private func endScroll() {
        guard let scrolled else { return }
        self.scrolled = nil
        scrolled.panGestureRecognizer.cancelled = nil
        scrolled.endDrag(velocity: 0, target: scrolled.contentOffset)
    }

    private func endPan(_ state: UIGestureRecognizer.State) {
        guard let pan else { return }
        self.pan = nil
        pan.cancelled = nil
        pan.enter(state)
    }

    public func lift(velocity: CGPoint = .zero) {
        if pan == nil, scrolled == nil { touch.view?.touchesEnded([touch], with: nil) }
        pan?.speed = velocity
        endPan(.ended)
        endScroll()
        window.layoutIfNeeded()
    }

    /// Something else takes the touch, such as an alert.
    public func cancel() {
        if pan == nil, scrolled == nil { touch.view?.touchesCancelled([touch], with: nil) }
        endPan(.cancelled)
        endScroll()
        window.layoutIfNeeded()
    }
}

// MARK: Menus

@MainActor public protocol UIInteraction: AnyObject {}

@MainActor
open class UIMenu: UIMenuElement {
    public struct Options: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let displayInline = Options(rawValue: 1 << 0)
    }
    public let options: Options
    public let children: [UIMenuElement]
    public init(title: String = "", image: UIImage? = nil, options: Options = [], children: [UIMenuElement] = []) {
        (self.options, self.children) = (options, children)
        super.init(title, image)
    }
}

/// "The view must be in a window": uitargetedpreview/init(view:).
@MainActor
open class UITargetedPreview: NSObject {
    public let view: UIView
    /// Where the view is shown.
    public let target: UIPreviewTarget?
    public init(view: UIView) {
        if view.window == nil { Rule.broken("the view of a preview is in no window") }
        (self.view, target) = (view, nil)
    }
    /// "The view need not be in a window, but the container of the target must be": uitargetedpreview/init(view:parameters:target:).
    public init(view: UIView, parameters: UIPreviewParameters, target: UIPreviewTarget) {
        (self.view, self.target) = (view, target)
    }
}

@MainActor
open class UIPreviewParameters: NSObject {
    public override init() {}
}

/// uipreviewtarget
@MainActor
open class UIPreviewTarget: NSObject {
    public let container: UIView
    /// In the coordinates of the container.
    public let center: CGPoint
    public init(container: UIView, center: CGPoint) {
        if container.window == nil { Rule.broken("the container of a preview is in no window") }
        (self.container, self.center) = (container, center)
    }
}

@MainActor
open class UIContextMenuConfiguration: NSObject {
    let actionProvider: (([UIMenuElement]) -> UIMenu?)?
    public init(
        identifier: (any NSCopying)?, previewProvider: (() -> UIViewController?)? = nil,
        actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
    ) { self.actionProvider = actionProvider }
}

@MainActor public protocol UIContextMenuInteractionAnimating: AnyObject {}
@MainActor public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {}
private final class CommitAnimator: UIContextMenuInteractionCommitAnimating {}

@MainActor public protocol UIContextMenuInteractionDelegate: AnyObject {
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration?
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        highlightPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview?
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configuration: UIContextMenuConfiguration,
        dismissalPreviewForItemWithIdentifier identifier: any NSCopying
    ) -> UITargetedPreview?
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating
    )
    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    )
}

@MainActor
open class UIContextMenuInteraction: NSObject, UIInteraction {
    private weak var delegate: (any UIContextMenuInteractionDelegate)?
    private var open: UIContextMenuConfiguration?
    public init(delegate: any UIContextMenuInteractionDelegate) { self.delegate = delegate }

    /// For tests: a long press at a point of the view. Returns the menu and what is lifted; nil if there is no menu.
    public func press(at location: CGPoint) -> (menu: UIMenu, lifted: UIView?, preview: UITargetedPreview?)? {
        guard let configuration = delegate?.contextMenuInteraction(self, configurationForMenuAtLocation: location),
            let menu = configuration.actionProvider?([])
        else { return nil }
        open = configuration
        let preview = delegate?.contextMenuInteraction(
            self, configuration: configuration, highlightPreviewForItemWithIdentifier: NSNull())
        return (menu, preview?.view, preview)
    }

    /// For tests: the user taps the preview, which closes the menu:
    /// uicontextmenuinteractiondelegate/contextmenuinteraction(_:willperformpreviewactionformenuwith:animator:)
    public func tapPreview() {
        guard let configuration = open else { return }
        delegate?.contextMenuInteraction(
            self, willPerformPreviewActionForMenuWith: configuration, animator: CommitAnimator())
        close()
    }

    /// For tests: the menu closes. Returns the view to which it goes back.
    @discardableResult
    public func close() -> UITargetedPreview? {
        guard let configuration = open else { return nil }
        open = nil
        let preview = delegate?.contextMenuInteraction(
            self, configuration: configuration, dismissalPreviewForItemWithIdentifier: NSNull())
        delegate?.contextMenuInteraction(self, willEndFor: configuration, animator: nil)
        return preview
    }
}

@MainActor
open class UIRefreshControl: UIControl {
    open private(set) var isRefreshing = false
    public convenience init() { self.init(frame: .zero) }
    open func beginRefreshing() { isRefreshing = true }
    open func endRefreshing() { isRefreshing = false }
    /// For tests: the user pulls the content beyond its start. "The control sends valueChanged when the user initiates a refresh".
    public func pull() {
        isRefreshing = true
        sendActions(for: .valueChanged)
    }
}
