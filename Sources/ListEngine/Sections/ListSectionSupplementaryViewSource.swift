import Foundation
import ListEngineLayout

/// Provides the headers, footers and other supplementary views of a section. It is the section itself, or the value
/// of its ``ListSection/supplementaryViewSource``. All members have defaults.
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
    /// The header. If it is nil, the default, the list shows a ``PlaceholderView`` where the layout has room for a
    /// header.
    func headerView(for indexPath: IndexPath) -> CollectionReusableView?

    /// The footer. Nil has the same effect as for the header.
    func footerView(for indexPath: IndexPath) -> CollectionReusableView?

    /// A supplementary view of a kind that a compositional layout uses.
    func supplementaryView(for indexPath: IndexPath, kind: ElementKind) -> CollectionReusableView?

    /// Configures a header. Called after ``headerView(for:)``.
    func configureHeaderView(_ view: CollectionReusableView, at indexPath: IndexPath)

    /// Configures a footer.
    func configureFooterView(_ view: CollectionReusableView, at indexPath: IndexPath)

    /// Configures a supplementary view of another kind.
    func configureSupplementaryView(_ view: CollectionReusableView, kind: ElementKind, at indexPath: IndexPath)

    /// The size of the header in a flow layout, in points. Only the extent along the scroll axis counts. Zero, the
    /// default, means no header.
    func referenceSizeForHeaderView(section: Int) -> CGSize

    /// The size of the footer in a flow layout.
    func referenceSizeForFooterView(section: Int) -> CGSize

    // MARK: The ListingKit forms of these members

    /// The same with the name of the kind. The default of the other form calls it.
    func supplementaryView(for indexPath: IndexPath, kind: String) -> CollectionReusableView?

    /// The same as ``configureHeaderView(_:at:)``, whose default calls it.
    func configureHeader(headerView: CollectionReusableView, at indexPath: IndexPath)

    /// The same as ``configureFooterView(_:at:)``, whose default calls it.
    func configureFooter(footerView: CollectionReusableView, at indexPath: IndexPath)

    /// The same as ``configureSupplementaryView(_:kind:at:)``, whose default calls it with the name of the kind.
    func configureSupplementaryView(view: CollectionReusableView, kind: String, at indexPath: IndexPath)

    // MARK: Decoration views

    /// Registers decoration views with the collection view or its layout. Called after the section is added to a
    /// list, after ``ListSection/didMoveToList()``. It is not called before the list has a collection view.
    func registerDecorationViews(for collectionView: CollectionView)
}

extension ListSectionSupplementaryViewSource {
    public func headerView(for indexPath: IndexPath) -> CollectionReusableView? { nil }
    public func footerView(for indexPath: IndexPath) -> CollectionReusableView? { nil }
    public func supplementaryView(for indexPath: IndexPath, kind: ElementKind) -> CollectionReusableView? {
        supplementaryView(for: indexPath, kind: kind.name)
    }
    public func supplementaryView(for indexPath: IndexPath, kind: String) -> CollectionReusableView? { nil }
    public func configureHeaderView(_ view: CollectionReusableView, at indexPath: IndexPath) {
        configureHeader(headerView: view, at: indexPath)
    }
    public func configureFooterView(_ view: CollectionReusableView, at indexPath: IndexPath) {
        configureFooter(footerView: view, at: indexPath)
    }
    public func configureSupplementaryView(_ view: CollectionReusableView, kind: ElementKind, at indexPath: IndexPath) {
        configureSupplementaryView(view: view, kind: kind.name, at: indexPath)
    }
    public func configureHeader(headerView: CollectionReusableView, at indexPath: IndexPath) {}
    public func configureFooter(footerView: CollectionReusableView, at indexPath: IndexPath) {}
    public func configureSupplementaryView(view: CollectionReusableView, kind: String, at indexPath: IndexPath) {}
    public func referenceSizeForHeaderView(section: Int) -> CGSize { .zero }
    public func referenceSizeForFooterView(section: Int) -> CGSize { .zero }
    public func registerDecorationViews(for collectionView: CollectionView) {}
}
