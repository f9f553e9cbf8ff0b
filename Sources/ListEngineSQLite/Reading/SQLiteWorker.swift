#if SQLite
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

        private final class Job: @unchecked Sendable {
            var isCancelled = false
        }

        init() {}

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

        /// Sets the connection before the first job.
        func start(with connection: SQLiteConnection) { lock.withLock { self.connection = connection } }

        /// Replaces the connection. Only a job calls it.
        func replace(with connection: SQLiteConnection) { lock.withLock { self.connection = connection } }
    }
#endif
