import Foundation
import ListEngine
import ListEngineLayout

/// Shows sections as a table: each item is a row as wide as the list.
///
/// The height of a row is set by its section, or else by the table. A row is deselected as soon as its selection has
/// been reported. If ``onDelete`` is set, the user can delete a row by swiping.
@MainActor
open class TableListAdapter: ListAdapter {
    /// The height of rows whose section sets no height, in points. By default it is that of a line of text, 44 points in a
    /// window: see `CollectionViewHost.usualItemExtent`.
    open var rowHeight: CGFloat {
        get { statedRowHeight ?? usualItemExtent }
        set {
            statedRowHeight = newValue
            collectionView?.invalidateLayout()
        }
    }
    private var statedRowHeight: CGFloat?

    /// Called to delete an item from the model. The closure must call `completion` once. If it passes true, the row is
    /// deleted at its current position.
    open var onDelete: (@MainActor (_ indexPath: IndexPath, _ completion: @escaping @MainActor (Bool) -> Void) -> Void)?

    /// The title of the delete button.
    open var deleteTitle = "Delete"

    open override func recipe(of section: SectionDescription, in context: SectionLayoutContext) -> SectionRecipe {
        let isVertical = context.scrollDirection == .vertical
        let container = context.containerSize
        let (header, footer) = (section.sizeOfHeader(in: container), sizeOfFooter(of: section, in: container))
        var recipe = SectionRecipe.list(
            count: context.itemCount, height: section.rowHeight ?? rowHeight, insets: section.edgeInsets,
            header: isVertical ? header.height : header.width, footer: isVertical ? footer.height : footer.width)
        recipe.raisesUnusableSizes = true
        return recipe
    }

    open override func didSelect(itemAt indexPath: IndexPath, of section: SectionDescription) {
        super.didSelect(itemAt: indexPath, of: section)
        guard let collectionView, collectionView.isItemSelected(at: indexPath) else { return }
        collectionView.deselectItem(at: indexPath, animated: true)
    }

    open override func trailingSwipeActions(
        forItemAt indexPath: IndexPath, of section: SectionDescription
    ) -> CollectionSwipeActions? {
        guard onDelete != nil else { return nil }
        return CollectionSwipeActions([
            CollectionSwipeAction(.destructive, title: deleteTitle) { [weak self, weak section] _, now, completion in
                guard let self, let section else { return completion(false) }
                delete(itemAt: now, of: section, completion)
            }
        ])
    }

    open override func commit(
        _ style: CollectionEditingStyle, forItemAt indexPath: IndexPath, of section: SectionDescription
    ) { if style == .delete { delete(itemAt: indexPath, of: section) { _ in } } }

    /// Deletes an item by calling ``onDelete``. The row is deleted when its callback receives true.
    open func delete(
        itemAt indexPath: IndexPath, of section: SectionDescription,
        _ completion: @escaping @MainActor (Bool) -> Void
    ) {
        guard let onDelete, section.viewModel(at: indexPath[1]) != nil else { return completion(false) }
        // Updates may move the item before the completion is called.
        let item = section.track(indexPath[1])
        var isAnswered = false
        onDelete(indexPath) { [weak section] isDone in
            guard !isAnswered else { return }
            isAnswered = true
            if isDone { section?.remove(item) } else { section?.untrack(item) }
            completion(isDone)
        }
    }
}
