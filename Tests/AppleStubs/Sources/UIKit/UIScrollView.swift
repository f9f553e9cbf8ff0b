@MainActor public protocol UIScrollViewDelegate: AnyObject {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}
extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}

@MainActor public protocol UIScrollViewAccessibilityDelegate: UIScrollViewDelegate {
    func accessibilityScrollStatus(for scrollView: UIScrollView) -> String?
}

/// A scroll view. Swift cannot give a collection view a delegate of another type, so the two have a base without one.
@MainActor
open class UIScrollView: ScrollDouble {
    open weak var delegate: (any UIScrollViewDelegate)?
    open var refreshControl: UIRefreshControl? {
        didSet {
            oldValue?.removeFromSuperview()
            if let refreshControl { insertSubview(refreshControl, at: 0) }
        }
    }
    override var scrollDelegate: (any UIScrollViewDelegate)? { delegate }
}

/// What scroll views and collection views have in common. Tests scroll it: by a finger, or frame by frame to an offset.
@MainActor
open class ScrollDouble: UIView {
    var scrollDelegate: (any UIScrollViewDelegate)? { nil }
    /// uiscrollview/pangesturerecognizer
    public let panGestureRecognizer = UIPanGestureRecognizer()
    public override init(frame: CGRect) {
        super.init(frame: frame)
        addGestureRecognizer(panGestureRecognizer)
    }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open var contentSize: CGSize = .zero
    open var contentInset: UIEdgeInsets = .zero {
        didSet { if contentInset != oldValue { adjustedContentInsetDidChange() } }
    }
    open var adjustedContentInset: UIEdgeInsets { contentInset }
    /// Called when bars, the keyboard or the safe area change it: uiscrollview/adjustedcontentinsetdidchange(). That a layout follows
    /// is not documented.
    open func adjustedContentInsetDidChange() {}
    open var isScrollEnabled = true
    open var isDragging = false
    open var isDecelerating = false
    open var alwaysBounceVertical = false

    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { bounds.origin = onPixels(newValue) }
    }
    // A scroll view lays out its subviews whenever it scrolls.
    open override var bounds: CGRect {
        didSet {
            if bounds.origin != oldValue.origin { setNeedsLayout() }
            let rounded = onPixels(bounds.origin)
            if roundsBounds, bounds.origin != rounded { bounds.origin = rounded }
        }
    }
    /// Whether the bounds are rounded to pixels, too. It is not documented, so tests do both.
    public var roundsBounds = false
    private func onPixels(_ point: CGPoint) -> CGPoint {
        let scale = traitCollection.displayScale
        return CGPoint(x: (point.x * scale).rounded() / scale, y: (point.y * scale).rounded() / scale)
    }

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        guard animated else {
            isDecelerating = false
            (target, restAt) = (nil, nil)
            self.contentOffset = contentOffset
            return
        }
        // A scroll to where the content is does not begin, and is not reported as ended: not documented.
        target = onPixels(contentOffset) == self.contentOffset ? nil : contentOffset
    }
    private var target: CGPoint?
    private var restAt: CGPoint?

    // MARK: For tests

    private var me: UIScrollView { self as! UIScrollView }

    /// One frame of a smooth scroll or a fling: half of the way, or the rest of it. Returns whether it goes on.
    public func step(toTheEnd: Bool = false) -> Bool {
        guard let end = target ?? restAt else { return false }
        let now = contentOffset
        let isLast = toTheEnd || (abs(end.x - now.x) < 1 && abs(end.y - now.y) < 1)
        contentOffset = isLast ? end : CGPoint(x: (now.x + end.x) / 2, y: (now.y + end.y) / 2)
        layoutIfNeeded()
        guard isLast, (target ?? restAt) == end else { return target != nil || restAt != nil }
        let wasAnimated = target != nil
        (target, restAt, isDecelerating) = (nil, nil, false)
        if wasAnimated {
            scrollDelegate?.scrollViewDidEndScrollingAnimation(me)
        } else {
            scrollDelegate?.scrollViewDidEndDecelerating(me)
        }
        layoutIfNeeded()
        return target != nil
    }

    public func beginDrag() {
        (target, restAt, isDragging) = (nil, nil, true)
        scrollDelegate?.scrollViewWillBeginDragging(me)
    }
    public func drag(by distance: CGFloat) {
        contentOffset.y += distance
        layoutIfNeeded()
    }
    /// - Parameter velocity: Points per millisecond.
    public func endDrag(velocity: CGFloat, target: CGPoint) {
        isDragging = false
        var end = target
        scrollDelegate?.scrollViewWillEndDragging(
            me, withVelocity: CGPoint(x: 0, y: velocity), targetContentOffset: &end)
        isDecelerating = end != contentOffset
        scrollDelegate?.scrollViewDidEndDragging(me, willDecelerate: isDecelerating)
        restAt = isDecelerating ? end : nil
    }
}
