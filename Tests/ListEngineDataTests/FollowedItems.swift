import ListEngineData

/// The items of a list that follows updates by position, as a collection view does: the identity of a row, nil for a placeholder.
struct FollowedItems {
    var ids: [Int?] = [nil]
    /// Whether rows that are far from the screen become placeholders without an update.
    var dropsRows = false

    private enum Item {
        case row(Int)
        case placeholder
        /// A placeholder that shows a row now.
        case loaded
    }

    /// Applies an update.
    /// - Parameter id: The identity of the row that is at a position after the update.
    /// - Returns: The contradiction in the update; nil if there is none.
    mutating func follow(_ update: RowsUpdate, _ id: (Int) -> Int?) -> String? {
        var old: [Item?] = ids.map { $0.map { .row($0) } ?? .placeholder }
        for position in update.loaded.joined() {
            guard ids.indices.contains(position), ids[position] == nil || dropsRows else {
                return "\(position) was no placeholder"
            }
            old[position] = .loaded
        }
        for position in update.changed where !ids.indices.contains(position) { return "\(position) has changed" }
        var moved: [Int: Int?] = [:]
        for move in update.moves {
            guard moved.updateValue(ids[move.from], forKey: move.to) == nil else {
                return "two rows move to \(move.to)"
            }
            old[move.from] = nil
        }
        for position in update.deleted.joined() {
            guard old.indices.contains(position), old[position] != nil else { return "\(position) is deleted twice" }
            old[position] = nil
        }
        var stay = old.compactMap { $0 }[...]
        var inserted = Set(update.inserted.joined())
        var new: [Int?] = []
        while true {
            if let row = moved.removeValue(forKey: new.count) {
                new.append(row)
            } else if inserted.remove(new.count) != nil {
                new.append(id(new.count))
            } else if let next = stay.popFirst() {
                switch next {
                case .row(let row): new.append(row)
                case .placeholder: new.append(nil)
                case .loaded:
                    guard let row = id(new.count) else { return "\(new.count) shows no row" }
                    new.append(row)
                }
            } else {
                break
            }
        }
        guard moved.isEmpty, inserted.isEmpty else { return "items past the end: \(moved.keys) \(inserted)" }
        ids = new
        return nil
    }
}
