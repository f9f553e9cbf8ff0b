import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Impressions, pages and prefetching")
struct SectionAddOnTests {
    private final class Seen: ListSection, ImpressionDisplaySection, ListSectionPrefetchingDataSource {
        weak var context: ListContext?
        let listIdentifier: String
        var items: [Dish]
        var log: [String] = []
        init(_ name: String, _ count: Int) {
            listIdentifier = name
            items = (0..<count).map { Dish("\(name)\($0)") }
        }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: DishCell? = dequeueCell(at: indexPath)
            cell?.text = itemIdentifier
            return cell
        }
        func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 100, height: 20) }
        func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
            let size = CollectionLayoutSize(widthDimension: .absolute(40), heightDimension: .absolute(20))
            let item = CollectionLayoutItem(layoutSize: size)
            let group = CollectionLayoutGroup.horizontal(layoutSize: size, subitems: [item])
            let section = CollectionLayoutSection(group: group)
            section.orthogonalScrollingBehavior = .continuous
            return section
        }
        func didHaveImpression(for itemIdentifier: String, at indexPath: IndexPath) {
            log.append("saw \(itemIdentifier) \(text(indexPath))")
        }
        func prefetchItems(at indexPaths: [IndexPath]) {
            log.append("ahead " + indexPaths.map { text($0) }.joined(separator: " "))
        }
        func cancelPrefetchingForItems(at indexPaths: [IndexPath]) {
            log.append("cancel " + indexPaths.map { text($0) }.joined(separator: " "))
        }
        func take() -> [String] {
            defer { log = [] }
            return log
        }
    }

    @Test func showingMoreThanHalfOfACellIsOneImpression() {
        let test = SectionList(ListDataSource(collectsImpressions: true), height: 50)
        let seen = Seen("a", 5)
        test.list.append(newSections: [seen])
        // Half of the third does not count.
        #expect(seen.take() == ["saw a0 0.0", "saw a1 0.1"])
        test.view.hostDidScroll(to: point(0.5))
        #expect(seen.take() == ["saw a2 0.2"])
        test.view.hostDidScroll(to: point(50))
        #expect(seen.take() == ["saw a3 0.3", "saw a4 0.4"])
        test.view.hostDidScroll(to: point(0))
        test.list.reload(newSections: [DishSection("x", "x0"), seen])
        #expect(seen.take() == [])
        seen.items.insert(Dish("new"), at: 0)
        seen.update()
        #expect(seen.take() == ["saw new 1.0"])
        // Another section with that name has already seen them.
        let other = Seen("a", 6)
        test.list.reload(newSections: [other])
        test.view.hostDidScroll(to: point(70))
        #expect(other.take() == ["saw a5 0.5"])
    }

    @Test func impressionsAreOnlyReportedOnRequest() {
        let test = SectionList(height: 50)
        let seen = Seen("a", 50)
        test.list.append(newSections: [seen])
        test.view.hostDidScroll(to: point(30))
        #expect(seen.take() == [])
    }

    @Test func sectionsThatScrollAcrossAreMeasuredAcross() {
        let list = ListDataSource(collectsImpressions: true)
        let layout = CollectionViewCompositionalLayout { section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 50), collectionViewLayout: layout)
        list.attach(to: view)
        let seen = Seen("a", 5)
        list.append(newSections: [seen])
        view.layoutIfNeeded()
        // Half of the third does not suffice.
        #expect(seen.take() == ["saw a0 0.0", "saw a1 0.1"])
        view.sectionOffsets[0] = 10
        view.layoutIfNeeded()
        #expect(seen.take() == ["saw a2 0.2"])
    }

    @Test func updatesStartedByAnImpressionWait() {
        final class Eager: ClosureSection<Dish, String> {
            var log: [String] = []
            override func didHaveImpression(for itemIdentifier: String, at indexPath: IndexPath) {
                log.append(itemIdentifier)
                deleteItems([Dish("a"), Dish("b")], animatingDifferences: false)
            }
        }
        let test = SectionList(ListDataSource(collectsImpressions: true), height: 40)
        let eager = Eager(items: "abcd".map { Dish("\($0)") }, identifiedBy: { $0.listIdentifier })
        eager.onCellConfigure { (cell: DishCell, dish, _) in cell.text = dish.text }
            .onCellSize { _, _ in CGSize(width: 100, height: 20) }
        test.list.append(newSections: [eager])
        #expect(test.shown == "c d")
        #expect(eager.log == ["a", "b", "c", "d"])
    }

    @Test func aViewThatShowedTheListBeforeIsNotObserved() {
        let list = ListDataSource(collectsImpressions: true)
        let views = (0..<2).map { _ in
            CollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 50), collectionViewLayout: CollectionViewFlowLayout())
        }
        list.attach(to: views[0])
        list.attach(to: views[0])
        #expect(views[0].passObserver != nil)
        list.attach(to: views[1])
        #expect(views[0].passObserver == nil && views[1].passObserver != nil)
    }

    @Test func pagesAreRequestedForSectionsWithoutTheirOwnPagination() {
        final class Pages: ListPaginationDelegate {
            var log: [String] = []
            func hasPagination(for section: Int) -> Bool { section == 1 }
            func willDisplayForPagination(section: Int, sectionCount: Int) {
                log.append("\(section) of \(sectionCount)")
            }
        }
        let test = SectionList()
        let pages = Pages()
        test.list.paginationDelegate = pages
        test.list.append(newSections: [DishSection("a", "a0 a1"), DishSection("b", "b0"), DishSection("c", "c0")])
        _ = test.shown
        #expect(pages.log == ["0 of 3", "0 of 3", "2 of 3"])
    }

    @Test func sectionsAreNotifiedOfItemsAhead() {
        let test = SectionList(ListDataSource(isPrefetchingEnabled: true), height: 40)
        let (a, b, c) = (Seen("a", 4), DishSection("b", "b0"), Seen("c", 40))
        test.list.append(newSections: [a, b, c])
        test.view.isPrefetchingEnabled = true
        _ = test.shown
        test.view.hostDidScroll(to: point(20))
        #expect(a.take() == ["ahead 0.3"])
        #expect(c.log.allSatisfy { $0.hasPrefix("ahead 2.") })
        let named = c.take().flatMap { $0.split(separator: " ").dropFirst().map(String.init) }
        #expect(named.first == "2.0")
        // Items announced before are cancelled with their section, at their old index paths.
        test.list.delete(sections: [a])
        #expect(a.take() == ["cancel 0.3"])
        let other = SectionList(height: 40)
        let unasked = Seen("a", 40)
        other.list.append(newSections: [unasked])
        other.view.hostDidScroll(to: point(20))
        #expect(unasked.take() == [])
    }
}
