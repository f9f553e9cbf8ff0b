import Foundation
import ListEngineLayout

extension CollectionView {
    /// Makes and fills the cells of one class for items of one type.
    ///
    ///     let titles = CollectionView.CellRegistration<TitleCell, Book> { cell, indexPath, book in
    ///         cell.title = book.title
    ///     }
    ///     collectionView.dequeueConfiguredReusableCell(using: titles, for: indexPath, item: book)
    ///
    /// Keep a registration: each has cells of its own.
    @MainActor
    public final class CellRegistration<Cell: CollectionViewCell, Item> {
        public typealias Handler = @MainActor (Cell, IndexPath, Item) -> Void

        let handler: Handler
        let make: @MainActor () -> Cell
        let key = ReuseKey.cell(nextRegistrationIdentifier())

        public init(handler: @escaping Handler) {
            self.handler = handler
            make = { Cell(frame: .zero) }
        }

        /// - Parameters:
        ///   - make: Makes a new cell.
        ///   - handler: Fills a cell for an item.
        public init(make: @escaping @MainActor () -> Cell, handler: @escaping Handler) {
            self.handler = handler
            self.make = make
        }
    }

    /// Makes and fills the supplementary views of one class and kind. See ``CellRegistration``.
    @MainActor
    public final class SupplementaryRegistration<Supplementary: CollectionReusableView> {
        public typealias Handler = @MainActor (Supplementary, ElementKind, IndexPath) -> Void

        let handler: Handler
        let key: ReuseKey

        public init(elementKind: ElementKind, handler: @escaping Handler) {
            self.handler = handler
            key = .supplementary(elementKind, nextRegistrationIdentifier())
        }
    }

    /// A cell that the registration has filled.
    public func dequeueConfiguredReusableCell<Cell: CollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item
    ) -> Cell {
        if !registry.isRegistered(registration.key) { setFactory(registration.make, for: registration.key) }
        let cell =
            dequeue(registration.key, for: ElementPath(indexPath)) as? Cell
            ?? handOut(registration.make(), registration.key)
        registration.handler(cell, indexPath, item)
        return cell
    }

    /// A supplementary view that the registration has filled.
    public func dequeueConfiguredReusableSupplementary<Supplementary: CollectionReusableView>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary {
        let key = registration.key
        if !registry.isRegistered(key) { setFactory({ Supplementary(frame: .zero) }, for: key) }
        let view =
            dequeue(key, for: ElementPath(indexPath)) as? Supplementary ?? handOut(Supplementary(frame: .zero), key)
        registration.handler(view, key.kind, indexPath)
        return view
    }
}

@MainActor private var registrationCount = 0

@MainActor
private func nextRegistrationIdentifier() -> String {
    registrationCount += 1
    return "registration \(registrationCount)"
}
