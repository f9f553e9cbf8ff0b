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
        /// Where the hook finds the values of the key and of the identity: a column of the hook, or nil for the rowid.
        private let keyPlaces: [Int?]
        private let identityPlaces: [Int?]
        private let keys: KeyCoder
        private let identities: KeyCoder

        /// Observes the changes that a connection makes in the table of a plan; nil if its hook cannot tell the old keys.
        init?(_ plan: RowPlan, writer: OpaquePointer, keepsFirst: Bool = true) {
            guard let table = plan.table, plan.condition == nil, le_sqlite_has_preupdate_hook() else { return nil }
            guard plan.hookColumns.isComplete else { return nil }
            self.writer = writer
            self.keepsFirst = keepsFirst
            keyPlaces = plan.hookColumns.key
            identityPlaces = plan.hookColumns.identity
            keys = plan.keys
            identities = plan.identities
            observer = le_sqlite_observe(
                writer, table, plan.hookColumns.columns, Int32(plan.hookColumns.columns.count),
                { context, _, oldRowid, newRowid, oldValues, newValues in
                    let log = Unmanaged<HintLog>.fromOpaque(context!).takeUnretainedValue()
                    log.note(oldRowid, oldValues)
                    log.note(newRowid, newValues, isNew: true)
                }, Unmanaged.passUnretained(self).toOpaque())
            if observer == nil { return nil }
        }

        deinit { stop() }

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
            let id = identities.encode { value(identityPlaces[$0]) }
            // A row with a new identity was not there before; one that it replaces has had its own event.
            let old = isNew ? nil : keys.encode { value(keyPlaces[$0]) }
            lock.withLock {
                events += 1
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

        /// False after ``stop()``: there are no hints then.
        var isObserving: Bool { lock.withLock { observer != nil } }

        var isEmpty: Bool { lock.withLock { hints.isEmpty && !hasOverflowed } }

        /// The events whose transactions have ended. Call it before a snapshot begins.
        func endedEvents() -> UInt64 {
            let events = lock.withLock { self.events }
            // A connection that is busy may be within a transaction.
            let mutex = sqlite3_db_mutex(writer)
            guard sqlite3_mutex_try(mutex) == SQLITE_OK else { return 0 }
            defer { sqlite3_mutex_leave(mutex) }
            return sqlite3_txn_state(writer, "main") == SQLITE_TXN_WRITE ? 0 : events
        }

        /// Takes all hints; nil if there were too many. Call it within a snapshot: each change that the snapshot sees has its
        /// hint by then.
        func take() -> [SQLiteKey: Hint]? {
            lock.withLock {
                defer { (hints, hasOverflowed) = ([:], false) }
                return hasOverflowed ? nil : hints
            }
        }

        /// Puts hints back whose transactions may not have ended, with the keys that the list has now.
        func putBack(_ kept: [SQLiteKey: Hint]) {
            lock.withLock {
                hints.merge(kept) { Hint(old: $1.old, last: max($0.last, $1.last)) }
            }
        }
    }
#endif
