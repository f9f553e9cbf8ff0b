import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// User interaction with blocks, and blocks that are as high as their cells.
@MainActor
@Suite("Blocks that are swiped, moved and measured")
struct ListBlockInteractionTests {
    /// The list shows a function of the dishes.
    @MainActor
    private final class Kitchen {
        let test: SectionList
        var dishes: [Dish]
        var estimate: CGFloat?
        var log: [String] = []
        var takesMoves = true
        var buildsWhileMoving = false

        init(_ names: String, height: CGFloat = 200) {
            test = SectionList(height: height)
            dishes = names.split(separator: " ").map { Dish(String($0)) }
            test.recorder.sizes = { view, size in
                let text = (view as? DishCell)?.text ?? ""
                return CGSize(width: size.width, height: 10 * CGFloat(text.count))
            }
        }

        var view: CollectionView { test.view }

        func build() {
            test.list.build {
                ListBlock("dishes", dishes, id: \.listIdentifier) { (cell: DishCell, dish) in cell.text = dish.text }
                    .leadingSwipeActions(leading)
                    .trailingSwipeActions(trailing)
                    .menu(menu)
                    .onMove(where: mayMove, move)
                    .heights(estimate)
            }
        }

        private func leading(_ dish: Dish) -> CollectionSwipeActions? {
            dish.text == "c" ? CollectionSwipeActions([action("pin", dish)]) : nil
        }

        private func trailing(_ dish: Dish) -> CollectionSwipeActions? {
            CollectionSwipeActions([action("delete", dish)])
        }

        private func menu(_ dish: Dish) -> CollectionContextMenu? {
            dish.text == "b" ? nil : CollectionContextMenu(payload: "menu of \(dish.text)")
        }

        private func mayMove(_ dish: Dish) -> Bool { dish.text != "a" }

        private func move(_ dish: Dish, _ from: Int, _ to: Int) {
            log.append("move \(dish.text) \(from) -> \(to)")
            if takesMoves { dishes.insert(dishes.remove(at: from), at: to) }
            if buildsWhileMoving { build() }
        }

        private func action(_ title: String, _ dish: Dish) -> CollectionSwipeAction {
            CollectionSwipeAction(title: title) { action, indexPath, done in
                self.log.append("\(action.title) \(dish.text) \(text(indexPath))")
                if action.title == "delete" { self.dishes.removeAll { $0 == dish } }
                done(true)
                self.build()
            }
        }

        var shown: String {
            build()
            return test.shown
        }

        /// The position of a dish on the screen.
        func place(of text: String) -> CGFloat? {
            view.layoutIfNeeded()
            return view.visibleCells.first { ($0 as? DishCell)?.text == text }.map {
                $0.frame.minY - view.contentOffset.y
            }
        }

        func drag(_ item: Int, to y: CGFloat) -> Bool {
            guard view.hostBeginReordering(itemAt: IndexPath(item: item, section: 0)) else { return false }
            view.hostReorder(to: CGPoint(x: 50, y: y))
            return view.hostEndReordering()
        }
    }

    @Test func aSwipePerformsItsAction() {
        let kitchen = Kitchen("a b c d")
        #expect(kitchen.shown == "a b c d")
        // The trailing swipe, held open, then an action chosen.
        #expect(kitchen.view.hostBeginSwipe(at: CGPoint(x: 50, y: 30)))
        #expect(kitchen.view.hostSwipe(by: -50))
        kitchen.view.hostEndSwipe()
        #expect(kitchen.view.hostPerformSwipeAction(at: 0))
        #expect(kitchen.log == ["delete b 0.1"])
        #expect(kitchen.test.shown == "a c d")
        // The leading swipe, on the only item that has one.
        #expect(kitchen.view.hostBeginSwipe(at: CGPoint(x: 50, y: 10)))
        #expect(!kitchen.view.hostSwipe(by: 90))
        kitchen.view.hostEndSwipe()
        #expect(kitchen.view.hostBeginSwipe(at: CGPoint(x: 50, y: 30)))
        #expect(kitchen.view.hostSwipe(by: 95))
        kitchen.view.hostEndSwipe()
        _ = kitchen.view.hostPerformSwipeAction(at: 0)
        #expect(kitchen.log == ["delete b 0.1", "pin c 0.1"])
        #expect(kitchen.test.shown == "a c d" && kitchen.test.codes == [])
    }

