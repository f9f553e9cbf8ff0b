import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// Queries that a provider makes about its own sections. Index paths and section indices count from its first section.
extension CollectionSectionController {
    public typealias Provider = any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    typealias Part = ProvidedSections<SectionIdentifierType, ItemIdentifierType>

    // MARK: Index paths

    /// Converts an index path of a provider to an index path of the whole list; nil if the provider has no such
    /// section.
    /// - Complexity: O(1).
    public func absoluteIndexPath(for indexPath: IndexPath, sectionProvider: Provider) -> IndexPath? {
        sectionProviderList.absolute(indexPath, of: part(of: sectionProvider))
    }

    /// Returns the provider that owns an item of the whole list, and the item's index path in the provider; nil if
    /// there is none.
    /// - Complexity: O(log *providers*).
    public func sectionProvider(forAbsoluteIndexPath indexPath: IndexPath) -> (
        sectionProvider: Provider, indexPath: IndexPath
    )? {
        guard let (provider, own) = sectionProviderList.relative(indexPath), let part = provider as? Part else {
            return nil
        }
        return (part.provider, own)
    }

    /// Calls a closure with the view that requests a cell, and the item's index path in the whole list, if the item is that of a
    /// provider at an index path. Otherwise returns nil.
    @inline(__always)
    func withServed<Result>(
        _ indexPath: IndexPath, _ provider: Provider, _ body: (CollectionView, IndexPath) -> Result
    ) -> Result? {
        guard let serving, serving.provider == ObjectIdentifier(provider), let path = ElementPath(indexPath),
            serving.position.item == path.item, serving.position.section == path.section
        else { return nil }
        // Making an index path costs more than the comparison.
        let isFirst = serving.position.listSection == path.section
        // Retaining a view is slow, because there are weak references to it.
        return serving.view.uncounted { body($0, isFirst ? indexPath : serving.position.listIndexPath) }
    }

    /// The index path in the whole list of an item that is shown.
    func shownIndexPath(_ indexPath: IndexPath, _ part: Part) -> IndexPath? {
        guard let path = ElementPath(indexPath) else { return nil }
        guard part.shown.itemNumber(ifAt: path.item, inSection: path.section) != nil else { return nil }
        return sectionProviderList.absolute(indexPath, of: part)
    }

    /// The index path in a part of an item of the whole list; nil if the item belongs to another part.
    func own(_ indexPath: IndexPath, _ part: Part) -> IndexPath? {
        guard let (provider, own) = sectionProviderList.relative(indexPath), provider === part else { return nil }
        return own
    }

    // MARK: Identifiers

    /// Returns the item at an index path; nil if there is none.
    public func itemIdentifier(for indexPath: IndexPath, sectionProvider: Provider) -> ItemIdentifierType? {
        part(of: sectionProvider).shown.item(at: indexPath)
    }

    /// Returns the index path of an item; nil if the provider does not show it.
    public func indexPath(for itemIdentifier: ItemIdentifierType, sectionProvider: Provider) -> IndexPath? {
        part(of: sectionProvider).shown.listIndexPath(of: itemIdentifier)
    }

    /// Returns the index path of the item that a cell shows; nil if the cell shows no item of the provider.
    public func indexPath(for cell: CollectionViewCell, sectionProvider: Provider) -> IndexPath? {
        let part = part(of: sectionProvider)
        return viewIfLoaded?.indexPath(for: cell).flatMap { own($0, part) }
    }

    /// Returns the section at an index; nil if the provider shows no sections at all.
    /// - Precondition: `index` is not negative and less than the number of sections, unless that is 0.
    public func sectionIdentifier(for index: Int, sectionProvider: Provider) -> SectionIdentifierType? {
        let shown = part(of: sectionProvider).shown
        return shown.numberOfSections == 0 ? nil : shown.sectionIdentifier(at: index)
    }

    /// Returns the index of a section; nil if the provider does not show it.
    public func index(for sectionIdentifier: SectionIdentifierType, sectionProvider: Provider) -> Int? {
        part(of: sectionProvider).shown.indexOfSection(sectionIdentifier)
    }

    // MARK: Counts

    /// Returns the number of sections that a provider shows.
    public func numberOfSections(sectionProvider: Provider) -> Int { part(of: sectionProvider).shown.numberOfSections }

    /// Returns the number of items of a section; nil if the provider shows no such section.
    public func numberOfItems(inSection section: Int, sectionProvider: Provider) -> Int? {
        let shown = part(of: sectionProvider).shown
        return (0..<shown.numberOfSections).contains(section) ? shown.numberOfItems(inSectionAt: section) : nil
    }

    // MARK: Views and places

    /// Returns the cell that shows an item; nil if the item has no cell.
    public func cellForItem(at indexPath: IndexPath, sectionProvider: Provider) -> CollectionViewCell? {
        shownIndexPath(indexPath, part(of: sectionProvider)).flatMap { viewIfLoaded?.cellForItem(at: $0) }
    }

