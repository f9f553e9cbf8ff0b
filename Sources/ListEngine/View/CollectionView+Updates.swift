import Foundation
import ListEngineDiff
import ListEngineLayout

extension CollectionView {
    /// Performs several updates together.
    ///
    ///     collectionView.performBatchUpdates {
    ///         books.remove(at: 3)
    ///         collectionView.deleteItems(at: [IndexPath(item: 3, section: 0)])
    ///     }
    ///
    /// Deletes, reloads, reconfigurations and the sources of moves are positions before the batch. Inserts and the
    /// targets of moves are positions after it. Updates of items in a section that is deleted or reloaded as a whole
    /// are part of that. The updates are checked against the data source: the number of sections, and the number of
    /// items in every edited section. If they do not match, a diagnostic is reported and a full reload follows.
    /// The list therefore always shows the data of the data source.
    ///
    /// The element chosen by ``CollectionView/anchorPolicy`` keeps its place on screen. Items that are not deleted
    /// keep their cells. The cells of other items disappear with the animation.
    ///
    /// A batch inside a batch is part of it. While the list is being laid out, a batch is refused and `updates` is
    /// not called.
    ///
    /// - Parameters:
    ///   - animated: Whether the host receives descriptions of all movements; see ``ElementAnimation``. Otherwise
    ///     everything is in its final place immediately.
    ///   - updates: Changes the model and calls the update methods.
    ///   - completion: Called once: when the animation has ended, or with ``UpdateResult/failed(_:)`` if the batch was
    ///     refused or did not match the data source. A completion that is due while another one of the list is being
    ///     called is called after it.
    /// - Returns: Nil, or the reason why the batch was refused.
    /// - Complexity: O(*e* log *e* + *v*) for *e* edits, plus the cost of the layout. The layout's cost is that of the
    ///   edits if it can determine the sizes of single items (see
    ///   `CollectionViewLayoutRecipe.recipe(forSection:ofItems:in:)`). The styles of sections whose index changed are
    ///   read again, O(sections), unless `CollectionViewLayoutRecipe.describesSectionsByIndex` is false.
    @discardableResult
    public func performBatchUpdates(
        animated: Bool = true, _ updates: () -> Void, completion: UpdateCompletion? = nil
    ) -> CollectionViewUpdateError? {
        if transaction.isCollecting {
            // It is part of the enclosing batch.
            updates()
            if let completion { transaction.add(completion) }
            return nil
        }
        guard refuseWhileBusy(completion) == nil else { return .updateInProgress }
        layoutIfNeeded()
        transaction.open(calling: true)
        updates()
        return show(transaction.close() ?? CalledUpdates(), animated: animated, completion)
    }

    /// Performs the updates of a changeset together.
    ///
    ///     let changes = after.changeset(from: before)
    ///     collectionView.performUpdates(changes) { snapshot = after }
    ///
    /// Does the same as ``performBatchUpdates(animated:_:completion:)`` without a call for each edit. Moved sections
    /// and items can also have changes inside, and no rule of batches can be broken. While the list is being laid
    /// out, nothing is done and `updates` is not called.
    /// - Parameters:
    ///   - changes: The changes from the current data of the data source to its data after `updates`.
    ///   - animated: Whether the host receives descriptions of all movements.
    ///   - updates: Changes the model.
    ///   - completion: Called once: when the animation has ended, or with ``UpdateResult/failed(_:)`` if nothing was
    ///     done, or if the data source does not match the changes and the list was loaded again.
    /// - Complexity: O(sections + runs of edits + *v*), plus the cost of the layout.
    @discardableResult
    public func performUpdates(
        _ changes: SnapshotChangeset, animated: Bool = true, _ updates: () -> Void,
        completion: UpdateCompletion? = nil
    ) -> CollectionViewUpdateError? {
        guard refuseWhileBusy(completion) == nil else { return .updateInProgress }
        prepareForUpdate()
        changeModel(updates)
        return perform(ListUpdate(edit: SharedEdit(ListEdit(changes)), isAnimated: animated, completion: completion))
    }