    @Test func aMoveEndsInTheNewOrder() {
        let kitchen = Kitchen("a b c d")
        #expect(kitchen.shown == "a b c d")
        #expect(!kitchen.drag(0, to: 70))
        #expect(kitchen.log == [])
        #expect(kitchen.drag(1, to: 75))
        #expect(kitchen.log == ["move b 1 -> 3"])
        #expect(kitchen.test.shown == "a c d b" && kitchen.dishes.map(\.text) == ["a", "c", "d", "b"])
        // Building again changes nothing, and later moves work.
        #expect(kitchen.shown == "a c d b")
        kitchen.buildsWhileMoving = true
        #expect(kitchen.drag(3, to: 5))
        #expect(kitchen.log == ["move b 1 -> 3", "move b 3 -> 0"])
        #expect(kitchen.test.shown == "b a c d" && kitchen.dishes.map(\.text) == ["b", "a", "c", "d"])
        #expect(kitchen.test.codes == [])
    }

    @Test func theOldOrderReturnsIfTheDataDoesNotFollowAMove() {
        let kitchen = Kitchen("a b c d")
        kitchen.takesMoves = false
        #expect(kitchen.shown == "a b c d")
        #expect(kitchen.drag(3, to: 30))
        #expect(kitchen.log == ["move d 3 -> 1"] && kitchen.test.shown == "a d b c")
        // Cells belong to the visible items.
        #expect(kitchen.view.hostContextMenu(at: CGPoint(x: 50, y: 30))?.payload as? String == "menu of d")
        #expect(kitchen.shown == "a b c d" && kitchen.test.codes == [])
    }

    @Test func aContextMenuBelongsToItsItem() {
        let kitchen = Kitchen("a b c")
        #expect(kitchen.shown == "a b c")
        #expect(kitchen.view.hostContextMenu(at: CGPoint(x: 50, y: 50))?.payload as? String == "menu of c")
        #expect(kitchen.view.indexPathsForContextMenu == [IndexPath(item: 2, section: 0)])
        #expect(kitchen.view.hostContextMenu(at: CGPoint(x: 50, y: 30)) == nil)
    }

