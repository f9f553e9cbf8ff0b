import Foundation
import ListEngineLayout
import Testing

@testable import ListEngine

/// Programs that change the list while it queries them or waits, and what it queries and shows then.
@MainActor
@Suite("What changes in between")
struct WhatChangesInBetweenTests {
    // MARK: Sizes of existing items only

    /// Rows whose heights are requested one by one. A request for an item that the data does not hold ends the process.
    @MainActor
    private final class Strict: CollectionViewDataSource, CollectionViewFlowLayoutDelegate {
        var rows: [[String]]
        /// Called with each size request, and its number.
        var onSize: (Int) -> Void = { _ in }
        private(set) var questions = 0
        let layout = CollectionViewFlowLayout()
        let host = RecorderHost()
        let view: CollectionView

        init(_ rows: [[String]], _ recipe: (any CollectionViewLayoutRecipe)? = nil) {
            self.rows = rows
            view = CollectionView(
                frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: recipe ?? layout)
            layout.delegate = self
            layout.minimumLineSpacing = 0
            view.host = host
            view.dataSource = self
        }

        func numberOfSections(in collectionView: CollectionView) -> Int { rows.count }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            rows[section].count
        }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell {
            let cell = collectionView.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = rows[indexPath.section][indexPath.item]
            return cell
        }
        func flowLayout(
            _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
        ) -> CGSize? {
            // Subscripts that trap, as in a real program.
            let name = rows[section][item]
            questions += 1
            onSize(questions)
            return CGSize(width: 100, height: name == "" ? 0 : 20)
        }
        func flowLayout(_ layout: CollectionViewFlowLayout, insetForSectionAt section: Int) -> SectionInsets? {
            rows[section].isEmpty ? nil : .zero
        }

