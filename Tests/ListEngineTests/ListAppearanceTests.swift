import Foundation
import ListEngine
import ListEngineTestSupport
import Testing

private final class Line: CollectionReusableView {}
private final class Card: CollectionReusableView {}

/// A separator that edits the list while it is shown.
private final class Meddler: CollectionReusableView {
    @MainActor static var meddle: () -> Void = {}

    override func apply(_ layoutAttributes: LayoutAttributes) { Self.meddle() }
    override func prepareForReuse() { Self.meddle() }
}

@MainActor
@Suite("List appearances", .serialized)
struct ListAppearanceTests {
    private let separator = ElementKind(CollectionLayoutListConfiguration.separatorKind)

    private func layout(
        _ appearance: CollectionLayoutListConfiguration.Appearance = .plain
    ) -> CollectionViewCompositionalLayout {
        var configuration = CollectionLayoutListConfiguration(appearance: appearance)
        configuration.itemHeight = .absolute(20)
        return .list(using: configuration)
    }

    private func numbers(_ view: CollectionView) -> DiffableDataSource<String, Int> {
        DiffableDataSource(collectionView: view) { view, indexPath, number in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(number)"
            return cell
        }
    }

    private func view(_ layout: CollectionViewCompositionalLayout) -> CollectionView {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        view.diagnostics.handler = { _ in }
        return view
    }

    private func ends(_ view: CollectionView) -> [CGFloat] {
        view.visibleSupplementaryViews(ofKind: separator).map(\.frame.maxY)
    }

    @Test func registeredSeparatorsNeedNoDataSource() {
        let layout = layout(.grouped)
        layout.register(Line.self, forDecorationViewOfKind: CollectionLayoutListConfiguration.separatorKind)
        layout.register(Card.self, forDecorationViewOfKind: CollectionLayoutListConfiguration.backgroundKind)
        let view = view(layout)
        let source = numbers(view)
        source.edit { snapshot in
            snapshot.appendSections(["a", "b"])
            snapshot.appendItems([1, 2, 3], toSection: "a")
            snapshot.appendItems([4], toSection: "b")
        }
        view.layoutIfNeeded()
        #expect(ends(view) == [28, 48])
        #expect(view.visibleSupplementaryViews(ofKind: separator).allSatisfy { $0 is Line })
        let cards = view.visibleViews.filter { $0 is Card }
        #expect(cards.map(\.frame) == [CGRect(x: 0, y: 8, width: 100, height: 60)])
        #expect(view.diagnostics.recent.isEmpty)
    }

    private typealias Host = SteppedHost

    /// Each line follows its item, through updates, reuse and a reload.
    @Test func linesFollowTheirItems() {
        let view = view(layout())
        let host = Host(view)
        var lines: [Int: ItemSeparator] = [2: .hidden, 3: .inset(leading: 10, trailing: 5)]
        let source = DiffableDataSource<String, Int>(collectionView: view) { view, indexPath, number in
            var content = ItemContent("\(number)")
            content.separator = lines[number]
            return view.contentCell(content, for: indexPath)
        }
        source.edit {
            $0.appendSections(["a"])
            $0.appendItems(Array(1...20))
        }
        func shown() -> [String] {
            host.frame(at: 0)
            return view.visibleSupplementaryViews(ofKind: separator).map { line in
                let path = line.layoutAttributes?.path ?? .item(0, inSection: 0)
                let number = source.itemIdentifier(for: IndexPath(item: path.item, section: 0)) ?? 0
                guard case .line(_, let insets) = (line as? ItemSeparatorView)?.ornament else { return "\(number)?" }
                return insets == .zero ? "\(number)" : insets.leading > 1e6 ? "\(number)-" : "\(number)i"
            }
        }
        #expect(shown() == ["1", "2-", "3i", "4", "5"])
        source.edit(animatingDifferences: false) { $0.insertItems([0], beforeItem: 1) }
        #expect(shown() == ["0", "1", "2-", "3i", "4"])
        lines = [1: .hidden]
        source.edit(animatingDifferences: false) { $0.reconfigureItems([1, 2, 3]) }
        #expect(shown() == ["0", "1-", "2", "3", "4"])
        // A reload replaces the cell, and not the line below it.
        lines = [1: .inset(leading: 10, trailing: 5), 3: .hidden]
        source.edit(animatingDifferences: false) { $0.reloadItems([1, 3]) }
        #expect(shown() == ["0", "1i", "2", "3-", "4"])
        lines = [1: .hidden]
        source.edit(animatingDifferences: false) { $0.reloadItems([1, 3]) }
        #expect(shown() == ["0", "1-", "2", "3", "4"])
        host.scroll(to: 100)
        #expect(shown() == ["5", "6", "7", "8", "9"])
        host.scroll(to: 0)
        view.reloadData()
        #expect(shown() == ["0", "1-", "2", "3", "4"])
        (view.visibleCells[0] as? ContentCell)?.separator = .hidden
        #expect(shown() == ["0-", "1-", "2", "3", "4"])
        source.edit(animatingDifferences: false) { $0.deleteItems([0]) }
        #expect(shown() == ["1-", "2", "3", "4", "5"])
        #expect(view.diagnostics.recent.isEmpty)
    }

