import Foundation
import ListEngineLayout

extension ListBlock {
    /// Shows the items in columns, under a header with the titles that stays in view.
    ///
    /// The columns belong to the list: all blocks with columns show the same ones. The user resizes them, moves them,
    /// and sorts by them; ``CollectionView/sortHandler`` receives the order. A click on a title sorts; with the shift
    /// key, it adds a column to the order.
    ///
    /// Items are as high as their content in the measuring columns, unless the block states a height. The header is as high as its titles.
    ///
    /// A column that occurs twice, or whose width cannot be used, is reported, and the list keeps the columns that it has.
    @discardableResult
    public func columns(@ListColumnBuilder<Item> _ columns: @MainActor () -> [ListColumn<Item>]) -> Self {
        self.columns(of: ListTable(columns()))
    }

    /// Shows the items in the columns of a table. See ``columns(_:)``.
    @discardableResult
    public func columns(of table: ListTable<Item>) -> Self {
        onCellConfigure(TableCell.self) { cell, item, _ in table.show(item, in: cell) }
        show(table)
        return setTableBoundary(.header, .titles, true) { view in view.showTitles() }
    }

    /// Shows a title and the summaries of the columns above the items, instead of the titles of the columns: the header of a group. See
    /// ``ListColumn/summary(_:)``. Call it after ``columns(_:)``.
    /// - Parameter pins: Whether the header stays in view while its items are.
    @discardableResult
    public func summaryHeader(_ title: String, pins: Bool = true) -> Self {
        let items = items
        return setTableBoundary(.header, .summary, pins) { [table] view in
            table?.showSummary(of: items, title, in: view)
        }
    }

    /// Shows the summaries of the columns below the items. See ``ListColumn/summary(_:)``. Call it after ``columns(_:)``.
    /// - Parameters:
    ///   - title: Shown in the first column, unless that has a summary.
    ///   - pins: Whether the footer stays in view while its items are. In a flow layout, set
    ///     `CollectionViewFlowLayout.sectionFootersPinToVisibleBounds` instead.
    @discardableResult
    public func summaryFooter(_ title: String = "", pins: Bool = true) -> Self {
        let items = items
        return setTableBoundary(.footer, .summary, pins) { [table] view in
            table?.showSummary(of: items, title, in: view)
        }
    }
}
