import Foundation
import ListEngineDiff
import ListEngineLayout

/// What is known of a batch while its pass runs.
@MainActor
final class UpdateTransition {
    let plan: UpdatePlan
    /// As it was shown, which while an item is dragged is with this move.
    let before: CollectionViewLayout
    let move: ItemMove?
    /// By view.
    let shown: [ObjectIdentifier: LayoutAttributes]
    let offset: CGPoint
    let isAnimated: Bool
    /// Views that an animation still shows, with the names that their elements had.
    var departing: [DisplayedElement] = []

    init(
        _ plan: UpdatePlan, before: CollectionViewLayout, move: ItemMove?, displayed: [DisplayedElement],
        offset: CGPoint, isAnimated: Bool
    ) {
        self.plan = plan
        self.before = before
        self.move = move
        self.offset = offset
        self.isAnimated = isAnimated
        shown = Dictionary(uniqueKeysWithValues: displayed.map { (ObjectIdentifier($0.view), $0.attributes) })
    }

    /// Where an item was.
    func attributesBefore(of item: ElementPath) -> LayoutAttributes {
        let place = move?.applied(to: item) ?? item
        return before.layoutAttributesForItem(place.item, inSection: place.section)
    }
}

extension CollectionView {
    /// Does many updates at once.
    ///
    ///     collectionView.performBatchUpdates {
    ///         model.remove(at: 3)
    ///         collectionView.deleteItems(at: [IndexPath(item: 3, section: 0)])
    ///     }
    ///
    /// Deletes, reloads and the starts of moves are positions before the batch; inserts and the ends of moves positions
    /// after it. What is said of items in a section that is deleted or reloaded as a whole is part of that. The updates
    /// are checked against the data source: the number of sections, and of items in every section that has edits. A batch
    /// that does not fit is reported, and the list is loaded again instead, so that it always shows what the data source
    /// has.
    ///
    /// What ``CollectionView/anchorPolicy`` names keeps its place on the screen. Cells of items that stay are kept; those of
    /// others leave with the animation.
    ///
    /// A batch within a batch is part of it. While the list is being laid out a batch is refused, and the updates are not
    /// called for.
    ///
    /// - Parameters:
    ///   - animated: The host gets descriptions of all that moves, see ``ElementAnimation``. Otherwise everything is in its
    ///     place at once.
    ///   - updates: Changes the model, and says so.
    ///   - completion: Called once, when the animation has ended; with false where the batch was refused.
    /// - Returns: Nil, or why the batch was refused.
    /// - Complexity: O(edits log edits + *v*) and the layout's: sections that have edits are laid out anew, but for
    ///   compositional ones, which take the edits; sections whose index changed are asked for their style again.
    @discardableResult
    public func performBatchUpdates(
        animated: Bool = true, _ updates: () -> Void, completion: (@MainActor (Bool) -> Void)? = nil
    ) -> CollectionViewUpdateError? {
        if batch != nil {
            // Part of the batch around it.
            updates()
            if let completion { batchCompletions.append(completion) }
            return nil
        }
        guard !isInPass else {
            report(.updateInProgress, nil, "update when the call that is under way has returned.")
            completion?(false)
            return .updateInProgress
        }
        layoutIfNeeded()
        batch = CalledUpdates()
        updates()
        let called = batch ?? CalledUpdates()
        batch = nil
        let inner = batchCompletions
        batchCompletions = []
        let completion: @MainActor (Bool) -> Void = { isDone in
            completion?(isDone)
            for other in inner { other(isDone) }
        }
        // The closure asked for everything anew, or gave another data source.
        if pendingReload == .everything {
            layoutIfNeeded()
            completion(true)
            return nil
        }
        return perform(animated: animated, completion) { () throws(CollectionViewUpdateError) in
            try checked(called)
        }
    }

