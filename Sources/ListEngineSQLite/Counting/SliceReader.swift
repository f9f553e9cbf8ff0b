#if SQLite
    import Dispatch
    import ListEngineData

    extension RowPlan {
        /// Counts the rows from a key on for four milliseconds, or for as long as SQLite has sorted them.
        /// - Returns: The pages, and where the next one begins; nil at the end.
        /// - Throws: ``SQLiteError``
        func countPages(
            from: SQLiteKey, _ connection: SQLiteConnection, pageSize: Int = 512, seconds: Double = 0.004
        ) throws -> (pages: [RowPage<SQLiteKey>], end: SQLiteKey?) {
            var keysOnly = self
            keysOnly.columns = []
            var start = DispatchTime.now().uptimeNanoseconds
            var pageStart = start
            var limit = UInt64(seconds * 1e9)
            var pages: [RowPage<SQLiteKey>] = []
            var first = from
            var count = 0
            var end: SQLiteKey?
            let isEnd = try keysOnly.forEachRow(.from(from), connection) { statement in
                if count == pageSize {
                    let key = keys.key(of: statement)
                    pages.append(RowPage(first: first, count: count))
                    (first, count) = (key, 0)
                    let now = DispatchTime.now().uptimeNanoseconds
                    if now - pageStart > limit {
                        // Without an index, SQLite has sorted all rows before it returned one. As much time goes into reading
                        // them: otherwise it would sort them again for each page.
                        (limit, start) = (now - pageStart, now)
                    } else if now - start > limit {
                        end = key
                        return false
                    }
                    pageStart = now
                }
                count += 1
                return true
            }
            if isEnd, count > 0 { pages.append(RowPage(first: first, count: count)) }
            return (pages, end)
        }
    }
#endif
