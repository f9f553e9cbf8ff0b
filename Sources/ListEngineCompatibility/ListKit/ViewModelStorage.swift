import Foundation
import ListEngine
import ListEngineDiff

/// The view models of a section. They have one type and are not boxed.
@MainActor
protocol ViewModelStorage: AnyObject {
    var count: Int { get }

    /// The view model at an index; nil if there is none.
    func viewModel(at index: Int) -> Any?

    /// Fills a view with the view model at an index, which is not boxed. Returns false if there is none.
    func fill(
        _ view: CollectionReusableView, at index: Int, _ indexPath: IndexPath, by filler: any CellFiller
    ) -> Bool

    var all: [Any] { get }

    /// Returns the identifier of a view model in its section; nil if it is not known, or if two view models are equal.
    /// - Precondition: The index is in `0..<count`.
    func identifier(at index: Int) -> AnyHashable?

    /// Returns the index of the view model with an identifier; nil if there is none, or if finding it would need a
    /// search.
    func index(of identifier: AnyHashable) -> Int?

    /// Moves a view model.
    /// - Parameter target: Its place, counted after it has been taken out.
    /// - Precondition: Both are in `0..<count`.
    func move(_ source: Int, to target: Int)

    /// Whether a view model of another section can be moved here.
    func accepts(_ model: Any) -> Bool

    /// Inserts a view model that the user has moved here. Returns false, without a change, if it is not accepted.
    /// - Precondition: The index is in `0...count`.
    func insertMoved(_ model: Any, at index: Int) -> Bool

    /// Removes a view model that the user has moved to another section.
    /// - Precondition: The index is in `0..<count`.
    func removeMoved(at index: Int)

    /// Removes items of the section that owns this storage.
    /// - Parameter items: Called with the number of items when the update runs.
    func remove(
        _ items: @escaping @MainActor (Int) throws -> Range<Int>, of section: SectionDescription, animated: Bool,
        _ completion: UpdateCompletion?)
}

/// Fills views with view models of any type.
@MainActor
protocol CellFiller: AnyObject {
    func fill<Model>(_ view: CollectionReusableView, _ model: Model, _ indexPath: IndexPath)
}

/// Fills views that are ``ListComponent``s.
@MainActor
final class ComponentFiller: CellFiller {
    func fill<Model>(_ view: CollectionReusableView, _ model: Model, _ indexPath: IndexPath) {
        (view as? any ListComponent)?.setUp(with: model)
    }
}

/// Fills cells of a class with view models of a type. It ignores others.
@MainActor
final class ClosureFiller<Cell: CollectionViewCell, Model>: CellFiller {
    private let configure: @MainActor (Cell, Model, IndexPath) -> Void

    init(_ configure: @escaping @MainActor (Cell, Model, IndexPath) -> Void) { self.configure = configure }

    func fill<Held>(_ view: CollectionReusableView, _ held: Held, _ indexPath: IndexPath) {
        // Most cells are of the class itself, and most models of the type. A cast looks for superclasses, and looks up descriptions
        // of types.
        guard ObjectIdentifier(type(of: view)) == ObjectIdentifier(Cell.self), Held.self == Model.self else {
            return fillByCast(view, held, indexPath)
        }
        // Sound: an object of the class, and a value of a type that is read as a value of the same type.
        configure(unsafeDowncast(view, to: Cell.self), unsafeBitCast(held, to: Model.self), indexPath)
    }

    /// A separate function, because the description of an optional of the model's type is looked up at its start.
    @inline(never)
    private func fillByCast<Held>(_ view: CollectionReusableView, _ held: Held, _ indexPath: IndexPath) {
        if let cell = view as? Cell, let model = held as? Model { configure(cell, model, indexPath) }
    }
}

/// With more view models than this, they are not checked for duplicates.
private let mostComparedViewModels = 1 << 14

@MainActor
private func idIfIdentifiable(_ model: Any) -> AnyHashable? {
    func id(of model: some Identifiable) -> AnyHashable { AnyHashable(model.id) }
    return (model as? any Identifiable).map { id(of: $0) }
}

/// The identifier of a view model: its `id` if it is `Identifiable`, or the view model itself if it is `Hashable`.
@MainActor
private func identifier(of model: Any) -> AnyHashable? { idIfIdentifiable(model) ?? model as? AnyHashable }

extension ViewModelStorage {
    fileprivate func remove<Model>(
        _ items: @escaping @MainActor (Int) throws -> Range<Int>, of section: SectionDescription, as type: Model.Type,
        _ animated: Bool, _ completion: UpdateCompletion?,
        fast: (@MainActor (any ViewModelStorage) throws -> SectionDescription.PositionalChange?)? = nil
    ) {
        section.edit(as: type, animated: animated, completion, fast: fast) { models in
            let items = try items(models.count)
            models.removeSubrange(items)
            return (IndexSet(integersIn: items), [])
        }
    }
}

@MainActor
final class ViewModels<Model>: ViewModelStorage {
    var models: [Model] { didSet { areDistinct = nil } }
    /// Whether all view models have different identifiers; nil if not known.
    private var areDistinct: Bool?

    init(_ models: [Model]) { self.models = models }

    var count: Int { models.count }

    func viewModel(at index: Int) -> Any? { index >= 0 && index < models.count ? .some(models[index]) : nil }

    func fill(
        _ view: CollectionReusableView, at index: Int, _ indexPath: IndexPath, by filler: any CellFiller
    ) -> Bool {
        guard index >= 0, index < models.count else { return false }
        // A copy: the filler may replace the view models.
        let model = models[index]
        filler.fill(view, model, indexPath)
        return true
    }

