import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Measured sizes belong to items")
struct MeasuredSizesTests {
    @Test(arguments: [0, 1]) func aSizeReturnsWithItsItem(section: Int) {
        let list = IdentifiedList.measured([(section, Array(0..<100))])
        #expect(list.height(of: 2) == 30.5)
        #expect(list.height(of: 50) == 20)
        // Filtered out, then inserted again at another place, out of sight.
        list.apply([(section, Array(3..<100))])
        list.apply([(section, Array(3..<90) + [2] + Array(90..<100))])
        #expect(list.height(of: 2) == 30.5)
        #expect(list.view.measuredSizes.restoredCount == 1)
        // Together with its section.
        list.apply([(7, [1_000])])
        list.apply([(7, Array(1_000..<1_040)), (section, Array(0..<100))])
        #expect(list.height(of: 2) == 30.5)
        #expect(list.height(of: 99) == 20)
    }

    /// How much higher the items have become.
    @MainActor private final class Change {
        var height: CGFloat = 0
    }

    /// An item that was measured, scrolled away and changed.
    @Test(arguments: [0, 1], [false, true]) func aChangedItemIsMeasuredWhenItIsShownAgain(section: Int, reloads: Bool) {
        let list = IdentifiedList.measured([(section, Array(0..<100))])
        let change = Change()
        list.host.sizes = { view, size in
            guard let number = (view as? NameCell).flatMap({ Int($0.name) }) else { return nil }
            return CGSize(width: size.width, height: 30 + CGFloat(number) / 4 + change.height)
        }
        list.offset = 1_000
        change.height = 7
        let shown = list.view.indexPathsForVisibleItems[0]
        let place = list.place(of: shown[1])! - list.offset
        list.source.edit {
            if reloads { $0.reloadItems([0, 1]) } else { $0.reconfigureItems([0, 1]) }
        }
        #expect(list.place(of: shown[1])! - list.offset == place)
        list.offset = 0
        #expect(list.height(of: 0) == 37 && list.height(of: 1) == 37.25)
        // In lists, each item is measured when it is shown.
        #expect(list.height(of: 2) == (section == 0 ? 37.5 : 30.5))
        #expect(list.view.visibleCells.map(\.frame.minY).prefix(3) == [0, 37, 74.25])
    }

    /// The same without identities: the list cannot keep the old size as an estimate.
    @Test func aChangedItemWithoutAnIdentityIsMeasuredWhenItIsShownAgain() {
        let list = NameList(
            [(0..<100).map { "\($0)" }],
            layout: CollectionViewCompositionalLayout { _, _ in
                .list(itemHeight: .estimated(20))
            })
        let change = Change()
        list.recorder.sizes = { view, size in CGSize(width: size.width, height: 30 + change.height) }
        list.view.layoutIfNeeded()
        list.view.hostDidScroll(to: CGPoint(x: 0, y: 1_000))
        change.height = 7
        list.view.reconfigureItems(at: [IndexPath(item: 1, section: 0), IndexPath(item: 0, section: 0)])
        list.view.hostDidScroll(to: .zero)
        #expect((0..<3).map { list.view.layout.frame(ofItem: $0, inSection: 0).height } == [37, 37, 30])
    }

