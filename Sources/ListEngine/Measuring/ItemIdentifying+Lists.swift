import Foundation
import ListEngineDiff
import ListEngineLayout

// Who items are, as the data sources of the library know them.

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

/// Providers answer for their own items. Identities are those of the whole list: a provider whose identifiers are its own
/// alone adds its name to them.
extension SectionProviderList: ItemIdentifying {
    /// Providers asked, times identities: more than this is slow.
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
                found[place] = IndexPath(item: path.item, section: first + path.section)
            }
        }
        return found
    }
}

/// The identifiers of a controller's providers are one name space.
extension ProvidedSections: ItemIdentifying {
    func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        guard let path = ElementPath(indexPath), (0..<shown.numberOfSections).contains(path.section),
            (0..<shown.numberOfItems(inSectionAt: path.section)).contains(path.item)
        else { return nil }
        return AnyHashable(shown.itemIdentifier(at: ItemIndexPath(section: path.section, item: path.item)))
    }

    func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        identities.map { identity in
            (identity.base as? ItemIdentifier).flatMap { shown.indexPath(of: $0) }
                .map { IndexPath(item: $0.item, section: $0.section) }
        }
    }
}

/// Items of a section have identifiers that no other item of the section has.
struct ItemOfSection<SectionIdentifier: Hashable, ItemIdentifier: Hashable>: Hashable {
    var section: SectionIdentifier
    var item: ItemIdentifier
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
            return shown.indexPath(of: known.item).map { IndexPath(item: $0.item, section: 0) }
        }
    }
}
