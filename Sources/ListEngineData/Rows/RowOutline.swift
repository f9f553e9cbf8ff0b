/// Counts of a source: coarse first, exact later. See ``RowSource/outlines(since:)``.
public enum RowOutline<Key: Comparable & Sendable>: Sendable {
    /// An estimate for the whole source.
    ///
    /// The quantiles divide the rows into parts that are about equally large: with three quantiles, about a quarter of the rows
    /// comes before the first, and about a quarter from the last one on. They are ascending, and need not be keys of rows. With
    /// no quantiles, only the count is known.
    case estimate(count: RowCount, quantiles: [Key])

    /// Exact counts of consecutive pages. The first page begins with its key `first`, which is the smallest key of the source or
    /// the `end` of an outline before. It ends where the next page begins; the last one ends at `end`, or with the last row of
    /// the source if that is nil.
    ///
    /// The keys are ascending, and need not be keys of rows. A page should have between 50 and 1,000 rows: the list reads a page as a whole.
    case pages([RowPage<Key>], end: Key?, revision: RowRevision)
}

/// The number of rows of a page: those from a key up to the next page.
public struct RowPage<Key: Comparable & Sendable>: Sendable {
    /// The place where the page begins: no row of the page has a smaller key.
    public var first: Key
    /// The number of rows.
    public var count: Int

    public init(first: Key, count: Int) {
        self.first = first
        self.count = count
    }
}
