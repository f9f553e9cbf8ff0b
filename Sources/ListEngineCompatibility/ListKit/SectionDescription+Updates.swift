import Foundation
import ListEngine
import ListEngineDiff

extension SectionDescription {
    /// Replaces the view models, for lists that grow at the end. If the new view models start with all that are shown,
    /// the rest are appended; otherwise the section is reloaded. The call also ends the page request that is under way.
    /// - Parameters:
    ///   - viewModels: The new view models. They must have the type of those that are shown; others are refused.
    ///   - hasNextPage: Whether there is a page after these.
    ///   - completion: Called once, on the main actor.
    /// - Returns: False if the view models are of another type. Nothing changes then.
    /// - Complexity: O(items).
    @discardableResult
    public func update<Model: Equatable>(
        viewModels: [Model], hasNextPage: Bool, completion: UpdateCompletion? = nil
    ) -> Bool {
        isLoadingPage = false
        adapter?.pagingFooter(of: self)?.isAnimating = false
        guard models(of: Model.self) != nil else {
            completion?(.failed(UpdateError.unexpectedType("\(Model.self)")))
            return false
        }
        change(animated: false, completion) { section, update, provider in
            let shown = section.models(of: Model.self) ?? []
            section.hasNextPage = hasNextPage
            let count = shown.count
            let isAppended =
                !section.isEdited && count > 0 && count < viewModels.count && viewModels.starts(with: shown)
            section.storage = ViewModels(viewModels)
            guard isAppended else { return update.reload(provider, section: 0) }
            section.isEdited = false
            update.change(provider, section: 0, inserting: IndexSet(integersIn: count..<viewModels.count))
        }
        return true
    }

    /// Replaces the view models and shows the differences. Equal view models are the same item and keep their cell.
    /// If a view model occurs twice, the section is reloaded.
    /// - Complexity: O(items). View models that keep their position are not hashed.
    @inlinable
    public func apply<Model: Hashable>(
        viewModels: [Model], animated: Bool = true, completion: UpdateCompletion? = nil
    ) {
        // The snapshot is built here, where the type is known, so that hashing and comparison are specialized for it.
        apply(viewModels, animated, completion) { models, before in
            var snapshot = before.map { DiffableSnapshot<Int, Model>(basedOn: $0) } ?? DiffableSnapshot()
            snapshot.appendSections([0])
            return (try? snapshot.appendItems(validating: models, toSection: 0)) == nil ? nil : snapshot
        } difference: { after, before in
            after.changeset(from: before)
        }
    }

    /// - Parameters:
    ///   - identify: Creates a snapshot of view models, based on the previous snapshot. Returns nil if a view model
    ///     occurs twice.
    ///   - difference: Returns the changes that turn the second snapshot into the first.
    @usableFromInline
    func apply<Model: Hashable>(
        _ viewModels: [Model], _ animated: Bool, _ completion: UpdateCompletion?,
        identify: @escaping @MainActor ([Model], DiffableSnapshot<Int, Model>?) -> DiffableSnapshot<Int, Model>?,
        difference:
            @escaping @MainActor (DiffableSnapshot<Int, Model>, DiffableSnapshot<Int, Model>) -> SnapshotChangeset
    ) {
        change(animated: animated, completion) { section, update, provider in
            let before =
                (section.storage as? DiffableViewModels<Model>)?.snapshot
                ?? section.models(of: Model.self).flatMap { identify($0, nil) }
            guard let after = identify(viewModels, before) else {
                section.storage = ViewModels(viewModels)
                return update.reload(provider, section: 0)
            }
            let isKnown = !section.isEdited
            section.storage = DiffableViewModels(after)
            guard isKnown, let before else { return update.reload(provider, section: 0) }
            section.isEdited = false
            update.change(provider, difference(after, before))
        }
    }

    /// Inserts view models before the item at an index.
    ///
    /// When the update runs, the index must be in `0...numberOfItems` and the view models must have the type of the
    /// others. Otherwise the update fails with `UpdateError.itemsOutOfRange(_:count:)` or
    /// `UpdateError.unexpectedType(_:)`.
    /// - Complexity: O(items), to move memory.
    @_disfavoredOverload  // those that are Hashable may cost less
    public func insert<Model>(
        viewModels: [Model], at index: Int, animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        edit(as: Model.self, animated: animated, completion) { models in
            let positions = try Self.positions(ofInserted: viewModels.count, at: index, count: models.count)
            models.insert(contentsOf: viewModels, at: index)
            return ([], positions)
        }
    }

    /// Inserts view models before the item at an index.
    ///
    /// When the update runs, the index must be in `0...numberOfItems` and the view models must have the type of the
    /// others. Otherwise the update fails with `UpdateError.itemsOutOfRange(_:count:)` or
    /// `UpdateError.unexpectedType(_:)`.
    /// - Complexity: O(log items) for each view model if the section was last shown by difference; otherwise O(items),
    ///   to move memory.
    public func insert<Model: Hashable>(
        viewModels: [Model], at index: Int, animated: Bool = true,
        completion: UpdateCompletion? = nil
    ) {
        edit(
            as: Model.self, animated: animated, completion,
            fast: { storage in
                guard let storage = storage as? DiffableViewModels<Model> else { return nil }
                let positions = try Self.positions(ofInserted: viewModels.count, at: index, count: storage.count)
                return storage.insert(viewModels, at: index) ? ([], positions) : nil
            },
            { models in
                let positions = try Self.positions(ofInserted: viewModels.count, at: index, count: models.count)
                models.insert(contentsOf: viewModels, at: index)
                return ([], positions)
            })
    }

