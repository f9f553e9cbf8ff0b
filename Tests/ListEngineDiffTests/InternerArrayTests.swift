import XCTest

@testable import ListEngineDiff

/// Integers that lie close together are numbered by an array, and all others by a table.
final class InternerArrayTests: XCTestCase {
    private func intern<Word: Hashable>(_ words: [Word], _ interner: IdentifierInterner<Word>) -> [UInt32] {
        interner.intern(words)
    }

    private func check<Word: Hashable>(_ words: [Word], room: ClosedRange<UInt64>, inTable: Int = 0) {
        let interner = IdentifierInterner<Word>()
        let tokens = intern(words, interner)
        XCTAssertEqual(Set(tokens).count, Set(words).count)
        XCTAssertEqual(tokens.map { interner[$0] }, words)
        XCTAssertEqual(words.map { interner.token(for: $0) }, tokens)
        XCTAssertEqual(words.map { interner.intern($0) }, tokens)
        // Integers that increase are neither in the array nor in the table before.
        if interner.state.pointee.run.count > 0 { interner.dissolveRun() }
        XCTAssertEqual(words.map { interner.token(for: $0) }, tokens)
        let state = interner.state.pointee
        XCTAssertTrue(room.contains(state.array.room), "\(state.array.room) places")
        XCTAssertEqual(state.table.count, inTable)
        XCTAssertEqual(state.count, Set(words).count)
        XCTAssertEqual(state.array.count, Set(words).count - inTable)
    }

    func testIntegersInARowAreInTheArray() {
        for count in [16, 256, 257, 1_000, 10_000] {
            let most = UInt64(count * 3 / 2 + 40)
            check(Array(0..<count), room: UInt64(count)...most)
            check(Array((-count / 2)..<(count - count / 2)), room: UInt64(count)...most)
            check((0..<count).map { Int32($0 - 7) }, room: UInt64(count)...most)
            check((0..<count).map { UInt32.max - UInt32($0) }, room: UInt64(count)...most)
            check((0..<count).map { Int.max - $0 }, room: UInt64(count)...most)
            check((0..<count).map { Int.min + $0 }, room: UInt64(count)...most)
            check((0..<count).map { UInt64.max - UInt64($0) }, room: UInt64(count)...most)
            check((0..<count).map { $0 * 7 % count * 2 }, room: 0...UInt64(2 * count) + most)
        }
    }

    func testScatteredIntegersAreInTheTable() {
        check((0..<1_000).map { $0 * 3 }, room: 0...0, inTable: 1_000)
        check([Int.min, Int.max, 0, -1] + (0..<100).map { $0 << 40 | 1 }, room: 0...0, inTable: 104)
        check((0..<1_000).map { UInt64($0) << 54 }, room: 0...0, inTable: 1_000)
        check(Array(0..<15), room: 0...0, inTable: 15)
        check([Int](), room: 0...0)
    }

    func testSomeFarAwayAreInTheTable() {
        let near = Array((100..<1_100).reversed())
        let interner = IdentifierInterner<Int>()
        let tokens = intern(near, interner)
        let more = intern([-5, Int.max, 100, 1 << 30, 1_099, 1_100], interner)
        XCTAssertEqual(more[2], tokens[999])
        XCTAssertEqual(more[4], tokens[0])
        XCTAssertEqual(interner.state.pointee.table.count, 3)
        XCTAssertEqual(interner.intern(99), 1_004)
        XCTAssertNotNil(interner.state.pointee.array.place(of: 99))
        XCTAssertEqual(interner.token(for: -5), more[0])
        XCTAssertEqual(near.map { interner.token(for: $0) }, tokens)
        XCTAssertNil(interner.token(for: 1 << 31))
        XCTAssertNil(interner.token(for: 1_101))
    }

