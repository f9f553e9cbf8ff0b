import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// Law 8 from the data source down: an update enters the layout as one script per section, and costs what it changes,
/// in counted work and in queries.
@MainActor
@Suite("What an update costs")
struct UpdateWorkTests {
    private enum Kind: CaseIterable { case list, compositional, flow }

    /// Estimated rows; returns single sizes, and counts the requests.
    private final class Rows: CollectionViewLayoutRecipe {
        let scrollDirection = ScrollDirection.vertical
        var asked = 0
        func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
            asked += context.itemCount
            return .list(count: context.itemCount, height: 20, estimated: true)
        }
        func recipe(
            forSection section: Int, ofItems items: [Range<Int>], in context: SectionLayoutContext
        ) -> SectionRecipe? {
            let count = items.reduce(0) { $0 + $1.count }
            asked += count
            return .list(count: count, height: 20, estimated: true)
        }
    }

    private final class Sizes: CollectionViewFlowLayoutDelegate {
        var asked = 0
        func flowLayout(
            _ layout: CollectionViewFlowLayout, sizesForItemsAt items: Range<Int>, inSection section: Int
        ) -> [CGSize]? {
            asked += items.count
            return items.map { CGSize(width: 20 + CGFloat($0 % 31), height: 20) }
        }
    }

    private final class Counter { var asked = 0 }

    private struct List {
        var view: CollectionView
        var source: DiffableDataSource<Int, Int>
        var host: RecorderHost
        /// The number of items whose sizes the layout has requested, or of sections if it requests no sizes.
        var asked: () -> Int
        var keepAlive: AnyObject
    }

    private func list(_ kind: Kind) -> List {
        let recipe: any CollectionViewLayoutRecipe
        let asked: () -> Int
        let keepAlive: AnyObject
        switch kind {
        case .list:
            let rows = Rows()
            (recipe, asked, keepAlive) = (rows, { rows.asked }, rows)
        case .compositional:
            let counter = Counter()
            recipe = CollectionViewCompositionalLayout { _, _ in
                counter.asked += 1
                return .list(itemHeight: .estimated(20))
            }
            (asked, keepAlive) = ({ counter.asked }, counter)
        case .flow:
            let (flow, sizes) = (CollectionViewFlowLayout(), Sizes())
            flow.delegate = sizes
            (recipe, asked, keepAlive) = (flow, { sizes.asked }, sizes)
        }
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 390, height: 800), collectionViewLayout: recipe)
        let host = RecorderHost()
        host.sizes = { view, size in
            (view as? NameCell).flatMap { Int($0.name) }.map {
                CGSize(width: size.width, height: kind == .flow ? size.height : 21 + CGFloat($0 % 17))
            }
        }
        view.host = host
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, number in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(number)"
            return cell
        }
        return List(view: view, source: source, host: host, asked: asked, keepAlive: keepAlive)
    }

    private var counts: [Int] { [1_000, 10_000, 100_000] + (LawCases.fraction >= 0.5 ? [1_000_000] : []) }

    private func nodes(_ layout: CollectionViewLayout) -> Int {
        layout.editWork.nodesVisited + layout.editWork.nodesWritten
    }

    @Test(arguments: Kind.allCases) private func scatteredEditsCostWhatTheyChange(kind: Kind) throws {
        for count in counts {
            let list = list(kind)
            var items = Array(0..<count)
            list.source.apply(IdentifiedList.snapshot([(0, items)]))
            list.view.scrollToItem(at: IndexPath(item: count / 2, section: 0), at: .start, animated: false)
            list.view.layoutIfNeeded()
            list.view.contentOffset.y += 7
            list.view.layoutIfNeeded()
            let visible = list.view.indexPathsForVisibleItems.map {
                ($0[1], list.view.layout.frame(ofItem: $0[1], inSection: 0))
            }
            // One item in a hundred is deleted and one inserted, far from each other.
            for (number, place) in stride(from: 0, to: count, by: 200).enumerated() {
                items[place] = count + number
            }
            let edits = (count + 199) / 200
            let (askedBefore, before) = (list.asked(), nodes(list.view.layout))
            let offset = list.view.contentOffset.y
            let change = list.view.contentChange { list.source.apply(IdentifiedList.snapshot([(0, items)])) }
            // For a flow the first item is requested as well.
            let asked = list.asked() - askedBefore
            #expect(kind == .compositional ? asked == 0 : (edits...edits + 1).contains(asked), "\(count): \(asked)")
            let work = nodes(list.view.layout) - before
            let bits = Int.bitWidth - count.leadingZeroBitCount
            // The second term: visible items are measured, and one pass over leaves.
            let most = min(2 * edits * (40 + 4 * bits), count) + 200 * (40 + 4 * bits)
            #expect(work <= most, "\(count): \(work) nodes, expected at most \(most)")
            #expect(list.view.contentOffset.y - offset == change.scrollDelta)
            if let anchor = change.anchor, let old = visible.first(where: { $0.0 == anchor.item }) {
                let place = list.view.layout.frame(ofItem: anchor.item, inSection: 0).minY
                #expect(place - old.1.minY == change.scrollDelta - change.clampedBy)
                // Remaining items keep their measured sizes.
                #expect(list.view.layout.frame(ofItem: anchor.item, inSection: 0).size == old.1.size)
            } else {
                Issue.record("\(count): nothing that was visible was kept: \(change)")
            }
            #expect(list.view.layout.brokenInvariant() == nil)
            #expect(list.view.diagnostics.recent == [])
        }
    }

    @Test(arguments: Kind.allCases) private func oneEditCostsLogarithmicWork(kind: Kind) throws {
        for count in counts {
            let list = list(kind)
            var items = Array(0..<count)
            list.source.apply(IdentifiedList.snapshot([(0, items)]))
            list.view.scrollToItem(at: IndexPath(item: count / 2, section: 0), at: .start, animated: false)
            list.view.layoutIfNeeded()
            for step in 0..<6 {
                let place = [0, count / 3, count - 5][step % 3]
                if step < 3 {
                    items.insert(count + step, at: place)
                } else {
                    items.remove(at: place)
                }
                let before = nodes(list.view.layout)
                list.source.apply(IdentifiedList.snapshot([(0, items)]))
                let work = nodes(list.view.layout) - before
                let bits = Int.bitWidth - count.leadingZeroBitCount
                // A flow is re-flowed from the edit on, until its breaks coincide: in leaves of lines.
                let most = 4 * (40 + 4 * bits) + (kind == .flow ? count / 4 : 0)
                #expect(work <= most, "\(kind), \(count): \(work) nodes, expected at most \(most)")
            }
        }
    }
}
