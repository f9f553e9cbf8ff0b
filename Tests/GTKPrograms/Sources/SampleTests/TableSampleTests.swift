import Foundation
import GTKTestSupport
import ListEngineGTK
import PackageBrowser

@testable import WindowBrowser

// MARK: - Tables

extension Sample {
    /// The text in a row, by column.
    func texts(of item: Int) -> [String: String] {
        let fields = list.cellForItem(at: IndexPath(item: item, section: 0))?.fields ?? []
        return Dictionary(fields.map { ($0.column, ($0.view as? ContentCell)?.content.title ?? "") }) { first, _ in
            first
        }
    }

    /// The title of a column, in the list.
    func title(_ column: String) -> CGRect? {
        let header = list.visibleViews.first { $0 is TableHeaderView }
        return header?.fields.first { $0.column == column }?.view.frame.offsetBy(
            dx: -list.contentOffset.x, dy: -list.contentOffset.y)
    }
}

@MainActor func testTables() {
    run("packagesAreSortedByAnyColumnAndFiltered") {
        try withBrowser(at: "Package table", PackageTableSample.self) { browser, sample in
            @MainActor func click(_ column: String) {
                let area = browser.bounds(sample.host.widget)
                guard let title = sample.title(column) else { return fail("no title \(column)") }
                xdotoolMeanwhile([
                    "mousemove", "\(Int(area.minX + title.midX))", "\(Int(area.minY + title.midY))", "click", "1",
                ])
            }
            let names = sample.packages.map(\.record.name)
            click("Name")
            wait("sorted") { sample.texts(of: 0)["Name"] == names.min() }
            click("Name")
            wait("the other way round") { sample.texts(of: 0)["Name"] == names.max() }
            click("Section")
            wait("by section") { sample.texts(of: 0)["Section"] == sample.packages.map(\.record.section).min() }
            browser.click(control: browser.control(0))
            xdotoolMeanwhile(["type", "em"])
            let found = names.filter { $0.contains("em") }.count
            wait("filtered") { sample.list.numberOfItems(inSection: 0) == found }
            let shown = sample.list.indexPathsForVisibleItems.compactMap { sample.texts(of: $0.item)["Name"] }
            expect(!shown.isEmpty && shown.allSatisfy { $0.contains("em") }, "\(shown)")
        }
    }

    run("charactersHaveAColumnForEachProperty") {
        try withBrowser(at: "Characters", CharacterTableSample.self) { browser, sample in
            expect(sample.list.numberOfItems(inSection: 0) == 1_000)
            let row = sample.texts(of: 0)
            expect(row["Character"] == "一  U+4E00" && row["kDefinition"] == "water, number 0", "\(row)")
            expect(row["kRSUnicode"] == "1.0", "\(row)")
        }
    }
}
