/// What a collection view may be told, so that it goes from one snapshot to the next and every rule is kept.
///
///     let batch = BatchUpdates(after.changeset(from: before))
///     for stage in batch.stages { perform(stage) }
///
/// One stage is enough unless a rule forbids it: an item may not be named in a section that is itself deleted,
/// inserted, reloaded or moved in the same stage, and no element takes part in two operations of one stage. Then there
/// are as few stages as possible without turning a move into a delete and an insert. ``BatchUpdateModel`` holds the
/// rules and checks a batch against them; every batch made here passes.
public struct BatchUpdates: Hashable, Sendable {
    /// The stages, in order; none if nothing changed.
    public var stages: [Stage]

    /// A batch made by hand.
    public init(stages: [Stage]) { self.stages = stages }
}

extension BatchUpdates {
    /// A section that goes from one place to another.
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

    /// An item that goes from one place to another.
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

    /// One animated update. "Before" and "after" are the states around this stage.
    public struct Stage: Hashable, Sendable {
        /// Positions before. Their items go with them, and are not listed.
        public var deletedSections: [Int] = []

        /// Positions after. Their items come with them, and are not listed.
        public var insertedSections: [Int] = []

        /// By ascending position after.
        public var movedSections: [SectionMove] = []

        /// Positions before. All their items are fetched again, and are not listed.
        public var reloadedSections: [Int] = []

        /// Positions before.
        public var deletedItems: [ItemIndexPath] = []

        /// Positions after.
        public var insertedItems: [ItemIndexPath] = []

        /// By ascending position after.
        public var movedItems: [ItemMove] = []

        /// Positions before.
        public var reloadedItems: [ItemIndexPath] = []

        /// Positions after.
        public var reconfiguredItems: [ItemIndexPath] = []

        /// The number of items of each section after the stage: what a data source must answer then.
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

    /// Whether telling a view to reload is likely to cost less than this batch.
    ///
    /// A rule of thumb, in operations. For a batch a view works for every operation, on screen or not, and lays out
    /// once for each stage; for a reload it makes what is visible. An operation is taken as a tenth of making a cell,
    /// a stage as four cells and a reload as eight more than are visible. Past 10,000 operations the answer is yes in
    /// any case: no eye follows that many animations.
    /// - Parameter visibleItemCount: The number of items on screen.
    public func costsMoreThanReload(visibleItemCount: Int) -> Bool {
        if operationCount > 10_000 { return true }
        // In a form that no count overflows.
        return (operationCount + 40 * stages.count - 1) / 10 - 8 >= max(0, visibleItemCount)
    }
}

extension BatchUpdates: CustomStringConvertible {
    /// One line for each stage, as in `delete [0, 1]; insert [0, 0], [2, 5]; move [0, 3]->[1, 0]`.
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
