import Foundation
import ListEngineLayout

/// The result of pasting text into fields.
public struct PastedFields: Sendable, Hashable {
    /// The fields whose new text the data source has accepted.
    public internal(set) var accepted = 0
    /// The fields that cannot be edited, or whose new text was refused.
    public internal(set) var refused = 0
    /// The parts of the text for which there was no row or column.
    public internal(set) var left = 0
}

extension CollectionView {
    /// Pastes tab-separated text into fields, as spreadsheets copy it: from the first field of the ``fieldRange`` on, through
    /// ``TableField/commit``. A single value is pasted into all fields of the range.
    ///
    /// The data source receives one text after the other, and may change the list each time. The remaining fields follow their items.
    /// The changes are between ``UndoTarget/beginUndoGroup()`` and ``UndoTarget/endUndoGroup()`` of the ``undoTarget``. A field that is
    /// being edited is committed before.
    ///
    /// Hosts paste by control V, and terminals by their own key, if a field has the focus.
    /// - Returns: Nil if the text is empty, no field has the focus, the text of an edit is refused, or the text has more than 2^17 fields, which is
    ///   reported.
    /// - Complexity: O(fields) calls of the data source.
    @discardableResult
    public func pasteFields(_ text: String) -> PastedFields? {
        guard isReadyForUser(), let range = fieldRange else { return nil }
        return paste(text, into: range)
    }

    /// - Parameter range: Of items in the list. Its columns may be hidden or gone by now.
    func paste(_ text: String, into range: FieldRange) -> PastedFields? {
        guard !text.isEmpty, isReadyForUser(), keyboard.fields.endForMove(), let columns,
            let first = ElementPath(range.first), let last = ElementPath(range.last), isInList(first), isInList(last),
            let start = columns.rank(of: range.columns[0])
        else { return nil }
        let lines = text.tabSeparatedFields
        guard checkAmount(of: lines.reduce(0) { $0 + $1.count }, 1, isPasted: true) else { return nil }
        var pasted = PastedFields()
        var (rows, names, texts) = ([first], range.columns, lines)
        if lines.count == 1, lines[0].count == 1, range.columns.count > 1 || first != last {
            // One value for all fields of the range.
            guard checkAmount(of: count(from: first, to: last), names.count, isPasted: true) else { return nil }
            while let path = layout.nextItem(from: rows[rows.count - 1], toward: .next), path <= last {
                rows.append(path)
            }
            texts = rows.map { _ in names.map { _ in lines[0][0] } }
        } else {
            let widest = lines.reduce(0) { max($0, $1.count) }
            names = (start..<min(columns.shownCount, start + widest)).map { columns.shownColumn(atRank: $0).id }
            while rows.count < lines.count, let path = layout.nextItem(from: rows[rows.count - 1], toward: .next) {
                rows.append(path)
            }
            let fitting = zip(rows, lines).reduce(0) { $0 + min($1.1.count, names.count) }
            pasted.left = lines.reduce(0) { $0 + $1.count } - fitting
        }
        let target = undoTarget
        positions.followingAll(rows) { items in
            target?.beginUndoGroup()
            for (item, line) in zip(items, texts) {
                for (name, text) in zip(names, line) {
                    // The data source may have changed the list in the call before.
                    let field = item.path.flatMap { isInList($0) ? self.field(name, at: $0) : nil }
                    if field?.commit?(text) == true { pasted.accepted += 1 } else { pasted.refused += 1 }
                }
            }
        }
        target?.endUndoGroup()
        return pasted
    }
}

extension String {
    /// The fields of tab-separated text. A field in quotation marks can contain tabs, line breaks, and two marks for one. A line break
    /// at the end begins no further line.
    var tabSeparatedFields: [[String]] {
        var (lines, line, field) = ([[String]](), [String](), String.UnicodeScalarView())
        var (isQuoted, isStart) = (false, true)
        let scalars = Array(unicodeScalars)
        var place = 0
        while place < scalars.count {
            let scalar = scalars[place]
            let next = place + 1 < scalars.count ? scalars[place + 1] : nil
            place += 1
            if isQuoted {
                if scalar != "\"" {
                    field.append(scalar)
                } else if next == "\"" {
                    field.append(scalar)
                    place += 1
                } else {
                    isQuoted = false
                }
            } else if scalar == "\"", isStart {
                (isQuoted, isStart) = (true, false)
            } else if scalar == "\t" {
                line.append(String(field))
                (field, isStart) = (String.UnicodeScalarView(), true)
            } else if scalar == "\n" || scalar == "\r" {
                if scalar == "\r", next == "\n" { place += 1 }
                lines.append(line + [String(field)])
                (line, field, isStart) = ([], String.UnicodeScalarView(), true)
            } else {
                field.append(scalar)
                isStart = false
            }
        }
        if !line.isEmpty || !isStart { lines.append(line + [String(field)]) }
        return lines.isEmpty ? [[""]] : lines
    }
}
