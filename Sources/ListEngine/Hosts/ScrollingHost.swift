import Foundation
import ListEngineLayout

/// A base class for hosts. Those whose toolkit has no scroll view and no clock use all of it. The host for UIKit leaves it to the
/// toolkit to scroll the list.
///
/// It moves the content: by wheel, by drag and fling, smoothly to an item, in pages. It clamps the offset to the content,
/// follows the list when that scrolls to keep its anchor in place, and reports all of it to the list. It keeps the views
/// in drawing order, with frames on the pixels of the display. It knows no clock: the toolkit says when a frame is drawn.
///
///     final class WindowHost: ScrollingHost {
///         private(set) var needsFrame = false
///         override func makeView(for view: CollectionReusableView) -> AnyObject? { Label() }
///         override func scheduleFrame() { needsFrame = true }
///
///         func draw(at time: TimeInterval) {
///             needsFrame = false
///             frame(at: time)
///             for shown in viewsInDrawingOrder where !shown.placement.isHidden { print(shown.frame) }
///         }
///     }
///
/// A host keeps its list alive, and the list holds its host weakly: keep the host.
@MainActor
open class ScrollingHost: CollectionViewHost {
    public let list: CollectionView

    /// How fast a fling slows down: its speed falls by the factor *e* in each 1 / `deceleration` seconds. A fling of *v*
    /// points per second moves the content by *v* / `deceleration` points. A value below 0.1, with which a fling would last
    /// for minutes, counts as 0.1.
    public var deceleration = 4.0
    var usedDeceleration: Double { deceleration >= 0.1 ? deceleration : 0.1 }

    /// The duration of a smooth scroll that the program starts, in seconds. This and the other durations count as 0 if they
    /// are negative, not a number or longer than an hour.
    public var scrollDuration: TimeInterval = 0.3

    /// The duration of a turn of the wheel, in seconds.
    public var wheelDuration: TimeInterval = 0.15

    /// The duration of an animated update, in seconds. With 0, the default, updates are shown immediately. Set it in a host
    /// that draws a frame whenever it is requested, as time goes by.
    public var animationDuration: TimeInterval = 0

    /// Whether the user can see the host. A subclass for a toolkit with hidden pages overrides it.
    open var isOnScreen: Bool { true }
    open var selectionFollowsFocus: Bool { false }

    /// A subclass whose rows are not about 44 points high overrides it.
    open var usualItemExtent: CGFloat { 44 }

    /// A subclass whose titles of tables are not as high as its usual items overrides it.
    open var usualTitleExtent: CGFloat { usualItemExtent }

    /// Whether a drag ends at a multiple of the visible extent, at most one page from where it began.
    public var isPagingEnabled = false

    /// Whether the user wants little motion on the screen. Smooth scrolls and turns of the wheel are then jumps, and updates
    /// are shown immediately. A fling, which continues the user's own movement, stays.
    public var prefersReducedMotion = false

    /// How far the user must pull the content beyond its start to refresh the list, in points. See
    /// ``CollectionView/refreshHandler``.
    public var refreshDistance: CGFloat = 64

    /// How far the user has pulled the content beyond its start in the current drag, in points. The content itself stays at
    /// its start. A host shows the distance, for example as a part of ``refreshDistance``.
    public var pulledDistance: CGFloat { dragStart != nil && canRefresh ? max(0, -overscroll) : 0 }

    /// How far the user has dragged or flung the content beyond its ends, in points: negative before the start. After the drag
    /// it goes back to 0 in a fraction of a second. The ``offset`` itself stays at the end. A host shows it as its platform does:
    /// GTK as a glow, others by ``bounces``.
    public var overscroll: CGFloat { overscrolled.distance }

    /// The same across the scroll axis, in a list that is larger than its bounds there.
    public var crossOverscroll: CGFloat { panning.across.distance }

    /// Whether views are drawn beyond the ends of the content by a part of ``overscroll``: see ``viewsInDrawingOrder``. The
    /// default is false.
    public var bounces = false

    var overscrolled = Overscroll()
    var motion: ScrollMotion?
    /// The time of the last frame in which the content moved.
    private var lastFrame: TimeInterval?
    private var isFrameScheduled = false
    /// The program set an offset while the content moved. Unlike a change of the content, that ends the movement.
    private var hasJumped = false
    /// The offset at which the current drag began.
    var dragStart: CGFloat?
    /// What the user holds with the pointer. See `ScrollingHost+Dragging.swift`.
    var held: HeldPointer?
    /// From the pointer to the centre of the cell with which a drag out of the list began.
    var dragHold = CGPoint.zero
    let panning = Panning()
    /// Room for items that are dragged over the list.
    var gaps: DropGaps {
        get { panning.gaps }
        set { panning.gaps = newValue }
    }

    var placements: [ObjectIdentifier: (view: CollectionReusableView, placement: ElementPlacement)] = [:]
    var movements: [ObjectIdentifier: ElementMovement] = [:]
    private var runningUpdates: [RunningUpdate] = []
    private var updateCount = 0

