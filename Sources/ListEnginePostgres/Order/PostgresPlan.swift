#if PostgreSQL
    import ListEngineData

    /// How the rows of a list are read: names resolved, the order checked, as of one version of the schema.
    struct PostgresPlan: Sendable {
        struct Term: Sendable {
            var column: String
            /// The column in SQL, with the collation of the order.
            var sql: String
            var type: PostgresType
            var isDescending: Bool
            var isNullFirst: Bool
            var isNullable: Bool
            /// Whether the order of the term is that of the column, which the server's statistics describe.
            var isOrderOfColumn: Bool
            /// Whether the database has strings in UTF-8.
            var isUTF8: Bool
        }

        /// Reads keys, with as many terms as the order.
        var keys: PostgresKeys
        /// Reads identities.
        var identities: PostgresKeys
        var terms: [Term]
        /// The identity: columns, and their types.
        var identity: [(column: String, type: PostgresType)]
        /// The SQL after FROM.
        var source: String
        var columns: [String]
        var readings: [PostgresReading]
        var columnNames: [String]
        var condition: PostgresCondition?
        /// The table or view; nil for a query.
        var relation: Relation?
        /// The table with the changes of the table, if the list can use it.
        var journal: String?

        struct Relation: Sendable, Equatable {
            /// The number that the server has for it.
            var number: UInt32
            /// Changes with its definition.
            var version: String
            var schema: String
            var name: String
            /// Whether policies hide rows from the role.
            var isRestricted: Bool
        }

        /// Two keys are compared as rows are, which an index supports.
        var comparesRows: Bool {
            terms.allSatisfy { !$0.isNullable && $0.isDescending == terms[0].isDescending }
        }

        private init(
            keys: PostgresKeys, identities: PostgresKeys, terms: [Term],
            identity: [(column: String, type: PostgresType)], source: String, columns: [String],
            readings: [PostgresReading],
            columnNames: [String], condition: PostgresCondition?, relation: Relation?, journal: String?
        ) {
            (self.keys, self.identities, self.terms, self.identity) = (keys, identities, terms, identity)
            (self.source, self.columns, self.readings, self.columnNames) = (source, columns, readings, columnNames)
            (self.condition, self.relation, self.journal) = (condition, relation, journal)
        }

        // MARK: - From the catalog

        /// A column of a table, as the catalog describes it.
        private struct Column {
            var isNotNull: Bool
            /// Whether strings are compared by their bytes.
            var isC: Bool
        }

        /// The name of the journal of a table; nil if it would be too long for the server.
        static func journalName(_ table: String) -> String? {
            table.utf8.count <= 63 - "_listengine".utf8.count ? table + "_listengine" : nil
        }

        /// Whether a relation is a partition, or inherits: the triggers of its journal do not see all changes.
        private static let inherits = """
            (EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE h.inhparent = c.oid)
                OR EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE h.inhrelid = c.oid))
            """

        /// Changes with the definition of a relation, of its columns and of its journal, and with the triggers that fill it.
        static let version = """
            concat_ws(' ', c.xmin, \(inherits), (
                SELECT md5(string_agg(a.xmin::text, ' ' ORDER BY a.attnum)) FROM pg_catalog.pg_attribute a
                WHERE a.attrelid = c.oid AND a.attnum > 0), (
                SELECT md5(string_agg(concat(t.oid, ' ', t.xmin, t.tgenabled), ' ' ORDER BY t.tgname)) FROM pg_catalog.pg_trigger t
                WHERE t.tgrelid = c.oid AND t.tgname LIKE 'listengine%'), (
                SELECT concat_ws(' ', j.oid, j.xmin) FROM pg_catalog.pg_class j
                WHERE j.relnamespace = c.relnamespace AND j.relname = (c.relname || '_listengine')::name))
            """

        private static let relationStatement = """
            SELECT c.oid, \(version), n.nspname, c.relname, row_security_active(c.oid),
                NOT \(inherits) AND (
                    SELECT count(*) = 4 FROM pg_catalog.pg_trigger t
                    WHERE t.tgrelid = c.oid AND t.tgname LIKE 'listengine%' AND t.tgenabled IN ('O', 'A'))
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
            WHERE c.oid = to_regclass($1)
            """

        private static let columnsStatement = """
            SELECT a.attname, a.attnotnull, a.attcollation = 0 OR o.collname IN ('C', 'POSIX', 'ucs_basic')
                OR a.attcollation = 100 AND (
                    SELECT d.datcollate IN ('C', 'POSIX', 'C.UTF-8', 'C.utf8')
                        AND coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') = 'c'
                    FROM pg_catalog.pg_database d WHERE d.datname = current_database()),
                CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
            FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
                LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation
            WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attnum
            """

        /// Unique indexes without NULL, the primary key first.
        private static let uniqueStatement = """
            SELECT i.indexrelid, i.indisprimary, a.attname
            FROM pg_catalog.pg_index i, unnest(i.indkey) WITH ORDINALITY k(number, place)
                JOIN pg_catalog.pg_attribute a ON true
            WHERE i.indrelid = to_regclass($1) AND a.attrelid = i.indrelid AND a.attnum = k.number
                AND i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL
                AND k.place <= i.indnkeyatts
                AND NOT EXISTS (
                    SELECT FROM unnest(i.indkey) o(number), pg_catalog.pg_attribute b
                    WHERE b.attrelid = i.indrelid AND b.attnum = o.number AND NOT b.attnotnull)
            ORDER BY i.indisprimary DESC, i.indexrelid, k.place
            """

        /// The columns that the role can read of a journal.
        private static let journalStatement = """
            SELECT a.attname FROM pg_catalog.pg_attribute a
            WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
                AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
            """

        /// Reads the catalog.
        /// - Throws: ``PostgresError``
        init(
            _ contents: PostgresContents, columns selected: [String]?, order: [PostgresOrderTerm],
            condition: PostgresCondition?, _ session: PostgresSession
        ) throws {
            for case .text(let bytes) in condition?.values ?? [] where bytes.contains(0) {
                throw PostgresError(
                    .statement,
                    "expected strings without zero bytes in a condition, found one in \(String(decoding: bytes, as: UTF8.self))"
                )
            }
            var source: String
            var what: String
            var (name, schema): (String?, String?)
            var identityColumns: [String] = []
            switch contents {
            case .table(let table, let own):
                (source, what, name, schema) = (quotedName(table, schema: own), "table \(table)", table, own)
            case .view(let view, let own, let identity):
                (source, what, name, schema) = (quotedName(view, schema: own), "view \(view)", view, own)
                identityColumns = identity
            case .query(let query, let identity):
                (source, what) = ("(\(query)\n) AS listengine_rows", "query")
                identityColumns = identity
            }
            var relation: Relation?
            // Whether the triggers of the journal see all changes of the table.
            var isNoted = false
            var columns: [String: Column] = [:]
            var uniqueKeys: [[String]] = []
            var primaryKey: [String] = []
            var journalColumns: Set<String> = []
            var types: [String: UInt32] = [:]
            var names: [String] = []
            if name != nil {
                let parameter = [PostgresParameter.text(source, type: 25)]
                let journal = PostgresParameter.text(
                    name.flatMap(Self.journalName).map { quotedName($0, schema: schema) } ?? "", type: 25)
                let catalog = try session.run([
                    PostgresStatement(sql: Self.relationStatement, parameters: parameter),
                    PostgresStatement(sql: Self.columnsStatement, parameters: parameter),
                    PostgresStatement(sql: Self.uniqueStatement, parameters: parameter),
                    PostgresStatement(sql: Self.journalStatement, parameters: [journal]),
                ])
                guard catalog[0].count == 1 else {
                    throw PostgresError(.noSuchTable, "expected a table or view \(source), found none")
                }
                relation = Relation(
                    number: UInt32(truncatingIfNeeded: catalog[0].integer(0, 0) ?? 0),
                    version: catalog[0].string(0, 1) ?? "", schema: catalog[0].string(0, 2) ?? "",
                    name: catalog[0].string(0, 3) ?? "", isRestricted: catalog[0].isTrue(0, 4))
                isNoted = catalog[0].isTrue(0, 5)
                for row in 0..<catalog[1].count {
                    let column = catalog[1].string(row, 0) ?? ""
                    columns[column] = Column(isNotNull: catalog[1].isTrue(row, 1), isC: catalog[1].isTrue(row, 2))
                    types[column] = UInt32(truncatingIfNeeded: catalog[1].integer(row, 3) ?? 0)
                    names.append(column)
                }
                var last: Int64?
                for row in 0..<catalog[2].count {
                    let index = catalog[2].integer(row, 0)
                    if index != last { uniqueKeys.append([]) }
                    last = index
                    uniqueKeys[uniqueKeys.count - 1].append(catalog[2].string(row, 2) ?? "")
                    if catalog[2].isTrue(row, 1) { primaryKey = uniqueKeys[0] }
                }
                for row in 0..<catalog[3].count { journalColumns.insert(catalog[3].string(row, 0) ?? "") }
                source = quotedName(relation?.name ?? "", schema: relation?.schema)
            } else {
                let result = try session.run([PostgresStatement(sql: "SELECT * FROM \(source) LIMIT 0")])[0]
                for column in 0..<result.columnCount {
                    let name = result.name(ofColumn: column)
                    if types[name] == nil { names.append(name) }
                    types[name] = result.type(ofColumn: column)
                }
            }
            if let condition {
                // With a value too few, a parameter of the condition would be the first one of a key.
                _ = try session.run([
                    PostgresStatement(
                        sql: "SELECT FROM \(source) WHERE \(condition.term) LIMIT 0", parameters: condition.parameters)
                ])
            }
            func type(_ column: String) throws -> UInt32 {
                guard let type = types[column] else {
                    throw PostgresError(
                        .noSuchColumn,
                        "expected a column of the \(what), found \(column); its columns are \(names.joined(separator: ", "))"
                    )
                }
                return type
            }
            func ordered(_ column: String) throws -> PostgresType {
                guard let type = PostgresType(try type(column)) else {
                    throw PostgresError(
                        .type,
                        "expected an order by numbers, strings, dates, times, truth values, UUIDs or bytes; \(column) has a different type"
                    )
                }
                return type
            }

            // The order.
            guard !order.isEmpty else {
                throw PostgresError(.orderNotUnique, "expected an order of the \(what), found no terms")
            }
            let encodings = ["UTF8", "SQL_ASCII", "LATIN1"]
            var terms: [Term] = []
            var keys = PostgresKeys(terms: [])
            for term in order {
                let type = try ordered(term.column)
                var sql = quotedName(term.column)
                if type.isText {
                    guard encodings.contains(session.serverEncoding) else {
                        throw PostgresError(
                            .server,
                            "expected a database in \(encodings.joined(separator: ", ")) for an order by the strings of \(term.column), found \(session.serverEncoding)"
                        )
                    }
                    if let collation = term.collation {
                        sql += " COLLATE \(quotedName(collation.name))"
                    } else if columns[term.column]?.isC != true {
                        throw PostgresError(
                            .collation,
                            "expected a collation whose order a list knows, for \(term.column): pass collation: .c, or one of the program, and create an index with this collation"
                        )
                    }
                }
                let isNullFirst = term.isNullFirst ?? term.isDescending
                let isNullable = columns[term.column]?.isNotNull != true
                terms.append(
                    Term(
                        column: term.column, sql: sql, type: type, isDescending: term.isDescending,
                        isNullFirst: isNullFirst, isNullable: isNullable && !identityColumns.contains(term.column),
                        isOrderOfColumn: !type.isText
                            || columns[term.column]?.isC == true && term.collation?.sortKey == nil,
                        isUTF8: session.serverEncoding == "UTF8"))
                keys.terms.append(
                    PostgresKeys.Term(
                        type: type, isDescending: term.isDescending, isNullFirst: isNullFirst,
                        sortKey: type.isText ? term.collation?.sortKey : nil))
            }
            let isTable = if case .table = contents { true } else { false }
            if isTable {
                identityColumns = primaryKey
                guard let first = uniqueKeys.first else {
                    throw PostgresError(
                        .noIdentity,
                        "expected a table with a primary key, found \(what): list it as a view, with the columns that identify a row"
                    )
                }
                // Without a primary key, the first unique index identifies a row.
                if identityColumns.isEmpty { identityColumns = first }
            } else {
                uniqueKeys = [identityColumns]
            }
            guard !identityColumns.isEmpty else {
                throw PostgresError(.noIdentity, "expected columns that identify a row of the \(what), found none")
            }
            let ordering = Set(order.map(\.column))
            if !uniqueKeys.contains(where: { $0.allSatisfy(ordering.contains) }) {
                let missing = identityColumns.filter { !ordering.contains($0) }
                var error = PostgresError(
                    .orderNotUnique,
                    "expected an order of the \(what) that contains a unique key, found \(order.map(\.column).joined(separator: ", ")): add \(missing.joined(separator: ", "))"
                )
                error.missingColumns = missing
                throw error
            }
            var identity: [(column: String, type: PostgresType)] = []
            for column in identityColumns { identity.append((column, try ordered(column))) }

            // The columns of a row.
            let columnNames = selected ?? names
            var sql: [String] = []
            var readings: [PostgresReading] = []
            for column in columnNames {
                let quoted = quotedName(column)
                let reading = PostgresReading(try type(column))
                sql.append(reading == nil ? quoted + "::text" : quoted)
                readings.append(reading ?? .text)
            }
            let needed = terms.map(\.column) + identityColumns
            let hasJournal =
                isTable && isNoted && identityColumns == primaryKey
                && needed.allSatisfy(journalColumns.contains)
            self.init(
                keys: keys, identities: PostgresKeys(terms: identity.map { PostgresKeys.Term(type: $0.type) }),
                terms: terms, identity: identity, source: source, columns: sql, readings: readings,
                columnNames: columnNames, condition: condition, relation: relation,
                journal: hasJournal
                    ? Self.journalName(relation?.name ?? "").map { quotedName($0, schema: relation?.schema) } : nil)
        }

        /// The channel on which the journal announces changes.
        var channel: String? { journal == nil ? nil : relation.map { "listengine_\($0.number)" } }

        /// Whether changes are reported as edits. The journal does not say whether a list has a row that a condition or a policy may hide.
        var reportsEdits: Bool { condition == nil && !(relation?.isRestricted ?? false) }

        /// The terms with their directions, for ORDER BY.
        func ordering(isBackward: Bool) -> String {
            terms.map {
                "\($0.sql) \($0.isDescending != isBackward ? "DESC" : "ASC") NULLS \($0.isNullFirst != isBackward ? "FIRST" : "LAST")"
            }.joined(separator: ", ")
        }
    }
#endif
