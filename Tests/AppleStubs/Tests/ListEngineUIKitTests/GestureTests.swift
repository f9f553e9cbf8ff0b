import ListEngineUIKit
import Testing
import UIKit

/// A delegate with swipe actions and a menu for each item.
@MainActor
private final class Actions: CollectionViewDelegate {
    var log: [String] = []
    var delete: (Int) -> Void = { _ in }
    weak var source: DiffableDataSource<Int, Int>?

    private func item(_ path: IndexPath) -> Int { source?.itemIdentifier(for: path) ?? -1 }

    func collectionView(
        _ collectionView: CollectionView, leadingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        CollectionSwipeActions([
            CollectionSwipeAction(title: "Read") { [weak self] _, path, completion in
                self?.log.append("read \(self?.item(path) ?? -1)")
                completion(true)
            }
        ])
    }

    func collectionView(
        _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
    ) -> CollectionSwipeActions? {
        CollectionSwipeActions([
            CollectionSwipeAction(.destructive, title: "Delete") { [weak self] _, path, completion in
                guard let self else { return }
                let deleted = item(path)
                log.append("delete \(deleted)")
                delete(deleted)
                completion(true)
            },
            CollectionSwipeAction(title: "More") { [weak self] _, path, completion in
                self?.log.append("more \(self?.item(path) ?? -1)")
                completion(true)
            },
        ])
    }

    func collectionView(
        _ collectionView: CollectionView, contextMenuForItemAt indexPath: IndexPath, point: CGPoint
    ) -> CollectionContextMenu? {
        let id = item(indexPath)
        return CollectionContextMenu(
            ItemMenu([
                .action(ItemMenu.Action("Pin", isChecked: true) { [weak self] in self?.log.append("pin \(id)") }),
                .action(ItemMenu.Action("Locked", isEnabled: false) { [weak self] in self?.log.append("locked") }),
                .submenu(
                    "Move to",
                    [.action(ItemMenu.Action("Work") { [weak self] in self?.log.append("work \(id)") })]),
                .section(
                    "Danger",
                    elements: [
                        .action(
                            ItemMenu.Action("Delete", isDestructive: true) { [weak self] in self?.delete(id) })
                    ]),
            ]))
    }

    func collectionView(
        _ collectionView: CollectionView, willEndContextMenuInteraction contextMenu: CollectionContextMenu
    ) { log.append("closed") }
}

@MainActor
private final class GestureScreen {
    let screen: ContentScreen
    let actions = Actions()
    var window: UIWindow { screen.window }
    var list: CollectionView { screen.list }

    init(_ count: Int = 100, layout: (any CollectionViewLayoutRecipe)? = nil) {
        screen = ContentScreen(
            count, layout: layout ?? CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(50)))
        ) { ItemContent("Row \($0)") }
        actions.source = screen.source
        actions.delete = { [weak screen] item in screen?.source.edit { $0.deleteItems([item]) } }
        list.delegate = actions
    }

    /// The frames that follow, until nothing moves.
    func rest() {
        var frames = 0
        while CADisplayLink.frame(), frames < 2_000 {
            window.layoutIfNeeded()
            frames += 1
        }
        UIView.finishAnimations()
        window.layoutIfNeeded()
        #expect(frames < 2_000, "something moves for ever")
    }

    func frame(_ item: Int) -> CGRect? { screen.frame(of: screen.cell(item)) }

    /// The buttons behind the row that is aside: the lowest view has nothing else.
    var buttons: [UIButton] {
        let canvas = screen.host.view.subviews.first { !($0 is UIRefreshControl) }
        let lowest = canvas?.subviews.filter { !$0.isHidden && !$0.subviews.isEmpty }
        return lowest?.first { $0.subviews.allSatisfy { $0 is UIButton } }?.subviews.compactMap { $0 as? UIButton }
            ?? []
    }
}

