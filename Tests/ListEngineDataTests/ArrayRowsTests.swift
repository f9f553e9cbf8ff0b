import ListEngineData
import TestSupport
import Testing

/// The source that the other tests rely on, compared with a scan of all rows.
@Suite struct ArrayRowsTests {
    typealias Edit = RowEdit<Int, Int, String>

    @Test func slicesAreWhatAScanFinds() async throws {
        for count in [0, 1, 2, 5, 9] {
            // The keys are odd, so that even ones are between rows.
            let keys = (0..<count).map { 2 * $0 + 1 }
            let source = ArrayRows(keys.shuffled().map { KeyedRow(key: $0, id: -$0, row: "\($0)") })
            for limit in 1...count + 2 {
                let forward = { (keys: [Int]) in (Array(keys.prefix(limit)), keys.count <= limit) }
                let backward = { (keys: [Int]) in (Array(keys.suffix(limit)), keys.count <= limit) }
                var cases: [(RowSide<Int>, ([Int], Bool))] = [(.first, forward(keys)), (.last, backward(keys))]
                for key in -1...2 * count + 2 {
                    cases.append((.from(key), forward(keys.filter { $0 >= key })))
                    cases.append((.after(key), forward(keys.filter { $0 > key })))
                    cases.append((.before(key), backward(keys.filter { $0 < key })))
                }
                for (side, (expected, isEnd)) in cases {
                    let slice = try await source.rows(side, limit: limit)
                    #expect(slice.rows.map(\.key) == expected, "\(side), at most \(limit) of \(count)")
                    #expect(slice.isEnd == isEnd, "\(side), at most \(limit) of \(count)")
                }
            }
        }
    }

    @Test func outlinesCountAllRows() async throws {
        let source = ArrayRows((0..<10).map { KeyedRow(key: $0, id: $0, row: $0) }, pageSize: 4)
        for try await outline in source.outlines(since: nil) {
            guard case .pages(let pages, nil, .initial) = outline else { throw Unexpected(outline: "\(outline)") }
            #expect(pages.map(\.first) == [0, 4, 8])
            #expect(pages.map(\.count) == [4, 4, 2])
        }
    }

    /// Sections are reported first, and before an edit with which one begins or ends. A page begins where a section begins.
    @Test func sectionsThatBeginOrEndAreReportedBeforeTheEdits() async throws {
        let source = ArrayRows((10..<17).map { KeyedRow(key: $0, id: $0, row: "") }, pageSize: 4) { key in
            RowHeading(first: key / 5 * 5, title: "\(key / 5)")
        }
        var list = source.changes().makeAsyncIterator()
        source.apply([Edit(id: 12, old: 12, new: nil)])
        source.apply([
            Edit(id: 1, old: nil, new: 1, row: ""), Edit(id: 15, old: 15, new: nil), Edit(id: 16, old: 16, new: nil),
        ])
        var reports: [String] = []
        for _ in 0..<4 {
            switch await list.next() {
            case .sections(let headings, let revision)?:
                reports.append("\(revision.number): \(headings.map { "\($0.title) from \($0.first)" })")
            case .edits(_, let revision)?: reports.append("\(revision.number): edits")
            case let other: reports.append("\(other as Any)")
            }
        }
        #expect(
            reports == [
                #"0: ["2 from 10", "3 from 15"]"#, "1: edits", #"2: ["0 from 0", "2 from 10"]"#, "2: edits",
            ])
        var outlines = source.outlines(since: nil).makeAsyncIterator()
        guard case .pages(let pages, nil, _)? = try await outlines.next() else { throw Unexpected(outline: "no pages") }
        #expect(pages.map(\.first) == [0, 10] && pages.map(\.count) == [1, 4])
    }

    @Test func everyListReceivesEveryEdit() async throws {
        let source = ArrayRows([KeyedRow(key: 1, id: 1, row: "a"), KeyedRow(key: 2, id: 2, row: "b")])
        var lists = [source.changes().makeAsyncIterator(), source.changes().makeAsyncIterator()]
        source.apply([
            Edit(id: 1, old: 1, new: 5), Edit(id: 2, old: 2, new: nil), Edit(id: 3, old: nil, new: 4, row: "c"),
        ])
        #expect(source.rows.map(\.row) == ["c", "a"])
        for list in lists.indices {
            let changes = await lists[list].next()
            guard case .edits(let edits, RowRevision(1))? = changes else {
                throw Unexpected(outline: "\(changes as Any)")
            }
            #expect(edits.map(\.id) == [1, 2, 3])
        }
        #expect(try await source.rows(.first, limit: 1).revision == RowRevision(1))
    }

    /// The reported edits lead from the rows before to the rows after.
    @Test func onlyEditsThatWereAppliedAreReported() async throws {
        let source = ArrayRows([KeyedRow(key: 1, id: 1, row: "a"), KeyedRow(key: 2, id: 2, row: "b")])
        var list = source.changes().makeAsyncIterator()
        source.apply([
            // No contents; no such row; the key of another row.
            Edit(id: 3, old: nil, new: 9), Edit(id: 4, old: 8, new: nil), Edit(id: 5, old: nil, new: 2, row: "c"),
        ])
        #expect(source.rows.map(\.id) == [1, 5])
        guard case .edits(let edits, _)? = await list.next() else { throw Unexpected(outline: "no edits") }
        #expect(edits.map { "\($0.id): \($0.old ?? -1) \($0.new ?? -1)" } == ["2: 2 -1", "5: -1 2"])
    }

    /// The program's closure may call the source.
    @Test func headingsAreComputedWithoutTheLock() {
        typealias Source = ArrayRows<Int, Int, String>
        final class Box: @unchecked Sendable { weak var source: Source? }
        let box = Box()
        let source = Source([KeyedRow(key: 1, id: 1, row: "a")]) { key in
            if let source = box.source {
                _ = source.rows
                // Once: an edit while another one is applied is not lost.
                box.source = nil
                source.apply([Edit(id: 2, old: nil, new: 2, row: "b")])
            }
            return RowHeading(first: key / 10 * 10, title: "\(key / 10)")
        }
        box.source = source
        source.apply([Edit(id: 30, old: nil, new: 30, row: "c")])
        #expect(source.rows.map(\.id) == [1, 2, 30])
    }

    struct Unexpected: Error { let outline: String }
}
