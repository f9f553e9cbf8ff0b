import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

/// Random programs whose callbacks call the list at random, checked after each step against a plain model.
///
/// `LE_SEED` runs one program, or several: `5-9`. `LE_CASES` scales their number.
@MainActor
@Suite("Random programs that call back")
struct HostileSessionTests {
    /// A program with a data source that edits its list by position.
    @MainActor
    final class Session {
        var random: TestRandom
        let program: HostileProgram
        var names = 0
        /// The number of actions that callbacks may still perform in this step.
        var budget = 0
        var depth = 0
        var handles: [MeasurementHandle] = []
        var steps = 0
        /// The actions performed last, innermost last.
        var trail: [String] = []

        init(seed: UInt64) {
            random = TestRandom(seed: seed)
            let recipes = Self.recipes()
            program = HostileProgram([], layout: recipes[random.below(recipes.count)])
            program.view.allowsMultipleSelection = random.chance(oneIn: 2)
            program.view.learnsSizes = random.chance(oneIn: 4)
            program.list.sizes = { name in
                switch name.utf8.last.map({ $0 % 16 }) {
                case 1: CGSize(width: -5, height: 20)
                case 2: CGSize(width: CGFloat.nan, height: 20)
                case 3: CGSize(width: 30, height: CGFloat.infinity)
                case 4: CGSize(width: 1e300, height: 40)
                case 5: CGSize(width: 30, height: 70)
                default: CGSize(width: 40, height: 40)
                }
            }
            program.everywhere = { [weak self] callback in self?.callBack(callback) }
            setUp(program.host)
            program.sections = newSections()
        }

        static func recipes() -> [any CollectionViewLayoutRecipe] {
            let sideways = ListRecipe(height: 35)
            sideways.scrollDirection = .horizontal
            return [
                ListRecipe(height: 40), ListRecipe(height: 30, estimated: true), CollectionViewFlowLayout(), sideways,
                CollectionViewCompositionalLayout { section, _ in
                    .grid(columns: 1 + section % 3, itemHeight: .absolute(25))
                },
            ]
        }

        private func setUp(_ host: ScreenHost?) {
            host?.holdsAnimations = random.chance(oneIn: 2)
            host?.measures = { [weak self] view in
                guard let name = (view as? HostileCell)?.name, let self else { return nil }
                return random.chance(oneIn: 40)
                    ? random.pick(CGSize(width: CGFloat.nan, height: 1), CGSize(width: 10, height: -1))
                    : CGSize(width: 100, height: 20 + name.utf8.count * 7)
            }
        }

        func newNames(_ count: Int) -> [String] {
            names += count
            return (names - count..<names).map { "n\($0)" }
        }

        func newSections() -> [[String]] { (0..<random.below(4)).map { _ in newNames(random.below(25)) } }

        func callBack(_ callback: Callback) {
            guard budget > 0, depth < 3, random.chance(oneIn: 12) else { return }
            budget -= 1
            act(in: callback)
        }

        func step() {
            steps += 1
            trail = []
            budget = random.below(6)
            act(in: nil)
            if random.chance(oneIn: 2) { program.view.layoutIfNeeded() }
            budget = 0
        }

        private func anyPath() -> IndexPath {
            let view = program.view
            let section = random.below(max(1, view.numberOfSections + 1)) - (random.chance(oneIn: 20) ? 1 : 0)
            let count = (0..<view.numberOfSections).contains(section) ? view.numberOfItems(inSection: section) : 0
            return IndexPath(item: random.below(count + 1) - (random.chance(oneIn: 20) ? 1 : 0), section: section)
        }

        private func anyPoint() -> CGPoint {
            if random.chance(oneIn: 40) { return CGPoint(x: CGFloat.nan, y: 0) }
            let bounds = program.view.bounds
            return CGPoint(
                x: bounds.minX + CGFloat(random.below(Int(max(1, min(bounds.width, 1_000))))),
                y: bounds.minY + CGFloat(random.below(Int(max(1, min(bounds.height, 1_000))))))
        }

