import CListEngine
import ListEngineReference
import TestSupport

extension CompositionalCLayout {
    /// Compares everything that does not need a rectangle, bit for bit. Returns the first difference.
    func difference(from reference: ReferenceCompositionalLayout, probing random: inout TestRandom) -> String? {
        if let ruleBroken { return "broken rule: \(ruleBroken)" }
        if le_layout_extent(pointer) != reference.extent {
            return "extent \(le_layout_extent(pointer)), expected \(reference.extent)"
        }
        if le_layout_section_count(pointer) != reference.sections.count {
            return "\(le_layout_section_count(pointer)) sections, expected \(reference.sections.count)"
        }
        if le_layout_item_total(pointer) != reference.itemTotal {
            return "\(le_layout_item_total(pointer)) items, expected \(reference.itemTotal)"
        }
        for index in reference.boundaries.indices {
            let frame = le_layout_boundary_frame(pointer, -1, Int64(index), nil).reference
            let expected = reference.boundaryFrame(index, inSection: nil)
            if frame != expected { return "boundary \(index) of the layout is \(frame), expected \(expected)" }
        }
        for section in reference.sections.indices {
            if let difference = difference(from: reference, inSection: section, probing: &random) {
                return "section \(section): \(difference)"
            }
        }
        return nil
    }

    private func difference(
        from reference: ReferenceCompositionalLayout, inSection section: Int, probing random: inout TestRandom
    ) -> String? {
        let place = reference.placements[section]
        let items = place.itemCount
        let s = le_layout_section(pointer, Int64(section), nil)
        if s.offset != place.offset || s.extent != place.extent || s.items != items
            || s.items_before != place.firstItem
        {
            return "is \(s), expected \(place.offset) + \(place.extent) with \(items) items after \(place.firstItem)"
        }
        for index in place.boundaries.indices {
            let frame = le_layout_boundary_frame(pointer, Int64(section), Int64(index), nil).reference
            if frame != place.boundaries[index].piece.frame {
                return "boundary \(index) is \(frame), expected \(place.boundaries[index].piece.frame)"
            }
        }
        for probe in 0..<min(place.items.count, 12) {
            let piece = place.items[place.items.count <= 12 ? probe : random.below(place.items.count)]
            guard piece.category == .supplementary else { continue }
            let expected = place.items.first {
                $0.category == .supplementary && $0.kind == piece.kind && $0.index == piece.index
            }
            let frame = le_layout_supplementary_frame(
                pointer, Int64(section), UInt16(piece.kind), Int64(piece.index)
            ).reference
            if frame != expected?.frame {
                return "supplementary \(piece.kind) \(piece.index) is \(frame), expected \(expected as Any)"
            }
        }
        if case .composed = reference.sections[section] {
            if let difference = differenceOfGroups(from: reference, inSection: section, probing: &random) {
                return difference
            }
        }
        let expected: (Int) -> ReferenceRect = { item in
            reference.frame(ofItem: item, inSection: section)
                ?? ReferenceRect(mainMin: place.offset, crossMin: 0, mainMax: place.offset, crossMax: 0)
        }
        let open = reference.estimatedAxes(inSection: section)
        for probe in 0..<min(items, 24) {
            let item = items <= 24 ? probe : random.below(items)
            let frame = le_layout_item_frame(pointer, Int64(section), Int64(item), nil).reference
            if place.itemFrames.isEmpty ? !frame.isEmpty : frame != expected(item) {
                return "item \(item) is \(frame), expected \(expected(item))"
            }
            let axes = le_layout_estimated_axes(pointer, Int64(section), Int64(item))
            let expectedAxes = open.isEmpty ? nil : open[item % open.count]
            if axes != (expectedAxes?.main == true ? 1 : 0) + (expectedAxes?.cross == true ? 2 : 0) {
                return "item \(item) is estimated along \(axes), expected \(expectedAxes as Any)"
            }
            if probe < 4 && !place.itemFrames.isEmpty {
                let line = reference.line(ofItem: item, inSection: section)
                var first: Int64 = -1
                var count: Int64 = -1
                le_layout_line(pointer, Int64(section), Int64(item), &first, &count)
                if first != line.lowerBound || count != line.count {
                    return "line of item \(item) is \(first) + \(count), expected \(line)"
                }
            }
        }
        if place.itemFrames.isEmpty { return nil }

        // Frames in bulk: of a range of items, into a buffer with guard values.
        let range = items <= 5_000 ? 0..<items : random.range(within: items)
        let guardValue = -12345.0
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: 4 * range.count + 2) { buffer in
            buffer.initialize(repeating: guardValue)
            le_layout_frames(
                pointer, Int64(section), Int64(range.lowerBound), Int64(range.count), buffer.baseAddress! + 1)
            if buffer.first != guardValue || buffer.last != guardValue { return "frames wrote past the buffer" }
            for item in range {
                let at = 1 + 4 * (item - range.lowerBound)
                let edges = reference.pointEdges(expected(item))
                let frame = expected(item)
                let main = ReferenceUnits.points(frame.mainMax - frame.mainMin)
                let cross = ReferenceUnits.points(frame.crossMax - frame.crossMin)
                let size = reference.isHorizontal ? (main, cross) : (cross, main)
                let found = (buffer[at], buffer[at + 1], buffer[at + 2], buffer[at + 3])
                if found != (edges.minX, edges.minY, size.0, size.1) {
                    return "frame of item \(item) is \(found), expected \(edges), \(size)"
                }
            }
            return nil
        }
    }

    private func differenceOfGroups(
        from reference: ReferenceCompositionalLayout, inSection section: Int, probing random: inout TestRandom
    ) -> String? {
        let place = reference.placements[section]
        let groups = le_layout_groups(pointer, Int64(section))
        if groups.count != place.groups.count || groups.orthogonal != place.isOrthogonal {
            return "groups are \(groups), expected \(place.groups.count)"
        }
        if place.groups.isEmpty { return nil }
        if groups.items != place.itemsPerGroup || place.isOrthogonal && groups.content != place.content {
            return "groups are \(groups), expected \(place.itemsPerGroup) items, content \(place.content)"
        }
        if groups.period != place.period { return "period \(groups.period), expected \(place.period)" }
        for _ in 0..<min(place.itemCount, 4) {
            let item = random.below(place.itemCount)
            let offset = random.int64(in: -(Int64(1) << 40)...(Int64(1) << 40))
            let scroll = le_layout_item_scroll(pointer, Int64(section), Int64(item), offset)
            let expected = place.scroll(ofItem: item, at: offset)
            if scroll != expected { return "item \(item) at \(offset) is scrolled by \(scroll), expected \(expected)" }
        }
        for probe in 0..<min(place.groups.count, 12) {
            let group = place.groups.count <= 12 ? probe : random.below(place.groups.count)
            let found = le_layout_group(pointer, Int64(section), Int64(group))
            if found.offset != place.groups[group].offset || found.extent != place.groups[group].extent {
                return "group \(group) is \(found), expected \(place.groups[group])"
            }
        }
        return nil
    }

    /// One query, compared with a scan of all elements.
    func differenceOfQuery(
        from reference: ReferenceCompositionalLayout, rect: ReferenceRect, visible: ReferenceRect,
        scrolled: [Int: Int64], capacity: Int, cursor: UnsafeMutablePointer<le_cursor>
    ) -> String? {
        let found = query(rect, visible: visible, scrolled: scrolled, capacity: capacity, cursor: cursor)
        let expected = reference.elements(in: rect, visible: visible, scrolled: scrolled)
        let asked = "\(rect), visible \(visible), scrolled \(scrolled)"
        for (index, (a, b)) in zip(found, expected).enumerated() {
            let element = le_element(b, in: reference)
            if !a.isSame(as: element) { return "element \(index) in \(asked), is \(a), expected \(element) (\(b))" }
        }
        if found.count != expected.count {
            return "\(found.count) elements in \(asked), expected \(expected.count): "
                + "\(found.prefix(6)); \(expected.prefix(6))"
        }
        return nil
    }

    /// Queries about a point.
    func differenceAtPoint(
        from reference: ReferenceCompositionalLayout, main: Int64, cross: Int64, scrolled: [Int: Int64]
    ) -> String? {
        Self.withScrolls(scrolled) { scrolls in
            var scrolls = scrolls
            var section: Int64 = -1
            var item: Int64 = -1
            var found: (Int, Int)?
            if le_layout_item_at_point(pointer, main, cross, &scrolls, &section, &item, nil) {
                found = (Int(section), Int(item))
            }
            let expected = reference.item(atMain: main, cross: cross, scrolled: scrolled)
            if found?.0 != expected?.section || found?.1 != expected?.item {
                return "item at (\(main), \(cross)), scrolled \(scrolled), is \(found as Any), "
                    + "expected \(expected as Any)"
            }
            found = nil
            if le_layout_nearest_item(pointer, main, cross, &scrolls, &section, &item, nil) {
                found = (Int(section), Int(item))
            }
            let nearest = reference.nearestItem(toMain: main, cross: cross, scrolled: scrolled)
            if found?.0 != nearest?.section || found?.1 != nearest?.item {
                return "nearest to (\(main), \(cross)), scrolled \(scrolled), is \(found as Any), "
                    + "expected \(nearest as Any)"
            }
            let at = le_layout_section_at_offset(pointer, main, nil)
            if at != reference.section(atMain: main) ?? -1 {
                return "section at \(main) is \(at), expected \(reference.section(atMain: main) as Any)"
            }
            return nil
        }
    }
}

