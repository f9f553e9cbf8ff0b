import Foundation
import ListEngineDiff
import ListEngineLayout

/// A list that consists of section providers.
///
/// It is the data source, delegate and prefetch data source of a collection view. It forwards each call to the
/// provider that owns the section, with index paths relative to the provider's first section. All other kinds of
/// lists with sections are built on it.
///
/// It holds strong references to its providers, and a weak reference to the collection view.
@MainActor
public final class SectionProviderList: CollectionViewDelegateRouter, PositionalDelegate {
    /// The collection view that shows the list. Nil if there is none, or if it has another data source.
    public var collectionView: CollectionView? {
        guard let view = storedCollectionView, view.isUpdated(by: self) else { return nil }
        return view
    }
    /// The collection view to which the list was attached.
    private(set) weak var storedCollectionView: CollectionView?

    package weak var owner: AnyObject?

    /// The providers, in the order of their sections.
    public private(set) var providers: [any SectionProvider] = []

    /// The sections of each provider in the shown list.
    public var map: SectionMap { storedMap }

    // They are read for each cell. A public stored property would be checked for overlapping accesses at run time.
    private(set) var storedMap = SectionMap()
    /// The ``providers``, in objects that can be called without retaining them.
    private(set) var parts: [ProviderPart] = []
    private(set) var notification: NotificationState?

    /// Receives scroll events only, after the outer delegate and before the providers. An object that is both
    /// receives each event once.
    public weak var outerScrollDelegate: (any CollectionViewScrollDelegate)?

    /// The effect on the selection when the user chooses an item of another provider. Nil, the default, keeps the
    /// selection if the collection view allows several selected items.
    ///
    /// The `outerDelegate` decides first, then the policy, then the provider. Items that are deselected for a new
    /// selection are reported before it. Selecting items in code does not use the policy.
    public var selectionPolicy: CollectionSectionSelectionPolicy?

    /// Returns the supplementary views of the list itself. Their index path consists of their index only.
    public var listElementProvider: (@MainActor (CollectionView, ElementKind, IndexPath) -> CollectionReusableView?)?

    /// Kept alive for the queue.
    let scheduler: UpdateScheduler
    package let queue: UpdateQueue
    private(set) var indices: [ObjectIdentifier: Int] = [:]
    private(set) var scrollObservers: [any SectionProvider] = []
    /// The map before the last update, with which elements that were deleted are reported at their old positions.
    private(set) var before: (map: SectionMap, indices: [ObjectIdentifier: Int], parts: [ProviderPart]) =
        (SectionMap(), [:], [])
    /// Counts the changes of the providers.
    package private(set) var providersVersion = 0
    private var isUpdating = false
    /// Whether any provider may use `willDisplay` or `didEndDisplaying`. Otherwise the list does not look up the provider of
    /// each cell.
    package var observesCells: Bool { storedObservesCells }
    private var storedObservesCells = false {
        didSet { if storedObservesCells, !oldValue { CollectionView.partnerChanges &+= 1 } }
    }
    package var reportsCells: Bool { storedObservesCells || outerDelegate != nil }

    /// - Parameter scheduler: Decides when updates are shown.
    public init(scheduler: UpdateScheduler = .immediate) {
        self.scheduler = scheduler
        queue = UpdateQueue(scheduler)
        super.init()
    }

    /// Becomes the data source, delegate and prefetch data source of a collection view.
    ///
    /// A collection view to which it was attached before shows nothing afterwards.
    public func attach(to collectionView: CollectionView) {
        if let old = storedCollectionView, old !== collectionView, old.dataSource === self { detach(from: old) }
        storedCollectionView = collectionView
        queue.list = collectionView
        notification = collectionView.transaction.notification
        cellObserversDidChange()
        collectionView.dataSource = self
        collectionView.delegate = self
        collectionView.prefetchDataSource = self
        for provider in providers {
            provider.selectionSettings?.raiseFlags(of: collectionView)
            provider.didAttach(to: collectionView)
        }
    }

    func detach(from collectionView: CollectionView) {
        if collectionView.dataSource === self { collectionView.dataSource = nil }
        if collectionView.delegate === self { collectionView.delegate = nil }
        if collectionView.prefetchDataSource === self { collectionView.prefetchDataSource = nil }
    }

