import Foundation
import ListEngine
import ListEngineDiff

/// Identifiers are unique among all providers of a controller, so they are used as identities.
extension ProvidedSections: ItemIdentifying {
    func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        guard has(indexPath) else { return nil }
        return AnyHashable(shown.itemIdentifier(at: ItemIndexPath(section: indexPath[0], item: indexPath[1])))
    }

    func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        identities.map { identity in
            (identity.base as? ItemIdentifier).flatMap { shown.indexPath(of: $0) }
                .map { IndexPath($0.item, inSection: $0.section) }
        }
    }
}
