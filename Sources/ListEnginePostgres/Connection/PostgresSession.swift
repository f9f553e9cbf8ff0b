#if PostgreSQL
    import CPostgreSQL
    import Foundation

    /// A value of a statement: `$1`, `$2` and so on.
    struct PostgresParameter: Sendable {
        /// The number of the type; 0 if the server finds it.
        var type: UInt32
        /// Nil for NULL.
        var bytes: [UInt8]?
        /// Whether the bytes are in the server's binary form of the type, and not in the form of a string.
        var isBinary = false

        static func text(_ string: String, type: UInt32 = 0) -> PostgresParameter {
            PostgresParameter(type: type, bytes: Array(string.utf8))
        }
    }

    /// A time of the system's clock that never goes back, in nanoseconds.
    func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// At most thirty years.
    func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(max(0, min(seconds, 1e9)) * 1e9) }

    struct PostgresStatement: Sendable {
        var sql: String
        var parameters: [PostgresParameter] = []
    }

    /// The rows of a statement, in the server's binary form.
    final class PostgresResult {
        private let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { PQclear(pointer) }

        var count: Int { Int(PQntuples(pointer)) }
        var columnCount: Int { Int(PQnfields(pointer)) }

        func name(ofColumn column: Int) -> String { PQfname(pointer, Int32(column)).map { String(cString: $0) } ?? "" }
        func type(ofColumn column: Int) -> UInt32 { PQftype(pointer, Int32(column)) }

        /// The bytes of a value; nil for NULL. They are valid as long as the result.
        func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
            guard PQgetisnull(pointer, Int32(row), Int32(column)) == 0 else { return nil }
            let count = Int(PQgetlength(pointer, Int32(row), Int32(column)))
            return UnsafeRawBufferPointer(start: PQgetvalue(pointer, Int32(row), Int32(column)), count: count)
        }

        /// A value of a type that is text.
        func string(_ row: Int, _ column: Int) -> String? {
            bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
        }

        /// A whole number of any size, or a truth value.
        func integer(_ row: Int, _ column: Int) -> Int64? {
            guard let bytes = bytes(row, column) else { return nil }
            let isNegative = bytes.count > 1 && bytes[0] & 0x80 != 0
            return bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) }
        }

        func isTrue(_ row: Int, _ column: Int) -> Bool { integer(row, column) == 1 }

        func real(_ row: Int, _ column: Int) -> Double? {
            guard let bits = integer(row, column) else { return nil }
            if bytes(row, column)?.count == 4 { return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) }
            return Double(bitPattern: UInt64(bitPattern: bits))
        }
    }

    /// A connection. One thread at a time uses it; any thread may cancel its statement.
    final class PostgresSession {
        private let connection: OpaquePointer
        /// Cancels the statement that runs. Any thread uses it.
        let canceller: PostgresCanceller
        /// The nanoseconds for which a statement waits for the server to send something.
        private let timeLimit: UInt64
        /// Whether to give up waiting for the answer to a statement. It is called about once a second.
        private let isAbandoned: () -> Bool
        /// When the current statement was sent, or when the server last sent something.
        private var lastSign: UInt64 = 0
        /// The channels whose notifications have arrived.
        var notified: Set<String> = []
        private(set) var isLost = false
        /// Whether it is lost because the server did not answer. The statement may still run.
        private(set) var isUnanswered = false

        /// Connects. It blocks for as long as the parameter connect_timeout says, or ten seconds.
        /// - Parameter timeLimit: The seconds for which a statement waits for the server to send something.
        /// - Throws: ``PostgresError``
        init(_ parameters: String, timeLimit: Double = .infinity, isAbandoned: @escaping () -> Bool = { false }) throws
        {
            self.timeLimit = nanoseconds(timeLimit)
            self.isAbandoned = isAbandoned
            // A later parameter replaces an earlier one. The name of the database can be a whole string of parameters or an address.
            // A TCP connection that is lost without a word is noticed within a minute.
            let defaults = [
                ("connect_timeout", "10"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
                ("keepalives_count", "3"), ("tcp_user_timeout", "60000"),
            ]
            let names = defaults.map(\.0) + ["fallback_application_name", "dbname", "client_encoding"]
            let values = defaults.map(\.1) + ["ListEngine", parameters, "UTF8"]
            let opened = Self.withStrings(names) { names in
                Self.withStrings(values) { PQconnectdbParams(names, $0, 1) }
            }
            guard let opened else { throw PostgresError(.connection, "expected memory for a connection, found none") }
            connection = opened
            canceller = PostgresCanceller(PQgetCancel(opened))
            guard PQstatus(opened) == CONNECTION_OK else {
                throw PostgresError(.connection, Self.message(PQerrorMessage(opened)))
            }
            // A statement is sent while the answer is waited for, because a server that stands still takes no bytes.
            PQsetnonblocking(opened, 1)
            // The errors of statements have what a notice says.
            PQsetNoticeProcessor(opened, { _, _ in }, nil)
            let version = PQserverVersion(opened)
            guard version >= 130_000 else {
                throw PostgresError(
                    .server, "expected a server of version 13 or later, found version \(version / 10_000)")
            }
            try run(
                "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY; SET max_parallel_workers_per_gather = 0; SET client_min_messages = error"
            )
        }

        deinit { PQfinish(connection) }

        private static func withStrings<Result>(
            _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
        ) -> Result {
            var pointers: [UnsafePointer<CChar>?] = strings.map { UnsafePointer(strdup($0)) }
            defer { for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) } }
            pointers.append(nil)
            return body(&pointers)
        }

        private static func message(_ pointer: UnsafePointer<CChar>?) -> String {
            let text = pointer.map { String(cString: $0) } ?? ""
            return text.trimmingCharacters(in: .whitespacesAndNewlines)
        }

        /// The descriptor that becomes readable when the server sends something.
        var descriptor: Int32 { PQsocket(connection) }
        /// The encoding of the database.
        var serverEncoding: String {
            PQparameterStatus(connection, "server_encoding").map { String(cString: $0) } ?? ""
        }

        /// Runs statements without parameters or results, each in a transaction unless the text begins one.
        /// - Throws: ``PostgresError``
        func run(_ sql: String) throws {
            lastSign = now()
            guard PQsendQuery(connection, sql) == 1 else { throw lost(sql) }
            var failure: PostgresError?
            while let result = try next(sql) {
                failure = failure ?? Self.error(result, sql)
                PQclear(result)
            }
            collectNotifications()
            if let failure { throw failure }
        }

        /// Runs statements that begin and end a transaction. After an error, nothing of it is left.
        /// - Throws: ``PostgresError``
        func change(_ sql: String) throws {
            do { try run(sql) } catch var error as PostgresError {
                if !isLost { try run("ROLLBACK") }
                error.statement = nil
                throw error
            }
        }

        /// Runs statements in one transaction, which sees one state of the database. They are sent together, so they
        /// take the time of one journey to the server and back.
        /// - Throws: ``PostgresError``
        func run(_ statements: [PostgresStatement]) throws -> [PostgresResult] {
            lastSign = now()
            guard PQenterPipelineMode(connection) == 1 else { throw lost(statements.first?.sql) }
            for statement in statements {
                guard send(statement) else { throw lost(statement.sql) }
            }
            guard PQpipelineSync(connection) == 1 else { throw lost(statements.first?.sql) }
            var results: [PostgresResult] = []
            var failure: PostgresError?
            for statement in statements {
                while let result = try next(statement.sql) {
                    failure = failure ?? Self.error(result, statement.sql)
                    results.append(PostgresResult(result))
                }
            }
            // The end of the transaction.
            if let result = try next(statements.last?.sql) {
                failure = failure ?? Self.error(result, statements.last?.sql)
                PQclear(result)
            }
            collectNotifications()
            guard PQexitPipelineMode(connection) == 1 else { throw lost(statements.first?.sql) }
            if let failure { throw failure }
            guard results.count == statements.count else { throw lost(statements.first?.sql) }
            return results
        }

        private func send(_ statement: PostgresStatement) -> Bool {
            let values = statement.parameters
            // Each value in one buffer, with a zero at its end: strings need it.
            var buffer: [UInt8] = []
            var offsets: [Int?] = []
            for value in values {
                offsets.append(value.bytes.map { _ in buffer.count })
                if let bytes = value.bytes { buffer += bytes + [0] }
            }
            let lengths = values.map { Int32($0.bytes?.count ?? 0) }
            return buffer.withUnsafeBytes { buffer in
                let start = buffer.bindMemory(to: CChar.self).baseAddress
                let pointers = offsets.map { offset in offset.flatMap { start?.advanced(by: $0) } }
                return PQsendQueryParams(
                    connection, statement.sql, Int32(values.count), values.map { Oid($0.type) }, pointers, lengths,
                    values.map { $0.isBinary ? 1 : 0 }, 1) == 1
            }
        }

        /// The next result; nil at the end of a statement.
        private func next(_ sql: String?) throws -> OpaquePointer? {
            while PQisBusy(connection) == 1 { try wait(sql) }
            let result = PQgetResult(connection)
            if PQstatus(connection) != CONNECTION_OK {
                // The reason may be in the result: the server is shut down, or an administrator has ended the session.
                let failure = result.flatMap { Self.error($0, sql) }
                PQclear(result)
                throw lost(sql, failure?.code ?? "")
            }
            return result
        }

        /// Waits up to a second until the server sends something. It also sends what the connection has not taken yet.
        private func wait(_ sql: String?) throws {
            let rest = PQflush(connection)
            guard rest >= 0 else { throw lost(sql) }
            var event = pollfd(fd: descriptor, events: Int16(rest > 0 ? POLLIN | POLLOUT : POLLIN), revents: 0)
            guard poll(&event, 1, 1_000) == 0 else {
                if Int32(event.revents) & ~POLLOUT != 0 { lastSign = now() }
                guard PQconsumeInput(connection) == 1 else { throw lost(sql) }
                return
            }
            let isTooLong = now() - lastSign > timeLimit
            guard isTooLong || isAbandoned() else { return }
            (isLost, isUnanswered) = (true, true)
            throw PostgresError(
                .connection,
                isTooLong
                    ? "expected an answer of the server within \(timeLimit / 1_000_000_000) s, found none: if the statement needs longer, pass PostgresServer a larger time limit"
                    : "expected an answer of the server, found none", statement: sql)
        }

        /// Reads what the server has sent without a request.
        /// - Throws: ``PostgresError`` if the connection has ended.
        func receive() throws {
            guard PQconsumeInput(connection) == 1, PQstatus(connection) == CONNECTION_OK else { throw lost(nil) }
            collectNotifications()
        }

        private func collectNotifications() {
            while let notification = PQnotifies(connection) {
                notified.insert(String(cString: notification.pointee.relname))
                PQfreemem(notification)
            }
        }

        private func lost(_ sql: String?, _ code: String = "") -> PostgresError {
            isLost = true
            return PostgresError(.connection, Self.message(PQerrorMessage(connection)), code: code, statement: sql)
        }

        /// The error of a result, if it is one.
        private static func error(_ result: OpaquePointer, _ sql: String?) -> PostgresError? {
            let status = PQresultStatus(result)
            guard status == PGRES_FATAL_ERROR || status == PGRES_BAD_RESPONSE || status == PGRES_PIPELINE_ABORTED else {
                return nil
            }
            func field(_ code: Character) -> String? {
                PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
            }
            var message = field("M") ?? Self.message(PQresultErrorMessage(result))
            if let detail = field("D") { message += ": " + detail }
            if let hint = field("H") { message += " (\(hint))" }
            return PostgresError(code: field("C") ?? "", message, statement: sql)
        }
    }

    /// Cancels statements of a connection. The server takes the request through a second connection.
    final class PostgresCanceller: @unchecked Sendable {
        private let pointer: OpaquePointer?
        private let lock = NSLock()
        /// Guarded by the lock.
        private var numbers = (begun: 0, ended: 0)

        /// How many requests to cancel were begun, and how many have ended.
        var begun: Int { lock.withLock { numbers.begun } }
        var ended: Int { lock.withLock { numbers.ended } }

        init(_ pointer: OpaquePointer?) { self.pointer = pointer }

        deinit { PQfreeCancel(pointer) }

        /// Cancels the statement that runs, if one does. It returns immediately, because it connects to the server.
        func send() {
            lock.withLock { numbers.begun += 1 }
            Thread.detachNewThread { [self] in
                var message = [CChar](repeating: 0, count: 256)
                _ = PQcancel(pointer, &message, Int32(message.count))
                lock.withLock { numbers.ended += 1 }
            }
        }
    }
#endif
