import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

/// Main layouts over sections that are laid out by objects of every kind.
@MainActor
@Suite("Main layouts and layout objects of sections")
struct MainLayoutTests {
    /// Items with the heights of their identifiers, each a step to the right of the previous one.
    private final class Staircase: CollectionViewSectionLayout {
        var sectionIndex = -1
        weak var collectionView: CollectionView?
        weak var section: Section?
        private var items: [Int] = []

        func prepare() { items = section?.items.map(\.id) ?? [] }
        func contentHeight() -> CGFloat { CGFloat(4 + items.count * 3 + sectionIndex) }
        func frameForHeader() -> CGRect { CGRect(x: 0, y: 0, width: 100, height: 4) }
        func frameForFooter() -> CGRect { .zero }
        func frameForItem(atIndex index: Int) -> CGRect {
            CGRect(x: index, y: 4 + index * 3 + sectionIndex, width: 20, height: 1 + items[index] % 7)
        }
    }

    private struct Item: Identifiable { let id: Int }

    private final class Section: ListSection, ListSectionSupplementaryViewSource {
        weak var context: ListContext?
        let listIdentifier: String
        var items: [Item] = []
        var kind = 0
        let staircase = Staircase()

        init(_ name: String) { listIdentifier = name }

        func cell(for itemIdentifier: Int, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: NameCell? = dequeueCell(at: indexPath)
            cell?.name = "\(itemIdentifier)"
            return cell
        }
        func headerView(for indexPath: IndexPath) -> CollectionReusableView? { dequeueHeaderView(at: indexPath) }
        func size(at indexPath: IndexPath) -> CGSize {
            let id = context?.itemIdentifier(at: indexPath, as: Int.self) ?? 0
            return CGSize(width: 30, height: CGFloat(10 + id % 5))
        }
        func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
            .grid(columns: 3, itemHeight: .absolute(12))
        }