extension ReferenceCompositionalLayout {
    /// Edges of a frame in points of the content, as queries return them.
    func pointEdges(_ frame: ReferenceRect) -> (minX: Double, minY: Double, maxX: Double, maxY: Double) {
        let shown = mirrored(frame)
        let main = (ReferenceUnits.points(shown.mainMin), ReferenceUnits.points(shown.mainMax))
        let cross = (ReferenceUnits.points(shown.crossMin), ReferenceUnits.points(shown.crossMax))
        return isHorizontal ? (main.0, cross.0, main.1, cross.1) : (cross.0, main.0, cross.1, main.1)
    }
}

extension le_element {
    init(_ element: ReferenceShownElement, in layout: ReferenceCompositionalLayout) {
        self.init()
        let edges = layout.pointEdges(element.piece.frame)
        min_x = edges.minX
        min_y = edges.minY
        max_x = edges.maxX
        max_y = edges.maxY
        item = Int64(element.piece.index)
        section = Int32(element.section)
        z_index = Int32(element.piece.zIndex)
        category = UInt8(element.piece.category.rawValue)
        kind = UInt16(element.piece.kind)
        flags = element.isPinned ? UInt8(LE_ELEMENT_PINNED) : 0
        if element.piece.isEstimated { flags |= UInt8(LE_ELEMENT_ESTIMATED) }
        alpha = 1
        transform = (1, 0, 0, 1, 0, 0)
    }
}
