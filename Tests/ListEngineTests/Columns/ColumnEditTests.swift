import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Edits of columns keep places, heights, and changes of the user, and call no closures that they do not need.
@MainActor
@Suite("Edits of columns")
struct ColumnEditTests {
    @Test func describingColumnsAgainKeepsThePlace() throws {
        for direction in [FlowDirection.leftToRight, .rightToLeft] {
            let table = TableList([1, 2], tableColumns(30))
            table.view.flowDirection = direction
            table.view.layoutIfNeeded()
            let far: CGFloat = direction == .leftToRight ? 410 : 1_500 - 410 - 300
            table.view.hostDidScroll(to: CGPoint(x: far, y: 0))
            #expect(table.view.crossOffset == 410)
            let before = table.fields
            try table.view.setColumns([Column("new", width: .points(77))] + tableColumns(30).filter { $0.id != "c1" })
            table.view.layoutIfNeeded()
            #expect(table.view.crossOffset == 437 && table.fields == before)
            // The first visible column is removed: the next one keeps its place.
            let next = table.fields["1 c9"]
            try table.view.setColumns(tableColumns(30).filter { $0.id != "c8" })
            table.view.layoutIfNeeded()
            #expect(table.fields["1 c9"] == next && table.fault() == nil)
            // At the leading edge the list stays there.
            table.view.setContentOffset(
                CGPoint(x: direction == .leftToRight ? 0 : table.view.contentSize.width - 300, y: 0), animated: false)
            try table.view.setColumns([Column("first", width: .points(70))] + tableColumns(30))
            table.view.layoutIfNeeded()
            #expect(table.view.crossOffset == 0)
        }
    }

    @Test func theProgramChangesWhatTheUserDidNot() throws {
        let table = TableList([1], tableColumns(4))
        var described = tableColumns(4)
        described[0].isHidden = true
        described[1].pinnedEdge = .trailing
        described[2].width = .points(77)
        try table.view.setColumns([described[3], described[0], described[1], described[2]])
        let shown = try #require(table.view.columns)
        #expect(shown.columns.map(\.id) == ["c3", "c0", "c2", "c1"], "the user has moved nothing")
        #expect(shown["c0"]?.isHidden == true && shown["c1"]?.pinnedEdge == .trailing && shown.width(of: "c2") == 77)
        // Changes of the user are kept.
        try table.view.editColumns {
            try $0.setHidden(false, "c0")
            try $0.pin("c1", at: nil)
            try $0.resize("c2", to: 50)
        }
        try table.view.setColumns([described[3], described[2], described[0], described[1]])
        let kept = try #require(table.view.columns)
        #expect(kept["c0"]?.isHidden == false && kept["c1"]?.pinnedEdge == nil && kept.width(of: "c2") == 50)
        #expect(kept.columns.map(\.id) == ["c3", "c2", "c0", "c1"])
        try table.view.editColumns { _ = try $0.move("c3", to: 3) }
        try table.view.setColumns(described + [Column("new")])
        #expect(table.view.columns?.columns.map(\.id) == ["c2", "c0", "c1", "c3", "new"])
    }

    /// Describing the columns again equals describing them once, for what the user did not change.
    @Test func aDescriptionAgainEqualsAFirstOne() throws {
        for seed in LawCases.seeds(80) {
            var random = TestRandom(seed: seed)
            func some() -> [Column] {
                Array(0..<random.below(8)).shuffled(using: &random).map {
                    Column(
                        "c\($0)", width: .points(CGFloat(20 + random.below(5))), isHidden: random.chance(oneIn: 4),
                        pinnedEdge: random.chance(oneIn: 4) ? random.pick(.leading, .trailing) : nil)
                }
            }
            let view = CollectionView(size: CGSize(width: 90, height: 50))
            var last: [Column] = []
            for _ in 0..<6 {
                last = some()
                try view.setColumns(last)
            }
            let once = CollectionView(size: CGSize(width: 90, height: 50))
            try once.setColumns(last)
            #expect(view.columns?.columns == once.columns?.columns, "seed \(seed)")
            #expect(view.columnState == once.columnState, "seed \(seed)")
        }
    }

    @Test func aResizedColumnCallsNoDescriptionAndKeepsHeights() throws {
        let table = TableList(Array(0..<40), tableColumns(10))
        var calls = 0
        table.host.sizes = { _, size in CGSize(width: size.width, height: 27) }
        table.view.collectionViewLayout = CollectionViewCompositionalLayout { _, _ in
            calls += 1
            return .list(itemHeight: .estimated(20))
        }
        table.view.layoutIfNeeded()
        for y in stride(from: CGFloat(0), to: 1_000, by: 50) { table.view.hostDidScroll(to: CGPoint(x: 0, y: y)) }
        let (described, height) = (calls, table.view.contentSize.height)
        #expect(height == 1_080)
        table.view.hostDidScroll(to: CGPoint(x: 100, y: 300))
        for width in [CGFloat(80), 20, 333, 50] {
            try table.view.editColumns { try $0.resize("c5", to: width) }
            table.view.layoutIfNeeded()
            #expect(table.view.contentSize == CGSize(width: max(300, 450 + width), height: height))
            #expect(table.fault() == nil)
        }
        #expect(calls == described && table.view.bounds.minY == 300)
        // Another window, and another recipe, are described again.
        table.view.bounds.size.width = 700
        table.view.layoutIfNeeded()
        #expect(calls > described && table.fault() == nil)
        try table.view.editColumns { try $0.resize("c5", to: 400) }
        table.view.bounds.size.width = 320
        table.view.layoutIfNeeded()
        #expect(table.view.contentSize.width == 850 && table.fault() == nil)
    }