@MainActor
@Suite struct GestureTests {
    /// From the touch to the deleted item, with the frames of the row and its buttons on the way.
    @Test func aSwipeOpensAndItsButtonDeletes() throws {
        let shown = GestureScreen()
        let finger = Finger(in: shown.window, at: CGPoint(x: 200, y: 125))
        finger.move(by: CGPoint(x: -30, y: 3))
        finger.move(by: CGPoint(x: -30, y: 3))
        #expect(finger.scrolled == nil && shown.screen.host.view.contentOffset.y == 0)
        #expect(shown.frame(2)?.minX == -60 && shown.frame(1)?.minX == 0)
        #expect(shown.list.visibleCells.allSatisfy { !$0.isHighlighted })
        let open = try #require(shown.screen.cell(2)?.superview?.subviews.first { $0 is SwipedRowView })
        #expect(shown.screen.frame(of: open) == CGRect(x: 260, y: 100, width: 60, height: 50))
        finger.move(by: CGPoint(x: -60, y: 0))
        finger.lift()
        shown.rest()
        // 60 points of "Delete" and 32 around them; 74 at least for "More".
        #expect(shown.frame(2)?.minX == -166)
        #expect(shown.buttons.map { $0.title(for: .normal) } == ["Delete", "More"])
        let starts: [CGFloat] = shown.buttons.compactMap { shown.screen.frame(of: $0)?.minX }
        #expect(starts == [228, 154])
        shown.screen.tap(shown.buttons[0])
        #expect(shown.actions.log == ["delete 2"])
        shown.rest()
        #expect(!shown.screen.source.snapshot().contains(item: 2))
        #expect(shown.frame(3) == CGRect(x: 0, y: 100, width: 320, height: 50))
        #expect(shown.buttons.isEmpty && shown.list.swipe == nil)
    }

    @Test func aFullSwipePerformsTheFirstAction() {
        let shown = GestureScreen()
        let finger = Finger(in: shown.window, at: CGPoint(x: 20, y: 25))
        for _ in 0..<10 { finger.move(by: CGPoint(x: 26, y: 0)) }
        #expect(shown.frame(0)?.minX == 260)
        finger.lift()
        #expect(shown.actions.log == ["read 0"])
        shown.rest()
        #expect(shown.frame(0)?.minX == 0 && shown.list.swipe == nil)
    }

    /// A swipe that goes back, is cancelled, or is too short closes without an action.
    @Test(arguments: 0..<3) func aSwipeCanClose(how: Int) {
        let shown = GestureScreen()
        let finger = Finger(in: shown.window, at: CGPoint(x: 200, y: 25))
        finger.move(by: CGPoint(x: -40, y: 0))
        finger.move(by: CGPoint(x: -30, y: 0))
        switch how {
        case 0:
            finger.move(by: CGPoint(x: 60, y: 0))
            finger.lift()
        case 1: finger.cancel()
        default: finger.lift(velocity: CGPoint(x: 100, y: 0))
        }
        shown.rest()
        #expect(shown.frame(0)?.minX == 0 && shown.list.swipe == nil && shown.actions.log.isEmpty)
        #expect(shown.buttons.isEmpty)
    }

    @Test func aPanAlongTheListScrollsIt() {
        let shown = GestureScreen()
        let finger = Finger(in: shown.window, at: CGPoint(x: 200, y: 225))
        finger.move(by: CGPoint(x: -5, y: -20))
        finger.move(by: CGPoint(x: -50, y: -20))
        #expect(finger.scrolled === shown.screen.host.view)
        #expect(shown.screen.host.view.contentOffset.y == 40 && shown.frame(4)?.minX == 0)
        finger.lift()
        #expect(shown.list.swipe == nil)
    }

    /// An update closes the row that is held, as in other hosts.
    @Test func anUpdateDuringASwipeClosesTheRow() {
        let shown = GestureScreen()
        let finger = Finger(in: shown.window, at: CGPoint(x: 200, y: 125))
        finger.move(by: CGPoint(x: -60, y: 0))
        shown.screen.source.edit { $0.insertItems([500], beforeItem: 1) }
        shown.window.layoutIfNeeded()
        UIView.finishAnimations()
        finger.move(by: CGPoint(x: -20, y: 0))
        shown.rest()
        #expect(shown.list.swipe == nil && shown.buttons.isEmpty)
        #expect(shown.frame(2) == CGRect(x: 0, y: 150, width: 320, height: 50) && shown.frame(500)?.minX == 0)
        shown.screen.source.edit { $0.deleteItems([2]) }
        shown.window.layoutIfNeeded()
        UIView.finishAnimations()
        finger.move(by: CGPoint(x: -20, y: 0))
        finger.lift()
        shown.rest()
        #expect(shown.list.swipe == nil && shown.buttons.isEmpty && shown.actions.log.isEmpty)
        #expect(shown.list.visibleCells.allSatisfy { ($0.hostView as? UIView)?.alpha == 1 })
    }

