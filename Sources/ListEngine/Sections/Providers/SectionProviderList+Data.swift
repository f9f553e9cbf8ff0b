import Foundation
import ListEngineLayout

// The data comes from the provider only. No outer delegate is called.
extension SectionProviderList: PositionalDataSource, AttachedList {
    public func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {
        for provider in providers { provider.collectionView(collectionView, willLoad: scope) }
        recount()
    }

    public func numberOfSections(in collectionView: CollectionView) -> Int {
        collectionView.noteAnswer(of: self, updating: storedCollectionView)
        return map.numberOfSections
    }

    public func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        guard let (part, section) = map.part(ofSection: section) else { return 0 }
        return providers[part].collectionView(collectionView, numberOfItemsInSection: section)
    }

    public func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        guard let path = ElementPath(indexPath) else { return PlaceholderCell() }
        let owner = owner
        defer { withExtendedLifetime(owner) {} }
        return cell(at: path, in: collectionView, for: owner.map { Unmanaged.passUnretained($0) })
    }

    package func cell(
        at path: ElementPath, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>?
    ) -> CollectionViewCell {
        guard let (part, section) = storedMap.part(ofSection: path.section) else { return PlaceholderCell() }
        return parts[part].cell(at: position(path, section), in: collectionView, for: owner)
    }

    public func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        guard let (provider, own) = relative(indexPath) else {
            return listElementProvider?(collectionView, kind, indexPath)
        }
        return provider.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: own)
    }

    public func collectionView(_ collectionView: CollectionView, indexTitleForSection section: Int) -> String? {
        guard let (provider, own) = provider(ofSection: section) else { return nil }
        return provider.collectionView(collectionView, indexTitleForSection: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, field column: String, ofItemAt indexPath: IndexPath
    ) -> TableField? {
        guard let (provider, own) = relative(indexPath) else { return nil }
        return provider.collectionView(collectionView, field: column, ofItemAt: own)
    }

    public func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return false }
        return provider.collectionView(collectionView, canMoveItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard let (source, from) = relative(sourceIndexPath), let (destination, to) = relative(destinationIndexPath)
        else { return }
        if source === destination {
            source.collectionView(collectionView, moveItemAt: from, to: to)
            return
        }
        let move = ProviderMove(
            source: source, sourceIndexPath: from, destination: destination, destinationIndexPath: to)
        source.collectionView(collectionView, moveItemBetweenProviders: move)
        destination.collectionView(collectionView, moveItemBetweenProviders: move)
    }

    public func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {
        guard let (provider, own) = relative(indexPath) else { return }
        provider.collectionView(collectionView, commit: editingStyle, forItemAt: own)
    }

    public func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool {
        guard let (provider, own) = relative(indexPath) else { return false }
        return provider.collectionView(collectionView, setExpanded: isExpanded, forItemAt: own)
    }
}

extension SectionProviderList: CollectionViewDataSourcePrefetching {
    public func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        guard mayPrefetch(in: collectionView) else { return }
        for (provider, own) in grouped(indexPaths, map, parts) {
            provider.collectionView(collectionView, prefetchItemsAt: own)
        }
    }

    public func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {
        let (map, parts) = reportedParts
        for (provider, own) in grouped(indexPaths, map, parts) {
            provider.collectionView(collectionView, cancelPrefetchingForItemsAt: own)
        }
    }

    /// The items of each provider, by their positions there, in the order of `indexPaths`.
    private func grouped(
        _ indexPaths: [IndexPath], _ map: SectionMap, _ parts: [ProviderPart]
    ) -> [(any SectionProvider, [IndexPath])] {
        var groups: [(any SectionProvider, [IndexPath])] = []
        let owned = indexPaths.grouped { section in
            guard let (part, _) = map.part(ofSection: section) else { return nil }
            return map.sections(ofPart: part)
        }
        for (sections, items) in owned {
            guard let (part, _) = map.part(ofSection: sections.lowerBound) else { continue }
            var own = items
            if sections.lowerBound > 0 {
                for place in own.indices {
                    own[place] = IndexPath(own[place][1], inSection: own[place][0] - sections.lowerBound)
                }
            }
            groups.append((parts[part].provider, own))
        }
        return groups
    }
}
