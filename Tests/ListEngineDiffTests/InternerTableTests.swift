import TestSupport
import XCTest

@testable import ListEngineDiff

/// The table of an interner, and identifiers that are hard for it.
final class InternerTableTests: XCTestCase {
    /// All tokens that a search for a hash finds.
    private func candidates(_ table: InternerTable, _ hash: UInt32) -> Set<Token> {
        var found: Set<Token> = []
        var place = table.place(of: hash)
        while table[place] != 0 {
            if InternerTable.hash(table[place]) == hash { found.insert(InternerTable.token(table[place])) }
            place = table.place(after: place)
        }
        return found
    }

    /// Random edits of the table: good and poor hashes, tokens in a row and with gaps, room for few and for many.
    func testEachEntryIsFoundAfterRandomEdits() {
        for seed in Law.seeds(12) {
            var random = TestRandom(seed: seed)
            var table = InternerTable()
            defer { table.deallocate() }
            var hashes: [Token: UInt32] = [:]
            var next: Token = 0
            // The last places are followed by the first: with the sixth mask all entries belong at the last ones.
            let mask: UInt32 = [.max, .max, 0xFFFF_E000, 0x1FFF, 0xF000_000F, 0x3F][Int(seed % 6)]
            let fixed: UInt32 = seed % 6 == 5 ? 0xFFFF_FFC0 : 0
            // With 256 different hashes each search takes as many steps as there are entries.
            let longest = min([50, 700, 3_000][random.below(3)], mask == 0xF000_000F ? 300 : .max)
            for _ in 0..<6 {
                if random.below(4) == 0 { next += Token(random.below([10, 1_000, 1 << 20][random.below(3)])) }
                let count = 1 + random.below(mask == 0x3F ? 50 : longest)
                if random.below(2) == 0 { table.reserve(hashes.count + count) }
                for _ in 0..<count {
                    let hash = UInt32(truncatingIfNeeded: random.next()) & mask | fixed
                    table.insert(next, hash: hash)
                    hashes[next] = hash
                    next += 1
                }
                XCTAssertNil(table.firstFault(), "seed \(seed)")
                XCTAssertEqual(table.count, hashes.count)
                for (token, hash) in hashes where !candidates(table, hash).contains(token) {
                    return XCTFail("seed \(seed): token \(token) is not found")
                }
            }
            table.clear()
            XCTAssertNil(table.firstFault())
            XCTAssertEqual(table.count, 0)
        }
    }

    /// One after the other, across every boundary at which the table grows.
    func testATableIsRightAtEverySize() {
        for start in [0, 7_000] {
            var table = InternerTable()
            defer { table.deallocate() }
            table.reserve(start)
            var random = TestRandom(seed: UInt64(start))
            var hashes: [UInt32] = []
            var sizes: Set<Int> = []
            for token in 0..<36_000 as Range<Token> {
                hashes.append(UInt32(truncatingIfNeeded: random.next()))
                table.insert(token, hash: hashes[Int(token)])
                if sizes.insert(table.size).inserted || token % 4_000 == 0 {
                    XCTAssertNil(table.firstFault(), "\(token)")
                }
            }
            for (token, hash) in hashes.enumerated() where !candidates(table, hash).contains(Token(token)) {
                return XCTFail("token \(token) is not found")
            }
            XCTAssertLessThan(sizes.count, 25)
        }
    }

    /// The bytes of an identifier in the table: at most 18, and 12 after a reservation.
    func testATableIsNotLargerThanItSays() {
        for count in stride(from: 6_000, to: 400_000, by: 11_111) {
            var table = InternerTable()
            defer { table.deallocate() }
            table.reserve(count)
            XCTAssertGreaterThanOrEqual(table.limit, count)
            XCTAssertLessThan(table.size * 8, 12 * count + 200)
        }
        var table = InternerTable()
        defer { table.deallocate() }
        for token in 0..<100_000 as Range<Token> {
            table.insert(token, hash: token &* 0x9E37_79B9)
            if token > 1_000 { XCTAssertLessThanOrEqual(table.size * 8, 18 * (Int(token) + 1) + 64) }
        }
    }