        var sectionLayout: (any CollectionViewSectionLayout)? {
            let heights = items.map { Double(5 + $0.id % 9) }
            switch kind {
            case 0: return nil
            case 1: return staircase
            case 2: return ListSectionLayout(itemHeights: .each { heights[$0] })
            case 3: return GridSectionLayout(columns: .count(4), itemHeight: 9)
            case 4:
                return CollectionViewSectionFlowLayout(
                    itemSizes: .each { CGSize(width: 3 * heights[$0], height: heights[$0]) })
            case 5: return WaterfallSectionLayout(columns: 2, itemSizes: .heights(.each { heights[$0] }))
            case 6: return SectionRecipeLayout(.grid(columns: 2, itemHeight: .absolute(7)))
            default: return SectionRecipeLayout(.list(heights: heights, header: 3))
            }
        }
    }

    /// The main layouts. With one of them the closure has the layouts, and the sections have none.
    private static let layouts:
        [(name: String, make: @MainActor (ListDataSource) -> (any CollectionViewLayoutRecipe)?)] = [
            ("stated", { _ in nil }), ("flow", { _ in CollectionViewFlowLayout() }),
            ("main", { _ in CollectionViewMainLayout() }),
            (
                "compositional",
                { list in
                    CollectionViewCompositionalLayout { section, environment in
                        list.compositionalSectionLayoutProvider(at: section, environment: environment)
                    }
                }
            ),
            (
                "closure",
                { list in
                    CollectionViewMainLayout { section in (list.section(at: section) as? Section)?.sectionLayout }
                }
            ),
        ]

    private func list(_ make: @MainActor (ListDataSource) -> (any CollectionViewLayoutRecipe)?) -> (
        ListDataSource, CollectionView
    ) {
        let list = ListDataSource()
        let view = CollectionView(size: CGSize(width: 100, height: 10_000), collectionViewLayout: make(list))
        list.attach(to: view)
        return (list, view)
    }

    private func frames(_ view: CollectionView) -> [String] {
        view.layoutIfNeeded()
        return (0..<view.numberOfSections).map { section in
            let items = (0..<view.numberOfItems(inSection: section)).map {
                "\(view.layout.frame(ofItem: $0, inSection: section))"
            }
            return "\(view.layout.frameForHeader(inSection: section) ?? .zero): \(items)"
        } + ["\(view.contentSize)"]
    }

    @Test(arguments: ["stated", "flow", "main", "compositional", "closure"])
    func anEditedListEqualsAFreshOneOverAnyMixOfLayouts(name: String) throws {
        let make = try #require(Self.layouts.first { $0.name == name }).make
        for seed in LawCases.seeds(6) {
            var random = TestRandom(seed: seed)
            let (list, view) = list(make)
            view.diagnostics.handler = { _ in }
            var (next, names) = (0, 0)
            var sections: [Section] = []
            func newItems() -> [Item] {
                (0..<random.below(4)).map { _ in
                    next += 1
                    return Item(id: next)
                }
            }
            for step in 0..<60 {
                switch sections.isEmpty ? 0 : random.below(7) {
                case 0:
                    names += 1
                    let section = Section("s\(names)")
                    (section.kind, section.items) = (random.below(8), newItems())
                    sections.insert(section, at: random.below(sections.count + 1))
                    list.update(newSections: sections, animatingDifferences: random.chance(oneIn: 2))
                case 1:
                    sections.remove(at: random.below(sections.count))
                    list.update(newSections: sections)
                case 2:
                    sections.shuffle(using: &random)
                    list.update(newSections: sections)
                case 3:
                    // Another kind of layout shows when the section is reloaded.
                    let section = sections[random.below(sections.count)]
                    section.kind = random.below(8)
                    section.reload()
                case 4:
                    let section = sections[random.below(sections.count)]
                    section.items.shuffle(using: &random)
                    section.update(reconfiguring: [])
                default:
                    let section = sections[random.below(sections.count)]
                    section.items.removeAll { _ in random.chance(oneIn: 4) }
                    section.items.insert(contentsOf: newItems(), at: random.below(section.items.count + 1))
                    section.update(reconfiguring: [])
                }
                let (freshList, fresh) = self.list(make)
                let copies = sections.map { section in
                    let copy = Section(section.listIdentifier)
                    (copy.kind, copy.items) = (section.kind, section.items)
                    return copy
                }
                freshList.update(newSections: copies)
                #expect(frames(view) == frames(fresh), "LE_SEED=\(seed), \(name), step \(step)")
                #expect(view.diagnostics.recent == [], "LE_SEED=\(seed), \(name), step \(step)")
                for section in sections where section.kind == 1 && name != "closure" {
                    #expect(section.staircase.collectionView === view && section.staircase.section === section)
                }
                guard view.diagnostics.recent == [], frames(view) == frames(fresh) else { return }
            }
        }
    }

    @Test func anObjectOfTheMainLayoutReceivesWhatTheListKnows() {
        let staircase = Staircase()
        let section = Section("a")
        section.items = [Item(id: 3)]
        let (list, view) = list { _ in CollectionViewMainLayout { $0 == 0 ? staircase : nil } }
        list.append(newSections: [section])
        view.layoutIfNeeded()
        #expect(view.layout.frame(ofItem: 0, inSection: 0) == CGRect(x: 0, y: 4, width: 20, height: 4))
        #expect(staircase.section === section && staircase.collectionView === view && staircase.sectionIndex == 0)
        #expect(view.diagnostics.recent == [])
    }

    /// A layout whose references are of other types.
    private final class Foreign: CollectionViewSectionLayout {
        var sectionIndex = 0
        weak var collectionView: CollectionView?
        var dataSource: [Int]?
        weak var section: MainLayoutForeigner?
        func prepare() {}
        func contentHeight() -> CGFloat { 0 }
        func frameForHeader() -> CGRect { .zero }
        func frameForFooter() -> CGRect { .zero }
        func frameForItem(atIndex index: Int) -> CGRect { .zero }
    }

    @Test func whatTheProgramSetStaysAndWhatIsNeverSetIsReported() {
        let own = MainLayoutForeigner()
        for isSet in [true, false] {
            let foreign = Foreign()
            if isSet { (foreign.dataSource, foreign.section) = ([1], own) }
            let (list, view) = list { _ in CollectionViewMainLayout { _ in foreign } }
            view.diagnostics.handler = { _ in }
            list.append(newSections: [Section("a")])
            view.layoutIfNeeded()
            let reports = view.diagnostics.recent.filter { $0.layout?.code == .unsetReference }.map(\.description)
            #expect(reports.count == (isSet ? 0 : 2), "\(reports)")
            #expect(isSet ? foreign.section === own && foreign.dataSource == [1] : foreign.section == nil)
            for name in ["Foreign.dataSource", "Foreign.section"] where !isSet {
                #expect(reports.contains { $0.contains(name) }, "\(reports)")
            }
        }
    }

    @Test func sizesThatCannotBeUsedAreReported() {
        final class Bad: ListSection {
            weak var context: ListContext?
            let listIdentifier = "bad"
            let items = [MainLayoutTests.Item(id: 1), MainLayoutTests.Item(id: 2)]
            func cell(for itemIdentifier: Int, at indexPath: IndexPath) -> CollectionViewCell? {
                let cell: NameCell? = dequeueCell(at: indexPath)
                return cell
            }
            var sectionLayout: (any CollectionViewSectionLayout)? {
                ListSectionLayout(itemHeights: .each { $0 == 0 ? .nan : 20 })
            }
        }
        let (list, view) = list { _ in CollectionViewFlowLayout() }
        view.diagnostics.handler = { _ in }
        list.append(newSections: [Bad()])
        view.layoutIfNeeded()
        #expect(view.contentSize.height == 20 && view.visibleCells.count == 1)
        #expect(view.diagnostics.recent.contains { $0.element?.indexPath == IndexPath(item: 0, section: 0) })
    }

    /// The layout of a section replaces the sections while it is prepared.
    @Test func aLayoutThatReplacesTheListWhileItIsPrepared() {
        final class Replacing: CollectionViewSectionLayout {
            var sectionIndex = 0
            var replace: (() -> Void)?
            private var count = 0
            func prepare() {}
            func prepare(in context: SectionLayoutContext) {
                count = context.itemCount
                let replace = replace
                self.replace = nil
                replace?()
            }
            func contentHeight() -> CGFloat { CGFloat(count) * 10 }
            func frameForHeader() -> CGRect { .zero }
            func frameForFooter() -> CGRect { .zero }
            func frameForItem(atIndex index: Int) -> CGRect { CGRect(x: 0, y: index * 10, width: 10, height: 10) }
        }
        for reload in [true, false] {
            let layout = Replacing()
            let (list, view) = list { _ in CollectionViewMainLayout { $0 == 0 ? layout : nil } }
            let (first, second) = (Section("first"), Section("second"))
            (first.items, second.items) = ((1...9).map { Item(id: $0) }, [Item(id: 20)])
            layout.replace = {
                if reload { view.reloadData() }
                list.update(newSections: [second])
            }
            list.update(newSections: [first])
            view.layoutIfNeeded()
            #expect(view.numberOfSections == 1 && view.numberOfItems(inSection: 0) == 1)
            #expect(view.contentSize.height == 10)
            #expect(view.visibleCells.map { ($0 as? NameCell)?.name } == ["20"])
        }
    }
}

private final class MainLayoutForeigner {}
