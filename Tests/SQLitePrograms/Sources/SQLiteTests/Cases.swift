import Foundation

// MARK: - Cases

private let environment = ProcessInfo.processInfo.environment
nonisolated(unsafe) private var failures = 0
nonisolated(unsafe) private var failed: [String] = []
nonisolated(unsafe) private var passed = 0
nonisolated(unsafe) private var name = ""

func fail(_ what: String, line: Int = #line) {
    failures += 1
    print("✘ \(name), line \(line): \(what)")
}

func expect(_ condition: Bool, _ what: @autoclosure () -> String = "", line: Int = #line) {
    if !condition { fail(what(), line: line) }
}

/// Runs a case, and prints its result. `FILTER=text` runs the cases whose name contains the text.
func run(_ caseName: String, _ body: () throws -> Void) {
    if let filter = environment["FILTER"], !caseName.contains(filter) { return }
    (name, failures) = (caseName, 0)
    let start = Date()
    do { try body() } catch { fail("\(error)") }
    print("\(failures == 0 ? "✔" : "✘") \(caseName) (\(String(format: "%.1f", -start.timeIntervalSinceNow)) s)")
    fflush(nil)
    if failures == 0 { passed += 1 } else { failed.append(caseName) }
}

func endCases() -> Never {
    if !failed.isEmpty { print("failed: \(failed.joined(separator: ", "))") }
    print("\(passed) passed, \(failed.count) failed")
    exit(failed.isEmpty && passed > 0 ? 0 : 1)
}

// MARK: - Random cases

/// SplitMix64.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }
    mutating func chance(_ n: Int) -> Bool { below(n) == 0 }
    mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }
}

/// Runs a property with seeds, and returns the first fault, which names its seed. `LE_CASES` scales the number of cases,
/// `LE_SEED` runs one seed.
func firstFault(_ cases: Int, _ body: (UInt64) throws -> String?) -> String? {
    let factor = environment["LE_CASES"].flatMap(Double.init) ?? 1
    let seeds =
        environment["LE_SEED"].flatMap(UInt64.init).map { $0...$0 } ?? 1...UInt64(max(1, Double(cases) * factor))
    for seed in seeds {
        let fault: String?
        do { fault = try body(seed) } catch { fault = "threw \(error)" }
        if let fault { return "\(fault) (LE_SEED=\(seed))" }
    }
    return nil
}

func law(_ caseName: String, _ cases: Int, _ body: (UInt64) throws -> String?) {
    run("\(caseName), \(cases) cases") {
        if let fault = firstFault(cases, body) { fail(fault) }
    }
}

/// A fault that is planted on purpose: the property must find it.
func planted(_ caseName: String, _ cases: Int, _ body: (UInt64) throws -> String?) {
    run("planted: \(caseName)") {
        if environment["LE_SEED"] == nil, firstFault(cases, body) == nil { fail("the fault was not found") }
    }
}
