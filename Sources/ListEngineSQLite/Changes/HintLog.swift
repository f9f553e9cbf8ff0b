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

        private enum State {
            case noting
            /// There were too many hints. None are kept until the list has looked.
            case overflowed
            /// Events are no longer noted.
            case ignoring
            /// The same, because somebody else has replaced the hook; the list has not yet started again.
            case lost
            var isOver: Bool { self == .ignoring || self == .lost }
        }

        /// More hints than these, or more bytes in their keys, are dropped, and the list starts again.
        static let most = 100_000
        static let mostBytes = 16 << 20

        private let lock = NSLock()
        private let table: String
        private let keepsFirst: Bool
        // Guarded by the lock, which is not held while the observer is used: the hook takes it too, while it holds the locks
        // of the observer.
        private var hints: [SQLiteKey: Hint] = [:]
        /// The bytes of the keys of the hints.
        private var size = 0
        private var state = State.noting
        private var events: UInt64 = 0
        private var observer: OpaquePointer?
        /// The event at which other connections were seen to have changed the file; 0 if the list has looked since.
        private var sawOthers: UInt64 = 0
        /// For a connection without a mutex: the events whose transactions have ended, and SQLite's number of the changes of other
        /// connections. Nil if the connection has a mutex.
        private var reportedEnd: (events: UInt64, dataVersion: Int64?)?
        /// Where the hook finds the values of the key and of the identity: a column of the hook, or nil for the rowid.
        private let columns: RowPlan.HookColumns
        private let keys: KeyCoder
        private let identities: KeyCoder
        private var identityIsRowid: Bool { columns.identity == [nil] }

        /// A log of the table of a plan, without a connection; nil if a hook cannot tell the old keys.
        init?(_ plan: RowPlan, keepsFirst: Bool = true) {
            guard let table = plan.table, plan.condition == nil, le_sqlite_has_preupdate_hook() else { return nil }
            guard let columns = plan.hookColumns else { return nil }
            self.table = table
            self.keepsFirst = keepsFirst
            self.columns = columns
            keys = plan.keys
            identities = plan.identities
        }

        /// Observes the changes that a connection makes in the table of a plan; nil if that is not possible.
        convenience init?(_ plan: RowPlan, writer: OpaquePointer, keepsFirst: Bool = true) {
            self.init(plan, keepsFirst: keepsFirst)
            guard observe(writer, sinceLastLook: true) else { return nil }
        }

        deinit { le_sqlite_observer_free(observer) }

        /// Begins to observe a connection, once. If the connection has no mutex, only the calling thread may use it, and
        /// ``transactionDidEnd(_:dataVersion:)`` has to be called.
        /// - Parameter sinceLastLook: Whether the connection has changed no rows since the list last looked.
        /// - Returns: False if the connection cannot be observed, because it runs a statement.
        @discardableResult
        func observe(_ writer: OpaquePointer, sinceLastLook: Bool) -> Bool {
            let observer = le_sqlite_observe(
                writer, table, columns.columns, Int32(columns.columns.count),
                { context, oldRowid, newRowid, oldValues, newValues in
                    let log = Unmanaged<HintLog>.fromOpaque(context!).takeUnretainedValue()
                    log.note(oldRowid, oldValues)
                    // If the identity is the same after the change, a second note adds nothing.
                    if oldValues != nil, oldRowid == newRowid, log.identityIsRowid { return }
                    log.note(newRowid, newValues, isNew: true)
                }, nil, Unmanaged.passUnretained(self).toOpaque())
            guard let observer else { return false }
            // Until `stop()`, so that the hook never releases the last reference.
            _ = Unmanaged.passRetained(self)
            // The transaction may have changed rows before it was observed.
            let isWriting = sqlite3_txn_state(writer, "main") == SQLITE_TXN_WRITE
            lock.withLock {
                self.observer = observer
                if isWriting || !sinceLastLook {
                    events += 1
                    if state == .noting { state = .overflowed }
                }
                if sqlite3_db_mutex(writer) == nil { reportedEnd = (isWriting ? 0 : events, nil) }
            }
            return true
        }

        /// Notes that a transaction of a connection without a mutex has ended. The thread that uses the connection calls it. If the
        /// connection could not be observed before, it is now.
        /// - Parameter dataVersion: Returns SQLite's "data_version" of the connection; nil if it is not known.
        func transactionDidEnd(_ writer: OpaquePointer, dataVersion: () -> Int64?) {
            let (observer, isOver) = lock.withLock { (self.observer, state.isOver) }
            if isOver { return }
            guard let observer else {
                observe(writer, sinceLastLook: false)
                return
            }
            guard le_sqlite_observer_is_active(observer), !le_sqlite_observer_is_writing(observer) else { return }
            findLoss()
            let dataVersion = dataVersion()
            lock.withLock {
                guard let former = reportedEnd else { return }
                // The end is an event too, so that a look before it is not taken for one after it.
                events += 1
                if dataVersion == nil || former.dataVersion != dataVersion { sawOthers = events }
                reportedEnd = (events, dataVersion)
            }
        }

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
        func ignoreEvents() {
            lock.withLock { (state, size, hints) = (.ignoring, 0, [:]) }
        }

        /// Whether changes were not noted, because somebody else has replaced the hook. There are no more hints then.
        var hasLostHook: Bool {
            // Only the thread that uses a connection without a mutex can find out.
            if lock.withLock({ reportedEnd == nil }) { findLoss() }
            return lock.withLock { state == .lost }
        }

        /// Returns whether the list has to start again, because somebody else has replaced the hook.
        func takeLoss() -> Bool {
            guard hasLostHook else { return false }
            lock.withLock { state = .ignoring }
            return true
        }

        private func findLoss() {
            guard let observer = lock.withLock({ state.isOver ? nil : observer }),
                le_sqlite_observer_has_lost_hook(observer)
            else { return }
            ignoreEvents()
            lock.withLock { state = .lost }
        }

        /// Ends the observation. The log is retained until then.
        func stop() {
            guard let observer = lock.withLock({ observer }), le_sqlite_observer_stop(observer) else { return }
            Unmanaged.passUnretained(self).release()
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
                if state != .noting { return }
                if hints[id] != nil {
                    hints[id]!.last = events
                    if !keepsFirst, !isNew { hints[id]!.old = old }
                    return
                }
                let hint = Hint(old: old, last: events)
                size += Self.size(id, hint)
                if hints.count < Self.most, size <= Self.mostBytes {
                    hints[id] = hint
                } else {
                    (hints, size) = ([:], 0)
                    state = .overflowed
                }
            }
        }

        /// False after ``stop()`` and ``ignoreEvents()``, and after the connection was closed: there are no hints then.
        var isObserving: Bool {
            let (observer, isOver) = lock.withLock { (self.observer, state.isOver) }
            guard let observer, !isOver else { return false }
            return le_sqlite_observer_is_active(observer)
        }

        /// Whether hints were lost, because there were too many.
        var hasTooMany: Bool { lock.withLock { state == .overflowed } }

        /// Whether there are hints, and all of their transactions have ended.
        var hasEndedHints: Bool {
            guard lock.withLock({ !hints.isEmpty || state == .overflowed }), isObserving else { return false }
            let ended = endedEvents()
            return lock.withLock { events <= ended && (!hints.isEmpty || state == .overflowed) }
        }

        private static func size(_ id: SQLiteKey, _ hint: Hint) -> Int {
            id.bytes.count + (hint.old?.bytes.count ?? 0)
        }

        /// Called with the lock.
        private func replaceHints(_ new: [SQLiteKey: Hint]) {
            hints = new
            size = new.reduce(0) { $0 + Self.size($1.key, $1.value) }
        }

        /// The events whose transactions have ended. Call it before a snapshot begins.
        func endedEvents() -> UInt64 {
            let (observer, events, reportedEnd) = lock.withLock { (self.observer, self.events, self.reportedEnd) }
            guard let observer else { return events }
            if let reportedEnd { return le_sqlite_observer_is_active(observer) ? reportedEnd.events : events }
            // The transactions of these events have ended if the connection is in none now.
            return le_sqlite_observer_is_writing(observer) ? 0 : events
        }

        /// Returns whether hints can have old keys that the list does not know, because another connection has changed the rows before.
        /// Only a connection that reports the ends of its transactions can tell. Call it after ``take(ended:)``, within the same snapshot.
        func isDoubtful(_ hints: [SQLiteKey: Hint], ended: UInt64) -> Bool {
            lock.withLock {
                defer { if sawOthers <= ended { sawOthers = 0 } }
                return sawOthers > 0 || reportedEnd != nil && hints.contains { $0.value.last > ended }
            }
        }

        /// Takes all hints; nil if there were too many. Then there are none until all events have ended, because the rest of their
        /// transaction is not known. Call it within a snapshot: each change that the snapshot sees has its hint by then.
        func take(ended: UInt64) -> [SQLiteKey: Hint]? {
            lock.withLock {
                defer { (hints, size) = ([:], 0) }
                guard state == .overflowed else { return hints }
                if events <= ended { state = .noting }
                return nil
            }
        }

        /// Drops the hints of transactions that have ended, for a list that has their rows already.
        func dropEnded(_ ended: UInt64) {
            guard ended > 0 else { return }
            lock.withLock { replaceHints(hints.filter { $0.value.last > ended }) }
        }

        /// Puts hints back whose transactions may not have ended, with the keys that the list has now.
        func putBack(_ kept: [SQLiteKey: Hint]) {
            lock.withLock {
                if state != .noting { return }
                replaceHints(hints.merging(kept) { Hint(old: $1.old, last: max($0.last, $1.last)) })
            }
        }
    }
#endif
