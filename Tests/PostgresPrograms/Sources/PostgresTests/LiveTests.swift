import Foundation

@testable import ListEngineData
@testable import ListEnginePostgres

/// Runs the main loop until a condition holds; fails after a minute.
@MainActor private func settle(_ what: @autoclosure () -> String, line: Int = #line, until condition: () throws -> Bool)
    rethrows
{
    let end = Date(timeIntervalSinceNow: 60)
    while try !condition() {
        guard Date() < end else { return fail("waited in vain: \(what())", line: line) }
        RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.002))
    }
}

/// Whether a list shows the rows of a statement, all loaded.
@MainActor private func shows(_ rows: LiveRows<PostgresRows>, _ expected: [[String?]]) -> Bool {
    rows.show(0..<max(1, rows.numberOfItems))
    guard rows.numberOfItems == expected.count else { return false }
    return expected.indices.allSatisfy { place in
        guard case .loaded(let row) = rows.state(at: place) else { return false }
        return row.values.map(\.string) == expected[place]
    }
}

func testLiveRows() {
    run("a list follows the commits of several sessions, killed sessions and a restart") {
        try MainActor.assumeIsolated { try followServer() }
    }
}

@MainActor private func followServer() throws {
    var random = Random(seed: 4)
    var writers = try (0..<3).map { _ in try Writer() }
    try writers[0].execute(
        """
        DROP TABLE IF EXISTS t, t_listengine; CREATE TABLE t(id int PRIMARY KEY, a int, name text COLLATE "C");
        CREATE INDEX ON t(a DESC, id); INSERT INTO t SELECT n, n % 9, 'row ' || n FROM generate_series(1, 400) n
        """)
    // It looks for changes only when it is notified.
    let server = PostgresServer(parameters(), patience: 60, heartbeat: 1e6)
    try wait { try await server.installJournal(on: "t") }
    let source = PostgresRows(
        server, .table("t"), columns: ["id", "name"], order: [.descending("a"), .ascending("id")])
    let rows = LiveRows(source)
    var faults: [RowSourceFault] = []
    rows.onFault = { faults.append($0) }
    for burst in 0..<24 {
        let expected = try writers[0].rows("SELECT id::text, name FROM t ORDER BY a DESC, t.id")
        settle("burst \(burst), \(rows.numberOfItems) of \(expected.count) rows") { shows(rows, expected) }
        switch burst {
        case 8: try killSessions(writers[0])
        case 16:
            try runServer("restart")
            writers = try (0..<3).map { _ in try Writer() }
        default: break
        }
        let writer = random.pick(writers)
        switch random.below(5) {
        case 0: try writer.execute("DELETE FROM t WHERE id % 11 = \(random.below(11))")
        case 1: try writer.execute("UPDATE t SET a = \(random.below(12)) WHERE id % 7 = \(random.below(7))")
        case 2: try writer.execute("BEGIN; DELETE FROM t; ROLLBACK; UPDATE t SET name = name || '!' WHERE id % 5 = 1")
        case 3: try writer.execute("UPDATE t SET id = id + 2000 WHERE id % 13 = \(random.below(13)) AND id < 2000")
        default:
            try writer.execute(
                "INSERT INTO t SELECT n, n % 5, 'new' FROM generate_series(\(burst * 40), \(burst * 40 + 30)) n ON CONFLICT (id) DO UPDATE SET name = 'again'"
            )
        }
    }
    expect(faults.isEmpty, "\(faults.prefix(3))")
}
