import Foundation

/// A data source that identifies its items, independently of their positions. A measured size then belongs to the
/// item; see ``MeasuredSizes``.
///
/// ``DiffableDataSource`` conforms to this protocol, and so do lists made of sections with identifiers. Your own data
/// source can adopt it in addition to ``CollectionViewDataSource``. A ``SectionProvider`` that adopts it returns
/// identities for its own sections, and receives the same index paths as in its other methods.
@MainActor
public protocol ItemIdentifying: AnyObject {
    /// Returns the identity of an item. No other item of the list may have an equal identity, neither now nor before,
    /// as long as the data source serves the list.
    /// - Returns: Nil if the item has no identity. Its measured size then stays with its position.
    func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable?

    /// Returns the current positions of items. The result is nil for an item that is not in the list, or whose search
    /// would be slow. The measured size is then not used, and the item is measured again when it is shown. To select it
    /// again, the list asks for the identities of the items that an update inserted, or of all items after a full reload.
    func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?]
}