    // MARK: Conversion between the list and a provider

    /// The position of a provider; nil if it is not in the list.
    public func index(of provider: any SectionProvider) -> Int? { indices[ObjectIdentifier(provider)] }

    /// The sections of a provider, by their indices in the list; nil if the provider is not in the list.
    public func sections(of provider: any SectionProvider) -> Range<Int>? { sections(of: ObjectIdentifier(provider)) }

    /// The provider that owns a section, and the section's index in the provider; nil if there is none.
    /// - Complexity: O(log *providers*).
    public func provider(ofSection section: Int) -> (provider: any SectionProvider, section: Int)? {
        guard let (part, section) = storedMap.part(ofSection: section) else { return nil }
        return (parts[part].provider, section)
    }

    /// Converts an index path to one of the whole list. Nil if the provider is not in the list or has no such
    /// section.
    public func absolute(_ indexPath: IndexPath, of provider: any SectionProvider) -> IndexPath? {
        guard let index = index(of: provider), let path = ElementPath(indexPath),
            let section = map.section(path.section, ofPart: index)
        else { return nil }
        return IndexPath(path.item, inSection: section)
    }

    /// The provider that owns an item, and its index path in the provider; nil if there is none.
    public func relative(_ indexPath: IndexPath) -> (provider: any SectionProvider, indexPath: IndexPath)? {
        guard let path = ElementPath(indexPath), let (provider, section) = provider(ofSection: path.section) else {
            return nil
        }
        return (provider, section == path.section ? indexPath : IndexPath(path.item, inSection: section))
    }

    /// The owner of an element that was or will be removed from the list, and its old position in the owner.
    func relativeBefore(_ indexPath: IndexPath) -> (provider: any SectionProvider, indexPath: IndexPath)? {
        guard isNotifyingOfBefore else { return relative(indexPath) }
        guard let path = ElementPath(indexPath), let (part, section) = before.map.part(ofSection: path.section) else {
            return nil
        }
        return (before.parts[part].provider, IndexPath(path.item, inSection: section))
    }

    /// - Parameter section: The section in the provider.
    @inline(__always)
    func position(_ path: ElementPath, _ section: Int) -> ProviderPosition {
        ProviderPosition(
            section: section, item: path.item, isBefore: isNotifyingOfBefore, listSection: path.section)
    }

    /// Converts an index path of a provider. Nil if the provider is not in the list or has no such section. While elements
    /// that an update deleted are reported, the index path is one from before the update.
    public func position(of indexPath: IndexPath, in provider: any SectionProvider) -> ProviderPosition? {
        position(of: indexPath, inProvider: ObjectIdentifier(provider))
    }

    func position(of indexPath: IndexPath, inProvider provider: ObjectIdentifier) -> ProviderPosition? {
        guard let path = ElementPath(indexPath), let sections = sectionsInNotification(of: provider),
            path.section >= 0, path.section < sections.count
        else { return nil }
        return ProviderPosition(
            section: path.section, item: path.item, isBefore: isNotifyingOfBefore,
            listSection: sections.lowerBound + path.section)
    }

    /// The parts that index paths of deleted elements refer to.
    var reportedParts: (map: SectionMap, parts: [ProviderPart]) {
        isNotifyingOfBefore ? (before.map, before.parts) : (map, parts)
    }

    // MARK: Updates

    /// Changes the list after all waiting updates.
    ///
    /// `body` is called when the waiting updates have run, never while the list is being laid out. It describes the
    /// changes, and changes the state of the providers so that they return the new data.
    ///
    ///     providerList.update(animated: true) { update in
    ///         update.change(provider, after.changeset(from: provider.shown))
    ///         provider.shown = after
    ///     }
    ///
    /// - Parameters:
    ///   - animated: Whether the host receives descriptions of all movements.
    ///   - body: The changes. If it throws, nothing changes. If it contains a provider twice, nothing changes and the
    ///     update fails with ``UpdateError/duplicateProvider(at:)``.
    ///   - completion: Called once on the main actor, when the animation has ended or the update failed.
    /// - Complexity: O(providers + edits), plus the cost of the layout.
    public func update(
        animated: Bool, _ body: @escaping @MainActor (inout Update) throws -> Void,
        completion: UpdateCompletion? = nil
    ) {
        queue.add(Queued(isAnimated: animated, body: body, completion: completion), of: self)
    }

