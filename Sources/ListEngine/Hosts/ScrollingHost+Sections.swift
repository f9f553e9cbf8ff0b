import Foundation
import ListEngineLayout

/// The content that a gesture moves, and the sections that go on after it.
@MainActor
final class Panning {
    /// Room for items that are dragged over the list.
    var gaps = DropGaps()
    /// See `ScrollingHost+Panning.swift`.
    var content: PannedContent?
    /// How far the content of the list is beyond its ends across the scroll axis.
    var across = Overscroll()
    var sections: [SectionMotion] = []
    /// The sections whose content is beyond its ends.
    var beyond: [SectionOverscroll] = []
    /// The views that show pages, and some that did.
    var dots: [PageDots] = []

    /// Lets the shown dots follow their sections.
    func refreshDots(in list: CollectionView) {
        var seen: Set<ObjectIdentifier> = []
        dots.removeAll {
            $0.collectionView !== list || $0.layoutAttributes == nil || !seen.insert(ObjectIdentifier($0)).inserted
        }
        for dots in dots { dots.refresh() }
    }

    /// Whether a section moves without the user: after a fling, or back from beyond its end.
    var isMoving: Bool { !sections.isEmpty || beyond.contains { !$0.isHeld } }
}

/// The movement of a section that scrolls independently, after a drag or a turn of the wheel.
struct SectionMotion {
    enum Origin {
        case drag
        /// A wheel gives no end. After a pause of this many seconds, the section goes on in this direction to where it can
        /// rest.
        case wheel(direction: CGFloat, pause: TimeInterval)
    }

    let section: Int
    let origin: Origin
    var motion: Motion
    /// The offset that the movement has set. If the section has another one, the program has scrolled it, or the list has
    /// changed: the movement ends.
    var offset: CGFloat
    /// The number of sections in the list. If it changes, the index may be that of another section.
    let sectionCount: Int
    /// By how much the list had moved the offset itself.
    var shift: CGFloat

    /// Moves on with an offset that the list has moved itself, in a section that loops.
    /// - Returns: The distance.
    @MainActor
    @discardableResult
    mutating func follow(_ list: CollectionView) -> CGFloat {
        let distance = list.scrolling.shifts[section] - shift
        guard distance != 0 else { return 0 }
        shift += distance
        offset += distance
        motion.target += distance
        return distance
    }

    var isTurned: Bool { if case .wheel = origin { true } else { false } }
}

/// How far the content of a section is beyond its ends.
struct SectionOverscroll {
    let section: Int
    let sectionCount: Int
    var overscroll = Overscroll()
    /// Whether the user holds the section.
    var isHeld = true
}

// Sections that scroll independently. They follow a touch, the pointer or a wheel, and go on when it leaves them. They come
// to rest where their behaviour permits it: anywhere, at a group or at a page. See
// `CollectionLayoutSectionOrthogonalScrollingBehavior`.
extension ScrollingHost {
    /// The section at a point of the visible bounds, if it scrolls independently, and is longer than its place or bounces.
    func scrollingSection(at location: CGPoint) -> Int? {
        guard let section = list.item(at: inContent(location))?.section,
            list.layout.orthogonalScrolling(ofSection: section)?.followsTouches == true
        else { return nil }
        return section
    }

    private func scrolling(_ section: Int) -> OrthogonalScrolling? {
        section < list.numberOfSections ? list.layout.orthogonalScrolling(ofSection: section) : nil
    }

    /// Scrolls a section as far as its ends.
    /// - Returns: False if it is at its end, or no longer scrolls independently.
    @discardableResult
    func scrollSection(_ section: Int, by distance: CGFloat) -> Bool {
        list.layoutIfNeeded()
        guard let scrolling = scrolling(section) else { return false }
        let offset = scrolling.clamped(list.sectionOffsets[section] + distance)
        guard offset != list.sectionOffsets[section] else { return false }
        requestFrame()
        list.hostDidScroll(section: section, to: offset)
        return true
    }

