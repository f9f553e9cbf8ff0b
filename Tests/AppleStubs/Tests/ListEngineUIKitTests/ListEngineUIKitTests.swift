import ListEngineUIKit
import Testing
import UIKit

/// A collection view with sections of numbers, in a window of 320 by 480 points.
@MainActor
final class Fixture {
    typealias Source = EngineDiffableDataSource<String, Int>

    final class Cell: UICollectionViewCell {
        var item = -1
        var height: CGFloat?
        override func preferredLayoutAttributesFitting(
            _ attributes: UICollectionViewLayoutAttributes
        ) -> UICollectionViewLayoutAttributes {
            if let height { attributes.size.height = height }
            return attributes
        }
    }
    final class Header: UICollectionReusableView {}

    let layout: EngineLayout
    let view: UICollectionView
    let source: Source
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    /// The heights that cells prefer; nil for items without self-sizing.
    var preferredHeight: (Int) -> CGFloat? = { _ in nil }

    init(_ recipe: any CollectionViewLayoutRecipe) {
        layout = EngineLayout(recipe)
        view = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
        window.addSubview(view)
        view.register(Cell.self, forCellWithReuseIdentifier: "cell")
        view.register(Header.self, forSupplementaryViewOfKind: layout.headerKind, withReuseIdentifier: "header")
        weak var fixture: Fixture?
        source = Source(collectionView: view) { view, path, item in
            let cell = view.dequeueReusableCell(withReuseIdentifier: "cell", for: path) as! Cell
            cell.item = item
            cell.height = fixture?.preferredHeight(item)
            return cell
        }
        source.supplementaryViewProvider = { view, kind, path in
            view.dequeueReusableSupplementaryView(ofKind: kind, withReuseIdentifier: "header", for: path)
        }
        fixture = self
    }

