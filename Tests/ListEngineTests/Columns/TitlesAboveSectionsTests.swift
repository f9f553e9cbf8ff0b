import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Titles of the columns that belong to the list, above the headers of its sections.
@MainActor
@Suite("Titles above sections")
struct TitlesAboveSectionsTests {
    private let view: CollectionView
    private let host = RecorderHost()
    private let list: ListDataSource
    private let table = ListTable<Int> {
        ListColumn("Number") { (number: Int) in ItemContent("\(number)") }
        ListColumn("Square", width: .points(100)) { (number: Int) in ItemContent("\(number * number)") }
            .summary { numbers in ItemContent("\(numbers.reduce(0, +))") }
    }

    init() {
        view = CollectionView(size: CGSize(width: 300, height: 220))
        view.host = host
        list = ListDataSource(in: view)
    }

    /// The headers and footers on the screen, from above: where they begin in the visible bounds, and their text.
    private var headers: [String] {
        view.layoutIfNeeded()
        let shown = view.visibleViews.filter { !($0 is CollectionViewCell) && !$0.isField }
        return shown.sorted { $0.frame.minY < $1.frame.minY }.map { header in
            let texts =
                (header as? ContentView).map { [$0.content.title] }
                ?? header.fields.map { ($0.view as? ContentView)?.content.title ?? "?" }
            return "\(Int(header.frame.minY - view.bounds.minY)) " + texts.joined(separator: " ")
        }
    }

    private func build() {
        list.build(animatingDifferences: false) {
            ListBlock("small", Array(0..<100), id: \.self).columns(of: table).header("Small", pins: true)
            ListBlock("large", Array(100..<200), id: \.self).columns(of: table).summaryHeader("Large")
            ListBlock("plain", Array(200..<300), id: \.self).columns(of: table)
        }
    }

    @Test func headersOfSectionsArePinnedBelowTheTitles() throws {
        view.showsColumnTitlesAboveSections = true
        build()
        #expect(headers == ["0 Number Square", "44 Small"])
        view.hostDidScroll(to: CGPoint(x: 0, y: 1_000))
        #expect(headers == ["0 Number Square", "44 Small"])
        // The next header pushes the pinned one below the titles.
        let next = try #require(view.layout.frameForHeader(inSection: 1)).minY
        view.hostDidScroll(to: CGPoint(x: 0, y: next - 60))
        #expect(headers == ["0 Number Square", "16 Small", "60 Large 14950"])
        // The last section has no titles.
        #expect(view.layout.frameForHeader(inSection: 2) == nil)
    }

    @Test func scrollingToAnItemOrAHeaderShowsItBelowTheTitles() throws {
        view.showsColumnTitlesAboveSections = true
        build()
        view.scrollToHeader(ofSection: 1, animated: false)
        // The titles cover the end of the section before.
        #expect(headers.filter { !$0.hasSuffix("Small") } == ["0 Number Square", "44 Large 14950"])
        view.scrollToItem(at: IndexPath(item: 50, section: 1), at: .start, animated: false)
        #expect(view.layout.frame(ofItem: 50, inSection: 1).minY - view.bounds.minY == 88)
        view.scrollToItem(at: IndexPath(item: 10, section: 1), at: .nearest, animated: false)
        #expect(view.layout.frame(ofItem: 10, inSection: 1).minY - view.bounds.minY == 88)
    }

    @Test func aClickOnATitleSorts() throws {
        var orders: [[ColumnSort]] = []
        view.showsColumnTitlesAboveSections = true
        view.sortHandler = { orders.append($0) }
        build()
        view.hostDidScroll(to: CGPoint(x: 0, y: 1_000))
        view.layoutIfNeeded()
        #expect(view.columnTitle(at: CGPoint(x: 250, y: 1_020)) == "Square")
        view.hostTouch(CollectionViewTouch(.began, at: CGPoint(x: 250, y: 1_020)))
        view.hostTouch(CollectionViewTouch(.ended, at: CGPoint(x: 250, y: 1_020)))
        #expect(orders == [[ColumnSort("Square")]])
    }

