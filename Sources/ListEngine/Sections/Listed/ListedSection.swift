import Foundation
import ListEngineDiff
import ListEngineLayout

/// A section of a list, independent of the type of its items.
@MainActor
protocol AnyListedSection: SectionProvider, CollectionViewFlowLayoutDelegate {
    /// The section's identifier at the time when it was added.
    var identifier: String { get }

    var object: any ListSection { get }

    /// The provider of the section's items: this object, or that of a ``ProviderSection``.
    var provider: any SectionProvider { get }

    /// The section's index in the list; nil if it is not in the list.
    var index: Int? { get }

    /// Replaces the section object with another one with the same identifier. Returns false if it is of another type.
    func adopt(_ other: any ListSection) -> Bool

    /// Displays the section's items, and returns the changes. Nil if another provider shows them.
    func displayHeld() -> SnapshotChangeset?

    /// Returns what another thread needs to prepare the items of a section object with the same identifier. Nil if it
    /// is of another type.
    func preparation(of other: any ListSection, style: SectionRecipe?) -> SectionPreparation?

    /// Displays the items that were prepared in advance, and returns the changes. Nil if others were displayed since.
    func display(_ prepared: any PreparedSection) -> SnapshotChangeset?

    /// The visible items whose cells may determine their sizes in the layout.
    var measuredItems: [Int] { get }

    /// Whether the section gives each item its own size, which may change.
    var asksEachSize: Bool { get }

    /// Displays the items of a section that was not displayed before.
    func loadHeld()

    /// The identifier of an item; nil if it is of another type.
    func identifier<Identifier>(ofItem item: Int, as type: Identifier.Type) -> Identifier?

    /// The position of an item in the section; nil if it is not displayed or identifiers are of another type.
    func position<Identifier>(ofItem identifier: Identifier) -> Int?

    /// Drops the snapshot from before the last update, which is no longer needed.
    func forgetBefore()

    /// Configures the visible cells that the current update has not configured.
    func configureOutdatedCells()

    /// Requests the visible supplementary views of some kinds again, in place.
    /// - Parameter outdatedOnly: Whether to leave out the views that the current update has configured.
    func configureVisibleSupplementaryViews(outdatedOnly: Bool, _ isMeant: (ElementKind) -> Bool)

    /// A call that notifies the section that an item was seen; nil if it was already notified or does not collect
    /// impressions.
    func impression(ofItem item: Int) -> (@MainActor () -> Void)?
}

/// Displays a section of a list. It translates between the list's callbacks and the section.
@MainActor
final class ListedSection<Section: ListSection>: ListedItems<Section.ItemIdentifier>, AnyListedSection {
    private(set) var section: Section
    /// Nil if no impressions are collected.
    private let impressions: Impressions<Section.ItemIdentifier>?
    /// The section, if only its closures are called about cells that are shown.
    private var closures: (any DisplayClosures)? {
        didSet {
            let observed = observesCells
            events = closures?.displayEvents
            if observesCells != observed { list?.cellObserversDidChange() }
        }
    }
    private var events: DisplayEvents?

    var object: any ListSection { section }
    var provider: any SectionProvider { self }
    var selectionSettings: CollectionSectionSelectionSettings? { section.selectionSettings }

    init(
        _ section: Section, identifier: String, dataSource: ListDataSource,
        impressions: Impressions<Section.ItemIdentifier>?
    ) {
        self.section = section
        self.impressions = section is any ImpressionDisplaySection ? impressions : nil
        super.init(identifier: identifier, dataSource: dataSource)
        closures = (section as? any DisplayClosures)?.sealed
        events = closures?.displayEvents
    }

    func adopt(_ other: any ListSection) -> Bool {
        guard let other = other as? Section else { return false }
        section = other
        closures = (other as? any DisplayClosures)?.sealed
        // Until its items are displayed.
        areHeldPlaces = false
        list?.selectionSettingsDidChange(of: self)
        return true
    }

