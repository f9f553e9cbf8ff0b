import CListEngine
import ListEngineReference
import TestSupport

/// A status that was not success.
struct CStatus: Error, Equatable, CustomStringConvertible {
    let status: le_status
    var description: String { String(cString: le_status_text(status)) }
}

func check(_ status: le_status) throws {
    if status != LE_OK { throw CStatus(status: status) }
}

/// A layout of the C core, with edits as the tests describe them.
final class CLayout {
    let pointer: OpaquePointer
    /// Chooses among the equivalent forms of sizes.
    private var random: TestRandom

    init(like reference: ReferenceLayout, seed: UInt64) {
        pointer = le_layout_create(
            le_layout_config(
                cross: reference.cross, main: 0, horizontal: reference.isHorizontal,
                right_to_left: reference.isRightToLeft))
        random = TestRandom(seed: seed)
    }

    private init(_ pointer: OpaquePointer, random: TestRandom) {
        self.pointer = pointer
        self.random = random
    }

    func copy() -> CLayout { CLayout(le_layout_copy(pointer), random: random) }

    deinit { le_layout_release(pointer) }

    /// A fresh build with the contents of a reference layout.
    convenience init(building reference: ReferenceLayout, seed: UInt64) throws {
        self.init(like: reference, seed: seed)
        try perform(.insertSections(reference.sections.map(TestSection.init(standing:)), at: 0), on: reference)
    }

    /// Performs an edit. `reference` is the layout before it.
    func perform(_ edit: LayoutEdit, on reference: ReferenceLayout, work: UnsafeMutablePointer<le_work>? = nil) throws {
        switch edit {
        case .insertSections(let sections, let at): try insert(sections, at: at, work: work)
        case .removeSections(let range):
            try check(le_layout_remove_sections(pointer, Int64(range.lowerBound), Int64(range.count), work))
        case .moveSections(let range, let to):
            try check(le_layout_move_sections(pointer, Int64(range.lowerBound), Int64(range.count), Int64(to), work))
        case .describe(let section, let new):
            var spec = le_section_spec(new)
            try check(le_layout_set_spec(pointer, Int64(section), &spec, work))
        case .insertItems(let sizes, let at, let section):
            try withSizes(sizes, of: reference.sections[section]) { sizes in
                try check(le_layout_insert_items(pointer, Int64(section), Int64(at), sizes, nil, work))
            }
        case .insertGridItems(let count, let at, let section):
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
        case .resizeItems(let first, let sizes, let section):
            try withSizes(sizes, of: reference.sections[section]) { sizes in
                try check(le_layout_resize_items(pointer, Int64(section), Int64(first), sizes, nil, work))
            }
        case .apply(let script, let sizes, let section):
            let edits = script.map(le_edit.init)
            try withSizes(sizes, of: reference.sections[section], inScript: true) { sizes in
                try check(
                    le_layout_apply(pointer, Int64(section), edits, edits.count, sizes, nil, nil, work))
            }
        case .setCross(let cross):
            var config = le_layout_get_config(pointer)
            config.cross = cross
            try check(le_layout_set_config(pointer, config, work))
        }
    }

    /// Consecutive sections with one description are inserted in one call.
    private func insert(_ sections: [TestSection], at index: Int, work: UnsafeMutablePointer<le_work>?) throws {
        var start = 0
        while start < sections.count {
            let description = sections[start].description
            var spec = le_section_spec(description)
            if description.kind == .frames {
                let frames = description.frames.map(le_rect.init)
                try check(
                    le_layout_insert_frames(
                        pointer, Int64(index + start), &spec, frames, Int64(frames.count), description.framesExtent,
                        le_rect(description.headerFrame), le_rect(description.footerFrame), work))
                start += 1
                continue
            }
            var end = start + 1
            while end < sections.count && sections[end].description.isDescribed(like: description) { end += 1 }
            let counts = sections[start..<end].map { Int64($0.description.itemCount) }
            let at = Int64(index + start)
            if description.kind == .grid {
                var sizes = le_sizes()
                sizes.form = LE_SIZES_NONE
                sizes.count = counts.reduce(0, +)
                try check(
                    le_layout_insert_sections(pointer, at, &spec, counts, Int64(counts.count), &sizes, nil, work))
            } else {
                let sizes = Array(sections[start..<end].map(\.pointSizes).joined())
                try withSizes(sizes, of: description) { sizes in
                    try check(
                        le_layout_insert_sections(pointer, at, &spec, counts, Int64(counts.count), sizes, nil, work))
                }
            }
            start = end
        }
    }

