#if PostgreSQL
    /// Why a statement or a list over a PostgreSQL server failed.
    public struct PostgresError: Error, Hashable, Sendable, CustomStringConvertible {
        public enum Cause: String, Hashable, Sendable {
            /// The server cannot be reached, or has ended the connection.
            case connection
            /// The server is older than version 13, or has an encoding that is not supported.
            case server
            /// The role has no right to do this.
            case privilege
            /// There is no table or view with the name.
            case noSuchTable
            /// The table, view or query has no column with the name.
            case noSuchColumn
            /// The order does not contain a unique key. The message names the terms to add.
            case orderNotUnique
            /// A view, a query or a table without a primary key needs columns that identify its rows.
            case noIdentity
            /// A list cannot compare keys as the collation of the column does.
            case collation
            /// A list cannot be ordered by a column of this type.
            case type
            /// Two rows have the same key, although the program said that the columns identify a row.
            case duplicateKey
            /// The key does not belong to this list.
            case invalidKey
            /// The statement was cancelled, by a time limit of the server or by an administrator.
            case cancelled
            /// The table has no journal, or cannot have one.
            case journal
            /// The server refuses the statement for a different reason.
            case statement
        }

        public var cause: Cause
        /// The expected and the found value, or the server's message.
        public var message: String
        /// The server's code of five letters; empty if the error is not from the server.
        public var code: String
        /// The statement that failed.
        public var statement: String?
        /// The columns that are missing in the order, for ``Cause/orderNotUnique``.
        public var missingColumns: [String] = []

        public init(_ cause: Cause, _ message: String, code: String = "", statement: String? = nil) {
            self.cause = cause
            self.message = message
            self.code = code
            self.statement = statement
        }

        /// The error with a code of the server: see appendix A of PostgreSQL's manual.
        init(code: String, _ message: String, statement: String?) {
            let cause: Cause =
                switch code {
                case "42501": .privilege
                case "42P01", "3F000": .noSuchTable
                case "42703": .noSuchColumn
                case "57014": .cancelled
                case "42P21", "42P22": .collation
                // The condition has fewer values than parameters.
                case "08P01": .statement
                default: code.hasPrefix("08") || code.hasPrefix("57P") ? .connection : .statement
                }
            self.init(cause, message, code: code, statement: statement)
        }

        /// Whether a change of the schema or of rights can be the reason, so that the list has to look at both again.
        var isOfSchema: Bool { code.hasPrefix("42") || code.hasPrefix("3F") || code == "0A000" || code == "XX000" }

        public var description: String {
            var text = "\(cause): \(message)"
            if !code.isEmpty { text += " (the server's code \(code))" }
            if let statement { text += ", in: \(statement)" }
            return text
        }
    }
#endif
