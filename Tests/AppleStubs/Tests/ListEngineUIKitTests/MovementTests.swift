import ListEngineUIKit
import Testing
import UIKit

/// A delegate with an action at the trailing edge of each item.
@MainActor
private final class Swipes: CollectionViewDelegate {
    func collectionView(
        _ list: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        CollectionSwipeActions([CollectionSwipeAction(title: "Archive") { _, _, completion in completion(true) }])
    }
}

/// A delegate that lets the list come to rest at 500 points.
@MainActor
private final class Resting: CollectionViewDelegate {
    var log: [CGPoint] = []
    func collectionViewWillEndDragging(
        _ list: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
    ) {
        log += [velocity, targetContentOffset]
        targetContentOffset.y = 500
    }
}

/// A delegate with a menu, and with previews of the items whose numbers are even.
@MainActor
private final class Previews: CollectionViewDelegate {
    let container: UIView
    var log: [String] = []

    init(in container: UIView) { self.container = container }

    func collectionView(
        _ list: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? { CollectionContextMenu(ItemMenu([ItemMenu.Action("Open") {}])) }

    func collectionView(
        _ list: CollectionView, contextMenu: CollectionContextMenu, highlightPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { preview(indexPath, width: 10) }

    func collectionView(
        _ list: CollectionView, contextMenu: CollectionContextMenu, dismissalPreviewForItemAt indexPath: IndexPath
    ) -> CollectionItemPreview? { preview(indexPath, width: 20) }

    private func preview(_ path: IndexPath, width: CGFloat) -> CollectionItemPreview? {
        guard path[1] % 2 == 0 else { return nil }
        let target = UIPreviewTarget(container: container, center: .zero)
        return CollectionItemPreview(
            payload: UITargetedPreview(
                view: UIView(frame: CGRect(x: 0, y: 0, width: width, height: 10)), parameters: UIPreviewParameters(),
                target: target))
    }

    func collectionView(_ list: CollectionView, willPerformPreviewActionForMenu contextMenu: CollectionContextMenu) {
        log.append("preview \(list.indexPathsForContextMenu.map { $0[1] })")
    }

    func collectionView(_ list: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu) {
        log.append("end")
    }
}

/// How the content moves: pans, trackpads, smooth scrolls, insets and animations.
@MainActor
@Suite struct MovementTests {
    private func rows(_ count: Int = 100) -> Stage {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        stage.show((0..<count).map { ItemContent("Row \($0)") })
        return stage
    }

    private func frame(_ item: Int, _ stage: Stage) -> CGRect? {
        let view = stage.list.cellForItem(at: [0, item])?.hostView as? UIView
        return view.map { $0.convert($0.bounds, to: nil) }
    }

    /// One frame is enough for a new offset of the scroll view.
    @Test func takingAnOffsetRequestsNoFrame() {
        let stage = rows()
        stage.frames()
        stage.host.view.contentOffset.y = 120
        stage.window.layoutIfNeeded()
        #expect(stage.list.contentOffset.y == 120 && !stage.host.view.needsLayout && !CADisplayLink.frame())
    }

    @Test func theDelegateChoosesWhereTheListComesToRest() {
        let (stage, delegate) = (rows(), Resting())
        stage.list.delegate = delegate
        stage.host.view.beginDrag()
        stage.host.view.drag(by: 100)
        stage.host.view.endDrag(velocity: 2, target: CGPoint(x: 0, y: 700))
        _ = stage.host.view.step(toTheEnd: true)
        #expect(delegate.log == [CGPoint(x: 0, y: 2_000), CGPoint(x: 0, y: 700)])
        #expect(stage.list.contentOffset.y == 500)
    }

    // MARK: Pans

    /// Whether the distance of a pan counts from the touch or from its recognition, the row follows it.
    @Test(arguments: [false, true]) func theDirectionIsDecidedOnce(beginsAtZero: Bool) {
        Finger.beginsAtZero = beginsAtZero
        defer { Finger.beginsAtZero = false }
        let (stage, swipes) = (rows(), Swipes())
        stage.list.delegate = swipes
        let finger = Finger(in: stage.window, at: CGPoint(x: 200, y: 125))
        finger.move(by: CGPoint(x: -12, y: 3))
        finger.move(by: CGPoint(x: -40, y: 0))
        finger.move(by: CGPoint(x: -8, y: 30))
        #expect(finger.scrolled == nil && stage.host.view.contentOffset.y == 0 && stage.list.swipe != nil)
        #expect(frame(2, stage)?.minX == (beginsAtZero ? -48 : -60))
        finger.cancel()
        stage.frames()
        #expect(frame(2, stage)?.minX == 0)
    }

    /// A gesture on a trackpad moves a row aside, and scrolls the list.
    @Test func aTrackpadSwipesARow() {
        let (stage, swipes) = (rows(), Swipes())
        stage.list.delegate = swipes
        let across = Finger(in: stage.window, at: CGPoint(x: 200, y: 125), count: 0)
        across.move(by: CGPoint(x: -20, y: 0))
        across.move(by: CGPoint(x: -30, y: 0))
        #expect(frame(2, stage)?.minX == -50)
        across.cancel()
        stage.frames()
        let along = Finger(in: stage.window, at: CGPoint(x: 200, y: 125), count: 0)
        along.move(by: CGPoint(x: 0, y: -40))
        #expect(along.scrolled === stage.host.view && stage.host.view.contentOffset.y == 40)
        along.lift()
        #expect(stage.list.indexPathsForSelectedItems.isEmpty)
    }

    @Test func twoTouchesSwipeNothing() {
        let (stage, swipes) = (rows(), Swipes())
        stage.list.delegate = swipes
        let fingers = Finger(in: stage.window, at: CGPoint(x: 200, y: 125), count: 2)
        fingers.move(by: CGPoint(x: -40, y: 0))
        #expect(stage.list.swipe == nil && frame(2, stage)?.minX == 0)
        fingers.cancel()
    }

    /// A touch near a handle or a mark takes it, and one that is further away scrolls.
    @Test(arguments: [14, 14.5]) func aHandleHasRoomAroundIt(distance: CGFloat) throws {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        stage.show((0..<20).map { ItemContent("Row \($0)", accessories: [.reorder]) })
        stage.source?.reorderingHandlers.canReorderItem = { _ in true }
        stage.list.isEditing = true
        stage.layOut()
        let cell = try #require(stage.list.cellForItem(at: [0, 3])?.hostView as? UIView)
        let handle = try #require(cell.subviews.first { ($0 as? UIImageView)?.image?.name == "line.3.horizontal" })
        let place = handle.convert(handle.bounds, to: nil)
        let finger = Finger(in: stage.window, at: CGPoint(x: place.minX - distance, y: place.midY))
        finger.move(by: CGPoint(x: 0, y: 20))
        #expect((finger.scrolled == nil) == (distance <= 14) && (stage.list.reorderedItem != nil) == (distance <= 14))
        finger.cancel()
    }

    /// A touch near the edge of a column resizes it, and one that is further away moves the title.
    @Test(arguments: [11.5, 12.5]) func anEdgeHasRoomAroundIt(distance: CGFloat) {
        let stage = Stage(isBuilt: true)
        let data = ListDataSource(in: stage.list)
        let table = ListTable<Int> {
            ListColumn("Number", width: .points(100)) { (number: Int) in ItemContent("\(number)") }
            ListColumn("Square", width: .points(150)) { (number: Int) in ItemContent("\(number * number)") }
        }
        stage.list.showsColumnTitlesAboveSections = true
        data.build(animatingDifferences: false) {
            ListBlock("numbers", Array(0..<100), id: \.self).columns(of: table)
        }
        stage.layOut()
        let edge = stage.list.columns?.width(of: "Number") ?? 0
        let finger = Finger(in: stage.window, at: CGPoint(x: edge + distance, y: 10))
        finger.move(by: CGPoint(x: 30, y: 29))
        #expect((stage.list.columns?.width(of: "Number") != 100) == (distance < 12))
        #expect((stage.list.movedColumn != nil) == (distance > 12))
        finger.cancel()
    }

    // MARK: Smooth scrolls

    @Test func aSmoothScrollIsAJumpWithReducedMotion() {
        UIAccessibility.isReduceMotionEnabled = true
        defer { UIAccessibility.isReduceMotionEnabled = false }
        let stage = rows()
        stage.list.scrollToItem(at: [0, 50], at: .start, animated: true)
        #expect(stage.host.view.contentOffset.y == 2_500)
        #expect(stage.list.smoothScrollTarget == nil && !stage.host.view.step())
    }

    /// UIKit does not report the end of a scroll to where the content is.
    @Test func aSmoothScrollToWhereTheContentIsEnds() {
        let stage = rows()
        stage.scroll(to: 1_000)
        stage.list.setContentOffset(CGPoint(x: 0, y: 1_000.2), animated: true)
        stage.layOut()
        #expect(stage.list.smoothScrollTarget == nil)
        // The target moves to where the content is already.
        stage.list.scrollToItem(at: [0, 90], at: .start, animated: true)
        #expect(stage.list.smoothScrollTarget != nil)
        stage.source?.edit { $0.deleteItems(Array(20..<90)) }
        stage.frames()
        while stage.host.view.step() {}
        stage.layOut()
        #expect(stage.list.smoothScrollTarget == nil && stage.host.view.contentOffset.y == 1_000)
    }

    // MARK: Insets and animations

    /// Bars and the keyboard change the insets without a change of the offset.
    @Test func theListFollowsTheInsets() {
        let stage = rows()
        stage.host.view.contentInset = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        stage.window.layoutIfNeeded()
        #expect(stage.list.contentInset == SectionInsets(top: 1, left: 2, bottom: 3, right: 4))
    }

    @Test func updatesAreAnimatedFromWhereTheViewsWere() {
        let stage = rows(5)
        var before: [CGFloat?] = []
        UIView.willAnimate = { before = [1, 2].map { frame($0, stage)?.minY } }
        defer { UIView.willAnimate = nil }
        stage.source?.edit { $0.deleteItems([0]) }
        stage.window.layoutIfNeeded()
        #expect(UIView.lastAnimation?.duration == 0.3 && UIView.lastAnimation?.delay == 0)
        #expect(UIView.lastAnimation?.options == [.allowUserInteraction, .beginFromCurrentState])
        UIView.finishAnimations()
        // The cells of items 0 and 1 are those of rows 1 and 2 before.
        #expect(before == [100, 150])
        #expect(frame(0, stage)?.minY == 0 && frame(1, stage)?.minY == 50)
    }

    // MARK: Touches and states

    @Test func touchesReportTheirKind() {
        let touches = Touches()
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        let data = ListDataSource(in: stage.list)
        data.build(animatingDifferences: false) {
            ListBlock("rows", [0, 1, 2], id: \.self) { (cell: TouchedCell, _) in cell.touches = touches }.height(50)
        }
        stage.layOut()
        let event = UIEvent()
        event.modifierFlags = [.shift, .command]
        for kind in [UITouch.TouchType.direct, .indirectPointer] {
            touches.all = []
            let touch = stage.window.touchDown(at: CGPoint(x: 100, y: 75), kind, event)
            touch.tapCount = 2
            touch.point.x = 103
            touch.view?.touchesMoved([touch], with: event)
            touch.view?.touchesEnded([touch], with: event)
            #expect(touches.all.map(\.phase) == [.began, .moved, .ended])
            #expect(touches.all.map(\.location.x) == [100, 103, 103] && touches.all.last?.clickCount == 2)
            for touch in touches.all {
                #expect(touch.pointer == (kind == .direct ? .finger : .mouse) && touch.modifiers == [.extend, .toggle])
            }
        }
        let cancelled = stage.window.touchDown(at: CGPoint(x: 100, y: 75))
        cancelled.view?.touchesCancelled([cancelled], with: nil)
        #expect(touches.all.last?.phase == .cancelled && touches.all.last?.modifiers == [])
        #expect(stage.host.view.canBecomeFirstResponder)
    }

    /// The content of a cell follows each of its states, and its size.
    @Test func theContentOfACellFollowsItsState() throws {
        let stage = Stage(CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50))))
        let data = ListDataSource(in: stage.list)
        data.build(animatingDifferences: false) {
            ListBlock("rows", [0, 1], id: \.self) { (cell: UIKitCell, _) in
                cell.contentConfiguration = UIListContentConfiguration.cell()
            }.height(50)
        }
        stage.layOut()
        let cell = try #require(stage.list.visibleCells.first as? UIKitCell)
        let view = try #require(cell.hostView as? UIView)
        let content = try #require(view.subviews.first as? UIListContentView)
        var state: UICellConfigurationState? { (content.configuration as? UIListContentConfiguration)?.state }
        func states() -> [Bool?] { [state?.isSelected, state?.isHighlighted, state?.isFocused, state?.isEditing] }
        for value in [true, false] {
            (cell.isSelected, cell.isHighlighted, cell.isFocused, cell.isEditing) = (value, false, false, false)
            #expect(states() == [value, false, false, false])
            #expect(view.accessibilityTraits.contains(.selected) == value)
            (cell.isSelected, cell.isHighlighted) = (false, value)
            #expect(states() == [false, value, false, false])
            (cell.isHighlighted, cell.isFocused) = (false, value)
            #expect(states() == [false, false, value, false])
            (cell.isFocused, cell.isEditing) = (false, value)
            #expect(states() == [false, false, false, value])
        }
        #expect(content.frame == CGRect(x: 0, y: 0, width: 320, height: 50) && view.subviews.count == 1)
        stage.resize(to: CGSize(width: 200, height: 480))
        #expect(content.frame == CGRect(x: 0, y: 0, width: 200, height: 50))
        cell.contentConfiguration = Fixed()
        #expect(view.subviews.count == 1 && view.subviews[0] is FixedView)
        let open = UIView.layoutFittingCompressedSize
        let size = view.systemLayoutSizeFitting(
            CGSize(width: 70, height: open.height), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        #expect(size == CGSize(width: 70, height: 33))
        cell.contentConfiguration = nil
        #expect(view.subviews.isEmpty && view.canBecomeFocused)
    }

