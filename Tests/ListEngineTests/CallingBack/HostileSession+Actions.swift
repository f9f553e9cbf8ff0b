import Foundation
import ListEngine
import ListEngineLayout

extension HostileSession {
    func perform(_ action: HostileAction) {
        let view = program.view
        switch action {
        case .reload:
            if program.isPositional { program.sections = newSections() }
            view.reloadData()
        case .edit: performEdit()
        case .insertOne: insertOne()
        case .outline: changeOutline()
        case .layOut: view.layoutIfNeeded()
        case .invalidate: view.invalidateLayout()
        case .recipe: view.collectionViewLayout = anyRecipe()
        case .direction:
            let direction: ScrollDirection = random.chance(oneIn: 2) ? .vertical : .horizontal
            if let layout = view.collectionViewLayout as? ListRecipe {
                layout.scrollDirection = direction
                view.invalidateLayout()
            }
        case .size: view.bounds.size = anySize()
        case .height: view.bounds.size.height = anyLength()
        case .inset: view.contentInset = SectionInsets(top: anyLength(), bottom: anyLength())
        case .offset: view.contentOffset = CGPoint(x: anyLength(), y: anyLength() * 4)
        case .scale: view.displayScale = random.pick(0, 1, 2, .nan, -1)
        case .flowDirection: view.flowDirection = random.chance(oneIn: 2) ? .leftToRight : .rightToLeft
        case .anchorPolicy:
            view.anchorPolicy = random.pick(
                .firstVisible, .firstVisible, .lastVisible, .endWhenAtEnd, .contentOffset, .item(anyPath()))
        case .columns: changeColumns()
        case .crossExtent: view.minimumCrossExtent = random.pick(0, anyLength(), anyLength() * 4, .nan)
        case .scroll:
            let across = random.chance(oneIn: 2) ? view.contentOffset.x : anyLength() * 2
            view.hostDidScroll(to: CGPoint(x: across, y: anyLength() * 5))
        case .scrollSection:
            view.hostDidScroll(section: random.below(view.numberOfSections + 1), to: anyLength())
        case .scrollToItem:
            view.scrollToItem(at: anyPath(), at: random.pick(.start, .end, .nearest), animated: false)
        case .tap: view.hostTap(at: anyPoint())
        case .touch:
            view.hostTouch(CollectionViewTouch(random.pick(.began, .moved, .ended, .cancelled), at: anyPoint()))
        case .click: click()
        case .key:
            view.hostKey(
                random.pick(.up, .down, .left, .right, .end, .home, .pageDown, .select, .activate, .mark),
                modifiers: anyModifiers())
        case .selectAll:
            switch random.below(5) {
            case 0: view.hostSelectAll()
            case 1: view.hostInvertSelection()
            case 2: view.hostDeselectAll()
            case 3: view.selectionFollowsFocus.toggle()
            default: view.activatesOnSingleClick.toggle()
            }
        case .toEdge:
            if random.chance(oneIn: 2) {
                view.scrollToEnd(animated: random.chance(oneIn: 2))
            } else {
                view.scrollToStart(animated: false)
            }
        case .news:
            guard view.unseenItemsHandler == nil else {
                view.unseenItemsHandler = nil
                return
            }
            view.unseenItemsHandler = { [weak program] count in
                if let fault = program?.view.faultOfUnseenItems(count) { program?.note(fault) }
            }
        case .select:
            view.selectItem(at: anyPath(), animated: false, scrollPosition: random.pick(nil, .start, .nearest))
        case .selectMany:
            switch random.below(3) {
            case 0: view.hostBeginMultipleSelection(at: anyPoint())
            case 1: view.hostMultipleSelection(to: anyPoint())
            default: view.hostEndMultipleSelection()
            }
        case .hold: view.heldItem = random.chance(oneIn: 4) ? nil : anyPath()
        case .menu:
            switch random.below(10) {
            case 8: command()
            case 9: actions.append(ItemMenu.Action(ItemCommand.allCases[random.below(7)], in: view))
            case 0: view.hostEndContextMenu()
            case 1: _ = view.hostContextMenu(at: anyPoint())
            case 2: view.hostPerform(.delete)
            default: if let action = view.hostItemMenu(at: anyPoint())?.actions.first { actions.append(action) }
            }
            // The user chooses an action later, or never.
            if random.chance(oneIn: 4), let action = actions.popLast() { action.perform() }
        case .reorder:
            switch random.below(7) {
            case 5: moveSections()
            case 6: view.hostMoveSection(toward: random.pick(.up, .down, .left, .right))
            case 4: view.hostMoveItems(toward: random.pick(.up, .down, .left, .right))
            case 0: view.hostBeginReordering(itemAt: anyPath())
            case 1, 2: view.hostReorder(to: anyPoint())
            default: _ = random.chance(oneIn: 3) ? view.hostCancelReordering() : view.hostEndReordering()
            }
        case .swipe:
            switch random.below(4) {
            case 0:
                if view.hostBeginSwipe(at: anyPoint()) { view.hostSwipe(by: -CGFloat(1 + random.below(60))) }
            case 1: view.hostSwipe(by: -anyLength())
            case 2: view.hostEndSwipe()
            default: view.hostPerformSwipeAction(at: 0)
            }
        case .dragItems: dragItems()
        case .changeHost: changeHost()
        case .changeSource: changeSource()
        case .endAnimations: program.host?.endAnimations()
        case .measureLater:
            let path = anyPath()
            guard let handle = view.measurementHandle(forItemAt: path) else { break }
            if let name = program.currentData.name(at: path) { program.model.sizes.takesSizes(for: name) }
            handles.append(handle)
        case .passMeasurement:
            if let handle = handles.popLast() {
                view.takeMeasurement(CGSize(width: anyLength(), height: anyLength()), for: handle)
            }
        case .ask: ask()
        case .changeLayout: changeLayout()
        case .load: load()
        case .oldSource: editOldSource()
        case .prepare:
            if let source = shownSource, source === sources.current {
                sources.prepare(anySnapshot(of: source, refreshes: false))
            }
        case .swapIn:
            guard !program.isPositional else { break }
            let step = program.model.step
            let fault = sources.swapIn(random.below(64), animated: random.chance(oneIn: 2)) {
                step.onlyAction == .swapIn
            }
            if let fault { program.note(fault) }
        case .gesture: gesture()
        case .story: tellStory()
        case .rename: rename()
        case .children: changeLoads()
        }
    }

