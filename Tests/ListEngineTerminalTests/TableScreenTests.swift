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
