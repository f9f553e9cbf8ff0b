import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine
@testable import ListEngineCompatibility

/// Rows of words, each 10 points high; records the calls that it receives.
private final class WordSection: CompositionalLayoutableSection, CompositionalLayoutableSectionDataSource,
    CompositionalLayoutableSectionLayout, CompositionalLayoutableSectionDelegate, CollectionViewDataSourcePrefetching
{
    var items: [String]
    let journal: Journal
    let name: String

    init(_ name: String, _ items: [String], _ journal: Journal) {
        self.items = items
        self.name = name
        self.journal = journal
        super.init()
        dataSource = self
        prefetchDataSource = self
        layout = self
        delegate = self
    }

    private func note(_ line: String) { journal.lines.append("\(name) \(line)") }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { items.count }

    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        let cell = collectionView.dequeueReusableCell(WordCell.self, for: indexPath)
        cell.word = items[indexPath.item]
        return cell
    }

    func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
        .list(itemHeight: .absolute(10))
    }

    func registerCell(_ collectionView: CollectionView) { note("cell") }
    func registerSupplementaryView(_ collectionView: CollectionView) { note("supplementary") }
    func registerDecorationView(_ layout: CollectionViewCompositionalLayout) { note("decoration") }

    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        note("selected \(text(indexPath))")
    }
    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        note("highlight \(text(indexPath))?")
        return true
    }
    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { note("will \(text(indexPath)) \((cell as? WordCell)?.word ?? "?")") }
    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) { note("end \(text(indexPath)) \((cell as? WordCell)?.word ?? "?")") }
    func collectionViewDidScroll(_ collectionView: CollectionView) { note("scroll") }
    func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) { targetContentOffset.y += 1 }
    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        note("prefetch \(indexPaths.map(text).joined(separator: " "))")
    }
    func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
        note("cancel \(indexPaths.map(text).joined(separator: " "))")
    }
    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { true }
    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) { note("move \(text(sourceIndexPath)) to \(text(destinationIndexPath))") }
    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        CollectionContextMenu(identifier: "\(name) \(indexPaths.map(text).joined(separator: " "))")
    }
}

@MainActor
private final class Journal {
    var lines: [String] = []
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

@MainActor
private final class Screen: CompositionalLayoutProvider {
    var compositionalLayoutSections: [CompositionalLayoutableSection] = []
    let view: CollectionView
    private(set) lazy var delegate = CompositionalLayoutDelegate(provider: self)
    private let scheduler: UpdateScheduler
    private(set) lazy var dataSource = CompositionalLayoutDataSource(provider: self, scheduler: scheduler)
    private(set) lazy var prefetching = CompositionalLayoutDataSourcePrefetching(provider: self)

    init(_ sections: [CompositionalLayoutableSection], scheduler: UpdateScheduler = .immediate) {
        compositionalLayoutSections = sections
        self.scheduler = scheduler
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        view.delegate = delegate
        view.dataSource = dataSource
        view.prefetchDataSource = prefetching
        view.updateCollectionViewCompositionalLayout(for: self)
    }

    var words: [String] {
        view.layoutIfNeeded()
        return view.visibleCells.compactMap { ($0 as? WordCell)?.word }
    }
}

@MainActor
@Suite("Compositional layoutable sections")
struct LayoutableSectionTests {
    private func letters(_ letter: String, _ count: Int) -> [String] { (0..<count).map { "\(letter)\($0)" } }

    private func two(_ first: Int = 3, _ second: Int = 3) -> (Screen, [WordSection], Journal) {
        let journal = Journal()
        let sections = [
            WordSection("a", letters("a", first), journal), WordSection("b", letters("b", second), journal),
        ]
        return (Screen(sections), sections, journal)
    }

    @Test func sectionsRegisterInTheirOrderAndAreShown() {
        let (screen, sections, journal) = two()
        #expect(
            journal.take() == [
                "a cell", "b cell", "a supplementary", "b supplementary", "a decoration", "b decoration",
            ])
        #expect(screen.words == ["a0", "a1", "a2", "b0", "b1", "b2"])
        #expect(sections.map(\.index) == [0, 1])
        #expect(sections[1].collectionView === screen.view)
        #expect(journal.take().suffix(2) == ["b will 1.1 b1", "b will 1.2 b2"])
    }

