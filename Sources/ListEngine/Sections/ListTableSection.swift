import Foundation
import ListEngineLayout

/// A section that shows its items in the columns of a table, below the titles.
///
///     final class FilesSection: ListTableSection {
///         weak var context: ListContext?
///         let listIdentifier = "files"
///         var items: [File] = []                          // struct File: Identifiable, with a String
///         let table = ListTable<File> {
///             ListColumn("Name") { file in ItemContent(file.name) }
///             ListColumn("Size", width: .points(90)) { file in ItemContent("\(file.size)") }
///         }
///     }
///
/// The section only describes the table. The columns belong to the list: all tables in it show the same ones.
@MainActor
public protocol ListTableSection: ListSection, ListSectionSupplementaryViewSource, ListSectionInteraction {
    var table: ListTable<Item> { get }
}

extension ListTableSection {
    public func cell(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> CollectionViewCell? {
        let cell: TableCell? = dequeueCell(at: indexPath)
        return cell
    }

    public func configure(cell: CollectionViewCell, for itemIdentifier: ItemIdentifier, at indexPath: IndexPath) {
        guard let cell = cell as? TableCell else { return }
        table.show(item(for: itemIdentifier, at: indexPath), in: cell)
    }

    public func field(_ column: String, of itemIdentifier: ItemIdentifier, at indexPath: IndexPath) -> TableField? {
        item(for: itemIdentifier, at: indexPath).flatMap { table.field(column, of: $0) }
    }

    public func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
        context?.collectionView?.tableTitles(for: indexPath)
    }

    public func registerDecorationViews(for collectionView: CollectionView) { collectionView.show(table) }

    private var usualHeight: CGFloat { context?.usualItemExtent ?? 44 }
    private var titleHeight: CGFloat { context?.usualTitleExtent ?? 44 }
    private var hasTitles: Bool { context?.collectionView?.showsColumnTitlesAboveSections != true }

    public func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        hasTitles
            ? .table(itemHeight: .estimated(usualHeight), headerHeight: .estimated(titleHeight))
            : .list(itemHeight: .estimated(usualHeight))
    }

    public var itemSize: CGSize? { nil }
    public var estimatedItemHeight: CGFloat? { usualHeight }

    /// As wide as the columns.
    public func referenceSizeForHeaderView(section: Int) -> CGSize {
        hasTitles ? CGSize(width: context?.collectionView?.containerSize.width ?? 0, height: titleHeight) : .zero
    }
}
