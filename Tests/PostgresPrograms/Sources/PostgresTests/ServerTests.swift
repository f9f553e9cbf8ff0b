import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

/// Runs the script that starts and stops the server of the tests.
func runServer(_ command: String) throws {
    // Foundation's process waits for the server as well.
    guard system("Tests/PostgresPrograms/server.sh \(command) \(folder)") == 0 else {
        throw PostgresError(.connection, "server.sh \(command) failed")
    }
}

/// Ends all sessions of lists.
func killSessions(_ writer: Writer) throws {
    _ = try writer.rows(
        "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE application_name = 'ListEngine' AND pid <> pg_backend_pid()"
    )
}

/// Waits until a statement of the server returns true.
func until(_ writer: Writer, _ sql: String, _ what: String) throws {
    for _ in 0..<6_000 {
        if try writer.integer("SELECT (\(sql))::int::bigint") == 1 { return }
        usleep(10_000)
    }
    fail("waited in vain: \(what)")
}

/// Takes connections on a socket, and passes them on to the server: after a delay, or not at all.
final class Proxy: @unchecked Sendable {
    let folder: String
    private let listener: Int32
    private let lock = NSLock()
    private var delayMicroseconds: UInt32
    private var isStuck = false
    private var holdsNewClients = false
    private var turnCount = 0
    private var descriptors: [Int32] = []

    /// How many times a client has sent something.
    var received: Int { lock.withLock { receivedCount } }
    private var receivedCount = 0

    /// How many times a client has sent something after the server did.
    var turns: Int { lock.withLock { turnCount } }

    init(delayMicroseconds: UInt32 = 0) throws {
        self.delayMicroseconds = delayMicroseconds
        folder = NSTemporaryDirectory() + "le-proxy-\(getpid())-\(UInt32.random(in: 0...99_999))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        listener = socket(AF_UNIX, Self.stream, 0)
        guard Self.address(folder, { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0 else {
            throw PostgresError(.connection, "the proxy cannot listen in \(folder)")
        }
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                let server = socket(AF_UNIX, Self.stream, 0)
                _ = Self.address(PostgresTests.folder) { connect(server, $0, $1) }
                let isHeld = lock.withLock {
                    descriptors += [client, server]
                    return holdsNewClients
                }
                let last = Last(isHeld: isHeld)
                Thread.detachNewThread { self.pass(from: client, to: server, isClient: true, last) }
                Thread.detachNewThread { self.pass(from: server, to: client, isClient: false, last) }
            }
        }
    }

    private final class Last: @unchecked Sendable {
        var isClient = false
        let isHeld: Bool

        init(isHeld: Bool) { self.isHeld = isHeld }
    }

    private static var stream: Int32 {
        #if os(Linux)
            Int32(SOCK_STREAM.rawValue)
        #else
            SOCK_STREAM
        #endif
    }

    private static func address(_ folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/.s.PGSQL.5432").utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }

    private func pass(from source: Int32, to target: Int32, isClient: Bool, _ last: Last) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &bytes, bytes.count)
            guard count > 0 else { break }
            if isClient { lock.withLock { receivedCount += 1 } }
            while lock.withLock({ isStuck || holdsNewClients && last.isHeld }) { usleep(1_000) }
            usleep(lock.withLock { delayMicroseconds })
            lock.withLock {
                if isClient, !last.isClient { turnCount += 1 }
                last.isClient = isClient
            }
            if send(target, bytes, count, Int32(MSG_NOSIGNAL)) != count { break }
        }
        shutdown(target, Int32(SHUT_RDWR))
        shutdown(source, Int32(SHUT_RDWR))
    }

    /// Passes nothing on until it is called again.
    func setStuck(_ isStuck: Bool) { lock.withLock { self.isStuck = isStuck } }

    /// Passes nothing of clients on that connect from now on, until it is called again.
    func setHolding(_ holds: Bool) { lock.withLock { holdsNewClients = holds } }

    /// Waits until a client has sent something since it had been sent so often.
    func wait(after received: Int) {
        for _ in 0..<6_000 where self.received == received { usleep(10_000) }
        expect(self.received > received, "nothing is sent to the proxy")
    }

    func end() {
        setStuck(false)
        setHolding(false)
        lock.withLock { for descriptor in descriptors { shutdown(descriptor, Int32(SHUT_RDWR)) } }
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }
}

