import ListEngineUIKit
import Testing
import UIKit

/// A list of numbers in a scroll view, in a window of 320 by 480 points.
@MainActor
private final class Screen {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let list: CollectionView
    let host: UIKitHost
    let source: DiffableDataSource<String, Int>
    var text: (Int) -> String = { "\($0)" }

    init(_ layout: any CollectionViewLayoutRecipe) {
        list = CollectionView(frame: window.bounds, collectionViewLayout: layout)
        host = UIKitHost(list)
        host.view.frame = window.bounds
        window.addSubview(host.view)
        weak var screen: Screen?
        source = DiffableDataSource(collectionView: list) { view, path, number in
            let cell = view.dequeueReusableCell(UIKitCell.self, for: path)
            var content = UIListContentConfiguration.cell()
            content.text = screen?.text(number)
            cell.contentConfiguration = content
            return cell
        }
        screen = self
    }

    func show(_ numbers: [Int]) {
        var snapshot = DiffableSnapshot<String, Int>()
        snapshot.appendSections(["a"])
        snapshot.appendItems(numbers, toSection: "a")
        source.apply(snapshot)
        window.layoutIfNeeded()
    }

    func scroll(to y: CGFloat) {
        host.view.contentOffset = CGPoint(x: 0, y: y)
        window.layoutIfNeeded()
    }

    /// Where the view of an item is on the screen; nil if it has none.
    func position(of number: Int) -> CGFloat? {
        guard let path = source.indexPath(for: number), let view = list.cellForItem(at: path)?.hostView as? UIView
        else { return nil }
        return view.convert(view.bounds, to: nil).minY
    }

    /// Every visible item has one view, with its text, where the layout says, on pixels of half a point.
    func check() {
        #expect(abs(list.contentOffset.y - host.view.contentOffset.y) <= 0.5)
        let shown = list.visibleCells.compactMap { $0.hostView as? UIView }
        #expect(shown.count == list.indexPathsForVisibleItems.count)
        for cell in list.visibleCells {
            guard let view = cell.hostView as? UIView, let attributes = cell.layoutAttributes else { continue }
            let onScreen = view.convert(view.bounds, to: nil)
            let expected = attributes.frame.minY - host.view.contentOffset.y
            #expect(abs(onScreen.minY - expected) <= 0.5)
            #expect((onScreen.minY * 2).rounded() / 2 == onScreen.minY)
            #expect((onScreen.height * 2).rounded() / 2 == onScreen.height)
            let number = source.itemIdentifier(for: attributes.indexPath)
            let content = (cell as? UIKitCell)?.contentConfiguration as? UIListContentConfiguration
            #expect(content?.text == number.map(text))
            #expect(!view.isHidden)
        }
        // No other view is on the screen.
        let canvas = shown.first?.superview
        #expect((canvas?.subviews.filter { !$0.isHidden }.count ?? 0) == shown.count)
    }
}

@MainActor private func measuredRows() -> CollectionViewLayoutRecipe {
    CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30)))
}

/// A header that is a label, and can be tapped.
private final class Title: CollectionReusableView, UIViewMaking {
    let label = UILabel()
    var taps = 0
    func makeUIView() -> UIView { label }
    override func handleTap(at point: CGPoint) -> Bool {
        taps += 1
        return true
    }
}

@MainActor
@Suite struct UIKitHostTests {
    @Test func fieldsOfATableAreInFrontOfTheirCells() throws {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        let list = CollectionView(frame: window.bounds, collectionViewLayout: rows())
        let host = UIKitHost(list)
        host.view.frame = window.bounds
        window.addSubview(host.view)
        let source = DiffableDataSource<String, Int>(collectionView: list) { view, path, _ in
            view.tableCell(for: path) { $0.dequeue(Title.self) }
        }
        try list.setColumns([Column("a", width: .points(100)), Column("b", width: .points(100))])
        var snapshot = DiffableSnapshot<String, Int>()
        snapshot.appendSections(["a"])
        snapshot.appendItems(Array(0..<100), toSection: "a")
        source.apply(snapshot)
        for offset in [0, 700, 50] {
            host.view.contentOffset = CGPoint(x: 0, y: offset)
            window.layoutIfNeeded()
            var fields = 0
            for cell in list.visibleCells {
                let view = try #require(cell.hostView as? UIView)
                let order = try #require(view.superview?.subviews)
                let place = try #require(order.firstIndex { $0 === view })
                for field in cell.fields {
                    fields += 1
                    #expect(try #require(order.firstIndex { $0 === field.view.hostView }) > place)
                }
            }
            #expect(fields == 2 * list.visibleCells.count && fields > 0)
        }
    }

