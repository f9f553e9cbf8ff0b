import Foundation
import ListEngineDiff

/// The view models of a section, of one type, which are not boxed.
@MainActor
protocol ViewModelStorage: AnyObject {
    var count: Int { get }

    /// - Precondition: The index is in `0..<count`.
    func viewModel(at index: Int) -> Any

    var all: [Any] { get }

    /// Removes items of the section that has this storage.
    func remove(
        _ items: Range<Int>, of section: SectionDescription, animated: Bool,
        _ completion: (@MainActor (UpdateResult) -> Void)?)
}

extension ViewModelStorage {
    fileprivate func remove<Model>(
        _ items: Range<Int>, of section: SectionDescription, as type: Model.Type, _ animated: Bool,
        _ completion: (@MainActor (UpdateResult) -> Void)?
    ) {
        section.edit(as: type, animated: animated, completion) { models in
            models.removeSubrange(items)
            return (IndexSet(integersIn: items), [])
        }
    }
}

@MainActor
final class ViewModels<Model>: ViewModelStorage {
    var models: [Model]

    init(_ models: [Model]) { self.models = models }

    var count: Int { models.count }

    func viewModel(at index: Int) -> Any { models[index] }

    var all: [Any] { models }

    func remove(
        _ items: Range<Int>, of section: SectionDescription, animated: Bool,
        _ completion: (@MainActor (UpdateResult) -> Void)?
    ) { remove(items, of: section, as: Model.self, animated, completion) }
}

/// View models that have been shown by difference.
@MainActor
final class DiffableViewModels<Model: Hashable>: ViewModelStorage {
    typealias Snapshot = DiffableSnapshot<Int, Model>

    private(set) var snapshot: Snapshot

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    var count: Int { snapshot.numberOfItems }

    private func model(at index: Int) -> Model { snapshot.itemIdentifier(at: ItemIndexPath(section: 0, item: index)) }

    func viewModel(at index: Int) -> Any { model(at: index) }

    var all: [Any] { snapshot.itemIdentifiers }

    /// Inserts view models before the one at an index. False, and nothing is done, where one is there already.
    /// - Complexity: O(log *n*) for each.
    func insert(_ models: [Model], at index: Int) -> Bool {
        guard !models.contains(where: { snapshot.contains(item: $0) }) else { return false }
        if index == count { return (try? snapshot.appendItems(validating: models, toSection: 0)) != nil }
        return (try? snapshot.insertItems(validating: models, beforeItem: model(at: index))) != nil
    }

    func remove(
        _ items: Range<Int>, of section: SectionDescription, animated: Bool,
        _ completion: (@MainActor (UpdateResult) -> Void)?
    ) {
        section.edit(
            as: Model.self, animated: animated, completion,
            fast: { storage in
                guard let storage = storage as? DiffableViewModels<Model> else { return nil }
                storage.snapshot.deleteItems(items.map { storage.model(at: $0) })
                return (IndexSet(integersIn: items), [])
            },
            { models in
                models.removeSubrange(items)
                return (IndexSet(integersIn: items), [])
            })
    }
}