    private func anyRecipe() -> any CollectionViewLayoutRecipe {
        let recipes = HostileRecipes.all()
        return recipes[random.below(recipes.count)]
    }

    private func anySize() -> CGSize { CGSize(width: 60 + random.below(80), height: 40 + random.below(150)) }

    private func anyModifiers() -> InputModifiers { random.pick([], [], .extend, .toggle, [.extend, .toggle]) }

    private func click() {
        let view = program.view
        if random.chance(oneIn: 20) { view.allowsMultipleSelection.toggle() }
        if random.chance(oneIn: 40) { view.allowsSelection.toggle() }
        var touch = CollectionViewTouch(.began, at: anyPoint())
        touch.pointer = .mouse
        touch.modifiers = anyModifiers()
        touch.clickCount = random.pick(1, 1, 1, 2, 0)
        view.hostTouch(touch)
        if random.chance(oneIn: 8) { touch.location = anyPoint() }
        touch.phase = .ended
        view.hostTouch(touch)
    }

    /// A command of a key, or content of another program that arrives.
    private func command() {
        let view = program.view
        let command = ItemCommand.allCases[random.below(ItemCommand.allCases.count)]
        switch random.below(4) {
        case 0: _ = view.canPerform(command)
        case 1: view.hostPaste(CollectionDrag(text: "text"))
        case 2:
            view.hostChangeFieldEdit("title")
            view.hostEndFieldEdit(cancelled: random.chance(oneIn: 2))
        default: view.perform(command)
        }
    }

    /// A section that is dragged by its header. The program moves it, or does something else.
    private func moveSections() {
        let view = program.view
        switch random.below(5) {
        case 0:
            view.sectionMoveHandler = { [weak self] section, target in
                guard let self, let program else { return }
                let sections = program.view.numberOfSections
                if !(0..<sections).contains(section) || !(0..<sections).contains(target) {
                    program.note("a section moves from \(section) to \(target) of \(sections)")
                } else if section % 2 == 0 {
                    moveSection(section, to: target)
                }
                program.reach(.move)
            }
            view.canMoveSection = { [weak program] section in
                program?.reach(.canMove)
                return section % 3 != 2
            }
        case 1: view.hostBeginMovingSection(at: anyPoint())
        case 2, 3: view.hostMoveSection(to: anyPoint())
        default: view.hostEndMovingSection(cancelled: random.chance(oneIn: 3))
        }
        _ = view.sectionMoveMark
    }

