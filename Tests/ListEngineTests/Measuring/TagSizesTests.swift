import Foundation
import ListEngine
import ListEngineLayout
import ListEngineTestSupport
import TestSupport
import Testing

/// Items that measure their width as well as their height, such as tags in a flow.
@MainActor
@Suite("Items as wide as their content")
struct TagSizesTests {
    /// Ten points a letter, and lines of twenty points. Text that is wider than the limit wraps.
    @MainActor
    private final class TagHost: CollectionViewHost {
        var measured = 0
        func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
        func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
        func recycle(_ view: CollectionReusableView) {}
        func remove(_ view: CollectionReusableView) {}
        func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? { nil }
        func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize? {
            measured += 1
            return TagSizesTests.size((view as? NameCell)?.name ?? "", upTo: width)
        }
    }

    private nonisolated static func size(_ text: String, upTo width: CGFloat) -> CGSize {
        let natural = CGFloat(10 * text.count + 8)
        let used = min(natural, max(width, 18))
        return CGSize(width: used, height: 20 * (natural / used).rounded(.up))
    }

    private nonisolated static func text(_ item: Int) -> String {
        String(repeating: "x", count: item % 97 == 5 ? 60 : 1 + (item &* 7919) % 13)
    }

    private let view: CollectionView
    private let host = TagHost()
    private let source: DiffableDataSource<Int, Int>
    private let flow: CollectionViewFlowLayout

    init() {
        flow = CollectionViewFlowLayout()
        flow.estimatedItemSize = CGSize(width: 70, height: 24)
        flow.minimumInteritemSpacing = 6
        flow.minimumLineSpacing = 4
        flow.sectionInset = SectionInsets(top: 3, leading: 10, bottom: 5, trailing: 14)
        view = CollectionView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), collectionViewLayout: flow)
        view.host = host
        source = DiffableDataSource(collectionView: view) { view, indexPath, item in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = Self.text(item)
            return cell
        }
    }

    private func show(_ items: [Int]) {
        source.edit { snapshot in
            snapshot = DiffableDataSource<Int, Int>.Snapshot()
            snapshot.appendSections([0])
            snapshot.appendItems(items)
        }
        view.layoutIfNeeded()
    }

    private var isVertical: Bool { flow.scrollDirection == .vertical }

    private func scroll(to offset: CGFloat) {
        view.hostDidScroll(to: isVertical ? CGPoint(x: 0, y: offset) : CGPoint(x: offset, y: 0))
        view.layoutIfNeeded()
    }

    private var offset: CGFloat { isVertical ? view.contentOffset.y : view.contentOffset.x }
    /// Scrolling back over items that were never measured: the element that the list keeps does not move by more than the
    /// scroll.
    @Test func estimatesAreReplacedWithoutAJump() throws {
        let items = Array(0..<2_000)
        show(items)
        view.scrollToItem(at: IndexPath(item: 1_500, section: 0), at: .start, animated: false)
        view.layoutIfNeeded()
        var kept = 0
        for _ in 0..<150 {
            let before = Dictionary(
                uniqueKeysWithValues: view.visibleElements.map { ($0.item, $0.frame.minY - view.contentOffset.y) })
            scroll(to: offset - 37)
            let still = view.visibleElements.filter { element in
                before[element.item].map { $0 + 37 == element.frame.minY - view.contentOffset.y } ?? false
            }
            #expect(!still.isEmpty)
            kept += still.count
        }
        #expect(kept > 150)
    }

    /// The first item on the screen keeps its place while items come and go around it, in every direction.
    @Test(arguments: [ScrollDirection.vertical, .horizontal], [FlowDirection.leftToRight, .rightToLeft])
    func updatesMoveNothingOnTheScreen(_ scrollDirection: ScrollDirection, _ direction: FlowDirection) throws {
        flow.scrollDirection = scrollDirection
        view.collectionViewLayout = flow
        view.flowDirection = direction
        var random = TestRandom(seed: scrollDirection == .vertical ? 5 : 6)
        var items = Array(0..<400)
        show(items)
        view.scrollToItem(at: IndexPath(item: 200, section: 0), at: .start, animated: false)
        view.layoutIfNeeded()
        for step in 0..<30 {
            let first = try #require(view.visibleElements.first { $0.category == .item })
            let item = try #require(source.itemIdentifier(for: IndexPath(item: first.item, section: 0)))
            func place(_ element: LayoutAttributes) -> CGFloat {
                if isVertical { return element.frame.minY - view.contentOffset.y }
                return (direction == .leftToRight ? element.frame.minX : element.frame.maxX) - view.contentOffset.x
            }
            let before = place(first)
            for number in 0..<5 {
                items.insert(1_000 + 5 * step + number, at: random.below(items.count))
                let gone = random.below(items.count)
                if items[gone] != item { items.remove(at: gone) }
            }
            show(items)
            let index = try #require(source.indexPath(for: item)?.item)
            let after = try #require(view.visibleElements.first { $0.category == .item && $0.item == index })
            #expect(place(after) == before, "step \(step)")
            for cell in view.visibleCells.compactMap({ $0 as? NameCell }) where isVertical {
                #expect(cell.frame.size == Self.size(cell.name, upTo: 276))
            }
        }
    }

    @Test func anItemThatGrowsIsMeasuredAgain() throws {
        show([3, 4, 5, 6])
        let cell = try #require(view.cellForItem(at: IndexPath(item: 0, section: 0)) as? NameCell)
        cell.name = "a longer text"
        view.invalidateMeasurement(of: cell)
        view.layoutIfNeeded()
        #expect(cell.frame.size == CGSize(width: 138, height: 20))
        // A reload while it is shown, and a list that goes away.
        show([7])
        #expect(view.visibleCells.map(\.frame.size) == [Self.size(Self.text(7), upTo: 276)])
    }

    @Test func itemsOfACompositionAreAsWideAsTheirContent() throws {
        let item = CollectionLayoutItem(
            layoutSize: CollectionLayoutSize(widthDimension: .estimated(50), heightDimension: .estimated(24)))
        let section = CollectionLayoutSection(
            group: .horizontal(
                layoutSize: CollectionLayoutSize(widthDimension: .estimated(50), heightDimension: .estimated(24)),
                subitems: [item]))
        section.orthogonalScrollingBehavior = .continuous
        view.collectionViewLayout = CollectionViewCompositionalLayout(section: section)
        show([1, 2, 3])
        #expect(view.visibleCells.map(\.frame.width) == [1, 2, 3].map { Self.size(Self.text($0), upTo: 300).width })
    }
}
