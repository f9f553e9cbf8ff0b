import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

@MainActor
@Suite("Subclasses of described lists")
struct OverridingDescriptionTests {
    private final class Whole: ListAdapter {
        var called: Set<String> = []
        override var features: [any ListFeature] { didSet { called.insert("features") } }
        override var getNextPage: (@MainActor (SectionDescription) -> Void)? { didSet { called.insert("next page") } }
        override var scrollDirection: ScrollDirection { didSet { called.insert("direction") } }
        override var pagingFooterExtent: CGFloat {
            get {
                called.insert("paging extent")
                return 30
            }
            set {}
        }
        override var pagingFooterType: PagingFooterView.Type {
            get {
                called.insert("paging type")
                return OwnFooter.self
            }
            set {}
        }
        override var separator: ListSeparator? {
            get {
                called.insert("separator")
                return nil
            }
            set {}
        }
        override var onScroll: (@MainActor (CollectionView) -> Void)? { didSet { called.insert("on scroll") } }
        override var usesLegacyPacking: Bool { didSet { called.insert("legacy") } }
        override var indentationWidth: CGFloat { didSet { called.insert("indentation width") } }

        override func showsItems(of section: SectionDescription) -> Bool {
            called.insert("shows")
            return true
        }
        override func recipe(of section: SectionDescription, in context: SectionLayoutContext) -> SectionRecipe {
            called.insert("recipe")
            return super.recipe(of: section, in: context)
        }
        override func sizeOfFooter(of section: SectionDescription, in container: CGSize) -> CGSize {
            called.insert("footer size")
            return super.sizeOfFooter(of: section, in: container)
        }
        override func initialAttributes(forAppearing element: LayoutAttributes) -> LayoutAttributes? {
            called.insert("initial")
            return nil
        }
        override func finalAttributes(forDisappearing element: LayoutAttributes) -> LayoutAttributes? {
            called.insert("final")
            return nil
        }
        override func cell(
            of section: SectionDescription, forItemAt indexPath: IndexPath, in collectionView: CollectionView
        ) -> CollectionViewCell {
            called.insert("cell")
            return super.cell(of: section, forItemAt: indexPath, in: collectionView)
        }
        override func indentation(ofItem index: Int, of section: SectionDescription) -> CGFloat {
            called.insert("indentation")
            return 1
        }
        override func supplementaryView(
            of section: SectionDescription, ofKind kind: ElementKind, at indexPath: IndexPath,
            in collectionView: CollectionView
        ) -> CollectionReusableView? {
            called.insert("supplementary")
            return super.supplementaryView(of: section, ofKind: kind, at: indexPath, in: collectionView)
        }
        override func didSelect(itemAt indexPath: IndexPath, of section: SectionDescription) { called.insert("select") }
        override func canEdit(itemAt indexPath: IndexPath, of section: SectionDescription) -> Bool {
            called.insert("can edit")
            return true
        }
        override func trailingSwipeActions(
            forItemAt indexPath: IndexPath, of section: SectionDescription
        ) -> CollectionSwipeActions? {
            called.insert("swipe")
            return nil
        }
        override func commit(
            _ style: CollectionEditingStyle, forItemAt indexPath: IndexPath, of section: SectionDescription
        ) { called.insert("commit") }
        override func collectionViewDidScroll(_ collectionView: CollectionView) { called.insert("scroll") }
        override func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {
            called.insert("end animation")
        }
        override func collectionViewWillBeginDragging(_ collectionView: CollectionView) { called.insert("drag") }
        override func collectionViewWillEndDragging(
            _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
        ) { called.insert("release") }
        override func collectionViewDidEndDecelerating(_ collectionView: CollectionView) { called.insert("rest") }
        override func elementsToAdjust(in collectionView: CollectionView) -> [ElementPath] {
            called.insert("elements")
            return []
        }
        override func adjust(_ element: inout LayoutAttributes, in collectionView: CollectionView) {
            called.insert("adjust")
        }
    }

    private final class OwnFooter: PagingFooterView {}

    private final class WholeSection: SectionDescription {
        var called: Set<String> = []
        override func size(ofItem index: Int, in container: CGSize) -> CGSize {
            called.insert("size")
            return CGSize(width: 100, height: 10 + index)
        }
        override var hasOneSize: Bool { false }
        override func sizeOfHeader(in container: CGSize) -> CGSize {
            called.insert("header")
            return CGSize(width: 0, height: 5)
        }
        override func sizeOfFooter(in container: CGSize) -> CGSize {
            called.insert("footer")
            return super.sizeOfFooter(in: container)
        }
        override func recipe(in context: SectionLayoutContext) -> SectionRecipe {
            called.insert("recipe")
            return super.recipe(in: context)
        }
        override var layout: (any CollectionViewSectionLayout)? {
            get {
                called.insert("layout")
                return nil
            }
            set {}
        }
    }