    /// Does what a differ has found, all at once.
    ///
    ///     let changes = after.changeset(from: before)
    ///     collectionView.performUpdates(changes) { snapshot = after }
    ///
    /// As ``performBatchUpdates(animated:_:completion:)``, without a call for each edit: sections and items that moved may
    /// have been changed within as well, and no rule of batches can be broken. While the list is being laid out nothing
    /// is done, and `updates` is not called.
    /// - Parameters:
    ///   - changes: From what the data source has now to what it has after `updates`.
    ///   - animated: The host gets descriptions of all that moves.
    ///   - updates: Changes the model.
    ///   - completion: Called once, when the animation has ended; with false where nothing was done, or the data source
    ///     has not what the changes lead to and the list was loaded again.
    /// - Complexity: O(sections + runs of edits + *v*) and the layout's.
    @discardableResult
    public func performUpdates(
        _ changes: SnapshotChangeset, animated: Bool = true, _ updates: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) -> CollectionViewUpdateError? {
        perform(UpdatePlan(changes), animated: animated, updates, completion: completion)
    }

    func perform(
        _ plan: @autoclosure () -> UpdatePlan, animated: Bool, _ updates: () -> Void,
        completion: (@MainActor (Bool) -> Void)? = nil
    ) -> CollectionViewUpdateError? {
        guard batch == nil, !isInPass else {
            report(.updateInProgress, nil, "update when the call that is under way has returned.")
            completion?(false)
            return .updateInProgress
        }
        // What is loaded anew needs no edits.
        if pendingReload != .everything { layoutIfNeeded() }
        if pendingReload == .everything {
            updates()
            layoutIfNeeded()
            completion?(true)
            return nil
        }
        updates()
        let plan = plan()
        let end: @MainActor (Bool) -> Void = { completion?($0) }
        return perform(animated: animated, end) { () throws(CollectionViewUpdateError) in
            let dataSource = dataSource
            let sections = dataSource.map { max(0, $0.numberOfSections(in: self)) } ?? 0
            try plan.check(layout: layout, sectionCount: sections) { section in
                dataSource.map { askedCount(section, $0) } ?? 0
            }
            return plan
        }
    }

    /// Does a plan, or where it does not fit the data source, loads everything again.
    private func perform(
        animated: Bool, _ completion: @escaping @MainActor (Bool) -> Void,
        _ plan: () throws(CollectionViewUpdateError) -> UpdatePlan
    ) -> CollectionViewUpdateError? {
        do throws(CollectionViewUpdateError) {
            apply(try plan(), animated: animated, completion)
            runIdleWork()
            return nil
        } catch {
            report(.rejectedUpdate, nil, "\(error)")
            setNeedsReload()
            layoutIfNeeded()
            completion(false)
            return error
        }
    }

    private func checked(_ updates: CalledUpdates) throws(CollectionViewUpdateError) -> UpdatePlan {
        let dataSource = dataSource
        let sections = dataSource.map { max(0, $0.numberOfSections(in: self)) } ?? 0
        var counts: [Int: Int] = [:]
        return try UpdatePlan(updates, layout: layout, sectionCount: sections) { section in
            if let known = counts[section] { return known }
            let count = dataSource.map { askedCount(section, $0) } ?? 0
            counts[section] = count
            return count
        }
    }

    // MARK: Waiting for the list

    /// The list is being laid out or updated: it takes no updates now.
    var isBusy: Bool { isInPass || batch != nil || transition != nil }

    /// Calls when the list can be updated: at once, or when the pass or batch that is under way has ended.
    func whenIdle(_ work: @escaping @MainActor () -> Void) {
        if isBusy { idleWork.append(work) } else { work() }
    }

    func runIdleWork() {
        while !isBusy, !idleWork.isEmpty { idleWork.removeFirst()() }
    }

    // MARK: Stating updates

    private func update(_ body: (inout CalledUpdates) -> Void) {
        if batch != nil {
            batch?.state(body)
        } else if performBatchUpdates({ batch?.state(body) }) == .updateInProgress {
            // The model has changed already.
            setNeedsReload()
        }
    }

