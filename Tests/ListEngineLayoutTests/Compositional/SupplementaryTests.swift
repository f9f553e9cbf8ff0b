import Foundation
import ListEngineLayout
import XCTest

/// Headers, footers, badges and backgrounds.
final class SupplementaryTests: XCTestCase {
    /// Items of 50, one per line.
    private func section(_ items: [CollectionLayoutBoundarySupplementaryItem] = []) -> CollectionLayoutSection {
        let section = CollectionLayoutSection.list(itemHeight: .absolute(50))
        section.boundarySupplementaryItems = items
        return section
    }

    func testBoundariesAreAtTheirEdges() throws {
        let alignments: [RectAlignment] = [
            .topLeading, .top, .topTrailing, .bottomLeading, .bottom, .bottomTrailing, .leading, .none, .trailing,
        ]
        let section = section(
            alignments.map { CollectionLayoutBoundarySupplementaryItem(.absolute(60), .absolute(20), $0) })
        section.contentInsets = DirectionalEdgeInsets(top: 5, leading: 10, bottom: 7, trailing: 30)
        let layout = try compositional(section, count: 2)
        // The band of the tallest at the top, inset, items, inset, band: 20 + 5 + 100 + 7 + 20.
        XCTAssertEqual(layout.contentSize.height, 152)
        let frames = alignments.indices.map { layout.frame(ofBoundarySupplementaryItem: $0, inSection: 0)! }
        XCTAssertEqual(frames.map(\.minX), [10, 110, 210, 10, 110, 210, 10, 110, 210])
        XCTAssertEqual(frames.map(\.minY), [0, 0, 0, 132, 132, 132, 66, 66, 66])
        let elements = layout.all().filter { $0.category != .item }
        XCTAssertEqual(
            elements.map(\.path.description),
            [
                "0.header", "0.header1", "0.header2", "0.header6", "0.header7", "0.header8", "0.footer3", "0.footer4",
                "0.footer5",
            ])
        XCTAssertEqual(Set(elements.map(\.kind.name)), ["bar"])
        XCTAssertEqual(layout.frameForHeader(inSection: 0), frames[0])
        XCTAssertEqual(layout.frameForFooter(inSection: 0), frames[3])
    }

    func testOffsetsShiftAndOverlaysTakeNoRoom() throws {
        let shifted = CollectionLayoutBoundarySupplementaryItem(
            .fractionalWidth(1), .absolute(20), .top, offset: CGPoint(x: 5, y: -10))
        let overlay = CollectionLayoutBoundarySupplementaryItem(.absolute(40), .absolute(30), .bottomTrailing)
        overlay.extendsBoundary = false
        let layout = try compositional(section([shifted, overlay]), count: 2)
        XCTAssertEqual(layout.contentSize.height, 120)
        XCTAssertEqual(layout.frame(ofBoundarySupplementaryItem: 0, inSection: 0), rect(5, -10, 300, 20))
        XCTAssertEqual(layout.frame(ofBoundarySupplementaryItem: 1, inSection: 0), rect(260, 90, 40, 30))
        XCTAssertNil(layout.frame(ofBoundarySupplementaryItem: 2, inSection: 0))
    }

