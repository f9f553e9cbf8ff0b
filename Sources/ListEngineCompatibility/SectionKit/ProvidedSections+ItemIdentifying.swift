import Foundation
import ListEngine
import ListEngineDiff

/// Identifiers are unique among all providers of a controller, so they are used as identities.
extension ProvidedSections: ItemIdentifying {
    func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        shown.identity(at: indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] { identities.map { shown.indexPath(ofIdentity: $0) } }
}
