extension BatchUpdates {
    /// Makes the stages that update a view from the old snapshot of a changeset to the new one.
    ///
    /// Most changes take one stage. Two or three are needed if items move out of a deleted section or into an inserted one, or
    /// change within a section that moves. One more is needed if a reloaded or reconfigured element moves in every one of
    /// them.
    /// - Complexity: O(sections + changes) for one stage, O(sections + items) for more.
    public init(_ changes: SnapshotChangeset) {
        var states: [StageBuilder.State] = []
        self.init(changes, statesBetween: &states)
    }

    /// - Parameter states: The state after each stage that another stage follows. A stage after those that were planned has
    ///   the new snapshot on both sides.
    init(_ changes: SnapshotChangeset, statesBetween states: inout [StageBuilder.State]) {
        if changes.isEmpty {
            stages = []
            return
        }
        let naming = NamingAnalysis(changes)
        let plan = StagePlan(naming)
        var stages: [Stage]
        let views: [MarkPlacement.StageView]
        var after: [StageBuilder.State] = []
        if plan == .once {
            stages = [Stage(inOneStage: changes, naming)]
            views = [.init(ofOneStage: changes)]
        } else {
            (stages, views, after) = StageBuilder(changes, naming, plan).build()
        }
        MarkPlacement(changes, naming, plan, views).place(in: &stages)
        let performed = stages.indices.filter { stages[$0].operationCount > 0 }
        self.stages = performed.map { stages[$0] }
        states = performed.dropLast().compactMap { $0 < after.count ? after[$0] : nil }
    }
}

/// Finds which sections a changeset's operations change, and so why they cannot all be in one stage.
struct NamingAnalysis {
    /// For each old section its new position, or nil if it is deleted.
    var newSections: [Int?]
    /// By old position: the section is moved.
    var isMoved: [Bool]
    /// By old position: the section is reloaded and does not move, and its items change only within it. A single reload does
    /// all of that.
    var isReloadedWhole: [Bool]
    /// By old position: items leave this deleted section for another one.
    var hasOutflow: [Bool]
    /// An item moves out of a deleted section.
    var leavesDeleted = false
    /// An item moves into an inserted section.
    var entersInserted = false
    /// An item moves out of a deleted into an inserted section.
    var leavesDeletedForInserted = false
    /// An item is deleted, inserted or moved in a section that moves.
    var namesMoved = false
    /// By old position: sections from which items move into inserted sections; sections that any other operation changes.
    var isNamedByEntering: [Bool]
    var isNamedOtherwise: [Bool]

    init(_ changes: SnapshotChangeset) {
        let oldCount = changes.sections.oldCount
        newSections = Array(repeating: nil, count: oldCount)
        for (new, old) in changes.oldSections.enumerated() {
            if let old { newSections[old] = new }
        }
        isMoved = Array(repeating: false, count: oldCount)
        for move in changes.sections.moves { isMoved[move.old] = true }
        hasOutflow = Array(repeating: false, count: oldCount)
        isNamedByEntering = hasOutflow
        isNamedOtherwise = hasOutflow
        isReloadedWhole = hasOutflow
        // If no section changes, one stage is enough.
        if changes.sections.isEmpty && changes.reloadedSections.isEmpty { return }
        for pair in changes.reloadedSections where !isMoved[pair.old] { isReloadedWhole[pair.old] = true }

        let moves = changes.movedItems
        for move in moves {
            let target = changes.oldSections[move.new.section]
            if target == move.old.section { continue }
            isReloadedWhole[move.old.section] = false
            if let target { isReloadedWhole[target] = false }
            let isDeleted = newSections[move.old.section] == nil
            if isDeleted {
                leavesDeleted = true
                hasOutflow[move.old.section] = true
            }
            if target == nil {
                entersInserted = true
                if isDeleted { leavesDeletedForInserted = true }
            }
        }
        for move in moves {
            if let target = changes.oldSections[move.new.section] {
                isNamedOtherwise[move.old.section] = true
                isNamedOtherwise[target] = true
            } else {
                isNamedByEntering[move.old.section] = true
            }
        }
        for path in changes.deletedItems { isNamedOtherwise[path.section] = true }
        for path in changes.insertedItems {
            if let target = changes.oldSections[path.section] { isNamedOtherwise[target] = true }
        }
        namesMoved = isMoved.indices.contains { isMoved[$0] && (isNamedByEntering[$0] || isNamedOtherwise[$0]) }
    }
}

