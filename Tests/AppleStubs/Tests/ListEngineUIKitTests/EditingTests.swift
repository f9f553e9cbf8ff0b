import ListEngineUIKit
import Testing
import UIKit

/// A delegate that lets the user select items with two touches.
@MainActor
private final class Editing: CollectionViewDelegate {
    var log: [String] = []
    var permitsTwoFingers = true

    func collectionView(
        _ list: CollectionView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
    ) -> Bool { permitsTwoFingers }

    func collectionViewDidEndMultipleSelectionInteraction(_ list: CollectionView) { log.append("end") }
}

@MainActor
@Suite struct EditingTests {
    private func editable() -> DragScreen {
        let shown = DragScreen(accessories: [.delete(), .insert(), .selection, .reorder])
        shown.permitReordering()
        return shown
    }

    private func selected(_ shown: DragScreen) -> [Int] { shown.list.indexPathsForSelectedItems.map(\.item).sorted() }

    /// The control of a row with a symbol.
    private func control(_ symbol: String, _ item: Int, _ shown: DragScreen) -> UIView? {
        shown.screen.cell(item)?.subviews.first {
            ($0 as? UIButton)?.image(for: .normal)?.name == symbol || ($0 as? UIImageView)?.image?.name == symbol
        }
    }

    @Test func controlsAreShownWhileTheListIsEdited() throws {
        let shown = editable()
        shown.screen.content = { [weak shown] item in
            ItemContent(
                "Row \(item)",
                accessories: [
                    .delete { shown?.screen.source.edit { $0.deleteItems([item]) } },
                    .insert { shown?.screen.source.edit { $0.insertItems([item + 500], afterItem: item) } },
                ])
        }
        shown.screen.reconfigure()
        #expect(control("minus.circle.fill", 1, shown) == nil)
        shown.list.isEditing = true
        shown.window.layoutIfNeeded()
        shown.screen.tap(control("minus.circle.fill", 1, shown))
        shown.screen.tap(control("plus.circle.fill", 3, shown))
        shown.rest()
        #expect(shown.order.prefix(5) == [0, 2, 3, 503, 4])
        #expect(shown.frame(2)?.minY == 50 && shown.frame(503)?.minY == 150)
        shown.list.isEditing = false
        shown.window.layoutIfNeeded()
        #expect(control("minus.circle.fill", 1, shown) == nil)
    }

    /// The handle moves its row without a long press, and a movement elsewhere scrolls.
    @Test func theHandleReordersImmediately() throws {
        let shown = editable()
        shown.list.isEditing = true
        shown.window.layoutIfNeeded()
        let handle = try #require(shown.screen.frame(of: control("line.3.horizontal", 1, shown)))
        let finger = Finger(in: shown.window, at: CGPoint(x: handle.midX, y: handle.midY))
        finger.move(by: CGPoint(x: 0, y: 20))
        finger.move(by: CGPoint(x: 0, y: 80))
        #expect(finger.scrolled == nil && shown.screen.host.view.contentOffset.y == 0)
        #expect(shown.frame(1)?.midY == 175 && shown.frame(2)?.minY == 50)
        finger.lift()
        shown.rest()
        #expect(shown.order.prefix(4) == [0, 2, 3, 1])
        let scrolling = Finger(in: shown.window, at: CGPoint(x: 100, y: 225))
        scrolling.move(by: CGPoint(x: 0, y: -40))
        #expect(scrolling.scrolled != nil && shown.screen.host.view.contentOffset.y == 40)
        scrolling.cancel()
    }

    @Test func aCancelledHandlePutsTheRowBack() throws {
        let shown = editable()
        shown.list.isEditing = true
        shown.window.layoutIfNeeded()
        let handle = try #require(shown.screen.frame(of: control("line.3.horizontal", 1, shown)))
        let finger = Finger(in: shown.window, at: CGPoint(x: handle.midX, y: handle.midY))
        finger.move(by: CGPoint(x: 0, y: 100))
        finger.cancel()
        shown.rest()
        #expect(shown.order == Array(0..<100) && shown.frame(1)?.minY == 50 && shown.list.reorderedItem == nil)
    }

