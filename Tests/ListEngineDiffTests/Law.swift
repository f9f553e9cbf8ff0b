import Foundation
import TestSupport
import XCTest

/// Runs a law over random cases. The seed is new for each run and printed when a case fails; LE_SEED sets it. LE_CASES
/// is the fraction of the full count to run: 1 is the full count of a release run in CI.
enum Law {
    static let fraction = ProcessInfo.processInfo.environment["LE_CASES"].flatMap(Double.init)

    /// The first seeds, for cases that differ by their number: `count` of them, twenty times as many at `LE_CASES=1`.
    static func seeds(_ count: Int) -> Range<UInt64> {
        0..<UInt64(max(Double(count), 20 * Double(count) * (fraction ?? 0)))
    }

    /// Runs `body` with a generator for each case, until one breaks the law. The seed in the failure message repeats
    /// that case alone.
    /// - Parameters:
    ///  - cases: The number of cases without LE_CASES.
    ///  - full: The number of cases at LE_CASES=1.
    static func run(
        cases: Int, full: Int? = nil, file: StaticString = #filePath, line: UInt = #line,
        _ body: (inout TestRandom) throws -> Void
    ) {
        let given = ProcessInfo.processInfo.environment["LE_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0 ... .max)
        let count = max(cases, fraction.map { Int(Double(full ?? 20 * cases) * $0) } ?? 0)
        print("seed \(seed), \(count) cases")
        for number in 0..<count {
            let own = seed &+ UInt64(number)
            var random = TestRandom(seed: own)
            do {
                try body(&random)
            } catch {
                XCTFail("LE_SEED=\(own): \(error)", file: file, line: line)
                return
            }
        }
    }
}

/// A law that does not hold.
struct LawBroken: Error, CustomStringConvertible {
    var description: String
}

/// Throws ``LawBroken`` unless `condition` holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String, line: UInt = #line) throws {
    if !condition { throw LawBroken(description: "line \(line): \(message())") }
}
