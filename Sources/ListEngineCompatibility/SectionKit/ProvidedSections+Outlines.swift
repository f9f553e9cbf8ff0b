import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// The outlines of a provider, as a `DiffableDataSource` shows them.
extension ProvidedSections: OutlineOwner {
    var current: Snapshot { shown }
    var collectionView: CollectionView? { list?.collectionView }

    func edit(
        animatingDifferences: Bool, _ body: @escaping @MainActor (inout Snapshot) throws -> Void,
        completion: UpdateCompletion?
    ) {
        updates.add(
            .edit { [weak self] snapshot in
                let isFirst = self?.acceptedOutlines == nil
                if isFirst { self?.acceptedOutlines = self?.outlines }
                do {
                    try body(&snapshot)
                } catch {
                    if isFirst { self?.restoreOutlines() }
                    throw error
                }
            }, animatingDifferences ? .animated : .atOnce, completion)
    }

    /// The edits of the outlines are not shown.
    func restoreOutlines() {
        if let acceptedOutlines { outlines = acceptedOutlines }
        acceptedOutlines = nil
    }

    func ownPath(_ path: ElementPath) -> ElementPath? {
        controller?.own(path.indexPath, self).flatMap { ElementPath($0) }
    }

    func listPath(_ path: ElementPath) -> ElementPath? {
        list?.absolute(path.indexPath, of: self).flatMap { ElementPath($0) }
    }

    func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool { ElementPath(indexPath).map { setExpandedByKey(isExpanded, at: $0, in: collectionView) } ?? false }
}
