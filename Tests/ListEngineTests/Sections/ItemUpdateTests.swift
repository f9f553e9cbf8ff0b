import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

@MainActor
@Suite("Updates of items")
struct ItemUpdateTests {
    private func list(_ names: String) -> (SectionList, DishSection) {
        let test = SectionList(height: 200)
        let section = DishSection("a", names)
        test.list.append(newSections: [DishSection("first", "0"), section])
        _ = test.shown
        _ = section.take()
        return (test, section)
    }

    @Test func statedChangesAreShown() {
        let (test, a) = list("a b c")
        a.append(items: [Dish("d"), Dish("e")])
        a.insertItems([Dish("x"), Dish("y")], beforeItem: Dish("a"))
        a.insertItems([Dish("z")], afterItem: Dish("e"))
        a.deleteItems([Dish("b"), Dish("nobody")])
        a.moveItem(Dish("z"), beforeItem: Dish("a"))
        a.moveItem(Dish("x"), afterItem: Dish("c"))
        a.moveItem(Dish("c"), afterItem: Dish("c"))
        #expect(test.list.itemIdentifier(at: IndexPath(item: 0, section: 1)) == "y")
        let order = (0..<7).compactMap { test.list.itemIdentifier(at: IndexPath(item: $0, section: 1)) }
        #expect(order == ["y", "z", "a", "c", "x", "d", "e"])
        #expect(test.codes == [])
        #expect(test.view.diagnostics.recent == [])
    }

    @Test func changesThatDoNotFitAreReportedAndNothingIsLost() {
        let (test, a) = list("a b c")
        var done = 0
        a.insertItems([Dish("x")], beforeItem: Dish("nobody")) { _ in done += 1 }
        a.insertItems([Dish("x")], afterItem: Dish("nobody")) { _ in done += 1 }
        a.moveItem(Dish("nobody"), beforeItem: Dish("a")) { _ in done += 1 }
        a.moveItem(Dish("a"), afterItem: Dish("nobody")) { _ in done += 1 }
        a.reconfigure(items: [Dish("nobody")]) { _ in done += 1 }
        #expect(test.shown == "0 a b c")
        #expect(done == 5)
        #expect(test.codes == Array(repeating: .unknownIdentifier, count: 5))
        // Items that are already shown, or given twice, keep their place.
        a.append(items: [Dish("a"), Dish("d"), Dish("d")]) { _ in done += 1 }
        a.insertItems([Dish("c"), Dish("e")], beforeItem: Dish("a")) { _ in done += 1 }
        #expect(test.shown == "0 ? a b c ?")
        #expect(a.indexPath(for: "d") == IndexPath(item: 4, section: 1))
        #expect(done == 7)
        #expect(test.codes.suffix(3) == Array(repeating: .duplicateIdentifier, count: 3))
        a.append(items: []) { _ in done += 1 }
        a.deleteItems([]) { _ in done += 1 }
        a.reconfigure(items: []) { _ in done += 1 }
        #expect(done == 10)
    }

    @Test func theListShowsTheResultOfTheLastUpdate() {
        let (test, a) = list("a b c")
        a.items = [Dish("c"), Dish("d")]
        test.view.hostDidScroll(to: point(10))
        test.view.invalidateLayout()
        #expect(test.view.numberOfItems(inSection: 1) == 3)
        #expect(a.itemIdentifier(at: IndexPath(item: 2, section: 1)) == "c")
        a.update()
        #expect(test.shown == "0 c d")
    }

