import CListEngine
import ListEngineReference
import TestSupport

/// A layout of the C core with compositional sections, with edits as the tests describe them.
final class CompositionalCLayout {
    private let layout: CLayout
    var pointer: OpaquePointer { layout.pointer }
    private let plain: ReferenceLayout

    init(like reference: ReferenceCompositionalLayout, seed: UInt64) throws {
        plain = ReferenceLayout(
            cross: reference.container.cross, isHorizontal: reference.isHorizontal,
            isRightToLeft: reference.isRightToLeft)
        layout = CLayout(like: plain, seed: seed)
        try setContainer(reference.container, work: nil)
    }

    private init(_ layout: CLayout, plain: ReferenceLayout) {
        self.layout = layout
        self.plain = plain
    }

    func copy() -> CompositionalCLayout { CompositionalCLayout(layout.copy(), plain: plain) }

    /// A fresh build with the contents of a reference layout, including measured sizes.
    convenience init(building reference: ReferenceCompositionalLayout, seed: UInt64) throws {
        try self.init(like: reference, seed: seed)
        for (index, section) in reference.sections.enumerated() {
            switch section {
            case .plain(let plain, let spacing):
                try perform(.insertPlain(TestSection(standing: plain), spacing: spacing, at: index))
            case .composed(let composed):
                try perform(
                    .insertComposed(
                        [composed.composition], which: [0], counts: [composed.itemCount], at: index))
                // The measured size of an item counts if the item is at an estimated place.
                let open = reference.estimatedAxes(inSection: index)
                let items = composed.measures.enumerated().filter { item in
                    guard item.element != .nothing, !open.isEmpty else { return false }
                    let axes = open[item.offset % open.count]
                    return axes.main || axes.cross
                }
                if !items.isEmpty { try perform(.measureItems(items.map(PointMeasurement.init), section: index)) }
                let boundaries = composed.boundaryMeasures.map { PointMeasurement(($0.key, $0.value)) }
                if !boundaries.isEmpty { try perform(.measureBoundaries(boundaries, section: index)) }
                for badge in reference.badgeMeasures(inSection: index) {
                    let measured = PointMeasurement((badge.measurement.index, badge.measurement.measure))
                    try perform(.measureBadges([measured], kind: badge.kind, section: index))
                }
            }
        }
        try perform(.setBoundaries(reference.boundaries, scale: reference.boundaryScale))
        let boundaries = reference.boundaryMeasures.map { PointMeasurement(($0.key, $0.value)) }
        if !boundaries.isEmpty { try perform(.measureBoundaries(boundaries, section: nil)) }
    }

    /// Results of the last measuring of items.
    private(set) var measured: (changed: Int64, frozen: Int64) = (0, -1)