    /// More integers elsewhere are worth another array. The fewer ones before are then in the table.
    func testTheArrayMovesToWhereMoreAre() {
        let interner = IdentifierInterner<Int>()
        let few = intern((0..<20).reversed(), interner)
        let many = intern((1_000_000..<1_001_000).reversed(), interner)
        XCTAssertEqual(interner.state.pointee.table.count, 20)
        XCTAssertEqual(interner.state.pointee.array.count, 1_000)
        XCTAssertEqual((0..<20).reversed().map { interner.token(for: $0) }, few)
        XCTAssertEqual((1_000_000..<1_001_000).reversed().map { interner.token(for: $0) }, many)
        XCTAssertEqual(Set(few + many).count, 1_020)
    }

    /// It is extended by half its length at a time.
    func testTheArrayGrowsInSteps() {
        for sign in [1, -1] {
            let interner = IdentifierInterner<Int>()
            // Not increasing, so they are not in the run.
            func number(_ token: Int) -> Int { (token < 16 ? token ^ 1 : token) * sign }
            _ = intern((0..<16).map(number), interner)
            var rooms: Set<UInt64> = []
            for token in 16..<100_000 {
                XCTAssertEqual(interner.intern(number(token)), UInt32(token))
                rooms.insert(interner.state.pointee.array.room)
            }
            XCTAssertLessThan(rooms.count, 25)
            XCTAssertEqual(interner.state.pointee.table.count, 0)
            XCTAssertEqual((0..<100_000).map { interner.token(for: number($0)) }, (0..<100_000).map { UInt32($0) })
        }
    }

    /// With seeds by which all integers collide, those in the array stay where they are.
    func testCollisionsInTheTableDoNotConcernTheArray() {
        let interner = IdentifierInterner<UInt64>(InternerState(seeds: (0, 0)))
        let near = intern((0..<1_000).reversed(), interner)
        let far = (1...600).reversed().map { UInt64($0) << 40 }
        let tokens = intern(far, interner)
        XCTAssertTrue(interner.state.pointee.isGeneral)
        XCTAssertEqual(interner.state.pointee.table.count, 600)
        XCTAssertEqual((0..<1_000).reversed().map { interner.token(for: $0) }, near)
        XCTAssertEqual(far.map { interner.token(for: $0) }, tokens)
        XCTAssertEqual(Set(near + tokens).count, 1_600)
    }

    /// Random clusters, gaps and lone integers, many at a time and alone, against a dictionary.
    func testRandomIntegersHaveTheTokensOfADictionary() {
        Law.run(cases: 300) { random in
            let interner = IdentifierInterner<Int>()
            var known: [Int: UInt32] = [:]
            let places = (0..<4).map { _ in
                random.below(4) == 0 ? Int(bitPattern: UInt(random.next())) : random.below(3_000)
            }
            for _ in 0..<(1 + random.below(30)) {
                let start = places[random.below(4)] &+ random.below(2_000)
                let spread = [1, 1, 2, 5, 1 << 50][random.below(5)]
                let count = [1, 3, 15, 16, 100, 600][random.below(6)]
                var words = (0..<count).map { start &+ ($0 + random.below(3)) &* spread }
                if random.below(3) == 0 { words.shuffle(using: &random) }
                let tokens: [UInt32]
                if random.below(4) == 0 {
                    tokens = words.map { interner.intern($0) }
                } else {
                    tokens = intern(words, interner)
                }
                for (word, token) in zip(words, tokens) {
                    try require(known[word] ?? token == token, "\(word) had another token than \(token)")
                    known[word] = token
                }
                let probe = start &- 1 &- random.below(5)
                try require(interner.token(for: probe) == known[probe], "\(probe) has a token")
            }
            for (word, token) in known {
                try require(interner.token(for: word) == token && interner[token] == word, "\(word) lost \(token)")
            }
            let state = interner.state.pointee
            try require(state.count == known.count, "\(state.count) identifiers instead of \(known.count)")
            let outside = known.filter { $0.value >= state.run.count }
            let words = outside.keys.map { UInt64(bitPattern: Int64($0)) }
            let inArray = words.filter { state.array.place(of: $0) != nil }.count
            try require(inArray == state.array.count, "\(inArray) in the array, not \(state.array.count)")
        }
    }
}
