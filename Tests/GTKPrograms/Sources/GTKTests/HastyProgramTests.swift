import CGTK
import Foundation
import GTKTestSupport
import ListEngineGTK
import Signals

/// A cell that runs the program's code whenever it is configured, measured, hovered or focused.
private final class CallingCell: GTKDrawnCell {
    static var onMeasure: ((CallingCell) -> Void)?
    static var onDraw: ((CallingCell) -> Void)?
    static var onHover: ((CallingCell) -> Void)?
    static var onFocus: ((CallingCell) -> Void)?
    static var onSelect: ((CallingCell) -> Void)?
    static var onReuse: ((CallingCell) -> Void)?
    static var height: CGFloat = 30
    var number = 0

    static func forget() {
        (onMeasure, onDraw, onHover, onFocus, onSelect, onReuse) = (nil, nil, nil, nil, nil, nil)
        height = 30
    }

    override func extent(along axis: GtkOrientation, across: CGFloat?) -> CGFloat {
        Self.onMeasure?(self)
        return Self.height
    }
    override func draw(in context: OpaquePointer, size: CGSize) { Self.onDraw?(self) }
    override var isHovered: Bool { didSet { Self.onHover?(self) } }
    override var isFocused: Bool { didSet { Self.onFocus?(self) } }
    override var isSelected: Bool { didSet { Self.onSelect?(self) } }
    override func prepareForReuse() {
        super.prepareForReuse()
        Self.onReuse?(self)
    }
}

@MainActor
private final class CallingWindow {
    let view = CollectionView(
        frame: .zero,
        collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30))))
    let source = ListDataSource()
    var host: GTKHost?
    var window: UnsafeMutablePointer<GtkWidget>?
    var onConfigure: ((Int) -> Void)?

    init(_ count: Int = 1_000) throws {
        host = try GTKHost(showing: view)
        window = gtk_window_new()
        source.attach(to: view)
        show(count)
        gtk_window_set_default_size(gtkWindow, 300, 400)
        gtk_window_set_child(gtkWindow, host?.widget)
        gtk_window_present(gtkWindow)
        wait("the first frame") { !view.visibleCells.isEmpty }
        settle()
    }

    var gtkWindow: UnsafeMutablePointer<GtkWindow>? {
        UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self)
    }

    func show(_ count: Int, from first: Int = 0) {
        source.build {
            ListBlock("rows", Array(first..<first + count), id: \.self) { [unowned self] (cell: CallingCell, number) in
                cell.number = number
                onConfigure?(number)
            }
        }
    }

    func close() {
        CallingCell.forget()
        onConfigure = nil
        guard let window = gtkWindow else { return }
        self.window = nil
        gtk_window_destroy(window)
    }

    /// What hasty programs do in a callback.
    lazy var deeds: [(name: String, deed: () -> Void)] = [
        ("replace the data", { [unowned self] in show(500, from: Int.random(in: 0..<5)) }),
        ("reload", { [unowned self] in view.reloadData() }),
        ("empty", { [unowned self] in show(0) }),
        ("fill", { [unowned self] in show(300) }),
        ("scroll", { [unowned self] in host?.scroll(by: CGPoint(x: 0, y: 33)) }),
        (
            "scroll smoothly",
            { [unowned self] in
                if view.numberOfSections > 0, view.numberOfItems(inSection: 0) > 200 {
                    view.scrollToItem(at: IndexPath(item: 200, section: 0), at: .start, animated: true)
                }
            }
        ),
        ("lay out", { [unowned self] in view.layoutIfNeeded() }),
        ("frame", { [unowned self] in host?.frame(at: 1) }),
        ("end animations", { [unowned self] in host?.endAnimations() }),
        (
            "another layout",
            { [unowned self] in
                view.collectionViewLayout = CollectionViewCompositionalLayout(
                    section: .list(itemHeight: .estimated(50)))
            }
        ),
        (
            "a grid",
            { [unowned self] in
                let flow = CollectionViewFlowLayout()
                flow.itemSize = CGSize(width: 70, height: 40)
                view.setCollectionViewLayout(flow, animated: true)
            }
        ),
        (
            "select",
            { [unowned self] in
                if view.numberOfSections > 0, view.numberOfItems(inSection: 0) > 3 {
                    view.selectItem(at: IndexPath(item: 3, section: 0), animated: false)
                }
            }
        ),
        ("drop the host", { [unowned self] in host = nil }),
        (
            "close the window",
            { [unowned self] in
                if let window = gtkWindow {
                    self.window = nil
                    gtk_window_destroy(window)
                }
            }
        ),
        (
            "another host",
            { [unowned self] in
                host = try? GTKHost(showing: view)
                if let host, window != nil { gtk_window_set_child(gtkWindow, host.widget) }
            }
        ),
        ("take out of the window", { [unowned self] in if window != nil { gtk_window_set_child(gtkWindow, nil) } }),
        (
            "drop host and window",
            { [unowned self] in
                host = nil
                if let window = gtkWindow {
                    self.window = nil
                    gtk_window_destroy(window)
                }
            }
        ),
    ]
}

