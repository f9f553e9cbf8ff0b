import TestSupport
import Testing

@testable import ListEngine

@Suite("Indices by section")
struct SectionRunsTests {
    @Test func rangesAreCutAtTheSections() {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = TestRandom(seed: seed)
            let counts = (0..<random.below(6) + 1).map { _ in random.chance(oneIn: 4) ? 0 : random.below(9) }
            var starts = [0]
            for count in counts { starts.append(starts[starts.count - 1] + count) }
            var ranges: [Range<Int>] = []
            var next = 0
            while next < starts[counts.count] {
                let end = min(next + random.below(6) + 1, starts[counts.count])
                if random.chance(oneIn: 2) { ranges.append(next..<end) }
                next = end
            }
            let skipped = random.chance(oneIn: 3) ? random.below(counts.count) : -1
            var runs = SectionRuns()
            runs.add(3..<5, inSection: 0)
            runs.add(ranges, cutAt: starts) { $0 == skipped ? nil : $0 + 1 }
            runs.sort()
            #expect(runs[section: 0].map { Array($0.indices) } == [3, 4])
            for section in counts.indices {
                let model = ranges.joined().filter { starts[section] <= $0 && $0 < starts[section + 1] }
                let found = runs[section: section + 1]
                #expect(
                    found.map { Array($0.indices) } ?? []
                        == (section == skipped ? [] : model.map { $0 - starts[section] }),
                    "seed \(seed), section \(section)")
                #expect(found?.count ?? 0 == (section == skipped ? 0 : model.count), "seed \(seed), section \(section)")
                // Neighbours are one run.
                for (a, b) in zip(found?.ranges.map { $0 } ?? [], found?.ranges.dropFirst().map { $0 } ?? []) {
                    #expect(a.upperBound < b.lowerBound, "seed \(seed), section \(section)")
                }
            }
        }
    }
}
