import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

private func path(_ item: Int, _ section: Int = 0) -> IndexPath { IndexPath(item: item, section: section) }

@MainActor
@Suite("Updates in batches")
struct UpdateTests {
    private func shownList(_ sections: [[String]], height: CGFloat = 120) -> NameList {
        let list = NameList(sections, size: CGSize(width: 100, height: height))
        list.view.layoutIfNeeded()
        return list
    }

    @Test func anInsertedItemAppearsAndOthersMove() {
        let list = shownList(names(4))
        let trace = list.trace {
            list.sections[0].insert("x", at: 1)
            list.view.insertItems(at: [path(1)])
        }
        #expect(
            trace == [
                "content 100x200",
                "end 0.3 a2",
                "make c4",
                "will 0.1 x", "place c4 0.1 0,40 100x40",
                "place c2 0.2 0,80 100x40",
                "moving c3 0,80 100x40 alpha 1 -> 0,120 100x40 alpha 1",
                "appearing c4 0,40 100x40 alpha 0 -> 0,40 100x40 alpha 1",
                "moving c2 0,40 100x40 alpha 1 -> 0,80 100x40 alpha 1",
                "recycle c3",
            ])
    }

    @Test func aDeletedItemDisappearsAndTheNextComesIntoView() {
        let list = shownList(names(5))
        list.recorder.holdsAnimations = true
        var done: [Bool] = []
        let trace = list.trace {
            list.view.performBatchUpdates {
                list.sections[0].remove(at: 0)
                list.view.deleteItems(at: [path(0)])
            } completion: {
                done.append($0.isApplied)
            }
        }
        #expect(
            trace == [
                "content 100x160", "end 0.0 a0",
                "make c4",
                "place c2 0.0 0,0 100x40", "place c3 0.1 0,40 100x40",
                "will 0.2 a3", "place c4 0.2 0,80 100x40",
                "disappearing c1 0,0 100x40 alpha 1 -> 0,0 100x40 alpha 0",
                "moving c2 0,40 100x40 alpha 1 -> 0,0 100x40 alpha 1",
                "moving c3 0,80 100x40 alpha 1 -> 0,40 100x40 alpha 1",
                "moving c4 0,120 100x40 alpha 1 -> 0,80 100x40 alpha 1",
            ])
        #expect(done.isEmpty, "the cell that disappears is not free before its animation has ended")
        #expect(list.trace { list.recorder.endAnimations() } == ["recycle c1"])
        #expect(done == [true])
    }

    @Test func withoutAnimationEverythingIsInPlaceImmediately() {
        let list = shownList(names(3))
        let trace = list.trace {
            list.view.performBatchUpdates(animated: false) {
                list.sections[0].remove(at: 2)
                list.view.deleteItems(at: [path(2)])
            }
        }
        #expect(trace == ["content 100x80", "recycle c3", "end 0.2 a2"])
    }

    @Test func aMovedItemKeepsItsCell() {
        let list = shownList(names(2, 1))
        let cell = list.view.cellForItem(at: path(0))
        list.sections = [["a1"], ["b0", "a0"]]
        list.view.moveItem(at: path(0), to: path(1, 1))
        #expect(list.view.cellForItem(at: path(1, 1)) === cell)
        #expect(list.shown == ["a1", "b0", "a0"])
    }

    @Test func aReloadedItemGetsAnotherCellAndAReconfiguredOneKeepsIts() {
        let list = shownList(names(3))
        list.sections[0] = ["x", "y", "z"]
        let cells = list.view.visibleCells
        let trace = list.trace { list.view.reloadItems(at: [path(0)]) }
        #expect(trace.contains("end 0.0 a0") && trace.contains("will 0.0 x"))
        #expect(list.view.visibleCells[0] !== cells[0])
        #expect(list.trace { list.view.reconfigureItems(at: [path(1)]) } == [])
        #expect(list.view.visibleCells[1] === cells[1])
        #expect(list.shown == ["x", "y", "a2"])
    }

    @Test func sectionsAreInsertedDeletedMovedAndReloaded() {
        let list = shownList(names(1, 1, 1, 1), height: 400)
        let cells = list.view.visibleCells
        list.view.performBatchUpdates {
            list.sections = [["d0"], ["new"], ["b0"], ["C", "D"]]
            list.view.deleteSections([0])
            list.view.insertSections([1])
            list.view.moveSection(3, toSection: 0)
            list.view.reloadSections([2])
        }
        #expect(list.shown == ["d0", "new", "b0", "C", "D"])
        #expect(list.view.visibleCells[0] === cells[3])
        #expect(list.view.visibleCells[2] === cells[1])
        #expect(list.view.diagnostics.recent.isEmpty)
    }

    @Test func insertingAboveTheScreenDoesNotMoveIt() {
        let list = shownList(names(100))
        list.view.hostDidScroll(to: point(410))
        let trace = list.trace {
            list.sections[0].insert(contentsOf: ["x", "y"], at: 3)
            list.view.insertItems(at: [path(3), path(4)])
        }
        #expect(list.view.contentOffset == point(490))
        #expect(list.shown == ["a10", "a11", "a12", "a13"])
        #expect(!trace.contains { $0.hasPrefix("moving") || $0.hasPrefix("will") })
    }

    @Test func itemsInsertedAtTheStartAreVisible() {
        let list = shownList(names(100))
        list.sections[0].insert("x", at: 0)
        list.view.insertItems(at: [path(0)])
        #expect(list.view.contentOffset == .zero)
        #expect(list.shown == ["x", "a0", "a1"])
    }

    @Test func aDelegateProvidesInitialAndFinalAttributes() {
        final class Slider: CollectionViewDelegate {
            func collectionView(
                _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
            ) -> LayoutAttributes? {
                var start = element
                start.frame = element.frame.offsetBy(dx: -100, dy: 0)
                return start
            }
            func collectionView(
                _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
            ) -> LayoutAttributes? {
                var end = element
                end.frame = element.frame.offsetBy(dx: 100, dy: 0)
                return end
            }
        }
        let list = shownList(names(1))
        let slider = Slider()
        list.view.delegate = slider
        let trace = list.trace {
            list.view.performBatchUpdates {
                list.sections[0] = ["x"]
                list.view.deleteItems(at: [path(0)])
                list.view.insertItems(at: [path(0)])
            }
        }
        #expect(trace.contains("disappearing c1 0,0 100x40 alpha 1 -> 100,0 100x40 alpha 1"))
        #expect(trace.contains("appearing c2 -100,0 100x40 alpha 1 -> 0,0 100x40 alpha 1"))
    }

    @Test func aBatchWithinABatchIsPartOfIt() {
        let list = shownList(names(2))
        var done: [String] = []
        list.view.performBatchUpdates {
            list.sections[0] = ["x", "a1"]
            list.view.deleteItems(at: [path(0)])
            list.view.performBatchUpdates({ list.view.insertItems(at: [path(0)]) }) { done.append("inner \($0)") }
            #expect(done.isEmpty)
        } completion: {
            done.append("outer \($0)")
        }
        #expect(list.shown == ["x", "a1"])
        #expect(done == ["outer applied", "inner applied"])
    }

    @Test(arguments: 0..<11)
    func aBatchThatDoesNotFitIsReportedAndTheListIsReloaded(number: Int) {
        let list = shownList(names(3, 2), height: 400)
        list.view.diagnostics.handler = { _ in }
        let view = list.view
        let cases: [(() -> Void, CollectionViewUpdateError)] = [
            ({ view.deleteItems(at: [path(3)]) }, .itemOutOfRange(.delete, section: 0, item: 3, count: 3)),
            ({ view.insertItems(at: [path(4)]) }, .itemOutOfRange(.insert, section: 0, item: 4, count: 3)),
            ({ view.insertItems(at: [path(0)]) }, .inconsistentItemCount(section: 0, expected: 4, found: 3)),
            ({ view.deleteItems(at: [path(0), path(0)]) }, .itemNamedTwice(.delete, section: 0, item: 0)),
            ({ view.deleteSections([2]) }, .sectionOutOfRange(.delete, section: 2, count: 2)),
            ({ view.insertSections([2]) }, .sectionOutOfRange(.insert, section: 2, count: 2)),
            ({ view.deleteSections([1]) }, .inconsistentSectionCount(expected: 1, found: 2)),
            ({ view.moveItem(at: path(0, 7), to: path(0)) }, .sectionOutOfRange(.moveFrom, section: 7, count: 2)),
            (
                {
                    view.moveItem(at: path(0), to: path(1))
                    view.deleteItems(at: [path(0)])
                }, .itemNamedTwice(.moveFrom, section: 0, item: 0)
            ),
            ({ view.reloadItems(at: [IndexPath(index: 0)]) }, .notAnItem(.reload)),
            (
                {
                    view.reloadSections([0])
                    view.moveSection(0, toSection: 1)
                }, .sectionNamedTwice(.reload, section: 0)
            ),
        ]
        let (updates, expected) = cases[number]
        list.sections[0][0] = "new"
        var done: [Bool] = []
        let error = view.performBatchUpdates(updates) { done.append($0.isApplied) }
        #expect(error == expected)
        #expect(done == [false])
        #expect(list.shown == ["new", "a1", "a2", "b0", "b1"])
        #expect(view.diagnostics.recent.last?.code == .rejectedUpdate)
    }

    @Test func anUpdateWhileTheListIsLaidOutIsRefusedAndTheListStaysWhole() {
        final class Meddler: CollectionViewDelegate {
            var onDisplay: () -> Void = {}
            func collectionView(
                _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
            ) { onDisplay() }
        }
        let list = NameList(names(2))
        let meddler = Meddler()
        list.view.delegate = meddler
        list.view.diagnostics.handler = { _ in }
        meddler.onDisplay = {
            meddler.onDisplay = {}
            list.sections[0].append("x")
            list.view.insertItems(at: [path(2)])
        }
        list.view.layoutIfNeeded()
        #expect(list.view.diagnostics.count(of: .updateInProgress) == 1)
        #expect(list.shown == ["a0", "a1", "x"])
    }

    @Test func aCompositionalSectionKeepsMeasuredSizes() {
        let layout = CollectionViewCompositionalLayout { _, _ in
            let size = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .estimated(50))
            return CollectionLayoutSection(
                group: .horizontal(layoutSize: size, subitems: [CollectionLayoutItem(layoutSize: size)]))
        }
        let list = NameList(names(10), size: CGSize(width: 100, height: 60), layout: layout)
        list.recorder.sizes = { _, size in CGSize(width: size.width, height: 30) }
        list.view.layoutIfNeeded()
        #expect(list.view.contentSize.height == 460.0)
        list.sections[0].append("x")
        list.view.insertItems(at: [path(10)])
        #expect(list.view.contentSize.height == 510.0)
    }
}

