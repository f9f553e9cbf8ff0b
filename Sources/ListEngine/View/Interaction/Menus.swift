import Foundation
import ListEngineLayout

/// An open menu, and those of its items that still exist.
@MainActor
struct ShownMenu {
    var menu: CollectionContextMenu
    var items: [ElementPath]
}

extension CollectionView {
    /// The open menu.
    public var contextMenu: CollectionContextMenu? { menus.shown?.menu }

    /// The current positions of the open menu's items.
    public var indexPathsForContextMenu: [IndexPath] { menus.shown?.items.map(\.indexPath) ?? [] }

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

    func open(at location: CGPoint) -> CollectionContextMenu? {
        guard list.isReadyForUser() else { return nil }
        close()
        let path = list.layout.item(at: location, sectionOffsets: list.sectionOffsets)
        guard let delegate = list.delegate else { return nil }
        let changes = list.positions.changes
        var items = path.map { list.selection.contains($0) ? list.selection.sorted : [$0] } ?? []
        func menu() -> CollectionContextMenu? {
            delegate.collectionView(list, contextMenuForItemsAt: items.map(\.indexPath), point: location)
        }
        var found = menu()
        if found == nil, items.count > 1, let path, changes == list.positions.changes {
            items = [path]
            found = menu()
        }
        guard let answer = found else { return nil }
        // If the list changed in the meantime, the items are unknown.
        shown = ShownMenu(menu: answer, items: changes == list.positions.changes ? items : [])
        list.touches.forget()
        list.touches.highlight(nil)
        delegate.collectionView(list, willDisplayContextMenu: answer)
        return answer
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

    override func follow(_ edit: SharedEdit?, _ notices: inout [PositionNotice]) {
        if let items = shown?.items { shown?.items = items.compactMap { edit?.newPath($0) } }
    }
}