    // MARK: Sections that scroll on their own

    private func carousel(_ behavior: CollectionLayoutSectionOrthogonalScrollingBehavior)
        -> CollectionViewCompositionalLayout
    {
        let item = CollectionLayoutItem(
            layoutSize: CollectionLayoutSize(widthDimension: .absolute(100), heightDimension: .absolute(80)))
        let group = CollectionLayoutGroup.horizontal(layoutSize: item.layoutSize, subitems: [item])
        let section = CollectionLayoutSection(group: group)
        section.orthogonalScrollingBehavior = behavior
        return CollectionViewCompositionalLayout(section: section)
    }

    @Test func aSectionFollowsAPanAndComesToRestAtAGroup() {
        let shown = GestureScreen(20, layout: carousel(.groupPaging))
        #expect(shown.frame(1)?.minX == 100)
        let finger = Finger(in: shown.window, at: CGPoint(x: 250, y: 40))
        finger.move(by: CGPoint(x: -30, y: 0))
        finger.move(by: CGPoint(x: -30, y: 0))
        #expect(shown.frame(1)?.minX == 40 && shown.frame(0)?.minX == -60)
        finger.lift()
        shown.rest()
        #expect(shown.frame(1)?.minX == 0, "at the next group")
        #expect(shown.screen.host.view.contentOffset == .zero)
    }

    @Test func aFlingGoesOnInFrames() throws {
        let shown = GestureScreen(50, layout: carousel(.continuous))
        let finger = Finger(in: shown.window, at: CGPoint(x: 250, y: 40))
        finger.move(by: CGPoint(x: -30, y: 0))
        finger.lift(velocity: CGPoint(x: -1_000, y: 0))
        var places: [CGFloat] = []
        for _ in 0..<10 {
            CADisplayLink.frame()
            shown.window.layoutIfNeeded()
            places.append(shown.list.sectionOffsets[0])
        }
        #expect(places == places.sorted() && Set(places).count > 5)
        shown.rest()
        // A fling of v points per second goes v / deceleration points.
        #expect(abs(shown.list.sectionOffsets[0] - (30 + 1_000 / shown.screen.host.deceleration)) < 1)
        #expect(!CADisplayLink.frame(), "no clock runs while nothing moves")
    }

    // MARK: Menus and refreshing

    @Test func aMenuIsOpenedAndItsActionChangesTheData() throws {
        let shown = GestureScreen()
        let scroll = shown.screen.host.view
        scroll.contentOffset.y = 1_000
        shown.window.layoutIfNeeded()
        let interaction = try #require(scroll.interactions.lazy.compactMap { $0 as? UIContextMenuInteraction }.first)
        let opened = try #require(interaction.press(at: CGPoint(x: 50, y: 1_125)))
        #expect(opened.lifted === shown.screen.cell(22))
        #expect(shown.list.indexPathsForContextMenu == [[0, 22]])
        let children = opened.menu.children
        #expect(children.map { $0.title } == ["Pin", "Locked", "Move to", "Danger"])
        #expect((children[0] as? UIAction)?.state == .on && (children[1] as? UIAction)?.attributes == .disabled)
        #expect((children[3] as? UIMenu)?.options == .displayInline)
        let delete = try #require((children[3] as? UIMenu)?.children.first as? UIAction)
        #expect(delete.attributes == .destructive)
        (children[0] as? UIAction)?.choose()
        (children[1] as? UIAction)?.choose()
        ((children[2] as? UIMenu)?.children.first as? UIAction)?.choose()
        delete.choose()
        interaction.close()
        #expect(shown.actions.log == ["pin 22", "work 22", "closed"])
        #expect(!shown.screen.source.snapshot().contains(item: 22))
        // Outside of all items there is none.
        #expect(interaction.press(at: CGPoint(x: 50, y: 90_000)) == nil)
    }