    /// Scrolls a section to a page, in an animation if the host has them. A movement of the section ends. Nothing happens
    /// if the section does not scroll independently.
    /// - Parameter page: Clamped to the pages of the section. In a section that loops, page numbers continue in both
    ///   directions: the page after the last one is the first. The section moves there by the shorter way.
    public func showPage(_ page: Int, ofSection section: Int) {
        list.layoutIfNeeded()
        guard section >= 0, let scrolling = scrolling(section) else { return }
        let target = scrolling.offset(ofPage: page, near: list.sectionOffsets[section])
        panning.sections.removeAll { $0.section == section }
        if prefersReducedMotion || animationDuration.thatEnds == 0 {
            scrollSection(section, by: target - list.sectionOffsets[section])
        } else {
            begin(.easing(duration: animationDuration.thatEnds), ofSection: section, to: target, .drag)
        }
    }

    // MARK: Dragging

    /// The user takes hold of a section. Its movement ends.
    func beginDrag(ofSection section: Int) {
        panning.sections.removeAll { $0.section == section }
        // Content that bounces is caught.
        if let place = beyond(section) { panning.beyond[place].isHeld = true }
        list.hostWillBeginDragging(section: section)
    }

    /// The section follows as far as its ends, and beyond them if it bounces.
    func drag(section: Int, by distance: CGFloat) {
        list.layoutIfNeeded()
        guard let scrolling = scrolling(section) else { return }
        let place = beyond(section)
        let wanted =
            list.sectionOffsets[section] + (place.map { panning.beyond[$0].overscroll.distance } ?? 0) + distance
        let beyond = wanted - scrolling.clamped(wanted)
        if let place {
            if beyond == 0 { panning.beyond.remove(at: place) } else { panning.beyond[place].overscroll.hold(beyond) }
            requestFrame()
        } else if beyond != 0, scrolling.bounces(automatically: bounces) {
            var new = SectionOverscroll(section: section, sectionCount: list.numberOfSections)
            new.overscroll.hold(beyond)
            panning.beyond.append(new)
            requestFrame()
        }
        scrollSection(section, by: wanted - beyond - list.sectionOffsets[section])
    }

    /// The user lets go of the section.
    /// - Parameter velocity: The velocity of the section's offset, in points per second.
    func endDrag(ofSection section: Int, velocity: CGFloat) {
        list.layoutIfNeeded()
        var velocity = velocity.isFinite ? velocity : 0
        if let place = beyond(section) {
            // A fling further beyond an end moves nothing else.
            let isFurther = velocity * panning.beyond[place].overscroll.distance > 0
            release(place, velocity: isFurther ? velocity : 0)
            if isFurther { velocity = 0 }
        }
        guard let scrolling = scrolling(section) else { return }
        let rate = scrolling.isFast ? 5 * usedDeceleration : usedDeceleration
        let offset = list.sectionOffsets[section]
        let wanted = offset + velocity / rate
        var target = list.hostWillEndDragging(section: section, withVelocity: velocity, targetOffset: wanted)
        // At the end of the content a fling does not slow down.
        if target == scrolling.clamped(wanted) { target = wanted }
        // Without a velocity it is the host, and not the user, that moves the section.
        let course: Motion.Course = velocity == 0 ? .easing(duration: wheelDuration) : .decaying(rate: rate)
        begin(course, ofSection: section, to: target, .drag)
    }

    private func begin(
        _ course: Motion.Course, ofSection section: Int, to target: CGFloat, _ origin: SectionMotion.Origin
    ) {
        let offset = list.sectionOffsets[section]
        if case .drag = origin, target == offset { return }
        panning.sections.append(
            SectionMotion(
                section: section, origin: origin, motion: Motion(course, to: target), offset: offset,
                sectionCount: list.numberOfSections, shift: list.scrolling.shifts[section]))
        requestFrame()
    }

    /// The user presses the button of the mouse on a section that scrolls independently, and moves the pointer. The section
    /// follows it.
    /// - Parameter location: Where the button was pressed, in the visible bounds.
    /// - Returns: False if there is no such section, or something else is being dragged.
    public func beginSectionDrag(at location: CGPoint) -> Bool {
        guard location.x.isFinite, location.y.isFinite, list.isScrollEnabled, held == nil,
            let section = scrollingSection(at: location)
        else { return false }
        stop()
        beginDrag(ofSection: section)
        held = HeldPointer(
            location: location, purpose: .section(section, count: list.numberOfSections, movement: PointerMovement()))
        return true
    }

