/// The sections that a stage changes, before and after it. Checks the rules about sections.
struct NamedSections {
    enum Name {
        case none
        case deleted
        case inserted
        case moved
        case reloaded
    }

    private(set) var before: [Name]
    private(set) var after: [Name]
    let stage: Int

    init(before: Int, after: Int, stage: Int) {
        self.before = Array(repeating: .none, count: before)
        self.after = Array(repeating: .none, count: after)
        self.stage = stage
    }

    mutating func check(_ stage: BatchUpdates.Stage) throws(BatchRuleViolation) {
        for section in stage.deletedSections where !before.indices.contains(section) {
            throw violation(.sectionExistsBefore, section, "delete")
        }
        for section in stage.reloadedSections where !before.indices.contains(section) {
            throw violation(.sectionExistsBefore, section, "reload")
        }
        for move in stage.movedSections where !before.indices.contains(move.from) {
            throw violation(.sectionExistsBefore, move.from, "move from")
        }
        for section in stage.insertedSections where !after.indices.contains(section) {
            throw violation(.sectionExistsAfter, section, "insert")
        }
        for move in stage.movedSections where !after.indices.contains(move.to) {
            throw violation(.sectionExistsAfter, move.to, "move to")
        }
        for section in stage.deletedSections { try name(section, .deleted, in: \.before, "delete") }
        for section in stage.reloadedSections { try name(section, .reloaded, in: \.before, "reload") }
        for move in stage.movedSections { try name(move.from, .moved, in: \.before, "move from") }
        for section in stage.insertedSections { try name(section, .inserted, in: \.after, "insert") }
        for move in stage.movedSections { try name(move.to, .moved, in: \.after, "move to") }
        let expected = before.count - stage.deletedSections.count + stage.insertedSections.count
        if expected != after.count { throw violation(.sectionCountsAddUp, expected, "count") }
    }

    private mutating func name(
        _ section: Int, _ name: Name, in side: WritableKeyPath<NamedSections, [Name]>, _ operation: String
    ) throws(BatchRuleViolation) {
        if self[keyPath: side][section] != .none { throw violation(.oneOperationForASection, section, operation) }
        self[keyPath: side][section] = name
    }

    /// For each section after the stage its position before it. A reloaded section counts as the same section.
    mutating func partners(of stage: BatchUpdates.Stage) -> [Int?] {
        var partners: [Int?] = Array(repeating: nil, count: after.count)
        for move in stage.movedSections { partners[move.to] = move.from }
        var kept = before.indices.filter { before[$0] == .none || before[$0] == .reloaded }.makeIterator()
        for section in after.indices where after[section] == .none {
            let partner = kept.next()!
            partners[section] = partner
            if before[partner] == .reloaded { after[section] = .reloaded }
        }
        return partners
    }

    func violation(
        _ rule: BatchRuleViolation.Rule, _ section: Int, item: Int? = nil, _ operation: String
    ) -> BatchRuleViolation {
        BatchRuleViolation(rule: rule, stage: stage, section: section, item: item, operation: operation)
    }
}

/// The items that a stage changes, before and after it. Checks the rules about items.
struct NamedItems {
    /// For each item before the stage: whether it leaves its position.
    private(set) var leaves: [[Bool]]
    /// For each item after the stage: whether it is inserted at or moved to its position.
    private(set) var arrives: [[Bool]]
    private var isNamedBefore: [[Bool]]
    private let sections: NamedSections
    private let partners: [Int?]

    init(before: [Int], after: [Int], sections: NamedSections, partners: [Int?]) {
        leaves = before.map { Array(repeating: false, count: $0) }
        arrives = after.map { Array(repeating: false, count: $0) }
        isNamedBefore = leaves
        self.sections = sections
        self.partners = partners
    }

    mutating func check(_ stage: BatchUpdates.Stage) throws(BatchRuleViolation) {
        let leaving =
            stage.deletedItems.map { ($0, "delete") } + stage.movedItems.map { ($0.from, "move from") }
        let staying =
            stage.reloadedItems.map { ($0, "reload") } + stage.reconfiguredItems.map { ($0, "reconfigure") }
        let arriving = stage.insertedItems.map { ($0, "insert") } + stage.movedItems.map { ($0.to, "move to") }
        for (path, operation) in leaving + staying where !exists(path, leaves) {
            throw violation(.itemExistsBefore, path, operation)
        }
        for (path, operation) in arriving where !exists(path, arrives) {
            throw violation(.itemExistsAfter, path, operation)
        }
        for (path, operation) in leaving + staying where sections.before[path.section] != .none {
            throw violation(.sectionIsNotNamedItself, path, operation)
        }
        for (path, operation) in arriving where sections.after[path.section] != .none {
            throw violation(.sectionIsNotNamedItself, path, operation)
        }
        for (path, operation) in leaving {
            try name(path, in: \.isNamedBefore, operation)
            leaves[path.section][path.item] = true
        }
        for (path, operation) in staying { try name(path, in: \.isNamedBefore, operation) }
        for (path, operation) in arriving { try name(path, in: \.arrives, operation) }
        for (section, partner) in partners.enumerated() {
            guard let partner, sections.before[partner] != .reloaded else { continue }
            let (kept, free) = (leaves[partner].filter { !$0 }, arrives[section].filter { !$0 })
            if kept.count != free.count { throw sections.violation(.itemCountsAddUp, section, "count") }
        }
    }

    private mutating func name(
        _ path: ItemIndexPath, in side: WritableKeyPath<NamedItems, [[Bool]]>, _ operation: String
    ) throws(BatchRuleViolation) {
        if self[keyPath: side][path.section][path.item] { throw violation(.oneOperationForAnItem, path, operation) }
        self[keyPath: side][path.section][path.item] = true
    }

    private func exists(_ path: ItemIndexPath, _ side: [[Bool]]) -> Bool {
        path.section < side.count && path.item < side[path.section].count
    }

    private func violation(
        _ rule: BatchRuleViolation.Rule, _ path: ItemIndexPath, _ operation: String
    ) -> BatchRuleViolation {
        sections.violation(rule, path.section, item: path.item, operation)
    }
}
