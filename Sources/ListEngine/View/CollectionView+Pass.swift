import Foundation
import ListEngineLayout

// A pass brings the views up to date. It loads requested data, finds the visible elements, removes views that are no
// longer visible, creates new ones and measures them. When nothing moves any more, it shows them. Callbacks can
// request more work (scrolling, reloading), which another round of the same pass does. Only the pass changes
// `displayed` while it runs.

/// Is notified after each pass has shown the visible elements.
@MainActor
package protocol PassObserver: AnyObject {
    func didLayOut(_ collectionView: CollectionView)
}

extension CollectionView {
    private static let mostRounds = 16
    /// A number of sections, or of items in a section, that no layout accepts.
    private static let mostSections = 1 << 30
    private static let mostItems = 1 << 40

    /// Does all work requested since the last pass. A host calls it before each requested frame, and a program calls
    /// it to read the visible elements. While the list is being laid out or updated it does nothing; the requested
    /// work is done immediately afterwards.
    /// - Complexity: O(log *n* + *v*) without a reload; O(*S*) plus the cost of the layout with one.
    public func layoutIfNeeded() {
        guard !isBusy else { return }
        checkDataSource()
        guard due.needsPass else { return }
        transact {}
        endInnerBatches()
    }

    /// Brings the list up to date. Returns false while it is being laid out or updated. The event is then refused,
    /// because the list on screen is about to change.
    func isReadyForUser() -> Bool {
        guard !isBusy else { return false }
        layoutIfNeeded()
        // A callback after the pass may have requested a full reload.
        if !isBusy, !positions.areCurrent() { layoutIfNeeded() }
        return !isBusy && positions.areCurrent()
    }

    /// Changes the list in a transaction, including the pass that the change requires.
    func transact(_ body: () -> Void) {
        transaction.open()
        body()
        runRounds()
        endTransaction()
        didEndPass()
        runIdleWork()
    }

    /// Does all requested work. The transaction must be open.
    func runRounds() {
        var rounds = 0
        while due.needsPass, rounds < Self.mostRounds {
            rounds += 1
            checkDataSource()
            due.needsPass = false
            let reload = due.reload
            due.reload = .none
            if reload != .none { rebuild(reload) }
            checkDataSource()
            if !loadsEverything { refreshViews() }
            if !loadsEverything { showVisible() }
            if display.columns.isUsed, !loadsEverything { display.columns.show() }
            if emptyViews.set != nil || emptyViews.shown != nil { emptyViews.show() }
            // A callback may have released the data source, which is not held any more.
            checkDataSource()
        }
        scrolling.target = nil
        guard due.needsPass else { return }
        // Shown elements may no longer be in the data.
        if loadsEverything { takeDown(ofBefore: transaction.isBehindData) }
        report(.unsettled, nil, "each of \(rounds) rounds requested another one. Do not scroll or reload each time.")
    }

    /// Closes the transaction. Work that was requested in it and not done needs a frame.
    /// - Returns: The updates that were requested in it.
    @discardableResult
    func endTransaction() -> CalledUpdates? {
        let called = transaction.close()
        (hosting.update, hosting.offsetBefore) = (nil, nil)
        anchoring.endKeeping()
        // A copy of the layout can be edited between passes.
        due.interruption.isOutdated = false
        if due.needsPass { host?.requestFrame() }
        return called
    }

    /// Prefetches and notifies observers of passes. The list can be updated meanwhile.
    func didEndPass() {
        reportFaults()
        prefetching.prefetch(in: self)
        if loading.moreHandler != nil { loading.loadMore() }
        anchoring.unseen.didLayOut(self)
        attached.passObserver?.didLayOut(self)
    }

    // MARK: Loading

    private func rebuild(_ reload: DueWork.Reload) {
        if reload == .everything { return reloadEverything() }
        let place = anchoring.placeBeforeLayout ?? anchoring.keptPlace(in: self)
        anchoring.placeBeforeLayout = nil
        let before = presentedLayout
        var edited = layout
        let isWidened = reload == .container && widen(&edited)
        if !isWidened, reload != .container || !layOut(&edited, in: container) {
            edited = laidOut((0..<layout.numberOfSections).map { layout.numberOfItems(inSection: $0) })
        }
        // The next round does that, with the list as it is.
        guard !loadsEverything else { return }
        commit(edited)
        if !isWidened { restoreMeasuredSizes() }
        measureShownElements()
        reorderer.layoutDidChange(keepsBefore: false)
        anchoring.restore(place, in: self, from: before, .layout)
    }

