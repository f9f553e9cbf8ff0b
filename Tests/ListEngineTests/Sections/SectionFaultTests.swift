import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

/// Faults that users of sections have reported.
@MainActor
@Suite("Faults of sections")
struct SectionFaultTests {
    private final class Plain: ListSection {
        weak var context: ListContext?
        let listIdentifier = "plain"
        var items: [Dish]
        init(_ items: [Dish]) { self.items = items }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: DishCell? = dequeueCell(at: indexPath)
            cell?.text = itemIdentifier
            return cell
        }
    }

    @Test func aListWithoutSizesShowsItemsOfTheLayoutsSize() {
        let test = SectionList()
        test.layout.itemSize = CGSize(width: 100, height: 30)
        test.list.append(newSections: [Plain([Dish("a"), Dish("b")])])
        #expect(test.frames == ["0.0 0,0 100x30", "0.1 0,30 100x30"])
        let closures = ClosureSection(items: [Dish("c")]).onCellConfigure { (cell: DishCell, _, _) in _ = cell }
        test.list.append(newSections: [closures], animatingDifferences: false)
        #expect(test.frames.last == "1.0 0,60 100x30")
    }

    @Test func itemsWithoutASizeHaveTheSizeOfTheLayout() {
        final class Mixed: ListSection {
            weak var context: ListContext?
            let listIdentifier = "mixed"
            var items = ["a", "b", "c"].map { Dish($0) }
            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                let cell: DishCell? = dequeueCell(at: indexPath)
                return cell
            }
            func size(at indexPath: IndexPath) -> CGSize? {
                indexPath.item == 1 ? CGSize(width: 100, height: 10) : nil
            }
        }
        let test = SectionList()
        test.layout.itemSize = CGSize(width: 100, height: 30)
        let mixed = Mixed()
        test.list.append(newSections: [mixed])
        #expect(test.frames == ["0.0 0,0 100x30", "0.1 0,30 100x10", "0.2 0,40 100x30"])
        mixed.append(items: [Dish("d")], animatingDifferences: false)
        #expect(test.frames.last == "0.3 0,70 100x30")
    }

    @Test func changingOneItemRequestsOnlyItsSize() {
        final class Counting: ListSection {
            weak var context: ListContext?
            let listIdentifier = "counting"
            var items = (0..<10_000).map { Dish("\($0)") }
            var heights: [String: CGFloat] = [:]
            var questions = 0
            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                let cell: DishCell? = dequeueCell(at: indexPath)
                return cell
            }
            func size(at indexPath: IndexPath) -> CGSize? {
                questions += 1
                return CGSize(width: 100, height: heights["\(indexPath.item)"] ?? 20)
            }
        }
        let test = SectionList()
        let section = Counting()
        test.list.append(newSections: [section])
        _ = test.shown
        let cell = test.view.cellForItem(at: IndexPath(item: 2, section: 0))
        section.questions = 0
        section.heights["2"] = 35
        section.reconfigure(items: [section.items[2]])
        #expect(section.questions == 1)
        #expect(test.frames[2] == "0.2 0,40 100x35")
        #expect(test.frames[3] == "0.3 0,75 100x20")
        #expect(test.view.cellForItem(at: IndexPath(item: 2, section: 0)) === cell)
    }

    @Test func decorationsAreRegisteredWithEachViewThatShowsTheList() {
        final class Decorated: ListSectionSupplementaryViewSource {
            var views: [ObjectIdentifier] = []
            func registerDecorationViews(for collectionView: CollectionView) {
                views.append(ObjectIdentifier(collectionView))
            }
        }
        let source = Decorated()
        final class Section: ListSection {
            weak var context: ListContext?
            let listIdentifier = "decorated"
            let items = [Dish("a")]
            let source: Decorated
            init(_ source: Decorated) { self.source = source }
            var supplementaryViewSource: (any ListSectionSupplementaryViewSource)? { source }
            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? { nil }
        }
        let test = SectionList()
        test.list.append(newSections: [Section(source)])
        let second = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        test.list.attach(to: second)
        test.list.attach(to: second)
        #expect(source.views == [ObjectIdentifier(test.view), ObjectIdentifier(second)])
        #expect(test.view.dataSource == nil)
    }

    @Test func impressionsAreRememberedForABoundedNumberOfItems() {
        let impressions = Impressions<Int>()
        #expect((0..<100_000).allSatisfy { impressions.insert($0) })
        #expect(!impressions.insert(99_999))
        #expect(!impressions.insert(99_999 - 16_000))
        #expect(impressions.count <= 32_768)
        var sections = SectionImpressions()
        for section in 0..<10_000 {
            let impressions: Impressions<Int> = sections.ofSection("\(section)")
            _ = impressions.insert(section)
        }
        let last: Impressions<Int> = sections.ofSection("9999")
        #expect(!last.insert(9_999))
        #expect(sections.count <= 2_048)
    }

    @Test func anItemOfAnInvisibleRowIsNoImpression() {
        final class Seen: ListSection, ImpressionDisplaySection {
            weak var context: ListContext?
            let listIdentifier = "row"
            let items = [Dish("a"), Dish("b")]
            var log: [String] = []
            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                let cell: DishCell? = dequeueCell(at: indexPath)
                return cell
            }
            func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
                let item = CollectionLayoutItem(
                    layoutSize: CollectionLayoutSize(
                        widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
                let group = CollectionLayoutGroup.horizontal(
                    layoutSize: CollectionLayoutSize(widthDimension: .absolute(50), heightDimension: .absolute(40)),
                    subitems: [item])
                let section = CollectionLayoutSection(group: group)
                section.orthogonalScrollingBehavior = .continuous
                section.contentInsets.top = 40
                return section
            }
            func didHaveImpression(for itemIdentifier: String, at indexPath: IndexPath) { log.append(itemIdentifier) }
        }
        let list = ListDataSource(collectsImpressions: true)
        let layout = CollectionViewCompositionalLayout { section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 50), collectionViewLayout: layout)
        list.attach(to: view)
        let seen = Seen()
        list.append(newSections: [seen])
        view.layoutIfNeeded()
        // Ten of forty points are visible.
        #expect(seen.log == [])
        view.hostDidScroll(to: point(15))
        #expect(seen.log == ["a", "b"])
    }
}
