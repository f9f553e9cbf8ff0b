import Foundation
import ListEngine
import ListEngineLayout
import Testing

@MainActor
@Suite("Lists of sections")
struct ListDataSourceTests {
    @Test func sectionsAreShownInOrderAndNotified() {
        let test = SectionList()
        let soups = DishSection("soups", "miso pho")
        let sweets = DishSection("sweets", "pie")
        test.list.append(newSections: [soups, sweets])
        #expect(test.shown == "miso pho pie")
        #expect(test.frames == ["0.0 0,0 100x20", "0.1 0,20 100x20", "1.0 0,40 100x20"])
        #expect(
            soups.take() == [
                "moved to list", "cell miso 0.0", "configure miso 0.0", "cell pho 0.1", "configure pho 0.1",
                "will miso 0.0", "will pho 0.1",
            ])
        #expect(sweets.take() == ["moved to list", "cell pie 1.0", "configure pie 1.0", "will pie 1.0"])
        #expect(test.list.sectionCount == 2)
        #expect(test.list.section(at: 1) === sweets)
        #expect(test.list.section(at: 2) == nil)
        #expect(test.list.section(at: -1) == nil)
        #expect(test.list.itemIdentifier(at: IndexPath(item: 1, section: 0)) == "pho")
        #expect(test.list.itemIdentifier(at: IndexPath(item: 2, section: 0)) == nil)
        #expect(test.list.itemIdentifier(at: IndexPath(index: 0)) == nil)
        #expect(sweets.sectionIndex == 1)
        #expect(sweets.listSize == CGSize(width: 100, height: 100))
        #expect(sweets.indexPath(for: "pie") == IndexPath(item: 0, section: 1))
        #expect(sweets.itemIdentifier(at: IndexPath(item: 0, section: 1)) == "pie")
        #expect(sweets.itemIdentifier(at: IndexPath(item: 0, section: 0)) == nil)
        #expect(test.codes == [])
        #expect(test.view.diagnostics.recent == [])
    }

    @Test func equalItemsOfTwoSectionsAreDistinct() {
        let test = SectionList()
        test.list.append(newSections: [DishSection("a-b", "c d"), DishSection("a", "c b-c")])
        #expect(test.shown == "c d c b-c")
        #expect(test.codes == [])
    }

    @Test func selectionAndDisplayReachTheSectionWithAbsoluteIndexPaths() {
        let test = SectionList(height: 40)
        let soups = DishSection("soups", "miso")
        let sweets = DishSection("sweets", "pie cake flan")
        final class Outer: CollectionViewDelegate {
            var log: [String] = []
            func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
                log.append("outer select \(text(indexPath))")
            }
            func collectionView(
                _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
            ) { log.append("outer will \(text(indexPath))") }
            func collectionViewDidScroll(_ collectionView: CollectionView) { log.append("outer scroll") }
        }
        let outer = Outer()
        test.list.collectionDelegate = outer
        test.list.append(newSections: [soups, sweets])
        _ = (soups.take(), sweets.take())
        outer.log = []
        test.view.hostTap(at: point(30))
        #expect(sweets.take() == ["select pie 1.0"])
        test.view.hostDidScroll(to: point(20))
        #expect(soups.take() == ["end miso 0.0"])
        #expect(sweets.take() == ["cell cake 1.1", "configure cake 1.1", "will cake 1.1"])
        test.view.hostTap(at: point(50))
        #expect(sweets.take() == ["deselect pie 1.0", "select cake 1.1"])
        #expect(outer.log == ["outer select 1.0", "outer scroll", "outer will 1.1", "outer select 1.1"])
    }

    @Test func theScrollDelegateIsNotifiedOfScrolling() {
        final class Scrolling: CollectionViewScrollDelegate {
            var log: [String] = []
            func collectionViewDidScroll(_ collectionView: CollectionView) {
                log.append("scroll \(Int(collectionView.contentOffset.y))")
            }
            func collectionViewWillBeginDragging(_ collectionView: CollectionView) { log.append("drag") }
            func collectionViewWillEndDragging(
                _ collectionView: CollectionView, withVelocity velocity: CGPoint, targetContentOffset: inout CGPoint
            ) {
                log.append("end")
                targetContentOffset.y = 20
            }
            func collectionViewDidEndDecelerating(_ collectionView: CollectionView) { log.append("rest") }
            func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) { log.append("arrived") }
        }
        let test = SectionList(height: 40)
        let scrolling = Scrolling()
        test.list.scrollDelegate = scrolling
        test.list.append(newSections: [DishSection("a", "b c d e")])
        test.view.hostWillBeginDragging()
        test.view.hostDidScroll(to: point(10))
        #expect(test.view.hostWillEndDragging(withVelocity: .zero, targetContentOffset: point(12)) == point(20))
        test.view.hostDidEndDecelerating()
        test.view.hostDidEndScrollingAnimation()
        #expect(scrolling.log == ["drag", "scroll 10", "end", "rest", "arrived"])
    }

    @Test func headersAndFooters() {
        final class Titled: ListSection, ListSectionSupplementaryViewSource {
            weak var context: ListContext?
            let listIdentifier = "titled"
            var items = [Dish("a")]
            var title = "Soups"
            var log: [String] = []
            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                let cell: DishCell? = dequeueCell(at: indexPath)
                return cell
            }
            func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 100, height: 20) }
            func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
                let view: DishTitle? = dequeueHeaderView(at: indexPath)
                log.append("header \(text(indexPath))")
                return view
            }
            func footerView(for indexPath: IndexPath) -> CollectionReusableView? { nil }
            func configureHeaderView(_ view: CollectionReusableView, at indexPath: IndexPath) {
                log.append("configure header \(text(indexPath))")
                (view as? DishTitle)?.title = title
            }
            func referenceSizeForHeaderView(section: Int) -> CGSize { CGSize(width: 0, height: 10 + CGFloat(section)) }
            func referenceSizeForFooterView(section: Int) -> CGSize { CGSize(width: 0, height: 5) }
            func registerDecorationViews(for collectionView: CollectionView) { log.append("register") }
        }
        let test = SectionList()
        let titled = Titled()
        test.list.append(newSections: [DishSection("first", "x"), titled])
        #expect(
            test.frames == [
                "0.0 0,0 100x20", "header 1.0 0,20 100x11", "1.0 0,31 100x20", "footer 1.0 0,51 100x5",
            ])
        #expect(titled.log == ["register", "header 1.0", "configure header 1.0"])
        let header: DishTitle? = titled.headerView()
        #expect(header?.title == "Soups")
        let wrong: DishCell? = titled.headerView()
        #expect(wrong == nil)
        let footer: CollectionReusableView? = titled.footerView()
        #expect(footer is PlaceholderView)
        titled.title = "Stews"
        titled.reconfigureHeader()
        #expect(header?.title == "Stews")
        #expect(titled.log.suffix(1) == ["configure header 1.0"])
    }

    @Test func aSectionWithoutACellShowsAPlaceholder() {
        let test = SectionList()
        let dishes = DishSection("a", "b c d")
        dishes.isSilent = ["c"]
        test.list.append(newSections: [dishes])
        #expect(test.shown == "b - d")
        #expect(test.view.visibleCells[1] is PlaceholderCell)
        #expect(test.codes == [.missingView])
        #expect(test.list.diagnostics.recent.first?.message == "section a: there is no cell for item c.")
    }

    @Test func visibleSectionsAreNotifiedWhenTheListBecomesActive() {
        let test = SectionList(height: 40)
        let sections = ["a", "b", "c"].map { DishSection($0, "\($0)0 \($0)1") }
        test.list.append(newSections: sections)
        test.view.hostDidScroll(to: point(30))
        #expect(test.list.visibleSections.map(\.listIdentifier) == ["a", "b"])
        for section in sections { _ = section.take() }
        test.list.didBecomeActive()
        test.list.didBecomeInactive()
        #expect(sections.map { $0.take() } == [["active", "not active"], ["active", "not active"], []])
    }

    @Test func aViewCanBeAttachedAfterSectionsWereAdded() {
        let list = ListDataSource()
        let dishes = DishSection("a", "b c")
        list.append(newSections: [dishes])
        #expect(list.sectionCount == 1)
        #expect(dishes.listSize == .zero)
        let test = SectionList(list)
        #expect(test.shown == "b c")
        dishes.items.append(Dish("d"))
        dishes.append(items: [Dish("d")])
        #expect(test.shown == "b c d")
    }

    @Test func anotherCollectionViewTakesTheListOver() {
        let first = SectionList()
        first.list.append(newSections: [DishSection("a", "b c")])
        #expect(first.shown == "b c")
        let second = SectionList(first.list)
        #expect(second.shown == "b c")
        #expect(first.shown == "")
        #expect(first.view.dataSource == nil)
    }

    @Test func anotherFlowLayoutReceivesTheSameSizes() {
        let test = SectionList()
        test.list.append(newSections: [DishSection("a", "b c")])
        let other = CollectionViewFlowLayout()
        other.scrollDirection = .horizontal
        test.view.collectionViewLayout = other
        #expect(test.frames == ["0.0 0,0 100x20", "0.1 0,20 100x20"])
        // A layout with a delegate of its own keeps it.
        final class Own: CollectionViewFlowLayoutDelegate {
            func flowLayout(
                _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
            ) -> CGSize? { CGSize(width: 100, height: 33) }
        }
        let own = Own()
        let third = CollectionViewFlowLayout()
        third.delegate = own
        third.minimumLineSpacing = 0
        test.view.collectionViewLayout = third
        #expect(test.frames == ["0.0 0,0 100x33", "0.1 0,33 100x33"])
    }

    @Test func nothingIsKeptAlive() {
        weak var list: ListDataSource?
        weak var view: CollectionView?
        weak var section: DishSection?
        weak var context: ListContext?
        do {
            let test = SectionList()
            let dishes = DishSection("a", "b c")
            test.list.append(newSections: [dishes])
            _ = test.shown
            (list, view, section, context) = (test.list, test.view, dishes, dishes.context)
            #expect(context != nil)
        }
        #expect(list == nil)
        #expect(view == nil)
        #expect(section == nil)
        #expect(context == nil)
    }

    @Test func aReleasedListCompletesUpdatesAndReturnsNil() {
        let dishes = DishSection("a", "b c")
        var context: ListContext?
        do {
            let test = SectionList()
            test.list.append(newSections: [dishes])
            context = dishes.context
        }
        var done = 0
        dishes.append(items: [Dish("d")]) { _ in done += 1 }
        dishes.update { _ in done += 1 }
        dishes.reload { _ in done += 1 }
        dishes.insertItems([Dish("x")], afterItem: Dish("b")) { _ in done += 1 }
        dishes.removeFromDataSource { _ in done += 1 }
        #expect(done == 5)
        #expect(context?.dataSource == nil)
        #expect(dishes.sectionIndex == nil)
        #expect(context?.itemIdentifier(at: IndexPath(item: 0, section: 0)) == nil)
        #expect(context?.listSize == .zero)
    }
}
