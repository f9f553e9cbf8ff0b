#if PostgreSQL
    import Foundation

    extension PostgresServer {
        /// Installs a journal of the changes of a table, with the name of the table and `_listengine` at its end, and triggers that fill it.
        ///
        /// The role must own the table. Each statement that changes the table also writes the values of the journal's columns, once for each
        /// changed row; a statement that changes more than ten thousand rows writes one entry. Call
        /// ``cleanJournal(of:schema:seconds:)`` from time to time: nothing else deletes entries.
        ///
        /// A journal that exists is replaced, and lists start again. The installation waits for all statements that use the table, and later
        /// ones wait for it; the setting lock_timeout of the role limits that.
        /// - Parameters:
        ///   - table: A table without partitions and without tables that inherit from it. Its primary key has types that a list can order.
        ///   - schema: Its schema. Nil: the search path finds it.
        ///   - columns: The columns of the orders of all lists. Nil: those of the indexes. The primary key is always among them.
        ///   - readers: Roles that may read the journal. They see these columns of all changed rows, even of rows that a policy hides from
        ///     them.
        /// - Throws: ``PostgresError``
        public func installJournal(
            on table: String, schema: String? = nil, columns: [String]? = nil, readers: [String] = []
        ) async throws {
            try await run { session in
                let journal = try PostgresJournal(table, schema, columns, session)
                try session.change(journal.installation(readers: readers))
            }
        }

        /// Removes the journal of a table. Lists no longer follow changes.
        /// - Parameters:
        ///   - table: A table with a journal.
        ///   - schema: Its schema. Nil: the search path finds it.
        /// - Throws: ``PostgresError``
        public func removeJournal(of table: String, schema: String? = nil) async throws {
            try await run { session in
                let journal = try PostgresJournal(table, schema, nil, session)
                try session.change(journal.removal)
            }
        }

        /// Deletes the entries of transactions that ended some time ago.
        ///
        /// The first call only notes which transactions have ended; a call after that time deletes their entries. Lists need the entries for five minutes.
        /// - Parameters:
        ///   - table: A table with a journal.
        ///   - schema: Its schema. Nil: the search path finds it.
        ///   - seconds: The time. At least ten minutes are kept.
        /// - Throws: ``PostgresError``
        public func cleanJournal(of table: String, schema: String? = nil, seconds: Double = 3_600) async throws {
            try await run { session in
                let journal = try PostgresJournal(table, schema, nil, session)
                try session.change(journal.cleaning(seconds: max(600, seconds)))
            }
        }
    }

    /// The statements that make the journal of a table.
    struct PostgresJournal {
        let table: String
        let journal: String
        private let function: String
        private let key: [String]
        private let columns: [String]
        /// The types of columns that have a domain, which could refuse NULL.
        private let baseTypes: [String: String]

        /// The primary key, the columns of the other indexes, and what prevents a journal.
        private static let statement = """
            SELECT n.nspname, c.relname,
                c.relkind <> 'r' OR EXISTS (SELECT FROM pg_catalog.pg_inherits h WHERE c.oid IN (h.inhparent, h.inhrelid)),
                a.attname, bool_or(i.indisprimary AND k.place <= i.indnkeyatts)
            FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                LEFT JOIN pg_catalog.pg_index i ON i.indrelid = c.oid
                LEFT JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k(number, place) ON true
                LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number AND k.number > 0
            WHERE c.oid = to_regclass($1)
            GROUP BY 1, 2, 3, 4 ORDER BY 4
            """

        /// The types of the columns, below their domains.
        private static let typesStatement = """
            WITH RECURSIVE b(name, type, modifier, is_domain) AS (
                SELECT a.attname, a.atttypid, a.atttypmod, false FROM pg_catalog.pg_attribute a
                WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
                UNION ALL
                SELECT b.name, t.typbasetype, t.typtypmod, true FROM b JOIN pg_catalog.pg_type t ON t.oid = b.type
                WHERE t.typtype = 'd')
            SELECT b.name, b.type, format_type(b.type, b.modifier), b.is_domain
            FROM b JOIN pg_catalog.pg_type t ON t.oid = b.type WHERE t.typtype <> 'd'
            """

        init(_ name: String, _ schema: String?, _ columns: [String]?, _ session: PostgresSession) throws {
            let parameter = [PostgresParameter.text(quotedName(name, schema: schema), type: 25)]
            let results = try session.run([
                PostgresStatement(sql: Self.statement, parameters: parameter),
                PostgresStatement(sql: Self.typesStatement, parameters: parameter),
            ])
            let (found, types) = (results[0], results[1])
            guard found.count > 0 else { throw PostgresError(.noSuchTable, "expected a table \(name), found none") }
            guard !found.isTrue(0, 2) else {
                throw PostgresError(
                    .journal,
                    "expected a table without partitions and inheritance for a journal, found \(name): its triggers would miss changes"
                )
            }
            let (ownSchema, ownName) = (found.string(0, 0), found.string(0, 1) ?? "")
            guard let journalName = PostgresPlan.journalName(ownName) else {
                throw PostgresError(.journal, "expected a table whose name has at most 52 bytes, found \(ownName)")
            }
            var indexed: [String] = []
            var key: [String] = []
            for row in 0..<found.count {
                guard let column = found.string(row, 3) else { continue }
                indexed.append(column)
                if found.isTrue(row, 4) { key.append(column) }
            }
            guard !key.isEmpty else {
                throw PostgresError(.noIdentity, "expected a table with a primary key for a journal, found \(name)")
            }
            var baseTypes: [String: String] = [:]
            for row in 0..<types.count {
                let (column, type) = (types.string(row, 0) ?? "", types.string(row, 2) ?? "")
                if types.isTrue(row, 3) { baseTypes[column] = type }
                guard key.contains(column) else { continue }
                // The triggers compare keys, and find only the operators of the server's own types.
                guard PostgresType(UInt32(truncatingIfNeeded: types.integer(row, 1) ?? 0)) != nil else {
                    throw PostgresError(
                        .type,
                        "expected a primary key of numbers, strings, dates, times, truth values, UUIDs or bytes for a journal; \(column) has the type \(type)"
                    )
                }
            }
            self.baseTypes = baseTypes
            table = quotedName(ownName, schema: ownSchema)
            journal = quotedName(journalName, schema: ownSchema)
            function = quotedName(journalName + "_note", schema: ownSchema)
            self.key = key
            self.columns = Set((columns ?? indexed) + key).sorted()
        }

        private static let begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;\n"

        var removal: String { Self.begin + drop + "COMMIT" }

        private var drop: String {
            """
            \(["insert", "update", "delete", "truncate"].map { "DROP TRIGGER IF EXISTS listengine_\($0) ON \(table);" }.joined(separator: "\n"))
            DROP FUNCTION IF EXISTS \(function);
            DROP TABLE IF EXISTS \(journal);

            """
        }

        /// Old rows have entries before new ones, because the first entry of an identity says what the list has. The statement of a trigger
        /// has its entries before the statement that fired it, so it only notes that something has changed.
        func installation(readers: [String]) -> String {
            let names = columns.map(quotedName).joined(separator: ", ")
            let typed = columns.map { column in
                let name = quotedName(column)
                return baseTypes[column].map { "\(name)::\($0) AS \(name)" } ?? name
            }.joined(separator: ", ")
            let same = key.map { "o.\(quotedName($0)) = n.\(quotedName($0))" }.joined(separator: " AND ")
            func note(_ kind: String, _ rows: String, where condition: String = "") -> String {
                "INSERT INTO \(journal) (listengine_kind, \(names)) SELECT '\(kind)', \(names) FROM \(rows)\(condition);"
            }
            func trigger(_ event: String, _ tables: String) -> String {
                """
                CREATE TRIGGER listengine_\(event.lowercased()) AFTER \(event) ON \(table) \(tables)
                FOR EACH STATEMENT EXECUTE FUNCTION \(function)();
                """
            }
            return Self.begin + drop + """
                CREATE TABLE \(journal) AS SELECT \(typed) FROM \(table) WITH NO DATA;
                ALTER TABLE \(journal)
                    ADD listengine_number bigint GENERATED ALWAYS AS IDENTITY,
                    ADD listengine_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
                    ADD listengine_kind "char" NOT NULL,
                    ADD listengine_time timestamptz NOT NULL DEFAULT clock_timestamp(),
                    ADD listengine_mark pg_snapshot;
                CREATE INDEX ON \(journal) (listengine_xid);
                CREATE FUNCTION \(function)() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
                    SET search_path = pg_catalog, pg_temp AS $listengine$
                #variable_conflict use_column
                DECLARE
                    listengine_changed bigint := 1;
                BEGIN
                    IF TG_OP IN ('UPDATE', 'DELETE') THEN
                        SELECT count(*) INTO listengine_changed FROM (SELECT FROM old_rows LIMIT 10001) r;
                    ELSIF TG_OP = 'INSERT' THEN
                        SELECT count(*) INTO listengine_changed FROM (SELECT FROM new_rows LIMIT 10001) r;
                    END IF;
                    IF TG_OP = 'TRUNCATE' OR listengine_changed > 10000
                        OR listengine_changed > 0 AND pg_trigger_depth() > 1 THEN
                        INSERT INTO \(journal) (listengine_kind) VALUES ('m');
                    ELSIF TG_OP = 'INSERT' THEN
                        \(note("n", "new_rows"))
                    ELSIF listengine_changed > 0 THEN
                        \(note("o", "old_rows"))
                        IF TG_OP = 'UPDATE' THEN
                            \(note("n", "new_rows n", where: " WHERE NOT EXISTS (SELECT FROM old_rows o WHERE \(same))"))
                        END IF;
                    END IF;
                    IF listengine_changed > 0 THEN PERFORM pg_notify('listengine_' || TG_RELID, ''); END IF;
                    RETURN NULL;
                END $listengine$;
                \(trigger("INSERT", "REFERENCING NEW TABLE AS new_rows"))
                \(trigger("UPDATE", "REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows"))
                \(trigger("DELETE", "REFERENCING OLD TABLE AS old_rows"))
                \(trigger("TRUNCATE", ""))
                \(readers.map { "GRANT SELECT ON \(journal) TO \(quotedName($0));" }.joined(separator: "\n"))
                COMMIT
                """
        }

        /// A mark has the transactions that had ended when it was made. A transaction that ends late has entries that are old, so their age
        /// says nothing.
        func cleaning(seconds: Double) -> String {
            Self.begin + """
                INSERT INTO \(journal) (listengine_kind, listengine_mark) VALUES ('c', pg_current_snapshot());
                WITH c AS (
                    SELECT listengine_mark FROM \(journal)
                    WHERE listengine_kind = 'c' AND listengine_time < clock_timestamp() - interval '\(seconds) seconds'
                    ORDER BY listengine_time DESC LIMIT 1)
                DELETE FROM \(journal) j USING c WHERE pg_visible_in_snapshot(j.listengine_xid, c.listengine_mark);
                COMMIT
                """
        }
    }
#endif
