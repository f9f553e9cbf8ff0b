import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// Updates are prepared while rows are scrolled into view and measured. The list must equal one in which the update was
/// computed when it was shown.
@MainActor
@Suite("Sizes that are measured while an update is prepared")
struct PreparedMeasuringTests {
    private typealias Snapshot = IdentifiedList.Source.Snapshot

    /// Rows estimated at 20 whose measured height is 30 plus a quarter of their number.
    private func list(_ sections: [(Int, [Int])]) -> IdentifiedList {
        let list = IdentifiedList(estimated: true)
        list.host.sizes = { view, size in
            guard let number = (view as? NameCell).flatMap({ Int($0.name) }) else { return nil }
            return CGSize(width: size.width, height: 30 + CGFloat(number % 50) / 4)
        }
        list.apply(sections)
        return list
    }

    /// The recipes of the list for a snapshot that it does not show yet.
    nonisolated private static func recipes(_ snapshot: Snapshot) -> SharedSectionRecipes {
        SharedSectionRecipes { section, items, context in
            let number = snapshot.sectionIdentifier(at: section)
            let count = items?.reduce(0) { $0 + $1.count } ?? context.itemCount
            if number % 2 == 1 {
                return .compositional(.list(itemHeight: .estimated(20), spacing: 3), count: context.itemCount)
            }
            return .list(count: count, height: 20, spacing: 3, insets: .all(CGFloat(number % 3)), estimated: true)
        }
    }

    /// After many updates, a filtered list drops the identifiers of deleted items and renumbers the rest. A prepared update
    /// refers to the numbers that its own snapshot has.
    /// - Parameter parity: Shifts the updates by one, because every second one is prepared.
    @Test(arguments: [0, 1]) func sizesReturnToTheirItemsEvenWhenNumbersChange(parity: Int) async throws {
        let list = list([(0, Array(0..<100_000))])
        if parity == 1 { list.apply([(0, Array(0..<100_000))]) }
        list.apply([(0, Array(0..<100))])
        let numbering = list.source.snapshot().numbering
        for round in 0..<140 {
            list.source.edit({ $0.deleteItems([0, 1, 2]) }, completion: nil)
            var next = list.source.snapshot()
            next.appendItems([0, 1, 2])
            let prepared = try await list.source.prepare(next)
            #expect(list.source.swapIn(prepared) == .edited)
            #expect(heights(ofLast: 3, in: list) == [30, 30.25, 30.5], "round \(round)")
        }
        let isRenewed = list.source.snapshot().numbering !== numbering
        #expect(isRenewed)
    }

    private func heights(ofLast count: Int, in list: IdentifiedList) -> [CGFloat] {
        let end = list.view.layout.numberOfItems(inSection: 0)
        return list.view.layout.frames(ofItems: end - count..<end, inSection: 0).map(\.height)
    }

    /// The difference between two lists; nil if there is none.
    private func difference(_ one: IdentifiedList, _ other: IdentifiedList) -> String? {
        let layouts = (one.view.layout, other.view.layout)
        for section in 0..<layouts.0.numberOfSections {
            let items = 0..<layouts.0.numberOfItems(inSection: section)
            let frames = layouts.0.frames(ofItems: items, inSection: section)
            let others = layouts.1.frames(ofItems: items, inSection: section)
            if let item = items.first(where: { frames[$0] != others[$0] }) {
                return "item \(item) of section \(section): \(frames[item]) and \(others[item])"
            }
        }
        if one.offset != other.offset { return "offset \(one.offset) and \(other.offset)" }
        if one.view.indexPathsForVisibleItems != other.view.indexPathsForVisibleItems { return "what is visible" }
        return layouts.0.brokenInvariant()
    }

    @Test(arguments: [0, 1]) func aPreparedLayoutReceivesTheMeasuredSizes(section: Int) async throws {
        let lists = (list([(section, Array(0..<200))]), list([(section, Array(0..<200))]))
        var next = lists.0.source.snapshot()
        next.insertItems(Array(1_000..<1_010), beforeItem: 20)
        next.deleteItems(Array(95..<98))
        next.reloadItems([100])
        next.reconfigureItems([101])
        let prepared = try await lists.0.source.prepare(next, recipes: Self.recipes(next))
        lists.0.offset = 2_250
        lists.1.offset = 2_250
        #expect(lists.0.view.visibleCells.count > 1)
        #expect(lists.0.view.layout.frame(ofItem: 99, inSection: 0).height == 42.25)
        #expect(lists.0.source.swapIn(prepared) == .swapped)
        lists.1.source.apply(next, completion: nil)
        #expect(difference(lists.0, lists.1) == nil)
        #expect(lists.0.view.layout.frame(ofItem: 106, inSection: 0).height == 42.25)
    }

    nonisolated private static func table() -> CollectionLayoutSection {
        .table(itemHeight: .absolute(20), headerHeight: .estimated(12))
    }

