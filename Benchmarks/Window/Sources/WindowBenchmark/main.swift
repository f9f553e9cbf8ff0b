import CGTK
import Foundation
import ListEngineGTK
import Rivals

// WindowBenchmark CONTENDER MEASURE [single]: one measure of one list in one process. With `single`, rows have one line. Prints a line for each figure, its name and its
// value. Scripts/bench-window.py runs all.

func clock(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Milliseconds: on the wall, of the main thread and of all threads.
func now() -> Double { clock(CLOCK_MONOTONIC) }
func mainThreadTime() -> Double { clock(CLOCK_THREAD_CPUTIME_ID) }
func processTime() -> Double { clock(CLOCK_PROCESS_CPUTIME_ID) }

/// Writes a line at once, so that those of a program that is stopped are not lost.
func report(_ name: String, _ value: Double) {
    print("\(name)\t\((value * 1000).rounded() / 1000)")
    fflush(nil)
}

/// Resident and private dirty memory in MB.
func memory() -> (resident: Double, dirty: Double) {
    let text = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)) ?? ""
    func field(_ name: String) -> Double {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return (line?.split(separator: " ").dropFirst().first).flatMap { Double($0) }.map { $0 / 1024 } ?? .nan
    }
    return (field("Rss"), field("Private_Dirty"))
}

@MainActor
func reportMemory(_ when: String) {
    let used = memory()
    report("memory.\(when).resident", used.resident)
    report("memory.\(when).dirty", used.dirty)
}

/// The main loop's longest turn since this was zero, in processor time of the main thread.
var longest = 0.0

@MainActor
func turn() {
    let start = mainThreadTime()
    g_main_context_iteration(nil, 1)
    longest = max(longest, mainThreadTime() - start)
}

/// Runs the main loop until no frame was drawn for a tenth of a second. Gives up after five seconds: some lists never rest.
@MainActor
func rest() {
    let start = now()
    var (frames, last) = (frames_counted(), start)
    while now() < start + 5_000, now() < last + 100 {
        turn()
        if frames_counted() != frames { (frames, last) = (frames_counted(), now()) }
    }
}

/// Runs the main loop until a frame is drawn.
@MainActor
func nextFrame() {
    let frames = frames_counted()
    while frames_counted() == frames { turn() }
}

func percentile(_ part: Double, of values: [Double]) -> Double {
    values.sorted()[min(values.count - 1, Int(Double(values.count) * part))]
}

let start = ProcessInfo.processInfo.environment["WINDOW_START"].flatMap { Double($0) } ?? now()
let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fatalError("usage: WindowBenchmark CONTENDER MEASURE [single]") }
words_set_single(arguments.contains("single"))
// While GTK starts, another thread reads the words. It also makes the snapshot of our list. GTK's models can only be made on
// the main thread.
let ours = arguments[1] == "ours" ? Ours(WordCell.self) : arguments[1] == "drawn" ? Ours(DrawnWordCell.self) : nil
let reading = Reading(from: ours?.empty)
let hasDisplay = gtk_init_check() != 0
report("first.gtk", now() - start)
let (all, words) = reading.wait()
guard all > 0, hasDisplay else {
    print("skipped\t1")
    exit(0)
}
let rivals: [String: rival_kind] = [
    "tuned": RIVAL_TUNED, "lazy": RIVAL_LAZY, "listdrawn": RIVAL_DRAWN, "inscription": RIVAL_INSCRIPTION,
    "sorted": RIVAL_SORTED, "synchronous": RIVAL_SYNCHRONOUS, "string": RIVAL_STRING,
    "tree": RIVAL_TREE,
]
report("first.words", now() - start)
try ours?.show(words)
guard let contender: any Contender = ours ?? rivals[arguments[1]].map(Rival.init) else { fatalError("no contender") }
report("first.made", now() - start)
let window = gtk_window_new()!
gtk_window_set_default_size(cast(window), 640, 800)
gtk_window_set_child(cast(window), contender.widget)
// So that the loop turns at least ten times a second.
g_timeout_add(100, { _ in 1 }, nil)
gtk_widget_realize(window)
frames_count(window)
gtk_window_present(cast(window))
while frames_counted() == 0 || contender.rowsOnScreen.isEmpty { turn() }
report("first.frame", now() - start)
report("first.stall", longest)
reportMemory("first")
rest()

