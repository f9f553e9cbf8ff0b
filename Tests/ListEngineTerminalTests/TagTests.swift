import Foundation
import ListEngineLayout
import Testing

@testable import ListEngineTerminal

private final class WordCell: CollectionViewCell, TerminalView {
    var word = ""
    func lines(width: Int) -> [[StyledText]] { word.wrapped(to: max(1, width), limit: 9).map { [StyledText($0)] } }
}

/// Items that are as wide as their text, next to each other.
@MainActor
@Suite("Tags in a terminal")
struct TagTests {
    private let host = TerminalHost()
    private let list: ListDataSource
    private let flow = CollectionViewFlowLayout()

    init() {
        flow.minimumInteritemSpacing = 1
        flow.minimumLineSpacing = 0
        host.list.collectionViewLayout = flow
        list = ListDataSource(in: host.list)
        host.resize(width: 24, height: 6)
    }

    private func show(_ tags: [String]) {
        list.build {
            ListBlock("tags", tags, id: \.self) { (cell: ContentCell, text) in
                cell.content = ItemContent(text)
                cell.content.titleLineLimit = 0
            }
            .estimatedItemSize(CGSize(width: 10, height: 1)).minimumInteritemSpacing(1)
        }
        _ = host.screen()
    }

    private func widths() -> [CGFloat] { host.list.visibleCells.map(\.frame.width) }

    @Test func readyMadeCellsAreAsWideAsTheirText() {
        show(["red", "deep blue", "green", "a quite long name of a colour", "丁香"])
        #expect(host.lines[0].hasPrefix("❯ red"))
        // Two columns for the focus, then the text; at least eight.
        #expect(widths() == [8, 11, 8, 24, 8])
        #expect(host.lines.joined().contains("a quite long name"))
        #expect(host.list.visibleCells[3].frame.height == 2, "a longer text wraps")
        // Accessories and the text at the end count as well.
        list.build {
            ListBlock("tags", ["one"], id: \.self) { ItemContent($0, trailing: "12", accessories: [.disclosure]) }
                .estimatedItemSize(CGSize(width: 10, height: 1))
        }
        _ = host.screen()
        #expect(widths() == [10])
        #expect(host.lines[0] == "❯ one 12 ›")
        #expect(host.list.diagnostics.recent.isEmpty)
    }

    @Test func ownCellsAreMeasuredAsWell() {
        list.build {
            ListBlock("tags", ["a", "four", "seventeen letters", "b"], id: \.self) { (cell: WordCell, word) in
                cell.word = word
            }
            .estimatedItemSize(CGSize(width: 10, height: 1)).minimumInteritemSpacing(2)
        }
        _ = host.screen()
        #expect(widths() == [1, 4, 17, 1])
        host.resize(width: 9, height: 6)
        _ = host.screen()
        #expect(widths() == [1, 4, 9, 1])
        #expect(host.list.visibleCells[2].frame.height == 2)
    }

    @Test func keysMoveAlongLinesAndAcross() {
        show(["red", "blue", "green", "white"])
        host.pressKeys(.right)
        #expect(host.lines[0].contains("❯ blue"))
        host.pressKeys(.down)
        #expect(host.lines[1].contains("❯"))
        // The list is emptied while the focus is in it.
        show([])
        _ = host.screen()
        show(["red"])
        #expect(host.lines[0].contains("red"))
    }
}
