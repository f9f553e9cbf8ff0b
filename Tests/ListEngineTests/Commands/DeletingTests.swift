import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

/// Items are deleted, by keys and menus, and changes are undone.
@MainActor
@Suite("Deleting and undo")
struct DeletingTests {
    @Test func aDiffableDataSourceRenamesAndDeletes() {
        let view = CollectionView(size: CGSize(width: 100, height: 100))
        view.allowsMultipleSelection = true
        var names = [1: "a", 2: "b", 3: "c"]
        var deleted: [[Int]] = []
        let source = DiffableDataSource<Int, Int>(collectionView: view) { list, indexPath, id in
            list.contentCell(ItemContent(names[id] ?? "?"), for: indexPath)
        }
        source.edit {
            $0.appendSections([0])
            $0.appendItems([1, 2, 3])
        }
        view.layoutIfNeeded()
        source.focusedItemIdentifier = 2
        #expect(!view.perform(.delete) && !view.perform(.rename))
        source.fieldProvider = { column, id in
            guard column == TableField.title else { return nil }
            return TableField(names[id] ?? "") {
                names[id] = $0
                return true
            }
        }
        source.deletionHandler = { deleted.append($0) }
        #expect(view.perform(.rename))
        view.hostChangeFieldEdit("B")
        #expect(view.hostEndFieldEdit() && names[2] == "B")
        source.selectedItemIdentifiers = [3, 2]
        #expect(view.hostPerform(.delete) && deleted == [[2, 3]])
    }

    /// Once for each section, and not those that the program keeps.
    @Test func allSelectedItemsAreDeletedTogether() {
        let folder = FolderList(["a", "b", "fixed"], ["d", "e"])
        folder.select((0, 0), (1, 0), (2, 0), (1, 1))
        #expect(folder.view.hostPerform(.delete))
        #expect(folder.log == ["delete a b", "delete e"] && folder.names == [["fixed"], ["d"]])
        folder.view.hostDeselectAll()
        folder.focus(0)
        #expect(!folder.view.canPerform(.delete) && !folder.view.hostPerform(.delete))
    }

    /// The first section deletes an item of the second one.
    @Test func aSectionChangesAnotherOne() {
        let view = CollectionView(size: CGSize(width: 100, height: 200))
        view.allowsMultipleSelection = true
        let list = ListDataSource(in: view)
        var (starred, all, deleted) = (["x"], ["x", "y", "z"], [[String]]())
        func build() {
            list.build(animatingDifferences: false) {
                for (name, names) in [("starred", starred), ("all", all)] {
                    ListBlock(name, names, id: \.self) { ItemContent($0) }
                        .onDelete { items in
                            deleted.append(items)
                            starred.removeAll { items.contains($0) }
                            all.removeAll { items.contains($0) }
                            build()
                        }
                }
            }
            view.layoutIfNeeded()
        }
        build()
        for path in [IndexPath(item: 0, section: 0), IndexPath(item: 1, section: 1)] {
            view.selectItem(at: path, animated: false, scrollPosition: nil)
        }
        #expect(view.perform(.delete) && deleted == [["x"], ["y"]] && all == ["z"])
    }

    @MainActor
    private final class Deleter: CollectionViewDelegate {
        var refused: Int?
        var result = true
        var deleted: [[Int]] = []
        var whileDeleting: (@MainActor () -> Void)?

        func collectionView(_ collectionView: CollectionView, canDeleteItemAt indexPath: IndexPath) -> Bool {
            indexPath.item != refused
        }

        func collectionView(_ collectionView: CollectionView, deleteItemsAt indexPaths: [IndexPath]) -> Bool {
            deleted.append(indexPaths.map(\.item))
            whileDeleting?()
            return result
        }

        func collectionView(
            _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
        ) -> CollectionContextMenu? {
            indexPaths.count == 1
                ? CollectionContextMenu(ItemMenu([ItemMenu.Action(.delete, in: collectionView)])) : nil
        }
    }

