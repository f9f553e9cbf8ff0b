import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// The requests that layouts make when items are inserted, deleted and changed.
@MainActor
@Suite("Requests made by edits")
struct EditCostTests {
    /// Returns sizes by name, one by one or in bulk, and counts the requests.
    private final class Sizes: CollectionViewFlowLayoutDelegate {
        weak var list: NameList?
        var isBulk = false
        var singles = 0
        var bulks: [Range<Int>] = []
        var isUniform = false

        func size(_ name: String) -> CGSize {
            let number = Int(name.dropFirst()) ?? 0
            return CGSize(width: 20 + number % 31, height: 10 + number % 7)
        }
        func flowLayout(
            _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
        ) -> CGSize? {
            singles += 1
            return isUniform ? nil : list.map { size($0.sections[section][item]) }
        }
        func flowLayout(
            _ layout: CollectionViewFlowLayout, sizesForItemsAt items: Range<Int>, inSection section: Int
        ) -> [CGSize]? {
            guard isBulk, let list else { return nil }
            bulks.append(items)
            return list.sections[section][items].map(size)
        }
    }

    private func list(_ counts: Int..., bulk: Bool = false) -> (NameList, Sizes) {
        let flow = CollectionViewFlowLayout()
        let sizes = Sizes()
        sizes.isBulk = bulk
        flow.delegate = sizes
        let list = NameList(
            zip("abcdef", counts).map { letter, count in (0..<count).map { "\(letter)\($0)" } }, layout: flow)
        sizes.list = list
        list.view.layoutIfNeeded()
        return (list, sizes)
    }

    /// The layout equals one made from scratch.
    private func expectFresh(_ list: NameList, _ place: SourceLocation = #_sourceLocation) throws {
        let fresh = try list.view.collectionViewLayout.layout(
            itemCounts: list.sections.map(\.count), in: ListContainer(size: list.view.bounds.size))
        #expect(list.view.contentSize == fresh.contentSize, sourceLocation: place)
        let all = CGRect(origin: .zero, size: fresh.contentSize)
        #expect(list.view.layout.layoutAttributes(in: all) == fresh.layoutAttributes(in: all), sourceLocation: place)
        #expect(list.view.diagnostics.recent == [], sourceLocation: place)
    }

    @Test(arguments: [false, true]) func insertingARowRequestsOnlyItsSize(bulk: Bool) throws {
        let (list, sizes) = list(10_000, 5, bulk: bulk)
        #expect(bulk ? sizes.bulks == [0..<10_000, 0..<5] : sizes.singles >= 10_005)
        (sizes.singles, sizes.bulks) = (0, [])
        list.view.performBatchUpdates {
            list.sections[0].insert("a77777", at: 5_000)
            list.view.insertItems(at: [IndexPath(item: 5_000, section: 0)])
        }
        // Besides its own size, that of item 0 is requested, to find out whether the section is uniform.
        #expect(bulk ? sizes.bulks == [5_000..<5_001] && sizes.singles == 0 : sizes.singles == 2)
        try expectFresh(list)
        (sizes.singles, sizes.bulks) = (0, [])
        list.view.performBatchUpdates {
            list.sections[0].removeSubrange(10..<20)
            list.sections[1][2] = "b9999"
            list.view.deleteItems(at: (10..<20).map { IndexPath(item: $0, section: 0) })
            list.view.reloadItems(at: [IndexPath(item: 2, section: 1)])
        }
        #expect(sizes.singles <= 4)
        #expect(bulk ? sizes.bulks == [0..<1, 2..<3] : sizes.bulks == [])
        try expectFresh(list)
    }

