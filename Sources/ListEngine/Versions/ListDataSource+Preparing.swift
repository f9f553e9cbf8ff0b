import Foundation
import ListEngineDiff

extension ListSection {
    /// Shows what ``items`` holds now, as ``update(reconfiguring:reloadingHeader:reloadingFooter:animatingDifferences:completion:)``
    /// does; what that changes is worked out on another thread, while the list is used.
    ///
    /// Updates that are handed in meanwhile wait for this one, as they do for any other. Where the list has changed otherwise, as
    /// by the user who moves an item, the changes are worked out again, with the list.
    /// - Parameters:
    ///   - animatingDifferences: The host gets descriptions of all that moves.
    ///   - completion: Called once: `.failed(CancellationError())` where it was given up.
    /// - Returns: What the update can be given up with, until it is shown.
    /// - Complexity: On the main actor O(items) to read their identifiers, and that of the edits.
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
            // A queue of the system's own threads: no main queue has to run for it.
            DispatchQueue.global(qos: .userInitiated).async {
                let result = Result { try PreparedItems(identifiers, shown, preparation) }
                scheduler.schedule(isolation: nil) {
                    queue.whenReady {
                        // What is due is done with the list as it is.
                        turn.finish(Result { try preparation.check() }.flatMap { result })
                        queue.release()
                    }
                }
            }
        }
    }
}

/// What a section will show, and what that changes.
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

/// An update of a section that is prepared when its turn has come.
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
