import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine
@testable import ListEngineCompatibility

@MainActor
@Suite("Section controllers: selecting")
struct SectionControllerSelectionTests {
    private func two() -> (WordController, WordProvider, WordProvider) {
        let (controller, providers) = controlled("one", "two")
        providers[0].show(("a", 3))
        providers[1].show(("b", 3))
        _ = controller.words
        return (controller, providers[0], providers[1])
    }

    private func tap(_ controller: WordController, _ row: Int) {
        controller.collectionView.hostTap(at: CGPoint(x: 5, y: 10 * row + 5))
    }

    private func selected(_ controller: WordController) -> [String] {
        _ = controller.words
        return controller.collectionView.visibleCells.compactMap { $0.isSelected ? ($0 as? WordCell)?.word : nil }
    }

    @Test func allSixtyFourCombinations() {
        for bits in 0..<64 {
            func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
            let (allows, edits, whileEditing) = (bit(0), bit(1), bit(2))
            let (many, manyWhileEditing, hasSelection) = (bit(3), bit(4), bit(5))
            // The reasons that prevent a selection, one by one.
            var isAllowed = true
            if !allows { isAllowed = false }
            if edits, !whileEditing { isAllowed = false }
            if hasSelection, !many { isAllowed = false }
            if hasSelection, edits, !manyWhileEditing { isAllowed = false }

            let (controller, one, other) = two()
            var settings = CollectionSectionSelectionSettings()
            settings.allowsSelection = allows
            settings.allowsSelectionDuringEditing = whileEditing
            settings.allowsMultipleSelection = many
            settings.allowsMultipleSelectionDuringEditing = manyWhileEditing
            controller.setSelectionSettings(settings, sectionProvider: one)
            #expect(controller.selectionSettings(sectionProvider: one) == settings)
            controller.isEditing = edits
            if hasSelection {
                controller.selectItem(at: indexPath(0, 0), sectionProvider: one, animated: false)
            }
            let view = controller.collectionView
            _ = one.take()
            #expect(
                controller.collectionView(view, shouldSelectItemAt: indexPath(0, 1)) == isAllowed, "combination \(bits)"
            )
            // The delegate decides if the selection is allowed, and only then.
            #expect(one.take() == (isAllowed ? ["select 0.1?"] : []))
            one.refused = ["select"]
            #expect(!controller.collectionView(view, shouldSelectItemAt: indexPath(0, 1)))
            one.refused = []
            // A selection elsewhere prevents everything.
            controller.selectItem(at: nil, sectionProvider: one, animated: false)
            controller.selectItem(at: indexPath(0, 0), sectionProvider: other, animated: false)
            #expect(!controller.collectionView(view, shouldSelectItemAt: indexPath(0, 1)))
        }
    }

    @Test func oneProviderAtATime() {
        let (controller, one, other) = two()
        tap(controller, 1)
        #expect(selected(controller) == ["a1"])
        // In single mode a second selection is refused, not swapped; so is one of another provider.
        tap(controller, 2)
        tap(controller, 4)
        #expect(selected(controller) == ["a1"])
        controller.deselectItem(at: indexPath(0, 1), sectionProvider: one, animated: false)
        _ = one.take()
        tap(controller, 4)
        #expect(selected(controller) == ["b1"])
        #expect(controller.indexPathsForSelectedItems(sectionProvider: other) == [indexPath(0, 1)])
        #expect(controller.indexPathsForSelectedItems(sectionProvider: one) == [])
        #expect(one.take() == [])
    }

    @Test func manyOfOneProvider() {
        let (controller, one, _) = two()
        var settings = CollectionSectionSelectionSettings()
        settings.allowsMultipleSelection = true
        controller.setSelectionSettings(settings, sectionProvider: one)
        #expect(controller.collectionView.allowsMultipleSelection)
        tap(controller, 0)
        tap(controller, 2)
        #expect(selected(controller) == ["a0", "a2"])
        tap(controller, 0)
        #expect(selected(controller) == ["a2"])
        // A permission is not revoked by the list.
        controller.setSelectionSettings(CollectionSectionSelectionSettings(), sectionProvider: one)
        #expect(controller.collectionView.allowsMultipleSelection)
    }

    @Test func flagsAreRaisedWhenTheViewIsMade() {
        let provider = WordProvider("one")
        let controller = WordController(sectionProviders: [provider])
        var settings = CollectionSectionSelectionSettings()
        settings.allowsMultipleSelection = true
        controller.setSelectionSettings(settings, sectionProvider: provider)
        #expect(controller.viewIfLoaded == nil)
        #expect(controller.collectionView.allowsMultipleSelection)
    }

    @Test func aSecondSelectionSwapsWithTheFirst() {
        let (controller, one, other) = two()
        controller.selectionPolicy = .swapping
        var settings = CollectionSectionSelectionSettings()
        settings.allowsMultipleSelection = true
        controller.setSelectionSettings(settings, sectionProvider: other)
        tap(controller, 0)
        _ = one.take()
        tap(controller, 1)
        #expect(selected(controller) == ["a1"])
        #expect(one.take().suffix(3) == ["select 0.1?", "deselected 0.0", "selected 0.1"])
        tap(controller, 3)
        tap(controller, 5)
        #expect(selected(controller) == ["b0", "b2"])
        #expect(one.take() == ["deselected 0.1"])
        tap(controller, 2)
        #expect(selected(controller) == ["a2"])
    }

    @Test func selectingInCodeCallsNoDelegate() {
        let (controller, one, other) = two()
        _ = one.take()
        controller.selectItem(at: indexPath(0, 1), sectionProvider: one, animated: false, scrollPosition: .start)
        controller.selectItem(at: indexPath(0, 7), sectionProvider: one, animated: false)
        controller.selectItem(at: indexPath(1, 0), sectionProvider: one, animated: false)
        controller.deselectItem(at: indexPath(3, 0), sectionProvider: other, animated: false)
        #expect(selected(controller) == ["a1"])
        #expect(one.take() == [])
        #expect(controller.collectionView.diagnostics.recent == [])
    }

    @Test func aSelectionStaysWithItsItem() {
        let (controller, one, other) = two()
        tap(controller, 4)
        one.show(("z", 2), ("a", 1))
        other.show(("y", 1), ("b", 2))
        #expect(selected(controller) == ["b1"])
        #expect(controller.indexPathsForSelectedItems(sectionProvider: other) == [indexPath(1, 1)])
    }
}
