import Foundation
import ListEngineDiff
import ListEngineLayout

// Names that programs written for other list libraries use, in one place. Each calls what it is renamed to.

// MARK: - ListingKit

public typealias ListReusableViewHelperProtocol = ListViewDequeuing

extension ListViewDequeuing {
    /// ``dequeueHeaderView(at:)``.
    public func dequeHeaderView<View: CollectionReusableView>(at indexPath: IndexPath) -> View? {
        dequeueHeaderView(at: indexPath)
    }

    /// ``dequeueFooterView(at:)``.
    public func dequeFooterView<View: CollectionReusableView>(at indexPath: IndexPath) -> View? {
        dequeueFooterView(at: indexPath)
    }

    /// ``dequeueSupplementaryView(ofKind:at:)``.
    public func dequeSupplementaryView<View: CollectionReusableView>(
        ofKind kind: ElementKind, at indexPath: IndexPath
    ) -> View? {
        dequeueSupplementaryView(ofKind: kind, at: indexPath)
    }
}

extension ListDataSource {
    /// ``init(collectsImpressions:isPrefetchingEnabled:alwaysReloads:viewController:scheduler:)``.
    /// - Parameter useNewDiffableDataSource: Without effect: there is one engine, which does what the newer one promises.
    @_disfavoredOverload
    public convenience init(
        collectImpression: Bool = false, alwaysUseReloadDataSource: Bool = false, prefetchingEnabled: Bool = false,
        useNewDiffableDataSource: Bool = false, viewController: AnyObject? = nil,
        scheduler: UpdateScheduler = .immediate
    ) {
        self.init(
            collectsImpressions: collectImpression, isPrefetchingEnabled: prefetchingEnabled,
            alwaysReloads: alwaysUseReloadDataSource, viewController: viewController, scheduler: scheduler)
    }

    /// ``didBecomeInactive()``.
    public func didBecomeDeactive() { didBecomeInactive() }
}

extension ListSection {
    @available(*, deprecated, renamed: "append(items:animatingDifferences:completion:)")
    public func append(_ items: [Item], animatingDifferences: Bool = true, completion: UpdateCompletion? = nil) {
        append(items: items, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// ``update(reconfiguring:reloadingHeader:reloadingFooter:animatingDifferences:completion:)``.
    public func newUpdate(
        reloadingItems items: [Item] = [], reloadingHeader: Bool = false, reloadingFooter: Bool = false,
        animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) {
        update(
            reconfiguring: items, reloadingHeader: reloadingHeader, reloadingFooter: reloadingFooter,
            animatingDifferences: animatingDifferences, completion: completion)
    }

    @available(
        *, deprecated,
        renamed: "update(reconfiguring:reloadingHeader:reloadingFooter:animatingDifferences:completion:)"
    )
    public func update(
        reconfigureItems items: [Item], reloadHeaderAndFooter: Bool = false, animatingDifferences: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        update(
            reconfiguring: items, reloadingHeader: reloadHeaderAndFooter, reloadingFooter: reloadHeaderAndFooter,
            animatingDifferences: animatingDifferences, completion: completion)
    }
}

extension ClosureSection {
    /// ``onDidEndDisplay(_:)``.
    @discardableResult
    public func ondidEndDisplay(_ body: @escaping CellEvent) -> Self { onDidEndDisplay(body) }
}

// MARK: - SectionKit

// The labels of before: `for:` names the provider.
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

// MARK: - Compositional layoutable sections

extension CompositionalLayoutableSection {
    @available(*, deprecated, renamed: "layout")
    public var sectionLayout: (any CompositionalLayoutableSectionLayout)? {
        get { layout }
        set { layout = newValue }
    }
}

// MARK: - P9CollectionViewHandler

public typealias P9CollectionViewHandler = CollectionViewHandler
public typealias P9CollectionViewCellProtocol = RecordView
public typealias P9CollectionViewCellDelegate = RecordViewDelegate
public typealias P9CollectionViewHandlerDelegate = CollectionViewHandlerDelegate

extension CollectionViewHandler {
    @available(*, deprecated, renamed: "registerCallback(callback:forCellIdentifier:withEventIdentifier:)")
    public func registCallback(
        callback: @escaping Callback, forCellIdentifier cellIdentifier: String,
        withEventIdentifier eventIdentifier: String? = nil
    ) {
        registerCallback(
            callback: callback, forCellIdentifier: cellIdentifier, withEventIdentifier: eventIdentifier)
    }

    @available(*, deprecated, renamed: "unregisterCallback(forCellIdentifier:withEventIdentifier:)")
    public func unregistCallback(
        forCellIdentifier cellIdentifier: String, withEventIdentifier eventIdentifier: String? = nil
    ) { unregisterCallback(forCellIdentifier: cellIdentifier, withEventIdentifier: eventIdentifier) }

    @available(*, deprecated, renamed: "unregisterAllCallbacks()")
    public func unregistAllCallbacks() { unregisterAllCallbacks() }
}
