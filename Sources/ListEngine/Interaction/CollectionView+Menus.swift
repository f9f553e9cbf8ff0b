import Foundation
import ListEngineLayout

/// A menu that is open, and the items that it is for, as far as they are still there.
@MainActor
struct ShownMenu {
    var menu: CollectionContextMenu
    var items: [ElementPath]
}

extension CollectionView {
    /// The menu that is open.
    public var contextMenu: CollectionContextMenu? { menu?.menu }

    /// The items that the open menu is for, where they are now.
    public var indexPathsForContextMenu: [IndexPath] { menu?.items.map(\.indexPath) ?? [] }

    /// The user asks for a menu: with the other mouse button, or a long press. On a selected item it is for all selected
    /// ones, else for the item; beside the items it is for none.
    /// - Parameter location: A point of the content.
    /// - Returns: What the delegate answers, which the host opens; nil: there is no menu.
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
        // The items of a list that has changed meanwhile are not known.
        menu = ShownMenu(menu: answer, items: changes == positions.changes ? items : [])
        touched = nil
        highlight(nil)
        delegate.collectionView(self, willDisplayContextMenu: answer)
        return answer
    }

    /// How an item looks while the open menu opens. Nil: as its cell does.
    public func hostHighlightPreview(forItemAt indexPath: IndexPath) -> CollectionItemPreview? {
        guard let menu else { return nil }
        return delegate?.collectionView(
            self, contextMenu: menu.menu, highlightPreviewForItemAt: indexPath)
    }

    /// How an item looks while the open menu closes. Nil: as its cell does.
    public func hostDismissalPreview(forItemAt indexPath: IndexPath) -> CollectionItemPreview? {
        guard let menu else { return nil }
        return delegate?.collectionView(
            self, contextMenu: menu.menu, dismissalPreviewForItemAt: indexPath)
    }

    /// The user has chosen the preview of the open menu.
    public func hostPerformPreviewAction() {
        guard let menu else { return }
        delegate?.collectionView(self, willPerformPreviewActionForMenu: menu.menu)
    }

    /// The open menu closes. Does nothing where none is open.
    public func hostEndContextMenu() {
        guard let ended = menu else { return }
        menu = nil
        delegate?.collectionView(self, willEndContextMenuInteraction: ended.menu)
    }
}