    /// Changes the list now. It must be this update's turn, and the list must not be in a layout pass.
    package func perform(
        animated: Bool, _ body: @MainActor (inout Update) throws -> Void,
        completion: UpdateCompletion?
    ) {
        var begun = begin()
        do { try body(&begun.update) } catch { return cancel(begun, error, completion) }
        show(begun, animated: animated, completion: completion)
    }

    /// Begins an update. It must be the update's turn, and the list must not be in a layout pass. Change the providers and
    /// describe the changes, then call ``show(_:animated:completion:)`` or ``cancel(_:_:_:)``.
    func begin() -> BegunUpdate {
        // Waiting work is done with the data that the providers return now.
        collectionView?.prepareForUpdate()
        isUpdating = true
        let collectionView = collectionView
        return BegunUpdate(
            update: Update(providers: providers), providers: providers, map: map,
            collectionView: collectionView, isOwnChange: collectionView?.beginModelChange() ?? false)
    }

    /// Ends an update that is not shown.
    func cancel(_ begun: BegunUpdate, _ error: any Error, _ completion: UpdateCompletion?) {
        begun.collectionView?.cancelModelChange(begun.isOwnChange)
        completion?(.failed(error))
        isUpdating = false
        forgetBefore()
    }

    /// Shows an update that was begun.
    func show(_ begun: BegunUpdate, animated: Bool, completion: UpdateCompletion?) {
        let update = begun.update
        do { try accept(update) } catch { return cancel(begun, error, completion) }
        defer {
            isUpdating = false
            forgetBefore()
        }
        let known = collectionView.flatMap { listUpdate(begun, in: $0, animated: animated) }
        begun.collectionView?.endModelChange(begun.isOwnChange)
        guard let collectionView else {
            for work in update.afterwards { work() }
            completion?(queue.resultWithoutList)
            return
        }
        if known == nil { collectionView.reloadWithNextUpdate() }
        var next = known ?? .reloading(nil)
        next.completion = collectionView.completion(of: self, completion)
        guard !update.afterwards.isEmpty else {
            collectionView.perform(next)
            return
        }
        let end = UpdateAndAnimation(next.completion)
        next.completion = { end.reach($0) }
        collectionView.perform(next)
        for work in update.afterwards { work() }
        end.reach(.applied)
    }

    /// The update as the list shows it; nil for a full reload.
    private func listUpdate(_ begun: BegunUpdate, in collectionView: CollectionView, animated: Bool) -> ListUpdate? {
        guard !begun.update.reloadsData, !collectionView.loadsEverything else { return nil }
        let edit = SharedEdit(edit(of: begun))
        // The counts are read with the section counts. No data is requested after that.
        let counts = edit.counts(sections: storedMap.numberOfSections) { section in
            collectionView.countOfDataSource(section, self)
        }
        return ListUpdate(
            edit: edit, counts: counts, prepared: collectionView.upToDate(begun.update.prepared), isAnimated: animated)
    }

    /// Stores the providers of an update, and reads the counts of their sections.
    private func accept(_ update: Update) throws {
        forgetBefore()
        if let collectionView {
            for (provider, edits) in update.edits where edits.sections.values.contains(where: \.reloadsAll) {
                guard let index = indices[provider] else { continue }
                providers[index].collectionView(collectionView, willLoad: .sections)
            }
        }
        if areShown(update.providers) { return count() }
        var seen: Set<ObjectIdentifier> = []
        for (position, provider) in update.providers.enumerated() {
            guard seen.insert(ObjectIdentifier(provider)).inserted else {
                throw UpdateError.duplicateProvider(at: position)
            }
        }
        replaceProviders(with: update.providers)
    }

    /// Whether the providers are the current ones.
    private func areShown(_ others: [any SectionProvider]) -> Bool {
        guard others.count == parts.count else { return false }
        // No closure here and below: it would check for each provider that it runs on the main actor.
        for index in others.indices where others[index] !== parts[index].provider { return false }
        return true
    }

