/// Assigns each reload and reconfiguration to the last stage in which no other operation changes the element. If there is no
/// such stage, the operation goes to an additional stage at the end.
struct MarkPlacement {
    /// Finds elements of the old and new snapshot in the states before and after a stage.
    struct StageView {
        /// The section nodes before and after the stage (see ``StageBuilder``).
        var sectionsBefore: [Int]
        var sectionsAfter: [Int]
        /// The positions, before and after the stage, of the item with this old and new index.
        var pathBefore: (Changeset.Pair) -> ItemIndexPath
        var pathAfter: (Changeset.Pair) -> ItemIndexPath
    }

    private let changes: SnapshotChangeset
    private let naming: NamingAnalysis
    private let plan: StagePlan
    private let views: [StageView]

    init(_ changes: SnapshotChangeset, _ naming: NamingAnalysis, _ plan: StagePlan, _ views: [StageView]) {
        self.changes = changes
        self.naming = naming
        self.plan = plan
        self.views = views
    }

    /// Adds reloads and reconfigurations to the stages.
    func place(in stages: inout [BatchUpdates.Stage]) {
        var last = BatchUpdates.Stage()
        last.itemCounts = zip(changes.newSectionStarts, changes.newSectionStarts.dropFirst()).map { $1 - $0 }
        placeSections(in: &stages, &last)
        placeItems(in: &stages, &last)
        if last.operationCount > 0 { stages.append(last) }
        for stage in stages.indices {
            stages[stage].reloadedSections.sort()
            stages[stage].reloadedItems.sort()
            stages[stage].reconfiguredItems.sort()
        }
    }

    private func placeSections(in stages: inout [BatchUpdates.Stage], _ last: inout BatchUpdates.Stage) {
        guard !changes.reloadedSections.isEmpty else { return }
        let final = stages.count - 1
        var named = sectionsNamedBySections(in: stages[final], views[final])
        named.formUnion(sectionsNamedByItems(in: stages[final], views[final]))
        let placesInItemStage = Self.places(views[plan.itemStage].sectionsBefore)
        let placesInFinal = Self.places(views[final].sectionsBefore)
        for pair in changes.reloadedSections {
            if naming.isReloadedWhole[pair.old] {
                stages[plan.itemStage].reloadedSections.append(placesInItemStage[pair.old]!)
            } else if !named.contains(pair.old) {
                // All its items have arrived, or arrive with it in this stage.
                stages[final].reloadedSections.append(placesInFinal[pair.old]!)
            } else {
                last.reloadedSections.append(pair.new)
            }
        }
    }

    private func placeItems(in stages: inout [BatchUpdates.Stage], _ last: inout BatchUpdates.Stage) {
        guard !changes.reloadedItemIndices.isEmpty || !changes.reconfiguredItemIndices.isEmpty else { return }
        let named = stages.indices.map { sectionsNamedBySections(in: stages[$0], views[$0]) }
        var moveStage: [Int: Int] = [:]
        for move in changes.items.moves {
            let entersInserted = changes.oldSections[changes.newPath(move.new).section] == nil
            moveStage[move.old] = plan.stage(entersInserted: entersInserted)
        }
        func stage(for pair: Changeset.Pair) -> Int? {
            stages.indices.last { stage in
                let view = views[stage]
                return moveStage[pair.old] != stage
                    && !named[stage].contains(view.sectionsBefore[view.pathBefore(pair).section])
                    && !named[stage].contains(view.sectionsAfter[view.pathAfter(pair).section])
            }
        }
        for pair in changes.reloadedItemIndices {
            if let stage = stage(for: pair) {
                stages[stage].reloadedItems.append(views[stage].pathBefore(pair))
            } else {
                last.reloadedItems.append(changes.newPath(pair.new))
            }
        }
        for pair in changes.reconfiguredItemIndices {
            if let stage = stage(for: pair) {
                stages[stage].reconfiguredItems.append(views[stage].pathBefore(pair))
            } else {
                last.reconfiguredItems.append(changes.newPath(pair.new))
            }
        }
    }

    private static func places(_ nodes: [Int]) -> [Int: Int] {
        Dictionary(uniqueKeysWithValues: nodes.enumerated().map { ($1, $0) })
    }

    private func sectionsNamedBySections(in stage: BatchUpdates.Stage, _ view: StageView) -> Set<Int> {
        var named = Set(stage.deletedSections.map { view.sectionsBefore[$0] })
        named.formUnion(stage.reloadedSections.map { view.sectionsBefore[$0] })
        named.formUnion(stage.insertedSections.map { view.sectionsAfter[$0] })
        named.formUnion(stage.movedSections.map { view.sectionsAfter[$0.to] })
        return named
    }

    private func sectionsNamedByItems(in stage: BatchUpdates.Stage, _ view: StageView) -> Set<Int> {
        var named = Set(stage.deletedItems.map { view.sectionsBefore[$0.section] })
        named.formUnion(stage.insertedItems.map { view.sectionsAfter[$0.section] })
        named.formUnion(stage.movedItems.map { view.sectionsBefore[$0.from.section] })
        named.formUnion(stage.movedItems.map { view.sectionsAfter[$0.to.section] })
        return named
    }
}
