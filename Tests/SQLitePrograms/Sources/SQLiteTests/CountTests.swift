import CListEngineSQLite
import CSQLite
import Foundation

@testable import ListEngineData
@testable import ListEngineSQLite

/// The rows before a key, by SQL.
func rank(_ key: SQLiteKey, _ plan: RowPlan, _ connection: SQLiteConnection) throws -> Int {
    if key.bytes.isEmpty { return 0 }
    var count = 0
    _ = try plan.forEachRow(.before(key), connection) { _ in
        count += 1
        return true
    }
    return count
}

/// Compares counts with SQL, in their transaction. Checks every page of a short list, and some of a long one.
func countFault(
    _ counts: LeafCounts, _ plan: RowPlan, _ connection: SQLiteConnection, _ random: inout Random, ranks: Int
) throws -> String? {
    let total = Int(try connection.integer("SELECT count(*) FROM \(plan.source)") ?? -1)
    if counts.total != total { return "\(counts.total) rows instead of \(total)" }
    if counts.firsts.count != counts.counts.count { return "pages without counts" }
    for (one, next) in zip(counts.firsts, counts.firsts.dropFirst()) where !(one < next) {
        return "pages are not ascending"
    }
    var starts = [0]
    for count in counts.counts { starts.append(starts.last! + count) }
    for _ in 0..<ranks {
        let page = random.below(counts.firsts.count)
        let found = try rank(counts.firsts[page], plan, connection)
        if found != starts[page] {
            return "page \(page) of \(counts.firsts.count) begins at \(starts[page]) instead of \(found)"
        }
    }
    return nil
}

/// The tables of the tests with counts, and orders of them that are trees.
let countedTables =
    """
    CREATE TABLE t(id INTEGER PRIMARY KEY, a, name TEXT COLLATE NOCASE);
    CREATE INDEX ia ON t(a); CREATE INDEX inames ON t(name DESC, a);
    CREATE TABLE w(name TEXT, id INT, more, PRIMARY KEY (name, id)) WITHOUT ROWID;
    CREATE INDEX iw ON w(id DESC, name);
    """
let countedOrders: [(SQLiteContents, [SQLiteOrderTerm])] = [
    (.table("t"), [.ascending("id")]), (.table("t"), [.descending("rowid")]),
    (.table("t"), [.ascending("a"), .ascending("id")]), (.table("t"), [.descending("a"), .descending("id")]),
    (.table("t"), [.descending("name"), .ascending("a"), .ascending("id")]),
    (.table("t"), [.ascending("name"), .descending("a"), .descending("id")]),
    (.table("w"), [.ascending("name"), .ascending("id")]), (.table("w"), [.descending("name"), .descending("id")]),
    (.table("w"), [.descending("id"), .ascending("name")]),
]

func fillCountedTables(_ connection: SQLiteConnection, _ count: Int, _ random: inout Random) throws {
    try connection.execute("BEGIN")
    for _ in 0..<count {
        let id = SQLiteValue.integer(Int64(bitPattern: random.next()) >> Int64(random.below(60)))
        let name: SQLiteValue =
            random.chance(30)
            ? .text([UInt8](repeating: 97 + UInt8(random.below(3)), count: random.below(9_000)))
            : .text(String(random.below(1_000_000), radix: 36))
        let value = random.chance(3) ? hardValue(&random) : .integer(Int64(random.below(count)))
        _ = try connection.rows("INSERT OR IGNORE INTO t VALUES (?, ?, ?)", [id, value, name])
        _ = try connection.rows("INSERT OR IGNORE INTO w VALUES (?, ?, ?)", [name, id, value])
    }
    try connection.execute("COMMIT")
}

/// Changes tables until the process is killed: `SQLiteTests writer PATH SEED`.
func writeUntilKilled(_ path: String, _ seed: UInt64) throws -> Never {
    var random = Random(seed: seed)
    let connection = try SQLiteConnection(path: path, isReadOnly: false)
    sqlite3_busy_timeout(connection.pointer, 60_000)
    try connection.execute("PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = \(random.pick([10, 100, 1_000]))")
    while true {
        switch random.below(12) {
        case 0:
            try connection.execute("DELETE FROM t WHERE id % 7 = \(random.below(7)); DELETE FROM w WHERE id % 7 = 3")
        case 1: try connection.execute("UPDATE t SET a = a + 1 WHERE id % 5 = \(random.below(5))")
        case 2:
            try? connection.execute("PRAGMA wal_checkpoint(\(random.pick(["PASSIVE", "FULL", "RESTART", "TRUNCATE"])))")
        case 3: try connection.execute("BEGIN; DELETE FROM t; DELETE FROM w; ROLLBACK")
        default: try fillCountedTables(connection, random.below(200), &random)
        }
    }
}

