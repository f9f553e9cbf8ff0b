import Foundation
import ListEngine
import ListEngineLayout
import ListEngineTestSupport
import Testing

@MainActor
@Suite("Waterfalls of whole lists")
struct WaterfallListTests {
    private struct Photo: ListIdentifiable {
        let listIdentifier: String
        let shape: CGSize
    }

    private func photos(_ heights: [CGFloat]) -> [Photo] {
        heights.enumerated().map { Photo(listIdentifier: "\($0)", shape: CGSize(width: 100, height: $1)) }
    }

    private func show(
        _ heights: [CGFloat], _ layout: CollectionViewWaterfallLayout
    ) -> (view: CollectionView, list: ListDataSource) {
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 400), collectionViewLayout: layout)
        view.diagnostics.handler = { _ in }
        let list = ListDataSource()
        list.attach(to: view)
        let section = ClosureSection(items: photos(heights))
            .onCellConfigure { (cell: NameCell, photo, _) in cell.name = photo.listIdentifier }
            .onCellSize { photo, _ in photo.shape }
            .minimumInteritemSpacing(10)
        list.append(newSections: [section])
        view.layoutIfNeeded()
        return (view, list)
    }

    private func layout() -> CollectionViewWaterfallLayout {
        let layout = CollectionViewWaterfallLayout()
        layout.minimumColumnWidth = 45
        layout.minimumLineSpacing = 0
        layout.minimumInteritemSpacing = 10
        return layout
    }

    private func frames(_ view: CollectionView) -> [CGRect] { view.visibleCells.map(\.frame) }

    @Test func sectionsGiveTheShapesOfTheirItems() {
        let (view, list) = show([200, 100, 100, 100], layout())
        #expect(
            frames(view) == [
                CGRect(x: 0, y: 0, width: 45, height: 90), CGRect(x: 55, y: 0, width: 45, height: 45),
                CGRect(x: 55, y: 45, width: 45, height: 45), CGRect(x: 0, y: 90, width: 45, height: 45),
            ])
        withExtendedLifetime(list) {}
    }

    @Test func itemsCanSpanAllColumns() {
        let layout = layout()
        var wide: Set<Int> = [0]
        layout.columnSpan = { wide.contains($0.item) ? .max : 1 }
        let (view, list) = show([100, 100, 200], layout)
        #expect(
            frames(view) == [
                CGRect(x: 0, y: 0, width: 100, height: 100), CGRect(x: 0, y: 100, width: 45, height: 45),
                CGRect(x: 55, y: 100, width: 45, height: 90),
            ])
        // The span of an inserted item is read; the others keep theirs until the layout is made again.
        wide = [0, 3]
        let more = ClosureSection(items: photos([100, 100, 200, 50]))
            .onCellConfigure { (cell: NameCell, photo, _) in cell.name = photo.listIdentifier }
            .onCellSize { photo, _ in photo.shape }
            .minimumInteritemSpacing(10)
        list.update(newSections: [more])
        view.layoutIfNeeded()
        #expect(frames(view).last == CGRect(x: 0, y: 190, width: 100, height: 50))
        wide = []
        view.invalidateLayout()
        view.layoutIfNeeded()
        #expect(frames(view).map(\.width) == [45, 45, 45, 45])
        withExtendedLifetime(list) {}
    }

    @Test func measuredItemsKeepTheirSpans() {
        let layout = layout()
        layout.columnSpan = { $0.item == 1 ? .max : 1 }
        layout.estimatedItemSize = CGSize(width: 45, height: 30)
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 400), collectionViewLayout: layout)
        let host = RecorderHost()
        host.sizes = { CGSize(width: $1.width, height: 70) }
        view.host = host
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.edit {
            $0.appendSections([0])
            $0.appendItems([1, 2, 3])
        }
        view.layoutIfNeeded()
        #expect(
            frames(view) == [
                CGRect(x: 0, y: 0, width: 45, height: 70), CGRect(x: 0, y: 70, width: 100, height: 70),
                CGRect(x: 0, y: 140, width: 45, height: 70),
            ])
        withExtendedLifetime((source, host)) {}
    }

    /// Items go from one section to the other and back, and the number of columns changes. Spans belong to identifiers.
    @Test(arguments: [true, false]) func itemsKeepTheirSpansInOtherSections(_ isEstimated: Bool) throws {
        let layout = layout()
        if isEstimated { layout.estimatedItemSize = CGSize(width: 45, height: 30) }
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 600), collectionViewLayout: layout)
        let host = RecorderHost()
        host.sizes = { view, size in
            CGSize(
                width: size.width, height: isEstimated ? CGFloat(40 + 7 * ((view as? NameCell)?.name.count ?? 0)) : 30)
        }
        view.host = host
        let source = DiffableDataSource<Int, String>(collectionView: view) { view, indexPath, name in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = name
            return cell
        }
        layout.columnSpan = { [weak source] path in
            source?.itemIdentifier(for: path)?.hasPrefix("wide") == true ? 2 : 1
        }
        func show(_ sections: [[String]]) {
            source.apply(
                DiffableSnapshot(sections: sections.enumerated().map { ($0.offset, $0.element) }),
                animatingDifferences: false)
            view.layoutIfNeeded()
        }
        func expect(_ comment: Comment, columns: Int = 2) throws {
            let width = (view.bounds.width - CGFloat(10 * (columns - 1))) / CGFloat(columns)
            for cell in view.visibleCells.compactMap({ $0 as? NameCell }) {
                let spanned = cell.name.hasPrefix("wide") && columns > 1 ? 2 * width + 10 : width
                #expect(cell.frame.width == spanned, comment)
                if isEstimated { #expect(cell.frame.height == CGFloat(40 + 7 * cell.name.count), comment) }
            }
            #expect(view.diagnostics.recent.isEmpty, comment)
        }
        show([["wide a", "b", "wide ccc"], ["d", "e"]])
        try expect("shown")
        show([["b", "wide ccc"], ["d", "wide a", "e"]])
        try expect("moved")
        show([["wide a", "b"], ["d", "e", "wide ccc"]])
        try expect("moved back")
        view.bounds.size.width = 155
        view.layoutIfNeeded()
        try expect("three columns", columns: 3)
        show([["b", "wide ccc"], ["d", "wide a", "e"]])
        try expect("moved in three columns", columns: 3)
        view.bounds.size.width = 60
        view.layoutIfNeeded()
        try expect("one column", columns: 1)
        show([["wide a", "b"], ["d", "e", "wide ccc"]])
        view.bounds.size.width = 100
        view.layoutIfNeeded()
        try expect("two columns again")
        withExtendedLifetime((source, host)) {}
    }

    /// The preview of a drag to another section has the item as wide as it will be.
    @Test func aDraggedItemKeepsItsSpan() throws {
        let layout = layout()
        layout.columnSpan = { $0 == IndexPath(item: 0, section: 0) ? 2 : 1 }
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 600), collectionViewLayout: layout)
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.reorderingHandlers.canReorderItem = { _ in true }
        source.edit {
            $0.appendSections([0, 1])
            $0.appendItems([1, 2], toSection: 0)
            $0.appendItems([3, 4], toSection: 1)
        }
        view.layoutIfNeeded()
        let size = view.layout.frame(ofItem: 0, inSection: 0).size
        #expect(size.width == 100)
        #expect(view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0)))
        let target = view.layout.frame(ofItem: 1, inSection: 1)
        view.hostReorder(to: CGPoint(x: target.midX, y: target.midY))
        let cell = try #require(view.visibleCells.first { $0.isReordering })
        #expect(cell.frame.size == size)
        view.hostCancelReordering()
        withExtendedLifetime(source) {}
    }

    @Test func asManyColumnsAsFitAreShown() {
        let layout = layout()
        let (view, list) = show(Array(repeating: 100, count: 40), layout)
        func columns() -> Int { Set(frames(view).map(\.minX)).count }
        for (width, expected) in [(45, 2), (46, 1), (12, 5), (0, 10), (500, 1), (-50, 10)] as [(CGFloat, Int)] {
            layout.minimumColumnWidth = width
            view.invalidateLayout()
            view.layoutIfNeeded()
            #expect(columns() == expected, "\(width)")
        }
        for (width, expected) in [(.nan, 1), (.infinity, 1), (-.infinity, 10)] as [(CGFloat, Int)] {
            layout.minimumColumnWidth = width
            view.invalidateLayout()
            view.layoutIfNeeded()
            #expect(columns() == expected, "\(width)")
        }
        layout.columns = 3
        view.invalidateLayout()
        view.layoutIfNeeded()
        #expect(columns() == 3)
        withExtendedLifetime(list) {}
    }

    @Test func unusableShapesAreReported() {
        let (view, list) = show([.nan, 100, -.infinity, 100], layout())
        #expect(view.visibleCells.count >= 2)
        #expect(!view.diagnostics.recent.isEmpty)
        withExtendedLifetime(list) {}
    }

    @Test func anInsertedItemIsPlacedWithItsShape() {
        let layout = layout()
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 400), collectionViewLayout: layout)
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        // No delegate: all items have the shape of the layout's item size.
        source.edit {
            $0.appendSections([0])
            $0.appendItems([1, 2])
        }
        source.edit { $0.appendItems([3]) }
        view.layoutIfNeeded()
        #expect(frames(view).map(\.minY) == [0, 0, 45])
        let horizontal = CollectionViewWaterfallLayout()
        horizontal.scrollDirection = .horizontal
        horizontal.columns = 4
        horizontal.sectionInset = .all(5)
        view.collectionViewLayout = horizontal
        view.layoutIfNeeded()
        #expect(frames(view).map(\.minX) == [5, 5, 5])
        #expect(frames(view).map(\.height) == [90, 90, 90])
        withExtendedLifetime(source) {}
    }
}
