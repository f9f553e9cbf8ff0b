import Foundation
import ListEngine
import ListEngineLayout

extension DescriptionProvider: ItemIdentifying {
    func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        ElementPath(indexPath).flatMap { section.identity(ofItem: $0.item) }
    }

    func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        guard adapter?.showsItems(of: section) != false else { return identities.map { _ in nil } }
        let number = ObjectNumber(of: section)
        let known = identities.map { identity -> IndexPath? in
            guard let named = identity.base as? ItemOfSection<ObjectNumber, AnyHashable>,
                named.section == number, let index = section.storage.index(of: named.item),
                // A subclass may give its items other identities.
                section.identity(ofItem: index) == identity
            else { return nil }
            return IndexPath(index, inSection: 0)
        }
        guard known.contains(where: { $0 == nil }) else { return known }
        let found = indexPaths(ofItemsWith: identities, counts: [section.numberOfItems]) { [section] in
            section.identity(ofItem: $0[1])
        }
        return zip(known, found).map { $0 ?? $1 }
    }
}
