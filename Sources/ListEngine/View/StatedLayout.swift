import ListEngineLayout

/// A data source, or a part of one, whose sections state their layouts.
@MainActor
protocol SectionLayoutSource: AnyObject {
    /// Nil if the section states none.
    func layout(ofSection section: Int, in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection?
}

/// The layout of a list that was created without one: sections state their own, and other items are measured rows.
@MainActor
final class StatedLayout {
    weak var list: CollectionView?

    /// The recipe keeps this object.
    var recipe: CollectionViewCompositionalLayout {
        CollectionViewCompositionalLayout { [self] section, environment in
            let source = list?.dataSource as? any SectionLayoutSource
            return source?.layout(ofSection: section, in: environment)
                ?? .list(itemHeight: .estimated(list?.usualItemExtent ?? 44))
        }
    }
}