        private func anyLength() -> CGFloat {
            switch random.below(12) {
            case 0: .nan
            case 1: .infinity
            case 2: 1e300
            case 3: -CGFloat(random.below(50))
            case 4: 0
            default: CGFloat(random.below(200))
            }
        }

        /// Performs one action of a program, in or outside of a callback.
        func act(in callback: Callback?) {
            depth += 1
            defer { depth -= 1 }
            let view = program.view
            let choice = random.below(41)
            trail.append("\(callback.map { "\($0): " } ?? "")\(choice)")
            switch choice {
            case 0, 1:
                if diffable == nil { program.sections = newSections() }
                view.reloadData()
            case 2, 3, 4, 5, 6: if diffable == nil { edit() } else { apply() }
            case 7:
                guard diffable == nil, view.dataSource != nil,
                    let section = program.sections.indices.randomElement(using: &random)
                else {
                    break
                }
                // Reported to the list, and not in a batch.
                let item = random.below(program.sections[section].count + 1)
                program.sections[section].insert(newNames(1)[0], at: item)
                view.insertItems(at: [IndexPath(item: item, section: section)])
            case 8: view.layoutIfNeeded()
            case 9: view.invalidateLayout()
            case 10:
                let recipes = Self.recipes()
                view.collectionViewLayout = recipes[random.below(recipes.count)]
            case 11:
                let direction: ScrollDirection = random.chance(oneIn: 2) ? .vertical : .horizontal
                if let layout = view.collectionViewLayout as? ListRecipe {
                    layout.scrollDirection = direction
                    view.invalidateLayout()
                }
            case 12: view.bounds.size = CGSize(width: 60 + random.below(80), height: 40 + random.below(150))
            case 13: view.bounds.size.height = anyLength()
            case 14: view.contentInset = SectionInsets(top: anyLength(), bottom: anyLength())
            case 15: view.contentOffset = CGPoint(x: anyLength(), y: anyLength() * 4)
            case 16: view.displayScale = random.pick(0, 1, 2, .nan, -1)
            case 17: view.flowDirection = random.chance(oneIn: 2) ? .leftToRight : .rightToLeft
            case 18:
                view.anchorPolicy = random.pick(
                    .firstVisible, .lastVisible, .endWhenAtEnd, .none, .item(anyPath()))
            case 19: view.hostDidScroll(to: CGPoint(x: view.contentOffset.x, y: anyLength() * 5))
            case 20: view.hostTap(at: anyPoint())
            case 21:
                view.hostTouch(CollectionViewTouch(random.pick(.began, .moved, .ended, .cancelled), at: anyPoint()))
            case 22: view.selectItem(at: anyPath(), animated: false, scrollPosition: random.pick(nil, .start, .nearest))
            case 23: view.scrollToItem(at: anyPath(), at: random.pick(.start, .end, .nearest), animated: false)
            case 24:
                switch random.below(4) {
                case 0: view.hostBeginReordering(itemAt: anyPath())
                case 1, 2: view.hostReorder(to: anyPoint())
                default: _ = random.chance(oneIn: 3) ? view.hostCancelReordering() : view.hostEndReordering()
                }
            case 25:
                switch random.below(4) {
                case 0: view.hostBeginSwipe(at: anyPoint())
                case 1: view.hostSwipe(by: -anyLength())
                case 2: view.hostEndSwipe()
                default: view.hostPerformSwipeAction(at: 0)
                }
            case 26:
                guard random.chance(oneIn: 2) else { break }
                let host = random.chance(oneIn: 5) ? nil : ScreenHost()
                setUp(host)
                program.attach(host)
            case 27:
                guard random.chance(oneIn: 3) else { break }
                if diffable != nil {
                    if random.chance(oneIn: 4) { diffable = nil }
                    useIdentifiers()
                    break
                }
                let list = HostileList(newSections())
                list.sizes = program.list.sizes
                if random.chance(oneIn: 4) { program.dropList() } else { program.attach(list) }
            case 28: program.host?.endAnimations()
            case 29: view.measurementHandle(forItemAt: anyPath()).map { handles.append($0) }
            case 30:
                if let handle = handles.popLast() {
                    view.takeMeasurement(CGSize(width: anyLength(), height: anyLength()), for: handle)
                }
            case 31:
                switch random.below(3) {
                case 0: view.hostBeginMultipleSelection(at: anyPoint())
                case 1: view.hostMultipleSelection(to: anyPoint())
                default: view.hostEndMultipleSelection()
                }
            case 32: ask()
            case 33, 34: changeOutline()
            case 35: changeLayout()
            case 36: click()
            case 37: load()
            case 38, 39: dragItems()
            default:
                view.hostKey(
                    random.pick(.up, .down, .left, .right, .end, .home, .pageDown, .select), modifiers: modifiers())
            }
        }

