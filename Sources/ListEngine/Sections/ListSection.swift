import Foundation
import ListEngineLayout

#if canImport(CoreGraphics)
    import CoreGraphics
#endif

/// One section of a list: its items, the cells that show them, their sizes, and its response to selection.
///
///     final class RestaurantsSection: ListSection {
///         weak var context: ListContext?
///         let listIdentifier = "restaurants"
///         var items: [Restaurant] = []
///
///         func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
///             guard let cell: RestaurantCell = dequeueCell(at: indexPath) else { return nil }
///             cell.restaurant = item(for: itemIdentifier, at: indexPath)
///             return cell
///         }
///     }
///
///     let list = ListDataSource()
///     list.attach(to: collectionView)
///     list.append(newSections: [RestaurantsSection()])
///
/// To change a section that is in a list, take two steps. First change ``items``. Then call
/// ``append(items:animatingDifferences:completion:)``,
/// ``update(reconfiguring:reconfiguringHeader:reconfiguringFooter:animatingDifferences:completion:)`` or another method of
/// that kind, which shows the change. The list shows the state after the last of these calls. It does not see a
/// change of ``items`` before the next call.
///
/// ## Identifiers
///
/// The identifier of an item is unique in its section. If several items have the same identifier, the list shows the
/// first and reports the others in ``ListDataSource/diagnostics``. Items that conform to ``ListIdentifiable`` use its
/// identifier. Items that conform to `Identifiable` use their `id`, if the section's methods take its type:
///
///     final class NumbersSection: ListSection {
///         weak var context: ListContext?
///         let listIdentifier = "numbers"
///         var items: [Reading] = []                       // struct Reading: Identifiable { let id: Int }
///         func cell(for itemIdentifier: Int, at indexPath: IndexPath) -> CollectionViewCell? {
///             let cell: NumberCell? = dequeueCell(at: indexPath)
///             cell?.number = itemIdentifier
///             return cell
///         }
///     }
///
/// Other items need ``itemIdentifier(of:)``. Items that conform to both protocols with string identifiers need it as
/// well, to choose one of the two.
///
/// ## Index paths
///
/// All index paths that a section receives or returns are index paths of the whole list.
///
/// ## Sections as values with an identifier
///
/// A section is a ``ListIdentifiable``. That protocol is not isolated to an actor. If ``listIdentifier`` is not a
/// constant, the class conforms on the main actor only: it is declared as a `@MainActor ListSection`.
@MainActor
public protocol ListSection: ListIdentifiable, ListViewDequeuing {
    /// A value type, a class, or `any ListIdentifiable` for items of many types.
    associatedtype Item

    associatedtype ItemIdentifier: Hashable & Sendable = String

    /// The connection to the list. The list sets it when the section is added; the section itself does not. The
    /// reference may be weak or strong, because the context does not keep the list alive.
    var context: ListContext? { get set }

    /// Identifies the section; unique in its list. It is read once, when the section is added.
    var listIdentifier: String { get }

    /// The section's items. The list reads them when the section is added, and in the calls that show the current
    /// items.
    var items: [Item] { get }

    /// Identifies an item. Items that are ``ListIdentifiable`` or `Identifiable` have a default.
    func itemIdentifier(of item: Item) -> ItemIdentifier

    /// The identifiers of all ``items``, in order. The default calls ``itemIdentifier(of:)`` for each item. A section
    /// that already has the identifiers can return them without creating items.
    var itemIdentifiers: [ItemIdentifier] { get }

    // MARK: Views