func testServers() {
    run("statements of a transaction see one state, though another session commits in between") {
        let (one, other) = (try Writer(), try Writer())
        try one.execute("DROP TABLE IF EXISTS w; CREATE TABLE w(n int)")
        let session = try PostgresSession(parameters())
        // The second statement waits for the lock until the row is inserted.
        try one.execute("SELECT pg_advisory_lock(77)")
        Thread.detachNewThread {
            do {
                try until(
                    other, "SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
                    "the second statement waits")
                try other.execute("INSERT INTO w VALUES (1)")
                try one.execute("SELECT pg_advisory_unlock(77)")
            } catch { fail("\(error)") }
        }
        let count = PostgresStatement(sql: "SELECT count(*), pg_current_snapshot()::text FROM w")
        let results = try session.run([
            count, PostgresStatement(sql: "SELECT pg_advisory_xact_lock(77) IS NULL"), count,
        ])
        expect(results[0].integer(0, 0) == 0 && results[2].integer(0, 0) == 0)
        expect(results[0].string(0, 1) == results[2].string(0, 1))
        expect(try session.run([count])[0].integer(0, 0) == 1)
        expectError(.statement, containing: "read-only") { _ = try session.run("INSERT INTO w VALUES (2)") }
        // The next transaction is not affected.
        expectError(.statement) { _ = try session.run([count, PostgresStatement(sql: "SELECT 1/0"), count]) }
        expect(try session.run([count])[0].integer(0, 0) == 1)
    }

    run("a server that is not there is an error, and so is a role that may not read") {
        let nowhere = PostgresRows(
            PostgresServer("host=/nowhere dbname=x"), .table("t"), order: [.ascending("id")])
        expectError(.connection, containing: "nowhere") { _ = try wait { try await nowhere.rows(.first, limit: 1) } }
        let noDatabase = PostgresRows(
            PostgresServer(parameters(database: "none")), .table("t"), order: [.ascending("id")])
        expectError(.connection, containing: "does not exist") { _ = try wait { try await noDatabase.check() } }
        let writer = try Writer()
        try writer.execute(
            """
            DROP TABLE IF EXISTS secret; DROP ROLE IF EXISTS guest; CREATE ROLE guest LOGIN;
            CREATE TABLE secret(id int PRIMARY KEY, name text); INSERT INTO secret VALUES (1, 'a')
            """)
        let guest = PostgresServer(parameters(user: "guest"))
        let rows = PostgresRows(guest, .table("secret"), columns: ["id"], order: [.ascending("id")])
        expectError(.privilege, containing: "secret") { _ = try wait { try await rows.rows(.first, limit: 1) } }
        expectError(.privilege, containing: "schema public") {
            try wait { try await guest.installJournal(on: "secret") }
        }
        // The list works as soon as the role may read the columns.
        try writer.execute("GRANT SELECT (id) ON secret TO guest")
        expect(try wait { try await rows.rows(.first, limit: 1).rows.count } == 1)
        let all = PostgresRows(guest, .table("secret"), order: [.ascending("id")])
        expectError(.privilege) { _ = try wait { try await all.rows(.first, limit: 1) } }
    }

    run("a cancelled request ends on the server, and no other one") {
        let writer = try Writer()
        let server = PostgresServer(parameters())
        let slow = PostgresRows(
            server, .query("SELECT 1 AS id, pg_sleep(900)::text", identity: ["id"]), order: [.ascending("id")])
        let quick = PostgresRows(server, .query("SELECT 1 AS id", identity: ["id"]), order: [.ascending("id")])
        let isRunning =
            "SELECT count(*) > 0 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(900)%' AND pid <> pg_backend_pid()"
        let request = Task.detached { try await slow.rows(.first, limit: 1) }
        try until(writer, isRunning, "the statement begins")
        let next = Task.detached { try await quick.rows(.first, limit: 1).rows.count }
        request.cancel()
        let cancelled = try wait { await request.result }
        if case .failure(let error) = cancelled {
            expect(error is CancellationError, "\(error)")
        } else {
            fail("expected an error")
        }
        try until(writer, "SELECT NOT (\(isRunning))", "the statement ends")
        expect(try wait { try await next.value } == 1)
        // Requests that are cancelled early, late, or not at all.
        var random = Random(seed: 5)
        for _ in 0..<200 {
            let request = Task.detached { try await quick.rows(.first, limit: 1).rows.count }
            let other = Task.detached { try await quick.rows(.last, limit: 1).rows.count }
            usleep(UInt32(random.below(600)))
            request.cancel()
            expect(try wait { try await other.value } == 1)
        }
    }

    run("a list outlives killed sessions, and a server that is restarted") {
        let writer = try Writer()
        try writer.execute(
            "DROP TABLE IF EXISTS t; CREATE TABLE t(id int PRIMARY KEY); INSERT INTO t SELECT generate_series(1, 100)")
        let rows = PostgresRows(PostgresServer(parameters(), patience: 60), .table("t"), order: [.ascending("id")])
        for _ in 0..<5 {
            expect(try wait { try await rows.rows(.first, limit: 10).rows.count } == 10)
            try killSessions(writer)
        }
        let restart = Task.detached { try runServer("restart") }
        for _ in 0..<200 {
            expect(try wait { try await rows.rows(.last, limit: 10).rows.count } == 10)
        }
        try wait { try await restart.value }
        expect(try wait { try await rows.rows(.last, limit: 10).rows.count } == 10)
    }

    for hasCondition in [false, true] {
        run(
            "a look for changes that waits for a lock holds up no request for long, and a cancelled one not at all\(hasCondition ? ", with a condition" : "")"
        ) {
            let (writer, other) = (try Writer(), try Writer())
            try writer.execute(
                "DROP TABLE IF EXISTS h, h_listengine CASCADE; DROP FUNCTION IF EXISTS h_listengine_note; CREATE TABLE h(id int PRIMARY KEY)"
            )
            let server = PostgresServer(parameters(), patience: 1)
            try wait { try await server.installJournal(on: "h") }
            let rows = PostgresRows(
                server, .table("h"), order: [.ascending("id")],
                condition: hasCondition ? PostgresCondition("id > 0") : nil)
            let quick = PostgresRows(server, .query("SELECT 1 AS id", identity: ["id"]), order: [.ascending("id")])
            expect(try wait { try await rows.rows(.first, limit: 1).rows.isEmpty })
            let channel = try writer.rows("SELECT 'listengine_' || 'h'::regclass::oid")[0][0] ?? ""
            try writer.execute("BEGIN; LOCK TABLE h IN ACCESS EXCLUSIVE MODE")
            try other.execute("NOTIFY \(channel)")
            try until(
                other,
                "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'ListEngine' AND wait_event_type = 'Lock'",
                "the look waits")
            let cancelled = Task.detached { try await quick.rows(.first, limit: 1) }
            cancelled.cancel()
            if case .success = try wait({ await cancelled.result }) { fail("expected an error") }
            // The connections that follow hold up no request either.
            for _ in 0..<3 { expect(try wait { try await quick.rows(.first, limit: 1).rows.count } == 1) }
            try writer.execute("ROLLBACK")
            expect(try wait { try await rows.rows(.first, limit: 1).rows.isEmpty })
        }
    }

    run("a statement that the server's time limit ends is run once") {
        let writer = try Writer()
        try writer.execute(
            "DROP ROLE IF EXISTS hurried; CREATE ROLE hurried LOGIN; ALTER ROLE hurried SET statement_timeout = '10s'")
        let proxy = try Proxy()
        defer { proxy.end() }
        let slow = PostgresRows(
            PostgresServer("host=\(proxy.folder) dbname=postgres user=hurried"),
            .query("SELECT 1 AS id, pg_sleep(900)::text", identity: ["id"]), order: [.ascending("id")])
        expect(try wait { try await slow.check().count } == 2)
        let before = proxy.turns
        expectError(.cancelled) { _ = try wait { try await slow.rows(.first, limit: 1) } }
        expect(proxy.turns - before == 1, "the statement was run \(proxy.turns - before) times")
    }

    run("a page takes one journey to the server and back") {
        let writer = try Writer()
        try writer.execute(
            "DROP TABLE IF EXISTS t; CREATE TABLE t(id int PRIMARY KEY, a int); INSERT INTO t SELECT n, n % 7 FROM generate_series(1, 1000) n"
        )
        let proxy = try Proxy(delayMicroseconds: 20_000)
        defer { proxy.end() }
        let rows = PostgresRows(
            PostgresServer("host=\(proxy.folder) dbname=postgres user=postgres"), .table("t"),
            order: [.descending("a"), .ascending("id")])
        let key = try wait { try await rows.rows(.first, limit: 10).rows[5].key }
        let before = proxy.turns
        for _ in 0..<5 { expect(try wait { try await rows.rows(.after(key), limit: 10).rows.count } == 10) }
        expect(proxy.turns - before == 5, "\(proxy.turns - before) journeys for five pages")
    }

    run("a server that no longer answers loses the connection of a cancelled request") {
        let proxy = try Proxy()
        defer { proxy.end() }
        let rows = PostgresRows(
            PostgresServer("host=\(proxy.folder) dbname=postgres user=postgres"),
            .query("SELECT 1 AS id", identity: ["id"]),
            order: [.ascending("id")])
        expect(try wait { try await rows.rows(.first, limit: 1).rows.count } == 1)
        proxy.setStuck(true)
        let before = proxy.received
        let request = Task.detached { try await rows.rows(.first, limit: 1) }
        proxy.wait(after: before)
        request.cancel()
        if case .success = try wait({ await request.result }) { fail("expected an error") }
        proxy.setStuck(false)
        expect(try wait { try await rows.rows(.first, limit: 1).rows.count } == 1)
    }

    run("a server process that stands still fails a request after the time limit, and the next one has another process")
    {
        let writer = try Writer()
        let rows = PostgresRows(
            PostgresServer(parameters(), timeLimit: 10), .query("SELECT 1 AS id", identity: ["id"]),
            order: [.ascending("id")])
        expect(try wait { try await rows.rows(.first, limit: 1).rows.count } == 1)
        let processes = try writer.rows(
            "SELECT pid::text FROM pg_stat_activity WHERE application_name = 'ListEngine' AND state = 'idle'")
        let numbers = processes.compactMap { $0[0].flatMap { Int32($0) } }
        expect(!numbers.isEmpty)
        for number in numbers { kill(number, SIGSTOP) }
        defer { for number in numbers { kill(number, SIGCONT) } }
        expectError(.connection, containing: "within 10 s") { _ = try wait { try await rows.rows(.first, limit: 1) } }
        expect(try wait { try await rows.rows(.first, limit: 1).rows.count } == 1)
    }

    run("a statement that takes longer than the time limit is cancelled on the server") {
        let writer = try Writer()
        let server = PostgresServer(parameters(), timeLimit: 1)
        let slow = PostgresRows(
            server, .query("SELECT 1 AS id, pg_sleep(600)::text", identity: ["id"]), order: [.ascending("id")])
        expectError(.connection, containing: "time limit") { _ = try wait { try await slow.rows(.first, limit: 1) } }
        try until(
            writer,
            "SELECT count(*) = 0 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()",
            "the statement ends")
    }

    run("a request to cancel that comes late and hits a look for changes takes no change away") {
        let (writer, other) = (try Writer(), try Writer())
        try writer.execute(
            "DROP TABLE IF EXISTS h, h_listengine CASCADE; DROP FUNCTION IF EXISTS h_listengine_note; CREATE TABLE h(id int PRIMARY KEY)"
        )
        let proxy = try Proxy()
        defer { proxy.end() }
        // Without another look.
        let server = PostgresServer("host=\(proxy.folder) dbname=postgres user=postgres", heartbeat: 1e6)
        try wait { try await server.installJournal(on: "h") }
        let rows = PostgresRows(server, .table("h"), order: [.ascending("id")])
        let reported = Reported(rows)
        expect(try wait { try await rows.rows(.first, limit: 1).rows.isEmpty })
        // A request waits for a lock and is cancelled, but the proxy keeps this to itself.
        try writer.execute("SELECT pg_advisory_lock(78)")
        let slow = PostgresRows(
            server, .query("SELECT 1 AS id, pg_advisory_xact_lock(78)::text", identity: ["id"]),
            order: [.ascending("id")])
        let request = Task.detached { try await slow.rows(.first, limit: 1) }
        let waits = "FROM pg_stat_activity WHERE application_name = 'ListEngine' AND wait_event_type = 'Lock'"
        try until(writer, "SELECT count(*) > 0 \(waits) AND wait_event = 'advisory'", "the request waits")
        proxy.setHolding(true)
        let before = proxy.received
        request.cancel()
        proxy.wait(after: before)
        // A change, whose look has to wait.
        try other.execute("INSERT INTO h VALUES (1)")
        try other.execute("BEGIN; LOCK TABLE h IN ACCESS EXCLUSIVE MODE")
        try writer.execute("SELECT pg_advisory_unlock(78)")
        try until(writer, "SELECT count(*) > 0 \(waits) AND wait_event = 'relation'", "the look waits")
        let start = try writer.rows("SELECT xact_start::text \(waits)")[0][0] ?? ""
        proxy.setHolding(false)
        try until(writer, "SELECT count(*) > 0 \(waits) AND xact_start > '\(start)'", "the list looks again")
        try other.execute("ROLLBACK")
        reported.wait(for: 1)
        expect(reported.ids == ["1"], "\(reported.ids)")
        _ = try wait { await request.result }
    }

    run("a list over a replica is read, and looks for changes from time to time") {
        let writer = try Writer()
        try writer.execute(
            "DROP TABLE IF EXISTS h, h_listengine CASCADE; DROP FUNCTION IF EXISTS h_listengine_note; CREATE TABLE h(id int PRIMARY KEY)"
        )
        let owner = PostgresServer(parameters())
        try wait { try await owner.installJournal(on: "h") }
        try runServer("standby")
        let replica = PostgresServer(parameters() + " port=5433", heartbeat: 0.05)
        let rows = PostgresRows(replica, .table("h"), order: [.ascending("id")])
        let reported = Reported(rows)
        expect(try wait { try await rows.rows(.first, limit: 1).rows.isEmpty })
        try writer.execute("INSERT INTO h VALUES (1), (2)")
        reported.wait(for: 2)
        expect(reported.ids == ["1", "2"], "\(reported.ids)")
        expectError(.statement, containing: "read-write mode") {
            try wait { try await replica.installJournal(on: "h") }
        }
    }

    run("a program without a free descriptor gets an error") {
        var former = rlimit()
        #if os(Linux)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        getrlimit(files, &former)
        var none = former
        none.rlim_cur = 0
        setrlimit(files, &none)
        let server = PostgresServer(parameters())
        setrlimit(files, &former)
        let rows = PostgresRows(server, .query("SELECT 1 AS id", identity: ["id"]), order: [.ascending("id")])
        expectError(.connection, containing: "descriptors") { _ = try wait { try await rows.rows(.first, limit: 1) } }
    }
}
