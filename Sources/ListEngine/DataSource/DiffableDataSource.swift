import Foundation
import ListEngineDiff
import ListEngineLayout

/// The data source of a list whose sections and items have identifiers.
///
///     let dataSource = DiffableDataSource<String, Int>(collectionView: collectionView) { view, indexPath, number in
///         view.dequeueConfiguredReusableCell(using: numbers, for: indexPath, item: number)
///     }
///     var snapshot = dataSource.snapshot()
///     snapshot.appendItems([4, 5], toSection: "odd and even")
///     dataSource.apply(snapshot)
///
/// It finds what changed from one snapshot to the next, exactly and with the fewest moves, and has the collection view
/// show that. Snapshots can be handed in on any thread, where identifiers are `Sendable`; they are shown one after the
/// other, never while the list is being laid out, and of several that wait only the last is shown.
///
/// Each completion is called exactly once, on the main actor.
///
/// The collection view does not keep its data source alive, nor does the data source the collection view.
@MainActor
open class DiffableDataSource<SectionIdentifier: Hashable, ItemIdentifier: Hashable>: CollectionViewDataSource {
    public typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>
    /// The cell for an item; nil shows a ``PlaceholderCell``.
    public typealias CellProvider = @MainActor (CollectionView, IndexPath, ItemIdentifier) -> CollectionViewCell?
    public typealias SupplementaryViewProvider =
        @MainActor (CollectionView, ElementKind, IndexPath) -> CollectionReusableView?
    public typealias Completion = UpdateCompletion

    public var collectionView: CollectionView? { updates.queue.collectionView }

    /// Gives headers, footers and supplementary items. Nil shows a ``PlaceholderView`` and reports it.
    open var supplementaryViewProvider: SupplementaryViewProvider?

    /// Lets the user move items.
    public var reorderingHandlers = ReorderingHandlers<SectionIdentifier, ItemIdentifier>()

    private let cellProvider: CellProvider
    var current = Snapshot() {
        didSet {
            versionNumber += 1
            followRenewal(from: oldValue)
        }
    }
    /// Counts what the list has shown.
    private(set) var versionNumber = 0
    nonisolated let updates: SnapshotUpdates<DiffableDataSource>

    /// - Parameters:
    ///   - collectionView: Gets this as its data source.
    ///   - scheduler: When updates are shown.
    ///   - cellProvider: Gives the cell for an item.
    public init(
        collectionView: CollectionView, scheduler: UpdateScheduler = .immediate,
        cellProvider: @escaping CellProvider
    ) {
        self.cellProvider = cellProvider
        updates = SnapshotUpdates(UpdateQueue(scheduler))
        updates.target = self
        updates.queue.collectionView = collectionView
        collectionView.dataSource = self
    }

    // MARK: Reading

    /// What the list shows.
    /// - Complexity: O(1).
    public func snapshot() -> Snapshot { current }

    /// The item at an index path; nil where there is none.
    /// - Complexity: O(log *chunks*).
    public func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifier? {
        guard let path = ElementPath(indexPath), has(path) else { return nil }
        return current.itemIdentifier(at: ItemIndexPath(section: path.section, item: path.item))
    }

    /// Where an item is; nil where it is not in the list.
    /// - Complexity: O(log *chunks*).
    public func indexPath(for itemIdentifier: ItemIdentifier) -> IndexPath? {
        current.indexPath(of: itemIdentifier).map { IndexPath(item: $0.item, section: $0.section) }
    }

    /// The section at an index; nil where there is none.
    public func sectionIdentifier(for index: Int) -> SectionIdentifier? {
        (0..<current.numberOfSections).contains(index) ? current.sectionIdentifier(at: index) : nil
    }

    /// Where a section is; nil where it is not in the list.
    public func index(for sectionIdentifier: SectionIdentifier) -> Int? { current.indexOfSection(sectionIdentifier) }

    func has(_ path: ElementPath) -> Bool {
        (0..<current.numberOfSections).contains(path.section)
            && (0..<current.numberOfItems(inSectionAt: path.section)).contains(path.item)
    }

    // MARK: Applying