    /// Passes sizes in one of the equivalent forms: pairs, two arrays, a constant, runs.
    private func withSizes(
        _ sizes: [PointSize], of section: ReferenceSection, inScript: Bool = false,
        _ body: (UnsafePointer<le_sizes>) throws -> Void
    ) throws {
        var c = le_sizes()
        c.count = Int64(sizes.count)
        let points = section.spansColumns ? LE_SIZES_SPANS : LE_SIZES_POINTS
        if !section.spansColumns, let first = sizes.first, random.chance(oneIn: 2), sizes.allSatisfy({ $0 == first }) {
            c.form = LE_SIZES_CONSTANT
            try withUnsafePointer(to: first.main) { main in
                try withUnsafePointer(to: first.cross) { cross in
                    c.main = main
                    c.cross = cross
                    try body(&c)
                }
            }
        } else if section.kind == .list, !inScript, random.chance(oneIn: 4) {
            var runs: [le_points_run] = []
            for size in sizes {
                if let last = runs.last, last.extent == size.main {
                    runs[runs.count - 1].count += 1
                } else {
                    runs.append(le_points_run(count: 1, extent: size.main))
                }
            }
            try runs.withUnsafeBufferPointer { runs in
                c.form = LE_SIZES_RUNS
                c.run = runs.baseAddress
                c.runs = runs.count
                try body(&c)
            }
        } else if random.chance(oneIn: 2) {
            c.form = points
            c.stride = MemoryLayout<Double>.stride
            try sizes.map(\.main).withUnsafeBufferPointer { main in
                try sizes.map(\.cross).withUnsafeBufferPointer { cross in
                    c.main = main.baseAddress
                    c.cross = cross.baseAddress
                    try body(&c)
                }
            }
        } else {
            c.form = points
            c.stride = MemoryLayout<PointSize>.stride
            try sizes.withUnsafeBytes { bytes in
                let doubles = bytes.assumingMemoryBound(to: Double.self).baseAddress
                c.main = doubles
                c.cross = doubles.map { $0 + 1 }
                try body(&c)
            }
        }
    }

    // ---- Queries

    var ruleBroken: String? { le_layout_check(pointer).map { String(cString: $0) } }

    /// A query, in chunks of a given capacity.
    func query(
        _ rect: ReferenceRect, visible: ReferenceRect, capacity: Int, cursor: UnsafeMutablePointer<le_cursor>
    ) -> [le_element] {
        var found: [le_element] = []
        var viewport = le_viewport(rect: le_rect(rect), visible: le_rect(visible), scrolls: le_scrolls())
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

extension ReferenceSection {
    /// Equal except for the items.
    func isDescribed(like other: ReferenceSection) -> Bool {
        var a = self
        var b = other
        a.sizes = []
        b.sizes = []
        a.gridCount = 0
        b.gridCount = 0
        return a.kind != .frames && a == b
    }
}

extension le_rect {
    init(_ rect: ReferenceRect) {
        self.init(main_min: rect.mainMin, cross_min: rect.crossMin, main_max: rect.mainMax, cross_max: rect.crossMax)
    }

    var reference: ReferenceRect {
        ReferenceRect(mainMin: main_min, crossMin: cross_min, mainMax: main_max, crossMax: cross_max)
    }
}

extension le_edit {
    init(_ edit: ReferenceEdit) {
        self.init(
            at: Int64(edit.at), removed: Int64(edit.removed), inserted: Int64(edit.inserted),
            source: Int64(edit.source),
            moved: edit.moved)
    }
}

extension le_section_spec {
    init(_ section: ReferenceSection) {
        self.init()
        kind =
            switch section.kind {
            case .list: LE_SECTION_LIST
            case .grid: LE_SECTION_GRID
            case .flow: LE_SECTION_FLOW
            case .frames: LE_SECTION_FRAMES
            case .waterfall: LE_SECTION_WATERFALL
            }
        packing = section.packing == .leading ? LE_PACKING_LEADING : LE_PACKING_JUSTIFIED
        if section.kind == .waterfall {
            packing =
                switch section.placement {
                case .shortestFirst: LE_PACKING_SHORTEST_FIRST
                case .leftToRight: LE_PACKING_LEFT_TO_RIGHT
                case .rightToLeft: LE_PACKING_RIGHT_TO_LEFT
                }
            scale = section.scale
        }
        flags = section.pinsHeader ? UInt32(LE_PIN_HEADER) : 0
        if section.pinsFooter { flags |= UInt32(LE_PIN_FOOTER) }
        if section.isEstimated { flags |= UInt32(LE_ESTIMATED) }
        if section.isByRatio { flags |= UInt32(LE_BY_RATIO) }
        columns = UInt32(section.columns)
        inset_main_start = section.insetMainStart
        inset_main_end = section.insetMainEnd
        inset_cross_start = section.insetCrossStart
        inset_cross_end = section.insetCrossEnd
        line_spacing = section.lineSpacing
        item_spacing = section.itemSpacing
        header = section.header
        footer = section.footer
        item_main = section.gridSize.main
        item_cross = section.gridSize.cross
    }
}
