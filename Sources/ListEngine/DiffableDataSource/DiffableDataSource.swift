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
/// It computes the exact changes from one snapshot to the next, with the fewest moves, and shows them in the
/// collection view. If identifiers are `Sendable`, snapshots can be applied on any thread. They are shown one after
/// the other, never while the list is being laid out. If several snapshots wait, only the last one is shown.
///
/// Each completion is called exactly once, on the main actor.
///
/// The collection view and the data source hold weak references to each other.
@MainActor
open class DiffableDataSource<SectionIdentifier: Hashable, ItemIdentifier: Hashable>: CollectionViewDataSource {
    public typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>
    /// Returns the cell for an item. If it returns nil, a ``PlaceholderCell`` is shown.
    public typealias CellProvider = @MainActor (CollectionView, IndexPath, ItemIdentifier) -> CollectionViewCell?
    public typealias SupplementaryViewProvider =
        @MainActor (CollectionView, ElementKind, IndexPath) -> CollectionReusableView?
    public typealias Completion = UpdateCompletion

    /// The collection view that shows the list. Nil if it was released, or if it has another data source.
    public var collectionView: CollectionView? {
        guard let view = storedCollectionView, view.isUpdated(by: self) else { return nil }
        return view
    }
    private weak var storedCollectionView: CollectionView?

    /// Returns headers, footers and supplementary views. If it returns nil, a ``PlaceholderView`` is shown and a
    /// diagnostic is reported.
    open var supplementaryViewProvider: SupplementaryViewProvider?

    /// Returns a section's title in the index of the list; nil leaves it out. See ``CollectionView/indexTitles``.
    open var indexTitleProvider: (@MainActor (SectionIdentifier) -> String?)?

    /// Returns the text of an item, for the search of typed characters and for assistive technologies. The delegate's text
    /// comes first, if it returns one. See ``CollectionView/hostTypeAhead(_:)``.
    open var itemTextProvider: (@MainActor (ItemIdentifier) -> String?)? {
        get { closures.text }
        set { closures.text = newValue }
    }

    /// Returns the content of an item in a column of a table, for copying, typing ahead and editing. See
    /// ``CollectionViewDataSource/collectionView(_:field:ofItemAt:)``.
    open var fieldProvider: (@MainActor (_ column: String, ItemIdentifier) -> TableField?)? {
        get { closures.field }
        set { closures.field = newValue }
    }

    /// Performs the primary action of an item: the user double-clicked it, or pressed Return. The delegate's action is
    /// performed before, and the delegate can refuse both. Without a delegate, there is no action while the list is edited.
    open var primaryActionHandler: (@MainActor (ItemIdentifier) -> Void)? {
        get { closures.primaryAction }
        set { closures.primaryAction = newValue }
    }

    /// Deletes items for ``ItemCommand/delete``, all in one call: the closure changes the program's model and applies a snapshot. It
    /// receives those that no delegate deletes, and keeps those that the user must not delete.
    open var deletionHandler: (@MainActor ([ItemIdentifier]) -> Void)? {
        get { closures.deletion }
        set { closures.deletion = newValue }
    }

    /// The handlers for items that the user moves.
    public var reorderingHandlers = ReorderingHandlers<SectionIdentifier, ItemIdentifier>()

    /// The handlers for items of outlines that are expanded and collapsed.
    public var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemIdentifier>()

    private let cellProvider: CellProvider
    let closures = ItemClosures<ItemIdentifier>()
    package var outlines = ShownOutlines<SectionIdentifier, ItemIdentifier>() {
        didSet { usesOutlines = outlines.wereUsed }
    }
    /// It is read for each cell, without the check for overlapping accesses that the outlines need.
    private var usesOutlines = false
    package internal(set) var current: Snapshot {
        get { storedCurrent }
        set { storedCurrent = newValue }
    }
    /// Private, so that reading it for each cell is not checked for overlapping accesses.
    private var storedCurrent = Snapshot() {
        didSet {
            version = DataVersion()
            followRenewal(from: oldValue)
            if usesOutlines { outlines.follow(from: oldValue, to: current) }
        }
    }
    /// The version of the shown data.
    private(set) var version = DataVersion()
    /// Kept alive for the queue.
    let scheduler: UpdateScheduler
    nonisolated let updates: SnapshotUpdates<DiffableDataSource>
    let follower = UpdateFollower()

    /// - Parameters:
    ///   - collectionView: The collection view. This object becomes its data source.
    ///   - scheduler: Decides when updates are shown.
    ///   - cellProvider: Returns the cell for an item.
    public init(
        collectionView: CollectionView, scheduler: UpdateScheduler = .immediate,
        cellProvider: @escaping CellProvider
    ) {
        self.cellProvider = cellProvider
        self.scheduler = scheduler
        updates = SnapshotUpdates(UpdateQueue(scheduler))
        updates.target = self
        storedCollectionView = collectionView
        updates.queue.list = collectionView
        (collectionView.dataSource as? any AttachedList)?.detach(from: collectionView)
        collectionView.dataSource = self
    }

