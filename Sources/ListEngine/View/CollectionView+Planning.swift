import Foundation
import ListEngineLayout

// A plan is made before anything changes. User code that is called for counts, sizes and styles sees the old list.

extension CollectionView {
    /// Checks an update and edits a copy of the layout. The transaction must be open.
    /// - Returns: Nil if a full reload is due instead.
    /// - Throws: The reason why the update does not fit the list or the data source.
    func plan(_ update: ListUpdate) throws(CollectionViewUpdateError) -> UpdatePlan? {
        let edit = update.edit
        let counts = update.counts ?? countsOfDataSource(for: update)
        if update.prepared == nil {
            try edit.check(layout: layout, counts: counts)
        } else {
            // The preparation has checked every position.
            try edit.checkCounts(layout: layout, counts: counts)
        }
        guard !loadsEverything else { return nil }
        let reload = due.reload
        due.reload = .none
        // Other updates being prepared are for the old list.
        sizing.sizesSince = nil
        var (edited, measuredSince) = (layout, [SizePreference]())
        var relaidOut: Set<Int>?
        do throws(LayoutError) {
            if let prepared = update.prepared, reload == .none {
                (edited, relaidOut, measuredSince) = (prepared.after, prepared.relaidOut, prepared.since)
            } else if reload != .layout {
                relaidOut = try self.edit(&edited, edit, counts)
                if reload == .container { relaidOut = nil }
            }
            // The bounds or the recipe changed since the layout was made.
            if reload == .layout || reload == .container && !layOut(&edited, in: container) {
                edited = laidOut(after: edit)
            }
        } catch {
            (edited, relaidOut) = (laidOut(after: edit), nil)
        }
        guard !loadsEverything else { return nil }
        return UpdatePlan(update: update, layout: edited, relaidOut: relaidOut, measuredSince: measuredSince)
    }

    /// The counts that an update needs, after the data source has loaded its data.
    private func countsOfDataSource(for update: ListUpdate) -> EditCounts {
        guard let dataSource else { return update.edit.counts(sections: 0) { _ in 0 } }
        if let loads = update.loads { dataSource.collectionView(self, willLoad: loads) }
        let sections = max(0, dataSource.numberOfSections(in: self))
        return update.edit.counts(sections: sections) { countOfDataSource($0, dataSource) }
    }

    /// Lays out everything after an edit from scratch. If the data source has other counts than those of the edit, a full
    /// reload is due.
    private func laidOut(after edit: SharedEdit) -> CollectionViewLayout {
        let counts = countsOfDataSource()
        if !loadsEverything, !edit.leads(from: layout, to: counts) { setNeedsReload() }
        return loadsEverything ? layout : laidOut(counts)
    }

    /// Edits a layout.
    /// - Returns: The new indices of sections that were laid out from scratch without measured sizes. If nothing was
    ///   measured, at least those that are shown.
    private func edit(
        _ layout: inout CollectionViewLayout, _ edit: SharedEdit, _ counts: EditCounts
    ) throws(LayoutError) -> Set<Int> {
        let relaid = try edit.apply(to: &layout, by: recipe, counts: counts)
        var relaidOut: Set<Int> = []
        // If nothing was measured, only displayed sections matter that may be estimates. Of one section it is found
        // sooner that it estimates no size, of many that they are not displayed.
        let shown = relaid.count > 1 && sizing.measuredSizes.count == 0 ? shownSections : nil
        for old in relaid where shown?.contains(old) != false {
            guard let section = edit.newSection(old) else { continue }
            if sizing.measuredSizes.count == 0 {
                guard layout.mayEstimate(inSection: section), shown != nil || shownSections.contains(old) else {
                    continue
                }
            }
            relaidOut.insert(section)
        }
        return relaidOut
    }

    /// Sections with a shown item, and the sections between them.
    private var shownSections: Range<Int> {
        var (first, end) = (Int.max, 0)
        let shown = display.elements
        for place in shown.indices where shown[place].key.path.category == .item {
            first = min(first, shown[place].key.path.section)
            end = max(end, shown[place].key.path.section + 1)
        }
        return min(first, end)..<end
    }
}
