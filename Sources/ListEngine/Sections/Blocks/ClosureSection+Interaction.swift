import Foundation
import ListEngineDiff
import ListEngineLayout

/// What a ``ClosureSection`` does when the user sees, selects, swipes, moves or drags its items.
@MainActor
final class InteractionClosures<Item> {
    var didSelect: (@MainActor (Item, IndexPath) -> Void)?
    var didSee: (@MainActor (Item, IndexPath) -> Void)?
    var leadingActions: (@MainActor (Item) -> CollectionSwipeActions?)?
    var trailingActions: (@MainActor (Item) -> CollectionSwipeActions?)?
    var makeMenu: (@MainActor (Item) -> CollectionContextMenu?)?
    var makeMenuOfSeveral: (@MainActor ([Item]) -> CollectionContextMenu?)?
    var mayMove: (@MainActor (Item) -> Bool)?
    var didMove: (@MainActor (Item, Int, Int) -> Void)?
    var commands = CommandClosures<Item>()
    var makeDragItem: (@MainActor (Item) -> CollectionDragItem?)?
    var didEndDrag: (@MainActor ([Item], CollectionDropOperation) -> Void)?
    var acceptsDrop: (@MainActor (CollectionDrag) -> CollectionDropOperation)?
    var didDrop: (@MainActor (CollectionDrag, Int) -> Void)?
    var acceptsDropOnItem: (@MainActor (CollectionDrag, Item) -> CollectionDropOperation)?
    var didDropOnItem: (@MainActor (CollectionDrag, Item) -> Void)?
}

/// The closures for the commands of items, and for their outline.
@MainActor
struct CommandClosures<Item> {
    var outline: OutlineClosures<Item>?
    var mayDelete: (@MainActor (Item) -> Bool)?
    var didDelete: (@MainActor ([Item]) -> Void)?
    var rename: (@MainActor (Item, String) -> Bool)?
}

// Swipes, menus, moves and drags.
extension ClosureSection {
    /// The closures, to set one of them.
    final var closures: InteractionClosures<Item> {
        if let interaction { return interaction }
        let made = InteractionClosures<Item>()
        interaction = made
        return made
    }

    /// Sets the swipe actions at the leading edge of an item.
    /// - Parameter actions: Returns the actions of an item, or nil if it has none. Called once for each swipe, and for
    ///   assistive technologies.
    @discardableResult
    public func leadingSwipeActions(_ actions: @escaping @MainActor (Item) -> CollectionSwipeActions?) -> Self {
        closures.leadingActions = actions
        return self
    }

    /// Sets the swipe actions at the trailing edge of an item.
    /// - Parameter actions: Returns the actions of an item, or nil if it has none. Called once for each swipe, and for
    ///   assistive technologies.
    @discardableResult
    public func trailingSwipeActions(_ actions: @escaping @MainActor (Item) -> CollectionSwipeActions?) -> Self {
        closures.trailingActions = actions
        return self
    }

    /// Sets the closure that returns the context menu of an item, or nil if it has none.
    @discardableResult
    public func menu(_ menu: @escaping @MainActor (Item) -> CollectionContextMenu?) -> Self {
        closures.makeMenu = menu
        return self
    }

    /// Sets the closure that returns the context menu of several selected items of the section, or nil if they have none.
    /// Without a menu for all of them, the menu of the item under the pointer is shown, for this item alone.
    /// - Parameter menu: Receives the items in the order of the list.
    @_disfavoredOverload  // A trailing closure without types is the menu of an item.
    @discardableResult
    public func menu(ofSeveral menu: @escaping @MainActor ([Item]) -> CollectionContextMenu?) -> Self {
        closures.makeMenuOfSeveral = menu
        return self
    }

    /// Lets the user move items within the section.
    ///
    ///     ListBlock("prices", prices, id: \.product) { (cell: PriceCell, price) in cell.text = price.text }
    ///         .onMove { price, from, to in prices.insert(prices.remove(at: from), at: to) }
    ///
    /// The list already shows the new order when the closure is called, and keeps it. The next build shows the items
    /// in the order of the data. If the closure does not change the data, the next build restores the old order.
    /// - Parameters:
    ///   - mayMove: Returns whether an item can be moved. All items can by default.
    ///   - body: Receives the item, its old position and its new position. The new position is the insertion index
    ///     after the item was removed. Positions count the displayed items.
    @discardableResult
    public func onMove(
        where mayMove: @escaping @MainActor (Item) -> Bool = { _ in true },
        _ body: @escaping @MainActor (_ item: Item, _ source: Int, _ destination: Int) -> Void
    ) -> Self {
        closures.mayMove = mayMove
        closures.didMove = body
        return self
    }