    private func reloadEverything() {
        let isBehindData = transaction.isBehindData
        transaction.isBehindData = true
        takeDown(ofBefore: isBehindData)
        let before = layout
        let edited = laidOut(countsOfDataSource())
        // The data already changed.
        guard !loadsEverything else { return }
        // Values stored in the meantime belong to the old list.
        _ = commit(edited, following: nil)
        restoreByName(after: nil)
        anchoring.restore(nil, in: self, from: before, .reload)
    }

    /// Removes all views from the screen, and all stored state of items.
    /// - Parameter ofBefore: Whether an update has changed the data and was not shown. Index paths on the screen are then those of
    ///   before the update.
    private func takeDown(ofBefore: Bool) {
        let notices = positions.follow(nil)
        let ended = display.elements
        display.elements = []
        display.unmeasured = []
        sizing.measuredSizes.removeAll()
        // Stops the animation of the update: it may keep views only while it shows the current data.
        hosting.update?.isAnimated = false
        transaction.notifiesOfBefore = ofBefore
        let partners = partners
        for place in ended.indices { endDisplaying(ended, at: place, partners) }
        notices.sendBefore()
        transaction.notifiesOfBefore = false
        notices.sendShown()
    }

    /// The only place where the layout changes. The items are the same.
    func commit(_ edited: CollectionViewLayout) {
        if layout.hasLoopingSections { scrolling.holdLoopingSections() }
        layout = edited
        scrolling.clampSectionOffsets()
    }

    /// The only place where the items change: the layout, and all values stored by position.
    /// - Parameter edit: Nil for a full reload.
    func commit(_ edited: CollectionViewLayout, following edit: SharedEdit?) -> [PositionNotice] {
        // A dropped item is where it was shown.
        if let edit, layout.hasLoopingSections, reorderer.reordering?.isDropping != true {
            scrolling.holdLoopingSections(before: edit)
        }
        layout = edited
        let notices = positions.follow(edit)
        transaction.isBehindData = false
        scrolling.clampSectionOffsets()
        return notices
    }

    func countsOfDataSource() -> [Int] {
        guard let dataSource else { return [] }
        attached.answering.removeAll { $0.list !== dataSource }
        dataSource.collectionView(self, willLoad: .everything)
        let sections = dataSource.numberOfSections(in: self)
        // A list that was replaced does not know the items for which a delegate is called.
        if let list = delegate as? any AttachedList, !isUpdated(by: list) { list.detach(from: self) }
        guard (0...Self.mostSections).contains(sections) else {
            report(.unusableCount, nil, "\(sections) sections count as 0. Expected 0...\(Self.mostSections).")
            return []
        }
        var counts: [Int] = []
        counts.reserveCapacity(sections)
        for section in 0..<sections { counts.append(countOfDataSource(section, dataSource)) }
        return counts
    }

    func countOfDataSource(_ section: Int, _ dataSource: any CollectionViewDataSource) -> Int {
        // Otherwise it would be called for sections that no longer exist.
        guard !loadsEverything else { return 0 }
        let count = dataSource.collectionView(self, numberOfItemsInSection: section)
        guard (0...Self.mostItems).contains(count) else {
            report(
                .unusableCount, ElementPath(section: section, item: 0),
                "\(count) items of section \(section) count as 0. Expected 0...\(Self.mostItems).")
            return 0
        }
        return count
    }

    /// Gives the sections of a table the width of its columns. Their descriptions do not depend on it, so no closure is called and
    /// measured items keep their sizes.
    /// - Returns: False if something else changed as well, or a section has to be described again.
    /// - Complexity: O(1) if all sections are lists. Otherwise O(*S*) and the measured items.
    private func widen(_ layout: inout CollectionViewLayout) -> Bool {
        // A flow has items whose sizes are stated for the width of the list.
        guard display.columns.layout != nil, !(recipe is CollectionViewFlowLayout), var before = geometry.described,
            before.size == geometry.bounds.size
        else {
            return false
        }
        let now = container
        before.container.size = now.size
        before.container.interruption = now.interruption
        guard before.container == now, (try? layout.setCrossExtent(now.size.width)) != nil else { return false }
        geometry.described?.container.size = now.size
        return true
    }

    /// Lays out the existing sections for other bounds. Returns false if all sections must be laid out again.
    func layOut(_ layout: inout CollectionViewLayout, in container: ListContainer) -> Bool {
        var reader = ItemCountReader(layout)
        let counts = (0..<layout.numberOfSections).map { reader.count(ofSection: $0) }
        geometry.described = (geometry.bounds.size, container)
        // A layout with headers of its own would be laid out from scratch.
        guard (try? layout.removeBoundarySupplementaryItems(ofKind: .columnTitles)) != nil,
            (try? layout.relayout(in: container, by: recipe)) != nil
        else { return false }
        addColumnTitles(to: &layout)
        return layout.has(counts)
    }

