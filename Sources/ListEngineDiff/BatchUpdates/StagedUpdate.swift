/// An update of a view from one snapshot to another, in stages that each carry their snapshot.
///
///     for stage in StagedUpdate(from: before, to: after).stages {
///         // The data source returns stage.snapshot from here on.
///         perform(stage.updates)
///     }
///
/// A data source has to return the counts and items of the stage that the view is in. ``BatchUpdates`` alone knows the counts
/// after each stage; this type knows the identifiers as well.
public struct StagedUpdate<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    public typealias Snapshot = DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    public struct Stage {
        /// The changes of this stage.
        public var updates: BatchUpdates.Stage

        /// The list after this stage.
        public var snapshot: Snapshot
    }

    /// The stages, in order; none if nothing changed. The snapshot of the last stage is the new one.
    public let stages: [Stage]

    /// The same updates without snapshots.
    public var batch: BatchUpdates { BatchUpdates(stages: stages.map(\.updates)) }

    /// - Complexity: As ``DiffableSnapshot/changeset(from:)`` and ``BatchUpdates/init(_:)``. One more pass over the items for
    ///   each stage but the last.
    public init(from old: Snapshot, to new: Snapshot) {
        let changes = new.changeset(from: old)
        var states: [StageBuilder.State] = []
        let batch = BatchUpdates(changes, statesBetween: &states)
        let elements = states.isEmpty ? nil : Elements(old, new)
        stages = batch.stages.enumerated().map { index, updates in
            guard index < states.count, let elements else { return Stage(updates: updates, snapshot: new) }
            return Stage(updates: updates, snapshot: elements.snapshot(of: states[index]))
        }
    }

    /// The identifiers of both snapshots, by node number (see ``StageBuilder``).
    private struct Elements {
        let sections: [SectionIdentifier]
        let items: [ItemIdentifier]

        init(_ old: Snapshot, _ new: Snapshot) {
            sections = old.sectionIdentifiers + new.sectionIdentifiers
            items = old.itemIdentifiers + new.itemIdentifiers
        }

        func snapshot(of state: StageBuilder.State) -> Snapshot {
            var snapshot = Snapshot()
            for (section, list) in zip(state.sections, state.items) {
                snapshot.appendSections([sections[section]])
                snapshot.appendItems(list.map { items[$0] }, toSection: sections[section])
            }
            return snapshot
        }
    }
}

extension StagedUpdate: Sendable where SectionIdentifier: Sendable, ItemIdentifier: Sendable {}
extension StagedUpdate.Stage: Sendable where SectionIdentifier: Sendable, ItemIdentifier: Sendable {}
