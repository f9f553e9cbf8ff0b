import Foundation
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@Suite("A running median")
struct RunningMedianTests {
    @Test func theMedianIsExactInRankAndCloseInValue() {
        var random = TestRandom(seed: 5)
        for _ in 0..<50 {
            var median = RunningMedian()
            #expect(median.median == nil)
            var lengths: [Double] = []
            let scale = random.pick(0.001, 1, 300, 1e6)
            for _ in 0..<random.int(in: 1...300) {
                lengths.append(random.fraction() * scale)
                median.add(lengths[lengths.count - 1])
                let truth = lengths.sorted()[(lengths.count - 1) / 2]
                guard let found = median.median else { return }
                #expect(abs(found - truth) <= truth / 64 + 0x1p-20, "seed 5: \(lengths)")
            }
            #expect(median.count == lengths.count)
        }
    }

    @Test func theMedianOfLineHeightsIsExactInAnyOrder() {
        var random = TestRandom(seed: 6)
        let lengths = (0..<999).map { _ in 16.5 + 20 * Double(random.below(12)) }
        var (there, back) = (RunningMedian(), RunningMedian())
        for length in lengths { there.add(length) }
        for length in lengths.reversed() { back.add(length) }
        #expect(there.median == lengths.sorted()[499])
        #expect(back.median == there.median)
    }

    @Test func invalidLengthsAreIgnored() {
        var median = RunningMedian()
        for bad in [Double.nan, -1, .infinity, 1e300] { median.add(bad) }
        #expect(median.count == 0)
        median.add(0)
        median.add(4_398_046_511_104)
        #expect(median.count == 2)
        #expect(median.median == 0)
    }

    @Test func manyOfTheLongestLengthsDoNotOverflow() {
        // Each at the end of its bucket, where the sum of the differences from the start of the bucket grows fastest.
        for length in [
            0x1p42, 0x1p42.nextDown, 0x1p30, 0x1p26.nextDown, 0x1p25.nextDown, Double.leastNonzeroMagnitude, -0.0,
        ] {
            var median = RunningMedian()
            for _ in 0..<300_000 { median.add(length) }
            median.add(.nan)
            median.add(-length.ulp)
            #expect(median.count == 300_000)
            #expect(abs((median.median ?? -1) - length) <= length / 64 + 0x1p-20, "\(length)")
        }
    }
}

/// Two kinds of items: every fourth item is a picture.
@MainActor
private final class Kinds: CollectionViewSizeKindSource {
    var asked = 0
    let count: Int
    init(_ count: Int) { self.count = count }
    func collectionView(_ collectionView: CollectionView, sizeKindForItemAt indexPath: IndexPath) -> AnyHashable {
        asked += 1
        return indexPath.item < count / 4 ? "picture" : "text"
    }
    func collectionView(_ collectionView: CollectionView, sizeKindRunsInSection section: Int) -> [SizeKindRun]? {
        [SizeKindRun(count: count / 4, kind: "picture"), SizeKindRun(count: count - count / 4, kind: "text")]
    }
}

@MainActor
@Suite("Estimates that are learnt")
struct EstimateTests {
    /// Texts of a few lines, mostly short ones: heights as in a corpus of sayings.
    static func corpus(_ count: Int, seed: UInt64) -> [CGFloat] {
        var random = TestRandom(seed: seed)
        return (0..<count).map { _ in
            let lines = 1 + random.below(3) + (random.chance(oneIn: 4) ? random.below(12) : 0)
            return 16 + 20 * CGFloat(lines)
        }
    }

