import Foundation
import Testing

@testable import ListEngine

/// Records the contents that a host with widgets draws. A switch reports every change of its state, as a widget does.
@MainActor
private final class Widget: ContentDisplay {
    weak var cell: ContentCell?
    var drawn: [String] = []
    var isOn = false {
        didSet {
            guard isOn != oldValue else { return }
            cell?.perform(.switched(isOn: isOn), accessoryAt: 0)
        }
    }

    func show(_ content: ItemContent, of view: CollectionReusableView) {
        cell = view as? ContentCell
        drawn.append(content.title)
        if case .toggle(let isOn) = content.accessories.first?.kind { self.isOn = isOn }
    }
}

@MainActor
private final class WidgetHost: ScrollingHost {
    var frames = 0
    override var usualItemExtent: CGFloat { 10 }
    override func makeView(for view: CollectionReusableView) -> AnyObject? {
        view is ContentCell || view is ContentView ? Widget() : nil
    }
    override func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
        guard let content = (view as? ContentCell)?.content ?? (view as? ContentView)?.content else { return nil }
        return CGSize(width: size.width, height: content.subtitle == nil ? 10 : 20)
    }
    override func scheduleFrame() { frames += 1 }

    var cells: [ContentCell] { list.visibleCells.compactMap { $0 as? ContentCell } }
    var titles: [String] { cells.map(\.content.title) }
    func widget(_ item: Int) -> Widget? { cells[item].hostView as? Widget }
}

private struct Setting: Identifiable {
    let id: Int
    var name: String
    var isOn = false
    var isPhoto = false
}

private final class PhotoCell: CollectionViewCell {
    var name = ""
}

@MainActor
@Suite("Contents of items")
struct ContentTests {
    private let host = WidgetHost(CollectionView(size: CGSize(width: 100, height: 100)))
    private let list: ListDataSource

    init() { list = ListDataSource(in: host.list) }

    private func build(@ListBuilder _ sections: () -> [any ListSection]) {
        list.build(sections)
        host.frame(at: 0)
    }

    @Test func aListOfStringsNeedsNoClassAndNoLayout() {
        build { ListBlock("fruits", ["Apple", "Pear"]).header("Fruits").footer("Two") }
        #expect(host.titles == ["Apple", "Pear"])
        #expect(host.cells.map(\.frame.minY) == [10, 20])
        // The footer's text is its subtitle.
        #expect(host.list.contentSize == CGSize(width: 100, height: 50))
        #expect(host.list.diagnostics.recent.isEmpty)
    }

    @Test func itemsAreAsHighAsTheirContents() {
        var settings = (0..<4).map { Setting(id: $0, name: "\($0)") }
        func render() {
            build {
                ListBlock("s", settings) { ItemContent($0.name, subtitle: $0.isOn ? "on" : nil) }
            }
        }
        render()
        #expect(host.cells.map(\.frame.minY) == [0, 10, 20, 30])
        settings[1].isOn = true
        render()
        #expect(host.cells.map(\.frame.minY) == [0, 10, 30, 40])
    }

    @Test func anEqualContentIsNotDrawnAgain() {
        var settings = [Setting(id: 0, name: "a"), Setting(id: 1, name: "b")]
        var pressed: [String] = []
        func render(_ round: String) {
            build {
                ListBlock("s", settings) { setting in
                    ItemContent(setting.name, accessories: [.button("Go") { pressed.append(round + setting.name) }])
                }
            }
        }
        render("1")
        settings[1].name = "c"
        render("2")
        #expect(host.widget(0)?.drawn == ["a"])
        #expect(host.widget(1)?.drawn == ["b", "c"])
        // The handler is that of the last build.
        #expect(host.cells[0].perform(.pressed, accessoryAt: 0))
        #expect(pressed == ["2a"])
    }

    @Test func aNewHostDrawsTheContentsThatTheCellsHave() {
        build { ListBlock("fruits", ["Apple"]) }
        let second = WidgetHost(host.list)
        second.frame(at: 0)
        #expect(second.titles == ["Apple"])
        #expect(second.widget(0)?.drawn == ["Apple"])
    }

