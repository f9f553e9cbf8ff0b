import Foundation
import ListEngine
import Testing

/// Random programs whose callbacks call the list at random. A model watches the list from step to step: see
/// ``HostileModel``.
///
/// `LE_SEED` runs one program, or several: `5-9`. `LE_CASES` scales their number.
@MainActor
@Suite("Random programs that call back")
struct HostileSessionTests {
    @Test func theListIsAsTheModel() async {
        let environment = ProcessInfo.processInfo.environment
        let named = (environment["LE_SEED"] ?? "").split(separator: "-").compactMap { UInt64($0) }
        let scale = environment["LE_CASES"].flatMap(Double.init) ?? 0.05
        let seeds = (named.first ?? 1)...(named.last ?? UInt64(max(1, 10_000 * scale)))
        var faults = 0
        for seed in seeds where faults < 5 {
            if let fault = await fault(ofProgram: seed) {
                faults += 1
                Issue.record("LE_SEED=\(seed), \(fault)")
            }
        }
    }

    /// The fault of a random program, at the first step with one.
    private func fault(ofProgram seed: UInt64) async -> String? {
        let session = HostileSession(seed: seed)
        for step in 0..<50 {
            if let fault = session.step() { return "step \(step): \(fault); \(session.trail)" }
            if session.hasLoads { await session.turn() }
        }
        return session.leave().map { "after the last step: \($0)" }
    }
}
