import Foundation
import ListEngineLayout

/// The result of pasting text into fields.
public struct PastedFields: Sendable, Hashable {
    /// The fields whose new text the data source has accepted.
    public internal(set) var accepted = 0
    /// The fields that cannot be edited, or whose new text was refused. ``FieldEdit/text`` is the pasted text. The index path is that
    /// after the last text was pasted. For an item that is no longer in the list, it is that before the first text.
    public internal(set) var refused: [FieldEdit] = []
    /// The parts of the text for which there was no row or column.
    public internal(set) var left = 0
}

extension CollectionView {
    /// Pastes tab-separated text into fields, as spreadsheets copy it: from the first field of the ``fieldRange`` on, through
    /// ``TableField/commit``. A single value is pasted into all fields of the ``fieldRanges``.
    ///
    /// The data source receives one text after the other, and may change the list each time. The remaining fields follow their items.
    /// The changes are between ``UndoTarget/beginUndoGroup()`` and ``UndoTarget/endUndoGroup()`` of the ``undoTarget``. A field that is
    /// being edited is committed before.
    ///
    /// A field can be in quotation marks if it contains tabs, line breaks, or two marks for each mark in it. A mark that is not closed before
    /// a tab, a line break or the end is a part of the text.
    ///
    /// Hosts paste by control V, and terminals by their own key, if a field has the focus. ``fieldPasteHandler`` then receives the result.
    /// - Returns: Nil if the text is empty, no field has the focus, the text of an edit is refused, or more than 2^17 fields would be
    ///   pasted, which is reported before any of them.
    /// - Complexity: O(text), and O(fields) calls of the data source.
    @discardableResult
    public func pasteFields(_ text: String) -> PastedFields? {
        guard isReadyForUser() else { return nil }
        return paste(text, into: fieldRanges)
    }

    /// Receives the result of each text that was pasted into fields, by ``pasteFields(_:)`` or by a host. The program can show which fields
    /// were refused.
    public var fieldPasteHandler: (@MainActor (PastedFields) -> Void)? {
        get { itemDrags.fieldPasteHandler }
        set { itemDrags.fieldPasteHandler = newValue }
    }

    /// - Parameter ranges: Of items in the list; the last one is that with the focus. Columns may be hidden or gone by now.
    func paste(_ text: String, into ranges: [FieldRange]) -> PastedFields? {
        guard !text.isEmpty, let range = ranges.last, isReadyForUser(), keyboard.fields.endForMove(), let columns
        else { return nil }
        let separated = TabSeparatedText(text)
        let amount = separated.numberOfFields(upTo: Self.mostCopied)
        guard checkAmount(amount, of: "in the text") else { return nil }
        var pasted = PastedFields()
        var (rows, names, texts) = ([ElementPath](), [[String]](), [[String]]())
        if amount == 1, ranges.count > 1 || range.columns.count > 1 || range.first != range.last {
            // One value for all fields of the ranges.
            let ranges = ranges.filter { isInList($0.first) && isInList($0.last) }
            var total = 0
            for range in ranges where total <= Self.mostCopied {
                let (fields, isTooLarge) = count(of: range).multipliedReportingOverflow(by: range.columns.count)
                total = isTooLarge || fields > Self.mostCopied ? Self.mostCopied + 1 : total + fields
            }
            guard checkAmount(total, of: "in the ranges") else { return nil }
            // Ranges can overlap.
            var seen: [ElementPath: Set<String>] = [:]
            for range in ranges {
                for path in items(of: range) {
                    let new = range.columns.filter { seen[path, default: []].insert($0).inserted }
                    guard !new.isEmpty else { continue }
                    rows.append(path)
                    names.append(new)
                }
            }
            let value = separated.fields()[0][0]
            texts = names.map { $0.map { _ in value } }
        } else {
            guard let first = ElementPath(range.first), isInList(first),
                let start = range.columns.first.flatMap(columns.rank(of:))
            else { return nil }
            texts = separated.fields()
            let widest = texts.reduce(0) { max($0, $1.count) }
            let shown = (start..<min(columns.shownCount, start + widest)).map { columns.shownColumn(atRank: $0).id }
            rows = [first]
            while rows.count < texts.count, let path = layout.nextItem(from: rows[rows.count - 1], toward: .next) {
                rows.append(path)
            }
            names = rows.map { _ in shown }
            let fitting = zip(rows, texts).reduce(0) { $0 + min($1.1.count, shown.count) }
            pasted.left = amount - fitting
        }
        guard !rows.isEmpty else { return nil }
        let target = undoTarget
        positions.followingAll(rows) { items in
            var refused: [(row: Int, column: String, text: String, original: String)] = []
            target?.beginUndoGroup()
            for row in rows.indices {
                for (name, text) in zip(names[row], texts[row]) {
                    // The data source may have changed the list in the call before.
                    let field = items[row].path.flatMap { isInList($0) ? self.field(name, at: $0) : nil }
                    if field?.commit?(text) == true {
                        pasted.accepted += 1
                    } else {
                        refused.append((row, name, text, field?.text ?? ""))
                    }
                }
            }
            pasted.refused = refused.map { row, column, text, original in
                FieldEdit(
                    column: column, indexPath: (items[row].path ?? rows[row]).indexPath, text: text, original: original)
            }
        }
        target?.endUndoGroup()
        fieldPasteHandler?(pasted)
        return pasted
    }

