import CListEngine
import ListEngineReference
import TestSupport

extension CLayout {
    /// Compares everything that does not need a rectangle, bit for bit. Returns the first difference.
    func difference(from reference: ReferenceLayout, probing random: inout TestRandom) -> String? {
        if let ruleBroken { return "broken rule: \(ruleBroken)" }
        if le_layout_extent(pointer) != reference.extent {
            return "extent \(le_layout_extent(pointer)), expected \(reference.extent)"
        }
        if le_layout_section_count(pointer) != reference.sections.count {
            return "\(le_layout_section_count(pointer)) sections, expected \(reference.sections.count)"
        }
        if le_layout_item_total(pointer) != reference.frames.count {
            return "\(le_layout_item_total(pointer)) items, expected \(reference.frames.count)"
        }
        // All sections of a small layout, a sample of a large one.
        let count = reference.sections.count
        for probe in 0..<min(count, 60) {
            let section = count <= 60 ? probe : random.below(count)
            if let difference = difference(from: reference, inSection: section, probing: &random) {
                return "section \(section) (\(reference.sections[section].kind)): \(difference)"
            }
        }
        return nil
    }

    private func difference(from reference: ReferenceLayout, inSection section: Int, probing random: inout TestRandom)
        -> String?
    {
        let place = reference.placements[section]
        let description = reference.sections[section]
        let items = description.itemCount
        let s = le_layout_section(pointer, Int64(section), nil)
        if s.offset != place.offset || s.extent != place.extent || s.items != items
            || s.items_before != place.firstFrame
        {
            return "is \(s), expected \(place) with \(items) items"
        }
        let header = le_layout_header_frame(pointer, Int64(section), nil, nil).reference
        if header.isEmpty ? place.header?.isEmpty == false : header != place.header {
            return "header \(header), expected \(String(describing: place.header))"
        }
        let footer = le_layout_footer_frame(pointer, Int64(section), nil, nil).reference
        if footer.isEmpty ? place.footer?.isEmpty == false : footer != place.footer {
            return "footer \(footer), expected \(String(describing: place.footer))"
        }

        // Frames in bulk: of a range of items, into a buffer with guard values.
        let range = items <= 20_000 ? 0..<items : random.range(within: items)
        let guardValue = -12345.0
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: 4 * range.count + 2) { buffer in
            buffer.initialize(repeating: guardValue)
            le_layout_frames(
                pointer, Int64(section), Int64(range.lowerBound), Int64(range.count), buffer.baseAddress! + 1)
            if buffer.first != guardValue || buffer.last != guardValue { return "frames wrote past the buffer" }
            for item in range {
                let at = 1 + 4 * (item - range.lowerBound)
                let expected = reference.pointFrame(place.firstFrame + item)
                if (buffer[at], buffer[at + 1], buffer[at + 2], buffer[at + 3]) != expected {
                    let found = (buffer[at], buffer[at + 1], buffer[at + 2], buffer[at + 3])
                    return "frame of item \(item) is \(found), expected \(expected)"
                }
            }
            for probe in 0..<min(items, 24) {
                let item = items <= 24 ? probe : random.below(items)
                let frame = le_layout_item_frame(pointer, Int64(section), Int64(item), nil).reference
                if frame != reference.frames[place.firstFrame + item] {
                    return "item \(item) is \(frame), expected \(reference.frames[place.firstFrame + item])"
                }
                if probe < 4 {
                    let line = reference.line(ofItem: item, inSection: section)
                    var first: Int64 = -1
                    var count: Int64 = -1
                    le_layout_line(pointer, Int64(section), Int64(item), &first, &count)
                    if first != line.lowerBound || count != line.count {
                        return "line of item \(item) is \(first) + \(count), expected \(line)"
                    }
                }
            }
            return nil
        }
    }

    /// Sizes of a section, read back in points.
    func differenceOfSizes(from reference: ReferenceLayout, inSection section: Int) -> String? {
        let sizes = reference.sections[section].sizes
        var main = [Double](repeating: -1, count: sizes.count)
        var cross = main
        le_layout_read_sizes(pointer, Int64(section), 0, Int64(sizes.count), &main, &cross)
        if reference.sections[section].kind == .waterfall {
            var spans = [UInt8](repeating: 0, count: sizes.count)
            le_layout_read_spans(pointer, Int64(section), 0, Int64(sizes.count), &spans)
            for (item, size) in sizes.enumerated() {
                let given = reference.sections[section].spansColumns ? size.cross / ReferenceUnits.point : 1
                if spans[item] != given { return "item \(item) spans \(spans[item]) columns, expected \(given)" }
            }
        }
        for (item, size) in sizes.enumerated() {
            let isFlow = reference.sections[section].kind == .flow
            if reference.sections[section].isByRatio {
                let width = reference.sections[section].spansColumns ? ReferenceUnits.point : size.cross
                let ratio = Double(size.main) / Double(width)
                if main[item] != ratio || cross[item] != 1 {
                    return "ratio of item \(item) is \(main[item]) to \(cross[item]), expected \(ratio)"
                }
                continue
            }
            if main[item] != ReferenceUnits.points(size.main)
                || (isFlow && cross[item] != ReferenceUnits.points(size.cross))
            {
                return "size of item \(item) is \(main[item]) x \(cross[item]), expected \(size)"
            }
        }
        return nil
    }

    /// One query, compared with a scan of all frames.
    func differenceOfQuery(
        from reference: ReferenceLayout, rect: ReferenceRect, visible: ReferenceRect, capacity: Int,
        cursor: UnsafeMutablePointer<le_cursor>
    ) -> String? {
        let found = query(rect, visible: visible, capacity: capacity, cursor: cursor)
        let expected = reference.elements(in: rect, visible: visible)
        for (index, (a, b)) in zip(found, expected).enumerated() {
            let element = le_element(b, in: reference)
            if !a.isSame(as: element) {
                return "element \(index) in \(rect), visible \(visible), is \(a), expected \(element) (\(b))"
            }
        }
        if found.count != expected.count {
            return "\(found.count) elements in \(rect), visible \(visible), expected \(expected.count): "
                + "\(found.prefix(6)); \(expected.prefix(6))"
        }
        return nil
    }

    /// Queries about a point.
    func differenceAtPoint(from reference: ReferenceLayout, main: Int64, cross: Int64) -> String? {
        var section: Int64 = -1
        var item: Int64 = -1
        var found: (Int, Int)?
        if le_layout_item_at_point(pointer, main, cross, nil, &section, &item, nil) {
            found = (Int(section), Int(item))
        }
        let expected = reference.item(atMain: main, cross: cross)
        if found?.0 != expected?.section || found?.1 != expected?.item {
            return "item at (\(main), \(cross)) is \(found as Any), expected \(expected as Any)"
        }
        found = nil
        if le_layout_nearest_item(pointer, main, cross, nil, &section, &item, nil) { found = (Int(section), Int(item)) }
        let nearest = reference.nearestItem(toMain: main, cross: cross)
        if found?.0 != nearest?.section || found?.1 != nearest?.item {
            return "nearest to (\(main), \(cross)) is \(found as Any), expected \(nearest as Any)"
        }
        let at = le_layout_section_at_offset(pointer, main, nil)
        if at != reference.section(atMain: main) ?? -1 {
            return "section at \(main) is \(at), expected \(reference.section(atMain: main) as Any)"
        }
        return nil
    }
}

