import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

/// Layouts of the program that give the list other data while they lay it out. They are not called for the old data.
@MainActor
@Suite("Layouts that are interrupted")
struct InterruptedLayoutTests {
    /// A list of rows whose layout counts its calls, and notes those that are about other data than the current rows.
    @MainActor
    private final class Program: CollectionViewDataSource {
        var rows: [[String]]
        var calls = 0
        var outdated: [String] = []
        var onCall: (Int) -> Void = { _ in }
        /// Called when the list counts a section.
        var onCount: () -> Void = {}
        let view: CollectionView

        init(_ rows: [[String]], _ layout: any CollectionViewLayoutRecipe) {
            self.rows = rows
            view = CollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
            view.dataSource = self
        }

        /// The layout calls the program, with what it was called for.
        func call(_ name: String, _ section: Int, items: Int? = nil, item: Int = 0) {
            let count = rows.indices.contains(section) ? rows[section].count : -1
            if count < 0 || items.map({ $0 != count }) ?? (item >= count) {
                outdated.append("\(name) \(section) \(items ?? item), has \(count)")
            }
            calls += 1
            onCall(calls)
        }

        /// The calls of a change, in which the given call replaces all rows.
        func run(replacingAt call: Int, by new: [[String]], _ change: () -> Void) {
            let first = calls
            onCall = { [unowned self] number in
                guard number == first + call else { return }
                rows = new
                view.reloadData()
            }
            change()
            view.layoutIfNeeded()
            onCall = { _ in }
        }

        var shown: [String] { view.visibleCells.map { ($0 as? NameCell)?.name ?? "?" } }