    /// Values that are not equal to themselves have tokens but no entries.
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
        XCTAssertEqual(interner.state.pointee.table.count, 3_000)
        XCTAssertNil(interner.state.pointee.table.firstFault())
    }

    /// Integers in a row have the lower tokens, and the others are in the table.
    func testFewIntegersInAdditionToManyInARow() {
        let interner = IdentifierInterner<Int>()
        // Not increasing, so they are in the array.
        let row = (0..<50_000).map { $0 ^ 1 }
        let others = (0..<2_000).map { ($0 + 1) << 40 }
        XCTAssertEqual(interner.intern(row), row.indices.map { Token($0) })
        let tokens = interner.intern(others)
        XCTAssertEqual(Set(tokens), Set(50_000..<52_000))
        XCTAssertEqual(interner.intern(others.reversed()), tokens.reversed())
        XCTAssertEqual(others.map { interner.token(for: $0) }, tokens)
        XCTAssertEqual(others.map { interner.intern($0) }, tokens)
        XCTAssertNil(interner.token(for: 1 << 60))
        XCTAssertEqual(interner.state.pointee.table.count, 2_000)
        XCTAssertNil(interner.state.pointee.table.firstFault())
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

    /// Entries move while they are searched.
    func testEqualityThatAddsIdentifiers() {
        for _ in 0..<4 {
            let world = World(alike: 24) { $0 % 5 == 0 ? $0 % 40 : 0 }
            var tokens: [Token] = []
            for number in 0..<1_500 { tokens.append(world.interner.intern(Item(world: world, number: number))) }
            let again = (0..<1_500).map { Item(world: world, number: $0) }
            let block = world.interner.intern(again)
            world.isAdding = true
            XCTAssertEqual(block, tokens)
            XCTAssertEqual(again.map { world.interner.token(for: $0) }, tokens)
            XCTAssertEqual(Set(tokens).count, 1_500)
            XCTAssertEqual(world.interner.count, 1_500 + world.added)
            XCTAssertNil(world.interner.state.pointee.table.firstFault())
        }
    }

    /// A new identifier is compared with itself after the search has found a place for it. If that adds so many identifiers
    /// that the table is another one, the place is gone. AddressSanitizer sees that it is not read.
    func testComparisonWithItselfThatAddsIdentifiers() {
        let world = World(alike: 1) { _ in 200 }
        let tokens = (0..<50).map { world.interner.intern(Item(world: world, number: $0)) }
        world.isAdding = true
        XCTAssertEqual((0..<50).map { world.interner.token(for: Item(world: world, number: $0)) }, tokens)
        XCTAssertNil(world.interner.state.pointee.table.firstFault())
    }

    /// An identifier whose comparison adds the same identifier gets one token.
    func testComparisonThatAddsTheSameIdentifier() {
        final class Store {
            let interner = IdentifierInterner<Echo>()
            var isAdding = false
        }
        struct Echo: Hashable {
            unowned let store: Store
            var number: Int

            static func == (a: Echo, b: Echo) -> Bool {
                if !a.store.isAdding {
                    a.store.isAdding = true
                    _ = a.store.interner.intern(a)
                    _ = a.store.interner.intern(b)
                    a.store.isAdding = false
                }
                return a.number == b.number
            }

            func hash(into hasher: inout Hasher) { hasher.combine(number / 3) }
        }
        let store = Store()
        let tokens = (0..<300).map { store.interner.intern(Echo(store: store, number: $0)) }
        let block = store.interner.intern((300..<900).map { Echo(store: store, number: $0) })
        XCTAssertEqual(Set(tokens + block).count, 900)
        XCTAssertEqual(store.interner.count, 900)
        XCTAssertEqual(store.interner.intern((0..<300).map { Echo(store: store, number: $0) }), tokens)
        XCTAssertNil(store.interner.state.pointee.table.firstFault())
    }
}
