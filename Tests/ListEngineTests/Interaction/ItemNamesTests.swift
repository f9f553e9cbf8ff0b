import TestSupport
import Testing

@testable import ListEngine

/// The identities of items, compared with a set.
@Suite("Identities of items")
struct ItemNamesTests {
    private final class Numbering {}

    @Test(arguments: 0..<40)
    func numbersAndNamesAreThoseOfASet(seed: UInt64) {
        var random = TestRandom(seed: seed)
        let numbering = Numbering()
        var names = ItemNames()
        names.follow(numbering)
        var model: Set<KnownItem> = []
        let start = random.pick(0, 64, 1_000_000, Int(UInt32.max) - 5_000)
        for step in 0..<300 {
            let number = KnownItem.number(UInt32(start + random.below(random.pick(1, 100, 5_000))))
            let item = random.chance(oneIn: 5) ? KnownItem.name(random.below(20)) : number
            if random.chance(oneIn: 3) {
                names.remove(item)
                model.remove(item)
            } else {
                names.insert(item)
                model.insert(item)
            }
            #expect(names.contains(item) == model.contains(item), "seed \(seed), step \(step)")
            #expect(names.count == model.count && names.isEmpty == model.isEmpty, "seed \(seed), step \(step)")
        }
        #expect(names.numbers == model.compactMap(\.number).sorted(), "seed \(seed)")
        #expect(Set(names.allNames) == Set(model.compactMap(\.name)), "seed \(seed)")
        #expect(!names.contains(0) || model.contains(.number(0)), "seed \(seed)")
        names.renumber(from: numbering, to: Numbering()) { $0.map { $0 / 2 } }
        #expect(Set(names.numbers) == Set(model.compactMap(\.number).map { $0 / 2 }), "seed \(seed)")
    }

    @Test func oneItemTakesAWordWhateverItsNumberIs() {
        for number in [0, 1_000_000, UInt32.max] {
            var names = ItemNames()
            names.insert(.number(number))
            #expect(names.wordCount == 1 && names.numbers == [number])
        }
    }
}
