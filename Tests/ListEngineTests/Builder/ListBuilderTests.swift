import Foundation
import ListEngine
import ListEngineLayout
import TestSupport
import Testing

@MainActor
@Suite("Lists that are built")
struct ListBuilderTests {
    private struct City: Identifiable {
        var id: String
        var dishes: [Dish]
    }

    private struct Reading: Identifiable, Equatable {
        var id: Int
        var text: String
    }

    /// The list shows a function of this.
    @MainActor
    private final class Menu {
        let test: SectionList
        var banner: String?
        var isLong = true
        var cities: [City] = []
        var readings: [Reading] = []
        var fills = 0
        var chosen: [String] = []

        init(height: CGFloat = 400) { test = SectionList(height: height) }

        func build() {
            test.list.build {
                if let banner {
                    ListBlock("banner", [banner], id: \.self) { (cell: DishCell, text) in cell.text = text }
                        .height(30)
                }
                for city in cities {
                    ListBlock(city.id, city.dishes, id: \.listIdentifier) { (cell: DishCell, dish) in
                        cell.text = dish.text
                        self.fills += 1
                    }
                    .height(20)
                    .header(height: 10) { (view: DishTitle) in view.title = "\(city.id) \(city.dishes.count)" }
                    .onDidSelect { dish, _ in self.chosen.append(dish.text) }
                }
                if isLong {
                    ListBlock("readings", readings) { (cell: DishCell, reading) in cell.text = reading.text }.height(20)
                } else {
                    ListBlock("none", ["nothing"], identifiedBy: { $0 }) { (cell: DishCell, text) in cell.text = text }
                }
            }
        }

        var shown: String {
            build()
            return test.shown
        }

        func cell(_ text: String) -> CollectionViewCell? {
            test.view.visibleCells.first { ($0 as? DishCell)?.text == text }
        }
    }

    @Test func aCommonSizeIsRequestedOnce() {
        let test = SectionList(height: 100)
        var asked = 0
        let numbers = Array(0..<100_000)
        let section = ClosureSection(items: numbers, identifiedBy: { $0 })
            .onCellConfigure { (cell: DishCell, number, _) in cell.text = "\(number)" }
        test.list.reload(newSections: [section.itemSize(CGSize(width: 50, height: 20))])
        #expect(test.shown == (0..<10).map { "\($0)" }.joined(separator: " "))
        #expect(test.view.contentSize.height == 1_000_000)
        // Individual sizes are ignored while a common size is set, and are used again with another section.
        let other = ClosureSection(listIdentifier: section.listIdentifier, items: numbers, identifiedBy: { $0 })
            .onCellConfigure { (cell: DishCell, number, _) in cell.text = "\(number)" }
            .onCellSize { _, list in
                asked += 1
                return CGSize(width: list.width, height: 25)
            }
        test.list.update(newSections: [other])
        #expect(test.shown == "0 1 2 3")
        #expect(asked == 100_000)
    }

