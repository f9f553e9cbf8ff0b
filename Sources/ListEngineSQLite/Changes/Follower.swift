#if SQLite
    import CSQLite
    import Foundation
    import ListEngineData

    typealias SQLiteChanges = RowChanges<SQLiteKey, SQLiteKey, SQLiteRow>
    typealias SQLiteEdit = RowEdit<SQLiteKey, SQLiteKey, SQLiteRow>

    /// Makes the plans of a list, and keeps the names of their columns, which a change of the schema can change.
    private final class Plans {
        let make: (SQLiteConnection) throws -> RowPlan
        private let lock = NSLock()
        /// Guarded by the lock. Ascending.
        private var known: [(first: RowRevision, names: [String])] = []

        init(_ make: @escaping (SQLiteConnection) throws -> RowPlan) { self.make = make }

        func add(_ names: [String], from first: RowRevision) {
            lock.withLock { if known.last?.names != names { known.append((first, names)) } }
        }

        func names(at revision: RowRevision) -> [String] {
            lock.withLock { known.last { $0.first <= revision }?.names ?? [] }
        }
    }

    /// Keeps the revision of a list: each read transaction first finds out what has changed since the one before, so that its rows
    /// are those of a revision. One thread at a time uses it.
    final class Follower {
        private(set) var plan: RowPlan
        private(set) var revision = RowRevision(1)
        /// Why the rows cannot be read with the schema as it is.
        private(set) var failure: SQLiteError?
        let log: HintLog?
        /// Whether no other connection changes the file.
        private let isOnlyWriter: Bool
        private let plans: Plans
        private var dataVersion: Int64?
        private var schemaVersion: Int64

        init(
            _ connection: SQLiteConnection, log: (RowPlan) -> HintLog?, isOnlyWriter: Bool,
            plan: @escaping (SQLiteConnection) throws -> RowPlan
        ) throws {
            plans = Plans(plan)
            // The first transaction that follows compares its state with that of the plan.
            (self.plan, dataVersion) = try connection.snapshot {
                (try plan(connection), try connection.integer("PRAGMA main.data_version"))
            }
            schemaVersion = self.plan.schemaVersion
            plans.add(self.plan.columnNames, from: .initial)
            self.log = log(self.plan)
            self.isOnlyWriter = isOnlyWriter
        }

        deinit { log?.stop() }

        /// Whether there may be changes. It reads without a transaction, at the cost of a microsecond or two.
        func mayHaveChanged(_ connection: SQLiteConnection) throws -> Bool {
            // Hints of open transactions wait for the commit, which changes the number.
            if let log, log.hasLostHook || log.hasEndedHints { return true }
            return try connection.integer("PRAGMA main.data_version") != dataVersion
        }

        /// The names of the columns of rows at a revision. Any thread may ask.
        func columnNames(at revision: RowRevision) -> [String] { plans.names(at: revision) }

        /// Whether all changes are reported as edits.
        var hasEditsOnly: Bool { isOnlyWriter && log?.isObserving ?? false }

        /// The events whose transactions have ended: the argument of ``follow(_:ended:)``. Call it before the transaction begins.
        func endedEvents() -> UInt64 { log?.endedEvents() ?? 0 }

        /// Finds the changes since the transaction before. Call it at the beginning of each transaction.
        /// - Throws: ``SQLiteError``
        func follow(_ connection: SQLiteConnection, ended: UInt64) throws -> [SQLiteChanges] {
            let version = try connection.integer("PRAGMA main.data_version")
            let schema = try connection.integer("PRAGMA main.schema_version") ?? 0
            // An error leaves everything as it was, so that the next transaction finds the changes.
            if schema != schemaVersion {
                connection.forgetStatements()
                do {
                    plan = try plans.make(connection)
                    try renewHints(ended: ended, connection)
                    failure = nil
                } catch let error as SQLiteError where error.cause != .interrupted && error.cause != .busy {
                    failure = error
                }
                (dataVersion, schemaVersion) = (version, schema)
                let revision = next()
                plans.add(plan.columnNames, from: revision)
                return [.everything(revision)]
            }
            if log?.takeLoss() ?? false {
                dataVersion = version
                return [.everything(next())]
            }
            let hasChanged = dataVersion != nil && dataVersion != version
            // The rowids of the condition are those of another state.
            if hasChanged, plan.condition?.rowids != nil { plan = try plans.make(connection) }
            guard let log, log.isObserving, failure == nil else {
                dataVersion = version
                return hasChanged ? [.somewhere(next())] : []
            }
            // The list has this state: no transaction has changed it, even if some have been rolled back.
            if dataVersion == version, !log.hasTooMany {
                log.dropEnded(ended)
                return []
            }
            guard let hints = log.take(ended: ended) else {
                dataVersion = version
                return hasChanged ? [.everything(next())] : []
            }
            var changes: [SQLiteChanges] = []
            let edits = try edits(hints, ended: ended, hasChanged: hasChanged, connection)
            let isDoubtful = log.isDoubtful(hints, ended: ended) && !isOnlyWriter
            dataVersion = version
            if !edits.isEmpty, !isDoubtful { changes.append(.edits(edits, next())) }
            if hasChanged, !isOnlyWriter { changes.append(.somewhere(next())) }
            return changes
        }

        /// The remaining hints get the keys of this state. If the columns no longer fit the plan, there are no more
        /// hints.
        private func renewHints(ended: UInt64, _ connection: SQLiteConnection) throws {
            guard let log else { return }
            guard log.fits(plan) else { return log.ignoreEvents() }
            log.dropEnded(ended)
            if let hints = log.take(ended: ended) {
                _ = try edits(hints, ended: ended, hasChanged: true, connection)
            }
        }

        /// Each row as it is now, compared with the key that the list has.
        private func edits(
            _ hints: [SQLiteKey: HintLog.Hint], ended: UInt64, hasChanged: Bool, _ connection: SQLiteConnection
        ) throws -> [SQLiteEdit] {
            var edits: [SQLiteEdit] = []
            var kept: [SQLiteKey: HintLog.Hint] = [:]
            do {
                let sql = plan.rowStatement
                for (id, hint) in hints {
                    let row = try plan.row(id, connection, sql)
                    let isEnded = hint.last <= ended
                    if hint.old != row?.key || row != nil && (isEnded || hasChanged) {
                        edits.append(SQLiteEdit(id: id, old: hint.old, new: row?.key, row: row?.row))
                    }
                    if !isEnded { kept[id] = HintLog.Hint(old: row?.key, last: hint.last) }
                }
            } catch {
                // No edit was reported, so the list still has the old keys.
                log?.putBack(hints)
                throw error
            }
            log?.putBack(kept)
            return edits
        }

        /// Starts again with a new connection.
        func startAgain(_ connection: SQLiteConnection) -> SQLiteChanges {
            (dataVersion, schemaVersion) = (nil, -1)
            // The connection of the program still reads the old file.
            log?.ignoreEvents()
            return .everything(next())
        }

        private func next() -> RowRevision {
            revision = RowRevision(revision.number + 1)
            return revision
        }
    }
#endif