    /// A list whose columns were resized equals one that had these widths from the start.
    @Test func aResizedTableEqualsOneThatIsBuilt() throws {
        for seed in LawCases.seeds(40) {
            var random = TestRandom(seed: seed)
            let layouts: [@MainActor () -> any CollectionViewLayoutRecipe] = [
                { CollectionViewListLayout.rows(20) },
                {
                    CollectionViewCompositionalLayout { _, _ in
                        .table(itemHeight: .absolute(20), headerHeight: .absolute(13))
                    }
                },
                {
                    CollectionViewCompositionalLayout { section, _ in
                        section == 0 ? .list(itemHeight: .estimated(20)) : .list(itemHeight: .absolute(7))
                    }
                },
            ]
            let layout = layouts[random.below(layouts.count)]
            func table(_ columns: [Column]) -> TableList {
                let table = TableList([], columns)
                table.view.collectionViewLayout = layout()
                table.host.sizes = { view, size in
                    (view as? TextField).map { CGSize(width: size.width, height: CGFloat(20 + $0.text.count)) }
                }
                table.apply(Array(0..<30))
                return table
            }
            let edited = table(tableColumns(8))
            for _ in 0..<12 {
                switch random.below(4) {
                case 0: edited.view.bounds.size.width = CGFloat(random.pick(200, 300, 500))
                case 1: edited.view.hostDidScroll(to: CGPoint(x: 0, y: CGFloat(random.below(300))))
                default:
                    try edited.view.editColumns {
                        try $0.resize("c\(1 + random.below(7))", to: CGFloat(random.below(120)))
                    }
                }
                edited.view.layoutIfNeeded()
            }
            let built = table(edited.view.columns?.columns ?? [])
            built.view.bounds.size.width = edited.view.bounds.width
            for view in [edited.view, built.view] {
                view.layoutIfNeeded()
                for y in stride(from: CGFloat(0), to: 900, by: 40) { view.hostDidScroll(to: CGPoint(x: 0, y: y)) }
                view.hostDidScroll(to: .zero)
            }
            #expect(edited.view.contentSize == built.view.contentSize, "seed \(seed)")
            #expect(edited.fields == built.fields, "seed \(seed)")
        }
    }

    @Test func columnsAreFittedToASample() throws {
        @MainActor final class FittingHost: CollectionViewHost {
            var measured = 0
            func makeView(for view: CollectionReusableView) -> AnyObject? { nil }
            func place(_ view: CollectionReusableView, at placement: ElementPlacement) {}
            func recycle(_ view: CollectionReusableView) {}
            func remove(_ view: CollectionReusableView) {}
            func naturalSize(of view: CollectionReusableView, upTo width: CGFloat) -> CGSize? {
                measured += 1
                return (view as? TextField).map { CGSize(width: 10 * $0.text.count, height: 0) }
            }
        }
        let table = TableList(Array(0..<2_000), tableColumns(4))
        let host = FittingHost()
        table.view.host = host
        table.view.layoutIfNeeded()
        #expect(table.view.fitColumn("c1"))
        #expect(table.view.columns?.width(of: "c1") == 40, "0 c1")
        table.view.fittedSample = 3
        host.measured = 0
        #expect(table.view.fitColumn("c1"))
        #expect(table.view.columns?.width(of: "c1") == 70, "1332 c1")
        #expect(host.measured == table.view.visibleCells.count + 3)
        table.view.fittedSample = .max
        #expect(table.view.fitColumn("c1"))
        table.view.layoutIfNeeded()
        #expect(table.view.columns?.width(of: "c1") == 70 && table.view.diagnostics.recent.isEmpty)
        #expect(table.view.visibleCells.allSatisfy { $0.fields.count == 4 })
        #expect(!table.view.fitColumn("none"))
    }

    @Test func tooWideTablesAreReported() throws {
        let table = TableList([1], [])
        try table.view.setColumns(tableColumns(100_000, width: 40))
        #expect(table.view.diagnostics.count(of: .unusableColumns) == 0)
        try table.view.editColumns { try $0.insert(Column("wide", width: .points(1_000_000)), at: 0) }
        #expect(table.view.diagnostics.count(of: .unusableColumns) == 1)
        try table.view.editColumns { try $0.resize("wide", to: 1_000_001) }
        table.view.layoutIfNeeded()
        #expect(table.view.diagnostics.count(of: .unusableColumns) == 1, "once")
    }