    @Test func pinnedHeadersAreAboveTheCellsAndReadBeforeThem() throws {
        let flow = rows()
        flow.headerReferenceSize = CGSize(width: 320, height: 30)
        flow.sectionHeadersPinToVisibleBounds = true
        let screen = Screen(flow)
        screen.source.supplementaryViewProvider = { view, kind, path in
            view.dequeueReusableSupplementaryView(Title.self, ofKind: kind, for: path)
        }
        screen.show(Array(0..<100))
        screen.scroll(to: 1_000)
        let title = try #require(
            screen.list.supplementaryView(forElementKind: .header, at: [0, 0]) as? Title)
        #expect(title.label.convert(title.label.bounds, to: nil) == CGRect(x: 0, y: 0, width: 320, height: 30))
        #expect(title.label.superview?.subviews.last === title.label)
        let elements = screen.host.view.accessibilityElements as? [UIView]
        #expect(elements?.first === title.label)
        #expect(elements?.count == screen.list.visibleCells.count + 1)
        // The touch goes to the header, not to the cell under it.
        let touch = screen.window.touchDown(at: CGPoint(x: 50, y: 10))
        touch.view?.touchesEnded([touch], with: nil)
        #expect(title.taps == 1)
        #expect(screen.list.indexPathsForSelectedItems.isEmpty)
    }

    /// Bars and the keyboard inset the scroll view; the anchor keeps its place when the width changes.
    @Test func insetsAndRotationsKeepThePlace() {
        let screen = Screen(measuredRows())
        screen.text = { String(repeating: "x", count: 1 + $0 * 37 % 150) }
        screen.show(Array(0..<300))
        screen.host.view.contentInset = UIEdgeInsets(top: 90, left: 0, bottom: 30, right: 0)
        screen.scroll(to: -90)
        #expect(screen.position(of: 0) == 90)
        screen.check()
        screen.scroll(to: 2_000)
        let paths = screen.list.indexPathsForVisibleItems
        let anchor = paths.compactMap { screen.source.itemIdentifier(for: $0) }.first {
            (screen.position(of: $0) ?? 0) >= 90
        }
        let place = anchor.flatMap { screen.position(of: $0) }
        for size in [CGSize(width: 480, height: 320), CGSize(width: 320, height: 480)] {
            screen.window.frame.size = size
            screen.host.view.frame = CGRect(origin: .zero, size: size)
            screen.window.layoutIfNeeded()
            screen.check()
            let now = anchor.flatMap { screen.position(of: $0) }
            #expect(now != nil && now! > 0 && now! <= place!)
        }
    }

    /// A configuration without content, a cell without a `UIView`, and sizes that are no numbers.
    @Test func cellsWithoutUsableContent() {
        final class Odd: CollectionViewCell, UIViewMaking {
            final class Content: UIView {
                override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: CGFloat.nan, height: .infinity) }
            }
            func makeUIView() -> UIView { Content(frame: .zero) }
        }
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
        let list = CollectionView(frame: window.bounds, collectionViewLayout: measuredRows())
        let host = UIKitHost(list)
        host.view.frame = window.bounds
        window.addSubview(host.view)
        let source = DiffableDataSource<Int, Int>(collectionView: list) { view, path, number in
            switch number % 3 {
            case 0: view.dequeueReusableCell(Odd.self, for: path)
            case 1: view.dequeueReusableCell(UIKitCell.self, for: path)
            default: view.dequeueReusableCell(CollectionViewCell.self, for: path)
            }
        }
        source.edit { snapshot in
            snapshot.appendSections([0])
            snapshot.appendItems(Array(0..<100))
        }
        window.layoutIfNeeded()
        #expect(list.visibleCells.count > 10)
        #expect(list.contentSize.height.isFinite && list.contentSize.height > 0)
        host.view.contentOffset.y = 300
        window.layoutIfNeeded()
        host.view.contentOffset = .zero
        window.layoutIfNeeded()
        #expect(list.indexPathsForVisibleItems.first == [0, 0])
    }

    @Test(arguments: 0..<10)
    func viewsAreWhereTheLayoutSays(seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let screen = Screen(measuredRows())
        screen.text = { String(repeating: "x", count: 1 + $0 * 37 % 150) }
        var numbers = Array(0..<200)
        screen.show(numbers)
        screen.check()
        for step in 0..<20 {
            let end = max(0, screen.host.view.contentSize.height - 480)
            screen.scroll(to: (CGFloat.random(in: 0...end, using: &random) * 2).rounded() / 2)
            screen.check()
            for _ in 0..<5 { numbers.remove(at: Int.random(in: 0..<numbers.count, using: &random)) }
            numbers.insert(contentsOf: 1_000 + step * 10..<1_005 + step * 10, at: numbers.count / 3)
            numbers.swapAt(0, numbers.count / 2)
            screen.show(numbers)
            UIView.finishAnimations()
            screen.window.layoutIfNeeded()
            screen.check()
        }
    }

    /// The offsets of updates are not on pixels. Whether UIKit rounds them or not, no row moves away little by little.
    @Test(arguments: [false, true]) func roundedOffsetsDoNotAddUp(roundsBounds: Bool) {
        let flow = rows()
        flow.itemSize = CGSize(width: 320, height: 30.1)
        let screen = Screen(flow)
        screen.host.view.roundsBounds = roundsBounds
        var numbers = Array(0..<300)
        screen.show(numbers)
        screen.scroll(to: 3_000)
        let place = screen.list.cellForItem(at: [0, 105]).map { $0.frame.minY - screen.list.contentOffset.y }
        for step in 0..<60 {
            numbers.insert(1_000 + step, at: 1)
            screen.show(numbers)
            let cell = screen.source.indexPath(for: 105).flatMap { screen.list.cellForItem(at: $0) }
            #expect(cell.map { $0.frame.minY - screen.list.contentOffset.y } == place)
        }
    }

    /// At a depth where a 32-bit float has steps of four points, the numbers that are drawn with are small.
    @Test func aMillionRowsAreExact() {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 320, height: 60.25)
        flow.minimumLineSpacing = 0
        let screen = Screen(flow)
        screen.show(Array(0..<1_000_000))
        screen.scroll(to: 60_000_000.5)
        screen.check()
        for cell in screen.list.visibleCells {
            guard let view = cell.hostView as? UIView, let canvas = view.superview else { continue }
            #expect(abs(view.center.y) < 65_536)
            #expect(abs(canvas.bounds.minY) < 65_536)
        }
        screen.scroll(to: 60_000_003)
        screen.check()
    }

    @Test func updatesAboveKeepThePlaceDuringADrag() {
        let screen = Screen(measuredRows())
        screen.show(Array(0..<300))
        screen.scroll(to: 3_000)
        screen.host.view.beginDrag()
        screen.host.view.drag(by: -40)
        let first = screen.source.itemIdentifier(for: screen.list.indexPathsForVisibleItems[2])!
        let place = screen.position(of: first)
        screen.show(Array(500..<520) + Array(0..<300))
        #expect(screen.position(of: first) == place)
        screen.host.view.drag(by: -10)
        #expect(screen.position(of: first) == place.map { $0 + 10 })
        // The fling goes on from there.
        screen.host.view.endDrag(velocity: -1, target: CGPoint(x: 0, y: screen.host.view.contentOffset.y - 100))
        #expect(screen.host.view.isDecelerating)
        screen.show(Array(600..<610) + Array(500..<520) + Array(0..<300))
        #expect(screen.host.view.isDecelerating)
        #expect(screen.position(of: first) == place.map { $0 + 10 })
        screen.check()
    }

    /// The rows on the way have other heights than estimated.
    @Test func aSmoothScrollEndsExactlyAtTheItem() {
        let screen = Screen(measuredRows())
        screen.text = { String(repeating: "x", count: 1 + $0 * 37 % 150) }
        screen.show(Array(0..<2_000))
        screen.list.scrollToItem(at: [0, 700], at: .start, animated: true)
        var steps = 0
        var way: [CGFloat] = []
        var goesOn = true
        while goesOn, steps < 200 {
            let before = screen.host.view.contentOffset.y
            goesOn = screen.host.view.step()
            way.append(abs(screen.host.view.contentOffset.y - before))
            steps += 1
        }
        #expect(steps > 3 && steps < 200)
        #expect(screen.position(of: 700) == 0)
        // The target moved along: the last step is no jump.
        #expect(way.last.map { $0 < 2 } == true)
        screen.check()
    }

    /// An update above moves the target of a scroll to an offset along with the content.
    @Test func aSmoothScrollToAnOffsetGoesAlongWithTheContent() {
        let screen = Screen(rows())
        screen.show(Array(0..<500))
        screen.scroll(to: 8_000)
        screen.list.setContentOffset(CGPoint(x: 0, y: 10_000), animated: true)
        _ = screen.host.view.step()
        screen.show(Array(600..<610) + Array(0..<500))
        #expect(screen.host.view.contentOffset.y < 10_000)
        while screen.host.view.step() {}
        #expect(screen.host.view.contentOffset.y == 10_400)
        #expect(screen.position(of: 250) == 0)
        screen.check()
    }

    /// The program scrolls at once in the middle of a smooth scroll, and of a fling.
    @Test func aJumpEndsOtherMovements() {
        final class Ends: CollectionViewScrollDelegate {
            var count = 0
            func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) { count += 1 }
        }
        let (screen, ends) = (Screen(rows()), Ends())
        screen.list.addScrollObserver(ends)
        screen.show(Array(0..<500))
        screen.list.scrollToItem(at: [0, 300], at: .start, animated: true)
        _ = screen.host.view.step()
        screen.list.contentOffset = CGPoint(x: 0, y: 50)
        screen.window.layoutIfNeeded()
        #expect(!screen.host.view.step())
        #expect(screen.host.view.contentOffset.y == 50)
        #expect(ends.count == 1)

        screen.host.view.beginDrag()
        screen.host.view.drag(by: 20)
        screen.host.view.endDrag(velocity: 1, target: CGPoint(x: 0, y: 900))
        screen.list.scrollToItem(at: [0, 100], at: .start, animated: false)
        screen.window.layoutIfNeeded()
        #expect(!screen.host.view.isDecelerating)
        #expect(screen.position(of: 100) == 0)

        // A finger takes over from a smooth scroll.
        screen.list.scrollToItem(at: [0, 300], at: .start, animated: true)
        _ = screen.host.view.step()
        screen.host.view.beginDrag()
        #expect(ends.count == 2)
        let now = screen.host.view.contentOffset
        screen.window.layoutIfNeeded()
        #expect(screen.host.view.contentOffset == now)
        screen.check()
    }

    @Test func aTouchChoosesItsItem() {
        let screen = Screen(measuredRows())
        screen.show(Array(0..<100))
        screen.scroll(to: 200)
        let target = screen.source.itemIdentifier(for: screen.list.indexPathsForVisibleItems[3])!
        let y = screen.position(of: target)! + 5
        let touch = screen.window.touchDown(at: CGPoint(x: 50, y: y))
        #expect(screen.list.cellForItem(at: [0, target])?.isHighlighted == true)
        touch.view?.touchesEnded([touch], with: nil)
        #expect(screen.list.indexPathsForSelectedItems == [[0, target]])
        let cell = screen.list.cellForItem(at: [0, target])
        #expect((cell?.hostView as? UIView)?.accessibilityTraits.contains(.selected) == true)

        // A touch that becomes a scroll is cancelled.
        let other = screen.window.touchDown(at: CGPoint(x: 50, y: y + 60))
        other.view?.touchesCancelled([other], with: nil)
        #expect(screen.list.indexPathsForSelectedItems == [[0, target]])
        #expect(screen.list.visibleCells.allSatisfy { !$0.isHighlighted })
    }

    @Test func keysMoveTheFocusAndScroll() {
        let screen = Screen(measuredRows())
        screen.show(Array(0..<100))
        func press(_ key: UIKeyboardHIDUsage) { screen.host.view.pressesBegan([UIPress(UIKey(key))], with: nil) }
        for _ in 0..<40 { press(.keyboardDownArrow) }
        screen.window.layoutIfNeeded()
        #expect(screen.list.focusedIndexPath == [0, 39])
        #expect(screen.host.view.contentOffset.y > 0)
        let focused = screen.list.cellForItem(at: [0, 39])?.hostView as? UIView
        #expect(screen.host.view.preferredFocusEnvironments.first === focused)
        press(.keyboardReturnOrEnter)
        #expect(screen.list.indexPathsForSelectedItems == [[0, 39]])
        screen.check()
    }

    @Test func theSystemsFocusIsTheFocusOfTheList() {
        let screen = Screen(measuredRows())
        screen.show(Array(0..<100))
        let view = screen.list.cellForItem(at: [0, 4])?.hostView as? UIView
        #expect(view?.canBecomeFocused == true)
        screen.host.view.didUpdateFocus(
            in: UIFocusUpdateContext(to: view?.subviews.first), with: UIFocusAnimationCoordinator())
        #expect(screen.list.focusedIndexPath == [0, 4])
    }

    @Test func elementsAreReadInTheirOrder() {
        let screen = Screen(measuredRows())
        screen.show(Array(0..<200))
        for y in [500, 1_000, 700, 90] as [CGFloat] {
            screen.scroll(to: y)
            let tops = (screen.host.view.accessibilityElements as? [UIView])?.map {
                $0.convert($0.bounds, to: nil).minY
            }
            #expect(tops?.count == screen.list.visibleCells.count)
            #expect(tops == tops?.sorted())
        }
    }

    @Test func animatedUpdatesEndOnceAndRecycleTheirViews() {
        let screen = Screen(measuredRows())
        screen.show(Array(0..<20))
        var results: [UpdateResult] = []
        var snapshot = screen.source.snapshot()
        snapshot.deleteItems([2, 3, 4])
        snapshot.appendItems([100], toSection: "a")
        screen.source.apply(snapshot) { results.append($0) }
        screen.window.layoutIfNeeded()
        UIView.finishAnimations()
        UIView.finishAnimations()
        #expect(results.count == 1)
        screen.window.layoutIfNeeded()
        screen.check()
    }

    @Test func viewsAndTheirContentsAreReused() {
        let screen = Screen(measuredRows())
        screen.show(Array(0..<10_000))
        let before = UIListContentView.made
        for y in stride(from: 0 as CGFloat, to: 50_000, by: 150) { screen.scroll(to: y) }
        #expect(UIListContentView.made - before < 40)
        screen.check()
    }

    @Test func aNewWidthAndScaleLayOutAgain() {
        let screen = Screen(measuredRows())
        screen.text = { _ in String(repeating: "x", count: 60) }
        screen.show(Array(0..<100))
        #expect(screen.list.cellForItem(at: [0, 0])?.frame.height == 40)
        screen.host.view.frame = CGRect(x: 0, y: 0, width: 160, height: 480)
        screen.window.layoutIfNeeded()
        #expect(screen.list.cellForItem(at: [0, 0])?.frame == CGRect(x: 0, y: 0, width: 160, height: 80))
        screen.check()
    }

    @Test func aHostThatIsReleasedTakesItsViewsAlong() {
        let list = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: measuredRows())
        weak var released: UIKitHost?
        weak var view: UIView?
        do {
            let host = UIKitHost(list)
            (released, view) = (host, host.view)
            host.view.layoutIfNeeded()
        }
        #expect(released == nil)
        #expect(view == nil)
        #expect(list.host == nil)
        list.layoutIfNeeded()
    }
}
