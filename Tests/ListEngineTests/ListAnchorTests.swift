import Foundation
import ListEngineDiff
import ListEngineLayout
import Testing

@testable import ListEngine

@MainActor
@Suite("List anchors")
struct ListAnchorTests {
    private typealias Source = DiffableDataSource<String, Int>

    /// Rows whose heights alternate between 30 and 40, and are estimated as 10.
    private func list() -> (view: CollectionView, source: Source, host: RecorderHost) {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100),
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(10))))
        let host = RecorderHost()
        view.host = host
        let source = Source(collectionView: view) { view, indexPath, number in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(number)"
            return cell
        }
        host.sizes = { view, size in
            guard let number = (view as? NameCell).flatMap({ Int($0.name) }) else { return nil }
            return CGSize(width: size.width, height: number % 2 == 0 ? 30 : 40)
        }
        return (view, source, host)
    }

    private func snapshot(_ sections: [(String, [Int])]) -> Source.Snapshot {
        Source.Snapshot(sections: sections)
    }

    private func screenPlace(of number: Int, _ view: CollectionView, _ source: Source) -> CGFloat? {
        source.indexPath(for: number).map {
            view.layout.frame(ofItem: $0.item, inSection: $0.section).minY - view.contentOffset.y
        }
    }

    @Test func aPlaceIsFoundAgainInAnotherListThroughJSON() throws {
        let (view, source, _) = list()
        source.apply(snapshot([("a", Array(0..<500)), ("b", Array(500..<1000))]))
        view.scrollToItem(at: IndexPath(item: 321, section: 0), at: .start, animated: false)
        view.layoutIfNeeded()
        view.contentOffset.y += 7
        view.layoutIfNeeded()
        let place = try #require(screenPlace(of: 321, view, source))
        let anchor = try #require(source.listAnchor())
        let data = try JSONEncoder().encode(anchor)

        // After another launch, with other items before it and nothing measured yet.
        let (otherView, other, host) = list()
        other.apply(snapshot([("b", Array(500..<1000)), ("a", Array((0..<500).reversed()))]))
        let read = try JSONDecoder().decode(Source.Anchor.self, from: data)
        #expect(read == anchor)
        #expect(other.scroll(to: read))
        #expect(screenPlace(of: 321, otherView, other) == place)
        #expect(otherView.host === host && otherView.diagnostics.recent == [])
    }

    @Test func aDeletedItemIsReplacedByTheItemNextToIt() {
        let (view, source, _) = list()
        source.apply(snapshot([("a", Array(0..<50)), ("b", Array(50..<100))]))
        let anchor = Source.Anchor.item(20, section: "a", index: 20)
        source.edit { $0.deleteItems([20]) }
        #expect(source.scroll(to: anchor))
        #expect(screenPlace(of: 21, view, source) == 0)
        source.edit { $0.deleteItems(Array(10..<50)) }
        #expect(source.scroll(to: anchor))
        #expect(screenPlace(of: 9, view, source) == 0)
        source.edit { $0.deleteSections(["a"]) }
        let before = view.contentOffset
        #expect(!source.scroll(to: anchor))
        #expect(view.contentOffset == before)
    }

    @Test func theEndIsTheEndOfWhatIsMeasured() {
        let (view, source, _) = list()
        view.anchorPolicy = .endWhenAtEnd
        source.apply(snapshot([("a", Array(0..<300))]))
        #expect(source.listAnchor() == .start)
        source.scroll(to: .end)
        #expect(view.contentOffset.y == view.contentSize.height - 100)
        #expect(view.indexPathsForVisibleItems.last == IndexPath(item: 299, section: 0))
        #expect(source.listAnchor() == .end)
    }
}