    func perform(_ edit: CompositionalEdit, work: UnsafeMutablePointer<le_work>? = nil) throws {
        switch edit {
        case .insertComposed(let descriptions, let which, let counts, let at):
            let compositions = try descriptions.map(CComposition.init)
            try withExtendedLifetime(compositions) {
                let pointers = compositions.map { Optional($0.pointer) }
                try check(
                    le_layout_insert_compositions(
                        pointer, Int64(at), pointers, pointers.count, which.map(UInt32.init), counts.map(Int64.init),
                        Int64(counts.count), work))
            }
        case .insertPlain(let section, let spacing, let at):
            try layout.perform(.insertSections([section], at: at), on: plain, work: work)
            var spec = le_layout_get_spec(pointer, Int64(at))
            spec.section_spacing = spacing
            try check(le_layout_set_spec(pointer, Int64(at), &spec, work))
        case .removeSections(let range):
            try check(le_layout_remove_sections(pointer, Int64(range.lowerBound), Int64(range.count), work))
        case .moveSections(let range, let to):
            try check(le_layout_move_sections(pointer, Int64(range.lowerBound), Int64(range.count), Int64(to), work))
        case .setComposition(let description, let section):
            let composition = try CComposition(description)
            try check(le_layout_set_composition(pointer, Int64(section), composition.pointer, work))
        case .insertItems(let count, let at, let section):
            var sizes = le_sizes()
            sizes.form = LE_SIZES_NONE
            sizes.count = Int64(count)
            try check(le_layout_insert_items(pointer, Int64(section), Int64(at), &sizes, nil, work))
        case .removeItems(let range, let section):
            try check(
                le_layout_remove_items(pointer, Int64(section), Int64(range.lowerBound), Int64(range.count), work))
        case .moveItems(let range, let to, let section):
            try check(
                le_layout_move_items(
                    pointer, Int64(section), Int64(range.lowerBound), Int64(range.count), Int64(to), work))
        case .apply(let script, let count, let section):
            let edits = script.map(le_edit.init)
            var sizes = le_sizes()
            sizes.form = LE_SIZES_NONE
            sizes.count = Int64(count)
            try check(le_layout_apply(pointer, Int64(section), edits, edits.count, &sizes, nil, nil, work))
        case .measureItems(let measurements, let section):
            let measurements = measurements.map(le_measurement.init)
            var changed: Int64 = -2
            var frozen: Int64 = -2
            try check(
                le_layout_measure_items(
                    pointer, Int64(section), measurements, measurements.count, &changed, &frozen, nil, work))
            measured = (changed, frozen)
        case .measureBoundaries(let measurements, let section):
            let measurements = measurements.map(le_measurement.init)
            try check(
                le_layout_measure_boundaries(
                    pointer, Int64(section ?? -1), measurements, measurements.count, nil, work))
        case .measureBadges(let measurements, let kind, let section):
            let measurements = measurements.map(le_measurement.init)
            try check(
                le_layout_measure_supplementaries(
                    pointer, Int64(section), UInt16(kind), measurements, measurements.count, nil, work))
        case .setBoundaries(let boundaries, let scale):
            try check(
                le_layout_set_boundaries(pointer, boundaries.map(le_boundary.init), boundaries.count, scale, work))
        case .setContainer(let container): try setContainer(container, work: work)
        }
    }

    private func setContainer(_ container: ReferenceAxes<Int64>, work: UnsafeMutablePointer<le_work>?) throws {
        var config = le_layout_get_config(pointer)
        config.main = container.main
        config.cross = container.cross
        try check(le_layout_set_config(pointer, config, work))
    }

    // ---- Queries

    var ruleBroken: String? { layout.ruleBroken }

    /// A query, in chunks of a given capacity.
    func query(
        _ rect: ReferenceRect, visible: ReferenceRect, scrolled: [Int: Int64], capacity: Int,
        cursor: UnsafeMutablePointer<le_cursor>
    ) -> [le_element] {
        Self.withScrolls(scrolled) { scrolls in
            var found: [le_element] = []
            var viewport = le_viewport(rect: le_rect(rect), visible: le_rect(visible), scrolls: scrolls)
            withUnsafeTemporaryAllocation(of: le_element.self, capacity: capacity) { buffer in
                le_layout_query_begin(cursor)
                while true {
                    let count = le_layout_query(pointer, &viewport, cursor, buffer.baseAddress, capacity)
                    if count == 0 { break }
                    found += buffer[..<count]
                }
            }
            return found
        }
    }

    static func withScrolls<Result>(_ scrolled: [Int: Int64], _ body: (le_scrolls) -> Result) -> Result {
        let sorted = scrolled.sorted { $0.key < $1.key }.map { le_scrolled(section: Int64($0.key), offset: $0.value) }
        return sorted.withUnsafeBufferPointer { body(le_scrolls(scrolled: $0.baseAddress, count: $0.count)) }
    }
}

extension PointMeasurement {
    /// A measured size, exact in points.
    fileprivate init(_ entry: (offset: Int, element: ReferenceMeasure)) {
        self.init(
            entry.offset, main: entry.element.main.map(ReferenceUnits.points),
            cross: entry.element.cross.map(ReferenceUnits.points))
    }
}

extension le_measurement {
    fileprivate init(_ measurement: PointMeasurement) {
        self.init(item: Int64(measurement.index), main: measurement.main ?? .nan, cross: measurement.cross ?? .nan)
    }
}
