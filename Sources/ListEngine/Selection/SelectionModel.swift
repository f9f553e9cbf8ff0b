import ListEngineLayout

/// The selected items of a list, by position.
struct SelectionModel {
    private(set) var items: Set<ElementPath> = []

    init(items: Set<ElementPath> = []) { self.items = items }

    var isEmpty: Bool { items.isEmpty }

    func contains(_ path: ElementPath) -> Bool { items.contains(path) }

    mutating func insert(_ path: ElementPath) { items.insert(path) }

    mutating func remove(_ path: ElementPath) { items.remove(path) }

    /// The selected items in reading order.
    var sorted: [ElementPath] { items.sorted() }

    /// Deleted items are no longer selected.
    func following(_ change: PositionChange) -> SelectionModel {
        SelectionModel(items: Set(items.compactMap { change.newPath($0) }))
    }
}
