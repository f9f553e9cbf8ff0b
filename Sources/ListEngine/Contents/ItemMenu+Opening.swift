import Foundation
import ListEngineLayout

extension CollectionView {
    /// Does the same as ``hostContextMenu(at:)``, for hosts that draw an ``ItemMenu``. If the item has no menu, the
    /// result contains its swipe actions, so that the user can perform them with a mouse or keys.
    /// - Parameter location: A point of the content.
    /// - Returns: A menu with actions, which is open; nil if there is none.
    public func hostItemMenu(at location: CGPoint) -> ItemMenu? {
        let opened = menus.open(at: location) { path, items in
            let actions = self.swipeActions(at: path).map { swipe in
                ItemMenu.Action(swipe.title, image: swipe.image, isDestructive: swipe.style == .destructive) {
                    [weak self] in
                    guard let self, isReadyForUser(), let path = items.paths.first else { return }
                    swipe.handler(swipe, path.indexPath) { _ in }
                }
            }
            return actions.isEmpty ? nil : CollectionContextMenu(ItemMenu(actions))
        }
        guard let menu = opened?.payload as? ItemMenu, !menu.actions.isEmpty else {
            hostEndContextMenu()
            return nil
        }
        return menu
    }
}
