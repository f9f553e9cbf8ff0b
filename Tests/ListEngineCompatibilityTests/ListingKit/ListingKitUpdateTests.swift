import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

/// ListingKit's updates of sections, in its spelling, and a section whose views come from another object.
@MainActor
@Suite("Updates as in ListingKit")
struct ListingKitUpdateTests {
    private struct Track: ListIdentifiable {
        var listIdentifier: String
        var title: String
        init(_ title: String, _ identifier: String? = nil) {
            self.title = title
            listIdentifier = identifier ?? title
        }
    }

    private final class TrackCell: CollectionViewCell { var title = "" }
    private final class BarView: CollectionReusableView { var title = "" }

    /// Provides the views of a section. It is not the section.
    private final class Bars: ListSectionSupplementaryViewSource {
        unowned let section: Album
        init(_ section: Album) { self.section = section }

        func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
            let view: BarView? = section.dequeHeaderView(at: indexPath)
            section.log.append("header")
            return view
        }
        func footerView(for indexPath: IndexPath) -> CollectionReusableView? {
            let view: BarView? = section.dequeFooterView(at: indexPath)
            section.log.append("footer")
            return view
        }
        func supplementaryView(for indexPath: IndexPath, kind: ElementKind) -> CollectionReusableView? {
            let view: BarView? = section.dequeSupplementaryView(ofKind: kind, at: indexPath)
            section.log.append("\(kind) \(text(indexPath))")
            return view
        }
        func configureHeaderView(_ view: CollectionReusableView, at indexPath: IndexPath) {
            (view as? BarView)?.title = section.heading
            section.log.append("configure header")
        }
        func configureFooterView(_ view: CollectionReusableView, at indexPath: IndexPath) {
            (view as? BarView)?.title = "\(section.items.count)"
            section.log.append("configure footer")
        }
        func configureSupplementaryView(_ view: CollectionReusableView, kind: ElementKind, at indexPath: IndexPath) {
            (view as? BarView)?.title = "new"
            section.log.append("configure \(kind) \(text(indexPath))")
        }
        func referenceSizeForHeaderView(section: Int) -> CGSize { CGSize(width: 0, height: 15) }
        func referenceSizeForFooterView(section: Int) -> CGSize { CGSize(width: 0, height: 5) }
    }

    private final class Album: ListSection {
        weak var context: ListContext?
        let listIdentifier: String
        var heading = "Album"
        var items: [Track]
        var log: [String] = []
        private(set) lazy var bars: Bars? = Bars(self)
        var supplementaryViewSource: (any ListSectionSupplementaryViewSource)? { bars }

        init(_ names: String..., identifier: String = "album") {
            items = names.map { Track($0) }
            listIdentifier = identifier
        }

        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: TrackCell? = dequeueCell(at: indexPath)
            log.append("cell \(itemIdentifier)")
            return cell
        }
        func configure(cell: CollectionViewCell, for itemIdentifier: String, at indexPath: IndexPath) {
            (cell as? TrackCell)?.title = items.first { $0.listIdentifier == itemIdentifier }?.title ?? "?"
            log.append("configure \(itemIdentifier)")
        }
        func size(at indexPath: IndexPath) -> CGSize { CGSize(width: 100, height: 20) }
        func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
            let badge = CollectionLayoutSupplementaryItem(
                layoutSize: CollectionLayoutSize(widthDimension: .absolute(5), heightDimension: .absolute(5)),
                elementKind: "badge", containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
            let size = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(20))
            let item = CollectionLayoutItem(layoutSize: size, supplementaryItems: [badge])
            return CollectionLayoutSection(group: .vertical(layoutSize: size, subitems: [item]))
        }
        func takeBars() -> Bars? {
            defer { bars = nil }
            return bars
        }
        func take() -> [String] {
            defer { log = [] }
            return log
        }
    }

    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: CollectionViewFlowLayout())
    private let list = ListDataSource()

    private func shown(_ section: Album) -> [String] {
        view.layoutIfNeeded()
        let header: BarView? = section.headerView()
        let footer: BarView? = section.footerView()
        let cells = section.items.map { item -> String in
            let cell: TrackCell? = section.cell(for: item)
            return cell?.title ?? "-"
        }
        return [header?.title ?? "-"] + cells + [footer?.title ?? "-"]
    }

    /// A list that shows a section and another one before it.
    private func listed() -> (Album, before: Album) {
        let (section, before) = (Album("a", "b", "c"), Album("z", identifier: "before"))
        list.prepare(for: view)
        list.append(newSections: [before, section])
        view.layoutIfNeeded()
        _ = (section.take(), before.take())
        return (section, before)
    }

    // MARK: A separate source of views

    @Test func headersAndFootersComeFromTheSectionsSource() {
        let album = Album("a", "b")
        list.prepare(for: view)
        list.append(newSections: [album])
        #expect(shown(album) == ["Album", "a", "b", "2"])
        #expect(album.headerView()?.frame == CGRect(x: 0, y: 0, width: 100, height: 15))
        #expect(album.footerView()?.frame == CGRect(x: 0, y: 55, width: 100, height: 5))
        let log = album.take()
        #expect(log.filter { $0.hasSuffix("header") } == ["header", "configure header"])
        #expect(log.filter { $0.hasSuffix("footer") } == ["footer", "configure footer"])
        // The list keeps no reference to the source.
        weak var bars: Bars?
        bars = album.takeBars()
        #expect(bars == nil)
        list.reload(newSections: [album])
        #expect(shown(album) == ["-", "a", "b", "-"])
    }

    @Test func otherKindsOfViewsComeFromTheSectionsSource() {
        view.collectionViewLayout = CollectionViewCompositionalLayout { [list] section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        let (album, before) = listed()
        let badges = view.visibleSupplementaryViews(ofKind: ElementKind("badge")).compactMap { $0 as? BarView }
        #expect(badges.map(\.title) == ["new", "new", "new", "new"])
        #expect(badges.map(\.frame.minX) == [95, 95, 95, 95])
        let badge: BarView? = album.supplementaryView(for: 1, kind: ElementKind("badge"))
        #expect(badge != nil && badge?.frame.minY == 40)
        list.reload(newSections: [before, album])
        view.layoutIfNeeded()
        let places = ["1.0", "1.1", "1.2"]
        #expect(
            album.take().filter { $0.contains("badge") }
                == places.flatMap { ["badge \($0)", "configure badge \($0)"] })
    }

    // MARK: Immediate changes

    @Test func aHeaderOrFooterIsReloadedAtOnceAndAlone() {
        let (album, before) = listed()
        let views = view.visibleElements.count
        (album.heading, album.items) = ("Other", album.items + [Track("d")])
        album.reloadFooter()
        #expect(album.take() == ["footer", "configure footer"])
        #expect((album.footerView() as BarView?)?.title == "4")
        #expect((album.headerView() as BarView?)?.title == "Album")
        album.reloadHeader()
        #expect(album.take() == ["header", "configure header"])
        #expect((album.headerView() as BarView?)?.title == "Other")
        // No view was made, and nothing else was configured.
        #expect(before.take() == [] && view.visibleElements.count == views)
        // Views that are not visible, and sections without a list, are left alone.
        view.contentOffset.y = 1_000
        view.layoutIfNeeded()
        album.reloadFooter()
        album.reloadHeader()
        Album("x").reloadFooter()
        #expect(album.take() == [])
    }

    // MARK: Updates

    @Test(arguments: [(false, false), (true, false), (false, true), (true, true)])
    func anUpdateConfiguresWhatItsFlagsName(header: Bool, footer: Bool) {
        let (album, before) = listed()
        let cells = view.visibleCells.map { ObjectIdentifier($0) }
        album.heading = "Other"
        album.items = [Track("B", "b"), Track("A", "a"), Track("C", "c"), Track("d")]
        var end: [String] = []
        album.newUpdate(reloadingItems: [album.items[0]], reloadingHeader: header, reloadingFooter: footer) { result in
            // It is called when everything else is done.
            end = album.take() + ["\(result)"]
        }
        #expect(
            end == ["cell b", "configure b", "cell d", "configure d"] + (header ? ["header", "configure header"] : [])
                + (footer ? ["footer", "configure footer"] : []) + ["applied"])
        // Only what was named shows its new content.
        #expect(
            shown(album) == [header ? "Other" : "Album", "B", "a", "c", "d", footer ? "4" : "3"])
        // In place: the cells moved with their items.
        let after = view.visibleCells.map { ObjectIdentifier($0) }
        #expect(Array(after.prefix(4)) == [cells[0], cells[2], cells[1], cells[3]])
        #expect(before.take() == [])
        #expect(list.diagnostics.recent.isEmpty)
    }

    @MainActor private protocol OldSpelling {
        func update(_ items: [Track], both: Bool, _ end: @escaping UpdateCompletion)
    }
    private struct Old: OldSpelling {
        let album: Album
        @available(*, deprecated)
        func update(_ items: [Track], both: Bool, _ end: @escaping UpdateCompletion) {
            album.update(
                reconfigureItems: items, reloadHeaderAndFooter: both, animatingDifferences: false, completion: end)
        }
    }

    @Test(arguments: [false, true])
    func theOldSpellingHasOneFlagForBoth(both: Bool) {
        let (album, _) = listed()
        album.heading = "Other"
        album.items = [Track("A", "a"), Track("B", "b")]
        var end: [String] = []
        let old: any OldSpelling = Old(album: album)
        let bars = ["header", "configure header", "footer", "configure footer"]
        old.update([Track("", "b")], both: both) { end = album.take() + ["\($0)"] }
        #expect(
            end == ["cell b", "configure b"] + (both ? bars : []) + ["applied"])
        #expect(shown(album) == [both ? "Other" : "Album", "a", "B", both ? "2" : "3"])
    }
}