    private func isInList(_ indexPath: IndexPath) -> Bool { ElementPath(indexPath).map { isInList($0) } ?? false }

    private func checkAmount(_ fields: Int, of place: String) -> Bool {
        if fields <= Self.mostCopied { return true }
        report(
            .unusableColumns, nil, "nothing is pasted: there are more than \(Self.mostCopied) fields \(place).")
        return false
    }
}

/// Text with a tab between fields and a line break after each row. A line break at the end begins no further row.
///
/// A field in quotation marks ends at a mark before a tab, a line break or the end of the text, and contains two marks for each mark in it.
/// Without such an end the marks are text.
struct TabSeparatedText {
    private let text: String.UTF8View

    init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text.utf8
    }

    private static let (tab, newline, feed, mark) = (
        UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\"")
    )

    private static func endsField(_ byte: UInt8) -> Bool { byte == tab || byte == newline || byte == feed }

    /// Calls a closure for each field, until it returns false.
    /// - Parameter body: Receives the text between the marks, whether there are marks, and whether the row ends.
    private func forEachField(_ body: (Substring.UTF8View, _ isQuoted: Bool, _ endsRow: Bool) -> Bool) {
        var start = text.startIndex
        // Whether the last field was before a tab.
        var isOpen = false
        while start < text.endIndex || isOpen {
            let closing = start < text.endIndex && text[start] == Self.mark ? closingMark(after: start) : nil
            let end =
                closing.map { text.index(after: $0) } ?? text[start...].firstIndex(where: Self.endsField)
                ?? text.endIndex
            isOpen = end < text.endIndex && text[end] == Self.tab
            let content = closing.map { text[text.index(after: start)..<$0] } ?? text[start..<end]
            guard body(content, closing != nil, !isOpen) else { return }
            guard end < text.endIndex else { return }
            start = text.index(after: end)
            if text[end] == Self.feed, start < text.endIndex, text[start] == Self.newline {
                start = text.index(after: start)
            }
        }
    }

    /// The mark that closes a field. Nil if the first mark is text.
    // Fields that begin with a mark are read twice at most: only one of them can have pairs of marks up to the end of the text.
    private func closingMark(after open: String.UTF8View.Index) -> String.UTF8View.Index? {
        var place = text.index(after: open)
        while let found = text[place...].firstIndex(of: Self.mark) {
            let next = text.index(after: found)
            guard next < text.endIndex, !Self.endsField(text[next]) else { return found }
            guard text[next] == Self.mark else { return nil }
            place = text.index(after: next)
        }
        return nil
    }

    /// The number of fields, or one more than a limit.
    func numberOfFields(upTo limit: Int) -> Int {
        var count = 0
        forEachField { _, _, _ in
            count += 1
            return count <= limit
        }
        return max(1, count)
    }

    /// The rows with their fields. A text of no characters is one empty field.
    func fields() -> [[String]] {
        var (rows, row) = ([[String]](), [String]())
        forEachField { content, isQuoted, endsRow in
            row.append(isQuoted ? Self.withoutPairs(content) : String(Substring(content)))
            if endsRow {
                rows.append(row)
                row = []
            }
            return true
        }
        return rows.isEmpty ? [[""]] : rows
    }

    private static func withoutPairs(_ content: Substring.UTF8View) -> String {
        var (bytes, isFirst) = ([UInt8](), false)
        for byte in content {
            isFirst = byte == mark && !isFirst
            if !isFirst { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
