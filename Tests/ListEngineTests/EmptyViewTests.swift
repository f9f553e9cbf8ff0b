import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

@MainActor
@Suite("Empty view")
struct EmptyViewTests {
    private final class Message: CollectionReusableView {
        var onApply: (() -> Void)?
        override func apply(_ layoutAttributes: LayoutAttributes) { onApply?() }
    }

    /// Which views are on the screen, and where.
    @MainActor
    private final class Screen: CollectionViewHost {
        var places: [ObjectIdentifier: CGRect] = [:]
        var made = 0
        func makeView(for view: CollectionReusableView) -> AnyObject? {
            made += 1
            return nil
        }
        func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
            places[ObjectIdentifier(view)] = placement.frame.offsetBy(dx: placement.origin.x, dy: placement.origin.y)
        }
        func recycle(_ view: CollectionReusableView) { places[ObjectIdentifier(view)] = nil }
        func remove(_ view: CollectionReusableView) { places[ObjectIdentifier(view)] = nil }
        func frame(of view: CollectionReusableView) -> CGRect? { places[ObjectIdentifier(view)] }
    }

    private func list(_ items: [Int] = []) -> (NameList, Message, Screen) {
        let list = NameList([items.map { "\($0)" }])
        let (message, screen) = (Message(), Screen())
        list.view.host = screen
        list.view.emptyView = message
        list.view.layoutIfNeeded()
        return (list, message, screen)
    }

    @Test func theEmptyViewIsShownWhileThereAreNoItems() {
        let (list, message, screen) = list()
        #expect(screen.frame(of: message) == CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(list.view.visibleViews.isEmpty)
        list.sections[0].append("a")
        list.view.insertItems(at: [IndexPath(0, inSection: 0)])
        #expect(screen.frame(of: message) == nil && message.layoutAttributes == nil)
        #expect(screen.places.count == 1)
        list.sections[0] = []
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(screen.frame(of: message) == CGRect(x: 0, y: 0, width: 100, height: 100))
        list.view.emptyView = nil
        list.view.layoutIfNeeded()
        #expect(screen.places.isEmpty)
    }

    /// One view shows all states, one after the other, and none while there are items.
    @Test func readyMadeContentsFollowTheState() {
        let (list, message, screen) = list()
        let view = list.view
        #expect(view.emptyContent == nil)
        view.emptyContent = .loading("Wait")
        view.layoutIfNeeded()
        #expect(
            screen.frame(of: message) == nil && screen.places.count == 1 && view.shownEmptyContent?.isLoading == true)
        let shown = view.emptyView
        view.emptyContent = .noResults(for: "x")
        view.layoutIfNeeded()
        #expect(view.emptyView === shown && view.shownEmptyContent?.text == "No item matches “x”.")
        #expect(EmptyContent.noResults(for: "").text == nil)
        list.sections[0].append("a")
        view.insertItems(at: [IndexPath(0, inSection: 0)])
        view.layoutIfNeeded()
        #expect(view.shownEmptyContent == nil && view.emptyContent?.title == "No results")
        // The state changes while there are items, and they are removed.
        view.emptyContent = EmptyContent("Empty")
        list.sections[0] = []
        view.reloadData()
        view.layoutIfNeeded()
        #expect(view.shownEmptyContent?.title == "Empty")
        // An action that sets another state, and one that removes it.
        view.emptyContent = EmptyContent(
            "Failed", action: .init("Again") { [unowned view] in view.emptyContent = .loading() })
        view.shownEmptyContent?.action?.perform()
        #expect(view.emptyContent?.isLoading == true)
        view.emptyContent = nil
        view.layoutIfNeeded()
        #expect(view.emptyView == nil && screen.places.isEmpty)
        view.emptyView = message
        #expect(view.emptyContent == nil)
    }

    @Test func theEmptyViewFillsTheVisibleBoundsWithinTheInsets() {
        let (list, message, screen) = list()
        list.view.contentInset = SectionInsets(top: 10, leading: 3, bottom: 20, trailing: 7)
        list.view.layoutIfNeeded()
        #expect(screen.frame(of: message) == CGRect(x: 3, y: list.view.bounds.minY + 10, width: 90, height: 70))
        list.view.flowDirection = .rightToLeft
        list.view.layoutIfNeeded()
        list.view.hostDidScroll(to: CGPoint(x: 0, y: -35))
        list.view.layoutIfNeeded()
        #expect(screen.frame(of: message) == CGRect(x: 7, y: -25, width: 90, height: 70))
        list.view.bounds.size = CGSize(width: 5, height: 5)
        list.view.layoutIfNeeded()
        #expect(screen.frame(of: message)?.size == .zero)
    }

    @Test func anotherHostShowsIt() {
        let (list, message, first) = list()
        let second = Screen()
        list.view.host = second
        list.view.layoutIfNeeded()
        #expect(first.places.isEmpty && second.frame(of: message) != nil && second.made == 1)
        list.view.host = nil
        list.view.layoutIfNeeded()
        #expect(second.places.isEmpty)
        list.view.host = first
        list.view.layoutIfNeeded()
        #expect(first.frame(of: message) != nil)
    }

    @Test func assigningAnEmptyViewToASecondListRemovesItFromTheFirst() {
        let (one, message, first) = list()
        let (two, old, second) = list()
        two.view.emptyView = message
        two.view.layoutIfNeeded()
        one.view.layoutIfNeeded()
        #expect(one.view.emptyView == nil && first.places.isEmpty)
        #expect(second.frame(of: message) != nil && second.frame(of: old) == nil)
    }

    @Test func theEmptyViewCanBeReplacedWhileItIsPlaced() {
        let (list, message, screen) = list(Array(0..<3))
        let other = Message()
        message.onApply = { list.view.emptyView = other }
        other.onApply = { other.onApply = { list.view.emptyView = nil } }
        list.sections[0] = []
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(list.view.emptyView === other)
        #expect(screen.frame(of: message) == nil && screen.frame(of: other) != nil)
        list.view.bounds.size.height = 50
        list.view.layoutIfNeeded()
        #expect(list.view.emptyView == nil && screen.places.isEmpty)
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func aCellOfTheListCannotBeIt() {
        let (list, message, screen) = list([1])
        list.view.emptyView = list.view.visibleCells[0]
        #expect(list.view.emptyView === message)
        #expect(list.view.diagnostics.recent.map(\.code) == [.viewInUse])
        #expect(screen.places.count == 1)
    }
}