    func show(_ sections: [(String, [Int])], reloading: [Int] = []) {
        source.apply(snapshot(sections, reloading: reloading))
        view.layoutIfNeeded()
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

    func scroll(to y: CGFloat) {
        view.contentOffset = CGPoint(x: 0, y: y)
        view.layoutIfNeeded()
    }

    /// Where an item is on screen.
    func position(of item: Int) -> CGFloat? {
        source.indexPath(for: item).flatMap { layout.layoutAttributesForItem(at: $0) }.map {
            $0.frame.minY - view.contentOffset.y
        }
    }

    /// Every visible cell shows its item, and every visible item has a cell.
    func checkCells() {
        for path in view.indexPathsForVisibleItems {
            #expect((view.cellForItem(at: path) as? Cell)?.item == source.itemIdentifier(for: path))
        }
        let elements = layout.layoutAttributesForElements(in: view.bounds) ?? []
        let items = elements.filter { $0.representedElementCategory == .cell }.map(\.indexPath)
        #expect(items.sorted() == view.indexPathsForVisibleItems)
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
@Suite struct EngineDiffableDataSourceTests {
    /// Item i of section s is shown, moves to another section and place, and returns, in random order.
    @Test(arguments: [false, true], 0..<10)
    func anySequenceOfSnapshotsIsLegal(preparesFirst: Bool, seed: Int) throws {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let fixture = Fixture(rows())
        fixture.view.preparesBeforeUpdates = preparesFirst
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
            fixture.checkCells()
            let counts = sections.map(\.1.count)
            let fresh = try rows().layout(
                itemCounts: counts, in: ListContainer(size: CGSize(width: 320, height: 480), displayScale: 2))
            #expect(fixture.layout.layout.contentSize == fresh.contentSize)
            fixture.scroll(to: CGFloat(Int.random(in: 0...max(0, Int(fresh.contentSize.height) - 480), using: &random)))
            fixture.checkCells()
        }
    }

    @Test func anItemThatLeavesADeletedSectionTakesTwoBatches() {
        let fixture = Fixture(rows())
        fixture.show([("a", [1, 2]), ("b", [3])])
        let batches = fixture.view.batchCount
        fixture.show([("b", [3, 2])])
        #expect(fixture.view.batchCount == batches + 2)
        fixture.checkCells()
    }

    /// The next copy of the snapshot would load the items again.
    @Test func itemsToReloadAreThoseOfOneUpdate() {
        let fixture = Fixture(rows())
        fixture.show([("a", [1, 2, 3])])
        fixture.show([("a", [1, 2, 3])], reloading: [2])
        #expect(fixture.source.snapshot().reloadedItemIdentifiers == [])
    }

    @Test func eachStageHasItsSnapshot() {
        let fixture = Fixture(rows())
        let old = fixture.snapshot([("a", [1, 2]), ("b", [3])])
        let new = fixture.snapshot([("b", [3, 2])])
        let stages = StagedUpdate(from: old, to: new).stages
        #expect(stages.map(\.snapshot.itemIdentifiers) == [[1, 3, 2], [3, 2]])
        #expect(stages.map(\.snapshot.sectionIdentifiers) == [["a", "b"], ["b"]])
    }

    @Test func anApplyInTheMiddleOfABatchWaits() {
        let fixture = Fixture(rows())
        fixture.show([("a", Array(0..<100))])
        // The batch lays out first, which makes cells.
        var hasApplied = false
        fixture.view.contentOffset.y = 2_000
        fixture.preferredHeight = { [weak fixture] _ in
            if !hasApplied, let fixture {
                hasApplied = true
                fixture.source.apply(fixture.snapshot([("a", [1, 2, 3])]))
            }
            return nil
        }
        fixture.show([("a", [2, 1])])
        #expect(hasApplied)
        fixture.view.layoutIfNeeded()
        #expect(fixture.source.snapshot().itemIdentifiers == [1, 2, 3])
        fixture.checkCells()
    }

    @Test func aDifferenceOfManyItemsReloads() {
        let fixture = Fixture(rows())
        fixture.show([("a", Array(0..<1_000))])
        let batches = fixture.view.batchCount
        fixture.show([("a", Array(5_000..<9_000))])
        #expect(fixture.view.batchCount == batches)
        fixture.checkCells()
    }

    @Test func anAwaitedApplyComputesElsewhereAndEndsWithTheAnimations() async {
        let fixture = Fixture(rows())
        fixture.show([("a", [1, 2])])
        let next = fixture.snapshot([("a", [2, 3])])
        let task = Task { await fixture.source.apply(next) }
        while fixture.source.snapshot().itemIdentifiers != [2, 3] { await Task.yield() }
        fixture.view.layoutIfNeeded()
        fixture.view.finishAnimations()
        await task.value
        fixture.checkCells()
    }
}

@MainActor
@Suite struct EngineLayoutTests {
    /// Cells above the visible ones grow while the user scrolls up: what is on screen does not move.
    @Test(arguments: 0..<8)
    func measuredCellsMoveTheOffsetByExactlyAsMuch(seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let heights = (0..<300).map { _ in CGFloat(Int.random(in: 10...200, using: &random)) / 2 }
        let fixture = Fixture(rows(estimated: true))
        fixture.preferredHeight = { heights[$0] }
        fixture.show([("a", Array(0..<300))])
        fixture.scroll(to: 6_000)
        for _ in 0..<30 {
            guard
                let first = fixture.view.indexPathsForVisibleItems.first(where: {
                    (fixture.position(of: $0[1]) ?? -1) >= 0
                })?[1], let place = fixture.position(of: first)
            else { break }
            // Half a screen up: new cells appear above, and state their heights.
            let distance = min(120, fixture.view.contentOffset.y)
            fixture.scroll(to: fixture.view.contentOffset.y - distance)
            #expect(fixture.position(of: first) == place + distance)
            fixture.checkCells()
        }
        for path in fixture.view.indexPathsForVisibleItems {
            #expect(fixture.layout.layoutAttributesForItem(at: path)?.frame.height == heights[path[1]])
        }
    }

    @Test(arguments: [false, true], 0..<6)
    func updatesAboveKeepThePlaceAndTheMeasuredSizes(preparesFirst: Bool, seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let fixture = Fixture(rows(estimated: true))
        fixture.view.preparesBeforeUpdates = preparesFirst
        fixture.preferredHeight = { CGFloat(20 + $0 % 50) }
        var items = Array(0..<200)
        fixture.show([("a", items)])
        for y in stride(from: 0 as CGFloat, to: 5_000, by: 400) { fixture.scroll(to: y) }
        for step in 0..<10 {
            guard let first = fixture.view.indexPathsForVisibleItems.first,
                let item = fixture.source.itemIdentifier(for: first),
                let place = fixture.position(of: item)
            else { break }
            let old = fixture.layout.layout.frame(ofItem: 0, inSection: 0).height
            // Items before the first visible one are deleted and inserted; item 0 stays.
            for _ in 0..<3 where first[1] > 10 { items.remove(at: Int.random(in: 1..<first[1] - 5, using: &random)) }
            let index = items.firstIndex(of: item)!
            items.insert(
                contentsOf: (0..<4).map { 1_000 + step * 10 + $0 }, at: Int.random(in: 1..<index, using: &random))
            fixture.show([("a", items)])
            #expect(fixture.position(of: item) == place)
            #expect(fixture.layout.layout.frame(ofItem: 0, inSection: 0).height == old)
            fixture.checkCells()
        }
    }

    /// Sections of equal length change places far from the screen. A layout that left them where they are would not be noticed
    /// by their counts.
    @Test(arguments: [false, true]) func sectionsThatMoveTakeTheirMeasuredSizesAlong(preparesFirst: Bool) {
        let fixture = Fixture(rows(estimated: true))
        fixture.view.preparesBeforeUpdates = preparesFirst
        fixture.preferredHeight = { CGFloat(50 + $0 / 40 * 10) }
        let sections = ["a", "b", "c", "d"].enumerated().map { ($1, Array($0 * 40..<$0 * 40 + 40)) }
        fixture.show(sections)
        for y in stride(from: 0 as CGFloat, to: 12_000, by: 300) { fixture.scroll(to: y) }
        fixture.scroll(to: 0)
        fixture.show([sections[0], sections[3], sections[1], sections[2]])
        let layout = fixture.layout.layout
        #expect((0..<4).map { layout.frame(ofItem: 39, inSection: $0).height } == [50, 80, 60, 70])
        #expect((0..<4).map { layout.frame(ofItem: 10, inSection: $0).height } == [50, 80, 60, 70])
    }

    @Test func pinnedHeadersFollowTheOffset() {
        let flow = rows()
        flow.headerReferenceSize = CGSize(width: 320, height: 30)
        flow.sectionHeadersPinToVisibleBounds = true
        let fixture = Fixture(flow)
        fixture.show([("a", Array(0..<20)), ("b", Array(20..<40))])
        fixture.scroll(to: 100)
        let header = fixture.view.supplementaryView(forElementKind: fixture.layout.headerKind, at: [0, 0])
        #expect(header?.frame.minY == 100)
        // The header of the second section, which begins at 830, pushes it out.
        fixture.scroll(to: 815)
        #expect(
            fixture.view.supplementaryView(forElementKind: fixture.layout.headerKind, at: [0, 0])?.frame.minY == 800)
    }

    @Test func scrollingInvalidatesOnlyWhatMayBePinned() {
        func invalidates(_ recipe: any CollectionViewLayoutRecipe) -> Bool {
            let fixture = Fixture(recipe)
            fixture.show([("a", Array(0..<50))])
            return fixture.layout.shouldInvalidateLayout(
                forBoundsChange: CGRect(x: 0, y: 100, width: 320, height: 480))
        }
        let section = CollectionLayoutSection.list(itemHeight: .absolute(40))
        #expect(!invalidates(CollectionViewCompositionalLayout(section: section)))
        let header = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(30)),
            elementKind: "UICollectionElementKindSectionHeader", alignment: .top)
        header.pinToVisibleBounds = true
        section.boundarySupplementaryItems = [header]
        #expect(invalidates(CollectionViewCompositionalLayout(section: section)))
        #expect(!invalidates(rows()))
    }

    @Test func aNewWidthLaysOutAgain() {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 100, height: 100)
        flow.minimumInteritemSpacing = 0
        flow.minimumLineSpacing = 0
        let fixture = Fixture(flow)
        fixture.show([("a", Array(0..<90))])
        #expect(fixture.layout.collectionViewContentSize.height == 3_000)
        fixture.view.frame = CGRect(x: 0, y: 0, width: 500, height: 480)
        fixture.view.layoutIfNeeded()
        #expect(fixture.layout.collectionViewContentSize == CGSize(width: 500, height: 1_800))
        fixture.checkCells()
    }

    /// The sizes of a flow layout's delegate are read as `UICollectionViewFlowLayout` reads them.
    @Test func sizesComeFromTheDelegateOfTheCollectionView() {
        final class Sizes: UICollectionViewDelegateFlowLayout {
            var collectionView: FlowLayoutMethods?
        }
        let sizes = Sizes()
        sizes.collectionView = FlowLayoutMethods()
        sizes.collectionView?.size = { CGSize(width: 320, height: CGFloat(10 + $0[1])) }
        sizes.collectionView?.lineSpacing = { _ in 2 }
        let layout = EngineLayout()
        let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: layout)
        view.delegate = sizes
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        let source = EngineDiffableDataSource<Int, Int>(collectionView: view) { view, path, _ in
            view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
        }
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems([0, 1, 2])
        source.apply(snapshot)
        view.layoutIfNeeded()
        #expect(layout.collectionViewContentSize.height == 37)
    }

    @Test func viewsAreReused() {
        let fixture = Fixture(rows())
        fixture.show([("a", Array(0..<10_000))])
        for y in stride(from: 0 as CGFloat, to: 20_000, by: 100) { fixture.scroll(to: y) }
        #expect(fixture.view.viewsMade < 40)
    }
}

