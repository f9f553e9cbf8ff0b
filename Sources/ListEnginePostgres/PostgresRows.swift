#if PostgreSQL
    import Foundation
    import ListEngineData

    /// The rows of a table, view or query of a PostgreSQL server, in any unique order, for a list of any length.
    ///
    /// Nothing is read before the first request. An error, such as an order that is not unique, is the error of the rows; ``check()`` throws
    /// it earlier.
    ///
    /// **Changes.** If the table has a journal (``PostgresServer/installJournal(on:schema:columns:readers:)``), the list follows each
    /// commit of any session: as exact edits, or, with a condition, by reading the rows near the screen again. Without a journal, and for views
    /// and queries, call ``refresh()``.
    ///
    /// **Counts.** Statistics of the server give an estimate. Then the rows are counted in slices of some milliseconds.
    public final class PostgresRows: RowSource, PostgresWatcher, @unchecked Sendable {
        /// The server that has the rows.
        public let server: PostgresServer

        /// Used by the thread of the server only.
        let follower: PostgresFollower
        /// Used by the thread of the server only.
        let sectioning: PostgresSectioning?
        private let listeners: Listeners

        /// The lists that follow the changes.
        private final class Listeners: @unchecked Sendable {
            private let lock = NSLock()
            // Guarded by the lock.
            private var streams: [Int: AsyncStream<PostgresChanges>.Continuation] = [:]
            private var next = 0
            private var sections: PostgresChanges?

            func add() -> AsyncStream<PostgresChanges> {
                let (stream, continuation) = AsyncStream.makeStream(of: PostgresChanges.self)
                let number = lock.withLock {
                    next += 1
                    streams[next] = continuation
                    if let sections { continuation.yield(sections) }
                    return next
                }
                continuation.onTermination = { [weak self] _ in
                    guard let self else { return }
                    lock.withLock { streams[number] = nil }
                }
                return stream
            }

            func report(_ changes: [PostgresChanges]) {
                let streams = lock.withLock {
                    for change in changes { if case .sections = change { sections = change } }
                    return Array(self.streams.values)
                }
                for change in changes {
                    for stream in streams { stream.yield(change) }
                }
            }
        }

        /// - Parameters:
        ///   - server: The connection, which several lists can share.
        ///   - contents: The table, view or query.
        ///   - columns: The columns of a row; nil for all. Numbers and bytes are read as such, values of other types as
        ///     text.
        ///   - order: The order. It must contain a unique key.
        ///   - condition: Only rows that fulfil it are listed.
        ///   - sections: Groups the rows by the first column of the order. They are found by a statement for each section, and shown when all
        ///     are known.
        public init(
            _ server: PostgresServer, _ contents: PostgresContents, columns: [String]? = nil,
            order: [PostgresOrderTerm], condition: PostgresCondition? = nil, sections: PostgresSections? = nil
        ) {
            self.server = server
            let listeners = Listeners()
            self.listeners = listeners
            let sectioning = sections.map { PostgresSectioning($0) }
            self.sectioning = sectioning
            follower = PostgresFollower(
                plan: {
                    try PostgresPlan(contents, columns: columns, order: order, condition: condition, $0)
                }, report: { listeners.report(sectioning?.follow($0) ?? $0) })
            server.worker.watch(self)
        }

        /// Looks at the table, and finds out whether it can be listed.
        /// - Returns: The names of the columns of a row.
        /// - Throws: ``PostgresError``
        @discardableResult public func check() async throws -> [String] {
            try await server.run {
                let plan = try self.follower.currentPlan($0)
                try self.sectioning?.check(plan)
                return plan.columnNames
            }
        }

        // MARK: - Rows

        public func rows(_ side: RowSide<ColumnKey>, limit: Int) async throws -> RowSlice<
            ColumnKey, ColumnKey, ColumnRow
        > {
            // One row more than the page, to find its end and equal keys. No page is larger.
            let limit = min(max(1, limit), 1_000_000)
            return try await server.run { session in
                defer { self.findSectionsIfNeeded() }
                return try self.follower.read(session, { [try $0.pageStatement(side, limit: limit + 1)] }) {
                    plan, results in
                    if let failure = self.sectioning?.failure { throw failure }
                    let page = try plan.page(results[0], isBackward: side.isBackward, limit: limit)
                    return RowSlice(
                        page.rows.map { KeyedRow(key: $0.key, id: $0.id, row: $0.row) }, isEnd: page.isEnd,
                        revision: self.follower.revision)
                }
            }
        }

        // MARK: - Counts

        /// First an estimate, which costs little, then the pages of exact counts, in slices of about four milliseconds. Between two
        /// slices, other requests have their turn. If no index has the order, the server would sort all rows for each slice, so a slice has a
        /// quarter of a million rows.
        public func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<ColumnKey>, any Error> {
            AsyncThrowingStream { stream in
                let task = Task.detached { [self] in
                    do {
                        if revision == nil { try await estimate(stream) }
                        let pages = try await countSlices(stream)
                        if sectioning != nil { try await countSections(in: pages, stream) }
                        stream.finish()
                    } catch { stream.finish(throwing: error) }
                }
                stream.onTermination = { _ in task.cancel() }
            }
        }

        private typealias Outlines = AsyncThrowingStream<RowOutline<ColumnKey>, any Error>.Continuation

        private func estimate(_ stream: Outlines) async throws {
            do {
                try await server.run { session in
                    let plan = try self.follower.currentPlan(session)
                    if let estimate = try plan.estimate(session) { stream.yield(estimate) }
                }
            } catch let error as PostgresError where error.cause != .connection {
                // Without statistics there is no estimate, but the rows can be counted.
            }
        }

        /// - Returns: The pages, if the list has sections.
        private func countSlices(_ stream: Outlines) async throws -> [RowPage<ColumnKey>] {
            let sorts = try await server.run { try self.follower.currentPlan($0).sortsAllRows($0) }
            var pages = sorts ? Self.mostPages : 8
            var frontier: ColumnKey? = .start
            var counted: [RowPage<ColumnKey>] = []
            while let from = frontier {
                try Task.checkCancellation()
                let most = pages
                let (found, end, seconds) = try await server.run {
                    session -> ([RowPage<ColumnKey>], ColumnKey?, Double) in
                    let start = now()
                    return try self.follower.read(session, { [try $0.sliceStatement(from: from, pages: most)] }) {
                        plan, results in
                        let slice = try plan.slice(results[0], from: from, pages: most)
                        // Also without pages: then there are no rows from the key on.
                        stream.yield(.pages(slice.pages, end: slice.end, revision: self.follower.revision))
                        return (slice.pages, slice.end, Double(now() - start) / 1e9)
                    }
                }
                if sectioning != nil { counted += found }
                if !sorts, seconds > 0.006 { pages = max(1, pages / 2) }
                if !sorts, seconds < 0.003 { pages = min(Self.mostPages, pages * 2) }
                frontier = end
            }
            return counted
        }

        /// Counts the pages again in which sections begin, so that a page begins with each section.
        private func countSections(in pages: [RowPage<ColumnKey>], _ stream: Outlines) async throws {
            try await findSections()
            let limit = 2 * PostgresPlan.pageSize
            var (place, rest) = (0, pages.first?.first)
            while let from = rest {
                try Task.checkCancellation()
                let first = place
                (place, rest) = try await server.run { session in
                    let (headings, time) = (self.sectioning?.headings ?? [], now() + 4_000_000)
                    var (place, from) = (first, from)
                    while now() < time {
                        let end = place + 1 < pages.count ? pages[place + 1].first : nil
                        let next = headings.first { from < $0.first }
                        var reached = end
                        if let next, end.map({ next.first < $0 }) ?? true {
                            reached = try self.follower.read(
                                session,
                                { [try $0.pageStatement(.from(from), limit: limit, selecting: $0.keySelection)] }
                            ) { plan, results in
                                let parts = try plan.pages(
                                    results[0], from: from, upTo: end, headings: headings, limit: limit)
                                stream.yield(.pages(parts.pages, end: parts.end, revision: self.follower.revision))
                                return parts.end
                            }
                        }
                        guard let reached else { return (place, nil) }
                        if reached == end { place += 1 }
                        from = reached
                    }
                    return (place, from)
                }
            }
        }

        /// The most pages of a slice.
        private static let mostPages = 512

        /// The statement of SQL that creates the index of the order, if the table has none. Without this index, the server
        /// sorts all rows for each page. Nil for queries.
        /// - Throws: ``PostgresError``
        public func missingIndex() async throws -> String? {
            try await server.run { session in
                let plan = try self.follower.currentPlan(session)
                return try plan.sortsAllRows(session) ? plan.indexStatement : nil
            }
        }

        // MARK: - Changes

        public func changes() -> AsyncStream<RowChanges<ColumnKey, ColumnKey, ColumnRow>> { listeners.add() }

        /// Reads the rows near the screen again, for lists whose changes are not reported.
        public func refresh() {
            Task.detached { [self] in
                try? await server.run { _ in
                    self.follower.refresh()
                    self.findSectionsIfNeeded()
                }
            }
        }

        var channel: String? { follower.plan?.channel }

        func look(_ session: PostgresSession) throws {
            defer { findSectionsIfNeeded() }
            try follower.read(session, { _ in [] }, { _, _ in })
        }

        func startAgain() { follower.startAgain() }

        // MARK: - Sections

        /// Begins to find sections that are not known, if no task does so. The thread of the server calls it.
        private func findSectionsIfNeeded() {
            guard let sectioning, sectioning.begin() else { return }
            Task.detached { [weak self] in
                let start = now()
                // After an error, the next request begins again.
                do { try await self?.findSections() } catch { return sectioning.end() }
                // With a busy writer, sections are found in at most a fifth of the time.
                try? await Task.sleep(nanoseconds: 4 * (now() - start))
                sectioning.end()
                guard let self else { return }
                try? await server.run { _ in self.findSectionsIfNeeded() }
            }
        }

        /// Finds sections, a few milliseconds at a time, until all are known. Between two slices, other requests have their turn.
        private func findSections() async throws {
            while true {
                try Task.checkCancellation()
                let isDone = try await server.run { session in
                    guard let sectioning = self.sectioning, !sectioning.isCurrent else { return true }
                    let isNew = try sectioning.find(until: now() + 4_000_000) { place in
                        try self.follower.read(
                            session, { [try $0.firstTermOnly.pageStatement(.from(place), limit: 1)] }
                        ) { plan, results in
                            (try plan.firstTermOnly.page(results[0], isBackward: false, limit: 1).rows.first, plan)
                        }
                    }
                    if isNew { self.listeners.report([.sections(sectioning.headings, self.follower.revision)]) }
                    return sectioning.isCurrent
                }
                if isDone { return }
            }
        }
    }
#endif
