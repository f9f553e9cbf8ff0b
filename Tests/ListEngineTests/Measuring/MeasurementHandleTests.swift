import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Sizes that arrive late")
struct MeasurementHandleTests {
    @Test func aLateSizeIsAppliedWhereItsItemIsNow() {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        list.apply([(0, Array(0..<100)), (1, Array(100..<200))])
        list.offset = 400
        let handles = [20, 3, 150].map {
            list.source.indexPath(for: $0).flatMap { list.view.measurementHandle(forItemAt: $0) }
        }
        guard let twenty = handles[0], let three = handles[1], let other = handles[2] else {
            Issue.record("no handles")
            return
        }
        #expect(twenty.fitting == CGSize(width: 120, height: 20))
        list.apply([(1, Array((100..<200).reversed())), (0, [77, 3, 20] + Array(21..<70))])
        let start = list.place(of: 50)! - list.offset
        list.view.anchorPolicy = .item(list.source.indexPath(for: 50)!)
        let outcomes = list.view.takeMeasurements([
            (twenty, CGSize(width: 120, height: 50)), (three, CGSize(width: 120, height: 31)),
            (other, CGSize(width: 1, height: 44)),
        ])
        #expect(outcomes == [.taken, .taken, .taken])
        #expect(list.height(of: 20) == 50)
        #expect(list.height(of: 3) == 31)
        #expect(list.height(of: 150) == 44)
        #expect(list.view.lastContentChange?.scrollDelta == 65)
        #expect(list.place(of: 50)! - list.offset == start)
        // A handle accepts one size.
        list.view.diagnostics.handler = { _ in }
        #expect(list.view.takeMeasurement(CGSize(width: 1, height: 9), for: twenty) == .dropped)
        #expect(list.view.diagnostics.count(of: .outdatedMeasurement) == 1)
    }

    @Test func aLateSizeForAChangedItemIsDropped() {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        list.view.diagnostics.handler = { _ in }
        list.apply([(0, Array(0..<50)), (2, Array(50..<60)), (4, Array(60..<70))])
        func handle(_ item: Int) -> MeasurementHandle {
            list.view.measurementHandle(forItemAt: list.source.indexPath(for: item)!)!
        }
        let handles = [1, 2, 3, 4, 5, 55, 65].map(handle)
        // 1 is deleted and inserted again, 2 is reloaded, 3 reconfigured, 4 moves to a narrower section, 55's section
        // is reloaded.
        list.apply([(0, [0] + Array(2..<50)), (2, Array(50..<60)), (4, Array(60..<70))])
        list.apply([(0, [0, 1, 2, 3] + Array(5..<50)), (2, Array(50..<60) + [4]), (4, Array(60..<70))])
        var snapshot = list.source.snapshot()
        snapshot.reloadItems([2])
        snapshot.reconfigureItems([3])
        snapshot.reloadSections([2])
        list.source.apply(snapshot)
        let before = list.view.contentSize
        for place in [0, 1, 2, 3, 5] {
            #expect(list.view.takeMeasurement(CGSize(width: 120, height: 99), for: handles[place]) == .dropped)
        }
        #expect(list.view.contentSize == before)
        #expect(list.view.diagnostics.count(of: .outdatedMeasurement) == 5)
        #expect(list.view.takeMeasurement(CGSize(width: 120, height: CGFloat.nan), for: handles[4]) == .dropped)
        #expect(list.view.diagnostics.count(of: .unusableSize) == 1)
        list.view.bounds.size.width = 100
        #expect(list.view.takeMeasurement(CGSize(width: 120, height: 99), for: handles[6]) == .dropped)
        #expect(list.view.diagnostics.count(of: .outdatedMeasurement) == 6)
        // A handle of another list.
        let other = IdentifiedList(estimated: true)
        other.apply([(0, Array(0..<50))])
        other.view.diagnostics.handler = { _ in }
        #expect(other.view.takeMeasurement(CGSize(width: 120, height: 99), for: handle(7)) == .dropped)
        #expect(list.view.measurementHandle(forItemAt: IndexPath(item: 0, section: 9)) == nil)
    }

    @Test func aSizeReportedWithinAPassWaits() {
        let list = IdentifiedList(estimated: true)
        list.recipe.spacing = 0
        list.apply([(0, Array(0..<50))])
        let handle = list.view.measurementHandle(forItemAt: IndexPath(item: 30, section: 0))!
        var outcome: MeasurementOutcome?
        list.host.sizes = { _, size in
            if outcome == nil { outcome = list.view.takeMeasurement(CGSize(width: 120, height: 70), for: handle) }
            return size
        }
        list.offset = 100
        #expect(outcome == .deferred)
        #expect(list.height(of: 30) == 70)
    }

    @Test func anExactSizeIsNotMeasured() {
        let list = IdentifiedList()
        list.view.diagnostics.handler = { _ in }
        list.apply([(0, Array(0..<50))])
        let handle = list.view.measurementHandle(forItemAt: IndexPath(item: 3, section: 0))!
        #expect(list.view.takeMeasurement(CGSize(width: 120, height: 70), for: handle) == .dropped)
        #expect(list.view.diagnostics.count(of: .unusableSize) == 1)
    }
}
