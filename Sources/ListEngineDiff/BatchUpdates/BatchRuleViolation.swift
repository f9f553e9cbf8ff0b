/// The first rule of batch updates that a stage breaks, and the element that breaks it.
public struct BatchRuleViolation: Error, Hashable, Sendable {
    /// The rules, in the order in which they are checked.
    public enum Rule: Int, CaseIterable, Hashable, Sendable {
        /// A section that is deleted, reloaded or moved must exist before the stage.
        case sectionExistsBefore
        /// The position to which a section is inserted or moved must exist after the stage.
        case sectionExistsAfter
        /// A section takes part in at most one delete, reload or move, and at most one section is inserted at or moved to
        /// a position.
        case oneOperationForASection
        /// The number of sections before the stage, minus deleted, plus inserted ones, must be the number after it.
        case sectionCountsAddUp
        /// An item that is deleted, reloaded, reconfigured or moved must exist before the stage.
        case itemExistsBefore
        /// The position to which an item is inserted or moved must exist after the stage.
        case itemExistsAfter
        /// A stage must not change items of a section that the same stage deletes, inserts, reloads or moves.
        case sectionIsNotNamedItself
        /// An item takes part in at most one delete, reload, move or reconfiguration, and at most one item is inserted at
        /// or moved to a position.
        case oneOperationForAnItem
        /// In each section that is neither deleted, inserted nor reloaded: the number of items before the stage, minus
        /// those that are deleted or leave, plus those that are inserted or arrive, must be the number after it.
        case itemCountsAddUp
    }

    public var rule: Rule

    /// The index of the stage in its batch.
    public var stage: Int

    /// The position of the section that breaks the rule, before or after the stage, depending on `operation`. If the counts
    /// of items do not add up, the first section with a wrong count. If the counts of sections do not add up, the number
    /// of sections that results from the operations.
    public var section: Int

    /// The position in the section of the item that breaks the rule, or nil if a section breaks it.
    public var item: Int?

    /// The operation that breaks the rule, for example `delete` or `move to`.
    public var operation: String
}

extension BatchRuleViolation: CustomStringConvertible {
    public var description: String {
        let place = item.map { "item [\(section), \($0)]" } ?? "section \(section)"
        return "stage \(stage): \(operation) of \(place) breaks the rule \(rule)"
    }
}
