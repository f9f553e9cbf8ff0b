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
    public var contextMenu: CollectionContextMenu? { menu?.menu }

    /// The current positions of the open menu's items.
    public var indexPathsForContextMenu: [IndexPath] { menu?.items.map(\.indexPath) ?? [] }

    /// Reports that the user requests a menu, with the secondary mouse button or a long press. On a selected item the
    /// menu is for all selected items, else for the item. Beside the items it is for no item.
    /// - Parameter location: A point of the content.
    /// - Returns: The delegate's menu, which the host opens; nil if there is none.
    public func hostContextMenu(at location: CGPoint) -> CollectionContextMenu? {
        guard isReadyForUser() else { return nil }
        hostEndContextMenu()
        var items: [ElementPath] = []
        if let path = layout.item(at: location, sectionOffsets: sectionOffsets) {
            items = selection.contains(path) ? selection.sorted : [path]
        }
        guard let delegate else { return nil }
        let changes = positions.changes
        guard
            let answer = delegate.collectionView(
                self, contextMenuForItemsAt: items.map(\.indexPath), point: location)
        else { return nil }
        // If the list changed in the meantime, the items are unknown.
        menu = ShownMenu(menu: answer, items: changes == positions.changes ? items : [])
        forgetTouch()
        highlight(nil)
        delegate.collectionView(self, willDisplayContextMenu: answer)
        return answer
    }

    /// The preview of an item while the menu opens. Nil means the item's cell.
    public func hostHighlightPreview(forItemAt indexPath: IndexPath) -> CollectionItemPreview? {
        guard let menu else { return nil }
        return delegate?.collectionView(
            self, contextMenu: menu.menu, highlightPreviewForItemAt: indexPath)
    }

    /// The preview of an item while the menu closes. Nil means the item's cell.
    public func hostDismissalPreview(forItemAt indexPath: IndexPath) -> CollectionItemPreview? {
        guard let menu else { return nil }
        return delegate?.collectionView(
            self, contextMenu: menu.menu, dismissalPreviewForItemAt: indexPath)
    }

    /// Reports that the user chose the preview of the open menu.
    public func hostPerformPreviewAction() {
        guard let menu else { return }
        delegate?.collectionView(self, willPerformPreviewActionForMenu: menu.menu)
    }

    /// Reports that the open menu closes. Does nothing if no menu is open.
    public func hostEndContextMenu() {
        guard let ended = menu else { return }
        menu = nil
        delegate?.collectionView(self, willEndContextMenuInteraction: ended.menu)
    }
}