        var shown: [String] {
            view.layoutIfNeeded()
            return view.visibleCells.map { ($0 as? NameCell)?.name ?? "?" }
        }
    }

    @Test(arguments: [1, 2, 4, 7])
    func aSizeProviderThatReloadsIsNotAskedForOldItems(question: Int) {
        let program = Strict([["a", "b", "c", "d"], ["e", "f", "g"]])
        program.onSize = { number in
            guard number == question else { return }
            program.rows = [["x"]]
            program.view.reloadData()
        }
        #expect(program.shown == ["x"] && program.view.numberOfSections == 1)
        // The same during an update.
        let first = program.questions
        program.onSize = { number in
            guard number == first + question else { return }
            program.rows = [["y"]]
            program.view.reloadData()
        }
        program.view.performBatchUpdates {
            program.rows = [["a", "b", "c", "d"], ["e", "f", "g"], ["h"]]
            program.view.insertSections([1, 2])
            program.view.insertItems(at: (0..<4).map { IndexPath(item: $0, section: 0) })
            program.view.deleteItems(at: [IndexPath(item: 0, section: 0)])
        }
        #expect(program.shown == ["y"])
        // The same after a width change.
        program.onSize = { _ in }
        program.rows = [["a", "b", "c"], ["d"]]
        program.view.reloadData()
        #expect(program.shown == ["a", "b", "c", "d"])
        let last = program.questions
        program.onSize = { number in
            guard number == last + 2 else { return }
            program.rows = [["z"]]
            program.view.reloadData()
        }
        program.view.bounds.size.width = 120
        #expect(program.shown == ["z"])
    }

    @Test func aSectionProviderThatReloadsIsNotAskedForOldSections() {
        var program: Strict?
        var reloads = true
        let layout = CollectionViewCompositionalLayout { section, _ in
            guard let rows = program?.rows else { return nil }
            // Traps, as in a real program.
            let count = rows[section].count
            if reloads, section == 1 {
                reloads = false
                program?.rows = [["x"]]
                program?.view.reloadData()
            }
            return .list(itemHeight: .absolute(CGFloat(10 + count)))
        }
        let made = Strict([["a"], ["b"], ["c"], ["d"]], layout)
        program = made
        #expect(made.shown == ["x"])
        made.rows = [["a"], ["b"], ["c"], ["d"]]
        made.view.reloadData()
        #expect(made.shown == ["a", "b", "c", "d"])
        reloads = true
        made.view.bounds.size.width = 50
        #expect(made.shown == ["x"])
        program = nil
    }

    // MARK: Drops

    private final class Room: ListSection, ListSectionInteraction {
        weak var context: ListContext?
        let listIdentifier: String
        var items: [Dish]
        var log: [String] = []
        init(_ identifier: String, _ names: String) {
            listIdentifier = identifier
            items = names.split(separator: " ").map { Dish(String($0)) }
        }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: DishCell? = dequeueCell(at: indexPath)
            cell?.text = itemIdentifier
            return cell
        }
        func size(at indexPath: IndexPath) -> CGSize? { CGSize(width: 100, height: 20) }
        func canMoveItem(for itemIdentifier: String, at indexPath: IndexPath) -> Bool { true }
        func didMoveItem(for itemIdentifier: String, from source: IndexPath, to destination: IndexPath) {
            log.append("moved \(itemIdentifier)")
            items.insert(items.remove(at: source.item), at: destination.item)
        }
        func acceptsItem(for itemIdentifier: String, from other: any ListSection, at indexPath: IndexPath) -> Bool {
            true
        }
        func didGiveItem(for itemIdentifier: String, to other: any ListSection, from indexPath: IndexPath) {
            log.append("gave \(itemIdentifier)")
            items.removeAll { $0.listIdentifier == itemIdentifier }
        }
        func didAcceptItem(for itemIdentifier: String, from other: any ListSection, at indexPath: IndexPath) {
            log.append("took \(itemIdentifier)")
            items.insert(Dish(itemIdentifier), at: indexPath.item)
        }
        var names: String { items.map(\.listIdentifier).joined(separator: " ") }
    }

    @Test func aDropOnASectionThatGainedTheItemLeavesItWhereItIs() {
        let test = SectionList(height: 300)
        let (a, b) = (Room("a", "x y"), Room("b", "z w"))
        test.list.append(newSections: [a, b])
        #expect(test.shown == "x y z w")
        #expect(test.view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0)))
        test.view.hostReorder(to: CGPoint(x: 50, y: 55))
        #expect(test.view.reorderedItem?.to.section == 1)
        // In the meantime the other section gets an item with that identifier.
        b.items.append(Dish("x"))
        b.update()
        let cells = Set(test.view.visibleCells.map { ObjectIdentifier($0) })
        #expect(test.view.hostEndReordering())
        #expect(test.shown == "x y z w x" && a.names == "x y" && b.names == "z w x")
        #expect(a.log == [] && b.log == [] && test.codes == [])
        // Nothing was reloaded.
        #expect(Set(test.view.visibleCells.map { ObjectIdentifier($0) }) == cells)
        #expect(test.view.reorderedItem == nil)
        // Another item is still accepted.
        #expect(test.view.hostBeginReordering(itemAt: IndexPath(item: 1, section: 0)))
        test.view.hostReorder(to: CGPoint(x: 50, y: 55))
        a.items[0].text = "x"
        a.update(reconfiguring: [a.items[0]])
        #expect(test.view.hostEndReordering())
        #expect(a.names == "x" && a.log == ["gave y"] && b.log == ["took y"])
        #expect(test.shown == "\(a.names) \(b.names)" && test.codes == [])
    }

    // MARK: Updates within updates

    @Test func aBatchWithinAnUpdateThatReloadsIsCompletedOnce() {
        let test = SectionList()
        let section = DishSection("a", "x y")
        test.list.append(newSections: [section])
        #expect(test.shown == "x y")
        var results: [Bool] = []
        var ends = 0
        let listener = Nested { view in
            view.performBatchUpdates({ view.insertItems(at: [IndexPath(item: 0, section: 0)]) }) {
                results.append($0.isApplied)
            }
        }
        section.items.append(Dish("z"))
        listener.section = section
        test.list.reload(newSections: [listener, section]) { _ in ends += 1 }
        #expect(test.shown == "n x y z" && ends == 1)
        #expect(results.count == 1)
        listener.isNested = true
        test.list.reload(newSections: [section, listener]) { _ in ends += 1 }
        #expect(test.shown == "x y z n" && ends == 2)
        #expect(results.count == 2)
    }

    /// Requests a batch whenever its items are read.
    private final class Nested: ListSection {
        weak var context: ListContext?
        let listIdentifier = "nested"
        var section: DishSection?
        var isNested = true
        let body: (CollectionView) -> Void
        init(_ body: @escaping (CollectionView) -> Void) { self.body = body }

        var items: [Dish] {
            if isNested, let view = context?.collectionView {
                isNested = false
                body(view)
            }
            return [Dish("n")]
        }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: DishCell? = dequeueCell(at: indexPath)
            cell?.text = itemIdentifier
            return cell
        }
    }

    @Test func aSnapshotFromThePendingPassIsShownAfterTheUpdateThatWaitedForIt() {
        final class Listener: CollectionViewDelegate {
            var body: () -> Void = {}
            func collectionView(
                _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
            ) { body() }
        }
        let (layout, host, listener) = (CollectionViewFlowLayout(), RecorderHost(), Listener())
        layout.itemSize = CGSize(width: 100, height: 20)
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 20), collectionViewLayout: layout)
        view.host = host
        view.delegate = listener
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, number in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(number)"
            return cell
        }
        source.apply(DiffableSnapshot(sections: [(0, Array(0..<9))]))
        view.layoutIfNeeded()
        var results: [String] = []
        listener.body = {
            listener.body = {}
            source.apply(DiffableSnapshot(sections: [(0, [7, 3, 1]), (1, [8])])) { results.append("pass \($0)") }
        }
        // The pending pass shows more items.
        view.bounds.size.height = 200
        source.apply(DiffableSnapshot(sections: [(1, [0, 1, 8])])) { results.append("update \($0)") }
        view.layoutIfNeeded()
        #expect(source.snapshot().itemIdentifiers == [7, 3, 1, 8])
        #expect(view.visibleCells.map { ($0 as? NameCell)?.name } == ["7", "3", "1", "8"])
        #expect(results == ["update applied", "pass applied"])
        #expect(view.diagnostics.recent == [])
    }

    // MARK: Prepared on another thread

    /// Runs pending updates until something is done.
    private func wait(_ scheduler: UpdateScheduler, _ isDone: () -> Bool) {
        let end = Date(timeIntervalSinceNow: 60)
        while !isDone(), Date() < end {
            scheduler.runPending()
            Thread.sleep(forTimeInterval: 0.0005)
        }
    }

    @Test func aSectionIsUpdatedByAChangeThatWasPreparedElsewhere() {
        let scheduler = UpdateScheduler.manual()
        let test = SectionList(ListDataSource(scheduler: scheduler), height: 100)
        let section = Room("a", "")
        section.items = (0..<500).map { Dish("\($0)") }
        test.list.append(newSections: [section])
        scheduler.runPending()
        test.view.layoutIfNeeded()
        test.view.contentOffset.y = 2_003
        #expect(test.shown == "100 101 102 103 104 105")
        var results: [String] = []
        section.items.removeSubrange(0..<50)
        section.items.append(Dish("last"))
        section.updatePreparing { results.append("prepared \($0)") }
        // Passed in later, shown later.
        section.deleteItems([Dish("last")]) { results.append("deleted \($0)") }
        #expect(test.view.numberOfItems(inSection: 0) == 500 && results == [])
        wait(scheduler) { results.count == 2 }
        #expect(results == ["prepared applied", "deleted applied"])
        #expect(test.view.numberOfItems(inSection: 0) == 450)
        #expect(test.shown == "100 101 102 103 104 105" && test.view.contentOffset.y == 1_003)
        #expect(test.codes == [])
    }

    @Test func movesByTheUserDuringPreparationAreKeptAndNothingIsShownTwice() {
        let scheduler = UpdateScheduler.manual()
        let test = SectionList(ListDataSource(scheduler: scheduler), height: 100)
        let section = Room("a", "x y z")
        test.list.append(newSections: [section])
        scheduler.runPending()
        #expect(test.shown == "x y z")
        var results: [String] = []
        section.items.append(Dish("w"))
        section.updatePreparing { results.append("\($0)") }
        // Begins it. What the other thread returns waits in the scheduler.
        test.list.list.queue.run()
        // The update is being prepared, or waits to be shown, while the user moves an item of the current list.
        #expect(test.view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0)))
        test.view.hostReorder(to: CGPoint(x: 50, y: 55))
        #expect(test.view.hostEndReordering())
        #expect(test.shown == "y z x" && section.names == "y z x w")
        wait(scheduler) { !results.isEmpty }
        // The list shows what the section held when it was prepared last, or what it holds now; in either case
        // including the move.
        #expect(results == ["applied"] && test.shown == "y z x w" && test.codes == [])
    }

    @Test func aCancelledPreparedUpdateChangesNothingAndOthersContinue() {
        let scheduler = UpdateScheduler.manual()
        let test = SectionList(ListDataSource(scheduler: scheduler), height: 100)
        let section = Room("a", "x y")
        test.list.append(newSections: [section])
        scheduler.runPending()
        var results: [String] = []
        section.items = [Dish("y")]
        let preparation = section.updatePreparing { result in
            if case .failed(let error) = result { results.append("\(type(of: error))") }
        }
        preparation.cancel()
        section.deleteItems([Dish("x")]) { results.append("\($0)") }
        wait(scheduler) { results.count == 2 }
        #expect(results == ["CancellationError", "applied"] && test.shown == "y" && test.codes == [])
        // Without a list, and with a list that was released.
        var isDone = false
        Room("b", "").updatePreparing { _ in isDone = true }
        #expect(isDone)
    }

    // MARK: List anchors

    @Test func anAnchorIsFoundAgainInAListOfSections() throws {
        func list() -> (SectionList, Room, Room) {
            let (test, a, b) = (SectionList(height: 100), Room("a", ""), Room("b", ""))
            a.items = (0..<100).map { Dish("\($0)") }
            b.items = (100..<200).map { Dish("\($0)") }
            return (test, a, b)
        }
        let (test, a, b) = list()
        test.list.append(newSections: [a, b])
        test.view.layoutIfNeeded()
        #expect(test.list.listAnchor() == .start)
        test.view.contentOffset.y = 2_507
        let anchor = try #require(test.list.listAnchor())
        #expect(anchor == .item("125", section: "b", index: 25, edge: .start, distance: -7))
        // In another list, sorted in the opposite order.
        let (other, c, d) = list()
        d.items.reverse()
        other.list.append(newSections: [d, c])
        let data = try JSONEncoder().encode(anchor)
        #expect(other.list.scroll(to: try JSONDecoder().decode(ListAnchor<String, String>.self, from: data)))
        #expect(other.view.contentOffset.y == CGFloat(74 * 20 + 7))
        #expect(other.list.listAnchor()?.item == "125")
        // If the item does not exist, the item at its index is used; if the section does not exist, nothing is.
        d.items.removeAll { $0.listIdentifier == "125" }
        d.update()
        #expect(other.list.scroll(to: anchor))
        #expect(other.view.contentOffset.y == CGFloat(25 * 20 + 7))
        other.list.delete(sections: [d])
        #expect(!other.list.scroll(to: anchor))
        // Items of another type have no position by this anchor.
        #expect(other.list.listAnchor(ofItems: Int.self) == .start || other.list.listAnchor(ofItems: Int.self) == nil)
        #expect(!other.list.scroll(to: ListAnchor<String, Int>.item(3, section: "b", index: 0)))
    }
}

extension ListAnchor {
    fileprivate var item: ItemIdentifier? { if case .item(let item, _, _, _, _) = self { item } else { nil } }
}
