import Foundation
import ListEngineLayout

/// What a collection view takes over from its data source.
public enum CollectionViewLoadScope: Sendable, Hashable {
    /// Everything is loaded again.
    case everything
    /// A batch of updates inserts, deletes, moves or reloads sections.
    case sections
    /// A batch of updates inserts, deletes, moves or reloads items.
    case items
}

/// Says how many sections and items a list has, and gives the views that show them.
///
/// The collection view does not keep its data source alive.
@MainActor
public protocol CollectionViewDataSource: AnyObject {
    /// The list is about to take over what the data source has. A data source that shows a copy of a model takes the copy
    /// here; the questions below change nothing. Does nothing by default.
    func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope)

    /// 1 by default.
    func numberOfSections(in collectionView: CollectionView) -> Int

    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int

    /// The cell that shows an item, as a rule one that was dequeued.
    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell

    /// The view that shows a header, a footer or a supplementary item. Nil, the default, shows a
    /// ``PlaceholderView`` and reports it.
    /// - Parameter indexPath: For elements of the list itself, their index alone.
    func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView?

    /// The user may move an item to another place. False by default.
    func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool

    /// The user has moved an item: the data is to follow. The list shows the new order when this has returned, and asks
    /// for no cells. Does nothing by default.
    /// - Parameters:
    ///   - sourceIndexPath: Where the item was.
    ///   - destinationIndexPath: Where it is once it has been taken out there.
    func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath)

    /// The user wants an item deleted, or another inserted at it. The data source changes its data and tells the
    /// collection view, as with any update. Does nothing by default.
    func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath)
}

extension CollectionViewDataSource {
    public func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {}

    public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

    public func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? { nil }

    public func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }

    public func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}

    public func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {}
}