extension ReferenceLayout {
    /// Edges of a frame in points of the content, as queries return them.
    func pointEdges(_ frame: ReferenceRect) -> (minX: Double, minY: Double, maxX: Double, maxY: Double) {
        let shown = mirrored(frame)
        let main = (ReferenceUnits.points(shown.mainMin), ReferenceUnits.points(shown.mainMax))
        let cross = (ReferenceUnits.points(shown.crossMin), ReferenceUnits.points(shown.crossMax))
        return isHorizontal ? (main.0, cross.0, main.1, cross.1) : (cross.0, main.0, cross.1, main.1)
    }

    /// x, y, width and height in points of the frame at an index of `frames`.
    func pointFrame(_ index: Int) -> (Double, Double, Double, Double) {
        let frame = frames[index]
        let edges = pointEdges(frame)
        let main = ReferenceUnits.points(frame.mainMax - frame.mainMin)
        let cross = ReferenceUnits.points(frame.crossMax - frame.crossMin)
        return (edges.minX, edges.minY, isHorizontal ? main : cross, isHorizontal ? cross : main)
    }
}

extension le_element {
    init(_ element: ReferenceElement, in layout: ReferenceLayout) {
        self.init()
        let edges = layout.pointEdges(element.frame)
        min_x = edges.minX
        min_y = edges.minY
        max_x = edges.maxX
        max_y = edges.maxY
        item = Int64(element.item)
        section = Int32(element.section)
        let description = layout.sections[element.section]
        let pins =
            element.category == .header && description.pinsHeader
            || element.category == .footer && description.pinsFooter
        z_index = pins ? 1 : 0
        category = UInt8(element.category.rawValue)
        kind = element.category == .item ? 0 : element.category == .header ? 1 : 2
        flags = element.isPinned ? UInt8(LE_ELEMENT_PINNED) : 0
        if element.category == .item && description.isEstimated { flags |= UInt8(LE_ELEMENT_ESTIMATED) }
        alpha = 1
        transform = (1, 0, 0, 1, 0, 0)
    }

    func isSame(as other: le_element) -> Bool {
        min_x == other.min_x && min_y == other.min_y && max_x == other.max_x && max_y == other.max_y
            && item == other.item && section == other.section && z_index == other.z_index && kind == other.kind
            && category == other.category && flags == other.flags && alpha == other.alpha
            && transform == other.transform
    }
}
