import FileReading
import Foundation
import ListEngine
import ListEngineSQLite

/// What the user changes in the rows of a table, to be undone. One change at a time is written, in the order in which they were made.
@MainActor
public final class TableEdits: CollectionViewDelegate {
    /// What happened last: why a value cannot be changed, or was not.
    public private(set) var message: String?
    /// Whether the message is why a value cannot be changed, or was not.
    private(set) var isProblem = false
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

        /// Whether this job, which has failed, is no longer wanted after another one.
        func isReplaced(by other: Job) -> Bool {
            guard case .change(let own) = self else { return true }
            guard case .change(let new) = other else { return false }
            return own.table == new.table && own.column == new.column && own.key == new.key
        }
    }

    private let writer: TableWriter
    private let isReadOnly: Bool
    private var entry: TableEntry?
    private var done: [FieldChange] = []
    private var undone: [FieldChange] = []
    private var waiting: [Job] = []
    /// The change that is being written.
    private var writing: Task<Void, Never>?
    /// What was not written since the list was closed. Nil before.
    private var unwritten: [String]?
    /// The last changes that were written. The list may not have read them yet.
    private var recent: [FieldChange] = []
    /// What was not written because of the file, in the order of the attempts: it may succeed later.
    private var failed: [Job] = []
    /// Which pasted fields were refused, as long as the others are written.
    private var pasted: String?
    /// What another program has written while the user edited the field, and the user has seen.
    private var seen: String?

    init(_ path: String, _ list: CollectionView) {
        self.list = list
        writer = TableWriter(path)
        isReadOnly = path.hasPrefix("file:")
        list.fieldEditHandler = { [weak self] edit, end in
            self?.seen = nil
            guard end == .removed, edit.text != edit.original else { return }
            self?.say("the field of \(edit.column) is gone; your text was: \(edit.text)", isProblem: true)
        }
        list.fieldPasteHandler = { [weak self] in self?.note($0) }
    }

    public var canUndo: Bool { !done.isEmpty || !waiting.isEmpty || writing != nil }
    public var canRedo: Bool { !undone.isEmpty }

    func show(_ new: TableEntry) {
        // What was not written to another table is not wanted here.
        if entry?.name != new.name { failed = [] }
        entry = new
    }

    /// Forgets the message: the user goes on to something else.
    func clear() { say(nil) }

    /// Says which pasted fields were refused.
    private func note(_ result: PastedFields) {
        guard let first = result.refused.first else { return }
        let all = result.refused.count + result.accepted
        let column = "\(first.column) to \(FieldText(.text(Array(first.text.utf8))).text)"
        let text = "\(result.refused.count) of \(all) fields were not changed, the first is \(column)"
        pasted = writing == nil ? nil : text
        say(text, isProblem: true)
    }

    private func say(_ text: String?, isProblem: Bool = false) {
        guard message != text || self.isProblem != isProblem else { return }
        (message, self.isProblem) = (text, isProblem)
        onChange()
    }

    // MARK: Fields

    /// Why a value cannot be edited as text; nil if it can.
    private func obstacle(_ column: String, _ value: SQLiteValue) -> String? {
        guard let entry else { return "nothing is shown" }
        // An index of the words of another table would no longer fit to it.
        if entry.isVirtual { return "\(entry.name) is a virtual table" }
        if entry.key.isEmpty { return "\(entry.name) has no key for changes" }
        if isReadOnly { return "the file was opened by an address" }
        if entry.computed.contains(column) { return "\(column) is computed" }
        if FieldText.isCut(value) { return "the value is too long to be edited here" }
        switch value {
        case .blob: return "a blob cannot be edited as text"
        case .text(let bytes) where Array(String(decoding: bytes, as: UTF8.self).utf8) != bytes:
            return "the text is not valid UTF-8"
        // Entries of text end there.
        case .text(let bytes) where bytes.contains(0): return "the text has a character that cannot be typed (U+0000)"
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
        if let edit = list?.fieldEdit, edit.original != current, seen != current, !isOwn(current, column, row) {
            seen = current
            say(
                "another program has changed it to \(FieldText(old).text): return writes your text, escape keeps theirs",
                isProblem: true)
            return false
        }
        seen = nil
        return change(column, row, to: Self.value(text, replacing: old))
    }

    /// Whether the user has made a value, in an edit that the list had not read yet when the current one began.
    private func isOwn(_ text: String, _ column: String, _ row: SQLiteRow) -> Bool {
        let key = key(of: row)
        return recent.contains {
            $0.table == entry?.name && $0.column == column && $0.newKey == key && FieldText.copied($0.new) == text
        }
    }

    /// A text as a value. SQLite converts it to the type of the column; a column without a type keeps numbers as numbers.
    private static func value(_ text: String, replacing old: SQLiteValue) -> SQLiteValue {
        switch old {
        case .integer, .real:
            if let number = Int64(text) { return .integer(number) }
            // Double reads hexadecimal digits as well, which SQLite keeps as text.
            let isDecimal = text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
            if isDecimal, let number = Double(text), number.isFinite { return .real(number) }
            return .text(text)
        default: return .text(text)
        }
    }

    private func change(_ column: String, _ row: SQLiteRow, to new: SQLiteValue) -> Bool {
        guard let entry, let old = value(column, row), let key = key(of: row) else { return false }
        guard !key.contains(where: FieldText.isCut) else {
            say("\(column) was not changed: the key of the row is too long", isProblem: true)
            return true
        }
        perform(
            .change(
                FieldChange(
                    table: entry.name, column: column, keyColumns: entry.key, key: key, old: old, new: new,
                    isRowid: column == entry.rowidColumn)))
        return true
    }

    private func key(of row: SQLiteRow) -> [SQLiteValue]? {
        guard let entry else { return nil }
        let all = entry.readColumns
        let places = entry.key.compactMap { all.firstIndex(of: $0) }
        guard places.count == entry.key.count, places.allSatisfy({ $0 < row.values.count }) else { return nil }
        return places.map { row[$0] }
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
        if let obstacle = obstacle(column, value) {
            return say("\(column) cannot be edited: \(obstacle)", isProblem: true)
        }
        say(nil)
        list?.beginFieldEdit(column, at: path)
    }

    /// Edits the focused field of a menu, unless its row was deleted in the meantime.
    private func edit(_ column: String, of row: SQLiteRow) {
        guard let focused, focused.column == column, key(of: focused.row) == key(of: row) else {
            return say("\(column) cannot be edited: its row was deleted", isProblem: true)
        }
        edit()
    }

    /// Replaces the value of the focused field by NULL.
    public func setNull() {
        if let (column, row, _) = focused { setNull(column, row) }
    }

    private func setNull(_ column: String, _ row: SQLiteRow) {
        guard let old = value(column, row), old != .null else { return }
        // A text that is too long to be edited could not be restored.
        if let obstacle = obstacle(column, old) {
            return say("\(column) was not changed: \(obstacle)", isProblem: true)
        }
        _ = change(column, row, to: .null)
    }

    // MARK: Writing

    public func undo() { perform(.undo) }
    public func redo() { perform(.redo) }

    /// Writes again what was not written, in the order of the first attempts.
    func retry() {
        waiting += failed
        failed = []
        if writing == nil { writeNext() }
    }

    /// Waits until everything is written.
    /// - Returns: What could not be written.
    func close() async -> [String] {
        unwritten = []
        while let writing { await writing.value }
        return unwritten ?? []
    }

    private func perform(_ job: Job) {
        // The user has done something else with the field, or with the last change.
        failed.removeAll { $0.isReplaced(by: job) }
        waiting.append(job)
        if writing == nil { writeNext() }
    }

    private func writeNext() {
        guard !waiting.isEmpty else { return }
        let job = waiting.removeFirst()
        let change: FieldChange?
        switch job {
        case .change(let new): change = new
        case .undo: change = done.last?.undone
        case .redo: change = undone.last
        }
        guard let change else { return writeNext() }
        writing = Task { [self] in
            do {
                take(try await write(change, of: job), of: job)
            } catch {
                let problem = error as? WriteProblem
                if problem?.isConflict == true { forget(job) }
                if problem?.canRetry == true { failed.append(job) }
                let reason = problem?.description ?? "\(error)"
                let text = "\(change.column) was not changed to \(FieldText(change.new).text): \(reason)"
                unwritten?.append(text)
                // The number is first, because a narrow screen cuts the reason off.
                say((failed.count > 1 ? "\(failed.count) changes are not written · " : "") + text, isProblem: true)
            }
            writing = nil
            writeNext()
            onChange()
        }
    }

    private func write(_ change: FieldChange, of job: Job) async throws -> FieldChange {
        do {
            return try await writer.write(change)
        } catch let problem as WriteProblem where problem.isConflict {
            // The list may not have read earlier changes of the row, which can have changed its key as well.
            guard case .change = job, let later = recent.reduce(nil as FieldChange?, { $1.changed($0 ?? change) ?? $0 })
            else {
                throw problem
            }
            return try await writer.write(later)
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
        recent = recent.suffix(200) + [written]
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
        let open = failed.isEmpty ? nil : "\(failed.count) changes are not written"
        say([text, open, pasted].compactMap(\.self).joined(separator: " · "), isProblem: open != nil || pasted != nil)
        if waiting.isEmpty { pasted = nil }
    }

    // MARK: CollectionViewDelegate

    public func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        func keys(_ shortcut: ItemShortcut) -> ItemShortcut? { showsControlKeys ? shortcut : nil }
        // For a key, the menu is asked for in the middle of the row with the focus, which may be out of sight.
        let cell = collectionView.cellForItem(at: indexPath)
        let isMiddle = cell.map { point == CGPoint(x: $0.frame.midX, y: $0.frame.midY) } ?? true
        if indexPath != collectionView.focusedIndexPath || !isMiddle {
            // The menu is for the field below the pointer.
            guard let field = collectionView.field(at: point) else { return nil }
            collectionView.focusedIndexPath = field.indexPath
            collectionView.focusedColumn = field.column
            // An edit whose text is refused keeps the focus.
            guard collectionView.focusedIndexPath == field.indexPath, collectionView.focusedColumn == field.column
            else { return nil }
        }
        guard let (column, row, _) = focused else { return nil }
        return CollectionContextMenu(
            ItemMenu([
                ItemMenu.Action("Edit \(column)") { [weak self] in self?.edit(column, of: row) },
                ItemMenu.Action("Set \(column) to NULL", shortcut: keys(.control("0"))) { [weak self] in
                    self?.setNull(column, row)
                },
                ItemMenu.Action("Undo", shortcut: keys(.control("z")), isEnabled: canUndo) { [weak self] in self?.undo()
                },
                ItemMenu.Action(
                    "Redo", shortcut: keys(ItemShortcut(.character("z"), [.control, .shift])), isEnabled: canRedo
                ) { [weak self] in self?.redo() },
            ]))
    }
}
