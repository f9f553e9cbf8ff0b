#if SQLite
    import ListEngineLayout

    /// A column that the rows of a list are ordered by.
    ///
    /// An order has several terms: rows with equal values in the first one are ordered by the second, and so on. The columns must
    /// contain a unique key, so that each row has its own place. As in SQLite, NULL comes before numbers, numbers before strings,
    /// and strings before blobs; a descending term has them the other way round.
    public struct SQLiteOrderTerm: Sendable {
        /// The name of a column; or `rowid`.
        public var column: String
        public var isDescending: Bool
        /// Nil: the collation of the column in a table, ``SQLiteCollation/binary`` in a view or a query.
        public var collation: SQLiteCollation?

        public init(_ column: String, isDescending: Bool = false, collation: SQLiteCollation? = nil) {
            self.column = column
            self.isDescending = isDescending
            self.collation = collation
        }

        public static func ascending(_ column: String, collation: SQLiteCollation? = nil) -> SQLiteOrderTerm {
            SQLiteOrderTerm(column, collation: collation)
        }

        public static func descending(_ column: String, collation: SQLiteCollation? = nil) -> SQLiteOrderTerm {
            SQLiteOrderTerm(column, isDescending: true, collation: collation)
        }
    }

    extension [SQLiteOrderTerm] {
        /// The order that the user has chosen by the titles of a table: it is what the closure of a `RowSection` receives.
        /// - Parameters:
        ///   - order: The columns, whose identifiers are those of the rows. Empty: the order is that of the key.
        ///   - key: The unique key of the rows, which is added, without the columns that the order has already. After a descending
        ///     column its terms are reversed, so that an index of both is read backward.
        public static func sorted(by order: [ColumnSort], then key: [SQLiteOrderTerm]) -> [SQLiteOrderTerm] {
            let isReversed = order.last?.isAscending == false
            let rest = key.filter { term in !order.contains { $0.column == term.column } }
            return order.map { SQLiteOrderTerm($0.column, isDescending: !$0.isAscending) }
                + rest.map { term in
                    SQLiteOrderTerm(
                        term.column, isDescending: term.isDescending != isReversed, collation: term.collation)
                }
        }
    }

    /// The rows of a list.
    public enum SQLiteContents: Sendable {
        /// The rows of a table, with rowid or without.
        case table(String)
        /// The rows of a view. The columns of `identity` must be unique together and not NULL.
        case view(String, identity: [String])
        /// The rows of a SELECT without ORDER BY and LIMIT. The columns of `identity` must be unique together and not NULL.
        case query(String, identity: [String])
    }

    /// A condition that the rows of a list fulfil.
    public struct SQLiteCondition: Sendable {
        /// An expression over the columns of the rows, with parameters as `?`.
        public var sql: String
        public var values: [SQLiteValue]

        /// The statement that returns the rowids of the rows, as of the transaction in which it ran.
        var rowids: String?
        /// Whether that statement is a search of a full-text index, which reads from any rowid on.
        var isSearch = false

        public init(_ sql: String, _ values: [SQLiteValue] = []) {
            self.sql = sql
            self.values = values
        }

        /// The rows that a full-text index finds. In the order of the rowids, each page is read from the index. Otherwise all rowids are read
        /// once, and the rows then come in the order of the list.
        ///
        /// For keys of one to three letters, create the index with the option `prefix='1 2 3'`: without it, SQLite reads all
        /// words with these letters.
        /// - Parameters:
        ///   - table: An FTS5 table whose rowids are those of the listed table.
        ///   - query: A query of FTS5, such as "hel*".
        public static func match(_ table: String, _ query: String) -> SQLiteCondition {
            let name = quotedName(table)
            var search = SQLiteCondition(
                rowids: "SELECT rowid AS listengine_rowid FROM main.\(name) WHERE \(name) MATCH ?", [.text(query)])
            search.isSearch = true
            return search
        }

        /// The rows of a table whose rowids a statement returns.
        /// - Parameters:
        ///   - rowids: A statement with parameters as `?`.
        ///   - values: The values of its parameters.
        public init(rowids: String, _ values: [SQLiteValue] = []) {
            self.rowids = rowids
            self.values = values
            sql = ""
        }
    }
#endif