    // MARK: Reading

    /// Returns the shown snapshot.
    /// - Complexity: O(1).
    public func snapshot() -> Snapshot { current }

    /// The item at an index path; nil if there is none.
    /// - Complexity: O(log *chunks*).
    public func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifier? {
        current.item(at: indexPath)
    }

    /// The index path of an item; nil if it is not in the list.
    /// - Complexity: O(log *chunks*).
    public func indexPath(for itemIdentifier: ItemIdentifier) -> IndexPath? {
        current.listIndexPath(of: itemIdentifier)
    }

    /// The section at an index; nil if there is none.
    public func sectionIdentifier(for index: Int) -> SectionIdentifier? {
        (0..<current.numberOfSections).contains(index) ? current.sectionIdentifier(at: index) : nil
    }

    /// The index of a section; nil if it is not in the list.
    public func index(for sectionIdentifier: SectionIdentifier) -> Int? { current.indexOfSection(sectionIdentifier) }

    // MARK: Applying

    /// Shows a snapshot.
    /// - Parameters:
    ///   - snapshot: The snapshot to show. Items marked in it are reloaded or reconfigured.
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once, when the animation has ended or the snapshot was not shown.
    @_disfavoredOverload  // where identifiers are Sendable the next one serves all threads
    public func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true, completion: Completion? = nil) {
        updates.add(.snapshot(snapshot), animatingDifferences ? .animated : .atOnce, completion)
    }

    /// Shows a snapshot. It can be called on any thread. On the main actor the snapshot is shown immediately if
    /// possible.
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
        completion: (@MainActor @Sendable (UpdateResult) -> Void)? = nil
    ) where SectionIdentifier: Sendable, ItemIdentifier: Sendable {
        updates.submit(
            snapshot, animatingDifferences ? .animated : .atOnce, isolation: isolation, completion)
    }

    /// Shows a snapshot without looking for differences. All visible cells are replaced.
    public func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: Completion? = nil) {
        updates.add(.snapshot(snapshot), .reloadData, completion)
    }

    /// Edits the shown snapshot, after all waiting updates. If the edit throws, nothing changes, and the result is
    /// ``UpdateResult/failed(_:)``.
    ///
    ///     dataSource.edit { try $0.insertItems(validating: [7], beforeItem: 9) }
    ///
    /// - Complexity: The cost of the edits, plus O(*b*) to find the changes, where *b* is the number of blocks of up
    ///   to 32,768 items, plus the cost of the layout.
    public func edit(
        animatingDifferences: Bool = true, _ body: @escaping @MainActor (inout Snapshot) throws -> Void,
        completion: Completion? = nil
    ) {
        updates.add(.edit(body), animatingDifferences ? .animated : .atOnce, completion)
    }

    // MARK: CollectionViewDataSource

    open func collectionView(_ collectionView: CollectionView, indexTitleForSection section: Int) -> String? {
        sectionIdentifier(for: section).flatMap { indexTitleProvider?($0) }
    }

    open func numberOfSections(in collectionView: CollectionView) -> Int {
        collectionView.noteAnswer(of: self, updating: storedCollectionView)
        return current.numberOfSections
    }

    open func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        current.numberOfItems(inSectionAt: section)
    }

    open func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell {
        // An optional of the identifier's type would look up its description at run time.
        let snapshot = current
        guard let path = ElementPath(indexPath),
            let number = snapshot.itemNumber(ifAt: path.item, inSection: path.section)
        else { return PlaceholderCell() }
        let item = snapshot.identifier(ofItemNumbered: number)
        let cell = cellProvider(collectionView, indexPath, item) ?? PlaceholderCell()
        if usesOutlines { cell.outlineState = outlineState(of: item) }
        return cell
    }

    open func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? {
        supplementaryViewProvider?(collectionView, kind, indexPath)
    }

    open func collectionView(
        _ collectionView: CollectionView, field column: String, ofItemAt indexPath: IndexPath
    ) -> TableField? {
        guard let fieldProvider else { return nil }
        return itemIdentifier(for: indexPath).flatMap { fieldProvider(column, $0) }
    }

    /// Returns the result of ``ReorderingHandlers/canReorderItem``, or false without that handler and for items of outlines
    /// that have children.
    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        guard let path = ElementPath(indexPath), let item = itemIdentifier(for: indexPath),
            outlinesPermitMove(of: item, inSectionAt: path.section)
        else { return false }
        return reorderingHandlers.canReorderItem?(item) ?? false
    }

    /// Changes the order and calls the ``reorderingHandlers``.
    open func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {
        guard let source = ElementPath(sourceIndexPath), let target = ElementPath(destinationIndexPath),
            let item = itemIdentifier(for: sourceIndexPath), var after = current.moving(item, from: source, to: target)
        else { return }
        after.settle()
        let transaction = ReorderingTransaction(from: current, to: after)
        reorderingHandlers.willReorder?(transaction)
        moveInOutlines(
            item, from: source.section, to: ItemIndexPath(section: target.section, item: target.item), in: after)
        current = after
        // The list shows the move itself. The next edit shows the places in outlines.
        if outlines.wereUsed { edit(animatingDifferences: false) { _ in } }
        reorderingHandlers.didReorder?(transaction)
    }

    /// Does nothing by default.
    open func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {}
}

