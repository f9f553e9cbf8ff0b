import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Programs that change the table while its fields are configured, or that return what makes no sense.
@MainActor
@Suite("Hasty tables")
struct HastyTableTests {
    @Test func aFieldRemovesItsOwnColumn() {
        let table = TableList([], tableColumns(5))
        table.inRequest = { [unowned table] field in
            if field.column == "c2" { try? table.view.editColumns { try $0.remove("c2") } }
        }
        table.apply([1, 2, 3])
        table.view.layoutIfNeeded()
        #expect(table.view.columns?.columns.map(\.id) == ["c0", "c1", "c3", "c4"])
        #expect(table.fault() == nil)
    }

    @Test func aFieldReloadsTheList() {
        let table = TableList([], tableColumns(5))
        var left = 3
        table.inRequest = { [unowned table] _ in
            left -= 1
            if left == 0 { table.view.reloadData() }
        }
        table.apply([1, 2, 3])
        table.view.layoutIfNeeded()
        #expect(table.fault() == nil)
    }

    /// The list is reloaded while a field is requested that replaces another one.
    @Test func aFieldThatIsReplacedReloadsTheList() {
        final class OtherField: CollectionViewCell {}
        let list = CollectionView(
            size: CGSize(width: 300, height: 100), collectionViewLayout: CollectionViewListLayout.rows(20))
        let host = RecorderHost()
        list.host = host
        var (isOther, left) = (false, 1)
        let source = DiffableDataSource<Int, Int>(collectionView: list) { [unowned list] _, indexPath, _ in
            list.tableCell(for: indexPath) { field in
                guard isOther, field.column == "c1" else { return field.dequeue(TextField.self) }
                left -= 1
                if left == 0 { list.reloadData() }
                return left % 2 == 0 ? field.dequeue(OtherField.self) : field.dequeue(TextField.self)
            }
        }
        do { try list.setColumns(tableColumns(4)) } catch { Issue.record(error) }
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems([1, 2, 3])
        source.apply(snapshot, animatingDifferences: false)
        isOther = true
        for round in 1...3 {
            left = round
            snapshot.reconfigureItems([1, 2, 3])
            source.apply(snapshot, animatingDifferences: false)
            list.layoutIfNeeded()
            let fields = list.visibleCells.flatMap { $0.fields.map { ObjectIdentifier($0.view) } }
            #expect(fields.count == 12 && Set(fields).count == 12, "each field is in one row")
            #expect(host.screen.count == 3 + 12, "no other view is on the screen")
            #expect(list.diagnostics.count(of: .viewInUse) == 0)
        }
    }

    @Test func anEditInsideOfAnEditIsReported() throws {
        let table = TableList([1, 2], tableColumns(5))
        try table.view.editColumns { columns in
            try table.view.editColumns { try $0.remove("c1") }
            table.view.removeColumns()
            try table.view.setColumns(tableColumns(2))
            try columns.resize("c2", to: 90)
        }
        table.view.layoutIfNeeded()
        #expect(table.view.columns?.count == 5 && table.view.columns?.width(of: "c2") == 90)
        #expect(table.view.diagnostics.count(of: .unusableColumns) == 3)
        // Afterwards edits work again, and one that failed changes nothing.
        #expect(throws: ColumnError.self) { try table.view.editColumns { try $0.remove("none") } }
        try table.view.editColumns { try $0.remove("c1") }
        #expect(table.view.columns?.count == 4)
    }

    @Test func aFieldEndsTheTable() {
        let table = TableList([], tableColumns(5))
        table.inRequest = { [unowned table] field in if field.column == "c3" { table.view.removeColumns() } }
        table.apply([1, 2, 3])
        table.view.layoutIfNeeded()
        #expect(table.view.columns == nil && table.fields.isEmpty && table.host.screen.count == 3)
    }

    @Test func aFieldSetsAnotherHost() {
        let table = TableList([], tableColumns(5))
        let other = RecorderHost()
        table.inRequest = { [unowned table] field in
            table.inRequest = nil
            table.view.host = other
        }
        table.apply([1, 2, 3])
        table.view.layoutIfNeeded()
        #expect(table.host.screen.isEmpty)
        #expect(other.screen.count == 3 + 15)
    }

    @Test func aMissingFieldIsAPlaceholder() {
        let list = CollectionView(
            size: CGSize(width: 300, height: 100), collectionViewLayout: CollectionViewListLayout.rows(20))
        let shared = TextField()
        let source = DiffableDataSource<Int, Int>(collectionView: list) { list, indexPath, _ in
            list.tableCell(for: indexPath) { field in field.column == "c0" ? nil : shared }
        }
        try? list.setColumns(tableColumns(3))
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems([1, 2])
        source.apply(snapshot, animatingDifferences: false)
        list.layoutIfNeeded()
        // The same view for several fields is named.
        #expect(list.diagnostics.count(of: .viewInUse) > 0)
        #expect(list.visibleCells.map { $0.fields.count } == [3, 3])
        #expect(list.visibleCells.flatMap(\.fields).filter { $0.view === shared }.count == 1)
    }

    @Test func manyColumnsAreShown() throws {
        let table = TableList([1, 2], [])
        try table.view.setColumns(tableColumns(100_000, width: 40))
        table.view.layoutIfNeeded()
        for x in stride(from: CGFloat(0), to: 3_999_000, by: 79_971) {
            table.view.hostDidScroll(to: CGPoint(x: x, y: 0))
        }
        #expect(table.fault() == nil)
        _ = table.takeRequests()
        #expect(throws: ColumnError.self) { try table.view.editColumns { try $0.resize("c7", to: .nan) } }
        #expect(throws: ColumnError.self) { try table.view.editColumns { try $0.remove("none") } }
        table.view.layoutIfNeeded()
        #expect(table.takeRequests().isEmpty && table.fault() == nil)
    }
}
