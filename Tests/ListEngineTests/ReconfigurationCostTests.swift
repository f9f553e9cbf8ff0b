import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Testing

/// Counts what a list requests when it reconfigures items.
@MainActor
@Suite("The cost of reconfiguring items", .serialized)
struct ReconfigurationCostTests {
    private final class Cell: CollectionViewCell {
        var name = ""
        static var measured = 0
        override func preferredLayoutAttributes(fitting attributes: LayoutAttributes) -> LayoutAttributes {
            Self.measured += 1
            var attributes = attributes
            attributes.frame.size.height = 20
            return attributes
        }
    }

    private final class Source: CollectionViewDataSource, CollectionViewFlowLayoutDelegate {
        var cells = 0
        var counts = 0
        var sizes = 0
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
            counts += 1
            return 10_000
        }
        func collectionView(
            _ collectionView: CollectionView, cellForItemAt indexPath: IndexPath
        ) -> CollectionViewCell {
            cells += 1
            return collectionView.dequeueReusableCell(Cell.self, for: indexPath)
        }
        func flowLayout(
            _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
        ) -> CGSize? {
            sizes += 1
            return CGSize(width: 100, height: 20)
        }
        func take() -> [Int] {
            defer { (cells, counts, sizes, Cell.measured) = (0, 0, 0, 0) }
            return [cells, counts, sizes, Cell.measured]
        }
    }

    /// A thousand of ten thousand rows are visible.
    private func list(_ layout: any CollectionViewLayoutRecipe) -> (CollectionView, Source) {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 20_000), collectionViewLayout: layout)
        let source = Source()
        (layout as? CollectionViewFlowLayout)?.delegate = source
        view.dataSource = source
        view.layoutIfNeeded()
        _ = source.take()
        return (view, source)
    }

    @Test(arguments: [1, 10, 100, 1_000])
    func reconfiguringRequestsAndMeasuresTheItemsAlone(count: Int) {
        let (view, source) = list(ListRecipe(height: 20, estimated: true))
        let cells = view.visibleCells
        #expect(cells.count == 1_000)
        view.reconfigureItems(at: (0..<count).map { indexPath(0, $0 * (1_000 / count)) })
        #expect(source.take() == [count, 0, 0, count])
        #expect(zip(view.visibleCells, cells).allSatisfy { $0 === $1 })
    }

    @Test(arguments: [1, 10, 100, 1_000])
    func reconfiguringRequestsNoSizeOfAFlow(count: Int) {
        let flow = CollectionViewFlowLayout()
        flow.minimumLineSpacing = 0
        let (view, source) = list(flow)
        view.reconfigureItems(at: (0..<count).map { indexPath(0, $0 * (1_000 / count)) })
        #expect(source.take().prefix(3) == [count, 0, 0])
    }

    @Test func itemsThatAreNotVisibleCostNothing() {
        let (view, source) = list(ListRecipe(height: 20, estimated: true))
        view.reconfigureItems(at: (5_000..<6_000).map { indexPath(0, $0) })
        #expect(source.take() == [0, 0, 0, 0])
    }

    @Test(arguments: [1, 50, 500])
    func aDiffableDataSourceRequestsTheSame(count: Int) {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 20_000),
            collectionViewLayout: ListRecipe(height: 20, estimated: true))
        var cells = 0
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            cells += 1
            return view.dequeueReusableCell(Cell.self, for: indexPath)
        }
        source.apply(DiffableSnapshot(sections: [(0, Array(0..<10_000))]))
        view.layoutIfNeeded()
        (cells, Cell.measured) = (0, 0)
        var snapshot = source.snapshot()
        snapshot.reconfigureItems(Array(0..<count))
        source.apply(snapshot)
        #expect(cells == count && Cell.measured == count)
    }
}
