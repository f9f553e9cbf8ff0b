internal import CListEngine
import Foundation

/// The position of a section, and its number of items.
struct SectionPlacement {
    /// Start along the scroll axis, and extent, in units.
    var offset: Int64
    var extent: Int64
    /// -1 if there is no such section.
    var itemCount: Int
    /// The number of items in the sections before it.
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

    /// The item counts of consecutive sections. See `le_layout_item_counts`.
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

    /// Returns the error for a line spacing that a list cannot have: the first item that is smaller than minus the
    /// spacing.
    private func unusableItem(ofSection section: Int, lineSpacing: Int64) -> LayoutError {
        let items = 0..<itemCount(inSection: section)
        let extents = (sizes(ofItems: items, inSection: section) ?? []).map { isHorizontal ? $0.width : $0.height }
        guard let item = extents.firstIndex(where: { Units.units($0) < -lineSpacing }) else {
            return .unusableValue(section: section, item: nil, value: Units.points(lineSpacing))
        }
        return .unusableValue(section: section, item: item, value: Double(extents[item]))
    }

    /// The section that contains a coordinate along the scroll axis. Nil if there are no sections. See
    /// `le_layout_section_at_offset`.
    func section(at main: Int64) -> Int? {
        let section = le_layout_section_at_offset(handle, main, nil)
        return section < 0 ? nil : Int(section)
    }

    /// Inserts sections with one spec. The item sizes of all sections follow each other.
    ///
    /// - Parameters:
    ///   - spec: The spec. For a list with a rule it contains the rule's token, and the sizes are numbers.
    ///   - rule: The rule of a list.
    /// - Returns: If the recipe is lenient and sizes were raised: the first of them and their number.
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
        // The section does not exist yet, so its kind cannot be read.
        if status == LE_NOT_SUPPORTED { throw .needsSizes(section: index) }
        guard status == LE_OK else { throw failure(status, fault, section: index, items: nil) }
        if spec.kind.row.usesPixelGrid { usesPixelGrid = true }
        return diagnostic(for: fault)
    }

    /// Returns the spec with the layout's pixel grid, if its kind of section uses one.
    private func scaled(_ spec: SectionSpec) -> SectionSpec {
        guard spec.kind.row.usesPixelGrid else { return spec }
        var spec = spec
        spec.scale = CompositionArrays.pixelScale(displayScale)
        return spec
    }

    /// Lays out waterfalls again after the layout's pixel grid changed.
    func rescaleWaterfalls() throws(LayoutError) {
        guard usesPixelGrid else { return }
        for section in 0..<sectionCount {
            let spec = spec(ofSection: section)
            if spec.kind.row.usesPixelGrid { try setSpec(spec, ofSection: section) }
        }
    }

    /// Inserts a section of frames. See `le_layout_insert_frames`.
    func insertFrames(_ section: RelativeFrames, at index: Int) throws(LayoutError) {
        let next = try withUnsafePointer(to: section.items.count) { count throws(LayoutError) in
            try insertColumns(nil, counts: UnsafeBufferPointer(start: count, count: 1), at: index)
        }
        var coreSpec = section.spec.core
        let status = section.items.withUnsafeBytes { bytes in
            // UnitRect has the memory layout of le_rect; a test checks it.
            le_layout_insert_frames(
                handle, Int64(index), &coreSpec, bytes.baseAddress?.assumingMemoryBound(to: le_rect.self),
                Int64(section.items.count), section.extent, section.header.core, section.footer.core, work)
        }
        guard status == LE_OK else { throw failure(status, le_fault(), section: index, items: nil) }
        columns = next
    }

    /// The number of items before a section. For the end of the list, the number of all items.
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

    /// Returns a diagnostic for the sizes that a lenient call raised.
    func diagnostic(for fault: le_fault) -> LayoutDiagnostic? {
        guard fault.count > 0 else { return nil }
        return LayoutDiagnostic(
            code: .unusableSize, section: Int(fault.section), item: fault.item < 0 ? nil : Int(fault.item),
            value: fault.value, occurrences: Int(fault.count),
            advice: "Use finite sizes that are not negative, and not smaller than minus the spacing.")
    }
}
