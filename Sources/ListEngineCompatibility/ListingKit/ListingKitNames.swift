import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// Names for programs that were written for ListingKit. Each one calls the method or type that replaces it.

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
    /// - Parameter useNewDiffableDataSource: Has no effect. There is only one engine, and it does what the newer data
    ///   source promises.
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
