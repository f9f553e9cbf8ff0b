import Foundation
import ListEngineLayout

/// A menu, and its items that still exist.
@MainActor
struct ShownMenu {
    let menu: CollectionContextMenu
    let items: MenuItems
}

/// The items of a menu. The actions of the menu hold a strong reference to this object: an action can be performed
/// after the menu was closed and another one was opened.
@MainActor
final class MenuItems {
    /// A set, so that a menu of many items follows an edit at the cost of the edit.
    private var items = MarkedItems()

    init(_ paths: [ElementPath]) { self.paths = paths }

    /// In the order of the list.
    var paths: [ElementPath] {
        get { items.paths }
        set {
            items = MarkedItems()
            for path in newValue { items.insert(path) }
        }
    }

    func follow(_ edit: SharedEdit?) { items.follow(edit) }
}

/// A weak reference to items, which are followed as long as another object keeps them.
private struct FollowedItems {
    weak var items: MenuItems?
}

extension CollectionView {
    /// The open menu.
    public var contextMenu: CollectionContextMenu? { menus.shown?.menu }

    /// The current positions of the open menu's items.
    public var indexPathsForContextMenu: [IndexPath] { menus.shown?.items.paths.map(\.indexPath) ?? [] }

    /// Reports that the user requests a menu, with the secondary mouse button or a long press. On a selected item the
    /// menu is for all selected items, else for the item. Outside of all items it is for no item. If there is no menu for all
    /// selected items, it is for the item alone; ``indexPathsForContextMenu`` tells for which items it is.
    /// - Parameter location: A point of the content.
    /// - Returns: The delegate's menu, which the host opens; nil if there is none.
    public func hostContextMenu(at location: CGPoint) -> CollectionContextMenu? { menus.open(at: location) }

    /// The preview of an item while the menu opens. Nil means the item's cell.
    public func hostHighlightPreview(forItemAt indexPath: IndexPath) -> CollectionItemPreview? {
        menus.highlightPreview(forItemAt: indexPath)
    }

    /// The preview of an item while the menu closes. Nil means the item's cell.
    public func hostDismissalPreview(forItemAt indexPath: IndexPath) -> CollectionItemPreview? {
        menus.dismissalPreview(forItemAt: indexPath)
    }

    /// Reports that the user chose the preview of the open menu.
    public func hostPerformPreviewAction() { menus.performPreviewAction() }

    /// Reports that the open menu closes. Does nothing if no menu is open.
    public func hostEndContextMenu() { menus.close() }
}

/// The open menu.
@MainActor
final class Menus: ViewPart {
    private(set) var shown: ShownMenu?
    /// The items of all menus that can still be used. Released entries are removed when the next menu is added.
    private var followed: [FollowedItems] = []
    /// The items of the menu that the delegate makes. Its commands act on them.
    private(set) var asked: MenuItems?

    /// - Parameter other: Returns the menu of an item without one.
    func open(
        at location: CGPoint, other: (ElementPath, MenuItems) -> CollectionContextMenu? = { _, _ in nil }
    ) -> CollectionContextMenu? {
        guard list.isReadyForUser() else { return nil }
        close()
        let path = list.item(at: location)
        guard let asked = menu(of: path, at: location, other: other) else { return nil }
        shown = asked
        list.touches.forget()
        list.touches.highlight(nil)
        list.delegate?.collectionView(list, willDisplayContextMenu: asked.menu)
        return asked.menu
    }

    /// The menu of the focused item, or of the selected items if no item has the focus. The menu is not opened.
    func menuOfFocus() -> ShownMenu? {
        guard list.isReadyForUser(), let path = list.keyboard.focus ?? list.selection.items.first else { return nil }
        let frame = list.layout.frame(
            ofItem: path.item, inSection: path.section, sectionOffsets: list.scrolling.sectionOffsets)
        return menu(of: path, at: CGPoint(x: frame.midX, y: frame.midY))
    }

    /// Returns the menu of all selected items, if the item is one of them, or else of the item.
    private func menu(
        of path: ElementPath?, at location: CGPoint,
        other: (ElementPath, MenuItems) -> CollectionContextMenu? = { _, _ in nil }
    ) -> ShownMenu? {
        guard let delegate = list.delegate else { return nil }
        let changes = list.positions.changes
        var items = path.map { list.selection.contains($0) ? list.selection.sorted : [$0] } ?? []
        func menu() -> CollectionContextMenu? {
            let outer = asked
            defer { asked = outer }
            let targets = MenuItems(items)
            follow(targets)
            asked = targets
            return delegate.collectionView(list, contextMenuForItemsAt: items.map(\.indexPath), point: location)
        }
        var found = menu()
        if found == nil, items.count > 1, let path, changes == list.positions.changes {
            items = [path]
            found = menu()
        }
        if found == nil, let path, changes == list.positions.changes {
            items = [path]
            let own = MenuItems(items)
            found = other(path, own)
            if changes != list.positions.changes { own.paths = [] }
            return found.map { follow($0, own) }
        }
        // If the list changed in the meantime, the items are unknown.
        return found.map { follow($0, MenuItems(changes == list.positions.changes ? items : [])) }
    }

    func highlightPreview(forItemAt indexPath: IndexPath) -> CollectionItemPreview? {
        guard let menu = shown else { return nil }
        return list.delegate?.collectionView(
            list, contextMenu: menu.menu, highlightPreviewForItemAt: indexPath)
    }

    func dismissalPreview(forItemAt indexPath: IndexPath) -> CollectionItemPreview? {
        guard let menu = shown else { return nil }
        return list.delegate?.collectionView(
            list, contextMenu: menu.menu, dismissalPreviewForItemAt: indexPath)
    }

    func performPreviewAction() {
        guard let menu = shown else { return }
        list.delegate?.collectionView(list, willPerformPreviewActionForMenu: menu.menu)
    }

    func close() {
        guard let ended = shown else { return }
        shown = nil
        list.delegate?.collectionView(list, willEndContextMenuInteraction: ended.menu)
    }

    private func follow(_ menu: CollectionContextMenu, _ items: MenuItems) -> ShownMenu {
        follow(items)
        return ShownMenu(menu: menu, items: items)
    }

    func follow(_ items: MenuItems) {
        followed = followed.filter { $0.items != nil } + [FollowedItems(items: items)]
    }

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        guard !followed.isEmpty else { return }
        followed = followed.filter { $0.items != nil }
        for each in followed { each.items?.follow(edit) }
    }
}
