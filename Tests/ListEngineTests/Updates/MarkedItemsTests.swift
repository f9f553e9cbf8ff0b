import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// The marks of items, compared with a set of positions that is moved one by one.
@MainActor
@Suite("Marks of items follow edits")
struct MarkedItemsTests {
    typealias Snapshot = DiffableSnapshot<Int, Int>

    private func snapshot(_ sections: [(Int, [Int])]) -> Snapshot {
        var snapshot = Snapshot()
        for (section, items) in sections {
            snapshot.appendSections([section])
            snapshot.appendItems(items, toSection: section)
        }
        return snapshot
    }

    /// Deletes, inserts, moves and sorts items and sections.
    private func edited(_ sections: [(Int, [Int])], _ random: inout TestRandom, _ next: inout Int) -> [(Int, [Int])] {
        var sections = sections
        func fresh(_ count: Int) -> [Int] {
            defer { next += count }
            return Array(next..<next + count)
        }
        for _ in 0..<1 + random.below(4) {
            let section = random.below(sections.count)
            switch random.below(9) {
            case 0: sections.insert((fresh(1)[0], fresh(random.below(300))), at: random.below(sections.count + 1))
            case 1 where sections.count > 1: sections.remove(at: section)
            case 2: sections.append(sections.remove(at: section))
            case 3: sections[section].1.reverse()
            case 4: sections[section].1.removeAll { $0 % 3 == next % 3 }
            case 5:
                let range = random.range(within: sections[section].1.count)
                let moved = Array(sections[section].1[range])
                sections[section].1.removeSubrange(range)
                let target = random.below(sections.count)
                sections[target].1.insert(contentsOf: moved, at: random.below(sections[target].1.count + 1))
            case 6: sections[section].1.removeSubrange(random.range(within: sections[section].1.count))
            default:
                sections[section].1.insert(
                    contentsOf: fresh(random.below(40)), at: random.below(sections[section].1.count + 1))
            }
        }
        return sections
    }

    @Test(arguments: LawCases.seeds(16))
    func marksAreWhereASetOfPositionsIs(seed: UInt64) {
        var random = TestRandom(seed: seed)
        var next = 1000
        var sections = [(1, Array(100..<100 + random.below(900))), (2, []), (3, [7, 8, 9])]
        var marked = MarkedItems()
        var model: Set<ElementPath> = []
        for step in 0..<25 {
            let density = random.pick(2, 2, 40, 400)
            for (section, (_, items)) in sections.enumerated() {
                for item in items.indices where random.chance(oneIn: density) {
                    let path = ElementPath.item(item, inSection: section)
                    if random.chance(oneIn: 3) {
                        marked.remove(path)
                        model.remove(path)
                    } else {
                        marked.insert(path)
                        model.insert(path)
                    }
                }
                if random.chance(oneIn: 6) {
                    let range = random.range(within: items.count)
                    marked.insert(range, inSection: section)
                    for item in range { model.insert(.item(item, inSection: section)) }
                }
            }
            if random.chance(oneIn: 5) {
                // The item need not be in the list.
                let section = random.below(sections.count + 1)
                let count = section < sections.count ? sections[section].1.count : 0
                let path = ElementPath.item(random.below(count + 40), inSection: section)
                marked.remove(before: path)
                model = model.filter { $0 >= path }
            }
            #expect(marked.paths == model.sorted() && marked.count == model.count, "seed \(seed), step \(step)")
            let copy = marked
            let new = edited(sections, &random, &next)
            let edit = SharedEdit(ListEdit(snapshot(new).changeset(from: snapshot(sections))))
            let before = model
            sections = new
            marked.follow(edit)
            model = Set(model.compactMap { edit.newPath($0) })
            #expect(marked.paths == model.sorted(), "seed \(seed), step \(step)")
            #expect(marked.count == model.count && marked.first == model.min(), "seed \(seed), step \(step)")
            #expect(model.allSatisfy(marked.contains), "seed \(seed), step \(step)")
            #expect(copy.paths == before.sorted(), "a copy keeps its marks; seed \(seed), step \(step)")
        }
    }

    @Test func sectionsThatAreReloadedLoseTheirMarksUnlessTheirItemsAreKnown() {
        for keeps in [false, true] {
            var list = ListEdit()
            list.reloadedSections = [1]
            list.keepsItemsOfReloadedSections = keeps
            list.sort()
            var marked = MarkedItems()
            for section in 0..<3 { marked.insert(.item(4, inSection: section)) }
            marked.follow(SharedEdit(list))
            #expect(marked.paths.map(\.section) == (keeps ? [0, 1, 2] : [0, 2]))
        }
    }

    @Test func impossibleItemsAreNotMarked() {
        var marked = MarkedItems()
        marked.insert(-1..<2, inSection: 0)
        marked.insert(0..<Int.max, inSection: 0)
        marked.insert(.header(ofSection: 0))
        marked.remove(.item(3, inSection: 9))
        marked.remove(before: .item(3, inSection: 9))
        #expect(marked.isEmpty && marked.first == nil && !marked.contains(.item(-1, inSection: 0)))
        marked.insert(1 << 30..<(1 << 30) + 2, inSection: 2)
        #expect(marked.count == 2 && marked.first == .item(1 << 30, inSection: 2))
        marked.follow(nil)
        #expect(marked.isEmpty)
    }
}
