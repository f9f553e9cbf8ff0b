import AppKit
import ListEngineAppKit
import Testing

/// A collection view with sections of numbers, in a scroll view of 320 by 480 points.
@MainActor
final class Fixture {
    typealias Source = EngineDiffableDataSource<String, Int>

    final class Item: NSCollectionViewItem {
        var number = -1
        var height: CGFloat?
        override func preferredLayoutAttributesFitting(
            _ attributes: NSCollectionViewLayoutAttributes
        ) -> NSCollectionViewLayoutAttributes {
            if let height { attributes.size.height = height }
            return attributes
        }
    }
    final class Header: NSView, NSCollectionViewElement, NSViewOfClass {}

    let layout: EngineLayout
    let view = NSCollectionView(frame: NSRect(x: 0, y: 0, width: 320, height: 480))
    let scrollView = NSScrollView(frame: NSRect(x: 0, y: 0, width: 320, height: 480))
    private(set) var source: Source!
    private let window = NSWindow()
    /// The heights that items prefer; nil for items without self-sizing.
    var preferredHeight: (Int) -> CGFloat? = { _ in nil }

    init(_ recipe: any CollectionViewLayoutRecipe) {
        layout = EngineLayout(recipe)
        scrollView.documentView = view
        window.contentView = scrollView
        view.collectionViewLayout = layout
        view.register(Item.self, forItemWithIdentifier: "item")
        view.register(Header.self, forSupplementaryViewOfKind: layout.headerKind, withIdentifier: "header")
        source = Source(collectionView: view) { [weak self] view, path, number in
            let item = view.makeItem(withIdentifier: "item", for: path) as! Item
            item.number = number
            item.height = self?.preferredHeight(number)
            return item
        }
        source.supplementaryViewProvider = { view, kind, path in
            view.makeSupplementaryView(ofKind: kind, withIdentifier: "header", for: path)
        }
    }

    func show(_ sections: [(String, [Int])], reloading: [Int] = [], animated: Bool = true) {
        source.apply(snapshot(sections, reloading: reloading), animatingDifferences: animated)
        view.layoutSubtreeIfNeeded()
        view.finishAnimations()
    }

    func snapshot(_ sections: [(String, [Int])], reloading: [Int] = []) -> Source.Snapshot {
        var snapshot = Source.Snapshot()
        for (section, items) in sections {
            snapshot.appendSections([section])
            snapshot.appendItems(items, toSection: section)
        }
        snapshot.reloadItems(reloading)
        return snapshot
    }

    var offset: CGFloat { scrollView.documentVisibleRect.minY }

    func scroll(to y: CGFloat) {
        scrollView.contentView.scroll(to: NSPoint(x: 0, y: y))
        view.layoutSubtreeIfNeeded()
    }

    /// Where an item is in the scroll view, below its upper edge.
    func position(of item: Int) -> CGFloat? {
        source.indexPath(for: item).flatMap { layout.layoutAttributesForItem(at: $0) }.map { $0.frame.minY - offset }
    }

    var visiblePaths: [IndexPath] { view.indexPathsForVisibleItems().sorted() }

    /// Every visible item shows its number, and every item in the visible part has a view.
    func checkItems() {
        for path in visiblePaths {
            #expect((view.item(at: path) as? Item)?.number == source.itemIdentifier(for: path))
        }
        let elements = layout.layoutAttributesForElements(in: scrollView.documentVisibleRect)
        #expect(
            elements.filter { $0.representedElementCategory == .item }.compactMap(\.indexPath).sorted() == visiblePaths)
    }
}

struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 11 ^ state << 33
    }
}

@MainActor func rows(estimated: Bool = false) -> CollectionViewFlowLayout {
    let flow = CollectionViewFlowLayout()
    flow.itemSize = CGSize(width: 320, height: 40)
    if estimated { flow.estimatedItemSize = CGSize(width: 320, height: 40) }
    flow.minimumLineSpacing = 0
    return flow
}

