import ListEngineLayout

extension UpdatePlan {
    /// The item nearest to a deleted one among the kept items that do not move. It is the next such item after it,
    /// otherwise the last before it. Other sections are searched as well.
    /// - Parameters:
    ///   - layout: The layout before the update.
    ///   - orMoved: Whether items of sections that moved as a whole count as well.
    /// - Returns: The old and the new position; nil if no item is kept.
    /// - Complexity: O(edits of the section + sections passed over).
    func nearestKept(
        to path: ElementPath, in layout: CollectionViewLayout, orMoved: Bool
    ) -> (before: ElementPath, after: ElementPath)? {
        func kept(_ items: some Sequence<Int>, _ section: Int) -> (before: ElementPath, after: ElementPath)? {
            guard newSection(section) != nil, !reloadedSections.contains(section),
                orMoved || sectionTargets[section] == nil
            else { return nil }
            let map = self.items[section]
            for item in items where map == nil || map?.newIndex(ofKept: item) != nil {
                let before = ElementPath.item(item, inSection: section)
                return newPath(before).map { (before, $0) }
            }
            return nil
        }
        let (first, count) = (path.section, layout.numberOfSections)
        if let next = kept(path.item..<layout.numberOfItems(inSection: first), first) { return next }
        for section in first + 1..<max(first + 1, count) {
            if let next = kept(0..<layout.numberOfItems(inSection: section), section) { return next }
        }
        if let last = kept((0..<path.item).reversed(), first) { return last }
        for section in (0..<first).reversed() {
            if let last = kept((0..<layout.numberOfItems(inSection: section)).reversed(), section) { return last }
        }
        return nil
    }
}
