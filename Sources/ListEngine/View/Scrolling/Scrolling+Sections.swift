import Foundation
import ListEngineLayout

// Sections that scroll independently, across the list. Their offsets are in points from the leading or top edge of
// their content; see `SectionOffsets`.

extension CollectionView {
    /// Reports that the user, or a smooth scroll, moved a section that scrolls independently. The host calls it. The
    /// list is brought up to date immediately.
    /// - Parameters:
    ///   - section: The section. A section that does not scroll independently is reported, and nothing is done.
    ///   - offset: The new offset. It can be outside the range of rest, for example while the section springs back.
    public func hostDidScroll(section: Int, to offset: CGFloat) { scrolling.didScroll(section: section, to: offset) }

    /// Reports that the user began to drag a section that scrolls independently. No item stays highlighted.
    public func hostWillBeginDragging(section: Int) { scrolling.willBeginDragging(section: section) }

    /// Reports that the user ended the drag of a section that scrolls independently.
    /// - Parameters:
    ///   - section: Index of the section.
    ///   - velocity: Only its sign is used. 0 means that the finger was at rest when it was lifted.
    ///   - target: The offset at which the section would come to rest by itself.
    /// - Returns: The offset at which it must come to rest. It follows from the section's behavior: at pages, at
    ///   groups or anywhere in its content. The host scrolls there.
    public func hostWillEndDragging(section: Int, withVelocity velocity: CGFloat, targetOffset target: CGFloat)
        -> CGFloat
    { scrolling.willEndDragging(section: section, withVelocity: velocity, targetOffset: target) }
}

extension Scrolling {
    fileprivate func didScroll(section: Int, to offset: CGFloat) {
        list.layoutIfNeeded()
        guard scrolling(ofSection: section) != nil else { return }
        guard offset.isFinite else {
            return list.report(.unusableGeometry, nil, "section offset \(offset) is ignored. Give finite numbers.")
        }
        guard sectionOffsets[section] != offset else { return }
        setOffset(offset, ofSection: section)
        list.due.needsPass = true
        list.layoutIfNeeded()
    }

    fileprivate func willBeginDragging(section: Int) {
        list.layoutIfNeeded()
        guard scrolling(ofSection: section) != nil else { return }
        list.touches.forget()
        list.touches.highlight(nil)
        setDragStart(sectionOffsets[section], ofSection: section)
    }

    fileprivate func willEndDragging(section: Int, withVelocity velocity: CGFloat, targetOffset target: CGFloat)
        -> CGFloat
    {
        list.layoutIfNeeded()
        guard let scrolling = scrolling(ofSection: section) else { return 0 }
        let start = dragStarts[section]
        setDragStart(0, ofSection: section)
        let from = start == 0 ? scrolling.offsetRange.lowerBound : start
        guard velocity.isFinite, target.isFinite else {
            list.report(.unusableGeometry, nil, "target offset \(target) is ignored. Give finite numbers.")
            return scrolling.targetOffset(forProposed: sectionOffsets[section], velocity: 0, from: from)
        }
        return scrolling.targetOffset(forProposed: target, velocity: velocity, from: from)
    }

    /// Returns how a section scrolls independently; nil, with a diagnostic, if it does not.
    private func scrolling(ofSection section: Int) -> OrthogonalScrolling? {
        let scrolling =
            (0..<list.layout.numberOfSections).contains(section)
            ? list.layout.orthogonalScrolling(ofSection: section) : nil
        if scrolling == nil {
            list.report(.indexOutOfRange, nil, "section \(section) does not scroll independently. Nothing was done.")
        }
        return scrolling
    }

    // Moved out and back: see "Overlapping accesses" in Documentation/Performance.md.

    private func setOffset(_ offset: CGFloat, ofSection section: Int) {
        var offsets = sectionOffsets
        offsets[section] = offset
        sectionOffsets = offsets
    }

    private func setDragStart(_ offset: CGFloat, ofSection section: Int) {
        var starts = dragStarts
        starts[section] = offset
        dragStarts = starts
    }

    /// Clamps the offsets of sections to their content. Sections that no longer scroll independently return to their
    /// start.
    func clampSectionOffsets() {
        guard !sectionOffsets.isEmpty else { return }
        for section in sectionOffsets.sections {
            let scrolling =
                (0..<list.layout.numberOfSections).contains(section)
                ? list.layout.orthogonalScrolling(ofSection: section) : nil
            guard let range = scrolling?.offsetRange else {
                setOffset(0, ofSection: section)
                continue
            }
            let offset = sectionOffsets[section]
            let clamped = min(max(offset, range.lowerBound), range.upperBound)
            if clamped != offset { setOffset(clamped, ofSection: section) }
        }
    }

    /// If the section of an item scrolls independently, scrolls it so that the item has the given position.
    func scrollAcross(showing path: ElementPath, at position: ItemScrollPosition) {
        guard list.layout.orthogonalScrolling(ofSection: path.section) != nil else { return }
        let offset = list.layout.sectionOffset(
            showingItem: path.item, inSection: path.section, at: position, from: sectionOffsets[path.section])
        guard sectionOffsets[path.section] != offset else { return }
        setOffset(offset, ofSection: path.section)
        list.setNeedsLayout()
    }
}
