import Foundation
import ListEngine
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
            .updates.add(.snapshot(snapshot), animatingDifferences ? .animated : .atOnce, completion)
    }

    /// Takes snapshots of a provider on any thread.
    /// - Precondition: The provider is in the controller.
    public func updates(
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>
    ) -> CollectionSectionUpdates<SectionIdentifierType, ItemIdentifierType> {
        CollectionSectionUpdates(part(of: sectionProvider))
    }

    /// Shows a snapshot in place of what a provider shows, without looking for differences: all visible views of the list
    /// are requested again.
    /// - Precondition: The provider is in the controller.
    public func applySnapshotUsingReloadData(
        _ snapshot: Snapshot,
        sectionProvider: any CollectionSectionProvider<SectionIdentifierType, ItemIdentifierType>,
        completion: Completion? = nil
    ) {
        part(of: sectionProvider).updates.add(.snapshot(snapshot), .reloadData, completion)
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

    private let updates: SnapshotUpdates<ProvidedSections<SectionIdentifier, ItemIdentifier>>

    @MainActor
    init(_ part: ProvidedSections<SectionIdentifier, ItemIdentifier>) { updates = part.updates }

    /// Shows a snapshot in place of what the provider shows. On the main actor it is shown at once where it can be. As
    /// ``CollectionSectionController/apply(_:animatingDifferences:sectionProvider:completion:)``; where the provider was
    /// deleted meanwhile the update fails.
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
        completion: (@MainActor @Sendable (UpdateResult) -> Void)? = nil
    ) where SectionIdentifier: Sendable, ItemIdentifier: Sendable {
        updates.submit(
            .snapshot(snapshot), animatingDifferences ? .animated : .atOnce, isolation: isolation, completion)
    }
}
