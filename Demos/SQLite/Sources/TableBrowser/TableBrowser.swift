import FileReading
import Foundation
import ListEngine
import ListEngineData
import ListEngineSQLite
import ListEngineTerminal

/// Shows the tables of an SQLite file in a collection view: all that a terminal and a window have in common.
///
///     let browser = TableBrowser("mail.db", list, TextWidths(character: 1, padding: 1))
///     browser.onChange = { … }        // the texts of the host are out of date
///     browser.start()
///
/// The file is read and written off the main thread, from its schema to the last row.
@MainActor
public final class TableBrowser {
    public let path: String
    public let list: CollectionView
    public let edits: TableEdits
    /// The tables and views of the file.
    public private(set) var entries: [TableEntry] = []
    /// What is shown or will be shown soon.
    public private(set) var request: TableRequest?
    /// Why nothing is shown.
    public private(set) var problem: String?
    /// Called when anything but the rows has changed.
    public var onChange: @MainActor () -> Void = {}

    private let widths: TextWidths
    private let states: ColumnStates
    private let providers = SectionProviderList()
    private var section: RowSection<SQLiteRows>?
    /// The request whose rows the section shows.
    private var shown: TableRequest?
    private var work = Work.none
    private var opening: (opening: Opening, task: Task<Void, Never>)?
    private var notice: String?
    /// Why the wanted order or filter cannot be shown. The rows stay as they are.
    private var refusal: String?
    /// The version of the schema that was read.
    private var version: SQLiteValue?
    /// The columns as they were stored last.
    private var stored: ColumnState?

    /// One thing at a time is read, and only the newest wish is remembered.
    private enum Work {
        case none, running, runningThenOpen
    }

    /// What was read of a table before it is shown.
    private struct Opened: Sendable {
        var rows: SQLiteRows
        /// Nil if the table is shown already.
        var looks: [ColumnLook]?
        var state: ColumnState?
    }

    /// - Parameters:
    ///   - path: A path, or an address that begins with "file:".
    ///   - list: Shows the rows.
    ///   - widths: Those of the list's host.
    public init(_ path: String, _ list: CollectionView, _ widths: TextWidths) {
        self.path = path
        self.list = list
        self.widths = widths
        states = ColumnStates(path, widths)
        edits = TableEdits(path, list)
        providers.attach(to: list)
        // Rows with equal values are sections with headers of their own.
        list.showsColumnTitlesAboveSections = true
        edits.onChange = { [weak self] in self?.onChange() }
        edits.row = { [weak self] path in self?.row(at: path) }
        list.delegate = edits
        list.sortHandler = { [weak self] order in self?.sort(by: order) }
    }

    /// The last part of the path.
    public var name: String { String(path.split(separator: "/").last ?? "") }

    // MARK: The file

    /// Reads the schema, and opens the first table.
    public func start() {
        watch()
        readSchema()
    }

    private func readSchema() {
        guard work == .none else { return }
        work = .running
        let path = path
        Task.detached { [weak self] in
            let result = Result { try Catalog.read(path) }
            await self?.take(result)
        }
    }

    private func take(_ result: Result<Catalog, any Error>) {
        let isAwaited = work == .runningThenOpen
        work = .none
        // The user wanted something else meanwhile.
        defer { if isAwaited, work == .none { open() } }
        switch result {
        case .success(let catalog):
            let hadProblem = problem != nil
            (entries, version) = (catalog.entries, catalog.version)
            problem = entries.isEmpty && section == nil ? "\(name) has no tables" : nil
            let current = entries.first { $0.name == request?.entry.name }
            if let current, current != request?.entry {
                change { $0.take(current) }
            } else if section == nil || hadProblem {
                if current == nil, let first = entries.first { open(first) } else if current != nil { open() }
            } else {
                // A table that was deleted is shown as it was, until it is there again.
                section?.rows.retry()
            }
        case .failure(let error):
            // Rows that are shown report errors as well.
            if section == nil { problem = "\(name) \(FileProblem(error).description)" }
        }
        onChange()
    }

