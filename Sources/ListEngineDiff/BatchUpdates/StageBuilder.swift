/// Builds the states between the stages of a plan, and derives the operations that lead from each state to the next.
///
/// Sections and items have node numbers. The number of an old element is its old index. Inserted elements have the numbers
/// after those, in the order of their new indices. A state is a list of section nodes with lists of item nodes.
struct StageBuilder {
    struct State {
        var sections: [Int] = []
        var items: [[Int]] = []
    }

    private let changes: SnapshotChangeset
    private let naming: NamingAnalysis
    private let plan: StagePlan
    /// The item nodes on the new side, by new index.
    private var nodes: [Int]
    /// By old index: the item is deleted or moved, so it is not among the items that keep their order on both sides.
    private var isGone: [Bool]
    /// By old index: the stage in which the item moves, or -1.
    private var moveStage: [Int8]

    private var oldItemCount: Int { changes.items.oldCount }
    private var oldSectionCount: Int { changes.sections.oldCount }

    init(_ changes: SnapshotChangeset, _ naming: NamingAnalysis, _ plan: StagePlan) {
        self.changes = changes
        self.naming = naming
        self.plan = plan
        isGone = Array(repeating: false, count: changes.items.oldCount)
        moveStage = Array(repeating: -1, count: changes.items.oldCount)
        nodes = Array(repeating: -1, count: changes.items.newCount)
        for index in changes.items.deletes { isGone[index] = true }
        for index in changes.items.inserts { nodes[index] = changes.items.oldCount + index }
        for move in changes.items.moves {
            isGone[move.old] = true
            nodes[move.new] = move.old
            let entersInserted = changes.oldSections[changes.newPath(move.new).section] == nil
            moveStage[move.old] = Int8(plan.stage(entersInserted: entersInserted))
        }
        // The remaining items of each section are those that keep their order on both sides.
        for (section, old) in changes.oldSections.enumerated() {
            guard let old else { continue }
            var next = changes.oldSectionStarts[old]
            for index in changes.newSectionStarts[section]..<changes.newSectionStarts[section + 1]
            where nodes[index] < 0 {
                while isGone[next] { next += 1 }
                nodes[index] = next
                next += 1
            }
        }
    }

    /// The stages of the plan, how to find elements in them, and the state after each but the last. Reloads and
    /// reconfigurations are added later.
    func build() -> (stages: [BatchUpdates.Stage], views: [MarkPlacement.StageView], statesBetween: [State]) {
        let states = (0...plan.stageCount).map(state)
        let stages = (0..<plan.stageCount).map { stage($0, from: states[$0], to: states[$0 + 1]) }
        let marked = Set(changes.reloadedItemIndices.map(\.old) + changes.reconfiguredItemIndices.map(\.old))
        let paths = states.map { state in
            var paths: [Int: ItemIndexPath] = [:]
            if marked.isEmpty { return paths }
            for (section, list) in state.items.enumerated() {
                for (item, node) in list.enumerated() where marked.contains(node) {
                    paths[node] = ItemIndexPath(section: section, item: item)
                }
            }
            return paths
        }
        let views = (0..<plan.stageCount).map { stage in
            MarkPlacement.StageView(
                sectionsBefore: states[stage].sections, sectionsAfter: states[stage + 1].sections,
                pathBefore: { paths[stage][$0.old]! }, pathAfter: { paths[stage + 1][$0.old]! })
        }
        return (stages, views, Array(states[1..<plan.stageCount]))
    }

    /// The node of a section on the new side.
    private func sectionNode(_ new: Int) -> Int { changes.oldSections[new] ?? oldSectionCount + new }

    // MARK: States

    /// The state before a stage; after the last one, the new side.
    private func state(before stage: Int) -> State {
        if stage == 0 {
            let sections = Array(0..<oldSectionCount)
            return State(sections: sections, items: sections.map(oldItems))
        }
        if stage == plan.stageCount {
            let sections = 0..<changes.sections.newCount
            return State(sections: sections.map(sectionNode), items: sections.map(newItems))
        }
        let sections = sectionsAfter(stage: stage - 1)
        return State(sections: sections, items: sections.map { items(of: $0, afterStage: stage - 1) })
    }

    /// The order of sections between stages. Sections that do not move keep their common order. Among them are sections that
    /// are not yet deleted or moved away, and those that are already inserted or moved there.
    private func sectionsAfter(stage: Int) -> [Int] {
        func isStill(_ old: Int) -> Bool {
            if naming.newSections[old] != nil {
                return naming.isMoved[old] && plan.stage(ofSection: old, naming) > stage
            }
            switch plan {
            case .itemsFirst, .crossing: return true
            case .three: return naming.hasOutflow[old]
            case .once, .sectionsFirst: return false
            }
        }
        func isAlready(_ new: Int) -> Bool {
            guard let old = changes.oldSections[new] else { return plan != .itemsFirst }
            return naming.isMoved[old] && plan.stage(ofSection: old, naming) <= stage
        }
        return Self.merge(
            (0..<oldSectionCount).map { (node: $0, isKept: naming.newSections[$0] != nil && !naming.isMoved[$0]) },
            changes.oldSections.indices.map { new in
                (node: sectionNode(new), isKept: changes.oldSections[new].map { !naming.isMoved[$0] } ?? false)
            },
            keepingOld: isStill,
            keepingNew: { node in
                isAlready(node < oldSectionCount ? naming.newSections[node]! : node - oldSectionCount)
            })
    }

