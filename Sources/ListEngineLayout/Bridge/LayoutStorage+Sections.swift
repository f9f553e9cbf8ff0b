internal import CListEngine
import Foundation

/// Where a section stands, and how many items it has.
struct SectionPlacement {
    /// Start along the scroll axis, and extent, in units.
    var offset: Int64
    var extent: Int64
    /// -1 where there is no such section.
    var itemCount: Int
    /// Items of the sections before it.
    var itemsBefore: Int
}

extension LayoutStorage {
    /// See `le_layout_section`.
    @inline(__always)
    func placement(ofSection section: Int) -> SectionPlacement {
        let place = le_layout_section(handle, Int64(section), nil)
        return SectionPlacement(
            offset: place.offset, extent: place.extent, itemCount: Int(place.items),
            itemsBefore: Int(place.items_before))
    }

    func itemCount(inSection section: Int) -> Int { placement(ofSection: section).itemCount }

    /// The numbers of items of neighbouring sections. See `le_layout_item_counts`.
    func itemCounts(ofSections sections: Range<Int>) -> [Int] {
        let counts = [Int64](unsafeUninitializedCapacity: sections.count) { buffer, count in
            le_layout_item_counts(handle, Int64(sections.lowerBound), Int64(sections.count), buffer.baseAddress)
            count = sections.count
        }
        return counts.map { Int($0) }
    }

    /// See `le_layout_get_spec`.
    func spec(ofSection section: Int) -> SectionSpec { SectionSpec(le_layout_get_spec(handle, Int64(section))) }

    /// See `le_layout_set_spec`.
    func setSpec(_ spec: SectionSpec, ofSection section: Int) throws(LayoutError) {
        var coreSpec = scaled(spec).core
        let status = le_layout_set_spec(handle, Int64(section), &coreSpec, work)
        if status == LE_BAD_VALUE { throw unusableItem(ofSection: section, lineSpacing: spec.lineSpacing) }
        guard status == LE_OK else { throw failure(status, le_fault(), section: section, items: nil) }
    }

    /// The item of a list that a line spacing does not go with: the first that is smaller than minus the spacing.
    private func unusableItem(ofSection section: Int, lineSpacing: Int64) -> LayoutError {
        let items = 0..<itemCount(inSection: section)
        let extents = (sizes(ofItems: items, inSection: section) ?? []).map { isHorizontal ? $0.width : $0.height }
        guard let item = extents.firstIndex(where: { Units.units($0) < -lineSpacing }) else {
            return .unusableValue(section: section, item: nil, value: Units.points(lineSpacing))
        }
        return .unusableValue(section: section, item: item, value: Double(extents[item]))
    }

    /// The section that covers a coordinate along the scroll axis; nil when there are none. See
    /// `le_layout_section_at_offset`.
    func section(at main: Int64) -> Int? {
        let section = le_layout_section_at_offset(handle, main, nil)
        return section < 0 ? nil : Int(section)
    }

    /// Inserts sections of one spec, their item sizes one after the other.
    ///
    /// - Parameters:
    ///   - spec: Of a list by a rule, it has the rule's token, and the sizes are numbers.
    ///   - rule: The rule.
    /// - Returns: Where sizes were raised because the recipe is lenient: the first, and how many.
    @discardableResult
    func insertSections(
        _ spec: SectionSpec, counts: UnsafeBufferPointer<Int>, sizes: ItemSizes, by rule: ExtentRule? = nil,
        lenient: Bool, at index: Int
    ) throws(LayoutError) -> LayoutDiagnostic? {
        guard rule != nil || !columns.isEmpty else {
            return try insertInCore(spec, counts: counts, sizes: sizes, lenient: lenient, at: index)
        }
        var taken = TakenSizes(sizes: sizes)
        var raised: LayoutDiagnostic?
        if let rule {
            guard case .numbers(let values) = sizes else { throw .needsSizes(section: index) }
            (taken, raised) = try taking(values, by: rule, spec, counts: counts, lenient: lenient, at: index)
        }
        let next = try insertColumns(taken.numbers, counts: counts, at: index)
        let raisedInCore = try insertInCore(spec, counts: counts, sizes: taken.sizes, lenient: lenient, at: index)
        columns = next
        return raised ?? raisedInCore
    }

