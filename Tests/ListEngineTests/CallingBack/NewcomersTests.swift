import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import ListEngineTestSupport
import Testing

/// Cases of programs that were written against the documentation alone.
@MainActor
@Suite("Programs of newcomers")
struct NewcomersTests {
    private final class Sizes: CollectionViewFlowLayoutDelegate {
        var ask: () -> Void = {}

        func flowLayout(_ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int) -> CGSize?
        {
            ask()
            return CGSize(width: 100, height: 30)
        }
    }

    private func numbers(in view: CollectionView) -> DiffableDataSource<String, Int> {
        DiffableDataSource(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
    }

    private func view(_ layout: any CollectionViewLayoutRecipe = CollectionViewFlowLayout()) -> CollectionView {
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
        view.diagnostics.handler = { _ in }
        return view
    }

    // MARK: Completions

    @Test func completionsThatStartTheNextBatchDoNotNest() {
        let program = HostileProgram([["a"]])
        program.attach(nil as ScreenHost?)
        program.view.layoutIfNeeded()
        var left = 10_000
        var depth = 0
        var deepest = 0
        func next() {
            guard left > 0 else { return }
            left -= 1
            depth += 1
            deepest = max(deepest, depth)
            program.view.performBatchUpdates {
                program.sections = [left.isMultiple(of: 2) ? ["a"] : ["a", "b"]]
                if left.isMultiple(of: 2) {
                    program.view.deleteItems(at: [indexPath(0, 1)])
                } else {
                    program.view.insertItems(at: [indexPath(0, 1)])
                }
            } completion: { result in
                #expect("\(result)" == "applied")
                next()
            }
            depth -= 1
        }
        next()
        #expect(left == 0)
        #expect(deepest == 2)
        #expect(program.view.numberOfItems(inSection: 0) == 1)
    }

    // MARK: Adjusted elements

    private final class Renaming: VisibleElementsAdjuster {
        func elementsToAdjust(in collectionView: CollectionView) -> [ElementPath] { [.item(70, inSection: 9)] }

        func adjust(_ element: inout LayoutAttributes, in collectionView: CollectionView) {
            switch element.item {
            case 0: element = LayoutAttributes(.item(50, inSection: 3), frame: element.frame)
            case 1: element.item = 0
            case 2: element.kind = .header
            case 3: element.maxY = .infinity
            case 4: element.minY = .nan
            default: element.frame.origin.x += 5
            }
        }
    }

    private func list(
        of items: Int, adjustedBy adjuster: any VisibleElementsAdjuster
    ) -> (CollectionView, DiffableDataSource<String, Int>) {
        let view = view(ListRecipe(height: 20))
        let source = numbers(in: view)
        source.edit {
            $0.appendSections(["s"])
            $0.appendItems(0..<items)
        }
        view.visibleElementsAdjuster = adjuster
        view.layoutIfNeeded()
        return (view, source)
    }

    @Test func anAdjusterMovesElementsAndDoesNotRenameThem() {
        let adjuster = Renaming()
        let (view, source) = list(of: 8, adjustedBy: adjuster)
        defer { withExtendedLifetime(source) {} }
        view.bounds.size.width = 90
        view.layoutIfNeeded()
        #expect(view.indexPathsForVisibleItems == [0, 1, 2, 5, 6, 7].map { indexPath(0, $0) })
        #expect(view.visibleCells.last?.frame.minX == 5)
    }

    @Test func anAdjusterIsCalledWhileItMayChangeSomething() {
        final class Shifting: VisibleElementsAdjuster {
            var adjustsElements = false
            var calls = 0
            func elementsToAdjust(in collectionView: CollectionView) -> [ElementPath] {
                calls += 1
                return []
            }
            func adjust(_ element: inout LayoutAttributes, in collectionView: CollectionView) {
                element.frame.origin.x += 5
            }
        }
        let adjuster = Shifting()
        let (view, source) = list(of: 3, adjustedBy: adjuster)
        defer { withExtendedLifetime(source) {} }
        #expect(adjuster.calls == 0 && view.visibleCells.map(\.frame.minX) == [0, 0, 0])
        adjuster.adjustsElements = true
        view.setNeedsLayout()
        view.layoutIfNeeded()
        #expect(adjuster.calls > 0 && view.visibleCells.map(\.frame.minX) == [5, 5, 5])
    }

    // MARK: Places

    @Test func aPlaceIsNotFoundWhileTheListDoesNotShowTheData() {
        let layout = CollectionViewFlowLayout()
        let sizes = Sizes()
        layout.delegate = sizes
        let view = view(layout)
        let source = numbers(in: view)
        var found: Set<Bool> = []
        sizes.ask = {
            found.insert(source.scroll(to: .item(7, section: "b", index: 0)))
            found.insert(source.listAnchor() != nil)
        }
        func show(_ sections: [String], _ items: [Int]) {
            source.edit { snapshot in
                snapshot.deleteAllItems()
                snapshot.appendSections(sections)
                snapshot.appendItems(items, toSection: sections.last)
            }
            view.layoutIfNeeded()
        }
        show(["a", "b"], Array(0..<40))
        view.hostDidScroll(to: point(300))
        show(["b"], [7, 50, 8])
        #expect(found == [false])
        #expect(source.scroll(to: .item(7, section: "b", index: 0)))
        #expect(source.listAnchor() != nil)
    }

    @Test func aDataSourceThatIsNoLongerShownFindsNoPlace() {
        let view = view(ListRecipe(height: 20))
        let first = numbers(in: view)
        first.edit {
            $0.appendSections(["a"])
            $0.appendItems(0..<100)
        }
        let second = numbers(in: view)
        second.edit { $0.appendSections(["b", "c"]) }
        second.edit { $0.appendItems([1], toSection: "c") }
        view.layoutIfNeeded()
        #expect(!first.scroll(to: .item(99, section: "a", index: 0)))
        #expect(first.listAnchor() == nil)
        #expect(second.scroll(to: .item(1, section: "c", index: 0)))
    }

    // MARK: Owners and hosts that go away

    @Test(arguments: [Callback.shouldHighlight, .shouldSelect, .didHighlight])
    func aDataSourceReleasedInACallbackEndsTheTap(at callback: Callback) {
        let program = HostileProgram([["a", "b", "c"]])
        program.view.layoutIfNeeded()
        program.hooks[callback] = { program.dropList() }
        program.view.hostTap(at: point(60))
        #expect(program.faultOnScreen() == nil)
        #expect(program.view.indexPathsForSelectedItems.isEmpty)
    }

    @Test func aDataSourceReleasedInShouldSelectIsNotToldOfADeselection() {
        let program = HostileProgram([["a", "b", "c"]])
        program.view.layoutIfNeeded()
        program.view.selectItem(at: indexPath(0, 2), animated: false)
        program.hooks[.shouldSelect] = { program.dropList() }
        program.view.hostTap(at: point(60))
        #expect(program.faultOnScreen() == nil)
    }

    @Test func aHostThatIsReplacedWhileViewsLeaveItGetsNone() {
        let program = HostileProgram([["a", "b", "c"]])
        program.view.layoutIfNeeded()
        program.hooks[.remove] = { program.attach(ScreenHost()) }
        program.attach(ScreenHost())
        #expect(program.faultOnScreen() == nil)
    }

    // MARK: Dragged items

    @Test func aPlaceToDropIsNotToldInTheMiddleOfAnUpdate() throws {
        let program = HostileProgram([["a", "b", "c"]])
        program.view.layoutIfNeeded()
        let drag = try #require(program.view.hostBeginItemDrag(at: indexPath(0, 0)))
        program.view.hostDragOver(drag, at: point(115))
        #expect(program.view.dropTarget?.indexPath == indexPath(0, 3))
        var isThere: Bool?
        program.hooks[.count] = { isThere = program.view.dropTarget != nil }
        program.delete([0, 1])
        #expect(isThere == false && program.view.dropTarget == nil)
    }

    @Test func theEndOfADragInAnUpdateIsReportedAfterIt() throws {
        let program = HostileProgram([["a", "b", "c"]])
        program.view.layoutIfNeeded()
        let drag = try #require(program.view.hostBeginItemDrag(at: indexPath(0, 2)))
        var ends = 0
        program.everywhere = { if $0 == .dragEnd { ends += 1 } }
        program.hooks[.count] = { drag.end(.move) }
        program.delete([0])
        #expect(ends == 1 && drag.indexPaths == [indexPath(0, 1)] && program.faultOnScreen() == nil)
    }

    // MARK: Counts that do not fit

    private final class OtherCounts: CollectionViewLayoutRecipe {
        var scrollDirection: ScrollDirection { .vertical }

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            .list(count: context.itemCount, height: 20)
        }

        func layout(itemCounts: [Int], in container: ListContainer) throws(LayoutError) -> CollectionViewLayout {
            var layout = CollectionViewLayout(container: container)
            try layout.append(.list(count: 1, height: 20))
            return layout
        }
    }

