import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout

/// Represents a ``CollectionSectionProvider`` in the list: shows its snapshot, and forwards calls between the list and
/// the provider.
@MainActor
final class ProvidedSections<SectionIdentifier: Hashable, ItemIdentifier: Hashable>: OwnedProvider {
    typealias Controller = CollectionSectionController<SectionIdentifier, ItemIdentifier>
    typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>
    typealias Delegate = any CollectionSectionControllerDelegate<SectionIdentifier, ItemIdentifier>

    let provider: any CollectionSectionProvider<SectionIdentifier, ItemIdentifier>
    private(set) weak var controller: Controller?
    private let owner: OwnerName
    weak var delegate: (any CollectionSectionControllerDelegate<SectionIdentifier, ItemIdentifier>)?
    weak var prefetchingDataSource:
        (any CollectionSectionControllerDataSourcePrefetching<SectionIdentifier, ItemIdentifier>)?
    var settings = CollectionSectionSelectionSettings()

    var prefetches: Bool { prefetchingDataSource != nil }
    /// True in a list that is not the controller's: the controller notifies only its own when the provider gets a delegate.
    var observesCells: Bool { delegate != nil || isElsewhere }
    private var isElsewhere = false
    var list: SectionProviderList? { controller?.sectionProviderList }
    var selectionSettings: CollectionSectionSelectionSettings? { settings }

    /// A number that no other part of the controller has or had.
    let number: Int
    /// The snapshot that the list shows.
    private(set) var shown: Snapshot {
        get { box.snapshot }
        set {
            let before = box.snapshot
            box = SnapshotBox(newValue)
            if usesOutlines { outlines.follow(from: before, to: newValue) }
        }
    }
    private var box = SnapshotBox(Snapshot())
    var outlines = ShownOutlines<SectionIdentifier, ItemIdentifier>() {
        didSet { usesOutlines = outlines.wereUsed }
    }
    /// It is read for each cell, without the check for overlapping accesses that the outlines need.
    private var usesOutlines = false
    /// The outlines before edits that are not shown yet. They come back if the list refuses the edits.
    var acceptedOutlines: ShownOutlines<SectionIdentifier, ItemIdentifier>?
    var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifier>()
    let updates: SnapshotUpdates<ProvidedSections>

    init(
        _ provider: any CollectionSectionProvider<SectionIdentifier, ItemIdentifier>, in controller: Controller,
        number: Int
    ) {
        self.provider = provider
        self.controller = controller
        owner = OwnerName(controller)
        self.number = number
        updates = SnapshotUpdates(controller.sectionProviderList.queue)
        updates.target = self
    }

    func didMove(to list: SectionProviderList?) { isElsewhere = list != nil && list !== self.list }

    /// The delegate, and the controller that it is called with.
    var listener: (delegate: Delegate, controller: Controller)? {
        guard let delegate, let controller else { return nil }
        return (delegate, controller)
    }

    func tell(_ event: (Delegate, Controller) -> Void) {
        if let listener { event(listener.delegate, listener.controller) }
    }

    /// - Parameter silent: The answer without a delegate.
    func ask<Answer>(_ silent: Answer, _ question: (Delegate, Controller) -> Answer) -> Answer {
        guard let (delegate, controller) = listener else { return silent }
        return question(delegate, controller)
    }

    /// The type of the provider, and its position among the providers.
    var name: String {
        let position = controller?.sectionProviderList.index(of: self).map { " (provider \($0))" }
        return "\(type(of: provider))\(position ?? "")"
    }

    func layoutSection(_ section: Int, _ environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
        provider.layoutSectionProvider(section: section, environment: environment)
    }

    /// Applies a move by the user to the snapshot that is shown.
    /// - Parameter target: The place of the item, counted after it has been taken out.
    /// - Returns: False if there is no such item or no such place.
    func moveShown(from source: IndexPath, to target: IndexPath) -> Bool {
        guard let item = shown.item(at: source), let target = ElementPath(target),
            var next = shown.moving(item, from: .item(source[1], inSection: source[0]), to: target)
        else { return false }
        next.settleKeepingNumbers()
        moveInOutlines(
            item, from: source[0], to: ItemIndexPath(section: target.section, item: target.item), in: next)
        shown = next
        // The list shows the move itself. This edit shows the places in outlines.
        if usesOutlines { edit(animatingDifferences: false, { _ in }, completion: nil) }
        return true
    }

    /// Replaces the numbers of the identifiers that are shown with those of another snapshot.
    func renumber(by empty: Snapshot) { shown = shown.adopted(by: empty) }

    // MARK: CollectionViewDataSource

