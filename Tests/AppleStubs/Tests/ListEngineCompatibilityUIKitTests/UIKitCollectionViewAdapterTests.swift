import ListEngineCompatibilityUIKit
import Testing
import UIKit

/// A list of words in an app's own collection view, in a window of 320 by 480 points.
@MainActor
private final class Screen {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    let view: UICollectionView
    let list: CollectionView
    let adapter: UIKitCollectionViewAdapter

    init(_ list: CollectionView) {
        self.list = list
        view = UICollectionView(frame: window.bounds, collectionViewLayout: UICollectionViewLayout())
        adapter = UIKitCollectionViewAdapter(list, in: view)
        window.addSubview(view)
    }

    convenience init() {
        self.init(
            CollectionView(
                frame: .zero,
                collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(40)))))
    }

    /// The next frames.
    func settle() async {
        for _ in 0..<4 {
            await Task.yield()
            window.layoutIfNeeded()
        }
    }

    private func text(_ view: UIView?) -> String? {
        if let label = view as? UILabel { return label.text }
        return view?.subviews.lazy.compactMap { self.text($0) }.first
    }

    /// The text and the top of each visible cell of the collection view, on the screen.
    var shown: [String] {
        view.indexPathsForVisibleItems.map { path in
            let cell = view.cellForItem(at: path)
            let top = cell.map { Int($0.convert($0.bounds, to: nil).minY) } ?? -1
            return "\(text(cell) ?? "?")@\(top)"
        }
    }
}

private final class WordCell: CollectionViewCell, UIViewMaking, RecordView {
    let label = UILabel(frame: .zero)
    func makeUIView() -> UIView { label }
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { CGSize(width: 320, height: 40) }
    func setData(_ data: Any?, extra: Any?) { label.text = data as? String }
}

private struct Word: ListIdentifiable { var listIdentifier: String }

private final class WordSection: ListSection {
    weak var context: ListContext?
    let listIdentifier: String
    var words: [Word]
    var selected: [String] = []
    var items: [Word] { words }

    init(_ identifier: String, _ words: [String]) {
        listIdentifier = identifier
        self.words = words.map { Word(listIdentifier: $0) }
    }

    func cell(for item: String, at indexPath: IndexPath) -> CollectionViewCell? {
        let cell: WordCell? = dequeueCell(at: indexPath)
        cell?.label.text = item
        return cell
    }
    func size(at indexPath: IndexPath) -> CGSize { CGSize(width: listSize.width, height: 40) }
    func didSelectItem(for item: String, at indexPath: IndexPath) { selected.append(item) }

    // Tests that wait for frames are asynchronous, and do not wait for these.
    func show(in list: ListDataSource) { list.append(newSections: [self]) }
    func show() { update() }
}

@MainActor
@Suite("Lists in an app's own collection view")
struct UIKitCollectionViewAdapterTests {
    private func flow() -> CollectionView {
        let flow = CollectionViewFlowLayout()
        flow.minimumLineSpacing = 0
        return CollectionView(frame: .zero, collectionViewLayout: flow)
    }

    @Test func sectionsAreShownAndUpdated() async {
        let screen = Screen(flow())
        let source = ListDataSource()
        let section = WordSection("words", ["a", "b", "c"])
        source.prepare(for: screen.list)
        section.show(in: source)
        await screen.settle()
        #expect(screen.shown == ["a@0", "b@40", "c@80"])
        let b = screen.view.cellForItem(at: [0, 1])
        section.words.insert(Word(listIdentifier: "x"), at: 0)
        section.show()
        await screen.settle()
        screen.view.finishAnimations()
        #expect(screen.shown == ["x@0", "a@40", "b@80", "c@120"])
        // Items keep their cells.
        #expect(screen.view.cellForItem(at: [0, 2]) === b)
        section.words.removeAll { $0.listIdentifier == "a" }
        section.show()
        await screen.settle()
        #expect(screen.shown == ["x@0", "b@40", "c@80"])
        // A selection reaches the section, and the list's cells show it.
        screen.view.tap([0, 1])
        #expect(section.selected == ["b"])
        #expect(screen.list.indexPathsForSelectedItems == [[0, 1]])
        #expect(screen.view.selected == [])
        #expect(screen.list.diagnostics.recent == [])
    }

