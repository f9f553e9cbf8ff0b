import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// A section of dishes that can be moved, swiped and asked for menus.
private final class TableSection: ListSection, ListSectionInteraction {
    weak var context: ListContext?
    let listIdentifier: String
    var items: [Dish]
    var log: [String] = []
    var refused: Set<String> = []
    var guests: Set<String> = []

    init(_ identifier: String, _ names: String) {
        listIdentifier = identifier
        items = names.split(separator: " ").map { Dish(String($0)) }
    }

    func take() -> [String] {
        defer { log = [] }
        return log
    }

    var names: String { items.map(\.listIdentifier).joined(separator: " ") }

    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        let cell: DishCell? = dequeueCell(at: indexPath)
        cell?.text = itemIdentifier
        return cell
    }

    func size(at indexPath: IndexPath) -> CGSize { CGSize(width: listSize.width, height: 20) }

    func didSelectItem(for itemIdentifier: String, at indexPath: IndexPath) {
        log.append("select \(itemIdentifier) \(text(indexPath))")
    }

    func shouldHighlightItem(for itemIdentifier: String, at indexPath: IndexPath) -> Bool {
        !refused.contains(itemIdentifier)
    }
    func shouldSelectItem(for itemIdentifier: String, at indexPath: IndexPath) -> Bool {
        !refused.contains(itemIdentifier)
    }
    func performPrimaryAction(for itemIdentifier: String, at indexPath: IndexPath) {
        log.append("do \(itemIdentifier) \(text(indexPath))")
    }
    func canMoveItem(for itemIdentifier: String, at indexPath: IndexPath) -> Bool { !refused.contains(itemIdentifier) }
    func targetIndexPath(
        forMoving itemIdentifier: String, from source: IndexPath, toProposed destination: IndexPath
    ) -> IndexPath { destination.item == 0 ? IndexPath(item: 1, section: destination.section) : destination }
    func didMoveItem(for itemIdentifier: String, from source: IndexPath, to destination: IndexPath) {
        log.append("moved \(itemIdentifier) \(text(source)) -> \(text(destination))")
        items.insert(items.remove(at: source.item), at: destination.item)
    }
    func acceptsItem(for itemIdentifier: String, from other: any ListSection, at indexPath: IndexPath) -> Bool {
        guests.contains(itemIdentifier)
    }
    func didGiveItem(for itemIdentifier: String, to other: any ListSection, from indexPath: IndexPath) {
        log.append("gave \(itemIdentifier) \(text(indexPath)) to \(other.listIdentifier)")
        items.remove(at: indexPath.item)
    }
    func didAcceptItem(for itemIdentifier: String, from other: any ListSection, at indexPath: IndexPath) {
        log.append("took \(itemIdentifier) \(text(indexPath)) from \(other.listIdentifier)")
        items.insert(Dish(itemIdentifier), at: indexPath.item)
    }
    func trailingSwipeActions(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionSwipeActions? {
        CollectionSwipeActions([
            CollectionSwipeAction(.destructive, title: "Delete \(itemIdentifier)") { [unowned self] _, now, done in
                let item = items.remove(at: now.item)
                deleteItems([item])
                done(true)
            }
        ])
    }
    func commit(_ style: CollectionEditingStyle, for itemIdentifier: String, at indexPath: IndexPath) {
        log.append("\(style) \(itemIdentifier) \(text(indexPath))")
    }
    func contextMenu(for itemIdentifier: String, at indexPath: IndexPath, point: CGPoint) -> CollectionContextMenu? {
        log.append("menu \(itemIdentifier) \(text(indexPath))")
        return nil
    }
}

@MainActor @Suite struct SectionInteractionTests {
    private let tables: SectionList
    private let first = TableSection("first", "a b c")
    private let second = TableSection("second", "x y z")

    init() {
        tables = SectionList(height: 200)
        tables.list.append(newSections: [first, second])
        tables.view.layoutIfNeeded()
    }

