import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// Programs that do the right thing at the wrong moment.
@MainActor
@Suite("The right thing at the wrong moment")
struct WrongMomentTests {
    // MARK: Replaced data sources

    private typealias Source = DiffableDataSource<Int, Int>

    private static func source(_ view: CollectionView, _ items: [Int]) -> Source {
        let source = Source(collectionView: view) { view, path, number in
            let cell = view.dequeueReusableCell(NameCell.self, for: path)
            cell.name = "\(number)"
            return cell
        }
        source.apply(Source.Snapshot(sections: [(0, items)]))
        return source
    }

    private static func shown(_ view: CollectionView) -> [String] {
        view.layoutIfNeeded()
        return view.visibleCells.map { ($0 as? NameCell)?.name ?? "?" }
    }

    /// Between the replacement and the load of the new data, any list could be called by the new data source.
    @Test(arguments: [false, true]) func anUpdateOfAListThatWasJustReplacedIsNotShown(isReload: Bool) {
        let view = NameList([]).view
        let old = Self.source(view, [1, 2, 3])
        #expect(Self.shown(view) == ["1", "2", "3"])
        let new = NameList([["a", "b"]])
        view.dataSource = new
        var results: [String] = []
        if isReload {
            old.applySnapshotUsingReloadData(Source.Snapshot(sections: [(0, [4])])) { results.append("\($0)") }
        } else {
            old.edit({ $0.deleteItems([2]) }, completion: { results.append("\($0)") })
        }
        #expect(Self.shown(view) == ["a", "b"])
        #expect(results == ["\(UpdateResult.failed(UpdateError.dataSourceReplaced))"])
        #expect(old.snapshot().itemIdentifiers == (isReload ? [4] : [1, 3]))
    }

    /// A data source of the program that passes calls on is one that shows the update.
    @Test func anUpdateOfAListThatIsPassedOnIsShownDuringALoad() {
        final class Outer: CollectionViewDataSource {
            let inner: Source
            init(_ inner: Source) { self.inner = inner }
            func numberOfSections(in view: CollectionView) -> Int { inner.numberOfSections(in: view) }
            func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int {
                inner.collectionView(view, numberOfItemsInSection: section)
            }
            func collectionView(_ view: CollectionView, cellForItemAt path: IndexPath) -> CollectionViewCell {
                inner.collectionView(view, cellForItemAt: path)
            }
        }
        let view = NameList([]).view
        let outer = Outer(Self.source(view, [1, 2, 3]))
        view.dataSource = outer
        var results: [String] = []
        outer.inner.edit({ $0.deleteItems([2]) }, completion: { results.append("\($0)") })
        #expect(Self.shown(view) == ["1", "3"] && results == ["applied"])
        view.reloadData()
        outer.inner.edit({ $0.deleteItems([1]) }, completion: { results.append("\($0)") })
        #expect(Self.shown(view) == ["3"] && results == ["applied", "applied"])
    }

    /// A list of sections is also the delegate. Once it is replaced, its sections would be called for items that they do not
    /// have.
    @Test func aReplacedListOfSectionsReceivesNoCallsOfADelegate() {
        let view = NameList([]).view
        let list = ListDataSource(scheduler: .immediate)
        list.attach(to: view)
        var chosen: [String] = []
        list.build {
            ListBlock("names", ["a", "b", "c"], id: \.self) { (cell: NameCell, name) in cell.name = name }
                .onDidSelect { name, _ in chosen.append(name) }
        }
        #expect(Self.shown(view) == ["a", "b", "c"])
        view.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(chosen == ["a"])
        let new = NameList([["x", "y"]])
        view.dataSource = new
        #expect(Self.shown(view).prefix(2) == ["x", "y"])
        view.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(chosen == ["a"] && view.delegate == nil && view.prefetchDataSource == nil)
        list.attach(to: view)
        #expect(Self.shown(view) == ["a", "b", "c"])
        view.hostTap(at: CGPoint(x: 5, y: 5))
        #expect(chosen == ["a", "a"])
    }

    // MARK: Outlines

