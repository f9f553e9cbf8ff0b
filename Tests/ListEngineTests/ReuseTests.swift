import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// A data source whose cells are made by a closure.
@MainActor
private final class Source: CollectionViewDataSource {
    var count: Int
    let view: CollectionView
    var cell: (CollectionView, IndexPath) -> CollectionViewCell

    init(_ count: Int, cell: @escaping (CollectionView, IndexPath) -> CollectionViewCell) {
        self.count = count
        self.cell = cell
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe())
        view.diagnostics.handler = { _ in }
        view.dataSource = self
    }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { count }

    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell { cell(collectionView, indexPath) }
}

@MainActor
@Suite("Registration and reuse")
struct ReuseTests {
    @Test func aScreenOfCellsIsEnoughForAnyList() {
        let list = NameList(names(10_000))
        list.view.layoutIfNeeded()
        for step in 1...500 { list.view.hostDidScroll(to: point(CGFloat(step) * 97)) }
        let made = list.recorder.take().filter { $0.hasPrefix("make") }.count
        #expect(made <= 4)
    }

    @Test func cellsAreMadeByIdentifierTypeFactoryAndRegistration() {
        final class Special: CollectionViewCell {}
        final class Made: CollectionViewCell {
            var tag = 0
        }
        let registration = CollectionView.CellRegistration<NameCell, Int> { cell, indexPath, number in
            cell.name = "\(number) at \(indexPath.item)"
        }
        let source = Source(4) { view, indexPath in
            switch indexPath.item {
            case 0: return view.dequeueReusableCell(withReuseIdentifier: "special", for: indexPath)
            case 1: return view.dequeueReusableCell(NameCell.self, for: indexPath)
            case 2: return view.dequeueReusableCell(withReuseIdentifier: "made", for: indexPath)
            default: return view.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: 7)
            }
        }
        source.view.bounds = CGRect(x: 0, y: 0, width: 100, height: 160)
        source.view.register(Special.self, forCellWithReuseIdentifier: "special")
        source.view.register(forCellWithReuseIdentifier: "made") {
            let cell = Made()
            cell.tag = 5
            return cell
        }
        source.view.layoutIfNeeded()
        let cells = source.view.visibleCells
        #expect(cells.count == 4)
        #expect(cells[0] is Special && cells[0].reuseIdentifier == "special")
        #expect(cells[1] is NameCell)
        #expect((cells[2] as? Made)?.tag == 5)
        #expect((cells[3] as? NameCell)?.name == "7 at 3")
        #expect(source.view.diagnostics.recent.isEmpty)
    }

    @Test func aViewIsPreparedBeforeItIsUsedAgain() {
        let list = NameList(names(9))
        list.view.layoutIfNeeded()
        #expect(list.view.visibleCells.allSatisfy { ($0 as? NameCell)?.reuses == 0 })
        list.view.hostDidScroll(to: point(160))
        #expect(list.view.visibleCells.allSatisfy { ($0 as? NameCell)?.reuses == 1 })
    }

    @Test func anUnknownIdentifierShowsAPlaceholder() {
        let source = Source(1) { view, indexPath in
            view.dequeueReusableCell(withReuseIdentifier: "nobody", for: indexPath)
        }
        source.view.layoutIfNeeded()
        #expect(source.view.visibleCells.first is PlaceholderCell)
        #expect(source.view.diagnostics.recent.first?.code == .unregisteredIdentifier)
        #expect(source.view.diagnostics.recent.first?.element == .item(0, inSection: 0))
    }

    @Test func oneCellForTwoItemsIsShownOnce() {
        let shared = NameCell()
        let source = Source(2) { _, _ in shared }
        source.view.layoutIfNeeded()
        let cells = source.view.visibleCells
        #expect(cells.first === shared)
        #expect(cells.last is PlaceholderCell)
        #expect(source.view.diagnostics.count(of: .viewInUse) == 1)
    }

    @Test func anUnusedDequeuedCellReturnsToItsQueue() {
        var spares: [CollectionViewCell] = []
        let source = Source(2) { view, indexPath in
            spares.append(view.dequeueReusableCell(NameCell.self, for: indexPath))
            return view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.view.layoutIfNeeded()
        let cells = source.view.visibleCells
        #expect(cells.count == 2 && cells[0] !== cells[1])
        #expect(spares[0] === spares[1] && !cells.contains { $0 === spares[0] })
    }

    @Test func aCellKeptFromAnEarlierCallIsRefused() {
        var kept: CollectionViewCell?
        let source = Source(2) { view, indexPath in
            if let kept { return kept }
            kept = view.dequeueReusableCell(NameCell.self, for: indexPath)
            return view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.view.layoutIfNeeded()
        #expect(source.view.visibleCells.last is PlaceholderCell)
        #expect(source.view.diagnostics.count(of: .viewInUse) == 1)
    }

    @Test func registeringAgainRetiresTheCellsOfTheOldFactory() {
        final class Other: CollectionViewCell {}
        let source = Source(10) { view, indexPath in
            view.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        }
        source.view.register(NameCell.self, forCellWithReuseIdentifier: "cell")
        source.view.layoutIfNeeded()
        source.view.register(Other.self, forCellWithReuseIdentifier: "cell")
        source.view.hostDidScroll(to: point(200))
        source.view.hostDidScroll(to: point(0))
        #expect(source.view.visibleCells.allSatisfy { $0 is Other })
    }

    @Test func supplementaryViewsWithoutAViewGetAPlaceholder() {
        let source = Source(1) { view, indexPath in view.dequeueReusableCell(NameCell.self, for: indexPath) }
        source.view.collectionViewLayout = ListRecipe(header: 10)
        source.view.layoutIfNeeded()
        #expect(source.view.visibleSupplementaryViews(ofKind: .header).first is PlaceholderView)
        #expect(source.view.diagnostics.recent.first?.code == .missingView)
    }

    @Test func aSupplementaryRegistrationFillsViews() {
        final class Headed: CollectionViewDataSource {
            let headers = CollectionView.SupplementaryRegistration<HeaderView>(elementKind: .header) {
                view, kind, indexPath in view.title = "\(kind) of \(indexPath.section)"
            }
            func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
            func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
                NameCell()
            }
            func collectionView(
                _ view: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
            ) -> CollectionReusableView? {
                view.dequeueConfiguredReusableSupplementary(using: headers, for: indexPath)
            }
        }
        let source = Headed()
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(header: 10))
        view.dataSource = source
        view.layoutIfNeeded()
        #expect((view.visibleSupplementaryViews(ofKind: .header).first as? HeaderView)?.title == "header of 0")
    }

    @Test func decorationsAreMadeByTheLayoutsClasses() {
        final class Backdrop: CollectionReusableView {}
        let layout = CollectionViewCompositionalLayout { _, _ in
            let section = CollectionLayoutSection.grid(columns: 1, itemHeight: .absolute(30))
            section.decorationItems = [.background(elementKind: "backdrop")]
            return section
        }
        layout.register(Backdrop.self, forDecorationViewOfKind: "backdrop")
        let source = Source(2) { view, indexPath in view.dequeueReusableCell(NameCell.self, for: indexPath) }
        source.view.collectionViewLayout = layout
        source.view.layoutIfNeeded()
        #expect(source.view.visibleSupplementaryViews(ofKind: ElementKind("backdrop")).first is Backdrop)
    }

    @Test func countsBelowZeroCountAsZero() {
        let source = Source(-3) { _, _ in NameCell() }
        source.view.layoutIfNeeded()
        #expect(source.view.numberOfItems(inSection: 0) == 0)
        #expect(source.view.diagnostics.recent.first?.code == .unusableCount)
    }

    @Test func invalidGeometryIsIgnored() {
        let source = Source(9) { view, indexPath in view.dequeueReusableCell(NameCell.self, for: indexPath) }
        source.view.layoutIfNeeded()
        source.view.contentOffset = CGPoint(x: 0, y: CGFloat.nan)
        source.view.bounds = CGRect(x: 0, y: 0, width: -1, height: 5)
        #expect(source.view.bounds == CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(source.view.diagnostics.count(of: .unusableGeometry) == 2)
    }

    @Test func aSectionThatCannotBeLaidOutShowsNothingAndTheRestIsShown() {
        final class Half: CollectionViewLayoutRecipe {
            let scrollDirection = ScrollDirection.vertical
            func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                .list(heights: Array(repeating: section == 0 ? .nan : 30, count: context.itemCount))
            }
        }
        let list = NameList(names(2, 2), layout: Half())
        list.view.diagnostics.handler = { _ in }
        list.view.layoutIfNeeded()
        #expect(list.shown == ["b0", "b1"])
        #expect(list.view.numberOfItems(inSection: 0) == 2)
        #expect(list.view.diagnostics.count(of: .layoutFailed) == 2)
    }
}
