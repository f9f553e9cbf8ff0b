import Foundation
import ListEngineLayout

/// A set of items, as runs of consecutive items in reading order. What is ahead of a list is mostly one run, so an operation on
/// sets costs little more than one on two ranges.
struct ItemRuns: Equatable {
    struct Run: Equatable {
        var section: Int
        var items: Range<Int>
    }

    private(set) var runs: [Run] = []

    var isEmpty: Bool { runs.isEmpty }
    var first: ElementPath? { runs.first.map { .item($0.items.lowerBound, inSection: $0.section) } }
    var last: ElementPath? { runs.last.map { .item($0.items.upperBound - 1, inSection: $0.section) } }

    /// Adds an item, in any order. Call ``sort()`` after the last one.
    mutating func append(_ path: ElementPath) { append(path.item..<path.item + 1, inSection: path.section) }

    /// Adds consecutive items, at least one, in any order. Call ``sort()`` after the last ones.
    mutating func append(_ items: Range<Int>, inSection section: Int) {
        if let last = runs.indices.last, runs[last].section == section, runs[last].items.upperBound == items.lowerBound
        {
            runs[last].items = runs[last].items.lowerBound..<items.upperBound
        } else {
            runs.append(Run(section: section, items: items))
        }
    }

    /// Brings the runs into reading order, and joins runs that touch.
    mutating func sort() {
        guard runs.count > 1 else { return }
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
    }

    mutating func add(_ others: ItemRuns) {
        runs.append(contentsOf: others.runs)
        sort()
    }

    /// Removes the items that another set contains.
    /// - Complexity: O(runs of both).
    mutating func subtract(_ others: ItemRuns) {
        if runs.isEmpty || others.runs.isEmpty { return }
        var rest: [Run] = []
        var start = 0
        for run in runs {
            var lower = run.items.lowerBound
            while start < others.runs.count, others.runs[start].ends(beforeItem: lower, inSection: run.section) {
                start += 1
            }
            var other = start
            while other < others.runs.count, others.runs[other].section == run.section,
                others.runs[other].items.lowerBound < run.items.upperBound
            {
                let taken = others.runs[other].items
                if lower < taken.lowerBound { rest.append(Run(section: run.section, items: lower..<taken.lowerBound)) }
                lower = max(lower, taken.upperBound)
                other += 1
            }
            if lower < run.items.upperBound {
                rest.append(Run(section: run.section, items: lower..<run.items.upperBound))
            }
        }
        runs = rest
    }

    mutating func keep(before path: ElementPath) {
        for index in runs.indices where !runs[index].ends(beforeItem: path.item, inSection: path.section) {
            let run = runs[index]
            runs.removeSubrange(index...)
            if run.section == path.section, run.items.lowerBound < path.item {
                runs.append(Run(section: run.section, items: run.items.lowerBound..<path.item))
            }
            return
        }
    }

    mutating func keep(after path: ElementPath) {
        let next = path.item + 1
        guard let index = runs.firstIndex(where: { !$0.ends(beforeItem: next, inSection: path.section) }) else {
            runs = []
            return
        }
        runs.removeSubrange(..<index)
        if runs[0].section == path.section, runs[0].items.lowerBound < next {
            runs[0].items = next..<runs[0].items.upperBound
        }
    }

    /// All items in reading order.
    var indexPaths: [IndexPath] {
        var paths: [IndexPath] = []
        var count = 0
        for run in runs { count += run.items.count }
        paths.reserveCapacity(count)
        for run in runs { for item in run.items { paths.append(IndexPath(item, inSection: run.section)) } }
        return paths
    }
}

extension ItemRuns.Run {
    /// Whether all items are before another one.
    fileprivate func ends(beforeItem item: Int, inSection other: Int) -> Bool {
        section < other || section == other && items.upperBound <= item
    }
}
