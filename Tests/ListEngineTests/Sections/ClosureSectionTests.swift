import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Sections of closures")
struct ClosureSectionTests {
    private final class Log {
        var lines: [String] = []
        func take() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    @Test func everyClosureIsCalledOnceWithItsItem() {
        let test = SectionList(ListDataSource(collectsImpressions: true), height: 110)
        let log = Log()
        let section = ClosureSection(listIdentifier: "g", items: [Dish("a", "A"), Dish("b", "B"), Dish("a", "twice")])
            .onCellConfigure(DishCell.self) { cell, dish, indexPath in
                cell.text = dish.text
                log.lines.append("fill \(dish.text) \(text(indexPath))")
            }
            .onCellSize { dish, list in CGSize(width: list.width - 20, height: dish.text == "A" ? 30 : 40) }
            .onHeaderConfigure { (view: DishTitle, indexPath) in
                view.title = "head"
                log.lines.append("header \(text(indexPath))")
            }
            .onHeaderSize { section, list in CGSize(width: list.width, height: 10 + CGFloat(section)) }
            .onFooterConfigure(named: "foot", make: { DishTitle(frame: .zero) }) { view, _ in
                log.lines.append("footer \(view.title)")
            }
            .onFooterSize { _, _ in CGSize(width: 0, height: 5) }
            .onRegisterDecorationViews { _ in log.lines.append("decorations") }
            .onWillDisplay { _, dish, _ in log.lines.append("will \(dish.text)") }
            .onDidEndDisplay { _, dish, _ in log.lines.append("end \(dish.text)") }
            .onDidSelect { dish, indexPath in log.lines.append("select \(dish.text) \(text(indexPath))") }
            .onImpression { dish, indexPath in log.lines.append("saw \(dish.text) \(text(indexPath))") }
            .sectionInset(SectionInsets(top: 3, leading: 10, bottom: 4, trailing: 10))
            .minimumLineSpacing(6)
            .minimumInteritemSpacing(2)
        test.list.append(newSections: [section])
        _ = test.shown
        #expect(
            log.take() == [
                "decorations", "header 0.0", "fill A 0.0", "fill B 0.1", "footer ", "will A", "will B",
                "saw A 0.0", "saw B 0.1",
            ])
        #expect(
            test.frames == [
                "header 0.0 0,0 100x10", "0.0 10,13 80x30", "0.1 10,49 80x40", "footer 0.0 0,93 100x5",
            ])
        #expect(test.codes == [.duplicateIdentifier])
        test.view.hostTap(at: CGPoint(x: 50, y: 60))
        #expect(log.take() == ["select B 0.1"])
        section.reconfigureCells(for: [Dish("b")])
        #expect(log.take() == ["fill B 0.1"])
        section.removeFromDataSource(animatingDifferences: false)
        #expect(log.take() == ["end A", "end B"])
    }

    @Test func itemsAreFoundWhereTheyAreShown() {
        let test = SectionList()
        let section = ClosureSection(items: ["a", "b", "c"].map { Dish($0, height: $0 == "c" ? 30 : 10) })
            .onCellConfigure { (cell: DishCell, dish, _) in cell.text = dish.text }
            .onCellSize { dish, _ in CGSize(width: 100, height: dish.height) }
        test.list.append(newSections: [section])
        #expect(test.frames == ["0.0 0,0 100x10", "0.1 0,10 100x10", "0.2 0,20 100x30"])
        section.moveItem(Dish("c"), beforeItem: Dish("a"), animatingDifferences: false)
        section.deleteItems([Dish("b")], animatingDifferences: false)
        #expect(test.shown == "c a")
        test.view.invalidateLayout()
        #expect(test.frames == ["0.0 0,0 100x30", "0.1 0,30 100x10"])
        section.update(animatingDifferences: false)
        #expect(test.shown == "a b c")
        #expect(test.frames.last == "0.2 0,20 100x30")
    }

    @Test func withoutClosuresPlaceholdersHaveTheSizeOfTheLayout() {
        let test = SectionList()
        let bare = ClosureSection(items: [Dish("a")])
        test.list.append(newSections: [
            bare, ClosureSection(items: [Dish("b")]).onCellSize { _, _ in CGSize(width: 9, height: 9) },
        ])
        #expect(test.frames == ["0.0 0,0 50x50", "1.0 0,50 9x9"])
        #expect(test.view.visibleCells.first is PlaceholderCell)
        #expect(test.list.sectionCount == 2)
    }

    @Test func itemsOfAnyKind() {
        struct Reading: Identifiable { let id: Int }
        let test = SectionList()
        let readings = ClosureSection(items: [Reading(id: 7), Reading(id: 8)])
            .onCellConfigure { (cell: DishCell, reading, _) in cell.text = "\(reading.id)" }
            .onCellSize { _, _ in CGSize(width: 100, height: 10) }
        let words = ClosureSection(items: ["x", "y"], identifiedBy: { $0 })
            .onCellConfigure(named: "made", make: { DishCell(frame: .zero) }) { cell, word, _ in cell.text = word }
            .onCellSize { _, _ in CGSize(width: 100, height: 10) }
        test.list.append(newSections: [readings, words])
        #expect(test.shown == "7 8 x y")
        #expect(test.list.itemIdentifier(at: IndexPath(item: 1, section: 0), as: Int.self) == 8)
        #expect(test.list.itemIdentifier(at: IndexPath(item: 1, section: 0)) == nil)
        #expect(test.list.itemIdentifier(at: IndexPath(item: 1, section: 1)) == "y")
    }

    @Test func aCompositionalLayoutFromAClosure() {
        let list = ListDataSource()
        let layout = CollectionViewCompositionalLayout { section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        list.attach(to: view)
        let section = ClosureSection(items: [Dish("a"), Dish("b"), Dish("c")])
            .onCellConfigure { (cell: DishCell, dish, _) in cell.text = dish.text }
            .onLayout { _ in .grid(columns: 2, itemHeight: .absolute(30)) }
        list.append(newSections: [section])
        view.layoutIfNeeded()
        #expect(view.visibleElements.map(\.frame.minX) == [0, 50, 0])
        #expect(view.visibleElements.map(\.frame.minY) == [0, 0, 30])
    }

    @Test func theOpenMembersReachASubclass() {
        final class Own: ClosureSection<Dish, String> {
            var log: [String] = []
            override func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                log.append("cell")
                return super.cell(for: itemIdentifier, at: indexPath)
            }
            override func configure(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
                log.append("configure")
            }
            override func itemIdentifier(of item: Dish) -> String { "own \(item.listIdentifier)" }
            override func sizes(ofItemsAt items: Range<Int>, inSection section: Int) -> [CGSize]? {
                items.map { _ in CGSize(width: 100, height: 10) }
            }
            override func didMoveToList() { log.append("moved") }
            override func didBecomeActive() { log.append("active") }
            override func didBecomeInactive() { log.append("not active") }
            override func didSelectItem(for itemIdentifier: String, at indexPath: IndexPath) { log.append("select") }
            override func didDeselectItem(for itemIdentifier: String, at indexPath: IndexPath) {
                log.append("deselect")
            }
            override func willDisplay(
                cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath
            ) { log.append("will") }
            override func didEndDisplaying(
                cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath
            ) { log.append("end") }
            override func didHaveImpression(for itemIdentifier: String, at indexPath: IndexPath) { log.append("saw") }
            override func registerDecorationViews(for collectionView: CollectionView) { log.append("decorations") }
            override func referenceSizeForHeaderView(section: Int) -> CGSize { CGSize(width: 0, height: 4) }
            override func referenceSizeForFooterView(section: Int) -> CGSize { CGSize(width: 0, height: 4) }
            override func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
                log.append("header")
                let view: DishTitle? = dequeueHeaderView(at: indexPath)
                return view
            }
            override func footerView(for indexPath: IndexPath) -> CollectionReusableView? {
                log.append("footer")
                let view: DishTitle? = dequeueFooterView(at: indexPath)
                return view
            }
            override func configureHeaderView(_ view: CollectionReusableView, at indexPath: IndexPath) {
                log.append("fill header")
            }
            override func configureFooterView(_ view: CollectionReusableView, at indexPath: IndexPath) {
                log.append("fill footer")
            }
        }
        let test = SectionList(ListDataSource(collectsImpressions: true))
        let own = Own(listIdentifier: "own", items: [Dish("a")], identifiedBy: { $0.listIdentifier })
        own.onCellConfigure { (cell: DishCell, _, _) in cell.text = "x" }
        test.list.append(newSections: [own])
        _ = test.shown
        test.list.didBecomeActive()
        test.list.didBecomeInactive()
        test.view.hostTap(at: CGPoint(x: 5, y: 8))
        #expect(test.list.itemIdentifier(at: IndexPath(item: 0, section: 0)) == "own a")
        own.removeFromDataSource(animatingDifferences: false)
        #expect(
            own.log == [
                "moved", "decorations", "header", "fill header", "cell", "configure", "footer", "fill footer", "will",
                "saw", "active", "not active", "select", "end",
            ])
    }
}