    /// Looks twice a second for what no one reports.
    private func watch() {
        let path = path
        Task.detached { [weak self] in
            while self != nil {
                // A folder in a network may take long to answer.
                let isThere = path.hasPrefix("file:") || FileManager.default.fileExists(atPath: path)
                await self?.look(isThere: isThere, isThere ? Catalog.version(path) : nil)
                try? await Task.sleep(nanoseconds: 500_000_000)
            }
        }
    }

    private func look(isThere: Bool, _ current: SQLiteValue?) {
        storeColumns()
        // Another program has changed tables or columns.
        if let current, current != version { readSchema() }
        var new = isThere || section == nil ? nil : "\(name) was deleted: these are the rows that it had"
        if new == nil, let error = section?.rows.failure {
            new = "rows are missing or out of date: \(name) \(FileProblem(error).description)"
        }
        guard new != notice else { return }
        notice = new
        onChange()
    }

    // MARK: What is shown

    /// Shows a table, in the order that was stored, or in that of its key.
    public func open(_ entry: TableEntry) {
        guard entry != request?.entry else { return }
        // As when another row gets the focus, the text is written; a text that is refused keeps the table.
        if list.fieldEdit != nil, !list.hostEndFieldEdit() { return onChange() }
        edits.clear()
        request = TableRequest(entry)
        open()
    }

    /// Shows the rows in the order of the table's key, even if another order was stored and is still being read.
    public func sortByKey() {
        list.sort(by: [])
        sort(by: [])
    }

    private func sort(by order: [ColumnSort]) {
        change {
            $0.order = order
            $0.usesStoredOrder = false
        }
    }

    /// Shows sections of rows with equal values in the first column of the order, or no sections.
    public func toggleSections() {
        guard request?.order.isEmpty == false else { return }
        change { $0.isGrouped.toggle() }
    }

    /// Shows only rows that contain all words of a text, or that meet a condition: see ``TableRequest/filter``.
    public func filter(by text: String) { change { $0.filter = text } }

    /// Filters by the full-text index, if there is one, or by the text of all columns.
    public func toggleTextIndex() {
        guard request?.entry.textIndex != nil else { return }
        change { $0.usesTextIndex.toggle() }
    }

    /// Reads or writes again what could not be read or written.
    public func retry() {
        if section == nil || problem != nil { return readSchema() }
        edits.retry()
        section?.rows.retry()
        notice = nil
        onChange()
    }

    private func change(_ body: (inout TableRequest) -> Void) {
        guard var new = request else { return }
        body(&new)
        guard new != request else { return }
        request = new
        refusal = nil
        edits.clear()
        open()
    }

    private func open() {
        guard let request, work == .none else {
            if work == .running { work = .runningThenOpen }
            // What is opened is not wanted any more.
            opening?.opening.cancel()
            opening?.task.cancel()
            return
        }
        work = .running
        storeColumns()
        onChange()
        let isNew = section == nil || shown?.entry != request.entry
        // The columns of a table that has changed keep what the user has set.
        let current = shown?.entry.name == request.entry.name ? list.columnState : nil
        let (path, states, opening) = (path, states, Opening())
        let task = Task.detached { [weak self] in
            var opened = request
            let result: Result<Opened, any Error>
            do {
                let state = isNew ? current ?? states.read(request.entry.name) : nil
                if let state, request.usesStoredOrder, request.order.isEmpty {
                    opened.order = state.sortOrder.filter { request.entry.columns.contains($0.column) }
                }
                let rows = try opened.open(path, opening)
                // Of a damaged file, the list shows what can be read.
                var sample: [SQLiteRow] = []
                // The largest number is at an end of the order. In any other order, the end would have to be sorted.
                let sides: [RowSide<SQLiteKey>] =
                    opened.order.isEmpty && !opened.entry.isView ? [.first, .last] : [.first]
                for side in sides where isNew {
                    sample += (try? await rows.rows(side, limit: 30).rows.map(\.row)) ?? []
                }
                let looks = isNew ? ColumnLook.looks(request.entry, sample) : nil
                result = .success(Opened(rows: rows, looks: looks, state: state))
            } catch {
                result = .failure(error)
            }
            await self?.take(result, of: request, as: opened)
        }
        self.opening = (opening, task)
    }

