#if SQLite
    import CSQLite

    /// Why a statement or a list over a database failed.
    public struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
        public enum Cause: String, Hashable, Sendable {
            /// Another connection has locked the file for longer than the time limit.
            case busy
            /// The statement was interrupted.
            case interrupted
            /// The file, or its folder, cannot be written. A file in WAL mode needs a folder that can be written, unless it is
            /// opened as immutable.
            case readOnly
            /// The file is damaged.
            case damaged
            /// The file is not a database, or it is encrypted.
            case notADatabase
            /// The file does not exist or cannot be opened.
            case cannotOpen
            /// The disk is full.
            case diskFull
            /// The disk reported an error.
            case inputOutput
            case outOfMemory
            /// A constraint refuses the change.
            case constraint
            /// There is no table or view with the name.
            case noSuchTable
            /// The table, view or query has no column with the name.
            case noSuchColumn
            /// The collation is not known to the connection, or not to the list.
            case noSuchCollation
            /// The order does not end in a unique key. The message names the term to add.
            case orderNotUnique
            /// A view or a query needs columns that identify its rows.
            case noIdentity
            /// Two rows have the same key, although the program said that the columns identify a row.
            case duplicateKey
            /// The column has more values, letters or days than a list can have sections.
            case tooManySections
            /// The key does not belong to this list.
            case invalidKey
            /// A function was used in a way that SQLite does not allow, or the statement has a fault.
            case statement
        }

        public var cause: Cause
        /// The extended result code of SQLite; 0 if the error is not from SQLite.
        public var code: Int32
        /// The expected and the found value, or SQLite's message.
        public var message: String
        /// The statement that failed.
        public var statement: String?
        /// The columns that identify a row, for ``Cause/orderNotUnique``: with terms for these columns at its end, the
        /// order is unique.
        public private(set) var missingColumns: [String] = []

        public init(_ cause: Cause, _ message: String, code: Int32 = 0, statement: String? = nil) {
            self.cause = cause
            self.message = message
            self.code = code
            self.statement = statement
        }

        /// The order is not unique without some columns.
        init(_ message: String, missing: [String]) {
            self.init(.orderNotUnique, message)
            missingColumns = missing
        }

        /// The error that a connection has just reported.
        init(code: Int32, of connection: OpaquePointer?, statement: String?) {
            let message =
                connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
            let extended = connection.map { sqlite3_extended_errcode($0) } ?? code
            // The connection's code can be of another call.
            let isSame = extended & 0xff == code & 0xff
            var text = message.map { String(cString: $0) } ?? "error \(code)"
            // The extended codes 5 and 6 of SQLITE_READONLY: the log of WAL mode cannot be created. Swift cannot import
            // their names from the header.
            if code & 0xff == SQLITE_READONLY, isSame, [5, 6].contains(extended >> 8) {
                text +=
                    "; the folder of a file in WAL mode must be writable, or add \"?immutable=1\" to its address, if no one writes the file"
            }
            self.init(Self.cause(of: code), text, code: isSame ? extended : code, statement: statement)
        }

        static let closedByProgram = SQLiteError(
            .cannotOpen, "expected an open database, found one that the program has closed")

        private static func cause(of code: Int32) -> Cause {
            switch code & 0xff {
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
            case SQLITE_INTERRUPT: .interrupted
            case SQLITE_READONLY: .readOnly
            case SQLITE_CORRUPT: .damaged
            case SQLITE_NOTADB: .notADatabase
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_FULL: .diskFull
            case SQLITE_IOERR: .inputOutput
            case SQLITE_NOMEM: .outOfMemory
            case SQLITE_CONSTRAINT: .constraint
            default: .statement
            }
        }

        public var description: String {
            var text = "\(cause): \(message)"
            if code != 0 { text += " (SQLite's code \(code))" }
            if let statement { text += ", in: \(statement)" }
            return text
        }
    }
#endif
