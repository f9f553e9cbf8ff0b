#if canImport(UIKit) || canImport(AppKit)
    import ListEngine
    import ListEngineDiff

    #if canImport(UIKit) && !LISTENGINE_APPKIT
        import UIKit
    #else
        import AppKit
    #endif

    /// A diffable data source with ListEngine's snapshots and differ, for an app's own collection view.
    ///
    /// It has the methods of `UICollectionViewDiffableDataSource`, on macOS of `NSCollectionViewDiffableDataSource`. Type aliases
    /// move a program over: that name for this class, `NSDiffableDataSourceSnapshot` for `DiffableSnapshot`, and for outlines a third one
    /// for `SectionSnapshot`. A difference that the collection view would refuse as one
    /// batch, for example an item that leaves a deleted section, is performed in stages. While the view is in a stage,
    /// the data source returns the snapshot of that stage.
    ///
    /// Sections can be outlines, on macOS as well. A cell shows its place, and calls
    /// ``EngineSnapshotSource/toggleExpansion(of:animatingDifferences:completion:)``.
    ///
    /// The data source of the collection view must be this object. While it is another one, snapshots change the data only, with the
    /// result `.failed(UpdateError.dataSourceReplaced)`.
    @MainActor
    open class EngineDiffableDataSource<
        SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
    >: EngineSnapshotSource<SectionIdentifierType, ItemIdentifierType>, ToolkitDataSource {
        public typealias SupplementaryViewProvider =
            @MainActor (
                _ collectionView: ToolkitCollectionView, _ elementKind: String, _ indexPath: IndexPath
            ) -> ToolkitSupplementaryView?

        open var supplementaryViewProvider: SupplementaryViewProvider?

        // The toolkits have other words for a cell.
        #if canImport(UIKit) && !LISTENGINE_APPKIT
            public typealias CellProvider =
                @MainActor (
                    _ collectionView: UICollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
                ) -> UICollectionViewCell?

            private let cellProvider: CellProvider

            public init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
                self.cellProvider = cellProvider
                super.init()
                show(in: collectionView)
            }

            open func collectionView(
                _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
            ) -> UICollectionViewCell {
                let item = item(toShowAt: indexPath)
                guard let cell = configure(item, { cellProvider(collectionView, indexPath, item) }) else {
                    fatalError("the cell provider returned no cell for the item at \(indexPath)")
                }
                return cell
            }

            // MARK: What only UIKit's collection view has

            /// The handlers for items that the user moves.
            open var reorderingHandlers = ReorderingHandlers<SectionIdentifierType, ItemIdentifierType>()

            /// Returns the title of a section in the index next to the collection view; nil leaves it out.
            open var indexTitleProvider: (@MainActor (SectionIdentifierType) -> String?)?

            /// Returns the result of `reorderingHandlers.canReorderItem`, or false without that handler and for items of outlines that
            /// have children.
            open func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
                canMove(indexPath, reorderingHandlers)
            }

            /// Changes the order and calls the ``reorderingHandlers``. Snapshots that these apply are shown after the move.
            open func collectionView(
                _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
                to destinationIndexPath: IndexPath
            ) {
                move(from: sourceIndexPath, to: destinationIndexPath, reorderingHandlers)
            }

            /// The titles that ``indexTitleProvider`` returns for the sections. Nil without that provider: no index is shown.
            open func indexTitles(for collectionView: UICollectionView) -> [String]? {
                indexTitleProvider == nil ? nil : titledSections.map(\.title)
            }

            /// The first item of the section with the title. If the section is empty, the next item, or the last one of the list.
            open func collectionView(
                _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
            ) -> IndexPath {
                let sections = titledSections
                let section = sections.indices.contains(index) ? sections[index].section : 0
                return shown.item(atOrAfterSection: section)
            }

            private var titledSections: [(section: Int, title: String)] {
                guard let indexTitleProvider else { return [] }
                return shown.sectionIdentifiers.enumerated().compactMap { section, identifier in
                    indexTitleProvider(identifier).map { (section, $0) }
                }
            }
        #else
            public typealias ItemProvider =
                @MainActor (
                    _ collectionView: NSCollectionView, _ indexPath: IndexPath, _ itemIdentifier: ItemIdentifierType
                ) -> NSCollectionViewItem?

            private let itemProvider: ItemProvider

            public init(collectionView: NSCollectionView, itemProvider: @escaping ItemProvider) {
                self.itemProvider = itemProvider
                super.init()
                show(in: collectionView)
            }

            open func collectionView(
                _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
            ) -> NSCollectionViewItem {
                let identifier = item(toShowAt: indexPath)
                guard let item = configure(identifier, { itemProvider(collectionView, indexPath, identifier) }) else {
                    fatalError("the item provider returned no item for the item at \(indexPath)")
                }
                return item
            }
        #endif

        private func show(in collectionView: ToolkitCollectionView) {
            adaptedView = collectionView
            collectionView.dataSource = self
        }

        // MARK: The data source of the collection view

        open func numberOfSections(in collectionView: ToolkitCollectionView) -> Int { shown.numberOfSections }

        open func collectionView(
            _ collectionView: ToolkitCollectionView, numberOfItemsInSection section: Int
        ) -> Int {
            shown.numberOfItems(inSectionAt: section)
        }

        open func collectionView(
            _ collectionView: ToolkitCollectionView, viewForSupplementaryElementOfKind kind: String,
            at indexPath: IndexPath
        ) -> ToolkitSupplementaryView {
            guard let view = providing({ supplementaryViewProvider?(collectionView, kind, indexPath) }) else {
                fatalError("the supplementary view provider returned no \(kind) for \(indexPath)")
            }
            return view
        }
    }

    extension DiffableSnapshot {
        /// The first item of a section. If the section is empty, the next item, or the last one of the list.
        fileprivate func item(atOrAfterSection section: Int) -> IndexPath {
            if let next = (section..<max(section, numberOfSections)).first(where: { numberOfItems(inSectionAt: $0) > 0 }
            ) {
                return [next, 0]
            }
            let last = (0..<numberOfSections).last { numberOfItems(inSectionAt: $0) > 0 }
            return last.map { [$0, numberOfItems(inSectionAt: $0) - 1] } ?? [0, 0]
        }
    }

    extension ToolkitCollectionView {
        /// Performs an update in its stages: DifferenceKit's method of this name. Where reloading the view is cheaper, and while
        /// it is in no window, it reloads.
        /// - Parameter setData: Stores a snapshot as the data of the view's data source, which returns its counts and items
        ///   from then on.
        public func reload<Section, Item>(
            using update: StagedUpdate<Section, Item>, animated: Bool = true,
            completion: (@MainActor () -> Void)? = nil,
            setData: @escaping (_ data: StagedUpdate<Section, Item>.Snapshot) -> Void
        ) {
            show(update, of: nil, animated: animated, completion: { _ in completion?() }, setData: setData)
        }

        /// Performs the operations of one stage. Call it in the closure of `performBatchUpdates`.
        public func perform(_ stage: BatchUpdates.Stage) {
            if !stage.deletedSections.isEmpty { deleteSections(IndexSet(stage.deletedSections)) }
            if !stage.insertedSections.isEmpty { insertSections(IndexSet(stage.insertedSections)) }
            for move in stage.movedSections { moveSection(move.from, toSection: move.to) }
            if !stage.reloadedSections.isEmpty { reloadSections(IndexSet(stage.reloadedSections)) }
            if !stage.deletedItems.isEmpty {
                deleteItems(at: ToolkitIndexPaths(stage.deletedItems.map(IndexPath.init)))
            }
            if !stage.insertedItems.isEmpty {
                insertItems(at: ToolkitIndexPaths(stage.insertedItems.map(IndexPath.init)))
            }
            for move in stage.movedItems { moveItem(at: IndexPath(move.from), to: IndexPath(move.to)) }
            if !stage.reloadedItems.isEmpty {
                reloadItems(at: ToolkitIndexPaths(stage.reloadedItems.map(IndexPath.init)))
            }
            if !stage.reconfiguredItems.isEmpty {
                reconfigure(ToolkitIndexPaths(stage.reconfiguredItems.map(IndexPath.init)))
            }
        }
    }

    extension ToolkitCollectionView: BatchAdapter {
        package var isOnScreen: Bool { window != nil }
        package func hasDataSource(_ object: AnyObject) -> Bool { dataSource === object }
    }
#endif
