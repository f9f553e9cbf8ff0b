import Foundation
import TestSupport
import Testing

@testable import ListEngineTerminal

/// A table in a terminal.
@MainActor
@Suite("Tables in a terminal")
struct TableScreenTests {
    private struct File: Identifiable {
        let name: String
        let size: Int
        var id: String { name }
    }

    private static let files = [
        File(name: "oak.txt", size: 70), File(name: "ash.swift", size: 1_200), File(name: "elm", size: 9),
    ]
    private let host = TerminalHost()
    private let list: ListDataSource

    init() {
        list = ListDataSource(in: host.list)
        host.resize(width: 30, height: 5)
        let table = Self.table
        let sorter = ItemSorter(table)
        let show = { [list] (order: [ColumnSort]) in
            list.build(animatingDifferences: false) {
                ListBlock("files", sorter.sorted(Self.files, by: order)).columns { table }
            }
        }
        host.list.sortHandler = { order in show(order) }
        show([])
    }

    private static var table: [ListColumn<File>] {
        [
            ListColumn("Name", width: .points(12)) { (file: File) in ItemContent(file.name) }
                .sorted { $0.name < $1.name }.pinned(.leading),
            ListColumn("Size", width: .points(8)) { (file: File) in ItemContent("\(file.size)") }
                .sorted { $0.size < $1.size }.aligned(.trailing),
            ListColumn("Kind", width: .points(10)) { (file: File) in ItemContent("a kind") },
            ListColumn("Date", width: .points(10)) { (file: File) in ItemContent("a date") },
        ]
    }

    private func mouse(_ action: TerminalMouse.Action, _ x: Int, _ y: Int, _ held: TerminalKey.Modifiers = []) {
        host.handle(.mouse(TerminalMouse(action, x: x, y: y, held)))
        _ = host.screen()
    }

    private func click(_ x: Int, _ y: Int, _ held: TerminalKey.Modifiers = []) {
        mouse(.press, x, y, held)
        mouse(.release, x, y, held)
    }

