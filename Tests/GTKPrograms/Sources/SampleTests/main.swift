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

private var folder = "/"

/// Three records of each of a thousand characters, as the files of Unihan have them.
private let unihan = Array(
    (["# a comment"]
        + (0..<1_000).flatMap { number -> [String] in
            let character = "U+" + String(0x4E00 + number, radix: 16, uppercase: true)
            return [
                "\(character)\tkDefinition\t" + (number % 10 == 0 ? "water, number \(number)" : "word \(number)"),
                "\(character)\tkMandarin\tyi\(number % 4)",
                "\(character)\tkRSUnicode\t\(1 + number / 100).\(number % 7)",
            ]
        }).joined(separator: "\n").utf8)

/// Opens the browser at a sample, which is chosen with a click.
@MainActor func withBrowser<Kind: Sample>(
    at title: String, _ kind: Kind.Type, _ body: (BrowserWindow, Kind) throws -> Void
) throws {
    var samples = Samples()
    samples.packages = { packages }
    samples.unihan = { UnihanTable(unihan) }
    samples.folder = folder
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
    settle()
    _ = Screenshot(
        browser.window.pointer, file: "\(folder)/\(name.lowercased().replacingOccurrences(of: " ", with: "-")).png")
}

extension BrowserWindow {
    func bounds(_ widget: GTKWidget.Pointer) -> CGRect {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, window.pointer, &bounds) != 0 else { return .zero }
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
    func child(_ number: Int, of widget: GTKWidget.Pointer) -> GTKWidget.Pointer? {
        var child = gtk_widget_get_first_child(widget)
        for _ in 0..<number { child = child.flatMap { gtk_widget_get_next_sibling($0) } }
        return child
    }

    /// The widget at a path of positions below the bar of controls.
    func control(_ path: Int...) -> GTKWidget.Pointer? {
        path.reduce(current?.bar.pointer) { widget, number in widget.flatMap { child(number, of: $0) } }
    }

    func click(control: GTKWidget.Pointer?) {
        guard let control else { return fail("no such control") }
        click(bounds(control))
    }
}

// MARK: - Packages

extension PackagesSample {
    var names: [String] { list.visibleCells.compactMap { ($0 as? PackageCell)?.name.text } }
    func cell(_ name: String) -> PackageCell? {
        list.visibleCells.compactMap { $0 as? PackageCell }.first { $0.name.text == name }
    }
}

