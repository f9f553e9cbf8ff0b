import Foundation
import ListEngineDiff

// What providers show.
extension CollectionSectionController {
    /// What a provider shows: its own sections and items. To edit it and apply it again costs the edits alone.
    /// - Complexity: O(1).
    public func snapshotForSectionProvider(
        _ sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) -> Snapshot {
        let shown = part(of: sectionProvider).shown
        guard let empty = identifiers.empty, !shown.isRelated(to: empty) else { return shown }
        return empty
    }

    /// Shows a snapshot in place of what a provider shows; the others stay as they are.
    ///
    /// Of several snapshots of a provider that wait only the last is shown. One with an identifier that another provider
    /// has fails with a ``CollectionSectionError``, and nothing changes.
    ///
    /// - Parameters:
    ///   - snapshot: The sections and items of the provider. Marks for reload and reconfiguration are done.
    ///   - animatingDifferences: The host gets descriptions of all that moves.
    ///   - completion: Called once, on the main actor.
    /// - Precondition: The provider is in the controller.
    /// - Complexity: That of the changeset, and O(providers).
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true,
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>,
        completion: Completion? = nil
    ) {
        part(of: sectionProvider)
            .enqueue(.init(.snapshot(snapshot), animatingDifferences ? .animated : .atOnce, completion))
    }

    /// Takes snapshots of a provider on any thread.
    /// - Precondition: The provider is in the controller.
    public func updates(
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) -> CollectionSectionUpdates<SectionIdentifierType, ItemIdentifierType> {
        CollectionSectionUpdates(part(of: sectionProvider))
    }

    /// Shows a snapshot in place of what a provider shows, without looking for differences: all visible views of the list
    /// are asked for anew.
    /// - Precondition: The provider is in the controller.
    public func applySnapshotUsingReloadData(
        _ snapshot: Snapshot,
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>,
        completion: Completion? = nil
    ) {
        part(of: sectionProvider).enqueue(.init(.snapshot(snapshot), .reloadData, completion))
    }
}

extension ProvidedSections {
    func enqueue(_ update: UpdateLine<Snapshot>.Update) {
        updates.append(update)
        updates.scheduler.scheduleOnMain { [weak self, updates] in updates.run(self) }
    }
}

/// Takes snapshots of one provider of a ``CollectionSectionController``; on any thread, where identifiers are `Sendable`.
///
///     let updates = controller.updates(sectionProvider: self)
///     Task.detached { updates.apply(await loaded()) }
///
/// It keeps neither provider nor controller.
public struct CollectionSectionUpdates<SectionIdentifier: Hashable, ItemIdentifier: Hashable>: Sendable {
    public typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    private weak let part: ProvidedSections<SectionIdentifier, ItemIdentifier>?
    private let updates: UpdateLine<Snapshot>

    @MainActor
    init(_ part: ProvidedSections<SectionIdentifier, ItemIdentifier>) {
        self.part = part
        updates = part.updates
    }

    /// Shows a snapshot in place of what the provider shows. On the main actor it is shown at once where it can be. As
    /// ``CollectionSectionController/apply(_:animatingDifferences:sectionProvider:completion:)``; where the provider was
    /// deleted meanwhile the update fails.
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
        completion: (@MainActor @Sendable (UpdateResult) -> Void)? = nil
    ) where SectionIdentifier: Sendable, ItemIdentifier: Sendable {
        updates.append(.init(.snapshot(snapshot), animatingDifferences ? .animated : .atOnce, completion))
        updates.scheduler.schedule { [weak part, updates] in updates.run(part) }
    }
}

// Where there is something to wait for.
extension CollectionSectionController {
    /// Shows a snapshot without looking for differences, and returns when it is shown.
    @discardableResult
    public func applySnapshotUsingReloadData(
        _ snapshot: Snapshot,
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) async -> UpdateResult {
        await withCheckedContinuation { continuation in
            applySnapshotUsingReloadData(snapshot, sectionProvider: sectionProvider) { result in
                continuation.resume(returning: result)
            }
        }
    }

    /// Deletes a provider with its sections, without looking for differences, and returns when they have left the list.
    @discardableResult
    public func deleteSectionProviderUsingReloadData(
        _ sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) async -> UpdateResult {
        await withCheckedContinuation { continuation in
            deleteSectionProviderUsingReloadData(sectionProvider) { result in continuation.resume(returning: result) }
        }
    }
}
