import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

// What a provider asks of its own sections. Index paths and sections count from its first one.
extension CollectionSectionController {
    public typealias Provider = any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    typealias Part = ProvidedSections<SectionIdentifierType, ItemIdentifierType>

    // MARK: Index paths

    /// Where a provider's item is in the whole list; nil where the provider has no such section.
    /// - Complexity: O(1).
    public func absoluteIndexPath(for indexPath: IndexPath, sectionProvider: Provider) -> IndexPath? {
        sectionProviderList.absolute(indexPath, of: part(of: sectionProvider))
    }

    /// The provider that owns an item of the whole list, and where it is there; nil where there is none.
    /// - Complexity: O(log *providers*).
    public func sectionProvider(
        forAbsoluteIndexPath indexPath: IndexPath
    ) -> (sectionProvider: Provider, indexPath: IndexPath)? {
        guard let (provider, own) = sectionProviderList.relative(indexPath), let part = provider as? Part else {
            return nil
        }
        return (part.provider, own)
    }

    /// Where an item that is shown is in the whole list.
    func shownIndexPath(_ indexPath: IndexPath, _ part: Part) -> IndexPath? {
        guard part.has(indexPath) else { return nil }
        return sectionProviderList.absolute(indexPath, of: part)
    }

    /// Where an item of the whole list is in a part; nil where it is another's.
    func own(_ indexPath: IndexPath, _ part: Part) -> IndexPath? {
        guard let (provider, own) = sectionProviderList.relative(indexPath), provider === part else { return nil }
        return own
    }

    // MARK: Identifiers

    /// The item at an index path; nil where there is none.
    public func itemIdentifier(for indexPath: IndexPath, sectionProvider: Provider) -> ItemIdentifierType? {
        let part = part(of: sectionProvider)
        guard part.has(indexPath) else { return nil }
        return part.shown.itemIdentifier(at: ItemIndexPath(section: indexPath[0], item: indexPath[1]))
    }

    /// Where an item is; nil where it is not shown by the provider.
    public func indexPath(for itemIdentifier: ItemIdentifierType, sectionProvider: Provider) -> IndexPath? {
        part(of: sectionProvider).shown.indexPath(of: itemIdentifier).map {
            IndexPath(item: $0.item, section: $0.section)
        }
    }

    /// The item that a cell shows; nil where it shows none of the provider's.
    public func indexPath(for cell: CollectionViewCell, sectionProvider: Provider) -> IndexPath? {
        let part = part(of: sectionProvider)
        return viewIfLoaded?.indexPath(for: cell).flatMap { own($0, part) }
    }

    /// The section at an index; nil where the provider shows no section.
    /// - Precondition: `index` is below the number of sections.
    public func sectionIdentifier(for index: Int, sectionProvider: Provider) -> SectionIdentifierType? {
        let shown = part(of: sectionProvider).shown
        return shown.numberOfSections == 0 ? nil : shown.sectionIdentifier(at: index)
    }

    /// Where a section is; nil where it is not shown by the provider.
    public func index(for sectionIdentifier: SectionIdentifierType, sectionProvider: Provider) -> Int? {
        part(of: sectionProvider).shown.indexOfSection(sectionIdentifier)
    }

    // MARK: Counts

    /// The number of sections that a provider shows.
    public func numberOfSections(sectionProvider: Provider) -> Int { part(of: sectionProvider).shown.numberOfSections }

    /// The number of items of a section; nil where the provider shows no such section.
    public func numberOfItems(inSection section: Int, sectionProvider: Provider) -> Int? {
        let shown = part(of: sectionProvider).shown
        return (0..<shown.numberOfSections).contains(section) ? shown.numberOfItems(inSectionAt: section) : nil
    }

    // MARK: Views and places

    /// The cell that shows an item; nil where it is not shown.
    public func cellForItem(at indexPath: IndexPath, sectionProvider: Provider) -> CollectionViewCell? {
        shownIndexPath(indexPath, part(of: sectionProvider)).flatMap { viewIfLoaded?.cellForItem(at: $0) }
    }

    /// The view that shows a header, a footer or a supplementary item; nil where it is not shown.
    public func supplementaryView(
        forElementKind kind: ElementKind, at indexPath: IndexPath, sectionProvider: Provider
    ) -> CollectionReusableView? {
        absoluteIndexPath(for: indexPath, sectionProvider: sectionProvider)
            .flatMap { viewIfLoaded?.supplementaryView(forElementKind: kind, at: $0) }
    }

