import Foundation
import ListEngineLayout

/// An action for the focused item, or for all selected items if it is one of them, which keys and menus perform.
///
///     let menu = ItemMenu([.action(ItemMenu.Action(.rename, in: view)), .action(ItemMenu.Action(.delete, in: view))])
///
/// A program implements each command once, for every host: by the closures of a ``ClosureSection`` or a ``DiffableDataSource``, by a
/// ``ListSectionInteraction``, or by a ``CollectionViewDelegate``. A command that no one implements does nothing, and its keys keep
/// their usual effect.
public enum ItemCommand: Sendable, Hashable, CaseIterable {
    /// Lets the user edit the title in its place. See ``TableField/title``.
    case rename
    /// See ``CollectionViewDelegate/collectionView(_:deleteItemsAt:)-swift.method``.
    case delete
    /// Copies what a drag of the items would carry: see ``CollectionViewDelegate/collectionView(_:dragItemForItemAt:)-swift.method``.
    /// Items that have been cut are moved when they are pasted: they are inserted, and then the program deletes the old ones. The same
    /// holds in their own list. They stay if nothing pastes them. Within its section, an item is moved by a drag.
    case cut, copy
    /// Inserts the copied items after the items, or at the end of the list if there are none or they are gone. If nothing can be
    /// inserted there, the copied items are dropped onto the item. If a field has the focus, text is pasted into fields: see
    /// ``CollectionView/pasteFields(_:)``.
    case paste
    /// See ``CollectionView/undoTarget``.
    case undo, redo

    /// A title for a menu: that of ``ListText``.
    public var title: String {
        switch self {
        case .rename: ListText.rename.text
        case .delete: ListText.delete.text
        case .cut: ListText.cut.text
        case .copy: ListText.copy.text
        case .paste: ListText.paste.text
        case .undo: ListText.undo.text
        case .redo: ListText.redo.text
        }
    }
}

/// The changes of a program's model that the user can undo.
///
/// Commands change the model by calling the program. The program stores in its model how to undo the change.
@MainActor
public protocol UndoTarget: AnyObject {
    var canUndo: Bool { get }
    var canRedo: Bool { get }
    func undo()
    func redo()

    /// The changes until ``endUndoGroup()`` are one for the user, such as the fields into which a text is pasted. By default it does
    /// nothing, and the user undoes each of them.
    func beginUndoGroup()
    func endUndoGroup()
}

extension UndoTarget {
    public func beginUndoGroup() {}
    public func endUndoGroup() {}
}

extension CollectionDrag {
    /// The items that were copied or cut last in a list of this program. A host passes it to ``CollectionViewHost/paste(_:)`` as long as no other
    /// program has copied anything since.
    public internal(set) static var copied: CollectionDrag?

    /// Releases the ``copied`` items. A host calls it when another program, or another part of this one, has copied something.
    public static func forgetCopied() { copied = nil }
}

extension CollectionView {
    /// Undoes changes for ``ItemCommand/undo`` and ``ItemCommand/redo``. The reference is weak.
    public var undoTarget: (any UndoTarget)? {
        get { attached.undoTarget }
        set {
            attached.undoTarget = newValue
            attached.hasUndoTarget = newValue != nil
        }
    }

    /// Whether a command can be performed now. Clipboards of other programs are not read for ``ItemCommand/paste``.
    /// - Complexity: O(selected items), including calls of the delegate until it answers that one of them can be deleted, or copied.
    public func canPerform(_ command: ItemCommand) -> Bool { itemDrags.canPerform(command, on: nil) }

    /// Performs a command on the focused item, or on all selected items if it is one of them or no item has the focus.
    /// - Returns: False if it cannot be performed.
    /// - Complexity: O(selected items) calls of the delegate.
    @discardableResult
    public func perform(_ command: ItemCommand) -> Bool { itemDrags.perform(command, on: nil) ?? false }

    /// Drops the content that another program has copied, as ``ItemCommand/paste`` does. A host calls it when the content has arrived. It
    /// waits for the end of an update.
    public func hostPaste(_ content: CollectionDrag) {
        whenIdle { [weak self] in
            guard let self else { return }
            itemDrags.paste(content, at: itemDrags.pastePlace(for: nil))
        }
    }
}

/// Where copied content is pasted.
@MainActor
struct PastePlace {
    /// The items behind which the content is pasted.
    let items: MenuItems
    /// The ranges of fields into which text is pasted: the first and the last item, and the columns. If there are none, the content is not
    /// pasted into fields.
    let ranges: [(corners: MenuItems, columns: [String])]
}

