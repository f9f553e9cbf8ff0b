import AppKit
import ListEngineAppKit
import Testing

/// How the mouse uses a list: how far it moves, what it drags, and the marks on the way.
@MainActor
@Suite struct MouseTests {
    private func rows(_ count: Int = 20, canDrag: Bool = false) -> (Stage, Dragged) {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        let program = Dragged()
        program.canDrag = canDrag
        stage.show((0..<count).map { ItemContent("Row \($0)") })
        stage.list.delegate = program
        return (stage, program)
    }

    private func view(_ item: Int, _ stage: Stage) -> NSView? {
        stage.list.cellForItem(at: [0, item])?.hostView as? NSView
    }

    /// One frame is enough for a new offset of the scroll view.
    @Test func takingAnOffsetRequestsNoFrame() {
        let (stage, _) = rows()
        stage.frames()
        stage.host.view.contentView.scroll(to: CGPoint(x: 0, y: 120))
        stage.window.contentView?.layoutSubtreeIfNeeded()
        #expect(stage.list.contentOffset.y == 120 && stage.host.view.documentView?.needsLayout == false)
    }

    /// From the upper left corner of the window.
    private func onScreen(_ view: NSView?) -> CGRect? {
        guard let view else { return nil }
        let frame = view.convert(view.bounds, to: nil)
        return CGRect(x: frame.minX, y: 480 - frame.maxY, width: frame.width, height: frame.height)
    }

    /// Far along the list, views and marks are in their places.
    @Test func aListFarAlong() throws {
        let (stage, program) = rows(20_000, canDrag: true)
        stage.scroll(to: 500_000)
        let row = try #require(view(10_001, stage))
        #expect(onScreen(row) == CGRect(x: 0, y: 50, width: 320, height: 50))
        stage.mouse.press(at: CGPoint(x: 100, y: 25))
        stage.mouse.move(to: CGPoint(x: 100, y: 148))
        stage.layOut()
        let mark = try #require(onScreen(row.superview?.subviews.last))
        #expect(mark == CGRect(x: 0, y: 149, width: 320, height: 2))
        stage.mouse.cancel()
        #expect(program.log == ["ended cancel"])
    }

    @Test func aHorizontalListFarAlong() {
        let flow = CollectionViewFlowLayout()
        flow.scrollDirection = .horizontal
        flow.itemSize = CGSize(width: 500, height: 480)
        flow.minimumLineSpacing = 0
        let stage = Stage(flow)
        stage.show((0..<5_000).map { ItemContent("Row \($0)") })
        stage.host.view.contentView.scroll(to: CGPoint(x: 1_000_000, y: 0))
        stage.layOut()
        #expect(onScreen(view(2_000, stage)) == CGRect(x: 0, y: 0, width: 500, height: 480))
    }

    /// A click that shakes is a click.
    @Test(arguments: [CGPoint(x: 2, y: 1), CGPoint(x: -1, y: -2), CGPoint(x: 2, y: 2), CGPoint(x: 0, y: -4)])
    func aPressBecomesADragAfterFourPoints(distance: CGPoint) {
        let (stage, _) = rows()
        stage.source?.reorderingHandlers.canReorderItem = { _ in true }
        let isDrag = abs(distance.x) + abs(distance.y) >= 4
        stage.mouse.press(at: CGPoint(x: 100, y: 125))
        stage.mouse.move(to: CGPoint(x: 100 + distance.x, y: 125 + distance.y))
        #expect((stage.list.reorderedItem != nil) == isDrag)
        stage.mouse.release()
        stage.frames()
        #expect(stage.list.indexPathsForSelectedItems == (isDrag ? [] : [[0, 2]]))
    }

