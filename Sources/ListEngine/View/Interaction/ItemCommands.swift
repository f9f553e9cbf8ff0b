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
    /// Items that have been cut are moved when they are pasted, as a drag moves them. They stay if nothing pastes them.
    case cut, copy
    /// Drops what was copied behind the items, or at the end of the list if there are none. If nothing can be inserted there, it is
    /// dropped onto the item.
    case paste
    /// See ``CollectionView/undoTarget``.
    case undo, redo

    /// An English title for a menu.
    public var title: String {
        switch self {
        case .rename: "Rename"
        case .delete: "Delete"
        case .cut: "Cut"
        case .copy: "Copy"
        case .paste: "Paste"
        case .undo: "Undo"
        case .redo: "Redo"
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
}

extension CollectionDrag {
    private static var last: CollectionDrag?

    /// The items that were copied or cut last in a list of this program. A host passes it to ``CollectionViewHost/paste(_:)`` as long as no other
    /// program has copied anything since.
    public internal(set) static var copied: CollectionDrag? {
        get { last }
        set { last = newValue }
    }
}

extension CollectionView {
    /// Undoes changes for ``ItemCommand/undo`` and ``ItemCommand/redo``. The reference is weak.
    public var undoTarget: (any UndoTarget)? {
        get { attached.undoTarget }
        set { attached.undoTarget = newValue }
    }

    /// Whether a command can be performed now. Clipboards of other programs are not read for ``ItemCommand/paste``.
    /// - Complexity: O(selected items) calls of the delegate.
    public func canPerform(_ command: ItemCommand) -> Bool { itemDrags.canPerform(command, on: nil) }

    /// Performs a command on the focused item, or on all selected items if it is one of them or no item has the focus.
    /// - Returns: False if it cannot be performed.
    /// - Complexity: O(selected items) calls of the delegate.
    @discardableResult
    public func perform(_ command: ItemCommand) -> Bool { itemDrags.perform(command, on: nil) }

    /// Drops the content that another program has copied, as ``ItemCommand/paste`` does. A host calls it when the content has arrived. It
    /// waits for the end of an update.
    public func hostPaste(_ content: CollectionDrag) {
        whenIdle { [weak self] in self?.itemDrags.paste(content, at: nil) }
    }
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
        case .paste: return list.delegate != nil
        case .rename:
            let paths = paths(of: items)
            guard list.columns == nil, let path = paths.first, paths.count == 1 else { return false }
            return list.field(TableField.title, at: path)?.commit != nil
        case .delete: return !deletable(paths(of: items)).isEmpty
        case .cut, .copy: return list.focusedColumn == nil && !content(of: paths(of: items)).paths.isEmpty
        }
    }

    @discardableResult
    func perform(_ command: ItemCommand, on items: MenuItems?) -> Bool {
        guard list.isReadyForUser() else { return false }
        let paths = paths(of: items)
        switch command {
        case .undo, .redo:
            guard let target = list.undoTarget, command == .undo ? target.canUndo : target.canRedo else { return false }
            if command == .undo { target.undo() } else { target.redo() }
            return true
        case .rename:
            guard list.columns == nil, let path = paths.first, paths.count == 1 else { return false }
            return list.keyboard.fields.beginEdit(TableField.title, at: path)
        case .delete:
            let changes = list.positions.changes
            let deleted = deletable(paths)
            guard !deleted.isEmpty, list.isReadyForUser(), changes == list.positions.changes else { return false }
            return list.delegate?.collectionView(list, deleteItemsAt: deleted.map(\.indexPath)) ?? false
                || (list.dataSource as? any ItemActionSource)?.deleteItems(at: deleted.map(\.indexPath)) ?? false
        case .cut, .copy:
            guard list.focusedColumn == nil, let drag = copied(paths) else { return false }
            drag.isCopyRequested = command == .copy
            CollectionDrag.copied = drag
            list.host?.copy(drag)
            return true
        case .paste:
            guard list.delegate != nil, let host = list.host else { return false }
            let target = MenuItems(paths)
            list.menus.follow(target)
            return host.paste { [weak self] content in
                self?.list.whenIdle { [weak self] in _ = self?.paste(content, at: target.paths.last) }
            }
        }
    }

    // MARK: Deleting

    private func deletable(_ paths: [ElementPath]) -> [ElementPath] {
        let (delegate, source) = (list.delegate, list.dataSource as? any ItemActionSource)
        let changes = list.positions.changes
        var deletable: [ElementPath] = []
        for path in paths {
            let isAllowed =
                delegate?.collectionView(list, canDeleteItemAt: path.indexPath) ?? false
                || source?.canDeleteItem(at: path.indexPath) ?? false
            guard changes == list.positions.changes else { return [] }
            if isAllowed { deletable.append(path) }
        }
        return deletable
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

    /// Drops the content behind an item, or onto it.
    /// - Parameter path: The item. Nil: that which receives keys.
    @discardableResult
    func paste(_ drag: CollectionDrag, at path: ElementPath?) -> CollectionDropOperation {
        guard list.isReadyForUser(), let delegate = list.delegate else { return .cancel }
        // Items that were cut are moved once.
        if drag.isOver { drag.isCopyRequested = true }
        drag.isPasted = true
        let path = (path ?? paths(of: nil).last).flatMap { list.isInList($0) ? $0 : nil }
        let sections = list.layout.numberOfSections
        let last = max(0, sections - 1)
        let place =
            path.map { ElementPath.item($0.item + 1, inSection: $0.section) }
            ?? .item(sections > 0 ? list.layout.numberOfItems(inSection: last) : 0, inSection: last)
        let changes = list.positions.changes
        var target = CollectionDropTarget(indexPath: place.indexPath, operation: .cancel, mark: .zero)
        target.operation = delegate.collectionView(list, dropOperationFor: drag, at: place.indexPath)
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
