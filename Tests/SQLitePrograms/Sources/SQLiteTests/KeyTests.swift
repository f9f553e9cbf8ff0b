import CListEngineSQLite
import CSQLite
import Foundation

@testable import ListEngineData
@testable import ListEngineSQLite

private let hardIntegers: [Int64] = [
    .max, .max - 1, .max - 512, .max - 513, .min, .min + 1, 0, 1, -1, 1 << 53, 1 << 53 + 1,
]
private let hardReals: [Double] = [
    0x1p63, -0x1p63, 0x1p53, 0x1p63.nextDown, -0.0, 0.0, 0.5, -.infinity, .infinity, .leastNonzeroMagnitude, .nan,
    1e300,
]
private let hardTexts = ["", "a", "A", "b", "ab", "aB", "a ", "a  ", " a", "z", "ä", "Ä", "1", "1.0", "{", "[", "`"]
private let hardBytes: [UInt8] = [0, 1, 32, 65, 97, 0x7f, 0x80, 0xc3, 0xff, 0xa4]

/// Values that are hard to order.
func hardValue(_ random: inout Random) -> SQLiteValue {
    let bits = Int64(bitPattern: random.next()) >> Int64(random.below(64))
    switch random.below(10) {
    case 0: return .null
    case 1: return .integer(random.pick(hardIntegers))
    case 2: return .integer(bits)
    case 3: return .real(random.pick(hardReals))
    case 4: return .real(Double(bitPattern: random.next()))
    case 5: return .real(Double(bits))
    case 6: return .text(random.pick(hardTexts))
    case 7: return .text((0..<random.below(4)).map { _ in random.pick(hardBytes) })
    case 8: return .blob((0..<random.below(4)).map { _ in random.pick(hardBytes) })
    default: return .integer(Int64(random.below(3)))
    }
}

func testKeys() {
    law("keys compare as SQLite orders values, and lead back to them", 6_000) { seed in
        var random = Random(seed: seed)
        let connection = try shared.get()
        let collation = random.pick([SQLiteCollation.binary, .noCase, .trimmedRight])
        let isDescending = random.chance(2)
        let coder = KeyCoder(terms: [.init(collation: collation, isDescending: isDescending)])
        let values = [hardValue(&random), hardValue(&random)]
        let sql = "SELECT v FROM (SELECT ? AS v UNION ALL SELECT ?)"
        let statement = try connection.statement(sql)
        try statement.bind(values)
        var keys: [SQLiteKey] = []
        while try statement.step() { keys.append(coder.key(of: statement)) }
        statement.reset()
        let order = try connection.rows(
            "SELECT (?1 IS ?2 COLLATE \(collation.name)), "
                + "(SELECT group_concat(n, '') FROM (SELECT n FROM (SELECT 0 AS n, ?1 AS v UNION ALL SELECT 1, ?2) "
                + "ORDER BY v COLLATE \(collation.name) \(isDescending ? "DESC" : "ASC"), n))", values)[0]
        let isEqual = order[0] == .integer(1)
        if isEqual != (keys[0] == keys[1]) { return "\(values) \(collation.name): equal is \(isEqual)" }
        if !isEqual, (order[1].string == "01") != (keys[0] < keys[1]) {
            return "\(values) \(collation.name): \(order[1])"
        }
        for (key, value) in zip(keys, values) {
            guard let back = coder.values(of: key) else { return "\(value) does not come back" }
            let isSame = try connection.rows("SELECT ?1 IS ?2 COLLATE \(collation.name)", [value, back[0]])[0][0]
            if isSame != .integer(1) { return "\(value) comes back as \(back[0]), \(collation.name)" }
        }
        return nil
    }

    law("damaged keys are refused", 20_000) { seed in
        var random = Random(seed: seed)
        let coder = KeyCoder(
            terms: (0...random.below(3)).map { _ in
                .init(collation: random.pick([.binary, .noCase, .trimmedRight]), isDescending: random.chance(2))
            })
        let bytes = (0..<random.below(24)).map { _ -> UInt8 in
            random.chance(2)
                ? random.pick([0x10, 0x20, 0x30, 0x40, 0xef, 0xdf, 0xcf, 0xbf, 0, 255])
                : UInt8(truncatingIfNeeded: random.next())
        }
        // A value or nil, and no memory that is not the key's.
        _ = coder.values(of: SQLiteKey(bytes: bytes))
        return nil
    }
}

let shared = Result { try SQLiteConnection(path: ":memory:", isReadOnly: false) }