    private func dragItems() {
        let view = program.view
        switch random.below(6) {
        case 0, 1:
            guard let begun = view.hostBeginItemDrag(at: anyPath()) else { break }
            drag = begun
            program.model.followed.began(begun)
        case 2, 3: if let drag { view.hostDragOver(drag, at: anyPoint()) }
        case 4: view.hostDragDidLeave()
        default:
            guard let ended = drag else { break }
            drag = nil
            ended.isCopyRequested = random.chance(oneIn: 4)
            if random.chance(oneIn: 2) { view.hostDrop(ended, at: anyPoint()) }
            ended.end(random.pick(.cancel, .copy, .move))
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
                    case 0: view.collectionViewLayout = anyRecipe()
                    case 1: view.bounds.size = anySize()
                    case 2: view.contentInset = SectionInsets(top: anyLength(), bottom: anyLength())
                    case 3: view.invalidateLayout()
                    default: view.contentOffset.y = anyLength()
                    }
                }
                program.reach(.layoutChange)
            }, completion: program.completion())
    }

    /// Queries, which change nothing but the open menu.
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

    /// The items are shown in their own cells, but the list is as wide as the columns, and a field can have the focus.
    private func changeColumns() {
        let view = program.view
        let name = "c\(random.below(6))"
        switch random.below(14) {
        case 0: view.removeColumns()
        case 1, 2:
            let count = random.below(6)
            try? view.setColumns((0..<count).map { Column("c\($0)", width: .points(CGFloat(20 + random.below(90)))) })
        case 3: try? view.editColumns { try $0.resize(name, to: anyLength()) }
        case 4:
            try? view.editColumns { columns in
                if random.chance(oneIn: 2) {
                    try columns.setHidden(random.chance(oneIn: 2), name)
                } else {
                    try columns.pin(name, at: random.pick(nil, .leading, .trailing))
                }
            }
        case 5: view.focusedColumn = random.chance(oneIn: 3) ? nil : name
        case 6: view.beginFieldEdit(name, at: anyPath())
        case 7:
            view.hostChangeFieldEdit(name)
            view.hostEndFieldEdit(cancelled: random.chance(oneIn: 2))
        case 8: view.hostKey(random.pick(.edit, .next, .previous, .left, .right), modifiers: anyModifiers())
        case 9: view.showsColumnTitlesAboveSections.toggle()
        case 10:
            try? view.editColumns { columns in
                if random.chance(oneIn: 2) {
                    try columns.move(name, to: random.below(max(1, columns.count)))
                } else {
                    try columns.insert(Column("c\(random.below(6))"), at: random.below(columns.count + 1))
                }
            }
        case 11:
            // The program answers with any edit.
            view.sortHandler = { [weak self] _ in
                self?.program.model.step.add(.edit)
                self?.perform(.edit)
            }
            view.sort(by: name, extending: random.chance(oneIn: 2))
        case 12:
            let point = anyPoint()
            view.hostBeginColumnDrag(at: point, tolerance: 30)
            view.hostColumnDrag(to: anyPoint())
            if random.chance(oneIn: 2) { view.hostEndColumnDrag(cancelled: random.chance(oneIn: 2)) }
        default:
            _ = view.copiedFields()
            _ = view.headerMenu(of: name)
        }
    }

    // MARK: Owners

    private func changeHost() {
        guard random.chance(oneIn: 2) else { return }
        gestures?.endAnimations()
        gestures = nil
        if random.chance(oneIn: 4) { return useGestures() }
        let host = random.chance(oneIn: 5) ? nil : ScreenHost()
        setUp(host)
        program.attach(host)
    }

    /// Gives the list a host that scrolls.
    func useGestures() {
        gestures?.endAnimations()
        gestures = nil
        program.attach(nil as ScreenHost?)
        let host = GestureHost(program)
        // A callback may have attached another one.
        guard program.view.host === host else { return host.endAnimations() }
        host.isPagingEnabled = random.chance(oneIn: 2)
        host.bounces = random.chance(oneIn: 2)
        host.animationDuration = random.pick(0, 0, 0.1)
        gestures = host
    }

    private func changeSource() {
        guard random.chance(oneIn: 3) else { return }
        if random.chance(oneIn: 8) { return program.dropDelegate() }
        if !program.isPositional, random.chance(oneIn: 2) { return useIdentifiers() }
        let list = HostileList(newSections())
        setUp(list)
        if random.chance(oneIn: 4) { program.dropList() } else { program.attach(list) }
    }

    // MARK: Gestures

    /// A gesture of a host that scrolls, or a part of one.
    private func gesture() {
        guard let host = gestures, program.view.host === host else { return }
        let (place, distance) = (pointOnScreen(), CGPoint(x: anyLength() - 50, y: anyLength() - 50))
        switch random.below(17) {
        case 0: host.beginPan(at: place, by: CGPoint(x: distance.x / 8, y: distance.y / 8))
        case 1: host.pan(by: CGPoint(x: distance.x / 4, y: distance.y / 4))
        case 2: host.endPan(velocity: CGPoint(x: distance.x * 9, y: distance.y * 9), cancelled: random.chance(oneIn: 6))
        case 3: host.scroll(by: distance, at: place, smoothly: random.chance(oneIn: 2))
        case 4: host.scroll(to: anyLength() * 4)
        case 5: _ = host.beginReordering(at: place)
        case 6: host.reorder(to: place)
        case 7: host.endReordering(cancelled: random.chance(oneIn: 3))
        case 8: _ = host.beginBandSelection(at: place, anyModifiers())
        case 9: host.extendBandSelection(to: place)
        case 10: host.endBandSelection(cancelled: random.chance(oneIn: 3))
        case 11:
            if let drag { _ = random.chance(oneIn: 3) ? host.drop(drag, at: place) : host.dragOver(drag, at: place) }
        case 12:
            // The user lets go of everything.
            host.endPan(velocity: .zero)
            host.endDrag(velocity: .zero)
            host.endReordering()
            host.endBandSelection()
            host.endMarkSelection()
            host.endFieldRange()
            host.dragDidLeave()
            endCallbacks()
            if program.model.step.onlyAction == .gesture, let fault = host.faultAtRest() { program.note(fault) }
        case 13: if !host.beginMarkSelection(at: place) { _ = host.beginFieldRange(at: place, anyModifiers()) }
        case 14:
            host.extendMarkSelection(to: place)
            host.extendFieldRange(to: place)
        case 15:
            host.endMarkSelection()
            host.endFieldRange()
        default: host.draw(1 + random.below(4), interval: Double(random.below(50)) / 100)
        }
        if random.chance(oneIn: 3) { host.draw() }
    }

    func pointOnScreen() -> CGPoint {
        let (point, origin) = (anyPoint(), program.view.bounds.origin)
        return CGPoint(x: point.x - origin.x, y: point.y - origin.y)
    }
}

extension CollectionView {
    /// Unseen items are in the list, and neither on the screen nor before it.
    /// - Parameter count: The number that the handler receives.
    fileprivate func faultOfUnseenItems(_ count: Int) -> String? {
        let onScreen = visibleElements.filter { $0.path.category == .item && $0.frame.intersects(bounds) }.map(\.path)
        guard let first = indexPathForFirstUnseenItem else {
            return count == 0 ? nil : "\(count) unseen items, and no first one"
        }
        if isAtEnd { return "\(count) unseen items at the end of the list" }
        guard let path = ElementPath(first), (0..<numberOfSections).contains(path.section),
            (0..<numberOfItems(inSection: path.section)).contains(path.item)
        else { return "the first unseen item \(first) is not in the list" }
        if onScreen.contains(path) { return "the first unseen item \(first) is on the screen" }
        if let shown = onScreen.min(), path < shown { return "the first unseen item \(first) is before \(shown)" }
        let most = (path.section..<numberOfSections).reduce(-path.item) { $0 + numberOfItems(inSection: $1) }
        return (1...most).contains(count) ? nil : "\(count) unseen items among the last \(most)"
    }
}