    /// The delegate deletes what it permits, and the data source the others, wherever they are then.
    @Test(arguments: [(false, true), (true, true), (false, false), (true, false)])
    func aDelegateAndADataSourceDelete(changes: Bool, says: Bool) {
        let view = CollectionView(size: CGSize(width: 100, height: 100))
        view.allowsMultipleSelection = true
        let (delegate, host) = (Deleter(), RecorderHost())
        (view.delegate, view.host) = (delegate, host)
        delegate.refused = 1
        delegate.result = says
        var handled: [[Int]] = []
        let source = DiffableDataSource<Int, Int>(collectionView: view) { list, indexPath, id in
            list.contentCell(ItemContent("\(id)"), for: indexPath)
        }
        source.deletionHandler = { handled.append($0) }
        source.edit {
            $0.appendSections([0])
            $0.appendItems([10, 11, 12])
        }
        view.layoutIfNeeded()
        if changes {
            delegate.whileDeleting = { source.edit(animatingDifferences: false) { $0.deleteItems([10]) } }
        }
        source.selectedItemIdentifiers = [10, 11]
        #expect(view.hostPerform(.delete) && delegate.deleted == [[0]])
        #expect(handled == (says ? [[11]] : changes ? [] : [[10, 11]]))
    }

    /// The program shows a question before it deletes. The menu of one item is not that of two.
    @Test func aKeyPerformsOnce() {
        let list = NameList([["a", "b", "c"]])
        let (delegate, host) = (Deleter(), RecorderHost())
        list.view.allowsMultipleSelection = true
        (list.view.delegate, list.view.host) = (delegate, host)
        delegate.result = false
        list.view.layoutIfNeeded()
        list.view.hostSelectAll()
        #expect(!list.view.hostPerform(.delete) && delegate.deleted == [[0, 1, 2]])
    }

    /// An item with the focus that is not selected is deleted alone.
    @Test func theFocusIsNotSelected() {
        let folder = FolderList(["a", "b", "c"])
        folder.select((0, 0), (1, 0))
        folder.focus(2)
        #expect(folder.view.perform(.delete) && folder.names == [["a", "b"]])
    }

    /// The actions of a menu concern its items, although another item has the focus and the list changes.
    @Test func aMenuActsOnItsItems() throws {
        let folder = FolderList(["a", "b", "c"])
        folder.focus(0)
        let menu = try #require(folder.view.hostItemMenu(at: CGPoint(x: 50, y: 30)))
        #expect(menu.actions.map(\.isEnabled) == [true, true, true, true, true, false, false])
        folder.sections[0].insert(NamedFile(id: 9, name: "new"), at: 0)
        folder.build()
        folder.view.hostEndContextMenu()
        menu.actions[1].perform()
        #expect(folder.names == [["new", "a", "c"]])
        menu.actions[1].perform()
        #expect(folder.names == [["new", "a", "c"]], "the item is gone")
    }

    @Test func changesAreUndone() {
        let folder = FolderList(["a", "b", "c"])
        #expect(!folder.view.canPerform(.undo) && !folder.view.perform(.undo))
        folder.focus(1)
        folder.view.perform(.delete)
        folder.focus(0)
        folder.view.perform(.rename)
        folder.view.hostChangeFieldEdit("A")
        folder.view.hostEndFieldEdit()
        #expect(folder.names == [["A", "c"]])
        let undo = ItemShortcut.control("z")
        #expect(folder.view.hostPerform(undo) && folder.names == [["a", "c"]])
        #expect(folder.view.hostPerform(undo) && folder.names == [["a", "b", "c"]] && !folder.view.hostPerform(undo))
        #expect(folder.view.perform(.redo) && folder.names == [["a", "c"]])
        #expect(
            folder.view.hostPerform(ItemShortcut(.character("Z"), [.control, .shift])) && folder.names == [["A", "c"]])
    }

    @Test func aReleasedUndoTargetIsReported() {
        let folder = FolderList(["a"])
        do {
            let other = FolderList([])
            folder.view.undoTarget = other
        }
        #expect(!folder.view.perform(.undo) && !folder.view.perform(.undo))
        #expect(folder.view.diagnostics.recent.map(\.code) == [.releasedUndoTarget])
        folder.view.undoTarget = nil
        folder.view.reloadData()
        folder.view.layoutIfNeeded()
        #expect(folder.view.diagnostics.recent.count == 1)
    }
}
