import Foundation
import TestSupport
import XCTest

@testable import ListEngineDiff

/// The cost of identifiers, and the memory that a data source keeps.
final class SnapshotSharingTests: XCTestCase {
    func testAnIdentifierIsHashedOnceAndComparedOnceWhereItIsExpected() {
        let counter = Counter()
        let items = (0..<3000).map { Counted(value: $0, counter: counter) }
        var base = DiffableSnapshot<Int, Counted>()
        base.appendSections([0])
        base.appendItems(items)
        XCTAssertEqual(counter.hashes, 3000)

        counter.reset()
        var next = DiffableSnapshot(basedOn: base)
        next.appendSections([0])
        next.appendItems(items)
        XCTAssertEqual(counter.hashes, 0)
        XCTAssertEqual(counter.equals, 3000)
        XCTAssertTrue(next.changeset(from: base).isEmpty)
        XCTAssertEqual(counter.equals, 3000)

        counter.reset()
        next = base
        next.replaceItems(inSection: 0, with: items)
        XCTAssertEqual(counter.hashes, 0)
        XCTAssertEqual(counter.equals, 3000)
        XCTAssertTrue(next.changeset(from: base).isEmpty)

        counter.reset()
        XCTAssertTrue(base.changeset(from: base).isEmpty)
        XCTAssertEqual(counter.hashes + counter.equals, 0)
    }

    func testItemsThatAreAppendedInPartsAreExpectedWhereTheLastPartEnded() {
        let counter = Counter()
        let items = (0..<3000).map { Counted(value: $0, counter: counter) }
        var base = DiffableSnapshot<Int, Counted>()
        base.appendSections([0])
        base.appendItems(items)
        counter.reset()
        var next = DiffableSnapshot(basedOn: base)
        next.appendSections([0])
        for start in stride(from: 0, to: 3000, by: 500) { next.appendItems(Array(items[start..<start + 500])) }
        XCTAssertEqual(counter.hashes, 0)
        XCTAssertEqual(counter.equals, 3000)
        XCTAssertTrue(next.changeset(from: base).isEmpty)
    }

    /// It shares only the numbers of the identifiers.
    func testAnEmptiedSnapshotDoesNotKeepTheItems() {
        var snapshot: DiffableSnapshot<Int, Int>? = DiffableSnapshot()
        snapshot?.appendSections([0])
        snapshot?.appendItems([1, 2])
        weak var state = snapshot?.state
        let emptied = snapshot?.emptied
        XCTAssertNotNil(state)
        snapshot = nil
        XCTAssertNil(state)
        XCTAssertEqual(emptied?.numberOfKnownIdentifiers, 3)
    }

    func testScatteredEditsHashOnlyWhatIsNew() {
        let counter = Counter()
        let items = (0..<5000).map { Counted(value: $0, counter: counter) }
        var base = DiffableSnapshot<Int, Counted>()
        base.appendSections([0])
        base.appendItems(items)
        var changed = items.enumerated().filter { $0.offset % 100 != 50 }.map(\.element)
        for place in stride(from: 4000, to: 0, by: -100) {
            changed.insert(Counted(value: 10_000 + place, counter: counter), at: place)
        }
        counter.reset()
        var next = DiffableSnapshot(basedOn: base)
        next.appendSections([0])
        next.appendItems(changed)
        XCTAssertEqual(counter.hashes, 40)
        XCTAssertEqual(next.itemIdentifiers, changed)
        let changes = next.changeset(from: base)
        XCTAssertEqual(changes.items.deletes.count, 50)
        XCTAssertEqual(changes.items.inserts.count, 40)
        XCTAssertEqual(changes.items.moves.count, 0)
    }

    func testIdentifiersOfTheLongPastAreForgotten() {
        var current = DiffableSnapshot<Int, Int>()
        current.appendSections([0])
        for step in 0..<400 {
            var next = current
            next.replaceItems(inSection: 0, with: step * 1000..<step * 1000 + 1000)
            next.settle()
            current = next
        }
        XCTAssertEqual(current.itemIdentifiers, Array(399_000..<400_000))
        XCTAssertLessThan(current.itemInterner.count, 100_000)
        XCTAssertEqual(current.indexPath(of: 399_007), ItemIndexPath(section: 0, item: 7))
    }