@MainActor
@Suite("Index titles")
struct IndexTitleTests {
    @Test func adjacentSectionsWithOneTitleHaveOneEntry() {
        let test = SectionList()
        let words = ["Ab", "Ac", "", "Ba", "Ca", "Ad"]
        test.list.append(
            newSections: words.map { word in
                let section = ClosureSection(listIdentifier: word, items: (0..<10).map { Dish("\(word)\($0)") })
                    .onCellConfigure(DishCell.self) { cell, dish, _ in cell.text = dish.text }
                    .onCellSize { _, list in CGSize(width: list.width, height: 20) }
                return word.isEmpty ? section : section.indexTitle("\(word.first!)")
            })
        test.view.layoutIfNeeded()
        #expect(test.view.indexTitles == ["A", "B", "C", "A"])
        test.view.scrollToIndexTitle(at: 1, animated: false)
        test.view.layoutIfNeeded()
        #expect(test.view.contentOffset.y == 600 && test.shown.hasPrefix("Ba0 "))
        test.view.scrollToIndexTitle(at: 0, animated: false)
        #expect(test.view.contentOffset.y == 0)
        test.view.scrollToIndexTitle(at: 4, animated: false)
        test.view.scrollToIndexTitle(at: -1, animated: false)
        #expect(test.view.contentOffset.y == 0)
        #expect(test.view.diagnostics.recent.map(\.code) == [.indexOutOfRange, .indexOutOfRange])
        // The data source changes the list while it is called.
        test.list.delete(sections: [test.list.section(at: 0)].compactMap { $0 })
        test.view.layoutIfNeeded()
        #expect(test.view.indexTitles == ["A", "B", "C", "A"])
    }

    @Test func aDiffableDataSourceKnowsThemByIdentifier() {
        let list = IdentifiedList()
        list.source.indexTitleProvider = { "\($0)" }
        #expect(list.view.indexTitles.count == list.view.numberOfSections)
        list.source.indexTitleProvider = { _ in
            list.view.reloadData()
            return "x"
        }
        // The rest is not called: the list no longer shows the data.
        #expect(list.view.indexTitles.count <= 1)
        list.view.scrollToIndexTitle(at: 0, animated: false)
    }
}
