import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Items in columns: which fields are shown, where, and what is touched when something changes.
@MainActor
@Suite("Fields")
struct FieldTests {
    @Test func fieldsEqualThoseOfAnObviousTable() throws {
        for seed in LawCases.seeds(60) {
            var random = TestRandom(seed: seed)
            var made = 40
            let first = (0..<random.below(15)).map { number in
                Column(
                    "c\(number)",
                    width: random.pick(
                        .points(CGFloat(10 + random.below(90))), .points(50), .share(CGFloat(1 + random.below(3))),
                        .fitted),
                    minimumWidth: CGFloat(random.below(2) * 30),
                    pinnedEdge: random.chance(oneIn: 5) ? random.pick(.leading, .trailing) : nil)
            }
            let table = TableList(Array(0..<random.below(30)), first)
            if random.chance(oneIn: 3) {
                table.view.flowDirection = .rightToLeft
                table.view.layoutIfNeeded()
            }
            for step in 0..<40 {
                var edit = "scroll"
                switch random.below(8) {
                case 0:
                    var items = table.source?.snapshot().itemIdentifiers ?? []
                    if !items.isEmpty { items.removeSubrange(random.range(within: items.count)) }
                    made += 2
                    items.insert(contentsOf: [made, made + 1], at: random.below(items.count + 1))
                    made += 2
                    edit = "items"
                    table.apply(items, animating: random.chance(oneIn: 2))
                case 1:
                    let names = table.view.columns?.columns.map(\.id) ?? []
                    try table.view.editColumns { columns in
                        if names.isEmpty || random.chance(oneIn: 3) {
                            made += 1
                            try columns.insert(
                                Column("n\(made)", width: .points(33)), at: random.below(columns.count + 1))
                        } else {
                            let name = names[random.below(names.count)]
                            switch random.below(6) {
                            case 5: try columns.setContentWidth(CGFloat(random.below(100)), of: name)
                            case 0: try columns.remove(name)
                            case 1: try columns.move(name, to: random.below(columns.count))
                            case 2: try columns.resize(name, to: CGFloat(random.below(140)))
                            case 3: try columns.pin(name, at: random.pick(nil, .leading, .trailing))
                            default: try columns.setHidden(random.chance(oneIn: 2), name)
                            }
                        }
                    }
                    edit = "columns"
                case 2: table.view.bounds.size.width = CGFloat(random.pick(80, 200, 300, 700))
                case 3:
                    table.view.reloadData()
                    edit = "reload"
                case 4:
                    let other = RecorderHost()
                    if random.chance(oneIn: 4) { table.view.host = other }
                    table.view.host = table.host
                    edit = "host"
                default:
                    let size = table.view.contentSize
                    table.view.hostDidScroll(
                        to: CGPoint(
                            x: CGFloat(random.below(Int(max(1, size.width - table.view.bounds.width)))),
                            y: CGFloat(random.below(Int(max(1, size.height - table.view.bounds.height))))))
                }
                table.view.layoutIfNeeded()
                if let fault = table.fault() {
                    Issue.record("seed \(seed), step \(step), \(edit): \(fault)")
                    return
                }
            }
        }
    }

    @Test func scrollingSidewaysTouchesWhatAppearsAndDisappears() {
        let table = TableList(Array(0..<5), tableColumns(1_000))
        #expect(table.takeRequests().count == 5 * 6)
        _ = table.host.take()
        // The seventh column appears.
        table.view.hostDidScroll(to: CGPoint(x: 25, y: 0))
        #expect(table.takeRequests() == (0..<5).map { "\($0) c6" })
        _ = table.host.take()
        // Nothing appears, nothing is touched.
        table.view.hostDidScroll(to: CGPoint(x: 30, y: 0))
        #expect(table.takeRequests().isEmpty && table.host.take().isEmpty)
        table.view.hostDidScroll(to: CGPoint(x: 50, y: 0))
        #expect(table.takeRequests().isEmpty)
        _ = table.host.take()
        for x in stride(from: CGFloat(75), to: 2_000, by: 25) {
            table.view.hostDidScroll(to: CGPoint(x: x, y: 0))
            #expect(table.takeRequests().count <= 5)
            let log = table.host.take()
            #expect(!log.contains { $0.hasPrefix("make") || $0.hasPrefix("remove") }, "views are used again")
            #expect(log.count <= 10)
        }
    }

