import ListEngineUIKit
import Testing
import UIKit

/// Two carousels of 20 items, 100 points wide, between rows, in an app's own collection view.
@MainActor
private final class CarouselScreen {
    let fixture: Fixture
    var layout: EngineLayout { fixture.layout }
    var view: UICollectionView { fixture.view }

    init(
        _ behavior: CollectionLayoutSectionOrthogonalScrollingBehavior = .continuous, loops: Bool = false,
        isRightToLeft: Bool = false
    ) {
        fixture = Fixture(
            CollectionViewCompositionalLayout { section, _ in
                guard section % 2 == 1 else { return .list(itemHeight: .absolute(50)) }
                let carousel = CollectionLayoutSection(
                    group: .horizontal(
                        layoutSize: CollectionLayoutSize(
                            widthDimension: .absolute(100), heightDimension: .absolute(80)),
                        subitems: [
                            CollectionLayoutItem(
                                layoutSize: CollectionLayoutSize(
                                    widthDimension: .fractionalWidth(1), heightDimension: .fractionalHeight(1)))
                        ]))
                carousel.orthogonalScrollingBehavior = behavior
                carousel.orthogonalScrollingProperties.loops = loops
                return carousel
            })
        if isRightToLeft { view.effectiveUserInterfaceLayoutDirection = .rightToLeft }
        fixture.show([
            ("rows", Array(0..<3)), ("a", Array(100..<120)), ("more rows", Array(10..<13)), ("b", Array(200..<220)),
            ("last", Array(20..<60)),
        ])
    }

    func frame(_ item: Int) -> CGRect? {
        guard let path = fixture.source.indexPath(for: item), let cell = view.cellForItem(at: path) else { return nil }
        return cell.frame.offsetBy(dx: 0, dy: -view.contentOffset.y)
    }

    /// How far the carousels have been scrolled, by their identifiers.
    var offsets: [String: CGFloat] {
        var all: [String: CGFloat] = [:]
        for name in ["a", "b", "c"] { all[name] = fixture.source.index(for: name).map { layout.offset(ofSection: $0) } }
        return all
    }

    /// A touch on the first carousel, whose rows are at 150 to 230 points.
    func finger(at point: CGPoint = CGPoint(x: 200, y: 190)) -> Finger { Finger(in: view.window!, at: point) }

    /// Frames until nothing moves, for at most some seconds.
    func rest() {
        for _ in 0..<600 where CADisplayLink.frame() { view.layoutIfNeeded() }
        view.layoutIfNeeded()
    }
}

@MainActor
@Suite struct SectionScrollingTests {
    /// From the touch to the frames of the cells.
    @Test func aTouchScrollsASectionAndNotTheList() {
        let screen = CarouselScreen()
        #expect(screen.frame(100) == CGRect(x: 0, y: 150, width: 100, height: 80))
        let finger = screen.finger()
        finger.move(by: CGPoint(x: -60, y: 5))
        finger.move(by: CGPoint(x: -70, y: 40))
        #expect(screen.frame(101)?.minX == -30 && screen.frame(104)?.minX == 270 && screen.frame(100) == nil)
        #expect(screen.view.contentOffset == .zero && screen.layout.offset(ofSection: 1) == 130)
        #expect(screen.frame(200)?.minX == 0, "the other section stays")
        screen.fixture.checkCells()
        finger.lift()
        screen.rest()
        #expect(screen.frame(101)?.minX == -30)
        // Along the list, the same touch scrolls the list, and the section keeps its offset.
        let other = screen.finger()
        other.move(by: CGPoint(x: 5, y: -60))
        other.lift()
        #expect(screen.view.contentOffset.y == 60 && screen.frame(101)?.minX == -30)
        // Between carousels there is nothing to scroll.
        let row = screen.finger(at: CGPoint(x: 200, y: 30))
        row.move(by: CGPoint(x: -60, y: 0))
        row.lift()
        #expect(screen.layout.offset(ofSection: 1) == 130)
    }