    var all: [Any] { models }

    func identifier(at index: Int) -> AnyHashable? {
        guard models.count <= mostComparedViewModels,
            let identifier = ListEngineCompatibility.identifier(of: models[index])
        else {
            return nil
        }
        let areDistinct =
            areDistinct ?? (Set(models.lazy.map { ListEngineCompatibility.identifier(of: $0) }).count == models.count)
        self.areDistinct = areDistinct
        return areDistinct ? identifier : nil
    }

    func index(of identifier: AnyHashable) -> Int? { nil }

    func move(_ source: Int, to target: Int) { models.insert(models.remove(at: source), at: target) }

    func accepts(_ model: Any) -> Bool { model is Model }

    func insertMoved(_ model: Any, at index: Int) -> Bool {
        guard let model = model as? Model else { return false }
        models.insert(model, at: index)
        return true
    }

    func removeMoved(at index: Int) { models.remove(at: index) }

    func remove(
        _ items: @escaping @MainActor (Int) throws -> Range<Int>, of section: SectionDescription, animated: Bool,
        _ completion: UpdateCompletion?
    ) { remove(items, of: section, as: Model.self, animated, completion) }
}

/// View models that have been shown by difference.
@MainActor
final class DiffableViewModels<Model: Hashable>: ViewModelStorage {
    typealias Snapshot = DiffableSnapshot<Int, Model>

    private var box: SnapshotBox<Int, Model>

    private(set) var snapshot: Snapshot {
        get { box.snapshot }
        set {
            box = SnapshotBox(newValue)
            areDistinct = nil
        }
    }
    /// Whether all view models have different `id`s; nil if not known.
    private var areDistinct: Bool?

    init(_ snapshot: Snapshot) { box = SnapshotBox(snapshot) }

    var count: Int { snapshot.numberOfItems }

    private func model(at index: Int) -> Model {
        guard let number = snapshot.itemNumber(ifAt: index, inSection: 0) else {
            fatalError("item \(index) is outside of 0..<\(count)")
        }
        return snapshot.identifier(ofItemNumbered: number)
    }

    @inline(__always)
    private func address(at index: Int) -> UnsafeRawPointer? {
        // Not counted: no user code runs in this call.
        Unmanaged.passUnretained(box).uncounted { $0.address(ofItem: index, inSection: 0) }
    }

    func viewModel(at index: Int) -> Any? {
        guard let address = address(at: index) else { return nil }
        return .some(address.assumingMemoryBound(to: Model.self).pointee as Any)
    }

    func fill(
        _ view: CollectionReusableView, at index: Int, _ indexPath: IndexPath, by filler: any CellFiller
    ) -> Bool {
        guard let address = address(at: index) else { return false }
        // A copy: the filler may replace the snapshot.
        let model = address.assumingMemoryBound(to: Model.self).pointee
        filler.fill(view, model, indexPath)
        return true
    }

    var all: [Any] { snapshot.itemIdentifiers }

    func identifier(at index: Int) -> AnyHashable? {
        let model = model(at: index)
        guard let id = idIfIdentifiable(model) else { return AnyHashable(model) }
        // Different view models may have equal `id`s. Then the view models themselves are the identifiers.
        let areDistinct = areDistinct ?? areIdentifiersDistinct()
        self.areDistinct = areDistinct
        return areDistinct ? id : AnyHashable(model)
    }

    private func areIdentifiersDistinct() -> Bool {
        count <= mostComparedViewModels
            && Set(snapshot.itemIdentifiers.lazy.map { idIfIdentifiable($0) }).count == count
    }

    func index(of identifier: AnyHashable) -> Int? {
        (identifier.base as? Model).flatMap { snapshot.indexPath(of: $0)?.item }
    }

    func move(_ source: Int, to target: Int) {
        guard
            var next = snapshot.moving(
                model(at: source), from: .item(source, inSection: 0), to: .item(target, inSection: 0))
        else { return }
        next.settle()
        snapshot = next
    }

    func accepts(_ model: Any) -> Bool { (model as? Model).map { !snapshot.contains(item: $0) } ?? false }

    func insertMoved(_ model: Any, at index: Int) -> Bool {
        guard let model = model as? Model, insert([model], at: index) else { return false }
        settle()
        return true
    }

    func removeMoved(at index: Int) {
        snapshot.deleteItems([model(at: index)])
        settle()
    }

    /// The list shows the view models as they are.
    private func settle() {
        var settled = snapshot
        settled.settle()
        snapshot = settled
    }

    /// Inserts view models before the one at an index. Returns false, without a change, if one of them is already in
    /// the storage.
    /// - Complexity: O(log *n*) for each view model.
    func insert(_ models: [Model], at index: Int) -> Bool {
        var next = snapshot
        guard !models.contains(where: { next.contains(item: $0) }) else { return false }
        let isInserted =
            index == count
            ? (try? next.appendItems(validating: models, toSection: 0)) != nil
            : (try? next.insertItems(validating: models, beforeItem: model(at: index))) != nil
        if isInserted { snapshot = next }
        return isInserted
    }

    func remove(
        _ items: @escaping @MainActor (Int) throws -> Range<Int>, of section: SectionDescription, animated: Bool,
        _ completion: UpdateCompletion?
    ) {
        remove(items, of: section, as: Model.self, animated, completion) { storage in
            guard let storage = storage as? DiffableViewModels<Model> else { return nil }
            let items = try items(storage.count)
            storage.snapshot.deleteItems(items.map { storage.model(at: $0) })
            return (IndexSet(integersIn: items), [])
        }
    }
}
