import Foundation
import ListEngineDiff
import ListEngineLayout

/// A list that is put together from providers of sections.
///
/// It is the data source, delegate and prefetch source of a collection view, and hands each question and message on to the
/// provider that owns the section, with index paths that count from the provider's first section. All ways to describe a
/// list by sections stand on it.
///
/// It keeps the providers; the collection view is kept by neither.
@MainActor
public final class SectionProviderList: CollectionViewDelegateRouter {
    public var collectionView: CollectionView? { queue.collectionView }

    /// The providers, in the order of their sections.
    public private(set) var providers: [any SectionProvider] = []

    /// Which sections belong to which provider, as they are shown.
    public private(set) var map = SectionMap()

    /// Hears of scrolling alone, after the outer delegate and before the providers. An object that is both hears it once.
    public weak var outerScrollDelegate: (any CollectionViewScrollDelegate)?

    /// What becomes of a selection when the user chooses an item of another provider. Nil, the default: it stays, where the
    /// collection view allows several selected items.
    ///
    /// The `outerDelegate` is asked first, then the policy, then the provider. Items that are deselected for a new selection are
    /// reported before it. Selecting items in code does not consult the policy.
    public var selectionPolicy: CollectionSectionSelectionPolicy?

    /// Gives the supplementary elements of the list itself, whose index path is their index alone.
    public var listElementProvider: (@MainActor (CollectionView, ElementKind, IndexPath) -> CollectionReusableView?)?

    package let queue: UpdateQueue
    private(set) var indices: [ObjectIdentifier: Int] = [:]
    private(set) var scrollObservers: [any SectionProvider] = []
    /// Before the last update: what has left the list is told where it was.
    private(set) var mapBefore = SectionMap()
    private(set) var indicesBefore: [ObjectIdentifier: Int] = [:]
    private var providersBefore: [any SectionProvider] = []
    private var isUpdating = false

    /// - Parameter scheduler: When updates are shown.
    public init(scheduler: UpdateScheduler = .immediate) {
        queue = UpdateQueue(scheduler)
        super.init()
    }

    /// Becomes the data source, delegate and prefetch source of a collection view.
    ///
    /// A collection view that it was attached to before shows nothing.
    public func attach(to collectionView: CollectionView) {
        if let old = queue.collectionView, old !== collectionView, old.dataSource === self {
            old.dataSource = nil
            if old.delegate === self { old.delegate = nil }
            if old.prefetchDataSource === self { old.prefetchDataSource = nil }
        }
        queue.collectionView = collectionView
        collectionView.dataSource = self
        collectionView.delegate = self
        collectionView.prefetchDataSource = self
        for provider in providers { provider.selectionSettings?.raiseFlags(of: collectionView) }
    }

    // MARK: From the list to a provider and back

    /// The position of a provider; nil where it is not in the list.
    public func index(of provider: any SectionProvider) -> Int? { indices[ObjectIdentifier(provider)] }

    /// The sections of a provider, counted through the list; nil where it is not in the list.
    public func sections(of provider: any SectionProvider) -> Range<Int>? { sections(of: ObjectIdentifier(provider)) }

    /// The provider that owns a section, and the section's index there; nil where there is none.
    /// - Complexity: O(log *providers*).
    public func provider(ofSection section: Int) -> (provider: any SectionProvider, section: Int)? {
        guard let (part, section) = map.part(ofSection: section) else { return nil }
        return (providers[part], section)
    }

    /// The index path of the whole list; nil where the provider is not in it, or has no such section.
    public func absolute(_ indexPath: IndexPath, of provider: any SectionProvider) -> IndexPath? {
        guard let index = index(of: provider), let path = ElementPath(indexPath),
            let section = map.section(path.section, ofPart: index)
        else { return nil }
        return IndexPath(item: path.item, section: section)
    }

