import Foundation
import ListEngineLayout

/// Providers return identities of their own items. Identities must be unique in the whole list: if a provider's
/// identifiers are unique only in that provider, its name is added to them.
extension SectionProviderList: ItemIdentifying {
    /// The largest product of the number of providers and identities. More would be slow.
    private static let mostQuestions = 1 << 20

    public func collectionView(
        _ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath
    ) -> AnyHashable? {
        guard let (provider, own) = relative(indexPath), let identifying = provider as? any ItemIdentifying else {
            return nil
        }
        return identifying.collectionView(collectionView, identityOfItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        var found = [IndexPath?](repeating: nil, count: identities.count)
        guard providers.count * identities.count <= Self.mostQuestions else { return found }
        for (part, provider) in providers.enumerated() {
            guard let identifying = provider as? any ItemIdentifying else { continue }
            let first = map.sections(ofPart: part).lowerBound
            let own = identifying.collectionView(collectionView, indexPathsOfItemsWithIdentities: identities)
            for (place, indexPath) in own.enumerated() {
                guard let indexPath, let path = ElementPath(indexPath) else { continue }
                found[place] = IndexPath(path.item, inSection: first + path.section)
            }
        }
        return found
    }
}
