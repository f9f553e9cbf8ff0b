import Foundation
import ListEngineDiff
import ListEngineLayout
import ListEngineTestSupport
import TestSupport
import Testing

@testable import ListEngine

/// The selection and the focus belong to items, even when the items are not in the list.
@MainActor
@Suite("Selection and focus by identity")
struct SelectionByIdentityTests {
    typealias Source = DiffableDataSource<String, Int>

    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: ListRecipe(height: 20))
    private let source: Source

    init() {
        source = Source(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        view.allowsMultipleSelection = true
        show(Array(0..<20))
    }

    private func show(_ items: [Int], more: [Int] = [], reloading: Bool = false) {
        var snapshot = source.snapshot()
        if snapshot.numberOfSections == 0 { snapshot.appendSections(["a", "b"]) }
        snapshot.deleteItems(snapshot.itemIdentifiers)
        snapshot.appendItems(items, toSection: "a")
        snapshot.appendItems(more, toSection: "b")
        if reloading { source.applySnapshotUsingReloadData(snapshot) } else { source.apply(snapshot) }
        view.layoutIfNeeded()
    }

    private func click(_ item: Int, _ modifiers: InputModifiers = []) {
        let path = source.indexPath(for: item)!
        let frame = view.layout.frame(ofItem: path.item, inSection: path.section)
        for phase in [CollectionViewTouch.Phase.began, .ended] {
            var touch = CollectionViewTouch(phase, at: CGPoint(x: 50, y: frame.midY))
            touch.pointer = .mouse
            touch.modifiers = modifiers
            view.hostTouch(touch)
        }
    }

    private var marked: [Int] {
        view.visibleCells.enumerated().compactMap { place, cell in
            cell.isSelected ? source.itemIdentifier(for: view.indexPathsForVisibleItems[place]) : nil
        }
    }

    @Test(arguments: [false, true])
    func aFilterKeepsTheSelectionAndTheFocus(reloading: Bool) {
        click(3)
        click(8, .toggle)
        show([1, 2, 8, 9], reloading: reloading)
        #expect(source.selectedItemIdentifiers == [8] && source.focusedItemIdentifier == 8)
        show([1, 2], reloading: reloading)
        #expect(source.selectedItemIdentifiers == [] && source.focusedItemIdentifier == nil)
        show([9, 8, 2, 1], more: [3], reloading: reloading)
        #expect(source.selectedItemIdentifiers == [8, 3] && source.focusedItemIdentifier == 8)
        #expect(marked == [8, 3])
    }

    @Test func aReloadKeepsTheSelectionOfItemsWithNames() {
        click(3)
        view.reloadData()
        #expect(source.selectedItemIdentifiers == [3] && source.focusedItemIdentifier == 3 && marked == [3])
        // A list without identities cannot know its items again.
        let list = NameList([["a", "b"]])
        list.view.selectItem(at: indexPath(0, 1), animated: false)
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(list.view.indexPathsForSelectedItems == [])
    }

    @Test func anotherDataSourceHasOtherItems() {
        click(3)
        let other = Source(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        var snapshot = other.snapshot()
        snapshot.appendSections(["a"])
        snapshot.appendItems(Array(0..<20), toSection: "a")
        other.apply(snapshot)
        view.layoutIfNeeded()
        #expect(other.selectedItemIdentifiers == [] && source.selectedItemIdentifiers == [])
        #expect(view.indexPathsForSelectedItems == [])
    }

    /// Choosing one of the items that are left replaces the whole selection, the hidden part included.
    @Test func aNewSelectionForgetsTheHiddenItems() {
        click(3)
        show([1, 2])
        click(1)
        show(Array(0..<20))
        #expect(source.selectedItemIdentifiers == [1])
        show([4])
        view.hostDeselectAll()
        show(Array(0..<20))
        #expect(source.selectedItemIdentifiers == [1], "nothing was selected that the user saw")
        view.selectItem(at: nil, animated: false)
        show([])
        show(Array(0..<20))
        #expect(source.selectedItemIdentifiers == [])
    }

    @Test func anItemThatIsAddedKeepsTheHiddenOnes() {
        click(3)
        show([1, 2])
        click(1, .toggle)
        show(Array(0..<20))
        #expect(source.selectedItemIdentifiers == [1, 3])
        view.deselectItem(at: source.indexPath(for: 3)!, animated: false)
        show([1])
        show(Array(0..<20))
        #expect(source.selectedItemIdentifiers == [1])
    }

    @Test func oneItemIsSelectedWhereOnlyOneCanBe() {
        view.allowsMultipleSelection = false
        click(3)
        show([1, 2])
        view.selectItem(at: indexPath(0, 0), animated: false)
        show(Array(0..<20))
        #expect(source.selectedItemIdentifiers == [1])
        view.allowsMultipleSelection = true
        click(3, .toggle)
        show([1])
        view.allowsMultipleSelection = false
        show(Array(0..<20))
        #expect(source.selectedItemIdentifiers == [1])
    }

    @Test func programsSelectByIdentifier() {
        source.selectedItemIdentifiers = [4, 2, 77]
        #expect(source.selectedItemIdentifiers == [2, 4] && marked == [2, 4])
        show([4])
        source.selectedItemIdentifiers = [4, 5]
        show([5, 6])
        #expect(source.selectedItemIdentifiers == [5], "one that is not in the list now")
        view.allowsMultipleSelection = false
        source.selectedItemIdentifiers = [6, 5]
        #expect(source.selectedItemIdentifiers == [6])
        source.focusedItemIdentifier = 5
        #expect(view.focusedIndexPath == indexPath(0, 0))
        source.focusedItemIdentifier = 99
        #expect(view.focusedIndexPath == nil)
    }

    @Test func sectionsOfAListSelectByIdentifier() {
        let list = ListDataSource(in: view)
        func show(_ items: [String]) {
            list.build {
                ListBlock("fruit", items, id: \.self) { (cell: NameCell, name: String) in cell.name = name }
                ListBlock("other", ["x"], id: \.self) { (cell: NameCell, name: String) in cell.name = name }
            }
            view.layoutIfNeeded()
        }
        show(["a", "b", "c"])
        list.selectItems(["b", "d"], inSection: "fruit")
        #expect(list.selectedItems(inSection: "fruit") == ["b"])
        show(["a"])
        #expect(list.selectedItems(inSection: "fruit") == [])
        show(["d", "c", "b"])
        #expect(list.selectedItems(inSection: "fruit") == ["d", "b"])
        #expect(list.selectedItems(inSection: "other") == [])
        #expect(view.indexPathsForSelectedItems == [indexPath(0, 0), indexPath(0, 2)])
    }

    /// Random updates, filters and reloads, compared with a set of identifiers.
    @Test(arguments: 0..<20)
    func theSelectionIsThatOfASetOfIdentifiers(seed: UInt64) {
        var random = TestRandom(seed: seed)
        let all = Array(0..<60)
        var model: Set<Int> = []
        show(all)
        for step in 0..<60 {
            switch random.below(6) {
            case 0:
                let shown = source.snapshot().itemIdentifiers
                guard let item = shown.randomElement(using: &random), let path = source.indexPath(for: item) else {
                    break
                }
                if model.remove(item) != nil {
                    view.deselectItem(at: path, animated: false)
                } else {
                    model.insert(item)
                    view.selectItem(at: path, animated: false)
                }
            case 1 where random.chance(oneIn: 4):
                model = Set(all.filter { _ in random.chance(oneIn: 9) })
                source.selectedItemIdentifiers = model.sorted()
            case 2: view.reloadData()
            default:
                var items = all.filter { _ in !random.chance(oneIn: 3) }
                if random.chance(oneIn: 3) { items.shuffle(using: &random) }
                let cut = random.below(items.count + 1)
                show(Array(items[..<cut]), more: Array(items[cut...]), reloading: random.chance(oneIn: 4))
            }
            view.layoutIfNeeded()
            let expected = source.snapshot().itemIdentifiers.filter(model.contains)
            #expect(source.selectedItemIdentifiers == expected, "seed \(seed), step \(step)")
            #expect(
                view.visibleCells.map(\.isSelected)
                    == view.indexPathsForVisibleItems.map { model.contains(source.itemIdentifier(for: $0)!) },
                "seed \(seed), step \(step)")
        }
    }

    /// A data source may decline to search for identities, if that is slow. With few items the list does not ask.
    @Test(arguments: [20, 100])
    func aDeclinedSearchLosesNothing(count: Int) {
        let list = DecliningSource(count)
        list.view.selectItem(at: indexPath(0, 3), animated: false)
        list.view.focusedIndexPath = indexPath(0, 5)
        list.view.reloadData()
        list.view.layoutIfNeeded()
        #expect(list.view.indexPathsForSelectedItems == [indexPath(0, 3)])
        #expect(list.view.focusedIndexPath == indexPath(0, 5))
        // A filter hides them for a time.
        for items in [[7], Array(0..<count)] {
            list.items = items
            list.view.reloadData()
            list.view.layoutIfNeeded()
        }
        #expect(list.view.indexPathsForSelectedItems == [indexPath(0, 3)])
        #expect(list.view.focusedIndexPath == indexPath(0, 5))
    }

    /// The data has fewer sections than the list still shows.
    @Test func programsSelectWhileTheListIsBehindItsData() {
        show(Array(0..<4), more: Array(4..<8))
        source.selectedItemIdentifiers = [0, 7]
        let observer = EndObserver()
        view.delegate = observer
        observer.onEnd = { [source] in source.selectedItemIdentifiers = [0, 2] }
        var snapshot = source.snapshot()
        snapshot.deleteSections(["b"])
        source.applySnapshotUsingReloadData(snapshot)
        view.layoutIfNeeded()
        #expect(observer.calls > 0)
        #expect(source.selectedItemIdentifiers == [0, 2] && marked == [0, 2])
        observer.onEnd = { [source] in source.selectedItemIdentifiers = [3, 2] }
        snapshot.deleteItems([1])
        snapshot.insertItems([9], beforeItem: 0)
        source.apply(snapshot)
        view.layoutIfNeeded()
        #expect(source.selectedItemIdentifiers == [2, 3] && marked == [2, 3])
    }

    @Test func aHiddenItemStaysSelectedWhenASettingStaysAsItWas() {
        view.allowsMultipleSelection = false
        click(3)
        show([1, 2])
        view.allowsMultipleSelection = false
        view.isEditing = true
        view.isEditing = false
        view.allowsMultipleSelectionDuringEditing = false
        show(Array(0..<20))
        #expect(source.selectedItemIdentifiers == [3])
    }

    @Test func noFocusForgetsTheHiddenItem() {
        source.focusedItemIdentifier = 3
        show([1])
        source.focusedItemIdentifier = nil
        show([1, 3])
        #expect(source.focusedItemIdentifier == nil)
    }
}

/// Items that are numbers, in a data source that never searches for them.
@MainActor
private final class DecliningSource: CollectionViewDataSource, ItemIdentifying {
    let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: ListRecipe(height: 20))
    var items: [Int]

    init(_ count: Int) {
        items = Array(0..<count)
        view.dataSource = self
        view.layoutIfNeeded()
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { items.count }
    func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        view.dequeueReusableCell(NameCell.self, for: indexPath)
    }
    func collectionView(_ view: CollectionView, identityOfItemAt indexPath: IndexPath) -> AnyHashable? {
        items[indexPath.item]
    }
    func collectionView(_ view: CollectionView, indexPathsOfItemsWithIdentities identities: [AnyHashable])
        -> [IndexPath?]
    { identities.map { _ in nil } }
}

/// Notices that items leave the screen.
@MainActor
private final class EndObserver: CollectionViewDelegate {
    var onEnd: (() -> Void)?
    var calls = 0

    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        calls += 1
        onEnd?()
    }
}
