import Foundation
import ListEngine
import ListEngineLayout

// Views for providers. Index paths count from the provider's first section, in the handlers of registrations as well.
// For an index path that the provider does not have, the methods return a new, empty view.
extension CollectionSectionController {
    // MARK: Registration

    /// Registers the class of the cells of an identifier; nil removes the registration.
    public func register(_ cellClass: CollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String) {
        collectionView.register(cellClass, forCellWithReuseIdentifier: identifier)
    }

    /// Registers a closure that makes the cells of an identifier.
    public func register(
        forCellWithReuseIdentifier identifier: String, _ make: @escaping @MainActor () -> CollectionViewCell
    ) { collectionView.register(forCellWithReuseIdentifier: identifier, make) }

    /// Registers the class of the supplementary views of a kind and an identifier; nil removes the registration.
    public func register(
        _ viewClass: CollectionReusableView.Type?, forSupplementaryViewOfKind kind: ElementKind,
        withReuseIdentifier identifier: String
    ) { collectionView.register(viewClass, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier) }

    /// Registers a closure that makes the supplementary views of a kind and an identifier.
    public func register(
        forSupplementaryViewOfKind kind: ElementKind, withReuseIdentifier identifier: String,
        _ make: @escaping @MainActor () -> CollectionReusableView
    ) { collectionView.register(forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier, make) }

    /// Registers the class of the decorations of a kind; nil removes the registration.
    public func register(_ viewClass: CollectionReusableView.Type?, forDecorationViewOfKind kind: ElementKind) {
        collectionView.register(viewClass, forDecorationViewOfKind: kind)
    }

    // MARK: Dequeuing

    /// Returns a cell of an identifier. See `CollectionView.dequeueReusableCell(withReuseIdentifier:for:)`.
    public func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath, sectionProvider: Provider
    ) -> CollectionViewCell {
        let served = withServed(indexPath, sectionProvider) {
            $0.dequeueReusableCell(withReuseIdentifier: identifier, for: $1)
        }
        if let served { return served }
        guard let absolute = shownIndexPath(indexPath, part(of: sectionProvider)) else { return CollectionViewCell() }
        return collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: absolute)
    }

    /// Returns a cell of a class. The class does not have to be registered.
    public func dequeueReusableCell<Cell: CollectionViewCell>(
        _ type: Cell.Type, for indexPath: IndexPath, sectionProvider: Provider
    ) -> Cell {
        if let cell = withServed(indexPath, sectionProvider, { $0.dequeueReusableCell(type, for: $1) }) { return cell }
        guard let absolute = shownIndexPath(indexPath, part(of: sectionProvider)) else { return Cell(frame: .zero) }
        return collectionView.dequeueReusableCell(type, for: absolute)
    }

    /// Returns a cell that a registration has filled.
    public func dequeueConfiguredReusableCell<Cell: CollectionViewCell, Item>(
        using registration: CollectionView.CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item,
        sectionProvider: Provider
    ) -> Cell {
        guard part(of: sectionProvider).shown.item(at: indexPath) != nil else { return Cell(frame: .zero) }
        return collectionView.dequeueConfiguredReusableCell(using: registration, for: indexPath, item: item)
    }

    /// Returns a supplementary view of an identifier.
    public func dequeueReusableSupplementaryView(
        ofKind kind: ElementKind, withReuseIdentifier identifier: String, for indexPath: IndexPath,
        sectionProvider: Provider
    ) -> CollectionReusableView {
        guard let absolute = absoluteIndexPath(for: indexPath, sectionProvider: sectionProvider) else {
            return CollectionReusableView()
        }
        return collectionView.dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: identifier, for: absolute)
    }

    /// Returns a supplementary view of a class. The class does not have to be registered.
    public func dequeueReusableSupplementaryView<View: CollectionReusableView>(
        _ type: View.Type, ofKind kind: ElementKind, for indexPath: IndexPath, sectionProvider: Provider
    ) -> View {
        guard let absolute = absoluteIndexPath(for: indexPath, sectionProvider: sectionProvider) else {
            return View(frame: .zero)
        }
        return collectionView.dequeueReusableSupplementaryView(type, ofKind: kind, for: absolute)
    }

    /// Returns a supplementary view that a registration has filled.
    public func dequeueConfiguredReusableSupplementary<View: CollectionReusableView>(
        using registration: CollectionView.SupplementaryRegistration<View>, for indexPath: IndexPath,
        sectionProvider: Provider
    ) -> View {
        guard absoluteIndexPath(for: indexPath, sectionProvider: sectionProvider) != nil else {
            return View(frame: .zero)
        }
        return collectionView.dequeueConfiguredReusableSupplementary(using: registration, for: indexPath)
    }
}