    @Test func otherSectionsOfTheProviderAreNotQueriedBeforeTheyAreShown() {
        let (screen, _, _) = two()
        _ = screen.words
        screen.compositionalLayoutSections.reverse()
        screen.view.reconfigureItems(at: [indexPath(0, 0)])
        #expect(screen.words == ["a0", "a1", "a2", "b0", "b1", "b2"])
        #expect(screen.dataSource.numberOfSections(in: screen.view) == 2)
        #expect(screen.dataSource.section(at: 0) === screen.compositionalLayoutSections[1])
        screen.view.reloadData()
        #expect(screen.words == ["b0", "b1", "b2", "a0", "a1", "a2"])
    }

    @Test func messagesGoToTheSectionWithPathsOfTheWholeList() {
        let (screen, _, journal) = two()
        _ = screen.words
        _ = journal.take()
        screen.view.hostTap(at: CGPoint(x: 5, y: 45))
        #expect(journal.take() == ["b highlight 1.1?", "b selected 1.1"])
        let menu = screen.delegate.collectionView(
            screen.view, contextMenuForItemsAt: [indexPath(1, 0), indexPath(0, 2)], point: .zero)
        #expect(menu?.identifier == AnyHashable("b 1.0 0.2"))
        let none = screen.delegate.collectionView(screen.view, contextMenuForItemsAt: [], point: .zero)
        #expect(none?.identifier == nil)
    }

    @Test func allSectionsAreNotifiedOfScrolling() {
        let (screen, _, journal) = two(20, 20)
        _ = screen.words
        _ = journal.take()
        screen.view.contentOffset = CGPoint(x: 0, y: 10)
        #expect(journal.take() == ["a scroll", "b scroll"])
        let target = screen.view.hostWillEndDragging(withVelocity: .zero, targetContentOffset: CGPoint(x: 0, y: 50))
        #expect(target.y == 52)
    }

    @Test func prefetchingReachesTheOwningSection() {
        let (screen, _, journal) = two(12, 40)
        _ = screen.words
        _ = journal.take()
        screen.view.hostDidScroll(to: CGPoint(x: 0, y: 10))
        let ahead = journal.take().filter { $0.contains("prefetch") }
        #expect(ahead.count == 2)
        #expect(ahead[0] == "a prefetch 0.11")
        #expect(ahead[1].hasPrefix("b prefetch 1.0 1.1 1.2"))
        screen.view.hostDidScroll(to: CGPoint(x: 0, y: 5))
        #expect(journal.take().contains { $0.hasPrefix("b cancel 1.0 1.1") })
    }

    @Test func updatingASectionReloadsIt() {
        let (screen, sections, journal) = two()
        _ = screen.words
        let kept = screen.view.visibleCells.first
        _ = journal.take()
        sections[1].update(screen.view, withItems: ["x", "y"])
        #expect(screen.words == ["a0", "a1", "a2", "x", "y"])
        #expect(screen.view.visibleCells.first === kept)
        #expect(journal.take() == ["b end 1.0 b0", "b end 1.1 b1", "b end 1.2 b2", "b will 1.0 x", "b will 1.1 y"])
        sections[0].items = ["z"]
        #expect(sections[0].reloadData())
        #expect(screen.words == ["z", "x", "y"])
        #expect(screen.view.diagnostics.recent == [])
    }

    @Test func updatesWaitForTheirTurn() {
        let journal = Journal()
        let sections = [WordSection("a", ["a0"], journal), WordSection("b", ["b0"], journal)]
        let scheduler = UpdateScheduler.manual()
        let screen = Screen(sections, scheduler: scheduler)
        #expect(screen.words == ["a0", "b0"])
        sections[0].update(screen.view, withItems: ["x"])
        sections[1].update(screen.view, withItems: ["y", "b0"], animatingDifferences: true)
        sections[0].update(screen.view, withItems: ["z"])
        #expect(sections[0].reloadData())
        #expect(sections[0].items == ["a0"])
        #expect(screen.words == ["a0", "b0"])
        #expect(scheduler.runPending() == 4)
        #expect(screen.words == ["z", "y", "b0"])
        // A section that has left the list by then only stores its items.
        sections[1].update(screen.view, withItems: ["late"])
        screen.compositionalLayoutSections.removeLast()
        screen.view.updateCollectionViewCompositionalLayout(for: screen)
        #expect(screen.words == ["z"])
        scheduler.runPending()
        #expect(sections[1].items == ["late"])
        #expect(screen.words == ["z"])
        #expect(screen.view.diagnostics.recent == [])
    }