        func numberOfSections(in collectionView: CollectionView) -> Int { rows.count }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            let count = rows[section].count
            onCount()
            return count
        }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell {
            let cell = collectionView.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = rows[indexPath.section][indexPath.item]
            return cell
        }
    }

    /// A section layout of the program.
    private final class Steps: CollectionViewSectionLayout {
        var sectionIndex = 0
        let program: Program
        var count = 0

        init(_ program: Program) { self.program = program }

        func prepare(in context: SectionLayoutContext) {
            count = context.itemCount
            program.call("prepare", sectionIndex, items: count)
        }
        func prepare() {}
        func contentHeight() -> CGFloat {
            program.call("height", sectionIndex, items: count)
            return CGFloat(count) * 10
        }
        func frameForHeader() -> CGRect {
            program.call("header", sectionIndex, items: count)
            return .zero
        }
        func frameForFooter() -> CGRect {
            program.call("footer", sectionIndex, items: count)
            return .zero
        }
        func frameForItem(atIndex index: Int) -> CGRect {
            program.call("frame", sectionIndex, item: index)
            return CGRect(x: 0, y: CGFloat(index) * 10, width: 100, height: 10)
        }
    }

    enum Kind: CaseIterable { case recipes, flow, compositional, sectionLayouts }

    /// A layout that calls the program in every one of its methods.
    private class Recipe: CollectionViewLayoutRecipe {
        weak var program: Program?
        var scrollDirection: ScrollDirection { .vertical }

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            program?.call("recipe", section, items: context.itemCount)
            return .list(extents: Array(repeating: 10, count: context.itemCount))
        }
        func recipe(
            forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
        ) -> SectionRecipe? {
            program?.call("part", section, items: context.itemCount)
            return .list(extents: Array(repeating: 10, count: items.reduce(0) { $0 + $1.count }))
        }
        func sectionLayout(forSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject? {
            program?.call("layout", section, items: context.itemCount)
            return nil
        }
    }

    private final class StepRecipe: Recipe {
        override func sectionLayout(
            forSection section: Int, in context: SectionLayoutContext
        ) -> SectionLayoutObject? {
            _ = super.sectionLayout(forSection: section, in: context)
            return program.map { SectionLayoutObject(Steps($0)) }
        }
    }

    private final class Flow: CollectionViewFlowLayout {
        weak var program: Program?
        override init() {
            super.init()
            itemSize = CGSize(width: 100, height: 10)
            minimumLineSpacing = 0
        }
        override func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            program?.call("recipe", section, items: context.itemCount)
            return super.recipe(forSection: section, in: context)
        }
        override func sectionLayout(
            forSection section: Int, in context: SectionLayoutContext
        ) -> SectionLayoutObject? {
            program?.call("layout", section, items: context.itemCount)
            return nil
        }
    }

    private final class Compositional: CollectionViewCompositionalLayout {
        weak var program: Program?
        override func sectionLayout(
            forSection section: Int, in context: SectionLayoutContext
        ) -> SectionLayoutObject? {
            program?.call("layout", section, items: context.itemCount)
            return section == 1 ? SectionLayoutObject(ListSectionLayout()) : nil
        }
    }

    private func program(_ kind: Kind) -> Program {
        let rows = [["a", "b", "c"], ["d", "e"], ["f"]]
        switch kind {
        case .recipes, .sectionLayouts:
            let recipe = kind == .recipes ? Recipe() : StepRecipe()
            let program = Program(rows, recipe)
            recipe.program = program
            return program
        case .flow:
            let flow = Flow()
            let program = Program(rows, flow)
            flow.program = program
            return program
        case .compositional:
            weak var owner: Program?
            let layout = Compositional { section, _ in
                owner?.call("section", section, item: -1)
                return .list(itemHeight: .absolute(10))
            }
            let program = Program(rows, layout)
            (owner, layout.program) = (program, program)
            return program
        }
    }

    /// Each call of the layout, in each kind of change, replaces the rows.
    @Test(arguments: Kind.allCases)
    func aLayoutThatReloadsIsNotCalledForTheOldData(kind: Kind) {
        for rows in [[["x"]], [], [[], [], [], ["y", "z"]]] {
            for change in ["load", "items", "sections", "bounds", "layout", "reload"] {
                var call = 1
                while true {
                    let program = program(kind)
                    if change != "load" { program.view.layoutIfNeeded() }
                    let before = program.calls
                    program.run(replacingAt: call, by: rows) {
                        switch change {
                        case "items":
                            program.view.performBatchUpdates(animated: false) {
                                program.rows[0].insert("new", at: 1)
                                program.rows[2].append("last")
                                program.view.insertItems(at: [indexPath(0, 1), indexPath(2, 1)])
                            }
                        case "sections":
                            program.view.performBatchUpdates(animated: false) {
                                program.rows.insert(["g", "h"], at: 1)
                                program.rows[3].append("i")
                                program.view.insertSections([1])
                                program.view.reloadSections([2])
                            }
                        case "bounds": program.view.bounds.size.width = 90
                        case "layout": program.view.invalidateLayout()
                        case "reload": program.view.reloadData()
                        default: break
                        }
                    }
                    #expect(program.outdated == [], "\(change), call \(call)")
                    guard program.calls - before >= call else { break }
                    #expect(program.shown == rows.flatMap(\.self), "\(change), call \(call)")
                    #expect(program.view.diagnostics.recent == [], "\(change), call \(call)")
                    call += 1
                }
                // A kind that is not called in a change proves nothing.
                #expect(call > 1, "\(change)")
            }
        }
    }

    /// A layout of the whole list that is written out.
    private final class Whole: CollectionViewLayoutRecipe {
        weak var program: Program?
        var scrollDirection: ScrollDirection { .vertical }

        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            .list(count: context.itemCount, height: 10)
        }
        func layout(itemCounts: [Int], in container: ListContainer) throws(LayoutError) -> CollectionViewLayout {
            if itemCounts != program?.rows.map(\.count) { program?.outdated.append("\(itemCounts)") }
            var layout = CollectionViewLayout(container: container)
            for count in itemCounts { try layout.append(.list(count: count, height: 10)) }
            return layout
        }
    }

    @Test func aCountThatReloadsLeavesNoLayoutOfOldCounts() {
        let whole = Whole()
        let program = Program([["a", "b"], ["c"]], whole)
        whole.program = program
        var counted = 0
        program.onCount = {
            counted += 1
            guard counted == 1 else { return }
            program.rows = [["x", "y", "z"]]
            program.view.reloadData()
        }
        program.view.layoutIfNeeded()
        #expect(program.outdated == [])
        #expect(program.shown == ["x", "y", "z"])
    }

    @Test func aCopyOfTheLayoutCanBeEditedAfterwards() throws {
        let flow = CollectionViewFlowLayout()
        let program = Program([["a"]], flow)
        // The list never settles: each pass ends with a request to load everything again.
        program.onCount = { program.view.reloadData() }
        program.view.layoutIfNeeded()
        var copy = program.view.layout
        try copy.insertSection(at: copy.numberOfSections, itemCount: 3, by: flow)
        #expect(copy.contentSize.height >= 50)
    }
}
