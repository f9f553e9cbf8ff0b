import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Measured sizes belong to items")
struct MeasuredSizesTests {
    /// Rows estimated at 20 whose measured height is 30 plus a quarter of their number. Section 0 is a list, 1
    /// compositional.
    private func list(_ sections: [(Int, [Int])]) -> IdentifiedList {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        list.host.sizes = { view, size in
            guard let number = (view as? NameCell).flatMap({ Int($0.name) }) else { return nil }
            return CGSize(width: size.width, height: 30 + CGFloat(number) / 4)
        }
        list.apply(sections)
        return list
    }

    private func height(of item: Int, in list: IdentifiedList) -> CGFloat? {
        guard let path = list.source.snapshot().indexPath(of: item) else { return nil }
        return list.view.layout.frame(ofItem: path.item, inSection: path.section).height
    }

    @Test(arguments: [0, 1]) func aSizeReturnsWithItsItem(section: Int) {
        let list = list([(section, Array(0..<100))])
        #expect(height(of: 2, in: list) == 30.5)
        #expect(height(of: 50, in: list) == 20)
        // Filtered out, then inserted again at another place, out of sight.
        list.apply([(section, Array(3..<100))])
        list.apply([(section, Array(3..<90) + [2] + Array(90..<100))])
        #expect(height(of: 2, in: list) == 30.5)
        #expect(list.view.measuredSizes.restoredCount == 1)
        // Together with its section.
        list.apply([(7, [1_000])])
        list.apply([(7, Array(1_000..<1_040)), (section, Array(0..<100))])
        #expect(height(of: 2, in: list) == 30.5)
        #expect(height(of: 99, in: list) == 20)
    }

    /// How much higher the items have become.
    @MainActor private final class Change {
        var height: CGFloat = 0
    }

    /// An item that was measured, scrolled away and changed.
    @Test(arguments: [0, 1], [false, true]) func aChangedItemIsMeasuredWhenItIsShownAgain(section: Int, reloads: Bool) {
        let list = list([(section, Array(0..<100))])
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
        #expect(height(of: 0, in: list) == 37 && height(of: 1, in: list) == 37.25)
        // In lists, each item is measured when it is shown.
        #expect(height(of: 2, in: list) == (section == 0 ? 37.5 : 30.5))
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
        let list = list([(section, Array(0..<100))])
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
        list.prepare(for: view)
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
                let list = list([(section, Array(0..<60))])
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
        let list = list([(section, Array(0..<5_000)), (6, Array(10_000..<10_010))])
        let measured = list.view.measuredSizes.count
        #expect((1..<50).contains(measured))
        list.apply([(section, Array(4_990..<5_000)), (6, Array(10_000..<10_010))])
        // Item 1 returns to another section of the same width. The last rows stay on the screen.
        list.apply([(section, [0] + Array(2..<5_000)), (6, Array(10_000..<10_010) + [1])])
        for item in 0..<4_990 {
            let isMeasured = item < measured
            #expect(height(of: item, in: list) == (isMeasured ? 30 + CGFloat(item) / 4 : 20), "item \(item)")
        }
        #expect(list.view.measuredSizes.restoredCount == measured)
    }

    /// A data source that names its items and never searches for them, which is allowed.
    private final class Unsearched: CollectionViewDataSource, ItemIdentifying {
        var sections: [[Int]] = []

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
            AnyHashable(sections[path.section][path.item])
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

    @Test(arguments: [0, 1]) func anItemThatChangedWhileItWasDeletedIsMeasuredWhenItIsShown(section: Int) {
        let list = list([(section, Array(0..<100))])
        list.apply([(section, Array(3..<100))])
        list.apply([(section, Array(3..<90) + [2] + Array(90..<100))])
        list.host.sizes = { view, size in
            CGSize(width: size.width, height: (view as? NameCell)?.name == "2" ? 55 : 40)
        }
        #expect(height(of: 2, in: list) == 30.5)
        list.view.scrollToItem(at: IndexPath(item: 87, section: 0), at: .center, animated: false)
        list.view.layoutIfNeeded()
        #expect(height(of: 2, in: list) == 55)
    }