@MainActor
@Suite("Self-sizing cells")
struct SelfSizingTests {
    @Test func cellsOfEstimatedSizeAreMeasuredBeforeTheyAreShown() {
        let list = NameList(names(5), layout: ListRecipe(height: 60, estimated: true))
        list.recorder.sizes = { _, size in CGSize(width: size.width, height: 50) }
        #expect(
            list.trace() == [
                "content 100x300",
                "make c1", "measure c1 100x50", "make c2", "measure c2 100x50",
                "content 100x280",
                "will 0.0 a0", "place c1 0.0 0,0 100x50",
                "will 0.1 a1", "place c2 0.1 0,50 100x50",
            ])
    }

    @Test func sizesThatShrinkBringMoreIntoView() {
        let list = NameList(names(50), layout: ListRecipe(height: 100, estimated: true))
        list.recorder.sizes = { _, size in CGSize(width: size.width, height: 10) }
        list.view.layoutIfNeeded()
        #expect(list.shown.count == 10)
    }

    @Test func measuringItemsAboveDoesNotMoveTheScreen() {
        let list = NameList(names(50), layout: ListRecipe(height: 40, estimated: true))
        list.view.contentOffset = point(1_000)
        list.view.layoutIfNeeded()
        list.recorder.sizes = { _, size in CGSize(width: size.width, height: 75) }
        let cell = list.view.cellForItem(at: IndexPath(item: 26, section: 0))
        let before = (cell?.frame.minY ?? 0) - 990
        list.view.hostDidScroll(to: point(990))
        #expect(list.shown.contains("a24"))
        #expect((cell?.frame.minY ?? 0) - list.view.contentOffset.y == before)
        #expect(list.view.contentOffset == point(990 + 35))
    }

    @Test func aReconfiguredCellIsMeasuredAgain() {
        let list = NameList(names(3), layout: ListRecipe(height: 40, estimated: true))
        list.view.layoutIfNeeded()
        list.recorder.sizes = { view, size in
            (view as? NameCell)?.name == "tall" ? CGSize(width: size.width, height: 70) : nil
        }
        list.sections[0][0] = "tall"
        list.view.reconfigureItems(at: [IndexPath(item: 0, section: 0)])
        #expect(list.view.visibleCells.map(\.frame.height) == [70, 40])
    }

    @Test func aVisibleItemThatMovesToAnotherVisibleSectionIsMeasuredThere() {
        let list = NameList(names(2, 2), size: CGSize(width: 100, height: 300), layout: ListRecipe(estimated: true))
        list.recorder.sizes = { view, size in CGSize(width: size.width, height: 25) }
        list.view.layoutIfNeeded()
        list.view.performBatchUpdates {
            list.sections[1].insert(list.sections[0].removeFirst(), at: 1)
            list.view.moveItem(at: path(0), to: path(1, 1))
        }
        #expect(list.shown == ["a1", "b0", "a0", "b1"])
        #expect(list.view.visibleCells.map(\.frame.height) == [25, 25, 25, 25])
        #expect(list.view.contentSize.height == 100)
    }

    @Test func invalidSizesAreIgnored() {
        let list = NameList(names(1), layout: ListRecipe(height: 40, estimated: true))
        list.view.diagnostics.handler = { _ in }
        list.recorder.sizes = { _, _ in CGSize(width: 10, height: CGFloat.nan) }
        list.view.layoutIfNeeded()
        #expect(list.view.diagnostics.count(of: .unusableSize) == 1)
        #expect(list.view.visibleCells.first?.frame.height == 40)
    }

    @Test func estimatedHeadersOfCompositionalSectionsAreMeasured() {
        let layout = CollectionViewCompositionalLayout { _, _ in
            let section = CollectionLayoutSection.grid(columns: 1, itemHeight: .absolute(20))
            section.boundarySupplementaryItems = [
                CollectionLayoutBoundarySupplementaryItem(
                    layoutSize: CollectionLayoutSize(
                        widthDimension: .fractionalWidth(1), heightDimension: .estimated(10)),
                    elementKind: "header", alignment: .top)
            ]
            return section
        }
        let list = NameList(names(1), layout: layout)
        list.recorder.sizes = { view, size in
            view is HeaderView ? CGSize(width: size.width, height: 33) : nil
        }
        list.view.layoutIfNeeded()
        #expect(list.view.visibleSupplementaryViews(ofKind: .header).first?.frame.height == 33)
        #expect(list.view.visibleCells.first?.frame.minY == 33)
    }

    /// Headers, footers and items whose height depends on the width: one screen that is rotated.
    private func turningList(pinned: Bool, scrollingTo offset: CGFloat) -> NameList {
        func boundary(_ kind: String, _ alignment: RectAlignment)
            -> CollectionLayoutBoundarySupplementaryItem
        {
            let item = CollectionLayoutBoundarySupplementaryItem(
                layoutSize: CollectionLayoutSize(
                    widthDimension: .fractionalWidth(1), heightDimension: .estimated(30)),
                elementKind: kind, alignment: alignment)
            item.pinToVisibleBounds = pinned
            return item
        }
        let configuration = CollectionViewCompositionalLayoutConfiguration()
        configuration.boundarySupplementaryItems = [boundary("top", .top)]
        let layout = CollectionViewCompositionalLayout(
            sectionProvider: { _, _ in
                let section = CollectionLayoutSection.list(itemHeight: .estimated(40))
                section.boundarySupplementaryItems = [boundary("header", .top), boundary("footer", .bottom)]
                return section
            }, configuration: configuration)
        let list = NameList(names(4, 4, 60), size: CGSize(width: 390, height: 844), layout: layout)
        list.recorder.sizes = { view, size in
            CGSize(width: size.width, height: ((view is HeaderView ? 15_600 : 23_400) / size.width).rounded())
        }
        list.view.layoutIfNeeded()
        list.view.hostDidScroll(to: point(offset))
        list.view.layoutIfNeeded()
        return list
    }

    private func heights(_ list: NameList) -> (items: Set<CGFloat>, others: Set<CGFloat>) {
        let elements = list.view.visibleElements
        return (
            Set(elements.filter { $0.category == .item }.map(\.frame.height)),
            Set(elements.filter { $0.category != .item }.map(\.frame.height))
        )
    }

    @Test(arguments: [false, true], [0, 200, 420] as [CGFloat])
    func headersOnScreenAreMeasuredAgainAtANewWidth(pinned: Bool, offset: CGFloat) {
        let list = turningList(pinned: pinned, scrollingTo: offset)
        #expect(heights(list).items == [60] && heights(list).others == [40])
        let old = list.view.visibleElements.filter { $0.category != .item }
        let kept = Dictionary(
            uniqueKeysWithValues: list.view.display.elements.map { ($0.key, ObjectIdentifier($0.view)) })
        #expect(old.count >= 2)
        list.view.bounds.size = CGSize(width: 844, height: 390)
        list.view.layoutIfNeeded()
        #expect(heights(list).items == [28] && heights(list).others == [18])
        // Remaining elements keep their views, at the positions of the layout.
        var stayed = 0
        for element in list.view.display.elements where element.key.path.category != .item {
            #expect(element.view.frame == element.attributes.frame)
            if kept[element.key] == ObjectIdentifier(element.view) { stayed += 1 }
        }
        #expect(stayed >= 1)
        list.view.bounds.size = CGSize(width: 390, height: 844)
        list.view.layoutIfNeeded()
        #expect(heights(list).items == [60] && heights(list).others == [40])
    }

    @Test func headersOnScreenAreMeasuredAgainWhenTheLayoutIsInvalidated() {
        let list = turningList(pinned: true, scrollingTo: 200)
        list.recorder.sizes = { view, size in CGSize(width: size.width, height: view is HeaderView ? 55 : 25) }
        list.view.invalidateLayout()
        list.view.layoutIfNeeded()
        #expect(heights(list).items == [25] && heights(list).others == [55])
    }
}
