import CPostgreSQL
import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

// MARK: - Errors

func expectError(
    _ cause: PostgresError.Cause, containing text: String = "", line: Int = #line, _ body: () throws -> Void
) {
    do {
        try body()
        fail("expected an error, \(cause)", line: line)
    } catch let error as PostgresError {
        expect(error.cause == cause, "expected \(cause), found \(error)", line: line)
        expect(text.isEmpty || error.description.contains(text), "expected \(text) in: \(error)", line: line)
    } catch { fail("expected \(cause), found \(error)", line: line) }
}

// MARK: - The server

/// The folder of the server that `make postgres` starts for the tests.
let folder = ProcessInfo.processInfo.environment["LE_POSTGRES"] ?? ""

func parameters(database: String = "postgres", user: String = "postgres") -> String {
    "host=\(folder) dbname=\(database) user=\(user)"
}

/// A session that may write, as those of a program do. One thread at a time uses it.
final class Writer: @unchecked Sendable {
    let session: PostgresSession

    init(_ parameters: String = parameters()) throws {
        session = try PostgresSession(parameters)
        try session.run(
            "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE; SET statement_timeout = '60s'; SET application_name = 'writer'"
        )
    }

    func execute(_ sql: String) throws { try session.run(sql) }

    /// The rows of a statement, with values of any type as text.
    func rows(_ sql: String, _ parameters: [PostgresParameter] = []) throws -> [[String?]] {
        let statement = PostgresStatement(sql: sql, parameters: parameters)
        let result = try session.run([statement])[0]
        return (0..<result.count).map { row in (0..<result.columnCount).map { result.string(row, $0) } }
    }

    func integer(_ sql: String) throws -> Int64? {
        let result = try session.run([PostgresStatement(sql: sql)])[0]
        return result.count == 0 ? nil : result.integer(0, 0)
    }
}

/// Waits for an asynchronous call. A call that does not end within a minute ends the program.
func wait<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
    Task.detached {
        do { result = .success(try await body()) } catch { result = .failure(error) }
        done.signal()
    }
    guard done.wait(timeout: .now() + 60) == .success, let result else { fatalError("a call did not return") }
    return try result.get()
}
