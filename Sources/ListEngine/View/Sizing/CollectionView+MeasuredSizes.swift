import Foundation
import ListEngineLayout

extension CollectionView {
    private var identifying: (any ItemIdentifying)? { dataSource as? any ItemIdentifying }

    /// Whether items should be looked up one by one, rather than through the stored sizes. Items with numbers are
    /// looked up without calling the data source.
    private func isWorthAsking(_ count: Int) -> Bool {
        count <= (dataSource is any ItemNumbering ? 32 : 4) * sizing.measuredSizes.count + 64
    }

    func crossExtent(of size: CGSize) -> CGFloat { recipe.scrollDirection == .vertical ? size.width : size.height }

    // MARK: Storing sizes

    /// Stores the measured sizes of items. Items that never come to rest keep their old size.
    func noted(_ preferences: [SizePreference]) -> [SizePreference] {
        guard let names = itemNames() else { return preferences }
        var preferences = preferences
        for place in preferences.indices where preferences[place].path.category == .item {
            let (path, size, fittedExtent) = (
                preferences[place].path, preferences[place].size, preferences[place].fittedExtent
            )
            guard let fittedExtent, let item = names(path) else { continue }
            if case .frozen(let kept, let isNew) = sizing.measuredSizes.note(size, of: item, fittedExtent: fittedExtent)
            {
                preferences[place].size = kept
                guard isNew else { continue }
                report(
                    .oscillatingSize, path,
                    "the size \(size) is ignored: the measured size was different each time, and \(kept) is kept. "
                        + "Return one size for one content, or reconfigure the item when its content changes.")
            }
        }
        return preferences
    }

    /// Whether an item has its old size from before it was deleted or changed, and was not measured since.
    func isUnseen(_ path: ElementPath) -> Bool {
        guard sizing.measuredSizes.hasUnseen, path.category == .item, layout.mayEstimate(inSection: path.section) else {
            return false
        }
        return itemNames()?(path).map { sizing.measuredSizes.isUnseen($0) } ?? false
    }

    /// Returns the identities of the list's items, until the list changes; nil if the data source does not supply them.
    private func itemNames() -> ((ElementPath) -> KnownItem?)? {
        // Before a full reload, the data source already has other items.
        guard !loadsEverything, let identifying else { return nil }
        guard let numbering = identifying as? any ItemNumbering else {
            let changes = positions.changes
            return { path in
                // The data source may have changed the list in an earlier call.
                guard changes == self.positions.changes else { return nil }
                return identifying.collectionView(self, identityOfItemAt: path.indexPath).map { .name($0) }
            }
        }
        sizing.measuredSizes.follow(numbering.numbering)
        return { numbering.number(of: $0).map { .number($0) } }
    }

    // MARK: Restoring sizes

    /// Restores the measured sizes of items that an update inserted, and drops those of items that it reloaded. Those of
    /// items that it reconfigured are estimates from now on. The layout is that after the update.
    /// - Parameters:
    ///   - numbers: The data source's numbers of inserted items, if they are known. By old section index.
    ///   - relaidOut: Sections that were laid out from scratch, by their new indices.
    func restoreMeasuredSizes(after plan: SharedEdit, numbers: [Int: [UInt32]], relaidOut: Set<Int>) {
        guard sizing.measuredSizes.count > 0, let names = itemNames() else { return }
        for path in plan.reconfiguredItems.compactMap({ plan.newPath($0) }) {
            names(path).map { sizing.measuredSizes.noteChanged($0) }
        }
        for (section, items) in plan.reloadedItems {
            for path in items.compactMap({ plan.newPath(.item($0, inSection: section)) }) {
                names(path).map { sizing.measuredSizes.forget($0) }
            }
        }
        let refilled = Set(plan.refilledSections.compactMap { plan.newSection($0) })
        forEachMeasured(inSections: refilled, names) { _, item in sizing.measuredSizes.noteChanged(item) }
        let reloaded = Set(plan.reloadedSections.compactMap { plan.newSection($0) })
        forEachMeasured(inSections: reloaded, names) { _, item in sizing.measuredSizes.forget(item) }
        var preferences: [SizePreference] = []
        var inserted: [Int: (old: Int, items: IndexRuns)] = [:]
        for (old, map) in plan.items where !plan.reloadedSections.contains(old) && !map.inserted.isEmpty {
            guard let section = plan.newSection(old), !relaidOut.contains(section) else { continue }
            inserted[section] = (old, map.inserted)
        }
        forEachMeasured(ofInserted: inserted, plan, numbers, names) { path, item in
            measuredPreference(path, item).map { preferences.append($0) }
        }
        let whole = relaidOut.union(plan.insertedSections).subtracting(reloaded)
        forEachMeasured(inSections: whole, names) { path, item in
            measuredPreference(path, item).map { preferences.append($0) }
        }
        restore(preferences)
    }

    /// Restores all measured sizes after everything was laid out from scratch, if they were measured at the current
    /// extent of the layout.
    func restoreMeasuredSizes() {
        guard sizing.measuredSizes.count > 0, let names = itemNames() else { return }
        var preferences: [SizePreference] = []
        forEachMeasured(inSections: Set(0..<layout.numberOfSections), names) { path, item in
            measuredPreference(path, item).map { preferences.append($0) }
        }
        restore(preferences)
    }

