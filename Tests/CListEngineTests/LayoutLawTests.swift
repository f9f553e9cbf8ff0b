import AllocationCounter
import CListEngine
import ListEngineReference
import TestSupport
import XCTest

/// The laws of layouts: random edits compared with the reference, on every instruction set in turn.
final class LayoutLawTests: XCTestCase {
    /// A quarter of the cases runs through Swift, a tenth with compositions.
    private static let share = 0.65

    func testIncrementalEqualsRebuiltBitForBit() {
        let failure = LawCases.firstFailure(of: "law 1, incremental equals rebuilt", share: Self.share) { one in
            try Self.history(one, edits: one.scale == .small ? 4 : 6) { layout, reference, generator in
                if let difference = layout.difference(from: reference, probing: &generator.random) { return difference }
                for section in reference.sections.indices.prefix(one.scale == .small ? 8 : 1)
                where !reference.sections[section].sizes.isEmpty {
                    if let difference = layout.differenceOfSizes(from: reference, inSection: section) {
                        return "section \(section): \(difference)"
                    }
                }
                return nil
            } end: { layout, reference, generator in
                // A fresh build by the same core gives the same results.
                let fresh = try CLayout(building: reference, seed: one.seed)
                if let difference = fresh.difference(from: reference, probing: &generator.random) {
                    return "fresh build: \(difference)"
                }
                return Self.queries(2, &generator, reference) { rect, visible, _ in
                    var cursors = (le_cursor(), le_cursor())
                    let a = layout.query(rect, visible: visible, capacity: 64, cursor: &cursors.0)
                    let b = fresh.query(rect, visible: visible, capacity: 64, cursor: &cursors.1)
                    return a.elementsEqual(b) { $0.isSame(as: $1) } ? nil : "a fresh build answers otherwise"
                }
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testEveryVariantGivesTheSameBits() {
        // One sequence of edits on every backend, and with a new backend in between.
        let failure = LawCases.firstFailure(of: "law 2, every variant gives the same bits", share: 0.9) { one in
            let backends = Int(le_backend_count())
            var switching = TestRandom(seed: one.seed &* 31)
            return try Self.history(one, edits: one.scale == .small ? 3 : 4) { layout, reference, generator in
                var probe = generator.random
                for backend in 0..<backends {
                    le_backend_use(Int32(backend))
                    probe = generator.random
                    if let difference = layout.difference(from: reference, probing: &probe) { return difference }
                }
                generator.random = probe
                le_backend_use(Int32(switching.below(backends)))
                return nil
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testAQueryEqualsBruteForce() {
        let failure = LawCases.firstFailure(of: "law 5, a query equals brute force", share: Self.share) { one in
            var cursor = le_cursor()  // one for the whole history: outdated hints must not change a result
            let many = one.scale == .small ? 3 : 4
            return try Self.history(one, edits: one.scale == .small ? 2 : 3) { layout, reference, generator in
                Self.queries(many, &generator, reference) { rect, visible, generator in
                    let capacity = generator.random.pick(1, 2, 3, 16, 64)
                    if let difference = layout.differenceOfQuery(
                        from: reference, rect: rect, visible: visible, capacity: capacity, cursor: &cursor)
                    {
                        return difference
                    }
                    let main = generator.random.pick(rect.mainMin, rect.mainMax, (rect.mainMin + rect.mainMax) / 2)
                    let cross = generator.random.pick(rect.crossMin, (rect.crossMin + rect.crossMax) / 2)
                    return layout.differenceAtPoint(from: reference, main: main, cross: cross)
                }
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testScrollingWritesAndAllocatesNothing() {
        let failure = LawCases.firstFailure(of: "law 6, scrolling writes nothing", share: 0.7) { one in
            try Self.history(one, edits: 2) { _, _, _ in
                nil
            } end: { layout, reference, generator in
                let bytes = le_layout_bytes(layout.pointer)
                let before = layout.copy()
                var cursor = le_cursor()
                let difference = Self.queries(3, &generator, reference) { rect, visible, _ in
                    var viewport = le_viewport(rect: le_rect(rect), visible: le_rect(visible), scrolls: le_scrolls())
                    return withUnsafeTemporaryAllocation(of: le_element.self, capacity: 8) { buffer -> String? in
                        let allocations = allocation_count()
                        le_layout_query_begin(&cursor)
                        while le_layout_query(layout.pointer, &viewport, &cursor, buffer.baseAddress, 8) > 0 {}
                        var section: Int64 = 0
                        var item: Int64 = 0
                        _ = le_layout_item_at_point(
                            layout.pointer, rect.mainMin, rect.crossMin, nil, &section, &item, nil)
                        _ = le_layout_nearest_item(
                            layout.pointer, rect.mainMin, rect.crossMin, nil, &section, &item, nil)
                        let made = allocation_count() - allocations
                        return made == 0 ? nil : "a query made \(made) allocations"
                    }
                }
                if let difference { return difference }
                if le_layout_bytes(layout.pointer) != bytes { return "a query changed the layout's memory" }
                return layout.difference(from: reference, probing: &generator.random)
                    ?? before.difference(from: reference, probing: &generator.random)
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testCopiesKeepWhatTheyHeld() {
        let failure = LawCases.firstFailure(of: "a copy is a value", share: 0.25) { one in
            var older: [(CLayout, ReferenceLayout)] = []
            return try Self.history(one, edits: 5) { layout, reference, generator in
                if generator.random.chance(oneIn: 2) { older.append((layout.copy(), reference)) }
                return nil
            } end: { _, _, generator in
                for (layout, reference) in older {
                    if let difference = layout.difference(from: reference, probing: &generator.random) {
                        return "an older copy: \(difference)"
                    }
                }
                return nil
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testFramesInFloatsAreWithinTheirErrorNearTheOriginAtAnyDepth() {
        let failure = LawCases.firstFailure(of: "frames in floats", share: 0.25) { one in
            try Self.history(one, edits: 1) { layout, reference, generator in
                for section in reference.sections.indices.prefix(3) where reference.sections[section].itemCount > 0 {
                    let count = reference.sections[section].itemCount
                    let first = generator.random.below(count)
                    let range = first..<min(count, first + 20)
                    let base = reference.placements[section].firstFrame
                    let origin = reference.pointEdges(reference.frames[base + first])
                    var found = [Float](repeating: .nan, count: 4 * range.count)
                    le_layout_frames_relative(
                        layout.pointer, Int64(section), Int64(first), Int64(range.count), origin.minX, origin.minY,
                        &found)
                    for item in range {
                        // The exact position relative to the origin, in units that a double can represent.
                        let shown = reference.mirrored(reference.frames[base + item])
                        let start = reference.mirrored(reference.frames[base + first])
                        let main = ReferenceUnits.points(shown.mainMin - start.mainMin)
                        let cross = ReferenceUnits.points(shown.crossMin - start.crossMin)
                        let (x, y) = reference.isHorizontal ? (main, cross) : (cross, main)
                        let at = 4 * (item - first)
                        for (value, exact) in [(found[at], x), (found[at + 1], y)] where abs(exact) <= 4096 {
                            if abs(Double(value) - exact) > 1.0 / 4096 {
                                return "item \(item) stands at \(value) from the origin, expected \(exact)"
                            }
                        }
                    }
                }
                return nil
            }
        }
        if let failure { XCTFail(failure) }
    }

    // ---- The common form of all cases

    typealias Step = (CLayout, ReferenceLayout, inout LayoutGenerator) throws -> String?

    /// A random layout with random edits; calls `step` after each edit and `end` after the last. Returns the failure
    /// with its edits.
    static func history(
        _ one: LawCase, edits: Int, kinds: [ReferenceSection.Kind]? = nil, step: Step,
        end: Step = { _, _, _ in nil }
    ) throws -> String? {
        var generator = LayoutGenerator(one, kinds: kinds)
        var reference = generator.container()
        let layout = CLayout(like: reference, seed: one.seed)
        var log: [LayoutEdit] = []
        func told(_ fault: String) -> String {
            "\(fault)\nlayout: cross \(reference.cross), horizontal \(reference.isHorizontal), "
                + "right to left \(reference.isRightToLeft)\nhistory:\n"
                + log.map(\.description).joined(separator: "\n")
        }
        let first = LayoutEdit.insertSections(generator.sections(cross: reference.cross), at: 0)
        for number in 0...edits {
            let edit = number == 0 ? first : generator.edit(of: reference)
            log.append(edit)
            do { try layout.perform(edit, on: reference) } catch { return told("threw \(error)") }
            reference.perform(edit)
            if let fault = try step(layout, reference, &generator) { return told(fault) }
        }
        if let fault = try end(layout, reference, &generator) { return told(fault) }
        return nil
    }

    static func queries(
        _ count: Int, _ generator: inout LayoutGenerator, _ reference: ReferenceLayout,
        _ check: (ReferenceRect, ReferenceRect, inout LayoutGenerator) -> String?
    ) -> String? {
        for _ in 0..<count {
            let rect = generator.rect(in: reference)
            let visible = generator.visible(for: rect, in: reference)
            if let fault = check(rect, visible, &generator) { return fault }
        }
        return nil
    }
}
