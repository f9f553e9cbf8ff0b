import FileReading
import Foundation
import ListEngine
import ListEngineData
import ListEngineSQLite
import ListEngineTerminal

/// A column as it is shown.
public struct TableColumn: Sendable, Hashable {
    public var name: String
    /// The width in characters: that of the widest value that was shown, up to a limit.
    public var width: Int
    /// Whether all values that were shown are numbers, which end at the same place.
    public var isNumeric: Bool { hasNumbers && !hasText }
    var hasNumbers = false
    var hasText = false

    /// A text in the width of the column: at its start, or at its end if the column has numbers.
    public func fitted(_ text: String) -> String {
        let room = width - TerminalText.columns(of: text)
        return isNumeric && room > 0
            ? String(repeating: " ", count: room) + text : TerminalText.fitted(text, to: width)
    }
}

/// Shows the tables of an SQLite file in a collection view: all that a terminal and a window have in common.
///
///     let browser = TableBrowser("mail.db", list) { list, indexPath, state in … }
///     browser.onChange = { … }        // the texts of the host are out of date
///     browser.start()
///
/// The file is read off the main thread, from its schema to the last row.
@MainActor
public final class TableBrowser {
    public let path: String
    public let list: CollectionView
    /// The tables and views of the file.
    public private(set) var entries: [TableEntry] = []
    /// What is shown or will be shown soon.
    public private(set) var request: TableRequest?
    public private(set) var columns: [TableColumn] = []
    /// Why nothing is shown.
    public private(set) var problem: String?
    /// Called when anything but the rows has changed.
    public var onChange: @MainActor () -> Void = {}

    private let makeCell: @MainActor (CollectionView, IndexPath, RowState<SQLiteRow>) -> CollectionViewCell
    private let providers = SectionProviderList()
    private var section: RowSection<SQLiteRows>?
    /// The request whose rows the section shows.
    private var shown: TableRequest?
    private var work = Work.none
    private var opening: Opening?
    private var notice: String?
    /// The version of the schema that was read.
    private var version: SQLiteValue?
    private var hasGrown = false

    /// One thing at a time is read, and only the newest wish is remembered.
    private enum Work {
        case none, running, runningThenOpen
    }

    private static let mostWidth = 40

