import Foundation
import ListEngineLayout

/// A set of items, as runs of consecutive items in reading order. What is ahead of a list is mostly one run, so an operation on
/// sets costs little more than one on two ranges.
struct ItemRuns: Equatable {
    struct Run: Equatable {
        var section: Int
        var items: Range<Int>
    }

    /// The first run. It is not in the array, so that a set of one run allocates nothing.
    private var head: Run?
    private var rest: [Run] = []

    private(set) var runs: [Run] {
        get { head.map { [$0] + rest } ?? [] }
        set { (head, rest) = (newValue.first, Array(newValue.dropFirst())) }
    }

    var isEmpty: Bool { head == nil }
    var first: ElementPath? { head.map { .item($0.items.lowerBound, inSection: $0.section) } }
    var last: ElementPath? { (rest.last ?? head).map { .item($0.items.upperBound - 1, inSection: $0.section) } }

    /// Adds an item, in any order. Call ``sort()`` after the last one.
    mutating func append(_ path: ElementPath) { append(path.item..<path.item + 1, inSection: path.section) }

    /// Adds consecutive items, at least one, in any order. Call ``sort()`` after the last ones.
    mutating func append(_ items: Range<Int>, inSection section: Int) {
        guard let last = rest.last ?? head else {
            head = Run(section: section, items: items)
            return
        }
        guard last.section == section, last.items.upperBound == items.lowerBound else {
            return rest.append(Run(section: section, items: items))
        }
        let joined = Run(section: section, items: last.items.lowerBound..<items.upperBound)
        if rest.isEmpty { head = joined } else { rest[rest.count - 1] = joined }
    }

    /// Brings the runs into reading order, and joins runs that touch.
    mutating func sort() {
        guard !rest.isEmpty else { return }
        var runs = self.runs
        runs.sort { ($0.section, $0.items.lowerBound) < ($1.section, $1.items.lowerBound) }
        var end = 0
        for run in runs.dropFirst() {
            if run.section == runs[end].section, run.items.lowerBound <= runs[end].items.upperBound {
                let upper = max(runs[end].items.upperBound, run.items.upperBound)
                runs[end].items = runs[end].items.lowerBound..<upper
            } else {
                end += 1
                runs[end] = run
            }
        }
        runs.removeSubrange((end + 1)...)
        self.runs = runs
    }

    mutating func add(_ others: ItemRuns) {
        if let run = others.head { append(run.items, inSection: run.section) }
        for run in others.rest { append(run.items, inSection: run.section) }
        sort()
    }

    /// Removes the items that another set contains.
    /// - Complexity: O(runs of both).
    mutating func subtract(_ others: ItemRuns) {
        guard let only = head, let taken = others.head else { return }
        if rest.isEmpty, others.rest.isEmpty { subtract(taken, fromOnly: only) } else { subtract(others.runs) }
    }

    private mutating func subtract(_ others: [Run]) {
        var left: [Run] = []
        var start = 0
        for run in runs {
            var lower = run.items.lowerBound
            while start < others.count, others[start].ends(beforeItem: lower, inSection: run.section) {
                start += 1
            }
            var other = start
            while other < others.count, others[other].section == run.section,
                others[other].items.lowerBound < run.items.upperBound
            {
                let taken = others[other].items
                if lower < taken.lowerBound { left.append(Run(section: run.section, items: lower..<taken.lowerBound)) }
                lower = max(lower, taken.upperBound)
                other += 1
            }
            if lower < run.items.upperBound {
                left.append(Run(section: run.section, items: lower..<run.items.upperBound))
            }
        }
        runs = left
    }

    private mutating func subtract(_ taken: Run, fromOnly run: Run) {
        guard run.section == taken.section, run.items.overlaps(taken.items) else { return }
        head = nil
        if run.items.lowerBound < taken.items.lowerBound {
            append(run.items.lowerBound..<taken.items.lowerBound, inSection: run.section)
        }
        if taken.items.upperBound < run.items.upperBound {
            append(taken.items.upperBound..<run.items.upperBound, inSection: run.section)
        }
    }

    mutating func keep(before path: ElementPath) {
        if isEmpty { return }
        let all = runs
        guard let index = all.firstIndex(where: { !$0.ends(beforeItem: path.item, inSection: path.section) }) else {
            return
        }
        let run = all[index]
        var kept = Array(all[..<index])
        if run.section == path.section, run.items.lowerBound < path.item {
            kept.append(Run(section: run.section, items: run.items.lowerBound..<path.item))
        }
        runs = kept
    }

    mutating func keep(after path: ElementPath) {
        if isEmpty { return }
        let next = path.item + 1
        var kept = Array(runs.drop { $0.ends(beforeItem: next, inSection: path.section) })
        if let first = kept.first, first.section == path.section, first.items.lowerBound < next {
            kept[0].items = next..<first.items.upperBound
        }
        runs = kept
    }

    /// All items in reading order.
    var indexPaths: [IndexPath] {
        let all = runs
        var paths: [IndexPath] = []
        var count = 0
        for run in all { count += run.items.count }
        paths.reserveCapacity(count)
        for run in all { for item in run.items { paths.append(IndexPath(item, inSection: run.section)) } }
        return paths
    }
}

extension ItemRuns.Run {
    /// Whether all items are before another one.
    fileprivate func ends(beforeItem item: Int, inSection other: Int) -> Bool {
        section < other || section == other && items.upperBound <= item
    }
}
