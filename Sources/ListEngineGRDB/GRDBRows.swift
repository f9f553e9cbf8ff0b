#if GRDB
    import CSQLite
    import Foundation
    import GRDB
    import ListEngineData
    import ListEngineSQLite

    /// The records of a table, view or query of a GRDB database, in any unique order, for a list of any length.
    ///
    ///     struct Player: Codable, FetchableRecord, TableRecord {
    ///         var id: Int64
    ///         var name: String
    ///     }
    ///     let pool = try DatabasePool(path: "players.db")
    ///     let players = try GRDBRows<Player>(pool, order: [.ascending("name"), .ascending("id")])
    ///     let rows = LiveRows(players)
    ///
    /// The source is a `SQLiteRows` for programs that have GRDB: rows are records, and the program's `DatabasePool` or `DatabaseQueue` says
    /// how they are read and what it writes. Records are decoded from rows of a statement, as GRDB decodes those that it fetches.
    ///
    /// **Reading.** The source opens a separate connection with the configuration of the database, so the program's functions,
    /// collations and keys are there. It takes no reader from the pool, and no write waits for it; checkpoints
    /// that are not passive do. It is the same connection in each transaction, because SQLite tells only a connection which changes others have made. The database must be a file in
    /// WAL mode, as that of a pool is; set `Configuration.journalMode` to `.wal` for a queue.
    ///
    /// **Changes.** Writes through the database are reported as exact edits if the rows are those of a table without a condition. GRDB's end of a
    /// transaction tells when they are final. All other writes are found as those of other processes are. SQLite's hook before updates
    /// is used for old keys. GRDB uses the other hooks, and keeps them. Observations, such as `ValueObservation`, see what
    /// they always see.
    ///
    /// **Lifetime.** The source retains the database. After `close()` of the database, the source closes its connection, and rows that are read
    /// fail. The log of WAL mode then remains on disk; drop the source before you close a database whose file you move or copy. The
    /// source can be created at any time, in an access to the database as well. It does not wait for a write that runs.
    public final class GRDBRows<Record: FetchableRecord & Sendable>: RowSource {
        /// The names of the columns that records are decoded from, when the source was created.
        public var columnNames: [String] { rows.columnNames }
        /// The statement of SQL that creates the index of the order: see `SQLiteRows`.
        public var missingIndex: String? { rows.missingIndex }

        private let rows: SQLiteRows
        private let decoder: RecordDecoder<Record>
        private let database: any DatabaseWriter
        private let ends: TransactionEnds

        /// Opens a connection. It blocks while it reads the schema.
        /// - Parameters:
        ///   - database: A `DatabasePool` or a `DatabaseQueue`, whose database is a file in WAL mode.
        ///   - contents: The table, view or query.
        ///   - columns: The columns that records are decoded from; nil for all.
        ///   - order: The order. It must contain a unique key.
        ///   - condition: Only rows that fulfil it are listed.
        ///   - sections: Groups the rows by the first column of the order.
        ///   - pollInterval: The seconds between two looks for changes.
        ///   - isOnlyWriter: Whether only this database object changes the file. The list then need not read rows again after each
        ///     change.
        /// - Throws: `SQLiteError`, or an error of GRDB.
        public init(
            _ database: some DatabaseWriter, _ contents: SQLiteContents, columns: [String]? = nil,
            order: [SQLiteOrderTerm], condition: SQLiteCondition? = nil, sections: SQLiteSections? = nil,
            pollInterval: Double = 0.016, isOnlyWriter: Bool = false
        ) throws {
            let path = try Self.path(of: database)
            let configuration = database.configuration
            let rows = try SQLiteRows(
                opening: { try reader(path, configuration) }, contents, columns: columns, order: order,
                condition: condition, sections: sections, pollInterval: pollInterval, isOnlyWriter: isOnlyWriter)
            let ends = TransactionEnds(rows)
            decoder = try RecordDecoder()
            (self.rows, self.database, self.ends) = (rows, database, ends)
            // Later, so that a list need not wait for a write that runs.
            database.asyncWriteWithoutTransaction { [weak rows, weak ends] connection in
                guard let rows, let ends else { return }
                // A closed database calls the closure too.
                if connection.sqliteConnection != nil, rows.canObserve {
                    connection.add(transactionObserver: ends, extent: .observerLifetime)
                }
                rows.observe(connection.sqliteConnection)
            }
        }

        private static func path(of database: some DatabaseWriter) throws -> String {
            switch database {
            case let pool as DatabasePool: return pool.path
            case let queue as DatabaseQueue: return queue.path
            default:
                throw SQLiteError(
                    .statement,
                    "expected a DatabasePool or a DatabaseQueue, found a value of the type \(type(of: database))")
            }
        }

        // MARK: - Rows

        public func rows(_ side: RowSide<SQLiteKey>, limit: Int) async throws -> RowSlice<
            SQLiteKey, SQLiteKey, Record
        > {
            let slice = try await rows.rows(side, limit: limit)
            let names = rows.columnNames(at: slice.revision)
            let records = try decoder.decode(names) { decode in
                try slice.rows.map { KeyedRow(key: $0.key, id: $0.id, row: try decode($0.row)) }
            }
            return RowSlice(records, isEnd: slice.isEnd, revision: slice.revision)
        }

        public func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<SQLiteKey>, any Error> {
            rows.outlines(since: revision)
        }

        public func changes() -> AsyncStream<RowChanges<SQLiteKey, SQLiteKey, Record>> {
            let (stream, continuation) = AsyncStream.makeStream(of: RowChanges<SQLiteKey, SQLiteKey, Record>.self)
            let changes = rows.changes()
            let task = Task.detached { [weak rows, decoder] in
                for await change in changes {
                    guard let rows else { break }
                    continuation.yield(change.decoded(rows, decoder))
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
            return stream
        }
    }

    extension GRDBRows where Record: TableRecord {
        /// Lists the table of the records. Without `columns`, these are the columns of the record's `databaseSelection`.
        ///
        /// The parameters and errors are those of ``init(_:_:columns:order:condition:sections:pollInterval:isOnlyWriter:)``. A
        /// selection of anything else than columns is an error, for example of all columns and the rowid.
        public convenience init(
            _ database: some DatabaseWriter, columns: [String]? = nil, order: [SQLiteOrderTerm],
            condition: SQLiteCondition? = nil, sections: SQLiteSections? = nil, pollInterval: Double = 0.016,
            isOnlyWriter: Bool = false
        ) throws {
            try self.init(
                database, .table(Record.databaseTableName), columns: columns ?? Self.selectedColumns(), order: order,
                condition: condition, sections: sections, pollInterval: pollInterval, isOnlyWriter: isOnlyWriter)
        }

        /// The columns that GRDB selects; nil for all.
        private static func selectedColumns() throws -> [String]? {
            let selection = Record.databaseSelection
            if selection.count == 1, selection[0] is AllColumns { return nil }
            return try selection.map { selected in
                guard let column = selected as? any ColumnExpression else {
                    throw SQLiteError(
                        .noSuchColumn,
                        "expected columns in the databaseSelection of \(Record.self), found \(selected): pass the columns, or a query"
                    )
                }
                return column.name
            }
        }
    }

    extension RowChanges where Key == SQLiteKey, ID == SQLiteKey, Row == SQLiteRow {
        /// The changes with records. A row that cannot be decoded is left out, so that the list reads it and shows the error.
        fileprivate func decoded<Record: FetchableRecord & Sendable>(
            _ rows: SQLiteRows, _ decoder: RecordDecoder<Record>
        ) -> RowChanges<SQLiteKey, SQLiteKey, Record> {
            switch self {
            case .edits(let edits, let revision):
                let decoded = try? decoder.decode(rows.columnNames(at: revision)) { decode in
                    edits.map { edit in
                        RowEdit(id: edit.id, old: edit.old, new: edit.new, row: edit.row.flatMap { try? decode($0) })
                    }
                }
                return .edits(
                    decoded ?? edits.map { RowEdit(id: $0.id, old: $0.old, new: $0.new, row: nil) }, revision)
            case .somewhere(let revision): return .somewhere(revision)
            case .everything(let revision): return .everything(revision)
            case .sections(let headings, let revision): return .sections(headings, revision)
            }
        }
    }

    /// Decodes records from rows of a statement, as GRDB does when it fetches them: with its conversions, and with the columns in their order. The
    /// statement returns its parameters, in a database in memory that has nothing else.
    private final class RecordDecoder<Record: FetchableRecord>: Sendable {
        private let database: DatabaseQueue

        init() throws {
            var configuration = Configuration()
            configuration.label = "ListEngineGRDB"
            database = try DatabaseQueue(configuration: configuration)
        }

        /// Calls a closure that decodes rows with these columns.
        func decode<Result>(
            _ names: [String], _ body: ((SQLiteRow) throws -> Record) throws -> Result
        ) throws -> Result {
            guard !names.isEmpty else { return try body { _ in try Record(row: GRDB.Row()) } }
            let columns = names.enumerated().map { "?\($0 + 1) AS \(quotedName($1))" }
            return try database.unsafeRead { connection in
                let statement = try connection.cachedStatement(sql: "SELECT " + columns.joined(separator: ", "))
                // GRDB then leaves the parameters as they are.
                statement.setUncheckedArguments([])
                defer { statement.setUncheckedArguments([]) }
                return try body { row in
                    sqlite3_reset(statement.sqliteStatement)
                    for (index, value) in row.values.enumerated() {
                        try value.bind(to: statement.sqliteStatement, at: index + 1)
                    }
                    guard let record = try Record.fetchOne(statement) else {
                        throw SQLiteError(.statement, "expected a row, found none", statement: statement.sql)
                    }
                    return record
                }
            }
        }
    }

    /// Tells the list when transactions of the program end. GRDB calls it in the thread that uses the connection.
    private final class TransactionEnds: TransactionObserver, Sendable {
        private let rows: SQLiteRows

        init(_ rows: SQLiteRows) { self.rows = rows }

        /// No change of a row is reported here, so GRDB installs no hook for this observer.
        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ connection: Database) { end(connection) }
        func databaseDidRollback(_ connection: Database) { end(connection) }

        private func end(_ connection: Database) {
            guard let writer = connection.sqliteConnection else { return }
            rows.transactionDidEnd(writer) {
                try? Int64.fetchOne(connection.cachedStatement(sql: "PRAGMA main.data_version"))
            }
        }
    }

    /// Opens a connection of the list, as GRDB opens those of the program.
    private func reader(_ path: String, _ configuration: Configuration) throws -> ListEngineSQLite.SQLiteConnection {
        var configuration = configuration
        configuration.readonly = true
        configuration.label = "ListEngineGRDB"
        configuration.journalMode = .default
        // The list waits for the recovery of the log. Nothing else in WAL mode makes a reader wait.
        configuration.busyMode = .timeout(5)
        // Only the list uses the connection, in a thread that GRDB does not know.
        #if os(iOS)
            configuration.automaticMemoryManagement = false
        #endif
        configuration.observesSuspensionNotifications = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let (pointer, version, mode) = try queue.unsafeRead { connection in
            (
                connection.sqliteConnection, try String.fetchOne(connection, sql: "SELECT sqlite_source_id()"),
                try String.fetchOne(connection, sql: "PRAGMA main.journal_mode")
            )
        }
        guard let pointer else { throw SQLiteError(.cannotOpen, "expected an open connection") }
        let own = String(cString: sqlite3_sourceid())
        guard version == own else {
            throw SQLiteError(
                .statement,
                "expected GRDB with the SQLite library of ListEngineSQLite, \(own); found GRDB with another one, \(version ?? "")"
            )
        }
        let connection = ListEngineSQLite.SQLiteConnection(pointer, keptBy: queue)
        guard !connection.path.isEmpty else {
            throw SQLiteError(.cannotOpen, "expected a database in a file, found one in memory")
        }
        try connection.checkLibrary()
        guard mode == "wal" else {
            throw SQLiteError(
                .statement,
                "expected a database in WAL mode, found the journal mode \(mode ?? ""), in which a list that reads makes writes "
                    + "fail: use a DatabasePool, or set journalMode of the configuration to .wal")
        }
        return connection
    }
#endif
