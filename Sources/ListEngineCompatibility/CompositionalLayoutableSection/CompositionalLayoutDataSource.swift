import Foundation
import ListEngine
import ListEngineLayout

/// Gives the supplementary views of a list itself, which are no section's.
@MainActor
public protocol CompositionalLayoutSupplementarySource: AnyObject {
    /// - Parameter indexPath: The index of the element alone.
    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView?
}

/// The data source of a list of ``CompositionalLayoutableSection``s: asks the section that a question is about.
///
/// The sections are those that its provider had when the list was last loaded: whatever becomes of the provider's array,
/// what is shown stays whole.
@MainActor
open class CompositionalLayoutDataSource: CollectionViewDataSource, ItemIdentifying {
    public private(set) weak var provider: (any CompositionalLayoutProvider)?

    /// Gives the supplementary views of the list itself. It is not kept alive.
    open weak var configuration: (any CompositionalLayoutSupplementarySource)?

    /// The sections that are shown.
    public private(set) var sections: [CompositionalLayoutableSection] = []

    /// The updates of the sections.
    let queue: UpdateQueue

    /// - Parameters:
    ///   - provider: Not kept alive.
    ///   - scheduler: When updates of sections are shown.
    public init(provider: any CompositionalLayoutProvider, scheduler: UpdateScheduler = .immediate) {
        self.provider = provider
        queue = UpdateQueue(scheduler)
    }

    /// Takes the sections that the provider has now.
    func adopt(for collectionView: CollectionView) {
        queue.collectionView = collectionView
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
    }

    /// The section that a number stands for; nil where there is none.
    public func section(at index: Int) -> CompositionalLayoutableSection? {
        sections.indices.contains(index) ? sections[index] : nil
    }

    /// The number of the section whose items a data source has; nil where there is none.
    func number(of dataSource: any CollectionViewDataSource) -> Int? {
        sections.firstIndex { $0.dataSource === dataSource }
    }

    private func dataSource(at indexPath: IndexPath) -> (any CollectionViewDataSource)? {
        guard let path = ElementPath(indexPath) else { return nil }
        return section(at: path.section)?.dataSource
    }

    /// Takes the sections of the provider, unless only items are loaded.
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

    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        dataSource(at: indexPath)?.collectionView(collectionView, canMoveItemAt: indexPath) ?? false
    }

    /// Tells the section that the item leaves, and where it is another one, the section that it comes to.
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

    /// As ``CompositionalLayoutableSectionDataSource/identity(ofItem:)`` of the section says; a data source of another kind
    /// says it as an `ItemIdentifying` itself.
    open func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        guard let source = dataSource(at: indexPath) else { return nil }
        if let source = source as? any CompositionalLayoutableSectionDataSource {
            return source.identity(ofItem: indexPath.item)
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

/// The prefetch source of a list of ``CompositionalLayoutableSection``s: asks each section for its own items, in the order in
/// which they were named.
@MainActor
open class CompositionalLayoutDataSourcePrefetching: CollectionViewDataSourcePrefetching {
    public private(set) weak var provider: (any CompositionalLayoutProvider)?

    /// - Parameter provider: Not kept alive.
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
        var groups: [(CompositionalLayoutableSection, [IndexPath])] = []
        var places: [Int: Int] = [:]
        for indexPath in indexPaths {
            guard let path = ElementPath(indexPath), sections.indices.contains(path.section) else { continue }
            if let place = places[path.section] {
                groups[place].1.append(indexPath)
            } else {
                places[path.section] = groups.count
                groups.append((sections[path.section], [indexPath]))
            }
        }
        return groups
    }
}