    /// Shows a new layout of the same items with one animation: another recipe, other properties of the current one, or
    /// other bounds.
    ///
    ///     collectionView.performLayoutChange {
    ///         collectionView.collectionViewLayout = CollectionViewFlowLayout()
    ///     }
    ///
    /// The anchor keeps its place on screen, as without an animation. Items that are visible before or after the change move
    /// from their old place to the new one; those that are visible in both keep their cells.
    /// - Parameters:
    ///   - animated: Whether the host receives descriptions of all movements; see ``ElementAnimation``.
    ///   - change: Changes the layout or the bounds. If it updates items, a full reload follows.
    ///   - completion: Called once: when the animation has ended, or with ``UpdateResult/failed(_:)`` if the change was
    ///     refused or everything was loaded again.
    /// - Returns: Nil, or the reason why the change was refused. While the list is being laid out it is refused, and `change`
    ///   is not called.
    /// - Complexity: That of laying out all items, plus O(*v*).
    @discardableResult
    public func performLayoutChange(
        animated: Bool = true, _ change: () -> Void, completion: UpdateCompletion? = nil
    ) -> CollectionViewUpdateError? {
        guard refuseWhileBusy(completion) == nil else { return .updateInProgress }
        prepareForUpdate()
        let offset = geometry.bounds.origin
        changeModel(change)
        hosting.offsetBefore = offset
        return perform(ListUpdate(edit: SharedEdit(ListEdit()), isAnimated: animated, completion: completion))
    }

    /// Sets ``collectionViewLayout`` and shows it with an animation: see ``performLayoutChange(animated:_:completion:)``.
    public func setCollectionViewLayout(
        _ layout: any CollectionViewLayoutRecipe, animated: Bool, completion: UpdateCompletion? = nil
    ) {
        performLayoutChange(animated: animated, { collectionViewLayout = layout }, completion: completion)
    }

    /// Does the same as ``performLayoutChange(animated:_:completion:)``, and returns what its completion receives.
    @discardableResult
    public func performLayoutChange(animated: Bool = true, _ change: () -> Void) async -> UpdateResult {
        await .of { performLayoutChange(animated: animated, change, completion: $0) }
    }

    /// Does the same as ``performBatchUpdates(animated:_:completion:)``, and returns what its completion receives.
    @discardableResult
    public func performBatchUpdates(animated: Bool = true, _ updates: () -> Void) async -> UpdateResult {
        await .of { performBatchUpdates(animated: animated, updates, completion: $0) }
    }

    /// Does the same as ``performUpdates(_:animated:_:completion:)``, and returns what its completion receives.
    @discardableResult
    public func performUpdates(
        _ changes: SnapshotChangeset, animated: Bool = true, _ updates: () -> Void
    ) async -> UpdateResult {
        await .of { performUpdates(changes, animated: animated, updates, completion: $0) }
    }

    /// Whether the next pass is a full reload, so that differences are not needed.
    var loadsEverything: Bool { due.reload == .everything }

    /// Whether index paths in the data are those in the shown list.
    package var showsData: Bool { !transaction.isBehindData && !loadsEverything }

    /// Does due work with the current data before the data changes. Data before a full reload needs none of it.
    package func prepareForUpdate() { if !loadsEverything { layoutIfNeeded() } }

    /// The data begins to change for an update that a data source makes. Updates requested until ``endModelChange(_:)`` are
    /// not part of it, so a full reload follows.
    /// - Returns: False if the data changes within another update.
    func beginModelChange() -> Bool {
        guard !isBusy else { return false }
        transaction.open(calling: true)
        return true
    }

    /// - Parameter isOwn: The result of ``beginModelChange()``.
    func endModelChange(_ isOwn: Bool) {
        if isOwn, transaction.close()?.isEmpty == false { setNeedsReload() }
    }

