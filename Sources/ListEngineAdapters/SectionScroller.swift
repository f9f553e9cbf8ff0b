import Foundation
import ListEngine
import ListEngineLayout

/// The offsets of the sections that scroll independently in an app's own collection view, and their movements under a touch and
/// after it.
///
/// A section stops at its ends, and bounces there if its properties say so. See ``OrthogonalScrolling``.
@MainActor
package final class SectionScroller {
    /// The offsets at which sections are drawn: content beyond its ends follows a touch a part of the way.
    package private(set) var offsets = SectionOffsets()
    private var moved: [MovedSection] = []
    /// Sections whose first group has already been centred.
    private var centred: Set<Int> = []

    fileprivate struct MovedSection {
        var section: Int
        /// Within the ends.
        var offset: CGFloat
        /// The offset at which the touch took the section.
        let start: CGFloat
        var isHeld = true
        var beyond = Overscroll()
        var motion: Motion?
    }

    /// The speed after a fling falls by the factor *e* in each 1 / rate seconds. In UIKit it falls by 0.998 in each millisecond.
    private static let rate = 2.0
    /// The duration of a movement without a fling, in seconds.
    private static let duration: TimeInterval = 0.3

    package init() {}

    /// Offsets and movements, for the sections of one layout.
    package struct State {
        fileprivate let offsets: SectionOffsets
        fileprivate let moved: [MovedSection]
        fileprivate let centred: Set<Int>
    }

    package var state: State {
        get { State(offsets: offsets, moved: moved, centred: centred) }
        set { (offsets, moved, centred) = (newValue.offsets, newValue.moved, newValue.centred) }
    }

    package var isMoving: Bool { moved.contains { !$0.isHeld } }

    /// The offset within the ends.
    package func offset(of section: Int) -> CGFloat {
        moved.first { $0.section == section }?.offset ?? offsets[section]
    }

    // MARK: A touch

    /// The section at a point of the content, if a touch can scroll it.
    package func section(at point: CGPoint, in layout: CollectionViewLayout) -> Int? {
        guard let section = layout.item(at: point, sectionOffsets: offsets)?.section,
            layout.orthogonalScrolling(ofSection: section)?.followsTouches == true
        else { return nil }
        return section
    }

    /// A touch takes a section. Its movement ends.
    package func begin(_ section: Int) {
        let beyond = moved.first { $0.section == section }?.beyond
        let offset = offset(of: section)
        moved.removeAll { $0.section == section || $0.isHeld }
        var new = MovedSection(section: section, offset: offset, start: offset)
        // Content that bounces is caught.
        if let beyond { new.beyond.hold(beyond.distance) }
        moved.append(new)
    }

    /// - Parameter distance: How far the offset follows the touch.
    package func drag(by distance: CGFloat, in layout: CollectionViewLayout) {
        guard distance.isFinite, let place = moved.firstIndex(where: \.isHeld),
            let scrolling = layout.scrolling(moved[place].section)
        else { return }
        let wanted = moved[place].offset + moved[place].beyond.distance + distance
        moved[place].offset = scrolling.clamped(wanted)
        moved[place].beyond.hold(scrolling.bounces(automatically: true) ? wanted - moved[place].offset : 0)
        draw(moved[place], scrolling)
    }

    /// The touch leaves the section.
    /// - Parameters:
    ///   - velocity: That of the offset, in points per second.
    ///   - immediately: Whether the section comes to rest without a movement.
    package func end(velocity: CGFloat, immediately: Bool, in layout: CollectionViewLayout) {
        guard let place = moved.firstIndex(where: \.isHeld), let scrolling = layout.scrolling(moved[place].section)
        else { return }
        moved[place].isHeld = false
        var velocity = velocity.isFinite ? velocity : 0
        let beyond = moved[place].beyond.distance
        if beyond != 0 {
            // A fling further beyond an end moves nothing else.
            let isFurther = velocity * beyond > 0
            moved[place].beyond.release(velocity: isFurther ? velocity : 0)
            if isFurther { velocity = 0 }
        }
        let rate = scrolling.isFast ? 5 * Self.rate : Self.rate
        let (offset, wanted) = (moved[place].offset, moved[place].offset + velocity / rate)
        var target = scrolling.targetOffset(forProposed: wanted, velocity: velocity, from: moved[place].start)
        if immediately {
            moved[place].offset = target
            moved[place].beyond.hold(0)
        } else {
            // At the end of the content a fling does not slow down.
            if target == scrolling.clamped(wanted) { target = wanted }
            if target != offset {
                moved[place].motion = Motion(
                    velocity == 0 ? .easing(duration: Self.duration) : .decaying(rate: rate), to: target)
            }
        }
        draw(moved[place], scrolling)
        removeAtRest(in: layout)
    }

    /// Scrolls a section as far as its ends. A movement of the section ends.
    package func scroll(_ section: Int, to offset: CGFloat, in layout: CollectionViewLayout) {
        guard let scrolling = layout.scrolling(section), !offset.isNaN else { return }
        moved.removeAll { $0.section == section }
        offsets[section] = scrolling.turned(scrolling.clamped(offset))
    }

    // MARK: Frames

    /// Moves the sections on in time.
    package func advance(by interval: TimeInterval, tolerance: CGFloat, in layout: CollectionViewLayout) {
        for place in moved.indices where !moved[place].isHeld {
            guard let scrolling = layout.scrolling(moved[place].section) else { continue }
            moved[place].beyond.advance(by: interval, tolerance: tolerance)
            if var motion = moved[place].motion {
                let next = motion.step(interval, from: moved[place].offset, tolerance: tolerance)
                moved[place].offset = scrolling.clamped(next)
                moved[place].motion = next == motion.target ? nil : motion
                if next != moved[place].offset {
                    moved[place].motion = nil
                    if case .decaying(let rate) = motion.course, scrolling.bounces(automatically: true) {
                        moved[place].beyond.release(velocity: rate * (motion.target - moved[place].offset))
                    }
                }
            }
            draw(moved[place], scrolling)
        }
        removeAtRest(in: layout)
    }

    private func draw(_ section: MovedSection, _ scrolling: OrthogonalScrolling) {
        offsets[section.section] = section.offset + section.beyond.drawn(in: scrolling.visibleExtent)
    }

    private func removeAtRest(in layout: CollectionViewLayout) {
        for place in moved.indices.reversed() where !moved[place].isHeld {
            guard moved[place].motion == nil, moved[place].beyond.isAtRest else { continue }
            let (section, offset) = (moved[place].section, moved[place].offset)
            offsets[section] = layout.scrolling(section)?.turned(offset) ?? 0
            moved.remove(at: place)
        }
    }

    /// Ends all movements. Each section comes to rest where its movement would end, within the ends.
    package func settle(in layout: CollectionViewLayout) {
        for each in moved {
            guard let scrolling = layout.scrolling(each.section) else { continue }
            let target =
                each.motion?.target
                ?? scrolling.targetOffset(forProposed: each.offset, velocity: 0, from: each.start)
            offsets[each.section] = scrolling.turned(scrolling.clamped(target))
        }
        moved = []
    }

    // MARK: Changes of the layout

    /// Sections keep their offsets when an update moves them.
    package func follow(_ edit: ListEdit) {
        var new = SectionOffsets()
        for section in offsets.sections {
            if let target = edit.newSection(section) { new[target] = offsets[section] }
        }
        offsets = new
        centred = Set(centred.compactMap { edit.newSection($0) })
        moved = moved.compactMap { each in
            edit.newSection(each.section).map { section in
                var each = each
                each.section = section
                return each
            }
        }
    }

    /// Offsets stay within the ends of a new layout, and sections that have not been shown begin where their first group is in the
    /// middle if their behaviour says so.
    /// - Complexity: O(scrolled sections), and O(sections) in a layout with such sections.
    package func adapt(to layout: CollectionViewLayout) {
        moved.removeAll { layout.scrolling($0.section) == nil }
        for section in offsets.sections where !moved.contains(where: { $0.section == section }) {
            let scrolling = layout.scrolling(section)
            offsets[section] = scrolling.map { $0.turned($0.clamped(offsets[section])) } ?? 0
        }
        for place in moved.indices {
            guard let scrolling = layout.scrolling(moved[place].section) else { continue }
            moved[place].offset = scrolling.clamped(moved[place].offset)
            draw(moved[place], scrolling)
        }
        guard layout.hasCentredSections else { return }
        for section in 0..<layout.numberOfSections where !centred.contains(section) {
            guard let scrolling = layout.scrolling(section), scrolling.behavior == .groupPagingCentered else {
                continue
            }
            centred.insert(section)
            offsets[section] = scrolling.offsetRange.lowerBound
        }
    }
}

extension CollectionViewLayout {
    fileprivate func scrolling(_ section: Int) -> OrthogonalScrolling? {
        (0..<numberOfSections).contains(section) ? orthogonalScrolling(ofSection: section) : nil
    }
}
