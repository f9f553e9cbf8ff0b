import Foundation

/// A data source that knows the text and the action of its items, beside the delegate.
@MainActor
protocol ItemActionSource: AnyObject {
    func text(ofItemAt indexPath: IndexPath) -> String?
    func performPrimaryAction(ofItemAt indexPath: IndexPath)
}
