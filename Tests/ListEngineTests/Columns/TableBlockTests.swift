import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// `ListBlock.columns`, headers and sorting.
@MainActor
@Suite("Blocks with columns")
struct TableBlockTests {
    private struct Pet: Identifiable, Sendable, Equatable {
        let id: Int
        let name: String
        let age: Int
    }

    private let view = CollectionView(size: CGSize(width: 300, height: 200))
    private let host = RecorderHost()
    private let list = ListDataSource()
    private static let pets = [
        Pet(id: 0, name: "Rex", age: 3), Pet(id: 1, name: "Ada", age: 9), Pet(id: 2, name: "Bo", age: 3),
    ]

    init() {
        view.host = host
        list.attach(to: view)
    }

    private static var table: [ListColumn<Pet>] {
        [
            ListColumn("Name") { (pet: Pet) in ItemContent(pet.name) }.sorted { $0.name < $1.name },
            ListColumn("Age", width: .points(60)) { (pet: Pet) in ItemContent("\(pet.age)") }.sorted {
                $0.age < $1.age
            },
            ListColumn("Own") { (field: TextField, pet: Pet) in field.text = "own \(pet.name)" },
        ]
    }

    private func build(_ pets: [Pet] = Self.pets, _ table: [ListColumn<Pet>] = Self.table) {
        list.build(animatingDifferences: false) { ListBlock("pets", pets).columns { table } }
        view.layoutIfNeeded()
    }

    private var rows: [[String]] {
        view.visibleCells.map { cell in
            cell.fields.map { ($0.view as? ContentCell)?.content.title ?? ($0.view as? TextField)?.text ?? "?" }
        }
    }

    private var titles: [String] {
        view.visibleViews.flatMap { view in
            view is TableHeaderView
                ? view.fields.compactMap { ($0.view as? ContentView)?.content }.map {
                    $0.title + ($0.trailing ?? "")
                } : []
        }
    }

    private func tap(_ x: CGFloat, _ modifiers: InputModifiers = []) {
        for phase in [CollectionViewTouch.Phase.began, .ended] {
            var touch = CollectionViewTouch(phase, at: CGPoint(x: x, y: 10))
            touch.modifiers = modifiers
            view.hostTouch(touch)
        }
        view.layoutIfNeeded()
    }

    @Test func aBlockIsShownInColumns() {
        build()
        #expect(rows == [["Rex", "3", "own Rex"], ["Ada", "9", "own Ada"], ["Bo", "3", "own Bo"]])
        #expect(titles == ["Name", "Age", "Own"])
        #expect(view.columns?.width(of: "Name") == 120 && view.contentSize.width == 300)
        build([Self.pets[1]])
        #expect(rows == [["Ada", "9", "own Ada"]])
    }

    @Test func aColumnTwiceIsReported() {
        build(Self.pets, Self.table + [Self.table[0]])
        #expect(view.diagnostics.count(of: .unusableColumns) == 1)
        #expect(view.columns == nil && rows == [[], [], []])
        build()
        #expect(rows.first == ["Rex", "3", "own Rex"])
        // A width that cannot be used: the list keeps its columns.
        build(Self.pets, [ListColumn("Name", width: .points(.nan)) { (pet: Pet) in ItemContent(pet.name) }])
        #expect(view.diagnostics.count(of: .unusableColumns) == 2)
        #expect(view.columns?.count == 3)
    }

