import Foundation
import ListEngineCompatibility
import ListEngineDiff
import ListEngineLayout
import Testing

/// The features that a list receives from the engine reach the program whichever way it describes the list.
@MainActor
@Suite("Gestures in every kind of list")
struct GestureTests {
    private let program = Program()

    private func shown(_ list: any GestureList) -> [String] {
        list.view.layoutIfNeeded()
        return list.view.visibleCells.map { ($0 as? NamedCell)?.name ?? "?" }
    }

    private func point(row: Int) -> CGPoint { CGPoint(x: 50, y: CGFloat(row) * 20 + 10) }

    private func swipe(_ list: any GestureList, row: Int, by distance: CGFloat) -> [String] {
        let view = list.view
        guard view.hostBeginSwipe(at: point(row: row)), view.hostSwipe(by: distance) else { return ["refused"] }
        let titles = view.swipe?.actions.map(\.title) ?? []
        view.hostEndSwipe()
        view.hostPerformSwipeAction(at: 0)
        view.closeSwipe()
        return titles
    }

    private func move(_ list: any GestureList, row: Int, to target: Int) -> Bool {
        let path = list.view.visibleElements.filter { $0.category == .item }[row].indexPath
        guard list.view.hostBeginReordering(itemAt: path) else { return false }
        list.view.hostReorder(to: point(row: target))
        return list.view.hostEndReordering()
    }

    @Test(arguments: GestureKind.all)
    func swipesReachTheProgram(of kind: GestureKind) {
        let list = kind.make(program)
        #expect(shown(list) == ["a", "b", "c", "d"])
        #expect(swipe(list, row: 1, by: -40) == ["Trailing b"])
        #expect(program.take() == ["Trailing b"])
        #expect(swipe(list, row: 2, by: 40) == ["Leading c"])
        #expect(program.take() == ["Leading c"])
        #expect(list.view.diagnostics.recent == [])
    }

    @Test(arguments: GestureKind.all)
    func menusReachTheProgram(of kind: GestureKind) {
        let list = kind.make(program)
        #expect(shown(list) == ["a", "b", "c", "d"])
        #expect(list.view.hostContextMenu(at: point(row: 3))?.identifier == AnyHashable("Menu d"))
        list.view.hostEndContextMenu()
        #expect(list.view.hostContextMenu(at: CGPoint(x: 50, y: 190)) == nil)
        #expect(list.view.diagnostics.recent == [])
    }

    @Test(arguments: GestureKind.all)
    func movesReachTheProgram(of kind: GestureKind) {
        let list = kind.make(program)
        #expect(shown(list) == ["a", "b", "c", "d"])
        #expect(move(list, row: 0, to: 3))
        #expect(program.take() == ["moved a 0 3"])
        #expect(shown(list) == ["b", "c", "d", "a"])
        #expect(list.names == ["b", "c", "d", "a"])
        #expect(move(list, row: 1, to: 3))
        #expect(program.take() == ["moved c 1 3"])
        #expect(list.names == ["b", "d", "a", "c"])
        // The list shows what the program has.
        list.reload()
        #expect(shown(list) == ["b", "d", "a", "c"])
        #expect(list.view.diagnostics.recent == [])
    }

