import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

/// Updates are animated unless the program says otherwise or loads everything again.
@MainActor
@Suite("Updates that are animated by default")
struct AnimatedByDefaultTests {
    private typealias Source = DiffableDataSource<String, String>

    /// A list with the sections `a b c` and `d e`.
    @MainActor
    private final class Dishes {
        let test = SectionList(height: 200)
        let first = DishSection("first", "a b c")
        let second = DishSection("second", "d e")

        init() {
            test.list.append(newSections: [first, second])
            _ = test.shown
            _ = test.recorder.take()
        }

        /// Whether the host received movements since the last call.
        func animates() -> Bool { test.recorder.take().contains { $0.contains(" -> ") } }
    }

    private static let third = DishSection("third", "f")

    private static let changes: [(String, @MainActor (Dishes) -> Void)] = [
        ("append items", { $0.first.append(items: [Dish("x")]) }),
        ("insert items before", { $0.first.insertItems([Dish("x")], beforeItem: Dish("a")) }),
        ("insert items after", { $0.first.insertItems([Dish("x")], afterItem: Dish("a")) }),
        ("delete items", { $0.first.deleteItems([Dish("b")]) }),
        ("move an item before", { $0.first.moveItem(Dish("c"), beforeItem: Dish("a")) }),
        ("move an item after", { $0.first.moveItem(Dish("a"), afterItem: Dish("c")) }),
        (
            "update",
            {
                $0.first.items.removeFirst()
                $0.first.update()
            }
        ),
        (
            "reconfigure",
            {
                $0.first.items[0].height = 50
                $0.first.reconfigure(items: [$0.first.items[0]])
            }
        ),
        (
            "relayout",
            {
                $0.first.items[0].height = 50
                $0.first.relayout()
            }
        ),
        ("remove the section", { $0.first.removeFromDataSource() }),
        ("append sections", { $0.test.list.append(newSections: [third]) }),
        ("insert sections before", { $0.test.list.insert(newSections: [third], beforeSection: $0.first) }),
        ("insert sections after", { $0.test.list.insert(newSections: [third], afterSection: $0.first) }),
        ("update sections", { $0.test.list.update(newSections: [$0.second]) }),
        ("move a section before", { $0.test.list.move(section: $0.second, beforeSection: $0.first) }),
        ("move a section after", { $0.test.list.move(section: $0.first, afterSection: $0.second) }),
        ("delete sections", { $0.test.list.delete(sections: [$0.first]) }),
        ("build", { $0.test.list.build { third } }),
    ]

    private static let awaited: [(String, @MainActor (Dishes) async -> Void)] = [
        ("append items", { await $0.first.append(items: [Dish("x")]) }),
        ("insert items before", { await $0.first.insertItems([Dish("x")], beforeItem: Dish("a")) }),
        ("insert items after", { await $0.first.insertItems([Dish("x")], afterItem: Dish("a")) }),
        ("delete items", { await $0.first.deleteItems([Dish("b")]) }),
        ("move an item before", { await $0.first.moveItem(Dish("c"), beforeItem: Dish("a")) }),
        ("move an item after", { await $0.first.moveItem(Dish("a"), afterItem: Dish("c")) }),
        (
            "update",
            {
                $0.first.items.removeFirst()
                await $0.first.update()
            }
        ),
        (
            "reconfigure",
            {
                $0.first.items[0].height = 50
                await $0.first.reconfigure(items: [$0.first.items[0]])
            }
        ),
        (
            "relayout",
            {
                $0.first.items[0].height = 50
                await $0.first.relayout()
            }
        ),
        ("remove the section", { await $0.first.removeFromDataSource() }),
        ("append sections", { await $0.test.list.append(newSections: [third]) }),
        ("insert sections before", { await $0.test.list.insert(newSections: [third], beforeSection: $0.first) }),
        ("insert sections after", { await $0.test.list.insert(newSections: [third], afterSection: $0.first) }),
        ("update sections", { await $0.test.list.update(newSections: [$0.second]) }),
        ("move a section before", { await $0.test.list.move(section: $0.second, beforeSection: $0.first) }),
        ("move a section after", { await $0.test.list.move(section: $0.first, afterSection: $0.second) }),
        ("delete sections", { await $0.test.list.delete(sections: [$0.first]) }),
        ("build", { await $0.test.list.build { third } }),
    ]

    @Test func changesOfSections() async {
        for (name, change) in Self.changes {
            let dishes = Dishes()
            change(dishes)
            #expect(dishes.animates(), "\(name)")
        }
        for (name, change) in Self.awaited {
            let dishes = Dishes()
            await change(dishes)
            #expect(dishes.animates(), "\(name)")
        }
    }

    @Test func aFullReloadIsNotAnimated() async {
        let dishes = Dishes()
        dishes.first.items.removeFirst()
        await dishes.first.reload()
        #expect(dishes.test.shown == "b c d e" && !dishes.animates())
        let reload = {
            dishes.first.items.removeFirst()
            dishes.first.reload()
        }
        reload()
        #expect(dishes.test.shown == "c d e" && !dishes.animates())
        await dishes.test.list.reload(newSections: [dishes.second])
        #expect(dishes.test.shown == "d e" && !dishes.animates())
    }

    /// A list with the outline `fruit` (`apple`, `pear`), `nuts`, and what its host recorded.
    private func outline() -> (source: Source, animates: @MainActor () -> Bool) {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: ListRecipe(height: 20))
        let recorder = RecorderHost()
        view.host = recorder
        let source = Source(collectionView: view, scheduler: .immediate) { view, path, _ in
            view.dequeueReusableCell(CollectionViewCell.self, for: path)
        }
        var tree = SectionSnapshot<String>()
        tree.append(["fruit", "nuts"])
        tree.append(["apple", "pear"], to: "fruit")
        source.apply(tree, to: "s", animatingDifferences: false)
        view.layoutIfNeeded()
        _ = recorder.take()
        return (
            source,
            {
                withExtendedLifetime(view) { view.layoutIfNeeded() }
                return recorder.take().contains { $0.contains(" -> ") }
            }
        )
    }

    @Test func changesOfSnapshotsAndOutlines() {
        let (source, animates) = outline()
        source.expand("fruit")
        #expect(animates())
        source.collapse("fruit")
        #expect(animates())
        source.toggleExpansion(of: "fruit")
        #expect(animates())
        source.edit { $0.deleteItems(["apple"]) }
        #expect(animates())
        var snapshot = source.snapshot()
        snapshot.appendItems(["figs"], toSection: "s")
        source.apply(snapshot)
        #expect(animates())
        var tree = SectionSnapshot<String>()
        tree.append(["bread"])
        source.apply(tree, to: "s")
        #expect(animates())
    }

    @Test func awaitedChangesOfSnapshotsAndOutlines() async {
        let (source, animates) = outline()
        await source.expand("fruit")
        #expect(animates())
        await source.collapse("fruit")
        #expect(animates())
        await source.edit { $0.deleteItems(["nuts"]) }
        #expect(animates())
        var snapshot = source.snapshot()
        snapshot.appendItems(["figs"], toSection: "s")
        await source.apply(snapshot)
        #expect(animates())
        var tree = SectionSnapshot<String>()
        tree.append(["bread"])
        await source.apply(tree, to: "s")
        #expect(animates())
    }
}
