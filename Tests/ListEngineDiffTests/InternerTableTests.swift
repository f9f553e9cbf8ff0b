import XCTest

@testable import ListEngineDiff

/// The table of an interner, and identifiers that are hard for it.
final class InternerTableTests: XCTestCase {
    /// All tokens that a search for a hash finds.
    private func candidates(_ table: InternerTable, _ hash: UInt32) -> Set<Token> {
        let segment = table.segment(of: hash)
        var found: Set<Token> = []
        var place = segment.places + table.positions[hash]
        var pattern = segment.pattern(hash)
        for _ in 0..<InternerTable.window {
            if place.pointee == 0 { break }
            let token = (place.pointee ^ pattern) &- 1
            if token < segment.tokenLimit { found.insert(token) }
            place += 1
            pattern &+= segment.step
        }
        var search = table.searchStash(hash)
        while let token = search.next() { found.insert(token) }
        return found
    }

    /// Random histories: good and poor hashes, tokens in a row and with gaps, room for few and for many, and tables that may
    /// divide their segments only a few times.
    func testEachEntryIsFoundInRandomHistories() {
        for seed in 0..<36 as Range<UInt64> {
            var random = SplitMix(seed: seed)
            let mostKnownBits = [28, 28, 13, 14, 15, 20][Int(seed % 6)]
            var table = InternerTable(mostKnownBits: mostKnownBits)
            defer { table.deallocate() }
            var hashes: [Token: UInt32] = [:]
            var next: Token = 0
            let mask: UInt32 = [.max, .max, .max, 0xFFFF_E000, 0x1FFF, 0xF000_000F][random.below(6)]
            let longest = [50, 700, 5_000][random.below(3)]
            for _ in 0..<8 {
                if random.below(4) == 0 { next += Token(random.below([10, 1_000, 1 << 20][random.below(3)])) }
                let count = 1 + random.below(longest)
                if random.below(2) == 0 { table.reserve(hashes.count + count) }
                for _ in 0..<count {
                    table.reserve(hashes.count + 1)
                    let hash = UInt32(truncatingIfNeeded: random.next()) & mask
                    table.place(next, hash: hash)
                    hashes[next] = hash
                    next += 1
                }
                XCTAssertNil(table.firstFault(count: hashes.count), "seed \(seed)")
                XCTAssertGreaterThanOrEqual(table.limit, hashes.count)
                XCTAssertLessThanOrEqual(table.segmentCount, 1 << (mostKnownBits - 13))
                if mask == .max {
                    for (token, hash) in hashes where !candidates(table, hash).contains(token) {
                        return XCTFail("seed \(seed): token \(token) is not found")
                    }
                }
            }
            table.clear()
            XCTAssertNil(table.firstFault(count: 0))
        }
    }

    /// One after the other, across every boundary: doubling one segment, dividing segments for two rounds, and no more.
    func testATableIsRightAtEverySize() {
        for (mostKnownBits, start) in [(28, 0), (15, 0), (28, 7_000)] {
            var table = InternerTable(mostKnownBits: mostKnownBits)
            defer { table.deallocate() }
            // Segments whose number of places is not a power of two.
            table.reserve(start)
            var random = SplitMix(seed: UInt64(mostKnownBits))
            var hashes: [UInt32] = []
            var arrangement = -1
            for token in 0..<36_000 as Range<Token> {
                table.reserve(hashes.count + 1)
                hashes.append(UInt32(truncatingIfNeeded: random.next()))
                table.place(token, hash: hashes[Int(token)])
                if table.arrangement != arrangement && table.stashCount < 64 || token % 4_000 == 0 {
                    arrangement = table.arrangement
                    XCTAssertNil(table.firstFault(count: hashes.count), "\(token)")
                }
            }
            for (token, hash) in hashes.enumerated() where !candidates(table, hash).contains(Token(token)) {
                return XCTFail("token \(token) is not found")
            }
            XCTAssertEqual(table.segmentCount > 4, mostKnownBits == 28)
        }
    }

    /// A reservation makes as much room as is needed, not the next power of two.
    func testAReservationIsNotRoundedToAPowerOfTwo() {
        for count in stride(from: 6_000, to: 400_000, by: 11_111) {
            var table = InternerTable()
            defer { table.deallocate() }
            table.reserve(count)
            let places = table.segmentCount * table.positions.size
            XCTAssertGreaterThanOrEqual(table.limit, count)
            XCTAssertLessThan(Double(places), 1.7 * Double(count) + 16 * Double(table.segmentCount))
        }
    }