    @Test func aCellTakesItsFieldsAlong() {
        let table = TableList(Array(0..<1_000), tableColumns(20))
        table.view.hostDidScroll(to: CGPoint(x: 100, y: 20_000 - 1_000))
        _ = (table.takeRequests(), table.takePrepared())
        _ = table.host.take()
        for step in 1...20 {
            table.view.hostDidScroll(to: CGPoint(x: 100, y: 19_000 + CGFloat(20 * step)))
            let prepared = table.takePrepared()
            #expect(table.takeRequests().count == 6 && prepared == 6, "each field is prepared for its new item")
            #expect(!table.host.take().contains { $0.hasPrefix("make") || $0.hasPrefix("remove") })
        }
        #expect(table.fault() == nil)
    }

    /// Far from the origin of placements, all views are placed again, fields too.
    @Test func fieldsFollowTheOriginOfPlacements() {
        let table = TableList(Array(0..<5_000), tableColumns(3))
        table.view.hostDidScroll(to: CGPoint(x: 0, y: 4_085))
        table.view.hostDidScroll(to: CGPoint(x: 0, y: 4_096))
        _ = table.host.take()
        let origin = table.view.placementOrigin
        table.view.hostDidScroll(to: CGPoint(x: 0, y: 4_097))
        #expect(table.view.placementOrigin != origin)
        #expect(table.host.take().filter { $0.hasPrefix("place") }.count == 4 * table.view.visibleCells.count)
    }

    @Test func onlyFieldsOfPinnedColumnsMoveWithTheWindow() throws {
        let table = TableList([1, 2], tableColumns(10))
        try table.view.editColumns { try $0.pin("c0", at: .leading) }
        table.view.layoutIfNeeded()
        table.view.hostDidScroll(to: CGPoint(x: 10, y: 0))
        _ = table.host.take()
        table.view.hostDidScroll(to: CGPoint(x: 20, y: 0))
        #expect(table.host.take().count == 2)
        #expect(table.fields["1 c0"]?.minX == 0)
        let drawn = table.view.visibleCells[0].fields.map(\.column)
        #expect(drawn.last == "c0", "pinned fields are drawn last")
    }

    @Test func editsBeforeWhatIsVisibleMoveNothing() throws {
        let table = TableList([1, 2], tableColumns(30))
        table.view.hostDidScroll(to: CGPoint(x: 410, y: 0))
        let before = table.fields
        try table.view.editColumns { try $0.insert(Column("new", width: .points(77)), at: 2) }
        try table.view.editColumns { try $0.remove("c0") }
        table.view.layoutIfNeeded()
        #expect(table.fields == before)
        #expect(table.view.bounds.minX == 437)
        #expect(table.fault() == nil)
    }

    @Test func scrollingBeforeThePassKeepsThePlaceOfColumns() throws {
        for direction in [FlowDirection.leftToRight, .rightToLeft] {
            let table = TableList(Array(0..<100), tableColumns(30))
            table.view.flowDirection = direction
            table.view.layoutIfNeeded()
            table.view.hostDidScroll(to: CGPoint(x: 410, y: 0))
            let start = table.view.crossOffset
            let change = try table.view.contentChange {
                try table.view.editColumns { try $0.insert(Column("new", width: .points(77)), at: 2) }
                table.view.hostDidScroll(to: CGPoint(x: 410, y: 1))
            }
            #expect(table.view.crossOffset == start + 77 && table.view.bounds.minY == 1)
            #expect(change.crossScrollDelta == 77)
            try table.view.editColumns { try $0.remove("new") }
            table.view.host = RecorderHost()
            table.view.layoutIfNeeded()
            #expect(table.view.crossOffset == start)
        }
    }

    /// The inserted column is before the columns that were visible, and after the leading edge.
    @Test func aListThatIsScrolledToItsEdgeStaysThere() throws {
        for direction in [FlowDirection.leftToRight, .rightToLeft] {
            let table = TableList(Array(0..<100), tableColumns(30))
            table.view.flowDirection = direction
            table.view.layoutIfNeeded()
            table.view.hostDidScroll(to: CGPoint(x: 410, y: 0))
            try table.view.editColumns { try $0.insert(Column("new", width: .points(77)), at: 2) }
            table.view.contentOffset.x = direction == .leftToRight ? 0 : table.view.contentSize.width - 300
            table.view.layoutIfNeeded()
            #expect(table.view.crossOffset == 0 && table.fault() == nil)
        }
    }

    @Test func editsMoveNothingInAListWithInsets() throws {
        let table = TableList([1, 2], tableColumns(30))
        table.view.contentInset = SectionInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
        for x in [CGFloat(-16), 1_216] {
            table.view.contentOffset.x = x
            try table.view.editColumns { try $0.setAlignment(.center, of: "c3") }
            table.view.layoutIfNeeded()
            #expect(table.view.bounds.minX == x)
        }
    }

