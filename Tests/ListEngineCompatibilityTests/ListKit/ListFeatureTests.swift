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
}
