import CListEngine
import CListEngineTesting
import ListEngineReference
import TestSupport
import XCTest

/// The random edits reach every code path that the core counts. A random test proves little about a path that it
/// never took.
final class PathCoverageTests: XCTestCase {
    func testAFewSequencesOfRandomEditsReachEveryPath() throws {
        try XCTSkipIf(le_path_count() == 0, "this build does not count paths: -Xcc -DLE_COUNT_PATHS=1 does")
        try XCTSkipUnless(LawCases.isOptimised, "this takes thousands of histories: `make laws` runs it")
        let before = (0..<le_path_count()).map(le_path_hits)
        func missing() -> [String] {
            (0..<le_path_count()).filter { le_path_hits($0) == before[Int($0)] }
                .map { String(cString: le_path_name($0)) }
                .filter { LayoutGenerator.standardKinds.contains(.flow) || !$0.hasPrefix("FLOW") }
        }

        var seed: UInt64 = 1
        while !missing().isEmpty && seed < 4_000 {
            // Each instruction set runs both scales: eight consecutive seeds use it.
            le_backend_use(Int32(seed / 8 % UInt64(le_backend_count())))
            let scale: CaseScale = seed % 8 == 0 ? .medium : .small
            let one = LawCase(seed: seed, scale: scale)
            var older: [CLayout] = []
            var cursor = le_cursor()
            let fault = try LayoutLawTests.history(one, edits: 8) { layout, reference, generator in
                if generator.random.chance(oneIn: 3) { older.append(layout.copy()) }
                let rect = generator.rect(in: reference)
                return layout.differenceOfQuery(
                    from: reference, rect: rect, visible: rect, capacity: 16, cursor: &cursor)
            }
            if let fault { XCTFail("\(fault) (seed \(seed))") }
            // Compositional sections have separate cases, which run until all their paths are reached.
            guard missing().contains(where: { $0.hasPrefix("GROUP") || $0.hasPrefix("PARTS") }) else {
                seed += 1
                continue
            }
            let composed = try CompositionalLawTests.history(one, edits: 8) { layout, reference, generator in
                CompositionalLawTests.queries(2, &generator, reference) { rect, visible, scrolled, _ in
                    layout.differenceOfQuery(
                        from: reference, rect: rect, visible: visible, scrolled: scrolled, capacity: 3, cursor: &cursor)
                }
            }
            if let composed { XCTFail("\(composed) (seed \(seed))") }
            seed += 1
        }
        le_backend_use(le_backend_count() - 1)
        XCTAssertEqual(missing(), [], "paths that \(seed) histories never took")
        for path in 0..<le_path_count() {
            print("path \(String(cString: le_path_name(path))): \(le_path_hits(path) - before[Int(path)])")
        }
    }
}
