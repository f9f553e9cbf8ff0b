import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

@MainActor
@Suite("Accordions and tables")
struct AccordionAndTableTests {
    @Test func aTapOnAHeaderOpensItsSectionAndClosesTheOther() {
        let list = DescribedList({ AccordionListAdapter(collectionView: $0, scheduler: $1) })
        let sections = (0..<6).map { describe("s\($0)", [$0 * 10, $0 * 10 + 1], height: 40, header: 20) }
        var toggles: [String] = []
        list.adapter.onToggle = { toggles.append($0?.title ?? "closed") }
        list.adapter.add(listSections: sections)
        #expect(list.shown == ["(s0)", "(s1)", "(s2)", "(s3)", "(s4)"])
        list.view.hostTap(at: CGPoint(x: 50, y: 30))
        #expect(list.shown == ["10", "11", "(s2)"])
        #expect(list.view.contentOffset.y == 40)
        #expect(!list.view.isScrollEnabled)
        // The next header, below the items.
        list.view.hostTap(at: CGPoint(x: 50, y: 125))
        #expect(list.shown == ["20", "21", "(s3)"])
        #expect(list.view.contentOffset.y == 60)
        // Its items can be edited at the same time; items of closed sections are inserted when they open.
        sections[2].insert(viewModels: [22], at: 2)
        sections[1].insert(viewModels: [12], at: 2)
        #expect(list.view.numberOfItems(inSection: 2) == 3)
        #expect(list.view.numberOfItems(inSection: 1) == 0)
        list.adapter.collapseAccordion()
        #expect(list.shown == ["(s0)", "(s1)", "(s2)", "(s3)", "(s4)"])
        #expect(list.view.isScrollEnabled)
        list.adapter.collapseAccordion()
        list.adapter.toggle(sections[1])
        #expect(list.view.numberOfItems(inSection: 1) == 3)
        list.adapter.toggle(sections[1])
        list.adapter.toggle(describe("elsewhere", [1]))
        #expect(toggles == ["s1", "s2", "closed", "s1", "closed"])
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func rowsHaveTheHeightOfTheTableOrOfTheSection() {
        let list = DescribedList({ TableListAdapter(collectionView: $0, scheduler: $1) })
        list.adapter.rowHeight = 25
        let (one, two) = (describe("one", [1, 2], header: 8), describe("two", [3]))
        two.rowHeight = 30
        two.indentationLevel = 2
        two.sizes = [ViewComponentSize(height: 1, indentLevel: 1)]
        list.adapter.add(listSections: [one, two])
        #expect(list.frames.map(\.height) == [8, 25, 25, 30])
        #expect(list.view.visibleCells.compactMap { ($0 as? ModelCell)?.indentation } == [0, 0, 30])
        // Deselected right after the event.
        var selected: [IndexPath] = []
        one.onSelect = { selected.append($0) }
        list.view.hostTap(at: CGPoint(x: 50, y: 40))
        #expect(selected == [IndexPath(item: 1, section: 0)])
        #expect(list.view.indexPathsForSelectedItems == [])
    }

    @Test func aRowIsDeletedWhenTheProgramConfirmsIt() throws {
        let list = DescribedList({ TableListAdapter(collectionView: $0, scheduler: $1) })
        let one = describe("one", [1, 2, 3])
        list.adapter.add(listSection: one)
        _ = list.shown
        #expect(list.adapter.trailingSwipeActions(forItemAt: IndexPath(item: 0, section: 0), of: one) == nil)
        var answers: [@MainActor (Bool) -> Void] = []
        list.adapter.onDelete = { _, completion in answers.append(completion) }
        let path = IndexPath(item: 1, section: 0)
        let actions = try #require(list.adapter.trailingSwipeActions(forItemAt: path, of: one)).actions
        var ends: [Bool] = []
        actions[0].handler(actions[0], path) { ends.append($0) }
        #expect(list.shown == ["1", "2", "3"])
        answers.removeFirst()(false)
        #expect(list.shown == ["1", "2", "3"])
        actions[0].handler(actions[0], path) { ends.append($0) }
        answers.removeFirst()(true)
        #expect(list.shown == ["1", "3"])
        list.adapter.commit(.delete, forItemAt: IndexPath(item: 0, section: 0), of: one)
        answers.removeFirst()(true)
        #expect(list.shown == ["3"])
        list.adapter.delete(itemAt: IndexPath(item: 7, section: 0), of: one) { ends.append($0) }
        #expect(ends == [false, true, false])
    }
}