    @Test func anUpdateConfiguresInPlace() {
        let (test, a) = list("a b c")
        let cells = test.view.visibleCells.map(ObjectIdentifier.init)
        a.items = [Dish("b", "B", height: 35), Dish("a", "A"), Dish("n")]
        var log: [String] = []
        a.update(reconfiguring: [Dish("b"), Dish("c"), Dish("nobody")]) { _ in log = a.take() }
        #expect(test.shown == "0 B a n")
        #expect(
            test.frames == ["0.0 0,0 100x20", "1.0 0,20 100x35", "1.1 0,55 100x20", "1.2 0,75 100x20"])
        let after = test.view.visibleCells.map(ObjectIdentifier.init)
        #expect(Array(after.prefix(3)) == [cells[0], cells[2], cells[1]])
        #expect(
            log == [
                "end c 1.2", "cell b 1.0", "configure b 1.0", "cell n 1.2", "configure n 1.2", "will n 1.2",
            ])
        #expect(test.codes == [])
    }

    @Test func reconfiguredItemsKeepTheirCellsAndGetNewSizes() {
        let (test, a) = list("a b")
        let cells = test.view.visibleCells.map(ObjectIdentifier.init)
        a.items[1] = Dish("b", "B", height: 50)
        a.reconfigure(items: [a.items[1]])
        #expect(test.shown == "0 a B")
        #expect(test.view.visibleCells.map(ObjectIdentifier.init) == cells)
        #expect(test.frames.last == "1.1 0,40 100x50")
        #expect(a.take() == ["cell b 1.1", "configure b 1.1"])
    }

    @Test func reloadRequestsOtherCells() {
        let (test, a) = list("a b")
        a.items = [Dish("b"), Dish("c")]
        var done = 0
        a.reload { _ in done += 1 }
        #expect(test.shown == "0 b c")
        #expect(
            a.take().filter { !$0.hasPrefix("configure") } == [
                "end a 1.0", "end b 1.1", "cell b 1.0", "cell c 1.1", "will b 1.0", "will c 1.1",
            ])
        #expect(done == 1)
    }

    @Test func visibleCellsAreReloadedInPlaceImmediately() {
        let (test, a) = list("a b")
        a.items[0].text = "A"
        a.reconfigureCells(for: [Dish("a"), Dish("nobody")])
        #expect(a.take() == ["configure a 1.0"])
        #expect(test.shown == "0 A b")
        let cell: DishCell? = a.cell(for: Dish("a"))
        #expect(cell?.text == "A")
        let nobody: DishCell? = a.cell(for: Dish("nobody"))
        #expect(nobody == nil)
    }

    @Test func relayoutRequestsSizesAgain() {
        let (test, a) = list("a b")
        a.items[0].height = 60
        a.inset.top = 5
        #expect(test.frames.last == "1.1 0,40 100x20")
        var done = 0
        _ = test.recorder.take()
        a.relayout { _ in done += 1 }
        #expect(test.frames.suffix(2) == ["1.0 0,25 100x60", "1.1 0,85 100x20"])
        #expect(test.recorder.take().contains { $0.hasPrefix("moving") })
        #expect(a.take() == [])
        #expect(done == 1)
    }

    @Test func aSectionScrollsToItsItemsAndHeaders() {
        let test = SectionList(height: 40)
        let (a, b) = (DishSection("a", "a b c d"), DishSection("b", "e f g h"))
        test.list.append(newSections: [a, b])
        b.scrollTo(item: Dish("f"), animated: false)
        #expect(test.view.contentOffset.y == 100)
        b.scrollTo(item: Dish("nobody"), animated: false)
        #expect(test.view.contentOffset.y == 100)
        a.scrollTo(item: Dish("c"), at: .end, animated: false)
        #expect(test.view.contentOffset.y == 20)
        b.scrollToHeader(animated: false)
        #expect(test.view.contentOffset.y == 80)
        let unlisted = DishSection("z", "")
        unlisted.scrollToHeader(animated: false)
        #expect(test.view.contentOffset.y == 80)
    }

    /// Random updates of three sections, compared with plain arrays.
    @Test(arguments: 0..<20) func randomUpdatesShowWhatTheModelSays(seed: Int) {
        var random = TestRandom(seed: UInt64(seed) &* 77 &+ 5)
        let test = SectionList(height: 2000)
        let sections = ["a", "b", "c"].map { DishSection($0, []) }
        test.list.append(newSections: sections)
        var model: [String: [String]] = ["a": [], "b": [], "c": []]
        var order = ["a", "b", "c"]
        var next = 0
        for step in 0..<60 {
            let section = sections[random.below(3)]
            let name = section.listIdentifier
            var items = model[name] ?? []
            func fresh(_ count: Int) -> [Dish] {
                next += count
                return (next - count..<next).map { Dish("i\($0)") }
            }
            let new = fresh(random.below(4))
            let animated = random.chance(oneIn: 2)
            switch random.below(8) {
            case 0:
                items += new.map(\.listIdentifier)
                section.items += new
                section.append(items: new, animatingDifferences: animated)
            case 1 where !items.isEmpty:
                let place = random.below(items.count)
                let anchor = Dish(items[place])
                items.insert(contentsOf: new.map(\.listIdentifier), at: place)
                section.items = items.map { Dish($0) }
                section.insertItems(new, beforeItem: anchor, animatingDifferences: animated)
            case 2 where !items.isEmpty:
                let place = random.below(items.count)
                let anchor = Dish(items[place])
                items.insert(contentsOf: new.map(\.listIdentifier), at: place + 1)
                section.items = items.map { Dish($0) }
                section.insertItems(new, afterItem: anchor, animatingDifferences: animated)
            case 3 where !items.isEmpty:
                let gone = items.filter { _ in random.chance(oneIn: 3) }
                items.removeAll { gone.contains($0) }
                section.items = items.map { Dish($0) }
                section.deleteItems(gone.map { Dish($0) }, animatingDifferences: animated)
            case 4 where items.count > 1:
                let item = items.remove(at: random.below(items.count))
                let place = random.below(items.count)
                let anchor = items[place]
                items.insert(item, at: place)
                section.items = items.map { Dish($0) }
                section.moveItem(Dish(item), beforeItem: Dish(anchor), animatingDifferences: animated)
            case 5:
                items = (items.shuffled(using: &random) + new.map(\.listIdentifier)).filter { _ in
                    !random.chance(oneIn: 5)
                }
                section.items = items.map { Dish($0) }
                section.update(reconfiguring: section.items, animatingDifferences: animated)
            case 6:
                order.shuffle(using: &random)
                test.list.update(
                    newSections: order.compactMap { name in sections.first { $0.listIdentifier == name } },
                    animatingDifferences: animated)
            default:
                test.list.move(section: section, afterSection: sections[0], animatingDifferences: animated)
                if name != "a" {
                    order.removeAll { $0 == name }
                    order.insert(name, at: (order.firstIndex(of: "a") ?? 0) + 1)
                }
            }
            model[name] = items
            let expected = order.flatMap { model[$0] ?? [] }.joined(separator: " ")
            #expect(test.shown == expected, "seed \(seed), step \(step)")
            #expect(test.view.diagnostics.recent == [] && test.codes == [], "seed \(seed), step \(step)")
        }
    }
}
