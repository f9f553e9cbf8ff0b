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
    private static let mostMeasurements = 64
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
        guard needsPass else { return }
        transact {}
        endInnerBatches()
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
        while needsPass, rounds < Self.mostRounds {
            rounds += 1
            checkDataSource()
            needsPass = false
            let reload = pendingReload
            pendingReload = .none
            if reload != .none { rebuild(reload) }
            checkDataSource()
            if !loadsEverything { refreshViews() }
            if !loadsEverything { showVisible() }
            if storedEmptyView != nil || shownEmptyView != nil { showEmptyView() }
            // A callback may have released the data source, which is not held any more.
            checkDataSource()
        }
        scrollTarget = nil
        guard needsPass else { return }
        // Shown elements may no longer be in the data.
        if loadsEverything { takeDown() }
        report(.unsettled, nil, "each of \(rounds) rounds asked for another one. Do not scroll or reload for ever.")
    }

    /// Closes the transaction. Work that was requested in it and not done needs a frame.
    /// - Returns: The updates that were requested in it.
    @discardableResult
    func endTransaction() -> CalledUpdates? {
        let called = transaction.close()
        // A copy of the layout can be edited between passes.
        interruption.isOutdated = false
        if needsPass { host?.requestFrame() }
        return called
    }

    /// Prefetches and notifies observers of passes. The list can be updated meanwhile.
    func didEndPass() {
        reportFaults()
        prefetch()
        if loadingMore.handler != nil { loadMore() }
        passObserver?.didLayOut(self)
    }

    // MARK: Loading

    private func rebuild(_ reload: Reload) {
        if reload == .everything { return reloadEverything() }
        let place = placeBeforeLayout ?? keptPlace()
        placeBeforeLayout = nil
        let before = presentedLayout
        var edited = layout
        if reload != .container || !layOut(&edited, in: container) {
            edited = laidOut((0..<layout.numberOfSections).map { layout.numberOfItems(inSection: $0) })
        }
        // The next round does that, with the list as it is.
        guard !loadsEverything else { return }
        _ = commit(edited)
        restoreMeasuredSizes()
        measureShownElements()
        layoutDidChangeUnderReordering(keepsBefore: false)
        restore(place, from: before, .layout)
    }

    private func reloadEverything() {
        transaction.isBehindData = true
        takeDown()
        let before = layout
        let edited = laidOut(countsOfDataSource())
        // The data already changed.
        guard !loadsEverything else { return }
        // Values stored in the meantime belong to the old list.
        _ = commit(edited, .reload)
        restore(nil, from: before, .reload)
    }

    /// Removes all views from the screen, and all stored state of items.
    private func takeDown() {
        let notices = positions.follow(.reload)
        let ended = displayed
        displayed = []
        unmeasured.removeAll()
        measuredSizes.removeAll()
        // Stops the animation of the update: it may keep views only while it shows the current data.
        transaction.update?.isAnimated = false
        transaction.notifiesOfBefore = true
        let partners = partners
        for place in ended.indices { endDisplaying(ended, at: place, partners) }
        notices.sendBefore()
        transaction.notifiesOfBefore = false
        notices.sendShown()
    }

    /// The only place where the list changes: its layout and all values stored by position.
    /// - Parameter change: The change of positions. Nil if all items are the same.
    func commit(_ edited: CollectionViewLayout, _ change: PositionChange? = nil) -> [PositionNotice] {
        layout = edited
        let notices = change.map { positions.follow($0) } ?? []
        if change != nil { transaction.isBehindData = false }
        clampSectionOffsets()
        return notices
    }

    func countsOfDataSource() -> [Int] {
        guard let dataSource else { return [] }
        dataSource.collectionView(self, willLoad: .everything)
        let sections = dataSource.numberOfSections(in: self)
        guard (0...Self.mostSections).contains(sections) else {
            report(.unusableCount, nil, "\(sections) sections count as 0. Expected 0...\(Self.mostSections).")
            return []
        }
        return (0..<sections).map { countOfDataSource($0, dataSource) }
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

    /// Lays out the existing sections for other bounds. Returns false if all sections must be laid out again.
    func layOut(_ layout: inout CollectionViewLayout, in container: ListContainer) -> Bool {
        var reader = ItemCountReader(layout)
        let counts = (0..<layout.numberOfSections).map { reader.count(ofSection: $0) }
        let change = try? layout.relayout(in: container, by: recipe)
        return change != nil && layout.has(counts)
    }

    /// Lays out everything from scratch. The result is not used if the data changed again.
    func laidOut(_ counts: [Int]) -> CollectionViewLayout {
        guard !loadsEverything else { return layout }
        // The new layout has its own diagnostics, counted from 0.
        knownLayoutDiagnostics = 0
        do {
            let layout = try recipe.layout(itemCounts: counts, in: container)
            if loadsEverything || layout.has(counts) { return layout }
            report(.layoutFailed, nil, "the layout has other numbers of sections or items than the data source.")
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
        return layout
    }

    func sendContentSize() {
        let size = presentedLayout.contentSize
        guard size != hostContentSize else { return }
        hostContentSize = size
        host?.setContentSize(size)
    }

    // MARK: Showing

    private func showVisible() {
        var memory = passMemory
        passMemory = PassMemory()
        showVisible(&memory)
        memory.sections?.forget()
        memory.made.removeAll(keepingCapacity: true)
        passMemory = memory
    }

    private func showVisible(_ memory: inout PassMemory) {
        // Elements are matched by name if sizes are measured and places change, otherwise by place.
        let prepared = scrollTarget == nil ? [:] : measureAroundTarget(measured: [:])
        guard !loadsEverything else { return giveUpRound(memory, prepared) }
        findVisible(&memory.found)
        if prepared.isEmpty, unmeasured.isEmpty, updateWhatStays(memory.found) { return }
        let partners = partners(&memory)
        showVisible(&memory, prepared, partners)
    }

    /// Shows the elements that were found, and measures them until their places no longer change.
    private func showVisible(
        _ memory: inout PassMemory, _ prepared: [ElementKey: CollectionReusableView], _ partners: Partners
    ) {
        var prepared = prepared
        var measurements = 0
        while true {
            if !matchInOrder(&memory) { matchByName(&memory) }
            endWhatLeft(memory, partners)
            var preferences: [SizePreference] = []
            let staying = unmeasuredViews()
            let mayBeUnseen = measuredSizes.hasUnseen
            for place in memory.found.indices {
                guard !loadsEverything else { return giveUpRound(memory, prepared) }
                let element = memory.found[place]
                if memory.isDisplayed[place] {
                    if !staying.isEmpty, let view = staying[ElementKey(element)],
                        let preference = sizePreference(of: view, for: element)
                    {
                        preferences.append(preference)
                    }
                    continue
                }
                if !prepared.isEmpty, let view = prepared.removeValue(forKey: ElementKey(element)) {
                    memory.made[place] = view
                    continue
                }
                let view = makeView(for: element, partners)
                memory.made[place] = view
                if element.isEstimated || mayBeUnseen, let preference = sizePreference(of: view, for: element) {
                    preferences.append(preference)
                }
            }
            guard !loadsEverything else { return giveUpRound(memory, prepared) }
            if !unmeasured.isEmpty { unmeasured.removeAll() }
            guard !preferences.isEmpty else { break }
            measurements += 1
            measuringRounds += 1
            guard measurements < Self.mostMeasurements else {
                report(.unsettled, nil, "sizes were measured \(measurements) times in one pass.")
                setNeedsLayout()
                break
            }
            for place in memory.found.indices {
                if let view = memory.made[place] { prepared[ElementKey(memory.found[place])] = view }
            }
            memory.made.removeAll(keepingCapacity: true)
            take(preferences, keeping: keptPlace(except: Set(preferences.map(\.path))))
            // After two measurements the estimates are far from the sizes. The other visible elements are found by a
            // walk instead of another guess.
            if measurements == 2, scrollTarget == nil, !loadsEverything {
                scrollTarget = restingPlace()
                prepared.merge(measureAroundTarget(measured: prepared)) { first, _ in first }
                scrollTarget = nil
            }
            guard !loadsEverything else { return giveUpRound(memory, prepared) }
            findVisible(&memory.found)
            if prepared.isEmpty, unmeasured.isEmpty, updateWhatStays(memory.found) { return }
        }
        show(memory, partners)
        // These views were made for estimated positions, and are not visible after the measurement.
        for view in prepared.values { pool(view) }
        mostDisplayed = max(mostDisplayed, displayed.count)
    }

    /// Whether everything is to be loaded again. The data source is then not called any more, and its results are not
    /// shown.
    private func giveUpRound(_ memory: PassMemory, _ prepared: [ElementKey: CollectionReusableView]) {
        for view in memory.made { if let view { pool(view) } }
        for view in prepared.values { pool(view) }
    }

    private func findVisible(_ found: inout [LayoutAttributes]) {
        movePlacementOrigin()
        found.removeAll(keepingCapacity: true)
        let viewport = viewport
        let layout = presentedLayout
        layout.appendElements(in: viewport, cursor: &cursor, to: &found)
        layout.applyVisibleItemsHandlers(to: &found, in: viewport)
        if let elementsAdjuster { adjust(&found, with: elementsAdjuster) }
        if draggedItem != nil, let reordering { nameByData(&found, reordering) }
        if let held = storedHeldItem, isInList(held), !found.contains(where: { $0.path == held }) {
            found.append(layout.layoutAttributesForItem(held.item, inSection: held.section))
        }
    }

    /// If the same elements are visible as before, moves those that moved. Returns false if other elements are
    /// visible.
    private func updateWhatStays(_ found: [LayoutAttributes]) -> Bool {
        let shown = displayed
        guard found.count == shown.count else { return false }
        var change: Int?
        for place in found.indices {
            guard shown[place].key.names(found[place]) else { return false }
            if change == nil, !found[place].hasSameBits(as: shown[place].attributes) { change = place }
        }
        guard let change else { return true }
        let partners = partners
        for place in change..<found.count where found[place] != shown[place].attributes {
            update(place, to: found[place], partners)
        }
        return true
    }

    /// Marks the elements that are already displayed, and collects the displayed ones that are no longer needed. Both
    /// lists are usually in reading order, so they are compared in one pass. Returns false if they are not in order,
    /// or if two elements differ only in their kind.
    private func matchInOrder(_ memory: inout PassMemory) -> Bool {
        let (found, shown) = (memory.found, displayed)
        memory.startMatching(found.count)
        // The next found element, whose path is `next`, and the path of the shown element before the current one.
        var place = 0
        guard var next = found.first?.path, var last = shown.first?.key.path else {
            memory.left.append(contentsOf: shown.indices)
            return isInOrder(found)
        }
        for old in shown.indices {
            let path = shown[old].key.path
            if old > 0, !last.isBefore(path) { return false }
            last = path
            while place < found.count, next.isBefore(path) {
                guard moveOn(&place, &next, in: found) else { return false }
            }
            if place < found.count, next == path {
                guard found[place].kind == shown[old].key.kind else { return false }
                memory.isDisplayed[place] = true
                guard moveOn(&place, &next, in: found) else { return false }
            } else {
                memory.left.append(old)
            }
        }
        while place < found.count { guard moveOn(&place, &next, in: found) else { return false } }
        return true
    }

    /// Goes on to the next element. Returns false if it is not after the current one.
    @inline(__always)
    private func moveOn(_ place: inout Int, _ path: inout ElementPath, in found: [LayoutAttributes]) -> Bool {
        place += 1
        guard place < found.count else { return true }
        let next = found[place].path
        defer { path = next }
        return path.isBefore(next)
    }

    private func isInOrder(_ found: [LayoutAttributes]) -> Bool {
        guard var path = found.first?.path else { return true }
        var place = 0
        while place < found.count { guard moveOn(&place, &path, in: found) else { return false } }
        return true
    }

    /// Does the same by name, in any order. If two elements have the same name, the first one is kept.
    private func matchByName(_ memory: inout PassMemory) {
        memory.foundPlaces.removeAll(keepingCapacity: true)
        var kept = 0
        for place in memory.found.indices {
            let element = memory.found[place]
            let key = ElementKey(element)
            guard memory.foundPlaces[key] == nil else {
                report(.duplicateElement, key.path, "two elements of kind \(key.kind) have this name. Use two kinds.")
                continue
            }
            memory.foundPlaces[key] = kept
            memory.found[kept] = element
            kept += 1
        }
        memory.found.removeLast(memory.found.count - kept)
        memory.startMatching(kept)
        let shown = displayed
        for old in shown.indices {
            if let place = memory.foundPlaces[shown[old].key] {
                memory.isDisplayed[place] = true
            } else {
                memory.left.append(old)
            }
        }
    }

    private func endWhatLeft(_ memory: PassMemory, _ partners: Partners) {
        guard !memory.left.isEmpty else { return }
        var ended = displayed
        displayed = []
        if memory.left.count < ended.count {
            var kept: [DisplayedElement] = []
            kept.reserveCapacity(ended.count)
            var left: [DisplayedElement] = []
            left.reserveCapacity(memory.left.count)
            for place in ended.indices {
                if left.count < memory.left.count, memory.left[left.count] == place {
                    left.append(ended[place])
                } else {
                    kept.append(ended[place])
                }
            }
            (ended, displayed) = (left, kept)
        }
        for place in ended.indices { endDisplaying(ended, at: place, isMovingOut: true, partners) }
        guard displayed.isEmpty else { return }
        // The memory is used again.
        ended.removeAll(keepingCapacity: true)
        displayed = ended
    }

    /// Changes the shown elements as a local value, because releasing a view can run user code that reads them.
    func changeDisplayed(_ body: @MainActor (inout [DisplayedElement]) -> Void) {
        var elements = displayed
        displayed = []
        body(&elements)
        displayed = elements
    }

    /// Makes `displayed` equal to the found elements, in their order.
    private func show(_ memory: PassMemory, _ partners: Partners) {
        for place in memory.found.indices {
            let element = memory.found[place]
            if loadsEverything {
                // The next round removes the views that are displayed by now.
                if let view = memory.made[place] { pool(view) }
                continue
            }
            if memory.isDisplayed[place] {
                let key = ElementKey(element)
                if displayed[place].key != key {
                    // The order of elements changed.
                    guard let old = displayed.firstIndex(where: { $0.key == key }) else { continue }
                    changeDisplayed { $0.insert($0.remove(at: old), at: place) }
                }
                update(place, to: element, partners)
            } else if let view = memory.made[place] {
                startDisplaying(view, element, at: place, partners)
            }
        }
    }

    /// Moves a shown element if its attributes changed.
    private func update(_ place: Int, to attributes: LayoutAttributes, _ partners: Partners) {
        guard displayed[place].attributes != attributes else { return }
        let view = displayed[place].view
        changeDisplayed { $0[place].attributes = attributes }
        put(view, attributes, partners)
    }

    func put(_ view: CollectionReusableView, _ attributes: LayoutAttributes, _ partners: Partners) {
        view.storedAttributes = attributes
        move(view, attributes, partners)
    }

    /// Moves a view to the place of the attributes that it has.
    private func move(_ view: CollectionReusableView, _ attributes: LayoutAttributes, _ partners: Partners) {
        view.storedFrame = attributes.frame
        view.apply(attributes)
        place(view, attributes, partners)
    }

    private func place(_ view: CollectionReusableView, _ attributes: LayoutAttributes, _ partners: Partners) {
        if view.hostGeneration != hostGeneration { rehost(view) }
        // Otherwise another host was set in the call, and was given all shown views.
        guard view.hostGeneration == hostGeneration else { return }
        withCurrent(partners) {
            $0.host?.place(view, at: ElementPlacement(attributes, relativeTo: storedPlacementOrigin))
        }
    }

    func startDisplaying(
        _ view: CollectionReusableView, _ attributes: LayoutAttributes, at place: Int, _ partners: Partners
    ) {
        let key = ElementKey(attributes)
        changeDisplayed {
            // Made where it is stored: a copy would be counted.
            if place == $0.count {
                $0.append(DisplayedElement(key: key, attributes: attributes, view: view))
            } else {
                $0.insert(DisplayedElement(key: key, attributes: attributes, view: view), at: place)
            }
        }
        view.storedAttributes = attributes
        let cell = key.path.category == .item ? view as? CollectionViewCell : nil
        if let cell {
            cell.isSelected = !selection.isEmpty && selection.contains(key.path)
            cell.isHighlighted = highlighted == key.path
            let isFocused = focus == key.path
            if cell.isFocused != isFocused { cell.isFocused = isFocused }
            if cell.isEditing != isEditing { cell.isEditing = isEditing }
            let isDragged = draggedItem == key.path
            if cell.isReordering != isDragged { cell.isReordering = isDragged }
        }
        guard !loadsEverything else {
            // The data no longer contains the element.
            changeDisplayed { _ = $0.remove(at: place) }
            return pool(view)
        }
        withCurrent(partners) { willDisplay(view, cell, key, $0) }
        move(view, attributes, partners)
    }

    // Chained, because an unwrapped copy of a reference would be counted.

    @inline(__always)
    private func willDisplay(
        _ view: CollectionReusableView, _ cell: CollectionViewCell?, _ key: ElementKey, _ partners: Partners
    ) {
        guard let cell else {
            partners.delegate?.collectionView(
                self, willDisplaySupplementaryView: view, forElementKind: key.kind, at: key.path.indexPath)
            return
        }
        if partners.delegateList?.willDisplay(cell, at: key.path, in: self) != nil { return }
        if partners.sections?.willDisplay(cell, at: key.path, partners, in: self) == true { return }
        if defaults.willDisplay.contains(classNamed: partners.delegateClass) { return }
        partners.delegate?.collectionView(self, willDisplay: cell, forItemAt: key.path.indexPath)
    }

    @inline(__always)
    private func didEndDisplaying(
        _ view: CollectionReusableView, _ cell: CollectionViewCell?, _ key: ElementKey, _ partners: Partners
    ) {
        guard let cell else {
            partners.delegate?.collectionView(
                self, didEndDisplayingSupplementaryView: view, forElementKind: key.kind, at: key.path.indexPath)
            return
        }
        if partners.delegateList?.didEndDisplaying(cell, at: key.path, in: self) != nil { return }
        if partners.sections?.didEndDisplaying(cell, at: key.path, partners, in: self) == true { return }
        if defaults.didEndDisplaying.contains(classNamed: partners.delegateClass) { return }
        partners.delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: key.path.indexPath)
    }

    /// Removes a view that is no longer in `displayed` from the screen.
    ///
    /// Takes the array, because a copy of an element costs as much as the rest.
    func endDisplaying(
        _ elements: [DisplayedElement], at place: Int, isMovingOut: Bool = false, _ partners: Partners
    ) {
        let (view, key) = (elements[place].view, elements[place].key)
        if touchedView == ObjectIdentifier(view) { touchedView = nil }
        if let update = transaction.update, update.isAnimated, view.hostGeneration == hostGeneration,
            update.shown[ObjectIdentifier(view)] != nil
        {
            view.use = .departing
            var element = elements[place]
            element.isMovingOut = isMovingOut
            update.departing.append(element)
        } else {
            pool(view, partners)
        }
        withCurrent(partners) { partners in
            guard partners.delegate != nil else { return }
            let cell = key.path.category == .item ? view as? CollectionViewCell : nil
            didEndDisplaying(view, cell, key, partners)
        }
    }

    // MARK: The origin of placements

    /// Moves the origin if the content was scrolled far from it.
    private func movePlacementOrigin() {
        let step: CGFloat = 4096
        let offset = storedBounds.origin
        guard abs(offset.x - storedPlacementOrigin.x) > step || abs(offset.y - storedPlacementOrigin.y) > step else {
            return
        }
        storedPlacementOrigin = CGPoint(x: (offset.x / step).rounded() * step, y: (offset.y / step).rounded() * step)
        guard let host else { return }
        host.setPlacementOrigin(placementOrigin)
        let partners = partners
        for element in displayed { place(element.view, element.attributes, partners) }
    }

    /// Gives a new host views for all shown elements, and removes them from the old host. Animations of the old host
    /// have ended.
    func moveViews(from old: (any CollectionViewHost)?) {
        hostGeneration += 1
        // No pass changes the shown elements while hosts are called.
        let isOwnTransaction = !isBusy
        if isOwnTransaction { transaction.open() }
        let ended = runningAnimations
        for token in ended { token.animation.releaseViews() }
        if let update = transaction.update {
            let departing = update.departing
            update.departing = []
            for element in departing { pool(element.view) }
        }
        for view in registry.takeAllPooled() { discard(view) }
        for element in displayed { leaveHost(element.view) }
        moveEmptyView()
        hostContentSize = nil
        host?.setPlacementOrigin(placementOrigin)
        sendContentSize()
        _ = host?.setContentOffset(storedBounds.origin, animated: false)
        let partners = partners
        for element in displayed { put(element.view, element.attributes, partners) }
        if host != nil, !displayed.isEmpty { needsPass = true }
        if isOwnTransaction { endTransaction() }
        for animation in ended { animation.end() }
        if isOwnTransaction { runIdleWork() }
    }

    private func leaveHost(_ view: CollectionReusableView) {
        // A host that was set in the meantime has already made its own.
        guard view.hostGeneration != hostGeneration else { return }
        let (generation, maker) = (hostGeneration, view.maker)
        view.maker = nil
        maker?.remove(view)
        if generation == hostGeneration { view.hostView = nil }
    }

    /// Lets the current host create the toolkit's view of a view that another host created.
    func rehost(_ view: CollectionReusableView) {
        leaveHost(view)
        if view.hostGeneration != hostGeneration { adopt(view) }
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
