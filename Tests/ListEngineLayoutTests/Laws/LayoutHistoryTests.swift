import AllocationCounter
import Foundation
import ListEngineLayout
import ListEngineReference
import TestSupport
import XCTest

/// The laws through the public interface: random edits compared with the reference, on every instruction set in
/// turn. The core has separate tests, with more cases; here the conversion to and from the core is tested.
final class LayoutHistoryTests: XCTestCase {
    typealias Step = (LayoutSubject, ReferenceLayout, inout LayoutGenerator) throws -> String?

    /// A random layout with random edits; calls `step` after each. Returns the failure with its edits.
    private func history(_ one: LawCase, edits: Int, step: Step) throws -> String? {
        var generator = LayoutGenerator(one)
        var reference = generator.container()
        var subject = LayoutSubject(like: reference, seed: one.seed)
        var log: [LayoutEdit] = []
        for number in 0...edits {
            let edit =
                number == 0
                ? LayoutEdit.insertSections(
                    generator.sections(cross: reference.cross).map(LayoutGenerator.sayable), at: 0)
                : generator.sayableEdit(of: reference)
            log.append(edit)
            var fault: String?
            do {
                try subject.perform(edit, on: reference)
                reference.perform(edit)
                fault = try step(subject, reference, &generator)
            } catch { fault = "threw \(error)" }
            if let fault {
                return
                    "\(fault)\nlayout: cross \(reference.cross), horizontal \(reference.isHorizontal), right to left "
                    + "\(reference.isRightToLeft)\nhistory:\n" + log.map(\.description).joined(separator: "\n")
            }
        }
        return nil
    }

    func testIncrementalEqualsRebuiltBitForBit() {
        let failure = LawCases.firstFailure(of: "law 1, through Swift", share: 0.25) { one in
            try history(one, edits: 4) { subject, reference, generator in
                subject.layout.difference(from: reference, probing: &generator.random)
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testAQueryEqualsBruteForce() {
        let failure = LawCases.firstFailure(of: "law 5, through Swift", share: 0.25) { one in
            var cursor = LayoutCursor()
            return try history(one, edits: 2) { subject, reference, generator in
                for _ in 0..<3 {
                    let rect = generator.rect(in: reference).moderate
                    let visible = generator.visible(for: rect, in: reference).moderate
                    if let difference = subject.layout.differenceOfQuery(
                        from: reference, rect: rect, visible: visible, cursor: &cursor)
                    {
                        return difference
                    }
                    let shown = reference.shown(rect)
                    let point = generator.random.pick(shown.origin, CGPoint(x: shown.midX, y: shown.midY))
                    if let difference = subject.layout.differenceAtPoint(point, from: reference) { return difference }
                }
                return nil
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testTheVisitorAndTheBufferFormAllocateNothing() throws {
        try XCTSkipUnless(allocation_counter_works(), "allocations are not counted here")
        var cursor = LayoutCursor()
        let buffer = UnsafeMutableBufferPointer<LayoutAttributes>.allocate(capacity: 16)
        defer { buffer.deallocate() }
        var total = 0.0
        let failure = LawCases.firstFailure(of: "law 6, through Swift", share: 0.25) { one in
            try history(one, edits: 1) { subject, reference, generator in
                let rect = generator.rect(in: reference).moderate
                let viewport = Viewport(reference.shown(rect))
                let layout = subject.layout
                // The first queries warm up.
                layout.forEachElement(in: viewport, cursor: &cursor) { total += $0.minX }
                let before = allocation_count()
                layout.forEachElement(in: viewport, cursor: &cursor) { total += $0.minX }
                _ = layout.layoutAttributes(in: viewport, cursor: &cursor, into: buffer)
                let made = allocation_count() - before
                return made == 0 ? nil : "a query made \(made) allocations"
            }
        }
        if let failure { XCTFail(failure) }
    }

    func testCopiesKeepWhatTheyHeld() {
        let failure = LawCases.firstFailure(of: "a layout is a value", share: 0.1) { one in
            var older: [(CollectionViewLayout, ReferenceLayout)] = []
            return try history(one, edits: 4) { subject, reference, generator in
                older.append((subject.layout, reference))
                for (layout, held) in older {
                    if let difference = layout.difference(from: held, probing: &generator.random) {
                        return "an older copy: \(difference)"
                    }
                }
                return nil
            }
        }
        if let failure { XCTFail(failure) }
    }
}