    /// - Parameters:
    ///   - path: A path, or an address that begins with "file:".
    ///   - list: Shows the rows.
    ///   - makeCell: Returns the cell of a row.
    public init(
        _ path: String, _ list: CollectionView,
        makeCell: @escaping @MainActor (CollectionView, IndexPath, RowState<SQLiteRow>) -> CollectionViewCell
    ) {
        self.path = path
        self.list = list
        self.makeCell = makeCell
        providers.attach(to: list)
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

    /// Shows a table, in the order of its key.
    public func open(_ entry: TableEntry) {
        guard entry != request?.entry else { return }
        request = TableRequest(entry)
        open()
    }

    /// Orders the rows by a column, or by the table's own key without one.
    public func sort(by column: String?, isDescending: Bool) {
        change {
            $0.sortColumn = column
            $0.isDescending = isDescending
        }
    }

    /// Orders the rows by a column, and the next time the other way round.
    public func toggleSort(by column: String) {
        sort(by: column, isDescending: request?.sortColumn == column && request?.isDescending == false)
    }

    /// Shows sections of rows with equal values in the column of the order, or no sections.
    public func toggleSections() {
        guard request?.sortColumn != nil else { return }
        change { $0.isGrouped.toggle() }
    }

    /// Shows only rows that contain all words of a text.
    public func filter(by text: String) { change { $0.filter = text } }

    /// Filters by the full-text index, if there is one, or by the text of all columns.
    public func toggleTextIndex() {
        guard request?.entry.textIndex != nil else { return }
        change { $0.usesTextIndex.toggle() }
    }

    /// Reads again what could not be read.
    public func retry() {
        if section == nil || problem != nil { return readSchema() }
        section?.rows.retry()
        notice = nil
        onChange()
    }

    private func change(_ body: (inout TableRequest) -> Void) {
        guard var new = request else { return }
        body(&new)
        guard new != request else { return }
        request = new
        open()
    }

    private func open() {
        guard let request, work == .none else {
            if work == .running { work = .runningThenOpen }
            // What is opened is not wanted any more.
            opening?.cancel()
            return
        }
        work = .running
        onChange()
        let (path, opening) = (path, Opening())
        self.opening = opening
        Task.detached { [weak self] in
            let result = Result { try request.open(path, opening) }
            await self?.take(result, of: request)
        }
    }

    private func take(_ result: Result<SQLiteRows, any Error>, of opened: TableRequest) {
        let isOld = work == .runningThenOpen
        (work, opening) = (.none, nil)
        // Only the newest wish counts.
        guard !isOld, opened == request else { return open() }
        defer { onChange() }
        let source: SQLiteRows
        switch result {
        case .failure(let error):
            fail(opened, error)
            return
        case .success(let rows): source = rows
        }
        problem = nil
        if let section, shown?.entry == opened.entry {
            section.rows.replace(with: source) { [weak self] result in
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
            return
        }
        shown = opened
        columns = opened.entry.columns.map {
            // Space for the sign of the order.
            TableColumn(name: $0, width: min(max(TerminalText.columns(of: $0) + 1, 3), Self.mostWidth))
        }
        let rows = LiveRows(source)
        rows.onUpdate = { [weak self, weak rows] _ in
            guard let self, let rows, self.section?.rows === rows else { return }
            onChange()
        }
        let section = RowSection(rows, estimatedHeight: rowHeight) { [weak self, makeCell] list, indexPath, state in
            if let row = state.row { self?.measure(row) }
            return makeCell(list, indexPath, state)
        }
        section.header(height: rowHeight) { (view: ContentView, heading, count) in
            let title = FieldText(.text(heading.title)).text
            view.content = ItemContent(title.isEmpty ? "–" : title, trailing: count.grouped)
        }
        self.section = section
        providers.update(animated: false) { $0.providers = [section] }
        list.contentOffset = .zero
        list.focusedIndexPath = nil
    }

    /// Shows why a table cannot be read.
    private func fail(_ request: TableRequest, _ error: any Error) {
        problem = "\(request.entry.name) \(FileProblem(error).description)"
        (section, shown, columns) = (nil, nil, [])
        providers.update(animated: false) { $0.providers = [] }
    }

    /// The height of a row until it is measured, in points.
    public var rowHeight: CGFloat = 1

    private func showStart() {
        list.contentOffset = .zero
        focus(row: 0)
    }

    private func focus(row: Int) {
        list.focusedIndexPath = numberOfItems > row ? section.flatMap { indexPath(of: row, in: $0) } : nil
    }

    private func indexPath(of row: Int, in section: RowSection<SQLiteRows>) -> IndexPath {
        let place = section.rows.place(ofPosition: row)
        return IndexPath(item: place.item, section: place.section)
    }

    /// Makes columns as wide as the values of a row that is shown.
    private func measure(_ row: SQLiteRow) {
        var new = columns
        for place in new.indices.prefix(row.values.count) {
            let field = FieldText(row[place])
            new[place].width = min(max(new[place].width, TerminalText.columns(of: field.text)), Self.mostWidth)
            if field.kind == .text { new[place].hasText = true }
            if field.kind == .number { new[place].hasNumbers = true }
        }
        guard new != columns else { return }
        columns = new
        if hasGrown { return }
        hasGrown = true
        Task { [weak self] in
            guard let self else { return }
            hasGrown = false
            // The host has the new widths when it configures the cells.
            onChange()
            list.reconfigureItems(at: list.indexPathsForVisibleItems)
        }
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

    /// The state of the table in a line.
    public var status: String {
        if let notice { return notice }
        guard let request, problem == nil else { return isBusy ? "reading \(name) …" : "" }
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
        if let column = request.sortColumn { parts.append("by \(column)") }
        if !request.filter.isEmpty || request.entry.textIndex != nil {
            parts.append(request.usesTextIndex ? "words in \(request.entry.textIndex ?? "")" : "text in all columns")
        }
        if isBusy { parts.append("reading …") }
        return parts.joined(separator: " · ")
    }

    /// The text of a row that is not loaded; nil for a loaded one.
    public static func text(of state: RowState<SQLiteRow>) -> String? {
        switch state {
        case .loaded, .outdated: nil
        case .placeholder: "…"
        case .failed(let error): "not read: \(FileProblem(error).description)"
        }
    }
}