    @Test func blocksWithoutModifiersAllowNoInteraction() {
        let test = SectionList()
        test.list.build { ListBlock("x", ["a", "b"], id: \.self) { (cell: DishCell, text) in cell.text = text } }
        #expect(test.shown == "a b")
        #expect(!test.view.hostBeginReordering(itemAt: IndexPath(item: 1, section: 0)))
        #expect(test.view.hostContextMenu(at: CGPoint(x: 50, y: 10)) == nil)
        if test.view.hostBeginSwipe(at: CGPoint(x: 50, y: 10)) { #expect(!test.view.hostSwipe(by: -50)) }
    }

    // MARK: Estimated heights

    /// Dishes whose heights are 10 to 70.
    private static func measured(_ count: Int, prefix: String = "") -> [Dish] {
        (0..<count).map { number in
            let name = "\(prefix)\(number)"
            return Dish(name, name + String(repeating: "x", count: number % 4))
        }
    }

    private static func height(_ dish: Dish) -> CGFloat { 10 * CGFloat(dish.text.count) }

    @Test(arguments: [false, true])
    func estimatesHoldUntilCellsAreMeasuredAndNothingJumps(isCompositional: Bool) throws {
        let kitchen = Kitchen("")
        let list = kitchen.test.list
        if isCompositional {
            kitchen.view.collectionViewLayout = CollectionViewCompositionalLayout {
                [unowned list] section, environment in
                list.compositionalSectionLayoutProvider(at: section, environment: environment)
            }
        }
        kitchen.estimate = 25
        kitchen.dishes = Self.measured(400)
        kitchen.build()
        kitchen.view.layoutIfNeeded()
        let frames = kitchen.view.visibleElements.map(\.frame)
        var end: CGFloat = 0
        for (frame, dish) in zip(frames, kitchen.dishes) {
            #expect(frame == CGRect(x: 0, y: end, width: 100, height: Self.height(dish)))
            end = frame.maxY
        }
        #expect(kitchen.view.contentSize.height == end + 25 * CGFloat(400 - frames.count))

        // In the middle of the list, rows above are measured as they appear: the screen moves only by the scrolled
        // distance.
        kitchen.view.scrollToItem(at: IndexPath(item: 200, section: 0), at: .start, animated: false)
        kitchen.view.layoutIfNeeded()
        for _ in 0..<40 {
            let text = try #require((kitchen.view.visibleCells.first as? DishCell)?.text)
            let before: CGFloat = try #require(kitchen.place(of: text))
            kitchen.view.hostDidScroll(to: CGPoint(x: 0, y: kitchen.view.contentOffset.y - 7))
            #expect(kitchen.place(of: text) == before + 7)
        }

        // Nor does it move when rows are inserted above, or change.
        let text = try #require((kitchen.view.visibleCells.first as? DishCell)?.text)
        let before = try #require(kitchen.place(of: text))
        kitchen.dishes.insert(contentsOf: Self.measured(30, prefix: "new"), at: 0)
        kitchen.build()
        #expect(kitchen.place(of: text) == before)
        let seen = try #require(kitchen.dishes.firstIndex { $0.text == text })
        for _ in 0..<12 {
            // Many times, each time to another height: this is not an item that never comes to rest.
            kitchen.dishes[seen + 1].text += "x"
            kitchen.build()
            let path = IndexPath(item: seen + 1, section: 0)
            #expect(kitchen.place(of: text) == before)
            #expect(kitchen.view.cellForItem(at: path)?.frame.height == Self.height(kitchen.dishes[seen + 1]))
        }
        #expect(kitchen.test.codes == [])
    }

    @Test func severalSelectedItemsHaveAMenu() {
        let test = SectionList(height: 200)
        test.view.allowsMultipleSelection = true
        func build(hasMenu: Bool) {
            test.list.build {
                for name in ["one", "two"] {
                    let dishes = ["a", "b", "c"].map { Dish(name + $0) }
                    let block = ListBlock(name, dishes, id: \.listIdentifier) { (cell: DishCell, dish) in
                        cell.text = dish.text
                    }.height(20).minimumLineSpacing(0)
                        .menu { CollectionContextMenu(payload: "one: \($0.text)") }
                    if hasMenu {
                        block.menu(ofSeveral: {
                            $0.contains { $0.text == "onec" }
                                ? nil : CollectionContextMenu(payload: $0.map(\.text).joined(separator: " "))
                        })
                    } else {
                        block
                    }
                }
            }
            test.view.layoutIfNeeded()
        }
        func menu(_ row: Int) -> String? {
            test.view.hostContextMenu(at: CGPoint(x: 50, y: row * 20 + 10))?.payload as? String
        }
        func select(_ rows: [Int]) {
            test.view.selectItem(at: nil, animated: false)
            for row in rows { test.view.selectItem(at: IndexPath(item: row % 3, section: row / 3), animated: false) }
        }
        build(hasMenu: true)
        select([1, 0])
        #expect(menu(1) == "onea oneb" && test.view.indexPathsForContextMenu.count == 2)
        #expect(menu(2) == "one: onec" && test.view.indexPathsForContextMenu.count == 1)
        select([0])
        #expect(menu(0) == "one: onea")
        // No menu for this choice, no menu of two sections, and no such closure: the item under the pointer.
        select([0, 2])
        #expect(menu(0) == "one: onea" && test.view.indexPathsForContextMenu == [IndexPath(item: 0, section: 0)])
        select([0, 4])
        #expect(menu(4) == "one: twob" && test.view.indexPathsForContextMenu == [IndexPath(item: 1, section: 1)])
        build(hasMenu: false)
        select([0, 1])
        #expect(menu(1) == "one: oneb" && test.view.indexPathsForContextMenu == [IndexPath(item: 1, section: 0)])
    }

    @Test func aHeaderIsAsHighAsItsView() {
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: 200), collectionViewLayout: CollectionViewFlowLayout())
        let list = ListDataSource(scheduler: .immediate)
        let host = RecorderHost()
        host.sizes = { view, size in (view as? HeaderView).map { _ in CGSize(width: size.width, height: 46) } }
        view.host = host
        list.attach(to: view)
        func top(_ isEstimated: Bool) -> CGFloat {
            list.build {
                let block = ListBlock("\(isEstimated)", [1, 2], id: \.self) { (_: CollectionViewCell, _) in }
                if isEstimated {
                    block.header(estimatedHeight: 28) { (_: HeaderView) in }
                } else {
                    block.header(height: 28) { (_: HeaderView) in }
                }
            }
            view.layoutIfNeeded()
            return view.layout.frame(ofItem: 0, inSection: 0).minY
        }
        #expect(top(false) == 28 && top(true) == 28)
        view.collectionViewLayout = CollectionViewCompositionalLayout { [list] section, environment in
            list.compositionalSectionLayoutProvider(at: section, environment: environment)
        }
        #expect(top(false) == 28 && top(true) == 46)
    }

    @Test func measuredSizesSurviveRebuilding() {
        let kitchen = Kitchen("")
        kitchen.estimate = 25
        kitchen.dishes = Self.measured(100)
        kitchen.build()
        kitchen.view.layoutIfNeeded()
        for y in stride(from: 0, through: 3_300, by: 150) {
            kitchen.view.hostDidScroll(to: CGPoint(x: 0, y: CGFloat(y)))
        }
        let size = kitchen.view.contentSize
        #expect(size.height == kitchen.dishes.reduce(0) { $0 + Self.height($1) })
        for _ in 0..<3 {
            kitchen.build()
            kitchen.view.layoutIfNeeded()
            #expect(kitchen.view.contentSize == size)
        }
        // Explicit heights are not measured.
        kitchen.estimate = nil
        kitchen.build()
        kitchen.view.layoutIfNeeded()
        #expect(kitchen.view.contentSize.height == 2_000)
        #expect(kitchen.view.diagnostics.recent == [])
    }

    // MARK: Self-sizing items of a flow

    @Test func itemsOfAFlowAreAsLargeAsTheirCells() {
        let test = SectionList(height: 100)
        test.layout.minimumLineSpacing = 0
        test.layout.minimumInteritemSpacing = 0
        test.recorder.sizes = { view, _ in
            CGSize(width: 10 * CGFloat((view as? DishCell)?.text.count ?? 0), height: 20)
        }
        func section(_ names: [String]) -> any ListSection {
            ClosureSection(listIdentifier: "tags", items: names, identifiedBy: { $0 })
                .onCellConfigure { (cell: DishCell, name, _) in cell.text = name }
                .estimatedItemSize(CGSize(width: 30, height: 30))
        }
        test.list.update(newSections: [section(["aaaa", "bb", "cccc", "ddddddd"])])
        #expect(test.shown == "aaaa bb cccc ddddddd")
        // The last line has one item, of which two do not fit.
        #expect(
            test.frames == ["0.0 0,0 40x20", "0.1 40,0 20x20", "0.2 60,0 40x20", "0.3 15,20 70x20"])
        test.list.update(newSections: [section(["aaaa", "eee", "bb", "cccc", "ddddddd"])])
        #expect(
            test.frames == [
                "0.0 0,0 40x20", "0.1 45,0 30x20", "0.2 80,0 20x20", "0.3 30,20 40x20", "0.4 15,40 70x20",
            ])
        #expect(test.codes == [])
    }

    @Test func snapshotsUseTheEstimateOfTheLayout() {
        let (layout, host) = (CollectionViewFlowLayout(), RecorderHost())
        layout.estimatedItemSize = CGSize(width: 50, height: 50)
        let view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
        view.host = host
        host.sizes = { _, _ in CGSize(width: 90, height: 30) }
        let source = DiffableDataSource<Int, Int>(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(DishCell.self, for: indexPath)
        }
        source.apply(DiffableSnapshot(sections: [(0, [1, 2, 3, 4])]))
        view.layoutIfNeeded()
        #expect(view.visibleElements.map(\.frame.size) == Array(repeating: CGSize(width: 90, height: 30), count: 3))
        #expect(view.contentSize.height == 150 || view.contentSize.height == 170)
        #expect(view.diagnostics.recent == [])
    }

    // MARK: Size requests

    /// Counts the requests for sizes.
    private final class Counting: ListSection {
        weak var context: ListContext?
        let listIdentifier = "numbers"
        var items: [Dish]
        var sizes = 0
        init(_ count: Int) { items = (0..<count).map { Dish("\($0)") } }

        func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
            let cell: DishCell? = dequeueCell(at: indexPath)
            cell?.text = item(for: itemIdentifier, at: indexPath)?.text ?? "?"
            return cell
        }
        func size(at indexPath: IndexPath) -> CGSize? {
            sizes += 1
            guard let item = itemIdentifier(at: indexPath).flatMap({ item(for: $0, at: indexPath) }) else { return nil }
            return CGSize(width: 100, height: item.height)
        }
    }

    @Test func anUpdateRequestsTheSizesOfChangedItems() {
        let test = SectionList()
        let section = Counting(10_000)
        test.list.append(newSections: [section])
        test.view.layoutIfNeeded()
        #expect(section.sizes == 10_000)
        section.sizes = 0
        section.items[1] = Dish("1", "one", height: 30)
        section.items[5_000].height = 50
        section.items.insert(Dish("new", height: 10), at: 0)
        section.update(reconfiguring: [section.items[2], section.items[5_001]])
        // One more request, for the first item, finds out whether the section has sizes at all.
        #expect(section.sizes <= 5)
        #expect(test.frames.prefix(4) == ["0.0 0,0 100x10", "0.1 0,10 100x20", "0.2 0,30 100x30", "0.3 0,60 100x20"])
        #expect(test.view.contentSize.height == 200_050)
        section.sizes = 0
        section.update()
        #expect(section.sizes <= 1)
        // An item that was not named in the update keeps its size until `relayout()`.
        section.items[3].height = 40
        section.update()
        #expect(test.view.contentSize.height == 200_050)
        section.relayout()
        #expect(test.view.contentSize.height == 200_070)
        #expect(test.codes == [])
    }

    @Test func rebuildingRequestsNoSizesFromBlocksOfOneHeightAndAppliesTheNewHeight() {
        let test = SectionList()
        var (height, spacing): (CGFloat, CGFloat) = (20, 0)
        func build() {
            test.list.build {
                ListBlock("x", ["a", "b", "c"], id: \.self) { (cell: DishCell, text) in cell.text = text }
                    .height(height)
                    .minimumLineSpacing(spacing)
            }
        }
        build()
        #expect(test.frames == ["0.0 0,0 100x20", "0.1 0,20 100x20", "0.2 0,40 100x20"])
        (height, spacing) = (30, 2)
        build()
        #expect(test.frames == ["0.0 0,0 100x30", "0.1 0,32 100x30", "0.2 0,64 100x30"])
    }
}

