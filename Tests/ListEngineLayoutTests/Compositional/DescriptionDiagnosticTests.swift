import Foundation
import ListEngineLayout
import XCTest

/// An invalid part of a description is reported with its path, and the layout is defined all the same.
final class DescriptionDiagnosticTests: XCTestCase {
    private let whole = CollectionLayoutSize(.fractionalWidth(1), .fractionalHeight(1))

    /// The diagnostics of a layout with this as section 1, as code, path and value; also checks that the layout is
    /// valid.
    private func met(
        _ section: CollectionLayoutSection, count: Int = 7, size: CGSize = CGSize(width: 300, height: 600),
        line: UInt = #line
    ) throws -> [String] {
        var layout = CollectionViewLayout(size: size)
        try layout.append(.list(heights: [10]))
        try layout.append(.compositional(section, count: count))
        XCTAssertNil(layout.brokenInvariant(), line: line)
        let frames = layout.frames(inSection: 1)
        XCTAssertEqual(frames.count, count, line: line)
        for frame in frames {
            XCTAssertTrue(frame.minX.isFinite && frame.maxY.isFinite, line: line)
            XCTAssertTrue(frame.width >= 0 && frame.height >= 0, line: line)
        }
        XCTAssertTrue(layout.contentSize.height.isFinite, line: line)
        return layout.diagnostics.recent.map { diagnostic in
            XCTAssertEqual(diagnostic.section, 1, line: line)
            XCTAssertFalse(diagnostic.advice.isEmpty, line: line)
            return "\(diagnostic.code) \(diagnostic.path ?? "-") \(diagnostic.value)"
        }
    }

    private func row(_ items: [CollectionLayoutItem], height: CollectionLayoutDimension = .absolute(50))
        -> CollectionLayoutSection
    {
        CollectionLayoutSection(
            group: .horizontal(layoutSize: CollectionLayoutSize(.fractionalWidth(1), height), subitems: items))
    }

    func testInvalidDimensions() throws {
        func item(_ width: CollectionLayoutDimension) throws -> [String] {
            try met(
                row([
                    CollectionLayoutItem(.absolute(100), .absolute(10)), CollectionLayoutItem(width, .absolute(10)),
                ]))
        }
        XCTAssertEqual(try item(.absolute(-3)), ["unusableDimension group / subitem 1 -3.0"])
        XCTAssertEqual(try item(.fractionalWidth(.nan)), ["unusableDimension group / subitem 1 nan"])
        XCTAssertEqual(try item(.estimated(.infinity)), ["unusableDimension group / subitem 1 inf"])
        XCTAssertEqual(try item(.absolute(0)), ["zeroDimension group / subitem 1 0.0"])
        XCTAssertEqual(try item(.fractionalWidth(1.5)), ["fractionOverOne group / subitem 1 1.5"])
        XCTAssertEqual(try item(.absolute(1e12)), ["absurdDimension group / subitem 1 1000000000000.0"])
        XCTAssertEqual(try item(.estimated(0)), [])
    }

    func testInvalidSpacings() throws {
        let item = CollectionLayoutItem(.absolute(100), .absolute(10))
        item.contentInsets.top = .nan
        item.edgeSpacing = CollectionLayoutEdgeSpacing(
            leading: .fixed(.infinity), top: nil, trailing: nil, bottom: nil)
        let section = row([item])
        section.interGroupSpacing = .nan
        section.contentInsets.leading = -.infinity
        let decoration = CollectionLayoutDecorationItem.background(elementKind: "card")
        decoration.contentInsets.bottom = 1e9
        section.decorationItems = [decoration]
        section.boundarySupplementaryItems = [
            CollectionLayoutBoundarySupplementaryItem(
                .absolute(10), .absolute(-10), .top, offset: CGPoint(x: CGFloat.nan, y: 0))
        ]
        XCTAssertEqual(
            try met(section),
            [
                "unusableSpacing group / subitem 0 nan", "unusableSpacing group / subitem 0 inf",
                "unusableDimension boundary 0 -10.0", "unusableSpacing boundary 0 nan",
                "unusableSpacing decoration 0 1000000000.0", "unusableSpacing - nan", "unusableSpacing - -inf",
            ])
    }