    @Test func aMeasuredHeaderMovesWithItsSection() async throws {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 100),
            collectionViewLayout: CollectionViewCompositionalLayout { _, _ in Self.table() })
        let host = RecorderHost()
        host.sizes = { view, size in view is HeaderView ? CGSize(width: size.width, height: 30) : nil }
        view.host = host
        let source = IdentifiedList.Source(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(NameCell.self, for: indexPath)
        }
        source.supplementaryViewProvider = { view, kind, indexPath in
            view.dequeueReusableSupplementaryView(HeaderView.self, ofKind: kind, for: indexPath)
        }
        func headerHeight(_ section: Int) -> CGFloat {
            let items = view.layout.numberOfItems(inSection: section - 1)
            return view.layout.frame(ofItem: 0, inSection: section).minY
                - view.layout.frame(ofItem: items - 1, inSection: section - 1).maxY
        }
        source.apply(IdentifiedList.snapshot([(0, Array(0..<20)), (1, Array(20..<40))]), completion: nil)
        #expect(headerHeight(1) == 12)
        let next = IdentifiedList.snapshot([(2, [40]), (0, Array(0..<20)), (1, Array(20..<40))])
        let recipes = SharedSectionRecipes { _, _, context in
            .compositional(Self.table(), count: context.itemCount)
        }
        let prepared = try await source.prepare(next, recipes: recipes)
        view.hostDidScroll(to: CGPoint(x: 0, y: 400))
        view.hostDidScroll(to: .zero)
        #expect(headerHeight(1) == 30)
        #expect(source.swapIn(prepared) == .swapped)
        #expect(headerHeight(2) == 30)
    }

    @Test func onlySoManySizesAreRecorded() {
        func sizes(_ count: Int) -> [SizePreference] {
            (0..<count).map { SizePreference(path: .item($0, inSection: 0), size: .zero, isEstimated: true) }
        }
        for more in [1, 2_048, 4_096] {
            var since = SizesSince(start: CollectionViewLayout(width: 100), version: 0)
            #expect(since.add(sizes(4_096 - more), from: 0, to: 1) && since.add(sizes(more), from: 1, to: 2))
            #expect(!since.add(sizes(1), from: 2, to: 3) && !since.add(sizes(more), from: 2, to: 3))
        }
    }

    @Test func aLayoutThatChangesOtherwiseIsEdited() async throws {
        let list = list([(0, Array(0..<200))])
        let next = IdentifiedList.snapshot([(0, Array(10..<200))])
        let prepared = try await list.source.prepare(next, recipes: Self.recipes(next))
        list.view.bounds.size.width = 90
        list.offset = 1_000
        #expect(list.source.swapIn(prepared) == .edited)
    }

    /// A compositional layout describes no single items, so the layout is prepared without recipes if only items change, for example
    /// if they are sorted.
    @Test func compositionalListsArePreparedWithoutRecipes() async throws {
        for seed in 0..<max(4, Int(LawCases.fraction * 40)) {
            var random = TestRandom(seed: UInt64(seed))
            var numbers = ListedNumbers(&random)
            let lists = (list([]), list([]))
            for list in [lists.0, lists.1] {
                list.view.collectionViewLayout = CollectionViewCompositionalLayout { section, _ in
                    section % 3 == 0 ? Self.table() : .list(itemHeight: .estimated(20), spacing: 3)
                }
                list.apply(numbers.sections)
            }
            for round in 0..<20 {
                let changesSections = random.below(4) == 0
                if changesSections {
                    for _ in 0..<random.int(in: 1...3) { numbers.edit(&random) }
                }
                var next = IdentifiedList.snapshot(
                    numbers.sections.map { number, items in
                        var items = items
                        if random.below(3) == 0 { items.sort(by: >) }
                        if random.below(3) == 0, !items.isEmpty { items.removeFirst(random.below(items.count)) }
                        if random.below(3) == 0 { items.insert(1_000_000 * (number + 1) + round, at: items.count / 2) }
                        return (number, items)
                    })
                let shown = lists.0.source.snapshot()
                let known = next.itemIdentifiers.filter { shown.contains(item: $0) }
                if let item = known.randomElement(&random) { next.reloadItems([item]) }
                if let item = known.randomElement(&random) { next.reconfigureItems([item]) }
                let prepared = try await lists.0.source.prepare(next)
                for _ in 0..<random.below(4) {
                    let offset = CGFloat(random.below(max(1, Int(lists.0.view.contentSize.height))))
                    (lists.0.offset, lists.1.offset) = (offset, offset)
                }
                let outcome = lists.0.source.swapIn(prepared)
                if shown.sectionIdentifiers == next.sectionIdentifiers {
                    #expect(outcome == .swapped, "round \(round) of seed \(seed)")
                }
                lists.1.source.apply(next, completion: nil)
                #expect(difference(lists.0, lists.1) == nil, "round \(round) of seed \(seed)")
            }
        }
    }

    @Test func randomLists() async throws {
        for seed in 0..<max(4, Int(LawCases.fraction * 40)) {
            var random = TestRandom(seed: UInt64(seed))
            var numbers = ListedNumbers(&random)
            let lists = (list(numbers.sections), list(numbers.sections))
            var swapped = 0
            for round in 0..<20 {
                for _ in 0..<random.int(in: 1...3) { numbers.edit(&random) }
                var next = IdentifiedList.snapshot(numbers.sections)
                let known = next.itemIdentifiers.filter { lists.0.source.snapshot().contains(item: $0) }
                if let item = known.randomElement(&random) { next.reloadItems([item]) }
                if let item = known.randomElement(&random) { next.reconfigureItems([item]) }
                let prepared = try await lists.0.source.prepare(next, recipes: Self.recipes(next))
                for _ in 0..<random.below(4) {
                    let offset = CGFloat(random.below(max(1, Int(lists.0.view.contentSize.height))))
                    (lists.0.offset, lists.1.offset) = (offset, offset)
                }
                if lists.0.source.swapIn(prepared) == .swapped { swapped += 1 }
                lists.1.source.apply(next, completion: nil)
                #expect(difference(lists.0, lists.1) == nil, "round \(round) of seed \(seed)")
            }
            #expect(swapped == 20, "seed \(seed)")
        }
    }
}

extension Array {
    fileprivate func randomElement(_ random: inout TestRandom) -> Element? {
        isEmpty ? nil : self[random.below(count)]
    }
}
