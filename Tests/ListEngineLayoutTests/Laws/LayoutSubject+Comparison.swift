import Foundation
import ListEngineLayout
import ListEngineReference
import TestSupport

extension CollectionViewLayout {
    /// Compares everything except queries, bit for bit. Returns the first difference.
    func difference(from reference: ReferenceLayout, probing random: inout TestRandom) -> String? {
        if let broken = brokenInvariant() { return "broken rule: \(broken)" }
        let extent = CGFloat(ReferenceUnits.points(reference.extent))
        let main = scrollDirection == .horizontal ? contentSize.width : contentSize.height
        if main != extent { return "content extent \(main), expected \(extent)" }
        if numberOfSections != reference.sections.count || numberOfItems != reference.frames.count {
            return "\(numberOfSections) sections of \(numberOfItems) items, expected \(reference.sections.count) of "
                + "\(reference.frames.count)"
        }
        for probe in 0..<min(numberOfSections, 30) {
            let section = numberOfSections <= 30 ? probe : random.below(numberOfSections)
            let place = reference.placements[section]
            let count = reference.sections[section].itemCount
            if numberOfItems(inSection: section) != count {
                return "\(numberOfItems(inSection: section)) items in section \(section), expected \(count)"
            }
            let header = place.header.flatMap { $0.isEmpty ? nil : reference.shown($0) }
            if frameForHeader(inSection: section) ?? .zero != header ?? .zero {
                return "header of \(section) is \(frameForHeader(inSection: section) as Any), expected \(header as Any)"
            }
            let range = count <= 20_000 ? 0..<count : random.range(within: count)
            for (item, frame) in zip(range, frames(ofItems: range, inSection: section)) {
                let expected = reference.shown(reference.frames[place.firstFrame + item])
                if frame != expected { return "frame of (\(section), \(item)) is \(frame), expected \(expected)" }
            }
            if let item = range.randomElement(using: &random) {
                let expected = reference.shown(reference.frames[place.firstFrame + item])
                if frame(ofItem: item, inSection: section) != expected {
                    return "frame(ofItem: \(item), inSection: \(section)) differs from \(expected)"
                }
            }
        }
        return nil
    }

    /// All forms of queries, compared with a scan of all frames.
    func differenceOfQuery(
        from reference: ReferenceLayout, rect: ReferenceRect, visible: ReferenceRect, cursor: inout LayoutCursor
    ) -> String? {
        let viewport = Viewport(reference.shown(rect), visibleBounds: reference.shown(visible))
        let expected = reference.elements(in: rect, visible: visible)
        let found = layoutAttributes(in: viewport)
        if found.count != expected.count {
            return "\(found.count) elements in \(rect), visible \(visible), expected \(expected.count)"
        }
        for (a, b) in zip(found, expected) {
            let edges = reference.pointEdges(b.frame)
            let category: ElementCategory =
                b.category == .header ? .header : b.category == .footer ? .footer : .item
            let same =
                (a.minX, a.minY, a.maxX, a.maxY) == edges && a.section == b.section && a.item == b.item
                && a.category == category && a.isPinned == b.isPinned && !a.isHidden && a.alpha == 1
                && a.transform == .identity
                && a.isEstimated == (b.category == .item && reference.sections[b.section].isEstimated)
            if !same { return "element \(a) in \(rect), visible \(visible), expected \(b)" }
        }
        var index = 0
        var differs = false
        forEachElement(in: viewport, cursor: &cursor) { element in
            differs = differs || index >= found.count || element != found[index]
            index += 1
        }
        if differs || index != found.count { return "the visitor differs from the array in \(rect)" }
        // Items alone, with frames that the cursor may have kept from an earlier call.
        let items = found.filter { $0.category == .item }
        for _ in 0..<2 {
            var next = 0
            forEachItem(in: viewport.rect, sectionOffsets: viewport.sectionOffsets, cursor: &cursor) {
                section, item, frame in
                differs =
                    differs || next >= items.count || items[next].section != section || items[next].item != item
                    || items[next].frame != frame
                next += 1
            }
            if differs || next != items.count { return "the items differ from the array in \(rect)" }
        }
        return nil
    }

    func differenceAtPoint(_ point: CGPoint, from reference: ReferenceLayout) -> String? {
        let (x, y) = (ReferenceUnits.units(Double(point.x)), ReferenceUnits.units(Double(point.y)))
        let (main, cross) = reference.isHorizontal ? (x, y) : (y, x)
        // In the frames as they are shown.
        let expected = reference.frames.lastIndex { reference.mirrored($0).contains(main: main, cross: cross) }
        let found = item(at: point).map { reference.placements[$0.section].firstFrame + $0.item }
        return found == expected ? nil : "item at \(point) is frame \(found as Any), expected \(expected as Any)"
    }
}

extension ReferenceLayout {
    /// Edges of a frame in points of the content, as queries return them.
    func pointEdges(_ frame: ReferenceRect) -> (Double, Double, Double, Double) {
        let shown = mirrored(frame)
        let main = (ReferenceUnits.points(shown.mainMin), ReferenceUnits.points(shown.mainMax))
        let cross = (ReferenceUnits.points(shown.crossMin), ReferenceUnits.points(shown.crossMax))
        return isHorizontal ? (main.0, cross.0, main.1, cross.1) : (cross.0, main.0, cross.1, main.1)
    }
}