    /// From mark to mark, and back again.
    @Test func aDragOverMarksSelects() throws {
        let shown = editable()
        shown.list.isEditing = true
        shown.list.allowsMultipleSelectionDuringEditing = true
        shown.window.layoutIfNeeded()
        let mark = try #require(shown.screen.frame(of: control("circle", 1, shown)))
        let finger = Finger(in: shown.window, at: CGPoint(x: mark.midX, y: mark.midY))
        finger.move(by: CGPoint(x: 0, y: 150))
        #expect(selected(shown) == [1, 2, 3, 4] && shown.screen.host.view.contentOffset.y == 0)
        finger.move(by: CGPoint(x: 0, y: -100))
        finger.lift()
        #expect(selected(shown) == [1, 2])
        #expect(control("checkmark.circle.fill", 2, shown) != nil && control("circle", 3, shown) != nil)
        shown.screen.tap(control("checkmark.circle.fill", 2, shown))
        #expect(selected(shown) == [1])
    }

    @Test func twoTouchesSelect() {
        let (shown, editing) = (editable(), Editing())
        shown.list.delegate = editing
        let fingers = Finger(in: shown.window, at: CGPoint(x: 100, y: 125), count: 2)
        fingers.move(by: CGPoint(x: 0, y: 30))
        fingers.move(by: CGPoint(x: 0, y: 75))
        #expect(fingers.scrolled == nil && shown.screen.host.view.contentOffset.y == 0)
        #expect(shown.list.isEditing && selected(shown) == [2, 3, 4])
        fingers.lift()
        #expect(editing.log == ["end"] && selected(shown) == [2, 3, 4])
        #expect(shown.screen.host.view.panGestureRecognizer.isEnabled)
        // One touch still scrolls.
        let one = Finger(in: shown.window, at: CGPoint(x: 100, y: 325))
        one.move(by: CGPoint(x: 0, y: -40))
        #expect(one.scrolled != nil && selected(shown) == [2, 3, 4])
        one.cancel()
    }

    @Test func twoTouchesScrollWhereTheyDoNotSelect() {
        let (shown, editing) = (editable(), Editing())
        shown.list.delegate = editing
        editing.permitsTwoFingers = false
        let fingers = Finger(in: shown.window, at: CGPoint(x: 100, y: 325), count: 2)
        fingers.move(by: CGPoint(x: 0, y: -30))
        fingers.move(by: CGPoint(x: 0, y: -30))
        #expect(fingers.scrolled != nil && shown.screen.host.view.contentOffset.y == 60 && selected(shown).isEmpty)
        fingers.lift()
        #expect(editing.log.isEmpty && !shown.list.isEditing)
    }

    // MARK: Outlines

    @Test func theExpanderShowsTheChildren() throws {
        let screen = ContentScreen(0) { ItemContent("Item \($0)", accessories: [.outline]) }
        var tree = SectionSnapshot<Int>()
        tree.append([1, 2])
        tree.append([11, 12], to: 1)
        screen.source.apply(tree, to: 0)
        screen.window.layoutIfNeeded()
        #expect(screen.cell(11) == nil)
        let below = try #require(screen.frame(of: screen.cell(2))?.minY)
        let expander = try #require(screen.part(UIButton.self, of: 1))
        #expect(expander.image(for: .normal)?.name == "chevron.forward" && expander.alpha == 1)
        #expect(screen.part(UIButton.self, of: 2)?.alpha == 0)
        screen.tap(expander)
        UIView.finishAnimations()
        screen.window.layoutIfNeeded()
        let height = try #require(screen.frame(of: screen.cell(11))?.height)
        #expect(screen.frame(of: screen.cell(11))?.minY == below)
        #expect(screen.frame(of: screen.cell(2))?.minY == below + 2 * height)
        #expect(expander.image(for: .normal)?.name == "chevron.down")
        #expect(expander.accessibilityLabel == ListText.collapse.text)
        let indented = try #require(screen.frame(of: screen.label("Item 11", of: 11))?.minX)
        let root = try #require(screen.frame(of: screen.label("Item 1", of: 1))?.minX)
        #expect(indented == root + 20)
        screen.tap(expander)
        UIView.finishAnimations()
        screen.window.layoutIfNeeded()
        #expect(screen.cell(11) == nil && screen.frame(of: screen.cell(2))?.minY == below)
    }