    /// Lays out everything from scratch. The result is not used if the data changed again.
    func laidOut(_ counts: [Int]) -> CollectionViewLayout {
        guard !loadsEverything else { return layout }
        // The new layout has its own diagnostics, counted from 0.
        log.knownOfLayout = 0
        geometry.described = (geometry.bounds.size, container)
        do {
            var layout = try recipe.layout(itemCounts: counts, in: container)
            addColumnTitles(to: &layout)
            if loadsEverything || layout.has(counts) { return layout }
            report(.layoutFailed, nil, "the layout has a different number of sections or items than the data source.")
        } catch {
            guard !loadsEverything else { return layout }
            report(.layoutFailed, nil, "\(error)")
        }
        // Lays out the sections one by one, so that only a section that cannot be laid out is empty.
        var layout = CollectionViewLayout(container: container, scrollDirection: recipe.scrollDirection)
        for (section, count) in counts.enumerated() {
            let change = try? layout.insertSection(at: section, itemCount: count, by: recipe)
            if change == nil {
                report(.layoutFailed, ElementPath(section: section, item: 0), "section \(section) shows nothing.")
                // A list of items without height keeps the item count. It fails only if the counts of all sections
                // together are too large.
                let isThere = (try? layout.append(.list(count: count, height: 0))) != nil
                if !isThere { _ = try? layout.append(.list(count: 0, height: 0)) }
            }
        }
        addColumnTitles(to: &layout)
        return layout
    }

    func sendContentSize() {
        let size = presentedLayout.contentSize
        guard size != hosting.contentSize else { return }
        hosting.contentSize = size
        host?.setContentSize(size)
    }

    // MARK: The origin of placements

    /// Moves the origin if the content was scrolled far from it.
    func movePlacementOrigin() {
        let step: CGFloat = 4096
        let offset = geometry.bounds.origin
        guard abs(offset.x - hosting.placementOrigin.x) > step || abs(offset.y - hosting.placementOrigin.y) > step
        else {
            return
        }
        hosting.placementOrigin = CGPoint(x: (offset.x / step).rounded() * step, y: (offset.y / step).rounded() * step)
        guard let host else { return }
        host.setPlacementOrigin(placementOrigin)
        let partners = partners
        for element in display.elements {
            place(element.view, element.attributes, partners)
            guard let row = element.view.fieldRow else { continue }
            for field in row.views { if let own = field.storedAttributes { place(field, own, partners) } }
        }
    }

    /// Gives a new host views for all shown elements, and removes them from the old host. Animations of the old host
    /// have ended.
    func moveViews(from old: (any CollectionViewHost)?) {
        hosting.generation += 1
        // No pass changes the shown elements while hosts are called.
        let isOwnTransaction = !isBusy
        if isOwnTransaction { transaction.open() }
        let ended = hosting.runningAnimations
        for token in ended { token.animation.releaseViews() }
        if let update = hosting.update {
            let departing = update.departing
            update.departing = []
            for element in departing { pool(element.view) }
        }
        for view in registry.takeAllPooled() { discard(view) }
        for element in display.elements {
            leaveHost(element.view)
            guard let row = element.view.fieldRow else { continue }
            row.attributes = nil
            for field in row.views { leaveHost(field) }
        }
        emptyViews.move()
        hosting.contentSize = nil
        host?.setPlacementOrigin(placementOrigin)
        sendContentSize()
        _ = host?.setContentOffset(geometry.bounds.origin, animated: false)
        let partners = partners
        for element in display.elements { put(element.view, element.attributes, partners) }
        if host != nil, !display.elements.isEmpty { due.needsPass = true }
        if isOwnTransaction { endTransaction() }
        for animation in ended { animation.end() }
        if isOwnTransaction { runIdleWork() }
    }

    func leaveHost(_ view: CollectionReusableView) {
        // A host that was set in the meantime has already made its own.
        guard view.hostGeneration != hosting.generation else { return }
        let (generation, maker) = (hosting.generation, view.maker)
        view.maker = nil
        maker?.remove(view)
        if generation == hosting.generation { view.hostView = nil }
    }

    /// Lets the current host create the toolkit's view of a view that another host created.
    func rehost(_ view: CollectionReusableView) {
        leaveHost(view)
        if view.hostGeneration != hosting.generation { adopt(view) }
    }
}

extension CollectionViewLayout {
    /// Whether the sections have these numbers of items.
    fileprivate func has(_ counts: [Int]) -> Bool {
        guard numberOfSections == counts.count else { return false }
        var reader = ItemCountReader(self)
        return counts.indices.allSatisfy { reader.count(ofSection: $0) == counts[$0] }
    }
}