    /// Returns the view that shows a header, a footer or a supplementary item; nil if it has no view.
    public func supplementaryView(forElementKind kind: ElementKind, at indexPath: IndexPath, sectionProvider: Provider)
        -> CollectionReusableView?
    {
        absoluteIndexPath(for: indexPath, sectionProvider: sectionProvider)
            .flatMap { viewIfLoaded?.supplementaryView(forElementKind: kind, at: $0) }
    }

    /// Returns the layout attributes of an item, visible or not; nil if there is no such item, or while an update that
    /// changes the items is being laid out. The attributes contain the item's section and index in the whole list.
    public func layoutAttributesForItem(at indexPath: IndexPath, sectionProvider: Provider) -> LayoutAttributes? {
        guard let view = viewIfLoaded else { return nil }
        view.layoutIfNeeded()
        // During an update, the layout may still be that of the items before it.
        guard view.showsData, let absolute = shownIndexPath(indexPath, part(of: sectionProvider)) else { return nil }
        return view.layout.layoutAttributesForItem(absolute[1], inSection: absolute[0])
    }

    /// Returns the layout attributes of a header, a footer or a supplementary item that has a view. The attributes
    /// contain its position in the whole list.
    public func layoutAttributesForSupplementaryElement(
        ofKind kind: ElementKind, at indexPath: IndexPath, sectionProvider: Provider
    ) -> LayoutAttributes? {
        viewIfLoaded?.layoutIfNeeded()
        return supplementaryView(forElementKind: kind, at: indexPath, sectionProvider: sectionProvider)?
            .layoutAttributes
    }

    // MARK: What is visible

    /// Returns the visible cells of a provider, in reading order.
    public func visibleCells(sectionProvider: Provider) -> [CollectionViewCell] {
        visible(part(of: sectionProvider), viewIfLoaded?.indexPathsForVisibleItems, viewIfLoaded?.visibleCells)
    }

    /// Returns the index paths of a provider's visible items, in reading order.
    public func indexPathsForVisibleItems(sectionProvider: Provider) -> [IndexPath] {
        let part = part(of: sectionProvider)
        return (viewIfLoaded?.indexPathsForVisibleItems ?? []).compactMap { own($0, part) }
    }

    /// Returns a provider's visible supplementary views of a kind, in reading order.
    public func visibleSupplementaryViews(ofKind kind: ElementKind, sectionProvider: Provider)
        -> [CollectionReusableView]
    {
        visible(
            part(of: sectionProvider), viewIfLoaded?.indexPathsForVisibleSupplementaryElements(ofKind: kind),
            viewIfLoaded?.visibleSupplementaryViews(ofKind: kind))
    }

    /// Returns the index paths of a provider's visible supplementary views of a kind, in reading order.
    public func indexPathsForVisibleSupplementaryElements(ofKind kind: ElementKind, sectionProvider: Provider)
        -> [IndexPath]
    {
        let part = part(of: sectionProvider)
        let all = viewIfLoaded?.indexPathsForVisibleSupplementaryElements(ofKind: kind) ?? []
        return all.compactMap { own($0, part) }
    }

    private func visible<View>(_ part: Part, _ indexPaths: [IndexPath]?, _ views: [View]?) -> [View] {
        zip(indexPaths ?? [], views ?? []).compactMap { own($0, part) == nil ? nil : $1 }
    }

    // MARK: Scrolling

    /// Scrolls to an item of a provider. Does nothing if there is no such item.
    public func scrollToItem(
        at indexPath: IndexPath, sectionProvider: Provider, at position: ItemScrollPosition, animated: Bool
    ) {
        guard let absolute = shownIndexPath(indexPath, part(of: sectionProvider)) else { return }
        collectionView.scrollToItem(at: absolute, at: position, animated: animated)
    }

    // MARK: Delegates

    /// Sets the delegate of a provider's sections. It replaces the previous one and is held weakly.
    public func addDelegate(
        _ delegate: any CollectionSectionControllerDelegate<SectionIdentifierType, ItemIdentifierType>,
        sectionProvider: Provider
    ) {
        part(of: sectionProvider).delegate = delegate
        delegatesDidChange()
    }

    public func removeDelegate(sectionProvider: Provider) {
        part(of: sectionProvider).delegate = nil
        delegatesDidChange()
    }

    /// Sets the prefetching data source of a provider. It replaces the previous one and is held weakly.
    public func addPrefetchingDataSource(
        _ dataSource: any CollectionSectionControllerDataSourcePrefetching<SectionIdentifierType, ItemIdentifierType>,
        sectionProvider: Provider
    ) { part(of: sectionProvider).prefetchingDataSource = dataSource }

    public func removePrefetchingDataSource(sectionProvider: Provider) {
        part(of: sectionProvider).prefetchingDataSource = nil
    }
}