    /// Does the same if no update follows. Updates requested in the meantime end here.
    func cancelModelChange(_ isOwn: Bool) {
        endModelChange(isOwn)
        guard isOwn else { return }
        layoutIfNeeded()
        endInnerBatches()
        runIdleWork()
    }

    func changeModel(_ body: () -> Void) {
        let isOwn = beginModelChange()
        body()
        endModelChange(isOwn)
    }

    private func refuseWhileBusy(_ completion: UpdateCompletion?) -> CollectionViewUpdateError? {
        guard isBusy else { return nil }
        report(.updateInProgress, nil, "update when the call that is under way has returned.")
        if let completion {
            transaction.ends.call { completion(.failed(CollectionViewUpdateError.updateInProgress)) }
        }
        return .updateInProgress
    }

    /// Calls the completions of batches inside an update that became a full reload.
    func endInnerBatches() {
        for completion in transaction.takeCompletions() { transaction.ends.call { completion(.applied) } }
    }

    /// Shows an update whose data was already changed. See ``prepareForUpdate()`` and ``beginModelChange()``.
    @discardableResult
    func perform(_ update: ListUpdate) -> CollectionViewUpdateError? {
        guard refuseWhileBusy(update.completion) == nil else { return .updateInProgress }
        return show(update)
    }

    private func show(
        _ called: CalledUpdates, animated: Bool, _ completion: UpdateCompletion?
    ) -> CollectionViewUpdateError? {
        show(
            ListUpdate(
                edit: SharedEdit(ListEdit(called)), loads: called.scope, isAnimated: animated, completion: completion))
    }

    /// Shows an update. If it does not fit the data source, or if a full reload was due, everything is
    /// loaded again.
    private func show(_ update: ListUpdate) -> CollectionViewUpdateError? {
        let inner = transaction.takeCompletions()
        var end = update.completion
        if !inner.isEmpty {
            end = { result in
                update.completion?(result)
                for other in inner { other(result) }
            }
        }
        checkDataSource()
        transaction.open()
        transaction.isBehindData = true
        var fault: CollectionViewUpdateError?
        if !loadsEverything {
            do throws(CollectionViewUpdateError) {
                if let plan = try plan(update) {
                    apply(plan)
                    finishUpdate(end)
                    return nil
                }
            } catch {
                // Otherwise the data source changed while it was being called.
                if !loadsEverything {
                    fault = error
                    report(.rejectedUpdate, nil, "\(error)")
                    setNeedsReload()
                }
            }
        }
        due.needsPass = true
        runRounds()
        endTransaction()
        didEndPass()
        if let end { transaction.ends.call { [fault] in end(UpdateResult(fault)) } }
        runIdleWork()
        return fault
    }

    // MARK: Waiting for the list

    /// Whether the list is being laid out or updated and cannot be updated now.
    package var isBusy: Bool { transaction.isOpen }

    /// User code is notified with the index paths before the change.
    var isNotifyingOfBefore: Bool { transaction.notifiesOfBefore }

    /// Calls a closure when the list can be updated: immediately, or when the current pass or batch has ended.
    package func whenIdle(_ work: @escaping @MainActor () -> Void) {
        if isBusy { transaction.wait(work) } else { work() }
    }

    func runIdleWork() {
        while let work = transaction.takeWaiting() { work() }
    }

    // MARK: Update methods

    private func update(_ body: (inout CalledUpdates) -> Void) {
        if transaction.isCollecting { return transaction.collect(body) }
        // The model already changed. Due work is therefore done with the update, not before it as for a batch.
        guard refuseWhileBusy(nil) == nil else { return setNeedsReload() }
        var called = CalledUpdates()
        body(&called)
        _ = show(called, animated: true, nil)
    }

    /// Inserts items at index paths after the batch. Outside a batch, each of the following calls is a batch of its
    /// own.
    public func insertItems(at indexPaths: [IndexPath]) { update { $0.insertedItems += indexPaths } }