    @Test func aStateThatAHostDrawsReachesIt() {
        build { ListBlock("s", ["a"], id: \.self) { ItemContent($0, accessories: [.delete()]) } }
        #expect(host.widget(0)?.drawn == ["a"] && host.cells[0].shownAccessories.isEmpty)
        host.list.isEditing = true
        #expect(host.widget(0)?.drawn == ["a", "a"] && host.cells[0].shownAccessories.count == 1)
        host.list.isEditing = true
        #expect(host.widget(0)?.drawn == ["a", "a"])
        host.cells[0].outlineState = OutlineState(level: 2, isExpandable: true, isExpanded: false)
        #expect(host.widget(0)?.drawn == ["a", "a", "a"] && host.cells[0].indentation == 2)
        host.frame(at: 1)
        let frames = host.frames
        host.cells[0].isSelected = true
        #expect(host.frames > frames)
    }

    @Test func onlyChangesByTheUserAreReported() {
        var settings = [Setting(id: 7, name: "a"), Setting(id: 8, name: "b")]
        var reports: [String] = []
        var accepts = true
        func render() {
            build {
                ListBlock("s", settings) { setting in
                    ItemContent(
                        setting.name,
                        accessories: [
                            .toggle(setting.isOn) { isOn in
                                reports.append("\(setting.id) \(isOn)")
                                if accepts { settings[setting.id - 7].isOn = isOn }
                                render()
                            }
                        ])
                }
            }
        }
        render()
        settings[0].isOn = true
        render()
        #expect(host.widget(0)?.isOn == true && reports.isEmpty)
        host.widget(1)?.isOn = true
        #expect(reports == ["8 true"] && settings[1].isOn)
        // A handler that refuses the change: the switch goes back, which is not a change by the user.
        accepts = false
        host.widget(1)?.isOn = false
        #expect(reports == ["8 true", "8 false"] && settings[1].isOn && host.widget(1)?.isOn == true)
    }

    @Test func aChangeThatAnAccessoryCannotHaveIsRefused() {
        var reports = 0
        build {
            ListBlock("s", ["a"], id: \.self) { name in
                var off = ItemAccessory.button("x") { reports += 1 }
                off.isEnabled = false
                return ItemContent(
                    name, accessories: [off, .delete { reports += 1 }, .entry("t") { _ in reports += 1 }])
            }
        }
        let cell = host.cells[0]
        #expect(!cell.perform(.pressed, accessoryAt: 0), "disabled")
        #expect(!cell.perform(.pressed, accessoryAt: 1), "not shown")
        #expect(!cell.perform(.pressed, accessoryAt: 2) && !cell.perform(.edited(text: "t"), accessoryAt: 2))
        #expect(!cell.perform(.pressed, accessoryAt: 3) && !cell.perform(.pressed, accessoryAt: -1))
        #expect(reports == 0 && cell.shownAccessories.map(\.index) == [0, 2])
        host.list.isEditing = true
        #expect(cell.perform(.pressed, accessoryAt: 1) && cell.perform(.edited(text: "u"), accessoryAt: 2))
        #expect(reports == 2)
    }

    @Test func aHandlerThatReplacesTheListIsCalledOnce() {
        var reports = 0
        func render(_ names: [String]) {
            build {
                ListBlock("s", names, id: \.self) { name in
                    ItemContent(
                        name,
                        accessories: [
                            .button("x") {
                                reports += 1
                                render([])
                            }
                        ])
                }
            }
        }
        render(["a", "b"])
        let cell = host.cells[0]
        #expect(cell.perform(.pressed, accessoryAt: 0))
        #expect(reports == 1 && host.titles.isEmpty)
        // The cell shows no item any more.
        #expect(!cell.perform(.pressed, accessoryAt: 0) && reports == 1)
    }

    @Test(arguments: [true, false]) func classesOfCellsCanBeMixedAndChange(isFlow: Bool) {
        if isFlow { host.list.collectionViewLayout = CollectionViewFlowLayout() }
        var settings = (0..<6).map { Setting(id: $0, name: "\($0)", isPhoto: $0 % 2 == 0) }
        func render() {
            build {
                ListBlock("s", settings) { ItemContent($0.name) }
                    .cell(where: \.isPhoto) { (cell: PhotoCell, setting) in cell.name = setting.name }
            }
        }
        func shown() -> [String] {
            host.list.visibleCells.map {
                ($0 as? PhotoCell).map { "photo " + $0.name } ?? ($0 as? ContentCell)?.content.title ?? "?"
            }
        }
        render()
        #expect(shown() == ["photo 0", "1", "photo 2", "3", "photo 4", "5"])
        settings[2].isPhoto = false
        settings[3].isPhoto = true
        settings.swapAt(0, 5)
        settings[4].name = "four"
        render()
        #expect(shown() == ["5", "1", "2", "photo 3", "photo four", "photo 0"])
        #expect(host.list.diagnostics.recent.isEmpty)
    }