    @Test(arguments: [4.5, 5.5]) func anEdgeIsResizedNearIt(distance: CGFloat) {
        let stage = Stage(isBuilt: true)
        let data = ListDataSource(in: stage.list)
        let table = ListTable<Int> {
            ListColumn("Number", width: .points(100)) { (number: Int) in ItemContent("\(number)") }
            ListColumn("Square", width: .points(150)) { (number: Int) in ItemContent("\(number * number)") }
        }
        stage.list.showsColumnTitlesAboveSections = true
        var sorted = 0
        stage.list.sortHandler = { _ in sorted += 1 }
        data.build(animatingDifferences: false) {
            ListBlock("numbers", Array(0..<100), id: \.self).columns(of: table)
        }
        stage.layOut()
        let edge = stage.list.columns?.width(of: "Number") ?? 0
        let point = CGPoint(x: edge - distance, y: 10)
        stage.mouse.press(at: point)
        stage.mouse.move(to: CGPoint(x: point.x + 30, y: 10))
        #expect((stage.list.columns?.width(of: "Number") != 100) == (distance < 5))
        stage.mouse.release()
        stage.mouse.click(at: CGPoint(x: edge + (distance < 5 ? 30 : 0) - distance, y: 10))
        #expect((sorted > 0) == (distance > 5), "the edge is no part of the title")
        if distance < 5 {
            stage.mouse.click(at: CGPoint(x: edge + 30, y: 10), clicks: 2)
            #expect(stage.list.columns?.width(of: "Number") != 130)
        }
    }

    @Test func aDoubleClickOpens() {
        let (stage, program) = rows()
        stage.mouse.click(at: CGPoint(x: 100, y: 125))
        #expect(program.log.isEmpty)
        stage.mouse.click(at: CGPoint(x: 100, y: 125), clicks: 2)
        #expect(program.log == ["open 2"])
    }

    // MARK: Drags

