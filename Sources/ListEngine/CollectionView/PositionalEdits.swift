import Foundation

/// What becomes of the items of a section that have no identifiers.
struct PositionalEdits {
    /// Positions before.
    private(set) var deleted: IndexSet = []
    /// Positions after.
    private(set) var inserted: IndexSet = []
    /// Positions before.
    private(set) var reloaded: IndexSet = []
    /// The section is loaded again as a whole.
    var reloadsAll = false

    var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && reloaded.isEmpty }

    mutating func add(_ deleted: IndexSet, _ inserted: IndexSet, _ reloaded: IndexSet) {
        self.deleted.formUnion(deleted)
        self.inserted.formUnion(inserted)
        self.reloaded.formUnion(reloaded)
    }
}
