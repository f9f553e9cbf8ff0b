import Foundation
import ListEngine
import ListEngineLayout

/// A compositional layout whose items are all measured along the scroll axis.
final class EstimatedComposition: CollectionViewCompositionalLayout {}

/// The layouts of random programs.
@MainActor
enum HostileRecipes {
    static func all() -> [any CollectionViewLayoutRecipe] {
        let sideways = ListRecipe(height: 35)
        sideways.scrollDirection = .horizontal
        return [
            ListRecipe(height: 40), ListRecipe(height: 30, estimated: true), CollectionViewFlowLayout(), sideways,
            CollectionViewCompositionalLayout { section, _ in
                .grid(columns: 1 + section % 3, itemHeight: .absolute(25))
            },
            // Spaces between items, so that the visible bounds can begin in one.
            EstimatedComposition { _, _ in .list(itemHeight: .estimated(24), spacing: 6) },
            CollectionViewCompositionalLayout { section, _ in
                switch section % 3 {
                case 0: row(loops: true)
                case 1: .list(itemHeight: .estimated(24), spacing: 4)
                default: .grid(columns: 2, itemHeight: .absolute(25))
                }
            },
            CollectionViewCompositionalLayout { _, _ in row() },
        ]
    }

    /// A line of items that scrolls independently of the list.
    static func row(loops: Bool = false) -> CollectionLayoutSection {
        let item = CollectionLayoutItem(
            layoutSize: CollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
        let size = CollectionLayoutSize(widthDimension: .absolute(35), heightDimension: .absolute(30))
        let section = CollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
        section.orthogonalScrollingBehavior = .continuous
        section.orthogonalScrollingProperties.loops = loops
        return section
    }
}