    /// Users who do not swipe find the actions in a menu.
    @Test func swipeActionsAreInTheMenuOfAnItemWithoutOne() throws {
        final class Swipes: CollectionViewDelegate {
            var done = 0
            func collectionView(
                _ collectionView: CollectionView, trailingSwipeActionsForItemAt indexPath: IndexPath
            ) -> CollectionSwipeActions? {
                CollectionSwipeActions([
                    CollectionSwipeAction(title: "Archive") { [weak self] _, _, _ in self?.done += 1 }
                ])
            }
        }
        let (shown, delegate) = (GestureScreen(), Swipes())
        shown.list.delegate = delegate
        let interaction = try #require(
            shown.screen.host.view.interactions.lazy.compactMap { $0 as? UIContextMenuInteraction }.first)
        let menu = try #require(interaction.press(at: CGPoint(x: 50, y: 20))?.menu)
        #expect(menu.children.map { $0.title } == ["Archive"])
        (menu.children[0] as? UIAction)?.choose()
        #expect(delegate.done == 1)
    }

    @Test func pullingRefreshesTheList() throws {
        let shown = GestureScreen(3)
        #expect(shown.screen.host.view.refreshControl == nil)
        var refreshes = 0
        shown.list.refreshHandler = { refreshes += 1 }
        shown.screen.host.view.setNeedsLayout()
        shown.window.layoutIfNeeded()
        let control = try #require(shown.screen.host.view.refreshControl)
        control.pull()
        shown.window.layoutIfNeeded()
        #expect(refreshes == 1 && shown.list.isRefreshing && control.isRefreshing)
        shown.list.endRefreshing()
        shown.window.layoutIfNeeded()
        #expect(!control.isRefreshing)
        shown.list.beginRefreshing()
        shown.window.layoutIfNeeded()
        #expect(control.isRefreshing && refreshes == 2)
        shown.list.refreshHandler = nil
        shown.screen.host.view.setNeedsLayout()
        shown.window.layoutIfNeeded()
        #expect(shown.screen.host.view.refreshControl == nil)
    }

    // MARK: Random gestures

    /// Touches that begin, move and leave while the data changes. At rest, each row is in its place and shows its item.
    @Test(arguments: 0..<20)
    func gesturesAreInterruptedByUpdates(seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let isCarousel = seed % 4 == 3
        let shown = GestureScreen(40, layout: isCarousel ? carousel(.continuousGroupLeadingBoundary) : nil)
        var (finger, next): (Finger?, Int) = (nil, 1_000)
        for _ in 0..<120 {
            switch Int.random(in: 0..<9, using: &random) {
            case 0:
                finger?.cancel()
                finger = Finger(
                    in: shown.window,
                    at: CGPoint(x: .random(in: 0..<320, using: &random), y: .random(in: 0..<480, using: &random)))
            case 1, 2, 3:
                let isAcross = Bool.random(using: &random)
                let way = CGFloat.random(in: -60...60, using: &random).rounded()
                finger?.move(by: isAcross ? CGPoint(x: way, y: 0) : CGPoint(x: 0, y: way))
            case 4:
                finger?.lift(velocity: CGPoint(x: .random(in: -2_000...2_000, using: &random), y: 0))
                finger = nil
            case 5:
                let count = shown.screen.source.snapshot().numberOfItems
                guard count > 5 else { continue }
                let gone = shown.screen.source.snapshot().itemIdentifiers.randomElement(using: &random)!
                shown.screen.source.edit { $0.deleteItems([gone]) }
            case 6:
                let place = shown.screen.source.snapshot().itemIdentifiers.randomElement(using: &random)
                if let place { shown.screen.source.edit { [next] in $0.insertItems([next], beforeItem: place) } }
                next += 1
            case 7: if let button = shown.buttons.randomElement(using: &random) { shown.screen.tap(button) }
            default: CADisplayLink.frame(after: .random(in: 0...0.1, using: &random))
            }
            shown.window.layoutIfNeeded()
        }
        finger?.cancel()
        shown.list.closeSwipe()
        shown.rest()
        #expect(shown.list.swipe == nil && shown.buttons.isEmpty)
        for cell in shown.list.visibleCells {
            guard let view = cell.hostView as? UIView, let path = shown.list.indexPath(for: cell) else { continue }
            let id = shown.screen.source.itemIdentifier(for: path)
            let frame = cell.frame.offsetBy(dx: 0, dy: -shown.screen.host.view.contentOffset.y)
            let onScreen = view.convert(view.bounds, to: nil)
            #expect(abs(onScreen.minX - frame.minX) <= 0.5 && abs(onScreen.minY - frame.minY) <= 0.5)
            #expect(id.map { shown.screen.label("Row \($0)", of: $0) } != nil)
        }
    }
}
