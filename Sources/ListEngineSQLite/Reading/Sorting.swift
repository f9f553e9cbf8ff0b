#if SQLite
    import CSQLite
    import Dispatch
    import ListEngineData

    /// Sorts the rows of a list without an index when they are needed, in slices of a few milliseconds, and follows changes.
    /// Between two slices other requests are served, and a request can be cancelled. If other connections change rows
    /// again and again meanwhile, all rows are read and sorted in one transaction.
    final class Sorting {
        private var rows: SortedRows?
        /// How often changes that are not known in detail came before the rows were sorted.
        private var restarts = 0
        /// The time that reading and sorting took; nil once ``restEnd`` was set.
        private var spent: UInt64? = 0
        /// Changes of other connections are not looked for until this time, so that sorting takes at most a fifth of
        /// the time.
        var restEnd: UInt64 = 0
        private let memory: Int
        private let pageSize: Int
        private let sliceEnd: () -> UInt64

        /// - Parameters:
        ///   - memory: The bytes of rows that are sorted in memory.
        ///   - pageSize: The number of rows in a page of counts.
        ///   - sliceEnd: Returns when a slice that begins now ends.
        init(
            memory: Int = 32 << 20, pageSize: Int = 512,
            sliceEnd: @escaping () -> UInt64 = { DispatchTime.now().uptimeNanoseconds + 4_000_000 }
        ) {
            self.memory = memory
            self.pageSize = pageSize
            self.sliceEnd = sliceEnd
        }

        var isComplete: Bool { rows?.isComplete ?? false }

        var isResting: Bool { isComplete && DispatchTime.now().uptimeNanoseconds < restEnd }

        /// Takes the changes that a transaction has found, within it.
        func follow(_ changes: [SQLiteChanges], _ plan: RowPlan, _ connection: SQLiteConnection) {
            for change in changes {
                guard let rows else { return }
                if case .edits(let edits, _) = change {
                    do {
                        if try rows.apply(edits, plan, connection, until: sliceEnd()) { continue }
                    } catch let error as SQLiteError where error.cause == .interrupted {
                        // The edits wait.
                        continue
                    } catch {}
                }
                if !rows.isComplete { restarts += 1 }
                self.rows = nil
                return
            }
        }

        /// Calls a closure with all rows in their order, within a transaction. Nil: they are not sorted yet; call ``sort(_:)`` after the end of the
        /// transaction, and then this method again.
        /// - Parameter isCancelled: Called while all rows are sorted in one transaction.
        /// - Throws: ``SQLiteError``, `CancellationError`, or the error of the closure.
        func sorted<Result>(
            _ plan: RowPlan, _ connection: SQLiteConnection, isCancelled: () -> Bool,
            _ body: (SortedRows) throws -> Result?
        ) throws -> Result? {
            if rows == nil {
                spent = 0
                rows = try SortedRows(plan, memory: memory, pageSize: pageSize)
            }
            guard let rows else { return nil }
            do {
                try measure {
                    if restarts >= 2 {
                        while !rows.isComplete {
                            try rows.read(plan, connection, until: .max)
                            while try rows.sort(plan, until: sliceEnd()) {
                                if isCancelled() { throw CancellationError() }
                            }
                        }
                    } else {
                        try rows.read(plan, connection, until: sliceEnd())
                    }
                }
                guard rows.isComplete else { return nil }
                if let spent { restEnd = DispatchTime.now().uptimeNanoseconds + 4 * spent }
                spent = nil
                // Applies edits of rows that had already been read when they changed.
                if try rows.apply([], plan, connection, until: restarts >= 2 ? .max : sliceEnd()) {
                    if rows.hasWaiting { return nil }
                    if let result = try body(rows) {
                        restarts = 0
                        return result
                    }
                }
                guard restarts < 2 else {
                    throw SQLiteError(
                        .statement,
                        "expected the same rows twice in one transaction, found others: the condition or the order is random"
                    )
                }
                // The order is wrong: rows have changed without an edit.
                (self.rows, restarts) = (nil, restarts + 1)
                return nil
            } catch {
                let isInterrupted = (error as? SQLiteError)?.cause == .interrupted || error is CancellationError
                if !isInterrupted { self.rows = nil }
                throw error
            }
        }

        /// Sorts for the length of a slice, without a transaction.
        /// - Throws: ``SQLiteError``
        func sort(_ plan: RowPlan) throws {
            do { _ = try measure { try rows?.sort(plan, until: sliceEnd()) } } catch {
                rows = nil
                throw error
            }
        }

        /// Adds the time that a closure takes. The time between two requests does not count.
        private func measure<Result>(_ body: () throws -> Result) rethrows -> Result {
            let start = DispatchTime.now().uptimeNanoseconds
            defer { spent = spent.map { $0 + DispatchTime.now().uptimeNanoseconds - start } }
            return try body()
        }
    }
#endif