    /// Deletes items.
    public func deleteItems(at indexPaths: [IndexPath]) { update { $0.deletedItems += indexPaths } }

    /// Loads the cells of items again. The items get new cells.
    public func reloadItems(at indexPaths: [IndexPath]) { update { $0.reloadedItems += indexPaths } }

    /// Lets the data source configure the cells of changed items again. Dequeuing returns the current cell of the
    /// item.
    public func reconfigureItems(at indexPaths: [IndexPath]) { update { $0.reconfiguredItems += indexPaths } }

    /// Lets the data source configure the visible headers, footers and other supplementary views again, in the next pass:
    /// because a title shows the number of items, for example. Dequeuing returns the current view of the element. The views
    /// are measured again.
    /// - Complexity: O(visible views).
    public func reconfigureSupplementaryViews() {
        display.hasOutdatedSupplementaryViews = true
        setNeedsLayout()
    }

    /// The same for the views of one section, immediately. While the list is being updated or laid out, all views are
    /// configured with it.
    func reconfigureSupplementaryViews(inSection section: Int, outdatedOnly: Bool, _ isMeant: (ElementKind) -> Bool) {
        guard !isBusy else { return reconfigureSupplementaryViews() }
        guard !loadsEverything else { return }
        transaction.open()
        for place in display.elements.indices where !loadsEverything {
            let key = display.elements[place].key
            guard key.path.section == section, key.path.category != .item, key.path.category != .decoration,
                isMeant(key.kind), !outdatedOnly || display.elements[place].view.outdated.contains(.content)
            else { continue }
            reconfigure(place)
        }
        if display.hasInvalidMeasurements { due.needsPass = true }
        endTransaction()
        runIdleWork()
    }

