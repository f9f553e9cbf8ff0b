import Foundation

/// A data source that knows the text and the action of its items, beside the delegate.
@MainActor
protocol ItemActionSource: AnyObject {
    func text(ofItemAt indexPath: IndexPath) -> String?
    func performPrimaryAction(ofItemAt indexPath: IndexPath)
    func canDeleteItem(at indexPath: IndexPath) -> Bool
    /// - Returns: False if nothing was deleted.
    func deleteItems(at indexPaths: [IndexPath]) -> Bool
}
