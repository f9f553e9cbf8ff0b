import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Items dragged between lists")
struct DropTests {
    private final class Host: ScrollingHost {
        override func scheduleFrame() {}
    }

    /// A list of texts in one block or several, which are a function of `sections`.
    @MainActor
    private final class Shelf {
        let view: CollectionView
        let list = ListDataSource(scheduler: .immediate)
        let host: Host
        var sections: [[String]]
        var accepted = CollectionDropOperation.move
        var ended: [String] = []
        var whileDropping: (() -> Void)?
        var whileProposing: (() -> Void)?
        var canMove = true

        init(_ sections: [[String]], columns: CGFloat = 1, margin: CGFloat = 0) {
            let flow = CollectionViewFlowLayout()
            view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: flow)
            view.allowsMultipleSelection = true
            host = Host(view)
            self.sections = sections
            (self.columns, self.margin) = (columns, margin)
            list.attach(to: view)
            render()
        }
        let columns: CGFloat
        /// Below the rows of a block.
        let margin: CGFloat

        func render() {
            list.build {
                for (index, texts) in sections.enumerated() {
                    ListBlock("\(index)", texts, id: \.self) { (_: CollectionViewCell, _) in }
                        .onCellSize { [columns] _, _ in CGSize(width: 100 / columns, height: 20) }
                        .minimumInteritemSpacing(0).minimumLineSpacing(0)
                        .sectionInset(SectionInsets(top: 0, leading: 0, bottom: margin, trailing: 0))
                        .header(height: 20) { (_: CollectionReusableView) in }
                        .onMove(where: { [unowned self] _ in canMove }) { [unowned self] _, from, to in
                            sections[index].insert(sections[index].remove(at: from), at: to)
                        }
                        .onDrag { text in
                            text == "fixed" ? nil : CollectionDragItem(payload: text, text: "<\(text)>")
                        } ended: { [unowned self] texts, operation in
                            ended.append("\(operation) \(texts.joined(separator: " "))")
                            guard operation == .move else { return }
                            sections[index].removeAll { texts.contains($0) }
                            render()
                        }
                        .onDrop { [unowned self] _ in
                            whileProposing?()
                            return accepted
                        } _: { [unowned self] drag, place in
                            whileDropping?()
                            let texts = drag.items.compactMap { $0.payload as? String }
                            let new = texts.isEmpty ? [drag.text ?? "nothing"] : texts
                            guard sections.indices.contains(index), place <= sections[index].count else { return }
                            sections[index].insert(contentsOf: new, at: place)
                            render()
                        }
                }
            }
            host.frame(at: 0)
        }
    }

    private func point(_ y: CGFloat, x: CGFloat = 50) -> CGPoint { CGPoint(x: x, y: y) }
    private let source = Shelf([["a", "b", "c", "d"]])
    private let target = Shelf([["x", "y"]])

    @Test func aRowMovesToAnotherList() throws {
        let drag = try #require(source.host.beginItemDrag(at: point(50)))
        #expect(drag.items.map { $0.payload as? String } == ["b"] && drag.text == "<b>")
        #expect(target.host.dragOver(drag, at: point(42)) == .move)
        #expect(target.view.dropTarget?.indexPath == IndexPath(item: 1, section: 0))
        #expect(target.view.dropTarget?.mark == CGRect(x: 0, y: 39, width: 100, height: 2))
        #expect(target.host.drop(drag, at: point(42)) == .move)
        drag.end(.copy)
        drag.end()
        #expect(target.sections == [["x", "b", "y"]] && source.sections == [["a", "c", "d"]])
        #expect(source.ended == ["move b"] && target.view.dropTarget == nil)
    }

    @Test func allSelectedRowsGo() throws {
        for item in [3, 0] { source.view.selectItem(at: IndexPath(item: item, section: 0), animated: false) }
        let drag = try #require(source.host.beginItemDrag(at: point(90)))
        #expect(drag.items.map { $0.payload as? String } == ["a", "d"] && drag.text == "<a>\n<d>")
        #expect(target.host.drop(drag, at: point(199)) == .move)
        drag.end()
        #expect(target.sections == [["x", "y", "a", "d"]] && source.sections == [["b", "c"]])
        // A row that is not selected goes alone.
        #expect(source.host.beginItemDrag(at: point(50))?.items.count == 1)
    }

    @Test(arguments: [false, true])
    func theIndexPathsOfADragAreCurrentAsLongAsItExists(afterwards: Bool) throws {
        @MainActor final class Deleting: CollectionViewDelegate {
            let list: NameList
            var ended: CollectionDrag?
            init(_ list: NameList) { self.list = list }
            func collectionView(_ view: CollectionView, dragItemForItemAt path: IndexPath) -> CollectionDragItem? {
                CollectionDragItem(payload: list.sections[path.section][path.item])
            }
            func collectionView(
                _ view: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
            ) { ended = drag }
            func deleteOneByOne(_ drag: CollectionDrag) {
                while let path = drag.indexPaths.first {
                    list.sections[path.section].remove(at: path.item)
                    list.view.deleteItems(at: [path])
                }
            }
        }
        let list = NameList([["a", "b", "c", "d", "e"]])
        let deleting = Deleting(list)
        list.view.delegate = deleting
        list.view.allowsMultipleSelection = true
        list.view.layoutIfNeeded()
        for item in [1, 3] { list.view.selectItem(at: IndexPath(item: item, section: 0), animated: false) }
        let drag = try #require(list.view.hostBeginItemDrag(at: IndexPath(item: 1, section: 0)))
        list.sections[0].insert("z", at: 0)
        list.view.insertItems(at: [IndexPath(item: 0, section: 0)])
        drag.end(.move)
        if afterwards {
            // Another drag began in the meantime, and the list changed.
            _ = list.view.hostBeginItemDrag(at: IndexPath(item: 0, section: 0))
            list.sections[0].remove(at: 0)
            list.view.deleteItems(at: [IndexPath(item: 0, section: 0)])
        }
        deleting.deleteOneByOne(try #require(deleting.ended))
        #expect(list.sections == [afterwards ? ["a", "c", "e"] : ["z", "a", "c", "e"]])
        #expect(drag.indexPaths == [])
    }

    /// The pointer keeps the point of the row at which it took it.
    @Test func aRowThatIsReorderedDoesNotJumpToThePointer() throws {
        let row = try #require(source.view.cellForItem(at: IndexPath(item: 1, section: 0)))
        #expect(row.frame.midY == 50)
        let drag = try #require(source.host.beginItemDrag(at: point(43, x: 20)))
        #expect(source.host.dragOver(drag, at: point(43, x: 20)) == .move && row.frame.midY == 50)
        #expect(source.host.dragOver(drag, at: point(51, x: 25)) == .move && row.frame.midY == 58)
        #expect(source.host.drop(drag, at: point(43, x: 20)) == .move)
        drag.end()
        #expect(source.sections == [["a", "b", "c", "d"]])
    }

    @Test func aCopyLeavesTheRows() throws {
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        drag.isCopyRequested = true
        #expect(target.host.drop(drag, at: point(30)) == .copy)
        drag.end(.move)
        #expect(target.sections == [["a", "x", "y"]] && source.sections[0].count == 4)
        #expect(source.ended == ["copy a"])
    }

    @Test func aDragEndsWithoutADrop() throws {
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        target.accepted = .cancel
        #expect(target.host.dragOver(drag, at: point(30)) == .cancel && target.view.dropTarget == nil)
        #expect(target.host.drop(drag, at: point(30)) == .cancel)
        target.accepted = .copy
        #expect(target.host.dragOver(drag, at: point(30)) == .copy)
        target.host.dragDidLeave()
        #expect(target.view.dropTarget == nil)
        // A program that is not a list has moved the text.
        drag.end(.move)
        #expect(source.ended == ["move a"] && source.sections == [["b", "c", "d"]])
    }

    @Test func itemsThatTheProgramKeepsAreNotDragged() {
        source.sections = [["fixed", "a"]]
        source.render()
        #expect(source.host.beginItemDrag(at: point(30)) == nil)
        #expect(source.host.beginItemDrag(at: point(5_000)) == nil)
        for item in 0..<2 { source.view.selectItem(at: IndexPath(item: item, section: 0), animated: false) }
        #expect(source.host.beginItemDrag(at: point(50))?.items.count == 1)
    }

    @Test func aSingleRowIsReorderedInItsList() throws {
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        #expect(source.host.dragOver(drag, at: point(70)) == .move)
        #expect(source.view.reorderedItem?.to.item == 2 && source.view.dropTarget == nil)
        // It leaves and returns.
        source.host.dragDidLeave()
        #expect(source.view.reorderedItem == nil)
        #expect(target.host.dragOver(drag, at: point(30)) == .move)
        target.host.dragDidLeave()
        #expect(source.host.dragOver(drag, at: point(90)) == .move)
        #expect(source.host.drop(drag, at: point(90)) == .move)
        drag.end(.move)
        #expect(source.sections == [["b", "c", "d", "a"]] && source.ended == ["cancel a"])
    }

    @Test func rowsThatCannotBeReorderedAreDroppedOnTheirList() throws {
        source.canMove = false
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        source.whileDropping = { [source] in source.sections[0].removeAll { $0 == "a" } }
        #expect(source.host.dragOver(drag, at: point(200)) == .move && source.view.reorderedItem == nil)
        #expect(source.host.drop(drag, at: point(65)) == .move)
        drag.end(.move)
        #expect(source.sections[0].sorted() == ["a", "b", "c", "d"] && source.ended == ["cancel a"])
    }

    // MARK: Onto items

    /// A list of folders, which take other items, and an outline of them.
    @MainActor
    private final class Folders: CollectionViewDelegate {
        let view: CollectionView
        let host: Host
        let source: DiffableDataSource<Int, String>
        var accepted = CollectionDropOperation.move
        var taken: [String] = []
        var opened: [String] = []
        var whileProposing: (() -> Void)?

        init(_ direction: ScrollDirection = .vertical, _ flow: FlowDirection = .leftToRight) {
            let layout = CollectionViewFlowLayout()
            layout.scrollDirection = direction
            layout.itemSize = CGSize(
                width: direction == .vertical ? 100 : 20, height: direction == .vertical ? 20 : 100)
            (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (0, 0)
            view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
            view.flowDirection = flow
            host = Host(view)
            source = DiffableDataSource(collectionView: view, scheduler: .immediate) { view, indexPath, _ in
                view.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
            }
            source.reorderingHandlers.canReorderItem = { $0.first != "F" }
            source.edit(animatingDifferences: false) {
                $0.appendSections([0])
                $0.appendItems(["a", "F1", "b", "c", "F2"])
            }
            view.delegate = self
            host.frame(at: 0)
        }

        func name(_ path: IndexPath) -> String { source.itemIdentifier(for: path) ?? "nothing" }

        func collectionView(_ view: CollectionView, dragItemForItemAt path: IndexPath) -> CollectionDragItem? {
            CollectionDragItem(payload: name(path))
        }
        func collectionView(
            _ view: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt path: IndexPath
        ) -> CollectionDropOperation {
            whileProposing?()
            return name(path).hasPrefix("F") ? accepted : .cancel
        }
        func collectionView(
            _ view: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt path: IndexPath,
            operation: CollectionDropOperation
        ) -> Bool {
            let names = drag.items.compactMap { $0.payload as? String }
            taken.append("\(operation) \(names.joined(separator: " ")) to \(name(path))")
            if drag.source === view { source.edit { $0.deleteItems(names) } }
            return true
        }
        func collectionView(_ view: CollectionView, springLoadItemAt path: IndexPath) { opened.append(name(path)) }
    }

    @Test func rowsAreDroppedOntoAFolder() throws {
        let folders = Folders()
        let drag = try #require(source.host.beginItemDrag(at: point(50)))
        #expect(folders.host.dragOver(drag, at: point(30)) == .move)
        let target = try #require(folders.view.dropTarget)
        #expect(
            target.isOnItem && target.indexPath == [0, 1] && target.mark == CGRect(x: 0, y: 20, width: 100, height: 20))
        // The list takes nothing between its rows, so a folder takes it at its edges too.
        #expect(
            folders.host.dragOver(drag, at: point(22)) == .move && folders.host.dragOver(drag, at: point(10)) == .cancel
        )
        #expect(folders.view.dropTarget == nil)
        #expect(folders.host.drop(drag, at: point(90)) == .move)
        drag.end()
        #expect(folders.taken == ["move b to F2"] && source.ended == ["move b"])
        // With the key for copies.
        let other = try #require(source.host.beginItemDrag(at: point(30)))
        other.isCopyRequested = true
        #expect(folders.host.drop(other, at: point(30)) == .copy)
        folders.accepted = .cancel
        #expect(folders.host.drop(other, at: point(30)) == .cancel)
    }

    /// An item between others moves them aside, and over the middle of a folder it goes into the folder.
    @Test(arguments: [ScrollDirection.vertical, .horizontal], [FlowDirection.leftToRight, .rightToLeft])
    func itemsMoveIntoAFolderOfTheirOwnList(direction: ScrollDirection, flow: FlowDirection) throws {
        let folders = Folders(direction, flow)
        func point(_ main: CGFloat) -> CGPoint {
            if direction == .vertical { return CGPoint(x: 50, y: main) }
            return CGPoint(x: flow == .leftToRight ? main : 100 - main, y: 50)
        }
        folders.view.allowsMultipleSelection = true
        for item in [2, 3] { folders.view.selectItem(at: IndexPath(item: item, section: 0), animated: false) }
        let drag = try #require(folders.host.beginItemDrag(at: point(70)))
        #expect(folders.host.dragOver(drag, at: point(50)) == .move)
        #expect(folders.view.dropTarget == nil && folders.view.reorderedItem?.to.item == 2)
        #expect(folders.host.dragOver(drag, at: point(30)) == .move)
        #expect(folders.view.dropTarget?.isOnItem == true && folders.view.dropTarget?.indexPath == [0, 1])
        #expect(folders.view.reorderedItem?.to.item == 2, "nothing moves aside")
        #expect(folders.host.drop(drag, at: point(30)) == .move)
        drag.end(.move)
        #expect(folders.taken == ["move b c to F1"] && folders.view.reorderedItem == nil)
        #expect(folders.source.snapshot().itemIdentifiers == ["a", "F1", "F2"])
        // Nothing is dropped onto itself.
        let folder = try #require(folders.host.beginItemDrag(at: point(30)))
        #expect(folders.host.dragOver(folder, at: point(30)) == .cancel)
    }

    @Test func aDragThatRestsOverAFolderOpensIt() throws {
        let folders = Folders()
        let drag = try #require(source.host.beginItemDrag(at: point(50)))
        _ = folders.host.dragOver(drag, at: point(30))
        for time in [1, 1.5, 1.79] { folders.host.frame(at: time) }
        #expect(folders.opened == [])
        // Over another row it starts again.
        _ = folders.host.dragOver(drag, at: point(90))
        for time in [1.85, 2.5, 2.64] { folders.host.frame(at: time) }
        #expect(folders.opened == [])
        for time in [2.66, 3, 5] { folders.host.frame(at: time) }
        #expect(folders.opened == ["F2"])
        folders.host.dragDidLeave()
        for time in [6.0, 7, 8] { folders.host.frame(at: time) }
        #expect(folders.opened == ["F2"])
    }

    /// The time counts for an item, wherever it is, and not for its place.
    @Test(arguments: [false, true]) func theListChangesWhileADragRests(reloads: Bool) throws {
        let folders = Folders()
        func change(_ edit: (inout DiffableSnapshot<Int, String>) -> Void) {
            var snapshot = folders.source.snapshot()
            edit(&snapshot)
            if reloads {
                folders.source.applySnapshotUsingReloadData(snapshot)
            } else {
                folders.source.apply(snapshot, animatingDifferences: false)
            }
        }
        let drag = try #require(source.host.beginItemDrag(at: point(50)))
        _ = folders.host.dragOver(drag, at: point(30))
        for time in [1, 1.79] { folders.host.frame(at: time) }
        change { $0.deleteItems(["a"]) }
        for time in [1.9, 2.6] { folders.host.frame(at: time) }
        #expect(folders.opened == [])
        for time in [2.75, 3] { folders.host.frame(at: time) }
        #expect(folders.opened == ["b"])
        change { $0.deleteItems(["F1"]) }
        for time in [4, 4.7] { folders.host.frame(at: time) }
        #expect(folders.opened == ["b"])
        for time in [4.85, 6] { folders.host.frame(at: time) }
        #expect(folders.opened == ["b", "c"])
    }

    @Test func anItemUnderARestingDragOpensInTime() throws {
        let folders = Folders()
        let drag = try #require(source.host.beginItemDrag(at: point(50)))
        _ = folders.host.dragOver(drag, at: point(30))
        for time in [1, 1.5] { folders.host.frame(at: time) }
        folders.source.edit(animatingDifferences: false) {
            $0.deleteItems(["a"])
            $0.insertItems(["new"], beforeItem: "F1")
        }
        for time in [1.75, 1.85] { folders.host.frame(at: time) }
        #expect(folders.opened == ["F1"])
        folders.source.edit(animatingDifferences: false) { $0.deleteItems(["c"]) }
        for time in [3.0, 4] { folders.host.frame(at: time) }
        #expect(folders.opened == ["F1"], "once")
    }

    @Test func aDragThatRestsOverACollapsedItemExpandsIt() throws {
        let folders = Folders()
        var tree = SectionSnapshot<String>()
        tree.append(["a", "F1"])
        tree.append(["b", "c"], to: "F1")
        folders.source.apply(tree, to: 0, animatingDifferences: false)
        folders.host.frame(at: 0)
        #expect(folders.view.numberOfItems(inSection: 0) == 2)
        let drag = try #require(source.host.beginItemDrag(at: point(50)))
        _ = folders.host.dragOver(drag, at: point(30))
        for time in [1, 1.9, 2, 3.0] { folders.host.frame(at: time) }
        #expect(folders.view.numberOfItems(inSection: 0) == 4 && folders.opened == [])
        #expect(folders.host.drop(drag, at: point(30)) == .move && folders.taken == ["move b to F1"])
    }

    /// An update, a reload, a removed section, another data source, a closed window.
    @Test(arguments: 0..<5) func theListChangesWhileItIsAskedForAFolder(kind: Int) throws {
        let folders = Folders()
        let drag = try #require(folders.host.beginItemDrag(at: point(50)))
        var other: AnyObject?
        folders.whileProposing = { [folders] in
            folders.whileProposing = nil
            switch kind {
            case 0: folders.source.edit { $0.deleteItems(["F1"]) }
            case 1: folders.view.reloadData()
            case 2: folders.source.edit { $0.deleteSections([0]) }
            case 3: other = DiffableDataSource<Int, String>(collectionView: folders.view) { _, _, _ in nil }
            default: folders.view.host = nil
            }
        }
        _ = folders.host.dragOver(drag, at: point(30))
        folders.host.frame(at: 1)
        let result = folders.host.drop(drag, at: point(30))
        drag.end(result)
        folders.host.frame(at: 2)
        withExtendedLifetime(other) {}
        #expect(folders.view.reorderedItem == nil && folders.view.dropTarget == nil)
        #expect(folders.taken.allSatisfy { $0 == "move b to F1" })
        #expect(kind != 4 || folders.taken == ["move b to F1"])
    }

    @Test func blocksTakeDropsOntoTheirItems() throws {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: ListRecipe(height: 20))
        let (host, list) = (Host(view), ListDataSource(scheduler: .immediate))
        list.attach(to: view)
        var taken: [String] = []
        list.build {
            ListBlock("folders", ["x", "y"], id: \.self) { (_: CollectionViewCell, _) in }
                .onDropOnItem { drag, folder in taken.append("\(drag.items.count) to \(folder)") }
        }
        host.frame(at: 0)
        let drag = try #require(source.host.beginItemDrag(at: point(50)))
        #expect(host.dragOver(drag, at: point(30)) == .move && view.dropTarget?.isOnItem == true)
        #expect(host.drop(drag, at: point(30)) == .move && taken == ["1 to y"])
        #expect(
            host.dragOver(CollectionDrag(text: "text"), at: point(30)) == .cancel, "text is not accepted by default")
    }

    @Test func textOfOtherProgramsIsDropped() {
        let drag = CollectionDrag()
        #expect(target.host.dragOver(drag, at: point(30)) == .move && drag.source == nil)
        #expect(target.host.drop(CollectionDrag(text: "text"), at: point(30)) == .move)
        #expect(target.sections == [["text", "x", "y"]])
    }

    @Test func placesNextToItemsOfAList() throws {
        let places = Shelf([["x"], [], ["y", "z"]])
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        func place(_ y: CGFloat, x: CGFloat = 50) -> IndexPath? {
            _ = places.host.dragOver(drag, at: point(y, x: x))
            return places.view.dropTarget?.indexPath
        }
        // Headers at 0, 40 and 60, rows at 20, 80 and 100.
        #expect(place(1) == [0, 0] && place(19) == [0, 0])
        #expect(place(25) == [0, 0] && place(35) == [0, 1])
        #expect(place(41) == [1, 0] && place(59) == [1, 0])
        #expect(place(61) == [2, 0] && place(79) == [2, 0])
        #expect(place(95) == [2, 1] && place(119) == [2, 2] && place(190) == [2, 2])
        #expect(places.host.dragOver(drag, at: CGPoint(x: CGFloat.nan, y: 0)) == .cancel)
    }

    /// Where an item of another section is nearer.
    @Test func placesInAMarginAreThoseOfItsSection() throws {
        let places = Shelf([["w", "x"], ["y", "z"]], margin: 50)
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        // A header at 0, rows from 20 to 60, a margin up to 110, a header, rows from 130 on.
        for y: CGFloat in [61, 84, 96, 109] {
            _ = places.host.dragOver(drag, at: point(y))
            #expect(places.view.dropTarget?.indexPath == [0, 2], "\(y)")
        }
        _ = places.host.dragOver(drag, at: point(111))
        #expect(places.view.dropTarget?.indexPath == [1, 0])
    }

    @Test func placesInAGridAreNextToItems() throws {
        let grid = Shelf([["1", "2", "3", "4"]], columns: 2)
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        func place(_ x: CGFloat, _ y: CGFloat) -> CollectionDropTarget? {
            _ = grid.host.dragOver(drag, at: CGPoint(x: x, y: y))
            return grid.view.dropTarget
        }
        #expect(place(40, 21)?.indexPath == [0, 1] && place(60, 39)?.indexPath == [0, 1])
        #expect(place(60, 39)?.mark == CGRect(x: 49, y: 20, width: 2, height: 20))
        #expect(place(99, 59)?.indexPath == [0, 4])
        grid.view.flowDirection = .rightToLeft
        #expect(place(60, 21)?.indexPath == [0, 1] && place(99, 21)?.indexPath == [0, 0])
        #expect(place(99, 21)?.mark.midX == 100)
    }

    @Test func anEmptyListAcceptsRows() throws {
        let empty = Shelf([])
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        #expect(empty.host.dragOver(drag, at: point(30)) == .cancel)
        let taker = Taker()
        empty.list.collectionDelegate = taker
        #expect(empty.host.dragOver(drag, at: point(30)) == .copy)
        #expect(empty.host.drop(drag, at: point(30)) == .copy && taker.places == [[0, 0]])
        empty.sections = [[]]
        empty.render()
        empty.list.collectionDelegate = nil
        #expect(empty.host.drop(drag, at: point(150)) == .move && empty.sections == [["a"]])
    }

    private final class Taker: CollectionViewDelegate {
        var places: [IndexPath] = []

        func collectionView(
            _ collectionView: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
        ) -> CollectionDropOperation { .copy }

        func collectionView(
            _ collectionView: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
            operation: CollectionDropOperation
        ) -> Bool {
            places.append(indexPath)
            return true
        }
    }

    /// The user releases the key for a copy over the list from which the row comes.
    @Test func roomClosesWhenACopyBecomesAMove() throws {
        var rows: [CGFloat] {
            source.host.viewsInDrawingOrder.filter { $0.view is CollectionViewCell }.map(\.frame.minY).sorted()
        }
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        drag.isCopyRequested = true
        #expect(source.host.dragOver(drag, at: point(61)) != .cancel)
        for time in 1...4 { source.host.frame(at: Double(time)) }
        #expect(rows == [20, 40, 80, 100])
        drag.isCopyRequested = false
        #expect(source.host.dragOver(drag, at: point(61)) == .move && source.view.reorderedItem != nil)
        for time in 5...8 { source.host.frame(at: Double(time)) }
        #expect(source.host.dropPlaceholderFrame == nil)
        #expect(source.host.drop(drag, at: point(61)) == .move)
        source.host.frame(at: 9)
        #expect(rows == [20, 40, 60, 80] && source.sections[0].sorted() == ["a", "b", "c", "d"])
    }

    @Test func theListScrollsUnderRowsAtItsEnd() throws {
        let long = Shelf([(0..<100).map { "\($0)" }])
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        #expect(long.host.dragOver(drag, at: point(199)) == .move)
        long.host.frame(at: 1)
        let before = try #require(long.view.dropTarget?.indexPath)
        long.host.frame(at: 1.1)
        #expect(long.host.offset > 100)
        let after = try #require(long.view.dropTarget?.indexPath)
        // The rows above the pointer are below the header, and below the room that opened before.
        #expect(before.item == 9 && after.item == Int(((long.host.offset + 199 - 20 - 20) / 20).rounded()))
        _ = long.host.dragOver(drag, at: point(100))
        let offset = long.host.offset
        long.host.frame(at: 2)
        #expect(long.host.offset == offset)
    }

    // MARK: Programs that change the lists meanwhile

    @Test func theSourceChangesDuringTheDrag() throws {
        for item in 0..<3 { source.view.selectItem(at: IndexPath(item: item, section: 0), animated: false) }
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        source.sections = [["new", "c", "d", "a"]]
        source.render()
        #expect(drag.indexPaths == [[0, 3], [0, 1]] && drag.items.count == 3)
        source.view.reloadData()
        #expect(drag.indexPaths.isEmpty)
        source.sections = [[]]
        source.render()
        #expect(target.host.drop(drag, at: point(25)) == .move && target.sections[0].count == 5)
        drag.end(.move)
        #expect(source.ended.isEmpty && source.sections == [[]])
    }

    @Test func theSourceIsReleasedDuringTheDrag() throws {
        var released: Shelf? = Shelf([["a"]])
        let drag = try #require(released?.host.beginItemDrag(at: point(30)))
        released = nil
        #expect(drag.source == nil && drag.indexPaths.isEmpty)
        #expect(target.host.drop(drag, at: point(25)) == .move && target.sections[0] == ["a", "x", "y"])
        drag.end(.move)
    }

    @Test func theTargetChangesUnderTheRows() throws {
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        #expect(target.host.dragOver(drag, at: point(75)) == .move && target.view.dropTarget?.indexPath == [0, 2])
        target.sections = [["v", "w", "x", "y"]]
        target.render()
        // The room between two rows stays under the pointer.
        #expect(target.view.dropTarget?.indexPath == [0, 2])
        #expect(target.host.dropPlaceholderFrame == CGRect(x: 0, y: 60, width: 100, height: 20))
        // The program throws its rows away while it is called.
        target.whileDropping = { [target] in
            target.sections = [[]]
            target.render()
        }
        #expect(target.host.drop(drag, at: point(75)) == .move)
        #expect(target.sections == [[]] && target.view.numberOfItems(inSection: 0) == 0)
    }

    @Test func programsCallBackFromEachCall() throws {
        let drag = try #require(source.host.beginItemDrag(at: point(30)))
        target.whileProposing = { [target] in
            target.sections[0].append("more \(target.sections[0].count)")
            target.render()
        }
        // What the program answered is for another list.
        #expect(target.host.dragOver(drag, at: point(30)) == .cancel && target.view.dropTarget == nil)
        target.whileProposing = { [source] in
            source.sections = []
            source.render()
        }
        target.whileDropping = { [target] in
            #expect(target.host.beginItemDrag(at: point(30)) != nil)
            #expect(target.host.dragOver(drag, at: point(30)) != .cancel)
            drag.end()
        }
        #expect(target.host.drop(drag, at: point(30)) == .move)
        #expect(source.ended.isEmpty && source.view.numberOfSections == 0)
        #expect(target.sections[0].first == "a")
        // The next drag ends the one before.
        target.whileDropping = nil
        target.whileProposing = nil
        #expect(target.host.beginItemDrag(at: point(30)) != nil)
        #expect(target.ended == ["cancel x"])
    }
}