    /// The cell for an item, usually a dequeued one. If the result is nil, the list shows a ``PlaceholderCell`` and
    /// reports it.
    func cell(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionViewCell?

    /// Fills a cell with the current content of its item. The list calls it after ``cell(for:at:)``, and for
    /// displayed cells when their items are reported as changed. Does nothing by default.
    func configure(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// Provides headers, footers and other supplementary views. The default is the section itself if it conforms,
    /// else nil. The list does not retain the result.
    var supplementaryViewSource: (any ListSectionSupplementaryViewSource)? { get }

    /// The section's title in the index of the list, such as a letter. Nil, the default, leaves it out. See
    /// ``CollectionView/indexTitles``.
    var indexTitle: String? { get }

    // MARK: Life cycle

    /// The section was added to a list, which does not show it yet. Called again when all sections are replaced and
    /// this section is among the new ones. See ``ListDataSource/notifiesNewSectionsOnly``.
    func didMoveToList()

    /// The list became active while an item of this section is visible.
    func didBecomeActive()

    /// The list became inactive while an item of this section is visible.
    func didBecomeInactive()

    /// The ListingKit form of this member. A section implements one of the two.
    func didBecomeDeactive()

    // MARK: Layout

    /// One size for all items in a flow layout, in points. The list neither calls `size(at:)` nor stores a size for
    /// each item, however many there are. The items of a last line that is not full are in the same columns as
    /// those above. If the value is nil, the default, the list calls `size(at:)`.
    var itemSize: CGSize? { get }

    /// The estimated height of an item in a flow layout, in points. Items are rows that are as wide as the section
    /// and as high as the cells that show them. The estimate is used until a row is measured. If the value is nil,
    /// the default, the list requests sizes.
    var estimatedItemHeight: CGFloat? { get }

    /// The estimated size of an item in a flow layout, in points. Items without a different size are as large as the
    /// host measures the cells that show them: see `CollectionViewFlowLayout.estimatedItemSize`. The estimate is used until an item is measured. If the value is nil, the default, the
    /// layout's estimate is used, if it has one.
    var estimatedItemSize: CGSize? { get }

    /// The size of an item in a flow layout, in points. If the result is nil, the default, the layout's item size is
    /// used. ``sizes(ofItemsAt:inSection:)`` calls this method for every item of the section, visible or not.
    func size(at indexPath: IndexPath) -> CGSize?

    /// The same where every item has a size: the ListingKit form of this member. A section implements one of the two. Both
    /// are requirements, because a result without a question mark would compile anyway and never be asked for.
    @_disfavoredOverload
    func size(at indexPath: IndexPath) -> CGSize

    /// The sizes of consecutive items in a flow layout. The list requests them for all items when the section is
    /// laid out, and for new items when some are inserted. If the result is nil, all items have the layout's item
    /// size. The default calls `size(at:)` for each item. A section that already has the sizes can return them
    /// without a call for each:
    ///
    ///     func sizes(ofItemsAt items: Range<Int>, inSection section: Int) -> [CGSize]? { Array(allSizes[items]) }
    ///
    /// - Parameters:
    ///   - items: Positions in the section as it is displayed.
    ///   - section: The section's index in the list.
    func sizes(ofItemsAt items: Range<Int>, inSection section: Int) -> [CGSize]?

    /// Returns the size of an item in a flow layout on any thread, for updates that are prepared. The closure is read
    /// when the preparation begins, and called for new items. It must return what `size(at:)` returns, from values
    /// that it captures. If the value is nil, the default, these sizes are requested when the update is shown. See
    /// ``updatePreparing(animatingDifferences:completion:)``.
    var sharedSizes: (@Sendable (ItemIdentifier) -> CGSize)? { get }

    /// Space around the items in a flow layout, in points. Zero by default.
    var inset: SectionInsets { get }

    /// Space between lines in a flow layout, in points. 0 by default.
    var minimumLineSpacing: CGFloat { get }

    /// The minimum space between the items of a line in a flow layout, in points. 0 by default.
    var minimumInteritemSpacing: CGFloat { get }

    /// The layout of the section in a compositional layout. If the result is nil, the default, the items are rows of
    /// 44 points, as wide as the list.
    /// - Parameter environment: The environment in which the section is laid out.
    func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection?

    /// The layout object of the section, which lays it out in every layout of the collection view: one that computes frames
    /// in the program, or a built-in one such as `GridSectionLayout`. If the value is nil, the default, the layout of the
    /// collection view describes the section, with the members above.
    ///
    /// It is read when the section is laid out. After it has changed, reload the section or invalidate the collection view's
    /// layout. A layout that is an object receives its index, the collection view and the section before it is prepared.
    var sectionLayout: (any CollectionViewSectionLayout)? { get }

    // MARK: Events

    /// The rules of selection in the section. If the value is nil, the default, the settings of the collection view
    /// apply. See ``ListDataSource/selectionPolicy``.
    ///
    /// The collection view is set to allow everything that these settings allow. That happens when the section is
    /// added to the list and when ``selectionSettingsDidChange()`` is called. What these settings forbid is forbidden
    /// in this section only.
    var selectionSettings: CollectionSectionSelectionSettings? { get }

    /// The user selected an item.
    func didSelectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// The user deselected an item.
    func didDeselectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// A cell is about to be shown.
    func willDisplay(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// A cell is no longer shown.
    /// - Parameter indexPath: The index path of the item. If the item was deleted, its index path before the
    ///   deletion.
    func didEndDisplaying(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// The ListingKit form of ``willDisplay(cell:for:at:)``. A section implements one of the two.
    func willDisplay(at indexPath: IndexPath)

    /// The ListingKit form of ``didEndDisplaying(cell:for:at:)``. A section implements one of the two.
    func didEndDisplay(at indexPath: IndexPath)

    /// Whether the section loads its own pages. If true, the list's ``ListPaginationDelegate`` is not notified of the
    /// cell at the index path. False by default.
    func hasPagination(for indexPath: IndexPath) -> Bool
}

extension ListSection {
    public func configure(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}

    public var supplementaryViewSource: (any ListSectionSupplementaryViewSource)? {
        self as? any ListSectionSupplementaryViewSource
    }

    public var indexTitle: String? { nil }

    public func didMoveToList() {}
    public func didBecomeActive() {}
    public func didBecomeInactive() { didBecomeDeactive() }
    public func didBecomeDeactive() {}

    public var itemSize: CGSize? { nil }
    public var estimatedItemHeight: CGFloat? { nil }
    public var estimatedItemSize: CGSize? { nil }

    @inlinable
    public func size(at indexPath: IndexPath) -> CGSize? {
        let size: CGSize = size(at: indexPath)
        return size.width.isNaN ? nil : size
    }

    /// The default returns NaN, which means that the section gives no size.
    @_disfavoredOverload
    @inlinable
    public func size(at indexPath: IndexPath) -> CGSize { CGSize(width: CGFloat.nan, height: CGFloat.nan) }

    // Inlinable, so that the module of a section can specialize the loop with direct calls.
    @inlinable
    public func sizes(ofItemsAt items: Range<Int>, inSection section: Int) -> [CGSize]? {
        var sizes: [CGSize] = []
        sizes.reserveCapacity(items.count)
        var missing = 0
        for item in items {
            let size: CGSize? = size(at: IndexPath(item, inSection: section))
            if size == nil { missing += 1 }
            sizes.append(size ?? CGSize(width: CGFloat.nan, height: CGFloat.nan))
        }
        if missing == sizes.count { return nil }
        guard missing > 0, let itemSize = context?.layoutItemSize else { return sizes }
        return sizes.map { $0.width.isNaN ? itemSize : $0 }
    }

    public var sharedSizes: (@Sendable (ItemIdentifier) -> CGSize)? { nil }

    public var inset: SectionInsets { .zero }
    public var minimumLineSpacing: CGFloat { 0 }
    public var minimumInteritemSpacing: CGFloat { 0 }
    public func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? { nil }
    public var sectionLayout: (any CollectionViewSectionLayout)? { nil }

    public var selectionSettings: CollectionSectionSelectionSettings? { nil }
    public func didSelectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}
    public func didDeselectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}
    public func willDisplay(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {
        willDisplay(at: indexPath)
    }
    public func didEndDisplaying(
        cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) { didEndDisplay(at: indexPath) }
    public func willDisplay(at indexPath: IndexPath) {
        if let context { context.note(self, in: context.defaults.willDisplay) }
    }
    public func didEndDisplay(at indexPath: IndexPath) {
        if let context { context.note(self, in: context.defaults.didEndDisplaying) }
    }
    public func hasPagination(for indexPath: IndexPath) -> Bool { false }
}