/// The double refuses what UIKit refuses.
@Suite struct DoubleTests {
    @Test func aBatchThatDoesNotExplainTheCountsIsRefused() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                final class Source: UICollectionViewDataSource {
                    var count = 3
                    func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }
                    func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell
                    {
                        view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
                    }
                }
                let source = Source()
                let view = UICollectionView(
                    frame: CGRect(x: 0, y: 0, width: 100, height: 100),
                    collectionViewLayout: EngineLayout(CollectionViewFlowLayout()))
                view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
                view.dataSource = source
                view.performBatchUpdates {
                    source.count = 5
                    view.insertItems(at: [[0, 0]])
                }
            }
        }
    }

    @Test func aBatchInABatchIsRefused() async {
        await #expect(processExitsWith: .failure) {
            await MainActor.run {
                let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
                view.performBatchUpdates { view.performBatchUpdates {} }
            }
        }
    }
}

@Suite struct StagedUpdateTests {
    /// The snapshots of the stages have the counts that the stages state, and the last one is the new list.
    @Test(arguments: 0..<300)
    func everyStageHasASnapshotWithItsCounts(seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        func list() -> DiffableSnapshot<String, Int> {
            var snapshot = DiffableSnapshot<String, Int>()
            var items = Array(0..<24).shuffled(using: &random)
            for name in ["a", "b", "c", "d"].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)) {
                let count = min(items.count, Int.random(in: 0...8, using: &random))
                snapshot.appendSections([name])
                snapshot.appendItems(Array(items.prefix(count)), toSection: name)
                items.removeFirst(count)
            }
            return snapshot
        }
        let old = list()
        var new = list()
        new.reloadItems(new.itemIdentifiers.filter { $0 % 5 == 0 && old.contains(item: $0) })
        let stages = StagedUpdate(from: old, to: new).stages
        #expect(stages.map(\.updates) == BatchUpdates(new.changeset(from: old)).stages)
        for stage in stages {
            let counts = (0..<stage.snapshot.numberOfSections).map { stage.snapshot.numberOfItems(inSectionAt: $0) }
            #expect(counts == stage.updates.itemCounts)
        }
        #expect((stages.last?.snapshot ?? old).itemIdentifiers == new.itemIdentifiers)
    }
}

