import Foundation
import ListEngineDiff
import ListEngineLayout

/// Connects a section to its list.
///
/// A section receives it as its ``ListSection/context``. It does not keep the list alive. After the list is released,
/// sizes are zero and other values are nil.
///
/// A section updates its own items with its methods, such as
/// ``ListSection/insertItems(_:afterItem:animatingDifferences:completion:)``. Other sections of the list are updated
/// through the ``dataSource``.
@MainActor
public final class ListContext {
    /// The data source that has the section.
    public internal(set) var dataSource: ListDataSource? {
        get { storedDataSource }
        set { storedDataSource = newValue }
    }
    private weak var storedDataSource: ListDataSource?
    /// Whether the data source has, or had, a pagination delegate.
    var paginates = false {
        didSet { if paginates != oldValue { cellObserversDidChange() } }
    }
    /// The classes of sections that are not called about their cells, because they implement nothing.
    let defaults = CellDefaults()

    init() {}

    /// Call this when a section begins or ceases to use the calls about its cells.
    func cellObserversDidChange() { dataSource?.list.cellObserversDidChange() }

    /// Notes that a section leaves a call about its cells to the default, which does nothing.
    func note(_ section: AnyObject, in calls: DefaultCalls) { if calls.note(section) { cellObserversDidChange() } }

    /// The collection view that shows the list.
    public var collectionView: CollectionView? { dataSource?.collectionView }

    /// The object that was passed to the data source as its view controller.
    public var viewController: AnyObject? { dataSource?.viewController }

    /// The size of the visible bounds, in points.
    public var listSize: CGSize { collectionView?.bounds.size ?? .zero }

    /// The item size of the flow layout, in points; nil if the layout is of another class.
    public var layoutItemSize: CGSize? {
        (collectionView?.collectionViewLayout as? CollectionViewFlowLayout)?.itemSize
    }

    /// The extent of an item with a line of text, in points. See ``CollectionViewHost/usualItemExtent``.
    public var usualItemExtent: CGFloat { collectionView?.usualItemExtent ?? 44 }

    /// The height of the titles of a table in the host, in points.
    public var usualTitleExtent: CGFloat { collectionView?.usualTitleExtent ?? 44 }

    // MARK: Positions

    /// The index of a section; nil if it is not in the list.
    public func sectionIndex(of section: any ListSection) -> Int? { dataSource?.listed(section)?.index }

    /// The identifier of the item at an index path; nil if there is none or its identifier is not a string.
    public func itemIdentifier(at indexPath: IndexPath) -> String? { dataSource?.itemIdentifier(at: indexPath) }

    /// The identifier of the item at an index path; nil if there is none or its identifier is of another type.
    public func itemIdentifier<Identifier: Hashable>(at indexPath: IndexPath, as type: Identifier.Type) -> Identifier? {
        dataSource?.itemIdentifier(at: indexPath, as: type)
    }

    /// The index path of an item; nil if the list does not show it.
    public func indexPath<Section: ListSection>(
        for itemIdentifier: Section.ItemIdentifier, in section: Section
    ) -> IndexPath? {
        dataSource?.typed(section)?.indexPath(of: itemIdentifier)
    }

    /// Whether the list shows `count` items of a section in the order in which the section last provided them.
    func showsAllInOrder(of section: some ListSection, count: Int) -> Bool {
        guard let listed = dataSource?.typed(section) else { return false }
        return listed.isAsHeld && listed.shown.numberOfItems == count
    }
}