    @Test func theTitlesComeAndGo() throws {
        build()
        #expect(headers == ["0 Small"])
        view.showsColumnTitlesAboveSections = true
        #expect(headers == ["0 Number Square", "44 Small"])
        view.hostDidScroll(to: CGPoint(x: 0, y: 500))
        view.layoutIfNeeded()
        let before = view.visibleCells.map { $0.frame.minY - view.bounds.minY }
        view.bounds.size.width = 500
        #expect(headers == ["0 Number Square", "44 Small"])
        #expect(view.visibleCells.map { $0.frame.minY - view.bounds.minY } == before)
        view.showsColumnTitlesAboveSections = false
        #expect(headers == ["0 Small"])
        view.showsColumnTitlesAboveSections = true
        view.removeColumns()
        #expect(headers == ["0 Small"])
        #expect(view.diagnostics.recent.isEmpty, "\(view.diagnostics.recent)")
    }

    /// The setting is changed while the list has no columns.
    @Test func sectionsHaveTitlesAgain() {
        view.showsColumnTitlesAboveSections = true
        let source = DiffableDataSource<Int, Int>(collectionView: view, table: table) { $0 }
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(Array(0..<100))
        source.apply(snapshot, animatingDifferences: false)
        #expect(headers == ["0 Number Square"])
        view.removeColumns()
        #expect(headers == [])
        view.showsColumnTitlesAboveSections = false
        view.layoutIfNeeded()
        view.show(table)
        #expect(headers == ["0 Number Square"] && view.layout.frameForHeader(inSection: 0) != nil)
        withExtendedLifetime(source) {}
    }

    /// Sections that compute heights from stored numbers keep them.
    @Test func aNewWidthRequestsNoItemAgain() throws {
        let rows = WrappedRows()
        view.collectionViewLayout = rows
        view.showsColumnTitlesAboveSections = true
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, number in
            view.tableCell(for: indexPath) { $0.content(ItemContent("\(number)")) }
        }
        try view.setColumns([Column("Number"), Column("Square")])
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0, 1])
        snapshot.appendItems(Array(0..<100), toSection: 0)
        snapshot.appendItems(Array(100..<200), toSection: 1)
        source.apply(snapshot, animatingDifferences: false)
        view.layoutIfNeeded()
        let requested = rows.requested
        #expect(requested > 0)
        view.bounds.size.width = 150
        #expect(headers == ["0 Number Square"])
        #expect(rows.requested == requested)
        #expect(view.layout.boundaryCount == 1)
        let frames = (0..<100).map { view.layout.frame(ofItem: $0, inSection: 1) }
        #expect(frames[0].minY == 4_044)
        view.invalidateLayout()
        view.layoutIfNeeded()
        #expect(rows.requested > requested)
        #expect(frames == (0..<100).map { view.layout.frame(ofItem: $0, inSection: 1) })
    }

    @Test func everyDataSourceLeavesItsTitlesOut() {
        view.showsColumnTitlesAboveSections = true
        let source = DiffableDataSource<Int, Int>(collectionView: view, table: table) { $0 }
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0, 1])
        snapshot.appendItems(Array(0..<100), toSection: 0)
        snapshot.appendItems(Array(100..<200), toSection: 1)
        source.apply(snapshot, animatingDifferences: false)
        #expect(headers == ["0 Number Square"])
        let other = ListDataSource(in: view)
        let section = TableDoorTests.FilesSection(
            ListTable { ListColumn("Name") { (file: TableDoorTests.File) in ItemContent(file.name) } })
        section.items = [TableDoorTests.File(number: 0, name: "oak", size: 70)]
        other.append(newSections: [section])
        #expect(headers == ["0 Name"])
    }
}

/// Rows of a text that is 200 points long.
private final class WrappedRows: CollectionViewLayoutRecipe {
    let scrollDirection = ScrollDirection.vertical
    /// The number of items that were described.
    private(set) var requested = 0

    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        rows(context.itemCount)
    }

    func recipe(
        forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
    ) -> SectionRecipe? { rows(items.reduce(0) { $0 + $1.count }) }

    private func rows(_ count: Int) -> SectionRecipe {
        requested += count
        return .list(numbers: [Double](repeating: 200, count: count), by: .wrapping(lineHeight: 20))
    }
}
