import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Headers and footers whose parts are in the columns.
@MainActor
@Suite("Sums and groups")
struct SummaryTests {
    private let view = CollectionView(size: CGSize(width: 300, height: 220))
    private let host = RecorderHost()
    private let list: ListDataSource

    init() {
        view.host = host
        list = ListDataSource(in: view)
    }

    @MainActor
    private final class Calls { var count = 0 }

    private func texts(_ view: CollectionReusableView) -> [String] {
        view.fields.map { ($0.view as? ContentView)?.content.title ?? "?" }
    }

    /// The headers and footers on the screen, from above.
    private var boundaries: [[String]] {
        view.layoutIfNeeded()
        return view.visibleViews.filter { $0 is TableHeaderView }.sorted { $0.frame.minY < $1.frame.minY }.map(texts)
    }

    private func table(_ calls: Calls) -> ListTable<Int> {
        ListTable {
            ListColumn("Number") { (number: Int) in ItemContent("\(number)") }
            ListColumn("Square", width: .points(100)) { (number: Int) in ItemContent("\(number * number)") }
                .summary { numbers in
                    calls.count += 1
                    return ItemContent("\(numbers.reduce(0) { $0 + $1 * $1 })")
                }
        }
    }

    @Test func groupsHaveSumsInTheColumns() throws {
        let calls = Calls()
        let table = table(calls)
        func build(_ small: [Int]) {
            list.build(animatingDifferences: false) {
                ListBlock("small", small, id: \.self).columns(of: table).summaryHeader("Small")
                ListBlock("large", [100], id: \.self).columns(of: table).summaryHeader("Large").summaryFooter("End")
            }
        }
        build([1, 2])
        #expect(boundaries == [["Small", "5"], ["Large", "10000"], ["End", "10000"]])
        let before = calls.count
        build([1, 2, 3])
        #expect(boundaries.first == ["Small", "14"])
        // The title is always in the first column.
        try view.editColumns { try $0.setHidden(true, "Number") }
        #expect(boundaries.first == ["14"], "the first column has a summary")
        try view.editColumns {
            try $0.setHidden(false, "Number")
            try $0.insert(Column("New", width: .points(10)), at: 0)
        }
        #expect(boundaries.first == ["Small", "", "14"])
        #expect(calls.count - before <= 10, "closures are called for what is shown: \(calls.count - before)")
    }

    @Test func aFooterStaysAtTheEnd() {
        list.build(animatingDifferences: false) {
            ListBlock("all", Array(0..<1_000), id: \.self).columns(of: table(Calls())).summaryFooter("Sum")
        }
        #expect(boundaries == [["Number", "Square"], ["Sum", "332833500"]])
        for offset in [CGFloat(500), 20_000] {
            view.hostDidScroll(to: CGPoint(x: 0, y: offset))
            let shown = view.visibleViews.filter { $0 is TableHeaderView }.map(\.frame).sorted { $0.minY < $1.minY }
            #expect(shown.map(\.minY) == [offset, offset + 220 - 44], "\(shown)")
        }
    }

    /// Titles and sums of the whole list are elements of the layout, above and below all sections.
    @Test func titlesAndSumsOfTheWholeListStay() throws {
        func boundary(_ kind: ElementKind, _ alignment: RectAlignment) -> CollectionLayoutBoundarySupplementaryItem {
            let item = CollectionLayoutBoundarySupplementaryItem(
                layoutSize: CollectionLayoutSize(
                    widthDimension: .fractionalWidth(1), heightDimension: .absolute(20)),
                elementKind: kind.name, alignment: alignment)
            item.pinToVisibleBounds = true
            return item
        }
        let layout = CollectionViewCompositionalLayout { _, _ in .list(itemHeight: .absolute(20)) }
        let configuration = layout.configuration
        configuration.boundarySupplementaryItems = [boundary(.header, .top), boundary(.footer, .bottom)]
        layout.configuration = configuration
        view.collectionViewLayout = layout
        let table = table(Calls())
        let source = DiffableDataSource<Int, Int>(collectionView: view, table: table) { $0 }
        source.supplementaryViewProvider = { [unowned source] view, kind, path in
            guard kind == .footer else { return view.tableTitles(for: path) }
            let footer = view.dequeueReusableSupplementaryView(TableHeaderView.self, ofKind: .footer, for: path)
            table.showSummary(of: source.snapshot().itemIdentifiers, "All", in: footer)
            return footer
        }
        var snapshot = DiffableSnapshot<Int, Int>()
        for section in 0..<3 {
            snapshot.appendSections([section])
            snapshot.appendItems(Array(section * 100..<section * 100 + 100))
        }
        source.apply(snapshot, animatingDifferences: false)
        #expect(boundaries == [["Number", "Square"], ["All", "8955050"]])
        view.hostDidScroll(to: CGPoint(x: 0, y: 2_500))
        let shown = view.visibleViews.filter { $0 is TableHeaderView }.map(\.frame).sorted { $0.minY < $1.minY }
        #expect(shown.map(\.minY) == [2_500, 2_500 + 200], "\(shown)")
    }

    @Test func newTitlesAreShown() throws {
        list.build(animatingDifferences: false) {
            ListBlock("all", [1], id: \.self).columns(of: table(Calls()))
        }
        #expect(boundaries == [["Number", "Square"]])
        let renamed = ListTable<Int> {
            ListColumn("Zahl", id: "Number") { (number: Int) in ItemContent("\(number)") }
            ListColumn("Quadrat", id: "Square") { (number: Int) in ItemContent("\(number * number)") }
        }
        list.build(animatingDifferences: false) { ListBlock("all", [1], id: \.self).columns(of: renamed) }
        #expect(boundaries == [["Zahl", "Quadrat"]])
        #expect(view.headerMenu(of: "Square")?.actions.last?.title == "Quadrat")
    }
}
