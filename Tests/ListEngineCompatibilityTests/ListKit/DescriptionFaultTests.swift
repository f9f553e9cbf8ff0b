import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine
@testable import ListEngineCompatibility

/// Faults that users of described lists have reported.
@MainActor
@Suite("Faults of described lists")
struct DescriptionFaultTests {
    @Test func aRowThatMovedInTheMeantimeIsStillTheOneDeleted() throws {
        let list = DescribedList({ TableListAdapter(collectionView: $0, scheduler: $1) })
        let one = describe("one", [1, 2, 3])
        list.adapter.add(listSection: one)
        _ = list.shown
        var answers: [@MainActor (Bool) -> Void] = []
        list.adapter.onDelete = { _, completion in answers.append(completion) }
        list.adapter.commit(.delete, forItemAt: IndexPath(item: 2, section: 0), of: one)
        one.insert(viewModels: [0], at: 0)
        answers.removeFirst()(true)
        #expect(list.shown == ["0", "1", "2"])
        // Applied by difference, in another order.
        list.adapter.commit(.delete, forItemAt: IndexPath(item: 1, section: 0), of: one)
        one.apply(viewModels: [2, 0, 1, 5])
        let answer = answers.removeFirst()
        answer(true)
        answer(true)
        #expect(list.shown == ["2", "0", "5"])
        // A row that was deleted in the meantime deletes nothing else.
        list.adapter.commit(.delete, forItemAt: IndexPath(item: 0, section: 0), of: one)
        one.removeItems(0..<1)
        answers.removeFirst()(true)
        #expect(list.shown == ["0", "5"])
        #expect(one.trackedViewModels.isEmpty)
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func anEditThatNoLongerFitsWhenItsTurnComesFails() {
        let scheduler = UpdateScheduler.manual()
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) }, scheduler: scheduler)
        let section = describe(nil, [1, 2, 3, 4, 5])
        list.adapter.add(listSection: section)
        scheduler.runPending()
        #expect(list.shown == ["1", "2", "3", "4", "5"])
        var results: [String] = []
        let note: UpdateCompletion = { result in
            if case .failed(let error) = result { results.append("\(error)") } else { results.append("\(result)") }
        }
        section.removeItems(3..<5, completion: note)
        section.removeItems(3..<5, completion: note)
        section.insert(viewModels: [9], at: 5, completion: note)
        section.insert(viewModels: ["nine"], at: 0, completion: note)
        scheduler.runPending()
        #expect(
            results == [
                "applied", "items 3..<5 are out of range; valid are 0..<3",
                "items 5..<6 are out of range; valid are 0..<3",
                "view models of type String do not match those of the section",
            ])
        #expect(list.shown == ["1", "2", "3"])
        #expect(list.view.diagnostics.recent == [])
        results = []
        #expect(!section.update(viewModels: ["x"], hasNextPage: false, completion: note))
        #expect(results == ["view models of type String do not match those of the section"])
    }

    @Test func pagesAreLoadedUntilTheScreenIsFull() {
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) })
        let section = describe(nil, [1, 2])
        var pages = 0
        list.adapter.getNextPage = { section in
            pages += 1
            let shown = section.numberOfItems
            section.update(viewModels: Array(1...shown + 2), hasNextPage: true)
        }
        section.isPagingEnabled = true
        section.hasNextPage = true
        list.adapter.add(listSection: section)
        #expect(list.shown == (1...10).map(String.init))
        #expect(pages == 4)
        list.view.hostDidScroll(to: point(20))
        #expect(pages == 5)
    }

    @Test func anEmptyPageIsNotFollowedByAnother() {
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) })
        let section = describe(nil, [1, 2])
        var pages = 0
        list.adapter.getNextPage = { section in
            pages += 1
            section.update(viewModels: [1, 2], hasNextPage: true)
        }
        section.isPagingEnabled = true
        section.hasNextPage = true
        list.adapter.add(listSection: section)
        #expect(list.shown == ["1", "2", "paging"])
        // The footer was created a second time when the section was reloaded.
        #expect(pages <= 2)
    }

    @Test func theListScrollsAfterTheOpenSectionWasRemoved() {
        let list = DescribedList({ AccordionListAdapter(collectionView: $0, scheduler: $1) })
        let sections = [30, 50, 20].map { describe("s\($0)", [1, 2, 3, 4, 5], height: 40, header: CGFloat($0)) }
        var toggles: [String] = []
        list.adapter.onToggle = { toggles.append($0?.title ?? "closed") }
        list.adapter.add(listSections: sections)
        list.adapter.toggle(sections[1])
        // Its items are at the top, below the headers of 30 and 50 points.
        #expect(list.view.contentOffset.y == 80)
        #expect(!list.view.isScrollEnabled)
        list.adapter.remove(listSection: sections[1])
        #expect(list.view.isScrollEnabled)
        #expect(list.adapter.expandedSection == nil)
        #expect(toggles == ["s50", "closed"])
    }

    @Test func aHorizontalListPushesItsStickyHeaderAlong() {
        let section = describe("one", Array(1...10), height: 20, header: 20)
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) })
        list.adapter.scrollDirection = .horizontal
        section.sizes = [ViewComponentSize(size: CGSize(width: 40, height: 100))]
        section.headerSize = ViewComponentSize(size: CGSize(width: 20, height: 100))
        list.adapter.features = [StickyHeaderFeature(section: section, topDistance: 0)]
        list.adapter.add(listSection: section)
        #expect(list.frames.first == CGRect(x: 0, y: 0, width: 20, height: 100))
        list.view.hostDidScroll(to: CGPoint(x: 70, y: 0))
        #expect(list.frames.first == CGRect(x: 70, y: 0, width: 20, height: 100))
    }

    @Test func nothingStretchesAtRestUnderASafeArea() {
        let section = describe(nil, [1, 2], height: 30)
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) })
        list.view.containerInsets.safeArea.top = 44
        list.adapter.features = [StretchyItemFeature(section: section)]
        list.adapter.add(listSection: section)
        list.view.contentOffset.y = -44
        #expect(list.frames.map(\.minY) == [0, 30])
        list.view.hostDidScroll(to: point(-50))
        #expect(list.frames.map(\.minY) == [-6, 30])
    }

    @Test func viewModelsOfOneIdentifierAreTwoItems() {
        struct Book: Identifiable, Hashable {
            var id: Int
            var title: String
        }
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) })
        let section = SectionDescription(
            viewModels: [Book](), components: [.type(ModelCell.self)], sizes: [ViewComponentSize(height: 10)])
        list.adapter.add(listSection: section)
        section.apply(viewModels: [Book(id: 1, title: "a"), Book(id: 1, title: "b"), Book(id: 2, title: "c")])
        #expect(section.numberOfItems == 3)
        #expect(section.identity(ofItem: 0) != section.identity(ofItem: 1))
        section.apply(viewModels: [Book(id: 1, title: "a"), Book(id: 2, title: "c")])
        let identity = section.identity(ofItem: 0)
        section.apply(viewModels: [Book(id: 1, title: "another edition")])
        #expect(identity != nil && section.identity(ofItem: 0) == identity)
    }
}
