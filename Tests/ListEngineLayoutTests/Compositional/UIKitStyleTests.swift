import Foundation
import ListEngineLayout
import XCTest

/// Code written as on Apple's systems, without the prefix.
final class UIKitStyleTests: XCTestCase {
    @MainActor
    func testALayoutReadsAsOnApplesSystems() async throws {
        let layout = CollectionViewCompositionalLayout {
            (sectionIndex: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection? in
            let leadingItem = CollectionLayoutItem(
                layoutSize: CollectionLayoutSize(
                    widthDimension: .fractionalWidth(0.7), heightDimension: .fractionalHeight(1.0)))
            leadingItem.contentInsets = DirectionalEdgeInsets(top: 10, leading: 10, bottom: 10, trailing: 10)

            let badgeAnchor = CollectionLayoutAnchor(
                edges: [.top, .trailing], fractionalOffset: CGPoint(x: 0.3, y: -0.3))
            let badgeSize = CollectionLayoutSize(widthDimension: .absolute(20), heightDimension: .absolute(20))
            let badge = CollectionLayoutSupplementaryItem(
                layoutSize: badgeSize, elementKind: "badge-element-kind", containerAnchor: badgeAnchor)
            let trailingItem = CollectionLayoutItem(
                layoutSize: CollectionLayoutSize(
                    widthDimension: .fractionalWidth(1.0), heightDimension: .fractionalHeight(0.3)),
                supplementaryItems: [badge])
            trailingItem.contentInsets = DirectionalEdgeInsets(top: 10, leading: 10, bottom: 10, trailing: 10)
            let trailingGroup = CollectionLayoutGroup.vertical(
                layoutSize: CollectionLayoutSize(
                    widthDimension: .fractionalWidth(0.3), heightDimension: .fractionalHeight(1.0)),
                subitem: trailingItem, count: 2)

            let containerGroupFractionalWidth: CGFloat = sectionIndex == 1 ? 0.85 : 1.0
            let containerGroup = CollectionLayoutGroup.horizontal(
                layoutSize: CollectionLayoutSize(
                    widthDimension: .fractionalWidth(containerGroupFractionalWidth),
                    heightDimension: .fractionalHeight(0.4)),
                subitems: [leadingItem, trailingGroup])
            let section = CollectionLayoutSection(group: containerGroup)
            if sectionIndex == 1 { section.orthogonalScrollingBehavior = .continuous }

            let sectionHeader = CollectionLayoutBoundarySupplementaryItem(
                layoutSize: CollectionLayoutSize(
                    widthDimension: .fractionalWidth(1.0), heightDimension: .estimated(44)),
                elementKind: "section-header-element-kind", alignment: .top)
            sectionHeader.pinToVisibleBounds = true
            sectionHeader.zIndex = 2
            section.boundarySupplementaryItems = [sectionHeader]

            let background = CollectionLayoutDecorationItem.background(elementKind: "background")
            background.contentInsets = DirectionalEdgeInsets(top: 5, leading: 5, bottom: 5, trailing: 5)
            section.decorationItems = [background]
            return section
        }
        let config = CollectionViewCompositionalLayoutConfiguration()
        config.interSectionSpacing = 20
        layout.configuration = config
        layout.register(BackgroundView.self, forDecorationViewOfKind: "background")

        let list = try layout.layout(
            itemCounts: [6, 9], in: ListContainer(size: CGSize(width: 390, height: 800), displayScale: 3))
        XCTAssertTrue(layout.decorationViewClass(ofKind: "background") == BackgroundView.self)
        XCTAssertNil(list.brokenInvariant())
        // Two groups of three; header 44, group 0.4 x 800.
        XCTAssertEqual(list.frame(ofSection: 0), CGRect(x: 0, y: 0, width: 390, height: 44 + 2 * 320))
        XCTAssertEqual(list.frame(ofItem: 0, inSection: 0), CGRect(x: 10, y: 54, width: 253, height: 300))
        XCTAssertEqual(list.frame(ofItem: 1, inSection: 0), CGRect(x: 283, y: 54, width: 97, height: 140))
        XCTAssertEqual(list.frame(ofItem: 2, inSection: 0), CGRect(x: 283, y: 214, width: 97, height: 140))
        XCTAssertEqual(list.frame(ofItem: 3, inSection: 0).minY, 54 + 320)
        // Centred on the corner, then moved out of it by 0.3 of its size.
        let badge = try XCTUnwrap(
            list.layoutAttributes(in: CGRect(x: 0, y: 0, width: 390, height: 200)).first {
                $0.kind.name == "badge-element-kind"
            })
        XCTAssertEqual(badge.frame, CGRect(x: 380 - 20 + 6, y: 54 - 6, width: 20, height: 20))
        XCTAssertEqual(badge.path, ElementPath(section: 0, item: 1, category: .supplementary))
        // The next section starts after the spacing, and scrolls independently.
        XCTAssertEqual(list.frame(ofSection: 1).minY, 684 + 20)
        XCTAssertEqual(list.frame(ofSection: 1).height, 44 + 320)
        let scrolling = try XCTUnwrap(list.orthogonalScrolling(ofSection: 1))
        // 0.85 x 390 = 331.5, floored to a third: three groups of 331 1/3.
        XCTAssertEqual(scrolling.contentExtent, 994, accuracy: 1e-5)
        XCTAssertNil(list.orthogonalScrolling(ofSection: 0))
        let background = try XCTUnwrap(
            list.layoutAttributes(in: CGRect(x: 0, y: 0, width: 390, height: 200)).first)
        XCTAssertEqual(background.category, .decoration)
        XCTAssertEqual(background.frame, CGRect(x: 5, y: 5, width: 380, height: 674))
    }

    private final class BackgroundView {}
}
