import Foundation
import ListEngineLayout

/// The columns of a table, and what the fields of its items show. Every kind of data source shows it.
///
///     let table = ListTable<File> {
///         ListColumn("Name") { file in ItemContent(file.name) }.sorted { $0.name < $1.name }
///         ListColumn("Size", width: .points(90)) { file in ItemContent("\(file.size)") }
///     }
///
/// | sections | |
/// |---|---|
/// | ``ListBlock`` | ``ListBlock/columns(_:)`` |
/// | ``ListSection`` | ``ListTableSection`` |
/// | ``DiffableDataSource`` | ``DiffableDataSource/init(collectionView:scheduler:table:item:)`` |
/// | rows of a database | `RowSection.init(_:listIdentifier:estimatedHeight:table:)` |
/// | other data sources | ``CollectionView/show(_:)``, ``CollectionView/tableCell(for:showing:in:)``, ``field(_:of:)`` |
@MainActor
public struct ListTable<Item> {
    public let columns: [ListColumn<Item>]
    private let columnsByName: [String: ListColumn<Item>]

    public init(_ columns: [ListColumn<Item>]) {
        self.columns = columns
        columnsByName = Dictionary(columns.map { ($0.column.id, $0) }) { first, _ in first }
    }

    public init(@ListColumnBuilder<Item> _ columns: @MainActor () -> [ListColumn<Item>]) { self.init(columns()) }

    /// Sorts items by the columns, on any thread.
    public var sorter: ItemSorter<Item> { ItemSorter(columns) }

    /// Shows an item in a cell. Without an item, the cell shows nothing.
    public func show(_ item: Item?, in cell: TableCell) {
        cell.show { field in
            item.flatMap { columnsByName[field.column]?.show(field, $0) }
        }
    }

    /// Shows the summaries of items in a header or footer, and a title in the first column unless that has a summary.
    /// - Complexity: Each closure of ``ListColumn/summary(_:)`` is called when its column becomes visible, once for each call of
    ///   this method.
    public func showSummary(of items: [Item], _ title: String = "", in view: TableHeaderView) {
        var known: [String: ItemContent] = [:]
        view.show(title) { column in
            if let content = known[column] { return content }
            let content = columnsByName[column]?.summarize?(items)
            known[column] = content
            return content
        }
    }

    /// The content of an item in a column, for copying, typing ahead and editing. A custom data source returns it in
    /// ``CollectionViewDataSource/collectionView(_:field:ofItemAt:)``. Nil if the table has no such column.
    public func field(_ column: String, of item: Item) -> TableField? { columnsByName[column]?.field(of: item) }
}

extension CollectionView {
    /// Sets the columns of a table; see ``setColumns(_:)``. A column that occurs twice, or whose width cannot be used, is reported,
    /// and the list keeps the columns that it has.
    public func show<Item>(_ table: ListTable<Item>) {
        do {
            try setColumns(table.columns.map(\.column))
        } catch {
            report(.unusableColumns, nil, "\(error). The list keeps the columns that it has.")
        }
    }

    /// Returns a cell that shows an item in the columns of a table.
    public func tableCell<Item>(for indexPath: IndexPath, showing item: Item?, in table: ListTable<Item>) -> TableCell {
        let cell = dequeueReusableCell(TableCell.self, for: indexPath)
        table.show(item, in: cell)
        return cell
    }

    /// Returns a header with the titles of the columns.
    public func tableTitles(for indexPath: IndexPath) -> TableHeaderView { tableTitles(for: indexPath, kind: .header) }

    func tableTitles(for indexPath: IndexPath, kind: ElementKind) -> TableHeaderView {
        let header = dequeueReusableSupplementaryView(TableHeaderView.self, ofKind: kind, for: indexPath)
        header.showTitles()
        return header
    }
}

extension TableHeaderView {
    /// Shows a title in the first column, and contents in others: the header of a group, or sums.
    /// - Parameter content: Returns what the header shows in a column. Nil: nothing, or the title.
    public func show(
        _ title: String, _ content: @escaping @MainActor (_ column: String) -> ItemContent? = { _ in nil }
    ) {
        show { field in
            let isFirst = field.column == field.list.display.columns.layout?.firstShown
            return field.title(content(field.column) ?? ItemContent(isFirst ? title : ""))
        }
    }

    /// Shows the titles of the columns, and by which of them the list is sorted. A tap sorts by the column.
    public func showTitles() {
        show { field in
            let column = field.column
            let view = field.title(field.titleContent)
            view.tapHandler = { [weak view] in
                guard let list = view?.collectionView else { return false }
                return list.sort(by: column)
            }
            return view
        }
        showsTitles = true
    }
}

extension FieldRequest {
    fileprivate var titleContent: ItemContent {
        guard let columns = list.columns, let title = columns[column]?.title else { return ItemContent(column) }
        let order = columns.sortOrder
        guard let place = order.firstIndex(where: { $0.column == column }) else { return ItemContent(title) }
        let arrow = order[place].isAscending ? "▲" : "▼"
        return ItemContent(title, trailing: order.count > 1 ? "\(arrow)\(place + 1)" : arrow)
    }
}
