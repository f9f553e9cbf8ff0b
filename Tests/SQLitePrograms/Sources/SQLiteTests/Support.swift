import CSQLite
import Foundation

@testable import ListEngineSQLite

// MARK: - Errors

func expectError(_ cause: SQLiteError.Cause, containing text: String = "", line: Int = #line, _ body: () throws -> Void)
{
    do {
        try body()
        fail("expected an error, \(cause)", line: line)
    } catch let error as SQLiteError {
        expect(error.cause == cause, "expected \(cause), found \(error)", line: line)
        expect(text.isEmpty || error.description.contains(text), "expected \(text) in: \(error)", line: line)
    } catch { fail("expected \(cause), found \(error)", line: line) }
}

// MARK: - Files

/// A folder for the files of the tests.
let folder: String = {
    let path = NSTemporaryDirectory() + "/sqlite-tests-\(getpid())"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
}()

nonisolated(unsafe) private var files = 0

/// The path of a file that does not exist.
func newPath() -> String {
    files += 1
    return "\(folder)/\(files).db"
}

func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + suffix) }
}

/// Opens a new file for writing. It need not survive a crash of the machine.
func newDatabase(_ path: String, _ sql: String = "") throws -> SQLiteConnection {
    remove(path)
    let connection = try SQLiteConnection(path: path, isReadOnly: false)
    try connection.execute("PRAGMA synchronous = OFF;" + sql)
    return connection
}
