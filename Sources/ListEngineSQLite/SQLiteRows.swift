#if SQLite
    import CSQLite
    import Foundation
    import ListEngineData

    /// The rows of a table, view or query of an SQLite file, in any unique order, for a list of any length.
    ///
    /// The source reads with a separate connection, in a separate thread. Most of its read transactions end after a slice of some
    /// milliseconds. These take longer in a long list:
    ///
    /// - The first page of an order without an index: SQLite reads all rows and keeps the first ones.
    /// - Each page of a view or query that SQLite sorts, and of an order without an index that uses a collation of the program.
    /// - An exact count from the pages of the file. The first one is compared with `count(*)`.
    /// - The rowids of all rows that a search finds, in an order other than that of the rowids.
    /// - A sort that had to begin from scratch twice, because rows changed while it ran: it then reads all rows in one transaction.
    ///
    /// **Changes.** A change of the file by any process is noticed within ``pollInterval``. A list without an index
    /// sorts its rows again after such a change, and then pauses for four times as long as the sort took. Until the
    /// pause ends, the list shows the order as it was. If the program passes the connection that it writes with,
    /// changes of a table without a condition are reported as exact edits; otherwise the list reads the rows near the
    /// screen again.
    ///
    /// **Counts.** If the order is that of the whole table or of one of its indexes, counts come from the pages of the file.
    /// Otherwise the rows are counted in slices. If the file changes meanwhile, counting goes on to the end, and begins again after a pause. Until
    /// then, the counts are estimates.
    public final class SQLiteRows: RowSource, @unchecked Sendable {
        /// The seconds between two looks for changes.
        public let pollInterval: Double
        /// The names of the columns of a row.
        public let columnNames: [String]
        /// The statement of SQL that creates the index of the order, if the table has none. Without this index, SQLite
        /// reads all rows before the first one is shown. Nil for views and queries.
        public let missingIndex: String?

        private let worker = SQLiteWorker()
        private let open: @Sendable () throws -> SQLiteConnection
        /// Used by the jobs of the worker only.
        private let follower: Follower
        /// Used by the jobs of the worker only.
        let sorting = Sorting()
        /// Used by the jobs of the worker only.
        let sectioning: Sectioning?
        /// The version of the schema whose counts have been compared with `count(*)`.
        private var verifiedSchema: Int64?
        private let lock = NSLock()
        // Guarded by the lock.
        private var reportedSections: SQLiteChanges?
        private var listeners: [Int: AsyncStream<SQLiteChanges>.Continuation] = [:]
        private var nextListener = 0
        private var polling: Task<Void, Never>?

        /// Opens a file. It blocks while it reads the schema.
        /// - Parameters:
        ///   - path: A path or address: see ``SQLiteConnection/init(path:isReadOnly:)``.
        ///   - contents: The table, view or query.
        ///   - columns: The columns of a row; nil for all.
        ///   - order: The order. It must contain a unique key.
        ///   - condition: Only rows that fulfil it are listed.
        ///   - sections: Groups the rows by the first column of the order.
        ///   - valueLimit: The most bytes of a string or a blob in a row, an even number: longer values are cut, even within a
        ///     character. Nil: values are whole. Keys are always whole.
        ///   - pollInterval: The seconds between two looks for changes.
        ///   - prepare: Defines collations and functions of the program for the connections that the source opens.
        /// - Throws: ``SQLiteError``
        public convenience init(
            path: String, _ contents: SQLiteContents, columns: [String]? = nil, order: [SQLiteOrderTerm],
            condition: SQLiteCondition? = nil, sections: SQLiteSections? = nil, valueLimit: Int? = nil,
            pollInterval: Double = 0.016,
            prepare: @escaping @Sendable (SQLiteConnection) throws -> Void = { _ in }
        ) throws {
            try self.init(
                Self.opening(path, prepare), { _ in nil }, contents, columns, order, condition, sections, valueLimit,
                pollInterval, isOnlyWriter: false)
        }

        /// Opens the file of a connection that the program writes with, and observes the connection.
        ///
        /// The observation uses the connection's hook before updates and replaces a hook of the program; several lists can observe one
        /// connection. With the hook, SQLite deletes all rows of a table one by one. Open the source while no statement of the
        /// connection runs; otherwise the connection is not observed, and its changes are found as those of other processes are.
        ///
        /// The observation ends with the source, with ``stopObserving()``, or when the connection is closed.
        /// - Parameters:
        ///   - connection: A connection to a file, in SQLite's serialized mode.
        ///   - sections: Groups the rows by the first column of the order.
        ///   - valueLimit: The most bytes of a string or a blob in a row, an even number: longer values are cut, even within a
        ///     character. Nil: values are whole. Keys are always whole.
        ///   - isOnlyWriter: Whether no other connection changes the file. The list then need not read rows again after each change.
        ///   - prepare: Defines collations and functions of the program for the connections that the source opens.
        /// - Throws: ``SQLiteError``
        public convenience init(
            connection: OpaquePointer, _ contents: SQLiteContents, columns: [String]? = nil, order: [SQLiteOrderTerm],
            condition: SQLiteCondition? = nil, sections: SQLiteSections? = nil, valueLimit: Int? = nil,
            pollInterval: Double = 0.016,
            isOnlyWriter: Bool = false,
            prepare: @escaping @Sendable (SQLiteConnection) throws -> Void = { _ in }
        ) throws {
            guard sqlite3_db_mutex(connection) != nil else {
                throw SQLiteError(
                    .statement,
                    "expected a connection in serialized mode, found one without a mutex: open it with "
                        + "SQLITE_OPEN_FULLMUTEX")
            }
            let borrowed = SQLiteConnection(borrowing: connection)
            guard !borrowed.path.isEmpty else {
                throw SQLiteError(.cannotOpen, "expected a connection to a file, found a database in memory")
            }
            try borrowed.checkLibrary()
            try self.init(
                Self.opening(borrowed.path, prepare), { HintLog($0, writer: connection) }, contents, columns, order,
                condition, sections, valueLimit, pollInterval, isOnlyWriter: isOnlyWriter)
        }

        /// Lists a file whose connections another library opens. It observes none until ``observe(_:)`` is called.
        /// - Parameter open: Opens a connection that reads, and that no one else uses.
        /// - Throws: ``SQLiteError``, or the error of the closure.
        package convenience init(
            opening open: @escaping @Sendable () throws -> SQLiteConnection, _ contents: SQLiteContents,
            columns: [String]?, order: [SQLiteOrderTerm], condition: SQLiteCondition?, sections: SQLiteSections?,
            pollInterval: Double, isOnlyWriter: Bool
        ) throws {
            try self.init(
                open, { HintLog($0) }, contents, columns, order, condition, sections, nil, pollInterval,
                isOnlyWriter: isOnlyWriter)
        }

        /// Opens a connection of the list.
        private static func opening(
            _ path: String, _ prepare: @escaping @Sendable (SQLiteConnection) throws -> Void
        ) -> @Sendable () throws -> SQLiteConnection {
            return {
                let connection = try SQLiteConnection(path: path)
                try prepare(connection)
                return connection
            }
        }

        private init(
            _ open: @escaping @Sendable () throws -> SQLiteConnection, _ log: (RowPlan) -> HintLog?,
            _ contents: SQLiteContents, _ columns: [String]?, _ order: [SQLiteOrderTerm], _ condition: SQLiteCondition?,
            _ sections: SQLiteSections?, _ valueLimit: Int?, _ pollInterval: Double, isOnlyWriter: Bool
        ) throws {
            self.open = open
            self.pollInterval = max(0.001, pollInterval)
            sectioning = sections.map { Sectioning($0) }
            let connection = try open()
            follower = try Follower(
                connection, log: log, isOnlyWriter: isOnlyWriter,
                plan: {
                    try RowPlan(
                        contents, columns: columns, order: order, condition: condition, valueLimit: valueLimit,
                        connection: $0)
                })
            columnNames = follower.plan.columnNames
            missingIndex = follower.plan.missingIndex
            try sections?.check(follower.plan)
            worker.start(with: connection)
            // Changes count from here on.
            _ = try connection.snapshot { try follower.follow(connection, ended: 0) }
        }

        /// When a slice that begins now ends.
        private static var sliceEnd: UInt64 { DispatchTime.now().uptimeNanoseconds + 4_000_000 }

        deinit {
            polling?.cancel()
            worker.stopObserving()
        }

        /// Ends the observation of the program's connection. Changes are then found as those of other processes are.
        public func stopObserving() { follower.log?.stop() }

        /// Begins to observe the connection that the program writes with, once, in the thread that uses it. The list may have been
        /// read before, and the connection needs no mutex. ``transactionDidEnd(_:dataVersion:)`` has to be called in the same thread after each
        /// transaction. When the connection is closed, or is nil because it was closed before, the list closes its own
        /// connection: rows that are read afterwards fail, and no change is found.
        package func observe(_ writer: OpaquePointer?) {
            guard let writer else { return worker.close(SQLiteError.closedByProgram) }
            worker.close(with: writer)
            follower.log?.observe(writer, sinceLastLook: false)
        }

        /// Whether the hook can tell the old keys of the rows.
        package var canObserve: Bool { follower.log != nil }

        /// A transaction of the observed connection has ended. Call it in the thread that uses the connection.
        /// - Parameter dataVersion: Returns SQLite's "data_version" of the connection; nil if it is not known.
        package func transactionDidEnd(_ writer: OpaquePointer, dataVersion: () -> Int64?) {
            follower.log?.transactionDidEnd(writer, dataVersion: dataVersion)
        }

        /// The names of the columns of rows at a revision. A change of the schema can change them.
        package func columnNames(at revision: RowRevision) -> [String] { follower.columnNames(at: revision) }

        // MARK: - Rows

        public func rows(_ side: RowSide<SQLiteKey>, limit: Int) async throws -> RowSlice<
            SQLiteKey, SQLiteKey, SQLiteRow
        > {
            // SQLite finds the first rows faster than this list sorts all of them.
            let isAtEnd =
                switch side {
                case .first, .last: sectioning == nil && limit < 1_000
                case .from, .after, .before: false
                }
            return try await read(early: isAtEnd) { plan, sorted, connection in
                let page =
                    if let sorted {
                        try sorted.page(side, limit: max(1, limit), plan, connection)
                    } else {
                        Optional(try plan.page(side, limit: max(1, limit), sortsPage: plan.isSorted, connection))
                    }
                return page.map { rows, isEnd in
                    RowSlice(
                        rows.map { KeyedRow(key: $0.key, id: $0.id, row: $0.row) }, isEnd: isEnd,
                        revision: self.follower.revision)
                }
            }
        }

        /// Calls a closure within a transaction, with all rows in their order if the list sorts them itself. The
        /// closure returns nil if that order is wrong, and is then called again. The sections are found before the
        /// closure is called.
        /// - Parameter early: Whether the closure is called without that order before the rows are sorted.
        private func read<Result: Sendable>(
            early: Bool = false, _ body: @escaping @Sendable (RowPlan, SortedRows?, SQLiteConnection) throws -> Result?
        ) async throws -> Result {
            while true {
                let result = try await worker.run(opening: open) { connection in
                    let result = try self.snapshot(connection) { plan in
                        guard plan.isSorted, !early || self.sorting.isComplete else {
                            return self.sectioning?.isKnown == false ? nil : try body(plan, nil, connection)
                        }
                        let result = try self.sorting.sorted(
                            plan, connection, isCancelled: { self.worker.isCancelled }
                        ) { sorted -> Result?? in
                            do {
                                self.report(
                                    try self.findSections(plan) {
                                        guard
                                            let page = try sorted.page(
                                                .from($0), limit: 1, plan.firstTermOnly, connection)
                                        else { throw WrongOrder() }
                                        return page.rows.first.map { ($0.key, $0.row.values.first) }
                                    })
                            } catch is WrongOrder { return nil }
                            // In the next transaction.
                            if self.sectioning?.isCurrent == false { return .some(nil) }
                            return try body(plan, sorted, connection).map { .some($0) }
                        }
                        return result ?? nil
                    }
                    if result == nil { try self.sorting.sort(self.follower.plan) }
                    return result
                }
                if let result { return result }
                try Task.checkCancellation()
            }
        }

        /// Calls a closure within a transaction, after the changes since the one before were reported.
        private func snapshot<Result>(_ connection: SQLiteConnection, _ body: (RowPlan) throws -> Result) throws
            -> Result
        {
            let ended = follower.endedEvents()
            return try connection.snapshot {
                if try !rests(connection) {
                    try follow(take(try follower.follow(connection, ended: ended), connection), connection)
                }
                if let failure = follower.failure { throw failure }
                return try body(follower.plan)
            }
        }

        /// Reports the sections that are found, then the changes. Both are reported before rows of their revision are
        /// returned.
        private func follow(_ changes: [SQLiteChanges], _ connection: SQLiteConnection) throws {
            var sections: [SQLiteChanges] = []
            defer { report(sections + changes) }
            let plan = follower.plan
            if follower.failure == nil, !plan.isSorted {
                sections = try findSections(plan) {
                    let row = try plan.firstTermOnly.page(.from($0), limit: 1, connection).rows.first
                    return row.map { ($0.key, $0.row.values.first) }
                }
            }
        }

        /// Whether the list keeps its order during a pause, even if other connections have changed rows. Without a
        /// pause, each change would sort all rows again before the next page or count. A row that no longer fits the
        /// order ends the pause.
        private func rests(_ connection: SQLiteConnection) throws -> Bool {
            guard sorting.isResting, !follower.hasEditsOnly, follower.failure == nil else { return false }
            return try connection.integer("PRAGMA main.schema_version") == follower.plan.schemaVersion
        }

        /// Changes with the sections that begin with them. The sorted rows follow.
        private func take(_ changes: [SQLiteChanges], _ connection: SQLiteConnection) -> [SQLiteChanges] {
            sorting.follow(changes, follower.plan, connection)
            return sectioning?.follow(changes, follower.plan, connection) ?? changes
        }

        /// Finds sections for the length of a slice, if they are not known.
        private func findSections(_ plan: RowPlan, firstRow: Sectioning.FirstRow) throws -> [SQLiteChanges] {
            guard let sectioning, try sectioning.find(plan, until: Self.sliceEnd, firstRow: firstRow) else { return [] }
            return [.sections(sectioning.headings, follower.revision)]
        }

        /// Whether sections are found again without requests.
        private var findsSections: Bool { !follower.plan.isSorted && sectioning?.isSearching ?? false }

        // MARK: - Changes

        public func changes() -> AsyncStream<RowChanges<SQLiteKey, SQLiteKey, SQLiteRow>> {
            let (stream, continuation) = AsyncStream.makeStream(of: SQLiteChanges.self)
            let number = lock.withLock {
                nextListener += 1
                if let reportedSections { continuation.yield(reportedSections) }
                listeners[nextListener] = continuation
                if polling == nil { polling = poll() }
                return nextListener
            }
            continuation.onTermination = { [weak self] _ in
                guard let self else { return }
                self.lock.withLock {
                    self.listeners[number] = nil
                    if self.listeners.isEmpty {
                        self.polling?.cancel()
                        self.polling = nil
                    }
                }
            }
            return stream
        }

        /// The sections that were reported last.
        var knownSections: [SQLiteHeading] {
            lock.withLock {
                guard case .sections(let headings, _)? = reportedSections else { return [] }
                return headings
            }
        }

        private func report(_ changes: [SQLiteChanges]) {
            guard !changes.isEmpty else { return }
            let listeners = lock.withLock {
                for change in changes {
                    if case .sections = change { reportedSections = change }
                }
                return Array(self.listeners.values)
            }
            for change in changes {
                for listener in listeners { listener.yield(change) }
            }
        }

        /// Looks for changes until it is cancelled or the source is released.
        private func poll() -> Task<Void, Never> {
            let pause = UInt64(pollInterval * 1e9)
            return Task.detached { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(nanoseconds: pause)
                    guard let self, !Task.isCancelled, !self.worker.isClosed else { return }
                    // A file that is locked for long, or damaged, is looked at again. Its rows report the error.
                    try? await self.look()
                }
            }
        }

        private func look() async throws {
            try await worker.run(opening: open) { connection in
                if connection.isMoved, let other = try? self.open(),
                    (try? other.rows("SELECT 1 FROM sqlite_schema")) != nil
                {
                    // Another file has its name now.
                    self.verifiedSchema = nil
                    self.report(self.take([self.follower.startAgain(other)], other))
                    self.worker.replace(with: other)
                    try self.snapshot(other) { _ in }
                } else if self.sorting.isResting, !self.follower.hasEditsOnly {
                    // Each change sorts all rows again.
                } else if try self.follower.mayHaveChanged(connection) || self.findsSections {
                    try self.snapshot(connection) { _ in }
                }
            }
        }

        /// The rows are not in the order that was sorted.
        private struct WrongOrder: Error {}

        // MARK: - Counts

        public func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<SQLiteKey>, any Error> {
            AsyncThrowingStream { stream in
                let task = Task.detached { [self] in
                    do {
                        let isFirst = revision == nil
                        if try await !countLeaves(stream, isFirst: isFirst) {
                            try await countSlices(stream)
                        }
                        stream.finish()
                    } catch { stream.finish(throwing: error) }
                }
                stream.onTermination = { _ in task.cancel() }
            }
        }

        private typealias Outlines = AsyncThrowingStream<RowOutline<SQLiteKey>, any Error>.Continuation

        /// Counts by the pages of the file: first an estimate, then exactly, and then by sections. False if that is not possible.
        private func countLeaves(_ stream: Outlines, isFirst: Bool) async throws -> Bool {
            if isFirst {
                let estimate = try await worker.run(opening: open) { connection in
                    try self.follower.plan.readLeaves(counts: false, connection) { $0 }
                }
                guard let estimate else { return false }
                let count = RowCount.estimated(estimate.total, within: estimate.within)
                stream.yield(.estimate(count: count, quantiles: Self.quantiles(estimate.firsts)))
            }
            // Sections are counted in slices, unless changes come in between again and again.
            for attempt in 0..<3 {
                let counted = try await countLeaves(stream, bySections: attempt == 2)
                guard let (pages, revision) = counted else { return attempt > 0 }
                if sectioning == nil || attempt == 2 { break }
                if try await countSections(in: pages, revision, stream) { break }
            }
            return true
        }

        private func countLeaves(_ stream: Outlines, bySections: Bool) async throws -> (
            pages: [RowPage<SQLiteKey>], revision: RowRevision
        )? {
            try await worker.run(opening: open) { connection in
                let ended = self.follower.endedEvents()
                let plan = self.follower.plan
                return try plan.readLeaves(
                    counts: true, connection,
                    before: {
                        self.report(self.take(try self.follower.follow(connection, ended: ended), connection))
                        return self.follower.plan.schemaVersion == plan.schemaVersion
                    },
                    after: { counts in
                        if self.verifiedSchema != plan.schemaVersion {
                            let total = try connection.integer("SELECT count(*) FROM \(plan.source)")
                            guard total == Int64(counts.total) else { return nil }
                            self.verifiedSchema = plan.schemaVersion
                        }
                        var pages =
                            counts.total == 0
                            ? [] : zip(counts.firsts, counts.counts).map { RowPage(first: $0, count: $1) }
                        if bySections { (pages, _) = try self.split(pages, from: 0, plan, connection, until: .max) }
                        stream.yield(.pages(pages, end: nil, revision: self.follower.revision))
                        return (pages, self.follower.revision)
                    })
            }
        }

        /// Counts the pages again, so that a page begins with each section. False if the list has changed since they were counted.
        private func countSections(in pages: [RowPage<SQLiteKey>], _ revision: RowRevision, _ stream: Outlines)
            async throws
            -> Bool
        {
            var next: Int? = 0
            while let from = next, from < pages.count {
                try Task.checkCancellation()
                next = try await worker.run(opening: open) { connection in
                    try self.snapshot(connection) { plan -> Int? in
                        guard self.follower.revision == revision else { return nil }
                        let (parts, next) = try self.split(pages, from: from, plan, connection, until: Self.sliceEnd)
                        let end = next < pages.count ? pages[next].first : nil
                        stream.yield(.pages(parts, end: end, revision: revision))
                        return next
                    }
                }
            }
            return next != nil
        }

        /// Divides pages in which sections begin, until the time is over. Returns the next page.
        private func split(
            _ pages: [RowPage<SQLiteKey>], from: Int, _ plan: RowPlan, _ connection: SQLiteConnection,
            until limit: UInt64
        ) throws -> (pages: [RowPage<SQLiteKey>], next: Int) {
            guard from < pages.count else { return ([], from) }
            let headings = sectioning?.headings ?? []
            var parts: [RowPage<SQLiteKey>] = []
            var page = from
            var heading = 0
            repeat {
                let end = page + 1 < pages.count ? pages[page + 1].first : nil
                while heading < headings.count, headings[heading].first <= pages[page].first { heading += 1 }
                if heading < headings.count, end.map({ headings[heading].first < $0 }) ?? true {
                    let counted = try plan.countPages(
                        from: pages[page].first, upTo: end, headings: headings, connection, seconds: 60)
                    parts += counted.pages
                } else {
                    parts.append(pages[page])
                }
                page += 1
            } while page < pages.count && (page % 16 != 0 || DispatchTime.now().uptimeNanoseconds < limit)
            return (parts, page)
        }

        /// Keys at equal distances.
        private static func quantiles(_ firsts: [SQLiteKey]) -> [SQLiteKey] {
            let inner = firsts.dropFirst()
            guard inner.count > 255 else { return Array(inner) }
            return (1...255).map { firsts[$0 * firsts.count / 256] }
        }

        /// Counts by sorting all keys, or by reading them, a few milliseconds at a time.
        private func countSlices(_ stream: Outlines) async throws {
            let isDone = try await read { plan, sorted, connection in
                guard let sorted else { return false }
                let pages = try sorted.counts(headings: self.sectioning?.headings ?? [], plan, connection)
                if let pages { stream.yield(.pages(pages, end: nil, revision: self.follower.revision)) }
                return pages.map { _ in true }
            }
            if isDone { return }
            var frontier: SQLiteKey? = .start
            while let from = frontier {
                try Task.checkCancellation()
                frontier = try await worker.run(opening: open) { connection in
                    try self.snapshot(connection) { plan in
                        let (pages, end) = try plan.countPages(
                            from: from, headings: self.sectioning?.headings ?? [], connection)
                        // Also without pages: then there are no rows from the key on.
                        stream.yield(.pages(pages, end: end, revision: self.follower.revision))
                        return end
                    }
                }
            }
        }
    }
#endif
