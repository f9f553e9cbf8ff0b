import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Updates of sections")
struct SectionUpdateTests {
    private func ids(_ list: ListDataSource) -> String {
        (0..<list.sectionCount).compactMap { list.section(at: $0)?.listIdentifier }.joined(separator: " ")
    }

    @Test func theFirstOfDuplicateSectionsIsShown() {
        let test = SectionList()
        let (a, other, b) = (DishSection("a", "a0"), DishSection("a", "x"), DishSection("b", "b0"))
        var done = 0
        test.list.append(newSections: [a, other, b, a]) { _ in done += 1 }
        #expect(test.shown == "a0 b0")
        #expect(test.codes == [.duplicateIdentifier, .duplicateIdentifier])
        test.list.append(newSections: [other, b]) { _ in done += 1 }
        #expect(test.shown == "a0 b0")
        #expect(done == 2)
        // A section that was left out has a context but no place: its requests do not affect the section with the same
        // name.
        other.append(items: [Dish("y")]) { _ in done += 1 }
        #expect(test.shown == "a0 b0")
        #expect(other.sectionIndex == nil)
        #expect(done == 3)
        #expect(test.codes.last == .unknownIdentifier)
    }

    @Test func sectionsAreInsertedBeforeAndAfterOthers() {
        let test = SectionList()
        let sections = ["a", "b", "c", "d", "e"].map { DishSection($0, $0 + "0") }
        let unknown = DishSection("z", "z0")
        var done = 0
        test.list.append(newSections: [sections[1], sections[3]])
        test.list.insert(newSections: [sections[0]], beforeSection: sections[1]) { _ in done += 1 }
        test.list.insert(newSections: [sections[2], sections[2]], afterSection: sections[1]) { _ in done += 1 }
        test.list.insert(newSections: [sections[4]], afterSection: sections[3]) { _ in done += 1 }
        #expect(test.shown == "a0 b0 c0 d0 e0")
        test.list.insert(newSections: [DishSection("y", "y0")], beforeSection: unknown) { _ in done += 1 }
        test.list.insert(newSections: [DishSection("y", "y0")], afterSection: unknown) { _ in done += 1 }
        #expect(test.shown == "a0 b0 c0 d0 e0")
        #expect(done == 5)
        #expect(test.codes == [.duplicateIdentifier, .unknownIdentifier, .unknownIdentifier])
    }

    @Test func everyMoveEndsAtItsTarget() {
        for from in 0..<4 {
            for anchor in 0..<4 {
                for isAfter in [false, true] {
                    let test = SectionList()
                    let sections = ["a", "b", "c", "d"].map { DishSection($0, $0 + "0") }
                    test.list.append(newSections: sections)
                    var model = ["a", "b", "c", "d"]
                    if from != anchor {
                        let moved = model.remove(at: from)
                        let place = model.firstIndex(of: sections[anchor].listIdentifier)!
                        model.insert(moved, at: place + (isAfter ? 1 : 0))
                    }
                    var isDone = false
                    if isAfter {
                        test.list.move(section: sections[from], afterSection: sections[anchor]) { _ in isDone = true }
                    } else {
                        test.list.move(section: sections[from], beforeSection: sections[anchor]) { _ in isDone = true }
                    }
                    #expect(ids(test.list) == model.joined(separator: " "))
                    #expect(test.shown == model.map { $0 + "0" }.joined(separator: " "))
                    #expect(isDone)
                }
            }
        }
    }

    @Test func aMoveByAnUnknownSectionDoesNothing() {
        let test = SectionList()
        let (a, unknown) = (DishSection("a", "a0"), DishSection("z", "z0"))
        test.list.append(newSections: [a, DishSection("b", "b0")])
        var done = 0
        test.list.move(section: a, afterSection: unknown) { _ in done += 1 }
        test.list.move(section: unknown, beforeSection: a) { _ in done += 1 }
        #expect(test.shown == "a0 b0")
        #expect(done == 2)
        #expect(test.codes == [.unknownIdentifier, .unknownIdentifier])
    }