    /// See `le_layout_insert_sections`.
    private func insertInCore(
        _ spec: SectionSpec, counts: UnsafeBufferPointer<Int>, sizes: ItemSizes, lenient: Bool, at index: Int
    ) throws(LayoutError) -> LayoutDiagnostic? {
        var coreSpec = scaled(spec).core
        var fault = le_fault()
        let status = sizes.withCoreSizes(horizontal: isHorizontal, lenient: lenient) { coreSizes in
            counts.withMemoryRebound(to: Int64.self) { counts in
                le_layout_insert_sections(
                    handle, Int64(index), &coreSpec, counts.baseAddress, Int64(counts.count), coreSizes, &fault, work)
            }
        }
        // The section is not there yet, so that its kind is not asked for.
        if status == LE_NOT_SUPPORTED { throw .needsSizes(section: index) }
        guard status == LE_OK else { throw failure(status, fault, section: index, items: nil) }
        if spec.kind == .waterfall { hasWaterfalls = true }
        return diagnostic(for: fault)
    }

    /// A spec with the pixel grid of the layout, where its kind of section has one.
    private func scaled(_ spec: SectionSpec) -> SectionSpec {
        guard spec.kind == .waterfall else { return spec }
        var spec = spec
        spec.scale = CompositionArrays.pixelScale(displayScale)
        return spec
    }

    /// Lays waterfalls out on the pixel grid of the layout, which was another.
    func rescaleWaterfalls() throws(LayoutError) {
        guard hasWaterfalls else { return }
        for section in 0..<sectionCount {
            let spec = spec(ofSection: section)
            if spec.kind == .waterfall { try setSpec(spec, ofSection: section) }
        }
    }

    /// Inserts a section of frames. See `le_layout_insert_frames`.
    func insertFrames(_ section: RelativeFrames, at index: Int) throws(LayoutError) {
        let next = try withUnsafePointer(to: section.items.count) { count throws(LayoutError) in
            try insertColumns(nil, counts: UnsafeBufferPointer(start: count, count: 1), at: index)
        }
        var coreSpec = section.spec.core
        let status = section.items.withUnsafeBytes { bytes in
            // UnitRect has the memory layout of le_rect; a test pins it.
            le_layout_insert_frames(
                handle, Int64(index), &coreSpec, bytes.baseAddress?.assumingMemoryBound(to: le_rect.self),
                Int64(section.items.count), section.extent, section.header.core, section.footer.core, work)
        }
        guard status == LE_OK else { throw failure(status, le_fault(), section: index, items: nil) }
        columns = next
    }

    /// Items before a section; of all sections where it is the end.
    private func itemsBefore(_ section: Int) -> Int {
        section < sectionCount ? placement(ofSection: section).itemsBefore : itemTotal
    }

    /// See `le_layout_remove_sections`.
    func removeSections(_ sections: Range<Int>) throws(LayoutError) {
        let next = try editedColumns(sections.lowerBound) { column, _ in
            column.remove(itemsBefore(sections.lowerBound)..<itemsBefore(sections.upperBound))
        }
        let status = le_layout_remove_sections(handle, Int64(sections.lowerBound), Int64(sections.count), work)
        guard status == LE_OK else { throw failure(status, le_fault(), section: sections.lowerBound, items: nil) }
        columns = next
    }

    /// See `le_layout_move_sections`.
    func moveSections(_ sections: Range<Int>, to index: Int) throws(LayoutError) {
        let next = try editedColumns(sections.lowerBound) { column, _ in
            let items = itemsBefore(sections.lowerBound)..<itemsBefore(sections.upperBound)
            let isForward = index > sections.lowerBound
            let target = isForward ? itemsBefore(index + sections.count) - items.count : itemsBefore(index)
            return column.move(items, to: target)
        }
        let status = le_layout_move_sections(
            handle, Int64(sections.lowerBound), Int64(sections.count), Int64(index), work)
        guard status == LE_OK else { throw failure(status, le_fault(), section: sections.lowerBound, items: nil) }
        columns = next
    }

    /// What a lenient call had to raise, as a diagnostic.
    func diagnostic(for fault: le_fault) -> LayoutDiagnostic? {
        guard fault.count > 0 else { return nil }
        return LayoutDiagnostic(
            code: .unusableSize, section: Int(fault.section), item: fault.item < 0 ? nil : Int(fault.item),
            value: fault.value, occurrences: Int(fault.count),
            advice: "Answer finite sizes that are not negative, and not below minus the spacing.")
    }
}
