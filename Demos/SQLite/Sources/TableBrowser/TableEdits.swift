import FileReading
import Foundation
import ListEngine
import ListEngineSQLite

/// What the user changes in the rows of a table, to be undone. One change at a time is written, in the order in which they were made.
@MainActor
public final class TableEdits: CollectionViewDelegate {
    /// What happened last: why a value cannot be changed, or was not.
    public private(set) var message: String?
    /// Called when the message has changed, or what can be undone.
    var onChange: @MainActor () -> Void = {}
    private weak var list: CollectionView?
    /// Returns the row of an item; nil if it is not loaded.
    var row: @MainActor (IndexPath) -> SQLiteRow? = { _ in nil }
    /// Whether the menu shows keys with control.
    public var showsControlKeys = true

    private enum Job {
        case change(FieldChange)
        case undo, redo
    }

    private let writer: TableWriter
    private let isReadOnly: Bool
    private var entry: TableEntry?
    private var done: [FieldChange] = []
    private var undone: [FieldChange] = []
    private var waiting: [Job] = []
    private var isWriting = false
    /// The last changes that were written. The list may not have read them yet.
    private var recent: [FieldChange] = []
    /// What was not written.
    private var failed: Job?
    /// What another program has written while the user edited the field, and the user has seen.
    private var seen: String?

    init(_ path: String, _ list: CollectionView) {
        self.list = list
        writer = TableWriter(path)
        isReadOnly = path.hasPrefix("file:")
        list.fieldEditHandler = { [weak self] edit, end in
            guard end == .removed, edit.text != edit.original else { return }
            self?.say("the row of \(edit.column) was deleted; your text was: \(edit.text)")
        }
    }

    public var canUndo: Bool { !done.isEmpty || !waiting.isEmpty || isWriting }
    public var canRedo: Bool { !undone.isEmpty }

    func show(_ new: TableEntry) {
        entry = new
        say(nil)
    }

    private func say(_ text: String?) {
        guard message != text else { return }
        message = text
        onChange()
    }

    // MARK: Fields

    /// Why a value cannot be edited as text; nil if it can.
    private func obstacle(_ column: String, _ value: SQLiteValue) -> String? {
        guard let entry else { return "nothing is shown" }
        if entry.key.isEmpty { return "\(entry.name) has no key for changes" }
        if isReadOnly { return "the file was opened by an address" }
        if entry.computed.contains(column) { return "\(column) is computed" }
        if FieldText.isCut(value) { return "the value is too long to be edited here" }
        switch value {
        case .blob: return "a blob cannot be edited as text"
        case .text(let bytes) where Array(String(decoding: bytes, as: UTF8.self).utf8) != bytes:
            return "the text is not valid UTF-8"
        default: return nil
        }
    }

    private func value(_ column: String, _ row: SQLiteRow) -> SQLiteValue? {
        guard let place = entry?.columns.firstIndex(of: column), place < row.values.count else { return nil }
        return row[place]
    }

    func canEdit(_ column: String, _ row: SQLiteRow) -> Bool {
        value(column, row).map { obstacle(column, $0) == nil } ?? false
    }

    /// Takes what the user has typed.
    /// - Returns: False if the value has changed in the meantime, and the user has not seen it.
    func commit(_ column: String, _ row: SQLiteRow, _ text: String) -> Bool {
        guard let old = value(column, row) else { return false }
        let current = FieldText.copied(old)
        if let edit = list?.fieldEdit, edit.original != current, seen != current {
            seen = current
            say(
                "another program has changed it to \(FieldText(old).text): return writes your text, escape keeps theirs"
            )
            return false
        }
        seen = nil
        return change(column, row, to: Self.value(text, replacing: old))
    }

    /// A text as a value. SQLite converts it to the type of the column; a column without a type keeps numbers as numbers.
    private static func value(_ text: String, replacing old: SQLiteValue) -> SQLiteValue {
        switch old {
        case .integer, .real:
            if let number = Int64(text) { return .integer(number) }
            if let number = Double(text), number.isFinite { return .real(number) }
            return .text(text)
        default: return .text(text)
        }
    }