extension ListBlock {
    /// An estimate, or rows of 20 points.
    fileprivate func heights(_ estimate: CGFloat?) -> Self { estimate.map { estimatedHeight($0) } ?? height(20) }
}

/// Blocks with many modifiers, each of which is one expression.
@MainActor
@Suite("Blocks with many modifiers")
struct LongChainTests {
    private struct Price: Identifiable {
        var id: Int
        var product: String
        var text: String
        var lines = 1
    }

    /// The example of the documentation of `ListBlock`.
    @MainActor
    private final class PriceList {
        let list: ListDataSource
        var prices: [Price] = [] { didSet { render() } }

        init(_ list: ListDataSource) { self.list = list }

        func render() {
            list.build {
                ListBlock("prices", prices, id: \.product) { (cell: DishCell, price) in cell.text = price.text }
                    .height(32)
                    .header(height: 24) { (view: DishTitle) in view.title = "Prices" }
                    .onDidSelect { price, _ in print(price.product) }
                    .trailingSwipeActions { [self] price in
                        CollectionSwipeActions([
                            CollectionSwipeAction(.destructive, title: "Delete") { [self] _, _, done in
                                prices.removeAll { $0.product == price.product }
                                done(true)
                            }
                        ])
                    }
                    .onMove { [self] _, from, to in prices.insert(prices.remove(at: from), at: to) }
            }
        }
    }

