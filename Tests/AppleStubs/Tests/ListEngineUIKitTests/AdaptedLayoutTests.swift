import Foundation
import ListEngineAdapters
import ListEngineLayout
import Testing

/// A layout without a collection view: only its counts and its updates.
@MainActor
private final class Adapter: LayoutAdapter {
    let layout: AdaptedLayout
    var adaptedView: AdaptedView?
    var itemCounts: [Int]
    let adaptedDataSource: AnyObject? = nil
    private let recipe: Rows

    var bounds = CGRect(x: 0, y: 0, width: 320, height: 480) {
        didSet { adaptedView?.bounds = bounds }
    }
    /// How many sizes or styles were requested.
    var requests: Int { recipe.requests }

    init(_ counts: [Int], _ other: (any CollectionViewLayoutRecipe)? = nil, estimated: Bool = false) {
        recipe = Rows(estimated: estimated)
        itemCounts = counts
        layout = AdaptedLayout(other ?? recipe, headerKind: "header", footerKind: "footer")
        adaptedView = AdaptedView(bounds: bounds, insets: .zero, isRightToLeft: false, displayScale: 2)
        layout.adapter = self
        layout.makeCurrent()
    }

    func update(to counts: [Int], _ updates: (ToolkitUpdate, IndexPath?, IndexPath?)...) {
        var called = CalledUpdates()
        for (update, old, new) in updates { called.add(update, from: old, to: new) }
        itemCounts = counts
        layout.invalidate(everything: false, counts: true)
        layout.prepare(for: called)
        bounds.origin = layout.target(for: bounds.origin)
        layout.finishUpdates()
    }

    /// Rows of one height, so that a section of any length takes no memory. Counts requests.
    private final class Rows: CollectionViewLayoutRecipe {
        let scrollDirection = ScrollDirection.vertical
        let isEstimated: Bool
        var requests = 0
        init(estimated: Bool) { isEstimated = estimated }
        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            requests += 1
            return .list(count: context.itemCount, height: 40, estimated: isEstimated)
        }
        func recipe(
            forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
        ) -> SectionRecipe? {
            let count = items.reduce(0) { $0 + $1.count }
            requests += max(1, count)
            return .list(count: count, height: 40, estimated: isEstimated)
        }
    }
}

/// Law 8 for the layouts of toolkits.
@MainActor
@Suite struct AdaptedLayoutTests {
    /// Among many rows one insert requests one size, and touches as many nodes as the trees are high.
    @Test func oneUpdateCostsWhatItChanges() throws {
        let count = 10_000_000
        for kind in 0..<4 {
            let adapter = Adapter([3, count])
            let path = IndexPath(indexes: [1, count / 2])
            let (requests, work) = (adapter.requests, adapter.layout.current.editWork)
            switch kind {
            case 0: adapter.update(to: [3, count + 1], (.insert, nil, path))
            case 1: adapter.update(to: [3, count - 1], (.delete, path, nil))
            case 2: adapter.update(to: [3, count], (.move, path, [1, 0]))
            default: adapter.update(to: [3, count], (.reload, path, path))
            }
            #expect(adapter.layout.current.numberOfItems(inSection: 1) == adapter.itemCounts[1])
            #expect(adapter.requests - requests <= 1)
            let now = adapter.layout.current.editWork
            #expect(now.nodesVisited + now.nodesWritten - work.nodesVisited - work.nodesWritten <= 200)
        }
    }

    /// Of many sections only those are touched that change, and the styles of those after them are requested once.
    @Test func sectionsCostOneRequestEach() {
        let count = 20_000
        let adapter = Adapter(Array(repeating: 2, count: count))
        var requests = adapter.requests
        adapter.update(to: Array(repeating: 2, count: count + 1), (.insert, nil, IndexPath(index: count - 10)))
        #expect(adapter.requests - requests == 11)
        requests = adapter.requests
        adapter.update(
            to: Array(repeating: 2, count: count), (.delete, IndexPath(index: count - 5), nil),
            (.move, IndexPath(index: count - 9), IndexPath(index: count - 7)))
        #expect(adapter.requests - requests <= 9)
        #expect(adapter.layout.current.numberOfSections == count)
    }

