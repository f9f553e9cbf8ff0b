#if GTK
    import Foundation
    import ListEngineData
    import ListEngineGTK
    import ListEngineSQLite
    import TableBrowser

    /// Shows a file in a window until the user closes it, and waits until all edits are written.
    /// - Returns: Edits that could not be written, and why.
    @MainActor
    public func showTableWindow(_ path: String) async throws -> [String] {
        let window = try TableWindow(path)
        window.window.run()
        return await window.browser.close()
    }

    /// The tables of a file in a window: their names at the left, the rows of one of them at the right.
    @MainActor
    final class TableWindow {
        let browser: TableBrowser
        let window: GTKWindow
        private let tables: CollectionView
        private let tablesHost: GTKHost
        private let source: ListDataSource
        private let rowsHost: GTKHost
        private let status = GTKLabel()
        private let problem = GTKLabel(lineLimit: 0)
        private var words: GTKChoice?
        private var undo: GTKButton?
        private var redo: GTKButton?
        private var shownTables: [TableEntry] = []

        init(_ path: String) throws {
            let rows = CollectionView()
            rowsHost = try GTKHost(showing: rows)
            tables = CollectionView()
            tablesHost = try GTKHost(showing: tables)
            source = ListDataSource(in: tables)
            browser = TableBrowser(path, rows, TextWidths(character: 8, padding: 14))
            window = GTKWindow(browser.name, width: 1_000, height: 640)
            GTKWidget(rowsHost.widget).style("data-table", "column-separators")
            tables.selectionFollowsFocus = true
            let filter = GTKEntry(placeholder: "Words, column:text, or = and a condition", kind: .search) {
                [weak self] in self?.browser.filter(by: $0)
            }
            let choice = GTKChoice(["Words", "Text"]) { [weak self] in self?.use(text: $0 == 1) }
            choice.isVisible = false
            let edits = browser.edits
            let undo = GTKButton("Undo") { edits.undo() }
            let redo = GTKButton("Redo") { edits.redo() }
            (words, self.undo, self.redo) = (choice, undo, redo)
            let bar = GTKBox(
                .horizontal, spacing: 8,
                [
                    filter.expanding(), choice, GTKButton("Sections") { [weak self] in self?.browser.toggleSections() },
                    undo, redo,
                    GTKButton("Try again") { [weak self] in self?.browser.retry() },
                ])
            let right = GTKBox(
                .vertical,
                [
                    bar.margins(horizontal: 8, vertical: 8), problem.margins(horizontal: 8, vertical: 8),
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
            undo?.isEnabled = browser.edits.canUndo
            redo?.isEnabled = browser.edits.canRedo
            words?.isVisible = browser.request?.entry.textIndex != nil
            status.text = browser.status
            window.title = browser.name + " – " + browser.status
            problem.text = browser.problem ?? ""
            problem.isVisible = browser.problem != nil
        }
    }
#endif