    /// - Parameter opened: What was wanted, with the order that was stored.
    private func take(_ result: Result<Opened, any Error>, of wanted: TableRequest, as opened: TableRequest) {
        let isOld = work == .runningThenOpen
        (work, opening) = (.none, nil)
        // Only the newest wish counts.
        guard !isOld, wanted == request else { return open() }
        request = opened
        defer { onChange() }
        switch result {
        case .failure(let error): fail(opened, error)
        case .success(let new):
            problem = nil
            if let looks = new.looks { show(new, looks, of: opened) } else { replace(with: new.rows, of: opened) }
        }
    }

    private func replace(with source: SQLiteRows, of opened: TableRequest) {
        section?.rows.replace(with: source) { [weak self] result in
            guard let self, request == opened else { return }
            switch result {
            case .success:
                shown = opened
                showStart()
            case .failure(let error):
                if !(error is CancellationError) { fail(opened, error) }
            }
            onChange()
        }
    }

    private func show(_ new: Opened, _ looks: [ColumnLook], of opened: TableRequest) {
        shown = opened
        edits.show(opened.entry)
        let rows = LiveRows(new.rows)
        rows.onUpdate = { [weak self, weak rows] _ in
            guard let self, let rows, self.section?.rows === rows else { return }
            onChange()
        }
        let section = RowSection(rows, table: table(of: opened.entry, looks), missing: Self.content)
        section.header { (view: ContentView, heading, count) in
            let title = FieldText(.text(heading.title)).text
            view.content = ItemContent(title.isEmpty ? "–" : title, trailing: count.grouped)
        }
        self.section = section
        // A table with a column of the same name has other widths.
        list.removeColumns()
        list.columnState = ColumnState(columns: new.state?.columns ?? [], sortOrder: opened.order)
        providers.update(animated: false) { $0.providers = [section] }
        // The order of the key is stored as well, if the user has chosen it while another one was read.
        stored = opened.usesStoredOrder ? list.columnState : nil
        list.contentOffset = .zero
        list.focusedIndexPath = nil
        list.focusedColumn = list.columns?.columns.first { !$0.isHidden }?.id
    }

    private func table(of entry: TableEntry, _ looks: [ColumnLook]) -> ListTable<SQLiteRow> {
        let (edits, widths, growing) = (edits, widths, GrowingColumns(looks, entry.columns, widths, list))
        let columns = zip(entry.columns, looks).enumerated().map { place, each in
            let (name, look) = each
            let column = ListColumn(name, width: .points(widths.points(look.width))) { (row: SQLiteRow) in
                let field = FieldText(row[place])
                growing.note(field.text, at: place)
                var content = ItemContent(field.text)
                content.isDimmed = field.kind == .description
                return content
            }
            .width(from: widths.points(3))
            .aligned(look.isNumeric ? .trailing : .leading)
            .text { row in FieldText.copied(row[place]) }
            guard !entry.key.isEmpty else { return column }
            return column.onEdit(where: { edits.canEdit(name, $0) }) { edits.commit(name, $0, $1) }
        }
        return ListTable(columns)
    }

    /// Shows why a table cannot be read, or why it cannot be sorted or filtered as wanted.
    private func fail(_ opened: TableRequest, _ error: any Error) {
        if let shown, shown.entry == opened.entry, section != nil {
            let reason = (error as? SQLiteError)?.message ?? FileProblem(error).description
            refusal = (opened.order != shown.order ? "not sorted: " : "not filtered: ") + reason
            guard opened.order != shown.order else { return }
            request?.order = shown.order
            request?.isGrouped = shown.isGrouped
            try? list.editColumns { try $0.sort(by: shown.order) }
            return
        }
        problem = "\(opened.entry.name) \(FileProblem(error).description)"
        (section, shown) = (nil, nil)
        providers.update(animated: false) { $0.providers = [] }
        list.removeColumns()
    }

