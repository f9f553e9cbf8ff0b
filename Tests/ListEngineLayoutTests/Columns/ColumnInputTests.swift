import Foundation
import ListEngineLayout
import Testing

/// Columns with values that make no sense: each is named, and the table stays as it was.
struct ColumnInputTests {
    private func table() throws -> ColumnLayout {
        try ColumnLayout(
            [Column("a", width: .points(100)), Column("b"), Column("c", width: .points(50), pinnedEdge: .trailing)],
            availableWidth: 400)
    }

    private func refuses(_ error: ColumnError, _ edit: (inout ColumnLayout) throws -> Void) throws {
        var columns = try table()
        let (before, places) = (columns.columns, columns.columns(at: 0))
        #expect(throws: error) { try edit(&columns) }
        #expect(columns.columns == before)
        #expect(columns.columns(at: 0) == places)
    }

    @Test func unusableWidthsAreNamed() throws {
        for bad in [-1, .infinity, -.infinity, 0x1p41] as [CGFloat] {
            let error = ColumnError.unusableWidth(column: "a", value: Double(bad))
            try refuses(error) { try $0.resize("a", to: bad) }
            try refuses(error) { try $0.setContentWidth(bad, of: "a") }
            try refuses(error) { try $0.setBounds(minimum: bad, maximum: nil, of: "a") }
            try refuses(error) { try $0.setWidth(.share(bad), of: "a") }
            try refuses(.unusableWidth(column: "n", value: Double(bad))) {
                try $0.insert(Column("n", width: .points(bad)), at: 0)
            }
        }
        var columns = try table()
        do {
            try columns.resize("a", to: .nan)
            Issue.record("a width of NaN was accepted")
        } catch {
            #expect("\(error)".contains("column \"a\"") && "\(error)".contains("nan"))
        }
        #expect(columns.width(of: "a") == 100)
        #expect(throws: ColumnError.unusableWidth(column: "a", value: 0x1p21)) {
            try columns.setWidth(.share(0x1p21), of: "a")
        }
    }

    @Test func aMinimumAboveTheMaximumIsNamed() throws {
        let error = ColumnError.unusableBounds(column: "b", minimum: 30, maximum: 20)
        try refuses(error) { try $0.setBounds(minimum: 30, maximum: 20, of: "b") }
        #expect(throws: error) { try ColumnLayout([Column("b", minimumWidth: 30, maximumWidth: 20)]) }
        #expect("\(error)" == "column \"b\": the minimum width 30.0 is larger than the maximum width 20.0")
    }

    @Test func aColumnTwiceIsNamed() throws {
        try refuses(.duplicateColumn("b", index: 0)) { try $0.insert(Column("b"), at: 3) }
        #expect(throws: ColumnError.duplicateColumn("x", index: 2)) {
            try ColumnLayout([Column("x", pinnedEdge: .trailing), Column("y"), Column("x")])
        }
    }

    @Test func unknownColumnsAreNamed() throws {
        let error = ColumnError.unknownColumn("z")
        try refuses(error) { try $0.remove("z") }
        try refuses(error) { try $0.move("z", to: 0) }
        try refuses(error) { try $0.pin("z", at: .leading) }
        try refuses(error) { try $0.setHidden(true, "z") }
        try refuses(error) { try $0.toggleSort(by: "z") }
        try refuses(error) { try $0.sort(by: [ColumnSort("a"), ColumnSort("z")]) }
        let columns = try table()
        #expect(columns["z"] == nil && columns.index(of: "z") == nil && columns.place(of: "z") == nil)
    }

    @Test func tooWideTablesAreRefused() throws {
        let wide = ["x", "y", "z", "w"]
        try refuses(.tooWide(column: "d")) { columns in
            for name in wide { try columns.insert(Column(name, width: .points(0x1p40 - 200)), at: 0) }
            defer { for name in wide { try? columns.remove(name) } }
            let before = columns.columns(at: 7)
            do { try columns.insert(Column("d", width: .points(1_000)), at: 0) } catch {
                #expect(columns.columns(at: 7) == before)
                throw error
            }
        }
    }

    @Test func boundsOfSharesAreRefusedTogether() throws {
        var columns = try ColumnLayout((0..<5).map { Column("s\($0)") }, availableWidth: 400)
        for number in 0..<4 { try columns.setBounds(minimum: 0x1p40 - 200, maximum: nil, of: "s\(number)") }
        let before = columns.columns
        #expect(throws: ColumnError.tooWide(column: "s4")) {
            try columns.setBounds(minimum: 0x1p40 - 200, maximum: nil, of: "s4")
        }
        #expect(columns.columns == before && columns.width(of: "s4") == 0)
        try columns.setBounds(minimum: 300, maximum: nil, of: "s4")
        #expect(columns.width(of: "s4") == 300)
    }

    /// Undoing: a restored state equals the one that was stored.
    @Test func aStateTakesBackWidthsThatTheUserSet() throws {
        var columns = try table()
        let (before, declared) = (columns.state, columns.columns)
        try columns.resize("a", to: 200)
        try columns.resize("b", to: 20)
        let resized = columns.state
        try columns.restore(before)
        #expect(columns.state == before && columns.columns == declared)
        try columns.restore(resized)
        try columns.setWidth(.points(60), of: "b")
        #expect(columns.width(of: "a") == 200)
        try columns.restore(before)
        #expect(columns.columns.map(\.width) == [.points(100), .points(60), .points(50)])
    }

    @Test func aTableWithoutColumnsHasNoPlaces() throws {
        var columns = try ColumnLayout()
        #expect(columns.columns(at: 0).isEmpty && columns.column(atX: 0, offset: 0) == nil)
        #expect(columns.contentWidth == 0 && columns.maximumOffset == 0)
        columns.setAvailableWidth(.nan)
        #expect(columns.availableWidth == 0)
        columns.setAvailableWidth(300)
        #expect(columns.columns(at: .nan).isEmpty && columns.column(atX: .nan, offset: .infinity) == nil)
        #expect(columns.contentWidth == 300)
        #expect(try columns.restore(ColumnState(columns: [.init("a")])) == [.unknownColumn("a")])
    }

    @Test func unusableEntriesOfAStateAreReturned() throws {
        var columns = try table()
        let state = ColumnState(
            columns: [.init("b", width: -5), .init("a", width: 70), .init("a"), .init("z")],
            sortOrder: [ColumnSort("z"), ColumnSort("b", isAscending: false)])
        #expect(
            try columns.restore(state) == [
                .duplicateColumn("a", index: 2), .unknownColumn("z"), .unusableWidth(column: "b", value: -5),
                .unknownColumn("z"),
            ])
        #expect(columns.columns.map(\.id) == ["b", "a", "c"])
        #expect(columns.width(of: "a") == 70)
        #expect(columns.sortOrder == [ColumnSort("b", isAscending: false)])
    }

    @Test func clicksSort() throws {
        var columns = try table()
        try columns.toggleSort(by: "a")
        try columns.toggleSort(by: "b", extending: true)
        #expect(columns.sortOrder == [ColumnSort("a"), ColumnSort("b")])
        try columns.toggleSort(by: "b", extending: true)
        #expect(columns.sortOrder == [ColumnSort("a"), ColumnSort("b", isAscending: false)])
        try columns.toggleSort(by: "b", extending: true)
        try columns.toggleSort(by: "a")
        #expect(columns.sortOrder == [ColumnSort("a", isAscending: false)])
        try columns.toggleSort(by: "b")
        #expect(columns.sortOrder == [ColumnSort("b")])
        try columns.remove("b")
        #expect(columns.sortOrder.isEmpty)
    }

    @Test func pinnedColumnsStayAtTheEdgesOfTheWindow() throws {
        var columns = try ColumnLayout(
            [
                Column("name", width: .points(80), pinnedEdge: .leading), Column("a", width: .points(100)),
                Column("b", width: .points(100)), Column("c", width: .points(100)),
                Column("sum", width: .points(40), pinnedEdge: .trailing),
            ], availableWidth: 240)
        func names(_ offset: CGFloat) -> [String] {
            columns.columns(at: offset).map { "\(columns[$0.index].id) \(Int($0.minX - offset))" }
        }
        #expect(names(0) == ["name 0", "a 80", "b 180", "sum 200"])
        #expect(names(130) == ["name 0", "b 50", "c 150", "sum 200"])
        #expect(columns.maximumOffset == 180)
        #expect(columns.column(atX: 130 + 60, offset: 130)?.index == 0)
        #expect(columns.column(atX: 130 + 81, offset: 130)?.index == 2)
        #expect(columns.column(atX: 130 + 239, offset: 130)?.index == 4)
        // Pinned columns that leave no room scroll like the others.
        columns.setAvailableWidth(120)
        #expect(names(100) == ["a -20", "b 80"])
    }
}
