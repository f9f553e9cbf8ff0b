import Foundation
import ListEngineLayout

/// Gives the headers, footers and other supplementary views of a section: the section itself, or what its
/// ``ListSection/supplementaryViewSource`` answers. All members have defaults.
///
///     extension RestaurantsSection: ListSectionSupplementaryViewSource {
///         func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
///             guard let header: TitleView = dequeueHeaderView(at: indexPath) else { return nil }
///             header.title = "Restaurants"
///             return header
///         }
///         func referenceSizeForHeaderView(section: Int) -> CGSize { CGSize(width: 0, height: 44) }
///     }
@MainActor
public protocol ListSectionSupplementaryViewSource: AnyObject {
    /// The header. Nil, the default, shows a ``PlaceholderView`` where the layout has room for a header.
    func headerView(for indexPath: IndexPath) -> CollectionReusableView?

    /// The footer. As for the header.
    func footerView(for indexPath: IndexPath) -> CollectionReusableView?

    /// A view of a kind that a compositional layout names.
    func supplementaryView(for indexPath: IndexPath, kind: ElementKind) -> CollectionReusableView?

    /// Fills a header: called after ``headerView(for:)``, and when the header that is shown is said to have changed.
    func configureHeaderView(_ view: CollectionReusableView, at indexPath: IndexPath)

    /// Fills a footer.
    func configureFooterView(_ view: CollectionReusableView, at indexPath: IndexPath)

    /// Fills a view of another kind.
    func configureSupplementaryView(_ view: CollectionReusableView, kind: ElementKind, at indexPath: IndexPath)

    /// Size of the header in a flow layout, in points; along the scroll axis it counts. Zero, the default: there is none.
    func referenceSizeForHeaderView(section: Int) -> CGSize

    /// Size of the footer in a flow layout.
    func referenceSizeForFooterView(section: Int) -> CGSize

    /// Called when the section has been given to a list, after ``ListSection/didMoveToList()``: the place to register
    /// decorations with the collection view or its layout. Not called before the list has a collection view.
    func registerDecorationViews(for collectionView: CollectionView)
}

extension ListSectionSupplementaryViewSource {
    public func headerView(for indexPath: IndexPath) -> CollectionReusableView? { nil }
    public func footerView(for indexPath: IndexPath) -> CollectionReusableView? { nil }
    public func supplementaryView(for indexPath: IndexPath, kind: ElementKind) -> CollectionReusableView? { nil }
    public func configureHeaderView(_ view: CollectionReusableView, at indexPath: IndexPath) {}
    public func configureFooterView(_ view: CollectionReusableView, at indexPath: IndexPath) {}
    public func configureSupplementaryView(_ view: CollectionReusableView, kind: ElementKind, at indexPath: IndexPath) {
    }
    public func referenceSizeForHeaderView(section: Int) -> CGSize { .zero }
    public func referenceSizeForFooterView(section: Int) -> CGSize { .zero }
    public func registerDecorationViews(for collectionView: CollectionView) {}
}