    /// Stores what the user has changed in the columns of the shown table, and waits until all edits are written. Call it when the
    /// list is no longer shown.
    /// - Returns: Edits that could not be written, and why.
    public func close() async -> [String] {
        changedColumns()?()
        return await edits.close()
    }

    private func storeColumns() {
        if let store = changedColumns() { Task.detached { store() } }
    }

    private func changedColumns() -> (@Sendable () -> Void)? {
        guard let name = shown?.entry.name, let state = list.columnState, state != stored else { return nil }
        stored = state
        let states = states
        return { states.write(state, of: name) }
    }

    private func showStart() {
        list.contentOffset.y = 0
        focus(row: 0)
    }

    private func focus(row: Int) {
        list.focusedIndexPath = numberOfItems > row ? section.flatMap { indexPath(of: row, in: $0) } : nil
    }

    private func indexPath(of row: Int, in section: RowSection<SQLiteRows>) -> IndexPath {
        let place = section.rows.place(ofPosition: row)
        return IndexPath(item: place.item, section: place.section)
    }

    private func row(at path: IndexPath) -> SQLiteRow? {
        guard let rows = section?.rows, path.section < rows.numberOfSections else { return nil }
        let own = rows.positions(ofSection: path.section)
        return path.item < own.count ? rows.state(at: own.lowerBound + path.item).row : nil
    }

    // MARK: Places

    public var numberOfItems: Int { section?.rows.numberOfItems ?? 0 }

    /// Scrolls to a share of the rows: 0 is the first, 1 the last.
    public func scroll(toFraction fraction: Double) {
        if let row = section?.scroll(toFraction: fraction) { focus(row: row) }
    }

    // MARK: Texts

    /// Whether newer rows than the visible ones are on their way.
    public var isBusy: Bool { work != .none || section?.rows.isReplacing == true }

    /// The state of the table in a line: first what the user must know.
    public var status: String {
        let news = [edits.isProblem ? edits.message : nil, notice, refusal, edits.isProblem ? nil : edits.message]
        return (news.compactMap { $0 } + parts).joined(separator: " · ")
    }

    private var parts: [String] {
        guard let request, problem == nil else { return isBusy ? ["reading \(name) …"] : [] }
        var parts = [section?.rows.count.text(request.filter.isEmpty ? "rows" : "found") ?? "…"]
        if let rows = section?.rows, let focus = list.focusedIndexPath, focus.section < rows.numberOfSections {
            let own = rows.positions(ofSection: focus.section)
            if focus.item < own.count, let key = rows.key(at: own.lowerBound + focus.item) {
                switch rows.position(of: key) {
                case .exact(let position): parts.append("row \((position + 1).grouped)")
                case .estimated(let position): parts.append("row about \((position + 1).grouped)")
                }
            }
        }
        if !request.order.isEmpty { parts.append("by " + request.order.map(\.column).joined(separator: ", ")) }
        if request.ownCondition != nil {
            parts.append("condition")
        } else if !request.filter.isEmpty || request.entry.textIndex != nil {
            parts.append(request.usesTextIndex ? "words in \(request.entry.textIndex ?? "")" : "text in all columns")
        }
        if isBusy { parts.append("reading …") }
        return parts
    }

    /// What is shown instead of a row that is not loaded.
    private static func content(of state: RowState<SQLiteRow>) -> ItemContent? {
        switch state {
        case .loaded, .outdated: return nil
        case .placeholder: return ItemContent("…")
        case .failed(let error): return ItemContent("not read: \(FileProblem(error).description)")
        }
    }
}
