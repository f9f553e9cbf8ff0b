import Foundation
import ListEngineDataTesting

@testable import ListEngineData
@testable import ListEnginePostgres

/// The test that any source can be run through, with the rows of a server.
func testRules() {
    law("a server follows the rules of sources", 10) { seed in
        var random = Random(seed: seed)
        let writer = try Writer()
        try writer.execute(
            """
            DROP TABLE IF EXISTS r, r_listengine CASCADE; DROP FUNCTION IF EXISTS r_listengine_note;
            CREATE TABLE r(id int PRIMARY KEY, a int, name text COLLATE "C");
            INSERT INTO r SELECT n, n % 20, 'x' || n % 7 FROM generate_series(1, \(random.pick([0, 1, 30, 700]))) n; ANALYZE r
            """)
        let server = PostgresServer(parameters())
        try wait { try await server.installJournal(on: "r", columns: ["a", "name"]) }
        let order = random.pick([
            [PostgresOrderTerm.ascending("id")], [.descending("a"), .ascending("id")],
            [.ascending("a"), .descending("name"), .ascending("id")],
        ])
        let condition = random.chance(4) ? PostgresCondition("id % 2 = $1", [.integer(0)]) : nil
        let source = PostgresRows(
            server, .table("r"), order: order, condition: condition, sections: random.chance(2) ? .column() : nil)
        let writes = (0..<6).map { _ in
            random.pick([
                "DELETE FROM r WHERE id % 9 = \(random.below(9))",
                "UPDATE r SET a = \(random.below(50)) WHERE id % 6 = \(random.below(6))",
                "BEGIN; DELETE FROM r; ROLLBACK; UPDATE r SET name = name || 'x' WHERE id % 50 = 0",
                "INSERT INTO r SELECT n, n % 7, 'new' FROM generate_series(1000, \(1_000 + random.below(60))) n ON CONFLICT DO NOTHING",
            ])
        }
        let found = try wait {
            await source.violations(seed: seed, limit: .seconds(30), changes: 6) { try writer.execute(writes[$0 % 6]) }
        }
        return found.isEmpty ? nil : "\(order), \(condition == nil ? "all rows" : "a condition"): \(found)"
    }
}
