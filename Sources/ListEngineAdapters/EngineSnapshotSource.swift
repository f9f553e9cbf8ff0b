import Foundation
import ListEngine
import ListEngineDiff

/// The common part of the diffable data sources for UIKit and AppKit: snapshots, outlines, and the queue of their updates.
///
/// Use `EngineDiffableDataSource` of one of the two modules.
@MainActor
open class EngineSnapshotSource<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>:
    NSObject
{
    public typealias Snapshot = DiffableSnapshot<SectionIdentifierType, ItemIdentifierType>

    /// The collection view that shows the snapshots.
    package weak var adaptedView: (any BatchAdapter)?
    /// What the collection view shows, or is about to show after the stage that it is in.
    package private(set) var shown = Snapshot()
    /// The program reads this one: the snapshot that was applied last and waits, or else that of the running or last update.
    private var latest = Snapshot()
    private var version = 0
    private let queue = UpdateQueue(.immediate)
    /// The number of applied snapshots that wait in the queue.
    private var waitingSnapshots = 0
    /// The number of providers that are being called.
    private var runningProviders = 0

    /// The handlers for items of outlines that are expanded and collapsed.
    open var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifierType>()
    package var outlines = ShownOutlines<SectionIdentifierType, ItemIdentifierType>()
    private var configured: [ObjectIdentifier: ConfiguredCell<ItemIdentifierType>] = [:]

    // MARK: Snapshots

    /// The last snapshot that was applied, with the changes by outlines and moves that have been shown since.
    ///
    /// An outline that is applied in the middle of another update is in it as soon as that outline is shown.
    open func snapshot() -> Snapshot { latest }

    /// Shows a snapshot. The difference is computed immediately, on the main thread. In the middle of another update the snapshot
    /// waits for its end: providers, delegates and completions may apply snapshots in the middle of a batch, which cannot hold
    /// another one.
    /// - Parameter completion: Called once: when the animations have ended or the collection view is released, or with `.failed` if the
    ///   data source was released or replaced.
    open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true, completion: UpdateCompletion? = nil) {
        enqueue(snapshot, completion) { source, completion in
            source.show(nil, snapshot, animatingDifferences, completion)
        }
    }

    /// Shows a snapshot. Its completion has no parameter, as that of the toolkit's data source. It is called in any case.
    public final func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: @escaping @MainActor () -> Void
    ) {
        apply(snapshot, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    /// Shows a snapshot. The difference is computed on another thread. Returns when all animations have ended.
    @discardableResult
    open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async -> UpdateResult {
        let old = shown
        let base = version
        let computed = await Task.detached { StagedUpdate(from: old, to: snapshot) }.value
        return await .of { completion in
            enqueue(snapshot, completion) { source, completion in
                // If another snapshot was shown in the meantime, the difference is to that one.
                let update = base == source.version ? computed : nil
                source.show(update, snapshot, animatingDifferences, completion)
            }
        }
    }

    /// Shows a snapshot without a difference: the collection view reloads its data.
    open func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: UpdateCompletion? = nil) {
        enqueue(snapshot, completion) { source, completion in
            source.setLatest(snapshot)
            source.outlines.follow(from: source.shown, to: snapshot)
            source.store(snapshot)
            guard source.isShown else { return completion(.failed(UpdateError.dataSourceReplaced)) }
            source.adaptedView?.reloadData()
            completion(.applied)
        }
    }

    /// Shows a snapshot without a difference. Its completion has no parameter. It is called in any case.
    public final func applySnapshotUsingReloadData(
        _ snapshot: Snapshot, completion: @escaping @MainActor () -> Void
    ) {
        applySnapshotUsingReloadData(snapshot) { _ in completion() }
    }

    private func enqueue(
        _ snapshot: Snapshot, _ completion: UpdateCompletion?,
        _ update: @escaping @MainActor (EngineSnapshotSource, @escaping UpdateCompletion) -> Void
    ) {
        latest = snapshot
        latest.settle()
        waitingSnapshots += 1
        enqueue(completion) { source, completion in
            source.waitingSnapshots -= 1
            update(source, completion)
        }
    }

    private func enqueue(
        _ completion: UpdateCompletion?,
        _ update: @escaping @MainActor (EngineSnapshotSource, @escaping UpdateCompletion) -> Void
    ) {
        queue.list = self
        queue.add { [weak self] in
            guard let self else {
                completion?(.failed(UpdateError.dataSourceReleased))
                return
            }
            update(self) { completion?($0) }
            // The same storage, so that the next difference is that of an edited copy.
            setLatest(shown)
        }
    }

    /// Completions and providers that are called in the middle of an update read its snapshot, unless a newer one waits.
    private func setLatest(_ snapshot: Snapshot) {
        guard waitingSnapshots == 0 else { return }
        latest = snapshot
        latest.settle()
    }

    /// Calls a provider. The collection view is being laid out meanwhile and cannot be updated: snapshots that the provider applies
    /// wait for the end of the pass.
    package func providing<View>(_ provider: () -> View) -> View {
        runningProviders += 1
        defer { runningProviders -= 1 }
        return provider()
    }

    private func store(_ snapshot: Snapshot) {
        shown = snapshot
        shown.settle()
        version += 1
    }

    /// - Parameter computed: The update, if it is known.
    private func show(
        _ computed: StagedUpdate<SectionIdentifierType, ItemIdentifierType>?, _ snapshot: Snapshot,
        _ animated: Bool, _ completion: @escaping UpdateCompletion
    ) {
        setLatest(snapshot)
        // Stages in between do not end an outline.
        outlines.follow(from: shown, to: snapshot)
        let moved = itemsWithOldPlaces(in: snapshot)
        var snapshot = snapshot
        if !moved.isEmpty { snapshot.reconfigureItems(moved) }
        let known = moved.isEmpty ? computed : nil
        let update = known ?? StagedUpdate(from: shown, to: snapshot)
        guard isShown else {
            store(snapshot)
            return completion(.failed(UpdateError.dataSourceReplaced))
        }
        guard let adaptedView, !update.stages.isEmpty else {
            store(snapshot)
            return completion(.applied)
        }
        adaptedView.show(update, of: self, animated: animated, completion: completion, setData: { self.store($0) })
    }

    /// False if the collection view has another data source. It must not be updated then.
    private var isShown: Bool { adaptedView?.hasDataSource(self) ?? true }

    // MARK: Identifiers

    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        shown.item(at: indexPath)
    }

    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
        shown.listIndexPath(of: itemIdentifier)
    }

    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        (0..<shown.numberOfSections).contains(index) ? shown.sectionIdentifier(at: index) : nil
    }

    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        shown.indexOfSection(sectionIdentifier)
    }

    /// The item at an index path, for a cell.
    package func item(toShowAt indexPath: IndexPath) -> ItemIdentifierType {
        guard let item = itemIdentifier(for: indexPath) else {
            fatalError("no item at \(indexPath); the snapshot has \(shown)")
        }
        return item
    }
}

