import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

private func names(_ count: Int) -> [String] { (0..<count).map { "a\($0)" } }

/// Programs as users write them: their callbacks call the list, and their hosts and owners are released in between.
@MainActor
@Suite("Calling back")
struct CallingBackTests {
    // MARK: Queries

    @Test func sizesThatQueryTheListWorkInUpdatesAndBoundsChanges() {
        let program = HostileProgram([names(30)], layout: CollectionViewFlowLayout())
        #expect(program.faultOnScreen() == nil)
        var asked = 0
        program.everywhere = { callback in
            guard callback == .size else { return }
            asked += program.view.numberOfSections + Int(program.view.contentSize.height)
            if program.view.numberOfSections > 0 { asked += program.view.numberOfItems(inSection: 0) }
        }
        program.insert(["new"], at: 3)
        program.view.bounds.size.width = 130
        #expect(program.faultOnScreen() == nil)
        #expect(asked > 0)
        #expect(program.faultInCompletions() == nil)
    }

    @Test func aSectionProviderThatQueriesTheNumberOfSectionsIsCalledAtEachUpdate() {
        var program: HostileProgram?
        var counts: [Int] = []
        let layout = CollectionViewCompositionalLayout { _, _ in
            counts.append(program?.view.numberOfSections ?? -1)
            return .grid(columns: 2, itemHeight: .absolute(25))
        }
        let made = HostileProgram([names(8)], layout: layout)
        program = made
        #expect(made.faultOnScreen() == nil)
        made.batch {
            made.sections.append(["b"])
            made.view.insertSections([1])
        }
        made.view.bounds.size.width = 80
        #expect(made.faultOnScreen() == nil)
        #expect(counts.contains(1))
        program = nil
    }

    // MARK: Reloads in callbacks

    @Test(arguments: [
        Callback.count, .cell, .size, .willDisplay, .didEnd, .didScroll, .initialAttributes, .finalAttributes, .make,
        .place, .recycle, .contentSize, .contentOffset, .contentChange, .run, .reuse,
    ])
    func aReloadInAnyCallbackOfAnUpdateShowsTheNewData(at callback: Callback) {
        for isAnimated in [false, true] {
            let program = HostileProgram([names(40)], layout: CollectionViewFlowLayout())
            program.host?.holdsAnimations = isAnimated
            program.view.layoutIfNeeded()
            program.view.hostDidScroll(to: point(300))
            program.hooks[callback] = {
                program.sections = [["x", "y"]]
                program.view.reloadData()
            }
            program.delete([0, 1, 2, 17, 18, 19], animated: isAnimated)
            program.insert(["new"], at: 0, animated: isAnimated)
            program.host?.endAnimations()
            #expect(program.faultOnScreen() == nil, "\(callback), animated \(isAnimated)")
            #expect(program.faultInCompletions() == nil, "\(callback), animated \(isAnimated)")
        }
    }

