import Foundation
import ListEngine
import ListEngineLayout
import ListEngineTestSupport
import Testing

/// The dots below a section that scrolls by pages.
@MainActor
@Suite("Page dots")
struct PageDotsTests {
    private typealias Host = SteppedHost

    private let view: CollectionView
    private let host: Host
    private let source: DiffableDataSource<Int, Int>
    private let layout: CollectionViewCompositionalLayout

    /// Sections of pages, 300 points wide and 100 high, with dots of 20 points.
    init() {
        let section = CollectionLayoutSection.banner(height: .absolute(100))
        section.boundarySupplementaryItems = [PageDots.item(height: .absolute(20))]
        layout = CollectionViewCompositionalLayout(section: section)
        view = CollectionView(frame: CGRect(x: 0, y: 0, width: 300, height: 400), collectionViewLayout: layout)
        host = Host(view)
        source = DiffableDataSource(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        show([4, 2])
    }

    private func show(_ counts: [Int]) {
        source.edit { snapshot in
            snapshot = DiffableDataSource<Int, Int>.Snapshot()
            for (section, count) in counts.enumerated() {
                snapshot.appendSections([section])
                snapshot.appendItems((0..<count).map { 100 * section + $0 })
            }
        }
        host.frames(2)
    }

    private func dots(_ section: Int) throws -> PageDots {
        try #require(
            view.visibleViews.lazy.compactMap { $0 as? PageDots }.first { $0.layoutAttributes?.section == section })
    }

    /// Taps at a part of the width of the dots.
    private func tap(_ section: Int, at part: CGFloat) throws {
        let frame = try dots(section).frame
        let isVertical = layout.configuration.scrollDirection == .vertical
        let point =
            isVertical
            ? CGPoint(x: frame.minX + part * frame.width, y: frame.midY)
            : CGPoint(x: frame.midX, y: frame.minY + part * frame.height)
        view.hostTap(at: point)
        host.frames(60)
    }

