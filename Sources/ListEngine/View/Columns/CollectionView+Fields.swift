import Foundation
import ListEngineLayout

// Fields of a table that have the focus, are selected, edited and copied. The state is in `FieldFocus`.

extension CollectionView {
    /// The column whose field has the focus, in the item with the focus. Nil, the default, means that the whole item has it.
    ///
    /// While a field has the focus, arrows move it between fields, home and end go to the ends of the row, and
    /// ``CollectionViewKey/next`` goes on to the next row. With ``InputModifiers/extend`` they select a range of fields:
    /// ``fieldRange``. A click moves the focus to a field. Updates keep the focus on its item. If the column is removed or
    /// hidden, the next one gets the focus.
    ///
    /// A column that the list does not show is ignored.
    public var focusedColumn: String? {
        get { keyboard.fields.column }
        set {
            if let newValue, columns?[newValue]?.isHidden != false { return }
            keyboard.fields.focus(newValue)
        }
    }

    /// The selected range of fields: from the field where the user began to select to the one with the focus. Nil if no field has the
    /// focus. An update that moves items, or deletes an end of the range, leaves only the focused field.
    public var fieldRange: FieldRange? {
        guard let column = keyboard.fields.column, let focus = keyboard.focus else { return nil }
        return range(from: keyboard.fields.pivot ?? (focus, column), to: (focus, column))
    }

    /// All selected ranges: those that the user has begun with the control key, in the order in which they were selected. The last one is
    /// the ``fieldRange``. Ranges can overlap.
    public var fieldRanges: [FieldRange] {
        keyboard.fields.formerRanges.compactMap { range(from: $0.from, to: $0.to) } + [fieldRange].compactMap(\.self)
    }

    private func range(from one: FieldFocus.Corner, to other: FieldFocus.Corner) -> FieldRange? {
        guard let columns, let first = columns.rank(of: one.column), let last = columns.rank(of: other.column) else {
            return nil
        }
        return FieldRange(
            first: min(one.path, other.path).indexPath, last: max(one.path, other.path).indexPath,
            columns: (min(first, last)...max(first, last)).map { columns.shownColumn(atRank: $0).id })
    }

    /// The index paths of the items of a range.
    func items(of range: FieldRange) -> [ElementPath] {
        guard let first = ElementPath(range.first), let last = ElementPath(range.last) else { return [] }
        var paths: [ElementPath] = []
        for section in first.section...max(first.section, last.section) {
            let start = section == first.section ? first.item : 0
            let end = section == last.section ? last.item + 1 : layout.numberOfItems(inSection: section)
            for item in start..<max(start, end) { paths.append(.item(item, inSection: section)) }
        }
        return paths
    }

    /// The item and the column at a point of the content. Nil if no field of an item is there.
    public func field(at location: CGPoint) -> (indexPath: IndexPath, column: String)? {
        guard let columns, location.x.isFinite, location.y.isFinite,
            let path = layout.item(at: location, sectionOffsets: sectionOffsets), shownCell(path)?.fieldRow != nil,
            let column = columns.column(atX: location.x, offset: crossOffset)
        else { return nil }
        return (path.indexPath, columns[column.index].id)
    }

    /// Reports that the pointer, which was pressed on a field at a point of the content, begins to select a range of fields. It does nothing if no
    /// field has the focus.
    /// - Parameter modifiers: With ``InputModifiers/toggle`` the other ranges stay, and with ``InputModifiers/extend`` the range begins where the
    ///   last one has begun. Otherwise there is only the new range.
    /// - Returns: False if there is no field at the point, or the text of an edit is refused.
    @discardableResult
    public func hostBeginFieldRange(at location: CGPoint, modifiers: InputModifiers = []) -> Bool {
        guard isReadyForUser(), keyboard.fields.column != nil, keyboard.focus != nil,
            let (indexPath, column) = field(at: location), let path = known(indexPath)
        else { return false }
        return keyboard.fields.beginRange(at: path, column, modifiers)
    }

    /// Reports that the pointer, which was pressed on a field, moves to a point of the content: the range of fields
    /// reaches to there. It does nothing if no field has the focus.
    /// - Returns: False if there is no field at the point.
    @discardableResult
    public func hostExtendFieldRange(to location: CGPoint) -> Bool {
        guard isReadyForUser(), keyboard.fields.column != nil, keyboard.focus != nil,
            let (indexPath, column) = field(at: location), let path = known(indexPath)
        else { return false }
        keyboard.fields.move(to: path, column, true)
        return true
    }

    // MARK: Editing

    /// The field that the user edits. The edit goes on while the list is scrolled, updated and sorted. It ends when its
    /// item or its column is removed, and when another item gets the focus.
    public var fieldEdit: FieldEdit? { keyboard.fields.edit?.value }

    /// Called once for each edit of a field that ends, after it has ended.
    public var fieldEditHandler: (@MainActor (FieldEdit, FieldEditEnd) -> Void)? {
        get { keyboard.fields.editHandler }
        set { keyboard.fields.editHandler = newValue }
    }

    /// Begins to edit a field: it gets the focus, and the list scrolls to it. An edit of another field is committed before.
    /// - Returns: False if the data source does not let the user edit the field, or refuses the text of the other one.
    @discardableResult
    public func beginFieldEdit(_ column: String, at indexPath: IndexPath) -> Bool {
        guard let path = known(indexPath) else { return false }
        return keyboard.fields.beginEdit(column, at: path)
    }