@MainActor
func testHastyPrograms() {
    /// Lets some frames pass.
    func turn() {
        for _ in 0..<40 {
            _ = g_main_context_iteration(nil, 0)
            usleep(500)
        }
    }

    // Each deed in each callback. What GTK says about misuse ends the program.
    let places = ["configure", "measure", "hover", "focus", "select", "reuse", "draw"]
    run("callbacksThatDestroyOrReplaceWhatCallsThem") {
        let probe = try CallingWindow()
        let names = probe.deeds.map(\.name)
        probe.close()
        for place in places {
            for (index, name) in names.enumerated() {
                // Would measure the row that is being measured, and GTK draws in a window to the end.
                if place == "measure", name == "frame" { continue }
                if place == "draw", name.contains("window") || name == "another host" { continue }
                let list = try CallingWindow()
                var left = 1
                let act = { [unowned list] in
                    guard left > 0 else { return }
                    left -= 1
                    list.deeds[index].deed()
                }
                switch place {
                case "configure": list.onConfigure = { _ in act() }
                case "measure": CallingCell.onMeasure = { _ in act() }
                case "draw": CallingCell.onDraw = { _ in act() }
                case "hover": CallingCell.onHover = { _ in act() }
                case "focus": CallingCell.onFocus = { _ in act() }
                case "select": CallingCell.onSelect = { _ in act() }
                default: CallingCell.onReuse = { _ in act() }
                }
                for turns in 0..<20 where left > 0 {
                    xdotool("mousemove", "50", "\(60 + 40 * (turns % 3))", "click", "1", "key", "Down")
                    turn()
                    list.host?.scroll(by: CGPoint(x: 0, y: 700))
                    turn()
                }
                expect(left == 0, "\(place): no chance to \(name)")
                turn()
                // The list goes on.
                CallingCell.forget()
                list.onConfigure = nil
                list.show(10)
                list.host?.scroll(to: 0)
                if list.window != nil, list.host.map({ gtk_widget_get_parent($0.widget) != nil }) == true {
                    wait("rows after \(place): \(name)") { list.view.visibleCells.count > 5 }
                }
                list.close()
                turn()
            }
        }
    }

    run("aHostThatIsDroppedInTheMiddleOfADragOrAFling") {
        for place in ["drag", "fling", "swipe", "wheel"] {
            let list = try CallingWindow()
            // GTK has the widget as long as the window.
            let area = list.host!.widget
            switch place {
            case "fling": signal_fling(area, 1, 2, 2_000)
            case "wheel": xdotool("mousemove", "50", "200", "click", "5", "click", "5")
            default:
                signal_finger_down(area, 100, 300)
                signal_finger_moved(area, place == "swipe" ? -60 : 0, place == "swipe" ? 0 : -60)
            }
            turn()
            list.host = nil
            turn()
            if place == "drag" || place == "swipe" {
                signal_finger_moved(area, -60, -90)
                signal_finger_up(area, -60, -90, 0, -900)
            }
            xdotool("mousemove", "60", "100", "click", "1", "click", "5", "click", "3", "key", "Down")
            turn()
            // The list can be shown again, in another window.
            list.host = try GTKHost(showing: list.view)
            gtk_window_set_child(list.gtkWindow, list.host?.widget)
            wait("rows after \(place)") { list.view.visibleCells.count > 5 }
            list.close()
        }
    }

    run("rowsOfAnyHeightAreShown") {
        for height in [CGFloat.nan, -.infinity, .infinity, 0, 1e300, -5, 1e6, 3e9] {
            CallingCell.height = height
            let list = try CallingWindow()
            list.host?.scroll(by: CGPoint(x: 0, y: 500))
            turn()
            list.view.scrollToItem(at: IndexPath(item: 999, section: 0), at: .end, animated: false)
            wait("\(height)") { list.view.indexPathsForVisibleItems.contains(IndexPath(item: 999, section: 0)) }
            expect(Screenshot(list.window!) != nil)
            list.close()
        }
        for height in [CGFloat(1e6), 4e6] {
            let list = try CallingWindow(20)
            list.view.collectionViewLayout = CollectionViewCompositionalLayout(
                section: .list(itemHeight: .absolute(height)))
            list.view.layoutIfNeeded()
            list.host?.scroll(to: height * 7 + 3)
            wait("row 7 of \(height) points") { list.view.indexPathsForVisibleItems.first?.item == 7 }
            settle()
            expect(Screenshot(list.window!) != nil)
            list.close()
        }
        // Wider than GTK's numbers.
        let list = try CallingWindow(20)
        let size = CollectionLayoutSize(widthDimension: .absolute(4e6), heightDimension: .estimated(40))
        list.view.collectionViewLayout = CollectionViewCompositionalLayout(
            section: CollectionLayoutSection(
                group: .horizontal(layoutSize: size, subitems: [CollectionLayoutItem(layoutSize: size)])))
        wait("wide rows") { list.view.visibleCells.first?.frame.width == 4e6 }
        expect(list.view.visibleCells.count > 3, "\(list.view.visibleCells.count)")
        list.close()
    }

    run("anotherHostShowsTheSameCells") {
        let window = try Window(rows)
        settle()
        let cell = window.view.visibleCells[2] as? TextCell
        let label = cell?.makeWidget().pointer
        // The first host keeps the list, and shows nothing any more.
        let other = try GTKHost(showing: window.view)
        settle()
        let second = UnsafeMutableRawPointer(gtk_window_new()!).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_default_size(second, 300, 400)
        gtk_window_set_child(second, other.widget)
        gtk_window_present(second)
        settle()
        // A cell has its widget as long as it lives, so the text of the label is that of the row.
        cell?.text = "changed"
        expect(label.map { String(cString: gtk_label_get_text(OpaquePointer($0))) } == "changed")
        wait("rows in the other window") {
            window.view.visibleCells.count > 5
                && window.view.visibleCells.allSatisfy {
                    ($0 as? TextCell).map { gtk_widget_is_ancestor($0.makeWidget().pointer, other.widget) != 0 }
                        ?? false
                }
        }
        expect(window.view.bounds.height <= 400 && other.list === window.view)
        window.close()
        settle()
        expect(window.view.visibleCells.count > 5)
        gtk_window_destroy(second)
    }

    run("aCellIsUsedAfterItsHostIsGone") {
        var window: Window? = try Window(rows)
        settle()
        let cells = window?.view.visibleCells.compactMap { $0 as? TextCell } ?? []
        window?.close()
        window = nil
        settle()
        for cell in cells { cell.text = "still there" }
        expect(cells.count > 5)
    }

    run("twoListsShowTheSameData") {
        let (first, second) = (try CallingWindow(), try CallingWindow())
        // A data source serves one list: the second one takes it over.
        first.source.attach(to: second.view)
        turn()
        first.show(40)
        first.host?.scroll(by: CGPoint(x: 0, y: 100))
        second.host?.scroll(by: CGPoint(x: 0, y: 100))
        turn()
        expect(second.view.numberOfItems(inSection: 0) == 40)
        first.close()
        second.show(20)
        turn()
        second.close()
    }

    run("theDataIsReplacedUnderAFinger") {
        let list = try CallingWindow()
        guard let area = list.host?.widget else { return }
        signal_finger_down(area, 100, 300)
        for step in 1...20 {
            signal_finger_moved(area, 0, -20 * Double(step))
            if step % 3 == 0 { list.show(400 - step * 19, from: step) }
            if step % 7 == 0 { gtk_widget_set_default_direction(step == 7 ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR) }
            if step % 5 == 0 {
                signal_setting(area, "gtk-font-name", step == 10 ? "Sans 24" : "Sans 10", 0)
                signal_setting(area, "gtk-application-prefer-dark-theme", nil, step == 10 ? 1 : 0)
            }
            turn()
        }
        list.show(0)
        signal_finger_moved(area, 0, -500)
        signal_finger_up(area, 0, -500, 0, -3_000)
        turn()
        expect(list.view.contentOffset.y <= 0 && list.view.visibleCells.isEmpty)
        list.show(100)
        wait("rows") { list.view.visibleCells.count > 5 }
        expect(list.view.diagnostics.recent.isEmpty, "\(list.view.diagnostics.recent)")
        list.close()
    }
}