    @Test func deletingAndInsertingConsecutiveItemsRequestsOnlyTheirSizes() throws {
        let (list, sizes) = list(2_000)
        sizes.singles = 0
        list.view.performBatchUpdates {
            let moved = list.sections[0].remove(at: 1_500)
            list.sections[0].replaceSubrange(100..<105, with: ["a9001", "a9002", "a9003", "a9004"])
            list.sections[0].insert(moved, at: 103)
            let paths = { (items: [Int]) in items.map { IndexPath(item: $0, section: 0) } }
            // 100 is reloaded, 101 is deleted, 102 and 103 are reloaded around a new item and an item that moves there.
            list.view.reloadItems(at: paths([100, 102, 103]))
            list.view.deleteItems(at: paths([101, 104]))
            list.view.insertItems(at: paths([102]))
            list.view.moveItem(at: IndexPath(item: 1_500, section: 0), to: IndexPath(item: 103, section: 0))
        }
        #expect(sizes.singles == 5)
        try expectFresh(list)
    }

    @Test func theStyleOfASectionWithANewIndexIsRead() throws {
        let (list, sizes) = list(3, 5_000)
        sizes.singles = 0
        list.view.performBatchUpdates {
            list.sections.removeFirst()
            list.view.deleteSections([0])
        }
        #expect(sizes.singles == 1)
        try expectFresh(list)
    }

    @Test func movedItemsKeepTheirSizesWithoutARequest() throws {
        let (list, sizes) = list(1_000)
        sizes.singles = 0
        list.view.performBatchUpdates {
            let name = list.sections[0].remove(at: 900)
            list.sections[0].insert(name, at: 3)
            list.view.moveItem(at: IndexPath(item: 900, section: 0), to: IndexPath(item: 3, section: 0))
        }
        #expect(sizes.singles == 1)
        try expectFresh(list)
    }

    @Test func aSectionCanBecomeNonUniformAndUniformAgain() throws {
        let (list, sizes) = list(40)
        sizes.isUniform = true
        list.view.reloadData()
        list.view.layoutIfNeeded()
        sizes.isUniform = false
        list.view.performBatchUpdates {
            list.sections[0].insert("a5", at: 1)
            list.view.insertItems(at: [IndexPath(item: 1, section: 0)])
        }
        try expectFresh(list)
        sizes.isUniform = true
        list.view.performBatchUpdates {
            list.sections[0].remove(at: 7)
            list.view.deleteItems(at: [IndexPath(item: 7, section: 0)])
        }
        try expectFresh(list)
    }