    /// Moves an item from an index path before the batch to one after it. The item keeps its cell.
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        update { $0.movedItems.append((indexPath, newIndexPath)) }
    }

    /// Inserts sections with all their items.
    public func insertSections(_ sections: IndexSet) { update { $0.insertedSections += sections } }

    /// Deletes sections with all their items.
    public func deleteSections(_ sections: IndexSet) { update { $0.deletedSections += sections } }

    /// Loads sections again: their counts and all their views.
    public func reloadSections(_ sections: IndexSet) { update { $0.reloadedSections += sections } }

    /// Moves a section with all its items.
    public func moveSection(_ section: Int, toSection newSection: Int) {
        update { $0.movedSections.append((section, newSection)) }
    }

    // MARK: Performing updates

    /// Commits a plan, and shows the visible elements. The transaction must be open.
    private func apply(_ plan: UpdatePlan) {
        let edit = plan.edit
        let before = presentedLayout
        let place = anchoring.placeBeforeLayout?.named(by: edit) ?? placeKept(through: edit)
        if due.reload == .none { anchoring.placeBeforeLayout = nil }
        if plan.update.isAnimated, host != nil {
            let move = reorderer.draggedItem == nil ? nil : reorderer.reordering?.move
            hosting.update = ShownUpdate(
                edit, before: before, move: move, displayed: display.elements,
                offset: hosting.offsetBefore ?? geometry.bounds.origin)
        }
        let lastSeen = anchoring.unseen.lastSeen(in: self, edit)
        let notices = commit(plan.layout, following: edit)
        anchoring.unseen.add(edit, after: lastSeen, in: self)
        let ended = renumberDisplayed(edit)
        restoreByName(after: edit, plan.update.insertedNumbers)
        if !plan.measuredSince.isEmpty { takeAgain(plan) }
        if let relaidOut = plan.relaidOut {
            restoreMeasuredSizes(after: edit, numbers: plan.update.insertedNumbers, relaidOut: relaidOut)
        } else {
            restoreMeasuredSizes()
        }
        forgetAnswers(ofHidden: edit)
        if let relaidOut = plan.relaidOut, !edit.relaysSections {
            noteUnmeasured(after: edit, relaidOut: relaidOut)
        } else {
            measureShownElements()
        }
        anchoring.restore(place, in: self, from: before, .update)
        transaction.notifiesOfBefore = true
        if !ended.isEmpty {
            let partners = partners
            for place in ended.indices { endDisplaying(ended, at: place, partners) }
        }
        notices.sendBefore()
        transaction.notifiesOfBefore = false
        if !edit.reconfiguredItems.isEmpty {
            reconfigure(Set(edit.reconfiguredItems.compactMap { edit.newPath($0) }))
        }
        due.needsPass = true
        runRounds()
        notices.sendShown()
    }

    private func placeKept(through edit: SharedEdit) -> KeptPlace {
        let follows = anchoring.movedPolicy == .follow
        return anchoring.keptPlace(in: self) { key in
            guard follows || !edit.isMoved(key.path) else { return nil }
            // An item with a new cell keeps its place as well.
            return key.path.category == .item ? edit.newPath(key.path) : edit.survivor(of: key)?.path
        } nearest: { path in
            edit.survivor(of: path, in: layout, followingMoves: follows)
        }
    }

    /// Renames the shown elements that are not deleted.
    /// - Returns: The deleted elements, removed from `displayed`.
    private func renumberDisplayed(_ edit: SharedEdit) -> [DisplayedElement] {
        var finder = SurvivorFinder(edit)
        var ended: [DisplayedElement] = []
        display.change { elements in
            var kept = 0
            for place in elements.indices {
                if !finder.keepsPosition(of: elements[place].key.path) {
                    guard let key = finder.survivor(of: elements[place].key) else {
                        ended.append(elements[place])
                        continue
                    }
                    elements[place].key = key
                }
                if kept != place { elements.swapAt(kept, place) }
                kept += 1
            }
            elements.removeLast(elements.count - kept)
        }
        return ended
    }

    // MARK: Reconfiguring

    /// Lets the data source configure the cells of items again.
    private func reconfigure(_ paths: Set<ElementPath>) {
        guard !paths.isEmpty else { return }
        var preferences: [SizePreference] = []
        for place in display.elements.indices {
            let path = display.elements[place].key.path
            guard path.category == .item, paths.contains(path) else { continue }
            guard !loadsEverything else { return }
            configureAgain(place)
            guard !loadsEverything else { return }
            if let preference = sizePreferredNow(place) { preferences.append(preference) }
        }
        applySizes(ofChanged: preferences)
    }

    /// Configures views again whose toolkit's view is new or whose content is outdated, and measures views again whose size
    /// changed. Part of a pass.
    func refreshViews() {
        let isHostNew = hosting.filledGeneration != hosting.generation && host != nil
        if isHostNew || display.hasOutdatedSupplementaryViews {
            if isHostNew { hosting.filledGeneration = hosting.generation }
            display.hasOutdatedSupplementaryViews = false
            for place in display.elements.indices where isHostNew || display.elements[place].key.path.category != .item
            {
                guard !loadsEverything else { return }
                reconfigure(place)
            }
            display.hasInvalidMeasurements = true
        }
        guard display.hasInvalidMeasurements else { return }
        display.hasInvalidMeasurements = false
        var preferences: [SizePreference] = []
        for place in display.elements.indices where display.elements[place].view.outdated.contains(.size) {
            guard !loadsEverything else { return }
            display.elements[place].view.outdated.remove(.size)
            if let preference = sizePreferredNow(place) { preferences.append(preference) }
        }
        applySizes(ofChanged: preferences)
    }

    /// Lets the data source configure the view of a shown element again, and has it measured again.
    private func reconfigure(_ place: Int) {
        configureAgain(place)
        guard !loadsEverything else { return }
        display.elements[place].view.outdated.insert(.size)
        display.hasInvalidMeasurements = true
    }

    /// Lets the data source configure the view of a shown element again.
    private func configureAgain(_ place: Int) {
        let old = display.elements[place]
        let attributes = attributes(of: old.key.path, old.attributes)
        reuse.inPlace = old.view
        let partners = partners
        let view = makeView(for: attributes, partners)
        reuse.inPlace = nil
        guard view !== old.view else { return }
        // The element now has a view of another kind.
        display.change { _ = $0.remove(at: place) }
        endDisplaying([old], at: 0, partners)
        startDisplaying(view, attributes, at: place, partners)
    }

    /// The size that a shown view prefers now; nil if it is that of the layout.
    private func sizePreferredNow(_ place: Int) -> SizePreference? {
        let (key, view) = (display.elements[place].key, display.elements[place].view)
        // Uses the layout's current attributes: its section may now have exact sizes instead of estimates.
        guard let element = measurableAttributes(of: key) else { return nil }
        let size = preferredSize(of: view, for: element)
        guard size != element.frame.size || element.isEstimated, isUsable(size, key.path) else { return nil }
        return SizePreference(
            path: key.path, kind: key.kind, size: size, isEstimated: element.isEstimated,
            fittedExtent: fittedExtent(of: key.path, element.frame.size))
    }

    private func applySizes(ofChanged preferences: [SizePreference]) {
        guard !preferences.isEmpty, !loadsEverything else { return }
        var preferences = preferences.sorted { $0.path < $1.path }
        let (place, before) = (anchoring.keptPlace(in: self), presentedLayout)
        forgetAnswers(preferences.map(\.path))
        // Their badges are estimates again. A badge that is measured can call the program, which replaces the data.
        if layout.mayEstimateSupplementaryItems {
            let known = Set(preferences.map { ElementKey(path: $0.path, kind: $0.kind) })
            for place in display.elements.indices where isEstimatedBadge(display.elements[place].key) {
                guard !known.contains(display.elements[place].key) else { continue }
                preferences += [sizePreferredNow(place)].compactMap { $0 }
                guard !loadsEverything else { return }
            }
            preferences.sort { $0.path < $1.path }
        }
        applySizes(preferences, keeping: place, from: before)
    }

    /// Makes the measured sizes of reconfigured items estimates again, if the items are not shown and the layout measures
    /// each item once. Items with a known identity keep the old size as their estimate. The layout is that after the plan.
    private func forgetAnswers(ofHidden plan: SharedEdit) {
        guard !plan.reconfiguredItems.isEmpty else { return }
        let shown = Set(display.elements.map(\.key.path))
        forgetAnswers(
            plan.reconfiguredItems.compactMap { plan.newPath($0) }.filter {
                layout.marksEstimatesExactly(inSection: $0.section) && !shown.contains($0) && !isUnseen($0)
            }.sorted())
    }

    /// Resets the layout's measuring of items, because their content changed. Old sizes then do not count among the
    /// different sizes after which an item keeps the last one.
    /// - Parameter paths: Ascending.
    private func forgetAnswers(_ paths: [ElementPath]) {
        var start = 0
        while start < paths.count {
            let section = paths[start].section
            var script = EditScript()
            var last = -1
            while start < paths.count, paths[start].section == section {
                let item = paths[start].item
                if paths[start].category == .item, item > last {
                    script.insert(count: 1, at: item)
                    script.remove(item..<item + 1)
                    last = item
                }
                start += 1
            }
            // Lists and flows accept no items without sizes, and do not count sizes.
            if last >= 0 { _ = try? layout.apply(script, inSection: section) }
        }
    }

    /// Returns attributes with a new name.
    private func attributes(of path: ElementPath, _ old: LayoutAttributes) -> LayoutAttributes {
        guard old.path != path, path.category == .item else { return old }
        return layout.layoutAttributesForItem(path.item, inSection: path.section)
    }
}

extension CollectionView: UpdatedList {}