/// The order in which a batch performs its operations.
enum StagePlan {
    /// All together.
    case once
    /// First sections, then items: for items that enter inserted sections, or change in moved ones.
    case sectionsFirst
    /// First items, then sections: for items that leave deleted sections.
    case itemsFirst
    /// First sections are inserted and items change, except those that move into inserted sections. These move in the second
    /// stage, in which sections are deleted. For changes with both reasons, if no section has both.
    case crossing
    /// Sections are inserted and moved. Then items change. Then the sections that items have left are deleted.
    case three

    init(_ naming: NamingAnalysis) {
        if !naming.leavesDeleted {
            self = naming.entersInserted || naming.namesMoved ? .sectionsFirst : .once
        } else if !naming.entersInserted {
            self = .itemsFirst
        } else {
            let isTornApart = naming.isMoved.indices.contains {
                naming.isMoved[$0] && naming.isNamedByEntering[$0] && naming.isNamedOtherwise[$0]
            }
            self = naming.leavesDeletedForInserted || isTornApart ? .three : .crossing
        }
    }

    /// The stage in which items change within sections that are on both sides.
    var itemStage: Int {
        switch self {
        case .once, .itemsFirst, .crossing: 0
        case .sectionsFirst, .three: 1
        }
    }

    var stageCount: Int {
        switch self {
        case .once: 1
        case .sectionsFirst, .itemsFirst, .crossing: 2
        case .three: 3
        }
    }

    /// The stage in which an item moves.
    func stage(entersInserted: Bool) -> Int { self == .crossing && entersInserted ? 1 : itemStage }

    /// The stage in which a section moves.
    func stage(ofSection old: Int, _ naming: NamingAnalysis) -> Int {
        switch self {
        case .once, .sectionsFirst, .three: 0
        case .itemsFirst: 1
        // In the stage in which no item operation changes the section.
        case .crossing: naming.isNamedByEntering[old] ? 0 : 1
        }
    }
}

extension BatchUpdates.Stage {
    /// All changes in one stage, which the analysis has found to be legal. Reloads and reconfigurations are added later.
    init(inOneStage changes: SnapshotChangeset, _ naming: NamingAnalysis) {
        self.init()
        deletedSections = Array(changes.sections.deletes)
        insertedSections = Array(changes.sections.inserts)
        movedSections = changes.sections.moves.map { .init(from: $0.old, to: $0.new) }
        itemCounts = zip(changes.newSectionStarts, changes.newSectionStarts.dropFirst()).map { $1 - $0 }
        deletedItems = changes.deletedItems
        insertedItems = changes.insertedItems
        movedItems = changes.pairs(changes.items.moves) { .init(from: $0, to: $1) }
        if changes.sections.isEmpty && changes.reloadedSections.isEmpty { return }
        deletedItems.removeAll {
            naming.newSections[$0.section] == nil || naming.isReloadedWhole[$0.section]
        }
        insertedItems.removeAll { path in
            changes.oldSections[path.section].map { naming.isReloadedWhole[$0] } ?? true
        }
        movedItems.removeAll { naming.isReloadedWhole[$0.from.section] }
    }
}

extension MarkPlacement.StageView {
    /// The two sides of a changeset are the states before and after the only stage.
    init(ofOneStage changes: SnapshotChangeset) {
        sectionsBefore = Array(0..<changes.sections.oldCount)
        sectionsAfter = changes.oldSections.enumerated().map { $1 ?? changes.sections.oldCount + $0 }
        pathBefore = { changes.oldPath($0.old) }
        pathAfter = { changes.newPath($0.new) }
    }
}