    /// Lets the user delete items by a key and by ``ItemCommand/delete`` of a menu.
    ///
    ///     ListBlock("mails", mails) { ItemContent($0.subject) }
    ///         .onDelete { deleted in mails.removeAll { mail in deleted.contains { $0.id == mail.id } } }
    /// - Parameters:
    ///   - mayDelete: Returns whether an item can be deleted. All items can by default.
    ///   - body: Receives all items that the user deletes together, in the order of the list.
    @discardableResult
    public func onDelete(
        where mayDelete: @escaping @MainActor (Item) -> Bool = { _ in true },
        _ body: @escaping @MainActor (_ items: [Item]) -> Void
    ) -> Self {
        closures.commands.mayDelete = mayDelete
        closures.commands.didDelete = body
        return self
    }

    /// Lets the user edit the titles of items in their places: by F2, and by ``ItemCommand/rename`` of a menu.
    ///
    ///     ListBlock("mails", mails) { ItemContent($0.subject) }
    ///         .onRename { mail, subject in
    ///             guard !subject.isEmpty, let place = mails.firstIndex(where: { $0.id == mail.id }) else { return false }
    ///             mails[place].subject = subject
    ///             return true
    ///         }
    ///
    /// Ready-made cells show the field. It begins with their title.
    /// - Parameter body: Receives the new title. It returns whether the title is accepted; otherwise the user can correct it.
    @discardableResult
    public func onRename(_ body: @escaping @MainActor (_ item: Item, _ title: String) -> Bool) -> Self {
        closures.commands.rename = body
        return self
    }

    /// Lets the user drag items to other lists, to text fields and to other programs, and copy them.
    ///
    ///     ListBlock("inbox", inbox, id: \.self) { (cell: MailCell, mail) in cell.text = mail }
    ///         .onDrag { mail in CollectionDragItem(payload: mail, text: mail) } ended: { mails, operation in
    ///             guard operation == .move else { return }
    ///             inbox.removeAll { mails.contains($0) }
    ///             render()
    ///         }
    /// - Parameters:
    ///   - item: Returns what is dragged, or nil if the item cannot be dragged.
    ///   - ended: Called when the drag has ended, with those of its items that the section still has. After a move, delete
    ///     them.
    @discardableResult
    public func onDrag(
        _ item: @escaping @MainActor (Item) -> CollectionDragItem?,
        ended: @escaping @MainActor (_ items: [Item], _ operation: CollectionDropOperation) -> Void = { _, _ in }
    ) -> Self {
        closures.makeDragItem = item
        closures.didEndDrag = ended
        return self
    }

    /// Lets the user drop items of other lists, or text, in the section.
    ///
    ///     ListBlock("archive", archive, id: \.self) { (cell: MailCell, mail) in cell.text = mail }
    ///         .onDrop { drag, index in
    ///             archive.insert(contentsOf: drag.items.compactMap { $0.payload as? String }, at: index)
    ///             render()
    ///         }
    /// - Parameters:
    ///   - accepts: Returns what a drop would do, called while the user drags. By default items of other lists are moved, and so are
    ///     items that were cut in other sections of the list. Items that were copied are inserted anywhere.
    ///   - body: Inserts the items at an index, which counts the displayed items. A copy in the same section needs a new identifier
    ///     (``CollectionDrag/isPasted``).
    @discardableResult
    public func onDrop(
        accepts: (@MainActor (CollectionDrag) -> CollectionDropOperation)? = nil,
        _ body: @escaping @MainActor (_ drag: CollectionDrag, _ index: Int) -> Void
    ) -> Self {
        closures.acceptsDrop = accepts
        closures.didDrop = body
        return self
    }

