internal import CListEngine
import Foundation

/// A measured size for the core: the item or the index of a boundary supplementary, and its size in points along and
/// across the scroll axis. NaN marks an extent that was not measured. The memory layout is that of `le_measurement`.
struct CoreMeasurement {
    var item: Int64
    var main: Double
    var cross: Double
}

/// The groups of a compositional section. See `le_groups`.
struct SectionGroups {
    var count: Int
    /// The number of items in a full group.
    var itemsPerGroup: Int
    /// The extent of the content that scrolls across the list in an orthogonal section, including insets, in units.
    var content: Int64
    var isOrthogonal: Bool
    /// The distance after which the groups of a section that loops repeat, in units; 0 if the section does not loop.
    var period: Int64
}

extension CoreLayout {
    /// Sets one measured size, in points. See `le_layout_measure_items`.
    /// - Returns: False if the size was not accepted; the layout is as it was.
    @inline(__always)
    func measureItem(_ item: Int, inSection section: Int, main: Double, cross: Double) -> Bool {
        var measurement = le_measurement(item: Int64(item), main: main, cross: cross)
        var frozen: Int64 = -1
        let status = le_layout_measure_items(handle, Int64(section), &measurement, 1, nil, &frozen, nil, work)
        return status == LE_OK && frozen < 0
    }
}

extension LayoutStorage {
    // MARK: Sections

    /// Inserts sections, each with its item count and one of the compositions. See `le_layout_insert_compositions`.
    func insertCompositions(
        _ compositions: [Composition], which: [UInt32], counts: [Int], at index: Int
    ) throws(LayoutError) {
        let handles: [OpaquePointer?] = compositions.map(\.handle)
        let next = try counts.withUnsafeBufferPointer { counts throws(LayoutError) in
            try insertColumns(nil, counts: counts, at: index)
        }
        let status = counts.withUnsafeBufferPointer { counts in
            counts.withMemoryRebound(to: Int64.self) { counts in
                le_layout_insert_compositions(
                    handle, Int64(index), handles, handles.count, which, counts.baseAddress, Int64(counts.count), work)
            }
        }
        guard status == LE_OK else { throw failure(status, le_fault(), section: index, items: nil) }
        for composition in compositions { note(composition) }
        columns = next
    }

    /// See `le_layout_set_composition`.
    func setComposition(_ composition: Composition, ofSection section: Int) throws(LayoutError) {
        let status = le_layout_set_composition(handle, Int64(section), composition.handle, work)
        guard status == LE_OK else { throw failure(status, le_fault(), section: section, items: nil) }
        note(composition)
    }

    private func note(_ composition: Composition) {
        self.compositions.insert(.any)
        if composition.info.description.style.behavior == .groupPagingCentered {
            self.compositions.insert(.centred)
        }
        if composition.info.description.style.scrollingProperties.loops { self.compositions.insert(.looping) }
        if composition.info.description.badges.contains(where: \.isEstimated) {
            self.compositions.insert(.estimatedBadges)
        }
    }

    /// The composition of a section; nil for sections of other kinds. See `le_layout_composition`.
    func compositionHandle(ofSection section: Int) -> OpaquePointer? { le_layout_composition(handle, Int64(section)) }

    /// The Swift side of a section's composition; nil for sections of other kinds.
    func compositionInfo(ofSection section: Int) -> CompositionInfo? {
        compositionHandle(ofSection: section).map(CompositionInfo.of)
    }

    /// See `le_layout_set_boundaries`.
    func setBoundaries(
        _ boundaries: [LayoutBoundary], areInset: Bool, scale: CGFloat, _ reader: inout LengthReader
    ) throws(LayoutError) {
        let axes = Axes(horizontal: isHorizontal)
        let core = axes.boundaries(boundaries, areInset: areInset, &reader)
        let status = le_layout_set_boundaries(handle, core, core.count, CompositionArrays.pixelScale(scale), work)
        guard status == LE_OK else { throw failure(status, le_fault(), section: -1, items: nil) }
    }

    // MARK: Measuring

    /// See `le_layout_measure_items`.
    /// - Returns: The first item whose size is frozen from now on, if there is one.
    func measureItems(_ measurements: [CoreMeasurement], inSection section: Int) throws(LayoutError) -> Int? {
        var frozen: Int64 = -1
        var fault = le_fault()
        let status = withCore(measurements) { measurements in
            le_layout_measure_items(
                handle, Int64(section), measurements.baseAddress, measurements.count, nil, &frozen, &fault, work)
        }
        guard status == LE_OK else { throw measuringFailure(status, fault, section, measurements, boundaries: false) }
        return frozen < 0 ? nil : Int(frozen)
    }

    /// See `le_layout_measure_boundaries`.
    func measureBoundaries(_ measurements: [CoreMeasurement], inSection section: Int) throws(LayoutError) {
        var fault = le_fault()
        let status = withCore(measurements) { measurements in
            le_layout_measure_boundaries(
                handle, Int64(section), measurements.baseAddress, measurements.count, &fault, work)
        }
        guard status == LE_OK else { throw measuringFailure(status, fault, section, measurements, boundaries: true) }
    }

    /// See `le_layout_measure_supplementaries`.
    func measureSupplementary(
        _ kind: ElementKind, _ measurement: CoreMeasurement, inSection section: Int
    ) throws(LayoutError) {
        var fault = le_fault()
        let status = withCore([measurement]) { measurements in
            le_layout_measure_supplementaries(
                handle, Int64(section), kind.rawValue, measurements.baseAddress, measurements.count, &fault, work)
        }
        if status == LE_BAD_INDEX {
            fatalError(
                "section \(section) has no supplementary item of kind \(kind) with the index \(measurement.item)")
        }
        guard status == LE_OK else {
            throw measuringFailure(status, fault, section, [measurement], boundaries: false)
        }
    }