    func testTheFrameOfABoundaryEqualsThatOfAQuery() throws {
        func bar(_ height: CollectionLayoutDimension, _ alignment: RectAlignment, y: CGFloat = 0)
            -> CollectionLayoutBoundarySupplementaryItem
        {
            let bar = CollectionLayoutBoundarySupplementaryItem(
                .fractionalWidth(1), height, alignment, offset: CGPoint(x: 0, y: y))
            bar.pinToVisibleBounds = true
            return bar
        }
        let section = section([
            bar(.estimated(20), .top), bar(.absolute(30), .bottom), bar(.absolute(0), .top),
            bar(.absolute(5), .top, y: -9),
        ])
        var layout = try compositional(section, count: 3)
        try layout.append(.list(count: 4, height: 10, header: 12))
        let asked = (0..<4).map { layout.layoutAttributes(ofBoundarySupplementaryItem: $0, inSection: 0) }
        let all = layout.all()
        XCTAssertEqual(asked[0], all.first { $0.path.description == "0.header" })
        XCTAssertEqual(asked[0]?.isEstimated, true)
        XCTAssertEqual(asked[1], all.first { $0.category == .footer })
        XCTAssertEqual(asked[1]?.isEstimated, false)
        // An element without extent intersects no rectangle; one that reaches out of the content is found there.
        XCTAssertNil(asked[2])
        XCTAssertEqual(asked[3]?.frame, rect(0, -9, 300, 5))
        XCTAssertEqual(asked.compactMap { $0?.isPinned }, [false, false, false])
        XCTAssertNil(layout.layoutAttributes(ofBoundarySupplementaryItem: 4, inSection: 0))
        XCTAssertNil(layout.layoutAttributes(ofBoundarySupplementaryItem: 0, inSection: 1))
        XCTAssertNil(layout.layoutAttributes(ofBoundarySupplementaryItem: 0, inSection: ElementPath.wholeList))
        try layout.measure(boundarySupplementaryItem: 0, inSection: 0, size: CGSize(width: 300, height: 44))
        let measured = layout.layoutAttributes(ofBoundarySupplementaryItem: 0, inSection: 0)
        XCTAssertEqual(measured?.frame, rect(0, 0, 300, 44))
        XCTAssertEqual(measured?.isEstimated, false)
    }