    /// A filter shows few items for a while. The table of identifiers is kept, so nothing is hashed when the filter changes.
    func testAFilterKeepsTheIdentifiers() {
        let counter = Counter()
        let items = (0..<70_000).map { Counted(value: $0, counter: counter) }
        func snapshot(
            _ items: [Counted], after shown: DiffableSnapshot<Int, Counted>
        ) -> DiffableSnapshot<Int, Counted> {
            var next = DiffableSnapshot(basedOn: shown)
            next.appendSections([0])
            next.appendItems(items)
            next.settle()
            return next
        }
        let all = snapshot(items, after: DiffableSnapshot())
        var shown = snapshot(Array(items[..<100]), after: all)
        XCTAssertTrue(shown.isRelated(to: all))
        counter.reset()
        XCTAssertEqual(all.changeset(from: shown).items.inserts.count, 69_900)
        XCTAssertEqual(counter.hashes, 0)
        // The other items were deleted for good.
        for _ in 0..<256 { shown = snapshot(Array(items[..<100]), after: shown) }
        XCTAssertFalse(shown.isRelated(to: all))
        XCTAssertEqual(shown.numberOfKnownIdentifiers, 101)
    }

    /// Numbers that are still referenced are transferred to the new numbering, and do not cause a renumbering at every
    /// later step.
    func testRetainedNumbersSurviveRenumbering() {
        var old = DiffableSnapshot<Int, Int>()
        old.appendSections([0])
        old.appendItems(Array(0..<100_000), toSection: 0)
        let kept = (0..<90_000).map { old.itemNumber(at: ItemIndexPath(section: 0, item: $0)) }
        var current = old
        current.deleteItems(Array(100..<100_000))
        current.settle()
        XCTAssertFalse(current.isRelated(to: old))
        let numbers = current.numbers(of: kept, in: old)
        XCTAssertEqual(numbers, (0..<90_000).map { current.number(of: $0) })
        XCTAssertEqual(current.indexPath(ofItemNumbered: numbers[7]), ItemIndexPath(section: 0, item: 7))
        XCTAssertNil(current.indexPath(ofItemNumbered: numbers[700]))
        XCTAssertNil(current.number(of: 95_000))
        var next = current
        next.appendItems([100, 95_000], toSection: 0)
        next.settle()
        XCTAssertTrue(next.isRelated(to: current))
        XCTAssertEqual(next.itemNumber(at: ItemIndexPath(section: 0, item: 100)), numbers[100])
        next.appendItems(Array(200_000..<300_000), toSection: 0)
        next.deleteItems(Array(200_000..<300_000))
        next.settle()
        XCTAssertFalse(next.isRelated(to: current))
    }

    func testItemsAppendedOneByOneFillTheirChunks() {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        for item in 0..<100_000 { snapshot.appendItems(CollectionOfOne(item)) }
        XCTAssertEqual(chunkLengths(snapshot.order.sections[0].items).count, (100_000 + 511) / 512)
    }

    /// An edit of a copy shares all blocks except the edited one, and in that block all chunks except one.
    func testAnEditOfACopyIsFoundWithoutReadingTheRest() throws {
        var before = DiffableSnapshot<Int, Int>()
        before.appendSections([0])
        before.appendItems(Array(0..<200_000), toSection: 0)
        var after = before
        after.insertItems([1_000_000], beforeItem: 100_000)
        after.deleteItems([150_000])
        let old = before.order.sections[0].items
        let new = after.order.sections[0].items
        let others = zip(old.blocks, new.blocks).filter { $0.block !== $1.block }.count
        XCTAssertGreaterThan(old.blocks.count, 4)
        XCTAssertEqual(old.blocks.count, new.blocks.count)
        XCTAssertEqual(others, 2)
        XCTAssertNil(after.order.firstFault())
        let changes = after.changeset(from: before)
        XCTAssertEqual(changes.deletedItems, [ItemIndexPath(section: 0, item: 150_000)])
        XCTAssertEqual(changes.insertedItems, [ItemIndexPath(section: 0, item: 100_000)])
        XCTAssertTrue(changes.movedItems.isEmpty)
    }