@MainActor
@Suite struct AppKitTests {
    /// Sections and items appear, move and disappear in random order.
    @Test(arguments: [false, true], 0..<10)
    func anySequenceOfSnapshotsIsLegal(preparesFirst: Bool, seed: Int) throws {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let fixture = Fixture(rows())
        fixture.view.preparesBeforeUpdates = preparesFirst
        fixture.view.passesOwnBounds = seed % 2 == 0
        for _ in 0..<20 {
            var items = Array(0..<Int.random(in: 0...30, using: &random)).shuffled(using: &random)
            var sections: [(String, [Int])] = []
            for name in ["a", "b", "c", "d", "e"].shuffled(using: &random).prefix(Int.random(in: 0...5, using: &random))
            {
                let count = min(items.count, Int.random(in: 0...12, using: &random))
                sections.append((name, Array(items.prefix(count))))
                items.removeFirst(count)
            }
            let before = Set(fixture.source.snapshot().itemIdentifiers)
            let reloaded = sections.flatMap(\.1).filter { before.contains($0) && $0 % 7 == 0 }
            fixture.show(sections, reloading: reloaded)
            #expect(fixture.source.snapshot().itemIdentifiers == sections.flatMap(\.1))
            fixture.checkItems()
            let fresh = try rows().layout(
                itemCounts: sections.map(\.1.count),
                in: ListContainer(size: CGSize(width: 320, height: 480), displayScale: 2))
            #expect(fixture.layout.layout.contentSize == fresh.contentSize)
            #expect(fixture.view.frame.height == max(480, fresh.contentSize.height))
            fixture.scroll(to: CGFloat(Int.random(in: 0...max(0, Int(fresh.contentSize.height) - 480), using: &random)))
            fixture.checkItems()
        }
    }

    /// Items above the visible ones grow while the user scrolls up: what is visible does not move.
    @Test(arguments: [false, true], 0..<4)
    func measuredItemsMoveTheOffsetByExactlyAsMuch(passesOwnBounds: Bool, seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let heights = (0..<300).map { _ in CGFloat(Int.random(in: 10...200, using: &random)) / 2 }
        let fixture = Fixture(rows(estimated: true))
        fixture.view.passesOwnBounds = passesOwnBounds
        fixture.preferredHeight = { heights[$0] }
        fixture.show([("a", Array(0..<300))])
        fixture.scroll(to: 6_000)
        for _ in 0..<30 {
            guard let first = fixture.visiblePaths.first(where: { (fixture.position(of: $0[1]) ?? -1) >= 0 })?[1],
                let place = fixture.position(of: first)
            else { break }
            let distance = min(120, fixture.offset)
            fixture.scroll(to: fixture.offset - distance)
            #expect(fixture.position(of: first) == place + distance)
            fixture.checkItems()
        }
        for path in fixture.visiblePaths {
            #expect(fixture.layout.layoutAttributesForItem(at: path)?.frame.height == heights[path[1]])
        }
    }

    @Test(arguments: [false, true], 0..<4)
    func updatesAboveKeepThePlaceAndTheMeasuredSizes(preparesFirst: Bool, seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let fixture = Fixture(rows(estimated: true))
        fixture.view.preparesBeforeUpdates = preparesFirst
        fixture.preferredHeight = { CGFloat(20 + $0 % 50) }
        var items = Array(0..<200)
        fixture.show([("a", items)])
        for y in stride(from: 0 as CGFloat, to: 5_000, by: 400) { fixture.scroll(to: y) }
        for step in 0..<10 {
            guard let first = fixture.visiblePaths.first, let item = fixture.source.itemIdentifier(for: first),
                let place = fixture.position(of: item)
            else { break }
            let old = fixture.layout.layout.frame(ofItem: 0, inSection: 0).height
            for _ in 0..<3 where first[1] > 10 { items.remove(at: Int.random(in: 1..<first[1] - 5, using: &random)) }
            let index = items.firstIndex(of: item)!
            items.insert(
                contentsOf: (0..<4).map { 1_000 + step * 10 + $0 }, at: Int.random(in: 1..<index, using: &random))
            fixture.show([("a", items)])
            #expect(fixture.position(of: item) == place)
            #expect(fixture.layout.layout.frame(ofItem: 0, inSection: 0).height == old)
            fixture.checkItems()
        }
    }

    /// The document grows and shrinks with its content. Its own length is not the visible extent, so a layout that took it for
    /// that would lay out again at each update.
    @Test(arguments: [false, true]) func aNewWidthLaysOutAgainAndANewLengthDoesNot(passesOwnBounds: Bool) {
        let fixture = Fixture(rows(estimated: true))
        fixture.view.passesOwnBounds = passesOwnBounds
        fixture.preferredHeight = { _ in 70 }
        fixture.show([("a", Array(0..<50))])
        let length = fixture.layout.collectionViewContentSize.height
        #expect(length > 50 * 40)
        fixture.scroll(to: 10)
        // A measured size that is kept shows that nothing was laid out again.
        #expect(fixture.layout.collectionViewContentSize.height >= length)
        fixture.scrollView.frame.size.width = 200
        fixture.view.layoutSubtreeIfNeeded()
        #expect(fixture.layout.layout.crossExtent == 200)
        fixture.checkItems()
    }

    @Test func scrollingDoesNotInvalidateWithoutPinnedHeaders() {
        let fixture = Fixture(rows())
        fixture.show([("a", Array(0..<100))])
        // The bounds of the clip view, and those of the collection view.
        for height in [480, 4_000] as [CGFloat] {
            let scrolled = NSRect(x: 0, y: 100, width: 320, height: height)
            #expect(!fixture.layout.shouldInvalidateLayout(forBoundsChange: scrolled))
            let narrow = NSRect(x: 0, y: 0, width: 300, height: height)
            #expect(fixture.layout.shouldInvalidateLayout(forBoundsChange: narrow))
        }
    }

