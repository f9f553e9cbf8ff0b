import CGTK
import Foundation
import ListEngineGTK
import ListEngineLayout
import Rivals

// TableBenchmark CONTENDER ROWS COLUMNS [MEASURE STEPS]: all measures of one table in one process, or some steps of one, for a
// profile. Prints a line for each figure, its name and its value. Scripts/bench-window.py runs all.

func clock(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Milliseconds: on the wall, and of all threads.
func now() -> Double { clock(CLOCK_MONOTONIC) }
func processTime() -> Double { clock(CLOCK_PROCESS_CPUTIME_ID) }
func mainThreadTime() -> Double { clock(CLOCK_THREAD_CPUTIME_ID) }

func report(_ name: String, _ value: Double) {
    print("\(name)\t\((value * 1000).rounded() / 1000)")
    fflush(nil)
}

func residentMemory() -> Double {
    let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("Rss:") }
    return (line?.split(separator: " ").dropFirst().first).flatMap { Double($0) }.map { $0 / 1024 } ?? .nan
}

/// The main loop's longest turn since this was zero, in processor time of the main thread.
var longest = 0.0

@MainActor func turn() {
    let start = mainThreadTime()
    g_main_context_iteration(nil, 1)
    longest = max(longest, mainThreadTime() - start)
}

@MainActor func nextFrame() {
    let frames = frames_counted()
    while frames_counted() == frames { turn() }
}

/// Runs the main loop until no frame was drawn for a tenth of a second, five seconds at most.
@MainActor func rest() {
    let start = now()
    var (frames, last) = (frames_counted(), start)
    while now() < start + 5_000, now() < last + 100 {
        turn()
        if frames_counted() != frames { (frames, last) = (frames_counted(), now()) }
    }
}

@MainActor protocol Table: AnyObject {
    var widget: UnsafeMutablePointer<GtkWidget> { get }
    func adjustment(isAcross: Bool) -> UnsafeMutablePointer<GtkAdjustment>
    func resize(to width: Int)
    func sort()
    func filter()
    /// Whether the last order or filter is shown.
    var isComplete: Bool { get }
    var count: Int { get }
}

@MainActor final class Rival: Table {
    let widget: UnsafeMutablePointer<GtkWidget>
    let isComplete = true
    init(_ rows: Int, _ columns: Int, usesLabels: Bool) {
        widget = table_rival_new(UInt32(rows), UInt32(columns), usesLabels)
    }
    func adjustment(isAcross: Bool) -> UnsafeMutablePointer<GtkAdjustment> { table_rival_adjustment(widget, isAcross) }
    func resize(to width: Int) { table_rival_resize(CInt(width)) }
    func sort() { table_rival_sort(2) }
    func filter() { table_rival_filter(7) }
    var count: Int { Int(table_rival_count()) }
}

func text(_ row: UInt32, _ column: UInt32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
        guard let base = buffer.baseAddress else { return "" }
        table_text(row, column, base)
        return String(cString: base)
    }
}

@MainActor final class Ours: Table {
    typealias Rows = DiffableSnapshot<Int, UInt32>
    private let list = CollectionView(
        frame: .zero,
        collectionViewLayout: CollectionViewCompositionalLayout(section: .table(itemHeight: .absolute(32))))
    private let host: GTKHost
    private let source: DiffableDataSource<Int, UInt32>
    private(set) var isComplete = true

    init(_ rows: Int, _ columns: Int) throws {
        let numbers = Dictionary((0..<UInt32(columns)).map { ("column \($0)", $0) }) { first, _ in first }
        source = DiffableDataSource(collectionView: list) { list, indexPath, row in
            list.tableCell(for: indexPath) { field in
                field.content(ItemContent(text(row, numbers[field.column] ?? 0)))
            }
        }
        source.supplementaryViewProvider = { list, kind, indexPath in
            let view = list.dequeueReusableSupplementaryView(TableHeaderView.self, ofKind: kind, for: indexPath)
            view.showTitles()
            return view
        }
        try list.setColumns((0..<columns).map { Column("column \($0)", width: .points(100)) })
        host = try GTKHost(showing: list)
        host.usesOverlayScrollBar = false
        var all = source.snapshot()
        all.appendSections([0])
        all.appendItems(0..<UInt32(rows))
        source.apply(all, animatingDifferences: false)
    }

    var widget: UnsafeMutablePointer<GtkWidget> { host.widget }

    func adjustment(isAcross: Bool) -> UnsafeMutablePointer<GtkAdjustment> {
        var child = gtk_widget_get_first_child(widget)
        var found: [UnsafeMutablePointer<GtkAdjustment>] = []
        while let widget = child {
            let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
            if g_type_check_instance_is_a(instance, gtk_scrollbar_get_type()) != 0 {
                found.append(gtk_scrollbar_get_adjustment(OpaquePointer(widget)))
            }
            child = gtk_widget_get_next_sibling(widget)
        }
        return found[isAcross ? 1 : 0]
    }

