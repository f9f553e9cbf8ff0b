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

    public func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        .table(rowHeight: context?.usualItemExtent ?? 44)
    }

    /// Rows are as wide as the columns.
    private var rowWidth: CGFloat { context?.collectionView?.containerSize.width ?? 0 }

    public var itemSize: CGSize? { CGSize(width: rowWidth, height: context?.usualItemExtent ?? 44) }

    public func referenceSizeForHeaderView(section: Int) -> CGSize {
        CGSize(width: rowWidth, height: context?.usualItemExtent ?? 44)
    }
}

extension CollectionLayoutSection {
    /// The rows of a table, as wide as the list, under a header that stays in view.
    /// - Parameters:
    ///   - rowHeight: The height of a row, in points.
    ///   - headerHeight: The height of the header, in points. Nil: that of a row.
    public static func table(rowHeight: CGFloat, headerHeight: CGFloat? = nil) -> CollectionLayoutSection {
        let section = CollectionLayoutSection.list(itemHeight: .absolute(rowHeight))
        let header = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: CollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .absolute(headerHeight ?? rowHeight)),
            elementKind: ElementKind.header.name, alignment: .top)
        header.pinToVisibleBounds = true
        section.boundarySupplementaryItems = [header]
        return section
    }
}