/// The items of a command: those of the menu that contains it, or those that receive keys.
extension ItemDrags {
    private func paths(of items: MenuItems?) -> [ElementPath] {
        guard let items else {
            guard let focus = list.keyboard.focus else { return list.selection.sorted }
            return list.selection.contains(focus) ? list.selection.sorted : [focus]
        }
        return items.paths
    }

    /// The number of items on which a key acts.
    var targetCount: Int {
        guard let focus = list.keyboard.focus else { return list.selection.items.count }
        return list.selection.contains(focus) ? list.selection.items.count : 1
    }

    func canPerform(_ command: ItemCommand, on items: MenuItems?) -> Bool {
        guard list.isReadyForUser() else { return false }
        switch command {
        case .undo: return list.undoTarget?.canUndo ?? false
        case .redo: return list.undoTarget?.canRedo ?? false
        case .paste: return list.delegate != nil || list.focusedColumn != nil
        case .rename:
            let paths = paths(of: items)
            guard list.columns == nil, let path = paths.first, paths.count == 1,
                list.keyboard.fields.canShowEdit(of: TableField.title, at: path)
            else { return false }
            return list.field(TableField.title, at: path)?.commit != nil
        case .delete: return hasOne(of: items) { canDelete($0) != (false, false) }
        case .cut, .copy:
            guard list.focusedColumn == nil, let delegate = list.delegate else { return false }
            return hasOne(of: items) { delegate.collectionView(list, dragItemForItemAt: $0.indexPath) != nil }
        }
    }

    /// Whether a condition that calls the program holds for an item. False if the program changes the list.
    private func hasOne(of items: MenuItems?, _ condition: (ElementPath) -> Bool) -> Bool {
        let changes = list.positions.changes
        for path in paths(of: items) {
            let isMet = condition(path)
            guard changes == list.positions.changes else { return false }
            if isMet { return true }
        }
        return false
    }

    /// - Returns: Nil if the command cannot be performed. False if the program was called and has done nothing.
    @discardableResult
    func perform(_ command: ItemCommand, on items: MenuItems?) -> Bool? {
        guard list.isReadyForUser() else { return nil }
        let paths = paths(of: items)
        switch command {
        case .undo, .redo:
            guard let target = list.undoTarget, command == .undo ? target.canUndo : target.canRedo else {
                list.checkUndoTarget()
                return nil
            }
            if command == .undo { target.undo() } else { target.redo() }
            return true
        case .rename:
            guard list.columns == nil, let path = paths.first, paths.count == 1 else { return nil }
            return list.keyboard.fields.beginEdit(TableField.title, at: path)
        case .delete:
            return delete(paths)
        case .cut, .copy:
            guard list.focusedColumn == nil, let drag = copied(paths) else { return nil }
            drag.isCopyRequested = command == .copy
            CollectionDrag.copied = drag
            list.host?.copy(drag)
            return true
        case .paste:
            guard list.delegate != nil || list.focusedColumn != nil, let host = list.host else { return nil }
            // Another program can answer when the focus is elsewhere.
            let place = pastePlace(for: items)
            list.menus.follow(place.items)
            for range in place.ranges { list.menus.follow(range.corners) }
            let isPasted = host.paste { [weak self] content in
                self?.list.whenIdle { [weak self] in _ = self?.paste(content, at: place) }
            }
            return isPasted ? true : nil
        }
    }

    // MARK: Deleting

    private var actionSource: (any ItemActionSource)? { list.dataSource as? any ItemActionSource }

    /// Who permits that an item is deleted.
    private func canDelete(_ path: ElementPath) -> (delegate: Bool, source: Bool) {
        (
            list.delegate?.collectionView(list, canDeleteItemAt: path.indexPath) ?? false,
            actionSource?.canDeleteItem(at: path.indexPath) ?? false
        )
    }

    /// The delegate deletes the items that it permits, and the data source the others. If the delegate deletes nothing, the data source
    /// deletes all that it permits.
    private func delete(_ paths: [ElementPath]) -> Bool? {
        let changes = list.positions.changes
        var (own, others, all) = ([ElementPath](), [ElementPath](), [ElementPath]())
        for path in paths {
            let answer = canDelete(path)
            guard changes == list.positions.changes else { return nil }
            if answer.delegate { own.append(path) }
            if answer.source { all.append(path) }
            if answer.source, !answer.delegate { others.append(path) }
        }
        guard !own.isEmpty || !all.isEmpty, list.isReadyForUser(), changes == list.positions.changes else { return nil }
        // The delegate changes the list, and the others move.
        let rest = MenuItems(others)
        list.menus.follow(rest)
        var isDeleted = false
        if !own.isEmpty {
            isDeleted = list.delegate?.collectionView(list, deleteItemsAt: own.map(\.indexPath)) ?? false
            guard list.isReadyForUser() else { return isDeleted }
            if !isDeleted {
                // A delegate that has changed the list and does not say so has done something.
                guard changes == list.positions.changes else { return true }
                rest.paths = all
            }
        }
        guard !rest.paths.isEmpty else { return isDeleted }
        return actionSource?.deleteItems(at: rest.paths.map(\.indexPath)) ?? false || isDeleted
    }