// MARK: - Outlines

extension EngineSnapshotSource: OutlineOwner {
    package typealias SectionIdentifier = SectionIdentifierType
    package typealias ItemIdentifier = ItemIdentifierType

    package var current: Snapshot { shown }
    package var collectionView: CollectionView? { nil }
    package func ownPath(_ path: ElementPath) -> ElementPath? { path }
    package func listPath(_ path: ElementPath) -> ElementPath? { path }

    /// Edits the shown snapshot, after all waiting updates. Cells whose place in an outline changes are configured again.
    package func edit(
        animatingDifferences: Bool, _ body: @escaping @MainActor (inout Snapshot) throws -> Void,
        completion: UpdateCompletion?
    ) {
        enqueue(completion) { source, completion in
            var next = source.shown
            do { try body(&next) } catch { return completion(.failed(error)) }
            source.show(nil, next, animatingDifferences, completion)
        }
    }

    /// Configures a cell with the provider of the program.
    package func configure<Cell: AnyObject>(_ item: ItemIdentifierType, _ provider: () -> Cell?) -> Cell? {
        let place = placeInOutline(of: item)
        let cell = providing(provider)
        if let cell { configured[ObjectIdentifier(cell)] = ConfiguredCell(cell: cell, item: item, place: place) }
        return cell
    }

