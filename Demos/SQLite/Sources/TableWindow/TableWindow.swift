#if GTK
    import Foundation
    import ListEngineData
    import ListEngineGTK
    import ListEngineSQLite
    import TableBrowser

    /// Shows a file in a window until the user closes it.
    @MainActor
    public func showTableWindow(_ path: String) throws {
        let window = try TableWindow(path)
        window.window.run()
    }

    /// The tables of a file in a window: their names at the left, the rows of one of them at the right.
    @MainActor
    final class TableWindow {
        let browser: TableBrowser
        let window: GTKWindow
        private let context = RowContext()
        private let tables: CollectionView
        private let tablesHost: GTKHost
        private let source: ListDataSource
        private let rowsHost: GTKHost
        private let titles = GTKBox(.horizontal)
        private var shownTitles: [GTKButton] = []
        private let status = GTKLabel()
        private let problem = GTKLabel(lineLimit: 0)
        private var words: GTKChoice?
        private var shownTables: [TableEntry] = []

        init(_ path: String) throws {
            let rows = CollectionView()
            rowsHost = try GTKHost(showing: rows)
            tables = CollectionView()
            tablesHost = try GTKHost(showing: tables)
            source = ListDataSource(in: tables)
            let context = context
            browser = TableBrowser(path, rows) { list, indexPath, state in
                let cell = list.dequeueReusableCell(RowCell.self, for: indexPath)
                cell.show(state, context.columns)
                return cell
            }
            browser.rowHeight = 24
            window = GTKWindow(browser.name, width: 1_000, height: 640)
            GTKWidget.addStyleRules(
                """
                .field { font-family: monospace; padding: 2px 0; border: none; min-width: 0; border-radius: 0; }
                """)
            tables.selectionFollowsFocus = true
            let filter = GTKEntry(placeholder: "Filter", kind: .search) { [weak self] in self?.browser.filter(by: $0) }
            let choice = GTKChoice(["Words", "Text"]) { [weak self] in self?.use(text: $0 == 1) }
            choice.isVisible = false
            words = choice
            let bar = GTKBox(
                .horizontal, spacing: 8,
                [
                    filter.expanding(), choice, GTKButton("Sections") { [weak self] in self?.browser.toggleSections() },
                    GTKButton("Try again") { [weak self] in self?.browser.retry() },
                ])
            let right = GTKBox(
                .vertical,
                [
                    bar.margins(horizontal: 8, vertical: 8), titles.margins(horizontal: 8),
                    problem.margins(horizontal: 8, vertical: 8),
                    GTKWidget(rowsHost.widget).expanding(vertically: true), status.margins(horizontal: 8, vertical: 4),
                ])
            problem.isVisible = false
            window.child = GTKBox(
                .horizontal,
                [
                    GTKWidget(tablesHost.widget).leastSize(width: 200).style("navigation-sidebar"),
                    right.expanding(vertically: true),
                ])
            browser.onChange = { [weak self] in self?.update() }
            browser.start()
        }

        private func use(text: Bool) {
            if browser.request?.usesTextIndex == text { browser.toggleTextIndex() }
        }

        private func update() {
            if browser.entries != shownTables {
                shownTables = browser.entries
                source.build(animatingDifferences: false) {
                    ListBlock("tables", shownTables, id: \.name) { entry in
                        ItemContent(entry.name, trailing: entry.isView ? "view" : nil)
                    }
                    .onDidSelect { [weak self] entry, _ in self?.browser.open(entry) }
                }
            }
            if let entry = browser.request?.entry, let item = shownTables.firstIndex(of: entry) {
                let path = IndexPath(item: item, section: 0)
                if tables.indexPathsForSelectedItems != [path] { tables.selectItem(at: path, animated: false) }
            }
            context.columns = browser.columns
            updateTitles()
            words?.isVisible = browser.request?.entry.textIndex != nil
            status.text = browser.status
            window.title = browser.name + " – " + browser.status
            problem.text = browser.problem ?? ""
            problem.isVisible = browser.problem != nil
        }

        /// The titles of columns are buttons that sort.
        private func updateTitles() {
            while shownTitles.count > browser.columns.count { titles.remove(shownTitles.removeLast()) }
            while shownTitles.count < browser.columns.count {
                let number = shownTitles.count
                let button = GTKButton("") { [weak self] in self?.sort(number) }.style("flat", "field")
                titles.append(button)
                shownTitles.append(button)
            }
            let request = browser.request
            for (button, column) in zip(shownTitles, browser.columns) {
                let sign = column.name == request?.sortColumn ? (request?.isDescending == true ? "▼" : "▲") : ""
                button.title = column.fitted(sign + column.name) + " "
            }
        }

        private func sort(_ number: Int) {
            guard browser.columns.indices.contains(number) else { return }
            browser.toggleSort(by: browser.columns[number].name)
        }
    }

    /// What the cells of rows have in common.
    @MainActor
    private final class RowContext {
        var columns: [TableColumn] = []
    }

    private final class RowCell: GTKCell {
        private let text = GTKLabel()

        override func makeWidget() -> GTKWidget { text.style("field").margins(horizontal: 6) }

        func show(_ state: RowState<SQLiteRow>, _ columns: [TableColumn]) {
            let values = state.row?.values ?? []
            let fields = zip(columns, values).map { column, value in column.fitted(FieldText(value).text) }
            text.text = TableBrowser.text(of: state) ?? fields.joined(separator: " ")
        }
    }
#endif
