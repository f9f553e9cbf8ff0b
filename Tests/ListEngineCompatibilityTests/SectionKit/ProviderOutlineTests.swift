import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

/// Sections of a provider that are outlines behave as those of a `DiffableDataSource`.
@MainActor
@Suite("Outlines of providers")
struct ProviderOutlineTests {
    private let controller: WordController
    private let first: WordProvider
    private let second: WordProvider

    init() {
        let (controller, providers) = controlled("first", "second")
        (self.controller, first, second) = (controller, providers[0], providers[1])
        controller.collectionView.bounds.size.height = 2_000
        first.show(("x", 2))
    }

    private static var food: SectionSnapshot<String> {
        var outline = SectionSnapshot<String>()
        outline.append(["fruit", "nuts"])
        outline.append(["apple", "pear"], to: "fruit")
        outline.append(["red", "green"], to: "apple")
        return outline
    }

    private static func line(_ name: String, _ state: OutlineState?) -> String {
        guard let state else { return name }
        let sign = state.isExpandable ? (state.isExpanded ? "-" : "+") : ""
        return String(repeating: ".", count: state.level) + sign + name
    }

    private var lines: [String] {
        controller.collectionView.layoutIfNeeded()
        return controller.collectionView.visibleCells.compactMap { cell in
            (cell as? WordCell).map { Self.line($0.word, $0.outlineState) }
        }
    }