    private func withCore(
        _ measurements: [CoreMeasurement], _ body: (UnsafeBufferPointer<le_measurement>) -> le_status
    ) -> le_status {
        // CoreMeasurement has the memory layout of le_measurement; a test checks it.
        measurements.withUnsafeBytes { body($0.assumingMemoryBound(to: le_measurement.self)) }
    }

    private func measuringFailure(
        _ status: le_status, _ fault: le_fault, _ section: Int, _ measurements: [CoreMeasurement], boundaries: Bool
    ) -> LayoutError {
        switch status {
        case LE_BAD_VALUE:
            return .unusableValue(section: section, item: boundaries ? nil : Int(fault.item), value: fault.value)
        case LE_NOT_SUPPORTED:
            // In sections of other kinds the core does not look at items.
            let item = fault.item < 0 ? measurements.first?.item : fault.item
            return .exactSize(section: section, item: boundaries ? nil : item.map { Int($0) })
        default: return failure(status, fault, section: section, items: nil)
        }
    }

    /// The axes along which an item's size is an estimate. See `le_layout_estimated_axes`.
    func estimatedAxes(ofItem item: Int, inSection section: Int) -> (main: Bool, cross: Bool) {
        let axes = le_layout_estimated_axes(handle, Int64(section), Int64(item))
        return (axes & 1 != 0, axes & 2 != 0)
    }

    // MARK: Queries

    /// See `le_layout_groups`. Nil for sections of other kinds.
    func groups(ofSection section: Int) -> SectionGroups? {
        let groups = le_layout_groups(handle, Int64(section))
        guard groups.count >= 0 else { return nil }
        return SectionGroups(
            count: Int(groups.count), itemsPerGroup: Int(groups.items), content: groups.content,
            isOrthogonal: groups.orthogonal, period: groups.period)
    }

    /// Start and extent of a group along the axis on which groups follow each other. See `le_layout_group`.
    func group(_ group: Int, ofSection section: Int) -> (start: Int64, extent: Int64) {
        let place = le_layout_group(handle, Int64(section), Int64(group))
        return (place.offset, place.extent)
    }

    /// The group at a position along the axis on which groups follow each other. See `le_layout_group_at_offset`.
    func group(at offset: Int64, ofSection section: Int) -> Int? {
        let group = le_layout_group_at_offset(handle, Int64(section), offset)
        return group < 0 ? nil : Int(group)
    }

    /// See `le_layout_item_scroll`.
    func scroll(ofItem item: Int, inSection section: Int, at offset: Int64) -> Int64 {
        le_layout_item_scroll(handle, Int64(section), Int64(item), offset)
    }

    /// See `le_layout_boundary_frame`. Nil if there is none.
    func boundaryFrame(_ boundary: Int, ofSection section: Int, visible: UnitRect?) -> UnitRect? {
        let rect: UnitRect
        if let visible {
            rect = withUnsafePointer(to: visible.core) {
                UnitRect(le_layout_boundary_frame(handle, Int64(section), Int64(boundary), $0))
            }
        } else {
            rect = UnitRect(le_layout_boundary_frame(handle, Int64(section), Int64(boundary), nil))
        }
        return rect.isEmpty ? nil : rect
    }

    /// See `le_layout_supplementary_frame`. Nil if there is none.
    func supplementaryFrame(_ kind: ElementKind, at index: Int, ofSection section: Int) -> UnitRect? {
        let rect = UnitRect(le_layout_supplementary_frame(handle, Int64(section), kind.rawValue, Int64(index)))
        return rect.isEmpty ? nil : rect
    }

    // MARK: Headers and footers

    /// Frame of a header or footer of any section, or of the list. Nil if there is none.
    func barFrame(_ path: ElementPath, visible: UnitRect?) -> UnitRect? {
        if path.section == ElementPath.wholeList || compositionHandle(ofSection: path.section) != nil {
            return boundaryFrame(path.item, ofSection: path.section, visible: visible)
        }
        return path.category == .header
            ? headerFrame(ofSection: path.section, visible: visible)
            : footerFrame(ofSection: path.section, visible: visible)
    }

    /// The indices of the headers or footers of a section, or of the list.
    func barIndices(_ category: ElementCategory, inSection section: Int) -> [Int] {
        let boundaries: [LayoutBoundary]
        if section == ElementPath.wholeList {
            boundaries = self.boundaries
        } else if let info = compositionInfo(ofSection: section) {
            boundaries = info.description.boundaries
        } else {
            let path = ElementPath(section: section, item: 0, category: category)
            return barFrame(path, visible: nil) == nil ? [] : [0]
        }
        return boundaries.indices.filter { index in
            let alignment = boundaries[index].alignment
            let isAtEnd = (isHorizontal ? alignment.horizontal : alignment.vertical) == 2
            return isAtEnd == (category == .footer)
        }
    }
}

/// What a layout has or had among its compositions, so that lists without it do not look for it.
struct CompositionKinds: OptionSet {
    let rawValue: UInt8
    static let any = Self(rawValue: 1)
    /// Sections that rest with a group in their middle.
    static let centred = Self(rawValue: 2)
    /// Sections whose first group follows the last one.
    static let looping = Self(rawValue: 4)
    /// Sections with badges whose sizes are estimates.
    static let estimatedBadges = Self(rawValue: 8)
}
