import AllocationCounter
import CListEngine
import ListEngineReference
import TestSupport
import XCTest

/// The laws of layouts for random compositions: random edits compared with the reference, on every instruction set
/// in turn.
final class CompositionalLawTests: XCTestCase {
    /// The reference stores every frame of every group, so a case costs ten times as much as a case of lists.
    private static let share = 0.1

    func testIncrementalEqualsRebuiltBitForBit() {
        let failure = LawCases.firstFailure(of: "law 1, incremental equals rebuilt, compositions", share: Self.share) {
            one in
            try Self.history(one, edits: one.scale == .small ? 5 : 6) { layout, reference, generator in
                layout.difference(from: reference, probing: &generator.random)
            } end: { layout, reference, generator in
                // A fresh build by the same core gives the same results.
                let fresh = try CompositionalCLayout(building: reference, seed: one.seed)
                if let difference = fresh.difference(from: reference, probing: &generator.random) {
                    return "fresh build: \(difference)"
                }
                return Self.queries(2, &generator, reference) { rect, visible, scrolled, _ in
                    var cursors = (le_cursor(), le_cursor())
                    let a = layout.query(
                        rect, visible: visible, scrolled: scrolled, capacity: 64, cursor: &cursors.0)
                    let b = fresh.query(rect, visible: visible, scrolled: scrolled, capacity: 64, cursor: &cursors.1)
                    return a.elementsEqual(b) { $0.isSame(as: $1) } ? nil : "a fresh build answers otherwise"
                }
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testEveryVariantGivesTheSameBits() {
        // One sequence of edits on every backend, and with a new backend in between.
        let failure = LawCases.firstFailure(
            of: "law 2, every variant gives the same bits, compositions", share: Self.share
        ) { one in
            let backends = Int(le_backend_count())
            var switching = TestRandom(seed: one.seed &* 31)
            return try Self.history(one, edits: 3) { layout, reference, generator in
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
        let failure = LawCases.firstFailure(of: "law 5, a query equals brute force, compositions", share: Self.share) {
            one in
            var cursor = le_cursor()  // one for the whole history: outdated hints must not change a result
            let many = one.scale == .small ? 3 : 4
            return try Self.history(one, edits: one.scale == .small ? 3 : 4) { layout, reference, generator in
                Self.queries(many, &generator, reference) { rect, visible, scrolled, generator in
                    let capacity = generator.random.pick(1, 2, 3, 16, 64)
                    if let difference = layout.differenceOfQuery(
                        from: reference, rect: rect, visible: visible, scrolled: scrolled, capacity: capacity,
                        cursor: &cursor)
                    {
                        return difference
                    }
                    let main = generator.random.pick(rect.mainMin, rect.mainMax, (rect.mainMin + rect.mainMax) / 2)
                    let cross = generator.random.pick(rect.crossMin, (rect.crossMin + rect.crossMax) / 2)
                    return layout.differenceAtPoint(from: reference, main: main, cross: cross, scrolled: scrolled)
                }
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testScrollingWritesAndAllocatesNothing() {
        let failure = LawCases.firstFailure(of: "law 6, scrolling writes nothing, compositions", share: Self.share / 2)
        { one in
            try Self.history(one, edits: 3) { _, _, _ in
                nil
            } end: { layout, reference, generator in
                let bytes = le_layout_bytes(layout.pointer)
                let before = layout.copy()
                var cursor = le_cursor()
                let difference = Self.queries(3, &generator, reference) { rect, visible, scrolled, _ in
                    CompositionalCLayout.withScrolls(scrolled) { scrolls in
                        var viewport = le_viewport(rect: le_rect(rect), visible: le_rect(visible), scrolls: scrolls)
                        return withUnsafeTemporaryAllocation(of: le_element.self, capacity: 8) { buffer -> String? in
                            let allocations = allocation_count()
                            le_layout_query_begin(&cursor)
                            while le_layout_query(layout.pointer, &viewport, &cursor, buffer.baseAddress, 8) > 0 {}
                            var section: Int64 = 0
                            var item: Int64 = 0
                            _ = le_layout_item_at_point(
                                layout.pointer, rect.mainMin, rect.crossMin, &viewport.scrolls, &section, &item, nil)
                            _ = le_layout_nearest_item(
                                layout.pointer, rect.mainMin, rect.crossMin, &viewport.scrolls, &section, &item, nil)
                            let made = allocation_count() - allocations
                            return made == 0 ? nil : "a query made \(made) allocations"
                        }
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
        let failure = LawCases.firstFailure(of: "a copy is a value, compositions", share: Self.share / 4) { one in
            var older: [(CompositionalCLayout, ReferenceCompositionalLayout)] = []
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

    func testFaultsToleratedBySolvingAreReported() {
        let failure = LawCases.firstFailure(
            of: "faults of compositions", share: Self.share, scales: [.small]
        ) { one in
            var generator = LayoutGenerator(one)
            let container = generator.compositionalContainer().container
            let description = generator.composition(in: container)
            let composition = try CComposition(description)
            let summary = le_composition_solve(composition.pointer, container.main, container.cross)
            let expected = ReferenceCompositionalLayout.solve(description, in: container)
            if summary.group_items != expected.items || summary.group_main != expected.extent.main
                || summary.group_cross != expected.extent.cross
            {
                return "\(summary), expected \(expected)\n\(description.description)"
            }
            // The core reports one of the faults; it may be that of a child that it tried but did not place.
            let fault = ReferenceCompositionFault(summary)
            if fault.map({ !expected.considered.contains($0) }) ?? !expected.faults.isEmpty {
                return "\(summary), expected one of \(expected.faults)\n\(description.description)"
            }
            return nil
        }
        if let failure { XCTFail(failure) }
    }

    // ---- The common form of all cases

    typealias Step = (CompositionalCLayout, ReferenceCompositionalLayout, inout LayoutGenerator) throws -> String?

    /// A random layout with random edits; calls `step` after each edit and `end` after the last. Returns the failure
    /// with its edits.
    static func history(
        _ one: LawCase, edits: Int, step: Step, end: Step = { _, _, _ in nil }
    ) throws -> String? {
        var generator = LayoutGenerator(one)
        var reference = generator.compositionalContainer()
        let layout = try CompositionalCLayout(like: reference, seed: one.seed)
        var log: [CompositionalEdit] = []
        func told(_ fault: String) -> String {
            "\(fault)\nlayout: container \(reference.container), horizontal \(reference.isHorizontal), "
                + "right to left \(reference.isRightToLeft)\nhistory:\n"
                + log.map(\.description).joined(separator: "\n")
        }
        let first = generator.firstCompositionalEdits(in: reference.container)
        for number in 0..<(first.count + edits) {
            let edit = number < first.count ? first[number] : generator.edit(of: reference)
            log.append(edit)
            do { try layout.perform(edit) } catch { return told("threw \(error)") }
            reference.perform(edit)
            if number < first.count - 1 { continue }
            if let fault = try step(layout, reference, &generator) { return told(fault) }
        }
        if let fault = try end(layout, reference, &generator) { return told(fault) }
        return nil
    }

    static func queries(
        _ count: Int, _ generator: inout LayoutGenerator, _ reference: ReferenceCompositionalLayout,
        _ check: (ReferenceRect, ReferenceRect, [Int: Int64], inout LayoutGenerator) -> String?
    ) -> String? {
        for _ in 0..<count {
            let rect = generator.rect(in: reference)
            let visible = generator.random.chance(oneIn: 3) ? generator.rect(in: reference) : rect
            let scrolled = generator.scrolls(in: reference)
            if let fault = check(rect, visible, scrolled, &generator) { return fault }
        }
        return nil
    }
}

extension ReferenceCompositionFault {
    /// Nil if there was no fault.
    fileprivate init?(_ summary: le_composition_summary) {
        let reason: Reason
        switch summary.fault {
        case LE_FAULT_FIRST_DOES_NOT_FIT: reason = .firstDoesNotFit
        case LE_FAULT_EMPTY_GROUP: reason = .emptyGroup
        case LE_FAULT_NO_EXTENT: reason = .noExtent
        case LE_FAULT_TOO_MANY: reason = .tooMany
        default: return nil
        }
        self.init(reason: reason, node: Int(summary.fault_node))
    }
}
