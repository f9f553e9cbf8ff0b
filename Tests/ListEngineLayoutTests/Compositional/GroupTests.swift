import AllocationCounter
import Foundation
import ListEngineLayout
import XCTest

/// Items in groups, groups in groups.
final class GroupTests: XCTestCase {
    private func section(_ group: CollectionLayoutGroup) -> CollectionLayoutSection {
        CollectionLayoutSection(group: group)
    }

    func testAGroupTakesItemsInTurnUntilTheNextDoesNotFit() throws {
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)),
            subitems: [
                CollectionLayoutItem(.absolute(100), .fractionalHeight(1)),
                CollectionLayoutItem(.absolute(60), .fractionalHeight(0.5)),
            ])
        let layout = try compositional(section(group), count: 4)
        // 100 + 60 + 100 fit; another 60 would need 320 of 300.
        XCTAssertEqual(
            layout.frames(), [rect(0, 0, 100, 50), rect(100, 0, 60, 25), rect(160, 0, 100, 50), rect(0, 50, 100, 50)])
        // A group with fewer items keeps its full size.
        XCTAssertEqual(layout.contentSize, CGSize(width: 300, height: 100))
        XCTAssertTrue(layout.diagnostics.recent.isEmpty)
    }

    func testThirdsFitThreeInALine() throws {
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(10)),
            subitems: [CollectionLayoutItem(.fractionalWidth(1 / 3), .fractionalHeight(1))])
        for width in [300, 301, 375, 390, 393, 1_000.7] as [CGFloat] {
            for scale in [0, 1, 2, 3] as [CGFloat] {
                let layout = try compositional(
                    section(group), count: 4, size: CGSize(width: width, height: 100), scale: scale)
                XCTAssertEqual(layout.frames().map(\.minY), [0, 0, 0, 10], "\(width) at \(scale)")
            }
        }
    }

    func testASharedGroupGivesEqualPartsAndARepeatingOneKeepsSizes() throws {
        let size = CollectionLayoutSize(.fractionalWidth(1), .absolute(40))
        let item = CollectionLayoutItem(.absolute(120), .fractionalHeight(1))
        let shared = CollectionLayoutGroup.horizontal(layoutSize: size, subitem: item, count: 3)
        shared.interItemSpacing = .fixed(15)
        XCTAssertEqual(
            try compositional(section(shared), count: 3).frames(),
            [rect(0, 0, 90, 40), rect(105, 0, 90, 40), rect(210, 0, 90, 40)])
        let repeated = CollectionLayoutGroup.horizontal(layoutSize: size, repeatingSubitem: item, count: 3)
        repeated.interItemSpacing = .fixed(15)
        // The third one reaches out of the group.
        XCTAssertEqual(
            try compositional(section(repeated), count: 3).frames(),
            [rect(0, 0, 120, 40), rect(135, 0, 120, 40), rect(270, 0, 120, 40)])
    }

    // MARK: Spacing and fractions

    private func row(
        _ items: [CollectionLayoutItem], spacing: CollectionLayoutSpacing, repeating count: Int? = nil
    ) -> CollectionLayoutSection {
        let size = CollectionLayoutSize(.fractionalWidth(1), .absolute(60))
        let group =
            count.map { .horizontal(layoutSize: size, repeatingSubitem: items[0], count: $0) }
            ?? CollectionLayoutGroup.horizontal(layoutSize: size, subitems: items)
        group.interItemSpacing = spacing
        return section(group)
    }

    private func fraction(_ share: CGFloat) -> CollectionLayoutItem {
        CollectionLayoutItem(.fractionalWidth(share), .fractionalHeight(1))
    }

    /// The first row of a list 288 wide with two pixels a point: where items start, and how wide they are.
    private func columns(_ section: CollectionLayoutSection) throws -> [[CGFloat]] {
        let frames = try compositional(section, count: 12, size: CGSize(width: 288, height: 600), scale: 2).frames()
        return frames.filter { $0.minY == 0 }.map { [$0.minX, $0.width] }
    }

    func testSpacingComesOutOfFractions() throws {
        // Measured in UIKit: three thirds.
        let thirds: [[CGFloat]] = [[0, 90.5], [98.5, 90.5], [197, 90.5]]
        XCTAssertEqual(try columns(row([fraction(1 / 3)], spacing: .fixed(8))), thirds)
        XCTAssertEqual(
            try columns(row([fraction(1 / 3), fraction(1 / 3), fraction(1 / 3)], spacing: .fixed(8))), thirds)
        // Inferred from groups with a count: other fractions, a repeated item, flexible spacing.
        XCTAssertEqual(try columns(row([fraction(1 / 3)], spacing: .fixed(8), repeating: 3)), thirds)
        XCTAssertEqual(try columns(row([fraction(0.5)], spacing: .fixed(14))), [[0, 137], [151, 137]])
        XCTAssertEqual(
            try columns(row([fraction(0.3)], spacing: .fixed(8))), [[0, 81.5], [89.5, 81.5], [179, 81.5]])
        XCTAssertEqual(
            try columns(row([fraction(0.5), fraction(0.25), fraction(0.25)], spacing: .fixed(8))),
            [[0, 136], [144, 68], [220, 68]])
        XCTAssertEqual(
            try columns(row([fraction(1 / 3)], spacing: .flexible(8))), [[0, 90.5], [98.5, 90.5], [197, 90.5]])
        XCTAssertEqual(try columns(row([fraction(1)], spacing: .fixed(8))), [[0, 288]])
        // Two of the whole width, with the space between them taken out, do not fit. They are repeated all the same.
        XCTAssertEqual(try columns(row([fraction(1)], spacing: .fixed(8), repeating: 2)), [[0, 280], [288, 280]])
        // Overlapping items are larger.
        XCTAssertEqual(try columns(row([fraction(0.5)], spacing: .fixed(-8))), [[0, 148], [140, 148]])
    }

    func testAbsoluteItemsKeepTheirSizesNextToFractions() throws {
        func items() -> [CollectionLayoutItem] {
            [CollectionLayoutItem(.absolute(60), .fractionalHeight(1)), fraction(0.5)]
        }
        XCTAssertEqual(
            try columns(row(items(), spacing: .fixed(8))), [[0, 60], [68, 136], [212, 60]])
        // With 70 points, a third item does not fit: 70 + 136 + 70 and two spaces are more than 288.
        let wider = [CollectionLayoutItem(.absolute(70), .fractionalHeight(1)), fraction(0.5)]
        XCTAssertEqual(try columns(row(wider, spacing: .fixed(8))), [[0, 70], [78, 140]])
        let absolute = CollectionLayoutItem(.absolute(96), .fractionalHeight(1))
        XCTAssertEqual(try columns(row([absolute], spacing: .fixed(8))), [[0, 96], [104, 96]])
        XCTAssertEqual(
            try columns(row([absolute], spacing: .fixed(8), repeating: 3)), [[0, 96], [104, 96], [208, 96]])
    }

    func testSpacingComesOutOfFractionsOfTheOtherDimension() throws {
        // Squares stay squares, in groups of all kinds, in both directions.
        let square = CollectionLayoutItem(.fractionalWidth(0.5), .fractionalWidth(0.5))
        let upright = CollectionLayoutItem(.fractionalHeight(0.5), .fractionalHeight(0.5))
        let size = CollectionLayoutSize(.absolute(200), .absolute(200))
        for group in [
            CollectionLayoutGroup.horizontal(layoutSize: size, subitems: [square]),
            .horizontal(layoutSize: size, repeatingSubitem: square, count: 2),
            .horizontal(layoutSize: size, subitem: square, count: 2),
            .vertical(layoutSize: size, subitems: [upright]),
            .vertical(layoutSize: size, repeatingSubitem: upright, count: 2),
        ] {
            group.interItemSpacing = .fixed(20)
            let frames = try compositional(section(group), count: 2).frames()
            XCTAssertEqual(frames.map(\.size), [CGSize(width: 90, height: 90), CGSize(width: 90, height: 90)])
            XCTAssertEqual(max(frames[1].minX, frames[1].minY), 110)
        }
    }

    func testNestedGroupsTakeItemsDepthFirst() throws {
        let column = CollectionLayoutGroup.vertical(
            layoutSize: CollectionLayoutSize(.fractionalWidth(0.4), .fractionalHeight(1)),
            subitem: CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1)), count: 2)
        column.interItemSpacing = .fixed(10)
        column.contentInsets = .all(5)
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(120)),
            subitems: [CollectionLayoutItem(.fractionalWidth(0.6), .fractionalHeight(1)), column])
        let layout = try compositional(section(group), count: 4)
        XCTAssertEqual(
            layout.frames(),
            [rect(0, 0, 180, 120), rect(185, 5, 110, 50), rect(185, 65, 110, 50), rect(0, 120, 180, 120)])
    }

    func testInsetsShrinkAndEdgesMakeRoom() throws {
        let item = CollectionLayoutItem(.absolute(100), .fractionalHeight(1))
        item.contentInsets = DirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        item.edgeSpacing = CollectionLayoutEdgeSpacing(
            leading: .fixed(10), top: .fixed(6), trailing: .fixed(20), bottom: nil)
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)), subitems: [item])
        // 130 each: two fit.
        XCTAssertEqual(
            try compositional(section(group), count: 3).frames(),
            [rect(12, 7, 94, 46), rect(142, 7, 94, 46), rect(12, 57, 94, 46)])
    }

    func testFlexibleSpaceSharesTheRemainder() throws {
        let item = CollectionLayoutItem(.absolute(80), .absolute(20))
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)), subitems: [item])
        group.interItemSpacing = .flexible(10)
        XCTAssertEqual(try compositional(section(group), count: 3).frames().map(\.minX), [0, 110, 220])
        item.edgeSpacing = CollectionLayoutEdgeSpacing(
            leading: nil, top: .flexible(0), trailing: nil, bottom: .flexible(0))
        XCTAssertEqual(try compositional(section(group), count: 3).frames().map(\.minY), [15, 15, 15])
        item.edgeSpacing = CollectionLayoutEdgeSpacing(
            leading: .flexible(0), top: nil, trailing: .flexible(0), bottom: nil)
        group.interItemSpacing = .fixed(0)
        // 60 remain for six edges.
        XCTAssertEqual(try compositional(section(group), count: 3).frames().map(\.minX), [10, 110, 210])
    }

    func testDimensionsReferToXAndYInEitherDirection() throws {
        let group = CollectionLayoutGroup.vertical(
            layoutSize: CollectionLayoutSize(.fractionalWidth(0.25), .fractionalHeight(1)),
            subitems: [CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(0.5))])
        let section = section(group)
        section.interGroupSpacing = 5
        section.contentInsets = DirectionalEdgeInsets(top: 20, leading: 7, bottom: 10, trailing: 9)
        let layout = try compositional(
            section, count: 5, size: CGSize(width: 400, height: 230), direction: .horizontal)
        XCTAssertEqual(
            layout.frames(),
            [
                rect(7, 20, 100, 100), rect(7, 120, 100, 100), rect(112, 20, 100, 100), rect(112, 120, 100, 100),
                rect(217, 20, 100, 100),
            ])
        XCTAssertEqual(layout.contentSize, CGSize(width: 326, height: 230))
        let mirrored = try compositional(
            section, count: 5, size: CGSize(width: 400, height: 230), direction: .horizontal, flow: .rightToLeft)
        XCTAssertEqual(mirrored.frames().map(\.maxX), layout.frames().map { 326 - $0.minX })
    }

    func testRightToLeftMirrorsASection() throws {
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)),
            subitems: [CollectionLayoutItem(.absolute(100), .fractionalHeight(1))])
        let section = section(group)
        section.contentInsets = DirectionalEdgeInsets(leading: 30)
        let left = try compositional(section, count: 3)
        let right = try compositional(section, count: 3, flow: .rightToLeft)
        XCTAssertEqual(left.frames().map(\.minX), [30, 130, 30])
        XCTAssertEqual(right.frames().map(\.maxX), [270, 170, 270])
    }

    func testWholePixelsStayAsTheyAre() throws {
        for scale in [1, 2, 3] as [CGFloat] {
            var layout = CollectionViewLayout(size: CGSize(width: 5_000, height: 100), displayScale: scale)
            for pixels in 1...3_000 {
                let width = CGFloat(pixels) / scale
                try layout.append(
                    .compositional(
                        section(
                            .horizontal(
                                layoutSize: CollectionLayoutSize(.absolute(width), .absolute(width)),
                                repeatingSubitem: CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1)),
                                count: 1)), count: 1))
                XCTAssertEqual(
                    layout.frame(ofItem: 0, inSection: pixels - 1).width * scale, CGFloat(pixels), accuracy: 1e-4)
            }
        }
    }

    func testSizesAreFlooredToPixelsAndANewScaleSolvesAgain() throws {
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)),
            subitems: [CollectionLayoutItem(.fractionalWidth(0.2), .fractionalHeight(1))])
        var layout = try compositional(
            section(group), count: 5, size: CGSize(width: 393, height: 600), scale: 3)
        // 78.6 points are 235.8 pixels.
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0).minX, 235.0 / 3, accuracy: 1e-5)
        let before = layout
        layout.displayScale = 1
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0).minX, 78)
        layout.displayScale = 0
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0).minX, 78.6, accuracy: 1e-5)
        XCTAssertEqual(before.frame(ofItem: 1, inSection: 0).minX, 235.0 / 3, accuracy: 1e-5)
        XCTAssertNil(layout.brokenInvariant())
    }

    func testASectionIsReadWhenItIsGiven() throws {
        let item = CollectionLayoutItem(.fractionalWidth(1), .absolute(10))
        let group = CollectionLayoutGroup.vertical(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(10)), subitems: [item])
        let section = section(group)
        let recipe = SectionRecipe.compositional(section, count: 2)
        section.interGroupSpacing = 7
        var layout = CollectionViewLayout(size: CGSize(width: 100, height: 100))
        try layout.append(recipe)
        try layout.append(.compositional(section, count: 2))
        XCTAssertEqual(layout.frames(inSection: 0).map(\.minY), [0, 10])
        XCTAssertEqual(layout.frames(inSection: 1).map(\.minY), [20, 37])
    }

    func testSectionsMixWithThoseOfOtherKinds() throws {
        let section = section(
            .horizontal(
                layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)),
                subitem: CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1)), count: 2))
        var layout = CollectionViewLayout(size: CGSize(width: 300, height: 600))
        try layout.append(.list(heights: [10, 20]))
        try layout.append(.compositional(section, count: 3, sectionSpacing: 8))
        try layout.append(.flow(count: 3, size: CGSize(width: 100, height: 30)))
        try layout.append(.compositional(section, count: 3, sectionSpacing: 8))
        XCTAssertEqual(layout.frame(ofSection: 1), rect(0, 30, 300, 100))
        XCTAssertEqual(layout.frame(ofSection: 2), rect(0, 138, 300, 30))
        // The spacing after the last section is not included.
        XCTAssertEqual(layout.contentSize.height, 268)
        XCTAssertEqual(
            layout.layoutAttributes(in: CGRect(x: 0, y: 25, width: 300, height: 20)).map(\.path.description),
            ["0.1", "1.0", "1.1"])
        try layout.moveSection(1, to: 0)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 1), rect(0, 108, 300, 10))
        try layout.remove(sections: 1..<4)
        XCTAssertEqual(layout.contentSize.height, 100)
        XCTAssertNil(layout.brokenInvariant())
    }

    func testEdgesOfTheSectionsGroupHaveNoEffect() throws {
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)),
            subitems: [CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1))])
        let plain = try compositional(section(group), count: 3).frames()
        group.edgeSpacing = CollectionLayoutEdgeSpacing(
            leading: .flexible(9), top: .fixed(7), trailing: .fixed(3), bottom: .flexible(1))
        XCTAssertEqual(try compositional(section(group), count: 3).frames(), plain)
    }

    func testNegativeSpacingOverlapsButKeepsTheOrder() throws {
        let section = CollectionLayoutSection.list(itemHeight: .absolute(50), spacing: -20)
        XCTAssertEqual(try compositional(section, count: 3).frames().map(\.minY), [0, 30, 60])
        section.interGroupSpacing = -80
        let layout = try compositional(section, count: 3)
        XCTAssertEqual(layout.frames().map(\.minY), [0, 0, 0])
        XCTAssertEqual(layout.contentSize.height, 50)
        XCTAssertNil(layout.brokenInvariant())
    }

    func testInsetsAlongAnEstimatedAxisHaveNoEffect() throws {
        let item = CollectionLayoutItem(.fractionalWidth(1), .estimated(40))
        item.contentInsets = .all(5)
        let group = CollectionLayoutGroup.vertical(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .estimated(40)), subitems: [item])
        group.contentInsets = .all(10)
        XCTAssertEqual(
            try compositional(section(group), count: 2).frames(), [rect(15, 0, 270, 40), rect(15, 40, 270, 40)])
    }

    func testAQueryOfScrolledSectionsAllocatesNothing() throws {
        var layout = CollectionViewLayout(size: CGSize(width: 300, height: 600))
        let carousel = CollectionLayoutSection.carousel(
            itemSize: CollectionLayoutSize(.absolute(20), .absolute(20)), behavior: .continuous)
        for _ in 0..<30 { try layout.append(.compositional(carousel, count: 1_000)) }
        var offsets = SectionOffsets()
        for section in 0..<30 { offsets[section] = CGFloat(section) * 7 }
        let viewport = Viewport(rect(0, 0, 300, 600), sectionOffsets: offsets)
        var cursor = LayoutCursor()
        var count = 0
        guard allocation_counter_works() else { throw XCTSkip("allocations are not counted here") }
        layout.forEachElement(in: viewport, cursor: &cursor) { _ in count += 1 }
        let before = allocation_count()
        layout.forEachElement(in: viewport, cursor: &cursor) { _ in count += 1 }
        XCTAssertEqual(allocation_count(), before)
        // More elements than the cursor holds, so that the query continues several times.
        XCTAssertGreaterThan(count, 800)
    }

    func testAMillionItemsTakeNoMemory() throws {
        let layout = try compositional(.grid(columns: 4, itemHeight: .absolute(50)), count: 1_000_000)
        XCTAssertEqual(layout.contentSize.height, 12_500_000)
        XCTAssertEqual(layout.frame(ofItem: 999_999, inSection: 0), rect(225, 12_499_950, 75, 50))
        XCTAssertLessThan(layout.byteCount, 10_000)
    }
}
