#if SQLite
    import CListEngineSQLite
    import CSQLite
    import Foundation

    /// The rows that a connection may have changed since the list last looked, with the keys that the list has for them.
    ///
    /// An event of the hook is a hint and not a fact: a statement that fails halfway and a savepoint that is rolled back leave
    /// events of changes that did not happen. The first old key of a row since the last look is the one that the list has; the
    /// new key is read after the commit.
    final class HintLog: @unchecked Sendable {
        struct Hint {
            /// The key before the first change; nil if there was no row.
            var old: SQLiteKey?
            /// The number of the last event.
            var last: UInt64
        }

        /// More hints than these are dropped, and the list starts again.
        static let most = 100_000

        private let lock = NSLock()
        private let writer: OpaquePointer
        private let keepsFirst: Bool
        // Guarded by the lock.
        private var hints: [SQLiteKey: Hint] = [:]
        private var events: UInt64 = 0
        private var hasOverflowed = false
        private var observer: OpaquePointer?
        private var isIgnoring = false
        /// Where the hook finds the values of the key and of the identity: a column of the hook, or nil for the rowid.
        private let columns: RowPlan.HookColumns
        private let keys: KeyCoder
        private let identities: KeyCoder
        private var identityIsRowid: Bool { columns.identity == [nil] }

        /// Observes the changes that a connection makes in the table of a plan; nil if its hook cannot tell the old keys.
        init?(_ plan: RowPlan, writer: OpaquePointer, keepsFirst: Bool = true) {
            guard let table = plan.table, plan.condition == nil, le_sqlite_has_preupdate_hook() else { return nil }
            guard let columns = plan.hookColumns else { return nil }
            self.writer = writer
            self.keepsFirst = keepsFirst
            self.columns = columns
            keys = plan.keys
            identities = plan.identities
            observer = le_sqlite_observe(
                writer, table, columns.columns, Int32(columns.columns.count),
                { context, _, oldRowid, newRowid, oldValues, newValues in
                    let log = Unmanaged<HintLog>.fromOpaque(context!).takeUnretainedValue()
                    log.note(oldRowid, oldValues)
                    // If the identity is the same after the change, a second note adds nothing.
                    if oldValues != nil, oldRowid == newRowid, log.identityIsRowid { return }
                    log.note(newRowid, newValues, isNew: true)
                }, Unmanaged.passUnretained(self).toOpaque())
            if observer == nil { return nil }
            if sqlite3_txn_state(writer, "main") == SQLITE_TXN_WRITE {
                // The transaction may have changed rows before it was observed.
                lock.withLock {
                    events += 1
                    hasOverflowed = true
                }
            }
        }

        deinit { stop() }

        /// Whether the events fit a plan: after a change of the schema, a column can have another number.
        func fits(_ plan: RowPlan) -> Bool {
            func isSame(_ coder: KeyCoder, _ other: KeyCoder) -> Bool {
                coder.terms.map(\.isDescending) == other.terms.map(\.isDescending)
                    && coder.terms.map(\.collation.name) == other.terms.map(\.collation.name)
            }
            return plan.hookColumns == columns && isSame(plan.keys, keys) && isSame(plan.identities, identities)
        }

        /// Ignores all further events. It does not use the connection, because a commit of the connection can wait for
        /// the end of a snapshot.
        func ignoreEvents() { lock.withLock { (isIgnoring, hints, hasOverflowed) = (true, [:], false) } }

        /// Ends the observation. The connection must be open.
        func stop() {
            let observer = lock.withLock {
                defer { self.observer = nil }
                return self.observer
            }
            le_sqlite_stop_observing(observer)
        }

        private func note(_ rowid: Int64, _ values: UnsafePointer<le_sqlite_value>?, isNew: Bool = false) {
            guard let values else { return }
            func value(_ place: Int?) -> le_sqlite_value {
                if let place { return values[place] }
                var value = le_sqlite_value()
                value.type = LE_SQLITE_INTEGER
                value.integer = rowid
                return value
            }
            let id = identities.encode { value(columns.identity[$0]) }
            // A row with a new identity was not there before; one that it replaces has had its own event.
            let old = isNew ? nil : keys.encode { value(columns.key[$0]) }
            lock.withLock {
                events += 1
                if hasOverflowed || isIgnoring { return }
                if hints[id] != nil {
                    hints[id]!.last = events
                    if !keepsFirst, !isNew { hints[id]!.old = old }
                } else if hints.count < Self.most {
                    hints[id] = Hint(old: old, last: events)
                } else {
                    hints = [:]
                    hasOverflowed = true
                }
            }
        }

        /// False after ``stop()`` and ``ignoreEvents()``: there are no hints then.
        var isObserving: Bool { lock.withLock { observer != nil && !isIgnoring } }

        /// Whether hints were lost, because there were too many.
        var hasTooMany: Bool { lock.withLock { hasOverflowed } }

        var isEmpty: Bool { lock.withLock { hints.isEmpty && !hasOverflowed } }

        /// The events whose transactions have ended. Call it before a snapshot begins.
        func endedEvents() -> UInt64 {
            // The lock is held because the connection can be closed after `stop()`. The hook takes this lock while it
            // holds the mutex of the connection, so waiting for the mutex here could be a deadlock.
            lock.withLock {
                guard observer != nil else { return events }
                // A connection that is busy may be within a transaction.
                let mutex = sqlite3_db_mutex(writer)
                guard sqlite3_mutex_try(mutex) == SQLITE_OK else { return 0 }
                defer { sqlite3_mutex_leave(mutex) }
                return sqlite3_txn_state(writer, "main") == SQLITE_TXN_WRITE ? 0 : events
            }
        }

        /// Takes all hints; nil if there were too many. Then there are none until all events have ended, because the rest of their
        /// transaction is not known. Call it within a snapshot: each change that the snapshot sees has its hint by then.
        func take(ended: UInt64) -> [SQLiteKey: Hint]? {
            lock.withLock {
                defer { hints = [:] }
                guard hasOverflowed else { return hints }
                if events <= ended { hasOverflowed = false }
                return nil
            }
        }

        /// Drops the hints of transactions that have ended, for a list that has their rows already.
        func dropEnded(_ ended: UInt64) {
            guard ended > 0 else { return }
            lock.withLock { hints = hints.filter { $0.value.last > ended } }
        }

        /// Puts hints back whose transactions may not have ended, with the keys that the list has now.
        func putBack(_ kept: [SQLiteKey: Hint]) {
            lock.withLock {
                if hasOverflowed || isIgnoring { return }
                hints.merge(kept) { Hint(old: $1.old, last: max($0.last, $1.last)) }
            }
        }
    }
#endif