    @Test func itemsThatWereNeverShownGetTheMedianAndTheScreenStays() throws {
        let heights = Self.corpus(5_000, seed: 1)
        let list = MeasuredList([heights], estimate: 10)
        list.view.learnsSizes = true
        list.view.reloadData()
        for offset in stride(from: 0 as CGFloat, to: 9_000, by: 300) {
            list.view.contentOffset.y = offset
            list.view.layoutIfNeeded()
        }
        let layout = list.view.layout
        let unmeasured = layout.unmeasuredItems(inSection: 0)
        try #require(unmeasured.count == 1)
        let screen = list.view.visibleCells.map { $0.frame.minY - list.view.contentOffset.y }
        let measured = heights[..<unmeasured[0].lowerBound].sorted()
        let growth = list.view.reestimateItems()
        #expect(list.view.visibleCells.map { $0.frame.minY - list.view.contentOffset.y } == screen)
        let median = measured[(measured.count - 1) / 2]
        #expect(list.view.sizeEstimates.median(ofKind: SizeEstimates.anyKind, across: 300) == median)
        #expect(list.view.layout.frame(ofItem: 4_999, inSection: 0).height == median)
        #expect(growth == (median - 10) * CGFloat(unmeasured[0].count))
        // Measured sizes stay exact, also far from the screen.
        for item in [0, 17, unmeasured[0].lowerBound - 1] {
            #expect(list.view.layout.frame(ofItem: item, inSection: 0).height == heights[item])
        }
        // Estimating again changes nothing.
        #expect(list.view.reestimateItems() == 0)
        // An item that is inserted later keeps its estimate until `reestimateItems()`.
        list.extents[0].insert(44, at: 4_000)
        list.view.performBatchUpdates { list.view.insertItems(at: [IndexPath(item: 4_000, section: 0)]) }
        #expect(list.view.layout.frame(ofItem: 4_000, inSection: 0).height == 10)
        #expect(list.view.reestimateItems() == median - 10)
    }

    /// Items that were measured before sizes were learnt. Those that scrolled away are known by their identities.
    @Test(arguments: [true, false]) func itemsThatWereShownBeforeSizesWereLearntKeepTheirSizes(isAway: Bool) {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        list.host.sizes = { view, size in
            CGSize(width: size.width, height: 30 + CGFloat((view as? NameCell).flatMap { Int($0.name) } ?? 0) / 4)
        }
        list.apply([(0, Array(0..<100))])
        func heights() -> [CGFloat] {
            [0, 1, 2, 3, 20].map { list.view.layout.frame(ofItem: $0, inSection: 0).height }
        }
        if isAway { list.offset = 1_000 }
        let before = heights()
        #expect(before == [30, 30.25, 30.5, 30.75, 20])
        for learns in [true, false, true] { list.view.learnsSizes = learns }
        // One item is measured, so that there is a median.
        list.source.apply(IdentifiedList.snapshot([(0, Array(0..<100) + [400])]))
        list.offset = list.view.mainOffsetRange.upperBound
        if !isAway { list.offset = 0 }
        let first = list.view.visibleCells.map { $0.frame.minY - list.view.contentOffset.y }
        #expect(list.view.reestimateItems() != 0)
        #expect(heights().prefix(4) == before.prefix(4) && heights()[4] > 20)
        #expect(list.view.visibleCells.map { $0.frame.minY - list.view.contentOffset.y } == first)
    }

