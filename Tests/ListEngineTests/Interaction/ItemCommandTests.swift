import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

/// Rename, delete, cut, copy, paste and undo: one set of hooks, performed by keys and by menus.
@MainActor
@Suite("Commands for items")
struct ItemCommandTests {
    private struct File: Identifiable, Equatable {
        let id: Int
        var name: String
    }

    /// A list that is a function of its sections, and that stores how to undo changes.
    @MainActor
    private final class Folder: UndoTarget {
        let view = CollectionView(size: CGSize(width: 100, height: 60))
        let list: ListDataSource
        let host = RecorderHost()
        var sections: [[File]]
        var log: [String] = []
        var undone: [[[File]]] = []
        var redone: [[[File]]] = []
        var accepts: @MainActor (String) -> Bool = { !$0.isEmpty }
        var whileAccepting: (@MainActor () -> Void)?
        var takesInsertions = true

        init(_ names: [String]..., flow: FlowDirection = .leftToRight) {
            var id = 0
            sections = names.map { names in
                names.map { name in
                    id += 1
                    return File(id: id, name: name)
                }
            }
            view.allowsMultipleSelection = true
            view.flowDirection = flow
            list = ListDataSource(in: view)
            view.host = host
            view.undoTarget = self
            build()
        }

        func build() {
            list.build(animatingDifferences: false) {
                for (index, files) in sections.enumerated() {
                    ListBlock("\(index)", files) { ItemContent($0.name) }
                        .height(20)
                        .onRename { [unowned self] file, name in rename(file, name) }
                        .onDelete(where: { $0.name != "fixed" }) { [unowned self] in delete($0, index) }
                        .onDrag {
                            $0.name == "fixed" ? nil : CollectionDragItem(payload: $0, text: "<\($0.name)>")
                        } ended: { [unowned self] files, operation in
                            log.append("\(operation) \(files.map(\.name).joined(separator: " "))")
                            guard operation == .move else { return }
                            sections[index].removeAll { files.contains($0) }
                            build()
                        }
                        .onDrop { [unowned self] _ in
                            whileAccepting?()
                            return takesInsertions ? .move : .cancel
                        } _: { [unowned self] drag, place in
                            insert(drag, index, place)
                        }
                        .onDropOnItem { [unowned self] drag, file in log.append("\(drag.items.count) onto \(file.name)")
                        }
                        .menu { [unowned self] _ in
                            CollectionContextMenu(
                                ItemMenu(ItemCommand.allCases.map { ItemMenu.Action($0, in: view) }))
                        }
                        .menu(ofSeveral: { [unowned self] _ in
                            CollectionContextMenu(ItemMenu([ItemMenu.Action(.delete, in: view)]))
                        })
                }
            }
            view.layoutIfNeeded()
        }

        private func rename(_ file: File, _ name: String) -> Bool {
            log.append("\(file.name) -> \(name)")
            guard accepts(name) else { return false }
            change { sections in
                for index in sections.indices {
                    guard let place = sections[index].firstIndex(where: { $0.id == file.id }) else { continue }
                    sections[index][place].name = name
                }
            }
            return true
        }

        private func delete(_ files: [File], _ section: Int) {
            log.append("delete \(files.map(\.name).joined(separator: " "))")
            change { $0[section].removeAll { files.contains($0) } }
        }

        private func insert(_ drag: CollectionDrag, _ section: Int, _ place: Int) {
            let files = drag.items.compactMap { $0.payload as? File }
            let new = files.isEmpty ? [File(id: 100, name: drag.text ?? "?")] : files
            // A copy in the same list needs new identifiers.
            let isOwn = drag.source === view
            change {
                $0[section].insert(
                    contentsOf: isOwn ? new.map { File(id: $0.id + 1_000, name: $0.name) } : new, at: place)
            }
        }

        private func change(_ edit: (inout [[File]]) -> Void) {
            undone.append(sections)
            redone = []
            edit(&sections)
            build()
        }

        var canUndo: Bool { !undone.isEmpty }
        var canRedo: Bool { !redone.isEmpty }
        func undo() {
            redone.append(sections)
            sections = undone.removeLast()
            build()
        }
        func redo() {
            undone.append(sections)
            sections = redone.removeLast()
            build()
        }