    @Test func cellsKnowTheirPlaceInTheOutline() {
        controller.apply(Self.food, to: "food", sectionProvider: second)
        #expect(lines == ["x0", "x1", "+fruit", "nuts"])
        controller.expand("fruit", sectionProvider: second)
        #expect(lines == ["x0", "x1", "-fruit", ".+apple", ".pear", "nuts"])
        controller.expand("apple", sectionProvider: second)
        controller.collapse("fruit", sectionProvider: second)
        #expect(lines == ["x0", "x1", "+fruit", "nuts"])
        controller.expand("fruit", sectionProvider: second)
        #expect(lines == ["x0", "x1", "-fruit", ".-apple", "..red", "..green", ".pear", "nuts"])
        #expect(
            controller.outlineState(of: "red", sectionProvider: second)
                == OutlineState(level: 2, isExpandable: false, isExpanded: false))
        #expect(controller.outlineState(of: "red", sectionProvider: first) == nil)
        #expect(controller.snapshot(for: "food", sectionProvider: second).isExpanded("apple"))
        #expect(controller.snapshot(for: "x", sectionProvider: first).items == ["x0", "x1"])
        // A plain snapshot ends the outline.
        second.show(("a", 1))
        #expect(lines == ["x0", "x1", "a0"])
        #expect(controller.collectionView.diagnostics.recent == [])
    }

    /// The return key on the item that says that children could not be loaded loads them again, and the focus stays there.
    @Test func aFailedLoadIsTriedAgainByThePrimaryAction() async {
        struct Failure: Error {}
        final class Loads { var count = 0 }
        let loads = Loads()
        var handlers = SectionSnapshotHandlers<String>()
        handlers.canLoadChildren = { $0 == "nuts" }
        handlers.failedItem = { item, _ in "failed " + item }
        handlers.loadChildren = { _ in
            loads.count += 1
            if loads.count == 1 { throw Failure() }
            var children = SectionSnapshot<String>()
            children.append(["hazel"])
            return children
        }
        controller.apply(Self.food, to: "food", sectionProvider: second)
        controller.setSectionSnapshotHandlers(handlers, sectionProvider: second)
        controller.expand("nuts", sectionProvider: second)
        await wait { lines.last == ".failed nuts" }
        #expect(lines == ["x0", "x1", "+fruit", "-nuts", ".failed nuts"])
        controller.collectionView.focusedIndexPath = IndexPath(item: 2, section: 1)
        #expect(controller.collectionView.hostKey(.activate))
        await wait { lines.last == ".hazel" }
        #expect(lines == ["x0", "x1", "+fruit", "-nuts", ".hazel"] && loads.count == 2)
        // Nothing said that the children are being loaded, so the parent has the focus.
        #expect(controller.collectionView.focusedIndexPath == IndexPath(item: 1, section: 1))
    }

    @Test func keysExpandAndCollapseAsTheHandlersPermit() {
        controller.apply(Self.food, to: "food", sectionProvider: second)
        var handlers = SectionSnapshotHandlers<String>()
        handlers.shouldExpandItem = { $0 != "apple" }
        controller.setSectionSnapshotHandlers(handlers, sectionProvider: second)
        let view = controller.collectionView
        #expect(lines.count == 4)
        view.focusedIndexPath = [1, 0]
        #expect(view.hostKey(.right))
        #expect(lines == ["x0", "x1", "-fruit", ".+apple", ".pear", "nuts"])
        // To the first child, which may not be expanded, and back to the parent.
        #expect(view.hostKey(.right))
        #expect(view.focusedIndexPath == [1, 1])
        view.hostKey(.right)
        #expect(lines.count == 6)
        #expect(view.hostKey(.left))
        #expect(view.focusedIndexPath == [1, 0])
        #expect(!controller.toggleExpansion(of: "apple", sectionProvider: second))
        #expect(controller.toggleExpansion(of: "fruit", sectionProvider: second))
        #expect(lines.count == 4)
    }

    @Test func itemsOfAnotherProviderCannotBecomeVisible() {
        controller.apply(Self.food, to: "food", sectionProvider: second)
        controller.apply(
            DiffableSnapshot(sections: [("x", ["x0", "pear"])]), sectionProvider: first)
        var results: [String] = []
        controller.expand("fruit", sectionProvider: second) { results.append("\($0)") }
        #expect(results.count == 1 && results[0].hasPrefix("failed"))
        // The tree is as it was: hidden items are not lost.
        #expect(lines == ["x0", "pear", "+fruit", "nuts"])
        #expect(controller.snapshot(for: "food", sectionProvider: second) == Self.food)
        first.show(("x", 2))
        controller.expand("fruit", sectionProvider: second) { results.append("\($0)") }
        #expect(results.last == "applied")
        #expect(lines == ["x0", "x1", "-fruit", ".+apple", ".pear", "nuts"])
        // A whole outline is refused in the same way.
        var other = SectionSnapshot<String>()
        other.append(["x1"])
        controller.apply(other, to: "food", sectionProvider: second) { results.append("\($0)") }
        #expect(results.last?.hasPrefix("failed") == true)
        #expect(lines == ["x0", "x1", "-fruit", ".+apple", ".pear", "nuts"])
        #expect(controller.snapshot(for: "food", sectionProvider: second).contains("green"))
    }

    /// A provider may show an outline as soon as it is in the controller.
    @Test func anOutlineCanBeShownBeforeTheViewExists() {
        let controller = WordController()
        let provider = WordProvider("early")
        controller.addSectionProvider(provider)
        controller.apply(Self.food, to: "food", sectionProvider: provider)
        controller.expand("fruit", sectionProvider: provider)
        #expect(controller.viewIfLoaded == nil)
        controller.collectionView.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        controller.collectionView.layoutIfNeeded()
        let lines = controller.collectionView.visibleCells.compactMap { cell in
            (cell as? WordCell).map { Self.line($0.word, $0.outlineState) }
        }
        #expect(lines == ["-fruit", ".+apple", ".pear", "nuts"])
    }

    /// A provider that is added again starts without its outlines.
    @Test func aDeletedProviderLosesItsOutlines() {
        let (controller, providers) = controlled("first", "second")
        controller.apply(Self.food, to: "food", sectionProvider: providers[1])
        var results: [String] = []
        controller.deleteSectionProvider(providers[1]) { _ in
            controller.expand("fruit", sectionProvider: providers[1]) { results.append("\($0)") }
        }
        controller.addSectionProvider(providers[1])
        #expect(results.count == 1)
        #expect(controller.snapshot(for: "food", sectionProvider: providers[1]).items == [])
        controller.apply(Self.food, to: "food", sectionProvider: providers[1]) { results.append("\($0)") }
        #expect(results.last == "applied")
        #expect(controller.words == ["fruit", "nuts"])
    }

    @Test func anUnknownProviderIsRefused() {
        let stranger = WordProvider("stranger")
        var results: [String] = []
        controller.apply(Self.food, to: "food", sectionProvider: stranger) { results.append("\($0)") }
        controller.expand("fruit", sectionProvider: stranger) { results.append("\($0)") }
        controller.collapse("fruit", sectionProvider: stranger) { results.append("\($0)") }
        #expect(results.count == 3 && results.allSatisfy { $0.contains("not in the controller") })
        #expect(!controller.toggleExpansion(of: "fruit", sectionProvider: stranger))
        #expect(controller.snapshot(for: "food", sectionProvider: stranger).items == [])
    }

    @Test func anItemThatTheUserMovesGetsItsPlaceInTheOutline() {
        controller.apply(Self.food, to: "food", sectionProvider: second)
        controller.expand("fruit", sectionProvider: second)
        let mover = Mover()
        controller.addDelegate(mover, sectionProvider: second)
        #expect(lines == ["x0", "x1", "-fruit", ".+apple", ".pear", "nuts"])
        let view = controller.collectionView
        // An item with children stays.
        #expect(!view.hostBeginReordering(itemAt: [1, 1]))
        #expect(view.hostBeginReordering(itemAt: [1, 3]))
        view.hostReorder(to: CGPoint(x: 50, y: 35))
        #expect(view.hostEndReordering())
        #expect(lines == ["x0", "x1", "-fruit", ".nuts", ".+apple", ".pear"])
        #expect(controller.snapshot(for: "food", sectionProvider: second).parent(of: "nuts") == "fruit")
    }

    private final class Mover: CollectionSectionControllerDelegate {
        func collectionSectionController(_ controller: WordController, canMoveItemAt indexPath: IndexPath) -> Bool {
            true
        }
    }

    /// Random outlines, expansions and ordinary updates, compared with a diffable data source that receives the same calls.
    @Test(arguments: 0..<20)
    func randomOutlinesAreThoseOfADiffableDataSource(seed: UInt64) {
        var random = TestRandom(seed: seed)
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 2_000),
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(10))))
        let source = DiffableDataSource<String, String>(collectionView: view) { view, indexPath, word in
            let cell = view.dequeueReusableCell(WordCell.self, for: indexPath)
            cell.word = word
            return cell
        }
        var expected: [String] {
            view.layoutIfNeeded()
            return view.visibleCells.compactMap { cell in
                (cell as? WordCell).map { Self.line($0.word, $0.outlineState) }
            }
        }
        let sections = ["p", "q"]
        for step in 0..<40 {
            let section = sections.randomElement(using: &random) ?? "p"
            let item = section + "\(Int.random(in: 0..<12, using: &random))"
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                var outline = SectionSnapshot<String>()
                var placed: [String] = []
                for number in (0..<12).shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)) {
                    let parent = Bool.random(using: &random) ? placed.randomElement(using: &random) : nil
                    outline.append([section + "\(number)"], to: parent)
                    placed.append(section + "\(number)")
                }
                outline.expand(placed.filter { _ in Bool.random(using: &random) })
                source.apply(outline, to: section)
                controller.apply(outline, to: section, sectionProvider: second)
            case 1...3:
                source.expand(item)
                controller.expand(item, sectionProvider: second)
            case 4, 5:
                source.collapse(item)
                controller.collapse(item, sectionProvider: second)
            case 6:
                let one = source.toggleExpansion(of: item)
                #expect(one == controller.toggleExpansion(of: item, sectionProvider: second))
            default:
                var next = source.snapshot()
                if let victim = next.itemIdentifiers.randomElement(using: &random) { next.deleteItems([victim]) }
                source.apply(next)
                var own = controller.snapshotForSectionProvider(second)
                own.deleteItems(own.itemIdentifiers.filter { !next.contains(item: $0) })
                controller.apply(own, sectionProvider: second)
            }
            #expect(lines.dropFirst(2).elementsEqual(expected), "seed \(seed), step \(step)")
            for section in sections {
                #expect(
                    controller.snapshot(for: section, sectionProvider: second) == source.snapshot(for: section),
                    "seed \(seed), step \(step)")
            }
        }
        #expect(controller.collectionView.diagnostics.recent == [])
    }
}
