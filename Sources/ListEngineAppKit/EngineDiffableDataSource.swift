#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import ListEngineAdapters
    import ListEngineDiff

    /// A diffable data source with ListEngine's snapshots and differ, for an app's own collection view.
    ///
    /// Its methods are those of `NSCollectionViewDiffableDataSource`, except section snapshots, reordering handlers and
    /// index titles. Two type aliases move an app over: one with that name for this class, and
    /// `NSDiffableDataSourceSnapshot` for `DiffableSnapshot`. A difference that `NSCollectionView` would refuse as one
    /// batch, for example an item that leaves a deleted section, is performed in stages. While the view is in a stage,
    /// the data source returns the snapshot of that stage.
    @MainActor
    open class EngineDiffableDataSource<
        SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
    >: EngineSnapshotSource<SectionIdentifierType, ItemIdentifierType>, NSCollectionViewDataSource {
        public typealias ItemProvider =
            @MainActor (
                _ collectionView: NSCollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
            ) -> NSCollectionViewItem?
        public typealias SupplementaryViewProvider =
            @MainActor (
                _ collectionView: NSCollectionView, _ elementKind: NSCollectionView.SupplementaryElementKind,
                _ indexPath: IndexPath
            ) -> NSView?

        open var supplementaryViewProvider: SupplementaryViewProvider?

        private let itemProvider: ItemProvider

        public init(collectionView: NSCollectionView, itemProvider: @escaping ItemProvider) {
            self.itemProvider = itemProvider
            super.init()
            adaptedView = collectionView
            collectionView.dataSource = self
        }

        // MARK: NSCollectionViewDataSource

        open func numberOfSections(in collectionView: NSCollectionView) -> Int { shown.numberOfSections }

        open func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
            shown.numberOfItems(inSectionAt: section)
        }

        open func collectionView(
            _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
        ) -> NSCollectionViewItem {
            guard let item = itemProvider(collectionView, indexPath, item(toShowAt: indexPath)) else {
                fatalError("the item provider returned no item for the item at \(indexPath)")
            }
            return item
        }

        open func collectionView(
            _ collectionView: NSCollectionView,
            viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind,
            at indexPath: IndexPath
        ) -> NSView {
            guard let view = supplementaryViewProvider?(collectionView, kind, indexPath) else {
                fatalError("the supplementary view provider returned no \(kind) for \(indexPath)")
            }
            return view
        }
    }

    extension NSCollectionView {
        /// Performs an update in its stages: DifferenceKit's method of this name. Where reloading the view is cheaper, and while
        /// it is in no window, it reloads.
        /// - Parameter setData: Stores a snapshot as the data of the view's data source, which returns its counts and items
        ///   from then on.
        public func reload<Section, Item>(
            using update: StagedUpdate<Section, Item>, animated: Bool = true,
            completion: (@MainActor () -> Void)? = nil,
            setData: @escaping (_ data: StagedUpdate<Section, Item>.Snapshot) -> Void
        ) {
            show(update, animated: animated, completion: completion, setData: setData)
        }

        /// Performs the operations of one stage. Call it in the closure of `performBatchUpdates`.
        public func perform(_ stage: BatchUpdates.Stage) {
            if !stage.deletedSections.isEmpty { deleteSections(IndexSet(stage.deletedSections)) }
            if !stage.insertedSections.isEmpty { insertSections(IndexSet(stage.insertedSections)) }
            for move in stage.movedSections { moveSection(move.from, toSection: move.to) }
            if !stage.reloadedSections.isEmpty { reloadSections(IndexSet(stage.reloadedSections)) }
            if !stage.deletedItems.isEmpty { deleteItems(at: Set(stage.deletedItems.map(IndexPath.init))) }
            if !stage.insertedItems.isEmpty { insertItems(at: Set(stage.insertedItems.map(IndexPath.init))) }
            for move in stage.movedItems { moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
            // AppKit cannot reconfigure an item.
            let reloaded = Set((stage.reloadedItems + stage.reconfiguredItems).map(IndexPath.init))
            if !reloaded.isEmpty { reloadItems(at: reloaded) }
        }
    }

    extension NSCollectionView: BatchAdapter {
        package var isOnScreen: Bool { window != nil }
        package var visibleItemCount: Int { indexPathsForVisibleItems().count }

        package func performBatch(
            animated: Bool, _ updates: @escaping () -> Void, completion: ((Bool) -> Void)?
        ) {
            // A batch is animated if the animator of the view performs it.
            (animated ? animator() : self).performBatchUpdates(updates, completionHandler: completion)
        }
    }
#endif
