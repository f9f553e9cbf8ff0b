import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Sections that scroll independently, moved by a wheel, the mouse and keys, and beyond their ends.
@MainActor
@Suite("Wheels, pointers and keys in sections")
struct SectionInputTests {
    private final class Host: ScrollingHost {
        override func scheduleFrame() {}
        private var now = 0.0
        /// Draws frames for a number of seconds.
        func wait(_ seconds: TimeInterval = 3) {
            for _ in 0..<Int(seconds * 50) {
                now += 0.02
                frame(at: now)
            }
        }
    }

    typealias Behavior = CollectionLayoutSectionOrthogonalScrollingBehavior
    typealias Bounce = CollectionLayoutSectionOrthogonalScrollingProperties.Bounce

    private let list = ListDataSource(scheduler: .immediate)
    private let view: CollectionView
    private let host: Host
    private let inRow = CGPoint(x: 80, y: 75)

    /// Two rows of forty items of 60 by 50 points, and forty rows of 50 points, in a list that is 100 points wide.
    init() {
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: CollectionViewFlowLayout())
        host = Host(view)
        list.attach(to: view)
    }

    private func show(_ behavior: Behavior, _ bounce: Bounce = .automatic, count: Int = 40) {
        view.collectionViewLayout = CollectionViewCompositionalLayout { [list] section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        list.build {
            for name in ["first", "second"] {
                ListBlock(name, Array(0..<count), id: \.self) { (_: CollectionViewCell, _) in }
                    .onLayout { _ in
                        let size = CollectionLayoutSize(widthDimension: .absolute(60), heightDimension: .absolute(50))
                        let item = CollectionLayoutItem(layoutSize: size)
                        let section = CollectionLayoutSection(group: .horizontal(layoutSize: size, subitems: [item]))
                        section.orthogonalScrollingBehavior = behavior
                        section.orthogonalScrollingProperties.bounce = bounce
                        return section
                    }
            }
            ListBlock("rows", Array(0..<40), id: \.self) { (_: CollectionViewCell, _) in }
                .onLayout { _ in .list(itemHeight: .absolute(50)) }
        }
        host.wait(0.1)
    }

    private var offset: CGFloat { view.sectionOffsets[1] }

    // MARK: Wheels

    @Test(arguments: [
        (Behavior.continuous, CGFloat(34), CGFloat(68), CGFloat(34)), (.groupPaging, 60, 120, 60),
        (.continuousGroupLeadingBoundary, 60, 120, 60), (.paging, 100, 200, 100), (.groupPagingCentered, 40, 100, 40),
    ])
    func aTurnOfTheWheelRestsWhereTheBehaviourSays(
        behavior: Behavior, once: CGFloat, twice: CGFloat, back: CGFloat
    ) {
        for (isShift, isSmooth) in [(true, true), (true, false), (false, true), (false, false)] {
            show(behavior)
            view.hostDidScroll(section: 1, to: behavior == .groupPagingCentered ? -20 : 0)
            func turn(_ distance: CGFloat) {
                let delta = isShift ? CGPoint(x: 0, y: distance) : CGPoint(x: distance, y: 0)
                host.scroll(by: delta, at: inRow, smoothly: isSmooth, modifiers: isShift ? .extend : [])
                host.wait()
            }
            let start = offset
            turn(34)
            #expect(offset == once + (behavior == .continuous ? start : 0))
            turn(34)
            #expect(offset == twice)
            turn(-34)
            #expect(offset == back)
            #expect(host.offset == 0 && view.sectionOffsets[0] == (behavior == .groupPagingCentered ? -20 : 0))
        }
    }

    @Test func quickTurnsGoOnFromWhereTheWheelIsGoing() {
        show(.groupPaging)
        for _ in 0..<5 {
            host.scroll(by: CGPoint(x: 34, y: 0), at: inRow, smoothly: true)
            host.wait(0.04)
        }
        #expect(offset < 170)
        host.wait()
        #expect(offset == 180)
    }

    @Test func aWheelWithoutShiftScrollsTheList() {
        show(.continuous)
        host.scroll(by: CGPoint(x: 0, y: 30), at: inRow)
        #expect(host.offset == 30 && offset == 0)
        // Not over a section that scrolls independently, nothing moves sideways.
        host.scroll(by: CGPoint(x: 0, y: 30), at: CGPoint(x: 50, y: 190), modifiers: .extend)
        #expect(host.offset == 30)
    }

    @Test func littleMotionIsNoMotion() {
        show(.groupPaging)
        host.prefersReducedMotion = true
        host.scroll(by: CGPoint(x: 34, y: 0), at: inRow, smoothly: true)
        #expect(offset == 34)
        host.wait(0.02)
        #expect(offset == 60)
    }

    // MARK: The mouse

    @Test(arguments: [
        (Behavior.continuous, CGFloat(0), CGFloat(35)), (.groupPaging, 0, 60), (.paging, 0, 0),
        (.groupPagingCentered, -20, 40),
    ])
    func aDraggedMouseMovesTheSection(behavior: Behavior, start: CGFloat, rest: CGFloat) {
        show(behavior)
        #expect(offset == start)
        view.hostTouch(CollectionViewTouch(.began, at: CGPoint(x: 80, y: 75)))
        #expect(host.beginSectionDrag(at: inRow))
        #expect(!host.beginSectionDrag(at: inRow))
        host.dragSection(to: CGPoint(x: 60, y: 80))
        host.dragSection(to: CGPoint(x: 45, y: 190))
        host.dragSection(to: CGPoint(x: CGFloat.nan, y: 0))
        #expect(offset == start + 35 && host.offset == 0)
        host.wait()
        #expect(offset == start + 35, "The pointer holds it.")
        #expect(host.endSectionDrag())
        #expect(!host.endSectionDrag() && !host.dragSection(to: .zero))
        view.hostTouch(CollectionViewTouch(.ended, at: CGPoint(x: 45, y: 75)))
        host.wait()
        #expect(offset == rest)
        #expect(view.indexPathsForSelectedItems.isEmpty)
    }

    /// The pointer moves 35 points in 0.07 seconds: 500 points a second.
    private func drag(pause: TimeInterval, reversed: Bool = false) {
        let inRow = CGPoint(x: reversed ? 20 : 80, y: 75)
        let start = offset
        #expect(host.beginSectionDrag(at: inRow))
        for step in 0...7 {
            let distance = CGFloat(step) * 5
            host.dragSection(
                to: CGPoint(x: inRow.x + (reversed ? distance : -distance), y: 75), at: 20 + Double(step) / 100)
            host.wait(0.02)
        }
        #expect(offset == start + 35)
        #expect(host.endSectionDrag(at: 20.07 + pause))
        host.wait()
    }

    @Test(arguments: [
        (Behavior.continuous, CGFloat(160)), (.groupPaging, 60), (.paging, 100), (.groupPagingCentered, 40),
        (.continuousGroupLeadingBoundary, 180),
    ])
    func aSectionIsFlungByTheMouse(behavior: Behavior, rest: CGFloat) {
        show(behavior)
        drag(pause: 0.02)
        #expect(offset == rest)
        #expect(!host.isScrolling)
    }

    /// Two events in a millisecond do not fling the section to its end.
    @Test func eventsThatComeTogetherFlingLikeThoseOfAFrame() {
        show(.continuous)
        #expect(host.beginSectionDrag(at: inRow))
        host.dragSection(to: CGPoint(x: 75, y: 75), at: 20)
        host.dragSection(to: CGPoint(x: 65, y: 75), at: 20.001)
        host.endSectionDrag(at: 20.001)
        host.wait()
        // 10 points in a sixtieth of a second, slowed down by 4 a second.
        #expect(abs(offset - 165) < 0.01)
    }

    @Test func aSectionIsFlungFromRightToLeft() {
        view.flowDirection = .rightToLeft
        show(.continuous)
        drag(pause: 0, reversed: true)
        #expect(offset == 160)
    }

    /// The pointer rests before the button is released, goes back in time, or the time is not known.
    @Test func aPointerThatRestsFlingsNothing() {
        for (end, places) in [
            (20.2 as Double?, [20, 20.07]), (nil, [20, 20.07]), (20.0, [20, 19.0]), (20, [20, 20]),
        ] {
            show(.continuous)
            view.hostDidScroll(section: 1, to: 0)
            #expect(host.beginSectionDrag(at: inRow))
            for (step, time) in places.enumerated() {
                host.dragSection(to: CGPoint(x: inRow.x - CGFloat(step + 1) * 10, y: 75), at: time)
            }
            host.endSectionDrag(at: end)
            host.wait()
            #expect(offset == 20)
        }
    }

    @Test func onlyASectionThatScrollsIsDragged() {
        show(.continuous)
        #expect(!host.beginSectionDrag(at: CGPoint(x: 50, y: 190)))
        #expect(!host.beginSectionDrag(at: CGPoint(x: CGFloat.infinity, y: 75)))
        view.isScrollEnabled = false
        #expect(!host.beginSectionDrag(at: inRow))
    }

    // MARK: Keys

    @Test(arguments: [
        (Behavior.continuous, [CGFloat(0), 20, 80, 140, 120, 60]), (.groupPaging, [0, 60, 120, 180, 120, 60]),
        (.groupPagingCentered, [-20, 40, 100, 160, 100, 40]), (.paging, [0, 100, 100, 200, 100, 100]),
    ])
    func keysShowTheItemsAtRest(behavior: Behavior, offsets: [CGFloat]) throws {
        show(behavior)
        view.focusedIndexPath = IndexPath(item: 0, section: 1)
        var seen = [offset]
        for key in [CollectionViewKey.right, .right, .right, .left, .left] {
            #expect(view.hostKey(key))
            host.wait(0.5)
            seen.append(offset)
            let focus = try #require(view.focusedIndexPath)
            let frame = try #require(view.cellForItem(at: focus)?.frame)
            #expect(focus.section == 1 && frame.maxX > 0 && frame.minX < 100)
            #expect(behavior == .paging || frame.minX >= 0 && frame.maxX <= 100)
        }
        #expect(seen == offsets)
    }

    // MARK: Beyond the ends

    private var firstX: CGFloat? {
        host.viewsInDrawingOrder.first { $0.view.layoutAttributes?.path == .item(0, inSection: 1) }?.frame.minX
    }

    @Test(arguments: [
        (Bounce.automatic, true, true), (.automatic, false, false), (.always, false, true), (.never, true, false),
    ])
    func aSectionBouncesAsItsPropertiesSay(bounce: Bounce, host bounces: Bool, isDrawn: Bool) throws {
        for isMirrored in [false, true] {
            view.flowDirection = isMirrored ? .rightToLeft : .leftToRight
            show(.continuous, bounce)
            host.bounces = bounces
            let away: CGFloat = isMirrored ? -1 : 1
            let rest = try #require(firstX)
            host.beginPan(at: inRow, by: CGPoint(x: 20 * away, y: 0))
            host.pan(by: CGPoint(x: 20 * away, y: 0))
            host.wait(0.5)
            #expect(offset == 0)
            let drawn = try #require(firstX)
            #expect(isDrawn ? (drawn - rest) * away > 5 && (drawn - rest) * away < 40 : drawn == rest)
            // The other row stays.
            let other = host.viewsInDrawingOrder.first { $0.view.layoutAttributes?.path == .item(0, inSection: 0) }
            #expect(other?.frame.minX == rest)
            host.endPan(velocity: CGPoint(x: 100 * away, y: 0))
            host.wait(0.1)
            #expect(!isDrawn || firstX != rest)
            host.wait()
            #expect(firstX == rest && offset == 0 && !host.isScrolling)
        }
    }

    @Test func aSectionThatIsFlungToItsEndBounces() throws {
        show(.continuous, .always)
        host.beginPan(at: inRow, by: CGPoint(x: -30, y: 0))
        host.endPan(velocity: CGPoint(x: 3_000, y: 0))
        var most: CGFloat = 0
        for _ in 0..<100 {
            host.wait(0.02)
            most = max(most, firstX ?? 0)
        }
        host.wait()
        #expect(most > 1 && most < 50)
        #expect(firstX == 0 && offset == 0)
    }

    @Test(arguments: [Bounce.always, .automatic, .never])
    func contentThatFitsBouncesOnlyAlways(bounce: Bounce) throws {
        show(.continuous, bounce, count: 1)
        host.bounces = true
        host.beginPan(at: CGPoint(x: 30, y: 75), by: CGPoint(x: -30, y: 0))
        #expect((firstX ?? 0) < 0 ? bounce == .always : bounce != .always)
        host.endPan(velocity: .zero)
        host.wait()
        #expect(firstX == 0)
    }

    @Test func aTouchCatchesASectionThatBounces() throws {
        show(.continuous, .always)
        host.beginPan(at: inRow, by: CGPoint(x: 40, y: 0))
        host.endPan(velocity: .zero)
        host.wait(0.06)
        let caught = try #require(firstX)
        #expect(caught > 0)
        host.beginPan(at: inRow, by: CGPoint(x: 0.001, y: 0))
        host.wait(0.5)
        let held = try #require(firstX)
        #expect(abs(held - caught) < 1)
        // It goes back the way that it came.
        host.pan(by: CGPoint(x: -60, y: 0))
        #expect(offset > 20)
        // Edges are on pixels.
        let moved = try #require(firstX)
        #expect(abs(moved + offset) <= 0.5)
        host.endPan(velocity: .zero)
    }

    /// Random programs that change the list while sections move. Each ends at rest, with offsets where sections can rest.
    @Test func randomInputComesToRest() {
        for seed in LawCases.onlySeed.map({ $0...$0 }) ?? 1...60 {
            var random = TestRandom(seed: seed)
            let behaviors: [Behavior] = [.continuous, .groupPaging, .paging, .groupPagingCentered]
            let behavior = behaviors[random.below(4)]
            view.flowDirection = random.pick(.leftToRight, .rightToLeft)
            host.bounces = random.chance(oneIn: 2)
            show(behavior, random.pick(.automatic, .always, .never))
            func point() -> CGPoint { CGPoint(x: random.below(100), y: random.below(200)) }
            func distance() -> CGPoint {
                CGPoint(x: random.int(in: -300...300), y: random.chance(oneIn: 3) ? random.int(in: -50...50) : 0)
            }
            for _ in 0..<40 {
                switch random.below(12) {
                case 0: host.beginPan(at: point(), by: distance())
                case 1: host.pan(by: distance())
                case 2: host.endPan(velocity: distance(), cancelled: random.chance(oneIn: 4))
                case 3:
                    host.scroll(
                        by: distance(), at: point(), smoothly: random.chance(oneIn: 2),
                        modifiers: random.chance(oneIn: 2) ? .extend : [])
                case 4: _ = host.beginSectionDrag(at: point())
                case 5: host.dragSection(to: point())
                case 6: host.endSectionDrag()
                case 7: _ = view.hostKey(random.pick(.left, .right, .up, .down, .end, .home))
                case 8: show(behavior, .always, count: random.pick(0, 1, 3, 40))
                case 9: view.bounds.size.width = CGFloat(random.pick(0, 30, 100))
                case 10: list.delete(sections: list.section(at: 0).map { [$0] } ?? [])
                default: host.wait(0.1)
                }
            }
            view.bounds.size.width = 100
            host.endPan(velocity: .zero)
            host.endSectionDrag()
            host.stop()
            host.wait(10)
            #expect(!host.isScrolling && view.diagnostics.recent == [], "LE_SEED=\(seed)")
            let atRest = host.viewsInDrawingOrder.map(\.frame)
            host.wait(1)
            #expect(host.viewsInDrawingOrder.map(\.frame) == atRest, "LE_SEED=\(seed)")
            for section in 0..<view.numberOfSections {
                guard let scrolling = view.layout.orthogonalScrolling(ofSection: section) else { continue }
                // A section that was not scrolled yet is at 0.
                let offset = view.sectionOffsets[section]
                #expect(offset == 0 || scrolling.offsetRange.contains(offset), "LE_SEED=\(seed)")
                for hosted in host.viewsInDrawingOrder
                where hosted.view.layoutAttributes?.path == .item(0, inSection: section) {
                    let sign: CGFloat = view.flowDirection == .leftToRight ? 1 : -1
                    let start = sign > 0 ? hosted.frame.minX : 100 - hosted.frame.maxX
                    #expect(abs(start + view.sectionOffsets[section]) < 1, "LE_SEED=\(seed), section \(section)")
                }
            }
        }
    }
}