    // MARK: Copying

    /// The content of a drag of the items. Nothing if the delegate changes the list.
    func content(of paths: [ElementPath]) -> (items: [CollectionDragItem], paths: [ElementPath]) {
        guard let delegate = list.delegate else { return ([], []) }
        let changes = list.positions.changes
        var (items, kept) = ([CollectionDragItem](), [ElementPath]())
        for path in paths {
            let item = delegate.collectionView(list, dragItemForItemAt: path.indexPath)
            guard changes == list.positions.changes else { return ([], []) }
            if let item {
                items.append(item)
                kept.append(path)
            }
        }
        return (items, kept)
    }

    private func copied(_ paths: [ElementPath]) -> CollectionDrag? {
        let changes = list.positions.changes
        let (items, kept) = content(of: paths)
        guard let first = kept.first, list.isReadyForUser(), changes == list.positions.changes else { return nil }
        let drag = CollectionDrag(items, at: kept, holding: first, in: list)
        follow(drag)
        return drag
    }

    // MARK: Pasting

    /// Where content is pasted now: into the ranges of fields, or behind items. The menu of another item pastes behind that item.
    func pastePlace(for items: MenuItems?) -> PastePlace {
        let paths = paths(of: items)
        let isInFields = items == nil || list.keyboard.focus.map(paths.contains) == true
        let ranges = isInFields && list.fieldRange != nil ? list.fieldRanges : []
        return PastePlace(
            items: MenuItems(paths),
            ranges: ranges.map { range in
                (MenuItems([range.first, range.last].compactMap { ElementPath($0) }), range.columns)
            })
    }

    /// Pastes into fields, or drops the content after an item or onto it. Without items, the place is the end of the list.
    @discardableResult
    func paste(_ drag: CollectionDrag, at place: PastePlace) -> CollectionDropOperation {
        guard list.isReadyForUser() else { return .cancel }
        // Fields take the text, and no item is inserted.
        if let focused = place.ranges.last {
            // A range whose items were all deleted is gone.
            let ranges = place.ranges.compactMap { corners, columns -> FieldRange? in
                guard let first = corners.paths.first, let last = corners.paths.last, list.isInList(last) else {
                    return nil
                }
                return FieldRange(first: first.indexPath, last: last.indexPath, columns: columns)
            }
            guard let text = drag.text, !focused.corners.paths.isEmpty else { return .cancel }
            return list.paste(text, into: ranges) == nil ? .cancel : .copy
        }
        guard let delegate = list.delegate else { return .cancel }
        // Items that were cut are moved once, even if the program keeps them.
        if drag.isOver { drag.isCopyRequested = true }
        drag.isPasted = true
        let path = place.items.paths.last.flatMap { list.isInList($0) ? $0 : nil }
        let sections = list.layout.numberOfSections
        let last = max(0, sections - 1)
        let end =
            path.map { ElementPath.item($0.item + 1, inSection: $0.section) }
            ?? .item(sections > 0 ? list.layout.numberOfItems(inSection: last) : 0, inSection: last)
        let changes = list.positions.changes
        var target = CollectionDropTarget(indexPath: end.indexPath, operation: .cancel, mark: .zero)
        target.operation = delegate.collectionView(list, dropOperationFor: drag, at: end.indexPath)
        guard changes == list.positions.changes else { return .cancel }
        if target.operation == .cancel, let path, drag.source !== list || !drag.paths.contains(path) {
            (target.indexPath, target.isOnItem) = (path.indexPath, true)
            target.operation = delegate.collectionView(list, dropOperationFor: drag, ontoItemAt: path.indexPath)
            guard changes == list.positions.changes else { return .cancel }
        }
        guard target.operation != .cancel else { return .cancel }
        if drag.isCopyRequested { target.operation = .copy }
        let result = perform(target, drag)
        if result == .move { drag.end() }
        return result
    }
}