        private func modifiers() -> InputModifiers {
            random.pick([], [], .extend, .toggle, [.extend, .toggle])
        }

        private func click() {
            let view = program.view
            if random.chance(oneIn: 20) { view.allowsMultipleSelection.toggle() }
            if random.chance(oneIn: 40) { view.allowsSelection.toggle() }
            var touch = CollectionViewTouch(.began, at: anyPoint())
            touch.pointer = .mouse
            touch.modifiers = modifiers()
            touch.clickCount = random.pick(1, 1, 1, 2, 0)
            view.hostTouch(touch)
            if random.chance(oneIn: 8) { touch.location = anyPoint() }
            touch.phase = .ended
            view.hostTouch(touch)
        }

        private var drag: CollectionDrag?

        private func dragItems() {
            let view = program.view
            switch random.below(6) {
            case 0, 1: drag = view.hostBeginItemDrag(at: anyPath()) ?? drag
            case 2, 3: if let drag { view.hostDragOver(drag, at: anyPoint()) }
            case 4: view.hostDragDidLeave()
            default:
                guard let ended = drag else { break }
                drag = nil
                ended.isCopyRequested = random.chance(oneIn: 4)
                if random.chance(oneIn: 2) { view.hostDrop(ended, at: anyPoint()) }
                ended.end(random.pick(.none, .copy, .move))
            }
            if let target = view.dropTarget { program.list.checkPlace(target.indexPath, "the drop target is") }
        }

        private func load() {
            let view = program.view
            switch random.below(4) {
            case 0: view.beginRefreshing()
            case 1: view.endRefreshing()
            case 2: view.loadMoreDistance = random.chance(oneIn: 3) ? nil : anyLength()
            default: view.loadMoreHandler = { [weak program] in program?.reach(.loadMore) }
            }
        }

        /// A change of the layout that is animated or not, with other changes inside.
        private func changeLayout() {
            let view = program.view
            view.performLayoutChange(
                animated: random.chance(oneIn: 2),
                {
                    for _ in 0..<random.below(3) {
                        switch random.below(5) {
                        case 0:
                            let recipes = Self.recipes()
                            view.collectionViewLayout = recipes[random.below(recipes.count)]
                        case 1: view.bounds.size = CGSize(width: 60 + random.below(80), height: 40 + random.below(150))
                        case 2: view.contentInset = SectionInsets(top: anyLength(), bottom: anyLength())
                        case 3: view.invalidateLayout()
                        default: view.contentOffset.y = anyLength()
                        }
                    }
                    program.reach(.layoutChange)
                }, completion: program.completion())
        }

        // MARK: With identifiers

        private(set) var diffable: DiffableDataSource<String, String>?

