import CListEngine
import ListEngineReference
import TestSupport
import XCTest

/// Law 8 for layouts: cost is a contract, in counted work, not time.
final class LayoutWorkTests: XCTestCase {
    private var random = TestRandom(seed: 88)

    /// Nodes that one edit of a section of n items among s sections may touch: a few on each level of both trees.
    private func bound(items: Int, sections: Int = 1) -> UInt64 {
        func bits(_ n: Int) -> Int { Int.bitWidth - n.leadingZeroBitCount }
        return UInt64(20 + 2 * bits(items) + 2 * bits(sections))
    }

    private func layout(_ description: ReferenceSection, counts: [Int], heights: (Int) -> Double) -> CLayout {
        let layout = CLayout(like: ReferenceLayout(cross: 390 << 20), seed: 1)
        var spec = le_section_spec(description)
        let total = counts.reduce(0, +)
        let counts = counts.map(Int64.init)
        var status = LE_OK
        if description.kind == .grid {
            var sizes = le_sizes()
            sizes.form = LE_SIZES_NONE
            sizes.count = Int64(total)
            status = le_layout_insert_sections(
                layout.pointer, 0, &spec, counts, Int64(counts.count), &sizes, nil, nil)
        } else {
            status = (0..<total).map { PointSize(main: heights($0), cross: 40 + Double($0 % 81)) }.withSizes {
                le_layout_insert_sections(layout.pointer, 0, &spec, counts, Int64(counts.count), &$0, nil, nil)
            }
        }
        XCTAssertEqual(status, LE_OK)
        return layout
    }

    /// Random single edits, each within `most` nodes.
    private func checkEdits(
        _ layout: CLayout, items: Int, rounds: Int, most: UInt64, resizes: Bool, line: UInt = #line
    ) {
        let sections = Int(le_layout_section_count(layout.pointer))
        for round in 0..<rounds {
            var work = le_work()
            let section = Int64(random.below(sections))
            let count = Int(le_layout_section(layout.pointer, section, nil).items)
            if count < 2 { continue }
            let item = Int64(random.below(count))
            let one = [PointSize(main: Double(random.below(90)), cross: 50)]
            let status = one.withSizes { sizes in
                switch round % 4 {
                case 0 where resizes:
                    return le_layout_resize_items(layout.pointer, section, item, &sizes, nil, &work)
                case 0, 1:
                    if !resizes { sizes.form = LE_SIZES_NONE }
                    return le_layout_insert_items(layout.pointer, section, item, &sizes, nil, &work)
                case 2: return le_layout_remove_items(layout.pointer, section, item, 1, &work)
                default:
                    let to = Int64(random.below(count))
                    return le_layout_move_items(layout.pointer, section, item, 1, to, &work)
                }
            }
            XCTAssertEqual(status, LE_OK, line: line)
            let nodes = work.nodes_visited + work.nodes_written
            if nodes > most {
                XCTFail(
                    "edit \(round) among \(items) items touched \(nodes) nodes, expected at most \(most)", line: line)
                return
            }
        }
        XCTAssertNil(layout.ruleBroken, line: line)
    }

    func testAnEditOfAListTouchesLogarithmicallyManyNodes() {
        for count in [1_000, 10_000, 100_000, 1_000_000] + (LawCases.fraction >= 0.5 ? [10_000_000] : []) {
            var list = ReferenceSection(kind: .list)
            list.lineSpacing = 8 << 20
            let layout = layout(list, counts: [count]) { 20 + Double($0 &* 7919 % 61) }
            checkEdits(layout, items: count, rounds: 1_000, most: bound(items: count), resizes: true)
        }
    }

    func testAnEditAmongABillionEqualRowsTouchesLogarithmicallyManyNodes() {
        let count = 1_000_000_000
        let layout = CLayout(like: ReferenceLayout(cross: 390 << 20), seed: 1)
        var spec = le_section_spec(ReferenceSection(kind: .list))
        var height = 44.0
        withUnsafePointer(to: &height) { height in
            var sizes = le_sizes()
            sizes.form = LE_SIZES_CONSTANT
            sizes.count = Int64(count)
            sizes.main = height
            XCTAssertEqual(
                le_layout_insert_sections(layout.pointer, 0, &spec, [Int64(count)], 1, &sizes, nil, nil), LE_OK)
        }
        XCTAssertLessThan(le_layout_bytes(layout.pointer), 64 << 10)
        checkEdits(layout, items: count, rounds: 2_000, most: bound(items: count), resizes: true)
        XCTAssertLessThan(le_layout_bytes(layout.pointer), 256 << 10)
    }

