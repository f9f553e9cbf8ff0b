import FileReading
import Foundation
import ListEngineSQLite

/// A chat in an SQLite file. `le-chat --make` makes one.
public actor MessageFile: MessageStore {
    public nonisolated let path: String
    private var writer: SQLiteConnection?

    public init(_ path: String) { self.path = path }

    public nonisolated var name: String { String(path.split(separator: "/").last ?? "") }

    private static let columns = ["id", "author", "time", "text"]

    /// The connection that writes. The list observes it, so that own messages are exact edits.
    private func connection() throws -> SQLiteConnection {
        if let writer { return writer }
        guard FileManager.default.fileExists(atPath: path) else {
            throw FileProblem("cannot be opened: there is no such file")
        }
        let opened = try SQLiteConnection(path: path, isReadOnly: false)
        writer = opened
        return opened
    }

    public func messages() throws -> SQLiteRows {
        try SQLiteRows(
            connection: connection().pointer, .table("message"), columns: Self.columns, order: [.ascending("id")],
            pollInterval: 0.1)
    }

    public nonisolated func messages(matching text: String) async throws -> SQLiteRows {
        let words = text.split(whereSeparator: \.isWhitespace).map { quotedName(String($0)) + "*" }
        let (path, opening) = (path, Opening())
        return try await withTaskCancellationHandler {
            try await Task.detached {
                defer { opening.end() }
                return try SQLiteRows(
                    path: path, .table("message"), columns: Self.columns, order: [.descending("id")],
                    condition: .match("message_search", words.joined(separator: " ")),
                    prepare: { try opening.use($0) })
            }.value
        } onCancel: {
            opening.cancel()
        }
    }

    public nonisolated func message(in row: SQLiteRow) -> Message {
        func number(_ column: Int) -> Int { if case .integer(let number) = row[column] { Int(number) } else { 0 } }
        return Message(id: number(0), author: number(1), time: number(2), text: row[3].string ?? "")
    }

    public func send(_ text: String) throws {
        try MessageFile.append(author: 0, text, to: connection())
    }

    public nonisolated func reason(of error: any Error) -> String { "\(name) \(FileProblem(error))" }

    // MARK: Files

    /// Makes a file of generated messages.
    /// - Parameter report: Receives the number of messages that are written.
    public static func make(_ path: String, messages count: Int, report: (Int) -> Void) throws {
        guard !FileManager.default.fileExists(atPath: path) else { throw FileProblem("exists") }
        let file = try SQLiteConnection(path: path, isReadOnly: false)
        // Until it is complete, the file is of no use: nothing is written twice.
        try file.execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -100000;
            CREATE TABLE message(id INTEGER PRIMARY KEY, author INTEGER NOT NULL, time INTEGER NOT NULL, text TEXT NOT NULL);
            CREATE VIRTUAL TABLE message_search USING fts5(text, content = 'message', content_rowid = 'id', prefix = '1 2 3');
            """)
        let insert = try file.statement("INSERT INTO message VALUES(?, ?, ?, ?)")
        for start in stride(from: 1, through: count, by: 100_000) {
            try file.execute("BEGIN")
            for number in start..<min(start + 100_000, count + 1) {
                let message = Message(generated: number)
                try insert.bind([
                    .integer(Int64(number)), .integer(Int64(message.author)), .integer(Int64(message.time)),
                    .text(message.text),
                ])
                _ = try insert.step()
                insert.reset()
            }
            try file.execute("COMMIT")
            report(min(start + 99_999, count))
        }
        // With more memory for new words, the index is written in fewer pieces. They become one, because otherwise each new message
        // continues to merge them.
        try file.execute(
            """
            INSERT INTO message_search(message_search, rank) VALUES('hashsize', 67108864);
            INSERT INTO message_search(message_search) VALUES('rebuild');
            INSERT INTO message_search(message_search, rank) VALUES('hashsize', 1048576);
            INSERT INTO message_search(message_search) VALUES('optimize');
            CREATE TRIGGER message_inserted AFTER INSERT ON message BEGIN
                INSERT INTO message_search(rowid, text) VALUES(new.id, new.text);
            END;
            PRAGMA journal_mode = WAL;
            """)
    }

    /// Appends messages of others until it fails, each in a transaction.
    /// - Parameter rate: Messages in a second.
    public static func write(_ path: String, rate: Int) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            throw FileProblem("cannot be opened: there is no such file")
        }
        let file = try SQLiteConnection(path: path, isReadOnly: false)
        try file.execute("PRAGMA synchronous = NORMAL")
        let start = Date()
        for number in 0... {
            let message = Message(generated: number)
            try append(author: 1 + number % (Message.authors.count - 1), message.text, to: file)
            let pause = start.addingTimeInterval(Double(number + 1) / Double(rate)).timeIntervalSinceNow
            if pause > 0 { Thread.sleep(forTimeInterval: pause) }
        }
    }

    private static func append(author: Int, _ text: String, to file: SQLiteConnection) throws {
        let insert = try file.statement("INSERT INTO message(author, time, text) VALUES(?, ?, ?)")
        defer { insert.reset() }
        let time = Int64(Date().timeIntervalSince1970)
        try insert.bind([.integer(Int64(author)), .integer(time), .text(text)])
        _ = try insert.step()
    }
}