@MainActor
@Suite struct BarTests {
    /// A bar that covers the start of the list and grows while the user scrolls does not lay the list out again.
    @Test func barsAlongTheListKeepMeasuredSizes() {
        let fixture = Fixture(rows(estimated: true))
        fixture.preferredHeight = { _ in 70 }
        fixture.show([("a", Array(0..<50))])
        let size = fixture.layout.collectionViewContentSize
        fixture.view.contentInset = UIEdgeInsets(top: 80, left: 0, bottom: 30, right: 0)
        fixture.layout.invalidateLayout(with: UICollectionViewLayoutInvalidationContext())
        fixture.view.layoutIfNeeded()
        #expect(fixture.layout.collectionViewContentSize == size)
        fixture.view.contentInset.left = 20
        fixture.layout.invalidateLayout(with: UICollectionViewLayoutInvalidationContext())
        fixture.view.layoutIfNeeded()
        #expect(fixture.layout.layout.crossExtent == 300)
    }
}

/// `UICollectionView.reload(using:setData:)`, for data sources of a program's own.
@MainActor
@Suite struct ReloadTests {
    @Test(arguments: 0..<10)
    func aProgramsOwnDataSourceIsInTheStageThatTheViewIsIn(seed: Int) {
        final class Source: UICollectionViewDataSource {
            var data = DiffableSnapshot<String, Int>()
            func numberOfSections(in view: UICollectionView) -> Int { data.numberOfSections }
            func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
                data.numberOfItems(inSectionAt: section)
            }
            func collectionView(_ view: UICollectionView, cellForItemAt path: IndexPath) -> UICollectionViewCell {
                let cell = view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
                cell.tag = data.itemIdentifier(at: ItemIndexPath(section: path.section, item: path.item))
                return cell
            }
        }
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        let view = UICollectionView(frame: window.bounds, collectionViewLayout: EngineLayout(rows()))
        window.addSubview(view)
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        let source = Source()
        view.dataSource = source
        for _ in 0..<20 {
            var next = DiffableSnapshot<String, Int>()
            var items = Array(0..<24).shuffled(using: &random)
            for name in ["a", "b", "c"].shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)) {
                let count = min(items.count, Int.random(in: 0...8, using: &random))
                next.appendSections([name])
                next.appendItems(Array(items.prefix(count)), toSection: name)
                items.removeFirst(count)
            }
            var ended = 0
            let update = StagedUpdate(from: source.data, to: next)
            view.reload(using: update, completion: { ended += 1 }, setData: { source.data = $0 })
            view.layoutIfNeeded()
            view.finishAnimations()
            #expect(ended == 1)
            #expect(source.data.itemIdentifiers == next.itemIdentifiers)
            for path in view.indexPathsForVisibleItems {
                #expect(
                    view.cellForItem(at: path)?.tag
                        == next.itemIdentifier(
                            at: ItemIndexPath(section: path.section, item: path.item)))
            }
        }
    }
}