    /// The stored sizes that the layout has.
    func storedSizes() -> [SizePreference] {
        guard sizing.measuredSizes.count > 0, itemNames() != nil else { return [] }
        var sizes: [SizePreference] = []
        forEachStored { path, item in
            guard let entry = sizing.measuredSizes[item],
                layout.frame(ofItem: path.item, inSection: path.section).size == entry.size
            else { return }
            sizes.append(SizePreference(path: path, size: entry.size, isEstimated: true))
        }
        return sizes
    }

    private func restore(_ preferences: [SizePreference]) {
        applySizes(preferences.sorted { $0.path < $1.path }, notes: false)
    }

    /// The measured size of an item. Nil if there is none, if it was measured at a different extent, or if the layout
    /// already has it.
    private func measuredPreference(_ path: ElementPath, _ item: KnownItem) -> SizePreference? {
        guard let entry = sizing.measuredSizes[item] else { return nil }
        let attributes = layout.layoutAttributesForItem(path.item, inSection: path.section)
        let size = attributes.frame.size
        guard attributes.isEstimated, fittedExtent(of: path, size) == entry.fittedExtent, size != entry.size else {
            return nil
        }
        sizing.measuredSizes.noteRestored(item)
        return SizePreference(path: path, size: entry.size, isEstimated: true)
    }

    /// Calls `body` with the items that came into sections and have a stored size. A filter that is cleared can insert
    /// most of the list, of which few items were ever measured.
    /// - Parameter inserted: The inserted items of sections, by new indices, and the sections' old indices.
    private func forEachMeasured(
        ofInserted inserted: [Int: (old: Int, items: IndexRuns)], _ plan: SharedEdit, _ numbers: [Int: [UInt32]],
        _ names: (ElementPath) -> KnownItem?, _ body: (ElementPath, KnownItem) -> Void
    ) {
        // All sections are judged together, because the stored sizes are searched once for all of them. A data source
        // without numbers may refuse to search, so there each section that is short enough is searched.
        let all = dataSource is any ItemNumbering ? inserted.values.reduce(0) { $0 + $1.items.count } : nil
        var rest: [Int: (old: Int, items: IndexRuns)] = [:]
        for (section, (old, items)) in inserted {
            guard isWorthAsking(all ?? items.count) else {
                rest[section] = (old, items)
                continue
            }
            forEachMeasured(items, numbers[old], inSection: section, names) { path, item in
                if plan.isComing(path, to: old) { body(path, item) }
            }
        }
        guard !rest.isEmpty else { return }
        forEachStored { path, item in
            guard let (old, items) = rest[path.section], items.contains(path.item), plan.isComing(path, to: old)
            else { return }
            body(path, item)
        }
    }

    /// Calls `body` with the items of a section that have a stored size, after looking up each item.
    /// - Parameters:
    ///   - items: The items to check. Nil means all.
    ///   - numbers: The items' numbers, if they are known.
    private func forEachMeasured(
        _ items: IndexRuns?, _ numbers: [UInt32]?, inSection section: Int,
        _ names: (ElementPath) -> KnownItem?, _ body: (ElementPath, KnownItem) -> Void
    ) {
        if let numbering = dataSource as? any ItemNumbering {
            let numbers = numbers ?? numbering.numbers(ofItems: items, inSection: section)
            // They are found in one call, because most inserted items were never measured.
            for place in sizing.measuredSizes.positions(ofKnown: numbers) {
                let item = items.map { $0[place] } ?? place
                body(.item(item, inSection: section), .number(numbers[place]))
            }
            return
        }
        for range in items.map(\.ranges) ?? [0..<layout.numberOfItems(inSection: section)] {
            for item in range {
                let path = ElementPath.item(item, inSection: section)
                if let name = names(path), sizing.measuredSizes[name] != nil { body(path, name) }
            }
        }
    }

    /// Calls `body` with the items of some sections that have a stored size. It searches the items if there are few
    /// of them, else the stored sizes.
    private func forEachMeasured(
        inSections sections: Set<Int>, _ names: (ElementPath) -> KnownItem?, _ body: (ElementPath, KnownItem) -> Void
    ) {
        guard !sections.isEmpty else { return }
        var count = 0
        for section in sections { count += layout.numberOfItems(inSection: section) }
        if isWorthAsking(count) {
            for section in sections { forEachMeasured(nil, nil, inSection: section, names, body) }
            return
        }
        forEachStored { path, item in
            if sections.contains(path.section) { body(path, item) }
        }
    }

    /// Calls `body` with all items of the list that have a stored size.
    private func forEachStored(_ body: (ElementPath, KnownItem) -> Void) {
        let items = sizing.measuredSizes.items
        for (item, path) in zip(items, paths(of: items)) {
            if let path, isInList(path) { body(path, item) }
        }
    }

    private func paths(of items: [KnownItem]) -> [ElementPath?] {
        if let numbering = dataSource as? any ItemNumbering {
            return items.map { $0.number.flatMap { numbering.path(ofItemNumbered: $0) } }
        }
        let names = items.compactMap(\.name)
        let found = identifying?.collectionView(self, indexPathsOfItemsWithIdentities: names) ?? []
        guard found.count == items.count else { return items.map { _ in nil } }
        return found.map { $0.flatMap { ElementPath($0) } }
    }
}

extension SharedEdit {
    /// Whether an item was newly inserted into a section or moved there, without being changed as
    /// well. If an item moves in its section, the layout keeps its size.
    /// - Parameter section: The old index of the section.
    func isComing(_ path: ElementPath, to section: Int) -> Bool {
        guard let source = moves.source(of: path) else { return true }
        return source.section != section && !isReloaded(source)
    }
}