    @Test func aSidebarHasNoLines() {
        let layout = layout(.sidebar)
        #expect(
            layout.listAppearance == .sidebar
                && CollectionViewCompositionalLayout(section: .list(itemHeight: .absolute(20))).listAppearance == nil)
        let view = view(layout)
        let host = Host(view)
        let source = numbers(view)
        source.edit {
            $0.appendSections(["a"])
            $0.appendItems([1, 2])
        }
        host.frame(at: 0)
        #expect(view.visibleViews.count == 2)
    }

    @Test func aSeparatorOfTheProgramComesFromItsDataSource() {
        let view = view(layout())
        let source = numbers(view)
        source.supplementaryViewProvider = { view, kind, indexPath in
            view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
        }
        source.edit {
            $0.appendSections(["a"])
            $0.appendItems([1, 2])
        }
        view.layoutIfNeeded()
        #expect(view.visibleSupplementaryViews(ofKind: separator).first is HeaderView)
    }

    @Test func separatorsAppearAndDisappearWithTheRowAfterThem() {
        let view = view(layout())
        view.register(Line.self, forDecorationViewOfKind: separator)
        let source = numbers(view)
        source.edit {
            $0.appendSections(["a"])
            $0.appendItems([1])
        }
        view.layoutIfNeeded()
        #expect(ends(view) == [])
        source.edit { $0.appendItems([2, 3]) }
        view.layoutIfNeeded()
        #expect(ends(view) == [20, 40])
        source.edit { $0.deleteItems([3]) }
        view.layoutIfNeeded()
        #expect(ends(view) == [20])
        source.edit { $0.deleteItems([1, 2]) }
        view.layoutIfNeeded()
        #expect(ends(view) == [])
    }

    @Test func onlyVisibleSeparatorsHaveViews() {
        let view = view(layout())
        var made = 0
        let recorder = RecorderHost()
        view.host = recorder
        view.register(Line.self, forDecorationViewOfKind: separator)
        let source = numbers(view)
        source.edit {
            $0.appendSections(["a"])
            $0.appendItems(Array(0..<100_000))
        }
        for step in 0..<50 {
            view.hostDidScroll(to: point(CGFloat(step) * 731))
            made = max(made, view.visibleSupplementaryViews(ofKind: separator).count)
        }
        #expect(made > 0 && made <= 7)
    }

    @Test func aSeparatorThatChangesTheListIsSafe() {
        let view = view(layout())
        view.register(Meddler.self, forDecorationViewOfKind: separator)
        let source = numbers(view)
        var next = 0
        Meddler.meddle = {
            next += 1
            guard next < 40 else { return }
            switch next % 4 {
            case 0: source.edit { $0.appendItems([next]) }
            case 1: view.register(next % 8 == 1 ? Line.self : Meddler.self, forDecorationViewOfKind: separator)
            case 2: view.layoutIfNeeded()
            default: view.scrollToIndexTitle(at: next, animated: false)
            }
        }
        defer { Meddler.meddle = {} }
        source.edit {
            $0.appendSections(["a"])
            $0.appendItems([-1, -2, -3])
        }
        for _ in 0..<20 { view.layoutIfNeeded() }
        #expect(next > 0)
        #expect(view.visibleCells.count == min(5, source.snapshot().numberOfItems))
    }

    @Test func separatorsOutliveTheirDataSource() {
        let view = view(layout())
        view.register(Line.self, forDecorationViewOfKind: separator)
        do {
            let source = numbers(view)
            source.edit {
                $0.appendSections(["a"])
                $0.appendItems([1, 2, 3])
            }
            view.layoutIfNeeded()
        }
        view.reloadData()
        view.layoutIfNeeded()
        #expect(ends(view) == [])
    }
}
