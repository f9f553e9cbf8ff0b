#if SQLite
    import CListEngineSQLite
    import CSQLite
    import ListEngineData

    /// A connection to a database, with a cache of its statements. One thread at a time uses it; only ``interrupt()`` may be
    /// called from any thread.
    ///
    /// The list and the program must use the same copy of SQLite's library. Two copies in one process do not know of each other's
    /// locks.
    public final class SQLiteConnection: @unchecked Sendable {
        /// SQLite's connection.
        public let pointer: OpaquePointer
        private let isOwned: Bool
        /// The object that keeps the connection open, if another library has opened it.
        private let owner: AnyObject?
        private var statements: [String: SQLiteStatement] = [:]

        /// Opens a file.
        /// - Parameters:
        ///   - path: A path, or an address that begins with "file:", as SQLite defines it: "file:list.db?immutable=1" opens a
        ///     file that no one changes, in a folder that cannot be written.
        ///   - isReadOnly: Whether the file may be changed and created by this connection.
        /// - Throws: ``SQLiteError``
        public init(path: String, isReadOnly: Bool = true) throws {
            var opened: OpaquePointer?
            let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            let options = access | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_PRIVATECACHE
            let code = sqlite3_open_v2(path, &opened, options, nil)
            guard code == SQLITE_OK, let opened else {
                let error = SQLiteError(code: code, of: opened, statement: "open \(path)")
                sqlite3_close_v2(opened)
                throw error
            }
            pointer = opened
            (isOwned, owner) = (true, nil)
            sqlite3_extended_result_codes(opened, 1)
            // Pauses that grow up to a tenth of a second.
            sqlite3_busy_timeout(opened, 5_000)
        }

        /// Uses a connection that the program has. It is not closed.
        public init(borrowing connection: OpaquePointer) {
            pointer = connection
            (isOwned, owner) = (false, nil)
        }

        /// Uses a connection that was opened for the list by another library, whose object keeps it open.
        package init(_ connection: OpaquePointer, keptBy owner: AnyObject) {
            pointer = connection
            (isOwned, self.owner) = (true, owner)
        }

        deinit {
            statements = [:]
            if isOwned, owner == nil { sqlite3_close_v2(pointer) }
        }

        /// Stops the running statements, which throw an error with the cause ``SQLiteError/Cause/interrupted``. Any thread may call it.
        public func interrupt() { sqlite3_interrupt(pointer) }

        /// The path of the main database; empty if it is in memory.
        public var path: String { sqlite3_db_filename(pointer, "main").map { String(cString: $0) } ?? "" }

        /// Checks that the connection was opened by the copy of SQLite's library that the list uses. Two copies in one process do
        /// not know of each other's locks: when one of them closes a file, the locks of the other one end.
        /// - Throws: ``SQLiteError``
        package func checkLibrary() throws {
            guard le_sqlite_is_of_this_library(pointer) else {
                throw SQLiteError(
                    .statement,
                    "expected a connection of the copy of SQLite's library that ListEngineSQLite is linked with, version "
                        + "\(String(cString: sqlite3_libversion())); found one of a second copy in this process")
            }
        }

        /// Whether another file has the name of the main database, or none.
        var isMoved: Bool {
            var moved: Int32 = 0
            let code = sqlite3_file_control(pointer, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
            return code == SQLITE_OK && moved != 0
        }

        /// The statement, prepared once for each text.
        /// - Throws: ``SQLiteError``
        public func statement(_ sql: String) throws -> SQLiteStatement {
            if let statement = statements[sql] { return statement }
            let statement = try SQLiteStatement(sql, connection: self)
            if statements.count >= 100 { statements = [:] }
            statements[sql] = statement
            return statement
        }

        /// Forgets all statements, as after a change of the schema.
        func forgetStatements() { statements = [:] }

        /// Runs statements without results.
        /// - Throws: ``SQLiteError``
        public func execute(_ sql: String) throws {
            let code = sqlite3_exec(pointer, sql, nil, nil, nil)
            guard code == SQLITE_OK else { throw SQLiteError(code: code, of: pointer, statement: sql) }
        }

        /// The rows of a statement.
        /// - Throws: ``SQLiteError``
        public func rows(_ sql: String, _ values: [SQLiteValue] = []) throws -> [[SQLiteValue]] {
            let statement = try statement(sql)
            defer { statement.reset() }
            try statement.bind(values)
            var rows: [[SQLiteValue]] = []
            while try statement.step() { rows.append(statement.values(0..<statement.columnCount)) }
            return rows
        }

        /// The first number of a statement; nil if it has no row.
        func integer(_ sql: String, _ values: [SQLiteValue] = []) throws -> Int64? {
            let statement = try statement(sql)
            defer { statement.reset() }
            try statement.bind(values)
            return try statement.step() ? sqlite3_column_int64(statement.pointer, 0) : nil
        }

        /// Calls a closure within a transaction that reads, so that all of its statements see the same state. Keep it short: while
        /// it is open, the log of a file in WAL mode cannot start over. Changes within it are rolled back.
        /// - Throws: ``SQLiteError``, or the error of the closure.
        public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
            // An interruption can have come between a transaction and its end. A connection that writes is the program's to end.
            if isOwned, sqlite3_db_readonly(pointer, "main") == 1 { endTransaction() }
            try execute("BEGIN")
            defer { endTransaction() }
            return try body()
        }

        /// Ends the read transaction, if there is one, even if it is interrupted. Some errors have ended it already.
        func endTransaction() {
            for _ in 0..<1_000 where sqlite3_get_autocommit(pointer) == 0 {
                sqlite3_exec(pointer, "ROLLBACK", nil, nil, nil)
            }
        }
    }

    /// Returns a name as SQL reads it: within quotes. A quote in the name is written twice.
    public func quotedName(_ name: String) -> String { nameInQuotes(name) }

    /// A prepared statement of a connection.
    public final class SQLiteStatement {
        let pointer: OpaquePointer
        private let connection: OpaquePointer
        public let sql: String

        init(_ sql: String, connection: SQLiteConnection) throws {
            var prepared: OpaquePointer?
            let code = sqlite3_prepare_v3(
                connection.pointer, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
            guard code == SQLITE_OK else { throw SQLiteError(code: code, of: connection.pointer, statement: sql) }
            guard let prepared else {
                throw SQLiteError(.statement, "expected a statement, found none", statement: sql)
            }
            pointer = prepared
            self.connection = connection.pointer
            self.sql = sql
        }

        deinit { sqlite3_finalize(pointer) }

        public var columnCount: Int { Int(sqlite3_column_count(pointer)) }

        /// Sets the parameters from the first one on.
        /// - Throws: ``SQLiteError``
        public func bind(_ values: [SQLiteValue]) throws {
            for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
        }

        /// Sets a parameter; the first one has the index 1.
        /// - Parameter encoding: That of the bytes of a text: `SQLITE_UTF8` or the database's own.
        func bind(_ value: SQLiteValue, at index: Int, encoding: UInt8 = UInt8(SQLITE_UTF8)) throws {
            try value.bind(to: pointer, at: index, encoding: encoding)
        }

        /// Reads the next row. False: there are no more.
        /// - Throws: ``SQLiteError``
        public func step() throws -> Bool {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW: return true
            case SQLITE_DONE: return false
            case let code: throw SQLiteError(code: code, of: connection, statement: sql)
            }
        }

        /// Ends the reading, so that the statement can run again.
        public func reset() {
            sqlite3_reset(pointer)
            sqlite3_clear_bindings(pointer)
        }

        public func value(at column: Int) -> SQLiteValue {
            let column = Int32(column)
            switch sqlite3_column_type(pointer, column) {
            case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, column))
            case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, column))
            case SQLITE_TEXT:
                let bytes = sqlite3_column_text(pointer, column)
                let text = UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(pointer, column)))
                return .text(Array(text))
            case SQLITE_BLOB:
                let bytes = sqlite3_column_blob(pointer, column)
                let blob = UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(pointer, column)))
                return .blob(Array(blob))
            default: return .null
            }
        }

        func values(_ columns: Range<Int>) -> [SQLiteValue] { columns.map { value(at: $0) } }
    }

    extension SQLiteValue {
        /// Sets a parameter of a statement; the first one has the index 1. SQLite copies the bytes.
        /// - Parameter encoding: That of the bytes of a text: `SQLITE_UTF8` or the database's own.
        /// - Throws: ``SQLiteError``
        package func bind(
            to statement: OpaquePointer, at index: Int, encoding: UInt8 = UInt8(SQLITE_UTF8)
        ) throws {
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            let place = Int32(index)
            let code =
                switch self {
                case .null: sqlite3_bind_null(statement, place)
                case .integer(let number): sqlite3_bind_int64(statement, place, number)
                case .real(let number): sqlite3_bind_double(statement, place, number)
                case .text(let bytes):
                    // The address of an empty array may be nil, which SQLite takes for NULL.
                    (bytes + [0]).withUnsafeBytes {
                        sqlite3_bind_text64(
                            statement, place, $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
                            copied, encoding)
                    }
                case .blob(let bytes):
                    (bytes + [0]).withUnsafeBytes {
                        sqlite3_bind_blob64(statement, place, $0.baseAddress, UInt64(bytes.count), copied)
                    }
                }
            guard code == SQLITE_OK else {
                let sql = sqlite3_sql(statement).map { String(cString: $0) }
                throw SQLiteError(code: code, of: sqlite3_db_handle(statement), statement: sql)
            }
        }
    }
#endif