    /// Shows a snapshot.
    /// - Parameters:
    ///   - snapshot: What the list is to show. Marks for reload and reconfiguration are done.
    ///   - animatingDifferences: The host gets descriptions of all that moves.
    ///   - completion: Called once, when the animation has ended or the snapshot was not shown.
    @_disfavoredOverload  // where identifiers are Sendable the next one serves all threads
    public func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true, completion: Completion? = nil) {
        updates.add(.snapshot(snapshot), animatingDifferences ? .animated : .atOnce, completion)
    }

    /// Shows a snapshot; from any thread. On the main actor it is shown at once where it can be.
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
        completion: (@MainActor @Sendable (UpdateResult) -> Void)? = nil
    ) where SectionIdentifier: Sendable, ItemIdentifier: Sendable {
        updates.submit(
            .snapshot(snapshot), animatingDifferences ? .animated : .atOnce, isolation: isolation, completion)
    }

    /// Shows a snapshot without looking for differences: every visible cell is requested again.
    public func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: Completion? = nil) {
        updates.add(.snapshot(snapshot), .reloadData, completion)
    }

    /// Shows an outline as the items of one section, which is appended where it is not in the list.
    public func apply(
        _ outline: SectionSnapshot<ItemIdentifier>, to section: SectionIdentifier, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        edit(
            animatingDifferences: animatingDifferences,
            { snapshot in
                if !snapshot.contains(section: section) { try snapshot.appendSections(validating: [section]) }
                snapshot.apply(outline, toSection: section)
            }, completion: completion)
    }

    /// Edits what the list shows, after all updates that wait. An edit that throws changes nothing, and ends with
    /// ``UpdateResult/failed(_:)``.
    ///
    ///     dataSource.edit { try $0.insertItems(validating: [7], beforeItem: 9) }
    ///
    /// - Complexity: What is stated costs its own work, and O(*blocks*) to find what it changed: a block holds up to
    ///   32,768 items. And the layout's.
    public func edit(
        animatingDifferences: Bool = true, _ body: @escaping @MainActor (inout Snapshot) throws -> Void,
        completion: Completion? = nil
    ) {
        updates.add(.edit(body), animatingDifferences ? .animated : .atOnce, completion)
    }

    // MARK: CollectionViewDataSource

    open func numberOfSections(in collectionView: CollectionView) -> Int { current.numberOfSections }

    open func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        current.numberOfItems(inSectionAt: section)
    }

    open func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        guard let item = itemIdentifier(for: indexPath) else { return PlaceholderCell() }
        return cellProvider(collectionView, indexPath, item) ?? PlaceholderCell()
    }

    open func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        supplementaryViewProvider?(collectionView, kind, indexPath)
    }

    /// As ``ReorderingHandlers/canReorderItem`` says; no, without it.
    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let item = itemIdentifier(for: indexPath) else { return false }
        return reorderingHandlers.canReorderItem?(item) ?? false
    }

    /// Takes the new order, and calls the ``reorderingHandlers``.
    open func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard let source = ElementPath(sourceIndexPath), let target = ElementPath(destinationIndexPath),
            let item = itemIdentifier(for: sourceIndexPath), target.section < current.numberOfSections
        else { return }
        var after = current.moving(item, from: source, to: target)
        after.settle()
        let transaction = ReorderingTransaction(
            initialSnapshot: current, finalSnapshot: after, changes: after.changeset(from: current))
        reorderingHandlers.willReorder?(transaction)
        current = after
        reorderingHandlers.didReorder?(transaction)
    }

    /// Does nothing, unless overridden.
    open func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {}
}

// MARK: - Showing updates

extension DiffableDataSource: SnapshotTarget {
    package func show(_ state: Snapshot, _ style: UpdateStyle, completion: @escaping UpdateCompletion) {
        let next = state.adopted(by: current)
        guard let collectionView, style != .reloadData, !collectionView.loadsEverything else {
            // No differences are looked for.
            collectionView?.reloadWithNextUpdate()
            return take(next, UpdatePlan(), animated: false, completion)
        }
        let changes = next.changeset(from: current)
        take(next, changes.isEmpty ? nil : UpdatePlan(changes), animated: style == .animated, completion)
    }

    /// Has a snapshot, and shows it.
    /// - Parameter plan: Nil: nothing has changed in the list.
    func take(_ next: Snapshot, _ plan: UpdatePlan?, animated: Bool, _ completion: UpdateCompletion?) {
        var settled = next
        settled.settle()
        guard let collectionView, let plan else {
            current = settled
            completion?(.applied)
            return
        }
        collectionView.changeModel { current = settled }
        collectionView.perform(
            animated: animated, plan: { plan }, completion: { completion?(UpdateResult($0)) })
    }
}

extension DiffableSnapshot {
    /// This snapshot with what another one marks, where it is here as well.
    func marked(as old: DiffableSnapshot) -> DiffableSnapshot {
        var new = self
        new.reloadItems(old.reloadedItemIdentifiers.filter { contains(item: $0) })
        new.reconfigureItems(old.reconfiguredItemIdentifiers.filter { contains(item: $0) })
        new.reloadSections(old.reloadedSectionIdentifiers.filter { contains(section: $0) })
        return new
    }
}