    /// The colour around boxes is the list's own only as long as the list has set it.
    @Test func theProgramsBackgroundStays() {
        let stage = Stage(CollectionViewCompositionalLayout.list(using: .init(appearance: .grouped)))
        stage.show([ItemContent("Row")])
        #expect(stage.host.view.backgroundColor === UIColor.systemGroupedBackground)
        stage.list.collectionViewLayout = CollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
        stage.layOut()
        #expect(stage.host.view.backgroundColor == nil)
        stage.host.view.backgroundColor = .systemGroupedBackground
        stage.layOut()
        #expect(stage.host.view.backgroundColor === UIColor.systemGroupedBackground)
        stage.host.view.backgroundColor = .systemRed
        stage.list.collectionViewLayout = CollectionViewCompositionalLayout.list(using: .init(appearance: .grouped))
        stage.layOut()
        #expect(stage.host.view.backgroundColor === UIColor.systemRed)
        // A layout of another type has no appearance.
        stage.host.view.backgroundColor = nil
        stage.layOut()
        #expect(stage.host.view.backgroundColor === UIColor.systemGroupedBackground)
        stage.list.collectionViewLayout = CollectionViewFlowLayout()
        stage.layOut()
        #expect(stage.host.view.backgroundColor == nil)
    }

    // MARK: Menus

