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
    private var motion: ScrollMotion?
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

    private var placements: [ObjectIdentifier: (view: CollectionReusableView, placement: ElementPlacement)] = [:]
    private var movements: [ObjectIdentifier: ElementMovement] = [:]
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

    /// The shown views, lowest first. Views at one height are in reading order.
    /// - Complexity: O(*v* log *v*).
    public var viewsInDrawingOrder: [HostedView] {
        var views: [HostedView] = []
        views.reserveCapacity(placements.count)
        var rest = placements
        for view in list.visibleViews {
            if let shown = rest.removeValue(forKey: ObjectIdentifier(view)) {
                views.append(hosted(shown.view, shown.placement, movements[ObjectIdentifier(view)]))
                if view.fieldRow != nil { appendFields(of: view, from: &rest, to: &views, areLeaving: false) }
            }
        }
        // Views that an animation still shows are below all others. They move to where it ends, not to where they were
        // placed.
        var leaving: [HostedView] = []
        for view in rest.values.map(\.view) where view.fieldRow != nil {
            guard let shown = rest.removeValue(forKey: ObjectIdentifier(view)) else { continue }
            leaving.append(leavingView(shown.view, shown.placement))
            appendFields(of: view, from: &rest, to: &leaving, areLeaving: true)
        }
        views = rest.values.map { leavingView($0.view, $0.placement) } + leaving + views
        let order = views.indices.sorted { (views[$0].placement.zIndex, $0) < (views[$1].placement.zIndex, $1) }
        return order.map { views[$0] }
    }

    /// The ``viewsInDrawingOrder`` without the fields of tables, for a host whose toolkit moves the fields of a view with it.
    /// - Complexity: O(*v* log *v*) for *v* views. Fields are only counted.
    package var viewsWithoutFields: [HostedView] {
        var (views, count) = ([HostedView](), 0)
        for view in list.visibleViews {
            guard let shown = placements[ObjectIdentifier(view)] else { continue }
            views.append(hosted(shown.view, shown.placement, movements[ObjectIdentifier(view)]))
            count += 1 + view.placedFieldCount
        }
        // Otherwise an animation still shows other views.
        guard count == placements.count else { return viewsInDrawingOrder.filter { $0.owner === $0.view } }
        let order = views.indices.sorted { (views[$0].placement.zIndex, $0) < (views[$1].placement.zIndex, $1) }
        return order.map { views[$0] }
    }

    /// The fields of a shown view in drawing order.
    package func hostedFields(of owner: CollectionReusableView) -> [HostedView] {
        owner.fields.compactMap { field in
            let shown = placements[ObjectIdentifier(field.view)]
            return shown.map {
                hosted(
                    $0.view, $0.placement,
                    movements[ObjectIdentifier(field.view)] ?? movements[ObjectIdentifier(owner)], field, of: owner)
            }
        }
    }

    private func leavingView(
        _ view: CollectionReusableView, _ placement: ElementPlacement, _ field: ShownField? = nil,
        of owner: CollectionReusableView? = nil
    ) -> HostedView {
        let movement = movements[ObjectIdentifier(view)]
        let final = movement.map { ElementPlacement($0.final, relativeTo: placement.origin) }
        return hosted(view, final ?? placement, movement, field, of: owner)
    }

    private func appendFields(
        of owner: CollectionReusableView,
        from rest: inout [ObjectIdentifier: (view: CollectionReusableView, placement: ElementPlacement)],
        to views: inout [HostedView], areLeaving: Bool
    ) {
        for field in owner.fields {
            guard let shown = rest.removeValue(forKey: ObjectIdentifier(field.view)) else { continue }
            // Fields of a visible row may have moved since the animation began, and new ones move with their row.
            views.append(
                areLeaving
                    ? leavingView(shown.view, shown.placement, field, of: owner)
                    : hosted(
                        shown.view, shown.placement,
                        movements[ObjectIdentifier(field.view)] ?? movements[ObjectIdentifier(owner)], field, of: owner)
            )
        }
    }

    private func hosted(
        _ view: CollectionReusableView, _ placement: ElementPlacement, _ movement: ElementMovement?,
        _ field: ShownField? = nil, of owner: CollectionReusableView? = nil
    ) -> HostedView {
        var (place, bounds) = (placement, list.bounds)
        var frame = place.frame.offsetBy(dx: place.origin.x, dy: place.origin.y)
        if !gaps.isEmpty { frame = makingRoom(for: view, frame) }
        if let movement {
            frame = movement.frame(endingAt: frame)
            place.alpha = movement.alpha(endingAt: place.alpha)
        }
        // Edges are rounded in the content, so that no view changes its size while the content moves.
        let (left, top) = (onPixel(frame.minX), onPixel(frame.minY))
        var onScreen = CGRect(
            x: left - onPixel(bounds.minX), y: top - onPixel(bounds.minY), width: onPixel(frame.maxX) - left,
            height: onPixel(frame.maxY) - top)
        if bounces, overscroll != 0 {
            let beyond = onPixel(overscrolled.drawn(in: visibleExtent))
            if list.layout.scrollDirection == .vertical {
                onScreen.origin.y -= beyond
            } else {
                onScreen.origin.x -= beyond * mirror
            }
        }
        if bounces, crossOverscroll != 0 {
            let beyond = onPixel(panning.across.drawn(in: visibleCrossExtent))
            if list.layout.scrollDirection == .vertical {
                onScreen.origin.x -= beyond * mirror
            } else {
                onScreen.origin.y -= beyond
            }
        }
        if !panning.beyond.isEmpty, let element = view.layoutAttributes {
            let beyond = onPixel(distanceBeyond(element))
            if list.layout.scrollDirection == .vertical {
                onScreen.origin.x -= beyond * mirror
            } else {
                onScreen.origin.y -= beyond
            }
        }
        return HostedView(
            view: view, frame: onScreen, placement: place, owner: owner ?? view, column: field?.column,
            pinnedEdge: field?.pinnedEdge)
    }

    /// -1 if the leading edge of a horizontal list is at the right.
    var mirror: CGFloat { list.flowDirection == .rightToLeft ? -1 : 1 }

    private func onPixel(_ length: CGFloat) -> CGFloat {
        let scale = list.displayScale
        return scale > 0 ? (length * scale).rounded() / scale : length
    }

    /// The last placement of a shown view.
    package func placement(of view: CollectionReusableView) -> ElementPlacement? {
        placements[ObjectIdentifier(view)]?.placement
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

    // MARK: The offset

    /// The offset from the leading edge along the scroll axis, in points.
    public var offset: CGFloat { list.mainOffset }

    /// The offsets at which the content can rest.
    public var offsetRange: ClosedRange<CGFloat> { list.mainOffsetRange }

    /// The extent of the visible bounds along the scroll axis.
    public var visibleExtent: CGFloat {
        list.layout.scrollDirection == .vertical ? list.bounds.height : list.bounds.width
    }

    func main(_ offset: CGPoint) -> CGFloat {
        list.layout.contentOffset(of: CGRect(origin: offset, size: list.bounds.size))
    }

    func cross(_ offset: CGPoint) -> CGFloat {
        list.layout.crossOffset(of: CGRect(origin: offset, size: list.bounds.size))
    }

    /// - Parameter across: The offset across the scroll axis. Nil means that it does not change.
    package func move(to offset: CGFloat, across: CGFloat? = nil) {
        let point = list.contentOffset(atMainOffset: offset, crossOffset: across ?? crossOffset)
        guard point != list.bounds.origin else { return }
        // The list places only the views that come into view, and those that are there move too.
        requestFrame()
        list.hostDidScroll(to: point)
    }

    package func clamped(_ offset: CGFloat) -> CGFloat {
        min(max(offset, offsetRange.lowerBound), offsetRange.upperBound)
    }

    /// Clamps an offset across the scroll axis. Where the list does not scroll, it stays.
    func clampedAcross(_ offset: CGFloat) -> CGFloat {
        let range = crossOffsetRange
        return scrollsAcross ? min(max(offset, range.lowerBound), range.upperBound) : crossOffset
    }

    // MARK: The offset across the scroll axis

    /// Whether the content is larger than the visible bounds across the scroll axis. See
    /// ``CollectionView/minimumCrossExtent``.
    public var scrollsAcross: Bool { list.scrollsAcross }

    /// The offset from the leading edge across the scroll axis, in points.
    public var crossOffset: CGFloat { list.crossOffset }

    /// The offsets across the scroll axis at which the content can rest.
    public var crossOffsetRange: ClosedRange<CGFloat> { list.crossOffsetRange }

    /// The extent of the visible bounds across the scroll axis.
    public var visibleCrossExtent: CGFloat { list.visibleCrossExtent }

    // MARK: Input

    /// Scrolls to an offset immediately, as the thumb of a scroll bar does. It ends any movement.
    /// - Parameter offset: The offset from the leading edge along the scroll axis. It is clamped to the content.
    public func scroll(to offset: CGFloat) {
        guard list.isScrollEnabled, offset.isFinite else { return }
        stop()
        move(to: clamped(offset))
    }

    /// Scrolls across the scroll axis to an offset immediately, as the thumb of the second scroll bar does. It ends any movement.
    /// - Parameter offset: The offset from the leading edge. It is clamped to the content.
    public func scrollAcross(to offset: CGFloat) {
        guard list.isScrollEnabled, offset.isFinite else { return }
        stop()
        move(to: self.offset, across: clampedAcross(offset))
    }

    /// Takes a key as ``CollectionView/hostKey(_:modifiers:)`` does. An arrow key across the scroll axis that has no effect there
    /// scrolls content that is larger than the bounds by a tenth of them.
    /// - Returns: True if the key had an effect.
    @discardableResult
    public func press(_ key: CollectionViewKey, modifiers: InputModifiers = []) -> Bool {
        if list.hostKey(key, modifiers: modifiers) { return true }
        let step = max(1, (visibleCrossExtent / 10).rounded())
        let distance: CGFloat
        switch key {
        case .left where list.layout.scrollDirection == .vertical: distance = -step * mirror
        case .right where list.layout.scrollDirection == .vertical: distance = step * mirror
        case .up where list.layout.scrollDirection == .horizontal: distance = -step
        case .down where list.layout.scrollDirection == .horizontal: distance = step
        default: return false
        }
        guard list.isScrollEnabled, canScrollAcross(by: distance) else { return false }
        turn(by: 0, across: distance)
        return true
    }

    /// Whether the content can scroll across the scroll axis in the direction of a distance.
    func canScrollAcross(by distance: CGFloat) -> Bool {
        guard scrollsAcross else { return false }
        return distance < 0 ? crossOffset > crossOffsetRange.lowerBound : crossOffset < crossOffsetRange.upperBound
    }

    /// Scrolls by a distance, as a wheel or a touchpad does.
    ///
    /// The part across the scroll axis scrolls the section at the location, if that scrolls independently; it comes to rest
    /// where its behaviour permits it. Otherwise it scrolls content that is larger than the bounds. A wheel that turns only
    /// vertically also scrolls a horizontal list, and with the shift key it scrolls sideways.
    /// - Parameters:
    ///   - distance: In points; positive values show what is further down or right.
    ///   - location: A point of the visible bounds.
    ///   - smoothly: Whether the content moves there in ``wheelDuration`` seconds. Another turn in the meantime moves it
    ///     further.
    ///   - modifiers: The modifier keys that the user holds with the wheel.
    public func scroll(
        by distance: CGPoint, at location: CGPoint? = nil, smoothly: Bool = false, modifiers: InputModifiers = []
    ) {
        guard list.isScrollEnabled, distance.x.isFinite, distance.y.isFinite else { return }
        let isSideways = modifiers.contains(.extend) && distance.x == 0
        let distance = isSideways ? CGPoint(x: distance.y, y: 0) : distance
        let isVertical = list.layout.scrollDirection == .vertical
        var (along, across) = isVertical ? (distance.y, distance.x * mirror) : (distance.x * mirror, distance.y)
        if panning.content != nil {
            // A gesture moves the list or a section, not both.
            if !scrollsAcross { across = 0 }
        } else if across != 0, let location, let section = scrollingSection(at: location),
            turn(section, by: across, smoothly: smoothly)
        {
            across = 0
        } else if !isVertical, along == 0, !scrollsAcross {
            along = across
        }
        if !scrollsAcross { across = 0 }
        guard along != 0 || across != 0 else { return }
        guard smoothly else {
            if dragStart == nil { stop() } else { stopMotion() }
            return drag(by: along, across)
        }
        turn(by: along, across: across)
    }

    /// A turn of a wheel moves the content in ``wheelDuration``.
    private func turn(by along: CGFloat, across: CGFloat) {
        guard !prefersReducedMotion else {
            if dragStart == nil { stop() } else { stopMotion() }
            return drag(by: along, across)
        }
        let turned = motion?.origin == .wheel ? motion : nil
        if turned == nil { stop() }
        begin(
            ScrollMotion(
                .easing(duration: wheelDuration), .wheel, to: clamped((turned?.target ?? offset) + along),
                across: clampedAcross((turned?.crossTarget ?? crossOffset) + across)))
    }

    /// The content follows a finger as far as its ends. The finger can go on, and comes back the same way.
    private func drag(by distance: CGFloat, _ across: CGFloat) {
        guard dragStart != nil else {
            return move(to: clamped(offset + distance), across: clampedAcross(crossOffset + across))
        }
        let wanted = offset + overscroll + distance
        let wantedAcross = crossOffset + crossOverscroll + across
        let (beyond, beyondAcross) = (wanted - clamped(wanted), wantedAcross - clampedAcross(wantedAcross))
        if beyond != overscroll || beyondAcross != crossOverscroll { requestFrame() }
        overscrolled.hold(beyond)
        panning.across.hold(beyondAcross)
        move(to: clamped(wanted), across: clampedAcross(wantedAcross))
    }

    private var canRefresh: Bool { list.refreshHandler != nil && !list.isRefreshing }

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

    private func stopMotion() {
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
