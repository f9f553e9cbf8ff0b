import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// A carousel whose first item follows the last one, in a list: gestures, keys, dots, and changes of its items.
@MainActor
@Suite("Looping carousels")
struct LoopingCarouselTests {
    private typealias Host = SteppedHost

    private let view: CollectionView
    private let host: Host
    private let source: DiffableDataSource<Int, Int>

    /// Items of 60 points with spaces of 4, in a list that is 200 points wide.
    init() {
        let section = CollectionLayoutSection.carousel(
            itemSize: CollectionLayoutSize(widthDimension: .absolute(60), heightDimension: .absolute(50)), spacing: 4,
            behavior: .groupPaging)
        section.orthogonalScrollingProperties.loops = true
        section.boundarySupplementaryItems = [PageDots.item(height: .absolute(20))]
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 200, height: 300),
            collectionViewLayout: CollectionViewCompositionalLayout(section: section))
        host = Host(view)
        source = DiffableDataSource(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
        }
        show(Array(0..<10))
    }

    private func show(_ items: [Int]) {
        source.edit { snapshot in
            snapshot = DiffableDataSource<Int, Int>.Snapshot()
            snapshot.appendSections([0])
            snapshot.appendItems(items)
        }
        host.frames(2)
    }

    /// The items on the screen, and where each starts.
    private var places: [Int: CGFloat] {
        view.layoutIfNeeded()
        var places: [Int: CGFloat] = [:]
        for cell in view.visibleCells {
            guard let path = view.indexPath(for: cell), let item = source.itemIdentifier(for: path) else { continue }
            #expect(places.updateValue(cell.frame.minX, forKey: item) == nil, "\(item) is shown twice")
        }
        return places
    }

    /// The same by the definition: every item at each multiple of the period.
    private func expected(_ items: [Int], at offset: CGFloat) -> [Int: CGFloat] {
        let period = CGFloat(items.count * 64)
        let turns = period >= 260 ? -3...3 : 0...0
        var places: [Int: CGFloat] = [:]
        for (index, item) in items.enumerated() {
            for turn in turns {
                let start = CGFloat(index * 64) - offset + CGFloat(turn) * period
                if start < 200, start + 60 > 0 { places[item] = start }
            }
        }
        return places
    }

    private func pan(by distance: CGFloat, velocity: CGFloat) {
        host.beginPan(at: CGPoint(x: 100, y: 25), by: CGPoint(x: -distance / 2, y: 0))
        host.pan(by: CGPoint(x: -distance / 2, y: 0))
        host.endPan(velocity: CGPoint(x: -velocity, y: 0))
        host.frames(200)
    }

    @Test func aFlingGoesPastBothEnds() {
        pan(by: -20, velocity: -800)
        #expect(view.sectionOffsets[0] == 576)
        #expect(places == [9: 0, 0: 64, 1: 128, 2: 192])
        pan(by: 20, velocity: 800)
        #expect(view.sectionOffsets[0] == 0 && !host.isScrolling)
        // A slow drag over the end comes to rest at the nearest item, and does not bounce.
        view.hostDidScroll(section: 0, to: 9 * 64)
        pan(by: 50, velocity: 0)
        #expect(view.sectionOffsets[0] == 0)
        // A wheel notch past the end is not undone by a turn of the whole section.
        view.hostDidScroll(section: 0, to: 576)
        host.scroll(by: CGPoint(x: 64, y: 0), at: CGPoint(x: 100, y: 25))
        let arrived = places
        for _ in 0..<20 {
            host.frames(1)
            #expect(places == arrived && arrived[0] == 0)
        }
        // A wheel turns on and on.
        for _ in 0..<12 {
            host.scroll(by: CGPoint(x: 64, y: 0), at: CGPoint(x: 100, y: 25))
            host.frames(90)
        }
        #expect(view.sectionOffsets[0] == 128)
    }

    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft])
    func keysAndDotsGoRound(_ direction: FlowDirection) throws {
        view.flowDirection = direction
        host.frames(2)
        let on: CollectionViewKey = direction == .leftToRight ? .right : .left
        view.focusedIndexPath = IndexPath(item: 0, section: 0)
        var seen: [Int] = []
        for _ in 0..<12 {
            #expect(view.hostKey(on))
            let path = try #require(view.focusedIndexPath)
            seen.append(path.item)
            let cell = try #require(view.cellForItem(at: path))
            #expect(cell.frame.minX >= 0 && cell.frame.maxX <= 200 && cell.isFocused)
            #expect(view.sectionOffsets[0].truncatingRemainder(dividingBy: 64) == 0)
        }
        #expect(seen == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2])
        view.sectionOffsets = [:]
        host.frames(1)
        let dots = try #require(view.visibleViews.lazy.compactMap { $0 as? PageDots }.first)
        #expect(dots.ornament == .pages(count: 10, current: 0))
        view.accessibilityActions(of: dots)[1].perform()
        host.frames(60)
        #expect(dots.ornament == .pages(count: 10, current: 9) && view.sectionOffsets[0] == 9 * 64)
        view.accessibilityActions(of: dots)[0].perform()
        host.frames(60)
        #expect(dots.ornament == .pages(count: 10, current: 0) && view.sectionOffsets[0] == 0)
    }

    @Test func theLastAndTheFirstItemStayWhenItemsComeBetweenThem() {
        view.hostDidScroll(section: 0, to: 9 * 64 + 20)
        #expect(places == [9: -20, 0: 44, 1: 108, 2: 172])
        show(Array(0..<12))
        #expect(places == [9: -20, 10: 44, 11: 108, 0: 172])
        show(Array(-2..<12))
        #expect(places == [9: -20, 10: 44, 11: 108, -2: 172])
        // The next item takes the place of one that is deleted.
        show((-2..<12).filter { $0 != 9 })
        #expect(places == [10: -20, 11: 44, -2: 108, -1: 172])
        // Too few items to loop, one and none.
        for count in [3, 1, 0, 4] {
            show(Array(0..<count))
            #expect(places == expected(Array(0..<count), at: view.sectionOffsets[0]))
        }
    }

    /// Random changes of the items, and movements, with selection and focus.
    @Test(arguments: 0..<40) func theHeldItemStaysInPlace(_ seed: Int) throws {
        var random = TestRandom(seed: UInt64(seed))
        var items = Array(0..<10)
        var next = 10
        view.allowsMultipleSelection = true
        for _ in 0..<40 {
            switch random.below(4) {
            case 0: view.hostDidScroll(section: 0, to: CGFloat(random.int(in: -2_000...2_000)))
            case 1:
                if let item = items.randomElement(using: &random), let path = source.indexPath(for: item) {
                    view.selectItem(at: path, animated: false)
                    view.focusedIndexPath = path
                }
            default:
                let before = view.sectionOffsets[0]
                let period = CGFloat(items.count * 64)
                let looped = period >= 260
                let held = items.isEmpty ? nil : min(Int(before / 64), items.count - 1)
                var changed = items
                for _ in 0..<random.int(in: 1...4) {
                    if random.chance(oneIn: 2) || changed.isEmpty {
                        changed.insert(next, at: random.below(changed.count + 1))
                        next += 1
                    } else {
                        changed.remove(at: random.below(changed.count))
                    }
                }
                let selected = Set(view.indexPathsForSelectedItems.compactMap { source.itemIdentifier(for: $0) })
                let kept = Set(changed)
                let focused = view.focusedIndexPath.flatMap { source.itemIdentifier(for: $0) }
                show(changed)
                let loops = changed.count * 64 >= 260
                let offset = view.sectionOffsets[0]
                #expect(
                    Set(view.indexPathsForSelectedItems.compactMap { source.itemIdentifier(for: $0) })
                        == selected.intersection(kept))
                if let focused, kept.contains(focused) {
                    #expect(view.focusedIndexPath.flatMap { source.itemIdentifier(for: $0) } == focused)
                }
                if looped, loops, before != 0, let held {
                    let successor =
                        items[held...].first { kept.contains($0) } ?? items[..<held].last { kept.contains($0) }
                    if let successor, let now = changed.firstIndex(of: successor) {
                        let start = CGFloat(now * 64) + before - CGFloat(held * 64)
                        let wanted = start.truncatingRemainder(dividingBy: CGFloat(changed.count * 64))
                        #expect(offset == wanted)
                    }
                } else if before == 0 {
                    #expect(offset == 0)
                }
                items = changed
            }
            let offset = view.sectionOffsets[0]
            if items.count * 64 >= 260 { #expect(offset >= 0 && offset < CGFloat(items.count * 64)) }
            #expect(places == expected(items, at: offset))
            if !items.isEmpty, items.count * 64 < 260 { view.hostDidScroll(section: 0, to: 0) }
        }
        #expect(view.diagnostics.recent.isEmpty)
    }

    /// The last item is dragged over the first one, and the first one over the last: the others keep their places, except the
    /// one that makes room.
    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft])
    func anItemIsDraggedOverTheSeam(_ direction: FlowDirection) {
        view.flowDirection = direction
        source.reorderingHandlers.canReorderItem = { _ in true }
        host.frames(1)
        /// The places from the leading edge, without the dragged item.
        func others(_ dragged: Int) -> [Int: CGFloat] {
            let places = places.filter { $0.key != dragged }
            return direction == .leftToRight ? places : places.mapValues { 140 - $0 }
        }
        func point(_ leading: CGFloat) -> CGPoint {
            CGPoint(x: direction == .leftToRight ? leading : 200 - leading, y: 25)
        }
        view.hostDidScroll(section: 0, to: 8 * 64)
        #expect(others(-1) == [8: 0, 9: 64, 0: 128, 1: 192])
        #expect(view.hostBeginReordering(itemAt: IndexPath(item: 9, section: 0)))
        view.hostReorder(to: point(110))
        #expect(others(9) == [8: 0, 0: 128, 1: 192])
        view.hostReorder(to: point(158))
        #expect(others(9) == [8: 0, 0: 64, 1: 192])
        view.hostReorder(to: point(94))
        view.hostReorder(to: point(158))
        #expect(others(9) == [8: 0, 0: 64, 1: 192])
        view.hostEndReordering()
        host.frames(30)
        #expect(source.snapshot().itemIdentifiers == [0, 9] + Array(1..<9))
        #expect(others(-1) == [8: 0, 0: 64, 9: 128, 1: 192])
        // And the other way.
        #expect(view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0)))
        view.hostReorder(to: point(30))
        #expect(others(0) == [8: 64, 9: 128, 1: 192])
        view.hostCancelReordering()
        host.frames(30)
        #expect(others(-1) == [8: 0, 0: 64, 9: 128, 1: 192])
        #expect(view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0)))
        view.hostReorder(to: point(30))
        view.hostEndReordering()
        host.frames(30)
        #expect(others(-1) == [0: 0, 8: 64, 9: 128, 1: 192])
        #expect(view.diagnostics.recent.isEmpty)
    }

    /// A drag begins where the cell is seen, and the program receives this place for its menu.
    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft], [0, 9 * 64 + 20, 130] as [CGFloat])
    func aDragBeginsWhereTheItemIsSeen(_ direction: FlowDirection, offset: CGFloat) throws {
        view.flowDirection = direction
        source.reorderingHandlers.canReorderItem = { _ in true }
        view.hostDidScroll(section: 0, to: offset)
        host.frames(1)
        let before = places
        let path = try #require(view.indexPathsForVisibleItems.last)
        let frame = try #require(view.cellForItem(at: path)?.frame)
        #expect(view.hostBeginReordering(itemAt: path))
        #expect(view.cellForItem(at: path)?.frame == frame && places == before)
        view.hostCancelReordering()
        #expect(places == before)
        let menus = MenuDelegate()
        view.delegate = menus
        view.focusedIndexPath = path
        #expect(!view.hostPerform(ItemShortcut(.delete)))
        #expect(menus.point == CGPoint(x: frame.midX, y: frame.midY))
        withExtendedLifetime(menus) {}
    }

    private final class MenuDelegate: CollectionViewDelegate {
        var point: CGPoint?
        func collectionView(
            _ collectionView: CollectionView, contextMenuForItemsAt paths: [IndexPath], point: CGPoint
        ) -> CollectionContextMenu? {
            self.point = point
            return nil
        }
    }

    /// In groups of several items, the item keeps its place and not its group.
    @Test(arguments: [FlowDirection.leftToRight, .rightToLeft])
    func anItemOfAGroupStaysInPlace(_ direction: FlowDirection) throws {
        let item = CollectionLayoutItem(
            layoutSize: CollectionLayoutSize(widthDimension: .absolute(30), heightDimension: .absolute(50)))
        let section = CollectionLayoutSection(
            group: .horizontal(
                layoutSize: CollectionLayoutSize(widthDimension: .absolute(60), heightDimension: .absolute(50)),
                subitems: [item, item]))
        section.interGroupSpacing = 4
        section.orthogonalScrollingBehavior = .continuous
        section.orthogonalScrollingProperties.loops = true
        view.collectionViewLayout = CollectionViewCompositionalLayout(section: section)
        view.flowDirection = direction
        var items = Array(0..<20)
        show(items)
        view.hostDidScroll(section: 0, to: 200)
        let place = try #require(places[6])
        for new in 100..<110 {
            items.insert(new, at: 0)
            show(items)
            #expect(places[6] == place, "\(items)")
        }
        for gone in [100, 3, 104, 19, 12] {
            items.removeAll { $0 == gone }
            show(items)
            #expect(places[6] == place, "\(items)")
        }
        // The second item of a group, when the first one is scrolled out.
        show(Array(0..<20))
        view.hostDidScroll(section: 0, to: 230)
        let second = try #require(places[7])
        show([100] + Array(0..<20))
        #expect(places[7] == second)
        #expect(view.diagnostics.recent.isEmpty)
    }

    /// A fling goes on although items come before the one that is on the screen.
    @Test func anUpdateDoesNotEndAFling() {
        view.hostDidScroll(section: 0, to: 3 * 64)
        host.beginPan(at: CGPoint(x: 150, y: 25), by: CGPoint(x: -10, y: 0))
        host.endPan(velocity: CGPoint(x: -900, y: 0))
        host.frames(3)
        source.edit { $0.insertItems([100, 101], beforeItem: 0) }
        host.frames(200)
        #expect(places[4] == 0 && view.sectionOffsets[0] == 6 * 64)
    }

    /// An item that is drawn elsewhere is found there, on both sides of the place where the section begins again.
    @Test func itemsWithTransformsAreWhereTheyAreDrawn() {
        final class Lower: VisibleElementsAdjuster {
            func elementsToAdjust(in collectionView: CollectionView) -> [ElementPath] { [] }
            func adjust(_ element: inout LayoutAttributes, in collectionView: CollectionView) {
                if element.category == .item, element.item == 0 { element.transform = ElementTransform(ty: 80) }
            }
        }
        let lower = Lower()
        view.visibleElementsAdjuster = lower
        view.hostDidScroll(section: 0, to: 9 * 64)
        view.layoutIfNeeded()
        func item(_ x: CGFloat, _ y: CGFloat) -> Int? { view.indexPathForItem(at: CGPoint(x: x, y: y))?.item }
        #expect(item(10, 25) == 9 && item(70, 25) == nil && item(70, 105) == 0 && item(140, 25) == 1)
        view.hostDidScroll(section: 0, to: 0)
        #expect(item(10, 25) == nil && item(10, 105) == 0 && item(70, 25) == 1)
    }

    /// Items come before the one on the screen while the user drags it.
    @Test func anUpdateDoesNotMisleadADrag() {
        view.hostDidScroll(section: 0, to: 320)
        host.beginPan(at: CGPoint(x: 150, y: 25), by: CGPoint(x: -10, y: 0))
        source.edit { $0.insertItems([100, 101], beforeItem: 0) }
        host.pan(by: CGPoint(x: -10, y: 0))
        host.endPan(velocity: CGPoint(x: -900, y: 0))
        host.frames(200)
        #expect(places[6] == 0)
        #expect(view.sectionOffsets[0] == 512)
    }

    /// A program counts the pages, with the fewest pages that loop, and with any number.
    @Test func aCounterTurnsPagesForward() {
        let section = CollectionLayoutSection.banner(height: .absolute(50))
        section.orthogonalScrollingProperties.loops = true
        host.animationDuration = 0.4
        view.collectionViewLayout = CollectionViewCompositionalLayout(section: section)
        show([0, 1])
        for page in 1...6 {
            host.showPage(page, ofSection: 0)
            host.frames(1)
            host.frames(1)
            // It moves forward: the next page comes from the right.
            #expect((places[page % 2] ?? 0) > 0)
            host.frames(60)
            #expect(places == [page % 2: 0])
        }
        host.showPage(.max, ofSection: 0)
        host.showPage(.min, ofSection: 0)
        host.frames(60)
        #expect(places.count == 1)
    }

    /// Items that are measured when they appear do not move the others.
    @Test func measuringMovesNothing() {
        let size = CollectionLayoutSize(widthDimension: .estimated(60), heightDimension: .absolute(50))
        let section = CollectionLayoutSection(
            group: .horizontal(layoutSize: size, subitems: [CollectionLayoutItem(layoutSize: size)]))
        section.interGroupSpacing = 4
        section.orthogonalScrollingBehavior = .continuous
        section.orthogonalScrollingProperties.loops = true
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, item in
            let cell = view.dequeueReusableCell(SizedCell.self, for: indexPath)
            cell.width = 60 + CGFloat(item % 5) * 10
            return cell
        }
        view.collectionViewLayout = CollectionViewCompositionalLayout(section: section)
        source.edit {
            $0.appendSections([0])
            $0.appendItems(Array(0..<10))
        }
        host.frames(2)
        for _ in 0..<150 {
            let before = Dictionary(uniqueKeysWithValues: view.visibleElements.map { ($0.item, $0.frame.minX) })
            view.hostDidScroll(section: 0, to: view.sectionOffsets[0] - 7)
            let after = view.visibleElements.filter { $0.frame.minX > 0 }
            for element in after { if let x = before[element.item], x > 0 { #expect(element.frame.minX == x + 7) } }
            #expect(after.contains { before[$0.item] != nil })
        }
    }

    private final class SizedCell: CollectionViewCell {
        var width: CGFloat = 0
        override func preferredLayoutAttributes(fitting attributes: LayoutAttributes) -> LayoutAttributes {
            var fitted = attributes
            fitted.frame.size = CGSize(width: width, height: 50)
            return fitted
        }
    }

    /// A place is saved and set again.
    @Test func anOffsetOfAnyTurnCanBeSet() {
        view.sectionOffsets = [0: 640 * 5 + 128]
        #expect(view.sectionOffsets[0] == 128)
        view.scrollToItem(at: IndexPath(item: 9, section: 0), at: .start, animated: false)
        #expect(view.sectionOffsets[0] == 576)
        view.hostDidScroll(section: 0, to: -.greatestFiniteMagnitude)
        view.hostDidScroll(section: 0, to: .nan)
        view.layoutIfNeeded()
        #expect(places == expected(Array(0..<10), at: view.sectionOffsets[0]))
    }

    /// The program changes the list while the section moves.
    @Test func whatCallsBackIsSafe() {
        for change in 0..<4 {
            show(Array(0..<10))
            host.beginPan(at: CGPoint(x: 150, y: 25), by: CGPoint(x: -10, y: 0))
            host.endPan(velocity: CGPoint(x: -900, y: 0))
            host.frames(2)
            switch change {
            case 0: source.edit { $0 = DiffableDataSource<Int, Int>.Snapshot() }
            case 1: show([1])
            case 2: view.reloadData()
            default: view.collectionViewLayout = CollectionViewFlowLayout()
            }
            host.frames(100)
            #expect(!host.isScrolling)
        }
    }

    @MainActor
    private final class Calls {
        var count = 0
    }

    /// A handler reloads the list while it is called for a frame, and gives a frame that makes no sense.
    @Test func aHandlerReloadsTheList() {
        let section = CollectionLayoutSection.banner(height: .absolute(50))
        section.orthogonalScrollingProperties.loops = true
        let calls = Calls()
        section.visibleItemsInvalidationHandler = { [view] items, offset, _ in
            calls.count += 1
            if calls.count < 4 { view.reloadData() }
            items.first?.alpha = .nan
            #expect(offset.x.isFinite)
        }
        view.collectionViewLayout = CollectionViewCompositionalLayout(section: section)
        host.frames(3)
        view.hostDidScroll(section: 0, to: -200)
        #expect(view.sectionOffsets[0] == 1_800)
        #expect(calls.count > 3)
    }
}
