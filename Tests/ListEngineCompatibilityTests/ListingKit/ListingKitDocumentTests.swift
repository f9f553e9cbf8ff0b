import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

/// Members of ListingKit that its documents show or name, in the documents' spelling.
@MainActor
@Suite("Members as in ListingKit's documents")
struct ListingKitDocumentTests {
    private struct Word: ListIdentifiable {
        var listIdentifier: String
    }

    private final class ItemCell: CollectionViewCell { var title = "" }
    private final class TitleView: CollectionReusableView { var title = "" }

    /// A section as the page writes it: header and footer are filled where they are dequeued.
    private class Section: ListSection, ListSectionSupplementaryViewSource {
        var context: ListContext?
        let listIdentifier: String
        var items: [ListIdentifiable] { models }
        var models: [Word]
        var log: [String] = []

        init(_ names: [String], _ identifier: String = "section") {
            models = names.map { Word(listIdentifier: $0) }
            listIdentifier = identifier
        }

        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            guard let cell: ItemCell = dequeueCell(at: indexPath) else { return nil }
            cell.title = itemIdentifier
            return cell
        }
        func size(at indexPath: IndexPath) -> CGSize { CGSize(width: listSize.width, height: 20) }

        func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
            guard let header: TitleView = dequeHeaderView(at: indexPath) else { return nil }
            header.title = "\(models.count) items"
            return header
        }
        func footerView(for indexPath: IndexPath) -> CollectionReusableView? {
            guard let footer: TitleView = dequeFooterView(at: indexPath) else { return nil }
            footer.title = "end of \(models.count)"
            return footer
        }
        func referenceSizeForHeaderView(section: Int) -> CGSize { CGSize(width: 0, height: 10) }
        func referenceSizeForFooterView(section: Int) -> CGSize { CGSize(width: 0, height: 10) }

        func show(_ names: [String]) { models = names.map { Word(listIdentifier: $0) } }
    }

    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 400), collectionViewLayout: CollectionViewFlowLayout())
    private let list = ListDataSource()

    private func add(_ sections: Section...) {
        list.prepare(for: view)
        list.append(newSections: sections)
        view.layoutIfNeeded()
    }

    private func bars(_ section: Section) -> [String?] {
        view.layoutIfNeeded()
        let (header, footer): (TitleView?, TitleView?) = (section.headerView(), section.footerView())
        return [header?.title, footer?.title]
    }

    private var names: [String] {
        view.layoutIfNeeded()
        return view.visibleCells.compactMap { ($0 as? ItemCell)?.title }
    }

    // MARK: Headers and footers

    @Test func barsThatAreFilledWhereTheyAreDequeuedReload() {
        let section = Section(["a"])
        add(section)
        let view: TitleView? = section.headerView()
        #expect(bars(section) == ["1 items", "end of 1"])
        section.show(["a", "b"])
        section.newUpdate(reloadingItems: section.items, reloadingHeader: true, reloadingFooter: true)
        #expect(bars(section) == ["2 items", "end of 2"])
        section.show(["a", "b", "c"])
        section.newUpdate(reloadingHeader: true)
        #expect(bars(section) == ["3 items", "end of 2"])
        section.reloadFooter()
        #expect(bars(section) == ["3 items", "end of 3"])
        section.show([])
        section.reloadHeader()
        #expect(bars(section) == ["0 items", "end of 3"])
        section.show(["x"])
        list.update(newSections: [section], reloadVisibleViews: true)
        #expect(bars(section) == ["1 items", "end of 1"])
        // In place: it is the same view.
        #expect(section.headerView() === view)
        #expect(list.diagnostics.recent.isEmpty)
    }

    /// Calls the deprecated form. Its use warns, except in deprecated code.
    @available(*, deprecated)
    private func oldUpdate(_ section: Section) {
        section.update(reloadHeaderAndFooter: true)
        section.update(reconfigureItems: section.items)
    }

    @MainActor private protocol Calling { func call(_ section: Section) }
    private struct OldCall: Calling {
        let tests: ListingKitDocumentTests
        @available(*, deprecated) func call(_ section: Section) { tests.oldUpdate(section) }
    }

    @Test func theFlagForBothIsEnough() {
        let section = Section(["a"])
        add(section)
        section.show(["a", "b"])
        let old: any Calling = OldCall(tests: self)
        old.call(section)
        #expect(bars(section) == ["2 items", "end of 2"] && names == ["a", "b"])
    }

    /// The views of a section, with the library's hooks.
    private final class Hooks: ListSectionSupplementaryViewSource {
        unowned let section: Hooked
        init(_ section: Hooked) { self.section = section }
        func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
            let view: TitleView? = section.dequeHeaderView(at: indexPath)
            return view
        }
        func footerView(for indexPath: IndexPath) -> CollectionReusableView? {
            let view: TitleView? = section.dequeFooterView(at: indexPath)
            return view
        }
        func supplementaryView(for indexPath: IndexPath, kind: String) -> CollectionReusableView? {
            section.log.append("\(kind) \(text(indexPath))")
            let view: TitleView? = section.dequeSupplementaryView(ofKind: ElementKind(kind), at: indexPath)
            return view
        }
        func configureHeader(headerView: CollectionReusableView, at indexPath: IndexPath) {
            (headerView as? TitleView)?.title = section.heading
        }
        func configureFooter(footerView: CollectionReusableView, at indexPath: IndexPath) {
            (footerView as? TitleView)?.title = section.heading + " end"
        }
        func configureSupplementaryView(view: CollectionReusableView, kind: String, at indexPath: IndexPath) {
            (view as? TitleView)?.title = section.heading + " " + kind
        }
        func referenceSizeForHeaderView(section: Int) -> CGSize { CGSize(width: 0, height: 10) }
        func referenceSizeForFooterView(section: Int) -> CGSize { CGSize(width: 0, height: 10) }
    }

    private final class Hooked: ListSection {
        var context: ListContext?
        let listIdentifier = "hooked"
        let items: [ListIdentifiable] = [Word(listIdentifier: "a"), Word(listIdentifier: "b")]
        var heading = "one"
        var log: [String] = []
        private lazy var hooks = Hooks(self)
        var supplementaryViewSource: (any ListSectionSupplementaryViewSource)? { hooks }
        var ownsPages = false

        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: ItemCell? = dequeueCell(at: indexPath)
            return cell
        }
        func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 100, height: 20) }
        func willDisplay(at indexPath: IndexPath) { log.append("will \(text(indexPath))") }
        func didEndDisplay(at indexPath: IndexPath) { log.append("end \(text(indexPath))") }
        func hasPagination(for indexPath: IndexPath) -> Bool { ownsPages }
        func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
            let badge = CollectionLayoutSupplementaryItem(
                layoutSize: CollectionLayoutSize(widthDimension: .absolute(5), heightDimension: .absolute(5)),
                elementKind: "badge", containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
            let size = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(20))
            let item = CollectionLayoutItem(layoutSize: size, supplementaryItems: [badge])
            return CollectionLayoutSection(group: .vertical(layoutSize: size, subitems: [item]))
        }
    }

    @Test func theLibrarysHooksAreCalled() {
        let section = Hooked()
        list.prepare(for: view)
        list.append(newSections: [section])
        view.layoutIfNeeded()
        #expect((section.headerView() as TitleView?)?.title == "one")
        section.heading = "two"
        section.reloadHeader()
        section.reloadFooter()
        #expect((section.headerView() as TitleView?)?.title == "two")
        #expect((section.footerView() as TitleView?)?.title == "two end")
        #expect(section.log == ["will 0.0", "will 0.1"])
        view.bounds = CGRect(x: 0, y: 0, width: 100, height: 15)
        view.layoutIfNeeded()
        #expect(section.log.contains("end 0.1"))
    }

    @Test func viewsOfItemsAreFoundByTheirItem() {
        view.collectionViewLayout = CollectionViewCompositionalLayout { [list] section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        let section = Hooked()
        list.prepare(for: view)
        list.append(newSections: [section])
        view.layoutIfNeeded()
        let badge: TitleView? = section.supplementaryView(for: section.items[1], kind: "badge")
        #expect(badge?.frame.minY == 20 && badge?.title == "one badge")
        #expect(section.log.filter { $0.hasPrefix("badge") } == ["badge 0.0", "badge 0.1"])
        section.heading = "new"
        section.context?.reloadSupplementaryElement(kind: "badge", in: section, at: IndexPath(1, inSection: 0))
        #expect(badge?.title == "new badge")
    }

    private final class Pages: ListPaginationDelegate {
        var count = 0
        func willDisplayForPagination(section: Int, sectionCount: Int) { count += 1 }
    }

    @Test(arguments: [true, false])
    func aSectionWithItsOwnPagesKeepsTheDelegateAway(owns: Bool) {
        let (section, pages) = (Hooked(), Pages())
        section.ownsPages = owns
        list.prepare(for: view)
        list.paginationDelegate = pages
        list.append(newSections: [section])
        view.layoutIfNeeded()
        #expect(pages.count == (owns ? 0 : 2))
    }

    // MARK: The context

    @Test func theContextUpdatesItsSection() {
        let section = Section(["a", "b"])
        add(section)
        func item(_ name: String) -> Word { Word(listIdentifier: name) }
        var ends = 0
        section.show(["a", "x", "b"])
        section.context?.insertItems(
            [item("x")], afterItem: item("a"), in: section, animatingDifferences: true, completion: nil)
        #expect(names == ["a", "x", "b"])
        section.show(["y", "a", "x", "b"])
        section.context?.insertItems(
            [item("y")], beforeItem: item("a"), in: section, animatingDifferences: false, completion: { ends += 1 })
        #expect(names == ["y", "a", "x", "b"])
        section.show(["y", "a", "x", "b", "z"])
        section.context?.append(section: section, items: [item("z")], animatingDifferences: true) { ends += 1 }
        #expect(names == ["y", "a", "x", "b", "z"])
        section.show(["y", "a", "b", "z"])
        section.context?.deleteItems([item("x")], in: section, animatingDifferences: true) { result in
            ends += result.isApplied ? 1 : 0
        }
        #expect(names == ["y", "a", "b", "z"])
        section.show(["a", "b", "y", "z"])
        section.context?.moveItem(item("y"), afterItem: item("b"), in: section, animatingDifferences: true) {
            ends += 1
        }
        #expect(names == ["a", "b", "y", "z"])
        section.show(["z", "a", "b", "y"])
        section.context?.moveItem(item("z"), beforeItem: item("a"), in: section, animatingDifferences: true) {
            ends += 1
        }
        #expect(names == ["z", "a", "b", "y"])
        section.show(["a"])
        section.context?.update(
            section: section, reloadingItems: [], reloadingHeader: true, reloadingFooter: true,
            animatingDifferences: true
        ) { ends += 1 }
        #expect(names == ["a"] && bars(section) == ["1 items", "end of 1"])
        section.context?.reconfigureItems([item("a")], in: section, animatingDifferences: true) { ends += 1 }
        section.context?.relayout(animated: true) { ends += 1 }
        #expect(section.context?.index(for: section) == 0)
        #expect((section.context?.cell(for: item("a"), in: section) as ItemCell?)?.title == "a")
        section.show(["b"])
        section.context?.reload(section: section) { ends += 1 }
        #expect(names == ["b"])
        section.context?.delete(section: section, animatingDifferences: true) { ends += 1 }
        #expect(names == [] && list.sectionCount == 0)
        #expect(ends == 10)
        #expect(list.diagnostics.recent.isEmpty)
    }

    // MARK: Layout

    private final class Spaced: ListSection {
        var context: ListContext?
        let listIdentifier = "spaced"
        var items: [ListIdentifiable] { ["a", "b", "c"].map { Word(listIdentifier: $0) } }
        var minimumLineSpacing: CGFloat { 7 }
        var minimumInteritemSpacing: CGFloat
        init(_ spacing: CGFloat) { minimumInteritemSpacing = spacing }
        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: ItemCell? = dequeueCell(at: indexPath)
            return cell
        }
        func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 40, height: 20) }
    }

    /// Two items fit a line with a spacing of 20 points, and one with a greater one.
    @Test(arguments: [CGFloat(20), 21])
    func theSpacingOfASectionDecidesWhatFitsALine(spacing: CGFloat) {
        let places: [[CGFloat]] = spacing == 20 ? [[0, 0], [60, 0], [0, 27]] : [[30, 0], [30, 27], [30, 54]]
        list.prepare(for: view)
        list.append(newSections: [Spaced(spacing)])
        view.layoutIfNeeded()
        #expect(view.visibleElements.map { [$0.frame.minX, $0.frame.minY] } == places)
    }

    // MARK: Completions and identifiers

    @Test func completionsNeedNoParameter() {
        let (section, other) = (Section([]), Section(["o"], "other"))
        list.prepare(for: view)
        var ends: [String] = []
        list.append(newSections: [section]) { ends.append("sections") }
        list.insert(newSections: [other], afterSection: section) { ends.append("inserted") }
        list.move(section: other, beforeSection: section) { ends.append("moved") }
        list.delete(sections: [other]) { ends.append("deleted") }
        section.show(["a"])
        section.append(items: section.items) { ends.append("append") }
        section.newUpdate(reloadingItems: section.items) { ends.append("update") }
        section.newUpdate { result in ends.append("\(result)") }
        section.reconfigure(items: section.items, completion: { ends.append("reconfigure") })
        section.relayout(animated: false) { ends.append("relayout") }
        section.reload { ends.append("reload") }
        section.removeFromDataSource { ends.append("removed") }
        #expect(
            ends == [
                "sections", "inserted", "moved", "deleted", "append", "update", "applied", "reconfigure", "relayout",
                "reload", "removed",
            ])
    }

    @Test func aSectionIsIdentifiable() {
        func identifiers(_ values: [any ListIdentifiable]) -> [String] { values.map(\.listIdentifier) }
        let section: any ListSection = Section(["a"])
        #expect(
            identifiers([section, Section([], "other"), Word(listIdentifier: "item")]) == ["section", "other", "item"])
    }

    @Test func theClosuresOfAGenericSection() {
        var log: [String] = []
        let section = GenericSection(items: [Word(listIdentifier: "a"), Word(listIdentifier: "b")])
            .onCellConfigure(for: ItemCell.self) { item, cell, indexPath in
                cell.title = "\(item.listIdentifier) at \(indexPath[1])"
            }
            .onCellSize { item, listSize in CGSize(width: listSize.width, height: 20) }
            .onHeaderConfigure(for: TitleView.self) { header, indexPath in header.title = "head" }
            .onHeaderSize { section, listSize in CGSize(width: listSize.width, height: 10) }
            .onWillDisplay { item, indexPath in log.append(item.listIdentifier) }
            .ondidEndDisplay { item, indexPath in log.append("end \(item.listIdentifier)") }
        list.prepare(for: view)
        list.append(newSections: [section])
        #expect(names == ["a at 0", "b at 1"] && log == ["a", "b"])
        #expect((section.headerView() as TitleView?)?.title == "head")
        section.removeFromDataSource()
        view.layoutIfNeeded()
        #expect(log == ["a", "b", "end a", "end b"])
    }
}
