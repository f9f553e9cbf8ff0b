import Foundation
import ListEngineSQLite

/// The opening of a table, which can take long: a search for all its rows, or a view that never ends.
public final class Opening: @unchecked Sendable {
    private let lock = NSLock()
    // Guarded by the lock.
    private var connections: [SQLiteConnection] = []
    private var isCancelled = false
    private var isEnded = false

    public init() {}

    /// Uses a connection, whose statements ``cancel()`` stops from now on.
    public func use(_ connection: SQLiteConnection) throws {
        let isLate = lock.withLock {
            if !isEnded { connections.append(connection) }
            return isCancelled
        }
        if isLate { throw CancellationError() }
    }

    /// The connections belong to the list now.
    public func end() {
        lock.withLock { (connections, isEnded) = ([], true) }
    }

    /// Stops what is read, and what would be read after it.
    public func cancel() {
        let isFirst = lock.withLock {
            defer { isCancelled = true }
            return !isCancelled
        }
        if isFirst { interruptUntilEnded() }
    }

    /// Stops a statement that takes too long.
    public func limit(_ connection: SQLiteConnection, seconds: Double) -> Task<Void, Never> {
        Task.detached {
            try? await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
            while !Task.isCancelled {
                connection.interrupt()
                try? await Task.sleep(nanoseconds: 20_000_000)
            }
        }
    }

    /// SQLite forgets an interruption that comes between two statements.
    private func interruptUntilEnded() {
        let isOver = lock.withLock {
            for connection in connections { connection.interrupt() }
            return isEnded
        }
        if isOver { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { self.interruptUntilEnded() }
    }
}