    private func drag(_ item: Int, _ section: Int, to y: CGFloat) -> Bool {
        guard tables.view.hostBeginReordering(itemAt: IndexPath(item: item, section: section)) else { return false }
        tables.view.hostReorder(to: CGPoint(x: 50, y: y))
        tables.view.hostEndReordering()
        return true
    }

    @Test func aMovedItemIsShownAtItsTargetAndReported() {
        #expect(drag(0, 0, to: 50))
        #expect(tables.shown == "b c a x y z")
        #expect(first.names == "b c a")
        #expect(first.take() == ["moved a 0.0 -> 0.2"])
        // The list shows what the section holds: nothing remains to be done.
        _ = tables.recorder.take()
        first.update()
        #expect(tables.shown == "b c a x y z")
        #expect(tables.list.diagnostics.recent.isEmpty)
        // The section decides where an item may fall.
        #expect(drag(2, 0, to: 10))
        #expect(tables.shown == "b a c x y z")
        first.refused = ["c"]
        #expect(!drag(2, 0, to: 10))
    }

    @Test func anItemGoesToAnotherSectionThatAcceptsIt() {
        #expect(drag(0, 0, to: 90))
        #expect(tables.shown == "a b c x y z")
        #expect(first.take() + second.take() == [])
        second.guests = ["b", "c"]
        #expect(drag(1, 0, to: 90))
        #expect(tables.shown == "a c x b y z")
        #expect([first.names, second.names] == ["a c", "x b y z"])
        #expect(first.take() == ["gave b 0.1 to second"])
        #expect(second.take() == ["took b 1.1 from first"])
        // An item that is already shown there keeps its place.
        first.items.append(Dish("x"))
        first.update()
        second.guests = ["x"]
        #expect(drag(2, 0, to: 110))
        #expect(tables.shown == "a c x x b y z")
        // Items that move to an end, and items that leave a section empty.
        second.guests = ["a", "c", "x"]
        first.items.removeLast()
        first.update()
        for _ in 0..<2 { #expect(drag(0, 0, to: 119)) }
        #expect([first.names, tables.shown] == ["", second.names])
        first.update()
        second.update()
        #expect(tables.shown == second.names)
    }

    @Test func swipesSelectionsAndMenusReachTheSection() {
        let view = tables.view
        #expect(view.hostBeginSwipe(at: CGPoint(x: 50, y: 70)))
        view.hostSwipe(by: -90)
        #expect(view.swipe?.actions.first?.title == "Delete x")
        view.hostEndSwipe()
        #expect(tables.shown == "a b c y z")
        #expect(second.names == "y z")

        second.refused = ["z"]
        view.hostTap(at: CGPoint(x: 50, y: 90))
        #expect(view.indexPathsForSelectedItems == [])
        view.hostTap(at: CGPoint(x: 50, y: 70))
        #expect(second.take() == ["select y 1.0", "do y 1.0"])
        _ = view.delegate?.collectionView(view, contextMenuForItemAt: IndexPath(item: 1, section: 0), point: .zero)
        view.dataSource?.collectionView(view, commit: .delete, forItemAt: IndexPath(item: 0, section: 1))
        #expect(first.take() == ["menu b 0.1"])
        #expect(second.take() == ["delete y 1.0"])
    }

    @Test func aSectionWithoutInteractionAllowsOnlySelection() {
        let plain = DishSection("plain", "m n")
        tables.list.append(newSections: [plain])
        tables.view.layoutIfNeeded()
        #expect(!drag(0, 2, to: 150))
        _ = tables.view.hostBeginSwipe(at: CGPoint(x: 50, y: 130))
        tables.view.hostSwipe(by: -90)
        #expect(tables.view.swipe == nil)
        tables.view.hostEndSwipe()
        tables.view.hostTap(at: CGPoint(x: 50, y: 130))
        #expect(tables.view.indexPathsForSelectedItems == [IndexPath(item: 0, section: 2)])
    }
}