    @Test func eachKindHasItsOwnMedianAndNoSizeIsRequested() {
        let count = 2_000
        let heights = (0..<count).map { CGFloat($0 < count / 4 ? 200 + $0 % 3 : 40 + $0 % 5) }
        let list = MeasuredList([heights], estimate: 50)
        let kinds = Kinds(count)
        list.view.sizeKindSource = kinds
        list.view.learnsSizes = true
        list.view.reloadData()
        list.view.layoutIfNeeded()
        list.view.scrollToItem(at: IndexPath(item: 1_500, section: 0), at: .start, animated: false)
        list.view.layoutIfNeeded()
        let asked = kinds.asked
        #expect(asked < 50)
        let before =
            list.view.layout.contentOffset(for: ScrollAnchor(.item(1_500, inSection: 0))) - list.view.mainOffset
        list.view.reestimateItems()
        #expect(kinds.asked == asked)
        #expect(
            list.view.layout.contentOffset(for: ScrollAnchor(.item(1_500, inSection: 0))) - list.view.mainOffset
                == before)
        #expect((200...202).contains(list.view.layout.frame(ofItem: 400, inSection: 0).height))
        #expect((40...44).contains(list.view.layout.frame(ofItem: 700, inSection: 0).height))
        #expect((40...44).contains(list.view.layout.frame(ofItem: 1_999, inSection: 0).height))
    }

    @Test func mediansDependOnTheWidth() {
        let list = MeasuredList([Self.corpus(500, seed: 2)], estimate: 10)
        list.view.learnsSizes = true
        list.view.reloadData()
        list.view.layoutIfNeeded()
        list.view.reestimateItems()
        #expect(list.view.sizeEstimates.median(ofKind: SizeEstimates.anyKind, across: 200) == nil)
        list.view.bounds.size.width = 200
        list.view.layoutIfNeeded()
        #expect(list.view.sizeEstimates.median(ofKind: SizeEstimates.anyKind, across: 200) != nil)
        list.view.learnsSizes = false
        #expect(list.view.reestimateItems() == 0)
    }

    @Test(arguments: [1, 2]) func compositionalSectionsLearn(columns: Int) throws {
        let layout = CollectionViewCompositionalLayout { section, _ in
            section == 1
                ? .list(itemHeight: .absolute(30)) : .grid(columns: columns, itemHeight: .estimated(10), spacing: 2)
        }
        let list = NameList(names(2_000, 3, 500), size: CGSize(width: 300, height: 400), layout: layout)
        list.recorder.sizes = { view, size in
            guard let name = (view as? NameCell)?.name, let number = Int(name.dropFirst()) else { return nil }
            return CGSize(width: size.width, height: 40 + CGFloat(number % 3))
        }
        list.view.learnsSizes = true
        list.view.layoutIfNeeded()
        list.view.scrollToItem(at: IndexPath(item: 900, section: 0), at: .start, animated: false)
        list.view.layoutIfNeeded()
        let cells = list.view.visibleCells
        let screen = cells.map { $0.frame.minY - list.view.contentOffset.y }
        let growth = list.view.reestimateItems()
        #expect(growth > 20_000)
        #expect(list.view.visibleCells.map { ObjectIdentifier($0) } == cells.map { ObjectIdentifier($0) })
        #expect(cells.map { $0.frame.minY - list.view.contentOffset.y } == screen)
        let across = list.view.layout.frame(ofItem: 0, inSection: 0).width
        let median = try #require(list.view.sizeEstimates.median(ofKind: SizeEstimates.anyKind, across: across))
        #expect((40...42).contains(median))
        for item in [500, 1_999] { #expect(list.view.layout.frame(ofItem: item, inSection: 0).height == median) }
        #expect(list.view.layout.frame(ofItem: 499, inSection: 2).height == median)
        #expect(list.view.layout.frame(ofItem: 2, inSection: 1).height == 30)
        #expect(list.view.reestimateItems() == 0)
        // The estimates are kept through updates, also when the index of a section changes.
        list.view.performBatchUpdates {
            list.sections[0].insert("z0", at: 1_500)
            list.view.insertItems(at: [IndexPath(item: 1_500, section: 0)])
            list.sections.remove(at: 1)
            list.view.deleteSections(IndexSet(integer: 1))
            list.sections.append(["y0"])
            list.view.insertSections(IndexSet(integer: 3))
            list.sections.insert(["x0"], at: 1)
            list.view.insertSections(IndexSet(integer: 1))
        }
        #expect(list.view.layout.frame(ofItem: 1_500, inSection: 0).height == median)
        #expect(list.view.layout.frame(ofItem: 499, inSection: 2).height == median)
        // Another width uses the described estimate until it is learnt.
        list.view.bounds.size.width = 200
        list.view.layoutIfNeeded()
        #expect(list.view.layout.frame(ofItem: 499, inSection: 2).height == 10)
    }

    @Test func flowsLearnWidthsAndHeights() throws {
        final class Tags: CollectionViewLayoutRecipe {
            let scrollDirection = ScrollDirection.vertical
            func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                section == 1
                    ? .list(count: context.itemCount, height: 5, estimated: true)
                    : .flow(
                        sizes: Array(repeating: CGSize(width: 60, height: 10), count: context.itemCount), spacing: 4,
                        estimated: true)
            }
        }
        let list = NameList(names(3_000, 400), size: CGSize(width: 300, height: 200), layout: Tags())
        list.recorder.sizes = { view, size in
            guard let name = (view as? NameCell)?.name, let number = Int(name.dropFirst()) else { return nil }
            return name.hasPrefix("a")
                ? CGSize(width: 40 + CGFloat(number % 5), height: 24) : CGSize(width: size.width, height: 33)
        }
        list.view.learnsSizes = true
        list.view.layoutIfNeeded()
        list.view.scrollToItem(at: IndexPath(item: 1_500, section: 0), at: .start, animated: false)
        list.view.layoutIfNeeded()
        let first = try #require(list.view.layout.scrollAnchor(in: list.view.viewport))
        let before = list.view.layout.contentOffset(for: first) - list.view.contentOffset.y
        #expect(list.view.reestimateItems() > 0)
        #expect(list.view.layout.contentOffset(for: first) - list.view.contentOffset.y == before)
        let medians = try #require(list.view.sizeEstimates.flowMedians(ofKind: SizeEstimates.anyKind, across: 300))
        #expect(medians.extent == 24 && (40...44).contains(medians.across))
        #expect(
            list.view.layout.frame(ofItem: 2_900, inSection: 0).size
                == CGSize(width: medians.across, height: medians.extent))
        // Rows of a list as wide as the flow are learnt separately from its items.
        #expect(list.view.layout.frame(ofItem: 399, inSection: 1).height == 5)
        list.view.scrollToItem(at: IndexPath(item: 10, section: 1), at: .start, animated: false)
        list.view.layoutIfNeeded()
        list.view.reestimateItems()
        #expect(list.view.layout.frame(ofItem: 399, inSection: 1).height == 33)
        #expect(list.view.layout.frame(ofItem: 2_900, inSection: 0).height == 24)
    }

    /// Marks of measured items follow them through every edit: the law of the layout's marks, compared with an array.
    @Test func marksFollowTheirItems() throws {
        var random = TestRandom(seed: 11)
        for round in 0..<max(20, Int(LawCases.fraction * 2_000)) {
            var layout = CollectionViewLayout(width: 100)
            layout.tracksMeasuredItems = true
            var marks: [[Bool]] = []
            for _ in 0..<30 {
                let section = random.below(marks.count)
                let count = marks.isEmpty ? 0 : marks[section].count
                switch random.below(7) {
                case 0:
                    let at = random.below(marks.count + 1)
                    let count = random.below(20)
                    try layout.insert(.list(count: count, height: 10, estimated: true), at: at)
                    marks.insert(Array(repeating: false, count: count), at: at)
                case 1 where !marks.isEmpty && random.chance(oneIn: 4):
                    try layout.remove(sections: section..<section + 1)
                    marks.remove(at: section)
                case 2 where !marks.isEmpty:
                    let to = random.below(marks.count)
                    try layout.moveSection(section, to: to)
                    marks.insert(marks.remove(at: section), at: to)
                case 3 where !marks.isEmpty:
                    let at = random.below(count + 1)
                    try layout.insertItem(at: at, inSection: section, extent: 9)
                    marks[section].insert(false, at: at)
                case 4 where count > 0:
                    let range = random.range(within: count)
                    try layout.removeItems(range, inSection: section)
                    marks[section].removeSubrange(range)
                case 5 where count > 1:
                    let item = random.below(count)
                    let to = random.below(count)
                    try layout.moveItems(item..<item + 1, to: to, inSection: section)
                    marks[section].insert(marks[section].remove(at: item), at: to)
                case 6 where count > 0:
                    let item = random.below(count)
                    try layout.resizeItem(item, inSection: section, to: CGFloat(random.below(90)))
                    marks[section][item] = true
                default: break
                }
                for (section, marks) in marks.enumerated() {
                    let expected = marks.indices.filter { !marks[$0] }
                    #expect(
                        layout.unmeasuredItems(inSection: section).flatMap { Array($0) } == expected,
                        "round \(round) of seed 11")
                }
                #expect(layout.brokenInvariant() == nil)
            }
        }
    }

    // MARK: The thumb

    /// How far the thumb of a scroll bar moves in excess of the scrolled distance, in points of a track as long as the
    /// view. The thumb is at the offset's fraction of the scrollable range.
    /// - Parameter wanted: The target offset, as estimated before.
    private func drift(_ view: CollectionView, to wanted: CGFloat, _ scroll: () -> Void) -> CGFloat {
        let expected = wanted / (view.contentSize.height - view.bounds.height)
        scroll()
        view.layoutIfNeeded()
        let share = view.contentOffset.y / (view.contentSize.height - view.bounds.height)
        return abs(share - expected) * view.bounds.height
    }

    /// The drift in each frame on the way down.
    private func drifts(_ list: MeasuredList, frames: Int, step: CGFloat, reestimating: Bool) -> [CGFloat] {
        let view = list.view
        return (0..<frames).map { _ in
            let wanted = view.contentOffset.y + step
            return drift(view, to: wanted) {
                view.contentOffset.y = wanted
                view.layoutIfNeeded()
                if reestimating { view.reestimateItems() }
            }
        }
    }

    /// 10,000 texts of 36 to 316 points, estimated by the median of the first screen.
    private func learntList() -> MeasuredList {
        let list = MeasuredList([Self.corpus(10_000, seed: 3)], estimate: 44)
        list.view.learnsSizes = true
        list.view.reloadData()
        list.view.layoutIfNeeded()
        list.view.reestimateItems()
        return list
    }

    @Test func theThumbDriftsLittleWhileSizesAreCorrected() {
        // 400 frames of 60 points, on a track of 400 points.
        let kept = drifts(learntList(), frames: 400, step: 60, reestimating: false).sorted()
        #expect(kept[399] < 0.02)
        #expect(kept[200] < 0.002)
        #expect(kept[399] > 0)
        let learnt = drifts(learntList(), frames: 400, step: 60, reestimating: true).sorted()
        #expect(learnt[399] < 0.12)
        #expect(learnt[200] < 0.002)
        print("thumb drift of 400 points, a frame, median and largest:")
        print("kept \((kept[200], kept[399])), re-estimated \((learnt[200], learnt[399]))")
    }

    @Test func theThumbDriftsLittleAfterAFarJump() {
        let list = learntList()
        let view = list.view
        // The jump measures one screen; on both sides of it the estimates are unchanged.
        let jump = drift(view, to: view.layout.frame(ofItem: 7_000, inSection: 0).minY) {
            view.scrollToItem(at: IndexPath(item: 7_000, section: 0), at: .start, animated: false)
        }
        #expect(jump < 0.1)
        #expect(view.layout.frame(ofItem: 7_000, inSection: 0).minY == view.contentOffset.y)
        let after = drifts(list, frames: 400, step: 60, reestimating: false).sorted()
        // Deep in the list the full error counts: a text 280 points higher than estimated, of 390,000.
        #expect(after[399] < 0.4)
        #expect(after[200] < 0.005)
        print("thumb drift of 400 points after a jump: \(jump), then \((after[200], after[399]))")
    }
}
