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

/// Identifies an object for ever. Its address does so only while it lives: another object can get the address afterwards.
package struct ObjectNumber: Hashable {
    private let number: Int

    @MainActor
    package init(of object: AnyObject) {
        if let known = Self.known[ObjectIdentifier(object)], known.object === object {
            number = known.number
            return
        }
        Self.last += 1
        number = Self.last
        Self.known[ObjectIdentifier(object)] = Known(object: object, number: number)
        guard Self.known.count > Self.most else { return }
        Self.known = Self.known.filter { $1.object != nil }
        Self.most = 2 * Self.known.count + 64
    }

    private struct Known {
        weak var object: AnyObject?
        let number: Int
    }

    @MainActor private static var known: [ObjectIdentifier: Known] = [:]
    @MainActor private static var last = 0
    /// The number of objects from which on those that have gone away are forgotten.
    @MainActor private static var most = 64
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