switch arguments[2] {
case "filter":
    let keys = [
        "i", "in", "ing", "", "e", "er", "ers", "", "q", "qu", "qua", "quac", "quack", "", "u", "un", "und", "unde",
        "under", "", "z", "",
    ]
    // Our headers, which are labels too.
    let letters = Set((["#"] + (65..<91).map { String(UnicodeScalar(UInt8($0))) }).map { g_str_hash($0) })
    let wordOfText = Dictionary(
        (0..<UInt32(all)).map { (words_text($0).map { g_str_hash($0) } ?? 0, $0) },
        uniquingKeysWith: { first, _ in first })
    for (number, key) in keys.enumerated() {
        rest()
        let found = (0..<UInt32(all)).filter { words_match($0, key) }
        let expected = found.count
        /// Whether the window shows rows of the result, and no others. The time that this takes is not counted.
        func isScreenRight() -> Bool {
            let began = now()
            defer { looking += now() - began }
            let rows = contender.rowsOnScreen.filter { $0.y > -10 && $0.y < 780 && !letters.contains($0.text) }
                .sorted { $0.y < $1.y }
            // It finds a few rows more: see below.
            if arguments[1] == "string" { return !rows.isEmpty }
            // They follow each other in the result, wherever the list keeps its place.
            let words = rows.compactMap { wordOfText[$0.text] }
            guard words.count == rows.count, let first = words.first, let last = rows.last else { return expected == 0 }
            var (low, high) = (0, found.count)
            while low < high {
                let middle = (low + high) / 2
                if found[middle] < first { low = middle + 1 } else { high = middle }
            }
            guard found[low...].starts(with: words) else { return false }
            // A row has at most four lines.
            return low + rows.count == expected || last.y > 680
        }
        var looking = 0.0
        let (began, thread) = (now(), mainThreadTime())
        contender.filter(key)
        longest = mainThreadTime() - thread
        // The first frame that shows the right rows, and the first one that does so when all rows are found.
        var (right, complete): (Double?, Double?)
        while complete == nil, now() < began + 10_000 {
            let wasComplete = contender.isComplete
            // What the list shows may be on the screen already.
            if wasComplete { gtk_widget_queue_draw(contender.widget) }
            let frames = frames_counted()
            while frames_counted() == frames, contender.isComplete == wasComplete { turn() }
            guard frames_counted() != frames else { continue }
            let time = now() - began - looking
            let isRight = isScreenRight()
            if isRight, right == nil { right = time }
            if isRight, wasComplete { complete = time }
        }
        let name = String(format: "filter.%02d", number) + ".\(key.isEmpty ? "cleared" : key)"
        report(name + ".right", right ?? .nan)
        report(name + ".painted", complete ?? .nan)
        report(name + ".stall", longest)
        report(name + ".rows", Double(expected))
        // GtkStringFilter takes accents off letters, and finds a few more.
        let most = arguments[1] == "string" ? expected + 1_000 : expected
        if !(expected...most).contains(contender.count) {
            fatalError("\(key): \(contender.count) rows instead of \(expected)")
        }
    }
    rest()
    reportMemory("filtered")
case "scroll":
    let adjustment = contender.adjustment
    func scroll(_ steps: Int, _ place: (Int) -> Double) -> (processor: [Double], wall: [Double]) {
        var (processor, wall): ([Double], [Double]) = ([], [])
        for step in 0..<steps {
            let (began, used) = (now(), processTime())
            gtk_adjustment_set_value(adjustment, place(step))
            nextFrame()
            processor.append(processTime() - used)
            wall.append(now() - began)
        }
        return (processor, wall)
    }
    @MainActor func reportFrames(_ name: String, _ frames: (processor: [Double], wall: [Double])) {
        report(name + ".processor.mean", frames.processor.reduce(0, +) / Double(frames.processor.count))
        report(name + ".processor.p95", percentile(0.95, of: frames.processor))
        report(name + ".processor.p99", percentile(0.99, of: frames.processor))
        report(name + ".wall.mean", frames.wall.reduce(0, +) / Double(frames.wall.count))
        report(name + ".over", Double(frames.processor.filter { $0 > 8.3 }.count))
    }
    reportFrames("step", scroll(600) { _ in gtk_adjustment_get_value(adjustment) + 40 })
    longest = 0
    reportFrames(
        "thumb",
        scroll(250) { step in
            (gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)) * Double(step) / 250
        })
    report("thumb.stall", longest)
case "places":
    let adjustment = contender.adjustment
    let middle = all / 2
    let wanted = words_text(UInt32(middle)).map { g_str_hash($0) }
    let began = now()
    contender.jump(to: middle)
    nextFrame()
    // A list that is not there yet may be in a later frame.
    while !contender.rowsOnScreen.contains(where: { $0.text == wanted }), now() < began + 2_000 { nextFrame() }
    report("jump.painted", now() - began)
    rest()
    report("jump.y", contender.rowsOnScreen.first { $0.text == wanted }?.y ?? .nan)
    let rows = contender.rowsOnScreen.filter { $0.y > 60 }
    func moved() -> [Double] {
        let shown = Dictionary(contender.rowsOnScreen.map { ($0.text, $0.y) }) { first, _ in first }
        return before.compactMap { row in shown[row.text].map { $0 - row.y } }
    }
    var before = rows
    contender.insert(10)
    gtk_widget_queue_draw(contender.widget)
    nextFrame()
    rest()
    report("insert.moved", moved().map(abs).max() ?? .infinity)
    // Up into rows that were never measured, and down again.
    var (inexact, worst) = (0, 0.0)
    for step in 0..<400 {
        let distance = step < 200 ? -40.0 : 40.0
        before = contender.rowsOnScreen.filter { $0.y > 60 && $0.y < 700 }
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
        nextFrame()
        let error = moved().map { abs($0 + distance) }.max() ?? .infinity
        if error > 0.5 { inexact += 1 }
        worst = max(worst, error)
    }
    report("slips", Double(inexact))
    report("slips.worst", worst)
default: break
}
// Without the time that it takes to free everything.
fflush(nil)
_exit(0)