    /// Lets the user drop items onto an item of the section, such as a folder.
    ///
    ///     ListBlock("files", files) { ItemContent($0.name) }
    ///         .onDropOnItem { drag, file in print("\(drag.items.count) items onto \(file.name)") }
    /// - Parameters:
    ///   - accepts: Returns what a drop would do, called while the user drags. By default items of lists are moved.
    ///   - body: Receives the items, and the item onto which they were dropped.
    @discardableResult
    public func onDropOnItem(
        accepts: (@MainActor (_ drag: CollectionDrag, _ item: Item) -> CollectionDropOperation)? = nil,
        _ body: @escaping @MainActor (_ drag: CollectionDrag, _ item: Item) -> Void
    ) -> Self {
        closures.acceptsDropOnItem = accepts
        closures.didDropOnItem = body
        return self
    }
}

extension ClosureSection: ListSectionInteraction {
    public func setExpanded(
        _ isExpanded: Bool, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> Bool { setExpandedInOutline(isExpanded, itemIdentifier, indexPath) }

    public func searchText(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> String? {
        text(of: itemIdentifier, indexPath)
    }

    public func field(_ column: String, of itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> TableField? {
        if column == TableField.title, let rename = interaction?.commands.rename {
            guard let title = text(of: itemIdentifier, indexPath) else { return nil }
            return TableField(title) { [weak self] new in
                guard let item = self?.shownItem(itemIdentifier, IndexPath()) else { return false }
                return rename(item, new)
            }
        }
        return field(column, of: itemIdentifier, indexPath)
    }

    public func canDeleteItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool {
        shownItem(itemIdentifier, indexPath).flatMap { interaction?.commands.mayDelete?($0) } ?? false
    }

    public func deleteItems(_ itemIdentifiers: [ItemIdentifier]) {
        interaction?.commands.didDelete?(itemIdentifiers.compactMap { shownItem($0, IndexPath()) })
    }

    public func leadingSwipeActions(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> CollectionSwipeActions? { shownItem(itemIdentifier, indexPath).flatMap { interaction?.leadingActions?($0) } }

    public func trailingSwipeActions(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> CollectionSwipeActions? { shownItem(itemIdentifier, indexPath).flatMap { interaction?.trailingActions?($0) } }

    public func contextMenu(
        for itemIdentifier: ItemIdentifier, at indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { shownItem(itemIdentifier, indexPath).flatMap { interaction?.makeMenu?($0) } }

    public func contextMenu(forItems itemIdentifiers: [ItemIdentifier], point: CGPoint) -> CollectionContextMenu? {
        interaction?.makeMenuOfSeveral?(itemIdentifiers.compactMap { shownItem($0, IndexPath()) })
    }

    public func dragItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionDragItem? {
        shownItem(itemIdentifier, indexPath).flatMap { interaction?.makeDragItem?($0) }
    }

    public func didEndDragging(_ itemIdentifiers: [ItemIdentifier], operation: CollectionDropOperation) {
        interaction?.didEndDrag?(itemIdentifiers.compactMap { shownItem($0, IndexPath()) }, operation)
    }

    public func dropOperation(for drag: CollectionDrag, at indexPath: IndexPath) -> CollectionDropOperation {
        guard let interaction, interaction.didDrop != nil else { return .cancel }
        if let acceptsDrop = interaction.acceptsDrop { return acceptsDrop(drag) }
        guard !drag.items.isEmpty else { return .cancel }
        guard let source = drag.source, source === context?.collectionView else { return .move }
        // Items that were cut are deleted after they were inserted. In the same section the program could not tell them apart.
        return drag.isPasted && (drag.isCopyRequested || !drag.paths.contains { $0.section == indexPath[0] })
            ? .move : .cancel
    }

    public func performDrop(
        of drag: CollectionDrag, at indexPath: IndexPath, operation: CollectionDropOperation
    ) -> Bool {
        guard let didDrop = interaction?.didDrop else { return false }
        didDrop(drag, indexPath[1])
        return true
    }

    public func dropOperation(
        for drag: CollectionDrag, onto itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) -> CollectionDropOperation {
        guard let interaction, interaction.didDropOnItem != nil, let item = shownItem(itemIdentifier, indexPath) else {
            return .cancel
        }
        return interaction.acceptsDropOnItem?(drag, item) ?? (drag.items.isEmpty ? .cancel : .move)
    }

    public func performDrop(
        of drag: CollectionDrag, onto itemIdentifier: ItemIdentifier, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        guard let didDrop = interaction?.didDropOnItem, let item = shownItem(itemIdentifier, indexPath) else {
            return false
        }
        didDrop(drag, item)
        return true
    }

    public func canMoveItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> Bool {
        shownItem(itemIdentifier, indexPath).flatMap { interaction?.mayMove?($0) } ?? false
    }

    public func didMoveItem(for itemIdentifier: ItemIdentifier, from source: IndexPath, to destination: IndexPath) {
        guard let didMove = interaction?.didMove, let item = shownItem(itemIdentifier, source) else { return }
        didMove(item, source[1], destination[1])
    }
}

// MARK: - Outlines

/// The closures of an outline.
@MainActor
struct OutlineClosures<Item> {
    let state: @MainActor (Item) -> OutlineState?
    let didChange: @MainActor (Item, Bool) -> Void
}

extension ClosureSection {
    /// Shows the items as an outline: cells receive their ``CollectionViewCell/outlineState``, and a click on an expander, the arrow keys
    /// and a drag that rests over an item expand and collapse it.
    ///
    ///     var topics = SectionSnapshot<String>()
    ///     topics.append(["animals", "plants"])
    ///     topics.append(["cats", "dogs"], to: "animals")
    ///     @MainActor func show() {
    ///         list.build {
    ///             ListBlock("topics", topics.visibleItems, id: \.self) { ItemContent($0, accessories: [.outline]) }
    ///                 .outline(topics) { topic, isExpanded in
    ///                     if isExpanded { topics.expand([topic]) } else { topics.collapse([topic]) }
    ///                     show()
    ///                 }
    ///         }
    ///     }
    ///
    /// The tree lives in the program's data, as the state of a control does: the closure changes it and builds the list again. Pass its
    /// visible items as the items of the block.
    /// - Parameters:
    ///   - tree: The tree with the items.
    ///   - canLoad: Whether an item without children can be expanded. The closure `changed` then loads them, and shows a
    ///     ``ItemContent/loading(_:cancel:)`` meanwhile, say.
    ///   - changed: Receives an item that the user expands or collapses.
    @discardableResult
    public func outline(
        _ tree: SectionSnapshot<ItemIdentifier>, canLoad: @escaping @MainActor (Item) -> Bool = { _ in false },
        _ changed: @escaping @MainActor (_ item: Item, _ isExpanded: Bool) -> Void
    ) -> Self {
        closures.commands.outline = OutlineClosures(
            state: { [unowned self] item in
                let identifier = itemIdentifier(of: item)
                guard let level = tree.level(of: identifier) else { return nil }
                return OutlineState(
                    level: level, isExpandable: tree.hasChildren(identifier) || canLoad(item),
                    isExpanded: tree.isExpanded(identifier))
            }, didChange: changed)
        displayEvents.isOutline = true
        return self
    }

    /// Expands or collapses an item for an arrow key or an expander. If there is nothing to expand, the focus moves to the first child; if
    /// there is nothing to collapse, to the parent.
    final func setExpandedInOutline(
        _ isExpanded: Bool, _ itemIdentifier: ItemIdentifier, _ indexPath: IndexPath
    ) -> Bool {
        guard let outline = interaction?.commands.outline, let item = shownItem(itemIdentifier, indexPath),
            let state = outline.state(item)
        else { return false }
        if state.isExpanded != isExpanded, state.isExpandable {
            outline.didChange(item, isExpanded)
            return true
        }
        func level(_ item: Int) -> Int? {
            let path = IndexPath(item, inSection: indexPath[0])
            return self.itemIdentifier(at: path).flatMap { shownItem($0, path) }.flatMap { outline.state($0)?.level }
        }
        var next = indexPath[1]
        if isExpanded {
            next += 1
            guard level(next) == state.level + 1 else { return false }
        } else {
            guard state.level > 0 else { return false }
            repeat { next -= 1 } while next >= 0 && level(next) ?? 0 >= state.level
            guard next >= 0 else { return false }
        }
        context?.collectionView?.keyboard.moveFocusByKey(to: .item(next, inSection: indexPath[0]))
        return true
    }
}
