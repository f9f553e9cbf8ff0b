/// Batch updates that take a collection view from one snapshot to the next without breaking any of its rules.
///
///     let batch = BatchUpdates(after.changeset(from: before))
///     for stage in batch.stages { perform(stage) }
///
/// One stage is enough unless a rule forbids it: a stage must not change items of a section that it deletes, inserts, reloads
/// or moves, and no element takes part in two operations of one stage. Otherwise there are as few stages as possible without
/// turning a move into a delete and an insert. ``BatchUpdateModel`` implements the rules and checks a batch against them. It
/// accepts every batch that is made from a changeset.
public struct BatchUpdates: Hashable, Sendable {
    /// The stages, in order; none if nothing changed.
    public var stages: [Stage]

    /// Makes a batch from stages that you provide.
    public init(stages: [Stage]) { self.stages = stages }
}

extension BatchUpdates {
    /// A section that moves from one position to another.
    public struct SectionMove: Hashable, Sendable {
        /// Position before the stage.
        public var from: Int

        /// Position after the stage.
        public var to: Int

        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }
    }

    /// An item that moves from one position to another.
    public struct ItemMove: Hashable, Sendable {
        /// Position before the stage.
        public var from: ItemIndexPath

        /// Position after the stage.
        public var to: ItemIndexPath

        public init(from: ItemIndexPath, to: ItemIndexPath) {
            self.from = from
            self.to = to
        }
    }

    /// One animated update. "Before" and "after" in the properties below mean before and after this stage.
    public struct Stage: Hashable, Sendable {
        /// Positions before. The items of these sections are deleted with them, and are not listed.
        public var deletedSections: [Int] = []

        /// Positions after. The items of these sections are inserted with them, and are not listed.
        public var insertedSections: [Int] = []

        /// By ascending position after.
        public var movedSections: [SectionMove] = []

        /// Positions before. All items of these sections are reloaded, and are not listed.
        public var reloadedSections: [Int] = []

        /// Positions before.
        public var deletedItems: [ItemIndexPath] = []

        /// Positions after.
        public var insertedItems: [ItemIndexPath] = []

        /// By ascending position after.
        public var movedItems: [ItemMove] = []

        /// Positions before.
        public var reloadedItems: [ItemIndexPath] = []

        /// Positions before.
        public var reconfiguredItems: [ItemIndexPath] = []

        /// The number of items of each section after the stage, which the data source must then return.
        public var itemCounts: [Int] = []

        public init() {}

        /// The number of operations.
        public var operationCount: Int {
            deletedSections.count + insertedSections.count + movedSections.count + reloadedSections.count
                + deletedItems.count + insertedItems.count + movedItems.count + reloadedItems.count
                + reconfiguredItems.count
        }
    }

    /// The number of operations of all stages.
    public var operationCount: Int { stages.reduce(0) { $0 + $1.operationCount } }

    /// Whether reloading the view is likely to cost less than this batch.
    ///
    /// This is an estimate. For a batch, a view works on every operation, on screen or not, and lays out once for each stage.
    /// For a reload it makes the visible cells. The estimate counts an operation as a tenth of making a cell, a stage as four
    /// cells, and a reload as the visible cells plus eight. For more than 10,000 operations the result is always true, because
    /// no one can follow that many animations.
    /// - Parameter visibleItemCount: The number of items on screen.
    public func costsMoreThanReload(visibleItemCount: Int) -> Bool {
        if operationCount > 10_000 { return true }
        // In a form that does not overflow for any count.
        return (operationCount + 40 * stages.count - 1) / 10 - 8 >= max(0, visibleItemCount)
    }
}

extension BatchUpdates: CustomStringConvertible {
    /// One line for each stage, for example `delete [0, 1]; insert [0, 0], [2, 5]; move [0, 3]->[1, 0]`.
    public var description: String { stages.map(\.description).joined(separator: "\n") }
}

extension BatchUpdates.Stage: CustomStringConvertible {
    public var description: String {
        func part(_ name: String, _ list: [String]) -> String? {
            list.isEmpty ? nil : name + " " + list.joined(separator: ", ")
        }
        return [
            part("delete sections", deletedSections.map { "\($0)" }),
            part("insert sections", insertedSections.map { "\($0)" }),
            part("move sections", movedSections.map { "\($0.from)->\($0.to)" }),
            part("reload sections", reloadedSections.map { "\($0)" }),
            part("delete", deletedItems.map { "\($0)" }),
            part("insert", insertedItems.map { "\($0)" }),
            part("move", movedItems.map { "\($0.from)->\($0.to)" }),
            part("reload", reloadedItems.map { "\($0)" }),
            part("reconfigure", reconfiguredItems.map { "\($0)" }),
        ].compactMap { $0 }.joined(separator: "; ")
    }
}
