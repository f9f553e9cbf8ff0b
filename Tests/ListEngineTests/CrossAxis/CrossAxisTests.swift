import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Content that is wider than the visible bounds of a vertical list: the list scrolls on both axes.
@MainActor
@Suite("The cross axis")
struct CrossAxisTests {
    /// A grid of 10 columns of 100 x 40 points, in bounds of 300 x 100.
    private func grid(_ count: Int = 200, _ direction: FlowDirection = .leftToRight) -> NameList {
        let list = NameList(
            names(count), size: CGSize(width: 300, height: 100),
            layout: CollectionViewCompositionalLayout { _, _ in .grid(columns: 10, itemHeight: .absolute(40)) })
        list.view.flowDirection = direction
        list.view.minimumCrossExtent = 1_000
        list.view.layoutIfNeeded()
        return list
    }

    private func insert(_ count: Int, at index: Int, in list: NameList) {
        list.view.performBatchUpdates {
            list.sections[0].insert(contentsOf: (0..<count).map { "x\($0)" }, at: index)
            list.view.insertItems(at: (0..<count).map { IndexPath(item: index + $0, section: 0) })
        }
    }

    @Test func onlyItemsInTheBoundsOnBothAxesAreShown() {
        let list = grid()
        #expect(list.view.contentSize == CGSize(width: 1_000, height: 800))
        #expect(list.shown == ["a0", "a1", "a2", "a10", "a11", "a12", "a20", "a21", "a22"])
        list.view.hostDidScroll(to: CGPoint(x: 450, y: 80))
        #expect(list.shown == (2...4).flatMap { row in (4...7).map { "a\(row)\($0)" } })
    }

