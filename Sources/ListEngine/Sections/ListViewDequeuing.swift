import Foundation
import ListEngineLayout

/// What has a context can dequeue views: a ``ListSection``, or an object of its own that gives the section's
/// supplementary views.
///
/// Classes need not be registered. What is asked for is told by the type that the answer is put into:
///
///     guard let cell: RestaurantCell = dequeueCell(at: indexPath) else { return nil }
///
/// Nil answers that there is no list to dequeue from.
@MainActor
public protocol ListViewDequeuing: AnyObject {
    var context: ListContext? { get }
}

extension ListViewDequeuing {
    /// A cell of a class.
    public func dequeueCell<Cell: CollectionViewCell>(at indexPath: IndexPath) -> Cell? {
        context?.collectionView?.dequeueReusableCell(Cell.self, for: indexPath)
    }

    /// A cell of a class that is made by a closure, under a name of its own. The closure of the first call for a name is
    /// kept.
    /// - Parameters:
    ///   - name: Tells cells of one class that are made in several ways apart.
    ///   - indexPath: The item's.
    ///   - make: Makes a new cell.
    public func dequeueCell<Cell: CollectionViewCell>(
        withName name: String, at indexPath: IndexPath, make: @escaping @MainActor () -> Cell
    ) -> Cell? {
        guard let collectionView = context?.collectionView else { return nil }
        if !collectionView.registry.isRegistered(.cell(name)) {
            collectionView.register(forCellWithReuseIdentifier: name, make)
        }
        return collectionView.dequeueReusableCell(withReuseIdentifier: name, for: indexPath) as? Cell
    }

    /// A header of a class.
    public func dequeueHeaderView<View: CollectionReusableView>(at indexPath: IndexPath) -> View? {
        dequeueSupplementaryView(ofKind: .header, at: indexPath)
    }

    /// A footer of a class.
    public func dequeueFooterView<View: CollectionReusableView>(at indexPath: IndexPath) -> View? {
        dequeueSupplementaryView(ofKind: .footer, at: indexPath)
    }

    /// A view of a class and a kind. Each kind has views of its own.
    public func dequeueSupplementaryView<View: CollectionReusableView>(
        ofKind kind: ElementKind, at indexPath: IndexPath
    ) -> View? {
        context?.collectionView?.dequeueReusableSupplementaryView(View.self, ofKind: kind, for: indexPath)
    }

    /// A view of a kind that is made by a closure, under a name of its own. The closure of the first call for a name and a
    /// kind is kept.
    public func dequeueSupplementaryView<View: CollectionReusableView>(
        ofKind kind: ElementKind, withName name: String, at indexPath: IndexPath,
        make: @escaping @MainActor () -> View
    ) -> View? {
        guard let collectionView = context?.collectionView else { return nil }
        if !collectionView.registry.isRegistered(.supplementary(kind, name)) {
            collectionView.register(forSupplementaryViewOfKind: kind, withReuseIdentifier: name, make)
        }
        return collectionView.dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: name, for: indexPath) as? View
    }
}