    func testAnEditOfAGridTouchesOnlyItsSection() {
        for count in [1_000, 1_000_000, 1_000_000_000] {
            var grid = ReferenceSection(kind: .grid)
            grid.gridSize = ReferenceSize(main: 50 << 20, cross: 50 << 20)
            let layout = layout(grid, counts: [count]) { _ in 0 }
            checkEdits(layout, items: count, rounds: 200, most: bound(items: 1), resizes: false)
            XCTAssertLessThan(le_layout_bytes(layout.pointer), 4 << 10)
        }
    }

    func testAnEditAmongManySectionsTouchesLogarithmicallyManyNodes() {
        for sections in [100, 10_000, 98_060] {
            let counts = (0..<sections).map { 1 + $0 &* 31 % 29 }
            let list = ReferenceSection(kind: .list)
            let layout = layout(list, counts: counts) { 20 + Double($0 % 61) }
            checkEdits(
                layout, items: counts.reduce(0, +), rounds: 1_000, most: bound(items: 30, sections: sections),
                resizes: true)
            for _ in 0..<300 {
                var work = le_work()
                let from = Int64(random.below(sections))
                XCTAssertEqual(
                    le_layout_move_sections(layout.pointer, from, 1, Int64(random.below(sections)), &work), LE_OK)
                XCTAssertLessThanOrEqual(
                    work.nodes_visited + work.nodes_written, 2 * bound(items: 1, sections: sections))
            }
            XCTAssertNil(layout.ruleBroken)
        }
    }

    /// Sections are appended one by one. At each number of sections another one is appended and removed, which must not leave small
    /// leaves behind: these would make removals slow and the tree large.
    func testAppendedSectionsFillLeavesAndAreRemovedInAFewNodes() {
        let layout = CLayout(like: ReferenceLayout(cross: 390 << 20), seed: 1)
        var spec = le_section_spec(ReferenceSection(kind: .list))
        func append(_ work: inout le_work) -> le_status {
            let end = le_layout_section_count(layout.pointer)
            return [PointSize(main: 44, cross: 50)].withSizes {
                le_layout_insert_sections(layout.pointer, end, &spec, [1], 1, &$0, nil, &work)
            }
        }
        var (most, all) = (UInt64(0), UInt64(0))
        for sections in 1...2_000 {
            var work = le_work()
            XCTAssertEqual(append(&work), LE_OK)
            work = le_work()
            XCTAssertEqual(append(&work), LE_OK)
            XCTAssertEqual(le_layout_remove_sections(layout.pointer, Int64(sections), 1, &work), LE_OK)
            most = max(most, work.nodes_written)
            all += work.nodes_written
        }
        XCTAssertLessThanOrEqual(most, 2 * bound(items: 1, sections: 1))
        XCTAssertLessThanOrEqual(all, 10 * 2_000)
        XCTAssertLessThanOrEqual(le_layout_bytes(layout.pointer), 160 * 2_000)
        XCTAssertNil(layout.ruleBroken)
    }

    /// For a flow, the lines that are re-flowed until their breaks coincide with the old ones are added; here they are
    /// found by comparing all breaks before and after.
    func testAnEditOfAFlowTouchesWhatIsReflowed() {
        for count in [1_000, 10_000] + (LawCases.fraction >= 0.5 ? [100_000] : []) {
            var flow = ReferenceSection(kind: .flow)
            flow.itemSpacing = 4 << 20
            flow.lineSpacing = 4 << 20
            flow.sizes = (0..<count).map { _ in
                ReferenceSize(
                    main: random.int64(in: (20 << 20)...(80 << 20)), cross: random.int64(in: (40 << 20)...(120 << 20)))
            }
            var reference = ReferenceLayout(cross: 390 << 20)
            reference.insert([flow], at: 0)
            guard let layout = try? CLayout(building: reference, seed: 3) else { return XCTFail("no layout") }
            for _ in 0..<60 {
                let before = Set(reference.lineStarts(inSection: 0))
                let item = random.below(reference.sections[0].sizes.count - 1)
                let size = PointSize(
                    main: Double(random.int(in: 20...80)), cross: Double(random.int(in: 40...120)))
                let edit: LayoutEdit =
                    switch random.below(3) {
                    case 0: .resizeItems(first: item, [size], section: 0)
                    case 1: .insertItems([size], at: item, section: 0)
                    default: .removeItems(item..<(item + 1), section: 0)
                    }
                let grown = reference.sections[0].sizes.count
                var work = le_work()
                do { try layout.perform(edit, on: reference, work: &work) } catch { XCTFail("\(edit): \(error)") }
                reference.perform(edit)
                let shift = reference.sections[0].sizes.count - grown

                // From the line of the item until an old break occurs again.
                let after = reference.lineStarts(inSection: 0)
                let met = after.first { $0 > item && before.contains($0 - shift) } ?? reference.sections[0].sizes.count
                let reflowed = UInt64(met - item + 16)
                let nodes = work.nodes_visited + work.nodes_written
                XCTAssertLessThanOrEqual(
                    nodes, bound(items: count) + 8 * (reflowed / 32), "\(edit) among \(count), \(reflowed) re-flowed")
                XCTAssertLessThanOrEqual(
                    work.items_moved, 4 * reflowed + 1_024, "\(edit) among \(count), \(reflowed) re-flowed")
            }
            XCTAssertNil(layout.ruleBroken)
        }
    }

