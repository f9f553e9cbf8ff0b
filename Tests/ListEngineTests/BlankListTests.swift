import Foundation
import ListEngine
import Testing

/// A list that shows nothing reports the reason.
@MainActor
@Suite("Blank lists")
struct BlankListTests {
    /// Collects reports instead of printing them.
    @MainActor
    private final class Collector {
        var all: [CollectionViewDiagnostic] = []
        var codes: [CollectionViewDiagnostic.Code] { all.map(\.code) }

        func listen(to view: CollectionView) { view.diagnostics.handler = { self.all.append($0) } }
    }

    private static func view(
        _ size: CGSize = CGSize(width: 100, height: 100), _ layout: any CollectionViewLayoutRecipe = ListRecipe()
    ) -> CollectionView {
        CollectionView(frame: CGRect(origin: .zero, size: size), collectionViewLayout: layout)
    }

    @Test func aReleasedDataSourceIsReportedOnce() throws {
        let (view, host, heard) = (Self.view(), RecorderHost(), Collector())
        view.host = host
        heard.listen(to: view)
        // Nothing retains it: the view holds it weakly.
        var source: DiffableDataSource<Int, Int>? = DiffableDataSource(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source?.apply(DiffableSnapshot(sections: [(0, [1, 2, 3])]))
        #expect(view.visibleCells.count == 3 && heard.codes == [])
        source = nil
        view.layoutIfNeeded()
        #expect(view.visibleCells.isEmpty && heard.codes == [.releasedDataSource])
        view.reloadData()
        view.layoutIfNeeded()
        #expect(view.explainBlankScreen()?.code == .missingDataSource)
        #expect(heard.codes == [.releasedDataSource, .missingDataSource])
        #expect(heard.all[0].message.contains("keep it in a property"))
    }

    @Test func aReleasedListDataSourceIsReportedOnceEvenIfItWasTheDelegateToo() {
        let (view, host, heard) = (Self.view(), RecorderHost(), Collector())
        view.host = host
        heard.listen(to: view)
        var list: ListDataSource? = ListDataSource()
        list?.attach(to: view)
        list?.append(newSections: [DishSection("a", "x y")])
        view.layoutIfNeeded()
        #expect(view.visibleCells.count == 2)
        list = nil
        #expect(view.explainBlankScreen()?.code == .releasedDataSource)
        view.layoutIfNeeded()
        #expect(heard.codes == [.releasedDataSource])
    }

    @Test func aReleasedDelegateIsReportedByTheNextPass() {
        final class Listener: CollectionViewDelegate {}
        let (list, heard) = (NameList(names(3)), Collector())
        heard.listen(to: list.view)
        var listener: Listener? = Listener()
        list.view.delegate = listener
        list.view.layoutIfNeeded()
        #expect(heard.codes == [] && listener != nil)
        listener = nil
        for _ in 0..<2 {
            list.view.setNeedsLayout()
            list.view.layoutIfNeeded()
        }
        #expect(heard.codes == [.releasedDelegate])
        // Removing the delegate is no fault.
        list.view.delegate = list
        list.view.delegate = nil
        list.view.setNeedsLayout()
        list.view.layoutIfNeeded()
        #expect(heard.codes == [.releasedDelegate])
    }

    @Test func aReleasedHostIsReportedByTheNextPass() {
        let (list, heard) = (NameList(names(3)), Collector())
        heard.listen(to: list.view)
        var host: RecorderHost? = RecorderHost()
        list.view.host = host
        list.view.layoutIfNeeded()
        #expect(heard.codes == [] && host != nil)
        host = nil
        for _ in 0..<2 {
            list.view.reloadData()
            list.view.layoutIfNeeded()
        }
        #expect(heard.codes == [.releasedHost])
    }

    @Test func aListWithAHostButNoDataSourceIsReported() {
        let (view, host, heard) = (Self.view(), RecorderHost(), Collector())
        heard.listen(to: view)
        view.host = host
        view.layoutIfNeeded()
        #expect(heard.codes == [])
        #expect(view.explainBlankScreen()?.code == .missingDataSource)
    }

    @Test func aListThatIsNeverLaidOutIsReported() {
        let (list, heard) = (NameList(names(3)), Collector())
        heard.listen(to: list.view)
        #expect(list.view.explainBlankScreen()?.code == .unansweredFrame)
        list.view.layoutIfNeeded()
        #expect(list.view.explainBlankScreen() == nil)
        let view = Self.view()
        heard.listen(to: view)
        view.dataSource = list
        #expect(view.explainBlankScreen()?.code == .missingHost)
        #expect(heard.codes == [.unansweredFrame, .missingHost])
    }

    @Test func emptyBoundsAreReported() {
        let (list, heard) = (NameList(names(3), size: CGSize(width: 100, height: 0)), Collector())
        heard.listen(to: list.view)
        list.view.layoutIfNeeded()
        // Lists are often made before their place on the screen is known.
        #expect(heard.codes == [])
        #expect(list.view.explainBlankScreen()?.code == .emptyBounds)
        list.view.bounds.size.height = 100
        list.view.layoutIfNeeded()
        #expect(list.view.explainBlankScreen() == nil)
    }

    /// The host of a window sets the bounds, and a page that is hidden has none.
    @Test func aListOnAHiddenPageIsNotBlank() {
        final class Page: ScrollingHost {
            var isShown = false
            override var isOnScreen: Bool { isShown }
        }
        let (list, heard) = (NameList(names(3), size: .zero), Collector())
        heard.listen(to: list.view)
        let page = Page(list.view)
        #expect(list.view.explainBlankScreen() == nil)
        list.view.layoutIfNeeded()
        #expect(list.view.explainBlankScreen() == nil)
        page.isShown = true
        #expect(list.view.explainBlankScreen()?.message.contains("The host sets bounds") == true)
        list.view.host = nil
        #expect(list.view.explainBlankScreen()?.message.contains("Set bounds") == true)
        #expect(heard.codes == [.emptyBounds, .emptyBounds])
    }

    @Test(arguments: [CGSize(width: 0, height: 20), CGSize(width: 50, height: 0), CGSize.zero])
    func sizesOfZeroAreReportedOnce(size: CGSize) {
        let (view, host, heard) = (
            Self.view(CGSize(width: 100, height: 100), CollectionViewFlowLayout()), RecorderHost(), Collector()
        )
        view.host = host
        heard.listen(to: view)
        let list = ListDataSource()
        list.attach(to: view)
        var items = ["a", "b"]
        func show() {
            list.update(newSections: [
                ClosureSection(listIdentifier: "x", items: items, identifiedBy: { $0 })
                    .onCellConfigure { (cell: DishCell, text, _) in cell.text = text }
                    .onCellSize { _, _ in size }
            ])
            view.layoutIfNeeded()
        }
        show()
        items.append("c")
        show()
        #expect(heard.codes == [.zeroSizes])
        #expect(heard.all.first?.element == .item(0, inSection: 0))
        #expect(list.diagnostics.count(of: .zeroSizes) == 1)
    }

    @Test func hiddenRowsAmongOthersAreNotReported() {
        let test = SectionList()
        let section = DishSection("a", [Dish("a", height: 0), Dish("b", height: 20)])
        test.list.append(newSections: [section])
        #expect(test.shown == "b" && test.codes == [])
        #expect(test.view.explainBlankScreen() == nil)
    }

    @Test func anUnregisteredCellIsReportedAndAPlaceholderIsShown() {
        let (view, host, heard) = (Self.view(), RecorderHost(), Collector())
        view.host = host
        heard.listen(to: view)
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(withReuseIdentifier: "row", for: indexPath)
        }
        source.apply(DiffableSnapshot(sections: [(0, [1])]))
        #expect(view.visibleCells.map { $0 is PlaceholderCell } == [true])
        #expect(heard.codes == [.unregisteredIdentifier])
        #expect(heard.all[0].message.contains("identifier row") && heard.all[0].message.contains("Call register("))
    }