    /// Reads the providers' section counts.
    private func count() {
        let counted = collectionView ?? Self.nowhere
        var counts: [Int] = []
        counts.reserveCapacity(providers.count)
        var observers: [any SectionProvider] = []
        for provider in providers {
            counts.append(max(0, provider.numberOfSections(in: counted)))
            if provider.observesScrolling { observers.append(provider) }
        }
        storedMap = SectionMap(counts: counts)
        scrollObservers = observers
    }

    /// Deleted elements were reported, or an update begins: what was before is what is now. Providers that own no sections any
    /// more are released.
    private func forgetBefore() {
        before = (storedMap, indices, parts)
    }

    /// Reads all counts for a full reload, by an update or in code.
    func recount() {
        count()
        if !isUpdating { forgetBefore() }
    }

    /// Replaces the providers.
    private func replaceProviders(with new: [any SectionProvider]) {
        providers = new
        // No closure: it would check for each provider that it runs on the main actor.
        var parts: [ProviderPart] = []
        parts.reserveCapacity(new.count)
        for provider in new { parts.append(ProviderPart.part(of: provider)) }
        self.parts = parts
        providersVersion &+= 1
        indices = Dictionary(uniqueKeysWithValues: new.enumerated().map { (ObjectIdentifier($1), $0) })
        if let collectionView {
            for provider in new where before.indices[ObjectIdentifier(provider)] == nil {
                provider.collectionView(collectionView, willLoad: .sections)
            }
        }
        count()
        for part in before.parts where indices[ObjectIdentifier(part.provider)] == nil {
            part.provider.didMove(to: nil)
        }
        for provider in new where before.indices[ObjectIdentifier(provider)] == nil {
            if let collectionView { provider.selectionSettings?.raiseFlags(of: collectionView) }
            provider.didMove(to: self)
            if let collectionView { provider.didAttach(to: collectionView) }
        }
        cellObserversDidChange()
    }