    @Test func deletedSectionsAreNotifiedOfTheirCells() {
        let test = SectionList()
        let sections = ["a", "b", "c", "d"].map { DishSection($0, "\($0)0 \($0)1") }
        test.list.append(newSections: sections)
        _ = test.shown
        for section in sections { _ = section.take() }
        var done = 0
        test.list.delete(sections: [sections[1], DishSection("z", ""), sections[2], sections[1]]) { _ in done += 1 }
        #expect(test.shown == "a0 a1 d0 d1")
        #expect(sections[1].take() == ["end b0 1.0", "end b1 1.1"])
        #expect(sections[2].take() == ["end c0 2.0"])
        #expect(sections[3].take().contains("will d0 1.0"))
        sections[0].removeFromDataSource { _ in done += 1 }
        #expect(test.shown == "d0 d1")
        #expect(sections[0].sectionIndex == nil)
        test.list.delete(sections: [sections[0]]) { _ in done += 1 }
        #expect(done == 3)
        #expect(test.codes == [])
    }

    @Test func anUpdateKeepsTheCellsOfRemainingItems() {
        let test = SectionList()
        let (a, b) = (DishSection("a", "a0 a1"), DishSection("b", "b0"))
        test.list.append(newSections: [a, b])
        let cells = test.view.visibleCells.map(ObjectIdentifier.init)
        _ = (a.take(), b.take())
        a.items = [Dish("a1", "new text"), Dish("a2")]
        test.list.update(newSections: [b, a])
        #expect(test.shown == "b0 a1 a2")
        #expect(ids(test.list) == "b a")
        let after = test.view.visibleCells.map(ObjectIdentifier.init)
        #expect(Array(after.prefix(2)) == [cells[2], cells[1]])
        #expect(a.take() == ["moved to list", "end a0 0.0", "cell a2 1.1", "configure a2 1.1", "will a2 1.1"])
        // `reloadVisibleViews` configures visible views again.
        test.list.update(newSections: [b, a], reloadVisibleViews: true)
        #expect(test.shown == "b0 new text a2")
        #expect(a.take() == ["moved to list", "configure a1 1.0", "configure a2 1.1"])
        test.list.notifiesNewSectionsOnly = true
        test.list.update(newSections: [a])
        #expect(a.take() == [])
    }

    @Test func anotherObjectWithTheSameIdentifierReplacesASection() {
        let test = SectionList()
        let (old, new) = (DishSection("a", "a0 a1"), DishSection("a", "a1 a2"))
        test.list.append(newSections: [old])
        let cells = test.view.visibleCells.map(ObjectIdentifier.init)
        test.list.update(newSections: [new])
        #expect(test.shown == "a1 a2")
        #expect(test.view.visibleCells.map(ObjectIdentifier.init).first == cells[1])
        #expect(test.list.section(at: 0) === new)
        #expect(old.sectionIndex == nil)
        #expect(new.sectionIndex == 0)
    }

    @Test func aReloadBuildsEverythingAgain() {
        let test = SectionList()
        let (a, b) = (DishSection("a", "a0"), DishSection("b", "b0"))
        test.list.append(newSections: [a, b])
        _ = (a.take(), b.take())
        var done = 0
        test.list.reload(newSections: [b, a, b]) { _ in done += 1 }
        #expect(test.shown == "b0 a0")
        #expect(a.take() == ["moved to list", "end a0 0.0", "cell a0 1.0", "configure a0 1.0", "will a0 1.0"])
        #expect(done == 1)
        test.list.reload(newSections: []) { _ in done += 1 }
        #expect(test.shown == "")
        #expect(done == 2)
        // Other code reloads the list.
        test.list.append(newSections: [a])
        _ = a.take()
        test.view.reloadData()
        #expect(test.shown == "a0")
        #expect(a.take() == ["end a0 0.0", "cell a0 0.0", "configure a0 0.0", "will a0 0.0"])
    }