    /// The pointer moves to a point of the visible bounds, and the section with it.
    /// - Parameter time: The time of the event in seconds, on any clock. Nil means that it is not known: the section then
    ///   comes to rest without a fling.
    /// - Returns: False if no section is being dragged.
    @discardableResult
    public func dragSection(to location: CGPoint, at time: TimeInterval? = nil) -> Bool {
        guard case .section(let section, let count, var movement) = held?.purpose, let before = held?.location else {
            return false
        }
        guard location.x.isFinite, location.y.isFinite else { return true }
        if let time, time.isFinite { movement.note(location, at: time) }
        held?.location = location
        held?.purpose = .section(section, count: count, movement: movement)
        if count == list.numberOfSections {
            drag(section: section, by: leading(CGPoint(x: location.x - before.x, y: location.y - before.y)))
        }
        return true
    }

    /// The user releases the button. The section goes on with the velocity that the pointer had, and comes to rest where its
    /// behaviour permits it.
    /// - Parameter time: The time of the event, on the clock of ``dragSection(to:at:)``. Nil means no velocity, for example
    ///   if the drag was cancelled.
    /// - Returns: False if no section was dragged.
    @discardableResult
    public func endSectionDrag(at time: TimeInterval? = nil) -> Bool {
        guard case .section(let section, let count, let movement) = held?.purpose else { return false }
        let velocity = time.map { movement.velocity(at: $0) } ?? .zero
        held = nil
        if count == list.numberOfSections { endDrag(ofSection: section, velocity: leading(velocity)) }
        return true
    }

    // MARK: A wheel

    /// A wheel, or a touchpad that does not report when a gesture ends, scrolls a section.
    /// - Returns: False if the section is at its end.
    func turn(_ section: Int, by distance: CGFloat, smoothly: Bool) -> Bool {
        list.layoutIfNeeded()
        guard let scrolling = scrolling(section) else { return false }
        var running = panning.sections.first { $0.section == section && $0.isTurned }
        running?.follow(list)
        let offset = list.sectionOffsets[section]
        let start = running.map { $0.offset == offset ? $0.motion.target : offset } ?? offset
        var target = scrolling.clamped(start + distance)
        guard target != start else { return false }
        panning.sections.removeAll { $0.section == section }
        let shift = list.scrolling.shifts[section]
        if !smoothly || prefersReducedMotion { scrollSection(section, by: target - offset) }
        target += list.scrolling.shifts[section] - shift
        // A program that is called for the offset may have changed the list.
        guard self.scrolling(section) != nil else { return true }
        begin(
            .easing(duration: wheelDuration), ofSection: section, to: target,
            .wheel(direction: distance, pause: smoothly ? 0 : wheelDuration.thatEnds))
        return true
    }

    // MARK: Frames

    /// Moves the sections on in time.
    func moveSections(_ interval: TimeInterval, tolerance: CGFloat) {
        for place in panning.beyond.indices.reversed() {
            if !panning.beyond[place].isHeld {
                panning.beyond[place].overscroll.advance(by: interval, tolerance: tolerance)
            }
            let beyond = panning.beyond[place]
            if beyond.overscroll.isAtRest && !beyond.isHeld || beyond.sectionCount != list.numberOfSections {
                panning.beyond.remove(at: place)
            }
        }
        guard !panning.sections.isEmpty else { return }
        // What the list still has to do can move the offset of a section that loops.
        list.layoutIfNeeded()
        // Scrolling calls user code, which can end or begin a movement.
        let moving = panning.sections
        panning.sections = []
        var left: [SectionMotion] = []
        for var moved in moving {
            moved.follow(list)
            guard moved.sectionCount == list.numberOfSections, list.sectionOffsets[moved.section] == moved.offset else {
                continue
            }
            var wanted = moved.motion.step(interval, from: moved.offset, tolerance: tolerance)
            if wanted != moved.offset, !scrollSection(moved.section, by: wanted - moved.offset) {
                bounce(moved, reached: moved.offset)
                continue
            }
            guard moved.sectionCount == list.numberOfSections else { continue }
            wanted += moved.follow(list)
            moved.offset = list.sectionOffsets[moved.section]
            if wanted != moved.motion.target {
                left.append(moved)
            } else if case .wheel(let direction, let pause) = moved.origin {
                rest(moved, direction, pause - interval, &left)
            }
        }
        panning.sections += left
    }

