import Foundation
import ListEngineLayout
import Testing

@testable import ListEngineTerminal

private final class CountView: CollectionReusableView, TerminalView {
    var count = 0
    func lines(width: Int) -> [[StyledText]] { [[StyledText("(\(count))")]] }
}

/// Badges and headers that are as large as their text.
@MainActor
@Suite("Badges in a terminal")
struct BadgeTests {
    private static let badge = ElementKind("badge")
    private let host = TerminalHost()
    private let list: ListDataSource
    private var counts: [String: Int] { ["inbox": 7, "sent": 4_711, "drafts": 12] }

    init() {
        list = ListDataSource(in: host.list)
        host.resize(width: 24, height: 7)
        let open = CollectionLayoutSize(widthDimension: .estimated(2), heightDimension: .estimated(1))
        let row = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(2))
        let badge = CollectionLayoutSupplementaryItem(
            layoutSize: open, elementKind: "badge", containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
        let names = ["inbox", "sent", "drafts"]
        let counts = counts
        list.build {
            ListBlock("boxes", names, id: \.self) { ItemContent($0) }
                .onLayout { _ in
                    let section = CollectionLayoutSection(
                        group: .vertical(
                            layoutSize: row,
                            subitems: [CollectionLayoutItem(layoutSize: row, supplementaryItems: [badge])]))
                    section.boundarySupplementaryItems = [
                        CollectionLayoutBoundarySupplementaryItem(
                            layoutSize: open, elementKind: ElementKind.header.name, alignment: .topTrailing)
                    ]
                    return section
                }
                .onSupplementaryViewConfigure(kind: Self.badge, CountView.self) { view, path in
                    view.count = counts[names[path.item]] ?? 0
                }
                .onSupplementaryViewConfigure(kind: .header, ContentView.self) { view, _ in
                    view.content = ItemContent("All mail")
                }
        }
        _ = host.screen()
    }

    private var badges: [CountView] { host.list.visibleViews.compactMap { $0 as? CountView } }

    @Test func badgesAndHeadersAreAsWideAsTheirText() throws {
        #expect(badges.map(\.frame.width) == [3, 6, 4])
        #expect(badges.map(\.frame.maxX) == [24, 24, 24])
        #expect(host.lines[0] == String(repeating: " ", count: 16) + "All mail", "a header at the trailing edge")
        #expect(host.lines[1].hasPrefix("❯ inbox") && host.lines[1].hasSuffix("(7)"))
        #expect(host.lines[3].hasSuffix("(4711)") && host.lines[5].hasSuffix("(12)"))
        // One grows, and the others stay.
        let first = try #require(badges.first)
        first.count = 1_000_000
        host.list.invalidateMeasurement(of: first)
        _ = host.screen()
        #expect(host.lines[1].hasSuffix("(1000000)") && host.lines[3].hasSuffix("(4711)"))
        #expect(badges.map(\.frame.width) == [9, 6, 4])
        // A narrower terminal, in which a badge is as wide as the list.
        host.resize(width: 8, height: 7)
        _ = host.screen()
        #expect(badges.map(\.frame.width) == [8, 6, 4])
        #expect(host.list.diagnostics.recent.isEmpty)
    }
}