@MainActor func testPackages() {
    run("packagesAreFilteredSortedAndUnfolded") {
        try withBrowser(at: "Packages", PackagesSample.self) { browser, sample in
            let index = PackageIndex(packages)
            expect(sample.names.first == index.records[0].name, "\(sample.names)")
            expect(sample.status.text == "43 of 43 packages", sample.status.text)
            guard let shot = Screenshot(browser.window.pointer) else { return fail("no screenshot") }
            // The chosen sample differs from the background next to it; each row has text, and none beyond its place.
            let menu = browser.menu.visibleCells[0]
            expect(menu.isSelected && shot.ink(4, browser.bounds(menu).minY + 4, 200, 30) > 0.01)
            for cell in sample.list.visibleCells {
                let place = browser.bounds(cell)
                guard place.maxY < CGFloat(shot.height - 40) else { continue }
                let ink = shot.ink(place.minX + 2, place.minY + 1, 300, place.height - 2)
                expect(ink > 0.01 && ink < 0.6, "\(place) \(ink)")
            }

            // The columns are in line.
            let columns = sample.list.visibleCells.compactMap { $0 as? PackageCell }.map {
                browser.bounds($0.version.pointer).minX
            }
            expect(Set(columns).count == 1, "\(columns)")

            // Typing filters.
            browser.click(control: browser.control(0))
            xdotool("type", "em")
            wait("the filter") {
                sample.status.text != "43 of 43 packages" && sample.names.allSatisfy { $0.contains("em") }
            }
            let found = index.matching("em", among: index.records.indices).map { index.records[$0].name }
            expect(sample.names == found && !found.isEmpty, "\(sample.names)")
            xdotool("key", "BackSpace", "key", "BackSpace")
            wait("no filter") { sample.status.text == "43 of 43 packages" }
            settle()

            // A click on the triangle unfolds, a double click folds.
            let name = sample.names[1]
            guard let cell = sample.cell(name) else { return fail("no cell of \(name)") }
            let folded = cell.frame.height
            browser.click(browser.bounds(cell.disclosure.widget.pointer))
            wait("details") { cell.frame.height > folded + 10 }
            settle()
            picture(browser, "packages-unfolded")
            expect(cell.details.text.contains("Installed size"), cell.details.text)
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
}

// MARK: - Photos

extension BrowserWindow {
    /// The shown pictures that the window draws in their places, and the others.
    @MainActor func photos(in sample: PhotosSample) -> (right: Int, wrong: [String]) {
        guard let shot = Screenshot(window.pointer) else { return (0, ["no screenshot"]) }
        let area = bounds(sample.host.widget)
        var (right, wrong) = (0, [String]())
        for case let cell as PhotoCell in sample.list.visibleCells {
            let place = bounds(cell.picture.pointer)
            guard let photo = cell.photo, area.contains(place) else { continue }
            // A picture that has fewer pixels than its place is blurred. GTK may round the place differently.
            let paintable = gtk_picture_get_paintable(OpaquePointer(cell.picture.pointer))
            let scale = gtk_widget_get_scale_factor(cell.picture.pointer)
            let missing = max(
                gtk_widget_get_width(cell.picture.pointer) * scale - gdk_paintable_get_intrinsic_width(paintable),
                gtk_widget_get_height(cell.picture.pointer) * scale - gdk_paintable_get_intrinsic_height(paintable))
            guard missing <= 1 else {
                wrong.append("\(photo.number) at \(place) has \(missing) pixels too few")
                continue
            }
            // The edges of hills are sharp, so nearly all points have the colour of the picture there.
            let part = photo.part(filling: place.size)
            var (matches, points) = (0, 0)
            for x in stride(from: 0.5, to: place.width, by: 3) {
                for y in stride(from: 0.5, to: place.height, by: 1) {
                    let wanted = photo.colour(
                        part.minX + part.width * x / place.width, part.minY + part.height * y / place.height)
                    let found = shot.colour(place.minX + x, place.minY + y) ?? [0, 0, 0]
                    points += 1
                    if (0..<3).allSatisfy({ abs(Double(found[$0]) - wanted[$0]) < 30 }) { matches += 1 }
                }
            }
            if Double(matches) > Double(points) * 0.97 {
                right += 1
            } else {
                wrong.append("\(photo.number) at \(place): \(matches) of \(points)")
            }
        }
        return (right, wrong)
    }
}

@MainActor func testCarousels() {
    run("carouselsTurnTheirPages") {
        try withBrowser(at: "Carousels", CarouselSample.self) { browser, sample in
            let list = sample.list
            guard let dots = list.visibleViews.lazy.compactMap({ $0 as? PageDots }).first else {
                return fail("no dots")
            }
            expect(dots.pages?.count == 6 && dots.pages?.current == 0)
            let frame = dots.frame
            list.hostTap(at: CGPoint(x: frame.maxX - 20, y: frame.midY))
            wait("the second page") { dots.pages?.current == 1 && !sample.host.isScrolling }
            picture(browser, "carousels")
            // The pages have no end: before the first one is the last.
            for page in [0, 5, 0, 1] {
                let x = page == 0 && dots.pages?.current == 5 || page == 1 ? frame.maxX - 20 : frame.minX + 20
                list.hostTap(at: CGPoint(x: x, y: frame.midY))
                wait("page \(page)") { dots.pages?.current == page && !sample.host.isScrolling }
            }
            // Many rows further, and back.
            list.scrollToItem(at: IndexPath(item: 0, section: 299), at: .end, animated: false)
            settle()
            list.scrollToItem(at: IndexPath(item: 1, section: 0), at: .start, animated: false)
            settle()
            let again = list.visibleViews.lazy.compactMap { $0 as? PageDots }.first {
                $0.layoutAttributes?.section == 0
            }
            expect(again?.pages?.current == 1)
            expect(list.diagnostics.recent.isEmpty)
        }
    }

    run("tagsFillTheirLines") {
        try withBrowser(at: "Tags", TagSample.self) { browser, sample in
            let frames = sample.list.visibleCells.map(\.frame)
            expect(Set(frames.map(\.width)).count > 3 && Set(frames.map(\.minY)).count > 5)
            picture(browser, "tags")
            sample.list.scrollToItem(at: IndexPath(item: 2_500, section: 0), at: .center, animated: false)
            settle()
            expect(sample.list.indexPathsForVisibleItems.contains(IndexPath(item: 2_500, section: 0)))
            expect(sample.list.diagnostics.recent.isEmpty)
        }
    }
}

@MainActor func testPhotos() {
    run("photosMoveBetweenLayouts") {
        try withBrowser(at: "Photos", PhotosSample.self) { browser, sample in
            let grid = browser.photos(in: sample)
            expect(grid.right >= 12 && grid.wrong.isEmpty, "\(grid)")
            picture(browser, "photos-grid")

            // In the middle of the way the pictures are between their two places.
            @MainActor func place(of number: Int) -> CGRect? {
                sample.host.viewsInDrawingOrder.first { ($0.view as? PhotoCell)?.photo?.number == number }?.frame
            }
            let before = place(of: 9)
            sample.host.animationDuration = 1
            guard let control = browser.control(0, 1) else { return fail("no control") }
            let bounds = browser.bounds(control)
            xdotool("mousemove", "\(Int(bounds.midX))", "\(Int(bounds.midY))", "click", "1")
            var places: [CGRect] = []
            wait("the waterfall") {
                if let place = place(of: 9), place != places.last ?? before { places.append(place) }
                if places.count == 8 { picture(browser, "photos-moving") }
                let end = sample.list.layout.frame(ofItem: 9, inSection: 0).offsetBy(
                    dx: 0, dy: -sample.list.contentOffset.y)
                return end.integral == places.last?.integral
            }
            expect(places.count > 3, "\(places.count) steps")
            let heights = places.map(\.minY)
            expect(heights == heights.sorted() || heights == heights.sorted(by: >), "\(heights)")
            settle()
            let waterfall = browser.photos(in: sample)
            expect(waterfall.right >= 8 && waterfall.wrong.isEmpty, "\(waterfall)")
            let shapes = Set(sample.list.visibleCells.map { Int($0.frame.height) })
            expect(shapes.count > 3, "\(shapes)")
            // The margins are alike at any width, although columns are whole pixels wide.
            for width in 700..<710 {
                let container = ListContainer(size: CGSize(width: width, height: 500))
                let layout = try sample.list.collectionViewLayout.layout(
                    itemCounts: [sample.photos.count], in: container)
                let frames = layout.frames(ofItems: 0..<100, inSection: 0)
                let (left, right) = (frames.map(\.minX).min() ?? 0, CGFloat(width) - (frames.map(\.maxX).max() ?? 0))
                expect(abs(left - right) <= 1, "\(left) and \(right) at \(width)")
            }

            // The order changes, and the pictures are where the list has them.
            sample.host.animationDuration = 0.1
            let numbers = sample.photos.map(\.number)
            browser.click(control: browser.control(3))
            wait("another order") { sample.photos.map(\.number) != numbers }
            settle()
            let shuffled = browser.photos(in: sample)
            expect(shuffled.right >= 8 && shuffled.wrong.isEmpty, "\(shuffled)")
            browser.click(control: browser.control(2))
            settle()
            let larger = browser.photos(in: sample)
            expect(larger.right >= 4 && larger.wrong.isEmpty, "\(larger)")

            // Strips of pictures that are six times as wide as in the grid.
            browser.click(control: browser.control(0, 2))
            settle()
            let list = browser.photos(in: sample)
            expect(list.right >= 4 && list.wrong.isEmpty, "\(list)")
            picture(browser, "photos-list")
        }
    }
}

// MARK: - Unihan

extension UnihanSample {
    var rows: [(code: String, property: String, value: String)] {
        list.visibleCells.compactMap { $0 as? UnihanCell }.map { ($0.code.text, $0.property.text, $0.value.text) }
    }
    var titles: [String] {
        list.visibleSupplementaryViews(ofKind: .header).compactMap { ($0 as? TitleView)?.text }
    }
}

@MainActor func testUnihan() {
    run("unihanIsFilteredGroupedAndSorted") {
        try withBrowser(at: "Unihan", UnihanSample.self) { browser, sample in
            wait("all records") { sample.status.text == "3000 of 3000 records" }
            expect(sample.titles == ["Radical 1 \u{2F00}  (300)"], "\(sample.titles)")
            expect(sample.rows.prefix(4).map(\.code) == ["U+4E00", "U+4E00", "U+4E00", "U+4E01"], "\(sample.rows)")

            // Each key is a search, the last one counts.
            browser.click(control: browser.control(0))
            xdotool("type", "--delay", "5", "water")
            wait("the filter") { sample.status.text == "100 of 3000 records" }
            settle()
            expect(sample.rows.allSatisfy { $0.value.hasPrefix("water") }, "\(sample.rows)")
            expect(sample.titles.first == "Radical 1 \u{2F00}  (10)", "\(sample.titles)")
            // A title is as wide as the list, and above its rows.
            let (area, shot) = (browser.bounds(sample.host.widget), Screenshot(browser.window.pointer))
            let titles = sample.list.visibleSupplementaryViews(ofKind: .header).map { browser.bounds($0) }
            for title in titles where title.maxY < area.maxY {
                let (left, right) = (
                    shot?.colour(title.minX, title.maxY - 2), shot?.colour(title.maxX - 2, title.maxY - 2)
                )
                let paper = shot?.colour(title.midX, title.maxY + 4)
                expect(left != nil && left == right && left != paper, "\(title) \(String(describing: left))")
            }
            expect(titles.count > 1)

            browser.click(control: browser.control(1, 1))
            wait("grouped by property") { sample.titles == ["kDefinition  (100)"] }
            browser.click(control: browser.control(2, 1))
            wait("sorted by length") { sample.rows.first.map { $0.value == "water, number 0" } ?? false }
            expect(sample.rows.map(\.value.count) == sample.rows.map(\.value.count).sorted())
            browser.click(control: browser.control(0))
            xdotool("key", "ctrl+a", "key", "BackSpace")
            wait("all records again") { sample.status.text == "3000 of 3000 records" }
            wait("the shortest first") { sample.rows.first?.value == "word 1" }
        }
    }
}

// MARK: - Files

extension FilesSample {
    var rows: [(name: String, level: Int)] {
        list.visibleCells.sorted { $0.frame.minY < $1.frame.minY }.map { cell in
            (field("Name", of: cell)?.content.title ?? "", cell.outlineState?.level ?? -1)
        }
    }
    func field(_ column: String, of cell: CollectionViewCell) -> ContentCell? {
        cell.fields.first { $0.column == column }?.view as? ContentCell
    }
    /// The field with a name.
    func cell(_ name: String) -> ContentCell? {
        list.visibleCells.compactMap { field("Name", of: $0) }.first { $0.content.title == name }
    }
    var text: String { rows.map { String(repeating: " ", count: $0.level) + $0.name }.joined(separator: "\n") }
}

@MainActor func testFiles() {
    run("filesFollowTheFolder") {
        let files = FileManager.default
        let root = NSTemporaryDirectory() + "listengine-\(getpid())"
        defer { try? files.removeItem(atPath: root) }
        try files.createDirectory(atPath: root + "/fruit/stone", withIntermediateDirectories: true)
        for name in ["fruit/apple", "fruit/stone/plum", "zebra"] {
            _ = files.createFile(atPath: "\(root)/\(name)", contents: nil)
        }
        folder = root
        try withBrowser(at: "Files", FilesSample.self) { browser, sample in
            wait("the folder is read") { sample.text == "fruit\nzebra" }
            @MainActor func click(_ column: String) {
                let area = browser.bounds(sample.host.widget)
                guard let title = sample.title(column) else { return fail("no title \(column)") }
                browser.click(title.offsetBy(dx: area.minX, dy: area.minY))
            }
            // The arrow keys go through the menu.
            xdotool("key", "Up")
            wait("the sample above") { browser.current is TagSample }
            xdotool("key", "Down")
            wait("back") { browser.current === sample }
            settle()
            guard let fruit = sample.cell("fruit") else { return fail("no folder") }
            var expander = browser.bounds(fruit)
            expander.size.width = 28
            browser.click(expander)
            wait("children") { sample.text == "fruit\n stone\n apple\nzebra" }
            wait("their number") { sample.status.text.hasSuffix(": 4 rows") }
            settle()
            // They are indented: the text begins further right.
            let shot = Screenshot(browser.window.pointer)
            @MainActor func margin(_ name: String) -> Double? {
                guard let cell = sample.cell(name) else { return nil }
                let place = browser.bounds(cell)
                // Right of the triangle.
                return stride(from: place.minX + 34, to: place.maxX, by: 1).first {
                    shot?.ink($0, place.minY + 6, 1, place.height - 12) ?? 0 > 0.05
                }
            }
            if let apple = margin("apple"), let zebra = margin("zebra") {
                expect(abs(apple - zebra - 20) < 4, "\(apple) \(zebra)")
            } else {
                fail("no text")
            }

            // The keyboard: a click on a row leads to it. Then down to the folder inside, which the right arrow opens.
            if let apple = sample.cell("apple") { browser.click(browser.bounds(apple)) }
            xdotool("key", "Home", "key", "Down", "key", "Right")
            wait("the inner folder") { sample.text == "fruit\n stone\n  plum\n apple\nzebra" }

            // Changes on the disk are shown.
            _ = files.createFile(atPath: root + "/fruit/stone/cherry", contents: nil)
            wait("a file") { sample.text == "fruit\n stone\n  cherry\n  plum\n apple\nzebra" }
            try files.removeItem(atPath: root + "/fruit/apple")
            try files.createDirectory(atPath: root + "/animals", withIntermediateDirectories: true)
            wait("changes at two places") { sample.text == "animals\nfruit\n stone\n  cherry\n  plum\nzebra" }
            try Data(count: 1234).write(to: URL(fileURLWithPath: root + "/zebra"))
            let size = { (name: String) in
                sample.list.visibleCells.first { sample.field("Name", of: $0)?.content.title == name }
                    .flatMap { sample.field("Size", of: $0)?.content.title }
            }
            wait("its size") { size("zebra") == "1234" }
            settle()
            picture(browser, "files-open")
            // Files are sorted by size in their folders.
            try Data(count: 70).write(to: URL(fileURLWithPath: root + "/fruit/stone/cherry"))
            wait("the new size") { size("cherry") == "70" }
            click("Size")
            wait("sorted") { sample.text == "animals\nfruit\n stone\n  plum\n  cherry\nzebra" }
            click("Size")
            wait("the largest first") { sample.text == "animals\nfruit\n stone\n  cherry\n  plum\nzebra" }
            try files.removeItem(atPath: root + "/fruit")
            wait("a folder is deleted") { sample.text == "animals\nzebra" }
            settle()
        }
    }
}

@MainActor func testClosing() {
    run("theWindowCanBeClosedByTheUser") {
        let browser = try BrowserWindow(Samples())
        browser.show()
        // As the window manager does.
        gtk_window_close(UnsafeMutableRawPointer(browser.window.pointer).assumingMemoryBound(to: GtkWindow.self))
        browser.run()
        expect(!browser.isOpen)
    }
}

runCases {
    testClosing()
    testPackages()
    testPhotos()
    testCarousels()
    testUnihan()
    testFiles()
    testTables()
    testTasks()
    testNames()
}