    @Test func dotsFollowTheirSection() throws {
        #expect(try dots(0).ornament == .pages(count: 4, current: 0))
        #expect(try dots(1).ornament == .pages(count: 2, current: 0))
        view.hostDidScroll(section: 0, to: 300)
        #expect(try dots(0).ornament == .pages(count: 4, current: 1))
        #expect(try dots(1).ornament == .pages(count: 2, current: 0))
        // The data source has no view of this kind.
        #expect(view.diagnostics.recent.isEmpty)
        // Two of these pages are visible at the end.
        let section = CollectionLayoutSection.carousel(
            itemSize: CollectionLayoutSize(widthDimension: .absolute(150), heightDimension: .absolute(100)))
        section.boundarySupplementaryItems = [PageDots.item(height: .absolute(20))]
        view.collectionViewLayout = CollectionViewCompositionalLayout(section: section)
        host.frames(1)
        #expect(try dots(0).ornament == .pages(count: 3, current: 2))
        // A section with one page has none.
        show([2, 1])
        #expect(try dots(0).ornament == .pages(count: 0, current: 0))
        #expect(try dots(0).handleTap(at: .zero) == false)
    }

    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft], [0, 0.3])
    func tapsTurnPages(_ direction: FlowDirection, _ duration: TimeInterval) throws {
        view.flowDirection = direction
        host.animationDuration = duration
        host.frames(1)
        let (before, after): (CGFloat, CGFloat) = direction == .leftToRight ? (0.2, 0.8) : (0.8, 0.2)
        for (part, page) in [(before, 0), (after, 1), (after, 2), (after, 3), (after, 3), (before, 2)] {
            try tap(0, at: part)
            #expect(try dots(0).pages?.current == page)
            #expect(view.sectionOffsets[0] == CGFloat(300 * page))
        }
        #expect(view.indexPathsForSelectedItems.isEmpty)
        #expect(view.sectionOffsets[1] == 0)
    }

    /// The action of a button that a toolkit offers to assistive technologies is a tap in its middle.
    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft])
    func aTapInTheMiddleShowsTheNextPage(_ direction: FlowDirection) throws {
        view.flowDirection = direction
        host.frames(1)
        for page in [1, 2, 3, 3] {
            try tap(0, at: 0.5)
            #expect(try dots(0).pages?.current == page)
        }
    }

    @Test func aHorizontalListTurnsPagesDown() throws {
        let whole = CollectionLayoutItem(
            layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1))
        )
        let section = CollectionLayoutSection(
            group: .vertical(
                layoutSize: CollectionLayoutSize(widthDimension: .absolute(100), heightDimension: .absolute(300)),
                repeatingSubitem: whole, count: 1))
        section.orthogonalScrollingBehavior = .groupPaging
        let dots = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: CollectionLayoutSize(widthDimension: .absolute(20), heightDimension: .fractionalHeight(1)),
            elementKind: PageDots.kind, alignment: .trailing)
        section.boundarySupplementaryItems = [dots]
        layout.configuration.scrollDirection = .horizontal
        let across = CollectionViewCompositionalLayout(section: section, configuration: layout.configuration)
        view.collectionViewLayout = across
        host.frames(2)
        let scrolling = try #require(view.layout.orthogonalScrolling(ofSection: 0))
        let last = scrolling.page(at: scrolling.offsetRange.upperBound)
        #expect(last > 0)
        #expect(try self.dots(0).ornament == .pages(count: last + 1, current: 0))
        try tap(0, at: 0.9)
        #expect(try self.dots(0).pages?.current == 1)
        #expect(view.sectionOffsets[0] == scrolling.offset(ofPage: 1))
        try tap(0, at: 0.1)
        #expect(view.sectionOffsets[0] == 0)
    }

    @Test func assistiveTechnologiesReadAndTurnPages() throws {
        let description = try #require(view.accessibilityDescription(of: dots(0)))
        #expect(description.role == .button && description.label == "Page 1 of 4")
        let actions = view.accessibilityActions(of: try dots(0))
        #expect(actions.map(\.name) == ["Next page", "Previous page"])
        actions[0].perform()
        host.frames(1)
        #expect(view.accessibilityDescription(of: try dots(0))?.label == "Page 2 of 4")
        actions[1].perform()
        #expect(view.sectionOffsets[0] == 0)
    }

    /// A page is being turned, and the list changes.
    @Test func whatHappensMeanwhileIsSafe() throws {
        host.animationDuration = 0.4
        func turn() throws {
            show([4, 2])
            view.sectionOffsets = [:]
            host.frames(1)
            let frame = try dots(0).frame
            view.hostTap(at: CGPoint(x: frame.maxX - 10, y: frame.midY))
            host.frames(6)
            #expect(view.sectionOffsets[0] > 0 && view.sectionOffsets[0] < 300)
        }
        try turn()  // an update of the same section
        show([3, 2])
        host.frames(60)
        #expect(try dots(0).ornament == .pages(count: 3, current: 1))
        try turn()  // a section before it is removed, and this one as well
        show([2])
        host.frames(60)
        #expect(try dots(0).pages?.count == 2)
        try turn()
        show([])
        host.frames(60)
        #expect(view.visibleViews.isEmpty && view.sectionOffsets.isEmpty)
        try turn()  // everything is read again
        view.reloadData()
        host.frames(60)
        #expect(try dots(0).pages?.count == 4)
        try turn()  // the user takes hold of the section
        #expect(host.beginSectionDrag(at: CGPoint(x: 200, y: 50)))
        let held = view.sectionOffsets[0]
        host.frames(30)
        #expect(view.sectionOffsets[0] == held)
        host.dragSection(to: CGPoint(x: 260, y: 50))
        host.endSectionDrag()
        host.frames(90)
        #expect(try dots(0).pages?.current == 0)
        // Pages that are none.
        host.showPage(9, ofSection: 0)
        host.frames(60)
        #expect(view.sectionOffsets[0] == 900)
        host.showPage(-1, ofSection: 7)
        host.showPage(0, ofSection: -1)
        let lonely = PageDots()
        #expect(lonely.ornament == .pages(count: 0, current: 0) && lonely.pages == nil)
        #expect(view.diagnostics.recent.isEmpty)
    }
}