    /// Rows and titles are measured, and have the heights of the host until then.
    @Test func rowsAndTitlesAreMeasured() {
        final class Host: ScrollingHost {
            override var usualItemExtent: CGFloat { 20 }
            override var usualTitleExtent: CGFloat { 30 }
            override func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
                CGSize(width: size.width, height: view is ContentCell ? 24 : 36)
            }
        }
        let host = Host(view)
        let heights = { [view] in
            (
                view.visibleViews.filter { $0 is TableHeaderView }.map(\.frame.height),
                Set(view.visibleCells.map(\.frame.height))
            )
        }
        build()
        #expect(heights() == ([36], [24]))
        list.build(animatingDifferences: false) { ListBlock("pets", Self.pets).columns { Self.table }.height(11) }
        view.layoutIfNeeded()
        #expect(heights() == ([36], [11]), "the block states a height")
        withExtendedLifetime(host) {}
    }

    @Test func aBlockWithoutColumnsShowsItsItems() {
        build(Self.pets, [])
        #expect(rows == [[], [], []] && view.columns?.count == 0)
    }

    @Test func clicksOnTitlesSort() {
        var orders: [[ColumnSort]] = []
        build()
        tap(10)
        #expect(orders.isEmpty && view.columns?.sortOrder.isEmpty == true, "without a handler nothing sorts")
        view.sortHandler = { orders.append($0) }
        tap(150)
        #expect(titles == ["Name", "Age▲", "Own"])
        tap(10, .extend)
        #expect(titles == ["Name▲2", "Age▲1", "Own"])
        tap(150)
        #expect(titles == ["Name", "Age▼", "Own"])
        #expect(orders.last == [ColumnSort("Age", isAscending: false)] && orders.count == 3)
        #expect(!view.sort(by: "none"))
    }

    @Test func sortsAreAppliedOnAnotherThread() async {
        let table = Self.table.map { column in
            column.column.id == "Name"
                ? column.sorted { one, other in
                    #expect(!Thread.isMainThread)
                    return one.name < other.name
                } : column
        }
        let sorter = ItemSorter(table)
        build(Self.pets, table)
        let pets = Self.pets
        _ = await list.buildLatest {
            sorter.sorted(pets, by: [ColumnSort("Name")])
        } content: { pets in
            ListBlock("pets", pets).columns { table }
        }
        view.layoutIfNeeded()
        #expect(rows.map { $0.first } == ["Ada", "Bo", "Rex"])
    }

    @Test func aSorterIsStableInSeveralColumns() {
        let sorter = ItemSorter(Self.table)
        for seed in LawCases.seeds(50) {
            var random = TestRandom(seed: seed)
            let pets = (0..<random.below(40)).map {
                Pet(id: $0, name: random.pick("a", "b", "c"), age: random.below(4))
            }
            let order = [
                ColumnSort("Age", isAscending: random.chance(oneIn: 2)), ColumnSort("none"),
                ColumnSort("Name", isAscending: random.chance(oneIn: 2)),
            ]
            // The least significant criterion first, each time stable.
            var expected = pets
            for sort in order.reversed() where sort.column != "none" {
                let groups = Dictionary(grouping: expected) { sort.column == "Age" ? "\($0.age)" : $0.name }
                let keys = groups.keys.sorted { sort.isAscending ? $0 < $1 : $0 > $1 }
                expected = keys.flatMap { groups[$0] ?? [] }
            }
            #expect(sorter.sorted(pets, by: order) == expected, "seed \(seed)")
        }
    }

    @Test func edgesAreDraggedInBothDirections() {
        for direction in [FlowDirection.leftToRight, .rightToLeft] {
            view.flowDirection = direction
            build()
            // "Name" ends 120 points from the leading edge.
            let isMirrored = direction == .rightToLeft
            let edge = CGPoint(x: isMirrored ? 180 : 120, y: 10)
            #expect(view.columnEdge(at: edge) == "Name")
            #expect(view.hostBeginColumnDrag(at: edge))
            view.hostColumnDrag(to: CGPoint(x: edge.x + (isMirrored ? -30 : 30), y: 10))
            view.layoutIfNeeded()
            #expect(view.columns?.width(of: "Name") == 150)
            view.hostEndColumnDrag(cancelled: true)
            view.layoutIfNeeded()
            #expect(view.columns?.width(of: "Name") == 120 && view.columns?.state.columns[0].width == nil)
        }
    }

    @Test func aDragOfAColumnThatIsRemovedEnds() throws {
        build()
        #expect(view.hostBeginColumnDrag(at: CGPoint(x: 50, y: 10)))
        view.hostColumnDrag(to: CGPoint(x: 175, y: 10))
        #expect(view.columns?.columns.map(\.id) == ["Age", "Name", "Own"])
        try view.editColumns { try $0.remove("Name") }
        view.hostColumnDrag(to: CGPoint(x: 250, y: 10))
        view.hostEndColumnDrag(cancelled: true)
        view.layoutIfNeeded()
        #expect(view.columns?.columns.map(\.id) == ["Age", "Own"])
        #expect(!view.hostBeginColumnDrag(at: CGPoint(x: 50, y: 60)), "no header")
        #expect(!view.hostBeginColumnDrag(at: CGPoint(x: CGFloat.nan, y: 10)))
    }

    /// A drag that the user cancels leaves no trace: the program can still describe a new order.
    @Test func aCancelledDragLeavesTheOrderToTheProgram() throws {
        build()
        func drag() {
            #expect(view.hostBeginColumnDrag(at: CGPoint(x: 50, y: 10)))
            view.hostColumnDrag(to: CGPoint(x: 175, y: 10))
            #expect(view.columns?.columns.map(\.id) == ["Age", "Name", "Own"])
        }
        drag()
        view.hostEndColumnDrag(cancelled: true)
        let described = try #require(view.columns?.columns)
        try view.setColumns([described[2], described[0], described[1]])
        #expect(view.columns?.columns.map(\.id) == ["Own", "Name", "Age"])
        try view.setColumns(described)
        view.layoutIfNeeded()
        drag()
        try view.editColumns { try $0.insert(Column("New", width: .points(20)), at: 0) }
        view.hostEndColumnDrag(cancelled: true)
        #expect(view.columns?.columns.map(\.id) == ["Name", "New", "Age", "Own"], "it was the first column")
        view.layoutIfNeeded()
        try view.editColumns { try $0.remove("New") }
        view.layoutIfNeeded()
        drag()
        view.hostEndColumnDrag()
        try view.setColumns([described[2], described[0], described[1]])
        #expect(view.columns?.columns.map(\.id) == ["Age", "Name", "Own"], "a finished drag counts")
    }

    @Test func aFieldSortsWhileTheListIsUpdated() {
        var isDone = false
        view.sortHandler = { _ in }
        let table = [
            ListColumn("Name") { [view] (pet: Pet) in
                if !isDone {
                    isDone = true
                    view.sort(by: "Name")
                }
                return ItemContent(pet.name)
            }
        ]
        build(Self.pets, table)
        #expect(titles == ["Name▲"] && rows.count == 3)
    }
}