/// What a data source knows of its items besides their cells.
@MainActor
final class ItemClosures<ItemIdentifier> {
    var text: (@MainActor (ItemIdentifier) -> String?)?
    var field: (@MainActor (String, ItemIdentifier) -> TableField?)?
    var primaryAction: (@MainActor (ItemIdentifier) -> Void)?
    var deletion: (@MainActor ([ItemIdentifier]) -> Void)?
    /// Whether items are shown in the columns of a table.
    var isTable = false
}

extension DiffableDataSource: ItemActionSource {
    func text(ofItemAt indexPath: IndexPath) -> String? {
        itemTextProvider.flatMap { text in itemIdentifier(for: indexPath).flatMap(text) }
    }

    func performPrimaryAction(ofItemAt indexPath: IndexPath) {
        if let path = ElementPath(indexPath), retryLoading(at: path) { return }
        guard let primaryActionHandler, let item = itemIdentifier(for: indexPath) else { return }
        primaryActionHandler(item)
    }

    func canDeleteItem(at indexPath: IndexPath) -> Bool { deletionHandler != nil }

    func deleteItems(at indexPaths: [IndexPath]) -> Bool {
        let items = indexPaths.compactMap { itemIdentifier(for: $0) }
        guard let deletionHandler, !items.isEmpty else { return false }
        deletionHandler(items)
        return true
    }
}

// MARK: - Showing updates

extension DiffableDataSource: SnapshotTarget {
    package func show(_ snapshot: consuming Snapshot, _ style: UpdateStyle, completion: UpdateCompletion?) {
        let collectionView = collectionView
        // The argument is consumed, so that it is the only reference to what is settled.
        var next = snapshot
        if !next.isRelated(to: current) { next = next.adopted(by: current) }
        if usesOutlines { markOutlineStates(in: &next) }
        guard let collectionView, style != .reloadData, !collectionView.loadsEverything else {
            // Differences are not needed.
            collectionView?.reloadWithNextUpdate()
            next.settle()
            return store(next, .reloading(completion), collectionView)
        }
        let changes = next.changeset(from: current)
        next.settle()
        guard !changes.isEmpty else { return storeUnchanged(next, completion) }
        let edit = SharedEdit(ListEdit(changes))
        store(
            next,
            ListUpdate(
                edit: edit, counts: next.counts(after: edit), isAnimated: style == .animated, completion: completion),
            collectionView)
    }

    /// Stores a snapshot with the same sections and items, in the same order and without marks.
    func storeUnchanged(_ next: Snapshot, _ completion: UpdateCompletion?) {
        current = next
        completion?(collectionView == nil ? updates.queue.resultWithoutList : .applied)
    }

    /// Stores a snapshot and shows it.
    /// - Parameters:
    ///   - next: A settled snapshot. It is not settled again, because a prepared update refers to its numbers.
    ///   - update: The changes from the current snapshot.
    ///   - collectionView: The list that shows the data source, if there is one.
    func store(_ next: Snapshot, _ update: consuming ListUpdate, _ collectionView: CollectionView?) {
        guard let collectionView else {
            current = next
            update.completion?(updates.queue.resultWithoutList)
            return
        }
        update.completion = collectionView.completion(of: self, update.completion)
        let isOwn = collectionView.beginModelChange()
        current = next
        collectionView.endModelChange(isOwn)
        collectionView.perform(update)
    }
}

extension DiffableSnapshot {
    /// The counts that an edit to this snapshot needs.
    @MainActor
    func counts(after edit: SharedEdit) -> EditCounts {
        edit.counts(sections: numberOfSections) { numberOfItems(inSectionAt: $0) }
    }
}

extension DiffableSnapshot {
    /// Returns this snapshot with the marks of another one, for items that both contain.
    func marked(as old: DiffableSnapshot) -> DiffableSnapshot {
        var new = self
        new.reloadItems(old.reloadedItemIdentifiers.filter { contains(item: $0) })
        new.reconfigureItems(old.reconfiguredItemIdentifiers.filter { contains(item: $0) })
        new.reloadSections(old.reloadedSectionIdentifiers.filter { contains(section: $0) })
        return new
    }
}
