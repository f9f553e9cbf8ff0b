#if canImport(UIKit)
    import ListEngineDiff
    import UIKit

    /// A diffable data source with ListEngine's snapshots and differ, for an app's own collection view.
    ///
    /// Its methods are those of `UICollectionViewDiffableDataSource`, so two type aliases move an app over: one with that name
    /// for this class, and `NSDiffableDataSourceSnapshot` for `DiffableSnapshot`. A difference that
    /// `UICollectionView` would refuse as one batch, for example an item that leaves a deleted section, is performed in
    /// stages. While the view is in a stage, the data source returns the snapshot of that stage.
    @MainActor
    open class EngineDiffableDataSource<
        SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
    >: NSObject, UICollectionViewDataSource {
        public typealias Snapshot = DiffableSnapshot<SectionIdentifierType, ItemIdentifierType>
        public typealias CellProvider =
            @MainActor (
                _ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
            ) -> UICollectionViewCell?
        public typealias SupplementaryViewProvider =
            @MainActor (
                _ collectionView: UICollectionView, _ elementKind: String, _ indexPath: IndexPath
            ) -> UICollectionReusableView?

        open var supplementaryViewProvider: SupplementaryViewProvider?

        private weak var collectionView: UICollectionView?
        private let cellProvider: CellProvider
        /// What the collection view shows, or is about to show after the stage that it is in.
        private var shown = Snapshot()
        /// The last snapshot that was applied.
        private var latest = Snapshot()
        private var version = 0
        private var isPerforming = false
        private var waiting: [@MainActor () -> Void] = []

        public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
            self.collectionView = collectionView
            self.cellProvider = cellProvider
            super.init()
            collectionView.dataSource = self
        }

        // MARK: Snapshots

        /// The last snapshot that was applied.
        open func snapshot() -> Snapshot { latest }

        /// Shows a snapshot. The difference is computed at once, on the main thread.
        open func apply(
            _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (@MainActor () -> Void)? = nil
        ) {
            // A provider or delegate may apply a snapshot in the middle of a batch, which cannot hold another one.
            if isPerforming {
                waiting.append {
                    self.apply(snapshot, animatingDifferences: animatingDifferences, completion: completion)
                }
                return
            }
            perform(StagedUpdate(from: shown, to: snapshot), snapshot, animatingDifferences, completion)
        }

        /// Shows a snapshot. The difference is computed on another thread. Returns when all animations have ended.
        open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async {
            var update: StagedUpdate<SectionIdentifierType, ItemIdentifierType>
            var base: Int
            repeat {
                let old = shown
                base = version
                update = await Task.detached { StagedUpdate(from: old, to: snapshot) }.value
                // Another snapshot was applied in the meantime: the difference is to that one.
            } while base != version
            let computed = update
            await withCheckedContinuation { continuation in
                let show: @MainActor () -> Void = { continuation.resume() }
                if isPerforming {
                    apply(snapshot, animatingDifferences: animatingDifferences, completion: show)
                } else {
                    perform(computed, snapshot, animatingDifferences, show)
                }
            }
        }

        /// Shows a snapshot without a difference: the collection view reloads its data.
        open func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (@MainActor () -> Void)? = nil) {
            if isPerforming {
                waiting.append { self.applySnapshotUsingReloadData(snapshot, completion: completion) }
                return
            }
            take(snapshot)
            latest = shown
            collectionView?.reloadData()
            completion?()
        }

        private func take(_ snapshot: Snapshot) {
            shown = snapshot
            shown.settle()
            version += 1
        }

        private func perform(
            _ update: StagedUpdate<SectionIdentifierType, ItemIdentifierType>, _ snapshot: Snapshot, _ animated: Bool,
            _ completion: (@MainActor () -> Void)?
        ) {
            latest = snapshot
            latest.settle()
            guard let collectionView, !update.stages.isEmpty else {
                take(snapshot)
                completion?()
                return
            }
            let visible = collectionView.indexPathsForVisibleItems.count
            if collectionView.window == nil || update.batch.costsMoreThanReload(visibleItemCount: visible) {
                take(snapshot)
                collectionView.reloadData()
                completion?()
                return
            }
            isPerforming = true
            let last = update.stages.count - 1
            for (index, stage) in update.stages.enumerated() {
                let show = {
                    collectionView.performBatchUpdates(
                        {
                            self.take(stage.snapshot)
                            collectionView.perform(stage.updates)
                        }, completion: index == last ? { _ in completion?() } : nil)
                }
                if animated { show() } else { UIView.performWithoutAnimation(show) }
            }
            isPerforming = false
            let next = waiting
            waiting = []
            for apply in next { apply() }
        }

        // MARK: Identifiers

        open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
            guard indexPath.count == 2, (0..<shown.numberOfSections).contains(indexPath[0]),
                (0..<shown.numberOfItems(inSectionAt: indexPath[0])).contains(indexPath[1])
            else { return nil }
            return shown.itemIdentifier(at: ItemIndexPath(section: indexPath[0], item: indexPath[1]))
        }

        open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
            shown.indexPath(of: itemIdentifier).map { IndexPath(item: $0.item, section: $0.section) }
        }

        open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
            (0..<shown.numberOfSections).contains(index) ? shown.sectionIdentifier(at: index) : nil
        }

        open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
            shown.indexOfSection(sectionIdentifier)
        }

        // MARK: UICollectionViewDataSource

        open func numberOfSections(in collectionView: UICollectionView) -> Int { shown.numberOfSections }

        open func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            shown.numberOfItems(inSectionAt: section)
        }

        open func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            guard let item = itemIdentifier(for: indexPath) else {
                fatalError("no item at \(indexPath); the snapshot has \(shown)")
            }
            guard let cell = cellProvider(collectionView, indexPath, item) else {
                fatalError("the cell provider returned no cell for the item at \(indexPath)")
            }
            return cell
        }

        open func collectionView(
            _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
        ) -> UICollectionReusableView {
            guard let view = supplementaryViewProvider?(collectionView, kind, indexPath) else {
                fatalError("the supplementary view provider returned no \(kind) for \(indexPath)")
            }
            return view
        }
    }

    extension UICollectionView {
        /// Performs the operations of one stage. Call it in the closure of `performBatchUpdates`.
        public func perform(_ stage: BatchUpdates.Stage) {
            if !stage.deletedSections.isEmpty { deleteSections(IndexSet(stage.deletedSections)) }
            if !stage.insertedSections.isEmpty { insertSections(IndexSet(stage.insertedSections)) }
            for move in stage.movedSections { moveSection(move.from, toSection: move.to) }
            if !stage.reloadedSections.isEmpty { reloadSections(IndexSet(stage.reloadedSections)) }
            if !stage.deletedItems.isEmpty { deleteItems(at: stage.deletedItems.map(IndexPath.init)) }
            if !stage.insertedItems.isEmpty { insertItems(at: stage.insertedItems.map(IndexPath.init)) }
            for move in stage.movedItems { moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
            if !stage.reloadedItems.isEmpty { reloadItems(at: stage.reloadedItems.map(IndexPath.init)) }
            if !stage.reconfiguredItems.isEmpty { reconfigureItems(at: stage.reconfiguredItems.map(IndexPath.init)) }
        }
    }

    extension IndexPath {
        /// The index path of an item of a snapshot.
        public init(_ path: ItemIndexPath) { self.init(item: path.item, section: path.section) }
    }
#endif
