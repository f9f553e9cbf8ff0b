import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Measured sizes are found by the number of an item")
struct NumberedSizesTests {
    /// A number that counts how often it is hashed.
    private struct Counted: Hashable, Sendable {
        nonisolated(unsafe) static var hashes = 0
        var number: Int
        func hash(into hasher: inout Hasher) {
            Self.hashes += 1
            hasher.combine(number)
        }
    }

    @Test func insertedItemsAreHashedOnlyIfTheyWereMeasuredBefore() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100),
            collectionViewLayout: ListRecipe(height: 20, estimated: true))
        let host = RecorderHost()
        view.host = host
        host.sizes = { _, size in CGSize(width: size.width, height: 30) }
        let source = DiffableDataSource<Int, Counted>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        func snapshot(_ numbers: some Sequence<Int>) -> DiffableSnapshot<Int, Counted> {
            var snapshot = DiffableSnapshot<Int, Counted>(basedOn: source.snapshot())
            snapshot.appendSections([0])
            snapshot.appendItems(numbers.map { Counted(number: $0) }, toSection: 0)
            return snapshot
        }
        source.apply(snapshot(0..<1_000))
        let measured = view.measuredSizes.count
        #expect((4...10).contains(measured))
        // Filtered down to the last items, which were visible; new ones are inserted as well.
        source.apply(snapshot(990..<1_000))
        let seen = view.measuredSizes.count
        let next = snapshot(Array(990..<1_000) + Array(3_000..<3_500) + Array(0..<990))
        Counted.hashes = 0
        source.apply(next)
        // By number: no identifier is hashed.
        #expect(seen > 0)
        #expect(Counted.hashes == 0)
        #expect(view.measuredSizes.restoredCount == measured)
        #expect(view.layout.frame(ofItem: 511, inSection: 0).height == 30)
        #expect(view.layout.frame(ofItem: 510 + measured, inSection: 0).height == 20)
    }

    /// An item moves to another section and is shown there by a cell of another kind, which determines its height.
    @Test func theCellThatReplacesAnotherIsMeasured() throws {
        final class Rows: CollectionViewLayoutRecipe {
            let scrollDirection = ScrollDirection.vertical
            func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                .list(count: context.itemCount, height: 20, estimated: true)
            }
        }
        final class TallCell: CollectionViewCell {}
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 400), collectionViewLayout: Rows())
        let host = RecorderHost()
        view.host = host
        host.sizes = { cell, size in CGSize(width: size.width, height: cell is TallCell ? 50 : 30) }
        final class Tall { var items: Set<Int> = [] }
        let tall = Tall()
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, item in
            tall.items.contains(item)
                ? view.dequeueReusableCell(TallCell.self, for: indexPath)
                : view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.apply(DiffableSnapshot(sections: [(0, [1, 2]), (1, [3])]))
        #expect(view.layout.frame(ofItem: 1, inSection: 0).height == 30)
        tall.items = [2]
        var next = DiffableSnapshot(sections: [(0, [1]), (1, [3, 2])])
        next.reconfigureItems([2])
        source.apply(next)
        let cell = try #require(view.cellForItem(at: IndexPath(item: 1, section: 1)))
        #expect(cell is TallCell)
        #expect(view.layout.frame(ofItem: 1, inSection: 1).height == 50)
        #expect(cell.frame.height == 50)
    }

    @Test func aSizeOutlivesTheNumberOfItsItem() {
        // So many that the data source forgets identifiers that are filtered out for long.
        let all = Array(0..<70_000)
        let list = IdentifiedList.measured([(0, all)])
        let numbering = list.source.numbering
        let measured = list.view.measuredSizes.count
        for _ in 0..<256 { list.apply([(0, Array(60_000..<60_010))]) }
        let isRenewed = list.source.numbering !== numbering
        #expect(isRenewed)
        #expect(list.view.measuredSizes.count > measured)
        // One returns, then all the others.
        let renewed = list.source.numbering
        list.apply([(0, Array(60_000..<60_010) + [1])])
        let isRenewedAgain = list.source.numbering !== renewed
        #expect(!isRenewedAgain)
        #expect(list.height(of: 1) == 30.25)
        list.apply([(0, Array(60_000..<60_010) + [1, 0] + all[2..<60_000] + all[60_010...])])
        #expect(list.height(of: 2) == 30.5)
        #expect(list.height(of: 40_000) == 20)
        #expect(list.view.measuredSizes.restoredCount == measured)
        // A section that is laid out from scratch.
        list.view.invalidateLayout()
        list.view.layoutIfNeeded()
        #expect(list.height(of: 2) == 30.5)
    }

    @Test func listsOfSectionsKeepMeasuredSizesByItem() {
        final class Words: ListSection {
            weak var context: ListContext?
            let listIdentifier: String
            var items: [Word]
            init(_ name: String, _ items: [Word]) { (listIdentifier, self.items) = (name, items) }
            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                let cell: NameCell? = dequeueCell(at: indexPath)
                cell?.name = itemIdentifier
                return cell
            }
        }
        struct Word: ListIdentifiable { var listIdentifier: String }
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100),
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(20))))
        let host = RecorderHost()
        view.host = host
        host.sizes = { view, size in
            (view as? NameCell).map { CGSize(width: size.width, height: 30 + CGFloat($0.name.count)) }
        }
        let list = ListDataSource()
        list.attach(to: view)
        let words = (0..<50).map { Word(listIdentifier: String(repeating: "w", count: $0 + 1)) }
        let (first, second) = (Words("first", words), Words("second", words))
        list.append(newSections: [first, second])
        #expect(view.layout.frame(ofItem: 1, inSection: 0).height == 32)
        // The same word in the other section is another item.
        first.items = Array(words[2...])
        second.items = Array(words[1...])
        list.update(newSections: [first, second])
        first.items = Array(words[2...] + words[..<2])
        list.update(newSections: [first, second])
        #expect(view.layout.frame(ofItem: 49, inSection: 0).height == 32)
        second.items = Array(words[1...] + words[..<1])
        list.update(newSections: [first, second])
        #expect(view.layout.frame(ofItem: 49, inSection: 1).height == 20)
        let identities = [IndexPath(item: 3, section: 0), IndexPath(item: 4, section: 1)].compactMap {
            list.list.collectionView(view, identityOfItemAt: $0)
        }
        #expect(
            list.list.collectionView(view, indexPathsOfItemsWithIdentities: identities + ["other"])
                == [IndexPath(item: 3, section: 0), IndexPath(item: 4, section: 1), nil])
    }
}
