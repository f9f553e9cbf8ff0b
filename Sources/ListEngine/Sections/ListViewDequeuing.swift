import Foundation
import ListEngineLayout

/// An object that can dequeue views through its context: a ``ListSection``, or a separate object that provides the
/// section's supplementary views.
///
/// Classes need not be registered. The type of the result chooses the class:
///
///     final class NamesSection: ListSection {
///         weak var context: ListContext?
///         let listIdentifier = "names"
///         var items: [Restaurant] = []
///
///         func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
///             guard let cell: RestaurantCell = dequeueCell(at: indexPath) else { return nil }
///             cell.text = itemIdentifier
///             return cell
///         }
///     }
///
/// The result is nil if there is no list to dequeue from.
@MainActor
public protocol ListViewDequeuing: AnyObject {
    var context: ListContext? { get }
}

extension ListViewDequeuing {
    /// Dequeues a cell of a class.
    public func dequeueCell<Cell: CollectionViewCell>(at indexPath: IndexPath) -> Cell? {
        CellRequest.withView(of: self) { $0.dequeueReusableCell(Cell.self, for: indexPath) }
            ?? context?.collectionView?.dequeueReusableCell(Cell.self, for: indexPath)
    }

    /// Dequeues a cell that a closure creates, under a separate name. The closure of the first call for a name is
    /// kept.
    /// - Parameters:
    ///   - name: Distinguishes cells of one class that are created in several ways.
    ///   - indexPath: The index path of the item.
    ///   - make: Creates a new cell.
    public func dequeueCell<Cell: CollectionViewCell>(
        withName name: String, at indexPath: IndexPath, make: @escaping @MainActor () -> Cell
    ) -> Cell? {
        guard let collectionView = context?.collectionView else { return nil }
        if !collectionView.registry.isRegistered(.cell(name)) {
            collectionView.register(forCellWithReuseIdentifier: name, make)
        }
        return collectionView.dequeueReusableCell(withReuseIdentifier: name, for: indexPath) as? Cell
    }

    /// Dequeues a header of a class.
    public func dequeueHeaderView<View: CollectionReusableView>(at indexPath: IndexPath) -> View? {
        dequeueSupplementaryView(ofKind: .header, at: indexPath)
    }

    /// Dequeues a footer of a class.
    public func dequeueFooterView<View: CollectionReusableView>(at indexPath: IndexPath) -> View? {
        dequeueSupplementaryView(ofKind: .footer, at: indexPath)
    }

    /// Dequeues a supplementary view of a class and a kind. Views of different kinds are reused separately.
    public func dequeueSupplementaryView<View: CollectionReusableView>(
        ofKind kind: ElementKind, at indexPath: IndexPath
    ) -> View? {
        context?.collectionView?.dequeueReusableSupplementaryView(View.self, ofKind: kind, for: indexPath)
    }

    /// Dequeues a supplementary view that a closure creates, under a separate name. The closure of the first call
    /// for a name and a kind is kept.
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

/// The section that a cell is being requested from. A section keeps its context weakly, and reading a weak reference would
/// cost more than the rest of dequeuing a cell.
@MainActor
struct CellRequest {
    static var current: CellRequest?

    let section: ObjectIdentifier
    /// The collection view that needs the cell. The caller of the section holds it.
    let view: Unmanaged<CollectionView>

    /// Calls a closure with the collection view that requests a cell of a section. Returns nil if no cell of this section is
    /// being requested.
    @inline(__always)
    static func withView<Result>(of section: AnyObject, _ body: (CollectionView) -> Result) -> Result? {
        guard let current, current.section == ObjectIdentifier(section) else { return nil }
        // Retaining a view is slow, because there are weak references to it.
        return current.view.uncounted(body)
    }
}
