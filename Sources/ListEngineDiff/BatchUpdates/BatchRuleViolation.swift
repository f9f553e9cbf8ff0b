/// The first rule of batch updates that a stage breaks, and where.
public struct BatchRuleViolation: Error, Hashable, Sendable {
    /// The rules, in the order in which they are checked.
    public enum Rule: Int, CaseIterable, Hashable, Sendable {
        /// Deletes, reloads and moves name sections that were there before.
        case sectionExistsBefore
        /// Inserts and moves name sections that are there after.
        case sectionExistsAfter
        /// A section takes part in one operation: it is not deleted, reloaded or moved twice, nor two of these, and
        /// no two sections arrive at one place.
        case oneOperationForASection
        /// Sections before, less those deleted, plus those inserted, are the sections after.
        case sectionCountsAddUp
        /// Deletes, reloads and moves name items that were there before.
        case itemExistsBefore
        /// Inserts, moves and new configurations name items that are there after.
        case itemExistsAfter
        /// No item is named in a section that is deleted, reloaded or moved, on the side before, nor in one that is
        /// inserted, reloaded or moved, on the side after.
        case sectionIsNotNamedItself
        /// An item takes part in one operation: it is not deleted, reloaded, moved or configured twice, nor two of
        /// these, and no two items arrive at one place.
        case oneOperationForAnItem
        /// In each section that stays, items before, less those that leave, plus those that arrive, are the items
        /// after.
        case itemCountsAddUp
    }

    public var rule: Rule

    /// The index of the stage in its batch.
    public var stage: Int

    /// The section at fault, by its position on the side that `operation` speaks of. Where counts do not add up, the
    /// first section with a wrong count, or the count of sections that the operations lead to.
    public var section: Int

    /// The item at fault, if it is an item.
    public var item: Int?

    /// The operation at fault, as in `delete` or `move to`.
    public var operation: String
}

extension BatchRuleViolation: CustomStringConvertible {
    public var description: String {
        let place = item.map { "item [\(section), \($0)]" } ?? "section \(section)"
        return "stage \(stage): \(operation) of \(place) breaks the rule \(rule)"
    }
}