    /// The items have no identities. The sections are laid out from scratch, because sections with other indices are of another
    /// kind.
    @Test func sectionsThatAreLaidOutFromScratchAreMeasuredWhereTheyAreShown() {
        final class Rows: CollectionViewLayoutRecipe {
            let scrollDirection = ScrollDirection.vertical
            func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                section < 2
                    ? .compositional(.list(itemHeight: .estimated(20)), count: context.itemCount)
                    : .list(count: context.itemCount, height: 20, estimated: true)
            }
        }
        let list = NameList([["a"], ["b"]], layout: Rows())
        list.recorder.sizes = { _, size in CGSize(width: size.width, height: 30) }
        list.view.layoutIfNeeded()
        list.sections = [["c"], ["d"], ["a"], ["b"]]
        list.view.insertSections([0, 1])
        list.view.layoutIfNeeded()
        #expect((2..<4).map { list.view.layout.frame(ofItem: 0, inSection: $0).height } == [30, 30])
    }

    @Test(arguments: [0, 1]) func aCancelledDragReturnsToItsOffsetAlthoughItemsWereMeasured(section: Int) {
        let list = IdentifiedList.measured([(section, Array(0..<100))])
        list.source.reorderingHandlers.canReorderItem = { _ in true }
        list.offset = 100
        #expect(list.view.hostBeginReordering(itemAt: list.view.indexPathsForVisibleItems[1]))
        let count = list.view.measuredSizes.count
        list.offset = 1_000
        #expect(list.view.measuredSizes.count > count)
        list.view.hostCancelReordering()
        #expect(list.offset == 100)
    }

    /// The content of a block can change without its identifiers, even out of sight.
    @Test func blocksOfChangedContentAreMeasuredWhenTheyAreShownAgain() {
        let list = ListDataSource(scheduler: .immediate)
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100),
            collectionViewLayout: CollectionViewCompositionalLayout { _, _ in .list(itemHeight: .estimated(20)) })
        let host = RecorderHost()
        host.sizes = { view, size in
            (view as? NameCell).flatMap { Double($0.name) }.map { CGSize(width: size.width, height: $0) }
        }
        view.host = host
        list.attach(to: view)
        func build(_ height: Int) {
            list.build {
                ListBlock("rows", Array(0..<100), id: \.self) { (cell: NameCell, _) in cell.name = "\(height)" }
            }
        }
        build(30)
        view.layoutIfNeeded()
        view.hostDidScroll(to: CGPoint(x: 0, y: 1_000))
        build(45)
        let content = view.layout.contentSize.height
        view.hostDidScroll(to: .zero)
        #expect((0..<3).map { view.layout.frame(ofItem: $0, inSection: 0).height } == [45, 45, 45])
        // Until then, the old size is the best estimate.
        #expect(content > 100 * 20 + 10 * 3)
    }

    /// The upper end of the screen is between two items, so that another item comes into view above them while an inserted
    /// one is measured.
    @Test(arguments: [0, 1]) func theItemThatIsKeptIsOneThatTheUserSaw(section: Int) throws {
        for first in [3, 10, 25] {
            for (gone, gap) in [first - 2, first - 1, first, first + 1].flatMap({ gone in
                [0.25, 1, 2.75].map { (gone, $0) }
            }) {
                let list = IdentifiedList.measured([(section, Array(0..<60))])
                list.recipe.spacing = 3
                list.view.invalidateLayout()
                for offset in stride(from: 0, through: 1_500, by: 60) { list.offset = CGFloat(offset) }
                list.offset = try #require(list.place(of: first)) - gap
                let seen = list.view.indexPathsForVisibleItems.map(\.item)
                let kept = try #require(seen.first { $0 != gone })
                let place = try #require(list.place(of: kept)) - list.offset
                list.source.edit {
                    $0.deleteItems([gone])
                    try $0.insertItems(validating: [1_000], beforeItem: gone + 1)
                }
                let now = try #require(list.place(of: kept)) - list.offset
                #expect(now == place, "\(kept) of \(seen), \(gone) deleted, \(gap) above \(first)")
            }
        }
    }

    /// A filter that is cleared: many more items are inserted than were ever measured, so that the stored sizes are
    /// searched and not the items.
    @Test(arguments: [0, 1]) func aClearedFilterRestoresTheFewMeasuredSizes(section: Int) {
        let list = IdentifiedList.measured([(section, Array(0..<5_000)), (6, Array(10_000..<10_010))])
        let measured = list.view.measuredSizes.count
        #expect((1..<50).contains(measured))
        list.apply([(section, Array(4_990..<5_000)), (6, Array(10_000..<10_010))])
        // Item 1 returns to another section of the same width. The last rows stay on the screen.
        list.apply([(section, [0] + Array(2..<5_000)), (6, Array(10_000..<10_010) + [1])])
        for item in 0..<4_990 {
            let isMeasured = item < measured
            #expect(list.height(of: item) == (isMeasured ? 30 + CGFloat(item) / 4 : 20), "item \(item)")
        }
        #expect(list.view.measuredSizes.restoredCount == measured)
    }

    /// A data source that names its items and never searches for them, which is allowed.
    private final class Unsearched: CollectionViewDataSource, ItemIdentifying {
        var sections: [[Int]] = []
        var onIdentity: (@MainActor () -> Void)?
        /// The requested items that it does not have.
        var unknown: [IndexPath] = []

        func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            sections[section].count
        }
        func collectionView(_ view: CollectionView, cellForItemAt path: IndexPath) -> CollectionViewCell {
            let cell = view.dequeueReusableCell(NameCell.self, for: path)
            cell.name = "\(sections[path.section][path.item])"
            return cell
        }
        func collectionView(_ collectionView: CollectionView, identityOfItemAt path: IndexPath) -> AnyHashable? {
            guard path.section < sections.count, path.item < sections[path.section].count else {
                unknown.append(path)
                return nil
            }
            defer { onIdentity?() }
            return AnyHashable(sections[path.section][path.item])
        }
        func collectionView(
            _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
        ) -> [IndexPath?] { identities.map { _ in nil } }
    }

    /// Each section gets few items, but all together more than are worth asking for.
    @Test func sizesReturnToSeveralSectionsAlsoWithoutASearch() {
        let layout = ListRecipe(height: 20, estimated: true)
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        let host = RecorderHost()
        host.sizes = { view, size in
            CGSize(width: size.width, height: 30 + CGFloat((view as? NameCell).flatMap { Int($0.name) } ?? 0) / 4)
        }
        view.host = host
        let source = Unsearched()
        source.sections = (0..<3).map { Array($0 * 200..<$0 * 200 + 200) }
        view.dataSource = source
        view.layoutIfNeeded()
        #expect(view.layout.frame(ofItem: 1, inSection: 0).height == 30.25)
        let most = 4 * view.measuredSizes.count + 64
        #expect(60 <= most && 180 > most)
        view.performBatchUpdates(animated: false) {
            for section in 0..<3 { source.sections[section].removeFirst(60) }
            view.deleteItems(at: (0..<180).map { IndexPath(item: $0 % 60, section: $0 / 60) })
        }
        view.layoutIfNeeded()
        view.performBatchUpdates(animated: false) {
            for section in 0..<3 { source.sections[section] += Array(section * 200..<section * 200 + 60) }
            view.insertItems(at: (0..<180).map { IndexPath(item: 140 + $0 % 60, section: $0 / 60) })
        }
        #expect(view.layout.frame(ofItem: 141, inSection: 0).height == 30.25)
        #expect(view.layout.frame(ofItem: 199, inSection: 0).height == 20)
    }

    @Test func namesAreNotRequestedAfterTheDataSourceChangesTheList() {
        let layout = ListRecipe(height: 20, estimated: true)
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        let host = RecorderHost()
        host.sizes = { _, size in CGSize(width: size.width, height: 30) }
        view.host = host
        let source = Unsearched()
        source.sections = [Array(0..<50)]
        view.dataSource = source
        view.layoutIfNeeded()
        #expect(view.measuredSizes.count > 0)
        view.performBatchUpdates(animated: false) {
            source.sections[0].insert(contentsOf: 100..<110, at: 0)
            view.insertItems(at: (0..<10).map { IndexPath(item: $0, section: 0) })
            source.onIdentity = { [unowned source, unowned view] in
                source.onIdentity = nil
                source.sections = [[7]]
                view.reloadData()
            }
        }
        view.layoutIfNeeded()
        #expect(source.onIdentity == nil && source.unknown.isEmpty)
        #expect(view.visibleCells.map { ($0 as? NameCell)?.name } == ["7"])
    }

    @Test(arguments: [0, 1]) func anItemThatChangedWhileItWasDeletedIsMeasuredWhenItIsShown(section: Int) {
        let list = IdentifiedList.measured([(section, Array(0..<100))])
        list.apply([(section, Array(3..<100))])
        list.apply([(section, Array(3..<90) + [2] + Array(90..<100))])
        list.host.sizes = { view, size in
            CGSize(width: size.width, height: (view as? NameCell)?.name == "2" ? 55 : 40)
        }
        #expect(list.height(of: 2) == 30.5)
        list.view.scrollToItem(at: IndexPath(item: 87, section: 0), at: .center, animated: false)
        list.view.layoutIfNeeded()
        #expect(list.height(of: 2) == 55)
    }

    @Test func aSizeMovesToAnotherSectionOfTheSameWidth() {
        let list = IdentifiedList.measured([
            (0, Array(0..<40)), (6, Array(100..<140)), (1, Array(200..<240)), (2, Array(300..<340)),
        ])
        // 0 and 6 are lists of one width, 1 is a compositional section of the same width; 2 is narrower.
        list.apply([
            (0, Array(4..<40)), (6, Array(100..<140) + [0]), (1, Array(200..<240) + [1]), (2, Array(300..<340) + [2]),
        ])
        #expect(list.height(of: 0) == 30)
        #expect(list.height(of: 1) == 30.25)
        #expect(list.height(of: 2) == 20)
        #expect(list.view.measuredSizes.restoredCount == 2)
    }

    @Test func aSizeIsNotUsedAtADifferentWidth() {
        let list = IdentifiedList.measured([(0, Array(0..<100))])
        list.offset = 1_000
        list.view.bounds.size.width = 90
        list.view.layoutIfNeeded()
        #expect(list.height(of: 2) == 20)
        // Back at the old width, the sizes measured there are known.
        list.view.bounds.size.width = 120
        list.view.layoutIfNeeded()
        #expect(list.height(of: 2) == 30.5)
        list.view.invalidateLayout()
        list.view.layoutIfNeeded()
        #expect(list.height(of: 2) == 30.5)
    }

    /// A reloaded item is another one. The old size of a reconfigured item is the best estimate.
    @Test func changedItemsAreMeasuredAgain() {
        let list = IdentifiedList.measured([(0, Array(0..<100))])
        list.offset = 1_000
        var snapshot = list.source.snapshot()
        snapshot.reloadItems([2])
        snapshot.reconfigureItems([1])
        list.source.apply(snapshot)
        #expect(list.height(of: 2) == 20)
        list.apply([(0, [0] + Array(3..<100))])
        list.apply([(0, Array(0..<100))])
        #expect([0, 1, 2].map { list.height(of: $0) } == [30, 30.25, 20])
        snapshot = list.source.snapshot()
        snapshot.reloadSections([0])
        list.source.apply(snapshot)
        #expect(list.height(of: 0) == 20)
        list.offset = 0
        let count = list.view.measuredSizes.count
        #expect(count > 3)
        list.source.applySnapshotUsingReloadData(IdentifiedList.snapshot([(0, Array(200..<300))]))
        #expect(list.view.measuredSizes.count < count)
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func theOldestSizesAreForgotten() {
        let list = IdentifiedList.measured([(0, Array(0..<100))])
        list.view.measuredSizes.capacity = 5
        #expect(list.view.measuredSizes.count <= 5)
        for offset in stride(from: 0, to: 500, by: 50) { list.offset = CGFloat(offset) }
        #expect(list.view.measuredSizes.count == 5)
        #expect(list.view.measuredSizes.evictedCount > 5)
        let last = list.view.indexPathsForVisibleItems.compactMap { $0.last }
        list.apply([(0, Array(90..<100))])
        list.apply([(0, Array(90..<100) + Array(0..<90))])
        // The sizes seen last remain, minus those of the ten items measured since.
        #expect(list.height(of: 0) == 20)
        #expect(list.view.measuredSizes.count == 5)
        #expect(!last.isEmpty)
    }

    @Test func changingContentIsNotLimitedToItsLastSize() {
        for section in [0, 1] {
            let list = IdentifiedList.measured([(section, Array(0..<10))])
            var height: CGFloat = 30
            list.host.sizes = { view, size in
                CGSize(width: size.width, height: (view as? NameCell)?.name == "1" ? height : 33)
            }
            for step in 1...30 {
                height = 30 + CGFloat(step)
                var snapshot = list.source.snapshot()
                snapshot.reconfigureItems([1])
                list.source.apply(snapshot)
                #expect(list.height(of: 1) == height)
            }
            #expect(list.view.diagnostics.recent == [])
        }
    }

    @Test func anItemThatNeverComesToRestKeepsItsLastSize() {
        let list = IdentifiedList.measured([(0, Array(0..<40))])
        list.view.diagnostics.handler = { _ in }
        var calls = 0
        list.host.sizes = { view, size in
            guard (view as? NameCell)?.name == "1" else { return CGSize(width: size.width, height: 40) }
            calls += 1
            return CGSize(width: size.width, height: 30 + CGFloat(calls))
        }
        for _ in 0..<20 {
            list.offset = 600
            list.offset = 0
        }
        #expect(calls == 20)
        // The first report was 30.25, from before; then seven others.
        #expect(list.height(of: 1) == 37)
        #expect(list.view.diagnostics.count(of: .oscillatingSize) == 1)
        #expect(list.view.diagnostics.recent.last?.element == .item(1, inSection: 0))
    }
}