    @Test func aListFromRightToLeftStartsAtItsRightEdge() {
        let list = grid(200, .rightToLeft)
        #expect(list.view.contentOffset == CGPoint(x: 700, y: 0))
        #expect(list.shown == ["a0", "a1", "a2", "a10", "a11", "a12", "a20", "a21", "a22"])
        list.view.hostDidScroll(to: CGPoint(x: 500, y: 0))
        // The distance from the leading edge stays.
        list.view.minimumCrossExtent = 2_000
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset == CGPoint(x: 1_500, y: 0))
        list.view.bounds.size.width = 400
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset == CGPoint(x: 1_400, y: 0))
        list.view.flowDirection = .leftToRight
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset == CGPoint(x: 200, y: 0))
    }

    @Test func anExtentBelowThatOfTheBoundsHasNoEffect() {
        let list = grid()
        list.view.hostDidScroll(to: CGPoint(x: 650, y: 80))
        list.view.minimumCrossExtent = 500
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset.x == 200)
        #expect(list.view.lastContentChange?.crossScrollDelta == -450)
        // The first visible item, in column 6, has moved by 300 points.
        #expect(list.view.lastContentChange?.crossClampedBy == -150)
        list.view.minimumCrossExtent = 299
        list.view.layoutIfNeeded()
        #expect(list.view.contentSize.width == 300)
        #expect(list.view.contentOffset == CGPoint(x: 0, y: 80))
    }

    @Test func insertingBeforeTheVisibleItemsMovesNothingOnTheScreen() {
        for direction in [FlowDirection.leftToRight, .rightToLeft] {
            let list = grid(200, direction)
            let start = list.view.contentOffset.x
            list.view.hostDidScroll(to: CGPoint(x: direction == .leftToRight ? 250 : 450, y: 100))
            let cell = list.view.visibleCells[0]
            let name = (cell as? NameCell)?.name
            let before = cell.frame.origin - list.view.contentOffset
            // The first visible item is in column 2. Three items more bring it to column 5 of its row.
            insert(3, at: 0, in: list)
            #expect((list.view.visibleCells.first as? NameCell)?.name == name)
            #expect(list.view.visibleCells[0].frame.origin - list.view.contentOffset == before)
            #expect(list.view.lastContentChange?.crossScrollDelta == 300)
            // The next rows have other columns, and the leading edge stays at the leading edge.
            list.view.hostDidScroll(to: CGPoint(x: start, y: 100))
            insert(3, at: 0, in: list)
            #expect(list.view.contentOffset.x == start)
        }
    }

    @Test func itemsAreRevealedOnBothAxes() {
        let list = grid()
        list.view.scrollToItem(at: indexPath(0, 155), at: .center, animated: false)
        #expect(list.view.contentOffset == CGPoint(x: 300, y: 570))
        list.view.scrollToItem(at: indexPath(0, 145), at: .nearest, animated: false)
        #expect(list.view.contentOffset == CGPoint(x: 300, y: 560))
        // Only across: the other axis does not move.
        list.view.scrollToItem(at: indexPath(0, 141), at: .nearest, animated: false)
        #expect(list.view.contentOffset == CGPoint(x: 100, y: 560))
        list.view.scrollToItem(at: indexPath(0, 141), at: .nearest, animated: false)
        #expect(list.view.contentOffset == CGPoint(x: 100, y: 560))
        #expect(list.view.contentOffset(forItemAt: indexPath(0, 9), at: .start) == CGPoint(x: 700, y: 0))
        list.view.scrollRectToVisible(CGRect(x: 950, y: 700, width: 10, height: 10), animated: false)
        #expect(list.view.contentOffset == CGPoint(x: 660, y: 610))
        list.view.focusedIndexPath = indexPath(0, 176)
        list.view.hostKey(.home)
        #expect(list.view.contentOffset == CGPoint(x: 0, y: 0))
        list.view.hostKey(.right)
        list.view.hostKey(.right)
        list.view.hostKey(.right)
        #expect(list.view.contentOffset == CGPoint(x: 100, y: 0))
    }

    @Test func theInsetAcrossCountsOnlyInContentThatIsLargerThanTheBounds() {
        let list = grid()
        list.view.contentInset = .all(16)
        list.view.scrollToItem(at: indexPath(0, 9), at: .start, animated: false)
        #expect(list.view.contentOffset.x == 716)
        list.view.scrollToItem(at: indexPath(0, 0), at: .start, animated: false)
        #expect(list.view.contentOffset.x == -16)
        list.view.minimumCrossExtent = 0
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset.x == 0)
    }

    /// As in a window of 2,000 pixels at 3 pixels a point, or at 1.5.
    @Test func boundsOffTheGridOfUnitsDoNotScrollAcross() {
        for width in [2_000.0 / 3, 1_001.0 / 1.5, 0.1 + 0.2, 1_000.0 / 7] as [CGFloat] {
            for direction in [FlowDirection.leftToRight, .rightToLeft] {
                let list = NameList(
                    names(20), size: CGSize(width: width, height: 100), layout: ListRecipe(height: 20))
                list.view.flowDirection = direction
                list.view.contentInset = SectionInsets(top: 0, leading: 16, bottom: 0, trailing: 16)
                list.view.layoutIfNeeded()
                #expect(!list.view.scrollsAcross && list.view.crossOffsetRange == 0...0, "\(width)")
                list.view.scrollToItem(at: indexPath(0, 10), at: .start, animated: false)
                #expect(list.view.contentOffset.y == 200 && list.view.crossOffset == 0, "\(width)")
                list.view.reloadData()
                list.view.layoutIfNeeded()
                #expect(list.view.crossOffset == 0 && list.view.bounds.width == width, "\(width)")
            }
        }
    }

    @Test func headersMoveWithTheContentAndPinnedOnesStayAlongTheScrollAxis() {
        let list = NameList(
            names(50, 50), size: CGSize(width: 300, height: 100), layout: ListRecipe(header: 20, pinsHeader: true))
        list.view.minimumCrossExtent = 1_000
        list.view.layoutIfNeeded()
        list.view.hostDidScroll(to: CGPoint(x: 200, y: 500))
        #expect(
            list.view.visibleViews.first { $0 is HeaderView }?.frame == CGRect(x: 0, y: 500, width: 1_000, height: 20))
    }

    @Test func extentsThatCannotBeUsedAreReportedAndIgnored() {
        let list = grid()
        for extent in [CGFloat.nan, .infinity, -1, 0x1p41] {
            let reports = list.view.diagnostics.recent.count
            list.view.minimumCrossExtent = extent
            #expect(list.view.minimumCrossExtent == 1_000)
            #expect(list.view.diagnostics.recent.count == reports + 1)
        }
        for offset in [CGPoint(x: CGFloat.nan, y: 0), CGPoint(x: CGFloat.infinity, y: 0)] {
            let reports = list.view.diagnostics.recent.count
            list.view.contentOffset = offset
            list.view.hostDidScroll(to: offset)
            #expect(list.view.contentOffset == .zero)
            #expect(list.view.diagnostics.recent.count == reports + 2)
        }
        let reports = list.view.diagnostics.recent.count
        list.view.scrollRectToVisible(CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1), animated: false)
        #expect(list.view.diagnostics.recent.count == reports + 1)
    }

    @Test func boundsOfNoSizeShowNothingAndLoseNoPlace() {
        let list = grid()
        list.view.hostDidScroll(to: CGPoint(x: 500, y: 200))
        list.view.bounds.size = .zero
        list.view.layoutIfNeeded()
        #expect(list.shown.isEmpty)
        list.view.bounds.size = CGSize(width: 300, height: 100)
        list.view.layoutIfNeeded()
        #expect(list.view.contentOffset == CGPoint(x: 500, y: 200))
    }

    /// Changes the extent of the content and the bounds whenever the list is scrolled.
    private final class Restless: CollectionViewScrollDelegate {
        var random: TestRandom
        var count = 0
        init(_ random: TestRandom) { self.random = random }

        func collectionViewDidScroll(_ view: CollectionView) {
            guard count < 20 else { return }
            count += 1
            switch random.below(5) {
            case 0: view.minimumCrossExtent = CGFloat(random.below(2_000))
            case 1: view.bounds.size.width = CGFloat(random.below(500))
            case 2: view.contentOffset.x = CGFloat(random.below(2_000)) - 500
            case 3: view.flowDirection = random.chance(oneIn: 2) ? .rightToLeft : .leftToRight
            default: view.reloadData()
            }
        }
    }

    /// What is shown equals a scan of all frames, after any sequence of changes and scrolls.
    @Test func whatIsShownEqualsAScanOfAllFrames() {
        var checked = CheckedUpdates()
        let seeds = LawCases.seeds(60)
        for seed in seeds {
            var random = TestRandom(seed: seed)
            let layouts: [any CollectionViewLayoutRecipe] = [
                ListRecipe(header: 12, pinsHeader: true), CollectionViewFlowLayout(),
                CollectionViewCompositionalLayout { section, _ in
                    .grid(columns: 2 + section % 9, itemHeight: .absolute(25))
                },
            ]
            let list = NameList(
                names(random.below(80), random.below(200)), size: CGSize(width: 300, height: 200),
                layout: layouts[random.below(layouts.count)])
            list.writesDisplays = false
            list.view.layoutIfNeeded()
            let restless = Restless(random)
            let isCalm = !random.chance(oneIn: 3)
            if !isCalm { list.view.addScrollObserver(restless) }
            for step in 0..<40 {
                let fault = act(on: list, &random, isCalm: isCalm, &checked)
                #expect(fault == nil, "seed \(seed), step \(step): \(fault ?? "")")
                if fault != nil { return }
            }
        }
        #expect(checked.along > seeds.count && checked.across > seeds.count, "\(checked)")
    }

    /// The updates after which the place of the first visible item was checked, on each axis.
    private struct CheckedUpdates {
        var along = 0
        var across = 0
    }

    /// Returns the fault after a random action.
    private func act(
        on list: NameList, _ random: inout TestRandom, isCalm: Bool, _ checked: inout CheckedUpdates
    ) -> String? {
        let view = list.view
        switch random.below(8) {
        case 0: view.minimumCrossExtent = CGFloat(random.below(2_000))
        case 1:
            view.bounds.size = CGSize(
                width: CGFloat(random.below(500)) / 4, height: CGFloat(random.below(500)) / 4)
        case 2: view.flowDirection = random.chance(oneIn: 2) ? .rightToLeft : .leftToRight
        case 3: view.contentInset = .all(CGFloat(random.below(40)))
        case 4:
            let section = random.below(2)
            guard !list.sections[section].isEmpty else { break }
            let path = indexPath(section, random.below(list.sections[section].count))
            view.scrollToItem(
                at: path, at: random.pick(.start, .center, .end, .nearest), animated: random.chance(oneIn: 4))
        case 5, 6:
            view.hostDidScroll(
                to: CGPoint(x: CGFloat(random.below(2_000)) - 100, y: CGFloat(random.below(2_000)) - 100))
        default:
            var counted = checked
            let fault = update(list, &random, &counted)
            if isCalm {
                checked = counted
                if fault != nil { return fault }
            }
        }
        // A program that changes the list in each round gets more than one pass.
        for _ in 0..<20 { view.layoutIfNeeded() }
        let visible = view.bounds
        var scanned: [String] = []
        for section in 0..<view.layout.numberOfSections {
            for item in 0..<view.layout.numberOfItems(inSection: section) {
                let frame = view.layout.frame(ofItem: item, inSection: section)
                if frame.minX < visible.maxX, frame.maxX > visible.minX, frame.minY < visible.maxY,
                    frame.maxY > visible.minY, !frame.isEmpty, !visible.isEmpty
                {
                    scanned.append(list.sections[section][item])
                }
            }
        }
        if list.shown != scanned { return "shown \(list.shown), scanned \(scanned) in \(visible)" }
        let width = max(view.bounds.width, view.minimumCrossExtent)
        if abs(view.contentSize.width - width) > 0x1p-20 { return "\(view.contentSize), expected \(width)" }
        return nil
    }

    /// Inserts or deletes items. The first visible item that stays is where it was on the screen, unless the list was at its start
    /// or the end of the content forced a clamp, which the change reports.
    private func update(
        _ list: NameList, _ random: inout TestRandom, _ checked: inout CheckedUpdates
    ) -> String? {
        let view = list.view
        view.layoutIfNeeded()
        let section = random.below(2)
        let before = list.sections
        let anchor = view.layout.scrollAnchor(in: view.viewport)
        let first = anchor.flatMap { $0.category == .item ? $0 : nil }
        let name = first.map { before[$0.section][$0.item] }
        let place = first.map { view.layout.frame(ofItem: $0.item, inSection: $0.section).origin - view.contentOffset }
        let isAtStart = view.mainOffset <= view.mainOffsetRange.lowerBound
        let isAtSide = view.crossOffset <= view.crossOffsetRange.lowerBound
        let isOutside = view.clamped(view.contentOffset) != view.contentOffset
        let (index, count) = (random.below(before[section].count + 1), 1 + random.below(30))
        let change = view.contentChange {
            view.performBatchUpdates {
                if random.chance(oneIn: 2) {
                    list.sections[section].insert(
                        contentsOf: (0..<count).map { _ in "n\(random.next())" }, at: index)
                    view.insertItems(at: (0..<count).map { IndexPath(item: index + $0, section: section) })
                } else {
                    let deleted = index..<min(index + count, before[section].count)
                    list.sections[section].removeSubrange(deleted)
                    view.deleteItems(at: deleted.map { IndexPath(item: $0, section: section) })
                }
            }
        }
        guard let name, let place, !isOutside, change.causes == .update else { return nil }
        guard
            let now = list.sections.enumerated().lazy.compactMap({ section, items in
                items.firstIndex(of: name).map { (section, $0) }
            }).first
        else { return nil }
        let moved = view.layout.frame(ofItem: now.1, inSection: now.0).origin - view.contentOffset - place
        let sign: CGFloat = view.flowDirection == .rightToLeft ? -1 : 1
        if !isAtStart { checked.along += 1 }
        if !isAtStart, !isAtSide { checked.across += 1 }
        if !isAtStart, moved.y != -change.clampedBy { return "\(name) moved by \(moved.y) with \(change)" }
        if !isAtStart, !isAtSide, moved.x * sign != -change.crossClampedBy {
            return "\(name) moved by \(moved.x) across with \(change)"
        }
        if isAtSide, view.crossOffset > view.crossOffsetRange.lowerBound { return "the list left its leading edge" }
        return nil
    }
}

extension CGPoint {
    fileprivate static func - (left: CGPoint, right: CGPoint) -> CGPoint {
        CGPoint(x: left.x - right.x, y: left.y - right.y)
    }
}