    @Test(arguments: GestureKind.all)
    func dragsReachTheProgram(of kind: GestureKind) throws {
        let list = kind.make(program)
        #expect(shown(list) == ["a", "b", "c", "d"])
        let path = list.view.visibleElements.filter { $0.category == .item }[2].indexPath
        let drag = try #require(list.view.hostBeginItemDrag(at: path))
        #expect(drag.items.map { $0.payload as? String } == ["c"])
        drag.end(.copy)
        #expect(program.take() == ["ended c"])
        let text = CollectionDrag(text: "x")
        #expect(list.view.hostDragOver(text, at: CGPoint(x: 50, y: 41)) == .copy)
        #expect(list.view.hostDrop(text, at: CGPoint(x: 50, y: 41)) == .copy)
        #expect(program.take() == ["drop x 2"])
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func aTableWithoutADelegateCannotBeSwiped() {
        let view = gestureView()
        let table = TableListAdapter(collectionView: view)
        table.add(
            listSection: SectionDescription(
                viewModels: ["a"], cell: NamedCell.self, size: ViewComponentSize(height: 20)
            ) { cell, name, _ in cell.name = name }, animated: false)
        view.layoutIfNeeded()
        _ = view.hostBeginSwipe(at: CGPoint(x: 50, y: 10))
        #expect(!view.hostSwipe(by: -40))
        #expect(view.swipe == nil)
    }

    /// Records move between sections of a handler, and an update by difference follows the move.
    @Test func recordsMoveBetweenSections() {
        let list = Records(program, byDifference: true)
        let view = list.view
        let sections = list.handler.sections
        let second = CollectionViewHandler.Section(records: nil)
        let name: @MainActor (CollectionViewHandler.Record) -> String = { $0.data as? String ?? "" }
        list.handler.apply(sections + [second], identifiedBy: name, animated: false)
        #expect(shown(list) == ["a", "b", "c", "d"])
        second.records = [CollectionViewHandler.Record(type: "name", data: "e")]
        // While the program's records are not those that are shown, no record moves.
        #expect(!view.hostBeginReordering(itemAt: [0, 0]))
        list.handler.apply(sections + [second], identifiedBy: name, animated: false)
        #expect(shown(list).sorted() == ["a", "b", "c", "d", "e"])
        _ = program.take()
        #expect(view.hostBeginReordering(itemAt: [0, 0]))
        view.hostReorder(to: CGPoint(x: 50, y: 95))
        #expect(view.hostEndReordering())
        #expect(list.names == ["b", "c", "d"])
        #expect(second.records?.map(name) == ["e", "a"])
        #expect(shown(list) == ["b", "c", "d", "e", "a"])
        // By difference: `a` stays in its cell.
        let cell = view.cellForItem(at: [1, 1])
        let rest = CollectionViewHandler.Section(records: second.records.map { Array($0.dropFirst()) })
        list.handler.apply(sections + [rest], identifiedBy: name, animated: false)
        #expect(shown(list) == ["b", "c", "d", "a"])
        #expect(view.cellForItem(at: [1, 0]) === cell)
        #expect(view.diagnostics.recent == [])
    }

    private final class Restless: CollectionViewHandlerDelegate {
        weak var list: Records?
        var edits = false

        func collectionViewHandler(handlerIdentifier: String, canMoveItemAt indexPath: IndexPath) -> Bool {
            if edits { list?.handler.sections[0].records?.removeLast() }
            return true
        }
        func collectionViewHandler(
            handlerIdentifier: String, didMoveItemAt source: IndexPath, to destination: IndexPath
        ) {
            list?.view.reloadData()
            list?.handler.delegate = nil
        }
    }

    /// A delegate that reloads in a move, or edits the records when it receives the question.
    @Test(arguments: [false, true])
    func delegatesMayChangeTheListInAMove(edits: Bool) {
        let list = Records(program, byDifference: false)
        let delegate = Restless()
        (delegate.list, list.handler.delegate) = (list, delegate)
        #expect(shown(list) == ["a", "b", "c", "d"])
        #expect(list.view.hostBeginReordering(itemAt: [0, 0]))
        list.view.hostReorder(to: point(row: 2))
        delegate.edits = edits
        list.view.hostEndReordering()
        if edits {
            // The records are not those that are shown: the move is not applied to them.
            #expect(list.names == ["a", "b", "c"])
            list.view.reloadData()
        } else {
            #expect(list.names == ["b", "c", "a", "d"])
        }
        #expect(shown(list) == list.names)
    }

    /// A measured size belongs to the identifier of a record.
    @Test func identifiersFollowAMove() {
        let list = Records(program, byDifference: true)
        #expect(shown(list) == ["a", "b", "c", "d"])
        #expect(move(list, row: 0, to: 3))
        let providers = list.handler.list
        #expect(providers.collectionView(list.view, identityOfItemAt: [0, 3]) == AnyHashable("a"))
        #expect(
            providers.collectionView(list.view, indexPathsOfItemsWithIdentities: ["a", "b"]) == [[0, 3], [0, 0]])
    }

    /// A row that is deleted after a confirmation is found at its new place.
    @Test func aConfirmedDeletionFollowsAMove() {
        let list = Descriptions(program, table: true, byDifference: false)
        guard let table = list.adapter as? TableListAdapter else { return }
        list.adapter.collectionDelegate = nil
        var confirm: (@MainActor (Bool) -> Void)?
        table.onDelete = { _, completion in confirm = completion }
        #expect(shown(list) == ["a", "b", "c", "d"])
        #expect(list.view.hostCommit(.delete, forItemAt: [0, 0]))
        #expect(move(list, row: 0, to: 2))
        #expect(move(list, row: 3, to: 0))
        #expect(list.names == ["d", "b", "c", "a"])
        confirm?(true)
        #expect(shown(list) == ["d", "b", "c"])
        #expect(list.names == ["d", "b", "c"])
    }
}
