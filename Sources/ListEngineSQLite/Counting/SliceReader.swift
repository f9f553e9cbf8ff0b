#if SQLite
    import Dispatch
    import Foundation
    import ListEngineData

    /// The processor time of the thread, in nanoseconds. The time that other threads take does not count.
    private func threadTime() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    extension RowPlan {
        /// Counts the rows from a key on, for four milliseconds of processor time, or for the time that SQLite took to
        /// sort them if that is longer. On a slow disk it ends after ten milliseconds of elapsed time. A slice ends
        /// between two pages.
        /// - Parameters:
        ///   - last: The end of the rows that are counted.
        ///   - headings: A page begins at each of them. Ascending.
        /// - Returns: The pages, and where the next one begins; nil at the end.
        /// - Throws: ``SQLiteError``
        func countPages(
            from: SQLiteKey, upTo last: SQLiteKey? = nil, headings: [SQLiteHeading] = [],
            _ connection: SQLiteConnection,
            pageSize: Int = 512, seconds: Double = 0.004
        ) throws -> (pages: [RowPage<SQLiteKey>], end: SQLiteKey?) {
            func times() -> (thread: UInt64, clock: UInt64) { (threadTime(), DispatchTime.now().uptimeNanoseconds) }
            var start = times()
            var limits = (thread: UInt64(seconds * 1e9), clock: UInt64(seconds * 2.5e9))
            // The rows since the time was last read.
            var (read, isFirst) = (0, true)
            var pages: [RowPage<SQLiteKey>] = []
            var first = from
            var count = 0
            var end: SQLiteKey?
            var heading = headings.firstIndex { from < $0.first } ?? headings.count
            let isEnd = try keysOnly.forEachRow(.from(from), connection) { statement in
                if last != nil || heading < headings.count {
                    let key = keys.key(of: statement)
                    if let last, last <= key {
                        end = last
                        return false
                    }
                    while heading < headings.count, headings[heading].first <= key {
                        pages.append(RowPage(first: first, count: count))
                        (first, count) = (headings[heading].first, 0)
                        heading += 1
                    }
                }
                if count == pageSize {
                    let key = keys.key(of: statement)
                    pages.append(RowPage(first: first, count: count))
                    (first, count) = (key, 0)
                }
                // Pages that begin with sections can be short.
                if count == 0, read >= pageSize {
                    let now = times()
                    let spent = (thread: now.thread - start.thread, clock: now.clock - start.clock)
                    if isFirst, spent.thread > limits.thread {
                        // Without an index, SQLite has sorted all rows before it returned one. The slice reads rows for
                        // the same time, because SQLite sorts all rows again for the next slice.
                        (limits, start) = ((spent.thread, max(spent.clock, limits.clock)), now)
                    } else if spent.thread > limits.thread || spent.clock > limits.clock {
                        end = first
                        return false
                    }
                    (read, isFirst) = (0, false)
                }
                count += 1
                read += 1
                return true
            }
            if isEnd || end == last && last != nil, count > 0 { pages.append(RowPage(first: first, count: count)) }
            return (pages, end)
        }
    }
#endif
