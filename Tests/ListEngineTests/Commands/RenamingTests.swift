import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

/// The title of an item is edited in its place.
@MainActor
@Suite("Renaming")
struct RenamingTests {
    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft]) func aTitleIsEditedInItsPlace(flow: FlowDirection) {
        let folder = FolderList(["a", "b", "c"], flow: flow)
        let view = folder.view
        #expect(!view.perform(.rename) && !view.canPerform(.rename), "nothing has the focus")
        folder.focus(1)
        #expect(view.canPerform(.rename) && view.hostPerform(.rename))
        #expect(view.fieldEdit?.original == "b" && view.fieldEdit?.column == TableField.title)
        #expect(folder.edited == ["b"] && view.focusedColumn == nil)
        view.hostChangeFieldEdit("")
        #expect(!view.hostEndFieldEdit() && folder.edited == ["b"], "the program refuses")
        view.hostChangeFieldEdit("new")
        #expect(view.hostEndFieldEdit() && folder.names == [["a", "new", "c"]])
        #expect(folder.edited.isEmpty && folder.log == ["b -> ", "b -> new"] && view.fieldEdit == nil)
        // Cancelled, and unchanged.
        #expect(view.perform(.rename))
        view.hostChangeFieldEdit("other")
        #expect(view.hostEndFieldEdit(cancelled: true) && view.perform(.rename) && view.hostEndFieldEdit())
        #expect(folder.names == [["a", "new", "c"]] && folder.log.count == 2)
    }

    /// A movement of the focus commits the text, by keys and by the program. A refused text keeps the focus.
    @Test func leavingTheItemCommits() {
        let folder = FolderList(["a", "b", "c"])
        let view = folder.view
        folder.focus(1)
        view.perform(.rename)
        view.hostChangeFieldEdit("")
        #expect(view.hostKey(.down) && view.focusedIndexPath?.item == 1 && view.fieldEdit != nil)
        view.hostChangeFieldEdit("B")
        #expect(view.hostKey(.down) && view.focusedIndexPath?.item == 2 && view.fieldEdit == nil)
        #expect(folder.names == [["a", "B", "c"]])
        view.perform(.rename)
        view.hostChangeFieldEdit("C")
        folder.focus(0)
        #expect(folder.names == [["a", "B", "C"]] && view.focusedIndexPath?.item == 0)
    }

    /// An update, a reload, a scrolled list, a removed item and a removed section.
    @Test func theListChangesWhileATitleIsEdited() {
        let folder = FolderList(["a", "b", "c"], ["d"])
        let view = folder.view
        var ends: [FieldEditEnd] = []
        view.fieldEditHandler = { ends.append($1) }
        folder.focus(2)
        view.perform(.rename)
        view.hostChangeFieldEdit("C")
        folder.sections[0].insert(NamedFile(id: 9, name: "new"), at: 0)
        folder.build()
        #expect(view.fieldEdit?.indexPath.item == 3 && view.fieldEdit?.text == "C")
        view.scrollToItem(at: IndexPath(item: 2, section: 0), at: .start, animated: false)
        view.layoutIfNeeded()
        #expect(folder.edited == ["c"])
        view.reloadData()
        view.layoutIfNeeded()
        #expect(folder.edited == ["c"] && view.fieldEdit?.text == "C")
        view.hostDidScroll(to: .zero)
        view.layoutIfNeeded()
        #expect(folder.edited == [] && view.fieldEdit != nil)
        view.hostDidScroll(to: CGPoint(x: 0, y: 40))
        view.layoutIfNeeded()
        #expect(folder.edited == ["c"])
        folder.sections[0].remove(at: 3)
        folder.build()
        #expect(view.fieldEdit == nil && ends == [.removed] && folder.edited == [])
        folder.focus(0, 1)
        #expect(view.perform(.rename))
        folder.sections.removeLast()
        folder.build()
        #expect(view.fieldEdit == nil && ends == [.removed, .removed])
        // A commit that removes the item.
        folder.focus(0)
        folder.accepts = { [unowned folder] _ in
            folder.sections[0] = []
            folder.build()
            return true
        }
        view.perform(.rename)
        view.hostChangeFieldEdit("gone")
        #expect(view.hostEndFieldEdit() && view.fieldEdit == nil && folder.edited == [])
    }

    /// The program refuses the title, removes the item and moves the focus. The edit does not go on at another item.
    @Test(arguments: [false, true]) func aRefusedItemIsRemoved(isReloaded: Bool) {
        let folder = FolderList(["a", "b"])
        let view = folder.view
        var ends: [FieldEditEnd] = []
        view.fieldEditHandler = { ends.append($1) }
        folder.focus(1)
        folder.accepts = { [unowned folder] _ in
            folder.sections[0].remove(at: 1)
            folder.build()
            folder.focus(0)
            if isReloaded {
                folder.view.reloadData()
                folder.view.layoutIfNeeded()
            }
            return false
        }
        view.perform(.rename)
        view.hostChangeFieldEdit("x")
        #expect(!view.hostEndFieldEdit() && view.fieldEdit == nil && ends == [.removed] && folder.edited == [])
        #expect(view.focusedIndexPath?.item == 0)
    }

    /// Items that are their names, as files are their paths: a new name is a new item, which keeps the focus and the selection.
    @MainActor
    private final class Names {
        let view = CollectionView(size: CGSize(width: 100, height: 60))
        let host = RecorderHost()
        var names: [[String]]
        var isLate = false
        private(set) var list: ListDataSource!

        init(_ names: [String]...) {
            self.names = names
            view.allowsMultipleSelection = true
            view.host = host
            list = ListDataSource(in: view)
            build()
        }

        func build() {
            list.build(animatingDifferences: false) {
                for (index, names) in names.enumerated() {
                    ListBlock("\(index)", names, id: \.self) { ItemContent($0) }.height(20)
                        .onRename { [unowned self] old, new in
                            guard let place = self.names[index].firstIndex(of: old) else { return false }
                            self.names[index][place] = new
                            self.names[index].sort()
                            if !isLate { build() }
                            return true
                        }
                }
            }
            view.layoutIfNeeded()
        }

        func rename(_ item: Int, _ text: String) {
            view.focusedIndexPath = IndexPath(item: item, section: 0)
            view.perform(.rename)
            view.hostChangeFieldEdit(text)
            view.hostEndFieldEdit()
            view.layoutIfNeeded()
        }

        var focused: String? { view.focusedIndexPath.map { names[$0.section][$0.item] } }
        var selected: [String] { view.indexPathsForSelectedItems.map { names[$0.section][$0.item] }.sorted() }
    }

    @Test(arguments: [false, true]) func renamingKeepsTheFocusOnADifferentIdentity(isLate: Bool) {
        let names = Names(["a", "b", "c", "d", "e", "f"])
        names.isLate = isLate
        names.view.selectItem(at: IndexPath(item: 0, section: 0), animated: false)
        names.rename(0, "y")
        if isLate {
            // Another item is inserted by the same update.
            names.names[0].append("z")
            names.build()
        }
        #expect(names.focused == "y" && names.selected == ["y"])
        #expect(names.view.cellForItem(at: IndexPath(item: 5, section: 0)) != nil, "it is scrolled to")
        // The next key goes on from there.
        #expect(names.view.hostKey(.up) && names.focused == "f")
        // An item that is not selected does not become selected, and the focus that has moved is not moved again.
        names.rename(1, "x")
        if isLate {
            names.view.focusedIndexPath = IndexPath(item: 0, section: 0)
            names.build()
            #expect(names.focused == names.names[0][0])
        } else {
            #expect(names.focused == "x")
        }
        #expect(!names.selected.contains("x"))
    }

    /// An item of the same section that is inserted by another update, with another name, does not get the focus.
    @Test func anotherItemDoesNotGetTheFocusOfARenamedOne() {
        let names = Names(["a", "b"])
        names.isLate = true
        names.rename(1, "c")
        names.names[0] = ["a", "other"]
        names.build()
        #expect(names.focused == nil)
        // A program that changes the name which the user has typed.
        names.isLate = false
        names.rename(0, " x")
        #expect(names.focused == " x")
    }

    @Test func aReloadKeepsTheFocusOfARenamedItem() {
        let view = CollectionView(size: CGSize(width: 100, height: 60))
        view.host = RecorderHost()
        var names = ["a", "b", "c"]
        let source = DiffableDataSource<Int, String>(collectionView: view) { list, indexPath, name in
            list.contentCell(ItemContent(name), for: indexPath)
        }
        func show() {
            source.applySnapshotUsingReloadData(DiffableDataSource<Int, String>.Snapshot(sections: [(0, names)]))
            view.layoutIfNeeded()
        }
        source.fieldProvider = { _, name in
            TableField(name) {
                names[names.firstIndex(of: name)!] = $0
                show()
                return true
            }
        }
        show()
        view.focusedIndexPath = IndexPath(item: 1, section: 0)
        #expect(view.perform(.rename))
        view.hostChangeFieldEdit("new")
        #expect(view.hostEndFieldEdit())
        view.layoutIfNeeded()
        #expect(source.focusedItemIdentifier == "new")
    }

    /// A cell of the program that shows no entry is not edited: the user would type without seeing it. One that shows its own is.
    @Test func onlyCellsWithAnEntryAreEdited() {
        final class Plain: CollectionViewCell {}
        final class Editable: CollectionViewCell { override var showsFieldEdit: Bool { true } }
        let view = CollectionView(size: CGSize(width: 100, height: 60))
        view.host = RecorderHost()
        let source = DiffableDataSource<Int, String>(collectionView: view) { list, indexPath, name in
            name == "plain"
                ? list.dequeueReusableCell(Plain.self, for: indexPath)
                : list.dequeueReusableCell(Editable.self, for: indexPath)
        }
        source.fieldProvider = { _, name in TableField(name) { _ in true } }
        source.apply(DiffableDataSource<Int, String>.Snapshot(sections: [(0, ["plain", "own"])]))
        view.layoutIfNeeded()
        source.focusedItemIdentifier = "plain"
        #expect(!view.canPerform(.rename) && !view.perform(.rename) && !view.hostKey(.edit) && view.fieldEdit == nil)
        #expect(view.hostKey(.down) && view.canPerform(.rename) && view.hostKey(.edit))
        #expect(
            view.fieldEdit?.original == "own"
                && view.cellForItem(at: IndexPath(item: 1, section: 0))?.fieldState == .edited)
    }

    /// In a table, the keys of fields keep their effect.
    @Test func aTableEditsItsFields() throws {
        let view = CollectionView(size: CGSize(width: 200, height: 100))
        let list = ListDataSource(in: view)
        list.build {
            ListBlock("files", [NamedFile(id: 1, name: "a")]).columns {
                ListColumn("Name") { file in ItemContent(file.name) }
            }
            .onRename { _, _ in true }
        }
        view.layoutIfNeeded()
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        #expect(!view.perform(.rename) && view.fieldEdit == nil)
    }
}
