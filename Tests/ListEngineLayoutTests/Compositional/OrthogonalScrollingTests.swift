import Foundation
import ListEngineLayout
import XCTest

/// Sections that scroll independently.
final class OrthogonalScrollingTests: XCTestCase {
    /// Groups of 120 with spacing 10 and insets of 15 and 25, in a list 300 wide.
    private func section(
        _ behavior: CollectionLayoutSectionOrthogonalScrollingBehavior
    ) -> CollectionLayoutSection {
        .carousel(
            itemSize: CollectionLayoutSize(.absolute(120), .absolute(80)), spacing: 10,
            insets: DirectionalEdgeInsets(top: 3, leading: 15, bottom: 4, trailing: 25), behavior: behavior)
    }

    private func scrolling(
        _ behavior: CollectionLayoutSectionOrthogonalScrollingBehavior, count: Int = 5
    ) throws -> OrthogonalScrolling {
        try XCTUnwrap(compositional(section(behavior), count: count).orthogonalScrolling(ofSection: 0))
    }

    func testGroupsAreInOneLineAndTheSectionIsAsHighAsAGroup() throws {
        let layout = try compositional(section(.continuous), count: 5)
        XCTAssertEqual(layout.contentSize, CGSize(width: 300, height: 87))
        XCTAssertEqual(layout.frames().map(\.minX), [15, 145, 275, 405, 535])
        XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0), rect(145, 3, 120, 80))
        let scrolling = try XCTUnwrap(layout.orthogonalScrolling(ofSection: 0))
        XCTAssertEqual(scrolling.contentExtent, 680)
        XCTAssertEqual(scrolling.visibleExtent, 300)
        XCTAssertEqual(scrolling.groupCount, 5)
        XCTAssertEqual(scrolling.offsetRange, 0...380)
    }

    func testOffsetsOfTheViewportMoveItemsAndNothingElse() throws {
        let section = section(.continuous)
        section.boundarySupplementaryItems = [
            CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(20), .top)
        ]
        section.decorationItems = [.background(elementKind: "card")]
        for flow in [FlowDirection.leftToRight, .rightToLeft] {
            var layout = try compositional(section, count: 5, flow: flow)
            try layout.append(.compositional(section, count: 5))
            let visible = CGRect(x: 0, y: 0, width: 300, height: 600)
            let at = SectionOffsets(dictionaryLiteral: (1, 200))
            let shown = layout.layoutAttributes(in: Viewport(visible, sectionOffsets: at))
            XCTAssertEqual(
                shown.map(\.path.description),
                [
                    "0.decoration", "0.header", "0.0", "0.1", "0.2", "1.decoration", "1.header", "1.1", "1.2", "1.3",
                ])
            let first = try XCTUnwrap(shown.first { $0.path == .item(1, inSection: 1) })
            let x = 15 + 130 - 200 as CGFloat
            XCTAssertEqual(first.frame.minX, flow == .leftToRight ? x : 300 - x - 120)
            XCTAssertEqual(first.frame.minY, 107 + 20 + 3)
            // The same through a buffer for one element at a time; the offsets are passed again for each.
            var cursor = LayoutCursor()
            var buffer = [LayoutAttributes](repeating: first, count: 40)
            let count = buffer.withUnsafeMutableBufferPointer {
                layout.layoutAttributes(in: Viewport(visible, sectionOffsets: at), cursor: &cursor, into: $0)
            }
            XCTAssertEqual(Array(buffer[..<count]), shown)
            // Points find items where they are visible.
            let point = CGPoint(x: first.frame.midX, y: first.frame.midY)
            XCTAssertEqual(layout.item(at: point, sectionOffsets: at), .item(1, inSection: 1))
            XCTAssertNotEqual(layout.item(at: point), .item(1, inSection: 1))
            XCTAssertEqual(layout.nearestItem(to: point, sectionOffsets: at), .item(1, inSection: 1))
        }
    }

    func testAQueryOfScrolledSectionsFindsAMillionthItem() throws {
        let layout = try compositional(section(.continuous), count: 1_000_000)
        let scrolling = try XCTUnwrap(layout.orthogonalScrolling(ofSection: 0))
        let shown = layout.layoutAttributes(
            in: Viewport(
                CGRect(x: 0, y: 0, width: 300, height: 100), sectionOffsets: [0: scrolling.offsetRange.upperBound]))
        XCTAssertEqual(shown.map(\.item), [999_997, 999_998, 999_999])
        XCTAssertEqual(shown.last?.maxX, 275)
    }

    func testContinuousRestsAnywhere() throws {
        let scrolling = try scrolling(.continuous)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 123.5, velocity: 1, from: 0), 123.5)
        XCTAssertEqual(scrolling.targetOffset(forProposed: -5, velocity: -1, from: 0), 0)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 900, velocity: 1, from: 0), 380)
        XCTAssertEqual(scrolling.pageCount, 1)
        XCTAssertEqual(scrolling.page(at: 300), 0)
    }

    func testLeadingBoundariesRestAtTheNearestGroup() throws {
        let scrolling = try scrolling(.continuousGroupLeadingBoundary)
        // Groups rest after the inset: 0, 130, 260, then the end.
        let proposals: [(CGFloat, CGFloat)] = [(64.9, 0), (65, 130), (194, 130), (196, 260), (330, 380), (1_000, 380)]
        for (proposed, target) in proposals {
            XCTAssertEqual(scrolling.targetOffset(forProposed: proposed, velocity: 9, from: 0), target, "\(proposed)")
        }
        XCTAssertEqual(scrolling.pageCount, 5)
        XCTAssertEqual((0..<5).map { scrolling.offset(ofPage: $0) }, [0, 130, 260, 380, 380])
        XCTAssertEqual(scrolling.page(at: 140), 1)
    }

    func testGroupPagingGoesOneGroupAtATime() throws {
        let scrolling = try scrolling(.groupPaging)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 1_000, velocity: 2, from: 0), 130)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 40, velocity: 2, from: 0), 0)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 90, velocity: 0, from: 0), 130)
        XCTAssertEqual(scrolling.targetOffset(forProposed: -400, velocity: -2, from: 260), 130)
        // Never against the direction of the movement.
        XCTAssertEqual(scrolling.targetOffset(forProposed: 60, velocity: 0.1, from: 130), 130)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 60, velocity: 0, from: 130), 0)
    }

    func testPagingGoesByTheListsExtent() throws {
        let scrolling = try scrolling(.paging)
        XCTAssertEqual(scrolling.pageCount, 3)
        XCTAssertEqual((0..<3).map { scrolling.offset(ofPage: $0) }, [0, 300, 380])
        XCTAssertEqual(scrolling.targetOffset(forProposed: 500, velocity: 1, from: 0), 300)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 500, velocity: 1, from: 300), 380)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 0, velocity: -1, from: 380), 300)
        XCTAssertEqual([0, 149, 150, 300, 379, 380].map { scrolling.page(at: $0) }, [0, 0, 1, 1, 1, 2])
    }

    func testCentredGroupsRestInTheMiddleAtBothEnds() throws {
        let scrolling = try scrolling(.groupPagingCentered)
        // (300 - 120) / 2 = 90 before the group.
        XCTAssertEqual((0..<5).map { scrolling.offset(ofPage: $0) }, [-75, 55, 185, 315, 445])
        XCTAssertEqual(scrolling.offsetRange, -75...445)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 700, velocity: 3, from: -75), 55)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 400, velocity: 0, from: 315), 445)
        XCTAssertEqual(scrolling.page(at: -1_000), 0)
        XCTAssertEqual(scrolling.page(at: 1_000), 4)
    }

    func testTargetsFollowTheRealPlacesOfMeasuredGroups() throws {
        let section = CollectionLayoutSection.carousel(
            itemSize: CollectionLayoutSize(.estimated(100), .absolute(50)), behavior: .groupPaging)
        // An estimated group is as wide as its item.
        let item = CollectionLayoutItem(.estimated(100), .absolute(50))
        let measured = CollectionLayoutSection(
            group: .horizontal(
                layoutSize: CollectionLayoutSize(.estimated(100), .absolute(50)), repeatingSubitem: item, count: 1))
        measured.orthogonalScrollingBehavior = section.orthogonalScrollingBehavior
        var layout = try compositional(measured, count: 20)
        try layout.measure(item: 0, inSection: 0, size: CGSize(width: 250, height: 0))
        try layout.measure(item: 1, inSection: 0, size: CGSize(width: 40, height: 0))
        let scrolling = try XCTUnwrap(layout.orthogonalScrolling(ofSection: 0))
        XCTAssertEqual((0..<4).map { scrolling.offset(ofPage: $0) }, [0, 250, 290, 390])
        XCTAssertEqual(scrolling.page(at: 265), 1)
        XCTAssertEqual(scrolling.page(at: 275), 2)
        XCTAssertEqual(scrolling.targetOffset(forProposed: 800, velocity: 1, from: 250), 290)
    }

    func testEverySmallCaseRestsWhereAScanOfAllGroupsSays() throws {
        for behavior in [
            CollectionLayoutSectionOrthogonalScrollingBehavior.continuousGroupLeadingBoundary, .groupPaging,
            .groupPagingCentered,
        ] {
            for count in 1...6 {
                let scrolling = try scrolling(behavior, count: count)
                let rest = (0..<count).map { group -> CGFloat in
                    let start = 130 * CGFloat(group)
                    return behavior == .groupPagingCentered ? start + 15 - 90 : start
                }
                for step in -40...90 {
                    let offset = CGFloat(step) * 10 + 0.25
                    let nearest = rest.indices.min { abs(rest[$0] - offset) < abs(rest[$1] - offset) }
                    XCTAssertEqual(scrolling.page(at: offset), nearest, "\(behavior) \(count) \(offset)")
                }
            }
        }
    }

    func testAnItemIsBroughtIntoViewInItsSection() throws {
        let layout = try compositional(section(.continuous), count: 5)
        func offset(_ place: ItemScrollPosition, from current: CGFloat = 0) -> CGFloat {
            layout.sectionOffset(showingItem: 2, inSection: 0, at: place, from: current)
        }
        XCTAssertEqual(offset(.start), 275)
        XCTAssertEqual(offset(.end), 95)
        XCTAssertEqual(offset(.center), 185)
        XCTAssertEqual(offset(.nearest), 95)
        XCTAssertEqual(offset(.nearest, from: 150), 150)
        XCTAssertEqual(layout.sectionOffset(showingItem: 4, inSection: 0, at: .start), 380)
        let list = try compositional(.list(itemHeight: .absolute(10)), count: 3)
        XCTAssertEqual(list.sectionOffset(showingItem: 2, inSection: 0, at: .start), 0)
        XCTAssertNil(list.orthogonalScrolling(ofSection: 0))
    }

    func testPropertiesAreKept() throws {
        let section = section(.paging)
        section.orthogonalScrollingProperties.bounce = .never
        section.orthogonalScrollingProperties.decelerationRate = .fast
        let scrolling = try XCTUnwrap(compositional(section, count: 1).orthogonalScrolling(ofSection: 0))
        XCTAssertEqual(scrolling.behavior, .paging)
        XCTAssertEqual(scrolling.properties.bounce, .never)
        XCTAssertEqual(scrolling.properties.decelerationRate, .fast)
    }

    func testAHorizontalListHasSectionsThatScrollDown() throws {
        let section = CollectionLayoutSection.carousel(
            itemSize: CollectionLayoutSize(.absolute(50), .absolute(120)), spacing: 5, behavior: .continuous)
        let layout = try compositional(
            section, count: 4, size: CGSize(width: 500, height: 200), direction: .horizontal)
        XCTAssertEqual(layout.contentSize, CGSize(width: 50, height: 200))
        let shown = layout.layoutAttributes(
            in: Viewport(CGRect(x: 0, y: 0, width: 500, height: 200), sectionOffsets: [0: 130]))
        XCTAssertEqual(shown.map(\.frame), [rect(0, -5, 50, 120), rect(0, 120, 50, 120)])
    }

    func testOffsetsAreKeptInOrder() {
        var offsets: SectionOffsets = [7: 3, 2: 5, 9: 0]
        XCTAssertEqual(offsets.sections, [2, 7])
        offsets[4] = 1.5
        offsets[7] = 8
        XCTAssertEqual(offsets.sections.map { offsets[$0] }, [5, 1.5, 8])
        offsets[2] = 0
        offsets[4] = .nan
        XCTAssertEqual(offsets, [7: 8])
        XCTAssertEqual(offsets[0], 0)
        offsets[7] = 0
        XCTAssertTrue(offsets.isEmpty)
    }
}
