import Foundation
import ListEngine
import ListEngineLayout

/// The columns of a ``RowSection``, and the source for an order of them.
@MainActor
final class RowTable<Source: RowSource> {
    let table: ListTable<Source.Row>
    private let sorted: (@MainActor ([ColumnSort]) -> Source)?
    /// The order of the shown rows.
    private var shown: [ColumnSort] = []

    init(_ table: ListTable<Source.Row>, _ sorted: (@MainActor ([ColumnSort]) -> Source)?) {
        self.table = table
        self.sorted = sorted
    }

    /// Gives a list the columns, and sorts the rows when the user wants it.
    func show(_ rows: LiveRows<Source>, in view: CollectionView) {
        view.show(table)
        guard sorted != nil else { return }
        view.sortHandler = { [weak self, weak rows, weak view] order in
            if let self, let rows, let view { sort(rows, by: order, in: view) }
        }
        // The list may have restored an order.
        if let order = view.columns?.sortOrder, order != shown { sort(rows, by: order, in: view) }
    }

    /// Replaces the rows with those in a different order. If these cannot be read, the titles show the former order again.
    private func sort(_ rows: LiveRows<Source>, by order: [ColumnSort], in view: CollectionView) {
        guard let sorted else { return }
        rows.replace(with: sorted(order)) { [weak self, weak view] result in
            guard let self else { return }
            switch result {
            case .success: shown = order
            // A newer order is on its way.
            case .failure(is CancellationError): break
            case .failure:
                guard let view, view.columns?.sortOrder == order else { return }
                let known = shown.filter { view.columns?[$0.column] != nil }
                try? view.editColumns { try $0.sort(by: known) }
            }
        }
    }
}