        /// Gives the list a data source with identifiers, which ``edit()`` then changes.
        func useIdentifiers() {
            let program = program
            let source = DiffableDataSource<String, String>(collectionView: program.view) {
                [weak program] view, path, name in
                let cell = view.dequeueReusableCell(HostileCell.self, for: path)
                cell.program = program
                cell.name = name
                program?.reach(.cell)
                return cell
            }
            source.reorderingHandlers.canReorderItem = { _ in true }
            source.sectionSnapshotHandlers.shouldExpandItem = { [weak program] _ in
                program?.reach(.shouldExpand)
                return true
            }
            source.sectionSnapshotHandlers.willExpandItem = { [weak program] _ in program?.reach(.willExpand) }
            source.sectionSnapshotHandlers.willCollapseItem = { [weak program] _ in program?.reach(.willExpand) }
            source.sectionSnapshotHandlers.canLoadChildren = { [weak program] name in
                program?.reach(.canLoadChildren)
                return name.hasSuffix("7")
            }
            source.sectionSnapshotHandlers.snapshotForExpandingParent = { [weak self] name, below in
                self?.program.reach(.loadChildren)
                guard let self, below.count == 0, name.hasSuffix("7") else { return below }
                var children = SectionSnapshot<String>()
                // Some are in the list already.
                children.append(
                    random.chance(oneIn: 4) ? ["n\(random.below(max(1, names)))"] : newNames(random.below(5)))
                return children
            }
            diffable = source
        }

        /// Shows a section as a tree, or expands and collapses an item.
        private func changeOutline() {
            guard let diffable else { return }
            let snapshot = diffable.snapshot()
            let section = snapshot.sectionIdentifiers.randomElement(using: &random)
            let end = program.completion()
            let isAnimated = random.chance(oneIn: 2)
            if random.chance(oneIn: 3) {
                var tree = diffable.snapshot(for: section ?? "s")
                let doomed = tree.items.filter { _ in random.chance(oneIn: 10) }
                tree.delete(doomed)
                for _ in 0..<random.below(4) {
                    tree.append(newNames(random.below(4)), to: tree.items.randomElement(using: &random))
                }
                // An item that another section may show.
                if names > 0, random.chance(oneIn: 4) {
                    let other = "n\(random.below(names))"
                    if !tree.contains(other) { tree.append([other]) }
                }
                tree.expand(tree.items.filter { _ in random.chance(oneIn: 4) })
                diffable.apply(
                    tree, to: random.chance(oneIn: 10) ? "new" : section ?? "s", animatingDifferences: isAnimated
                ) { _ in end(.applied) }
                return
            }
            let items = section.map { diffable.snapshot(for: $0).items } ?? []
            let item = random.chance(oneIn: 20) ? "?" : items.randomElement(using: &random) ?? "?"
            switch random.below(3) {
            case 0: diffable.expand(item, animatingDifferences: isAnimated) { _ in end(.applied) }
            case 1: diffable.collapse(item, animatingDifferences: isAnimated) { _ in end(.applied) }
            default:
                let begins = diffable.toggleExpansion(of: item, animatingDifferences: isAnimated) { _ in end(.applied) }
                if !begins { end(.applied) }
            }
        }

        private func apply() {
            guard let diffable else { return }
            var snapshot = diffable.snapshot()
            for _ in 0..<1 + random.below(3) {
                let sections = snapshot.sectionIdentifiers
                let section = sections.randomElement(using: &random)
                switch random.below(8) {
                case 0: snapshot.appendSections(["s\(newNames(1)[0])"])
                case 1: if let section { snapshot.deleteSections([section]) }
                case 2:
                    if let section, let other = sections.randomElement(using: &random), other != section {
                        snapshot.moveSection(section, beforeSection: other)
                    }
                case 3:
                    if let section,
                        let item = snapshot.itemIdentifiers(inSection: section).randomElement(using: &random)
                    {
                        snapshot.reloadItems([item])
                    }
                case 4:
                    if let section,
                        let item = snapshot.itemIdentifiers(inSection: section).randomElement(using: &random)
                    {
                        snapshot.reconfigureItems([item])
                    }
                case 5:
                    if let section {
                        snapshot.deleteItems(
                            snapshot.itemIdentifiers(inSection: section).filter { _ in random.chance(oneIn: 3) })
                    }
                default: if let section { snapshot.appendItems(newNames(random.below(8)), toSection: section) }
                }
            }
            let end = program.completion()
            if random.chance(oneIn: 8) {
                diffable.applySnapshotUsingReloadData(snapshot) { _ in end(.applied) }
            } else {
                diffable.apply(snapshot, animatingDifferences: random.chance(oneIn: 2)) { _ in end(.applied) }
            }
        }

