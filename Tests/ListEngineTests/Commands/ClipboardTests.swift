import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

/// Items are cut, copied and pasted, in a list, between lists and with other programs.
@MainActor
@Suite("Clipboard")
struct ClipboardTests {
    @Test func itemsAreCopiedToAnotherList() {
        let (one, other) = (FolderList(["a", "b", "fixed"]), FolderList(["x", "y"]))
        one.select((0, 0), (1, 0), (2, 0))
        #expect(one.view.hostPerform(.copy))
        other.focus(0)
        #expect(other.view.hostPerform(.paste) && other.names == [["x", "a", "b", "y"]])
        #expect(other.view.perform(.paste), "again")
        #expect(one.names == [["a", "b", "fixed"]] && one.log == [])
    }

    /// Items that were cut stay until they are pasted, and are moved once.
    @Test func itemsAreCut() {
        let (one, other) = (FolderList(["a", "b"]), FolderList(["x"]))
        one.focus(1)
        #expect(one.view.perform(.cut) && one.names == [["a", "b"]])
        one.sections[0].insert(NamedFile(id: 9, name: "new"), at: 0)
        one.build()
        #expect(other.view.perform(.paste), "at the end")
        #expect(other.names == [["x", "b"]] && one.names == [["new", "a"]] && one.log == ["move b"])
        other.sections[0].removeLast()
        other.build()
        #expect(other.view.perform(.paste) && other.names == [["x", "b"]] && one.names == [["new", "a"]])
    }

    @Test func itemsArePastedInTheirOwnList() {
        let folder = FolderList(["a", "b", "c"])
        folder.focus(0)
        folder.view.perform(.copy)
        folder.focus(1)
        #expect(folder.view.perform(.paste) && folder.names == [["a", "b", "a", "c"]] && folder.log == [])
    }

    /// In its section, and in another one.
    @Test(arguments: [0, 1]) func itemsAreCutInTheirOwnList(section: Int) {
        let folder = FolderList(["a", "b", "c"], ["d"])
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
        let folder = FolderList(["a", "b"])
        let program = SpaceMenu()
        folder.list.collectionDelegate = program
        folder.focus(0)
        folder.view.perform(.copy)
        if isDeleted {
            let menu = try #require(folder.view.hostItemMenu(at: CGPoint(x: 50, y: 5)))
            folder.sections[0].remove(at: 0)
            folder.build()
            folder.sections[0].append(NamedFile(id: 9, name: "c"))
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
        let (one, other) = (FolderList(["a"]), FolderList(["x"]))
        one.focus(0)
        one.view.perform(.copy)
        other.takesInsertions = false
        other.focus(0)
        #expect(other.view.perform(.paste) && other.log == ["1 onto x"] && other.names == [["x"]])
    }

    /// The content of another program arrives later, when the list may have changed.
    @Test func textOfAnotherProgramIsPasted() {
        let folder = FolderList(["a", "b"])
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
        let other = FolderList(["x"])
        do {
            let one = FolderList(["a"])
            one.focus(0)
            one.view.perform(.cut)
        }
        #expect(other.view.perform(.paste) && other.names == [["x", "a"]])
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
}
