import CGTK
import Foundation

// MARK: - The main loop

/// Runs the main loop until a condition holds. Fails after a minute without it.
@MainActor @discardableResult
public func wait(_ what: String = "", line: Int = #line, until condition: () -> Bool) -> Bool {
    let end = g_get_monotonic_time() + 60_000_000
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

// MARK: - Checks

@MainActor public private(set) var failures = 0
@MainActor private var test = ""

@MainActor public func fail(_ what: String, line: Int = #line) {
    failures += 1
    print("✘ \(test), line \(line): \(what)")
}

@MainActor public func expect(_ condition: Bool, _ what: @autoclosure () -> String = "", line: Int = #line) {
    if !condition { fail(what(), line: line) }
}

/// `FILTER=text make gtk` runs the tests whose name contains the text.
@MainActor public func run(_ name: String, _ body: () throws -> Void) {
    if let filter = ProcessInfo.processInfo.environment["FILTER"], !name.contains(filter) { return }
    test = name
    let before = failures
    do { try body() } catch { fail("\(error)") }
    if failures == before { print("✔ \(name)") }
    fflush(nil)
}

/// Ends the program, with a status that says whether all tests passed.
@MainActor public func finish() -> Never {
    print(failures == 0 ? "all passed" : "\(failures) failures")
    exit(failures == 0 ? 0 : 1)
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
