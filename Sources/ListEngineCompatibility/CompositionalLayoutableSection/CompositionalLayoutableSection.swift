import Foundation
import ListEngine
import ListEngineLayout

/// One section of a list, by four slots: who has its items, how it is laid out, who hears of it, who loads ahead.
///
/// As a rule a subclass is all of them itself:
///
///     final class ProductsSection: CompositionalLayoutableSection, CompositionalLayoutableSectionDataSource,
///         CompositionalLayoutableSectionLayout, CompositionalLayoutableSectionDelegate
///     {
///         var items: [Product] = []
///
///         override init() {
///             super.init()
///             dataSource = self
///             layout = self
///             delegate = self
///         }
///         ...
///     }
///
/// The slots keep nobody alive. A ``CompositionalLayoutProvider`` has the sections of a list in order. Index paths and
/// section numbers are those of the whole list.
@MainActor
open class CompositionalLayoutableSection {
    /// Has the items, as a rule a ``CompositionalLayoutableSectionDataSource``. Without one the section has no items.
    open weak var dataSource: (any CollectionViewDataSource)?

    /// Hears of items that will soon be shown.
    open weak var prefetchDataSource: (any CollectionViewDataSourcePrefetching)?

    /// Says how the section is laid out. Without one it shows none of its items.
    open weak var layout: (any CompositionalLayoutableSectionLayout)?

    /// Hears of the items, and registers what they are shown by.
    open weak var delegate: (any CompositionalLayoutableSectionDelegate)?

    /// The list that shows the section.
    public internal(set) weak var collectionView: CollectionView?

    /// The number of the section in the list; nil where no list shows it.
    public internal(set) var index: Int?

    public init() {}

    /// Loads the section again: its items and all its views.
    /// - Returns: False where no list shows the section, and nothing was done.
    @discardableResult
    open func reloadData() -> Bool {
        guard let collectionView, index != nil, let list = collectionView.dataSource as? CompositionalLayoutDataSource
        else { return false }
        list.queue.add { [weak self] in
            guard let self, let collectionView = self.collectionView, let index else { return }
            collectionView.reload(index)
        }
        return true
    }
}

/// Says how a section is laid out.
@MainActor
public protocol CompositionalLayoutableSectionLayout: AnyObject {
    /// - Parameters:
    ///   - index: The number of the section in the list.
    ///   - layoutEnvironment: Where the list is.
    func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection
}

extension CompositionalLayoutableSectionLayout {
    /// Answers the page that a section scrolled on its own stands at: the nearest multiple of the container's width. To be
    /// called by a section's `CollectionLayoutSection.visibleItemsInvalidationHandler`, with what that is given.
    ///
    ///     section.visibleItemsInvalidationHandler = { items, offset, environment in
    ///         self.currentPageDidChanged(withItems: items, offset: offset, layoutEnvironment: environment) { page in
    ///             pages.current = page
    ///         }
    ///     }
    ///
    /// - Parameter completion: Gets the page, from 0, before this returns. In a container without width it is 0.
    public func currentPageDidChanged(
        withItems items: [CollectionLayoutVisibleItem], offset: CGPoint,
        layoutEnvironment: CollectionLayoutEnvironment, completion: (Int) -> Void
    ) {
        let width = layoutEnvironment.container.effectiveContentSize.width
        let page = width > 0 ? (offset.x / width).rounded() : 0
        completion(Int(exactly: page) ?? 0)
    }
}

/// Hears of the items of a section, and registers what they are shown by.
@MainActor
public protocol CompositionalLayoutableSectionDelegate: CollectionViewDelegate {
    /// Registers the cells of the section.
    func registerCell(_ collectionView: CollectionView)

    /// Registers headers, footers and badges. Does nothing by default.
    func registerSupplementaryView(_ collectionView: CollectionView)

    /// Registers decorations. Does nothing by default.
    func registerDecorationView(_ layout: CollectionViewCompositionalLayout)
}

extension CompositionalLayoutableSectionDelegate {
    public func registerSupplementaryView(_ collectionView: CollectionView) {}
    public func registerDecorationView(_ layout: CollectionViewCompositionalLayout) {}
}

/// Has the sections of a list, in order. What it changes the list shows after
/// ``CollectionView/updateCollectionViewCompositionalLayout(for:)``.
@MainActor
public protocol CompositionalLayoutProvider: AnyObject {
    var compositionalLayoutSections: [CompositionalLayoutableSection] { get set }
}
