import CListEngine
import Foundation

/// How large the lists of a case are.
public enum CaseScale: CaseIterable, Sendable {
    /// Up to 64 items.
    case small
    /// About 10^4.
    case medium
    /// About 10^6.
    case large

    /// Cases of a law at the full count.
    var fullCount: Int {
        switch self {
        case .small: 200_000
        case .medium: 2_000
        case .large: 20
        }
    }
}

/// One random case of a law.
public struct LawCase {
    public let seed: UInt64
    public let scale: CaseScale
    public let random: TestRandom

    public init(seed: UInt64, scale: CaseScale) {
        self.seed = seed
        self.scale = scale
        random = TestRandom(seed: seed)
    }
}

/// The number of random cases. `LE_CASES` scales it: 1 is the full count of a release run, 0.1 a tenth of it (and below
/// 0.5 no case of 10^6 items). Without it a run is small enough for a debug build. `LE_SEED` runs one seed alone.
public enum LawCases {
    public static let fraction: Double =
        ProcessInfo.processInfo.environment["LE_CASES"].flatMap(Double.init) ?? (isOptimised ? 0.02 : 0.003)

    public static let isOptimised: Bool = {
        #if DEBUG
            false
        #else
            true
        #endif
    }()

    public static let onlySeed = ProcessInfo.processInfo.environment["LE_SEED"].flatMap(UInt64.init)

    /// The seeds of a test that names none of the properties: `count` cases, twenty times as many at `LE_CASES=1`, or the seed
    /// of `LE_SEED` alone.
    public static func seeds(_ count: Int) -> ClosedRange<UInt64> {
        onlySeed.map { $0...$0 } ?? 1...UInt64(max(Double(count), 20 * Double(count) * fraction))
    }

    static func count(of scale: CaseScale, share: Double) -> Int {
        if scale == .large && fraction < 0.5 { return 0 }
        return max(3, Int((Double(scale.fullCount) * fraction * share).rounded(.up)))
    }

    /// Runs a law on every backend in turn, and stops at the first failure. Returns its message, nil if there is none.
    /// - Parameters:
    ///  - share: The fraction of the law's cases for this test, if several tests share them.
    ///  - body: Returns the fault, nil if there is none.
    public static func firstFailure(
        of law: String, share: Double = 1, scales: [CaseScale] = CaseScale.allCases,
        body: (LawCase) throws -> String?
    ) -> String? {
        let backends = Int(le_backend_count())
        defer { le_backend_use(Int32(backends - 1)) }
        for (number, scale) in scales.enumerated() {
            let base = UInt64(number + 1) << 40
            let seeds: [UInt64] =
                if let onlySeed {
                    onlySeed >> 40 == UInt64(number + 1) ? [onlySeed] : []
                } else {
                    (0..<UInt64(count(of: scale, share: share))).map { base + $0 }
                }
            for seed in seeds {
                // A single seed runs on every backend; otherwise the backends take turns.
                for backend in 0..<backends where onlySeed != nil || seed % UInt64(backends) == UInt64(backend) {
                    le_backend_use(Int32(backend))
                    let one = LawCase(seed: seed, scale: scale)
                    let fault: String?
                    do { fault = try body(one) } catch { fault = "threw \(error)" }
                    if let fault {
                        return
                            "\(law): \(fault)\n(backend \(String(cString: le_backend())), seed \(seed): run it alone "
                            + "with LE_SEED=\(seed))"
                    }
                }
            }
        }
        return nil
    }
}
