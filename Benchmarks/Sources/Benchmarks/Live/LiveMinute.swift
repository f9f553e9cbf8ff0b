import Foundation
import ListEngineDiff

/// A minute of 120 frames a second: the list is scrolled and measured, and items are added with every frame. Every five
/// seconds the list is filtered or shown in full again, and in between it is sorted by another property.
///
/// Filters and sorts are prepared on another thread while frames continue at their rate, and are applied by one of the
/// frames, with the items added in the meantime. The work of a frame is timed by what it applies; the work of other
/// threads is not timed.
@MainActor
final class LiveMinute {
    enum Step: String, CaseIterable {
        case scroll, append, filter, sort
    }

    let list: LiveList
    private let n: Int
    private let random = Random(seed: 37)
    private var times: [Step: [Double]] = [:]
    /// The items hidden by the filter.
    private var hidden: [UInt64] = []
    /// The step being prepared.
    private var pending: Step?

    init(_ n: Int) {
        self.n = n
        list = LiveList(n)
    }

    func play(frames: Int = 7_200) {
        for frame in 1...frames {
            switch frame % 600 {
            case 0: start(.filter, filtered())
            case 300: start(.sort, sorted())
            default: break
            }
            time(.append) { list.append() }
            time(.scroll) { list.scroll() }
            guard let step = pending else { continue }
            usleep(8_333)
            time(step) { list.runPrepared() }
        }
        while pending != nil { list.runPrepared() }
    }

    private func start(_ step: Step, _ snapshot: DiffableSnapshot<Int, UInt64>) {
        // The previous step was shown long ago.
        while pending != nil { list.runPrepared() }
        pending = step
        list.showPreparing(snapshot) { [weak self] in self?.pending = nil }
    }

    private func time(_ step: Step, _ body: () -> Void) {
        let start = Clock.processorTime()
        body()
        times[step, default: []].append(Double(Clock.processorTime() - start))
    }

    /// Every tenth item is hidden, or the hidden ones are added again at the end.
    private func filtered() -> DiffableSnapshot<Int, UInt64> {
        var items = list.shown
        if hidden.isEmpty {
            hidden = items.filter { $0 % 10 == 0 }
            items.removeAll { $0 % 10 == 0 }
        } else {
            let present = Set(items)
            let all = hidden.filter { !present.contains($0) }
            // Items added in the meantime leave room for fewer of them: the oldest are dropped.
            items = Array(Self.merged(items, all).suffix(n))
            hidden = []
        }
        return .kit([items], after: list.source.snapshot())
    }

    /// One item in a hundred has another key, and moves to another place.
    private func sorted() -> DiffableSnapshot<Int, UInt64> {
        var items = list.shown
        for _ in 0..<items.count / 200 {
            items.swapAt(random.below(items.count), random.below(items.count))
        }
        return .kit([items], after: list.source.snapshot())
    }

    /// Inserts items again, spread over the list.
    private static func merged(_ items: [UInt64], _ more: [UInt64]) -> [UInt64] {
        guard !more.isEmpty else { return items }
        var all: [UInt64] = []
        all.reserveCapacity(items.count + more.count)
        let stretch = max(1, items.count / more.count)
        var next = 0
        for (place, item) in items.enumerated() {
            if place % stretch == 0, next < more.count {
                all.append(more[next])
                next += 1
            }
            all.append(item)
        }
        return all + more[next...]
    }

    /// The median and the maximum of each kind of step, and the maximum of all, in milliseconds.
    var facts: [String: Fact] {
        var facts: [String: Fact] = [:]
        for step in Step.allCases {
            guard let times = times[step] else { continue }
            facts["\(step) ms"] = .number(times.median / 1e6)
            facts["worst \(step) ms"] = .number((times.max() ?? 0) / 1e6)
        }
        facts["worst ms"] = .number((times.values.joined().max() ?? 0) / 1e6)
        return facts
    }
}
