import AppKit
import ListEngineAppKit
import Testing

/// A delegate with menus, swipe actions and dragged items.
@MainActor
private final class Program: CollectionViewDelegate {
    weak var source: DiffableDataSource<Int, Int>?
    var log: [String] = []
    var canDrag = false
    var folders: Set<Int> = []

    private func item(_ path: IndexPath) -> Int { source?.itemIdentifier(for: path) ?? -1 }

    func collectionView(
        _ list: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        let id = item(indexPath)
        return CollectionContextMenu(
            ItemMenu([
                .action(ItemMenu.Action("Pin", isChecked: true) { [weak self] in self?.log.append("pin \(id)") }),
                .action(ItemMenu.Action("Locked", isEnabled: false) { [weak self] in self?.log.append("locked") }),
                .submenu(
                    "Move to", [.action(ItemMenu.Action("Work") { [weak self] in self?.log.append("work \(id)") })]),
                .section(
                    "Danger",
                    elements: [
                        .action(
                            ItemMenu.Action("Delete", isDestructive: true) { [weak self] in
                                self?.source?.edit { $0.deleteItems([id]) }
                            })
                    ]),
            ]))
    }

    func collectionView(
        _ list: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) { log.append("closed") }

    func collectionView(
        _ list: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        CollectionSwipeActions([
            CollectionSwipeAction(title: "Archive") { [weak self] _, path, completion in
                guard let self else { return }
                let id = item(path)
                log.append("archive \(id)")
                source?.edit { $0.deleteItems([id]) }
                completion(true)
            }
        ])
    }

    func collectionView(_ list: CollectionView, dragItemForItemAt indexPath: IndexPath) -> CollectionDragItem? {
        canDrag ? CollectionDragItem(payload: item(indexPath), text: "Row \(item(indexPath))") : nil
    }

    func collectionView(
        _ list: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) {
        log.append("ended \(operation)")
        guard operation == .move else { return }
        let gone = drag.indexPaths.map { item($0) }
        source?.edit { $0.deleteItems(gone) }
    }

