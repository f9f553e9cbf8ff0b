import AppKit
import ListEngineAppKit
import Testing

/// The frames of AppKit's host, its keyboard and its mouse.
@MainActor
@Suite struct FrameTests {
    private func rows(_ count: Int = 20) -> Stage {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        stage.show((0..<count).map { ItemContent("Row \($0)") })
        stage.source?.reorderingHandlers.canReorderItem = { _ in true }
        return stage
    }

    private func frame(_ item: Int, _ stage: Stage) -> CGRect? {
        (stage.list.cellForItem(at: [0, item])?.hostView as? NSView)?.frame
    }

    /// One timer requests frames until the list is at rest.
    @Test func framesAreRequestedWhileSomethingMoves() throws {
        let stage = rows(1_000)
        #expect(stage.host.frames.timer == nil)
        for (item, offset) in [(500, 25_000), (20, 1_000)] as [(Int, CGFloat)] {
            stage.list.scrollToItem(at: [0, item], at: .start, animated: true)
            stage.window.contentView?.layoutSubtreeIfNeeded()
            let timer = try #require(stage.host.frames.timer)
            #expect(timer.timeInterval == 1.0 / 60 && timer.isValid)
            for _ in 0..<600 where timer.isValid {
                currentMediaTime += 1.0 / 60
                timer.fire()
                #expect(stage.content.needsLayout)
                stage.window.contentView?.layoutSubtreeIfNeeded()
                #expect(!timer.isValid || stage.host.frames.timer === timer)
            }
            #expect(!timer.isValid && stage.host.frames.timer == nil && stage.list.contentOffset.y == offset)
        }
    }

    @Test func noFramesAreRequestedWithoutAWindow() throws {
        let stage = rows(1_000)
        stage.list.scrollToItem(at: [0, 500], at: .start, animated: true)
        stage.layOut()
        let timer = try #require(stage.host.frames.timer)
        #expect(stage.host.isOnScreen)
        stage.host.view.removeFromSuperview()
        #expect(!timer.isValid && !stage.host.isOnScreen)
        stage.window.contentView?.layoutSubtreeIfNeeded()
        stage.content.needsLayout = false
        stage.root.addSubview(stage.host.view)
        #expect(stage.content.needsLayout)
    }

    @Test func aTimerEndsWithItsHost() throws {
        var stage: Stage? = rows(1_000)
        stage?.list.scrollToItem(at: [0, 500], at: .start, animated: true)
        stage?.layOut()
        let timer = try #require(stage?.host.frames.timer)
        stage = nil
        #expect(timer.isValid)
        timer.fire()
        #expect(!timer.isValid)
    }

    /// A view of the program that knows its height only after it has been laid out.
    @Test func viewsAreLaidOutBeforeTheyAreMeasured() {
        let stage = Stage(isBuilt: true)
        let data = ListDataSource(in: stage.list)
        data.build(animatingDifferences: false) {
            ListBlock("rows", [0, 1], id: \.self) { (cell: LaidOutCell, _) in cell.setNeedsMeasuring() }
                .estimatedHeight(30)
        }
        stage.layOut()
        #expect(stage.list.visibleCells.map(\.frame.minY) == [0, 160])
    }

    // MARK: The mouse

    /// The row follows the first movement, and is dropped where the button is released.
    @Test func aDragBeginsAndEndsWhereTheMouseIs() {
        let stage = rows()
        stage.mouse.press(at: CGPoint(x: 100, y: 125))
        stage.mouse.move(to: CGPoint(x: 100, y: 175))
        stage.layOut()
        #expect(frame(2, stage)?.midY == 175 && frame(3, stage)?.minY == 100)
        stage.mouse.release(at: CGPoint(x: 100, y: 325))
        stage.frames()
        #expect(stage.source?.snapshot().itemIdentifiers.prefix(7) == [0, 1, 3, 4, 5, 6, 2])
    }

    @Test func aClickGivesTheListTheKeyboard() {
        let stage = rows()
        stage.window.makeFirstResponder(nil)
        stage.mouse.click(at: CGPoint(x: 100, y: 125))
        #expect(stage.content.acceptsFirstResponder && stage.window.firstResponder === stage.content)
        // A dead key, which types nothing.
        stage.root.unused = 0
        stage.mouse.key()
        #expect(stage.root.unused == 1)
    }

