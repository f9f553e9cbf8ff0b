import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import PackageBrowser

@testable import WindowBrowser

// The samples of Demos/Window: real keys and clicks, and what is where on the screen afterwards.

private let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()
private let packages = PackageRecord.parse(
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(root)/Demos/Tests/PackageBrowserTests/packages.txt"))))

/// Opens the browser at a sample, which is chosen with a click.
@MainActor func withBrowser<Kind: Sample>(
    at title: String, _ kind: Kind.Type, _ body: (BrowserWindow, Kind) throws -> Void
) throws {
    let samples = Samples { packages }
    let browser = try BrowserWindow(samples)
    defer { browser.close() }
    browser.show()
    wait("the menu") { !browser.menu.visibleCells.isEmpty }
    settle()
    if let number = samples.entries.firstIndex(where: { $0.title == title }), number > 0 {
        let path = IndexPath(item: number, section: 0)
        guard let cell = browser.menu.cellForItem(at: path) else { return fail("\(title) is not in the menu") }
        browser.click(cell)
    }
    guard wait("the sample", until: { browser.current is Kind }), let sample = browser.current as? Kind else { return }
    wait("its rows") { !sample.list.visibleCells.isEmpty }
    settle()
    try body(browser, sample)
    expect(sample.list.diagnostics.recent.isEmpty, "\(sample.list.diagnostics.recent)")
    picture(browser, title)
}

/// Leaves a picture of the window.
@MainActor func picture(_ browser: BrowserWindow, _ name: String) {
    guard let folder = ProcessInfo.processInfo.environment["LE_PICTURES"] else { return }
    _ = Screenshot(browser.widget, file: "\(folder)/\(name.lowercased().replacingOccurrences(of: " ", with: "-")).png")
}

extension BrowserWindow {
    func bounds(_ widget: Widget) -> CGRect {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, self.widget, &bounds) != 0 else { return .zero }
        return CGRect(
            x: Int(bounds.origin.x), y: Int(bounds.origin.y), width: Int(bounds.size.width),
            height: Int(bounds.size.height))
    }

    /// Where a cell is on the screen: without a window manager the window is at the screen's origin.
    func bounds(_ view: CollectionReusableView, of sample: Sample? = nil) -> CGRect {
        let list = view.collectionView
        let area = bounds(list === menu ? (menu.host as! GTKHost).widget : (list?.host as! GTKHost).widget)
        let offset = list?.contentOffset ?? .zero
        return view.frame.offsetBy(dx: area.minX - offset.x, dy: area.minY - offset.y)
    }

    func click(_ rect: CGRect, times: Int = 1) {
        xdotool("mousemove", "\(Int(rect.midX))", "\(Int(rect.midY))")
        xdotool("click", "--repeat", "\(times)", "--delay", "40", "1")
        settle()
    }

    func click(_ view: CollectionReusableView, times: Int = 1) { click(bounds(view), times: times) }

    /// A child of a widget, by its position.
    func child(_ number: Int, of widget: Widget) -> Widget? {
        var child = gtk_widget_get_first_child(widget)
        for _ in 0..<number { child = child.flatMap { gtk_widget_get_next_sibling($0) } }
        return child
    }

    /// The widget at a path of positions below the bar of controls.
    func control(_ path: Int...) -> Widget? {
        path.reduce(current?.bar) { widget, number in widget.flatMap { child(number, of: $0) } }
    }

    func click(control: Widget?) {
        guard let control else { return fail("no such control") }
        click(bounds(control))
    }
}

// MARK: - Packages

extension PackagesSample {
    var names: [String] { list.visibleCells.compactMap { ($0 as? PackageCell)?.texts.name } }
    func cell(_ name: String) -> PackageCell? {
        list.visibleCells.compactMap { $0 as? PackageCell }.first { $0.texts.name == name }
    }
}

run("packagesAreFilteredSortedAndUnfolded") {
    try withBrowser(at: "Packages", PackagesSample.self) { browser, sample in
        let index = PackageIndex(packages)
        expect(sample.names.first == index.records[0].name, "\(sample.names)")
        expect(sample.statusText == "43 of 43 packages", sample.statusText)
        guard let shot = Screenshot(browser.widget) else { return fail("no screenshot") }
        // The chosen sample differs from the paper beside it; each row has text, and none beyond its place.
        let menu = browser.menu.visibleCells[0]
        expect(menu.isSelected && shot.ink(4, browser.bounds(menu).minY + 4, 200, 30) > 0.01)
        for cell in sample.list.visibleCells {
            let place = browser.bounds(cell)
            guard place.maxY < CGFloat(shot.height - 40) else { continue }
            let ink = shot.ink(place.minX + 2, place.minY + 1, 300, place.height - 2)
            expect(ink > 0.01 && ink < 0.6, "\(place) \(ink)")
        }

        // Typing filters.
        browser.click(control: browser.control(0))
        xdotool("type", "em")
        wait("the filter") { sample.statusText != "43 of 43 packages" && sample.names.allSatisfy { $0.contains("em") } }
        let found = index.matching("em", among: index.records.indices).map { index.records[$0].name }
        expect(sample.names == found && !found.isEmpty, "\(sample.names)")
        xdotool("key", "BackSpace", "key", "BackSpace")
        wait("no filter") { sample.statusText == "43 of 43 packages" }
        settle()

        // A click on the triangle unfolds, a double click folds.
        let name = sample.names[1]
        guard let cell = sample.cell(name) else { return fail("no cell of \(name)") }
        let folded = cell.frame.height
        browser.click(browser.bounds(cell.disclosure.widget))
        wait("details") { cell.frame.height > folded + 10 }
        settle()
        picture(browser, "packages-unfolded")
        expect(cell.texts.details.contains("Installed size"), cell.texts.details)
        let next = sample.cell(sample.names[2])
        expect(next.map { browser.bounds($0).minY >= browser.bounds(cell).maxY } ?? false)
        let place = browser.bounds(cell)
        let heading = CGRect(x: place.midX, y: place.minY + 4, width: 20, height: 20)
        browser.click(heading, times: 2)
        wait("no details") { cell.frame.height == folded }

        // Sorted by size: within a section the largest first.
        browser.click(control: browser.control(1, 1))
        wait("the order") { sample.names.first != index.records[0].name }
        let section = index.packages(ofSection: 0).map { index.records[$0] }
        expect(sample.names.prefix(section.count).sorted() == section.map(\.name).sorted(), "\(sample.names)")
    }
}

finish()
