import Foundation
import ListEngineCompatibility
import ListEngineTerminal
import Testing

private final class TitleView: CollectionReusableView, TerminalView, ListComponent {
    private var title = ""
    func setUp(with viewModel: Any) { title = "\(viewModel)" }
    func lines(width: Int) -> [[StyledText]] { [[StyledText("[\(title)]")]] }
}

/// Separators, paging footers, tables and accordions of described sections in a terminal.
@MainActor
@Suite("Described sections in a terminal")
struct ListAdapterScreenTests {
    private let host = TerminalHost()

    init() { host.resize(width: 12, height: 7) }

    private func section(_ title: String, _ names: [String]) -> SectionDescription {
        let section = SectionDescription(
            title: title, viewModels: names, cell: ContentCell.self, size: ViewComponentSize(height: 1)
        ) { cell, name, _ in cell.content = ItemContent(name) }
        section.header = .type(TitleView.self)
        section.headerSize = ViewComponentSize(height: 1)
        return section
    }

    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft])
    func separatorsAreLines(direction: FlowDirection) {
        host.list.flowDirection = direction
        let adapter = ListAdapter(collectionView: host.list)
        adapter.separator = ListSeparator(
            color: .init(red: 1, green: 0, blue: 0), insets: SectionInsets(leading: 2, trailing: 1))
        adapter.add(listSections: [section("a", ["Oak"]), section("b", ["Elm", "Ash"])])
        let line = direction == .leftToRight ? "  ─────────" : " ─────────"
        #expect(host.lines == ["[a]", "❯ Oak", line, "[b]", "  Elm", "  Ash", ""])
        adapter.separator?.insets = .zero
        adapter.reloadList()
        #expect(host.lines[2] == "────────────")
        #expect(host.list.diagnostics.recent.isEmpty)
    }

    @Test func thePagingFooterIsAsHighAsALineAndShowsThatItLoads() {
        let adapter = ListAdapter(collectionView: host.list)
        let trees = section("a", ["Oak"])
        (trees.isPagingEnabled, trees.hasNextPage) = (true, true)
        var requests = 0
        adapter.getNextPage = { _ in requests += 1 }
        adapter.add(listSection: trees)
        #expect(host.lines == ["[a]", "❯ Oak", "     ⋯", "", "", "", ""])
        #expect(requests == 1)
        trees.update(viewModels: ["Oak", "Elm"], hasNextPage: false)
        #expect(host.lines == ["[a]", "❯ Oak", "  Elm", "", "", "", ""])
    }

    @Test func anActivityThatDoesNotRunIsBlank() throws {
        final class Still: PagingFooterView {
            override var ornament: ListOrnament { .activity(isRunning: false) }
        }
        let adapter = ListAdapter(collectionView: host.list)
        adapter.pagingFooterType = Still.self
        let trees = section("a", ["Oak"])
        (trees.isPagingEnabled, trees.hasNextPage) = (true, true)
        adapter.add(listSection: trees)
        #expect(host.lines == ["[a]", "❯ Oak", "", "", "", "", ""])
    }

    @Test func aTableHasRowsOfOneLine() {
        let adapter = TableListAdapter(collectionView: host.list)
        adapter.add(listSection: section("a", ["Oak", "Elm", "Ash"]))
        #expect(host.lines == ["[a]", "❯ Oak", "  Elm", "  Ash", "", "", ""])
        adapter.rowHeight = 2
        #expect(host.lines == ["[a]", "❯ Oak", "", "  Elm", "", "  Ash", ""])
    }

    @Test func aClickOnAHeaderOpensASectionOfAnAccordion() {
        let adapter = AccordionListAdapter(collectionView: host.list)
        adapter.animatesToggling = false
        adapter.add(listSections: [section("a", ["Oak"]), section("b", ["Elm", "Ash"]), section("c", ["Yew"])])
        #expect(host.lines == ["[a]", "[b]", "[c]", "", "", "", ""])
        for action in [TerminalMouse.Action.press, .release] {
            host.handle(.mouse(TerminalMouse(action, x: 1, y: 1)))
        }
        #expect(
            host.lines.contains("❯ Elm") && host.lines.contains("  Ash") && !host.lines.contains("  Oak"),
            "\(host.lines)")
    }

    /// A section that scrolls independently, under the wheel, the pointer and keys.
    @Test func aSectionIsScrolledByTheWheelThePointerAndKeys() {
        host.resize(width: 16, height: 7)
        let list = ListDataSource(in: host.list)
        list.build {
            ListBlock("row", ["ash", "elm", "fir", "oak", "yew"], id: \.self) { ItemContent($0) }
                .onLayout { _ in
                    let size = CollectionLayoutSize(widthDimension: .absolute(8), heightDimension: .absolute(1))
                    let section = CollectionLayoutSection(
                        group: .horizontal(layoutSize: size, subitems: [CollectionLayoutItem(layoutSize: size)]))
                    section.orthogonalScrollingBehavior = .groupPaging
                    return section
                }
            ListBlock("below", ["fig"], id: \.self) { ItemContent($0) }
        }
        func mouse(_ action: TerminalMouse.Action, _ x: Int, _ held: TerminalKey.Modifiers = []) -> String {
            host.handle(.mouse(TerminalMouse(action, x: x, y: 0, held)))
            // Each screen is one frame.
            for _ in 0..<5 { _ = host.screen() }
            return host.lines[0]
        }
        #expect(host.lines[0] == "❯ ash     elm")
        #expect(mouse(.wheelRight, 1) == "  elm     fir")
        #expect(mouse(.wheelDown, 1, .shift) == "  fir     oak")
        #expect(mouse(.wheelUp, 1, .shift) == "  elm     fir")
        #expect(mouse(.wheelDown, 1) == "  elm     fir")
        #expect(mouse(.press, 12).contains("elm"))
        #expect(mouse(.drag, 10).contains("fir"))
        #expect(mouse(.drag, 5).contains("oak"))
        _ = mouse(.release, 5)
        #expect(host.lines[0].contains("fir") && host.lines[0].contains("oak") && !host.lines[0].contains("elm"))
        host.list.focusedIndexPath = IndexPath(item: 2, section: 0)
        for _ in 0..<2 { host.handle(.key(TerminalKey(.right))) }
        for _ in 0..<5 { _ = host.screen() }
        #expect(host.lines[0] == "  oak   ❯ yew", "\(host.lines[0])")
    }
}