    func testBoundariesFollowTheInsetsOrNot() throws {
        let section = section([CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(20), .top)])
        section.contentInsets = DirectionalEdgeInsets(leading: 10, trailing: 30)
        func header() throws -> CGRect? { try compositional(section, count: 1).frameForHeader(inSection: 0) }
        XCTAssertEqual(try header(), rect(10, 0, 260, 20))
        section.supplementariesFollowContentInsets = false
        XCTAssertEqual(try header(), rect(0, 0, 300, 20))
        section.supplementaryContentInsetsReference = .safeArea
        XCTAssertEqual(try header(), rect(10, 0, 260, 20))
        section.supplementariesFollowContentInsets = true
        section.supplementaryContentInsetsReference = .none
        XCTAssertEqual(try header(), rect(0, 0, 300, 20))
    }

    func testAnEmptySectionKeepsItsHeadersAndNothingElse() throws {
        let section = section([
            CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(20), .top),
            CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(30), .bottom),
        ])
        section.contentInsets = .all(40)
        let layout = try compositional(section, count: 0)
        XCTAssertEqual(layout.contentSize.height, 50)
        XCTAssertEqual(layout.all().map(\.frame), [rect(40, 0, 220, 20), rect(40, 20, 220, 30)])
        XCTAssertEqual(try compositional(self.section(), count: 0).contentSize.height, 0)
    }

    func testPinnedBoundariesStayInView() throws {
        let header = CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(20), .top)
        let footer = CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(30), .bottom)
        header.pinToVisibleBounds = true
        footer.pinToVisibleBounds = true
        let layout = try compositional(section([header, footer]), count: 10)
        let viewport = Viewport(
            CGRect(x: 0, y: 100, width: 300, height: 200), adjustedInsets: SectionInsets(top: 12, bottom: 8))
        XCTAssertEqual(layout.frameForHeader(inSection: 0, pinnedTo: viewport), rect(0, 112, 300, 20))
        XCTAssertEqual(layout.frameForFooter(inSection: 0, pinnedTo: viewport), rect(0, 300 - 8 - 30, 300, 30))
        XCTAssertEqual(layout.frameForHeader(inSection: 0), rect(0, 0, 300, 20))
        let shown = layout.layoutAttributes(in: viewport)
        XCTAssertEqual(shown.filter(\.isPinned).map(\.path.description), ["0.header", "0.footer1"])
        XCTAssertEqual(shown.first?.frame, rect(0, 112, 300, 20))
    }

    func testBadgesAreOnTheirAnchors() throws {
        func badge(_ anchor: CollectionLayoutAnchor, _ own: CollectionLayoutAnchor? = nil) throws -> CGRect {
            let size = CollectionLayoutSize(.absolute(20), .absolute(10))
            let badge =
                own.map {
                    CollectionLayoutSupplementaryItem(
                        layoutSize: size, elementKind: "badge", containerAnchor: anchor, itemAnchor: $0)
                } ?? CollectionLayoutSupplementaryItem(layoutSize: size, elementKind: "badge", containerAnchor: anchor)
            badge.zIndex = 5
            let item = CollectionLayoutItem(.fractionalWidth(1), .absolute(50), [badge])
            item.contentInsets = .all(5)
            let layout = try compositional(
                CollectionLayoutSection(
                    group: .vertical(
                        layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)), subitems: [item])),
                count: 2)
            let elements = layout.all()
            XCTAssertEqual(
                elements.map(\.path.description), ["0.0", "0.supplementary", "0.1", "0.supplementary1"])
            XCTAssertEqual(elements.map(\.zIndex), [0, 5, 0, 5])
            XCTAssertEqual(elements.sorted { $0.path < $1.path }, elements)
            return elements[1].frame
        }
        // The item is at 5, 5, 290 x 40.
        XCTAssertEqual(try badge(CollectionLayoutAnchor(edges: [.top, .trailing])), rect(275, 5, 20, 10))
        XCTAssertEqual(try badge(CollectionLayoutAnchor(edges: [])), rect(140, 20, 20, 10))
        XCTAssertEqual(try badge(CollectionLayoutAnchor(edges: .bottom)), rect(140, 35, 20, 10))
        XCTAssertEqual(
            try badge(CollectionLayoutAnchor(edges: [.top, .leading], absoluteOffset: CGPoint(x: -3, y: 4))),
            rect(2, 9, 20, 10))
        XCTAssertEqual(
            try badge(CollectionLayoutAnchor(edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.5, y: -0.5))),
            rect(285, 0, 20, 10))
        XCTAssertEqual(
            try badge(
                CollectionLayoutAnchor(edges: [.top, .trailing]), CollectionLayoutAnchor(edges: [.bottom, .leading])),
            rect(295, -5, 20, 10))
    }

    func testGroupsHaveBadgesNumberedBySection() throws {
        let title = CollectionLayoutSupplementaryItem(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(8)), elementKind: "title",
            containerAnchor: CollectionLayoutAnchor(edges: [.top, .leading]))
        let group = CollectionLayoutGroup.horizontal(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)),
            subitem: CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1)), count: 2)
        group.supplementaryItems = [title]
        group.contentInsets = .all(10)
        let elements = try compositional(CollectionLayoutSection(group: group), count: 5).all()
        XCTAssertEqual(
            elements.map(\.path.description),
            ["0.0", "0.1", "0.supplementary", "0.2", "0.3", "0.supplementary1", "0.4", "0.supplementary2"])
        XCTAssertEqual(
            elements.filter { $0.category == .supplementary }.map(\.frame),
            [rect(10, 10, 280, 8), rect(10, 60, 280, 8), rect(10, 110, 280, 8)])
    }

    func testBackgroundsLieBehindTheSection() throws {
        let section = section([CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(20), .top)])
        section.contentInsets = .all(10)
        let card = CollectionLayoutDecorationItem.background(elementKind: "card")
        card.contentInsets = DirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
        section.decorationItems = [card]
        let layout = try compositional(section, count: 1)
        let elements = layout.all()
        XCTAssertEqual(elements.map(\.category), [.decoration, .header, .item])
        XCTAssertEqual(elements[0].frame, rect(2, 1, 294, 20 + 70 - 4))
        XCTAssertEqual(elements[0].kind, ElementKind("card"))
        // Everything else is drawn above it.
        XCTAssertEqual(elements.map(\.zIndex), [0, 2, 1])
        // A section without items has none.
        XCTAssertEqual(try compositional(section, count: 0).all().map(\.category), [.header])
    }

    func testTheListHasItsOwnHeadersAndFooters() throws {
        var layout = try compositional(section(), count: 3)
        let header = CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(40), .top, kind: "title")
        header.pinToVisibleBounds = true
        let footer = CollectionLayoutBoundarySupplementaryItem(.absolute(100), .estimated(20), .bottom)
        let anchor = ScrollAnchor(section: 0, item: 1)
        let scroll = try layout.keeping(anchor) { try $0.setBoundarySupplementaryItems([header, footer]) }
        XCTAssertEqual(scroll.scrollDelta, 40)
        XCTAssertEqual(layout.contentSize.height, 210)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0), rect(0, 40, 300, 50))
        let elements = layout.all()
        XCTAssertEqual(elements.map(\.path.description), ["0.0", "0.1", "0.2", "list.header", "list.footer1"])
        XCTAssertEqual(elements.map(\.path), elements.map(\.path).sorted())
        XCTAssertEqual(elements[3].indexPath, IndexPath(index: 0))
        XCTAssertEqual(elements[4].frame, rect(100, 190, 100, 20))
        let viewport = Viewport(CGRect(x: 0, y: 60, width: 300, height: 50))
        XCTAssertEqual(
            layout.frame(ofBoundarySupplementaryItem: 0, inSection: ElementPath.wholeList, pinnedTo: viewport),
            rect(0, 60, 300, 40))
        try layout.measure(
            boundarySupplementaryItem: 1, inSection: ElementPath.wholeList, size: CGSize(width: 100, height: 33))
        XCTAssertEqual(layout.contentSize.height, 223)
        XCTAssertEqual(
            layout.nextElement(after: .item(2, inSection: 0)), .header(ofSection: ElementPath.wholeList))
        XCTAssertEqual(
            layout.position(of: .footer(ofSection: -1, index: 1)),
            ElementPosition(index: 1, count: 2, indexInList: 3, countInList: 3))
        // An anchor at the footer of the list is kept through edits of sections.
        let kept = try layout.keeping(ScrollAnchor(.footer(ofSection: ElementPath.wholeList, index: 1))) {
            try $0.removeItem(0, inSection: 0)
        }
        XCTAssertEqual(kept.scrollDelta, -50)
        try layout.setBoundarySupplementaryItems([])
        XCTAssertEqual(layout.contentSize.height, 100)
        XCTAssertNil(layout.brokenInvariant())
    }

    func testInsetsOfTheContainerAreAdded() throws {
        let insets = ContainerInsets(
            safeArea: SectionInsets(top: 50, leading: 20, bottom: 30, trailing: 10),
            layoutMargins: SectionInsets(leading: 8, trailing: 8))
        let section = section()
        section.contentInsets = DirectionalEdgeInsets(leading: 5, trailing: 5)
        func frame() throws -> CGRect {
            var layout = CollectionViewLayout(size: CGSize(width: 300, height: 600), containerInsets: insets)
            try layout.append(.compositional(section, count: 1))
            return layout.frame(ofItem: 0, inSection: 0)
        }
        // Only across the scroll axis.
        XCTAssertEqual(try frame(), rect(25, 0, 260, 50))
        section.contentInsetsReference = .layoutMargins
        XCTAssertEqual(try frame(), rect(13, 0, 274, 50))
        section.contentInsetsReference = .none
        XCTAssertEqual(try frame(), rect(5, 0, 290, 50))
        var layout = CollectionViewLayout(size: CGSize(width: 300, height: 600))
        section.contentInsetsReference = .safeArea
        try layout.append(.compositional(section, count: 1))
        try layout.setSize(CGSize(width: 400, height: 300), containerInsets: insets)
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0), rect(25, 0, 360, 50))
    }

    func testInsetsShrinkTheVisiblePartAndNotTheRoomThatItTakes() throws {
        let header = CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(40), .top)
        header.contentInsets = DirectionalEdgeInsets(top: 4, leading: 16, bottom: 6, trailing: 10)
        header.pinToVisibleBounds = true
        let footer = CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .estimated(20), .bottom)
        footer.contentInsets = .all(5)
        let badge = CollectionLayoutSupplementaryItem(
            layoutSize: CollectionLayoutSize(.absolute(20), .absolute(20)), elementKind: "badge",
            containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
        badge.contentInsets = .all(3)
        let item = CollectionLayoutItem(.fractionalWidth(1), .fractionalHeight(1), [badge])
        let section = CollectionLayoutSection(
            group: .horizontal(
                layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)), subitems: [item]))
        section.boundarySupplementaryItems = [header, footer]
        let layout = try compositional(section, count: 2)
        let row = layout.frame(ofItem: 1, inSection: 0)
        XCTAssertEqual(layout.frame(ofBoundarySupplementaryItem: 0, inSection: 0), rect(16, 4, 274, 30))
        XCTAssertEqual(layout.frame(ofItem: 0, inSection: 0).minY, 40)
        // It stays visible as long as its item does.
        let viewport = Viewport(rect(0, 30, 300, 100))
        XCTAssertEqual(
            layout.frame(ofBoundarySupplementaryItem: 0, inSection: 0, pinnedTo: viewport), rect(16, 34, 274, 30))
        // Insets have no effect along an estimated height; across it they do.
        let bottom = layout.frame(ofBoundarySupplementaryItem: 1, inSection: 0)
        XCTAssertEqual(bottom, rect(5, row.maxY, 290, 20))
        XCTAssertEqual(
            layout.frame(ofSupplementaryItemOfKind: ElementKind("badge"), at: 1, inSection: 0),
            rect(row.maxX - 17, row.minY + 3, 14, 14))
        XCTAssertNil(layout.frame(ofSupplementaryItemOfKind: ElementKind("badge"), at: 2, inSection: 0))
        XCTAssertNil(layout.frame(ofSupplementaryItemOfKind: ElementKind("other"), at: 1, inSection: 0))
        XCTAssertEqual(layout.diagnostics.recent, [])
    }

    func testAPinnedHeaderThatStandsOutOfItsRoomIsSeenBehindItsSection() throws {
        let header = CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(40), .top)
        header.contentInsets = DirectionalEdgeInsets(bottom: -10)
        header.pinToVisibleBounds = true
        let layout = try compositional(section([header]), count: 2)
        // The section ends at 140: its header rests at 100 to 150.
        let elements = layout.layoutAttributes(in: Viewport(rect(0, 145, 300, 100)))
        XCTAssertEqual(elements.map(\.frame), [rect(0, 100, 300, 50)])
    }

    func testTheFirstOfSeveralBadgesWithOneNameIsFound() throws {
        func badge() -> CollectionLayoutSupplementaryItem {
            CollectionLayoutSupplementaryItem(
                layoutSize: CollectionLayoutSize(.absolute(10), .absolute(10)), elementKind: "badge",
                containerAnchor: CollectionLayoutAnchor(edges: [.top, .leading]))
        }
        let item = CollectionLayoutItem(.fractionalWidth(1), .absolute(20), [badge()])
        let group = CollectionLayoutGroup.vertical(
            layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(60)), subitems: [item])
        group.supplementaryItems = [badge()]
        // Three items per group. Number 2 is on the third item, and on the third group.
        let layout = try compositional(CollectionLayoutSection(group: group), count: 9)
        XCTAssertEqual(
            layout.frame(ofSupplementaryItemOfKind: ElementKind("badge"), at: 2, inSection: 0), rect(0, 40, 10, 10))
    }
}
