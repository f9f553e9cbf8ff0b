import Foundation
import ListEngineLayout

/// One section of a list: its items, the cells that show them, their sizes, and what happens when they are chosen.
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
///     list.prepare(for: collectionView)
///     list.append(newSections: [RestaurantsSection()])
///
/// A section that was added is changed in two steps: ``items`` first, then a call of ``append(items:animatingDifferences:completion:)``,
/// ``update(reconfiguring:reloadingHeader:reloadingFooter:animatingDifferences:completion:)`` or another of that
/// kind, which shows the change. What is shown is what the last of these calls left, not what ``items`` holds meanwhile.
///
/// ## Identifiers
///
/// Items are told apart by their identifiers, which are unique among the items of one section: of those that have the
/// same one the first is shown, and the others are reported in ``ListDataSource/diagnostics``. The identifier is that of
/// ``ListIdentifiable``, where items conform to it; or that of `Identifiable`, where the section's methods take its type:
///
///     final class NumbersSection: ListSection {
///         var items: [Reading] = []                       // struct Reading: Identifiable { let id: Int }
///         func cell(for itemIdentifier: Int, at indexPath: IndexPath) -> CollectionViewCell? { ... }
///     }
///
/// Other items need ``itemIdentifier(of:)``; so do those that conform to both with strings, to say which counts.
///
/// ## Index paths
///
/// Those that a section gets and gives are of the whole list.
@MainActor
public protocol ListSection: ListViewDequeuing {
    /// A value, a class or, as `any ListIdentifiable`, items of many types.
    associatedtype Item

    associatedtype ItemIdentifier: Hashable & Sendable = String

    /// Leads to the list. Set when the section is added, and not by the section. Weak or not is the section's choice: the
    /// context does not keep the list alive.
    var context: ListContext? { get set }

    /// Says which section this is: unique in its list, where it is read once, when the section is added.
    var listIdentifier: String { get }

    /// What the section holds. Read when the section is added, and by the calls that show what it holds now.
    var items: [Item] { get }

    /// Says which item this is. There is a default for items that are ``ListIdentifiable`` or `Identifiable`.
    func itemIdentifier(of item: Item) -> ItemIdentifier

    /// The identifiers of all ``items``, in order. The default asks for each; a section that has them at hand answers them
    /// without making items.
    var itemIdentifiers: [ItemIdentifier] { get }

    // MARK: Views