    /// Becomes the host of a list.
    public init(_ list: CollectionView) {
        self.list = list
        list.host = self
        // A program may have registered others.
        list.registerIfMissing(
            ItemSeparatorView.self,
            forDecorationViewOfKind: ElementKind(CollectionLayoutListConfiguration.separatorKind))
        list.registerIfMissing(PageDots.self, forDecorationViewOfKind: ElementKind(PageDots.kind))
    }

    // MARK: What a toolkit overrides

    /// Creates the toolkit's view. The default returns nil, for toolkits that draw by themselves.
    open func makeView(for view: CollectionReusableView) -> AnyObject? { nil }

    /// Returns the size that the content of a view needs. The default cannot measure.
    open func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? { nil }

    /// Returns the size of a view at the smallest width at which its content is neither cut nor wrapped, up to a width. The
    /// default cannot measure.
    open func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize? { nil }

    /// Called when a frame is needed: arrange that ``frame(at:)`` is called before the toolkit draws the next one. It is
    /// called once for each frame.
    open func scheduleFrame() {}

    // MARK: Frames

    /// Whether the content is moving without input.
    public var isScrolling: Bool { motion != nil }

    /// Moves the content and brings the list up to date. Call it once before each frame that is drawn after
    /// ``scheduleFrame()``, when the toolkit lays out its views.
    /// - Parameter time: The time at which the frame is shown, in seconds. Its origin does not matter. If it is not finite,
    ///   nothing moves in this frame.
    public func frame(at time: TimeInterval) {
        // What is placed now is drawn in this frame.
        isFrameScheduled = true
        if hasJumped { stop() }
        hasJumped = false
        // The first frame of a movement starts its clock.
        let interval = time.isFinite ? lastFrame.map { max(0, time - $0) } ?? 0 : 0
        if time.isFinite { lastFrame = time }
        let tolerance = 0.5 / max(1, list.displayScale)
        if dragStart == nil {
            overscrolled.advance(by: interval, tolerance: tolerance)
            panning.across.advance(by: interval, tolerance: tolerance)
        }
        if var motion, time.isFinite {
            if motion.origin == .program, let target = list.smoothScrollTarget {
                (motion.target, motion.crossTarget) = (main(target), cross(target))
            }
            let wanted = motion.step(interval, from: offset, crossOffset, tolerance: tolerance)
            self.motion = motion
            let reached = (along: clamped(wanted.along), across: clampedAcross(wanted.across))
            move(to: reached.along, across: reached.across)
            // A callback may have begun another movement, or moved the target: then the next frame says whether it is reached.
            if self.motion == motion { arrive(motion, wanted: wanted, reached: reached) }
        }
        if time.isFinite { moveSections(interval, tolerance: tolerance) }
        let isAtEdge = time.isFinite && scrollAtEdges(at: time)
        let isWaiting = time.isFinite && springLoad(at: time)
        if time.isFinite { advanceAnimations(to: time) }
        list.layoutIfNeeded()
        moveGaps(time.isFinite ? interval : 0, tolerance: tolerance)
        if !panning.dots.isEmpty { panning.refreshDots(in: list) }
        refreshDropTarget()
        isFrameScheduled = false
        let isBack = overscrolled.isAtRest && panning.across.isAtRest
        let isMoving = motion != nil || panning.isMoving || dragStart == nil && !isBack || gaps.isMoving
        if !isMoving { lastFrame = nil }
        if isMoving || isAtEdge || isWaiting || !runningUpdates.isEmpty || list.due.needsPass { requestFrame() }
    }

    /// Ends a movement on the axes on which it has arrived, or cannot go on.
    private func arrive(
        _ motion: ScrollMotion, wanted: (along: CGFloat, across: CGFloat), reached: (along: CGFloat, across: CGFloat)
    ) {
        if motion.origin == .drag, !prefersReducedMotion {
            // A fling goes on beyond the end of the content.
            if wanted.along != reached.along {
                overscrolled.release(velocity: usedDeceleration * (motion.target - reached.along))
            }
            if wanted.across != reached.across {
                panning.across.release(velocity: usedDeceleration * (motion.crossTarget - reached.across))
            }
        }
        let ends = wanted.along == motion.target || wanted.along != reached.along
        let endsAcross = wanted.across == motion.crossTarget || wanted.across != reached.across
        if ends, endsAcross { return endMotion() }
        if ends { self.motion?.target = offset }
        if endsAcross { self.motion?.crossTarget = crossOffset }
    }

    // MARK: Animated updates

    /// Whether an animated update is running.
    package var isAnimating: Bool { !runningUpdates.isEmpty }

    /// Ends all animations at their last frame. Call it when no more frames are drawn, for example because the window was
    /// closed.
    public func endAnimations() {
        let updates = runningUpdates
        runningUpdates = []
        movements = [:]
        for update in updates { update.completion() }
        if !updates.isEmpty { requestFrame() }
    }

