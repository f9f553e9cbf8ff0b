import Foundation
import XCTest

@testable import ListEngineLayout

/// Sections with one description share its solved template.
final class SharedDescriptionTests: XCTestCase {
    private func described(_ kind: Int) -> CollectionLayoutSection {
        let section = CollectionLayoutSection.grid(columns: 1 + kind % 4, itemHeight: .absolute(30 + CGFloat(kind)))
        section.boundarySupplementaryItems = [
            CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(20), .top)
        ]
        return section
    }

    private func distinct(_ layout: CollectionViewLayout) -> Int {
        Set((0..<layout.numberOfSections).map { layout.storage.compositionHandle(ofSection: $0) }).count
    }

    @MainActor
    func testAProvidersEqualSectionsShareWhetherTheyAreOneObjectOrMany() async throws {
        let objects = (0..<5).map(described)
        let counts = (0..<400).map { $0 % 13 }
        let container = ListContainer(size: CGSize(width: 300, height: 600))
        let same = try CollectionViewCompositionalLayout { section, _ in objects[section % 5] }
            .layout(itemCounts: counts, in: container)
        let new = try CollectionViewCompositionalLayout { section, _ in self.described(section % 5) }
            .layout(itemCounts: counts, in: container)
        XCTAssertEqual(distinct(same), 5)
        XCTAssertEqual(distinct(new), 5)
        XCTAssertEqual(same.all(), new.all())
        // Appending them one by one gives the same result.
        var alone = CollectionViewLayout(container: container)
        for (section, count) in counts.enumerated() {
            try alone.append(.compositional(objects[section % 5], count: count))
        }
        XCTAssertEqual(distinct(alone), 5)
        XCTAssertEqual(alone.all(), same.all())
    }

    @MainActor
    func testAnObjectThatIsChangedBetweenSectionsIsReadEachTime() async throws {
        let section = described(0)
        let layout = try CollectionViewCompositionalLayout { index, _ in
            section.interGroupSpacing = CGFloat(index % 3)
            section.boundarySupplementaryItems[0].zIndex = index % 2
            return section
        }.layout(itemCounts: Array(repeating: 2, count: 12), in: ListContainer(size: CGSize(width: 300, height: 600)))
        XCTAssertEqual(distinct(layout), 6)
        XCTAssertEqual(
            (0..<3).map { layout.frame(ofItem: 1, inSection: $0).minY - layout.frame(ofItem: 0, inSection: $0).minY },
            [30, 31, 32])
    }

    func testDescriptionsThatDifferInOnePlaceAreDistinct() {
        func group() -> CollectionLayoutGroup {
            let badge = CollectionLayoutSupplementaryItem(
                layoutSize: CollectionLayoutSize(.absolute(5), .absolute(5)), elementKind: "badge",
                containerAnchor: CollectionLayoutAnchor(edges: .top))
            return .horizontal(
                layoutSize: CollectionLayoutSize(.fractionalWidth(1), .absolute(50)),
                subitems: [CollectionLayoutItem(.absolute(20), .absolute(20), [badge])])
        }
        func section(_ change: (CollectionLayoutSection, CollectionLayoutGroup) -> Void = { _, _ in })
            -> CollectionLayoutSection
        {
            let group = group()
            let section = CollectionLayoutSection(group: group)
            section.boundarySupplementaryItems = [
                CollectionLayoutBoundarySupplementaryItem(.fractionalWidth(1), .absolute(20), .top)
            ]
            section.decorationItems = [.background(elementKind: "card")]
            change(section, group)
            return section
        }
        let plain = CompositionDescription(section())
        XCTAssertTrue(section().matches(plain))
        XCTAssertEqual(CompositionDescription(section()), plain)
        let changes: [(CollectionLayoutSection, CollectionLayoutGroup) -> Void] = [
            { section, _ in section.interGroupSpacing = 1 },
            { section, _ in section.contentInsets.bottom = 1 },
            { section, _ in section.orthogonalScrollingBehavior = .paging },
            { section, _ in section.orthogonalScrollingProperties.bounce = .never },
            { section, _ in section.contentInsetsReference = .none },
            { section, _ in section.supplementariesFollowContentInsets = false },
            { section, _ in section.visibleItemsInvalidationHandler = { _, _, _ in } },
            { section, _ in section.boundarySupplementaryItems[0].pinToVisibleBounds = true },
            { section, _ in section.boundarySupplementaryItems[0].extendsBoundary = false },
            { section, _ in section.boundarySupplementaryItems = [] },
            { section, _ in section.decorationItems[0].zIndex = -1 },
            { section, _ in section.decorationItems[0].contentInsets.top = 2 },
            { section, _ in section.decorationItems.append(.background(elementKind: "card")) },
            { _, group in group.interItemSpacing = .fixed(1) },
            { _, group in group.contentInsets.top = 1 },
            { _, group in group.subitems[0].contentInsets.top = 1 },
            { _, group in group.subitems[0].supplementaryItems[0].zIndex = 8 },
            { _, group in group.subitems[0].supplementaryItems = [] },
            { _, group in group.supplementaryItems = group.subitems[0].supplementaryItems },
            { _, group in
                group.subitems[0].edgeSpacing = CollectionLayoutEdgeSpacing(
                    leading: nil, top: .flexible(0), trailing: nil, bottom: nil)
            },
        ]
        for (index, change) in changes.enumerated() {
            let changed = section(change)
            XCTAssertFalse(changed.matches(plain), "\(index)")
            XCTAssertNotEqual(CompositionDescription(changed), plain, "\(index)")
            XCTAssertTrue(changed.matches(CompositionDescription(changed)), "\(index)")
        }
    }

    func testRecipesInAnotherContainerAreSolvedForIt() throws {
        let section = CollectionLayoutSection.grid(columns: 3, itemHeight: .fractionalHeight(0.1))
        let recipe = SectionRecipe.compositional(section, count: 3)
        for (width, height) in [(300, 600), (600, 300)] as [(CGFloat, CGFloat)] {
            var layout = CollectionViewLayout(size: CGSize(width: width, height: height))
            try layout.append(recipe)
            XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0), rect(width / 3, 0, width / 3, height / 10))
            try layout.setSize(CGSize(width: height, height: width))
            XCTAssertEqual(layout.frame(ofItem: 1, inSection: 0), rect(height / 3, 0, height / 3, width / 10))
        }
    }
}