    @Test func theExampleOfTheDocumentationWorks() {
        let test = SectionList(height: 200)
        let prices = PriceList(test.list)
        prices.prices = ["a", "b", "c"].enumerated().map { Price(id: $0, product: $1, text: $1) }
        #expect(test.shown == "a b c")
        #expect(test.view.hostBeginReordering(itemAt: IndexPath(item: 0, section: 0)))
        test.view.hostReorder(to: CGPoint(x: 50, y: 115))
        #expect(test.view.hostEndReordering())
        #expect(test.shown == "b c a" && prices.prices.map(\.product) == ["b", "c", "a"])
        // A swipe over the whole item deletes it.
        #expect(test.view.hostBeginSwipe(at: CGPoint(x: 50, y: 40)))
        test.view.hostSwipe(by: -99)
        test.view.hostEndSwipe(velocity: 0)
        #expect(test.shown == "c a" && prices.prices.count == 2)
    }

    /// The type checker needs milliseconds for this. With two initializers for `id:`, or two without it, it gave up.
    @Test func manyModifiersAreOneExpression() {
        let test = SectionList(height: 200)
        var (prices, isWide) = ([Price(id: 1, product: "p", text: "a", lines: 2)], true)
        test.list.build {
            ListBlock("prices", prices, id: \.product) { (cell: DishCell, price) in
                cell.text = price.text
            }
            .height(isWide ? 32 : 24)
            .sectionInset(.all(isWide ? 8 : 4))
            .header(height: isWide ? 24 : 12, pins: true) { (view: DishTitle) in view.title = "\(prices.count)" }
            .onDidSelect { price, _ in print(price.product) }
            .menu { price in CollectionContextMenu(payload: price.text + "x") }
            .leadingSwipeActions { price in
                price.lines > 1
                    ? CollectionSwipeActions([CollectionSwipeAction(title: "Keep " + price.text) { _, _, _ in }]) : nil
            }
            .trailingSwipeActions { price in
                CollectionSwipeActions([
                    CollectionSwipeAction(.destructive, title: "Delete") { _, _, done in
                        prices.removeAll { $0.product == price.product }
                        isWide.toggle()
                        done(true)
                    }
                ])
            }
            .onMove(where: { $0.lines > 1 && $0.id != 3 }) { _, from, to in
                prices.insert(prices.remove(at: from), at: to)
            }
            .onCellSize { price, list in CGSize(width: list.width / 2 - 8, height: CGFloat(price.lines) * 20 + 8) }
            .onWillDisplay { cell, price, path in print(cell, price, path.item + 1) }
            .minimumLineSpacing(4)
            .minimumInteritemSpacing(isWide ? 4 : 8)
            ListBlock("identified", prices) { (cell: DishCell, price) in cell.text = price.text + "\(price.lines * 2)" }
                .height(isWide ? 32 : 24)
                .header(height: isWide ? 24 : 12) { (view: DishTitle) in view.title = "\(prices.count)" }
                .menu { price in CollectionContextMenu(payload: price.text + "x") }
                .trailingSwipeActions { price in
                    price.lines > 1
                        ? CollectionSwipeActions([CollectionSwipeAction(title: "Keep " + price.text) { _, _, _ in }])
                        : nil
                }
                .onMove(where: { $0.lines > 1 && $0.id != 3 }) { _, from, to in
                    prices.insert(prices.remove(at: from), at: to)
                }
        }
        #expect(test.shown == "a a4")
    }

