import Foundation

/// A data source that knows who its items are, wherever they stand. What is measured of an item then belongs to the item:
/// see ``MeasuredSizes``.
///
/// ``DiffableDataSource`` is one, and so are the lists that are made from sections with identifiers. A data source of one's
/// own adopts it beside ``CollectionViewDataSource``; one that is a ``SectionProvider`` answers for its own sections, with
/// index paths as it gets them otherwise.
@MainActor
public protocol ItemIdentifying: AnyObject {
    /// Who an item is: equal to no other item of the list that is or was, as long as the data source serves it.
    /// - Returns: Nil where the item has no identity. What is measured of it stays with its place.
    func collectionView(_ collectionView: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable?

    /// Where items are now; nil for each that is not in the list, and where looking for it would be slow: then what was
    /// measured of it is not used, and it is measured again when it is shown.
    func collectionView(
        _ collectionView: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable]
    ) -> [IndexPath?]
}
