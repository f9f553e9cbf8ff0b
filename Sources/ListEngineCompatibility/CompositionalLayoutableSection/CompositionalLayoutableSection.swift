import Foundation
import ListEngine
import ListEngineLayout

/// One section of a list. Four properties hold the objects that provide its items, lay it out, receive its events and
/// prefetch its content.
///
/// Usually a subclass takes all of these roles itself:
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
///
///         func registerCell(_ collectionView: CollectionView) { collectionView.register(ProductCell.self) }
///
///         func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { items.count }
///
///         func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
///             view.dequeueReusableCell(ProductCell.self, for: indexPath)
///         }
///
///         func sectionLayout(
///             at index: Int, layoutEnvironment: CollectionLayoutEnvironment
///         ) -> CollectionLayoutSection { .list(itemHeight: .absolute(44)) }
///     }
///
/// The four objects are held weakly. A ``CompositionalLayoutProvider`` has the sections of a list in order. Index paths
/// and section indices are those of the whole list.
@MainActor
open class CompositionalLayoutableSection {
    /// Provides the items. Usually it is a ``CompositionalLayoutableSectionDataSource``. Without one the section has no
    /// items.
    open var dataSource: (any CollectionViewDataSource)? {
        get { storedDataSource }
        set {
            storedDataSource = newValue
            CollectionView.partnerChanges &+= 1
        }
    }
    private weak var storedDataSource: (any CollectionViewDataSource)?

    /// Is notified of items that will be shown soon.
    open weak var prefetchDataSource: (any CollectionViewDataSourcePrefetching)?

    /// Lays the section out. Without one the section shows none of its items.
    open weak var layout: (any CompositionalLayoutableSectionLayout)?

    /// Receives the events of the items, and registers their views.
    open var delegate: (any CompositionalLayoutableSectionDelegate)? {
        get { storedDelegate }
        set {
            storedDelegate = newValue
            CollectionView.partnerChanges &+= 1
        }
    }
    private weak var storedDelegate: (any CompositionalLayoutableSectionDelegate)?

    /// The collection view that shows the section.
    public internal(set) weak var collectionView: CollectionView?

    /// The index of the section in the list; nil if no list shows it.
    public internal(set) var index: Int?

    public init() {}

    /// Reloads the section: its items and all its views.
    /// - Returns: False if no list shows the section. Nothing is done then.
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

/// Lays a section out.
@MainActor
public protocol CompositionalLayoutableSectionLayout: AnyObject {
    /// - Parameters:
    ///   - index: The index of the section in the list.
    ///   - layoutEnvironment: The environment of the list, such as its container.
    func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection
}

extension CompositionalLayoutableSectionLayout {
    /// Computes the current page of a section that scrolls independently, and passes it to `completion`. The page is
    /// the nearest multiple of the container's width. Call this in a section's
    /// `CollectionLayoutSection.visibleItemsInvalidationHandler`, with the arguments of the handler.
    ///
    ///     section.visibleItemsInvalidationHandler = { items, offset, environment in
    ///         self.currentPageDidChanged(withItems: items, offset: offset, layoutEnvironment: environment) { page in
    ///             pages.current = page
    ///         }
    ///     }
    ///
    /// - Parameter completion: Receives the page, counted from 0, before this method returns. The page is 0 in a
    ///   container without width.
    public func currentPageDidChanged(
        withItems items: [CollectionLayoutVisibleItem], offset: CGPoint,
        layoutEnvironment: CollectionLayoutEnvironment, completion: (Int) -> Void
    ) {
        let width = layoutEnvironment.container.effectiveContentSize.width
        let page = width > 0 ? (offset.x / width).rounded() : 0
        completion(Int(exactly: page) ?? 0)
    }
}

/// Receives the events of a section's items, and registers their views.
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

/// Provides the sections of a list, in order. The list shows changes of the array after a call of
/// ``CollectionView/updateCollectionViewCompositionalLayout(for:)``.
@MainActor
public protocol CompositionalLayoutProvider: AnyObject {
    var compositionalLayoutSections: [CompositionalLayoutableSection] { get set }
}
