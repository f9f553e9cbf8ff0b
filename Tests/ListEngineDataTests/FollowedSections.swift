@testable import ListEngineData

/// The sections of a list that follows updates by position: the title of each; nil for the section of a source without headings.
struct FollowedSections {
    private(set) var titles: [String?] = [nil]
    private var starts = RowSectionStarts()
    private var count = 1

    /// Applies an update.
    /// - Parameters:
    ///   - title: The title of the section at an index after the update.
    ///   - count: The number of items after the update.
    /// - Returns: The contradiction in the update; nil if there is none.
    mutating func follow(_ update: RowsUpdate, _ title: (Int) -> String?, count: Int) -> String? {
        defer { self.count = count }
        guard update.sectionsBefore == starts else { return "\(update.sectionsBefore.starts) before, \(starts.starts)" }
        starts = update.sectionsAfter
        let shown = starts.starts.indices.map(title)
        let kept = titles.indices.filter { !update.deletedSections.contains($0) }.map { titles[$0] }
        let inserted = Set(update.insertedSections)
        guard shown.indices.filter({ !inserted.contains($0) }).map({ shown[$0] }) == kept else {
            return "\(titles) became \(shown), deleted \(update.deletedSections), inserted \(update.insertedSections)"
        }
        titles = shown
        // An item that neither moves nor is deleted stays in its section.
        let moved = Set(update.moves.map(\.from))
        let deleted = Set(update.deleted.joined())
        for position in stride(from: 0, to: self.count, by: max(1, self.count / 60))
        where !moved.contains(position) && !deleted.contains(position) {
            let new = update.newPosition(of: position)
            guard new < count else { return "\(position) is at \(new) of \(count)" }
            let (old, section) = (update.sectionsBefore.place(of: position), update.sectionsAfter.place(of: new))
            guard !update.deletedSections.contains(old.section), !inserted.contains(section.section),
                update.formerIndex(ofSection: section.section) == old.section
            else { return "\(position) of section \(old.section) is in section \(section.section), at \(new)" }
        }
        return nil
    }
}
