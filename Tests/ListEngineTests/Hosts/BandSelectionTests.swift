import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Rectangles that select in scrolling hosts")
struct BandSelectionTests {
    private typealias Host = SteppedHost

    private let view: CollectionView
    private let host: Host
    private let source: DiffableDataSource<Int, Int>

    /// Three columns of items of 20 x 20 points with 10 points between them, in 100 x 200 points.
    init() {
        let flow = CollectionViewFlowLayout()
        flow.itemSize = CGSize(width: 20, height: 20)
        (flow.minimumLineSpacing, flow.minimumInteritemSpacing) = (10, 10)
        flow.sectionInset = SectionInsets(top: 0, leading: 10, bottom: 0, trailing: 10)
        view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: flow)
        view.allowsMultipleSelection = true
        host = Host(view)
        source = DiffableDataSource(collectionView: view, scheduler: .immediate) { view, indexPath, _ in
            view.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
        }
        show(Array(0..<90))
    }

    private func show(_ items: [Int]) {
        source.edit(animatingDifferences: false) {
            $0.deleteAllItems()
            $0.appendSections([0])
            $0.appendItems(items)
        }
        host.frame(at: 0)
    }

    private var selected: [Int] {
        view.indexPathsForSelectedItems.compactMap { source.itemIdentifier(for: $0) }.sorted()
    }
    private func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

    @Test func theRectangleSelectsWhatItTouches() {
        #expect(!host.beginBandSelection(at: point(15, 5)), "on an item")
        #expect(host.beginBandSelection(at: point(15, 5), onItems: true))
        host.extendBandSelection(to: point(50, 10))
        #expect(selected == [0, 1])
        host.endBandSelection(cancelled: true)
        #expect(selected == [])
        #expect(host.beginBandSelection(at: point(5, 5)))
        #expect(!host.beginBandSelection(at: point(5, 5)), "there is one")
        host.extendBandSelection(to: point(50, 40))
        #expect(selected == [0, 1, 3, 4] && host.bandSelectionFrame == CGRect(x: 5, y: 5, width: 45, height: 35))
        host.extendBandSelection(to: point(32, 1))
        #expect(selected == [0] && host.bandSelectionFrame == CGRect(x: 5, y: 1, width: 27, height: 4))
        host.endBandSelection()
        #expect(selected == [0] && host.bandSelectionFrame == nil)
        host.extendBandSelection(to: point(50, 40))
        #expect(selected == [0])
    }

    @Test func aBandSelectionCanBeCancelledOrAddItems() {
        view.selectItem(at: IndexPath(item: 8, section: 0), animated: false)
        #expect(host.beginBandSelection(at: point(5, 5), .extend))
        host.extendBandSelection(to: point(32, 10))
        #expect(selected == [0, 8])
        host.endBandSelection(cancelled: true)
        #expect(selected == [8])
        #expect(host.beginBandSelection(at: point(5, 65), .toggle))
        host.extendBandSelection(to: point(99, 70))
        #expect(selected == [6, 7])
        host.endBandSelection()
        view.allowsMultipleSelection = false
        #expect(!host.beginBandSelection(at: point(5, 5)))
        #expect(!host.beginBandSelection(at: point(CGFloat.nan, 5)))
    }

    @Test func theFirstCornerOfABandStaysOnTheContent() {
        #expect(host.beginBandSelection(at: point(5, 25)))
        host.extendBandSelection(to: point(95, 199))
        for frame in 1...4 { host.frame(at: 1 + 0.1 * Double(frame)) }
        let offset = host.offset
        #expect(offset > 200)
        #expect(host.bandSelectionFrame?.minY == 25 - offset && host.bandSelectionFrame?.maxY == 199)
        #expect(selected == Array(3..<selected.count + 3) && selected.count > 30)
        // Rows that are inserted above move the corner with the content.
        view.anchorPolicy = .firstVisible
        source.edit(animatingDifferences: false) { $0.insertItems(Array(100..<130), beforeItem: 0) }
        host.frame(at: 2)
        host.extendBandSelection(to: point(95, 100))
        #expect(selected.first == 3 && !selected.contains { $0 >= 100 })
        host.endBandSelection()
    }

    @Test func programsChangeTheListMeanwhile() {
        #expect(host.beginBandSelection(at: point(5, 5)))
        host.extendBandSelection(to: point(50, 40))
        show([0, 4])
        #expect(selected == [0, 4])
        host.extendBandSelection(to: point(95, 100))
        show([])
        host.extendBandSelection(to: point(95, 120))
        view.reloadData()
        host.endBandSelection()
        #expect(selected.isEmpty && host.bandSelectionFrame == nil)
        // Another rectangle, of which the list knows nothing any more.
        #expect(host.beginBandSelection(at: point(5, 5)))
        view.hostEndBandSelection()
        host.frame(at: 3)
        #expect(host.bandSelectionFrame == nil)
        #expect(host.beginBandSelection(at: point(5, 5)))
    }
}
