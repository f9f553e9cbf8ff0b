import Foundation
import ListEngineDiff
import ListEngineLayout

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
