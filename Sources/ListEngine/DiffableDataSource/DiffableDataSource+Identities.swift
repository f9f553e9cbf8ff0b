import Foundation
import ListEngineDiff
import ListEngineLayout

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

extension DiffableDataSource: ItemNumbering {
    var numbering: AnyObject { current.numbering }

    func number(of path: ElementPath) -> UInt32? {
        has(path) ? current.itemNumber(at: ItemIndexPath(section: path.section, item: path.item)) : nil
    }

    func numbers(ofItems items: IndexRuns?, inSection section: Int) -> [UInt32] {
        items.map { current.numbers(ofItems: Array($0.ranges), inSectionAt: section) }
            ?? current.numbers(inSectionAt: section)
    }

    func path(ofItemNumbered number: UInt32) -> ElementPath? {
        current.indexPath(ofItemNumbered: number).map { .item($0.item, inSection: $0.section) }
    }

    /// Identifiers of long deleted items were dropped, so items with stored sizes have other numbers.
    func followRenewal(from old: Snapshot) {
        guard old.numbering !== current.numbering else { return }
        collectionView?.sizing.measuredSizes.renumber(from: old.numbering, to: current.numbering) {
            current.numbers(of: $0, in: old)
        }
    }
}