    var actsOnSelection: Bool { (section as? any DisplayClosures)?.actsOnSelection ?? false }

    override var heldCount: Int { closures?.itemCount ?? -1 }

    func displayHeld() -> SnapshotChangeset? { display(held(section.itemIdentifiers), asHeld: true) }

    func preparation(of other: any ListSection, style: SectionRecipe?) -> SectionPreparation? {
        (other as? Section).map { preparation(of: $0.itemIdentifiers, style: style, sizes: nil) }
    }

    var asksEachSize: Bool {
        (section as? any UniformSizes)?.asksEachSize
            ?? (section.estimatedItemHeight == nil && section.itemSize == nil)
    }

    func loadHeld() { load(held(section.itemIdentifiers)) }

    func identifier<Identifier>(ofItem item: Int, as type: Identifier.Type) -> Identifier? {
        shownIdentifier(item) as? Identifier
    }

    func position<Identifier>(ofItem identifier: Identifier) -> Int? {
        (identifier as? Section.ItemIdentifier).flatMap { shown.indexPath(of: $0)?.item }
    }

    func didMove(to list: SectionProviderList?) { self.list = list }

    var prefetches: Bool { section is any ListSectionPrefetchingDataSource }
    /// Whoever changes this calls ``ListContext/cellObserversDidChange()``: a section can receive a closure at any time.
    var observesCells: Bool { context.paginates || !leavesWillDisplay || !leavesDidEndDisplaying }

    override func didReceive(_ identifier: Section.ItemIdentifier, from other: any ListSection, at item: Int) {
        guard let index, let section = section as? any ListSectionInteraction<Section.ItemIdentifier> else { return }
        section.didAcceptItem(for: identifier, from: other, at: IndexPath(item, inSection: index))
    }

    // MARK: Impressions

    func impression(ofItem item: Int) -> (@MainActor () -> Void)? {
        guard let impressions, let identifier = shownIdentifier(item), let index, impressions.insert(identifier)
        else { return nil }
        return { [weak self] in
            guard let self, let section = section as? any ImpressionDisplaySection else { return }
            tell(section, identifier, IndexPath(item, inSection: index))
        }
    }

    private func tell<Seen: ImpressionDisplaySection>(
        _ section: Seen, _ identifier: Section.ItemIdentifier, _ indexPath: IndexPath
    ) {
        // The cast always succeeds: `section` is the section of this object.
        guard let identifier = identifier as? Seen.ItemIdentifier else { return }
        section.didHaveImpression(for: identifier, at: indexPath)
    }
}

// MARK: - Views

extension ListedSection: SectionLayoutSource {
    func layout(ofSection section: Int, in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        self.section.layout(in: environment)
    }

    func collectionView(
        _ collectionView: CollectionView, layoutOfSection section: Int, in context: SectionLayoutContext
    ) -> (any CollectionViewSectionLayout)? { self.section.sectionLayout }

    func collectionView(
        _ collectionView: CollectionView, layoutReferencesOfSection section: Int
    ) -> SectionLayoutReferences {
        SectionLayoutReferences(collectionView: collectionView, dataSource: list, section: self.section)
    }
}

