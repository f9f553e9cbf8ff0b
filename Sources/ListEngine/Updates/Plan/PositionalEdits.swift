import Foundation

/// Edits by position of a section whose items have no identifiers.
struct PositionalEdits {
    /// Old positions.
    private(set) var deleted: IndexSet = []
    /// New positions.
    private(set) var inserted: IndexSet = []
    /// Old positions.
    private(set) var reloaded: IndexSet = []
    /// Old and new positions of moved items.
    var moved: [(from: Int, to: Int)] = []
    /// Whether the whole section is loaded again.
    var reloadsAll = false

    var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && reloaded.isEmpty && moved.isEmpty }

    mutating func add(_ deleted: IndexSet, _ inserted: IndexSet, _ reloaded: IndexSet) {
        self.deleted.formUnion(deleted)
        self.inserted.formUnion(inserted)
        self.reloaded.formUnion(reloaded)
    }
}
