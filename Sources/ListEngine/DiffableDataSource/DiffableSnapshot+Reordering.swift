import ListEngineDiff
import ListEngineLayout

extension DiffableSnapshot {
    /// Returns the snapshot with an item at the position to which the user moved it. Nil if `target` is neither in a section
    /// nor immediately after its last item.
    /// - Parameter target: The target, counted without the item.
    /// - Precondition: The item is at `source`.
    package func moving(_ item: ItemIdentifier, from source: ElementPath, to target: ElementPath) -> Self? {
        guard (0..<numberOfSections).contains(target.section) else { return nil }
        var after = self
        let isHome = source.section == target.section
        let others = numberOfItems(inSectionAt: target.section) - (isHome ? 1 : 0)
        guard (0...others).contains(target.item) else { return nil }
        func other(_ index: Int) -> ItemIdentifier {
            let place = isHome && index >= source.item ? index + 1 : index
            return itemIdentifier(at: ItemIndexPath(section: target.section, item: place))
        }
        if target.item < others {
            after.moveItem(item, beforeItem: other(target.item))
        } else if others > 0 {
            after.moveItem(item, afterItem: other(others - 1))
        } else if !isHome {
            after.appendItems([item], toSection: sectionIdentifier(at: target.section))
        }
        return after
    }
}
