import Foundation
import ListEngine
import ListEngineLayout

/// Tables: a resized column, and steps of scrolling next to those of a plain list with the same number of cells.
func tableMeasures(_ sizes: Sizes) -> [Measure] {
    sizes.ordinary.filter { $0 <= 1_000_000 }.flatMap { n in
        [
            measure("kit.table.resize/rows", n, { TableStage(n, columnWidth: 100) }) { $0.resize() },
            measure("kit.table.resize/row", n, { TableStage(n, columnWidth: 100, rowHeight: 900) }) { $0.resize() },
            measure("kit.table.step/fields", n, { TableStage(n, columnWidth: 19) }) { $0.scroll() },
            measure("kit.table.step/cells", n, { TableStage(n * 20, columnWidth: nil) }) { $0.scroll() },
        ]
    }
}

private func measure(
    _ name: String, _ n: Int, _ make: @escaping @Sendable @MainActor () -> TableStage,
    _ run: @escaping @Sendable @MainActor (TableStage) -> Void
) -> Measure {
    Measure(name, n) {
        let stage = MainActor.assumeIsolated { make() }
        return Field(
            Contestant(.product, singles: 10_000) { calls in
                MainActor.assumeIsolated { for _ in 0..<calls { run(stage) } }
            })
    }
}

/// A list of thirty rows with twenty columns on the screen, or of six hundred cells in one column.
@MainActor
private final class TableStage {
    private static let columns = 20
    private let view = KitView.make()
    private let source: DiffableDataSource<Int, Int>
    private let rowHeight: CGFloat
    private var offset: CGFloat = 0
    private var isWide = false

    /// - Parameters:
    ///   - columnWidth: Nil: the list is no table.
    ///   - rowHeight: Nil: thirty rows are on the screen.
    init(_ n: Int, columnWidth: CGFloat?, rowHeight stated: CGFloat? = nil) {
        rowHeight = stated ?? (columnWidth == nil ? KitRows.height / CGFloat(Self.columns) : KitRows.height)
        let rows = Rows(rowHeight)
        view.collectionViewLayout = rows
        source = DiffableDataSource(collectionView: view) { view, indexPath, _ in
            guard columnWidth != nil else { return view.dequeueReusableCell(KitCell.self, for: indexPath) }
            return view.tableCell(for: indexPath) { $0.dequeue(KitCell.self) }
        }
        if let columnWidth {
            try? view.setColumns((0..<Self.columns).map { Column("c\($0)", width: .points(columnWidth)) })
        }
        var snapshot = DiffableSnapshot<Int, Int>()
        snapshot.appendSections([0])
        snapshot.appendItems(Array(0..<n))
        source.apply(snapshot, animatingDifferences: false)
        view.layoutIfNeeded()
    }

    /// Rows of one height.
    private final class Rows: CollectionViewLayoutRecipe {
        let scrollDirection = ScrollDirection.vertical
        private let height: CGFloat
        init(_ height: CGFloat) { self.height = height }
        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            .list(count: context.itemCount, height: height)
        }
    }

    /// The pointer drags the edge of the last visible column.
    func resize() {
        isWide.toggle()
        try? view.editColumns { try $0.resize("c3", to: isWide ? 120 : 100) }
        view.layoutIfNeeded()
    }

    /// A row, or as many cells as it has fields, disappears and another one appears.
    func scroll() {
        offset += KitRows.height
        if offset > view.contentSize.height - view.bounds.height { offset = 0 }
        view.hostDidScroll(to: CGPoint(x: 0, y: offset))
    }
}
