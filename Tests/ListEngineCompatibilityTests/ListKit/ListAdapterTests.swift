import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

@MainActor
@Suite("Described sections")
struct ListAdapterTests {
    private func list(height: CGFloat = 100) -> DescribedList<ListAdapter> {
        DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) }, height: height)
    }

    @Test func sectionsAreShownInOrderUnderTheirTitles() {
        let list = list()
        let one = describe("one", [1, 2], header: 20)
        let two = describe("two", [3], header: 20)
        two.headerViewModel = "second"
        list.adapter.add(listSection: one)
        list.adapter.add(listSection: two)
        #expect(list.shown == ["(one)", "1", "2", "(second)", "3"])
        #expect(list.frames.map(\.minY) == [0, 20, 30, 40, 60])
        #expect((one.sectionIndex, two.sectionIndex) == (0, 1))
        #expect(one.adapter === list.adapter)
        list.adapter.remove(listSection: one)
        #expect(list.shown == ["(second)", "3"])
        #expect((one.sectionIndex, two.sectionIndex) == (nil, 0))
        #expect(one.adapter == nil)
        list.adapter.remove(listSection: one)
        list.adapter.update(sections: [two, one, two])
        #expect(list.shown == ["(second)", "3", "(one)", "1", "2"])
        #expect(list.view.diagnostics.count(of: .duplicateElement) == 1)
    }

    @Test func aProviderThatAProgramCallsMakesTheCellOfItsItem() {
        let list = list()
        list.adapter.add(listSection: describe("one", [1, 2]))
        list.adapter.add(listSection: describe("two", [3, 4]))
        let provider = list.adapter.list.providers[1]
        func model(_ item: Int, _ section: Int) -> String? {
            let indexPath = IndexPath(item: item, section: section)
            return (provider.collectionView(list.view, cellForItemAt: indexPath) as? ModelCell)?.model
        }
        #expect(model(1, 0) == "4")
        #expect(model(0, 1) == nil)
        #expect(model(0, -1) == nil)
    }

    private final class Attentive: SectionProvider {
        var log: [String] = []
        func numberOfSections(in collectionView: CollectionView) -> Int { 1 }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 3 }
        func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell
        { collectionView.dequeueReusableCell(ModelCell.self, for: indexPath) }
        func collectionView(
            _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { log.append("will \(indexPath.item)") }
        func collectionView(
            _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
        ) { log.append("end \(indexPath.item)") }
    }

    /// A list that contains only descriptions makes no cell calls, because descriptions do not use them.
    @Test func aProviderNextToDescriptionsReceivesCellEvents() {
        let list = list()
        list.adapter.add(listSection: describe("one", [1, 2]))
        list.view.layoutIfNeeded()
        let other = Attentive()
        let layout = CollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 100, height: 10)
        list.view.collectionViewLayout = layout
        list.adapter.list.update(animated: false) { $0.providers.append(other) }
        list.view.layoutIfNeeded()
        #expect(other.log == ["will 0", "will 1", "will 2"])
        list.adapter.list.update(animated: false) { $0.providers.removeLast() }
        list.view.layoutIfNeeded()
        #expect(other.log.suffix(3).sorted() == ["end 0", "end 1", "end 2"])
    }

    @Test func aSectionIsInOneListAtATime() {
        let (list, other) = (list(), list())
        let section = describe(nil, [1, 2])
        list.adapter.add(listSection: section)
        other.adapter.add(listSection: section)
        #expect(other.shown == [])
        #expect(other.view.diagnostics.count(of: .duplicateElement) == 1)
        list.adapter.remove(listSection: section)
        other.adapter.add(listSection: section)
        #expect(list.shown == [])
        #expect(other.shown == ["1", "2"])
        section.insert(viewModels: [3], at: 0)
        #expect(other.shown == ["3", "1", "2"])
    }

    @Test func oneComponentServesAllItemsAndMoreOnesByIndex() {
        let list = list()
        list.adapter.register(forViewWithIdentifier: "named") { ModelView() }
        list.view.register(OtherModelCell.self, forCellWithReuseIdentifier: "other")
        let section = SectionDescription(
            viewModels: ["a", "b", "c", "d", "e"],
            components: [
                .type(ModelCell.self), .identifier("other"), .view(ModelView.self), .viewIdentifier("named"),
                .viewIdentifier("unknown"),
            ],
            sizes: [10, 20, 10, 10, 10].map { ViewComponentSize(height: $0) })
        list.adapter.add(listSection: section)
        #expect(list.shown == ["a", "b", "[c]", "[d]", "?"])
        #expect(list.view.visibleCells[1] is OtherModelCell)
        #expect(list.frames.map(\.minY) == [0, 10, 30, 40, 50])
        #expect(list.view.diagnostics.count(of: .unregisteredIdentifier) == 1)
        // A view in a cell is as large as the cell that the host draws for it.
        let wrapper = list.view.visibleCells[2] as? WrapperCell
        #expect(wrapper?.content?.frame == CGRect(x: 0, y: 0, width: 100, height: 10))
        let host = RecorderHost()
        list.view.host = host
        #expect(wrapper?.content?.hostView === wrapper?.hostView && wrapper?.hostView != nil)
    }

    @Test func aClosureFillsCellsWithTypedModels() {
        let list = list()
        let section = SectionDescription(
            viewModels: [1.5, 2.5], cell: ModelCell.self, size: ViewComponentSize(height: 10)
        ) { cell, number, indexPath in cell.model = "\(number * 2) at \(text(indexPath))" }
        list.adapter.add(listSection: section)
        #expect(list.shown == ["3.0 at 0.0", "5.0 at 0.1"])
        #expect(section.viewModel(at: 1) as? Double == 2.5)
        #expect(section.viewModel(at: 2) == nil)
        #expect(section.viewModel(at: -1) == nil)
    }

    @Test func linesArePackedFromTheLeadingEdgeWithoutSpaceBetween() {
        let list = list(height: 1000)
        let grid = words(
            [1, 2, 3, 4].map { "\($0)" }, GridViewComponentSize(numberOfColumns: 3, spacing: 5, padding: 10))
        grid.interitemSpacing = 5
        grid.edgeInsets = SectionInsets(top: 7, leading: 10, bottom: 3, trailing: 10)
        grid.footer = .type(ModelView.self)
        grid.footerViewModel = "end"
        grid.footerSize = ViewComponentSize(height: 4)
        list.adapter.add(listSection: grid)
        // 100 - 20 - 10 leaves 70 for three: 23 each.
        #expect(
            list.frames == [
                CGRect(x: 10, y: 7, width: 23, height: 23), CGRect(x: 38, y: 7, width: 23, height: 23),
                CGRect(x: 66, y: 7, width: 23, height: 23), CGRect(x: 10, y: 30, width: 23, height: 23),
                CGRect(x: 0, y: 56, width: 100, height: 4),
            ])
        // The content inset of the list is subtracted from every item.
        list.view.contentInset = SectionInsets(top: 2, bottom: 1)
        list.view.invalidateLayout()
        #expect(list.frames.first?.height == 20)
        // With individual sizes the next line starts below the tallest item; with the older library's packing, below
        // the last.
        list.view.contentInset = .zero
        grid.edgeInsets = .zero
        grid.interitemSpacing = 0
        grid.sizes = [(50, 30), (50, 10), (50, 5), (50, 5)].map {
            ViewComponentSize(size: CGSize(width: $0.0, height: $0.1))
        }
        list.view.invalidateLayout()
        #expect(list.frames.map(\.minY) == [0, 0, 30, 30, 35])
        list.adapter.usesLegacyPacking = true
        #expect(list.frames.map(\.minY).prefix(4) == [0, 0, 10, 10])
    }

    private func words(_ models: [String], _ size: any ComponentSize) -> SectionDescription {
        SectionDescription(viewModels: models, components: [.type(ModelCell.self)], sizes: [size])
    }

    @Test func aHorizontalListPacksColumns() {
        let list = list()
        let section = words(["a", "b", "c"], ViewComponentSize(size: CGSize(width: 30, height: 45)))
        section.interitemSpacing = 5
        list.adapter.add(listSection: section)
        list.adapter.scrollDirection = .horizontal
        #expect(list.frames.map(\.origin) == [CGPoint(x: 0, y: 0), CGPoint(x: 0, y: 50), CGPoint(x: 35, y: 0)])
    }

    @Test func selectionComesFromTheUserOrFromAComponent() {
        let list = list()
        var selected: [String] = []
        let one = describe("one", [1, 2])
        let two = describe("two", [3, 4])
        two.onSelect = { selected.append(text($0)) }
        list.adapter.add(listSections: [one, two])
        _ = list.shown
        list.view.hostTap(at: CGPoint(x: 50, y: 35))
        list.view.hostTap(at: CGPoint(x: 50, y: 5))
        let cell = list.view.visibleCells[2] as? ModelCell
        cell?.select?()
        // The current place of the component.
        list.adapter.remove(listSection: one, animated: true)
        cell?.select?()
        #expect(selected == ["1.1", "1.0", "0.0"])
    }

    @Test func actionsReportTheCurrentPlaceOfTheComponent() {
        let list = list()
        var events: [String] = []
        list.adapter.register(action: "buy", in: .cell) { event in
            events.append("\(event.name) \(text(event.indexPath)) \(event.value ?? "-")")
        }
        list.adapter.register(action: "fold", in: .header) { event in
            events.append("\(event.name) \(event.indexPath.section) \((event.component as? ModelView)?.model ?? "?")")
        }
        list.adapter.register(action: "fold", in: .footer) { _ in events.append("never") }
        let one = describe("one", [1], header: 5)
        let two = describe("two", [2], header: 5)
        list.adapter.add(listSections: [one, two])
        _ = list.shown
        let cell = list.view.visibleCells[1] as? ModelCell
        cell?.actions["buy"]?(7)
        #expect(cell?.actions["fold"] == nil)
        (list.view.visibleSupplementaryViews(ofKind: .header)[1] as? ModelView)?.actions["fold"]?()
        list.adapter.remove(listSection: one, animated: true)
        cell?.actions["buy"]?()
        list.adapter.remove(listSection: two, animated: false)
        cell?.actions["buy"]?()
        #expect(events == ["buy 1.0 7", "fold 1 two", "buy 0.0 -"])
    }

    @Test func separatorsAreFootersOfAllSectionsButTheLast() {
        let list = list()
        list.adapter.separator = ListSeparator(insets: SectionInsets(leading: 4))
        let (one, two) = (describe("one", [1]), describe("two", [2]))
        list.adapter.add(listSections: [one, two])
        #expect(list.shown == ["1", "-", "2"])
        #expect(list.frames.map(\.height) == [10, 1, 10])
        let line = list.view.visibleSupplementaryViews(ofKind: .footer).first as? SeparatorView
        #expect(line?.separator == list.adapter.separator)
        // The same if the last section is no longer the last.
        list.adapter.add(listSection: describe(nil, [3]), animated: true)
        #expect(list.shown == ["1", "-", "2", "-", "3"])
        list.adapter.update(sections: [two], animated: true)
        #expect(list.shown == ["2"])
        // Its own footer takes precedence.
        two.footer = .type(ModelView.self)
        two.footerViewModel = "own"
        two.footerSize = ViewComponentSize(height: 3)
        list.adapter.add(listSection: one, animated: false)
        #expect(list.shown == ["2", "(own)", "1"])
    }

    @Test func aPageIsRequestedOnceWhenTheEndBecomesVisible() {
        let list = list(height: 40)
        var pages = 0
        list.adapter.getNextPage = { _ in pages += 1 }
        let section = describe(nil, [1, 2, 3, 4, 5])
        section.isPagingEnabled = true
        section.hasNextPage = true
        list.adapter.add(listSection: section)
        #expect(list.shown == ["1", "2", "3", "4"])
        #expect(pages == 0)
        list.view.hostDidScroll(to: point(30))
        #expect(list.shown == ["4", "5", "paging"])
        #expect(list.frames.last?.height == 44)
        let footer = list.view.visibleSupplementaryViews(ofKind: .footer).first as? PagingFooterView
        #expect(footer?.isAnimating == true)
        list.view.hostDidScroll(to: point(0))
        list.view.hostDidScroll(to: point(30))
        #expect(pages == 1)
        // The page arrives: items are appended, cells are kept, and the next page is requested.
        let cell = list.view.visibleCells.last
        #expect(section.update(viewModels: [1, 2, 3, 4, 5, 6, 7], hasNextPage: true))
        #expect(list.shown == ["4", "5", "6", "7"])
        #expect(list.view.visibleCells[1] === cell)
        list.view.hostDidScroll(to: point(50))
        #expect(pages == 2)
        #expect(section.update(viewModels: [1, 2, 3, 4, 5, 6, 7, 8], hasNextPage: false))
        #expect(list.shown.contains("8") && !list.shown.contains("paging"))
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func itemsAreAppendedIfTheOldOnesComeFirstOtherwiseTheSectionReloads() {
        let list = list()
        let section = describe(nil, [1, 2, 3])
        list.adapter.add(listSection: section)
        _ = list.shown
        func cells() -> [Int] { list.view.visibleCells.compactMap { ($0 as? ModelCell)?.fills } }
        section.update(viewModels: [1, 2, 3, 4], hasNextPage: false)
        #expect(list.shown == ["1", "2", "3", "4"])
        #expect(cells() == [1, 1, 1, 1])
        // A subset, in another order.
        section.update(viewModels: [2, 1, 3, 4, 5], hasNextPage: false)
        #expect(list.shown == ["2", "1", "3", "4", "5"])
        #expect(cells().reduce(0, +) > 5)
        // Of another type: nothing changes.
        #expect(!section.update(viewModels: ["x"], hasNextPage: false))
        #expect(list.shown == ["2", "1", "3", "4", "5"])
        // Boxed models of one type count as that type.
        section.viewModels = [7, 8]
        section.update(viewModels: [7, 8, 9], hasNextPage: false)
        #expect(list.shown == ["7", "8", "9"])
        section.update(viewModels: [Int](), hasNextPage: false)
        #expect(list.shown == [])
        section.update(viewModels: [1], hasNextPage: false)
        #expect(list.shown == ["1"])
        #expect(list.view.diagnostics.recent == [])
    }

    @Test func applyingByDifferenceKeepsTheCellsOfEqualModels() {
        let list = list()
        let (section, other) = (describe(nil, [1, 2, 3]), describe(nil, [1]))
        list.adapter.add(listSections: [other, section])
        _ = list.shown
        let cells = list.view.visibleCells
        var results = 0
        section.apply(viewModels: [3, 4, 1]) { if case .applied = $0 { results += 1 } }
        #expect(list.shown == ["1", "3", "4", "1"])
        #expect(list.view.visibleCells[1] === cells[3])
        #expect(list.view.visibleCells[3] === cells[1])
        section.insert(viewModels: [8, 9], at: 1) { if case .applied = $0 { results += 1 } }
        #expect(list.shown == ["1", "3", "8", "9", "4", "1"])
        section.removeItems(0..<2)
        #expect(list.shown == ["1", "9", "4", "1"])
        #expect(list.view.visibleCells[3] === cells[1])
        // Equal models: reloaded. Edited without notice: reloaded as well.
        section.apply(viewModels: [5, 5])
        #expect(list.shown == ["1", "5", "5"])
        section.setViewModels([6, 7, 8])
        section.apply(viewModels: [7])
        #expect(list.shown == ["1", "7"])
        section.setViewModels([6, 7, 8])
        list.adapter.reload(section)
        #expect(list.shown == ["1", "6", "7", "8"])
        list.adapter.reloadItems(at: [1, 9], in: section)
        #expect(list.shown == ["1", "6", "7", "8"])
        #expect(results == 2)
        #expect(list.view.diagnostics.recent == [])
        // A section outside a list shows nothing, and keeps its models.
        list.adapter.remove(listSection: section)
        section.apply(viewModels: [1, 2]) { if case .applied = $0 { results += 1 } }
        section.insert(viewModels: [3], at: 2)
        #expect(section.viewModels.compactMap { $0 as? Int } == [1, 2, 3])
        #expect(results == 3)
        list.adapter.add(listSection: section)
        section.apply(viewModels: [2, 3])
        #expect(list.shown == ["1", "2", "3"])
    }

    @Test func updatesWaitInLineUnderAManualScheduler() {
        let scheduler = UpdateScheduler.manual()
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) }, scheduler: scheduler)
        let section = describe(nil, [1])
        list.adapter.add(listSection: section)
        section.insert(viewModels: [2], at: 1)
        section.insert(viewModels: [3], at: 2)
        section.update(viewModels: [1, 2, 3, 4], hasNextPage: false)
        #expect(list.shown == [])
        scheduler.runPending()
        #expect(list.shown == ["1", "2", "3", "4"])
    }

    @Test func appearingItemsGrowFromTenPoints() {
        let list = list()
        let recorder = RecorderHost()
        list.view.host = recorder
        let section = describe(nil, [1], height: 30)
        list.adapter.add(listSection: section)
        _ = recorder.take()
        section.insert(viewModels: [2], at: 0)
        #expect(recorder.take().contains("appearing c2 0,0 100x10 alpha 1 -> 0,0 100x30 alpha 1"))
    }

    @Test func nothingIsRetained() {
        weak var view: CollectionView?
        weak var adapter: ListAdapter?
        weak var section: SectionDescription?
        weak var provider: AnyObject?
        do {
            let list = list()
            let strong = describe("title", [1, 2], header: 10)
            list.adapter.features = [StickyHeaderFeature(section: strong), StretchyItemFeature(section: strong)]
            list.adapter.register(action: "a", in: .cell) { _ in }
            list.adapter.add(listSection: strong)
            strong.apply(viewModels: [2, 3])
            (view, adapter, section, provider) = (list.view, list.adapter, strong, list.adapter.list.providers.first)
            #expect(list.shown.count == 3)
            #expect(provider != nil)
        }
        #expect(view == nil && adapter == nil && section == nil && provider == nil)
    }
}