    @Test func aSizeMovesToAnotherSectionOfTheSameWidth() {
        let list = list([(0, Array(0..<40)), (6, Array(100..<140)), (1, Array(200..<240)), (2, Array(300..<340))])
        // 0 and 6 are lists of one width, 1 is a compositional section of the same width; 2 is narrower.
        list.apply([
            (0, Array(4..<40)), (6, Array(100..<140) + [0]), (1, Array(200..<240) + [1]), (2, Array(300..<340) + [2]),
        ])
        #expect(height(of: 0, in: list) == 30)
        #expect(height(of: 1, in: list) == 30.25)
        #expect(height(of: 2, in: list) == 20)
        #expect(list.view.measuredSizes.restoredCount == 2)
    }

    @Test func aSizeIsNotUsedAtAnotherWidth() {
        let list = list([(0, Array(0..<100))])
        list.offset = 1_000
        list.view.bounds.size.width = 90
        list.view.layoutIfNeeded()
        #expect(height(of: 2, in: list) == 20)
        // Back at the old width, the sizes measured there are known.
        list.view.bounds.size.width = 120
        list.view.layoutIfNeeded()
        #expect(height(of: 2, in: list) == 30.5)
        list.view.invalidateLayout()
        list.view.layoutIfNeeded()
        #expect(height(of: 2, in: list) == 30.5)
    }

