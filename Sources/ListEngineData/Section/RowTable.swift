import Foundation
import ListEngine
import ListEngineLayout

/// The columns of a ``RowSection``, and the source for an order of them.
@MainActor
final class RowTable<Source: RowSource> {
    typealias Sorted = @Sendable ([ColumnSort]) async throws -> Source

    let table: ListTable<Source.Row>
    private let sorted: Sorted?
    /// The order of the shown rows.
    private var shown: [ColumnSort] = []
    /// The source that is being made. A newer one cancels it.
    private var making: Task<Void, Never>?

    init(_ table: ListTable<Source.Row>, _ sorted: Sorted?) {
        self.table = table
        self.sorted = sorted
    }

    deinit { making?.cancel() }

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

    /// Makes the source for an order on another thread, and replaces the rows. If it cannot be made, or its rows cannot be read, the
    /// titles show the former order again.
    private func sort(_ rows: LiveRows<Source>, by order: [ColumnSort], in view: CollectionView) {
        guard let sorted else { return }
        making?.cancel()
        let wish = rows.beginMaking()
        making = Task.detached { [weak self, weak rows, weak view] in
            let made: Result<Source, any Error>
            do { made = .success(try await sorted(order)) } catch { made = .failure(error) }
            if Task.isCancelled { return }
            await self?.take(made, wish, for: order, rows, view)
        }
    }

    private func take(
        _ made: Result<Source, any Error>, _ wish: Int, for order: [ColumnSort], _ rows: LiveRows<Source>?,
        _ view: CollectionView?
    ) {
        // A newer order may have been chosen on the way here, or the program has replaced the source.
        guard let rows, let view, rows.wants(wish) else { return }
        switch made {
        case .failure(let error): fail(rows, order, error, in: view)
        case .success(let source):
            rows.replace(with: source) { [weak self, weak rows, weak view] result in
                switch result {
                case .success: self?.shown = order
                // A newer order is on its way.
                case .failure(is CancellationError): break
                case .failure(let error): if let rows, let view { self?.fail(rows, order, error, in: view) }
                }
            }
        }
    }

    private func fail(_ rows: LiveRows<Source>, _ order: [ColumnSort], _ error: any Error, in view: CollectionView) {
        guard view.columns?.sortOrder == order else { return }
        let known = shown.filter { view.columns?[$0.column] != nil }
        try? view.editColumns { try $0.sort(by: known) }
        rows.didNotMake(error) { [weak self, weak rows, weak view] in
            guard let self, let rows, let view, (try? view.editColumns({ try $0.sort(by: order) })) != nil else {
                return
            }
            sort(rows, by: order, in: view)
        }
    }
}