    /// The items whose cells show an old place in an outline, including cells that the toolkit has prepared outside of the visible part.
    private func itemsWithOldPlaces(in snapshot: Snapshot) -> [ItemIdentifierType] {
        configured = configured.filter { $1.cell != nil }
        guard outlines.wereUsed else { return [] }
        var items: Set<ItemIdentifierType> = []
        for (key, cell) in configured {
            let place = placeInOutline(of: cell.item)
            guard place != cell.place else { continue }
            // A cell that the toolkit keeps for other items is not configured again before it shows one.
            configured[key]?.place = place
            if shown.contains(item: cell.item), snapshot.contains(item: cell.item) { items.insert(cell.item) }
        }
        return Array(items)
    }

    /// Shows an outline as the items of one section. If the section is not in the list, it is appended. The outline is used until an
    /// update of another kind changes the items of the section.
    /// - Parameter completion: As for ``apply(_:animatingDifferences:completion:)``.
    public func apply(
        _ outline: SectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
        animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) {
        showOutline(outline, of: section, animated: animatingDifferences, completion)
    }

    /// Shows an outline as the items of one section. Its completion has no parameter. It is called in any case.
    public func apply(
        _ outline: SectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
        animatingDifferences: Bool = true, completion: @escaping @MainActor () -> Void
    ) {
        apply(outline, to: section, animatingDifferences: animatingDifferences) { _ in completion() }
    }

    /// The tree of a section. A section that is not shown as an outline is a tree without branches; one that is not in the list is
    /// empty.
    /// - Complexity: O(1) for an outline, otherwise O(items of the section).
    public func snapshot(for section: SectionIdentifierType) -> SectionSnapshot<ItemIdentifierType> {
        outline(of: section)
    }

    /// The place of an item in its outline, for the accessories and the indentation of its cell; nil if the item's section is not
    /// shown as an outline.
    /// - Complexity: O(level).
    public func outlineState(of item: ItemIdentifierType) -> OutlineState? { placeInOutline(of: item) }

    /// Expands or collapses an item, if the handlers permit it. Call it for the control that the cell has for this, such as UIKit's
    /// accessory for outlines.
    ///
    /// UIKit's accessory expands items only for UIKit's own data source, so the cell must call this method.
    /// - Returns: False if the item cannot be expanded or collapsed.
    @discardableResult
    public func toggleExpansion(
        of item: ItemIdentifierType, animatingDifferences: Bool = true, completion: UpdateCompletion? = nil
    ) -> Bool {
        toggle(item, animated: animatingDifferences, completion)
    }

    /// Loads the children of an item again that ``SectionSnapshotHandlers/loadChildren`` could not load. See
    /// `DiffableDataSource.loadAgain(childrenOf:completion:)`.
    public func loadAgain(childrenOf item: ItemIdentifierType, completion: UpdateCompletion? = nil) {
        loadAgain(item, animated: true, completion)
    }

    /// Stops loading the children of an item. The item is collapsed.
    /// - Returns: False if the children are not being loaded.
    @discardableResult
    public func cancelLoading(childrenOf item: ItemIdentifierType) -> Bool { cancelLoading(item) }
}

// MARK: - Moves by the user

