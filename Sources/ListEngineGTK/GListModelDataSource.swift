#if GTK
    import CGTK
    import Foundation
    import ListEngine
    import ListEngineDiff

    /// The data source of a list that shows a GListModel, such as a GtkStringList, a GtkFilterListModel or a GListStore.
    ///
    ///     let names = gtk_string_list_new(nil)!
    ///     GListModelDataSource(names, in: host.list) { item in
    ///         ItemContent(String(cString: gtk_string_object_get_string(item)))
    ///     }
    ///
    /// The list follows the signal `items-changed` of the model: items that survive keep their cells, their selection and their place on the
    /// screen. An item of the model is requested only when its cell becomes visible or is configured again. After a change of
    /// a property of an item, call ``CollectionView/reconfigureItems(at:)``.
    ///
    /// The collection view retains the data source until it gets another one, and the data source retains the model.
    @MainActor
    public final class GListModelDataSource {
        nonisolated(unsafe) private let model: OpaquePointer
        private nonisolated(unsafe) var handler: gulong = 0
        private weak var list: CollectionView?
        /// Shows the numbers.
        private let source: DiffableDataSource<Int, Int>
        /// A number for each item, in the order of the model. The numbers identify the items from one change to the next.
        private var numbers = DiffableSnapshot<Int, Int>()
        private var nextNumber = 0

        /// Whether changes of the model are animated.
        public var animatesChanges = true

        /// Shows the items of a model in cells of one class.
        /// - Parameters:
        ///   - model: A GListModel.
        ///   - list: The list, which retains the data source.
        ///   - fill: Configures a cell for an item. The item is valid during the call; a cell that keeps it adds a reference.
        @discardableResult
        public init<Cell: CollectionViewCell>(
            _ model: OpaquePointer, in list: CollectionView, _ fill: @escaping @MainActor (Cell, OpaquePointer) -> Void
        ) {
            self.model = model
            self.list = list
            g_object_ref(UnsafeMutableRawPointer(model))
            let items = Items()
            source = DiffableDataSource(collectionView: list) { list, indexPath, number in
                let cell = list.dequeueReusableCell(Cell.self, for: indexPath)
                items.owner?.withItem(number) { fill(cell, $0) }
                return cell
            }
            items.owner = self
            list.keepAlive(self)
            follow()
            loadAll()
        }

        /// Shows the items of a model in ready-made cells.
        /// - Parameters:
        ///   - model: A GListModel.
        ///   - list: The list, which retains the data source.
        ///   - content: Returns what an item shows. The item is valid during the call. It is also called for hidden items while the user
        ///     searches for an item by typing.
        @discardableResult
        public convenience init(
            _ model: OpaquePointer, in list: CollectionView,
            _ content: @escaping @MainActor (OpaquePointer) -> ItemContent
        ) {
            self.init(model, in: list) { (cell: ContentCell, item) in cell.content = content(item) }
            source.itemTextProvider = { [weak self] number in self?.withItem(number) { content($0).title } ?? nil }
        }

        deinit {
            g_signal_handler_disconnect(UnsafeMutableRawPointer(model), handler)
            g_object_unref(UnsafeMutableRawPointer(model))
        }

        /// The closure for cells has it before the data source is complete.
        @MainActor
        private final class Items {
            weak var owner: GListModelDataSource?
        }

        /// Calls a closure with an item of the list, which is valid during the call.
        /// - Parameter indexPath: The index path of the item in the list.
        /// - Returns: The result of the closure. Nil if there is no such item, or if the model has deleted it and the list does not
        ///   show that yet.
        @discardableResult
        public func withItem<Result>(at indexPath: IndexPath, _ body: (OpaquePointer) -> Result) -> Result? {
            source.itemIdentifier(for: indexPath).flatMap { withItem($0, body) }
        }

        /// An update that waits for its turn may show a different order from the model.
        private func withItem<Result>(_ number: Int, _ body: (OpaquePointer) -> Result) -> Result? {
            guard let position = numbers.indexOfItem(number),
                let item = g_list_model_get_item(model, guint(position))
            else { return nil }
            defer { g_object_unref(item) }
            return body(OpaquePointer(item))
        }

        // MARK: Changes

        private func follow() {
            let callback: @convention(c) (OpaquePointer, guint, guint, guint, UnsafeMutableRawPointer) -> Void = {
                _, position, removed, added, owner in
                let owner = Unmanaged<GListModelDataSource>.fromOpaque(owner).takeUnretainedValue()
                MainActor.assumeIsolated { owner.itemsChanged(Int(position), Int(removed), Int(added)) }
            }
            handler = g_signal_connect_data(
                UnsafeMutableRawPointer(model), "items-changed", unsafeBitCast(callback, to: GCallback.self),
                Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
        }

        private var count: Int { Int(g_list_model_get_n_items(model)) }

        private func itemsChanged(_ position: Int, _ removed: Int, _ added: Int) {
            let (before, after) = (numbers.numberOfItems, count)
            // A handler before this one may have changed the model again. Its change was reported first.
            guard position + removed <= before, before - removed + added == after else {
                list?.report(
                    .rejectedUpdate, nil,
                    "the model reported \(removed) deleted and \(added) inserted items at \(position) of \(before), and has \(after) "
                        + "items. The list is reloaded.")
                return loadAll()
            }
            guard removed < before else { return loadAll() }
            func number(at position: Int) -> Int {
                numbers.itemIdentifier(at: ItemIndexPath(section: 0, item: position))
            }
            numbers.deleteItems((position..<position + removed).map(number))
            let new = nextNumber..<nextNumber + added
            nextNumber += added
            if position < before - removed {
                numbers.insertItems(new, beforeItem: number(at: position))
            } else {
                numbers.appendItems(new)
            }
            source.apply(numbers, animatingDifferences: animatesChanges)
        }

        /// All items are new.
        private func loadAll() {
            numbers = DiffableSnapshot(basedOn: numbers)
            numbers.appendSections([0])
            numbers.appendItems(nextNumber..<nextNumber + count)
            nextNumber += count
            source.apply(numbers, animatingDifferences: false)
        }
    }
#endif
