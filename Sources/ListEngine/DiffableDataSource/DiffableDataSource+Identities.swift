import Foundation
import ListEngineDiff
import ListEngineLayout

extension DiffableDataSource: ItemIdentifying {
    public func collectionView(
        _ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath
    ) -> AnyHashable? {
        current.identity(at: indexPath)
    }

    public func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        identities.map { current.indexPath(ofIdentity: $0) }
    }
}

extension DiffableDataSource: ItemNumbering {
    var numbering: AnyObject { current.numbering }

    func number(of path: ElementPath) -> UInt32? {
        current.itemNumber(ifAt: path.item, inSection: path.section)
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
        collectionView?.renumberItems(from: old.numbering, to: current.numbering) {
            current.numbers(of: $0, in: old)
        }
    }
}
