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

    /// The position after the update of a section that stays: the n-th one that stays is the n-th one that is not inserted.
    func newIndex(ofSection old: Int) -> Int {
        var index = old - deletedSections.count(in: 0..<max(0, old))
        for inserted in insertedSections {
            if inserted > index { break }
            index += 1
        }
        return index
    }

    /// The position before the update of a section; nil if it is inserted.
    func oldIndex(ofSection new: Int) -> Int? {
        if insertedSections.contains(new) { return nil }
        var index = new - insertedSections.count(in: 0..<max(0, new))
        for deleted in deletedSections {
            if deleted > index { break }
            index += 1
        }
        return index
    }

    /// The edits of sections, with the items that move away and arrive.
    var sectionsWithMoves: [Int: PositionalEdits] {
        var sections = sections
        for move in moves {
            if !deletedSections.contains(move.from.section) {
                sections[move.from.section, default: PositionalEdits()].add([move.from.item], [], [])
            }
            if let section = oldIndex(ofSection: move.to.section) {
                sections[section, default: PositionalEdits()].add([], [move.to.item], [])
            }
        }
        return sections
    }
}