/// Runs a closure while another process changes a file.
func withWriter(_ path: String, _ seed: UInt64, _ body: () throws -> Void) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["writer", path, "\(seed)"]
    try process.run()
    defer {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
    try body()
    if !process.isRunning { fail("the writer has ended with \(process.terminationStatus)") }
}

/// What happens at a barrier of a file's shared memory.
private enum Barrier {
    nonisolated(unsafe) static var original: (@convention(c) (UnsafeMutablePointer<sqlite3_file>?) -> Void)?
    nonisolated(unsafe) static var write: (() -> Void)?
    /// The barriers until the writer writes, and how many they are behind the beginning of the transaction.
    nonisolated(unsafe) static var left = 0
    nonisolated(unsafe) static var place = 0
}

func testCounts() {
    law("counts of leaves are those of SQL, in each page size", 60) { seed in
        var random = Random(seed: seed)
        let path = newPath()
        defer { remove(path) }
        let size = 512 << (seed % 8)
        let mode = random.pick(["WAL", "DELETE"])
        let encoding = random.pick(["UTF-8", "UTF-8", "UTF-16le"])
        let connection = try newDatabase(
            path,
            "PRAGMA page_size = \(size); PRAGMA encoding = '\(encoding)'; PRAGMA journal_mode = \(mode);"
                + countedTables)
        try fillCountedTables(connection, random.pick([0, 1, 30, 700]), &random)
        let reader = try SQLiteConnection(path: path)
        for (contents, order) in countedOrders {
            let plan = try RowPlan(contents, columns: [], order: order, condition: nil, connection: reader)
            let compares = order.contains { $0.column == "name" } && encoding != "UTF-8"
            if case .table("t") = contents, compares {
                if plan.tree != nil { return "a tree whose strings have the wrong encoding" }
                continue
            }
            guard plan.tree != nil else { return "no tree for \(order)" }
            let fault = try plan.readLeaves(counts: true, reader) {
                try countFault($0, plan, reader, &random, ranks: 8) ?? ""
            }
            guard let fault else { return "the pages of \(order) were not read, page size \(size), \(mode)" }
            if !fault.isEmpty { return "\(fault), \(order), page size \(size), \(mode)" }
            let estimate = try plan.readLeaves(counts: false, reader) { $0 }
            let total = Int(try reader.integer("SELECT count(*) FROM \(plan.source)")!)
            if let estimate, abs(estimate.total - total) > max(20, total / 4) {
                return "estimate \(estimate.total) of \(total)"
            }
        }
        return nil
    }

    for (rows, least) in [(70_000, 45), (700_000, 70)] {
        run("the keys of an estimate are those of pages, also if a page has several leaves, \(rows) rows") {
            let path = newPath()
            let writer = try newDatabase(
                path, "PRAGMA page_size = 512; CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE INDEX i ON t(a)")
            try writer.execute(
                "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < \(rows)) INSERT INTO t SELECT i, i * 7 FROM c"
            )
            var random = Random(seed: 4)
            for isDescending in [false, true] {
                let order = [
                    SQLiteOrderTerm("a", isDescending: isDescending), SQLiteOrderTerm("id", isDescending: isDescending),
                ]
                let plan = try RowPlan(.table("t"), columns: [], order: order, condition: nil, connection: writer)
                let estimate = try plan.readLeaves(counts: false, writer) { $0 }
                let exact = try plan.readLeaves(counts: true, writer) { $0 }
                guard let estimate, let exact else { return fail("the pages were not read") }
                let fault = try writer.snapshot { try countFault(exact, plan, writer, &random, ranks: 10) }
                expect(fault == nil, fault ?? "")
                expect((200...257).contains(estimate.firsts.count), "\(estimate.firsts.count) keys")
                expect(Set(estimate.firsts).isSubset(of: exact.firsts))
                expect(exact.counts.dropLast().allSatisfy { $0 > least }, "\(exact.counts.prefix(5))")
            }
            remove(path)
        }
    }

    for mode in ["WAL", "DELETE"] {
        run("counts are those of SQL while another process writes, \(mode)") {
            let path = newPath()
            var random = Random(seed: 1)
            let connection = try newDatabase(
                path, "PRAGMA page_size = 1024; PRAGMA journal_mode = \(mode);" + countedTables)
            try fillCountedTables(connection, 3_000, &random)
            let reader = try SQLiteConnection(path: path)
            let plans = try countedOrders.map {
                try RowPlan($0.0, columns: [], order: $0.1, condition: nil, connection: reader)
            }
            var (read, totals, missed) = (0, Set<Int>(), 0)
            try withWriter(path, 7) {
                for number in 0..<(mode == "WAL" ? 400 : 100) {
                    let plan = plans[number % plans.count]
                    var other = 0
                    let fault = try plan.readLeaves(counts: true, reader) { counts -> String in
                        totals.insert(counts.total)
                        other = counts.total
                        return try countFault(counts, plan, reader, &random, ranks: 2) ?? ""
                    }
                    if let fault {
                        read += 1
                        if !fault.isEmpty { fail("\(fault), at \(number)") }
                    }
                    // A planted fault: the counts of one snapshot are compared with those of another.
                    if other != Int(try reader.integer("SELECT count(*) FROM \(plan.source)") ?? 0) { missed += 1 }
                }
            }
            expect(read > (mode == "WAL" ? 300 : 20), "\(read) snapshots were read")
            expect(totals.count > 10, "the writer made \(totals.count) states")
            expect(missed > 0, "a count of another snapshot was not noticed")
            remove(path)
        }
    }

    run("a commit between the beginning of a transaction and the look at the log is noticed") {
        let path = newPath()
        let writer = try newDatabase(path, "PRAGMA journal_mode = WAL;" + countedTables)
        let reader = try SQLiteConnection(path: path)
        let plan = try RowPlan(.table("t"), columns: [], order: [.ascending("id")], condition: nil, connection: reader)
        final class Commits {
            var left = 3
            let writer: SQLiteConnection
            init(_ writer: SQLiteConnection) { self.writer = writer }
        }
        let commits = Commits(writer)
        // When a statement of the reader ends, the writer commits.
        sqlite3_trace_v2(
            reader.pointer, UInt32(SQLITE_TRACE_PROFILE),
            { _, context, statement, _ in
                let commits = Unmanaged<Commits>.fromOpaque(context!).takeUnretainedValue()
                let sql = statement.flatMap { sqlite3_sql(OpaquePointer($0)) }.map { String(cString: $0) } ?? ""
                if sql.contains("schema_version"), commits.left > 0 {
                    commits.left -= 1
                    try? commits.writer.execute("INSERT INTO t(a) VALUES (1), (2), (3)")
                }
                return 0
            }, Unmanaged.passUnretained(commits).toOpaque())
        var random = Random(seed: 1)
        let fault = try plan.readLeaves(counts: true, reader) {
            try countFault($0, plan, reader, &random, ranks: 3) ?? ""
        }
        sqlite3_trace_v2(reader.pointer, 0, nil, nil)
        expect(fault == "" && commits.left == 0, "\(fault ?? "not read"), \(commits.left) commits left")
    }

    run("a log that is started over while it is not needed is not read") {
        let path = newPath()
        var random = Random(seed: 1)
        let writer = try newDatabase(path, "PRAGMA page_size = 512; PRAGMA journal_mode = WAL;" + countedTables)
        try fillCountedTables(writer, 300, &random)
        let reader = try SQLiteConnection(path: path)
        let plan = try RowPlan(.table("t"), columns: [], order: [.ascending("id")], condition: nil, connection: reader)
        // All of the log is in the file now.
        _ = try writer.rows("PRAGMA wal_checkpoint(PASSIVE)")
        let fault = try plan.readLeaves(
            counts: true, reader,
            before: {
                try fillCountedTables(writer, 300, &random)
                return true
            }, after: { try countFault($0, plan, reader, &random, ranks: 5) ?? "" })
        expect(fault == "", fault ?? "not read")
    }

    for place in 1...3 {
        run("a log that is started over at barrier \(place) behind the beginning of a transaction is noticed") {
            let path = newPath()
            var random = Random(seed: 2)
            let writer = try newDatabase(path, "PRAGMA page_size = 512; PRAGMA journal_mode = WAL;" + countedTables)
            try fillCountedTables(writer, 300, &random)
            let reader = try SQLiteConnection(path: path)
            let plan = try RowPlan(
                .table("t"), columns: [], order: [.ascending("id")], condition: nil, connection: reader)
            _ = try writer.rows("PRAGMA wal_checkpoint(PASSIVE)")
            // A copy of the methods of the reader's file, in which the barrier lets the writer write.
            var file: UnsafeMutablePointer<sqlite3_file>?
            sqlite3_file_control(reader.pointer, "main", SQLITE_FCNTL_FILE_POINTER, &file)
            guard let file, let methods = file.pointee.pMethods else { return fail("no file") }
            var copy = methods.pointee
            Barrier.original = copy.xShmBarrier
            Barrier.left = 0
            Barrier.write = { try? fillCountedTables(writer, 300, &random) }
            copy.xShmBarrier = { file in
                Barrier.original?(file)
                guard Barrier.left > 0 else { return }
                Barrier.left -= 1
                if Barrier.left == 0 { Barrier.write?() }
            }
            Barrier.place = place
            sqlite3_trace_v2(
                reader.pointer, UInt32(SQLITE_TRACE_PROFILE),
                { _, _, statement, _ in
                    let sql = statement.flatMap { sqlite3_sql(OpaquePointer($0)) }.map { String(cString: $0) } ?? ""
                    if sql.contains("schema_version") {
                        Barrier.left = Barrier.place
                        Barrier.place = 0
                    }
                    return 0
                }, nil)
            let fault = try withUnsafePointer(to: copy) { copy in
                file.pointee.pMethods = copy
                defer { file.pointee.pMethods = methods }
                var random = Random(seed: 1)
                return try plan.readLeaves(counts: true, reader) {
                    try countFault($0, plan, reader, &random, ranks: 5) ?? ""
                }
            }
            sqlite3_trace_v2(reader.pointer, 0, nil, nil)
            Barrier.write = nil
            expect(fault == "" && Barrier.left == 0 && Barrier.place == 0, fault ?? "not read")
        }
    }

    run("a slice whose first page takes longer than the slice goes on for as long") {
        let connection = try newDatabase(newPath(), countedTables)
        var random = Random(seed: 1)
        try fillCountedTables(connection, 3_000, &random)
        let total = Int(try connection.integer("SELECT count(*) FROM t")!)
        let plan = try RowPlan(
            .table("t"), columns: [], order: [.descending("a"), .ascending("id")], condition: nil,
            connection: connection)
        var (from, slices, count) = (SQLiteKey?.some(.start), [Int](), 0)
        while let first = from {
            let (pages, end) = try plan.countPages(from: first, connection, seconds: 0)
            slices.append(pages.count)
            count += pages.reduce(0) { $0 + $1.count }
            from = end
        }
        expect(count == total, "\(count) of \(total) in \(slices)")
        expect(slices.dropLast().allSatisfy { $0 > 1 }, "\(slices)")
    }

    run("files without pages to read have no counts") {
        let memory = try SQLiteConnection(path: ":memory:", isReadOnly: false)
        try memory.execute(countedTables)
        let plan = try RowPlan(
            .table("t"), columns: [], order: [.ascending("id")], condition: nil, connection: memory)
        expect(try plan.readLeaves(counts: true, memory) { $0 } == nil)
        let path = newPath()
        let owner = try newDatabase(path, "PRAGMA journal_mode = WAL;" + countedTables)
        try owner.execute("PRAGMA locking_mode = EXCLUSIVE; INSERT INTO t VALUES (1, 1, 1)")
        expect(try plan.readLeaves(counts: true, owner) { $0 } == nil)
        // A transaction that has written.
        try owner.execute("PRAGMA locking_mode = NORMAL; SELECT 1 FROM t; BEGIN; INSERT INTO t VALUES (2, 1, 1)")
        expect(try plan.readLeaves(counts: true, owner) { $0 } == nil)
        expect(sqlite3_get_autocommit(owner.pointer) == 0, "the program's transaction is open")
    }
}