    @Test func aFlingRestsAtAGroup() {
        let screen = CarouselScreen(.continuousGroupLeadingBoundary)
        let finger = screen.finger()
        finger.move(by: CGPoint(x: -30, y: 0))
        finger.lift(velocity: CGPoint(x: -700, y: 0))
        screen.rest()
        // 30 points and 700 / 2 of the fling, at the nearest group.
        #expect(screen.layout.offset(ofSection: 1) == 400 && screen.frame(104)?.minX == 0)
        screen.fixture.checkCells()
        let page = CarouselScreen(.groupPaging)
        let thumb = page.finger()
        thumb.move(by: CGPoint(x: -30, y: 0))
        thumb.lift(velocity: CGPoint(x: -5_000, y: 0))
        page.rest()
        #expect(page.layout.offset(ofSection: 1) == 100, "one page at a time")
    }

    @Test func aSectionBouncesAtItsEnds() throws {
        let screen = CarouselScreen()
        let finger = screen.finger()
        finger.move(by: CGPoint(x: 60, y: 0))
        let x = try #require(screen.frame(100)?.minX)
        #expect(x > 10 && x < 60, "the content follows a part of the way")
        #expect(screen.layout.offset(ofSection: 1) == 0)
        finger.lift()
        screen.rest()
        #expect(screen.frame(100)?.minX == 0)
        // A fling against the other end comes back.
        let thumb = screen.finger()
        thumb.move(by: CGPoint(x: -30, y: 0))
        thumb.lift(velocity: CGPoint(x: -50_000, y: 0))
        screen.rest()
        #expect(screen.layout.offset(ofSection: 1) == 1_680 && screen.frame(119)?.maxX == 320)
    }

    @Test func aSectionCanBeCaughtAndCancelled() {
        let screen = CarouselScreen()
        let finger = screen.finger()
        finger.move(by: CGPoint(x: -30, y: 0))
        finger.lift(velocity: CGPoint(x: -1_000, y: 0))
        for _ in 0..<5 { _ = CADisplayLink.frame() }
        let caught = screen.finger()
        caught.move(by: CGPoint(x: -10, y: 0))
        let offset = screen.layout.offset(ofSection: 1)
        #expect(offset > 40 && offset < 500)
        caught.cancel()
        screen.rest()
        #expect(abs(screen.layout.offset(ofSection: 1) - offset) < 0.001, "a cancelled pan flings nothing")
    }

    @Test func reducedMotionEndsImmediately() {
        UIAccessibility.isReduceMotionEnabled = true
        defer { UIAccessibility.isReduceMotionEnabled = false }
        let screen = CarouselScreen(.groupPaging)
        let finger = screen.finger()
        finger.move(by: CGPoint(x: -60, y: 0))
        finger.lift(velocity: CGPoint(x: -500, y: 0))
        screen.view.layoutIfNeeded()
        #expect(screen.frame(101)?.minX == 0)
    }

    @Test func aMirroredSectionFollowsTheTouch() {
        let screen = CarouselScreen(isRightToLeft: true)
        #expect(screen.frame(100)?.maxX == 320)
        let finger = screen.finger()
        finger.move(by: CGPoint(x: 60, y: 0))
        finger.move(by: CGPoint(x: 70, y: 0))
        finger.lift()
        screen.rest()
        #expect(screen.frame(101)?.maxX == 350 && screen.layout.offset(ofSection: 1) == 130)
        screen.fixture.checkCells()
    }

    @Test func aSectionThatLoopsGoesRoundAndRound() {
        let screen = CarouselScreen(.groupPaging, loops: true)
        let finger = screen.finger()
        finger.move(by: CGPoint(x: 60, y: 0))
        finger.move(by: CGPoint(x: 70, y: 0))
        #expect(screen.frame(118)?.minX == -70 && screen.frame(100)?.minX == 130)
        finger.lift()
        screen.rest()
        #expect(screen.frame(119)?.minX == 0 && screen.frame(101)?.minX == 200)
        screen.fixture.checkCells()
    }

