import ListEngineDiff
import ListEngineLayout

extension DiffableSnapshot {
    /// The snapshot with an item where the user has moved it.
    /// - Parameter target: Counted without the item.
    /// - Precondition: The item is at `source`, and `target` is in a section or right behind its last item.
    package func moving(_ item: ItemIdentifier, from source: ElementPath, to target: ElementPath) -> Self {
        var after = self
        let isHome = source.section == target.section
        let others = numberOfItems(inSectionAt: target.section) - (isHome ? 1 : 0)
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