    @Test func sectionsOfEqualRowsAreRefilledInTheirPlace() throws {
        final class Rows: CollectionViewLayoutRecipe {
            var height: CGFloat = 10
            let scrollDirection = ScrollDirection.vertical
            func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                .list(count: context.itemCount, height: height, spacing: CGFloat(section))
            }
        }
        let rows = Rows()
        let list = NameList(
            ["a", "b", "c", "d"].map { letter in (0..<50).map { "\(letter)\($0)" } }, layout: rows)
        list.view.layoutIfNeeded()
        for step in 0..<12 {
            rows.height = step % 4 == 3 ? 14 : 10
            list.view.performBatchUpdates {
                for section in 0..<3 {
                    let count = list.sections[section].count
                    // All items are deleted in some steps and inserted again in others.
                    let gone = step % 5 == section ? 0..<count : count / 3..<count / 2
                    list.sections[section].removeSubrange(gone)
                    list.view.deleteItems(at: gone.map { IndexPath(item: $0, section: section) })
                    list.sections[section].insert(contentsOf: ["x\(step)\(section)", "y\(step)\(section)"], at: 0)
                    list.view.insertItems(at: [0, 1].map { IndexPath(item: $0, section: section) })
                }
                // A section without edits keeps its height.
                list.view.reloadSections([3])
            }
            try expectFresh(list)
        }
    }

    @Test func sizesThatCannotBeUsedAreRaisedAndReported() {
        let (list, sizes) = list(5)
        list.view.diagnostics.handler = { _ in }
        final class Bad: CollectionViewFlowLayoutDelegate {
            func flowLayout(
                _ layout: CollectionViewFlowLayout, sizeForItemAt item: Int, inSection section: Int
            ) -> CGSize? { CGSize(width: 10, height: item == 1 ? CGFloat.nan : 10) }
        }
        let bad = Bad()
        (list.view.collectionViewLayout as? CollectionViewFlowLayout)?.delegate = bad
        list.view.performBatchUpdates {
            list.sections[0].insert("a9", at: 1)
            list.view.insertItems(at: [IndexPath(item: 1, section: 0)])
        }
        #expect(list.view.numberOfItems(inSection: 0) == 6)
        #expect(list.view.layout.diagnostics.recent.map(\.item) == [1])
        _ = sizes
    }

    @Test func subclassesSupplyTheirOwnRecipe() throws {
        final class Tall: CollectionViewFlowLayout {
            override func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                .list(heights: (0..<context.itemCount).map { Double(10 + $0) })
            }
        }
        let list = NameList(names(4), layout: Tall())
        list.view.layoutIfNeeded()
        list.view.performBatchUpdates {
            list.sections[0].insert("a9", at: 1)
            list.view.insertItems(at: [IndexPath(item: 1, section: 0)])
        }
        try expectFresh(list)
    }

    @Test func stockSectionLayoutsReadOnlySomeItems() throws {
        final class Stock: CollectionViewLayoutRecipe {
            let scrollDirection = ScrollDirection.vertical
            weak var list: NameList?
            private func heights(_ section: Int) -> [Double] {
                list?.sections[section].map { 10 + (Double($0.dropFirst()) ?? 0) } ?? []
            }
            func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
                .list(count: 0, height: 0)
            }
            func sectionLayout(forSection section: Int, in context: SectionLayoutContext) -> SectionLayoutObject? {
                let heights = heights(section)
                switch section {
                case 0: return SectionLayoutObject(ListSectionLayout(itemHeights: .each { heights[$0] }))
                case 1:
                    return SectionLayoutObject(
                        CollectionViewSectionFlowLayout(itemSizes: .each { CGSize(width: 30, height: heights[$0]) }))
                case 2:
                    return SectionLayoutObject(
                        WaterfallSectionLayout(columns: 2, itemSizes: .heights(.each { heights[$0] })))
                case 3: return SectionLayoutObject(GridSectionLayout(columns: .count(3), itemHeight: 12))
                default:
                    return SectionLayoutObject(
                        ListSectionLayout(
                            itemHeights: .bulk { for item in heights.indices { $0[item] = heights[item] } }))
                }
            }
        }
        let layout = Stock()
        let list = NameList(names(6, 6, 6, 6, 6), layout: layout)
        layout.list = list
        list.view.layoutIfNeeded()
        list.view.performBatchUpdates {
            for section in 0..<5 {
                list.sections[section].remove(at: 4)
                list.sections[section].insert("x\(20 + section)", at: 2)
                list.sections[section][0] = "x33"
                list.view.insertItems(at: [IndexPath(item: 2, section: section)])
                list.view.deleteItems(at: [IndexPath(item: 4, section: section)])
                list.view.reloadItems(at: [IndexPath(item: 0, section: section)])
            }
        }
        try expectFresh(list)
    }

    @Test func measuredSizesSurviveEdits() {
        let list = NameList(names(50), layout: ListRecipe(height: 20, estimated: true))
        list.recorder.sizes = { view, size in
            CGSize(width: size.width, height: 30 + CGFloat(Int((view as? NameCell)?.name.dropFirst() ?? "") ?? 0))
        }
        list.view.layoutIfNeeded()
        let height = list.view.contentSize.height
        #expect(height > 50 * 20)
        list.view.performBatchUpdates {
            list.sections[0].insert("a90", at: 40)
            list.view.insertItems(at: [IndexPath(item: 40, section: 0)])
        }
        #expect(list.view.contentSize.height == height + 20)
    }
}