    @Test func aCellProviderThatShortensTheDataIsNotAskedForDeletedItems() {
        let program = HostileProgram([names(10)])
        program.hooks[.cell] = {
            program.sections = [["only"]]
            program.view.reloadData()
        }
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown == ["only"])
    }

    @Test func aNewDataSourceInWillDisplaySuppliesOnlyItsOwnItems() {
        let program = HostileProgram([names(10)])
        program.hooks[.willDisplay] = { program.attach(HostileList([["b0"], []])) }
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown == ["b0"])
    }

    @Test func aDataSourceThatIsReleasedLeavesAnEmptyList() {
        let program = HostileProgram([names(10)])
        program.view.layoutIfNeeded()
        program.dropList()
        program.view.hostDidScroll(to: point(80))
        #expect(program.view.numberOfSections == 0)
        #expect(program.shown == [])
    }

    // MARK: Updates in callbacks

    @Test(arguments: [Callback.prefetch, .initialAttributes, .finalAttributes, .willDisplay, .didEnd, .cell, .count])
    func aBatchInACallbackOfAnUpdateIsDoneOrRefused(at callback: Callback) {
        let program = HostileProgram([names(60)])
        program.view.layoutIfNeeded()
        program.view.hostDidScroll(to: point(400))
        program.hooks[callback] = { program.delete([0, 1]) }
        program.insert(["new"], at: 30, animated: true)
        program.view.hostDidScroll(to: point(500))
        #expect(program.faultOnScreen() == nil)
        #expect(program.faultInCompletions() == nil)
    }

    @Test func itemsThatAreInsertedInACallbackAreShown() {
        let program = HostileProgram([names(3)])
        program.hooks[.willDisplay] = {
            program.sections[0].insert("first", at: 0)
            program.view.insertItems(at: [IndexPath(item: 0, section: 0)])
        }
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown.first == "first")
    }

    // MARK: Bounds and insets in callbacks

    @Test func boundsChangesInABatchThatDeletesShowTheRemainingItems() {
        let program = HostileProgram([names(100)])
        program.view.layoutIfNeeded()
        program.view.hostDidScroll(to: point(3_800))
        program.batch {
            program.view.bounds.size = CGSize(width: 80, height: 150)
            program.sections[0].removeSubrange(5...)
            program.view.deleteItems(at: (5..<100).map { IndexPath(item: $0, section: 0) })
        }
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown.last == "a4")
    }

    @Test func insetsAndAnInvalidatedLayoutInABatchThatDeletesShowTheRemainingItems() {
        let program = HostileProgram([names(100)])
        program.view.layoutIfNeeded()
        program.view.hostDidScroll(to: point(3_800))
        program.batch {
            program.view.invalidateLayout()
            program.view.contentInset.top = 30
            program.sections[0].removeSubrange(5...)
            program.view.deleteItems(at: (5..<100).map { IndexPath(item: $0, section: 0) })
        }
        #expect(program.faultOnScreen() == nil)
    }

    @Test func boundsChangesWhileReloadedCellsDisappearShowTheCurrentItems() {
        let program = HostileProgram([names(100)])
        program.view.layoutIfNeeded()
        program.view.hostDidScroll(to: point(3_800))
        program.hooks[.didEnd] = { program.view.bounds.size = CGSize(width: 90, height: 120) }
        program.sections = [names(3)]
        program.view.reloadData()
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown == names(3))
    }

    @Test func aNewLayoutInABatchShowsTheItems() {
        let program = HostileProgram([names(10)])
        program.view.layoutIfNeeded()
        program.batch {
            program.view.collectionViewLayout = CollectionViewFlowLayout()
            program.sections[0].insert("new", at: 0)
            program.view.insertItems(at: [IndexPath(item: 0, section: 0)])
        }
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown.first == "new")
        #expect(program.faultInCompletions() == nil)
    }

    // MARK: Geometry

    @Test func anotherScrollDirectionShowsItems() {
        let layout = ListRecipe(height: 40)
        let program = HostileProgram([names(100)], layout: layout)
        program.view.layoutIfNeeded()
        program.view.hostDidScroll(to: point(2_000))
        layout.scrollDirection = .horizontal
        program.view.invalidateLayout()
        #expect(program.faultOnScreen() == nil)
        #expect(!program.shown.isEmpty)
        #expect(program.view.contentOffset.y == 0)
        layout.scrollDirection = .vertical
        program.view.reloadData()
        #expect(program.faultOnScreen() == nil)
        #expect(!program.shown.isEmpty)
    }

    @Test func aSectionThatScrollsOnItsOwnReturnsToItsContent() {
        let layout = CollectionViewCompositionalLayout { _, _ in
            let item = CollectionLayoutItem(
                layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(40)))
            let group = CollectionLayoutGroup.horizontal(
                layoutSize: CollectionLayoutSize(widthDimension: .absolute(50), heightDimension: .absolute(40)),
                subitems: [item])
            let section = CollectionLayoutSection(group: group)
            section.orthogonalScrollingBehavior = .continuous
            return section
        }
        let program = HostileProgram([names(20)], layout: layout)
        program.view.layoutIfNeeded()
        program.view.hostDidScroll(section: 0, to: 900)
        program.delete(Array(2..<20))
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown == ["a0", "a1"])
        #expect(program.view.sectionOffsets[0] == 0)
    }

    @Test func invalidGeometryValuesAreIgnored() {
        let program = HostileProgram([names(20)])
        program.view.layoutIfNeeded()
        for value in [CGFloat.nan, .infinity, -.infinity, 1e300] {
            program.view.contentInset.top = value
            program.view.containerInsets = ContainerInsets(safeArea: SectionInsets(top: value))
            program.view.displayScale = value
            program.view.bounds.size.height = value
            program.view.contentOffset.y = value
            program.view.sectionOffsets = [0: value]
            program.view.prefetchDistance = value
            program.view.layoutIfNeeded()
            program.view.contentOffset = .zero
            #expect(program.faultOnScreen() == nil, "\(value)")
        }
        #expect(program.view.diagnostics.count(of: .unusableGeometry) > 0)
    }

    @Test(arguments: [IndexPath(item: -1, section: 0), IndexPath(item: 0, section: -1), IndexPath(item: 7, section: 9)])
    func anAnchorOutsideTheListIsIgnored(_ anchor: IndexPath) {
        let program = HostileProgram([[]])
        program.view.layoutIfNeeded()
        program.view.anchorPolicy = .item(anchor)
        program.insert(["b"], at: 0)
        program.view.bounds.size.width = 60
        #expect(program.faultOnScreen() == nil)
    }

    @Test func invalidCountsShowNothing() {
        final class Endless: CollectionViewDataSource {
            func numberOfSections(in collectionView: CollectionView) -> Int { 2 }
            func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
                section == 0 ? .max : 3
            }
            func collectionView(
                _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
            ) -> CollectionViewCell { collectionView.dequeueReusableCell(NameCell.self, for: indexPath) }
        }
        let program = HostileProgram([names(3)])
        let endless = Endless()
        program.view.dataSource = endless
        program.view.layoutIfNeeded()
        #expect(program.view.indexPathsForVisibleItems.map(text) == ["1.0", "1.1", "1.2"])
    }

    // MARK: Hosts

    @Test func aHostReplacedDuringAnAnimationRetainsNothing() {
        let program = HostileProgram([names(20)])
        let old = program.host
        old?.holdsAnimations = true
        program.view.layoutIfNeeded()
        program.delete([0, 1], animated: true)
        program.attach(ScreenHost())
        #expect(old?.screen.isEmpty == true)
        #expect(program.faultInCompletions() == nil)
        program.view.hostDidScroll(to: point(200))
        #expect(program.faultOnScreen() == nil)
        old?.endAnimations()
        #expect(program.faultInCompletions() == nil)
        #expect(program.faultOnScreen() == nil)
    }

    @Test func aHostThatIsReleasedWhileItAnimatesEndsTheUpdate() {
        let program = HostileProgram([names(20)])
        program.host?.holdsAnimations = true
        program.view.layoutIfNeeded()
        program.delete([0, 1], animated: true)
        program.attach(nil as ScreenHost?)
        #expect(program.faultInCompletions() == nil)

        let other = HostileProgram([names(20)])
        other.view.host = nil
        do {
            let host = ScreenHost()
            host.holdsAnimations = true
            other.view.host = host
            other.view.layoutIfNeeded()
            other.delete([0, 1], animated: true)
        }
        #expect(other.view.host == nil)
        #expect(other.faultInCompletions() == nil)
    }

    @Test(arguments: [
        Callback.cell, .willDisplay, .didEnd, .measure, .recycle, .place, .make, .reuse, .finalAttributes,
    ])
    func aNewHostInAnyCallbackGetsAllShownViews(at callback: Callback) {
        let program = HostileProgram([names(40)], layout: ListRecipe(height: 30, estimated: true))
        let old = program.host
        program.host?.holdsAnimations = true
        program.host?.measures = { _ in CGSize(width: 100, height: 35) }
        program.view.layoutIfNeeded()
        program.hooks[callback] = { program.attach(ScreenHost()) }
        program.delete([0, 1], animated: true)
        program.view.hostDidScroll(to: point(200))
        old?.endAnimations()
        #expect(program.faultOnScreen() == nil)
        #expect(old?.screen.isEmpty == true || program.host === old)
        #expect(program.faultInCompletions() == nil)
    }

    // MARK: User interaction

    @Test func aDragThatAReloadCancelsMovesNothing() {
        for ends in [true, false] {
            let program = HostileProgram([names(10)])
            program.view.layoutIfNeeded()
            #expect(program.view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0)))
            program.view.hostReorder(to: CGPoint(x: 50, y: 70))
            program.sections = [["only"]]
            program.view.reloadData()
            #expect(!(ends ? program.view.hostEndReordering() : program.view.hostCancelReordering()))
            #expect(program.list.moves == 0)
            #expect(program.faultOnScreen() == nil)
            #expect(program.shown == ["only"])
        }
    }

    @Test func aDragThatAReloadCancelsDoesNotReorderADiffableDataSource() {
        for ends in [true, false] {
            let view = CollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: ListRecipe(height: 20))
            let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
                view.dequeueReusableCell(NameCell.self, for: indexPath)
            }
            var moves = 0
            source.reorderingHandlers.canReorderItem = { _ in true }
            source.reorderingHandlers.willReorder = { _ in moves += 1 }
            source.reorderingHandlers.didReorder = { _ in moves += 1 }
            source.apply(DiffableSnapshot(sections: [(0, Array(0..<5))]))
            #expect(view.hostBeginReordering(itemAt: indexPath(0, 0)))
            view.hostReorder(to: CGPoint(x: 50, y: 70))
            #expect(view.reorderedItem?.to == indexPath(0, 3))
            view.reloadData()
            #expect(!(ends ? view.hostEndReordering() : view.hostCancelReordering()))
            #expect(moves == 0)
            #expect(source.snapshot().itemIdentifiers == [0, 1, 2, 3, 4])
            #expect(view.visibleCells.map(\.frame.minY) == [0, 20, 40, 60, 80])
        }
    }

    @Test func aSwipeOfAnItemThatAReloadHasRemovedDoesNothing() {
        let program = HostileProgram([names(10)])
        program.view.layoutIfNeeded()
        #expect(program.view.hostBeginSwipe(at: CGPoint(x: 50, y: 10)))
        #expect(program.view.hostSwipe(by: -60))
        program.sections = [["other", "more"]]
        program.view.reloadData()
        // The finger moves on, over an item that is at the same place now.
        #expect(!program.view.hostSwipe(by: -90))
        #expect(program.view.swipe == nil)
        program.view.hostEndSwipe()
        #expect(program.list.swiped == [])
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown == ["other", "more"])
    }

    @Test func aSwipeOnAnItemThatAReloadHasRemovedDoesNothing() {
        let program = HostileProgram([names(10)])
        program.view.layoutIfNeeded()
        #expect(program.view.hostBeginSwipe(at: CGPoint(x: 50, y: 10)))
        #expect(program.view.hostSwipe(by: -60))
        program.view.hostEndSwipe()
        #expect(program.view.swipe?.phase == .open)
        program.sections = [[]]
        program.view.reloadData()
        #expect(!program.view.hostPerformSwipeAction(at: 0))
        #expect(program.list.swiped == [])
        #expect(program.faultOnScreen() == nil)
    }

    @Test func deletingTheItemThatWasSelectedPerformsNoOtherAction() {
        let program = HostileProgram([names(10)])
        program.view.layoutIfNeeded()
        program.hooks[.didSelect] = { program.delete([0]) }
        program.view.hostTap(at: CGPoint(x: 50, y: 10))
        #expect(program.list.selected == ["a0"])
        #expect(program.list.performed == [])
        #expect(program.faultOnScreen() == nil)
    }

    @Test func deletingTheItemThatWasDeselectedSelectsTheItemThatWasTapped() {
        let program = HostileProgram([names(10)])
        program.view.layoutIfNeeded()
        program.view.hostTap(at: CGPoint(x: 50, y: 10))
        program.hooks[.didDeselect] = { program.delete([0]) }
        program.view.hostTap(at: CGPoint(x: 50, y: 50))
        #expect(program.list.selected == ["a0", "a1"])
        #expect(program.view.indexPathsForSelectedItems.map { program.sections[0][$0.item] } == ["a1"])
        #expect(program.list.performed == ["a0", "a1"])
        #expect(program.faultOnScreen() == nil)
    }

    @Test func deletingTheItemThatIsToBeSelectedSelectsNone() {
        for callback in [Callback.shouldHighlight, .didHighlight, .shouldSelect] {
            let program = HostileProgram([names(10)])
            program.view.layoutIfNeeded()
            program.hooks[callback] = { program.delete([0]) }
            program.view.hostTap(at: CGPoint(x: 50, y: 10))
            #expect(program.list.selected == [])
            #expect(program.list.performed == [])
            #expect(program.faultOnScreen() == nil, "\(callback)")
        }
    }

    // MARK: Cells

    @Test func anItemThatIsReconfiguredIntoAnotherCellLeavesNoGhost() {
        let program = HostileProgram([names(10)])
        program.view.layoutIfNeeded()
        program.list.makesOtherCells = true
        program.batch {
            program.sections[0].remove(at: 0)
            program.view.deleteItems(at: [IndexPath(item: 0, section: 0)])
            program.view.reconfigureItems(at: [IndexPath(item: 1, section: 0), IndexPath(item: 2, section: 0)])
        }
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown == ["a1", "a2", "a3"])
    }

    @Test func aRegistrationThatMakesOneCellForAllShowsEachItemInASeparateCell() {
        final class Source: CollectionViewDataSource {
            let only = NameCell()
            lazy var registration = CollectionView.CellRegistration<NameCell, Int>(
                make: { [only] in only }, handler: { cell, _, item in cell.name = "\(item)" })
            var count = 3
            func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { count }
            func collectionView(
                _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
            ) -> CollectionViewCell {
                collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: indexPath.item)
            }
        }
        let program = HostileProgram([[]])
        let source = Source()
        program.view.dataSource = source
        program.view.layoutIfNeeded()
        #expect(program.view.visibleCells.map { ($0 as? NameCell)?.name } == ["0", "1", "2"])
        source.count = 2
        program.view.deleteItems(at: [IndexPath(item: 2, section: 0)])
        #expect(program.view.visibleCells.map { ($0 as? NameCell)?.name } == ["0", "1"])
        #expect(program.view.diagnostics.count(of: .viewInUse) > 0)
    }

    @Test func aFactoryThatRegistersCellsIsCalledOnce() {
        let program = HostileProgram([["a"]])
        final class Source: CollectionViewDataSource {
            func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
            func collectionView(
                _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
            ) -> CollectionViewCell {
                collectionView.dequeueReusableCell(withReuseIdentifier: "first", for: indexPath)
            }
        }
        let source = Source()
        let view = program.view
        view.register(forCellWithReuseIdentifier: "first") {
            view.register(NameCell.self, forCellWithReuseIdentifier: "second")
            return NameCell()
        }
        view.dataSource = source
        view.layoutIfNeeded()
        #expect(view.visibleCells.count == 1)
    }

    // MARK: Updates that do not fit

    @Test func changesOfAnotherListAreRefused() {
        func snapshot(_ sections: [(String, [Int])]) -> DiffableSnapshot<String, Int> { .init(sections: sections) }
        let cases: [(DiffableSnapshot<String, Int>, DiffableSnapshot<String, Int>)] = [
            (snapshot([("x", Array(0..<50))]), snapshot([("x", [0, 1, 2, 49])])),
            (snapshot([("x", []), ("y", [1])]), snapshot([("x", [1])])),
            (snapshot([("x", [1]), ("y", []), ("z", [3])]), snapshot([("z", [3, 1]), ("y", [])])),
            (snapshot([("x", Array(0..<9))]), snapshot([("x", Array((0..<9).reversed()))])),
        ]
        for (place, (old, new)) in cases.enumerated() {
            let program = HostileProgram([names(4)])
            program.view.layoutIfNeeded()
            let error = program.view.performUpdates(new.changeset(from: old), {}, completion: program.completion())
            #expect(error != nil, "\(place)")
            #expect(program.faultOnScreen() == nil, "\(place)")
            #expect(program.completions.results == [[false]], "\(place)")
        }
        var marked = snapshot([("x", Array(0..<9))])
        let old = marked
        marked.reconfigureItems([8])
        marked.reloadItems([7])
        let program = HostileProgram([names(4)])
        program.view.layoutIfNeeded()
        #expect(program.view.performUpdates(marked.changeset(from: old), {}) != nil)
        #expect(program.faultOnScreen() == nil)
    }

    @Test func aHostThatLaysOutOnAFrameRequestShowsTheReloadedItems() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        let source = DiffableDataSource<Int, String>(collectionView: view) { view, path, _ in
            view.dequeueReusableCell(CollectionViewCell.self, for: path)
        }
        let program = HostileProgram([])
        let host = ScreenHost()
        host.program = program
        view.host = host
        program.everywhere = { [weak view] callback in if callback == .frame { view?.layoutIfNeeded() } }
        for counts in [[3, 1], [2, 9, 0], [], [4]] {
            var snapshot = DiffableSnapshot<Int, String>()
            for (section, count) in counts.enumerated() {
                snapshot.appendSections([section])
                snapshot.appendItems((0..<count).map { "\(section).\($0)" }, toSection: section)
            }
            var results: [UpdateResult] = []
            source.applySnapshotUsingReloadData(snapshot) { results.append($0) }
            #expect((0..<view.numberOfSections).map { view.numberOfItems(inSection: $0) } == counts)
            #expect(results.map { "\($0)" } == ["applied"])
            source.apply(snapshot)
        }
        #expect(view.diagnostics.recent == [])
    }

    // MARK: Prefetching

    @Test func aListThatIsReadToTheLeftPrefetchesTheNearestFirst() {
        let layout = ListRecipe(height: 40)
        layout.scrollDirection = .horizontal
        let program = HostileProgram([names(100)], layout: layout)
        program.view.flowDirection = .rightToLeft
        program.view.layoutIfNeeded()
        let start = program.view.contentOffset.x
        program.view.hostDidScroll(to: CGPoint(x: start - 40, y: 0))
        #expect(program.list.prefetched.first == program.shown.last.map { "a\((Int($0.dropFirst()) ?? 0) + 1)" })
        let cancelled = program.list.prefetched
        program.view.hostDidScroll(to: CGPoint(x: start - 80, y: 0))
        #expect(!cancelled.isEmpty && program.list.cancelled == 0)
    }
}
