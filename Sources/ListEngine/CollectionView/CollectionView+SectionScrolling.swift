import Foundation
import ListEngineLayout

// Sections that scroll on their own, across the list. Their offsets are points from the leading or top edge of their
// content, see `SectionOffsets`.

extension CollectionView {
    /// The user, or a smooth scroll, has moved a section that scrolls on its own: called by the host. The list is brought up
    /// to date at once.
    /// - Parameters:
    ///   - section: One that does not scroll on its own is reported, and nothing is done.
    ///   - offset: May lie beyond what the section can rest at, as when it springs back.
    public func hostDidScroll(section: Int, to offset: CGFloat) {
        layoutIfNeeded()
        guard scrolling(ofSection: section) != nil else { return }
        guard offset.isFinite else {
            return report(.unusableGeometry, nil, "section offset \(offset) is ignored. Give finite numbers.")
        }
        guard storedSectionOffsets[section] != offset else { return }
        storedSectionOffsets[section] = offset
        needsPass = true
        layoutIfNeeded()
    }

    /// The user begins to drag a section that scrolls on its own: no item stays highlighted.
    public func hostWillBeginDragging(section: Int) {
        layoutIfNeeded()
        guard scrolling(ofSection: section) != nil else { return }
        touched = nil
        highlight(nil)
        sectionDragStarts[section] = storedSectionOffsets[section]
    }

    /// The user lets go of a section that scrolls on its own.
    /// - Parameters:
    ///   - section: Index of the section.
    ///   - velocity: Only its sign counts; 0: the finger let go at rest.
    ///   - target: Where the section would come to rest by itself.
    /// - Returns: Where it is to come to rest, as its description says: at pages, groups or anywhere within its content. The
    ///   host scrolls there.
    public func hostWillEndDragging(section: Int, withVelocity velocity: CGFloat, targetOffset target: CGFloat)
        -> CGFloat
    {
        layoutIfNeeded()
        guard let scrolling = scrolling(ofSection: section) else { return 0 }
        let start = sectionDragStarts[section]
        sectionDragStarts[section] = 0
        let from = start == 0 ? scrolling.offsetRange.lowerBound : start
        guard velocity.isFinite, target.isFinite else {
            report(.unusableGeometry, nil, "target offset \(target) is ignored. Give finite numbers.")
            return scrolling.targetOffset(forProposed: storedSectionOffsets[section], velocity: 0, from: from)
        }
        return scrolling.targetOffset(forProposed: target, velocity: velocity, from: from)
    }

    /// How a section scrolls on its own; nil, and reported, where it does not.
    private func scrolling(ofSection section: Int) -> OrthogonalScrolling? {
        let scrolling =
            (0..<layout.numberOfSections).contains(section) ? layout.orthogonalScrolling(ofSection: section) : nil
        if scrolling == nil {
            report(.indexOutOfRange, nil, "section \(section) does not scroll on its own. Nothing was done.")
        }
        return scrolling
    }

    /// Brings sections that are scrolled further than their content reaches back into it, and those that do not scroll on
    /// their own any more to their start.
    func clampSectionOffsets() {
        guard !storedSectionOffsets.isEmpty else { return }
        for section in storedSectionOffsets.sections {
            let scrolling =
                (0..<layout.numberOfSections).contains(section) ? layout.orthogonalScrolling(ofSection: section) : nil
            guard let range = scrolling?.offsetRange else {
                storedSectionOffsets[section] = 0
                continue
            }
            let offset = storedSectionOffsets[section]
            let clamped = min(max(offset, range.lowerBound), range.upperBound)
            if clamped != offset { storedSectionOffsets[section] = clamped }
        }
    }

    /// Scrolls the section of an item that scrolls on its own, so that the item stands there as asked.
    func scrollAcross(showing path: ElementPath, at position: ItemScrollPosition) {
        guard layout.orthogonalScrolling(ofSection: path.section) != nil else { return }
        let offset = layout.sectionOffset(
            showingItem: path.item, inSection: path.section, at: position, from: storedSectionOffsets[path.section])
        guard storedSectionOffsets[path.section] != offset else { return }
        storedSectionOffsets[path.section] = offset
        setNeedsLayout()
    }
}
