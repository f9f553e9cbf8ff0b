import ListEngineGTK
import PackageBrowser

/// A list with a bar of controls above it and a line of text below it: one sample.
@MainActor class Sample {
    let list: CollectionView
    let host: GTKHost
    let bar = row().style("item")
    let status = label("status", "dim-label")
    private(set) lazy var widget = column(bar, content, status)

    /// What is between the bar and the status.
    var content: GTKWidget { GTKWidget(host.widget).expanding(vertically: true) }

    init(_ layout: any CollectionViewLayoutRecipe) throws {
        list = CollectionView(frame: .zero, collectionViewLayout: layout)
        host = try GTKHost(showing: list)
        bar.isVisible = false
    }

    func add(_ control: GTKWidget) {
        bar.append(control)
        bar.isVisible = true
    }

    // MARK: Titles of sections

    func title(ofSection section: Int) -> String { "" }

    func showTitles<Section, Item>(of source: DiffableDataSource<Section, Item>) {
        source.supplementaryViewProvider = { [unowned self] list, kind, indexPath in
            let view = list.dequeueReusableSupplementaryView(TitleView.self, ofKind: kind, for: indexPath)
            view.text = title(ofSection: indexPath.section)
            return view
        }
    }

    /// Call it after an update. A section that stays keeps its header, whose text may be another now.
    func updateTitles() {
        for case let view as TitleView in list.visibleSupplementaryViews(ofKind: .header) {
            if let section = list.indexPath(for: view)?.section { view.text = title(ofSection: section) }
        }
    }
}

/// What the browser shows.
@MainActor public struct Samples {
    struct Entry {
        let title: String
        let subtitle: String
        let make: @MainActor () throws -> Sample
    }

    /// Returns the packages of the first sample.
    var packages: @Sendable () throws -> [PackageRecord] = PackageRecord.installable
    var unihan: @Sendable () throws -> UnihanTable = UnihanTable.load
    /// The path of the folder that is shown as an outline.
    var folder = FileManager.default.currentDirectoryPath

    public init() {}

    var entries: [Entry] {
        [
            Entry(title: "Packages", subtitle: "Filter and sort as you type") { try PackagesSample(packages) },
            Entry(title: "Unihan", subtitle: "1.4 million records") { try UnihanSample(unihan) },
            Entry(title: "Package table", subtitle: "Columns, sorted by any of them") {
                try PackageTableSample(packages)
            },
            Entry(title: "Characters", subtitle: "A column for each property") { try CharacterTableSample(unihan) },
            Entry(title: "Photos", subtitle: "A grid and a waterfall") { try PhotosSample() },
            Entry(title: "Carousels", subtitle: "Rows that scroll sideways, with dots") { try CarouselSample() },
            Entry(title: "Tags", subtitle: "Items as wide as their text") { try TagSample() },
            Entry(title: "Files", subtitle: "A folder, as it changes") { try FilesSample(folder) },
            Entry(title: "Tasks", subtitle: "Select, rename, drag, swipe, undo") { try TasksSample() },
            Entry(title: "Names", subtitle: "Drawn rows, and an index") { try NamesSample() },
        ]
    }
}

/// A window with a list of samples at the left, and the chosen one at the right.
@MainActor public final class BrowserWindow {
    let menu: CollectionView
    private let menuHost: GTKHost
    private let menuSource = ListDataSource()
    let window: GTKWindow
    private let pane = GTKStack()
    private let samples: Samples
    /// The samples that were shown, by title.
    private var made: [String: Sample] = [:]
    /// The sample that is shown; nil if it could not be made.
    private(set) var current: Sample?

    public init(_ samples: Samples) throws {
        self.samples = samples
        menu = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
        menuHost = try GTKHost(showing: menu)
        loadStyle()
        window = GTKWindow("ListEngine", width: 960, height: 640, hasBar: false)
        let menuWidget = GTKWidget(menuHost.widget).leastSize(width: 230).style("navigation-sidebar")
        window.child = row(spacing: 0, menuWidget, pane.expanding())

        menuSource.attach(to: menu)
        menuSource.build {
            ListBlock("samples", samples.entries, id: \.title) { (cell: MenuCell, entry) in cell.entry = entry }
                .estimatedHeight(50)
                .onDidSelect { [unowned self] entry, _ in open(entry.title) }
        }
        menu.selectionFollowsFocus = true
    }

    public func show() {
        window.present()
        GTKWidget(menuHost.widget).grabFocus()
        // The window is on the screen before the first sample reads its data.
        run { [menu] in !menu.visibleCells.isEmpty }
        guard !samples.entries.isEmpty else { return }
        menu.focusedIndexPath = IndexPath(item: 0, section: 0)
        menu.selectItem(at: IndexPath(item: 0, section: 0), animated: false)
        open(samples.entries[0].title)
    }

    public var isOpen: Bool { window.isOpen }

    /// Runs the main loop until the window is closed, or until a condition holds.
    public func run(orWhen isDone: () -> Bool = { false }) { if isOpen { window.run(orWhen: isDone) } }

    func close() { window.close() }

    /// Shows a sample, which is made when it is shown first.
    private func open(_ title: String) {
        guard let entry = samples.entries.first(where: { $0.title == title }) else { return }
        pane.show(title) {
            let text = label("sample", lineLimit: 0)
            do { made[title] = try entry.make() } catch { text.text = "This sample cannot be shown: \(error)" }
            return made[title]?.widget ?? text
        }
        current = made[title]
    }
}

/// A sample in the list at the left.
private final class MenuCell: GTKCell {
    private let title = label("name")
    private let subtitle = label("dim-label")

    var entry: Samples.Entry? {
        didSet {
            title.text = entry?.title ?? ""
            subtitle.text = entry?.subtitle ?? ""
        }
    }

    override func makeWidget() -> GTKWidget { column(title, subtitle).style("sample") }
}

/// The title of a section.
final class TitleView: GTKView {
    private let title = label("title")

    var text: String {
        get { title.text }
        set { title.text = newValue }
    }

    override func makeWidget() -> GTKWidget { title }
}