    func testBadgesThatCannotBeUsed() throws {
        let badge = CollectionLayoutSupplementaryItem(
            layoutSize: CollectionLayoutSize(.absolute(-1), .absolute(5)), elementKind: "badge",
            containerAnchor: CollectionLayoutAnchor(edges: .top, fractionalOffset: CGPoint(x: CGFloat.nan, y: 0)))
        badge.edgeSpacing = CollectionLayoutEdgeSpacing(leading: .fixed(3), top: nil, trailing: nil, bottom: nil)
        let nested = CollectionLayoutGroup.vertical(
            layoutSize: CollectionLayoutSize(.absolute(100), .fractionalHeight(1)),
            subitems: [CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(0.5), [badge])])
        XCTAssertEqual(
            try met(row([CollectionLayoutItem(.absolute(100), .absolute(10)), nested])),
            [
                "unusableDimension group / subitem 1 / subitem 0 / supplementary 0 -1.0",
                "unusableSpacing group / subitem 1 / subitem 0 / supplementary 0 nan",
                "ignoredValue group / subitem 1 / subitem 0 / supplementary 0 0.0",
            ])
    }

    func testAFirstItemThatDoesNotFitIsPlacedAlone() throws {
        let section = row([CollectionLayoutItem(.absolute(400), .absolute(10))])
        XCTAssertEqual(try met(section), ["firstItemDoesNotFit group 0.0"])
        XCTAssertEqual(try compositional(section, count: 2).frames(), [rect(0, 0, 400, 10), rect(0, 50, 400, 10)])
    }

    func testAGroupWithoutItemsShowsNone() throws {
        let section = row([])
        XCTAssertEqual(try met(section), ["emptyGroup group 0.0"])
        let layout = try compositional(section, count: 5)
        XCTAssertEqual(layout.contentSize.height, 0)
        XCTAssertEqual(layout.all(), [])
        XCTAssertEqual(layout.numberOfItems(inSection: 0), 5)
        let counted = CollectionLayoutSection(
            group: .horizontal(
                layoutSize: whole, subitem: CollectionLayoutItem(.absolute(1), .absolute(1)), count: -4))
        XCTAssertEqual(try met(counted), ["emptyGroup group -4.0"])
    }

    func testItemsWithoutRoomDoNotRepeatForEver() throws {
        XCTAssertEqual(
            try met(row([CollectionLayoutItem(.absolute(0), .absolute(10))])),
            ["zeroDimension group / subitem 0 0.0", "endlessGroup group 0.0"])
    }

    func testAGroupThatIsTooLargeIsCut() throws {
        let section = CollectionLayoutSection(
            group: .horizontal(
                layoutSize: whole, repeatingSubitem: CollectionLayoutItem(.absolute(1), .absolute(1)), count: 100_000))
        XCTAssertEqual(try met(section), ["groupTooLarge group 0.0"])
        XCTAssertEqual(try compositional(section, count: 100_000).contentSize.height, 1_200)
    }

    func testAnEstimatedGroupThatIsTooLargeKeepsItsEstimates() throws {
        for (count, isMeasured) in [(1_000, true), (1_025, false)] {
            let section = CollectionLayoutSection(
                group: .horizontal(
                    layoutSize: CollectionLayoutSize(.fractionalWidth(1), .estimated(20)),
                    repeatingSubitem: CollectionLayoutItem(.absolute(1), .estimated(20)), count: count))
            XCTAssertEqual(try met(section, count: 2_000), isMeasured ? [] : ["groupTooLarge group 0.0"])
            var layout = try compositional(section, count: 2_000)
            if isMeasured {
                try layout.measure(item: 3, inSection: 0, size: CGSize(width: 1, height: 30))
            } else {
                XCTAssertThrowsError(
                    try layout.measure(item: 3, inSection: 0, size: CGSize(width: 1, height: 30))
                ) { XCTAssertEqual($0 as? LayoutError, .exactSize(section: 0, item: 3)) }
            }
            XCTAssertEqual(layout.contentSize.height, isMeasured ? 50 : 40)
        }
    }

    func testGroupsThatAreNestedTooDeep() throws {
        var group = CollectionLayoutGroup.vertical(
            layoutSize: whole, subitems: [CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1))])
        for _ in 0..<70 { group = .vertical(layoutSize: whole, subitems: [group]) }
        XCTAssertEqual(
            try met(CollectionLayoutSection(group: group)), ["emptyGroup group 0.0", "groupTooDeep group 72.0"])
    }

    func testFractionsOfAnUnknownExtent() throws {
        XCTAssertEqual(
            try met(
                row([CollectionLayoutItem(.absolute(10), .fractionalHeight(1))], height: .fractionalHeight(0.5)),
                size: CGSize(width: 300, height: 0)), ["noMainExtent group 0.5"])
    }

    @MainActor
    func testAProviderWithoutASection() async throws {
        let layout = CollectionViewCompositionalLayout { section, _ in
            section % 2 == 0 ? .list(itemHeight: .absolute(10)) : nil
        }
        let list = try layout.layout(
            itemCounts: [2, 3, 2, 4], in: ListContainer(size: CGSize(width: 100, height: 100)))
        XCTAssertEqual(list.contentSize.height, 40)
        XCTAssertEqual(list.numberOfItems(inSection: 1), 3)
        XCTAssertEqual(list.all().map(\.section), [0, 0, 2, 2])
        XCTAssertEqual(list.codes, [.missingSection])
        let diagnostic = try XCTUnwrap(list.diagnostics.recent.first)
        XCTAssertEqual(diagnostic.section, 1)
        XCTAssertEqual(diagnostic.value, 3)
        XCTAssertEqual(diagnostic.occurrences, 2)
        // Describing it part by part gives the same diagnostics.
        let recipe = layout.recipe(
            forSection: 1, in: SectionLayoutContext(itemCount: 3, crossExtent: 100))
        var alone = CollectionViewLayout(size: CGSize(width: 100, height: 100))
        try alone.append(recipe)
        XCTAssertTrue(alone.codes.contains(.missingSection))
    }

    @MainActor
    func testSectionsOfOneDescriptionAreReportedOnce() async throws {
        let bad = row([CollectionLayoutItem(.absolute(400), .absolute(10))])
        let layout = CollectionViewCompositionalLayout { section, _ in
            section < 10 ? .list(itemHeight: .absolute(10)) : bad
        }
        let list = try layout.layout(
            itemCounts: Array(repeating: 1, count: 100), in: ListContainer(size: CGSize(width: 300, height: 100)))
        XCTAssertEqual(list.codes, [.firstItemDoesNotFit])
        XCTAssertEqual(list.diagnostics.recent.first?.section, 10)
        XCTAssertEqual(list.diagnostics.recent.first?.occurrences, 90)
        XCTAssertEqual(
            list.diagnostics.recent.first?.description,
            "firstItemDoesNotFit: section 10 / group: 0.0. Make the group larger, or its first item smaller.")
    }

    func testInvalidExtents() throws {
        let layout = CollectionViewLayout(size: CGSize(width: 100, height: -1))
        XCTAssertEqual(layout.codes, [.unusableMainExtent])
        XCTAssertEqual(layout.mainExtent, 0)
        var other = CollectionViewLayout(size: CGSize(width: 100, height: 50))
        for bad in [CGFloat.nan, -1, .infinity] {
            XCTAssertThrowsError(try other.setSize(CGSize(width: 100, height: bad))) {
                XCTAssertEqual("\($0)", "\(LayoutError.unusableMainExtent(value: Double(bad)))")
            }
        }
        XCTAssertEqual(other.mainExtent, 50)
        XCTAssertThrowsError(try other.append(.compositional(row([]), count: -1))) {
            XCTAssertEqual($0 as? LayoutError, .unusableValue(section: 0, item: nil, value: -1))
        }
    }

    func testInvalidScalesMeanNoPixelGrid() throws {
        let section = row([CollectionLayoutItem(.fractionalWidth(0.37), .absolute(10))])
        let exact = try compositional(section, count: 2).frames()
        for scale in [CGFloat.nan, -2, .infinity] {
            XCTAssertEqual(try compositional(section, count: 2, scale: scale).frames(), exact)
        }
    }
}