    /// The edge of a column that scrolls is under a pinned one.
    @Test func anEdgeUnderAPinnedColumnCannotBeDragged() throws {
        let view = CollectionView(size: CGSize(width: 300, height: 200))
        let list = ListDataSource(in: view)
        list.build(animatingDifferences: false) {
            ListBlock("numbers", [1, 2], id: \.self).columns {
                for number in 0..<5 {
                    ListColumn("c\(number)", width: .points(90)) { (number: Int) in ItemContent("\(number)") }
                }
                ListColumn("pinned", width: .points(100)) { (number: Int) in ItemContent("\(number)") }.pinned(
                    .trailing)
            }
        }
        view.layoutIfNeeded()
        // The third column ends at 270, and the pinned one begins at 200.
        #expect(view.columnEdge(at: CGPoint(x: 270, y: 10)) == nil)
        #expect(view.columnTitle(at: CGPoint(x: 270, y: 10)) == "pinned")
        #expect(view.columnEdge(at: CGPoint(x: 180, y: 10)) == "c1")
        #expect(view.columnEdge(at: CGPoint(x: 299, y: 10)) == "pinned")
    }

    /// Sorting in code has nothing to do with the keys of the last click.
    @Test func aSortInCodeIgnoresTheLastClick() {
        let view = CollectionView(size: CGSize(width: 300, height: 200))
        let list = ListDataSource(in: view)
        list.build(animatingDifferences: false) {
            ListBlock("numbers", [1, 2], id: \.self).columns {
                ListColumn("a") { (number: Int) in ItemContent("\(number)") }
                ListColumn("b") { (number: Int) in ItemContent("\(number)") }
            }
        }
        view.sortHandler = { _ in }
        view.layoutIfNeeded()
        for phase in [CollectionViewTouch.Phase.began, .ended] {
            var touch = CollectionViewTouch(phase, at: CGPoint(x: 10, y: 10))
            touch.modifiers = .extend
            view.hostTouch(touch)
        }
        #expect(view.columns?.sortOrder == [ColumnSort("a")])
        view.sort(by: "b")
        #expect(view.columns?.sortOrder == [ColumnSort("b")])
    }

    /// While an animation moves the rows, the list scrolls sideways: a pinned column stays at its edge, and all fields stay in
    /// their rows.
    @Test func fieldsOfMovingRowsFollowTheList() throws {
        @MainActor final class Host: ScrollingHost {
            var time: TimeInterval = 100
            override func scheduleFrame() {}
            func draw(after interval: TimeInterval = 0) {
                time += interval
                frame(at: time)
            }
        }
        let table = TableList(Array(0..<20), tableColumns(10))
        try table.view.editColumns { try $0.pin("c0", at: .leading) }
        let host = Host(table.view)
        host.animationDuration = 1
        host.draw()
        table.apply([100] + Array(0..<20), animating: true)
        host.draw()
        host.draw(after: 0.25)
        table.view.hostDidScroll(to: CGPoint(x: 70, y: 0))
        host.draw(after: 0.25)
        let views = host.viewsInDrawingOrder
        var rows: [String: CGFloat] = [:]
        for shown in views where shown.view is TableCell {
            let item = shown.view.fields.first.flatMap { ($0.view as? TextField)?.text.prefix { $0 != " " } }
            rows[item.map(String.init) ?? "?"] = shown.frame.minY
        }
        for shown in views {
            guard let text = (shown.view as? TextField)?.text,
                table.view.visibleCells.contains(where: { $0 === shown.owner })
            else { continue }
            let parts = text.split(separator: " ").map(String.init)
            #expect(shown.frame.minY == rows[parts[0]], "\(text) is in its row")
            if parts[1] == "c0" { #expect(shown.frame.minX == 0, "\(text) is pinned") }
            if parts[1] == "c3" { #expect(shown.frame.minX == 80, "\(text)") }
        }
        #expect(rows.count >= 5)
    }

    @Test func aTitleThatIsUsedAgainDoesNotSort() throws {
        let view = CollectionView(size: CGSize(width: 100, height: 200))
        var sorted = 0
        view.sortHandler = { _ in sorted += 1 }
        let list = ListDataSource(in: view)
        func build(_ isSum: Bool) {
            list.build(animatingDifferences: false) {
                let block = ListBlock("numbers", [1], id: \.self).columns {
                    ListColumn("a", width: .points(100)) { (number: Int) in ItemContent("\(number)") }
                    ListColumn("b", width: .points(100)) { (number: Int) in ItemContent("\(number)") }
                }
                isSum ? block.summaryHeader("Sum") : block
            }
            view.layoutIfNeeded()
        }
        build(false)
        build(true)
        view.hostTap(at: CGPoint(x: 10, y: 10))
        #expect(sorted == 0)
    }
}