    @Test func aTableHasAHeaderAndColumns() {
        #expect(
            host.lines == [
                "Name           Size Kind", "oak.txt          70 a kind", "ash.swift      1200 a kind",
                "elm               9 a kind", "",
            ])
    }

    @Test func columnsScrollSidewaysUnderThePinnedOne() {
        _ = host.screen()
        mouse(.wheelRight, 20, 2)
        #expect(host.list.contentOffset.x == 3)
        #expect(host.lines[0] == "Name        Size Kind      Dat")
        #expect(host.lines[2] == "ash.swift   1200 a kind    a d")
        host.scrollAcross(to: 100)
        #expect(host.list.contentOffset.x == 10)
        #expect(host.lines[2] == "ash.swift   kind    a date")
    }

    @Test func aClickOnATitleSorts() {
        _ = host.screen()
        click(2, 0)
        #expect(
            host.lines.map { $0.prefix(9).trimmingCharacters(in: .whitespaces) } == [
                "Name", "ash.swift", "elm", "oak.txt", "",
            ])
        #expect(host.lines[0].hasPrefix("Name      ▲"))
        click(2, 0)
        #expect(host.lines[0].hasPrefix("Name      ▼") && host.lines[1].hasPrefix("oak"))
        click(17, 0)
        #expect(host.lines[1].hasPrefix("elm") && host.lines[0].contains("Size ▲"))
        click(2, 0, .shift)
        #expect(host.list.columns?.sortOrder == [ColumnSort("Size"), ColumnSort("Name")])
        #expect(host.lines[0].hasPrefix("Name     ▲2"))
        host.handle(.key(TerminalKey(.function(3))))
        #expect(host.list.columns?.sortOrder == [ColumnSort("Kind")])
        host.handle(.key(TerminalKey(.function(4))))
        #expect(host.list.columns?.sortOrder == [ColumnSort("Kind", isAscending: false)])
    }

    @Test func theEdgeOfAColumnIsDragged() {
        _ = host.screen()
        mouse(.press, 11, 0)
        mouse(.drag, 14, 0)
        #expect(host.lines[2].hasPrefix("ash.swift         1200"))
        #expect(host.list.columns?.width(of: "Name") == 15)
        host.handle(.key(TerminalKey(.escape)))
        #expect(host.list.columns?.width(of: "Name") == 12)
        #expect(host.list.columns?.sortOrder.isEmpty == true)
        // A double click fits the column to its visible content.
        #expect(host.list.fitColumn("Name"))
        _ = host.screen()
        #expect(host.list.columns?.width(of: "Name") == 10)
    }

    @Test func aTitleIsDraggedToAnotherPlace() {
        _ = host.screen()
        mouse(.press, 15, 0)
        mouse(.drag, 18, 0)
        mouse(.drag, 28, 0)
        #expect(host.list.columns?.columns.map(\.id) == ["Name", "Kind", "Size", "Date"])
        mouse(.release, 28, 0)
        #expect(host.list.columns?.sortOrder.isEmpty == true)
        #expect(host.lines[0] == "Name        Kind         Size")
    }

    /// The expander and the indentation of an outline are in the field with the accessory.
    @Test func anOutlineIsInItsColumn() throws {
        let host = TerminalHost()
        host.resize(width: 30, height: 7)
        let table = ListTable<String> {
            ListColumn("Letters", width: .points(9)) { name in ItemContent("\(name.count)") }.aligned(.trailing)
            ListColumn("Name", width: .points(18)) { name in ItemContent(name, accessories: [.outline]) }
        }
        let source = DiffableDataSource<Int, String>(collectionView: host.list, table: table) { $0 }
        var outline = SectionSnapshot<String>()
        outline.append(["tree", "herb"])
        outline.append(["oak", "ash"], to: "tree")
        outline.append(["holm oak"], to: "oak")
        source.apply(outline, to: 0, animatingDifferences: false)
        #expect(host.lines.prefix(4) == [" Letters Name", "       4 ▸ tree", "       4   herb", ""])
        func click(_ x: Int, _ y: Int) {
            host.handle(.mouse(TerminalMouse(.press, x: x, y: y)))
            host.handle(.mouse(TerminalMouse(.release, x: x, y: y)))
        }
        // On the expander, and not next to it.
        click(12, 1)
        #expect(host.lines[1] == "       4 ▸ tree")
        click(9, 1)
        #expect(
            host.lines.prefix(5) == [
                " Letters Name", "       4 ▾ tree", "       3   ▸ oak", "       3     ash", "       4   herb",
            ])
        click(11, 2)
        #expect(host.lines[2...3] == ["       3   ▾ oak", "       8       holm oak"])
        host.list.focusedIndexPath = IndexPath(item: 0, section: 0)
        host.handle(.key(TerminalKey(.left)))
        #expect(host.lines[1...2] == ["       4 ▸ tree", "       4   herb"])
        host.handle(.key(TerminalKey(.right)))
        #expect(host.list.fitColumn("Name"))
        _ = host.screen()
        #expect(host.list.columns?.width(of: "Name") == 15, "four blanks, the room of the expander, and a blank")
        withExtendedLifetime(source) {}
    }

    @Test func titlesStayAboveHeadersOfSections() {
        let host = TerminalHost()
        host.resize(width: 30, height: 6)
        host.list.showsColumnTitlesAboveSections = true
        let list = ListDataSource(in: host.list)
        let table = ListTable<Int> {
            ListColumn("Number", width: .points(12)) { number in ItemContent("n\(number)") }
            ListColumn("Square", width: .points(8)) { number in ItemContent("\(number * number)") }
                .aligned(.trailing)
                .summary { numbers in ItemContent("\(numbers.reduce(0) { $0 + $1 * $1 })") }
        }
        list.build(animatingDifferences: false) {
            ListBlock("small", Array(0..<10), id: \.self).columns(of: table).summaryHeader("Small")
            ListBlock("large", Array(10..<20), id: \.self).columns(of: table).header("Large", pins: true)
        }
        #expect(host.lines.prefix(3) == ["Number       Square", "Small           285", "n0                0"])
        host.scroll(to: 8)
        #expect(
            host.lines.prefix(4) == [
                "Number       Square", "Small           285", "n8               64", "n9               81",
            ])
        host.scroll(to: 12)
        #expect(host.lines.prefix(3) == ["Number       Square", " Large", "n11             121"])
    }

    @Test func theColumnThatIsDraggedIsRemoved() throws {
        _ = host.screen()
        mouse(.press, 11, 0)
        mouse(.drag, 14, 0)
        try host.list.editColumns { try $0.remove("Name") }
        mouse(.drag, 16, 0)
        mouse(.release, 16, 0)
        #expect(host.lines[0] == "   Size Kind      Date")
    }
}
