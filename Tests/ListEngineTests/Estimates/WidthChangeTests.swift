import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

/// Sections of wrapped texts, 10 points per character, as layouts of their own.
@MainActor
private final class TextRecipe: CollectionViewLayoutRecipe {
    let scrollDirection = ScrollDirection.vertical
    /// How often a size was requested.
    let questions = Questions()
    var inset: CGFloat = 0
    var lengths: @Sendable (Int) -> Double = { Double($0 % 37) }

    final class Questions: @unchecked Sendable {
        // Only the thread of the layout calls this.
        var count = 0
    }

    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        .list(count: context.itemCount, height: 30)
    }

    func sectionLayout(forSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject? {
        guard section != 1 else { return nil }
        let lengths = lengths
        var layout = ListSectionLayout(
            itemNumbers: .each { [questions] in
                questions.count += 1
                return lengths($0)
            }, by: .wrapping(advance: 10, lineHeight: 20))
        layout.insets = SectionInsets(top: 0, leading: inset, bottom: 0, trailing: 0)
        return SectionLayoutObject(layout)
    }
}

@MainActor
@Suite("Width changes of lists with an extent rule")
struct WidthChangeTests {
    private func list(_ recipe: TextRecipe) -> NameList {
        let list = NameList(names(300, 3, 200), layout: recipe)
        list.view.layoutIfNeeded()
        return list
    }

    private func fresh(_ list: NameList, _ recipe: TextRecipe) throws -> CollectionViewLayout {
        try recipe.layout(itemCounts: list.sections.map(\.count), in: list.view.container)
    }

    private func frames(_ layout: CollectionViewLayout) -> [CGRect] {
        (0..<layout.numberOfSections).flatMap {
            layout.frames(ofItems: 0..<layout.numberOfItems(inSection: $0), inSection: $0)
        }
    }

    @Test func noSizeIsRequestedAndTheFirstVisibleItemStays() throws {
        let recipe = TextRecipe()
        let list = list(recipe)
        list.view.contentOffset.y = 4_321
        list.view.layoutIfNeeded()
        let first = try #require(list.view.layout.scrollAnchor(in: list.view.viewport))
        recipe.questions.count = 0
        for width: CGFloat in [70, 333, 10, 100] {
            list.view.bounds.size.width = width
            list.view.layoutIfNeeded()
            #expect(list.view.layout.crossExtent == width)
            #expect(list.view.layout.contentOffset(for: first) == list.view.contentOffset.y)
        }
        #expect(recipe.questions.count == 0)
        #expect(try frames(list.view.layout) == frames(fresh(list, recipe)))
    }

    @Test func aStyleThatDependsOnTheWidthIsApplied() throws {
        let recipe = TextRecipe()
        let list = list(recipe)
        recipe.inset = 25
        list.view.bounds.size.width = 150
        list.view.layoutIfNeeded()
        #expect(try frames(list.view.layout) == frames(fresh(list, recipe)))
        #expect(list.view.layout.frame(ofItem: 0, inSection: 0).minX == 25)
    }

    @Test func anUpdateRequestsOnlyNewSizes() throws {
        let recipe = TextRecipe()
        let list = list(recipe)
        list.view.bounds.size.width = 50
        list.view.layoutIfNeeded()
        recipe.questions.count = 0
        recipe.lengths = { $0 == 7 ? 90 : Double(($0 < 7 ? $0 : $0 - 1) % 37) }
        list.view.performBatchUpdates {
            list.sections[0].insert("new", at: 7)
            list.view.insertItems(at: [IndexPath(item: 7, section: 0)])
        }
        #expect(recipe.questions.count == 1)
        #expect(list.view.layout.frame(ofItem: 7, inSection: 0).height == 360)
        #expect(list.view.layout.frame(ofItem: 37, inSection: 0).height == 160)
        list.view.bounds.size.width = 100
        list.view.layoutIfNeeded()
        #expect(list.view.layout.frame(ofItem: 7, inSection: 0).height == 180)
    }

    @Test func anInvalidatedLayoutRequestsAllSizesAgain() throws {
        let recipe = TextRecipe()
        let list = list(recipe)
        recipe.lengths = { _ in 21 }
        list.view.bounds.size.width = 50
        list.view.invalidateLayout()
        list.view.bounds.size.width = 100
        list.view.layoutIfNeeded()
        #expect(list.view.layout.frame(ofItem: 0, inSection: 0).height == 60)
        #expect(try frames(list.view.layout) == frames(fresh(list, recipe)))
    }
}