    func collectionView(
        _ list: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation { .move }

    func collectionView(
        _ list: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        log.append("\(operation) at \(indexPath.item): \(content(drag))")
        return true
    }

    func collectionView(
        _ list: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation { folders.contains(item(indexPath)) ? .move : .cancel }

    func collectionView(
        _ list: CollectionView, performDropOf drag: CollectionDrag, ontoItemAt indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        log.append("onto \(item(indexPath)): \(content(drag))")
        return true
    }

    private func content(_ drag: CollectionDrag) -> String {
        (drag.items.map { "\($0.payload)" } + [drag.text].compactMap(\.self) + drag.files.map(\.absoluteString)
            + drag.data.map { "\($0.key) \($0.value)" }).joined(separator: " ")
    }
}

/// Rows of 50 points in a window of 320 by 480 points. Points are from the upper left corner.
@MainActor
private final class MacScreen {
    let window = NSWindow()
    let list: CollectionView
    let host: AppKitHost
    let source: DiffableDataSource<Int, Int>
    let program = Program()
    let mouse: Mouse
    var content: (Int) -> ItemContent = { ItemContent("Row \($0)") }
    private var frames: [NSView] = []

    init(_ count: Int = 100, layout: (any CollectionViewLayoutRecipe)? = nil, width: CGFloat = 320) {
        list = CollectionView(
            frame: CGRect(x: 0, y: 0, width: width, height: 480),
            collectionViewLayout: layout
                ?? CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        host = AppKitHost(list)
        let root = NSView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        root.addSubview(host.view)
        window.contentView = root
        mouse = Mouse(in: window)
        weak var screen: MacScreen?
        source = DiffableDataSource(collectionView: list) { list, path, id in
            list.contentCell(screen?.content(id) ?? ItemContent(), for: path)
        }
        screen = self
        program.source = source
        list.delegate = program
        source.edit { snapshot in
            snapshot.appendSections([0])
            snapshot.appendItems(Array(0..<count))
        }
        layOut()
    }

    func layOut() { window.contentView?.layoutSubtreeIfNeeded() }

    var order: [Int] { source.snapshot().itemIdentifiers }
    var offset: CGFloat { host.view.documentVisibleRect.minY }

    func cell(_ item: Int) -> NSView? {
        source.indexPath(for: item).flatMap { list.cellForItem(at: $0)?.hostView as? NSView }
    }

    /// From the upper left corner of the window.
    func frame(of view: NSView?) -> CGRect? {
        view.map { $0.convert($0.bounds, to: nil) }.map {
            CGRect(x: $0.minX, y: 480 - $0.maxY, width: $0.width, height: $0.height)
        }
    }
    func frame(_ item: Int) -> CGRect? { frame(of: cell(item)) }

    func part<Part: NSView>(_ type: Part.Type, of item: Int) -> Part? {
        cell(item)?.subviews.lazy.compactMap { $0 as? Part }.first { !$0.isHidden }
    }

    func click(_ view: NSView?) {
        if let frame = frame(of: view) { mouse.click(at: CGPoint(x: frame.midX, y: frame.midY)) }
    }

    /// The frames that follow, for some seconds.
    func frames(for seconds: TimeInterval = 3) {
        for _ in 0..<Int(seconds * 60) {
            currentMediaTime += 1.0 / 60
            // The timers of all hosts in the window.
            for view in window.contentView?.subviews ?? [] { (view as? NSScrollView)?.documentView?.needsLayout = true }
            layOut()
        }
        NSAnimationContext.finishAnimations()
        layOut()
    }

    func permitReordering() { source.reorderingHandlers.canReorderItem = { _ in true } }

    /// Each row is in its place and shows its item.
    func check() {
        for cell in list.visibleCells {
            guard let view = cell.hostView as? NSView, let path = list.indexPath(for: cell) else { continue }
            let place = frame(of: view)
            #expect(abs((place?.minY ?? -1) - (CGFloat(path.item) * 50 - offset)) <= 0.5 && place?.minX == 0)
            let id = source.itemIdentifier(for: path)
            #expect(view.subviews.contains { ($0 as? NSTextField)?.stringValue == id.map { "Row \($0)" } })
            #expect(view.alphaValue == 1 && !view.isHidden)
        }
    }
}

@MainActor
@Suite struct AppKitHostTests {
    private let middle = { (row: Int) in CGPoint(x: 100, y: 50 * CGFloat(row) + 25) }

    @Test func rowsAreWhereTheLayoutSays() {
        let screen = MacScreen(1_000_000)
        #expect(screen.host.view.documentView?.frame.size == CGSize(width: 320, height: 50_000_000))
        #expect(screen.frame(3) == CGRect(x: 0, y: 150, width: 320, height: 50))
        screen.host.view.contentView.scroll(to: CGPoint(x: 0, y: 30_000_010))
        screen.layOut()
        #expect(screen.list.contentOffset.y == 30_000_010)
        #expect(screen.frame(600_001) == CGRect(x: 0, y: 40, width: 320, height: 50))
        // The coordinates of the views are small numbers.
        #expect(abs(screen.cell(600_001)?.frame.minY ?? .infinity) < 100_000)
        screen.check()
        screen.list.scrollToItem(at: [0, 10], at: .start, animated: false)
        screen.layOut()
        #expect(screen.offset == 500)
        screen.list.scrollToItem(at: [0, 100], at: .start, animated: true)
        screen.frames()
        #expect(screen.offset == 5_000 && screen.list.contentOffset.y == 5_000)
    }

    @Test func updatesKeepThePlaceAndAreAnimated() {
        let screen = MacScreen()
        screen.host.view.contentView.scroll(to: CGPoint(x: 0, y: 1_000))
        screen.layOut()
        screen.source.edit { $0.insertItems(Array(500..<510), beforeItem: 0) }
        screen.layOut()
        NSAnimationContext.finishAnimations()
        screen.layOut()
        #expect(screen.offset == 1_500 && screen.frame(20)?.minY == 0)
        screen.check()
    }

    @Test func aWheelScrollsTheList() {
        let screen = MacScreen()
        screen.mouse.scroll(at: middle(2), by: CGPoint(x: 0, y: -120), .began)
        screen.mouse.scroll(at: middle(2), by: CGPoint(x: 3, y: -80))
        screen.mouse.scroll(at: middle(2), by: .zero, .ended)
        #expect(screen.offset == 200 && screen.list.contentOffset.y == 200 && screen.frame(4)?.minY == 0)
    }

    // MARK: Clicks and keys

    @Test func clicksSelectWithShiftAndCommand() {
        let screen = MacScreen()
        screen.list.allowsMultipleSelection = true
        var selected: [Int] { screen.list.indexPathsForSelectedItems.map(\.item).sorted() }
        screen.mouse.click(at: middle(2))
        #expect(selected == [2])
        screen.mouse.modifiers = .shift
        screen.mouse.click(at: middle(5))
        #expect(selected == [2, 3, 4, 5])
        screen.mouse.modifiers = .command
        screen.mouse.click(at: middle(3))
        #expect(selected == [2, 4, 5])
        screen.mouse.modifiers = []
        screen.mouse.key(.downArrow)
        #expect(selected.count == 1 && screen.list.focusedIndexPath == screen.list.indexPathsForSelectedItems.first)
        screen.mouse.modifiers = .command
        screen.mouse.key(nil, "a")
        #expect(selected.count == 100)
    }

    @Test func optionAndAnArrowMoveAnItem() {
        let screen = MacScreen()
        screen.permitReordering()
        screen.mouse.click(at: middle(1))
        screen.mouse.modifiers = .option
        screen.mouse.key(.downArrow)
        #expect(screen.order.prefix(4) == [0, 2, 1, 3])
    }

    @Test func aSwitchChangesTheData() throws {
        let screen = MacScreen(2)
        var isOn = [false, false]
        screen.content = { item in ItemContent("Row \(item)", accessories: [.toggle(isOn[item]) { isOn[item] = $0 }]) }
        screen.source.edit { $0.reconfigureItems([0, 1]) }
        screen.layOut()
        let control = try #require(screen.part(NSSwitch.self, of: 1))
        #expect(screen.frame(of: control)?.maxX == 304)
        screen.click(control)
        #expect(isOn == [false, true] && screen.list.indexPathsForSelectedItems.isEmpty)
    }

    @Test func theExpanderShowsTheChildren() throws {
        let screen = MacScreen(0)
        screen.content = { ItemContent("Row \($0)", accessories: [.outline]) }
        var tree = SectionSnapshot<Int>()
        tree.append([1, 2])
        tree.append([11, 12], to: 1)
        screen.source.apply(tree, to: 0)
        screen.layOut()
        screen.click(screen.part(NSButton.self, of: 1))
        screen.frames(for: 1)
        #expect(screen.frame(11)?.minY == 50 && screen.frame(2)?.minY == 150)
        #expect(screen.part(NSButton.self, of: 1)?.image?.name == "chevron.down")
    }

    // MARK: Menus

    @Test func aMenuIsOpenedAndItsActionChangesTheData() throws {
        let screen = MacScreen()
        screen.host.view.contentView.scroll(to: CGPoint(x: 0, y: 1_000))
        screen.layOut()
        let menu = try #require(screen.mouse.menu(at: middle(2)))
        #expect(screen.list.indexPathsForContextMenu == [[0, 22]])
        #expect(
            menu.items.map { $0.isSeparatorItem ? "-" : $0.title } == [
                "Pin", "Locked", "Move to", "-", "Danger", "Delete",
            ])
        #expect(menu.items[0].state == .on)
        menu.choose(menu.items[0])
        menu.choose(menu.items[1])
        let submenu = try #require(menu.items[2].submenu)
        submenu.choose(submenu.items[0])
        menu.choose(menu.items[4])
        menu.choose(menu.items[5])
        menu.delegate?.menuDidClose(menu)
        #expect(screen.program.log == ["pin 22", "work 22", "closed"])
        #expect(!screen.order.contains(22))
    }

    // MARK: Swipes

    @Test func aGestureOnATouchpadSwipesARowAside() throws {
        let screen = MacScreen()
        screen.mouse.scroll(at: middle(2), by: CGPoint(x: -30, y: 2), .began)
        screen.mouse.scroll(at: middle(2), by: CGPoint(x: -30, y: 30))
        #expect(screen.offset == 0 && screen.frame(2)?.minX == -60)
        screen.mouse.scroll(at: middle(2), by: CGPoint(x: -40, y: 0))
        screen.mouse.scroll(at: middle(2), by: .zero, .ended)
        screen.frames()
        #expect(screen.frame(2)?.minX == -102, "70 points of text and 32 around it")
        let open = screen.cell(2)?.superview?.subviews.first { $0 is SwipedRowView }
        let buttons = open?.subviews.compactMap { $0 as? NSButton } ?? []
        #expect(buttons.map(\.title) == ["Archive"])
        #expect(screen.frame(of: buttons.first)?.minX == 218)
        screen.click(buttons.first)
        screen.frames()
        #expect(screen.program.log == ["archive 2"] && screen.frame(3)?.minY == 100 && screen.list.swipe == nil)
    }

    // MARK: Drags

    @Test func anItemIsReordered() {
        let screen = MacScreen()
        screen.permitReordering()
        screen.mouse.press(at: middle(2))
        screen.mouse.move(to: CGPoint(x: 100, y: 127))
        #expect(screen.list.reorderedItem == nil, "a shaky click is no drag")
        screen.mouse.move(to: CGPoint(x: 100, y: 160))
        screen.mouse.move(to: middle(5))
        #expect(screen.frame(2)?.midY == 275 && screen.frame(3)?.minY == 100 && screen.order[2] == 2)
        screen.mouse.release()
        screen.frames()
        #expect(screen.order.prefix(7) == [0, 1, 3, 4, 5, 2, 6] && screen.list.indexPathsForSelectedItems.isEmpty)
        screen.check()
    }

    @Test func escapeEndsAReordering() {
        let screen = MacScreen()
        screen.permitReordering()
        screen.mouse.press(at: middle(2))
        screen.mouse.move(to: middle(5))
        screen.mouse.key(nil, "\u{1B}")
        screen.mouse.release()
        screen.frames()
        #expect(screen.order == Array(0..<100) && screen.list.reorderedItem == nil)
        screen.check()
    }

    /// After the list has left its window, the mouse has no effect until it is pressed again.
    @Test(arguments: [false, true], [false, true]) func aDragEndsWithTheWindow(isPressed: Bool, hasOther: Bool) {
        let screen = MacScreen()
        screen.permitReordering()
        screen.mouse.press(at: middle(2))
        if !isPressed { screen.mouse.move(to: middle(5)) }
        #expect((screen.list.reorderedItem != nil) != isPressed)
        let root = screen.window.contentView
        let other = NSWindow()
        other.contentView = NSView(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        if hasOther { other.contentView?.addSubview(screen.host.view) } else { screen.host.view.removeFromSuperview() }
        #expect(screen.list.reorderedItem == nil && screen.list.visibleCells.allSatisfy { !$0.isHighlighted })
        root?.addSubview(screen.host.view)
        screen.mouse.move(to: middle(7))
        screen.mouse.release()
        screen.frames()
        #expect(screen.order == Array(0..<100) && screen.list.indexPathsForSelectedItems.isEmpty)
        screen.mouse.click(at: middle(1))
        #expect(screen.list.indexPathsForSelectedItems == [IndexPath(item: 1, section: 0)])
        screen.check()
    }

    @Test func theListScrollsUnderAnItemAtItsEnd() {
        let screen = MacScreen()
        screen.permitReordering()
        screen.mouse.press(at: middle(2))
        screen.mouse.move(to: CGPoint(x: 100, y: 470))
        screen.frames(for: 1)
        #expect(screen.offset > 300 && screen.offset == screen.list.contentOffset.y && screen.frame(2)?.midY == 470)
        screen.mouse.release()
        #expect(screen.order[2] != 2)
    }

    @Test(arguments: [false, true]) func anItemIsDraggedToAnotherList(copies: Bool) throws {
        let (first, second) = (MacScreen(100, width: 160), MacScreen(5, width: 160))
        first.program.canDrag = true
        second.host.view.frame.origin.x = 160
        first.window.contentView?.addSubview(second.host.view)
        first.layOut()
        if copies { first.mouse.modifiers = .option }
        first.mouse.press(at: middle(2))
        first.mouse.move(to: CGPoint(x: 110, y: 130))
        first.mouse.move(to: CGPoint(x: 240, y: 95))
        #expect(first.mouse.operation == (copies ? .copy : .move))
        let mark = try #require(second.cell(0)?.superview?.subviews.last)
        #expect(first.frame(of: mark) == CGRect(x: 160, y: 99, width: 160, height: 2))
        first.mouse.release()
        first.frames(for: 1)
        #expect(second.program.log == ["\(copies ? "copy" : "move") at 2: 2 Row 2"])
        #expect(first.program.log == ["ended \(copies ? "copy" : "move")"] && first.order.contains(2) == copies)
        #expect(mark.superview == nil)
    }

    @Test func anItemIsDroppedOntoAFolderOrNowhere() {
        let screen = MacScreen()
        (screen.program.canDrag, screen.program.folders) = (true, [4])
        screen.mouse.press(at: middle(1))
        screen.mouse.move(to: middle(4))
        screen.mouse.release()
        #expect(screen.program.log == ["onto 4: 1 Row 1", "ended cancel"])
        screen.mouse.press(at: middle(1))
        screen.mouse.move(to: middle(6))
        screen.mouse.cancel()
        #expect(screen.program.log.suffix(1) == ["ended cancel"] && screen.list.dropTarget == nil)
    }

    @Test func contentOfOtherProgramsIsDropped() {
        let screen = MacScreen(3)
        let (text, file, picture) = (NSPasteboardItem(), NSPasteboardItem(), NSPasteboardItem())
        text.setString("hello", forType: .string)
        file.setString("file:///tmp/a.txt", forType: .fileURL)
        picture.setData(Data([7, 8]), forType: .init("public.png"))
        for item in [text, file] {
            screen.mouse.drag([item], to: CGPoint(x: 100, y: 60))
            #expect(screen.mouse.operation == .copy)
            screen.mouse.release()
        }
        screen.mouse.drag([picture], to: CGPoint(x: 100, y: 60))
        #expect(screen.mouse.operation == [])
        screen.mouse.release()
        screen.list.acceptedMediaTypes = ["image/png"]
        screen.frames(for: 0.1)
        screen.mouse.drag([picture], to: CGPoint(x: 100, y: 60))
        screen.mouse.release()
        #expect(
            screen.program.log
                == ["move at 1: hello", "move at 1: file:///tmp/a.txt", "move at 1: image/png [7, 8]"])
    }

    @Test func aRectangleSelects() {
        let screen = MacScreen(3)
        screen.list.allowsMultipleSelection = true
        screen.mouse.press(at: CGPoint(x: 300, y: 400))
        screen.mouse.move(to: CGPoint(x: 200, y: 300))
        screen.mouse.move(to: CGPoint(x: 50, y: 60))
        #expect(screen.list.indexPathsForSelectedItems.map(\.item).sorted() == [1, 2])
        #expect(
            screen.frame(of: screen.cell(0)?.superview?.subviews.last) == CGRect(x: 50, y: 60, width: 250, height: 340))
        screen.mouse.release()
        #expect(screen.host.bandSelectionFrame == nil && screen.list.indexPathsForSelectedItems.count == 2)
    }

    @Test func theHandleReordersWhileTheListIsEdited() throws {
        let screen = MacScreen()
        screen.permitReordering()
        screen.content = { ItemContent("Row \($0)", accessories: [.selection, .reorder]) }
        screen.source.edit { $0.reconfigureItems($0.itemIdentifiers) }
        (screen.list.isEditing, screen.list.allowsMultipleSelectionDuringEditing) = (true, true)
        screen.layOut()
        let handle = try #require(
            screen.frame(
                of: screen.cell(1)?.subviews.first { ($0 as? NSImageView)?.image?.name == "line.3.horizontal" }))
        screen.mouse.press(at: CGPoint(x: handle.midX, y: handle.midY))
        screen.mouse.move(to: CGPoint(x: handle.midX, y: handle.midY + 100))
        screen.mouse.release()
        screen.frames(for: 1)
        #expect(screen.order.prefix(4) == [0, 2, 3, 1])
    }