    /// The provider that owns an item, and the index path there; nil where there is none.
    public func relative(_ indexPath: IndexPath) -> (provider: any SectionProvider, indexPath: IndexPath)? {
        guard let path = ElementPath(indexPath), let (provider, section) = provider(ofSection: path.section) else {
            return nil
        }
        return (provider, IndexPath(item: path.item, section: section))
    }

    /// Who owned what has left the list or is about to, and where it was there.
    func relativeBefore(_ indexPath: IndexPath) -> (provider: any SectionProvider, indexPath: IndexPath)? {
        guard collectionView?.isEndingWhatWas == true else { return relative(indexPath) }
        guard let path = ElementPath(indexPath), let (part, section) = mapBefore.part(ofSection: path.section) else {
            return nil
        }
        return (providersBefore[part], IndexPath(item: path.item, section: section))
    }

    // MARK: Updates

    /// What an update changes.
    @MainActor
    public struct Update {
        /// The providers after the update, in order, each once.
        public var providers: [any SectionProvider]

        var changes: [ObjectIdentifier: SnapshotChangeset] = [:]
        var edits: [ObjectIdentifier: [Int: PositionalEdits]] = [:]
        var reloadsData = false
        var relaid: [ObjectIdentifier] = []
        var resized: [ObjectIdentifier: [Int: IndexSet]] = [:]
        var afterwards: [@MainActor () -> Void] = []

        package init(providers: [any SectionProvider]) { self.providers = providers }

        /// A provider that stays has other sections or items.
        /// - Parameter changes: From what it shows before the update to what it shows after `commit`. Sections count from
        ///   the provider's first.
        public mutating func change(_ provider: any SectionProvider, _ changes: SnapshotChangeset) {
            self.changes[ObjectIdentifier(provider)] = changes
        }

        /// A section of a provider that stays, and has as many sections as before, has other items: for those that have
        /// no identifiers.
        /// - Parameters:
        ///   - section: Counts from the provider's first.
        ///   - deleted: Positions before the update.
        ///   - inserted: Positions after it.
        ///   - reloaded: Positions before it; shown by other cells.
        public mutating func change(
            _ provider: any SectionProvider, section: Int, deleting deleted: IndexSet = [],
            inserting inserted: IndexSet = [], reloading reloaded: IndexSet = []
        ) {
            edits[ObjectIdentifier(provider), default: [:]][section, default: PositionalEdits()].add(
                deleted, inserted, reloaded)
        }

        /// A section of a provider that stays, and has as many sections as before, is loaded again: its count, its layout
        /// and all its views.
        public mutating func reload(_ provider: any SectionProvider, section: Int) {
            edits[ObjectIdentifier(provider), default: [:]][section, default: PositionalEdits()].reloadsAll = true
        }

        /// A provider that stays has other sizes or another style: its sections are laid out from scratch. Cells stay.
        public mutating func relayout(_ provider: any SectionProvider) { relaid.append(ObjectIdentifier(provider)) }

        /// Items of a provider that stays have other sizes: these are asked for again. Cells stay.
        /// - Parameter items: Positions before the update.
        mutating func resize(_ provider: any SectionProvider, section: Int, items: IndexSet) {
            resized[ObjectIdentifier(provider), default: [:]][section, default: []].formUnion(items)
        }

        /// Calls when the list shows the update, before its completion. Animations may still run.
        public mutating func afterwards(_ work: @escaping @MainActor () -> Void) { afterwards.append(work) }

        /// Everything is loaded again; no differences are looked for.
        public mutating func reloadData() { reloadsData = true }
    }

    /// Changes the list, after all updates that wait.
    ///
    /// `body` is called when its turn has come, never while the list is being laid out. It says what changes, and has the
    /// providers answer with what is to be shown from now on.
    ///
    ///     list.update { update in
    ///         update.change(self, after.changeset(from: self.shown))
    ///         self.shown = after
    ///     }
    ///
    /// - Parameters:
    ///   - animated: The host gets descriptions of all that moves.
    ///   - body: May throw, which changes nothing. Neither does one that names a provider twice, which fails with
    ///     ``UpdateError/duplicateProvider(at:)``.
    ///   - completion: Called once, on the main actor: when the animation has ended, or the update has failed.
    /// - Complexity: O(providers + edits) and the layout's.
    public func update(
        animated: Bool, _ body: @escaping @MainActor (inout Update) throws -> Void,
        completion: UpdateCompletion? = nil
    ) {
        queue.add { [weak self] in
            if let self {
                perform(animated: animated, body, completion: completion)
            } else {
                completion?(.failed(UpdateError.dataSourceReleased))
            }
        }
    }

