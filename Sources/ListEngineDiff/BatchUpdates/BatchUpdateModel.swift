/// The rules of batch updates, as a program: it replays batches as a collection view would, without a view.
///
///     var model = BatchUpdateModel(itemCounts: [3, 2])
///     try model.perform(batch)
///     model.origins    // where each item came from
///
/// The model knows which element is at each position: one that was there when the model was made, or one that was inserted
/// since. A stage that breaks a rule throws an error with the first rule that is broken (``BatchRuleViolation/Rule``). The
/// model is then unchanged. If the behaviour of collection views is not known, the model applies the stricter rule.
public struct BatchUpdateModel: Hashable, Sendable {
    /// For each section its position when the model was made, or nil if it was inserted since.
    public private(set) var sectionOrigins: [Int?]

    /// For each item of each section its position when the model was made, or nil if it was inserted, or reloaded with its
    /// section, since.
    public private(set) var origins: [[ItemIndexPath?]]

    /// The number of stages performed.
    public private(set) var stageCount = 0

    /// Makes a model of a view whose sections have these numbers of items.
    /// - Precondition: No count is negative.
    public init(itemCounts: [Int]) {
        for (section, count) in itemCounts.enumerated() where count < 0 {
            fatalError("section \(section) cannot have \(count) items; valid are 0 or more")
        }
        sectionOrigins = itemCounts.indices.map { $0 }
        origins = itemCounts.enumerated().map { section, count in
            (0..<count).map { ItemIndexPath(section: section, item: $0) }
        }
    }

    /// The number of items of each section.
    public var itemCounts: [Int] { origins.map(\.count) }

    /// Performs all stages.
    /// - Throws: ``BatchRuleViolation`` with the first rule that is broken. The model is then unchanged.
    public mutating func perform(_ batch: BatchUpdates) throws(BatchRuleViolation) {
        var model = self
        for stage in batch.stages { try model.perform(stage) }
        self = model
    }

    /// Performs one stage.
    /// - Throws: ``BatchRuleViolation`` with the first rule that is broken. The model is then unchanged.
    /// - Complexity: O(sections + items).
    public mutating func perform(_ stage: BatchUpdates.Stage) throws(BatchRuleViolation) {
        var sections = NamedSections(before: origins.count, after: stage.itemCounts.count, stage: stageCount)
        try sections.check(stage)
        for (section, count) in stage.itemCounts.enumerated() where !(0...Int(Int32.max) ~= count) {
            throw sections.violation(.itemCountsAddUp, section, "count")
        }
        let partners = sections.partners(of: stage)
        var items = NamedItems(before: itemCounts, after: stage.itemCounts, sections: sections, partners: partners)
        try items.check(stage)

        var newOrigins: [[ItemIndexPath?]] = []
        for (section, count) in stage.itemCounts.enumerated() {
            guard let before = partners[section], sections.before[before] != .reloaded else {
                newOrigins.append(Array(repeating: nil, count: count))
                continue
            }
            // The other items keep their order, in the positions that no operation fills.
            var kept = origins[before].indices.filter { !items.leaves[before][$0] }.makeIterator()
            newOrigins.append(
                (0..<count).map { items.arrives[section][$0] ? nil : origins[before][kept.next()!] })
        }
        for move in stage.movedItems {
            newOrigins[move.to.section][move.to.item] = origins[move.from.section][move.from.item]
        }
        sectionOrigins = partners.map { before in before.flatMap { sectionOrigins[$0] } }
        origins = newOrigins
        stageCount += 1
    }
}
