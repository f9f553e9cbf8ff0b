import ListEngineReference
import XCTest

/// The reference itself, compared with numbers worked out by hand (in points).
final class ReferenceTests: XCTestCase {
    private func units(_ points: Double) -> Int64 { ReferenceUnits.units(points) }

    /// Lays out one section at a width, and returns its frames as x, y, width, height.
    private func frames(_ section: ReferenceSection, width: Double) -> [[Double]] {
        var layout = ReferenceLayout(cross: units(width))
        layout.insert([section], at: 0)
        return layout.frames.map {
            [$0.crossMin, $0.mainMin, $0.crossMax - $0.crossMin, $0.mainMax - $0.mainMin].map(ReferenceUnits.points)
        }
    }

    private func flow(_ sizes: [(Double, Double)], spacing: Double = 10) -> ReferenceSection {
        var section = ReferenceSection(kind: .flow)
        section.itemSpacing = units(spacing)
        section.lineSpacing = units(10)
        section.sizes = sizes.map { ReferenceSize(main: units($0.1), cross: units($0.0)) }
        return section
    }

    func testAListStacksItemsBetweenHeaderInsetsAndFooter() {
        var section = ReferenceSection(kind: .list)
        section.sizes = [20, 30].map { ReferenceSize(main: units($0)) }
        section.header = units(40)
        section.footer = units(5)
        section.insetMainStart = units(1)
        section.insetMainEnd = units(2)
        section.insetCrossStart = units(3)
        section.insetCrossEnd = units(4)
        section.lineSpacing = units(8)
        XCTAssertEqual(frames(section, width: 100), [[3, 41, 93, 20], [3, 69, 93, 30]])
        var layout = ReferenceLayout(cross: units(100))
        layout.insert([section, section], at: 0)
        XCTAssertEqual(layout.extent, units(2 * (40 + 1 + 20 + 8 + 30 + 2 + 5)))
        XCTAssertEqual(layout.footerFrame(inSection: 0)?.mainMin, units(101))
        XCTAssertEqual(layout.placements[1].offset, units(106))
    }

    func testAFullLineTouchesBothInsetsAndTheLastKeepsTheSpacing() {
        let section = flow([(40, 20), (40, 30), (40, 20), (30, 10)])
        XCTAssertEqual(
            frames(section, width: 110),
            [[0, 5, 40, 20], [70, 0, 40, 30], [0, 40, 40, 20], [50, 45, 30, 10]])
    }

    func testTheRemainderOfTheGapsGoesToTheFirstOfThem() {
        var section = flow([(1, 1), (1, 1), (1, 1), (90, 1)], spacing: 0)
        section.insetCrossEnd = -1
        let starts = frames(section, width: 10)[..<3].map { $0[0] }
        let spare = 7 * ReferenceUnits.point + 1
        XCTAssertEqual(units(starts[1]), ReferenceUnits.point + spare / 2 + 1)
        XCTAssertEqual(units(starts[2]), 2 * ReferenceUnits.point + spare)
    }

    func testALoneItemIsCentredUnlessAnotherWouldFitNextToIt() {
        XCTAssertEqual(frames(flow([(50, 50)]), width: 375), [[0, 0, 50, 50]])
        XCTAssertEqual(frames(flow([(200, 50)]), width: 375), [[87.5, 0, 200, 50]])
        XCTAssertEqual(frames(flow([(200, 50), (200, 50)]), width: 375).map { $0[0] }, [87.5, 87.5])
        XCTAssertEqual(frames(flow([(400, 50)]), width: 375), [[-12.5, 0, 400, 50]])
    }

    func testThirdsOfAWidthFit() {
        let third = 100.0 / 3
        XCTAssertEqual(
            Set(frames(flow([(third, 9), (third, 9), (third, 9)], spacing: 0), width: 100).map { $0[1] }), [0])
    }

    func testAGridSharesTheLeftOverAndKeepsItInTheLastLine() {
        var section = ReferenceSection(kind: .grid)
        section.gridSize = ReferenceSize(main: units(50), cross: units(50))
        section.itemSpacing = units(10)
        section.lineSpacing = units(10)
        section.gridCount = 4
        XCTAssertEqual(
            frames(section, width: 190), [[0, 0, 50, 50], [70, 0, 50, 50], [140, 0, 50, 50], [0, 60, 50, 50]])
        section.columns = 2
        XCTAssertEqual(
            frames(section, width: 190), [[0, 0, 90, 50], [100, 0, 90, 50], [0, 60, 90, 50], [100, 60, 90, 50]])
    }

    func testAPinnedHeaderFollowsUntilTheNextSectionPushesIt() {
        var section = ReferenceSection(kind: .list)
        section.sizes = [ReferenceSize(main: units(40))]
        section.header = units(10)
        section.footer = units(6)
        section.pinsHeader = true
        section.pinsFooter = true
        var layout = ReferenceLayout(cross: units(100))
        layout.insert([section, section], at: 0)
        func header(_ offset: Double) -> Double {
            let visible = ReferenceRect(
                mainMin: units(offset), crossMin: 0, mainMax: units(offset + 30), crossMax: units(100))
            return ReferenceUnits.points(layout.headerFrame(inSection: 0, visible: visible)!.mainMin)
        }
        func footer(_ end: Double) -> Double {
            let visible = ReferenceRect(
                mainMin: units(end - 30), crossMin: 0, mainMax: units(end), crossMax: units(100))
            return ReferenceUnits.points(layout.footerFrame(inSection: 0, visible: visible)!.mainMin)
        }
        XCTAssertEqual([-5, 0, 20, 46, 50, 90].map(header), [0, 0, 20, 46, 46, 46])
        XCTAssertEqual([4, 16, 20, 40, 56, 90].map(footer), [10, 10, 14, 34, 50, 50])
    }
}