        /// Queries, which change nothing.
        private func ask() {
            let view = program.view
            _ = view.contentSize
            _ = view.visibleElements
            _ = view.cellForItem(at: anyPath())
            _ = view.indexPathForItem(at: anyPoint())
            _ = view.indexPathsForSelectedItems
            _ = view.contentOffset(forItemAt: anyPath(), at: .start)
            _ = view.focusedIndexPath
            _ = view.hostContextMenu(at: anyPoint())
            view.reestimateItems()
        }

        /// A random legal batch of one to three edits.
        private func edit() {
            let view = program.view
            guard view.dataSource != nil else { return }
            program.batch(animated: random.chance(oneIn: 2)) {
                let old = program.sections
                var new = old
                // Sections that existed before, by their current index.
                var origins: [Int?] = Array(old.indices.map { $0 })
                let section = random.below(old.count)
                switch random.below(7) {
                case 0:
                    let place = random.below(old.count + 1)
                    new.insert(newNames(random.below(12)), at: place)
                    origins.insert(nil, at: place)
                    view.insertSections([place])
                case 1 where !old.isEmpty:
                    new.remove(at: section)
                    view.deleteSections([section])
                case 2 where !old.isEmpty:
                    new[section] = newNames(random.below(10))
                    view.reloadSections([section])
                default:
                    guard !old.isEmpty else { break }
                    let count = old[section].count
                    let gone = random.range(within: count)
                    let come = newNames(random.below(4))
                    let place = random.below(count - gone.count + 1)
                    new[section].removeSubrange(gone)
                    new[section].insert(contentsOf: come, at: place)
                    view.deleteItems(at: gone.map { IndexPath(item: $0, section: section) })
                    view.insertItems(at: come.indices.map { IndexPath(item: place + $0, section: section) })
                    let stays = (0..<count).filter { !gone.contains($0) }
                    if let item = stays.randomElement(using: &random) {
                        let path = IndexPath(item: item, section: section)
                        if random.chance(oneIn: 2) {
                            view.reconfigureItems(at: [path])
                        } else {
                            view.reloadItems(at: [path])
                        }
                    }
                    // These call back, and callbacks change the data.
                    program.sections = new
                    if random.chance(oneIn: 4) { view.bounds.size.width = 50 + CGFloat(random.below(100)) }
                    if random.chance(oneIn: 8) { view.contentInset.top = CGFloat(random.below(40)) }
                    if random.chance(oneIn: 12) { view.invalidateLayout() }
                    return
                }
                program.sections = new
            }
        }
    }

    @Test func theScreenEqualsTheModel() {
        let environment = ProcessInfo.processInfo.environment
        let named = (environment["LE_SEED"] ?? "").split(separator: "-").compactMap { UInt64($0) }
        let scale = environment["LE_CASES"].flatMap(Double.init) ?? 0.02
        let seeds = (named.first ?? 1)...(named.last ?? UInt64(max(1, 10_000 * scale)))
        var faults = 0
        for seed in seeds where faults < 5 {
            if let fault = fault(ofProgram: seed) {
                faults += 1
                Issue.record("LE_SEED=\(seed), \(fault)")
            }
        }
    }

    /// The fault of a random program, at the first step with one.
    private func fault(ofProgram seed: UInt64) -> String? {
        let session = Session(seed: seed)
        let program = session.program
        if seed % 3 == 0 { session.useIdentifiers() }
        for step in 0..<50 {
            session.step()
            if let fault = program.faultOnScreen() { return "step \(step): \(fault); \(session.trail)" }
        }
        program.everywhere = nil
        program.attach(nil as ScreenHost?)
        program.view.layoutIfNeeded()
        return program.faultInCompletions()
    }
}
