#if SQLite
    import CListEngineSQLite
    import Dispatch
    import Foundation

    /// A connection that a queue of its own uses, one job after the other. Jobs are cancelled with their tasks: a waiting job does not
    /// begin, a running one is interrupted.
    final class SQLiteWorker: @unchecked Sendable {
        private let queue = DispatchQueue(label: "ListEngineSQLite")
        private let lock = NSLock()
        // Guarded by the lock.
        private var running: Job?
        private var connection: SQLiteConnection?
        private var closing: (any Error)?
        private var writerObserver: OpaquePointer?

        private final class Job: @unchecked Sendable {
            var isCancelled = false
        }

        init() {}

        deinit { le_sqlite_observer_free(writerObserver) }

        /// Runs a job with the connection, which the first one opens.
        func run<Result: Sendable>(
            opening open: @escaping @Sendable () throws -> SQLiteConnection,
            _ body: @escaping @Sendable (SQLiteConnection) throws -> Result
        ) async throws -> Result {
            let job = Job()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    queue.async {
                        do {
                            let connection = try self.lock.withLock {
                                if job.isCancelled { throw CancellationError() }
                                if let closing = self.closing { throw closing }
                                self.running = job
                                return self.connection
                            }
                            defer { self.lock.withLock { self.running = nil } }
                            let opened = try connection ?? open()
                            self.lock.withLock { self.connection = opened }
                            continuation.resume(returning: try body(opened))
                        } catch let error as SQLiteError where error.cause == .interrupted {
                            continuation.resume(throwing: CancellationError())
                        } catch {
                            continuation.resume(throwing: error)
                        }
                    }
                }
            } onCancel: {
                lock.withLock {
                    job.isCancelled = true
                    // Another job's statement is not interrupted.
                    if running === job { connection?.interrupt() }
                }
            }
        }

        /// Whether the running job is cancelled. A job that does not use the connection for a long time has to check
        /// this.
        var isCancelled: Bool { lock.withLock { running?.isCancelled ?? false } }

        /// Closes the connection when another one is closed. Only the thread that uses the other connection calls it, once.
        func close(with other: OpaquePointer) {
            let observer = le_sqlite_observe(
                other, nil, nil, 0, nil,
                { Unmanaged<SQLiteWorker>.fromOpaque($0!).takeUnretainedValue().close(SQLiteError.closedByProgram) },
                Unmanaged.passUnretained(self).toOpaque())
            guard let observer else { return }
            // Until `stopObserving()`, so that the callback never releases the last reference.
            _ = Unmanaged.passRetained(self)
            lock.withLock { writerObserver = observer }
        }

        /// Ends the observation of the other connection. The worker is retained until then.
        func stopObserving() {
            guard let observer = lock.withLock({ writerObserver }), le_sqlite_observer_stop(observer) else { return }
            Unmanaged.passUnretained(self).release()
        }

        /// Closes the connection after the running job. Jobs that have not begun, and all further ones, throw the error.
        func close(_ error: any Error) {
            lock.withLock { closing = error }
            queue.async {
                let connection = self.lock.withLock {
                    defer { self.connection = nil }
                    return self.connection
                }
                // Without the lock, because this closes the connection.
                withExtendedLifetime(connection) {}
            }
        }

        var isClosed: Bool { lock.withLock { closing != nil } }

        /// Sets the connection before the first job.
        func start(with connection: SQLiteConnection) { lock.withLock { self.connection = connection } }

        /// Replaces the connection. Only a job calls it.
        func replace(with connection: SQLiteConnection) { lock.withLock { self.connection = connection } }
    }
#endif
