import Foundation
import ListEngineLayout

/// What a finger moves, and what moves on after it.
@MainActor
final class Panning {
    /// See `ScrollingHost+Panning.swift`.
    var content: PannedContent?
    var sections: [SectionMotion] = []
}

/// The movement of a section that scrolls independently, after a drag.
struct SectionMotion {
    let section: Int
    var motion: Motion
    /// The offset that the movement has set. If the section has another one, the program has scrolled it, or the list has
    /// changed: the movement ends.
    var offset: CGFloat
    /// The number of sections in the list. If it changes, the index may be that of another section.
    let sectionCount: Int
}

// Sections that scroll independently. They follow a finger, and go on when it leaves them. They come to rest where their
// behaviour permits it: anywhere, at a group or at a page. See `CollectionLayoutSectionOrthogonalScrollingBehavior`.
extension ScrollingHost {
    /// The section at a point of the visible bounds, if it scrolls independently and is longer than its place.
    func scrollingSection(at location: CGPoint) -> Int? {
        guard let section = list.layout.item(at: inContent(location), sectionOffsets: list.sectionOffsets)?.section,
            let range = list.layout.orthogonalScrolling(ofSection: section)?.offsetRange,
            range.lowerBound < range.upperBound
        else { return nil }
        return section
    }

    /// Scrolls a section as far as its ends.
    /// - Returns: False if it is at its end, or no longer scrolls independently.
    @discardableResult
    func scrollSection(_ section: Int, by distance: CGFloat) -> Bool {
        guard section < list.numberOfSections,
            let range = list.layout.orthogonalScrolling(ofSection: section)?.offsetRange
        else { return false }
        let offset = min(max(list.sectionOffsets[section] + distance, range.lowerBound), range.upperBound)
        guard offset != list.sectionOffsets[section] else { return false }
        requestFrame()
        list.hostDidScroll(section: section, to: offset)
        return true
    }

    /// Fingers take hold of a section. Its movement ends.
    func beginDrag(ofSection section: Int) {
        panning.sections.removeAll { $0.section == section }
        list.hostWillBeginDragging(section: section)
    }

    /// The fingers leave the section.
    /// - Parameter velocity: The velocity of the section's offset, in points per second.
    func endDrag(ofSection section: Int, velocity: CGFloat) {
        guard section < list.numberOfSections, let scrolling = list.layout.orthogonalScrolling(ofSection: section)
        else {
            return
        }
        let rate = scrolling.isFast ? 5 * usedDeceleration : usedDeceleration
        let velocity = velocity.isFinite ? velocity : 0
        let offset = list.sectionOffsets[section]
        let target = list.hostWillEndDragging(
            section: section, withVelocity: velocity, targetOffset: offset + velocity / rate)
        guard target != offset else { return }
        let motion = Motion(.decaying(rate: rate), to: target)
        panning.sections.append(
            SectionMotion(section: section, motion: motion, offset: offset, sectionCount: list.numberOfSections))
        requestFrame()
    }

    /// Moves the sections on in time.
    func moveSections(_ interval: TimeInterval, tolerance: CGFloat) {
        guard !panning.sections.isEmpty else { return }
        // Scrolling calls user code, which can end or begin a movement.
        let moving = panning.sections
        panning.sections = []
        var left: [SectionMotion] = []
        for var moved in moving {
            guard moved.sectionCount == list.numberOfSections, list.sectionOffsets[moved.section] == moved.offset else {
                continue
            }
            let wanted = moved.motion.step(interval, from: moved.offset, tolerance: tolerance)
            if wanted != moved.offset, !scrollSection(moved.section, by: wanted - moved.offset) { continue }
            guard moved.sectionCount == list.numberOfSections else { continue }
            moved.offset = list.sectionOffsets[moved.section]
            if wanted != moved.motion.target { left.append(moved) }
        }
        panning.sections += left
    }
}

extension OrthogonalScrolling {
    /// Whether a movement slows down five times as fast as one of the list.
    fileprivate var isFast: Bool {
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
}
