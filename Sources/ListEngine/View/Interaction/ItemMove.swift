import ListEngineLayout

/// The move of a single item, and its effect on the positions of all other items.
struct ItemMove: Hashable {
    /// The old position.
    var from: ElementPath
    /// The new position, counted without the item.
    var to: ElementPath

    /// The position of an item after the move.
    func applied(to path: ElementPath) -> ElementPath {
        guard path.category == .item else { return path }
        if path == from { return to }
        var path = path
        if path.section == from.section, path.item > from.item { path.item -= 1 }
        if path.section == to.section, path.item >= to.item { path.item += 1 }
        return path
    }

    /// The position of an item before the move.
    func undone(for path: ElementPath) -> ElementPath {
        guard path.category == .item else { return path }
        if path == to { return from }
        var path = path
        if path.section == to.section, path.item > to.item { path.item -= 1 }
        if path.section == from.section, path.item >= from.item { path.item += 1 }
        return path
    }
}
