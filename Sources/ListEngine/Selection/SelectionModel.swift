import ListEngineLayout

/// The selected items of a list, by position.
struct SelectionModel {
    private(set) var items: Set<ElementPath> = []

    var isEmpty: Bool { items.isEmpty }

    func contains(_ path: ElementPath) -> Bool { items.contains(path) }

    mutating func insert(_ path: ElementPath) { items.insert(path) }

    mutating func remove(_ path: ElementPath) { items.remove(path) }

    /// The selected items in reading order.
    var sorted: [ElementPath] { items.sorted() }

    /// Deleted items are no longer selected.
    mutating func follow(_ change: PositionChange) {
        if !items.isEmpty { items = Set(items.compactMap { change.newPath($0) }) }
    }
}
