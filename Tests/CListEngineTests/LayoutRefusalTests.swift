import CListEngine
import CListEngineTesting
import ListEngineReference
import TestSupport
import XCTest

/// Law 9: bad input is named, and nothing is lost. A refused operation leaves the layout as it was.
final class LayoutRefusalTests: XCTestCase {
    func testARefusedOperationNamesWhatIsWrongAndChangesNothing() {
        let failure = LawCases.firstFailure(of: "law 9, bad input is named, nothing is lost") { one in
            try LayoutLawTests.history(one, edits: 1) { layout, reference, generator in
                for _ in 0..<3 {
                    if let fault = Self.refusedOperation(layout, reference, &generator) { return fault }
                }
                return layout.difference(from: reference, probing: &generator.random)
            } end: { layout, reference, generator in
                var cursor = le_cursor()
                return LayoutLawTests.queries(1, &generator, reference) { rect, visible, _ in
                    layout.differenceOfQuery(
                        from: reference, rect: rect, visible: visible, capacity: 9, cursor: &cursor)
                }
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testAnEditThatRunsOutOfMemoryChangesNothing() {
        let failure = LawCases.firstFailure(of: "law 9, memory runs short", share: 0.5) { one in
            var generator = LayoutGenerator(one)
            var reference = generator.container()
            let layout = CLayout(like: reference, seed: one.seed)
            let first = LayoutEdit.insertSections(generator.sections(cross: reference.cross), at: 0)
            try layout.perform(first, on: reference)
            reference.perform(first)
            for _ in 0..<4 {
                let edit = generator.edit(of: reference)
                if generator.random.chance(oneIn: 3) { continue }
                if case .insertSections(let sections, _) = edit, sections.count > 1 { continue }  // several calls
                le_pool_fail_after(generator.random.below(12))
                var refused = false
                do { try layout.perform(edit, on: reference) } catch let error as CStatus {
                    if error.status != LE_NO_MEMORY { return "\(edit) threw \(error)" }
                    refused = true
                }
                le_pool_fail_after(-1)
                if !refused { reference.perform(edit) }
                if let difference = layout.difference(from: reference, probing: &generator.random) {
                    return "after \(refused ? "a refused" : "an accepted") \(edit): \(difference)"
                }
            }
            return nil
        }
        if let failure { XCTFail(failure) }
    }

    func testALenientEditRaisesWhatCannotBeUsed() {
        let failure = LawCases.firstFailure(of: "lenient sizes", share: 0.1, scales: [.small, .medium]) { one in
            var generator = LayoutGenerator(one, kinds: [.list, .flow].filter(LayoutGenerator.standardKinds.contains))
            var reference = generator.container()
            let layout = CLayout(like: reference, seed: one.seed)
            let section = generator.section(items: generator.random.below(40), cross: reference.cross)
            let first = LayoutEdit.insertSections([section], at: 0)
            try layout.perform(first, on: reference)
            reference.perform(first)

            var given = generator.sizes(
                1 + generator.random.below(80), for: section.description, cross: reference.cross)
            var raised = given
            let least = ReferenceUnits.points(max(0, -section.description.lineSpacing))
            var bad: [Int] = []
            for item in given.indices where generator.random.chance(oneIn: 6) {
                given[item].main = generator.random.pick(.nan, .infinity, -.infinity, -1 - least, 1e300)
                raised[item].main = least
                bad.append(item)
            }
            let at = generator.random.below(section.pointSizes.count + 1)
            var fault = le_fault()
            let status = given.withSizes { sizes in
                sizes.lenient = true
                return le_layout_insert_items(layout.pointer, 0, Int64(at), &sizes, &fault, nil)
            }
            if status != LE_OK { return "refused: \(CStatus(status: status))" }
            if fault.count != bad.count { return "\(fault.count) values raised, expected \(bad.count)" }
            if let item = bad.first, fault.item != item || fault.section != 0 {
                return "fault \(fault), expected \(item)"
            }
            reference.perform(.insertItems(raised, at: at, section: 0))
            return layout.difference(from: reference, probing: &generator.random)
        }
        if let failure { XCTFail(failure) }
    }

    // ---- One refused operation

    /// Returns the fault of the refusal.
    private static func refusedOperation(
        _ layout: CLayout, _ reference: ReferenceLayout, _ generator: inout LayoutGenerator
    ) -> String? {
        let p = layout.pointer
        let sections = Int64(reference.sections.count)
        let beyond = generator.random.pick(sections, sections + 5, -1, Int64.max, Int64.min)
        func expect(_ status: le_status, _ expected: le_status, _ what: String) -> String? {
            status == expected ? nil : "\(what): \(CStatus(status: status)), expected \(CStatus(status: expected))"
        }

        switch generator.random.below(sections == 0 ? 3 : 9) {
        case 0:
            var work = le_work()
            return expect(le_layout_remove_sections(p, beyond, 1, &work), LE_BAD_INDEX, "remove sections")
                ?? expect(le_layout_move_sections(p, beyond, 1, 0, nil), LE_BAD_INDEX, "move sections")
                ?? expect(le_layout_move_sections(p, 0, sections, 1, nil), LE_BAD_INDEX, "move to nowhere")
                ?? expect(le_layout_remove_items(p, beyond, 0, 0, nil), LE_BAD_INDEX, "remove items")
        case 1:
            var config = le_layout_get_config(p)
            config.cross = generator.random.pick(-1, Int64.min, Int64.max)
            return expect(le_layout_set_config(p, config, nil), LE_BAD_VALUE, "cross extent")
        case 2: return refusedSections(layout, reference, &generator)
        default: break
        }

        let section = generator.random.below(Int(sections))
        let description = reference.sections[section]
        let count = Int64(description.itemCount)
        let s = Int64(section)
        let outside = generator.random.pick(count + 1, -1, Int64.max, Int64.min)
        switch generator.random.below(5) {
        case 0:
            var sizes = le_sizes()
            sizes.form = LE_SIZES_NONE
            return expect(le_layout_remove_items(p, s, outside, 1, nil), LE_BAD_INDEX, "remove items")
                ?? expect(le_layout_remove_items(p, s, 0, outside, nil), LE_BAD_INDEX, "remove too many")
                ?? expect(le_layout_move_items(p, s, 0, outside, 0, nil), LE_BAD_INDEX, "move items")
                ?? expect(le_layout_move_items(p, s, 0, count, 1, nil), LE_BAD_INDEX, "move items to nowhere")
                ?? expect(le_layout_insert_items(p, s, outside, &sizes, nil, nil), LE_BAD_INDEX, "insert items")
                ?? expect(le_layout_resize_items(p, s, outside, &sizes, nil, nil), LE_BAD_INDEX, "resize items")
        case 1 where description.kind == .frames:
            var sizes = le_sizes()
            sizes.form = LE_SIZES_NONE
            return expect(le_layout_remove_items(p, s, 0, 0, nil), LE_NOT_SUPPORTED, "remove from frames")
                ?? expect(le_layout_insert_items(p, s, 0, &sizes, nil, nil), LE_NOT_SUPPORTED, "insert into frames")
        case 1 where description.kind == .grid:
            let one = [PointSize(main: 5, cross: 5)]
            return one.withSizes { sizes in
                expect(le_layout_insert_items(p, s, 0, &sizes, nil, nil), LE_NOT_SUPPORTED, "sizes for a grid")
                    ?? (count > 0
                        ? expect(
                            le_layout_resize_items(p, s, 0, &sizes, nil, nil), LE_NOT_SUPPORTED, "resize in a grid")
                        : nil)
            }
        case 2:
            var spec = le_section_spec(description)
            switch generator.random.below(3) {
            case 0: spec.header = -1
            case 1: spec.inset_main_start = Int64.max
            default: spec.line_spacing = Int64.min
            }
            return expect(le_layout_set_spec(p, s, &spec, nil), LE_BAD_VALUE, "description")
        case 3 where description.kind == .list || description.kind == .flow:
            return refusedScript(layout, section, count: Int(count), &generator)
        default:
            guard description.kind == .list || description.kind == .flow else { return nil }
            return refusedSize(layout, section, description, &generator)
        }
    }

    /// A size that no item can have, and its index.
    private static func spoil(
        _ sizes: inout [PointSize], kind: ReferenceSection.Kind, _ random: inout TestRandom
    ) -> (item: Int, value: Double) {
        let item = random.below(sizes.count)
        let value = random.pick(.nan, .infinity, -.infinity, -1000, 1e300, -1.0e-5 - 30)
        if kind == .flow && random.chance(oneIn: 2) { sizes[item].cross = value } else { sizes[item].main = value }
        return (item, value)
    }

    private static func told(_ fault: le_fault, section: Int, item: Int, value: Double) -> String? {
        let same = fault.value == value || (fault.value.isNaN && value.isNaN)
        return fault.section == section && fault.item == item && same && fault.count == 1
            ? nil : "told \(fault), expected section \(section), item \(item), value \(value)"
    }

    private static func refusedSize(
        _ layout: CLayout, _ section: Int, _ description: ReferenceSection, _ generator: inout LayoutGenerator
    ) -> String? {
        var sizes = generator.sizes(1 + generator.random.below(90), for: description, cross: 100 << 20)
        let bad = spoil(&sizes, kind: description.kind, &generator.random)
        let at = generator.random.below(description.itemCount + 1)
        let resizes = generator.random.chance(oneIn: 2) && sizes.count <= description.itemCount - at
        var fault = le_fault()
        let status = sizes.withSizes { sizes in
            resizes
                ? le_layout_resize_items(layout.pointer, Int64(section), Int64(at), &sizes, &fault, nil)
                : le_layout_insert_items(layout.pointer, Int64(section), Int64(at), &sizes, &fault, nil)
        }
        if status != LE_BAD_VALUE { return "size \(bad): \(CStatus(status: status))" }
        return told(fault, section: section, item: bad.item, value: bad.value)
    }

    private static func refusedSections(
        _ layout: CLayout, _ reference: ReferenceLayout, _ generator: inout LayoutGenerator
    ) -> String? {
        let kinds = [ReferenceSection.Kind.list, .flow].filter(LayoutGenerator.standardKinds.contains)
        let description = generator.describe(kinds[generator.random.below(kinds.count)])
        var spec = le_section_spec(description)
        let counts = (0..<(1 + generator.random.below(50))).map { _ in generator.random.below(9) } + [3]
        var sizes = generator.sizes(counts.reduce(0, +), for: description, cross: reference.cross)
        let bad = spoil(&sizes, kind: description.kind, &generator.random)
        var section = 0
        var item = bad.item
        while item >= counts[section] {
            item -= counts[section]
            section += 1
        }
        let at = generator.random.below(reference.sections.count + 1)
        var fault = le_fault()
        let status = sizes.withSizes { sizes in
            le_layout_insert_sections(
                layout.pointer, Int64(at), &spec, counts.map(Int64.init), Int64(counts.count), &sizes, &fault, nil)
        }
        if status != LE_BAD_VALUE { return "sections with size \(bad): \(CStatus(status: status))" }
        if let wrong = told(fault, section: at + section, item: item, value: bad.value) { return wrong }

        // Past the limit of all extents.
        let huge = [PointSize](repeating: PointSize(main: 4e12, cross: 1), count: 3)
        let tooLarge = huge.withSizes { sizes in
            le_layout_insert_sections(layout.pointer, Int64(at), &spec, [3], 1, &sizes, &fault, nil)
        }
        // Some of them may share a line of a flow.
        if description.kind == .list && tooLarge != LE_TOO_LARGE { return "huge items: \(CStatus(status: tooLarge))" }
        if tooLarge == LE_OK { le_layout_remove_sections(layout.pointer, Int64(at), 1, nil) }

        var grid = le_section_spec(generator.describe(.grid))
        grid.columns = 0
        grid.item_cross = 5
        grid.item_spacing = -5
        var none = le_sizes()
        none.form = LE_SIZES_NONE
        none.count = 4
        let pitch = le_layout_insert_sections(layout.pointer, Int64(at), &grid, [4], 1, &none, &fault, nil)
        return pitch == LE_BAD_VALUE ? nil : "a grid without pitch: \(CStatus(status: pitch))"
    }

    private static func refusedScript(
        _ layout: CLayout, _ section: Int, count: Int, _ generator: inout LayoutGenerator
    ) -> String? {
        // A valid script with an invalid edit after it.
        let n = Int64(count)
        var edits = generator.script(for: count, inserting: 0).map(le_edit.init)
        let bad = edits.count
        let end = edits.last.map { $0.at + $0.removed } ?? 0
        switch generator.random.below(4) {
        case 0: edits.append(le_edit(at: n + 1, removed: 0, inserted: 0, source: 0, moved: false))
        case 1: edits.append(le_edit(at: end, removed: n - end + 1, inserted: 0, source: 0, moved: false))
        case 2: edits.append(le_edit(at: end, removed: 0, inserted: 1, source: 0, moved: false))  // no sizes given
        default: edits.append(le_edit(at: end - 1, removed: 0, inserted: 0, source: 0, moved: false))
        }
        var failed = -1
        var fault = le_fault()
        let status = [PointSize]().withSizes { sizes in
            le_layout_apply(layout.pointer, Int64(section), edits, edits.count, &sizes, &failed, &fault, nil)
        }
        if status != LE_BAD_EDITS { return "script \(edits.suffix(3)): \(CStatus(status: status))" }
        return failed == bad ? nil : "edit \(failed) of the script is said to be wrong, expected \(bad)"
    }
}

extension [PointSize] {
    /// Passes sizes as pairs.
    func withSizes<R>(_ body: (inout le_sizes) -> R) -> R {
        withUnsafeBytes { bytes in
            var sizes = le_sizes()
            let doubles = bytes.assumingMemoryBound(to: Double.self).baseAddress
            sizes.form = LE_SIZES_POINTS
            sizes.count = Int64(count)
            sizes.main = doubles
            sizes.cross = doubles.map { $0 + 1 }
            sizes.stride = MemoryLayout<PointSize>.stride
            return body(&sizes)
        }
    }
}