    /// Reports what the user has typed in the edited field until now.
    public func hostChangeFieldEdit(_ text: String) { keyboard.fields.change(text) }

    /// Ends the edit. A text that the user has changed is passed to ``TableField/commit``.
    /// - Returns: False if there is no edit, or if the text is refused; then the edit goes on.
    @discardableResult
    public func hostEndFieldEdit(cancelled: Bool = false) -> Bool { keyboard.fields.end(cancelled: cancelled) }

    /// The content of an item in a column: from the data source, or else the title of the ready-made field on the screen.
    func field(_ column: String, at path: ElementPath) -> TableField? {
        let changes = positions.changes
        let field = dataSource?.collectionView(self, field: column, ofItemAt: path.indexPath)
        // The data source may have changed the list.
        guard changes == positions.changes else { return nil }
        if let field { return field }
        guard let row = shownCell(path)?.fieldRow, let place = row.columns.firstIndex(of: column),
            place < row.views.count
        else { return nil }
        let view = row.views[place]
        return (view.accessibility?.label ?? view.ownAccessibility?.label).map { TableField($0) }
    }

    // MARK: Copying

    /// The largest number of fields that can be copied or pasted.
    static let mostCopied = 1 << 17

    /// The selected fields as text: those of the ``fieldRanges``; without one, all shown fields of the selected items, or of the
    /// item with the focus. Several ranges are copied together if they have the same items, or the same columns; others are reported.
    ///
    /// Nil if there are none. Rows that a database has not loaded, and more than 2^17 fields, are reported, and nothing is
    /// copied.
    /// - Complexity: O(fields) calls of the data source.
    public func copiedFields() -> CopiedFields? {
        guard let columns, isReadyForUser() else { return nil }
        let names: [String]
        var paths: [ElementPath] = []
        let ranges = fieldRanges
        if ranges.count == 1 {
            names = ranges[0].columns
            guard checkAmount(of: count(of: ranges[0]), names.count) else { return nil }
            paths = items(of: ranges[0])
        } else if !ranges.isEmpty {
            let (first, last) = (ranges[0].first, ranges[0].last)
            guard
                ranges.allSatisfy({ $0.columns == ranges[0].columns })
                    || ranges.allSatisfy({ $0.first == first && $0.last == last })
            else {
                report(
                    .unusableColumns, nil,
                    "nothing is copied, because the ranges have different items and different columns.")
                return nil
            }
            for range in ranges where !checkAmount(of: count(of: range), range.columns.count) { return nil }
            paths = Set(ranges.flatMap { items(of: $0) }).sorted()
            let used = Set(ranges.flatMap(\.columns))
            names = (0..<columns.shownCount).map { columns.shownColumn(atRank: $0).id }.filter(used.contains)
            guard checkAmount(of: paths.count, names.count) else { return nil }
        } else {
            names = (0..<columns.shownCount).map { columns.shownColumn(atRank: $0).id }
            let count = selection.items.count
            guard checkAmount(of: max(1, count), names.count) else { return nil }
            paths = count > 0 ? selection.sorted : keyboard.focus.map { [$0] } ?? []
        }
        guard !paths.isEmpty, !names.isEmpty else { return nil }
        let changes = positions.changes
        var separated = ""
        for path in paths {
            for (place, name) in names.enumerated() {
                if place > 0 { separated += "\t" }
                let field = field(name, at: path)
                guard changes == positions.changes else { return nil }
                guard let field else {
                    report(
                        .unusableColumns, path,
                        "nothing is copied, because the data source returns no text for column \"\(name)\" of this item."
                    )
                    return nil
                }
                separated += Self.quoted(field.text)
            }
            separated += "\n"
        }
        if paths.count == 1 { separated.removeLast() }
        return CopiedFields(tabSeparated: separated)
    }

    /// A text in quotation marks, if a spreadsheet would divide it otherwise. Spreadsheets compare scalars: a mark followed by a
    /// combining scalar is one too.
    private static func quoted(_ text: String) -> String {
        let mark: Unicode.Scalar = "\""
        guard text.unicodeScalars.contains(where: { $0 == "\t" || $0 == mark || Character($0).isNewline }) else {
            return text
        }
        var quoted = String.UnicodeScalarView([mark])
        for scalar in text.unicodeScalars {
            if scalar == mark { quoted.append(mark) }
            quoted.append(scalar)
        }
        quoted.append(mark)
        return String(quoted)
    }

    func count(of range: FieldRange) -> Int {
        guard let first = ElementPath(range.first), let last = ElementPath(range.last) else { return 0 }
        return count(from: first, to: last)
    }

    private func count(from first: ElementPath, to last: ElementPath) -> Int {
        guard first.section < last.section else { return last.item - first.item + 1 }
        let between = (first.section + 1..<last.section).reduce(0) { $0 + layout.numberOfItems(inSection: $1) }
        return layout.numberOfItems(inSection: first.section) - first.item + between + last.item + 1
    }

    private func checkAmount(of items: Int, _ fields: Int) -> Bool {
        let (total, isTooLarge) = items.multipliedReportingOverflow(by: fields)
        if !isTooLarge, total <= Self.mostCopied { return true }
        report(
            .unusableColumns, nil,
            "nothing is copied: \(items) items with \(fields) fields each are more than "
                + "\(Self.mostCopied) fields.")
        return false
    }
}