    @Test func itemsOfASectionOutsideAListAreOnlyStored() {
        let (screen, _, journal) = two()
        _ = screen.words
        let other = WordSection("c", [], journal)
        other.update(screen.view, withItems: ["c0"])
        #expect(other.items == ["c0"])
        #expect(!other.reloadData())
        // It is shown when the provider contains it and announces the change.
        screen.compositionalLayoutSections.insert(other, at: 1)
        #expect(screen.words == ["a0", "a1", "a2", "b0", "b1", "b2"])
        screen.view.updateCollectionViewCompositionalLayout(for: screen)
        #expect(screen.words == ["a0", "a1", "a2", "c0", "b0", "b1", "b2"])
        screen.compositionalLayoutSections.removeFirst()
        screen.view.reloadData()
        #expect(screen.words == ["c0", "b0", "b1", "b2"])
        #expect(other.index == 0)
    }

    @Test func itemsThatAreEqualKeepTheirCells() {
        let (screen, sections, journal) = two()
        _ = screen.words
        let cells = Dictionary(uniqueKeysWithValues: zip(screen.words, screen.view.visibleCells))
        screen.view.selectItem(at: indexPath(1, 2), animated: false)
        _ = journal.take()
        sections[1].update(screen.view, withItems: ["b2", "x", "b0"], animatingDifferences: true)
        #expect(screen.words == ["a0", "a1", "a2", "b2", "x", "b0"])
        for (word, cell) in zip(screen.words, screen.view.visibleCells) where word != "x" {
            #expect(cells[word] === cell)
        }
        #expect(screen.view.indexPathsForSelectedItems == [indexPath(1, 0)])
        #expect(journal.take() == ["b end 1.1 b1", "b will 1.1 x"])
        #expect(screen.view.diagnostics.recent == [])
    }

    @Test func randomItemsWithAndWithoutDifferences() {
        for seed in LawCases.seeds(10) {
            var random = TestRandom(seed: seed)
            let (screen, sections, _) = two(5, 5)
            screen.view.bounds.size.height = 1000
            for round in 0..<20 {
                let section = sections[round % 2]
                // Some occur twice.
                let items = (0..<random.below(9)).map { _ in "\(random.below(8))" }
                if random.chance(oneIn: 2) {
                    section.update(screen.view, withItems: items)
                } else {
                    section.update(screen.view, withItems: items, animatingDifferences: random.chance(oneIn: 2))
                }
                #expect(screen.words == sections[0].items + sections[1].items, "LE_SEED=\(seed): \(items)")
            }
            #expect(screen.view.diagnostics.recent == [], "LE_SEED=\(seed)")
        }
    }