    private func advanceAnimations(to time: TimeInterval) {
        guard !runningUpdates.isEmpty else { return }
        var ended: [RunningUpdate] = []
        for index in runningUpdates.indices {
            runningUpdates[index].advance(to: time, duration: animationDuration)
            if runningUpdates[index].left == 0 { ended.append(runningUpdates[index]) }
        }
        runningUpdates.removeAll { $0.left == 0 }
        for (view, movement) in movements {
            if let update = runningUpdates.first(where: { $0.number == movement.update }) {
                movements[view]?.left = update.left
            } else {
                movements[view] = nil
            }
        }
        // A completion may update the list, which starts the next animation.
        for update in ended { update.completion() }
    }

    // MARK: Movements

    /// Ends the movement of the content where it is. A host whose toolkit moves the content ends that as well.
    open func stop() {
        stopMotion()
        if overscroll != 0 || crossOverscroll != 0 { requestFrame() }
        overscrolled.hold(0)
        panning.across.hold(0)
    }

    /// Ends what the user is doing, for example because the window is closed: no touch and no button holds anything, and a
    /// fling stops. A smooth scroll of the program goes on. See ``CollectionView/hostCancelGestures()``.
    public func cancelGestures() {
        endPan(velocity: .zero, cancelled: true)
        endDrag(velocity: .zero)
        endSectionDrag()
        held = nil
        if motion?.origin == .drag { stop() }
        gaps.close()
        list.hostCancelGestures()
        requestFrame()
    }

    func stopMotion() {
        // The list does not scroll on to the target.
        if motion?.origin == .program { list.scrolling.animatedTarget = nil }
        endMotion()
    }

    func begin(_ motion: ScrollMotion) {
        self.motion = motion
        hasJumped = false
        requestFrame()
    }

    private func endMotion() {
        guard let ended = motion else { return }
        motion = nil
        switch ended.origin {
        case .program: list.hostDidEndScrollingAnimation()
        case .drag: list.hostDidEndDecelerating()
        case .wheel: break
        }
    }

    // MARK: CollectionViewHost

    // A subclass overrides these. What it does not need of the protocol is declared here too, because a subclass cannot
    // override the defaults of a protocol.

    open func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
        placements[ObjectIdentifier(view)] = (view, placement)
        requestFrame()
    }

    open func recycle(_ view: CollectionReusableView) {
        placements[ObjectIdentifier(view)] = nil
        movements[ObjectIdentifier(view)] = nil
        requestFrame()
    }

    open func remove(_ view: CollectionReusableView) {
        placements[ObjectIdentifier(view)] = nil
        movements[ObjectIdentifier(view)] = nil
        requestFrame()
    }

    open func contentDidChange(_ change: ContentChange) {
        // The list has scrolled to keep its anchor in place. The movement goes on relative to the content.
        hasJumped = false
        motion?.target += change.scrollDelta
        motion?.crossTarget += change.crossScrollDelta
        dragStart = dragStart.map { $0 + change.scrollDelta }
        gaps.move(by: change.scrollDelta)
        let delta =
            list.layout.scrollDirection == .vertical
            ? CGPoint(x: change.crossScrollDelta * mirror, y: change.scrollDelta)
            : CGPoint(x: change.scrollDelta, y: change.crossScrollDelta)
        moveBandSelection(by: delta)
        for view in movements.keys {
            movements[view]?.final.frame.origin.x += delta.x
            movements[view]?.final.frame.origin.y += delta.y
        }
    }

    /// Moves the views in ``animationDuration``. A view that already moves goes on from where it is seen.
    open func run(_ animations: [ElementAnimation], completion: @escaping @MainActor () -> Void) {
        guard animationDuration.thatEnds > 0, !prefersReducedMotion else { return completion() }
        updateCount += 1
        for animation in animations {
            let view = ObjectIdentifier(animation.view)
            movements[view] = ElementMovement(animation, update: updateCount, after: movements[view])
        }
        runningUpdates.append(RunningUpdate(number: updateCount, completion: completion))
        requestFrame()
    }

    open func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {}

    open func extent(of actions: [CollectionSwipeAction], behind cell: CollectionViewCell) -> CGFloat {
        80 * CGFloat(actions.count)
    }

    open func fieldEditDidChange(_ edit: FieldEdit?) {}

    open func copy(_ items: CollectionDrag) {}

    open func paste(_ receive: @escaping @MainActor (CollectionDrag) -> Void) -> Bool {
        guard let copied = CollectionDrag.copied else { return false }
        receive(copied)
        return true
    }

    public func requestFrame() {
        guard !isFrameScheduled else { return }
        isFrameScheduled = true
        scheduleFrame()
    }

    open func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool {
        requestFrame()
        guard animated, !prefersReducedMotion, scrollDuration.thatEnds > 0 else {
            hasJumped = true
            return false
        }
        if motion?.origin != .program { endMotion() }
        begin(
            ScrollMotion(.easing(duration: scrollDuration), .program, to: main(offset), across: cross(offset)))
        return true
    }

    open func setContentSize(_ size: CGSize) { requestFrame() }

    open func setPlacementOrigin(_ origin: CGPoint) {}
}