    // MARK: Columns

    @Test func columnsAreResizedMovedAndSorted() throws {
        let window = NSWindow()
        let list = CollectionView(size: CGSize(width: 320, height: 480))
        let host = AppKitHost(list)
        window.contentView = host.view
        let data = ListDataSource(in: list)
        let table = ListTable<Int> {
            ListColumn("Number", width: .points(80)) { (number: Int) in ItemContent("\(number)") }
            ListColumn("Square", width: .points(90)) { (number: Int) in ItemContent("\(number * number)") }
        }
        var orders: [[ColumnSort]] = []
        list.sortHandler = { orders.append($0) }
        list.showsColumnTitlesAboveSections = true
        data.build(animatingDifferences: false) {
            ListBlock("numbers", Array(0..<100), id: \.self).columns(of: table)
        }
        window.contentView?.layoutSubtreeIfNeeded()
        let mouse = Mouse(in: window)
        mouse.press(at: CGPoint(x: 82, y: 20))
        mouse.move(to: CGPoint(x: 112, y: 25))
        mouse.release()
        #expect(list.columns?.width(of: "Number") == 110 && orders.isEmpty)
        mouse.click(at: CGPoint(x: 50, y: 20))
        #expect(orders == [[ColumnSort("Number")]])
        mouse.press(at: CGPoint(x: 50, y: 20))
        mouse.move(to: CGPoint(x: 190, y: 20))
        mouse.release()
        #expect(list.visibleColumns == ["Square", "Number"] && orders.count == 1)
    }