    /// Items are deleted one by one, until chunks are joined with the one before or the one after, and until sections are empty.
    func testItemsAreDeletedOneByOne() {
        var random = TestRandom(seed: 3)
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0, 1, 2])
        snapshot.appendItems(Array(0..<1_200), toSection: 0)
        snapshot.appendItems(Array(2_000..<2_003), toSection: 1)
        snapshot.appendItems(Array(3_000..<3_200), toSection: 2)
        snapshot.settle()
        var model = [Array(0..<1_200), Array(2_000..<2_003), Array(3_000..<3_200)]
        var fewest = Int.max
        while let section = model.indices.filter({ !model[$0].isEmpty }).randomElement(using: &random) {
            let item = random.below(model[section].count)
            let before = snapshot
            snapshot.deleteItems([model[section].remove(at: item)])
            XCTAssertNil(snapshot.order.firstFault())
            if model[section].count % 50 == 0 { XCTAssertNil(before.order.firstFault()) }
            let changes = snapshot.changeset(from: before)
            XCTAssertEqual(changes.deletedItems, [ItemIndexPath(section: section, item: item)])
            XCTAssertTrue(changes.items.inserts.isEmpty && changes.items.moves.isEmpty && changes.sections.isEmpty)
            XCTAssertEqual(changes.oldSections, [0, 1, 2])
            XCTAssertEqual(changes.newSectionStarts.last, snapshot.numberOfItems)
            XCTAssertEqual(snapshot.itemIdentifiers(inSectionAt: section), model[section])
            let chunks = chunkLengths(snapshot.order.sections[0].items)
            if model[0].count > 400 { fewest = min(fewest, chunks.count) }
            // Two of which one is nearly empty are joined.
            for (first, second) in zip(chunks, chunks.dropFirst()) {
                XCTAssertTrue(second >= 128 || first + second > 384, "\(chunks)")
            }
            snapshot.settle()
        }
        XCTAssertEqual(fewest, 2)
        XCTAssertEqual(snapshot.numberOfItems, 0)
    }

    /// Full blocks are divided, and nearly empty ones are joined.
    func testBlocksOfChunksAreDividedAndJoined() {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(Array(0..<40_000), toSection: 0)
        var model = Array(0..<40_000)
        for step in 0..<60 {
            let items = Array(100_000 + step * 600..<100_600 + step * 600)
            snapshot.insertItems(items, beforeItem: 7)
            model.insert(contentsOf: items, at: model.firstIndex(of: 7)!)
        }
        XCTAssertNil(snapshot.order.firstFault())
        XCTAssertGreaterThan(snapshot.order.sections[0].items.blocks.count, 3)
        XCTAssertEqual(snapshot.itemIdentifiers, model)
        let copy = snapshot
        let doomed = model.filter { $0 % 64 != 0 }
        snapshot.deleteItems(doomed)
        model.removeAll { $0 % 64 != 0 }
        XCTAssertNil(snapshot.order.firstFault())
        XCTAssertEqual(snapshot.order.sections[0].items.blocks.count, 1)
        XCTAssertLessThan(chunkLengths(snapshot.order.sections[0].items).count, 12)
        XCTAssertEqual(snapshot.itemIdentifiers, model)
        XCTAssertNil(copy.order.firstFault())
        XCTAssertEqual(copy.numberOfItems, 76_000)
    }

    /// Integers that are chosen to collide get the general hash; all known integers are found again, and none twice.
    func testIntegersThatCollideAreHashedAsOthersAre() {
        // With known seeds, integers whose hash is 0 can be computed: by the inverse of the golden ratio, and by
        // halves that cancel out.
        let interner = IdentifierInterner<UInt64>(InternerState(seeds: (0, 1)))
        var inverse: UInt64 = 1
        for _ in 0..<6 { inverse = inverse &* (2 &- 0x9E37_79B9_7F4A_7C15 &* inverse) }
        let all = (0..<5_000).map { number in
            let folded = UInt64(number) &* inverse
            return folded ^ folded >> 32
        }
        XCTAssertTrue(all.allSatisfy { InternerState.mixed($0, (0, 1)) == 0 })
        for number in 0..<200 { XCTAssertEqual(interner.intern(all[number]), UInt32(number)) }
        XCTAssertFalse(interner.state.pointee.isGeneral)
        let tokens = interner.intern(all)
        XCTAssertTrue(interner.state.pointee.isGeneral)
        XCTAssertEqual(Array(tokens[..<200]), (0..<200).map { UInt32($0) })
        XCTAssertEqual(Set(tokens).count, 5_000)
        XCTAssertEqual(all.map { interner.token(for: $0) }, tokens)
        XCTAssertNil(interner.token(for: 5_000))
        XCTAssertNil(interner.token(for: 5_000 &* inverse ^ (5_000 &* inverse) >> 32))
    }

    /// Identifiers with the same hash stay distinct, however many there are.
    func testIdentifiersWithOneHashAreDistinguished() {
        struct Bad: Hashable {
            var number: Int
            func hash(into hasher: inout Hasher) { hasher.combine(number < 100_000 ? number : 0) }
        }
        let interner = IdentifierInterner<Bad>()
        let all = (99_000..<100_600).map { Bad(number: $0) } + (0..<50_000).map { Bad(number: $0) }
        XCTAssertEqual(all.map { interner.intern($0) }, all.indices.map { UInt32($0) })
        XCTAssertEqual(interner.state.pointee.table.count, all.count)
        XCTAssertNil(interner.firstFault())
        XCTAssertEqual(all.map { interner.token(for: $0) }, all.indices.map { UInt32($0) })
        XCTAssertNil(interner.token(for: Bad(number: 100_600)))
    }

    /// A snapshot retains the snapshot that it was built on, but not the one before that.
    func testOnlyTheNextStateRetainsAState() {
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(Array(0..<100))
        var states: [Weak] = []
        for _ in 0..<5 {
            states.append(Weak(state: snapshot.state))
            var next = DiffableSnapshot(basedOn: snapshot)
            next.appendSections([0])
            next.appendItems(Array(0..<100))
            snapshot = next
        }
        XCTAssertEqual(snapshot.itemIdentifiers, Array(0..<100))
        XCTAssertEqual(states.map { $0.state == nil }, [true, true, true, true, true])
        let copy = snapshot
        XCTAssertTrue(copy.state === snapshot.state)
        snapshot.reloadItems([1])
        XCTAssertFalse(copy.state === snapshot.state)
        XCTAssertEqual(copy.reloadedItemIdentifiers, [])
    }

    /// The table grows by half; every identifier is found at every size.
    func testIdentifiersAreFoundAtEverySizeOfTheTable() {
        let interner = IdentifierInterner<Int>()
        var sizes: Set<Int> = []
        for number in 0..<60_000 {
            XCTAssertEqual(interner.intern(number &* 7_919), UInt32(number))
            if sizes.insert(interner.state.pointee.table.size).inserted {
                for known in stride(from: number % 7, through: number, by: 7)
                where interner.token(for: known &* 7_919) != UInt32(known) {
                    return XCTFail("number \(known) of \(number) with \(interner.state.pointee.table.size) places")
                }
                XCTAssertNil(interner.token(for: -1))
            }
        }
        XCTAssertGreaterThan(sizes.count, 15)
        // In blocks, in which the table grows.
        for block in 0..<600 {
            let words = (60_000 + 100 * block..<60_100 + 100 * block).map { $0 &* 7_919 }
            XCTAssertEqual(interner.intern(words), (60_000 + 100 * block..<60_100 + 100 * block).map { UInt32($0) })
        }
        XCTAssertFalse(interner.state.pointee.isGeneral, "a search across a growth of the table counts as long")
        XCTAssertNil(interner.firstFault())
    }

    /// When many identifiers are inserted in one call, known and repeated ones get one token each, whether they are words
    /// or not.
    func testManyIdentifiersInOneCallHaveOneTokenEach() {
        func check<Identifier: Hashable>(_ known: [Identifier], _ many: [Identifier]) {
            let interner = IdentifierInterner<Identifier>()
            let first = known.map { interner.intern($0) }
            let tokens = interner.intern(many)
            XCTAssertEqual(known.map { interner.token(for: $0) }, first)
            XCTAssertEqual(many.map { interner.token(for: $0) }, tokens)
            XCTAssertEqual(tokens.map { interner[$0] }, many)
            XCTAssertEqual(Set(tokens).count, Set(many).count)
        }
        let numbers = (0..<200_000).map { $0 % 150_000 &* 7_919 }
        check(Array(0..<20_000), numbers)
        check((0..<20_000).map { "\($0)" }, numbers.map { "\($0)" })
        check([], [Int]())
    }

    /// Integers of all widths and signs, and UUIDs.
    func testDistinctIntegersAndUUIDsGetDistinctTokens() {
        func check<Word: Hashable>(_ words: [Word]) {
            let interner = IdentifierInterner<Word>()
            XCTAssertEqual(words.map { interner.intern($0) }, (0..<words.count).map { UInt32($0) })
            XCTAssertEqual(words.map { interner.token(for: $0) }, (0..<words.count).map { UInt32($0) })
            XCTAssertFalse(interner.state.pointee.isGeneral)
        }
        check(Array(-10_000..<10_000))
        check((0..<20_000).map { UInt64($0) << 44 })
        check((0..<20_000).map { Int32($0 - 10_000) * 100_003 })
        check((0..<20_000).map { UInt32($0) << 12 })
        check((0..<5_000).map { _ in UUID() })
    }

    /// Words in equal steps are distributed, even with seeds for which a single product would cluster them.
    func testWordsInEqualStepsAreSpread() {
        func check(_ words: [UInt64], _ seeds: (UInt64, UInt64)) {
            let interner = IdentifierInterner<UInt64>(InternerState(seeds: seeds))
            for word in words { _ = interner.intern(word) }
            XCTAssertFalse(interner.state.pointee.isGeneral, "\(seeds)")
        }
        let ones = (-10_000..<10_000).map { UInt64(bitPattern: $0) }
        check(ones, (0xF8F4_B97F_1958_266B, 0x5416_EAAB_467A_7C3D))
        check(ones, (0x3310_4036_307A_7142, 0x4F58_8800_5169_A347))
        let thousands = (0..<20_000).map { UInt64($0) << 12 }
        check(thousands, (0xB1BF_25F2_4A11_CF09, 0x75FA_C18F_D89E_5987))
        check(thousands, (0xB88B_9DAA_9E7E_D98D, 0xE487_5D9B_000D_061B))
        let highest = (0..<20_000).map { UInt64($0) << 44 }
        check(highest, (0x7276_BFDE_B721_64F0, 0xE79E_B6F4_940D_318F))
        check(highest, (0xC966_28B0_8CDE_E14D, 0x0D79_7EDD_91B0_F5C3))
    }

    private func chunkLengths(_ list: TokenList) -> [Int] {
        var lengths: [Int] = []
        list.forEachChunk { chunk, _ in
            lengths.append(chunk.count)
            return true
        }
        return lengths
    }
}

/// Counts how often its elements are hashed and compared.
private final class Counter: @unchecked Sendable {
    var hashes = 0
    var equals = 0

    func reset() {
        hashes = 0
        equals = 0
    }
}

private struct Counted: Hashable {
    var value: Int
    var counter: Counter

    static func == (left: Counted, right: Counted) -> Bool {
        left.counter.equals += 1
        return left.value == right.value
    }

    func hash(into hasher: inout Hasher) {
        counter.hashes += 1
        hasher.combine(value)
    }
}

private struct Weak { weak var state: SnapshotState? }