    /// Other programs get the content of each item, and its picture has a place.
    @Test func draggedItemsHaveTheirContentAndTheirPlaces() throws {
        let (stage, program) = rows(canDrag: true)
        stage.list.allowsMultipleSelection = true
        stage.scroll(to: 100)
        for item in [3, 5, 19] { stage.list.selectItem(at: [0, item], animated: false) }
        stage.mouse.press(at: CGPoint(x: 100, y: 75))
        stage.mouse.move(to: CGPoint(x: 100, y: 95))
        let items = stage.mouse.dragged
        let contents = items.compactMap { $0.writer as? NSPasteboardItem }
        #expect(contents.map { $0.string(forType: .string) } == ["Row 3", "Row 5", "Row 19"])
        #expect(
            contents.first?.types.map(\.rawValue) == [
                "list-engine.item", "public.file-url", "public.png", "public.utf8-plain-text",
            ])
        #expect(contents.map { $0.string(forType: .fileURL) } == ["file:///tmp/3", nil, nil])
        #expect(contents[1].string(forType: .URL) == "https://example.org/5")
        #expect(contents[1].string(forType: .init("list-engine.item")) == "")
        #expect(contents.map { $0.data(forType: .init("public.png"))?.first } == [3, 5, 19])
        // The frames are those in the document; one item is not on the screen.
        #expect(
            items.map(\.draggingFrame) == [
                CGRect(x: 0, y: 150, width: 320, height: 50), CGRect(x: 0, y: 250, width: 320, height: 50), .zero,
            ])
        stage.mouse.cancel()
        #expect(program.log == ["ended cancel"])
    }

    /// Between two rows, and over one.
    @Test func theMarkSaysWhereItemsWouldBeDropped() throws {
        let (stage, program) = rows(canDrag: true)
        program.folders = [4]
        stage.scroll(to: 50)
        stage.mouse.press(at: CGPoint(x: 100, y: 25))
        stage.mouse.move(to: CGPoint(x: 100, y: 148))
        stage.layOut()
        stage.check("mark-between")
        stage.mouse.move(to: CGPoint(x: 100, y: 175))
        #expect(stage.list.dropTarget?.isOnItem == true)
        stage.layOut()
        stage.check("mark-over")
        program.operation = .cancel
        stage.mouse.move(to: CGPoint(x: 100, y: 300))
        #expect(stage.mouse.operation == [])
        program.operation = .copy
        stage.mouse.move(to: CGPoint(x: 100, y: 301))
        #expect(stage.mouse.operation == .copy)
        stage.mouse.release()
        stage.frames(10)
        // The list has taken the item itself.
        #expect(program.log.suffix(2) == ["copy at 7", "ended cancel"])
        stage.check("mark-gone")
    }

    @Test func aRectangleIsDrawn() {
        let (stage, _) = rows(3)
        stage.list.allowsMultipleSelection = true
        stage.mouse.press(at: CGPoint(x: 300, y: 400))
        stage.mouse.move(to: CGPoint(x: 100, y: 120))
        stage.check("band")
        stage.mouse.release()
        #expect(stage.list.indexPathsForSelectedItems.map(\.item) == [2])
    }

    @Test func aRectangleIsDrawnInAScrolledList() {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 320, height: 50)
        flow.minimumLineSpacing = 0
        flow.sectionInset = SectionInsets(top: 0, left: 0, bottom: 300, right: 0)
        let stage = Stage(flow)
        stage.show((0..<10).map { ItemContent("Row \($0)") })
        stage.list.allowsMultipleSelection = true
        stage.scroll(to: 320)
        stage.mouse.press(at: CGPoint(x: 300, y: 400))
        stage.mouse.move(to: CGPoint(x: 100, y: 120))
        stage.layOut()
        let band = CGRect(x: 100, y: 120, width: 200, height: 280)
        #expect(stage.host.bandSelectionFrame == band)
        #expect(view(9, stage)?.superview?.subviews.last?.frame == band.offsetBy(dx: 0, dy: 320))
        stage.mouse.release()
    }

    /// The mouse finds views by their order: the fields of a table are in front of their rows, and titles in front of fields.
    @Test(arguments: [false, true]) func fieldsAreInFrontOfTheirRows(titlesAreAboveSections: Bool) throws {
        let stage = Stage(isBuilt: true)
        stage.list.showsColumnTitlesAboveSections = titlesAreAboveSections
        let data = ListDataSource(in: stage.list)
        let table = ListTable<Int> {
            ListColumn("Number", width: .points(100)) { (number: Int) in ItemContent("\(number)") }
        }
        data.build(animatingDifferences: false) {
            ListBlock("numbers", Array(0..<100), id: \.self).columns(of: table)
        }
        stage.layOut()
        for offset: CGFloat in [0, 30, 70, 300, 150, 2_000, 0] {
            stage.scroll(to: offset)
            func views(_ isWanted: (CollectionReusableView) -> Bool) -> [NSView] {
                stage.list.visibleViews.filter(isWanted).compactMap { $0.hostView as? NSView }
            }
            let rows = views { $0 is TableCell }
            let order = try #require(rows.first?.superview).subviews
            let fields = order.indices.filter { !order[$0].isHidden && order[$0].frame.width == 100 }
            let lastRow = try #require(rows.compactMap { order.firstIndex(of: $0) }.max())
            let title = try #require(views { $0 is TableHeaderView }.first.flatMap { order.firstIndex(of: $0) })
            #expect(fields.count == rows.count + 1, "at \(offset)")
            #expect(fields.allSatisfy { $0 > lastRow } && fields.filter { $0 > title }.count == 1, "at \(offset)")
        }
    }

    @Test func theMouseReportsModifiersAndItsKind() {
        let touches = Touches()
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        let data = ListDataSource(in: stage.list)
        data.build(animatingDifferences: false) {
            ListBlock("rows", [0, 1, 2], id: \.self) { (cell: TouchedCell, _) in cell.touches = touches }.height(50)
        }
        stage.layOut()
        stage.mouse.modifiers = [.shift, .command]
        stage.mouse.click(at: CGPoint(x: 100, y: 75), clicks: 2)
        #expect(touches.all.count == 2)
        for touch in touches.all {
            #expect(touch.pointer == .mouse && touch.clickCount == 2 && touch.modifiers == [.extend, .toggle])
            #expect(touch.location == CGPoint(x: 100, y: 75))
        }
        #expect(touches.all.map(\.phase) == [.began, .ended])
        stage.mouse.press(at: CGPoint(x: 100, y: 75))
        stage.mouse.move(to: CGPoint(x: 100, y: 95))
        #expect(touches.all.last?.phase == .cancelled && touches.all.last?.pointer == .mouse)
        #expect(touches.all.last?.location == CGPoint(x: 100, y: 75))
        stage.mouse.release()
        #expect(touches.all.count == 4)
    }

    /// A press ends a movement, and a section is moved by its header.
    @Test func aPressEndsAMovement() {
        let (stage, _) = rows(1_000)
        stage.list.scrollToItem(at: [0, 900], at: .start, animated: true)
        stage.frames(5)
        stage.mouse.press(at: CGPoint(x: 100, y: 75))
        let offset = stage.list.contentOffset.y
        stage.frames(30)
        #expect(offset > 0 && stage.list.contentOffset.y == offset)
        stage.mouse.release()
    }

    /// A modal window that opens in the middle of a drag can take the release.
    @Test func aPressEndsADragWithoutARelease() {
        let (stage, _) = rows()
        stage.source?.reorderingHandlers.canReorderItem = { _ in true }
        stage.mouse.press(at: CGPoint(x: 100, y: 125))
        stage.mouse.move(to: CGPoint(x: 100, y: 225))
        #expect(stage.list.reorderedItem != nil)
        stage.mouse.press(at: CGPoint(x: 100, y: 25))
        #expect(stage.list.reorderedItem == nil)
        stage.mouse.release()
        stage.frames()
        #expect(stage.list.indexPathsForSelectedItems == [[0, 0]])
        #expect(stage.source?.snapshot().itemIdentifiers == Array(0..<20))
    }

    @Test func escapeIsNotUsedAfterADrag() {
        let (stage, _) = rows()
        stage.source?.reorderingHandlers.canReorderItem = { _ in true }
        stage.mouse.press(at: CGPoint(x: 100, y: 125))
        stage.mouse.move(to: CGPoint(x: 100, y: 225))
        stage.mouse.release()
        stage.frames()
        #expect(!stage.key(.escape))
    }

    @Test func escapeOfADragIsUsed() {
        let (stage, _) = rows()
        stage.source?.reorderingHandlers.canReorderItem = { _ in true }
        stage.mouse.press(at: CGPoint(x: 100, y: 75))
        stage.mouse.move(to: CGPoint(x: 100, y: 175))
        #expect(stage.key(.escape) && stage.list.reorderedItem == nil)
        #expect(!stage.key(.escape))
        stage.mouse.move(to: CGPoint(x: 100, y: 275))
        stage.mouse.release()
        stage.frames()
        #expect(stage.source?.snapshot().itemIdentifiers == Array(0..<20))
    }

    /// A row that is deleted while the user types in it gives the keyboard to the list.
    @Test func theListHasTheKeyboardAfterATypedRow() throws {
        let stage = Stage()
        stage.show((0..<5).map { ItemContent("Row \($0)", accessories: [.entry("") { _ in }]) })
        let cell = try #require(view(2, stage))
        let field = try #require(cell.subviews.lazy.compactMap { $0 as? NSTextField }.last { $0.isEditable })
        stage.window.makeFirstResponder(field)
        stage.layOut()
        stage.source?.edit { $0.deleteItems([2]) }
        stage.frames()
        #expect(stage.window.firstResponder === stage.content && stage.list.heldItem == nil)
    }

    // MARK: Scrolling and updates

    @Test func aListOutsideOfAWindowHasAScale() {
        let list = CollectionView(size: CGSize(width: 100, height: 200))
        let host = AppKitHost(list)
        #expect(host.view.frame == CGRect(x: 0, y: 0, width: 100, height: 200))
        host.view.documentView?.layout()
        #expect(list.displayScale == 1)
    }

    @Test func theScrollViewIsThatOfTheList() {
        let (stage, _) = rows(100)
        let view = stage.host.view
        #expect(view.hasVerticalScroller && view.hasHorizontalScroller && view.documentView === stage.content)
        #expect(stage.content.frame.size == CGSize(width: 320, height: 5_000))
        view.contentInsets = NSEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        stage.layOut()
        #expect(stage.list.contentInset == SectionInsets(top: 1, left: 2, bottom: 3, right: 4))
        #expect(stage.list.displayScale == 2)
        stage.window.backingScaleFactor = 1
        stage.layOut()
        #expect(stage.list.displayScale == 1)
        stage.source?.edit { $0.deleteItems(Array(1..<100)) }
        stage.frames()
        #expect(stage.content.frame.size == CGSize(width: 320, height: 480), "as large as the visible part")
        stage.resize(to: CGSize(width: 300, height: 200))
        #expect(stage.list.bounds.size == CGSize(width: 300, height: 200))
    }

    /// A list that does not move has the offset that it was given, not the rounded one.
    @Test func offsetsLessThanAPixelAwayAreKept() {
        let (stage, _) = rows(100)
        stage.list.setContentOffset(CGPoint(x: 0, y: 100.25), animated: false)
        stage.host.view.contentView.scroll(to: CGPoint(x: 0, y: 100.5))
        stage.layOut()
        #expect(stage.list.contentOffset.y == 100.25)
        stage.host.view.contentView.scroll(to: CGPoint(x: 0, y: 100.75))
        stage.layOut()
        #expect(stage.list.contentOffset.y == 100.75)
    }

    @Test func updatesAreAnimatedFromWhereTheViewsWere() {
        let (stage, _) = rows(5)
        var before: [CGFloat?] = []
        NSAnimationContext.willAnimate = { before = [0, 1].map { view($0, stage)?.frame.minY } }
        defer { NSAnimationContext.willAnimate = nil }
        stage.source?.edit { $0.deleteItems([0]) }
        stage.layOut()
        #expect(NSAnimationContext.lastDuration == 0.25)
        NSAnimationContext.finishAnimations()
        stage.layOut()
        #expect(before == [50, 100] && view(0, stage)?.frame.minY == 0)
    }

    @Test func nothingIsAnimatedWithReducedMotion() {
        NSWorkspaceSettings.reducesMotion = true
        defer { NSWorkspaceSettings.reducesMotion = false }
        let (stage, _) = rows(100)
        var isAnimated = false
        NSAnimationContext.willAnimate = { isAnimated = true }
        defer { NSAnimationContext.willAnimate = nil }
        stage.layOut()
        stage.source?.edit { $0.deleteItems([0]) }
        stage.layOut()
        #expect(!isAnimated && view(0, stage)?.frame.minY == 0)
        stage.list.scrollToItem(at: [0, 50], at: .start, animated: true)
        stage.layOut()
        #expect(stage.list.contentOffset.y == 2_500 && stage.host.view.documentVisibleRect.minY == 2_500)
    }

    /// A gesture of a wheel is a drag for the delegate.
    @Test func theDelegateFollowsAGesture() {
        let (stage, program) = rows(100)
        stage.mouse.scroll(at: CGPoint(x: 100, y: 100), by: CGPoint(x: 0, y: -30), .began)
        #expect(program.log == ["drag"])
        stage.mouse.scroll(at: CGPoint(x: 100, y: 100), by: .zero, .ended)
        #expect(program.log == ["drag", "rest"])
    }

    /// A gesture across a row that another program or the system ends.
    @Test(arguments: [NSEvent.Phase.ended, .cancelled]) func aGestureAcrossARowEnds(phase: NSEvent.Phase) {
        let (stage, program) = rows(100)
        program.canSwipe = true
        let point = CGPoint(x: 100, y: 125)
        stage.mouse.scroll(at: point, by: CGPoint(x: -60, y: 0), .began)
        stage.mouse.scroll(at: point, by: CGPoint(x: -60, y: 0))
        stage.mouse.scroll(at: point, by: .zero, phase)
        stage.frames()
        #expect((stage.list.swipe != nil) == (phase == .ended) && stage.host.view.documentVisibleRect.minY == 0)
        stage.list.closeSwipe()
        stage.frames()
        stage.mouse.scroll(at: point, by: CGPoint(x: 0, y: -60), .began)
        stage.mouse.scroll(at: point, by: CGPoint(x: -60, y: 0))
        stage.mouse.scroll(at: point, by: .zero, .ended)
        #expect(stage.host.view.documentVisibleRect.minY == 60 && stage.list.swipe == nil)
    }

    /// A gesture across the whole row performs the action, unless the list leaves its window.
    @Test(arguments: [false, true]) func aGestureAcrossTheWholeRow(leavesWindow: Bool) {
        let (stage, program) = rows(100)
        program.canSwipe = true
        let point = CGPoint(x: 310, y: 125)
        stage.mouse.scroll(at: point, by: CGPoint(x: -60, y: 0), .began)
        for _ in 0..<4 { stage.mouse.scroll(at: point, by: CGPoint(x: -60, y: 0)) }
        if leavesWindow {
            stage.host.view.removeFromSuperview()
        } else {
            stage.mouse.scroll(at: point, by: .zero, .ended)
        }
        stage.frames()
        #expect(program.log.contains("archive") == !leavesWindow)
    }
}