    /// A later description of a section may show the same items in cells of another class.
    @Test(arguments: [true, false]) func theClassOfAllCellsChanges(isFlow: Bool) {
        if isFlow { host.list.collectionViewLayout = CollectionViewFlowLayout() }
        let settings = (0..<3).map { Setting(id: $0, name: "\($0)") }
        build { ListBlock("s", settings) { ItemContent($0.name) } }
        let block = ListBlock("s", settings) { (cell: PhotoCell, setting) in cell.name = setting.name }
        build { block }
        #expect(host.list.visibleCells.map { ($0 as? PhotoCell)?.name } == ["0", "1", "2"])
        block.onCellConfigure { (cell: ContentCell, setting, _) in cell.content = ItemContent(setting.name) }
        block.reconfigureCells(for: settings)
        #expect(host.list.visibleCells.map { ($0 as? ContentCell)?.content.title } == ["0", "1", "2"])
        #expect(host.list.diagnostics.recent.isEmpty)
    }

    /// A section whose cells are never of the class that its closure configures.
    @Test func aCellOfAnotherClassIsRequestedOnce() {
        final class Own: ClosureSection<Setting, Int> {
            var requests = 0
            override func cell(for itemIdentifier: Int, at indexPath: IndexPath) -> CollectionViewCell? {
                requests += 1
                let cell: ContentCell? = dequeueCell(at: indexPath)
                return cell
            }
        }
        let own = Own(listIdentifier: "own", items: [Setting(id: 0, name: "a")], identifiedBy: \.id)
        own.onCellConfigure { (cell: PhotoCell, setting, _) in cell.name = setting.name }
        build { own }
        let requests = own.requests
        own.reconfigureCells(for: own.items)
        host.list.layoutIfNeeded()
        #expect(own.requests <= requests + 1)
    }

    @Test func typedCharactersFindTitles() {
        build {
            ListBlock("a", (0..<40).map { "item \($0)" })
            ListBlock("b", ["Pear", "Plum"])
        }
        #expect(host.list.hostKey(.character("p")))
        #expect(host.list.focusedIndexPath == IndexPath(item: 0, section: 1))
    }

    @Test func assistiveTechnologiesReadTheContent() throws {
        var switched: [Bool] = []
        build {
            ListBlock("m", ["Hello"], id: \.self) { title in
                var content = ItemContent(
                    title, subtitle: "Ann", trailing: "12:00", badge: "3", mark: .unread, progress: 0.4)
                content.accessories = [.toggle(true) { switched.append($0) }, .disclosure, .delete()]
                return content
            }
            .header("Mails")
        }
        let description = try #require(host.list.accessibilityDescription(of: host.cells[0]))
        #expect(description.label == "Hello" && description.role == .listItem)
        #expect(description.value == "Ann, 12:00, 3, unread, 40 %, on")
        #expect(description.position == 1 && description.count == 1)
        let actions = host.list.accessibilityActions(of: host.cells[0])
        #expect(actions.map(\.name) == ["Switch"])
        actions[0].perform()
        actions[0].perform()
        #expect(switched == [false, true])
        let header = try #require(host.list.visibleViews.first { $0 is ContentView })
        #expect(host.list.accessibilityDescription(of: header)?.label == "Mails")
        host.cells[0].accessibility = AccessibilityDescription(label: "stated")
        #expect(host.list.accessibilityDescription(of: host.cells[0])?.label == "stated")
    }

    @Test func aProgressThatMakesNoSenseIsShownWithinTheBar() {
        let values: [Double] = [-1, 0.5, 2, .nan, .infinity, -.infinity]
        #expect(values.map { ItemContent(progress: $0).shownProgress } == [0, 0.5, 1, 0, 1, 0])
    }

    @Test func theViewKeepsItsDataSourceUntilItGetsAnother() {
        let view = CollectionView(size: CGSize(width: 10, height: 10))
        weak var first: ListDataSource?
        do {
            let list = ListDataSource(in: view)
            list.build { ListBlock("s", ["a"]) }
            first = list
        }
        view.layoutIfNeeded()
        #expect(first != nil && view.visibleCells.count == 1)
        let second = ListDataSource(in: view)
        #expect(first == nil && second.collectionView === view)
        weak var whole: CollectionView?
        do {
            let view = CollectionView()
            whole = view
            ListDataSource(in: view).build { ListBlock("s", ["a"]) }
        }
        #expect(whole == nil)
    }
}