    @Test func aTouchStaysInTheFieldInWhichItBegan() {
        let table = TableList([1, 2], tableColumns(4))
        table.view.hostTouch(CollectionViewTouch(.began, at: CGPoint(x: 20, y: 10)))
        table.view.hostTouch(CollectionViewTouch(.moved, at: CGPoint(x: 70, y: 10)))
        table.view.hostTouch(CollectionViewTouch(.ended, at: CGPoint(x: 290, y: 10)))
        table.view.hostTouch(CollectionViewTouch(.began, at: CGPoint(x: 70, y: 10)))
        table.view.hostTouch(CollectionViewTouch(.cancelled, at: CGPoint(x: -70, y: 10)))
        let fields = table.view.cellForItem(at: IndexPath(item: 0, section: 0))?.fields ?? []
        #expect(
            fields.map { ($0.view as? TextField)?.phases } == [
                [.began, .moved, .ended], [.began, .cancelled], [], [],
            ])
    }

    @Test func heightsFollowTheWidthsOfMeasuringColumns() throws {
        let table = TableList(
            Array(0..<20), [Column("text", width: .share(1)), Column("b", width: .points(100))])
        table.view.collectionViewLayout = CollectionViewCompositionalLayout { _, _ in .list(itemHeight: .estimated(20))
        }
        table.host.sizes = { _, size in CGSize(width: size.width, height: size.width < 150 ? 40 : 20) }
        table.view.reloadData()
        table.view.layoutIfNeeded()
        for y in stride(from: CGFloat(0), to: 400, by: 50) { table.view.hostDidScroll(to: CGPoint(x: 0, y: y)) }
        table.view.hostDidScroll(to: .zero)
        func heights() -> Set<CGFloat> {
            var heights: Set<CGFloat> = []
            for y in stride(from: CGFloat(0), to: 800, by: 50) {
                table.view.hostDidScroll(to: CGPoint(x: 0, y: y))
                heights.formUnion(table.view.visibleCells.map(\.frame.height))
            }
            table.view.hostDidScroll(to: .zero)
            return heights
        }
        #expect(heights() == [20])
        // The width of all columns stays 300.
        try table.view.editColumns { try $0.resize("b", to: 200) }
        table.view.layoutIfNeeded()
        #expect(table.view.visibleCells.first?.frame.height == 40 && heights() == [40])
        try table.view.editColumns { try $0.move("b", to: 0) }
        table.view.layoutIfNeeded()
        #expect(heights() == [20])
        _ = table.host.take()
        try table.view.editColumns { try $0.setHidden(true, "b") }
        try table.view.editColumns { try $0.setHidden(false, "b") }
        table.view.layoutIfNeeded()
        let made = table.host.take().filter { $0.hasPrefix("measure") }.count
        #expect(heights() == [20] && made > 0)
        // Columns that do not measure change nothing.
        try table.view.editColumns { try $0.insert(Column("c", width: .points(0)), at: 2) }
        _ = table.host.take()
        table.view.layoutIfNeeded()
        #expect(!table.host.take().contains { $0.hasPrefix("measure") })
    }

    @Test func aFieldThatGrowsChangesTheHeightOfItsItem() throws {
        let table = TableList([], tableColumns(3))
        table.view.collectionViewLayout = CollectionViewCompositionalLayout { _, _ in .list(itemHeight: .estimated(20))
        }
        var height: CGFloat = 20
        table.host.sizes = { _, size in CGSize(width: size.width, height: height) }
        table.apply([1, 2])
        #expect(table.view.contentSize.height == 40)
        height = 33
        let field = try #require(table.view.cellForItem(at: IndexPath(item: 1, section: 0))?.fields.first?.view)
        table.view.invalidateMeasurement(of: field)
        table.view.layoutIfNeeded()
        #expect(table.view.contentSize.height == 53)
    }

    @Test func setColumnsKeepsTheWidthsOfContent() throws {
        let table = TableList([1], [Column("a", width: .fitted)])
        try table.view.editColumns { try $0.setContentWidth(120, of: "a") }
        try table.view.setColumns([Column("a", width: .fitted), Column("b")])
        #expect(table.view.columns?.width(of: "a") == 120)
        // A width that the user has not set is that of the program.
        try table.view.setColumns([Column("a", width: .points(70)), Column("b")])
        #expect(table.view.columns?.width(of: "a") == 70)
    }

    @Test func cellsThatAppearAfterATableHaveNoFields() {
        let table = TableList([1, 2], tableColumns(3))
        table.view.removeColumns()
        table.view.layoutIfNeeded()
        table.apply(Array(1...5))
        #expect(table.view.visibleCells.count == 5)
        for cell in table.view.visibleCells { #expect(cell.fields.isEmpty) }
    }

    @Test func aHorizontalListReportsColumns() throws {
        let table = TableList([1, 2], [])
        table.view.removeColumns()
        let layout = CollectionViewFlowLayout()
        layout.scrollDirection = .horizontal
        table.view.collectionViewLayout = layout
        try table.view.setColumns(tableColumns(20))
        #expect(table.view.columns == nil && table.view.diagnostics.count(of: .unusableColumns) == 1)
        #expect(table.view.minimumCrossExtent == 0)
    }

    @Test func aFieldFromThePoolHasTheStatesOfItsNewOwner() throws {
        let table = TableList([1, 2], tableColumns(3))
        table.view.selectItem(at: IndexPath(item: 0, section: 0), animated: false)
        let field = try #require(
            table.view.cellForItem(at: IndexPath(item: 0, section: 0))?.fields.first?.view as? TextField)
        #expect(field.isSelected)
        TableHeaderView().passStates(to: field)
        #expect(!field.isSelected)
    }

    /// Objects that a provider captures live as long as its cell is shown.
    @Test func cellsInThePoolForgetTheirProviders() {
        final class Model {}
        let list = CollectionView(
            size: CGSize(width: 300, height: 100), collectionViewLayout: CollectionViewListLayout.rows(20))
        list.host = RecorderHost()
        weak var model: Model?
        let source = DiffableDataSource<Int, Int>(collectionView: list) { list, indexPath, _ in
            let made = Model()
            model = made
            return list.tableCell(for: indexPath) { field in
                withExtendedLifetime(made) { field.dequeue(TextField.self) }
            }
        }
        do { try list.setColumns(tableColumns(2)) } catch { Issue.record(error) }
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems([1])
        source.apply(snapshot, animatingDifferences: false)
        list.layoutIfNeeded()
        #expect(model != nil)
        snapshot.deleteItems([1])
        source.apply(snapshot, animatingDifferences: false)
        list.layoutIfNeeded()
        #expect(list.visibleCells.isEmpty && model == nil)
    }

    @Test func selectionFocusAndTouchesConcernTheItem() {
        let table = TableList([1, 2, 3], tableColumns(4))
        table.view.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: nil)
        let cell = table.view.cellForItem(at: IndexPath(item: 1, section: 0))
        #expect(cell?.fields.allSatisfy { ($0.view as? TextField)?.isSelected == true } == true)
        #expect(table.view.hostTouch(CollectionViewTouch(.began, at: CGPoint(x: 60, y: 30))))
        #expect(cell?.fields.map { ($0.view as? TextField)?.touched } == [0, 1, 0, 0])
        // A field that appears has the states of its cell.
        table.view.bounds.size.width = 120
        table.view.layoutIfNeeded()
        table.view.bounds.size.width = 300
        table.view.layoutIfNeeded()
        #expect(cell?.fields.allSatisfy { ($0.view as? TextField)?.isSelected == true } == true)
    }

    @Test func heightsDependOnMeasuringColumnsOnly() throws {
        var described = tableColumns(20)
        described[15].measuresItems = true
        let table = TableList([], described)
        table.view.collectionViewLayout = CollectionViewCompositionalLayout { _, _ in .list(itemHeight: .estimated(20))
        }
        var measured: Set<String> = []
        table.host.sizes = { view, size in
            guard let text = (view as? TextField)?.text else { return nil }
            measured.insert(text)
            return CGSize(width: size.width, height: 31)
        }
        table.apply([1, 2])
        #expect(measured == ["1 c15", "2 c15"])
        #expect(table.view.contentSize.height == 62)
        for x in stride(from: CGFloat(0), to: 700, by: 40) { table.view.hostDidScroll(to: CGPoint(x: x, y: 0)) }
        #expect(table.view.contentSize.height == 62 && measured.count == 2)
    }

    @Test func setColumnsKeepsWhatTheUserChanged() throws {
        let table = TableList([1], tableColumns(4))
        try table.view.editColumns { columns in
            try columns.move("c3", to: 0)
            try columns.resize("c1", to: 90)
            try columns.toggleSort(by: "c1")
        }
        try table.view.setColumns(tableColumns(4) + [Column("new", width: .points(5))])
        table.view.layoutIfNeeded()
        #expect(table.view.columns?.columns.map(\.id) == ["c3", "new", "c0", "c1", "c2"])
        #expect(table.view.columns?.width(of: "c1") == 90)
        #expect(table.view.columns?.sortOrder == [ColumnSort("c1")])
        #expect(throws: ColumnError.duplicateColumn("c0", index: 1)) {
            try table.view.setColumns([Column("c0"), Column("c0")])
        }
        #expect(table.view.columns?.count == 5)
        #expect(table.fault() == nil)
        table.view.removeColumns()
        table.view.layoutIfNeeded()
        #expect(table.fields.isEmpty && table.view.contentSize.width == 300 && table.host.screen.count == 1)
    }
}
