import Foundation
import ListEngineLayout

// The columns of a list. Their state is in `ShownColumns`.

extension CollectionView {
    /// The columns of the list, with the widths that they have now. Nil if it has none.
    ///
    /// All items in ``TableCell`` and all headers in ``TableHeaderView`` show these columns. Other items and headers are as wide as the
    /// content. If the columns are wider than the list, the list scrolls sideways.
    public var columns: ColumnLayout? { display.columns.current() }

    /// Sets the columns of a vertical list. Columns that the list already has keep their place in the order, whether they are hidden or
    /// pinned, widths that the user has set, and the sorting, as with `ColumnLayout.restore(_:)`. To change these, use
    /// ``editColumns(_:)``.
    ///
    /// A horizontal list reports the call and ignores it. Columns begin at the leading edge of the content and need
    /// items that are as wide as the content. Do not use them for several items in a row, for sections with insets at
    /// these edges, or for sections that scroll independently.
    /// - Parameter columns: An empty array leaves a table without columns. ``removeColumns()`` ends it.
    /// - Throws: `ColumnError`. The list then has the columns that it had.
    public func setColumns(_ columns: [Column]) throws(ColumnError) {
        guard recipe.scrollDirection == .vertical else {
            return report(.unusableColumns, nil, "columns in a horizontal list are ignored. Scroll it vertically.")
        }
        var new: ColumnLayout
        let old = display.columns.current()
        if let old {
            if old.columns == columns { return }
            new = try ColumnLayout(columns, replacing: old)
            // What the state says of columns that are removed is ignored.
            try new.restore(old.state)
        } else {
            new = try ColumnLayout(columns, availableWidth: bounds.width, flowDirection: flowDirection)
        }
        display.columns.set(new, scrolledBy: 0)
    }

    /// Ends the table: items in ``TableCell`` then show nothing.
    public func removeColumns() {
        guard display.columns.layout != nil else { return }
        display.columns.set(nil, scrolledBy: 0)
    }

    /// Changes the columns. The columns on the screen stay where they are, as with `ColumnLayout.keepingPlace(at:_:)`. The change is
    /// shown in the next pass. It does nothing if the list has no columns.
    ///
    ///     try view.editColumns { try $0.resize("name", to: 240) }
    ///
    /// It can be called at any time, even while a field is being configured. Changes of the columns that the closure makes in the list,
    /// rather than in the layout that it receives, are reported and ignored.
    /// - Complexity: O(*n*) for *n* columns, and the edits.
    public func editColumns<Failure: Error>(
        _ edit: (inout ColumnLayout) throws(Failure) -> Void
    ) throws(Failure) {
        guard var columns = display.columns.current() else { return }
        // The offset after edits that are not shown yet.
        let offset = crossBeforeLayout.wanted
        let isInEdit = display.columns.isInEdit
        display.columns.isInEdit = true
        defer { display.columns.isInEdit = isInEdit }
        let now = try columns.unclampedKeepingPlace(at: offset, edit)
        display.columns.isInEdit = isInEdit
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