extension EngineSnapshotSource {
    /// Takes a move that the collection view has shown.
    /// - Parameters:
    ///   - target: The place after the move.
    ///   - handlers: Snapshots that they apply wait until the collection view has ended the move.
    package func move(
        from source: IndexPath, to target: IndexPath,
        _ handlers: ReorderingHandlers<SectionIdentifierType, ItemIdentifierType>
    ) {
        guard let from = ElementPath(source), let to = ElementPath(target), let item = itemIdentifier(for: source),
            var after = shown.moving(item, from: from, to: to)
        else { return }
        after.settle()
        let transaction = ReorderingTransaction(from: shown, to: after)
        providing {
            handlers.willReorder?(transaction)
            let old = shown
            moveInOutlines(
                item, from: from.section, to: ItemIndexPath(section: to.section, item: to.item), in: after)
            outlines.follow(from: old, to: after)
            store(after)
            setLatest(shown)
            if outlines.wereUsed {
                // The collection view has shown the move, and not the places in outlines.
                enqueue(nil) { $0.show(nil, $0.shown, false, $1) }
            }
            handlers.didReorder?(transaction)
        }
    }

    /// Whether the user can move an item. One that has children cannot be moved alone.
    package func canMove(
        _ path: IndexPath, _ handlers: ReorderingHandlers<SectionIdentifierType, ItemIdentifierType>
    ) -> Bool {
        guard let item = itemIdentifier(for: path), outlinesPermitMove(of: item, inSectionAt: path[0]) else {
            return false
        }
        return handlers.canReorderItem?(item) ?? false
    }
}

extension EngineSnapshotSource: UpdatedList {
    package var isBusy: Bool { runningProviders > 0 }

    /// The toolkits do not say when a pass has ended. It has before the main actor does anything else.
    package func whenIdle(_ work: @escaping @MainActor () -> Void) { Task { @MainActor in work() } }

    package func prepareForUpdate() {}
}

/// A cell that the provider has configured.
private struct ConfiguredCell<Item> {
    weak var cell: AnyObject?
    let item: Item
    /// The place in an outline.
    var place: OutlineState?
}

/// A toolkit's collection view, for updates in batches.
@MainActor
package protocol BatchAdapter: AnyObject {
    var isOnScreen: Bool { get }
    var visibleItemPaths: [IndexPath] { get }
    func hasDataSource(_ object: AnyObject) -> Bool
    func reloadData()
    func performBatch(animated: Bool, _ updates: @escaping () -> Void, completion: ((Bool) -> Void)?)
    func perform(_ stage: BatchUpdates.Stage)
}

extension BatchAdapter {
    /// Performs an update in its stages, or reloads where that is cheaper.
    /// - Parameter source: The view's data source, if it is known. If another one replaces it between two stages, the remaining
    ///   stages change its data only.
    package func show<Section, Item>(
        _ update: StagedUpdate<Section, Item>, of source: AnyObject?, animated: Bool,
        completion: UpdateCompletion?,
        setData: @escaping (StagedUpdate<Section, Item>.Snapshot) -> Void
    ) {
        let end = CompletionOnce(completion)
        guard let last = update.stages.last else { return end.call(.applied) }
        if !isOnScreen || update.batch.costsMoreThanReload(visibleItemCount: visibleItemPaths.count) {
            setData(last.snapshot)
            reloadData()
            return end.call(.applied)
        }
        for (index, stage) in update.stages.enumerated() {
            guard source.map(hasDataSource) ?? true else {
                setData(last.snapshot)
                return end.call(.failed(UpdateError.dataSourceReplaced))
            }
            performBatch(
                animated: animated,
                {
                    setData(stage.snapshot)
                    self.perform(stage.updates)
                }, completion: index == update.stages.count - 1 ? { _ in end.call(.applied) } : nil)
        }
    }
}

/// Calls a completion once. A view that is released in an animation drops the closure that would call it: the update was applied,
/// and the completion is called then.
@MainActor
private final class CompletionOnce {
    private var completion: UpdateCompletion?

    init(_ completion: UpdateCompletion?) { self.completion = completion }

    func call(_ result: UpdateResult) {
        let completion = completion
        self.completion = nil
        completion?(result)
    }

    deinit {
        guard let completion else { return }
        Task { @MainActor in completion(.applied) }
    }
}