    /// For a waterfall, the items after the edit are added, in leaves of about 180, and nothing before it.
    func testAnEditOfAWaterfallTouchesTheItemsAfterIt() {
        for placement in ReferenceSection.Placement.allCases {
            for count in [1_000, 10_000, 100_000] {
                var waterfall = ReferenceSection(kind: .waterfall)
                waterfall.columns = 5
                waterfall.placement = placement
                waterfall.lineSpacing = 4 << 20
                let layout = layout(waterfall, counts: [count]) { 20 + Double($0 &* 7919 % 61) }
                for round in 0..<40 {
                    var work = le_work()
                    let items = Int(le_layout_section(layout.pointer, 0, nil).items)
                    let item = random.below(items)
                    let status = [PointSize(main: Double(random.below(90)))].withSizes { sizes in
                        switch round % 4 {
                        case 0: le_layout_resize_items(layout.pointer, 0, Int64(item), &sizes, nil, &work)
                        case 1: le_layout_insert_items(layout.pointer, 0, Int64(item), &sizes, nil, &work)
                        case 2: le_layout_remove_items(layout.pointer, 0, Int64(item), 1, &work)
                        default: le_layout_move_items(layout.pointer, 0, Int64(items - 1), 1, Int64(item), &work)
                        }
                    }
                    XCTAssertEqual(status, LE_OK)
                    let after = UInt64(items - item)
                    XCTAssertLessThanOrEqual(work.items_moved, after + 400)
                    XCTAssertLessThanOrEqual(
                        work.nodes_visited + work.nodes_written, bound(items: count) + after / 40)
                }
                XCTAssertNil(layout.ruleBroken)
            }
        }
    }

    func testAQueryTouchesLogarithmicallyManyNodesInAdditionToItsAnswer() {
        for count in [1_000, 100_000, 1_000_000] {
            let layout = layout(ReferenceSection(kind: .list), counts: [count]) { 20 + Double($0 &* 7919 % 61) }
            var cursor = le_cursor()
            for _ in 0..<500 {
                let top = random.int64(in: 0...le_layout_extent(layout.pointer))
                let rect = ReferenceRect(
                    mainMin: top, crossMin: 0, mainMax: top + (900 << 20), crossMax: 390 << 20)
                cursor.work = le_work()
                let found = layout.query(rect, visible: rect, capacity: 64, cursor: &cursor)
                XCTAssertLessThan(found.count, 50)
                XCTAssertLessThanOrEqual(cursor.work.nodes_visited, bound(items: count))
                XCTAssertEqual(cursor.work.nodes_written, 0, "a query wrote")
            }
        }
    }

    func testACopyAndOneEditWriteOnePath() {
        let counts = [Int](repeating: 10, count: 98_060)
        let layout = layout(ReferenceSection(kind: .list), counts: counts) { 20 + Double($0 % 61) }
        for _ in 0..<200 {
            let copy = layout.copy()
            var work = le_work()
            let status = [PointSize(main: 5)].withSizes { sizes in
                le_layout_resize_items(
                    copy.pointer, Int64(random.below(counts.count)), Int64(random.below(10)), &sizes, nil, &work)
            }
            XCTAssertEqual(status, LE_OK)
            XCTAssertLessThanOrEqual(
                work.nodes_visited + work.nodes_written, bound(items: 10, sections: counts.count))
        }
    }
}