    @Test func theInsetsAreThoseOfTheScrollView() {
        let stage = rows()
        stage.host.view.contentInsets = NSEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        stage.layOut()
        #expect(stage.list.contentInset == SectionInsets(top: 1, left: 2, bottom: 3, right: 4))
    }

    /// The first event of a wheel, which has no gesture.
    @Test func aWheelWithoutAGestureScrolls() {
        let stage = rows(100)
        stage.mouse.scroll(at: CGPoint(x: 100, y: 100), by: CGPoint(x: 0, y: -30), [])
        stage.layOut()
        #expect(stage.list.contentOffset.y == 30)
    }

    /// The content of another program is a different drag each time.
    @Test(arguments: [true, false]) func eachDragOfAnotherProgramIsNew(notifiesOfEnd: Bool) {
        let (stage, program) = (rows(), DraggedRows())
        stage.list.delegate = program
        stage.mouse.notifiesOfEnd = notifiesOfEnd
        let text = NSPasteboardItem()
        text.setString("text", forType: .string)
        for count in 1...2 {
            stage.mouse.drag([text], to: CGPoint(x: 100, y: 102))
            stage.mouse.release()
            #expect(program.drags.count == count && program.dropped == count)
        }
        for count in 3...4 {
            stage.mouse.drag([text], to: CGPoint(x: 100, y: 102))
            stage.mouse.cancel()
            #expect(program.drags.count == count && program.dropped == 2)
        }
    }

    /// A section after the first entry has a line before it.
    @Test func theSecondEntryOfAMenuCanBeASection() throws {
        let (stage, program) = (rows(), DraggedRows())
        stage.list.delegate = program
        let menu = try #require(stage.mouse.menu(at: CGPoint(x: 100, y: 125)))
        #expect(menu.items.map(\.isSeparatorItem) == [false, true, false])
    }

    /// The list's own items are dragged over it when it leaves the window.
    @Test func itemsOverAListWithoutAWindowAreNotDropped() {
        let (stage, program) = (rows(), DraggedRows())
        stage.source?.reorderingHandlers.canReorderItem = { _ in false }
        stage.list.delegate = program
        stage.mouse.press(at: CGPoint(x: 100, y: 125))
        stage.mouse.move(to: CGPoint(x: 100, y: 202))
        #expect(stage.list.dropTarget != nil)
        stage.host.view.removeFromSuperview()
        #expect(stage.list.dropTarget == nil)
        stage.mouse.cancel()
    }
}

@MainActor
private final class LaidOutCell: CollectionViewCell, NSViewMaking {
    private let content = LaidOutView(frame: .zero)
    func setNeedsMeasuring() { content.needsLayout = true }
    func makeNSView() -> NSView { content }
}

/// Half as high as wide, after a layout.
@MainActor
private final class LaidOutView: NSView {
    private var height: CGFloat = 0
    override func layout() {
        super.layout()
        height = frame.width / 2
    }
    override var fittingSize: NSSize { NSSize(width: frame.width, height: height) }
}

@MainActor
private final class DraggedRows: CollectionViewDelegate {
    func collectionView(_ list: CollectionView, dragItemForItemAt indexPath: IndexPath) -> CollectionDragItem? {
        CollectionDragItem(payload: indexPath.item)
    }

    func collectionView(
        _ list: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        CollectionContextMenu(
            ItemMenu([
                .action(ItemMenu.Action("First") {}),
                .section(nil, elements: [.action(ItemMenu.Action("Second") {})]),
            ]))
    }

    /// The drags that were over the list.
    var drags: [CollectionDrag] = []
    var dropped = 0

    func collectionView(
        _ list: CollectionView, dropOperationFor drag: CollectionDrag, at indexPath: IndexPath
    ) -> CollectionDropOperation {
        // A dropped drag has its content.
        if drag.text == nil, !drags.contains(where: { $0 === drag }) { drags.append(drag) }
        return .copy
    }

    func collectionView(
        _ list: CollectionView, performDropOf drag: CollectionDrag, at indexPath: IndexPath,
        operation: CollectionDropOperation
    ) -> Bool {
        dropped += 1
        return true
    }
}