@MainActor
private final class Touches {
    var all: [CollectionViewTouch] = []
}

@MainActor
private final class TouchedCell: CollectionViewCell {
    var touches: Touches?
    override func handle(_ touch: CollectionViewTouch) -> Bool {
        touches?.all.append(touch)
        return true
    }
}

@MainActor
private final class Dragged: CollectionViewDelegate {
    var log: [String] = []
    var canDrag = false
    var canSwipe = false
    var folders: Set<Int> = []
    var operation = CollectionDropOperation.move

    func collectionView(_ list: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        log.append("open \(indexPath.item)")
    }
    func collectionViewWillBeginDragging(_ list: CollectionView) { log.append("drag") }
    func collectionViewDidEndDecelerating(_ list: CollectionView) { log.append("rest") }

    func collectionView(
        _ list: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        guard canSwipe else { return nil }
        return CollectionSwipeActions([
            CollectionSwipeAction(title: "Archive") { [weak self] _, _, end in
                self?.log.append("archive")
                end(true)
            }
        ])
    }

    func collectionView(_ list: CollectionView, dragItemForItemAt indexPath: IndexPath) -> CollectionDragItem? {
        guard canDrag else { return nil }
        let item = indexPath.item
        var dragged = CollectionDragItem(payload: item, text: "Row \(item)")
        dragged.data["image/png"] = [UInt8(truncatingIfNeeded: item)]
        if item == 3 { dragged.files = [URL(fileURLWithPath: "/tmp/3")] }
        if item == 5 { dragged.files = [URL(string: "https://example.org/5")!] }
        return dragged
    }

    func collectionView(
        _ list: CollectionView, didEndDragging drag: CollectionDrag, operation: CollectionDropOperation
    ) { log.append("ended \(operation)") }

    func collectionView(
        _ list: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation { operation }

    func collectionView(
        _ list: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        log.append("\(operation) at \(indexPath.item)")
        return true
    }

    func collectionView(
        _ list: CollectionView, dropOperationFor drag: CollectionDrag, ontoItemAt indexPath: IndexPath
    ) -> CollectionDropOperation { folders.contains(indexPath.item) ? operation : .cancel }
}