    @Test func theListFollowsTheUsersScrolling() async {
        let screen = Screen(flow())
        let source = ListDataSource()
        let section = WordSection("words", (0..<1_000).map { "\($0)" })
        source.prepare(for: screen.list)
        section.show(in: source)
        await screen.settle()
        #expect(screen.view.contentSize.height == 40_000)
        for offset in stride(from: CGFloat(0), through: 4_000, by: 230) {
            screen.view.contentOffset.y = offset
            await screen.settle()
            #expect(screen.list.contentOffset.y == offset)
            let first = Int(offset / 40)
            #expect(screen.shown.first == "\(first)@\(first * 40 - Int(offset))")
            #expect(screen.shown.count == screen.list.visibleCells.count)
            #expect(!screen.shown.contains { $0.hasPrefix("?") })
        }
        // Cells are reused.
        #expect(screen.view.viewsMade < 40)
        screen.list.scrollToItem(at: [0, 500], at: .start, animated: false)
        await screen.settle()
        #expect(screen.shown.first == "500@0")
        // An item that is inserted above does not move the visible ones.
        section.words.insert(Word(listIdentifier: "new"), at: 3)
        section.show()
        await screen.settle()
        #expect(screen.shown.first == "500@0")
        #expect(screen.view.contentOffset.y == 20_040)
    }

    @Test func recordsAreShown() async {
        let screen = Screen(flow())
        let handler = CollectionViewHandler()
        handler.standby(identifier: "words", cellTypes: ["word": WordCell.self], collectionView: screen.list)
        handler.sections = [.init(records: ["a", "b"].map { .init(type: "word", data: $0) })]
        screen.list.reloadData()
        await screen.settle()
        #expect(screen.shown == ["a@0", "b@40"])
    }

    /// A provider, a layoutable section and a described section, with a header.
    private final class Parts: CollectionSectionProvider, CompositionalLayoutProvider {
        var compositionalLayoutSections: [CompositionalLayoutableSection] = []

        func didMove(to controller: CollectionSectionController<String, String>) {
            var snapshot = controller.snapshotForSectionProvider(self)
            snapshot.appendSections(["words"])
            snapshot.appendItems(["a", "b"])
            controller.apply(snapshot, sectionProvider: self)
        }
        func cellProvider(
            _ controller: CollectionSectionController<String, String>, indexPath: IndexPath, item: String
        ) -> CollectionViewCell? {
            let cell = controller.dequeueReusableCell(WordCell.self, for: indexPath, sectionProvider: self)
            cell.label.text = item
            return cell
        }
        func layoutSectionProvider(
            section: Int, environment: CollectionLayoutEnvironment
        ) -> CollectionLayoutSection? { .list(itemHeight: .absolute(40)) }
    }