        var names: [[String]] { sections.map { $0.map(\.name) } }
        func focus(_ item: Int, _ section: Int = 0) { view.focusedIndexPath = IndexPath(item: item, section: section) }
        func select(_ paths: (Int, Int)...) {
            for (item, section) in paths {
                view.selectItem(at: IndexPath(item: item, section: section), animated: false, scrollPosition: nil)
            }
        }
        var edited: [String] {
            view.visibleCells.compactMap {
                ($0 as? ContentCell)?.fieldState.contains(.edited) == true
                    ? ($0 as? ContentCell)?.content.title : nil
            }
        }
    }

    // MARK: Renaming

    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft]) func aTitleIsEditedInItsPlace(flow: FlowDirection) {
        let folder = Folder(["a", "b", "c"], flow: flow)
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
        let folder = Folder(["a", "b", "c"])
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
        let folder = Folder(["a", "b", "c"], ["d"])
        let view = folder.view
        var ends: [FieldEditEnd] = []
        view.fieldEditHandler = { ends.append($1) }
        folder.focus(2)
        view.perform(.rename)
        view.hostChangeFieldEdit("C")
        folder.sections[0].insert(File(id: 9, name: "new"), at: 0)
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
        let folder = Folder(["a", "b"])
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

    @Test func copiedItemsAreReleased() {
        final class Payload: Sendable {}
        let view = CollectionView(size: CGSize(width: 100, height: 60))
        view.host = RecorderHost()
        let list = ListDataSource(in: view)
        weak var released: Payload?
        list.build(animatingDifferences: false) {
            ListBlock("a", ["a"], id: \.self) { ItemContent($0) }
                .onDrag { _ in
                    let payload = Payload()
                    released = payload
                    return CollectionDragItem(payload: payload)
                }
        }
        view.layoutIfNeeded()
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        #expect(view.perform(.copy) && released != nil && CollectionDrag.copied != nil)
        CollectionDrag.forgetCopied()
        #expect(released == nil && CollectionDrag.copied == nil)
    }

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

    // MARK: Deleting

    /// Once for each section, and not those that the program keeps.
    @Test func allSelectedItemsAreDeletedTogether() {
        let folder = Folder(["a", "b", "fixed"], ["d", "e"])
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
        let folder = Folder(["a", "b", "c"])
        folder.select((0, 0), (1, 0))
        folder.focus(2)
        #expect(folder.view.perform(.delete) && folder.names == [["a", "b"]])
    }

    /// The actions of a menu concern its items, although another item has the focus and the list changes.
    @Test func aMenuActsOnItsItems() throws {
        let folder = Folder(["a", "b", "c"])
        folder.focus(0)
        let menu = try #require(folder.view.hostItemMenu(at: CGPoint(x: 50, y: 30)))
        #expect(menu.actions.map(\.isEnabled) == [true, true, true, true, true, false, false])
        folder.sections[0].insert(File(id: 9, name: "new"), at: 0)
        folder.build()
        folder.view.hostEndContextMenu()
        menu.actions[1].perform()
        #expect(folder.names == [["new", "a", "c"]])
        menu.actions[1].perform()
        #expect(folder.names == [["new", "a", "c"]], "the item is gone")
    }

    // MARK: Copying

    @Test func itemsAreCopiedToAnotherList() {
        let (one, other) = (Folder(["a", "b", "fixed"]), Folder(["x", "y"]))
        one.select((0, 0), (1, 0), (2, 0))
        #expect(one.view.hostPerform(.copy))
        other.focus(0)
        #expect(other.view.hostPerform(.paste) && other.names == [["x", "a", "b", "y"]])
        #expect(other.view.perform(.paste), "again")
        #expect(one.names == [["a", "b", "fixed"]] && one.log == [])
    }

    /// Items that were cut stay until they are pasted, and are moved once.
    @Test func itemsAreCut() {
        let (one, other) = (Folder(["a", "b"]), Folder(["x"]))
        one.focus(1)
        #expect(one.view.perform(.cut) && one.names == [["a", "b"]])
        one.sections[0].insert(File(id: 9, name: "new"), at: 0)
        one.build()
        #expect(other.view.perform(.paste), "at the end")
        #expect(other.names == [["x", "b"]] && one.names == [["new", "a"]] && one.log == ["move b"])
        other.sections[0].removeLast()
        other.build()
        #expect(other.view.perform(.paste) && other.names == [["x", "b"]] && one.names == [["new", "a"]])
    }

    @Test func itemsArePastedInTheirOwnList() {
        let folder = Folder(["a", "b", "c"])
        folder.focus(0)
        folder.view.perform(.copy)
        folder.focus(1)
        #expect(folder.view.perform(.paste) && folder.names == [["a", "b", "a", "c"]] && folder.log == [])
    }

    /// In its section, and in another one.
    @Test(arguments: [0, 1]) func itemsAreCutInTheirOwnList(section: Int) {
        let folder = Folder(["a", "b", "c"], ["d"])
        folder.focus(1)
        #expect(folder.view.perform(.cut) && folder.names == [["a", "b", "c"], ["d"]])
        folder.focus(0, section)
        #expect(folder.view.perform(.paste) && folder.log == ["move b"])
        #expect(folder.names == (section == 0 ? [["a", "b", "c"], ["d"]] : [["a", "c"], ["d", "b"]]))
        #expect(folder.sections[section][1].id == 1_002)
        #expect(folder.view.perform(.paste) && folder.log == ["move b"], "again")
        #expect(folder.names == (section == 0 ? [["a", "b", "b", "c"], ["d"]] : [["a", "c"], ["d", "b", "b"]]))
    }

    /// The closures of the documentation, which know items by their values.
    @Test func closuresByValueLoseNothing() {
        let view = CollectionView(size: CGSize(width: 100, height: 200))
        let (list, host) = (ListDataSource(in: view), RecorderHost())
        view.host = host
        var names = [["a", "b"], ["c"]]
        func build() {
            list.build(animatingDifferences: false) {
                for section in 0...1 {
                    ListBlock("\(section)", names[section], id: \.self) { ItemContent($0) }
                        .onDrag {
                            CollectionDragItem(payload: $0)
                        } ended: { items, operation in
                            guard operation == .move else { return }
                            names[section].removeAll { items.contains($0) }
                            build()
                        }
                        .onDrop { drag, index in
                            names[section].insert(
                                contentsOf: drag.items.compactMap { $0.payload as? String }, at: index)
                            build()
                        }
                }
            }
            view.layoutIfNeeded()
        }
        build()
        view.focusedIndexPath = IndexPath(item: 1, section: 0)
        #expect(view.perform(.cut))
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        view.perform(.paste)
        #expect(names == [["a", "b"], ["c"]], "a section keeps what was cut there")
        view.focusedIndexPath = IndexPath(item: 0, section: 1)
        view.perform(.paste)
        #expect(names == [["a"], ["c", "b"]])
    }

    /// Behind no item, in the menu of empty space and when the item was deleted meanwhile.
    @Test(arguments: [false, true]) func aPasteWithoutAnItemIsAtTheEnd(isDeleted: Bool) throws {
        let folder = Folder(["a", "b"])
        let program = SpaceMenu()
        folder.list.collectionDelegate = program
        folder.focus(0)
        folder.view.perform(.copy)
        if isDeleted {
            let menu = try #require(folder.view.hostItemMenu(at: CGPoint(x: 50, y: 5)))
            folder.sections[0].remove(at: 0)
            folder.build()
            folder.sections[0].append(File(id: 9, name: "c"))
            folder.build()
            folder.focus(0)
            menu.actions[4].perform()
            #expect(folder.names == [["b", "c", "a"]])
        } else {
            let menu = try #require(folder.view.hostItemMenu(at: CGPoint(x: 50, y: 55)))
            menu.actions[0].perform()
            #expect(folder.names == [["a", "b", "a"]])
        }
    }

    @MainActor
    private final class SpaceMenu: CollectionViewDelegate {
        func collectionView(
            _ collectionView: CollectionView, contextMenuForItemsAt indexPaths: [IndexPath], point: CGPoint
        ) -> CollectionContextMenu? {
            indexPaths.isEmpty
                ? CollectionContextMenu(ItemMenu([ItemMenu.Action(.paste, in: collectionView)])) : nil
        }
    }

    /// A menu and a key ask for no more items than they must, and what was copied follows the list.
    @Test func manyItemsAreCopied() {
        let view = CollectionView(size: CGSize(width: 100, height: 60))
        let (list, host) = (ListDataSource(in: view), RecorderHost())
        view.host = host
        view.allowsMultipleSelection = true
        var (numbers, asked, dropped) = (Array(0..<10_000), 0, [IndexPath]())
        func build() {
            list.build(animatingDifferences: false) {
                ListBlock("numbers", numbers, id: \.self) { ItemContent("\($0)") }
                    .onDelete { _ in asked += 1_000_000 }
                    .onDrag { number -> CollectionDragItem? in
                        asked += 1
                        return CollectionDragItem(payload: number)
                    }
                    .onDrop(
                        accepts: {
                            dropped = $0.indexPaths
                            return .cancel
                        }, { _, _ in }
                    )
                    .menu(ofSeveral: { _ in
                        CollectionContextMenu(ItemMenu(ItemCommand.allCases.map { ItemMenu.Action($0, in: view) }))
                    })
            }
            view.layoutIfNeeded()
        }
        build()
        view.hostSelectAll()
        #expect(!view.hostPerform(.control("d")) && asked <= 2)
        #expect(view.perform(.copy))
        numbers = [-1] + numbers.filter { $0 % 2 == 0 }
        build()
        view.perform(.paste)
        #expect(dropped.count == 5_000 && dropped.first?.item == 1 && dropped.last?.item == 5_000)
    }

    /// If nothing can be inserted next to an item, the item takes what is pasted.
    @Test func anItemTakesWhatIsPasted() {
        let (one, other) = (Folder(["a"]), Folder(["x"]))
        one.focus(0)
        one.view.perform(.copy)
        other.takesInsertions = false
        other.focus(0)
        #expect(other.view.perform(.paste) && other.log == ["1 onto x"] && other.names == [["x"]])
    }

    /// The content of another program arrives later, when the list may have changed.
    @Test func textOfAnotherProgramIsPasted() {
        let folder = Folder(["a", "b"])
        folder.focus(0)
        folder.view.hostPaste(CollectionDrag(text: "text"))
        #expect(folder.names == [["a", "text", "b"]])
        folder.whileAccepting = { [unowned folder] in
            folder.whileAccepting = nil
            folder.sections = []
            folder.build()
        }
        folder.view.hostPaste(CollectionDrag(text: "text"))
        #expect(folder.names == [], "the list changed meanwhile")
        folder.view.hostPaste(CollectionDrag(text: "text"))
        #expect(folder.names == [])
    }

    @Test func theSourceIsReleased() {
        let other = Folder(["x"])
        do {
            let one = Folder(["a"])
            one.focus(0)
            one.view.perform(.cut)
        }
        #expect(other.view.perform(.paste) && other.names == [["x", "a"]])
    }

    // MARK: Undo

    @Test func changesAreUndone() {
        let folder = Folder(["a", "b", "c"])
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
        let folder = Folder(["a"])
        do {
            let other = Folder([])
            folder.view.undoTarget = other
        }
        #expect(!folder.view.perform(.undo) && !folder.view.perform(.undo))
        #expect(folder.view.diagnostics.recent.map(\.code) == [.releasedUndoTarget])
        folder.view.undoTarget = nil
        folder.view.reloadData()
        folder.view.layoutIfNeeded()
        #expect(folder.view.diagnostics.recent.count == 1)
    }

    /// In a table, the keys of fields keep their effect.
    @Test func aTableEditsItsFields() throws {
        let view = CollectionView(size: CGSize(width: 200, height: 100))
        let list = ListDataSource(in: view)
        list.build {
            ListBlock("files", [File(id: 1, name: "a")]).columns {
                ListColumn("Name") { file in ItemContent(file.name) }
            }
            .onRename { _, _ in true }
        }
        view.layoutIfNeeded()
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        #expect(!view.perform(.rename) && view.fieldEdit == nil)
    }
}
