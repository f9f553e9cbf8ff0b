import Foundation
import GRDB
import ListEngineData
import ListEngineGRDB
import ListEngineSQLite

/// A record whose decoding writes, which no one should do.
private struct WritingItem: FetchableRecord {
    nonisolated(unsafe) static var pool: DatabasePool?
    var id: Int64

    init(row: Row) throws {
        id = row["id"]
        try Self.pool?.write { [id] in
            try $0.execute(sql: "INSERT OR REPLACE INTO other VALUES (?, NULL)", arguments: [id])
        }
    }
}

/// Reads until the source is closed; fails after a minute.
private func expectClosed(_ source: GRDBRows<Item>, line: Int = #line) {
    let end = Date(timeIntervalSinceNow: 60)
    do {
        while Date() < end { _ = try wait { try await source.rows(.first, limit: 10) } }
        fail("the source is not closed", line: line)
    } catch { expect((error as? SQLiteError)?.cause == .cannotOpen, "\(error)", line: line) }
}

func testLifetimes() {
    run("after the pool is closed, rows fail, and the file is closed") {
        let path = newPath()
        let pool = try newPool(path, items: 500)
        let source = try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002)
        let changes = source.changes()
        _ = try wait { try await source.rows(.first, limit: 10) }
        expect(openFiles(path) > 0)
        try pool.close()
        expectClosed(source)
        let end = Date(timeIntervalSinceNow: 60)
        while openFiles(path) > 0, Date() < end { usleep(1_000) }
        expect(openFiles(path) == 0, "\(openFiles(path)) files are open")
        withExtendedLifetime(changes) {}
    }

    run("a source of a closed pool fails") {
        let path = newPath()
        let pool = try newPool(path, items: 5)
        try pool.close()
        let source = try GRDBRows<Item>(pool, order: byName)
        expectClosed(source)
    }

    run("a list keeps what it shows when the pool is closed") {
        try MainActor.assumeIsolated {
            let path = newPath()
            let pool = try newPool(path, items: 30)
            let shown = Shown(try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002))
            settle("the rows") { shown.records?.count == 30 }
            try pool.close()
            settle("the end of the connection") { openFiles(path) == 0 }
            expect(shown.rows.numberOfItems == 30 && shown.rows.id(at: 7) != nil)
        }
    }

    run("a list keeps the pool that the program drops, and no longer than itself") {
        try MainActor.assumeIsolated {
            let path = newPath()
            var pool: DatabasePool? = try newPool(path, items: 30)
            weak let watched = pool
            var shown: Shown<Item>? = Shown(try GRDBRows<Item>(pool!, order: byName, pollInterval: 0.002))
            settle("the rows") { shown!.records?.count == 30 }
            pool = nil
            expect(watched != nil)
            // A write of someone else.
            let other = try DatabaseQueue(path: path)
            try other.write { try Item(99, "zz").insert($0) }
            settle("the foreign write") { shown!.records?.last?.id == 99 }
            try other.close()
            shown = nil
            settle("the end of the pool") { watched == nil && openFiles(path) == 0 }
        }
    }

    run("a source can be created and dropped in any access") {
        try MainActor.assumeIsolated {
            let pool = try newPool(items: 30)
            let created = try pool.read { _ in try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002) }
            let inside = try pool.write { connection in
                try Item(100, "not there before the commit").insert(connection)
                return try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true)
            }
            let lists = [Shown(created), Shown(inside)]
            var history = History(random: Random(seed: 4))
            try history.read(pool)
            for burst in 0..<4 {
                for _ in 0..<5 { try history.step(pool) }
                for list in lists { list.settles(history.byName, "burst \(burst)") }
            }
            for number in 0..<20 {
                try pool.write { connection in
                    let source = try GRDBRows<Item>(pool, order: byName)
                    try Item(200, "\(number)").save(connection)
                    withExtendedLifetime(source) {}
                }
            }
            try history.read(pool)
            for list in lists { list.settles(history.byName, "after all") }
        }
    }

    run("a source that is created while a statement of the connection runs observes the connection afterwards") {
        let pool = try newPool(items: 30)
        nonisolated(unsafe) var cursor: RecordCursor<Item>?
        try pool.writeWithoutTransaction { connection in
            cursor = try Item.fetchCursor(connection)
            _ = try cursor?.next()
        }
        let source = try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002)
        // The source has tried in vain to observe the connection.
        pool.writeWithoutTransaction { _ in }
        try pool.writeWithoutTransaction { connection in
            expect(try cursor?.next() != nil)
            cursor = nil
        }
        expect(try editsArrive(source, pool))
    }

    run("a list appears while a long write runs, and shows it at its end") {
        try MainActor.assumeIsolated {
            let pool = try newPool(items: 30)
            let (began, ends) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                try? pool.write { connection in
                    try Item(100, "written").insert(connection)
                    began.signal()
                    ends.wait()
                }
                done.signal()
            }
            began.wait()
            let shown = Shown(try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true))
            settle("the rows before the write") { shown.records?.count == 30 }
            ends.signal()
            settle("the rows after the write") { shown.records?.count == 31 }
            done.wait()
        }
    }

    run("sources come and go while another thread writes") {
        let pool = try newPool(items: 200)
        let isDone = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var writes = 0
        let written = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            var history = History(random: Random(seed: 9))
            try? history.read(pool)
            while isDone.wait(timeout: .now()) == .timedOut {
                do { try history.step(pool) } catch { fail("\(error)") }
                writes += 1
            }
            written.signal()
        }
        for _ in 0..<100 {
            let source = try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true)
            let changes = source.changes()
            _ = try wait { try await source.rows(.first, limit: 20) }
            withExtendedLifetime(changes) {}
        }
        isDone.signal()
        expect(written.wait(timeout: .now() + 60) == .success && writes > 0)
    }

    run("decoding may write to the pool") {
        let pool = try newPool(items: 20)
        WritingItem.pool = pool
        defer { WritingItem.pool = nil }
        let source = try GRDBRows<WritingItem>(pool, .table("item"), order: byName, pollInterval: 0.002)
        let slice = try wait { try await source.rows(.first, limit: 50) }
        expect(slice.rows.count == 20)
        expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM other") } == 20)
    }

    run("a program may write to the pool in each callback of the list") {
        try MainActor.assumeIsolated {
            let pool = try newPool(items: 20)
            let shown = Shown(try GRDBRows<Item>(pool, order: byName, pollInterval: 0.002, isOnlyWriter: true))
            var updates: Int64 = 0
            shown.rows.onUpdate = { _ in
                guard updates < 30 else { return }
                updates += 1
                do { try pool.write { try Item(1_000 + updates, "more").insert($0) } } catch { fail("\(error)") }
            }
            settle("all writes") { updates == 30 && shown.records?.count == 50 }
        }
    }
}