    /// After a pause, a section that a wheel has turned goes on to where it can rest.
    private func rest(
        _ moved: SectionMotion, _ direction: CGFloat, _ pause: TimeInterval, _ left: inout [SectionMotion]
    ) {
        if pause > 0, !prefersReducedMotion {
            left.append(
                SectionMotion(
                    section: moved.section, origin: .wheel(direction: direction, pause: pause), motion: moved.motion,
                    offset: moved.offset, sectionCount: moved.sectionCount, shift: moved.shift))
            return
        }
        guard let target = scrolling(moved.section)?.restingOffset(from: moved.offset, toward: direction),
            target != moved.offset
        else { return }
        if prefersReducedMotion {
            scrollSection(moved.section, by: target - moved.offset)
        } else {
            left.append(
                SectionMotion(
                    section: moved.section, origin: .drag, motion: Motion(.easing(duration: wheelDuration), to: target),
                    offset: moved.offset, sectionCount: moved.sectionCount, shift: moved.shift))
        }
    }

    /// Content that was flung beyond its end bounces there.
    private func bounce(_ moved: SectionMotion, reached: CGFloat) {
        guard case .decaying(let rate) = moved.motion.course, !prefersReducedMotion,
            let scrolling = scrolling(moved.section), scrolling.bounces(automatically: bounces),
            beyond(moved.section) == nil
        else { return }
        panning.beyond.append(SectionOverscroll(section: moved.section, sectionCount: moved.sectionCount))
        release(panning.beyond.count - 1, velocity: rate * (moved.motion.target - reached))
    }

    // MARK: Beyond the ends

    private func beyond(_ section: Int) -> Int? {
        panning.beyond.firstIndex { $0.section == section && $0.sectionCount == list.numberOfSections }
    }

    private func release(_ place: Int, velocity: CGFloat) {
        if prefersReducedMotion {
            panning.beyond.remove(at: place)
        } else {
            panning.beyond[place].isHeld = false
            panning.beyond[place].overscroll.release(velocity: velocity)
        }
        requestFrame()
    }

    /// Whether a section is beyond an end.
    package var isBeyondEnds: Bool { !panning.beyond.isEmpty }

    /// How far the content of a view's section is beyond its end: in the direction in which the section scrolls, in points to the right
    /// or down.
    package func distanceBeyondEnd(of view: CollectionReusableView) -> CGFloat {
        guard let element = view.layoutAttributes else { return 0 }
        return distanceBeyond(element) * (list.layout.scrollDirection == .vertical ? mirror : 1)
    }

    /// How far a view is drawn from its place, because its section is beyond an end: along the axis across the list's.
    func distanceBeyond(_ element: LayoutAttributes) -> CGFloat {
        guard element.category == .item || element.category == .supplementary, let place = beyond(element.section)
        else {
            return 0
        }
        let extent = list.layout.scrollDirection == .vertical ? list.bounds.width : list.bounds.height
        return panning.beyond[place].overscroll.drawn(in: extent)
    }
}

extension OrthogonalScrolling {
    /// Whether a movement slows down five times as fast as one of the list.
    package var isFast: Bool {
        switch properties.decelerationRate {
        case .normal: false
        case .fast: true
        case .automatic:
            switch behavior {
            case .none, .continuous, .continuousGroupLeadingBoundary: false
            case .paging, .groupPaging, .groupPagingCentered: true
            }
        }
    }

    /// Whether a touch can move the section: it is longer than its place, or bounces.
    package var followsTouches: Bool { isLong || properties.bounce == .always }

    private var isLong: Bool { offsetRange.lowerBound < offsetRange.upperBound }

    /// - Parameter automatically: Whether a section bounces whose properties do not say it.
    package func bounces(automatically: Bool) -> Bool {
        if loops { return false }
        return switch properties.bounce {
        case .always: true
        case .never: false
        case .automatic: automatically && isLong
        }
    }
}
