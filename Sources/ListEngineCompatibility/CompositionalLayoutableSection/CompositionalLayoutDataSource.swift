import Foundation
import ListEngine
import ListEngineLayout

/// Provides the supplementary views of the list itself, which belong to no section.
@MainActor
public protocol CompositionalLayoutSupplementarySource: AnyObject {
    /// - Parameter indexPath: An index path with one index: that of the element.
    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView?
}

/// The data source of a list of ``CompositionalLayoutableSection``s. It forwards each call to the data source of the
/// section concerned.
///
/// The sections are those that the provider had when the list was last loaded. Later changes of the provider's array do
/// not affect what is shown.
@MainActor
open class CompositionalLayoutDataSource: PositionalDataSource, ItemIdentifying {
    public private(set) weak var provider: (any CompositionalLayoutProvider)?

    /// Provides the supplementary views of the list itself. It is held weakly.
    open weak var configuration: (any CompositionalLayoutSupplementarySource)?

    /// The sections that are shown.
    public private(set) var sections: [CompositionalLayoutableSection] = []
    private let parts = LayoutableParts()

    /// Kept alive for the queue.
    private let scheduler: UpdateScheduler
    /// The queue of the sections' updates.
    let queue: UpdateQueue

    /// - Parameters:
    ///   - provider: Provides the sections. It is held weakly.
    ///   - scheduler: Determines when updates of sections are shown.
    public init(provider: any CompositionalLayoutProvider, scheduler: UpdateScheduler = .immediate) {
        self.provider = provider
        self.scheduler = scheduler
        queue = UpdateQueue(scheduler)
    }

    /// Adopts the current sections of the provider.
    func adopt(for collectionView: CollectionView) {
        queue.list = collectionView
        let new = provider?.compositionalLayoutSections ?? []
        for section in sections where section.collectionView === collectionView {
            section.collectionView = nil
            section.index = nil
        }
        for (index, section) in new.enumerated() {
            section.collectionView = collectionView
            section.index = index
        }
        sections = new
        CollectionView.partnerChanges &+= 1
        // Otherwise they would retain sections until the next cell.
        parts.forget()
        (collectionView.delegate as? CompositionalLayoutDelegate)?.parts.forget()
    }

    /// Returns the section at an index; nil if there is none.
    public func section(at index: Int) -> CompositionalLayoutableSection? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    /// Returns the index of the section that has a data source; nil if there is none.
    func number(of dataSource: any CollectionViewDataSource) -> Int? {
        sections.firstIndex { $0.dataSource === dataSource }
    }

    private func dataSource(at indexPath: IndexPath) -> (any CollectionViewDataSource)? {
        guard let path = ElementPath(indexPath) else { return nil }
        return section(at: path.section)?.dataSource
    }

    /// Adopts the provider's current sections, unless only items are loaded.
    open func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {
        if scope != .items { adopt(for: collectionView) }
    }

    open func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }

    open func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        self.section(at: section)?.dataSource?.collectionView(collectionView, numberOfItemsInSection: section) ?? 0
    }

    open func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        dataSource(at: indexPath)?.collectionView(collectionView, cellForItemAt: indexPath) ?? PlaceholderCell()
    }

    package func cell(
        at path: ElementPath, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>?
    ) -> CollectionViewCell {
        // A subclass can change how cells are requested.
        guard type(of: self) == CompositionalLayoutDataSource.self else {
            return self.collectionView(collectionView, cellForItemAt: path.indexPath)
        }
        if !parts.areCurrent(for: collectionView) { parts.update(for: collectionView, sections) }
        return parts[path.section]?.cell(at: path, in: collectionView)
            ?? self.collectionView(collectionView, cellForItemAt: path.indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        guard indexPath.count > 1 else {
            return configuration?.collectionView(
                collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
        }
        return dataSource(at: indexPath)?
            .collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
    }

    open func collectionView(_ collectionView: CollectionView, indexTitleForSection section: Int) -> String? {
        self.section(at: section)?.dataSource?.collectionView(collectionView, indexTitleForSection: section)
    }

    open func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool {
        dataSource(at: indexPath)?.collectionView(collectionView, setExpanded: isExpanded, forItemAt: indexPath)
            ?? false
    }

    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        dataSource(at: indexPath)?.collectionView(collectionView, canMoveItemAt: indexPath) ?? false
    }

    /// Forwards the move to the section that the item leaves. If the item enters another section, that section receives
    /// the call as well.
    open func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        let (source, destination) = (dataSource(at: sourceIndexPath), dataSource(at: destinationIndexPath))
        source?.collectionView(collectionView, moveItemAt: sourceIndexPath, to: destinationIndexPath)
        if destination !== source {
            destination?.collectionView(collectionView, moveItemAt: sourceIndexPath, to: destinationIndexPath)
        }
    }

    open func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) { dataSource(at: indexPath)?.collectionView(collectionView, commit: editingStyle, forItemAt: indexPath) }

    // MARK: ItemIdentifying

    /// Returns ``CompositionalLayoutableSectionDataSource/identity(ofItem:)`` of the section. If the section's data
    /// source is of another kind and is an `ItemIdentifying`, its identity is returned.
    open func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        guard let source = dataSource(at: indexPath) else { return nil }
        if let source = source as? any CompositionalLayoutableSectionDataSource {
            return source.identity(ofItem: indexPath[1])
        }
        return (source as? any ItemIdentifying)?.collectionView(collectionView, identityOfItemAt: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        let counts = sections.indices.map { self.collectionView(collectionView, numberOfItemsInSection: $0) }
        return indexPaths(ofItemsWith: identities, counts: counts) {
            self.collectionView(collectionView, identityOfItemAt: $0)
        }
    }
}

/// The prefetch source of a list of ``CompositionalLayoutableSection``s. It calls each section's prefetch source with
/// the section's own items, in the order in which they were requested.
@MainActor
open class CompositionalLayoutDataSourcePrefetching: CollectionViewDataSourcePrefetching {
    public private(set) weak var provider: (any CompositionalLayoutProvider)?

    /// - Parameter provider: Provides the sections. It is held weakly.
    public init(provider: any CompositionalLayoutProvider) { self.provider = provider }

    open func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        for (section, own) in grouped(indexPaths, collectionView) {
            section.prefetchDataSource?.collectionView(collectionView, prefetchItemsAt: own)
        }
    }

    open func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
        for (section, own) in grouped(indexPaths, collectionView) {
            section.prefetchDataSource?.collectionView(collectionView, cancelPrefetchingForItemsAt: own)
        }
    }

    private func grouped(
        _ indexPaths: [IndexPath], _ collectionView: CollectionView
    ) -> [(CompositionalLayoutableSection, [IndexPath])] {
        let sections = collectionView.compositionalSections ?? provider?.compositionalLayoutSections ?? []
        return indexPaths.grouped { sections.indices.contains($0) ? $0..<$0 + 1 : nil }
            .map { (sections[$0.sections.lowerBound], $0.items) }
    }
}