    /// Items have come, at index paths after the batch. Outside of a batch this is a batch of its own, as are all here.
    public func insertItems(at indexPaths: [IndexPath]) { update { $0.insertedItems += indexPaths } }

    /// Items have gone.
    public func deleteItems(at indexPaths: [IndexPath]) { update { $0.deletedItems += indexPaths } }

    /// Items are shown by other cells. They are asked for anew.
    public func reloadItems(at indexPaths: [IndexPath]) { update { $0.reloadedItems += indexPaths } }

    /// Items have changed and keep their cells, which the data source fills again: dequeuing answers the cell in place.
    public func reconfigureItems(at indexPaths: [IndexPath]) { update { $0.reconfiguredItems += indexPaths } }

    /// An item has moved, from an index path before the batch to one after it. It keeps its cell.
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        update { $0.movedItems.append((indexPath, newIndexPath)) }
    }

    /// Sections have come with all their items.
    public func insertSections(_ sections: IndexSet) { update { $0.insertedSections += sections } }

    /// Sections have gone with all their items.
    public func deleteSections(_ sections: IndexSet) { update { $0.deletedSections += sections } }

    /// Sections are loaded again: their counts and all their views.
    public func reloadSections(_ sections: IndexSet) { update { $0.reloadedSections += sections } }

    /// A section has moved with all its items.
    public func moveSection(_ section: Int, toSection newSection: Int) {
        update { $0.movedSections.append((section, newSection)) }
    }

    // MARK: Doing them

    private func apply(_ plan: UpdatePlan, animated: Bool, _ completion: @escaping @MainActor (Bool) -> Void) {
        let before = presentedLayout
        let transition = UpdateTransition(
            plan, before: before, move: reordering?.move, displayed: displayed, offset: storedBounds.origin,
            isAnimated: animated)
        let place = keptPlace { plan.survivor(of: $0)?.path }
        do throws(LayoutError) {
            try edit(plan)
        } catch {
            layout = laidOut(askedCounts())
        }
        let cancelled = renumberPrefetching(plan)
        renumber(plan)
        let endSwipe = renumberSwipe(plan)
        self.transition = transition
        isInPass = true
        restore(place, from: before)
        contentDidChange()
        let ended = replaced
        replaced = []
        isEndingWhatWas = true
        for element in ended { endDisplaying(element) }
        tellCancelled(cancelled)
        isEndingWhatWas = false
        let changed = plan.reconfiguredItems.compactMap { plan.newPath($0) }
        isInPass = false
        reconfigure(changed)
        needsPass = true
        layoutIfNeeded()
        self.transition = nil
        endSwipe?()
        finish(transition, completion)
    }

    /// Changes the layout as the batch says.
    private func edit(_ plan: UpdatePlan) throws(LayoutError) {
        for section in plan.deletedSections.reversed() { try layout.remove(sections: section..<section + 1) }
        try moveSections(plan)
        for section in plan.insertedSections {
            try layout.insertSection(at: section, itemCount: askedCount(section), by: recipe)
        }
        for old in plan.reloadedSections.sorted() {
            guard let section = plan.newSection(old) else { continue }
            try layout.reloadSection(section, itemCount: askedCount(section), by: recipe)
        }
        for (old, map) in plan.items.sorted(by: { $0.key < $1.key }) {
            guard let section = plan.newSection(old) else { continue }
            if recipe is CollectionViewCompositionalLayout {
                try layout.apply(script(map, old, section, plan), inSection: section)
            } else {
                try layout.reloadSection(section, itemCount: askedCount(section), by: recipe)
            }
        }
        for old in plan.relaidSections.sorted() where !plan.reloadedSections.contains(old) {
            guard let section = plan.newSection(old) else { continue }
            if recipe is CollectionViewCompositionalLayout {
                try layout.restyleSection(section, by: recipe)
            } else if plan.items[old] == nil {
                try layout.reloadSection(section, itemCount: askedCount(section), by: recipe)
            }
        }
        guard !plan.sections.gone.isEmpty || !plan.sections.come.isEmpty else { return }
        for section in 0..<layout.numberOfSections {
            guard let old = plan.oldSection(section), old != section, !plan.reloadedSections.contains(old) else {
                continue
            }
            try layout.restyleSection(section, by: recipe)
        }
    }

    private func askedCount(_ section: Int) -> Int { dataSource.map { askedCount(section, $0) } ?? 0 }

    /// First all to the end, in the order that they are to have; then each to its place.
    private func moveSections(_ plan: UpdatePlan) throws(LayoutError) {
        guard !plan.movedSections.isEmpty else { return }
        let total = layout.numberOfSections
        var taken: [Int] = []
        for move in plan.movedSections {
            let rank = move.from - plan.deletedSections.count { $0 < move.from }
            try layout.moveSection(rank - taken.count { $0 < rank }, to: total - 1)
            taken.append(rank)
        }
        let kept = total - taken.count
        for (number, move) in plan.movedSections.enumerated() {
            let place = move.to - plan.insertedSections.count { $0 < move.to }
            try layout.moveSection(kept + number, to: place)
        }
    }

    /// The edits of a section's items as the layout takes them: all positions before.
    private func script(_ map: IndexMap, _ old: Int, _ section: Int, _ plan: UpdatePlan) -> EditScript {
        var script = EditScript()
        for item in map.come {
            let index = map.oldIndex(behind: item)
            if let source = plan.itemSources[.item(item, inSection: section)], source.section == old,
                !plan.reloadedItems.contains(source)
            {
                script.move(source.item..<source.item + 1, to: index)
            } else {
                script.insert(count: 1, at: index)
            }
        }
        for item in map.gone {
            let path = ElementPath.item(item, inSection: old)
            if plan.itemTargets[path]?.section != section || plan.reloadedItems.contains(path) {
                script.remove(item..<item + 1)
            }
        }
        for path in plan.reloadedItems where path.section == old && plan.itemTargets[path] == nil {
            // Estimated again, as a new item would be.
            script.insert(count: 1, at: path.item)
            script.remove(path.item..<path.item + 1)
        }
        return script
    }

    /// Gives what stays its new name; what does not is taken from `displayed`.
    private func renumber(_ plan: UpdatePlan) {
        var offsets = SectionOffsets()
        for section in storedSectionOffsets.sections {
            if let new = plan.newSection(section) { offsets[new] = storedSectionOffsets[section] }
        }
        storedSectionOffsets = offsets
        selection.renumber(plan)
        highlighted = highlighted.flatMap { plan.newPath($0) }
        touched = touched.flatMap { plan.newPath($0) }
        focus = focus.flatMap { plan.newPath($0) }
        if case .item(let indexPath) = storedAnchorPolicy {
            let path = ElementPath(indexPath).flatMap { plan.newPath($0) }
            storedAnchorPolicy = path.map { .item($0.indexPath) } ?? .firstVisible
        }
        scrollTarget = nil
        renumberInteractions(plan)
        replaced.removeAll()
        var kept: [DisplayedElement] = []
        for element in displayed {
            guard let key = plan.survivor(of: element.key) else {
                replaced.append(element)
                continue
            }
            var element = element
            element.key = key
            kept.append(element)
        }
        displayed = kept
        renumberReordering(plan)
    }

    // MARK: Reconfiguring

    /// Lets the data source fill the cells of items again, in place.
    private func reconfigure(_ paths: [ElementPath]) {
        guard !paths.isEmpty else { return }
        isInPass = true
        var wishes: [SizeWish] = []
        for path in paths {
            guard let place = displayed.firstIndex(where: { $0.key.path == path && $0.key.path.category == .item })
            else { continue }
            let old = displayed[place]
            inPlace = old.view
            let view = makeView(for: attributes(of: path, old.attributes))
            inPlace = nil
            if view !== old.view {
                // Shown by a cell of another kind.
                displayed.remove(at: place)
                endDisplaying(old)
                startDisplaying(view, old.attributes, at: place)
            }
            var element = attributes(of: path, old.attributes)
            element.frame = layout.frame(ofItem: path.item, inSection: path.section)
            let size = view.preferredLayoutAttributes(fitting: element).frame.size
            if size != element.frame.size || element.isEstimated, isUsable(size, path) {
                wishes.append(SizeWish(path: path, size: size, isEstimated: element.isEstimated))
            }
        }
        if !wishes.isEmpty { take(wishes, keeping: keptPlace()) }
        isInPass = false
    }

    /// Attributes under a new name.
    private func attributes(of path: ElementPath, _ old: LayoutAttributes) -> LayoutAttributes {
        guard old.path != path else { return old }
        return layout.layoutAttributesForItem(path.item, inSection: path.section)
    }

    // MARK: Animations

    private func finish(_ transition: UpdateTransition, _ completion: @escaping @MainActor (Bool) -> Void) {
        let animations = transition.isAnimated ? animations(of: transition) : []
        let departing = transition.departing.map(\.view)
        let end: @MainActor () -> Void = { [weak self] in
            for view in departing where view.use == .departing { self?.pool(view) }
            completion(true)
        }
        guard let host, !animations.isEmpty else { return end() }
        var hasEnded = false
        host.run(animations) {
            if hasEnded { return }
            hasEnded = true
            end()
        }
    }

    private func animations(of transition: UpdateTransition) -> [ElementAnimation] {
        let shift = CGPoint(
            x: storedBounds.minX - transition.offset.x, y: storedBounds.minY - transition.offset.y)
        func shifted(_ attributes: LayoutAttributes) -> LayoutAttributes {
            var attributes = attributes
            attributes.frame = attributes.frame.offsetBy(dx: shift.x, dy: shift.y)
            return attributes
        }
        var animations: [ElementAnimation] = []
        for element in transition.departing {
            guard let known = transition.shown[ObjectIdentifier(element.view)] else { continue }
            let initial = shifted(known)
            var final = initial
            if element.isMovingOut, let place = whereNow(element.key) {
                final.frame = place
                animations.append(ElementAnimation(change: .moving, view: element.view, initial: initial, final: final))
                continue
            }
            final.alpha = 0
            final = delegate?.collectionView(self, finalLayoutAttributesForDisappearing: initial) ?? final
            animations.append(
                ElementAnimation(change: .disappearing, view: element.view, initial: initial, final: final))
        }
        for element in displayed {
            let final = element.attributes
            var initial = final
            var change = ElementAnimation.Change.moving
            if let known = transition.shown[ObjectIdentifier(element.view)] {
                let start = shifted(known)
                initial.frame = start.frame
                initial.alpha = start.alpha
            } else if final.category == .item, let old = transition.plan.oldPath(final.path),
                !transition.plan.reloadedItems.contains(old)
            {
                initial.frame = shifted(transition.attributesBefore(of: old)).frame
            } else {
                change = .appearing
                initial.alpha = 0
                initial = delegate?.collectionView(self, initialLayoutAttributesForAppearing: final) ?? initial
            }
            if initial != final {
                animations.append(ElementAnimation(change: change, view: element.view, initial: initial, final: final))
            }
        }
        return animations
    }

    /// Where an element is that is no longer in view.
    private func whereNow(_ key: ElementKey) -> CGRect? {
        let path = key.path
        switch path.category {
        case .item:
            let place = presentedPath(path)
            return presentedLayout.frame(ofItem: place.item, inSection: place.section)
        case .header: return path.section < 0 ? nil : layout.frameForHeader(inSection: path.section)
        case .footer: return path.section < 0 ? nil : layout.frameForFooter(inSection: path.section)
        case .supplementary, .decoration: return nil
        }
    }
}
