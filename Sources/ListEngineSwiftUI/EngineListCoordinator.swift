#if canImport(SwiftUI) && (canImport(UIKit) && !os(watchOS) || canImport(AppKit))
    import ListEngine
    import SwiftUI

    /// Keeps a list equal to what SwiftUI last stated, and reports what the user does.
    ///
    /// SwiftUI allows no change of its state while it updates views. So what the list reports is written later, by ``report()``.
    @MainActor
    final class EngineListCoordinator<Item: Identifiable, Row: View>: CollectionViewDelegate
    where Item.ID: Sendable {
        let list: CollectionView
        /// The host of the toolkit, which nothing else keeps.
        var host: ScrollingHost?
        private var state: EngineListState<Item, Row>
        private var items: [Item.ID: Item] = [:]
        private let source: DiffableDataSource<String, Item.ID>
        private var shown = Shown()

        private struct Shown {
            /// The sections without those that have the identifier of an earlier one.
            var sections: [EngineSection<Item>] = []
            var isUpdating = false
            var isReportDue = false
            var isLoadDue = false
            var hasBegun = false
            /// The position that was written last, by the list or by the program.
            var position: Item.ID?
            /// The value that the list wrote last. If the program's value differs, the program has changed it.
            var isAtEnd: Bool?
            var appearance: CollectionLayoutListConfiguration.Appearance?
            var estimatedHeight: CGFloat = 0
            /// Whether sections have headers and footers, by their identifiers.
            var edges: [String: [Bool]] = [:]
        }

        init(_ state: EngineListState<Item, Row>) {
            self.state = state
            list = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
            weak var coordinator: EngineListCoordinator?
            source = DiffableDataSource(collectionView: list) { list, indexPath, id in
                coordinator?.cell(for: id, at: indexPath, in: list)
            }
            coordinator = self
            list.delegate = self
            source.supplementaryViewProvider = { [weak self] list, kind, indexPath in
                self?.supplementaryView(kind, at: indexPath, in: list)
            }
            source.deletionHandler = { [weak self] ids in self?.delete(ids) }
            source.reorderingHandlers.canReorderItem = { [weak self] _ in self?.state.edits.contains(.move) ?? false }
            source.reorderingHandlers.didReorder = { [weak self] transaction in
                self?.move(to: transaction.finalSnapshot)
            }
            source.primaryActionHandler = { [weak self] id in
                guard let self, let item = items[id] else { return }
                state.actions.primary?(item)
            }
        }

        // MARK: From SwiftUI to the list

        func update(
            _ new: EngineListState<Item, Row>, _ environment: EnvironmentValues, _ transaction: Transaction
        ) {
            let animated = transaction.animation != nil && !transaction.disablesAnimations
            state = new
            state.environment = environment
            var ids: Set<String> = []
            shown.sections = state.sections.filter { ids.insert($0.id).inserted }
            shown.isUpdating = true
            defer { shown.isUpdating = false }
            showLooks()
            showItems(animated: animated)
            showSelection()
            showPosition(animated: animated)
        }

        /// The list has left SwiftUI's hierarchy.
        func end() {
            list.delegate = nil
            list.host = nil
            host = nil
        }

        private func showLooks() {
            var edges: [String: [Bool]] = [:]
            for section in shown.sections { edges[section.id] = [section.header != nil, section.footer != nil] }
            let areSame = edges.allSatisfy { id, has in shown.edges[id].map { $0 == has } ?? true }
            shown.edges = edges
            if !areSame || shown.appearance != state.looks.appearance
                || shown.estimatedHeight != state.looks.estimatedHeight
            {
                (shown.appearance, shown.estimatedHeight) = (state.looks.appearance, state.looks.estimatedHeight)
                list.collectionViewLayout = makeLayout()
            }
            switch state.looks.anchor {
            case .top: list.anchorPolicy = .firstVisible
            case .bottom: list.anchorPolicy = .endWhenAtEnd
            case .window: list.anchorPolicy = .lastVisible
            case .item: break
            }
            list.contentAlignment = state.looks.anchor == .bottom ? .end : .start
            list.emptyContent = state.looks.emptyContent
            showHandlers()
            if state.bindings.unseen == nil {
                list.unseenItemsHandler = nil
            } else if list.unseenItemsHandler == nil {
                list.unseenItemsHandler = { [weak self] _ in self?.reportSoon() }
            }
        }

        private func showHandlers() {
            // A new handler is called for the items that are there, so that it is set once.
            if state.actions.loadMore == nil {
                list.loadMoreHandler = nil
            } else if list.loadMoreHandler == nil {
                list.loadMoreHandler = { [weak self] in self?.loadMoreSoon() }
            }
            if state.actions.refresh == nil {
                list.refreshHandler = nil
            } else {
                list.refreshHandler = { [weak self] in self?.refresh() }
            }
        }

        private func loadMoreSoon() {
            guard !shown.isLoadDue else { return }
            shown.isLoadDue = true
            Task { [weak self] in
                guard let self else { return }
                shown.isLoadDue = false
                if host != nil { state.actions.loadMore?() }
            }
        }

        private func makeLayout() -> CollectionViewCompositionalLayout {
            let layout = CollectionViewCompositionalLayout { [weak self, looks = state.looks] index, environment in
                var configuration = CollectionLayoutListConfiguration(appearance: looks.appearance)
                configuration.itemHeight = .estimated(looks.estimatedHeight)
                if let sections = self?.shown.sections, sections.indices.contains(index) {
                    if sections[index].header != nil { configuration.headerHeight = .estimated(28) }
                    if sections[index].footer != nil { configuration.footerHeight = .estimated(28) }
                }
                return .list(using: configuration, layoutEnvironment: environment)
            }
            layout.listAppearance = state.looks.appearance
            return layout
        }

        private func refresh() {
            Task { [weak self, refresh = state.actions.refresh] in
                await refresh?()
                self?.list.endRefreshing()
            }
        }

        private func showItems(animated: Bool) {
            items.removeAll(keepingCapacity: true)
            var snapshot = DiffableSnapshot<String, Item.ID>()
            for section in shown.sections {
                do {
                    try snapshot.appendSections(validating: [section.id], duplicates: .keepFirst)
                    try snapshot.appendItems(
                        validating: section.items.map(\.id), toSection: section.id, duplicates: .keepFirst)
                } catch { fatalError("duplicates are left out: \(error)") }
                for item in section.items where items[item.id] == nil { items[item.id] = item }
            }
            // Any of the visible rows may look different.
            let visible = list.indexPathsForVisibleItems.compactMap { source.itemIdentifier(for: $0) }
            snapshot.reconfigureItems(visible.filter { snapshot.contains(item: $0) })
            source.apply(snapshot, animatingDifferences: animated && shown.hasBegun, completion: nil)
            if case .item(let id) = state.looks.anchor {
                list.anchorPolicy = source.indexPath(for: id).map { .item($0) } ?? .firstVisible
            }
            guard !shown.hasBegun, !items.isEmpty else { return }
            shown.hasBegun = true
            if state.looks.anchor == .bottom { list.scrollToEnd(animated: false) }
        }

        private func showSelection() {
            list.allowsSelection = state.bindings.selection != nil
            list.allowsMultipleSelection = state.bindings.selection?.allowsMany ?? false
            let wanted = (state.bindings.selection?.read() ?? []).filter { items[$0] != nil }
            if Set(source.selectedItemIdentifiers) != wanted { source.selectedItemIdentifiers = Array(wanted) }
        }

        private func showPosition(animated: Bool) {
            // The place is lost. When there are items again, the list returns to it.
            if items.isEmpty { shown.position = nil }
            if let wanted = state.bindings.position?.wrappedValue, wanted != shown.position,
                let path = source.indexPath(for: wanted)
            {
                shown.position = wanted
                list.scrollToItem(at: path, at: .start, animated: animated)
            }
            if state.bindings.isAtEnd?.wrappedValue == true, shown.isAtEnd == false, !list.isAtEnd {
                list.scrollToEnd(animated: animated)
            }
            reportSoon()
        }

        // MARK: Views

        private func cell(for id: Item.ID, at indexPath: IndexPath, in list: CollectionView) -> CollectionViewCell? {
            guard let item = items[id] else { return nil }
            let cell = list.dequeueReusableCell(HostingCell<Row>.self, for: indexPath)
            let row = state.row(item)
            cell.show(
                EngineRow(row: row, id: id, environment: state.environment) { [weak cell, weak list] height in
                    // The row has its place, and needs a new height.
                    guard let cell, let list, list.indexPath(for: cell) != nil, abs(height - cell.frame.height) > 0.5
                    else { return }
                    list.invalidateMeasurement(of: cell)
                })
            return cell
        }

        private func supplementaryView(
            _ kind: ElementKind, at indexPath: IndexPath, in list: CollectionView
        ) -> CollectionReusableView? {
            let sections = shown.sections
            guard let id = source.sectionIdentifier(for: indexPath[0]),
                let section = sections.first(where: { $0.id == id }),
                let content = kind == .header ? section.header : section.footer
            else { return nil }
            return list.contentView(content, ofKind: kind, for: indexPath)
        }

        // MARK: From the list to SwiftUI

        func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
            reportSelection()
        }

        func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {
            reportSelection()
        }

        private func reportSelection() {
            guard !shown.isUpdating, let selection = state.bindings.selection else { return }
            let old = selection.read()
            var selected = Set(source.selectedItemIdentifiers)
            // The user has not deselected what a filter hides.
            if selection.allowsMany { selected.formUnion(old.filter { items[$0] == nil }) }
            if selected != old { selection.write(selected) }
        }

        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { reportSoon() }

        func collectionViewDidScroll(_ collectionView: CollectionView) { reportSoon() }

        private func reportSoon() {
            let bindings = state.bindings
            guard !shown.isReportDue, bindings.position != nil || bindings.unseen != nil || bindings.isAtEnd != nil
            else {
                return
            }
            shown.isReportDue = true
            Task { [weak self] in self?.report() }
        }

        private func report() {
            shown.isReportDue = false
            guard host != nil else { return }
            list.layoutIfNeeded()
            // Nothing is on the screen yet.
            guard list.bounds.height > 0 else { return }
            let bindings = state.bindings
            if let position = bindings.position, list.smoothScrollTarget == nil, let first = firstItem {
                shown.position = first
                if position.wrappedValue != first { position.wrappedValue = first }
            }
            if let unseen = bindings.unseen, unseen.wrappedValue != list.numberOfUnseenItems {
                unseen.wrappedValue = list.numberOfUnseenItems
            }
            if let isAtEnd = bindings.isAtEnd {
                shown.isAtEnd = list.isAtEnd
                if isAtEnd.wrappedValue != list.isAtEnd { isAtEnd.wrappedValue = list.isAtEnd }
            }
        }

        /// The first item of which more than a pixel is on the screen.
        private var firstItem: Item.ID? {
            let top = list.bounds.minY + list.contentInset.top
            let path = list.indexPathsForVisibleItems.first { path in
                list.cellForItem(at: path).map { $0.frame.maxY > top + 1 } ?? false
            }
            return path.flatMap { source.itemIdentifier(for: $0) }
        }

        // MARK: Edits

        private func delete(_ ids: [Item.ID]) {
            guard state.edits.contains(.delete) else { return }
            let deleted = Set(ids)
            state.change { sections in
                for index in sections.indices { sections[index].items.removeAll { deleted.contains($0.id) } }
            }
        }

        /// Gives the items the order in which the list shows them. Items that the list does not show stay in their places: those that
        /// have the identifier of an earlier one, and those that the program has inserted since the last update.
        private func move(to snapshot: DiffableSnapshot<String, Item.ID>) {
            state.change { sections in
                var ids: Set<String> = []
                let firsts = sections.indices.filter { ids.insert(sections[$0].id).inserted }
                var first: [Item.ID: Item] = [:]
                for item in firsts.flatMap({ sections[$0].items }) where first[item.id] == nil { first[item.id] = item }
                let orders = firsts.map { index in
                    snapshot.contains(section: sections[index].id)
                        ? snapshot.itemIdentifiers(inSection: sections[index].id) : []
                }
                let placed = Set(orders.joined())
                var seen: Set<Item.ID> = []
                for (index, order) in zip(firsts, orders) {
                    var moved = order.compactMap { first[$0] }
                    for (place, item) in sections[index].items.enumerated()
                    where !seen.insert(item.id).inserted || !placed.contains(item.id) {
                        moved.insert(item, at: min(place, moved.count))
                    }
                    sections[index].items = moved
                }
            }
        }

        func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool {
            state.edits.contains(.delete)
        }

        func collectionView(
            _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? {
            guard state.edits.contains(.delete), let id = source.itemIdentifier(for: indexPath) else { return nil }
            return CollectionSwipeActions([
                CollectionSwipeAction(.destructive, title: ListText.delete.text) { [weak self] _, _, completion in
                    self?.delete([id])
                    completion(true)
                }
            ])
        }

        func collectionView(
            _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
        ) -> CollectionContextMenu? {
            guard indexPaths.count == 1, let id = source.itemIdentifier(for: indexPaths[0]), let item = items[id] else {
                return nil
            }
            return state.actions.menu?(item).map { CollectionContextMenu($0) }
        }
    }
#endif
