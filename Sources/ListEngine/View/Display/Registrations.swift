import Foundation
import ListEngineLayout

extension CollectionView {
    /// Creates and configures the cells of one class for items of one type.
    ///
    ///     let titles = CollectionView.CellRegistration<TitleCell, Book> { cell, indexPath, book in
    ///         cell.title = book.title
    ///     }
    ///     collectionView.dequeueConfiguredReusableCell(using: titles, for: indexPath, item: book)
    ///
    /// Store a registration and reuse it, because each registration has its own pool of cells.
    @MainActor
    public final class CellRegistration<Cell: CollectionViewCell, Item> {
        public typealias Handler = @MainActor (Cell, IndexPath, Item) -> Void

        let handler: Handler
        let make: @MainActor () -> Cell
        let shelf = RegistrationShelf(.cell(nextRegistrationIdentifier()))

        public init(handler: @escaping Handler) {
            self.handler = handler
            make = { Cell(frame: .zero) }
        }

        /// - Parameters:
        ///   - make: Creates a new cell.
        ///   - handler: Configures a cell for an item.
        public init(make: @escaping @MainActor () -> Cell, handler: @escaping Handler) {
            self.handler = handler
            self.make = make
        }
    }

    /// Creates and configures the supplementary views of one class and kind. See ``CellRegistration``.
    @MainActor
    public final class SupplementaryRegistration<Supplementary: CollectionReusableView> {
        public typealias Handler = @MainActor (Supplementary, ElementKind, IndexPath) -> Void

        let handler: Handler
        let kind: ElementKind
        let shelf: RegistrationShelf

        public init(elementKind: ElementKind, handler: @escaping Handler) {
            self.handler = handler
            kind = elementKind
            shelf = RegistrationShelf(.supplementary(elementKind, nextRegistrationIdentifier()))
        }
    }

    /// Returns a cell that the registration configured.
    public func dequeueConfiguredReusableCell<Cell: CollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item
    ) -> Cell {
        let shelf = registration.shelf.number(in: registry)
        if !registry[shelf].isRegistered { setFactory(registration.make, forShelf: shelf) }
        let cell = dequeue(shelf, for: indexPath) as? Cell ?? handOut(Cell(frame: .zero), shelf)
        registration.handler(cell, indexPath, item)
        return cell
    }

    /// Returns a supplementary view that the registration configured.
    public func dequeueConfiguredReusableSupplementary<Supplementary: CollectionReusableView>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary {
        let shelf = registration.shelf.number(in: registry)
        if !registry[shelf].isRegistered { setFactory({ Supplementary(frame: .zero) }, forShelf: shelf) }
        let view = dequeue(shelf, for: indexPath) as? Supplementary ?? handOut(Supplementary(frame: .zero), shelf)
        registration.handler(view, registration.kind, indexPath)
        return view
    }
}

@MainActor private var registrationCount = 0

@MainActor
private func nextRegistrationIdentifier() -> String {
    registrationCount += 1
    return "registration \(registrationCount)"
}

/// The shelf of a registration's views. It is looked up once each time another collection view uses the registration.
@MainActor
final class RegistrationShelf {
    let key: ReuseKey
    private var known: (registry: Int, shelf: Int)?

    init(_ key: ReuseKey) { self.key = key }

    func number(in registry: ReuseRegistry) -> Int {
        if let known, known.registry == registry.identifier { return known.shelf }
        let shelf = registry.shelf(of: key)
        known = (registry.identifier, shelf)
        return shelf
    }
}
