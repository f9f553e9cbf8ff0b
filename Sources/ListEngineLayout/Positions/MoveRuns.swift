/// Items that move, as runs: consecutive items that remain consecutive are one run.
package struct MoveRuns: Sendable {
    package struct Run: Sendable {
        /// The first item before and after the move.
        package var from: ElementPath
        package var to: ElementPath
        package var count: Int
    }

    /// Ascending by source after ``sort()``.
    package private(set) var bySource: [Run] = []
    private var byTarget: [Run] = []

    package init() {}

    package var isEmpty: Bool { bySource.isEmpty }

    /// Adds an item, in any order. Call ``sort()`` before the first lookup.
    package mutating func add(from: ElementPath, to: ElementPath) {
        if let last = bySource.last, last.from.advanced(by: last.count) == from, last.to.advanced(by: last.count) == to
        {
            bySource[bySource.count - 1].count += 1
        } else {
            bySource.append(Run(from: from, to: to, count: 1))
        }
    }

    /// Adds consecutive items that remain consecutive.
    mutating func add(from: ElementPath, to: ElementPath, count: Int) {
        if count > 0 { bySource.append(Run(from: from, to: to, count: count)) }
    }

    package mutating func sort() {
        guard !bySource.isEmpty else { return }
        byTarget = bySource.sorted { $0.to.isBefore($1.to) }
        bySource.sort { $0.from.isBefore($1.from) }
    }

    /// The new position of an item that moves.
    /// - Complexity: O(log runs).
    package func target(of path: ElementPath) -> ElementPath? {
        guard path.category == .item, let run = Self.last(in: bySource, \.from, upTo: path),
            run.from.section == path.section, path.item - run.from.item < run.count
        else { return nil }
        return run.to.advanced(by: path.item - run.from.item)
    }

    /// The old position of an item that moves.
    /// - Complexity: O(log runs).
    package func source(of path: ElementPath) -> ElementPath? {
        guard path.category == .item, let run = Self.last(in: byTarget, \.to, upTo: path),
            run.to.section == path.section, path.item - run.to.item < run.count
        else { return nil }
        return run.from.advanced(by: path.item - run.to.item)
    }

    /// The last run that starts at or before an item.
    private static func last(in runs: [Run], _ start: KeyPath<Run, ElementPath>, upTo path: ElementPath) -> Run? {
        var (low, high) = (0, runs.count)
        while low < high {
            let middle = (low + high) / 2
            if path.isBefore(runs[middle][keyPath: start]) { high = middle } else { low = middle + 1 }
        }
        return low > 0 ? runs[low - 1] : nil
    }
}

extension ElementPath {
    /// Whether an item is before another one.
    fileprivate func isBefore(_ other: ElementPath) -> Bool {
        section != other.section ? section < other.section : item < other.item
    }

    fileprivate func advanced(by count: Int) -> ElementPath { .item(item + count, inSection: section) }
}