    @Test func theListReportsSizesThatTheLayoutCannotUse() {
        let layout = CollectionViewCompositionalLayout { _, _ in nil }
        let (view, host, heard) = (Self.view(CGSize(width: 100, height: 100), layout), RecorderHost(), Collector())
        view.host = host
        heard.listen(to: view)
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.apply(DiffableSnapshot(sections: [(0, [1])]))
        #expect(heard.codes == [.unusableLayoutValue] && heard.all[0].layout?.code == .missingSection)
        #expect(view.visibleCells.isEmpty)
    }

    @Test func reportsOfADataSourceWithoutAListAreKept() {
        let (view, heard) = (Self.view(), Collector())
        let list = ListDataSource()
        list.diagnostics.handler = { heard.all.append($0) }
        list.append(newSections: [DishSection("a", "x y x")])
        #expect(heard.codes == [.duplicateIdentifier])
        list.attach(to: view)
        #expect(view.diagnostics.count(of: .duplicateIdentifier) == 1 && heard.all.count == 1)
        list.append(newSections: [DishSection("a", "z")])
        #expect(heard.codes == [.duplicateIdentifier, .duplicateIdentifier])
        #expect(view.diagnostics.recent == list.diagnostics.recent)
    }

    @Test func withoutAHandlerEachCauseIsPrintedOnce() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("diagnostics-\(UUID()).txt")
        try #require(FileManager.default.createFile(atPath: file.path, contents: nil))
        defer { try? FileManager.default.removeItem(at: file) }
        let handle = try FileHandle(forWritingTo: file)
        let standardError = dup(2)
        dup2(handle.fileDescriptor, 2)
        for _ in 0..<2 {
            let (view, host) = (Self.view(), RecorderHost())
            view.host = host
            let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
                view.dequeueReusableCell(withReuseIdentifier: "printed once a list", for: indexPath)
            }
            source.apply(DiffableSnapshot(sections: [(0, [1, 2])]))
            view.layoutIfNeeded()
            #expect(view.diagnostics.count(of: .unregisteredIdentifier) == 2)
        }
        dup2(standardError, 2)
        close(standardError)
        // Other tests may print at the same time.
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.filter { $0.contains("printed once a list") }.count == 2)
        #expect(lines.contains { $0.hasPrefix("ListEngine: unregisteredIdentifier: 0.0: ") })
    }

    // MARK: Lists without sizes

    /// A section that names no size and no layout.
    private final class Plain: ListSection {
        weak var context: ListContext?
        let listIdentifier = "plain"
        var items = ["a", "b", "c"].map { Dish($0) }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: DishCell? = dequeueCell(at: indexPath)
            cell?.text = itemIdentifier
            return cell
        }
    }

    private static func frames(_ view: CollectionView) -> [CGRect] {
        view.layoutIfNeeded()
        return view.visibleElements.map(\.frame)
    }

    private static let rows = (0..<3).map { CGRect(x: 0, y: 44 * CGFloat($0), width: 200, height: 44) }
    private static let flow = (0..<3).map { CGRect(x: 50 * CGFloat($0), y: 0, width: 50, height: 50) }

    @Test func sectionsWithoutSizesAreShownByEveryLayout() {
        let (host, list) = (RecorderHost(), ListDataSource())
        let view = Self.view(CGSize(width: 200, height: 200), CollectionViewFlowLayout())
        view.host = host
        list.attach(to: view)
        list.append(newSections: [Plain()])
        #expect(Self.frames(view) == Self.flow)
        list.build { ListBlock("plain", ["a", "b", "c"], id: \.self) { (cell: DishCell, text) in cell.text = text } }
        #expect(Self.frames(view) == Self.rows)
        list.reload(newSections: [Plain()])
        view.collectionViewLayout = CollectionViewCompositionalLayout { [unowned list] section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        #expect(Self.frames(view) == Self.rows)
        list.build { ListBlock("plain", ["a", "b", "c"], id: \.self) { (cell: DishCell, text) in cell.text = text } }
        #expect(Self.frames(view) == Self.rows)
        #expect(view.diagnostics.recent == [] && view.explainBlankScreen() == nil)
    }

    @Test func snapshotsWithoutSizesAreShown() {
        let host = RecorderHost()
        let view = Self.view(CGSize(width: 200, height: 200), CollectionViewFlowLayout())
        view.host = host
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.apply(DiffableSnapshot(sections: [(0, [1, 2, 3])]))
        #expect(Self.frames(view) == Self.flow.map { $0.offsetBy(dx: $0.minX / 2, dy: 0) })
        #expect(view.diagnostics.recent == [] && view.explainBlankScreen() == nil)
    }
}