    /// A data source that lets the user move parents.
    private final class Permissive: DiffableDataSource<String, String> {
        override func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
            true
        }
    }

    @Test func cellsOfAnOutlineThatAMoveEndsShowNoPlaceInIt() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: ListRecipe(height: 20))
        let source = Permissive(collectionView: view) { view, path, name in
            let cell = view.dequeueReusableCell(NameCell.self, for: path)
            cell.name = name
            return cell
        }
        var outline = SectionSnapshot<String>()
        outline.append(["1", "2", "3"])
        outline.append(["11"], to: "1")
        outline.expand(["1"])
        source.apply(outline, to: "a")
        view.layoutIfNeeded()
        #expect(view.visibleCells.compactMap(\.outlineState?.level) == [0, 1, 0, 0])
        view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0))
        view.hostReorder(to: CGPoint(x: 50, y: 70))
        view.hostEndReordering()
        #expect(Self.shown(view) == ["11", "2", "3", "1"])
        #expect(view.visibleCells.compactMap(\.outlineState).isEmpty && source.outlineState(of: "1") == nil)
    }

    // MARK: Selection

    /// The delegate decides in the middle that a single item can be selected.
    @Test(arguments: 0..<3) func noMoreThanOneItemIsSelectedOnceManyAreForbidden(way: Int) {
        final class Delegate: CollectionViewDelegate {
            var onSelect: (() -> Void)?
            var selected = 0
            func collectionView(
                _ view: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
            ) -> Bool { true }
            func collectionView(_ view: CollectionView, didSelectItemAt indexPath: IndexPath) {
                selected += 1
                onSelect?()
            }
        }
        let list = NameList(names(3), layout: ListRecipe(height: 20))
        let (view, delegate) = (list.view, Delegate())
        view.delegate = delegate
        view.layoutIfNeeded()
        switch way {
        case 0:
            view.allowsMultipleSelection = true
            delegate.onSelect = { view.allowsMultipleSelection = false }
            view.hostSelectAll()
        case 1:
            delegate.onSelect = { view.isEditing = false }
            view.hostBeginMultipleSelection(at: CGPoint(x: 5, y: 5))
            view.hostMultipleSelection(to: CGPoint(x: 5, y: 50))
        default:
            // The program ends editing during the gesture.
            view.hostBeginMultipleSelection(at: CGPoint(x: 5, y: 5))
            view.isEditing = false
            view.hostMultipleSelection(to: CGPoint(x: 5, y: 50))
        }
        #expect(view.indexPathsForSelectedItems == [IndexPath(item: 0, section: 0)] && delegate.selected == 1)
        view.hostEndMultipleSelection()
    }

    // MARK: Index paths during an update

    /// Scrolls while the counts are read for an update: the data has changed, the list has not.
    private final class Scroller: CollectionViewDataSource, CollectionViewDelegate {
        var items = (0..<10).map { "m\($0)" }
        var onCount: (() -> Void)?
        var log: [String] = []
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 20))

        init() {
            view.dataSource = self
            view.delegate = self
            view.layoutIfNeeded()
        }

        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            onCount.take()?()
            return items.count
        }
        func collectionView(_ view: CollectionView, cellForItemAt path: IndexPath) -> CollectionViewCell {
            view.dequeueReusableCell(NameCell.self, for: path)
        }
        func collectionView(
            _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? { CollectionSwipeActions([CollectionSwipeAction(title: "Flag") { $2(true) }]) }
        func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {
            log.append(indexPath.map { items[$0.item] } ?? "gone")
        }
        func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
            log.append(items[indexPath.item])
        }

        /// Deletes the first two items. A callback in the middle calls `body`.
        func delete(_ body: @escaping () -> Void) {
            view.performBatchUpdates(animated: false) {
                items.removeFirst(2)
                view.deleteItems(at: [IndexPath(item: 0, section: 0), IndexPath(item: 1, section: 0)])
                onCount = body
            }
        }
    }

    @Test(arguments: [false, true]) func aSwipeThatEndsDuringAnUpdateEndsWithItsItem(reloads: Bool) {
        let list = Scroller()
        list.view.hostBeginSwipe(at: CGPoint(x: 50, y: 70))
        list.view.hostSwipe(by: -30)
        #expect(list.view.swipe?.indexPath == IndexPath(item: 3, section: 0))
        list.delete { [view = list.view] in
            view.contentOffset.y = 7
            if reloads { view.reloadData() }
        }
        // After a reload no item is known to be the same.
        #expect(list.log == [reloads ? "gone" : "m3"] && list.view.swipe == nil)
    }

    /// The host is notified of the end before the delegate, and changes the list.
    @Test func aHostThatChangesTheListAtTheEndOfASwipe() {
        final class Host: CollectionViewHost {
            weak var list: Scroller?
            func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
            func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
            func recycle(_ view: CollectionReusableView) {}
            func remove(_ view: CollectionReusableView) {}
            func setContentSize(_ size: CGSize) {}
            func setContentOffset(_ offset: CGPoint, animated: Bool) -> Bool { false }
            func requestFrame() {}
            func swipe(_ cell: CollectionViewCell, _ swipe: CollectionSwipe) {
                if swipe.phase == .closed { list?.delete {} }
            }
        }
        let (list, host) = (Scroller(), Host())
        host.list = list
        list.view.host = host
        list.view.layoutIfNeeded()
        list.view.hostBeginSwipe(at: CGPoint(x: 50, y: 70))
        list.view.hostSwipe(by: -30)
        list.view.closeSwipe()
        #expect(list.log == ["m3"] && list.items.first == "m2")
    }

    @Test func anItemThatIsNoLongerHighlightedDuringAnUpdateIsNamedByTheNewData() {
        let list = Scroller()
        list.view.hostTouch(CollectionViewTouch(.began, at: CGPoint(x: 50, y: 70)))
        #expect(list.view.cellForItem(at: IndexPath(item: 3, section: 0))?.isHighlighted == true)
        list.delete { [view = list.view] in view.hostWillBeginDragging() }
        #expect(list.log == ["m3"])
        #expect(list.view.visibleCells.allSatisfy { !$0.isHighlighted })
    }

    // MARK: Sizes

    /// The content becomes shorter than the screen, and then longer, because an item that comes into view is measured.
    @Test(arguments: [0, 1]) func theKeptItemMovesOnlyAsFarAsTheFinalContentForcesIt(section: Int) throws {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        // The first items are higher than estimated, and were never shown.
        list.host.sizes = { view, size in
            let number = (view as? NameCell).flatMap { Int($0.name) } ?? 0
            return CGSize(width: size.width, height: number >= 100 ? 45 : 20)
        }
        list.apply([(section, Array(0..<20))])
        list.offset = 200
        list.source.apply(IdentifiedList.snapshot([(section, [100] + Array(0..<20))]))
        let kept = 12
        let place = try #require(list.place(of: kept)) - list.offset
        // 100 points with the estimate, of 110 on the screen.
        let items = [100] + Array(10..<14)
        let change = list.view.contentChange { list.source.apply(IdentifiedList.snapshot([(section, items)])) }
        let now = try #require(list.place(of: kept)) - list.offset
        #expect(now == place - change.clampedBy)
        #expect(list.offset == 15 && list.view.mainOffsetRange == 0...15)
    }

    private final class Titles: CollectionViewDataSource {
        var height: CGFloat = 30
        func numberOfSections(in collectionView: CollectionView) -> Int { 3 }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 20 }
        func collectionView(_ view: CollectionView, cellForItemAt path: IndexPath) -> CollectionViewCell {
            view.dequeueReusableCell(NameCell.self, for: path)
        }
        func collectionView(
            _ view: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at path: IndexPath
        ) -> CollectionReusableView? {
            let title = view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: path)
            title.title = "\(height)"
            return title
        }
    }

    /// Headers whose content changed while they were out of sight, of sections and of the list.
    @Test(arguments: [false, true], [false, true])
    func headersThatChangedOutOfSightAreMeasuredWhenTheyAreShown(isOfList: Bool, requests: Bool) {
        let header = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(10)),
            elementKind: "header", alignment: .top)
        let configuration = CollectionViewCompositionalLayoutConfiguration()
        if isOfList { configuration.boundarySupplementaryItems = [header] }
        let layout = CollectionViewCompositionalLayout(
            sectionProvider: { _, _ in
                let section = CollectionLayoutSection.grid(columns: 1, itemHeight: .absolute(20))
                if !isOfList { section.boundarySupplementaryItems = [header] }
                return section
            }, configuration: configuration)
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        let (source, host) = (Titles(), RecorderHost())
        host.sizes = { view, size in
            (view as? HeaderView).flatMap { Double($0.title) }.map { CGSize(width: size.width, height: $0) }
        }
        view.host = host
        view.dataSource = source
        view.layoutIfNeeded()
        var heights: [CGFloat] {
            view.visibleSupplementaryViews(ofKind: .header).map(\.frame.height)
        }
        #expect(heights == [30])
        view.hostDidScroll(to: CGPoint(x: 0, y: 200))
        #expect(heights == [])
        source.height = 55
        if requests { view.reconfigureSupplementaryViews() }
        let shown = view.visibleCells.map { $0.frame.minY - view.contentOffset.y }
        view.layoutIfNeeded()
        #expect(view.visibleCells.map { $0.frame.minY - view.contentOffset.y } == shown)
        view.hostDidScroll(to: CGPoint(x: 0, y: 10))
        #expect(heights == [55])
        view.hostDidScroll(to: .zero)
        #expect(view.visibleCells.first?.frame.minY == 55)
    }

    /// Sizes that were measured before they were learnt, in each kind of section whose items can be estimated.
    @Test(arguments: 0..<3) func sizesMeasuredBeforeTheyWereLearntAreKept(kind: Int) {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 100, height: 20)
        flow.minimumLineSpacing = 0
        flow.estimatedItemSize = CGSize(width: 100, height: 20)
        let recipes: [any CollectionViewLayoutRecipe] = [
            ListRecipe(height: 20, estimated: true), flow,
            CollectionViewCompositionalLayout { _, _ in .list(itemHeight: .estimated(20)) },
        ]
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: recipes[kind])
        let host = RecorderHost()
        host.sizes = { view, size in
            CGSize(width: 100, height: 30 + CGFloat((view as? NameCell).flatMap { Int($0.name) } ?? 0))
        }
        view.host = host
        let source = Self.source(view, Array(0..<40))
        view.layoutIfNeeded()
        func heights() -> [CGFloat] { view.layout.frames(ofItems: 0..<3, inSection: 0).map(\.height) }
        #expect(heights() == [30, 31, 32])
        view.learnsSizes = true
        view.hostDidScroll(to: CGPoint(x: 0, y: 700))
        view.reestimateItems()
        #expect(heights() == [30, 31, 32])
        withExtendedLifetime(source) {}
    }

    /// An item changed out of sight, in each kind of section whose items can be estimated, and next to others in a group.
    @Test(arguments: 0..<4, [false, true]) func anItemThatChangedOutOfSightIsMeasured(kind: Int, byPosition: Bool) {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 100, height: 20)
        flow.estimatedItemSize = CGSize(width: 100, height: 20)
        let estimated = CollectionLayoutSize(widthDimension: .fractionalWidth(0.5), heightDimension: .estimated(20))
        let recipes: [any CollectionViewLayoutRecipe] = [
            ListRecipe(height: 20, estimated: true), flow,
            CollectionViewCompositionalLayout { _, _ in .list(itemHeight: .estimated(20)) },
            CollectionViewCompositionalLayout { _, _ in
                CollectionLayoutSection(
                    group: .horizontal(
                        layoutSize: CollectionLayoutSize(
                            widthDimension: .fractionalWidth(1), heightDimension: .estimated(20)),
                        subitems: [CollectionLayoutItem(layoutSize: estimated)]))
            },
        ]
        let list = NameList([(0..<60).map { "\($0)" }], layout: recipes[kind])
        let identified = byPosition ? nil : Self.source(list.view, Array(0..<60))
        var more: CGFloat = 0
        list.recorder.sizes = { view, size in
            CGSize(width: size.width, height: 30 + ((view as? NameCell)?.name == "1" ? more : 0))
        }
        list.view.layoutIfNeeded()
        list.view.hostDidScroll(to: CGPoint(x: 0, y: 600))
        more = 25
        if let identified {
            identified.edit { $0.reconfigureItems([1]) }
        } else {
            list.view.reconfigureItems(at: [IndexPath(item: 1, section: 0)])
        }
        list.view.hostDidScroll(to: .zero)
        #expect(list.view.layout.frame(ofItem: 1, inSection: 0).height == 55)
    }

    // MARK: Addresses

    @Test func anObjectHasItsNumberForEver() {
        final class Object {}
        var numbers: Set<ObjectNumber> = []
        // Objects that go away leave their addresses to later ones.
        for _ in 0..<1_000 { numbers.insert(ObjectNumber(of: Object())) }
        #expect(numbers.count == 1_000)
        let kept = (0..<200).map { _ in Object() }
        let before = kept.map { ObjectNumber(of: $0) }
        for _ in 0..<1_000 { _ = ObjectNumber(of: Object()) }
        #expect(kept.map { ObjectNumber(of: $0) } == before && numbers.isDisjoint(with: before))
    }

    /// An update names views by their addresses, so it keeps the views.
    @Test func anUpdateKeepsTheViewsThatItNames() {
        weak var view: CollectionReusableView?
        let update: ShownUpdate
        do {
            let shown = CollectionReusableView()
            view = shown
            let layout = CollectionViewLayout(container: ListContainer(size: .zero))
            update = ShownUpdate(
                SharedEdit(ListEdit()), before: layout, move: nil,
                displayed: [
                    DisplayedElement(
                        key: ElementKey(path: .item(0, inSection: 0), kind: .item),
                        attributes: LayoutAttributes(.item(0, inSection: 0), frame: .zero), view: shown)
                ], offset: .zero)
        }
        #expect(view != nil && update.shown.count == 1)
    }
}
