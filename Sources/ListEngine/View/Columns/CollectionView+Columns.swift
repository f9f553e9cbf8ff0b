import Foundation
import ListEngineLayout

// The columns of a list. Their state is in `ShownColumns`.

extension CollectionView {
    /// The columns of the list, with the widths that they have now. Nil if it has none.
    ///
    /// All items in ``TableCell`` and all headers in ``TableHeaderView`` show these columns. Other items and headers are as wide as the
    /// content. If the columns are wider than the list, the list scrolls sideways.
    public var columns: ColumnLayout? { display.columns.current() }

    /// Sets the columns of a vertical list. Columns that the list already has keep what the user has changed: order, widths, hidden and
    /// pinned columns, sorting. See ``ColumnLayout/restore(_:)``.
    /// - Parameter columns: An empty array leaves a table without columns. ``removeColumns()`` ends it.
    /// - Throws: ``ColumnError``. The list then has the columns that it had.
    public func setColumns(_ columns: [Column]) throws(ColumnError) {
        var new = try ColumnLayout(columns, availableWidth: bounds.width, flowDirection: flowDirection)
        if let old = display.columns.current() {
            if old.columns == columns { return }
            var state = old.state
            state.columns.removeAll { new[$0.column] == nil }
            state.sortOrder.removeAll { new[$0.column] == nil }
            try new.restore(state)
        }
        display.columns.set(new, scrolledBy: 0)
    }

    /// Ends the table: items in ``TableCell`` show nothing any more.
    public func removeColumns() {
        if display.columns.layout != nil { display.columns.set(nil, scrolledBy: 0) }
    }

    /// Changes the columns. The columns on the screen stay where they are, as with ``ColumnLayout/keepingPlace(at:_:)``. The change is
    /// shown in the next pass. It does nothing if the list has no columns.
    ///
    ///     try view.editColumns { try $0.resize("name", to: 240) }
    ///
    /// It can be called at any time, even while a field is being configured.
    public func editColumns<Failure: Error>(
        _ edit: (inout ColumnLayout) throws(Failure) -> Void
    ) throws(Failure) {
        guard var columns = display.columns.current() else { return }
        // The offset after edits that no pass has shown.
        let offset = crossBeforeLayout.wanted
        let now = try columns.keepingPlace(at: offset, edit)
        display.columns.set(columns, scrolledBy: now - offset)
    }

    /// Returns a cell whose item is shown in the columns of the list.
    public func tableCell(for indexPath: IndexPath, fields: @escaping FieldProvider) -> TableCell {
        let cell = dequeueReusableCell(TableCell.self, for: indexPath)
        cell.show(fields)
        return cell
    }
}

extension ElementKind {
    /// The kind under which fields are dequeued.
    static let field = ElementKind("field")
}
