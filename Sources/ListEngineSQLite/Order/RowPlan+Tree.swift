#if SQLite
    import CSQLite

    extension RowPlan {
        /// The tree with the order of the terms; nil if there is none.
        func findTree(_ connection: SQLiteConnection) throws -> RowTree? {
            guard let table else { return nil }
            // A record has strings in the encoding of the database, and other collations compare UTF-8.
            guard encoding == UInt8(SQLITE_UTF8) || keys.terms.allSatisfy(\.collation.comparesStoredBytes) else {
                return nil
            }
            func root(_ type: String, _ name: String) throws -> UInt32? {
                let sql = "SELECT rootpage FROM main.sqlite_schema WHERE type = ? AND name = ? COLLATE NOCASE"
                return try connection.integer(sql, [.text(type), .text(name)]).flatMap {
                    $0 > 0 ? UInt32(exactly: $0) : nil
                }
            }
            if terms.count == 1, terms[0].isRowid {
                guard let root = try root("table", table) else { return nil }
                return RowTree(root: root, isReversed: terms[0].isDescending)
            }
            // seq, name, unique, origin (c, u, pk), partial
            for index in try connection.rows("PRAGMA main.index_list(\(quotedName(table)))")
            where index[4] == .integer(0) {
                guard let name = index[1].string else { continue }
                // seqno, cid (-1: the rowid, -2: an expression), name, desc, coll, key
                let parts = try connection.rows("PRAGMA main.index_xinfo(\(quotedName(name)))")
                guard parts.count >= terms.count else { continue }
                let isReversed = terms[0].isDescending != (parts[0][3] == .integer(1))
                let isSame = terms.indices.allSatisfy { place in
                    let (term, part) = (terms[place], parts[place])
                    let isSameColumn =
                        part[1] == .integer(-1)
                        ? term.isRowid : part[2].string.map { sqlite3_stricmp($0, term.column) == 0 } ?? false
                    let collation = keys.terms[place].collation.name
                    return isSameColumn && (part[4].string.map { sqlite3_stricmp($0, collation) == 0 } ?? false)
                        && (term.isDescending != (part[3] == .integer(1))) == isReversed
                }
                guard isSame else { continue }
                // The primary key of a table without rowid is the table.
                let isTable = rowid == nil && index[3].string == "pk"
                guard let root = try isTable ? root("table", table) : root("index", name) else { continue }
                return RowTree(root: root, isReversed: isReversed)
            }
            return nil
        }
    }
#endif