    func numberOfSections(in collectionView: CollectionView) -> Int { shown.numberOfSections }

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        shown.numberOfItems(inSectionAt: section)
    }

    /// The list does not use this. A program that reads its providers can.
    func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        list?.position(of: indexPath, in: self).map { cell(at: $0, in: collectionView) } ?? PlaceholderCell()
    }

    func cell(at position: ProviderPosition, in collectionView: CollectionView) -> CollectionViewCell {
        guard let controller else { return PlaceholderCell() }
        return cell(at: position, in: collectionView, of: controller)
    }

    func cell(
        at position: ProviderPosition, in collectionView: CollectionView, for owner: Unmanaged<AnyObject>
    ) -> CollectionViewCell {
        guard self.owner.names(owner) else { return cell(at: position, in: collectionView) }
        // Sound: it has the class of the controller.
        return owner.uncounted { cell(at: position, in: collectionView, of: unsafeDowncast($0, to: Controller.self)) }
    }

    private func cell(
        at position: ProviderPosition, in collectionView: CollectionView, of controller: Controller
    ) -> CollectionViewCell {
        // Not counted: no user code runs in this call.
        let box = Unmanaged.passUnretained(box)
        guard
            let address = box.uncounted({ $0.address(ofItem: position.item, inSection: position.section) })
        else { return PlaceholderCell() }
        // A copy: the provider may apply another snapshot.
        let item = address.assumingMemoryBound(to: ItemIdentifier.self).pointee
        let outer = controller.serving
        controller.serving =
            position.isBefore ? nil : (ObjectIdentifier(provider), position, Unmanaged.passUnretained(collectionView))
        defer { controller.serving = outer }
        let cell = provider.cellProvider(controller, indexPath: position.indexPath, item: item) ?? PlaceholderCell()
        if usesOutlines { cell.outlineState = placeInOutline(of: item) }
        return cell
    }

    func collectionView(
        _ collectionView: CollectionView, layoutOfSection section: Int, in context: SectionLayoutContext
    ) -> (any CollectionViewSectionLayout)? { provider.sectionLayout(forSection: section) }

    func collectionView(
        _ collectionView: CollectionView, layoutReferencesOfSection section: Int
    ) -> SectionLayoutReferences {
        SectionLayoutReferences(
            collectionView: collectionView, dataSource: collectionView.dataSource, section: provider)
    }

    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        guard let controller else { return nil }
        return provider.supplementaryViewProvider(controller, elementKind: kind, indexPath: indexPath)
    }

    func collectionView(_ collectionView: CollectionView, indexTitleForSection section: Int) -> String? {
        provider.indexTitleProvider(section: section)
    }

    // MARK: CollectionViewDataSourcePrefetching

    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        guard let controller else { return }
        prefetchingDataSource?.collectionSectionController(controller, prefetchItemsAt: indexPaths)
    }

    func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
        guard let controller else { return }
        prefetchingDataSource?.collectionSectionController(controller, cancelPrefetchingForItemsAt: indexPaths)
    }

    // MARK: CollectionViewDelegate

    func willDisplay(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView) {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, willDisplay: cell, forItemAt: position.indexPath)
    }

    func didEndDisplaying(_ cell: CollectionViewCell, at position: ProviderPosition, in collectionView: CollectionView)
    {
        guard let (delegate, controller) = listener else { return }
        delegate.collectionSectionController(controller, didEndDisplaying: cell, forItemAt: position.indexPath)
    }

    func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        tell {
            $0.collectionSectionController($1, willDisplaySupplementaryView: view, forElementKind: kind, at: indexPath)
        }
    }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {
        tell {
            $0.collectionSectionController(
                $1, didEndDisplayingSupplementaryView: view, forElementKind: kind, at: indexPath)
        }
    }

    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        ask(true) { $0.collectionSectionController($1, shouldHighlightItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        tell { $0.collectionSectionController($1, didHighlightItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        tell { $0.collectionSectionController($1, didUnhighlightItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
        ask(true) { $0.collectionSectionController($1, shouldSelectItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        ask(true) { $0.collectionSectionController($1, shouldDeselectItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        tell { $0.collectionSectionController($1, didSelectItemAt: indexPath) }
    }

    func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
        tell { $0.collectionSectionController($1, didDeselectItemAt: indexPath) }
    }
}

// MARK: - Showing updates

extension ProvidedSections: SnapshotTarget {
    func snapshot() -> Snapshot { shown }

    func show(_ state: consuming Snapshot, _ style: UpdateStyle, completion: UpdateCompletion?) {
        guard let controller, case let list = controller.sectionProviderList, list.index(of: self) != nil else {
            restoreOutlines()
            completion?(.failed(CollectionSectionError.notInController(provider: name)))
            return
        }
        let (before, next) = controller.identifiers.related(shown, state)
        var after = next
        if usesOutlines { markOutlineStates(in: &after) }
        let changes = after.changeset(from: before)
        let parts = { list.providers.compactMap { $0 as? Self } }
        do {
            try controller.identifiers.claim(changes, from: before, to: after, for: self, among: parts)
        } catch {
            restoreOutlines()
            list.collectionView?.report(.rejectedUpdate, nil, "\(error)")
            completion?(.failed(error))
            return
        }
        acceptedOutlines = nil
        var settled = after
        settled.settleKeepingNumbers()
        controller.identifiers.note(from: before, to: after)
        if style != .reloadData, changes.isEmpty {
            shown = settled
            completion?(.applied)
            return
        }
        list.perform(
            animated: style == .animated,
            { update in
                if style == .reloadData { update.reloadData() } else { update.change(self, changes) }
                shown = settled
            }, completion: completion)
        controller.identifiers.forgetOld(among: parts)
    }
}
