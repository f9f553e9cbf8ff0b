import Foundation
import ListEngineLayout

// The columns of a list. Their state is in `ShownColumns`.

extension CollectionView {
    /// The columns of the list, with the widths that they have now. Nil if it has none.
    ///
    /// All items in ``TableCell`` and all headers in ``TableHeaderView`` show these columns. Other items and headers are as wide as the
    /// content. If the columns are wider than the list, the list scrolls sideways.
    public var columns: ColumnLayout? { display.columns.current() }

    /// The columns on the screen, in the order of `ColumnLayout.columns(at:)`, as the last pass has shown them.
    public var visibleColumns: [String] { display.columns.names }

    /// Sets the columns of a vertical list. A column that the list already has keeps what ``editColumns(_:)`` or the user has
    /// changed: the width, whether it is hidden, its edge, and the sorting. After columns were moved, their order is kept
    /// as well. Everything else is as described. The columns on the screen stay where they are.
    ///
    /// A horizontal list reports the call and ignores it. Columns begin at the leading edge of the content and need
    /// items that are as wide as the content. A closure that describes sections is not called again when only the width of the columns
    /// changes, so a section should not depend on the width of its environment. Do not use columns for several items in a row, for sections with insets at
    /// these edges, or for sections that scroll independently.
    /// - Parameter columns: An empty array leaves a table without columns. ``removeColumns()`` ends it.
    /// - Throws: `ColumnError`. The list then has the columns that it had.
    public func setColumns(_ columns: [Column]) throws(ColumnError) {
        guard recipe.scrollDirection == .vertical else {
            return report(.unusableColumns, nil, "columns in a horizontal list are ignored. Scroll it vertically.")
        }
        guard let old = display.columns.current() else {
            var new = try ColumnLayout(columns, availableWidth: bounds.width, flowDirection: flowDirection)
            if let state = display.columns.pending { try new.restore(state) }
            display.columns.pending = nil
            return display.columns.set(new, scrolledBy: 0, described: columns)
        }
        let isSame = display.columns.described == columns && old.count == columns.count
        if isSame, columns.allSatisfy({ old[$0.id] != nil }) { return }
        let new = try ColumnLayout(columns, replacing: old)
        let offset = crossBeforeLayout.wanted
        display.columns.set(
            new, scrolledBy: new.offset(keepingPlaceOf: old, at: offset) - offset, described: columns)
    }

    /// The changes of the user in the columns, to be stored and restored with the program's next run. Nil if the list has no
    /// columns.
    ///
    /// A state that is set before the list has columns is restored when it gets them. Parts of the state that do not
    /// fit the columns are ignored: an earlier version of the program may have had others.
    ///
    /// If the list has columns and the state sorts them differently, ``sortHandler`` is called. A program that sets the state before
    /// sorts by the order of ``columns`` when it first shows its items; a `RowSection` does that itself.
    public var columnState: ColumnState? {
        get { display.columns.current()?.state ?? display.columns.pending }
        set {
            guard let newValue else { return }
            guard display.columns.layout != nil else {
                display.columns.pending = newValue
                return
            }
            do {
                let before = columns?.sortOrder
                try editColumns { try $0.restore(newValue) }
                if let order = columns?.sortOrder, order != before { sortHandler?(order) }
            } catch {
                report(.unusableColumns, nil, "the stored state of the columns is ignored: \(error)")
            }
        }
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

    /// Whether the titles of the columns are at the top of the list, where they stay, instead of above the rows of each section. The
    /// headers of sections then show groups, or sums: see ``ListBlock/header(height:pins:_:)`` and ``ListBlock/summaryHeader(_:pins:)``.
    /// Pinned ones stay below the titles. The default is false.
    ///
    /// The list creates the view with the titles, and the data source is not called for it. The delegate is, with an index path
    /// of one index. Do not use it in a layout that
    /// pins headers of the whole list, which would be at the same place.
    public var showsColumnTitlesAboveSections: Bool {
        get { display.columns.headers.areAboveSections }
        set {
            guard newValue != display.columns.headers.areAboveSections else { return }
            display.columns.headers.areAboveSections = newValue
            // Even without columns: sections that were described with titles, or without, keep them otherwise.
            invalidateLayout()
        }
    }

    /// Adds the titles of the columns to a layout that was made from scratch.
    func addColumnTitles(to layout: inout CollectionViewLayout) {
        guard showsColumnTitlesAboveSections, display.columns.layout != nil else { return }
        let item = CollectionLayoutBoundarySupplementaryItem(
            layoutSize: CollectionLayoutSize(
                widthDimension: .fractionalWidth(1), heightDimension: .estimated(usualTitleExtent)),
            elementKind: ElementKind.columnTitles.name, alignment: .top)
        item.pinToVisibleBounds = true
        do {
            try layout.addBoundarySupplementaryItem(item)
        } catch {
            report(.layoutFailed, nil, "the titles of the columns are not shown: \(error)")
        }
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
    /// The kind of the titles of the columns above all sections.
    static let columnTitles = ElementKind("columnTitles")
}
