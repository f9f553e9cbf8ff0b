import Foundation
import ListEngineLayout

/// Owns a collection view, and is its data source, delegate and prefetch source.
///
///     final class BooksController: CollectionViewController {
///         override func viewDidLoad() { collectionView.register(BookCell.self) }
///         override func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { books.count }
///         ...
///     }
///
/// The view is made when it is first asked for. All members of the protocols can be overridden; what they do here is what
/// the protocols' defaults do.
@MainActor
open class CollectionViewController: CollectionViewDataSource, CollectionViewDelegate,
    CollectionViewDataSourcePrefetching
{
    private let initialLayout: any CollectionViewLayoutRecipe
    private var loadedView: CollectionView?

    /// - Parameter layout: The layout that the view is made with.
    public init(collectionViewLayout layout: any CollectionViewLayoutRecipe) { initialLayout = layout }

    /// The view; asking for it makes it, and calls ``viewDidLoad()``, once.
    public var collectionView: CollectionView {
        if let loadedView { return loadedView }
        let view = loadView(layout: initialLayout)
        loadedView = view
        didMake(view)
        viewDidLoad()
        return view
    }

    /// The view has been made, and gets who it is to ask.
    func didMake(_ view: CollectionView) {
        view.dataSource = self
        view.delegate = self
        view.prefetchDataSource = self
    }

    /// The view where it has been made.
    public var viewIfLoaded: CollectionView? { loadedView }

    /// Makes the view. An override can make one of a class of its own; its bounds come from the host.
    open func loadView(layout: any CollectionViewLayoutRecipe) -> CollectionView {
        CollectionView(frame: .zero, collectionViewLayout: layout)
    }

    /// Called once, when the view has been made.
    open func viewDidLoad() {}

    // MARK: CollectionViewDataSource

    open func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {}

    open func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

    /// None, unless overridden.
    open func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 0 }

    /// A placeholder, unless overridden.
    open func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell { collectionView.dequeueReusableCell(PlaceholderCell.self, for: indexPath) }

    open func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? { nil }

    // MARK: CollectionViewDataSourcePrefetching

    open func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {}

    open func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {}

    // MARK: CollectionViewDelegate

    open func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, didEndDisplayingSupplementaryView view: CollectionReusableView,
        forElementKind kind: ElementKind, at indexPath: IndexPath
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, initialLayoutAttributesForAppearing element: LayoutAttributes
    ) -> LayoutAttributes? { nil }

    open func collectionView(
        _ collectionView: CollectionView, finalLayoutAttributesForDisappearing element: LayoutAttributes
    ) -> LayoutAttributes? { nil }

    open func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? { nil }

    open func collectionView(
        _ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath
    ) -> Bool { true }

    open func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {}
    open func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {}

    open func collectionView(
        _ collectionView: CollectionView, shouldSelectItemAt indexPath: IndexPath
    ) -> Bool { true }

    open func collectionView(
        _ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath
    ) -> Bool { true }

    open func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {}
    open func collectionView(_ collectionView: CollectionView, didDeselectItemAt indexPath: IndexPath) {}

    // MARK: Interaction

    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }

    open func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {}

    open func collectionView(
        _ collectionView: CollectionView,
        targetIndexPathForMoveOfItemFromOriginalIndexPath originalIndexPath: IndexPath,
        atCurrentIndexPath currentIndexPath: IndexPath, toProposedIndexPath proposedIndexPath: IndexPath
    ) -> IndexPath { proposedIndexPath }

    open func collectionView(_ collectionView: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool { true }

    open func collectionView(_ collectionView: CollectionView, willBeginEditingItemAt indexPath: IndexPath) {}

    open func collectionView(_ collectionView: CollectionView, didEndEditingItemAt indexPath: IndexPath?) {}

    open func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    open func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? { nil }

    open func collectionView(_ collectionView: CollectionView, canPerformPrimaryActionForItemAt indexPath: IndexPath)
        -> Bool
    { !collectionView.isEditing }

    open func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {}

    open func collectionView(
        _ collectionView: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool { false }

    open func collectionView(
        _ collectionView: CollectionView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) {}

    open func collectionViewDidEndMultipleSelectionInteraction(_ collectionView: CollectionView) {}

    open func collectionView(_ collectionView: CollectionView, selectionFollowsFocusForItemAt indexPath: IndexPath)
        -> Bool
    { collectionView.selectionFollowsFocus }

    open func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { nil }

    open func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        guard indexPaths.count == 1 else { return nil }
        return self.collectionView(collectionView, contextMenuForItemAt: indexPaths[0], point: point)
    }

    open func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { nil }

    open func collectionView(
        _ collectionView: CollectionView, contextMenu: CollectionContextMenu,
        dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { nil }

    open func collectionView(
        _ collectionView: CollectionView, willDisplayContextMenu contextMenu: CollectionContextMenu
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu
    ) {}

    // MARK: CollectionViewScrollDelegate

    open func collectionViewDidScroll(_ collectionView: CollectionView) {}
    open func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {}
    open func collectionViewWillBeginDragging(_ collectionView: CollectionView) {}

    open func collectionViewWillEndDragging(
        _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {}

    open func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {}
}
