import Foundation
import ListEngineLayout
import TestSupport
import XCTest

/// New estimates for unmeasured items of compositional sections and flows.
final class ReestimatingTests: XCTestCase {
    /// A header and items of estimated height, in columns.
    private func section(_ columns: Int, _ height: CGFloat) -> CollectionLayoutSection {
        let section = CollectionLayoutSection.grid(columns: columns, itemHeight: .estimated(height), spacing: 3)
        section.boundarySupplementaryItems = [
            CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .estimated(20), .top)
        ]
        return section
    }

    func testMeasuredItemsAndHeadersStayAndTheAnchorStays() throws {
        var layout = try compositional(section(1, 40), count: 1_000)
        try layout.measure(boundarySupplementaryItem: 0, inSection: 0, size: CGSize(width: 300, height: 55))
        try layout.measure(item: 7, inSection: 0, size: CGSize(width: 300, height: 90))
        let viewport = Viewport(CGRect(x: 0, y: 10_000, width: 300, height: 200))
        let anchor = try XCTUnwrap(layout.scrollAnchor(in: viewport))
        XCTAssertTrue(layout.canReestimate(section: 0))
        let scroll = try layout.keeping(anchor, in: viewport) {
            try $0.reestimateItems(inSection: 0, [ExtentEstimate(count: 1_000, extent: 33)])
        }
        XCTAssertEqual(scroll.scrollDelta, CGFloat(anchor.item - 1) * -7)
        XCTAssertEqual(layout.frameForHeader(inSection: 0)?.height, 55)
        XCTAssertEqual([6, 7, 8, 999].map { layout.frame(ofItem: $0, inSection: 0).height }, [33, 90, 33, 33])
        let items: CGFloat = 999 * (33 + 3) + 90
        XCTAssertEqual(layout.contentSize.height, items + 55)
        // Inserted items have the estimate of the section.
        try layout.insertItems(.count(1), at: 3, inSection: 0)
        XCTAssertEqual(layout.frame(ofItem: 3, inSection: 0).height, 33)
        XCTAssertNil(layout.brokenInvariant())
        // The same description keeps the estimate; another description replaces it.
        try layout.restyleSection(0, like: .compositional(section(1, 40), count: 0))
        XCTAssertEqual(layout.frame(ofItem: 3, inSection: 0).height, 33)
        try layout.restyleSection(0, like: .compositional(section(1, 41), count: 0))
        XCTAssertEqual([3, 8].map { layout.frame(ofItem: $0, inSection: 0).height }, [41, 90])
    }

    func testTheEstimateOfTheMostItemsCounts() throws {
        var layout = try compositional(section(2, 40), count: 100)
        let runs = [(10, 70.0), (60, 50.0), (20, nil)].map { ExtentEstimate(count: $0, extent: $1) }
        try layout.reestimateItems(inSection: 0, runs)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0).height, 50)
        // Nil estimates change nothing.
        try layout.reestimateItems(inSection: 0, [ExtentEstimate(count: 100, extent: nil)])
        XCTAssertEqual(layout.frame(ofItem: 99, inSection: 0).height, 50)
    }

    func testInvalidReestimatesAreRefusedAndNothingChanges() throws {
        let estimated = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(30))
        let two = CollectionLayoutSection(
            group: .vertical(
                layoutSize: estimated,
                subitems: [CollectionLayoutItem(layoutSize: estimated), CollectionLayoutItem(layoutSize: estimated)]))
        let filled = CollectionLayoutSection(
            group: .vertical(
                layoutSize: CollectionLayoutSize(
                    widthDimension: .fractionalWidth(1), heightDimension: .absolute(100)),
                subitems: [CollectionLayoutItem(layoutSize: estimated)]))
        for described in [two, filled, .list(itemHeight: .absolute(40))] {
            var layout = try compositional(described, count: 10)
            XCTAssertFalse(layout.canReestimate(section: 0))
            XCTAssertThrowsError(
                try layout.reestimateItems(inSection: 0, [ExtentEstimate(count: 10, extent: 33)])
            ) { XCTAssertEqual($0 as? LayoutError, .exactSize(section: 0, item: nil)) }
        }
        var layout = try compositional(section(1, 40), count: 10)
        let before = layout.all()
        for bad in [Double.nan, -1, .infinity] {
            let estimates = [ExtentEstimate(count: 2, extent: 9), ExtentEstimate(count: 3, extent: bad)]
            XCTAssertThrowsError(try layout.reestimateItems(inSection: 0, estimates)) {
                guard case .unusableValue(section: 0, item: 2, value: _) = $0 as? LayoutError else {
                    return XCTFail("\($0)")
                }
            }
        }
        XCTAssertThrowsError(try layout.reestimateItems(inSection: 0, [ExtentEstimate(count: 11, extent: 9)])) {
            XCTAssertEqual($0 as? LayoutError, .inconsistentCounts(items: 10, sizes: 11))
        }
        XCTAssertEqual(layout.all(), before)
    }

    /// After measuring, editing and estimating in any order, the layout equals one described with the last estimate and
    /// measured once.
    func testRandomEditsEqualARebuildWithTheLastEstimate() throws {
        let failure = LawCases.firstFailure(of: "estimates of compositions", share: 0.05, scales: [.small]) { law in
            var random = law.random
            let columns = 1 + random.below(3)
            var estimate = CGFloat(10 + random.below(50))
            var layout = try compositional(section(columns, estimate), count: 0)
            var sizes: [CGFloat?] = []
            var header: CGFloat?
            for step in 0..<12 {
                let count = sizes.count
                switch random.below(6) {
                case 0:
                    let (at, more) = (random.below(count + 1), random.below(20))
                    try layout.insertItems(.count(more), at: at, inSection: 0)
                    sizes.insert(contentsOf: Array(repeating: nil, count: more), at: at)
                case 1:
                    let range = random.range(within: count)
                    try layout.removeItems(range, inSection: 0)
                    sizes.removeSubrange(range)
                case 2, 3:
                    // For no items there is none.
                    let next = CGFloat(random.below(400)) / 4
                    try layout.reestimateItems(inSection: 0, [ExtentEstimate(count: count, extent: Double(next))])
                    if count > 0 { estimate = next }
                case 4 where count > 0:
                    let (item, height) = (random.below(count), CGFloat(random.below(300)) / 4)
                    try layout.measure(item: item, inSection: 0, size: CGSize(width: 1, height: height))
                    sizes[item] = height
                default:
                    header = CGFloat(1 + random.below(60))
                    try layout.measure(
                        boundarySupplementaryItem: 0, inSection: 0, size: CGSize(width: 1, height: header ?? 0))
                }
                var fresh = try compositional(section(columns, estimate), count: sizes.count)
                for (item, height) in sizes.enumerated() {
                    guard let height else { continue }
                    try fresh.measure(item: item, inSection: 0, size: CGSize(width: 1, height: height))
                }
                if let header {
                    try fresh.measure(
                        boundarySupplementaryItem: 0, inSection: 0, size: CGSize(width: 1, height: header))
                }
                if layout.contentSize != fresh.contentSize {
                    return "step \(step): \(layout.contentSize), not \(fresh.contentSize)"
                }
                if layout.all() != fresh.all() { return "step \(step): other elements" }
                if let broken = layout.brokenInvariant() { return "step \(step): \(broken)" }
            }
            return nil
        }
        XCTAssertNil(failure)
    }

    // MARK: Flows

    func testRandomEditsOfAFlowEqualARebuild() throws {
        let failure = LawCases.firstFailure(of: "estimates of flows", share: 0.05, scales: [.small]) { law in
            var random = law.random
            let isVertical = random.chance(oneIn: 2)
            func recipe(_ sizes: [CGSize]) -> SectionRecipe {
                .flow(sizes: sizes, spacing: 2, lineSpacing: 3, header: 9, estimated: true)
            }
            func layout(_ sizes: [CGSize]) throws -> CollectionViewLayout {
                var layout = CollectionViewLayout(
                    size: CGSize(width: 200, height: 180), scrollDirection: isVertical ? .vertical : .horizontal)
                try layout.append(.list(count: 3, height: 7))
                try layout.append(recipe(sizes))
                return layout
            }
            func size() -> CGSize {
                CGSize(width: CGFloat(random.below(300)) / 2, height: CGFloat(random.below(300)) / 2)
            }
            var sizes = (0..<random.below(60)).map { _ in size() }
            var measured = sizes.map { _ in false }
            var flow = try layout(sizes)
            flow.tracksMeasuredItems = true
            for step in 0..<10 {
                let count = sizes.count
                switch random.below(5) {
                case 0 where count > 0:
                    let (item, size) = (random.below(count), size())
                    try flow.resizeItems(startingAt: item, inSection: 1, to: .sizes([size]))
                    (sizes[item], measured[item]) = (size, true)
                case 1:
                    let (at, size) = (random.below(count + 1), size())
                    try flow.insertItems(.sizes([size]), at: at, inSection: 1)
                    sizes.insert(size, at: at)
                    measured.insert(false, at: at)
                case 2 where count > 0:
                    let range = random.range(within: count)
                    try flow.removeItems(range, inSection: 1)
                    sizes.removeSubrange(range)
                    measured.removeSubrange(range)
                default:
                    var (first, runs) = (0, [ExtentEstimate]())
                    while first < count, !random.chance(oneIn: 6) {
                        let size = size()
                        let main = random.chance(oneIn: 4) ? nil : Double(isVertical ? size.height : size.width)
                        let cross = random.chance(oneIn: 3) ? nil : Double(isVertical ? size.width : size.height)
                        let run = ExtentEstimate(
                            count: 1 + random.below(count - first), extent: main, crossExtent: cross)
                        runs.append(run)
                        for item in first..<first + run.count where !measured[item] {
                            let (width, height) = isVertical ? (cross, main) : (main, cross)
                            if let width { sizes[item].width = CGFloat(width) }
                            if let height { sizes[item].height = CGFloat(height) }
                        }
                        first += run.count
                    }
                    let anchor = ScrollAnchor(section: 1, item: count > 0 ? random.below(count) : 0)
                    let before = count > 0 ? flow.contentOffset(for: anchor) : 0
                    let scroll = try flow.keeping(count > 0 ? anchor : nil) {
                        try $0.reestimateItems(inSection: 1, runs)
                    }
                    if count > 0, flow.contentOffset(for: anchor) - before != scroll.scrollDelta {
                        return "step \(step): the anchor moved"
                    }
                }
                let fresh = try layout(sizes)
                if flow.contentSize != fresh.contentSize || flow.all() != fresh.all() {
                    return "step \(step): other elements"
                }
                if let broken = flow.brokenInvariant() { return "step \(step): \(broken)" }
            }
            return nil
        }
        XCTAssertNil(failure)
    }
}