    // MARK: Accessibility

    @Test func elementsAreDescribedInReadingOrder() throws {
        let screen = MacScreen(20)
        screen.host.view.contentView.scroll(to: CGPoint(x: 0, y: 200))
        screen.layOut()
        screen.host.view.contentView.scroll(to: CGPoint(x: 0, y: 25))
        screen.layOut()
        let views = try #require(screen.host.view.documentView?.accessibilityChildren() as? [NSView])
        #expect(
            views.first?.described.label == "Row 0"
                && views.map(\.described.label) == (0..<views.count).map { "Row \($0)" })
        screen.mouse.click(at: CGPoint(x: 100, y: 60))
        screen.layOut()
        #expect(views[1].described.isSelected && views[1].described.role == .cell && views[1].described.isElement)
        let archive = try #require(views[2].described.actions?.first { $0.name == "Archive" })
        #expect(archive.handler() && screen.program.log == ["archive 2"])
    }

    // MARK: Random gestures

    /// Clicks, drags, swipes and keys, while the data changes. At rest, each row is in its place and shows its item.
    @Test(arguments: 0..<20)
    func gesturesAreInterruptedByUpdates(seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let screen = MacScreen(40)
        (screen.program.canDrag, screen.program.folders) = (seed % 2 == 0, [3, 7])
        screen.source.reorderingHandlers.canReorderItem = { $0 % 5 != 0 }
        screen.list.allowsMultipleSelection = true
        var (isPressed, next) = (false, 10_000)
        func point() -> CGPoint {
            CGPoint(x: .random(in: 0..<320, using: &random), y: .random(in: 0..<480, using: &random))
        }
        for _ in 0..<120 {
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                if isPressed { screen.mouse.release() } else { screen.mouse.press(at: point()) }
                isPressed.toggle()
            case 2, 3: if isPressed { screen.mouse.move(to: point()) }
            case 4:
                guard screen.order.count > 5, let gone = screen.order.randomElement(using: &random) else { continue }
                screen.source.edit { $0.deleteItems([gone]) }
            case 5:
                if let place = screen.order.randomElement(using: &random) {
                    screen.source.edit { [next] in $0.insertItems([next], beforeItem: place) }
                }
                next += 1
            case 6:
                let way = CGFloat.random(in: -90...90, using: &random).rounded()
                let distance = Bool.random(using: &random) ? CGPoint(x: way, y: 0) : CGPoint(x: 0, y: way)
                screen.mouse.scroll(at: point(), by: distance, .began)
                screen.mouse.scroll(at: point(), by: distance)
                screen.mouse.scroll(at: point(), by: .zero, .ended)
            case 7: screen.mouse.key([.downArrow, .upArrow, .pageDown].randomElement(using: &random))
            case 8: if isPressed { screen.mouse.cancel() }
            default: screen.frames(for: 0.1)
            }
            screen.layOut()
        }
        if isPressed { screen.mouse.release() }
        screen.list.closeSwipe()
        screen.frames()
        #expect(screen.list.reorderedItem == nil && screen.list.swipe == nil && screen.list.dropTarget == nil)
        #expect(Set(screen.order).count == screen.order.count)
        screen.check()
    }
}
