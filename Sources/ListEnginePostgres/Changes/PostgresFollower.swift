#if PostgreSQL
    import ListEngineData

    typealias PostgresChanges = RowChanges<ColumnKey, ColumnKey, ColumnRow>
    typealias PostgresEdit = RowEdit<ColumnKey, ColumnKey, ColumnRow>

    /// Keeps the revision of a list: each transaction first finds out what has changed since the one before, so that its rows are those
    /// of a revision. The thread of the server uses it.
    ///
    /// A snapshot says which transactions a state of the database has seen. The journal names the transaction of each change. So the changes
    /// since a snapshot are those of the transactions that it has not seen, no matter how long they took.
    final class PostgresFollower {
        /// More changes than these are not read one by one.
        static let most = 10_000
        /// Of more changes, only the keys are read. The list reads the rows near the screen.
        static let mostRows = 100
        /// The seconds for which a journal keeps changes at least. A list that has not looked for longer starts again.
        static let keptSeconds = 300.0

        private(set) var plan: PostgresPlan?
        private(set) var revision = RowRevision(1)
        private let makePlan: (PostgresSession) throws -> PostgresPlan
        private let report: ([PostgresChanges]) -> Void
        /// Tests plant faults in the statement that reads changes.
        private let changing: (String) -> String
        /// The state that the list has, and when it was read, by the server's clock.
        private var state: (snapshot: String, seconds: Double)?
        /// Whether rows of an earlier plan may be shown.
        private var hasRows = false
        /// Whether the table could not be listed when the list last looked at its definition.
        private var hasFailed = false
        /// The channel that the session listens to.
        private var listening: String?

        init(
            plan: @escaping (PostgresSession) throws -> PostgresPlan, report: @escaping ([PostgresChanges]) -> Void,
            changing: @escaping (String) -> String = { $0 }
        ) {
            (makePlan, self.report, self.changing) = (plan, report, changing)
        }

        /// The plan of the current schema.
        /// - Throws: ``PostgresError``
        func currentPlan(_ session: PostgresSession) throws -> PostgresPlan {
            if let plan { return plan }
            let made: PostgresPlan
            do { made = try makePlan(session) } catch {
                hasFailed = true
                throw error
            }
            if let channel = made.channel, listening != channel {
                do {
                    try session.run("LISTEN \(quotedName(channel))")
                    listening = channel
                } catch let error as PostgresError where error.code == "25006" {
                    // A replica announces nothing. The list looks from time to time.
                }
            }
            plan = made
            if hasFailed { report([.everything(next())]) }
            hasFailed = false
            return made
        }

        /// Runs statements in a transaction, after the changes since the transaction before were reported.
        /// - Throws: ``PostgresError``
        func read<Result>(
            _ session: PostgresSession, _ statements: (PostgresPlan) throws -> [PostgresStatement],
            _ body: (PostgresPlan, [PostgresResult]) throws -> Result
        ) throws -> Result {
            // The second attempt has a new plan.
            for attempt in 0..<3 {
                let plan = try currentPlan(session)
                var all = [Self.stateStatement(plan)]
                if let state, plan.journal != nil {
                    var changes = Self.changesStatement(plan, state.snapshot)
                    changes.sql = changing(changes.sql)
                    all.append(changes)
                }
                let first = all.count
                all += try statements(plan)
                let results: [PostgresResult]
                do { results = try session.run(all) } catch let error as PostgresError {
                    guard error.isOfSchema, attempt == 0 else { throw error }
                    forget()
                    continue
                }
                let version = results[0].string(0, 1)
                if plan.relation.map({ $0.version != version }) ?? false {
                    forget()
                    continue
                }
                follow(results[0], first > 1 ? results[1] : nil, plan)
                hasRows = true
                do { return try body(plan, Array(results[first...])) } catch is PostgresPlan.ChangedTypes { forget() }
            }
            throw PostgresError(
                .statement,
                "expected a table that stays the same for a moment, found that it was changed again and again")
        }

        /// The definition of the table may have changed.
        private func forget() {
            (plan, state) = (nil, nil)
            if hasRows { report([.everything(next())]) }
            hasRows = false
        }

        /// There is a new connection, perhaps to a server with a different past.
        func startAgain() {
            listening = nil
            forget()
        }

        /// Something may have changed that no journal names.
        func refresh() { report([.somewhere(next())]) }

        // MARK: - Changes

        private static func stateStatement(_ plan: PostgresPlan) -> PostgresStatement {
            PostgresStatement(
                sql: """
                    SELECT pg_current_snapshot()::text, \
                    (SELECT \(PostgresPlan.version) FROM pg_catalog.pg_class c WHERE c.oid = \(plan.relation?.number ?? 0)), \
                    extract(epoch FROM clock_timestamp())::float8
                    """)
        }

        /// For each identity that a change names, its first old key since a snapshot, and its row as it is now.
        private static func changesStatement(_ plan: PostgresPlan, _ snapshot: String) -> PostgresStatement {
            let identity = plan.identity.map { quotedName($0.column) }
            let columns = Set(identity + plan.terms.map { quotedName($0.column) }).sorted()
            let same = identity.map { "\(plan.source).\($0) = f.\($0)" }.joined(separator: " AND ")
            let edits = plan.reportsEdits
            let row = edits ? plan.selection { "CASE WHEN listengine_few THEN \($0) END" } : "1"
            return PostgresStatement(
                sql: """
                    WITH e AS MATERIALIZED (
                        SELECT listengine_number, listengine_kind, \(columns.joined(separator: ", "))
                        FROM \(plan.journal ?? "")
                        WHERE listengine_xid >= pg_snapshot_xmin($1) AND NOT pg_visible_in_snapshot(listengine_xid, $1)
                            AND listengine_kind <> 'c'
                        ORDER BY listengine_number LIMIT \(edits ? most + 1 : 1)),
                    f AS (
                        SELECT DISTINCT ON (\(identity.joined(separator: ", "))) * FROM e
                        ORDER BY \(identity.joined(separator: ", ")), listengine_number),
                    s AS (SELECT count(*) <= \(mostRows) AS listengine_few FROM e)
                    SELECT (SELECT count(*) FROM e), (SELECT bool_or(listengine_kind = 'm') FROM e),
                        listengine_kind = 'o', n.listengine_there, \(plan.terms.map { "f." + quotedName($0.column) }.joined(separator: ", ")),
                        \(identity.map { "f." + $0 }.joined(separator: ", ")), n.*
                    FROM f CROSS JOIN s LEFT JOIN LATERAL (
                        SELECT true AS listengine_there, \(row) FROM \(plan.source) WHERE \(same) LIMIT 1) n ON true
                    """, parameters: [.text(snapshot, type: 5038)])
        }

        /// Takes the state of a transaction, and reports what has changed since the one before.
        private func follow(_ now: PostgresResult, _ changes: PostgresResult?, _ plan: PostgresPlan) {
            let former = state
            let seconds = now.real(0, 2) ?? 0
            state = (now.string(0, 0) ?? "", seconds)
            guard let former else { return }
            // The journal may not have all changes any more.
            if plan.journal != nil, seconds - former.seconds > Self.keptSeconds {
                return report([.everything(next())])
            }
            guard let changes, changes.count > 0 else { return }
            let isMany = changes.integer(0, 0) ?? 0 > Self.most || changes.isTrue(0, 1)
            if isMany || !plan.reportsEdits { return report([.somewhere(next())]) }
            var edits: [PostgresEdit] = []
            let (firstKey, firstID) = (4, 4 + plan.terms.count)
            let firstRow = firstID + plan.identity.count + 1
            for row in 0..<changes.count {
                let id = plan.identities.key(changes, row, from: firstID)
                let old = changes.isTrue(row, 2) ? plan.keys.key(changes, row, from: firstKey) : nil
                let new = changes.isTrue(row, 3) ? plan.readRow(changes, row, from: firstRow) : nil
                if old == nil, new == nil { continue }
                edits.append(
                    PostgresEdit(
                        id: id, old: old, new: new?.key,
                        row: changes.integer(0, 0) ?? 0 > Self.mostRows ? nil : new?.row))
            }
            if !edits.isEmpty { report([.edits(edits, next())]) }
        }

        private func next() -> RowRevision {
            revision = RowRevision(revision.number + 1)
            return revision
        }
    }
#endif