    @Test func aCentredSectionBeginsInTheMiddle() {
        let screen = CarouselScreen(.groupPagingCentered)
        #expect(screen.frame(100)?.midX == 160)
        let finger = screen.finger()
        finger.move(by: CGPoint(x: -60, y: 0))
        finger.lift(velocity: CGPoint(x: -100, y: 0))
        screen.rest()
        #expect(screen.frame(101)?.midX == 160)
        screen.fixture.checkCells()
    }

    /// Updates move, shorten and delete sections, even while they move.
    @Test(arguments: [false, true]) func updatesKeepTheOffsets(preparesFirst: Bool) {
        let screen = CarouselScreen()
        screen.view.preparesBeforeUpdates = preparesFirst
        screen.layout.scrollSection(3, to: 250)
        screen.view.layoutIfNeeded()
        let finger = screen.finger()
        finger.move(by: CGPoint(x: -130, y: 0))
        screen.fixture.show([
            ("rows", Array(0..<3)), ("b", Array(200..<220)), ("more rows", Array(10..<13)), ("a", Array(100..<120)),
            ("last", Array(20..<60)),
        ])
        #expect(screen.layout.offset(ofSection: 1) == 250 && screen.layout.offset(ofSection: 3) == 130)
        #expect(screen.frame(202)?.minX == -50)
        finger.move(by: CGPoint(x: -20, y: 0))
        finger.lift()
        screen.rest()
        #expect(screen.layout.offset(ofSection: 3) == 150, "the finger goes on with its section")
        screen.fixture.show([("rows", Array(0..<3)), ("b", Array(200..<204)), ("last", Array(20..<60))])
        #expect(screen.layout.offset(ofSection: 1) == 80 && screen.frame(203)?.maxX == 320)
        screen.fixture.checkCells()
        screen.fixture.show([])
        screen.fixture.show([("rows", [1]), ("a", Array(100..<120))])
        #expect(screen.frame(100)?.minX == 0)
    }

    @Test func theProgramScrollsASection() {
        let screen = CarouselScreen()
        screen.layout.scrollSection(showingItemAt: [1, 7], at: .start)
        screen.view.layoutIfNeeded()
        #expect(screen.frame(107)?.minX == 0)
        screen.layout.scrollSection(showingItemAt: [1, 8])
        #expect(screen.layout.offset(ofSection: 1) == 700, "the item is in view")
        for offset in [CGFloat.nan, -50, 1e12] { screen.layout.scrollSection(1, to: offset) }
        #expect(screen.layout.offset(ofSection: 1) == 1_680)
        screen.layout.scrollSection(0, to: 50)
        screen.layout.scrollSection(99, to: 50)
        screen.layout.scrollSection(showingItemAt: [99, 0])
        #expect(screen.layout.offset(ofSection: 0) == 0 && screen.layout.offset(ofSection: 99) == 0)
    }

    /// A layout that is replaced or released leaves no gesture that holds back that of the list.
    @Test func theGestureEndsWithItsLayout() {
        let screen = CarouselScreen()
        let count = screen.view.gestureRecognizers?.count
        weak var other: EngineLayout?
        do {
            let replacing = EngineLayout(rows())
            other = replacing
            screen.view.collectionViewLayout = replacing
            screen.view.layoutIfNeeded()
        }
        #expect(other != nil && screen.view.gestureRecognizers?.count == count)
        screen.view.collectionViewLayout = UICollectionViewFlowLayout()
        screen.view.layoutIfNeeded()
        #expect(other == nil && screen.view.gestureRecognizers?.count == count.map { $0 - 1 })
        let finger = screen.finger()
        finger.move(by: CGPoint(x: -60, y: 0))
        finger.lift()
        screen.rest()
        let next = screen.finger()
        next.move(by: CGPoint(x: 0, y: -60))
        next.lift()
        #expect(screen.view.contentOffset.y == 60)
    }