    @Test func itemsAreReadWhenTheUpdateRuns() {
        let scheduler = UpdateScheduler.manual()
        let test = SectionList(ListDataSource(scheduler: scheduler))
        let a = DishSection("a", "a0")
        var done = 0
        test.list.append(newSections: [a]) { _ in done += 1 }
        #expect(a.log == [])
        a.items.append(Dish("a1"))
        a.append(items: [Dish("a2")]) { _ in done += 1 }
        #expect(test.shown == "")
        scheduler.runPending()
        #expect(test.shown == "a0 a1 ?")
        #expect(test.list.itemIdentifier(at: IndexPath(item: 2, section: 0)) == "a2")
        #expect(done == 2)
    }

    @Test func updatesFromWithinWaitTheirTurn() {
        final class Eager: ListSection {
            weak var context: ListContext?
            let listIdentifier = "eager"
            var items = [Dish("a")]
            var log: [String] = []
            func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 100, height: 20) }
            func didMoveToList() {
                log.append("moved")
                items.append(Dish("b"))
                append(items: [Dish("c")]) { _ in self.log.append("c") }
            }
            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                let cell: DishCell? = dequeueCell(at: indexPath)
                cell?.text = itemIdentifier
                if itemIdentifier == "a" {
                    append(items: [Dish("d")]) { _ in self.log.append("d") }
                    log.append("asked")
                }
                return cell
            }
            func willDisplay(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
                if itemIdentifier == "c" { deleteItems([Dish("b")]) { _ in self.log.append("no b") } }
            }
        }
        let test = SectionList()
        let eager = Eager()
        test.list.append(newSections: [eager]) { _ in eager.log.append("done") }
        #expect(test.shown == "a c d")
        #expect(eager.log == ["moved", "asked", "done", "c", "d", "no b"])
        #expect(test.view.diagnostics.recent == [])
        #expect(test.codes == [])
    }

    @Test func listsThatAlwaysReloadShowTheCurrentItems() {
        let test = SectionList(ListDataSource(alwaysReloads: true))
        let (a, b) = (DishSection("a", "a0 a0 a1"), DishSection("b", "b0"))
        test.list.append(newSections: [a, b])
        #expect(test.shown == "a0 a1 b0")
        #expect(test.codes == [.duplicateIdentifier])
        _ = (a.take(), b.take())
        a.items = [Dish("a1"), Dish("a2")]
        b.items = []
        var done = 0
        a.append(items: [Dish("a2")]) { _ in done += 1 }
        #expect(test.shown == "a1 a2")
        #expect(
            a.take() == [
                "end a0 0.0", "end a1 0.1", "cell a1 0.0", "configure a1 0.0", "cell a2 0.1", "configure a2 0.1",
                "will a1 0.0", "will a2 0.1",
            ])
        a.moveItem(Dish("zz"), beforeItem: Dish("a1")) { _ in done += 1 }
        #expect(done == 2)
        test.list.delete(sections: [b])
        #expect(test.list.sectionCount == 1)
        #expect(test.recorder.take().filter { $0.hasPrefix("moving") || $0.hasPrefix("appearing") } == [])
    }

    @Test func animationsAreDescribedOnRequest() {
        let test = SectionList()
        let a = DishSection("a", "a0 a1")
        test.list.append(newSections: [a])
        _ = test.recorder.take()
        test.recorder.holdsAnimations = true
        var log: [String] = []
        a.insertItems([Dish("new")], beforeItem: Dish("a1")) { _ in log.append("done") }
        #expect(
            test.recorder.take().filter { $0.hasPrefix("moving") || $0.hasPrefix("appearing") } == [
                "appearing c3 0,20 100x20 alpha 0 -> 0,20 100x20 alpha 1",
                "moving c2 0,20 100x20 alpha 1 -> 0,40 100x20 alpha 1",
            ])
        #expect(log == [])
        test.recorder.endAnimations()
        #expect(log == ["done"])
        a.deleteItems([Dish("new")], animatingDifferences: false)
        #expect(test.recorder.take().filter { $0.hasPrefix("moving") } == [])
    }
}