    @Test func everyMemberOfAnAdapterIsCalledInASubclass() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: CollectionViewFlowLayout())
        let recorder = RecorderHost()
        view.host = recorder
        let adapter = Whole(collectionView: view)
        let section = WholeSection(
            viewModels: [1, 2], components: [.type(ModelCell.self)], sizes: [ViewComponentSize(height: 10)])
        section.isPagingEnabled = true
        section.hasNextPage = true
        section.header = .type(ModelView.self)
        adapter.getNextPage = { _ in }
        adapter.features = []
        adapter.onScroll = nil
        adapter.usesLegacyPacking = false
        adapter.indentationWidth = 3
        adapter.scrollDirection = .vertical
        adapter.add(listSections: [section, describe("last", [3])])
        adapter.remove(listSection: adapter.sections[1], animated: true)
        section.removeItems(0..<1)
        section.insert(viewModels: [3], at: 0)
        view.hostTap(at: CGPoint(x: 50, y: 12))
        view.hostWillBeginDragging()
        _ = view.hostWillEndDragging(withVelocity: .zero, targetContentOffset: .zero)
        view.hostDidScroll(to: point(-1))
        view.hostDidEndDecelerating()
        view.hostDidEndScrollingAnimation()
        let path = IndexPath(item: 0, section: 0)
        let list = adapter.list
        _ = list.collectionView(view, canEditItemAt: path)
        _ = list.collectionView(view, trailingSwipeActionsForItemAt: path)
        list.collectionView(view, commit: .delete, forItemAt: path)
        #expect(
            adapter.called == [
                "features", "next page", "direction", "paging extent", "paging type", "separator", "on scroll",
                "legacy",
                "indentation width", "shows", "recipe", "footer size", "initial", "final", "cell", "indentation",
                "supplementary", "select", "can edit", "swipe", "commit", "scroll", "end animation", "drag", "release",
                "rest", "elements", "adjust",
            ])
        #expect(section.called.isSuperset(of: ["size", "header", "recipe", "layout"]))
        #expect(view.visibleElements.filter { $0.category == .item }.map(\.frame.height) == [10, 11])
        #expect(view.visibleSupplementaryViews(ofKind: .footer).first is OwnFooter)
        section.footer = .type(ModelView.self)
        adapter.reload(section)
        #expect(section.called.contains("footer"))
    }

    @Test func aProviderInTheListOfAnotherAdapterCallsItsOwn() {
        let own = DescribedList({ view, _ in Whole(collectionView: view) })
        let other = DescribedList({ view, _ in Whole(collectionView: view) })
        own.adapter.add(listSection: describe("words", [1, 2]), animated: false)
        own.adapter.called = []
        other.adapter.list.update(animated: false) { $0.providers = own.adapter.list.providers }
        #expect(other.shown == ["1", "2"])
        #expect(own.adapter.called.contains("cell") && !other.adapter.called.contains("cell"))
    }

    private final class WholeAccordion: AccordionListAdapter {
        var called: Set<String> = []
        override func toggle(_ section: SectionDescription) {
            called.insert("toggle")
            super.toggle(section)
        }
        override func collapseAccordion() {
            called.insert("collapse")
            super.collapseAccordion()
        }
        override var animatesToggling: Bool {
            get {
                called.insert("animates")
                return false
            }
            set {}
        }
    }

    private final class WholeTable: TableListAdapter {
        var called: Set<String> = []
        override var rowHeight: CGFloat {
            get {
                called.insert("height")
                return 10
            }
            set {}
        }
        override var deleteTitle: String {
            get {
                called.insert("title")
                return "Away"
            }
            set {}
        }
        override func delete(
            itemAt indexPath: IndexPath, of section: SectionDescription,
            _ completion: @escaping @MainActor (Bool) -> Void
        ) { called.insert("delete") }
    }

    @Test func accordionsAndTablesAreOpen() {
        let accordion = DescribedList({ WholeAccordion(collectionView: $0, scheduler: $1) })
        accordion.adapter.add(listSection: describe("s", [1], header: 20))
        accordion.view.hostTap(at: CGPoint(x: 5, y: 5))
        accordion.adapter.collapseAccordion()
        #expect(accordion.adapter.called == ["toggle", "collapse", "animates"])
        let table = DescribedList({ WholeTable(collectionView: $0, scheduler: $1) })
        let section = describe("s", [1])
        table.adapter.add(listSection: section)
        table.adapter.onDelete = { _, _ in }
        let path = IndexPath(item: 0, section: 0)
        #expect(table.frames.map(\.height) == [10])
        #expect(table.adapter.trailingSwipeActions(forItemAt: path, of: section)?.actions.first?.title == "Away")
        table.adapter.commit(.delete, forItemAt: path, of: section)
        #expect(table.adapter.called == ["height", "title", "delete"])
    }

    private final class OwnStretchy: StretchyItemFeature {
        var called: Set<String> = []
        override func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter) {
            called.insert("set up")
        }
        override func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter) { called.insert("scroll") }
        override func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath] {
            called.insert("elements")
            return []
        }
        override func alter(
            _ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter
        ) { called.insert("alter") }
    }

    private final class OwnSticky: StickyHeaderFeature {
        var called: Set<String> = []
        override func setUp(_ cell: CollectionViewCell, at indexPath: IndexPath, in adapter: ListAdapter) {
            called.insert("set up")
        }
        override func didScroll(_ collectionView: CollectionView, in adapter: ListAdapter) {
            called.insert("scroll")
            super.didScroll(collectionView, in: adapter)
        }
        override func progress(in collectionView: CollectionView) -> Progress? {
            called.insert("progress")
            return Progress(fraction: 0)
        }
        override func elementsToAlter(in collectionView: CollectionView, adapter: ListAdapter) -> [ElementPath] {
            called.insert("elements")
            return []
        }
        override func alter(
            _ element: inout LayoutAttributes, in collectionView: CollectionView, adapter: ListAdapter
        ) { called.insert("alter") }
    }

    @Test func featuresAreOpen() {
        let list = DescribedList({ ListAdapter(collectionView: $0, scheduler: $1) })
        let section = describe("s", [1])
        let (stretchy, sticky) = (OwnStretchy(section: section), OwnSticky(section: section))
        sticky.onProgress = { _ in }
        list.adapter.features = [stretchy, sticky]
        list.adapter.add(listSection: section)
        list.view.hostDidScroll(to: point(-1))
        #expect(stretchy.called == ["set up", "scroll", "elements", "alter"])
        #expect(sticky.called == ["set up", "scroll", "elements", "alter", "progress"])
    }
}
