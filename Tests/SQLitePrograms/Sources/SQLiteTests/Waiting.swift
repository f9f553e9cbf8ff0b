import Foundation

@testable import ListEngineSQLite

/// The value of an asynchronous closure. Throws after a minute.
func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Result<Value, any Error>?
    Task.detached {
        do { result = .success(try await body()) } catch { result = .failure(error) }
        done.signal()
    }
    if done.wait(timeout: .now() + 60) == .timedOut {
        throw SQLiteError(.busy, "the source did not answer in a minute")
    }
    return try result!.get()
}