    /// Changes the list now: it is this update's turn, and the list is not being laid out.
    package func perform(
        animated: Bool, _ body: @MainActor (inout Update) throws -> Void,
        completion: UpdateCompletion?
    ) {
        // What waits is done with what the providers answer now.
        collectionView?.prepareForUpdate()
        var update = Update(providers: providers)
        let (oldProviders, oldMap) = (providers, map)
        isUpdating = true
        defer {
            isUpdating = false
            forgetWhatWas()
        }
        do {
            if let collectionView {
                try collectionView.changeModel { try change(&update, body) }
            } else {
                try change(&update, body)
            }
        } catch {
            completion?(.failed(error))
            return
        }
        guard let collectionView else {
            for work in update.afterwards { work() }
            completion?(.applied)
            return
        }
        if update.reloadsData { collectionView.reloadWithNextUpdate() }
        let end = UpdateEnd(completion)
        collectionView.perform(
            animated: animated, plan: { plan(update, oldProviders, oldMap) }, completion: { end.reach($0) })
        for work in update.afterwards { work() }
        end.reach(nil)
    }

    private func change(_ update: inout Update, _ body: @MainActor (inout Update) throws -> Void) throws {
        try body(&update)
        (mapBefore, indicesBefore, providersBefore) = (map, indices, providers)
        if let collectionView {
            for (provider, edits) in update.edits where edits.values.contains(where: \.reloadsAll) {
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
        take(update.providers)
    }

    /// The providers are those that there are.
    private func areShown(_ others: [any SectionProvider]) -> Bool {
        others.count == providers.count && zip(others, providers).allSatisfy { $0 === $1 }
    }

    /// Asks providers how many sections they have.
    private func count() {
        let counted = collectionView ?? Self.nowhere
        map = SectionMap(counts: providers.lazy.map { max(0, $0.numberOfSections(in: counted)) })
        scrollObservers = providers.filter(\.observesScrolling)
    }

    /// What has left was told: those that own nothing any more are let go.
    private func forgetWhatWas() { (mapBefore, indicesBefore, providersBefore) = (map, indices, providers) }

    /// The list is loaded again, by an update or by the program.
    func recount() {
        count()
        if !isUpdating { forgetWhatWas() }
    }

    /// Shows other providers.
    private func take(_ new: [any SectionProvider]) {
        providers = new
        indices = Dictionary(uniqueKeysWithValues: new.enumerated().map { (ObjectIdentifier($1), $0) })
        if let collectionView {
            for provider in new where indicesBefore[ObjectIdentifier(provider)] == nil {
                provider.collectionView(collectionView, willLoad: .sections)
            }
        }
        count()
        for provider in providersBefore where indices[ObjectIdentifier(provider)] == nil { provider.didMove(to: nil) }
        for provider in new where indicesBefore[ObjectIdentifier(provider)] == nil {
            if let collectionView { provider.selectionSettings?.raiseFlags(of: collectionView) }
            provider.didMove(to: self)
        }
    }

    /// Counts are asked of a provider before there is a view.
    private static let nowhere = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())

    /// What an update does to the sections. To be made when the new providers have been taken.
    private func plan(_ update: Update, _ oldProviders: [any SectionProvider], _ oldMap: SectionMap) -> UpdatePlan {
        var plan = UpdatePlan()
        var moved: [Int: Int] = [:]
        if !providers.elementsEqual(oldProviders, by: { $0 === $1 }) {
            moved = planProviders(update, oldProviders, oldMap, &plan)
        }
        for new in update.changes.keys.compactMap({ indices[$0] }).sorted() {
            let provider = ObjectIdentifier(providers[new])
            guard let changes = update.changes[provider], let old = indicesBefore[provider] else { continue }
            plan.add(
                changes, oldOffset: oldMap.sections(ofPart: old).lowerBound,
                newOffset: map.sections(ofPart: new).lowerBound, isMoved: moved[new] != nil)
        }
        for (provider, edits) in update.edits {
            guard let old = indicesBefore[provider], indices[provider] != nil else { continue }
            let sections = oldMap.sections(ofPart: old)
            for (section, edits) in edits where section >= 0 && section < sections.count {
                plan.add(edits, section: sections.lowerBound + section)
            }
        }
        for provider in update.relaid {
            guard let old = indicesBefore[provider], indices[provider] != nil else { continue }
            plan.relaidSections.formUnion(oldMap.sections(ofPart: old))
        }
        for (provider, resized) in update.resized {
            guard let old = indicesBefore[provider], indices[provider] != nil else { continue }
            for (section, items) in resized { resize(items, oldMap.sections(ofPart: old).lowerBound + section, &plan) }
        }
        plan.sortSections()
        return plan
    }

    private func resize(_ items: IndexSet, _ section: Int, _ plan: inout UpdatePlan) {
        if collectionView?.recipe is CollectionViewCompositionalLayout {
            // It has no sizes of single items.
            plan.relaidSections.insert(section)
        } else {
            plan.items.add(section)
            plan.resizedItems[section, default: []].formUnion(items)
        }
    }

    /// What comes, goes and moves with whole providers.
    /// - Returns: Of those that move, where they stood by where they stand.
    private func planProviders(
        _ update: Update, _ oldProviders: [any SectionProvider], _ oldMap: SectionMap, _ plan: inout UpdatePlan
    ) -> [Int: Int] {
        let changes = providers.map { ObjectIdentifier($0) }
            .changeset(from: oldProviders.map { ObjectIdentifier($0) })
        for index in changes.deletes { for section in oldMap.sections(ofPart: index) { plan.delete(section: section) } }
        for index in changes.inserts { for section in map.sections(ofPart: index) { plan.insert(section: section) } }
        let moved = Dictionary(uniqueKeysWithValues: changes.moves.map { ($0.new, $0.old) })
        for (new, old) in moved {
            let (from, to) = (oldMap.sections(ofPart: old), map.sections(ofPart: new))
            guard update.changes[ObjectIdentifier(providers[new])] == nil else { continue }
            for (from, to) in zip(from, to) { plan.addMove(from: from, to: to) }
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

    /// A provider answers other ``SectionProvider/selectionSettings``: the collection view is made to allow what they allow. To
    /// be called where they change while the provider is in the list.
    public func selectionSettingsDidChange(of provider: any SectionProvider) {
        guard let collectionView, index(of: provider) != nil else { return }
        provider.selectionSettings?.raiseFlags(of: collectionView)
    }

    // What can be selected of providers: the outer delegate is asked, then the rule that all lists of sections share, then
    // the provider.

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
            // A provider that says nothing has what the collection view allows, which sees to its own items itself.
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
        return provider.selectionSettings?.selectionFollowsFocus
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
            // Elsewhere at the moment, it is where it came from as far as this provider knows.
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

    /// The outer delegate's menu. Where it has none and all items are one provider's, that one's; none otherwise.
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

/// Completes an update when its animation has ended and what follows it has been done, whichever comes last.
@MainActor
private final class UpdateEnd {
    private var missing = 2
    private var error: CollectionViewUpdateError?
    private let completion: UpdateCompletion?

    init(_ completion: UpdateCompletion?) { self.completion = completion }

    func reach(_ error: CollectionViewUpdateError?) {
        missing -= 1
        self.error = self.error ?? error
        if missing == 0 { completion?(UpdateResult(self.error)) }
    }
}
