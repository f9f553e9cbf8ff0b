import ListEngineLayout

/// An item taken from one place and put at another: where all other items go.
struct ItemMove: Hashable {
    /// Before.
    var from: ElementPath
    /// After; counted without the item, as it were when it has been taken out.
    var to: ElementPath

    /// Where an item stands after the move.
    func applied(to path: ElementPath) -> ElementPath {
        guard path.category == .item else { return path }
        if path == from { return to }
        var path = path
        if path.section == from.section, path.item > from.item { path.item -= 1 }
        if path.section == to.section, path.item >= to.item { path.item += 1 }
        return path
    }

    /// Where an item stood before the move.
    func undone(for path: ElementPath) -> ElementPath {
        guard path.category == .item else { return path }
        if path == to { return from }
        var path = path
        if path.section == to.section, path.item > to.item { path.item -= 1 }
        if path.section == from.section, path.item >= from.item { path.item += 1 }
        return path
    }
}
