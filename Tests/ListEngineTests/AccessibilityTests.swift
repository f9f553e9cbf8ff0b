import Foundation
import ListEngine
import ListEngineTestSupport
import Testing

@MainActor
@Suite("What assistive technologies say")
struct AccessibilityTests {
    private final class Delegate: CollectionViewDelegate {
        var text: @MainActor (IndexPath) -> String? = { "text \($0.item)" }
        var swipes: @MainActor (IndexPath) -> CollectionSwipeActions? = { _ in nil }
        var canEdit: @MainActor (IndexPath) -> Bool = { _ in true }

        func collectionView(_ view: CollectionView, textForItemAt indexPath: IndexPath) -> String? { text(indexPath) }

        func collectionView(_ view: CollectionView, canEditItemAt indexPath: IndexPath) -> Bool { canEdit(indexPath) }

        func collectionView(
            _ view: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
        ) -> CollectionSwipeActions? { swipes(indexPath) }
    }

    private let list = NameList(names(3, 20), layout: ListRecipe(header: 10))
    private let delegate = Delegate()

    init() {
        list.view.delegate = delegate
        list.view.layoutIfNeeded()
    }

    private func cell(_ item: Int, inSection section: Int = 0) -> CollectionViewCell {
        list.view.cellForItem(at: IndexPath(item: item, section: section))!
    }

    @Test func itemsHaveDefaults() throws {
        list.view.selectItem(at: IndexPath(item: 1, section: 0), animated: false, scrollPosition: nil)
        let description = try #require(list.view.accessibilityDescription(of: cell(1)))
        #expect(description.role == .listItem && description.label == "text 1" && description.value == nil)
        #expect(description.position == 2 && description.count == 3)
        #expect(description.isSelected == true && description.isExpanded == nil && description.level == nil)
        let header = try #require(list.view.visibleSupplementaryViews(ofKind: .header).first)
        #expect(list.view.accessibilityDescription(of: header)?.role == .heading)
        #expect(list.view.accessibilityDescription(of: header)?.position == nil)
        #expect(list.view.accessibilityDescription(of: NameCell()) == nil)
    }

    @Test func aStatedDescriptionComesFirstUntilTheCellIsReused() throws {
        let first = cell(0)
        first.accessibility = AccessibilityDescription(role: .button, label: "Ash", value: "unread")
        var description = try #require(list.view.accessibilityDescription(of: first))
        #expect(description.role == .button && description.label == "Ash" && description.value == "unread")
        #expect(description.position == 1)
        list.view.hostDidScroll(to: point(200))
        list.view.layoutIfNeeded()
        for cell in list.view.visibleCells {
            description = try #require(list.view.accessibilityDescription(of: cell))
            #expect(description.value == nil && description.role == .listItem)
        }
    }

    @Test func outlinesHaveLevels() throws {
        let source = DiffableDataSource<Int, String>(collectionView: list.view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.itemTextProvider = { "the \($0)" }
        list.view.delegate = nil
        var outline = SectionSnapshot<String>()
        outline.append(["tree"])
        outline.append(["ash"], to: "tree")
        outline.expand(["tree"])
        source.apply(outline, to: 0)
        list.view.layoutIfNeeded()
        let tree = try #require(list.view.accessibilityDescription(of: cell(0)))
        #expect(tree.level == 1 && tree.isExpanded == true && tree.label == "the tree")
        let ash = try #require(list.view.accessibilityDescription(of: cell(1)))
        #expect(ash.level == 2 && ash.isExpanded == nil && ash.count == 2)
    }

    @Test func swipeActionsAreOffered() {
        var done: [String] = []
        delegate.swipes = { indexPath in
            CollectionSwipeActions([
                CollectionSwipeAction(title: "Delete") { action, place, completion in
                    done.append("\(action.title) \(place.item)")
                    completion(true)
                }
            ])
        }
        cell(2).accessibility = AccessibilityDescription(actions: [AccessibilityAction("Read") { done.append("read") }])
        let actions = list.view.accessibilityActions(of: cell(2))
        #expect(actions.map(\.name) == ["Read", "Delete"])
        for action in actions { action.perform() }
        #expect(done == ["read", "Delete 2"])
        // Of the list before: it is another item's place now.
        list.sections[0].removeFirst()
        list.view.performBatchUpdates { list.view.deleteItems(at: [IndexPath(item: 0, section: 0)]) }
        actions[1].perform()
        #expect(done == ["read", "Delete 2"])
    }

    @Test func itemsThatCannotBeEditedOfferNoSwipeActions() {
        delegate.swipes = { _ in CollectionSwipeActions([CollectionSwipeAction(title: "Delete") { _, _, _ in }]) }
        delegate.canEdit = { $0.item != 1 }
        cell(1).accessibility = AccessibilityDescription(actions: [AccessibilityAction("Read") {}])
        #expect(list.view.accessibilityActions(of: cell(1)).map(\.name) == ["Read"])
        #expect(list.view.accessibilityActions(of: cell(2)).map(\.name) == ["Delete"])
    }

    @Test func callbacksThatChangeTheListAreSafe() {
        let (list, view) = (list, list.view)
        func removeAll() {
            list.sections = []
            view.reloadData()
            view.layoutIfNeeded()
        }
        delegate.swipes = { _ in
            removeAll()
            return CollectionSwipeActions([CollectionSwipeAction(title: "Gone") { _, _, _ in Issue.record("gone") }])
        }
        let shown = cell(0)
        #expect(view.accessibilityActions(of: shown).isEmpty)
        #expect(view.accessibilityDescription(of: shown) == nil)
        #expect(view.accessibilityActions(of: shown).isEmpty)

        list.sections = names(3)
        view.reloadData()
        view.layoutIfNeeded()
        delegate.text = { _ in
            removeAll()
            return nil
        }
        #expect(view.accessibilityDescription(of: cell(1))?.label == nil)
        #expect(view.visibleCells.isEmpty)
    }

    @Test func actionsOutliveTheirList() {
        var actions: [AccessibilityAction] = []
        do {
            let other = NameList(names(3))
            let swipes = Delegate()
            swipes.swipes = { _ in
                CollectionSwipeActions([CollectionSwipeAction(title: "Late") { _, _, _ in Issue.record("late") }])
            }
            other.view.delegate = swipes
            other.view.layoutIfNeeded()
            actions = other.view.accessibilityActions(of: other.view.visibleCells[0])
        }
        #expect(actions.count == 1)
        actions[0].perform()
    }

    /// The handle for reordering is dragged. Those who cannot drag it have actions.
    @Test func theHandleOfAnItemHasActions() throws {
        let view = CollectionView(size: CGSize(width: 100, height: 100))
        let source = ListDataSource(in: view)
        var order = ["a", "b"]
        source.build(animatingDifferences: false) {
            ListBlock("items", order, id: \.self) { ItemContent($0, accessories: [.reorder]) }
                .onMove { _, from, to in order.insert(order.remove(at: from), at: to) }
        }
        view.layoutIfNeeded()
        let first = try #require(view.visibleCells.first)
        #expect(view.accessibilityActions(of: first).isEmpty)
        view.isEditing = true
        view.layoutIfNeeded()
        let actions = view.accessibilityActions(of: first)
        #expect(actions.map(\.name) == ["Move to the previous place", "Move to the next place"])
        actions[0].perform()
        #expect(order == ["a", "b"])
        actions[1].perform()
        #expect(order == ["b", "a"] && view.focusedIndexPath?.item == 1)
    }
}