    /// Where an item stands, visible or not; the attributes name it by its place in the whole list.
    public func layoutAttributesForItem(at indexPath: IndexPath, sectionProvider: Provider) -> LayoutAttributes? {
        guard let view = viewIfLoaded, let absolute = shownIndexPath(indexPath, part(of: sectionProvider)) else {
            return nil
        }
        view.layoutIfNeeded()
        return view.layout.layoutAttributesForItem(absolute[1], inSection: absolute[0])
    }

    /// Where a header, a footer or a supplementary item stands that is shown; the attributes name it by its place in the
    /// whole list.
    public func layoutAttributesForSupplementaryElement(
        ofKind kind: ElementKind, at indexPath: IndexPath, sectionProvider: Provider
    ) -> LayoutAttributes? {
        viewIfLoaded?.layoutIfNeeded()
        return supplementaryView(forElementKind: kind, at: indexPath, sectionProvider: sectionProvider)?
            .layoutAttributes
    }

    // MARK: What is visible

    /// The cells of a provider's items that are shown, in reading order.
    public func visibleCells(sectionProvider: Provider) -> [CollectionViewCell] {
        visible(part(of: sectionProvider), viewIfLoaded?.indexPathsForVisibleItems, viewIfLoaded?.visibleCells)
    }

    /// The items of a provider that are shown, in reading order.
    public func indexPathsForVisibleItems(sectionProvider: Provider) -> [IndexPath] {
        let part = part(of: sectionProvider)
        return (viewIfLoaded?.indexPathsForVisibleItems ?? []).compactMap { own($0, part) }
    }

    /// The supplementary views of a kind that are shown, in reading order.
    public func visibleSupplementaryViews(
        ofKind kind: ElementKind, sectionProvider: Provider
    ) -> [CollectionReusableView] {
        visible(
            part(of: sectionProvider), viewIfLoaded?.indexPathsForVisibleSupplementaryElements(ofKind: kind),
            viewIfLoaded?.visibleSupplementaryViews(ofKind: kind))
    }

    /// Where the supplementary views of a kind are that are shown, in reading order.
    public func indexPathsForVisibleSupplementaryElements(
        ofKind kind: ElementKind, sectionProvider: Provider
    ) -> [IndexPath] {
        let part = part(of: sectionProvider)
        let all = viewIfLoaded?.indexPathsForVisibleSupplementaryElements(ofKind: kind) ?? []
        return all.compactMap { own($0, part) }
    }

    private func visible<View>(_ part: Part, _ indexPaths: [IndexPath]?, _ views: [View]?) -> [View] {
        zip(indexPaths ?? [], views ?? []).compactMap { own($0, part) == nil ? nil : $1 }
    }

    // MARK: Scrolling

    /// Scrolls to an item of a provider. Where there is no such item, nothing happens.
    public func scrollToItem(
        at indexPath: IndexPath, sectionProvider: Provider, at position: ItemScrollPosition, animated: Bool
    ) {
        guard let absolute = shownIndexPath(indexPath, part(of: sectionProvider)) else { return }
        collectionView.scrollToItem(at: absolute, at: position, animated: animated)
    }

    // MARK: Delegates

    /// Lets an object hear of a provider's sections, in place of the one before. It is not kept alive.
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

    /// Lets an object load ahead for a provider, in place of the one before. It is not kept alive.
    public func addPrefetchingDataSource(
        _ dataSource: any CollectionSectionControllerDataSourcePrefetching<SectionIdentifierType, ItemIdentifierType>,
        sectionProvider: Provider
    ) { part(of: sectionProvider).prefetchingDataSource = dataSource }

    public func removePrefetchingDataSource(sectionProvider: Provider) {
        part(of: sectionProvider).prefetchingDataSource = nil
    }
}

extension ProvidedSections {
    /// Whether an item is shown.
    func has(_ indexPath: IndexPath) -> Bool {
        guard let path = ElementPath(indexPath), (0..<shown.numberOfSections).contains(path.section) else {
            return false
        }
        return (0..<shown.numberOfItems(inSectionAt: path.section)).contains(path.item)
    }
}