    /// The items of a section between stages.
    private func items(of node: Int, afterStage stage: Int) -> [Int] {
        if node >= oldSectionCount {
            // An inserted section: new items were inserted with it; items that move there may arrive in a later stage.
            return newItems(node - oldSectionCount).filter { $0 >= oldItemCount || moveStage[$0] <= stage }
        }
        guard let new = naming.newSections[node] else {
            // A section that will be deleted: moving items may have left it. Items that are deleted with it are still there.
            return oldItems(node).filter { moveStage[$0] < 0 || moveStage[$0] > stage }
        }
        if stage < plan.itemStage { return oldItems(node) }
        return Self.merge(
            oldItems(node).map { (node: $0, isKept: !isGone[$0]) },
            newItems(new).map { (node: $0, isKept: $0 < oldItemCount && !isGone[$0]) },
            keepingOld: { moveStage[$0] > stage },
            keepingNew: { $0 >= oldItemCount || moveStage[$0] <= stage })
    }

    private func oldItems(_ section: Int) -> [Int] {
        Array(changes.oldSectionStarts[section]..<changes.oldSectionStarts[section + 1])
    }

    private func newItems(_ section: Int) -> [Int] {
        Array(nodes[changes.newSectionStarts[section]..<changes.newSectionStarts[section + 1]])
    }

    /// Merges two lists: their common elements in order, and the other requested elements of each.
    private static func merge(
        _ old: [(node: Int, isKept: Bool)], _ new: [(node: Int, isKept: Bool)],
        keepingOld: (Int) -> Bool, keepingNew: (Int) -> Bool
    ) -> [Int] {
        var merged: [Int] = []
        var next = 0
        func takeOld() {
            while next < old.count && !old[next].isKept {
                if keepingOld(old[next].node) { merged.append(old[next].node) }
                next += 1
            }
        }
        for (node, isKept) in new {
            if isKept {
                takeOld()
                next += 1
                merged.append(node)
            } else if keepingNew(node) {
                merged.append(node)
            }
        }
        takeOld()
        return merged
    }

    // MARK: Operations

    private func stage(_ number: Int, from before: State, to after: State) -> BatchUpdates.Stage {
        var stage = BatchUpdates.Stage()
        stage.itemCounts = after.items.map(\.count)
        let sectionTotal = oldSectionCount + changes.sections.newCount
        let placesBefore = Self.places(before.sections, sectionTotal)
        let placesAfter = Self.places(after.sections, sectionTotal)
        for (position, node) in before.sections.enumerated() where placesAfter[node] < 0 {
            stage.deletedSections.append(position)
        }
        for (position, node) in after.sections.enumerated() {
            if placesBefore[node] < 0 {
                stage.insertedSections.append(position)
            } else if node < oldSectionCount && naming.isMoved[node] && plan.stage(ofSection: node, naming) == number {
                stage.movedSections.append(.init(from: placesBefore[node], to: position))
            }
        }

        let total = oldItemCount + changes.items.newCount
        let pathsBefore = Self.paths(before.items, total)
        let pathsAfter = Self.paths(after.items, total)
        for (section, list) in before.items.enumerated() where placesAfter[before.sections[section]] >= 0 {
            if isReloadedWhole(before.sections[section]) { continue }
            for (item, node) in list.enumerated() where pathsAfter[node] == nil {
                stage.deletedItems.append(ItemIndexPath(section: section, item: item))
            }
        }
        for (section, list) in after.items.enumerated() where placesBefore[after.sections[section]] >= 0 {
            if isReloadedWhole(after.sections[section]) { continue }
            for (item, node) in list.enumerated() {
                let path = ItemIndexPath(section: section, item: item)
                if let from = pathsBefore[node] {
                    if node < oldItemCount && Int(moveStage[node]) == number {
                        stage.movedItems.append(.init(from: from, to: path))
                    }
                } else {
                    stage.insertedItems.append(path)
                }
            }
        }
        return stage
    }

    private func isReloadedWhole(_ node: Int) -> Bool { node < oldSectionCount && naming.isReloadedWhole[node] }

    private static func places(_ nodes: [Int], _ total: Int) -> [Int] {
        var places = [Int](repeating: -1, count: total)
        for (position, node) in nodes.enumerated() { places[node] = position }
        return places
    }

    private static func paths(_ items: [[Int]], _ total: Int) -> [ItemIndexPath?] {
        var paths = [ItemIndexPath?](repeating: nil, count: total)
        for (section, list) in items.enumerated() {
            for (item, node) in list.enumerated() { paths[node] = ItemIndexPath(section: section, item: item) }
        }
        return paths
    }
}
