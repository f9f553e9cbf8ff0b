import Foundation
import ListEngineLayout

/// Says how many sections and items a list has, and gives the views that show them.
///
/// The collection view does not keep its data source alive.
@MainActor
public protocol CollectionViewDataSource: AnyObject {
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
}

extension CollectionViewDataSource {
    public func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

    public func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? { nil }
}
