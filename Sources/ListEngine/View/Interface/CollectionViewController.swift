import Foundation
import ListEngineLayout

/// Owns a collection view, and is its data source, delegate and prefetch source.
///
///     final class BooksController: CollectionViewController {
///         override func viewDidLoad() { collectionView.register(BookCell.self) }
///         override func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { books.count }
///         override func collectionView(
///             _ view: CollectionView, cellForItemAt indexPath: IndexPath
///         ) -> CollectionViewCell {
///             let cell = view.dequeueReusableCell(BookCell.self, for: indexPath)
///             cell.title = books[indexPath.item].title
///             return cell
///         }
///     }
///
/// The view is created when it is first used. All members of the protocols can be overridden. The implementations
/// here do the same as the protocols' default implementations.
@MainActor
open class CollectionViewController: CollectionViewDelegateRouter, CollectionViewDataSource,
    CollectionViewDataSourcePrefetching
{
    private let initialLayout: any CollectionViewLayoutRecipe

    /// - Parameter layout: The layout of the view.
    public init(collectionViewLayout layout: any CollectionViewLayoutRecipe) {
        initialLayout = layout
        super.init()
    }

    /// The view. The first access creates it and calls ``viewDidLoad()``.
    public var collectionView: CollectionView {
        if let viewIfLoaded { return viewIfLoaded }
        let view = loadView(layout: initialLayout)
        viewIfLoaded = view
        prepareView?(view)
        view.dataSource = self
        view.delegate = self
        view.prefetchDataSource = self
        viewDidLoad()
        return view
    }

    /// Called once, after the view was created and before it gets its data source and ``viewDidLoad()`` is called.
    package var prepareView: (@MainActor (CollectionView) -> Void)?

    /// The view, or nil if it was not created yet.
    public private(set) var viewIfLoaded: CollectionView?

    /// Creates the view. Override it to create a view of your own class. The view's bounds come from the host.
    open func loadView(layout: any CollectionViewLayoutRecipe) -> CollectionView {
        CollectionView(frame: .zero, collectionViewLayout: layout)
    }

    /// Called once, after the view was created.
    open func viewDidLoad() {}

    // MARK: CollectionViewDataSource

    open func collectionView(_ collectionView: CollectionView, willLoad scope: CollectionViewLoadScope) {}

    open func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

    /// Returns 0. Override it.
    open func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 0 }

    /// Returns a placeholder. Override it.
    open func collectionView(
        _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
    ) -> CollectionViewCell { collectionView.dequeueReusableCell(PlaceholderCell.self, for: indexPath) }

    open func collectionView(
        _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
    ) -> CollectionReusableView? { nil }

    open func collectionView(_ collectionView: CollectionView, indexTitleForSection section: Int) -> String? { nil }

    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }

    open func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, setExpanded isExpanded: Bool, forItemAt indexPath: IndexPath
    ) -> Bool { false }

    // MARK: CollectionViewDataSourcePrefetching

    open func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {}

    open func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {}

    // MARK: CollectionViewDelegate

    /// Returns the menu of a single item. Override it for menus of several items.
    open override func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        let menu = super.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point)
        guard menu == nil, indexPaths.count == 1 else { return menu }
        return self.collectionView(collectionView, contextMenuForItemAt: indexPaths[0], point: point)
    }
}
