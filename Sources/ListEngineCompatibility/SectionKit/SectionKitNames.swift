import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// Names for programs that were written for SectionKit. Each one calls the method or type that replaces it.

extension CollectionSectionSelectionPolicy {
    /// ``exclusive``.
    public static var exclusiveProvider: Self { .exclusive }
}

// The former argument labels: `for:` names the provider.
extension CollectionSectionController {
    @available(*, deprecated, renamed: "snapshotForSectionProvider(_:)")
    public func snapshot(for sectionProvider: Provider) -> Snapshot { snapshotForSectionProvider(sectionProvider) }

    @available(*, deprecated, renamed: "apply(_:animatingDifferences:sectionProvider:completion:)")
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, for sectionProvider: Provider,
        completion: Completion? = nil
    ) {
        apply(
            snapshot, animatingDifferences: animatingDifferences, sectionProvider: sectionProvider,
            completion: completion)
    }

    @available(*, deprecated, renamed: "applySnapshotUsingReloadData(_:sectionProvider:completion:)")
    public func applySnapshotUsingReloadData(
        _ snapshot: Snapshot, for sectionProvider: Provider, completion: Completion? = nil
    ) { applySnapshotUsingReloadData(snapshot, sectionProvider: sectionProvider, completion: completion) }

    @available(*, deprecated, renamed: "addDelegate(_:sectionProvider:)")
    public func addDelegate(
        _ delegate: any CollectionSectionControllerDelegate<SectionIdentifierType, ItemIdentifierType>,
        for sectionProvider: Provider
    ) { addDelegate(delegate, sectionProvider: sectionProvider) }

    @available(*, deprecated, renamed: "removeDelegate(sectionProvider:)")
    public func removeDelegate(for sectionProvider: Provider) { removeDelegate(sectionProvider: sectionProvider) }

    @available(*, deprecated, renamed: "addPrefetchingDataSource(_:sectionProvider:)")
    public func addPrefetchingDataSource(
        _ dataSource: any CollectionSectionControllerDataSourcePrefetching<SectionIdentifierType, ItemIdentifierType>,
        for sectionProvider: Provider
    ) { addPrefetchingDataSource(dataSource, sectionProvider: sectionProvider) }

    @available(*, deprecated, renamed: "numberOfSections(sectionProvider:)")
    public func numberOfSections(for sectionProvider: Provider) -> Int {
        numberOfSections(sectionProvider: sectionProvider)
    }

    @available(*, deprecated, renamed: "numberOfItems(inSection:sectionProvider:)")
    public func numberOfItems(inSection section: Int, for sectionProvider: Provider) -> Int? {
        numberOfItems(inSection: section, sectionProvider: sectionProvider)
    }

    @available(*, deprecated, renamed: "visibleCells(sectionProvider:)")
    public func visibleCells(for sectionProvider: Provider) -> [CollectionViewCell] {
        visibleCells(sectionProvider: sectionProvider)
    }

    @available(*, deprecated, renamed: "indexPathsForVisibleItems(sectionProvider:)")
    public func indexPathsForVisibleItems(for sectionProvider: Provider) -> [IndexPath] {
        indexPathsForVisibleItems(sectionProvider: sectionProvider)
    }

    @available(*, deprecated, renamed: "indexPathsForSelectedItems(sectionProvider:)")
    public func indexPathsForSelectedItems(for sectionProvider: Provider) -> [IndexPath] {
        indexPathsForSelectedItems(sectionProvider: sectionProvider)
    }
}

// SectionKit's updates, whose completions have no parameter. Each calls the method of the same name.
extension CollectionSectionController {
    public typealias PlainCompletion = @MainActor () -> Void

    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, sectionProvider: Provider,
        completion: @escaping PlainCompletion
    ) {
        apply(snapshot, animatingDifferences: animatingDifferences, sectionProvider: sectionProvider) { _ in
            completion()
        }
    }

    public func applySnapshotUsingReloadData(
        _ snapshot: Snapshot, sectionProvider: Provider, completion: @escaping PlainCompletion
    ) { applySnapshotUsingReloadData(snapshot, sectionProvider: sectionProvider) { _ in completion() } }

    public func deleteSectionProvider(
        _ sectionProvider: Provider, animatingDifferences: Bool = true, completion: @escaping PlainCompletion
    ) { deleteSectionProvider(sectionProvider, animatingDifferences: animatingDifferences) { _ in completion() } }

    public func deleteSectionProviderUsingReloadData(
        _ sectionProvider: Provider, completion: @escaping PlainCompletion
    ) { deleteSectionProviderUsingReloadData(sectionProvider) { _ in completion() } }
}
