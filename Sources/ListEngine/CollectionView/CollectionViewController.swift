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
open class CollectionViewController: CollectionViewDelegateRouter, CollectionViewDataSource,
    CollectionViewDataSourcePrefetching
{
    private let initialLayout: any CollectionViewLayoutRecipe
    private var loadedView: CollectionView?

    /// - Parameter layout: The layout that the view is made with.
    public init(collectionViewLayout layout: any CollectionViewLayoutRecipe) {
        initialLayout = layout
        super.init()
    }

    /// The view; asking for it makes it, and calls ``viewDidLoad()``, once.
    public var collectionView: CollectionView {
        if let loadedView { return loadedView }
        let view = loadView(layout: initialLayout)
        loadedView = view
        prepareView?()
        didMake(view)
        viewDidLoad()
        return view
    }

    /// Called once, when the view has been made and before it gets its data source and ``viewDidLoad()`` is called.
    package var prepareView: (@MainActor () -> Void)?

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

    open func collectionView(_ collectionView: CollectionView, canMoveItemAt indexPath: IndexPath) -> Bool { false }

    open func collectionView(
        _ collectionView: CollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}

    open func collectionView(
        _ collectionView: CollectionView, commit editingStyle: CollectionEditingStyle, forItemAt indexPath: IndexPath
    ) {}

    // MARK: CollectionViewDataSourcePrefetching

    open func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {}

    open func collectionView(
        _ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) {}

    // MARK: CollectionViewDelegate

    /// That of one item, unless overridden.
    open override func collectionView(
        _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
    ) -> CollectionContextMenu? {
        let menu = super.collectionView(collectionView, contextMenuForItemsAt: indexPaths, point: point)
        guard menu == nil, indexPaths.count == 1 else { return menu }
        return self.collectionView(collectionView, contextMenuForItemAt: indexPaths[0], point: point)
    }
}