    /// A movement ends with the layout: when the layout is shown again, its sections are at rest.
    @Test(arguments: [false, true]) func aMovementEndsWithItsLayout(isHeld: Bool) {
        let screen = CarouselScreen(.groupPaging)
        let finger = screen.finger()
        finger.move(by: CGPoint(x: -60, y: 0))
        if !isHeld {
            finger.lift(velocity: CGPoint(x: -300, y: 0))
            for _ in 0..<5 { _ = CADisplayLink.frame() }
        }
        let layout = screen.layout
        screen.view.collectionViewLayout = EngineLayout(rows())
        screen.view.layoutIfNeeded()
        screen.view.collectionViewLayout = layout
        screen.view.layoutIfNeeded()
        #expect(layout.offset(ofSection: 1) == 100 && screen.frame(101)?.minX == 0)
        finger.move(by: CGPoint(x: -60, y: 0))
        finger.cancel()
        screen.rest()
        #expect(screen.frame(101)?.minX == 0)
        screen.fixture.checkCells()
    }

    /// A gesture on a trackpad scrolls the section under the pointer.
    @Test func aTrackpadScrollsASection() {
        let screen = CarouselScreen()
        let across = Finger(in: screen.view.window!, at: CGPoint(x: 200, y: 190), count: 0)
        across.move(by: CGPoint(x: -60, y: 0))
        across.move(by: CGPoint(x: -70, y: 0))
        across.lift()
        screen.rest()
        #expect(screen.frame(101)?.minX == -30 && screen.view.contentOffset == .zero)
    }

    /// Random gestures and updates: each visible cell is where the layout says, and everything comes to rest.
    @Test(arguments: [false, true], 0..<10)
    func randomGesturesAndUpdates(preparesFirst: Bool, seed: Int) {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let screen = CarouselScreen(
            [.continuous, .groupPaging, .paging, .continuousGroupLeadingBoundary, .groupPagingCentered][seed % 5],
            loops: seed > 4, isRightToLeft: seed % 2 == 1)
        screen.view.preparesBeforeUpdates = preparesFirst
        var counts = ["a": 20, "b": 20]
        var finger: Finger?
        for _ in 0..<60 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                finger?.lift()
                finger = screen.finger(at: CGPoint(x: 160, y: .random(in: 10...470, using: &random)))
            case 1, 2:
                finger?.move(
                    by: CGPoint(
                        x: .random(in: -90...90, using: &random), y: .random(in: -20...20, using: &random)))
            case 3:
                finger?.lift(velocity: CGPoint(x: .random(in: -3_000...3_000, using: &random), y: 0))
                finger = nil
            case 4:
                let before = screen.offsets
                // Each carousel has a section of rows before it.
                var sections: [(String, [Int])] = []
                var new: [String: Int] = [:]
                for (place, name) in ["c", "a", "b"].enumerated() where Int.random(in: 0..<4, using: &random) > 0 {
                    let isKept = Bool.random(using: &random)
                    let count = isKept ? counts[name] ?? 20 : Int.random(in: 0...20, using: &random)
                    new[name] = count
                    sections.append(("rows \(name)", Array(10 * place..<10 * place + 3)))
                    sections.append((name, Array(100 * (place + 1)..<100 * (place + 1) + count)))
                }
                screen.fixture.show(sections + [("last", Array(40..<60))])
                for (name, offset) in before where counts[name] == new[name] {
                    #expect(screen.offsets[name] == offset, "section \(name)")
                }
                counts = new
            default:
                for _ in 0..<5 { _ = CADisplayLink.frame() }
            }
            screen.view.layoutIfNeeded()
            screen.fixture.checkCells()
        }
        finger?.cancel()
        screen.rest()
        let frames = (100..<320).map { screen.frame($0) }
        _ = CADisplayLink.frame()
        screen.view.layoutIfNeeded()
        #expect((100..<320).map { screen.frame($0) } == frames, "something moves for ever")
        for section in stride(from: 1, to: screen.view.numberOfSections, by: 2) {
            guard let scrolling = screen.layout.layout.orthogonalScrolling(ofSection: section) else { continue }
            #expect(scrolling.offsetRange.contains(screen.layout.offset(ofSection: section)))
        }
    }
}