extension ListedSection {
    func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        shown.numberOfItems
    }

    /// The list does not use this. A program that reads its providers can.
    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        position(of: indexPath).map { cell(at: $0, in: collectionView) } ?? PlaceholderCell()
    }

    func cell(at position: ProviderPosition, in collectionView: CollectionView) -> CollectionViewCell {
        if areHeldPlaces, !position.isBefore, let closures,
            let cell = closures.cell(ofItem: position.item, at: position.listIndexPath, in: collectionView)
        {
            return cell
        }
        guard let address = address(of: position) else { return PlaceholderCell() }
        let identifier = address.assumingMemoryBound(to: Section.ItemIdentifier.self).pointee
        let indexPath = position.listIndexPath
        let outer = CellRequest.current
        CellRequest.current = CellRequest(
            section: ObjectIdentifier(section), view: .passUnretained(collectionView))
        defer { CellRequest.current = outer }
        guard let cell = section.cell(for: identifier, at: indexPath) else {
            dataSource?.report(
                .missingView, "section \(self.identifier): there is no cell for item \(identifier).",
                ElementPath(indexPath))
            return collectionView.dequeueReusableCell(PlaceholderCell.self, for: indexPath)
        }
        section.configure(cell: cell, for: identifier, at: indexPath)
        return cell
    }

    func willDisplay(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView) {
        if !leavesWillDisplay, let address = address(of: position) {
            let identifier = address.assumingMemoryBound(to: Section.ItemIdentifier.self).pointee
            section.willDisplay(cell: cell, for: identifier, at: position.listIndexPath)
        }
        if context.paginates { paginate(position) }
    }

    /// Whether the section does nothing when a cell is about to be shown.
    private var leavesWillDisplay: Bool {
        if let events { return !events.hasWillDisplay }
        return context.defaults.willDisplay.contains(section)
    }

    private var leavesDidEndDisplaying: Bool {
        if let events { return !events.hasDidEndDisplaying }
        return context.defaults.didEndDisplaying.contains(section)
    }

    private func paginate(_ position: ProviderPosition) {
        guard let pages = dataSource?.paginationDelegate, let list else { return }
        let index = position.listSection
        if !pages.hasPagination(for: index), !section.hasPagination(for: position.listIndexPath) {
            pages.willDisplayForPagination(section: index, sectionCount: list.map.numberOfSections)
        }
    }

    func didEndDisplaying(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView)
    {
        guard !leavesDidEndDisplaying, let address = address(of: position) else { return }
        let identifier = address.assumingMemoryBound(to: Section.ItemIdentifier.self).pointee
        section.didEndDisplaying(cell: cell, for: identifier, at: position.listIndexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        guard let source = section.supplementaryViewSource, let indexPath = absolute([indexPath]).first else {
            return nil
        }
        let view: CollectionReusableView?
        switch kind {
        case .header: view = source.headerView(for: indexPath)
        case .footer: view = source.footerView(for: indexPath)
        default: view = source.supplementaryView(for: indexPath, kind: kind)
        }
        if let view { configure(view, kind, indexPath, source) }
        return view
    }

    func collectionView(_ collectionView: CollectionView, indexTitleForSection section: Int) -> String? {
        self.section.indexTitle
    }

    func configure(
        _ view: CollectionReusableView, _ kind: ElementKind, _ indexPath: IndexPath,
        _ source: any ListSectionSupplementaryViewSource
    ) {
        switch kind {
        case .header: source.configureHeaderView(view, at: indexPath)
        case .footer: source.configureFooterView(view, at: indexPath)
        default: source.configureSupplementaryView(view, kind: kind, at: indexPath)
        }
    }

    func configureOutdatedCells() {
        forEachVisibleCell { cell, identifier, indexPath in
            guard cell.outdated.remove(.content) != nil else { return }
            section.configure(cell: cell, for: identifier, at: indexPath)
        }
    }

    func configureVisibleSupplementaryViews(outdatedOnly: Bool, _ isMeant: (ElementKind) -> Bool) {
        guard let index, section.supplementaryViewSource != nil else { return }
        list?.collectionView?.reconfigureSupplementaryViews(inSection: index, outdatedOnly: outdatedOnly, isMeant)
    }
}

// MARK: - Events

extension ListedSection {
    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        guard let position = position(of: indexPath) else { return }
        section.didSelectItem(for: itemIdentifier(at: position), at: position.listIndexPath)
    }

    func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        guard let position = position(of: indexPath) else { return }
        section.didDeselectItem(for: itemIdentifier(at: position), at: position.listIndexPath)
    }

    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        (section as? any ListSectionPrefetchingDataSource)?.prefetchItems(at: absolute(indexPaths))
    }

    func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {
        (section as? any ListSectionPrefetchingDataSource)?.cancelPrefetchingForItems(at: absolute(indexPaths))
    }
}
