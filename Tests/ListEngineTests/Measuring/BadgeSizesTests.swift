import Foundation
import ListEngine
import ListEngineLayout
import ListEngineTestSupport
import TestSupport
import Testing

private final class BadgeView: CollectionReusableView {
    var text = ""
}

/// Badges, titles of groups and headers that are as large as their text.
@MainActor
@Suite("Badges that measure themselves")
struct BadgeSizesTests {
    /// Ten points a letter and lines of twenty points. Cells are as high as the size of the list says.
    @MainActor
    private final class TextHost: CollectionViewHost {
        var measured: [String] = []
        func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
        func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
        func recycle(_ view: CollectionReusableView) {}
        func remove(_ view: CollectionReusableView) {}
        func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
            (view as? NameCell).map { CGSize(width: size.width, height: BadgeSizesTests.height($0.name)) }
        }
        func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize? {
            guard let badge = view as? BadgeView else { return nil }
            measured.append(badge.text)
            return BadgeSizesTests.size(badge.text, upTo: width)
        }
    }

    private nonisolated static func size(_ text: String, upTo width: CGFloat = 300) -> CGSize {
        let natural = CGFloat(10 * text.count)
        let used = min(natural, width)
        return CGSize(width: used, height: used > 0 ? 20 * (natural / used).rounded(.up) : 0)
    }
    private nonisolated static func height(_ name: String) -> CGFloat { CGFloat(40 + name.count * 17 % 31) }
    private nonisolated static func text(_ id: Int) -> String { String(repeating: "x", count: 1 + (id &* 7919) % 9) }

    private static let badge = ElementKind("badge")
    private static let title = ElementKind("title")

    private let view: CollectionView
    private let host = TextHost()
    private let source: DiffableDataSource<Int, Int>

    /// Rows of measured heights, two in a group, in a list of 300 points. Each row has a badge at its trailing top corner,
    /// and each group a title at its leading bottom corner.
    init() {
        func open(_ width: CGFloat, _ height: CGFloat) -> CollectionLayoutSize {
            CollectionLayoutSize(widthDimension: .estimated(width), heightDimension: .estimated(height))
        }
        let row = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(50))
        let badge = CollectionLayoutSupplementaryItem(
            layoutSize: open(12, 14), elementKind: "badge",
            containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
        let title = CollectionLayoutSupplementaryItem(
            layoutSize: open(40, 16), elementKind: "title",
            containerAnchor: CollectionLayoutAnchor(edges: [.bottom, .leading]))
        let group = CollectionLayoutGroup.vertical(
            layoutSize: row,
            subitems: [
                CollectionLayoutItem(layoutSize: row, supplementaryItems: [badge]),
                CollectionLayoutItem(layoutSize: row),
            ])
        group.supplementaryItems = [title]
        let section = CollectionLayoutSection(group: group)
        section.boundarySupplementaryItems = [
            CollectionLayoutBoundarySupplementaryItem(
                layoutSize: open(100, 30), elementKind: "header", alignment: .topLeading)
        ]
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 300, height: 400),
            collectionViewLayout: CollectionViewCompositionalLayout(section: section))
        view.host = host
        source = DiffableDataSource(collectionView: view) { view, indexPath, item in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = Self.text(item)
            return cell
        }
        source.supplementaryViewProvider = { [weak source] view, kind, indexPath in
            let badge = view.dequeueReusableSupplementaryView(BadgeView.self, ofKind: kind, for: indexPath)
            switch kind {
            case Self.badge: badge.text = source?.itemIdentifier(for: indexPath).map(Self.text) ?? "?"
            case Self.title: badge.text = "group \(indexPath.item)"
            default: badge.text = "a header \(indexPath.section)"
            }
            return badge
        }
    }

    private func show(_ sections: [[Int]], animated: Bool = false) {
        source.apply(
            DiffableSnapshot(sections: sections.enumerated().map { ($0.offset, $0.element) }),
            animatingDifferences: animated)
        view.layoutIfNeeded()
    }

    private func badges(_ kind: ElementKind) -> [BadgeView] {
        view.visibleViews.compactMap { $0 as? BadgeView }.filter { $0.layoutAttributes?.kind == kind }
    }

    /// Whether each visible badge, title and header has the size of its text, and is at its corner.
    private func expectExact(_ comment: String = "", source location: SourceLocation = #_sourceLocation) {
        for badge in badges(Self.badge) + badges(Self.title) {
            guard let path = badge.layoutAttributes?.path else { continue }
            #expect(badge.frame.size == Self.size(badge.text), "\(comment) \(path)", sourceLocation: location)
            guard badge.layoutAttributes?.kind == Self.badge else { continue }
            let row = view.layout.frame(ofItem: path.item, inSection: path.section)
            #expect(
                badge.frame.maxX == row.maxX && badge.frame.minY == row.minY, "\(comment) \(path)",
                sourceLocation: location
            )
        }
        for header in view.visibleViews.compactMap({ $0 as? BadgeView }) where header.text.hasPrefix("a header") {
            #expect(header.frame.size == Self.size(header.text), "\(comment)", sourceLocation: location)
        }
        let estimated = view.visibleElements.filter(\.isEstimated)
        #expect(estimated.isEmpty, "\(comment)", sourceLocation: location)
    }

    @Test func badgesTitlesAndHeadersAreAsLargeAsTheirText() {
        show([Array(0..<100)])
        #expect(badges(Self.badge).count >= 3 && badges(Self.title).count >= 3)
        expectExact()
        // Each was measured once, and only those that are on a screen of rows with estimated heights or of measured ones.
        let titles = host.measured.filter { $0.hasPrefix("group") }
        #expect(Set(titles).count == titles.count)
        #expect(host.measured.count <= 2 * (400 / 50) + 1)
        view.scrollToItem(at: IndexPath(item: 60, section: 0), at: .start, animated: false)
        view.layoutIfNeeded()
        #expect(view.layout.frame(ofItem: 60, inSection: 0).minY == view.contentOffset.y)
        expectExact("after a jump")
        #expect(view.diagnostics.recent.isEmpty)
    }

    @Test func aBadgeWhoseTextGrowsIsMeasuredAlone() throws {
        show([Array(0..<100)])
        let frames = view.visibleCells.map(\.frame)
        for kind in [Self.badge, Self.title] {
            let badge = try #require(badges(kind).first)
            host.measured = []
            badge.text = "a longer text"
            view.invalidateMeasurement(of: badge)
            view.layoutIfNeeded()
            #expect(host.measured == ["a longer text"])
            #expect(badge.frame.size == CGSize(width: 130, height: 20))
            badge.text = String(repeating: "long ", count: 20)
            view.invalidateMeasurement(of: badge)
            view.layoutIfNeeded()
            #expect(badge.frame.size == CGSize(width: 300, height: 80), "longer text wraps")
        }
        expectExact()
        #expect(view.visibleCells.map(\.frame) == frames, "badges take no room")
        let header = try #require(
            view.visibleViews.compactMap { $0 as? BadgeView }.first { $0.text.hasPrefix("a header") })
        header.text = "a header with more words"
        view.invalidateMeasurement(of: header)
        view.layoutIfNeeded()
        expectExact()
        // A size that makes no sense is reported, and the badge keeps its own.
        host.measured = []
        let badge = try #require(badges(Self.badge).first)
        badge.text = ""
        view.invalidateMeasurement(of: badge)
        view.layoutIfNeeded()
        #expect(!badges(Self.badge).contains { $0 === badge }, "an empty badge is not shown")
        #expect(view.diagnostics.recent.isEmpty)
    }

    /// In a section whose first group follows the last one, wherever it is scrolled.
    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft], [0, 130, 410, 695, -100] as [CGFloat])
    func aBadgeThatGrowsInACarouselIsMeasured(_ direction: FlowDirection, offset: CGFloat) throws {
        let size = CollectionLayoutSize(widthDimension: .absolute(60), heightDimension: .absolute(50))
        let open = CollectionLayoutSize(widthDimension: .estimated(12), heightDimension: .estimated(14))
        func supplementary(_ kind: String, _ edges: DirectionalRectEdge) -> CollectionLayoutSupplementaryItem {
            CollectionLayoutSupplementaryItem(
                layoutSize: open, elementKind: kind, containerAnchor: CollectionLayoutAnchor(edges: edges))
        }
        let item = CollectionLayoutItem(
            layoutSize: size, supplementaryItems: [supplementary("badge", [.top, .trailing])])
        let group = CollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item])
        group.supplementaryItems = [supplementary("title", [.bottom, .leading])]
        let section = CollectionLayoutSection(group: group)
        section.orthogonalScrollingBehavior = .continuous
        section.orthogonalScrollingProperties.loops = true
        view.flowDirection = direction
        view.collectionViewLayout = CollectionViewCompositionalLayout(section: section)
        show([Array(0..<12)])
        view.hostDidScroll(section: 0, to: offset)
        view.layoutIfNeeded()
        #expect(view.layout.orthogonalScrolling(ofSection: 0)?.loops == true)
        for kind in [Self.badge, Self.title] {
            #expect(badges(kind).count >= 5)
            for badge in badges(kind) {
                #expect(badge.frame.size == Self.size(badge.text))
                badge.text = "longer"
                view.invalidateMeasurement(of: badge)
                view.layoutIfNeeded()
                #expect(badge.frame.size == CGSize(width: 60, height: 20))
            }
        }
        #expect(view.visibleElements.allSatisfy { !$0.isEstimated } && view.diagnostics.recent.isEmpty)
    }

    @Test func changedItemsHaveTheirBadgesMeasuredAgain() throws {
        show([Array(0..<100)])
        let cell = try #require(view.cellForItem(at: IndexPath(item: 2, section: 0)) as? NameCell)
        cell.name = "another name for this row"
        view.invalidateMeasurement(of: cell)
        view.layoutIfNeeded()
        expectExact("measured again")
        source.edit { $0.reconfigureItems([0, 2, 4]) }
        view.layoutIfNeeded()
        expectExact("reconfigured")
        source.edit { $0.reloadItems([0, 1, 2]) }
        view.layoutIfNeeded()
        expectExact("reloaded")
        view.bounds.size.width = 250
        view.layoutIfNeeded()
        expectExact("in a narrower list")
        view.learnsSizes = true
        view.scrollToItem(at: IndexPath(item: 40, section: 0), at: .start, animated: false)
        view.layoutIfNeeded()
        _ = view.reestimateItems()
        view.layoutIfNeeded()
        expectExact("with learnt estimates")
    }

    /// While items are inserted, deleted, moved and measured around it, the first item on the screen keeps its place, and
    /// all badges have their size.
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func updatesLoseNoSizeAndMoveNothing(_ seed: UInt64) throws {
        var random = TestRandom(seed: seed)
        var sections = [Array(0..<60), Array(100..<160)]
        show(sections)
        view.scrollToItem(at: IndexPath(item: 31, section: 0), at: .start, animated: false)
        view.layoutIfNeeded()
        for step in 0..<40 {
            let first = try #require(view.visibleElements.first { $0.category == .item })
            let item = try #require(source.itemIdentifier(for: IndexPath(item: first.item, section: first.section)))
            let before = first.frame.minY - view.contentOffset.y
            for number in 0..<3 {
                let from = random.below(2)
                let to = random.below(2)
                let gone = random.below(sections[from].count)
                let id = sections[from][gone]
                if id != item {
                    sections[from].remove(at: gone)
                    if random.chance(oneIn: 2) { sections[to].insert(id, at: random.below(sections[to].count)) }
                }
                sections[to].insert(1_000 + 3 * step + number, at: random.below(sections[to].count))
            }
            show(sections, animated: random.chance(oneIn: 2))
            let path = try #require(source.indexPath(for: item))
            let after = try #require(
                view.visibleElements.first {
                    $0.category == .item && $0.item == path.item && $0.section == path.section
                })
            #expect(after.frame.minY - view.contentOffset.y == before, "step \(step)")
            expectExact("seed \(seed), step \(step)")
            view.hostDidScroll(to: CGPoint(x: 0, y: view.contentOffset.y + CGFloat(random.below(200)) - 100))
            view.layoutIfNeeded()
            expectExact("seed \(seed), step \(step), scrolled")
        }
        #expect(view.diagnostics.recent.isEmpty)
    }
}