    @Test func conditionsAndLoops() {
        let menu = Menu()
        #expect(menu.shown == "")
        menu.readings = [Reading(id: 1, text: "one")]
        #expect(menu.shown == "one")
        menu.banner = "hello"
        menu.cities = [City(id: "rome", dishes: [Dish("a", "A"), Dish("b", "B")]), City(id: "bern", dishes: [])]
        #expect(menu.shown == "hello A B one")
        menu.isLong = false
        #expect(menu.shown == "hello A B nothing")
        #expect(
            menu.test.frames == [
                "0.0 0,0 100x30", "header 1.0 0,30 100x10", "1.0 0,40 100x20", "1.1 0,60 100x20",
                "header 2.0 0,80 100x10", "3.0 0,90 100x44",
            ])
        #expect(menu.test.codes == [])
    }

    @Test func remainingItemsKeepTheirCellsAndAreConfiguredAgain() {
        let menu = Menu()
        menu.cities = [
            City(id: "rome", dishes: [Dish("a", "A"), Dish("b", "B")]), City(id: "bern", dishes: [Dish("c", "C")]),
        ]
        #expect(menu.shown == "A B C")
        let (a, c) = (menu.cell("A"), menu.cell("C"))
        menu.cities = [
            City(id: "bern", dishes: [Dish("d", "D"), Dish("c", "C2")]), City(id: "rome", dishes: [Dish("a", "A2")]),
        ]
        #expect(menu.shown == "D C2 A2")
        #expect(a != nil && menu.cell("A2") === a && c != nil && menu.cell("C2") === c)
        let titles = menu.test.view.visibleSupplementaryViews(ofKind: .header).map { ($0 as? DishTitle)?.title }
        #expect(titles == ["bern 2", "rome 1"])
        menu.test.view.hostTap(at: CGPoint(x: 50, y: 35))
        #expect(menu.chosen == ["C2"])
        #expect(menu.test.codes == [])
    }

    @Test func onlyVisibleCellsAreConfigured() {
        let menu = Menu(height: 100)
        menu.cities = [City(id: "rome", dishes: (0..<10_000).map { Dish("\($0)") })]
        menu.build()
        menu.test.view.layoutIfNeeded()
        #expect(menu.fills > 0 && menu.fills < 20)
        let before = menu.fills
        menu.cities[0].dishes.remove(at: 5000)
        menu.build()
        menu.test.view.layoutIfNeeded()
        #expect(menu.fills - before < 20 && menu.test.view.numberOfItems(inSection: 0) == 9_999)
    }

    /// How the items of a block get their heights.
    enum Heights: CaseIterable { case fixed, estimated, ofContents }

    @Test(arguments: Heights.allCases)
    func eachVisibleViewIsConfiguredOncePerBuild(_ heights: Heights) {
        let test = SectionList(height: 200)
        var calls: [Int: Int] = [:]
        var headers = 0
        func build(_ numbers: [Int]) -> [Int: Int] {
            (calls, headers) = ([:], 0)
            test.list.build {
                let block = ListBlock("numbers", numbers, id: \.self) { number in
                    calls[number, default: 0] += 1
                    return ItemContent("\(number)")
                }
                .header(height: 10) { (_: DishTitle) in headers += 1 }
                switch heights {
                case .fixed: block.height(20)
                case .estimated: block.estimatedHeight(50)
                case .ofContents: block
                }
            }
            test.view.layoutIfNeeded()
            return calls
        }
        // All cells are new, all survive, and some survive; then cells are reused, and deleted.
        for numbers in [Array(0..<1_000), Array(0..<1_001), [-2, -1] + Array(3..<900), Array(5_000..<5_100), []] {
            let calls = build(numbers)
            #expect(calls.allSatisfy { $0.value == 1 }, "\(calls)")
            #expect(
                Set(calls.keys).isSuperset(
                    of: test.view.visibleCells.compactMap { cell in
                        Int((cell as? ContentCell)?.content.title ?? "")
                    }))
            #expect(calls.count <= 20 && headers == 1)
        }
    }

    @Test func twoSectionsWithOneNameAreReported() {
        let menu = Menu()
        menu.cities = [City(id: "rome", dishes: [Dish("a", "A")]), City(id: "rome", dishes: [Dish("b", "B")])]
        #expect(menu.shown == "A" && menu.test.codes == [.duplicateIdentifier])
    }

    @Test func anItemOrAPropertyOfItsTypeIsTheIdentifier() {
        let plain = ListBlock("x", [1, 2], id: \.self) { (_: DishCell, _) in }
        #expect(plain.itemIdentifiers == [1, 2])
        let swapped = ListBlock("x", [1, 2], id: \.byteSwapped) { (_: DishCell, _) in }
        #expect(swapped.itemIdentifiers == [1.byteSwapped, 2.byteSwapped])
        let counted = ListBlock("x", ["a", "bc"], id: \.count) { (_: DishCell, _) in }
        #expect(counted.itemIdentifiers == [1, 2])
    }

    @Test func aSectionOfAnotherTypeWithTheSameNameReplacesTheSection() {
        let test = SectionList()
        test.list.build { ListBlock("x", [1, 2], id: \.self) { (cell: DishCell, number) in cell.text = "\(number)" } }
        #expect(test.shown == "1 2")
        test.list.build { ListBlock("x", ["1", "b"], id: \.self) { (cell: DishCell, text) in cell.text = text } }
        #expect(test.shown == "1 b" && test.codes == [])
    }

    @Test func sectionsOfAnyKindCanBeMixedWithBlocks() {
        let test = SectionList()
        let dishes = DishSection("dishes", "p q")
        let more: [any ListSection] = [DishSection("more", "r")]
        test.list.build {
            dishes
            ListBlock("x", [1], id: \.self) { (cell: DishCell, number) in cell.text = "\(number)" }.height(20)
            more
        }
        #expect(test.shown == "p q 1 r" && dishes.context != nil)
        dishes.items.append(Dish("s"))
        dishes.append(items: [Dish("s")], animatingDifferences: false)
        #expect(test.shown == "p q s 1 r")
    }

    @Test func inACompositionalLayoutBlocksAreTables() {
        let list = ListDataSource()
        let layout = CollectionViewCompositionalLayout { [unowned list] section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: layout)
        list.attach(to: view)
        list.build {
            ListBlock("a", [1, 2], id: \.self) { (cell: DishCell, number) in cell.text = "\(number)" }
                .height(20).minimumLineSpacing(2)
                .sectionInset(SectionInsets(top: 3, leading: 5, bottom: 7, trailing: 11))
            ListBlock("b", [3], id: \.self) { (cell: DishCell, number) in cell.text = "\(number)" }
                .header(height: 10, pins: true) { (view: DishTitle) in view.title = "b" }
        }
        view.layoutIfNeeded()
        #expect(
            view.visibleCells.map(\.frame) == [
                CGRect(x: 5, y: 3, width: 84, height: 20), CGRect(x: 5, y: 25, width: 84, height: 20),
                CGRect(x: 0, y: 62, width: 100, height: 44),
            ])
        let header = view.supplementaryView(forElementKind: .header, at: IndexPath(item: 0, section: 1)) as? DishTitle
        #expect(header?.title == "b" && header?.frame.minY == 52)
    }

    @Test func randomBuildsShowTheModel() {
        for seed in 1...30 as ClosedRange<UInt64> {
            var random = TestRandom(seed: seed)
            let menu = Menu(height: 2000)
            for step in 0..<20 {
                menu.banner = random.chance(oneIn: 2) ? "banner \(random.below(2))" : nil
                menu.isLong = random.chance(oneIn: 2)
                menu.readings = (0..<6).filter { _ in random.chance(oneIn: 2) }.map {
                    Reading(id: $0, text: "r\($0).\(random.below(3))")
                }
                var names = ["rome", "bern", "oslo", "lima"].filter { _ in random.chance(oneIn: 2) }
                if random.chance(oneIn: 2) { names.reverse() }
                menu.cities = names.map { name in
                    var dishes = (0..<8).filter { _ in random.chance(oneIn: 2) }
                    if random.chance(oneIn: 3) { dishes.reverse() }
                    return City(id: name, dishes: dishes.map { Dish("\($0)", "\(name)\($0).\(random.below(3))") })
                }
                let model =
                    [menu.banner].compactMap { $0 } + menu.cities.flatMap { $0.dishes.map(\.text) }
                    + (menu.isLong ? menu.readings.map(\.text) : ["nothing"])
                #expect(menu.shown == model.joined(separator: " "), "seed \(seed), step \(step)")
                #expect(menu.test.codes == [], "seed \(seed), step \(step)")
            }
        }
    }

    @Test func scrolledCellsShowTheDisplayedItems() {
        for seed in 1...40 as ClosedRange<UInt64> {
            var random = TestRandom(seed: seed)
            let test = SectionList(height: 60)
            var shown: [Dish] = []
            for step in 0..<20 {
                if shown.count == 10, random.chance(oneIn: 2) {
                    // As after a drag by the user. The section still has its own order.
                    let (from, to) = (random.below(shown.count), random.below(shown.count))
                    test.view.dataSource?.collectionView(
                        test.view, moveItemAt: IndexPath(item: from, section: 0), to: IndexPath(item: to, section: 0))
                    shown.insert(shown.remove(at: from), at: to)
                    test.view.reloadData()
                } else {
                    let isDistinct = random.chance(oneIn: 2)
                    let dishes = (0..<10).map { number in
                        Dish("\(isDistinct ? 9 - number : random.below(8))", "\(step).\(number)")
                    }
                    test.list.build {
                        ListBlock("dishes", dishes, id: \.listIdentifier) { (cell: DishCell, dish) in
                            cell.text = dish.text
                        }.height(20)
                    }
                    // Of several with one identifier the first is shown.
                    var known: Set<String> = []
                    shown = dishes.filter { known.insert($0.listIdentifier).inserted }
                }
                test.view.layoutIfNeeded()
                let first = random.below(max(1, shown.count - 2))
                test.view.hostDidScroll(to: CGPoint(x: 0, y: 20 * first))
                let model = shown.dropFirst(first).prefix(3).map(\.text).joined(separator: " ")
                #expect(test.shown == model, "seed \(seed), step \(step)")
                // Not an item of the list.
                let path = IndexPath(item: shown.count, section: 0)
                let cell = test.view.dataSource?.collectionView(test.view, cellForItemAt: path)
                #expect(cell is PlaceholderCell, "seed \(seed), step \(step)")
            }
        }
    }

    @Test func aListIsReleasedWithItsOwner() {
        weak var gone: ListDataSource?
        weak var goneView: CollectionView?
        do {
            let test = SectionList()
            test.list.build {
                ListBlock("x", [1], id: \.self) { (cell: DishCell, number) in cell.text = "\(number)" }
                    .header(height: 10) { (view: DishTitle) in view.title = "x" }
            }
            #expect(test.shown == "1")
            (gone, goneView) = (test.list, test.view)
        }
        #expect(gone == nil && goneView == nil)
    }
}
