import Foundation
import ListEngineLayout

/// Edits by position of a section whose items have no identifiers.
struct PositionalEdits {
    /// Old positions.
    private(set) var deleted: IndexSet = []
    /// New positions.
    private(set) var inserted: IndexSet = []
    /// Old positions.
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

/// Edits by position of the sections of a provider. Sections count from the provider's first one.
struct ProviderEdits {
    /// By the positions of sections before the update.
    var sections: [Int: PositionalEdits] = [:]
    /// Positions before the update.
    var deletedSections: IndexSet = []
    /// Positions after the update.
    var insertedSections: IndexSet = []
    /// Positions before and after the update.
    var moves: [(from: ElementPath, to: ElementPath)] = []

    /// The edits of sections, with the items that move away and arrive.
    var sectionsWithMoves: [Int: PositionalEdits] {
        if moves.isEmpty { return sections }
        var sections = sections
        let map = IndexMap(
            deleted: IndexRuns(ranges: Array(deletedSections.rangeView)),
            inserted: IndexRuns(ranges: Array(insertedSections.rangeView)))
        for move in moves {
            if !deletedSections.contains(move.from.section) {
                sections[move.from.section, default: PositionalEdits()].add([move.from.item], [], [])
            }
            if let section = map.oldIndex(ofKept: move.to.section) {
                sections[section, default: PositionalEdits()].add([], [move.to.item], [])
            }
        }
        return sections
    }
}
