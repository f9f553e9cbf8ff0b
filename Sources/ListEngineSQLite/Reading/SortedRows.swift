#if SQLite
    import CListEngineSQLite
    import CSQLite
    import Dispatch
    import ListEngineData

    /// The identities of all rows in an order that no index has.
    ///
    /// The rows are read once, in the order of their identities and in several transactions, and sorted outside of
    /// SQLite in short steps, because SQLite cannot pause a sort. Edits keep the order correct, even those that are
    /// reported between the transactions. After any other change the rows are read again. One thread at a time uses it.
    final class SortedRows {
        /// Rows that follow each other.
        struct Page {
            /// No row of the page comes before it.
            var first: SQLiteKey
            var ids: RowIdentities
        }

        private enum Phase { case reading, sorting, paging, complete }

        private let terms: [le_sqlite_term]
        private let pageSize: Int
        private var phase = Phase.reading
        private var sorter: OpaquePointer?
        private var isFinishing = false
        /// The rows up to this identity were read.
        private var frontier = SQLiteKey.start
        /// What has changed behind the frontier since the rows were read, for each row, and what could not be applied yet.
        private var waiting: [SQLiteKey: SQLiteEdit] = [:]
        private(set) var pages: [Page] = []

        var isComplete: Bool { phase == .complete }
        /// Whether edits still have to be applied, so that rows are missing.
        var hasWaiting: Bool { !waiting.isEmpty }

        /// - Parameter memory: The bytes of rows that are sorted in memory. More rows go into a temporary file.
        init(_ plan: RowPlan, memory: Int = 32 << 20, pageSize: Int = 512) throws {
            self.pageSize = pageSize
            terms = (plan.identities.terms + plan.keys.terms).map {
                le_sqlite_term(collation: $0.collation.builtIn, is_descending: $0.isDescending)
            }
            sorter = le_sqlite_sorter_new(memory)
            if sorter == nil { throw SQLiteError(.outOfMemory, "expected memory to sort rows, found none") }
        }

        deinit { le_sqlite_sorter_free(sorter) }

        // MARK: - Sorting

        /// Reads rows, within a transaction, until the time is over or the memory full.
        /// - Throws: ``SQLiteError``
        func read(_ plan: RowPlan, _ connection: SQLiteConnection, until end: UInt64) throws {
            guard phase == .reading, let sorter, !le_sqlite_sorter_is_full(sorter) else { return }
            // Even an interrupted transaction has read some rows.
            defer {
                var length = 0
                if let last = le_sqlite_sorter_last_id(sorter, &length) {
                    frontier = SQLiteKey(bytes: Array(UnsafeBufferPointer(start: last, count: length)))
                }
            }
            var count = 0
            let side = frontier.bytes.isEmpty ? plan.firstByIdentity : .after(frontier)
            let isEnd = try plan.byIdentity.forEachRow(side, connection) { statement in
                try Self.check(
                    le_sqlite_sorter_add(sorter, statement.pointer, terms, plan.identity.count, terms.count))
                count += 1
                if le_sqlite_sorter_is_full(sorter) { return false }
                return count % 64 != 0 || DispatchTime.now().uptimeNanoseconds < end
            }
            if isEnd { phase = .sorting }
        }

        /// Sorts, without a transaction, until the time is over or there are rows to read.
        /// - Returns: Whether there is more to sort.
        /// - Throws: ``SQLiteError``
        func sort(_ plan: RowPlan, until end: UInt64) throws -> Bool {
            guard let sorter else { return false }
            if phase == .reading, !le_sqlite_sorter_is_full(sorter) { return false }
            if phase == .sorting, !isFinishing {
                isFinishing = true
                le_sqlite_sorter_finish(sorter)
            }
            while phase != .paging {
                var isDone = false
                try Self.check(le_sqlite_sorter_step(sorter, &isDone))
                if isDone, phase == .reading { return false }
                if isDone { phase = .paging }
                if DispatchTime.now().uptimeNanoseconds >= end { return true }
            }
            var row = le_sqlite_sorted_row()
            for count in 1... {
                try Self.check(le_sqlite_sorter_next(sorter, &row))
                guard let id = row.id else { break }
                if (pages.last?.ids.count ?? pageSize) >= pageSize {
                    let key = Array(UnsafeBufferPointer(start: row.key, count: row.key_length))
                    pages.append(Page(first: pages.isEmpty ? .start : SQLiteKey(bytes: key), ids: RowIdentities(plan)))
                }
                pages[pages.count - 1].ids.append(UnsafeBufferPointer(start: id, count: row.id_length))
                if count % 64 == 0, DispatchTime.now().uptimeNanoseconds >= end { return true }
            }
            if pages.isEmpty { pages = [Page(first: .start, ids: RowIdentities(plan))] }
            le_sqlite_sorter_free(sorter)
            self.sorter = nil
            phase = .complete
            return false
        }

        private static func check(_ status: le_sqlite_status) throws {
            switch status {
            case LE_SQLITE_OK: return
            case LE_SQLITE_NO_MEMORY: throw SQLiteError(.outOfMemory, "expected memory to sort rows, found none")
            case LE_SQLITE_DISK_FULL:
                throw SQLiteError(.diskFull, "expected room for a temporary file that sorts rows, found a full disk")
            default: throw SQLiteError(.inputOutput, "a temporary file that sorts rows could not be used")
            }
        }

        // MARK: - Changes

        /// Takes edits, within the transaction that found them, and applies them until the time is over. The remaining
        /// edits wait, even after an error: call it again in the next transaction, and once more after the rows are
        /// complete.
        /// - Returns: False if the order is not right any more.
        /// - Throws: ``SQLiteError``
        func apply(
            _ edits: [SQLiteEdit], _ plan: RowPlan, _ connection: SQLiteConnection, until end: UInt64 = .max
        ) throws -> Bool {
            for edit in edits where phase != .reading || edit.id <= frontier {
                let old = waiting[edit.id].map(\.old) ?? edit.old
                waiting[edit.id] = SQLiteEdit(id: edit.id, old: old, new: edit.new)
            }
            guard isComplete else { return true }
            let changed = waiting.values.filter { $0.old != $0.new }
            waiting = [:]
            // After this, each remaining row has the same key in the database as in this order.
            for edit in changed {
                guard let old = edit.old else { continue }
                guard remove(edit.id, at: old, plan) else { return false }
            }
            var place = 0
            // The rows that were not inserted are missing from the order, so their edits wait as insertions.
            defer {
                for edit in changed[place...] where edit.new != nil {
                    waiting[edit.id] = SQLiteEdit(id: edit.id, old: nil, new: edit.new)
                }
            }
            while place < changed.count {
                if let new = changed[place].new {
                    guard try insert(changed[place].id, at: new, plan, connection) else { return false }
                }
                place += 1
                if place % 16 == 0, DispatchTime.now().uptimeNanoseconds >= end { break }
            }
            return true
        }

        /// The last page that begins at a key or before it.
        private func page(of key: SQLiteKey) -> Int {
            var (low, high) = (0, pages.count)
            while high - low > 1 {
                let middle = (low + high) / 2
                if pages[middle].first <= key { low = middle } else { high = middle }
            }
            return low
        }

        private func remove(_ id: SQLiteKey, at key: SQLiteKey, _ plan: RowPlan) -> Bool {
            let number = page(of: key)
            // This also fails if a row was read twice, before and after its identity changed: two identities then have
            // the same key.
            guard pages[number].ids.remove(id, plan) else { return false }
            if pages[number].ids.count == 0, pages.count > 1 {
                pages.remove(at: number)
                if number == 0 { pages[0].first = .start }
            }
            return true
        }

        private func insert(_ id: SQLiteKey, at key: SQLiteKey, _ plan: RowPlan, _ connection: SQLiteConnection) throws
            -> Bool
        {
            var number = page(of: key)
            // The page is divided before the row is inserted, so that an error leaves the order consistent.
            if pages[number].ids.count >= 2 * pageSize {
                let half = pages[number].ids.count / 2
                guard let first = try self.key(half, in: number, plan, connection) else { return false }
                let rest = pages[number].ids.removeAll(from: half)
                pages.insert(Page(first: first, ids: rest), at: number + 1)
                number = page(of: key)
            }
            guard let place = try place(of: key, in: number, plan, connection) else { return false }
            pages[number].ids.insert(id, at: place, plan)
            return true
        }

        private func key(_ place: Int, in page: Int, _ plan: RowPlan, _ connection: SQLiteConnection) throws
            -> SQLiteKey?
        {
            try plan.keysOnly.row(pages[page].ids.id(at: place, plan), connection)?.key
        }

        /// How many rows of a page come before a key. Nil if a row is missing.
        private func place(of key: SQLiteKey, in page: Int, _ plan: RowPlan, _ connection: SQLiteConnection) throws
            -> Int?
        {
            var (low, high) = (0, pages[page].ids.count)
            while low < high {
                let middle = (low + high) / 2
                guard let found = try self.key(middle, in: page, plan, connection) else { return nil }
                if found < key { low = middle + 1 } else { high = middle }
            }
            return low
        }

        // MARK: - Rows

        /// Reads rows as ``RowPlan/page(_:limit:_:)`` does. Nil if the order is not right any more.
        /// - Throws: ``SQLiteError``
        func page(_ side: PageSide, limit: Int, _ plan: RowPlan, _ connection: SQLiteConnection) throws -> (
            rows: [ReadRow], isEnd: Bool
        )? {
            var (number, place) = (0, 0)
            switch side {
            case .first: break
            case .last: (number, place) = (pages.count - 1, pages[pages.count - 1].ids.count)
            case .from(let key), .after(let key), .before(let key):
                guard plan.keys.place(of: key) != nil || key.bytes.isEmpty else {
                    throw plan.invalid(key)
                }
                number = page(of: key)
                guard let found = try self.place(of: key, in: number, plan, connection) else { return nil }
                place = found
                if case .after = side, found < pages[number].ids.count,
                    try self.key(found, in: number, plan, connection) == key
                {
                    place += 1
                }
            }
            var rows: [ReadRow] = []
            let sql = plan.rowStatement
            let step = side.isBackward ? -1 : 1
            while pages.indices.contains(number) {
                let ids = pages[number].ids
                if side.isBackward ? place == 0 : place == ids.count {
                    number += step
                    if pages.indices.contains(number) { place = side.isBackward ? pages[number].ids.count : 0 }
                    continue
                }
                guard let row = try plan.row(ids.id(at: side.isBackward ? place - 1 : place, plan), connection, sql)
                else {
                    return nil
                }
                if let last = rows.last {
                    if last.key == row.key { throw plan.duplicate(plan.rowStatement) }
                    // Another connection has changed it.
                    if (row.key < last.key) != side.isBackward { return nil }
                }
                guard rows.count < limit else { return (side.isBackward ? rows.reversed() : rows, false) }
                rows.append(row)
                place += step
            }
            return (side.isBackward ? rows.reversed() : rows, true)
        }

        /// The counts of the pages; a page begins with each heading. Nil if the order is not right any more.
        /// - Throws: ``SQLiteError``
        func counts(headings: [SQLiteHeading] = [], _ plan: RowPlan, _ connection: SQLiteConnection) throws
            -> [RowPage<SQLiteKey>]?
        {
            if pages.count == 1, pages[0].ids.count == 0 { return [] }
            var counts: [RowPage<SQLiteKey>] = []
            var heading = 0
            for (number, page) in pages.enumerated() {
                let end = number + 1 < pages.count ? pages[number + 1].first : nil
                var (first, start) = (page.first, 0)
                while heading < headings.count, end.map({ headings[heading].first < $0 }) ?? true {
                    let next = headings[heading].first
                    heading += 1
                    if next <= first { continue }
                    guard let place = try place(of: next, in: number, plan, connection) else { return nil }
                    counts.append(RowPage(first: first, count: place - start))
                    (first, start) = (next, place)
                }
                counts.append(RowPage(first: first, count: page.ids.count - start))
            }
            return counts
        }
    }

    extension RowPlan {
        /// Where the rows in the order of their identities begin. With a bound, SQLite takes the order of rowids, and does not sort the rows
        /// that another index finds.
        var firstByIdentity: PageSide {
            guard hasRowidIdentity else { return .first }
            return .from(identities.key(ofRowid: .min))
        }
    }

    /// Identities of rows: 8 bytes for a rowid.
    struct RowIdentities {
        private var rowids: [Int64] = []
        private var keys: [SQLiteKey] = []
        private let hasRowids: Bool

        init(_ plan: RowPlan) { hasRowids = plan.hasRowidIdentity }

        var count: Int { hasRowids ? rowids.count : keys.count }

        mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
            if hasRowids { rowids.append(Self.rowid(bytes)) } else { keys.append(SQLiteKey(bytes: Array(bytes))) }
        }

        private static func rowid(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64 {
            var (value, offset) = (le_sqlite_value(), 0)
            _ = le_sqlite_key_read(bytes.baseAddress, bytes.count, &offset, LE_SQLITE_BINARY, false, &value, nil, 0)
            return value.integer
        }

        func id(at place: Int, _ plan: RowPlan) -> SQLiteKey {
            hasRowids ? plan.identities.key(ofRowid: rowids[place]) : keys[place]
        }

        mutating func remove(_ id: SQLiteKey, _ plan: RowPlan) -> Bool {
            if hasRowids {
                let rowid = id.bytes.withUnsafeBufferPointer(Self.rowid)
                guard let place = rowids.firstIndex(of: rowid) else { return false }
                rowids.remove(at: place)
            } else {
                guard let place = keys.firstIndex(of: id) else { return false }
                keys.remove(at: place)
            }
            return true
        }

        mutating func insert(_ id: SQLiteKey, at place: Int, _ plan: RowPlan) {
            if hasRowids {
                rowids.insert(id.bytes.withUnsafeBufferPointer(Self.rowid), at: place)
            } else {
                keys.insert(id, at: place)
            }
        }

        /// Removes the identities from a place on, and returns them.
        mutating func removeAll(from place: Int) -> RowIdentities {
            var rest = self
            rest.rowids.removeFirst(min(place, rowids.count))
            rest.keys.removeFirst(min(place, keys.count))
            rowids.removeLast(rest.rowids.count)
            keys.removeLast(rest.keys.count)
            return rest
        }
    }
#endif