    private final class Late: CompositionalLayoutableSection, CompositionalLayoutableSectionDataSource,
        CompositionalLayoutableSectionLayout, CompositionalLayoutableSectionDelegate
    {
        var items = ["l0"]
        override init() {
            super.init()
            dataSource = self
            layout = self
            delegate = self
        }
        func registerCell(_ collectionView: CollectionView) {}
        func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
            .list(itemHeight: .absolute(10))
        }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            items.count
        }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        {
            let cell = collectionView.dequeueReusableCell(WordCell.self, for: indexPath)
            cell.word = items[indexPath.item]
            return cell
        }
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { if items == ["l0"] { update(collectionView, withItems: ["l1", "l2"]) } }
    }

    @Test func updatesDuringALayoutPassRunAfterIt() {
        let late = Late()
        let screen = Screen([late])
        #expect(screen.words == ["l1", "l2"])
        #expect(screen.view.diagnostics.recent == [])
    }

    @Test func bothSectionsAreNotifiedOfAMove() {
        let (screen, _, journal) = two()
        _ = screen.words
        _ = journal.take()
        #expect(screen.dataSource.collectionView(screen.view, canMoveItemAt: indexPath(0, 1)))
        screen.dataSource.collectionView(screen.view, moveItemAt: indexPath(0, 1), to: indexPath(0, 2))
        screen.dataSource.collectionView(screen.view, moveItemAt: indexPath(0, 1), to: indexPath(1, 0))
        #expect(journal.take() == ["a move 0.1 to 0.2", "a move 0.1 to 1.0", "b move 0.1 to 1.0"])
    }

    @Test func aSectionWithoutADataSourceShowsNothing() {
        let journal = Journal()
        let empty = WordSection("a", ["a0"], journal)
        empty.dataSource = nil
        let screen = Screen([empty, WordSection("b", ["b0"], journal)])
        #expect(screen.words == ["b0"])
        #expect(screen.dataSource.collectionView(screen.view, cellForItemAt: indexPath(0, 0)) is PlaceholderCell)
        #expect(screen.dataSource.collectionView(screen.view, cellForItemAt: indexPath(7, 0)) is PlaceholderCell)
        #expect(screen.dataSource.section(at: 2) == nil)
    }

    private final class Titles: CompositionalLayoutSupplementarySource {
        func collectionView(
            _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
            at indexPath: IndexPath
        ) -> CollectionReusableView? {
            let view = collectionView.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
            view.title = "\(kind), \(indexPath.count) index"
            return view
        }
    }

    @Test func theListHasHeadersOfItsOwn() {
        let (screen, _, _) = two()
        _ = screen.words
        let cells = screen.view.visibleCells
        let titles = Titles()
        screen.dataSource.configuration = titles
        let configuration = CollectionViewCompositionalLayoutConfiguration()
        configuration.interSectionSpacing = 3
        configuration.boundarySupplementaryItems = [
            CollectionLayoutBoundarySupplementaryItem(
                layoutSize: CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(20)),
                elementKind: "top", alignment: .top)
        ]
        screen.view.updateCompositionalLayout(for: screen, configurations: configuration)
        #expect(screen.words.count == 6)
        let header = screen.view.visibleSupplementaryViews(ofKind: ElementKind("top")).first as? HeaderView
        #expect(header?.title == "top, 1 index")
        // The same sections: nothing is reloaded.
        let areKept = screen.view.visibleCells.elementsEqual(cells) { $0 === $1 }
        #expect(areKept)
        #expect(screen.view.visibleCells.map(\.frame.minY) == [20, 30, 40, 53, 63, 73])
    }

    @Test func thePageOfASectionThatScrollsOnItsOwn() {
        let section = WordSection("a", [], Journal())
        func page(_ x: CGFloat, width: CGFloat) -> Int? {
            var answer: Int?
            let environment = CollectionLayoutEnvironment(
                container: CollectionLayoutContainer(
                    contentSize: CGSize(width: width, height: 10),
                    contentInsets: DirectionalEdgeInsets(leading: 10, trailing: 10)))
            section.currentPageDidChanged(
                withItems: [], offset: CGPoint(x: x, y: 0), layoutEnvironment: environment
            ) { answer = $0 }
            return answer
        }
        #expect(page(0, width: 120) == 0)
        #expect(page(49, width: 120) == 0)
        #expect(page(50, width: 120) == 1)
        #expect(page(260, width: 120) == 3)
        #expect(page(-80, width: 120) == -1)
        #expect(page(260, width: 20) == 0)
        #expect(page(.infinity, width: 120) == 0)
    }

    @Test func viewsByTypeAndTheirFactories() {
        let (screen, _, _) = two()
        final class Fat: CollectionReusableView { var weight = 0 }
        screen.view.register(Fat.self, forSupplementaryViewOfKind: .header) {
            let view = Fat()
            view.weight = 7
            return view
        }
        screen.view.register(Fat.self, forSupplementaryViewOfKind: .footer)
        let path = IndexPath(index: 0)
        #expect(screen.view.dequeueReusableSupplementaryView(Fat.self, ofKind: .header, for: path).weight == 7)
        #expect(screen.view.dequeueReusableSupplementaryView(Fat.self, ofKind: .footer, for: path).weight == 0)
        screen.view.register(WordCell.self) {
            let cell = WordCell()
            cell.fillings = 9
            return cell
        }
        #expect(screen.view.dequeueReusableCell(WordCell.self, for: indexPath(0, 0)).fillings == 9)
    }

    @Test func slotsRetainNothing() {
        weak var section: WordSection?
        weak var screen: Screen?
        weak var view: CollectionView?
        do {
            let (made, sections, _) = two()
            (section, screen, view) = (sections[0], made, made.view)
            _ = made.words
            sections[0].update(made.view, withItems: ["x"])
        }
        #expect(section == nil)
        #expect(screen == nil)
        #expect(view == nil)
    }
}