    /// Removes a range of items.
    ///
    /// When the update runs, the range must be within `0..<numberOfItems`. Otherwise the update fails with
    /// `UpdateError.itemsOutOfRange(_:count:)`.
    public func removeItems(
        _ items: Range<Int>, animated: Bool = true, completion: UpdateCompletion? = nil
    ) {
        remove(animated: animated, completion) { count in
            guard items.lowerBound >= 0, items.upperBound <= count else {
                throw UpdateError.itemsOutOfRange(items, count: count)
            }
            return items
        }
    }

    /// Removes a tracked item at its current position. Does nothing if the item has left the section.
    func remove(_ item: TrackedViewModel) {
        let untrack: UpdateCompletion = { [weak self] _ in self?.untrack(item) }
        remove(animated: true, untrack) { _ in item.index.map { $0..<$0 + 1 } ?? 0..<0 }
    }

    /// - Parameter items: Called with the number of items when the update runs.
    private func remove(
        animated: Bool, _ completion: UpdateCompletion?, _ items: @escaping @MainActor (Int) throws -> Range<Int>
    ) { storage.remove(items, of: self, animated: animated, completion) }

    /// Applies a move by the user, which the list shows, to the view models.
    /// - Parameter target: The place of the item, counted after it has been taken out.
    /// - Returns: False if the view models are not those that are shown, or if there is no such place.
    func moveShown(_ source: Int, to target: Int) -> Bool {
        guard !isEdited, (0..<numberOfItems).contains(source), (0..<numberOfItems).contains(target) else {
            return false
        }
        storage.move(source, to: target)
        for item in trackedViewModels { item.follow(moving: source, to: target) }
        return true
    }

    /// Whether the user can move an item to the view models of another section.
    func canMoveShown(_ source: Int, to other: SectionDescription) -> Bool {
        guard !isEdited, !other.isEdited, let model = viewModel(at: source) else { return false }
        return other.storage.accepts(model)
    }

    /// Applies a move by the user to the view models of this section and another one.
    /// - Parameter target: The place of the item in the other section.
    /// - Returns: False if one of the sections has other view models than those that are shown, or cannot have the item.
    func moveShown(_ source: Int, to other: SectionDescription, at target: Int) -> Bool {
        guard canMoveShown(source, to: other), (0...other.numberOfItems).contains(target),
            let model = viewModel(at: source), other.storage.insertMoved(model, at: target)
        else { return false }
        storage.removeMoved(at: source)
        for item in trackedViewModels { item.follow(deleting: [source], inserting: []) }
        for item in other.trackedViewModels { item.follow(deleting: [], inserting: [target]) }
        return true
    }

    // MARK: -

    private static func positions(ofInserted number: Int, at index: Int, count: Int) throws(UpdateError) -> IndexSet {
        guard (0...count).contains(index) else {
            throw .itemsOutOfRange(index..<max(index, index + number), count: count)
        }
        return IndexSet(integersIn: index..<index + number)
    }

    /// The view models as an array of one type; nil if any has another type.
    private func models<Model>(of type: Model.Type) -> [Model]? {
        if let known = storage as? ViewModels<Model> { return known.models }
        if storage.count == 0 { return [] }
        let all = storage.all
        let typed = all.compactMap { $0 as? Model }
        return typed.count == all.count ? typed : nil
    }

    /// Changes the section when its update runs. A section that is in no list changes immediately.
    private func change(
        animated: Bool, _ completion: UpdateCompletion?,
        _ body:
            @escaping @MainActor (SectionDescription, inout SectionProviderList.Update, DescriptionProvider) throws ->
            Void
    ) {
        guard let adapter, let provider else {
            var nothing = SectionProviderList.Update(providers: [])
            do {
                try body(self, &nothing, DescriptionProvider(self, nil))
                isEdited = true
                completion?(.applied)
            } catch {
                completion?(.failed(error))
            }
            return
        }
        adapter.list.update(
            animated: animated,
            { [weak self] update in
                guard let self else { throw UpdateError.dataSourceReleased }
                if adapter.showsItems(of: self) {
                    try body(self, &update, provider)
                } else {
                    // An empty section has nothing to edit.
                    var nothing = SectionProviderList.Update(providers: [])
                    try body(self, &nothing, provider)
                    update.reload(provider, section: 0)
                }
            }, completion: completion)
    }

    /// Edits the items by position.
    /// - Parameters:
    ///   - fast: Edits the storage in place. Returns nil if the storage is of another kind or cannot do that.
    ///   - body: Edits the array of view models if `fast` does not apply.
    func edit<Model>(
        as type: Model.Type, animated: Bool, _ completion: UpdateCompletion?,
        fast: (@MainActor (any ViewModelStorage) throws -> PositionalChange?)? = nil,
        _ body: @escaping @MainActor (inout [Model]) throws -> PositionalChange
    ) {
        change(animated: animated, completion) { section, update, provider in
            let isKnown = !section.isEdited
            let tracked = section.trackedViewModels
            let edits: PositionalChange
            if let done = try fast?(section.storage) {
                edits = done
            } else if let known = section.storage as? ViewModels<Model> {
                edits = try body(&known.models)
            } else {
                guard var models = section.models(of: type) else {
                    throw UpdateError.unexpectedType("\(Model.self)")
                }
                edits = try body(&models)
                section.trackedViewModels = []
                section.storage = ViewModels(models)
                section.trackedViewModels = tracked
            }
            for item in tracked { item.follow(deleting: edits.deleted, inserting: edits.inserted) }
            section.isEdited = !isKnown
            if isKnown {
                update.change(provider, section: 0, deleting: edits.deleted, inserting: edits.inserted)
            } else {
                // The items that are shown are not known here.
                update.reload(provider, section: 0)
            }
        }
    }

    typealias PositionalChange = (deleted: IndexSet, inserted: IndexSet)
}
