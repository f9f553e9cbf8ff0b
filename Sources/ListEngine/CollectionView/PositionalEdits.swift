import Foundation

/// Edits by position of a section whose items have no identifiers.
struct PositionalEdits {
    /// Positions before.
    private(set) var deleted: IndexSet = []
    /// Positions after.
    private(set) var inserted: IndexSet = []
    /// Positions before.
    private(set) var reloaded: IndexSet = []
    /// Whether the whole section is loaded again.
    var reloadsAll = false

    var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && reloaded.isEmpty }

    mutating func add(_ deleted: IndexSet, _ inserted: IndexSet, _ reloaded: IndexSet) {
        self.deleted.formUnion(deleted)
        self.inserted.formUnion(inserted)
        self.reloaded.formUnion(reloaded)
    }
}
