extension ListEdit {
    /// The element that an anchor follows: the element itself, or if it is deleted, the item that replaces it.
    ///
    /// It is the first of these that exists: the next kept item of its section; the last kept item before it in its section;
    /// the first kept item of a later section; the last kept item of an earlier section. An item that moves replaces no other. A header
    /// or footer follows its section.
    /// - Parameters:
    ///   - layout: The layout before the edit.
    ///   - followingMoves: If false, an item that moves, alone or with its section, is replaced as a deleted one.
    /// - Returns: The old and the new position; nil if no item is kept.
    /// - Complexity: O(log edits + sections passed over).
    package func survivor(
        of path: ElementPath, in layout: CollectionViewLayout, followingMoves: Bool
    ) -> (before: ElementPath, after: ElementPath)? {
        if path.section == ElementPath.wholeList { return (path, path) }
        if path.category != .item, let section = newSection(path.section) {
            return (path, ElementPath(section: section, item: path.item, category: path.category))
        }
        let path = ElementPath.item(path.category == .item ? path.item : 0, inSection: path.section)
        if followingMoves || !isMoved(path), let after = newPath(path) { return (path, after) }
        func kept(_ section: Int, _ item: (IndexMap, _ count: Int) -> Int?) -> (
            before: ElementPath, after: ElementPath
        )? {
            guard let new = newSection(section), !reloadedSections.contains(section),
                followingMoves || !isMoved(section: section)
            else { return nil }
            let map = items[section] ?? IndexMap()
            guard let item = item(map, layout.numberOfItems(inSection: section)), let after = map.newIndex(ofKept: item)
            else { return nil }
            return (.item(item, inSection: section), .item(after, inSection: new))
        }
        if !reloadedSections.contains(path.section), followingMoves || !isMoved(section: path.section),
            let nearest = nearestKept(to: path, count: layout.numberOfItems(inSection: path.section))
        {
            return nearest
        }
        for section in path.section + 1..<max(path.section + 1, layout.numberOfSections) {
            if let next = kept(section, { $0.firstKept(from: 0, count: $1) }) { return next }
        }
        for section in (0..<path.section).reversed() {
            if let last = kept(section, { $0.lastKept(upTo: $1 - 1) }) { return last }
        }
        return nil
    }
}