    // MARK: The index

    /// 20 sections with 10 rows of 50 points each.
    private func indexed(sections: Int = 20) -> ContentScreen {
        let screen = ContentScreen(
            10, layout: CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50)))
        ) { ItemContent("\($0)") }
        screen.source.indexTitleProvider = { "T\($0)" }
        screen.source.edit { snapshot in
            for section in 1..<sections {
                snapshot.appendSections([section])
                snapshot.appendItems((0..<10).map { section * 10 + $0 }, toSection: section)
            }
        }
        screen.window.layoutIfNeeded()
        return screen
    }

    private func index(_ screen: ContentScreen) -> UIView? {
        screen.host.view.subviews.first { $0.accessibilityTraits.contains(.adjustable) }
    }

    @Test func theIndexScrollsToItsSections() throws {
        let screen = indexed()
        let strip = try #require(index(screen))
        #expect(screen.frame(of: strip) == CGRect(x: 300, y: 0, width: 20, height: 480))
        let labels = strip.subviews.compactMap { $0 as? UILabel }
        #expect(labels.map { $0.text } == (0..<20).map { "T\($0)" })
        // 20 titles of 20 points, in the middle.
        #expect(screen.frame(of: labels[3]) == CGRect(x: 300, y: 100, width: 20, height: 20))
        screen.tap(labels[3])
        #expect(screen.host.view.contentOffset.y == 1_500 && screen.list.indexPathsForSelectedItems.isEmpty)
        #expect(screen.frame(of: strip)?.minY == 0, "it stays while the content scrolls")
        let finger = Finger(in: screen.window, at: CGPoint(x: 310, y: 110))
        finger.move(by: CGPoint(x: 0, y: 40))
        #expect(finger.scrolled == nil && screen.host.view.contentOffset.y == 2_500)
        finger.move(by: CGPoint(x: -50, y: 500))
        #expect(screen.host.view.contentOffset.y == 9_500, "at the last title")
        finger.lift()
    }

    @Test func voiceOverAdjustsTheIndex() throws {
        let screen = indexed()
        let strip = try #require(index(screen))
        #expect((screen.host.view.accessibilityElements as? [UIView])?.last === strip)
        strip.accessibilityIncrement()
        strip.accessibilityIncrement()
        #expect(screen.host.view.contentOffset.y == 500 && strip.accessibilityValue == "T1")
        strip.accessibilityDecrement()
        strip.accessibilityDecrement()
        #expect(screen.host.view.contentOffset.y == 0 && strip.accessibilityValue == "T0")
    }

    @Test func theIndexFollowsTheData() throws {
        let screen = indexed(sections: 60)
        let strip = try #require(index(screen))
        // 34 titles of at least 14 points have room.
        #expect(strip.subviews.count == 34 && (strip.subviews.last as? UILabel)?.text == "T58")
        screen.source.edit { $0.deleteSections(Array(3..<60)) }
        screen.window.layoutIfNeeded()
        UIView.finishAnimations()
        #expect(strip.subviews.compactMap { ($0 as? UILabel)?.text } == ["T0", "T1", "T2"])
        screen.host.showsIndex = false
        screen.window.layoutIfNeeded()
        #expect(index(screen) == nil)
    }

    // MARK: Columns

    private func table() throws -> (window: UIWindow, list: CollectionView, host: UIKitHost, data: ListDataSource) {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        let list = CollectionView(size: window.bounds.size)
        let host = UIKitHost(list)
        host.view.frame = window.bounds
        window.addSubview(host.view)
        let data = ListDataSource(in: list)
        let table = ListTable<Int> {
            ListColumn("Number", width: .points(80)) { (number: Int) in ItemContent("\(number)") }
            ListColumn("Square", width: .points(90)) { (number: Int) in ItemContent("\(number * number)") }
            ListColumn("Cube", width: .points(100)) { (number: Int) in ItemContent("\(number * number * number)") }
        }
        list.showsColumnTitlesAboveSections = true
        data.build(animatingDifferences: false) {
            ListBlock("numbers", Array(0..<100), id: \.self).columns(of: table)
        }
        window.layoutIfNeeded()
        return (window, list, host, data)
    }

    private func places(_ list: CollectionView) -> [String: CGRect] {
        let title = list.visibleViews.lazy.compactMap { $0 as? TableHeaderView }.first
        var frames: [String: CGRect] = [:]
        for field in title?.fields ?? [] {
            let view = field.view.hostView as? UIView
            frames[field.column] = view.map { $0.convert($0.bounds, to: nil) }
        }
        return frames
    }

    @Test func anEdgeIsDragged() throws {
        let (window, list, host, _) = try table()
        let edge = try #require(places(list)["Number"])
        let finger = Finger(in: window, at: CGPoint(x: edge.maxX + 6, y: edge.midY))
        finger.move(by: CGPoint(x: 20, y: 2))
        finger.move(by: CGPoint(x: 20, y: 0))
        #expect(list.columns?.width(of: "Number") == 120 && host.view.contentOffset.y == 0)
        finger.lift()
        window.layoutIfNeeded()
        #expect(places(list)["Number"]?.width == 120 && places(list)["Square"]?.minX == edge.minX + 120)
        let cell = try #require(list.visibleCells.first)
        #expect(cell.fields.map { $0.view.frame.width }.first == 120)
        let other = Finger(in: window, at: CGPoint(x: edge.minX + 120, y: edge.midY))
        other.move(by: CGPoint(x: -30, y: 0))
        #expect(list.columns?.width(of: "Number") == 90)
        other.cancel()
        #expect(list.columns?.width(of: "Number") == 120 && !list.isDraggingColumn)
    }

    @Test func aTitleIsDraggedToAnotherPlace() throws {
        let (window, list, host, _) = try table()
        let title = try #require(places(list)["Number"])
        let finger = Finger(in: window, at: CGPoint(x: title.midX, y: title.midY))
        finger.move(by: CGPoint(x: 60, y: 0))
        finger.move(by: CGPoint(x: 60, y: 0))
        #expect(list.movedColumn == "Number")
        finger.lift()
        window.layoutIfNeeded()
        #expect(list.visibleColumns == ["Square", "Number", "Cube"])
        #expect(places(list)["Number"]?.minX == title.minX + 90)
        #expect(list.movedColumn == nil)
        // Along the list, a drag on a title scrolls.
        let scrolling = Finger(in: window, at: CGPoint(x: title.midX, y: title.midY))
        scrolling.move(by: CGPoint(x: 0, y: -30))
        #expect(scrolling.scrolled === host.view)
        scrolling.cancel()
    }

    @Test func aTapOnATitleSorts() throws {
        let (window, list, host, _) = try table()
        var orders: [[ColumnSort]] = []
        list.sortHandler = { orders.append($0) }
        window.layoutIfNeeded()
        let title = try #require(places(list)["Square"])
        let finger = Finger(in: window, at: CGPoint(x: title.midX, y: title.midY))
        finger.lift()
        #expect(orders == [[ColumnSort("Square")]] && host.view.contentOffset == .zero)
    }
}
