/// A row that is in memory.
struct LoadedRow<Source: RowSource> {
    var key: Source.Key
    var id: Source.ID
    /// Nil if an edit inserted the row and its contents were not read yet.
    var row: Source.Row?
}

/// The number of rows of a page that are not loaded. It is not generic, because code that is costs more in another module.
struct PageGap {
    enum Precision { case exact, estimated, unknown }

    var count: Int
    var precision: Precision
    /// The reason why the rows could not be read.
    var failure: (any Error)?

    /// The gap without rows that were loaded. A gap that may have rows shows at least one, so that someone asks for it.
    func without(_ loaded: Int) -> PageGap {
        if precision == .exact, count >= loaded { return PageGap(count: count - loaded, precision: .exact) }
        return PageGap(count: max(1, count - loaded), precision: precision == .unknown ? .unknown : .estimated)
    }

    /// Two gaps for one from whose middle rows were loaded. The counts of the parts are estimates.
    func split(without loaded: Int) -> (PageGap, PageGap) {
        let rest = without(loaded)
        if rest.precision == .exact, rest.count == 0 { return (rest, rest) }
        let precision: Precision = rest.precision == .unknown ? .unknown : .estimated
        let first = max(1, rest.count / 2)
        return (
            PageGap(count: first, precision: precision),
            PageGap(count: max(1, rest.count - first), precision: precision)
        )
    }
}

/// A stretch of the order: from its bound up to the bound of the next page.
struct Page<Source: RowSource> {
    typealias Bound = RowBound<Source.Key>

    enum Contents {
        /// All rows of the stretch.
        case loaded([LoadedRow<Source>])
        case gap(Gap)
    }

    typealias Gap = PageGap

    var bound: Bound
    var contents: Contents
    /// Whether the source has changed since the rows were read, and no one knows how.
    var isStale = false
    /// Whether the contents of some rows were not read since they changed.
    var isIncomplete = false
    /// The reason why rows that are out of date could not be read again.
    var failure: (any Error)?

    init(_ bound: Bound, _ rows: [LoadedRow<Source>]) { (self.bound, contents) = (bound, .loaded(rows)) }
    init(_ bound: Bound, _ gap: Gap) { (self.bound, contents) = (bound, .gap(gap)) }

    var count: Int {
        switch contents {
        case .loaded(let rows): rows.count
        case .gap(let gap): gap.count
        }
    }

    /// The rows; nil if they are not loaded.
    var rows: [LoadedRow<Source>]? { if case .loaded(let rows) = contents { rows } else { nil } }
    var gap: Gap? { if case .gap(let gap) = contents { gap } else { nil } }
    /// Whether none of the rows that were read before the last change are left.
    var isOutdatedAndEmpty: Bool { isStale && rows?.isEmpty ?? false }
    /// Whether the number of rows is known.
    var isExact: Bool { gap.map { $0.precision == .exact } ?? !isStale }
}

extension RandomAccessCollection where Index == Int {
    /// The last page that begins at a bound or before it, in ascending pages.
    func page<Source: RowSource>(containing bound: RowBound<Source.Key>) -> Int where Element == Page<Source> {
        var (low, high) = (startIndex, endIndex)
        while high - low > 1 {
            let middle = (low + high) / 2
            if self[middle].bound <= bound { low = middle } else { high = middle }
        }
        return low
    }
}

extension Array {
    /// The number of elements before the first one that is not before a key, in an array sorted by key.
    func lowerBound<Source: RowSource>(of key: Source.Key) -> Int where Element == LoadedRow<Source> {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
