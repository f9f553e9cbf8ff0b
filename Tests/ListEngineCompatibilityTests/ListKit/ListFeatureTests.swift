import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

@MainActor
@Suite("Features of described sections")
struct ListFeatureTests {
    private func list(_ sections: SectionDescription...) -> DescribedList<ListAdapter> {
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) })
        list.adapter.add(listSections: sections)
        return list
    }

    /// Moves the elements that it receives, and records where they were.
    private final class Shift: ListFeature {
        let trace: Trace
        let distance: Double
        init(_ trace: Trace, _ distance: Double) {
            self.trace = trace
            self.distance = distance
        }
        func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter) {
            trace.lines.append("made \(text(indexPath)) \((cell as? ModelCell)?.model ?? "?")")
        }
        func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter) {
            trace.lines.append("scroll \(Int(collectionView.contentOffset.y))")
        }
        func alter(_ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter) {
            trace.lines.append("at \(Int(element.minX))")
            element.minX += distance
            element.maxX += distance
        }
    }

    @Test func eachFeatureReceivesTheResultOfThePreviousOne() {
        let list = list(describe(nil, [1]))
        let trace = Trace()
        list.adapter.features = [Shift(trace, 5), Shift(trace, 3)]
        list.adapter.onScroll = { trace.lines.append("closure \(Int($0.contentOffset.y))") }
        #expect(list.frames.map(\.minX) == [8])
        #expect(trace.take() == ["at 0", "at 5"])
        list.adapter.reloadList()
        #expect(trace.take() == ["at 0", "at 5", "made 0.0 1", "made 0.0 1"])
        list.view.hostDidScroll(to: point(-10))
        #expect(trace.take() == ["scroll -10", "scroll -10", "closure -10", "at 0", "at 5"])
        // An element moved out of sight is not shown; without features it is back.
        list.adapter.features = [Shift(trace, 100)]
        #expect(list.frames == [])
        list.adapter.features = []
        #expect(list.frames.map(\.minX) == [0])
    }

    @Test func theFirstItemStretchesWhenTheListIsPulledDown() {
        let (one, two) = (describe(nil, [1, 2], height: 30), describe(nil, [3], height: 30))
        let list = list(one, two)
        list.adapter.features = [StretchyItemFeature(section: one)]
        #expect(list.frames.map(\.height) == [30, 30, 30])
        list.view.hostDidScroll(to: point(-12))
        #expect(list.frames.map(\.minY) == [-12, 30, 60])
        #expect(list.frames.map(\.height) == [42, 30, 30])
        list.view.hostDidScroll(to: point(8))
        #expect(list.frames.map(\.minY) == [0, 30, 60])
    }

    @Test func aStickyHeaderStaysUnderTheTopAndReportsItsProgress() {
        let (one, two) = (
            describe(nil, Array(1...10), height: 20), describe("two", Array(1...30), height: 20, header: 20)
        )
        let list = list(one, two)
        let sticky = StickyHeaderFeature(section: two, topDistance: 40)
        var told: [StickyHeaderFeature.Progress] = []
        sticky.onProgress = { told.append($0) }
        list.adapter.features = [sticky]
        _ = list.frames
        #expect(list.view.visibleSupplementaryViews(ofKind: .header).isEmpty)
        // Its natural position is 200; it reaches 40 below the top at offset 160.
        func header(at offset: CGFloat) -> CGFloat? {
            list.view.hostDidScroll(to: point(offset))
            return list.view.visibleElements.first { $0.category == .header }?.frame.minY
        }
        #expect(header(at: 150) == 200)
        #expect(header(at: 170) == 210)
        #expect(list.view.visibleElements.first { $0.category == .header }?.zIndex == 1024)
        #expect(header(at: 500) == 540)
        #expect(told.map(\.fraction) == [0, 0.25, 1])
        #expect(told.map(\.isAtTop) == [false, false, true])
        #expect(abs(told[2].shadowOpacity - 0.08) < 1e-12)
        // Items pass beneath it: a tap on it does not reach them.
        var taps = 0
        one.onSelect = { _ in taps += 1 }
        two.onSelect = { _ in taps += 1 }
        sticky.isSticky = false
        list.view.setNeedsLayout()
        #expect(header(at: 501) == nil)
        #expect(header(at: 185) == 200)
        #expect(sticky.progress(in: list.view)?.fraction == 1)
        #expect(sticky.progress(in: list.view)?.isAtTop == true)
        list.adapter.remove(listSection: two)
        #expect(sticky.progress(in: list.view) == nil)
    }

    // MARK: Horizontal lists, in both directions

    /// Columns of 30 points, with a header of 20 points if there is a title.
    private func columns(_ title: String?, _ models: [Int]) -> SectionDescription {
        let section = SectionDescription(
            title: title, viewModels: models, components: [.type(ModelCell.self)],
            sizes: [ViewComponentSize(size: CGSize(width: 30, height: 100))])
        if title != nil {
            section.header = .type(ModelView.self)
            section.headerSize = ViewComponentSize(size: CGSize(width: 20, height: 100))
        }
        return section
    }

    private func horizontal(_ isMirrored: Bool, _ sections: SectionDescription...) -> DescribedList<ListAdapter> {
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) })
        list.view.flowDirection = isMirrored ? .rightToLeft : .leftToRight
        list.adapter.scrollDirection = .horizontal
        list.adapter.add(listSections: sections)
        _ = list.frames
        return list
    }

    /// The shown places along the list, from the leading edge of the content.
    private func places(_ list: DescribedList<ListAdapter>) -> [String] {
        let extent = list.view.contentSize.width
        return list.frames.map { frame in
            let start = list.view.flowDirection == .rightToLeft ? extent - frame.maxX : frame.minX
            return "\(Int(start))+\(Int(frame.width))"
        }
    }

    private func scroll(_ list: DescribedList<ListAdapter>, to main: CGFloat) {
        list.view.hostDidScroll(to: list.view.contentOffset(atMainOffset: main))
    }

    @Test(arguments: [false, true])
    func theFirstItemOfAHorizontalListStretches(isMirrored: Bool) {
        let one = columns(nil, [1, 2])
        let list = horizontal(isMirrored, one, columns(nil, Array(3...9)))
        list.adapter.features = [StretchyItemFeature(section: one)]
        #expect(Array(places(list).prefix(3)) == ["0+30", "30+30", "60+30"])
        scroll(list, to: -12)
        #expect(Array(places(list).prefix(3)) == ["-12+42", "30+30", "60+30"])
        // The edge that stays is the one away from the start of the list.
        let first = list.frames[0]
        #expect(isMirrored ? first.minX == list.view.contentSize.width - 30 : first.maxX == 30)
        scroll(list, to: 8)
        #expect(Array(places(list).prefix(2)) == ["0+30", "30+30"])
    }

    @Test(arguments: [false, true])
    func aHeaderOfAHorizontalListIsStickyAndReportsItsProgress(isMirrored: Bool) {
        let (one, two) = (columns(nil, Array(1...10)), columns("two", Array(1...30)))
        let list = horizontal(isMirrored, one, two)
        let sticky = StickyHeaderFeature(section: two, topDistance: 40)
        var told: [CGFloat] = []
        sticky.onProgress = { told.append($0.fraction) }
        list.adapter.features = [sticky]
        // Its natural place is 300; it reaches 40 points from the leading edge at offset 260.
        func header(at offset: CGFloat) -> Int? {
            scroll(list, to: offset)
            list.view.layoutIfNeeded()
            guard let frame = list.view.visibleElements.first(where: { $0.category == .header })?.frame else {
                return nil
            }
            return Int(isMirrored ? list.view.contentSize.width - frame.maxX : frame.minX)
        }
        #expect(header(at: 240) == 300)
        #expect(header(at: 270) == 310)
        #expect(header(at: 500) == 540)
        #expect(told == [0, 0.25, 1])
        sticky.isSticky = false
        list.view.setNeedsLayout()
        #expect(header(at: 260) == 300)
        // A header that is not sticky has passed the distance when its extent has.
        #expect(sticky.progress(in: list.view)?.fraction == 1)
        list.view.bounds = CGRect(origin: list.view.bounds.origin, size: CGSize(width: 100, height: 50))
        #expect(header(at: 290) == 300)
    }

    @Test(arguments: [false, true])
    func featuresOfAHorizontalListFollowEachOther(isMirrored: Bool) {
        let (one, two) = (columns("one", [1, 2]), columns("two", Array(3...20)))
        let list = horizontal(isMirrored, one, two)
        list.adapter.features = [
            StretchyItemFeature(section: one), StickyHeaderFeature(section: one, topDistance: 0),
            StickyHeaderFeature(section: two, topDistance: 20),
        ]
        // The header of the first section stays at the edge, that of the second next to it.
        scroll(list, to: 100)
        let shown = places(list)
        #expect(shown.contains("100+20") && shown.contains("120+20"), "\(shown)")
        scroll(list, to: -10)
        #expect(places(list).contains("10+40"), "\(places(list))")
    }
}
