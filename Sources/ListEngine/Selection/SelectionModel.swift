import ListEngineLayout

/// The selected items of a list, by position.
struct SelectionModel {
    private(set) var items: Set<ElementPath> = []

    var isEmpty: Bool { items.isEmpty }

    func contains(_ path: ElementPath) -> Bool { items.contains(path) }

    mutating func insert(_ path: ElementPath) { items.insert(path) }

    mutating func remove(_ path: ElementPath) { items.remove(path) }

    mutating func removeAll() { items.removeAll() }

    /// In reading order.
    var sorted: [ElementPath] { items.sorted() }

    /// Takes the positions after a batch; what was deleted is no longer selected.
    mutating func renumber(_ plan: UpdatePlan) {
        if !items.isEmpty { items = Set(items.compactMap { plan.newPath($0) }) }
    }
}