    /// Values that are not equal to themselves have tokens but no entries, so that later tokens need more bits than places have.
    func testNumbersAmongManyThatAreNotEqualToThemselves() {
        let interner = IdentifierInterner<Double>()
        var tokens: [Double: Token] = [:]
        for number in 0..<3_000 {
            for _ in 0..<number % 7 { _ = interner.intern(.nan) }
            tokens[Double(number)] = interner.intern(Double(number))
        }
        XCTAssertEqual(Set(tokens.values).count, 3_000)
        for (number, token) in tokens { XCTAssertEqual(interner.token(for: number), token) }
        XCTAssertNil(interner.token(for: .nan))
        let state = interner.state.pointee
        XCTAssertEqual(state.tableCount, 3_000)
        XCTAssertNil(state.table.firstFault(count: 3_000))
        XCTAssertGreaterThan(state.table.stashCount, 100)
    }

    /// Integers in a row have the lower tokens. The others are found, although their tokens need more bits than places have.
    func testFewIntegersBesideManyInARow() {
        let interner = IdentifierInterner<Int>()
        func intern(_ all: [Int]) -> [Token] {
            [Token](unsafeUninitializedCapacity: all.count) { tokens, count in
                count = all.count
                all.withUnsafeBufferPointer { interner.intern($0, into: tokens.baseAddress!) }
            }
        }
        let row = Array(0..<50_000)
        let others = (0..<2_000).map { ($0 + 1) << 40 }
        XCTAssertEqual(intern(row), row.map(Token.init))
        let tokens = intern(others)
        XCTAssertEqual(Set(tokens), Set(50_000..<52_000))
        XCTAssertEqual(intern(others.reversed()), tokens.reversed())
        XCTAssertEqual(others.map(interner.token), tokens)
        XCTAssertEqual(others.map(interner.intern), tokens)
        XCTAssertNil(interner.token(for: 1 << 60))
        XCTAssertNil(interner.state.pointee.table.firstFault(count: 2_000))
    }

    /// An interner whose identifiers intern others when they are compared, but not recursively.
    private final class World {
        let interner = IdentifierInterner<Item>()
        /// How many identifiers a comparison adds, by the number of comparisons so far.
        let additions: (Int) -> Int
        /// So many numbers in a row have the same hash.
        let alike: Int
        var isAdding = false
        var calls = 0
        var added = 0

        init(alike: Int, additions: @escaping (Int) -> Int) {
            (self.alike, self.additions) = (alike, additions)
        }

        func compared() {
            calls += 1
            if isAdding { return }
            isAdding = true
            for _ in 0..<additions(calls) {
                added += 1
                _ = interner.intern(Item(world: self, number: -added))
            }
            isAdding = false
        }
    }

    private struct Item: Hashable {
        unowned let world: World
        var number: Int

        static func == (a: Item, b: Item) -> Bool {
            a.world.compared()
            return a.number == b.number
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number / world.alike) }
    }

    /// Entries and stashes move while they are searched.
    func testEqualityThatAddsIdentifiers() {
        for _ in 0..<4 {
            let world = World(alike: 24) { $0 % 5 == 0 ? $0 % 40 : 0 }
            var tokens: [Token] = []
            for number in 0..<1_500 { tokens.append(world.interner.intern(Item(world: world, number: number))) }
            let again = (0..<1_500).map { Item(world: world, number: $0) }
            let block = [Token](unsafeUninitializedCapacity: again.count) { tokens, count in
                count = again.count
                again.withUnsafeBufferPointer { world.interner.intern($0, into: tokens.baseAddress!) }
            }
            world.isAdding = true
            XCTAssertEqual(block, tokens)
            XCTAssertEqual(again.map(world.interner.token), tokens)
            XCTAssertEqual(Set(tokens).count, 1_500)
            XCTAssertEqual(world.interner.count, 1_500 + world.added)
            XCTAssertNil(world.interner.state.pointee.table.firstFault(count: world.interner.count))
        }
    }

    /// A new identifier is compared with itself after the search has found a place for it. If that adds so many identifiers
    /// that the table is another one, the place is gone. AddressSanitizer sees that it is not read.
    func testComparisonWithItselfThatAddsIdentifiers() {
        let world = World(alike: 1) { _ in 200 }
        let tokens = (0..<50).map { world.interner.intern(Item(world: world, number: $0)) }
        world.isAdding = true
        XCTAssertEqual((0..<50).map { world.interner.token(for: Item(world: world, number: $0)) }, tokens)
        XCTAssertNil(world.interner.state.pointee.table.firstFault(count: world.interner.count))
    }
}
