import Foundation
import ListEngine
import ListEngineDiff

/// The view models of a section, of one type, which are not boxed.
@MainActor
protocol ViewModelStorage: AnyObject {
    var count: Int { get }

    /// - Precondition: The index is in `0..<count`.
    func viewModel(at index: Int) -> Any

    var all: [Any] { get }

    /// Who a view model is among those of the section; nil where that is not known, or two are equal.
    /// - Precondition: The index is in `0..<count`.
    func identifier(at index: Int) -> AnyHashable?

    /// Where the view model of an identifier is; nil where it is none, or would have to be looked for.
    func index(of identifier: AnyHashable) -> Int?

    /// Removes items of the section that has this storage.
    /// - Parameter items: Called at the update's turn with the number of items.
    func remove(
        _ items: @escaping @MainActor (Int) throws -> Range<Int>, of section: SectionDescription, animated: Bool,
        _ completion: UpdateCompletion?)
}

/// Of more view models it is not found out whether two are the same.
private let mostComparedViewModels = 1 << 14

@MainActor
private func idIfIdentifiable(_ model: Any) -> AnyHashable? {
    func id(of model: some Identifiable) -> AnyHashable { AnyHashable(model.id) }
    return (model as? any Identifiable).map { id(of: $0) }
}

/// An `Identifiable` view model is told by its `id`, another one by itself where it is `Hashable`.
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
    /// No two view models are one by their identifiers; nil: not known.
    private var areDistinct: Bool?

    init(_ models: [Model]) { self.models = models }

    var count: Int { models.count }

    func viewModel(at index: Int) -> Any { models[index] }

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

    func remove(
        _ items: @escaping @MainActor (Int) throws -> Range<Int>, of section: SectionDescription, animated: Bool,
        _ completion: UpdateCompletion?
    ) { remove(items, of: section, as: Model.self, animated, completion) }
}

/// View models that have been shown by difference.
@MainActor
final class DiffableViewModels<Model: Hashable>: ViewModelStorage {
    typealias Snapshot = DiffableSnapshot<Int, Model>

    private(set) var snapshot: Snapshot { didSet { areDistinct = nil } }
    /// No two view models have one `id`; nil: not known.
    private var areDistinct: Bool?

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    var count: Int { snapshot.numberOfItems }

    private func model(at index: Int) -> Model { snapshot.itemIdentifier(at: ItemIndexPath(section: 0, item: index)) }

    func viewModel(at index: Int) -> Any { model(at: index) }

    var all: [Any] { snapshot.itemIdentifiers }

    func identifier(at index: Int) -> AnyHashable? {
        let model = model(at: index)
        guard let id = idIfIdentifiable(model) else { return AnyHashable(model) }
        // Equal identifiers of different view models tell nothing; the view models do.
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

    /// Inserts view models before the one at an index. False, and nothing is done, where one is there already.
    /// - Complexity: O(log *n*) for each.
    func insert(_ models: [Model], at index: Int) -> Bool {
        guard !models.contains(where: { snapshot.contains(item: $0) }) else { return false }
        if index == count { return (try? snapshot.appendItems(validating: models, toSection: 0)) != nil }
        return (try? snapshot.insertItems(validating: models, beforeItem: model(at: index))) != nil
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
