import Foundation
import ListEngine
import ListEngineLayout

extension RowSection {
    /// Shows the rows in the columns of a table, below the titles.
    ///
    ///     let table = ListTable<Message> {
    ///         ListColumn("Name") { message in ItemContent(message.name) }
    ///         ListColumn("Text", width: .points(90)) { message in ItemContent(message.text) }
    ///     }
    ///     let section = RowSection(rows, table: table) { order in
    ///         print("read the rows sorted by", order)
    ///         return Messages()
    ///     }
    ///
    /// If the closure throws, or the rows of its source cannot be read, the list keeps its rows, the titles show their order, and
    /// ``LiveRows/failure`` is the error. ``LiveRows/retry()`` then sorts again.
    ///
    /// Rows that are not in memory are empty, and a row that could not be read shows the reason. A source with sections has the
    /// headers of its sections instead of the titles: see ``header(height:pins:_:)``.
    /// - Parameters:
    ///   - rows: The rows. No other section may show them.
    ///   - estimatedHeight: The height of an item until it is measured, in points. Nil: the usual height of the host.
    ///   - table: The columns. Their comparators are not called.
    ///   - sorted: Returns a source with the rows in an order of columns, most significant first. An empty order is that of the
    ///     program. It is called on another thread, where it can open a file or read a schema; its task is cancelled when the user
    ///     chooses another order. The list shows the old rows until the first rows of this source are there. Nil: titles are not
    ///     clickable.
    ///   - missing: Returns what is shown across all columns instead of a row that is not loaded. Nil: nothing.
    public convenience init(
        _ rows: LiveRows<Source>, listIdentifier: String = "rows", estimatedHeight: CGFloat? = nil,
        table: ListTable<Source.Row>,
        sorted: (@Sendable ([ColumnSort]) async throws -> Source)? = nil,
        missing: @escaping @MainActor (RowState<Source.Row>) -> ItemContent? = { state in
            state.failure.map { ItemContent("\($0)") }
        }
    ) {
        self.init(rows, listIdentifier, estimatedHeight, RowTable(table, sorted)) { view, indexPath, state, _ in
            if state.row == nil, let content = missing(state) { return view.contentCell(content, for: indexPath) }
            return view.tableCell(for: indexPath, showing: state.row, in: table)
        }
    }
}
