import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

/// The one line with which a file of ListKit's layouts compiles as it is.
private typealias ListSection = SectionDescription

/// The references of section layouts, as ListKit's document declares them, and the layouts that are built in.
@MainActor
@Suite("References of section layouts")
struct ReferenceTests {
    /// The members of the document, word for word but for the toolkit's prefix.
    private final class DocumentedLayout: CollectionViewSectionLayout {
        var sectionIndex: Int = 0

        weak var collectionView: CollectionView?
        weak var dataSource: CollectionViewDataSource?
        weak var section: ListSection?

        var items: [Int] = []
        /// Whether the collection view has the main layout of the document.
        var hasMainLayout = false

        func prepare() {
            guard let collectionView else { return }
            hasMainLayout = collectionView.collectionViewLayout is ListAdapter.CollectionViewLayout
            items.append(dataSource?.collectionView(collectionView, numberOfItemsInSection: sectionIndex) ?? -1)
        }
        func contentHeight() -> CGFloat { 10 }
        func frameForHeader() -> CGRect { .zero }
        func frameForFooter() -> CGRect { .zero }
        func frameForItem(atIndex index: Int) -> CGRect { CGRect(x: 0, y: 0, width: 10, height: 10) }
    }

    private func list(_ sections: [SectionDescription]) -> DescribedList<ListAdapter> {
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) }, height: 1000)
        list.adapter.add(listSections: sections)
        return list
    }

    @Test func theReferencesOfTheDocumentsTypesAreSet() {
        let layout = DocumentedLayout()
        let section = describe("stairs", [1, 2, 3])
        section.layout = layout
        let list = list([describe("first", [0]), section])
        _ = list.frames
        #expect(layout.dataSource === list.adapter && layout.collectionView === list.view)
        #expect(layout.section === section && layout.section?.title == "stairs")
        #expect(layout.items.last == 3 && layout.hasMainLayout)
        #expect(list.view.diagnostics.recent == [])
        // As a data source, the adapter returns the list's own cells and counts.
        let indexPath = IndexPath(1, inSection: 1)
        #expect(list.adapter.numberOfSections(in: list.view) == 2)
        let cell = list.adapter.collectionView(list.view, cellForItemAt: indexPath) as? ModelCell
        #expect(cell?.model == "2")
    }

    private final class ForeignLayout: CollectionViewSectionLayout {
        var sectionIndex = 0
        // The protocol of the other kind of list, which a section description is not.
        weak var section: (any ListEngine.ListSection)?
        func prepare() {}
        func contentHeight() -> CGFloat { 10 }
        func frameForHeader() -> CGRect { .zero }
        func frameForFooter() -> CGRect { .zero }
        func frameForItem(atIndex index: Int) -> CGRect { CGRect(x: 0, y: 0, width: 10, height: 10) }
    }

    /// The property stays nil, and that is reported by name, once for each type.
    @Test func aReferenceOfAnotherTypeIsReportedOnce() throws {
        let (first, second) = (describe("a", [1]), describe("b", [2]))
        let layouts = [ForeignLayout(), ForeignLayout()]
        (first.layout, second.layout) = (layouts[0], layouts[1])
        let list = list([first, second])
        _ = list.frames
        first.apply(viewModels: [1, 5])
        _ = list.frames
        #expect(layouts.allSatisfy { $0.section == nil })
        let reports = list.view.diagnostics.recent
        #expect(reports.map(\.layout?.code) == [.unsetReference])
        let message = try #require(reports.first?.description)
        #expect(message.contains("ForeignLayout.section"), "\(message)")
        #expect(message.contains("SectionDescription"), "\(message)")
    }

    /// The main layout of the document, attached to a collection view by the document's name.
    @Test func theMainLayoutHasTheDocumentsName() {
        final class Adapter: ListAdapter {
            /// Inside the class the name needs no prefix.
            func isAttached(to view: CollectionView) -> Bool { view.collectionViewLayout is CollectionViewLayout }
        }
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        let adapter = Adapter(collectionView: view)
        adapter.add(listSection: describe("a", [1, 2]))
        view.collectionViewLayout = ListAdapter.CollectionViewLayout { _ in
            GridSectionLayout(columns: .count(2), itemHeight: 30)
        }
        #expect(adapter.isAttached(to: view))
        view.layoutIfNeeded()
        #expect(view.visibleCells.map(\.frame) == [0, 50].map { CGRect(x: $0, y: 0, width: 50, height: 30) })
    }

    // MARK: Layouts that are built in

    @Test func aFlowHasTheReferencesThatItIsGiven() {
        let section = describe("flow", [1])
        let view = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
        var flow = CollectionViewSectionFlowLayout()
        let adapter = ListAdapter(collectionView: view)
        (flow.section, flow.dataSource, flow.collectionView) = (section, adapter, view)
        #expect(flow.section === section && flow.dataSource === adapter && flow.collectionView === view)
        // They are weak.
        weak var gone: SectionDescription?
        do {
            let other = describe("other", [1])
            gone = other
            flow.section = other
        }
        #expect(gone == nil && flow.section == nil)
    }

    @Test(arguments: [true, false])
    func theLayoutOfADescribedSectionHasItsReferences(hasSizes: Bool) {
        let section = describe("flow", [1, 2])
        section.layout = CollectionViewSectionFlowLayout(
            itemSizes: hasSizes ? .constant(CGSize(width: 10, height: 10)) : nil)
        let list = list([describe("first", [0]), section])
        _ = list.frames
        let flow = section.layout as? CollectionViewSectionFlowLayout
        #expect(flow?.section === section && flow?.dataSource === list.adapter && flow?.collectionView === list.view)
        #expect(flow?.sectionIndex == 1)
        section.layout = GridSectionLayout(columns: .count(2), itemHeight: 5)
        list.view.invalidateLayout()
        _ = list.frames
        #expect((section.layout as? GridSectionLayout)?.section === section)
    }

    // MARK: A flow without sizes

    /// Two items of 40 by 10 points in a list that is 100 points wide.
    private func halves(_ change: (inout CollectionViewSectionFlowLayout) -> Void) -> [CGRect] {
        let section = SectionDescription(
            title: "head", viewModels: [1, 2, 3], components: [.type(ModelCell.self)],
            sizes: [ViewComponentSize(size: CGSize(width: 40, height: 10))])
        section.header = .type(ModelView.self)
        section.headerSize = ViewComponentSize(height: 8)
        section.edgeInsets = SectionInsets(top: 2)
        section.interitemSpacing = 1
        var flow = CollectionViewSectionFlowLayout()
        change(&flow)
        section.layout = flow
        return list([section]).frames
    }

    @Test func aFlowWithoutSizesUsesItsOwnValuesAndTheSectionsSizes() {
        let plain = halves { _ in }
        #expect(plain.map(\.origin) == [(0, 0), (0, 10), (41, 10), (0, 20)].map { CGPoint(x: $0.0, y: $0.1) })
        let all = halves {
            ($0.lineSpacing, $0.interitemSpacing, $0.insets) = (30, 7, .all(5))
            $0.headerHeight = 11
        }
        #expect(all.first?.height == 11)
        #expect(all.map(\.origin) == [(0, 0), (5, 16), (52, 16), (5, 56)].map { CGPoint(x: $0.0, y: $0.1) })
        #expect(all.dropFirst().allSatisfy { $0.size == CGSize(width: 40, height: 10) })
    }

    @Test func eachValueOfAFlowWithoutSizesIsUsedAlone() {
        func places(_ change: (inout CollectionViewSectionFlowLayout) -> Void) -> [[CGFloat]] {
            halves(change).dropFirst().map { [$0.minX, $0.minY] }
        }
        #expect(places { $0.lineSpacing = 3 } == [[0, 10], [41, 10], [0, 23]])
        #expect(places { $0.interitemSpacing = 9 } == [[0, 10], [49, 10], [0, 20]])
        #expect(places { $0.insets = .all(1) } == [[1, 9], [42, 9], [1, 19]])
        // There is no header then, so the first frame is that of an item.
        #expect(places { $0.headerHeight = 0 } == [[41, 2], [0, 12]])
        #expect(places { $0.packing = .justified } == [[0, 10], [60, 10], [0, 20]])
        // A value that equals the default was set all the same.
        #expect(places { $0.lineSpacing = 10 } == [[0, 10], [41, 10], [0, 30]])
    }
}
