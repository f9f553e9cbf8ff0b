import CGTK
import Foundation

// MARK: - The main loop

/// Runs the main loop until a condition holds. Fails after a minute without it; once a case has failed, after a second.
@MainActor @discardableResult
public func wait(_ what: String = "", line: Int = #line, until condition: () -> Bool) -> Bool {
    let end = g_get_monotonic_time() + (failures == 0 ? 60_000_000 : 1_000_000)
    while !condition() {
        guard g_get_monotonic_time() < end else {
            fail("waited in vain: \(what)", line: line)
            return false
        }
        _ = g_main_context_iteration(nil, 0)
        usleep(500)
    }
    return true
}

/// Runs the main loop until it has nothing to do for some frames.
@MainActor public func settle() {
    var idle = 0
    let end = g_get_monotonic_time() + 2_000_000
    while idle < 100, g_get_monotonic_time() < end {
        idle = g_main_context_iteration(nil, 0) != 0 ? 0 : idle + 1
        usleep(500)
    }
}

// MARK: - Cases

/// The failures of the case that is running.
@MainActor private var failures = 0
@MainActor private var name = ""
@MainActor private var seen = 0

@MainActor public func fail(_ what: String, line: Int = #line) {
    failures += 1
    print("✘ \(name), line \(line): \(what)")
}

@MainActor public func expect(_ condition: Bool, _ what: @autoclosure () -> String = "", line: Int = #line) {
    if !condition { fail(what(), line: line) }
}

private let environment = ProcessInfo.processInfo.environment
/// The number of cases that ran before, in a process that has ended.
private let skipped = Int(environment["LE_CASES_DONE"] ?? "") ?? 0

/// Runs a case, and prints its result. A case that fails or ends the process does not end the others.
///
/// `FILTER=text make gtk` runs the cases whose name contains the text.
@MainActor public func run(_ caseName: String, _ body: () throws -> Void) {
    if let filter = environment["FILTER"], !caseName.contains(filter) { return }
    seen += 1
    guard seen > skipped else { return }
    name = caseName
    failures = 0
    setTextFactor()
    print("▶ \(caseName)")
    fflush(nil)
    do { try body() } catch { fail("\(error)") }
    print("\(failures == 0 ? "✔" : "✘") \(caseName)")
    fflush(nil)
    // The windows of a failed case do not disturb the next case.
    if failures > 0 { closeAllWindows() }
}

/// Sets the user's factor for text, from LE_TEXT in percent. On X11 it is a setting of the desktop, which is not there.
@MainActor private func setTextFactor() {
    guard let percent = environment["LE_TEXT"].flatMap(Int32.init), gtk_init_check() != 0 else { return }
    var value = GValue()
    g_value_init(&value, GType(6 << 2))  // G_TYPE_INT, a macro
    g_value_set_int(&value, 96 * 1024 * percent / 100)
    let settings = UnsafeMutableRawPointer(gtk_settings_get_default())
    g_object_set_property(settings?.assumingMemoryBound(to: GObject.self), "gtk-xft-dpi", &value)
    g_value_unset(&value)
}

@MainActor private func closeAllWindows() {
    guard let windows = gtk_window_list_toplevels() else { return }
    var next: UnsafeMutablePointer<GList>? = windows
    while let window = next {
        if let data = window.pointee.data { gtk_window_destroy(data.assumingMemoryBound(to: GtkWindow.self)) }
        next = window.pointee.next
    }
    g_list_free(windows)
    failures = 0
    settle()
}

/// Runs a program of cases: `body` calls ``run(_:_:)`` for each. The cases run in a child process. When one of them ends
/// it, for example by a fatal warning of GTK, the next process goes on behind that case.
@MainActor public func runCases(_ body: () throws -> Void) rethrows -> Never {
    if environment["LE_CASES_DONE"] != nil {
        try body()
        exit(0)
    }
    var (results, running): ([String: Bool], String?) = ([:], nil)
    repeat {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = Array(CommandLine.arguments.dropFirst())
        process.environment = environment.merging(["LE_CASES_DONE": "\(results.count)"]) { $1 }
        process.standardOutput = output
        running = nil
        do { try process.run() } catch { fatalError("the cases cannot be run: \(error)") }
        var rest = Data()
        while case let data = output.fileHandleForReading.availableData, !data.isEmpty {
            rest += data
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = Data(rest[(end + 1)...])
                let words = line.split(separator: " ", maxSplits: 1).map(String.init)
                if words.count == 2, words[0] == "▶" {
                    running = words[1]
                    continue
                }
                print(line)
                fflush(nil)
                guard words.count == 2, words[1] == running else { continue }
                results[words[1]] = words[0] == "✔"
                running = nil
            }
        }
        process.waitUntilExit()
        if let name = running {
            print("✘ \(name): the process ended with status \(process.terminationStatus)")
            results[name] = false
        }
    } while running != nil
    let failed = results.filter { !$0.value }.keys.sorted()
    if !failed.isEmpty { print("failed: \(failed.joined(separator: ", "))") }
    print("\(results.count - failed.count) passed, \(failed.count) failed")
    exit(failed.isEmpty ? 0 : 1)
}

// MARK: - Input

/// Real input, from the X server.
public func xdotool(_ arguments: String...) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdotool"] + arguments
    do {
        try process.run()
        process.waitUntilExit()
    } catch {
        print("xdotool: \(error)")
    }
}

/// Real input, while the main loop runs.
@MainActor public func xdotoolMeanwhile(_ arguments: [String]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdotool"] + arguments
    do { try process.run() } catch { return fail("xdotool: \(error)") }
    wait("xdotool") { !process.isRunning }
    settle()
}
