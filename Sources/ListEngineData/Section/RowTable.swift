import Foundation
import ListEngine
import ListEngineLayout

/// The columns of a ``RowSection``, and the source for an order of them.
@MainActor
final class RowTable<Source: RowSource> {
    let table: ListTable<Source.Row>
    private let sorted: (@MainActor ([ColumnSort]) -> Source)?

    init(_ table: ListTable<Source.Row>, _ sorted: (@MainActor ([ColumnSort]) -> Source)?) {
        self.table = table
        self.sorted = sorted
    }

    /// Gives a list the columns, and sorts the rows when the user wants it.
    func show(_ rows: LiveRows<Source>, in view: CollectionView) {
        view.show(table)
        guard let sorted else { return }
        view.sortHandler = { [weak rows] order in rows?.replace(with: sorted(order)) }
    }
}
