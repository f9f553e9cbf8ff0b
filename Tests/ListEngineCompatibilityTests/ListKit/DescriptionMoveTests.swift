import Foundation
import ListEngineCompatibility
import ListEngineLayout
import TestSupport
import Testing

/// The user moves items between sections that are described as data.
@MainActor
@Suite("Moves between described sections")
struct DescriptionMoveTests {
    private final class Adapter: ListAdapter {
        var permits = true
        var log: [String] = []

        override func canMove(itemAt indexPath: IndexPath, of section: SectionDescription) -> Bool { true }
        override func canMove(
            itemAt indexPath: IndexPath, of section: SectionDescription, to other: SectionDescription
        ) -> Bool {
            permits
        }
        override func didMove(itemAt source: IndexPath, to destination: IndexPath, of section: SectionDescription) {
            log.append("\(text(source)) to \(text(destination)) from \(section.title ?? "?")")
        }
    }

    private final class Accordion: AccordionListAdapter {
        override func canMove(itemAt indexPath: IndexPath, of section: SectionDescription) -> Bool { true }
        override func canMove(
            itemAt indexPath: IndexPath, of section: SectionDescription, to other: SectionDescription
        ) -> Bool {
            true
        }
    }

    private func list(_ sections: [SectionDescription]) -> (adapter: Adapter, view: CollectionView) {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 1000), collectionViewLayout: CollectionViewFlowLayout())
        view.diagnostics.handler = { _ in }
        let adapter = Adapter(collectionView: view)
        adapter.add(listSections: sections)
        view.layoutIfNeeded()
        return (adapter, view)
    }

    private func shown(_ view: CollectionView) -> [String] {
        view.layoutIfNeeded()
        return view.visibleCells.map { ($0 as? ModelCell)?.model ?? "?" }
    }

    /// Drags an item to the vertical position of its centre.
    private func move(_ view: CollectionView, _ item: IndexPath, to y: CGFloat) -> Bool {
        guard view.hostBeginReordering(itemAt: item) else { return false }
        view.hostReorder(to: CGPoint(x: 50, y: y))
        return view.hostEndReordering()
    }

    private func models(_ sections: [SectionDescription]) -> [[Int]] {
        sections.map { $0.viewModels.map { $0 as? Int ?? -1 } }
    }

    @Test(arguments: [false, true])
    func anItemMovesToAnotherSection(byDifference: Bool) {
        let sections = [describe("a", [1, 2, 3]), describe("b", [4, 5])]
        let (adapter, view) = list(sections)
        if byDifference {
            for section in sections { section.apply(viewModels: section.viewModels.compactMap { $0 as? Int }) }
        }
        #expect(shown(view) == ["1", "2", "3", "4", "5"])
        let cell = view.cellForItem(at: [0, 1])
        #expect(move(view, [0, 1], to: 44))
        #expect(models(sections) == [[1, 3], [4, 2, 5]])
        #expect(adapter.log == ["0.1 to 1.1 from a"])
        #expect(shown(view) == ["1", "3", "4", "2", "5"] && view.cellForItem(at: [1, 1]) === cell)
        adapter.reloadList()
        #expect(shown(view) == ["1", "3", "4", "2", "5"])
        // The next update starts from the moved view models.
        sections[1].apply(viewModels: [2, 9])
        #expect(shown(view) == ["1", "3", "2", "9"])
        #expect(view.diagnostics.recent == [])
    }

    @Test func aSectionThatCannotHaveTheItemRefusesIt() {
        let (numbers, texts, same) = (
            describe("n", [1, 2]),
            SectionDescription(
                title: "t", viewModels: ["x"], components: [.type(ModelCell.self)],
                sizes: [ViewComponentSize(height: 10)]),
            describe("s", [7])
        )
        let sections = [numbers, texts, same]
        let (adapter, view) = list(sections)
        same.apply(viewModels: [1])
        #expect(shown(view) == ["1", "2", "x", "1"])
        // A section of strings cannot have a number. A section that is shown by difference cannot have an item twice.
        for y in [CGFloat(25), 35] {
            _ = move(view, [0, 0], to: y)
            #expect(numbers.numberOfItems == 2 && texts.numberOfItems == 1 && same.numberOfItems == 1)
        }
        #expect(move(view, [0, 1], to: 39) && same.viewModels.contains { $0 as? Int == 2 })
        adapter.permits = false
        _ = move(view, [0, 0], to: 39)
        #expect(numbers.numberOfItems == 1)
        #expect(shown(view).count == 4 && view.diagnostics.recent == [])
    }

    @Test func editedViewModelsAreLeftAlone() {
        let sections = [describe("a", [1, 2]), describe("b", [3])]
        let (adapter, view) = list(sections)
        sections[1].viewModels = [8, 9]
        _ = move(view, [0, 0], to: 28)
        #expect(models(sections) == [[1, 2], [8, 9]] && adapter.log.allSatisfy { !$0.contains("1.") })
        adapter.reloadList()
        #expect(shown(view).suffix(2) == ["8", "9"])
    }

    @Test func aClosedSectionOfAnAccordionTakesNothing() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 1000), collectionViewLayout: CollectionViewFlowLayout())
        let adapter = Accordion(collectionView: view)
        let sections = [describe("a", [1, 2], header: 10), describe("b", [3], header: 10)]
        adapter.add(listSections: sections)
        view.layoutIfNeeded()
        view.hostTap(at: CGPoint(x: 50, y: 5))
        #expect(shown(view) == ["1", "2"])
        _ = move(view, [0, 0], to: 60)
        #expect(sections[0].numberOfItems == 2 && sections[1].numberOfItems == 1)
        #expect(shown(view).sorted() == ["1", "2"])
    }

    /// The list shows what the sections have, and no item is lost or doubled.
    @Test(arguments: 0..<20)
    func randomMovesShowTheViewModels(seed: Int) {
        var random = TestRandom(seed: UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1)
        let sections = [describe("a", [1, 2, 3]), describe("b", [] as [Int]), describe("c", [4, 5, 6, 7])]
        let (adapter, view) = list(sections)
        for section in sections where random.chance(oneIn: 2) {
            section.apply(viewModels: section.viewModels.compactMap { $0 as? Int })
        }
        for _ in 0..<30 {
            let all = shown(view)
            #expect(all == models(sections).flatMap { $0 }.map { "\($0)" }, "LE_SEED=\(seed)")
            let items = sections.indices.flatMap { section in
                (0..<sections[section].numberOfItems).map { [section, $0] as IndexPath }
            }
            let item = items[Int.random(in: items.indices, using: &random)]
            _ = move(view, item, to: CGFloat.random(in: -5...80, using: &random))
            #expect(models(sections).flatMap { $0 }.sorted() == Array(1...7), "LE_SEED=\(seed)")
            if random.chance(oneIn: 6) { adapter.reloadList() }
        }
        #expect(view.diagnostics.recent == [], "LE_SEED=\(seed)")
    }
}
