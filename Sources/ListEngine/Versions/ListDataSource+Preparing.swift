import Foundation
import ListEngineDiff

extension ListSection {
    /// Shows the current ``items``, like
    /// ``update(reconfiguring:reloadingHeader:reloadingFooter:animatingDifferences:completion:)``. The differences
    /// are computed on another thread, while the list can be used.
    ///
    /// Updates that are requested in the meantime wait for this one. If the list changes in another way, for example
    /// because the user moves an item, the differences are computed again with the current list.
    /// - Parameters:
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once. Receives `.failed(CancellationError())` if the update was cancelled.
    /// - Returns: An object that can cancel the update until it is shown.
    /// - Complexity: On the main actor, O(items) to read their identifiers, plus the cost of the edits.
    @discardableResult
    public func updatePreparing(
        animatingDifferences: Bool = true, completion: Completion? = nil
    ) -> UpdatePreparation {
        let preparation = UpdatePreparation()
        guard let dataSource = context?.dataSource else {
            completion?(.failed(UpdateError.unknownSection(listIdentifier)))
            return preparation
        }
        dataSource.updatePreparing(self, preparation, animated: animatingDifferences, completion)
        return preparation
    }
}

extension ListDataSource {
    fileprivate func updatePreparing<Section: ListSection>(
        _ section: Section, _ preparation: UpdatePreparation, animated: Bool, _ completion: Completion?
    ) {
        let queue = list.queue
        queue.add { [weak self] in
            guard let self else {
                completion?(.failed(UpdateError.dataSourceReleased))
                return
            }
            let turn = PreparingSection(self, section, animated, completion)
            guard let items = typed(section), !alwaysReloads else { return turn.show(nil) }
            queue.hold()
            let (identifiers, shown, scheduler) = (section.itemIdentifiers, items.shown, queue.scheduler)
            turn.version = items.version
            // Uses a global queue, so that the main queue need not run.
            DispatchQueue.global(qos: .userInitiated).async {
                let result = Result { try PreparedItems(identifiers, shown, preparation) }
                scheduler.schedule(isolation: nil) {
                    queue.whenReady {
                        // Finishes the update with the current list.
                        turn.finish(Result { try preparation.check() }.flatMap { result })
                        queue.release()
                    }
                }
            }
        }
    }
}

/// The new items of a section, and the changes.
private struct PreparedItems<ItemIdentifier: Hashable & Sendable>: Sendable {
    let next: DiffableSnapshot<Int, ItemIdentifier>
    let changes: SnapshotChangeset

    init(
        _ identifiers: [ItemIdentifier], _ shown: DiffableSnapshot<Int, ItemIdentifier>,
        _ preparation: UpdatePreparation
    ) throws {
        try preparation.check()
        next = ListedItems.held(identifiers, after: shown)
        try preparation.check()
        changes = next.changeset(from: shown)
    }
}

/// An update of a section that is prepared when it starts.
@MainActor
private final class PreparingSection<Section: ListSection> {
    typealias Prepared = PreparedItems<Section.ItemIdentifier>

    private weak var dataSource: ListDataSource?
    private let section: Section
    private let isAnimated: Bool
    private let completion: UpdateCompletion?
    var version = 0

    init(_ dataSource: ListDataSource, _ section: Section, _ isAnimated: Bool, _ completion: UpdateCompletion?) {
        self.dataSource = dataSource
        self.section = section
        self.isAnimated = isAnimated
        self.completion = completion
    }

    func finish(_ result: Result<Prepared, any Error>) {
        switch result {
        case .success(let prepared): show(prepared)
        case .failure(let error): completion?(.failed(error))
        }
    }

    func show(_ prepared: Prepared?) {
        guard let dataSource else {
            completion?(.failed(UpdateError.dataSourceReleased))
            return
        }
        dataSource.changeNow(animated: isAnimated, completion) { [section, version] list, update in
            guard let items = list.typed(section), let listed = list.listed(section) else {
                throw UpdateError.unknownSection(section.listIdentifier)
            }
            if list.alwaysReloads { return }
            if let prepared, items.take(prepared: prepared.next, version: version) {
                list.note(listed, prepared.changes, in: &update)
            } else {
                list.note(listed, listed.takeHeld(refills: false), in: &update)
            }
            update.restyle(listed)
        }
    }
}
