import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

/// Lists look up the section of a cell that appears or disappears only if a section uses these calls.
@MainActor
struct CellObserverTests {
    private final class Plain: ListSection {
        weak var context: ListContext?
        let listIdentifier: String
        var items: [Dish]
        var whenMade: (String) -> Void = { _ in }
        init(_ name: String, _ count: Int) {
            listIdentifier = name
            items = (0..<count).map { Dish("\(name)\($0)") }
        }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            whenMade(itemIdentifier)
            let cell: DishCell? = dequeueCell(at: indexPath)
            return cell
        }
        func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 100, height: 20) }
    }

    private final class Log { var lines: [String] = [] }

    /// Notes the positions of shown and removed cells.
    private final class Outer: CollectionViewDelegate {
        var lines: Set<String> = []
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { lines.insert("will \(indexPath[1])") }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { lines.insert("end \(indexPath[1])") }
    }

    private final class Pages: ListPaginationDelegate {
        var count = 0
        func hasPagination(for section: Int) -> Bool { false }
        func willDisplayForPagination(section: Int, sectionCount: Int) { count += 1 }
    }

    private func closures(_ name: String, _ count: Int) -> ClosureSection<Dish, String> {
        ClosureSection(listIdentifier: name, items: (0..<count).map { Dish("\(name)\($0)") })
            .onCellConfigure { (_: DishCell, _, _) in }
            .onCellSize { _, _ in CGSize(width: 100, height: 20) }
    }

    private func scroll(_ test: SectionList, to offset: CGFloat) {
        test.view.hostDidScroll(to: CGPoint(x: 0, y: offset))
    }

    @Test func sectionsThatImplementNothingAreNotCalled() {
        let test = SectionList()
        let first = Plain("a", 10)
        test.list.append(newSections: [first, Plain("b", 10)])
        _ = test.shown
        scroll(test, to: 100)
        #expect(!test.list.list.observesCells)
        // A class that implements the calls receives them next to one that does not.
        let dishes = DishSection("c", "c0 c1 c2")
        test.list.insert(newSections: [dishes], beforeSection: first)
        #expect(test.list.list.observesCells)
        scroll(test, to: 0)
        scroll(test, to: 300)
        #expect(dishes.take().filter { $0.hasPrefix("will") || $0.hasPrefix("end") }.count == 6)
        test.list.delete(sections: [dishes])
        #expect(!test.list.list.observesCells)
    }

    @Test func closuresAreCalledHoweverLateTheyAreSet() {
        let test = SectionList()
        let section = closures("a", 20)
        test.list.append(newSections: [section, closures("b", 20)])
        _ = test.shown
        #expect(!test.list.list.observesCells)
        let log = Log()
        section.onWillDisplay { _, dish, _ in log.lines.append("will \(dish.listIdentifier)") }
        scroll(test, to: 100)
        #expect(log.lines == (5..<10).map { "will a\($0)" })
        log.lines = []
        section.onDidEndDisplay { _, dish, _ in log.lines.append("end \(dish.listIdentifier)") }
        scroll(test, to: 200)
        #expect(Set(log.lines) == Set((5..<10).map { "end a\($0)" } + (10..<15).map { "will a\($0)" }))
    }

    @Test func aPaginationDelegateIsCalledHoweverLateItIsSet() {
        let test = SectionList()
        test.list.append(newSections: [Plain("a", 20)])
        scroll(test, to: 20)
        scroll(test, to: 40)
        #expect(!test.list.list.observesCells)
        let pages = Pages()
        test.list.paginationDelegate = pages
        scroll(test, to: 140)
        #expect(pages.count == 5)
        test.list.paginationDelegate = nil
        scroll(test, to: 240)
        #expect(pages.count == 5 && !test.list.list.observesCells)
    }

    /// An outer delegate that is set while cells are being made is notified of the cells that are shown then.
    @Test func anOuterDelegateIsCalledHoweverLateItIsSet() {
        let test = SectionList()
        let section = Plain("a", 30)
        test.list.append(newSections: [section])
        _ = test.shown
        scroll(test, to: 20)
        scroll(test, to: 0)
        #expect(!test.list.list.reportsCells)
        let outer = Outer()
        section.whenMade = { if $0 == "a7" { test.list.collectionDelegate = outer } }
        scroll(test, to: 100)
        #expect(outer.lines.isSuperset(of: ["will 7", "will 8", "will 9"]))
        outer.lines = []
        scroll(test, to: 140)
        #expect(outer.lines == ["end 5", "end 6", "will 10", "will 11"])
        test.list.collectionDelegate = nil
        scroll(test, to: 200)
        #expect(outer.lines.count == 4)
    }
}