    @Test func aLayoutOfOtherCountsIsNotUsed() {
        let program = HostileProgram([["a", "b"], ["c"]], layout: OtherCounts())
        #expect(program.faultOnScreen() == nil)
        program.insert(["new"], at: 2)
        program.view.invalidateLayout()
        program.delete([0])
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown == ["b", "new", "c"])
        program.view.bounds.size.width = 111
        program.view.layoutIfNeeded()
        #expect(program.faultOnScreen() == nil)
        #expect(program.shown == ["b", "new", "c"])
        #expect(program.view.diagnostics.count(of: .layoutFailed) > 0)
    }

    private final class Shrinking: CollectionViewDataSource {
        var counts = [8, 8]
        var afterwards: [Int]?

        func numberOfSections(in collectionView: CollectionView) -> Int { counts.count }

        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            let count = counts[section]
            if let afterwards { counts = afterwards }
            return count
        }

        func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
    }

    @Test func countsThatChangeWithoutAnUpdateCauseAFullReload() {
        let view = view(ListRecipe(height: 10))
        let source = Shrinking()
        view.dataSource = source
        view.layoutIfNeeded()
        #expect(view.visibleCells.count == 16)
        view.invalidateLayout()
        source.counts = [7, 8]
        source.afterwards = [7, 2]
        view.deleteItems(at: [indexPath(0, 0)])
        view.layoutIfNeeded()
        #expect(view.visibleCells.count == 9)
        #expect(view.layout.numberOfItems == 9)
    }
}
