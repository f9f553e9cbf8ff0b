import Foundation
import ListEngineLayout

extension ListBlock {
    /// Shows the items in columns, under a header with the titles that stays in view.
    ///
    /// The columns belong to the list: all blocks with columns show the same ones. The user resizes them, moves them,
    /// and sorts by them; ``CollectionView/sortHandler`` receives the order. A click on a title sorts; with the shift
    /// key, it adds a column to the order.
    ///
    /// A column that occurs twice, or whose width cannot be used, is reported, and the list keeps the columns that it has.
    @discardableResult
    public func columns(@ListColumnBuilder<Item> _ columns: @MainActor () -> [ListColumn<Item>]) -> Self {
        let columns = columns()
        let fields = Dictionary(columns.map { ($0.column.id, $0) }) { first, _ in first }
        onCellConfigure(TableCell.self) { cell, item, _ in
            cell.show { field in fields[field.column]?.show(field, item) }
        }
        let titles = fields.mapValues(\.title)
        setTable(columns.map(\.column), columns.first?.content)
        return setHeader(nil, isEstimated: false, true) { (view: TableHeaderView) in view.showTitles(titles) }
    }
}

extension TableHeaderView {
    /// Shows the titles of columns, and by which of them the list is sorted. A tap sorts by the column.
    /// - Parameter titles: By the identifiers of columns. A column without a title has its identifier.
    public func showTitles(_ titles: [String: String]) {
        show { field in
            let column = field.column
            let view = field.title(field.titleContent(titles[column] ?? column))
            view.tapHandler = { [weak view] in
                guard let list = view?.collectionView else { return false }
                return list.sort(by: column)
            }
            return view
        }
    }
}

extension FieldRequest {
    fileprivate func titleContent(_ title: String) -> ItemContent {
        let order = list.columns?.sortOrder ?? []
        guard let place = order.firstIndex(where: { $0.column == column }) else { return ItemContent(title) }
        let arrow = order[place].isAscending ? "▲" : "▼"
        return ItemContent(title, trailing: order.count > 1 ? "\(arrow)\(place + 1)" : arrow)
    }
}
