import Foundation
import ListEngineDiff
import ListEngineLayout

// Identities of items in the library's own data sources.

extension DiffableDataSource: ItemIdentifying {
    public func collectionView(
        _ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath
    ) -> AnyHashable? {
        itemIdentifier(for: indexPath).map { AnyHashable($0) }
    }

    public func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        identities.map { identity in (identity.base as? ItemIdentifier).flatMap { indexPath(for: $0) } }
    }
}

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

/// The identity of an item whose identifier is unique only in its section.
package struct ItemOfSection<SectionIdentifier: Hashable, ItemIdentifier: Hashable>: Hashable {
    package var section: SectionIdentifier
    package var item: ItemIdentifier

    package init(section: SectionIdentifier, item: ItemIdentifier) {
        self.section = section
        self.item = item
    }
}

extension ListedSection: ItemIdentifying {
    func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        guard let path = ElementPath(indexPath), let item = shownIdentifier(path.item) else { return nil }
        return AnyHashable(ItemOfSection(section: identifier, item: item))
    }

    func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        identities.map { identity in
            guard let known = identity.base as? ItemOfSection<String, Section.ItemIdentifier>,
                known.section == identifier
            else { return nil }
            return shown.indexPath(of: known.item).map { IndexPath($0.item, inSection: 0) }
        }
    }
}
