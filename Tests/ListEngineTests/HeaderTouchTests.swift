import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// Touches that a host reports on headers.
@MainActor
@Suite("Touches on headers")
struct HeaderTouchTests {
    private final class Header: CollectionReusableView {
        var taps: [CGPoint] = []
        var handles = true
        var onTap: () -> Void = {}
        override func handleTap(at point: CGPoint) -> Bool {
            taps.append(point)
            onTap()
            return handles
        }
    }

    private final class Source: CollectionViewDataSource, CollectionViewDelegate {
        var counts = [10, 10]
        var log: [String] = []
        func numberOfSections(in collectionView: CollectionView) -> Int { counts.count }
        func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { counts[section] }
        func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        func collectionView(
            _ view: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
        ) -> CollectionReusableView? {
            view.dequeueReusableSupplementaryView(Header.self, ofKind: kind, for: indexPath)
        }
        func collectionView(_ view: CollectionView, didSelectItemAt indexPath: IndexPath) {
            log.append("select \(text(indexPath))")
        }
    }

    private let source = Source()
    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 400),
        collectionViewLayout: ListRecipe(height: 20, header: 30, pinsHeader: true))

    init() {
        view.dataSource = source
        view.delegate = source
        view.layoutIfNeeded()
    }

    private func header(_ section: Int) -> Header {
        let found = view.supplementaryView(forElementKind: .header, at: indexPath(section, 0)) as? Header
        return found ?? Header()
    }

    @discardableResult
    private func touch(_ points: CGPoint..., ended: CollectionViewTouch.Phase = .ended) -> [Bool] {
        points.enumerated().map { place, point in
            view.hostTouch(
                CollectionViewTouch(place == 0 ? .began : place < points.count - 1 ? .moved : ended, at: point))
        }
    }

    private func at(_ y: CGFloat) -> CGPoint { CGPoint(x: 40, y: y) }

    @Test func aTouchTapsAHeader() {
        #expect(touch(at(10), at(12)) == [true, true])
        #expect(header(0).taps == [CGPoint(x: 40, y: 12)])
        // Its point is one of the view.
        touch(at(235), at(240), at(241))
        #expect(header(1).taps == [CGPoint(x: 40, y: 11)])
        #expect(source.log == [])
    }

    @Test func aTouchThatLeavesTheHeaderOrIsCancelledTapsNothing() {
        touch(at(10), at(50))
        touch(at(50), at(10))
        touch(at(10), at(240))
        touch(at(10), at(10), ended: .cancelled)
        view.hostTouch(CollectionViewTouch(.began, at: at(10)))
        view.hostWillBeginDragging()
        view.hostTouch(CollectionViewTouch(.ended, at: at(10)))
        #expect(header(0).taps == [] && header(1).taps == [])
        #expect(source.log == [])
    }

    @Test func theItemUnderAPinnedHeaderIsChosenOnlyIfTheHeaderDoesNotHandleTheTap() {
        view.hostDidScroll(to: CGPoint(x: 0, y: 100))
        // The header lies over the items 3 and 4.
        touch(at(105), at(105))
        #expect(header(0).taps == [CGPoint(x: 40, y: 5)])
        #expect(source.log == [])
        #expect(view.visibleCells.allSatisfy { !$0.isHighlighted })
        header(0).handles = false
        touch(at(105), at(105))
        #expect(source.log == ["select 0.3"])
        #expect(header(0).taps.count == 2)
    }

    @Test func aHeaderThatWasReplacedDuringTheTouchReceivesNoTap() {
        let first = header(0)
        view.hostTouch(CollectionViewTouch(.began, at: at(10)))
        view.reloadData()
        #expect(!view.hostTouch(CollectionViewTouch(.ended, at: at(10))))
        #expect(first.taps == [] && header(0).taps == [])
        view.hostTouch(CollectionViewTouch(.began, at: at(10)))
        source.counts = [4]
        view.deleteSections([0])
        view.layoutIfNeeded()
        view.hostTouch(CollectionViewTouch(.ended, at: at(10)))
        #expect(header(0).taps == [] && source.log == [])
    }

    @Test func aHeaderCanChangeTheListInItsTap() {
        header(0).onTap = { [source, view] in
            source.counts = [0, 3]
            view.performBatchUpdates {
                view.deleteItems(at: (0..<10).map { indexPath(0, $0) } + (3..<10).map { indexPath(1, $0) })
            }
        }
        touch(at(10), at(10))
        #expect(view.numberOfItems(inSection: 0) == 0 && view.numberOfItems(inSection: 1) == 3)
        #expect(header(0).taps.count == 1 && view.visibleCells.count == 3)
        #expect(view.diagnostics.recent == [])
    }
}