    /// Passed to a provider when its counts are read before there is a collection view.
    private static let nowhere = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())

    /// Returns the effect of an update on the sections. Call it after the new providers were set.
    private func edit(of begun: BegunUpdate) -> ListEdit {
        let (update, oldProviders, oldMap) = (begun.update, begun.providers, begun.map)
        var plan = ListEdit()
        var moved: [Int: Int] = [:]
        if !areShown(oldProviders) {
            moved = planProviders(update, oldProviders, oldMap, &plan)
        }
        // Sorted by index: changesets are large, and sorting would copy them.
        var changed: [(index: Int, place: Dictionary<ObjectIdentifier, SnapshotChangeset>.Index)] = []
        for place in update.changes.indices {
            if let index = indices[update.changes[place].key] { changed.append((index, place)) }
        }
        for (new, place) in changed.sorted(by: { $0.index < $1.index }) {
            let (provider, changes) = update.changes[place]
            guard let old = before.indices[provider] else { continue }
            plan.add(
                changes, oldOffset: oldMap.sections(ofPart: old).lowerBound,
                newOffset: map.sections(ofPart: new).lowerBound, isMoved: moved[new] != nil)
        }
        /// The old sections of a provider that stays in the list; none if it does not.
        func kept(_ provider: ObjectIdentifier) -> Range<Int> {
            guard let old = before.indices[provider], indices[provider] != nil else { return 0..<0 }
            return oldMap.sections(ofPart: old)
        }
        for (provider, edits) in update.edits {
            plan.add(edits, sections: kept(provider), newFirst: self.sections(of: provider)?.lowerBound ?? 0)
        }
        for provider in update.relaid { plan.relaidSections.formUnion(kept(provider)) }
        for provider in update.restyled { plan.restyledSections.formUnion(kept(provider)) }
        for provider in update.refilled { plan.refilledSections.formUnion(kept(provider)) }
        for (provider, resized) in update.resized where !kept(provider).isEmpty {
            for (section, items) in resized { resize(items, kept(provider).lowerBound + section, &plan) }
        }
        for (provider, path) in update.reconfigured where !kept(provider).isEmpty {
            plan.reconfiguredItems.append(.item(path.item, inSection: kept(provider).lowerBound + path.section))
        }
        plan.sort()
        return plan
    }

    private func resize(_ items: IndexSet, _ section: Int, _ plan: inout ListEdit) {
        if collectionView?.recipe is CollectionViewCompositionalLayout {
            // The layout has no sizes of single items.
            plan.relaidSections.insert(section)
        } else {
            plan.items.add(section)
            plan.resizedItems[section, default: []].formUnion(items)
        }
    }

    /// Adds the sections that are inserted, deleted or moved with whole providers.
    /// - Returns: The old positions of moved sections, by their new positions.
    private func planProviders(
        _ update: Update, _ oldProviders: [any SectionProvider], _ oldMap: SectionMap, _ plan: inout ListEdit
    ) -> [Int: Int] {
        let changes = providers.map { ObjectIdentifier($0) }
            .changeset(from: oldProviders.map { ObjectIdentifier($0) })
        for index in changes.deletes { for section in oldMap.sections(ofPart: index) { plan.delete(section: section) } }
        for index in changes.inserts { for section in map.sections(ofPart: index) { plan.insert(section: section) } }
        let moved = Dictionary(uniqueKeysWithValues: changes.moves.map { ($0.new, $0.old) })
        for (new, old) in moved {
            let (from, to) = (oldMap.sections(ofPart: old), map.sections(ofPart: new))
            guard update.changes[ObjectIdentifier(providers[new])] == nil else { continue }
            for (from, to) in zip(from, to) { plan.move(section: from, to: to) }
        }
        return moved
    }

    // MARK: Routing

    public override func owner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        guard let (provider, own) = relative(indexPath) else { return nil }
        return (provider, own)
    }

    override func formerOwner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        guard let (provider, own) = relativeBefore(indexPath) else { return nil }
        return (provider, own)
    }

    override func mayPrefetch(in collectionView: CollectionView) -> Bool {
        for provider in providers
        where provider.prefetches && !collectionView.reuse.defaults.prefetch.contains(provider) { return true }
        return false
    }

    // The collection view calls these for each cell.

    package func willDisplay(_ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView) {
        outerDelegate?.callWillDisplay(cell, at: path, in: collectionView)
        guard storedObservesCells, let (part, section) = storedMap.part(ofSection: path.section) else { return }
        parts[part].willDisplay(cell, at: position(path, section), in: collectionView)
    }

    package func didEndDisplaying(_ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView) {
        outerDelegate?.callDidEndDisplaying(cell, at: path, in: collectionView)
        // Each in its own call, because a choice between two properties would copy them.
        if isNotifyingOfBefore {
            guard let (part, section) = before.map.part(ofSection: path.section) else { return }
            before.parts[part].didEndDisplaying(cell, at: position(path, section), in: collectionView)
        } else {
            guard storedObservesCells, let (part, section) = storedMap.part(ofSection: path.section) else { return }
            parts[part].didEndDisplaying(cell, at: position(path, section), in: collectionView)
        }
    }

    public override func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        if let path = ElementPath(indexPath) { willDisplay(cell, at: path, in: collectionView) }
    }

    public override func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        if let path = ElementPath(indexPath) { didEndDisplaying(cell, at: path, in: collectionView) }
    }

    /// Call this when ``SectionProvider/observesCells`` of a provider changes while it is in the list.
    public func cellObserversDidChange() {
        let collectionView = collectionView
        // The property is set after all providers were called, because they may show cells.
        let observes = parts.contains { $0.provider.observesCells && !$0.ignoresCells(in: collectionView) }
        storedObservesCells = observes
    }

    public override func forEachOwner(
        in collectionView: CollectionView, _ body: @MainActor (any CollectionViewDelegate) -> Void
    ) {
        for provider in providers { body(provider) }
    }

    override func forEachScrollObserver(
        in collectionView: CollectionView, _ body: @MainActor (any CollectionViewScrollDelegate) -> Void
    ) {
        if let outerScrollDelegate, outerScrollDelegate !== outerDelegate { body(outerScrollDelegate) }
        for provider in scrollObservers { body(provider) }
    }

    /// Call this when ``SectionProvider/selectionSettings`` of a provider change while it is in the list. The
    /// collection view is then set to allow what they allow.
    public func selectionSettingsDidChange(of provider: any SectionProvider) {
        guard let collectionView, index(of: provider) != nil else { return }
        provider.selectionSettings?.raiseFlags(of: collectionView)
    }

    // Selection needs permission from the outer delegate, then from the rule that all section lists share, and then
    // from the provider.

    public override func collectionView(_ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath)
        -> Bool
    {
        if let outerDelegate, !outerDelegate.collectionView(collectionView, shouldSelectItemAt: indexPath) {
            return false
        }
        guard let (provider, own) = relative(indexPath), let sections = sections(of: provider) else { return true }
        guard collectionView.allowsSelection(in: sections, provider.selectionSettings, selectionPolicy) else {
            return false
        }
        return provider.collectionView(collectionView, shouldSelectItemAt: own)
    }

    public override func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        if selectionPolicy == .swapping, let chosen = ElementPath(indexPath),
            let (provider, _) = provider(ofSection: chosen.section), let sections = sections(of: provider)
        {
            // A provider without settings uses those of the collection view, which handles the provider's own items
            // itself.
            let keepsOwn = provider.selectionSettings?.allowsMany(isEditing: collectionView.isEditing) ?? true
            collectionView.swapSelection(for: chosen, in: sections, keepsOwn: keepsOwn)
        }
        tell(collectionView, indexPath) { $0.collectionView(collectionView, didSelectItemAt: $1) }
    }

    public override func collectionView(
        _ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath
    ) -> Bool {
        let silent = collectionView.selectionFollowsFocus
        if let outerDelegate {
            let answer = outerDelegate.collectionView(collectionView, selectionFollowsFocusForItemAt: indexPath)
            if answer != silent { return answer }
        }
        guard let (provider, own) = relative(indexPath) else { return silent }
        return provider.selectionSettings.map { $0.selectionFollowsFocus || collectionView.followsFocusByHost }
            ?? provider.collectionView(collectionView, selectionFollowsFocusForItemAt: own)
    }

    public override func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath {
        let proposedIndexPath =
            outerDelegate?.collectionView(
                collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: originalIndexPath,
                atCurrentIndexPath: currentIndexPath, toProposedIndexPath: proposedIndexPath) ?? proposedIndexPath
        guard let (source, from) = relative(originalIndexPath), let (destination, to) = relative(proposedIndexPath)
        else { return currentIndexPath }
        if source === destination {
            // If the item is currently over another provider, this provider receives its original index path.
            let now = relative(currentIndexPath).flatMap { $0.provider === source ? $0.indexPath : nil } ?? from
            let target = source.collectionView(
                collectionView, targetIndexPathForMoveOfItemFromOriginalIndexPath: from, atCurrentIndexPath: now,
                toProposedIndexPath: to)
            return absolute(target, of: source) ?? currentIndexPath
        }
        let move = ProviderMove(
            source: source, sourceIndexPath: from, destination: destination, destinationIndexPath: to)
        let areAgreed =
            source.collectionView(collectionView, canMoveItemBetweenProviders: move)
            && destination.collectionView(collectionView, canMoveItemBetweenProviders: move)
        return areAgreed ? proposedIndexPath : currentIndexPath
    }

    /// The outer delegate's menu. If it returns none and all items belong to one provider, that provider's menu.
    /// Otherwise none.
    public override func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        if let menu = outerDelegate?.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point) {
            return menu
        }
        let owned = indexPaths.compactMap { relative($0) }
        guard let provider = owned.first?.provider, owned.count == indexPaths.count,
            owned.allSatisfy({ $0.provider === provider })
        else { return nil }
        return provider.collectionView(collectionView, contextMenuForItemsAt: owned.map(\.indexPath), point: point)
    }
}

/// Completes an update when its animation has ended and the work after it is done, whichever is later.
@MainActor
private final class UpdateAndAnimation {
    private var missing = 2
    private var result = UpdateResult.applied
    private let completion: UpdateCompletion?

    init(_ completion: UpdateCompletion?) { self.completion = completion }

    func reach(_ result: UpdateResult) {
        missing -= 1
        if self.result.isApplied { self.result = result }
        if missing == 0 { completion?(self.result) }
    }
}

extension SectionProviderList: SectionLayoutSource {
    func layout(ofSection section: Int, in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        guard let place = provider(ofSection: section) else { return nil }
        return (place.provider as? any SectionLayoutSource)?.layout(ofSection: place.section, in: environment)
    }
}