    /// The cell for an item, as a rule one that was dequeued. Nil shows a ``PlaceholderCell`` and is reported.
    func cell(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionViewCell?

    /// Fills a cell with what its item shows now: called after ``cell(for:at:)``, and for cells that are shown when their
    /// items are said to have changed. Does nothing by default.
    func configure(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// Gives headers, footers and other supplementary views. The default is the section itself where it conforms, else
    /// nil. It is not kept.
    var supplementaryViewSource: (any ListSectionSupplementaryViewSource)? { get }

    // MARK: Life

    /// The section has been given to a list, which has not shown it yet. Called again whenever all sections are replaced
    /// and this one is among the new ones. See ``ListDataSource/tellsNewSectionsOnly``.
    func didMoveToList()

    /// The list has come to the front, and shows an item of the section.
    func didBecomeActive()

    /// The list has left the front, and shows an item of the section.
    func didBecomeInactive()

    /// The same as ListingKit declares it. A section implements one of the two.
    func didBecomeDeactive()

    // MARK: Layout

    /// One size for all items in a flow layout, in points: nothing is asked or kept for each, whatever their number, and
    /// the columns of a last line that is not full are those of the others. Nil, the default: `size(at:)` is asked.
    var itemSize: CGSize? { get }

    /// The items are rows as wide as the section, in a flow layout, and as high as what shows them: the height is what is assumed
    /// of a row until it was measured, in points. Nil, the default: sizes are asked for.
    var estimatedRowHeight: CGFloat? { get }

    /// Items for which there is no size otherwise are as large as what shows them, in a flow layout: the size is what is assumed
    /// of an item until it was measured, in points. Nil, the default, is the layout's estimate, where it has one.
    var estimatedItemSize: CGSize? { get }

    /// The size of an item in a flow layout, in points. Nil, the default, is the layout's item size. Asked for every item of
    /// the section, shown or not, by ``sizes(ofItemsAt:inSection:)``.
    func size(at indexPath: IndexPath) -> CGSize?

    /// The same as ListingKit declares it. A section implements one of the two.
    @_disfavoredOverload
    func size(at indexPath: IndexPath) -> CGSize

    /// The sizes of neighbouring items in a flow layout: of all items when the section is laid out, of new items when some are
    /// inserted. Nil: all items have the layout's item size. The default asks `size(at:)` for each; a section that
    /// has the sizes at hand answers them without a call for each:
    ///
    ///     func sizes(ofItemsAt items: Range<Int>, inSection section: Int) -> [CGSize]? { Array(sizes[items]) }
    ///
    /// - Parameters:
    ///   - items: Positions among the items that are shown.
    ///   - section: The section's index in the list.
    func sizes(ofItemsAt items: Range<Int>, inSection section: Int) -> [CGSize]?

    /// Space around the items in a flow layout, in points. Zero by default.
    var inset: SectionInsets { get }

    /// Space between lines in a flow layout, in points. 0 by default.
    var minimumLineSpacing: CGFloat { get }

    /// The least space between the items of a line in a flow layout, in points. 0 by default.
    var minimumInteritemSpacing: CGFloat { get }

    /// The section in a compositional layout. Nil, the default: rows of 44 points, as wide as the list.
    /// - Parameter environment: Where the section is laid out.
    func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection?

    // MARK: Events

    /// What the user can select of the section. Nil, the default: what the collection view allows. See
    /// ``ListDataSource/selectionPolicy``.
    ///
    /// What it allows the collection view is made to allow as well, when the section comes into the list and when
    /// ``selectionSettingsDidChange()`` is called; what it forbids is forbidden for its own items alone.
    var selectionSettings: CollectionSectionSelectionSettings? { get }

    /// The user has chosen an item.
    func didSelectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// The user has taken the choice of an item back.
    func didDeselectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// A cell is about to be shown.
    func willDisplay(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)

    /// A cell is no longer shown.
    /// - Parameter indexPath: Of an item that has left the list, where it was.
    func didEndDisplaying(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)
}

extension ListSection {
    public func configure(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}

    public var supplementaryViewSource: (any ListSectionSupplementaryViewSource)? {
        self as? any ListSectionSupplementaryViewSource
    }

    public func didMoveToList() {}
    public func didBecomeActive() {}
    public func didBecomeInactive() { didBecomeDeactive() }
    public func didBecomeDeactive() {}

    public var itemSize: CGSize? { nil }
    public var estimatedRowHeight: CGFloat? { nil }
    public var estimatedItemSize: CGSize? { nil }

    @inlinable
    public func size(at indexPath: IndexPath) -> CGSize? {
        let size: CGSize = size(at: indexPath)
        return size.width.isNaN ? nil : size
    }

    /// Not a number: no size is given.
    @_disfavoredOverload
    @inlinable
    public func size(at indexPath: IndexPath) -> CGSize { CGSize(width: CGFloat.nan, height: CGFloat.nan) }

    // Inlinable, so that a section's own program makes a loop of it that calls directly.
    @inlinable
    public func sizes(ofItemsAt items: Range<Int>, inSection section: Int) -> [CGSize]? {
        var sizes: [CGSize] = []
        sizes.reserveCapacity(items.count)
        var missing = 0
        for item in items {
            let size: CGSize? = size(at: IndexPath(item: item, section: section))
            if size == nil { missing += 1 }
            sizes.append(size ?? CGSize(width: CGFloat.nan, height: CGFloat.nan))
        }
        if missing == sizes.count { return nil }
        guard missing > 0, let itemSize = context?.layoutItemSize else { return sizes }
        return sizes.map { $0.width.isNaN ? itemSize : $0 }
    }

    public var inset: SectionInsets { .zero }
    public var minimumLineSpacing: CGFloat { 0 }
    public var minimumInteritemSpacing: CGFloat { 0 }
    public func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? { nil }

    public var selectionSettings: CollectionSectionSelectionSettings? { nil }
    public func didSelectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}
    public func didDeselectItem(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}
    public func willDisplay(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {}
    public func didEndDisplaying(
        cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath
    ) {}
}