    /// The delegate's previews are lifted and go back in place of the cells. A tap on one of them calls the delegate.
    @Test func theDelegateHasPreviews() throws {
        let stage = rows()
        let delegate = Previews(in: stage.host.view)
        stage.list.delegate = delegate
        let interaction = try #require(stage.menuInteraction)
        #expect(interaction.press(at: CGPoint(x: 40, y: 125))?.lifted?.bounds.width == 10)
        #expect(interaction.close()?.view.bounds.width == 20)
        let cell = try #require(stage.list.cellForItem(at: [0, 3])?.hostView as? UIView)
        #expect(interaction.press(at: CGPoint(x: 40, y: 175))?.lifted === cell)
        #expect(delegate.log == ["end"])
        interaction.tapPreview()
        #expect(delegate.log == ["end", "preview [3]", "end"])
    }

    @Test func theTitleOfAColumnIsNotLifted() throws {
        let stage = Stage(isBuilt: true)
        let data = ListDataSource(in: stage.list)
        let table = ListTable<Int> {
            ListColumn("Number", width: .points(100)) { (number: Int) in ItemContent("\(number)") }
        }
        data.build(animatingDifferences: false) {
            ListBlock("numbers", Array(0..<100), id: \.self).columns(of: table)
                .menu { _ in CollectionContextMenu(ItemMenu([ItemMenu.Action("Open") {}])) }
        }
        stage.list.showsColumnTitlesAboveSections = true
        stage.list.headerMenuHandler = { column, _ in ItemMenu([ItemMenu.Action("Hide \(column)") {}]) }
        stage.layOut()
        stage.scroll(to: 1_000)
        let interaction = try #require(stage.menuInteraction)
        let title = try #require(interaction.press(at: CGPoint(x: 40, y: 1_010)))
        #expect(title.menu.children.map { $0.title } == ["Hide Number"])
        // A point at the touch.
        let target = try #require(title.preview?.target)
        #expect(title.lifted?.bounds.size == CGSize(width: 1, height: 1) && target.container.window === stage.window)
        let center = target.container.convert(CGRect(origin: target.center, size: .zero), to: nil).origin
        #expect(center == CGPoint(x: 40, y: 10))
        #expect(interaction.close() == nil)
        // The fields of a row are next to its view, so a picture is lifted.
        let row = try #require(interaction.press(at: CGPoint(x: 40, y: 1_100)))
        let cell = try #require(
            stage.list.indexPathsForContextMenu.first.flatMap { stage.list.cellForItem(at: $0)?.hostView as? UIView })
        #expect(row.lifted !== cell && row.lifted?.bounds.size == cell.bounds.size)
        #expect(row.preview?.target?.center == cell.center && interaction.close()?.target?.center == cell.center)
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

/// A content whose height needs the width to be fixed.
@MainActor
private struct Fixed: UIContentConfiguration {
    func makeContentView() -> any UIView & UIContentView { FixedView() }
    func updated(for state: any UIConfigurationState) -> Fixed { self }
}

@MainActor
private final class FixedView: UIView, UIContentView {
    var configuration: any UIContentConfiguration = Fixed()
    func supports(_ configuration: any UIContentConfiguration) -> Bool { configuration is Fixed }
    override func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
        verticalFittingPriority vertical: UILayoutPriority
    ) -> CGSize {
        horizontal == .required && vertical == .fittingSizeLevel ? CGSize(width: targetSize.width, height: 33) : .zero
    }
}