    /// Measured sizes go along with items that move, also to another section.
    @Test func movedItemsKeepTheirSizes() {
        let adapter = Adapter([10, 10], estimated: true)
        _ = adapter.layout.takeMeasured(.item, at: [0, 8], CGSize(width: 320, height: 90))
        adapter.update(to: [10, 10], (.move, [0, 8], [0, 1]))
        #expect(adapter.layout.item(at: [0, 1])?.frame.height == 90)
        #expect(adapter.layout.item(at: [0, 8])?.frame.height == 40)
    }

    /// A section that has been scrolled to its end stays there when a measured item makes it shorter.
    @Test func aMeasuredSizeKeepsTheOffsetWithinTheEnds() throws {
        let carousel = CollectionViewCompositionalLayout { _, _ in
            let size = CollectionLayoutSize(widthDimension: .estimated(100), heightDimension: .absolute(80))
            let section = CollectionLayoutSection(
                group: .horizontal(layoutSize: size, subitems: [CollectionLayoutItem(layoutSize: size)]))
            section.orthogonalScrollingBehavior = .continuous
            return section
        }
        let adapter = Adapter([10], carousel)
        adapter.layout.sections.scroll(0, to: 1_000_000, in: adapter.layout.current)
        #expect(adapter.layout.sections.offset(of: 0) == 680)
        _ = adapter.layout.takeMeasured(.item, at: [0, 9], CGSize(width: 40, height: 80))
        let end = try #require(adapter.layout.current.orthogonalScrolling(ofSection: 0)).offsetRange.upperBound
        #expect(end == 620 && adapter.layout.sections.offset(of: 0) == end)
    }

    /// The rule of ``CollectionView``: the next item of the section, then the last one before it, then other sections.
    @Test func theLastItemBeforeDeletedOnesKeepsItsPlace() throws {
        let adapter = Adapter([50, 50])
        adapter.bounds.origin.y = 1_610
        var called = CalledUpdates()
        for item in 40..<50 { called.add(.delete, from: [0, item], to: nil) }
        adapter.itemCounts = [40, 50]
        adapter.layout.invalidate(everything: false, counts: true)
        adapter.layout.prepare(for: called)
        #expect(adapter.layout.target(for: adapter.bounds.origin).y == 1_610)
        adapter.layout.finishUpdates()
        let before = try #require(adapter.layout.item(at: [1, 0])).frame.minY - 1_610
        called = CalledUpdates()
        for item in 0..<40 { called.add(.delete, from: [0, item], to: nil) }
        adapter.itemCounts = [0, 50]
        adapter.layout.invalidate(everything: false, counts: true)
        adapter.layout.prepare(for: called)
        let offset = adapter.layout.target(for: adapter.bounds.origin).y
        #expect(try #require(adapter.layout.item(at: [1, 0])).frame.minY - offset == before)
    }

    /// Updates that do not lead to the counts lay the list out again, and end nothing.
    @Test func updatesThatDoNotFitLayOutAgain() {
        for (update, old, new) in [
            (ToolkitUpdate.delete, [0, 99] as IndexPath?, nil as IndexPath?), (.insert, nil, [7, 0]),
            (.move, [9, 9], [0, 0]),
            (.reload, [0, -1], nil), (.delete, IndexPath(index: 5), nil),
            (.move, IndexPath(index: 0), IndexPath(index: 9)),
        ] {
            let adapter = Adapter([3, 4])
            adapter.update(to: [2, 5, 1], (update, old, new))
            #expect(
                (0..<adapter.layout.current.numberOfSections).map {
                    adapter.layout.current.numberOfItems(inSection: $0)
                }
                    == [2, 5, 1])
        }
    }
}