    private struct Listed: ListIdentifiable {
        var listIdentifier: String
        var text: String
        var lines = 1
    }

    @Test func itemsThatAreComputedInTheExpressionCompile() {
        let test = SectionList(height: 200)
        var (listed, isWide) = (
            [Listed(listIdentifier: "p", text: "a"), Listed(listIdentifier: "q", text: "b", lines: 2)], true
        )
        test.list.build {
            ListBlock("computed", listed.filter { $0.lines > 1 }, id: \.listIdentifier) { (cell: DishCell, item) in
                cell.text = item.text + "\(item.lines * 2)"
            }
            .height(isWide ? 32 : 24)
            .header(height: isWide ? 24 : 12) { (view: DishTitle) in view.title = "\(listed.count)" }
            .menu { item in CollectionContextMenu(payload: item.text + "x") }
            .trailingSwipeActions { item in
                item.lines > 1
                    ? CollectionSwipeActions([CollectionSwipeAction(title: "Keep " + item.text) { _, _, _ in }])
                    : nil
            }
            .onMove(where: { $0.lines > 1 && $0.text != "c" }) { _, from, to in
                listed.insert(listed.remove(at: from), at: to)
            }
        }
        isWide.toggle()
        #expect(test.shown == "b4")
    }

    // MARK: Drops

    @Test func aBlockTakesDropsFromOtherListsUnlessItSaysMore() throws {
        func list(_ name: String, accepts: (@MainActor (CollectionDrag) -> CollectionDropOperation)? = nil)
            -> SectionList
        {
            let test = SectionList(height: 200)
            test.list.build {
                ListBlock(name, ["a", "b"], id: \.self) { (cell: DishCell, text) in cell.text = text }
                    .onDrag { (text: String) in CollectionDragItem(payload: text, text: text) }
                    .onDrop(accepts: accepts) { _, _ in }
            }
            _ = test.shown
            return test
        }
        let (from, to, other) = (list("from"), list("to"), list("other", accepts: { _ in .copy }))
        let place = CGPoint(x: 50, y: 5)
        let drag = try #require(from.view.hostBeginItemDrag(at: IndexPath(item: 0, section: 0)))
        #expect(to.view.hostDragOver(drag, at: place) == .move)
        #expect(from.view.hostDragOver(drag, at: place) == .cancel)
        #expect(other.view.hostDragOver(drag, at: place) == .copy)
        drag.end()
    }
}
