import Foundation
import ListEngine
import ListEngineDiff

// Short sequences that random actions seldom perform in their order.

extension HostileSession {
    func tellStory() {
        switch random.below(5) {
        case 0: selectARangeAcrossEdits()
        case 1: loadChildrenOfADraggedItem()
        case 2: selectManyInAddition()
        case 3: dragAPage()
        default: moveItemsElsewhere()
        }
    }

    /// A click, edits, and a click that extends the selection to another item.
    private func selectARangeAcrossEdits() {
        let view = program.view
        view.layoutIfNeeded()
        view.allowsSelection = true
        view.allowsMultipleSelection = true
        guard let first = view.indexPathsForVisibleItems.randomElement(using: &random), canClick(first) else { return }
        click(first, [])
        guard let start = program.currentData.name(at: first), view.isItemSelected(at: first) else { return }
        let change = view.contentChange { for _ in 0..<random.below(3) { performEdit() } }
        guard let second = view.indexPathsForVisibleItems.randomElement(using: &random),
            let end = program.currentData.name(at: second), canClick(second)
        else { return }
        click(second, .extend)
        // Callbacks may have done anything else.
        let (step, names) = (program.model.step, program.currentData.names)
        guard step.onlyAction == .story, !change.causes.contains(.reload), program.model.wasAlwaysThere(start),
            let a = names.firstIndex(of: start), let b = names.firstIndex(of: end)
        else { return }
        let wanted = Array(names[min(a, b)...max(a, b)])
        let now = view.indexPathsForSelectedItems.compactMap { program.currentData.name(at: $0) }
        if now != wanted { program.note("\(now) are selected, expected \(start) to \(end)") }
    }

    /// A dragged item is under the pointer, and clicks reach the items of the layout.
    private func canClick(_ path: IndexPath) -> Bool {
        let frame = program.view.cellForItem(at: path)?.frame ?? .zero
        return program.view.indexPathForItem(at: CGPoint(x: frame.midX, y: frame.midY)) == path
    }

    private func click(_ path: IndexPath, _ modifiers: InputModifiers) {
        let frame = program.view.cellForItem(at: path)?.frame ?? .zero
        var touch = CollectionViewTouch(.began, at: CGPoint(x: frame.midX, y: frame.midY))
        touch.pointer = .mouse
        touch.modifiers = modifiers
        touch.clickCount = 1
        program.view.hostTouch(touch)
        touch.phase = .ended
        program.view.hostTouch(touch)
    }

    /// An item gets its first children while the user drags it.
    private func loadChildrenOfADraggedItem() {
        let view = program.view
        view.layoutIfNeeded()
        guard let source = shownSource, let path = view.indexPathsForVisibleItems.randomElement(using: &random),
            let item = source.itemIdentifier(for: path), let section = source.sectionIdentifier(for: path.section)
        else { return }
        var tree = source.snapshot(for: section)
        source.apply(tree, to: section, animatingDifferences: false)
        guard view.hostBeginReordering(itemAt: path) else { return }
        tree = source.snapshot(for: section)
        if tree.contains(item) {
            tree.append(newNames(1 + random.below(3)), to: item)
            if random.chance(oneIn: 2) { tree.expand([item]) }
            source.apply(tree, to: section, animatingDifferences: random.chance(oneIn: 2))
        }
        for _ in 0...random.below(3) { view.hostReorder(to: anyPoint()) }
        view.hostEndReordering()
    }

    /// The gesture for several items begins when some are selected.
    private func selectManyInAddition() {
        let view = program.view
        view.hostEndMultipleSelection()
        view.allowsSelection = true
        view.allowsMultipleSelection = true
        for _ in 0..<3 { view.selectItem(at: anyPath(), animated: false) }
        let before = view.indexPathsForSelectedItems
        let names = before.compactMap { program.currentData.name(at: $0) }
        let point = anyPoint()
        let start = view.indexPathForItem(at: point).flatMap { program.currentData.name(at: $0) }
        guard view.hostBeginMultipleSelection(at: point) else { return }
        let change = view.contentChange { for _ in 0..<random.below(3) { performEdit() } }
        let end = anyPoint()
        let last = view.layout.nearestItem(to: end, sectionOffsets: view.sectionOffsets)?.indexPath
        view.hostMultipleSelection(to: end)
        guard program.model.step.onlyAction == .story, !change.causes.contains(.reload) else { return }
        let (data, all) = (program.currentData, program.currentData.names)
        let now = view.indexPathsForSelectedItems.compactMap { data.name(at: $0) }
        if let lost = names.first(where: { program.model.wasAlwaysThere($0) && !now.contains($0) }) {
            program.note("\(names) were selected; after a gesture \(lost) is not")
        }
        guard let start, program.model.wasAlwaysThere(start), let last = last.flatMap({ data.name(at: $0) }),
            let a = all.firstIndex(of: start), let b = all.firstIndex(of: last)
        else { return }
        if let missed = all[min(a, b)...max(a, b)].first(where: { !now.contains($0) }) {
            program.note("\(now) are selected; a gesture from \(start) to \(last) missed \(missed)")
        }
    }

    /// The content changes while the user drags it by a page.
    private func dragAPage() {
        let view = program.view
        if random.chance(oneIn: 4) { useGestures() }
        guard let host = gestures, view.host === host, host.visibleExtent > 0, host.visibleExtent < 1e6 else { return }
        host.isPagingEnabled = true
        host.beginDrag()
        host.scroll(by: CGPoint(x: 0, y: CGFloat(random.below(30))))
        // Pages of items come above, or anything else changes.
        if program.isPositional, !program.sections.isEmpty, random.chance(oneIn: 2) {
            program.insert(newNames(10 + random.below(20)), at: 0)
        } else {
            performEdit()
        }
        let (offset, change) = (host.offset, view.contentChange { host.endDrag(velocity: .zero) })
        guard change.causes.isEmpty else { return }
        host.draw(400, interval: 0.1)
        // From half a page on, the content goes to the next page.
        if program.model.step.onlyAction == .story, abs(host.offset - offset) > host.visibleExtent / 2 + 1,
            host.offset < host.offsetRange.upperBound
        {
            program.note("from \(offset) the content went to \(host.offset), pages are \(host.visibleExtent)")
        }
    }

    /// Items are moved to another list while this one changes, and deleted here afterwards.
    private func moveItemsElsewhere() {
        let view = program.view
        for _ in 0..<3 { view.selectItem(at: anyPath(), animated: false) }
        guard let path = view.indexPathsForSelectedItems.randomElement(using: &random),
            let moved = view.hostBeginItemDrag(at: path)
        else { return }
        program.model.followed.began(moved)
        for _ in 0..<random.below(3) { performEdit() }
        moved.end(.move)
        if random.chance(oneIn: 2) { performEdit() }
    }
}
