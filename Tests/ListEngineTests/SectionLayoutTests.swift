import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Sections that are laid out by layouts of their own.
@MainActor
@Suite("Section layouts of a program")
struct SectionLayoutTests {
    /// Items with the heights of a model, each a step to the right of the previous one.
    private final class Staircase: CollectionViewSectionLayout {
        var sectionIndex = -1
        weak var dataSource: NameList?
        var section: Tag?
        private var count = 0
        private(set) var prepared: [String] = []

        func prepare() {
            count = dataSource?.sections[sectionIndex].count ?? 0
            prepared.append("\(section?.name ?? "?") at \(sectionIndex): \(count)")
        }
        func contentHeight() -> CGFloat { 5 + CGFloat(count) * 20 }
        func frameForHeader() -> CGRect { CGRect(x: 0, y: 0, width: 100, height: 5) }
        func frameForFooter() -> CGRect { .zero }
        func frameForItem(atIndex index: Int) -> CGRect {
            CGRect(x: CGFloat(index), y: 5 + CGFloat(index) * 20, width: 50, height: 20)
        }
        func take() -> [String] {
            defer { prepared = [] }
            return prepared
        }
    }

    private final class Tag {
        let name: String
        init(_ name: String) { self.name = name }
    }

    /// Staircases for the sections whose first item requests it, lists for the others.
    private final class Mixed: CollectionViewLayoutRecipe {
        let scrollDirection = ScrollDirection.vertical
        let staircase = Staircase()
        weak var list: NameList?

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            .list(count: context.itemCount, height: 10)
        }
        func sectionLayout(forSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject? {
            guard list?.sections[section].first?.first == "s" else { return nil }
            return SectionLayoutObject(
                staircase, references: SectionLayoutReferences(dataSource: list, section: Tag("section \(section)")))
        }
    }

    private func list(_ sections: [[String]]) -> (NameList, Mixed) {
        let layout = Mixed()
        let list = NameList(sections, layout: layout)
        layout.list = list
        list.view.layoutIfNeeded()
        return (list, layout)
    }

    private func frames(_ list: NameList) -> [CGRect] {
        list.view.visibleElements.filter { $0.category == .item }.map(\.frame)
    }

    @Test func sectionLayoutsAndRecipesCanBeMixed() {
        let (list, layout) = list([["a0"], ["s0", "s1"], ["b0"]])
        #expect(layout.staircase.take() == ["section 1 at 1: 2"])
        #expect(
            frames(list) == [
                CGRect(x: 0, y: 0, width: 100, height: 10), CGRect(x: 0, y: 15, width: 50, height: 20),
                CGRect(x: 1, y: 35, width: 50, height: 20), CGRect(x: 0, y: 55, width: 100, height: 10),
            ])
        #expect(list.view.visibleSupplementaryViews(ofKind: .header).count == 1)
    }

    @Test func editsAskOnlyTheLayoutOfTheirSection() {
        let (list, layout) = list([["a0"], ["s0", "s1"]])
        _ = layout.staircase.take()
        list.view.performBatchUpdates {
            list.sections[1].insert("s9", at: 1)
            list.view.insertItems(at: [IndexPath(item: 1, section: 1)])
        }
        #expect(layout.staircase.take() == ["section 1 at 1: 3"])
        #expect(list.shown == ["a0", "s0", "s9", "s1"])
        #expect(frames(list).last == CGRect(x: 2, y: 55, width: 50, height: 20))
        // Another section is edited: this one's layout is not called.
        list.view.performBatchUpdates {
            list.sections[0].append("a1")
            list.view.insertItems(at: [IndexPath(item: 1, section: 0)])
        }
        #expect(layout.staircase.take() == [])
        #expect(frames(list).last == CGRect(x: 2, y: 65, width: 50, height: 20))
        // Its index changes.
        list.view.performBatchUpdates {
            list.sections.removeFirst()
            list.view.deleteSections([0])
        }
        #expect(layout.staircase.take() == ["section 0 at 0: 3"])
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func aSectionCanGainAndLoseALayout() {
        let (list, layout) = list([["a0"], ["s0"]])
        _ = layout.staircase.take()
        list.view.performBatchUpdates {
            list.sections = [["s0", "s1"], ["a0"]]
            list.view.reloadSections([0, 1])
        }
        #expect(layout.staircase.take() == ["section 0 at 0: 2"])
        #expect(
            frames(list) == [
                CGRect(x: 0, y: 5, width: 50, height: 20), CGRect(x: 1, y: 25, width: 50, height: 20),
                CGRect(x: 0, y: 45, width: 100, height: 10),
            ])
        list.view.bounds.size.width = 80
        list.view.layoutIfNeeded()
        #expect(layout.staircase.take() == ["section 0 at 0: 2"])
    }

    @Test func stockLayoutsAreLaidOutByTheEngine() throws {
        final class Stock: CollectionViewLayoutRecipe {
            let scrollDirection = ScrollDirection.vertical
            func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                .list(count: context.itemCount, height: 10)
            }
            func sectionLayout(forSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject? {
                section == 1 ? SectionLayoutObject(ListSectionLayout(itemHeights: .constant(30))) : nil
            }
        }
        let list = NameList([["a0", "a1"], ["b0", "b1"]], layout: Stock())
        list.view.layoutIfNeeded()
        list.view.performBatchUpdates {
            list.sections[1].insert("b9", at: 0)
            list.view.insertItems(at: [IndexPath(item: 0, section: 1)])
        }
        #expect(frames(list).map(\.minY) == [0, 10, 20, 50, 80])
    }

    @Test func subclassesOfCompositionalLayoutsCanHaveSectionLayouts() {
        final class Compositional: CollectionViewCompositionalLayout {
            let staircase = Staircase()
            override func sectionLayout(
                forSection section: Int, in context: SectionLayoutContext
            ) -> SectionLayoutObject? { section == 1 ? SectionLayoutObject(staircase) : nil }
        }
        final class Flow: CollectionViewFlowLayout {
            let staircase = Staircase()
            override func sectionLayout(
                forSection section: Int, in context: SectionLayoutContext
            ) -> SectionLayoutObject? { section == 1 ? SectionLayoutObject(staircase) : nil }
        }
        let layouts: [(any CollectionViewLayoutRecipe, CGFloat)] = [
            (Compositional { _, _ in .grid(columns: 1, itemHeight: .absolute(10)) }, 10), (Flow(), 50),
        ]
        for (layout, height) in layouts {
            let list = NameList([["a0"], []], layout: layout)
            list.view.layoutIfNeeded()
            #expect(list.view.contentSize.height == height + 5)
        }
    }
}
