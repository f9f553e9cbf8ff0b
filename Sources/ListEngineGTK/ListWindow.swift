#if GTK
    import CGTK
    import CListEngineGTK
    import ListEngine

    /// A list in a window: the window, the host, the list and its data source in one object, which keeps all of them alive.
    ///
    ///     import ListEngineGTK
    ///
    ///     let list = try ListWindow("Fruits") {
    ///         ListBlock("fruits", ["Apple", "Pear", "Plum"])
    ///     }
    ///     list.run()
    ///
    /// The closure describes the sections. After a change of the data, ``update(animated:)`` shows the differences:
    ///
    ///     import ListEngineGTK
    ///
    ///     var done: Set<String> = []
    ///     let list = try ListWindow("To do") {
    ///         ListBlock("tasks", ["Write", "Test"], id: \.self) { task in
    ///             ItemContent(task, mark: done.contains(task) ? .checked : .unchecked)
    ///         }
    ///         .onDidSelect { task, _ in
    ///             done.formSymmetricDifference([task])
    ///             list.update()
    ///         }
    ///     }
    ///     list.run()
    @MainActor
    public final class ListWindow {
        public let window: GTKWindow
        public let host: GTKHost
        public let dataSource: ListDataSource
        /// The field for the text of the filter; nil for a list that cannot be filtered.
        public private(set) var searchField: GTKEntry?
        private let content: @MainActor (String) -> [any ListSection]
        private var isBuilt = false

        /// - Parameters:
        ///   - title: The text in the bar of the window.
        ///   - width: The width of the window at first, in points.
        ///   - height: The height of the window at first, in points.
        ///   - content: Returns the sections. Called in ``run(orWhen:)`` and ``update(animated:)``.
        public init(
            _ title: String, width: Int = 400, height: Int = 600,
            @ListBuilder _ content: @escaping @MainActor () -> [any ListSection]
        ) throws(GTKHostError) {
            host = try GTKHost(showing: CollectionView())
            dataSource = ListDataSource(in: host.list)
            window = GTKWindow(title, width: width, height: height)
            self.content = { _ in content() }
            let list = GTKWidget(host.widget).expanding(vertically: true)
            window.child = list
        }

        /// Creates a list that the user can filter: the closure is called for each change of the text above the list.
        ///
        ///     let list = try ListWindow("Fruits") { filter in
        ///         ListBlock("fruits", fruits.filter { filter.isEmpty || $0.contains(filter) })
        ///     }
        /// - Parameter content: Returns the sections for a text; an empty text means that all items are shown.
        public init(
            _ title: String, width: Int = 400, height: Int = 600,
            @ListBuilder filtered content: @escaping @MainActor (_ filter: String) -> [any ListSection]
        ) throws(GTKHostError) {
            host = try GTKHost(showing: CollectionView())
            dataSource = ListDataSource(in: host.list)
            window = GTKWindow(title, width: width, height: height)
            self.content = content
            let list = GTKWidget(host.widget).expanding(vertically: true)
            let field = GTKEntry(placeholder: ListText.filter.text, kind: .search) { [weak self] _ in
                self?.update(animated: false)
            }
            field.expanding().margins(horizontal: 8, vertical: 8)
            // Escape ends the search.
            field.on("stop-search") { [weak self] in
                self?.searchField?.text = ""
                list.grabFocus()
            }
            searchField = field
            window.child = GTKBox(.vertical, [field, list])
        }

        /// The collection view.
        public var view: CollectionView { host.list }

        /// Calls the closure and shows the differences.
        public func update(animated: Bool = true) {
            isBuilt = true
            let filter = searchField?.text ?? ""
            dataSource.build(animatingDifferences: animated) { content(filter) }
        }

        /// Shows the window, and returns. A program whose loop GTK runs, such as a GtkApplication, calls it instead of ``run(orWhen:)``.
        public func present() {
            if !isBuilt { update(animated: false) }
            window.present()
        }

        /// Shows the window until the user closes it, or until a condition holds. Meanwhile it runs GLib's main loop, and the main actor.
        /// - Parameter isDone: Called after each turn of the loop.
        public func run(orWhen isDone: () -> Bool = { false }) {
            present()
            window.run(orWhen: isDone)
        }

        /// Closes the window, and ends ``run(orWhen:)``.
        public func close() { window.close() }
    }
#endif
