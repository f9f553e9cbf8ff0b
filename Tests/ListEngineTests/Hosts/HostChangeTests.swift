import Foundation
import ListEngine
import ListEngineLayout
import ListEngineTestSupport
import Testing

/// What a host can rely on: filled views, sizes that are measured again, a size and an offset that fit each other.
@MainActor
@Suite("Hosts")
struct HostChangeTests {
    /// The toolkit's view.
    private final class Label { var text = "" }

    private final class LabelCell: CollectionViewCell {
        var text: String {
            get { (hostView as? Label)?.text ?? "" }
            set { (hostView as? Label)?.text = newValue }
        }
    }

    private final class LabelHeader: CollectionReusableView {
        var text: String {
            get { (hostView as? Label)?.text ?? "" }
            set { (hostView as? Label)?.text = newValue }
        }
    }

    private final class LabelHost: CollectionViewHost {
        var heights: [String: CGFloat] = [:]
        var screen: [ObjectIdentifier: CollectionReusableView] = [:]
        var measured: [String] = []
        var sizeAndOffset: (CGSize, CGPoint)?
        weak var list: CollectionView?

        func makeView(for view: CollectionReusableView) -> AnyObject? { Label() }
        func place(_ view: CollectionReusableView, at placement: ElementPlacement) {
            screen[ObjectIdentifier(view)] = view
        }
        func recycle(_ view: CollectionReusableView) { screen[ObjectIdentifier(view)] = nil }
        func remove(_ view: CollectionReusableView) { screen[ObjectIdentifier(view)] = nil }
        func measure(_ view: CollectionReusableView, fitting size: CGSize) -> CGSize? {
            guard let text = (view.hostView as? Label)?.text else { return nil }
            measured.append(text)
            return CGSize(width: size.width, height: heights[text] ?? 40)
        }
        func setContentSize(_ size: CGSize) { sizeAndOffset = list.map { (size, $0.contentOffset) } }

        var texts: Set<String> { Set(screen.values.compactMap { ($0.hostView as? Label)?.text }) }
    }

    private final class Source: CollectionViewDataSource {
        var items = (0..<100).map { "row \($0)" }
        func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
        func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { items.count }
        func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
            let cell = view.dequeueReusableCell(LabelCell.self, for: indexPath)
            cell.text = items[indexPath.item]
            return cell
        }
        func collectionView(
            _ view: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind, at indexPath: IndexPath
        ) -> CollectionReusableView? {
            let header = view.dequeueReusableSupplementaryView(LabelHeader.self, ofKind: kind, for: indexPath)
            header.text = "header"
            return header
        }
    }

    private let source = Source()
    private let host = LabelHost()
    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 100),
        collectionViewLayout: CollectionViewCompositionalLayout(
            section: .table(itemHeight: .estimated(40), headerHeight: .absolute(20))))

    init() {
        host.list = view
        view.dataSource = source
    }

    private func top(_ item: Int) -> CGFloat { view.layout.frame(ofItem: item, inSection: 0).minY }

    @Test func viewsOfTheNewHostAreFilled() {
        view.layoutIfNeeded()
        view.host = host
        view.layoutIfNeeded()
        #expect(host.texts == ["header", "row 0", "row 1"])
        let cells = view.visibleCells
        let other = LabelHost()
        other.heights["row 1"] = 10
        view.host = other
        view.layoutIfNeeded()
        #expect(host.screen.isEmpty)
        // The other host measures its own views.
        #expect(other.texts == ["header", "row 0", "row 1", "row 2"])
        #expect(top(2) == 70)
        #expect(zip(cells, view.visibleCells).allSatisfy { $0 === $1 })
        #expect(view.diagnostics.recent == [])
    }

    @Test func aViewWhoseSizeChangedIsMeasuredAgain() throws {
        view.host = host
        view.layoutIfNeeded()
        view.contentOffset.y = 140
        view.layoutIfNeeded()
        host.measured = []
        let cell = try #require(view.cellForItem(at: indexPath(0, 3)))
        #expect(top(3) == 140)
        host.heights["row 3"] = 90
        view.invalidateMeasurement(of: cell)
        #expect(host.measured == [])
        view.layoutIfNeeded()
        #expect(host.measured == ["row 3"])
        #expect(top(4) == 230 && view.contentOffset.y == 140)
        // It is measured once. A view that is not shown is not measured.
        view.invalidateMeasurement(of: LabelCell())
        view.layoutIfNeeded()
        #expect(host.measured == ["row 3"])
        // The sizes of these items are exact.
        view.collectionViewLayout = ListRecipe(height: 40)
        view.layoutIfNeeded()
        for cell in view.visibleCells { view.invalidateMeasurement(of: cell) }
        view.layoutIfNeeded()
        #expect(top(4) == 160)
        #expect(view.diagnostics.recent == [])
    }

    @Test func theRowBelowAGrowingRowAboveTheScreenKeepsItsPlace() throws {
        view.host = host
        view.layoutIfNeeded()
        view.contentOffset.y = 50
        view.layoutIfNeeded()
        view.anchorPolicy = .item(indexPath(0, 1))
        let distance = top(1) - view.contentOffset.y
        host.heights["row 0"] = 75
        view.invalidateMeasurement(of: try #require(view.cellForItem(at: indexPath(0, 0))))
        view.layoutIfNeeded()
        #expect(top(1) == 95)
        #expect(top(1) - view.contentOffset.y == distance)
    }

    @Test func theOffsetFitsTheSizeThatAHostReceives() {
        view.host = host
        view.contentOffset.y = 3_000
        view.layoutIfNeeded()
        source.items.removeFirst(50)
        view.deleteItems(at: (0..<50).map { indexPath(0, $0) })
        view.layoutIfNeeded()
        let (size, offset) = host.sizeAndOffset ?? (.zero, .zero)
        #expect(size.height == 2_020 && offset.y == 1_000)
    }
}