    private final class WordsSection: CompositionalLayoutableSection, CompositionalLayoutableSectionDataSource,
        CompositionalLayoutableSectionLayout
    {
        var items = ["c", "d"]
        func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { items.count }
        func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
            let cell = view.dequeueReusableCell(WordCell.self, for: indexPath)
            cell.label.text = items[indexPath.item]
            return cell
        }
        func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
            .list(itemHeight: .absolute(40))
        }
    }

    private final class TitleView: CollectionReusableView, UIViewMaking, ListComponent {
        let label = UILabel(frame: .zero)
        func makeUIView() -> UIView { label }
        func setUp(with viewModel: Any) { label.text = viewModel as? String }
    }

    @Test func providersDescriptionsAndLayoutableSectionsAreShown() async {
        let parts = Parts()
        let controller = CollectionSectionController<String, String>(sectionProviders: [parts])
        let first = Screen(controller.collectionView)
        await first.settle()
        #expect(first.shown == ["a@0", "b@40"])

        let second = Screen(flow())
        let section = WordsSection()
        section.dataSource = section
        section.layout = section
        parts.compositionalLayoutSections = [section]
        let source = CompositionalLayoutDataSource(provider: parts)
        second.list.dataSource = source
        second.list.updateCollectionViewCompositionalLayout(for: parts)
        await second.settle()
        #expect(second.shown == ["c@0", "d@40"])

        let third = Screen(flow())
        let adapter = ListAdapter(collectionView: third.list)
        let words = SectionDescription(
            title: "Words", viewModels: ["e", "f"], components: [.type(DescribedCell.self)],
            sizes: [ViewComponentSize(height: 40)])
        words.header = .type(TitleView.self)
        words.headerSize = ViewComponentSize(height: 30)
        adapter.add(listSection: words, animated: false)
        await third.settle()
        #expect(third.shown == ["e@30", "f@70"])
        let header = third.view.supplementaryView(
            forElementKind: UICollectionView.elementKindSectionHeader, at: [0, 0])
        #expect((header?.subviews.first as? UILabel)?.text == "Words")
        words.apply(viewModels: ["f", "e", "g"], animated: false)
        await third.settle()
        #expect(third.shown == ["f@30", "e@70", "g@110"])
        for screen in [first, second, third] { #expect(screen.list.diagnostics.recent == []) }
    }

    private final class DescribedCell: CollectionViewCell, UIViewMaking, ListComponent {
        let label = UILabel(frame: .zero)
        func makeUIView() -> UIView { label }
        func setUp(with viewModel: Any) { label.text = viewModel as? String }
    }

    /// Cells that measure themselves, also above the visible part.
    @Test func measuredCellsKeepTheirPlace() async {
        let screen = Screen(
            CollectionView(
                frame: .zero,
                collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(30)))))
        let source = ListDataSource()
        let section = WordSection("words", (0..<200).map { "\($0)" })
        source.prepare(for: screen.list)
        section.show(in: source)
        await screen.settle()
        // A label is 20 points high.
        #expect(screen.shown.prefix(3) == ["0@0", "1@20", "2@40"])
        screen.view.contentOffset.y = 3_000
        await screen.settle()
        for _ in 0..<40 {
            let before = screen.shown
            screen.view.contentOffset.y -= 30
            await screen.settle()
            let after = screen.shown
            // Every item that is visible before and after moved by the distance of the scroll.
            let tops = Dictionary(
                uniqueKeysWithValues: before.map { $0.split(separator: "@") }.map { ($0[0], Int($0[1])!) })
            for line in after.map({ $0.split(separator: "@") }) {
                if let old = tops[line[0]], let new = Int(line[1]) { #expect(abs(new - old - 30) <= 1) }
            }
            #expect(!after.contains { $0.hasPrefix("?") })
        }
    }

    @Test func randomUpdatesShowTheListsItems() async {
        for seed in 0..<10 {
            var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
            func random(_ bound: Int) -> Int {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                return Int(state % UInt64(bound))
            }
            let screen = Screen(flow())
            screen.view.preparesBeforeUpdates = seed.isMultiple(of: 2)
            let source = ListDataSource()
            let sections = [WordSection("a", []), WordSection("b", [])]
            source.prepare(for: screen.list)
            for section in sections { section.show(in: source) }
            await screen.settle()
            var next = 0
            for step in 0..<25 {
                let section = sections[random(2)]
                switch random(4) {
                case 0:
                    for _ in 0..<random(8) {
                        section.words.insert(
                            Word(listIdentifier: "\(next)"), at: random(section.words.count + 1))
                        next += 1
                    }
                case 1: section.words.removeAll { _ in random(4) == 0 }
                case 2:
                    if section.words.count > 1 {
                        let word = section.words.remove(at: random(section.words.count))
                        section.words.insert(word, at: random(section.words.count + 1))
                    }
                default: screen.view.contentOffset.y = CGFloat(random(10) * 20)
                }
                section.show()
                if random(3) > 0 { await screen.settle() }
                if random(4) == 0 { screen.view.finishAnimations() }
                if random(3) == 0 {
                    await screen.settle()
                    let all = sections.flatMap { $0.words.map(\.listIdentifier) }
                    let offset = Int(screen.view.contentOffset.y)
                    let expected = all.indices.filter { $0 * 40 < offset + 480 && $0 * 40 + 40 > offset }
                        .map { "\(all[$0])@\($0 * 40 - offset)" }
                    #expect(screen.shown == expected, "seed \(seed), step \(step)")
                }
            }
        }
    }

    @Test func aReleasedAdapterReleasesItsList() async {
        weak var list: CollectionView?
        weak var adapter: UIKitCollectionViewAdapter?
        do {
            let screen = Screen(flow())
            let source = ListDataSource()
            source.prepare(for: screen.list)
            WordSection("words", ["a"]).show(in: source)
            await screen.settle()
            (list, adapter) = (screen.list, screen.adapter)
            #expect(screen.shown == ["a@0"])
        }
        for _ in 0..<4 { await Task.yield() }
        #expect(list == nil && adapter == nil)
    }
}
