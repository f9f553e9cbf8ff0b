import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Identifies a record that has no identifier. A reference would keep the record alive for as long as its measured size
/// is kept, and the address of a record can be reused by another one.
struct RecordNumber: Hashable {
    let number: UInt64

    @MainActor
    init(of record: CollectionViewHandler.Record) { number = record.number }
}

/// The identifiers of records of any type, looked up by index path.
protocol ShownIdentifiers {
    func identity(at indexPath: IndexPath) -> AnyHashable?
    func indexPath(ofIdentity identity: AnyHashable) -> IndexPath?
    /// The identifiers after a move by the user; nil if there is no such place.
    func moving(from source: IndexPath, to target: IndexPath) -> (any ShownIdentifiers)?
}

extension DiffableSnapshot: ShownIdentifiers {
    func moving(from source: IndexPath, to target: IndexPath) -> (any ShownIdentifiers)? {
        guard let source = ElementPath(source), let target = ElementPath(target), let item = item(at: source) else {
            return nil
        }
        var after = moving(item, from: source, to: target)
        after?.settle()
        return after
    }
}

extension RecordProvider: ItemIdentifying {
    func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        guard let handler else { return nil }
        if let names = handler.names { return names.identity(at: indexPath) }
        return handler.record(at: indexPath).map { AnyHashable(RecordNumber(of: $0)) }
    }

    func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        guard let handler else { return identities.map { _ in nil } }
        if let names = handler.names { return identities.map { names.indexPath(ofIdentity: $0) } }
        return indexPaths(ofItemsWith: identities, counts: handler.sections.map { $0.records?.count ?? 0 }) {
            self.collectionView(collectionView, identityOfItemAt: $0)
        }
    }
}
