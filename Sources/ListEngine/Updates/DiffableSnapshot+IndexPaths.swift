import Foundation
import ListEngineDiff
import ListEngineLayout

// The items of a snapshot by the positions that a list uses. The positions may be any.

extension DiffableSnapshot {
    /// The item at an index path; nil if there is none.
    /// - Complexity: O(log *chunks*), as for the other methods here.
    package func item(at indexPath: IndexPath) -> ItemIdentifier? { ElementPath(indexPath).flatMap { item(at: $0) } }

    /// The item at a position; nil if there is none.
    package func item(at path: ElementPath) -> ItemIdentifier? {
        guard path.category == .item, let number = itemNumber(ifAt: path.item, inSection: path.section) else {
            return nil
        }
        return identifier(ofItemNumbered: number)
    }

    /// The index path of an item; nil if it is not in the snapshot.
    package func listIndexPath(of item: ItemIdentifier) -> IndexPath? {
        indexPath(of: item).map { IndexPath($0.item, inSection: $0.section) }
    }

    /// The identity of an item: its identifier. See ``ItemIdentifying``.
    package func identity(at indexPath: IndexPath) -> AnyHashable? { item(at: indexPath).map { AnyHashable($0) } }

    /// The index path of an item by its identity; nil if it is not in the snapshot.
    package func indexPath(ofIdentity identity: AnyHashable) -> IndexPath? {
        (identity.base as? ItemIdentifier).flatMap { listIndexPath(of: $0) }
    }
}
