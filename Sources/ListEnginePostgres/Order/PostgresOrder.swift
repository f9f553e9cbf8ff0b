#if PostgreSQL
    import Foundation
    import ListEngineData

    /// How strings are ordered in a term of an order.
    ///
    /// A list compares keys, so it needs the server's order as an order of bytes. It has that of the collation C. For a different collation
    /// the program supplies sort keys.
    public struct PostgresCollation: Sendable {
        /// The name that the server knows.
        public let name: String
        let sortKey: (@Sendable ([UInt8]) -> [UInt8])?

        /// Compares bytes. The index of such an order needs the collation too: CREATE INDEX ON person (name COLLATE "C", id).
        public static let c = PostgresCollation(name: "C", sortKey: nil)

        /// A collation of the server whose order the program knows.
        /// - Parameters:
        ///   - name: Its name, such as "de_DE.utf8".
        ///   - sortKey: Turns a string into bytes that compare, byte by byte, as the server compares the strings. It is called from any thread.
        ///     `strxfrm` is such a function if the program runs on the machine of the server.
        public static func program(_ name: String, sortKey: @escaping @Sendable ([UInt8]) -> [UInt8])
            -> PostgresCollation
        {
            PostgresCollation(name: name, sortKey: sortKey)
        }
    }

    /// A column that the rows of a list are ordered by.
    ///
    /// An order has several terms: rows with equal values in the first one are ordered by the second, and so on. The columns must contain a
    /// unique key, so that each row has its own place. As on the server, NULL comes last in an ascending term and first in a
    /// descending one, unless ``isNullFirst`` says otherwise.
    public struct PostgresOrderTerm: Sendable {
        /// The name of a column.
        public var column: String
        public var isDescending: Bool
        /// Whether NULL comes before all values. Nil: if the term is descending.
        public var isNullFirst: Bool?
        /// Nil: that of the column, which must be C.
        public var collation: PostgresCollation?

        public init(
            _ column: String, isDescending: Bool = false, isNullFirst: Bool? = nil, collation: PostgresCollation? = nil
        ) {
            self.column = column
            self.isDescending = isDescending
            self.isNullFirst = isNullFirst
            self.collation = collation
        }

        public static func ascending(_ column: String, collation: PostgresCollation? = nil) -> PostgresOrderTerm {
            PostgresOrderTerm(column, collation: collation)
        }

        public static func descending(_ column: String, collation: PostgresCollation? = nil) -> PostgresOrderTerm {
            PostgresOrderTerm(column, isDescending: true, collation: collation)
        }
    }

    /// The rows of a list.
    public enum PostgresContents: Sendable {
        /// The rows of a table. Without a schema, it is found by the search path of the connection.
        case table(String, schema: String? = nil)
        /// The rows of a view, a materialized view, a foreign table, or a table without a primary key. The columns of `identity` must be unique
        /// together and not NULL.
        case view(String, schema: String? = nil, identity: [String])
        /// The rows of a SELECT without ORDER BY, LIMIT and parameters. The columns of `identity` must be unique together and not NULL.
        case query(String, identity: [String])
    }

    /// A condition that the rows of a list fulfil.
    public struct PostgresCondition: Sendable {
        /// An expression over the columns of the rows, with parameters as `$1`, `$2` and so on.
        public var sql: String
        public var values: [ColumnValue]

        public init(_ sql: String, _ values: [ColumnValue] = []) {
            self.sql = sql
            self.values = values
        }

        /// The expression in parentheses. A comment at its end does not hide the second one.
        var term: String { "(\(sql)\n)" }

        var parameters: [PostgresParameter] {
            values.map { value in
                switch value {
                case .null: PostgresParameter(type: 0, bytes: nil)
                case .blob(let bytes): PostgresParameter(type: 17, bytes: bytes, isBinary: true)
                case .text(let bytes): PostgresParameter(type: 0, bytes: bytes)
                case .integer, .real: .text(value.string ?? "")
                }
            }
        }
    }

    /// A name as it is written in a statement.
    func quotedName(_ name: String) -> String { nameInQuotes(name) }

    func quotedName(_ name: String, schema: String?) -> String {
        (schema.map { quotedName($0) + "." } ?? "") + quotedName(name)
    }
#endif