    @Test func animatedUpdatesUseTheAnimator() {
        let fixture = Fixture(rows())
        fixture.show([("a", [1, 2, 3])])
        fixture.show([("a", [1, 3])])
        fixture.show([("a", [3, 1])], animated: false)
        #expect(fixture.view.batchCount == fixture.view.animatedBatchCount + 1)
    }

    @Test func pinnedHeadersFollowTheOffset() {
        let flow = rows()
        flow.headerReferenceSize = CGSize(width: 320, height: 30)
        flow.sectionHeadersPinToVisibleBounds = true
        let fixture = Fixture(flow)
        fixture.show([("a", Array(0..<20)), ("b", Array(20..<40))])
        func header() -> CGFloat? {
            fixture.view.supplementaryView(forElementKind: fixture.layout.headerKind, at: [0, 0])?.frame.minY
        }
        fixture.scroll(to: 100)
        #expect(header() == 100)
        // The header of the second section, which begins at 830, pushes it out.
        fixture.scroll(to: 815)
        #expect(header() == 800)
    }

    @Test func sizesComeFromTheDelegateOfTheCollectionView() {
        final class Sizes: NSCollectionViewDelegateFlowLayout {
            var collectionView: FlowLayoutMethods?
        }
        let sizes = Sizes()
        sizes.collectionView = FlowLayoutMethods()
        sizes.collectionView?.size = { NSSize(width: 320, height: CGFloat(10 + $0[1])) }
        sizes.collectionView?.lineSpacing = { _ in 2 }
        let fixture = Fixture(CollectionViewFlowLayout())
        fixture.view.delegate = sizes
        fixture.show([("a", [0, 1, 2])])
        #expect(fixture.layout.collectionViewContentSize.height == 37)
    }

    @Test func itemsAreReused() {
        let fixture = Fixture(rows())
        fixture.show([("a", Array(0..<10_000))])
        for y in stride(from: 0 as CGFloat, to: 20_000, by: 100) { fixture.scroll(to: y) }
        #expect(fixture.view.elementsMade < 40)
    }
}

/// Simulates a carelessly written program.
@MainActor
@Suite struct HastyTests {
    @Test func aSnapshotAppliedInACompletionIsShown() {
        let fixture = Fixture(rows())
        fixture.show([("a", [1])])
        var ended = 0
        fixture.source.apply(fixture.snapshot([("a", [1, 2])])) {
            ended += 1
            fixture.source.apply(fixture.snapshot([("a", [1, 2, 3])])) { ended += 1 }
        }
        fixture.view.finishAnimations()
        fixture.view.layoutSubtreeIfNeeded()
        fixture.view.finishAnimations()
        #expect(ended == 2)
        #expect(fixture.source.snapshot().itemIdentifiers == [1, 2, 3])
        fixture.checkItems()
    }

    /// The data source and its view are released while a batch is shown and its completion waits.
    @Test func aDataSourceReleasedInTheMiddleIsReleased() {
        weak var released: Fixture.Source?
        var ended = false
        do {
            let fixture = Fixture(rows())
            fixture.show([("a", [1])])
            fixture.source.apply(fixture.snapshot([("a", [1, 2])])) { ended = true }
            released = fixture.source
            fixture.view.finishAnimations()
        }
        #expect(released == nil)
        #expect(ended)
    }

    @Test func unusableSizesOfADelegateAreReportedAndReplaced() {
        final class Sizes: NSCollectionViewDelegateFlowLayout {
            var collectionView: FlowLayoutMethods?
        }
        let sizes = Sizes()
        sizes.collectionView = FlowLayoutMethods()
        sizes.collectionView?.size = {
            NSSize(width: $0[1] == 1 ? CGFloat.nan : 320, height: $0[1] == 2 ? -.infinity : 10)
        }
        let fixture = Fixture(CollectionViewFlowLayout())
        fixture.view.delegate = sizes
        fixture.show([("a", [0, 1, 2, 3])])
        #expect(fixture.layout.layoutError == nil)
        #expect(!fixture.layout.layout.diagnostics.recent.isEmpty)
        #expect(fixture.layout.collectionViewContentSize.height.isFinite)
        fixture.checkItems()
    }

    @Test func anUnusablePreferredSizeIsIgnored() {
        let fixture = Fixture(rows(estimated: true))
        fixture.preferredHeight = { $0 % 2 == 0 ? .nan : -.infinity }
        fixture.show([("a", Array(0..<100))])
        #expect(fixture.layout.collectionViewContentSize.height == 4_000)
        fixture.checkItems()
    }
}
