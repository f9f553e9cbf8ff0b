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

    /// ``attach(to:)``.
    public func prepare(for collectionView: CollectionView) { attach(to: collectionView) }

    /// ``didBecomeInactive()``.
    public func didBecomeDeactive() { didBecomeInactive() }
}

extension ListSection {
    /// ``reconfigureCells(for:)``.
    public func reloadCells(for items: [Item]) { reconfigureCells(for: items) }

    /// ``reconfigureHeader()``.
    public func reloadHeader() { reconfigureHeader() }

    /// ``reconfigureFooter()``.
    public func reloadFooter() { reconfigureFooter() }

    /// ``append(items:animatingDifferences:completion:)``.
    public func append(_ items: [Item], animatingDifferences: Bool = true, completion: UpdateCompletion? = nil) {
        append(items: items, animatingDifferences: animatingDifferences, completion: completion)
    }

    /// ``update(reconfiguring:reconfiguringHeader:reconfiguringFooter:animatingDifferences:completion:)``.
    public func newUpdate(
        reloadingItems items: [Item] = [], reloadingHeader: Bool = false, reloadingFooter: Bool = false,
        animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) {
        update(
            reconfiguring: items, reconfiguringHeader: reloadingHeader, reconfiguringFooter: reloadingFooter,
            animatingDifferences: animatingDifferences, completion: completion)
    }

    @available(
        *, deprecated,
        renamed: "update(reconfiguring:reconfiguringHeader:reconfiguringFooter:animatingDifferences:completion:)"
    )
    public func update(
        reconfigureItems items: [Item], reloadHeaderAndFooter: Bool = false, animatingDifferences: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        update(
            reconfiguring: items, reconfiguringHeader: reloadHeaderAndFooter,
            reconfiguringFooter: reloadHeaderAndFooter,
            animatingDifferences: animatingDifferences, completion: completion)
    }

    // Without this form, `update(reloadHeaderAndFooter: true)` would need the other argument. If that had a default, a
    // plain `update()` would be ambiguous.
    @available(
        *, deprecated,
        renamed: "update(reconfiguring:reconfiguringHeader:reconfiguringFooter:animatingDifferences:completion:)"
    )
    public func update(
        reloadHeaderAndFooter: Bool, animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) {
        update(
            reconfiguringHeader: reloadHeaderAndFooter, reconfiguringFooter: reloadHeaderAndFooter,
            animatingDifferences: animatingDifferences, completion: completion)
    }

    /// ``relayout(animatingDifferences:completion:)``.
    public func relayout(animated: Bool, completion: UpdateCompletion? = nil) {
        relayout(animatingDifferences: animated, completion: completion)
    }

    /// The supplementary view of an item; nil if it is not visible or is of another class.
    public func supplementaryView<View: CollectionReusableView>(for item: Item, kind: String) -> View? {
        guard let indexPath = indexPath(for: itemIdentifier(of: item)) else { return nil }
        return supplementaryView(for: indexPath[1], kind: ElementKind(kind))
    }
}

// MARK: - Insets

extension ListSection {
    /// `UIEdgeInsets` without its prefix.
    public typealias EdgeInsets = SectionInsets
}

// MARK: - Closures

/// A section of items that a string identifies.
public typealias GenericSection<Item: ListIdentifiable> = ClosureSection<Item, String>

extension ClosureSection {
    /// ``minimumInteritemSpacing(_:)``.
    @discardableResult
    public func minimumInterItemSpacing(_ spacing: CGFloat) -> Self { minimumInteritemSpacing(spacing) }

    /// ``onCellConfigure(_:_:)``, with ListingKit's labels and order of parameters.
    @discardableResult
    public func onCellConfigure<Cell: CollectionViewCell>(
        for cellType: Cell.Type, configure: @escaping @MainActor (Item, Cell, IndexPath) -> Void
    ) -> Self { onCellConfigure(cellType) { configure($1, $0, $2) } }

    /// ``onHeaderConfigure(_:_:)``.
    @discardableResult
    public func onHeaderConfigure<Header: CollectionReusableView>(
        for viewType: Header.Type, configure: @escaping @MainActor (Header, IndexPath) -> Void
    ) -> Self { onHeaderConfigure(viewType, configure) }

    /// ``onFooterConfigure(_:_:)``.
    @discardableResult
    public func onFooterConfigure<Footer: CollectionReusableView>(
        for viewType: Footer.Type, configure: @escaping @MainActor (Footer, IndexPath) -> Void
    ) -> Self { onFooterConfigure(viewType, configure) }

    /// ``onWillDisplay(_:)``, without the cell.
    @discardableResult
    public func onWillDisplay(_ body: @escaping Event) -> Self { onWillDisplay { body($1, $2) } }

    /// ``onDidEndDisplay(_:)``, without the cell.
    @discardableResult
    public func ondidEndDisplay(_ body: @escaping Event) -> Self { onDidEndDisplay { body($1, $2) } }
}
