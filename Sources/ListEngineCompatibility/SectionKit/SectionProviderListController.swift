import Foundation
import ListEngine
import ListEngineLayout

/// Owns a collection view whose list consists of `SectionProvider`s.
///
/// All calls of the collection view go to the ``sectionProviderList``, and from there to the provider that owns the
/// section. Every member can be overridden; calling `super` forwards the call. The prefetch source of the view is the list, or the
/// controller if its class is a subclass.
@MainActor
open class SectionProviderListController: CollectionViewController, ItemIdentifying {
    /// The providers and their sections.
    public let sectionProviderList: SectionProviderList
    /// The item whose cell a provider is making, the name of the provider, and the view that requests the cell. The caller holds
    /// the view.
    final var serving: (provider: ObjectIdentifier, position: ProviderPosition, view: Unmanaged<CollectionView>)?

    /// Whether the class is one of this module. A subclass may override the calls that are made for each cell, so these calls are
    /// then made even if nothing receives them.
    private(set) final var overridesNothing = false

    /// - Parameters:
    ///   - layout: The layout of the view.
    ///   - scheduler: Decides when updates are shown.
    public init(collectionViewLayout layout: any CollectionViewLayoutRecipe, scheduler: UpdateScheduler = .immediate) {
        sectionProviderList = SectionProviderList(scheduler: scheduler)
        super.init(collectionViewLayout: layout)
        prepareView = { [sectionProviderList] view in sectionProviderList.attach(to: view) }
        noteClass(SectionProviderListController.self)
    }

    /// If no subclass can receive calls about prefetching, they go to the list, which knows whether a provider prefetches.
    open override func viewDidLoad() {
        if overridesNothing { collectionView.prefetchDataSource = sectionProviderList }
    }

    /// Called by each initializer of this module with its class.
    final func noteClass(_ initialized: SectionProviderListController.Type) {
        if type(of: self) == initialized { overridesNothing = true }
    }

    // MARK: CollectionViewDataSource

    open override func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {
        sectionProviderList.collectionView(collectionView, willLoad: scope)
    }

    open override func numberOfSections(in collectionView: CollectionView) -> Int {
        sectionProviderList.numberOfSections(in: collectionView)
    }

    open override func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        sectionProviderList.collectionView(collectionView, numberOfItemsInSection: section)
    }

    open override func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        guard let path = ElementPath(indexPath) else { return PlaceholderCell() }
        return sectionProviderList.cell(at: path, in: collectionView, for: .passUnretained(self))
    }

    open override func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        sectionProviderList.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
    }

    // MARK: CollectionViewDataSourcePrefetching

    open override func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        sectionProviderList.collectionView(collectionView, prefetchItemsAt: indexPaths)
    }

    open override func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {
        sectionProviderList.collectionView(collectionView, cancelPrefetchingForItemsAt: indexPaths)
    }

    // MARK: Moving and editing

    open override func collectionView(
        _ collectionView: CollectionView, indexTitleForSection section: Int
    ) -> String? { sectionProviderList.collectionView(collectionView, indexTitleForSection: section) }

    open override func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        sectionProviderList.collectionView(collectionView, canMoveItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        sectionProviderList.collectionView(collectionView, moveItemAt: sourceIndexPath, to: destinationIndexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {
        sectionProviderList.collectionView(collectionView, commit: editingStyle, forItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool { sectionProviderList.collectionView(collectionView, setExpanded: isExpanded, forItemAt: indexPath) }

    // MARK: Routing

    /// All elements belong to the list.
    public override func owner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        (sectionProviderList, indexPath)
    }

    public override func forEachOwner(
        in collectionView: CollectionView, _ body: @MainActor (any CollectionViewDelegate) -> Void
    ) { body(sectionProviderList) }

    // The same as the router's, without looking for an owner: they are called for each cell.

    /// Whether an object receives calls about cells that are shown and removed. Asking this costs less than passing the call
    /// on to the list for each cell.
    private var passesCellsOn: Bool { sectionProviderList.reportsCells || outerDelegate != nil }

    open override func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        guard passesCellsOn else { return }
        outerDelegate?.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
        sectionProviderList.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
    }

    open override func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        // Deleted elements are reported to the provider that had them.
        guard passesCellsOn || sectionProviderList.isNotifyingOfBefore else { return }
        outerDelegate?.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
        sectionProviderList.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
    }

    /// Calls the list even if there is no item.
    open override func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        outerDelegate?.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point)
            ?? sectionProviderList.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point)
    }

    // MARK: ItemIdentifying

    open func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        sectionProviderList.collectionView(collectionView, identityOfItemAt: indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?] {
        sectionProviderList.collectionView(collectionView, indexPathsOfItemsWithIdentities: identities)
    }
}

// The view asks its data source, which is the controller.
extension SectionProviderListController: SectionLayoutObjects {
    package func layoutObject(ofSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject? {
        sectionProviderList.layoutObject(ofSection: section, in: context)
    }

    package func layoutReferences(ofSection section: Int) -> SectionLayoutReferences {
        sectionProviderList.layoutReferences(ofSection: section)
    }
}

extension SectionProviderListController: PositionalDataSource, PositionalDelegate {
    package var owner: AnyObject? { self }

    package func cell(
        at path: ElementPath, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>?
    ) -> CollectionViewCell {
        if overridesNothing {
            return sectionProviderList.cell(at: path, in: collectionView, for: .passUnretained(self))
        }
        return self.collectionView(collectionView, cellForItemAt: path.indexPath)
    }

    package var reportsCells: Bool { !overridesNothing || passesCellsOn }

    package func willDisplay(_ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView) {
        self.collectionView(collectionView, willDisplay: cell, forItemAt: path.indexPath)
    }

    package func didEndDisplaying(_ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView) {
        self.collectionView(collectionView, didEndDisplaying: cell, forItemAt: path.indexPath)
    }
}