    /// A reloaded item is another one. The old size of a reconfigured item is the best estimate.
    @Test func changedItemsAreMeasuredAgain() {
        let list = list([(0, Array(0..<100))])
        list.offset = 1_000
        var snapshot = list.source.snapshot()
        snapshot.reloadItems([2])
        snapshot.reconfigureItems([1])
        list.source.apply(snapshot)
        #expect(height(of: 2, in: list) == 20)
        list.apply([(0, [0] + Array(3..<100))])
        list.apply([(0, Array(0..<100))])
        #expect([0, 1, 2].map { height(of: $0, in: list) } == [30, 30.25, 20])
        snapshot = list.source.snapshot()
        snapshot.reloadSections([0])
        list.source.apply(snapshot)
        #expect(height(of: 0, in: list) == 20)
        list.offset = 0
        let count = list.view.measuredSizes.count
        #expect(count > 3)
        list.source.applySnapshotUsingReloadData(IdentifiedList.snapshot([(0, Array(200..<300))]))
        #expect(list.view.measuredSizes.count < count)
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func theOldestSizesAreForgotten() {
        let list = list([(0, Array(0..<100))])
        list.view.measuredSizes.capacity = 5
        #expect(list.view.measuredSizes.count <= 5)
        for offset in stride(from: 0, to: 500, by: 50) { list.offset = CGFloat(offset) }
        #expect(list.view.measuredSizes.count == 5)
        #expect(list.view.measuredSizes.evictedCount > 5)
        let last = list.view.indexPathsForVisibleItems.compactMap { $0.last }
        list.apply([(0, Array(90..<100))])
        list.apply([(0, Array(90..<100) + Array(0..<90))])
        // The sizes seen last remain, minus those of the ten items measured since.
        #expect(height(of: 0, in: list) == 20)
        #expect(list.view.measuredSizes.count == 5)
        #expect(!last.isEmpty)
    }

    @Test func changingContentIsNotLimitedToItsLastSize() {
        for section in [0, 1] {
            let list = list([(section, Array(0..<10))])
            var height: CGFloat = 30
            list.host.sizes = { view, size in
                CGSize(width: size.width, height: (view as? NameCell)?.name == "1" ? height : 33)
            }
            for step in 1...30 {
                height = 30 + CGFloat(step)
                var snapshot = list.source.snapshot()
                snapshot.reconfigureItems([1])
                list.source.apply(snapshot)
                #expect(self.height(of: 1, in: list) == height)
            }
            #expect(list.view.diagnostics.recent == [])
        }
    }

    @Test func anItemThatNeverComesToRestKeepsItsLastSize() {
        let list = list([(0, Array(0..<40))])
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
        #expect(height(of: 1, in: list) == 37)
        #expect(list.view.diagnostics.count(of: .oscillatingSize) == 1)
        #expect(list.view.diagnostics.recent.last?.element == .item(1, inSection: 0))
    }

    // MARK: By number

    /// A number that counts how often it is hashed.
    private struct Counted: Hashable, Sendable {
        nonisolated(unsafe) static var hashes = 0
        var number: Int
        func hash(into hasher: inout Hasher) {
            Self.hashes += 1
            hasher.combine(number)
        }
    }

    @Test func insertedItemsAreHashedOnlyIfTheyWereMeasuredBefore() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100),
            collectionViewLayout: ListRecipe(height: 20, estimated: true))
        let host = RecorderHost()
        view.host = host
        host.sizes = { _, size in CGSize(width: size.width, height: 30) }
        let source = DiffableDataSource<Int, Counted>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        func snapshot(_ numbers: some Sequence<Int>) -> DiffableSnapshot<Int, Counted> {
            var snapshot = DiffableSnapshot<Int, Counted>(basedOn: source.snapshot())
            snapshot.appendSections([0])
            snapshot.appendItems(numbers.map { Counted(number: $0) }, toSection: 0)
            return snapshot
        }
        source.apply(snapshot(0..<1_000))
        let measured = view.measuredSizes.count
        #expect((4...10).contains(measured))
        // Filtered down to the last items, which were visible; new ones are inserted as well.
        source.apply(snapshot(990..<1_000))
        let seen = view.measuredSizes.count
        let next = snapshot(Array(990..<1_000) + Array(3_000..<3_500) + Array(0..<990))
        Counted.hashes = 0
        source.apply(next)
        // By number: no identifier is hashed.
        #expect(seen > 0)
        #expect(Counted.hashes == 0)
        #expect(view.measuredSizes.restoredCount == measured)
        #expect(view.layout.frame(ofItem: 511, inSection: 0).height == 30)
        #expect(view.layout.frame(ofItem: 510 + measured, inSection: 0).height == 20)
    }

    /// An item moves to another section and is shown there by a cell of another kind, which determines its height.
    @Test func theCellThatReplacesAnotherIsMeasured() throws {
        final class Rows: CollectionViewLayoutRecipe {
            let scrollDirection = ScrollDirection.vertical
            func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                .list(count: context.itemCount, height: 20, estimated: true)
            }
        }
        final class TallCell: CollectionViewCell {}
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 400), collectionViewLayout: Rows())
        let host = RecorderHost()
        view.host = host
        host.sizes = { cell, size in CGSize(width: size.width, height: cell is TallCell ? 50 : 30) }
        final class Tall { var items: Set<Int> = [] }
        let tall = Tall()
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, item in
            tall.items.contains(item)
                ? view.dequeueReusableCell(TallCell.self, for: indexPath)
                : view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.apply(DiffableSnapshot(sections: [(0, [1, 2]), (1, [3])]))
        #expect(view.layout.frame(ofItem: 1, inSection: 0).height == 30)
        tall.items = [2]
        var next = DiffableSnapshot(sections: [(0, [1]), (1, [3, 2])])
        next.reconfigureItems([2])
        source.apply(next)
        let cell = try #require(view.cellForItem(at: IndexPath(item: 1, section: 1)))
        #expect(cell is TallCell)
        #expect(view.layout.frame(ofItem: 1, inSection: 1).height == 50)
        #expect(cell.frame.height == 50)
    }

    @Test func aSizeOutlivesTheNumberOfItsItem() {
        // So many that the data source forgets identifiers that are filtered out for long.
        let all = Array(0..<70_000)
        let list = list([(0, all)])
        let numbering = list.source.numbering
        let measured = list.view.measuredSizes.count
        for _ in 0..<256 { list.apply([(0, Array(60_000..<60_010))]) }
        let isRenewed = list.source.numbering !== numbering
        #expect(isRenewed)
        #expect(list.view.measuredSizes.count > measured)
        // One returns, then all the others.
        let renewed = list.source.numbering
        list.apply([(0, Array(60_000..<60_010) + [1])])
        let isRenewedAgain = list.source.numbering !== renewed
        #expect(!isRenewedAgain)
        #expect(height(of: 1, in: list) == 30.25)
        list.apply([(0, Array(60_000..<60_010) + [1, 0] + all[2..<60_000] + all[60_010...])])
        #expect(height(of: 2, in: list) == 30.5)
        #expect(height(of: 40_000, in: list) == 20)
        #expect(list.view.measuredSizes.restoredCount == measured)
        // A section that is laid out from scratch.
        list.view.invalidateLayout()
        list.view.layoutIfNeeded()
        #expect(height(of: 2, in: list) == 30.5)
    }

    @Test func listsOfSectionsKeepMeasuredSizesByItem() {
        final class Words: ListSection {
            weak var context: ListContext?
            let listIdentifier: String
            var items: [Word]
            init(_ name: String, _ items: [Word]) { (listIdentifier, self.items) = (name, items) }
            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                let cell: NameCell? = dequeueCell(at: indexPath)
                cell?.name = itemIdentifier
                return cell
            }
        }
        struct Word: ListIdentifiable { var listIdentifier: String }
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100),
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(20))))
        let host = RecorderHost()
        view.host = host
        host.sizes = { view, size in
            (view as? NameCell).map { CGSize(width: size.width, height: 30 + CGFloat($0.name.count)) }
        }
        let list = ListDataSource()
        list.prepare(for: view)
        let words = (0..<50).map { Word(listIdentifier: String(repeating: "w", count: $0 + 1)) }
        let (first, second) = (Words("first", words), Words("second", words))
        list.append(newSections: [first, second])
        #expect(view.layout.frame(ofItem: 1, inSection: 0).height == 32)
        // The same word in the other section is another item.
        first.items = Array(words[2...])
        second.items = Array(words[1...])
        list.update(newSections: [first, second])
        first.items = Array(words[2...] + words[..<2])
        list.update(newSections: [first, second])
        #expect(view.layout.frame(ofItem: 49, inSection: 0).height == 32)
        second.items = Array(words[1...] + words[..<1])
        list.update(newSections: [first, second])
        #expect(view.layout.frame(ofItem: 49, inSection: 1).height == 20)
        let identities = [IndexPath(item: 3, section: 0), IndexPath(item: 4, section: 1)].compactMap {
            list.list.collectionView(view, identityOfItemAt: $0)
        }
        #expect(
            list.list.collectionView(view, indexPathsOfItemsWithIdentities: identities + ["other"])
                == [IndexPath(item: 3, section: 0), IndexPath(item: 4, section: 1), nil])
    }

    // MARK: Handles

    @Test func aLateSizeIsAppliedWhereItsItemIsNow() {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        list.apply([(0, Array(0..<100)), (1, Array(100..<200))])
        list.offset = 400
        let handles = [20, 3, 150].map {
            list.source.indexPath(for: $0).flatMap { list.view.measurementHandle(forItemAt: $0) }
        }
        guard let twenty = handles[0], let three = handles[1], let other = handles[2] else {
            Issue.record("no handles")
            return
        }
        #expect(twenty.fitting == CGSize(width: 120, height: 20))
        list.apply([(1, Array((100..<200).reversed())), (0, [77, 3, 20] + Array(21..<70))])
        let start = list.place(of: 50)! - list.offset
        list.view.anchorPolicy = .item(list.source.indexPath(for: 50)!)
        let outcomes = list.view.takeMeasurements([
            (twenty, CGSize(width: 120, height: 50)), (three, CGSize(width: 120, height: 31)),
            (other, CGSize(width: 1, height: 44)),
        ])
        #expect(outcomes == [.taken, .taken, .taken])
        #expect(height(of: 20, in: list) == 50)
        #expect(height(of: 3, in: list) == 31)
        #expect(height(of: 150, in: list) == 44)
        #expect(list.view.lastContentChange?.scrollDelta == 65)
        #expect(list.place(of: 50)! - list.offset == start)
        // A handle accepts one size.
        list.view.diagnostics.handler = { _ in }
        #expect(list.view.takeMeasurement(CGSize(width: 1, height: 9), for: twenty) == .dropped)
        #expect(list.view.diagnostics.count(of: .outdatedMeasurement) == 1)
    }

    @Test func aLateSizeForAChangedItemIsDropped() {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        list.view.diagnostics.handler = { _ in }
        list.apply([(0, Array(0..<50)), (2, Array(50..<60)), (4, Array(60..<70))])
        func handle(_ item: Int) -> MeasurementHandle {
            list.view.measurementHandle(forItemAt: list.source.indexPath(for: item)!)!
        }
        let handles = [1, 2, 3, 4, 5, 55, 65].map(handle)
        // 1 is deleted and inserted again, 2 is reloaded, 3 reconfigured, 4 moves to a narrower section, 55's section
        // is reloaded.
        list.apply([(0, [0] + Array(2..<50)), (2, Array(50..<60)), (4, Array(60..<70))])
        list.apply([(0, [0, 1, 2, 3] + Array(5..<50)), (2, Array(50..<60) + [4]), (4, Array(60..<70))])
        var snapshot = list.source.snapshot()
        snapshot.reloadItems([2])
        snapshot.reconfigureItems([3])
        snapshot.reloadSections([2])
        list.source.apply(snapshot)
        let before = list.view.contentSize
        for place in [0, 1, 2, 3, 5] {
            #expect(list.view.takeMeasurement(CGSize(width: 120, height: 99), for: handles[place]) == .dropped)
        }
        #expect(list.view.contentSize == before)
        #expect(list.view.diagnostics.count(of: .outdatedMeasurement) == 5)
        #expect(list.view.takeMeasurement(CGSize(width: 120, height: CGFloat.nan), for: handles[4]) == .dropped)
        #expect(list.view.diagnostics.count(of: .unusableSize) == 1)
        list.view.bounds.size.width = 100
        #expect(list.view.takeMeasurement(CGSize(width: 120, height: 99), for: handles[6]) == .dropped)
        #expect(list.view.diagnostics.count(of: .outdatedMeasurement) == 6)
        // A handle of another list.
        let other = IdentifiedList(estimated: true)
        other.apply([(0, Array(0..<50))])
        other.view.diagnostics.handler = { _ in }
        #expect(other.view.takeMeasurement(CGSize(width: 120, height: 99), for: handle(7)) == .dropped)
        #expect(list.view.measurementHandle(forItemAt: IndexPath(item: 0, section: 9)) == nil)
    }

    @Test func aSizeReportedWithinAPassWaits() {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        list.apply([(0, Array(0..<50))])
        let handle = list.view.measurementHandle(forItemAt: IndexPath(item: 30, section: 0))!
        var outcome: MeasurementOutcome?
        list.host.sizes = { _, size in
            if outcome == nil { outcome = list.view.takeMeasurement(CGSize(width: 120, height: 70), for: handle) }
            return size
        }
        list.offset = 100
        #expect(outcome == .deferred)
        #expect(height(of: 30, in: list) == 70)
    }

    @Test func anExactSizeIsNotMeasured() {
        let list = IdentifiedList()
        list.view.diagnostics.handler = { _ in }
        list.apply([(0, Array(0..<50))])
        let handle = list.view.measurementHandle(forItemAt: IndexPath(item: 3, section: 0))!
        #expect(list.view.takeMeasurement(CGSize(width: 120, height: 70), for: handle) == .dropped)
        #expect(list.view.diagnostics.count(of: .unusableSize) == 1)
    }
}
