import Foundation
import ListEngine
import ListEngineDiff

// The snapshots of the providers.
extension CollectionSectionController {
    /// Returns the snapshot that a provider shows: its own sections and items. Editing this snapshot and applying it
    /// costs only the edits.
    /// - Complexity: O(1).
    public func snapshotForSectionProvider(_ sectionProvider: Provider) -> Snapshot {
        let shown = part(of: sectionProvider).shown
        guard let empty = identifiers.empty, !shown.isRelated(to: empty) else { return shown }
        return empty
    }

    /// Replaces the snapshot of a provider. The other providers stay as they are.
    ///
    /// If several snapshots of a provider are waiting, only the last is shown. If another provider already has one of
    /// the identifiers, or if the provider is not in the controller, the update fails with a ``CollectionSectionError``
    /// and nothing changes.
    ///
    /// - Parameters:
    ///   - snapshot: The sections and items of the provider. Marks for reload and reconfiguration are applied.
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once, on the main actor.
    /// - Complexity: That of the changeset, plus O(providers).
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, sectionProvider: Provider,
        completion: Completion? = nil
    ) {
        add(snapshot, animatingDifferences ? .animated : .atOnce, sectionProvider, completion)
    }

    /// Returns an object that accepts snapshots of a provider on any thread. If the provider is not in the controller,
    /// its updates fail.
    public func updates(sectionProvider: Provider) -> CollectionSectionUpdates<
        SectionIdentifierType, ItemIdentifierType
    > {
        CollectionSectionUpdates(part(of: sectionProvider))
    }

    /// Replaces the snapshot of a provider without computing differences. All visible views of the list are requested
    /// again. Otherwise the same as `apply(_:animatingDifferences:sectionProvider:completion:)`.
    public func applySnapshotUsingReloadData(
        _ snapshot: Snapshot, sectionProvider: Provider, completion: Completion? = nil
    ) {
        add(snapshot, .reloadData, sectionProvider, completion)
    }

    private func add(_ snapshot: Snapshot, _ style: UpdateStyle, _ provider: Provider, _ completion: Completion?) {
        withPart(of: provider, completion) { $0.updates.add(.snapshot(snapshot), style, completion) }
    }
}

/// Accepts snapshots of one provider of a ``CollectionSectionController``. If identifiers are `Sendable`, it can be
/// used on any thread.
///
///     let updates = controller.updates(sectionProvider: self)
///     Task.detached { updates.apply(await loaded()) }
///
/// It holds neither the provider nor the controller strongly.
public struct CollectionSectionUpdates<SectionIdentifier: Hashable, ItemIdentifier: Hashable>: Sendable {
    public typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    private let updates: SnapshotUpdates<ProvidedSections<SectionIdentifier, ItemIdentifier>>

    @MainActor
    init(_ part: ProvidedSections<SectionIdentifier, ItemIdentifier>) { updates = part.updates }

    /// Replaces the snapshot of the provider, as
    /// `CollectionSectionController.apply(_:animatingDifferences:sectionProvider:completion:)` does. On the main
    /// actor the update is shown immediately where possible. If the provider was deleted in the meantime, the update
    /// fails.
    public func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, isolation: isolated (any Actor)? = #isolation,
        completion: (@MainActor @Sendable (UpdateResult) -> Void)? = nil
    ) where SectionIdentifier: Sendable, ItemIdentifier: Sendable {
        updates.submit(
            snapshot, animatingDifferences ? .animated : .atOnce, isolation: isolation, completion)
    }
}