    private func change(_ column: String, _ row: SQLiteRow, to new: SQLiteValue) -> Bool {
        guard let entry, let old = value(column, row) else { return false }
        let all = entry.readColumns
        let places = entry.key.compactMap { all.firstIndex(of: $0) }
        guard places.count == entry.key.count, places.allSatisfy({ $0 < row.values.count }) else { return false }
        let key = places.map { row[$0] }
        guard !key.contains(where: FieldText.isCut) else {
            say("\(column) was not changed: the key of the row is too long")
            return true
        }
        perform(
            .change(
                FieldChange(
                    table: entry.name, column: column, keyColumns: entry.key, key: key, old: old, new: new,
                    isRowid: column == entry.rowidColumn)))
        return true
    }

    // MARK: The focused field

    private var focused: (column: String, row: SQLiteRow, path: IndexPath)? {
        guard let list, let column = list.focusedColumn, let path = list.focusedIndexPath, let row = row(path)
        else { return nil }
        return (column, row, path)
    }

    /// Begins to edit the focused field, or says why it cannot be edited.
    public func edit() {
        guard let (column, row, path) = focused, let value = value(column, row) else { return }
        if let obstacle = obstacle(column, value) { return say("\(column) cannot be edited: \(obstacle)") }
        say(nil)
        seen = nil
        list?.beginFieldEdit(column, at: path)
    }

    /// Replaces the value of the focused field by NULL.
    public func setNull() {
        guard let (column, row, _) = focused, let old = value(column, row), old != .null else { return }
        // A text that is too long to be edited could not be restored.
        if let obstacle = obstacle(column, old) { return say("\(column) was not changed: \(obstacle)") }
        _ = change(column, row, to: .null)
    }

    // MARK: Writing

    public func undo() { perform(.undo) }
    public func redo() { perform(.redo) }

    /// Writes again what was not written.
    /// - Returns: False if there is nothing.
    func retry() -> Bool {
        guard let job = failed else { return false }
        perform(job)
        return true
    }

    private func perform(_ job: Job) {
        failed = nil
        waiting.append(job)
        if !isWriting { writeNext() }
    }

    private func writeNext() {
        guard !waiting.isEmpty else { return }
        let job = waiting.removeFirst()
        let change: FieldChange?
        switch job {
        case .change(let new): change = recent.reduce(new) { $0.after($1) }
        case .undo: change = done.last?.undone
        case .redo: change = undone.last
        }
        guard let change else { return writeNext() }
        isWriting = true
        Task { [self] in
            do {
                take(try await writer.write(change), of: job)
            } catch {
                let problem = error as? WriteProblem
                if problem?.isConflict == true { forget(job) } else { failed = job }
                let reason = problem?.description ?? "\(error)"
                say("\(change.column) was not changed to \(FieldText(change.new).text): \(reason)")
            }
            isWriting = false
            writeNext()
        }
    }

    /// A change that another program has overwritten can neither be undone nor made again.
    private func forget(_ job: Job) {
        recent = []
        switch job {
        case .change: break
        case .undo: done.removeLast()
        case .redo: undone.removeLast()
        }
    }

    private func take(_ written: FieldChange, of job: Job) {
        recent = recent.suffix(20) + [written]
        var text = "\(written.column) is \(FieldText(written.new).text) now"
        switch job {
        case .change:
            done.append(written)
            undone = []
        case .undo:
            done.removeLast()
            undone.append(written.undone)
            text += ", as before"
        case .redo:
            undone.removeLast()
            done.append(written)
        }
        say(text)
    }

    // MARK: CollectionViewDelegate

    public func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        func keys(_ shortcut: ItemShortcut) -> ItemShortcut? { showsControlKeys ? shortcut : nil }
        return CollectionContextMenu(
            ItemMenu([
                ItemMenu.Action("Edit") { [weak self] in self?.edit() },
                ItemMenu.Action("Set to NULL", shortcut: keys(.control("0"))) { [weak self] in self?.setNull() },
                ItemMenu.Action("Undo", shortcut: keys(.control("z")), isEnabled: canUndo) { [weak self] in self?.undo()
                },
                ItemMenu.Action(
                    "Redo", shortcut: keys(ItemShortcut(.character("z"), [.control, .shift])), isEnabled: canRedo
                ) { [weak self] in self?.redo() },
            ]))
    }
}