    func resize(to width: Int) { try? list.editColumns { try $0.resize("column 1", to: CGFloat(width)) } }

    func sort() {
        change {
            table_sort($0, $1, 2)
            return $1
        }
    }
    func filter() { change { table_filter($0, $1, 7) } }

    private func change(_ body: @escaping @Sendable (UnsafeMutablePointer<UInt32>, UInt32) -> UInt32) {
        isComplete = false
        let shown = source.snapshot()
        Task { [source] in
            let next = await Self.changed(shown, body)
            _ = await source.applyPreparing(next, animatingDifferences: false)
            isComplete = true
        }
    }

    @concurrent nonisolated private static func changed(
        _ shown: Rows, _ body: @Sendable (UnsafeMutablePointer<UInt32>, UInt32) -> UInt32
    ) async -> Rows {
        var rows = shown.itemIdentifiers
        let count = rows.withUnsafeMutableBufferPointer { rows in
            rows.baseAddress.map { body($0, UInt32(rows.count)) } ?? 0
        }
        var next = shown
        next.replaceItems(inSection: 0, with: Array(rows.prefix(Int(count))))
        return next
    }

    var count: Int { source.snapshot().numberOfItems }
}

let start = ProcessInfo.processInfo.environment["WINDOW_START"].flatMap { Double($0) } ?? now()
let arguments = CommandLine.arguments
guard arguments.count == 4 || arguments.count == 6, let rows = Int(arguments[2]), let columns = Int(arguments[3]) else {
    fatalError("usage: TableBenchmark CONTENDER ROWS COLUMNS [MEASURE STEPS]")
}
/// The one measure of the process, and its number of steps; nil for all.
let profiled = arguments.count == 6 ? Int(arguments[5]).map { (name: arguments[4], steps: $0) } : nil
guard gtk_init_check() != 0 else {
    print("skipped\t1")
    exit(0)
}
let table: any Table =
    arguments[1] == "ours" ? try Ours(rows, columns) : Rival(rows, columns, usesLabels: arguments[1] == "labels")
let window = gtk_window_new()!
let gtkWindow = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_default_size(gtkWindow, 1_280, 800)
gtk_window_set_child(gtkWindow, table.widget)
g_timeout_add(100, { _ in 1 }, nil)
gtk_widget_realize(window)
frames_count(window)
gtk_window_present(gtkWindow)
nextFrame()
report("first.frame", now() - start)
report("memory", residentMemory())
rest()

let down = table.adjustment(isAcross: false)
let across = table.adjustment(isAcross: true)

/// Moves in steps, and reports the processor time of a frame.
@MainActor func measure(_ name: String, _ steps: Int, _ step: (Int) -> Void) {
    guard profiled == nil || profiled?.name == name else { return }
    let steps = profiled?.steps ?? steps
    rest()
    var frames: [Double] = []
    for number in 0..<steps {
        let used = processTime()
        step(number)
        nextFrame()
        frames.append(processTime() - used)
    }
    report(name + ".mean", frames.reduce(0, +) / Double(steps))
    report(name + ".p99", frames.sorted()[steps * 99 / 100])
}

func move(_ adjustment: UnsafeMutablePointer<GtkAdjustment>, by distance: Double) {
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
}

measure("vertical", 200) { _ in move(down, by: 40) }
let width = gtk_adjustment_get_upper(across) - gtk_adjustment_get_page_size(across)
if width > 0 {
    let step = min(40, width / 100)
    measure("horizontal", 100) { _ in move(across, by: step) }
    gtk_adjustment_set_value(across, 0)
    rest()
    measure("diagonal", 100) { _ in
        move(down, by: 40)
        move(across, by: step)
    }
    gtk_adjustment_set_value(across, 0)
}
measure("thumb", 100) { number in
    let range = gtk_adjustment_get_upper(down) - gtk_adjustment_get_page_size(down)
    gtk_adjustment_set_value(down, range * Double(number % 100 + 1) / 100)
}
gtk_adjustment_set_value(down, 0)
measure("resize", 100) { table.resize(to: 101 + $0) }

@MainActor func change(_ name: String, _ body: () -> Void) {
    guard profiled == nil || profiled?.name == name else { return }
    rest()
    let began = now()
    let thread = mainThreadTime()
    body()
    longest = mainThreadTime() - thread
    while !table.isComplete { turn() }
    gtk_widget_queue_draw(table.widget)
    nextFrame()
    report(name + ".painted", now() - began)
    report(name + ".stall", longest)
}
change("sort") { table.sort() }
change("filter") { table.filter() }
report("filter.rows", Double(table.count))
fflush(nil)
_exit(0)
